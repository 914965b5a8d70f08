//! The exit of a parking board: a mark outside the frame, or a gap in a drawn frame.

use super::source_text::SourceLine;
use crate::error::{counted, message, quoted};
use crate::exit_side::ExitSide;
use crate::puzzle_draft::SourceFault;
use crate::word_grid::PlacedWord;

/// A board without its frame and exit mark, and the exit that was marked.
pub(super) struct FramedBoard {
    /// The rows, which may have different lengths.
    pub rows: Vec<Vec<PlacedWord>>,
    /// The exit, if there is one; the fault of an exit whose place is in doubt.
    pub exit: Result<Option<MarkedExit>, SourceFault>,
    /// Whether blanks stood before all rows, so that blanks cannot be empty cells.
    pub is_indented: bool,
}

/// An exit that the text marks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MarkedExit {
    pub side: ExitSide,
    /// The row for an exit at the left or right, else the column; from 0.
    pub lane: usize,
    /// Place of the mark or gap in the source.
    pub at: usize,
}

/// Characters of drawn frames.
const FRAME: [&str; 6] = ["#", "+", "|", "-", "=", "*"];
/// Marks of an exit besides letters.
const ARROWS: [&str; 5] = [">", "<", "^", "v", "="];
/// What may stand in the gap of a frame besides marks.
const OPEN: [&str; 5] = [".", "_", "-", "0", "o"];

/// The characters of a line by column. If single blanks separate the cells of all lines, each
/// column holds one cell; `is_spaced` says so.
fn cells(line: SourceLine<'_>, is_spaced: bool) -> Vec<PlacedWord> {
    let all = line.characters();
    if is_spaced {
        all.into_iter().step_by(2).collect()
    } else {
        all
    }
}

