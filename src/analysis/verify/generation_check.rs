//! Reports on each generation that a verification walk visits, and comparison of generations with
//! marks.

use slidewise_engine::graph::Graph;
use slidewise_store::Marks;

/// Second search, which walks through the generations again and compares them with the marks.
pub(super) trait VerificationWalk {
    /// Makes the sources generation 0, and checks that each source has the mark `mark`.
    fn begin(&mut self, sources: &[u64], mark: u8) -> GenerationCheck;

    /// Advances to the next generation, and checks that each of its configurations has the mark
    /// `mark`; with `None`, marks are not checked.
    fn advance(&mut self, mark: Option<u8>) -> GenerationCheck;
}

/// Size of a generation, or of a part of it, and the first wrong mark in it.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct GenerationCheck {
    /// Number of configurations in the generation or part.
    pub count: u64,
    /// Smallest index with an unexpected mark; `None` if all marks are as expected.
    pub wrong: Option<u64>,
}

impl GenerationCheck {
    /// Combines the reports on two parts of a generation.
    pub(super) fn and(self, other: GenerationCheck) -> GenerationCheck {
        GenerationCheck {
            count: self.count + other.count,
            wrong: self.wrong.into_iter().chain(other.wrong).min(),
        }
    }
}

/// Smallest index that has a mark but stands for no configuration.
pub(crate) fn first_gap(graph: &Graph, marks: &Marks) -> Option<u64> {
    if graph.vertex_count() == graph.len() {
        return None;
    }
    let mut wrong = seen_by_64(marks).zip(0..).filter_map(|(seen, at)| {
        let wrong = seen & graph.gaps(at);
        (wrong != 0).then(|| at as u64 * 64 + u64::from(wrong.trailing_zeros()))
    });
    wrong.next()
}

/// Smallest index whose bit is set in `words` and whose mark is not `mark`.
///
/// The first bit of `words` stands for index `first`.
pub(super) fn first_unlike(marks: &Marks, first: u64, words: &[u64], mark: u8) -> Option<u64> {
    let each = words.iter().zip((first..).step_by(64));
    let mut unlike = each.filter(|(word, _)| **word != 0).map(|(word, from)| {
        let unlike = word & !marked(marks, from, mark);
        (unlike, from)
    });
    let (unlike, from) = unlike.find(|(unlike, _)| *unlike != 0)?;
    Some(from + u64::from(unlike.trailing_zeros()))
}

/// Bitmap of 64 indices, beginning at `first`: the bit of an index is set if its mark is `mark`.
#[inline]
fn marked(marks: &Marks, first: u64, mark: u8) -> u64 {
    let (at, shift) = ((first / 64) as usize, first % 64);
    let (mut low, mut high) = planes(marks, at);
    if shift != 0 {
        let (more_low, more_high) = planes(marks, at + 1);
        low = low >> shift | more_low << (64 - shift);
        high = high >> shift | more_high << (64 - shift);
    }
    match mark {
        1 => low & !high,
        2 => high & !low,
        3 => low & high,
        _ => !(low | high),
    }
}

/// Low bits and high bits of 64 marks, beginning at index `64 * at`.
///
/// Each of the two words that hold these marks has the low bits of 32 marks, then their high bits.
fn planes(marks: &Marks, at: usize) -> (u64, u64) {
    let words = marks.words();
    let word = |index| {
        if index < words.len() {
            words.load(index)
        } else {
            0
        }
    };
    let (first, second) = (word(2 * at), word(2 * at + 1));
    let half = u64::from(u32::MAX);
    (first & half | second << 32, first >> 32 | second & !half)
}

/// Number of marks that are not 0, including stray bits after the last index.
pub(super) fn seen(marks: &Marks) -> u64 {
    seen_by_64(marks)
        .map(|seen| u64::from(seen.count_ones()))
        .sum()
}

/// Bitmaps of all indices, 64 at a time: the bit of an index is set if its mark is not 0.
fn seen_by_64(marks: &Marks) -> impl Iterator<Item = u64> {
    (0..marks.words().len().div_ceil(2)).map(|at| {
        let (low, high) = planes(marks, at);
        low | high
    })
}
