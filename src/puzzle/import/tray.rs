//! Trays: the size of a board, then a rectangular block in each line, as programming courses use
//! them.
//!
//! The first line has the height and width of the tray. Each further line has four numbers: either
//! the height and width of a block and the row and column of its upper left cell, or the row and
//! column of its upper left cell and of its lower right cell; all count from 0. A file of the goal
//! has such lines alone: blocks of the same sizes must stand on these places. Both files are read
//! in the same one of these two ways, the first that fits both; a remark names it unless the first
//! way alone fits the tray. Blocks of one size look alike.

use super::block_board::{BlockBoard, rectangle};
use super::draft_sink::DraftSink;
use super::import_options::{GoalFile, ImportOptions};
use super::piece_tokens::PieceTokens;
use super::source_text::{PlacedNumber, SourceLine, content, content_from, goal_begin, unmarked};
use super::tile_files::is_surely_tiles;
use crate::error::{counted, message, quoted};
use crate::import_remark::ImportRemark;
use crate::puzzle_draft::{PlacedRows, PuzzleDraft, SourceFault};
use slidewise_board::Board;

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

/// Whether a text is a tray, a line of two numbers and then lines of four, or the goal of a tray,
/// which has the lines of four alone.
///
/// Boards of tiles with four columns are no trays.
pub(super) fn is_tray(text: &str) -> bool {
    let lines: Option<Vec<Vec<PlacedNumber>>> = content(text).map(SourceLine::numbers).collect();
    let lines = lines.unwrap_or_default();
    let blocks = match &lines[..] {
        [size, blocks @ ..] if size.len() == 2 => blocks,
        all => all,
    };
    let is_of_blocks = !blocks.is_empty() && blocks.iter().all(|line| line.len() == 4);
    is_of_blocks && !is_surely_tiles(&lines)
}

/// Reads a tray, passing it to `sink`.
pub(super) fn read(text: &str, options: &ImportOptions<'_>, sink: &mut DraftSink<'_>) {
    let stem = sink.stem;
    sink.only(|| draft(text, stem, options.goal).map_err(|fault| vec![fault]));
}

/// How four numbers are read as a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum BlockReading {
    /// Height, width, and the row and column of the upper left cell.
    Size,
    /// The rows and columns of the upper left cell and of the lower right cell.
    Corners,
}

impl BlockReading {
    fn block(self, line: &[PlacedNumber]) -> Result<TrayBlock, SourceFault> {
        let block = match self {
            BlockReading::Size => by_size(line),
            BlockReading::Corners => by_corners(line),
        };
        block.ok_or_else(|| {
            let expected = match self {
                BlockReading::Size => {
                    "a block of at least 1 x 1 cells, with its row and column from 0"
                }
                BlockReading::Corners => "the rows and columns of two opposite corners of a block",
            };
            let numbers: Vec<String> = line.iter().map(ToString::to_string).collect();
            (line[0].at, message(expected, &numbers.join(" ")))
        })
    }
}

/// The blocks of a tray on their board, and the board of the goal, if there is one.
struct ReadTray {
    board: BlockBoard,
    /// The blocks with their tokens.
    blocks: Vec<(TrayBlock, String)>,
    goal: Option<PlacedRows>,
}

fn draft(text: &str, stem: &str, goal: Option<GoalFile<'_>>) -> Result<PuzzleDraft, SourceFault> {
    let lines = four_numbers(content(text), true)?;
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
    if let Some(wrong) = lines
        .iter()
        .flatten()
        .find(|own| own.value > Board::MAX_SIDE)
    {
        let expected = format!("a number from 0 to {}", Board::MAX_SIDE);
        return Err((wrong.at, message(&expected, &wrong.to_string())));
    }
    let goal = goal.map(|goal| goal_lines(text, goal)).transpose()?;
    let tray_of = |reading: BlockReading| board_of(lines, rows, columns, reading);
    let with_goal = |(board, blocks): BoardOfBlocks, reading: BlockReading| {
        let goal = goal
            .as_ref()
            .map(|lines| goal_of(lines, &blocks, &board, reading));
        let goal = goal.transpose()?;
        Ok(ReadTray {
            board,
            blocks,
            goal,
        })
    };
    let (of_size, of_corners) = (tray_of(BlockReading::Size), tray_of(BlockReading::Corners));
    // The tray and its goal are read in one way: the first that fits both.
    let (tray, is_corners, is_open) = match (of_size, of_corners) {
        (Err(fault), Err(_)) => return Err(fault),
        (Ok(tray), Err(_)) => (with_goal(tray, BlockReading::Size)?, false, false),
        (Err(_), Ok(tray)) => (with_goal(tray, BlockReading::Corners)?, true, false),
        (Ok(of_size), Ok(of_corners)) => match with_goal(of_size, BlockReading::Size) {
            Ok(tray) => (tray, false, true),
            Err(fault) => match with_goal(of_corners, BlockReading::Corners) {
                Ok(tray) => (tray, true, true),
                Err(_) => return Err(fault),
            },
        },
    };
    let kind = ImportRemark::TrayReading {
        is_corners,
        is_open,
    };
    let is_remarkable = is_corners || is_open;
    let doubts = is_remarkable.then(|| (size[0].at, kind.into()));
    Ok(PuzzleDraft {
        name: stem.to_owned(),
        alike: alike_blocks(&tray),
        start: tray.board.into_rows(),
        goals: tray.goal.into_iter().collect(),
        doubts: doubts.into_iter().collect(),
        ..PuzzleDraft::default()
    })
}

