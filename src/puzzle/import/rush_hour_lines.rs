//! Rush Hour boards, one per line.

use super::draft_sink::DraftSink;
use crate::class::Axis;
use crate::error::message;
use crate::puzzle_draft::{PlacedRows, PuzzleDraft, SourceFault};
use crate::rush_hour;
use crate::word_grid::PlacedWord;

/// Finds the board in a line, and its place in the text.
///
/// The board is a word of 36 cells. The result is `None` unless the line has exactly one such word
/// and all its other words are numbers.
pub(super) fn rush_board(line: &str, at: usize) -> Option<(&str, usize)> {
    let mut board = None;
    for word in line.split_whitespace() {
        let bare = word.strip_prefix(rush_hour::PREFIX).unwrap_or(word);
        if bare.len() == 36 && bare.bytes().all(|c| c == b'.' || c.is_ascii_alphabetic()) {
            if board.is_some() {
                return None;
            }
            let before = bare.as_ptr() as usize - line.as_ptr() as usize;
            board = Some((bare, at + before));
        } else if !word.bytes().all(|c| c.is_ascii_digit()) {
            return None;
        }
    }
    board
}

/// Reads Rush Hour boards, passing each to `sink`.
pub(super) fn rush_hour_lines(text: &str, sink: &mut DraftSink<'_>) {
    let is_board = |line: &&str| !line.trim().is_empty();
    let boards = text.lines().filter(is_board).count();
    if boards == 0 {
        sink.fail([(0, message("a board of 36 cells in each line", "none"))]);
    }
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let begin = at;
        at += line.len();
        if !is_board(&line) {
            continue;
        }
        let (board, place) = rush_board(line, begin).unwrap_or_else(|| {
            let word = line.split_whitespace().next().unwrap_or("");
            let bare = word.strip_prefix(rush_hour::PREFIX).unwrap_or(word);
            (
                bare,
                begin + (bare.as_ptr() as usize - line.as_ptr() as usize),
            )
        });
        sink.next_of(boards, Some(rush_hour::TITLE), || {
            rush_draft(board, place, true).map_err(|fault| vec![fault])
        });
    }
}

/// The draft of one Rush Hour board at the place `at`.
///
/// With `is_spread`, each cell has its own place; otherwise all cells have the place of the board.
pub(super) fn rush_draft(
    board: &str,
    at: usize,
    is_spread: bool,
) -> Result<PuzzleDraft, SourceFault> {
    let puzzle = rush_hour::read(&format!("{}{board}", rush_hour::PREFIX)).map_err(|error| {
        let fault = &error.faults()[0];
        let before = fault.column.saturating_sub(1 + rush_hour::PREFIX.len());
        let place = if is_spread { at + before } else { at };
        (place, fault.message.clone())
    })?;
    let placed = |text: String| -> PlacedRows {
        let mut number = 0;
        let mut word = |c: char| {
            number += 1;
            PlacedWord {
                text: c.into(),
                at: if is_spread { at + number - 1 } else { at },
            }
        };
        text.split(':')
            .map(|row| row.chars().map(&mut word).collect())
            .collect()
    };
    let of_axis = |axis: Axis| -> Vec<String> {
        let classes = puzzle.classes.iter().filter(|class| class.axis == axis);
        classes.flat_map(|class| class.labels.clone()).collect()
    };
    Ok(PuzzleDraft {
        family: Some(rush_hour::FAMILY.to_owned()),
        metric: puzzle.presentation.metric,
        start: placed(puzzle.write_position(&puzzle.start)),
        goals: puzzle
            .goals
            .iter()
            .map(|goal| placed(puzzle.write_goal(goal)))
            .collect(),
        horizontal: of_axis(Axis::Horizontal),
        vertical: of_axis(Axis::Vertical),
        ..PuzzleDraft::default()
    })
}
