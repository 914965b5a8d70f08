//! The state graph: configurations as vertices 0, 1, 2, ..., and steps, slides or moves as edges.
//!
//! It numbers the configurations that a start position can reach, as far as parity and the index
//! can tell, and finds the neighbours of a vertex. It does not know which vertices a search has
//! seen.

use super::arrangement_ranks::grouped_arrangement;
use super::lazy_half_boards::LateCut;
use super::parity::bit_of;
use super::pattern_table::{PatternTable, Slide, slides_of};
use super::{Cut, Expander, Half, Metric, OrderMap, Orders, Packing, Sketch, Walks};
use crate::index::{Orientation, Pattern, Space, SpaceError};
use slidewise_puzzle::{Configuration, Puzzle};
use std::sync::atomic::AtomicBool;

/// State graph of a puzzle under one metric.
///
/// The metric affects only the edges: vertices and their numbers are the same in all metrics.
#[derive(Debug)]
pub struct Graph {
    puzzle: Puzzle,
    start: Configuration,
    space: Space,
    walks: Walks,
    /// Present only if patterns have several arrangements, and few enough edges.
    table: Option<PatternTable>,
    /// Present only without `table`, and without rules.
    late_cut: Option<LateCut>,
    orders: Orders,
    patterns: u64,
    len: u64,
}

/// Limits on the memory of a graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// Maximum number of nodes of the pattern automaton.
    pub nodes: usize,
    /// Maximum bytes of the tables of half boards. If they need more, edges are found on the board
    /// instead: the same edges, in up to ten times the time.
    pub table_bytes: u64,
}

/// Number of nodes that any memory allows: eight megabytes.
const LEAST_NODES: usize = 1 << 16;

impl Allowance {
    /// Limits for a graph that is built in this many bytes of memory.
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
    /// No limit on nodes, and a gigabyte for tables.
    fn default() -> Allowance {
        Allowance {
            nodes: usize::MAX,
            table_bytes: 1 << 30,
        }
    }
}

/// Configurations for which a graph must be right.
#[derive(Clone, Copy)]
enum Extent {
    /// Those that Start can reach.
    Component,
    /// All legal ones.
    All,
}

/// Maximum number of arrangements of one pattern that are processed together.
const BATCH: usize = 4096;

impl Graph {
    /// Builds the graph of a puzzle, numbered for the component of `start`.
    ///
    /// # Errors
    /// If the index cannot be built, or has more than 2^64 configurations.
    ///
    /// # Panics
    /// If `start` is not a legal configuration of the puzzle. Parsed and unranked configurations
    /// are legal.
    pub fn new(
        puzzle: &Puzzle,
        start: &Configuration,
        metric: Metric,
    ) -> Result<Graph, SpaceError> {
        Graph::within(puzzle, start, metric, Allowance::default())
    }

    /// Builds the graph as [`Graph::new`] does, within the memory that an [`Allowance`] allows.
    ///
    /// # Errors
    /// As [`Graph::new`], and if the index needs more nodes ([`Space::best`]).
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

