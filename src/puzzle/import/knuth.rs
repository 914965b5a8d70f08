//! Shape definitions with boards of hexadecimal digits, the input of Knuth's program SLIDING.
//!
//! The first line has the size, such as `5 x 5`, and perhaps a title. Then come lines such as
//! `1 = 111/01`, which define the shape of a kind of piece: 1 is a cell of the piece, 0 is none,
//! and `/` separates rows. The last two lines are Start and the goal: each digit stands for the
//! first cell, in reading order, that the digits before leave open, and names the piece whose first
//! cell is there; 0 is an empty cell and `x` a wall. Zeros at the end may be left out.
//!
//! Source: D. E. Knuth, SLIDING, 2001, <https://www-cs-faculty.stanford.edu/~knuth/programs.html>.

use super::block_board::BlockBoard;
use super::draft_sink::DraftSink;
use super::piece_tokens::PieceTokens;
use super::source_text::{PlacedNumber, SourceLine, lines};
use crate::error::{message, quoted};
use crate::puzzle_draft::{PuzzleDraft, SourceFault};
use crate::token;

/// A kind of piece: its digit, and its cells as row and column from its first cell.
struct ShapeDefinition {
    digit: char,
    /// Columns count from the first cell of the first row, so they may be negative.
    cells: Vec<(usize, isize)>,
}

/// Whether a text begins with a size such as `5 x 5` and the definition of a shape.
pub(super) fn is_knuth(text: &str) -> bool {
    let mut lines = lines(text).filter(|line| !line.text.trim().is_empty());
    let has_size = lines.next().is_some_and(|line| size_of(line).is_some());
    has_size && lines.next().is_some_and(|line| definition(line).is_some())
}

/// Reads a puzzle, passing it to `sink`.
pub(super) fn read(text: &str, sink: &mut DraftSink<'_>) {
    let stem = sink.stem;
    sink.only(|| draft(text, stem).map_err(|fault| vec![fault]));
}

fn draft(text: &str, stem: &str) -> Result<PuzzleDraft, SourceFault> {
    let mut lines = lines(text)
        .filter(|line| !line.text.trim().is_empty())
        .peekable();
    let first = lines.next();
    let Some((rows, columns, title)) = first.and_then(size_of) else {
        let found = first.map_or("nothing".to_owned(), |line| quoted(line.text.trim()));
        return Err((
            0,
            message("a size such as `5 x 5` in the first line", &found),
        ));
    };
    let begin = first.map_or(0, |line| line.at);
    let mut kinds = Vec::new();
    while let Some((digit, pattern)) = lines.peek().copied().and_then(definition) {
        let line = lines.next().map_or(begin, |line| line.at);
        let cells = cells_of(pattern)?;
        if kinds
            .iter()
            .any(|kind: &ShapeDefinition| kind.digit == digit)
        {
            let found = format!("a second definition of `{digit}`");
            return Err((line, message("one definition for each digit", &found)));
        }
        kinds.push(ShapeDefinition { digit, cells });
    }
    let (Some(start), Some(goal)) = (lines.next(), lines.next()) else {
        let end = text.trim_end().len();
        let expected = "a line for Start and a line for the goal after the shapes";
        return Err((end, message(expected, "the end of the text")));
    };
    if let Some(more) = lines.next() {
        let found = quoted(more.text.trim());
        return Err((
            more.at,
            message("the end of the text after the goal", &found),
        ));
    }
    let digits = kinds.iter().map(|kind| kind.digit.to_string());
    let mut tokens = PieceTokens::besides(digits.collect::<Vec<_>>());
    let mut of_kind: Vec<Vec<String>> = vec![Vec::new(); kinds.len()];
    let mut token_of = |kind: usize, number: usize| -> String {
        let own = &mut of_kind[kind];
        while own.len() <= number {
            own.push(if own.is_empty() {
                kinds[kind].digit.into()
            } else {
                tokens.next()
            });
        }
        own[number].clone()
    };
    let mut placed = |line| filled(line, rows, columns, &kinds, &mut token_of);
    let (start_board, start_counts) = placed(start)?;
    let (goal_board, goal_counts) = placed(goal)?;
    for (kind, (&at_start, &at_goal)) in kinds.iter().zip(start_counts.iter().zip(&goal_counts)) {
        if at_goal > at_start {
            let expected = format!("at most {at_start} pieces `{}` in the goal", kind.digit);
            return Err((goal.at, message(&expected, &at_goal.to_string())));
        }
    }
    // Each digit is a class of its own, even if another digit has the same shape.
    let alike = of_kind.into_iter().filter(|tokens| !tokens.is_empty());
    Ok(PuzzleDraft {
        name: stem.to_owned(),
        title: if title.is_empty() {
            stem.to_owned()
        } else {
            title.chars().take(900).collect()
        },
        start: start_board.into_rows(),
        goals: vec![goal_board.into_rows()],
        alike: alike.collect(),
        ..PuzzleDraft::default()
    })
}

