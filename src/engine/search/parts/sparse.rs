//! The sparse engine's generations of one process among several, by ranges of numbers.
//!
//! A process expands its own members of a generation. Neighbours that it owns become candidates at
//! once; the others are gathered for their owners, sorted, and sent as gaps.

use super::division::Division;
use super::exchange::{Cut, Emit, exchange};
use super::part_engine::{PartEngine, PartLayer, Section};
use crate::graph::Graph;
use crate::search::{Expander, Fabric, FabricError, GenerationMembers};
use slidewise_store::{Generation, StoreError, decode_number, encode_number};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Number of neighbours for one process that a thread gathers before it sorts and sends them.
const GATHERED: usize = 1 << 18;
/// Number of chunks of a generation for each thread at least.
const CHUNKS_EACH: usize = 64;
/// Most numbers of a chunk.
const CHUNK: u64 = 1 << 20;

/// The generations of one process.
pub(super) struct SparsePart<'g> {
    graph: &'g Graph,
    division: Division,
    rank: usize,
    /// The numbers of this process.
    own: Range<u64>,
    /// First number of each process but the first.
    starts: Vec<u64>,
    before: Generation,
    current: Generation,
    next: Generation,
}

impl<'g> SparsePart<'g> {
    /// The generations of a process, still without a configuration.
    ///
    /// # Errors
    /// If the system refuses the memory.
    pub(super) fn new(
        graph: &'g Graph,
        division: Division,
        rank: usize,
    ) -> Result<SparsePart<'g>, StoreError> {
        let words = division.words_of(rank);
        let own = words.start * 64..words.end * 64;
        let len = own.end - own.start;
        Ok(SparsePart {
            graph,
            division,
            rank,
            own,
            starts: (1..division.size)
                .map(|rank| division.words_of(rank).start * 64)
                .collect(),
            before: Generation::new(len)?,
            current: Generation::new(len)?,
            next: Generation::new(len)?,
        })
    }

    /// How the words of a graph are divided among processes.
    pub(super) fn division(graph: &Graph, size: usize) -> Division {
        Division::of_row(graph.len().div_ceil(64).max(1), size)
    }

    /// Bytes of the generations of a process, and of the numbers that its threads gather.
    pub(super) fn bytes(division: Division, threads: usize) -> u64 {
        3 * Generation::bytes_for(division.max_words() * 64)
            + (threads * division.size * GATHERED * 2 * 8) as u64
    }

    /// Expands chunks of the current generation, and emits the neighbours that others own.
    fn expand(
        &self,
        chunks: &[Range<usize>],
        taken: &AtomicUsize,
        layer: PartLayer<'_>,
        emit: &mut Emit<'_>,
    ) {
        let mut expander = Expander::new(self.graph, layer.stop);
        let mut out: Vec<Vec<u64>> = vec![Vec::new(); self.division.size];
        // Full buffers are handed over between chunks of members, since the expander holds the
        // buffers while it works.
        let mut members = Vec::new();
        while let Some(chunk) = chunks.get(taken.fetch_add(1, Ordering::Relaxed)) {
            members.clear();
            self.current
                .for_each_in(chunk.clone(), |member| members.push(member));
            for some in members.chunks(4096) {
                let mut visit = |index: u64| {
                    if self.own.contains(&index) {
                        self.next.put_shared(index - self.own.start);
                    } else {
                        let owner = self.starts.partition_point(|&start| start <= index);
                        out[owner].push(index);
                    }
                };
                for &member in some {
                    expander.add(member + self.own.start, &mut visit);
                }
                expander.finish(&mut visit);
                for (owner, numbers) in out.iter_mut().enumerate() {
                    if numbers.len() >= GATHERED && !emit(owner, self.coded(owner, numbers)) {
                        return;
                    }
                }
            }
        }
        for (owner, numbers) in out.iter_mut().enumerate() {
            if !numbers.is_empty() && !emit(owner, self.coded(owner, numbers)) {
                return;
            }
        }
    }

    /// Takes numbers, and codes them as a list for their owner.
    fn coded(&self, owner: usize, numbers: &mut Vec<u64>) -> Vec<u8> {
        numbers.sort_unstable();
        numbers.dedup();
        let mut block = Vec::with_capacity(2 * numbers.len() + 10);
        encode_number(numbers.len() as u64, &mut block);
        let mut last = self.division.words_of(owner).start * 64;
        for number in numbers.drain(..) {
            encode_number(number - last, &mut block);
            last = number;
        }
        block
    }

    /// Adds the lists of numbers in a block to the next generation; `None` if it is malformed.
    fn take_in(&self, mut block: &[u8]) -> Option<()> {
        while !block.is_empty() {
            let count = decode_number(&mut block)?;
            let mut at = 0u64;
            for _ in 0..count {
                at = at.checked_add(decode_number(&mut block)?)?;
                if at >= self.next.len() {
                    return None;
                }
                self.next.put_shared(at);
            }
        }
        Some(())
    }
}

