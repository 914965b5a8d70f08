//! `slidewise explore PUZZLE`: all generations.

use super::arguments::{Common, Engine, Explore};
use super::estimate::estimate;
use super::failure::shortage_in_words;
use super::frontier;
use super::output::{Output, line_width};
use super::session::{How, Session};
use super::{CommandResult, Failure};
use crate::explore::{CountSink, EngineChoice, EngineKind, Outcome, Resources, SimdLevel, Sink};
use slidewise_analysis::{GoalReach, Goals, Lookout, QueryError, Unsolvable, counts_up_to};
use slidewise_puzzle::Sources;
use slidewise_render::{
    Reason, counted, histogram, human_bytes, in_columns, json, no_solution, with_commas,
};
use std::time::{Duration, Instant};

/// Explores a puzzle.
pub fn run(common: &Common, words: &Explore) -> CommandResult {
    let mut session = Session::of(common, &words.searched)?;
    frontier::check_words(words)?;
    let mut engine = choose(&session, words.engine)?;
    if engine.is_none() {
        frontier::share_memory(&mut session);
    }
    engine = engine.map(|engine| match words.count_only {
        true => engine.without_marks(),
        false => engine.within(&session.graph, common.memory),
    });
    if words.estimate {
        let Some(engine) = engine else {
            return frontier::estimate(&session);
        };
        let needs = match words.count_only {
            true => Resources::to_count(&session.graph, &engine),
            false => Resources::of(&session.graph, &engine),
        };
        let disk = |needs: &Resources| human_bytes(needs.disk_bytes);
        let free = session.free_for_store(Sources::Start)?;
        return estimate(&session, &needs, engine.name(), &engine.reason, disk, free);
    }
    if words.until_goal && session.puzzle.goals.is_empty() {
        return Err(Failure::of_no_goal(
            &session.puzzle,
            "leave --until-goal out; --max-generation N stops after a generation",
        ));
    }
    let Some(engine) = engine else {
        return frontier::run(&session, words);
    };
    match words.count_only {
        true => count(&session, words, engine),
        false => mark(&session, words, engine),
    }
}

/// Explores, and keeps the sizes of the generations alone.
fn count(session: &Session<'_>, words: &Explore, engine: EngineChoice) -> CommandResult {
    let begun = Instant::now();
    let goals = Goals::of(&session.graph);
    let how = How {
        engine,
        max_generation: words.max_generation,
    };
    Resources::to_count(&session.graph, &how.engine).check(session.common.memory, None)?;
    let mut counts = CountSink::default();
    let mut reach = None;
    let mut generation = 0;
    let sources = [session.start_index()];
    let outcome = session.explore(&mut counts, &sources, &how, |found, count| {
        let met = goals.count_in(found, count);
        Reach::add(&mut reach, generation, met);
        generation += 1;
        met > 0 && words.until_goal
    })?;
    report(session, Explored::new(&how, &counts, reach, outcome), begun)
}

/// Explores, and keeps marks in the store.
fn mark(session: &Session<'_>, words: &Explore, engine: EngineChoice) -> CommandResult {
    let begun = Instant::now();
    let goals = Goals::of(&session.graph);
    let mut how = How {
        engine,
        max_generation: words.max_generation,
    };
    let mut store = session.open_store_for(&how.engine, Sources::Start, words.searched.fresh)?;
    store.take_sums_every(Duration::from_secs(words.checksums));
    let sources = [session.start_index()];
    how.engine = how.engine.for_search(&session.graph, &sources, &store);
    let before = session.explored(&store);
    // The sparse engine has each generation in memory as it is found; the dense one would have to read all words
    // again.
    let is_sparse = matches!(how.engine.kind, EngineKind::Sparse | EngineKind::Packed);
    let looks_out = words.until_goal || is_sparse && before.counts().is_empty();
    let mut lookout = match looks_out {
        true => Some(Lookout::new(&goals, before)?),
        false => None,
    };
    let met = lookout.as_ref().and_then(Lookout::first);
    if let Some(generation) = met.filter(|_| words.until_goal) {
        // A goal in a generation that is finished already ends the run before it begins.
        how.max_generation = Some(how.max_generation.unwrap_or(generation).min(generation));
    }
    let outcome = session.explore(&mut store, &sources, &how, |found, count| {
        let is_met = lookout.as_mut().is_some_and(|own| own.meets(found, count));
        is_met && words.until_goal
    })?;
    let marked = session.explored(&store);
    let wanted = match how.max_generation {
        Some(last) => marked.up_to(last),
        None => marked,
    };
    let reach = match lookout {
        Some(lookout) => lookout.reach(wanted),
        None => goals.reached(wanted),
    };
    // No search is to be repeated because too little memory is left for that.
    let (reach, unknown) = match reach {
        Err(QueryError::Memory(shortage)) => (None, Some(shortage_in_words(shortage))),
        reach => (reach?, None),
    };
    let explored = Explored {
        unknown,
        kept: session.kept_line(store.folder(), store.bytes()),
        ..Explored::new(&how, &store, reach.map(Reach::from), outcome)
    };
    report(session, explored.up_to(how.max_generation), begun)
}

