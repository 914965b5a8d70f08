//! A puzzle with its state graph: opens kept searches, and explores as far as an answer needs.

use super::marked::Marked;
use super::observer::{ReportedSearch, run_uninterruptible};
use super::progress::{NumberingStep, Progress};
use super::stop_token::StopToken;
use crate::{Explorer, Problem, Reuse, shortage_in_words};
use slidewise_analysis::{Goals, MarkedSearch, SearchSources, Unsolvable};
use slidewise_engine::graph::{Graph, GraphLimits};
use slidewise_engine::index::SpaceError;
use slidewise_engine::search::{
    EngineChoice, Event, GenerationMembers, MemorySink, Outcome, Resources, Run, SearchEnd, Sink,
    header_of,
};
use slidewise_puzzle::{Configuration, Puzzle, SearchOrigin};
use slidewise_store::{Access, Header, Store, check_holds_files};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

/// A puzzle whose positions are numbered.
#[derive(Clone, Debug)]
pub struct Numbered {
    /// Limits of the searches, and the place where they are kept.
    pub explorer: Explorer,
    /// The state graph.
    pub graph: Arc<Graph>,
    start: u64,
}

/// How far to explore, and by which engine.
#[derive(Clone, Debug)]
pub struct Limit {
    /// The engine, with the reason for it.
    pub engine: EngineChoice,
    /// The last generation wanted; `None` for all.
    pub max_generation: Option<u64>,
}

impl Explorer {
    /// Numbers the positions: builds the index and the state graph, without a search.
    ///
    /// # Errors
    /// If the index needs more memory than it may take.
    pub fn number(self) -> Result<Numbered, Problem> {
        let allowance = self.allowance();
        Ok(self.number_within(allowance)?)
    }

    /// Numbers the positions, if the index stays within these limits.
    ///
    /// # Errors
    /// If the index exceeds the limits.
    pub fn number_within(self, allowance: GraphLimits) -> Result<Numbered, SpaceError> {
        let graph = run_uninterruptible(&*self.observer, NumberingStep::Positions, || {
            Graph::within(&self.puzzle, &self.puzzle.start, self.metric, allowance)
        })?;
        Ok(self.with(graph))
    }

    /// Numbers all legal positions, even if Start does not lead to them. Searches by these numbers
    /// are never kept in a store.
    ///
    /// # Errors
    /// As [`Explorer::number`].
    pub fn number_all(self) -> Result<Numbered, Problem> {
        let graph = run_uninterruptible(&*self.observer, NumberingStep::Positions, || {
            Graph::of_all(&self.puzzle, self.metric, self.allowance())
        })?;
        Ok(self.with(graph))
    }

    fn with(self, mut graph: Graph) -> Numbered {
        if let Some(memory) = self.memory {
            Resources::leave_rest_to_cut(&mut graph, memory);
        }
        Numbered::new(self, graph)
    }
}

impl Numbered {
    fn new(explorer: Explorer, graph: Graph) -> Numbered {
        let start = graph.index_of(&explorer.puzzle.start);
        Numbered {
            start: start.expect("Start has a number in its graph"),
            explorer,
            graph: Arc::new(graph),
        }
    }

    /// The same numbers, with searches that stop soon after this token asks them to.
    pub fn stopped_by(&self, token: &StopToken) -> Numbered {
        Numbered {
            explorer: self.explorer.clone().stop(token),
            graph: self.graph.clone(),
            start: self.start,
        }
    }

    /// Changes the limits of the graph's tables, unless a finished search shares the graph.
    pub fn adjust(&mut self, change: impl FnOnce(&mut Graph)) {
        if let Some(graph) = Arc::get_mut(&mut self.graph) {
            change(graph);
        }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.explorer.puzzle
    }

    /// The number of Start.
    pub fn start(&self) -> u64 {
        self.start
    }

    /// The header of the store of a search that begins at `from`.
    pub fn header(&self, from: SearchOrigin) -> Header {
        header_of(&self.graph, from)
    }

    /// The folder that holds the stores; `None` if marks are kept in memory.
    pub fn folder(&self) -> Option<&Path> {
        self.explorer.folder()
    }

