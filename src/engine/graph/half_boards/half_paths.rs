//! Numbered half boards, with the displacements that each allows.
//!
//! A displacement is possible on a half board if the choices at the places that it touches are
//! those that it requires. Each choice leaves some displacements possible; a path allows the
//! displacements that all its choices leave possible. Computing them takes one `and` of a few
//! bitmap words for each choice, which is done only once for all paths that share this choice and
//! those before it.

use super::displacement_pair::{BITS, DisplacementPair, WAYS};
use super::split_point::{SplitPoint, TailNumbers};
use crate::index::{Automaton, Choice, EMPTY, Layout, NodeId};
use slidewise_board::{Cell, SmallCellSet};
use std::array;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// Number of bits of a counter; each counter belongs to one displacement.
const DIGITS: usize = 8;
/// Maximum number of half boards that are counted together without a counter overflow.
const MAX_COUNTED: usize = 4 * ((1 << DIGITS) - 1);
/// Maximum number of a path's bitmap words that are computed at once.
const AT_ONCE: usize = 4;

/// Paths through one half of the scan: all heads, or all tails.
#[derive(Clone, Debug)]
pub(super) struct HalfPaths {
    places: Range<u16>,
    choices: usize,
    /// Number of a path's bitmap words for displacements within the half; the words for crossing
    /// displacements follow.
    pub inner: usize,
    /// Number of a path's bitmap words for all displacements, crossing ones included.
    pub words: usize,
    /// Bitmap with the bits of all displacements set, in `words` words.
    all: Vec<u64>,
    /// Bitmap of the displacements that require a certain choice at a place, in `words` words;
    /// indexed by place.
    wanting: Vec<u64>,
    /// Bitmap of the displacements that a choice leaves possible, in `words` words; indexed by
    /// place, then choice.
    allowed: Vec<u64>,
    /// Bitmap of the displacements that a path allows, in `words` words; indexed by path.
    masks: Vec<u64>,
    /// Number of paths numbered so far.
    pub len: usize,
}

/// Calls a method for each run of up to four bitmap words, with the length of the run as a const
/// generic argument. Most often one run holds all words.
macro_rules! for_words {
    ($words:expr, |$first:ident| $own:ident.$function:ident($($argument:expr),*)) => {
        for $first in (0..$words).step_by(AT_ONCE) {
            match $words - $first {
                1 => $own.$function::<1>($($argument),*),
                2 => $own.$function::<2>($($argument),*),
                3 => $own.$function::<3>($($argument),*),
                _ => $own.$function::<AT_ONCE>($($argument),*),
            }
        }
    };
}

impl HalfPaths {
    /// Prepares the half of the scan that consists of `places`, with no path numbered yet.
    ///
    /// `inner` lists the displacements within the half, and `across` the crossing ones.
    pub(super) fn new(
        layout: &Layout,
        places: Range<u16>,
        inner: &[DisplacementPair],
        across: &[DisplacementPair],
    ) -> HalfPaths {
        // At least one word, because `chunks` panics if its length is 0.
        let inner_words = inner.len().div_ceil(WAYS).max(1);
        let words = inner_words + across.len().div_ceil(WAYS);
        let choices = layout.kinds.len() + 1;
        let mut halves = HalfPaths {
            choices,
            inner: inner_words,
            words,
            all: vec![0; words],
            wanting: vec![0; places.len() * words],
            allowed: vec![0; places.len() * choices * words],
            masks: Vec::new(),
            len: 0,
            places,
        };
        for (first, ways) in [(0, inner), (halves.inner, across)] {
            for (number, way) in ways.iter().enumerate() {
                let (word, bit) = (first + number / WAYS, 1 << (number % WAYS));
                halves.want(word, bit << WAYS, way, 0);
                halves.want(word, bit, way, 1);
            }
        }
        halves.allow(layout);
        halves
    }

    /// Records the choices that are required by the displacement of the pair `way` that starts at
    /// its end `end`.
    fn want(&mut self, word: usize, bit: u64, way: &DisplacementPair, end: usize) {
        self.all[word] |= bit;
        let empties = way.empties(end).iter().map(|cell| (cell.0, EMPTY));
        for (place, choice) in empties.chain([(way.ends[end], way.choice)]) {
            if self.places.contains(&place) {
                let (wanting, allowed) = (self.at(place), self.row(place, choice));
                self.wanting[wanting + word] |= bit;
                self.allowed[allowed + word] |= bit;
            }
        }
    }

