//! The state graph of a run: configurations as vertices 0, 1, 2, ... and what a piece does in one
//! step, slide or move as edges.
//!
//! It numbers what can be reached from a given configuration as far as signs tell, and finds the neighbours
//! of a number. It does not know which numbers have been seen.

use super::half::bit_of;
use super::late_cut::LateCut;
use super::orders::grouped_arrangement;
use super::table::{PatternTable, Slide, slides_of};
use super::{Cut, Half, HalfBoardExpander, Metric, OrderMap, Orders, Packing, Sketch, Walks};
use crate::index::{Orientation, Pattern, Space, SpaceError};
use slidewise_puzzle::{Configuration, Puzzle};
use std::sync::atomic::AtomicBool;

/// The graph of a puzzle's configurations under one of the metrics.
///
/// The metric is in the edges alone: what can be reached is the same in all of them, and so are the numbers.
#[derive(Debug)]
pub struct Graph {
    puzzle: Puzzle,
    start: Configuration,
    space: Space,
    walks: Walks,
    /// Only where patterns have several orders.
    table: Option<PatternTable>,
    /// Only where slides are not tabled by pattern, and no rules are to be obeyed.
    late_cut: Option<LateCut>,
    orders: Orders,
    patterns: u64,
    len: u64,
}

/// What a graph may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// The nodes of the pattern automaton.
    pub nodes: usize,
    /// The bytes of the tables of half boards. Where they need more there are none, and slides are found on the board:
    /// the same ones, in up to ten times the time.
    pub table_bytes: u64,
}

/// This many nodes are built in any memory: eight megabytes.
const LEAST_NODES: usize = 1 << 16;

impl Allowance {
    /// What may be built in this many bytes of memory.
    pub fn of_memory(bytes: u64) -> Allowance {
        let nodes = bytes / Space::NODE_BYTES as u64;
        let nodes = usize::try_from(nodes).unwrap_or(usize::MAX);
        Allowance {
            nodes: nodes.max(LEAST_NODES),
            ..Allowance::default()
        }
    }
}

impl Default for Allowance {
    /// As many nodes as there are, a gigabyte for tables.
    fn default() -> Allowance {
        Allowance {
            nodes: usize::MAX,
            table_bytes: 1 << 30,
        }
    }
}

/// Which configurations a graph is to be right for.
#[derive(Clone, Copy)]
enum Extent {
    /// Those that Start leads to.
    Component,
    /// All that are legal.
    All,
}

/// How many orders of one pattern are slid together.
const BATCH: usize = 4096;

impl Graph {
    /// The graph of a puzzle, numbered for the component of `start`.
    ///
    /// # Errors
    /// If the space cannot be built, or has more than 2^64 configurations.
    ///
    /// # Panics
    /// If `start` is not a legal configuration of the puzzle; those that are read or unranked are.
    pub fn new(
        puzzle: &Puzzle,
        start: &Configuration,
        metric: Metric,
    ) -> Result<Graph, SpaceError> {
        Graph::within(puzzle, start, metric, Allowance::default())
    }

    /// Builds the graph as [`Graph::new`] does, within the memory that an [`Allowance`] gives.
    ///
    /// # Errors
    /// As [`Graph::new`], and if the space needs more nodes ([`Space::best`]).
    ///
    /// # Panics
    /// As [`Graph::new`].
    pub fn within(
        puzzle: &Puzzle,
        start: &Configuration,
        metric: Metric,
        allowance: Allowance,
    ) -> Result<Graph, SpaceError> {
        Graph::of(puzzle, start, metric, allowance, Extent::Component)
    }

    /// The graph of all configurations that are numbered, whether a way leads there or not, and of either parity.
    ///
    /// # Errors
    /// As [`Graph::within`].
    pub fn of_all(
        puzzle: &Puzzle,
        metric: Metric,
        allowance: Allowance,
    ) -> Result<Graph, SpaceError> {
        Graph::of(puzzle, &puzzle.start, metric, allowance, Extent::All)
    }

