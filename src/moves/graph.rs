//! The state graph of a run: configurations as vertices 0, 1, 2, ... and slides as edges.
//!
//! It numbers what can be reached from a given configuration as far as signs tell, and finds the neighbours
//! of a number. It does not know which numbers have been seen.

use super::orders::rotation_of;
use super::{Half, OrderMap, Orders, Steps};
use crate::puzzle::{Configuration, Puzzle};
use crate::space::{Pattern, Space, SpaceError};

/// The graph of a puzzle's configurations under steps.
#[derive(Debug)]
pub struct Graph {
    puzzle: Puzzle,
    space: Space,
    steps: Steps,
    orders: Orders,
    patterns: u64,
    len: u64,
}

impl Graph {
    /// The graph of a puzzle, numbered for the component of `start`.
    ///
    /// # Errors
    /// If the space cannot be built, or has more than 2^64 configurations.
    ///
    /// # Panics
    /// If `start` is not a legal configuration of the puzzle; those that are read or unranked are.
    pub fn new(puzzle: &Puzzle, start: &Configuration) -> Result<Graph, SpaceError> {
        let space = Space::new(puzzle)?;
        let (patterns, _, _) = space.numbered()?;
        let steps = Steps::new(&puzzle.board, space.layout());
        let (pattern, words) = space
            .split(puzzle, start)
            .expect("a start is a legal configuration");
        let odd = space
            .arrangements()
            .iter()
            .zip(&words)
            .enumerate()
            .filter(|(_, (arrangement, word))| arrangement.is_distinct() && is_odd(word))
            .fold(0, |odd, (number, _)| {
                odd | 1u8.checked_shl(number as u32).unwrap_or(0)
            });
        let half = Half::new(&space, &steps, patterns, pattern, odd);
        let orders = Orders::new(&space, half);
        Ok(Graph {
            puzzle: puzzle.clone(),
            len: patterns * orders.len(),
            space,
            steps,
            orders,
            patterns,
        })
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The space, which holds both halves of the orders.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// The orders that a pattern has in this graph.
    pub fn orders(&self) -> &Orders {
        &self.orders
    }

    /// How many vertices are numbered: all that can be reached are among them.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether there is no vertex. There always is one.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of a configuration; `None` if it is not legal or its sign is out of reach.
    pub fn index_of(&self, configuration: &Configuration) -> Option<u64> {
        let (pattern, words) = self.space.split(&self.puzzle, configuration)?;
        Some(pattern * self.orders.len() + self.orders.rank(pattern, &words)?)
    }

    /// The configuration of a number.
    ///
    /// # Panics
    /// If there is no such number.
    pub fn configuration(&self, index: u64) -> Configuration {
        assert!(
            index < self.len,
            "a graph of {} vertices has none of number {index}",
            self.len
        );
        let (pattern, order) = (index / self.orders.len(), index % self.orders.len());
        self.space
            .join(pattern, &self.orders.unrank(pattern, order))
    }

    /// Finds neighbours, one number after the other; cheapest where numbers ascend.
    pub fn neighbours(&self) -> Neighbours<'_> {
        let pattern = Pattern::new(
            self.space.automaton(),
            self.space.layout(),
            self.patterns,
            0,
        );
        let mut neighbours = Neighbours {
            graph: self,
            pattern,
            first: 0,
            slides: Vec::new(),
        };
        neighbours.find_slides();
        neighbours
    }

    /// About how many bytes the graph takes beside what is kept of a search.
    pub fn bytes(&self) -> u64 {
        self.space.automaton().bytes() as u64 + self.steps.bytes() as u64 + self.orders.bytes()
    }
}

/// Finds the neighbours of vertices.
#[derive(Clone, Debug)]
pub struct Neighbours<'g> {
    graph: &'g Graph,
    pattern: Pattern<'g>,
    /// The least number of the pattern.
    first: u64,
    /// The slides of the pattern: the least number of the resulting pattern, and what becomes of the order.
    slides: Vec<(u64, OrderMap<'g>)>,
}

impl Neighbours<'_> {
    /// Calls `visit` with each neighbour of a vertex, each once, in an order of its own.
    ///
    /// # Panics
    /// If the graph has no such vertex.
    #[inline]
    pub fn for_each(&mut self, index: u64, mut visit: impl FnMut(u64)) {
        let orders = &self.graph.orders;
        if orders.len() == 1 {
            self.pattern.lay(index);
            self.graph
                .steps
                .for_each(&self.pattern, |step| visit(step.pattern));
            return;
        }
        let order = match index.checked_sub(self.first) {
            Some(order) if order < orders.len() => order,
            _ => {
                let pattern = index / orders.len();
                self.pattern.lay(pattern);
                self.first = pattern * orders.len();
                self.find_slides();
                index - self.first
            }
        };
        for (first, map) in &self.slides {
            visit(first + orders.apply(map, order));
        }
    }

    fn find_slides(&mut self) {
        let Neighbours {
            graph,
            pattern,
            slides,
            ..
        } = self;
        slides.clear();
        graph.steps.for_each(pattern, |step| {
            let map = match rotation_of(&graph.space, pattern, step) {
                None => OrderMap::Same,
                Some((arrangement, rotation)) => {
                    graph.orders.map(pattern.rank(), arrangement, rotation)
                }
            };
            slides.push((step.pattern * graph.orders.len(), map));
        });
    }
}

/// Whether a word without equal letters is an odd permutation.
fn is_odd(word: &[u8]) -> bool {
    let inversions = (0..word.len())
        .map(|slot| {
            word[slot + 1..]
                .iter()
                .filter(|&&later| later < word[slot])
                .count()
        })
        .sum::<usize>();
    inversions % 2 == 1
}
