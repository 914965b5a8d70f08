//! A session: a puzzle, its graph, and the store that keeps its search; exploring as far as a command needs.

use super::Failure;
use super::arguments::{Common, Searched};
use super::failure::shortage_in_words;
use super::output::remark;
use super::progress::Progress;
use super::scratch;
use super::wish::{LISTING_GOALS, NUMBERING, stop_flag, unheeding};
use crate::explore::{
    EngineChoice, Event, GenerationMembers, Outcome, Resources, Run, SearchEnd, Sink, header_of,
};
use etcetera::{BaseStrategy, choose_base_strategy};
use slidewise_analysis::{Beginning, Explored, Goals, Unsolvable};
use slidewise_engine::graph::{Allowance, Graph, Metric};
use slidewise_engine::index::SpaceError;
use slidewise_puzzle::{Configuration, Puzzle, PuzzleRemark, Sources};
use slidewise_render::{counted, human_bytes};
use slidewise_store::{Access, Header, Store, check_holds_files};
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// A puzzle with its graph.
#[derive(Debug)]
pub struct Session<'a> {
    /// The options of every command.
    pub common: &'a Common,
    /// The puzzle, its Start replaced where another was given.
    pub puzzle: Puzzle,
    /// Its graph.
    pub graph: Graph,
    /// Whether nothing is to be kept, and no store read.
    no_store: bool,
}

/// How a command explores.
#[derive(Clone, Debug)]
pub struct How {
    /// The engine.
    pub engine: EngineChoice,
    /// The last generation wanted; `None` for all.
    pub max_generation: Option<u64>,
}

/// The puzzle that the words name, with another Start where one is given.
pub fn open_puzzle(common: &Common, word: &str, start: Option<&str>) -> Result<Puzzle, Failure> {
    let mut puzzle = Puzzle::open(word)?;
    print_remarks(common, word, &puzzle.remarks);
    if let Some(text) = start {
        puzzle.start = puzzle.read_position(text)?;
    }
    Ok(puzzle)
}

/// The puzzle that the words name, likewise, with a position as its only goal where one is given.
pub fn open_puzzle_to(
    common: &Common,
    word: &str,
    start: Option<&str>,
    to: Option<&str>,
) -> Result<Puzzle, Failure> {
    let mut puzzle = open_puzzle(common, word, start)?;
    if let Some(text) = to {
        let finish = puzzle.read_position(text)?;
        puzzle.goals = vec![puzzle.goal_of(&finish)];
    }
    Ok(puzzle)
}

/// The puzzle of a command that looks for a goal, or for the position `to` in its place; what the puzzle alone says
/// against that is a failure.
pub fn open_to_goal(
    common: &Common,
    searched: &Searched,
    to: Option<&str>,
) -> Result<Puzzle, Failure> {
    let puzzle = open_puzzle_to(common, &searched.puzzle, searched.start.as_deref(), to)?;
    match Unsolvable::of_puzzle(&puzzle) {
        Some(why) => Err(Failure::of_no_solution(&puzzle, &why)),
        None => Ok(puzzle),
    }
}

/// The puzzle of a command that looks for a position, and the position; what the puzzle alone says against that is a
/// failure.
pub fn open_to_position(
    common: &Common,
    searched: &Searched,
    position: &str,
) -> Result<(Puzzle, Configuration), Failure> {
    let puzzle = open_puzzle(common, &searched.puzzle, searched.start.as_deref())?;
    let position = puzzle.read_position(position)?;
    match Unsolvable::of_position(&puzzle, &position) {
        Some(why) => Err(Failure::of_no_way(&puzzle, &position, &why)),
        None => Ok((puzzle, position)),
    }
}

/// What the numbering of configurations may take.
pub fn allowance(common: &Common) -> Allowance {
    common.memory.map(Allowance::of_memory).unwrap_or_default()
}

/// Prints what the file of a puzzle hardly means; `word` names the file.
pub fn print_remarks(common: &Common, word: &str, remarks: &[PuzzleRemark]) {
    if common.quiet {
        return;
    }
    for own in remarks {
        remark(format!("{word}:{own}"));
    }
}

/// How many threads may work.
pub fn threads_of(common: &Common) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get());
    common.threads.map_or_else(cores, |threads| threads.get())
}

/// The folder that holds the stores.
pub fn store_root(common: &Common) -> Result<PathBuf, Failure> {
    if let Some(folder) = &common.store {
        return Ok(folder.clone());
    }
    let here = Path::new("generations");
    if here.is_dir() {
        return Ok(here.to_owned());
    }
    let base = choose_base_strategy().map_err(|error| {
        Failure::of_run(
            format!("there is no folder to keep explorations in: {error}"),
            "give one with --store DIR",
        )
    })?;
    // What roams with a user on Windows is no place for gigabytes.
    let data = match cfg!(windows) {
        true => base.cache_dir(),
        false => base.data_dir(),
    };
    Ok(data.join("slidewise"))
}

