//! A set of boards that is emptied and filled again for each set of pieces.

use super::board_clique::BoardClique;
use super::word::Word;
use slidewise_store::OwnedWords;
use std::io;
use std::marker::PhantomData;

/// A set of boards in a table with open addressing; the empty word is no board.
///
/// Beside each board there can be bits, for the cliques that were followed. The table lies in huge
/// pages where the system has them: a look at a random place then seldom needs a second one at the
/// tables of pages.
#[derive(Debug)]
pub(crate) struct BoardSet<W> {
    /// For each slot the words of its board, followed by its bits where bits are kept, so that the
    /// memory is asked once for both.
    words: OwnedWords,
    /// The table before the last growth, if it was small: the next one is often made in it.
    spare: OwnedWords,
    /// Number of words of a slot.
    stride: usize,
    /// Number of slots in use, a power of two, or 0; the table may have room for more.
    slots: usize,
    count: usize,
    /// 64 less the logarithm of the number of slots.
    shift: u32,
    boards: PhantomData<W>,
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
const MIN_BITS: u32 = 6;

/// Boards that are looked up together.
const BOARDS_AT_ONCE: usize = 64;

/// Most words of a table that is kept beside the one in use.
///
/// A sweep searches many sets whose tables grow to a few megabytes; to ask the system for each of
/// them took a quarter of the time on 4x4.
const MAX_SPARE: usize = 4 << 20;

impl<W: Word> BoardSet<W> {
    /// An empty set without memory, with bits beside the boards or without.
    pub(crate) fn new(keeps_followed: bool) -> BoardSet<W> {
        BoardSet {
            words: OwnedWords::default(),
            spare: OwnedWords::default(),
            stride: W::WORDS + usize::from(keeps_followed),
            slots: 0,
            count: 0,
            shift: 0,
            boards: PhantomData,
        }
    }

    /// Removes all boards and makes room for `expected`.
    ///
    /// # Errors
    ///
    /// The system refuses the memory.
    pub(crate) fn clear(&mut self, expected: usize) -> io::Result<()> {
        let slots = (4 * expected).next_power_of_two().max(1 << MIN_BITS);
        self.count = 0;
        let len = slots * self.stride;
        if len > self.words.as_slice().len() {
            // The old table goes first, so that there is never memory for both.
            self.words = OwnedWords::default();
            self.words = OwnedWords::zeroed(len as u64)?;
        } else {
            self.words.as_mut_slice().0[..len].fill(0);
        }
        self.use_slots(slots);
        Ok(())
    }

    /// Makes room for more boards than there are now.
    ///
    /// # Errors
    ///
    /// The system refuses the memory.
    #[inline]
    pub(crate) fn reserve(&mut self, more: usize) -> io::Result<()> {
        if 2 * (self.count + more) > self.slots {
            self.grow(2 * (self.count + more))?;
        }
        Ok(())
    }

    /// Adds the boards, for which there is room, and appends those that are new to `added`.
    ///
    /// The first slots of all boards are read before any is compared, so that the memory answers
    /// for many boards at a time.
    #[inline]
    pub(crate) fn insert_all(&mut self, boards: &[W], added: &mut Vec<W>) {
        let mut firsts = [W::ZERO; BOARDS_AT_ONCE];
        for chunk in boards.chunks(BOARDS_AT_ONCE) {
            let words = self.words.as_slice();
            for (first, board) in firsts.iter_mut().zip(chunk) {
                *first = W::read(&words[self.home(*board) * self.stride..]);
            }
            for (first, &board) in firsts.iter().zip(chunk) {
                if *first != board && self.insert(board) {
                    added.push(board);
                }
            }
        }
    }

    /// Adds a board, for which there is room; whether it is new.
    #[inline]
    pub(crate) fn insert(&mut self, board: W) -> bool {
        let (_, is_new) = self.find_or_put(board);
        is_new
    }

