//! Random small levels against an oracle that works on sets of squares and shares no code with the
//! library.

mod dice;

use dice::Dice;
use slidewise_sokoban::{
    BoxSpace, Level, LevelGraph, LevelLimits, LevelMetric, LevelSearch, replay_lurd,
};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::sync::atomic::AtomicBool;

type At = (i32, i32);
type State = (BTreeSet<At>, At);
const WAYS: [At; 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

/// A random level as rows, open inside, walls around.
fn random_rows(dice: &mut Dice) -> Vec<String> {
    let (rows, columns) = (3 + dice.below(3), 3 + dice.below(3));
    let mut grid = vec![vec!['#'; columns + 2]; rows + 2];
    let mut free = Vec::new();
    for (row, line) in grid.iter_mut().enumerate().skip(1).take(rows) {
        for (column, square) in line.iter_mut().enumerate().skip(1).take(columns) {
            if dice.below(5) > 0 {
                *square = ' ';
                free.push((row, column));
            }
        }
    }
    let boxes = 1 + dice.below(3);
    for goal in 0..2 {
        for _ in 0..boxes {
            if free.is_empty() {
                return Vec::new();
            }
            let at = dice.below(free.len());
            let (row, column) = free[at];
            let square = &mut grid[row][column];
            *square = match (goal, *square) {
                (0, ' ') => '$',
                (1, ' ') => '.',
                (1, '$') => '*',
                _ => return Vec::new(),
            };
        }
    }
    for &(row, column) in &free {
        let square = &mut grid[row][column];
        match *square {
            ' ' => {
                *square = '@';
                break;
            }
            '.' => {
                *square = '+';
                break;
            }
            _ => {}
        }
    }
    grid.iter().map(|line| line.iter().collect()).collect()
}

struct Oracle {
    floor: BTreeSet<At>,
    goals: BTreeSet<At>,
    start: State,
    fixed_well: bool,
}

fn plus(at: At, by: At) -> At {
    (at.0 + by.0, at.1 + by.1)
}

impl Oracle {
    fn new(rows: &[String]) -> Oracle {
        let mut all = BTreeMap::new();
        for (row, line) in rows.iter().enumerate() {
            for (column, c) in line.chars().enumerate() {
                all.insert((row as i32, column as i32), c);
            }
        }
        let with = |set: &str| -> BTreeSet<At> {
            let chosen = all.iter().filter(|own| set.contains(*own.1));
            chosen.map(|own| *own.0).collect()
        };
        let player = *with("@+").first().unwrap();
        let not_wall = with(" .$*@+");
        let floor = flood(&not_wall, &BTreeSet::new(), player);
        let out = |set: &str| with(set).difference(&floor).copied().collect::<Vec<_>>();
        Oracle {
            fixed_well: out("$*") == out(".*+"),
            goals: with(".*+").intersection(&floor).copied().collect(),
            start: (with("$*").intersection(&floor).copied().collect(), player),
            floor,
        }
    }

    fn is_solved(&self, boxes: &BTreeSet<At>) -> bool {
        self.fixed_well && *boxes == self.goals
    }

    /// The steps from a state, and whether each pushes.
    fn steps(&self, (boxes, player): &State) -> Vec<(State, bool)> {
        let mut all = Vec::new();
        for way in WAYS {
            let next = plus(*player, way);
            if !self.floor.contains(&next) {
                continue;
            }
            if !boxes.contains(&next) {
                all.push(((boxes.clone(), next), false));
                continue;
            }
            let behind = plus(next, way);
            if self.floor.contains(&behind) && !boxes.contains(&behind) {
                let mut moved = boxes.clone();
                moved.remove(&next);
                moved.insert(behind);
                all.push(((moved, next), true));
            }
        }
        all
    }

    /// The state with the player on the first square of his region.
    fn region(&self, (boxes, player): &State) -> State {
        let all = flood(&self.floor, boxes, *player);
        (boxes.clone(), *all.first().unwrap())
    }

    /// The pushes from a state, the player on the first square of his region.
    fn pushes(&self, (boxes, player): &State) -> Vec<State> {
        let mut all = Vec::new();
        for at in flood(&self.floor, boxes, *player) {
            for (next, is_push) in self.steps(&(boxes.clone(), at)) {
                if is_push {
                    all.push(self.region(&next));
                }
            }
        }
        all
    }
}

fn flood(floor: &BTreeSet<At>, boxes: &BTreeSet<At>, from: At) -> BTreeSet<At> {
    let mut all = BTreeSet::from([from]);
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        for way in WAYS {
            let next = plus(at, way);
            if floor.contains(&next) && !boxes.contains(&next) && all.insert(next) {
                open.push(next);
            }
        }
    }
    all
}

