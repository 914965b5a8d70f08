//! `WaitingWriter`: a stream that may wait for its reader, until a signal comes.

use super::wait::waiting;
use std::io::{self, Write};

/// A pipe, a device or standard output.
#[derive(Debug)]
pub(crate) struct WaitingWriter<W>(pub(crate) W);

impl<W: Write> Write for WaitingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        waiting(|| self.0.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        waiting(|| self.0.flush())
    }
}
