//! Builder of half boards: chooses the split, estimates the cost, and builds the tables.

use super::displacement_pair::{DisplacementPair, WAYS};
use super::half_paths::HalfPaths;
use super::half_tiles::HalfTiles;
use super::head_index::HeadIndex;
use super::join_nodes::JoinNodes;
use super::paired_halves::{TOGETHER, pair};
use super::split_point::SplitPoint;
use super::tables::{HalfBoards, HeadEntry};
use crate::graph::MoveGenerator;
use crate::index::{Automaton, Layout, NodeId};
use slidewise_board::BitMask;
use std::iter;
use std::sync::atomic::{AtomicBool, Ordering};

/// Number of bits in the number of a tail, and in the number of a displacement.
const NUMBER_BITS: u32 = u32::BITS;

/// Half boards that are not built yet: the split, and the data for building.
#[derive(Clone, Debug)]
pub struct HalfBoardsBuilder {
    place: SplitPoint,
    /// Paths of all heads, and paths of all tails; none of them is numbered yet.
    halves: [HalfPaths; 2],
    /// Number of tile groups.
    arrangements: usize,
}

/// Size in bytes from which on the builder first checks whether the system can reserve the memory.
const IN_DOUBT: u128 = 1 << 20;

impl HalfBoardsBuilder {
    /// Prepares half boards for a puzzle without rules.
    ///
    /// Returns `None` in the metric move, or if the scan has only one place or more than 128
    /// places.
    pub fn new(
        walks: &MoveGenerator,
        layout: &Layout,
        automaton: &Automaton,
    ) -> Option<HalfBoardsBuilder> {
        if layout.scan.cell_count() > <u128 as BitMask>::ROOM {
            return None;
        }
        let ways = DisplacementPair::all(walks, layout)?;
        let place = SplitPoint::best(automaton, &ways, layout.scan.cell_count() as u16)?;
        let [in_heads, in_tails, across] = place.sorted(ways);
        let heads = HalfPaths::new(layout, 0..place.place, &in_heads, &across);
        let tails = HalfPaths::new(layout, place.place..place.places, &in_tails, &across);
        Some(HalfBoardsBuilder {
            place,
            halves: [heads, tails],
            arrangements: layout.groups.len(),
        })
    }

    /// Number of table words to be built for all half boards, at about 30 nanoseconds each.
    pub fn words(&self) -> u64 {
        let words = self.halves().map(|(len, words)| len * words as u128);
        words.iter().sum::<u128>().try_into().unwrap_or(u64::MAX)
    }

    /// Maximum bytes that building takes under a limit of `allowed` bytes; 0 if the limit is too
    /// low.
    pub fn bytes_within(&self, allowed: u64) -> u64 {
        let across = self.words_across();
        if self.bytes(across.min(1), [0; 2]) > u128::from(allowed) {
            return 0;
        }
        self.bytes(across, self.max_slides()).min(allowed.into()) as u64
    }

    /// Number of half boards and number of bitmap words for each of them; one pair for heads and
    /// one for tails.
    fn halves(&self) -> [(u128, usize); 2] {
        let [heads, tails] = &self.halves;
        let numbers = [self.place.heads.into(), self.place.tails()];
        [(numbers[0], heads.words), (numbers[1], tails.words)]
    }

    /// Upper limits of the number of displacements, for heads and for tails. No half board allows
    /// both a displacement and its inverse, so only half of the bits count.
    fn max_slides(&self) -> [u64; 2] {
        self.halves().map(|(len, words)| {
            let most = len.saturating_mul((words * WAYS) as u128);
            most.try_into().unwrap_or(u64::MAX)
        })
    }

    /// Number of bitmap words that have a bit for every crossing displacement.
    fn words_across(&self) -> usize {
        self.halves[0].words - self.halves[0].inner
    }

    /// Maximum bytes during building.
    ///
    /// `left` is the number of words for the crossing displacements of a half board in the finished
    /// tables. `slides` is the number of displacements of all heads, and of all tails.
    fn bytes(&self, left: usize, slides: [u64; 2]) -> u128 {
        let words = self.halves.each_ref().map(|halves| halves.words);
        let halves = u128::from(self.place.heads) + self.place.tails();
        self.place.bytes(words, [self.words_across(), left], slides)
            + HalfTiles::bytes_for(self.arrangements, halves)
    }

