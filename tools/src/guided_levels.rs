//! Searches Sokoban levels for the fewest pushes by a bound, and prints a row of the table in
//! `docs/sokoban.md` for each.
//!
//! ```sh
//! cargo run --release -p slidewise-tools --bin guided_levels -- --seconds 20 --memory 3 1 2 3
//! cargo run --release -p slidewise-tools --bin guided_levels -- --file FILE --known PUSHES
//! ```
//!
//! Without `--file` the levels are those of Microban, which is built in, and without numbers all of
//! a file are tried. `--seconds` (60) of a core limit the search of each level, `--memory` (2) its
//! GiB. `--known` names a file with the pushes of known solutions, a number of a level and a number
//! of pushes a line; where the bound comes to them, they are proved, too. A row is printed when its
//! level is finished.

use slidewise::unstable::sokoban::{
    Collection, GuidedEnd, GuidedLimits, GuidedSearch, Level, LevelMetric, builtin,
};
use slidewise_tools::core_stopwatch::CoreStopwatch;
use std::collections::BTreeMap;
use std::error::Error;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

type Failure = Box<dyn Error>;

/// What to search, and with what.
struct Choice {
    text: Vec<u8>,
    seconds: u64,
    memory: u64,
    numbers: Vec<usize>,
    /// Pushes of a known solution, by the number of its level.
    known: BTreeMap<usize, u32>,
}

impl Choice {
    fn read() -> Result<Choice, Failure> {
        let mut choice = Choice {
            text: builtin("microban").unwrap_or_default().as_bytes().to_vec(),
            seconds: 60,
            memory: 2,
            numbers: Vec::new(),
            known: BTreeMap::new(),
        };
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} needs a value"));
            match word.as_str() {
                "--file" => choice.text = std::fs::read(value()?)?,
                "--seconds" => choice.seconds = value()?.parse()?,
                "--known" => choice.known = known(&std::fs::read_to_string(value()?)?)?,
                "--memory" => choice.memory = value()?.parse()?,
                number => choice.numbers.push(number.parse()?),
            }
        }
        Ok(choice)
    }
}

fn known(text: &str) -> Result<BTreeMap<usize, u32>, Failure> {
    let lines = text.lines().map(|line| {
        let (level, pushes) = line
            .split_once(' ')
            .ok_or("a line of --known has two numbers")?;
        Ok((level.parse()?, pushes.trim().parse()?))
    });
    lines.collect()
}

/// The row of a level (boxes, bound of its start, bound proved, pushes of a solution, nodes,
/// seconds), and whether that solution is proved to be a shortest one.
fn row(number: usize, level: &Level, choice: &Choice) -> Result<(String, bool), Failure> {
    let begun = CoreStopwatch::start();
    let stop = AtomicBool::new(false);
    let limits = GuidedLimits {
        memory: choice.memory << 30,
        stop: &stop,
    };
    let most = Duration::from_secs(choice.seconds);
    let mut bound = None;
    let search = GuidedSearch::new(level, LevelMetric::Push).ok_or("no solution")?;
    let answer = search.solve(limits, &mut |at_least, _| {
        bound.get_or_insert(at_least);
        stop.store(begun.elapsed() > most, Ordering::Relaxed);
    });
    let known = choice.known.get(&number).copied();
    let (at_least, pushes) = match answer.end {
        GuidedEnd::Solved { length, .. } => (length, Some(length)),
        GuidedEnd::Stopped { at_least, .. } => (at_least, known),
        GuidedEnd::Unsolvable => return Err("no solution".into()),
    };
    let is_proved = pushes == Some(at_least);
    let boxes = level.start().boxes.len();
    let shown = |own: Option<u32>| own.map_or("-".to_owned(), |own| own.to_string());
    let (bound, pushes) = (shown(bound), shown(pushes));
    let (nodes, seconds) = (answer.nodes, begun.elapsed().as_secs_f64());
    let mark = if is_proved { "**" } else { "" };
    let found = format!("{bound} | {mark}{at_least}{mark} | {pushes}");
    let row = format!("| {number} | {boxes} | {found} | {nodes} | {seconds:.1} |");
    Ok((row, is_proved))
}

fn main() -> Result<(), Failure> {
    let choice = Choice::read()?;
    let entries = Collection::read(&choice.text)?.entries;
    let mut numbers = choice.numbers.clone();
    if numbers.is_empty() {
        numbers.extend(1..=entries.len());
    }
    println!("| level | boxes | bound | at least | solution | nodes | seconds |");
    println!("|---|---|---|---|---|---|---|");
    let mut proved = 0;
    for &number in &numbers {
        let entry = number.checked_sub(1).and_then(|at| entries.get(at));
        let level = entry.ok_or("no such level")?.level()?;
        let (row, is_proved) = row(number, &level, &choice)?;
        proved += usize::from(is_proved);
        println!("{row}");
    }
    println!("{proved} of {} levels proved", numbers.len());
    Ok(())
}
