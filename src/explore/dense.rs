//! The dense engine: words of configurations at once.
//!
//! For puzzles with many orders of distinct tiles. The configurations of one pattern are words of bits, 60 or
//! 120 orders a group, and a slide permutes them by a [`Plan`]. Each word of a generation is pulled from the
//! words of the neighbouring patterns, so that it has one writer, whatever the number of threads.
//!
//! A step changes the colour of a pattern (the graph is bipartite), so the patterns of one colour hold the
//! generation at hand and those of the other the one before: one bit a configuration is enough to count,
//! `other := neighbours(one) and not other`. Searches from sources of both colours are left to the sparse
//! engine, and so are slides and moves.

use super::lanes::{self, Cells, Control, Lanes, Piece};
use super::{Engine, Members, Pass};
use crate::moves::{GROUP_SLOTS, Graph, Metric, Packing, PatternTable, Plan};
use crate::space::Rotation;
use crate::store::{Generation, StoreError};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// How many words are pulled at a time: few enough for the nearest cache.
const BLOCK: usize = 2048;
/// How often the progress of a large generation is told.
const PULSE: Duration = Duration::from_millis(100);
/// So many words of a pattern are worth a second thread.
const WORTH_THREADS: usize = 1 << 14;
/// The most cells that a plan may have; wider windows are left to the sparse engine.
const MOST_CELLS: u64 = 1 << 16;

/// The dense engine.
#[derive(Debug)]
pub struct Dense<'g> {
    graph: &'g Graph,
    lanes: Lanes,
    /// Words of a pattern.
    width: usize,
    /// By colour: its patterns, the words of all of them, and which blocks hold something.
    sides: [Side; 2],
    /// By pattern: its colour and row; `None` where it cannot be reached.
    places: Vec<Option<(u8, u32)>>,
    plans: Vec<ReadyPlan>,
    /// By word of a pattern: the parity of the digits before its group's own.
    parities: Vec<u8>,
    /// The colour of the generation at hand.
    colour: usize,
    /// The generation at hand as a set, where it was asked for.
    set: Option<Generation>,
}

/// The patterns of one colour.
#[derive(Debug, Default)]
struct Side {
    /// By row: the pattern.
    patterns: Vec<u64>,
    /// By row: where its words come from.
    slides: Vec<Vec<Incoming>>,
    words: Vec<u64>,
    /// By row, then block: whether it may hold something.
    is_live: Vec<bool>,
}

