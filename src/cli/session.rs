//! A session: a puzzle, its graph, and the store that keeps its search; exploring as far as a command needs.

use super::Failure;
use super::arguments::{Common, From, Searched};
use super::progress::Progress;
use crate::explore::{Choice, Ended, Event, Keeper, Members, Needs, Outcome, Run};
use crate::moves::Graph;
use crate::present::{human_bytes, with_commas};
use crate::puzzle::{Puzzle, Sources};
use crate::query::Explored;
use crate::store::{Access, Header, Store, StoreError, free_space};
use etcetera::{BaseStrategy, choose_base_strategy};
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// A puzzle with its graph.
#[derive(Debug)]
pub struct Session<'a> {
    /// The options of every command.
    pub common: &'a Common,
    /// The puzzle, its Start replaced where another was given.
    pub puzzle: Puzzle,
    /// Its graph.
    pub graph: Graph,
}

/// How a command explores.
#[derive(Clone, Debug)]
pub struct How {
    /// The engine.
    pub engine: Choice,
    /// The last generation wanted; `None` for all.
    pub max_generation: Option<u64>,
}

/// The puzzle that the words name, with another Start where one is given.
pub fn open_puzzle(word: &str, start: Option<&str>) -> Result<Puzzle, Failure> {
    let mut puzzle = Puzzle::open(word)?;
    if let Some(text) = start {
        puzzle.start = puzzle.read_position(text)?;
    }
    Ok(puzzle)
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
    Ok(base.data_dir().join("slidewise"))
}

impl<'a> Session<'a> {
    /// Opens the puzzle of a command that searches.
    pub fn open(
        common: &'a Common,
        word: &str,
        start: Option<&str>,
    ) -> Result<Session<'a>, Failure> {
        let puzzle = open_puzzle(word, start)?;
        let graph = Graph::new(&puzzle, &puzzle.start, common.metric)?;
        Ok(Session {
            common,
            puzzle,
            graph,
        })
    }

    /// Opens the puzzle of a command that keeps its search.
    pub fn of(common: &'a Common, searched: &Searched) -> Result<Session<'a>, Failure> {
        Session::open(common, &searched.puzzle, searched.start.as_deref())
    }

    /// The header of the store of a search.
    pub fn header(&self, from: From) -> Header {
        let sources = match from {
            From::Start => Sources::Start,
            From::Goal => Sources::Goals,
        };
        Header {
            format: Header::FORMAT,
            name: self.puzzle.name.clone(),
            fingerprint: self.puzzle.fingerprint(sources),
            metric: self.common.metric.name().to_owned(),
            direction: from.name().to_owned(),
            configurations: self.graph.len(),
            layout: self.graph.layout(),
        }
    }

    /// The best engine, all generations.
    pub fn wholly(&self) -> How {
        How {
            engine: Choice::best(&self.graph),
            max_generation: None,
        }
    }

    /// How many threads may work.
    pub fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get());
        self.common
            .threads
            .map_or_else(cores, |threads| threads.get())
    }

    /// The number of Start.
    pub fn start_index(&self) -> u64 {
        self.graph
            .index_of(&self.puzzle.start)
            .expect("the graph is numbered for Start")
    }

    /// The store of a search: what is there, for reading, if it is finished and may be used; else for writing.
    pub fn open_store(&self, from: From, fresh: bool) -> Result<Store, Failure> {
        let root = store_root(self.common)?;
        let header = self.header(from);
        if !fresh {
            match Store::open(&root, &header, Access::Read) {
                Ok(store) if store.is_complete() => return Ok(store),
                Ok(_) | Err(StoreError::Missing { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        let needs = Needs::of(&self.graph);
        let is_there = root.join(Store::folder_name(&header)).is_dir();
        let free = if is_there {
            None
        } else {
            free_space(&root).ok()
        };
        needs.check(self.common.memory, free)?;
        if !self.common.quiet && std::io::stderr().is_terminal() {
            eprintln!(
                "{} configurations at most: up to {} of memory, {} of disk in {}",
                with_commas(needs.configurations),
                human_bytes(needs.memory_bytes),
                human_bytes(needs.disk_bytes),
                root.display()
            );
        }
        Ok(Store::open(&root, &header, Access::Write { fresh })?)
    }

    /// What a store has to say.
    pub fn explored<'s>(&'s self, store: &'s Store) -> Explored<'s> {
        Explored::new(
            &self.graph,
            store.marks(),
            store.generations(),
            store.is_complete(),
            self.start_index(),
        )
    }

    /// Explores from `sources` until `enough` says so of a generation, or to the end.
    ///
    /// An interruption is a failure: what a command asked for is not there.
    pub fn explore(
        &self,
        keeper: &mut dyn Keeper,
        sources: &[u64],
        how: &How,
        mut enough: impl FnMut(&dyn Members) -> bool,
    ) -> Result<Outcome, Failure> {
        let known: u64 = keeper.counts().iter().sum();
        let mut progress = Progress::new(&Needs::of(&self.graph), known, self.common.quiet);
        let run = Run {
            graph: &self.graph,
            sources,
            engine: how.engine.clone(),
            max_generation: how.max_generation,
            threads: self.threads(),
            stop: stop_flag(),
        };
        let outcome = run.go(keeper, &mut |event| {
            progress.tell(&event);
            match event {
                Event::Found { configurations, .. } if enough(configurations) => {
                    ControlFlow::Break(())
                }
                _ => ControlFlow::Continue(()),
            }
        });
        progress.end();
        let outcome = outcome?;
        if outcome.ended == Ended::Interrupted {
            return Err(interrupted(keeper));
        }
        Ok(outcome)
    }
}

fn interrupted(keeper: &dyn Keeper) -> Failure {
    let finished = match keeper.counts() {
        [] => "before the first generation was finished".to_owned(),
        counts => format!(
            "after generation {}, {} configurations",
            counts.len() - 1,
            with_commas(counts.iter().sum::<u64>())
        ),
    };
    let hint = match keeper.marks() {
        Some(_) => "all is kept: the same command goes on from there",
        None => "nothing was kept; without --count-only a run can go on later",
    };
    Failure::of_run(format!("interrupted {finished}"), hint)
}

/// Set when the user asks the program to stop (Ctrl-C, or a termination signal); the second time it ends at
/// once.
pub fn stop_flag() -> &'static AtomicBool {
    static STOP: AtomicBool = AtomicBool::new(false);
    static HANDLER: OnceLock<()> = OnceLock::new();
    HANDLER.get_or_init(|| {
        // Without a handler the signal simply ends the program, which the store survives.
        let _ = ctrlc::set_handler(|| {
            if STOP.swap(true, Ordering::Relaxed) {
                std::process::exit(1);
            }
        });
    });
    &STOP
}
