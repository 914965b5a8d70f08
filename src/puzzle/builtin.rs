//! The built-in puzzles: the files of the folder `puzzles`, compiled into the program.
//!
//! A puzzle's name is the stem of its file, without subfolders. Only `*.toml` files are puzzles,
//! and no two files have the same stem.

use super::{Puzzle, PuzzleError};
use include_dir::Dir;
use slidewise_puzzles::FOLDER;
use std::sync::OnceLock;

/// A built-in puzzle file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BuiltinPuzzle {
    /// The name: the stem of the file.
    pub name: &'static str,
    /// The path of the file below the folder `puzzles`.
    pub path: &'static str,
    /// The text of the file.
    pub text: &'static str,
}

/// Lists all built-in puzzles, sorted by name.
///
/// ```
/// let all = slidewise_puzzle::builtin::list();
/// assert!(all.iter().any(|puzzle| puzzle.name == "checkmate"));
/// ```
pub fn list() -> Vec<BuiltinPuzzle> {
    let mut all = Vec::new();
    take_all(&FOLDER, &mut all);
    all.sort_unstable();
    all
}

/// The families that lists show first, in this order; all others follow by name.
const FIRST_FAMILIES: [&str; 2] = ["Walker's puzzles", "Classics"];

/// Reads all built-in puzzles, sorted by family and name.
///
/// Walker's puzzles and the classics are the first families.
///
/// # Errors
/// If a file has faults. A test reads all built-in files, so this does not happen.
pub fn read_all() -> Result<Vec<Puzzle>, PuzzleError> {
    let all: Result<Vec<Puzzle>, _> = list().iter().map(BuiltinPuzzle::read).collect();
    let mut all = all?;
    let rank = |puzzle: &Puzzle| {
        let family = puzzle.family.as_deref();
        let place = FIRST_FAMILIES
            .iter()
            .position(|&first| family == Some(first));
        place.unwrap_or(FIRST_FAMILIES.len())
    };
    all.sort_by(|one, other| {
        let key = |puzzle: &Puzzle| (rank(puzzle), puzzle.family.clone());
        (key(one), &one.name).cmp(&(key(other), &other.name))
    });
    Ok(all)
}

/// The names of all built-in puzzles with their titles and other names, sorted by name.
pub(super) fn titles() -> &'static [(&'static str, Vec<String>)] {
    static TITLES: OnceLock<Vec<(&str, Vec<String>)>> = OnceLock::new();
    TITLES.get_or_init(|| {
        let read = list().into_iter().filter_map(|own| {
            let puzzle = own.read().ok()?;
            let others = puzzle.presentation.names.into_iter();
            Some((own.name, [puzzle.title].into_iter().chain(others).collect()))
        });
        read.collect()
    })
}

/// Collects the puzzle files of a folder and of its subfolders.
fn take_all(folder: &Dir<'static>, all: &mut Vec<BuiltinPuzzle>) {
    all.extend(folder.files().filter_map(|file| {
        let path = file.path().to_str()?;
        let name = file.path().file_name()?.to_str()?.strip_suffix(".toml")?;
        let text = file.contents_utf8()?;
        // `Cargo.toml` is the manifest of the package that holds the puzzle files, not a puzzle.
        (name != "Cargo").then_some(BuiltinPuzzle { name, path, text })
    }));
    folder.dirs().for_each(|below| take_all(below, all));
}

/// Finds a built-in puzzle by name.
pub fn find(name: &str) -> Option<BuiltinPuzzle> {
    list().into_iter().find(|puzzle| puzzle.name == name)
}

impl BuiltinPuzzle {
    /// Reads the built-in puzzle.
    ///
    /// # Errors
    /// If the file has faults. A test reads all built-in files, so this does not happen.
    pub fn read(&self) -> Result<Puzzle, PuzzleError> {
        Puzzle::from_toml(self.name, &format!("puzzles/{}", self.path), self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle_file::clean_name;

    #[test]
    fn every_built_in_puzzle_reads_and_its_start_reads_back() {
        let all = list();
        for BuiltinPuzzle { name, .. } in &all {
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
                "a name that is valid in the name of a folder"
            );
        }
        assert!(
            all.windows(2).all(|pair| pair[0].name != pair[1].name),
            "each name belongs to one puzzle"
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
