//! Neighbours of 64 configurations at a time, found once for all that have the same digits in common.
//!
//! Where the orders of five or more distinct tiles lie in groups ([`Packing::Grouped`]), a number is a pattern,
//! the orders of other tiles, and the digits of an order, the first slot's digit counting most. A slide changes only the digits of a
//! window of slots. So numbers with the same digits up to the window's end, if that is before the last five
//! slots, keep their places beside each other and go together; and what becomes of the digits from the
//! window's begin on is the same for all digits before, but for their parity where half of the orders drop
//! out. Either is asked of the index once, number by number ([`Orders::apply`]), and remembered.
//!
//! It promises the neighbours that [`crate::moves::Neighbours`] gives, and shares nothing with the plans and
//! kernels of the engines but the index.

use crate::moves::{Graph, OrderMap, Orders, Packing, PatternTable};
use crate::space::Rotation;
use ahash::AHashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The last slots, whose orders lie in one group.
const GROUP_SLOTS: usize = 5;

/// Blocks up to so many numbers are gathered before they are given on.
const MOST_GATHERED: u64 = 1 << 13;

/// The most numbers that are remembered of one slide.
const MOST_TABLED: u64 = 1 << 20;

/// From and to which slot, and whether the digits from the window on are an odd order.
type Key = (u8, u8, bool);

/// What has been asked of the index, for all threads.
#[derive(Debug, Default)]
pub(super) struct Tables(Mutex<AHashMap<Key, Arc<[u32]>>>);

/// Finds the neighbours of words of configurations.
pub(super) struct Spread<'g> {
    orders: &'g Orders,
    table: &'g PatternTable,
    tables: &'g Tables,
    slots: usize,
    /// The numbers of a group.
    group: u64,
    /// The pattern at hand, and its slides.
    pattern: u64,
    slides: Vec<Way<'g>>,
}

/// A slide of the pattern at hand.
struct Way<'g> {
    /// The least number of the resulting pattern.
    first: u64,
    map: OrderMap<'g>,
    kind: Kind,
    /// The numbers, counted from the pattern's first, of which is known what becomes of them.
    known: std::ops::Range<u64>,
    /// What: the first of them goes there,
    target: u64,
    /// or each by its place among them.
    places: Arc<[u32]>,
    /// What was found of those and not given on yet; empty for large blocks.
    gathered: Vec<u64>,
    has_gathered: bool,
}

/// What a slide does to orders.
#[derive(Clone, Copy)]
enum Kind {
    /// Nothing.
    Same,
    /// So many numbers go together.
    Runs(u64),
    /// Within blocks of so many numbers, each goes to another.
    Blocks(u64, Rotation, usize),
    /// Each is to be asked for.
    Each,
}

