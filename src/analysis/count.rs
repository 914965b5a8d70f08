//! Counting without searching: the patterns that can be reached, times the orders in which their tiles can stand.
//!
//! All pieces of one shape with the same rights that no rule names are *tiles* here, and a pattern says only
//! where tiles stand. The patterns that can be reached from Start's form a graph; a tour that ends where it
//! began puts the tiles in another order, and those that can be had at one pattern are had at every other as
//! well. A spanning tree carries labelled tiles to each pattern, and each edge beside the tree gives a
//! permutation; these generate all that tours can do (Wilson 1974; Walker 1999 counts 2595 x 252 this way).
//! It searches patterns and no configurations.

use super::group::{Group, OrbitError, Sort};
use super::spread::{Ended, PULSE, Seen, spread};
use ahash::{AHashMap, AHashSet};
use num_bigint::BigUint;
use slidewise_board::{Cell, CellSet};
use slidewise_engine::graph::{Allowance, Graph, Metric, Step, Steps};
use slidewise_engine::index::{Layout, Pattern, Space, SpaceError};
use slidewise_engine::search::{Expander, StopFlag};
use slidewise_puzzle::{Axis, Class, Configuration, Puzzle, Rule};
use std::sync::atomic::{AtomicBool, Ordering};
use thiserror::Error;

/// How many configurations can be reached from Start, as a product.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count {
    /// How many patterns are legal.
    pub legal_patterns: BigUint,
    /// How many patterns can be reached.
    pub patterns: u64,
    /// In how many orders the tiles of one pattern can stand.
    pub orders: BigUint,
    /// What tours do to the tiles: one entry for each set of tiles that is permuted on its own.
    pub factors: Vec<Factor>,
}

/// A set of tiles that tours permute, whatever they do to the others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Factor {
    /// How many tiles there are, orbit by orbit.
    pub tiles: Vec<usize>,
    /// What sort of group permutes them.
    pub sort: Sort,
    /// How many permutations it has.
    pub permutations: BigUint,
    /// How many orders they make, which is less where tiles are alike.
    pub orders: BigUint,
}

/// Why configurations could not be counted without a search.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum CountError {
    /// The index of the patterns cannot be built.
    #[error(transparent)]
    Space(#[from] SpaceError),
    /// There are too many patterns.
    #[error(
        "the tiles of this puzzle form {legal} legal patterns, of which more than {most} can be reached: they do not fit in {bytes} bytes"
    )]
    TooManyPatterns {
        /// How many are legal.
        legal: BigUint,
        /// How many were found, or could have been.
        most: u64,
        /// The bytes that were to do.
        bytes: u64,
    },
    /// There are too many patterns, by an estimate: a random walk of a length at which patterns would come again if
    /// they were few enough met hardly any twice.
    #[error(
        "the tiles of this puzzle form {legal} legal patterns, of which by an estimate far more than {most} can be reached: they would take more than {bytes} bytes"
    )]
    SeemTooMany {
        /// How many are legal.
        legal: BigUint,
        /// How many could have been listed.
        most: u64,
        /// The bytes that were to do.
        bytes: u64,
    },
    /// The orders are too many to be listed, and no formula tells them.
    #[error(transparent)]
    Orders(#[from] OrbitError),
    /// Labels do not tell as many tiles apart.
    #[error(transparent)]
    Tiles(#[from] TooManyTiles),
    /// It was stopped.
    #[error("interrupted")]
    Interrupted,
}

/// There are more tiles than labels tell apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error(
    "more than {} pieces are told apart, which is the most whose orders are counted without a search",
    TooManyTiles::MOST
)]
pub struct TooManyTiles;

impl TooManyTiles {
    /// How many are told apart at most.
    pub const MOST: usize = 1 << u8::BITS;
}

impl Count {
    /// The bytes that a count takes at most, unless told otherwise.
    pub const BYTES: u64 = 1 << 30;

