//! Explorations over several processes, each with a part of the configurations.

use crate::explore::observer::ReportedSearch;
use crate::{
    EngineName, Exploration, ExploreOptions, GoalsMet, Keep, Numbered, Problem, Reuse, TogetherUse,
};
use slidewise_analysis::{Goals, Unsolvable};
use slidewise_engine::search::{
    Event, Fabric, FabricError, GenerationMembers, PartFiles, PartOutcome, PartRun, Resources,
    SearchEnd, SearchError,
};
use slidewise_puzzle::SearchOrigin;
use slidewise_render::no_solution;
use slidewise_store::{Access, Store, check_holds_files};
use std::path::{Path, PathBuf};

/// Hint of an exploration that ended because another process did.
const GO_ON: &str = "begin the same command on all hosts again: it goes on from the last \
 checkpoint, with any number of processes";

/// Hint of an exploration without checkpoints that ended early.
const NOT_KEPT: &str = "nothing was kept; without --no-store a run can go on later";

/// Hint of an exploration whose processes do not fit together.
const AGREE: &str = "give all processes the same version of the program and the same options; \
 if the folders hold different searches, begin again with --fresh";

/// The problem of an error in the files of parts.
fn of_parts(error: impl Into<SearchError>) -> Problem {
    let error = error.into();
    let hint = match error {
        SearchError::OtherParts { .. } => {
            "give the same goals, --engine and about as many processes as before, or begin again \
             with --fresh"
        }
        _ => {
            "copy the file again from the host that had it, or search again with --hosts and \
             --fresh"
        }
    };
    Problem::of_search(error, hint)
}

impl Numbered {
    /// Explores together with other processes, each of which calls this with equal options.
    ///
    /// # Errors
    /// If an option does not suit, a process is lost, a folder fails, or the run is interrupted.
    /// The other processes then end as well.
    pub fn explore_together(
        &self,
        fabric: &mut dyn Fabric,
        options: &ExploreOptions,
    ) -> Result<Exploration, Problem> {
        let explored = self.explore_parts(fabric, options);
        if let Err(problem) = &explored {
            fabric.leave(&problem.message);
        }
        explored
    }

