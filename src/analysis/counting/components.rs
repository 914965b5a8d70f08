//! All components of a puzzle's space, reachable from Start or not.
//!
//! A configuration is a pattern, in which all tiles of one shape are alike, and an arrangement of
//! these tiles. A flood fill over all patterns finds the components of patterns. Its memory is one
//! bit for each pattern, and two generations of the current component. A tour is a closed path
//! through patterns. The tours through a component of patterns permute the tiles, and these
//! permutations form a group.
//!
//! Each orbit of this group on the arrangements gives one component, with (patterns) x
//! (arrangements in the orbit) configurations. The result is exact, and is found fast even if the
//! tiles have far too many arrangements to list (Wilson 1974; Walker 1999 counts Checkmate in a
//! similar way).

use super::arrangement_orbits::{
    ArrangementOrbits, MAX_SHARES, MAX_WORDS, TileArrangements, UnknownOrbits,
};
use super::flood_fill::{FloodFillError, PULSE, VisitedSet, spread};
use super::permutation_group::PermutationGroup;
use super::slots::{Slots, TooManyTiles, slots_and_letters, with_tiles_alike};
use crate::verify::OutOfMemory;
use ahash::AHashMap;
use num_bigint::BigUint;
use slidewise_engine::graph::{Displacement, Graph, GraphLimits, Metric, StepTable};
use slidewise_engine::index::{Pattern, Space, SpaceError};
use slidewise_engine::search::{Expander, OutOfResources};
use slidewise_puzzle::{Configuration, Puzzle};
use std::collections::BTreeMap;
use std::iter;
use std::sync::atomic::{AtomicBool, Ordering};
use thiserror::Error;

/// Sizes of all components of a puzzle's space.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Components {
    /// Pairs of a size and the number of components of this size, largest size first.
    pub sizes: Vec<(BigUint, BigUint)>,
    /// One configuration for each entry of `sizes`, from a component of that size. For the size of
    /// Start's component it is Start.
    pub positions: Vec<Configuration>,
    /// Number of configurations in the component of Start.
    pub own: BigUint,
}

/// Reasons why components cannot be counted.
#[derive(Debug, Error)]
pub enum ComponentsError {
    /// The index of the patterns cannot be built, or there are too many patterns.
    #[error(transparent)]
    Space(#[from] SpaceError),
    /// More memory is needed than allowed.
    #[error(transparent)]
    OutOfResources(#[from] OutOfResources),
    /// Two generations of one component do not fit in the memory that the index, the bitmap of
    /// visited patterns and the tables leave.
    #[error(
        "a component is too large: two of its generations have more than {most} patterns, \
         the most that fit in {bytes} bytes of memory"
    )]
    TooManyPatterns {
        /// Maximum number of patterns of two generations that fit in the memory.
        most: u64,
        /// Total memory allowed, in bytes.
        bytes: u64,
    },
    /// The system refused to allocate memory.
    #[error(transparent)]
    NoRoom(#[from] OutOfMemory),
    /// There are too many arrangements to list, and no formula gives their orbits.
    #[error(
        "the components cannot be counted: the tiles have more than {most} arrangements, \
         and closed tours permute them by a group of {order} permutations, \
         for which no formula is known"
    )]
    Orders {
        /// Order of the group of permutations that tours make.
        order: BigUint,
        /// Maximum number of arrangements that are listed.
        most: usize,
    },
    /// The tiles have too many distributions over the orbits of slots that tours permute.
    #[error(
        "the components cannot be counted: the tiles have more than {MAX_WORDS} arrangements, \
         and can be distributed in more than {most} ways over the cells that closed tours connect"
    )]
    Shares {
        /// Maximum number of distributions that are tried.
        most: usize,
    },
    /// More tiles must be told apart than the 256 labels allow.
    #[error(transparent)]
    Tiles(#[from] TooManyTiles),
    /// The stop flag was raised.
    #[error("interrupted")]
    Interrupted,
}

impl From<UnknownOrbits> for ComponentsError {
    fn from(unknown: UnknownOrbits) -> ComponentsError {
        match unknown {
            UnknownOrbits::NoFormula(error) => ComponentsError::Orders {
                order: error.order,
                most: MAX_WORDS,
            },
            UnknownOrbits::TooManyShares => ComponentsError::Shares { most: MAX_SHARES },
        }
    }
}

