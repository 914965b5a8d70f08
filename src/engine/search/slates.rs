//! Generations as slates: for small boards, in steps, while a generation is small.
//!
//! Each slate of the next generation is made once: a step that was gone is known to lead back, and is noted with the
//! slate to which it leads, as operators used (Korf, Zhang, Thayer and Hohwald 2005). Since in steps no two
//! configurations of a generation are neighbours, and those of the one before are reached by the ways back alone, only
//! the slates of the next generation need be known again, by a hash table small enough for the fastest memory. Where
//! Start is its own mirror image, of a slate and its image one is kept.
//!
//! It promises what the sets of the sparse engine find, and hands over to them where a generation is too large for
//! it, or the board has too many sets of empty squares. Spaces of many patterns have no slates: they are worth the tables
//! of half boards, which ask for more time before the first configuration and for less a configuration.

use crate::graph::{ByHoles, Graph, Lettering, Metric, Passages, Ranks, Slate};
use crate::index::hash_of;
use slidewise_store::Marks;
use std::fmt;
use std::ops::Range;

/// Finds generations as slates.
pub(super) trait Slates: fmt::Debug {
    /// Finds and marks the next generation, and returns its size; `None` if it cannot, and then is at the generation
    /// still there, and good for nothing but telling that.
    fn find_next(&mut self, marks: &Marks, mark: u8) -> Option<u64>;

    /// Goes over to the generation found.
    fn advance(&mut self);

    /// Calls `visit` with the numbers of the current generation, each once or twice, in no order.
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
    Form::new::<2, 3>(),
    Form::new::<3, 5>(),
    Form::new::<3, 7>(),
    Form::new::<4, 15>(),
];

impl Form {
    const fn new<const B: usize, const E: usize>() -> Form {
        Form {
            kinds: E - 1,
            slates: |graph| Some(Box::new(Search::<B, E>::of(graph)?)),
            bytes: |graph| Search::<B, E>::bytes(graph),
        }
    }

    /// The smallest letters for a graph's slates; `None` where slates are not worth it.
    fn of(graph: &Graph) -> Option<&'static Form> {
        let kinds = graph.space().layout().kinds.len();
        let is_worth = graph.metric() == Metric::Step && graph.patterns() <= MOST_PATTERNS[1];
        FORMS.iter().find(|form| is_worth && kinds <= form.kinds)
    }
}

/// The steps left of one slate.
#[derive(Clone, Copy, Debug, Default)]
struct Item {
    passages: Passages,
    slate: u32,
}

/// Slates with the passages through which they were found.
#[derive(Clone, Debug, Default)]
struct Layer {
    slates: Vec<Slate>,
    backs: Vec<Passages>,
    len: usize,
    /// How many of them are their own mirror images.
    alone: u64,
}

/// A search by slates.
#[derive(Clone, Debug)]
struct Search<const B: usize, const E: usize> {
    steps: ByHoles<B, E>,
    ranks: Ranks<B, E>,
    current: Layer,
    next: Layer,
    /// By slate of the current generation: its set of empty squares.
    reaches: Vec<u16>,
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
            let mut slot = (hash_of(slate.key) >> self.shift) as usize & mask;
            while self.table[slot] >= self.base {
                slot = (slot + 1) & mask;
            }
            self.table[slot] = self.base + place;
        }
    }
}

impl Layer {
    /// Makes room for this many more, and for one that is known already.
    fn reserve(&mut self, more: usize) {
        let room = self.len + more + 1;
        if self.slates.len() < room {
            // Memory that is not met need not be found: the vectors see to their own growth.
            let room = room.next_multiple_of(CHUNK / 2);
            self.slates.resize(room, Slate::default());
            self.backs.resize(room, 0);
        }
    }

    fn clear(&mut self) {
        self.backs[..self.len].fill(0);
        (self.len, self.alone) = (0, 0);
    }
}

