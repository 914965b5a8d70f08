//! The state graph: configurations as vertices 0, 1, 2, ..., and steps, slides or moves as edges.
//!
//! The graph numbers the configurations that a start position can reach, as far as parity and the
//! index can tell, and finds the neighbours of a vertex. It does not know which vertices a search
//! has seen.

use super::arrangement_ranks::ArrangementRanks;
use super::half_boards::{HalfBoards, HalfBoardsBuilder};
use super::lazy_half_boards::LazyHalfBoards;
use super::limits::{GraphLimits, MIN_NODES};
use super::metric::Metric;
use super::move_generator::MoveGenerator;
use super::parity::{Parity, bit_of};
use super::pattern_edge::slides_of;
use super::pattern_graph::PatternGraph;
use super::pattern_table::PatternTable;
use super::rank_layout::{RankLayout, grouped_arrangement};
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
    pub(super) space: Space,
    pub(super) walks: MoveGenerator,
    /// Table of the edges of all patterns; `None` if patterns have only one arrangement, or there
    /// are too many edges.
    pub(super) table: Option<PatternTable>,
    /// Half boards, from which edges are combined; `None` if the graph has a `table`, or the puzzle
    /// has rules.
    half_boards: Option<LazyHalfBoards>,
    pub(super) orders: ArrangementRanks,
    pub(super) patterns: u64,
    pub(super) len: u64,
}

/// Configurations that a graph numbers.
#[derive(Clone, Copy)]
enum GraphScope {
    /// Configurations that Start can reach, as far as the index and parity can tell.
    Component,
    /// All legal configurations.
    All,
}

impl Graph {
    /// Builds the graph of a puzzle, numbered for the component of `start`.
    ///
    /// # Errors
    /// If the index cannot be built, or has more than 2^64 configurations; if the metric is `line`
    /// and a piece of several cells can move.
    ///
    /// # Panics
    /// If `start` is not a legal configuration of the puzzle. Parsed and unranked configurations
    /// are legal.
    pub fn new(
        puzzle: &Puzzle,
        start: &Configuration,
        metric: Metric,
    ) -> Result<Graph, SpaceError> {
        Graph::within(puzzle, start, metric, GraphLimits::default())
    }

    /// Builds the graph as [`Graph::new`] does, within the limits of `allowance`.
    ///
    /// # Errors
    /// As for [`Graph::new`]; also if the index needs more nodes than allowed ([`Space::best`]).
    ///
    /// # Panics
    /// See [`Graph::new`].
    pub fn within(
        puzzle: &Puzzle,
        start: &Configuration,
        metric: Metric,
        allowance: GraphLimits,
    ) -> Result<Graph, SpaceError> {
        Graph::of(puzzle, start, metric, allowance, GraphScope::Component)
    }

    /// Builds the graph of all legal configurations, of both parities, whether or not Start reaches
    /// them.
    ///
    /// # Errors
    /// See [`Graph::within`].
    pub fn of_all(
        puzzle: &Puzzle,
        metric: Metric,
        allowance: GraphLimits,
    ) -> Result<Graph, SpaceError> {
        Graph::of(puzzle, &puzzle.start, metric, allowance, GraphScope::All)
    }

