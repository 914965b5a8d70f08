//! Search by packed boards in steps, while generations are small; in slides and moves see
//! `cliques.rs`.
//!
//! Each edge is followed once: a step is noted at the board to which it leads, and is not made back
//! from there ("operators used" of Korf, Zhang, Thayer and Hohwald 2005). In steps no two
//! configurations of a generation are neighbours, and only steps back lead to the generation
//! before. So only boards of the next generation must be recognized, by a hash table small enough
//! for the fastest cache. If Start is its own mirror image, one board of each mirrored pair is
//! kept.
//!
//! The generations equal those of the sparse engine. The search gives up at a generation that is
//! too large, or if there are too many sets of empty cells. Spaces of many patterns are left to
//! half boards, which take more time before the first configuration and less for each
//! configuration.

use super::board_table::{BoardTable, MOST, TABLE_BITS};
use super::generations::BoardGenerations;
use crate::graph::{Graph, PackedBoard, PackedLayout, PackedRanks, PackedSteps, StepBits};
use crate::index::hash_of;
use slidewise_store::Marks;
use std::ops::Range;

/// Number of steps that are made between two checks of how full the hash table is.
const CHUNK: usize = 512;

/// The steps that remain to be made from one board.
#[derive(Clone, Copy, Debug, Default)]
struct OpenSteps {
    passages: StepBits,
    board: u32,
}

/// The boards of a generation, with the steps that lead back to the generation before.
#[derive(Clone, Debug, Default)]
struct BoardLayer {
    boards: Vec<PackedBoard>,
    backs: Vec<StepBits>,
    len: usize,
    /// Number of boards that are their own mirror images.
    alone: u64,
}

/// A search by packed boards; letters have `B` bits and stand for fewer than `E` kinds of pieces.
#[derive(Clone, Debug)]
pub(super) struct BoardSearch<const B: usize, const E: usize> {
    steps: PackedSteps<B, E>,
    ranks: PackedRanks<B, E>,
    current: BoardLayer,
    next: BoardLayer,
    /// Index of each board's set of empty cells, indexed by board of the current generation.
    reaches: Vec<u16>,
    items: Vec<OpenSteps>,
    known: BoardTable,
}

impl BoardLayer {
    /// Reserves entries for this many more boards, and one for a board that is known already.
    fn reserve(&mut self, more: usize) {
        let room = self.len + more + 1;
        if self.boards.len() < room {
            // The number is rounded up, so that the vectors grow seldom.
            let room = room.next_multiple_of(CHUNK / 2);
            self.boards.resize(room, PackedBoard::default());
            self.backs.resize(room, 0);
        }
    }

    fn clear(&mut self) {
        self.backs[..self.len].fill(0);
        (self.len, self.alone) = (0, 0);
    }
}

impl<const B: usize, const E: usize> BoardSearch<B, E> {
    /// The search of a graph from its Start; `None` if the graph has no packed boards.
    pub(super) fn of(graph: &Graph) -> Option<BoardSearch<B, E>> {
        let packed = PackedLayout::of(graph)?;
        let steps = PackedSteps::of(&packed);
        let start = steps.start();
        let current = BoardLayer {
            boards: vec![start],
            backs: vec![0],
            len: 1,
            alone: 1,
        };
        Some(BoardSearch {
            ranks: PackedRanks::of(&packed)?,
            steps,
            current,
            next: BoardLayer::default(),
            reaches: Vec::new(),
            items: Vec::new(),
            known: BoardTable::new(),
        })
    }

    /// Most bytes that the search takes; 0 if the graph has no packed boards.
    pub(super) fn bytes(graph: &Graph) -> u64 {
        let ranks = if PackedLayout::<B, E>::is_for(graph) {
            PackedRanks::<B, E>::bytes(graph)
        } else {
            None
        };
        let Some(ranks) = ranks else { return 0 };
        // Vectors may have twice the capacity that was requested, so twice the room is counted.
        let room = 2 * (MOST + CHUNK);
        let layers = 2 * (size_of::<PackedBoard>() + size_of::<StepBits>());
        let board = layers + size_of::<OpenSteps>() + size_of::<u16>();
        let known = size_of::<u32>() << TABLE_BITS[1];
        ranks + (PackedSteps::<B, E>::BYTES + room * board + known) as u64
    }

