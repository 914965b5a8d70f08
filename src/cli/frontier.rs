//! Explorations in sorted files: `slidewise explore --engine frontier`, and what other commands ask of them.

use super::arguments::{Engine, Explore};
use super::estimate;
use super::explore::{Explored, Reach, report};
use super::output::remark;
use super::progress::Progress;
use super::session::Session;
use super::shortest::{self, Target};
use super::wish::{LISTING_GOALS, stop_flag, unheeding};
use super::{CommandResult, Failure};
use crate::explore::{
    Budget, EngineChoice, Event, GenerationMembers, Outcome, Resources, Run, SearchEnd,
};
use slidewise_analysis::{FiledSearch, Goals, Routes};
use slidewise_puzzle::Sources;
use slidewise_render::{counted, human_bytes, json};
use slidewise_store::{
    Access, Frontiers, Spilled, Store, StoreError, check_holds_files, free_space,
};
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::time::Instant;

/// The memory that sorting takes where none is given.
const MEMORY: u64 = 1 << 30;

/// Explores a puzzle in sorted files.
pub fn run(session: &Session<'_>, words: &Explore) -> CommandResult {
    let common = session.common;
    let begun = Instant::now();
    let needs = needs(session)?;
    let goals = unheeding(common, LISTING_GOALS, || Goals::of(&session.graph));
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
    let known: u64 = store.generations().iter().sum();
    let mut generation = store.generations().len() as u64;
    // Of the generations found by this run.
    let mut observed: Option<Reach> = None;
    let keep_last = words.keep_last;
    store.limit_disk(words.disk.disk.unwrap_or(u64::MAX));
    let (outcome, spilled) = run_until(
        session,
        &mut store,
        &needs,
        max_generation,
        keep_last,
        |found, count| {
            let met = goals.count_in(found, count);
            Reach::add(&mut observed, generation, met);
            generation += 1;
            met > 0 && words.until_goal
        },
    )?;
    match (outcome.ended, words.disk.disk) {
        (SearchEnd::Interrupted, _) => return Err(session.interrupted(store.generations())),
        (SearchEnd::OutOfDisk, Some(limit)) => {
            return Err(shortest::out_of_disk(session, store.generations(), limit));
        }
        _ => {}
    }
    let has_all = FiledSearch::new(&session.graph, &store).has_all();
    let saw_all = known == 0;
    let reach = match (has_all, saw_all) {
        (true, _) => goals_in(session, &store, &goals, max_generation)?,
        (false, true) => observed,
        (false, false) => None,
    };
    let knows_goals = session.puzzle.goals.is_empty() || has_all || saw_all;
    let engine = EngineChoice::external(needs.memory_bytes);
    let explored = Explored {
        engine: engine.name(),
        reason: &engine.reason,
        counts: store.generations(),
        is_complete: store.is_complete(),
        reach,
        unknown: (!knows_goals).then(|| "generations were not kept".to_owned()),
        outcome,
        kept: session.kept_line(store.folder(), store.bytes()),
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

/// Explores in files until `enough` says so of a generation with this many configurations, or to the end.
fn run_until(
    session: &Session<'_>,
    store: &mut Frontiers,
    needs: &Resources,
    max_generation: Option<u64>,
    keep_last: Option<u64>,
    mut enough: impl FnMut(&dyn GenerationMembers, u64) -> bool,
) -> Result<(Outcome, Spilled), Failure> {
    let sources = [session.start_index()];
    session.graph.make_quick_cut();
    let tables = session.graph.bytes() + session.graph.cut_bytes();
    let run = Run {
        graph: &session.graph,
        sources: &sources,
        engine: EngineChoice::external(needs.memory_bytes.saturating_sub(tables))
            .keeping(keep_last),
        max_generation,
        threads: session.threads(),
        stop: stop_flag(),
    };
    let known: u64 = store.generations().iter().sum();
    let mut progress = Progress::of_files(needs, known, store.bytes(), session.common.quiet);
    let mut spilled = Spilled::default();
    let outcome = run.explore(store, &mut |event| {
        progress.tell(&event);
        match event {
            Event::Filed { spilled: more, .. } => spilled += more,
            Event::Found {
                count,
                configurations,
                ..
            } if enough(configurations, count) => return ControlFlow::Break(()),
            _ => {}
        }
        ControlFlow::Continue(())
    });
    progress.end();
    Ok((outcome.map_err(Failure::of_files)?, spilled))
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
    Resources::leave_half_to_cut(&mut session.graph, memory, threads);
}

fn memory(session: &Session<'_>) -> u64 {
    session.common.memory_or(MEMORY)
}

/// What exploring in files takes within the memory allowed.
fn needs(session: &Session<'_>) -> Result<Resources, Failure> {
    let memory = memory(session);
    let needs = Resources::in_files(&session.graph, memory, session.threads());
    // Where no limit was given the index was built without one.
    let built = session.graph.building_bytes();
    let allowed = session.common.memory.unwrap_or(memory.max(built));
    needs
        .check(Some(allowed), None)
        .map_err(Failure::of_bytes)?;
    Ok(needs)
}

/// The store of a search from Start in files, to be gone on with.
fn open(session: &Session<'_>, fresh: bool, needs: &Resources) -> Result<Frontiers, Failure> {
    let root = session.store_root()?;
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
    let root = session.store_root()?;
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

/// The ways to a target by the generations kept as files; `None` where these do not tell.
///
/// That there is no target, or none that can be reached, is a failure.
pub fn routes_to<'a>(
    session: &'a Session<'_>,
    files: &'a Frontiers,
    target: Target<'_>,
) -> Result<Option<Routes<'a>>, Failure> {
    let search = FiledSearch::new(&session.graph, files);
    if !search.has_all() {
        return Ok(None);
    }
    let is_complete = files.is_complete();
    match target {
        Target::Finish => {
            let goals = session.goals()?;
            match search.goals(&goals, None).map_err(Failure::of_files)? {
                Some(reach) => Ok(Some(search.routes_to(&reach.nearest, reach.generation)?)),
                None if is_complete => Err(session.unsolvable(&goals, files.generations())),
                None => Ok(None),
            }
        }
        Target::Position(position) => {
            let index = session.index_of(position)?;
            match search.generation_of(index).map_err(Failure::of_files)? {
                Some(generation) => Ok(Some(search.routes_to(&[index], generation)?)),
                None if is_complete => Err(session.unreachable(position)),
                None => Ok(None),
            }
        }
    }
}

/// Searches the first generations in files, or goes on with what is kept, until one has the target or the budget is
/// used up; how it ended.
pub fn search(
    session: &Session<'_>,
    target: Target<'_>,
    budget: Budget,
    fresh: bool,
) -> Result<(Frontiers, SearchEnd), Failure> {
    let needs = needs(session)?;
    let mut store = open(session, fresh, &needs)?;
    store.limit_disk(budget.disk);
    let goals = match target {
        Target::Finish => Some(session.goals()?),
        Target::Position(_) => None,
    };
    let index = match target {
        Target::Finish => None,
        Target::Position(position) => Some(session.index_of(position)?),
    };
    let (outcome, _) = run_until(session, &mut store, &needs, None, None, |found, count| {
        goals
            .as_ref()
            .is_some_and(|goals| goals.count_in(found, count) > 0)
            || index.is_some_and(|index| found.contains(index))
    })?;
    Ok((store, outcome.ended))
}

/// Says what exploring in files would take.
pub fn estimate(session: &Session<'_>) -> CommandResult {
    let needs = Resources::in_files(&session.graph, memory(session), session.threads());
    let disk = |needs: &Resources| {
        format!(
            "{} for each configuration found, {} for all, and up to twice the neighbours of one generation",
            counted(Frontiers::most_bytes_each(session.graph.len()), "byte"),
            human_bytes(needs.disk_bytes)
        )
    };
    // What all would take is no reason not to begin.
    let engine = EngineChoice::external(needs.memory_bytes);
    estimate::estimate(session, &needs, engine.name(), &engine.reason, disk, None)
}

/// Refuses options that are for files alone where another engine is taken, and those that are not for files.
pub fn check_words(words: &Explore) -> Result<(), Failure> {
    match words.engine {
        Engine::Frontier if words.count_only => Err(Failure::of_input(
            "the frontier engine keeps its generations in files, and --count-only keeps nothing",
            "leave --count-only out; --keep-last 2 keeps the last two generations alone",
        )),
        Engine::Auto | Engine::Sparse | Engine::Dense if words.disk.disk.is_some() => {
            Err(Failure::of_input(
                "--disk is for generations kept as files",
                "say --engine frontier too, or leave --disk out",
            ))
        }
        Engine::Auto | Engine::Sparse | Engine::Dense if words.keep_last.is_some() => {
            Err(Failure::of_input(
                "--keep-last is for generations kept as files",
                "say --engine frontier too, or leave --keep-last out",
            ))
        }
        _ => Ok(()),
    }
}