    /// An exploration of all generations, by the best engine that the memory limit allows.
    pub fn whole(&self) -> Limit {
        Limit {
            engine: self.fitted(EngineChoice::best(&self.graph)),
            max_generation: None,
        }
    }

    /// An engine fitted to the memory limit. If there is a folder, the engine's words may lie on
    /// the disk.
    pub(crate) fn fitted(&self, engine: EngineChoice) -> EngineChoice {
        match self.folder() {
            Some(_) => engine.within(&self.graph, self.explorer.memory),
            None => engine,
        }
    }

    /// Memory and disk that a search with marks takes if it uses this engine.
    pub fn needs(&self, engine: &EngineChoice) -> Resources {
        let needs = Resources::of(&self.graph, engine);
        match self.folder() {
            Some(_) => needs,
            None => needs.in_memory(),
        }
    }

    /// Opens the finished search that is kept, for reading.
    ///
    /// # Errors
    /// If the store is damaged or cannot be read.
    pub fn finished(&self, from: SearchOrigin) -> Result<Option<Store>, Problem> {
        let Some(folder) = self.folder() else {
            return Ok(None);
        };
        let store = Store::finished(folder, &self.header(from))?;
        if let Some(store) = &store {
            self.explorer.observer.progress(&Progress::Opened(store));
        }
        Ok(store)
    }

    /// Opens the marks of a search by an engine: for reading if a kept search is finished and may
    /// be used, else for writing.
    ///
    /// # Errors
    /// If there is too little memory or disk, or the store is in use or damaged.
    pub fn open_marks(&self, engine: &EngineChoice, from: SearchOrigin) -> Result<Marked, Problem> {
        let Some(folder) = self.folder() else {
            self.needs(engine).check(self.explorer.memory, None)?;
            let memory = MemorySink::new(self.graph.len())?;
            return Ok(Marked::Memory(Box::new(memory)));
        };
        if self.explorer.reuse == Reuse::Kept {
            let kept = match self.finished(from)? {
                #[cfg(feature = "cluster")]
                None if from == SearchOrigin::Start && self.gather_parts(folder)? => {
                    self.finished(from)?
                }
                kept => kept,
            };
            if let Some(store) = kept {
                return Ok(Marked::Store(Box::new(store)));
            }
        }
        let header = self.header(from);
        check_holds_files(folder)?;
        let needs = self.needs(engine);
        needs.check(self.explorer.memory, self.free_disk(from))?;
        self.explorer.observer.progress(&Progress::WillTake {
            needs: &needs,
            file_bytes: None,
            folder,
        });
        let fresh = self.explorer.reuse == Reuse::Nothing;
        let store = Store::open(folder, &header, Access::Write { fresh })?;
        self.explorer.observer.progress(&Progress::Opened(&store));
        Ok(Marked::Store(Box::new(store)))
    }

    /// Number of free bytes on the disk that would hold a new store of a search.
    ///
    /// `None` if the store exists already, or the number is unknown.
    pub fn free_disk(&self, from: SearchOrigin) -> Option<u64> {
        Store::free_for(self.folder()?, &self.header(from))
    }

