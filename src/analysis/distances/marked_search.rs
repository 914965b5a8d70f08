//! Queries on the marks of a search: the distance and generation of a configuration, and whether it
//! was seen.
//!
//! Answers are exact for every finished generation. This module only reads what the search has
//! given to its sink: the marks and the sizes of the generations.

use crate::verify::first_gap;
use ahash::AHashMap;
use slidewise_engine::graph::{Graph, Neighbours};
use slidewise_engine::search::{
    MemorySink, OutOfResources, Resources, Run, Sink, StopFlag, expect_search_of,
};
use slidewise_store::{Marks, Store};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use thiserror::Error;

/// Reasons why a query has no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum QueryError {
    /// The marks contradict each other.
    #[error(
        "the marks are damaged: configuration {index} is marked as seen, \
         but no path leads from it back to where the search began"
    )]
    Damaged {
        /// Index of the configuration.
        index: u64,
    },
    /// A block of marks does not match its checksum; [`Store::alarm`] gives the block.
    #[error("the marks are damaged: a block that was read does not match its checksum")]
    Checksum,
    /// A table of tiles is damaged.
    #[error("a table of tiles is damaged: a block that was read does not match its checksum")]
    DamagedTable,
    /// A configuration is not in the generation that the caller named.
    #[error("configuration {index} is not in generation {generation}")]
    NotThere {
        /// Index of the configuration.
        index: u64,
        /// Generation that the caller named.
        generation: u64,
    },
    /// The stop flag was raised before the answer was known.
    #[error("interrupted before the answer was known")]
    Stopped,
    /// The answer needs a second search, but this search takes more memory than allowed.
    #[error(transparent)]
    Memory(OutOfResources),
    /// The configurations on the ways take more memory than allowed.
    #[error("the positions on the ways would take more memory than they may")]
    ManyWays {
        /// Bytes that they may take.
        allowed: u64,
    },
}

/// Set of configurations that a search may begin with.
pub trait SourceSet: fmt::Debug + Sync {
    /// Whether a vertex is in the set.
    fn contains(&self, index: u64) -> bool;
}

/// Sources of a search. Marks do not record the sources, so the caller must give them.
#[derive(Clone, Copy, Debug)]
pub enum SearchSources<'a> {
    /// One configuration.
    At(u64),
    /// Several configurations, in ascending order.
    AtEach(&'a [u64]),
    /// All goal configurations, or all goal configurations that are reachable.
    Goals(&'a dyn SourceSet),
}

impl SearchSources<'_> {
    /// Whether configuration `index` is a source. The search must have seen it.
    fn holds(self, index: u64) -> bool {
        match self {
            SearchSources::At(start) => index == start,
            SearchSources::AtEach(sources) => sources.binary_search(&index).is_ok(),
            SearchSources::Goals(goals) => goals.contains(index),
        }
    }
}

/// Returns the part of `counts` up to generation `last`, or all of it if it has fewer generations.
pub fn counts_up_to(counts: &[u64], last: u64) -> &[u64] {
    let wanted = usize::try_from(last).map_or(usize::MAX, |last| last.saturating_add(1));
    counts.get(..wanted).unwrap_or(counts)
}

/// Marks and generation sizes of a search, finished or not.
#[derive(Clone, Copy, Debug)]
pub struct MarkedSearch<'a> {
    graph: &'a Graph,
    marks: &'a Marks,
    counts: &'a [u64],
    is_complete: bool,
    beginning: SearchSources<'a>,
    threads: usize,
    stop: &'a AtomicBool,
    memory: Option<u64>,
}

