//! The steps of packed boards: what each does to the word, and which pieces can move.
//!
//! A step goes through a *passage*, which is two neighbouring squares: the piece begins on one
//! before the step, and on the other after it. The step back goes through the same passage. No two
//! pieces can use one passage at the same time: each would have to begin on a square where the
//! other is to begin. So one bit for each passage describes the steps of a board, and letters say
//! which piece it is.

use super::mirror::Mirror;
use super::{PackedBoard, PackedLayout, PackedPiece};
use crate::index::{Orientation, hash_of};
use slidewise_board::{Cell, Direction};
use std::hint::select_unpredictable;

/// Number of a passage: the lowest bit of its first square's letter, plus one if the other square
/// is in the next line of the scan.
pub(super) type StepBit = u8;

/// A set of passages, one bit each.
pub(crate) type StepBits = u64;

/// Position of the second square of a passage relative to the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OtherSquare {
    /// In the same line of the scan.
    SameLine,
    /// In the next line of the scan.
    NextLine,
}

impl OtherSquare {
    /// Number that is added to the lowest bit of the first square's letter.
    fn bit(self) -> usize {
        match self {
            OtherSquare::SameLine => 0,
            OtherSquare::NextLine => 1,
        }
    }

    /// Position of the second square of the mirrored passage.
    fn mirrored(self, mirror: Option<&Mirror>) -> OtherSquare {
        let exchanges_axes = mirror.is_some_and(Mirror::exchanges_axes);
        match self {
            OtherSquare::SameLine if exchanges_axes => OtherSquare::NextLine,
            OtherSquare::NextLine if exchanges_axes => OtherSquare::SameLine,
            other => other,
        }
    }
}

/// A set of empty squares, and the passages that pieces can go through if these are the empty
/// squares.
///
/// Whether a piece that begins on a square can go through a passage depends on its letter: as a
/// polynomial of the letter's bits modulo 2 (Zhegalkin 1927). `terms[s - 1]` is the set of passages
/// whose polynomial contains the product of the bits of `s`.
#[derive(Clone, Debug)]
struct HoleMoves<const E: usize> {
    holes: u64,
    terms: [Movers; E],
}

/// Squares from which pieces can move: forth from the first square of a passage, or back from the
/// second.
///
/// Both sets have the bits of the passages whose first square would be the square where the piece
/// begins.
#[derive(Clone, Copy, Debug, Default)]
struct Movers {
    forth: StepBits,
    back: StepBits,
}

/// A piece that takes empty squares by a step.
#[derive(Clone, Copy, Debug)]
struct SquareTaker {
    /// Mask of the lowest bits of the letters of the squares taken.
    squares: u64,
    kind: usize,
    movers: Movers,
}

/// The steps of a puzzle's packed boards.
#[derive(Clone, Debug)]
pub(crate) struct PackedSteps<const B: usize, const E: usize> {
    /// Mask of the lowest bit of each letter.
    ones: u64,
    /// Number of bits from a square's letter to that of its neighbour in the next line of the scan.
    line: u32,
    /// Bits that a step changes, indexed by letter of the piece, then passage.
    changes: Vec<PackedBoard>,
    /// Passage of the mirrored step, indexed by letter of the piece, then passage.
    images: Vec<StepBit>,
    /// Lowest bits of the letters of a passage's two squares, indexed by passage.
    ends: [[u8; 2]; 64],
    /// Pieces that take squares, indexed by the lowest bit of the first square taken.
    takings: Vec<Vec<SquareTaker>>,
    /// Hash table of the known sets of empty squares, as indices into `reaches`; 0 is a free entry.
    known: Vec<u16>,
    shift: u32,
    reaches: Vec<HoleMoves<E>>,
    /// Start, packed.
    start: PackedBoard,
    has_mirror: bool,
}

/// Base-2 logarithm of the first length of the hash table.
const FIRST_BITS: u32 = 11;
/// Maximum number of known sets of empty squares.
const MOST_REACHES: usize = 1 << 12;
/// Minimum number of entries of the hash table for each known set, so that a lookup meets few other
/// sets.
const SPARSE: usize = 8;