impl<'g> Spread<'g> {
    /// For a graph whose orders lie in groups and whose slides are tabled; `None` for others.
    pub fn new(graph: &'g Graph, tables: &'g Tables) -> Option<Spread<'g>> {
        let Packing::Grouped { .. } = graph.orders().packing() else {
            return None;
        };
        Some(Spread {
            orders: graph.orders(),
            table: graph.table()?,
            tables,
            slots: graph.orders().grouped_slots(),
            group: graph.orders().packing().words() * 64,
            pattern: u64::MAX,
            slides: Vec::new(),
        })
    }

    /// Gives `put` the neighbours of the configurations that have a bit in `word`, the first of them being
    /// `64 * at`: a word's place, and bits of it.
    ///
    /// Some are given only with those of later words; [`Spread::finish`] gives the last ones.
    #[inline]
    pub fn word(&mut self, at: u64, word: u64, mut put: impl FnMut(u64, u64)) {
        let len = self.orders.len();
        let (pattern, number) = (at * 64 / len, at * 64 % len);
        if pattern != self.pattern {
            self.finish(&mut put);
            self.turn_to(pattern);
        }
        let Spread {
            orders,
            tables,
            slots,
            slides,
            ..
        } = self;
        for way in slides {
            if !way.known.contains(&number) {
                way.give(&mut put);
                way.know(number, orders, tables, *slots, pattern);
            }
            match way.kind {
                Kind::Same => put((way.first + number) / 64, word),
                Kind::Runs(_) => put((way.target + number - way.known.start) / 64, word),
                Kind::Blocks(..) => {
                    let start = (number - way.known.start) as usize;
                    let places = &way.places[start..start + 64];
                    if way.gathered.is_empty() {
                        for bit in bits(word) {
                            let target = way.target + u64::from(places[bit]);
                            put(target / 64, 1 << (target % 64));
                        }
                    } else {
                        way.has_gathered = true;
                        for bit in bits(word) {
                            let place = places[bit];
                            way.gathered[(place / 64) as usize] |= 1 << (place % 64);
                        }
                    }
                }
                Kind::Each => {
                    for bit in bits(word) {
                        let target = way.first + orders.apply(&way.map, number + bit as u64);
                        put(target / 64, 1 << (target % 64));
                    }
                }
            }
        }
    }

    /// Gives `put` what was found and not given yet.
    pub fn finish(&mut self, mut put: impl FnMut(u64, u64)) {
        for way in &mut self.slides {
            way.give(&mut put);
        }
    }

    fn turn_to(&mut self, pattern: u64) {
        let Spread {
            orders,
            table,
            slots,
            group,
            ..
        } = *self;
        self.pattern = pattern;
        self.slides.clear();
        self.slides
            .extend(table.slides(pattern).iter().map(|slide| {
                let (map, kind) = match slide.turn {
                    None => (OrderMap::Same, Kind::Same),
                    Some((arrangement, rotation)) => (
                        orders.map(pattern, arrangement, rotation),
                        match orders.grouped() == Some(arrangement) {
                            true => kind_of(rotation, slots, group),
                            // The order of these tells the digit that those lack, if they lack one.
                            false if orders.is_halved() && group > 64 => Kind::Each,
                            false => Kind::Runs(orders.grouped_len()),
                        },
                    ),
                };
                let known = match kind {
                    Kind::Same | Kind::Each => 0..orders.len(),
                    Kind::Runs(_) | Kind::Blocks(..) => 0..0,
                };
                let gathered = match kind {
                    Kind::Blocks(block, ..) if block <= MOST_GATHERED => block / 64,
                    _ => 0,
                };
                Way {
                    first: slide.pattern * orders.len(),
                    map,
                    kind,
                    known,
                    target: 0,
                    places: Arc::new([]),
                    gathered: vec![0; gathered as usize],
                    has_gathered: false,
                }
            }));
    }
}

impl Way<'_> {
    /// Gives `put` what was gathered.
    fn give(&mut self, put: &mut impl FnMut(u64, u64)) {
        if !self.has_gathered {
            return;
        }
        self.has_gathered = false;
        for (at, word) in (self.target / 64..).zip(&mut self.gathered) {
            if *word != 0 {
                put(at, *word);
                *word = 0;
            }
        }
    }

    /// Learns what becomes of the numbers around this one.
    fn know(&mut self, number: u64, orders: &Orders, tables: &Tables, slots: usize, pattern: u64) {
        match self.kind {
            Kind::Same | Kind::Each => {}
            Kind::Runs(run) => {
                let start = number - number % run;
                self.known = start..start + run;
                self.target = self.first + orders.apply(&self.map, start);
            }
            Kind::Blocks(block, rotation, begin) => {
                let start = number - number % block;
                self.known = start..start + block;
                self.target = self.first + start;
                let before = start % orders.grouped_len() / block;
                let is_odd = orders.packing().words() == 1
                    && orders.is_grouped_odd(pattern, start) != is_odd(before, begin, slots);
                let key = (rotation.from, rotation.to, is_odd);
                let mut tables = tables.0.lock().unwrap_or_else(PoisonError::into_inner);
                let table = tables.entry(key).or_insert_with(|| {
                    let place = |within| match orders.is_order(start + within) {
                        true => (orders.apply(&self.map, start + within) - start) as u32,
                        false => 0,
                    };
                    (0..block).map(place).collect()
                });
                self.places = Arc::clone(table);
            }
        }
    }
}

