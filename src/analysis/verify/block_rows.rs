//! Verification of a search by operations on whole words of bits, for graphs whose edges permute
//! arrangements.
//!
//! Configurations are grouped in block rows (see [`super::row_permutation`]). The colour of a block
//! row is that of its pattern. Every edge leads to a block row of the other colour, because a step
//! changes the sum of the row and column numbers of all pieces by one; the constructor checks that
//! no edge keeps the colour. A neighbour of a configuration in generation n therefore lies in
//! generation n - 1 or n + 1, and one bit for each configuration is enough. The block rows of one
//! colour hold generation n, and the block rows of the other colour hold generation n - 1. The
//! neighbours of generation n that are not in generation n - 1 form generation n + 1, which
//! replaces generation n
//! - 1.
//!
//! Each block of a block row is filled by a single thread. If the graph cannot be divided into
//! block rows, or if there are sources of both colours, [`super::set_walk`] verifies the search
//! instead.

use super::allocation::{OutOfMemory, filled, with_room};
use super::block_row_layout::BlockRowLayout;
use super::generation_check::{GenerationCheck, VerificationWalk, first_unlike};
use super::row_permutation::{BlockPosition, RowPermutations};
use slidewise_engine::graph::{Graph, PatternTable};
use slidewise_engine::search::{WORTH_THREADS, run_workers};
use slidewise_store::{Marks, OwnedWords};
use std::sync::{Mutex, PoisonError};

/// Number of words that a thread processes at a time; if a block is larger, the thread processes
/// one block.
const SHARE: usize = 1 << 13;
/// Entry of `rows` for a block row that cannot be reached and therefore has no position.
const NOT_PLACED: u32 = u32::MAX;

/// Breadth-first walk that keeps two generations, one in the block rows of each colour.
#[derive(Debug)]
pub(super) struct BlockRowWalk<'c> {
    marks: &'c Marks,
    threads: usize,
    measures: BlockRowLayout,
    shuffles: RowPermutations<'c>,
    /// Two lists of parities, one for the words of a block and one for the blocks of a block row:
    /// see [`BlockRowLayout::parities`].
    parities: (Vec<u8>, Vec<u8>),
    /// Position of each block row among the reachable block rows of its colour, indexed by the
    /// number of the block row.
    rows: Vec<u32>,
    /// Reachable block rows, indexed by colour.
    sides: [ColourRows; 2],
    /// Colour of the current generation.
    colour: usize,
    /// Size of the current generation.
    count: u64,
}

/// Reachable block rows of one colour.
#[derive(Debug, Default)]
struct ColourRows {
    /// Number of each reachable block row among all block rows of the graph.
    leaves: Vec<u64>,
    /// Parity of the packed arrangements of each block row (see [`RowPermutations::sign`]).
    signs: Vec<u8>,
    /// Position in `ways` of the first edge of each block row. A last entry is the length of
    /// `ways`.
    first: Vec<u32>,
    /// Edges that lead from block rows of the other colour to these block rows, block row by block
    /// row.
    ways: Vec<RowEdge>,
    /// One bit for each configuration, block row by block row: whether the generation of this
    /// colour has it.
    words: OwnedWords,
    /// Flag of each block, block row by block row; false only if all bits of the block are 0.
    is_live: Vec<bool>,
}

/// Edge by which a block row is filled from a block row of the other colour.
#[derive(Clone, Copy, Debug)]
struct RowEdge {
    /// Position of this other block row among the reachable block rows of its colour.
    row: u32,
    /// Number of the row permutation that the edge causes.
    shuffle: u32,
}

