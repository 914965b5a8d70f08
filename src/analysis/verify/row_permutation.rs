//! Permutations that the edges of a graph cause among the configurations of a whole pattern.
//!
//! A **block row** is a pattern with one arrangement of each tile group, except for the tile group
//! whose arrangements are laid out in word groups
//! ([`slidewise_engine::graph::Packing::Grouped`]); that one is the *packed* tile group. Where no
//! tile group is packed, a block row is a pattern with all its arrangements. The configurations of
//! a block row have consecutive indices, one bit each.
//!
//! An edge leads from one block row to another and permutes these bits. In the packed layout an
//! index has one digit for each slot, the first slot's digit being the most significant, and an
//! edge changes only the digits of a window of slots. The block row to be filled receives from the
//! other one
//!
//! - *runs* of words, unchanged but in other places, if the window ends before the last five slots.
//!   An edge that leaves all bits in place is one run;
//! - a permutation of *blocks*, bit by bit through a table, otherwise. A block is a word group if
//!   the window lies within the last five slots, and several word groups if the window crosses that
//!   border. Without word groups, every edge permutes the whole block row as one block.
//!
//! Where only half of the arrangements have an index, the permutation of a block
//! depends on the parity of the digits before it. All of this is derived from the index, number by
//! number ([`Orders::apply`]), for one period and each parity; all other periods are equal. The
//! plans and kernels of the dense engine are not used.

use ahash::AHashMap;
use slidewise_engine::graph::{GROUP_SLOTS, Graph, OrderMap, Orders};
use slidewise_engine::index::{Rotation, are_odd, digits_of_window};

/// Bits in a word.
const PER_WORD: u64 = 64;
/// Minimum number of words in a block, where a block row has that many.
const LEAST_BLOCK: u64 = 1024;
/// Maximum number of words in a block; a graph whose edges need larger blocks has no block rows.
const MOST_BLOCK: u64 = 1 << 15;
/// Maximum number of runs in a period.
const MOST_CELLS: u64 = 1 << 20;
/// Maximum number of bytes of all shuffles.
const MOST_BYTES: u64 = 1 << 26;
/// Maximum number of block rows; each takes 17 bytes, and 8 for each of its edges.
const MOST_LEAVES: u64 = 1 << 24;

/// Sizes of block rows and of their parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Measures {
    /// Number of indices in a block row. `width` is the number of words they take; the last word
    /// may have unused bits.
    pub span: u64,
    pub width: u64,
    /// Number of words that are filled at a time; a block row is a whole number of such blocks.
    pub block: u64,
    /// Number of words in a word group; 0 where there are no word groups.
    group: u64,
    /// Number of slots of the packed tile group.
    slots: usize,
    /// Bytes that all shuffles take.
    pub bytes: u64,
}

impl Measures {
    /// Computes the sizes for a graph; `None` if it has no edge table or its edges do not fit block
    /// rows.
    pub fn of(graph: &Graph) -> Option<Measures> {
        let (orders, table) = (graph.orders(), graph.table()?);
        let group = orders.packing().words();
        let span = match orders.grouped() {
            Some(_) => orders.grouped_len(),
            None => orders.len(),
        };
        let mut measures = Measures {
            span,
            width: span.div_ceil(PER_WORD),
            block: 1,
            group,
            slots: orders.grouped_slots(),
            bytes: 0,
        };
        // Words that are mostly unused bits would waste memory.
        if measures.width.checked_mul(PER_WORD)? > span.checked_mul(2)?
            || graph.len() / span > MOST_LEAVES
        {
            return None;
        }
        let mut at_once = 1;
        for arrangement in 0..graph.space().arrangements().len() {
            for (from, to) in table.turns(arrangement) {
                let rotation = Rotation { from, to };
                let form = measures.form(orders, arrangement, rotation)?;
                if let Form::Blocks { words } = form {
                    at_once = at_once.max(words);
                }
                // Two tables: one for each parity of the digits, or for each parity of the other
                // tile groups.
                measures.bytes = measures.bytes.checked_add(2 * form.bytes())?;
            }
        }
        measures.block = match orders.grouped() {
            None => measures.width,
            Some(_) => (0..=measures.slots - GROUP_SLOTS)
                .rev()
                .map(|slot| measures.words_from(slot))
                .find(|&words| words >= at_once.max(LEAST_BLOCK))
                .unwrap_or(measures.width),
        };
        (measures.block <= MOST_BLOCK && measures.bytes <= MOST_BYTES).then_some(measures)
    }

    /// Number of words that agree in all digits before `slot`, which is at most the first of the
    /// last five slots.
    fn words_from(&self, slot: usize) -> u64 {
        let low = self.slots - GROUP_SLOTS;
        (slot..low)
            .map(|s| (self.slots - s) as u64)
            .product::<u64>()
            * self.group
    }