    /// Adds a board, for which there is room, and sets its bit of this number; whether the board is
    /// new, and whether the bit was set before.
    #[inline]
    pub(crate) fn follow(&mut self, board: W, bit: u32) -> (bool, bool) {
        let (slot, is_new) = self.find_or_put(board);
        let bits = &mut self.words.as_mut_slice().0[slot * self.stride + W::WORDS];
        let was_set = *bits >> bit & 1 == 1;
        *bits |= 1 << bit;
        (is_new, was_set)
    }

    /// Removes cliques that are seen at first sight to be followed already.
    ///
    /// The first slots of many are read before any is compared, as by [`BoardSet::insert_all`].
    #[inline]
    pub(crate) fn retain_unfollowed(&self, cliques: &mut Vec<NamedClique<W>>) {
        let words = self.words.as_slice();
        let mut firsts = [(W::ZERO, 0); BOARDS_AT_ONCE];
        let mut kept = 0;
        for begin in (0..cliques.len()).step_by(BOARDS_AT_ONCE) {
            let end = cliques.len().min(begin + BOARDS_AT_ONCE);
            for (first, clique) in firsts.iter_mut().zip(&cliques[begin..end]) {
                let slot = &words[self.home(clique.name.0) * self.stride..][..W::WORDS + 1];
                *first = (W::read(slot), slot[W::WORDS]);
            }
            for (first, own) in firsts.iter().zip(begin..end) {
                let (named, place) = cliques[own].name;
                if first.0 != named || first.1 >> place & 1 == 0 {
                    cliques[kept] = cliques[own];
                    kept += 1;
                }
            }
        }
        cliques.truncate(kept);
    }

    /// The slot where a board is looked for first.
    #[inline]
    fn home(&self, board: W) -> usize {
        (board.scrambled() >> self.shift) as usize
    }

    /// The slot of a board, which is put there if it is new, and whether it is.
    #[inline]
    fn find_or_put(&mut self, board: W) -> (usize, bool) {
        let (last, stride) = (self.slots - 1, self.stride);
        let mut slot = self.home(board);
        let (words, _) = self.words.as_mut_slice();
        loop {
            let own = &mut words[slot * stride..][..W::WORDS];
            let found = W::read(own);
            if found == board {
                return (slot, false);
            }
            if found == W::ZERO {
                board.write(own);
                self.count += 1;
                return (slot, true);
            }
            slot = (slot + 1) & last;
        }
    }

    /// Moves to a table with at least as many slots.
    #[cold]
    fn grow(&mut self, least: usize) -> io::Result<()> {
        let slots = least.next_power_of_two().max(1 << MIN_BITS);
        let len = slots * self.stride;
        let mut larger = std::mem::take(&mut self.spare);
        if larger.as_slice().len() < len {
            larger = OwnedWords::zeroed(len as u64)?;
        } else {
            larger.as_mut_slice().0[..len].fill(0);
        }
        let old = std::mem::replace(&mut self.words, larger);
        let in_use = self.slots * self.stride;
        self.use_slots(slots);
        self.count = 0;
        for from in old.as_slice()[..in_use].chunks_exact(self.stride) {
            let board = W::read(from);
            if board != W::ZERO {
                let (slot, _) = self.find_or_put(board);
                let to = &mut self.words.as_mut_slice().0[slot * self.stride..][..self.stride];
                to.copy_from_slice(from);
            }
        }
        if old.as_slice().len() <= MAX_SPARE {
            self.spare = old;
        }
        Ok(())
    }

    fn use_slots(&mut self, slots: usize) {
        self.slots = slots;
        self.shift = u64::BITS - slots.ilog2();
    }

    /// Memory of the tables in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        (size_of_val(self.words.as_slice()) + size_of_val(self.spare.as_slice())) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_kept_once_through_growth_and_clearing() {
        let mut set = BoardSet::<u128>::new(true);
        for round in 0..3 {
            set.clear(round).unwrap();
            for board in 1..5000u128 {
                set.reserve(1).unwrap();
                assert!(set.insert(board << 60), "{board}");
            }
            set.reserve(4000).unwrap();
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
