//! Files of sliding tiles as schools and benchmarks write them: a board with its size, or a list
//! of boards, one per line.

use super::import_options::ImportOptions;
use super::several_drafts::{SeveralDrafts, TakeDraft};
use super::source_text::{PlacedNumber, SourceLine, content};
use super::tile_board::TileBoard;
use crate::error::{counted, message, quoted};
use crate::puzzle_draft::SourceFault;
use crate::tile_order::TileOrder;

/// The layout of a tile file.
enum TileLayout {
    /// The first line is the size of a square board, or its rows and columns; then come the rows of
    /// Start, and perhaps those of the goal.
    Sized { rows: usize, columns: usize },
    /// The rows of one board without its size.
    Unsized { columns: usize },
    /// One square board per line, each perhaps after its number in the list.
    List { side: usize, is_numbered: bool },
}

/// Whether a text is a tile file: numbers alone, in one of the layouts.
///
/// Whether each number occurs once is left to [`read`].
pub(super) fn is_tile_file(text: &str) -> bool {
    let Ok(lines) = numbered_lines(text) else {
        return false;
    };
    let has_zero =
        |lines: &[Vec<PlacedNumber>]| lines.iter().flatten().any(|number| number.value == 0);
    match layout(&lines) {
        Some(TileLayout::Sized { .. }) => true,
        Some(TileLayout::Unsized { .. }) => has_zero(&lines) && lines.len() > 1,
        Some(TileLayout::List { .. }) => lines
            .iter()
            .all(|line| has_zero(std::slice::from_ref(line))),
        None => false,
    }
}

/// Reads a tile file, passing the draft of each board to `take`, and returns the faults.
pub(super) fn read(
    text: &str,
    stem: &str,
    options: &ImportOptions<'_>,
    take: TakeDraft<'_>,
) -> Vec<SourceFault> {
    let lines = match numbered_lines(text) {
        Ok(lines) => lines,
        Err(fault) => return vec![fault],
    };
    let Some(first) = lines.first() else {
        return vec![(0, message("a board of numbers", "nothing"))];
    };
    match layout(&lines) {
        Some(TileLayout::Sized { rows, columns }) => {
            let at = first[0].at;
            one_board(at, &lines[1..], rows, columns, stem, options, take)
        }
        Some(TileLayout::Unsized { columns }) => one_board(
            first[0].at,
            &lines,
            lines.len(),
            columns,
            stem,
            options,
            take,
        ),
        Some(TileLayout::List { side, is_numbered }) => {
            let mut several = SeveralDrafts::new(stem, lines.len(), take);
            for line in lines {
                let tiles = line.into_iter().skip(usize::from(is_numbered)).collect();
                let board = TileBoard::new(side, side, tiles);
                several.take(board.map(|board| board.draft_without_goal(String::new())));
            }
            several.faults
        }
        None => {
            let expected = "a size and rows of numbers, or a square board in each line";
            let found = counted(first.len(), "number");
            vec![(
                first[0].at,
                message(expected, &format!("{found} in the first line")),
            )]
        }
    }
}

/// The lines of a text as numbers; comments are left out.
fn numbered_lines(text: &str) -> Result<Vec<Vec<PlacedNumber>>, SourceFault> {
    let wrong_word = |line: SourceLine<'_>| {
        let is_wrong = |word: &SourceLine<'_>| word.numbers().is_none();
        let word = line.words().find(is_wrong).unwrap_or(line);
        (
            word.at,
            message("numbers alone in this line", &quoted(word.text)),
        )
    };
    content(text)
        .map(|line| line.numbers().ok_or_else(|| wrong_word(line)))
        .collect()
}

/// Recognizes the layout by the numbers in each line.
fn layout(lines: &[Vec<PlacedNumber>]) -> Option<TileLayout> {
    let first = lines.first()?;
    let columns = lines.last()?.len();
    match first[..] {
        [side] if columns == side.value && lines.len() > 1 => {
            return Some(TileLayout::Sized {
                rows: side.value,
                columns,
            });
        }
        [rows, own] if own.value == columns && lines.len() == rows.value + 1 => {
            return Some(TileLayout::Sized {
                rows: rows.value,
                columns,
            });
        }
        _ => {}
    }
    if lines.iter().any(|line| line.len() != columns) {
        return None;
    }
    let holds_all = |count: usize| {
        let mut values: Vec<usize> = lines.iter().flatten().map(|number| number.value).collect();
        values.sort_unstable();
        values.into_iter().eq(0..count)
    };
    if lines.len() > 1 && holds_all(lines.len() * columns) {
        return Some(TileLayout::Unsized { columns });
    }
    let side_of = |cells: usize| {
        let side = cells.isqrt();
        (side >= 2 && side * side == cells).then_some(side)
    };
    if let Some(side) = side_of(columns) {
        return Some(TileLayout::List {
            side,
            is_numbered: false,
        });
    }
    let is_numbered = (1..)
        .zip(lines)
        .all(|(number, line)| line[0].value == number);
    match side_of(columns.checked_sub(1)?) {
        Some(side) if is_numbered => Some(TileLayout::List { side, is_numbered }),
        _ if lines.len() > 1 => Some(TileLayout::Unsized { columns }),
        _ => None,
    }
}

