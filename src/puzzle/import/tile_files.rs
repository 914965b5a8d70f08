//! Files of sliding tiles as schools and benchmarks write them: a board with its size, or a list
//! of boards, one per line.

use super::draft_sink::DraftSink;
use super::import_options::ImportOptions;
use super::source_text::{
    GRID_MARKS, PlacedNumber, SourceLine, content, goal_begin, is_list, unmarked,
};
use super::tile_board::TileBoard;
use super::tile_lists::{LineForm, are_all, list_form, side_of};
use super::tile_text::{CellForm, NumberLine, TileText, is_in_brackets, number_line};
use crate::error::{counted, message, quoted};
use crate::puzzle_draft::{PuzzleDraft, SourceFault};
use crate::tile_order::TileOrder;

/// Greatest number in front of a board in a list.
const MAX_NUMBERED: usize = 999_999_999;

/// The layout of a tile file.
enum TileLayout {
    /// The first line is the size of a square board, or its rows and columns; then come the rows of
    /// Start, and perhaps those of the goal.
    Sized { rows: usize, columns: usize },
    /// The rows of Start without its size, and perhaps those of the goal.
    Unsized { rows: usize, columns: usize },
    /// The first line may be a size, but the rows have another length.
    Missized { columns: usize },
    /// One square board per line, perhaps with further numbers.
    List { side: usize, form: LineForm },
}

/// Whether a text is a tile file: numbers alone, in one of the layouts.
///
/// Whether each number occurs once is left to [`read`]. A list may have lines with faults.
pub(super) fn is_tile_file(text: &str) -> bool {
    let own = tile_text(text, 0, CellForm::Words);
    if let Some(goal) = &own.goal {
        return are_boards(&own.lines) && are_boards(goal);
    }
    let lines = own.lines;
    let good: Vec<Vec<PlacedNumber>> = lines.iter().flatten().cloned().collect();
    // A word for the empty cell may be a piece of a grid, unless the others are all numbers.
    let has_mark = content(text).any(|line| line.numbers().is_none());
    if has_mark && good.len() == lines.len() && !is_in_brackets(text) {
        return match layout(&good) {
            Some(TileLayout::Sized { .. }) => are_boards(&lines[1..]),
            Some(TileLayout::Unsized { .. }) => are_boards(&lines),
            Some(TileLayout::List { .. }) => true,
            _ => false,
        };
    }
    if good.len() < lines.len() {
        let mut source = content(text);
        return list_layout(&lines).is_some()
            && !source.any(|line| number_fault(line) && line.text.contains(GRID_MARKS));
    }
    match layout(&good) {
        Some(TileLayout::Sized { .. }) => true,
        Some(TileLayout::Unsized { .. }) => {
            good.iter().any(|line| has_zero(line)) && good.len() > 1
        }
        Some(TileLayout::Missized { .. }) => good[1..].iter().any(|line| has_zero(line)),
        Some(TileLayout::List { .. }) => good.iter().all(|line| has_zero(line)),
        None => list_layout(&lines).is_some(),
    }
}

/// Splits a text that begins at the place `begin`: with `.` for the empty cell, or one character a
/// cell, if this makes boards of tiles; else with cells in the form `usual`.
fn tile_text(text: &str, begin: usize, usual: CellForm) -> TileText {
    let has_dot = text.contains('.');
    let forms = [CellForm::DottedWords, CellForm::Characters].into_iter();
    let forms = forms.filter(|form| has_dot || *form == CellForm::Characters);
    let mut found = forms.map(|form| (form, TileText::new(text, begin, form)));
    let surely = found.find(|(form, own)| are_tiles_alone(own, *form));
    surely.map_or_else(|| TileText::new(text, begin, usual), |(_, own)| own)
}