    /// Whether the numbers of patterns, heads and tails fit the bits reserved for them.
    fn has_short_numbers(&self, patterns: u64) -> bool {
        !is_long(patterns.into(), HalfBoards::RANK_BITS)
            && !is_long(self.place.heads.into(), u64::BITS - HalfBoards::RANK_BITS)
            && !is_long(self.place.tails(), NUMBER_BITS)
    }

    /// Whether the displacements of heads or of tails, counted in `slides`, exceed 32-bit numbers,
    /// or building needs too many bytes.
    fn is_too_large(&self, left: usize, slides: [u64; 2], max_bytes: u64) -> bool {
        let is_long = |&slides: &u64| is_long(slides.into(), NUMBER_BITS);
        let bytes = self.bytes(left, slides);
        slides.iter().any(is_long) || bytes > u128::from(max_bytes) || !are_to_be_had(bytes)
    }

    /// Builds the tables of half boards.
    ///
    /// Returns `None` if they need more than `max_bytes` during building, if a number does not fit
    /// the bits reserved for it (2^38 patterns, 2^26 heads, 2^32 tails, 2^32 displacements of heads
    /// or of tails), or if `stop` is set.
    ///
    /// # Panics
    /// May panic if the puzzle has rules: a backward displacement may then have no forward one.
    pub fn build(
        &self,
        layout: &Layout,
        automaton: &Automaton,
        patterns: u64,
        max_bytes: u64,
        stop: &AtomicBool,
    ) -> Option<HalfBoards> {
        let goes_on = || (!stop.load(Ordering::Relaxed)).then_some(());
        let HalfBoardsBuilder { place, halves, .. } = self;
        let [mut heads, mut tails] = halves.clone();
        if !self.has_short_numbers(patterns)
            || self.is_too_large(self.words_across().min(1), [0; 2], max_bytes)
        {
            return None;
        }
        let join = JoinNodes::new(automaton, layout, place, &heads, &tails);
        goes_on()?;
        let is_too_large = |slides| self.is_too_large(join.words, slides, max_bytes);
        let first_tails = place.number_tails(&join.nodes);

        let mut bases = Vec::with_capacity(place.heads as usize);
        let mut nodes = Vec::with_capacity(place.heads as usize);
        heads.number_heads(automaton, place, &join.useful, stop, |base, node| {
            bases.push(base);
            nodes.push(node);
        });
        goes_on()?;
        let counts = heads.slide_counts();
        let slides_of_heads = sum(&counts);
        if is_too_large([slides_of_heads, 0]) {
            return None;
        }
        let packed_ranks = packed_ranks_of(&bases, &nodes, &first_tails.of);
        let across_of_heads = join.across(&heads, nodes.into_iter());
        let pairs_of_heads = pair(&heads, &counts, stop, |head| packed_ranks[head as usize])?;
        drop(heads);
        let heads = packed_ranks.into_iter().zip(pairs_of_heads.inner);
        let heads = heads
            .map(|(first, slides)| HeadEntry { first, slides })
            .collect();

        let (nodes, possible) = (&join.nodes, &join.possible);
        tails.number_tails(automaton, place, &first_tails, nodes, possible, stop);
        goes_on()?;
        let counts = tails.slide_counts();
        let slides_of_tails = sum(&counts);
        if is_too_large([slides_of_heads, slides_of_tails]) {
            return None;
        }
        let nodes = join.nodes.iter().flat_map(|&node| {
            let paths = place.paths[node as usize] as usize;
            iter::repeat_n(node, paths)
        });
        let across_of_tails = join.across(&tails, nodes);
        let pairs_of_tails = pair(&tails, &counts, stop, |tail| tail)?;
        let tiles = HalfTiles::new(layout, automaton, place, &first_tails, stop);
        goes_on()?;
        Some(HalfBoards {
            index: HeadIndex::new(bases, patterns),
            heads,
            head_slides: pairs_of_heads.targets,
            tails: pairs_of_tails.inner,
            tail_slides: pairs_of_tails.targets,
            words: join.words,
            across: [across_of_heads, across_of_tails],
            tiles,
            room: pairs_of_heads.most + pairs_of_tails.most + TOGETHER,
        })
    }
}

