//! Tables of groups of pieces, and the searches that they guide, against the oracle.
//!
//! On hundreds of random small puzzles no bound may exceed the exact distance at any position, and
//! a search that the tables guide must find the distance and all shortest ways.

use crate::oracle::random::PUZZLES;
use crate::oracle::restricted;
use crate::oracle::search::{self, Oracle};
use crate::oracle::units;
use crate::support::cores::for_each;
use crate::support::random::SplitMix;
use crate::support::replay::replay;
use num_bigint::BigUint;
use slidewise::analysis::{
    Goals, GroupBounds, GroupSearch, MarkedSearch, SearchSources, SolvedConfigurations,
};
use slidewise::app::{Explorer, GroupTables, GuidedFind, ProblemKind};
use slidewise::engine::graph::{Graph, Metric};
use slidewise::engine::search::{LowerBounds, MemorySink, Run};
use slidewise::puzzle::{Configuration, Puzzle};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many of the random puzzles are looked at beside those whose Start rules much out.
const COUNT: usize = 200;

/// Runs `check` on each random puzzle that has a goal, in each metric, with random numbers.
fn for_each_puzzle(
    check: impl Fn(&Puzzle, &Oracle, Metric, search::OracleMetric, &mut SplitMix) + Sync,
) {
    let begin = |seed: u64, text: &str| {
        let puzzle = Puzzle::from_toml("random", "random.toml", text).ok()?;
        (!puzzle.goals.is_empty()).then(|| (puzzle, Oracle::read(text), SplitMix::new(seed)))
    };
    for_each(
        &[&PUZZLES[..COUNT], &restricted::PUZZLES].concat(),
        |(seed, text)| format!("seed {seed}: {text}"),
        |(seed, text)| {
            let Some((puzzle, oracle, mut random)) = begin(*seed, text) else {
                return;
            };
            for (metric, own) in [
                (Metric::Step, search::OracleMetric::Step),
                (Metric::Slide, search::OracleMetric::Slide),
                (Metric::Move, search::OracleMetric::Move),
            ] {
                check(&puzzle, &oracle, metric, own, &mut random);
            }
        },
    );
    for_each(
        &units::BOARDS,
        |(seed, text)| format!("seed {seed}: {text}"),
        |(seed, text)| {
            if let Some((puzzle, oracle, mut random)) = begin(*seed, text) {
                let own = search::OracleMetric::Line;
                check(&puzzle, &oracle, Metric::Line, own, &mut random);
            }
        },
    );
}

/// The exact distances to the nearest goal of all positions that Start leads to; empty if there is
/// no such goal.
fn exact(oracle: &Oracle, metric: search::OracleMetric) -> BTreeMap<String, u32> {
    let reached = oracle.generations(metric, &[oracle.start()]);
    let reached = reached.into_iter().flatten();
    let goals: Vec<String> = reached.filter(|text| oracle.is_goal(text)).collect();
    if goals.is_empty() {
        return BTreeMap::new();
    }
    let generations = (0..).zip(oracle.generations(metric, &goals));
    generations
        .flat_map(|(distance, members)| members.into_iter().map(move |text| (text, distance)))
        .collect()
}

/// Some random groups of a puzzle: lists of tokens.
fn random_groups(puzzle: &Puzzle, random: &mut SplitMix) -> Vec<Vec<String>> {
    let count = 1 + random.below(3);
    let groups = (0..count).map(|_| {
        let mut classes: Vec<usize> = (0..puzzle.classes.len()).collect();
        let size = 1 + random.below(classes.len() as u64) as usize;
        while classes.len() > size {
            classes.remove(random.below(classes.len() as u64) as usize);
        }
        puzzle.tokens_of(&classes)
    });
    groups.collect()
}

/// The tables of random groups, or of those that are chosen.
///
/// `None` if the groups bound nothing. The inner `None` means that a group has no way to its goals.
fn tables(
    puzzle: &Puzzle,
    metric: Metric,
    random: &mut SplitMix,
) -> Option<Option<GroupTables<'static>>> {
    let explorer = Explorer::new(puzzle).metric(metric).threads(1);
    let groups = match random.below(3) {
        0 => Vec::new(),
        _ => random_groups(puzzle, random),
    };
    match explorer.group_tables(&groups) {
        Ok(tables) => Some(Some(tables)),
        Err(problem) if problem.kind == ProblemKind::NotFound => Some(None),
        Err(problem) => {
            let says = ["no distances", "no pushes"];
            let is_known = says.iter().any(|text| problem.message.contains(text));
            assert!(is_known, "{problem}");
            None
        }
    }
}

