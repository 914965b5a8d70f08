//! What a slide does to the configurations of a pattern, for whole words of them.
//!
//! A **leaf** is a pattern with one order of each arrangement but the one whose orders lie in groups
//! ([`slidewise_engine::graph::Packing::Grouped`]); without such a one, a pattern with all its orders. Its configurations are consecutive
//! numbers, one bit each. A slide permutes them, and in groups, where the first slot's digit counts most, it
//! changes only the digits of a window of slots. So, seen from the configurations of the leaf to be filled,
//!
//! - a window that ends before the last five slots takes *runs* of words from elsewhere in the leaf, as they are;
//! - one within the last five slots permutes each *group*;
//! - one across that border permutes *blocks* of groups, as any slide does the whole leaf where there are no groups.
//!
//! Where half of the orders drop out, what becomes of a group or block depends on the parity of the digits from the
//! window on. All this is asked of the index, number by number ([`Orders::apply`]), for one period and each parity,
//! and is the same for all others. Nothing else is known of plans and kernels.

use ahash::AHashMap;
use slidewise_engine::graph::{GROUP_SLOTS, Graph, OrderMap, Orders};
use slidewise_engine::index::{Rotation, are_odd, digits_of_window};

/// Numbers in a word.
const PER_WORD: u64 = 64;
/// Words that are filled at a time, at least, where a leaf has this many.
const LEAST_BLOCK: u64 = 1024;
/// And at most: if a slide wants more at a time, the leaves are not walked.
const MOST_BLOCK: u64 = 1 << 15;
/// The most cells of runs, and the most bytes that all shuffles may take.
const MOST_CELLS: u64 = 1 << 20;
const MOST_BYTES: u64 = 1 << 26;
/// The most leaves: some ten bytes each, and for each slide.
const MOST_LEAVES: u64 = 1 << 24;

/// The measures of leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Measures {
    /// Numbers of a leaf, and the words that they take; the last one may not be full.
    pub span: u64,
    pub width: u64,
    /// Words that are filled at a time; a leaf is a whole number of such blocks.
    pub block: u64,
    /// Words of a group; none where there are none.
    group: u64,
    /// Slots of the arrangement in groups.
    slots: usize,
    /// Bytes that the shuffles take.
    pub bytes: u64,
}

impl Measures {
    /// Of the leaves of a graph; `None` where its slides are not tabled or do not fit.
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
        // A word that is hardly filled is not worth it.
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
                at_once = at_once.max(match form {
                    Form::Blocks { words } => words,
                    _ => 1,
                });
                // Two variants, and as many for the signs of other arrangements.
                measures.bytes = measures.bytes.checked_add(2 * form.bytes(group))?;
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

    /// How many words have the same digits before a slot, which is one before the last five or the first of them.
    fn words_from(&self, slot: usize) -> u64 {
        let low = self.slots - GROUP_SLOTS;
        (slot..low)
            .map(|s| (self.slots - s) as u64)
            .product::<u64>()
            * self.group
    }

