//! All connected components of all configurations that are numbered, reachable from Start or not.
//!
//! A configuration is a pattern, in which all tiles of one shape are alike, with a word that says which tile stands
//! where. The components of the patterns are found by going through them all, with a bit for each pattern and
//! two generations of the current component. Above a component of patterns closed tours permute the tiles, and
//! what they generate is a group: so the components of configurations above it are the orbits of that group
//! on the words, each as large as the patterns times the orbit. Both together is exact, and a space of tiles
//! far too large to be gone through takes no time (Wilson 1974; Walker 1999 has the like for Checkmate).

use super::array::NoRoom;
use super::count::{Slots, TooManyTiles, slots_and_letters, with_tiles_alike};
use super::group::{Group, OrbitError};
use super::spread::{Ended, PULSE, Seen, spread};
use ahash::{AHashMap, AHashSet};
use num_bigint::BigUint;
use slidewise_engine::graph::{Allowance, Graph, Metric, Step, Steps};
use slidewise_engine::index::{Pattern, Space, SpaceError, word_count};
use slidewise_engine::search::{Expander, OutOfResources};
use slidewise_puzzle::{Configuration, Puzzle, next_permutation};
use std::collections::BTreeMap;
use std::iter;
use std::sync::atomic::{AtomicBool, Ordering};
use thiserror::Error;

/// The components of a puzzle's space.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Components {
    /// Each size with how many components have it, the largest first.
    pub sizes: Vec<(BigUint, BigUint)>,
    /// By size: a configuration of a component that has it; Start, where its own has it.
    pub positions: Vec<Configuration>,
    /// How many configurations the component of Start has.
    pub own: BigUint,
}

/// Why components could not be counted.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ComponentsError {
    /// The patterns' index cannot be built, or has too many patterns.
    #[error(transparent)]
    Space(#[from] SpaceError),
    /// It needs more memory than it may take.
    #[error(transparent)]
    OutOfResources(#[from] OutOfResources),
    /// Two generations of one component do not fit the memory that it may take beside what is needed in any case.
    #[error(
        "two generations of a component have more than {most} patterns, which is all that {bytes} bytes leave room for"
    )]
    TooManyPatterns {
        /// How many would fit.
        most: u64,
        /// The bytes that were to do for everything.
        bytes: u64,
    },
    /// There is no memory.
    #[error(transparent)]
    NoRoom(#[from] NoRoom),
    /// The orders are too many to be gone through, and no formula tells their orbits.
    #[error(
        "the tiles have more than {most} orders, and are permuted by a group of order {order} that is neither all permutations nor all even ones"
    )]
    Orders {
        /// The group's order.
        order: BigUint,
        /// The most orders that are gone through.
        most: usize,
    },
    /// The tiles can be shared out in too many ways among the places that tours permute.
    #[error(
        "the tiles have more than {MOST_WORDS} orders, and more than {most} ways of being shared out among the places that tours permute"
    )]
    Shares {
        /// The most ways that are gone through.
        most: usize,
    },
    /// Labels do not tell as many tiles apart.
    #[error(transparent)]
    Tiles(#[from] TooManyTiles),
    /// It was stopped.
    #[error("interrupted")]
    Interrupted,
}

/// The most words that are gone through one by one.
const MOST_WORDS: usize = Group::MOST_WORDS;
/// The most ways of sharing tiles out among the orbits of a group.
const MOST_SHARES: usize = 1 << 16;

/// Bytes for two generations, however little memory there is.
const LEAST_ROOM: u64 = 1 << 16;

/// By size: how many orbits have it, and a word of one.
type Orbits = BTreeMap<BigUint, (BigUint, Vec<u8>)>;

/// By size: how many components have it, and a configuration of one: the rank of its pattern, and its word.
type Sizes = BTreeMap<BigUint, (BigUint, u64, Vec<u8>)>;

