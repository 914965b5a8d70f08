//! Bitmap of the patterns that meet a goal if tiles are not told apart.
//!
//! It is used if goals are dense or too many to list. All patterns that pass through a node of the
//! automaton continue in the same ways, and the patterns with the same path to the node have
//! consecutive ranks. The bits for the last places of the scan are therefore computed once for each
//! node, as a suffix bitmap. The whole bitmap is put together from suffix bitmaps, many bits at a
//! time.

use super::constraints::{Constraints, ScannedGoal};
use slidewise_engine::graph::Graph;
use slidewise_engine::index::{Automaton, NodeId};
use std::ops::Range;

/// Bitmap with one bit for each pattern, set if the pattern meets a goal.
#[derive(Debug)]
pub(super) struct PatternBitmap {
    bits: Vec<u64>,
    /// Whether all configurations of a pattern with a set bit are goals, because no goal says which
    /// of several tiles must lie on a place.
    pub is_sure: bool,
}

/// Whether the configurations of a pattern are goals, as far as the pattern alone decides.
#[derive(Clone, Copy, Debug)]
pub(super) enum Verdict {
    /// All configurations of the pattern are goals (true), or no configuration is (false).
    Known(bool),
    /// A configuration of the pattern is a goal if the wanted tiles stand on the wanted places.
    AsTilesLie,
}

/// Maximum number of words of all suffix bitmaps together, which keeps them in the cache.
const PIECES: usize = 1 << 18;

impl PatternBitmap {
    /// Maximum number of patterns for which a bitmap is made; it then takes 64 MiB.
    pub(super) const MOST_PATTERNS: u64 = 1 << 29;

    /// Computes the bitmap of some goals; `None` if there are too many patterns or not enough
    /// memory.
    ///
    /// Time: a few nanoseconds for each allowed path over the first places of the scan, and a few
    /// for every 64 patterns that continue such a path.
    pub(super) fn of(graph: &Graph, goals: &[ScannedGoal]) -> Option<PatternBitmap> {
        let patterns = graph.patterns();
        let words = usize::try_from(patterns.div_ceil(64)).ok();
        let words = words.filter(|_| patterns <= PatternBitmap::MOST_PATTERNS)?;
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

    /// Bits of the 32 patterns from `pattern` on, which must be a multiple of 32.
    pub(super) fn bits_from(&self, pattern: u64) -> u32 {
        (self.bits[(pattern / 64) as usize] >> (pattern % 64)) as u32
    }

    /// Whether a pattern meets a goal if tiles are not told apart.
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

/// Suffix bitmaps of the last nodes: one bit for each way to continue a pattern from the node.
struct SuffixBitmaps {
    /// First node that has a suffix bitmap.
    first: NodeId,
    /// Offset in `words` of the suffix bitmap of each node from `first` on, then the length of
    /// `words`.
    begins: Vec<usize>,
    words: Vec<u64>,
}

impl SuffixBitmaps {
    /// Computes the suffix bitmaps of the last nodes, in at most `most_words` words; the word of
    /// the end node is not counted.
    fn new(automaton: &Automaton, demands: &Constraints<'_>, most_words: usize) -> SuffixBitmaps {
        let end = automaton.node_count() - 1;
        // Number of ways to continue a pattern from each node, from the end node backwards.
        let mut patterns = vec![1u64];
        let mut sum = 1;
        for node in (0..end).rev() {
            let last = automaton.edges(node as NodeId).last();
            let own = last.map_or(0, |last| last.before + patterns[end - last.to as usize]);
            sum += own.div_ceil(64);
            if sum > most_words as u64 {
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
        *words.last_mut().expect("the end has a word") = 1;
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

    /// Sets the bits of the allowed patterns that continue from a node. The ranks of the patterns
    /// through the node begin at `rank`.
    fn put_from(&self, node: NodeId, rank: u64, demands: &Constraints<'_>, bits: &mut [u64]) {
        if node >= self.first {
            return put(bits, rank, &self.words[self.range(node)]);
        }
        for edge in demands.edges(node) {
            self.put_from(edge.to, rank + edge.before, demands, bits);
        }
    }
}

/// Sets the bits of `words` in `bits`, from bit `at` on.
fn put(bits: &mut [u64], at: u64, words: &[u64]) {
    let bits = &mut bits[(at / 64) as usize..];
    let shift = at % 64;
    for (number, word) in words.iter().enumerate() {
        bits[number] |= word << shift;
        // Two shifts, because a shift by 64 is not possible.
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
            for most_words in [0, 40, 1_000] {
                let mut bits = vec![0; table.bits.len()];
                for goal in &goals {
                    let demands = Constraints::of(&graph, goal);
                    let pieces =
                        SuffixBitmaps::new(graph.space().automaton(), &demands, most_words);
                    pieces.put_from(Automaton::ROOT, 0, &demands, &mut bits);
                }
                assert!(bits == table.bits, "{word}: {most_words}");
            }
        }
    }
}
