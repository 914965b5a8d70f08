//! The board of a family: a rectangle of at most 42 cells, some of them walls, as bits of a word.

use super::design_error::DesignError;
use slidewise_board::Direction;

/// Most cells of a board, walls among them: three bits a cell and the goal piece's place fit 128.
pub const MAX_CELLS: u32 = 42;

/// A rectangle of cells, some of them walls.
///
/// Cells are numbered in reading order; a set of cells is a word with one bit a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    rows: u32,
    columns: u32,
    open: u64,
    first_column: u64,
    last_column: u64,
    /// The reciprocal of the number of columns in units of 2^-[`RECIPROCAL_BITS`], rounded up: a
    /// division by it takes longer than all else that a place is asked for.
    reciprocal: u32,
}

/// Bits of a reciprocal; with cells below 64 the rounding does no harm.
const RECIPROCAL_BITS: u32 = 16;

impl Field {
    /// A board without walls.
    ///
    /// # Errors
    ///
    /// [`DesignError::BoardSize`] unless it has 1 to [`MAX_CELLS`] cells.
    pub fn new(rows: u32, columns: u32) -> Result<Field, DesignError> {
        let cells = rows.saturating_mul(columns);
        if cells == 0 || cells > MAX_CELLS {
            return Err(DesignError::BoardSize { rows, columns });
        }
        let first_column = (0..rows).fold(0, |mask, row| mask | 1 << (row * columns));
        Ok(Field {
            rows,
            columns,
            open: (1 << cells) - 1,
            first_column,
            last_column: first_column << (columns - 1),
            reciprocal: (1 << RECIPROCAL_BITS) / columns + 1,
        })
    }

    /// The same board with these cells as walls.
    pub fn with_walls(self, walls: u64) -> Field {
        Field {
            open: self.open & !walls,
            ..self
        }
    }

    /// Number of rows.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Number of columns.
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// Number of cells, walls among them.
    pub fn cells(&self) -> u32 {
        self.rows * self.columns
    }

    /// The cells that are not walls.
    pub fn open(&self) -> u64 {
        self.open
    }

    /// All cells, walls among them.
    pub(crate) fn all(&self) -> u64 {
        (1 << self.cells()) - 1
    }

    /// The cells of the first row.
    pub(crate) fn first_row(&self) -> u64 {
        (1 << self.columns) - 1
    }

    /// The cells of the last row.
    pub(crate) fn last_row(&self) -> u64 {
        self.first_row() << ((self.rows - 1) * self.columns)
    }

    /// The cells of the first column.
    pub(crate) fn first_column(&self) -> u64 {
        self.first_column
    }

    /// The cells of the last column.
    pub(crate) fn last_column(&self) -> u64 {
        self.last_column
    }

    /// The cells that have a cell to their right.
    #[inline]
    pub(crate) fn has_right(&self) -> u64 {
        self.all() & !self.last_column
    }

    /// The cells moved by one; `None` if one of them would leave the rectangle.
    #[inline]
    pub(crate) fn shifted(&self, cells: u64, direction: Direction) -> Option<u64> {
        let columns = self.columns;
        let (moved, leaves) = match direction {
            Direction::Up => (cells >> columns, cells & ((1 << columns) - 1)),
            Direction::Down => (cells << columns, cells & self.last_row()),
            Direction::Left => (cells >> 1, cells & self.first_column),
            Direction::Right => (cells << 1, cells & self.last_column),
            Direction::Along(_) => return None,
        };
        (leaves == 0).then_some(moved)
    }

    /// The cells beside these, and perhaps some of these.
    #[inline]
    pub(crate) fn beside(&self, cells: u64) -> u64 {
        self.beside_in_row(cells) | self.beside_in_column(cells)
    }

    /// The cells to the left and to the right of these.
    #[inline]
    pub(crate) fn beside_in_row(&self, cells: u64) -> u64 {
        ((cells & !self.last_column) << 1) | ((cells & !self.first_column) >> 1)
    }

    /// The cells above and below these.
    #[inline]
    pub(crate) fn beside_in_column(&self, cells: u64) -> u64 {
        ((cells << self.columns) & self.all()) | (cells >> self.columns)
    }

    /// The cells that have at least `count` cells to their right.
    #[inline]
    pub(crate) fn with_right(&self, count: u32) -> u64 {
        self.first_column * ((1 << (self.columns - count)) - 1)
    }

    /// The cells that have at least `count` cells to their left.
    #[inline]
    pub(crate) fn with_left(&self, count: u32) -> u64 {
        self.with_right(count) << count
    }

