//! Queries on a search whose generations are sorted files.
//!
//! Answers are exact for every generation whose file was kept. A query that needs another
//! generation fails.

use super::shortest_paths::Routes;
use slidewise_engine::graph::Graph;
use slidewise_engine::search::{StopFlag, expect_search_of};
use slidewise_store::{RunStore, StoreError};
use std::ops::ControlFlow;
use thiserror::Error;

/// Reasons why a query on generation files has no answer.
#[derive(Debug, Error)]
pub enum FiledError {
    /// A file cannot be read, was not kept, or is damaged.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The files contradict each other.
    #[error(
        "the files are damaged: configuration {index} is in generation {generation}, \
         but none of its neighbours is in the generation before"
    )]
    Contradiction {
        /// Index of the configuration.
        index: u64,
        /// Generation of the configuration.
        generation: u64,
    },
}

/// Generation files of a search, with the graph that was searched.
#[derive(Clone, Copy, Debug)]
pub struct FiledSearch<'a> {
    graph: &'a Graph,
    files: &'a RunStore,
}

impl<'a> FiledSearch<'a> {
    /// Wraps the generation files of a search.
    ///
    /// # Panics
    /// If the files belong to a search of another graph.
    pub fn new(graph: &'a Graph, files: &'a RunStore) -> FiledSearch<'a> {
        expect_search_of(graph, files.header(), |own| files.answers(own));
        FiledSearch { graph, files }
    }

    /// The generation files.
    pub(crate) fn files(&self) -> &'a RunStore {
        self.files
    }

    /// Whether the file of every generation was kept.
    pub fn has_all(&self) -> bool {
        self.files.first_kept() == 0
    }

    /// Generation of a configuration; `None` if it is in no generation whose file was kept.
    ///
    /// Time: a binary search in the file of each generation.
    ///
    /// # Errors
    /// If a file cannot be read or is damaged.
    pub fn generation_of(&self, index: u64) -> Result<Option<u64>, StoreError> {
        for generation in self.files.first_kept()..self.files.generations().len() as u64 {
            if self.files.lookup(generation)?.contains(index)? {
                return Ok(Some(generation));
            }
        }
        Ok(None)
    }

    /// All shortest paths to `targets`, which lie in one generation.
    ///
    /// # Errors
    /// If a file cannot be read, is damaged, or was not kept.
    pub fn routes_to(&self, targets: &[u64], generation: u64) -> Result<Routes<'a>, FiledError> {
        Routes::through(self.graph, targets, generation, self.nearer())
    }

    /// All shortest paths from the sources of this search to those of another one, where
    /// generation `own` of this search and generation `others` of the other are the first that have
    /// common members.
    ///
    /// # Errors
    /// If a file cannot be read, is damaged, or was not kept.
    pub fn routes_meeting(
        &self,
        own: u64,
        (other, others): (FiledSearch<'a>, u64),
    ) -> Result<Routes<'a>, FiledError> {
        let mut common = Vec::new();
        self.files.common(
            own,
            (other.files, others),
            StopFlag::never(),
            &mut |index| {
                common.push(index);
                ControlFlow::Continue(())
            },
        )?;
        Routes::across(
            self.graph,
            common,
            (own, self.nearer()),
            (others, other.nearer()),
        )
    }

    /// A function from configurations of one generation, ascending, and the number of that
    /// generation to all their neighbours in the generation before.
    fn nearer(&self) -> impl FnMut(&[u64], u64) -> Result<Vec<u64>, FiledError> + use<'a> {
        let FiledSearch { graph, files } = *self;
        let mut neighbours = graph.neighbours();
        move |layer, generation| {
            let mut nearer = Vec::new();
            for &index in layer {
                neighbours.for_each(index, |neighbour| nearer.push(neighbour));
            }
            // Indices are looked up in ascending order, so that each block of the file is read at
            // most once.
            nearer.sort_unstable();
            nearer.dedup();
            let mut before = files.lookup(generation - 1)?;
            let mut found = Vec::new();
            for index in nearer {
                if before.contains(index)? {
                    found.push(index);
                }
            }
            for &index in layer {
                let mut is_led_to = false;
                neighbours.for_each(index, |neighbour| {
                    is_led_to |= found.binary_search(&neighbour).is_ok();
                });
                if !is_led_to {
                    return Err(FiledError::Contradiction { index, generation });
                }
            }
            Ok(found)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MarkedSearch, SearchSources};
    use slidewise_engine::graph::Metric;
    use slidewise_engine::search::{MemorySink, header_of};
    use slidewise_puzzle::{Puzzle, SearchOrigin};
    use slidewise_store::{Access, Store};
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn what_a_search_left_is_asked_with_its_own_graph_and_no_other() {
        let graph = |word: &str, metric| {
            let puzzle = Puzzle::open(word).unwrap();
            Graph::new(&puzzle, &puzzle.start, metric).unwrap()
        };
        let own = graph("tiles:3x3", Metric::Step);
        let other = graph("lane-rouge", Metric::Step);
        let slides = graph("tiles:3x3", Metric::Slide);
        let folder = tempfile::tempdir().unwrap();
        let access = Access::Write { fresh: false };
        for sources in [SearchOrigin::Start, SearchOrigin::Goals] {
            let header = header_of(&own, sources);
            let store = Store::open(folder.path(), &header, access).unwrap();
            let files = RunStore::open(folder.path(), &header, access).unwrap();
            let memory = MemorySink::new(own.len()).unwrap();
            let asked = |graph: &Graph| {
                let begin = SearchSources::At(0);
                [
                    catch_unwind(AssertUnwindSafe(|| {
                        MarkedSearch::in_store(graph, &store, begin);
                    })),
                    catch_unwind(AssertUnwindSafe(|| {
                        FiledSearch::new(graph, &files);
                    })),
                    catch_unwind(AssertUnwindSafe(|| {
                        MarkedSearch::in_memory(graph, &memory, begin);
                    })),
                ]
                .map(|result| result.is_ok())
            };
            assert_eq!(asked(&own), [true; 3]);
            assert_eq!(asked(&other), [false; 3]);
            // Marks of a search with the other metric are accepted: a `MemorySink` has no header to
            // check, and both metrics number the same configurations.
            assert_eq!(asked(&slides), [false, false, true]);
        }
    }
}
