//! The words of the dense engine: where the words of each sheet lie, and from which words they are
//! filled.

use super::parities::Parities;
use super::plan::ReadyPlan;
use super::pushes::PushHeads;
use crate::graph::{PatternEdge, PatternGraph, PatternTable, RotationPlan};
use crate::search::simd::{self, SimdLevel};
use slidewise_store::{OwnedWords, StoreError};
use std::collections::BTreeMap;
use std::ops::Range;

/// Number of words in a block. One pull step computes all words of a block, which fit into the
/// fastest cache.
pub(super) const BLOCK: usize = 2048;
/// Number of words that a thread takes at a time.
const BATCH: usize = 4 * BLOCK;
/// Most words that a thread takes at a time if words lie on the disk.
const LONGEST_BATCH: usize = 1 << 18;
/// Bytes of memory for each word of a thread's batch if words lie on the disk.
///
/// A thread has two batches at once. Each word needs 8 bytes for itself, twice as many for its
/// marks, and about four times as many for its sources. The last factor, 2, leaves an equal amount
/// of memory to the system.
const BYTES_A_WORD: u64 = 2 * 8 * (1 + 2 + 4) * 2;

/// The words of both colours, and the edges between them.
///
/// In the metric `line` patterns have no colour: both sides hold all sheets, and the generations
/// take turns.
#[derive(Debug)]
pub(super) struct Sheets<'g> {
    pub graph: PatternGraph<'g>,
    pub level: SimdLevel,
    /// Number of words of a sheet.
    pub width: usize,
    /// Sheets of each colour with their words, indexed by colour.
    pub sides: [ColourSheets; 2],
    /// Colour of each sheet and its row among the sheets of that colour; `None` if the sheet's
    /// pattern cannot be reached.
    pub places: Vec<Option<(u8, u32)>>,
    pub plans: Vec<ReadyPlan>,
    pub parities: Parities,
    /// Colour of the current generation.
    pub colour: usize,
    /// Whether edges are pushes of the metric `line`.
    pub is_in_lines: bool,
    /// Words along lines that pushes of several pieces pull ([`super::pushes`]). Those of one level
    /// are filled from the current generation and from levels before.
    pub stored: Vec<ColourSheets>,
    /// Bytes of memory for the words in use; `None` if all words lie in memory.
    pub window: Option<u64>,
}

/// The sheets of one colour. The index of a sheet among them is its row.
#[derive(Debug, Default)]
pub(super) struct ColourSheets {
    /// Number of the sheet in each row, counted among all sheets of the graph.
    pub sheets: Vec<u64>,
    /// Parity of the arrangement of the largest tile set, indexed by row: 1 for odd. Used only if
    /// half of the arrangements cannot be reached.
    pub signs: Vec<u8>,
    /// Edges that lead to each sheet, indexed by row.
    pub slides: Vec<Vec<Incoming>>,
    /// Edges that lead to each sheet from stored words, with the level of these, indexed by row;
    /// empty unless edges are pushes.
    pub pushes: Vec<Vec<(u8, Incoming)>>,
    pub words: OwnedWords,
    /// Whether each block may hold a configuration, indexed by row and then block.
    pub is_live: Vec<bool>,
}

/// An edge along which the words of another sheet are pulled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Incoming {
    /// Row of the source sheet, among those of the other colour, or of the level of stored words.
    pub row: u32,
    /// Index of the rotation plan; `None` if the words are copied unchanged.
    pub plan: Option<u16>,
}

/// An edge along which the stored words of a level and row are pulled unchanged.
fn copied((level, row): (u8, u32)) -> (u8, Incoming) {
    (level, Incoming { row, plan: None })
}

impl<'g> Sheets<'g> {
    /// Number of sheets of a graph.
    pub(super) fn number(graph: PatternGraph<'_>) -> u64 {
        graph.len / graph.orders.grouped_len()
    }

