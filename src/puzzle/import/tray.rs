//! Trays: the size of a board, then a rectangular block in each line, as programming courses use
//! them.
//!
//! The first line has the height and width of the tray. Each further line has four numbers: either
//! the height and width of a block and the row and column of its upper left cell, or the row and
//! column of its upper left cell and of its lower right cell; all count from 0. A file of the goal
//! has such lines alone: blocks of the same sizes must stand on these places. Blocks of one size
//! look alike.

use super::block_board::{BlockBoard, rectangle};
use super::import_options::ImportOptions;
use super::piece_tokens::PieceTokens;
use super::several_drafts::TakeDraft;
use super::source_text::{PlacedNumber, content};
use crate::error::{counted, message};
use crate::puzzle_draft::{PlacedRows, PuzzleDraft, SourceFault};

/// A rectangular block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct TrayBlock {
    /// Place of the block's line in the source.
    at: usize,
    /// Height and width.
    size: (usize, usize),
    /// Row and column of the upper left cell, from 0.
    corner: (usize, usize),
}

/// Whether a text is a tray: a line of two numbers, then lines of four.
pub(super) fn is_tray(text: &str) -> bool {
    let mut lines = content(text).map(|line| line.numbers().map_or(0, |numbers| numbers.len()));
    lines.next() == Some(2) && lines.next() == Some(4) && lines.all(|count| count == 4)
}

/// Whether a text is the goal of a tray: lines of four numbers alone.
pub(super) fn is_goal_of_tray(text: &str) -> bool {
    let mut lines = content(text).map(|line| line.numbers().map_or(0, |numbers| numbers.len()));
    lines.next() == Some(4) && lines.all(|count| count == 4)
}

/// Reads a tray, passes its draft to `take`, and returns the faults.
pub(super) fn read(
    text: &str,
    stem: &str,
    options: &ImportOptions<'_>,
    take: TakeDraft<'_>,
) -> Vec<SourceFault> {
    match draft(text, stem, options.goal) {
        Ok(draft) => take(draft),
        Err(fault) => return vec![fault],
    }
    Vec::new()
}

fn draft(text: &str, stem: &str, goal: Option<&str>) -> Result<PuzzleDraft, SourceFault> {
    let lines = four_numbers(text, true)?;
    let Some((size, lines)) = lines.split_first() else {
        return Err((0, message("the height and width of the tray", "nothing")));
    };
    let [rows, columns] = size[..] else {
        let found = counted(size.len(), "number");
        return Err((
            size[0].at,
            message("the height and width of the tray", &found),
        ));
    };
    let (board, blocks) = board_of(lines, rows, columns)?;
    let goals: Vec<PlacedRows> = match goal {
        Some(text) => vec![goal_of(
            text,
            &blocks,
            (rows.value, columns.value),
            size[0].at,
        )?],
        None => Vec::new(),
    };
    let alike = if goals.is_empty() {
        // Pieces that no goal names look alike if they have one shape.
        Vec::new()
    } else {
        let mut sizes: Vec<(usize, usize)> = blocks.iter().map(|(own, _)| own.size).collect();
        sizes.sort_unstable();
        sizes.dedup();
        let of_size = |size: &(usize, usize)| -> Vec<String> {
            let own = blocks.iter().filter(|(block, _)| block.size == *size);
            own.map(|(_, token)| token.clone()).collect()
        };
        let groups = sizes.iter().map(of_size);
        groups.filter(|group| group.len() > 1).collect()
    };
    Ok(PuzzleDraft {
        name: stem.to_owned(),
        title: stem.to_owned(),
        start: board.into_rows(),
        goals,
        alike,
        ..PuzzleDraft::default()
    })
}

/// The lines of a text as numbers: four in each line, but in the first line if `has_size`.
fn four_numbers(text: &str, has_size: bool) -> Result<Vec<Vec<PlacedNumber>>, SourceFault> {
    let mut lines = Vec::new();
    for line in content(text) {
        let Some(numbers) = line.numbers() else {
            let found = crate::error::quoted(line.text.trim_start());
            return Err((line.at, message("numbers alone in this line", &found)));
        };
        let is_size = has_size && lines.is_empty();
        if numbers.len() != 4 && !is_size {
            let expected = "4 numbers: height, width, row and column of a block";
            return Err((line.at, message(expected, &numbers.len().to_string())));
        }
        lines.push(numbers);
    }
    Ok(lines)
}

