//! The dense engine: words of configurations at once.
//!
//! For puzzles with many orders of distinct tiles. The configurations of one pattern are words of bits, 60 or
//! 120 orders a group, and a slide permutes them by a [`Plan`]. Each word of a generation is pulled from the
//! words of the neighbouring patterns, so that it has one writer, whatever the number of threads.
//!
//! Where there are several arrangements, the orders of all but the one in groups are looked at as the pattern is:
//! a pattern with one order of each of these is a *sheet*, and a slide that changes one of these orders leads to
//! the words of another sheet, as they are. With one arrangement, sheets are patterns.
//!
//! A step changes the colour of a pattern (the graph is bipartite), so the patterns of one colour hold the
//! current generation and those of the other the one before: one bit a configuration is enough to count,
//! `other := neighbours(one) and not other`. Searches from sources of both colours are left to the sparse
//! engine, and so are slides and moves.
//!
//! The words may lie on the disk beside the marks, for spaces that are larger than memory. A pass goes through
//! the words to be filled from first to last; what they come from lies at the same place of other patterns, or
//! in runs at others, so that each batch of blocks can ask in time for what it reads, and let it go.

use super::crew::work_together;
use super::lanes::{self, Cells, Control, Lanes, Piece};
use super::{Engine, Keeper, Members, Pass};
use crate::graph::{GROUP_SLOTS, Graph, Metric, Packing, PatternTable, Plan, Slide};
use crate::index::Rotation;
use slidewise_store::{Bits, Hints, Marks, OwnWords, StoreError};
use std::convert::Infallible;
use std::io;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many words are pulled at a time: few enough for the nearest cache.
const BLOCK: usize = 2048;
/// This many words of a colour are worth a second thread.
const WORTH_THREADS: usize = 1 << 14;
/// This many words are filled at a time by a thread that took them.
const BATCH: usize = 4 * BLOCK;
/// Words on the disk: a thread takes at most this many at a time.
const LONGEST_BATCH: usize = 1 << 18;
/// Words on the disk: this many bytes of memory for each word of a thread's batch. Two batches at once, each with
/// its words, twice as many marks and some four sources, and as much again for the system's freedom.
const BYTES_A_WORD: u64 = 2 * 8 * (1 + 2 + 4) * 2;
/// The most sheets: some hundred bytes each.
const MOST_SHEETS: u64 = 1 << 21;
/// The most cells that a plan may have; wider windows are left to the sparse engine.
const MOST_CELLS: u64 = 1 << 16;

/// The dense engine.
#[derive(Debug)]
pub struct Dense<'g> {
    graph: &'g Graph,
    lanes: Lanes,
    /// Words of a sheet.
    width: usize,
    /// By colour: its sheets, the words of all of them, and which blocks hold something.
    sides: [Side; 2],
    /// By sheet: its colour and row; `None` where its pattern cannot be reached.
    places: Vec<Option<(u8, u32)>>,
    plans: Vec<ReadyPlan>,
    /// By word of a sheet: the parity of the digits before its group's own.
    parities: Vec<u8>,
    /// The colour of the current generation.
    colour: usize,
    /// How many configurations the current generation has, and the one found.
    counts: [u64; 2],
    /// Bytes of memory for the words that are worked on, where words lie on the disk.
    window: Option<u64>,
}

/// The sheets of one colour.
#[derive(Debug, Default)]
struct Side {
    /// By row: the sheet.
    sheets: Vec<u64>,
    /// By row: whether the orders in groups are odd, where half of them drop out.
    signs: Vec<u8>,
    /// By row: where its words come from.
    slides: Vec<Vec<Incoming>>,
    words: OwnWords,
    /// By row, then block: whether it may hold something.
    is_live: Vec<bool>,
}

/// A slide by which a sheet's words come from those of another one.
#[derive(Clone, Copy, Debug)]
struct Incoming {
    /// The row of the source sheet, among those of the other colour.
    row: u32,
    /// The plan; `None` where every word comes as it is.
    plan: Option<u16>,
}

