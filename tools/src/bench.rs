//! Benchmarks the explorer against a hash map on the same puzzles, each on one thread.
//!
//! Both start with the puzzle opened and end with every configuration found: building the index,
//! the tables and the map counts, freeing them does not. The two alternate, so that other load on
//! the machine affects both, and the ratio is the median over the pairs. The answers are compared
//! before a time is printed: with each other, generation by generation, and with the known totals.
//! No time counts as wrong.
//!
//! ```text
//! cargo run --release -p slidewise-tools --bin bench [-- --quick]
//! ```

use slidewise::unstable::engine::graph::Metric;
use slidewise::unstable::engine::search::{EngineChoice, MemorySink};
use slidewise::unstable::puzzle::Puzzle;
use slidewise::unstable::render::with_commas;
use slidewise_tools::trial::{self, Trial, first_difference, hash_map, hash_map_in_moves, median};
use std::error::Error;
use std::process::ExitCode;

/// A puzzle to measure, with its known figures.
struct BenchCase {
    word: &'static str,
    metric: Metric,
    /// Number of reachable configurations.
    configurations: u64,
    /// The greatest distance.
    depth: usize,
    /// Number of pairs of runs.
    pairs: usize,
}

const CASES: [BenchCase; 5] = [
    BenchCase {
        word: "lane-rouge",
        metric: Metric::Step,
        configurations: 25_955,
        depth: 167,
        pairs: 25,
    },
    BenchCase {
        word: "lane-rouge",
        metric: Metric::Move,
        configurations: 25_955,
        depth: 124,
        pairs: 25,
    },
    BenchCase {
        word: "checkmate",
        metric: Metric::Step,
        configurations: 653_940,
        depth: 114,
        pairs: 7,
    },
    BenchCase {
        word: "get-my-goat",
        metric: Metric::Step,
        configurations: 5_443_200,
        depth: 51,
        pairs: 3,
    },
    BenchCase {
        word: "tiles:2x5",
        metric: Metric::Step,
        configurations: 1_814_400,
        depth: 55,
        pairs: 5,
    },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_quick = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => false,
        ["--quick"] => true,
        _ => {
            eprintln!("usage: bench [--quick]");
            return ExitCode::from(2);
        }
    };
    println!(
        "All configurations of a puzzle breadth first: time from the opened puzzle to the last \
         one found,"
    );
    println!(
        "median over pairs of runs that take turns; ratio: median of hash map / explorer within \
         a pair."
    );
    println!();
    print_row([
        "puzzle",
        "metric",
        "configurations",
        "engine",
        "threads",
        "pairs",
        "time",
        "configurations/s",
        "memory",
        "ratio",
    ]);
    for case in &CASES {
        let pairs = if is_quick { 1 } else { case.pairs };
        if let Err(error) = case.measure(pairs) {
            eprintln!("{}: {error}", case.word);
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

impl BenchCase {
    fn measure(&self, pairs: usize) -> Result<(), Box<dyn Error>> {
        let puzzle = Puzzle::open(self.word)?;
        let rival = match (puzzle.board.rows() * puzzle.board.columns(), self.metric) {
            (10, Metric::Step) => hash_map::<10>,
            (12, Metric::Step) => hash_map::<12>,
            (16, Metric::Step) => hash_map::<16>,
            (20, Metric::Step) => hash_map::<20>,
            (20, Metric::Move) => hash_map_in_moves::<20>,
            (squares, metric) => {
                let metric = metric.name();
                let error = format!("no hash map is compiled for {squares} squares, {metric}");
                return Err(error.into());
            }
        };
        let mut rivals = Vec::new();
        let mut explorers = Vec::new();
        for _ in 0..pairs {
            let rival = rival(&puzzle, self.configurations as usize);
            let explorer = trial::explorer(
                &puzzle,
                self.metric,
                |graph| Ok(EngineChoice::best(graph)),
                1,
                |graph| MemorySink::new(graph.len()),
            )?;
            self.check(&rival, &explorer)?;
            rivals.push(rival);
            explorers.push(explorer);
        }
        let ratios = rivals
            .iter()
            .zip(&explorers)
            .map(|(rival, explorer)| rival.time.as_secs_f64() / explorer.time.as_secs_f64());
        let ratio = format!("{:.1} x", median(ratios));
        self.print("hash map", &rivals, "1");
        self.print("explorer", &explorers, &ratio);
        Ok(())
    }

    /// Fails if an engine's answer differs from the known one.
    fn check(&self, rival: &Trial, explorer: &Trial) -> Result<(), String> {
        for (engine, trial) in [("hash map", rival), ("explorer", explorer)] {
            let (configurations, depth) = trial.answer();
            if (configurations, depth) != (self.configurations, self.depth) {
                return Err(format!(
                    "the {engine} found {configurations} configurations up to distance {depth}, \
                     expected {} up to {}",
                    self.configurations, self.depth
                ));
            }
        }
        match first_difference(&rival.generations, &explorer.generations) {
            Some(generation) => Err(format!(
                "generation {generation} has {} configurations in the hash map, {} in the explorer",
                rival.generations[generation], explorer.generations[generation]
            )),
            None => Ok(()),
        }
    }

    fn print(&self, engine: &str, trials: &[Trial], ratio: &str) {
        let seconds = median(trials.iter().map(|trial| trial.time.as_secs_f64()));
        // Later runs may reuse memory that the allocator kept, so the greatest growth is the right
        // one.
        let peak = trials.iter().filter_map(|trial| trial.peak).max();
        print_row([
            self.word,
            self.metric.name(),
            &with_commas(self.configurations),
            engine,
            "1",
            &trials.len().to_string(),
            &format!("{:.2} ms", seconds * 1e3),
            &with_commas((self.configurations as f64 / seconds) as u64),
            &peak.map_or("-".to_owned(), |bytes| {
                format!("{:.1} MB", bytes as f64 / 1e6)
            }),
            ratio,
        ]);
    }
}

fn print_row(
    [
        puzzle,
        metric,
        configurations,
        engine,
        threads,
        pairs,
        time,
        rate,
        memory,
        ratio,
    ]: [&str; 10],
) {
    println!(
        "{puzzle:<12} {metric:<6} {configurations:>14}  {engine:<8} {threads:>7} {pairs:>5} \
         {time:>12} {rate:>16} {memory:>9} {ratio:>8}"
    );
}