    /// Determines how a rotation of a tile group acts on a block row; `None` if its tables are too
    /// large.
    fn form(&self, orders: &Orders, arrangement: usize, rotation: Rotation) -> Option<Form> {
        let whole = Form::Blocks { words: self.width };
        let Some(grouped) = orders.grouped() else {
            return (self.width <= MOST_BLOCK).then_some(whole);
        };
        if arrangement != grouped {
            // The rotation leads to another block row and leaves the bits in place.
            let run = self.width;
            return Some(Form::Runs { run, cells: 1 });
        }
        let begin = usize::from(rotation.from.min(rotation.to));
        let end = usize::from(rotation.from.max(rotation.to));
        let low = self.slots - GROUP_SLOTS;
        if end < low {
            let cells = (begin..=end)
                .map(|slot| (self.slots - slot) as u64)
                .product();
            let run = self.words_from(end + 1);
            return (cells <= MOST_CELLS).then_some(Form::Runs { run, cells });
        }
        let words = self.words_from(begin.min(low));
        (words <= MOST_BLOCK).then_some(Form::Blocks { words })
    }

    /// First block of `numbers` indices for each parity, as an offset in the block row; `None` if
    /// no block has that parity.
    ///
    /// The parity of a block is that of the digits before it, plus `sign`, the parity of the block
    /// row's packed arrangements. The digits before the second block have an odd sum.
    fn starts(&self, numbers: u64, sign: usize) -> [Option<u64>; 2] {
        let second = (self.group == 1 && 2 * numbers <= self.span).then_some(numbers);
        match sign {
            0 => [Some(0), second],
            _ => [second, Some(0)],
        }
    }

    /// Parity of the digits before each word group: by word of a block, and by block of a block
    /// row.
    ///
    /// A block begins where all digits within it are 0, so the parity of a word is the sum of both.
    /// All are 0 where no permutation depends on them.
    pub fn parities(&self) -> (Vec<u8>, Vec<u8>) {
        let parity = |word: u64| match self.group {
            1 => u8::from(is_odd(word, self.slots)),
            _ => 0,
        };
        let blocks = self.width / self.block;
        (
            (0..self.block).map(parity).collect(),
            (0..blocks)
                .map(|block| parity(block * self.block))
                .collect(),
        )
    }
}

/// Whether the digits that number a word group, those before the last five slots, have an odd sum.
fn is_odd(group: u64, slots: usize) -> bool {
    let mut digits = vec![0; slots - GROUP_SLOTS];
    digits_of_window(group, &mut digits, slots);
    are_odd(&digits)
}

/// How a rotation acts on a block row, which repeats with a period.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// Moves `cells` runs of `run` words each.
    Runs { run: u64, cells: u64 },
    /// Permutes the bits of `words` words.
    Blocks { words: u64 },
}

impl Form {
    /// Bytes of the table for one parity.
    fn bytes(self) -> u64 {
        match self {
            Form::Runs { cells, .. } => cells * 8,
            Form::Blocks { words } => words * PER_WORD * 4,
        }
    }
}

/// Action of an edge on a block row.
#[derive(Debug)]
pub(super) enum Shuffle {
    /// Moves runs of words to other places of the block row.
    Runs(Runs),
    /// Permutes blocks, with a table for each parity.
    Blocks(Blocks),
}

/// Runs of words, which move as a whole.
#[derive(Debug)]
pub(super) struct Runs {
    /// Length of a run in words.
    run: usize,
    /// Offset of the source of each run of a period, in words; empty before it is derived.
    offsets: Vec<isize>,
    /// Number of runs in a period.
    cells: usize,
}

/// Blocks whose bits are permuted.
#[derive(Debug)]
pub(super) struct Blocks {
    /// Length of a block in words.
    words: usize,
    /// Target of each position in a block, by parity of the block; `None` before it is derived.
    targets: [Option<Vec<u32>>; 2],
}

/// Marks a position in a block that stands for no configuration.
const NOWHERE: u32 = u32::MAX;

/// Block to be filled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'a> {
    /// Number of the block within its block row.
    pub block: usize,
    /// Parity of the digits before the word group of each word, within the block.
    pub parities: &'a [u8],
    /// Parity to be added to all `parities`: that of the digits before the block, plus that of the
    /// block row's packed arrangements.
    pub is_odd: u8,
}

impl Shuffle {
    /// Adds to `filled`, the block at `place`, the bits that come from `leaf`, the words of another
    /// block row.
    ///
    /// `is_live` has a flag for each block of `leaf`, false if the block is certainly empty.
    /// Returns false if nothing can come from `leaf`.
    pub fn fill(
        &self,
        filled: &mut [u64],
        place: Place<'_>,
        leaf: &[u64],
        is_live: &[bool],
    ) -> bool {
        let length = filled.len();
        let own = place.block * length..(place.block + 1) * length;
        match self {
            Shuffle::Runs(runs) => runs.fill(filled, own.start, leaf, is_live),
            Shuffle::Blocks(_) if !is_live[place.block] => false,
            Shuffle::Blocks(blocks) => {
                blocks.fill(filled, place, &leaf[own]);
                true
            }
        }
    }
}

