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
//! L'Âne rouge has 65,880 patterns, but, cut at the tenth place, 7,836 heads and 5,504 tails at 364 cut nodes.
//!
//! # What a slide does to them
//!
//! A slide touches the places that it empties, those that it fills, and the first place of the piece before
//! and after.
//!
//! - All touched places lie before the cut: the head becomes another one with the same cut node, whatever the
//!   tail, which stays. Such a slide adds one number to the ranks of all patterns of the head.
//! - All lie behind it: the same with head and tail exchanged.
//! - Else it crosses the *seam*. The head becomes another one, with another cut node; the tail becomes one of
//!   that node's. Which head it becomes does not depend on the tail, nor the new tail on the head: the two cut
//!   nodes and the slide decide. So the rank changes by the sum of two numbers, one by the head, one by the
//!   tail, and the slide is possible where both halves allow it.
//!
//! All slides of heads have the same form then: a number to add, and a *row* with a number to add for each tail
//! of the cut node, or that the slide is impossible there; the row of a slide within the head is all zero.
//!
//! # A slide keeps the order
//!
//! Take all patterns that allow a certain slide: a kind, from one place to another. They have a piece of the
//! kind at the one, and the same touched places are empty in all of them. Two of them first differ at a place
//! that is not touched, where both make a choice; after the slide they still differ there first, by the same
//! choices. So the slide takes them in the order of their ranks to those that allow the slide back: **the nth of
//! the ones becomes the nth of the others.** The same holds for heads, and for the tails of a cut node. No rank
//! has to be computed to build the tables: it is enough to know who makes which choice, as bitmaps over heads
//! and over tails, to intersect them, and to go through two sets side by side.
//!
//! This needs that the places decide alone whether a slide is possible. A rule of the puzzle looks elsewhere
//! too, and a move goes round corners by one way or another: neither is cut ([`Cut::new`]).
//!
//! *By hand.* A 2 x 2 board with one unit, cut in the middle: heads `u.` and `.u` have the cut node "nothing
//! left", with one tail `..`; head `..` has the cut node "a unit left", with tails `.u`, `u.` in this order, for
//! EMPTY is the first choice. Patterns by rank: `../.u`, `../u.`, `.u/..`, `u./..`. The slide down on the left
//! takes head `u.` to `..`: 0 - 3 = -3; and the tail `..`, number 0, to `u.`, number 1: +1. Rank 3 becomes 1.
//!
//! # Cost
//!
//! Building takes time in proportion to heads, tails and their slides, and some for each way of a piece and cut
//! node: three times as long as the automaton for L'Âne rouge, well under a millisecond. A pattern's neighbours
//! take some nanoseconds each, where finding them on the board takes a hundred. Bytes: two bits a pattern to find
//! its head; 16 a head, 4 a tail, 8 for each slide of a head, 4 for each of a tail, 4 for each tail of a row.

use super::{Metric, Walks};
use crate::board::{CellSet, Direction};
use crate::space::{Automaton, Choice, EMPTY, Layout, NodeId};
use std::ops::Range;

/// The slides of heads and tails.
#[derive(Clone, Debug)]
pub struct Cut {
    /// By 64 patterns: which of them are the first of a head.
    firsts: Vec<Firsts>,
    /// In the order of their ranks, and one more at the end.
    heads: Vec<Head>,
    head_slides: Vec<HeadSlide>,
    /// By tail: where its slides begin; one more at the end.
    tails: Vec<u32>,
    /// What slides within tails add to the rank.
    tail_slides: Vec<i32>,
    /// The rows: what a slide across the seam adds by the tail, or [`IMPOSSIBLE`].
    rows: Vec<i32>,
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

#[derive(Clone, Copy, Debug)]
struct Head {
    /// The least rank of its patterns.
    base: u64,
    /// The first tail of its cut node.
    tail: u32,
    /// Where its slides begin.
    slides: u32,
}

/// A slide of a head: what it adds to the rank by the head, and where its row begins; packed, since the nearest
/// caches should hold many.
#[derive(Clone, Copy, Default, Debug)]
struct HeadSlide(i64);

/// Bits for the beginning of a row; the others hold what is added.
const ROW_BITS: u32 = 26;

impl HeadSlide {
    fn new(by: i64, row: u32) -> HeadSlide {
        HeadSlide(by << ROW_BITS | i64::from(row))
    }

