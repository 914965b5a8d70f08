//! Verification of every distance of a search by a second, independent search.
//!
//! A mark records a generation modulo 3, so wrong marks can agree with each other. For example, let
//! the generations of a ring of twelve configurations modulo 3 be recorded as 0, 1, 2, 0, 1, 2, ...
//! all the way round. The counts are then right, and each configuration has a neighbour that seems
//! to be nearer. The verification therefore walks through the generations again, from the sources.
//! If the walk has exactly the configurations of generation n, their neighbours that were not
//! verified before are exactly generation n + 1. The number of these configurations must be that of
//! the log, and each must have the mark of generation n + 1. At the end of a complete search no
//! other configuration may have a mark.
//!
//! A search that passes is right, provided that the indices and the edges of the graph are right.
//! The verification uses the indices, the edges and the marks in memory. It shares no other code
//! with the search. In particular, it does not use the expanders, the sets, sifting and marking of
//! the engines, or the plans of the dense engine.

use super::allocation::OutOfMemory;
use super::block_rows::BlockRowWalk;
use super::edges::Edges;
use super::generation_check::{GenerationCheck, VerificationWalk, first_gap, seen};
use super::set_walk::{SetWalk, needed_bytes};
use slidewise_engine::graph::Graph;
use slidewise_store::Marks;
use std::sync::atomic::{AtomicBool, Ordering};
use thiserror::Error;

/// Search to be verified.
#[derive(Clone, Copy, Debug)]
pub struct Verification<'a> {
    /// Graph that was searched.
    pub graph: &'a Graph,
    /// Sources of the search, which are its generation 0.
    pub sources: &'a [u64],
    /// Marks of the search.
    pub marks: &'a Marks,
    /// Sizes of the finished generations, as the log records them.
    pub counts: &'a [u64],
    /// Whether the search is complete: there are no generations after those of `counts`.
    pub is_complete: bool,
    /// Maximum number of threads.
    pub threads: usize,
    /// Stop flag, checked before each generation.
    pub stop: &'a AtomicBool,
}

/// Extent of a successful verification.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verified {
    /// Number of verified generations.
    pub generations: u64,
    /// Number of configurations in these generations.
    pub configurations: u64,
    /// Number of configurations that an incomplete search has marked beyond these generations; they
    /// are not verified.
    pub ahead: u64,
}

/// Reasons why a verification fails.
#[derive(Debug, Error)]
pub enum Mismatch {
    /// A configuration has a mark that does not fit its distance.
    #[error(
        "configuration {index} of generation {generation} has mark {found} instead of {expected}"
    )]
    Mark {
        /// Index of the configuration: the smallest with a wrong mark in its generation.
        index: u64,
        /// Distance of the configuration.
        generation: u64,
        /// Mark that all configurations at this distance must have.
        expected: u8,
        /// Mark that the configuration has.
        found: u8,
    },
    /// The size of a generation differs from the size that the log records.
    #[error("generation {generation} has {found} configurations, but the log records {expected}")]
    Count {
        /// Number of the generation.
        generation: u64,
        /// Size that the log records; 0 for a generation after the last.
        expected: u64,
        /// Size that the verification found.
        found: u64,
    },
    /// An index that stands for no configuration has a mark.
    #[error("index {index} stands for no configuration, but it has mark {found}")]
    Gap {
        /// Smallest index that stands for no configuration but has a mark.
        index: u64,
        /// Mark at that index.
        found: u8,
    },
    /// More configurations are marked than can be reached.
    #[error("{seen} configurations are marked, but only {proved} can be reached")]
    Seen {
        /// Number of configurations with a mark.
        seen: u64,
        /// Number of configurations that can be reached.
        proved: u64,
    },
    /// There is not enough memory for the verification.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// The stop flag was raised.
    #[error("the verification was stopped before generation {generation}")]
    Stopped {
        /// Generation that would have been verified next.
        generation: u64,
    },
}

impl<'a> Verification<'a> {
    /// Upper bound on the memory of a verification, in bytes.
    ///
    /// The walk by sets takes three bits for each index; the walk by block rows takes one bit for
    /// each index, and tables.
    pub fn needed_bytes(graph: &Graph) -> u64 {
        needed_bytes(graph.len()).max(BlockRowWalk::needed_bytes(graph).unwrap_or(0))
    }