/// The rows, the columns and the title of a first line such as `5 x 5 (a silly example)`.
fn size_of(line: SourceLine<'_>) -> Option<(usize, usize, &str)> {
    let (rows, rest) = line.text.split_once('x')?;
    let rest = rest.trim_start();
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (columns, title) = rest.split_at(digits);
    let is_apart = title.is_empty() || title.starts_with(|c: char| !c.is_alphanumeric());
    let title = title.trim().trim_start_matches('(').trim_end_matches(')');
    let side = |digits: &str| {
        let is_number = !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit());
        is_number.then(|| digits.parse().unwrap_or(PlacedNumber::OUT_OF_RANGE))
    };
    is_apart.then_some((side(rows.trim())?, side(columns)?, title))
}

/// The digit of a definition such as `1 = 111/01`, and the pattern with its place.
fn definition(line: SourceLine<'_>) -> Option<(char, SourceLine<'_>)> {
    let (digit, pattern) = line.text.split_once('=')?;
    let mut digit = digit.trim().chars();
    let (first, rest) = (digit.next()?, digit.next());
    let is_digit = matches!(first, '1'..='9' | 'a'..='f') && rest.is_none();
    let trimmed = pattern.trim_start();
    let before = line.text.len() - trimmed.len();
    is_digit.then_some((
        first,
        SourceLine {
            at: line.at + before,
            text: trimmed,
        },
    ))
}

/// The cells of a pattern such as `111/01`, from its first cell.
fn cells_of(pattern: SourceLine<'_>) -> Result<Vec<(usize, isize)>, SourceFault> {
    let is_pattern = |c: char| matches!(c, '0' | '1' | '/');
    let fault = || {
        let expected = "rows of 0 and 1, separated by `/`, the first with a 1";
        (pattern.at, message(expected, &quoted(pattern.text)))
    };
    if !pattern.text.chars().all(is_pattern) {
        return Err(fault());
    }
    let rows: Vec<&str> = pattern.text.split('/').collect();
    let first = rows[0].find('1').ok_or_else(fault)? as isize;
    let rows = rows.iter().enumerate();
    let cells = rows.flat_map(|(row, cells)| {
        let ones = cells.match_indices('1');
        ones.map(move |(column, _)| (row, column as isize - first))
    });
    Ok(cells.collect())
}

/// Fills a board as a line of digits says; also counts the pieces of each kind.
fn filled(
    line: SourceLine<'_>,
    rows: usize,
    columns: usize,
    kinds: &[ShapeDefinition],
    token_of: &mut dyn FnMut(usize, usize) -> String,
) -> Result<(BlockBoard, Vec<usize>), SourceFault> {
    let mut board = BlockBoard::new(rows, columns, line.at)?;
    let mut counts = vec![0; kinds.len()];
    let squares = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let mut squares = squares.peekable();
    let text = line.text.trim_start();
    let begin = line.at + (line.text.len() - text.len());
    for (before, c) in text.char_indices() {
        let at = begin + before;
        let is_open = |&(row, column): &(usize, usize)| board.rows[row][column].is_none();
        let Some((row, column)) = squares.by_ref().find(is_open) else {
            let found = quoted(&text[before..]);
            return Err((
                at,
                message("the end of the line, since the board is full", &found),
            ));
        };
        match c {
            '0' => {}
            'x' => board.put(token::WALL, at, [(row, column)])?,
            digit => {
                let Some(kind) = kinds.iter().position(|kind| kind.digit == digit) else {
                    let expected = "0, x or the digit of a shape";
                    return Err((at, message(expected, &quoted(&digit.to_string()))));
                };
                let own = kinds[kind].cells.iter().map(|&(below, beside)| {
                    let column = column.checked_add_signed(beside).unwrap_or(usize::MAX);
                    (row + below, column)
                });
                let own: Vec<(usize, usize)> = own.collect();
                let token = token_of(kind, counts[kind]);
                board.put(&token, at, own)?;
                counts[kind] += 1;
            }
        }
    }
    Ok((board, counts))
}
