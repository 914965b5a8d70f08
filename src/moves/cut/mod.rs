//! The cut: the slides of half boards, from which the slides of all patterns are put together.
//!
//! For puzzles that have one order a pattern nothing is shared between the configurations of a pattern, and
//! finding each slide of each pattern on its board costs hundreds of nanoseconds. But patterns share their
//! halves, and there are few of those.
//!
//! # Heads and tails
//!
//! The scan is cut at one place. The choices before the cut are a pattern's **head**: a path through the
//! automaton from the root to a *cut node*, the first node at the cut or behind it. The choices after it are
//! its **tail**, a path from there to the end. Any tail of a head's cut node makes a pattern with it, and
//! ranks count choices from the first to the last, so
//!
//! ```text
//! rank of the pattern = base of the head + rank of the tail among those of the cut node
//! ```
//!
//! L'Âne rouge has 65,880 patterns, but, cut at the ninth place, 4,341 heads and 10,152 tails at 373 cut nodes.
//! Tails are numbered through, those of one cut node after the other. With the number of a cut node's first tail,
//!
//! ```text
//! rank of the pattern = (base of the head - first tail of its cut node) + number of the tail
//! ```
//!
//! so that a pattern is a number by the head and a number by the tail, added.
//!
//! # What a slide does to them
//!
//! A slide touches the places that it empties, those that it fills, and the first place of the piece before
//! and after.
//!
//! - All touched places lie before the cut: the head becomes another one with the same cut node, whatever the
//!   tail, which stays.
//! - All lie behind it: the same with head and tail exchanged.
//! - Else it crosses the *seam*. The head becomes another one, with another cut node; the tail becomes one of
//!   that node's. Which head it becomes does not depend on the tail, nor the new tail on the head, and the slide is
//!   possible where both halves allow it.
//!
//! So each half has a list of what its slides lead to, and for those across the seam a bit for each slide that it
//! allows: the slides of a pattern across the seam are the bits that both its halves have.
//!
//! # A slide keeps the order
//!
//! Take all patterns that allow a certain slide: a kind, from one place to another. They have a piece of the
//! kind at the one, and the same touched places are empty in all of them. Two of them first differ at a place
//! that is not touched, where both make a choice; after the slide they still differ there first, by the same
//! choices. So the slide takes them in the order of their ranks to those that allow the slide back: **the nth of
//! the ones becomes the nth of the others.** The same holds for heads, and for the tails of a cut node. It holds for
//! all tails together where the cut nodes are in an order that slides keep: that of a number which a slide changes
//! by the same amount wherever it is possible, such as what the head covers behind the cut, and the pieces that it
//! has (`seam.rs`).
//!
//! No rank has to be computed to build the tables: it is enough to know which half allows which slides
//! (`halves.rs`), and to go through the halves in order, where the slide back always comes first: each half that
//! allows it waits, and each that allows the slide forth takes the one that has waited longest (`pairs.rs`). Only
//! halves with something on the other side of the seam may wait: that both a head and a tail of a cut node allow
//! the slide is known from the automaton alone.
//!
//! This needs that the places decide alone whether a slide is possible. A rule of the puzzle looks elsewhere
//! too, and a move goes round corners by one way or another: neither is cut ([`Cut::new`]).
//!
//! *By hand.* A 2 x 2 board with one unit, cut in the middle: heads `u.` and `.u` have the cut node "nothing
//! left", with one tail `..`; head `..` has the cut node "a unit left", with tails `.u`, `u.` in this order, for
//! EMPTY is the first choice. Patterns by rank: `../.u`, `../u.`, `.u/..`, `u./..`. The node "a unit left" comes
//! first, so the tails are 0 `.u`, 1 `u.`, 2 `..`, and heads stand for their bases less the first tails: `..` for
//! 0 - 0, `.u` for 2 - 2, `u.` for 3 - 2. The slide down on the left takes head `u.` to `..`, tail `..` to `u.`:
//! 0 + 1. Rank 3 becomes 1.
//!
//! # Cost
//!
//! Building takes time in proportion to heads, tails and their slides: four times as long as the automaton for
//! L'Âne rouge, half a millisecond. A pattern's neighbours take some nanoseconds each, where finding them on the board
//! takes a hundred. Bytes: two bits a pattern to find its head; 16 a head, 8 a tail, 8 for each slide of a head,
//! 4 for each of a tail, and for each half 16 for each 32 ways across the seam.