impl<'c> BlockRowWalk<'c> {
    /// Prepares the walk; `None` if the graph or the sources do not allow a walk by block rows.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(super) fn new(
        graph: &'c Graph,
        marks: &'c Marks,
        sources: &[u64],
        threads: usize,
    ) -> Result<Option<BlockRowWalk<'c>>, OutOfMemory> {
        let (Some(measures), Some(table)) = (BlockRowLayout::of(graph), graph.table()) else {
            return Ok(None);
        };
        let colour = |index: u64| table.colour(index / graph.orders().len());
        let Some(first) = sources.first().and_then(|&source| colour(source)) else {
            return Ok(None);
        };
        if sources.iter().any(|&source| colour(source) != Some(first)) {
            return Ok(None);
        }
        let mut leaves = BlockRowWalk {
            marks,
            threads,
            measures,
            shuffles: RowPermutations::new(graph, measures),
            parities: measures.parities(),
            rows: Vec::new(),
            sides: [ColourRows::default(), ColourRows::default()],
            colour: usize::from(first),
            count: 0,
        };
        leaves.place(graph, table)?;
        for colour in [0, 1] {
            if !leaves.find_ways(colour, graph, table)? {
                return Ok(None);
            }
        }
        for side in &mut leaves.sides {
            let words = side.leaves.len() as u64 * measures.width;
            side.words = OwnedWords::zeroed(words).map_err(|_| OutOfMemory { bytes: words * 8 })?;
            side.is_live = filled((words / measures.block) as usize, false)?;
        }
        Ok(Some(leaves))
    }

    /// Bytes that the walk takes: the words of all block rows, and tables. `None` if the graph
    /// cannot be divided into block rows.
    pub(super) fn needed_bytes(graph: &Graph) -> Option<u64> {
        let (measures, table) = (BlockRowLayout::of(graph)?, graph.table()?);
        let leaves = graph.len() / measures.span;
        let words = leaves * measures.width;
        let each = (size_of::<u64>() + 1 + 2 * size_of::<u32>()) as u64;
        let slides =
            (table.slide_count() as u64).saturating_mul(graph.orders().len() / measures.span);
        let ways = slides.saturating_mul(size_of::<RowEdge>() as u64);
        let of_words = words * 8 + words / measures.block;
        Some(ways.saturating_add(of_words + leaves * each + measures.bytes))
    }

    /// Collects the reachable block rows of each colour, and records the position of each.
    fn place(&mut self, graph: &Graph, table: &PatternTable) -> Result<(), OutOfMemory> {
        let span = self.measures.span;
        let leaves = (graph.len() / span) as usize;
        self.rows = filled(leaves, NOT_PLACED)?;
        for leaf in 0..leaves {
            let (pattern, first) = pattern_of(graph, leaf as u64 * span);
            if let Some(colour) = table.colour(pattern) {
                let side = &mut self.sides[usize::from(colour)];
                self.rows[leaf] = side.leaves.len() as u32;
                side.leaves.push(leaf as u64);
                side.signs.push(self.shuffles.sign(pattern, first));
            }
        }
        Ok(())
    }

    /// Finds the edges that lead to the block rows of a colour. Returns false if an edge keeps the
    /// colour or does not map block rows to block rows.
    fn find_ways(
        &mut self,
        colour: usize,
        graph: &Graph,
        table: &PatternTable,
    ) -> Result<bool, OutOfMemory> {
        let (orders, span) = (graph.orders().len(), self.measures.span);
        let side = &mut self.sides[colour];
        side.first = with_room(side.leaves.len() + 1)?;
        side.first.push(0);
        for &leaf in &side.leaves {
            let (pattern, first) = pattern_of(graph, leaf * span);
            for slide in table.slides(pattern) {
                // A push may make several rotations, which this walk does not follow.
                if slide.is_onward || !slide.is_legal() {
                    return Ok(false);
                }
                let found = self.shuffles.of(pattern, first, slide.turn());
                let Some((there, shuffle)) = found else {
                    return Ok(false);
                };
                let row = self.rows[((slide.pattern * orders + there) / span) as usize];
                let there = table.colour(slide.pattern).map(usize::from);
                if row == NOT_PLACED || there != Some(1 - colour) {
                    return Ok(false);
                }
                side.ways.push(RowEdge { row, shuffle });
            }
            side.first.push(side.ways.len() as u32);
        }
        Ok(true)
    }

    /// Replaces a block of generation n - 1 by generation n + 1.
    ///
    /// `at` is the number of the block among all blocks of its colour. `words` are the words of the
    /// block, which hold generation n - 1. `is_live` is the flag of the block: false
    /// only if all words are zero. `room` is scratch space of the same length, all zero before and
    /// after the call. `mark`, if any, is the mark that each configuration found must have.
    fn fill(
        &self,
        at: usize,
        words: &mut [u64],
        is_live: &mut bool,
        room: &mut [u64],
        mark: Option<u8>,
    ) -> GenerationCheck {
        let [from, to] = [&self.sides[self.colour], &self.sides[1 - self.colour]];
        let (width, blocks) = (self.measures.width as usize, self.parities.1.len());
        let (row, block) = (at / blocks, at % blocks);
        let place = BlockPosition {
            block,
            parities: &self.parities.0,
            is_odd: to.signs[row] ^ self.parities.1[block],
        };
        let mut has_any = false;
        for way in &to.ways[to.first[row] as usize..to.first[row + 1] as usize] {
            let row = way.row as usize;
            has_any |= self.shuffles.get(way.shuffle).fill(
                room,
                place,
                &from.words.as_slice()[row * width..(row + 1) * width],
                &from.is_live[row * blocks..(row + 1) * blocks],
            );
        }
        let mut found = GenerationCheck::default();
        if !has_any {
            if *is_live {
                words.fill(0);
                *is_live = false;
            }
            return found;
        }
        for (word, reached) in words.iter_mut().zip(room) {
            *word = *reached & !*word;
            *reached = 0;
            found.count += u64::from(word.count_ones());
        }
        *is_live = found.count > 0;
        if let Some(mark) = mark
            && *is_live
        {
            let first = to.leaves[row] * self.measures.span + (block * words.len() * 64) as u64;
            found.wrong = first_unlike(self.marks, first, words, mark);
        }
        found
    }
}

