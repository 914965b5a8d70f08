//! Counts the reachable configurations without a search: reachable patterns times arrangements of
//! the tiles.
//!
//! In this module, *tiles* are all pieces of one shape that move freely over the same cells and
//! that no rule names. A pattern gives only the cells of the tiles. The patterns reachable from
//! Start form a graph. A tour leaves a pattern, comes back to it, and permutes its tiles. Tours
//! make the same number of arrangements at every reachable pattern.
//!
//! To find these arrangements, the tiles get labels. A spanning tree carries the labelled tiles to
//! each pattern, and each edge outside the tree closes a tour and gives a permutation. These
//! permutations generate the group of all tours (Wilson 1974; Walker 1999 counts 2595 x 252
//! configurations in this way). Only patterns are searched, not configurations.

use super::flood_fill::{FloodFillError, PULSE, VisitedSet, spread};
use super::permutation_group::{GroupKind, OrbitError, PermutationGroup};
use super::slots::{Slots, TooManyTiles, slots_and_letters, with_tiles_alike};
use ahash::{AHashMap, AHashSet};
use num_bigint::BigUint;
use slidewise_engine::graph::{Displacement, Graph, GraphLimits, Metric, StepTable};
use slidewise_engine::index::{Pattern, SpaceError};
use slidewise_engine::search::{Expander, StopFlag};
use slidewise_puzzle::Puzzle;
use std::sync::atomic::{AtomicBool, Ordering};
use thiserror::Error;

/// Number of configurations reachable from Start, as a product.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Count {
    /// Number of legal patterns.
    pub legal_patterns: BigUint,
    /// Number of reachable patterns.
    pub patterns: u64,
    /// Number of reachable arrangements of the tiles at one pattern.
    pub orders: BigUint,
    /// Sets of tiles that tours permute independently of each other.
    pub factors: Vec<Factor>,
}

/// Set of tiles that tours permute independently of all other tiles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Factor {
    /// Number of tiles in each orbit of the group that permutes this set of tiles.
    pub tiles: Vec<usize>,
    /// Type of the group that permutes this set of tiles.
    pub sort: GroupKind,
    /// Number of permutations in this group.
    pub permutations: BigUint,
    /// Number of arrangements that these permutations make from the one at Start; less than
    /// `permutations` if some of the tiles are alike.
    pub orders: BigUint,
}

