//! The cut: the slides of half boards, from which the slides of all patterns are put together.
//!
//! Where patterns have one order, or a few, nothing much is shared between the configurations of a pattern, and
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
//! L'Âne rouge has 65,880 patterns, but, cut at the tenth place, 5,035 heads and 4,754 tails at 181 cut nodes.
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
//! too, and a move goes round corners by one way or another: neither is cut ([`Sketch::new`]).
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
//! Making the tables takes time in proportion to heads, tails and their slides: three to four times as long as
//! the automaton for L'Âne rouge, half a millisecond. A pattern's neighbours take some nanoseconds each, where finding them
//! on the board takes a hundred. Bytes: 28 a head, 8 a tail, 8 for each slide of a head, 4 for each of a tail, and for
//! each half 8 for each 64 slides across the seam: of those that are useful at its cut node, where the whole board has
//! more (`seam.rs`); and 16 a half and arrangement, where tiles have orders (`tiles.rs`).

use crate::index::Rotation;
use head_index::HeadIndex;
use pairs::Slides;
use tiles::Tiles;

mod expander;
mod halves;
mod head_index;
mod pairs;
mod place;
mod seam;
mod sketch;
mod tiles;
mod way;

pub use expander::HalfBoardExpander;
pub use sketch::Sketch;

/// The slides of heads and tails.
#[derive(Clone, Debug)]
pub struct Cut {
    index: HeadIndex,
    heads: Vec<Head>,
    /// The heads that slides lead to, as [`Head::first`].
    head_slides: Vec<u64>,
    /// By tail: its slides within the tail.
    tails: Vec<Slides>,
    /// The tails that slides lead to.
    tail_slides: Vec<u32>,
    /// Words for the slides across the seam.
    words: usize,
    /// By head and by tail, this many words each: its slides across the seam.
    across: [Vec<u64>; 2],
    tiles: Tiles,
    /// How much room the neighbours of a pattern take while they are found: some more than there are at most.
    room: usize,
}

#[derive(Clone, Copy, Default, Debug)]
struct Head {
    /// The spot of the pattern that it would make with tail 0: a tail's number is to be added.
    first: u64,
    /// Its slides within the head.
    slides: Slides,
}

/// This many slides are written together.
const TOGETHER: usize = 4;

impl Cut {
    /// The bits of a spot that are the rank of its pattern; the number of its head is above.
    pub const RANK_BITS: u32 = 38;

    /// A pattern as an [`HalfBoardExpander`] takes it.
    ///
    /// The rank must be one of a pattern.
    #[inline]
    pub fn spot(&self, rank: u64) -> u64 {
        self.index.head_of(rank) << Cut::RANK_BITS | rank
    }

    /// The rank of the pattern at a spot.
    #[inline]
    pub const fn rank(spot: u64) -> u64 {
        spot & ((1 << Cut::RANK_BITS) - 1)
    }

    /// How a slide from one pattern to another turns the order of tiles, and of which arrangement; `None` where all
    /// orders stay. Both patterns are spots.
    ///
    /// # Panics
    /// If there is no such pattern.
    #[inline]
    pub fn turn(&self, from: u64, to: u64) -> Option<(usize, Rotation)> {
        let [from, to] = [from, to].map(|spot| {
            let head = (spot >> Cut::RANK_BITS) as usize;
            [head, spot.wrapping_sub(self.heads[head].first) as usize]
        });
        self.tiles.turn(from, to)
    }

    /// How many bytes the tables take.
    pub fn bytes(&self) -> usize {
        let across = self.across.iter().map(|across| size_of_val(&across[..]));
        self.index.bytes()
            + size_of_val(&self.heads[..])
            + size_of_val(&self.head_slides[..])
            + size_of_val(&self.tails[..])
            + size_of_val(&self.tail_slides[..])
            + across.sum::<usize>()
            + self.tiles.bytes()
    }
}
