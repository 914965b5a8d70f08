//! A proof of every distance of a search, made after it and beside it.
//!
//! Marks are generations modulo 3, and hold up against each other where they are wrong: on a ring of twelve
//! configurations the marks 0, 1, 2, 0, 1, 2, ... all round have the right counts, and before each there is
//! one that is nearer. So the generations are walked again from the sources, with one bit for each
//! configuration whose distance is proved. By induction the walk has generation n exactly: its neighbours that
//! are not proved are generation n + 1, of which there must be as many as the log says, all marked so; and at the
//! end nothing may be marked that is not proved.
//!
//! It promises that what it passes is right, if the graph's numbers and slides are. It uses these and the
//! marks as they stand in memory, and no other code of those who explored: neither the sets nor the sifting nor
//! the plans and kernels of the engines.

use super::spread::{Spread, Tables};
use crate::moves::Graph;
use crate::store::{Marks, StoreError, Words};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;
use thiserror::Error;

/// Words of a set that are worked on together: 16,384 configurations.
const CHUNK: usize = 256;

/// A generation with fewer configurations is done by one thread: starting others would take longer.
const WORTH_THREADS: u64 = 20_000;

/// The search that is to be proved.
#[derive(Clone, Copy, Debug)]
pub struct Claim<'a> {
    /// The graph.
    pub graph: &'a Graph,
    /// Generation 0.
    pub sources: &'a [u64],
    /// The marks.
    pub marks: &'a Marks,
    /// The sizes of the finished generations.
    pub counts: &'a [u64],
    /// Whether they are all there are.
    pub is_complete: bool,
    /// How many threads may work.
    pub threads: usize,
}

/// What is proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proved {
    /// How many generations.
    pub generations: u64,
    /// How many configurations they have.
    pub configurations: u64,
    /// How many more are marked, of a search that is not complete: of them nothing is known.
    pub ahead: u64,
}

/// What is not as it was claimed.
#[derive(Debug, Error)]
pub enum Refuted {
    /// A configuration has another mark than its distance gives it.
    #[error(
        "configuration {index} is in generation {generation}, so it should be marked {expected}, and is marked {found}"
    )]
    Mark {
        /// Its number; the least of those that are wrong.
        index: u64,
        /// Its distance.
        generation: u64,
        /// The mark of that generation.
        expected: u8,
        /// The mark that it has.
        found: u8,
    },
    /// A generation has another size.
    #[error("generation {generation} has {found} configurations, the log says {expected}")]
    Count {
        /// Its number.
        generation: u64,
        /// Its size by the log; 0 behind the last.
        expected: u64,
        /// Its size.
        found: u64,
    },
    /// More is marked than can be reached.
    #[error("{seen} configurations are marked, {proved} can be reached")]
    Seen {
        /// How many have a mark.
        seen: u64,
        /// How many have a distance.
        proved: u64,
    },
    /// There is no memory for the proof.
    #[error(transparent)]
    Memory(#[from] StoreError),
}

impl Claim<'_> {
    /// The memory that a proof takes, in bytes: three bits for each number of the graph.
    pub fn needed_bytes(graph: &Graph) -> u64 {
        Set::bytes_for(graph.len()).saturating_mul(3)
    }

    /// Walks the generations again.
    ///
    /// Time: one expansion of each configuration, and two reads of the marks. Memory: three bits for each
    /// configuration, beside the marks.
    ///
    /// # Errors
    /// The first thing that is not as claimed; where several marks of a generation are wrong, the least of them.
    pub fn prove(&self) -> Result<Proved, Refuted> {
        let mut walk = Walk {
            claim: *self,
            proved: Set::new(self.graph.len())?,
            current: Set::new(self.graph.len())?,
            next: Set::new(self.graph.len())?,
            tables: Tables::default(),
        };
        for &source in self.sources {
            walk.next.put(source);
        }
        let mut proved = 0;
        let mut generation = 0;
        for &expected in self.counts {
            if generation > 0 {
                walk.expand(self.counts[generation as usize - 1]);
            }
            let found = walk.sift(generation)?;
            if found != expected {
                return Err(Refuted::Count {
                    generation,
                    expected,
                    found,
                });
            }
            walk.advance();
            proved += found;
            generation += 1;
        }
        if self.is_complete {
            walk.expand(self.counts.last().copied().unwrap_or(0));
            let beyond = walk.next.count_without(&walk.proved);
            if beyond > 0 {
                return Err(Refuted::Count {
                    generation,
                    expected: 0,
                    found: beyond,
                });
            }
        }
        let seen = seen(self.marks);
        if self.is_complete && seen != proved {
            return Err(Refuted::Seen { seen, proved });
        }
        Ok(Proved {
            generations: generation,
            configurations: proved,
            // Each that is proved has its mark, so at least as many are marked.
            ahead: seen - proved,
        })
    }
}