/// A plan made ready for the kernels.
#[derive(Debug)]
struct ReadyPlan {
    back: Rotation,
    plan: Plan,
    pieces: Vec<Piece>,
    controls: Vec<Control>,
    /// How far away a source word may lie.
    reach: Range<i64>,
}

impl<'g> Dense<'g> {
    /// Why the engine cannot explore a graph; `None` where it can.
    pub fn obstacle(graph: &Graph) -> Option<&'static str> {
        if graph.metric() != Metric::Step {
            return Some("only steps are done in whole words");
        }
        let Some(grouped) = graph.orders().grouped() else {
            return Some("the puzzle has no set of five or more distinct tiles");
        };
        let Some(table) = graph
            .table()
            .filter(|_| Dense::sheets(graph) <= MOST_SHEETS)
        else {
            return Some("the puzzle has too many patterns");
        };
        let slots = graph.orders().grouped_slots();
        let is_wide = |&(from, to): &(u16, u16)| {
            let cells = Plan::cells_of(slots, graph.orders().packing(), from, to);
            cells.is_none_or(|cells| cells > MOST_CELLS)
        };
        let turns = table.turns(grouped);
        turns
            .iter()
            .any(is_wide)
            .then_some("a slide passes too many tiles")
    }

    /// How many sheets there are.
    fn sheets(graph: &Graph) -> u64 {
        graph.len() / graph.orders().grouped_len()
    }

    /// How many bytes of memory the engine takes for a graph beside the words: a few for each sheet and each of
    /// its slides, one for each word of a single sheet, one for each block. The graph must have no obstacle.
    pub(super) fn table_bytes(graph: &Graph) -> u64 {
        let slides = graph.table().map_or(0, |table| table.slide_count() as u64);
        let sheet = size_of::<Option<(u8, u32)>>() + size_of::<Vec<Incoming>>() + 10;
        let orders = graph.orders().len() / graph.orders().grouped_len();
        let width = graph.orders().grouped_len() / 64;
        Dense::sheets(graph) * (sheet as u64 + width.div_ceil(BLOCK as u64))
            + slides * orders * size_of::<Incoming>() as u64
            + width
    }

    /// Whether a set of configurations lies in patterns of one colour, so that it can be a generation of this
    /// engine's. The graph must have no obstacle.
    pub fn has_one_colour(graph: &Graph, indices: &[u64]) -> bool {
        let table = graph.table().expect("the graph has no obstacle");
        let colour = |&index: &u64| table.colour(index / graph.orders().len());
        indices
            .windows(2)
            .all(|pair| colour(&pair[0]) == colour(&pair[1]))
    }

    /// An engine for a graph, which must have no obstacle; it holds no configuration yet.
    ///
    /// Bytes: one bit a configuration, and the plans, some hundred kilobytes.
    ///
    /// # Errors
    /// If there is no memory for them.
    pub fn new(graph: &'g Graph, lanes: Lanes) -> Result<Dense<'g>, StoreError> {
        Dense::with_words(graph, lanes, None, &mut |len| {
            OwnWords::zeroed(len).map_err(|source| StoreError::Memory {
                bytes: len * 8,
                source,
            })
        })
    }

    /// As [`Dense::new`], with the bits where the keeper keeps what it keeps, and some `window` bytes of memory
    /// for those that are being worked on.
    ///
    /// # Errors
    /// If there is no room for them.
    pub fn streaming(
        graph: &'g Graph,
        lanes: Lanes,
        window: u64,
        keeper: &dyn Keeper,
    ) -> Result<Dense<'g>, StoreError> {
        Dense::with_words(graph, lanes, Some(window), &mut |len| keeper.scratch(len))
    }

    fn with_words(
        graph: &'g Graph,
        lanes: Lanes,
        window: Option<u64>,
        words: &mut dyn FnMut(u64) -> Result<OwnWords, StoreError>,
    ) -> Result<Dense<'g>, StoreError> {
        let table = graph.table().expect("the graph has no obstacle");
        let slots = graph.orders().grouped_slots();
        let packing = graph.orders().packing();
        let width = (graph.orders().grouped_len() / 64) as usize;
        let mut dense = Dense {
            graph,
            lanes,
            width,
            sides: [Side::default(), Side::default()],
            places: vec![None; Dense::sheets(graph) as usize],
            plans: Vec::new(),
            parities: Vec::new(),
            colour: 0,
            counts: [0, 0],
            window,
        };
        dense.place_sheets(table);
        for colour in 0..2 {
            let sheets = std::mem::take(&mut dense.sides[colour].sheets);
            let mut signs = Vec::with_capacity(sheets.len());
            let mut slides = Vec::with_capacity(sheets.len());
            for &sheet in &sheets {
                let (pattern, number) = dense.pattern_of(sheet);
                signs.push(u8::from(graph.orders().is_grouped_odd(pattern, number)));
                let incoming = table.slides(pattern).iter();
                let incoming = incoming.map(|slide| dense.incoming(pattern, number, slide));
                slides.push(incoming.collect());
            }
            let blocks = width.div_ceil(BLOCK);
            let rows = sheets.len();
            dense.sides[colour] = Side {
                sheets,
                signs,
                slides,
                words: words((rows * width) as u64)?,
                is_live: vec![false; rows * blocks],
            };
        }
        // Behind the words, of which it is a small part: where those have no room it is not made in vain.
        dense.parities = parities(slots, packing);
        Ok(dense)
    }

    /// Gives every sheet whose pattern can be reached a colour and a row.
    fn place_sheets(&mut self, table: &PatternTable) {
        for sheet in 0..self.places.len() as u64 {
            if let Some(colour) = table.colour(self.pattern_of(sheet).0) {
                let side = &mut self.sides[usize::from(colour)];
                self.places[sheet as usize] = Some((u8::from(colour), side.sheets.len() as u32));
                side.sheets.push(sheet);
            }
        }
    }

    /// A sheet's pattern, and the number of its first order.
    fn pattern_of(&self, sheet: u64) -> (u64, u64) {
        let orders = self.graph.orders();
        let first = sheet * orders.grouped_len();
        (first / orders.len(), first % orders.len())
    }

    /// Where the words of the sheet that has a pattern's order `number` come from, if `slide` is the slide back.
    fn incoming(&mut self, pattern: u64, number: u64, slide: &Slide) -> Incoming {
        let graph: &'g Graph = self.graph;
        let orders = graph.orders();
        let (number, plan) = match slide.turn {
            None => (number, None),
            Some((turned, back)) if orders.grouped() == Some(turned) => {
                let known = self.plans.iter().position(|ready| ready.back == back);
                let plan = known.unwrap_or_else(|| {
                    let plan = Plan::new(orders.grouped_slots(), orders.packing(), back);
                    self.plans.push(ReadyPlan::new(back, plan, self.lanes));
                    self.plans.len() - 1
                });
                let plan = u16::try_from(plan).expect("there are few rotations");
                (number, Some(plan))
            }
            Some((turned, back)) => {
                let map = orders.map(pattern, turned, back);
                (orders.apply(&map, number), None)
            }
        };
        let source = (slide.pattern * orders.len() + number) / orders.grouped_len();
        let (_, row) =
            self.places[source as usize].expect("a neighbour of a placed pattern is placed");
        Incoming { row, plan }
    }

    /// Calls `visit` with each word of the current generation that is not zero, and its place among all, in
    /// ascending order, until it fails.
    fn try_for_each_word<E>(
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

    /// How many blocks a thread takes at a time.
    fn blocks_at_once(&self, threads: usize) -> usize {
        let words = self.window.map_or(BATCH, |window| {
            let most = window / BYTES_A_WORD / threads as u64;
            (most as usize).clamp(BLOCK, LONGEST_BATCH)
        });
        (words / self.width.min(BLOCK)).max(1)
    }

    /// Pulls a block of one sheet's words into `filled`, which is all zero; false if nothing can come.
    fn pull(&self, row: usize, block: Range<usize>, filled: &mut [u64]) -> bool {
        let (sources, targets) = (&self.sides[self.colour], &self.sides[1 - self.colour]);
        let sign = targets.signs[row];
        let mut has_any = false;
        for incoming in &targets.slides[row] {
            let source_row = incoming.row as usize;
            let plan = incoming.plan.map(|plan| &self.plans[plan as usize]);
            let reach = plan.map_or(0..1, |ready| ready.reach.clone());
            let start = block.start.saturating_add_signed(reach.start as isize);
            let end = block.end.saturating_add_signed(reach.end as isize - 1);
            if !sources.holds(source_row, self.width, &(start..end.min(self.width))) {
                continue;
            }
            has_any = true;
            let source = source_row * self.width..(source_row + 1) * self.width;
            let source = &sources.words.as_slice()[source];
            match plan {
                None => lanes::join(self.lanes, filled, &source[block.clone()]),
                Some(ready) if ready.controls.is_empty() => {
                    ready.for_each_run(block.clone(), |done, from| {
                        // Words on the disk are not read to find nothing in them.
                        if self.window.is_some() && !sources.holds(source_row, self.width, &from) {
                            return;
                        }
                        let filled = &mut filled[done..done + from.len()];
                        lanes::join(self.lanes, filled, &source[from]);
                    });
                }
                Some(ready) => ready.pull_cells(
                    self.lanes,
                    filled,
                    source,
                    block.start,
                    sign,
                    &self.parities,
                ),
            }
        }
        has_any
    }
}