    /// What a rotation of an arrangement is to a leaf; `None` if it is too much.
    fn form(&self, orders: &Orders, arrangement: usize, rotation: Rotation) -> Option<Form> {
        let whole = Form::Blocks { words: self.width };
        let Some(grouped) = orders.grouped() else {
            return (self.width <= MOST_BLOCK).then_some(whole);
        };
        if arrangement != grouped {
            // Another leaf, as it is.
            return Some(Form::Same);
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
        if begin >= low {
            return Some(Form::Groups);
        }
        let words = self.words_from(begin);
        (words <= MOST_BLOCK).then_some(Form::Blocks { words })
    }

    /// By parity: where a block of this many numbers begins before which the digits have it, if there is one, in a leaf
    /// whose own order has the parity `sign`. The digits before the second block are odd in sum.
    fn starts(&self, numbers: u64, sign: usize) -> [Option<u64>; 2] {
        let second = (self.group == 1 && 2 * numbers <= self.span).then_some(numbers);
        match sign {
            0 => [Some(0), second],
            _ => [second, Some(0)],
        }
    }

    /// By word of a block, and by block of a leaf: whether the digits before its group are odd in sum. A block begins
    /// where all digits within it are 0, so both together tell it of any word. All even where nobody asks.
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

/// Whether the digits before the last five slots that make the number of a group have an odd sum.
fn is_odd(group: u64, slots: usize) -> bool {
    let mut digits = vec![0; slots - GROUP_SLOTS];
    digits_of_window(group, &mut digits, slots);
    are_odd(&digits)
}

/// What a rotation is to a leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Same,
    Runs { run: u64, cells: u64 },
    Groups,
    Blocks { words: u64 },
}

impl Form {
    /// Bytes of one variant.
    fn bytes(self, group: u64) -> u64 {
        match self {
            Form::Same => 0,
            Form::Runs { cells, .. } => cells * 8,
            Form::Groups => group * group * (8 * 256 * 8),
            Form::Blocks { words } => words * PER_WORD * 4,
        }
    }
}

/// What a slide does to a leaf.
#[derive(Debug)]
pub(super) enum Shuffle {
    /// Nothing.
    Same,
    /// Word by word from elsewhere in the leaf.
    Runs(Runs),
    /// Groups of one word are permuted: by parity.
    Words([Option<WordTables>; 2]),
    /// Groups of two.
    Pairs(PairTables),
    /// Blocks are permuted: by parity.
    Blocks([Option<Vec<u32>>; 2]),
}

/// Runs of words, and by cell of a period: how many words away the run comes from.
#[derive(Debug)]
pub(super) struct Runs {
    run: usize,
    offsets: Vec<isize>,
}

/// By byte of a word and its value: where its bits go.
type WordTables = Box<[[u64; 256]; 8]>;
/// The same of two words.
type PairTables = Vec<[[u64; 2]; 256]>;
/// Stands in a block for a number that stands for nothing.
const NOWHERE: u32 = u32::MAX;

/// A block to be filled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'a> {
    /// Its number in its leaf.
    pub block: usize,
    /// By word: the parity of the digits before its group.
    pub parities: &'a [u8],
    /// To be added to these: the parity of the digits of the block, and of the leaf's own order.
    pub is_odd: u8,
}

impl Shuffle {
    /// Adds to `filled`, the words of the block at `place`, what comes from a leaf's words; `is_live` tells of its
    /// blocks whether there may be anything in them. Returns false where there is not.
    pub fn fill(
        &self,
        filled: &mut [u64],
        place: Place<'_>,
        leaf: &[u64],
        is_live: &[bool],
    ) -> bool {
        let length = filled.len();
        let own = place.block * length..(place.block + 1) * length;
        if let Shuffle::Runs(runs) = self {
            return runs.fill(filled, own.start, leaf, is_live);
        }
        if !is_live[place.block] {
            return false;
        }
        let source = &leaf[own];
        match self {
            Shuffle::Same => join(filled, source),
            Shuffle::Words(tables) => {
                let variant = |odd: u8| tables[usize::from((place.is_odd ^ odd) & 1)].as_ref();
                // With a single group a leaf has one parity.
                let (Some(even), Some(odd)) =
                    (variant(0).or(variant(1)), variant(1).or(variant(0)))
                else {
                    return false;
                };
                let tables = [&**even, &**odd];
                for ((word, &from), &parity) in filled.iter_mut().zip(source).zip(place.parities) {
                    if from != 0 {
                        *word |= gather(tables[usize::from(parity & 1)], from);
                    }
                }
            }
            Shuffle::Pairs(tables) => {
                for (words, from) in filled.chunks_exact_mut(2).zip(source.chunks_exact(2)) {
                    if from[0] | from[1] != 0 {
                        gather_pair(tables, words, from);
                    }
                }
            }
            Shuffle::Blocks(tables) => {
                let numbers = tables.iter().flatten().map(Vec::len).max().unwrap_or(0);
                let words = numbers.div_ceil(PER_WORD as usize).max(1);
                let parities = place.parities.iter().step_by(words);
                let blocks = filled.chunks_mut(words).zip(source.chunks(words));
                for ((filled, source), &parity) in blocks.zip(parities) {
                    let variant = usize::from((parity ^ place.is_odd) & 1);
                    if let Some(table) = &tables[variant] {
                        scatter(table, filled, source);
                    }
                }
            }
            Shuffle::Runs(_) => {}
        }
        true
    }
}

