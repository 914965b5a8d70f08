//! The shortest ways from Start to Finish or to a position, by the method that fits the budget.

use super::Failure;
use super::arguments::{Common, Searched};
use super::frontier;
use super::hashed::HashedSearch;
use super::output::Output;
use super::session::{How, Session, allowance, store_root};
use crate::explore::{Budget, EngineChoice, Method, SearchEnd};
use slidewise_analysis::{Lookout, QueryError, Routes};
use slidewise_engine::graph::Allowance;
use slidewise_engine::index::SpaceError;
use slidewise_puzzle::{Configuration, Puzzle, Sources};
use slidewise_render::json::{self, Unanswered};
use slidewise_render::{counted, human_bytes};
use slidewise_store::{Frontiers, Header, Store};

/// Where the ways are to lead.
#[derive(Clone, Copy, Debug)]
pub enum Target<'t> {
    /// The nearest goals.
    Finish,
    /// A position.
    Position(&'t Configuration),
}

/// A search that was stopped before it met its target.
#[derive(Debug)]
pub struct Stopped {
    /// The target is at least this far from Start.
    at_least: u64,
    /// How many configurations are nearer, none of them a target.
    searched: u64,
    /// Why it was stopped, and what goes on from there.
    failure: Box<Failure>,
    /// A line about what is kept of it.
    kept: Option<String>,
}

/// What a search for ways came to.
#[derive(Debug)]
pub enum Sought<T> {
    /// What was made of the ways, and a line about what is kept of the search.
    Found(T, Option<String>),
    /// It was stopped.
    Stopped(Stopped),
}

#[cfg(feature = "pictures")]
impl<T> Sought<T> {
    /// What was made of the ways; a search that was stopped is a failure.
    pub fn found(self) -> Result<T, Failure> {
        match self {
            Sought::Found(found, _) => Ok(found),
            Sought::Stopped(stopped) => Err(*stopped.failure),
        }
    }
}

/// What `common` and an option `--disk` allow.
pub fn budget(common: &Common, disk: Option<u64>) -> Budget {
    Budget {
        memory: common.memory,
        disk: disk.unwrap_or(Budget::DISK),
    }
}