    #[inline]
    fn by(self) -> i64 {
        self.0 >> ROW_BITS
    }

    #[inline]
    fn row(self) -> usize {
        (self.0 & ((1 << ROW_BITS) - 1)) as usize
    }
}

/// So many slides of a tail are written together.
const TOGETHER: usize = 4;

/// Stands in a row where the tail does not allow the slide.
const IMPOSSIBLE: i32 = i32::MIN;

/// The most bytes that tables may take, built and while they are built.
const MOST_BYTES: u64 = 1 << 28;

/// Finds neighbours by a cut. One is made per thread.
#[derive(Clone, Debug)]
pub struct Expander<'c> {
    cut: &'c Cut,
    spots: Vec<Spot>,
    found: Vec<u64>,
}

/// A pattern whose neighbours are wanted, found in the tables.
#[derive(Clone, Copy, Debug)]
struct Spot {
    rank: u64,
    /// The tail's number among those of its cut node.
    within: u32,
    head_slides: (u32, u32),
    tail_slides: (u32, u32),
}

impl Cut {
    /// The tables for a puzzle without rules; `None` for moves, and where they would take more than 256
    /// megabytes.
    pub fn new(
        walks: &Walks,
        layout: &Layout,
        automaton: &Automaton,
        patterns: u64,
    ) -> Option<Cut> {
        let ways = Way::all(walks, layout)?;
        let place = Place::best(automaton, layout.scan.cell_count() as u8)?;
        let choices = layout.kinds.len() + 1;
        if patterns / 4 > MOST_BYTES || place.bytes(choices) > MOST_BYTES {
            return None;
        }
        Draft::new(automaton, &place, choices).finish(&ways, patterns)
    }

    /// Finds a pattern in the tables.
    ///
    /// # Panics
    /// If no pattern has this rank.
    #[inline(always)]
    fn spot(&self, rank: u64) -> Spot {
        let Firsts { bits, before } = self.firsts[(rank / 64) as usize];
        let up_to_here = bits & u64::MAX >> (63 - rank % 64);
        let head = (before + up_to_here.count_ones()) as usize - 1;
        let (head, next) = (self.heads[head], self.heads[head + 1]);
        if rank >= next.base {
            no_pattern(rank);
        }
        let within = (rank - head.base) as u32;
        let tail = (head.tail + within) as usize;
        Spot {
            rank,
            within,
            head_slides: (head.slides, next.slides),
            tail_slides: (self.tails[tail], self.tails[tail + 1]),
        }
    }

    /// Writes the neighbours of a pattern to the beginning of `found`; returns how many there are.
    #[inline(always)]
    fn neighbours(&self, spot: &Spot, found: &mut [u64]) -> usize {
        let mut count = 0;
        let (first, end) = spot.head_slides;
        for slide in &self.head_slides[first as usize..end as usize] {
            let by_tail = self.rows[slide.row() + spot.within as usize];
            let by = slide.by() + i64::from(by_tail);
            // Written in any case and kept if it is one: a branch would be foreseen wrongly too often.
            found[count] = spot.rank.wrapping_add_signed(by);
            count += usize::from(by_tail != IMPOSSIBLE);
        }
        let (first, end) = (spot.tail_slides.0 as usize, spot.tail_slides.1 as usize);
        // Most tails have at most four slides: these are written together, and those that are none are
        // written over.
        let together: &[i32; TOGETHER] = self.tail_slides[first..]
            .first_chunk()
            .expect("some are left over");
        let room: &mut [u64; TOGETHER] = found[count..].first_chunk_mut().expect("there is room");
        for (room, &by) in room.iter_mut().zip(together) {
            *room = spot.rank.wrapping_add_signed(i64::from(by));
        }
        for at in first + TOGETHER..end {
            found[count + at - first] = spot
                .rank
                .wrapping_add_signed(i64::from(self.tail_slides[at]));
        }
        count + end - first
    }

    /// How many bytes the tables take.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.firsts[..])
            + size_of_val(&self.heads[..])
            + size_of_val(&self.head_slides[..])
            + size_of_val(&self.tails[..])
            + size_of_val(&self.tail_slides[..])
            + size_of_val(&self.rows[..])
    }
}

