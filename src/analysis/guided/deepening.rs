//! Iterative deepening: the shortest way to the goal, with a proof that none is shorter.
//!
//! Each iteration visits all positions whose way so far and lower bound fit a limit, depth first
//! (Korf 1985). The first limit is the bound of the start; each further limit is the least length
//! that the iteration before could not rule out. So the first way found is a shortest one.
//!
//! The tree is divided into subtrees at a fixed depth, which threads take in order. The answer is
//! that of the first subtree with a way, whichever thread is first; so neither the way nor the
//! number of nodes depends on the number of threads.

use super::additive_tables::{AdditiveTables, TablesError};
use super::walker::{WalkContext, WalkEnd, WalkPlace, WalkStop, Walker};
use slidewise_engine::search::{StopFlag, run_workers};
use slidewise_store::Stopwatch;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Least number of subtrees into which a tree is divided.
const SUBTREES: usize = 256;
/// Number of nodes of an iteration that make several threads worth while for the next one.
const WORTH_THREADS: u64 = 4_000;

/// What a guided search is asked.
#[derive(Clone, Copy, Debug)]
pub struct GuidedQuery<'q> {
    /// Whether all shortest ways are counted, by an iteration that leaves out no way.
    pub counts_all: bool,
    /// Number of threads; 0 counts as 1.
    pub threads: usize,
    /// Number of nodes after which no further iteration begins.
    pub max_nodes: u64,
    /// Raised from outside to stop the search soon.
    pub stop: &'q AtomicBool,
    /// Time after which the search is stopped.
    pub limit: Option<Duration>,
    /// Number of nodes after which the search is stopped soon, also within an iteration.
    pub most_nodes: u64,
}

impl Default for GuidedQuery<'_> {
    fn default() -> Self {
        GuidedQuery {
            counts_all: false,
            threads: 1,
            max_nodes: u64::MAX,
            stop: StopFlag::never(),
            limit: None,
            most_nodes: u64::MAX,
        }
    }
}

/// How a guided search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GuidedResult {
    /// A shortest way was found, and no way is shorter.
    Solved {
        /// Cells of the empty cell along the way, from the start to the goal.
        path: Vec<u8>,
        /// Number of shortest ways; `None` if they were not counted, or the search was stopped
        /// while they were.
        ways: Option<u64>,
    },
    /// The parity of the tiles' permutation rules out any way.
    Unsolvable,
    /// The search was stopped; each way has at least this many steps.
    Stopped {
        /// Lower bound that is proved.
        at_least: u32,
    },
}

/// The answer of a guided search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GuidedAnswer {
    /// How the search ended.
    pub result: GuidedResult,
    /// Positions visited, over all iterations. A position counts each time it is visited.
    pub nodes: u64,
}

impl GuidedAnswer {
    /// Length of the shortest way; `None` if none was found.
    pub fn distance(&self) -> Option<u32> {
        match &self.result {
            GuidedResult::Solved { path, .. } => Some(path.len() as u32 - 1),
            _ => None,
        }
    }
}

/// What one iteration found.
#[derive(Default)]
struct Iteration {
    nodes: u64,
    ways: u64,
    first: Option<Vec<u8>>,
    is_stopped: bool,
}

/// What the walk of one subtree found.
#[derive(Clone, Default)]
struct Subtree {
    nodes: u64,
    least_over: Option<u32>,
    ways: u64,
    first: Option<Vec<u8>>,
    end: Option<WalkEnd>,
}

/// The tree of ways from a start, divided into subtrees.
struct Tree {
    /// Depth and bound of the places above the subtrees.
    above: Vec<(u32, u32)>,
    /// Depth of the subtrees.
    depth: u32,
    /// Places of the subtrees, with the states of their paths.
    places: Vec<(WalkPlace, u32)>,
}

