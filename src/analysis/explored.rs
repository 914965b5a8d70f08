//! A search that has been made: its marks and the sizes of its generations, ready to be asked.
//!
//! It promises exact answers for every generation that was finished. It only reads what a sink
//! has.

use super::Goals;
use super::proof::first_gap;
use ahash::AHashMap;
use slidewise_engine::graph::{Graph, Neighbours};
use slidewise_engine::search::{
    MemorySink, OutOfResources, Resources, Run, Sink, StopFlag, expect_search_of,
};
use slidewise_store::{Marks, Store};
use std::sync::atomic::{AtomicBool, Ordering};
use thiserror::Error;

/// Why a question has no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum QueryError {
    /// The marks contradict each other.
    #[error(
        "configuration {index} is marked as seen, but no way leads from it back to the beginning: the marks are damaged"
    )]
    Damaged {
        /// The number of the configuration.
        index: u64,
    },
    /// A block of the marks that was read is not as it was left; [`Store::alarm`] tells where.
    #[error("the marks are damaged: a block that was read does not match its checksum")]
    Checksum,
    /// A configuration was said to be in a generation, and is not.
    #[error("configuration {index} is not in generation {generation}")]
    NotThere {
        /// The number of the configuration.
        index: u64,
        /// The generation that it was said to be in.
        generation: u64,
    },
    /// It was told to stop before it knew.
    #[error("interrupted before the answer was known")]
    Stopped,
    /// To know it generations have to be gone through again, and that takes more memory than was allowed.
    #[error(transparent)]
    Memory(OutOfResources),
}

/// Where a search began. It must be given as it was: marks do not hold it.
#[derive(Clone, Copy, Debug)]
pub enum Beginning<'a> {
    /// At one configuration.
    At(u64),
    /// At each of several, which ascend.
    AtEach(&'a [u64]),
    /// At all goal configurations, or at all that can be reached.
    Goals(&'a Goals<'a>),
}

impl Beginning<'_> {
    /// Whether the search began at this configuration, given that the search has seen it.
    fn holds(self, index: u64) -> bool {
        match self {
            Beginning::At(start) => index == start,
            Beginning::AtEach(sources) => sources.binary_search(&index).is_ok(),
            Beginning::Goals(goals) => goals.contains(index),
        }
    }
}

/// The sizes of the generations up to a last one, or of all that there are.
pub fn counts_up_to(counts: &[u64], last: u64) -> &[u64] {
    let wanted = usize::try_from(last).map_or(usize::MAX, |last| last.saturating_add(1));
    counts.get(..wanted).unwrap_or(counts)
}

/// What a search has found so far.
#[derive(Clone, Copy, Debug)]
pub struct Explored<'a> {
    graph: &'a Graph,
    marks: &'a Marks,
    counts: &'a [u64],
    is_complete: bool,
    beginning: Beginning<'a>,
    threads: usize,
    stop: &'a AtomicBool,
    memory: Option<u64>,
}

