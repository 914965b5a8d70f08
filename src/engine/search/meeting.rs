//! The search from both ends: generations from Start and from all goals, in sorted files, until
//! they meet.
//!
//! The side whose last generation is smaller goes on. Two sides of depth d / 2 are far smaller than
//! one of depth d wherever generations grow (Pohl 1971). Each side is a search by the external
//! engine, which finds duplicates by sorting, after a whole generation is expanded (delayed
//! duplicate detection, Korf 2003).
//!
//! # Why the first meeting is shortest
//!
//! Let F(i) be the configurations at distance i from Start, and B(j) those at distance j from the
//! nearest goal; edges lead both ways, so B(j) is also what leads to a goal in j edges at least.
//! Let d be the length of the shortest ways from Start to a goal, and let i + j = n.
//!
//! - If F(i) and B(j) have a common member, a way of n edges leads over it, hence d <= n.
//! - If d = n, a shortest way has a configuration after i edges. It is in F(i), since a shorter way
//!   to it would make the whole way shorter, and in B(j) likewise. So F(i) and B(j) have a common
//!   member, for each i from 0 to n.
//!
//! If d >= n is known, F(i) and B(j) therefore have a common member exactly if d = n: a single pair
//! of generations decides about the distance n, whichever i is taken. The search decides about n =
//! 0, 1, 2 and so on. When the sides have generations 0 to f and 0 to b, and all n up to f + b are
//! ruled out, one side makes its next generation. The only pair for the distance f + b + 1 is then
//! that generation and the last one of the other side, so no older generation is compared.
//!
//! The common members of that pair are all configurations that a shortest way has after i edges.
//! The shortest ways are the pairs of a way in F to such a member and a way in B from it.
//!
//! If a side has no next generation, it has everything that can be reached from its sources. A
//! shortest way would then be no longer than its depth, which is ruled out: there is no way.
//!
//! Nothing but the files is needed to go on: a resumed search decides about 0, 1, 2 and so on
//! again, each time by the pair of generations with the fewest members.

use super::backend::Backend;
use super::external::{self, FileBackend};
use super::run::SAVE_EVERY;
use super::{Event, SearchError, SearchId};
use crate::graph::Graph;
use slidewise_puzzle::SearchOrigin;
use slidewise_store::{RunStore, Stopwatch};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

/// The sorted files of a search from both ends.
#[derive(Debug)]
pub struct MeetingFiles {
    /// Generations from Start.
    pub start: RunStore,
    /// Generations from the goals; generation 0 has all goals that Start may reach.
    pub goals: RunStore,
}

impl MeetingFiles {
    /// Number of the last generation of each side, from Start and from the goals.
    pub fn depths(&self) -> (u64, u64) {
        let depth = |store: &RunStore| (store.generations().len() as u64).saturating_sub(1);
        (depth(&self.start), depth(&self.goals))
    }

    /// Number of configurations in the files of both sides.
    pub fn found(&self) -> u64 {
        let sides = [&self.start, &self.goals];
        let counts = sides.into_iter().flat_map(RunStore::generations);
        counts.sum()
    }

    /// Sizes of the files of both sides together, in bytes.
    pub fn bytes(&self) -> u64 {
        self.start.bytes() + self.goals.bytes()
    }

    /// The pair of generations, from Start and from the goals, that decides about a distance and
    /// has the fewest members.
    fn pair_for(&self, distance: u64) -> (u64, u64) {
        let (start, goals) = self.depths();
        let size = |near: u64| {
            let far = distance - near;
            let (near, far) = (
                self.start.generations()[near as usize],
                self.goals.generations()[far as usize],
            );
            near.saturating_add(far)
        };
        let near = distance.saturating_sub(goals)..=distance.min(start);
        let near = near.min_by_key(|&near| size(near)).unwrap_or(0);
        (near, distance - near)
    }