/// The walk through the generations.
struct Walk<'a> {
    claim: Claim<'a>,
    /// All generations up to the current one.
    proved: Set,
    current: Set,
    /// What is found from it.
    next: Set,
    /// What is known of whole words.
    tables: Tables,
}

impl Walk<'_> {
    /// Finds the neighbours of the current generation, which has `count` configurations.
    fn expand(&mut self, count: u64) {
        let Walk {
            claim,
            current,
            next,
            tables,
            ..
        } = self;
        let threads = if count < WORTH_THREADS {
            1
        } else {
            claim.threads
        };
        let worker = |chunks: &mut dyn Iterator<Item = usize>| {
            if let Some(mut spread) = Spread::new(claim.graph, tables) {
                let put = |at: u64, new| match threads {
                    1 => next.add_word_alone(at as usize, new),
                    _ => next.add_word(at as usize, new),
                };
                for at in chunks.flat_map(|chunk| current.words_of(chunk)) {
                    let word = current.words.load(at);
                    if word != 0 {
                        spread.word(at as u64, word, put);
                    }
                }
                spread.finish(put);
                return;
            }
            let mut neighbours = claim.graph.neighbours();
            for chunk in chunks {
                current.for_each_in(chunk, |index| {
                    neighbours.add(index, |neighbour| next.put(neighbour));
                });
            }
            neighbours.finish(|neighbour| next.put(neighbour));
        };
        share(current.touched(), threads, worker);
    }

    /// Drops what is proved already from what was found, which then is this generation; checks the marks of
    /// what stays, and counts it.
    fn sift(&mut self, generation: u64) -> Result<u64, Refuted> {
        let Walk {
            claim,
            proved,
            next,
            ..
        } = self;
        let mark = Marks::mark_of(generation);
        let count = AtomicU64::new(0);
        let wrong = AtomicU64::new(u64::MAX);
        let worker = |chunks: &mut dyn Iterator<Item = usize>| {
            let mut own = 0;
            for chunk in chunks {
                for at in next.words_of(chunk) {
                    let found = next.words.load(at);
                    if found == 0 {
                        continue;
                    }
                    // No other thread has this chunk.
                    let new = found & !proved.words.load(at);
                    next.words.as_slice()[at].store(new, Ordering::Relaxed);
                    proved.add_word_alone(at, new);
                    own += u64::from(new.count_ones());
                    let unlike = new & !marked(claim.marks, at, mark);
                    if unlike != 0 {
                        let index = at as u64 * 64 + u64::from(unlike.trailing_zeros());
                        wrong.fetch_min(index, Ordering::Relaxed);
                    }
                }
            }
            count.fetch_add(own, Ordering::Relaxed);
        };
        share(next.touched(), claim.threads, worker);
        match wrong.into_inner() {
            u64::MAX => Ok(count.into_inner()),
            index => Err(Refuted::Mark {
                index,
                generation,
                expected: mark,
                found: claim.marks.get_as_it_is(index),
            }),
        }
    }

    /// Goes over to the generation found.
    fn advance(&mut self) {
        std::mem::swap(&mut self.current, &mut self.next);
        self.next.clear();
    }
}

/// Lets threads take the chunks one after the other.
fn share(
    chunks: Vec<usize>,
    threads: usize,
    worker: impl Fn(&mut dyn Iterator<Item = usize>) + Sync,
) {
    let threads = threads.min(chunks.len());
    if threads <= 1 {
        return worker(&mut chunks.into_iter());
    }
    let taken = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let take = || chunks.get(taken.fetch_add(1, Ordering::Relaxed)).copied();
                worker(&mut std::iter::from_fn(take));
            });
        }
    });
}

/// Which of 64 configurations have this mark: those from `64 * at`.
fn marked(marks: &Marks, at: usize, mark: u8) -> u64 {
    let (low, high) = planes(marks, at);
    match mark {
        1 => low & !high,
        2 => high & !low,
        3 => low & high,
        _ => !(low | high),
    }
}