impl<'a> MarkedSearch<'a> {
    /// Combines the marks and generation sizes of a search.
    ///
    /// # Panics
    /// If several sources are not in ascending order, or if the number of marks is not the number
    /// of indices of the graph.
    pub fn new(
        graph: &'a Graph,
        marks: &'a Marks,
        counts: &'a [u64],
        is_complete: bool,
        beginning: SearchSources<'a>,
    ) -> MarkedSearch<'a> {
        if let SearchSources::AtEach(sources) = beginning {
            assert!(sources.is_sorted(), "sources must be in ascending order");
        }
        assert_eq!(
            marks.len(),
            graph.len(),
            "the marks belong to a search of another graph"
        );
        MarkedSearch {
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

    /// Lets queries that need a second search use `threads` threads, and stop if `stop` is set.
    pub fn with_threads(self, threads: usize, stop: &'a AtomicBool) -> MarkedSearch<'a> {
        MarkedSearch {
            threads,
            stop,
            ..self
        }
    }

    /// Limits the memory of queries that need a second search to `memory` bytes; `None` sets no
    /// limit.
    pub fn within(self, memory: Option<u64>) -> MarkedSearch<'a> {
        MarkedSearch { memory, ..self }
    }

    /// The search as it was when generation `last` was finished: later generations are ignored.
    ///
    /// Only generations, and goals in generations, are limited in this way. Whether a configuration
    /// was *seen* depends on the marks alone, which may belong to later generations
    /// ([`MarkedSearch::has_seen`], [`MarkedSearch::seen`], `Goals::seen_by`,
    /// [`DistanceCache::of`]).
    pub fn up_to(self, last: u64) -> MarkedSearch<'a> {
        let counts = counts_up_to(self.counts, last);
        MarkedSearch {
            counts,
            is_complete: self.is_complete && counts.len() == self.counts.len(),
            ..self
        }
    }

    /// Whether the stop flag is raised.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Prepares a second search from `sources`, if it fits in the allowed memory.
    pub(crate) fn again<'s>(&self, sources: &'s [u64]) -> Result<Run<'s>, QueryError>
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

    /// Wraps a search whose marks are in memory.
    ///
    /// # Panics
    /// As described at [`MarkedSearch::new`].
    pub fn in_memory(
        graph: &'a Graph,
        memory: &'a MemorySink,
        beginning: SearchSources<'a>,
    ) -> MarkedSearch<'a> {
        let is_complete = memory.is_complete();
        MarkedSearch::new(
            graph,
            memory.marks(),
            memory.counts(),
            is_complete,
            beginning,
        )
    }

    /// Wraps a search whose marks are in a store.
    ///
    /// # Panics
    /// If the store belongs to a search of another graph, and in the cases of
    /// [`MarkedSearch::new`].
    pub fn in_store(
        graph: &'a Graph,
        store: &'a Store,
        beginning: SearchSources<'a>,
    ) -> MarkedSearch<'a> {
        expect_search_of(graph, store.header(), |own| store.answers(own));
        let is_complete = store.is_complete();
        MarkedSearch::new(
            graph,
            store.marks(),
            store.generations(),
            is_complete,
            beginning,
        )
    }

    /// Graph that was searched.
    pub fn graph(&self) -> &'a Graph {
        self.graph
    }

    /// The only source of the search; `None` if there were several.
    pub fn start(&self) -> Option<u64> {
        match self.beginning {
            SearchSources::At(start) => Some(start),
            SearchSources::AtEach(_) | SearchSources::Goals(_) => None,
        }
    }

    /// Sizes of the finished generations.
    pub fn counts(&self) -> &'a [u64] {
        self.counts
    }

    /// Whether the search has found all reachable configurations.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Whether configuration `index` is a source. The search must have seen it.
    pub(super) fn begins_at(&self, index: u64) -> bool {
        self.beginning.holds(index)
    }

    /// Fails if an index that is not a vertex has a mark.
    ///
    /// Marks of a complete search are not checked: they were counted at the end of the search, and
    /// checksums have protected them since.
    pub(crate) fn check_gaps(&self) -> Result<(), QueryError> {
        if self.is_complete {
            return Ok(());
        }
        match first_gap(self.graph, self.marks) {
            Some(index) => Err(QueryError::Damaged { index }),
            None => Ok(()),
        }
    }

    /// Returns `answer`, or an error if marks that were read for it are damaged.
    pub(crate) fn if_sound<T>(&self, answer: T) -> Result<T, QueryError> {
        if self.marks.are_damaged() {
            return Err(QueryError::Checksum);
        }
        Ok(answer)
    }

    /// Whether a configuration has been seen; false for an index outside the graph. For a store,
    /// check [`Store::alarm`] before using the result.
    pub fn has_seen(&self, index: u64) -> bool {
        index < self.graph.len() && self.marks.get(index) != 0
    }

    /// Mark of a configuration: 0 if it has not been seen.
    pub(crate) fn mark_of(&self, index: u64) -> u8 {
        self.marks.get(index)
    }

    /// All configurations that have been seen, ascending. Reads every mark. For a store, check
    /// [`Store::alarm`] before using the result.
    pub fn seen(&self) -> impl Iterator<Item = u64> + use<'a> {
        self.marks.seen()
    }

    /// Configurations that have been seen and that `wanted` selects, ascending.
    ///
    /// `wanted` is called with the first of 32 consecutive indices, and returns one bit for each of
    /// these indices: 1 selects it.
    pub(crate) fn seen_among<W: Fn(u64) -> u32 + 'a>(
        &self,
        wanted: W,
    ) -> impl Iterator<Item = u64> + use<'a, W> {
        self.marks.seen_among(wanted)
    }

    /// Neighbours of a configuration that are one generation nearer to the sources.
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

    /// Generation of a configuration; `None` if it is in no finished generation or outside the
    /// graph.
    ///
    /// Time: one expansion for each generation on the path back to the sources.
    ///
    /// # Errors
    /// If the marks are damaged.
    pub fn generation_of(&self, index: u64) -> Result<Option<u64>, QueryError> {
        if !self.has_seen(index) {
            return self.if_sound(None);
        }
        let generation = DistanceCache::new(*self).of(index)?;
        Ok(generation.filter(|&generation| generation < self.counts.len() as u64))
    }
}

