//! `PartRun`: the settings of a search over several processes.

use super::backend::PartBackend;
use super::checkpoint::{Checkpoints, FoundSizes, share};
use super::division::Division;
use super::part_engine::PartEngine;
use super::sparse::SparsePart;
use crate::graph::{Graph, Metric};
use crate::search::dense::part::{self, DensePart, UNITS};
use crate::search::run::{SAVE_EVERY, drive};
use crate::search::{
    Dense, Event, Fabric, FabricError, Outcome, Reduce, SearchEnd, SearchError, SearchId,
    SimdLevel, header_of,
};
use slidewise_puzzle::SearchOrigin;
use slidewise_store::{Marks, PartHeader, StoreError};
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The settings of a search from Start over several processes. All processes need equal ones,
/// except for threads, folder and stop flag.
#[derive(Clone, Copy)]
pub struct PartRun<'a> {
    /// The graph.
    pub graph: &'a Graph,
    /// The number of Start.
    pub source: u64,
    /// Whether words of 64 configurations are expanded at once, if the puzzle allows.
    pub may_be_dense: bool,
    /// Whether marks are kept, besides the sizes of generations.
    pub has_marks: bool,
    /// The last generation wanted; `None` for all.
    pub max_generation: Option<u64>,
    /// Whether the first generation with a goal is the last one wanted.
    pub until_goal: bool,
    /// Counts the goals among members of a generation, given their number.
    pub count_goals: &'a dyn Fn(&dyn crate::search::GenerationMembers, u64) -> u64,
    /// Number of threads of this process; 0 counts as 1.
    pub threads: usize,
    /// Raised from outside to stop the search soon.
    pub stop: &'a AtomicBool,
    /// The folder with the folders of searches; `None` keeps nothing.
    pub root: Option<&'a Path>,
    /// Whether what is kept is removed first.
    pub fresh: bool,
    /// Interval between checkpoints.
    pub every: Duration,
}

impl std::fmt::Debug for PartRun<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PartRun")
            .field("source", &self.source)
            .field("has_marks", &self.has_marks)
            .field("max_generation", &self.max_generation)
            .finish_non_exhaustive()
    }
}

/// What a search over several processes has found; equal in all processes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartOutcome {
    /// The name of the engine.
    pub engine: &'static str,
    /// The sizes of the generations.
    pub counts: Vec<u64>,
    /// Number of goals in each generation.
    pub goals: Vec<u64>,
    /// Whether `counts` has all generations.
    pub is_complete: bool,
    /// How the run ended.
    pub outcome: Outcome,
    /// The folder of this process that keeps the search, and its bytes.
    pub kept: Option<(PathBuf, u64)>,
    /// Number of bytes that all processes have sent.
    pub sent: u64,
}

