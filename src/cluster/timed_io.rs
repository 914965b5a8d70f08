//! Reading and writing with a deadline.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// A connection whose reads and writes end by a deadline.
pub(crate) struct Timed<'s> {
    stream: &'s TcpStream,
    deadline: Instant,
}

impl<'s> Timed<'s> {
    pub(crate) fn new(stream: &'s TcpStream, within: Duration) -> Timed<'s> {
        Timed {
            stream,
            deadline: Instant::now() + within,
        }
    }

    fn left(&self) -> io::Result<Option<Duration>> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        Ok(Some(left))
    }

    /// Fills `bytes`.
    pub(crate) fn read(&self, bytes: &mut [u8]) -> io::Result<()> {
        let mut filled = 0;
        while filled < bytes.len() {
            self.stream.set_read_timeout(self.left()?)?;
            let mut stream = self.stream;
            match stream.read(&mut bytes[filled..]) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(read) => filled += read,
                Err(error) if is_passing(&error) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Writes `bytes`.
    pub(crate) fn write(&self, bytes: &[u8]) -> io::Result<()> {
        let mut written = 0;
        while written < bytes.len() {
            self.stream.set_write_timeout(self.left()?)?;
            let mut stream = self.stream;
            match stream.write(&bytes[written..]) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(more) => written += more,
                Err(error) if is_passing(&error) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// Whether an attempt may succeed when it is made again.
pub(crate) fn is_passing(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut
    )
}

/// What the system says about a connection, in words without a full stop.
pub(crate) fn in_words(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => "it closed the connection".to_owned(),
        io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => "it did not answer".to_owned(),
        io::ErrorKind::ConnectionRefused => "nothing listens there".to_owned(),
        io::ErrorKind::ConnectionReset | io::ErrorKind::BrokenPipe => {
            "it closed the connection".to_owned()
        }
        _ => error.to_string(),
    }
}