impl Components {
    /// Finds them, in this many bytes of `memory` where that is limited.
    /// `observe` is told how many patterns are done, of how many.
    ///
    /// Time: some hundred nanoseconds for each pattern; where no tiles are told apart and no rules obeyed some ten, and
    /// up to fifty where the bits of a billion patterns are beyond the caches; and for each component of patterns the
    /// orbits of its words, which mostly are a formula. Bytes: a bit a pattern, two generations of one component, and
    /// tables of half boards.
    ///
    /// # Errors
    /// If the patterns are too many for 64 bits, these or two generations of one component are too many for memory, the
    /// orbits are neither a formula nor few, or it was stopped.
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
        let allowance = memory.map(Allowance::of_memory).unwrap_or_default();
        let mut graph = Graph::within(&tiled, &tiled.start, Metric::Step, allowance)?;
        let len = graph.patterns();
        let (start, slots, letters) = {
            let space = graph.space();
            let (start, _) = space.split(&tiled, &tiled.start).expect("Start is legal");
            let pattern = Pattern::new(space.automaton(), space.layout(), len, start);
            let (slots, letters) = slots_and_letters(puzzle, space, &pattern)?;
            (start, slots, letters)
        };
        let mut most = u64::MAX;
        if !letters.is_empty() {
            // Labels are carried on boards: no table is asked.
            graph.allow_tables(0);
        }
        let needed = Components::bytes(len, graph.space());
        OutOfResources::of_memory(needed, memory)?;
        if let Some(allowed) = memory {
            let rest = allowed - needed;
            if letters.is_empty() {
                graph.allow_tables(rest / 2);
            }
            graph.make_quick_cut();
            let room = LEAST_ROOM + rest - graph.cut_bytes();
            most = room / bytes_each(letters.len());
        }
        let (graph, space) = (&graph, graph.space());
        let mut pattern = Pattern::new(space.automaton(), space.layout(), len, start);
        let mut walk = Walk {
            expander: Expander::new(graph, stop),
            steps: Steps::new(&tiled.board, space.layout()),
            slots,
            seen: Seen::none_of(len)?,
            degree: letters.len(),
            most,
            allowed: memory.unwrap_or(u64::MAX),
            stop,
        };
        let words = Words::of(&letters, &walk.slots);
        let mut sizes = Sizes::new();
        // Of those above which there is one word, with the first of each size: most are small, and of the same few sizes.
        let mut plain: AHashMap<u64, (u64, u64)> = AHashMap::new();
        let (mut done, mut told) = (0, 0);
        let mut own = BigUint::ZERO;
        // That of Start comes first: its tiles have their letters there.
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
                plain.entry(patterns).or_insert((0, first)).0 += 1;
            } else {
                for (size, (count, word)) in words.orbits(&group)? {
                    let known = sizes.entry(size * patterns);
                    known.or_insert_with(|| (BigUint::ZERO, first, word)).0 += count;
                }
            }
            if first == start {
                let size = group.words_from(&letters, MOST_WORDS);
                own = size.map_err(no_formula)? * patterns;
            }
        }
        sizes.extend(
            plain
                .into_iter()
                .map(|(size, (count, first))| (size.into(), (count.into(), first, Vec::new()))),
        );
        let mut found = Components {
            sizes: Vec::with_capacity(sizes.len()),
            positions: Vec::with_capacity(sizes.len()),
            own,
        };
        for (size, (count, first, word)) in sizes.into_iter().rev() {
            found.positions.push(if size == found.own {
                puzzle.start.clone()
            } else {
                pattern.lay(first);
                let classes = puzzle.classes.len();
                let firsts = walk.slots.firsts(&pattern, space.layout(), &word, classes);
                Configuration::new(firsts)
            });
            found.sizes.push((size, count));
        }
        Ok(found)
    }

    fn bytes(patterns: u64, space: &Space) -> u64 {
        patterns.div_ceil(8) + space.automaton().bytes() as u64 + LEAST_ROOM
    }

    /// How many configurations there are.
    pub fn configurations(&self) -> BigUint {
        self.sizes.iter().map(|(size, count)| size * count).sum()
    }

    /// How many components there are.
    pub fn count(&self) -> BigUint {
        self.sizes.iter().map(|(_, count)| count).sum()
    }
}

/// A walk through all patterns.
struct Walk<'a> {
    /// Finds neighbours where no tile has a label.
    expander: Expander<'a>,
    steps: Steps,
    slots: Slots,
    seen: Seen,
    /// How many tiles have labels.
    degree: usize,
    /// How many patterns two generations may have.
    most: u64,
    /// The bytes that all may take.
    allowed: u64,
    stop: &'a AtomicBool,
}

