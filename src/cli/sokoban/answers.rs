//! Answers about Sokoban levels: `show`, `explore`, `solve`, `find`, `farthest`, `verify`.

use super::guided;
use super::records::{
    LevelExploreRecord, LevelFarthestRecord, LevelShowRecord, LevelVerifyRecord, LevelWayRecord,
    SolvedRecord,
};
use super::searches::{LevelObserver, counted_in, limits, store_of};
use crate::arguments::{CommonArgs, ExploreArgs, FarthestArgs, FindArgs, SolveArgs};
use crate::io::level_word::metric_of;
use crate::io::output::{CommandResult, Output, line_width, shown_of};
use crate::io::progress_log::ProgressLog;
use crate::io::setup::store_root;
use crate::io::signals::stop_flag;
use slidewise_app::{EngineName, LevelAnswer, NamedLevel, Problem, SolveMethod};
use slidewise_puzzle::SearchOrigin;
use slidewise_render::{counted, histogram, with_commas};
use slidewise_sokoban::{BoxSpace, LevelLimits, LevelMetric, LevelSearch, LevelSolution};
use slidewise_store::{Access, RunStore};
use std::time::Instant;

/// Shows a level.
pub(crate) fn show(named: &NamedLevel) -> CommandResult {
    let level = &named.level;
    let all = named.graph(LevelMetric::Step, BoxSpace::All)?;
    let live = named.graph(LevelMetric::Step, BoxSpace::Live)?;
    let record = LevelShowRecord {
        name: named.name.clone(),
        title: level.title.clone(),
        author: level.author.clone(),
        start: level.write_position(level.start()),
        goals: level.start().boxes.len(),
        boxes: level.start().boxes.len(),
        cells: level.cells(),
        live_cells: live.box_cells(),
        space: all.numbers().to_string(),
    };
    let mut lines = vec![named.name.clone()];
    lines.extend(level.title.iter().map(|title| format!("Title: {title}")));
    lines.extend(
        level
            .author
            .iter()
            .map(|author| format!("Author: {author}")),
    );
    lines.push(String::new());
    lines.extend(level.rows_of(level.start(), ' '));
    lines.push(String::new());
    lines.push(format!(
        "{}, {}, {} of them live",
        counted_in(record.boxes, "box"),
        counted(record.cells, "cell"),
        with_commas(record.live_cells),
    ));
    Ok(Output::new(lines, &record))
}

/// Explores a level.
pub(crate) fn explore(
    common: &CommonArgs,
    args: &ExploreArgs,
    named: &NamedLevel,
) -> CommandResult {
    let begun = Instant::now();
    refuse_first(&[
        (args.estimate, "--estimate"),
        (args.engine != EngineName::Auto, "--engine"),
        (args.keep_last.is_some(), "--keep-last"),
        (args.words_in_memory.is_some(), "--words-in-memory"),
        (args.disk.disk.is_some(), "--disk"),
    ])?;
    let metric = metric_of(common)?;
    let space = if args.live {
        BoxSpace::Live
    } else {
        BoxSpace::All
    };
    let graph = named.graph(metric, space)?;
    let store = if args.count_only {
        None
    } else {
        store_of(common, &args.searched.keeping, &graph, named)?
    };
    let resumed = store
        .as_ref()
        .is_some_and(|own| !own.generations().is_empty());
    let chosen = LevelLimits {
        until_solved: args.until_goal,
        max_generation: args.max_generation.unwrap_or(u64::MAX),
        ..limits(common)
    };
    let observer =
        ProgressLog::beside(LevelObserver::new(common, metric), args.progress.as_deref())?;
    let found = named.search(&graph, store, chosen, &*observer)?;
    let dead = if found.is_complete() {
        let live = found.live(&graph, limits(common))?;
        Some(found.positions() - live.positions())
    } else {
        None
    };
    let solved = found.solved(&graph)?;
    let record = LevelExploreRecord {
        puzzle: named.name.clone(),
        metric: metric.name(),
        engine: "pages",
        live: args.live,
        complete: found.is_complete(),
        generations: found.counts().iter().map(u64::to_string).collect(),
        states: found.positions().to_string(),
        dead: dead.map(|dead| dead.to_string()),
        depth: found.depth(),
        goal: solved.as_ref().map(|solved| SolvedRecord {
            generation: solved.generation,
            states: solved.first.len().to_string(),
            reachable: solved.reachable.to_string(),
        }),
        seconds: begun.elapsed().as_secs_f64(),
        resumed,
    };
    Ok(Output::new(explore_lines(&record, &found), &record))
}