/// Minimum number of bytes for two generations of patterns, reserved even if the allowed memory is
/// small.
const MIN_ROOM: u64 = 1 << 16;

/// Numbers of components found so far, by size.
#[derive(Default)]
struct Tally {
    /// Components found, if some tiles have labels; empty otherwise.
    sizes: ComponentSizes,
    /// Components found, if no tile has a label: for each size, the number of components and the
    /// rank of the first pattern of one component. Numbers of 64 bits make this map fast.
    plain: AHashMap<u64, (u64, u64)>,
}

impl Tally {
    /// Adds a component of a puzzle whose tiles have no labels.
    ///
    /// `patterns` is the number of patterns in the component, and `first` is the rank of one
    /// pattern.
    fn add_plain(&mut self, patterns: u64, first: u64) {
        self.plain.entry(patterns).or_insert((0, first)).0 += 1;
    }

    /// Adds the components of configurations that one component of patterns gives.
    ///
    /// This component has `patterns` patterns, and `first` is the rank of one pattern. `orbits` are
    /// the orbits of the arrangements under its tours.
    fn add(&mut self, patterns: u64, first: u64, orbits: ArrangementOrbits) {
        for (size, (count, word)) in orbits {
            let known = self.sizes.entry(size * patterns);
            known.or_insert_with(|| (BigUint::ZERO, first, word)).0 += count;
        }
    }

    /// Converts the tally to the result.
    ///
    /// `own` is the number of configurations in the component of `start`. There are as many
    /// components of each size for each of the `exchanges` of pieces that cannot move, since these
    /// change nothing about the steps of the others.
    ///
    /// `position` returns the configuration that has a given pattern rank and a given arrangement.
    fn into_components(
        self,
        own: BigUint,
        exchanges: &BigUint,
        start: &Configuration,
        mut position: impl FnMut(u64, &[u8]) -> Configuration,
    ) -> Components {
        let mut sizes = self.sizes;
        let plain = self.plain.into_iter();
        sizes.extend(
            plain.map(|(size, (count, first))| (size.into(), (count.into(), first, Vec::new()))),
        );
        let mut found = Components {
            sizes: Vec::with_capacity(sizes.len()),
            positions: Vec::with_capacity(sizes.len()),
            own,
        };
        for (size, (count, first, word)) in sizes.into_iter().rev() {
            found.positions.push(if size == found.own {
                start.clone()
            } else {
                position(first, &word)
            });
            found.sizes.push((size, count * exchanges));
        }
        found
    }
}

/// Map from the size of a component to the number of components of this size and a configuration of
/// one of them.
///
/// The configuration is given by the rank of its pattern and by its arrangement.
type ComponentSizes = BTreeMap<BigUint, (BigUint, u64, Vec<u8>)>;