    fn of(
        puzzle: &Puzzle,
        start: &Configuration,
        metric: Metric,
        allowance: Allowance,
        extent: Extent,
    ) -> Result<Graph, SpaceError> {
        let space = match *start == puzzle.start {
            true => Space::best(puzzle, allowance.nodes)?,
            false => {
                let start = start.clone();
                let begun_there = Puzzle {
                    start,
                    ..puzzle.clone()
                };
                Space::best(&begun_there, allowance.nodes)?
            }
        };
        let (patterns, orders, _) = space.numbered()?;
        let walks = Walks::new(&puzzle.board, space.layout(), metric);
        let (pattern, words) = space
            .split(puzzle, start)
            .expect("a start is a legal configuration");
        let odd = space
            .arrangements()
            .iter()
            .zip(&words)
            .enumerate()
            .filter(|(_, (arrangement, word))| arrangement.is_distinct() && is_odd(word))
            .fold(0, |odd, (number, _)| odd | bit_of(number));
        // Both know what Start leads to, and nothing else.
        let is_whole = matches!(extent, Extent::All);
        let table = (orders > 1 && !is_whole)
            .then(|| PatternTable::new(&space, &walks, patterns, pattern))
            .flatten();
        let grouped = grouped_arrangement(&space);
        let late_cut = (table.is_none() && puzzle.rules.is_empty())
            .then(|| LateCut::new(allowance.table_bytes));
        let half = match &table {
            _ if is_whole => Half::default(),
            Some(table) => Half::new(&space, patterns, pattern, odd, grouped, |rank, visit| {
                table.slides(rank).iter().for_each(visit);
            }),
            None => {
                let mut laid = Pattern::new(space.automaton(), space.layout(), patterns, pattern);
                Half::new(&space, patterns, pattern, odd, grouped, |rank, visit| {
                    laid.lay(rank);
                    slides_of(&space, &walks, &laid).iter().for_each(visit);
                })
            }
        };
        let orders = Orders::new(&space, half);
        let too_large = || SpaceError::TooLarge {
            configurations: space.len(),
        };
        Ok(Graph {
            puzzle: puzzle.clone(),
            start: start.clone(),
            len: patterns.checked_mul(orders.len()).ok_or_else(too_large)?,
            space,
            walks,
            table,
            late_cut,
            orders,
            patterns,
        })
    }

    /// What an edge is.
    pub fn metric(&self) -> Metric {
        self.walks.metric()
    }

