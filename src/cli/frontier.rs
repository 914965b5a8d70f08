//! Explorations in sorted files: `slidewise explore --engine frontier`, and what other commands ask of them.

use super::arguments::{Engine, Explore};
use super::estimate;
use super::explore::{Explored, Reach, report};
use super::output::remark;
use super::progress::Progress;
use super::session::{GOES_ON, Session, interrupted, store_root};
use super::wish::{stop_flag, unheeding};
use super::{CommandResult, Failure};
use crate::explore::{Ended, Event, Frontier, Needs};
use crate::present::{counted, human_bytes, json};
use crate::puzzle::{Configuration, Sources};
use crate::query::{FiledSearch, Goals, Routes};
use crate::store::{Access, Frontiers, Spilled, Store, StoreError, check_holds_files, free_space};
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// The memory that sorting takes where none is given.
const MEMORY: u64 = 1 << 30;

/// Explores a puzzle in sorted files.
pub fn run(session: &Session<'_>, words: &Explore) -> CommandResult {
    let common = session.common;
    let begun = Instant::now();
    let needs = needs(session)?;
    let goals = unheeding(common, || Goals::of(&session.graph));
    let mut store = open(session, words.searched.fresh, &needs)?;
    let mut max_generation = words.max_generation;
    if words.until_goal
        && store.first_kept() == 0
        && let Some(reach) = goals_in(session, &store, &goals, None)?
    {
        // A goal in a generation that is finished already ends the run before it begins.
        let met = reach.generation;
        max_generation = Some(max_generation.unwrap_or(met).min(met));
    }
    let sources = [session.start_index()];
    let run = Frontier {
        graph: &session.graph,
        sources: &sources,
        max_generation,
        keep_last: words.keep_last,
        memory: needs.memory_bytes - session.graph.bytes() - session.graph.cut_bytes(),
        threads: session.threads(),
        stop: stop_flag(),
    };
    let known: u64 = store.generations().iter().sum();
    let mut progress = Progress::of_files(&needs, known, store.bytes(), common.quiet);
    let mut spilled = Spilled::default();
    // Of the generations found by this run.
    let mut observed: Option<Reach> = None;
    let outcome = run.go(&mut store, &mut |event| {
        progress.tell(&event);
        match event {
            Event::Filed { spilled: more, .. } => spilled += more,
            Event::Found {
                generation,
                count,
                configurations,
            } => {
                let met = goals.count_in(configurations, count);
                Reach::add(&mut observed, generation, met);
                if met > 0 && words.until_goal {
                    return ControlFlow::Break(());
                }
            }
            _ => {}
        }
        ControlFlow::Continue(())
    });
    progress.end();
    let outcome = outcome.map_err(Failure::of_files)?;
    if outcome.ended == Ended::Interrupted {
        return Err(interrupted(store.generations(), GOES_ON));
    }
    let has_all = FiledSearch::new(&session.graph, &store).has_all();
    let saw_all = known == 0;
    let reach = match (has_all, saw_all) {
        (true, _) => goals_in(session, &store, &goals, max_generation)?,
        (false, true) => observed,
        (false, false) => None,
    };
    let knows_goals = session.puzzle.goals.is_empty() || has_all || saw_all;
    let explored = Explored {
        engine: Frontier::NAME,
        reason: Frontier::REASON,
        counts: store.generations(),
        is_complete: store.is_complete(),
        reach,
        unknown: (!knows_goals).then(|| "generations were not kept".to_owned()),
        outcome,
        files: Some(json::Files {
            bytes: store.bytes(),
            first_kept: store.first_kept(),
            spilled: json::Spilled {
                runs: spilled.runs,
                merges: spilled.merges,
                bytes: spilled.bytes,
            },
        }),
    };
    report(session, explored.up_to(max_generation), begun)
}

/// Where goals are first in the generations that are kept, up to a last one.
fn goals_in(
    session: &Session<'_>,
    store: &Frontiers,
    goals: &Goals<'_>,
    last: Option<u64>,
) -> Result<Option<Reach>, Failure> {
    let search = FiledSearch::new(&session.graph, store);
    let reach = search.goals(goals, last).map_err(Failure::of_files)?;
    Ok(reach.map(Reach::from))
}

/// Lets tables of half boards take half of the memory; the rest is left to sorting.
pub fn share_memory(session: &mut Session<'_>) {
    let (memory, threads) = (memory(session), session.threads());
    Needs::leave_half_to_cut(&mut session.graph, memory, threads);
}

fn memory(session: &Session<'_>) -> u64 {
    session.common.memory_or(MEMORY)
}

/// What exploring in files takes within the memory allowed.
fn needs(session: &Session<'_>) -> Result<Needs, Failure> {
    let memory = memory(session);
    let needs = Needs::in_files(&session.graph, memory, session.threads());
    // Where no limit was given the index was built without one.
    let built = session.graph.building_bytes();
    let allowed = session.common.memory.unwrap_or(memory.max(built));
    needs
        .check(Some(allowed), None)
        .map_err(Failure::of_bytes)?;
    Ok(needs)
}

