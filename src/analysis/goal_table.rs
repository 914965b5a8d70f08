//! The table of goals: a bit for each pattern, set where a goal is met, whichever tile is which.
//!
//! It is for goals that are too many to be listed, or dense. What goes on behind a node of the pattern automaton is the same for
//! all patterns that come there, and their ranks are consecutive: so the last places of the scan are tabled once for
//! each node, and the table is put together from these pieces, many bits at a time. It knows no configurations.

use super::demands::{Demands, Wanted};
use super::judge::Verdict;
use slidewise_engine::graph::Graph;
use slidewise_engine::index::{Automaton, NodeId};
use std::ops::Range;

/// A bit for each pattern.
#[derive(Debug)]
pub(super) struct GoalTable {
    bits: Vec<u64>,
    /// Whether a pattern alone makes a goal: no goal wants a certain one of several tiles.
    pub is_sure: bool,
}

/// Words of the pieces for all nodes together: they stay in the cache.
const PIECES: usize = 1 << 18;

impl GoalTable {
    /// Tables of more patterns are not made: 64 MiB.
    pub const MOST_PATTERNS: u64 = 1 << 29;

    /// The table of some goals; `None` if there are too many patterns, or there is no memory for it.
    ///
    /// Time: some nanoseconds for each way to fill the first places as a goal demands, and for 64 patterns of these.
    pub fn of(graph: &Graph, goals: &[Wanted]) -> Option<GoalTable> {
        let patterns = graph.patterns();
        let words = usize::try_from(patterns.div_ceil(64)).ok();
        let words = words.filter(|_| patterns <= GoalTable::MOST_PATTERNS)?;
        let mut bits = Vec::new();
        bits.try_reserve_exact(words).ok()?;
        bits.resize(words, 0);
        for goal in goals {
            let demands = Demands::of(graph, goal);
            let pieces = Pieces::new(graph.space().automaton(), &demands, PIECES);
            pieces.put_from(Automaton::ROOT, 0, &demands, &mut bits);
        }
        let is_sure = !goals.iter().any(Wanted::has_letters);
        Some(GoalTable { bits, is_sure })
    }

    /// Bits for 32 patterns from one on, whose rank is a multiple of 32.
    pub fn bits_from(&self, pattern: u64) -> u32 {
        (self.bits[(pattern / 64) as usize] >> (pattern % 64)) as u32
    }

    /// Whether a pattern is that of a goal.
    #[inline]
    pub fn has(&self, pattern: u64) -> bool {
        self.bits[(pattern / 64) as usize] >> (pattern % 64) & 1 == 1
    }

    /// What a pattern makes of its configurations.
    #[inline]
    pub fn verdict(&self, pattern: u64) -> Verdict {
        let is_met = self.has(pattern);
        match is_met && !self.is_sure {
            true => Verdict::AsTilesLie,
            false => Verdict::Known(is_met),
        }
    }
}

/// The tables of the patterns behind each of the last nodes.
struct Pieces {
    /// The first of these nodes.
    first: NodeId,
    /// By node: where its words begin; one more at the end of them.
    begins: Vec<usize>,
    words: Vec<u64>,
}

impl Pieces {
    /// The pieces of the last nodes, of at most this many words but for the node at the end.
    fn new(automaton: &Automaton, demands: &Demands<'_>, most_words: usize) -> Pieces {
        let end = automaton.node_count() - 1;
        // By node, from the end backwards.
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
        let mut pieces = Pieces {
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

    /// Where the words of one of the last nodes lie.
    fn range(&self, node: NodeId) -> Range<usize> {
        let at = (node - self.first) as usize;
        self.begins[at]..self.begins[at + 1]
    }

    /// Sets the bits of the goals among the patterns behind a node, whose ranks begin at `rank`.
    fn put_from(&self, node: NodeId, rank: u64, demands: &Demands<'_>, bits: &mut [u64]) {
        if node >= self.first {
            return put(bits, rank, &self.words[self.range(node)]);
        }
        for edge in demands.edges(node) {
            self.put_from(edge.to, rank + edge.before, demands, bits);
        }
    }
}

/// Sets the bits of `words` in `bits`, the first of them at `at`.
fn put(bits: &mut [u64], at: u64, words: &[u64]) {
    let bits = &mut bits[(at / 64) as usize..];
    let shift = at % 64;
    for (number, word) in words.iter().enumerate() {
        bits[number] |= word << shift;
        // Two shifts, since one by 64 is none.
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
            let goals = Wanted::all(&graph);
            let table = GoalTable::of(&graph, &goals).unwrap();
            assert!(table.bits.iter().any(|&bits| bits != 0));
            for most_words in [0, 40, 1_000] {
                let mut bits = vec![0; table.bits.len()];
                for goal in &goals {
                    let demands = Demands::of(&graph, goal);
                    let pieces = Pieces::new(graph.space().automaton(), &demands, most_words);
                    pieces.put_from(Automaton::ROOT, 0, &demands, &mut bits);
                }
                assert!(bits == table.bits, "{word}: {most_words}");
            }
        }
    }
}