fn explore_lines(record: &LevelExploreRecord, found: &LevelSearch) -> Vec<String> {
    let goal = record.goal.as_ref().map(|goal| goal.generation as usize);
    let mut lines = vec![format!("{} (metric {})", record.puzzle, record.metric)];
    lines.extend(histogram(found.counts(), goal, line_width()));
    let states = counted(found.positions(), "position");
    lines.push(if record.complete {
        format!("{states}, depth {}", record.depth)
    } else {
        format!("{states} so far, depth {}", record.depth)
    });
    if let Some(dead) = record
        .dead
        .as_ref()
        .and_then(|dead| dead.parse::<u64>().ok())
    {
        let share = 100.0 * dead as f64 / found.positions().max(1) as f64;
        lines.push(format!(
            "{} dead: no solution from there ({share:.1} %)",
            with_commas(dead)
        ));
    }
    lines.push(match &record.goal {
        Some(goal) => format!(
            "solved first in generation {}; {} in all",
            goal.generation,
            counted(&goal.reachable, "solved position")
        ),
        None if record.complete => "no solved position can be reached".to_owned(),
        None => "no solved position so far".to_owned(),
    });
    if record.live {
        lines.push("boxes on dead cells are left out (--live)".to_owned());
    }
    lines
}

/// Solves a level.
pub(crate) fn solve(common: &CommonArgs, args: &SolveArgs, named: &NamedLevel) -> CommandResult {
    refuse_first(&[
        (args.to.is_some(), "--to"),
        (args.method == SolveMethod::Meet, "--method meet"),
        (args.starts.is_some(), "--starts"),
        (args.goals.is_some(), "--goals"),
        (!args.keep.is_empty(), "--keep"),
        (args.all, "--all"),
        (args.certified.certificate.is_some(), "--certificate"),
    ])?;
    let metric = metric_of(common)?;
    let observer = LevelObserver::new(common, metric);
    Ok(
        match named.solve(metric, args.method, limits(common), &observer)? {
            LevelAnswer::Explored { generation, way } => {
                way_output(named, metric, generation, &way)
            }
            LevelAnswer::Guided {
                pushes,
                lurd,
                routes,
                nodes,
            } => guided::solved(
                named,
                metric,
                nodes,
                (pushes, lurd, routes.map(|own| own.to_string())),
            ),
            LevelAnswer::Stopped {
                at_least,
                nodes,
                problem,
            } => guided::stopped(named, metric, nodes, at_least, problem),
        },
    )
}

/// Refuses the first option that levels do not have.
fn refuse_first(options: &[(bool, &str)]) -> Result<(), Problem> {
    match options.iter().find(|own| own.0) {
        Some((_, option)) => Err(Problem::of_input(
            format!("{option} does not exist for Sokoban levels"),
            format!("leave out {option}"),
        )),
        None => Ok(()),
    }
}

fn way_output(
    named: &NamedLevel,
    metric: LevelMetric,
    generation: u64,
    way: &LevelSolution,
) -> Output {
    let positions = way.positions.iter();
    let positions = positions.map(|own| named.level.write_position(own));
    let record = LevelWayRecord {
        puzzle: named.name.clone(),
        metric: metric.name(),
        generation,
        pushes: way.pushes,
        steps: way.steps,
        routes: way.routes.to_string(),
        proved: true,
        lurd: way.lurd.clone(),
        positions: positions.collect(),
    };
    let pushes = counted_in(way.pushes, "push");
    let steps = counted(way.steps, "step");
    let least = match metric {
        LevelMetric::Push => "fewest pushes, then fewest steps, both proved",
        LevelMetric::Step => "fewest steps, proved",
    };
    let mut lines = vec![
        format!("{}: {pushes}, {steps} ({least})", named.name),
        format!("{} of this length", counted(&record.routes, "shortest way")),
    ];
    let letters: Vec<char> = way.lurd.chars().collect();
    let width = line_width().max(20);
    lines.extend(letters.chunks(width).map(|part| part.iter().collect()));
    Output::new(lines, &record)
}