impl<const B: usize, const E: usize> PackedSteps<B, E> {
    /// Maximum bytes of the steps, without `takings`, which has some tens of kilobytes.
    pub(crate) const BYTES: usize = ((size_of::<PackedBoard>() + size_of::<StepBit>()) << (6 + B))
        + MOST_REACHES * (2 * size_of::<HoleMoves<E>>() + 2 * SPARSE * size_of::<u16>());

    /// Builds the steps of a layout.
    pub(crate) fn of(packed: &PackedLayout<'_, B, E>) -> PackedSteps<B, E> {
        let graph = packed.graph;
        let pieces = packed.pieces_of(graph.start());
        let mirror = Mirror::of(packed, &pieces);
        let image = |piece| mirror.as_ref().map_or(piece, |mirror| mirror.image(piece));
        let line = (B * packed.line_length()) as u32;
        let ends = |passage: usize| {
            let first = passage - passage % B;
            let second = first + if passage == first { B } else { line as usize };
            // Entries without a passage are never read.
            [first, second % 64].map(|bit| bit as u8)
        };
        let mut steps = PackedSteps {
            ones: packed.spread(packed.places()),
            line,
            changes: vec![PackedBoard::default(); 1 << (6 + B)],
            images: vec![0; 1 << (6 + B)],
            ends: std::array::from_fn(ends),
            takings: vec![Vec::new(); 64],
            known: vec![0; 1 << FIRST_BITS],
            shift: 64 - FIRST_BITS,
            reaches: vec![HoleMoves {
                holes: 0,
                terms: [Movers::default(); E],
            }],
            start: PackedBoard {
                key: packed.key(pieces.iter().copied()),
                mirror: packed.key(pieces.iter().copied().map(image)),
            },
            has_mirror: mirror.is_some(),
        };
        // Only steps forth are listed: a step back is one from the other end of its passage.
        let forth = match packed.layout.orientation {
            Orientation::Rows => [Direction::Right, Direction::Down],
            Orientation::Columns => [Direction::Down, Direction::Right],
        };
        for own in packed.pieces.iter().flat_map(|own| own.iter().zip(0..)) {
            let (Some(from), cell) = own else { continue };
            for (direction, other) in forth
                .into_iter()
                .zip([OtherSquare::SameLine, OtherSquare::NextLine])
            {
                let to = graph.puzzle().board.neighbour(Cell(cell), direction);
                if let Some(to) = to.and_then(|to| packed.pieces[from.kind][to.index()]) {
                    steps.add(packed, mirror.as_ref(), [*from, to], other);
                }
            }
        }
        steps
    }

    /// Adds the steps of a piece through a passage, forth and back.
    fn add(
        &mut self,
        packed: &PackedLayout<'_, B, E>,
        mirror: Option<&Mirror>,
        ends: [PackedPiece; 2],
        other: OtherSquare,
    ) {
        let images = ends.map(|piece| mirror.map_or(piece, |mirror| mirror.image(piece)));
        let change = |[from, to]: [PackedPiece; 2]| {
            let holes = packed.spread(from.places) ^ packed.spread(to.places);
            let holes = holes * PackedLayout::<B, E>::EMPTY;
            packed.letter(from) ^ packed.letter(to) ^ holes
        };
        let passage = |ends: [PackedPiece; 2], other: OtherSquare| {
            let [one, two] = ends.map(|piece| packed.first_bit(piece));
            one.min(two) + other.bit()
        };
        let kind = ends[0].kind;
        let at = (kind + 1) << 6 | passage(ends, other);
        self.changes[at] = PackedBoard {
            key: change(ends),
            mirror: change(images),
        };
        self.images[at] = passage(images, other.mirrored(mirror)) as StepBit;
        let [one, two] = ends;
        let bit = |piece| 1 << (packed.first_bit(piece) + other.bit());
        for (from, to, forth, back) in [(one, two, bit(one), 0), (two, one, 0, bit(two))] {
            let squares = packed.spread(to.places.without(from.places));
            let movers = Movers { forth, back };
            let takings = &mut self.takings[squares.trailing_zeros() as usize];
            takings.push(SquareTaker {
                squares,
                kind,
                movers,
            });
        }
    }

    /// Start, packed.
    pub(crate) fn start(&self) -> PackedBoard {
        self.start
    }

    /// Whether boards have mirror images.
    pub(crate) fn has_mirror(&self) -> bool {
        self.has_mirror
    }

