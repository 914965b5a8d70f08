//! A hash table of packed boards, small enough for the fastest cache.

use crate::graph::PackedBoard;
use crate::index::hash_of;

/// Number of bits of an index into the hash table, at the beginning and at most.
pub(super) const TABLE_BITS: [u32; 2] = [11, 13];

/// Most boards of the next generation, with those that one more chunk may add: they fill at most
/// half of the hash table.
pub(super) const MOST: usize = 1 << (TABLE_BITS[1] - 1);

/// A hash table of the boards of one generation.
#[derive(Clone, Debug)]
pub(super) struct BoardTable {
    /// Index of a board plus `base`, indexed by hash; entries below `base` are of earlier
    /// generations.
    pub(super) table: Vec<u32>,
    pub(super) shift: u32,
    pub(super) base: u32,
}

impl BoardTable {
    pub(super) fn new() -> BoardTable {
        let bits = TABLE_BITS[0];
        BoardTable {
            table: vec![0; 1 << bits],
            shift: 64 - bits,
            base: 1,
        }
    }

    /// Place of a board, or the entry of the table that is free for it.
    #[inline(always)]
    pub(super) fn find(&self, boards: &[PackedBoard], board: PackedBoard) -> Result<usize, usize> {
        let mask = self.table.len() - 1;
        let mut slot = (hash_of(board.key) >> self.shift) as usize & mask;
        loop {
            let entry = self.table[slot];
            if entry < self.base {
                return Err(slot);
            }
            let place = (entry - self.base) as usize;
            if boards[place].key == board.key {
                return Ok(place);
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Enters the board with the number `place` where [`BoardTable::find`] found a free entry.
    #[inline(always)]
    pub(super) fn enter(&mut self, slot: usize, place: usize) {
        self.table[slot] = self.base + place as u32;
    }

    /// Frees the entries of the first `len` boards.
    pub(super) fn forget(&mut self, len: usize) {
        self.base += len as u32;
    }

    /// Makes room for the boards of one clique; `None` if the generation becomes too large.
    #[inline(always)]
    pub(super) fn make_room(&mut self, boards: &[PackedBoard]) -> Option<()> {
        let len = boards.len() + 64;
        while len * 2 > self.table.len() {
            if len > MOST {
                return None;
            }
            self.grow(boards);
        }
        Some(())
    }

    /// Enlarges the table, and enters the boards again.
    pub(super) fn grow(&mut self, boards: &[PackedBoard]) {
        self.shift -= 2;
        self.table = vec![0; self.table.len() * 4];
        let mask = self.table.len() - 1;
        for (place, board) in (0..).zip(boards) {
            let mut slot = (hash_of(board.key) >> self.shift) as usize & mask;
            while self.table[slot] >= self.base {
                slot = (slot + 1) & mask;
            }
            self.table[slot] = self.base + place;
        }
    }
}