/// Finds a position of a level.
pub(crate) fn find(common: &CommonArgs, args: &FindArgs, named: &NamedLevel) -> CommandResult {
    let metric = metric_of(common)?;
    let graph = named.graph(metric, BoxSpace::All)?;
    let wanted = named.level.read_position(args.wanted());
    let wanted = wanted.map_err(|error| Problem::of_level("POSITION", &error))?;
    let observer = LevelObserver::new(common, metric);
    let found = named.search(&graph, None, limits(common), &observer)?;
    let (number, generation, way) = named.way_in(&graph, &found, &wanted, stop_flag())?;
    let live = found.live(&graph, limits(common))?;
    let fate = if live.contains(number) {
        "the level can be solved from there"
    } else {
        "dead: the level cannot be solved from there"
    };
    Ok(way_output(named, metric, generation, &way).with_line(Some(fate.to_owned())))
}

/// Finds the farthest positions of a level.
pub(crate) fn farthest(
    common: &CommonArgs,
    args: &FarthestArgs,
    named: &NamedLevel,
) -> CommandResult {
    refuse_first(&[(args.goals.is_some(), "--goals")])?;
    let metric = metric_of(common)?;
    let observer = LevelObserver::new(common, metric);
    let (generation, members) = named.farthest(metric, args.from, limits(common), &observer)?;
    let texts = members.iter().map(|own| named.level.write_position(own));
    let mut texts: Vec<String> = texts.collect();
    texts.sort_unstable();
    texts.truncate(args.limit);
    let record = LevelFarthestRecord {
        puzzle: named.name.clone(),
        metric: metric.name(),
        from: args.from.name(),
        generation,
        count: members.len().to_string(),
        positions: texts,
    };
    let from = if args.from == SearchOrigin::Goals {
        "the nearest solved position"
    } else {
        "the start"
    };
    let distance = counted_in(record.generation, metric.name());
    let count = counted(members.len(), "position");
    let mut lines = vec![format!("{count}, {distance} from {from}")];
    lines.extend(record.positions.iter().cloned());
    if record.positions.len() < members.len() {
        lines.push(shown_of(record.positions.len(), with_commas(members.len())));
    }
    Ok(Output::new(lines, &record))
}

/// Checks the kept search of a level.
pub(crate) fn verify(common: &CommonArgs, named: &NamedLevel) -> CommandResult {
    let metric = metric_of(common)?;
    let root = store_root(common)?;
    let mut problems = Vec::new();
    let mut stores = 0;
    for space in [BoxSpace::All, BoxSpace::Live] {
        let graph = named.graph(metric, space)?;
        let header = graph.header(&named.store_name());
        if !root.join(RunStore::folder_name(&header)).is_dir() {
            continue;
        }
        stores += 1;
        match RunStore::open(&root, &header, Access::Read) {
            Ok(store) => problems.extend(store.verify().iter().map(ToString::to_string)),
            Err(error) => problems.push(error.to_string()),
        }
    }
    if stores == 0 {
        return Err(Problem::no_such_thing(
            format!("no search of {} in {} is kept", named.name, metric.name()),
            "`slidewise explore` keeps one",
        ));
    }
    let lines = match problems.as_slice() {
        [] => vec![format!(
            "{}: {}, no fault",
            named.name,
            counted(stores, "store")
        )],
        problems => problems.to_vec(),
    };
    let record = LevelVerifyRecord {
        puzzle: named.name.clone(),
        metric: metric.name(),
        ok: problems.is_empty(),
        problems,
    };
    let code = u8::from(!record.ok);
    Ok(Output::new(lines, &record).with_code(code))
}
