//! Bitmap of the patterns that meet a goal, if any tile of the right shape is accepted.
//!
//! The bitmap is used if it is smaller than a list of goals, or if there are too many goals to
//! list. All patterns that pass through a node of the automaton continue in the same ways, and the
//! patterns with the same path to the node have consecutive ranks. The bits for the last places of
//! the scan are therefore computed once for each node, as a suffix bitmap. The whole bitmap is put
//! together from suffix bitmaps, many bits at a time.

use super::constraints::{Constraints, ScannedGoal};
use slidewise_engine::graph::Graph;
use slidewise_engine::index::{Automaton, NodeId};
use std::ops::Range;

/// Bitmap with one bit for each pattern, set if the pattern meets a goal.
#[derive(Debug)]
pub(super) struct PatternBitmap {
    bits: Vec<u64>,
    /// Whether a set bit means that all configurations of the pattern are goals. This is so if no
    /// goal demands a certain tile on a place.
    pub is_sure: bool,
}

/// Whether the configurations of a pattern are goals, as far as the pattern alone decides.
#[derive(Clone, Copy, Debug)]
pub(super) enum Verdict {
    /// All configurations of the pattern are goals if the value is true; none of them is a goal if
    /// it is false.
    Known(bool),
    /// A configuration of the pattern is a goal exactly if the wanted tiles stand on the wanted
    /// places.
    AsTilesLie,
}

/// Maximum number of words of all suffix bitmaps together, which keeps them in the cache.
const PIECES: usize = 1 << 18;

impl PatternBitmap {
    /// Maximum number of patterns for which a bitmap is made; it then takes 64 MiB.
    pub(super) const MAX_PATTERNS: u64 = 1 << 29;

    /// Computes the bitmap of some goals; `None` if there are too many patterns or not enough
    /// memory.
    ///
    /// Time: a few nanoseconds for each allowed path over the first places of the scan, and a few
    /// nanoseconds for every 64 patterns that continue such a path.
    pub(super) fn of(graph: &Graph, goals: &[ScannedGoal]) -> Option<PatternBitmap> {
        let patterns = graph.patterns();
        let words = usize::try_from(patterns.div_ceil(64)).ok();
        let words = words.filter(|_| patterns <= PatternBitmap::MAX_PATTERNS)?;
        let mut bits = Vec::new();
        bits.try_reserve_exact(words).ok()?;
        bits.resize(words, 0);
        for goal in goals {
            let demands = Constraints::of(graph, goal);
            let pieces = SuffixBitmaps::new(graph.space().automaton(), &demands, PIECES);
            pieces.put_from(Automaton::ROOT, 0, &demands, &mut bits);
        }
        let is_sure = !goals.iter().any(ScannedGoal::has_letters);
        Some(PatternBitmap { bits, is_sure })
    }

    /// Bits of 32 patterns, beginning at `pattern`, which must be a multiple of 32.
    pub(super) fn bits_from(&self, pattern: u64) -> u32 {
        (self.bits[(pattern / 64) as usize] >> (pattern % 64)) as u32
    }

    /// Whether a pattern meets a goal, if any tile of the right shape is accepted.
    #[inline]
    pub(super) fn has(&self, pattern: u64) -> bool {
        self.bits[(pattern / 64) as usize] >> (pattern % 64) & 1 == 1
    }

    /// Whether the configurations of a pattern are goals, as far as the pattern alone decides.
    #[inline]
    pub(super) fn verdict(&self, pattern: u64) -> Verdict {
        let is_met = self.has(pattern);
        if is_met && !self.is_sure {
            Verdict::AsTilesLie
        } else {
            Verdict::Known(is_met)
        }
    }
}

/// Suffix bitmaps of the last nodes of the automaton: one bit for each way to continue a pattern
/// from the node.
struct SuffixBitmaps {
    /// First node that has a suffix bitmap; all later nodes have one too.
    first: NodeId,
    /// Position in `words` where the suffix bitmap of each node begins, node by node from `first`.
    /// A last entry is the length of `words`.
    begins: Vec<usize>,
    words: Vec<u64>,
}