impl Runs {
    /// Asks from where each of this many cells comes, if that is not known: see [`Shuffle::learn`].
    fn learn(&mut self, cells: u64, source: impl Fn(u64) -> Option<u64>) -> Option<()> {
        if !self.offsets.is_empty() {
            return Some(());
        }
        let run = self.run as u64;
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
        let (block, cells) = (filled.len(), self.offsets.len());
        let (mut cell, mut within) = (at / self.run % cells, at % self.run);
        let mut has_any = false;
        let mut done = 0;
        if block.is_multiple_of(cells * self.run) {
            // All of it comes from the same block of the other leaf.
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

#[inline]
fn gather(tables: &[[u64; 256]; 8], word: u64) -> u64 {
    let bytes = tables.iter().zip(word.to_le_bytes());
    bytes.fold(0, |all, (table, byte)| all | table[usize::from(byte)])
}

#[inline]
fn gather_pair(tables: &[[[u64; 2]; 256]], words: &mut [u64], from: &[u64]) {
    let bytes = from.iter().flat_map(|word| word.to_le_bytes());
    let [mut first, mut second] = [0; 2];
    for (table, byte) in tables.iter().zip(bytes) {
        let [one, other] = table[usize::from(byte)];
        first |= one;
        second |= other;
    }
    words[0] |= first;
    words[1] |= second;
}

/// Puts each configuration of a block where the table says.
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

/// The shuffles of a graph, each asked of the index once.
#[derive(Debug)]
pub(super) struct Shuffles<'g> {
    orders: &'g Orders,
    measures: Measures,
    all: Vec<Shuffle>,
    /// By arrangement, rotation and the signs that it depends on.
    known: AHashMap<(usize, u16, u16, u8), usize>,
    /// Bytes of all.
    bytes: u64,
}

impl<'g> Shuffles<'g> {
    pub fn new(graph: &'g Graph, measures: Measures) -> Shuffles<'g> {
        Shuffles {
            orders: graph.orders(),
            measures,
            all: vec![Shuffle::Same],
            known: AHashMap::default(),
            bytes: 0,
        }
    }

    /// A shuffle by its number.
    #[inline]
    pub fn get(&self, shuffle: u32) -> &Shuffle {
        &self.all[shuffle as usize]
    }

    /// The parity of the leaf's own order.
    pub fn sign(&self, pattern: u64, first: u64) -> u8 {
        u8::from(self.measures.group == 1 && self.orders.is_grouped_odd(pattern, first))
    }

    /// From where a leaf is filled by a slide back: the first order of the leaf where the slide leads, and the
    /// shuffle. The leaf is that of `pattern` whose first order is `first`. `None` where the index does what leaves
    /// cannot.
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
        // Not the map of the index that is quick to apply: few numbers are asked for, and it takes long to make.
        let map = OrderMap::Turn {
            part: arrangement,
            rotation,
            signs: orders.signs(pattern),
        };
        if form == Form::Same {
            return Some((self.leaf_after(&map, first)?, 0));
        }
        let signs = match orders.grouped() {
            Some(_) => 0,
            None => orders.signs(pattern),
        };
        let key = (arrangement, rotation.from, rotation.to, signs);
        let number = self.number_of(form, key)?;
        // The number that the configuration comes from which is to stand at `at`.
        let source = |at: u64| match orders.is_order(first + at) {
            true => orders.apply(&map, first + at).checked_sub(first),
            false => None,
        };
        let sign = usize::from(self.sign(pattern, first));
        self.all[number].learn(form, &self.measures, sign, source)?;
        Some((first, number as u32))
    }

    /// The first order of the leaf where a slide leads that takes leaves as they are; `None` if it does not.
    fn leaf_after(&self, map: &OrderMap<'_>, first: u64) -> Option<u64> {
        let (orders, span) = (self.orders, self.measures.span);
        let last = (0..span).rev().find(|&at| orders.is_order(first + at))?;
        let there = orders.apply(map, first);
        let is_whole =
            there.is_multiple_of(span) && orders.apply(map, first + last) == there + last;
        is_whole.then_some(there)
    }

    /// The number of a shuffle, which is a new one the first time. `None` where all of them take too many bytes.
    fn number_of(&mut self, form: Form, key: (usize, u16, u16, u8)) -> Option<usize> {
        let all = &mut self.all;
        let number = *self.known.entry(key).or_insert_with(|| {
            all.push(Shuffle::unknown(form, self.measures.group));
            self.bytes += form.bytes(self.measures.group);
            all.len() - 1
        });
        // Signs of many arrangements make many tables.
        (self.bytes <= MOST_BYTES).then_some(number)
    }
}

impl Shuffle {
    /// A shuffle of which nothing is known.
    fn unknown(form: Form, group: u64) -> Shuffle {
        match form {
            Form::Same => Shuffle::Same,
            Form::Runs { run, .. } => Shuffle::Runs(Runs {
                run: run as usize,
                offsets: Vec::new(),
            }),
            Form::Groups if group == 1 => Shuffle::Words([None, None]),
            Form::Groups => Shuffle::Pairs(Vec::new()),
            Form::Blocks { .. } => Shuffle::Blocks([None, None]),
        }
    }

    /// Asks for what is not known yet and a leaf can tell whose own order has the parity `sign`: `source` says from
    /// which number of it the configuration of each comes. `None` where the index does what leaves cannot.
    fn learn(
        &mut self,
        form: Form,
        measures: &Measures,
        sign: usize,
        source: impl Fn(u64) -> Option<u64>,
    ) -> Option<()> {
        match (self, form) {
            (Shuffle::Runs(runs), Form::Runs { cells, .. }) => runs.learn(cells, source)?,
            (Shuffle::Words(variants), _) => {
                let starts = measures.starts(PER_WORD, sign);
                for (variant, start) in variants.iter_mut().zip(starts) {
                    if let (None, Some(start)) = (&variant, start) {
                        let targets = targets(PER_WORD, start, &source)?;
                        let bit = |to: u32| 1u64 << (to % 64);
                        let tables = tables_of(&targets, bit, |one, other| one | other);
                        *variant = Some(tables.try_into().ok()?);
                    }
                }
            }
            (Shuffle::Pairs(tables), _) if tables.is_empty() => {
                let targets = targets(2 * PER_WORD, 0, source)?;
                let bit = |to: u32| match to < 64 {
                    true => [1 << to, 0],
                    false => [0, 1 << (to - 64)],
                };
                *tables = tables_of(&targets, bit, |one, other| {
                    [one[0] | other[0], one[1] | other[1]]
                });
            }
            (Shuffle::Blocks(variants), Form::Blocks { words }) => {
                let numbers = (words * PER_WORD).min(measures.span);
                let starts = measures.starts(numbers, sign);
                for (variant, start) in variants.iter_mut().zip(starts) {
                    if let (None, Some(start)) = (&variant, start) {
                        *variant = Some(targets(numbers, start, &source)?);
                    }
                }
            }
            _ => {}
        }
        Some(())
    }
}

/// By number of a block that begins at `start`: to which number its configuration goes, if `source` says from
/// which each comes. `None` if one comes from outside the block.
fn targets(numbers: u64, start: u64, source: impl Fn(u64) -> Option<u64>) -> Option<Vec<u32>> {
    let mut targets = vec![NOWHERE; numbers as usize];
    for to in 0..numbers {
        if let Some(from) = source(start + to) {
            *targets.get_mut(from.checked_sub(start)? as usize)? = to as u32;
        }
    }
    Some(targets)
}

/// By byte of a block and its value: the join of the bits that its configurations go to.
fn tables_of<B: Copy + Default>(
    targets: &[u32],
    bit: impl Fn(u32) -> B,
    join: impl Fn(B, B) -> B,
) -> Vec<[B; 256]> {
    let table = |targets: &[u32]| {
        let mut table = [B::default(); 256];
        for value in 1..256usize {
            let rest = table[value & (value - 1)];
            table[value] = match targets[value.trailing_zeros() as usize] {
                NOWHERE => rest,
                to => join(rest, bit(to)),
            };
        }
        table
    };
    targets.chunks_exact(8).map(table).collect()
}