impl<'a> Session<'a> {
    /// Opens the puzzle of a command that searches.
    pub fn open(
        common: &'a Common,
        word: &str,
        start: Option<&str>,
    ) -> Result<Session<'a>, Failure> {
        Session::open_in(common, word, start, common.metric)
    }

    /// The same in a metric of its own.
    pub fn open_in(
        common: &'a Common,
        word: &str,
        start: Option<&str>,
        metric: Metric,
    ) -> Result<Session<'a>, Failure> {
        Session::around(common, open_puzzle(common, word, start)?, metric)
    }

    fn around(common: &'a Common, puzzle: Puzzle, metric: Metric) -> Result<Session<'a>, Failure> {
        let make = || Graph::within(&puzzle, &puzzle.start, metric, allowance(common));
        let graph = unheeding(common, NUMBERING, make)?;
        Ok(Session::with(common, puzzle, graph))
    }

    /// A session for a puzzle whose configurations are numbered if that takes no more than is allowed.
    pub fn within(
        common: &'a Common,
        searched: &Searched,
        puzzle: &Puzzle,
        allowance: Allowance,
    ) -> Result<Session<'a>, SpaceError> {
        let make = || Graph::within(puzzle, &puzzle.start, common.metric, allowance);
        let graph = unheeding(common, NUMBERING, make)?;
        Ok(Session::with(common, puzzle.clone(), graph).keeping_as(searched))
    }

    /// Opens the puzzle of a command that keeps its search.
    pub fn of(common: &'a Common, searched: &Searched) -> Result<Session<'a>, Failure> {
        let session = Session::open(common, &searched.puzzle, searched.start.as_deref())?;
        Ok(session.keeping_as(searched))
    }

    /// The same with the graph of all legal configurations, whatever Start leads to. Its numbers are no store's.
    pub fn of_all(common: &'a Common, searched: &Searched) -> Result<Session<'a>, Failure> {
        let puzzle = open_puzzle(common, &searched.puzzle, searched.start.as_deref())?;
        let graph = unheeding(common, NUMBERING, || {
            Graph::of_all(&puzzle, common.metric, allowance(common))
        })?;
        Ok(Session::with(common, puzzle, graph).keeping_as(searched))
    }

    fn with(common: &'a Common, puzzle: Puzzle, mut graph: Graph) -> Session<'a> {
        if let Some(memory) = common.memory {
            Resources::leave_rest_to_cut(&mut graph, memory);
        }
        Session::of_graph(common, puzzle, graph)
    }

    /// A session in a graph that is made already.
    pub fn of_graph(common: &'a Common, puzzle: Puzzle, graph: Graph) -> Session<'a> {
        Session {
            common,
            puzzle,
            graph,
            no_store: false,
        }
    }

    fn keeping_as(self, searched: &Searched) -> Session<'a> {
        Session {
            no_store: searched.no_store,
            ..self
        }
    }

    /// Whether what is found is kept.
    pub fn keeps(&self) -> bool {
        !self.no_store
    }

    /// The folder that holds the stores of this session.
    pub fn store_root(&self) -> Result<PathBuf, Failure> {
        match self.no_store {
            true => scratch::folder(),
            false => store_root(self.common),
        }
    }

    /// What a folder of this session keeps on the disk, in a line for people; none where nothing is kept.
    pub fn kept_line(&self, folder: &Path, bytes: u64) -> Option<String> {
        (!self.no_store).then(|| {
            format!(
                "Kept {} in {}; --no-store keeps nothing",
                human_bytes(bytes),
                folder.display()
            )
        })
    }

    /// What is searched, and in what.
    pub fn title_in_metric(&self) -> String {
        format!("{}, in {}s", self.puzzle.title, self.graph.metric().name())
    }

    /// The header of the store of a search.
    pub fn header(&self, from: Sources) -> Header {
        header_of(&self.graph, from)
    }

    /// The best engine in the memory that may be taken, all generations.
    pub fn wholly(&self) -> How {
        How {
            engine: EngineChoice::best(&self.graph).within(&self.graph, self.common.memory),
            max_generation: None,
        }
    }

    /// How many threads may work.
    pub fn threads(&self) -> usize {
        threads_of(self.common)
    }

    /// The number of Start.
    pub fn start_index(&self) -> u64 {
        self.graph
            .index_of(&self.puzzle.start)
            .expect("the graph is numbered for Start")
    }

    /// The store of a search for reading, if it is there and finished.
    pub fn kept(&self, from: Sources) -> Result<Option<Store>, Failure> {
        let store = Store::finished(&self.store_root()?, &self.header(from))?;
        if let Some(store) = &store {
            self.common.alarms.listen_to(store);
        }
        Ok(store)
    }

    /// The store of a search by an engine: what is there, for reading, if it is finished and may be used; else for
    /// writing.
    pub fn open_store_for(
        &self,
        engine: &EngineChoice,
        from: Sources,
        fresh: bool,
    ) -> Result<Store, Failure> {
        if !fresh && let Some(store) = self.kept(from)? {
            return Ok(store);
        }
        let root = self.store_root()?;
        let header = self.header(from);
        check_holds_files(&root)?;
        let needs = Resources::of(&self.graph, engine);
        needs.check(self.common.memory, self.free_for_store(from)?)?;
        if !self.common.quiet && std::io::stderr().is_terminal() {
            remark(format!(
                "{} at most: up to {} of memory, {} of disk in {}",
                counted(needs.configurations, "configuration"),
                human_bytes(needs.memory_bytes),
                human_bytes(needs.disk_bytes),
                root.display()
            ));
        }
        let store = Store::open(&root, &header, Access::Write { fresh })?;
        self.common.alarms.listen_to(&store);
        Ok(store)
    }

    /// How many bytes the disk has free for the store of a search; `None` where it is there already, or that is not
    /// known.
    pub fn free_for_store(&self, from: Sources) -> Result<Option<u64>, Failure> {
        let root = self.store_root()?;
        Ok(Store::free_for(&root, &self.header(from)))
    }

    /// [`Session::open_store_for`] the best engine.
    pub fn open_store(&self, from: Sources, fresh: bool) -> Result<Store, Failure> {
        self.open_store_for(&self.wholly().engine, from, fresh)
    }

    /// The goals; that there is none is a failure.
    pub fn goals(&self) -> Result<Goals<'_>, Failure> {
        self.goals_unless(Unsolvable::of_goals)
    }

    /// The goals in all components; that none is legal is a failure.
    pub fn all_goals(&self) -> Result<Goals<'_>, Failure> {
        self.goals_unless(Unsolvable::of_all)
    }

    fn goals_unless(
        &self,
        obstacle: impl FnOnce(&Graph, &Goals<'_>) -> Option<Unsolvable>,
    ) -> Result<Goals<'_>, Failure> {
        if self.puzzle.goals.is_empty() {
            return Err(Failure::of_no_goal(
                &self.puzzle,
                "slidewise find PUZZLE POSITION finds the way to a position, slidewise explore PUZZLE all there are",
            ));
        }
        let goals = unheeding(self.common, LISTING_GOALS, || Goals::of(&self.graph));
        match obstacle(&self.graph, &goals) {
            Some(why) => Err(Failure::of_no_solution(&self.puzzle, &why)),
            None => Ok(goals),
        }
    }

    /// The failure where none of all configurations, of which each generation has this many, is a goal.
    pub fn unsolvable(&self, goals: &Goals<'_>, counts: &[u64]) -> Failure {
        let reached = counts.iter().sum();
        let why = Unsolvable::after_search(&self.graph, goals, reached);
        Failure::of_no_solution(&self.puzzle, &why)
    }

    /// That it is known without a search that no way leads to a position is a failure.
    pub fn check_way_to(&self, position: &Configuration) -> Result<(), Failure> {
        match Unsolvable::of_index(&self.graph, position) {
            Some(why) => Err(Failure::of_no_way(&self.puzzle, position, &why)),
            None => Ok(()),
        }
    }

    /// The failure where a finished search has found no way to a position.
    pub fn unreachable(&self, position: &Configuration) -> Failure {
        let why = Unsolvable::of_index(&self.graph, position);
        let why = why.unwrap_or(Unsolvable::Component { reached: None });
        Failure::of_no_way(&self.puzzle, position, &why)
    }

    /// The number of a position.
    ///
    /// That it is known to be out of reach, as by its parity, is a failure.
    pub fn index_of(&self, position: &Configuration) -> Result<u64, Failure> {
        self.check_way_to(position)?;
        let index = self.graph.index_of(position);
        index.ok_or_else(|| self.unreachable(position))
    }

    /// The finished search from Start.
    pub fn search_from_start(&self, fresh: bool) -> Result<Store, Failure> {
        let mut store = self.open_store(Sources::Start, fresh)?;
        let sources = [self.start_index()];
        self.explore(&mut store, &sources, &self.wholly(), |_, _| false)?;
        Ok(store)
    }

    /// The finished search back from all goal configurations that Start can reach; within, the failure for commands
    /// that need one where there is no goal, or none that can be reached.
    pub fn search_from_goal(&self, fresh: bool) -> Result<Result<Store, Failure>, Failure> {
        if self.puzzle.goals.is_empty() {
            return Ok(Err(Failure::of_no_goal(
                &self.puzzle,
                "leave --from goal out to measure from Start",
            )));
        }
        // None is made before it is known that there is something to search from.
        if !fresh && let Some(store) = self.kept(Sources::Goals)? {
            return Ok(Ok(store));
        }
        let goals = match self.goals() {
            Ok(goals) => goals,
            Err(failure) => return Ok(Err(failure)),
        };
        let reached = self.search_from_start(fresh)?;
        let sources = goals.seen_by(self.explored(&reached))?;
        if sources.is_empty() {
            let counts = self.explored(&reached).counts().to_vec();
            return Ok(Err(self.unsolvable(&goals, &counts)));
        }
        let mut store = self.open_store(Sources::Goals, fresh)?;
        self.explore(&mut store, &sources, &self.wholly(), |_, _| false)?;
        Ok(Ok(store))
    }

    /// What a store has to say.
    pub fn explored<'s>(&'s self, store: &'s Store) -> Explored<'s> {
        Explored::in_store(&self.graph, store, Beginning::At(self.start_index()))
            .with_threads(self.threads(), stop_flag())
            .within(self.common.memory)
    }

    /// What a store of a search from the goals has to say.
    pub fn explored_from<'s>(&'s self, goals: &'s Goals<'s>, store: &'s Store) -> Explored<'s> {
        Explored::in_store(&self.graph, store, Beginning::Goals(goals))
    }

    /// Explores from `sources` until `enough` says so of a generation with this many configurations, or to the end.
    ///
    /// An interruption is a failure: what a command asked for is not there.
    pub fn explore(
        &self,
        sink: &mut dyn Sink,
        sources: &[u64],
        how: &How,
        enough: impl FnMut(&dyn GenerationMembers, u64) -> bool,
    ) -> Result<Outcome, Failure> {
        let outcome = self.run(sink, sources, how, enough)?;
        match outcome.ended {
            SearchEnd::Interrupted => Err(self.interrupted_run(sink)),
            _ => Ok(outcome),
        }
    }

    /// The failure of a search in files that was stopped after these generations.
    pub fn interrupted(&self, counts: &[u64]) -> Failure {
        let hint = match self.no_store {
            true => "nothing was kept; without --no-store a run can go on later",
            false => "all is kept: the same command goes on from there",
        };
        interrupted(counts, hint)
    }

    /// The failure of a run that was stopped, by what its sink has.
    pub fn interrupted_run(&self, sink: &dyn Sink) -> Failure {
        match (sink.marks(), sink.doubtful()) {
            (None, _) => interrupted(
                sink.counts(),
                "nothing was kept; without --count-only a run can go on later",
            ),
            (Some(_), None) => self.interrupted(sink.counts()),
            (Some(_), Some(_)) => interrupted(
                sink.counts(),
                "all is kept; an earlier run was killed, so the same command checks it from its beginning",
            ),
        }
    }

    /// Explores as [`Session::explore`] does; an interruption is an outcome like another.
    pub fn run(
        &self,
        sink: &mut dyn Sink,
        sources: &[u64],
        how: &How,
        mut enough: impl FnMut(&dyn GenerationMembers, u64) -> bool,
    ) -> Result<Outcome, Failure> {
        let known: u64 = sink.counts().iter().sum();
        let engine = how.engine.for_search(&self.graph, sources, sink);
        let mut needs = match sink.marks() {
            Some(_) => Resources::of(&self.graph, &engine),
            None => Resources::to_count(&self.graph, &engine),
        };
        if !sink.is_complete() {
            needs.check(self.common.memory, None)?;
        }
        if sink.doubtful().is_some() {
            needs = Resources::to_check(&self.graph, &engine);
            needs.check(self.common.memory, None).map_err(|shortage| {
                let hint =
                    "give more with --memory SIZE; --fresh makes the store again in what was given";
                Failure::of_run(shortage_in_words(shortage), hint)
            })?;
        }
        let mut progress = Progress::new(&needs, known, self.common.quiet);
        let run = Run {
            graph: &self.graph,
            sources,
            engine,
            max_generation: how.max_generation,
            threads: self.threads(),
            stop: stop_flag(),
        };
        let outcome = run.explore(sink, &mut |event| {
            progress.tell(&event);
            match event {
                Event::Found {
                    count,
                    configurations,
                    ..
                } if enough(configurations, count) => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        });
        progress.end();
        Ok(outcome?)
    }
}

/// The failure of a run that was stopped after these generations.
pub fn interrupted(counts: &[u64], hint: &str) -> Failure {
    let finished = match counts {
        [] => "before the first generation was finished".to_owned(),
        counts => format!(
            "after generation {}, {}",
            counts.len() - 1,
            counted(counts.iter().sum::<u64>(), "configuration")
        ),
    };
    Failure::of_run(format!("interrupted {finished}"), hint)
}
