//! The dense engine: moves and permutes words of 64 configurations.
//!
//! It is for puzzles with many arrangements of distinct tiles. The configurations of one pattern
//! are bits of consecutive words; a group of one or two words has the bits of 60 or 120
//! arrangements. A step permutes these bits by a [`RotationPlan`]. Each word of a generation is
//! pulled: the thread that writes the word reads the words of the neighbouring patterns. So a word
//! has one writer, for any number of threads.
//!
//! If there are several sets of tiles, only the arrangements of the largest set are in groups. The
//! words of one pattern with one arrangement of every other set are a block row, named *sheet* in
//! this module. A step that changes the arrangement of another set leads to the words of another
//! sheet, unchanged. With one set of tiles, sheets are patterns.
//!
//! A step changes the colour of a pattern (the graph is bipartite). The patterns of one colour hold
//! the current generation, those of the other colour the generation before. One bit for each index
//! is then enough: the words of the other colour are replaced by the neighbours of the current
//! generation that they do not contain. This engine cannot search from sources of both colours, nor
//! by slides or moves; those searches use the sparse engine.
//!
//! Pushes of the metric `line` change no colour. Two bits for each index then hold two generations
//! of all patterns, and the neighbours of the current generation replace the one before it, without
//! those in either. [`pushes`] explains how pushes of several pieces are pulled.
//!
//! The words may lie on the disk beside the marks, for spaces larger than memory. Words are filled
//! in ascending order. The sources of a block lie at the same offsets in other sheets, or in a few
//! runs at other offsets. So the words to be read are known before a batch of blocks is filled:
//! they are requested from the disk beforehand, and released afterwards. A search that only counts
//! reads and writes files instead ([`counting`]).

mod chunk_filler;
mod chunk_order;
pub(super) mod counting;
mod layer;
mod live_blocks;
mod parities;
#[cfg(feature = "cluster")]
pub(super) mod part;
#[cfg(feature = "cluster")]
mod part_words;
mod plan;
mod pushes;
mod sheets;

use super::simd::SimdLevel;
use super::{Engine, GenerationMembers, Layer, Sink};
use crate::graph::{Graph, Metric, PatternGraph, RotationPlan};
use layer::{AccessHints, Work};
use parities::Parities;
use pushes::PushHeads;
use sheets::{BLOCK, Incoming, Sheets};
use slidewise_store::{Generation, OwnedWords, StoreError, WordSet};
use std::convert::Infallible;
use std::io;
use std::sync::atomic::AtomicU64;

/// Most sheets of a graph for this engine; each sheet takes some hundred bytes.
const MAX_SHEETS: u64 = 1 << 21;
/// Most sheets of a graph in the metric `line`. Each sheet has longer lists of edges there, and is
/// filled by every generation.
const MAX_SHEETS_IN_LINES: u64 = 1 << 16;
/// Most cells (runs of words) of a rotation plan. The sparse engine searches graphs with steps over
/// more tiles, which need larger plans.
const MAX_CELLS: u64 = 1 << 16;

/// Why the engine cannot explore a graph without distinct tiles.
const NO_TILES: &str = "the puzzle has no set of five or more distinct tiles";
/// Why the engine cannot explore a graph with many sheets, or without a pattern table.
const TOO_MANY_PATTERNS: &str = "the puzzle has too many patterns";

/// The dense engine.
#[derive(Debug)]
pub struct Dense<'g> {
    sheets: Sheets<'g>,
    /// Sizes of the current generation, and of the next one once it is found.
    counts: [u64; 2],
}