/// Where goals were met first.
pub struct Reach {
    /// The generation.
    pub generation: u64,
    /// How many of its configurations are goals.
    pub count: u64,
    /// How many were met in all.
    pub reachable: u64,
}

impl Reach {
    /// Adds the goals that a later generation was found to have.
    pub fn add(reach: &mut Option<Reach>, generation: u64, goals: u64) {
        if goals > 0 {
            let reach = reach.get_or_insert(Reach {
                generation,
                count: goals,
                reachable: 0,
            });
            reach.reachable += goals;
        }
    }
}

impl From<GoalReach> for Reach {
    fn from(reach: GoalReach) -> Reach {
        Reach {
            generation: reach.generation,
            count: reach.nearest.len() as u64,
            reachable: reach.reachable,
        }
    }
}

/// What an exploration has come to.
pub struct Explored<'a> {
    /// The engine's name.
    pub engine: &'a str,
    /// Why it was taken.
    pub reason: &'a str,
    /// The sizes of the generations.
    pub counts: &'a [u64],
    /// Whether these are all.
    pub is_complete: bool,
    /// Where goals were met first, if they were.
    pub reach: Option<Reach>,
    /// Why it is not known whether goals were met; `None` where `reach` tells.
    pub unknown: Option<String>,
    /// What the run did.
    pub outcome: Outcome,
    /// Where generations are files.
    pub files: Option<json::Files>,
    /// A line about what is kept.
    pub kept: Option<String>,
}

impl<'a> Explored<'a> {
    fn new(
        how: &'a How,
        sink: &'a dyn Sink,
        reach: Option<Reach>,
        outcome: Outcome,
    ) -> Explored<'a> {
        Explored {
            engine: how.engine.name(),
            reason: &how.engine.reason,
            counts: sink.counts(),
            is_complete: sink.is_complete(),
            reach,
            unknown: None,
            outcome,
            files: None,
            kept: None,
        }
    }

    /// The same without the generations behind one; goals must not have been looked for there.
    pub fn up_to(self, last: Option<u64>) -> Explored<'a> {
        let counts = last.map_or(self.counts, |last| counts_up_to(self.counts, last));
        Explored {
            counts,
            is_complete: self.is_complete && counts.len() == self.counts.len(),
            ..self
        }
    }
}

/// How marks are made; `None` for an engine that makes none.
fn choose(session: &Session<'_>, engine: Engine) -> Result<Option<EngineChoice>, Failure> {
    match engine {
        Engine::Auto => Ok(Some(EngineChoice::best(&session.graph))),
        Engine::Sparse => Ok(Some(EngineChoice::sparse())),
        Engine::Dense => match EngineChoice::dense(&session.graph, SimdLevel::best()) {
            Ok(choice) => Ok(Some(choice)),
            Err(obstacle) => Err(Failure::of_input(
                format!(
                    "the dense engine cannot explore {}: {obstacle}",
                    session.puzzle.name
                ),
                "leave --engine out, or say --engine sparse",
            )),
        },
        Engine::Frontier => Ok(None),
    }
}