/// How many bytes a pattern of a generation takes, with the labels of this many tiles.
fn bytes_each(degree: usize) -> u64 {
    match degree {
        0 => 8,
        // The table of their numbers is up to half empty, and grows by doubling.
        _ => 64 + degree as u64,
    }
}

impl Walk<'_> {
    fn too_many(&self) -> ComponentsError {
        ComponentsError::TooManyPatterns {
            most: self.most,
            bytes: self.allowed,
        }
    }

    /// How many patterns hang together with one, and the group of the closed tours.
    ///
    /// A step leads to the generation before or to the one after, so that the labels of two are enough: an edge
    /// back was looked at from its other end.
    fn component(
        &mut self,
        pattern: &mut Pattern<'_>,
        first: u64,
    ) -> Result<(u64, Group), ComponentsError> {
        let degree = self.degree;
        let mut group = Group::trivial(degree);
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
                Err(Ended::Stopped) => Err(ComponentsError::Interrupted),
                Err(Ended::TooMany(_)) => Err(self.too_many()),
            };
        }
        let mut generation = vec![first];
        let mut labels: Vec<u8> = (0..=u8::MAX).take(degree).collect();
        let mut steps: Vec<Step> = Vec::new();
        let mut patterns = 0;
        self.seen.note(first);
        while !generation.is_empty() {
            patterns += generation.len() as u64;
            let mut next: Vec<u64> = Vec::new();
            let mut next_labels: Vec<u8> = Vec::new();
            let mut number_of: AHashMap<u64, usize> = AHashMap::new();
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

/// The words that tiles can form: rows of letters, those of each kind of piece on their own places.
struct Words {
    /// By kind that has different letters: its letters, sorted.
    letters: Vec<Vec<u8>>,
    total: BigUint,
}

impl Words {
    fn of(letters: &[u8], slots: &Slots) -> Words {
        let mut by_kind: Vec<Vec<u8>> = Vec::new();
        let mut ranges: Vec<(usize, usize)> = slots.of_kind.iter().copied().flatten().collect();
        ranges.sort_unstable();
        for (first, count) in ranges {
            let mut own = letters[first..first + count].to_vec();
            own.sort_unstable();
            by_kind.push(own);
        }
        let total = by_kind
            .iter()
            .map(|letters| arrangements(letters))
            .product();
        Words {
            letters: by_kind,
            total,
        }
    }

    /// The orbits of a group on the words: their sizes, each with a word of one.
    fn orbits(&self, group: &Group) -> Result<Orbits, ComponentsError> {
        let order = group.order();
        let one = BigUint::from(1u32);
        let all_differ = self
            .letters
            .iter()
            .all(|letters| letters.windows(2).all(|two| two[0] != two[1]));
        if order == one || all_differ {
            // Nothing but the identity leaves a word as it is.
            let count = &self.total / &order;
            return Ok(Orbits::from([(order, (count, self.letters.concat()))]));
        }
        if self.total <= MOST_WORDS.into() {
            return Ok(self.orbits_one_by_one(group));
        }
        self.orbits_by_shares(group)
    }

    fn orbits_one_by_one(&self, group: &Group) -> Orbits {
        let mut orbits = Orbits::new();
        let mut seen: AHashSet<Box<[u8]>> = AHashSet::new();
        let mut kinds = self.letters.clone();
        loop {
            let word: Box<[u8]> = kinds.concat().into();
            if seen.insert(word.clone()) {
                let before = seen.len();
                let first = word.to_vec();
                let mut waiting = vec![word];
                while let Some(word) = waiting.pop() {
                    for element in group.generators() {
                        let next: Box<[u8]> =
                            element.iter().map(|&point| word[point as usize]).collect();
                        if seen.insert(next.clone()) {
                            waiting.push(next);
                        }
                    }
                }
                let known = orbits.entry((seen.len() - before + 1).into());
                known.or_insert_with(|| (BigUint::ZERO, first)).0 += 1u32;
            }
            // The next word: the last kind goes on fastest.
            if !kinds
                .iter_mut()
                .rev()
                .any(|letters| next_permutation(letters))
            {
                return orbits;
            }
        }
    }

    /// The tiles of each kind are shared out among the orbits of the group's points in every way; all words of one
    /// sharing have orbits of one size where the group has all that its orbits and signs allow.
    fn orbits_by_shares(&self, group: &Group) -> Result<Orbits, ComponentsError> {
        let mut places = vec![None; self.letters.iter().map(Vec::len).sum()];
        let orbits = group.orbits();
        for (number, orbit) in orbits.iter().enumerate() {
            orbit
                .iter()
                .for_each(|&point| places[point as usize] = Some(number));
        }
        // By kind: the sets of points that its tiles are shared out among.
        let mut begin = 0;
        let mut sharing = Sharing {
            group,
            kinds: Vec::new(),
            word: vec![0; places.len()],
            found: Orbits::new(),
            shares: 0,
        };
        for letters in &self.letters {
            let points: Vec<usize> = (begin..begin + letters.len()).collect();
            begin += letters.len();
            let mut sets: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
            for &point in &points {
                // A point that never moves is a set of its own.
                let set = places[point].unwrap_or(orbits.len() + point);
                sets.entry(set).or_default().push(point);
            }
            let counts: Vec<(u8, usize)> = letters
                .chunk_by(|a, b| a == b)
                .map(|alike| (alike[0], alike.len()))
                .collect();
            sharing.kinds.push((sets.into_values().collect(), counts));
        }
        let first = sharing
            .kinds
            .first()
            .map_or(Vec::new(), |(_, counts)| counts.clone());
        sharing.go(0, 0, 0, &first, BigUint::from(1u32))?;
        Ok(sharing.found)
    }
}

/// A kind's sets of points, and how many tiles it has of each letter.
type SetsAndLetters = (Vec<Vec<usize>>, Vec<(u8, usize)>);

/// Tiles being shared out among sets of points.
struct Sharing<'g> {
    group: &'g Group,
    kinds: Vec<SetsAndLetters>,
    word: Vec<u8>,
    found: Orbits,
    shares: usize,
}

