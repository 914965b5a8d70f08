//! The steps of slates: what each does to the word, and which pieces can go where squares are empty.

use super::mirror::Mirror;
use super::{Lettering, Piece, Slate, WORDS};
use crate::board::{Cell, Direction};
use std::hint::select_unpredictable;

/// A step of a piece of one kind from one square: what it does to a slate.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    /// What it changes.
    change: Slate,
    /// The move back.
    back: Move,
    /// The move back on the mirrored board.
    mirror_back: Move,
}

/// A direction of the piece that begins on a square: `64 * word + bit` of [`Moves`].
pub type Move = u16;

/// A bit for each square and direction.
pub type Moves = [u64; WORDS];

/// A set of squares, and which pieces could go if these are empty.
#[derive(Clone, Debug)]
struct Reach<const K: usize> {
    holes: u64,
    /// By kind.
    movers: [Moves; K],
}

/// A piece that takes squares with a step.
#[derive(Clone, Copy, Debug)]
struct Taking {
    /// The lowest bits of the letters of the squares taken.
    squares: u64,
    kind: usize,
    own: Move,
}

/// The steps of a puzzle's slates.
#[derive(Clone, Debug)]
pub struct ByHoles<const B: usize, const K: usize> {
    /// The lowest bit of each letter.
    ones: u64,
    /// By letter, then move.
    steps: Vec<Step>,
    /// By bit: where the letter begins that it belongs to.
    first_bits: [u8; 64],
    /// By the lowest square taken: the pieces that take it.
    takings: Vec<Vec<Taking>>,
    /// Which squares were empty before, by a hash: places in `reaches`, with 0 for none.
    known: Vec<u16>,
    shift: u32,
    reaches: Vec<Reach<K>>,
    /// Start.
    start: Slate,
    has_mirror: bool,
}

/// An odd word: the upper bits of a word times this are a hash of it (Fibonacci hashing; Knuth 1973).
pub const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
/// How many bits of a hash are used at first.
const FIRST_BITS: u32 = 11;
/// The most sets of empty squares that are looked at.
const MOST_REACHES: usize = 1 << 12;
/// The table of those that are known has so many places for each: few are met on the way to another.
const SPARSE: usize = 8;

impl<const B: usize, const K: usize> ByHoles<B, K> {
    /// The bytes that this takes at most, but for the pieces by the squares that they take, some kilobytes.
    pub const BYTES: usize = ((size_of::<Step>() * WORDS * 64) << B)
        + MOST_REACHES * (2 * size_of::<Reach<K>>() + 2 * SPARSE * size_of::<u16>());

    /// The steps of a graph's slates.
    pub fn of(lettering: &Lettering<'_, B, K>) -> ByHoles<B, K> {
        let graph = lettering.graph;
        let pieces = lettering.pieces_of(graph.start());
        let mirror = Mirror::of(lettering, &pieces);
        let image = |piece| mirror.as_ref().map_or(piece, |mirror| mirror.image(piece));
        let mut steps = ByHoles {
            ones: lettering.spread(lettering.places()),
            steps: vec![Step::default(); (WORDS * 64) << B],
            first_bits: std::array::from_fn(|bit| (bit - bit % B) as u8),
            takings: vec![Vec::new(); 64],
            known: vec![0; 1 << FIRST_BITS],
            shift: 64 - FIRST_BITS,
            reaches: vec![Reach {
                holes: 0,
                movers: [[0; WORDS]; K],
            }],
            start: Slate {
                key: lettering.key(pieces.iter().copied()),
                mirror: lettering.key(pieces.iter().copied().map(image)),
            },
            has_mirror: mirror.is_some(),
        };
        for own in lettering.pieces.iter().flat_map(|own| own.iter().zip(0..)) {
            let (Some(from), cell) = own else { continue };
            for direction in Direction::ALL {
                let to = graph.puzzle().board.neighbour(Cell(cell), direction);
                if let Some(to) = to.and_then(|to| lettering.pieces[from.kind][to.index()]) {
                    steps.add(lettering, mirror.as_ref(), *from, to, direction);
                }
            }
        }
        steps
    }

    /// Takes in the step of a piece.
    fn add(
        &mut self,
        lettering: &Lettering<'_, B, K>,
        mirror: Option<&Mirror>,
        from: Piece,
        to: Piece,
        direction: Direction,
    ) {
        let image = |piece| mirror.map_or(piece, |mirror| mirror.image(piece));
        let change = |from: Piece, to: Piece| {
            let holes = lettering.spread(from.places) ^ lettering.spread(to.places);
            let holes = holes * Lettering::<B, K>::EMPTY;
            lettering.letter(from) ^ lettering.letter(to) ^ holes
        };
        let number = |direction: Direction, piece: Piece| {
            let (word, bit) = (direction as usize / B, direction as usize % B);
            (word * 64 + lettering.first_bit(piece) + bit) as Move
        };
        let back = direction.opposite();
        let turned = mirror.map_or(back, |mirror| mirror.direction(back));
        let own = number(direction, from);
        let at = usize::from(own) | (from.kind + 1) << 7;
        self.steps[at] = Step {
            change: Slate {
                key: change(from, to),
                mirror: change(image(from), image(to)),
            },
            back: number(back, to),
            mirror_back: number(turned, image(to)),
        };
        let squares = lettering.spread(to.places.without(from.places));
        let kind = from.kind;
        self.takings[squares.trailing_zeros() as usize].push(Taking { squares, kind, own });
    }

