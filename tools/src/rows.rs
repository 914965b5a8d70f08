//! Compares the hardest puzzles of polyominoes with published rows, and prints those that differ.
//!
//! ```sh
//! cargo run --release -p slidewise-tools --bin rows -- FILE 3x3 4x4
//! ```
//!
//! The file has moves by board and numbers of pieces of each size, such as those of N. Bickford's
//! program SBPSearcher (2013), which may not be distributed with a program:
//! `{"rows": {"4x4": {"1-0-2-0": 4}}}`. Fails if a row has more moves than any start.

use serde_json::Value;
use slidewise::unstable::design::{Family, SetKind, Sweep, SweepMeans, Wanted};
use slidewise::unstable::engine::graph::Metric;
use std::collections::BTreeMap;
use std::error::Error;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

/// The most bytes of a sweep.
const MEMORY: u64 = 8 << 30;

type Failure = Box<dyn Error>;

/// Numbers of pieces of 1, 2, 3 and more cells, without zeros at the end.
type Sizes = Vec<u32>;

static NEVER: AtomicBool = AtomicBool::new(false);

/// The most moves by numbers of pieces of each size; 0 where no start can be solved.
fn found(family: &Family) -> Result<BTreeMap<Sizes, u32>, Failure> {
    let wanted = Wanted {
        metric: Metric::Move,
        by: SetKind::Sizes,
        least: 0,
        most: None,
        is_unique: false,
        is_minimal: false,
    };
    let means = SweepMeans {
        threads: std::thread::available_parallelism()?.get(),
        memory: MEMORY,
        record: None,
        is_fresh: false,
        stop: &NEVER,
    };
    let swept = Sweep::new(family, wanted)?.run(means, &|_| {})?;
    let rows = swept.starts.by_set.into_iter();
    let moves = rows.map(|(set, start)| (set.sizes, start.map_or(0, |own| own.moves)));
    Ok(moves.collect())
}

fn sizes_of(words: &str) -> Result<Sizes, Failure> {
    let mut sizes = words
        .split('-')
        .map(str::parse)
        .collect::<Result<Sizes, _>>()?;
    while sizes.last() == Some(&0) {
        sizes.pop();
    }
    Ok(sizes)
}

/// Prints the rows of a board that differ; false if one has more moves than any start.
fn compare(figures: &Value, board: &str) -> Result<bool, Failure> {
    let family = Family::named(&format!("polyominoes:{board}")).ok_or("no such board")??;
    let found = found(&family)?;
    let rows = figures["rows"][board].as_object();
    let rows = rows.ok_or_else(|| format!("the file has no rows of {board}"))?;
    let (mut equal, mut is_reached) = (0, true);
    for (words, published) in rows {
        let published = published.as_u64().ok_or("moves are whole numbers")?;
        let own = found.get(&sizes_of(words)?).copied().map(u64::from);
        match own {
            Some(own) if own == published => equal += 1,
            Some(own) => println!("{board} {words}: {published} published, {own} found"),
            None => println!("{board} {words}: {published} published, no such boards"),
        }
        is_reached &= own >= Some(published);
    }
    println!("{board}: {equal} of {} rows equal", rows.len());
    Ok(is_reached)
}

fn main() -> Result<ExitCode, Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [file, boards @ ..] = &words[..] else {
        return Err("name a file of rows, and boards such as 4x4".into());
    };
    let figures: Value = serde_json::from_str(&std::fs::read_to_string(file)?)?;
    let mut is_reached = true;
    for board in boards {
        is_reached &= compare(&figures, board)?;
    }
    Ok(if is_reached {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