    /// Counts what can be reached from the puzzle's Start.
    ///
    /// Time: some hundred nanoseconds a pattern and step, some ten where no tiles are told apart, or the first patterns
    /// show that they can stand in any order. Bytes: 64 and one a tile for each pattern that can be reached; or there a
    /// bit for each that is legal, eight bytes for each of two generations, and as much again for tables of half
    /// boards; at most `bytes` in all, beside those of the patterns' index. Whether the patterns are too many is
    /// counted or estimated before they are listed.
    ///
    /// # Errors
    /// If the patterns' index cannot be built, the patterns are too many, more than 256 pieces are told apart, or the
    /// tiles are permuted in a way for which no formula is known and into more than 2,097,152 orders.
    ///
    /// ```
    /// use slidewise_puzzle::Puzzle;
    /// use slidewise_analysis::Count;
    ///
    /// let count = Count::of(&Puzzle::tiles(4, 4)?, Count::BYTES)?;
    /// assert_eq!(count.reachable(), 10_461_394_944_000_u64.into());
    /// assert_eq!(count.patterns, 16);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(puzzle: &Puzzle, bytes: u64) -> Result<Count, CountError> {
        Count::watched(puzzle, bytes, StopFlag::never(), &mut |_| {})
    }

    /// Counts until `stop` is set; `tell` is told now and then how many patterns have been found.
    ///
    /// # Errors
    /// As [`Count::of`], and if it was stopped.
    pub fn watched(
        puzzle: &Puzzle,
        bytes: u64,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(u64),
    ) -> Result<Count, CountError> {
        let tours = Tours::walk(puzzle, bytes, stop, tell)?;
        let mut orders = BigUint::from(1u32);
        let mut factors = Vec::new();
        for (points, group) in tours.group.factors() {
            let word: Vec<u8> = points.iter().map(|&p| tours.letters[p as usize]).collect();
            let made = group.words_from(&word, Group::MOST_WORDS)?;
            orders *= &made;
            factors.push(Factor {
                tiles: group.orbits().iter().map(Vec::len).collect(),
                sort: group.sort(),
                permutations: group.order(),
                orders: made,
            });
        }
        Ok(Count {
            legal_patterns: tours.legal,
            patterns: tours.patterns,
            orders,
            factors,
        })
    }

    /// How many configurations can be reached.
    pub fn reachable(&self) -> BigUint {
        &self.orders * self.patterns
    }
}

/// The puzzle with all classes of one shape and the same rights, without axes or rules, as one class. Those on an axis
/// keep their order in any case.
pub(super) fn with_tiles_alike(puzzle: &Puzzle) -> Puzzle {
    let ruled: Vec<usize> = puzzle.rules.iter().flat_map(Rule::classes).collect();
    let mut classes: Vec<Class> = Vec::new();
    let mut members: Vec<Vec<usize>> = Vec::new();
    let mut merged = Vec::new();
    for (number, class) in puzzle.classes.iter().enumerate() {
        let is_like = |others: &Vec<usize>| {
            let other = &puzzle.classes[others[0]];
            class.axis == Axis::Free
                && !ruled.contains(&number)
                && !ruled.contains(&others[0])
                && (&other.shape, other.axis, other.allowed)
                    == (&class.shape, class.axis, class.allowed)
        };
        match members.iter().position(is_like) {
            Some(own) => {
                members[own].push(number);
                classes[own].labels.extend(class.labels.clone());
                merged.push(own);
            }
            None => {
                merged.push(classes.len());
                members.push(vec![number]);
                classes.push(class.clone());
            }
        }
    }
    let firsts_of = |numbers: &Vec<usize>| -> Vec<Cell> {
        let firsts = numbers
            .iter()
            .flat_map(|&number| puzzle.firsts_of(&puzzle.start, number));
        firsts.copied().collect()
    };
    let rules = puzzle.rules.iter().map(|rule| rule.renumbered(&merged));
    Puzzle {
        start: Configuration::new(members.iter().map(firsts_of).collect()),
        rules: rules.collect(),
        goals: Vec::new(),
        classes,
        ..puzzle.clone()
    }
}

/// What the closed tours of the patterns do.
struct Tours {
    legal: BigUint,
    patterns: u64,
    group: Group,
    /// By point of the group, which is a place of a tile at Start: the letter of that tile.
    letters: Vec<u8>,
}

