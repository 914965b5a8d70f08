//! Frames that are drawn around boards, of one or two cells.

use crate::puzzle_draft::PlacedRows;
use crate::token;

/// Characters of drawn frames besides walls.
const DRAWN: [&str; 5] = ["+", "-", "|", "=", "*"];
/// Most cells that a frame is wide.
const WIDEST: usize = 2;

/// Removes the frame around a board: cells of walls or drawn characters along all four edges.
///
/// Drawn characters do not occur within their frame. In its lower side, `exit` cells in the middle
/// may be open.
pub(super) fn without_frame(rows: PlacedRows, exit: usize) -> PlacedRows {
    let mut inner = rows.clone();
    for _ in 0..WIDEST {
        if !has_frame(&inner, exit) {
            break;
        }
        inner.pop();
        inner.remove(0);
        for row in &mut inner {
            row.pop();
            row.remove(0);
        }
    }
    let is_of_frame = |text: &str| DRAWN.contains(&text) && occurs_at_edge(&rows, text);
    if inner.iter().flatten().any(|word| is_of_frame(&word.text)) {
        return rows;
    }
    inner
}

/// Whether the cells along the edges are a frame.
fn has_frame(rows: &PlacedRows, exit: usize) -> bool {
    let (height, width) = (rows.len(), rows.first().map_or(0, Vec::len));
    if height < 3 || width < 3 || rows.iter().any(|row| row.len() != width) {
        return false;
    }
    let side = width.saturating_sub(exit) / 2;
    let is_exit = |row: usize, column: usize| {
        let is_open = |text: &str| text.trim().is_empty() || text == token::EMPTY;
        let is_middle = column >= side && column < width - side && 2 * side + exit == width;
        exit > 0 && row + 1 == height && is_middle && is_open(&rows[row][column].text)
    };
    let is_edge = |row: usize, column: usize| {
        row == 0 || column == 0 || row + 1 == height || column + 1 == width
    };
    let mut edge = (0..height)
        .flat_map(|row| (0..width).map(move |column| (row, column)))
        .filter(|&(row, column)| is_edge(row, column));
    edge.all(|(row, column)| {
        let text = rows[row][column].text.as_str();
        DRAWN.contains(&text) || text == token::WALL || is_exit(row, column)
    })
}

/// Whether a character occurs in the first row or column, which every frame has.
fn occurs_at_edge(rows: &PlacedRows, text: &str) -> bool {
    let first = rows[0].iter();
    let column = rows.iter().filter_map(|row| row.first());
    first.chain(column).any(|word| word.text == text)
}
