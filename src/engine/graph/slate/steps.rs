//! The steps of slates: what each does to the word, and which pieces can go where squares are empty.
//!
//! A step goes through a [`Passage`], and the step back through the same. No two pieces can go through one at the same
//! time: each would have to begin on a square on which the other is to begin, and so takes up. So one bit for each
//! passage is all that is to be known of the steps of a slate, and letters tell which piece it is.

use super::mirror::Mirror;
use super::{Lettering, Piece, Slate};
use crate::index::{Orientation, hash_of};
use slidewise_board::{Cell, Direction};
use std::hint::select_unpredictable;

/// Two neighbouring squares, on one of which a piece begins before a step and on the other one after it: the bit where
/// the letter of the first of them begins, and one more where the other one is in the next line.
pub type Passage = u8;

/// A bit for each passage.
pub type Passages = u64;

/// A set of squares, and which pieces could go if these are empty.
///
/// On each square that is a polynomial of the bits of its letter, modulo 2 (Zhegalkin 1927): `terms[s - 1]` is added
/// where all bits of `s` are set in the letter.
#[derive(Clone, Debug)]
struct Reach<const E: usize> {
    holes: u64,
    terms: [Movers; E],
}

/// Where pieces begin that could go: on the first square of a passage, to go forth, or on the second, to go back. Both
/// have the bits of passages that begin there.
#[derive(Clone, Copy, Debug, Default)]
struct Movers {
    forth: Passages,
    back: Passages,
}

/// A piece that takes squares with a step.
#[derive(Clone, Copy, Debug)]
struct Taking {
    /// The lowest bits of the letters of the squares taken.
    squares: u64,
    kind: usize,
    movers: Movers,
}

/// The steps of a puzzle's slates.
#[derive(Clone, Debug)]
pub struct ByHoles<const B: usize, const E: usize> {
    /// The lowest bit of each letter.
    ones: u64,
    /// How far the letters of two squares are apart of which one is below the other.
    line: u32,
    /// By letter of the piece, then passage: what a step changes.
    changes: Vec<Slate>,
    /// By the same: the passage of the step on the mirrored board.
    images: Vec<Passage>,
    /// By passage: where the letters of its squares begin.
    ends: [[u8; 2]; 64],
    /// By the lowest square taken: the pieces that take it.
    takings: Vec<Vec<Taking>>,
    /// Which squares were empty before, by a hash: places in `reaches`, with 0 for none.
    known: Vec<u16>,
    shift: u32,
    reaches: Vec<Reach<E>>,
    /// Start.
    start: Slate,
    has_mirror: bool,
}

/// How many bits of a hash are used at first.
const FIRST_BITS: u32 = 11;
/// The most sets of empty squares that are looked at.
const MOST_REACHES: usize = 1 << 12;
/// The table of those that are known has this many places for each: few are met on the way to another.
const SPARSE: usize = 8;

impl<const B: usize, const E: usize> ByHoles<B, E> {
    /// The bytes that this takes at most, but for the pieces by the squares that they take, some tens of kilobytes.
    pub const BYTES: usize = ((size_of::<Slate>() + size_of::<Passage>()) << (6 + B))
        + MOST_REACHES * (2 * size_of::<Reach<E>>() + 2 * SPARSE * size_of::<u16>());

    /// The steps of a graph's slates.
    pub fn of(lettering: &Lettering<'_, B, E>) -> ByHoles<B, E> {
        let graph = lettering.graph;
        let pieces = lettering.pieces_of(graph.start());
        let mirror = Mirror::of(lettering, &pieces);
        let image = |piece| mirror.as_ref().map_or(piece, |mirror| mirror.image(piece));
        let line = (B * lettering.line_length()) as u32;
        let ends = |passage: usize| {
            let first = passage - passage % B;
            let second = first + if passage == first { B } else { line as usize };
            // Of what is no passage the ends are never asked.
            [first, second % 64].map(|bit| bit as u8)
        };
        let mut steps = ByHoles {
            ones: lettering.spread(lettering.places()),
            line,
            changes: vec![Slate::default(); 1 << (6 + B)],
            images: vec![0; 1 << (6 + B)],
            ends: std::array::from_fn(ends),
            takings: vec![Vec::new(); 64],
            known: vec![0; 1 << FIRST_BITS],
            shift: 64 - FIRST_BITS,
            reaches: vec![Reach {
                holes: 0,
                terms: [Movers::default(); E],
            }],
            start: Slate {
                key: lettering.key(pieces.iter().copied()),
                mirror: lettering.key(pieces.iter().copied().map(image)),
            },
            has_mirror: mirror.is_some(),
        };
        // Steps back are those from the other end.
        let forth = match lettering.layout.orientation {
            Orientation::Rows => [Direction::Right, Direction::Down],
            Orientation::Columns => [Direction::Down, Direction::Right],
        };
        for own in lettering.pieces.iter().flat_map(|own| own.iter().zip(0..)) {
            let (Some(from), cell) = own else { continue };
            for (direction, is_next_line) in forth.into_iter().zip([false, true]) {
                let to = graph.puzzle().board.neighbour(Cell(cell), direction);
                if let Some(to) = to.and_then(|to| lettering.pieces[from.kind][to.index()]) {
                    steps.add(lettering, mirror.as_ref(), [*from, to], is_next_line);
                }
            }
        }
        steps
    }