impl Tours {
    fn walk(
        puzzle: &Puzzle,
        bytes: u64,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(u64),
    ) -> Result<Tours, CountError> {
        let tiled = with_tiles_alike(puzzle);
        let mut graph = graph_within(&tiled, bytes)?;
        let len = graph.patterns();
        // Of what bits leave one half is for tables.
        let half = bytes.saturating_sub(len / 8) / 2;
        graph.allow_tables(half);
        let space = graph.space();
        let (start, _) = space.split(&tiled, &tiled.start).expect("Start is legal");
        let mut pattern = Pattern::new(space.automaton(), space.layout(), len, start);
        let (slots, letters) = slots_and_letters(puzzle, space, &pattern)?;
        let mut watch = Watch { stop, tell };
        let slots = (&slots, letters.len());
        let legal = BigUint::from(len);
        let ended = |ended| match ended {
            Ended::TooMany(most) => CountError::TooManyPatterns {
                legal: legal.clone(),
                most,
                bytes,
            },
            Ended::Stopped => CountError::Interrupted,
        };
        let most = most_listed(bytes, letters.len());
        // Few patterns tell the group of many, and whether that can grow.
        let few = most.min(FEW);
        let first = tours_from(&graph, &mut pattern, start, slots, few, &mut watch);
        let mut found = first.map_err(ended)?;
        if !found.is_all {
            let is_whole = found.group.order() == slots.0.orders();
            let seen = match half / 8 {
                0 => None,
                _ => Seen::none_of(len).ok(),
            };
            let by_bits = seen.map(|seen| patterns_from(&graph, seen, start, half / 8, &mut watch));
            match by_bits {
                Some(Ok(patterns)) if is_whole => {
                    (found.patterns, found.is_all) = (patterns, true);
                }
                Some(Ok(patterns)) if patterns > most => return Err(ended(Ended::TooMany(most))),
                Some(Err(Ended::TooMany(met))) if met >= most => {
                    return Err(ended(Ended::TooMany(met)));
                }
                Some(Err(Ended::Stopped)) => return Err(CountError::Interrupted),
                Some(_) => {}
                // Where bits for all that are legal do not fit, those that can be reached may be few.
                None if few < most => {
                    let seem_more = seem_more_than(most, &graph, &mut pattern, start, stop);
                    if seem_more.map_err(ended)? {
                        return Err(CountError::SeemTooMany { legal, most, bytes });
                    }
                }
                None => {}
            }
        }
        if !found.is_all && few < most {
            let all = tours_from(&graph, &mut pattern, start, slots, most, &mut watch);
            found = all.map_err(ended)?;
        }
        if !found.is_all {
            return Err(ended(Ended::TooMany(most)));
        }
        let Toured {
            patterns, group, ..
        } = found;
        Ok(Tours {
            legal,
            patterns,
            group,
            letters,
        })
    }
}

/// Who watches a walk.
struct Watch<'a> {
    /// Set to end it.
    stop: &'a AtomicBool,
    /// Told how many patterns have been found.
    tell: &'a mut dyn FnMut(u64),
}

/// The graph of the patterns.
fn graph_within(tiled: &Puzzle, bytes: u64) -> Result<Graph, CountError> {
    // By default these are as many nodes as there may be.
    let allowance = Allowance::of_memory(bytes.saturating_mul(2));
    let graph = Graph::within(tiled, &tiled.start, Metric::Step, allowance);
    graph.map_err(|error| match error {
        SpaceError::TooLarge { configurations } => CountError::TooManyPatterns {
            legal: configurations,
            most: 0,
            bytes,
        },
        error => error.into(),
    })
}

/// How many patterns can be reached where no tiles are told apart; two generations may have `most`.
fn patterns_from(
    graph: &Graph,
    mut seen: Seen,
    start: u64,
    most: u64,
    watch: &mut Watch<'_>,
) -> Result<u64, Ended> {
    let mut expander = Expander::new(graph, watch.stop);
    spread(
        &mut expander,
        &mut seen,
        start,
        most,
        watch.stop,
        watch.tell,
    )
}

/// How many patterns can be listed in this many bytes, each with this many labels.
fn most_listed(bytes: u64, degree: usize) -> u64 {
    (bytes / (64 + degree as u64)).min(u64::from(u32::MAX))
}

/// This many patterns are listed before it is asked how many there are.
const FEW: u64 = 1 << 16;
/// This many steps of a random walk lie between two patterns that are compared.
const APART: usize = 16;