/// What a rotation does to the orders of so many slots.
fn kind_of(rotation: Rotation, slots: usize, group: u64) -> Kind {
    let end = usize::from(rotation.from.max(rotation.to));
    let low = slots - GROUP_SLOTS;
    // How many groups have the same digits before a slot.
    let groups_from = |slot: usize| (slot..low).map(|s| (slots - s) as u64).product::<u64>();
    if end < low {
        return Kind::Runs(groups_from(end + 1) * group);
    }
    let begin = usize::from(rotation.from.min(rotation.to)).min(low);
    match groups_from(begin).checked_mul(group) {
        Some(block) if block <= MOST_TABLED => Kind::Blocks(block, rotation, begin),
        _ => Kind::Each,
    }
}

/// Whether the digits before slot `begin` that make this number have an odd sum.
fn is_odd(mut number: u64, begin: usize, slots: usize) -> bool {
    let mut sum = 0;
    for slot in (0..begin).rev() {
        let radix = (slots - slot) as u64;
        sum += number % radix;
        number /= radix;
    }
    sum % 2 == 1
}

/// The places of a word's bits, ascending.
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            bit
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::Metric;
    use crate::puzzle::Puzzle;
    use std::collections::BTreeSet;

    #[test]
    fn words_have_the_neighbours_of_their_configurations() {
        // Half of the orders and all of them, windows of two slots and of up to ten.
        let distinct = "start = 'ABCDEFG..'\ndistinct = true\n";
        let barred = "start = '''\nABCZ\nDE.Z\n'''\ndistinct = true\n";
        let two_sets = "start = '''\nABCXX\nDE.YY\n.....\n'''\ndistinct = true\n";
        let barred_sets = "start = '''\nABCXX#\nDEF.YY\n'''\ndistinct = true\n";
        let puzzles = [
            Puzzle::from_toml("sets", "sets.toml", two_sets).unwrap(),
            Puzzle::from_toml("barred-sets", "barred-sets.toml", barred_sets).unwrap(),
            Puzzle::open("tiles:3x3").unwrap(),
            Puzzle::open("tiles:2x4").unwrap(),
            Puzzle::open("tiles:3x4").unwrap(),
            Puzzle::open("tiles:2x6").unwrap(),
            Puzzle::open("get-my-goat").unwrap(),
            Puzzle::from_toml("line", "line.toml", distinct).unwrap(),
            Puzzle::from_toml("barred", "barred.toml", barred).unwrap(),
        ];
        let mut words = 0;
        for puzzle in &puzzles {
            for metric in Metric::ALL {
                let graph = Graph::new(puzzle, &puzzle.start, metric).unwrap();
                let tables = Tables::default();
                let Some(mut spread) = Spread::new(&graph, &tables) else {
                    continue;
                };
                let mut neighbours = graph.neighbours();
                let all = graph.len() / 64;
                for at in (0..all).step_by(1 + (all / 3000) as usize) {
                    if graph
                        .table()
                        .unwrap()
                        .slides(at * 64 / graph.orders().len())
                        .is_empty()
                    {
                        continue;
                    }
                    let held = (0..64).filter(|bit| graph.is_vertex(at * 64 + bit));
                    let word = held.fold(0u64, |word, bit| word | 1 << bit) & !(at % 7);
                    let mut expected = BTreeSet::new();
                    for bit in bits(word) {
                        neighbours.for_each(at * 64 + bit as u64, |n| {
                            expected.insert(n);
                        });
                    }
                    let mut found = BTreeSet::new();
                    let mut put = |place: u64, word: u64| {
                        found.extend(bits(word).map(|bit| place * 64 + bit as u64));
                    };
                    spread.word(at, word, &mut put);
                    spread.finish(&mut put);
                    assert_eq!(found, expected, "{} {metric:?} {at}", puzzle.name);
                    words += 1;
                }
            }
        }
        assert!(words > 10_000, "{words}");
    }
}