impl Sharing<'_> {
    /// Fills the sets from one on, its first `filled` points being filled, with the letters `left` to the kind;
    /// letters in a set come in order. `ways` is how many words the sets before make.
    fn go(
        &mut self,
        kind: usize,
        set: usize,
        filled: usize,
        left: &[(u8, usize)],
        ways: BigUint,
    ) -> Result<(), ComponentsError> {
        let Some((sets, _)) = self.kinds.get(kind) else {
            if self.shares == MOST_SHARES {
                return Err(ComponentsError::Shares { most: MOST_SHARES });
            }
            self.shares += 1;
            // By a formula alone: all words of this sharing would have to be listed to tell their orbits.
            let size = self.group.words_from(&self.word, 1).map_err(no_formula)?;
            let word = &self.word;
            let known = self.found.entry(size.clone());
            known.or_insert_with(|| (BigUint::ZERO, word.clone())).0 += ways / size;
            return Ok(());
        };
        let Some(points) = sets.get(set).cloned() else {
            let next = self
                .kinds
                .get(kind + 1)
                .map_or(Vec::new(), |(_, counts)| counts.clone());
            return self.go(kind + 1, 0, 0, &next, ways);
        };
        if filled == points.len() {
            let mut letters: Vec<u8> = points.iter().map(|&point| self.word[point]).collect();
            letters.sort_unstable();
            return self.go(kind, set + 1, 0, left, ways * arrangements(&letters));
        }
        let least = if filled == 0 {
            0
        } else {
            self.word[points[filled - 1]]
        };
        for at in 0..left.len() {
            let (letter, count) = left[at];
            if count > 0 && letter >= least {
                let mut left = left.to_vec();
                left[at].1 -= 1;
                self.word[points[filled]] = letter;
                self.go(kind, set, filled + 1, &left, ways.clone())?;
            }
        }
        Ok(())
    }
}

/// A group of which no formula tells the orbits of this many words.
fn no_formula(error: OrbitError) -> ComponentsError {
    ComponentsError::Orders {
        order: error.order,
        most: MOST_WORDS,
    }
}

/// How many words have these letters, which are sorted.
fn arrangements(letters: &[u8]) -> BigUint {
    word_count(letters.chunk_by(|a, b| a == b).map(<[u8]>::len))
}
