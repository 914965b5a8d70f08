//! Explores Sokoban levels whole, and prints a row of the table in `docs/sokoban.md` for each.
//!
//! ```sh
//! cargo run --release -p slidewise-tools --bin levels -- 1 2 3
//! cargo run --release -p slidewise-tools --bin levels -- --file levels.xsb 1 2 3
//! ```
//!
//! Without `--file` the levels are those of Microban, which is built in. All positions count, with
//! boxes on any cell; pushes, steps and ways come from the positions with boxes on live cells.

use slidewise::unstable::sokoban::{
    BoxSpace, Collection, Level, LevelGraph, LevelLimits, LevelMetric, LevelSearch, builtin,
};
use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The most bytes of one search.
const MEMORY: u64 = 8 << 30;

type Failure = Box<dyn Error>;

static NEVER: AtomicBool = AtomicBool::new(false);

fn limits(until_solved: bool) -> LevelLimits<'static> {
    LevelLimits {
        memory: MEMORY,
        threads: 1,
        until_solved,
        max_generation: u64::MAX,
        stop: &NEVER,
    }
}

fn graph(level: &Level, metric: LevelMetric, space: BoxSpace) -> Result<LevelGraph<'_>, Failure> {
    Ok(LevelGraph::new(level, metric, space).ok_or("more positions than 63 bits can number")?)
}

/// The row of a level: positions, dead ones, depth, pushes, steps, ways, seconds.
fn row(number: usize, level: &Level) -> Result<String, Failure> {
    let begun = Instant::now();
    let all = graph(level, LevelMetric::Push, BoxSpace::All)?;
    let found = LevelSearch::from_start(&all, None, limits(false), &mut |_, _| {})?;
    let live = found.live(&all, limits(false))?.positions();
    let seconds = begun.elapsed().as_secs_f64();
    let (positions, depth) = (found.positions(), found.depth());
    drop(found);
    let solution = |metric| -> Result<_, Failure> {
        let graph = graph(level, metric, BoxSpace::Live)?;
        let found = LevelSearch::from_start(&graph, None, limits(true), &mut |_, _| {})?;
        let solved = found.solved(&graph)?.ok_or("no solution")?;
        Ok(found.solution(&graph, solved.generation, &solved.first, &NEVER)?)
    };
    let pushes = solution(LevelMetric::Push)?;
    let steps = solution(LevelMetric::Step)?;
    let dead = 100.0 * (positions - live) as f64 / positions as f64;
    Ok(format!(
        "| {number} | {} | {dead:.1} % | {depth} | {} | {} | {} | {seconds:.1} |",
        with_commas(&positions.to_string()),
        pushes.pushes,
        steps.steps,
        with_commas(&pushes.routes.to_string())
    ))
}

fn with_commas(digits: &str) -> String {
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn main() -> Result<(), Failure> {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let text = if words.first().is_some_and(|word| word == "--file") {
        let file = words.get(1).ok_or("--file needs the name of a file")?;
        let text = std::fs::read(file)?;
        words.drain(..2);
        text
    } else {
        builtin("microban").unwrap_or_default().as_bytes().to_vec()
    };
    let collection = Collection::read(&text)?;
    println!("| level | positions | dead | depth | pushes | steps | ways | seconds |");
    println!("|---|---|---|---|---|---|---|---|");
    for word in &words {
        let number: usize = word.parse()?;
        let entry = number
            .checked_sub(1)
            .and_then(|at| collection.entries.get(at));
        let level = entry.ok_or("no such level")?.level()?;
        println!("{}", row(number, &level)?);
    }
    Ok(())
}
