//! Tables of groups of pieces, and the searches that they guide, against the oracle.
//!
//! On hundreds of random small puzzles no bound may exceed the exact distance at any position, and
//! a search that the tables guide must find the distance and all shortest ways.

use crate::oracle::random::PUZZLES;
use crate::oracle::restricted;
use crate::oracle::search::{Oracle, OracleMetric};
use crate::oracle::units;
use crate::support::cores::for_each;
use crate::support::random::SplitMix;
use crate::support::replay::replay;
use num_bigint::BigUint;
use slidewise::unstable::analysis::{
    Goals, GroupBounds, GroupSearch, MarkedSearch, SearchSources, SolvedConfigurations,
};
use slidewise::unstable::app::{
    Explorer, GroupTables, PositionBounds, ProblemKind, Silent, StopToken, WantedWays,
};
use slidewise::unstable::engine::graph::{Graph, Metric};
use slidewise::unstable::engine::search::{LowerBounds, MemorySink, Run};
use slidewise::unstable::puzzle::{Configuration, Puzzle};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};

/// How many of the random puzzles are looked at beside those whose Start rules much out.
const COUNT: usize = 200;

/// Most positions of a puzzle that is looked at in all metrics.
const MOST: usize = 1_500;

/// Bytes that tables and their searches may take.
const MEMORY: u64 = 64 << 20;

/// The random puzzles that have a goal and few positions.
static WITH_GOAL: LazyLock<Vec<(u64, String)>> = LazyLock::new(|| {
    let all = [&PUZZLES[..COUNT], &restricted::PUZZLES].concat();
    let has_goal = |(_, text): &(u64, String)| {
        let oracle = Oracle::read(text);
        oracle.has_goal() && oracle.reachable_within(MOST).is_some()
    };
    all.into_iter().filter(has_goal).collect()
});

/// Boards of unit pieces whose goals place some pieces as a random reachable position does.
static UNITS: LazyLock<Vec<(u64, String)>> = LazyLock::new(|| {
    let boards = units::BOARDS.iter().filter_map(|(seed, text)| {
        Puzzle::from_toml("units", "units.toml", text).ok()?;
        let oracle = Oracle::read(text);
        oracle.reachable_within(MOST)?;
        let mut random = SplitMix::new(*seed);
        let reached = oracle.generations(OracleMetric::Line, &[oracle.start()]);
        let reached: Vec<String> = reached.into_iter().flatten().collect();
        let mut text = text.clone();
        for _ in 0..=random.below(2) {
            let finish = &reached[random.below(reached.len() as u64) as usize];
            let board = finish.chars().map(|token| match token {
                ':' => '\n',
                '#' => '#',
                _ if random.below(2) == 0 => '.',
                '-' => '.',
                token => token,
            });
            let board: String = board.collect();
            text += &format!("[[goal]]\nboard = '''\n{board}'''\n");
        }
        Puzzle::from_toml("units", "units.toml", &text).ok()?;
        Some((*seed, text))
    });
    boards.collect()
});

/// Runs `check` on each random puzzle that has a goal, with random numbers: in one metric, or in
/// each where the environment variable `SLIDEWISE_PUZZLES` asks for more.
fn for_each_puzzle(check: impl Fn(&Puzzle, &Oracle, Metric, OracleMetric, &mut SplitMix) + Sync) {
    let named = |(seed, text): &(u64, String)| format!("seed {seed}: {text}");
    let all = std::env::var_os("SLIDEWISE_PUZZLES").is_some();
    for_each(&WITH_GOAL, named, |(seed, text)| {
        let puzzle = Puzzle::from_toml("random", "random.toml", text).unwrap();
        let (oracle, mut random) = (Oracle::read(text), SplitMix::new(*seed));
        for (number, metric) in (0..).zip(Metric::OF_ONE_PIECE) {
            if all || seed % 3 == number {
                let own = OracleMetric::ALL[number as usize];
                check(&puzzle, &oracle, metric, own, &mut random);
            }
        }
    });
    for_each(&UNITS, named, |(seed, text)| {
        let puzzle = Puzzle::from_toml("units", "units.toml", text).unwrap();
        let (oracle, mut random) = (Oracle::read(text), SplitMix::new(*seed));
        let own = OracleMetric::Line;
        check(&puzzle, &oracle, Metric::Line, own, &mut random);
    });
    eprintln!("{} puzzles, {} boards", WITH_GOAL.len(), UNITS.len());
}

