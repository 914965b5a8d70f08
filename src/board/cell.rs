//! Cells and sets of cells.
//!
//! A cell is only a number; [`Board`](super::Board) maps it to its square.

use super::bits::{BitMask, WideMask};
use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// A cell, by its number in reading order: 0 up to 1,023.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(pub u16);

impl Cell {
    /// The cell's number as an index into tables.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of cells as a bit mask: bit n stands for cell n.
///
/// [`CellSet`] holds the cells of any board. [`SmallCellSet`] holds only cells with numbers below
/// 128; it is faster, and meant for inner loops.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CellMask<B>(pub B);

/// A set of cells of any board.
pub type CellSet = CellMask<WideMask>;

/// A set of cells with numbers below 128.
pub type SmallCellSet = CellMask<u128>;

impl<B: BitMask> CellMask<B> {
    /// The empty set.
    pub const EMPTY: CellMask<B> = CellMask(B::ZERO);

    /// The first `count` cells.
    ///
    /// # Panics
    /// If the mask has fewer than `count` bits.
    #[inline]
    pub fn first_cells(count: usize) -> CellMask<B> {
        assert!(
            count <= B::ROOM,
            "a set holds at most {} cells, not {count}",
            B::ROOM
        );
        CellMask(B::below(count))
    }

    /// Whether `cell` is in the set.
    #[inline]
    pub fn contains(self, cell: Cell) -> bool {
        self.0.has(cell.index())
    }

    /// Adds `cell`.
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        self.0.set(cell.index());
    }

    /// Number of cells in the set.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count()
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == B::ZERO
    }

    /// The lowest cell of the set.
    #[inline]
    pub fn first(self) -> Option<Cell> {
        self.0.first().map(|at| Cell(at as u16))
    }

    /// The highest cell of the set.
    #[inline]
    pub fn last(self) -> Option<Cell> {
        self.0.last().map(|at| Cell(at as u16))
    }

    /// Whether the two sets share a cell.
    #[inline]
    pub fn meets(self, other: CellMask<B>) -> bool {
        self.0.and(other.0) != B::ZERO
    }

    /// Whether every cell of this set is in `other`.
    #[inline]
    pub fn is_within(self, other: CellMask<B>) -> bool {
        self.0.and_not(other.0) == B::ZERO
    }

    /// The cells of the set that are not in `other`.
    #[inline]
    pub fn without(self, other: CellMask<B>) -> CellMask<B> {
        CellMask(self.0.and_not(other.0))
    }

    /// Iterates over the cells in ascending order.
    pub fn iter(self) -> CellIter<B> {
        CellIter(self.0)
    }
}

impl CellSet {
    /// Converts the set to the bit mask `B`; cells for which `B` has no bit are lost.
    #[inline]
    pub fn cast<B: BitMask>(self) -> CellMask<B> {
        CellMask(B::of(self.0))
    }
}

impl<B: BitMask> BitOr for CellMask<B> {
    type Output = CellMask<B>;
    #[inline]
    fn bitor(self, other: CellMask<B>) -> CellMask<B> {
        CellMask(self.0.or(other.0))
    }
}

impl<B: BitMask> BitOrAssign for CellMask<B> {
    #[inline]
    fn bitor_assign(&mut self, other: CellMask<B>) {
        *self = *self | other;
    }
}

impl<B: BitMask> BitAnd for CellMask<B> {
    type Output = CellMask<B>;
    #[inline]
    fn bitand(self, other: CellMask<B>) -> CellMask<B> {
        CellMask(self.0.and(other.0))
    }
}

impl Not for SmallCellSet {
    type Output = SmallCellSet;
    #[inline]
    fn not(self) -> SmallCellSet {
        CellMask(!self.0)
    }
}

impl<B: BitMask> From<Cell> for CellMask<B> {
    #[inline]
    fn from(cell: Cell) -> CellMask<B> {
        let mut set = CellMask::EMPTY;
        set.insert(cell);
        set
    }
}

impl<B: BitMask> FromIterator<Cell> for CellMask<B> {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> CellMask<B> {
        let mut set = CellMask::EMPTY;
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

impl<B: BitMask> IntoIterator for CellMask<B> {
    type Item = Cell;
    type IntoIter = CellIter<B>;
    fn into_iter(self) -> CellIter<B> {
        self.iter()
    }
}

impl<B: BitMask> fmt::Debug for CellMask<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set()
            .entries(self.iter().map(|cell| cell.0))
            .finish()
    }
}

/// Iterator over the cells of a set, in ascending order.
#[derive(Clone, Debug)]
pub struct CellIter<B>(B);

impl<B: BitMask> Iterator for CellIter<B> {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        let cell = self.0.first()?;
        self.0.clear_first();
        Some(Cell(cell as u16))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count();
        (left, Some(left))
    }
}

impl<B: BitMask> ExactSizeIterator for CellIter<B> {}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<B: BitMask>() {
        let last = (B::ROOM - 1) as u16;
        let cells = [Cell(0), Cell(5), Cell(63), Cell(64), Cell(last)];
        let set: CellMask<B> = cells.into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), cells);
        assert_eq!((set.first(), set.last()), (Some(Cell(0)), Some(Cell(last))));
        assert_eq!(set.len(), 5);
        assert_eq!(CellMask::<B>::first_cells(B::ROOM).len(), B::ROOM);
        assert_eq!(CellMask::<B>::first_cells(0), CellMask::EMPTY);
    }

    #[test]
    fn a_set_lists_its_cells_in_order_up_to_the_last_bit() {
        check::<u128>();
        check::<WideMask>();
    }
}