    /// Builds the graph of all numbered configurations, of both parities, whether Start reaches
    /// them or not.
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
        let space = if *start == puzzle.start {
            Space::best(puzzle, allowance.nodes)?
        } else {
            let begun_there = Puzzle {
                start: start.clone(),
                ..puzzle.clone()
            };
            Space::best(&begun_there, allowance.nodes)?
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
        // Table and parity are known only for the patterns that Start reaches.
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

    /// Metric of the edges.
    pub fn metric(&self) -> Metric {
        self.walks.metric()
    }

    /// Layout of the numbers, as text: graphs of one puzzle with equal layouts have the same
    /// numbers in all metrics.
    pub fn layout(&self) -> String {
        let scan = match self.space.layout().orientation {
            Orientation::Rows => "rows",
            Orientation::Columns => "columns",
        };
        // Stores written before the index left out what Start cannot reach have the other text.
        let scan = if self.space.layout().is_of_start() {
            format!("{scan} in reach of Start")
        } else {
            scan.to_owned()
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

    /// Puzzle of the graph.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Configuration for whose component the graph is numbered.
    pub fn start(&self) -> &Configuration {
        &self.start
    }

    /// The index, which includes the arrangements of both parities.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// Number of patterns.
    pub fn patterns(&self) -> u64 {
        self.patterns
    }

    /// Numbering of the arrangements that a pattern has in this graph.
    pub fn orders(&self) -> &Orders {
        &self.orders
    }

    /// Table of each pattern's edges, if patterns have several arrangements and are few enough.
    pub fn table(&self) -> Option<&PatternTable> {
        self.table.as_ref()
    }

    /// Tables of half boards, if they have been built. They exist only for steps and slides,
    /// without rules, and where the edges of patterns are not in a table.
    pub fn cut(&self) -> Option<&Cut> {
        self.late_cut.as_ref()?.get()
    }

    /// Tables of half boards, built now if that pays, after `expanded` more configurations were
    /// expanded without them.
    ///
    /// Small tables are built at once, in some hundredths of a second; larger ones once expansion
    /// has taken as much time as building them would. A caller that is going to expand a known
    /// number of configurations passes it beforehand; `u64::MAX` always pays.
    pub fn cut_after(&self, expanded: u64) -> Option<&Cut> {
        self.cut_after_unless(expanded, &AtomicBool::new(false))
    }

    /// Builds the tables of half boards as [`Graph::cut_after`] does, unless `stop` is set
    /// meanwhile; after that a later call can build them.
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

    /// Sets the maximum bytes of the tables of half boards, up to the limit of the [`Allowance`].
    /// Tables that are already built stay.
    pub fn allow_tables(&mut self, bytes: u64) {
        if let Some(late_cut) = &mut self.late_cut {
            late_cut.allow(bytes);
        }
    }

    /// Maximum bytes of the tables of half boards; 0 if the graph never has such tables.
    pub fn table_bytes_allowed(&self) -> u64 {
        self.late_cut.as_ref().map_or(0, LateCut::allowed)
    }

    fn sketch(&self) -> Option<Sketch> {
        Sketch::new(&self.walks, self.space.layout(), self.space.automaton())
    }

    /// Upper limit of the vertex numbers. Where the arrangements of distinct tiles take 60 of 64
    /// bits in each word, a few numbers stand for nothing ([`Graph::is_vertex`]).
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Number of vertices.
    pub fn vertex_count(&self) -> u64 {
        self.patterns * self.orders.order_count()
    }

    /// Whether a number is a vertex.
    pub fn is_vertex(&self, index: u64) -> bool {
        index < self.len && self.orders.is_order(index % self.orders.len())
    }

    /// Bitmap of the unused numbers among the 64 from `64 * at` on, if vertices follow them.
    pub fn gaps(&self, at: usize) -> u64 {
        self.orders.packing().gaps(at as u64)
    }

    /// Panics with the number of vertices if `index`, a number from outside, is no vertex.
    ///
    /// # Panics
    /// If `index` is not a vertex.
    pub fn expect_vertex(&self, index: u64) {
        assert!(
            self.is_vertex(index),
            "number {index} is not one of the graph's {} vertices",
            self.vertex_count()
        );
    }

    /// Ranks a configuration; `None` if it is not legal, or Start cannot reach it: by its cells, by
    /// the order in its lanes, or by parity.
    pub fn index_of(&self, configuration: &Configuration) -> Option<u64> {
        let (pattern, words) = self.space.split(&self.puzzle, configuration)?;
        Some(pattern * self.orders.len() + self.orders.rank(pattern, &words)?)
    }

    /// Whether Start reaches a configuration's pattern, but only with tiles of the other parity.
    pub fn has_other_parity(&self, configuration: &Configuration) -> bool {
        let found = self.space.split(&self.puzzle, configuration);
        found.is_some_and(|(pattern, words)| {
            self.orders.has_parity(pattern) && self.orders.rank(pattern, &words).is_none()
        })
    }

    /// Unranks a vertex to its configuration.
    ///
    /// # Panics
    /// If `index` is not a vertex.
    pub fn configuration(&self, index: u64) -> Configuration {
        self.expect_vertex(index);
        let (pattern, order) = (index / self.orders.len(), index % self.orders.len());
        self.space
            .join(pattern, &self.orders.unrank(pattern, order))
    }

    /// Creates a finder of neighbours; fastest if vertices come in ascending order.
    pub fn neighbours(&self) -> Neighbours<'_> {
        Neighbours {
            graph: self,
            pattern: Pattern::new(
                self.space.automaton(),
                self.space.layout(),
                self.patterns,
                0,
            ),
            // No pattern yet: this is beyond the numbers of all patterns.
            first: self.len,
            slides: Vec::new(),
            batch: Vec::new(),
            expander: self.cut().map(Expander::new),
        }
    }

    /// Approximate bytes of the graph, without the tables of half boards and without what a search
    /// keeps.
    pub fn bytes(&self) -> u64 {
        let tables = self.walks.bytes() + self.table.as_ref().map_or(0, PatternTable::bytes);
        self.space.automaton().bytes() as u64 + tables as u64 + self.orders.bytes()
    }

    /// Memory in bytes that must be allowed to build the index ([`Allowance::of_memory`]); 0 if any
    /// memory is enough. The finished graph takes less.
    pub fn building_bytes(&self) -> u64 {
        let bytes = self.space.building_bytes();
        if bytes <= (LEAST_NODES * Space::NODE_BYTES) as u64 {
            0
        } else {
            bytes
        }
    }

    /// Bytes of the tables of half boards, or their maximum if they are not built yet.
    pub fn cut_bytes(&self) -> u64 {
        // Small tables are built at once, so that their size is exact.
        self.cut_after(0);
        let late_cut = self.late_cut.as_ref();
        late_cut.map_or(0, |late_cut| late_cut.bytes(|| self.sketch()))
    }
}

/// Finder of the neighbours of vertices.
#[derive(Clone, Debug)]
pub struct Neighbours<'g> {
    graph: &'g Graph,
    pattern: Pattern<'g>,
    /// First number of the pattern whose edges are listed.
    first: u64,
    /// Edges of that pattern: first number of the resulting pattern, and map of the arrangement
    /// ranks.
    slides: Vec<(u64, OrderMap<'g>)>,
    /// Arrangement ranks of that pattern whose neighbours are wanted.
    batch: Vec<u64>,
    /// Used if edges are combined from those of half boards.
    expander: Option<Expander<'g>>,
}

impl<'g> Neighbours<'g> {
    /// Graph in which neighbours are found.
    pub fn graph(&self) -> &'g Graph {
        self.graph
    }

    /// Whether edges are combined from half boards: true if their tables were built before this
    /// finder.
    pub fn are_by_cut(&self) -> bool {
        self.expander.is_some()
    }

    /// Calls `visit` with each neighbour of a vertex, once, in unspecified order.
    ///
    /// `index` must be a vertex ([`Graph::is_vertex`]).
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

    /// Queues a vertex; `visit` gets its neighbours now or in a later call.
    ///
    /// Vertices that come in ascending order are processed in batches. [`Neighbours::finish`] ends
    /// the last batch.
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

    /// Calls `visit` with the neighbours of all vertices still queued.
    pub fn finish(&mut self, mut visit: impl FnMut(u64)) {
        let orders = &self.graph.orders;
        // Edge by edge, so that the inner loop does one thing only.
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

    /// Whether the listed edges are those of the vertex's pattern.
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
            // No table, or a pattern out of reach of Start, or one without edges.
            _ => {
                self.pattern.lay(pattern);
                found = slides_of(space, walks, &self.pattern);
                &found
            }
        };
        self.slides.extend(slides.iter().copied().map(what));
    }
}

/// Whether an arrangement of distinct letters is an odd permutation.
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
