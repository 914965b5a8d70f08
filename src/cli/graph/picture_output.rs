//! `PictureOutput`: where a picture of a graph goes, and the arguments that shape it.

use crate::arguments::{CommonArgs, GraphArgs};
use crate::io::atomic_file::AtomicFile;

/// A file, or stdout, for a picture of a graph.
#[cfg_attr(
    not(feature = "pictures"),
    expect(dead_code, reason = "only pictures read it")
)]
pub(crate) struct PictureOutput<'a> {
    pub common: &'a CommonArgs,
    pub args: &'a GraphArgs,
    pub is_png: bool,
    /// `None` for stdout.
    pub file: Option<AtomicFile>,
}
