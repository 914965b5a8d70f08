//! An exploration of whole generations, as `slidewise explore` makes it. It keeps marks, sorted
//! files or the sizes alone.

use super::numbered::Limit;
use crate::{Numbered, Problem, TogetherUse, shortage_in_words};
use slidewise_analysis::{
    FiledSearch, FirstHit, Goals, QueryError, ReachedGoals, Unsolvable, counts_up_to,
};
use slidewise_engine::search::{
    CountSink, EngineChoice, EngineKind, Outcome, Resources, SearchEnd, SimdLevel, Sink,
};
use slidewise_puzzle::SearchOrigin;
use slidewise_render::{UnsolvableReason, no_solution};
use slidewise_store::{RunStore, Spilled};
use std::path::PathBuf;
use std::time::Duration;

/// The engine that an exploration asks for, before the choice is fitted to a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineName {
    /// The best engine for the puzzle.
    Auto,
    /// Expands one configuration after the other, and keeps marks.
    Sparse,
    /// Holds each board of a small puzzle in one word, and keeps marks.
    Packed,
    /// Expands words of 64 configurations at once, and keeps marks.
    Dense,
    /// Keeps generations as sorted files.
    Frontier,
}

/// How far an exploration goes, by which engine, and what it keeps.
#[derive(Clone, Debug)]
pub struct ExploreOptions {
    /// The engine that is asked for.
    pub engine: EngineName,
    /// The last generation wanted; `None` for all.
    pub max_generation: Option<u64>,
    /// Whether the first generation with a goal is the last one wanted.
    pub until_goal: bool,
    /// Whether only the sizes of the generations are kept.
    pub count_only: bool,
    /// If only sizes are kept and the words lie on the disk: how many bytes of them lie in a file
    /// system in memory instead.
    pub words_in_memory: u64,
    /// How many of the last generations keep their files; `None` for all.
    pub keep_last: Option<u64>,
    /// Interval at which checksums of the marks are taken.
    pub checksums_every: Duration,
}

impl Default for ExploreOptions {
    fn default() -> ExploreOptions {
        ExploreOptions {
            engine: EngineName::Auto,
            max_generation: None,
            until_goal: false,
            count_only: false,
            words_in_memory: 0,
            keep_last: None,
            checksums_every: Duration::from_secs(60),
        }
    }
}

/// Engine of an exploration, with the memory and disk that it takes.
#[derive(Clone, Debug)]
pub struct ExplorePlan {
    /// The engine that will explore, with the reason for it.
    engine: EngineChoice,
    /// Memory and disk that the exploration takes, not compared with any limit yet.
    pub needs: Resources,
    /// Most bytes that a configuration takes in a sorted file; `None` for an engine without sorted
    /// files.
    pub file_bytes: Option<u64>,
}

impl ExplorePlan {
    /// The engine's name.
    pub fn engine(&self) -> &'static str {
        self.engine.name()
    }

    /// Whether the exploration counts with one bit for each configuration on the disk.
    pub fn counts_on_disk(&self) -> bool {
        matches!(self.engine.kind, EngineKind::Counting { .. })
    }

    /// Why this engine is used.
    pub fn reason(&self) -> &str {
        &self.engine.reason
    }
}

/// The goals that an exploration met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GoalsMet {
    /// The first generation with a goal.
    pub generation: u64,
    /// Number of goal configurations in that generation.
    pub count: u64,
    /// Number of goal configurations in all generations.
    pub reachable: u64,
}

impl GoalsMet {
    /// Adds the number of goal configurations in the next generation to the goals met so far.
    pub(crate) fn add(met: &mut Option<GoalsMet>, generation: u64, goals: u64) {
        if goals > 0 {
            let met = met.get_or_insert(GoalsMet {
                generation,
                count: goals,
                reachable: 0,
            });
            met.reachable += goals;
        }
    }
}

impl From<ReachedGoals> for GoalsMet {
    fn from(reach: ReachedGoals) -> GoalsMet {
        GoalsMet {
            generation: reach.generation,
            count: reach.nearest.len() as u64,
            reachable: reach.reachable,
        }
    }
}

