//! Stand-in for the Parquet writer, in builds without the feature `parquet`.

use super::{EdgeRow, GraphWriter, NodeRow, TableColumn};
use std::io::{self, ErrorKind, Write};
use std::marker::PhantomData;

/// Whether this build writes Parquet.
pub const IS_BUILT: bool = false;

pub use self::UnbuiltParquet as ParquetWriter;

/// Writer that cannot be created, because this build lacks Parquet.
pub struct UnbuiltParquet<W: Write + Send>(PhantomData<W>);

impl<W: Write + Send> UnbuiltParquet<W> {
    /// Returns an error, because this build cannot write Parquet.
    ///
    /// # Errors
    /// Always, with [`ErrorKind::Unsupported`].
    pub fn new(
        _nodes: Option<W>,
        _edges: Option<W>,
        _has_places: bool,
    ) -> io::Result<UnbuiltParquet<W>> {
        Err(ErrorKind::Unsupported.into())
    }
}

/// Returns an error, because this build cannot write Parquet.
///
/// # Errors
/// Always, with [`ErrorKind::Unsupported`].
pub fn table(_columns: &[(&str, TableColumn)]) -> io::Result<Vec<u8>> {
    Err(ErrorKind::Unsupported.into())
}

impl<W: Write + Send> GraphWriter for UnbuiltParquet<W> {
    fn node(&mut self, _node: &NodeRow<'_>) -> io::Result<()> {
        Err(ErrorKind::Unsupported.into())
    }

    fn link(&mut self, _link: &EdgeRow<'_>) -> io::Result<()> {
        Err(ErrorKind::Unsupported.into())
    }

    fn finish(&mut self) -> io::Result<()> {
        Err(ErrorKind::Unsupported.into())
    }
}
