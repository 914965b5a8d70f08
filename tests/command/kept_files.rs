//! Other things in place of each file that a command keeps: links, FIFOs, folders and devices. None
//! is written through, none is waited for, and no wrong answer comes of it.

use super::program::Program;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What stands in place of a kept file.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Obstacle {
    /// A symbolic link to a file of the user.
    Link,
    /// A hard link of a file of the user.
    HardLink,
    /// A symbolic link to a copy of the kept file, when all is made again.
    LinkToCopy,
    /// A hard link of a copy of the kept file, when all is made again.
    SecondName,
    /// A symbolic link to nothing.
    LinkToNothing,
    /// A symbolic link to a device.
    LinkToDevice,
    Fifo,
    Folder,
}

const OBSTACLES: [Obstacle; 8] = [
    Obstacle::Link,
    Obstacle::HardLink,
    Obstacle::LinkToCopy,
    Obstacle::SecondName,
    Obstacle::LinkToNothing,
    Obstacle::LinkToDevice,
    Obstacle::Fifo,
    Obstacle::Folder,
];

/// The files below a folder, by path.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let kind = path.symlink_metadata().unwrap();
        if kind.is_dir() {
            found.append(&mut files(&path));
        } else {
            let bytes = kind.is_file().then(|| fs::read(&path).unwrap());
            found.insert(path, bytes.unwrap_or_default());
        }
    }
    found
}

/// Tries obstacles in place of every file that a command keeps; `field` is of its answer.
fn try_all(words: &[&str], field: &str, names: &[&str], obstacles: &[Obstacle]) {
    let program = Program::new();
    let right = program.json(words)[field].clone();
    assert_ne!(right, Value::Null, "{words:?}");
    let root = program.path("generations");
    let kept = files(&root);
    let mut own: Vec<&str> = kept.keys().map(|path| name_of(path)).collect();
    own.sort_unstable();
    assert_eq!(own, names, "{words:?}");
    for path in kept.keys() {
        for &obstacle in obstacles {
            let what = format!("{words:?}, {obstacle:?} in place of {}", path.display());
            let place = (path.as_path(), &kept[path][..]);
            try_one(&program, words, (field, &right), place, obstacle, &what);
            restore(&root, &kept);
        }
    }
}

/// Gives a folder these files again, and no others.
fn restore(root: &Path, kept: &BTreeMap<PathBuf, Vec<u8>>) {
    for path in files(root).keys().filter(|path| !kept.contains_key(*path)) {
        fs::remove_file(path).unwrap();
    }
    for (path, bytes) in kept {
        let there = path.symlink_metadata().ok();
        let is_own = there
            .as_ref()
            .is_some_and(|own| own.is_file() && own.nlink() == 1);
        if is_own && fs::read(path).unwrap() == *bytes {
            continue;
        }
        match there {
            Some(there) if there.is_dir() => fs::remove_dir(path).unwrap(),
            Some(_) => fs::remove_file(path).unwrap(),
            None => fs::create_dir_all(path.parent().unwrap()).unwrap(),
        }
        fs::write(path, bytes).unwrap();
    }
}

fn name_of(path: &Path) -> &str {
    let name = path.file_name().unwrap().to_str().unwrap();
    // The name of a record has a checksum in it.
    if name.ends_with(".sweep") {
        ".sweep"
    } else {
        name
    }
}

fn try_one(
    program: &Program,
    words: &[&str],
    (field, right): (&str, &Value),
    (path, bytes): (&Path, &[u8]),
    obstacle: Obstacle,
    what: &str,
) {
    let mine = program.path("mine");
    let nothing = program.path("nothing");
    let is_copy = matches!(obstacle, Obstacle::LinkToCopy | Obstacle::SecondName);
    let own = if is_copy { bytes } else { b"mine" };
    fs::write(&mine, own).unwrap();
    fs::remove_file(path).unwrap();
    match obstacle {
        Obstacle::Link | Obstacle::LinkToCopy => symlink(&mine, path).unwrap(),
        Obstacle::HardLink | Obstacle::SecondName => fs::hard_link(&mine, path).unwrap(),
        Obstacle::LinkToNothing => symlink(&nothing, path).unwrap(),
        Obstacle::LinkToDevice => symlink("/dev/zero", path).unwrap(),
        Obstacle::Fifo => assert!(Command::new("mkfifo").arg(path).status().unwrap().success()),
        Obstacle::Folder => fs::create_dir(path).unwrap(),
    }
    let again: &[&str] = if is_copy {
        &["--fresh", "--json"]
    } else {
        &["--json"]
    };
    let ran = program.run_or_end(&[words, again].concat());
    assert_eq!(fs::read(&mine).unwrap(), own, "{what}: {ran:?}");
    assert!(!nothing.exists(), "{what}: {ran:?}");
    match ran.code {
        Some(0) => assert_eq!(&ran.object()[field], right, "{what}: {ran:?}"),
        Some(1) => {
            let message = ran.object()["error"]["message"].to_string();
            assert!(message.contains(name_of(path)), "{what}: {ran:?}");
        }
        _ => panic!("{what}: {ran:?}"),
    }
    fs::remove_file(&mine).unwrap();
}

const MARKS: [&str; 6] = ["header", "last", "lock", "log", "marks", "sums"];

#[test]
fn in_place_of_marks() {
    try_all(&["explore", "tiles:2x2"], "states", &MARKS, &OBSTACLES);
}

#[test]
fn in_place_of_sorted_files() {
    let words = [
        "explore",
        "tiles:2x2",
        "--engine",
        "frontier",
        "--keep-last",
        "2",
    ];
    let names = [
        "generation-000005",
        "generation-000006",
        "header",
        "kept",
        "lock",
        "log",
    ];
    try_all(&words, "states", &names, &OBSTACLES);
}

#[test]
fn in_place_of_counts() {
    let words = [
        "explore",
        "tiles:3x4",
        "--count-only",
        "--memory",
        "8M",
        "--max-generation",
        "3",
    ];
    let names = ["bits-0", "bits-1", "goals", "header", "lock", "log", "ring"];
    // The words take 62 MB, so that a run takes long.
    let few = [Obstacle::Link, Obstacle::Fifo];
    try_all(&words, "generations", &names, &few);
}

#[test]
fn in_place_of_a_table() {
    let words = [
        "solve",
        "tiles:3x3",
        "--keep",
        "1 2 3 4 5",
        "--start",
        "123:456:7.8",
    ];
    try_all(&words, "path", &MARKS, &OBSTACLES);
}

#[test]
fn in_place_of_an_explored_level() {
    let words = ["explore", "microban:2", "--max-generation", "1"];
    let names = [
        "generation-000000",
        "generation-000001",
        "header",
        "kept",
        "lock",
        "log",
    ];
    try_all(&words, "states", &names, &OBSTACLES);
}

#[test]
fn in_place_of_a_record_of_finished_boards() {
    try_all(&["design", "klotski:2x3"], "sets", &[".sweep"], &OBSTACLES);
}
