//! A puzzle file of any content is read or refused; what is read prints a Start that reads back as itself, and
//! has a meaning.
#![no_main]

use libfuzzer_sys::fuzz_target;
use slidewise::puzzle::Puzzle;

fuzz_target!(|text: &str| {
    match Puzzle::from_toml("fuzz", "fuzz.toml", text) {
        Ok(puzzle) => {
            let printed = puzzle.write_position(&puzzle.start);
            let again = puzzle.read_position(&printed).expect("Start reads back");
            assert_eq!(again, puzzle.start);
            assert_eq!(puzzle.write_position(&again), printed);
            assert!(puzzle.obeys_rules(&puzzle.start));
            assert!(puzzle.meaning_with_goals().starts_with(&puzzle.meaning()));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