/// Puts the blocks on the board, and returns them with their tokens.
///
/// The four numbers are read as size and corner, else as two corners.
fn board_of(
    lines: &[Vec<PlacedNumber>],
    rows: PlacedNumber,
    columns: PlacedNumber,
) -> Result<(BlockBoard, Vec<(TrayBlock, String)>), SourceFault> {
    let put_all = |read: &dyn Fn(&[PlacedNumber]) -> Option<TrayBlock>| {
        let mut board = BlockBoard::new(rows.value, columns.value, rows.at)?;
        let mut tokens = PieceTokens::besides([]);
        let mut blocks = Vec::new();
        for line in lines {
            let block = read(line).ok_or_else(|| {
                let expected = "a block of at least 1 x 1 cells, with its row and column from 0";
                let numbers: Vec<String> =
                    line.iter().map(|number| number.value.to_string()).collect();
                (line[0].at, message(expected, &numbers.join(" ")))
            })?;
            let token = tokens.next();
            board.put(&token, block.at, rectangle(block.corner, block.size))?;
            blocks.push((block, token));
        }
        Ok((board, blocks))
    };
    put_all(&by_size).or_else(|fault: SourceFault| put_all(&by_corners).map_err(|_| fault))
}

/// A block by its height, width, row and column.
fn by_size(line: &[PlacedNumber]) -> Option<TrayBlock> {
    let [height, width, row, column] = *line else {
        return None;
    };
    (height.value > 0 && width.value > 0).then_some(TrayBlock {
        at: height.at,
        size: (height.value, width.value),
        corner: (row.value, column.value),
    })
}

/// A block by the row and column of its upper left cell and of its lower right cell.
fn by_corners(line: &[PlacedNumber]) -> Option<TrayBlock> {
    let [top, left, bottom, right] = *line else {
        return None;
    };
    let height = bottom.value.checked_sub(top.value)?.checked_add(1)?;
    let width = right.value.checked_sub(left.value)?.checked_add(1)?;
    Some(TrayBlock {
        at: top.at,
        size: (height, width),
        corner: (top.value, left.value),
    })
}

/// Reads a file of the goal as a board; all its faults are placed at `at`.
fn goal_of(
    text: &str,
    blocks: &[(TrayBlock, String)],
    (rows, columns): (usize, usize),
    at: usize,
) -> Result<PlacedRows, SourceFault> {
    let in_goal = |(_, what): SourceFault| (at, format!("in the file of the goal: {what}"));
    let lines = four_numbers(text, false).map_err(in_goal)?;
    if lines.is_empty() {
        return Err(in_goal((0, message("at least one block", "none"))));
    }
    let put_all = |read: &dyn Fn(&[PlacedNumber]) -> Option<TrayBlock>| {
        let mut board = BlockBoard::new(rows, columns, at)?;
        let mut is_used = vec![false; blocks.len()];
        for line in &lines {
            let wanted = read(line).ok_or_else(|| (0, message("a block", "other numbers")))?;
            let same = blocks.iter().zip(&mut is_used);
            let free = same
                .filter(|((block, _), is_used)| block.size == wanted.size && !**is_used)
                .map(|((_, token), is_used)| (token, is_used))
                .next();
            let Some((token, is_used)) = free else {
                let (height, width) = wanted.size;
                let expected = format!("a block of {height} x {width} cells that the tray has");
                return Err((0, message(&expected, "none that is left")));
            };
            *is_used = true;
            board.put(token, at, rectangle(wanted.corner, wanted.size))?;
        }
        Ok(board.into_rows())
    };
    put_all(&by_size)
        .or_else(|fault: SourceFault| put_all(&by_corners).map_err(|_| fault))
        .map_err(in_goal)
}
