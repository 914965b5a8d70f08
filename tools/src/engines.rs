//! Benchmarks the engines: every engine, SIMD level, number of threads and sink, on puzzles of
//! distinct tiles.
//!
//! A search starts with the puzzle opened and ends with every configuration found: building the
//! index, the tables and the plans counts, freeing memory does not. The rows run in turn, round
//! after round, so that other load on the machine affects all of them. The time is the median over
//! the rounds; a row that took two seconds or more is not repeated. No time counts as wrong, but
//! answers do: totals, greatest distances and all generations are compared before anything is
//! printed.
//!
//! Bytes per configuration are calculated, for the dense engine. A layer fills the words of the
//! patterns of one colour, `w` words of 8 bytes a pattern:
//!
//! ```text
//! counted:   8 w x (slides into these patterns + 2 x patterns)
//! recorded:  8 w x (slides into these patterns + (1 + 4) x patterns)
//! ```
//!
//! One source word is read for each slide. When counting, the target word is read and written; when
//! recording, the target word is written, and two words of marks are read and written. There is a
//! layer for each generation, and the last one finds nothing. Layers skip blocks that nothing can
//! reach, and marks without a candidate, so the result is an upper bound. It is compared with the
//! machine's copying speed, bytes read and bytes written, between arrays much larger than its
//! caches. Puzzles whose words fit the caches can exceed that speed.
//!
//! ```text
//! cargo run --release -p slidewise-tools --bin engines [-- [--quick] [--sparse-3x4] [--large]]
//! ```
//!
//! `--quick` runs a single round. The sparse engine searches tiles:3x4 only with `--sparse-3x4`,
//! which takes minutes. `--large` adds tiles:2x7 (5.8 GB, minutes).

mod engine_cases;

use engine_cases::{CASES, EngineCase, MEASURED, REFERENCE, SparseRuns};
use slidewise::unstable::engine::graph::{Graph, Metric, RankLayout};
use slidewise::unstable::engine::search::{CountSink, EngineChoice, MemorySink, SimdLevel};
use slidewise::unstable::puzzle::Puzzle;
use slidewise::unstable::render::{counted, with_commas};
use slidewise_tools::foreign_load::ForeignLoad;
use slidewise_tools::trial::{self, first_difference, median};
use std::error::Error;
use std::hint::black_box;
use std::process::ExitCode;
use std::thread;
use std::time::Instant;

/// Number of rounds.
const ROUNDS: usize = 7;
/// A row that takes this number of seconds is not repeated.
const LONG: f64 = 2.0;
/// Size in words of each of the two arrays of the copying benchmark: one gigabyte.
const COPIED_WORDS: usize = 1 << 27;

#[derive(Clone, Copy, PartialEq, Eq)]
enum MeasuredEngine {
    HashMap,
    Sparse,
    Dense(SimdLevel),
}

/// A row of the table.
struct BenchRow {
    case: &'static EngineCase,
    engine: MeasuredEngine,
    threads: usize,
    is_recorded: bool,
    seconds: Vec<f64>,
}

/// Options of the command line.
#[derive(Default)]
struct BenchOptions {
    is_quick: bool,
    has_sparse_3x4: bool,
    has_large: bool,
}

/// Copying speed of the machine: bytes read and written per second, for each round.
struct CopySpeed {
    threads: usize,
    rates: Vec<f64>,
}

fn main() -> ExitCode {
    let mut wishes = BenchOptions::default();
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--quick" => wishes.is_quick = true,
            "--sparse-3x4" => wishes.has_sparse_3x4 = true,
            "--large" => wishes.has_large = true,
            _ => {
                eprintln!("usage: engines [--quick] [--sparse-3x4] [--large]");
                return ExitCode::from(2);
            }
        }
    }
    match measure(&wishes) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("engines: {error}");
            ExitCode::FAILURE
        }
    }
}