/// The exact distances to the nearest goal of all positions that Start leads to; empty if there is
/// no such goal.
fn exact(oracle: &Oracle, metric: OracleMetric) -> BTreeMap<String, u32> {
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
fn tables(puzzle: &Puzzle, metric: Metric, random: &mut SplitMix) -> Option<Option<GroupTables>> {
    let explorer = Explorer::new(puzzle).metric(metric).threads(1);
    let explorer = explorer.memory(Some(MEMORY));
    let groups = match random.below(3) {
        0 => Vec::new(),
        _ => random_groups(puzzle, random),
    };
    match explorer.group_tables(&groups) {
        Ok(tables) => Some(Some(tables)),
        Err(problem) if problem.kind() == ProblemKind::NotFound => Some(None),
        // Few positions can be reached on some large boards, but a group has many.
        Err(problem) if problem.kind() == ProblemKind::TooLarge => None,
        Err(problem) => {
            let says = ["no distances", "no pushes"];
            let is_known = says.iter().any(|text| problem.message.contains(text));
            assert!(is_known, "{problem}");
            None
        }
    }
}

/// The neighbours of each position.
type Neighbours = BTreeMap<String, BTreeSet<String>>;

/// The bounds of all positions, carried along edges from Start, which must lead to them and to a
/// goal.
fn bounds_of(
    puzzle: &Puzzle,
    tables: &GroupTables,
    neighbours: &Neighbours,
) -> BTreeMap<String, u32> {
    assert!(tables.are_for(&puzzle.start));
    tables.with_bounds(|bounds| {
        let mut values = vec![0; bounds.width()];
        assert!(bounds.start(&puzzle.start, &mut values).unwrap());
        let start = puzzle.write_position(&puzzle.start);
        let mut known = BTreeMap::from([(start.clone(), values)]);
        let mut waiting = vec![start];
        while let Some(text) = waiting.pop() {
            let before = puzzle.read_position(&text).unwrap();
            for near in &neighbours[&text] {
                if known.contains_key(near) {
                    continue;
                }
                let mut values = vec![0; bounds.width()];
                let position = puzzle.read_position(near).unwrap();
                bounds
                    .beside(&before, &known[&text], &position, &mut values)
                    .unwrap();
                known.insert(near.clone(), values);
                waiting.push(near.clone());
            }
        }
        let bounds = known
            .into_iter()
            .map(|(text, values)| (text, bounds.bound(&values)));
        bounds.collect()
    })
}

/// The bounds of the same groups for positions in any order; `None` where they take much memory.
fn plain_bounds(puzzle: &Puzzle, metric: Metric, tables: &GroupTables) -> Option<PositionBounds> {
    let groups: Vec<_> = tables.built.iter().map(|own| own.keep.clone()).collect();
    let explorer = Explorer::new(puzzle).metric(metric).threads(1);
    let plan = match explorer.memory(Some(MEMORY / 32)).plan_bounds(&groups) {
        Err(problem) if problem.kind() == ProblemKind::TooLarge => return None,
        Err(problem) => {
            // No group was named, and none is chosen.
            assert!(
                groups.is_empty() && problem.message.contains("no table"),
                "{problem}"
            );
            return None;
        }
        Ok(plan) => plan,
    };
    assert!(plan.groups() == groups || groups.is_empty());
    Some(plan.build(&StopToken::default(), Arc::new(Silent)).unwrap())
}

#[test]
fn no_bound_exceeds_the_distance_and_edges_change_it_by_one() {
    let (checked, above) = (AtomicU64::new(0), AtomicU64::new(0));
    let plainly = AtomicU64::new(0);
    for_each_puzzle(|puzzle, oracle, metric, own, random| {
        let exact = exact(oracle, own);
        let near = |text: &String| (text.clone(), oracle.neighbours(text, own));
        let near: Neighbours = exact.keys().map(near).collect();
        for _ in 0..3 {
            let Some(tables) = tables(puzzle, metric, random) else {
                continue;
            };
            let Some(tables) = tables else {
                assert!(exact.is_empty(), "a goal can be reached");
                continue;
            };
            if exact.is_empty() {
                continue;
            }
            let bounds = bounds_of(puzzle, &tables, &near);
            let of_any_order = plain_bounds(puzzle, metric, &tables);
            for (text, &distance) in &exact {
                let plain = of_any_order.as_ref();
                if let Some(plain) = plain {
                    let own = plain.bound(&puzzle.read_position(text).unwrap());
                    match plain {
                        PositionBounds::Groups(_) => assert_eq!(own, Some(bounds[text]), "{text}"),
                        PositionBounds::Tiles(_) => assert!(own <= Some(distance), "{text}"),
                    }
                    plainly.fetch_add(1, Ordering::Relaxed);
                }
                let bound = bounds[text];
                assert!(bound <= distance, "{text}: {bound} > {distance}");
                checked.fetch_add(1, Ordering::Relaxed);
                above.fetch_add(u64::from(bound > 0), Ordering::Relaxed);
            }
            for (text, near) in &near {
                let bound = bounds[text];
                let is_beside = |near: &String| bound.abs_diff(bounds[near]) <= 1;
                assert!(near.iter().all(is_beside), "{text}: {near:?}");
            }
        }
    });
    let (checked, above) = (checked.into_inner(), above.into_inner());
    assert!(
        checked > 15_000 && above > checked / 3,
        "{above} of {checked}"
    );
    let plainly = plainly.into_inner();
    assert!(plainly > checked / 2, "{plainly} of {checked}");
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
                unsolvable.fetch_add(1, Ordering::Relaxed);
                continue;
            };
            let mut paths = Vec::new();
            let answer = tables.solve(&puzzle.start, WantedWays::Listed, &mut |_, routes| {
                paths.extend(routes.paths().take(3));
                Ok(())
            });
            let answer = answer.unwrap();
            match (&answer.way, nearest) {
                (Some(way), Some((expected, ways))) => {
                    assert_eq!(answer.at_least, expected);
                    assert_eq!(answer.routes, Some(BigUint::from(ways)));
                    assert_eq!(paths.first(), Some(way));
                    for path in &paths {
                        replay(puzzle, path, |from, moves| match metric {
                            Metric::Line => oracle.replay_pushes(from, moves),
                            _ => oracle.replay(from, moves),
                        });
                    }
                    solved.fetch_add(1, Ordering::Relaxed);
                }
                (None, None) => {
                    assert!(answer.problem.is_some_and(|why| why.unsolvable().is_some()));
                    unsolvable.fetch_add(1, Ordering::Relaxed);
                }
                _ => panic!("{answer:?} in place of {nearest:?}"),
            }
            let one = tables.solve(&puzzle.start, WantedWays::One, &mut |_, _| Ok(()));
            let way = one.unwrap().way;
            let length = way.map(|way| way.moves.len() as u64);
            assert_eq!(length, nearest.map(|own| own.0));
        }
    });
    assert!(UNITS.len() > 60, "{} boards of units", UNITS.len());
    let (solved, unsolvable) = (solved.into_inner(), unsolvable.into_inner());
    assert!(solved > 200 && unsolvable > 5, "{solved} and {unsolvable}");
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
    assert!(checked > 150, "{checked}");
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
    "start = 'A.B...C'
distinct = true
goal = '..A.B..'
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
        let exact = exact(&oracle, OracleMetric::Step);
        assert!(exact.len() > 1, "{text}");
        let near = |own: &String| (own.clone(), oracle.neighbours(own, OracleMetric::Step));
        let near: Neighbours = exact.keys().map(near).collect();
        let classes = puzzle.classes.len();
        for chosen in 1..1usize << classes {
            let group: Vec<usize> = (0..classes).filter(|own| chosen >> own & 1 == 1).collect();
            let groups = [puzzle.tokens_of(&group)];
            let Ok(tables) = Explorer::new(&puzzle).group_tables(&groups) else {
                continue;
            };
            let bounds = bounds_of(&puzzle, &tables, &near);
            for (position, &distance) in &exact {
                let bound = bounds[position];
                assert!(bound <= distance, "{text}\n{position} {groups:?}");
                assert!(group.len() < classes || bound == distance, "{text}");
            }
        }
    }
}