impl Blocks {
    /// Derives the missing tables that a block row of parity `sign` can provide (see
    /// [`Shuffle::learn`]).
    fn learn(
        &mut self,
        measures: &Measures,
        sign: usize,
        source: impl Fn(u64) -> Option<u64>,
    ) -> Option<()> {
        let numbers = (self.words as u64 * PER_WORD).min(measures.span);
        let starts = measures.starts(numbers, sign);
        for (own, start) in self.targets.iter_mut().zip(starts) {
            if let (None, Some(start)) = (&own, start) {
                *own = Some(targets(numbers, start, &source)?);
            }
        }
        Some(())
    }

    /// Adds to `filled`, the block at `place`, the bits that come from `source`.
    fn fill(&self, filled: &mut [u64], place: Place<'_>, source: &[u64]) {
        let parities = place.parities.iter().step_by(self.words);
        let blocks = filled.chunks_mut(self.words).zip(source.chunks(self.words));
        for ((filled, source), &parity) in blocks.zip(parities) {
            let parity = usize::from((parity ^ place.is_odd) & 1);
            if let Some(targets) = &self.targets[parity] {
                scatter(targets, filled, source);
            }
        }
    }
}

impl Runs {
    /// Derives the source of each run of a period, unless that was done before (see
    /// [`Shuffle::learn`]).
    fn learn(&mut self, source: impl Fn(u64) -> Option<u64>) -> Option<()> {
        if !self.offsets.is_empty() {
            return Some(());
        }
        let (run, cells) = (self.run as u64, self.cells as u64);
        for at in (0..cells).map(|cell| cell * run) {
            let from = source(at * PER_WORD)?;
            if from % PER_WORD != 0 || from / PER_WORD >= cells * run {
                return None;
            }
            self.offsets.push((from / PER_WORD) as isize - at as isize);
        }
        Some(())
    }

    fn fill(&self, filled: &mut [u64], at: usize, leaf: &[u64], is_live: &[bool]) -> bool {
        let (block, cells) = (filled.len(), self.cells);
        let (mut cell, mut within) = (at / self.run % cells, at % self.run);
        let mut has_any = false;
        let mut done = 0;
        if block.is_multiple_of(cells * self.run) {
            // Everything comes from the block at the same position in the other block row.
            if !is_live[at / block] {
                return false;
            }
            if self.run == 1 {
                let periods = filled.chunks_mut(cells).zip((at..).step_by(cells));
                for (filled, at) in periods {
                    let period = &leaf[at..at + cells];
                    for ((word, cell), &offset) in filled.iter_mut().zip(0..).zip(&self.offsets) {
                        let cell: usize = cell;
                        *word |= period[cell.wrapping_add_signed(offset)];
                    }
                }
                return true;
            }
        }
        while done < block {
            let length = (self.run - within).min(block - done);
            let from = (at + done).wrapping_add_signed(self.offsets[cell]);
            if is_live[from / block] {
                has_any = true;
                join(&mut filled[done..done + length], &leaf[from..from + length]);
            }
            done += length;
            within = 0;
            cell += 1;
            if cell == cells {
                cell = 0;
            }
        }
        has_any
    }
}

fn join(filled: &mut [u64], words: &[u64]) {
    for (word, from) in filled.iter_mut().zip(words) {
        *word |= from;
    }
}

/// Copies each bit of a block to the position that the table gives.
#[inline]
fn scatter(table: &[u32], filled: &mut [u64], source: &[u64]) {
    for (&word, table) in source.iter().zip(table.chunks(PER_WORD as usize)) {
        let mut word = word;
        while word != 0 {
            let to = table[word.trailing_zeros() as usize];
            filled[(to / 64) as usize] |= 1 << (to % 64);
            word &= word - 1;
        }
    }
}

/// Shuffles of a graph, each derived from the index once.
#[derive(Debug)]
pub(crate) struct Shuffles<'g> {
    orders: &'g Orders,
    measures: Measures,
    all: Vec<Shuffle>,
    /// Number of each shuffle, by tile group, rotation and the signs that it depends on.
    known: AHashMap<(usize, u16, u16, u8), usize>,
    /// Bytes of all shuffles.
    bytes: u64,
}

