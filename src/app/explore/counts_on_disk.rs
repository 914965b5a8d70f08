//! Explorations that only count, with one bit for each configuration on the disk.

use crate::Progress;
use crate::explore::observer::ReportedSearch;
use crate::{Exploration, ExploreOptions, GoalsMet, Numbered, Problem, Reuse};
use slidewise_analysis::Goals;
use slidewise_engine::search::{
    EngineChoice, Event, Outcome, Resources, Run, SearchEnd, SearchError,
};
use slidewise_puzzle::SearchOrigin;
use slidewise_store::{Access, BitStore, GoalTally, check_holds_files};
use std::ops::ControlFlow;

/// Why the goals of kept sizes are not known, and the remedy.
const GOALS_UNKNOWN: &str =
    "the sizes were kept without these goals; --fresh counts again, with them";

impl Numbered {
    /// Number of free bytes on the disk that would hold a new store of counts; `None` if the store
    /// exists already, or the number is unknown.
    pub fn free_disk_to_count(&self) -> Option<u64> {
        BitStore::free_for(self.folder()?, &self.header(SearchOrigin::Start))
    }

    /// The answer of a finished count that is kept; `None` if there is none, or it may not be used.
    pub(crate) fn kept_counts(
        &self,
        engine: &EngineChoice,
        options: &ExploreOptions,
    ) -> Result<Option<Exploration>, Problem> {
        let Some(folder) = self.folder().filter(|_| self.explorer.reuse == Reuse::Kept) else {
            return Ok(None);
        };
        let header = self.header(SearchOrigin::Start);
        match BitStore::finished(folder, &header) {
            Ok(None) => Ok(None),
            Ok(Some(store)) => {
                let outcome = Outcome {
                    ended: SearchEnd::Complete,
                    resumed: false,
                    checked: false,
                    searched: false,
                };
                let tally = self.tally_of(&store)?;
                let found = self.counted(engine, &store, &tally, outcome);
                Ok(Some(found.up_to(self.last_wanted(options, &tally))))
            }
            Err(error) => Err(Problem::of_counts(error)),
        }
    }

    /// Explores, and keeps the sizes of the generations; bits lie on the disk until the search is
    /// complete.
    pub(crate) fn count_in_files(
        &self,
        engine: &EngineChoice,
        options: &ExploreOptions,
    ) -> Result<Exploration, Problem> {
        let needs = Resources::to_count(&self.graph, engine);
        let folder = self.file_folder()?;
        check_holds_files(folder)?;
        needs.check(self.explorer.memory, self.free_disk_to_count())?;
        self.explorer.observer.progress(&Progress::WillTake {
            needs: &needs,
            file_bytes: None,
            folder,
        });
        let header = self.header(SearchOrigin::Start);
        let layout = engine.bit_layout(&self.graph);
        let layout = layout.expect("the plan has an engine that counts in files");
        let fresh = self.explorer.reuse == Reuse::Nothing;
        let opened = BitStore::open(folder, &header, &layout, Access::Write { fresh });
        let mut store = opened.map_err(Problem::of_counts)?;
        if let Some(folder) = store.memory_folder() {
            self.explorer.observer.progress(&Progress::WordsInMemory {
                bytes: store.layout().memory_bytes(),
                folder,
            });
        }
        let mut tally = self.tally_of(&store)?;
        let max_generation = self.last_wanted(options, &tally);
        let goals = Goals::of(&self.graph);
        let sources = [self.start()];
        let run = Run {
            graph: &self.graph,
            sources: &sources,
            engine: engine.clone(),
            max_generation,
            threads: self.explorer.threads,
            stop: &self.explorer.stop,
        };
        let known: u64 = store.generations().iter().sum();
        let report = ReportedSearch::begin(&*self.explorer.observer, &needs, known, None);
        let mut failed = None;
        let outcome = run.explore(&mut store, &mut |event| {
            report.event(&event);
            let Event::Found {
                generation,
                count,
                configurations,
            } = event
            else {
                return ControlFlow::Continue(());
            };
            let met = goals.count_in(configurations, count);
            failed = tally.add(generation, met).err();
            if failed.is_some() || met > 0 && options.until_goal {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        drop(report);
        let outcome = match failed {
            Some(fault) => Err(SearchError::from(fault)),
            None => outcome,
        };
        let outcome = outcome.map_err(Problem::of_counts)?;
        if outcome.ended == SearchEnd::Interrupted {
            return Err(self.interrupted_files(store.generations()));
        }
        let found = self.counted(engine, &store, &tally, outcome);
        Ok(found.up_to(max_generation))
    }

    /// The number of goals in each generation, of the goals that the puzzle has now.
    fn tally_of(&self, store: &BitStore) -> Result<GoalTally, Problem> {
        let asked = self.header(SearchOrigin::Goals).fingerprint;
        store.tally(asked).map_err(Problem::of_counts)
    }

    /// The last generation wanted: none behind the first goal that an earlier run has met, if the
    /// exploration ends there.
    fn last_wanted(&self, options: &ExploreOptions, tally: &GoalTally) -> Option<u64> {
        let first = tally.goals().first().map(|&(generation, _)| generation);
        let met = first.filter(|_| options.until_goal);
        options.max_generation.into_iter().chain(met).min()
    }

    fn counted(
        &self,
        engine: &EngineChoice,
        store: &BitStore,
        tally: &GoalTally,
        outcome: Outcome,
    ) -> Exploration {
        let mut goals = None;
        for &(generation, count) in tally.goals() {
            GoalsMet::add(&mut goals, generation, count);
        }
        let is_known =
            self.puzzle().goals.is_empty() || tally.seen() == store.generations().len() as u64;
        Exploration {
            engine: engine.name().to_owned(),
            reason: engine.reason.clone(),
            counts: store.generations().to_vec(),
            is_complete: store.is_complete(),
            goals: goals.filter(|_| is_known),
            goals_unknown: (!is_known).then(|| GOALS_UNKNOWN.to_owned()),
            unsolvable: None,
            outcome,
            kept: Some((store.folder().to_owned(), store.bytes())),
            files: None,
            together: None,
        }
    }
}