/// Disk that an exploration in sorted files takes.
#[derive(Clone, Copy, Debug)]
pub struct FileUse {
    /// Bytes of all sorted files together.
    pub bytes: u64,
    /// The first generation whose file is kept.
    pub first_kept: u64,
    /// Sorted buffers that this run wrote to the disk because memory was full.
    pub spilled: Spilled,
}

/// The result of an exploration.
#[derive(Debug)]
pub struct Exploration {
    /// The engine's name.
    pub engine: String,
    /// Why this engine was used.
    pub reason: String,
    /// The sizes of the generations.
    pub counts: Vec<u64>,
    /// Whether `counts` has all generations.
    pub is_complete: bool,
    /// The goals met, if any.
    pub goals: Option<GoalsMet>,
    /// Why it is unknown whether goals were met; `None` if `goals` is known.
    pub goals_unknown: Option<String>,
    /// Why the puzzle has no solution; `None` if this is unknown or it has a solution.
    pub unsolvable: Option<UnsolvableReason>,
    /// How the run ended.
    pub outcome: Outcome,
    /// Folder that keeps the search, and the bytes of its store; `None` if nothing is kept.
    pub kept: Option<(PathBuf, u64)>,
    /// Disk that sorted files take; `None` for an engine without sorted files.
    pub files: Option<FileUse>,
    /// What several processes have exchanged; `None` for a search in one process.
    pub together: Option<TogetherUse>,
}

impl Exploration {
    /// Drops the sizes of the generations after `last`; `goals` must not count goals of those
    /// generations.
    pub(crate) fn up_to(mut self, last: Option<u64>) -> Exploration {
        if let Some(last) = last {
            let wanted = counts_up_to(&self.counts, last).len();
            self.is_complete &= wanted == self.counts.len();
            self.counts.truncate(wanted);
        }
        self
    }

    /// Lower bound for the distance from Start to a goal, if the search is incomplete and has met
    /// no goal.
    pub fn at_least(&self) -> Option<u64> {
        let is_bound = !self.is_complete && self.goals_unknown.is_none() && self.goals.is_none();
        is_bound.then_some(self.counts.len() as u64)
    }
}

impl Numbered {
    /// Chooses the engine of an exploration.
    ///
    /// # Errors
    /// If the engine that is wanted cannot explore this puzzle.
    pub fn plan(&mut self, options: &ExploreOptions) -> Result<ExplorePlan, Problem> {
        let engine = match options.engine {
            EngineName::Auto => EngineChoice::best(&self.graph),
            EngineName::Sparse => EngineChoice::sparse(),
            EngineName::Packed => {
                if let Some(memory) = self.explorer.memory {
                    self.adjust(|graph| Resources::leave_rest_to_boards(graph, memory));
                }
                let choice = EngineChoice::packed(&self.graph);
                choice.map_err(|obstacle| self.cannot_explore("packed", obstacle))?
            }
            EngineName::Dense => {
                let choice = EngineChoice::dense(&self.graph, SimdLevel::best());
                choice.map_err(|obstacle| self.cannot_explore("dense", obstacle))?
            }
            EngineName::Frontier => {
                self.share_memory_with_files();
                let needs = self.file_needs();
                return Ok(ExplorePlan {
                    engine: EngineChoice::external(needs.memory_bytes),
                    needs,
                    file_bytes: Some(RunStore::max_bytes_each(self.graph.len())),
                });
            }
        };
        let (engine, needs) = if options.count_only {
            let engine = match self.folder() {
                Some(_) => engine.within_to_count(
                    &self.graph,
                    self.explorer.memory,
                    options.words_in_memory,
                ),
                None => engine.without_marks(),
            };
            let needs = Resources::to_count(&self.graph, &engine);
            (engine, needs)
        } else {
            let engine = self.fitted(engine);
            let needs = self.needs(&engine);
            (engine, needs)
        };
        Ok(ExplorePlan {
            engine,
            needs,
            file_bytes: None,
        })
    }

    fn cannot_explore(&self, engine: &str, obstacle: &str) -> Problem {
        Problem::of_input(
            format!(
                "the {engine} engine cannot explore {}: {obstacle}",
                self.puzzle().name
            ),
            "leave --engine out, or use --engine sparse",
        )
    }