/// Packed rank of the pattern that each head makes with tail 0, indexed by head.
fn packed_ranks_of(bases: &[u64], nodes: &[NodeId], first_tails: &[u32]) -> Vec<u64> {
    let heads = (0u64..).zip(bases).zip(nodes);
    heads
        .map(|((head, base), &node)| {
            let first_tail = u64::from(first_tails[node as usize]);
            (head << HalfBoards::RANK_BITS | base).wrapping_sub(first_tail)
        })
        .collect()
}

/// Whether the system can reserve this many bytes now. Only sizes of at least 1 MiB are tried,
/// because a failed allocation of these optional tables would abort the program.
fn are_to_be_had(bytes: u128) -> bool {
    let reserved = |bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok();
    bytes < IN_DOUBT || usize::try_from(bytes).is_ok_and(reserved)
}

fn sum(counts: &[u32]) -> u64 {
    counts.iter().map(|&count| u64::from(count)).sum()
}

fn is_long(number: u128, bits: u32) -> bool {
    number >> bits > 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Graph, HalfBoardExpander, Metric};
    use crate::index::Pattern;
    use slidewise_puzzle::Puzzle;

    static NEVER: AtomicBool = AtomicBool::new(false);

    fn builder_of(graph: &Graph) -> (MoveGenerator, HalfBoardsBuilder) {
        let (layout, automaton) = (graph.space().layout(), graph.space().automaton());
        let walks = MoveGenerator::new(&graph.puzzle().board, layout, Metric::Step);
        let builder = HalfBoardsBuilder::new(&walks, layout, automaton).unwrap();
        (walks, builder)
    }

    fn graph_of(word: &str) -> Graph {
        let puzzle = Puzzle::open(word).unwrap();
        Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap()
    }

    #[test]
    fn tables_are_made_where_what_they_take_is_allowed_and_not_a_byte_below() {
        let graph = graph_of("lane-rouge");
        let (layout, automaton) = (graph.space().layout(), graph.space().automaton());
        let (_, builder) = builder_of(&graph);
        let made = |bytes| builder.build(layout, automaton, graph.patterns(), bytes, &NEVER);

        let whole = made(u64::MAX).unwrap();
        let slides = [whole.head_slides.len(), whole.tail_slides.len()];
        let slides = slides.map(|slides| (slides - TOGETHER) as u64);
        let needed = builder.bytes(whole.words, slides) as u64;
        assert!((whole.bytes() as u64) < needed);
        assert!(made(needed - 1).is_none());
        assert_eq!(made(needed).unwrap().bytes(), whole.bytes());

        assert_eq!(builder.bytes_within(needed), needed);
        assert!(builder.bytes_within(u64::MAX) >= needed);
        assert_eq!(builder.bytes_within(1 << 16), 0);
    }

    #[test]
    fn slides_across_the_seam_are_right_where_each_cut_node_has_bits_of_its_own() {
        for word in ["layton-10-cluttered-bag", "iba-37-climb-12"] {
            let graph = graph_of(word);
            let (layout, automaton) = (graph.space().layout(), graph.space().automaton());
            let (walks, builder) = builder_of(&graph);
            let patterns = graph.patterns();
            let tables = builder
                .build(layout, automaton, patterns, u64::MAX, &NEVER)
                .unwrap();
            assert!(
                tables.words < builder.words_across(),
                "{word}: {}",
                tables.words
            );
            let mut pattern = Pattern::new(automaton, layout, patterns, 0);
            let mut expander = HalfBoardExpander::new(&tables);
            for rank in (0..patterns).step_by((patterns / 20_000) as usize) {
                pattern.lay(rank);
                let mut walked = Vec::new();
                walks.for_each(&pattern, |step| walked.push(step.pattern));
                walked.sort_unstable();
                let found = expander.expand(&[tables.packed_rank(rank)]);
                let mut found: Vec<u64> = found
                    .iter()
                    .map(|&packed_rank| HalfBoards::rank(packed_rank))
                    .collect();
                found.sort_unstable();
                assert_eq!(found, walked, "{word}: {rank}");
            }
        }
    }
}
