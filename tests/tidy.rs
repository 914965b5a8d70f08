//! Rules for the words of comments, documents and messages.

use std::fs;
use std::path::{Path, PathBuf};

/// Phrases that make a sentence be read twice.
const REFUSED: [&str; 3] = ["so many", "at hand", "anew"];

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

#[test]
fn no_file_has_a_refused_phrase() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = vec![root.join("README.md"), root.join("CHANGELOG.md")];
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

#[test]
fn phrases_are_found_as_words_also_across_lines() {
    assert_eq!(refused("/// It takes so many bytes."), [(1, "so many")]);
    assert_eq!(
        refused("/// It takes so\n    /// many bytes."),
        [(1, "so many")]
    );
    assert_eq!(
        refused("Anew\nthe generation at hand"),
        [(1, "anew"), (2, "at hand")]
    );
    assert_eq!(refused("made_anew, at handling, also manyfold"), []);
}