impl<const B: usize, const E: usize> Search<B, E> {
    /// The search of a graph, at its start; `None` where it has no slates.
    fn of(graph: &Graph) -> Option<Search<B, E>> {
        let lettering = Lettering::of(graph)?;
        let steps = ByHoles::of(&lettering);
        if graph.patterns() > MOST_PATTERNS[usize::from(steps.has_mirror())] {
            return None;
        }
        let start = steps.start();
        let current = Layer {
            slates: vec![start],
            backs: vec![0],
            len: 1,
            alone: 1,
        };
        Some(Search {
            ranks: Ranks::of(&lettering)?,
            steps,
            current,
            next: Layer::default(),
            reaches: Vec::new(),
            items: Vec::new(),
            known: Known::new(),
        })
    }

    /// The bytes that this takes at most; 0 where the graph has no slates.
    fn bytes(graph: &Graph) -> u64 {
        let ranks = match Lettering::<B, E>::is_for(graph) {
            true => Ranks::<B, E>::bytes(graph),
            false => None,
        };
        let Some(ranks) = ranks else { return 0 };
        // Vectors have up to twice the room that was asked for.
        let room = 2 * (MOST + CHUNK);
        let layers = 2 * (size_of::<Slate>() + size_of::<Passages>());
        let slate = layers + size_of::<Item>() + size_of::<u16>();
        let known = size_of::<u32>() << TABLE_BITS[1];
        ranks + (ByHoles::<B, E>::BYTES + room * slate + known) as u64
    }

    /// Lists the steps of the current generation but for those that lead back; returns in how many items. `None` if
    /// there are too many sets of empty squares.
    fn list_steps(&mut self) -> Option<usize> {
        let len = self.current.len;
        if self.items.len() < len {
            let room = len.next_multiple_of(CHUNK / 2);
            self.items.resize(room, Item::default());
            self.reaches.resize(room, 0);
        }
        let mut known = 0;
        loop {
            known = self.find_reaches(known);
            if known == len {
                break;
            }
            self.steps.look(self.current.slates[known])?;
        }
        let steps = &self.steps;
        let slates = &self.current.slates[..len];
        let backs = &self.current.backs[..len];
        let mut found = 0;
        for (number, &reach) in self.reaches[..len].iter().enumerate() {
            let passages = steps.passages(slates[number], reach) & !backs[number];
            self.items[found] = Item {
                passages,
                slate: number as u32,
            };
            found += usize::from(passages != 0);
        }
        Some(found)
    }

    /// Finds the sets of empty squares from slate `known` on; returns the first one of which it is not known.
    fn find_reaches(&mut self, known: usize) -> usize {
        let slates = &self.current.slates[..self.current.len];
        let reaches = &mut self.reaches[..slates.len()];
        for number in known..slates.len() {
            match self.steps.reach_of(slates[number]) {
                Some(reach) => reaches[number] = reach,
                None => return number,
            }
        }
        slates.len()
    }

    /// Makes a step of each of some items; returns how many of them have more, which come first.
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
            let passage = item.passages.trailing_zeros();
            let passages = item.passages & item.passages.wrapping_sub(1);
            // Never behind the current one.
            items[left] = Item { passages, ..item };
            left += usize::from(passages != 0);
            let from = from[item.slate as usize];
            let (slate, backs) = steps.after::<MIRROR>(from, passage as usize);
            slates[len] = slate;
            let mut slot = (hash_of(slate.key) >> shift) as usize & mask;
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
            *known |= 1 << (backs[0] % 64);
            if MIRROR && slate.key == slate.mirror {
                *known |= 1 << (backs[1] % 64);
                alone += u64::from(is_new);
            }
            len += usize::from(is_new);
        }
        (self.next.len, self.next.alone) = (len, alone);
        left
    }
}

impl<const B: usize, const E: usize> Slates for Search<B, E> {
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
                self.known.grow(&self.next.slates[..self.next.len]);
            }
            self.next.reserve(end - at);
            let left = match self.steps.has_mirror() {
                true => self.go::<true>(at..end),
                false => self.go::<false>(at..end),
            };
            // Those with steps left come once more, before those behind them.
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
