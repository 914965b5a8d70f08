//! Checks the figures of the catalogue's large puzzles, which take minutes: in slides and moves,
//! and the largest in steps. The tests check the others in steps, and the smaller ones in every
//! metric.
//!
//! Fails if a figure differs, and names the puzzle.

#[path = "../../tests/support/mod.rs"]
mod support;

use slidewise::unstable::engine::graph::Metric;
use std::time::Instant;
use support::catalogue::{HUGE, LARGE, check_entries};

fn main() {
    let begun = Instant::now();
    check_entries(HUGE..u64::MAX, &[Metric::Step]);
    println!(
        "puzzles of {HUGE} configurations or more: all figures in steps agree: {:.0} s",
        begun.elapsed().as_secs_f64()
    );
    check_entries(LARGE..u64::MAX, &[Metric::Slide, Metric::Move]);
    println!(
        "puzzles of {LARGE} configurations or more: all figures in slides and in moves agree: \
         {:.0} s",
        begun.elapsed().as_secs_f64()
    );
}