/// Whether more than `most` patterns can be reached, by an estimate: of this many patterns of a random walk, 16 pairs
/// or more would be equal if there were no more. Time: the root of `most` by some hundred microseconds.
fn seem_more_than(
    most: u64,
    graph: &Graph,
    pattern: &mut Pattern<'_>,
    start: u64,
    stop: &AtomicBool,
) -> Result<bool, Ended> {
    let steps = Steps::new(&graph.puzzle().board, graph.space().layout());
    let samples = most.saturating_mul(32).isqrt() as usize + 1;
    let mut met = AHashSet::with_capacity(samples);
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut rank = start;
    let mut found_now: Vec<u64> = Vec::new();
    // The first half leads away from Start.
    for number in 0..2 * samples {
        if stop.load(Ordering::Relaxed) {
            return Err(Ended::Stopped);
        }
        for _ in 0..APART {
            pattern.lay(rank);
            found_now.clear();
            steps.for_each(pattern, |step| found_now.push(step.pattern));
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let choice = (u128::from(random) * found_now.len() as u128) >> 64;
            rank = found_now.get(choice as usize).copied().unwrap_or(rank);
        }
        if number >= samples {
            met.insert(rank);
        }
    }
    Ok(met.len() + 1 >= samples)
}

/// Patterns that were met, and the group of the tours that close among them.
struct Toured {
    patterns: u64,
    group: Group,
    /// Whether these are all that can be reached.
    is_all: bool,
}

/// How many patterns can be reached, and the group of the closed tours, until `most` patterns are met; the labels of
/// this many tiles have slots.
fn tours_from(
    graph: &Graph,
    pattern: &mut Pattern<'_>,
    start: u64,
    (slots, degree): (&Slots, usize),
    most: u64,
    watch: &mut Watch<'_>,
) -> Result<Toured, Ended> {
    let steps = Steps::new(&graph.puzzle().board, graph.space().layout());
    let mut group = Group::trivial(degree);
    // The labels of the tiles, slot by slot, as the tree carries them; one pattern after the other.
    let mut carried: Vec<u8> = (0..=u8::MAX).take(degree).collect();
    let mut number_of: AHashMap<u64, u32> = AHashMap::from([(start, 0)]);
    let mut found = vec![start];
    let mut done = 0;
    let mut is_all = true;
    let mut found_now: Vec<Step> = Vec::new();
    while is_all && let Some(&rank) = found.get(done) {
        if done.is_multiple_of(PULSE) {
            if watch.stop.load(Ordering::Relaxed) {
                return Err(Ended::Stopped);
            }
            (watch.tell)(found.len() as u64);
        }
        pattern.lay(rank);
        found_now.clear();
        steps.for_each(pattern, |step| found_now.push(step));
        for step in &found_now {
            let own = &carried[done * degree..][..degree];
            let after = slots.after(own, pattern, step);
            match number_of.get(&step.pattern) {
                None => {
                    if found.len() as u64 >= most {
                        is_all = false;
                        continue;
                    }
                    number_of.insert(step.pattern, found.len() as u32);
                    found.push(step.pattern);
                    carried.extend(after);
                }
                Some(&number) => {
                    group.add_tour(&carried[number as usize * degree..][..degree], &after);
                }
            }
        }
        done += 1;
    }
    group.complete();
    Ok(Toured {
        patterns: found.len() as u64,
        group,
        is_all,
    })
}

/// Where the labels of the tiles of each kind stand in a row of labels.
pub(super) struct Slots {
    /// By kind: the first of its slots and how many it has; none for a kind whose pieces are all alike.
    pub(super) of_kind: Vec<Option<(usize, usize)>>,
    /// By kind: the letter of its pieces, where they are all alike.
    letter_of_kind: Vec<u8>,
    /// The pieces that cannot move: the letter and the first cell of each.
    settled: Vec<(u8, Cell)>,
}