impl SuffixBitmaps {
    /// Computes the suffix bitmaps of the last nodes, in at most `max_words` words; the word of
    /// the end node is not counted.
    fn new(automaton: &Automaton, demands: &Constraints<'_>, max_words: usize) -> SuffixBitmaps {
        let end = automaton.node_count() - 1;
        // Number of ways to continue a pattern from each node; the end node comes first, then the
        // nodes before it.
        let mut patterns = vec![1u64];
        let mut sum = 1;
        for node in (0..end).rev() {
            let last = automaton.edges(node as NodeId).last();
            let own = last.map_or(0, |last| last.before + patterns[end - last.to as usize]);
            sum += own.div_ceil(64);
            if sum > max_words as u64 {
                break;
            }
            patterns.push(own);
        }
        let first = end + 1 - patterns.len();
        let begins = patterns.iter().rev().scan(0, |sum, patterns| {
            let begin = *sum;
            *sum += patterns.div_ceil(64) as usize;
            Some(begin)
        });
        let mut begins: Vec<usize> = begins.collect();
        begins.push(begins.last().map_or(0, |last| last + 1));
        let mut words = vec![0; begins[begins.len() - 1]];
        *words.last_mut().expect("the end node has a word") = 1;
        let mut pieces = SuffixBitmaps {
            first: first as NodeId,
            begins,
            words: Vec::new(),
        };
        for node in (first as NodeId..end as NodeId).rev() {
            let own = pieces.range(node);
            let (before, later) = words.split_at_mut(own.end);
            for edge in demands.edges(node) {
                let to = pieces.range(edge.to);
                let to = &later[to.start - own.end..to.end - own.end];
                put(&mut before[own.start..], edge.before, to);
            }
        }
        pieces.words = words;
        pieces
    }

    /// Range in `words` of the suffix bitmap of a node.
    fn range(&self, node: NodeId) -> Range<usize> {
        let at = (node - self.first) as usize;
        self.begins[at]..self.begins[at + 1]
    }

    /// Sets the bits of the allowed patterns through a node. The ranks of these patterns begin at
    /// `rank`.
    fn put_from(&self, node: NodeId, rank: u64, demands: &Constraints<'_>, bits: &mut [u64]) {
        if node >= self.first {
            return put(bits, rank, &self.words[self.range(node)]);
        }
        for edge in demands.edges(node) {
            self.put_from(edge.to, rank + edge.before, demands, bits);
        }
    }
}

/// Sets those bits of `bits` that are set in `words`; the first bit of `words` stands for bit
/// number `at`.
fn put(bits: &mut [u64], at: u64, words: &[u64]) {
    let bits = &mut bits[(at / 64) as usize..];
    let shift = at % 64;
    for (number, word) in words.iter().enumerate() {
        bits[number] |= word << shift;
        // The word is shifted twice, because `shift` may be 0, and a single shift by 64 bits is not
        // possible.
        let carried = word >> 1 >> (63 - shift);
        if carried != 0 {
            bits[number + 1] |= carried;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use slidewise_engine::graph::Metric;
    use slidewise_puzzle::Puzzle;

    #[test]
    fn pieces_of_any_size_make_the_same_table() {
        for word in ["lane-rouge", "tarohs-soap", "iba-14-hardtime"] {
            let puzzle = Puzzle::open(word).unwrap();
            let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
            let goals = ScannedGoal::all(&graph);
            let table = PatternBitmap::of(&graph, &goals).unwrap();
            assert!(table.bits.iter().any(|&bits| bits != 0));
            for max_words in [0, 40, 1_000] {
                let mut bits = vec![0; table.bits.len()];
                for goal in &goals {
                    let demands = Constraints::of(&graph, goal);
                    let pieces = SuffixBitmaps::new(graph.space().automaton(), &demands, max_words);
                    pieces.put_from(Automaton::ROOT, 0, &demands, &mut bits);
                }
                assert!(bits == table.bits, "{word}: {max_words}");
            }
        }
    }
}
