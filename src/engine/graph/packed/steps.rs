//! The steps of packed boards: the bits of the word that a step changes, and the pieces that can
//! move.
//!
//! A step goes through a *passage*, which is a pair of neighbouring squares: before the step the
//! piece begins on one of them, and after the step on the other. The step back goes through the
//! same passage. No two pieces can use one passage at the same time: each would have to begin on a
//! square where the other is to begin. The possible steps of a board are therefore a set of
//! passages, one bit each; the letters of the two squares say which piece makes the step.

use super::mirror::Mirror;
use super::{PackedBoard, PackedLayout, PackedPiece};
use crate::index::{Orientation, hash_of};
use slidewise_board::{Cell, Direction};
use std::hint::select_unpredictable;

/// Number of a passage, which is its bit in a [`StepBits`].
///
/// It is the position of the lowest bit of the first square's letter, plus one if the second square
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
    /// Number that is added to the position of the first square's lowest bit to make the passage's
    /// number.
    fn bit(self) -> usize {
        match self {
            OtherSquare::SameLine => 0,
            OtherSquare::NextLine => 1,
        }
    }

    /// Position of the second square relative to the first, after the passage is mirrored.
    fn mirrored(self, mirror: Option<&Mirror>) -> OtherSquare {
        let exchanges_axes = mirror.is_some_and(Mirror::exchanges_axes);
        match self {
            OtherSquare::SameLine if exchanges_axes => OtherSquare::NextLine,
            OtherSquare::NextLine if exchanges_axes => OtherSquare::SameLine,
            other => other,
        }
    }
}

/// A set of empty squares, with the passages that pieces can go through if exactly these squares
/// are empty.
///
/// Whether a piece that begins on a square can go through a passage depends on its letter. This is
/// expressed as a polynomial modulo 2 in the bits of the letter (Zhegalkin 1927). `terms[s - 1]` is
/// the set of passages whose polynomial contains the product of the letter bits that are set in
/// `s`.
#[derive(Clone, Debug)]
struct HoleMoves<const E: usize> {
    holes: u64,
    terms: [Movers; E],
}

/// Squares where pieces can move: forth, from the first square of a passage, or back, from its
/// second square.
///
/// A square's bit is the number of the passage that would have this square as its first, in both
/// sets.
#[derive(Clone, Copy, Debug, Default)]
struct Movers {
    forth: StepBits,
    back: StepBits,
}

/// A piece that can take certain empty squares by a step.
#[derive(Clone, Copy, Debug)]
struct SquareTaker {
    /// Mask with the lowest letter bit of each square that the piece takes.
    squares: u64,
    kind: usize,
    movers: Movers,
}

/// Tables of the steps of a puzzle's packed boards.
#[derive(Clone, Debug)]
pub(crate) struct PackedSteps<const B: usize, const E: usize> {
    /// Mask of the lowest bit of each letter.
    ones: u64,
    /// Number of bits from the letter of a square to the letter of its neighbour in the next line
    /// of the scan.
    line: u32,
    /// Bits of the packed board that a step changes, indexed by the piece's letter, then passage.
    changes: Vec<PackedBoard>,
    /// Passage of a step's mirror image, indexed by the piece's letter, then passage.
    images: Vec<StepBit>,
    /// Positions of the lowest bits of the letters of a passage's two squares, indexed by passage.
    ends: [[u8; 2]; 64],
    /// Pieces that can take a set of squares by a step, indexed by the lowest bit of the first
    /// square taken.
    takings: Vec<Vec<SquareTaker>>,
    /// Hash table of the known sets of empty squares: an entry is an index into `reaches`, or 0 if
    /// it is free.
    known: Vec<u16>,
    shift: u32,
    reaches: Vec<HoleMoves<E>>,
    /// Packed board of Start.
    start: PackedBoard,
    has_mirror: bool,
}

/// Base-2 logarithm of the hash table's length before it first grows.
const FIRST_BITS: u32 = 11;
/// Maximum number of known sets of empty squares.
const MAX_REACHES: usize = 1 << 12;
/// Minimum number of hash table entries for each known set, so that a lookup seldom meets another
/// set.
const SPARSE: usize = 8;

impl<const B: usize, const E: usize> PackedSteps<B, E> {
    /// Maximum bytes of the step tables, without `takings`, which takes some tens of kilobytes.
    pub(crate) const BYTES: usize = ((size_of::<PackedBoard>() + size_of::<StepBit>()) << (6 + B))
        + MAX_REACHES * (2 * size_of::<HoleMoves<E>>() + 2 * SPARSE * size_of::<u16>());

