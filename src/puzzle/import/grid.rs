//! Grids: a board as plain text, followed by its goals.

use crate::document::MAX_GOALS;
use crate::error::message;
use crate::puzzle_draft::{PlacedRows, PuzzleDraft, SourceFault};
use crate::remark::{PlacedRemark, RemarkKind};
use crate::token;
use crate::word_grid::{PlacedText, RowBreaks, WordGrid};

/// Reads a board and its goals, passes their draft to `take`, and returns the faults.
pub(super) fn grid(text: &str, stem: &str, take: &mut dyn FnMut(PuzzleDraft)) -> Vec<SourceFault> {
    let mut blocks: Vec<PlacedText> = Vec::new();
    let mut at = 0;
    let mut is_inside = false;
    for line in text.split_inclusive('\n') {
        let chars = line.char_indices().map(|(before, c)| (c, at + before));
        let chars: PlacedText = chars.filter(|&(c, _)| c != '\u{feff}').collect();
        at += line.len();
        if chars.iter().all(|&(c, _)| c.is_whitespace()) {
            is_inside = false;
            continue;
        }
        if !is_inside && blocks.len() > MAX_GOALS {
            // A puzzle file holds at most `MAX_GOALS` goals, so reading stops at the next goal.
            let expected = format!("a board and at most {MAX_GOALS} goals");
            return vec![(chars[0].1, message(&expected, "one more"))];
        }
        match blocks.last_mut() {
            Some(block) if is_inside => block.extend(chars),
            _ => blocks.push(chars),
        }
        is_inside = true;
    }
    let mut size = None;
    let mut boards: Vec<PlacedRows> = Vec::new();
    for block in &blocks {
        match WordGrid::read(block, RowBreaks::Lines, size) {
            Ok(drawing) => {
                let columns = drawing.rows.first().map_or(0, Vec::len);
                size = size.or(Some((drawing.rows.len(), columns)));
                boards.push(drawing.rows);
            }
            Err(wrong) => {
                let place = |at| if at == 0 { block[0].1 } else { at };
                let wrong = wrong.into_iter();
                return wrong
                    .map(|w| (place(w.at), message(&w.expected, &w.found)))
                    .collect();
            }
        }
    }
    let mut boards = boards.into_iter();
    let Some(mut start) = boards.next() else {
        return vec![(0, message("a board", "nothing"))];
    };
    let doubts = empty_underscores(&mut start);
    take(PuzzleDraft {
        doubts,
        name: stem.to_owned(),
        title: stem.to_owned(),
        start,
        goals: boards.collect(),
        ..PuzzleDraft::default()
    });
    Vec::new()
}

/// Replaces `_` by `.` on a board without `.`, and returns a remark on the first `_`.
fn empty_underscores(board: &mut PlacedRows) -> Vec<PlacedRemark> {
    if board.iter().flatten().any(|word| word.text == token::EMPTY) {
        return Vec::new();
    }
    let mut first = None;
    let words = board.iter_mut().flatten();
    for word in words.filter(|word| word.text == token::MUST_BE_EMPTY) {
        word.text = token::EMPTY.to_owned();
        first = first.or(Some((word.at, RemarkKind::Underscore)));
    }
    first.into_iter().collect()
}
