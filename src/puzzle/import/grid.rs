//! Grids: a board as plain text, one character a cell, followed by its goals.
//!
//! Three things that other programs write are read as they mean them, each with a remark:
//!
//! - On a start board without `.`, `_` is an empty cell; without either, `@` is.
//! - If all pieces are digits and `0` is one of them, `g` is no piece: it marks cells that `0` must
//!   cover.
//! - Free cells outside the walls of the board, where no piece can come, are walls.
//!
//! A frame of `+`, `-`, `|`, `=` or `*` around all boards is left out.
//!
//! Commas or semicolons between the cells or at the ends of all rows are separators.

use super::draft_sink::DraftSink;
use super::frame::without_frame;
use super::import_options::{GoalFile, ImportOptions};
use super::source_text::goal_begin;
use super::source_text::unmarked;
use crate::document::MAX_GOALS;
use crate::error::{counted, message, quoted};
use crate::import_remark::ImportRemark;
use crate::puzzle_draft::{PlacedRows, PuzzleDraft, SourceFault};
use crate::remark::{PlacedRemark, separate_part_count};
use crate::token;
use crate::word_grid::{PlacedText, PlacedWord, RowBreaks, WordGrid};
use slidewise_board::{Board, Square};
use std::collections::BTreeMap;

/// The character that marks goal cells.
const GOAL_MARK: &str = "g";
/// More bytes than a row of tokens has, with blanks between them.
const LONGEST_LINE: usize = 1 << 16;
/// The piece that must cover the marked cells.
const MARKED_PIECE: &str = "0";
/// Characters of empty cells on boards without `.`, the most usual first.
const EMPTY_MARKS: [&str; 2] = [token::MUST_BE_EMPTY, "@"];

/// Reads a board and its goals, passing their puzzle to `sink`.
pub(super) fn grid(text: &str, options: &ImportOptions<'_>, sink: &mut DraftSink<'_>) {
    sink.only(|| draft(text, options.goal));
}

fn draft(text: &str, goal: Option<GoalFile<'_>>) -> Result<PuzzleDraft, Vec<SourceFault>> {
    let mut boards = without_frames(boards_of(text, 0, None)?).into_iter();
    let Some(mut start) = boards.next() else {
        return Err(vec![(0, message("a board", "nothing"))]);
    };
    let cells = start.len() * start[0].len();
    if cells > Board::MAX_CELLS {
        let expected = format!("a board of at most {} cells", Board::MAX_CELLS);
        return Err(vec![(
            start[0][0].at,
            message(&expected, &counted(cells, "cell")),
        )]);
    }
    let mut goals: Vec<PlacedRows> = boards.collect();
    if let Some(goal) = goal {
        let size = (start.len(), start[0].len());
        let begin = goal_begin(text);
        let more = without_frames(boards_of(unmarked(goal.text), begin, None)?);
        let Some(first) = more.first().and_then(|rows| rows.first()) else {
            return Err(vec![(begin, message("a board", "nothing"))]);
        };
        let found = (more[0].len(), first.len());
        if found != size {
            let expected = format!("a board of {} x {} cells", size.0, size.1);
            let found = format!("{} x {}", found.0, found.1);
            return Err(vec![(first[0].at, message(&expected, &found))]);
        }
        goals.extend(more);
    }
    let mut doubts = Vec::from_iter(read_empty_marks(&mut start));
    if goals.is_empty() {
        match read_goal_marks(&mut start) {
            Ok(Some((marked, remark))) => {
                goals = marked;
                doubts.push(remark);
            }
            Ok(None) => {}
            Err(fault) => return Err(vec![fault]),
        }
    }
    doubts.extend(wall_off_outside(&mut start));
    let faults = unlikely_pieces(&start);
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(PuzzleDraft {
        doubts,
        start,
        goals,
        ..PuzzleDraft::default()
    })
}

/// Splits a text that begins at the place `begin` into boards, which empty lines separate; all have
/// the size of the first.
fn boards_of(
    text: &str,
    begin: usize,
    mut size: Option<(usize, usize)>,
) -> Result<Vec<PlacedRows>, Vec<SourceFault>> {
    let mut blocks: Vec<PlacedText> = Vec::new();
    let mut at = begin;
    let mut is_inside = false;
    for line in text.split_inclusive('\n') {
        if line.len() > LONGEST_LINE {
            let expected = format!("at most {} cells in a row", Board::MAX_SIDE);
            return Err(vec![(at, message(&expected, "a longer line"))]);
        }
        let chars = line.char_indices().map(|(before, c)| (c, at + before));
        let chars: PlacedText = chars.filter(|&(c, _)| c != '\u{feff}').collect();
        at += line.len();
        if chars.iter().all(|&(c, _)| c.is_whitespace()) {
            is_inside = false;
            continue;
        }
        if !is_inside && blocks.len() > MAX_GOALS {
            // A puzzle file cannot hold more goals, so reading stops here.
            let expected = format!("a board and at most {MAX_GOALS} goals");
            return Err(vec![(chars[0].1, message(&expected, "one more"))]);
        }
        match blocks.last_mut() {
            Some(block) if is_inside => block.extend(chars),
            _ => blocks.push(chars),
        }
        is_inside = true;
    }
    let mut boards: Vec<PlacedRows> = Vec::new();
    for block in &blocks {
        match WordGrid::read(&without_separators(block), RowBreaks::Lines, size) {
            Ok(drawing) => {
                let columns = drawing.rows.first().map_or(0, Vec::len);
                size = size.or(Some((drawing.rows.len(), columns)));
                boards.push(drawing.rows);
            }
            Err(wrong) => {
                let place = |at| if at == 0 { block[0].1 } else { at };
                let wrong = wrong.into_iter();
                return Err(wrong
                    .map(|w| (place(w.at), message(&w.expected, &w.found)))
                    .collect());
            }
        }
    }
    Ok(boards)
}