fn measure(wishes: &BenchOptions) -> Result<(), Box<dyn Error>> {
    let all_threads = thread::available_parallelism().map_or(1, usize::from);
    let mut thread_numbers = vec![1, all_threads];
    thread_numbers.dedup();
    let mut rows: Vec<BenchRow> = CASES
        .iter()
        .flat_map(|case| case.rows(wishes, &thread_numbers))
        .collect();
    let mut copying: Vec<CopySpeed> = thread_numbers
        .iter()
        .map(|&threads| CopySpeed {
            threads,
            rates: Vec::new(),
        })
        .collect();
    let others = ForeignLoad::begin();
    let rounds = if wishes.is_quick { 1 } else { ROUNDS };
    let mut known = CASES.each_ref().map(|_| None);
    for round in 1..=rounds {
        eprintln!("round {round} of {rounds}");
        copy(&mut copying);
        for row in &mut rows {
            if row.seconds.first().is_none_or(|&seconds| seconds < LONG) {
                let at = CASES.iter().position(|case| case.word == row.case.word);
                let known = &mut known[at.expect("a row's case is one of the cases")];
                row.take_turn(known)
                    .map_err(|error| format!("{}: {error}", row.title()))?;
            }
        }
    }
    print_table(&rows, &copying, others.share())?;
    print_ratios(&rows, all_threads);
    Ok(())
}

impl EngineCase {
    fn rows(&'static self, wishes: &BenchOptions, thread_numbers: &[usize]) -> Vec<BenchRow> {
        let row = |engine, threads, is_recorded| BenchRow {
            case: self,
            engine,
            threads,
            is_recorded,
            seconds: Vec::new(),
        };
        if self.is_large {
            let threads = thread_numbers.iter().max().copied().unwrap_or(1);
            let largest = row(MeasuredEngine::Dense(SimdLevel::best()), threads, false);
            return if wishes.has_large {
                vec![largest]
            } else {
                Vec::new()
            };
        }
        let has_sparse = match self.sparse {
            SparseRuns::Always => true,
            SparseRuns::WhenAsked => wishes.has_sparse_3x4,
            SparseRuns::Never => false,
        };
        let engines = SimdLevel::available()
            .into_iter()
            .map(MeasuredEngine::Dense);
        let engines: Vec<MeasuredEngine> = engines
            .chain(has_sparse.then_some(MeasuredEngine::Sparse))
            .collect();
        let mut rows: Vec<BenchRow> = self
            .hash_map
            .iter()
            .map(|_| row(MeasuredEngine::HashMap, 1, true))
            .collect();
        for engine in engines.into_iter().rev() {
            for is_recorded in [false, true] {
                for &threads in thread_numbers {
                    rows.push(row(engine, threads, is_recorded));
                }
            }
        }
        rows
    }

    /// Upper bound on the bytes that the dense engine moves in all layers.
    fn bytes_moved(&self, is_recorded: bool) -> Result<u64, Box<dyn Error>> {
        let puzzle = Puzzle::open(self.word)?;
        let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step)?;
        let table = graph.table().ok_or("the puzzle has too many patterns")?;
        if graph.orders().packing() == RankLayout::Plain {
            return Err("the dense engine does not support the puzzle".into());
        }
        let words = graph.orders().len() / 64;
        let start = graph.index_of(&puzzle.start).ok_or("Start has no index")?;
        let first = table.colour(start / graph.orders().len()).unwrap_or(false);
        let pass = |from: bool| -> u64 {
            let targets =
                (0..graph.patterns()).filter(|&pattern| table.colour(pattern) == Some(!from));
            let per_target = if is_recorded { 5 } else { 2 };
            let moved = targets.map(|pattern| table.slides(pattern).len() as u64 + per_target);
            moved.sum::<u64>() * words * 8
        };
        Ok((0..=self.depth)
            .map(|generation| pass(first ^ (generation % 2 == 1)))
            .sum())
    }
}