impl Side {
    /// Whether a range of a row's words, `width` in all, may hold something.
    fn holds(&self, row: usize, width: usize, words: &Range<usize>) -> bool {
        let blocks = row * width.div_ceil(BLOCK);
        let own = blocks + words.start / BLOCK..=blocks + (words.end - 1) / BLOCK;
        self.is_live[own].contains(&true)
    }
}

impl ReadyPlan {
    fn new(back: Rotation, plan: Plan, lanes: Lanes) -> ReadyPlan {
        let controls = plan
            .gathers
            .iter()
            .map(|gather| Control::new(gather, lanes))
            .collect();
        let pieces = plan
            .sources
            .iter()
            .map(|source| (source.offset, source.gather.unwrap_or(0)))
            .collect();
        let offsets = || plan.sources.iter().map(|source| source.offset);
        let reach = offsets().min().unwrap_or(0)..offsets().max().unwrap_or(0) + 1;
        ReadyPlan {
            back,
            pieces,
            controls,
            reach,
            plan,
        }
    }

    /// Calls `visit` with each run that words come in, unchanged: where it goes among the words to be filled, and
    /// the source words.
    fn for_each_run(&self, block: Range<usize>, mut visit: impl FnMut(usize, Range<usize>)) {
        let (run, cells) = (self.plan.run as usize, self.plan.cells as usize);
        let mut done = 0;
        let mut cell = block.start / run % cells;
        let mut within = block.start % run;
        while done < block.len() {
            let length = (run - within).min(block.len() - done);
            let from = (block.start + done).wrapping_add_signed(self.pieces[cell].0 as isize);
            visit(done, from..from + length);
            done += length;
            within = 0;
            cell += 1;
            if cell == cells {
                cell = 0;
            }
        }
    }

