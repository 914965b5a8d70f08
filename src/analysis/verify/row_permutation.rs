//! Row permutations: how the edges of a graph permute the configurations of a block row.
//!
//! The *packed* tile group is the tile group whose arrangements are laid out in word groups
//! ([`slidewise_engine::graph::RankLayout::Grouped`]). The arrangements of the packed tile group
//! are the *packed arrangements*. A *block row* consists of the configurations of one pattern that
//! have the same arrangement of every other tile group, and any packed arrangement. If no tile
//! group is packed, a block row consists of all configurations of one pattern. The configurations
//! of a block row have consecutive indices, and each has one bit.
//!
//! An edge leads from one block row to another and permutes the bits. In the packed layout an index
//! has one digit for each slot; the digit of the first slot is the most significant. An edge
//! changes only the digits of a window of slots. The permutation has one of two forms:
//!
//! - *Runs* of words move to other places of the block row, if the window ends before the last five
//!   slots. An edge that leaves all bits in place moves one run, the whole block row.
//! - The bits of each *block* are permuted through a table, if the window reaches the last five
//!   slots. A block is a word group if the window lies within the last five slots, and several word
//!   groups if the window begins before them. Without word groups, the whole block row is one
//!   block. Each of these blocks is a part of a larger block, which is filled as a whole
//!   ([`BlockRowLayout::block`]).
//!
//! If only half of the arrangements have an index, the permutation of a block depends on the parity
//! of the digits before it. Each permutation is derived from the index, configuration by
//! configuration ([`ArrangementRanks::apply`]), for one period and each parity; all other periods
//! are equal. The plans and kernels of the dense engine are not used.

use super::block_row_layout::{BlockRowLayout, MAX_BYTES, PER_WORD, RotationForm};
use ahash::AHashMap;
use slidewise_engine::graph::{ArrangementRanks, Graph, RankMap};
use slidewise_engine::index::Rotation;

/// How an edge of the state graph permutes the bits of a block row.
#[derive(Debug)]
pub(super) enum RowPermutation {
    /// Moves runs of words to other places of the block row.
    Runs(WordRuns),
    /// Permutes the bits within each block, by a table for each parity.
    Blocks(Blocks),
}

/// Runs of consecutive words, each of which moves as a whole.
#[derive(Debug)]
pub(super) struct WordRuns {
    /// Length of a run in words.
    run: usize,
    /// Distance from each run of a period to the run from which its bits come, in words, indexed by
    /// run; empty until it is derived.
    offsets: Vec<isize>,
    /// Number of runs in a period.
    cells: usize,
}

/// Blocks, with the tables that permute the bits within a block.
#[derive(Debug)]
pub(super) struct Blocks {
    /// Length of a block in words.
    words: usize,
    /// Target of each bit of a block, indexed by parity of the block, then by position of the bit;
    /// `None` until the table is derived.
    targets: [Option<Vec<u32>>; 2],
}

/// Entry of a table for a bit of a block that stands for no configuration.
const NOWHERE: u32 = u32::MAX;

/// Position of the block to be filled, with the parities of its words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockPosition<'a> {
    /// Number of the block within its block row.
    pub block: usize,
    /// Parity of those digits that number the word groups within the block, indexed by word of the
    /// block.
    pub parities: &'a [u8],
    /// Parity to be added to all `parities`: the parity of the digits before the block, plus the
    /// parity of the block row's packed arrangements.
    pub is_odd: u8,
}

impl RowPermutation {
    /// Adds to a block the bits that come from another block row.
    ///
    /// `filled` is the block, which lies at `place`. `leaf` has the words of the other block row.
    /// `is_live` has a flag for each block of `leaf`, which is false only if the block is empty.
    /// Returns false only if `leaf` has no bits for the block.
    pub(super) fn fill(
        &self,
        filled: &mut [u64],
        place: BlockPosition<'_>,
        leaf: &[u64],
        is_live: &[bool],
    ) -> bool {
        let length = filled.len();
        let own = place.block * length..(place.block + 1) * length;
        match self {
            RowPermutation::Runs(runs) => runs.fill(filled, own.start, leaf, is_live),
            RowPermutation::Blocks(_) if !is_live[place.block] => false,
            RowPermutation::Blocks(blocks) => {
                blocks.fill(filled, place, &leaf[own]);
                true
            }
        }
    }
}

impl Blocks {
    /// Derives those missing tables that a block row of parity `sign` gives (see
    /// [`RowPermutation::learn`]).
    fn learn(
        &mut self,
        measures: &BlockRowLayout,
        sign: usize,
        source: impl Fn(u64) -> Option<u64>,
    ) -> Option<()> {
        let numbers = (self.words as u64 * PER_WORD).min(measures.span);
        let starts = measures.starts(numbers, sign);
        for (own, start) in self.targets.iter_mut().zip(starts) {
            if let (None, Some(start)) = (&own, start) {
                *own = Some(targets(numbers, start, &source)?);
            }
        }
        Some(())
    }