impl PartEngine for SparsePart<'_> {
    fn put(&mut self, index: u64) {
        if self.own.contains(&index) {
            self.current.put_alone(index - self.own.start);
        }
    }

    fn find_next(
        &mut self,
        fabric: &mut dyn Fabric,
        layer: PartLayer<'_>,
        _pulse: &mut dyn FnMut(f64),
    ) -> Result<u64, Cut> {
        debug_assert_eq!(fabric.rank(), self.rank);
        let this = &*self;
        let least = (this.current.len() / CHUNK) as usize;
        let chunks = this.current.chunks(least.max(layer.threads * CHUNKS_EACH));
        let taken = AtomicUsize::new(0);
        let mut is_malformed = false;
        exchange(
            fabric,
            layer.threads,
            layer.stop,
            &|emit| this.expand(&chunks, &taken, layer, emit),
            &mut |block| is_malformed |= this.take_in(block).is_none(),
        )?;
        if is_malformed {
            return Err(Cut::Failed(FabricError::Disagreement {
                reason: "a block of numbers is malformed".to_owned(),
            }));
        }
        let all = this.next.chunks(1);
        let kept = all.into_iter().map(|chunk| match layer.marks {
            Some(marks) => this.next.sift_in(chunk, marks, layer.mark),
            None => this.next.drop_in(chunk, &[&this.before, &this.current]),
        });
        Ok(kept.sum())
    }

    fn advance(&mut self) {
        std::mem::swap(&mut self.before, &mut self.current);
        std::mem::swap(&mut self.current, &mut self.next);
        self.next.clear();
    }

    fn retreat(&mut self) {
        std::mem::swap(&mut self.before, &mut self.current);
    }

    fn members(&self) -> &dyn GenerationMembers {
        self
    }

    fn read(&self, section: Section, _row: u64, columns: Range<u64>, words: &mut [u64]) {
        let from = match section {
            Section::Current => &self.current,
            Section::Before => &self.before,
        };
        let first = (columns.start - self.own.start / 64) as usize;
        for (at, word) in (first..).zip(words) {
            *word = from.word(at);
        }
    }

    fn write(&mut self, section: Section, _row: u64, columns: Range<u64>, words: &[u64]) {
        let to = match section {
            Section::Current => &self.current,
            Section::Before => &self.before,
        };
        let first = (columns.start - self.own.start / 64) as usize;
        for (at, &word) in (first..).zip(words) {
            to.put_word(at, word);
        }
    }

    fn set_parity(&mut self, _generation: u64, _source: u64) {}
}

impl GenerationMembers for SparsePart<'_> {
    fn contains(&self, index: u64) -> bool {
        self.own.contains(&index) && self.current.contains(index - self.own.start)
    }

    fn for_each(&self, visit: &mut dyn FnMut(u64)) {
        self.current
            .iter()
            .for_each(|own| visit(own + self.own.start));
    }
}