    /// Calls `visit` with ranges that hold all words that those of a block come from. Where these are spread over
    /// no more than `together` words, or permuted, it is one range.
    fn for_each_source(
        &self,
        block: &Range<usize>,
        together: usize,
        mut visit: impl FnMut(Range<usize>),
    ) {
        let period = self.plan.run as usize * self.plan.cells as usize;
        if self.controls.is_empty() && period > together {
            self.for_each_run(block.clone(), |_, source| visit(source));
            return;
        }
        let least = block.start / period * period;
        let most = block.end.div_ceil(period) * period;
        let start = block.start.saturating_add_signed(self.reach.start as isize);
        let end = block.end.saturating_add_signed(self.reach.end as isize - 1);
        visit(start.max(least)..end.min(most));
    }

    /// Pulls words whose bits are permuted. `sign` is that of the sheet to be filled.
    fn pull_cells(
        &self,
        lanes: Lanes,
        filled: &mut [u64],
        source: &[u64],
        at: usize,
        sign: u8,
        parities: &[u8],
    ) {
        if self.plan.cells == 1 {
            let [even, odd] = [0, 1].map(|variant| {
                let first = self.plan.first[variant][0] as usize;
                &self.controls[usize::from(self.pieces[first].1)]
            });
            let controls = if sign == 0 { [even, odd] } else { [odd, even] };
            let end = at + filled.len();
            lanes::alternate(
                lanes,
                filled,
                &source[at..end],
                &parities[at..end],
                controls,
            );
            return;
        }
        let [even, odd] = [0, 1].map(|variant| self.plan.first[variant].as_slice());
        let cells = Cells {
            first: if sign == 0 { [even, odd] } else { [odd, even] },
            pieces: &self.pieces,
            controls: &self.controls,
        };
        lanes::fill(lanes, filled, source, at, parities, cells);
    }
}