/// Whether lines are boards of tiles and, as a grid, no board of blocks.
fn are_tiles_alone(own: &TileText, form: CellForm) -> bool {
    if let Some(goal) = &own.goal {
        return are_boards(&own.lines) && are_boards(goal);
    }
    let Ok(lines) = own.good() else {
        return false;
    };
    match layout(&lines) {
        // If the size has as many numbers as a row, it may be a row itself.
        Some(TileLayout::Sized { columns, .. }) => {
            lines[0].len() != columns && are_whole(&lines[1..])
        }
        Some(TileLayout::Unsized { .. }) => lines.len() > 1 && are_whole(&lines),
        Some(TileLayout::List { form: beside, .. }) => {
            let board = |line: &Vec<PlacedNumber>| -> Vec<usize> {
                let own = beside.board(line).iter();
                own.map(|number| number.value).collect()
            };
            let boards: Vec<Vec<usize>> = lines.iter().map(board).collect();
            // Equal lines are upright blocks.
            let differ = boards.windows(2).all(|two| two[0] != two[1]);
            let are_all = boards.iter().all(|board| are_all(board.iter().copied()));
            form == CellForm::DottedWords && differ && are_all
        }
        _ => false,
    }
}

/// Whether lines are the rows of one board, or of two.
fn are_whole(lines: &[Vec<PlacedNumber>]) -> bool {
    let (one, other) = lines.split_at(lines.len() / 2);
    holds_all(lines) || holds_all(one) && holds_all(other)
}

fn has_zero(line: &[PlacedNumber]) -> bool {
    line.iter().any(|number| number.value == 0)
}

/// Whether a line has a word that is neither a number nor a mark of the empty cell.
fn number_fault(line: SourceLine<'_>) -> bool {
    number_line(line, CellForm::Words).is_err()
}

/// Whether lines, perhaps below a size, are the rows of one board, or of two.
fn are_boards(lines: &[NumberLine]) -> bool {
    let good: Result<Vec<Vec<PlacedNumber>>, SourceFault> = lines.iter().cloned().collect();
    good.is_ok_and(|lines| are_whole(&lines) || lines.len() > 1 && are_whole(&lines[1..]))
}

/// Whether lines of four numbers, perhaps below a size, are tiles rather than blocks of a tray.
///
/// They are if they are 0, 1, 2, ... in one board, in two or in each line, or if at least the
/// greatest number is that of a board with as many cells.
pub(super) fn is_surely_tiles(lines: &[Vec<PlacedNumber>]) -> bool {
    let are_boards = |lines: &[Vec<PlacedNumber>]| {
        let (one, other) = lines.split_at(lines.len() / 2);
        let is_one = lines.len() > 1 && are_tiles(lines) || holds_all(lines);
        is_one || lines.len() > 1 && holds_all(one) && holds_all(other)
    };
    match lines {
        [size, rest @ ..] if size.len() == 2 => fits_rows(rest, size[0].value) && are_boards(rest),
        _ => {
            are_boards(lines)
                || lines
                    .iter()
                    .all(|line| holds_all(std::slice::from_ref(line)))
        }
    }
}

/// Reads a tile file, passing each board to `sink`.
pub(super) fn read(text: &str, options: &ImportOptions<'_>, sink: &mut DraftSink<'_>) {
    let source = tile_text(text, 0, CellForm::DottedWords);
    let good = source.good();
    let own = good.as_ref().ok().and_then(|good| layout(good));
    let list = || list_layout(&source.lines);
    let Some(own) = own.or_else(list) else {
        let fault = good.and_then(|good| Err(layout_fault(&good)));
        return sink.only(|| fault.map_err(|fault| vec![fault]));
    };
    let order = match &own {
        _ if source.is_of_school => TileOrder::Snail,
        // As in Korf's lists.
        TileLayout::List { form, .. } if form.has_number => TileOrder::EmptyFirst,
        _ => TileOrder::EmptyLast,
    };
    let goal = options.goal.map(|goal| (goal, goal_begin(text)));
    let goal = match (goal, &source.goal) {
        (None, None) => BoardGoal::Unsaid(order),
        (Some((goal, begin)), None) => {
            let own = tile_text(unmarked(goal.text), begin, CellForm::DottedWords);
            BoardGoal::Lines(own.lines, begin)
        }
        (None, Some(lines)) => BoardGoal::Lines(lines.clone(), 0),
        (Some(_), Some(_)) => {
            let found = "a goal here and a file of the goal";
            return sink.fail([(0, message("one goal", found))]);
        }
    };
    let board = |head: usize, rows: usize, columns: usize| {
        let good = good.clone().map_err(|fault| vec![fault])?;
        one_board(good[0][0].at, &good[head..], (rows, columns), &goal)
    };
    match own {
        TileLayout::Sized { rows, columns } => sink.only(|| board(1, rows, columns)),
        TileLayout::Unsized { rows, columns } => sink.only(|| board(0, rows, columns)),
        TileLayout::Missized { columns } => sink.only(|| {
            let good = good.clone().map_err(|fault| vec![fault])?;
            Err(vec![missized(&good, columns)])
        }),
        TileLayout::List { side, form } => read_list(&source.lines, side, form, &goal, sink),
    }
}