impl<'g> Shuffles<'g> {
    pub fn new(graph: &'g Graph, measures: Measures) -> Shuffles<'g> {
        Shuffles {
            orders: graph.orders(),
            measures,
            all: vec![Shuffle::Runs(Runs {
                run: measures.width as usize,
                offsets: vec![0],
                cells: 1,
            })],
            known: AHashMap::default(),
            bytes: 0,
        }
    }

    /// Returns the shuffle with this number.
    #[inline]
    pub fn get(&self, shuffle: u32) -> &Shuffle {
        &self.all[shuffle as usize]
    }

    /// Parity of the packed arrangements in the block row of `pattern` that begins at arrangement
    /// rank `first`.
    pub fn sign(&self, pattern: u64, first: u64) -> u8 {
        u8::from(self.measures.group == 1 && self.orders.is_grouped_odd(pattern, first))
    }

    /// Finds the block row from which an edge fills another, and the number of the shuffle.
    ///
    /// The block row to be filled is the one of `pattern` that begins at arrangement rank `first`.
    /// Returns the arrangement rank at which the other block row begins. `None` if the edge does
    /// not map block rows to block rows.
    pub fn of(
        &mut self,
        pattern: u64,
        first: u64,
        turn: Option<(usize, Rotation)>,
    ) -> Option<(u64, u32)> {
        let Some((arrangement, rotation)) = turn else {
            return Some((first, 0));
        };
        let orders = self.orders;
        let form = self.measures.form(orders, arrangement, rotation)?;
        // The graph's own map is fast to apply but slow to make; only a few arrangements are looked
        // up here.
        let map = OrderMap::Turn {
            part: arrangement,
            rotation,
            signs: orders.signs(pattern),
        };
        if orders
            .grouped()
            .is_some_and(|grouped| grouped != arrangement)
        {
            return Some((self.leaf_after(&map, first)?, 0));
        }
        let signs = match orders.grouped() {
            Some(_) => 0,
            None => orders.signs(pattern),
        };
        let key = (arrangement, rotation.from, rotation.to, signs);
        let number = self.number_of(form, key)?;
        // Position in the block row of the configuration that belongs at position `at`.
        let source = |at: u64| {
            let is_order = orders.is_order(first + at);
            let from = is_order.then(|| orders.apply(&map, first + at))?;
            from.checked_sub(first)
        };
        let sign = usize::from(self.sign(pattern, first));
        self.all[number].learn(&self.measures, sign, source)?;
        Some((first, number as u32))
    }

    /// First arrangement rank of the block row to which a map takes this one with all bits in
    /// place; `None` if it does not.
    fn leaf_after(&self, map: &OrderMap<'_>, first: u64) -> Option<u64> {
        let (orders, span) = (self.orders, self.measures.span);
        let last = (0..span).rev().find(|&at| orders.is_order(first + at))?;
        let there = orders.apply(map, first);
        let is_whole =
            there.is_multiple_of(span) && orders.apply(map, first + last) == there + last;
        is_whole.then_some(there)
    }

    /// Number of a shuffle, which is created on first use; `None` if all shuffles take too many
    /// bytes.
    fn number_of(&mut self, form: Form, key: (usize, u16, u16, u8)) -> Option<usize> {
        let all = &mut self.all;
        let number = *self.known.entry(key).or_insert_with(|| {
            all.push(Shuffle::unknown(form));
            self.bytes += form.bytes();
            all.len() - 1
        });
        // Each combination of the signs of several tile groups needs a table of its own.
        (self.bytes <= MOST_BYTES).then_some(number)
    }
}

impl Shuffle {
    /// Creates a shuffle without tables.
    fn unknown(form: Form) -> Shuffle {
        match form {
            Form::Runs { run, cells } => Shuffle::Runs(Runs {
                run: run as usize,
                offsets: Vec::new(),
                cells: cells as usize,
            }),
            Form::Blocks { words } => Shuffle::Blocks(Blocks {
                words: words as usize,
                targets: [None, None],
            }),
        }
    }

    /// Derives the missing tables that a block row of parity `sign` can provide.
    ///
    /// `source` gives, for each position in the block row, the position that its configuration
    /// comes from. `None` if the edge does not map block rows to block rows.
    fn learn(
        &mut self,
        measures: &Measures,
        sign: usize,
        source: impl Fn(u64) -> Option<u64>,
    ) -> Option<()> {
        match self {
            Shuffle::Runs(runs) => runs.learn(source),
            Shuffle::Blocks(blocks) => blocks.learn(measures, sign, source),
        }
    }
}

/// Computes the target of each position in the block of `numbers` positions that begins at `start`.
///
/// `source` gives the origin of each position. `None` if an origin lies outside the block.
fn targets(numbers: u64, start: u64, source: impl Fn(u64) -> Option<u64>) -> Option<Vec<u32>> {
    let mut targets = vec![NOWHERE; numbers as usize];
    for to in 0..numbers {
        if let Some(from) = source(start + to) {
            *targets.get_mut(from.checked_sub(start)? as usize)? = to as u32;
        }
    }
    Some(targets)
}