impl<'a> Explored<'a> {
    /// The search that left these marks and counts.
    ///
    /// # Panics
    /// If configurations at which it began do not ascend, or there are not as many marks as the graph has numbers.
    pub fn new(
        graph: &'a Graph,
        marks: &'a Marks,
        counts: &'a [u64],
        is_complete: bool,
        beginning: Beginning<'a>,
    ) -> Explored<'a> {
        if let Beginning::AtEach(sources) = beginning {
            assert!(sources.is_sorted(), "the sources of a search ascend");
        }
        assert_eq!(
            marks.len(),
            graph.len(),
            "marks are asked with the graph of their search"
        );
        Explored {
            graph,
            marks,
            counts,
            is_complete,
            beginning,
            threads: 1,
            stop: StopFlag::never(),
            memory: None,
        }
    }

    /// Answers questions that go through generations again by this many threads, until `stop` is set.
    pub fn with_threads(self, threads: usize, stop: &'a AtomicBool) -> Explored<'a> {
        Explored {
            threads,
            stop,
            ..self
        }
    }

    /// Answers questions that go through generations again in this many bytes of memory at most, where that is
    /// limited.
    pub fn within(self, memory: Option<u64>) -> Explored<'a> {
        Explored { memory, ..self }
    }

    /// The search as it was when this generation was the last one finished; as it is, where that is not finished yet.
    ///
    /// That is so for generations and goals in them: which configurations have been *seen* the marks tell alone, and of
    /// these there may be later ones ([`Explored::has_seen`], [`Explored::seen`], [`Goals::seen_by`],
    /// [`Distances::of`]).
    pub fn up_to(self, last: u64) -> Explored<'a> {
        let counts = counts_up_to(self.counts, last);
        Explored {
            counts,
            is_complete: self.is_complete && counts.len() == self.counts.len(),
            ..self
        }
    }

    /// Whether it was told to stop.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// How questions go through generations again from these sources, with the memory that they may take.
    pub(super) fn again<'s>(&self, sources: &'s [u64]) -> Result<Run<'s>, QueryError>
    where
        'a: 's,
    {
        let run = Run {
            threads: self.threads,
            stop: self.stop,
            ..Run::new(self.graph, sources)
        };
        let needs = Resources::to_count(self.graph, &run.engine);
        needs.check(self.memory, None).map_err(QueryError::Memory)?;
        Ok(run)
    }

    /// The search that is kept in this memory.
    ///
    /// # Panics
    /// As [`Explored::new`].
    pub fn in_memory(
        graph: &'a Graph,
        memory: &'a MemorySink,
        beginning: Beginning<'a>,
    ) -> Explored<'a> {
        let is_complete = memory.is_complete();
        Explored::new(
            graph,
            memory.marks(),
            memory.counts(),
            is_complete,
            beginning,
        )
    }

    /// The search that is kept in this store.
    ///
    /// # Panics
    /// If the store is of another graph's search; else as [`Explored::new`].
    pub fn in_store(graph: &'a Graph, store: &'a Store, beginning: Beginning<'a>) -> Explored<'a> {
        expect_search_of(graph, store.header(), |own| store.answers(own));
        let is_complete = store.is_complete();
        Explored::new(
            graph,
            store.marks(),
            store.generations(),
            is_complete,
            beginning,
        )
    }

    /// The graph.
    pub fn graph(&self) -> &'a Graph {
        self.graph
    }

    /// The one configuration from which the search began, if it was one.
    pub fn start(&self) -> Option<u64> {
        match self.beginning {
            Beginning::At(start) => Some(start),
            Beginning::AtEach(_) | Beginning::Goals(_) => None,
        }
    }

    /// The sizes of the finished generations.
    pub fn counts(&self) -> &'a [u64] {
        self.counts
    }

    /// Whether everything that can be reached has been found.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Whether the search began at a configuration that it has seen.
    pub(super) fn begins_at(&self, index: u64) -> bool {
        self.beginning.holds(index)
    }

    /// Refuses marks on numbers that stand for nothing. Those of a finished search were counted when it was finished,
    /// and are guarded since.
    pub(super) fn check_gaps(&self) -> Result<(), QueryError> {
        if self.is_complete {
            return Ok(());
        }
        match first_gap(self.graph, self.marks) {
            Some(index) => Err(QueryError::Damaged { index }),
            None => Ok(()),
        }
    }

    /// The answer, unless marks that were read for it are damaged.
    pub(super) fn if_sound<T>(&self, answer: T) -> Result<T, QueryError> {
        match self.marks.are_damaged() {
            true => Err(QueryError::Checksum),
            false => Ok(answer),
        }
    }

    /// Whether a configuration has been seen; no where none has this number. Of a store, [`Store::alarm`] is to be
    /// asked before this is believed.
    pub fn has_seen(&self, index: u64) -> bool {
        index < self.graph.len() && self.marks.get(index) != 0
    }

    /// The mark of a configuration: 0 where it has not been seen.
    pub(super) fn mark_of(&self, index: u64) -> u8 {
        self.marks.get(index)
    }

    /// All configurations that have been seen, ascending. Reads every mark. Of a store, [`Store::alarm`] is to be asked
    /// before this is believed.
    pub fn seen(&self) -> impl Iterator<Item = u64> + use<'a> {
        self.marks.seen()
    }

    /// Those of [`Explored::seen`] that are wanted: `wanted` gives a bit for each of 32 configurations, of which it
    /// gets the first.
    pub(super) fn seen_among<W: Fn(u64) -> u32 + 'a>(
        &self,
        wanted: W,
    ) -> impl Iterator<Item = u64> + use<'a, W> {
        self.marks.seen_among(wanted)
    }

    /// The neighbours of a configuration that are one generation nearer to the beginning.
    pub fn predecessors(&self, neighbours: &mut Neighbours<'_>, index: u64) -> Vec<u64> {
        let mark = (index < self.graph.len()).then(|| self.marks.get(index));
        let Some(nearer) = mark.and_then(Marks::mark_before) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        neighbours.for_each(index, |neighbour| {
            if self.marks.get(neighbour) == nearer {
                found.push(neighbour);
            }
        });
        found
    }

    /// The generation of a configuration; `None` if it is in no finished generation, or none has this number.
    ///
    /// Time: one expansion for each generation on the way back.
    ///
    /// # Errors
    /// If the marks are damaged.
    pub fn generation_of(&self, index: u64) -> Result<Option<u64>, QueryError> {
        if !self.has_seen(index) {
            return self.if_sound(None);
        }
        let generation = Distances::new(*self).of(index)?;
        Ok(generation.filter(|&generation| generation < self.counts.len() as u64))
    }
}