    /// Whether a generation from Start and one from the goals have a common member; `None` if
    /// stopped.
    fn have_common(
        &self,
        (near, far): (u64, u64),
        stop: &AtomicBool,
    ) -> Result<Option<bool>, SearchError> {
        let mut is_common = false;
        let is_whole = self
            .start
            .common(near, (&self.goals, far), stop, &mut |_| {
                is_common = true;
                ControlFlow::Break(())
            })?;
        Ok(is_whole.then_some(is_common))
    }

    /// Makes both sides durable.
    fn sync(&mut self) -> Result<(), SearchError> {
        for side in [&mut self.start, &mut self.goals] {
            // A complete store is durable already, and may be open for reading only.
            if !side.is_complete() {
                side.sync()?;
            }
        }
        Ok(())
    }
}

/// How a search from both ends ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MeetingEnd {
    /// A generation from Start and one from the goals have common members, which are in the middle
    /// of all shortest ways.
    Met {
        /// The generation from Start.
        from_start: u64,
        /// The generation from the goals.
        from_goals: u64,
    },
    /// One side has everything that can be reached from its sources, and no way leads to the other.
    Apart,
    /// The search was stopped.
    Interrupted,
    /// The next generation would take more of the disk than is allowed.
    OutOfDisk,
}

/// The end of a search from both ends, with what is proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MeetingOutcome {
    /// How the search ended.
    pub ended: MeetingEnd,
    /// Lower bound for the distance from Start to the goals: all smaller distances are ruled out.
    pub at_least: u64,
}

/// The settings of a search from both ends.
#[derive(Clone, Copy, Debug)]
pub struct Meeting<'a> {
    /// The graph.
    pub graph: &'a Graph,
    /// Bytes of memory for sorting, all threads together.
    pub memory: u64,
    /// Most bytes of disk that the files of both sides may take together.
    pub disk: u64,
    /// Number of threads; 0 counts as 1.
    pub threads: usize,
    /// Raised from outside to stop the search soon.
    pub stop: &'a AtomicBool,
}