/// The goal of the boards of a tile file.
enum BoardGoal {
    /// One that the file leaves unsaid.
    Unsaid(TileOrder),
    /// The lines of a board, and the place where they begin.
    Lines(Vec<NumberLine>, usize),
}

impl BoardGoal {
    /// The draft of a board with this goal.
    fn draft(
        &self,
        start: &TileBoard,
        size: (usize, usize),
    ) -> Result<PuzzleDraft, Vec<SourceFault>> {
        match self {
            BoardGoal::Unsaid(order) => Ok(start.draft_in_order(*order)),
            BoardGoal::Lines(lines, begin) => Ok(start.draft_to(&goal_board(lines, *begin, size)?)),
        }
    }
}

/// Reads a list of boards, one a line.
fn read_list(
    lines: &[NumberLine],
    side: usize,
    form: LineForm,
    goal: &BoardGoal,
    sink: &mut DraftSink<'_>,
) {
    if lines.len() > 1 && matches!(goal, BoardGoal::Lines(..)) {
        let expected = "one board of tiles for a file of the goal";
        return sink.fail([(0, message(expected, &counted(lines.len(), "board")))]);
    }
    for line in lines {
        sink.next_of(lines.len(), None, || {
            let line = line.clone().map_err(|fault| vec![fault])?;
            let wanted = side * side + form.others();
            if line.len() != wanted {
                let expected = format!("{} in this line", counted(wanted, "number"));
                let found = line.len().to_string();
                return Err(vec![(line[0].at, message(&expected, &found))]);
            }
            if form.has_number && !(1..=MAX_NUMBERED).contains(&line[0].value) {
                let expected = format!("a number from 1 to {MAX_NUMBERED} before the board");
                return Err(vec![(line[0].at, message(&expected, &line[0].to_string()))]);
            }
            let start = TileBoard::new(side, side, form.board(&line).to_vec())?;
            goal.draft(&start, (side, side))
        });
    }
}

/// Whether the numbers of some lines are 0, 1, 2, ..., each once.
fn holds_all(lines: &[Vec<PlacedNumber>]) -> bool {
    are_all(lines.iter().flatten().map(|number| number.value))
}

/// Whether some numbers have 0, and their greatest is that of a board with as many cells: so they
/// are probably tiles, even if one of them is wrong.
fn are_tiles(lines: &[Vec<PlacedNumber>]) -> bool {
    let values = || lines.iter().flatten().map(|number| number.value);
    let greatest = values().max().unwrap_or(0);
    Some(greatest) == values().count().checked_sub(1) && values().any(|value| value == 0)
}