    /// The row and the column of a cell.
    #[inline]
    pub fn place(&self, cell: u32) -> (u32, u32) {
        let row = (cell * self.reciprocal) >> RECIPROCAL_BITS;
        (row, cell - row * self.columns)
    }

    /// The first column in which one of these cells lies.
    #[inline]
    fn leftmost(&self, cells: u64) -> u32 {
        let mut folded = 0;
        for row in 0..self.rows {
            folded |= cells >> (row * self.columns);
        }
        folded.trailing_zeros()
    }

    /// The cells moved as far up and to the left as the rectangle allows: the form of a shape.
    #[inline]
    pub(crate) fn normal_form(&self, cells: u64) -> u64 {
        let (top, _) = self.place(cells.trailing_zeros());
        cells >> (top * self.columns + self.leftmost(cells))
    }

    /// The mirror image of the cells, left and right exchanged.
    pub(crate) fn reflected(&self, cells: u64) -> u64 {
        let image = |cell| {
            let (row, column) = self.place(cell);
            (row + 1) * self.columns - 1 - column
        };
        cells_of(cells).fold(0, |mapped, cell| mapped | 1 << image(cell))
    }

    /// The cells moved as far down and to the right as the rectangle allows.
    pub(crate) fn lowered(&self, cells: u64) -> u64 {
        let mut lowered = cells;
        for direction in [Direction::Down, Direction::Right] {
            while let Some(moved) = self.shifted(lowered, direction) {
                lowered = moved;
            }
        }
        lowered
    }

    /// Whether the cells are connected side by side; an empty set is not.
    pub(crate) fn is_connected(&self, cells: u64) -> bool {
        let mut reached = cells & cells.wrapping_neg();
        loop {
            let grown = (reached | self.beside(reached)) & cells;
            if grown == reached {
                return reached == cells && cells != 0;
            }
            reached = grown;
        }
    }

    /// Whether two of these cells are neighbours in a row: a straight piece of several cells lies.
    #[inline]
    pub(crate) fn is_lying(&self, cells: u64) -> bool {
        cells & (cells >> 1) & self.has_right() != 0
    }

    /// Keeps the placements of a straight piece in the lines in which it lies in `finishes`.
    pub(crate) fn retain_lines_of(&self, finishes: &[u64], placements: &mut Vec<u64>) {
        let line = |piece: u64| {
            let (row, column) = self.place(piece.trailing_zeros());
            if self.is_lying(piece) { row } else { column }
        };
        let lines: Vec<u32> = finishes.iter().map(|finish| line(*finish)).collect();
        placements.retain(|own| own.count_ones() == 1 || lines.contains(&line(*own)));
    }

    /// All placements of a shape, which is given by one placement: walls are never covered.
    pub(crate) fn placements(&self, shape: u64) -> Vec<u64> {
        let mut placements = Vec::new();
        let mut line = Some(self.normal_form(shape));
        while let Some(first) = line {
            let mut next = Some(first);
            while let Some(placement) = next {
                if placement & !self.open == 0 {
                    placements.push(placement);
                }
                next = self.shifted(placement, Direction::Right);
            }
            line = self.shifted(first, Direction::Down);
        }
        placements
    }
}

/// The cells of a set, in reading order.
pub(crate) fn cells_of(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let cell = set.trailing_zeros();
            set &= set - 1;
            cell
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_move_within_the_rectangle() {
        let field = Field::new(3, 4).unwrap();
        let corner = 0b0011_0001;
        assert_eq!(field.normal_form(corner << 5), corner);
        assert_eq!(field.lowered(corner), corner << 6);
        assert_eq!(field.placements(corner).len(), 6);
        assert_eq!(field.placements(1).len(), 12);
        assert_eq!(field.shifted(0b1000, Direction::Right), None);
        assert_eq!(field.shifted(0b1000, Direction::Down), Some(0b1000_0000));
    }

    #[test]
    fn places_are_rows_and_columns() {
        for (rows, columns) in (1..=MAX_CELLS).flat_map(|own| [(1, own), (MAX_CELLS / own, own)]) {
            let field = Field::new(rows, columns).unwrap();
            for cell in 0..field.cells() {
                assert_eq!(field.place(cell), (cell / columns, cell % columns));
            }
        }
    }

    #[test]
    fn boards_of_other_sizes_are_refused() {
        for (rows, columns) in [(0, 3), (7, 7), (u32::MAX, u32::MAX)] {
            assert!(Field::new(rows, columns).is_err());
        }
        assert!(Field::new(6, 7).is_ok());
    }
}