    fn explore_parts(
        &self,
        fabric: &mut dyn Fabric,
        options: &ExploreOptions,
    ) -> Result<Exploration, Problem> {
        let goals = Goals::of(&self.graph);
        let count = |members: &dyn GenerationMembers, count| goals.count_in(members, count);
        let root = match &self.explorer.keep {
            Keep::Folder(folder) => Some(folder.as_path()),
            Keep::Memory | Keep::Scratch(_) => None,
        };
        let run = PartRun {
            graph: &self.graph,
            source: self.start(),
            may_be_dense: options.engine != EngineName::Sparse,
            has_marks: !options.count_only && root.is_some(),
            max_generation: options.max_generation,
            until_goal: options.until_goal,
            count_goals: &count,
            threads: self.explorer.threads,
            stop: &self.explorer.stop,
            root,
            fresh: self.explorer.reuse == Reuse::Nothing,
            every: options.checksums_every,
        };
        let size = fabric.size();
        let needs = self.check_together(&run, options, size)?;
        if let Some(root) = root {
            check_holds_files(root)?;
        }
        let report = ReportedSearch::begin(&*self.explorer.observer, &needs, 0, None);
        let found = run.explore(fabric, &mut |event: Event<'_>| report.event(&event));
        drop(report);
        let found = found.map_err(|error| match error {
            SearchError::Fabric(error @ FabricError::Disagreement { .. }) => {
                Problem::of_run(error, AGREE)
            }
            SearchError::Fabric(error) => {
                Problem::of_run(error, if root.is_some() { GO_ON } else { NOT_KEPT })
            }
            error => of_parts(error),
        })?;
        self.together(found, options, size, &goals)
    }

    /// What several processes have found, as an exploration.
    fn together(
        &self,
        found: PartOutcome,
        options: &ExploreOptions,
        size: usize,
        goals: &Goals<'_>,
    ) -> Result<Exploration, Problem> {
        if found.outcome.ended == SearchEnd::Interrupted {
            let hint = match found.kept {
                Some(_) => GO_ON,
                None => NOT_KEPT,
            };
            return Err(Problem::of_interruption(&found.counts, hint));
        }
        let mut met = None;
        for (generation, &count) in (0..).zip(&found.goals) {
            GoalsMet::add(&mut met, generation, count);
        }
        let is_hopeless = found.is_complete && met.is_none() && !self.puzzle().goals.is_empty();
        let unsolvable = is_hopeless.then(|| {
            let reached = found.counts.iter().sum();
            no_solution(
                self.puzzle(),
                &Unsolvable::after_search(&self.graph, goals, reached),
            )
        });
        let last = match met.filter(|_| options.until_goal) {
            Some(met) => Some(
                options
                    .max_generation
                    .unwrap_or(met.generation)
                    .min(met.generation),
            ),
            None => options.max_generation,
        };
        let explored = Exploration {
            engine: found.engine.to_owned(),
            reason: format!("{}, over several processes", found.engine),
            counts: found.counts,
            is_complete: found.is_complete,
            goals: met.filter(|met| last.is_none_or(|last| met.generation <= last)),
            goals_unknown: None,
            unsolvable,
            outcome: found.outcome,
            kept: found.kept,
            files: None,
            together: Some(TogetherUse {
                processes: size,
                sent: found.sent,
            }),
        };
        Ok(explored.up_to(last))
    }

    /// Makes an ordinary store of the parts of a finished search from Start, if the files of all
    /// groups are in the folder of stores; returns whether it has.
    ///
    /// # Errors
    /// If a file is damaged, the disk has no room, or this is interrupted.
    pub(crate) fn gather_parts(&self, folder: &Path) -> Result<bool, Problem> {
        let Some(parts) = PartFiles::finished(&self.graph, folder).map_err(of_parts)? else {
            return Ok(false);
        };
        // An unfinished store of the same search has less than the parts.
        let access = Access::Write { fresh: true };
        let mut store = Store::open(folder, &self.header(SearchOrigin::Start), access)?;
        let is_whole = parts
            .gather(&mut store, &self.explorer.stop)
            .map_err(of_parts)?;
        if is_whole {
            Ok(true)
        } else {
            Err(Problem::of_nothing_kept())
        }
    }

    /// What is wrong in the parts of a finished search from Start; `None` if there are none.
    ///
    /// # Errors
    /// If this is interrupted.
    pub fn verify_parts(&self, root: &Path) -> Result<Option<(PathBuf, Vec<String>)>, Problem> {
        let Some(parts) = PartFiles::finished(&self.graph, root).map_err(of_parts)? else {
            return Ok(None);
        };
        let problems = parts.verify(&self.explorer.stop);
        let problems = problems.ok_or_else(Problem::of_nothing_kept)?;
        Ok(Some((parts.path().to_owned(), problems)))
    }

    /// Refuses what several processes cannot do, or what needs too much memory.
    fn check_together(
        &self,
        run: &PartRun<'_>,
        options: &ExploreOptions,
        size: usize,
    ) -> Result<Resources, Problem> {
        let name = match options.engine {
            EngineName::Packed => "packed",
            EngineName::Frontier => "frontier",
            EngineName::Dense if run.engine(size) != "dense" => "dense",
            EngineName::Auto | EngineName::Sparse | EngineName::Dense => {
                let bytes = run.bytes(size).saturating_add(self.graph.bytes());
                let needs = Resources {
                    configurations: self.graph.vertex_count(),
                    memory_bytes: bytes,
                    min_memory_bytes: bytes,
                    resident_bytes: bytes,
                    disk_bytes: 0,
                };
                needs.check(self.explorer.memory, None)?;
                return Ok(needs);
            }
        };
        Err(Problem::of_input(
            format!(
                "the {name} engine cannot explore {} over {size} processes",
                self.puzzle().name
            ),
            "leave --engine out, or use --engine sparse",
        ))
    }
}