/// By word of a sheet: the parity of the digits of its group. A plan whose window begins later than the
/// first slot reads it at the group where all digits of the window are 0.
fn parities(slots: usize, packing: Packing) -> Vec<u8> {
    if packing.words() != 1 {
        // The orders are all there, and no digit is implied: no plan asks for a parity.
        let groups: u64 = (GROUP_SLOTS as u64 + 1..=slots as u64).product();
        return vec![0; (groups * packing.words()) as usize];
    }
    let mut parities = vec![0u8];
    for values in (GROUP_SLOTS + 1..=slots).rev() {
        parities = parities
            .iter()
            .flat_map(|&parity| (0..values).map(move |digit| parity ^ (digit % 2) as u8))
            .collect();
    }
    parities
}

impl Members for Dense<'_> {
    fn contains(&self, index: u64) -> bool {
        let word = (index / 64) as usize;
        match self.places[word / self.width] {
            Some((colour, row)) if usize::from(colour) == self.colour => {
                let words = self.sides[self.colour].words.as_slice();
                let word = words[row as usize * self.width + word % self.width];
                word >> (index % 64) & 1 == 1
            }
            _ => false,
        }
    }

    fn for_each(&self, visit: &mut dyn FnMut(u64)) {
        let Ok(()) = self.try_for_each_word(|at, word| {
            let mut left = word;
            while left != 0 {
                visit(at as u64 * 64 + u64::from(left.trailing_zeros()));
                left &= left - 1;
            }
            Ok::<(), Infallible>(())
        });
    }
}

impl Bits for Dense<'_> {
    fn len(&self) -> u64 {
        self.graph.len()
    }

    fn count(&self) -> u64 {
        self.counts[0]
    }

    fn for_each_word(&self, visit: &mut dyn FnMut(usize, u64) -> io::Result<()>) -> io::Result<()> {
        self.try_for_each_word(visit)
    }
}

impl Engine for Dense<'_> {
    fn name(&self) -> &'static str {
        "dense"
    }

    fn put(&mut self, at: usize, bits: u64) {
        // A generation comes from its file before the file's checksum does: what has no place is damage, which
        // the reader of the file says so at its end.
        let Some((colour, row)) = self.places[at / self.width] else {
            return;
        };
        self.colour = usize::from(colour);
        let side = &mut self.sides[self.colour];
        let within = at % self.width;
        let (words, _) = side.words.as_mut_slice();
        let word = &mut words[row as usize * self.width + within];
        self.counts[0] += u64::from((bits & !*word).count_ones());
        *word |= bits;
        side.is_live[row as usize * self.width.div_ceil(BLOCK) + within / BLOCK] = true;
    }

    fn find_next(&mut self, pass: Pass<'_>, pulse: &mut dyn FnMut(u64)) -> Option<u64> {
        let other = 1 - self.colour;
        let mut words = std::mem::take(&mut self.sides[other].words);
        let mut is_live = std::mem::take(&mut self.sides[other].is_live);
        let (targets, hints) = words.as_mut_slice();
        let advice = self.window.and(pass.marks).and_then(|marks| {
            Some(Advice {
                sources: self.sides[self.colour].words.hints()?,
                targets: hints?,
                marks: marks.words().hints(),
            })
        });
        let work = Work {
            dense: self,
            pass,
            advice,
            found: AtomicU64::new(0),
            done: AtomicU64::new(0),
        };
        let is_done = work.all(targets, &mut is_live, pulse);
        let found = work.found.into_inner();
        self.sides[other].words = words;
        self.sides[other].is_live = is_live;
        self.counts[1] = found;
        is_done.then_some(found)
    }

    fn advance(&mut self) {
        self.colour = 1 - self.colour;
        self.counts[0] = self.counts[1];
    }

    fn members(&self) -> &dyn Members {
        self
    }

    fn generation(&self) -> &dyn Bits {
        self
    }
}