    /// Lists the steps of the current generation, without steps back; returns the number of entries
    /// of the list.
    ///
    /// `None` if there are too many sets of empty cells.
    fn list_steps(&mut self) -> Option<usize> {
        let len = self.current.len;
        if self.items.len() < len {
            let room = len.next_multiple_of(CHUNK / 2);
            self.items.resize(room, OpenSteps::default());
            self.reaches.resize(room, 0);
        }
        let mut known = 0;
        loop {
            known = self.find_reaches(known);
            if known == len {
                break;
            }
            self.steps.look(self.current.boards[known])?;
        }
        let steps = &self.steps;
        let boards = &self.current.boards[..len];
        let backs = &self.current.backs[..len];
        let mut found = 0;
        for (number, &reach) in self.reaches[..len].iter().enumerate() {
            let passages = steps.passages(boards[number], reach) & !backs[number];
            self.items[found] = OpenSteps {
                passages,
                board: number as u32,
            };
            found += usize::from(passages != 0);
        }
        Some(found)
    }

    /// Finds the set of empty cells of each board, starting at board number `known`.
    ///
    /// Returns the number of the first board with a set that is not known yet.
    fn find_reaches(&mut self, known: usize) -> usize {
        let boards = &self.current.boards[..self.current.len];
        let reaches = &mut self.reaches[..boards.len()];
        for number in known..boards.len() {
            match self.steps.reach_of(boards[number]) {
                Some(reach) => reaches[number] = reach,
                None => return number,
            }
        }
        boards.len()
    }

    /// Makes one step of each entry in a range of the list of steps.
    ///
    /// Entries with more steps are moved to the front of the range; returns their number.
    #[inline(never)]
    fn make_steps<const MIRROR: bool>(&mut self, items: Range<usize>) -> usize {
        let items = &mut self.items[items];
        let from = &self.current.boards[..self.current.len];
        let steps = self.steps.stepper();
        let boards = &mut self.next.boards[..];
        let all_backs = &mut self.next.backs[..boards.len()];
        let (base, shift) = (self.known.base, self.known.shift);
        let table = &mut self.known.table[..];
        let mask = table.len() - 1;
        let (mut len, mut alone) = (self.next.len, self.next.alone);
        let mut left = 0;
        for at in 0..items.len() {
            let item = items[at];
            let passage = item.passages.trailing_zeros();
            let passages = item.passages & item.passages.wrapping_sub(1);
            // No unread entry is overwritten, since `left` never exceeds `at`.
            items[left] = OpenSteps { passages, ..item };
            left += usize::from(passages != 0);
            let from = from[item.board as usize];
            let (board, backs) = steps.after::<MIRROR>(from, passage as usize);
            boards[len] = board;
            let mut slot = (hash_of(board.key) >> shift) as usize & mask;
            let (place, is_new) = loop {
                let entry = table[slot];
                let is_new = entry < base;
                let place = if is_new { len } else { (entry - base) as usize };
                if boards[place].key == board.key {
                    break (place, is_new);
                }
                slot = (slot + 1) & mask;
            };
            table[slot] = base + place as u32;
            let known = &mut all_backs[place];
            *known |= 1 << (backs[0] % 64);
            if MIRROR && board.key == board.mirror {
                *known |= 1 << (backs[1] % 64);
                alone += u64::from(is_new);
            }
            len += usize::from(is_new);
        }
        (self.next.len, self.next.alone) = (len, alone);
        left
    }
}

impl<const B: usize, const E: usize> BoardGenerations for BoardSearch<B, E> {
    fn find_next(&mut self, marks: &Marks, mark: u8) -> Option<u64> {
        self.next.clear();
        let found = self.list_steps()?;
        let mut at = 0;
        while at < found {
            let end = found.min(at + CHUNK);
            let len = self.next.len + end - at;
            if len > MOST {
                return None;
            }
            while len * 2 > self.known.table.len() {
                self.known.grow(&self.next.boards[..self.next.len]);
            }
            self.next.reserve(end - at);
            let left = if self.steps.has_mirror() {
                self.make_steps::<true>(at..end)
            } else {
                self.make_steps::<false>(at..end)
            };
            // Entries with more steps are moved to the end of this chunk, where the next chunk
            // begins.
            self.items.copy_within(at..at + left, end - left);
            at = end - left;
        }
        let base = u64::from(self.known.base) + self.next.len as u64;
        self.known.base = u32::try_from(base).ok()?;
        let BoardLayer {
            boards, len, alone, ..
        } = &self.next;
        let boards = &boards[..*len];
        let setting = marks.setting_alone(mark);
        let set = |rank| {
            setting(rank);
        };
        if !self.steps.has_mirror() {
            self.ranks.for_each::<false>(boards, set);
            return Some(*len as u64);
        }
        self.ranks.for_each::<true>(boards, set);
        Some(2 * *len as u64 - alone)
    }

    fn advance(&mut self) {
        std::mem::swap(&mut self.current, &mut self.next);
    }

    fn for_each(&self, visit: &mut dyn FnMut(u64)) {
        let boards = &self.current.boards[..self.current.len];
        if self.steps.has_mirror() {
            self.ranks.for_each::<true>(boards, visit)
        } else {
            self.ranks.for_each::<false>(boards, visit)
        }
    }
}
