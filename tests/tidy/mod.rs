//! Rules that the source itself keeps: layers, shape, names and words.

mod front;
mod layers;
mod shape;
mod words;

use crate::support::source_files::files_below;
use std::fs;
use std::path::{Path, PathBuf};

/// The root of the project.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A Rust file, parsed.
struct RustFile {
    /// Its path below the root.
    path: PathBuf,
    text: String,
    syntax: syn::File,
}

/// The Rust files below a folder of the project.
fn rust_files(folder: &str) -> Vec<RustFile> {
    let parse = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        RustFile {
            syntax: syn::parse_file(&text).unwrap_or_else(|error| panic!("{path:?}: {error}")),
            path: path.strip_prefix(root()).unwrap().to_owned(),
            text,
        }
    };
    let files = files_below(&root().join(folder), &["rs"]);
    files.into_iter().map(parse).collect()
}

/// Whether attributes hold `#[cfg(test)]`.
fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute
                .parse_args::<syn::Path>()
                .is_ok_and(|path| path.is_ident("test"))
    })
}

/// Fails with all complaints, one a line.
fn assert_none(complaints: &[String]) {
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}