/// The slots of the tiles that are not all alike, and the letter of each at Start: the number of its class.
pub(super) fn slots_and_letters(
    puzzle: &Puzzle,
    space: &Space,
    start: &Pattern<'_>,
) -> Result<(Slots, Vec<u8>), TooManyTiles> {
    if puzzle.classes.len() > TooManyTiles::MOST {
        return Err(TooManyTiles);
    }
    let layout = space.layout();
    let mut letter_at = vec![0u8; layout.scan.cell_count()];
    let mut settled = Vec::new();
    for (number, class) in puzzle.classes.iter().enumerate() {
        for &first in puzzle.firsts_of(&puzzle.start, number) {
            let cells = class.place(&puzzle.board, first).unwrap_or(CellSet::EMPTY);
            match layout.scan.places_of(cells).and_then(CellSet::first) {
                Some(place) => letter_at[place.index()] = number as u8,
                None => settled.push((number as u8, first)),
            }
        }
    }
    let mut slots = Slots {
        of_kind: vec![None; layout.kinds.len()],
        letter_of_kind: Vec::new(),
        settled,
    };
    let mut letters = Vec::new();
    for kind in 0..layout.kinds.len() {
        let own = start.pieces().filter(|&(other, _)| other == kind);
        let own: Vec<u8> = own.map(|(_, place)| letter_at[place as usize]).collect();
        slots.letter_of_kind.extend(own.first());
        if own.iter().any(|&letter| letter != own[0]) {
            slots.of_kind[kind] = Some((letters.len(), own.len()));
            letters.extend(own);
        }
    }
    match letters.len() > TooManyTiles::MOST {
        true => Err(TooManyTiles),
        false => Ok((slots, letters)),
    }
}

impl Slots {
    /// How many orders the tiles that have slots could have, if each were told apart.
    fn orders(&self) -> BigUint {
        let tiles = self.of_kind.iter().flatten().map(|&(_, tiles)| tiles);
        tiles.flat_map(|tiles| 1..=tiles).product()
    }

    /// The first cells, by letter, of the pieces of a pattern that have these letters on their slots.
    pub(super) fn firsts(
        &self,
        pattern: &Pattern<'_>,
        layout: &Layout,
        word: &[u8],
        letters: usize,
    ) -> Vec<Vec<Cell>> {
        let mut firsts = vec![Vec::new(); letters];
        for &(letter, first) in &self.settled {
            firsts[usize::from(letter)].push(first);
        }
        let mut placed = vec![0; layout.kinds.len()];
        for (kind, place) in pattern.pieces() {
            let letter = match self.of_kind[kind] {
                Some((first, _)) => word[first + placed[kind]],
                None => self.letter_of_kind[kind],
            };
            placed[kind] += 1;
            let placement = layout.kinds[kind].placements[usize::from(place)].as_ref();
            let placement = placement.expect("a piece lies where it can");
            firsts[usize::from(letter)].push(placement.first_cell);
        }
        firsts
    }

    /// The labels after a step.
    pub(super) fn after(&self, labels: &[u8], pattern: &Pattern<'_>, step: &Step) -> Vec<u8> {
        let mut after = labels.to_vec();
        let Some((first, count)) = self.of_kind[step.kind] else {
            return after;
        };
        if let Some(rotation) = pattern.rotation(step.kind, step.from, step.to) {
            rotation.apply(&mut after[first..first + count]);
        }
        after
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Dominoes from the upper left corner on, each with a letter of its own.
    fn dominoes(rows: usize, columns: usize, count: usize) -> Puzzle {
        let mut left = 0..count;
        let row = |_| -> String {
            let domino = |_| {
                left.next()
                    .map_or(". . ".to_owned(), |n| format!("d{n} d{n} "))
            };
            (0..columns / 2).map(domino).collect()
        };
        let board: Vec<String> = (0..rows).map(row).collect();
        let text = format!("start = '''\n{}\n'''\ndistinct = true", board.join("\n"));
        Puzzle::from_toml("dominoes", "dominoes.toml", &text).unwrap()
    }

    #[test]
    fn what_stands_in_any_order_is_counted_without_listing_its_patterns() {
        let puzzle = dominoes(6, 8, 20);
        let listed = Count::of(&puzzle, Count::BYTES).unwrap();
        assert!(listed.patterns > FEW, "{}", listed.patterns);
        assert_eq!(listed.orders, (1..=20u32).product());
        let bytes = listed.patterns * 84 / 2;
        assert_eq!(Count::of(&puzzle, bytes).unwrap(), listed);
    }

    #[test]
    fn too_many_patterns_are_refused_before_they_are_listed() {
        let puzzle = dominoes(8, 16, 56);
        let mut found = 0;
        let mut tell = |patterns| found = patterns;
        let refused = Count::watched(&puzzle, 1 << 28, StopFlag::never(), &mut tell);
        assert!(
            matches!(refused, Err(CountError::SeemTooMany { .. })),
            "{refused:?}"
        );
        assert!(found <= FEW, "{found}");
    }
}