/// Recognizes the layout by the numbers in each line.
fn layout(lines: &[Vec<PlacedNumber>]) -> Option<TileLayout> {
    let (first, rest) = lines.split_first()?;
    let columns = lines.last()?.len();
    let is_even = |lines: &[Vec<PlacedNumber>]| lines.iter().all(|line| line.len() == columns);
    if is_even(lines) && lines.len() > 1 {
        let (start, goal) = lines.split_at(lines.len() / 2);
        if holds_all(lines) {
            let rows = lines.len();
            return Some(TileLayout::Unsized { rows, columns });
        }
        if start.len() > 1 && holds_all(start) && holds_all(goal) {
            let rows = start.len();
            return Some(TileLayout::Unsized { rows, columns });
        }
    }
    let begins_with = |columns: usize| {
        let ends = [rest.first(), rest.last()];
        ends.into_iter().flatten().any(|line| line.len() == columns)
    };
    match first[..] {
        [side] if begins_with(side.value) => {
            return Some(TileLayout::Sized {
                rows: side.value,
                columns: side.value,
            });
        }
        [rows, own] if begins_with(own.value) && fits_rows(rest, rows.value) => {
            return Some(TileLayout::Sized {
                rows: rows.value,
                columns: own.value,
            });
        }
        _ => {}
    }
    if !is_even(lines) {
        let is_size = first.len() <= 2 && rest.len() > 1 && is_even(rest);
        return is_size.then_some(TileLayout::Missized { columns });
    }
    if let Some(side) = side_of(columns) {
        let has_zero = |line: &Vec<PlacedNumber>| line.iter().any(|number| number.value == 0);
        if lines.len() > 1 && are_tiles(lines) && !lines.iter().all(has_zero) {
            let rows = lines.len();
            return Some(TileLayout::Unsized { rows, columns });
        }
        let form = LineForm::default();
        return Some(TileLayout::List { side, form });
    }
    match list_form(lines) {
        Some((side, form)) => Some(TileLayout::List { side, form }),
        None if lines.len() > 1 => Some(TileLayout::Unsized {
            rows: lines.len(),
            columns,
        }),
        None => None,
    }
}

/// Whether lines are the rows of a board, or of two.
fn fits_rows(lines: &[Vec<PlacedNumber>], rows: usize) -> bool {
    lines.len() == rows || rows.checked_mul(2) == Some(lines.len())
}

/// Recognizes a list in which some lines have faults: the first is a board, and so are most.
fn list_layout(lines: &[NumberLine]) -> Option<TileLayout> {
    let first = lines.first()?.as_ref().ok()?;
    let good: Vec<Vec<PlacedNumber>> = lines.iter().flatten().cloned().collect();
    let (side, form) = list_form(&good)?;
    let is_board = |line: &[PlacedNumber]| line.len() == first.len() && has_zero(line);
    let boards = good.iter().filter(|line| is_board(line)).count();
    let is_list = is_board(first) && boards * 2 > lines.len();
    is_list.then_some(TileLayout::List { side, form })
}

/// The fault of numbers in no layout.
fn layout_fault(lines: &[Vec<PlacedNumber>]) -> SourceFault {
    let Some(first) = lines.first() else {
        return (0, message("a board of numbers", "nothing"));
    };
    let expected = "a size and rows of numbers, or a square board in each line";
    let found = format!("{} in the first line", counted(first.len(), "number"));
    (first[0].at, message(expected, &found))
}

/// The fault of a size in the first line that the rows below it do not have.
fn missized(lines: &[Vec<PlacedNumber>], columns: usize) -> SourceFault {
    let size: Vec<String> = lines[0].iter().map(ToString::to_string).collect();
    let rows = lines.len() - 1;
    let expected = match size.len() {
        1 => format!("rows and columns of the board, `{rows} {columns}`, or its side"),
        _ => format!("the size `{rows} {columns}` of the rows below"),
    };
    (lines[0][0].at, message(&expected, &quoted(&size.join(" "))))
}

