//! A search over marks: an engine expands generations, a sink keeps marks and counts.
//!
//! # After a kill
//!
//! The marks that a killed search leaves prove nothing. A mark may be of a later generation, or
//! damaged, and wrong marks can agree with each other and with all counts. The next search
//! therefore begins at the sources again and trusts no mark. In an undirected graph the neighbours
//! of generation n are in generations n - 1, n and n + 1. Without generations n - 1 and n they are
//! exactly generation n + 1, whatever the marks are. Each member that has a mark must have the mark
//! of n + 1, and known generations must have their known sizes. By induction the generations found
//! are right, and so are the marks of all their members. If the number of marks then equals the
//! number of members ([`Sink::complete`] compares them), no other configuration is marked. The
//! check takes as long as the earlier search, and the sparse engine needs memory for a third
//! generation.

use super::backend::Backend;
use super::{Engine, Event, GenerationMembers, Layer, MarkCheck, SearchError, Sink};
use slidewise_store::Marks;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A search over marks.
pub(super) struct MarkBackend<'s> {
    sink: &'s mut dyn Sink,
    engine: Box<dyn Engine + 's>,
    threads: usize,
    stop: &'s AtomicBool,
    /// The file of the marks, if a killed search left them and they must be checked; else `None`.
    doubtful: Option<PathBuf>,
    /// The least configuration found with a wrong mark; [`MarkCheck::NONE`] if there is none.
    met: AtomicU64,
    /// Whether some configurations may be marked already.
    is_resumed: bool,
}

impl<'s> MarkBackend<'s> {
    /// A search by an engine into a sink.
    pub(super) fn new(
        sink: &'s mut dyn Sink,
        engine: Box<dyn Engine + 's>,
        threads: usize,
        stop: &'s AtomicBool,
    ) -> MarkBackend<'s> {
        MarkBackend {
            doubtful: sink.doubtful(),
            sink,
            engine,
            threads: threads.max(1),
            stop,
            met: AtomicU64::new(MarkCheck::NONE),
            is_resumed: false,
        }
    }

    /// Marks the sources and puts them into the engine; a check of marks ends at the first wrong
    /// mark.
    fn put_sources(&mut self, sources: &[u64]) {
        let mark = Marks::mark_of(0);
        for &source in sources {
            let (at, bit) = ((source / 64) as usize, 1 << (source % 64));
            if let Some(marks) = self.sink.marks() {
                if self.doubtful.is_some() {
                    MarkCheck { met: &self.met }.look(marks, at, bit, mark);
                    if self.met.load(Ordering::Relaxed) != MarkCheck::NONE {
                        break;
                    }
                }
                marks.set_alone(source, mark);
            }
            self.engine.put(at, bit);
        }
    }

    /// Fails if a member of the generation has a wrong mark.
    fn check(&self, generation: u64) -> Result<(), SearchError> {
        let index = self.met.load(Ordering::Relaxed);
        match (&self.doubtful, self.sink.marks()) {
            (Some(path), Some(marks)) if index != MarkCheck::NONE => Err(SearchError::Mark {
                path: path.clone(),
                index,
                generation,
                expected: Marks::mark_of(generation),
                found: marks.get_as_it_is(index),
            }),
            _ => Ok(()),
        }
    }
}

impl Backend for MarkBackend<'_> {
    fn begin(&mut self, sources: &[u64]) -> Result<(u64, u64), SearchError> {
        let engine = &mut self.engine;
        let last = if self.doubtful.is_none() {
            self.sink.resume(&mut |at, bits| engine.put(at, bits))?
        } else {
            // The last generation is read although it is not used, so that damage to its file is
            // reported.
            self.sink.resume(&mut |_, _| {}).map(|_| None)?
        };
        // `begin` is called after `resume`, since a store that cannot be resumed must stay
        // unchanged.
        self.sink.begin()?;
        self.is_resumed = !self.sink.is_blank();
        let begun = last.unwrap_or_else(|| {
            self.put_sources(sources);
            (0, sources.len() as u64)
        });
        self.check(begun.0)?;
        Ok(begun)
    }

    fn note(&mut self, generation: u64, count: u64) -> Result<(), SearchError> {
        Ok(self.sink.note(generation, count)?)
    }

    fn is_checking(&self) -> bool {
        self.doubtful.is_some()
    }

    fn known(&self) -> u64 {
        self.sink.counts().len() as u64
    }

    fn show(&self, visit: &mut dyn FnMut(&dyn GenerationMembers)) -> Result<(), SearchError> {
        visit(self.engine.members());
        Ok(())
    }

    fn expand(
        &mut self,
        generation: u64,
        count: u64,
        emit: &mut dyn FnMut(Event<'_>),
    ) -> Result<Option<u64>, SearchError> {
        let layer = Layer {
            marks: self.sink.marks(),
            mark: Marks::mark_of(generation + 1),
            is_resumed: self.is_resumed,
            check: self.doubtful.as_ref().map(|_| MarkCheck { met: &self.met }),
            count,
            threads: self.threads,
            stop: self.stop,
        };
        let found = self.engine.find_next(layer, &mut |done| {
            emit(Event::Working {
                generation,
                count,
                done,
            });
        });
        self.check(generation + 1)?;
        if found.is_some_and(|found| found > 0) {
            self.engine.advance();
        }
        Ok(found)
    }

    fn save(&mut self) -> Result<(), SearchError> {
        Ok(self.sink.keep(&*self.engine)?)
    }

    fn pause(&mut self) -> Result<(), SearchError> {
        Ok(self.sink.rest()?)
    }

    fn complete(&mut self) -> Result<(), SearchError> {
        Ok(self.sink.complete(&*self.engine)?)
    }

    fn rescue(&mut self) {
        // Nothing is saved: some marks may have failed their check, and wrong marks must not be
        // kept.
    }
}