    /// All goals of the component of Start.
    ///
    /// Time: that of listing the goals or of testing each configuration, whichever is less.
    pub fn list_goals(&self) -> Goals<'_> {
        run_uninterruptible(&*self.explorer.observer, NumberingStep::Goals, || {
            Goals::of(&self.graph)
        })
    }

    /// The goals in the component of Start.
    ///
    /// # Errors
    /// If the puzzle has no goal, or it is known without a search that none can be reached.
    pub fn goals(&self) -> Result<Goals<'_>, Problem> {
        self.goals_unless(Unsolvable::of_goals)
    }

    /// The legal goals in all components.
    ///
    /// # Errors
    /// If the puzzle has no legal goal.
    pub fn all_goals(&self) -> Result<Goals<'_>, Problem> {
        self.goals_unless(Unsolvable::of_all)
    }

    fn goals_unless(
        &self,
        obstacle: impl FnOnce(&Graph, &Goals<'_>) -> Option<Unsolvable>,
    ) -> Result<Goals<'_>, Problem> {
        if self.puzzle().goals.is_empty() {
            return Err(Problem::of_no_goal(
                self.puzzle(),
                "a goal is a board below `[[goal]]` in a puzzle file, or below an empty line in a \
                 plain text; `slidewise solve PUZZLE --to POSITION` takes a position as the goal; \
                 `slidewise find PUZZLE POSITION` finds the way to a position; `slidewise explore \
                 PUZZLE` finds all positions",
            ));
        }
        let goals = self.list_goals();
        match obstacle(&self.graph, &goals) {
            Some(why) => Err(Problem::of_no_solution(self.puzzle(), &why)),
            None => Ok(goals),
        }
    }

    /// The problem of a finished search that met no goal; `counts` are the sizes of its
    /// generations.
    pub fn unsolvable(&self, goals: &Goals<'_>, counts: &[u64]) -> Problem {
        let reached = counts.iter().sum();
        let why = Unsolvable::after_search(&self.graph, goals, reached);
        Problem::of_no_solution(self.puzzle(), &why)
    }

    /// The problem of a finished search that found no way to a position.
    pub fn unreachable(&self, position: &Configuration) -> Problem {
        let why = Unsolvable::of_index(&self.graph, position);
        let why = why.unwrap_or_else(Unsolvable::of_component);
        Problem::of_no_way(self.puzzle(), position, &why)
    }

    /// The number of a position.
    ///
    /// # Errors
    /// If it is known without a search that no way leads there, for example by its parity.
    pub fn index_of(&self, position: &Configuration) -> Result<u64, Problem> {
        if let Some(why) = Unsolvable::of_index(&self.graph, position) {
            return Err(Problem::of_no_way(self.puzzle(), position, &why));
        }
        let index = self.graph.index_of(position);
        index.ok_or_else(|| self.unreachable(position))
    }

    /// The finished search from Start.
    ///
    /// # Errors
    /// If the search needs too much memory or disk, is interrupted, or its store fails.
    pub fn search_from_start(&self) -> Result<Marked, Problem> {
        let whole = self.whole();
        let mut marked = self.open_marks(&whole.engine, SearchOrigin::Start)?;
        self.explore(marked.keeper(), &[self.start], &whole, |_, _| false)?;
        Ok(marked)
    }

    /// The finished search back from all goal configurations that Start can reach.
    ///
    /// The inner error says that the puzzle has no such goal.
    ///
    /// # Errors
    /// As [`Numbered::search_from_start`].
    pub fn search_from_goals(&self) -> Result<Result<Marked, Problem>, Problem> {
        if self.puzzle().goals.is_empty() {
            return Ok(Err(Problem::of_no_goal(
                self.puzzle(),
                "leave --from goal out to measure from Start",
            )));
        }
        if self.explorer.reuse == Reuse::Kept
            && let Some(store) = self.finished(SearchOrigin::Goals)?
        {
            return Ok(Ok(Marked::Store(Box::new(store))));
        }
        let goals = match self.goals() {
            Ok(goals) => goals,
            Err(problem) => return Ok(Err(problem)),
        };
        // Only a search from Start knows which goals can be reached.
        let reached = self.search_from_start()?;
        let explored = self.explored(&reached);
        let sources = goals.seen_by(explored)?;
        if sources.is_empty() {
            return Ok(Err(self.unsolvable(&goals, explored.counts())));
        }
        self.search_back_from(&sources).map(Ok)
    }

    /// The finished search back from goal configurations.
    ///
    /// # Errors
    /// As [`Numbered::search_from_start`].
    pub fn search_back_from(&self, goals: &[u64]) -> Result<Marked, Problem> {
        let whole = self.whole();
        let mut marked = self.open_marks(&whole.engine, SearchOrigin::Goals)?;
        self.explore(marked.keeper(), goals, &whole, |_, _| false)?;
        Ok(marked)
    }

    /// The finished search back from all legal goals, in memory. It does not depend on Start.
    ///
    /// # Errors
    /// As [`Numbered::search_from_start`], and if no goal is legal.
    pub fn search_from_all_goals(&self) -> Result<MemorySink, Problem> {
        let goals = self.all_goals()?;
        let sources = run_uninterruptible(&*self.explorer.observer, NumberingStep::Goals, || {
            goals.all()
        });
        let limit = Limit {
            engine: EngineChoice::best(&self.graph),
            max_generation: None,
        };
        let needs = Resources::of(&self.graph, &limit.engine).in_memory();
        needs
            .check(self.explorer.memory, None)
            .map_err(Problem::of_bytes)?;
        let mut memory = MemorySink::new(self.graph.len())?;
        match self.run(&mut memory, &sources, &limit, |_, _| false)?.ended {
            SearchEnd::Interrupted => Err(Problem::of_nothing_kept()),
            _ => Ok(memory),
        }
    }

    /// A search from Start, ready to answer questions.
    pub fn explored<'s>(&'s self, marked: &'s Marked) -> MarkedSearch<'s> {
        marked
            .explored(&self.graph, SearchSources::At(self.start))
            .with_threads(self.explorer.threads, &self.explorer.stop)
            .within(self.explorer.memory)
    }

    /// Explores from `sources` to the last generation, or until `enough` returns true for one
    /// generation.
    ///
    /// `enough` receives the members of each generation and their number.
    ///
    /// # Errors
    /// If there is too little memory, the search fails, or it is interrupted.
    pub fn explore(
        &self,
        keeper: &mut dyn Sink,
        sources: &[u64],
        limit: &Limit,
        enough: impl FnMut(&dyn GenerationMembers, u64) -> bool,
    ) -> Result<Outcome, Problem> {
        let outcome = self.run(keeper, sources, limit, enough)?;
        match outcome.ended {
            SearchEnd::Interrupted => Err(self.interrupted(keeper)),
            _ => Ok(outcome),
        }
    }

    /// Explores as [`Numbered::explore`] does, but returns an interruption as an outcome.
    ///
    /// # Errors
    /// If there is too little memory, or the search fails.
    pub fn run(
        &self,
        keeper: &mut dyn Sink,
        sources: &[u64],
        limit: &Limit,
        mut enough: impl FnMut(&dyn GenerationMembers, u64) -> bool,
    ) -> Result<Outcome, Problem> {
        let known: u64 = keeper.counts().iter().sum();
        let engine = limit.engine.for_search(&self.graph, sources, keeper);
        let memory = self.explorer.memory;
        let mut needs = match keeper.marks() {
            Some(_) => Resources::of(&self.graph, &engine),
            None => Resources::to_count(&self.graph, &engine),
        };
        if !keeper.is_complete() {
            needs.check(memory, None)?;
        }
        if keeper.doubtful().is_some() {
            needs = Resources::to_check(&self.graph, &engine);
            needs.check(memory, None).map_err(|shortage| {
                Problem::of_run(
                    shortage_in_words(shortage),
                    "raise --memory; --fresh makes the store again within the \
                     memory given",
                )
            })?;
        }
        let report = ReportedSearch::begin(&*self.explorer.observer, &needs, known, None);
        let run = Run {
            graph: &self.graph,
            sources,
            engine,
            max_generation: limit.max_generation,
            threads: self.explorer.threads,
            stop: &self.explorer.stop,
        };
        let outcome = run.explore(keeper, &mut |event| {
            report.event(&event);
            match event {
                Event::Found {
                    count,
                    configurations,
                    ..
                } if enough(configurations, count) => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        });
        Ok(outcome?)
    }

    /// The problem of an interrupted run; its hint depends on what the run has kept.
    pub fn interrupted(&self, keeper: &dyn Sink) -> Problem {
        let hint = match (keeper.marks(), keeper.doubtful()) {
            (None, _) => "nothing was kept; without --count-only a run can go on later",
            (Some(_), None) => self.explorer.resume_hint(),
            (Some(_), Some(_)) => {
                "all is kept; an earlier run was killed, so the same command first checks \
                 all marks"
            }
        };
        Problem::of_interruption(keeper.counts(), hint)
    }
}