/// A slide by which a pattern's words come from those of another one.
#[derive(Clone, Copy, Debug)]
struct Incoming {
    /// The row of the source pattern, among those of the other colour.
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
        if graph.orders().packing() == Packing::Plain {
            return Some("the puzzle has not one set of five or more distinct tiles");
        }
        let Some(table) = graph.table() else {
            return Some("the puzzle has too many patterns");
        };
        let slots = graph.orders().slots();
        let is_wide = |&(from, to): &(u8, u8)| {
            let begin = (from.min(to) as usize).min(slots - GROUP_SLOTS);
            let end = (from.max(to) as usize).min(slots - GROUP_SLOTS);
            let cells: u64 = (begin..end.max(begin))
                .map(|slot| (slots - slot) as u64)
                .product();
            cells > MOST_CELLS
        };
        let turns = table.turns();
        turns
            .iter()
            .any(is_wide)
            .then_some("a slide passes too many tiles")
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
    pub fn new(graph: &'g Graph, lanes: Lanes) -> Dense<'g> {
        let table = graph.table().expect("the graph has no obstacle");
        let slots = graph.orders().slots();
        let packing = graph.orders().packing();
        let width = (graph.orders().len() / 64) as usize;
        let mut dense = Dense {
            graph,
            lanes,
            width,
            sides: [Side::default(), Side::default()],
            places: vec![None; graph.patterns() as usize],
            plans: Vec::new(),
            parities: parities(slots, packing),
            colour: 0,
            set: None,
        };
        dense.place_patterns(table);
        for colour in 0..2 {
            let patterns = std::mem::take(&mut dense.sides[colour].patterns);
            let slides = patterns
                .iter()
                .map(|&pattern| {
                    let slides = table.slides(pattern).iter();
                    slides
                        .map(|slide| dense.incoming(slide.pattern, slide.turn, slots))
                        .collect()
                })
                .collect();
            let blocks = width.div_ceil(BLOCK);
            let rows = patterns.len();
            dense.sides[colour] = Side {
                patterns,
                slides,
                words: vec![0; rows * width],
                is_live: vec![false; rows * blocks],
            };
        }
        dense
    }

    /// Gives every pattern that can be reached a colour and a row.
    fn place_patterns(&mut self, table: &PatternTable) {
        for pattern in 0..self.graph.patterns() {
            if let Some(colour) = table.colour(pattern) {
                let side = &mut self.sides[usize::from(colour)];
                self.places[pattern as usize] =
                    Some((u8::from(colour), side.patterns.len() as u32));
                side.patterns.push(pattern);
            }
        }
    }

    /// The slide by which a pattern's words come from `source`: `turn` is what the slide back to it does.
    fn incoming(&mut self, source: u64, turn: Option<(usize, Rotation)>, slots: usize) -> Incoming {
        let (_, row) =
            self.places[source as usize].expect("a neighbour of a placed pattern is placed");
        let plan = turn.map(|(_, back)| {
            let known = self.plans.iter().position(|ready| ready.back == back);
            let number = known.unwrap_or_else(|| {
                let plan = Plan::new(slots, self.graph.orders().packing(), back);
                self.plans.push(ReadyPlan::new(back, plan, self.lanes));
                self.plans.len() - 1
            });
            number as u16
        });
        Incoming { row, plan }
    }

    /// Calls `visit` with each word of the generation at hand that is not zero, and its place among all.
    fn for_each_word(&self, mut visit: impl FnMut(usize, u64)) {
        let side = &self.sides[self.colour];
        for (&pattern, words) in side.patterns.iter().zip(side.words.chunks(self.width)) {
            let first = pattern as usize * self.width;
            for (at, &word) in (first..).zip(words).filter(|(_, word)| **word != 0) {
                visit(at, word);
            }
        }
    }

    /// Pulls a block of one pattern's words into `filled`, which is all zero; false if nothing can come.
    fn pull(&self, row: usize, block: Range<usize>, filled: &mut [u64]) -> bool {
        let (sources, targets) = (&self.sides[self.colour], &self.sides[1 - self.colour]);
        let sign = self.graph.orders().signs(targets.patterns[row]) & 1;
        let mut has_any = false;
        for incoming in &targets.slides[row] {
            let source_row = incoming.row as usize;
            let plan = incoming.plan.map(|plan| &self.plans[plan as usize]);
            let reach = plan.map_or(0..1, |ready| ready.reach.clone());
            if !self.is_live(source_row, &block, reach) {
                continue;
            }
            has_any = true;
            let source = &sources.words[source_row * self.width..(source_row + 1) * self.width];
            match plan {
                None => lanes::join(self.lanes, filled, &source[block.clone()]),
                Some(ready) if ready.controls.is_empty() => {
                    ready.pull_runs(self.lanes, filled, source, block.start)
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

    /// Whether the words that a block may come from may hold something.
    fn is_live(&self, row: usize, block: &Range<usize>, reach: Range<i64>) -> bool {
        let blocks = self.width.div_ceil(BLOCK);
        let first = (block.start as i64 + reach.start).max(0) as usize / BLOCK;
        let last = (block.end as i64 - 1 + reach.end - 1).max(0) as usize / BLOCK;
        let own = row * blocks..(row + 1) * blocks;
        let is_live = &self.sides[self.colour].is_live[own];
        is_live[first.min(blocks - 1)..=last.min(blocks - 1)].contains(&true)
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

    /// Pulls words that come in runs, unchanged.
    fn pull_runs(&self, lanes: Lanes, filled: &mut [u64], source: &[u64], at: usize) {
        let (run, cells) = (self.plan.run as usize, self.plan.cells as usize);
        let mut done = 0;
        let mut cell = at / run % cells;
        let mut within = at % run;
        while done < filled.len() {
            let length = (run - within).min(filled.len() - done);
            let from = (at + done).wrapping_add_signed(self.pieces[cell].0 as isize);
            lanes::join(
                lanes,
                &mut filled[done..done + length],
                &source[from..from + length],
            );
            done += length;
            within = 0;
            cell += 1;
            if cell == cells {
                cell = 0;
            }
        }
    }

    /// Pulls words whose bits are permuted. `sign` is that of the pattern to be filled.
    fn pull_cells(
        &self,
        lanes: Lanes,
        filled: &mut [u64],
        source: &[u64],
        at: usize,
        sign: u8,
        parities: &[u8],
    ) {
        let cells = self.plan.cells as usize;
        if cells == 1 {
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
        let mut done = 0;
        while done < filled.len() {
            let position = at + done;
            let cell = position % cells;
            let length = (cells - cell).min(filled.len() - done);
            let variant = usize::from(sign ^ parities[position - cell]);
            let cells = Cells {
                first: &self.plan.first[variant],
                pieces: &self.pieces,
                controls: &self.controls,
            };
            lanes::fill(
                lanes,
                &mut filled[done..done + length],
                source,
                position,
                cell,
                cells,
            );
            done += length;
        }
    }
}

/// By word of a pattern: the parity of the digits of its group. A plan whose window begins later than the
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
                let word =
                    self.sides[self.colour].words[row as usize * self.width + word % self.width];
                word >> (index % 64) & 1 == 1
            }
            _ => false,
        }
    }

    fn for_each(&self, visit: &mut dyn FnMut(u64)) {
        self.for_each_word(|at, word| {
            let mut left = word;
            while left != 0 {
                visit(at as u64 * 64 + u64::from(left.trailing_zeros()));
                left &= left - 1;
            }
        });
    }
}

impl Engine for Dense<'_> {
    fn name(&self) -> &'static str {
        "dense"
    }

    fn take(&mut self, generation: Generation) -> Result<(), StoreError> {
        let blocks = self.width.div_ceil(BLOCK);
        for side in &mut self.sides {
            side.words.fill(0);
            side.is_live.fill(false);
        }
        for index in generation.iter() {
            let word = (index / 64) as usize;
            let place = self.places[word / self.width];
            let (colour, row) =
                place.expect("a configuration that can be reached has a pattern that can");
            self.colour = usize::from(colour);
            let side = &mut self.sides[self.colour];
            let within = word % self.width;
            side.words[row as usize * self.width + within] |= 1 << (index % 64);
            side.is_live[row as usize * blocks + within / BLOCK] = true;
        }
        self.set = Some(generation);
        Ok(())
    }

    fn find_next(&mut self, pass: Pass<'_>, pulse: &mut dyn FnMut(u64)) -> Option<u64> {
        let other = 1 - self.colour;
        let mut words = std::mem::take(&mut self.sides[other].words);
        let mut is_live = std::mem::take(&mut self.sides[other].is_live);
        let work = Work {
            dense: self,
            pass,
            found: AtomicU64::new(0),
            done: AtomicU64::new(0),
        };
        let is_done = work.all(&mut words, &mut is_live, pulse);
        let found = work.found.into_inner();
        self.sides[other].words = words;
        self.sides[other].is_live = is_live;
        is_done.then_some(found)
    }

    fn advance(&mut self) {
        self.colour = 1 - self.colour;
        self.set = None;
    }

    fn members(&self) -> &dyn Members {
        self
    }

    fn generation(&mut self) -> Result<&Generation, StoreError> {
        let set = match self.set.take() {
            Some(set) => set,
            None => {
                let set = Generation::new(self.graph.len())?;
                self.for_each_word(|at, word| set.fill_word(at, word));
                set
            }
        };
        Ok(self.set.insert(set))
    }
}

/// One generation's work.
struct Work<'a> {
    dense: &'a Dense<'a>,
    pass: Pass<'a>,
    found: AtomicU64,
    /// Words done.
    done: AtomicU64,
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
        let at_once = (4 * BLOCK / width.min(BLOCK)).max(1);
        let worker = || {
            let mut filled = vec![0; BLOCK];
            while !self.pass.stop.load(Ordering::Relaxed) {
                let batch: Vec<Task<'_>> = {
                    let mut tasks = tasks.lock().unwrap_or_else(|held| held.into_inner());
                    tasks.by_ref().take(at_once).collect()
                };
                if batch.is_empty() {
                    break;
                }
                let words: usize = batch.iter().map(|task| task.words.len()).sum();
                let found: u64 = batch
                    .into_iter()
                    .map(|task| self.fill(task, &mut filled))
                    .sum();
                self.done.fetch_add(words as u64, Ordering::Relaxed);
                self.found.fetch_add(found, Ordering::Relaxed);
            }
        };
        if threads <= 1 {
            worker();
        } else {
            thread::scope(|scope| {
                let (ending, ended) = mpsc::channel::<()>();
                for _ in 0..threads {
                    let (ending, worker) = (ending.clone(), &worker);
                    scope.spawn(move || {
                        worker();
                        drop(ending);
                    });
                }
                drop(ending);
                while ended.recv_timeout(PULSE) == Err(RecvTimeoutError::Timeout) {
                    let share = self.done.load(Ordering::Relaxed) as f64 / total as f64;
                    pulse((share * self.pass.count as f64) as u64);
                }
            });
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
        let mut found = 0;
        match self.pass.marks {
            None => {
                found = lanes::renew(self.dense.lanes, task.words, filled);
            }
            Some(marks) => {
                let other = 1 - self.dense.colour;
                let pattern = self.dense.sides[other].patterns[task.row] as usize;
                let first = pattern * self.dense.width + task.at;
                for ((word, candidates), at) in task.words.iter_mut().zip(filled).zip(first..) {
                    *word = match *candidates {
                        0 => 0,
                        some => marks.sift(at, some, self.pass.mark),
                    };
                    found += u64::from(word.count_ones());
                }
            }
        }
        *task.is_live = found > 0;
        found
    }
}