impl Components {
    /// Counts the components, within `memory` bytes if given.
    ///
    /// Calls `observe` from time to time with the number of patterns visited and the number of all
    /// patterns.
    ///
    /// Time: about 100 ns for each pattern. If all tiles are alike and there are no rules, about
    /// 10 ns, and up to 50 ns when a bitmap of a billion patterns exceeds the caches. In addition,
    /// the orbits of the arrangements are counted once for each component of patterns, usually by a
    /// formula.
    ///
    /// Memory: one bit for each pattern, two generations of one component, and tables of half
    /// boards.
    ///
    /// # Errors
    /// - There are too many patterns for 64 bits.
    /// - The bitmap or two generations of one component exceed the memory.
    /// - There are many arrangements, and no formula gives their orbits.
    /// - The stop flag is raised.
    ///
    /// ```
    /// use slidewise_puzzle::Puzzle;
    /// use slidewise_analysis::Components;
    /// use std::sync::atomic::AtomicBool;
    ///
    /// let stop = AtomicBool::new(false);
    /// let found = Components::of(&Puzzle::open("lane-rouge")?, None, &stop, &mut |_, _| {})?;
    /// assert_eq!(found.count(), 898u32.into());
    /// assert_eq!(found.configurations(), 65_880u32.into());
    /// assert_eq!(found.sizes[0], (25_955u32.into(), 2u32.into()));
    /// assert_eq!(found.own, 25_955u32.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(
        puzzle: &Puzzle,
        memory: Option<u64>,
        stop: &AtomicBool,
        observe: &mut dyn FnMut(u64, u64),
    ) -> Result<Components, ComponentsError> {
        let tiled = with_tiles_alike(puzzle);
        let allowance = memory.map(GraphLimits::of_memory).unwrap_or_default();
        let mut graph = Graph::of_all(&tiled, Metric::Step, allowance)?;
        let len = graph.patterns();
        let (start, slots, letters) = {
            let space = graph.space();
            let (start, _) = space.split(&tiled, &tiled.start).expect("Start is legal");
            let pattern = Pattern::new(space.automaton(), space.layout(), len, start);
            let (slots, letters) = slots_and_letters(puzzle, space, &pattern)?;
            (start, slots, letters)
        };
        let is_bipartite = tiled.board.odd_cells().is_some();
        let each = bytes_each(letters.len(), is_bipartite);
        let mut most = u64::MAX;
        if !letters.is_empty() {
            // A `StepTable` carries labels along steps, without tables of half boards.
            graph.allow_tables(0);
        }
        let needed = Components::bytes(len, graph.space());
        OutOfResources::of_memory(needed, memory)?;
        if let Some(allowed) = memory {
            let rest = allowed - needed;
            if letters.is_empty() {
                graph.allow_tables(rest / 2);
            }
            most = (MIN_ROOM + rest - graph.half_board_bytes()) / each;
        }
        let (graph, space) = (&graph, graph.space());
        let mut pattern = Pattern::new(space.automaton(), space.layout(), len, start);
        let mut walk = PatternFill {
            expander: Expander::new(graph, stop),
            steps: StepTable::new(&tiled.board, space.layout()),
            slots,
            seen: VisitedSet::none_of(len)?,
            degree: letters.len(),
            is_bipartite,
            most,
            allowed: memory.unwrap_or(u64::MAX),
            stop,
        };
        let words = TileArrangements::of(&letters, &walk.slots);
        let exchanges = walk.slots.settled_orders(&tiled);
        let mut tally = Tally::default();
        let (mut done, mut told, mut own) = (0, 0, BigUint::ZERO);
        // The component of Start comes first, because `letters` are the letters of the tiles at
        // Start.
        for first in iter::once(start).chain(0..len) {
            if walk.seen.has(first) {
                continue;
            }
            let (patterns, group) = walk.component(&mut pattern, first)?;
            done += patterns;
            if done - told >= PULSE as u64 {
                observe(done, len);
                told = done;
            }
            if walk.degree == 0 {
                tally.add_plain(patterns, first);
            } else {
                tally.add(patterns, first, words.orbits(&group)?);
            }
            if first == start {
                let size = group.words_from(&letters, MAX_WORDS);
                own = size.map_err(UnknownOrbits::from)? * patterns;
            }
        }
        let position = |first: u64, word: &[u8]| {
            pattern.lay(first);
            let classes = puzzle.classes.len();
            let firsts = walk.slots.firsts(&pattern, space.layout(), word, classes);
            Configuration::new(firsts)
        };
        Ok(tally.into_components(own, &exchanges, &puzzle.start, position))
    }

    fn bytes(patterns: u64, space: &Space) -> u64 {
        patterns.div_ceil(8) + space.automaton().bytes() as u64 + MIN_ROOM
    }

    /// Number of configurations in all components.
    pub fn configurations(&self) -> BigUint {
        self.sizes.iter().map(|(size, count)| size * count).sum()
    }

    /// Number of components.
    pub fn count(&self) -> BigUint {
        self.sizes.iter().map(|(_, count)| count).sum()
    }
}