    /// How the numbers are laid out, in words: two graphs of one puzzle whose layouts agree have the same
    /// numbers, whatever their metrics.
    pub fn layout(&self) -> String {
        let scan = match self.space.layout().orientation {
            Orientation::Rows => "rows",
            Orientation::Columns => "columns",
        };
        // What Start cannot reach may have no number; stores from before that was so have another layout.
        let scan = match self.space.layout().is_of_start() {
            true => format!("{scan} in reach of Start"),
            false => scan.to_owned(),
        };
        match self.orders.packing() {
            Packing::Plain => format!("{scan}, one after the other"),
            Packing::Grouped { orders } => {
                format!(
                    "{scan}, {orders} orders in {} bits",
                    self.orders.packing().words() * 64
                )
            }
        }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The configuration for whose component the graph is numbered.
    pub fn start(&self) -> &Configuration {
        &self.start
    }

    /// The space, which holds both halves of the orders.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// How many patterns there are.
    pub fn patterns(&self) -> u64 {
        self.patterns
    }

    /// The orders that a pattern has in this graph.
    pub fn orders(&self) -> &Orders {
        &self.orders
    }

    /// The slides of each pattern, where patterns have several orders and are few enough to be tabled.
    pub fn table(&self) -> Option<&PatternTable> {
        self.table.as_ref()
    }

    /// The slides of half boards, if they have been made. They are where those of patterns are not tabled, and no
    /// rules are to be obeyed, in steps and slides.
    pub fn cut(&self) -> Option<&Cut> {
        self.late_cut.as_ref()?.get()
    }

    /// The slides of half boards, made now if that pays, after this many more configurations have been expanded
    /// without them: at once where it takes some hundredths of a second, else once as much time has gone into those. A
    /// caller that will expand as many says so beforehand; `u64::MAX` always pays.
    pub fn cut_after(&self, expanded: u64) -> Option<&Cut> {
        self.cut_after_unless(expanded, &AtomicBool::new(false))
    }

    /// The slides of half boards as [`Graph::cut_after`] makes them, unless `stop` is set meanwhile; then they may be
    /// made another time.
    pub fn cut_after_unless(&self, expanded: u64, stop: &AtomicBool) -> Option<&Cut> {
        let (layout, automaton) = (self.space.layout(), self.space.automaton());
        let late_cut = self.late_cut.as_ref()?;
        late_cut.after(
            expanded,
            stop,
            || self.sketch(),
            |sketch, bytes| sketch.make(layout, automaton, self.patterns, bytes, stop),
        )
    }

    /// From now on the tables of half boards may take this many bytes, but no more than the [`Allowance`] says; what
    /// has been made stays.
    pub fn allow_tables(&mut self, bytes: u64) {
        if let Some(late_cut) = &mut self.late_cut {
            late_cut.allow(bytes);
        }
    }

    /// The bytes that tables for searching may take; 0 where there would be none.
    pub fn table_bytes_allowed(&self) -> u64 {
        self.late_cut.as_ref().map_or(0, LateCut::allowed)
    }

    fn sketch(&self) -> Option<Sketch> {
        Sketch::new(&self.walks, self.space.layout(), self.space.automaton())
    }

    /// How many numbers vertices may have: all that can be reached are among them, and where the orders of
    /// distinct tiles fill words of 60 in 64, a few numbers stand for nothing ([`Graph::is_vertex`]).
    pub fn len(&self) -> u64 {
        self.len
    }

    /// How many of the numbers stand for vertices.
    pub fn vertex_count(&self) -> u64 {
        self.patterns * self.orders.order_count()
    }

    /// Whether a number stands for a vertex.
    pub fn is_vertex(&self, index: u64) -> bool {
        index < self.len && self.orders.is_order(index % self.orders.len())
    }

    /// Those of 64 numbers from `64 * at` on that stand for no vertex though others behind them do, as bits.
    pub(crate) fn gaps(&self, at: usize) -> u64 {
        self.orders.packing().gaps(at as u64)
    }

    /// Checks a number from outside, and panics with the number of vertices if it is none of them.
    ///
    /// # Panics
    /// If no vertex has this number.
    pub(crate) fn expect_vertex(&self, index: u64) {
        assert!(
            self.is_vertex(index),
            "number {index} stands for none of the graph's {} vertices",
            self.vertex_count()
        );
    }

    /// The number of a configuration; `None` if it is not legal, or Start rules it out: by its cells, by the order of
    /// its lanes, by its sign.
    pub fn index_of(&self, configuration: &Configuration) -> Option<u64> {
        let (pattern, words) = self.space.split(&self.puzzle, configuration)?;
        Some(pattern * self.orders.len() + self.orders.rank(pattern, &words)?)
    }

    /// Whether Start leads to a configuration's pattern, but its tiles are an odd permutation of those that can be
    /// reached there: its parity is the other one.
    pub fn has_other_parity(&self, configuration: &Configuration) -> bool {
        let found = self.space.split(&self.puzzle, configuration);
        found.is_some_and(|(pattern, words)| {
            self.orders.has_parity(pattern) && self.orders.rank(pattern, &words).is_none()
        })
    }

    /// The configuration of a number.
    ///
    /// # Panics
    /// If no vertex has this number.
    pub fn configuration(&self, index: u64) -> Configuration {
        self.expect_vertex(index);
        let (pattern, order) = (index / self.orders.len(), index % self.orders.len());
        self.space
            .join(pattern, &self.orders.unrank(pattern, order))
    }

    /// Finds neighbours, one number after the other; cheapest where numbers ascend.
    pub fn neighbours(&self) -> Neighbours<'_> {
        Neighbours {
            graph: self,
            pattern: Pattern::new(
                self.space.automaton(),
                self.space.layout(),
                self.patterns,
                0,
            ),
            // No pattern yet: its numbers would begin beyond all there are.
            first: self.len,
            slides: Vec::new(),
            batch: Vec::new(),
            expander: self.cut().map(HalfBoardExpander::new),
        }
    }

    /// About how many bytes the graph takes beside what is kept of a search, without the tables of half boards.
    pub fn bytes(&self) -> u64 {
        let tables = self.walks.bytes() + self.table.as_ref().map_or(0, PatternTable::bytes);
        self.space.automaton().bytes() as u64 + tables as u64 + self.orders.bytes()
    }

    /// How many bytes must be allowed for the index to be built ([`Allowance::of_memory`]); none where it is built in
    /// any memory. What the graph comes to take is less.
    pub fn building_bytes(&self) -> u64 {
        let bytes = self.space.building_bytes();
        match bytes <= (LEAST_NODES * Space::NODE_BYTES) as u64 {
            true => 0,
            false => bytes,
        }
    }

    /// Makes the tables of half boards now if that takes some hundredths of a second, so that [`Graph::cut_bytes`] is
    /// exact.
    pub fn make_quick_cut(&self) {
        self.cut_after(0);
    }

    /// How many bytes the tables of half boards take, or at most will take if they are made.
    pub fn cut_bytes(&self) -> u64 {
        let late_cut = self.late_cut.as_ref();
        late_cut.map_or(0, |late_cut| late_cut.bytes(|| self.sketch()))
    }
}

