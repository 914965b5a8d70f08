//! Outlines of sets of squares, drawn inside the edges of the squares, with rounded corners.
//!
//! Time: one pass over the edges of the squares.

use slidewise_board::Square;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Side of a cell in drawing units.
pub(super) const CELL: i64 = 64;
/// Distance of an outline from the edges of its squares, in drawing units.
const INSET: i64 = 4;
/// Radius of the rounded corners in drawing units.
const RADIUS: i64 = 12;

/// A corner of the grid: column and row.
type GridCorner = (i64, i64);

/// Outline of a set of squares as the data of an SVG path, with a closed loop for each border.
///
/// Outer borders run clockwise and borders of holes run counterclockwise, so that holes are not
/// filled.
pub(super) fn outline(squares: &BTreeSet<Square>) -> String {
    let mut path = String::new();
    for corners in loops(squares) {
        path += &rounded(&corners);
    }
    path
}

/// Splits a set of squares into its connected parts, in reading order.
///
/// Two squares are connected if they share a side.
pub(super) fn parts(squares: &BTreeSet<Square>) -> Vec<BTreeSet<Square>> {
    let mut left = squares.clone();
    let mut parts = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut part = BTreeSet::from([first]);
        let mut waiting = vec![first];
        while let Some(square) = waiting.pop() {
            for near in beside(square) {
                if left.remove(&near) {
                    part.insert(near);
                    waiting.push(near);
                }
            }
        }
        parts.push(part);
    }
    parts
}

fn beside(Square { row, column }: Square) -> impl Iterator<Item = Square> {
    let near = [
        (row.checked_sub(1), Some(column)),
        (row.checked_add(1), Some(column)),
        (Some(row), column.checked_sub(1)),
        (Some(row), column.checked_add(1)),
    ];
    near.into_iter().filter_map(|(row, column)| {
        Some(Square {
            row: row?,
            column: column?,
        })
    })
}

/// Borders of a set of squares, each as a loop of the corners at which the border turns.
///
/// Each loop runs in the direction that keeps the squares on its right.
fn loops(squares: &BTreeSet<Square>) -> Vec<Vec<GridCorner>> {
    let mut ways: BTreeMap<GridCorner, Vec<GridCorner>> = BTreeMap::new();
    let holds = |row: i64, column: i64| match (u16::try_from(row), u16::try_from(column)) {
        (Ok(row), Ok(column)) => squares.contains(&Square { row, column }),
        _ => false,
    };
    for square in squares {
        let (row, column) = (i64::from(square.row), i64::from(square.column));
        let sides = [
            ((row - 1, column), (column, row), (column + 1, row)),
            ((row, column + 1), (column + 1, row), (column + 1, row + 1)),
            ((row + 1, column), (column + 1, row + 1), (column, row + 1)),
            ((row, column - 1), (column, row + 1), (column, row)),
        ];
        for ((row, column), from, to) in sides {
            if !holds(row, column) {
                ways.entry(from).or_default().push(to);
            }
        }
    }
    let mut loops = Vec::new();
    while let Some((&start, _)) = ways.first_key_value() {
        let mut corners = vec![start];
        let mut direction = (0, 0);
        let mut at = start;
        while let Some(next) = take_way(&mut ways, at, direction) {
            direction = (next.0 - at.0, next.1 - at.1);
            at = next;
            corners.push(at);
            if at == start {
                break;
            }
        }
        corners.pop();
        loops.push(turns(&corners));
    }
    loops
}

/// Removes the side of a square that continues a border from the corner `at`, and returns its end.
///
/// If two squares touch only at `at`, the border turns right, to give each square its own border.
fn take_way(
    ways: &mut BTreeMap<GridCorner, Vec<GridCorner>>,
    at: GridCorner,
    (x, y): (i64, i64),
) -> Option<GridCorner> {
    let onward = ways.get_mut(&at)?;
    let to_the_right = (at.0 - y, at.1 + x);
    let choice = onward
        .iter()
        .position(|&next| next == to_the_right)
        .unwrap_or(0);
    let next = onward.swap_remove(choice);
    if onward.is_empty() {
        ways.remove(&at);
    }
    Some(next)
}

/// Corners where a closed path turns.
fn turns(corners: &[GridCorner]) -> Vec<GridCorner> {
    let count = corners.len();
    (0..count)
        .filter(|&number| {
            let (a, b, c) = (
                corners[(number + count - 1) % count],
                corners[number],
                corners[(number + 1) % count],
            );
            (b.0 - a.0, b.1 - a.1) != (c.0 - b.0, c.1 - b.1)
        })
        .map(|number| corners[number])
        .collect()
}

fn rounded(corners: &[GridCorner]) -> String {
    let count = corners.len();
    let unit =
        |from: GridCorner, to: GridCorner| ((to.0 - from.0).signum(), (to.1 - from.1).signum());
    let mut path = String::new();
    for number in 0..count {
        let here = corners[number];
        let (in_x, in_y) = unit(corners[(number + count - 1) % count], here);
        let (out_x, out_y) = unit(here, corners[(number + 1) % count]);
        // The squares lie on the right of both sides that meet at this corner. The corner is moved
        // to the right of both sides, into the squares.
        let x = here.0 * CELL + INSET * (-in_y - out_y);
        let y = here.1 * CELL + INSET * (in_x + out_x);
        let sweep = i64::from(in_x * out_y - in_y * out_x > 0);
        let letter = if number == 0 { 'M' } else { 'L' };
        let _ = write!(
            path,
            "{letter}{} {}A{RADIUS} {RADIUS} 0 0 {sweep} {} {}",
            x - in_x * RADIUS,
            y - in_y * RADIUS,
            x + out_x * RADIUS,
            y + out_y * RADIUS
        );
    }
    path.push('Z');
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(rows: &[&str]) -> BTreeSet<Square> {
        (0u16..)
            .zip(rows)
            .flat_map(|(row, text)| {
                (0u16..)
                    .zip(text.chars())
                    .filter(|&(_, letter)| letter == 'x')
                    .map(move |(column, _)| Square { row, column })
            })
            .collect()
    }

    /// Twice the area that the loops enclose; holes are subtracted.
    fn double_area(loops: &[Vec<GridCorner>]) -> i64 {
        loops
            .iter()
            .flat_map(|corners| {
                (0..corners.len()).map(|n| {
                    let (a, b) = (corners[n], corners[(n + 1) % corners.len()]);
                    a.0 * b.1 - b.0 * a.1
                })
            })
            .sum()
    }

    #[test]
    fn loops_hold_the_squares_and_leave_holes() {
        for (rows, borders) in [
            (&["x"][..], 1),
            (&["xx", "x."], 1),
            (&["xxx", "x.x", "xxx"], 2),
            (&["x.", ".x"], 2),
            (&["x.x"], 2),
        ] {
            let squares = squares(rows);
            let found = loops(&squares);
            assert_eq!(found.len(), borders, "{rows:?}");
            assert_eq!(double_area(&found), 2 * squares.len() as i64, "{rows:?}");
            assert_eq!(outline(&squares).matches('Z').count(), borders);
        }
    }

    #[test]
    fn parts_hang_together_by_sides() {
        assert_eq!(parts(&squares(&["xx", "x."])).len(), 1);
        assert_eq!(parts(&squares(&["x.", ".x"])).len(), 2);
        assert_eq!(parts(&squares(&["x.xx", "x..x"])).len(), 2);
    }
}
