//! The built-in puzzles: the files of the folder `puzzles`, compiled in.
//!
//! A puzzle's name is the stem of its file; only `*.toml` count. The names come in alphabetical order.

use super::{Puzzle, PuzzleError};
use include_dir::{Dir, include_dir};

static FOLDER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/puzzles");

/// A built-in puzzle file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Builtin {
    /// The puzzle's name.
    pub name: &'static str,
    /// The text of its file.
    pub text: &'static str,
}

/// All built-in puzzles, by name.
///
/// ```
/// let all = slidewise::puzzle::builtin::list();
/// assert!(all.iter().any(|puzzle| puzzle.name == "checkmate"));
/// ```
pub fn list() -> Vec<Builtin> {
    let mut all: Vec<Builtin> = FOLDER
        .files()
        .filter_map(|file| {
            let name = file.path().file_name()?.to_str()?.strip_suffix(".toml")?;
            let text = file.contents_utf8()?;
            Some(Builtin { name, text })
        })
        .collect();
    all.sort_unstable();
    all
}

/// The built-in puzzle of this name.
pub fn find(name: &str) -> Option<Builtin> {
    list().into_iter().find(|puzzle| puzzle.name == name)
}

impl Builtin {
    /// Reads the puzzle.
    ///
    /// # Errors
    /// If the file has faults; a test reads every one.
    pub fn read(&self) -> Result<Puzzle, PuzzleError> {
        Puzzle::from_toml(self.name, &format!("puzzles/{}.toml", self.name), self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_puzzle_reads_and_its_start_reads_back() {
        let all = list();
        for Builtin { name, .. } in &all {
            let puzzle = find(name)
                .unwrap()
                .read()
                .unwrap_or_else(|error| panic!("{error}"));
            let text = puzzle.write_position(&puzzle.start);
            assert_eq!(
                puzzle.read_position(&text).as_ref(),
                Ok(&puzzle.start),
                "{name}"
            );
            assert_ne!(&puzzle.title, name, "a title for people");
        }
        for name in [
            "checkmate",
            "checkmate-rook",
            "fifteen",
            "get-my-goat",
            "get-my-goat-commercial",
            "lane-rouge",
            "lane-rouge-175580",
        ] {
            assert!(find(name).is_some(), "{name}");
        }
        assert_eq!(find("nothing"), None);
    }
}