/// The store of a search from Start in files, to be gone on with.
fn open(session: &Session<'_>, fresh: bool, needs: &Needs) -> Result<Frontiers, Failure> {
    let root = store_root(session.common)?;
    let header = session.header(Sources::Start);
    if !fresh {
        match Frontiers::open(&root, &header, Access::Read) {
            Ok(store) if store.is_complete() => return Ok(store),
            Ok(_) | Err(StoreError::Missing { .. }) => {}
            Err(error) => return Err(Failure::of_files(error)),
        }
    }
    check_holds_files(&root)?;
    if !session.common.quiet && std::io::stderr().is_terminal() {
        let free = free_space(&root).map_or(String::new(), |free| {
            format!(", {} of it free", human_bytes(free))
        });
        remark(format!(
            "{} at most: {} of memory; of disk in {}{free}, up to {} for each one found, and the neighbours of one generation besides",
            counted(needs.configurations, "configuration"),
            human_bytes(needs.memory_bytes),
            root.display(),
            counted(Frontiers::most_bytes_each(session.graph.len()), "byte"),
        ));
    }
    Frontiers::open(&root, &header, Access::Write { fresh }).map_err(Failure::of_files)
}

/// What is kept of a search from Start in files, for commands that only ask; `None` if there is nothing, or
/// if a finished search that is kept as marks answers better.
pub fn kept(session: &Session<'_>, fresh: bool) -> Result<Option<Frontiers>, Failure> {
    if fresh {
        return Ok(None);
    }
    let root = store_root(session.common)?;
    let header = session.header(Sources::Start);
    if matches!(Store::finished(&root, &header), Ok(Some(_))) {
        return Ok(None);
    }
    match Frontiers::open(&root, &header, Access::Read) {
        Ok(store) => Ok((!store.generations().is_empty()).then_some(store)),
        Err(StoreError::Missing { .. }) => Ok(None),
        Err(error) => Err(Failure::of_files(error)),
    }
}

/// The ways to a position by the generations kept as files; `None` where these do not tell.
///
/// That it cannot be reached is a failure.
pub fn routes_to<'a>(
    session: &'a Session<'_>,
    files: &'a Frontiers,
    position: &Configuration,
) -> Result<Option<Routes<'a>>, Failure> {
    session.check_way_to(position)?;
    let index = session.graph.index_of(position);
    let index = index.ok_or_else(|| session.unreachable(position))?;
    let search = FiledSearch::new(&session.graph, files);
    if !search.has_all() {
        return Ok(None);
    }
    let found = search.generation_of(index).map_err(Failure::of_files)?;
    match found {
        Some(generation) => Ok(Some(search.routes_to(&[index], generation)?)),
        None if files.is_complete() => Err(session.unreachable(position)),
        None => Ok(None),
    }
}

/// The ways to the nearest goals by the generations kept as files; `None` where these do not tell.
///
/// That there is no goal, or none that can be reached, is a failure.
pub fn routes_to_goal<'a>(
    session: &'a Session<'_>,
    files: &'a Frontiers,
) -> Result<Option<Routes<'a>>, Failure> {
    let goals = session.goals()?;
    let search = FiledSearch::new(&session.graph, files);
    if !search.has_all() {
        return Ok(None);
    }
    match search.goals(&goals, None).map_err(Failure::of_files)? {
        Some(reach) => Ok(Some(search.routes_to(&reach.nearest, reach.generation)?)),
        None if files.is_complete() => Err(session.unsolvable(&goals, files.generations())),
        None => Ok(None),
    }
}

/// The failure to look further for what no generation has, where all are kept. That there is no such thing, or that the
/// user stopped the search, stands by itself.
pub fn not_in(files: &Frontiers, wanted: &str, failure: Failure) -> Failure {
    // What is not kept may have it.
    let has_all = files.first_kept() == 0;
    if !has_all || failure.code != 1 || stop_flag().load(Ordering::Relaxed) {
        return failure;
    }
    let last = files.generations().len() as u64 - 1;
    Failure {
        message: format!(
            "{wanted} is in none of the generations 0 to {last} that are kept as files; to look further, {}",
            failure.message
        ),
        ..failure
    }
}

/// Says what exploring in files would take.
pub fn estimate(session: &Session<'_>) -> CommandResult {
    let needs = Needs::in_files(&session.graph, memory(session), session.threads());
    let disk = |needs: &Needs| {
        format!(
            "{} for each configuration found, {} for all, and up to twice the neighbours of one generation",
            counted(Frontiers::most_bytes_each(session.graph.len()), "byte"),
            human_bytes(needs.disk_bytes)
        )
    };
    // What all would take is no reason not to begin.
    let (engine, reason) = (Frontier::NAME, Frontier::REASON);
    estimate::estimate(session, &needs, engine, reason, disk, None)
}

/// Refuses options that are for files alone where another engine is taken, and those that are not for files.
pub fn check_words(words: &Explore) -> Result<(), Failure> {
    match words.engine {
        Engine::Frontier if words.count_only => Err(Failure::of_input(
            "the frontier engine keeps its generations in files, and --count-only keeps nothing",
            "leave --count-only out; --keep-last 2 keeps the last two generations alone",
        )),
        Engine::Auto | Engine::Sparse | Engine::Dense if words.keep_last.is_some() => {
            Err(Failure::of_input(
                "--keep-last is for generations kept as files",
                "say --engine frontier too, or leave --keep-last out",
            ))
        }
        _ => Ok(()),
    }
}