/// Flood fill through all patterns, component by component.
struct PatternFill<'a> {
    /// Finds the neighbours of patterns; used only if no tile has a label.
    expander: Expander<'a>,
    steps: StepTable,
    slots: Slots,
    seen: VisitedSet,
    /// Number of tiles with labels.
    degree: usize,
    /// Whether no step stays in its generation.
    is_bipartite: bool,
    /// Largest number of patterns that two generations may have together.
    most: u64,
    /// Total memory allowed, in bytes.
    allowed: u64,
    stop: &'a AtomicBool,
}

/// Bytes for each pattern of a generation, with the labels of `degree` tiles.
fn bytes_each(degree: usize, is_bipartite: bool) -> u64 {
    // The hash table of pattern numbers doubles when it grows, so half of it may be empty.
    const TABLE: u64 = 40;
    match degree {
        0 => 8,
        _ if is_bipartite => 24 + TABLE + degree as u64,
        _ => 24 + 2 * TABLE + degree as u64,
    }
}

impl PatternFill<'_> {
    fn too_many(&self) -> ComponentsError {
        ComponentsError::TooManyPatterns {
            most: self.most,
            bytes: self.allowed,
        }
    }

    /// Visits the component of the pattern `first`. Returns the number of its patterns, and the
    /// group of permutations that tours through them make.
    ///
    /// It is enough to keep the labels of two generations. Each step leads to the generation before
    /// or after, or stays in its own if the board has a ring of an odd number of cells; a step back
    /// was already examined from its other end.
    fn component(
        &mut self,
        pattern: &mut Pattern<'_>,
        first: u64,
    ) -> Result<(u64, PermutationGroup), ComponentsError> {
        let degree = self.degree;
        let mut group = PermutationGroup::trivial(degree);
        if degree == 0 {
            let met = spread(
                &mut self.expander,
                &mut self.seen,
                first,
                self.most,
                self.stop,
                &mut |_| {},
            );
            return match met {
                Ok(patterns) => Ok((patterns, group)),
                Err(FloodFillError::Stopped) => Err(ComponentsError::Interrupted),
                Err(FloodFillError::TooMany(_)) => Err(self.too_many()),
            };
        }
        let mut generation = vec![first];
        // Of the patterns of the generation, only where steps may stay in it.
        let mut own_numbers: AHashMap<u64, usize> = AHashMap::new();
        let mut labels: Vec<u8> = (0..=u8::MAX).take(degree).collect();
        let mut steps: Vec<Displacement> = Vec::new();
        let mut patterns = 0;
        self.seen.note(first);
        while !generation.is_empty() {
            patterns += generation.len() as u64;
            let mut next: Vec<u64> = Vec::new();
            let mut next_labels: Vec<u8> = Vec::new();
            let mut number_of: AHashMap<u64, usize> = AHashMap::new();
            if !self.is_bipartite {
                own_numbers = generation.iter().copied().zip(0..).collect();
            }
            for (number, &rank) in generation.iter().enumerate() {
                if number.is_multiple_of(PULSE) {
                    if self.stop.load(Ordering::Relaxed) {
                        return Err(ComponentsError::Interrupted);
                    }
                    if (generation.len() + next.len()) as u64 > self.most {
                        return Err(self.too_many());
                    }
                }
                pattern.lay(rank);
                steps.clear();
                self.steps.for_each(pattern, |step| steps.push(step));
                for step in &steps {
                    if self.seen.note(step.pattern) {
                        let own = &labels[number * degree..][..degree];
                        next_labels.extend(self.slots.after(own, pattern, step));
                        number_of.insert(step.pattern, next.len());
                        next.push(step.pattern);
                    } else if let Some(&there) = number_of.get(&step.pattern) {
                        let own = &labels[number * degree..][..degree];
                        let after = self.slots.after(own, pattern, step);
                        group.add_tour(&next_labels[there * degree..][..degree], &after);
                    } else if let Some(&there) = own_numbers.get(&step.pattern) {
                        let own = &labels[number * degree..][..degree];
                        let after = self.slots.after(own, pattern, step);
                        group.add_tour(&labels[there * degree..][..degree], &after);
                    }
                }
            }
            if (generation.len() + next.len()) as u64 > self.most {
                return Err(self.too_many());
            }
            (generation, labels) = (next, next_labels);
        }
        group.complete();
        Ok((patterns, group))
    }
}