    /// Verifies the search by walking through its generations again.
    ///
    /// Time: one expansion of each configuration, and two reads of the marks. Memory: see
    /// [`Verification::needed_bytes`].
    ///
    /// # Errors
    /// If the verification fails, the first mismatch. If several marks of a generation are wrong,
    /// the mismatch names the configuration with the smallest index.
    pub fn prove(&self) -> Result<Verified, Mismatch> {
        let mut walk: Box<dyn VerificationWalk + 'a> = match self.block_rows()? {
            Some(leaves) => Box::new(leaves),
            None => Box::new(SetWalk::new(
                Edges::new(self.graph),
                self.marks,
                self.threads,
            )?),
        };
        self.prove_by(&mut *walk)
    }

    /// Creates the walk by block rows; `None` if the graph or the sources do not allow it.
    fn block_rows(&self) -> Result<Option<BlockRowWalk<'a>>, OutOfMemory> {
        BlockRowWalk::new(self.graph, self.marks, self.sources, self.threads)
    }

    fn prove_by(&self, walk: &mut dyn VerificationWalk) -> Result<Verified, Mismatch> {
        let claim = MarkClaim {
            sources: self.sources,
            marks: self.marks,
            counts: self.counts,
            is_complete: self.is_complete,
            stop: self.stop,
        };
        claim.prove_by(walk, || first_gap(self.graph, self.marks))
    }
}

/// What a search claims of its generations, whatever graph it has searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct MarkClaim<'a> {
    pub sources: &'a [u64],
    pub marks: &'a Marks,
    pub counts: &'a [u64],
    pub is_complete: bool,
    pub stop: &'a AtomicBool,
}