/// Distances of configurations, found by walking back to the sources; distances on the way are
/// cached.
///
/// Later walks end at the first configuration whose distance is in the cache, so that finding many
/// distances takes little longer than finding one.
#[derive(Debug)]
pub struct DistanceCache<'a> {
    explored: MarkedSearch<'a>,
    neighbours: Neighbours<'a>,
    /// Distances found so far, keyed by the index of the configuration.
    known: AHashMap<u64, u64>,
}

impl<'a> DistanceCache<'a> {
    /// Creates an empty cache.
    pub fn new(explored: MarkedSearch<'a>) -> DistanceCache<'a> {
        DistanceCache {
            explored,
            neighbours: explored.graph.neighbours(),
            known: AHashMap::new(),
        }
    }

    /// Distance of a configuration from the sources; `None` if it was not seen, or if no path of
    /// marked configurations leads back yet.
    ///
    /// A path back may be missing while a search is not complete: marks may be ahead of the
    /// finished generations. After a power failure, they may even be ahead of marks nearer to the
    /// sources.
    ///
    /// # Errors
    /// If the search is complete and no path leads back, because the marks are then damaged.
    pub fn of(&mut self, index: u64) -> Result<Option<u64>, QueryError> {
        let MarkedSearch {
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
        // The walk back has a limit, which ends it if damaged marks form a cycle. In an incomplete
        // search marks may be ahead of the finished generations, so the number of generations would
        // be too low a limit.
        let longest = if is_complete {
            counts.len() as u64
        } else {
            graph.len()
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
        // `way` ends at a configuration whose distance is `distance`; the other configurations of
        // `way` are farther.
        for (further, &met) in (0..).zip(way.iter().rev()) {
            self.known.insert(met, distance + further);
        }
        Ok(Some(distance + way.len() as u64 - 1))
    }
}
