//! Compares `solve --batch` of a list of tiles with single calls: equal answers, and their times.
//!
//! ```sh
//! cargo build --release
//! cargo run --release -p slidewise-tools --bin tile_lists -- \
//!     target/release/slidewise tests/samples/brought/korfn.txt 2
//! ```
//!
//! The arguments are the command, the list, and its number of boards. Each side has a store folder
//! of its own, which is empty at first; then both run again with the tables that they kept.

use serde_json::Value;
use std::error::Error;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

type Failure = Box<dyn Error>;

/// The objects that a call prints, and the time that it takes.
fn answers(command: &str, store: &Path, words: &[&str]) -> Result<(Vec<Value>, Duration), Failure> {
    let begun = Instant::now();
    let output = Command::new(command)
        .args(words)
        .args(["--json", "--quiet", "--store"])
        .arg(store)
        .output()?;
    let seconds = begun.elapsed();
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    let lines = std::str::from_utf8(&output.stdout)?.lines();
    let objects: Result<Vec<Value>, _> = lines.map(serde_json::from_str).collect();
    Ok((objects?, seconds))
}

/// What an answer says of its board, whatever guided its search.
fn essence(answer: &Value) -> Vec<&Value> {
    let fields = [
        "puzzle", "metric", "goal", "moves", "routes", "path", "proved",
    ];
    fields.iter().map(|field| &answer[*field]).collect()
}

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [command, list, count] = &words[..] else {
        return Err("name the command, the list and its number of boards".into());
    };
    let count: usize = count.parse()?;
    let folder = tempfile::tempdir()?;
    for kept in ["empty stores", "kept tables"] {
        let mut alone = (Vec::new(), Duration::ZERO);
        for number in 1..=count {
            let word = format!("{list}#{number}");
            let own = answers(command, &folder.path().join("alone"), &["solve", &word])?;
            alone.0.extend(own.0);
            alone.1 += own.1;
        }
        let together = &folder.path().join("together");
        let batch = answers(command, together, &["solve", "--batch", list])?;
        let equal = alone.0.iter().map(essence).eq(batch.0.iter().map(essence));
        if !equal || batch.0.len() != count {
            return Err(format!("other answers with {kept}: {alone:?} {batch:?}").into());
        }
        let moves: Vec<String> = batch.0.iter().map(|own| own["moves"].to_string()).collect();
        println!(
            "{kept}: {} moves; --batch {:.2} s, {count} single calls {:.2} s",
            moves.join(" and "),
            batch.1.as_secs_f64(),
            alone.1.as_secs_f64()
        );
    }
    Ok(())
}