/// Finds the neighbours of vertices.
#[derive(Clone, Debug)]
pub struct Neighbours<'g> {
    graph: &'g Graph,
    pattern: Pattern<'g>,
    /// The least number of the pattern whose slides are listed.
    first: u64,
    /// Its slides: the least number of the resulting pattern, and what becomes of the order.
    slides: Vec<(u64, OrderMap<'g>)>,
    /// Orders of that pattern whose neighbours are wanted.
    batch: Vec<u64>,
    /// Where slides are put together from those of half boards.
    expander: Option<HalfBoardExpander<'g>>,
}

impl<'g> Neighbours<'g> {
    /// The graph.
    pub fn graph(&self) -> &'g Graph {
        self.graph
    }

    /// Whether they are put together from those of half boards: if the graph was cut when this was made.
    pub fn are_by_cut(&self) -> bool {
        self.expander.is_some()
    }

    /// Calls `visit` with each neighbour of a vertex, each once, in an order of its own.
    ///
    /// The number must be one of a vertex ([`Graph::is_vertex`]).
    #[inline]
    pub fn for_each(&mut self, index: u64, mut visit: impl FnMut(u64)) {
        let orders = &self.graph.orders;
        if let Some(expander) = &mut self.expander
            && orders.len() == 1
        {
            let spot = expander.cut().spot(index);
            let found = expander.expand(&[spot]);
            found.iter().for_each(|&spot| visit(Cut::rank(spot)));
            return;
        }
        if orders.len() == 1 {
            self.pattern.lay(index);
            self.graph
                .walks
                .for_each(&self.pattern, |step| visit(step.pattern));
            return;
        }
        if !self.has_at_hand(index) {
            self.turn_to(index / orders.len());
        }
        for (first, map) in &self.slides {
            visit(first + orders.apply(map, index - self.first));
        }
    }

    /// Takes a vertex whose neighbours are wanted; `visit` gets them now or with those of the next ones.
    ///
    /// Vertices that come in ascending order are slid many at a time. [`Neighbours::finish`] ends the row.
    #[inline]
    pub fn add(&mut self, index: u64, mut visit: impl FnMut(u64)) {
        if self.graph.orders.len() == 1 {
            self.for_each(index, visit);
            return;
        }
        if !self.has_at_hand(index) || self.batch.len() == BATCH {
            self.finish(&mut visit);
            if !self.has_at_hand(index) {
                self.turn_to(index / self.graph.orders.len());
            }
        }
        self.batch.push(index - self.first);
    }

    /// Gives `visit` the neighbours of the vertices added last.
    pub fn finish(&mut self, mut visit: impl FnMut(u64)) {
        let orders = &self.graph.orders;
        // One slide after the other, so that the loop over the orders does one thing only.
        for &(first, map) in &self.slides {
            match map {
                OrderMap::Same => self.batch.iter().for_each(|order| visit(first + order)),
                OrderMap::Table { table, .. } if table.len() as u64 == orders.len() => {
                    let turned = |&order: &u64| visit(first + u64::from(table[order as usize]));
                    self.batch.iter().for_each(turned);
                }
                _ => {
                    let turned = |&order: &u64| visit(first + orders.apply(&map, order));
                    self.batch.iter().for_each(turned);
                }
            }
        }
        self.batch.clear();
    }

    /// Whether the listed slides are those of the vertex's pattern.
    #[inline]
    fn has_at_hand(&self, index: u64) -> bool {
        let within = index.checked_sub(self.first);
        within.is_some_and(|within| within < self.graph.orders.len())
    }

    fn turn_to(&mut self, pattern: u64) {
        let orders = &self.graph.orders;
        self.first = pattern * orders.len();
        self.slides.clear();
        let what = |slide: Slide| {
            let map = match slide.turn {
                None => OrderMap::Same,
                Some((arrangement, rotation)) => orders.map(pattern, arrangement, rotation),
            };
            (slide.pattern * orders.len(), map)
        };
        if let Some(expander) = &mut self.expander {
            let cut = expander.cut();
            let spot = cut.spot(pattern);
            let found = expander.expand(&[spot]).iter();
            let slides = found.map(|&to| Slide {
                pattern: Cut::rank(to),
                turn: cut.turn(spot, to),
            });
            self.slides.extend(slides.map(what));
            return;
        }
        let Graph {
            space,
            walks,
            table,
            ..
        } = self.graph;
        let found;
        let slides: &[Slide] = match table.as_ref().map(|table| table.slides(pattern)) {
            Some(slides) if !slides.is_empty() => slides,
            // Not tabled, or not to be reached from Start, or stuck.
            _ => {
                self.pattern.lay(pattern);
                found = slides_of(space, walks, &self.pattern);
                &found
            }
        };
        self.slides.extend(slides.iter().copied().map(what));
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