    fn of(
        puzzle: &Puzzle,
        start: &Configuration,
        metric: Metric,
        allowance: GraphLimits,
        extent: GraphScope,
    ) -> Result<Graph, SpaceError> {
        let is_whole = matches!(extent, GraphScope::All);
        let space = if is_whole {
            let space = Space::of_all(puzzle, allowance.nodes)?;
            metric.check_kinds(puzzle, space.layout())?;
            space
        } else if *start == puzzle.start {
            metric.check(puzzle)?;
            Space::best(puzzle, allowance.nodes)?
        } else {
            let begun_there = Puzzle {
                start: start.clone(),
                ..puzzle.clone()
            };
            metric.check(&begun_there)?;
            Space::best(&begun_there, allowance.nodes)?
        };
        let (patterns, orders, _) = space.numbered()?;
        let walks = MoveGenerator::new(&puzzle.board, space.layout(), metric);
        let (pattern, words) = space
            .split(puzzle, start)
            .expect("the start configuration is legal");
        let odd = space
            .arrangements()
            .iter()
            .zip(&words)
            .enumerate()
            .filter(|(_, (arrangement, word))| arrangement.is_distinct() && is_odd(word))
            .fold(0, |odd, (number, _)| odd | bit_of(number));
        // The pattern table and the parity laws cover only patterns that Start reaches, so a graph
        // of all configurations has neither.
        let table = (orders > 1 && !is_whole)
            .then(|| PatternTable::new(&space, &walks, patterns, pattern))
            .flatten();
        let grouped = grouped_arrangement(&space);
        let half_boards = (table.is_none() && puzzle.rules.is_empty())
            .then(|| LazyHalfBoards::new(allowance.table_bytes));
        let half = match &table {
            _ if is_whole => Parity::default(),
            Some(table) => Parity::new(&space, patterns, pattern, odd, grouped, |rank, visit| {
                table.slides(rank).iter().for_each(visit);
            }),
            None => {
                let mut laid = Pattern::new(space.automaton(), space.layout(), patterns, pattern);
                Parity::new(&space, patterns, pattern, odd, grouped, |rank, visit| {
                    laid.lay(rank);
                    slides_of(&space, &walks, &laid).iter().for_each(visit);
                })
            }
        };
        let orders = ArrangementRanks::new(&space, half);
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
            half_boards,
            orders,
            patterns,
        })
    }

    /// Metric of the edges.
    pub fn metric(&self) -> Metric {
        self.walks.metric()
    }

    /// Layout of the numbers, as text. If two graphs of a puzzle have equal texts, their
    /// configurations have equal numbers, in any metric.
    pub fn layout(&self) -> String {
        let scan = match self.space.layout().orientation {
            Orientation::Rows => "rows",
            Orientation::Columns => "columns",
        };
        // Older stores have the text without this addition, because their index also numbered what
        // Start cannot reach.
        let scan = if self.space.layout().is_of_start() {
            format!("{scan} in reach of Start")
        } else {
            scan.to_owned()
        };
        match self.orders.packing() {
            RankLayout::Plain => format!("{scan}, one after the other"),
            RankLayout::Grouped { orders } => {
                format!(
                    "{scan}, {orders} orders in {} bits",
                    self.orders.packing().words() * 64
                )
            }
        }
    }

    /// Puzzle of the graph.
    #[inline]
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Configuration for whose component the graph is numbered.
    pub fn start(&self) -> &Configuration {
        &self.start
    }

    /// Index of the puzzle, which numbers the arrangements of both parities.
    #[inline]
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// Number of patterns in the index.
    #[inline]
    pub fn patterns(&self) -> u64 {
        self.patterns
    }

    /// Numbering of the arrangements that a pattern has in this graph.
    #[inline]
    pub fn orders(&self) -> &ArrangementRanks {
        &self.orders
    }

    /// Table of each pattern's edges; `None` if patterns have only one arrangement, or there are
    /// too many edges.
    #[inline]
    pub fn table(&self) -> Option<&PatternTable> {
        self.table.as_ref()
    }

    /// Patterns, edges and arrangements as the dense engine reads them; `None` if the graph has no
    /// pattern table.
    pub fn by_patterns(&self) -> Option<PatternGraph<'_>> {
        Some(PatternGraph {
            table: self.table.as_ref()?,
            orders: &self.orders,
            len: self.len,
            is_in_lines: self.metric() == Metric::Line,
        })
    }

    /// Tables of half boards; `None` if they are not built.
    ///
    /// They exist only in the metrics step and slide, for puzzles without rules, and only if the
    /// graph has no pattern table.
    pub fn half_boards(&self) -> Option<&HalfBoards> {
        self.half_boards.as_ref()?.get()
    }

    /// Builds the tables of half boards if that pays after `expanded` more configurations were
    /// expanded without them. Returns `None` if it does not pay, or if the graph has no half
    /// boards.
    ///
    /// Small tables are built at once, in some hundredths of a second. Larger tables are built once
    /// expanding without them has taken as much time as building them would. A caller that knows
    /// how many configurations it is going to expand passes this number beforehand; with `u64::MAX`
    /// the tables are always built.
    pub fn build_half_boards(&self, expanded: u64) -> Option<&HalfBoards> {
        self.build_half_boards_unless(expanded, &AtomicBool::new(false))
    }

    /// Builds the tables of half boards as [`Graph::build_half_boards`] does, but gives up if
    /// `stop` is set meanwhile. A later call can then build them.
    pub fn build_half_boards_unless(
        &self,
        expanded: u64,
        stop: &AtomicBool,
    ) -> Option<&HalfBoards> {
        let (layout, automaton) = (self.space.layout(), self.space.automaton());
        let half_boards = self.half_boards.as_ref()?;
        half_boards.build(
            expanded,
            stop,
            || self.builder(),
            |builder, bytes| builder.build(layout, automaton, self.patterns, bytes, stop),
        )
    }

    /// Sets the maximum bytes that the tables of half boards may take, but at most the limit of the
    /// [`GraphLimits`]. Tables that are already built stay.
    pub fn allow_tables(&mut self, bytes: u64) {
        if let Some(half_boards) = &mut self.half_boards {
            half_boards.allow(bytes);
        }
    }

    /// Maximum bytes of the tables of half boards; 0 if the graph never has such tables.
    pub fn table_bytes_allowed(&self) -> u64 {
        self.half_boards.as_ref().map_or(0, LazyHalfBoards::allowed)
    }

    fn builder(&self) -> Option<HalfBoardsBuilder> {
        HalfBoardsBuilder::new(&self.walks, self.space.layout(), self.space.automaton())
    }

    /// Number of vertex numbers, unused ones included: all are below it.
    ///
    /// If arrangements lie in blocks, only 60 of 64 numbers, or 120 of 128, are vertices
    /// ([`Graph::is_vertex`]).
    #[inline]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Number of vertices.
    pub fn vertex_count(&self) -> u64 {
        self.patterns * self.orders.order_count()
    }

    /// Whether a number is a vertex.
    #[inline]
    pub fn is_vertex(&self, index: u64) -> bool {
        index < self.len && self.orders.is_order(index % self.orders.len())
    }

    /// Bitmap of the unused numbers among the 64 numbers that begin at `64 * at`. The bits of
    /// numbers from [`Graph::len`] on are unspecified.
    #[inline]
    pub fn gaps(&self, at: usize) -> u64 {
        self.orders.packing().gaps(at as u64)
    }

    /// Asserts that `index` is a vertex, with a message that names the number of vertices.
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

    /// Ranks a configuration; `None` if it is not legal, or if the index or parity says that Start
    /// cannot reach it.
    pub fn index_of(&self, configuration: &Configuration) -> Option<u64> {
        let (pattern, words) = self.space.split(&self.puzzle, configuration)?;
        Some(pattern * self.orders.len() + self.orders.rank(pattern, &words)?)
    }

    /// Whether Start reaches a configuration's pattern, but only with arrangements of the other
    /// parity.
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

    /// Approximate bytes of the graph, without the tables of half boards, and without the data of a
    /// search.
    pub fn bytes(&self) -> u64 {
        let tables = self.walks.bytes() + self.table.as_ref().map_or(0, PatternTable::bytes);
        self.space.automaton().bytes() as u64 + tables as u64 + self.orders.bytes()
    }

    /// Bytes of memory that building the index needs, as [`GraphLimits::of_memory`] counts them; 0
    /// if any amount is enough. The finished graph takes less.
    pub fn building_bytes(&self) -> u64 {
        let bytes = self.space.building_bytes();
        if bytes <= (MIN_NODES * Space::NODE_BYTES) as u64 {
            0
        } else {
            bytes
        }
    }

    /// Builds the tables of half boards now if they are small, so that
    /// [`Graph::half_board_bytes`] is exact.
    pub fn build_small_half_boards(&self) {
        self.build_half_boards(0);
    }

    /// Bytes of the tables of half boards; the maximum that they may take if they are not built
    /// yet.
    pub fn half_board_bytes(&self) -> u64 {
        let half_boards = self.half_boards.as_ref();
        half_boards.map_or(0, |half_boards| half_boards.measure(|| self.builder()))
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
