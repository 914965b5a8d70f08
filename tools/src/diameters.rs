//! Measures the diameter against plain searches of the same graph, one thread each, in one run.
//!
//! Two sorts of plain search are timed, and the faster is the yardstick: breadth first over the component laid
//! out, with an array of distances and a queue; and a counting run of the explorer, from Start. The diameter's
//! time begins with the graph and ends with the list of pairs: laying the component out and finding symmetries
//! is in it. Before a time is printed the answers have been compared with those that are known, and for L'Âne
//! rouge with the greatest eccentricity of all plain searches.
//!
//! ```text
//! cargo run --release -p slidewise-tools --bin diameters [-- --quick]
//! ```
//!
//! Times are those that the thread spent on a core, where the system tells them (Linux), so that what else the
//! machine does counts less; else those of the clock.
//!
//! `--quick` makes one plain search in fifty and multiplies.

use slidewise::analysis::{Component, Measurement, Sweep};
use slidewise::engine::graph::{Graph, Metric};
use slidewise::engine::search::{CountSink, Run, Sink};
use slidewise::puzzle::Puzzle;
use slidewise::render::with_commas;
use slidewise_tools::watch::Watch;
use std::error::Error;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A graph to be measured, and what is known of it.
struct Case {
    word: &'static str,
    metric: Metric,
    diameter: u64,
    pairs: u128,
    /// How many plain searches the diameter may take the time of; all configurations where there is none.
    allowed: Option<usize>,
}

const CASES: [Case; 4] = [
    Case {
        word: "checkmate",
        metric: Metric::Step,
        diameter: 144,
        pairs: 2,
        allowed: Some(400),
    },
    Case {
        word: "lane-rouge",
        metric: Metric::Step,
        diameter: 190,
        pairs: 4,
        allowed: None,
    },
    Case {
        word: "lane-rouge",
        metric: Metric::Slide,
        diameter: 156,
        pairs: 8,
        allowed: None,
    },
    Case {
        word: "lane-rouge",
        metric: Metric::Move,
        diameter: 145,
        pairs: 8,
        allowed: None,
    },
];

/// With `--quick` one plain search in this many.
const QUICK: usize = 50;
/// Counting runs of the explorer whose mean is taken.
const RUNS: u32 = 5;

fn main() -> ExitCode {
    let quick = std::env::args().any(|word| word == "--quick");
    for case in &CASES {
        if let Err(error) = measure(case, quick) {
            eprintln!("{} in {}s: {error}", case.word, case.metric.name());
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn measure(case: &Case, quick: bool) -> Result<(), Box<dyn Error>> {
    let puzzle = Puzzle::open(case.word)?;
    let graph = Graph::new(&puzzle, &puzzle.start, case.metric)?;
    let start = graph
        .index_of(&puzzle.start)
        .ok_or("the start has no number")?;
    let stop = AtomicBool::new(false);

    let component = Component::of(&graph, start, &stop)?;
    let vertices = component.len();
    let allowed = case.allowed.unwrap_or(vertices);
    let made = if quick {
        allowed.div_ceil(QUICK)
    } else {
        allowed
    };
    let mut sweep = Sweep::new(&component)?;
    let mut greatest = 0;
    let watch = Watch::start();
    for number in 0..made {
        let from = (number * vertices / made) as u32;
        greatest = greatest.max(sweep.search(&component, from, &stop).ok_or("stopped")?);
    }
    let by_arrays = watch.elapsed().div_f64(made as f64);
    let watch = Watch::start();
    for _ in 0..RUNS {
        let mut counts = CountSink::default();
        Run::new(&graph, &[start]).explore(&mut counts, &mut |_| ControlFlow::Continue(()))?;
        if counts.counts().iter().sum::<u64>() != vertices as u64 {
            return Err("the explorer and the component differ".into());
        }
    }
    let by_explorer = watch.elapsed() / RUNS;
    drop((component, sweep));

    let watch = Watch::start();
    let found = Measurement::new(&graph, start).go(&mut |_| {})?;
    let time = watch.elapsed();
    let is_whole = made == vertices && u64::from(greatest) != found.diameter;
    if (found.diameter, found.pair_count) != (case.diameter, case.pairs) || is_whole {
        return Err(format!("found {} with {} pairs", found.diameter, found.pair_count).into());
    }

    let plain = by_arrays.min(by_explorer);
    println!(
        "{} in {}s: diameter {}, radius {}, {} pairs, {} searches of {} configurations",
        case.word,
        case.metric.name(),
        found.diameter,
        found.radius.unwrap_or(0),
        found.pair_count,
        found.proof.searches(),
        with_commas(vertices),
    );
    println!(
        "  a plain search: {} over arrays, {} by the explorer",
        milliseconds(by_arrays),
        milliseconds(by_explorer)
    );
    let searches = time.as_secs_f64() / plain.as_secs_f64();
    println!(
        "  the diameter: {}, the time of {searches:.0} plain searches; {} are allowed: {}",
        milliseconds(time),
        with_commas(allowed),
        if searches <= allowed as f64 {
            "it holds"
        } else {
            "it does not hold"
        }
    );
    Ok(())
}

fn milliseconds(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1000.0)
}
