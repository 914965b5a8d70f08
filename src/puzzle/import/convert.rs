//! Converts all puzzles of a text that is in one of the supported formats.

use super::board_reader::read_boards;
use super::catalogue::catalogue;
use super::draft_sink::{DraftSink, Selection};
use super::field_board::read_table;
use super::foreign::foreign_kind;
use super::form::SourceFormat;
use super::import_options::ImportOptions;
use super::source_text::goal_begin;
use super::source_text::unmarked;
use crate::error::{PuzzleError, PuzzleFault, message, quoted};
use crate::faults::PlaceCounter;
use crate::puzzle_draft::{ConvertedPuzzle, PuzzleDraft, SourceFault};
use crate::puzzle_file::{MAX_FILE_BYTES, clean_name};
use crate::remark_kind::PuzzleRemark;
use crate::rush_hour;
use crate::token;
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
/// The errors of [`convert`]. Faults of the file of the goal are an error that names this file,
/// unless the text has faults itself.
pub fn each(
    text: &str,
    file: &str,
    form: SourceFormat,
    options: &ImportOptions<'_>,
    take: &mut dyn FnMut(ConvertedPuzzle),
) -> Result<(), PuzzleError> {
    selected(text, file, form, options, Selection::All, take).1
}

/// Converts the selected puzzles of a text, passing each to `take`; returns the number of all
/// puzzles, with faults or without, beside the error.
///
/// A list is read to its end, but only the selected puzzles are converted.
pub(crate) fn selected(
    text: &str,
    file: &str,
    form: SourceFormat,
    options: &ImportOptions<'_>,
    selection: Selection<'_>,
    take: &mut dyn FnMut(ConvertedPuzzle),
) -> (usize, Result<(), PuzzleError>) {
    let text = unmarked(text);
    // Any text may be a grid, and some marks of other boards occur elsewhere.
    let is_open = !matches!(form, SourceFormat::PuzzleFile | SourceFormat::Catalogue);
    let is_open = is_open && options.is_recognized;
    if let Some(kind) = is_open.then(|| foreign_kind(text)).flatten() {
        let file = file.to_owned();
        return (0, Err(PuzzleError::Foreign { file, kind }));
    }
    let mut names = BTreeSet::new();
    let mut remarks_left = PuzzleError::MAX_FAULTS;
    let mut places = PlaceCounter::new(text);
    let heading = form.heading(text);
    let body = heading.map_or(text, |heading| heading.body);
    // Places count from the beginning of the body until they leave the formats.
    let begin = text.len() - body.len();
    let mut finish = |draft: PuzzleDraft| -> Vec<SourceFault> {
        let at = draft
            .start
            .iter()
            .flatten()
            .next()
            .map_or(0, |word| word.at);
        let mut wrong = Vec::new();
        if !names.insert(draft.name.clone()) {
            let found = format!("a second {}", quoted(&draft.name));
            wrong.push((at, message("a different name for each puzzle", &found)));
        }
        match draft.finish() {
            Ok((mut converted, remarks)) => {
                // Only the first remarks of the text are kept, because a long list has too many to
                // be read.
                let remarks = remarks.into_iter().take(remarks_left);
                let remarks = remarks.map(|(own, kind)| {
                    // A remark on the file of the goal stands at the board.
                    let own = if own > body.len() { at } else { own };
                    let (line, column) = places.line_and_column(begin + own);
                    PuzzleRemark { line, column, kind }
                });
                converted.puzzle.remarks = remarks.collect();
                remarks_left -= converted.puzzle.remarks.len();
                take(converted);
            }
            Err(faults) => wrong.extend(faults),
        }
        wrong
    };
    let stem = puzzle_name(file);
    let title = heading.map(|heading| heading.title);
    let mut sink = DraftSink::new(&stem, title, selection, &mut finish);
    if text.len() > 64 * MAX_FILE_BYTES {
        let expected = format!("at most {} bytes", 64 * MAX_FILE_BYTES);
        sink.fail([(0, message(&expected, "more"))]);
    } else {
        match check_format(text, form, options) {
            Ok(()) => read(body, form, options, &mut sink),
            Err(fault) => sink.fail([fault]),
        }
    }
    let count = sink.count;
    let faults = sink.into_faults().into_iter();
    let faults = faults.map(|(at, what)| (begin + at, what)).collect();
    (count, error_of(faults, text, file, form, options))
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
///
/// Places behind the end of the text are those of the file of the goal.
fn error_of(
    mut faults: Vec<SourceFault>,
    text: &str,
    file: &str,
    form: SourceFormat,
    options: &ImportOptions<'_>,
) -> Result<(), PuzzleError> {
    if faults.is_empty() {
        return Ok(());
    }
    faults.sort();
    faults.dedup();
    let begin = goal_begin(text);
    let own = faults.partition_point(|&(at, _)| at < begin);
    let (file, text, begin) = match options.goal {
        Some(goal) if own == 0 => (goal.file, unmarked(goal.text), begin),
        _ => {
            faults.truncate(own);
            (file, text, 0)
        }
    };
    faults.truncate(PuzzleError::MAX_FAULTS);
    let mut places = PlaceCounter::new(text);
    let mut faults = faults.into_iter().map(|(at, message)| {
        let (line, column) = places.line_and_column(at - begin);
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
        read_as: Some(match begin {
            0 => form.to_string(),
            _ => format!("the goal of {form}"),
        }),
    })
}

/// Refuses a format that is named by the user, if the text clearly is in another one.
///
/// Whether the blocks of a board are cars, and whether nine digits are a code or tiles, is for the
/// user to say. A format that was recognized is not recognized again. Also refuses options that the
/// format does not use.
fn check_format(
    text: &str,
    form: SourceFormat,
    options: &ImportOptions<'_>,
) -> Result<(), SourceFault> {
    let found = if options.is_recognized {
        form
    } else {
        SourceFormat::of(text)
    };
    let is_open = match form {
        SourceFormat::PuzzleFile => false,
        // Numbered tiles with `.` are a grid of blocks, too.
        SourceFormat::Grid => match found {
            SourceFormat::Tiles => text.contains(token::EMPTY),
            found => found == SourceFormat::Parking,
        },
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

/// Reads a text in a format, passing all its puzzles and its faults to `sink`.
fn read(text: &str, form: SourceFormat, options: &ImportOptions<'_>, sink: &mut DraftSink<'_>) {
    match form {
        SourceFormat::Catalogue => catalogue(text, sink),
        SourceFormat::Table => read_table(text, sink),
        _ => read_boards(text, form, options, sink),
    }
}