    /// Takes in the steps of a piece through a passage, forth and back.
    fn add(
        &mut self,
        lettering: &Lettering<'_, B, E>,
        mirror: Option<&Mirror>,
        ends: [Piece; 2],
        is_next_line: bool,
    ) {
        let images = ends.map(|piece| mirror.map_or(piece, |mirror| mirror.image(piece)));
        let is_image_next_line = is_next_line != mirror.is_some_and(Mirror::exchanges_axes);
        let change = |[from, to]: [Piece; 2]| {
            let holes = lettering.spread(from.places) ^ lettering.spread(to.places);
            let holes = holes * Lettering::<B, E>::EMPTY;
            lettering.letter(from) ^ lettering.letter(to) ^ holes
        };
        let passage = |ends: [Piece; 2], is_next_line| {
            let [one, other] = ends.map(|piece| lettering.first_bit(piece));
            one.min(other) + usize::from(is_next_line)
        };
        let kind = ends[0].kind;
        let at = (kind + 1) << 6 | passage(ends, is_next_line);
        self.changes[at] = Slate {
            key: change(ends),
            mirror: change(images),
        };
        self.images[at] = passage(images, is_image_next_line) as Passage;
        let [one, other] = ends;
        let bit = |piece| 1 << (lettering.first_bit(piece) + usize::from(is_next_line));
        for (from, to, forth, back) in [(one, other, bit(one), 0), (other, one, 0, bit(other))] {
            let squares = lettering.spread(to.places.without(from.places));
            let movers = Movers { forth, back };
            let takings = &mut self.takings[squares.trailing_zeros() as usize];
            takings.push(Taking {
                squares,
                kind,
                movers,
            });
        }
    }

    /// Start as a slate.
    pub fn start(&self) -> Slate {
        self.start
    }

    /// Whether a slate has its mirror image beside it.
    pub fn has_mirror(&self) -> bool {
        self.has_mirror
    }

    /// The set of empty squares of a slate, as [`ByHoles::passages`] wants it; `None` if it was not looked at.
    #[inline(always)]
    pub fn reach_of(&self, slate: Slate) -> Option<u16> {
        let holes = self.holes(slate);
        let mask = self.known.len() - 1;
        let mut at = (hash_of(holes) >> self.shift) as usize;
        loop {
            let number = self.known[at & mask];
            if self.reaches[usize::from(number)].holes == holes {
                return Some(number);
            }
            if number == 0 {
                return None;
            }
            at += 1;
        }
    }

    /// The lowest bits of the letters of empty squares.
    #[inline(always)]
    fn holes(&self, slate: Slate) -> u64 {
        let bits = (0..B).filter(|bit| E >> bit & 1 == 1);
        bits.fold(self.ones, |holes, bit| holes & slate.key >> bit)
    }

    /// The passages through which pieces of a slate can go that has these empty squares.
    #[inline(always)]
    pub fn passages(&self, slate: Slate, reach: u16) -> Passages {
        let terms = &self.reaches[usize::from(reach)].terms;
        let products = self.products(slate);
        let (mut forth, mut back) = (0, 0);
        for (term, product) in terms.iter().zip(&products[1..]) {
            forth ^= term.forth & product;
            back ^= term.back & product;
        }
        // A passage has the bit of its first square.
        let [back, back_to_last_line] = [back & self.ones, back & !self.ones];
        forth | back >> B | back_to_last_line.wrapping_shr(self.line)
    }