impl<'g> Dense<'g> {
    /// Why the engine cannot explore a graph; `None` if it can.
    pub fn obstacle(graph: &Graph) -> Option<&'static str> {
        if !matches!(graph.metric(), Metric::Step | Metric::Line) {
            return Some("only steps and pushes move whole words of configurations");
        }
        if graph.puzzle().board.odd_cells().is_none() {
            return Some("the board has a ring of an odd number of cells");
        }
        if graph.orders().grouped().is_none() {
            return Some(NO_TILES);
        }
        match graph.by_patterns() {
            Some(graph) => Dense::obstacle_among(graph),
            None => Some(TOO_MANY_PATTERNS),
        }
    }

    /// Why the engine cannot explore patterns whose edges are steps or pushes; `None` if it can.
    pub(super) fn obstacle_among(graph: PatternGraph<'_>) -> Option<&'static str> {
        let Some(grouped) = graph.orders.grouped() else {
            return Some(NO_TILES);
        };
        if Sheets::number(graph) > MAX_SHEETS {
            return Some(TOO_MANY_PATTERNS);
        }
        let slots = graph.orders.grouped_slots();
        let is_wide = |&(from, to): &(u16, u16)| {
            let cells = RotationPlan::cells_of(slots, graph.orders.packing(), from, to);
            cells.is_none_or(|cells| cells > MAX_CELLS)
        };
        let turns = graph.table.turns(grouped);
        if turns.iter().any(is_wide) {
            return Some("a step passes too many tiles");
        }
        if graph.is_in_lines {
            if Sheets::number(graph) > MAX_SHEETS_IN_LINES {
                return Some(TOO_MANY_PATTERNS);
            }
            if PushHeads::of(graph).is_none() {
                return Some("rules forbid configurations between those of a line");
            }
        }
        None
    }

    /// Bytes of the words of an engine for a graph that it can explore: one bit for each index; in
    /// the metric `line` two, and the words along lines.
    pub(super) fn word_bytes(graph: &Graph) -> u64 {
        let generation = Generation::bytes_for(graph.len());
        if graph.metric() != Metric::Line {
            return generation;
        }
        let heads = graph.by_patterns().and_then(PushHeads::of);
        let stored = heads.map_or(0, |heads| heads.stored_count());
        let along = stored.saturating_mul(graph.orders().len() / 8);
        generation.saturating_mul(2).saturating_add(along)
    }

    /// Bytes of memory that the engine takes beside the words, for a graph that it can explore.
    ///
    /// These are a few bytes for each sheet and for each edge of a sheet, one byte for each block,
    /// and the table of parities.
    pub(super) fn table_bytes(graph: &Graph) -> u64 {
        graph.by_patterns().map_or(0, Dense::table_bytes_among)
    }

    /// Bytes like those of [`Dense::table_bytes`], for patterns that the engine can explore.
    pub(super) fn table_bytes_among(graph: PatternGraph<'_>) -> u64 {
        let slides = graph.table.slide_count() as u64;
        let sheet = size_of::<Option<(u8, u32)>>() + size_of::<Vec<Incoming>>() + 10;
        let orders = graph.orders.len() / graph.orders.grouped_len();
        let width = graph.orders.grouped_len() / 64;
        Sheets::number(graph) * (sheet as u64 + width.div_ceil(BLOCK as u64))
            + slides * orders * size_of::<Incoming>() as u64
            + Parities::max_bytes(MAX_CELLS, width)
    }

    /// Whether all configurations lie in patterns of one colour, as each generation of this engine
    /// must; always true in the metric `line`, where patterns have no colour.
    ///
    /// The graph must be one that the engine can explore.
    pub fn has_one_colour(graph: &Graph, indices: &[u64]) -> bool {
        if graph.metric() == Metric::Line {
            return true;
        }
        let table = graph.table().expect("the dense engine suits the graph");
        let colour = |&index: &u64| table.colour(index / graph.orders().len());
        indices
            .windows(2)
            .all(|pair| colour(&pair[0]) == colour(&pair[1]))
    }

    /// An engine that holds no configuration yet, for a graph that it can explore.
    ///
    /// Memory: one bit for each index, and some hundred kilobytes for plans; in the metric `line`
    /// two bits for each index, and the words along lines.
    ///
    /// # Errors
    /// If the system refuses the memory.
    pub fn new(graph: &'g Graph, level: SimdLevel) -> Result<Dense<'g>, StoreError> {
        Dense::among(suited(graph), level)
    }

    /// An engine like that of [`Dense::new`], for patterns that it can explore.
    ///
    /// # Errors
    /// If the system refuses the memory.
    pub(super) fn among(
        graph: PatternGraph<'g>,
        level: SimdLevel,
    ) -> Result<Dense<'g>, StoreError> {
        Dense::with_words(graph, level, None, &mut |len| {
            OwnedWords::zeroed(len).map_err(|source| StoreError::Memory {
                bytes: len * 8,
                source,
            })
        })
    }

    /// An engine like that of [`Dense::new`], with its words on the disk beside the marks of the
    /// sink.
    ///
    /// `window` is the number of bytes of memory for the words in use.
    ///
    /// # Errors
    /// If the disk has no room for the words.
    pub fn streaming(
        graph: &'g Graph,
        level: SimdLevel,
        window: u64,
        sink: &dyn Sink,
    ) -> Result<Dense<'g>, StoreError> {
        Dense::with_words(suited(graph), level, Some(window), &mut |len| {
            sink.scratch(len)
        })
    }

    fn with_words(
        graph: PatternGraph<'g>,
        level: SimdLevel,
        window: Option<u64>,
        words: &mut dyn FnMut(u64) -> Result<OwnedWords, StoreError>,
    ) -> Result<Dense<'g>, StoreError> {
        Ok(Dense {
            sheets: Sheets::new(graph, level, window, words)?,
            counts: [0, 0],
        })
    }

    /// Fills the words along lines from the current generation, level by level; false if stopped
    /// before the end. There are no levels unless edges are pushes.
    fn fill_stored(&mut self, layer: Layer<'_>) -> bool {
        for level in 0..self.sheets.stored.len() {
            let mut words = std::mem::take(&mut self.sheets.stored[level].words);
            let mut is_live = std::mem::take(&mut self.sheets.stored[level].is_live);
            let (targets, _) = words.as_mut_slice();
            let work = Work {
                sheets: &self.sheets,
                layer,
                stored: Some(level),
                hints: None,
                found: AtomicU64::new(0),
                done: AtomicU64::new(0),
            };
            // These words are the smaller part of the work, so they show no progress.
            let is_done = work.all(targets, &mut is_live, &mut |_| {});
            self.sheets.stored[level].words = words;
            self.sheets.stored[level].is_live = is_live;
            if !is_done {
                return false;
            }
        }
        true
    }
}

