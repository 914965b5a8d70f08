//! The built-in puzzle files, compiled in as a folder.
//!
//! They are a package of their own so that a published `slidewise-puzzle` carries them.

use include_dir::{Dir, include_dir};

/// This folder, its `Cargo.toml` and Rust files included.
pub static FOLDER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR");