    /// By set of bits: the squares with letters that have them all, as both passages that begin there. No letter is
    /// greater than that of empty squares.
    #[inline(always)]
    fn products(&self, slate: Slate) -> [Passages; 16] {
        let mut products = [0; 16];
        for bits in 1..=E {
            let lowest = bits & bits.wrapping_neg();
            products[bits] = if bits == lowest {
                let squares = slate.key >> bits.trailing_zeros() & self.ones;
                squares | squares << 1
            } else {
                products[lowest] & products[bits - lowest]
            };
        }
        products
    }

    /// Looks which pieces could go where a slate has empty squares; `None` if there are too many sets of them.
    #[cold]
    pub fn look(&mut self, slate: Slate) -> Option<()> {
        let holes = self.holes(slate);
        let number = self.reaches.len();
        if number == MOST_REACHES {
            return None;
        }
        let mut by_kind = [Movers::default(); E];
        let mut left = holes;
        while left != 0 {
            let takings = &self.takings[left.trailing_zeros() as usize];
            for taking in takings.iter().filter(|taking| taking.squares & !holes == 0) {
                by_kind[taking.kind].forth |= taking.movers.forth;
                by_kind[taking.kind].back |= taking.movers.back;
            }
            left &= left - 1;
        }
        let mut terms = [Movers::default(); E];
        for (letter, movers) in (1..E).zip(by_kind) {
            for bits in (letter..=E).filter(|bits| bits & letter == letter) {
                terms[bits - 1].forth ^= movers.forth;
                terms[bits - 1].back ^= movers.back;
            }
        }
        self.reaches.push(Reach { holes, terms });
        let mut unknown = number..self.reaches.len();
        if self.reaches.len() * SPARSE > self.known.len() {
            self.shift -= 1;
            self.known = vec![0; self.known.len() * 2];
            unknown.start = 1;
        }
        let mask = self.known.len() - 1;
        for number in unknown {
            let holes = self.reaches[number].holes;
            let mut at = (hash_of(holes) >> self.shift) as usize;
            while self.known[at & mask] != 0 {
                at += 1;
            }
            self.known[at & mask] = number as u16;
        }
        Some(())
    }

    /// The steps, to go many.
    pub fn to_go(&self) -> Stepper<'_, B, E> {
        Stepper {
            changes: &self.changes[..1 << (6 + B)],
            images: &self.images[..1 << (6 + B)],
            ends: &self.ends,
        }
    }
}

/// The steps of slates, ready to be looked up.
#[derive(Clone, Copy, Debug)]
pub struct Stepper<'a, const B: usize, const E: usize> {
    changes: &'a [Slate],
    images: &'a [Passage],
    ends: &'a [[u8; 2]; 64],
}

impl<const B: usize, const E: usize> Stepper<'_, B, E> {
    /// A slate after the step through a passage, of it and its mirror image the lesser if `MIRROR`; with the passage
    /// back from there, and from the image.
    #[inline(always)]
    pub fn after<const MIRROR: bool>(&self, slate: Slate, passage: usize) -> (Slate, [Passage; 2]) {
        let passage = passage % 64;
        let [first, second] = self.ends[passage];
        let letter = |bit: u8| slate.key.wrapping_shr(bit.into()) & ((1 << B) - 1);
        // What begins on the second square comes to the first one, which is empty.
        let is_back = letter(first) == Lettering::<B, E>::EMPTY;
        let letter = select_unpredictable(is_back, letter(second), letter(first));
        let at = (letter as usize) << 6 | passage;
        let change = &self.changes[at];
        let key = slate.key ^ change.key;
        let own = passage as Passage;
        if !MIRROR {
            return (Slate { key, mirror: 0 }, [own; 2]);
        }
        let mirror = slate.mirror ^ change.mirror;
        // Which of both is less cannot be foreseen.
        let is_less = mirror < key;
        let either = |one, other| select_unpredictable(is_less, one, other);
        let slate = Slate {
            key: either(mirror, key),
            mirror: either(key, mirror),
        };
        let [own, image] = [own, self.images[at]].map(u64::from);
        let backs = [either(image, own), either(own, image)];
        (slate, backs.map(|back| back as Passage))
    }
}