/// The tokens of blocks that look alike, by their sizes.
///
/// Without a goal there are none, because pieces that no goal names look alike if they have one
/// shape.
fn alike_blocks(tray: &ReadTray) -> Vec<Vec<String>> {
    if tray.goal.is_none() {
        return Vec::new();
    }
    let mut sizes: Vec<(usize, usize)> = tray.blocks.iter().map(|(own, _)| own.size).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let of_size = |size: &(usize, usize)| -> Vec<String> {
        let own = tray.blocks.iter().filter(|(block, _)| block.size == *size);
        own.map(|(_, token)| token.clone()).collect()
    };
    let groups = sizes.iter().map(of_size);
    groups.filter(|group| group.len() > 1).collect()
}

/// Lines as numbers: four in each line, but in the first line if `has_size`.
fn four_numbers<'t>(
    source: impl Iterator<Item = SourceLine<'t>>,
    has_size: bool,
) -> Result<Vec<Vec<PlacedNumber>>, SourceFault> {
    let mut lines = Vec::new();
    for line in source {
        let Some(numbers) = line.numbers() else {
            let found = quoted(line.text.trim_start());
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

/// A board with blocks on it, and the blocks with their tokens.
type BoardOfBlocks = (BlockBoard, Vec<(TrayBlock, String)>);

/// Puts the blocks on the board, and returns them with their tokens.
fn board_of(
    lines: &[Vec<PlacedNumber>],
    rows: PlacedNumber,
    columns: PlacedNumber,
    reading: BlockReading,
) -> Result<BoardOfBlocks, SourceFault> {
    let mut board = BlockBoard::new(rows.value, columns.value, rows.at)?;
    let mut tokens = PieceTokens::besides([]);
    let mut blocks = Vec::new();
    for line in lines {
        let block = reading.block(line)?;
        let token = tokens.next();
        board.put(&token, block.at, rectangle(block.corner, block.size))?;
        blocks.push((block, token));
    }
    Ok((board, blocks))
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

/// The lines of the file of the goal of the tray in `text`.
fn goal_lines(text: &str, goal: GoalFile<'_>) -> Result<Vec<Vec<PlacedNumber>>, SourceFault> {
    let begin = goal_begin(text);
    let lines = four_numbers(content_from(unmarked(goal.text), begin), false)?;
    if lines.is_empty() {
        return Err((begin, message("at least one block", "none")));
    }
    Ok(lines)
}

/// The board of the goal, with blocks of the tray on the places that the goal demands.
fn goal_of(
    lines: &[Vec<PlacedNumber>],
    blocks: &[(TrayBlock, String)],
    tray: &BlockBoard,
    reading: BlockReading,
) -> Result<PlacedRows, SourceFault> {
    let at = lines[0][0].at;
    let mut board = BlockBoard::new(tray.row_count(), tray.column_count(), at)?;
    let mut is_used = vec![false; blocks.len()];
    for line in lines {
        let wanted = reading.block(line)?;
        let same = blocks.iter().zip(&mut is_used);
        let free = same
            .filter(|((block, _), is_used)| block.size == wanted.size && !**is_used)
            .map(|((_, token), is_used)| (token, is_used))
            .next();
        let Some((token, is_used)) = free else {
            let (height, width) = wanted.size;
            let expected = format!("a block of {height} x {width} cells that the tray has");
            return Err((wanted.at, message(&expected, "none that is left")));
        };
        *is_used = true;
        board.put(token, wanted.at, rectangle(wanted.corner, wanted.size))?;
    }
    Ok(board.into_rows())
}