impl<'c> Expander<'c> {
    /// So many patterns may be expanded together.
    pub const TOGETHER: usize = 256;

    /// Finds neighbours by a cut.
    pub fn new(cut: &'c Cut) -> Expander<'c> {
        Expander {
            cut,
            spots: Vec::with_capacity(Expander::TOGETHER),
            found: Vec::new(),
        }
    }

    /// The neighbours of several patterns, those of the first before those of the second, in no order else.
    ///
    /// # Panics
    /// If there are more patterns than [`Expander::TOGETHER`], or one that there is not.
    pub fn expand(&mut self, ranks: &[u64]) -> &mut [u64] {
        assert!(ranks.len() <= Expander::TOGETHER, "too many patterns");
        let room = ranks.len() * self.cut.room;
        if self.found.len() < room {
            self.found.resize(room, 0);
        }
        // First all are looked up, so that no branch below has to wait for that.
        self.spots.clear();
        self.spots
            .extend(ranks.iter().map(|&rank| self.cut.spot(rank)));
        let mut count = 0;
        for spot in &self.spots {
            count += self.cut.neighbours(spot, &mut self.found[count..]);
        }
        &mut self.found[..count]
    }
}

#[cold]
fn no_pattern(rank: u64) -> ! {
    panic!("no pattern has the rank {rank}")
}

/// Where the scan is cut.
struct Place {
    place: u8,
    places: u8,
    heads: u64,
    tails: u64,
}

impl Place {
    /// The place that leaves the fewest heads and tails; `None` if there is but one place.
    fn best(automaton: &Automaton, places: u8) -> Option<Place> {
        let nodes = automaton.node_count();
        let mut paths_from = vec![1u64; nodes];
        let mut paths_to = vec![0u64; nodes];
        // The least place from which a choice leads to a node.
        let mut before = vec![places; nodes];
        paths_to[Automaton::ROOT as usize] = 1;
        let mut heads = vec![0u64; places as usize + 1];
        for node in 0..nodes as NodeId {
            let (own, place) = (paths_to[node as usize], automaton.place(node));
            for edge in automaton.edges(node) {
                let to = edge.to as usize;
                paths_to[to] = paths_to[to].saturating_add(own);
                before[to] = before[to].min(place);
                for cut in &mut heads[place as usize + 1..=automaton.place(edge.to) as usize] {
                    *cut = cut.saturating_add(own);
                }
            }
        }
        let mut tails = vec![0u64; places as usize + 1];
        for node in (0..nodes as NodeId).rev() {
            if let Some(last) = automaton.edges(node).last() {
                paths_from[node as usize] = last.before + paths_from[last.to as usize];
            }
            let cuts = before[node as usize] as usize + 1..=automaton.place(node) as usize;
            if !cuts.is_empty() {
                for cut in &mut tails[cuts] {
                    *cut = cut.saturating_add(paths_from[node as usize]);
                }
            }
        }
        let sum = |cut: u8| heads[cut as usize].saturating_add(tails[cut as usize]);
        let place = (1..places).min_by_key(|&cut| sum(cut))?;
        Some(Place {
            place,
            places,
            heads: heads[place as usize],
            tails: tails[place as usize],
        })
    }

