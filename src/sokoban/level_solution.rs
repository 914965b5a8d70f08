//! Shortest solutions from finished generations: their number, and the one that is printed.

use crate::level::{CellNumber, Level, NO_CELL, Placing};
use crate::level_graph::{BoxPush, GraphScratch, LevelGraph, LevelMetric};
use crate::level_search::{LevelSearch, LevelSearchError};
use crate::player_step::{after_step, direction_of, step_letter};
use ahash::AHashMap;
use num_bigint::BigUint;
use slidewise_board::Direction;
use std::sync::atomic::{AtomicBool, Ordering};

/// A shortest solution, or a shortest way to any position.
///
/// In the metric `push` it has the fewest pushes and among those ways the fewest steps; in the
/// metric `step` the fewest steps. Of several the first is taken, its letters compared in the
/// order U, D, L, R.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LevelSolution {
    /// Number of pushes.
    pub pushes: u64,
    /// Number of steps, pushes included.
    pub steps: u64,
    /// Number of shortest ways: sequences of pushes (box and direction), or in the metric `step`
    /// of steps.
    pub routes: BigUint,
    /// The way as letters: small for steps, capitals for pushes.
    pub lurd: String,
    /// The positions: the first one, then one after each push, or in the metric `step` each step.
    pub positions: Vec<Placing>,
}

/// The positions of shortest ways, a generation an entry, each with the number of ways on to an
/// end.
type WayCounts = Vec<AHashMap<u64, BigUint>>;

impl LevelSearch {
    /// The shortest way from the start to the nearest of the `ends`, which are in `generation`,
    /// unless `stop` is raised.
    ///
    /// # Errors
    ///
    /// [`LevelSearchError::Stopped`], and those of the store.
    pub fn solution(
        &self,
        graph: &LevelGraph<'_>,
        generation: u64,
        ends: &[u64],
        stop: &AtomicBool,
    ) -> Result<LevelSolution, LevelSearchError> {
        let ways = self.ways(graph, generation, ends, stop)?;
        let routes = ways[0].values().sum();
        let start = graph.level().start();
        let (lurd, pushes) = match graph.metric() {
            LevelMetric::Step => (step_letters(graph, &ways), None),
            LevelMetric::Push => {
                let way = PushWay::new(graph, &ways, stop);
                let way = way.ok_or(LevelSearchError::Stopped { generation })?;
                (way.letters(start), Some(generation))
            }
        };
        let counted = lurd.chars().filter(char::is_ascii_uppercase).count() as u64;
        debug_assert!(pushes.is_none_or(|pushes| pushes == counted));
        Ok(LevelSolution {
            pushes: counted,
            steps: lurd.len() as u64,
            routes,
            positions: positions_along(graph.level(), graph.metric(), &lurd),
            lurd,
        })
    }

    /// The positions of all shortest ways to the ends with the numbers of ways, from the start's
    /// generation on.
    fn ways(
        &self,
        graph: &LevelGraph<'_>,
        generation: u64,
        ends: &[u64],
        stop: &AtomicBool,
    ) -> Result<WayCounts, LevelSearchError> {
        let mut scratch = GraphScratch::new(graph.level());
        let one = BigUint::from(1u32);
        let ends = ends.iter().map(|&end| (end, one.clone()));
        let mut ways: WayCounts = vec![ends.collect()];
        for earlier in (0..generation).rev() {
            let members = self.generation(earlier)?;
            let mut before: AHashMap<u64, BigUint> = AHashMap::new();
            if let Some(after) = ways.last() {
                for (&number, count) in after {
                    if stop.load(Ordering::Relaxed) {
                        return Err(LevelSearchError::Stopped { generation });
                    }
                    graph.predecessors(number, &mut scratch, &mut |own, _| {
                        if members.binary_search(&own).is_ok() {
                            *before.entry(own).or_default() += count;
                        }
                    });
                }
            }
            ways.push(before);
        }
        ways.reverse();
        Ok(ways)
    }
}

/// The letters of the first of the shortest ways in steps.
fn step_letters(graph: &LevelGraph<'_>, ways: &WayCounts) -> String {
    let mut scratch = GraphScratch::new(graph.level());
    let mut letters = String::new();
    let Some(&start) = ways[0].keys().next() else {
        return letters;
    };
    let mut at = start;
    for later in &ways[1..] {
        let mut first = None;
        // Successors are listed in the order of the directions.
        graph.successors(at, &mut scratch, &mut |next, push| {
            if first.is_none() && later.contains_key(&next) {
                first = Some((next, push.is_some()));
            }
        });
        let Some((next, is_push)) = first else {
            break;
        };
        let (before, after) = (graph.placing(at).player, graph.placing(next).player);
        letters.push(letter(graph.level(), before, after, is_push));
        at = next;
    }
    letters
}

/// The letter of a step from a cell to a neighbour.
fn letter(level: &Level, from: CellNumber, to: CellNumber, is_push: bool) -> char {
    let direction = Direction::ALL
        .into_iter()
        .find(|&direction| level.neighbour(from, direction) == to);
    direction.map_or('?', |direction| step_letter(direction, is_push))
}

/// The fewest steps on the shortest ways in pushes, for each position where they arrive.
struct PushWay<'g, 'l> {
    graph: &'g LevelGraph<'l>,
    ways: &'g WayCounts,
    /// For each generation: the steps to the end from (position, cell of the player).
    steps: Vec<AHashMap<(u64, CellNumber), u32>>,
}

