//! Generations as slates: for small boards, in steps, while a generation is small.
//!
//! Each slate of the next generation is made once: a step that was gone is known to lead back, and is noted with the
//! slate to which it leads, as operators used (Korf, Zhang, Thayer and Hohwald 2005). Since in steps no two
//! configurations of a generation are neighbours, and those of the one before are reached by the ways back alone, only
//! the slates of the next generation need be known again, by a hash table small enough for the fastest memory. Where
//! Start is its own mirror image, of a slate and its image one is kept.
//!
//! It promises what the sets of the sparse engine find, and hands over to them where a generation is too large for
//! it, or the board has too many sets of empty squares. Spaces of hundreds of thousands of patterns have no slates: they
//! are worth the tables of half boards, which ask for more time before the first configuration and for less a
//! configuration.

use crate::moves::{
    ByHoles, Graph, Lettering, MULTIPLIER, Metric, Move, Moves, Ranks, Slate, WORDS,
};
use crate::store::Marks;
use std::fmt;
use std::ops::Range;

/// Finds generations as slates.
pub(super) trait Slates: fmt::Debug {
    /// Finds and marks the next generation, and returns its size; `None` if it cannot, and then is at the generation
    /// at hand still, and good for nothing but telling that.
    fn find_next(&mut self, marks: &Marks, mark: u8) -> Option<u64>;

    /// Goes over to the generation found.
    fn advance(&mut self);

    /// Calls `visit` with the numbers of the generation at hand, each once or twice, in no order.
    fn for_each(&self, visit: &mut dyn FnMut(u64));
}

/// The most patterns that a space with slates has, without a mirror and with one: from there on the tables of half
/// boards are faster, as measured on the puzzles of the catalogue.
const MOST_PATTERNS: [u64; 2] = [70_000, 280_000];

/// The bits of a hash at first, and at most.
const TABLE_BITS: [u32; 2] = [11, 13];

/// Steps that are made one after the other before the table is looked at.
const CHUNK: usize = 512;

/// The most slates of a generation with those of one chunk more: the hash table is at most half full.
const MOST: usize = 1 << (TABLE_BITS[1] - 1);

/// The slates of a graph, at the generation of its start alone; `None` where it has none, or they may not take so much.
pub(super) fn slates_of(graph: &Graph) -> Option<Box<dyn Slates>> {
    let form = Form::of(graph)?;
    if (form.bytes)(graph) > graph.table_bytes_allowed() {
        return None;
    }
    (form.slates)(graph)
}

/// The bytes that the slates of a graph take at most; 0 where it has none.
pub(super) fn slate_bytes(graph: &Graph) -> u64 {
    Form::of(graph).map_or(0, |form| (form.bytes)(graph))
}

/// Slates with letters of one size.
struct Form {
    kinds: usize,
    slates: fn(&Graph) -> Option<Box<dyn Slates>>,
    bytes: fn(&Graph) -> u64,
}

static FORMS: [Form; 4] = [
    Form::new::<2, 2>(),
    Form::new::<3, 4>(),
    Form::new::<3, 6>(),
    Form::new::<4, 14>(),
];

impl Form {
    const fn new<const B: usize, const K: usize>() -> Form {
        Form {
            kinds: K,
            slates: |graph| Some(Box::new(Search::<B, K>::of(graph)?)),
            bytes: |graph| Search::<B, K>::bytes(graph),
        }
    }

    /// The smallest letters for a graph's slates; `None` where slates are not worth it.
    fn of(graph: &Graph) -> Option<&'static Form> {
        let kinds = graph.space().layout().kinds.len();
        let is_worth = graph.metric() == Metric::Step && graph.patterns() <= MOST_PATTERNS[1];
        FORMS.iter().find(|form| is_worth && kinds <= form.kinds)
    }
}

/// The moves left of one slate, in one word.
#[derive(Clone, Copy, Debug, Default)]
struct Item {
    moves: u64,
    slate: u32,
    word: u32,
}

