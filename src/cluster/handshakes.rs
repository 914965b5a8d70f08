//! `Handshakes`: the connections whose handshakes are in progress.

use std::io;
use std::net::{IpAddr, Shutdown, TcpStream};

/// Most connections whose handshakes are in progress.
const MAX_AT_ONCE: usize = 64;

/// A connection whose handshake is in progress.
struct OpenHandshake {
    number: u64,
    from: IpAddr,
    stream: TcpStream,
}

/// The connections whose handshakes are in progress, the oldest first.
#[derive(Default)]
pub(crate) struct Handshakes {
    begun: u64,
    open: Vec<OpenHandshake>,
}

impl Handshakes {
    /// Lists a connection, and returns its number. If there are too many, closes the oldest one of
    /// the address that has most of them: a process says who it is at once.
    pub(crate) fn begin(&mut self, stream: &TcpStream, from: IpAddr) -> io::Result<u64> {
        if self.open.len() >= MAX_AT_ONCE {
            let share = |own: &&OpenHandshake| {
                let same = self.open.iter().filter(|other| other.from == own.from);
                same.count()
            };
            let crowded = self.open.iter().max_by_key(share).map(|own| own.from);
            let oldest = self.open.iter().position(|own| Some(own.from) == crowded);
            if let Some(at) = oldest {
                // A connection that has ended meanwhile is closed already.
                let _ = self.open.remove(at).stream.shutdown(Shutdown::Both);
            }
        }
        self.begun += 1;
        self.open.push(OpenHandshake {
            number: self.begun,
            from,
            stream: stream.try_clone()?,
        });
        Ok(self.begun)
    }

    /// Ends the handshake of a connection; returns whether it was still listed.
    pub(crate) fn end(&mut self, number: u64) -> bool {
        let at = self.open.iter().position(|own| own.number == number);
        at.map(|at| self.open.remove(at)).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;
    use std::net::TcpListener;

    #[test]
    fn the_address_that_comes_most_often_makes_place() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let own = listener.local_addr().unwrap();
        let connect = || TcpStream::connect(own).unwrap();
        let [few, many] = ["10.0.0.1", "10.0.0.2"].map(|own| own.parse().unwrap());
        let mut handshakes = Handshakes::default();
        let first = handshakes.begin(&connect(), few).unwrap();
        let oldest = connect();
        let closed = handshakes.begin(&oldest, many).unwrap();
        let rest: Vec<u64> = (2..=MAX_AT_ONCE)
            .map(|_| handshakes.begin(&connect(), many).unwrap())
            .collect();
        assert!(handshakes.end(first) && !handshakes.end(first));
        assert_eq!((&oldest).read(&mut [0]).unwrap(), 0, "it was closed");
        assert!(!handshakes.end(closed));
        assert!(rest.into_iter().all(|number| handshakes.end(number)));
    }
}
