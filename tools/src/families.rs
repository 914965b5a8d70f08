//! Compares sweeps of random families with a slow search that shares no code with them.
//!
//! ```sh
//! cargo run --release -p slidewise-tools --bin families -- [FAMILIES] [SEED]
//! ```
//!
//! The defaults are 20,000 families and seed 0. The families are those of the test
//! `random_families_have_the_answers_of_the_oracle`, which compares the first ones: boards of up to
//! twelve cells, many of one row or one column, with walls, pieces that keep to a row or a column,
//! pieces that move lengthwise, and shapes that are listed more than once. In steps, slides and
//! moves the numbers of boards, the hardest starts of all sets of pieces, those with one shortest
//! way, and the numbers of components must be equal. Fails if an answer differs.

#[path = "../../src/design/tests/slow/mod.rs"]
mod slow;

use slidewise_tools::number_argument::number_argument;
use slow::random_family::RandomFamily;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

fn main() -> ExitCode {
    let (families, first) = (number_argument(0, 20_000), number_argument(1, 0));
    let [next, read, refused, wrong] = [first, 0, 0, 0].map(AtomicU64::new);
    let compare = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= first + families {
                return;
            }
            let family = RandomFamily::of(seed);
            let sum = match family.compare() {
                Ok(true) => &read,
                Ok(false) => &refused,
                Err(difference) => {
                    println!("seed {seed}: {difference}\n{}", family.text);
                    &wrong
                }
            };
            sum.fetch_add(1, Ordering::Relaxed);
        }
    };
    let threads = thread::available_parallelism().map_or(1, |own| own.get());
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(compare);
        }
    });
    let [read, refused, wrong] = [read, refused, wrong].map(AtomicU64::into_inner);
    println!(
        "{read} families had the answers of the slow search, {refused} were refused because two \
         kinds look alike, and {wrong} differ"
    );
    ExitCode::from(u8::from(wrong > 0))
}
