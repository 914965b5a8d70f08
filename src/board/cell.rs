//! A cell and a set of cells.
//!
//! A cell is known by its number alone; which square of which board it is, only the board can tell.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// The number of a square that is no wall, in reading order: 0 up to 127.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(pub u8);

impl Cell {
    /// The cell's number as an index into tables.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of cells as a bit mask: bit n stands for cell n.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CellSet(pub u128);

impl CellSet {
    /// The set without a cell.
    pub const EMPTY: CellSet = CellSet(0);

    /// The first `count` cells.
    ///
    /// # Panics
    /// If `count` is over 128.
    pub fn first_cells(count: usize) -> CellSet {
        assert!(count <= 128, "a set holds at most 128 cells, not {count}");
        CellSet(!u128::MAX.unbounded_shl(count as u32))
    }

    /// Whether `cell` is in the set.
    #[inline]
    pub fn contains(self, cell: Cell) -> bool {
        self.0 >> cell.0 & 1 == 1
    }

    /// Adds `cell`.
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        self.0 |= 1 << cell.0;
    }

    /// How many cells the set has.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set has no cell.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The least cell of the set.
    #[inline]
    pub fn first(self) -> Option<Cell> {
        (self.0 != 0).then(|| Cell(self.0.trailing_zeros() as u8))
    }

    /// The greatest cell of the set.
    #[inline]
    pub fn last(self) -> Option<Cell> {
        (self.0 != 0).then(|| Cell(127 - self.0.leading_zeros() as u8))
    }

    /// Whether the two sets share a cell.
    #[inline]
    pub fn meets(self, other: CellSet) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether every cell of this set is in `other`.
    #[inline]
    pub fn is_within(self, other: CellSet) -> bool {
        self.0 & !other.0 == 0
    }

    /// The cells of the set that are not in `other`.
    #[inline]
    pub fn without(self, other: CellSet) -> CellSet {
        CellSet(self.0 & !other.0)
    }

    /// The cells, least first.
    pub fn iter(self) -> Cells {
        Cells(self.0)
    }
}

impl BitOr for CellSet {
    type Output = CellSet;
    fn bitor(self, other: CellSet) -> CellSet {
        CellSet(self.0 | other.0)
    }
}

impl BitOrAssign for CellSet {
    fn bitor_assign(&mut self, other: CellSet) {
        self.0 |= other.0;
    }
}

impl BitAnd for CellSet {
    type Output = CellSet;
    fn bitand(self, other: CellSet) -> CellSet {
        CellSet(self.0 & other.0)
    }
}

impl Not for CellSet {
    type Output = CellSet;
    fn not(self) -> CellSet {
        CellSet(!self.0)
    }
}

impl From<Cell> for CellSet {
    fn from(cell: Cell) -> CellSet {
        CellSet(1 << cell.0)
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> CellSet {
        cells
            .into_iter()
            .fold(CellSet::EMPTY, |set, cell| set | cell.into())
    }
}

impl IntoIterator for CellSet {
    type Item = Cell;
    type IntoIter = Cells;
    fn into_iter(self) -> Cells {
        self.iter()
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set()
            .entries(self.iter().map(|cell| cell.0))
            .finish()
    }
}

/// The cells of a set, least first.
#[derive(Clone, Debug)]
pub struct Cells(u128);

impl Iterator for Cells {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        let cell = CellSet(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(cell)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Cells {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_lists_its_cells_in_order_up_to_the_last_bit() {
        let cells = [Cell(0), Cell(5), Cell(63), Cell(64), Cell(127)];
        let set: CellSet = cells.into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), cells);
        assert_eq!((set.first(), set.last()), (Some(Cell(0)), Some(Cell(127))));
        assert_eq!(CellSet::first_cells(128).len(), 128);
        assert_eq!(CellSet::first_cells(0), CellSet::EMPTY);
    }
}
