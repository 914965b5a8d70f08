//! Rules for the source itself: which layer may use which, and the words of comments, documents and messages.

use std::fs;
use std::path::{Path, PathBuf};

/// Phrases that make a sentence be read twice.
const REFUSED: [&str; 4] = ["so many", "at hand", "anew", "whoever"];

/// The beginning of a doc that leans on another one.
const LEANING: &str = "The same,";

/// The endings of files with words for readers.
const ENDINGS: [&str; 5] = ["rs", "md", "txt", "js", "html"];

/// All such files below a folder.
fn files_below(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let is_ours = path
            .extension()
            .is_some_and(|end| ENDINGS.iter().any(|own| end == *own));
        if path.is_dir() {
            files_below(&path, files);
        } else if is_ours {
            files.push(path);
        }
    }
}

/// The refused phrases of a text with their lines, from 1; phrases that a line break parts are found too.
fn refused(text: &str) -> Vec<(usize, &'static str)> {
    let mut found = Vec::new();
    let lines: Vec<&str> = text.lines().collect();
    for (number, line) in (1..).zip(&lines) {
        let behind = lines.get(number).copied().unwrap_or_default();
        let behind = behind.trim_start_matches([' ', '/', '!', '*']);
        let both = format!("{line} {behind}").to_lowercase();
        for phrase in REFUSED {
            let is_word = |at: usize| {
                let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
                let before = both[..at].chars().next_back();
                let after = both[at + phrase.len()..].chars().next();
                !before.is_some_and(is_part) && !after.is_some_and(is_part)
            };
            let begins_here = |&(at, _): &(usize, &str)| at < line.len() && is_word(at);
            found.extend(
                both.match_indices(phrase)
                    .filter(begins_here)
                    .map(|_| (number, phrase)),
            );
        }
    }
    found
}

/// The layers from the bottom up, each with those it may use; `None` for all below it.
const LAYERS: [(&str, Option<&[&str]>); 14] = [
    ("board", None),
    ("puzzle", None),
    ("space", None),
    ("moves", None),
    ("store", Some(&[])),
    ("explore", None),
    ("query", None),
    ("recount", None),
    ("replay", Some(&[])),
    ("play", None),
    ("present", None),
    ("tabletop", Some(&["board"])),
    ("web", None),
    ("cli", None),
];

/// The layers that a text names in paths of this crate, each as often as it does.
fn layers_named(text: &str) -> Vec<&str> {
    let paths = text.split("crate::").skip(1);
    let first = |path: &'_ str| {
        let is_name = |letter: char| letter.is_ascii_lowercase() || letter == '_';
        path.find(|letter| !is_name(letter)).unwrap_or(path.len())
    };
    paths.map(|path| &path[..first(path)]).collect()
}

#[test]
fn imports_run_down_the_layers() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders: Vec<String> = fs::read_dir(&source)
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    folders.sort_unstable();
    let mut layers = LAYERS.map(|(layer, _)| layer);
    layers.sort_unstable();
    assert_eq!(folders, layers, "each folder is a layer");
    let mut named = 0;
    for (height, (layer, uses)) in LAYERS.iter().enumerate() {
        let mut files = Vec::new();
        files_below(&source.join(layer), &mut files);
        files.retain(|path| path.extension().is_some_and(|end| end == "rs"));
        for path in files {
            let text = fs::read_to_string(&path).unwrap();
            for used in layers_named(&text) {
                let Some(below) = LAYERS.iter().position(|(layer, _)| *layer == used) else {
                    continue;
                };
                let is_allowed = match uses {
                    Some(uses) => uses.contains(&used) || used == *layer,
                    None => below <= height,
                };
                assert!(is_allowed, "{} uses {used}", path.display());
                named += 1;
            }
        }
    }
    assert!(named > 300, "{named}");
    assert_eq!(
        layers_named("use crate::cli::{A};\ncrate::board"),
        ["cli", "board"]
    );
}

#[test]
fn no_file_has_a_refused_phrase() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let pages = [
        "README.md",
        "CHANGELOG.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "GLOSSARY.md",
    ];
    let mut files: Vec<PathBuf> = pages.iter().map(|page| root.join(page)).collect();
    for folder in ["src", "docs", "tests", "tools/src"] {
        files_below(&root.join(folder), &mut files);
    }
    assert!(files.len() > 300, "{}", files.len());
    // This file names them.
    files.retain(|path| !path.ends_with("tests/tidy.rs"));
    let mut met = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        let place = path.strip_prefix(root).unwrap().display();
        met.extend(
            refused(&text)
                .into_iter()
                .map(|(line, phrase)| format!("{place}:{line}: {phrase}")),
        );
    }
    assert!(met.is_empty(), "{}", met.join("\n"));
}

/// The lines, from 1, of docs that begin with the words of another doc.
fn leaning(text: &str) -> Vec<usize> {
    let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
    let begins = |&at: &usize| {
        let is_doc = |line: &str| line.starts_with("///") || line.starts_with("//!");
        let is_first = at == 0 || !is_doc(lines[at - 1]);
        is_first && is_doc(lines[at]) && lines[at][3..].trim_start().starts_with(LEANING)
    };
    (0..lines.len()).filter(begins).map(|at| at + 1).collect()
}

#[test]
fn every_doc_stands_by_itself() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in ["src", "tests", "tools/src"] {
        files_below(&root.join(folder), &mut files);
    }
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(leaning(&text), [0; 0], "{}", path.display());
    }
    let doc = format!("fn one() {{}}\n\n    /// {LEANING} but for two.\n    /// {LEANING} again.");
    assert_eq!(leaning(&doc), [3]);
}

#[test]
fn phrases_are_found_as_words_also_across_lines() {
    for phrase in REFUSED {
        assert_eq!(refused(&format!("/// It is {phrase}.")), [(1, phrase)]);
        let capital = phrase.to_uppercase();
        assert_eq!(refused(&format!("first\n{capital} second")), [(2, phrase)]);
        let parted = phrase.replace(' ', "\n    /// ");
        assert_eq!(refused(&format!("/// It is {parted}.")), [(1, phrase)]);
        assert_eq!(refused(&format!("made_{phrase}, {phrase}s")), []);
    }
}