use super::Walks;
use crate::space::{Automaton, Layout};
use halves::{Halves, WAYS};
use pairs::{Across, Slides, pair};
use place::Place;
use seam::Seam;
use way::Way;

mod expander;
mod halves;
mod pairs;
mod place;
mod seam;
mod way;

pub use expander::Expander;

/// The slides of heads and tails.
#[derive(Clone, Debug)]
pub struct Cut {
    /// By 64 patterns: which of them are the first of a head.
    firsts: Vec<Firsts>,
    heads: Vec<Head>,
    /// The heads that slides lead to, as [`Head::first`].
    head_slides: Vec<u64>,
    /// By tail: its slides within the tail.
    tails: Vec<Slides>,
    /// The tails that slides lead to.
    tail_slides: Vec<u32>,
    /// Words for the slides across the seam.
    words: usize,
    /// By head and by tail, so many words each: its slides across the seam.
    across: [Vec<Across>; 2],
    /// How much room the neighbours of a pattern take while they are found: some more than there are at most.
    room: usize,
}

#[derive(Clone, Copy, Default, Debug)]
struct Firsts {
    /// A bit for each of 64 patterns.
    bits: u64,
    /// How many heads begin before those.
    before: u32,
}

#[derive(Clone, Copy, Default, Debug)]
struct Head {
    /// The spot of the pattern that it would make with tail 0: a tail's number is to be added.
    first: u64,
    /// Its slides within the head.
    slides: Slides,
}

/// So many slides are written together.
const TOGETHER: usize = 4;

/// The bits of a spot that are the rank of its pattern; the number of its head is above.
const RANK_BITS: u32 = 32;

impl Cut {
    /// The most bytes that tables may take, whatever is allowed: 256 megabytes. More would need longer numbers.
    pub const MOST_BYTES: u64 = 1 << 28;

    /// The tables for a puzzle without rules; `None` for moves, and where those of half boards, while they are
    /// built, or those that find heads would take more than `most_bytes`.
    ///
    /// # Panics
    /// Maybe, if the automaton obeys rules: then a slide back may have no slide forth.
    pub fn new(
        walks: &Walks,
        layout: &Layout,
        automaton: &Automaton,
        patterns: u64,
        most_bytes: u64,
    ) -> Option<Cut> {
        let most_bytes = most_bytes.min(Cut::MOST_BYTES);
        let ways = Way::all(walks, layout)?;
        let place = Place::best(automaton, &ways, layout.scan.cell_count() as u8)?;
        let [in_heads, in_tails, across] = place.sorted(ways);
        let mut heads = Halves::new(layout, 0..place.place, &in_heads, &across);
        let mut tails = Halves::new(layout, place.place..place.places, &in_tails, &across);
        let words = heads.words - heads.inner;
        let halves = [heads.words, tails.words];
        let is_too_large = |slides| place.bytes(halves, words, slides) > u128::from(most_bytes);
        if patterns / 4 > most_bytes || is_too_large([0; 2]) {
            return None;
        }
        let seam = Seam::new(automaton, layout, &place, &heads, &tails);
        let first_tails = tails.number_tails(automaton, &place, &seam.nodes, &seam.possible);
        let mut firsts = vec![Firsts::default(); patterns.div_ceil(64) as usize];
        let mut spots = Vec::with_capacity(place.heads as usize);
        heads.number_heads(automaton, &place, &seam.useful, |base, node| {
            firsts[(base / 64) as usize].bits |= 1 << (base % 64);
            let spot = (spots.len() as u64) << RANK_BITS | base;
            spots.push(spot.wrapping_sub(u64::from(first_tails[node as usize])));
        });
        let mut before = 0;
        for word in &mut firsts {
            word.before = before;
            before += word.bits.count_ones();
        }
        // No half allows a slide and the slide back. Where even the most that there may be are few, they are not
        // counted, and no room is set aside.
        let slides = [&heads, &tails].map(|halves| (halves.len * halves.words * WAYS) as u64);
        let mut room = [0; 2];
        if is_too_large(slides) {
            let slides = [&heads, &tails].map(Halves::slide_count);
            if is_too_large(slides) {
                return None;
            }
            room = slides.map(|slides| slides as usize + TOGETHER);
        }
        let heads = pair(heads, room[0], |head| spots[head]);
        let tails = pair(tails, room[1], |tail| tail as u32);
        let mut head_slides = heads.targets;
        head_slides.extend([0; TOGETHER]);
        let mut tail_slides = tails.targets;
        tail_slides.extend([0; TOGETHER]);
        let spots = spots.into_iter().zip(heads.inner);
        Some(Cut {
            firsts,
            heads: spots
                .map(|(first, slides)| Head { first, slides })
                .collect(),
            head_slides,
            tails: tails.inner,
            tail_slides,
            words,
            across: [heads.across, tails.across],
            room: heads.most + tails.most + TOGETHER,
        })
    }