/// What a search of one metric finds.
#[derive(Debug, Default, PartialEq, Eq)]
struct Found {
    counts: Vec<u64>,
    dead: u64,
    optimum: Option<u64>,
    routes: u64,
    solved: u64,
}

fn search(oracle: &Oracle, start: State, edges: &dyn Fn(&State) -> Vec<State>) -> Found {
    let mut found = Found::default();
    let mut ways: HashMap<State, u64> = HashMap::from([(start.clone(), 1)]);
    let mut before: HashMap<State, Vec<State>> = HashMap::new();
    let mut seen = HashSet::from([start]);
    while !ways.is_empty() {
        found.counts.push(ways.len() as u64);
        let solved = ways.iter().filter(|own| oracle.is_solved(&own.0.0));
        let routes: u64 = solved.map(|own| own.1).sum();
        if routes > 0 && found.optimum.is_none() {
            (found.optimum, found.routes) = (Some(found.counts.len() as u64 - 1), routes);
        }
        let mut next: HashMap<State, u64> = HashMap::new();
        for (state, count) in &ways {
            for other in edges(state) {
                before.entry(other.clone()).or_default().push(state.clone());
                if !seen.contains(&other) {
                    *next.entry(other).or_default() += count;
                }
            }
        }
        seen.extend(next.keys().cloned());
        ways = next;
    }
    let mut open: Vec<&State> = seen.iter().filter(|own| oracle.is_solved(&own.0)).collect();
    found.solved = open.len() as u64;
    let mut live: HashSet<&State> = open.iter().copied().collect();
    while let Some(state) = open.pop() {
        for earlier in before.get(state).into_iter().flatten() {
            if live.insert(earlier) {
                open.push(earlier);
            }
        }
    }
    found.dead = (seen.len() - live.len()) as u64;
    found
}

/// The fewest steps of the solutions with the fewest pushes.
fn fewest_steps(oracle: &Oracle) -> Option<(u64, u64)> {
    let mut best: BTreeMap<State, (u64, u64)> = BTreeMap::from([(oracle.start.clone(), (0, 0))]);
    let mut open = BTreeSet::from([((0, 0), oracle.start.clone())]);
    while let Some((cost, state)) = open.pop_first() {
        if oracle.is_solved(&state.0) {
            return Some(cost);
        }
        for (next, is_push) in oracle.steps(&state) {
            let next_cost = (cost.0 + u64::from(is_push), cost.1 + 1);
            if best.get(&next).is_none_or(|&known| next_cost < known) {
                best.insert(next.clone(), next_cost);
                open.insert((next_cost, next));
            }
        }
    }
    None
}

/// Counts of all positions by the fewest pushes to a solved one.
fn from_solved(oracle: &Oracle) -> Vec<u64> {
    let floor: Vec<At> = oracle.floor.iter().copied().collect();
    let mut sets = vec![BTreeSet::new()];
    for _ in &oracle.start.0 {
        let mut more = BTreeSet::new();
        for set in &sets {
            for &at in &floor {
                let mut set: BTreeSet<At> = set.clone();
                if set.insert(at) {
                    more.insert(set);
                }
            }
        }
        sets = more.into_iter().collect();
    }
    let mut before: HashMap<State, Vec<State>> = HashMap::new();
    let mut open = VecDeque::new();
    let mut distance = HashMap::new();
    for boxes in sets {
        let mut left: BTreeSet<At> = oracle.floor.difference(&boxes).copied().collect();
        while let Some(at) = left.pop_first() {
            let state = (boxes.clone(), at);
            for other in flood(&oracle.floor, &boxes, at) {
                left.remove(&other);
            }
            for next in oracle.pushes(&state) {
                before.entry(next).or_default().push(state.clone());
            }
            if oracle.is_solved(&boxes) {
                distance.insert(state.clone(), 0usize);
                open.push_back(state);
            }
        }
    }
    let mut counts = Vec::new();
    while let Some(state) = open.pop_front() {
        let own = distance[&state];
        if counts.len() == own {
            counts.push(0);
        }
        counts[own] += 1;
        for earlier in before.get(&state).into_iter().flatten() {
            if !distance.contains_key(earlier) {
                distance.insert(earlier.clone(), own + 1);
                open.push_back(earlier.clone());
            }
        }
    }
    counts
}