impl BenchRow {
    /// Runs the search once more; compares the answer with the known figures and with the first
    /// search of the puzzle.
    fn take_turn(&mut self, known: &mut Option<Vec<u64>>) -> Result<(), Box<dyn Error>> {
        let puzzle = Puzzle::open(self.case.word)?;
        let choose = |graph: &Graph| match self.engine {
            MeasuredEngine::Dense(level) => EngineChoice::dense(graph, level),
            _ => Ok(EngineChoice::sparse()),
        };
        let trial = match self.engine {
            MeasuredEngine::HashMap => {
                let search = self
                    .case
                    .hash_map
                    .ok_or("no hash map is compiled for the puzzle")?;
                search(&puzzle, self.case.configurations as usize)
            }
            _ if self.is_recorded => {
                let memory = |graph: &Graph| MemorySink::new(graph.len());
                trial::explorer(&puzzle, Metric::Step, choose, self.threads, memory)?
            }
            _ => {
                let count = |_: &Graph| Ok(CountSink::default());
                trial::explorer(&puzzle, Metric::Step, choose, self.threads, count)?
            }
        };
        let (configurations, depth) = trial.answer();
        if (configurations, depth) != (self.case.configurations, self.case.depth) {
            return Err(format!(
                "{configurations} configurations up to distance {depth}, expected {} up to {}",
                self.case.configurations, self.case.depth
            )
            .into());
        }
        let first = known.get_or_insert_with(|| trial.generations.clone());
        if let Some(generation) = first_difference(first, &trial.generations) {
            return Err(format!(
                "generation {generation} has {} configurations, but {} with another engine",
                trial.generations[generation], first[generation]
            )
            .into());
        }
        self.seconds.push(trial.time.as_secs_f64());
        Ok(())
    }

    fn time(&self) -> f64 {
        median(self.seconds.iter().copied())
    }

    fn rate(&self) -> f64 {
        self.case.configurations as f64 / self.time()
    }

    fn engine_name(&self) -> &'static str {
        match self.engine {
            MeasuredEngine::HashMap => "hash map",
            MeasuredEngine::Sparse => "sparse",
            MeasuredEngine::Dense(_) => "dense",
        }
    }

    fn path_name(&self) -> &'static str {
        match self.engine {
            MeasuredEngine::Dense(level) => level.name(),
            _ => "-",
        }
    }

    fn mode_name(&self) -> &'static str {
        if self.is_recorded {
            "recorded"
        } else {
            "counted"
        }
    }

    fn title(&self) -> String {
        format!(
            "{}, {} {}, {}, {}",
            self.case.word,
            self.engine_name(),
            self.path_name(),
            counted(self.threads, "thread"),
            self.mode_name()
        )
    }
}

/// Copies a large array a few times with each number of threads.
fn copy(copying: &mut [CopySpeed]) {
    let source: Vec<u64> = (0..COPIED_WORDS as u64).collect();
    let mut target = vec![1u64; COPIED_WORDS];
    for _ in 0..3 {
        for CopySpeed { threads, rates } in copying.iter_mut() {
            let part = COPIED_WORDS.div_ceil(*threads);
            let begun = Instant::now();
            thread::scope(|scope| {
                for (target, source) in target.chunks_mut(part).zip(source.chunks(part)) {
                    scope.spawn(|| black_box(target).copy_from_slice(black_box(source)));
                }
            });
            let moved = 2 * size_of_val(&source[..]);
            rates.push(moved as f64 / begun.elapsed().as_secs_f64());
        }
    }
}

fn print_table(
    rows: &[BenchRow],
    copying: &[CopySpeed],
    others: Option<f64>,
) -> Result<(), Box<dyn Error>> {
    println!(
        "All configurations of a puzzle breadth first: time from the opened puzzle to the last \
         one found,"
    );
    println!(
        "median over rounds in which the rows take turns. counted: only the sizes of generations \
         are kept;"
    );
    println!(
        "recorded: two bits a configuration, in memory (the hash map: a distance). All answers \
         agree."
    );
    println!();
    println!("Moved, of the dense engine, at most: a source word read for each slide, and");
    println!(
        "- counted: the target word read and written; recorded: the target word written, two \
         words of marks"
    );
    println!("  read and written; in every pass, for the patterns of one colour.");
    println!(
        "Of copy: that much a second over what this machine copies (read + written) between 1 GB \
         arrays,"
    );
    println!("  with the same number of threads:");
    for CopySpeed { threads, rates } in copying {
        let rate = median(rates.iter().copied());
        println!("- {}: {:.1} GB/s", counted(threads, "thread"), rate / 1e9);
    }
    if let Some(share) = others {
        println!(
            "Other programs took {:.0} % of the processors meanwhile.",
            share * 100.0
        );
    }
    println!();
    print_row([
        "puzzle",
        "configurations",
        "engine",
        "by",
        "threads",
        "mode",
        "runs",
        "time",
        "configurations/s",
        "moved",
        "of copy",
    ]);
    for row in rows {
        let (moved, share) = match row.engine {
            MeasuredEngine::Dense(_) => {
                let moved = row.case.bytes_moved(row.is_recorded)? as f64;
                let copied = copying.iter().find(|copied| copied.threads == row.threads);
                let copied = copied.ok_or("copying was not measured with these threads")?;
                let share = moved / row.time() / median(copied.rates.iter().copied());
                let each = moved / row.case.configurations as f64;
                (format!("{each:.1} B"), format!("{:.0} %", share * 100.0))
            }
            _ => ("-".to_owned(), "-".to_owned()),
        };
        print_row([
            row.case.word,
            &with_commas(row.case.configurations),
            row.engine_name(),
            row.path_name(),
            &row.threads.to_string(),
            row.mode_name(),
            &row.seconds.len().to_string(),
            &in_seconds(row.time()),
            &with_commas(row.rate() as u64),
            &moved,
            &share,
        ]);
    }
    println!();
    Ok(())
}