/// Reasons why configurations cannot be counted without a search.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CountError {
    /// The index of the patterns cannot be built.
    #[error(transparent)]
    Space(#[from] SpaceError),
    /// There are too many patterns for the allowed memory.
    #[error(
        "too many patterns: {legal} are legal, and more than {most} can be reached, \
         which do not fit in {bytes} bytes"
    )]
    TooManyPatterns {
        /// Number of legal patterns.
        legal: BigUint,
        /// Number of patterns found, or the largest number that would fit in the memory.
        most: u64,
        /// Memory allowed, in bytes.
        bytes: u64,
    },
    /// There are probably too many patterns for the allowed memory.
    ///
    /// The estimate comes from a random walk. If all reachable patterns fitted in the memory, a
    /// walk of this length would meet many patterns twice. This walk met at most one pattern twice.
    #[error(
        "too many patterns: {legal} are legal, and by estimate far more than {most} can \
         be reached, which would take more than {bytes} bytes"
    )]
    SeemTooMany {
        /// Number of legal patterns.
        legal: BigUint,
        /// Largest number of patterns that would fit in the memory.
        most: u64,
        /// Memory allowed, in bytes.
        bytes: u64,
    },
    /// There are too many arrangements to list, and no formula gives their number.
    #[error(transparent)]
    Orders(#[from] OrbitError),
    /// More tiles must be told apart than the 256 labels allow.
    #[error(transparent)]
    Tiles(#[from] TooManyTiles),
    /// The stop flag was raised.
    #[error("interrupted")]
    Interrupted,
}

impl Count {
    /// Default limit for the memory of a count, in bytes.
    pub const BYTES: u64 = 1 << 30;

    /// Counts the configurations reachable from the puzzle's Start.
    ///
    /// Time: about 100 ns for each step from each reachable pattern. It is about 10 ns if all tiles
    /// are alike, or if the first patterns show that the tiles can stand in any arrangement.
    ///
    /// Memory: 64 bytes for each reachable pattern, and one more for each of its tiles. The two
    /// faster cases take one bit for each legal pattern, 8 bytes for each pattern of two
    /// generations, and as much again for tables of half boards. The sum is at most `bytes`, apart
    /// from the index of the patterns. Too many patterns are noticed before they are listed, by a
    /// count or by an estimate.
    ///
    /// # Errors
    /// - The index of the patterns cannot be built.
    /// - There are too many patterns.
    /// - More than 256 pieces must be told apart.
    /// - No formula is known for the group that permutes the tiles, and it makes more than
    ///   2,097,152 arrangements.
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

    /// Counts like [`Count::of`], until `stop` is set. Calls `tell` from time to time with the
    /// number of patterns found.
    ///
    /// # Errors
    /// Errors of [`Count::of`], and [`CountError::Interrupted`] if `stop` is set.
    pub fn watched(
        puzzle: &Puzzle,
        bytes: u64,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(u64),
    ) -> Result<Count, CountError> {
        let tours = TourGroup::walk(puzzle, bytes, stop, tell)?;
        let mut orders = BigUint::from(1u32);
        let mut factors = Vec::new();
        for (points, group) in tours.group.factors() {
            let word: Vec<u8> = points.iter().map(|&p| tours.letters[p as usize]).collect();
            let made = group.words_from(&word, PermutationGroup::MAX_WORDS)?;
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

    /// Number of reachable configurations.
    pub fn reachable(&self) -> BigUint {
        &self.orders * self.patterns
    }
}

/// Numbers of patterns of a puzzle, and the group of permutations that tours through reachable
/// patterns make.
struct TourGroup {
    /// Number of legal patterns.
    legal: BigUint,
    /// Number of reachable patterns.
    patterns: u64,
    /// Group of the permutations of tiles by tours; its points are the slots of the tiles at Start.
    group: PermutationGroup,
    /// Letter of the tile on each slot at Start.
    letters: Vec<u8>,
}

impl TourGroup {
    fn walk(
        puzzle: &Puzzle,
        bytes: u64,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(u64),
    ) -> Result<TourGroup, CountError> {
        let tiled = with_tiles_alike(puzzle);
        let mut graph = graph_within(&tiled, bytes)?;
        let len = graph.patterns();
        // Half of the memory that the bitmap leaves is for tables of half boards.
        let half = bytes.saturating_sub(len / 8) / 2;
        graph.allow_tables(half);
        let space = graph.space();
        let (start, _) = space.split(&tiled, &tiled.start).expect("Start is legal");
        let mut pattern = Pattern::new(space.automaton(), space.layout(), len, start);
        let (slots, letters) = slots_and_letters(puzzle, space, &pattern)?;
        let mut watch = WalkControl { stop, tell };
        let slots = (&slots, letters.len());
        let legal = BigUint::from(len);
        let ended = |ended| match ended {
            FloodFillError::TooMany(most) => CountError::TooManyPatterns {
                legal: legal.clone(),
                most,
                bytes,
            },
            FloodFillError::Stopped => CountError::Interrupted,
        };
        let most = max_listed(bytes, letters.len());
        // The tours through the first patterns usually give the whole group. If they give all
        // permutations, the group cannot grow further.
        let few = most.min(FEW);
        let first = tours_from(&graph, &mut pattern, start, slots, few, &mut watch);
        let mut found = first.map_err(ended)?;
        if !found.is_all {
            let is_whole = found.group.order() == slots.0.orders();
            let seen = match half / 8 {
                0 => None,
                _ => VisitedSet::none_of(len).ok(),
            };
            let by_bits = seen.map(|seen| patterns_from(&graph, seen, start, half / 8, &mut watch));
            match by_bits {
                Some(Ok(patterns)) if is_whole => {
                    (found.patterns, found.is_all) = (patterns, true);
                }
                Some(Ok(patterns)) if patterns > most => {
                    return Err(ended(FloodFillError::TooMany(most)));
                }
                Some(Err(FloodFillError::TooMany(met))) if met >= most => {
                    return Err(ended(FloodFillError::TooMany(met)));
                }
                Some(Err(FloodFillError::Stopped)) => return Err(CountError::Interrupted),
                Some(_) => {}
                // A bitmap of all legal patterns does not fit, but there may be few reachable
                // patterns.
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
            return Err(ended(FloodFillError::TooMany(most)));
        }
        let VisitedPatterns {
            patterns, group, ..
        } = found;
        Ok(TourGroup {
            legal,
            patterns,
            group,
            letters,
        })
    }
}

/// Stop flag and progress callback of a walk.
struct WalkControl<'a> {
    /// Stop flag, which ends the walk.
    stop: &'a AtomicBool,
    /// Callback that gets the number of patterns found.
    tell: &'a mut dyn FnMut(u64),
}

/// Builds the graph of the patterns within `bytes` bytes of memory.
fn graph_within(tiled: &Puzzle, bytes: u64) -> Result<Graph, CountError> {
    // With the default limit `Count::BYTES`, the doubled value allows the largest number of nodes
    // that an index may have.
    let allowance = GraphLimits::of_memory(bytes.saturating_mul(2));
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

/// Counts the reachable patterns by a flood fill, without labels.
///
/// Two successive generations together may have at most `most` patterns.
fn patterns_from(
    graph: &Graph,
    mut seen: VisitedSet,
    start: u64,
    most: u64,
    watch: &mut WalkControl<'_>,
) -> Result<u64, FloodFillError> {
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

/// Maximum number of patterns, each with `degree` labels, that fit in `bytes` bytes.
fn max_listed(bytes: u64, degree: usize) -> u64 {
    (bytes / (64 + degree as u64)).min(u64::from(u32::MAX))
}

/// Maximum number of patterns that are listed first, before all reachable patterns are counted.
const FEW: u64 = 1 << 16;
/// Number of steps of the random walk from one sample to the next.
const APART: usize = 16;

/// Estimates whether more than `most` patterns are reachable, from repetitions in a random walk.
///
/// The number of samples is the square root of 32 x `most`. If at most `most` patterns were
/// reachable, on average at least 16 pairs of samples would be equal.
///
/// Time: about 100 microseconds times the square root of `most`.
fn seem_more_than(
    most: u64,
    graph: &Graph,
    pattern: &mut Pattern<'_>,
    start: u64,
    stop: &AtomicBool,
) -> Result<bool, FloodFillError> {
    let steps = StepTable::new(&graph.puzzle().board, graph.space().layout());
    let samples = most.saturating_mul(32).isqrt() as usize + 1;
    let mut met = AHashSet::with_capacity(samples);
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut rank = start;
    let mut found_now: Vec<u64> = Vec::new();
    // The first half of the walk only leads away from Start; its patterns are not used as samples.
    for number in 0..2 * samples {
        if stop.load(Ordering::Relaxed) {
            return Err(FloodFillError::Stopped);
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

/// Number of visited patterns, and the group of permutations that tours through them make.
struct VisitedPatterns {
    /// Number of patterns that were visited.
    patterns: u64,
    /// Group of the permutations of tiles by tours through these patterns.
    group: PermutationGroup,
    /// Whether all reachable patterns were visited.
    is_all: bool,
}

/// Visits at most `most` reachable patterns, and finds the group of permutations that tours through
/// them make.
///
/// `slots` are the slots of the tiles with labels, and `degree` is the number of these tiles.
fn tours_from(
    graph: &Graph,
    pattern: &mut Pattern<'_>,
    start: u64,
    (slots, degree): (&Slots, usize),
    most: u64,
    watch: &mut WalkControl<'_>,
) -> Result<VisitedPatterns, FloodFillError> {
    let steps = StepTable::new(&graph.puzzle().board, graph.space().layout());
    let mut group = PermutationGroup::trivial(degree);
    // For each pattern, the label of the tile on each slot after the spanning tree has carried the
    // tiles there.
    let mut carried: Vec<u8> = (0..=u8::MAX).take(degree).collect();
    let mut number_of: AHashMap<u64, u32> = AHashMap::from([(start, 0)]);
    let mut found = vec![start];
    let mut done = 0;
    let mut is_all = true;
    let mut found_now: Vec<Displacement> = Vec::new();
    while is_all && let Some(&rank) = found.get(done) {
        if done.is_multiple_of(PULSE) {
            if watch.stop.load(Ordering::Relaxed) {
                return Err(FloodFillError::Stopped);
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
    Ok(VisitedPatterns {
        patterns: found.len() as u64,
        group,
        is_all,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Board with `count` distinct dominoes, which fill its cells from the upper left corner
    /// onwards.
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