/// Walks back to the beginning, remembering what was met: many distances for little more than one.
#[derive(Debug)]
pub struct Distances<'a> {
    explored: Explored<'a>,
    neighbours: Neighbours<'a>,
    known: AHashMap<u64, u64>,
}

impl<'a> Distances<'a> {
    /// Nothing remembered yet.
    pub fn new(explored: Explored<'a>) -> Distances<'a> {
        Distances {
            explored,
            neighbours: explored.graph.neighbours(),
            known: AHashMap::new(),
        }
    }

    /// How far a configuration is from the beginning; `None` if it has not been seen, or no way leads back from it yet:
    /// marks may be ahead of the generations that are finished, and after a loss of power even ahead of marks
    /// nearer to the beginning.
    ///
    /// # Errors
    /// If the search is complete and still no way leads back: then the marks are damaged.
    pub fn of(&mut self, index: u64) -> Result<Option<u64>, QueryError> {
        let Explored {
            graph,
            marks,
            beginning,
            is_complete,
            counts,
            ..
        } = self.explored;
        if !self.explored.has_seen(index) {
            return self.explored.if_sound(None);
        }
        // Damaged marks may lead round in a circle. Where marks are ahead a way may be longer than is known.
        let longest = match is_complete {
            true => counts.len() as u64,
            false => graph.len(),
        };
        let lost = if is_complete {
            Err(QueryError::Damaged { index })
        } else {
            Ok(None)
        };
        let mut way = vec![index];
        let mut at = index;
        let distance = loop {
            if let Some(&distance) = self.known.get(&at) {
                break distance;
            }
            if beginning.holds(at) {
                break 0;
            }
            let Some(nearer) = Marks::mark_before(marks.get(at)) else {
                return lost;
            };
            let mut before = None;
            self.neighbours.for_each(at, |neighbour| {
                if marks.get(neighbour) == nearer {
                    before = Some(neighbour);
                }
            });
            match before {
                Some(before) if (way.len() as u64) < longest => {
                    at = before;
                    way.push(before);
                }
                _ => return lost,
            }
        };
        // The last of the way is the configuration whose distance is known.
        for (further, &met) in (0..).zip(way.iter().rev()) {
            self.known.insert(met, distance + further);
        }
        Ok(Some(distance + way.len() as u64 - 1))
    }
}
