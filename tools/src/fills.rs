//! Benchmarks `fill` and `jump` on the inputs of docs/other-puzzles.md: the octogram against a
//! plain search, the others alone. Every answer is checked against the known one before its time is
//! printed.
//!
//! ```text
//! cargo run --release -p slidewise-tools --bin fills [-- --pairs N]
//! ```
//!
//! The two searches of a pair alternate, so that other load on the machine affects both. A pair
//! takes about a minute.

#[path = "../../tests/support/position.rs"]
mod position;
#[path = "../../tests/support/random.rs"]
mod random;

use position::{position, text_of};
use random::SplitMix;
use slidewise::unstable::tabletop::{
    Checkers, Hidoku, MagicBoard, MagicRules, Neighbourhood, SolutionSearch, Stones, StonesRules,
};
use slidewise_tools::{foreign_load::ForeignLoad, plain_fill, trial::median};
use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let pairs = match &words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => Some(3),
        ["--pairs", number] => number.parse().ok().filter(|&pairs: &usize| pairs > 0),
        _ => None,
    };
    let Some(pairs) = pairs else {
        eprintln!("usage: fills [--pairs N]");
        return ExitCode::from(2);
    };
    match measure(pairs) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("fills: {error}");
            ExitCode::FAILURE
        }
    }
}

fn figure(name: &str) -> Result<String, Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/figures/others");
    Ok(fs::read_to_string(folder.join(name))?)
}

/// Runs a search, checks its answer against `wanted` and returns the seconds it took.
fn timed(
    what: &str,
    wanted: u64,
    run: impl FnOnce() -> Result<u64, Box<dyn Error>>,
) -> Result<f64, Box<dyn Error>> {
    let begun = Instant::now();
    let found = run()?;
    let seconds = begun.elapsed().as_secs_f64();
    if found != wanted {
        return Err(format!("{what}: {found}, expected {wanted}").into());
    }
    println!("{what:<44} {found:>8} {seconds:>9.4} s");
    Ok(seconds)
}

fn stones(text: &str, threads: usize, rules: StonesRules) -> Result<u64, Box<dyn Error>> {
    let hunt = SolutionSearch {
        threads,
        ..SolutionSearch::default()
    };
    let stones = Stones::read(text.as_bytes(), &rules)?;
    let found = stones.firsts().iter().map(|&first| {
        let found = stones.hunt(first, &hunt, &mut |_| {});
        found.solutions
    });
    Ok(found.sum())
}

fn measure(pairs: usize) -> Result<(), Box<dyn Error>> {
    let others = ForeignLoad::begin();
    let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let octogram = figure("octogram.txt")?;
    let all = StonesRules::default();
    let unique = StonesRules {
        unique: true,
        ..all
    };
    let mut ratios = Vec::new();
    for _ in 0..pairs {
        let plain = timed("octogram, plain search, 1 thread", 129_168, || {
            Ok(plain_fill::count(&octogram))
        })?;
        let here = timed("octogram, slidewise, 1 thread", 129_168, || {
            stones(&octogram, 1, all)
        })?;
        ratios.push(here / plain);
    }
    let what = format!("octogram, slidewise, threads: {threads}");
    timed(&what, 129_168, || stones(&octogram, threads, all))?;
    timed("octogram --unique, slidewise, 1 thread", 16_146, || {
        stones(&octogram, 1, unique)
    })?;
    let eight = figure("stones-8x8.txt")?;
    timed("stones-8x8, both colours first", 208, || {
        stones(&eight, 1, all)
    })?;
    let no_colours = StonesRules {
        no_colours: true,
        ..all
    };
    timed("stones-8x8 --no-colours", 3648, || {
        stones(&eight, 1, no_colours)
    })?;
    let hidoku = figure("hidoku-10x10.txt")?;
    timed("hidoku-10x10", 1, || {
        let hidoku = Hidoku::read(hidoku.as_bytes(), Neighbourhood::EdgesAndCorners)?;
        Ok(hidoku
            .hunt(&SolutionSearch::default(), &mut |_| {})
            .solutions)
    })?;
    let magic = figure("magic-85.txt")?;
    timed("magic-85, the numbers deduced", 1, || {
        let magic = MagicBoard::read(magic.as_bytes(), &MagicRules::default())?;
        Ok(magic
            .hunt(&SolutionSearch::default(), &mut |_| {})
            .1
            .solutions)
    })?;
    let mut random = SplitMix::new(26);
    let mut slowest = 0.0f64;
    let mut pieces = 0;
    for _ in 0..1000 {
        let text = text_of(&position(&mut random, 26, 20_000, true));
        let begun = Instant::now();
        let checkers = Checkers::read(text.as_bytes())?;
        checkers.answer();
        checkers.tours();
        slowest = slowest.max(begun.elapsed().as_secs_f64());
        pieces += text.matches(['B', 'W']).count();
    }
    println!(
        "1000 boards of 26 x 26, {} pieces each: the slowest {slowest:.4} s",
        pieces / 1000
    );
    println!(
        "octogram, 1 thread: {:.2} of the plain search's time, median of {pairs}",
        median(ratios.into_iter())
    );
    if let Some(share) = others.share() {
        println!(
            "other programs took {:.0} % of the processors",
            share * 100.0
        );
    }
    Ok(())
}