impl MarkClaim<'_> {
    /// Compares the claim with a walk; `first_gap` returns the least index with a mark that stands
    /// for no vertex.
    pub(super) fn prove_by(
        &self,
        walk: &mut dyn VerificationWalk,
        first_gap: impl FnOnce() -> Option<u64>,
    ) -> Result<Verified, Mismatch> {
        let mut proved = 0;
        let mut generation = 0;
        for &expected in self.counts {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Mismatch::Stopped { generation });
            }
            let mark = Marks::mark_of(generation);
            let GenerationCheck { count, wrong } = match generation {
                0 => walk.begin(self.sources, mark),
                _ => walk.advance(Some(mark)),
            };
            if let Some(index) = wrong {
                return Err(Mismatch::Mark {
                    index,
                    generation,
                    expected: mark,
                    found: self.marks.get_as_it_is(index),
                });
            }
            if count != expected {
                return Err(Mismatch::Count {
                    generation,
                    expected,
                    found: count,
                });
            }
            proved += count;
            generation += 1;
        }
        if self.is_complete {
            let beyond = walk.advance(None).count;
            if beyond > 0 {
                return Err(Mismatch::Count {
                    generation,
                    expected: 0,
                    found: beyond,
                });
            }
        }
        if let Some(index) = first_gap() {
            let found = self.marks.get_as_it_is(index);
            return Err(Mismatch::Gap { index, found });
        }
        let seen = seen(self.marks);
        if self.is_complete && seen != proved {
            return Err(Mismatch::Seen { seen, proved });
        }
        Ok(Verified {
            generations: generation,
            configurations: proved,
            // Each verified configuration has a mark, so `seen` is not less than `proved`.
            ahead: seen - proved,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use slidewise_engine::graph::Metric;
    use slidewise_engine::search::{EngineChoice, MemorySink, Run, SimdLevel, Sink, StopFlag};
    use slidewise_puzzle::Puzzle;
    use std::ops::ControlFlow;

    /// Puzzle with two empty cells, in which all arrangements can be reached.
    const TWO: &str = "start = '''\nABCD\nEF..\n'''\ndistinct = true\n";
    /// Puzzle with seven slots, in which a piece moves from a slot before the last five slots to
    /// one of the last two.
    const TAIL: &str = "start = '''\nABCDE\nF.###\n#G###\n#####\n#####\n'''\ndistinct = true\n";

    fn graph(name: &str, metric: Metric) -> (Graph, u64) {
        let puzzle = match name {
            "tail" => Puzzle::from_toml(name, name, TAIL).unwrap(),
            "two" => Puzzle::from_toml(name, name, TWO).unwrap(),
            _ => Puzzle::open(name).unwrap(),
        };
        let graph = Graph::new(&puzzle, &puzzle.start, metric).unwrap();
        let start = graph.index_of(&puzzle.start).unwrap();
        (graph, start)
    }

    fn explored(graph: &Graph, start: u64, engine: EngineChoice, last: Option<u64>) -> MemorySink {
        let mut memory = MemorySink::new(graph.len()).unwrap();
        let sources = [start];
        let run = Run {
            engine,
            max_generation: last,
            ..Run::new(graph, &sources)
        };
        run.explore(&mut memory, &mut |_| ControlFlow::Continue(()))
            .unwrap();
        memory
    }

    fn prove(
        graph: &Graph,
        start: u64,
        memory: &MemorySink,
        threads: usize,
    ) -> Result<Verified, Mismatch> {
        let claim = Verification {
            graph,
            sources: &[start],
            marks: memory.marks(),
            counts: memory.counts(),
            is_complete: memory.is_complete(),
            threads,
            stop: StopFlag::never(),
        };
        let stopped = Verification {
            stop: &AtomicBool::new(true),
            ..claim
        };
        assert!(matches!(
            stopped.prove(),
            Err(Mismatch::Stopped { generation: 0 })
        ));
        let result = claim.prove();
        // The walk by single configurations must agree with the walk that was chosen.
        let slow = SetWalk::new(Edges::new(claim.graph), claim.marks, claim.threads)
            .map(|mut walk| claim.prove_by(&mut walk))
            .unwrap();
        let told = |result: &Result<Verified, Mismatch>| match result {
            Ok(proved) => format!("{proved:?}"),
            Err(refuted) => refuted.to_string(),
        };
        assert_eq!(told(&result), told(&slow));
        result
    }

    /// Pseudorandom numbers, the same in every run.
    struct IndexGenerator(u64);

    impl IndexGenerator {
        fn below(&mut self, most: u64) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0 % most
        }
    }

    /// Overwrites the mark of configuration `i`.
    fn overwrite(marks: &Marks, i: u64, mark: u8) {
        let word = &marks.words().as_slice()[(i / 32) as usize];
        let change = u64::from(marks.get_as_it_is(i) ^ mark);
        let spread = change & 1 | (change >> 1) << 32;
        word.fetch_xor(spread << (i % 32), Ordering::Relaxed);
        assert_eq!(marks.get_as_it_is(i), mark);
    }

    #[test]
    fn what_begins_in_both_colours_is_proved() {
        let (graph, start) = graph("tiles:3x3", Metric::Step);
        let mut beside = None;
        let mut neighbours = graph.neighbours();
        neighbours.for_each(start, |found| beside = Some(found));
        let sources = [start, beside.unwrap()];
        let mut memory = MemorySink::new(graph.len()).unwrap();
        let run = Run::new(&graph, &sources);
        run.explore(&mut memory, &mut |_| ControlFlow::Continue(()))
            .unwrap();
        let claim = Verification {
            graph: &graph,
            sources: &sources,
            marks: memory.marks(),
            counts: memory.counts(),
            is_complete: true,
            threads: 1,
            stop: StopFlag::never(),
        };
        assert_eq!(claim.prove().unwrap().configurations, 181_440);
    }

    #[test]
    fn what_the_engines_found_is_proved() {
        for name in ["checkmate", "get-my-goat", "tiles:3x3", "tiles:2x2", "tail"] {
            let metrics: &[Metric] = if name.starts_with("tiles") {
                &Metric::ALL
            } else {
                &Metric::OF_ONE_PIECE
            };
            for &metric in metrics {
                let (graph, start) = graph(name, metric);
                let sparse = explored(&graph, start, EngineChoice::sparse(), None);
                let mut found = vec![sparse];
                if let Ok(dense) = EngineChoice::dense(&graph, SimdLevel::best()) {
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
        let memory = explored(&graph, start, EngineChoice::sparse(), None);
        let wrong = explored(&graph, start, EngineChoice::sparse(), None);
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
            let memory = explored(&graph, start, EngineChoice::best(&graph), None);
            let marks = memory.marks();
            let mut arbitrary = IndexGenerator(0x1234_5678_9abc_def1);
            for round in 0..200 {
                let i = arbitrary.below(graph.len());
                let right = marks.get_as_it_is(i);
                let wrong = (right + 1 + arbitrary.below(3) as u8) % 4;
                overwrite(marks, i, wrong);
                let refuted = prove(&graph, start, &memory, 1).unwrap_err();
                // The mismatch names the changed configuration, unless it cannot be reached.
                match refuted {
                    Mismatch::Mark { index, found, .. } => assert_eq!((index, found), (i, wrong)),
                    Mismatch::Seen { seen, proved } => assert_eq!(seen, proved + 1),
                    Mismatch::Gap { index, found } => {
                        assert!(!graph.is_vertex(i));
                        assert_eq!((index, found), (i, wrong));
                    }
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
            let memory = explored(&graph, start, EngineChoice::best(&graph), None);
            let marks = memory.marks();
            let mut arbitrary = IndexGenerator(0x0fed_cba9_8765_4321);
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
                    "the counts stay the same"
                );
                let refuted = prove(&graph, start, &memory, 1).unwrap_err();
                assert!(
                    matches!(refuted, Mismatch::Mark { index, .. } if index == i || index == j),
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
        let memory = explored(&graph, start, EngineChoice::sparse(), None);
        assert_eq!(memory.counts(), [1, 2, 2, 2, 2, 2, 1]);
        // Follows the ring of configurations once, always to the neighbour that has not been
        // visited.
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
        assert_eq!(memory.marks().count()[1..], [4, 4, 4], "counts as logged");
        for (number, &i) in (1..12).zip(&ring[1..]) {
            let nearer = Marks::mark_of(number + 2);
            let mut has_nearer = false;
            neighbours.for_each(i, |found| {
                has_nearer |= memory.marks().get(found) == nearer;
            });
            assert!(has_nearer, "each has a nearer neighbour");
        }
        assert!(matches!(
            prove(&graph, start, &memory, 1),
            Err(Mismatch::Mark { generation: 1, .. })
        ));
    }

    #[test]
    fn a_wrong_log_is_refuted() {
        let (graph, start) = graph("tiles:2x3", Metric::Step);
        let memory = explored(&graph, start, EngineChoice::sparse(), None);
        let right = memory.counts().to_vec();
        let prove = |counts: &[u64], is_complete| {
            let claim = Verification {
                graph: &graph,
                sources: &[start],
                marks: memory.marks(),
                counts,
                is_complete,
                threads: 1,
                stop: StopFlag::never(),
            };
            claim.prove()
        };
        for generation in 0..right.len() {
            let mut counts = right.clone();
            counts[generation] += 1;
            assert!(matches!(
                prove(&counts, true),
                Err(Mismatch::Count { generation: found, .. }) if found == generation as u64
            ));
        }
        let shorter = &right[..right.len() - 1];
        assert!(matches!(
            prove(shorter, true),
            Err(Mismatch::Count { expected: 0, .. })
        ));
        let longer = [&right[..], &[1]].concat();
        assert!(matches!(
            prove(&longer, true),
            Err(Mismatch::Count { found: 0, .. })
        ));
        let proved = prove(shorter, false).unwrap();
        assert_eq!(proved.ahead, right[right.len() - 1]);
    }

    #[test]
    fn what_was_finished_of_a_search_is_proved() {
        for name in ["tiles:3x3", "lane-rouge"] {
            let (graph, start) = graph(name, Metric::Step);
            let memory = explored(&graph, start, EngineChoice::best(&graph), Some(12));
            let proved = prove(&graph, start, &memory, 2).unwrap();
            assert_eq!((proved.generations, proved.ahead), (13, 0));
            let unseen = (0..graph.len()).find(|&i| memory.marks().get(i) == 0);
            overwrite(memory.marks(), unseen.unwrap(), 1);
            assert_eq!(prove(&graph, start, &memory, 2).unwrap().ahead, 1);
        }
    }

    #[test]
    fn marks_on_numbers_that_stand_for_nothing_are_refuted() {
        // 60 arrangements take 64 indices, and 120 arrangements take 128, so that some indices
        // stand for no configuration.
        for name in ["tiles:3x3", "two"] {
            let (graph, start) = graph(name, Metric::Step);
            for last in [Some(9), None] {
                let memory = explored(&graph, start, EngineChoice::sparse(), last);
                let mut gaps = (0..graph.len()).filter(|&index| !graph.is_vertex(index));
                for _ in 0..200 {
                    let gap = gaps.next().unwrap();
                    overwrite(memory.marks(), gap, 2);
                    match prove(&graph, start, &memory, 1) {
                        Err(Mismatch::Gap { index, found: 2 }) => assert_eq!(index, gap, "{name}"),
                        other => panic!("{name}, {gap}: {other:?}"),
                    }
                    overwrite(memory.marks(), gap, 0);
                }
                assert!(prove(&graph, start, &memory, 1).is_ok(), "{name}");
            }
        }
    }
}