/// Finds the shortest ways to a target from a puzzle's Start, and gives them to `make`.
///
/// The configurations are numbered where that is quick, or a search is kept already. Where it is not, positions are
/// searched in a hash table; if many do not have the target, the rest is done with numbers after all, or without them
/// where there can be none.
///
/// That nothing leads there is a failure.
pub fn seek<T>(
    common: &Common,
    searched: &Searched,
    puzzle: &Puzzle,
    target: Target<'_>,
    budget: Budget,
    make: impl FnOnce(&Routes<'_>) -> Result<T, Failure>,
) -> Result<Sought<T>, Failure> {
    let all = allowance(common);
    let quick = Allowance {
        nodes: all.nodes.min(Method::QUICK_NODES),
        ..all
    };
    let numbered = |allowance| Session::within(common, searched, puzzle, allowance);
    let first = match is_kept(common, searched, puzzle)? {
        true => all,
        false => quick,
    };
    let mut fault = match numbered(first) {
        Ok(mut session) => return find(&mut session, target, budget, searched.fresh, make),
        Err(fault) => fault,
    };
    let mut search = HashedSearch::new(common, puzzle, target, budget);
    let mut ended = search.run(Method::HASHED_FIRST);
    if matches!(ended, SearchEnd::Complete | SearchEnd::OutOfMemory) {
        if first != all && matches!(fault, SpaceError::AutomatonTooLarge { .. }) {
            if common.memory.is_some() {
                // There may be no room for both the index and what was found.
                search = HashedSearch::new(common, puzzle, target, budget);
            }
            match numbered(all) {
                Ok(mut session) => {
                    drop(search);
                    return find(&mut session, target, budget, searched.fresh, make);
                }
                Err(larger) => fault = larger,
            }
        }
        ended = search.run(u64::MAX);
        if ended == SearchEnd::OutOfMemory {
            return Ok(search.stopped(search.out_of_memory(fault)));
        }
    }
    match ended {
        SearchEnd::Satisfied => Ok(Sought::Found(make(&search.routes())?, None)),
        SearchEnd::Complete => Err(search.unreachable()),
        _ => Ok(search.stopped(search.interrupted())),
    }
}

/// Whether a search of a puzzle from Start is kept, finished or not.
fn is_kept(common: &Common, searched: &Searched, puzzle: &Puzzle) -> Result<bool, Failure> {
    if searched.no_store || searched.fresh {
        return Ok(false);
    }
    let root = store_root(common)?;
    let header = Header {
        format: Header::FORMAT,
        name: puzzle.name.clone(),
        fingerprint: puzzle.fingerprint(Sources::Start),
        metric: common.metric.name().to_owned(),
        direction: Sources::Start.name().to_owned(),
        // Names of folders do not have these.
        configurations: 0,
        layout: String::new(),
    };
    let names = [Store::folder_name(&header), Frontiers::folder_name(&header)];
    Ok(names.iter().any(|name| root.join(name).is_dir()))
}

/// Finds the shortest ways to a target in a numbered graph, and gives them to `make`.
///
/// That nothing leads there is a failure.
pub fn find<T>(
    session: &mut Session<'_>,
    target: Target<'_>,
    budget: Budget,
    fresh: bool,
    make: impl FnOnce(&Routes<'_>) -> Result<T, Failure>,
) -> Result<Sought<T>, Failure> {
    // That nothing can lead there is told before any method is chosen.
    match target {
        Target::Finish => drop(session.goals()?),
        Target::Position(position) => {
            session.index_of(position)?;
        }
    }
    // A finished search answers in any budget.
    let method = match !fresh && session.kept(Sources::Start)?.is_some() {
        true => Method::Explore(EngineChoice::best(&session.graph)),
        false => Method::within(&session.graph, budget),
    };
    if method == Method::Generations {
        frontier::share_memory(session);
    }
    let files = frontier::kept(session, fresh)?;
    if let Some(files) = &files
        && let Some(routes) = frontier::routes_to(session, files, target)?
    {
        let kept = session.kept_line(files.folder(), files.bytes());
        return Ok(Sought::Found(make(&routes)?, kept));
    }
    drop(files);
    match method {
        Method::Explore(engine) => explore(session, target, engine, fresh, make),
        Method::Generations => search_generations(session, target, budget, fresh, make),
    }
}

/// Explores until a generation has the target, and keeps marks.
fn explore<T>(
    session: &Session<'_>,
    target: Target<'_>,
    engine: EngineChoice,
    fresh: bool,
    make: impl FnOnce(&Routes<'_>) -> Result<T, Failure>,
) -> Result<Sought<T>, Failure> {
    let sources = [session.start_index()];
    let mut store = session.open_store_for(&engine, Sources::Start, fresh)?;
    let how = How {
        engine,
        max_generation: None,
    };
    let kept = |store: &Store| session.kept_line(store.folder(), store.bytes());
    let stopped = |store: &Store| {
        let counts = store.generations();
        Ok(Stopped::after(
            counts,
            session.interrupted_run(store),
            kept(store),
        ))
    };
    match target {
        Target::Finish => {
            let goals = session.goals()?;
            let mut lookout = Lookout::new(&goals, session.explored(&store))?;
            if lookout.first().is_none() {
                let outcome = session.run(&mut store, &sources, &how, |found, count| {
                    lookout.meets(found, count)
                })?;
                if outcome.ended == SearchEnd::Interrupted {
                    return stopped(&store);
                }
            }
            let explored = session.explored(&store);
            let Some(reach) = lookout.reach(explored)? else {
                return Err(session.unsolvable(&goals, explored.counts()));
            };
            let routes = Routes::to(explored, &reach.nearest, reach.generation)?;
            Ok(Sought::Found(make(&routes)?, kept(&store)))
        }
        Target::Position(position) => {
            let index = session.index_of(position)?;
            if session.explored(&store).generation_of(index)?.is_none() {
                let outcome =
                    session.run(&mut store, &sources, &how, |found, _| found.contains(index))?;
                if outcome.ended == SearchEnd::Interrupted {
                    return stopped(&store);
                }
            }
            let explored = session.explored(&store);
            match explored.generation_of(index)? {
                Some(generation) => {
                    let routes = Routes::to(explored, &[index], generation)?;
                    Ok(Sought::Found(make(&routes)?, kept(&store)))
                }
                None if store.is_complete() => Err(session.unreachable(position)),
                // It has just been met: what leads there is marked wrongly.
                None => Err(QueryError::Damaged { index }.into()),
            }
        }
    }
}

/// Searches the first generations in sorted files, until one has the target or the budget is used up.
fn search_generations<T>(
    session: &Session<'_>,
    target: Target<'_>,
    budget: Budget,
    fresh: bool,
    make: impl FnOnce(&Routes<'_>) -> Result<T, Failure>,
) -> Result<Sought<T>, Failure> {
    let (store, ended) = frontier::search(session, target, budget, fresh)?;
    let kept = session.kept_line(store.folder(), store.bytes());
    if let Some(routes) = frontier::routes_to(session, &store, target)? {
        return Ok(Sought::Found(make(&routes)?, kept));
    }
    let counts = store.generations();
    let failure = match ended {
        SearchEnd::OutOfDisk => out_of_disk(session, counts, budget.disk),
        _ => session.interrupted(counts),
    };
    Ok(Stopped::after(counts, failure, kept))
}

impl Stopped {
    /// A search that met its target in none of these generations.
    pub fn after<T>(counts: &[u64], failure: Failure, kept: Option<String>) -> Sought<T> {
        Sought::Stopped(Stopped {
            at_least: counts.len() as u64,
            searched: counts.iter().sum(),
            failure: Box::new(failure),
            kept,
        })
    }

    /// What a command prints of it, for a target named in words; exit code 1.
    pub fn output(
        self,
        common: &Common,
        puzzle: &Puzzle,
        what: &str,
        unanswered: Unanswered,
    ) -> Output {
        let metric = common.metric.name();
        let record = json::Stopped {
            puzzle: puzzle.name.clone(),
            metric: metric.to_owned(),
            unanswered,
            proved: false,
            at_least: self.at_least,
            searched: json::digits(self.searched),
            reason: self.failure.message.clone(),
            hint: self.failure.hint.clone(),
        };
        let lines = vec![
            format!(
                "{}: {what} is at least {} away",
                puzzle.title,
                counted(self.at_least, metric)
            ),
            format!("{}; {}", self.failure.message, self.failure.hint),
        ];
        Output::new(lines, &record)
            .with_line(self.kept)
            .with_code(1)
    }
}

/// The failure of a search that may take no more of the disk.
pub fn out_of_disk(session: &Session<'_>, counts: &[u64], limit: u64) -> Failure {
    let hint = match session.keeps() {
        true => "--disk SIZE lets it take more: the same command goes on from there",
        false => {
            "--disk SIZE lets it take more; without --no-store the next one goes on from there"
        }
    };
    let searched = match counts {
        [] => String::new(),
        counts => format!(
            "; generations 0 to {} were searched, {}",
            counts.len() - 1,
            counted(counts.iter().sum::<u64>(), "configuration")
        ),
    };
    Failure::of_run(
        format!(
            "the next generation would take more than {} of the disk{searched}",
            human_bytes(limit)
        ),
        hint,
    )
}