    /// Start as a slate.
    pub fn start(&self) -> Slate {
        self.start
    }

    /// Whether a slate has its mirror image beside it.
    pub fn has_mirror(&self) -> bool {
        self.has_mirror
    }

    /// Where the pieces of a slate can go; `None` if there are too many sets of empty squares.
    #[inline]
    pub fn moves(&mut self, slate: Slate) -> Option<Moves> {
        let ones = self.ones;
        let planes: [u64; B] = std::array::from_fn(|bit| slate.key >> bit & ones);
        // The lowest bit of each letter that is this one.
        let having = |letter: u64| {
            (0..B).fold(ones, |all, bit| match letter >> bit & 1 {
                0 => all & !planes[bit],
                _ => all & planes[bit],
            })
        };
        let movers = self.movers(having(Lettering::<B, K>::EMPTY))?;
        let mut moves = [0; WORDS];
        for (letter, own) in (1..).zip(movers) {
            let having = having(letter);
            // All bits of each such letter.
            let having = (having << B).wrapping_sub(having);
            for (moves, own) in moves.iter_mut().zip(own) {
                *moves |= own & having;
            }
        }
        Some(moves)
    }

    #[inline]
    fn movers(&mut self, holes: u64) -> Option<&[Moves; K]> {
        let mask = self.known.len() - 1;
        let mut at = (holes.wrapping_mul(MULTIPLIER) >> self.shift) as usize;
        let number = loop {
            let number = usize::from(self.known[at & mask]);
            if self.reaches[number].holes == holes {
                break number;
            }
            if number == 0 {
                break self.look(holes)?;
            }
            at += 1;
        };
        Some(&self.reaches[number].movers)
    }

    /// Looks which pieces could go if these squares are empty.
    #[cold]
    fn look(&mut self, holes: u64) -> Option<usize> {
        let number = self.reaches.len();
        if number == MOST_REACHES {
            return None;
        }
        let mut movers = [[0; WORDS]; K];
        let mut left = holes;
        while left != 0 {
            let takings = &self.takings[left.trailing_zeros() as usize];
            for taking in takings.iter().filter(|taking| taking.squares & !holes == 0) {
                movers[taking.kind][usize::from(taking.own / 64)] |= 1 << (taking.own % 64);
            }
            left &= left - 1;
        }
        self.reaches.push(Reach { holes, movers });
        let mut unknown = number..self.reaches.len();
        if self.reaches.len() * SPARSE > self.known.len() {
            self.shift -= 1;
            self.known = vec![0; self.known.len() * 2];
            unknown.start = 1;
        }
        let mask = self.known.len() - 1;
        for number in unknown {
            let holes = self.reaches[number].holes;
            let mut at = (holes.wrapping_mul(MULTIPLIER) >> self.shift) as usize;
            while self.known[at & mask] != 0 {
                at += 1;
            }
            self.known[at & mask] = number as u16;
        }
        Some(number)
    }

    /// The steps, to go many.
    pub fn to_go(&self) -> Stepper<'_, B> {
        Stepper {
            steps: &self.steps[..(WORDS * 64) << B],
            first_bits: &self.first_bits,
        }
    }
}

/// The steps of slates, at hand.
#[derive(Clone, Copy, Debug)]
pub struct Stepper<'a, const B: usize> {
    steps: &'a [Step],
    first_bits: &'a [u8; 64],
}

impl<const B: usize> Stepper<'_, B> {
    /// A slate after a move, of it and its mirror image the lesser if `MIRROR`; with the move back from there, and from
    /// the image.
    #[inline(always)]
    pub fn after<const MIRROR: bool>(&self, slate: Slate, own: usize) -> (Slate, [Move; 2]) {
        let first = self.first_bits[own % 64];
        let letter = (slate.key >> (first % 64)) as usize & ((1 << B) - 1);
        let step = &self.steps[own | letter << 7];
        let key = slate.key ^ step.change.key;
        if !MIRROR {
            return (Slate { key, mirror: 0 }, [step.back; 2]);
        }
        let mirror = slate.mirror ^ step.change.mirror;
        // Which of both is less cannot be foreseen.
        let is_less = mirror < key;
        let either = |one, other| select_unpredictable(is_less, one, other);
        let slate = Slate {
            key: either(mirror, key),
            mirror: either(key, mirror),
        };
        let [back, mirror_back] = [step.back, step.mirror_back].map(u64::from);
        let backs = [either(mirror_back, back), either(back, mirror_back)];
        (slate, backs.map(|back| back as Move))
    }
}