    /// Explores with the engine of `plan`, as far as `options` say.
    ///
    /// # Errors
    /// If the exploration shall end at a goal and the puzzle has none, if memory or disk is too
    /// small, if the exploration is interrupted, or if its store fails.
    pub fn explore_generations(
        &self,
        plan: ExplorePlan,
        options: &ExploreOptions,
    ) -> Result<Exploration, Problem> {
        if options.until_goal && self.puzzle().goals.is_empty() {
            return Err(Problem::of_no_goal(
                self.puzzle(),
                "leave --until-goal out; --max-generation N stops after generation N",
            ));
        }
        let mut explored = match plan.engine.kind {
            EngineKind::External { .. } => self.explore_in_files(&plan.engine, options)?,
            EngineKind::Counting { .. } => match self.kept_counts(&plan.engine, options)? {
                Some(kept) => kept,
                None => self.count_in_files(&plan.engine, options)?,
            },
            _ if options.count_only => match self.kept_counts(&plan.engine, options)? {
                Some(kept) => kept,
                None => self.count_generations(plan.engine, options)?,
            },
            _ => self.mark_generations(plan.engine, options)?,
        };
        let is_unsolvable = explored.is_complete
            && explored.goals_unknown.is_none()
            && explored.goals.is_none()
            && !self.puzzle().goals.is_empty();
        if is_unsolvable {
            let goals = Goals::of(&self.graph);
            let reached = explored.counts.iter().sum();
            let why = Unsolvable::after_search(&self.graph, &goals, reached);
            explored.unsolvable = Some(no_solution(self.puzzle(), &why));
        }
        Ok(explored)
    }

    /// Explores, and keeps only the sizes of the generations.
    fn count_generations(
        &self,
        engine: EngineChoice,
        options: &ExploreOptions,
    ) -> Result<Exploration, Problem> {
        let goals = Goals::of(&self.graph);
        let limit = Limit {
            engine,
            max_generation: options.max_generation,
        };
        Resources::to_count(&self.graph, &limit.engine).check(self.explorer.memory, None)?;
        let mut counts = CountSink::default();
        let mut reach = None;
        let mut generation = 0;
        let outcome = self.explore(&mut counts, &[self.start()], &limit, |found, count| {
            let met = goals.count_in(found, count);
            GoalsMet::add(&mut reach, generation, met);
            generation += 1;
            met > 0 && options.until_goal
        })?;
        Ok(exploration(&limit, &counts, reach, outcome))
    }

    /// Explores, and keeps marks.
    fn mark_generations(
        &self,
        engine: EngineChoice,
        options: &ExploreOptions,
    ) -> Result<Exploration, Problem> {
        let goals = Goals::of(&self.graph);
        let mut limit = Limit {
            engine,
            max_generation: options.max_generation,
        };
        let mut marked = self.open_marks(&limit.engine, SearchOrigin::Start)?;
        marked.take_checksums_every(options.checksums_every);
        let sources = [self.start()];
        limit.engine = limit
            .engine
            .for_search(&self.graph, &sources, marked.keeper());
        let before = self.explored(&marked);
        // A search by the sparse engine counts goals as it goes, since each generation is in
        // memory. The dense engine would have to read all words again to do so.
        let is_sparse = matches!(limit.engine.kind, EngineKind::Sparse | EngineKind::Packed);
        let looks_out = options.until_goal || is_sparse && before.counts().is_empty();
        let mut lookout = if looks_out {
            Some(FirstHit::new(&goals, before)?)
        } else {
            None
        };
        let met = lookout.as_ref().and_then(FirstHit::first);
        if let Some(generation) = met.filter(|_| options.until_goal) {
            // An earlier run has found a goal, so this run explores no further than that goal's
            // generation.
            let last = limit.max_generation.unwrap_or(generation);
            limit.max_generation = Some(last.min(generation));
        }
        let outcome = self.explore(marked.keeper(), &sources, &limit, |found, count| {
            let is_met = lookout.as_mut().is_some_and(|own| own.meets(found, count));
            is_met && options.until_goal
        })?;
        let all = self.explored(&marked);
        let wanted = match limit.max_generation {
            Some(last) => all.up_to(last),
            None => all,
        };
        let reach = match lookout {
            Some(lookout) => lookout.reach(wanted),
            None => goals.reached(wanted),
        };
        // If only the counting of goals lacks memory, the search is still a result, without the
        // goals.
        let (reach, goals_unknown) = match reach {
            Err(QueryError::Memory(shortage)) => (None, Some(shortage_in_words(shortage))),
            reach => (reach?, None),
        };
        let kept = marked.on_disk();
        let kept = kept.map(|(folder, bytes)| (folder.to_owned(), bytes));
        let found = exploration(&limit, marked.keeper(), reach.map(GoalsMet::from), outcome);
        let explored = Exploration {
            goals_unknown,
            kept,
            ..found
        };
        Ok(explored.up_to(limit.max_generation))
    }

