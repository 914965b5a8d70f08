//! Orders of numbered tiles that serve as goals.

/// An order of the tiles that serves as a goal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TileOrder {
    /// 1, 2, 3, ... in reading order, then the empty cell.
    EmptyLast,
    /// The empty cell, then 1, 2, 3, ... in reading order.
    EmptyFirst,
    /// 1, 2, 3, ... clockwise along a spiral from the upper left cell, then the empty cell.
    Snail,
}

impl TileOrder {
    /// The usual orders, the most usual first.
    pub const ALL: [TileOrder; 3] = [
        TileOrder::EmptyLast,
        TileOrder::EmptyFirst,
        TileOrder::Snail,
    ];

    /// The name, as in `--to last`.
    pub fn name(self) -> &'static str {
        match self {
            TileOrder::EmptyLast => "last",
            TileOrder::EmptyFirst => "first",
            TileOrder::Snail => "snail",
        }
    }

    /// The order with this name.
    pub fn of_name(name: &str) -> Option<TileOrder> {
        TileOrder::ALL
            .into_iter()
            .find(|order| order.name() == name)
    }

    /// The order in words.
    pub fn in_words(self) -> &'static str {
        match self {
            TileOrder::EmptyLast => "row order with the empty cell last",
            TileOrder::EmptyFirst => "row order with the empty cell first",
            TileOrder::Snail => "a clockwise spiral with the empty cell at its inner end",
        }
    }

    /// The orders that tiles can be brought to; `tiles` has the number on each cell, 0 for none.
    pub(super) fn all_in_reach(tiles: &[usize], columns: usize) -> Vec<TileOrder> {
        let mut boards: Vec<Vec<usize>> = Vec::new();
        let mut orders = TileOrder::ALL.to_vec();
        orders.retain(|order| {
            // In a single row, two orders are the same board.
            let board = order.board(tiles.len() / columns, columns);
            let is_new = !boards.contains(&board);
            let is_reached = is_new && reaches(tiles, &board, columns);
            boards.push(board);
            is_reached
        });
        orders
    }

    /// The numbers of a board in this order, in reading order; 0 is the empty cell.
    pub(super) fn board(self, rows: usize, columns: usize) -> Vec<usize> {
        let cells = rows * columns;
        match self {
            TileOrder::EmptyLast => (1..cells).chain([0]).collect(),
            TileOrder::EmptyFirst => (0..cells).collect(),
            TileOrder::Snail => {
                let mut board = vec![0; cells];
                let path = spiral(rows, columns).take(cells - 1);
                for (number, (row, column)) in (1..).zip(path) {
                    board[row * columns + column] = number;
                }
                board
            }
        }
    }
}

/// The cells of a board along a clockwise spiral from the upper left cell, as row and column.
fn spiral(rows: usize, columns: usize) -> impl Iterator<Item = (usize, usize)> {
    let rings = rows.min(columns).div_ceil(2);
    (0..rings).flat_map(move |ring| {
        let (bottom, right) = (rows - 1 - ring, columns - 1 - ring);
        let across = (ring..=right).map(move |column| (ring, column));
        let down = (ring + 1..=bottom).map(move |row| (row, right));
        let back = (ring..right).rev().map(move |column| (bottom, column));
        let up = (ring + 1..bottom).rev().map(move |row| (row, ring));
        let has_back = bottom > ring;
        let has_up = right > ring;
        across
            .chain(down)
            .chain(back.filter(move |_| has_back))
            .chain(up.filter(move |_| has_up))
    })
}

/// Whether tiles can be brought to another board of the same size, by parity (Johnson and Story
/// 1879).
///
/// In a single row or column the order of the tiles never changes.
fn reaches(tiles: &[usize], goal: &[usize], columns: usize) -> bool {
    if columns == 1 || tiles.len() == columns {
        let order = |board: &[usize]| -> Vec<usize> {
            board.iter().copied().filter(|&tile| tile != 0).collect()
        };
        return order(tiles) == order(goal);
    }
    let mut place_in_goal = vec![0; goal.len()];
    for (place, &tile) in goal.iter().enumerate() {
        place_in_goal[tile] = place;
    }
    // The permutation of all cells, the empty one included: each step changes its parity and the
    // colour of the empty cell on a chessboard.
    let mut is_seen = vec![false; goal.len()];
    let mut is_odd = false;
    for begin in 0..goal.len() {
        let mut place = begin;
        let mut length = 0;
        while !is_seen[place] {
            is_seen[place] = true;
            place = place_in_goal[tiles[place]];
            length += 1;
        }
        is_odd ^= length > 0 && length % 2 == 0;
    }
    let empty_at = |board: &[usize]| board.iter().position(|&tile| tile == 0);
    let colour =
        |place: Option<usize>| place.map_or(0, |place| place / columns + place % columns) % 2;
    is_odd == (colour(empty_at(tiles)) != colour(empty_at(goal)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_orders_are_those_that_schools_use() {
        assert_eq!(TileOrder::Snail.board(3, 3), [1, 2, 3, 8, 0, 4, 7, 6, 5]);
        assert_eq!(
            TileOrder::Snail.board(4, 4),
            [1, 2, 3, 4, 12, 13, 14, 5, 11, 0, 15, 6, 10, 9, 8, 7]
        );
        assert_eq!(TileOrder::Snail.board(2, 4), [1, 2, 3, 4, 0, 7, 6, 5]);
        assert_eq!(TileOrder::Snail.board(4, 1), [1, 2, 3, 0]);
        assert_eq!(TileOrder::EmptyFirst.board(2, 2), [0, 1, 2, 3]);
    }

    /// Parity agrees with a search by brute force from every board of 2 x 3, 1 x 4 and 4 x 1.
    #[test]
    fn the_reachable_orders_are_those_that_a_search_reaches() {
        for (rows, columns) in [(2, 3), (3, 2), (1, 4), (4, 1)] {
            let cells = rows * columns;
            let mut tiles: Vec<usize> = (0..cells).collect();
            loop {
                let mut seen = HashSet::from([tiles.clone()]);
                let mut open = vec![tiles.clone()];
                while let Some(own) = open.pop() {
                    let empty = own.iter().position(|&tile| tile == 0).unwrap();
                    for other in 0..cells {
                        let rows_apart = (empty / columns).abs_diff(other / columns);
                        let columns_apart = (empty % columns).abs_diff(other % columns);
                        if rows_apart + columns_apart == 1 {
                            let mut next = own.clone();
                            next.swap(empty, other);
                            if seen.insert(next.clone()) {
                                open.push(next);
                            }
                        }
                    }
                }
                for order in TileOrder::ALL {
                    let goal = order.board(rows, columns);
                    let reaches = reaches(&tiles, &goal, columns);
                    assert_eq!(reaches, seen.contains(&goal), "{tiles:?} {goal:?}");
                }
                if !crate::next_permutation(&mut tiles) {
                    break;
                }
            }
        }
    }
}