    /// Sets the bits of `source`, permuted, in `filled`, which is the block at `place`.
    fn fill(&self, filled: &mut [u64], place: BlockPosition<'_>, source: &[u64]) {
        let parities = place.parities.iter().step_by(self.words);
        let blocks = filled.chunks_mut(self.words).zip(source.chunks(self.words));
        for ((filled, source), &parity) in blocks.zip(parities) {
            let parity = usize::from((parity ^ place.is_odd) & 1);
            if let Some(targets) = &self.targets[parity] {
                scatter(targets, filled, source);
            }
        }
    }
}

impl WordRuns {
    /// Derives `offsets`, unless they are known already (see [`RowPermutation::learn`]).
    fn learn(&mut self, source: impl Fn(u64) -> Option<u64>) -> Option<()> {
        if !self.offsets.is_empty() {
            return Some(());
        }
        let (run, cells) = (self.run as u64, self.cells as u64);
        for at in (0..cells).map(|cell| cell * run) {
            let from = source(at * PER_WORD)?;
            if from % PER_WORD != 0 || from / PER_WORD >= cells * run {
                return None;
            }
            self.offsets.push((from / PER_WORD) as isize - at as isize);
        }
        Some(())
    }

    fn fill(&self, filled: &mut [u64], at: usize, leaf: &[u64], is_live: &[bool]) -> bool {
        let (block, cells) = (filled.len(), self.cells);
        let (mut cell, mut within) = (at / self.run % cells, at % self.run);
        let mut has_any = false;
        let mut done = 0;
        if block.is_multiple_of(cells * self.run) {
            // The block consists of whole periods, so all its bits come from the block at the same
            // position in the other block row.
            if !is_live[at / block] {
                return false;
            }
            if self.run == 1 {
                let periods = filled.chunks_mut(cells).zip((at..).step_by(cells));
                for (filled, at) in periods {
                    let period = &leaf[at..at + cells];
                    for ((word, cell), &offset) in filled.iter_mut().zip(0..).zip(&self.offsets) {
                        let cell: usize = cell;
                        *word |= period[cell.wrapping_add_signed(offset)];
                    }
                }
                return true;
            }
        }
        while done < block {
            let length = (self.run - within).min(block - done);
            let from = (at + done).wrapping_add_signed(self.offsets[cell]);
            if is_live[from / block] {
                has_any = true;
                join(&mut filled[done..done + length], &leaf[from..from + length]);
            }
            done += length;
            within = 0;
            cell += 1;
            if cell == cells {
                cell = 0;
            }
        }
        has_any
    }
}

fn join(filled: &mut [u64], words: &[u64]) {
    for (word, from) in filled.iter_mut().zip(words) {
        *word |= from;
    }
}

/// Sets a bit in `filled` for each set bit of `source`, at the position that `table` gives.
#[inline]
fn scatter(table: &[u32], filled: &mut [u64], source: &[u64]) {
    for (&word, table) in source.iter().zip(table.chunks(PER_WORD as usize)) {
        let mut word = word;
        while word != 0 {
            let to = table[word.trailing_zeros() as usize];
            filled[(to / 64) as usize] |= 1 << (to % 64);
            word &= word - 1;
        }
    }
}

/// Row permutations of a graph, each derived from the index once.
#[derive(Debug)]
pub(super) struct RowPermutations<'g> {
    orders: &'g ArrangementRanks,
    measures: BlockRowLayout,
    all: Vec<RowPermutation>,
    /// Number of each row permutation, keyed by tile group, first and last slot of the rotation,
    /// and parities.
    ///
    /// The parities are those of all tile groups, one bit each; they are 0 if the permutation does
    /// not depend on them.
    known: AHashMap<(usize, u16, u16, u8), usize>,
    /// Bytes that the tables of all row permutations take.
    bytes: u64,
}