/// Separates the board from its frame and from the mark of its exit.
///
/// Blanks that stand before all lines are no cells.
pub(super) fn framed(lines: &[SourceLine<'_>]) -> FramedBoard {
    let indent =
        |line: &SourceLine<'_>| line.text.chars().take_while(|c| c.is_whitespace()).count();
    let common = lines.iter().map(indent).min().unwrap_or(0);
    let lines: Vec<SourceLine<'_>> = lines.iter().map(|line| line.without(common)).collect();
    let is_spaced = lines.iter().all(|line| {
        let second = line.text.chars().skip(1).step_by(2);
        second.clone().all(char::is_whitespace)
    }) && lines.iter().any(|line| line.text.chars().nth(1).is_some());
    let rows: Vec<Vec<PlacedWord>> = lines.iter().map(|&line| cells(line, is_spaced)).collect();
    if let Some(board) = drawn_frame(&rows) {
        return board;
    }
    let marked = marked_above(&rows).or_else(|| marked_beside(&rows));
    let mut board = match marked {
        Some(board) => within_frame(board),
        None => {
            let (rows, trimmed) = trimmed(rows);
            FramedBoard {
                rows,
                exit: Ok(None),
                is_indented: trimmed > 0,
            }
        }
    };
    board.is_indented |= common > 0;
    board
}

/// Removes a drawn frame from a board whose exit is marked outside the frame.
fn within_frame(board: FramedBoard) -> FramedBoard {
    let (Some(inner), Ok(Some(marked))) = (drawn_frame(&board.rows), &board.exit) else {
        return board;
    };
    let lanes = if marked.side.is_horizontal() {
        inner.rows.len()
    } else {
        inner.rows.first().map_or(0, Vec::len)
    };
    let lane = marked.lane.checked_sub(1).filter(|&lane| lane < lanes);
    let exit = match (inner.exit, lane) {
        (Err(fault), _) => Err(fault),
        (Ok(_), None) => {
            let expected = "the mark of the exit beside a row or column of the board";
            Err((
                marked.at,
                message(expected, "a mark at the corner of the frame"),
            ))
        }
        (Ok(Some(gap)), Some(lane)) if (gap.side, gap.lane) != (marked.side, lane) => {
            let expected = "the mark of the exit at the gap in the frame";
            Err((marked.at, message(expected, "a mark at another place")))
        }
        (Ok(_), Some(lane)) => Ok(Some(MarkedExit { lane, ..*marked })),
    };
    FramedBoard { exit, ..inner }
}

/// A board within a drawn frame, with the gap in the frame as its exit.
///
/// A frame has at least three corners and more than half of its cells; what occurs inside, but for
/// walls, is no part of a frame.
fn drawn_frame(rows: &[Vec<PlacedWord>]) -> Option<FramedBoard> {
    let (height, width) = (rows.len(), rows.iter().map(Vec::len).max()?);
    if height < 4 || width < 4 {
        return None;
    }
    let inside: Vec<Vec<PlacedWord>> = rows[1..height - 1]
        .iter()
        .map(|row| {
            // Blanks at the end of a line are lost, although they may be cells or a gap.
            let end = row.last().map_or(0, |word| word.at);
            let blank = std::iter::repeat_with(|| PlacedWord {
                text: " ".to_owned(),
                at: end,
            });
            let padded = row.iter().cloned().chain(blank.take(width));
            padded.skip(1).take(width - 2).collect()
        })
        .collect();
    let occurs = |text: &str| inside.iter().flatten().any(|word| word.text == text);
    let word = |row: usize, column: usize| rows[row].get(column);
    let border = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
    let is_border = |&(row, column): &(usize, usize)| {
        row == 0 || column == 0 || row + 1 == height || column + 1 == width
    };
    let border: Vec<(usize, usize)> = border.filter(is_border).collect();
    let count = |mark: &str| {
        let words = border.iter().filter_map(|&(row, column)| word(row, column));
        words.filter(|word| word.text == mark).count()
    };
    // A character that occurs once, such as `=`, is the door in the frame.
    let is_mark = |mark: &&str| (*mark == "#" || !occurs(mark)) && count(mark) != 1;
    let marks: Vec<&str> = FRAME.into_iter().filter(is_mark).collect();
    let is_frame = |row: usize, column: usize| {
        word(row, column).is_some_and(|word| marks.contains(&word.text.as_str()))
    };
    let is_corner = |&(row, column): &(usize, usize)| {
        (row == 0 || row + 1 == height) && (column == 0 || column + 1 == width)
    };
    let (drawn, gaps): (Vec<_>, Vec<_>) = border
        .iter()
        .copied()
        .partition(|&(row, column)| is_frame(row, column));
    let corners = drawn.iter().filter(|place| is_corner(place)).count();
    if drawn.len() * 2 <= border.len() || corners < 3 {
        return None;
    }
    let place = |&(row, column): &(usize, usize)| {
        let end = || rows[row].last().map_or(0, |word| word.at);
        word(row, column).map_or_else(end, |word| word.at)
    };
    let exit = match gaps[..] {
        [] => Ok(None),
        [gap] if is_corner(&gap) => {
            let expected = "the exit in a side of the frame";
            Err((place(&gap), message(expected, "a gap in its corner")))
        }
        [gap] => exit_at(
            gap,
            (height, width),
            place(&gap),
            word(gap.0, gap.1),
            &inside,
        ),
        [first, ..] => {
            let expected = "one gap of one cell in the frame, which is the exit";
            Err((
                place(&first),
                message(expected, &counted(gaps.len(), "open cell")),
            ))
        }
    };
    Some(FramedBoard {
        rows: inside,
        exit,
        is_indented: false,
    })
}

/// The exit at a gap in a frame of some height and width; `mark` stands in the gap.
fn exit_at(
    (row, column): (usize, usize),
    (height, width): (usize, usize),
    at: usize,
    mark: Option<&PlacedWord>,
    inside: &[Vec<PlacedWord>],
) -> Result<Option<MarkedExit>, SourceFault> {
    let side = match (row, column) {
        (0, _) => ExitSide::Top,
        (_, 0) => ExitSide::Left,
        (row, _) if row + 1 == height => ExitSide::Bottom,
        _ => ExitSide::Right,
    };
    let lane = if side.is_horizontal() { row } else { column } - 1;
    debug_assert!(column < width);
    let text = mark.map_or(" ", |mark| mark.text.as_str());
    let is_open = text.trim().is_empty() || OPEN.contains(&text);
    let is_car = !is_open && inside.iter().flatten().any(|word| word.text == text);
    if is_car {
        let expected = "a gap in the frame without a car";
        return Err((
            at,
            message(expected, &format!("a cell of {}", quoted(text))),
        ));
    }
    checked(MarkedExit { side, lane, at }, text).map(Some)
}

/// Refuses an arrow that does not lead out of the board; `v` may be a letter.
fn checked(exit: MarkedExit, mark: &str) -> Result<MarkedExit, SourceFault> {
    let wanted = match mark {
        ">" => ExitSide::Right,
        "<" => ExitSide::Left,
        "^" => ExitSide::Top,
        _ => exit.side,
    };
    if wanted == exit.side {
        return Ok(exit);
    }
    let expected = format!("an arrow that leads out at the {}", exit.side.name());
    Err((exit.at, message(&expected, &quoted(mark))))
}

/// Whether a word may mark an exit.
fn is_mark(word: &PlacedWord) -> bool {
    let text = word.text.as_str();
    ARROWS.contains(&text) || text.chars().all(|c| c.is_ascii_alphabetic())
}

/// A board with the mark of its exit alone in the line above or below it.
fn marked_above(rows: &[Vec<PlacedWord>]) -> Option<FramedBoard> {
    let alone = |row: &[PlacedWord]| {
        let filled = row.iter().enumerate();
        let mut filled = filled.filter(|(_, word)| word.text.trim() != "");
        let (column, word) = filled.next()?;
        let is_alone = filled.next().is_none() && is_mark(word);
        is_alone.then(|| (column, word.clone()))
    };
    let (first, rest) = rows.split_first()?;
    let (last, before) = rows.split_last()?;
    if rest.len() < 2 {
        return None;
    }
    let (board, side, (column, mark)) = match (alone(first), alone(last)) {
        (Some(mark), None) => (rest, ExitSide::Top, mark),
        (None, Some(mark)) => (before, ExitSide::Bottom, mark),
        (Some(_), Some((_, word))) => {
            let (rows, trimmed) = trimmed(rest[..rest.len() - 1].to_vec());
            let expected = "one mark of an exit, above or below the board";
            return Some(FramedBoard {
                rows,
                exit: Err((word.at, message(expected, "a second mark"))),
                is_indented: trimmed > 0,
            });
        }
        (None, None) => return None,
    };
    let (rows, trimmed) = trimmed(board.to_vec());
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let lane: Option<usize> = column.checked_sub(trimmed);
    let exit = match lane.filter(|&lane| lane < columns) {
        Some(lane) => {
            let exit = MarkedExit {
                side,
                lane,
                at: mark.at,
            };
            checked(exit, &mark.text).map(Some)
        }
        None => {
            let expected = "the mark of the exit above or below a column of the board";
            Err((mark.at, message(expected, "a mark beside the board")))
        }
    };
    Some(FramedBoard {
        rows,
        exit,
        is_indented: trimmed > 0,
    })
}

/// A board with the mark of its exit at the end or beginning of a row.
fn marked_beside(rows: &[Vec<PlacedWord>]) -> Option<FramedBoard> {
    let is_blank = |word: &PlacedWord| word.text.trim().is_empty();
    let indented = |row: &Vec<PlacedWord>| row.first().is_some_and(is_blank);
    let with_mark = |rows: Vec<Vec<PlacedWord>>, side: ExitSide, lane: usize, mark: &PlacedWord| {
        let exit = MarkedExit {
            side,
            lane,
            at: mark.at,
        };
        FramedBoard {
            rows,
            exit: checked(exit, &mark.text).map(Some),
            is_indented: false,
        }
    };
    let width = rows.iter().map(Vec::len).max()?;
    let long: Vec<usize> = (0..rows.len())
        .filter(|&row| rows[row].len() == width)
        .collect();
    // All other rows begin with a blank below the mark at the left.
    let flush: Vec<usize> = (0..rows.len())
        .filter(|&row| !indented(&rows[row]))
        .collect();
    if let [lane] = flush[..]
        && rows.len() > 1
        && long.len() == rows.len()
        && is_mark(&rows[lane][0])
    {
        let inside = rows.iter().map(|row| row[1..].to_vec()).collect();
        return Some(with_mark(inside, ExitSide::Left, lane, &rows[lane][0]));
    }
    let is_even = rows
        .iter()
        .all(|row| row.len() == width || row.len() + 1 == width);
    let [lane] = long[..] else {
        return None;
    };
    if !is_even || rows.len() < 2 || rows.iter().any(indented) {
        return None;
    }
    let occurs_once = |word: &PlacedWord| {
        let all = rows.iter().flatten();
        is_mark(word) && all.filter(|own| own.text == word.text).count() == 1
    };
    let own = &rows[lane];
    let (side, place) = match (own.first()?, own.last()?) {
        (_, last) if occurs_once(last) => (ExitSide::Right, own.len() - 1),
        (first, _) if occurs_once(first) => (ExitSide::Left, 0),
        _ => return None,
    };
    let mut rows = rows.to_vec();
    let mark = rows[lane].remove(place);
    Some(with_mark(rows, side, lane, &mark))
}

/// The rows without the blanks that all begin with, and the number of these blanks.
fn trimmed(rows: Vec<Vec<PlacedWord>>) -> (Vec<Vec<PlacedWord>>, usize) {
    let is_blank = |word: &PlacedWord| word.text.trim().is_empty();
    let begin = rows
        .iter()
        .map(|row| row.iter().take_while(|word| is_blank(word)).count())
        .min()
        .unwrap_or(0);
    let rows = rows.into_iter();
    let rows = rows.map(|row| row[begin.min(row.len())..].to_vec());
    (rows.collect(), begin)
}
