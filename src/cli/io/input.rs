//! Puzzles from arguments: by file, by name, or from standard input.

use super::level_word::refuse_level;
use super::piped::{STDIN, piped};
use super::wait::waiting;
use slidewise_app::Problem;
use slidewise_puzzle::{Puzzle, PuzzleError};
use std::path::Path;

/// Opens the puzzle that an argument names; `-` is a puzzle file on standard input.
///
/// `PUZZLE keep TOKENS` is the puzzle of a group, as its tables are named.
///
/// # Errors
/// The errors of [`Puzzle::open`], with a hint for a folder.
pub(crate) fn read_puzzle(word: &str) -> Result<Puzzle, Problem> {
    refuse_level(word)?;
    if word == STDIN {
        return Ok(read_puzzle_file(Path::new(word))?);
    }
    match (open_waiting(word), Puzzle::split_group_name(word)) {
        (Err(PuzzleError::Unknown { .. }), Some((whole, tokens))) => read_group(whole, &tokens),
        (opened, _) => opened.map_err(|error| problem_of(Path::new(word), error)),
    }
}

/// Opens a puzzle as [`Puzzle::open`]; a signal ends the wait for the writer of a FIFO.
pub(crate) fn open_waiting(word: &str) -> Result<Puzzle, PuzzleError> {
    if word != STDIN && piped(word).is_some() {
        return read_puzzle_file(Path::new(word));
    }
    waiting(|| Puzzle::open(word))
}

/// Opens the puzzle of the pieces with these tokens alone.
fn read_group(whole: &str, tokens: &[&str]) -> Result<Puzzle, Problem> {
    let puzzle = read_puzzle(whole)?;
    let group = puzzle
        .classes_of(tokens)
        .map(|classes| puzzle.group(&classes));
    match group {
        Ok(Some(group)) => Ok(group),
        Ok(None) | Err(_) => Err(Problem::of_input(
            format!(
                "{} has not all of the pieces {}",
                puzzle.name,
                tokens.join(" ")
            ),
            "`slidewise show PUZZLE` lists the pieces",
        )),
    }
}

/// Reads a puzzle file; `-` is standard input.
pub(crate) fn read_puzzle_file(file: &Path) -> Result<Puzzle, PuzzleError> {
    let word = file.to_string_lossy();
    match piped(&word) {
        Some(Ok(bytes)) => return Puzzle::from_bytes(&word, &bytes),
        Some(Err(kind)) => return Err(PuzzleError::of_input(&word, kind.into())),
        None => {}
    }
    waiting(|| Puzzle::read_file(file))
}

/// The problem of a puzzle that cannot be read from `path`.
pub(crate) fn problem_of(path: &Path, error: PuzzleError) -> Problem {
    let is_folder = match error {
        PuzzleError::Io { .. } | PuzzleError::Unknown { .. } => path.is_dir(),
        _ => false,
    };
    if !is_folder {
        return error.into();
    }
    let folder = path.display();
    Problem::of_input(
        format!("{folder} is a folder, and a puzzle is a file"),
        format!(
            "name a file in it, as in {}",
            path.join("NAME.toml").display()
        ),
    )
    .about(folder.to_string())
}