#[test]
fn no_bound_exceeds_the_distance_and_edges_change_it_by_one() {
    let (checked, above) = (AtomicU64::new(0), AtomicU64::new(0));
    for_each_puzzle(|puzzle, oracle, metric, own, random| {
        let exact = exact(oracle, own);
        for _ in 0..3 {
            let Some(tables) = tables(puzzle, metric, random) else {
                continue;
            };
            let Some(tables) = tables else {
                assert!(exact.is_empty(), "a goal can be reached");
                continue;
            };
            let bounds = exact.iter().map(|(text, &distance)| {
                let position = puzzle.read_position(text).unwrap();
                assert!(tables.are_for(&position), "{text}");
                let bound = tables.bound(&position).unwrap();
                let bound = bound.unwrap_or_else(|| panic!("{text} has a way"));
                assert!(bound <= distance, "{text}: {bound} > {distance}");
                checked.fetch_add(1, Ordering::Relaxed);
                above.fetch_add(u64::from(bound > 0), Ordering::Relaxed);
                (text, bound)
            });
            let bounds: BTreeMap<&String, u32> = bounds.collect();
            for (text, bound) in &bounds {
                for near in oracle.neighbours(text, own) {
                    assert!(bound.abs_diff(bounds[&near]) <= 1, "{text} and {near}");
                }
            }
        }
    });
    let (checked, above) = (checked.into_inner(), above.into_inner());
    assert!(
        checked > 50_000 && above > checked / 3,
        "{above} of {checked}"
    );
}

#[test]
fn guided_searches_find_the_distance_and_all_shortest_ways() {
    let (solved, unsolvable) = (AtomicU64::new(0), AtomicU64::new(0));
    for_each_puzzle(|puzzle, oracle, metric, own, random| {
        let routes = oracle.routes(own);
        let nearest = (0u64..).zip(&routes).find_map(|(distance, members)| {
            let goals = members.iter().filter(|(text, _)| oracle.is_goal(text));
            let ways: u128 = goals.map(|(_, ways)| ways).sum();
            (ways > 0).then_some((distance, ways))
        });
        for _ in 0..2 {
            let Some(tables) = tables(puzzle, metric, random) else {
                continue;
            };
            let Some(tables) = tables else {
                assert_eq!(nearest, None);
                continue;
            };
            let outcome = tables.shortest(&puzzle.start, true, |routes, _| {
                let paths: Vec<_> = routes.paths().take(3).collect();
                Ok((routes.distance(), routes.count(), paths))
            });
            match (outcome.unwrap().found, nearest) {
                (GuidedFind::Ways((distance, count, paths)), Some((expected, ways))) => {
                    assert_eq!((distance, count), (expected, BigUint::from(ways)));
                    for path in &paths {
                        replay(puzzle, path, |from, moves| match metric {
                            Metric::Line => oracle.replay_pushes(from, moves),
                            _ => oracle.replay(from, moves),
                        });
                    }
                    solved.fetch_add(1, Ordering::Relaxed);
                }
                (GuidedFind::Unsolvable(_), None) => {
                    unsolvable.fetch_add(1, Ordering::Relaxed);
                }
                (found, nearest) => panic!("{found:?} in place of {nearest:?}"),
            }
            let one = tables.shortest(&puzzle.start, false, |routes, _| Ok(routes.least()));
            if let GuidedFind::Ways(path) = one.unwrap().found {
                let length = path.moves.len() as u64;
                assert_eq!(Some(length), nearest.map(|own| own.0));
            }
        }
    });
    let (solved, unsolvable) = (solved.into_inner(), unsolvable.into_inner());
    assert!(solved > 300 && unsolvable > 20, "{solved} and {unsolvable}");
}

