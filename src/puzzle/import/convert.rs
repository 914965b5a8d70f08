//! Converts all puzzles of a text that is in one of the supported formats.

use super::catalogue::catalogue;
use super::form::{SourceFormat, unmarked};
use super::grid::grid;
use super::rush_hour_lines::rush_hour_lines;
use crate::error::{PuzzleError, PuzzleFault, message, quoted};
use crate::faults::line_and_column;
use crate::puzzle_draft::{ConvertedPuzzle, PuzzleDraft, SourceFault};
use crate::puzzle_file::{MAX_FILE_BYTES, clean_name};
use crate::remark::PuzzleRemark;
use crate::rush_hour;
use std::collections::BTreeSet;

/// Converts all puzzles of a text.
///
/// `file` is the name of the text in error messages; its stem is used to name puzzles that have no
/// name of their own.
///
/// # Errors
/// All faults found, with line and column, at most [`PuzzleError::MAX_FAULTS`]. If `file` begins
/// with `rush:`, only the first fault.
///
/// ```
/// use slidewise_puzzle::import::{SourceFormat, convert};
///
/// let text = "AA?\n..?\n\n.AA\n...\n";
/// let puzzle = &convert(text, "pair.txt", SourceFormat::of(text))?[0];
/// assert_eq!(puzzle.name, "pair");
/// assert_eq!(puzzle.puzzle.write_position(&puzzle.puzzle.start), "AAB:..B");
/// # Ok::<(), slidewise_puzzle::PuzzleError>(())
/// ```
pub fn convert(
    text: &str,
    file: &str,
    form: SourceFormat,
) -> Result<Vec<ConvertedPuzzle>, PuzzleError> {
    let mut all = Vec::new();
    each(text, file, form, &mut |converted| all.push(converted))?;
    Ok(all)
}

/// Converts the puzzles of a text one after the other, passing each to `take` as soon as it is
/// ready.
///
/// `take` receives every puzzle without faults, even if other puzzles have faults. Memory holds the
/// text, the names of all puzzles, and one puzzle.
///
/// # Errors
/// The errors of [`convert`].
pub fn each(
    text: &str,
    file: &str,
    form: SourceFormat,
    take: &mut dyn FnMut(ConvertedPuzzle),
) -> Result<(), PuzzleError> {
    let text = unmarked(text);
    let mut faults: Vec<SourceFault> = Vec::new();
    let mut wrong: Vec<SourceFault> = Vec::new();
    let mut names = BTreeSet::new();
    let mut remarks_left = PuzzleError::MAX_FAULTS;
    let mut finish = |draft: PuzzleDraft| {
        let at = draft
            .start
            .iter()
            .flatten()
            .next()
            .map_or(0, |word| word.at);
        if !names.insert(draft.name.clone()) {
            let found = format!("a second {}", quoted(&draft.name));
            wrong.push((at, message("a different name for each puzzle", &found)));
        }
        match draft.finish() {
            Ok((mut converted, remarks)) => {
                // Only the first remarks of the text are kept, because finding the line of a remark
                // means counting all lines before it.
                let remarks = remarks.into_iter().take(remarks_left).map(|(at, kind)| {
                    let (line, column) = line_and_column(text, at);
                    PuzzleRemark { line, column, kind }
                });
                converted.puzzle.remarks = remarks.collect();
                remarks_left -= converted.puzzle.remarks.len();
                take(converted);
            }
            Err(faults) => wrong.extend(faults),
        }
    };
    if text.len() > 64 * MAX_FILE_BYTES {
        let expected = format!("at most {} bytes", 64 * MAX_FILE_BYTES);
        faults.push((0, message(&expected, "more")));
    } else {
        let file = if file.starts_with(rush_hour::PREFIX) {
            "rush-hour"
        } else {
            file
        };
        let stem = std::path::Path::new(file).file_stem();
        let stem = clean_name(&stem.unwrap_or_default().to_string_lossy());
        match form {
            SourceFormat::Catalogue => catalogue(text, &stem, &mut faults, &mut finish),
            SourceFormat::Rush => rush_hour_lines(text, &stem, &mut faults, &mut finish),
            SourceFormat::Grid => faults.extend(grid(text, &stem, &mut finish)),
        }
    }
    faults.append(&mut wrong);
    if faults.is_empty() {
        return Ok(());
    }
    faults.sort();
    faults.dedup();
    faults.truncate(PuzzleError::MAX_FAULTS);
    let mut faults = faults.into_iter().map(|(at, message)| {
        let (line, column) = line_and_column(text, at);
        PuzzleFault {
            line,
            column,
            message,
        }
    });
    if file.starts_with(rush_hour::PREFIX)
        && let Some(fault) = faults.next()
    {
        let word = file.to_owned();
        return Err(PuzzleError::Word { word, fault });
    }
    Err(PuzzleError::Faults {
        file: file.to_owned(),
        faults: faults.collect(),
    })
}