fn in_seconds(seconds: f64) -> String {
    if seconds < 1.0 {
        format!("{:.2} ms", seconds * 1e3)
    } else {
        format!("{seconds:.2} s")
    }
}

/// Prints the ratios between rows that docs/maintainers/benchmarks.md refers to. Ratios of times
/// are medians over the rounds.
fn print_ratios(rows: &[BenchRow], all_threads: usize) {
    let find = |word: &str, level: SimdLevel, threads: usize, is_recorded: bool| {
        rows.iter().find(|row| {
            row.case.word == word
                && row.engine == MeasuredEngine::Dense(level)
                && row.threads == threads
                && row.is_recorded == is_recorded
        })
    };
    let reference = rows
        .iter()
        .find(|row| row.case.word == REFERENCE && matches!(row.engine, MeasuredEngine::HashMap));
    for level in SimdLevel::available() {
        let wanted = match level.name() {
            "AVX-512" => "; wanted: 100 or more",
            "portable" => "; wanted: 40 or more",
            _ => "",
        };
        if let (Some(row), Some(reference)) = (find(MEASURED, level, 1, false), reference) {
            let times_as_many = over(reference, row)
                * (row.case.configurations as f64 / reference.case.configurations as f64);
            println!(
                "{MEASURED} counted, 1 thread, {}: {times_as_many:.1} times the hash map's \
                 configurations/s on {REFERENCE}{wanted}",
                level.name()
            );
        }
    }
    let large = CASES
        .iter()
        .filter(|case| !case.is_large && case.hash_map.is_none());
    for word in large.map(|case| case.word) {
        for level in SimdLevel::available() {
            let by = |threads, is_recorded| find(word, level, threads, is_recorded);
            let (Some(counted), Some(recorded)) = (by(1, false), by(1, true)) else {
                continue;
            };
            let mut line = format!(
                "{word}, {}: recorded takes {:.2} times as long as counted, 1 thread (wanted: \
                 2.5 or less)",
                level.name(),
                over(recorded, counted)
            );
            if let (true, Some(both)) = (all_threads > 1, by(all_threads, false)) {
                let wanted = if all_threads == 2 {
                    " (wanted: 1.6 or more)"
                } else {
                    ""
                };
                line += &format!(
                    "; counted, {all_threads} threads are {:.2} times as fast as 1{wanted}",
                    over(counted, both)
                );
            }
            println!("{line}");
        }
    }
}

/// The median over the rounds of the ratio of two rows' times.
fn over(one: &BenchRow, other: &BenchRow) -> f64 {
    let pairs = one.seconds.iter().zip(&other.seconds);
    median(pairs.map(|(one, other)| one / other))
}

fn print_row(
    [
        puzzle,
        configurations,
        engine,
        by,
        threads,
        mode,
        runs,
        time,
        rate,
        moved,
        share,
    ]: [&str; 11],
) {
    println!(
        "{puzzle:<22} {configurations:>14}  {engine:<8} {by:<8} {threads:>7}  {mode:<8} \
         {runs:>4} {time:>10} {rate:>16} {moved:>7} {share:>7}"
    );
}