/// One generation's work.
struct Work<'a> {
    dense: &'a Dense<'a>,
    pass: Pass<'a>,
    /// Where words lie on the disk: to whom to say which ones are wanted.
    advice: Option<Advice<'a>>,
    found: AtomicU64,
    /// Words done.
    done: AtomicU64,
}

/// Tells the system which words of a pass are wanted.
#[derive(Clone, Copy, Debug)]
struct Advice<'a> {
    sources: Hints<'a>,
    targets: Hints<'a>,
    marks: Hints<'a>,
}

/// What a batch of blocks reads and writes: ranges of words, in order and apart.
#[derive(Debug, Default)]
struct Wanted {
    sources: Vec<Range<usize>>,
    targets: Vec<Range<usize>>,
    marks: Vec<Range<usize>>,
}

/// Ranges that are no farther apart than this, a page, are one.
const NEAR: usize = 512;

impl Wanted {
    /// What a batch of blocks reads and writes.
    fn by(batch: &[Task<'_>], dense: &Dense<'_>) -> Wanted {
        let width = dense.width;
        let (sources, targets) = (&dense.sides[dense.colour], &dense.sides[1 - dense.colour]);
        let together = batch.iter().map(|task| task.words.len()).sum();
        let mut wanted = Wanted::default();
        for task in batch {
            let block = task.at..task.at + task.words.len();
            let before = wanted.sources.len();
            for incoming in &targets.slides[task.row] {
                let row = incoming.row as usize;
                let mut want = |range: Range<usize>| {
                    if sources.holds(row, width, &range) {
                        let first = row * width;
                        wanted.sources.push(first + range.start..first + range.end);
                    }
                };
                match incoming.plan.map(|plan| &dense.plans[plan as usize]) {
                    None => want(block.clone()),
                    Some(ready) => ready.for_each_source(&block, together, want),
                }
            }
            let is_filled = wanted.sources.len() > before;
            if is_filled || *task.is_live {
                let first = task.row * width + task.at;
                wanted.targets.push(first..first + block.len());
            }
            if is_filled {
                let first = targets.sheets[task.row] as usize * width + task.at;
                wanted
                    .marks
                    .push(Marks::words_of(first)..Marks::words_of(first + block.len()));
            }
        }
        for ranges in [&mut wanted.sources, &mut wanted.targets, &mut wanted.marks] {
            ranges.sort_unstable_by_key(|range| range.start);
            ranges.dedup_by(|next, range| {
                let is_near = next.start <= range.end + NEAR;
                if is_near {
                    range.end = range.end.max(next.end);
                }
                is_near
            });
        }
        wanted
    }

    fn tell(&self, advice: &Advice<'_>, what: impl Fn(Hints<'_>, Range<usize>)) {
        for (ranges, hints) in [
            (&self.sources, advice.sources),
            (&self.targets, advice.targets),
            (&self.marks, advice.marks),
        ] {
            ranges.iter().for_each(|range| what(hints, range.clone()));
        }
    }
}

/// A block to be filled.
struct Task<'a> {
    row: usize,
    at: usize,
    words: &'a mut [u64],
    is_live: &'a mut bool,
}