    /// The index of a board's set of empty squares, for [`PackedSteps::passages`]; `None` if the
    /// set is not analysed yet.
    #[inline(always)]
    pub(crate) fn reach_of(&self, board: PackedBoard) -> Option<u16> {
        let holes = self.holes(board);
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

    /// Mask of the lowest bits of the letters of empty squares.
    #[inline(always)]
    fn holes(&self, board: PackedBoard) -> u64 {
        let bits = (0..B).filter(|bit| E >> bit & 1 == 1);
        bits.fold(self.ones, |holes, bit| holes & board.key >> bit)
    }

    /// The passages that pieces of a board can go through; `reach` is the index of its set of empty
    /// squares.
    #[inline(always)]
    pub(crate) fn passages(&self, board: PackedBoard, reach: u16) -> StepBits {
        let terms = &self.reaches[usize::from(reach)].terms;
        let products = self.products(board);
        let (mut forth, mut back) = (0, 0);
        for (term, product) in terms.iter().zip(&products[1..]) {
            forth ^= term.forth & product;
            back ^= term.back & product;
        }
        // A passage has the bit of its first square.
        let [back, back_to_last_line] = [back & self.ones, back & !self.ones];
        forth | back >> B | back_to_last_line.wrapping_shr(self.line)
    }

    /// Squares whose letters have all bits of a set, indexed by the set; each square as the bits of
    /// both passages that begin there.
    ///
    /// Sets above `E` are left out, since no letter is greater than that of empty squares.
    #[inline(always)]
    fn products(&self, board: PackedBoard) -> [StepBits; 16] {
        let mut products = [0; 16];
        for bits in 1..=E {
            let lowest = bits & bits.wrapping_neg();
            products[bits] = if bits == lowest {
                let squares = board.key >> bits.trailing_zeros() & self.ones;
                squares | squares << 1
            } else {
                products[lowest] & products[bits - lowest]
            };
        }
        products
    }

    /// Analyses the set of empty squares of a board; `None` if there are too many sets.
    #[cold]
    pub(crate) fn look(&mut self, board: PackedBoard) -> Option<()> {
        let holes = self.holes(board);
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
        self.reaches.push(HoleMoves { holes, terms });
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

    /// Borrows the tables with which many steps are made.
    pub(crate) fn stepper(&self) -> Stepper<'_, B, E> {
        Stepper {
            changes: &self.changes[..1 << (6 + B)],
            images: &self.images[..1 << (6 + B)],
            ends: &self.ends,
        }
    }
}

/// Makes steps of packed boards by lookup.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stepper<'a, const B: usize, const E: usize> {
    changes: &'a [PackedBoard],
    images: &'a [StepBit],
    ends: &'a [[u8; 2]; 64],
}

impl<const B: usize, const E: usize> Stepper<'_, B, E> {
    /// Makes the step through a passage. Returns the board after it, and the passages that lead
    /// back from that board and from its image.
    ///
    /// If `MIRROR` is true, the lesser of the board and its image is returned as the board.
    #[inline(always)]
    pub(crate) fn after<const MIRROR: bool>(
        &self,
        board: PackedBoard,
        passage: usize,
    ) -> (PackedBoard, [StepBit; 2]) {
        let passage = passage % 64;
        let [first, second] = self.ends[passage];
        let letter = |bit: u8| board.key.wrapping_shr(bit.into()) & ((1 << B) - 1);
        // A piece on the second square moves to the first one, which is empty.
        let is_back = letter(first) == PackedLayout::<B, E>::EMPTY;
        let letter = select_unpredictable(is_back, letter(second), letter(first));
        let at = (letter as usize) << 6 | passage;
        let change = &self.changes[at];
        let key = board.key ^ change.key;
        let own = passage as StepBit;
        if !MIRROR {
            return (PackedBoard { key, mirror: 0 }, [own; 2]);
        }
        let mirror = board.mirror ^ change.mirror;
        // Which of the two is the lesser cannot be predicted.
        let is_less = mirror < key;
        let either = |one, other| select_unpredictable(is_less, one, other);
        let board = PackedBoard {
            key: either(mirror, key),
            mirror: either(key, mirror),
        };
        let [own, image] = [own, self.images[at]].map(u64::from);
        let backs = [either(image, own), either(own, image)];
        (board, backs.map(|back| back as StepBit))
    }
}