fn limits(stop: &AtomicBool) -> LevelLimits<'_> {
    LevelLimits::new(1 << 30, stop)
}

/// Compares one level in one metric; returns whether it can be solved.
fn compare(rows: &[String], level: &Level, oracle: &Oracle, metric: LevelMetric) -> bool {
    let name = rows.join("\n");
    let stop = AtomicBool::new(false);
    let expected = match metric {
        LevelMetric::Push => {
            let start = oracle.region(&oracle.start);
            search(oracle, start, &|state| oracle.pushes(state))
        }
        LevelMetric::Step => search(oracle, oracle.start.clone(), &|state| {
            oracle.steps(state).into_iter().map(|own| own.0).collect()
        }),
    };
    let graph = LevelGraph::new(level, metric, BoxSpace::All).unwrap();
    let all = LevelSearch::from_start(&graph, None, limits(&stop), &mut |_, _| {}).unwrap();
    assert_eq!(all.counts(), expected.counts, "{name}");
    let alive = all.live(&graph, limits(&stop)).unwrap();
    assert_eq!(all.positions() - alive.positions(), expected.dead, "{name}");
    let graph_live = LevelGraph::new(level, metric, BoxSpace::Live).unwrap();
    let live = LevelSearch::from_start(&graph_live, None, limits(&stop), &mut |_, _| {}).unwrap();
    for (graph, found) in [(&graph, &all), (&graph_live, &live)] {
        let solved = found.solved(graph).unwrap();
        let generation = solved.as_ref().map(|own| own.generation);
        assert_eq!(generation, expected.optimum, "{name}");
        let Some(solved) = solved else { continue };
        assert_eq!(solved.reachable, expected.solved, "{name}");
        let way = found
            .solution(
                graph,
                solved.generation,
                &solved.first,
                &AtomicBool::new(false),
            )
            .unwrap();
        assert_eq!(way.routes, expected.routes.into(), "{name}");
        let replayed = replay_lurd(rows, &way.lurd).unwrap();
        assert!(replayed.is_solved, "{name}\n{}", way.lurd);
        assert_eq!((replayed.pushes, replayed.steps), (way.pushes, way.steps));
        let last = way.positions.last().unwrap();
        assert!(level.is_solved(last), "{name}");
        match metric {
            LevelMetric::Push => {
                let both = (way.pushes, way.steps);
                assert_eq!(Some(both), fewest_steps(oracle), "{name}");
            }
            LevelMetric::Step => assert_eq!(way.steps, solved.generation, "{name}"),
        }
    }
    expected.optimum.is_some()
}

#[test]
fn random_levels_agree_with_the_oracle() {
    let number = std::env::var("SLIDEWISE_LEVELS").ok();
    let wanted = number.and_then(|own| own.parse().ok()).unwrap_or(2000u64);
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let (mut read, mut solvable) = (0, 0);
    let stop = AtomicBool::new(false);
    while read < wanted {
        let rows = random_rows(&mut dice);
        let Ok(level) = Level::read(&rows.join("\n")) else {
            continue;
        };
        read += 1;
        let oracle = Oracle::new(&rows);
        let is_solvable = compare(&rows, &level, &oracle, LevelMetric::Push);
        if read % 4 == 0 {
            compare(&rows, &level, &oracle, LevelMetric::Step);
        }
        solvable += u64::from(is_solvable);
        if oracle.floor.len() <= 12 {
            let graph = LevelGraph::new(&level, LevelMetric::Push, BoxSpace::All).unwrap();
            let back = LevelSearch::from_solved(&graph, limits(&stop), &mut |_, _| {}).unwrap();
            assert_eq!(back.counts(), from_solved(&oracle), "{}", rows.join("\n"));
        }
    }
    assert!(solvable > wanted / 20, "{solvable} of {read}");
}
