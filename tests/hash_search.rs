//! The hash search against the oracle, which shares no code with it: generations, ways, goals, and
//! going on from a limit.

use crate::oracle::random::PUZZLES;
use crate::oracle::restricted;
use crate::oracle::search::{self, Oracle};
use crate::oracle::units;
use crate::support::cores::for_each;
use crate::support::replay::replay;
use num_bigint::BigUint;
use slidewise::unstable::analysis::{Path, Routes};
use slidewise::unstable::engine::graph::Metric;
use slidewise::unstable::engine::search::{HashLimits, HashSearch, SearchEnd, StopFlag};
use slidewise::unstable::puzzle::Puzzle;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

/// How many of the random puzzles are looked at beside those whose Start rules much out.
const COUNT: usize = 150;

/// Runs `check` on each random puzzle in one metric, or in each where the environment variable
/// `SLIDEWISE_PUZZLES` asks for more.
fn for_each_search(check: impl Fn(&Puzzle, &Oracle, Metric, search::OracleMetric) + Sync) {
    let all = std::env::var_os("SLIDEWISE_PUZZLES").is_some();
    for_each(
        &[&PUZZLES[..COUNT], &restricted::PUZZLES].concat(),
        |(seed, text)| format!("seed {seed}: {text}"),
        |(seed, text)| {
            let puzzle = Puzzle::from_toml("random", "random.toml", text).unwrap();
            let oracle = Oracle::read(text);
            for (number, (metric, own)) in (0..).zip([
                (Metric::Step, search::OracleMetric::Step),
                (Metric::Slide, search::OracleMetric::Slide),
                (Metric::Move, search::OracleMetric::Move),
            ]) {
                if all || seed % 3 == number {
                    check(&puzzle, &oracle, metric, own);
                }
            }
        },
    );
    for_each(
        &units::BOARDS,
        |(seed, text)| format!("seed {seed}: {text}"),
        |(_, text)| {
            if let Ok(puzzle) = Puzzle::from_toml("units", "units.toml", text) {
                let oracle = Oracle::read(text);
                check(&puzzle, &oracle, Metric::Line, search::OracleMetric::Line);
            }
        },
    );
}

/// More positions than any of the puzzles has: a search that finds as many is wrong, and must not
/// fill the memory.
const LIMITS: HashLimits<'static> = HashLimits {
    bytes: u64::MAX,
    positions: 100_000,
    expanded: u64::MAX,
    stop: StopFlag::never(),
};

/// The generations of a finished search as texts.
fn in_texts(search: &HashSearch<'_>) -> Vec<BTreeSet<String>> {
    let mut number = 0;
    let texts = search.generations().into_iter().map(|count| {
        let numbers = number..number + count;
        number += count;
        numbers
            .map(|number| {
                search
                    .puzzle()
                    .write_position(&search.configuration(number))
            })
            .collect()
    });
    texts.collect()
}

/// A search to the end, which looks for no goal.
fn whole(puzzle: &Puzzle, metric: Metric) -> HashSearch<'_> {
    let mut search = HashSearch::new(puzzle, metric);
    let none = search.placed(&[]);
    assert_eq!(search.run(&none, LIMITS, |_| ()), SearchEnd::Complete);
    search
}

#[test]
fn generations_agree_with_the_oracles() {
    for_each_search(|puzzle, oracle, metric, own| {
        let search = whole(puzzle, metric);
        let expected = oracle.generations(own, &[oracle.start()]);
        assert_eq!(in_texts(&search), expected);
        let sizes: Vec<u64> = expected
            .iter()
            .map(|members| members.len() as u64)
            .collect();
        assert_eq!(search.generations(), sizes);
    });
}

#[test]
fn the_nearest_goals_and_the_ways_to_them_agree_with_the_oracles() {
    for_each_search(|puzzle, oracle, metric, own| {
        let mut search = HashSearch::new(puzzle, metric);
        let goals = search.placed(&puzzle.goals);
        let ended = search.run(&goals, LIMITS, |_| ());
        let routes: Vec<BTreeMap<String, u128>> = oracle.routes(own);
        let nearest = routes.iter().find_map(|members| {
            let goals = members.iter().filter(|(text, _)| oracle.is_goal(text));
            let goals: Vec<_> = goals.collect();
            (!goals.is_empty()).then_some(goals)
        });
        let Some(nearest) = nearest else {
            assert_eq!(ended, SearchEnd::Complete);
            return;
        };
        assert_eq!(ended, SearchEnd::Satisfied);
        let met = search.met(&goals);
        let found: BTreeSet<String> = met
            .iter()
            .map(|&number| puzzle.write_position(&search.configuration(number)))
            .collect();
        assert!(found.iter().eq(nearest.iter().map(|(text, _)| *text)));
        let ways = Routes::in_hash_search(&search, &met);
        let expected: u128 = nearest.iter().map(|(_, routes)| **routes).sum();
        assert_eq!(ways.count(), BigUint::from(expected));
        assert_eq!(ways.distance() + 1, search.generations().len() as u64);
        let listed: Vec<Path> = ways.paths().take(20).collect();
        assert_eq!(listed.len() as u128, expected.min(20));
        for pair in listed.windows(2) {
            assert!(pair[0].moves < pair[1].moves, "ways come in order");
        }
        for path in &listed {
            replay(puzzle, path, |from, moves| oracle.replay(from, moves));
        }
    });
}

#[test]
fn a_search_that_was_limited_goes_on_to_the_same_end() {
    for name in ["lane-rouge", "rush-card-01"] {
        let puzzle = Puzzle::open(name).unwrap();
        let whole = whole(&puzzle, Metric::Slide);
        let mut search = HashSearch::new(&puzzle, Metric::Slide);
        let none = search.placed(&[]);
        let mut positions = 0;
        let mut stops = 0;
        loop {
            positions += 97;
            let limits = HashLimits {
                positions,
                ..HashLimits::default()
            };
            match search.run(&none, limits, |_| ()) {
                SearchEnd::OutOfMemory => stops += 1,
                ended => {
                    assert_eq!(ended, SearchEnd::Complete);
                    break;
                }
            }
            // What is said of generations holds wherever it was stopped.
            let generations = search.generations();
            assert_eq!(generations, whole.generations()[..generations.len()]);
        }
        assert!(stops > 5, "{stops}");
        assert_eq!(in_texts(&search), in_texts(&whole));
    }
}

#[test]
fn a_search_takes_no_more_than_it_may_and_stops_when_told() {
    let puzzle = Puzzle::open("tiles:4x4").unwrap();
    for bytes in [1 << 16, 1 << 20, 10_000_000] {
        let mut search = HashSearch::new(&puzzle, Metric::Step);
        let none = search.placed(&[]);
        let limits = HashLimits {
            bytes,
            ..HashLimits::default()
        };
        let mut most = 0;
        let ended = search.run(&none, limits, |progress| most = most.max(progress.bytes));
        assert_eq!(ended, SearchEnd::OutOfMemory);
        assert!(search.bytes() <= bytes && most <= bytes);
        assert!(search.bytes() > bytes / 4, "{} of {bytes}", search.bytes());
        let stop = AtomicBool::new(true);
        let stopped = HashLimits {
            stop: &stop,
            ..HashLimits::default()
        };
        let mut fresh = HashSearch::new(&puzzle, Metric::Step);
        assert_eq!(fresh.run(&none, stopped, |_| ()), SearchEnd::Interrupted);
        assert_eq!(fresh.generations(), [1]);
    }
}
