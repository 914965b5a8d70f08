//! Reads a puzzle from a file or text in any format.
//!
//! A file whose name ends in `.toml` is a puzzle file. The format of any other text is recognized
//! by its content.

use super::bounded_input::read_file_within;
use super::import::{ImportOptions, Selection, SourceFormat, puzzle_name, selected};
use super::puzzle_draft::ConvertedPuzzle;
use super::puzzle_file::{MAX_FILE_BYTES, text_of, too_long};
use super::{Puzzle, PuzzleError};
use std::path::Path;

impl Puzzle {
    /// Reads the only puzzle of a file in any format; its name is the stem of the file.
    ///
    /// # Errors
    /// If the file cannot be read, has faults, or holds several puzzles; all faults found are in
    /// the error.
    pub fn read_file(path: &Path) -> Result<Puzzle, PuzzleError> {
        Puzzle::read_from(path, None)
    }

    /// Reads one puzzle of a file: the only one, or the one that `wanted` names by its number (from
    /// 1) or its name.
    pub(super) fn read_from(path: &Path, wanted: Option<&str>) -> Result<Puzzle, PuzzleError> {
        let file = path.display().to_string();
        let bytes = read_file_within(path, MAX_FILE_BYTES)
            .map_err(|error| PuzzleError::of_input(&file, error))?;
        let text = text_of(&file, &bytes)?;
        let is_toml = path.extension().is_some_and(|suffix| suffix == "toml");
        if is_toml {
            return of_puzzle_file(text, &file, wanted);
        }
        one_of(text, &file, wanted)
    }

    /// Reads the only puzzle of the bytes of a file in any format, at most [`MAX_FILE_BYTES`];
    /// `file` has the meaning as in [`Puzzle::from_text`].
    ///
    /// # Errors
    /// If the file is too long, is not UTF-8 text, has faults, or holds several puzzles.
    pub fn from_bytes(file: &str, bytes: &[u8]) -> Result<Puzzle, PuzzleError> {
        if bytes.len() > MAX_FILE_BYTES {
            return Err(too_long(file));
        }
        one_of(text_of(file, bytes)?, file, None)
    }

    /// Reads the only puzzle of a text in any format; `file` names the text in errors, and its stem
    /// is the puzzle's name.
    ///
    /// # Errors
    /// If the text has faults or holds several puzzles.
    ///
    /// ```
    /// use slidewise_puzzle::Puzzle;
    ///
    /// let puzzle = Puzzle::from_text("board.txt", "AA.\n..B\n")?;
    /// assert_eq!(puzzle.write_position(&puzzle.start), "AA.:..B");
    /// let puzzle = Puzzle::from_text("game.txt", "2x2:1,2,0,3")?;
    /// assert_eq!(puzzle.write_position(&puzzle.start), "12:.3");
    /// # Ok::<(), slidewise_puzzle::PuzzleError>(())
    /// ```
    pub fn from_text(file: &str, text: &str) -> Result<Puzzle, PuzzleError> {
        one_of(text, file, None)
    }
}

/// Reads the only puzzle of a text, or the one that `wanted` names by number or name.
///
/// A number that no puzzle has may be a name. Faults of other puzzles of a list do not concern the
/// puzzle that is wanted.
fn one_of(text: &str, file: &str, wanted: Option<&str>) -> Result<Puzzle, PuzzleError> {
    let form = SourceFormat::of(text);
    if form == SourceFormat::PuzzleFile {
        return of_puzzle_file(text, file, wanted);
    }
    let options = ImportOptions {
        is_recognized: true,
        ..ImportOptions::default()
    };
    let find = |selection: Selection<'_>| {
        let mut found = None;
        let mut take = |own: ConvertedPuzzle| found = found.take().or(Some(own.puzzle));
        let (count, read) = selected(text, file, form, &options, selection, &mut take);
        (count, read.map(|()| found))
    };
    let Some(wanted) = wanted else {
        return match find(Selection::Number(1)) {
            (0 | 1, Ok(Some(puzzle))) => Ok(puzzle),
            (0 | 1, Err(error)) => Err(error),
            // What is no list of puzzles holds none, however many items it has.
            (_, Err(error)) if form == SourceFormat::Catalogue => Err(error),
            (count, _) => Err(PuzzleError::Several {
                file: file.to_owned(),
                count,
            }),
        };
    };
    let by_number = wanted.parse().ok().map(Selection::Number);
    let mut count = 0;
    for selection in by_number.into_iter().chain([Selection::Named(wanted)]) {
        let (all, found) = find(selection);
        if let Some(puzzle) = found? {
            return Ok(puzzle);
        }
        count = all;
    }
    Err(PuzzleError::NoneSuch {
        file: file.to_owned(),
        wanted: wanted.to_owned(),
        count,
    })
}

/// Reads a puzzle file, whose only puzzle has the number 1, its name and its title.
fn of_puzzle_file(text: &str, file: &str, wanted: Option<&str>) -> Result<Puzzle, PuzzleError> {
    let puzzle = Puzzle::from_toml(&puzzle_name(file), file, text)?;
    match wanted {
        Some(wanted) if !["1", &puzzle.name, &puzzle.title].contains(&wanted) => {
            Err(PuzzleError::NoneSuch {
                file: file.to_owned(),
                wanted: wanted.to_owned(),
                count: 1,
            })
        }
        _ => Ok(puzzle),
    }
}
