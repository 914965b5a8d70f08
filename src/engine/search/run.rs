//! The driver of every search: from the sources, or the end of an earlier search, to the last
//! generation or a limit.
//!
//! Equal sources leave equal marks, files and counts, for any number of threads and any number of
//! interruptions. A [`Backend`] decides where generations are kept and how a generation is
//! expanded.

use super::backend::Backend;
use super::dense::counting::{self, CountBackend};
use super::external::{self, FileBackend};
use super::marked::MarkBackend;
use super::{
    EngineChoice, EngineKind, Event, Outcome, SearchEnd, SearchError, SearchId, Sink, StopFlag,
};
use crate::graph::Graph;
use slidewise_store::{BitStore, RunStore, Stopwatch};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Interval at which finished generations are saved. Saving waits for the disk, and a search of a
/// small puzzle finds hundreds of generations a second.
pub(super) const SAVE_EVERY: Duration = Duration::from_millis(500);

/// The settings of a search: from where, how far, and by which engine it explores.
#[derive(Clone, Debug)]
pub struct Run<'a> {
    /// The graph.
    pub graph: &'a Graph,
    /// The configurations of generation 0.
    pub sources: &'a [u64],
    /// The engine: one for marks, the external one for sorted files, or the counting one for bits.
    pub engine: EngineChoice,
    /// The last generation wanted; `None` for all.
    pub max_generation: Option<u64>,
    /// Number of threads; 0 counts as 1.
    pub threads: usize,
    /// Raised from outside to stop the search soon.
    pub stop: &'a AtomicBool,
}

/// Where a search writes: marks and counts to a sink, or sorted files or bits to a store.
pub enum SearchOutput<'s> {
    /// A sink of marks and counts.
    Marks(&'s mut dyn Sink),
    /// A store of sorted files.
    Files(&'s mut RunStore),
    /// A store of counts, with one bit for each configuration.
    Bits(&'s mut BitStore),
}

impl<'s, K: Sink> From<&'s mut K> for SearchOutput<'s> {
    fn from(sink: &'s mut K) -> Self {
        SearchOutput::Marks(sink)
    }
}

impl<'s, 'k: 's> From<&'s mut (dyn Sink + 'k)> for SearchOutput<'s> {
    fn from(sink: &'s mut (dyn Sink + 'k)) -> Self {
        SearchOutput::Marks(sink)
    }
}

impl<'s> From<&'s mut RunStore> for SearchOutput<'s> {
    fn from(store: &'s mut RunStore) -> Self {
        SearchOutput::Files(store)
    }
}

impl<'s> From<&'s mut BitStore> for SearchOutput<'s> {
    fn from(store: &'s mut BitStore) -> Self {
        SearchOutput::Bits(store)
    }
}

impl SearchOutput<'_> {
    /// Refuses a search other than the one that the output holds.
    fn admit(&mut self, id: &SearchId<'_>) -> Result<(), SearchError> {
        match self {
            SearchOutput::Marks(sink) => sink.admit(id),
            SearchOutput::Files(store) => external::admit(store, id),
            SearchOutput::Bits(store) => counting::admit(store, id),
        }
    }

    /// Sizes of the finished generations.
    fn counts(&self) -> &[u64] {
        match self {
            SearchOutput::Marks(sink) => sink.counts(),
            SearchOutput::Files(store) => store.generations(),
            SearchOutput::Bits(store) => store.generations(),
        }
    }

    /// Whether the last finished generation is the last of all.
    fn is_complete(&self) -> bool {
        match self {
            SearchOutput::Marks(sink) => sink.is_complete(),
            SearchOutput::Files(store) => store.is_complete(),
            SearchOutput::Bits(store) => store.is_complete(),
        }
    }
}

