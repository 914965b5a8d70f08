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

use super::cliques::CliqueSearch;
use crate::graph::{Graph, Metric, PackedBoard, PackedLayout, PackedRanks, PackedSteps, StepBits};
use crate::index::hash_of;
use slidewise_store::Marks;
use std::fmt;
use std::ops::Range;

/// Generations of packed boards, for letters of any number of bits.
pub(super) trait BoardGenerations: fmt::Debug {
    /// Finds and marks the next generation, and returns its size.
    ///
    /// `None` if the next generation is too large: then nothing is marked,
    /// [`BoardGenerations::for_each`] still visits the current generation, and no other call is
    /// allowed.
    fn find_next(&mut self, marks: &Marks, mark: u8) -> Option<u64>;

    /// Makes the generation found the current one.
    fn advance(&mut self);

    /// Calls `visit` with the indices of the current generation, each once or twice, in no order.
    fn for_each(&self, visit: &mut dyn FnMut(u64));
}

/// Most patterns of a graph for which packed boards are used, without a mirror and with a mirror.
///
/// Half boards search spaces with more patterns faster, as measured on the puzzles of the
/// catalogue. In slides they are faster wherever there is no mirror.
const MOST_PATTERNS: [u64; 2] = [70_000, 280_000];

/// Number of bits of an index into the hash table, at the beginning and at most.
pub(super) const TABLE_BITS: [u32; 2] = [11, 13];

/// Number of steps that are made between two checks of how full the hash table is.
const CHUNK: usize = 512;

/// Most boards of the next generation, with those that one more chunk may add: they fill at most
/// half of the hash table.
pub(super) const MOST: usize = 1 << (TABLE_BITS[1] - 1);

/// A search by packed boards from the graph's Start; `None` if [`is_packable`] is false.
pub(super) fn generations_of(graph: &Graph) -> Option<Box<dyn BoardGenerations>> {
    let format = PackedFormat::of(graph)?;
    ((format.bytes)(graph) <= graph.table_bytes_allowed()).then(|| (format.boards)(graph))?
}

/// Whether packed boards suit a graph, within the bytes allowed for tables. Builds no table.
pub(crate) fn is_packable(graph: &Graph) -> bool {
    PackedFormat::of(graph).is_some_and(|format| {
        let bytes = (format.bytes)(graph);
        bytes > 0 && bytes <= graph.table_bytes_allowed() && (format.is_worth)(graph)
    })
}

/// Most bytes that the packed boards of a graph take; 0 if the graph has no packed boards.
pub(crate) fn packed_bytes(graph: &Graph) -> u64 {
    PackedFormat::of(graph).map_or(0, |format| (format.bytes)(graph))
}

/// Functions of a search by packed boards, for letters of a certain number of bits.
struct PackedFormat {
    kinds: usize,
    boards: fn(&Graph) -> Option<Box<dyn BoardGenerations>>,
    bytes: fn(&Graph) -> u64,
    is_worth: fn(&Graph) -> bool,
}

static FORMATS: [PackedFormat; 4] = [
    PackedFormat::new::<2, 3>(),
    PackedFormat::new::<3, 5>(),
    PackedFormat::new::<3, 7>(),
    PackedFormat::new::<4, 15>(),
];

impl PackedFormat {
    const fn new<const B: usize, const E: usize>() -> PackedFormat {
        PackedFormat {
            kinds: E - 1,
            boards: |graph| match graph.metric() {
                Metric::Step => Some(Box::new(BoardSearch::<B, E>::of(graph)?)),
                _ => Some(Box::new(CliqueSearch::<B, E>::of(graph)?)),
            },
            bytes: |graph| match graph.metric() {
                Metric::Step => BoardSearch::<B, E>::bytes(graph),
                _ => CliqueSearch::<B, E>::bytes(graph),
            },
            is_worth: |graph| {
                let is_small = graph.patterns() <= MOST_PATTERNS[0];
                (is_small && graph.metric() != Metric::Slide)
                    || PackedLayout::<B, E>::of(graph).is_some_and(|packed| packed.has_mirror())
            },
        }
    }

    /// The format with the smallest letters that suit a graph; `None` if half boards are faster.
    fn of(graph: &Graph) -> Option<&'static PackedFormat> {
        let kinds = graph.space().layout().kinds.len();
        let is_worth = graph.metric() != Metric::Line && graph.patterns() <= MOST_PATTERNS[1];
        FORMATS
            .iter()
            .find(|format| is_worth && kinds <= format.kinds)
    }
}

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
struct BoardSearch<const B: usize, const E: usize> {
    steps: PackedSteps<B, E>,
    ranks: PackedRanks<B, E>,
    current: BoardLayer,
    next: BoardLayer,
    /// Index of each board's set of empty cells, indexed by board of the current generation.
    reaches: Vec<u16>,
    items: Vec<OpenSteps>,
    known: BoardTable,
}

/// A hash table of the boards of one generation.
#[derive(Clone, Debug)]
pub(super) struct BoardTable {
    /// Index of a board plus `base`, indexed by hash; entries below `base` are of earlier
    /// generations.
    table: Vec<u32>,
    shift: u32,
    base: u32,
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
    fn grow(&mut self, boards: &[PackedBoard]) {
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
    fn of(graph: &Graph) -> Option<BoardSearch<B, E>> {
        let packed = PackedLayout::of(graph)?;
        let steps = PackedSteps::of(&packed);
        if graph.patterns() > MOST_PATTERNS[usize::from(steps.has_mirror())] {
            return None;
        }
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
    fn bytes(graph: &Graph) -> u64 {
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