/// The low and the high bits of the marks of 64 configurations, which lie in two words, 32 of each in either.
fn planes(marks: &Marks, at: usize) -> (u64, u64) {
    let words = marks.words();
    let word = |index| {
        if index < words.len() {
            words.load(index)
        } else {
            0
        }
    };
    let (first, second) = (word(2 * at), word(2 * at + 1));
    let half = u64::from(u32::MAX);
    (first & half | second << 32, first >> 32 | second & !half)
}

/// How many configurations have a mark, bits behind the last one counted.
fn seen(marks: &Marks) -> u64 {
    (0..marks.words().len().div_ceil(2))
        .map(|at| {
            let (low, high) = planes(marks, at);
            u64::from((low | high).count_ones())
        })
        .sum()
}

/// A set of configurations: one bit each, and a flag for each chunk that was put anything into.
struct Set {
    words: Words,
    flags: Vec<AtomicBool>,
}

impl Set {
    fn bytes_for(len: u64) -> u64 {
        let words = len.div_ceil(64);
        words.saturating_mul(8) + words / CHUNK as u64
    }

    fn new(len: u64) -> Result<Set, StoreError> {
        let words = Words::zeroed(len.div_ceil(64)).map_err(|source| StoreError::Memory {
            bytes: Set::bytes_for(len),
            source,
        })?;
        let chunks = words.len().div_ceil(CHUNK);
        Ok(Set {
            words,
            flags: (0..chunks).map(|_| AtomicBool::new(false)).collect(),
        })
    }

    /// Puts a configuration in; any number of threads may at once.
    #[inline]
    fn put(&self, index: u64) {
        self.add_word((index / 64) as usize, 1 << (index % 64));
    }

    /// Puts those of 64 configurations in that have a bit in `new`; any number of threads may at once.
    #[inline]
    fn add_word(&self, at: usize, new: u64) {
        let word = &self.words.as_slice()[at];
        // A look first: most configurations are found several times.
        let old = word.load(Ordering::Relaxed);
        if new & !old == 0 {
            return;
        }
        if word.fetch_or(new, Ordering::Relaxed) == 0 {
            self.flags[at / CHUNK].store(true, Ordering::Relaxed);
        }
    }

    /// As [`Set::add_word`], while no other thread puts anything in.
    #[inline]
    fn add_word_alone(&self, at: usize, new: u64) {
        let word = &self.words.as_slice()[at];
        let old = word.load(Ordering::Relaxed);
        word.store(old | new, Ordering::Relaxed);
        if old == 0 {
            self.flags[at / CHUNK].store(true, Ordering::Relaxed);
        }
    }

    /// The chunks that may have something in them.
    fn touched(&self) -> Vec<usize> {
        (0..self.flags.len())
            .filter(|&chunk| self.flags[chunk].load(Ordering::Relaxed))
            .collect()
    }

    fn words_of(&self, chunk: usize) -> std::ops::Range<usize> {
        chunk * CHUNK..self.words.len().min((chunk + 1) * CHUNK)
    }

    /// Calls `visit` with each configuration of a chunk, ascending.
    fn for_each_in(&self, chunk: usize, mut visit: impl FnMut(u64)) {
        for at in self.words_of(chunk) {
            let mut word = self.words.load(at);
            while word != 0 {
                visit(at as u64 * 64 + u64::from(word.trailing_zeros()));
                word &= word - 1;
            }
        }
    }

    /// How many configurations are in this set and not in the other.
    fn count_without(&self, other: &Set) -> u64 {
        let words = self.touched().into_iter().flat_map(|c| self.words_of(c));
        words
            .map(|at| u64::from((self.words.load(at) & !other.words.load(at)).count_ones()))
            .sum()
    }