impl Work<'_> {
    /// Fills all words of the other colour; false if it was stopped halfway.
    fn all(&self, words: &mut [u64], is_live: &mut [bool], pulse: &mut dyn FnMut(u64)) -> bool {
        let width = self.dense.width;
        let blocks = width.div_ceil(BLOCK);
        let total = words.len();
        let rows = words.chunks_mut(width).zip(is_live.chunks_mut(blocks));
        let tasks = rows.enumerate().flat_map(|(row, (words, is_live))| {
            let ats = (0..).step_by(BLOCK);
            words
                .chunks_mut(BLOCK)
                .zip(is_live)
                .zip(ats)
                .map(move |((words, is_live), at)| Task {
                    row,
                    at,
                    words,
                    is_live,
                })
        });
        let threads = if total < WORTH_THREADS {
            1
        } else {
            self.pass.threads
        };
        let tasks = Mutex::new(tasks);
        let at_once = self.dense.blocks_at_once(threads);
        // What a batch needs is asked for when it is taken, one batch before it is filled.
        let take = || {
            let batch: Vec<Task<'_>> = {
                let mut tasks = tasks.lock().unwrap_or_else(|held| held.into_inner());
                tasks.by_ref().take(at_once).collect()
            };
            let wanted = self.advice.as_ref().map(|advice| {
                let wanted = Wanted::by(&batch, self.dense);
                wanted.tell(advice, |hints, range| hints.will_need(range));
                wanted
            });
            (!batch.is_empty()).then_some((batch, wanted))
        };
        let worker = |_| {
            let mut filled = vec![0; BLOCK];
            let mut ahead = take();
            while let Some((batch, wanted)) = ahead
                && !self.pass.stop.load(Ordering::Relaxed)
            {
                ahead = take();
                let words: usize = batch.iter().map(|task| task.words.len()).sum();
                let found: u64 = batch
                    .into_iter()
                    .map(|task| self.fill(task, &mut filled))
                    .sum();
                self.done.fetch_add(words as u64, Ordering::Relaxed);
                self.found.fetch_add(found, Ordering::Relaxed);
                if let (Some(wanted), Some(advice)) = (wanted, &self.advice) {
                    wanted.tell(advice, |hints, range| hints.done_with(range));
                }
            }
        };
        if let Some(advice) = &self.advice {
            for hints in [advice.sources, advice.targets, advice.marks] {
                hints.expect_no_order();
            }
        }
        if threads <= 1 {
            worker(0);
        } else {
            work_together(0..threads, worker, &mut || {
                let share = self.done.load(Ordering::Relaxed) as f64 / total as f64;
                pulse((share * self.pass.count as f64) as u64);
            });
        }
        if let Some(advice) = &self.advice {
            advice.marks.expect_order();
            // What came along unasked goes, too.
            for hints in [advice.sources, advice.targets, advice.marks] {
                hints.done_with(0..usize::MAX);
            }
        }
        !self.pass.stop.load(Ordering::Relaxed)
    }

    /// Fills one block, and counts what is new in it.
    fn fill(&self, task: Task<'_>, filled: &mut [u64]) -> u64 {
        let filled = &mut filled[..task.words.len()];
        filled.fill(0);
        let block = task.at..task.at + task.words.len();
        if !self.dense.pull(task.row, block, filled) {
            if std::mem::replace(task.is_live, false) {
                task.words.fill(0);
            }
            return 0;
        }
        let lanes = self.dense.lanes;
        let found = match self.pass.marks {
            None => lanes::renew(lanes, task.words, filled),
            Some(marks) => {
                let other = 1 - self.dense.colour;
                let sheet = self.dense.sides[other].sheets[task.row] as usize;
                let first = sheet * self.dense.width + task.at;
                if let Some(doubt) = self.pass.doubt {
                    lanes::renew(lanes, task.words, filled);
                    filled.copy_from_slice(task.words);
                    let words = (first..).zip(&*filled);
                    words.for_each(|(at, &found)| doubt.look(marks, at, found, self.pass.mark));
                }
                lanes::sift(lanes, marks, first, task.words, filled, self.pass.mark)
            }
        };
        *task.is_live = found > 0;
        found
    }
}