impl Meeting<'_> {
    /// Searches from both ends, or resumes the search that the files hold.
    ///
    /// `observe` receives events, in which the number of a generation is the sum of the depths of
    /// both sides. It may end the search at [`Event::Found`]; its answer to other events is
    /// ignored.
    ///
    /// # Errors
    /// If the files hold another search, lack a generation, or fail. What was kept before an error
    /// stays.
    ///
    /// # Panics
    /// If generation 0 of the goals' side is not in its files.
    pub fn run(
        &self,
        files: &mut MeetingFiles,
        observe: &mut dyn FnMut(Event<'_>) -> ControlFlow<()>,
    ) -> Result<MeetingOutcome, SearchError> {
        self.admit(files)?;
        let searched = self.search(files, observe);
        // After an error, a failure to save is not reported: a later run makes the last generations
        // again.
        let saved = files.sync();
        let outcome = searched?;
        saved.map(|()| outcome)
    }

    /// Refuses files of another search, and makes generation 0 of Start's side.
    fn admit(&self, files: &mut MeetingFiles) -> Result<(), SearchError> {
        assert!(
            !files.goals.generations().is_empty(),
            "the goals must be in their files"
        );
        let start = self.graph.index_of(self.graph.start());
        let id = SearchId::new(self.graph, start.as_slice())?;
        external::admit(&files.start, &id)?;
        let goals = super::header_of(self.graph, SearchOrigin::Goals);
        files.goals.answers(&goals)?;
        for side in [&files.start, &files.goals] {
            if !side.generations().is_empty() {
                side.stream(0)?;
            }
        }
        if files.start.generations().is_empty() {
            let mut side = self.side(&mut files.start);
            side.begin(id.sources())?;
        }
        Ok(())
    }

    /// Decides about one distance after the other, and makes generations where they are needed.
    fn search(
        &self,
        files: &mut MeetingFiles,
        observe: &mut dyn FnMut(Event<'_>) -> ControlFlow<()>,
    ) -> Result<MeetingOutcome, SearchError> {
        let mut saved = Stopwatch::start();
        let mut at_least = 0;
        loop {
            let mut ended = self.decide(files, &mut at_least)?;
            if ended.is_none() {
                if saved.elapsed() >= SAVE_EVERY {
                    files.sync()?;
                    saved = Stopwatch::start();
                }
                ended = self.advance(files, observe)?;
            }
            if let Some(ended) = ended {
                return Ok(MeetingOutcome { ended, at_least });
            }
        }
    }

    /// How a search ended that files hold, which may be open for reading only; `None` if it has
    /// not.
    ///
    /// # Errors
    /// If the files fail.
    pub fn finished(&self, files: &MeetingFiles) -> Result<Option<MeetingOutcome>, SearchError> {
        let sides = [&files.start, &files.goals];
        if sides.iter().any(|side| side.generations().is_empty()) {
            return Ok(None);
        }
        let mut at_least = 0;
        let ended = self.decide(files, &mut at_least)?;
        Ok(ended.map(|ended| MeetingOutcome { ended, at_least }))
    }

    /// Decides about the distances from `at_least` on that the files decide about; returns how the
    /// search ended, if it did.
    fn decide(
        &self,
        files: &MeetingFiles,
        at_least: &mut u64,
    ) -> Result<Option<MeetingEnd>, SearchError> {
        let (start, goals) = files.depths();
        while *at_least <= start + goals {
            let pair = files.pair_for(*at_least);
            match files.have_common(pair, self.stop)? {
                Some(false) => *at_least += 1,
                Some(true) => {
                    return Ok(Some(MeetingEnd::Met {
                        from_start: pair.0,
                        from_goals: pair.1,
                    }));
                }
                None => return Ok(Some(MeetingEnd::Interrupted)),
            }
        }
        let is_complete = files.start.is_complete() || files.goals.is_complete();
        Ok(is_complete.then_some(MeetingEnd::Apart))
    }

    /// Makes the next generation of the side whose last one is smaller; returns how the search
    /// ended, if it did.
    fn advance(
        &self,
        files: &mut MeetingFiles,
        observe: &mut dyn FnMut(Event<'_>) -> ControlFlow<()>,
    ) -> Result<Option<MeetingEnd>, SearchError> {
        let (start, goals) = files.depths();
        let depth = start + goals;
        let last = |store: &RunStore| store.generations().last().copied();
        let (store, other) = if last(&files.start) <= last(&files.goals) {
            (&mut files.start, &files.goals)
        } else {
            (&mut files.goals, &files.start)
        };
        store.limit_disk(self.disk.saturating_sub(other.bytes()));
        let mut side = self.side(store);
        let (number, count) = side.begin(&[])?;
        let made = side.expand(number, count, &mut |event| {
            // The answer is ignored: a progress report cannot end a search.
            let _ = observe(renumbered(event, depth));
        });
        match made {
            Ok(Some(0)) => side.complete()?,
            Ok(Some(count)) => {
                let mut answer = ControlFlow::Continue(());
                side.show(&mut |configurations| {
                    answer = observe(Event::Found {
                        generation: depth + 1,
                        count,
                        configurations,
                    });
                })?;
                if answer.is_break() {
                    return Ok(Some(MeetingEnd::Interrupted));
                }
            }
            Ok(None) => return Ok(Some(MeetingEnd::Interrupted)),
            Err(error) if error.is_out_of_disk() => return Ok(Some(MeetingEnd::OutOfDisk)),
            Err(error) => return Err(error),
        }
        Ok(None)
    }

    /// The search of one side, by the external engine.
    fn side<'b>(&'b self, store: &'b mut RunStore) -> FileBackend<'b> {
        FileBackend {
            store,
            graph: self.graph,
            memory: self.memory,
            keep_last: None,
            threads: self.threads.max(1),
            stop: self.stop,
        }
    }
}

/// An event of one side, with the depth of both sides as the number of its generation.
fn renumbered(event: Event<'_>, depth: u64) -> Event<'_> {
    match event {
        Event::Working { count, done, .. } => Event::Working {
            generation: depth,
            count,
            done,
        },
        Event::Filed { bytes, spilled, .. } => Event::Filed {
            generation: depth + 1,
            bytes,
            spilled,
        },
        other => other,
    }
}
