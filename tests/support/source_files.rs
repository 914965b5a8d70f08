//! Files below a folder of the project, what builds leave there excepted.

use std::fs;
use std::path::{Path, PathBuf};

/// All files below a folder with one of these endings, sorted, without those of build folders.
///
/// `pip install ./src/python` leaves a folder `target` below `src`.
pub(crate) fn files_below(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
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

#[test]
fn what_builds_leave_is_no_source() {
    let folder = tempfile::tempdir().unwrap();
    let built = folder.path().join("python/target/release");
    fs::create_dir_all(&built).unwrap();
    for file in ["python/target/release/lib.rs", "python/lib.rs", "notes.md"] {
        fs::write(folder.path().join(file), [0xff]).unwrap();
    }
    let found = files_below(folder.path(), &["rs"]);
    assert_eq!(found, [folder.path().join("python/lib.rs")]);
}