#[test]
fn values_carried_along_edges_are_those_of_the_position() {
    let checked = AtomicU64::new(0);
    for_each_puzzle(|puzzle, oracle, metric, own, random| {
        let classes: Vec<usize> = (0..puzzle.classes.len())
            .filter(|_| random.below(2) == 0)
            .collect();
        let group = puzzle.group(&classes);
        let Some(group) = group.filter(|group| !group.is_always_solved()) else {
            return;
        };
        if !GroupBounds::are_bounded_by(puzzle, metric, &classes) {
            return;
        }
        let graph = Graph::new(&group, &group.start, metric).unwrap();
        let start = graph.index_of(&group.start).unwrap();
        let from_start = explored(&graph, &[start]);
        let reached = MarkedSearch::in_memory(&graph, &from_start, SearchSources::At(start));
        let sources = Goals::of(&graph).seen_by(reached).unwrap();
        if sources.is_empty() {
            return;
        }
        let marks = explored(&graph, &sources);
        let solved = SolvedConfigurations(&graph);
        let search = MarkedSearch::in_memory(&graph, &marks, SearchSources::Goals(&solved));
        let mut bounds = GroupBounds::new(puzzle, metric, vec![GroupSearch { classes, search }]);
        let reached = oracle.generations(own, &[oracle.start()]);
        let reached: Vec<String> = reached.into_iter().flatten().collect();
        let before = &reached[random.below(reached.len() as u64) as usize];
        let read = |text: &String| puzzle.read_position(text).unwrap();
        let mut value = |position: &Configuration| {
            let mut values = [0];
            assert!(bounds.start(position, &mut values).unwrap());
            values
        };
        let known = value(&read(before));
        let near = oracle.neighbours(before, own);
        let near: Vec<Configuration> = near.iter().map(read).collect();
        let expected: Vec<[u16; 1]> = near.iter().map(&mut value).collect();
        for (position, expected) in near.iter().zip(expected) {
            let mut carried = [0];
            bounds
                .beside(&read(before), &known, position, &mut carried)
                .unwrap();
            assert_eq!(carried, expected);
            checked.fetch_add(1, Ordering::Relaxed);
        }
    });
    let checked = checked.into_inner();
    assert!(checked > 300, "{checked}");
}

/// A finished search in memory.
fn explored(graph: &Graph, sources: &[u64]) -> MemorySink {
    let mut memory = MemorySink::new(graph.len()).unwrap();
    Run::new(graph, sources)
        .explore(&mut memory, &mut |_| ControlFlow::Continue(()))
        .unwrap();
    memory
}

/// One puzzle for each kind of rule, where a rule that was kept although pieces of it are taken
/// away would change distances.
const RULED: [&str; 4] = [
    "start = 'A.B..C'
distinct = true
goal = '..A.B.'
[[rule]]
never = 'adjacent'
pieces = ['A', 'B', 'C']",
    "start = '''
AB.
..C
...'''
distinct = true
goal = '''
...
..A
...'''
[[rule]]
never = 'exposed'
piece = 'A'
from = 'right of c1'
toward = 'left'
shields = ['B']",
    "start = '''
AB.
..C
...'''
distinct = true
goal = '''
...
...
.A.'''
[[rule]]
never = 'exposed'
piece = 'A'
from = 'C'
toward = 'left'
shields = ['B']",
    "start = '''
AB.
...
..C'''
distinct = true
goal = '''
...
...
.A.'''
[[rule]]
never = 'exposed'
piece = 'A'
from = 'B'
toward = 'down'",
];

#[test]
fn rules_of_every_kind_leave_bounds_admissible() {
    for text in RULED {
        let puzzle = Puzzle::from_toml("x", "x.toml", text);
        let puzzle = puzzle.unwrap_or_else(|error| panic!("{error}\n{text}"));
        let oracle = Oracle::read(text);
        let exact = exact(&oracle, search::OracleMetric::Step);
        assert!(exact.len() > 1, "{text}");
        let classes = puzzle.classes.len();
        for chosen in 1..1usize << classes {
            let group: Vec<usize> = (0..classes).filter(|own| chosen >> own & 1 == 1).collect();
            let groups = [puzzle.tokens_of(&group)];
            let Ok(tables) = Explorer::new(&puzzle).group_tables(&groups) else {
                continue;
            };
            for (position, &distance) in &exact {
                let bound = tables.bound(&puzzle.read_position(position).unwrap());
                let bound = bound.unwrap().unwrap();
                assert!(bound <= distance, "{text}\n{position} {groups:?}");
                assert!(group.len() < classes || bound == distance, "{text}");
            }
        }
    }
}
