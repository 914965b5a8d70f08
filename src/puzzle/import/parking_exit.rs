//! The exit of a parking board: a mark outside the frame, or a gap in a drawn frame.

use super::source_text::SourceLine;
use crate::exit_side::ExitSide;
use crate::word_grid::PlacedWord;

/// A board without its frame and exit mark, and the exit that was marked.
pub(super) struct FramedBoard {
    /// The rows, which may have different lengths.
    pub rows: Vec<Vec<PlacedWord>>,
    pub exit: Option<MarkedExit>,
}

/// An exit that the text marks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MarkedExit {
    pub side: ExitSide,
    /// The row for an exit at the left or right, else the column; from 0.
    pub lane: usize,
}

/// Characters of drawn frames.
const FRAME: [&str; 6] = ["#", "+", "|", "-", "=", "*"];
/// Marks of an exit besides letters.
const ARROWS: [&str; 5] = [">", "<", "^", "v", "="];

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
pub(super) fn framed(lines: &[SourceLine<'_>]) -> FramedBoard {
    let is_spaced = lines.iter().all(|line| {
        let second = line.text.chars().skip(1).step_by(2);
        second.clone().next().is_some() && second.clone().all(char::is_whitespace)
    });
    let rows: Vec<Vec<PlacedWord>> = lines.iter().map(|&line| cells(line, is_spaced)).collect();
    if let Some(board) = drawn_frame(&rows) {
        return board;
    }
    marked_above(&rows)
        .or_else(|| marked_beside(&rows))
        .unwrap_or_else(|| FramedBoard {
            rows: trimmed(rows),
            exit: None,
        })
}

/// A board within a drawn frame, with the gap in the frame as its exit.
fn drawn_frame(rows: &[Vec<PlacedWord>]) -> Option<FramedBoard> {
    let (height, width) = (rows.len(), rows.iter().map(Vec::len).max()?);
    if height < 4 || width < 4 {
        return None;
    }
    // A gap at the right end of a row is lost with the blanks at the end of the line.
    let is_frame = |row: usize, column: usize| {
        rows[row]
            .get(column)
            .is_some_and(|word| FRAME.contains(&word.text.as_str()))
    };
    let corners = [
        (0, 0),
        (0, width - 1),
        (height - 1, 0),
        (height - 1, width - 1),
    ];
    if !corners
        .into_iter()
        .all(|(row, column)| is_frame(row, column))
    {
        return None;
    }
    let mut gaps = Vec::new();
    for row in 0..height {
        for column in 0..width {
            let side = match (row, column) {
                (0, _) => ExitSide::Top,
                (_, 0) => ExitSide::Left,
                (row, _) if row + 1 == height => ExitSide::Bottom,
                (_, column) if column + 1 == width => ExitSide::Right,
                _ => continue,
            };
            if !is_frame(row, column) {
                let lane = if side.is_horizontal() { row } else { column };
                gaps.push(MarkedExit {
                    side,
                    lane: lane - 1,
                });
            }
        }
    }
    let inside = |row: &Vec<PlacedWord>| row.iter().skip(1).take(width - 2).cloned().collect();
    let is_open = rows[1..height - 1].iter().all(|row| row.len() + 1 >= width);
    let is_one_gap = gaps
        .windows(2)
        .all(|pair| pair[0].side == pair[1].side && pair[0].lane + 1 == pair[1].lane);
    (is_open && is_one_gap).then(|| FramedBoard {
        rows: rows[1..height - 1].iter().map(inside).collect(),
        exit: gaps.first().copied(),
    })
}

/// Whether a word may mark an exit.
fn is_mark(word: &PlacedWord) -> bool {
    let text = word.text.as_str();
    ARROWS.contains(&text) || text.chars().all(|c| c.is_ascii_alphabetic())
}

/// A board with the mark of its exit alone in the line above or below it.
fn marked_above(rows: &[Vec<PlacedWord>]) -> Option<FramedBoard> {
    let alone = |row: &[PlacedWord]| {
        let mut filled = (0..).zip(row).filter(|(_, word)| word.text.trim() != "");
        let (column, word) = filled.next()?;
        (filled.next().is_none() && is_mark(word)).then_some(column)
    };
    let (first, rest) = rows.split_first()?;
    let (last, before) = rows.split_last()?;
    if rest.len() < 2 {
        return None;
    }
    if let Some(lane) = alone(first) {
        let rows = trimmed(rest.to_vec());
        let side = ExitSide::Top;
        return Some(FramedBoard {
            rows,
            exit: Some(MarkedExit { side, lane }),
        });
    }
    let lane = alone(last)?;
    let side = ExitSide::Bottom;
    Some(FramedBoard {
        rows: trimmed(before.to_vec()),
        exit: Some(MarkedExit { side, lane }),
    })
}

/// A board with the mark of its exit at the end or beginning of a row.
fn marked_beside(rows: &[Vec<PlacedWord>]) -> Option<FramedBoard> {
    let is_blank = |word: &PlacedWord| word.text.trim().is_empty();
    let indented = |row: &Vec<PlacedWord>| row.first().is_some_and(is_blank);
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
        let side = ExitSide::Left;
        return Some(FramedBoard {
            rows: inside,
            exit: Some(MarkedExit { side, lane }),
        });
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
    let side = match (own.first()?, own.last()?) {
        (_, last) if occurs_once(last) => ExitSide::Right,
        (first, _) if occurs_once(first) => ExitSide::Left,
        _ => return None,
    };
    let mut rows = rows.to_vec();
    match side {
        ExitSide::Right => drop(rows[lane].pop()),
        _ => drop(rows[lane].remove(0)),
    }
    Some(FramedBoard {
        rows,
        exit: Some(MarkedExit { side, lane }),
    })
}

/// The rows without the blanks at their beginning.
fn trimmed(rows: Vec<Vec<PlacedWord>>) -> Vec<Vec<PlacedWord>> {
    let is_blank = |word: &PlacedWord| word.text.trim().is_empty();
    let begin = rows
        .iter()
        .map(|row| row.iter().take_while(|word| is_blank(word)).count())
        .min()
        .unwrap_or(0);
    rows.into_iter()
        .map(|row| row[begin.min(row.len())..].to_vec())
        .collect()
}