impl PartRun<'_> {
    /// Whether the dense engine is used.
    fn is_dense(&self, size: usize) -> bool {
        self.may_be_dense
            && self.graph.metric() == Metric::Step
            && Dense::obstacle(self.graph).is_none()
            && DensePart::division(self.graph, size).groups() >= size as u64
    }

    /// The name of the engine, for this number of processes.
    pub fn engine(&self, size: usize) -> &'static str {
        if self.is_dense(size) {
            "dense"
        } else {
            "sparse"
        }
    }

    /// Most bytes of memory that a process needs beside the graph.
    pub fn bytes(&self, size: usize) -> u64 {
        if self.is_dense(size) {
            let division = DensePart::division(self.graph, size);
            return part::part_bytes(self.graph, division, self.has_marks);
        }
        let division = SparsePart::division(self.graph, size);
        let marks = if self.has_marks {
            Marks::bytes_for(division.max_words() * 64)
        } else {
            0
        };
        SparsePart::bytes(division, self.threads.max(1)).saturating_add(marks)
    }

    /// Explores together with the other processes, or goes on from the newest checkpoint.
    ///
    /// `observe` receives events with the members of this process only.
    ///
    /// # Errors
    /// If the connection to a process is lost, or a folder fails.
    pub fn explore(
        &self,
        fabric: &mut dyn Fabric,
        observe: &mut dyn FnMut(Event<'_>),
    ) -> Result<PartOutcome, SearchError> {
        let sources = [self.source];
        let id = SearchId::new(self.graph, &sources)?;
        self.agree(fabric)?;
        let checkpoints = self.checkpoints(fabric)?;
        let size = fabric.size();
        let ended = |found: FoundSizes, ended, resumed, searched, sent| PartOutcome {
            engine: self.engine(size),
            counts: found.counts,
            goals: found.goals,
            is_complete: ended == SearchEnd::Complete,
            outcome: Outcome {
                ended,
                resumed,
                checked: false,
                searched,
            },
            kept: checkpoints.as_ref().map(|kept| {
                let folder = kept.folder();
                (folder.path().to_owned(), folder.bytes())
            }),
            sent,
        };
        if let Some(kept) = &checkpoints
            && let Some(found) = kept.answer(fabric)?
        {
            return Ok(ended(found, SearchEnd::Complete, false, false, 0));
        }
        let wanted = self.division(size);
        let division = match &checkpoints {
            Some(kept) => kept.division(wanted, fabric)?,
            None => wanted,
        };
        let rank = fabric.rank();
        let (mut engine, marks) = (self.part(division, rank)?, self.marks(division, rank)?);
        let loaded = match &checkpoints {
            Some(kept) => {
                let engine = &mut *engine;
                kept.load(division, engine, marks.as_ref(), self.source, fabric)?
            }
            None => None,
        };
        let found = loaded.unwrap_or_default();
        let known = found.counts.len();
        if self.is_enough(&found) {
            return Ok(ended(found, SearchEnd::Satisfied, false, false, 0));
        }
        let found = Rc::new(RefCell::new(found));
        let mut backend = PartBackend {
            fabric,
            engine,
            marks: marks.as_ref(),
            division,
            checkpoints: checkpoints.as_ref(),
            every: self.every,
            saved: Instant::now(),
            kept: known,
            found: found.clone(),
            count_goals: self.count_goals,
            threads: self.threads.max(1),
            stop: self.stop,
            is_cut: false,
        };
        let (end, is_cut) = self.drive(&mut backend, id, known as u64, &found, observe)?;
        drop(backend);
        let mut sent = [fabric.sent()];
        if !is_cut {
            fabric.reduce(&mut sent, Reduce::Sum)?;
        }
        let found = found.borrow().clone();
        Ok(ended(found, end, known > 0, true, sent[0]))
    }

    /// Drives the search to its end; returns also whether this process left the others early.
    fn drive(
        &self,
        backend: &mut PartBackend<'_>,
        id: SearchId<'_>,
        known: u64,
        found: &RefCell<FoundSizes>,
        observe: &mut dyn FnMut(Event<'_>),
    ) -> Result<(SearchEnd, bool), SearchError> {
        observe(Event::Begun {
            engine: self.engine(backend.division.size),
            reason: "",
            generations: known,
        });
        let end = drive(
            backend,
            id.into_sources(),
            self.max_generation,
            known,
            SAVE_EVERY,
            &mut |event| {
                observe(event);
                match event {
                    Event::Found { .. } if self.is_enough(&found.borrow()) => {
                        ControlFlow::Break(())
                    }
                    _ => ControlFlow::Continue(()),
                }
            },
        )?;
        Ok((end, backend.is_cut))
    }

    /// Whether these generations are all that is wanted.
    fn is_enough(&self, found: &FoundSizes) -> bool {
        let number = found.counts.len() as u64;
        self.max_generation.is_some_and(|most| number > most)
            || self.until_goal && found.goals.iter().any(|&goals| goals > 0)
    }

    /// Fails unless all processes number and divide the configurations in the same way.
    fn agree(&self, fabric: &mut dyn Fabric) -> Result<(), SearchError> {
        let size = fabric.size();
        let own = format!(
            "{} {:?} {} {UNITS:?}",
            PartHeader::search_of(&header_of(self.graph, SearchOrigin::Start)),
            self.division(size),
            self.source,
        );
        let mut is_equal = true;
        share(fabric, own.as_bytes(), &mut |other| {
            is_equal &= other == own.as_bytes();
            Some(())
        })?;
        if is_equal {
            return Ok(());
        }
        Err(FabricError::Disagreement {
            reason: "they number or divide the configurations in different ways".to_owned(),
        }
        .into())
    }

    /// How the words are divided, unless what is kept is divided in another way.
    fn division(&self, size: usize) -> Division {
        if self.is_dense(size) {
            DensePart::division(self.graph, size)
        } else {
            SparsePart::division(self.graph, size)
        }
    }

    /// The folder of this process, if the search is kept; all processes must agree whether it is.
    fn checkpoints(&self, fabric: &mut dyn Fabric) -> Result<Option<Checkpoints>, SearchError> {
        let mut keeping = [u64::from(self.root.is_some())];
        fabric.reduce(&mut keeping, Reduce::Sum)?;
        if keeping[0] != 0 && keeping[0] != fabric.size() as u64 {
            return Err(FabricError::Disagreement {
                reason: "some keep the search and some do not".to_owned(),
            }
            .into());
        }
        let open = |root| Checkpoints::open(root, self.graph, self.has_marks, self.fresh, fabric);
        self.root.map(open).transpose()
    }

    /// The engine of a process, still without a configuration.
    fn part(
        &self,
        division: Division,
        rank: usize,
    ) -> Result<Box<dyn PartEngine + '_>, StoreError> {
        Ok(if self.is_dense(division.size) {
            let level = SimdLevel::best();
            Box::new(DensePart::new(self.graph, level, division, rank)?)
        } else {
            Box::new(SparsePart::new(self.graph, division, rank)?)
        })
    }

    /// The marks of a process, if any are kept.
    fn marks(&self, division: Division, rank: usize) -> Result<Option<Marks>, StoreError> {
        let own = division.words_of(rank);
        let numbers = division.rows * (own.end - own.start) * 64;
        let marks = self.has_marks.then(|| Marks::in_memory(numbers));
        marks.transpose()
    }
}