    /// A pattern as an [`Expander`] takes it.
    ///
    /// # Panics
    /// If no pattern has this rank.
    #[inline]
    pub fn spot(&self, rank: u64) -> u64 {
        let Firsts { bits, before } = self.firsts[(rank / 64) as usize];
        let up_to_here = bits & u64::MAX >> (63 - rank % 64);
        let head = u64::from(before + up_to_here.count_ones()) - 1;
        head << RANK_BITS | rank
    }

    /// The rank of the pattern at a spot: its lower 32 bits.
    #[inline]
    pub const fn rank(spot: u64) -> u64 {
        spot & ((1 << RANK_BITS) - 1)
    }

    /// How many bytes the tables take.
    pub fn bytes(&self) -> usize {
        let across = self.across.iter().map(|across| size_of_val(&across[..]));
        size_of_val(&self.firsts[..])
            + size_of_val(&self.heads[..])
            + size_of_val(&self.head_slides[..])
            + size_of_val(&self.tails[..])
            + size_of_val(&self.tail_slides[..])
            + across.sum::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::{Graph, Metric};
    use crate::puzzle::Puzzle;

    #[test]
    fn tables_are_built_where_what_they_take_is_allowed_and_not_a_byte_below() {
        let puzzle = Puzzle::open("lane-rouge").unwrap();
        let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
        let (layout, automaton) = (graph.space().layout(), graph.space().automaton());
        let walks = Walks::new(&puzzle.board, layout, Metric::Step);
        let built = |bytes| Cut::new(&walks, layout, automaton, graph.patterns(), bytes);

        let ways = Way::all(&walks, layout).unwrap();
        let place = Place::best(automaton, &ways, layout.scan.cell_count() as u8).unwrap();
        let [in_heads, in_tails, across] = place.sorted(ways);
        let across = across.len().div_ceil(WAYS);
        let words = [in_heads, in_tails].map(|ways| ways.len().div_ceil(WAYS) + across);
        let whole = built(Cut::MOST_BYTES).unwrap();
        let slides = [whole.head_slides.len(), whole.tail_slides.len()];
        let slides = slides.map(|slides| (slides - TOGETHER) as u64);
        let needed = place.bytes(words, across, slides) as u64;
        assert!(whole.bytes() as u64 - graph.patterns() / 4 < needed);
        assert!(built(needed - 1).is_none());
        assert_eq!(built(needed).unwrap().bytes(), whole.bytes());
    }
}
