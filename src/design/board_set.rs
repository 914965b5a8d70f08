//! A set of boards that is emptied and filled again for each set of pieces.

use super::board_code::BoardClique;
use super::word::Word;

/// A set of boards in a table with open addressing; the empty word is no board.
///
/// Beside each board there can be bits, for the cliques that were followed.
#[derive(Debug)]
pub(crate) struct BoardSet<W> {
    slots: Vec<W>,
    /// The bits of each slot; empty where none are kept.
    followed: Vec<u64>,
    keeps_followed: bool,
    count: usize,
    /// 64 less the logarithm of the number of slots.
    shift: u32,
}

/// A clique with the board and the place that name it.
#[derive(Clone, Copy)]
pub(crate) struct NamedClique<W> {
    /// The name.
    pub name: (W, u32),
    /// The clique.
    pub clique: BoardClique<W>,
}

/// The logarithm of the number of slots of an empty set.
const LEAST_BITS: u32 = 6;

/// Boards that are looked up together.
const BOARDS_AT_ONCE: usize = 64;

impl<W: Word> BoardSet<W> {
    /// An empty set, with bits beside the boards or without.
    pub(crate) fn new(keeps_followed: bool) -> BoardSet<W> {
        let mut set = BoardSet {
            slots: Vec::new(),
            followed: Vec::new(),
            keeps_followed,
            count: 0,
            shift: 0,
        };
        set.clear(0);
        set
    }

    /// Removes all boards and makes room for `expected`.
    pub(crate) fn clear(&mut self, expected: usize) {
        let slots = (4 * expected).next_power_of_two().max(1 << LEAST_BITS);
        self.slots.clear();
        self.slots.resize(slots, W::ZERO);
        if self.keeps_followed {
            self.followed.clear();
            self.followed.resize(slots, 0);
        }
        self.count = 0;
        self.shift = u64::BITS - slots.ilog2();
    }

    /// Adds the boards, and appends those that are new to `added`.
    ///
    /// The first slots of all boards are read before any is compared, so that the memory answers
    /// for many boards at a time.
    #[inline]
    pub(crate) fn insert_all(&mut self, boards: &[W], added: &mut Vec<W>) {
        let mut firsts = [W::ZERO; BOARDS_AT_ONCE];
        for chunk in boards.chunks(BOARDS_AT_ONCE) {
            for (first, board) in firsts.iter_mut().zip(chunk) {
                *first = self.slots[self.home(*board)];
            }
            for (first, &board) in firsts.iter().zip(chunk) {
                if *first != board && self.insert(board) {
                    added.push(board);
                }
            }
        }
    }

    /// Adds a board; whether it is new.
    #[inline]
    pub(crate) fn insert(&mut self, board: W) -> bool {
        let (_, is_new) = self.slot(board);
        is_new
    }

    /// Adds a board, and sets its bit of this number; whether the board is new, and whether the bit
    /// was set before.
    #[inline]
    pub(crate) fn follow(&mut self, board: W, bit: u32) -> (bool, bool) {
        let (slot, is_new) = self.slot(board);
        let bits = &mut self.followed[slot];
        let was_set = *bits >> bit & 1 == 1;
        *bits |= 1 << bit;
        (is_new, was_set)
    }

    /// Removes cliques that are seen at first sight to be followed already.
    ///
    /// No look waits for another one, so that the memory answers for many at a time.
    #[inline]
    pub(crate) fn retain_unfollowed(&self, cliques: &mut Vec<NamedClique<W>>) {
        cliques.retain(|clique| {
            let (named, place) = clique.name;
            let home = self.home(named);
            self.slots[home] != named || self.followed[home] >> place & 1 == 0
        });
    }

    /// The slot where a board is looked for first.
    #[inline]
    fn home(&self, board: W) -> usize {
        (board.scrambled() >> self.shift) as usize
    }

    /// The slot of a board, which is put there if it is new, and whether it is.
    #[inline]
    fn slot(&mut self, board: W) -> (usize, bool) {
        let (slot, is_new) = self.find_or_put(board);
        if is_new {
            self.count += 1;
            if 2 * self.count > self.slots.len() {
                self.grow();
                return (self.find_or_put(board).0, true);
            }
        }
        (slot, is_new)
    }

    #[inline]
    fn find_or_put(&mut self, board: W) -> (usize, bool) {
        let last = self.slots.len() - 1;
        let mut slot = self.home(board);
        loop {
            let found = self.slots[slot];
            if found == board {
                return (slot, false);
            }
            if found == W::ZERO {
                self.slots[slot] = board;
                return (slot, true);
            }
            slot = (slot + 1) & last;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let slots = self.slots.len() * 2;
        let old = std::mem::replace(&mut self.slots, vec![W::ZERO; slots]);
        let bits = if self.keeps_followed { slots } else { 0 };
        let old_followed = std::mem::replace(&mut self.followed, vec![0; bits]);
        self.shift = u64::BITS - slots.ilog2();
        for (number, board) in old.into_iter().enumerate() {
            if board != W::ZERO {
                let (slot, _) = self.find_or_put(board);
                if self.keeps_followed {
                    self.followed[slot] = old_followed[number];
                }
            }
        }
    }

    /// Memory of the table in bytes after one more growth.
    pub(crate) fn next_bytes(&self) -> u64 {
        let bits = if self.keeps_followed {
            size_of::<u64>()
        } else {
            0
        };
        (self.slots.len() * 2 * (size_of::<W>() + bits)) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_kept_once_through_growth_and_clearing() {
        let mut set = BoardSet::<u128>::new(true);
        for round in 0..3 {
            set.clear(round);
            for board in 1..5000u128 {
                assert!(set.insert(board << 60), "{board}");
            }
            for board in 1..5000u128 {
                assert!(!set.insert(board << 60), "{board}");
                assert_eq!(set.follow(board << 60, 3), (false, false));
            }
            for board in 5000..9000u128 {
                assert_eq!(set.follow(board << 60, 4), (true, false));
            }
            for board in 1..5000u128 {
                assert_eq!(set.follow(board << 60, 3), (false, true));
                assert_eq!(set.follow(board << 60, 4), (false, false));
            }
        }
    }
}
