//! The built-in puzzles: the files of the folder `puzzles`, compiled in.
//!
//! A puzzle's name is the stem of its file, in whichever folder below it lies; only `*.toml` count. No two files
//! have one stem, and the names come in alphabetical order.

use super::{Puzzle, PuzzleError};
use include_dir::{Dir, include_dir};

static FOLDER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/puzzles");

/// A built-in puzzle file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Builtin {
    /// The puzzle's name.
    pub name: &'static str,
    /// Its file's path below the folder `puzzles`.
    pub path: &'static str,
    /// The text of its file.
    pub text: &'static str,
}

/// All built-in puzzles, by name.
///
/// ```
/// let all = slidewise_puzzle::builtin::list();
/// assert!(all.iter().any(|puzzle| puzzle.name == "checkmate"));
/// ```
pub fn list() -> Vec<Builtin> {
    let mut all = Vec::new();
    take_all(&FOLDER, &mut all);
    all.sort_unstable();
    all
}

/// All built-in puzzles, read, by family and name.
///
/// # Errors
/// If a file has faults; a test reads every one.
pub fn read_all() -> Result<Vec<Puzzle>, PuzzleError> {
    let all: Result<Vec<Puzzle>, _> = list().iter().map(Builtin::read).collect();
    let mut all = all?;
    all.sort_by(|one, other| (&one.family, &one.name).cmp(&(&other.family, &other.name)));
    Ok(all)
}

/// Takes the puzzle files of a folder and of those below.
fn take_all(folder: &Dir<'static>, all: &mut Vec<Builtin>) {
    all.extend(folder.files().filter_map(|file| {
        let path = file.path().to_str()?;
        let name = file.path().file_name()?.to_str()?.strip_suffix(".toml")?;
        let text = file.contents_utf8()?;
        Some(Builtin { name, path, text })
    }));
    folder.dirs().for_each(|below| take_all(below, all));
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
        Puzzle::from_toml(self.name, &format!("puzzles/{}", self.path), self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::clean_name;

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
            assert!(puzzle.family.is_some(), "{name} belongs to a family");
            assert_eq!(
                &clean_name(name),
                name,
                "a name that can stand in a folder's"
            );
        }
        assert!(
            all.windows(2).all(|pair| pair[0].name != pair[1].name),
            "each name is one puzzle's"
        );
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