/// Reads the rows of a board and, if there are twice as many rows, of its goal.
fn one_board(
    at: usize,
    lines: &[Vec<PlacedNumber>],
    rows: usize,
    columns: usize,
    stem: &str,
    options: &ImportOptions<'_>,
    take: TakeDraft<'_>,
) -> Vec<SourceFault> {
    let long = lines.iter().find(|line| line.len() != columns);
    if let Some(line) = long {
        let expected = format!("{} in this row", counted(columns, "number"));
        return vec![(line[0].at, message(&expected, &line.len().to_string()))];
    }
    let has_goal = lines.len() == 2 * rows;
    if rows == 0 || lines.len() != rows && !has_goal {
        let expected = format!("{} of numbers", counted(rows, "row"));
        return vec![(at, message(&expected, &lines.len().to_string()))];
    }
    if has_goal && options.goal.is_some() {
        return vec![(
            at,
            message("one goal", "a goal here and a file of the goal"),
        )];
    }
    let board = |lines: &[Vec<PlacedNumber>]| TileBoard::new(rows, columns, lines.concat());
    let name = stem.to_owned();
    let start = match board(&lines[..rows]) {
        Ok(start) => start,
        Err(faults) => return faults,
    };
    let goal = if has_goal {
        Some(board(&lines[rows..]))
    } else {
        options.goal.map(|text| goal_board(text, at, rows, columns))
    };
    match goal {
        None => take(start.draft_without_goal(name)),
        Some(Ok(goal)) => take(start.draft_to(name, &goal)),
        Some(Err(faults)) => return faults,
    }
    Vec::new()
}

/// Reads a file of the goal, with or without its size; all faults are placed at `at`.
fn goal_board(
    text: &str,
    at: usize,
    rows: usize,
    columns: usize,
) -> Result<TileBoard, Vec<SourceFault>> {
    let in_goal = |what: String| (at, format!("in the file of the goal: {what}"));
    let mut lines = numbered_lines(text).map_err(|(_, what)| vec![in_goal(what)])?;
    if lines.len() == rows + 1 {
        lines.remove(0);
    }
    if lines.len() != rows || lines.iter().any(|line| line.len() != columns) {
        let expected = format!("{} of {}", counted(rows, "row"), counted(columns, "number"));
        return Err(vec![in_goal(message(&expected, "another size"))]);
    }
    let tiles = lines.concat();
    TileBoard::new(rows, columns, tiles)
        .map_err(|faults| faults.into_iter().map(|(_, what)| in_goal(what)).collect())
}

/// Whether each line of a text is a game id of Fifteen, such as `4x4:1,2,...`.
pub(super) fn is_fifteen(text: &str) -> bool {
    let mut lines = content(text).peekable();
    let is_id = |line: SourceLine<'_>| {
        let text = line.text.trim_start();
        let size = text.split([':', '#']).next().unwrap_or(text);
        let has_mark = size.len() < text.len();
        let mut sides = size.split('x');
        has_mark && sides.clone().count() <= 2 && sides.all(is_number)
    };
    lines.peek().is_some() && lines.all(is_id)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit())
}

/// Reads game ids of Fifteen, passing the draft of each to `take`, and returns the faults.
///
/// An id is the width and height, `:`, and the tiles in reading order with 0 for the empty cell.
/// The goal of Fifteen is row order with the empty cell last.
pub(super) fn read_fifteen(text: &str, stem: &str, take: TakeDraft<'_>) -> Vec<SourceFault> {
    let count = content(text).count();
    if count == 0 {
        return vec![(0, message("a game id such as `4x4:1,2,...`", "nothing"))];
    }
    let mut several = SeveralDrafts::new(stem, count, take);
    for line in content(text) {
        let board = fifteen_board(line);
        several.take(
            board.map(|board| board.draft_in_order(String::new(), TileOrder::EmptyLast, false)),
        );
    }
    several.faults
}

/// Reads one game id of Fifteen.
fn fifteen_board(line: SourceLine<'_>) -> Result<TileBoard, Vec<SourceFault>> {
    let text = line.text.trim_start();
    let begin = line.at + (line.text.len() - text.len());
    let fault = |at: usize, expected: &str, found: &str| vec![(at, message(expected, found))];
    let Some((size, tiles)) = text.split_once(':') else {
        let expected = "the tiles after `:`, because a random seed means nothing outside the game";
        return Err(fault(begin, expected, &quoted(text)));
    };
    let (columns, rows) = size.split_once('x').unwrap_or((size, size));
    let side = |digits: &str| digits.parse::<usize>().ok().filter(|_| is_number(digits));
    let (Some(columns), Some(rows)) = (side(columns), side(rows)) else {
        return Err(fault(begin, "width x height before `:`", &quoted(size)));
    };
    let tiles_line = SourceLine {
        at: begin + size.len() + 1,
        text: tiles,
    };
    let Some(tiles) = tiles_line.numbers() else {
        let found = quoted(tiles);
        return Err(fault(tiles_line.at, "numbers separated by commas", &found));
    };
    if columns.checked_mul(rows) != Some(tiles.len()) {
        let expected = format!("{columns} x {rows} numbers");
        return Err(fault(tiles_line.at, &expected, &tiles.len().to_string()));
    }
    TileBoard::new(rows, columns, tiles)
}