/// Splits an index into the rank of the pattern and the arrangement rank.
fn pattern_of(graph: &Graph, index: u64) -> (u64, u64) {
    (index / graph.orders().len(), index % graph.orders().len())
}

impl VerificationWalk for BlockRowWalk<'_> {
    fn begin(&mut self, sources: &[u64], mark: u8) -> GenerationCheck {
        let (span, width) = (self.measures.span, self.measures.width);
        let side = &mut self.sides[self.colour];
        let (words, _) = side.words.as_mut_slice();
        for &source in sources {
            let row = u64::from(self.rows[(source / span) as usize]);
            let word = row * width + source % span / 64;
            words[word as usize] |= 1 << (source % span % 64);
            side.is_live[(word / self.measures.block) as usize] = true;
        }
        let unlike = |&&source: &&u64| self.marks.get_as_it_is(source) != mark;
        self.count = words.iter().map(|word| u64::from(word.count_ones())).sum();
        GenerationCheck {
            count: self.count,
            wrong: sources.iter().filter(unlike).min().copied(),
        }
    }

    fn advance(&mut self, mark: Option<u8>) -> GenerationCheck {
        let block = self.measures.block as usize;
        let target = &mut self.sides[1 - self.colour];
        let mut words = std::mem::take(&mut target.words);
        let mut is_live = std::mem::take(&mut target.is_live);
        let at_once = (SHARE / block).max(1);
        let shares = words.as_mut_slice().0.chunks_mut(at_once * block);
        let shares = shares.zip(is_live.chunks_mut(at_once));
        let shares = Mutex::new((0..).step_by(at_once).zip(shares));
        let total = Mutex::new(GenerationCheck::default());
        let work = |_| {
            let mut room = vec![0; block];
            let mut own = GenerationCheck::default();
            loop {
                let share = shares.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some((first, (words, is_live))) = share else {
                    break;
                };
                let each = words.chunks_mut(block).zip(is_live);
                for ((words, is_live), at) in each.zip(first..) {
                    own = own.and(self.fill(at, words, is_live, &mut room, mark));
                }
            }
            let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
            *total = total.and(own);
        };
        if self.count < WORTH_THREADS || self.threads <= 1 {
            work(0);
        } else {
            run_workers(0..self.threads, work, &mut || {});
        }
        let found = total.into_inner().unwrap_or_else(PoisonError::into_inner);
        let target = &mut self.sides[1 - self.colour];
        target.words = words;
        target.is_live = is_live;
        self.colour = 1 - self.colour;
        self.count = found.count;
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use slidewise_engine::graph::Metric;
    use slidewise_puzzle::Puzzle;

    /// Pseudorandom numbers, the same in every run.
    struct WordGenerator(u64);

    impl WordGenerator {
        fn word(&mut self) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0
        }
    }

    /// Puzzle in which the permutation of a block depends on the parity of the digits before it.
    ///
    /// B moves down past C, D, E and F, from a slot before the last five to one of the last two.
    const TAIL: &str = "start = '''\nABCDE\nF.###\n#G###\n#####\n#####\n'''\ndistinct = true\n";

    /// Fills the block rows of a colour with pseudorandom bits; some blocks stay empty.
    fn scatter(
        side: &mut ColourRows,
        measures: BlockRowLayout,
        graph: &Graph,
        arbitrary: &mut WordGenerator,
    ) {
        let (width, block) = (measures.width, measures.block as usize);
        let held = |word: u64| {
            let first = side.leaves[(word / width) as usize] * measures.span + word % width * 64;
            let end = first - word % width * 64 + measures.span;
            let bits = (0..64).filter(|bit| first + bit < end && graph.is_vertex(first + bit));
            bits.fold(0, |all, bit| all | 1 << bit)
        };
        // All block rows have the same unused bits, so the used bits of one block row are enough.
        let held: Vec<u64> = (0..width.min(1 << 12)).map(held).collect();
        let (words, _) = side.words.as_mut_slice();
        for (words, is_live) in words.chunks_mut(block).zip(&mut side.is_live) {
            *is_live = !arbitrary.word().is_multiple_of(4);
            if *is_live {
                for (at, word) in words.iter_mut().enumerate() {
                    let within = at % width as usize % held.len();
                    *word = arbitrary.word() & arbitrary.word() & held[within];
                }
            }
        }
    }

    /// Puzzles for all forms of block rows, and L'Âne rouge, which has no block rows.
    ///
    /// Among them are puzzles
    /// - with half of the arrangements, and with all;
    /// - with word groups of one word, of two words, and without word groups;
    /// - with one word group, and with many;
    /// - with windows of two slots, and of more;
    /// - with one tile group, and with several.
    fn puzzles() -> Vec<Puzzle> {
        let barred = "start = '''\nABCZ\nDE.Z\n'''\ndistinct = true\n";
        let two_sets = "start = '''\nABCXX\nDE.YY\n.....\n'''\ndistinct = true\n";
        let barred_sets = "start = '''\nABCXX#\nDEF.YY\n'''\ndistinct = true\n";
        let wide = "start = '''\nABCDE\n#.###\nFGHIJ\n'''\ndistinct = true\n";
        let written = [
            ("barred", barred),
            ("sets", two_sets),
            ("barred-sets", barred_sets),
            ("wide", wide),
            ("tail", TAIL),
        ];
        let named = [
            "tiles:2x3",
            "tiles:3x3",
            "tiles:2x4",
            "tiles:3x4",
            "tiles:2x6",
            "tiles:4x3",
            "get-my-goat",
            "get-my-goat-commercial",
            "checkmate",
            "lane-rouge",
        ];
        let written = written.map(|(name, text)| Puzzle::from_toml(name, name, text).unwrap());
        let named = named.map(|name| Puzzle::open(name).unwrap());
        written.into_iter().chain(named).collect()
    }

    /// Whether the bit of configuration `index` is set in `side`, which has the colour of the
    /// configuration.
    fn holds(leaves: &BlockRowWalk<'_>, side: &ColourRows, index: u64) -> bool {
        let measures = leaves.measures;
        let row = u64::from(leaves.rows[(index / measures.span) as usize]);
        let within = index % measures.span;
        let word = side.words.as_slice()[(row * measures.width + within / 64) as usize];
        word >> (within % 64) & 1 == 1
    }

    /// Fills a block and compares each of its bits with the neighbours of the bit's configuration.
    fn check_block(leaves: &BlockRowWalk<'_>, graph: &Graph, at: usize) {
        let [from, to] = [
            &leaves.sides[leaves.colour],
            &leaves.sides[1 - leaves.colour],
        ];
        let (span, block) = (leaves.measures.span, leaves.measures.block as usize);
        let name = &graph.puzzle().name;
        let mut words = to.words.as_slice()[at * block..(at + 1) * block].to_vec();
        let mut room = vec![0; block];
        let mut is_live = to.is_live[at];
        let found = leaves.fill(at, &mut words, &mut is_live, &mut room, None);
        assert!(room.iter().all(|&word| word == 0));
        let blocks_a_leaf = leaves.measures.width as usize / block;
        let leaf = to.leaves[at / blocks_a_leaf];
        let begin = (at % blocks_a_leaf * block * 64) as u64;
        let mut neighbours = graph.neighbours();
        let mut count = 0;
        for within in 0..(block * 64) as u64 {
            let index = leaf * span + begin + within;
            let is_found = words[(within / 64) as usize] >> (within % 64) & 1 == 1;
            if begin + within >= span || !graph.is_vertex(index) {
                assert!(!is_found, "{name} {index}");
                continue;
            }
            let mut is_reached = false;
            neighbours.for_each(index, |found| is_reached |= holds(leaves, from, found));
            let expected = is_reached && !holds(leaves, to, index);
            assert_eq!(is_found, expected, "{name} {index}");
            count += u64::from(expected);
        }
        assert_eq!(found.count, count);
        assert_eq!(is_live, count > 0, "{name}");
    }

    #[test]
    fn blocks_are_filled_as_configuration_by_configuration() {
        let puzzles = puzzles();
        let mut walked = Vec::new();
        let mut arbitrary = WordGenerator(0x2545_f491_4f6c_dd1d);
        for puzzle in &puzzles {
            let graph = Graph::new(puzzle, &puzzle.start, Metric::Step).unwrap();
            let marks = Marks::in_memory(0).unwrap();
            let sources = [graph.index_of(&puzzle.start).unwrap()];
            let Some(mut leaves) = BlockRowWalk::new(&graph, &marks, &sources, 1).unwrap() else {
                continue;
            };
            walked.push(&*puzzle.name);
            let measures = leaves.measures;
            for side in &mut leaves.sides {
                scatter(side, measures, &graph, &mut arbitrary);
            }
            let blocks = leaves.sides[1 - leaves.colour].is_live.len();
            let numbers = blocks * measures.block as usize;
            for at in (0..blocks).step_by(numbers.div_ceil(3000).min(blocks)) {
                check_block(&leaves, &graph, at);
            }
        }
        assert_eq!(
            walked.len(),
            puzzles.len() - 1,
            "every puzzle but L'Âne rouge has block rows: {walked:?}"
        );
    }
}