    /// About how many bytes building takes: for each half a bit for each choice at each place, and its slides and
    /// numbers in rows.
    fn bytes(&self, choices: usize) -> u64 {
        let bits = |halves: u64, places: u8| halves / 8 * u64::from(places) * choices as u64;
        bits(self.heads, self.place)
            .saturating_add(bits(self.tails, self.places - self.place))
            .saturating_add(self.heads.saturating_add(self.tails).saturating_mul(200))
    }
}

/// That a choice is made at a place.
#[derive(Clone, Copy, Debug)]
struct Condition {
    place: u8,
    choice: Choice,
}

/// A slide to a later place, and the slide back: what a pattern must have to allow them.
#[derive(Debug)]
struct Way {
    forth: Vec<Condition>,
    back: Vec<Condition>,
}

impl Way {
    /// All ways of a metric; `None` if it is that of moves.
    fn all(walks: &Walks, layout: &Layout) -> Option<Vec<Way>> {
        let longest = match walks.metric() {
            Metric::Step => 1,
            Metric::Slide => usize::MAX,
            Metric::Move => return None,
        };
        let mut ways = Vec::new();
        for (number, kind) in layout.kinds.iter().enumerate() {
            for (from, placement) in kind.placements.iter().enumerate() {
                let Some(placement) = placement else { continue };
                for direction in Direction::ALL {
                    let mut passed = placement.places;
                    let mut at = from as u8;
                    for _ in 0..longest {
                        let Some(to) = walks.next(number, at, direction) else {
                            break;
                        };
                        at = to;
                        let Some(after) = &kind.placements[to as usize] else {
                            break;
                        };
                        passed |= after.places;
                        if usize::from(to) > from {
                            let choice = number as Choice + 1;
                            ways.push(Way {
                                forth: conditions(
                                    from as u8,
                                    choice,
                                    passed.without(placement.places),
                                ),
                                back: conditions(to, choice, passed.without(after.places)),
                            });
                        }
                    }
                }
            }
        }
        Some(ways)
    }
}

/// That a choice is made at a place, and that others are empty; in the order of the places.
fn conditions(place: u8, choice: Choice, empties: CellSet) -> Vec<Condition> {
    let empties = empties.iter().map(|empty| Condition {
        place: empty.0,
        choice: EMPTY,
    });
    let mut all: Vec<Condition> = empties.chain([Condition { place, choice }]).collect();
    all.sort_unstable_by_key(|condition| condition.place);
    all
}

/// Who makes which choice: a bitmap over numbered paths for each place and choice.
#[derive(Debug)]
struct Choices {
    words: Vec<u64>,
    /// Words of a bitmap.
    width: usize,
    places: Range<u8>,
    choices: usize,
    /// How many paths have been numbered.
    len: usize,
}

impl Choices {
    fn new(paths: u64, places: Range<u8>, choices: usize) -> Choices {
        let width = (paths as usize).div_ceil(64);
        Choices {
            words: vec![0; width * places.len() * choices],
            width,
            places,
            choices,
            len: 0,
        }
    }

    /// Numbers the paths from a node to the end of the places, in the order of their ranks, which begin at
    /// `base`; tells the rank and the last node of each.
    fn number(
        &mut self,
        automaton: &Automaton,
        node: NodeId,
        base: u64,
        tell: &mut impl FnMut(u64, NodeId),
    ) {
        let place = automaton.place(node);
        if place >= self.places.end {
            tell(base, node);
            self.len += 1;
            return;
        }
        let row = (place - self.places.start) as usize * self.choices;
        for edge in automaton.edges(node) {
            let first = self.len;
            let bitmap = (row + edge.choice as usize) * self.width;
            if automaton.place(edge.to) >= self.places.end {
                tell(base + edge.before, edge.to);
                self.len += 1;
                self.words[bitmap + first / 64] |= 1 << (first % 64);
            } else {
                self.number(automaton, edge.to, base + edge.before, tell);
                fill(
                    &mut self.words[bitmap..bitmap + self.width],
                    first..self.len,
                );
            }
        }
    }

    /// Makes `met` the set of the paths that fulfil all conditions.
    fn meet(&self, conditions: &[Condition], met: &mut Vec<u64>) {
        let bitmap = |condition: &Condition| {
            let place = (condition.place - self.places.start) as usize;
            let row = place * self.choices + condition.choice as usize;
            &self.words[row * self.width..][..self.width]
        };
        met.clear();
        match conditions.split_first() {
            Some((first, others)) => {
                met.extend_from_slice(bitmap(first));
                for other in others {
                    for (word, own) in met.iter_mut().zip(bitmap(other)) {
                        *word &= own;
                    }
                }
            }
            None => {
                met.resize(self.width, 0);
                fill(met, 0..self.len);
            }
        }
    }
}

/// Sets the bits of a range.
#[inline]
fn fill(words: &mut [u64], range: Range<usize>) {
    let Span { first, last, masks } = Span::new(range);
    let (first, last) = (first as usize, last as usize);
    words[first] |= masks[0];
    if first < last {
        words[first + 1..last].fill(u64::MAX);
        words[last] |= masks[1];
    }
}

/// A range of a bitmap: all of it in two words, or what lies between them too.
#[derive(Clone, Copy, Debug)]
struct Span {
    first: u32,
    last: u32,
    masks: [u64; 2],
}

impl Span {
    fn new(range: Range<usize>) -> Span {
        let (first, last) = (range.start / 64, (range.end - 1) / 64);
        let from_start = u64::MAX << (range.start % 64);
        let to_end = u64::MAX >> (63 - (range.end - 1) % 64);
        let both = from_start & to_end;
        Span {
            first: first as u32,
            last: last as u32,
            masks: if first == last {
                [both; 2]
            } else {
                [from_start, to_end]
            },
        }
    }

