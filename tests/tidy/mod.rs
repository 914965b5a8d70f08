//! Rules that the source itself keeps: layers, shape, names and words.

mod layers;
mod shape;
mod words;

use std::fs;
use std::path::{Path, PathBuf};

/// The root of the project.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files below a folder with one of these endings, sorted.
fn files_below(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    collect(folder, endings, &mut files);
    files.sort_unstable();
    files
}

fn collect(folder: &Path, endings: &[&str], files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let has_ending = path
            .extension()
            .is_some_and(|end| endings.iter().any(|own| end == *own));
        if path.is_dir() {
            let is_output = path.file_name().is_some_and(|name| name == "target");
            if !is_output {
                collect(&path, endings, files);
            }
        } else if has_ending {
            files.push(path);
        }
    }
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