    /// The sheets of a graph that the engine can explore, still without a configuration.
    ///
    /// `words` makes zeroed words of one colour, given their number. `window` is the number of
    /// bytes of memory for the words in use if words lie on the disk.
    ///
    /// # Errors
    /// If there is no room for the words.
    pub(super) fn new(
        graph: PatternGraph<'g>,
        level: SimdLevel,
        window: Option<u64>,
        words: &mut dyn FnMut(u64) -> Result<OwnedWords, StoreError>,
    ) -> Result<Sheets<'g>, StoreError> {
        let table = graph.table;
        let width = (graph.orders.grouped_len() / 64) as usize;
        let mut made = Sheets {
            graph,
            level,
            width,
            sides: [ColourSheets::default(), ColourSheets::default()],
            places: vec![None; Sheets::number(graph) as usize],
            plans: Vec::new(),
            parities: Parities::default(),
            colour: 0,
            is_in_lines: graph.is_in_lines,
            stored: Vec::new(),
            window,
        };
        made.place_sheets(table);
        if made.is_in_lines {
            made.add_lines(words)?;
            made.add_parities();
            return Ok(made);
        }
        for colour in 0..2 {
            let sheets = std::mem::take(&mut made.sides[colour].sheets);
            let mut signs = Vec::with_capacity(sheets.len());
            let mut slides = Vec::with_capacity(sheets.len());
            for &sheet in &sheets {
                let (pattern, number) = made.pattern_of(sheet);
                signs.push(u8::from(graph.orders.is_grouped_odd(pattern, number)));
                let incoming = table.slides(pattern).iter();
                let incoming = incoming.map(|slide| made.incoming(pattern, number, slide));
                slides.push(incoming.collect());
            }
            let blocks = width.div_ceil(BLOCK);
            let rows = sheets.len();
            made.sides[colour] = ColourSheets {
                sheets,
                signs,
                slides,
                pushes: Vec::new(),
                words: words((rows * width) as u64)?,
                is_live: vec![false; rows * blocks],
            };
        }
        made.add_parities();
        Ok(made)
    }

    /// Adds the parities that the plans made so far read.
    fn add_parities(&mut self) {
        let orders = self.graph.orders;
        let reading = self.plans.iter().filter(|plan| plan.reads_parities());
        let period = reading.map(ReadyPlan::period).max().unwrap_or(1);
        self.parities = Parities::new(orders.grouped_slots(), orders.packing(), period);
    }

    /// Gives a colour and a row to every sheet whose pattern can be reached.
    fn place_sheets(&mut self, table: &PatternTable) {
        for sheet in 0..self.places.len() as u64 {
            if let Some(colour) = table.colour(self.pattern_of(sheet).0) {
                let colour = colour && !self.is_in_lines;
                let side = &mut self.sides[usize::from(colour)];
                self.places[sheet as usize] = Some((u8::from(colour), side.sheets.len() as u32));
                side.sheets.push(sheet);
            }
        }
    }

    /// The pattern of a sheet, and the number of the sheet's first arrangement.
    pub(super) fn pattern_of(&self, sheet: u64) -> (u64, u64) {
        let orders = self.graph.orders;
        let first = sheet * orders.grouped_len();
        (first / orders.len(), first % orders.len())
    }

    /// The edge along which a sheet's words are pulled from another sheet.
    ///
    /// `slide` is the same edge in the other direction: it leaves `pattern` with its arrangement
    /// `number`.
    fn incoming(&mut self, pattern: u64, number: u64, slide: &PatternEdge) -> Incoming {
        let orders = self.graph.orders;
        let (number, plan) = match slide.turn() {
            None => (number, None),
            Some((turned, back)) if orders.grouped() == Some(turned) => {
                let known = self.plans.iter().position(|ready| ready.back == back);
                let plan = known.unwrap_or_else(|| {
                    let plan = RotationPlan::new(orders.grouped_slots(), orders.packing(), back);
                    self.plans.push(ReadyPlan::new(back, plan, self.level));
                    self.plans.len() - 1
                });
                let plan = u16::try_from(plan).expect("the plans have 16-bit indices");
                (number, Some(plan))
            }
            Some((turned, back)) => {
                let map = orders.map(pattern, turned, back);
                (orders.apply(&map, number), None)
            }
        };
        let source = (slide.pattern * orders.len() + number) / orders.grouped_len();
        let (_, row) =
            self.places[source as usize].expect("neighbours of reachable patterns are reachable");
        Incoming { row, plan }
    }

    /// Adds the edges of the metric `line`, and the words of both sides and along lines.
    ///
    /// # Errors
    /// If there is no room for the words.
    fn add_lines(
        &mut self,
        words: &mut dyn FnMut(u64) -> Result<OwnedWords, StoreError>,
    ) -> Result<(), StoreError> {
        let heads = PushHeads::of(self.graph).expect("the dense engine suits the graph");
        let blocks = self.width.div_ceil(BLOCK);
        let sheets = self.sides[0].sheets.clone();
        let mut side = ColourSheets::default();
        let mut known = BTreeMap::new();
        for &sheet in &sheets {
            let (pattern, _) = self.pattern_of(sheet);
            let (mut slides, mut pushes) = (Vec::new(), Vec::new());
            for head in 0..heads.0[pattern as usize].len() {
                // Stored words have the sheet's own words of the current generation too; these are
                // left out of the next generation in any case.
                let (own, longer) = if heads.0[pattern as usize][head].is_stored {
                    let stored = self.stored_along(&heads, &mut known, sheet, head);
                    (Vec::new(), vec![copied(stored)])
                } else {
                    self.pulls_along(&heads, &mut known, sheet, head)
                };
                slides.extend(own);
                pushes.extend(longer);
            }
            side.signs.push(self.sign_of(sheet));
            side.slides.push(slides);
            side.pushes.push(pushes);
        }
        let rows = sheets.len();
        for sides in &mut self.sides {
            *sides = ColourSheets {
                sheets: sheets.clone(),
                signs: side.signs.clone(),
                slides: side.slides.clone(),
                pushes: side.pushes.clone(),
                words: words((rows * self.width) as u64)?,
                is_live: vec![false; rows * blocks],
            };
        }
        for level in &mut self.stored {
            level.words = words((level.sheets.len() * self.width) as u64)?;
            level.is_live = vec![false; level.sheets.len() * blocks];
        }
        Ok(())
    }

    fn sign_of(&self, sheet: u64) -> u8 {
        let (pattern, number) = self.pattern_of(sheet);
        u8::from(self.graph.orders.is_grouped_odd(pattern, number))
    }

    /// The edges along which pushes of any number of pieces lead to a sheet, in the direction
    /// against the push `head` of the sheet's pattern: those from other sheets, and those from
    /// stored words.
    ///
    /// `known` has the level and row of the words stored so far, by sheet and push.
    fn pulls_along(
        &mut self,
        heads: &PushHeads,
        known: &mut BTreeMap<(u64, usize), (u8, u32)>,
        sheet: u64,
        head: usize,
    ) -> (Vec<Incoming>, Vec<(u8, Incoming)>) {
        let (pattern, number) = self.pattern_of(sheet);
        let push = heads.0[pattern as usize][head];
        let own = self.incoming(pattern, number, &push.edge);
        let Some(onward) = push.onward else {
            return (vec![own], Vec::new());
        };
        let source = self.sides[0].sheets[own.row as usize];
        match own.plan {
            Some(_) => {
                let (level, row) = self.stored_along(heads, known, source, onward as usize);
                (Vec::new(), vec![(level, Incoming { row, ..own })])
            }
            // The words are copied, so those that come along to the source are pulled from where
            // they come.
            None if heads.0[self.pattern_of(source).0 as usize][onward as usize].is_stored => {
                let stored = self.stored_along(heads, known, source, onward as usize);
                (Vec::new(), vec![copied(stored)])
            }
            None => {
                let (mut slides, pushes) = self.pulls_along(heads, known, source, onward as usize);
                slides.push(own);
                (slides, pushes)
            }
        }
    }

    /// Level and row of the stored words of a sheet: its own, with those that pushes against the
    /// push `head` lead to it.
    fn stored_along(
        &mut self,
        heads: &PushHeads,
        known: &mut BTreeMap<(u64, usize), (u8, u32)>,
        sheet: u64,
        head: usize,
    ) -> (u8, u32) {
        if let Some(&found) = known.get(&(sheet, head)) {
            return found;
        }
        let (slides, pushes) = self.pulls_along(heads, known, sheet, head);
        let level = pushes
            .iter()
            .map(|&(level, _)| level + 1)
            .max()
            .unwrap_or(0);
        if self.stored.len() <= usize::from(level) {
            self.stored.push(ColourSheets::default());
        }
        let sign = self.sign_of(sheet);
        let stored = &mut self.stored[usize::from(level)];
        let row = stored.sheets.len() as u32;
        stored.sheets.push(sheet);
        stored.signs.push(sign);
        stored.slides.push(slides);
        stored.pushes.push(pushes);
        known.insert((sheet, head), (level, row));
        (level, row)
    }

    /// Calls `visit` with each non-zero word of the current generation, ascending, until `visit`
    /// returns an error.
    ///
    /// `visit` receives the word and its index among the words of all patterns.
    pub(super) fn try_for_each_word<E>(
        &self,
        mut visit: impl FnMut(usize, u64) -> Result<(), E>,
    ) -> Result<(), E> {
        let side = &self.sides[self.colour];
        let hints = self.window.and(side.words.hints());
        let words = side.words.as_slice();
        let blocks = self.width.div_ceil(BLOCK);
        let mut asked = 0;
        for (row, &sheet) in side.sheets.iter().enumerate() {
            for block in (0..blocks).filter(|block| side.is_live[row * blocks + block]) {
                let within = block * BLOCK..((block + 1) * BLOCK).min(self.width);
                let own = row * self.width + within.start..row * self.width + within.end;
                if let Some(hints) = hints
                    && own.end > asked
                {
                    hints.done_with(0..own.start);
                    hints.will_need(own.start.max(asked)..own.end + BATCH);
                    asked = own.end + BATCH;
                }
                let first = sheet as usize * self.width + within.start;
                for (at, &word) in (first..).zip(&words[own]).filter(|(_, word)| **word != 0) {
                    visit(at, word)?;
                }
            }
        }
        if let Some(hints) = hints {
            hints.done_with(0..usize::MAX);
        }
        Ok(())
    }

    /// Number of blocks that a thread takes at a time.
    pub(super) fn blocks_at_once(&self, threads: usize) -> usize {
        let words = self.window.map_or(BATCH, |window| {
            let most = window / BYTES_A_WORD / threads as u64;
            (most as usize).clamp(BLOCK, LONGEST_BATCH)
        });
        (words / self.width.min(BLOCK)).max(1)
    }

    /// Pulls a block of one sheet's words into `filled`, which must be zeroed.
    ///
    /// Returns false if no source holds a configuration.
    pub(super) fn pull(&self, row: usize, block: Range<usize>, filled: &mut [u64]) -> bool {
        self.pull_to(&self.sides[1 - self.colour], row, block, filled)
    }

    /// Pulls a block of stored words into `filled`, which must be zeroed: as [`Sheets::pull`], with
    /// the sheet's own words of the current generation.
    pub(super) fn pull_stored(
        &self,
        level: usize,
        row: usize,
        block: Range<usize>,
        filled: &mut [u64],
    ) -> bool {
        let targets = &self.stored[level];
        let has_any = self.pull_to(targets, row, block.clone(), filled);
        let own = self.current(targets.sheets[row], &block);
        if let Some(words) = own {
            simd::join(self.level, filled, words);
        }
        has_any || own.is_some()
    }

    /// A block of a sheet's words of the current generation; `None` if it holds no configuration.
    /// Edges must be pushes.
    pub(super) fn current(&self, sheet: u64, block: &Range<usize>) -> Option<&[u64]> {
        let side = &self.sides[self.colour];
        let (_, row) = self.places[sheet as usize]?;
        let first = row as usize * self.width;
        side.holds(row as usize, self.width, block)
            .then(|| &side.words.as_slice()[first + block.start..first + block.end])
    }

    fn pull_to(
        &self,
        targets: &ColourSheets,
        row: usize,
        block: Range<usize>,
        filled: &mut [u64],
    ) -> bool {
        let sources = &self.sides[self.colour];
        let sign = targets.signs[row];
        let mut has_any = false;
        for incoming in &targets.slides[row] {
            has_any |= self.pull_along(sources, incoming, sign, &block, filled);
        }
        for (level, incoming) in targets.pushes.get(row).into_iter().flatten() {
            let stored = &self.stored[usize::from(*level)];
            has_any |= self.pull_along(stored, incoming, sign, &block, filled);
        }
        has_any
    }

    /// Pulls a block of words along one edge; false if the source holds no configuration.
    #[inline]
    fn pull_along(
        &self,
        sources: &ColourSheets,
        incoming: &Incoming,
        sign: u8,
        block: &Range<usize>,
        filled: &mut [u64],
    ) -> bool {
        let source_row = incoming.row as usize;
        let plan = incoming.plan.map(|plan| &self.plans[plan as usize]);
        let reach = plan.map_or(0..1, |ready| ready.reach.clone());
        let start = block.start.saturating_add_signed(reach.start as isize);
        let end = block.end.saturating_add_signed(reach.end as isize - 1);
        if !sources.holds(source_row, self.width, &(start..end.min(self.width))) {
            return false;
        }
        let source = source_row * self.width..(source_row + 1) * self.width;
        let source = &sources.words.as_slice()[source];
        match plan {
            None => simd::join(self.level, filled, &source[block.clone()]),
            Some(ready) if ready.controls.is_empty() && self.window.is_none() => {
                ready.join_runs(self.level, filled, (source, 0), block.start);
            }
            Some(ready) if ready.controls.is_empty() => {
                ready.for_each_run(block.clone(), |done, from| {
                    // Source words without a configuration are skipped, so that they are not
                    // read from the disk.
                    if !sources.holds(source_row, self.width, &from) {
                        return;
                    }
                    let filled = &mut filled[done..done + from.len()];
                    simd::join(self.level, filled, &source[from]);
                });
            }
            Some(ready) => ready.pull_cells(
                self.level,
                filled,
                (source, 0),
                block.start,
                sign,
                &self.parities,
            ),
        }
        true
    }
}

impl ColourSheets {
    /// Whether a range of a row's `width` words may hold a configuration.
    pub(super) fn holds(&self, row: usize, width: usize, words: &Range<usize>) -> bool {
        let blocks = row * width.div_ceil(BLOCK);
        let own = blocks + words.start / BLOCK..=blocks + (words.end - 1) / BLOCK;
        self.is_live[own].contains(&true)
    }
}