impl<'g> RowPermutations<'g> {
    pub(super) fn new(graph: &'g Graph, measures: BlockRowLayout) -> RowPermutations<'g> {
        RowPermutations {
            orders: graph.orders(),
            measures,
            all: vec![RowPermutation::Runs(WordRuns {
                run: measures.width as usize,
                offsets: vec![0],
                cells: 1,
            })],
            known: AHashMap::default(),
            bytes: 0,
        }
    }

    /// Returns row permutation number `shuffle`.
    #[inline]
    pub(super) fn get(&self, shuffle: u32) -> &RowPermutation {
        &self.all[shuffle as usize]
    }

    /// Parity of the packed arrangements in the block row of `pattern` that begins at arrangement
    /// rank `first`.
    ///
    /// It is 0 if no permutation depends on the parity.
    pub(super) fn sign(&self, pattern: u64, first: u64) -> u8 {
        u8::from(self.measures.group == 1 && self.orders.is_grouped_odd(pattern, first))
    }

    /// Finds the block row whose bits fill another block row along an edge, and the number of the
    /// row permutation.
    ///
    /// The block row to be filled has the pattern `pattern` and begins at arrangement rank `first`.
    /// `turn` is the number of the tile group that the edge rotates, with the rotation; `None` if
    /// the edge leaves all arrangements unchanged. Returns the arrangement rank at which the other
    /// block row begins; `None` if the edge does not map block rows to block rows.
    pub(super) fn of(
        &mut self,
        pattern: u64,
        first: u64,
        turn: Option<(usize, Rotation)>,
    ) -> Option<(u64, u32)> {
        let Some((arrangement, rotation)) = turn else {
            return Some((first, 0));
        };
        let orders = self.orders;
        let form = self.measures.form(orders, arrangement, rotation)?;
        // `RankMap::Turn` is made directly: `ArrangementRanks::map` would build a table, which
        // takes long, and only a few arrangements are needed here.
        let map = RankMap::Turn {
            part: arrangement,
            rotation,
            signs: orders.signs(pattern),
        };
        if orders
            .grouped()
            .is_some_and(|grouped| grouped != arrangement)
        {
            return Some((self.leaf_after(&map, first)?, 0));
        }
        let signs = match orders.grouped() {
            Some(_) => 0,
            None => orders.signs(pattern),
        };
        let key = (arrangement, rotation.from, rotation.to, signs);
        let number = self.number_of(form, key)?;
        // Position in the other block row of the configuration whose neighbour is at position `at`.
        let source = |at: u64| {
            let is_order = orders.is_order(first + at);
            let from = is_order.then(|| orders.apply(&map, first + at))?;
            from.checked_sub(first)
        };
        let sign = usize::from(self.sign(pattern, first));
        self.all[number].learn(&self.measures, sign, source)?;
        Some((first, number as u32))
    }

    /// First arrangement rank of the block row to which `map` takes the block row that begins at
    /// `first`.
    ///
    /// `None` if `map` moves bits to other positions within the block row.
    fn leaf_after(&self, map: &RankMap<'_>, first: u64) -> Option<u64> {
        let (orders, span) = (self.orders, self.measures.span);
        let last = (0..span).rev().find(|&at| orders.is_order(first + at))?;
        let there = orders.apply(map, first);
        let is_whole =
            there.is_multiple_of(span) && orders.apply(map, first + last) == there + last;
        is_whole.then_some(there)
    }

    /// Number of a row permutation, which is created on first use; `None` if all row permutations
    /// together take more than [`MAX_BYTES`].
    fn number_of(&mut self, form: RotationForm, key: (usize, u16, u16, u8)) -> Option<usize> {
        let all = &mut self.all;
        let number = *self.known.entry(key).or_insert_with(|| {
            all.push(RowPermutation::unknown(form));
            self.bytes += form.bytes();
            all.len() - 1
        });
        // Without a packed tile group, each combination of the parities of the tile groups needs a
        // table of its own, so the tables may take more bytes than the layout has counted.
        (self.bytes <= MAX_BYTES).then_some(number)
    }
}

impl RowPermutation {
    /// Creates a row permutation whose tables are still to be derived.
    fn unknown(form: RotationForm) -> RowPermutation {
        match form {
            RotationForm::Runs { run, cells } => RowPermutation::Runs(WordRuns {
                run: run as usize,
                offsets: Vec::new(),
                cells: cells as usize,
            }),
            RotationForm::Blocks { words } => RowPermutation::Blocks(Blocks {
                words: words as usize,
                targets: [None, None],
            }),
        }
    }

    /// Derives those missing tables that a block row of parity `sign` gives.
    ///
    /// `source` gives for each position in the block row the position in the other block row from
    /// which its bit comes. Returns `None` if the edge does not map block rows to block rows.
    fn learn(
        &mut self,
        measures: &BlockRowLayout,
        sign: usize,
        source: impl Fn(u64) -> Option<u64>,
    ) -> Option<()> {
        match self {
            RowPermutation::Runs(runs) => runs.learn(source),
            RowPermutation::Blocks(blocks) => blocks.learn(measures, sign, source),
        }
    }
}

/// Computes the target of each bit in the block of `numbers` positions that begins at `start`.
///
/// `source` gives, for each position, the position from which its bit comes. Returns `None` if a
/// bit comes from outside the block.
fn targets(numbers: u64, start: u64, source: impl Fn(u64) -> Option<u64>) -> Option<Vec<u32>> {
    let mut targets = vec![NOWHERE; numbers as usize];
    for to in 0..numbers {
        if let Some(from) = source(start + to) {
            *targets.get_mut(from.checked_sub(start)? as usize)? = to as u32;
        }
    }
    Some(targets)
}
