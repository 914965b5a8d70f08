//! The figures of the catalogue's large puzzles in slides and in moves, which take minutes: the tests explore these
//! puzzles in steps, and the smaller ones in every metric.
//!
//! It fails where a figure differs, and names the puzzle.

#[path = "../../tests/support/mod.rs"]
mod support;

use slidewise::moves::Metric;
use std::time::Instant;
use support::catalogue::{LARGE, check_entries};

fn main() {
    let begun = Instant::now();
    check_entries(LARGE..u64::MAX, &[Metric::Slide, Metric::Move]);
    println!(
        "all figures of puzzles of {LARGE} configurations or more agree, in slides and in moves: {:.0} s",
        begun.elapsed().as_secs_f64()
    );
}
