//! Solves, in moves, the catalogue's puzzles whose length was only published, not computed by an
//! independent program. Fails if a search differs from docs/catalogue.md, and names the puzzle.
//!
//! ```text
//! cargo run --release -p slidewise-tools --bin published [-- NAME ...]
//! ```
//!
//! All puzzles take half an hour on two cores, most of it for the three of Climb-15, and 2 GB of
//! memory.

use slidewise::unstable::analysis::{FirstHit, Goals, MarkedSearch, Routes, SearchSources};
use slidewise::unstable::engine::graph::{Graph, Metric};
use slidewise::unstable::engine::search::{Event, MemorySink, Run};
use slidewise::unstable::puzzle::Puzzle;
use slidewise::unstable::render::counted;
use std::error::Error;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::thread::available_parallelism;
use std::time::Instant;

/// Each puzzle with the length of a shortest solution and the number of shortest solutions, if it
/// has any.
const PUZZLES: [(&str, Option<(u64, u128)>); 11] = [
    ("hrd-05-bing-fen-san-lu", Some((72, 26_880))),
    ("iba-07-century-and-a-half", Some((148, 870_912))),
    ("iba-43-climb-12", None),
    ("layton-02-the-elevator-switch", Some((12, 3_264))),
    ("layton-05-the-time-machine", Some((39, 864))),
    ("layton-09-the-greatest-escape-2", Some((107, 5_160_960))),
    ("layton-16-the-diabolical-box-reopened", Some((38, 32))),
    (
        "iba-49-mini-climb-pro",
        Some((561, 40_568_257_039_564_800_000)),
    ),
    ("iba-44-climb-15", Some((104, 2_515_200))),
    ("iba-45-climb-15", Some((132, 576))),
    ("iba-46-climb-15", Some((101, 217_728))),
];

fn main() -> ExitCode {
    let names: Vec<String> = std::env::args().skip(1).collect();
    if let Some(unknown) = names
        .iter()
        .find(|name| PUZZLES.iter().all(|(own, _)| own != name))
    {
        eprintln!("published: unknown puzzle {unknown}");
        return ExitCode::from(2);
    }
    let wanted = |name: &str| names.is_empty() || names.iter().any(|own| own == name);
    for (name, expected) in PUZZLES.into_iter().filter(|(name, _)| wanted(name)) {
        let begun = Instant::now();
        let found = match solve(name) {
            Ok(found) => found,
            Err(error) => {
                eprintln!("published: {name}: {error}");
                return ExitCode::FAILURE;
            }
        };
        if found != expected {
            eprintln!("published: {name}: found {found:?}, expected {expected:?}");
            return ExitCode::FAILURE;
        }
        let words = found.map_or("no solution".to_owned(), |(moves, ways)| {
            let moves = counted(moves, "move");
            format!("{moves}, in {}", counted(ways, "shortest way"))
        });
        println!("{name}: {words}: {:.0} s", begun.elapsed().as_secs_f64());
    }
    ExitCode::SUCCESS
}

/// Searches up to the first generation with a goal; returns its number and the number of shortest
/// solutions.
fn solve(name: &str) -> Result<Option<(u64, u128)>, Box<dyn Error>> {
    let puzzle = Puzzle::open(name)?;
    let graph = Graph::new(&puzzle, &puzzle.start, Metric::Move)?;
    let goals = Goals::of(&graph);
    let start = [graph.index_of(&puzzle.start).ok_or("Start has no index")?];
    let mut memory = MemorySink::new(graph.len())?;
    let beginning = SearchSources::At(start[0]);
    let unexplored = MarkedSearch::in_memory(&graph, &memory, beginning);
    let mut lookout = FirstHit::new(&goals, unexplored)?;
    let run = Run {
        threads: available_parallelism()?.get(),
        ..Run::new(&graph, &start)
    };
    run.explore(&mut memory, &mut |event| match event {
        Event::Found {
            configurations,
            count,
            ..
        } if lookout.meets(configurations, count) => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    })?;
    let explored = MarkedSearch::in_memory(&graph, &memory, beginning);
    let Some(reach) = lookout.reach(explored)? else {
        return Ok(None);
    };
    let routes = Routes::to(explored, &reach.nearest, reach.generation)?;
    Ok(Some((routes.distance(), routes.count().try_into()?)))
}