/// Reads the rows of a board and, if there are twice as many rows, of its goal.
fn one_board(
    at: usize,
    lines: &[Vec<PlacedNumber>],
    (rows, columns): (usize, usize),
    goal: &BoardGoal,
) -> Result<PuzzleDraft, Vec<SourceFault>> {
    let long = lines.iter().find(|line| line.len() != columns);
    if let Some(line) = long {
        let expected = format!("{} in this row", counted(columns, "number"));
        return Err(vec![(
            line[0].at,
            message(&expected, &line.len().to_string()),
        )]);
    }
    if rows == 0 || !fits_rows(lines, rows) {
        let expected = format!("{} of numbers", counted(rows, "row"));
        return Err(vec![(at, message(&expected, &lines.len().to_string()))]);
    }
    let (start, own_goal) = lines.split_at(rows);
    let board = |lines: &[Vec<PlacedNumber>]| TileBoard::new(rows, columns, lines.concat());
    let start = board(start)?;
    match (goal, own_goal) {
        (goal, []) => goal.draft(&start, (rows, columns)),
        (BoardGoal::Unsaid(_), own) => Ok(start.draft_to(&board(own)?)),
        (BoardGoal::Lines(..), own) => {
            let found = "a goal here and a file of the goal";
            Err(vec![(own[0][0].at, message("one goal", found))])
        }
    }
}

/// Reads the lines of a goal, with or without its size; their places begin at the given one.
fn goal_board(
    lines: &[NumberLine],
    begin: usize,
    (rows, columns): (usize, usize),
) -> Result<TileBoard, Vec<SourceFault>> {
    let lines: Vec<Vec<PlacedNumber>> = lines
        .iter()
        .cloned()
        .collect::<Result<_, _>>()
        .map_err(|fault| vec![fault])?;
    let mut own = &lines[..];
    if let [size, rest @ ..] = own
        && rest.len() == rows
    {
        let values: Vec<usize> = size.iter().map(|number| number.value).collect();
        let is_size = values == [rows, columns] || rows == columns && values == [rows];
        if !is_size {
            let expected = format!("the size of the board, `{rows} {columns}`, or its rows alone");
            let found = counted(rest.len() + 1, "line");
            return Err(vec![(size[0].at, message(&expected, &found))]);
        }
        own = rest;
    }
    if own.len() == 1 && own[0].len() == rows * columns {
        return TileBoard::new(rows, columns, own.concat());
    }
    if let Some(line) = own.iter().find(|line| line.len() != columns) {
        let expected = format!("{} in this row", counted(columns, "number"));
        let found = line.len().to_string();
        return Err(vec![(line[0].at, message(&expected, &found))]);
    }
    if own.len() != rows {
        let at = own.first().map_or(begin, |line| line[0].at);
        let expected = format!("{} of numbers", counted(rows, "row"));
        return Err(vec![(at, message(&expected, &own.len().to_string()))]);
    }
    TileBoard::new(rows, columns, own.concat())
}

/// Whether each line of a text is a game id of Fifteen, such as `4x4:1,2,...`.
pub(super) fn is_fifteen(text: &str) -> bool {
    let is_id = |text: &str| {
        let text = text.trim_start();
        let size = text.split([':', '#']).next().unwrap_or(text);
        let has_mark = size.len() < text.len();
        let mut sides = size.split('x');
        // A blank follows the number of a board in a list.
        let has_mark = has_mark && !text[size.len() + 1..].starts_with([' ', '\t']);
        has_mark && sides.clone().count() <= 2 && sides.all(is_number)
    };
    is_list(content(text).map(|line| line.text), &GRID_MARKS, is_id)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit())
}

/// Reads game ids of Fifteen, passing each to `sink`.
///
/// An id is the width and height, `:`, and the tiles in reading order with 0 for the empty cell.
/// The goal of Fifteen is row order with the empty cell last.
pub(super) fn read_fifteen(text: &str, sink: &mut DraftSink<'_>) {
    let count = content(text).count();
    if count == 0 {
        sink.fail([(0, message("a game id such as `4x4:1,2,...`", "nothing"))]);
    }
    for line in content(text) {
        sink.next_of(count, None, || {
            Ok(fifteen_board(line)?.draft_in_order(TileOrder::EmptyLast))
        });
    }
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