/// Tells what an exploration that began at some time has come to.
pub fn report(session: &Session<'_>, explored: Explored<'_>, begun: Instant) -> CommandResult {
    let seconds = begun.elapsed().as_secs_f64();
    let counts = explored.counts;
    let reach = explored.reach.as_ref();
    let is_unsolvable = explored.is_complete
        && explored.unknown.is_none()
        && reach.is_none()
        && !session.puzzle.goals.is_empty();
    let unsolvable = is_unsolvable.then(|| {
        let goals = Goals::of(&session.graph);
        let why = Unsolvable::after_search(&session.graph, &goals, counts.iter().sum());
        no_solution(&session.puzzle, &why)
    });
    // No generation that is finished has a goal.
    let has_bound =
        !session.puzzle.goals.is_empty() && explored.unknown.is_none() && !explored.is_complete;
    let at_least = has_bound.then_some(counts.len() as u64);
    let record = json::Explore {
        puzzle: session.puzzle.name.clone(),
        metric: session.common.metric.name().to_owned(),
        engine: explored.engine.to_owned(),
        reason: explored.reason.to_owned(),
        complete: explored.is_complete,
        generations: counts.iter().map(json::digits).collect(),
        states: json::digits(counts.iter().sum::<u64>()),
        depth: counts.len() as u64 - 1,
        goal: reach.map(|reach| json::GoalFound {
            generation: reach.generation,
            states: json::digits(reach.count),
            reachable: json::digits(reach.reachable),
        }),
        at_least: at_least.filter(|_| reach.is_none()),
        goal_known: explored.unknown.is_none(),
        unsolvable: unsolvable.clone(),
        seconds,
        resumed: explored.outcome.resumed,
        searched: explored.outcome.searched,
        files: explored.files,
    };
    let mut lines = vec![
        session.title_in_metric(),
        summary(counts, explored.is_complete),
    ];
    lines.extend(match &explored.unknown {
        None => goal_line(session, reach, unsolvable.as_ref(), counts.len() as u64),
        Some(why) => Some(format!("Finish not known: {why}")),
    });
    lines.push(String::new());
    lines.extend(in_columns(&sizes(counts), line_width()));
    lines.push(String::new());
    if counts.len() > 1 {
        let goal = reach.map(|reach| reach.generation as usize);
        lines.extend(histogram(counts, goal, line_width()));
        lines.push(String::new());
    }
    lines.push(how_long(explored.outcome, seconds));
    lines.extend(explored.files.map(on_disk));
    lines.extend(explored.kept);
    Ok(Output::new(lines, &record))
}

/// Each generation with its size, as wide as the widest.
fn sizes(counts: &[u64]) -> Vec<String> {
    let width = widest(counts);
    let sizes = counts.iter().enumerate();
    sizes
        .map(|(generation, count)| format!("{generation}: {:>width$}", with_commas(count)))
        .collect()
}

fn how_long(outcome: Outcome, seconds: f64) -> String {
    match (outcome.searched, outcome.resumed) {
        (false, _) => "answered from what was kept".to_owned(),
        (true, false) => format!("searched in {seconds:.2} s"),
        (true, true) => {
            let checked = match outcome.checked {
                true => " that was killed; what it left was checked",
                false => "",
            };
            format!("searched in {seconds:.2} s, going on with an earlier run{checked}")
        }
    }
}

fn on_disk(files: json::Files) -> String {
    let spilled = match files.spilled.runs {
        0 => String::new(),
        runs => format!(
            "; {} spilled while sorting, {}",
            counted(runs, "run"),
            human_bytes(files.spilled.bytes)
        ),
    };
    format!("{} on disk{spilled}", human_bytes(files.bytes))
}

fn widest(counts: &[u64]) -> usize {
    counts
        .iter()
        .map(|&count| with_commas(count).len())
        .max()
        .unwrap_or(0)
}

fn summary(counts: &[u64], is_complete: bool) -> String {
    let states = counted(counts.iter().sum::<u64>(), "configuration");
    let generations = counted(counts.len(), "generation");
    let (largest, most) = (0..)
        .zip(counts)
        .max_by_key(|&(generation, count)| (count, std::cmp::Reverse(generation)))
        .unwrap_or((0, &0));
    let completeness = if is_complete { "" } else { " so far" };
    format!(
        "{states} in {generations}{completeness}, depth {}; the largest, generation {largest}, has {}",
        counts.len() - 1,
        with_commas(most)
    )
}

fn goal_line(
    session: &Session<'_>,
    reach: Option<&Reach>,
    unsolvable: Option<&Reason>,
    finished: u64,
) -> Option<String> {
    match reach {
        _ if session.puzzle.goals.is_empty() => None,
        Some(reach) => Some(format!(
            "Finish first at generation {} ({}); {} reached in all",
            reach.generation,
            counted(reach.count, "goal configuration"),
            with_commas(reach.reachable)
        )),
        None => Some(match unsolvable {
            Some(why) => why.message.clone(),
            None => format!(
                "Finish not reached so far, so at least {} away",
                counted(finished, session.common.metric.name())
            ),
        }),
    }
}
