//! Words that comments, documents and messages do not use.

use super::root;
use crate::support::source_files::files_below;
use std::fs;
use std::path::PathBuf;

/// Phrases that make a sentence be read twice.
const REFUSED: [&str; 9] = [
    "so many",
    "at hand",
    "anew",
    "whoever",
    ", of which",
    "so it is",
    "is told",
    "tells",
    "give more with",
];

/// The beginning of a doc that leans on another one.
const LEANING: &str = "The same,";

/// The endings of files with words for readers.
const ENDINGS: [&str; 5] = ["rs", "md", "txt", "js", "html"];

/// The refused phrases of a text with their lines, from 1; phrases that a line break parts are
/// found too.
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

#[test]
fn no_file_has_a_refused_phrase() {
    let root = root();
    let pages = [
        "README.md",
        "CHANGELOG.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "GLOSSARY.md",
    ];
    let mut files: Vec<PathBuf> = pages.iter().map(|page| root.join(page)).collect();
    for folder in ["src", "docs", "tests", "tools"] {
        files.extend(files_below(&root.join(folder), &ENDINGS));
    }
    assert!(files.len() > 300, "{}", files.len());
    // This file names them.
    files.retain(|path| !path.ends_with("tests/tidy/words.rs"));
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
    let root = root();
    let folders = ["src", "tests", "tools"];
    let files = folders.map(|folder| files_below(&root.join(folder), &["rs"]));
    for path in files.concat() {
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
        let parted = match phrase.rsplit_once(' ') {
            Some((before, last)) => format!("{before}\n    /// {last}"),
            None => phrase.to_owned(),
        };
        assert_eq!(refused(&format!("/// It is {parted}.")), [(1, phrase)]);
        assert_eq!(refused(&format!("made_{phrase}, {phrase}s")), []);
    }
}