impl AdditiveTables {
    /// Finds a shortest way from a position to the goal.
    ///
    /// Of several ways it is the least, if ways are compared by the cells of the tiles moved.
    /// `observe` receives the bound that is proved before each iteration, and the nodes so far.
    ///
    /// # Errors
    /// If the position does not have each tile once, or a table is damaged.
    pub fn solve(
        &self,
        start: &[u8],
        query: GuidedQuery<'_>,
        observe: &mut dyn FnMut(u32, u64),
    ) -> Result<GuidedAnswer, TablesError> {
        if !self.is_solvable(start)? {
            return Ok(GuidedAnswer {
                result: GuidedResult::Unsolvable,
                nodes: 0,
            });
        }
        let root = WalkPlace::new(self, start).ok_or(TablesError::Damaged)?;
        let visited = AtomicU64::new(0);
        let stop = WalkStop {
            flag: query.stop,
            visited: &visited,
            most_nodes: query.most_nodes,
            limit: query.limit.map(|limit| (Stopwatch::start(), limit)),
        };
        let context = WalkContext::new(self, stop, false);
        // All ways have lengths of one parity, which a bound may not have.
        let is_odd = self.is_odd_way(usize::from(root.empty));
        let even_out = |bound: u32| bound + u32::from((bound % 2 == 1) != is_odd);
        let mut limit = even_out(root.bound());
        let tree = Tree::of(&context, root.clone())?;
        let (mut nodes, mut threads) = (0, 1);
        loop {
            observe(limit, nodes);
            let (found, least_over) = tree.iterate(&context, limit, threads)?;
            nodes += found.nodes;
            if found.nodes >= WORTH_THREADS {
                threads = query.threads.max(1);
            }
            if found.is_stopped {
                let result = GuidedResult::Stopped { at_least: limit };
                return Ok(GuidedAnswer { result, nodes });
            }
            if let Some(mut path) = found.first {
                path.push(self.goal_empty());
                let mut ways = None;
                if query.counts_all {
                    let context = WalkContext::new(self, stop, true);
                    let tree = Tree::of(&context, root)?;
                    let (found, _) = tree.iterate(&context, limit, threads)?;
                    nodes += found.nodes;
                    ways = (!found.is_stopped).then_some(found.ways);
                }
                let result = GuidedResult::Solved { path, ways };
                return Ok(GuidedAnswer { result, nodes });
            }
            limit = even_out(least_over.max(limit + 1));
            if nodes > query.max_nodes {
                let result = GuidedResult::Stopped { at_least: limit };
                return Ok(GuidedAnswer { result, nodes });
            }
        }
    }

    fn goal_empty(&self) -> u8 {
        super::additive_tables::place_of(&self.goal, 0) as u8
    }
}

impl Tree {
    /// Divides the tree of ways from a place. No subtree is deeper than the nearest goal can be.
    fn of(context: &WalkContext<'_>, root: WalkPlace) -> Result<Tree, TablesError> {
        let deepest = root.bound();
        let state = context.paths.at(root.empty);
        let mut tree = Tree {
            above: Vec::new(),
            depth: 0,
            places: vec![(root, state)],
        };
        while tree.depth < deepest && tree.places.len() < SUBTREES {
            let mut next = Vec::new();
            for (place, state) in std::mem::take(&mut tree.places) {
                tree.above.push((tree.depth, place.bound()));
                let mut walker = Walker::new(context, place, 0, 0);
                next.extend(walker.children(state).ok_or(TablesError::Damaged)?);
            }
            tree.places = next;
            tree.depth += 1;
        }
        Ok(tree)
    }

    /// Visits all positions within a limit; returns what was found, and the least bound above the
    /// limit.
    fn iterate(
        &self,
        context: &WalkContext<'_>,
        limit: u32,
        threads: usize,
    ) -> Result<(Iteration, u32), TablesError> {
        let results = vec![Subtree::default(); self.places.len()];
        let results = Mutex::new(results);
        let next = AtomicUsize::new(0);
        let work = |_| {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.places.len() {
                    break;
                }
                if context.winner.load(Ordering::Relaxed) < number {
                    continue;
                }
                let result = self.walk(context, number, limit);
                let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
                results[number] = result;
            }
        };
        if threads <= 1 {
            work(0);
        } else {
            run_workers(0..threads, work, &mut || {});
        }
        let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        let winner = context.winner.load(Ordering::Relaxed);
        let above = self.above.iter();
        let mut found = Iteration {
            nodes: above
                .filter(|(depth, bound)| depth + bound <= limit)
                .count() as u64,
            ..Iteration::default()
        };
        let mut least_over = u32::MAX;
        for result in results.into_iter().take(winner.saturating_add(1)) {
            if result.end == Some(WalkEnd::Damaged) {
                return Err(TablesError::Damaged);
            }
            found.nodes += result.nodes;
            found.ways += result.ways;
            found.first = found.first.or(result.first);
            found.is_stopped |= result.end == Some(WalkEnd::Stopped);
            least_over = least_over.min(result.least_over.unwrap_or(u32::MAX));
        }
        found.is_stopped |= found.first.is_none() && context.stop.is_raised();
        Ok((found, least_over))
    }

    fn walk(&self, context: &WalkContext<'_>, number: usize, limit: u32) -> Subtree {
        let (place, state) = &self.places[number];
        let bound = self.depth + place.bound();
        if bound > limit {
            return Subtree {
                least_over: Some(bound),
                ..Subtree::default()
            };
        }
        let mut walker = Walker::new(context, place.clone(), number, limit);
        let end = walker.walk(limit - self.depth, *state).err();
        walker.report();
        if end == Some(WalkEnd::Found) {
            context.winner.fetch_min(number, Ordering::Relaxed);
        }
        Subtree {
            nodes: walker.nodes,
            least_over: Some(walker.least_over),
            ways: walker.ways,
            first: walker.first,
            end,
        }
    }
}
