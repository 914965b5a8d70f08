//! `Hosts`: the addresses of all processes, in the order of their numbers.

use std::fmt;

/// Most processes of a search.
const MOST: usize = 4096;

/// The addresses of all processes, in the order of their numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hosts(Vec<String>);

/// What is wrong in a list of hosts.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HostsError {
    /// A line is not a host and a port.
    #[error("`{found}` is not a host and a port: {reason}")]
    Line {
        /// Number of the line, from 1.
        line: usize,
        /// The line.
        found: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// Two processes have the same address.
    #[error("`{found}` is in line {first} already, and each process needs an address of its own")]
    Twice {
        /// Number of the line, from 1.
        line: usize,
        /// The line that has the address first.
        first: usize,
        /// The address.
        found: String,
    },
    /// There is no address.
    #[error("no host is listed")]
    Empty,
    /// There are too many addresses.
    #[error("{found} hosts are listed, and {MOST} are the most")]
    TooMany {
        /// Number of addresses.
        found: usize,
    },
}

impl HostsError {
    /// Number of the wrong line, from 1, if there is one.
    pub fn line(&self) -> Option<usize> {
        match self {
            HostsError::Line { line, .. } | HostsError::Twice { line, .. } => Some(*line),
            HostsError::Empty | HostsError::TooMany { .. } => None,
        }
    }
}

impl Hosts {
    /// Reads a list: one `HOST:PORT` a line; blank lines and what follows a `#` are skipped.
    ///
    /// # Errors
    /// If a line is wrong, an address is there twice, or there is none.
    pub fn parse(text: &str) -> Result<Hosts, HostsError> {
        let mut found: Vec<(usize, String)> = Vec::new();
        for (line, text) in (1..).zip(text.lines()) {
            let address = text.split('#').next().unwrap_or_default().trim();
            if address.is_empty() {
                continue;
            }
            check(address).map_err(|reason| HostsError::Line {
                line,
                found: address.chars().take(80).collect(),
                reason,
            })?;
            if let Some((first, _)) = found.iter().find(|(_, known)| known == address) {
                return Err(HostsError::Twice {
                    line,
                    first: *first,
                    found: address.to_owned(),
                });
            }
            found.push((line, address.to_owned()));
        }
        match found.len() {
            0 => Err(HostsError::Empty),
            len if len > MOST => Err(HostsError::TooMany { found: len }),
            _ => Ok(Hosts(
                found.into_iter().map(|(_, address)| address).collect(),
            )),
        }
    }

    /// Number of processes.
    pub fn size(&self) -> usize {
        self.0.len()
    }

    /// The address of a process.
    pub fn address(&self, rank: usize) -> &str {
        &self.0[rank]
    }

    /// Number and address of a process, for messages.
    pub fn name(&self, rank: usize) -> String {
        format!("process {rank} ({})", self.0[rank])
    }
}

impl fmt::Display for Hosts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(" "))
    }
}

fn check(address: &str) -> Result<(), &'static str> {
    let (host, port) = address.rsplit_once(':').ok_or("write HOST:PORT")?;
    let host = match host.strip_prefix('[') {
        Some(rest) => rest.strip_suffix(']').ok_or("a bracket is not closed")?,
        None if host.contains(':') => return Err("write an IPv6 address in brackets"),
        None => host,
    };
    if host.is_empty() {
        return Err("the host is missing");
    }
    if host.contains(|c: char| c.is_whitespace() || c.is_control()) {
        return Err("a host has no blanks");
    }
    match port.parse::<u16>() {
        Ok(1..) => Ok(()),
        _ => Err("the port is a number from 1 to 65535"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_and_remarks_are_skipped() {
        let hosts = Hosts::parse("# two\n\n a:1 # first\r\n[::1]:65535\n").unwrap();
        assert_eq!(hosts.size(), 2);
        assert_eq!(hosts.name(1), "process 1 ([::1]:65535)");
    }

    #[test]
    fn faults_name_their_line() {
        for (text, line) in [
            ("", None),
            ("#\n", None),
            ("a:1\nb\n", Some(2)),
            ("a:0", Some(1)),
            ("a:65536", Some(1)),
            (":1", Some(1)),
            ("::1:4", Some(1)),
            ("[::1:4", Some(1)),
            ("a b:4", Some(1)),
            ("a:1\n\na:1", Some(3)),
        ] {
            assert_eq!(Hosts::parse(text).unwrap_err().line(), line, "{text:?}");
        }
    }
}