impl<'g, 'l> PushWay<'g, 'l> {
    /// The fewest steps; `None` if `stop` is raised before they are known.
    fn new(
        graph: &'g LevelGraph<'l>,
        ways: &'g WayCounts,
        stop: &AtomicBool,
    ) -> Option<PushWay<'g, 'l>> {
        let last = ways.len() - 1;
        let mut way = PushWay {
            graph,
            ways,
            steps: vec![AHashMap::new(); ways.len()],
        };
        let mut scratch = GraphScratch::new(graph.level());
        for generation in (1..=last).rev() {
            let mut steps = AHashMap::new();
            for &number in ways[generation].keys() {
                if stop.load(Ordering::Relaxed) {
                    return None;
                }
                let field = way.field(generation, number, &mut scratch);
                for &cell in &scratch.region {
                    let beside = graph.level().neighbours(cell);
                    if beside.iter().any(|&next| scratch.is_box(next)) {
                        steps.insert((number, cell), field[cell as usize]);
                    }
                }
            }
            way.steps[generation] = steps;
        }
        Some(way)
    }

    /// The pushes of shortest ways from a position, with the fewest steps to the end, the push
    /// included. Leaves the position open.
    fn pushes(
        &self,
        generation: usize,
        number: u64,
        scratch: &mut GraphScratch,
    ) -> Vec<(BoxPush, u64, u32)> {
        let mut pushes = Vec::new();
        if let Some(later) = self.ways.get(generation + 1) {
            let steps = &self.steps[generation + 1];
            self.graph.successors(number, scratch, &mut |next, push| {
                if let Some(push) = push
                    && later.contains_key(&next)
                    && let Some(&left) = steps.get(&(next, push.from))
                {
                    pushes.push((push, next, left + 1));
                }
            });
        }
        self.graph.open(number, scratch);
        pushes
    }

    /// The fewest steps to the end from each cell of the position's region.
    fn field(&self, generation: usize, number: u64, scratch: &mut GraphScratch) -> Vec<u32> {
        let level = self.graph.level();
        let mut field = vec![u32::MAX; level.cells()];
        let pushes = self.pushes(generation, number, scratch);
        if generation + 1 == self.ways.len() {
            for &cell in &scratch.region {
                field[cell as usize] = 0;
            }
            return field;
        }
        let mut seeds: Vec<(u32, CellNumber)> = Vec::new();
        for (push, _, steps) in pushes {
            seeds.push((steps, push.player));
        }
        seeds.sort_unstable();
        let mut seeds = seeds.into_iter().peekable();
        let mut open = std::collections::VecDeque::new();
        while let Some(&(steps, _)) = seeds.peek().or_else(|| open.front()) {
            // The nearer of a seed and the oldest open cell.
            let is_open_nearer = open.front().is_some_and(|&(own, _)| own <= steps);
            let taken = if is_open_nearer {
                open.pop_front()
            } else {
                seeds.next()
            };
            let Some((steps, cell)) = taken else { break };
            if field[cell as usize] <= steps {
                continue;
            }
            field[cell as usize] = steps;
            for next in level.neighbours(cell) {
                if scratch.is_free(next) && field[next as usize] > steps + 1 {
                    open.push_back((steps + 1, next));
                }
            }
        }
        field
    }

    /// The letters of the first of the ways with the fewest steps.
    fn letters(&self, start: &Placing) -> String {
        let level = self.graph.level();
        let mut scratch = GraphScratch::new(level);
        let mut letters = String::new();
        let mut player = start.player;
        let Some(&first) = self.ways[0].keys().next() else {
            return letters;
        };
        let mut number = first;
        for generation in 0..self.ways.len() - 1 {
            let field = self.field(generation, number, &mut scratch);
            let pushes = self.pushes(generation, number, &mut scratch);
            let pushed = 'walk: loop {
                let left = field[player as usize];
                for direction in Direction::ALL {
                    let next = level.neighbour(player, direction);
                    let pushed = pushes.iter().find(|(push, _, steps)| {
                        push.player == player && push.from == next && *steps == left
                    });
                    if let Some(&(push, after, _)) = pushed {
                        letters.push(direction.letter());
                        break 'walk Some((push.from, after));
                    }
                    if next != NO_CELL && scratch.is_free(next) && field[next as usize] + 1 == left
                    {
                        letters.push(direction.letter().to_ascii_lowercase());
                        player = next;
                        continue 'walk;
                    }
                }
                break None;
            };
            let Some((cell, after)) = pushed else { break };
            (player, number) = (cell, after);
        }
        letters
    }
}

/// The positions along a way from the start: the first one, then one after each push, or in the
/// metric `step` after each step; they end before a step that cannot be made.
pub fn positions_along(level: &Level, metric: LevelMetric, lurd: &str) -> Vec<Placing> {
    let mut placing = level.start().clone();
    let mut positions = vec![placing.clone()];
    for direction in lurd.chars().filter_map(direction_of) {
        let Ok((after, is_push)) = after_step(level, &placing, direction) else {
            break;
        };
        placing = after;
        if metric == LevelMetric::Step || is_push {
            positions.push(placing.clone());
        }
    }
    positions
}