    /// Whether a set has a member in the range.
    #[inline]
    fn meets(&self, words: &[u64]) -> bool {
        let (first, last) = (self.first as usize, self.last as usize);
        let at_ends = words[first] & self.masks[0] | words[last] & self.masks[1];
        at_ends != 0 || last > first + 1 && words[first + 1..last].iter().any(|&word| word != 0)
    }
}

/// Calls `visit` with the members of a set, ascending.
#[inline]
fn for_each(words: &[u64], mut visit: impl FnMut(usize)) {
    for (at, &word) in words.iter().enumerate() {
        let mut left = word;
        while left != 0 {
            visit(at * 64 + left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
}

/// Calls `visit` with the members of a set that lie in a range, ascending.
#[inline]
fn for_each_in(words: &[u64], range: Range<usize>, mut visit: impl FnMut(usize)) {
    let Span { first, last, masks } = Span::new(range);
    for at in first..=last {
        let mut left = words[at as usize];
        if at == first {
            left &= masks[0];
        }
        if at == last {
            left &= masks[1];
        }
        while left != 0 {
            visit(at as usize * 64 + left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
}

/// Tables in the making.
struct Draft {
    cut: u8,
    heads: Choices,
    tails: Choices,
    /// By head: the least rank of its patterns.
    bases: Vec<u64>,
    /// By head: the number of its cut node.
    node_of: Vec<u32>,
    /// By cut node: its first tail; one more at the end.
    first_tails: Vec<u32>,
    /// By cut node: its tails in bitmaps.
    spans: Vec<Span>,
    /// Two heads that a slide and the slide back take to each other, each with its row.
    head_pairs: Vec<[(u32, u32); 2]>,
    /// The same of tails.
    tail_pairs: Vec<[u32; 2]>,
    rows: Vec<i32>,
}

/// Stands for a row that is not made yet.
const NO_ROW: u32 = u32::MAX;

/// Sets and lists that are used again for each way; each for the way forth and the way back.
#[derive(Default)]
struct Scratch {
    heads: [Vec<u64>; 2],
    tails: [Vec<u64>; 2],
    /// These are never cut short.
    head_lists: [Vec<u32>; 2],
    tail_lists: [Vec<u32>; 2],
    /// By cut node: whether any of its tails allows the way.
    possible: Vec<bool>,
    /// By cut node: where its row begins.
    rows: [Vec<u32>; 2],
}

impl Draft {
    /// Numbers heads and tails.
    fn new(automaton: &Automaton, place: &Place, choices: usize) -> Draft {
        let mut heads = Choices::new(place.heads, 0..place.place, choices);
        let mut bases = Vec::with_capacity(place.heads as usize);
        let mut node_of = Vec::with_capacity(place.heads as usize);
        heads.number(automaton, Automaton::ROOT, 0, &mut |base, node| {
            bases.push(base);
            node_of.push(node);
        });
        let mut tails = Choices::new(place.tails, place.place..place.places, choices);
        let mut number_of = vec![u32::MAX; automaton.node_count()];
        let mut first_tails = Vec::new();
        for node in &mut node_of {
            let number = &mut number_of[*node as usize];
            if *number == u32::MAX {
                *number = first_tails.len() as u32;
                first_tails.push(tails.len as u32);
                tails.number(automaton, *node, 0, &mut |_, _| ());
            }
            *node = *number;
        }
        first_tails.push(tails.len as u32);
        let ranges = first_tails.windows(2);
        let spans = ranges
            .map(|pair| Span::new(pair[0] as usize..pair[1] as usize))
            .collect();
        Draft {
            cut: place.place,
            heads,
            tails,
            bases,
            node_of,
            first_tails,
            spans,
            head_pairs: Vec::with_capacity(2 * place.heads as usize),
            tail_pairs: Vec::with_capacity(place.tails as usize),
            rows: Vec::with_capacity(10 * place.tails as usize),
        }
    }

    /// Finds all slides and makes the tables; `None` if they are too large to be packed.
    fn finish(mut self, ways: &[Way], patterns: u64) -> Option<Cut> {
        // One row of zeros is enough for all slides within heads.
        let lengths = self.first_tails.windows(2).map(|pair| pair[1] - pair[0]);
        self.rows.resize(lengths.max()? as usize, 0);
        let mut scratch = Scratch {
            rows: [0, 1].map(|_| vec![NO_ROW; self.spans.len()]),
            ..Scratch::default()
        };
        for way in ways {
            let [forth, back] = [&way.forth, &way.back].map(|conditions| {
                conditions
                    .split_at(conditions.partition_point(|condition| condition.place < self.cut))
            });
            if forth.1.is_empty() && back.1.is_empty() {
                scratch.pair(&self.heads, [forth.0, back.0], |x, y| {
                    self.head_pairs.push([(x, 0), (y, 0)]);
                });
            } else if forth.0.is_empty() && back.0.is_empty() {
                scratch.pair(&self.tails, [forth.1, back.1], |x, y| {
                    self.tail_pairs.push([x, y])
                });
            } else {
                self.add_across([forth, back], &mut scratch);
            }
            if self.bytes() > MOST_BYTES {
                return None;
            }
        }
        let is_packed = self.rows.len() >> ROW_BITS == 0 && patterns >> (63 - ROW_BITS) == 0;
        is_packed.then(|| self.into_tables(patterns))
    }

    /// About how many bytes have been taken and will be taken for what has been found.
    fn bytes(&self) -> u64 {
        let pairs = 32 * self.head_pairs.len() + 16 * self.tail_pairs.len();
        (4 * self.rows.len() + pairs) as u64
    }

    /// Adds the slides across the seam of one way; conditions are those for heads and those for tails.
    fn add_across(&mut self, conditions: [(&[Condition], &[Condition]); 2], scratch: &mut Scratch) {
        let mut counts = [0; 2];
        for (side, (in_head, in_tail)) in conditions.into_iter().enumerate() {
            let (heads, tails) = (&mut scratch.heads[side], &mut scratch.tails[side]);
            self.heads.meet(in_head, heads);
            self.tails.meet(in_tail, tails);
            let possible = &mut scratch.possible;
            possible.clear();
            possible.extend(self.spans.iter().map(|span| span.meets(tails)));
            let list = &mut scratch.head_lists[side];
            list.resize(self.heads.len, 0);
            let count = &mut counts[side];
            for_each(heads, |head| {
                // Written in any case and kept if a tail allows it: a branch would be foreseen wrongly too often.
                list[*count] = head as u32;
                *count += usize::from(possible[self.node_of[head] as usize]);
            });
            scratch.rows[side].fill(NO_ROW);
        }
        debug_assert_eq!(counts[0], counts[1], "a slide has a slide back");
        let [forth, back] = &scratch.head_lists;
        for (&x, &y) in forth[..counts[0]].iter().zip(back) {
            let nodes = [x, y].map(|head| self.node_of[head as usize]);
            let mut rows = [0, 1].map(|side| scratch.rows[side][nodes[side] as usize]);
            if rows[0] == NO_ROW {
                rows = self.add_rows(nodes, &scratch.tails, &mut scratch.tail_lists);
                for side in 0..2 {
                    scratch.rows[side][nodes[side] as usize] = rows[side];
                }
            }
            self.head_pairs.push([(x, rows[0]), (y, rows[1])]);
        }
    }

    /// Adds the rows of a way for two cut nodes that it takes to each other.
    fn add_rows(
        &mut self,
        nodes: [u32; 2],
        tails: &[Vec<u64>; 2],
        lists: &mut [Vec<u32>; 2],
    ) -> [u32; 2] {
        let mut rows = [0; 2];
        for side in 0..2 {
            let range = self.tails_of(nodes[side]);
            rows[side] = self.rows.len() as u32;
            self.rows.resize(self.rows.len() + range.len(), IMPOSSIBLE);
            lists[side].clear();
            let begin = range.start;
            for_each_in(&tails[side], range, |tail| {
                lists[side].push((tail - begin) as u32)
            });
        }
        let [forth, back] = lists;
        debug_assert_eq!(forth.len(), back.len(), "a slide has a slide back");
        for (&x, &y) in forth.iter().zip(back.iter()) {
            let by = y as i32 - x as i32;
            self.rows[(rows[0] + x) as usize] = by;
            self.rows[(rows[1] + y) as usize] = -by;
        }
        rows
    }

    fn tails_of(&self, node: u32) -> Range<usize> {
        self.first_tails[node as usize] as usize..self.first_tails[node as usize + 1] as usize
    }

    fn into_tables(self, patterns: u64) -> Cut {
        let mut firsts = vec![Firsts::default(); patterns.div_ceil(64) as usize];
        for base in &self.bases {
            firsts[(base / 64) as usize].bits |= 1 << (base % 64);
        }
        let mut before = 0;
        for word in &mut firsts {
            word.before = before;
            before += word.bits.count_ones();
        }
        let (head_firsts, head_slides) = listed(
            self.heads.len,
            &self.head_pairs,
            |&(head, _)| head,
            |(from, row), (to, _)| {
                let [from, to] = [from, to].map(|head| self.bases[head as usize]);
                HeadSlide::new(to.wrapping_sub(from) as i64, row)
            },
        );
        let (tails, mut tail_slides) = listed(
            self.tails.len,
            &self.tail_pairs,
            |&tail| tail,
            |from, to| to as i32 - from as i32,
        );
        let most = |firsts: &[u32]| firsts.windows(2).map(|pair| pair[1] - pair[0]).max();
        let most_neighbours = most(&head_firsts).unwrap_or(0) + most(&tails).unwrap_or(0);
        tail_slides.extend([0; TOGETHER]);
        let node_of = self
            .node_of
            .iter()
            .map(|&node| self.first_tails[node as usize]);
        let bases = self.bases.iter().copied().zip(node_of);
        let heads = bases.chain([(patterns, 0)]).zip(&head_firsts);
        Cut {
            firsts,
            heads: heads
                .map(|((base, tail), &slides)| Head { base, tail, slides })
                .collect(),
            head_slides,
            tails,
            tail_slides,
            rows: self.rows,
            room: most_neighbours as usize + TOGETHER,
        }
    }
}

impl Scratch {
    /// Calls `visit` with what a way within heads, or within tails, takes to each other.
    fn pair(
        &mut self,
        choices: &Choices,
        conditions: [&[Condition]; 2],
        mut visit: impl FnMut(u32, u32),
    ) {
        for (side, conditions) in conditions.into_iter().enumerate() {
            let (set, list) = (&mut self.heads[side], &mut self.tail_lists[side]);
            choices.meet(conditions, set);
            list.clear();
            for_each(set, |path| list.push(path as u32));
        }
        let [forth, back] = &self.tail_lists;
        debug_assert_eq!(forth.len(), back.len(), "a slide has a slide back");
        for (&x, &y) in forth.iter().zip(back) {
            visit(x, y);
        }
    }
}

/// Lists the slides of all pairs, those that begin at one path side by side: where those of each begin, with one
/// more at the end, and the slides.
fn listed<E: Copy, S: Copy + Default>(
    paths: usize,
    pairs: &[[E; 2]],
    path: impl Fn(&E) -> u32,
    slide: impl Fn(E, E) -> S,
) -> (Vec<u32>, Vec<S>) {
    let mut firsts = vec![0u32; paths + 2];
    for end in pairs.as_flattened() {
        firsts[path(end) as usize + 2] += 1;
    }
    for at in 2..firsts.len() {
        firsts[at] += firsts[at - 1];
    }
    let mut slides = vec![S::default(); pairs.len() * 2];
    for &[x, y] in pairs {
        for (from, to) in [(x, y), (y, x)] {
            let at = &mut firsts[path(&from) as usize + 1];
            slides[*at as usize] = slide(from, to);
            *at += 1;
        }
    }
    firsts.pop();
    (firsts, slides)
}
