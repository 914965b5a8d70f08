//! A puzzle file of any content is read or refused. What is read prints a Start that reads back as
//! itself, and has a meaning; and the mover that replays certificates, which shares nothing with
//! the reader, finds the same Start in that meaning and that text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use slidewise::unstable::engine::graph::Metric;
use slidewise::unstable::render::certificate;
use slidewise::unstable::puzzle::Puzzle;
use slidewise::unstable::analysis::Path;
use slidewise::unstable::replay::replay;

fuzz_target!(|text: &str| {
    match Puzzle::from_toml("fuzz", "fuzz.toml", text) {
        Ok(puzzle) => {
            let printed = puzzle.write_position(&puzzle.start);
            let again = puzzle.read_position(&printed).expect("Start reads back");
            assert_eq!(again, puzzle.start);
            assert_eq!(puzzle.write_position(&again), printed);
            assert!(puzzle.obeys_rules(&puzzle.start));
            assert!(puzzle.canonical_form_with_goals().starts_with(&puzzle.canonical_form()));
            let stay = Path {
                moves: Vec::new(),
                positions: vec![puzzle.start.clone()],
            };
            let certificate = certificate(&puzzle, Metric::Step, &stay, false);
            let replayed = replay(&certificate).expect("Start is a way of no moves");
            assert!(replayed.from_start);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