/// Slates with the moves by which they were found, taken back.
#[derive(Clone, Debug, Default)]
struct Layer {
    slates: Vec<Slate>,
    backs: Vec<Moves>,
    len: usize,
    /// How many of them are their own mirror images.
    alone: u64,
}

/// A search by slates.
#[derive(Clone, Debug)]
struct Search<const B: usize, const K: usize> {
    steps: ByHoles<B, K>,
    ranks: Ranks<B, K>,
    current: Layer,
    next: Layer,
    items: Vec<Item>,
    known: Known,
}

/// Which slates of the next generation are known.
#[derive(Clone, Debug)]
struct Known {
    /// By hash: the place of a slate, counted from `base`; what is less is of an earlier generation.
    table: Vec<u32>,
    shift: u32,
    base: u32,
}

#[inline(always)]
fn hash(key: u64, shift: u32) -> usize {
    ((key ^ key >> 32).wrapping_mul(MULTIPLIER) >> shift) as usize
}

impl Known {
    fn new() -> Known {
        let bits = TABLE_BITS[0];
        Known {
            table: vec![0; 1 << bits],
            shift: 64 - bits,
            base: 1,
        }
    }

    /// Makes room for more, and takes in those that are there.
    fn grow(&mut self, slates: &[Slate]) {
        self.shift -= 2;
        self.table = vec![0; self.table.len() * 4];
        let mask = self.table.len() - 1;
        for (place, slate) in (0..).zip(slates) {
            let mut slot = hash(slate.key, self.shift) & mask;
            while self.table[slot] >= self.base {
                slot = (slot + 1) & mask;
            }
            self.table[slot] = self.base + place;
        }
    }
}

impl Layer {
    /// Makes room for so many more, and for one that is known already.
    fn reserve(&mut self, more: usize) {
        let room = self.len + more + 1;
        if self.slates.len() < room {
            // Memory that is not met need not be found: the vectors see to their own growth.
            let room = room.next_multiple_of(CHUNK / 2);
            self.slates.resize(room, Slate::default());
            self.backs.resize(room, [0; WORDS]);
        }
    }

    fn clear(&mut self) {
        (self.len, self.alone) = (0, 0);
    }
}

impl<const B: usize, const K: usize> Search<B, K> {
    /// The search of a graph, at its start; `None` where it has no slates.
    fn of(graph: &Graph) -> Option<Search<B, K>> {
        let lettering = Lettering::of(graph)?;
        let steps = ByHoles::of(&lettering);
        if graph.patterns() > MOST_PATTERNS[usize::from(steps.has_mirror())] {
            return None;
        }
        let start = steps.start();
        let current = Layer {
            slates: vec![start],
            backs: vec![[0; WORDS]],
            len: 1,
            alone: 1,
        };
        Some(Search {
            ranks: Ranks::of(&lettering)?,
            steps,
            current,
            next: Layer::default(),
            items: Vec::new(),
            known: Known::new(),
        })
    }

    /// The bytes that this takes at most; 0 where the graph has no slates.
    fn bytes(graph: &Graph) -> u64 {
        let ranks = match Lettering::<B, K>::is_for(graph) {
            true => Ranks::<B, K>::bytes(graph),
            false => None,
        };
        let Some(ranks) = ranks else { return 0 };
        // Vectors have up to twice the room that was asked for.
        let room = 2 * (MOST + CHUNK);
        let slate = 2 * (size_of::<Slate>() + size_of::<Moves>()) + WORDS * size_of::<Item>();
        let known = size_of::<u32>() << TABLE_BITS[1];
        ranks + (ByHoles::<B, K>::BYTES + room * slate + known) as u64
    }

    /// Lists the moves of the generation at hand but for those that lead back; returns in how many items.
    fn list_moves(&mut self) -> Option<usize> {
        let len = self.current.len;
        if self.items.len() < len * WORDS {
            self.items
                .resize((len * WORDS).next_multiple_of(CHUNK / 2), Item::default());
        }
        let slates = self.current.slates[..len].iter();
        let mut found = 0;
        for ((number, &slate), backs) in (0..).zip(slates).zip(&mut self.current.backs) {
            let all = self.steps.moves(slate)?;
            // Their places are those of the next generation but one.
            let backs = std::mem::replace(backs, [0; WORDS]);
            let room = &mut self.items[found..][..WORDS];
            let mut put = 0;
            for word in 0..WORDS {
                let moves = all[word] & !backs[word];
                room[put] = Item {
                    moves,
                    slate: number,
                    word: word as u32 * 64,
                };
                put += usize::from(moves != 0);
            }
            found += put;
        }
        Some(found)
    }