    /// Fills the field `allowed`. A choice leaves two kinds of displacements possible: those that
    /// require this choice, and those that require nothing at the places that it decides.
    fn allow(&mut self, layout: &Layout) {
        for place in self.places.clone() {
            self.leave(place, EMPTY, Cell(place).into());
            for (kind, own) in layout.kinds.iter().enumerate() {
                if let Some(placement) = &own.placements[usize::from(place)] {
                    self.leave(place, kind as Choice + 1, placement.places.cast());
                }
            }
        }
    }

    fn leave(&mut self, place: u16, choice: Choice, decided: SmallCellSet) {
        let row = self.row(place, choice);
        for word in 0..self.words {
            self.allowed[row + word] |= self.beside_in(word, decided);
        }
    }

    /// Bits of the displacements in the bitmap word `word` that require nothing at `places`.
    fn beside_in(&self, word: usize, places: SmallCellSet) -> u64 {
        let own = places.iter().filter(|cell| self.places.contains(&cell.0));
        own.fold(self.all[word], |all, cell| {
            all & !self.wanting[self.at(cell.0) + word]
        })
    }

    /// Bitmap words of the displacements that require nothing at `places`.
    pub(super) fn beside(&self, places: SmallCellSet) -> impl Iterator<Item = u64> + '_ {
        (0..self.words).map(move |word| self.beside_in(word, places))
    }

    fn at(&self, place: u16) -> usize {
        usize::from(place - self.places.start) * self.words
    }

    #[inline]
    fn row(&self, place: u16, choice: Choice) -> usize {
        self.at(place) * self.choices + usize::from(choice) * self.words
    }

    /// Bitmap words of the displacements that a choice at a place leaves possible.
    #[inline]
    pub(super) fn allowed(&self, place: u16, choice: Choice) -> &[u64] {
        &self.allowed[self.row(place, choice)..][..self.words]
    }

    /// Bitmap words of the displacements that a path allows.
    #[inline]
    pub(super) fn slides(&self, path: usize) -> &[u64] {
        &self.masks[path * self.words..][..self.words]
    }

    /// Number of paths that allow a displacement, indexed by displacement. As many paths allow the
    /// inverse.
    pub(super) fn slide_counts(&self) -> Vec<u32> {
        let masks = &self.masks[..self.len * self.words];
        let mut counts = Vec::with_capacity(self.words * BITS);
        for word in 0..self.words {
            let mut back = [0; WAYS];
            for masks in masks.chunks(MAX_COUNTED * self.words) {
                count_back(&masks[word..], self.words, &mut back);
            }
            counts.extend(back);
            counts.extend(back);
        }
        counts
    }

    /// Numbers the paths from the root to the join nodes by rank, and computes the displacements
    /// that each path allows.
    ///
    /// The rank and the join node of each path are passed to `tell`. A displacement that crosses
    /// the split point is recorded only if `useful` contains it for the path's join node.
    pub(super) fn number_heads(
        &mut self,
        automaton: &Automaton,
        place: &SplitPoint,
        useful: &[u64],
        stop: &AtomicBool,
        mut tell: impl FnMut(u64, NodeId),
    ) {
        self.masks = vec![0; place.heads as usize * self.words];
        for_words!(self.words, |first| self
            .number_from_root(automaton, useful, first, stop, &mut tell));
    }

    fn number_from_root<const W: usize>(
        &mut self,
        automaton: &Automaton,
        useful: &[u64],
        first: usize,
        stop: &AtomicBool,
        tell: &mut impl FnMut(u64, NodeId),
    ) {
        let mask: [u64; W] = array::from_fn(|word| self.all[first + word]);
        self.len = 0;
        let mut descent = PathTraversal {
            halves: self,
            automaton,
            useful,
            first,
            stop,
            tell,
        };
        descent.follow(Automaton::ROOT, 0, mask);
    }

    /// Computes the displacements of the paths from join nodes to the end.
    ///
    /// The paths of a node are numbered by rank, beginning with the node's entry in `firsts`.
    /// `possible` has the displacements allowed at each join node, in the order of `nodes`. The
    /// displacements of a node's paths are computed from those of its successors' paths, so no path
    /// is followed to its end.
    pub(super) fn number_tails(
        &mut self,
        automaton: &Automaton,
        place: &SplitPoint,
        firsts: &TailNumbers,
        nodes: &[NodeId],
        possible: &[u64],
        stop: &AtomicBool,
    ) {
        self.len = firsts.len;
        self.masks = vec![0; firsts.rows * self.words];
        for_words!(self.words, |first| self
            .prepend(automaton, place, &firsts.of, first, stop));
        for (&node, possible) in nodes.iter().zip(possible.chunks_exact(self.words)) {
            let row = firsts.of[node as usize] as usize * self.words;
            let own = place.paths[node as usize] as usize * self.words;
            for mask in self.masks[row..row + own].chunks_exact_mut(self.words) {
                for (mask, possible) in mask.iter_mut().zip(possible) {
                    *mask &= possible;
                }
            }
        }
    }

    /// Computes the displacements of each node's paths after the split from those of its
    /// successors' paths.
    fn prepend<const W: usize>(
        &mut self,
        automaton: &Automaton,
        place: &SplitPoint,
        first_of: &[u32],
        first: usize,
        stop: &AtomicBool,
    ) {
        let words = self.words;
        let end = place.paths.len() - 1;
        let row = first_of[end] as usize * words + first;
        self.masks[row..row + W].copy_from_slice(&self.all[first..first + W]);
        for node in (place.first..end as NodeId).rev() {
            if stop.load(Ordering::Relaxed) {
                return;
            }
            let mut to = first_of[node as usize] as usize * words + first;
            for edge in automaton.edges(node) {
                let allowed = self.allowed(automaton.place(node), edge.choice);
                let allowed: [u64; W] = array::from_fn(|word| allowed[first + word]);
                let mut from = first_of[edge.to as usize] as usize * words + first;
                for _ in 0..place.paths[edge.to as usize] {
                    let mask: [_; W] =
                        array::from_fn(|word| self.masks[from + word] & allowed[word]);
                    self.masks[to..to + W].copy_from_slice(&mask);
                    from += words;
                    to += words;
                }
            }
        }
    }
}