    /// Explores in sorted files.
    fn explore_in_files(
        &self,
        engine: &EngineChoice,
        options: &ExploreOptions,
    ) -> Result<Exploration, Problem> {
        let needs = self.checked_file_needs()?;
        let goals = self.list_goals();
        let mut store = self.open_files(SearchOrigin::Start, &needs)?;
        let mut max_generation = options.max_generation;
        if options.until_goal
            && store.first_kept() == 0
            && let Some(reach) = self.goals_in_files(&store, &goals, None)?
        {
            // An earlier run has found a goal, so this run explores no further than that goal's
            // generation.
            let met = reach.generation;
            max_generation = Some(max_generation.unwrap_or(met).min(met));
        }
        let known: u64 = store.generations().iter().sum();
        let mut generation = store.generations().len() as u64;
        // Goals in the generations that this run finds, without those of earlier runs.
        let mut observed: Option<GoalsMet> = None;
        store.limit_disk(self.explorer.disk.unwrap_or(u64::MAX));
        let (outcome, spilled) = self.run_in_files(
            &mut store,
            &needs,
            max_generation,
            options.keep_last,
            |found, count| {
                let met = goals.count_in(found, count);
                GoalsMet::add(&mut observed, generation, met);
                generation += 1;
                met > 0 && options.until_goal
            },
        )?;
        match (outcome.ended, self.explorer.disk) {
            (SearchEnd::Interrupted, _) => return Err(self.interrupted_files(store.generations())),
            (SearchEnd::OutOfDisk, Some(limit)) => {
                return Err(self.out_of_disk(store.generations(), limit));
            }
            _ => {}
        }
        let has_all = FiledSearch::new(&self.graph, &store).has_all();
        let saw_all = known == 0;
        let goals_met = match (has_all, saw_all) {
            (true, _) => self
                .goals_in_files(&store, &goals, max_generation)?
                .map(GoalsMet::from),
            (false, true) => observed,
            (false, false) => None,
        };
        let knows_goals = self.puzzle().goals.is_empty() || has_all || saw_all;
        let explored = Exploration {
            engine: engine.name().to_owned(),
            reason: engine.reason.clone(),
            counts: store.generations().to_vec(),
            is_complete: store.is_complete(),
            goals: goals_met,
            goals_unknown: (!knows_goals).then(|| "generations were not kept".to_owned()),
            unsolvable: None,
            outcome,
            kept: Some((store.folder().to_owned(), store.bytes())),
            files: Some(FileUse {
                bytes: store.bytes(),
                first_kept: store.first_kept(),
                spilled,
            }),
            together: None,
        };
        Ok(explored.up_to(max_generation))
    }
}

/// The result of a run that wrote to the sink `keeper`.
fn exploration(
    limit: &Limit,
    keeper: &dyn Sink,
    goals: Option<GoalsMet>,
    outcome: Outcome,
) -> Exploration {
    Exploration {
        engine: limit.engine.name().to_owned(),
        reason: limit.engine.reason.clone(),
        counts: keeper.counts().to_vec(),
        is_complete: keeper.is_complete(),
        goals,
        goals_unknown: None,
        unsolvable: None,
        outcome,
        kept: None,
        files: None,
        together: None,
    }
}