/// Removes the frames of all boards, if each has one that is not of walls.
fn without_frames(boards: Vec<PlacedRows>) -> Vec<PlacedRows> {
    let corner = |rows: &PlacedRows| rows[0][0].text == token::WALL;
    if boards.iter().any(corner) {
        return boards;
    }
    let inner: Vec<PlacedRows> = boards
        .iter()
        .map(|rows| without_frame(rows.clone(), 0))
        .collect();
    let size = |rows: &PlacedRows| (rows.len(), rows[0].len());
    let is_of_one_size = inner.iter().all(|rows| size(rows) == size(&inner[0]));
    if is_of_one_size { inner } else { boards }
}

/// Replaces commas or semicolons by blanks, if they separate the cells or end the rows.
///
/// They do if they stand at the end of every row but perhaps the last, or behind every cell of
/// every row.
fn without_separators(block: &PlacedText) -> PlacedText {
    for mark in [',', ';'] {
        let is_filled = |line: &&[(char, usize)]| line.iter().any(|&(c, _)| !c.is_whitespace());
        let lines: Vec<Vec<char>> = block
            .split(|&(c, _)| c == '\n')
            .filter(is_filled)
            .map(|line| {
                let ink = line.iter().map(|&(c, _)| c);
                ink.filter(|c| !c.is_whitespace()).collect()
            })
            .collect();
        let ends = lines
            .iter()
            .filter(|line| line.last() == Some(&mark))
            .count();
        let ends_rows = lines.len() > 1 && ends + 1 >= lines.len() && ends > 0;
        let inside = |line: &[char]| line[..line.len() - 1].contains(&mark);
        let separates = lines.iter().all(|line| {
            let cells = line.strip_suffix(&[mark]).unwrap_or(line);
            inside(line) && cells.split(|&c| c == mark).all(|cell| !cell.is_empty())
        });
        let is_end = ends_rows && !lines.iter().any(|line| inside(line));
        if separates || is_end {
            let blank = |&(c, at): &(char, usize)| (if c == mark { ' ' } else { c }, at);
            return block.iter().map(blank).collect();
        }
    }
    block.clone()
}

/// Replaces the mark of empty cells by `.` on a board without `.`; the remark is on the first.
fn read_empty_marks(board: &mut PlacedRows) -> Option<PlacedRemark> {
    let has = |text: &str| board.iter().flatten().any(|word| word.text == text);
    if has(token::EMPTY) {
        return None;
    }
    let mark = EMPTY_MARKS.into_iter().find(|mark| has(mark))?;
    let mut first = None;
    let words = board.iter_mut().flatten();
    for word in words.filter(|word| word.text == mark) {
        token::EMPTY.clone_into(&mut word.text);
        let token = mark.to_owned();
        first = first.or(Some((word.at, ImportRemark::ReadAsEmpty { token }.into())));
    }
    first
}

