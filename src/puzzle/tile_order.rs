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
    /// The orders that a source may leave unsaid, the most usual first.
    pub const ALL: [TileOrder; 3] = [
        TileOrder::EmptyLast,
        TileOrder::EmptyFirst,
        TileOrder::Snail,
    ];

    /// The order in words, for remarks.
    pub fn in_words(self) -> &'static str {
        match self {
            TileOrder::EmptyLast => "the tiles in reading order with the empty cell last",
            TileOrder::EmptyFirst => "the tiles in reading order with the empty cell first",
            TileOrder::Snail => {
                "the tiles in a clockwise spiral with the empty cell at its inner end"
            }
        }
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
