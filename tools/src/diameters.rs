//! Benchmarks the diameter against plain searches of the same graph, each on one thread.
//!
//! Two plain searches are timed, and the faster one is the unit: breadth-first search over the
//! component as arrays, with an array of distances and a queue; and a counting run of the explorer,
//! from Start. The time of the diameter starts with the graph and ends with the list of pairs, so
//! it includes building the component's arrays and finding symmetries. The answers are compared
//! with the known ones before a time is printed, and for L'Âne rouge also with the greatest
//! eccentricity of all plain searches.
//!
//! ```text
//! cargo run --release -p slidewise-tools --bin diameters [-- --quick]
//! ```
//!
//! Times are those that the thread spent on a core where the system reports them (Linux), so that
//! other load on the machine matters less; elsewhere they are wall-clock times.
//!
//! `--quick` runs one plain search in fifty and extrapolates.

use slidewise::unstable::analysis::{Bfs, CsrGraph, DiameterQuery};
use slidewise::unstable::engine::graph::{Graph, Metric};
use slidewise::unstable::engine::search::{CountSink, Run, Sink};
use slidewise::unstable::puzzle::Puzzle;
use slidewise::unstable::render::with_commas;
use slidewise_tools::core_stopwatch::CoreStopwatch;
use std::error::Error;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A graph to measure, with its known figures.
struct DiameterCase {
    word: &'static str,
    metric: Metric,
    diameter: u64,
    pairs: u128,
    /// Limit on the time of the diameter, in plain searches; `None` stands for the number of
    /// configurations.
    allowed: Option<usize>,
}

const CASES: [DiameterCase; 4] = [
    DiameterCase {
        word: "checkmate",
        metric: Metric::Step,
        diameter: 144,
        pairs: 2,
        allowed: Some(400),
    },
    DiameterCase {
        word: "lane-rouge",
        metric: Metric::Step,
        diameter: 190,
        pairs: 4,
        allowed: None,
    },
    DiameterCase {
        word: "lane-rouge",
        metric: Metric::Slide,
        diameter: 156,
        pairs: 8,
        allowed: None,
    },
    DiameterCase {
        word: "lane-rouge",
        metric: Metric::Move,
        diameter: 145,
        pairs: 8,
        allowed: None,
    },
];

/// With `--quick`, one plain search in this number is run.
const QUICK: usize = 50;
/// Number of counting runs of the explorer; the mean is used.
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

fn measure(case: &DiameterCase, quick: bool) -> Result<(), Box<dyn Error>> {
    let puzzle = Puzzle::open(case.word)?;
    let graph = Graph::new(&puzzle, &puzzle.start, case.metric)?;
    let start = graph.index_of(&puzzle.start).ok_or("Start has no index")?;
    let stop = AtomicBool::new(false);

    let component = CsrGraph::of(&graph, start, &stop)?;
    let vertices = component.len();
    let allowed = case.allowed.unwrap_or(vertices);
    let made = if quick {
        allowed.div_ceil(QUICK)
    } else {
        allowed
    };
    let mut sweep = Bfs::new(&component)?;
    let mut greatest = 0;
    let watch = CoreStopwatch::start();
    for number in 0..made {
        let from = (number * vertices / made) as u32;
        greatest = greatest.max(sweep.search(&component, from, &stop).ok_or("stopped")?);
    }
    let by_arrays = watch.elapsed().div_f64(made as f64);
    let watch = CoreStopwatch::start();
    for _ in 0..RUNS {
        let mut counts = CountSink::default();
        Run::new(&graph, &[start]).explore(&mut counts, &mut |_| ControlFlow::Continue(()))?;
        if counts.counts().iter().sum::<u64>() != vertices as u64 {
            return Err("the explorer and the component differ".into());
        }
    }
    let by_explorer = watch.elapsed() / RUNS;
    drop((component, sweep));

    let watch = CoreStopwatch::start();
    let found = DiameterQuery::new(&graph, start).measure(&mut |_| {})?;
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