/// Counts how many half boards allow each backward displacement of one bitmap word; each half board
/// has `step` words.
///
/// All displacements are counted in parallel: counter word i holds bit i of every count. Two bitmap
/// words share one counter word, since the backward displacements take only half of each.
fn count_back(masks: &[u64], step: usize, counts: &mut [u32; WAYS]) {
    let back = u64::MAX >> WAYS;
    let mut digits = [[0u64; 2]; DIGITS];
    for four in masks.chunks(4 * step) {
        let word = |at: usize| four.get(at * step).copied().unwrap_or(0);
        let mut carry = [0, 1].map(|at| word(2 * at) & back | word(2 * at + 1) << WAYS);
        for digit in &mut digits {
            for (digit, carry) in digit.iter_mut().zip(&mut carry) {
                (*digit, *carry) = (*digit ^ *carry, *digit & *carry);
            }
        }
    }
    for (bit, count) in counts.iter_mut().enumerate() {
        for (power, digit) in digits.iter().enumerate() {
            let [one, other] = digit.map(|digit| (digit >> bit & 1) + (digit >> (bit + WAYS) & 1));
            *count += ((one + other) as u32) << power;
        }
    }
}

/// Traversal of all paths from the root, for some of each path's bitmap words.
struct PathTraversal<'h, T> {
    halves: &'h mut HalfPaths,
    automaton: &'h Automaton,
    useful: &'h [u64],
    /// Index of the first bitmap word that the traversal computes.
    first: usize,
    stop: &'h AtomicBool,
    tell: &'h mut T,
}

impl<T: FnMut(u64, NodeId)> PathTraversal<'_, T> {
    fn follow<const W: usize>(&mut self, node: NodeId, base: u64, mask: [u64; W]) {
        if self.stop.load(Ordering::Relaxed) {
            return;
        }
        let row = self.halves.row(self.automaton.place(node), EMPTY) + self.first;
        for edge in self.automaton.edges(node) {
            let row = row + usize::from(edge.choice) * self.halves.words;
            let allowed = &self.halves.allowed[row..row + W];
            let mask = array::from_fn(|word| mask[word] & allowed[word]);
            let base = base + edge.before;
            if self.automaton.place(edge.to) >= self.halves.places.end {
                self.end(edge.to, base, mask);
            } else {
                self.follow::<W>(edge.to, base, mask);
            }
        }
    }

    #[inline]
    fn end<const W: usize>(&mut self, node: NodeId, base: u64, mask: [u64; W]) {
        if self.first == 0 {
            (self.tell)(base, node);
        }
        let halves = &mut *self.halves;
        let useful = node as usize * (halves.words - halves.inner);
        let own = &mut halves.masks[halves.len * halves.words + self.first..][..W];
        for (word, own) in (self.first..).zip(own) {
            *own = mask[word - self.first];
            if let Some(across) = word.checked_sub(halves.inner) {
                *own &= self.useful[useful + across];
            }
        }
        halves.len += 1;
    }
}