    /// Builds the step tables for packed boards of this layout.
    pub(crate) fn of(packed: &PackedLayout<'_, B, E>) -> PackedSteps<B, E> {
        let graph = packed.graph;
        let pieces = packed.pieces_of(graph.start());
        let mirror = Mirror::of(packed, &pieces);
        let image = |piece| mirror.as_ref().map_or(piece, |mirror| mirror.image(piece));
        let line = (B * packed.line_length()) as u32;
        let ends = |passage: usize| {
            let first = passage - passage % B;
            let second = first + if passage == first { B } else { line as usize };
            // A bit that is not the number of a passage has an entry too, but the entry is never
            // read.
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
        // Only steps forth are listed here: each step back is the reverse of a step forth, and
        // `add` adds both.
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

    /// Adds the two steps of a piece through a passage: forth and back.
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

    /// Packed board of Start.
    pub(crate) fn start(&self) -> PackedBoard {
        self.start
    }

    /// Whether boards have mirror images.
    pub(crate) fn has_mirror(&self) -> bool {
        self.has_mirror
    }

    /// Index of a board's set of empty squares, as [`PackedSteps::passages`] takes it; `None` if
    /// the set is not analysed yet.
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

    /// Mask of the lowest bits of the letters of a board's empty squares.
    #[inline(always)]
    pub(super) fn holes(&self, board: PackedBoard) -> u64 {
        let bits = (0..B).filter(|bit| E >> bit & 1 == 1);
        bits.fold(self.ones, |holes, bit| holes & board.key >> bit)
    }

    /// Passages that the pieces of a board can go through; `reach` is the index of the board's set
    /// of empty squares.
    #[inline(always)]
    pub(crate) fn passages(&self, board: PackedBoard, reach: u16) -> StepBits {
        let terms = &self.reaches[usize::from(reach)].terms;
        let products = self.products(board);
        let (mut forth, mut back) = (0, 0);
        for (term, product) in terms.iter().zip(&products[1..]) {
            forth ^= term.forth & product;
            back ^= term.back & product;
        }
        // So far a step back has the bit of its second square, where the piece begins; it is
        // shifted to the passage's first square.
        let [back, back_to_last_line] = [back & self.ones, back & !self.ones];
        forth | back >> B | back_to_last_line.wrapping_shr(self.line)
    }

    /// Squares whose letters have all bits of `s` set, indexed by `s`. A square is given by the
    /// bits of both passages that have it as their first square.
    ///
    /// Entries for `s` above `E` are empty, since no letter is greater than `E`, the letter of
    /// empty squares.
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

    /// Analyses the set of empty squares of a board; `None` if too many such sets are known
    /// already.
    #[cold]
    pub(crate) fn look(&mut self, board: PackedBoard) -> Option<()> {
        let holes = self.holes(board);
        let number = self.reaches.len();
        if number == MAX_REACHES {
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

    /// Borrows the tables that are needed to make steps.
    pub(crate) fn stepper(&self) -> Stepper<'_, B, E> {
        Stepper {
            changes: &self.changes[..1 << (6 + B)],
            images: &self.images[..1 << (6 + B)],
            ends: &self.ends,
        }
    }
}

/// Maker of steps of packed boards, by table lookup.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stepper<'a, const B: usize, const E: usize> {
    changes: &'a [PackedBoard],
    images: &'a [StepBit],
    ends: &'a [[u8; 2]; 64],
}

impl<const B: usize, const E: usize> Stepper<'_, B, E> {
    /// The piece that goes through a passage: its letter, and the position of the lowest bit of the
    /// letter of the square where it begins.
    #[inline(always)]
    pub(super) fn mover(&self, board: PackedBoard, passage: usize) -> (usize, usize) {
        let [first, second] = self.ends[passage % 64];
        let letter = |bit: u8| board.key.wrapping_shr(bit.into()) & ((1 << B) - 1);
        // If the first square is empty, the piece on the second square moves to it.
        let is_back = letter(first) == PackedLayout::<B, E>::EMPTY;
        let letter = select_unpredictable(is_back, letter(second), letter(first));
        let begin = select_unpredictable(is_back, second, first);
        (letter as usize, begin.into())
    }

    /// Makes the step through a passage. Returns the new board, and the passages that lead back
    /// from the new board and from its mirror image.
    ///
    /// If `MIRROR` is true, the lesser of the new board and its mirror image is returned as the
    /// board.
    #[inline(always)]
    pub(crate) fn after<const MIRROR: bool>(
        &self,
        board: PackedBoard,
        passage: usize,
    ) -> (PackedBoard, [StepBit; 2]) {
        let passage = passage % 64;
        let (letter, _) = self.mover(board, passage);
        let at = letter << 6 | passage;
        let change = &self.changes[at];
        let key = board.key ^ change.key;
        let own = passage as StepBit;
        if !MIRROR {
            return (PackedBoard { key, mirror: 0 }, [own; 2]);
        }
        let mirror = board.mirror ^ change.mirror;
        // A branch on which of the two words is less would often be mispredicted.
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