/// The patterns of a graph that the engine can explore.
fn suited(graph: &Graph) -> PatternGraph<'_> {
    let patterns = graph.by_patterns();
    patterns.expect("the dense engine suits the graph")
}

impl GenerationMembers for Dense<'_> {
    fn contains(&self, index: u64) -> bool {
        let word = (index / 64) as usize;
        match self.sheets.places[word / self.sheets.width] {
            Some((colour, row))
                if self.sheets.is_in_lines || usize::from(colour) == self.sheets.colour =>
            {
                let words = self.sheets.sides[self.sheets.colour].words.as_slice();
                let word = words[row as usize * self.sheets.width + word % self.sheets.width];
                word >> (index % 64) & 1 == 1
            }
            _ => false,
        }
    }

    fn for_each(&self, visit: &mut dyn FnMut(u64)) {
        let Ok(()) = self.sheets.try_for_each_word(|at, word| {
            let mut left = word;
            while left != 0 {
                visit(at as u64 * 64 + u64::from(left.trailing_zeros()));
                left &= left - 1;
            }
            Ok::<(), Infallible>(())
        });
    }
}

impl WordSet for Dense<'_> {
    fn len(&self) -> u64 {
        self.sheets.graph.len
    }

    fn count(&self) -> u64 {
        self.counts[0]
    }

    fn for_each_word(&self, visit: &mut dyn FnMut(usize, u64) -> io::Result<()>) -> io::Result<()> {
        self.sheets.try_for_each_word(visit)
    }
}

impl Engine for Dense<'_> {
    fn put(&mut self, at: usize, bits: u64) {
        // A generation's file is read before its checksum is compared. A word of an unreachable
        // sheet shows damage, which the reader reports at the end of the file.
        let Some((colour, row)) = self.sheets.places[at / self.sheets.width] else {
            return;
        };
        if !self.sheets.is_in_lines {
            self.sheets.colour = usize::from(colour);
        }
        let side = &mut self.sheets.sides[self.sheets.colour];
        let within = at % self.sheets.width;
        let (words, _) = side.words.as_mut_slice();
        let word = &mut words[row as usize * self.sheets.width + within];
        self.counts[0] += u64::from((bits & !*word).count_ones());
        *word |= bits;
        side.is_live[row as usize * self.sheets.width.div_ceil(BLOCK) + within / BLOCK] = true;
    }

    fn find_next(&mut self, layer: Layer<'_>, pulse: &mut dyn FnMut(u64)) -> Option<u64> {
        if !self.fill_stored(layer) {
            return None;
        }
        let other = 1 - self.sheets.colour;
        let mut words = std::mem::take(&mut self.sheets.sides[other].words);
        let mut is_live = std::mem::take(&mut self.sheets.sides[other].is_live);
        let (targets, hints) = words.as_mut_slice();
        let hints = self.sheets.window.and(layer.marks).and_then(|marks| {
            Some(AccessHints {
                sources: self.sheets.sides[self.sheets.colour].words.hints()?,
                targets: hints?,
                marks: marks.words().hints(),
            })
        });
        let work = Work {
            sheets: &self.sheets,
            layer,
            stored: None,
            hints,
            found: AtomicU64::new(0),
            done: AtomicU64::new(0),
        };
        let is_done = work.all(targets, &mut is_live, pulse);
        let found = work.found.into_inner();
        self.sheets.sides[other].words = words;
        self.sheets.sides[other].is_live = is_live;
        self.counts[1] = found;
        is_done.then_some(found)
    }

    fn advance(&mut self) {
        self.sheets.colour = 1 - self.sheets.colour;
        self.counts[0] = self.counts[1];
    }

    fn members(&self) -> &dyn GenerationMembers {
        self
    }

    fn generation(&self) -> &dyn WordSet {
        self
    }
}