    /// Makes a move of each of some items; returns how many of them have more, which come first.
    #[inline(never)]
    fn go<const MIRROR: bool>(&mut self, items: Range<usize>) -> usize {
        let items = &mut self.items[items];
        let from = &self.current.slates[..self.current.len];
        let steps = self.steps.to_go();
        let slates = &mut self.next.slates[..];
        let all_backs = &mut self.next.backs[..slates.len()];
        let (base, shift) = (self.known.base, self.known.shift);
        let table = &mut self.known.table[..];
        let mask = table.len() - 1;
        let (mut len, mut alone) = (self.next.len, self.next.alone);
        let mut left = 0;
        for at in 0..items.len() {
            let item = items[at];
            let own = item.word as usize & 64 | item.moves.trailing_zeros() as usize & 63;
            let moves = item.moves & item.moves.wrapping_sub(1);
            // Never behind the one at hand.
            items[left] = Item { moves, ..item };
            left += usize::from(moves != 0);
            let (slate, backs) = steps.after::<MIRROR>(from[item.slate as usize], own);
            slates[len] = slate;
            let mut slot = hash(slate.key, shift) & mask;
            let (place, is_new) = loop {
                let entry = table[slot];
                let is_new = entry < base;
                let place = if is_new { len } else { (entry - base) as usize };
                if slates[place].key == slate.key {
                    break (place, is_new);
                }
                slot = (slot + 1) & mask;
            };
            table[slot] = base + place as u32;
            let known = &mut all_backs[place];
            let mut note = |back: Move| known[usize::from(back / 64) % WORDS] |= 1 << (back % 64);
            note(backs[0]);
            if MIRROR && slate.key == slate.mirror {
                note(backs[1]);
                alone += u64::from(is_new);
            }
            len += usize::from(is_new);
        }
        (self.next.len, self.next.alone) = (len, alone);
        left
    }
}

impl<const B: usize, const K: usize> Slates for Search<B, K> {
    fn find_next(&mut self, marks: &Marks, mark: u8) -> Option<u64> {
        self.next.clear();
        let found = self.list_moves()?;
        let mut at = 0;
        while at < found {
            let end = found.min(at + CHUNK);
            let len = self.next.len + end - at;
            if len > MOST {
                return None;
            }
            while len * 2 > self.known.table.len() {
                self.known.grow(&self.next.slates[..self.next.len]);
            }
            self.next.reserve(end - at);
            let left = match self.steps.has_mirror() {
                true => self.go::<true>(at..end),
                false => self.go::<false>(at..end),
            };
            // Those with moves left come once more, before those behind them.
            self.items.copy_within(at..at + left, end - left);
            at = end - left;
        }
        let base = u64::from(self.known.base) + self.next.len as u64;
        self.known.base = u32::try_from(base).ok()?;
        let Layer {
            slates, len, alone, ..
        } = &self.next;
        let slates = &slates[..*len];
        let setting = marks.setting_alone(mark);
        let set = |rank| {
            setting(rank);
        };
        if !self.steps.has_mirror() {
            self.ranks.for_each::<false>(slates, set);
            return Some(*len as u64);
        }
        self.ranks.for_each::<true>(slates, set);
        Some(2 * *len as u64 - alone)
    }

    fn advance(&mut self) {
        std::mem::swap(&mut self.current, &mut self.next);
    }

    fn for_each(&self, visit: &mut dyn FnMut(u64)) {
        let slates = &self.current.slates[..self.current.len];
        match self.steps.has_mirror() {
            true => self.ranks.for_each::<true>(slates, visit),
            false => self.ranks.for_each::<false>(slates, visit),
        }
    }
}