/// Reads `g` as marks of goal cells, and returns a goal for each placement of `0` that covers all.
fn read_goal_marks(
    board: &mut PlacedRows,
) -> Result<Option<(Vec<PlacedRows>, PlacedRemark)>, SourceFault> {
    let is_piece =
        |word: &&PlacedWord| ![token::EMPTY, token::WALL, GOAL_MARK].contains(&word.text.as_str());
    let mut pieces = board.iter().flatten().filter(is_piece);
    let are_digits = pieces.all(|word| word.text.bytes().all(|c| c.is_ascii_digit()));
    let places = |text: &str| -> Vec<(usize, usize)> {
        let rows = board.iter().enumerate();
        let all = rows.flat_map(|(row, words)| {
            let own = words
                .iter()
                .enumerate()
                .filter(|(_, word)| word.text == text);
            own.map(move |(column, _)| (row, column))
        });
        all.collect()
    };
    let (marks, piece) = (places(GOAL_MARK), places(MARKED_PIECE));
    let (Some(&first_mark), Some(&first)) = (marks.first(), piece.first()) else {
        return Ok(None);
    };
    if !are_digits {
        return Ok(None);
    }
    let at = board[first_mark.0][first_mark.1].at;
    let is_wall = |row: usize, column: usize| board[row][column].text == token::WALL;
    let (rows, columns) = (board.len(), board[0].len());
    let mut goals = Vec::new();
    // The placements with a cell of the piece on the first mark; all others leave it uncovered.
    for &anchor in &piece {
        let moved = |&(row, column): &(usize, usize)| {
            let row = (row + first_mark.0).checked_sub(anchor.0)?;
            let column = (column + first_mark.1).checked_sub(anchor.1)?;
            let is_free = row < rows && column < columns && !is_wall(row, column);
            is_free.then_some((row, column))
        };
        let Some(cells) = piece.iter().map(moved).collect::<Option<Vec<_>>>() else {
            continue;
        };
        if marks.iter().all(|mark| cells.contains(mark)) {
            let word = |row: usize, column: usize| PlacedWord {
                text: if cells.contains(&(row, column)) {
                    MARKED_PIECE.to_owned()
                } else {
                    token::EMPTY.to_owned()
                },
                at,
            };
            let goal = (0..rows).map(|row| (0..columns).map(|column| word(row, column)).collect());
            goals.push(goal.collect());
        }
    }
    if goals.is_empty() {
        let expected = format!(
            "marks `g` that the piece `0` at {} can cover",
            place_name(first)
        );
        return Err((at, message(&expected, &counted(marks.len(), "mark"))));
    }
    for word in board
        .iter_mut()
        .flatten()
        .filter(|word| word.text == GOAL_MARK)
    {
        token::EMPTY.clone_into(&mut word.text);
    }
    Ok(Some((goals, (at, ImportRemark::GoalMarks.into()))))
}

/// A square as row and column from 1, for messages.
fn place_name((row, column): (usize, usize)) -> String {
    format!("row {}, column {}", row + 1, column + 1)
}

/// Turns free cells that touch the edge, and to which no piece can come, into walls.
fn wall_off_outside(board: &mut PlacedRows) -> Option<PlacedRemark> {
    let (rows, columns) = (board.len(), board[0].len());
    let mut is_seen = vec![vec![false; columns]; rows];
    let mut outside = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            if is_seen[row][column] || board[row][column].text == token::WALL {
                continue;
            }
            is_seen[row][column] = true;
            let mut region = vec![(row, column)];
            let mut next = 0;
            while let Some(&(row, column)) = region.get(next) {
                next += 1;
                let beside = [
                    (row.wrapping_sub(1), column),
                    (row + 1, column),
                    (row, column.wrapping_sub(1)),
                    (row, column + 1),
                ];
                for (row, column) in beside {
                    let is_inside = row < rows && column < columns;
                    if is_inside && !is_seen[row][column] && board[row][column].text != token::WALL
                    {
                        is_seen[row][column] = true;
                        region.push((row, column));
                    }
                }
            }
            let is_free = |&(row, column): &(usize, usize)| board[row][column].text == token::EMPTY;
            let is_edge = |&(row, column): &(usize, usize)| {
                row == 0 || column == 0 || row + 1 == rows || column + 1 == columns
            };
            if region.iter().all(is_free) && region.iter().any(is_edge) {
                outside.extend(region);
            }
        }
    }
    let &(row, column) = outside.first()?;
    let at = board[row][column].at;
    let cells = outside.len();
    for (row, column) in outside {
        token::WALL.clone_into(&mut board[row][column].text);
    }
    Some((at, ImportRemark::OutsideWalls { cells }.into()))
}

/// The faults of a board that was probably meant in another way: stray separators, no empty cell,
/// or pieces in several separate parts.
fn unlikely_pieces(board: &PlacedRows) -> Vec<SourceFault> {
    let mut squares: BTreeMap<&str, (usize, Vec<Square>)> = BTreeMap::new();
    let mut has_empty = false;
    for (row, words) in (0..).zip(board) {
        for (column, word) in (0..).zip(words) {
            match word.text.as_str() {
                token::EMPTY => has_empty = true,
                token::WALL => {}
                text => {
                    let own = squares.entry(text).or_insert((word.at, Vec::new()));
                    own.1.push(Square { row, column });
                }
            }
        }
    }
    if let Some((text, (at, _))) = squares.iter().find(|(text, _)| [",", ";"].contains(text)) {
        let expected = "a separator behind every cell or at the end of every row, or none";
        return vec![(*at, message(expected, &quoted(text)))];
    }
    if !has_empty {
        let begin = board[0][0].at;
        return vec![(begin, message("an empty cell, written `.`", "none"))];
    }
    let in_pieces = squares.into_iter().filter_map(|(text, (at, squares))| {
        let parts = separate_part_count(&squares)?;
        let expected = format!("one connected piece for the character {}", quoted(text));
        let found = format!(
            "{} in {parts} separate parts; give each piece its own character, or write a puzzle \
             file with `units` or `distinct`",
            counted(squares.len(), "cell")
        );
        Some((at, message(&expected, &found)))
    });
    in_pieces.collect()
}
