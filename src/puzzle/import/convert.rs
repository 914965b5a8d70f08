//! Converts all puzzles of a text that is in one of the supported formats.

use super::catalogue::catalogue;
use super::form::{SourceFormat, unmarked};
use super::grid::grid;
use super::import_options::ImportOptions;
use super::rush_hour_lines::rush_hour_lines;
use super::{car_list, klotski, knuth, parking, tile_files, tray};
use crate::error::{PuzzleError, PuzzleFault, message, quoted};
use crate::faults::line_and_column;
use crate::puzzle_draft::{ConvertedPuzzle, PuzzleDraft, SourceFault};
use crate::puzzle_file::{MAX_FILE_BYTES, clean_name};
use crate::remark_kind::PuzzleRemark;
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
    let options = ImportOptions::default();
    each(text, file, form, &options, &mut |converted| {
        all.push(converted)
    })?;
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
    options: &ImportOptions<'_>,
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
        let stem = puzzle_name(file);
        match check_format(text, form, options) {
            Ok(()) => faults.extend(read(text, &stem, form, options, &mut finish)),
            Err(fault) => faults.push(fault),
        }
    }
    faults.append(&mut wrong);
    error_of(faults, text, file, form)
}

/// The name of the puzzle of a file or text: the stem of the file, `stdin` for `-`.
pub(crate) fn puzzle_name(file: &str) -> String {
    let file = match file {
        "-" => "stdin",
        _ if file.starts_with(rush_hour::PREFIX) => "rush-hour",
        _ => file,
    };
    let stem = std::path::Path::new(file).file_stem();
    clean_name(&stem.unwrap_or_default().to_string_lossy())
}

/// The error of a text with faults, which have their places in bytes; `Ok` without faults.
fn error_of(
    mut faults: Vec<SourceFault>,
    text: &str,
    file: &str,
    form: SourceFormat,
) -> Result<(), PuzzleError> {
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
        read_as: Some(form.to_string()),
    })
}

/// Refuses a format that is named by the user, if the text clearly is in another one.
///
/// Whether the blocks of a board are cars, and whether nine digits are a code or tiles, is for the
/// user to say. Also refuses options that the format does not use.
fn check_format(
    text: &str,
    form: SourceFormat,
    options: &ImportOptions<'_>,
) -> Result<(), SourceFault> {
    let found = SourceFormat::of(text);
    let is_open = match form {
        SourceFormat::PuzzleFile => false,
        SourceFormat::Grid => found == SourceFormat::Parking,
        SourceFormat::HrdCode => found == SourceFormat::Tiles,
        _ => found == SourceFormat::Grid,
    };
    if found != form && !is_open {
        return Err((0, message(&form.to_string(), &found.to_string())));
    }
    let has_exit = matches!(form, SourceFormat::Parking | SourceFormat::Cars);
    if options.exit.is_some() && !has_exit {
        let expected = "a parking board for `--exit`";
        return Err((0, message(expected, &form.to_string())));
    }
    let takes_goal = matches!(
        form,
        SourceFormat::Tray | SourceFormat::Tiles | SourceFormat::Grid
    );
    if options.goal.is_some() && !takes_goal {
        let expected = "a tray, tiles or a grid for a file of the goal";
        return Err((0, message(expected, &form.to_string())));
    }
    Ok(())
}

/// Reads a text in a format, passing the draft of each puzzle to `take`, and returns the faults.
fn read(
    text: &str,
    stem: &str,
    form: SourceFormat,
    options: &ImportOptions<'_>,
    take: &mut dyn FnMut(PuzzleDraft),
) -> Vec<SourceFault> {
    let mut faults = Vec::new();
    match form {
        SourceFormat::PuzzleFile => {}
        SourceFormat::Catalogue => catalogue(text, stem, &mut faults, take),
        SourceFormat::Rush => rush_hour_lines(text, stem, &mut faults, take),
        SourceFormat::Parking => faults = parking::read(text, stem, options, take),
        SourceFormat::Cars => faults = car_list::read(text, stem, options, take),
        SourceFormat::Tray => faults = tray::read(text, stem, options, take),
        SourceFormat::Tiles => faults = tile_files::read(text, stem, options, take),
        SourceFormat::Fifteen => faults = tile_files::read_fifteen(text, stem, take),
        SourceFormat::Klotski => faults = klotski::read(text, stem, take),
        SourceFormat::HrdCode => faults = klotski::read_codes(text, stem, take),
        SourceFormat::Knuth => faults = knuth::read(text, stem, take),
        SourceFormat::Grid => faults = grid(text, stem, options, take),
    }
    faults
}