impl<'a> Run<'a> {
    /// A search for all generations from `sources`, by the best engine for marks and one thread.
    pub fn new(graph: &'a Graph, sources: &'a [u64]) -> Run<'a> {
        Run {
            graph,
            sources,
            engine: EngineChoice::best(graph),
            max_generation: None,
            threads: 1,
            stop: StopFlag::never(),
        }
    }

    /// Explores, or resumes the search that the output holds.
    ///
    /// `observe` receives events. It may end the search at [`Event::Begun`] and [`Event::Found`];
    /// its answer to other events is ignored.
    ///
    /// With marks. Time: one expansion of each configuration. Memory beside marks and tables: for
    /// the sparse engine two bits for each index, less the pages in which nothing is found. For the
    /// dense engine one bit for each index, which may lie on the disk like the marks (see
    /// [`EngineChoice::within`]).
    ///
    /// With sorted files. Time: one expansion of each configuration, and about 20 to 100 ns to sort
    /// each neighbour. Memory: the amount in the engine choice, beside the graph. Disk: the files
    /// of all generations that are kept, and up to twice the bytes of a generation's neighbours
    /// while the next generation is made. If the files would exceed the store's limit, the search
    /// ends with [`SearchEnd::OutOfDisk`], and finished generations are kept.
    ///
    /// With bits in files, only steps. Time: at least that of reading the words about twice for
    /// each generation, and of writing half of them. Memory: the amount in the engine choice,
    /// beside the graph. Disk: that of the store's division into chunks.
    ///
    /// # Errors
    /// If there is no source, or a source is no vertex of the graph. If the output holds another
    /// search, needs another engine, fails, or contradicts the generations found. What was kept
    /// before an error stays.
    pub fn explore<'s>(
        &self,
        output: impl Into<SearchOutput<'s>>,
        observe: &mut dyn FnMut(Event<'_>) -> ControlFlow<()>,
    ) -> Result<Outcome, SearchError> {
        self.explore_into(output.into(), observe)
    }

    fn explore_into(
        &self,
        mut output: SearchOutput<'_>,
        observe: &mut dyn FnMut(Event<'_>) -> ControlFlow<()>,
    ) -> Result<Outcome, SearchError> {
        let id = SearchId::new(self.graph, self.sources)?;
        output.admit(&id)?;
        let known = output.counts().len() as u64;
        let is_complete = output.is_complete();
        let outcome = |ended, searched| Outcome {
            ended,
            resumed: known > 0 && !is_complete && searched,
            checked: false,
            searched,
        };
        if is_complete {
            return Ok(outcome(SearchEnd::Complete, false));
        }
        if self.is_last(known.checked_sub(1)) {
            return Ok(outcome(SearchEnd::Satisfied, false));
        }
        let (mut backend, choice) = self.backend(output)?;
        let begun = Event::Begun {
            engine: choice.name(),
            reason: &choice.reason,
            generations: known,
        };
        if observe(begun).is_break() {
            return Ok(outcome(SearchEnd::Satisfied, false));
        }
        let checked = backend.is_checking();
        let ended = drive(
            &mut *backend,
            id.into_sources(),
            self.max_generation,
            known,
            SAVE_EVERY,
            observe,
        )?;
        Ok(Outcome {
            checked,
            ..outcome(ended, true)
        })
    }

    /// The backend for an output, with the engine that it uses.
    fn backend<'b, 's: 'b>(
        &self,
        output: SearchOutput<'s>,
    ) -> Result<(Box<dyn Backend + 'b>, EngineChoice), SearchError>
    where
        'a: 'b,
    {
        let wrong = |sink| SearchError::WrongEngine {
            engine: self.engine.name(),
            sink,
        };
        match (output, self.engine.kind) {
            (SearchOutput::Marks(_), EngineKind::External { .. } | EngineKind::Counting { .. }) => {
                Err(wrong("marks"))
            }
            (SearchOutput::Marks(sink), _) => {
                let choice = self.engine.for_search(self.graph, self.sources, sink);
                let engine = choice.make(self.graph, sink, self.stop)?;
                let backend = MarkBackend::new(sink, engine, self.threads, self.stop);
                Ok((Box::new(backend), choice))
            }
            (SearchOutput::Files(store), EngineKind::External { memory, keep_last }) => {
                let backend = FileBackend {
                    store,
                    graph: self.graph,
                    memory,
                    keep_last,
                    threads: self.threads.max(1),
                    stop: self.stop,
                };
                Ok((Box::new(backend), self.engine.clone()))
            }
            (SearchOutput::Files(_), _) => Err(wrong("sorted files")),
            (SearchOutput::Bits(store), EngineKind::Counting { level, window, .. }) => {
                let threads = self.threads;
                let backend =
                    CountBackend::new(store, self.graph, level, window, threads, self.stop)?;
                Ok((Box::new(backend), self.engine.clone()))
            }
            (SearchOutput::Bits(_), _) => Err(wrong("bits on the disk")),
        }
    }

    fn is_last(&self, generation: Option<u64>) -> bool {
        is_last(generation, self.max_generation)
    }
}