    /// Takes everything out.
    fn clear(&mut self) {
        for chunk in self.touched() {
            for word in &self.words.as_slice()[self.words_of(chunk)] {
                word.store(0, Ordering::Relaxed);
            }
            *self.flags[chunk].get_mut() = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore::{Choice, Keeper, Lanes, Memory, Run};
    use crate::moves::Metric;
    use crate::puzzle::Puzzle;
    use std::ops::ControlFlow;

    fn graph(name: &str, metric: Metric) -> (Graph, u64) {
        let puzzle = Puzzle::open(name).unwrap();
        let graph = Graph::new(&puzzle, &puzzle.start, metric).unwrap();
        let start = graph.index_of(&puzzle.start).unwrap();
        (graph, start)
    }

    fn explored(graph: &Graph, start: u64, engine: Choice, last: Option<u64>) -> Memory {
        let mut memory = Memory::new(graph.len()).unwrap();
        let sources = [start];
        let run = Run {
            engine,
            max_generation: last,
            ..Run::new(graph, &sources)
        };
        run.go(&mut memory, &mut |_| ControlFlow::Continue(()))
            .unwrap();
        memory
    }

    fn prove(
        graph: &Graph,
        start: u64,
        memory: &Memory,
        threads: usize,
    ) -> Result<Proved, Refuted> {
        let claim = Claim {
            graph,
            sources: &[start],
            marks: memory.marks(),
            counts: memory.counts(),
            is_complete: memory.is_complete(),
            threads,
        };
        claim.prove()
    }

    /// Numbers that are arbitrary and the same each time.
    struct Arbitrary(u64);

    impl Arbitrary {
        fn below(&mut self, most: u64) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0 % most
        }
    }

    /// Gives configuration `i` another mark, whatever it has.
    fn overwrite(marks: &Marks, i: u64, mark: u8) {
        let word = &marks.words().as_slice()[(i / 32) as usize];
        let change = u64::from(marks.get_as_it_is(i) ^ mark);
        let spread = change & 1 | (change >> 1) << 32;
        word.fetch_xor(spread << (i % 32), Ordering::Relaxed);
        assert_eq!(marks.get_as_it_is(i), mark);
    }

    #[test]
    fn what_the_engines_found_is_proved() {
        for name in ["checkmate", "get-my-goat", "tiles:3x3", "tiles:2x2"] {
            for metric in Metric::ALL {
                let (graph, start) = graph(name, metric);
                let sparse = explored(&graph, start, Choice::sparse(), None);
                let mut found = vec![sparse];
                if let Ok(dense) = Choice::dense(&graph, Lanes::best()) {
                    found.push(explored(&graph, start, dense, None));
                }
                for (threads, memory) in (1..).zip(&found) {
                    let proved = prove(&graph, start, memory, threads).unwrap();
                    assert_eq!(proved.generations, memory.counts().len() as u64);
                    assert_eq!(proved.configurations, memory.counts().iter().sum::<u64>());
                    assert_eq!(proved.ahead, 0);
                }
                assert!(found[0].counts() == found[found.len() - 1].counts());
            }
        }
    }

    #[test]
    fn any_number_of_threads_proves_the_same() {
        let (graph, start) = graph("tiles:3x3", Metric::Step);
        let memory = explored(&graph, start, Choice::sparse(), None);
        let wrong = explored(&graph, start, Choice::sparse(), None);
        overwrite(wrong.marks(), 77_777, 0);
        overwrite(wrong.marks(), 99_999, 0);
        let told = |threads| {
            prove(&graph, start, &wrong, threads)
                .unwrap_err()
                .to_string()
        };
        for threads in 1..5 {
            assert!(prove(&graph, start, &memory, threads).is_ok());
            assert_eq!(told(threads), told(1));
        }
    }

    #[test]
    fn each_of_200_changed_marks_is_found() {
        for name in ["lane-rouge", "tiles:2x4"] {
            let (graph, start) = graph(name, Metric::Step);
            let memory = explored(&graph, start, Choice::best(&graph), None);
            let marks = memory.marks();
            let mut arbitrary = Arbitrary(0x1234_5678_9abc_def1);
            for round in 0..200 {
                let i = arbitrary.below(graph.len());
                let right = marks.get_as_it_is(i);
                let wrong = (right + 1 + arbitrary.below(3) as u8) % 4;
                overwrite(marks, i, wrong);
                let refuted = prove(&graph, start, &memory, 1).unwrap_err();
                // The one that is wrong is named, if it can be reached at all.
                match refuted {
                    Refuted::Mark { index, found, .. } => assert_eq!((index, found), (i, wrong)),
                    Refuted::Seen { seen, proved } => assert_eq!(seen, proved + 1),
                    other => panic!("{name}, round {round}: {other}"),
                }
                overwrite(marks, i, right);
            }
            assert!(prove(&graph, start, &memory, 1).is_ok());
        }
    }

    #[test]
    fn each_of_200_exchanges_of_two_marks_is_found() {
        for name in ["lane-rouge", "tiles:2x4"] {
            let (graph, start) = graph(name, Metric::Step);
            let memory = explored(&graph, start, Choice::best(&graph), None);
            let marks = memory.marks();
            let mut arbitrary = Arbitrary(0x0fed_cba9_8765_4321);
            let mut exchanged = 0;
            while exchanged < 200 {
                let (i, j) = (arbitrary.below(graph.len()), arbitrary.below(graph.len()));
                let (one, other) = (marks.get_as_it_is(i), marks.get_as_it_is(j));
                if one == other {
                    continue;
                }
                exchanged += 1;
                overwrite(marks, i, other);
                overwrite(marks, j, one);
                assert_eq!(
                    marks.count().iter().sum::<u64>(),
                    graph.len(),
                    "the counts stay"
                );
                let refuted = prove(&graph, start, &memory, 1).unwrap_err();
                assert!(
                    matches!(refuted, Refuted::Mark { index, .. } if index == i || index == j),
                    "{name}, {i} and {j}: {refuted}"
                );
                overwrite(marks, i, one);
                overwrite(marks, j, other);
            }
        }
    }

    #[test]
    fn marks_that_agree_all_round_the_ring_are_refuted() {
        let (graph, start) = graph("tiles:2x2", Metric::Step);
        let memory = explored(&graph, start, Choice::sparse(), None);
        assert_eq!(memory.counts(), [1, 2, 2, 2, 2, 2, 1]);
        // Once round, by going on from where one has not been.
        let mut ring = vec![start];
        let mut neighbours = graph.neighbours();
        loop {
            let mut next = None;
            neighbours.for_each(ring[ring.len() - 1], |found| {
                if !ring.contains(&found) {
                    next = Some(found);
                }
            });
            match next {
                Some(next) => ring.push(next),
                None => break,
            }
        }
        assert_eq!(ring.len(), 12);
        for (number, &i) in (0..).zip(&ring) {
            overwrite(memory.marks(), i, Marks::mark_of(number));
        }
        assert_eq!(memory.marks().count()[1..], [4, 4, 4], "as the log says");
        for (number, &i) in (1..12).zip(&ring[1..]) {
            let nearer = Marks::mark_of(number + 2);
            let mut has_nearer = false;
            neighbours.for_each(i, |found| {
                has_nearer |= memory.marks().get(found) == nearer;
            });
            assert!(has_nearer, "each has one before it");
        }
        assert!(matches!(
            prove(&graph, start, &memory, 1),
            Err(Refuted::Mark { generation: 1, .. })
        ));
    }

    #[test]
    fn a_wrong_log_is_refuted() {
        let (graph, start) = graph("tiles:2x3", Metric::Step);
        let memory = explored(&graph, start, Choice::sparse(), None);
        let right = memory.counts().to_vec();
        let prove = |counts: &[u64], is_complete| {
            let claim = Claim {
                graph: &graph,
                sources: &[start],
                marks: memory.marks(),
                counts,
                is_complete,
                threads: 1,
            };
            claim.prove()
        };
        for generation in 0..right.len() {
            let mut counts = right.clone();
            counts[generation] += 1;
            assert!(matches!(
                prove(&counts, true),
                Err(Refuted::Count { generation: found, .. }) if found == generation as u64
            ));
        }
        let shorter = &right[..right.len() - 1];
        assert!(matches!(
            prove(shorter, true),
            Err(Refuted::Count { expected: 0, .. })
        ));
        let longer = [&right[..], &[1]].concat();
        assert!(matches!(
            prove(&longer, true),
            Err(Refuted::Count { found: 0, .. })
        ));
        let proved = prove(shorter, false).unwrap();
        assert_eq!(proved.ahead, right[right.len() - 1]);
    }

    #[test]
    fn what_was_finished_of_a_search_is_proved() {
        for name in ["tiles:3x3", "lane-rouge"] {
            let (graph, start) = graph(name, Metric::Step);
            let memory = explored(&graph, start, Choice::best(&graph), Some(12));
            let proved = prove(&graph, start, &memory, 2).unwrap();
            assert_eq!((proved.generations, proved.ahead), (13, 0));
            let unseen = (0..graph.len()).find(|&i| memory.marks().get(i) == 0);
            overwrite(memory.marks(), unseen.unwrap(), 1);
            assert_eq!(prove(&graph, start, &memory, 2).unwrap().ahead, 1);
        }
    }
}