/// Expands generation after generation; an earlier search had finished `known` of them.
///
/// `sources` are ascending. `last` is the last generation wanted; `None` for all. Finished
/// generations are saved at intervals of `save_every`.
pub(super) fn drive(
    backend: &mut dyn Backend,
    sources: Vec<u64>,
    last: Option<u64>,
    known: u64,
    save_every: Duration,
    observe: &mut dyn FnMut(Event<'_>) -> ControlFlow<()>,
) -> Result<SearchEnd, SearchError> {
    let (mut generation, mut count) = match backend.begin(&sources) {
        Err(error) if error.is_out_of_disk() => return Ok(SearchEnd::OutOfDisk),
        begun => begun?,
    };
    drop(sources);
    let mut saved = Stopwatch::start();
    loop {
        backend.note(generation, count)?;
        let answer = report(backend, generation, count, known, observe)?;
        if answer.is_break() || is_last(Some(generation), last) {
            backend.save()?;
            backend.pause()?;
            return Ok(SearchEnd::Satisfied);
        }
        // A check of marks saves nothing before the last known generation, since a later state
        // is saved already.
        let is_newest = generation + 1 == backend.known();
        if is_newest && saved.elapsed() >= save_every {
            backend.save()?;
            saved = Stopwatch::start();
        }
        let found = backend.expand(generation, count, &mut |event| {
            // The answer is ignored: a progress report cannot end a search, only a whole
            // generation can.
            let _ = observe(event);
        });
        match found {
            Ok(Some(0)) => {
                backend.complete()?;
                return Ok(SearchEnd::Complete);
            }
            Ok(Some(found)) => {
                generation += 1;
                count = found;
            }
            Ok(None) => {
                // Marks that the unfinished expansion has set are right and stay; a resumed
                // search finds these configurations again.
                if is_newest {
                    backend.save()?;
                }
                backend.pause()?;
                return Ok(SearchEnd::Interrupted);
            }
            Err(error) if error.is_out_of_disk() => {
                backend.save()?;
                return Ok(SearchEnd::OutOfDisk);
            }
            Err(error) => {
                backend.rescue();
                return Err(error);
            }
        }
    }
}

/// Whether a generation is the last one wanted.
fn is_last(generation: Option<u64>, last: Option<u64>) -> bool {
    match (generation, last) {
        (Some(generation), Some(last)) => generation >= last,
        _ => false,
    }
}

/// Reports the current generation: as checked if it was known before, else as found.
fn report(
    backend: &dyn Backend,
    generation: u64,
    count: u64,
    known: u64,
    observe: &mut dyn FnMut(Event<'_>) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, SearchError> {
    let mut answer = ControlFlow::Continue(());
    if generation >= known {
        backend.show(&mut |configurations| {
            answer = observe(Event::Found {
                generation,
                count,
                configurations,
            });
        })?;
    } else if backend.is_checking() {
        // The answer is ignored: known generations were reported before and cannot end a search.
        let _ = observe(Event::Checked {
            generation,
            of: known,
        });
    }
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Metric;
    use crate::search::MemorySink;
    use slidewise_puzzle::Puzzle;

    #[test]
    fn a_run_that_is_not_wanted_when_it_begins_leaves_nothing() {
        let puzzle = Puzzle::open("lane-rouge").unwrap();
        let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
        let sources = [graph.index_of(&puzzle.start).unwrap()];
        let mut memory = MemorySink::new(graph.len()).unwrap();
        let outcome = Run::new(&graph, &sources).explore(&mut memory, &mut |event| {
            assert!(matches!(event, Event::Begun { .. }), "{event:?}");
            ControlFlow::Break(())
        });
        let outcome = outcome.unwrap();
        assert_eq!(
            (outcome.ended, outcome.searched),
            (SearchEnd::Satisfied, false)
        );
        assert!(memory.is_blank());
        assert_eq!(memory.marks().count()[1..], [0; 3]);
    }

    #[test]
    fn marks_and_sorted_files_need_engines_of_their_own() {
        let puzzle = Puzzle::open("lane-rouge").unwrap();
        let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
        let sources = [graph.index_of(&puzzle.start).unwrap()];
        let folder = tempfile::tempdir().unwrap();
        let header = crate::search::header_of(&graph, slidewise_puzzle::SearchOrigin::Start);
        let access = slidewise_store::Access::Write { fresh: true };
        let mut files = RunStore::open(folder.path(), &header, access).unwrap();
        let by_marks = Run::new(&graph, &sources);
        let by_files = Run {
            engine: EngineChoice::external(0),
            ..by_marks.clone()
        };
        let observe = &mut |_: Event<'_>| panic!("the search does not begin");
        let mut counts = crate::search::CountSink::default();
        for refused in [
            by_marks.explore(&mut files, observe),
            by_files.explore(&mut counts, observe),
        ] {
            assert!(
                matches!(refused, Err(SearchError::WrongEngine { .. })),
                "{refused:?}"
            );
        }
        assert!(files.generations().is_empty() && counts.is_blank());
    }
}
