//! The slides and moves of packed boards: cliques of boards that differ in the place of one piece.
//!
//! While all other pieces stand still, any two places that steps of one piece join are one move
//! apart, and any two places that steps in one line join are one slide apart. These boards are a
//! *clique* of the state graph. Each edge belongs to one clique, so a search that follows each
//! clique once, from the first of its boards that it finds, has followed all edges.

use super::mirror::Mirror;
use super::{PackedBoard, PackedLayout, PackedPiece, PackedSteps, StepBits};
use crate::graph::Metric;
use crate::index::Orientation;
use slidewise_board::{Cell, Direction};
use std::hint::select_unpredictable;

/// Boards that differ in the place of one piece, and are neighbours of each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clique {
    /// The boards without the piece: its squares are empty.
    rest: PackedBoard,
    letter: usize,
    lines: Lines,
    /// Square where the piece begins on the board from which the clique is followed, by the lowest
    /// bit of its letter.
    first: usize,
    /// Squares where it begins on the other boards, a bit for each.
    pub(crate) others: u64,
}

/// Directions of the steps within a clique, relative to the lines of the scan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lines {
    /// Along the lines.
    Along,
    /// Across the lines.
    Across,
    /// Both.
    Both,
}

/// A kind's piece that begins at a certain square.
#[derive(Clone, Copy, Default, Debug)]
struct Placed {
    /// Bits that change when the piece is put on empty squares.
    change: PackedBoard,
    /// Square where the mirror image of the piece begins.
    image: u8,
}

/// The squares where a kind's pieces can begin.
#[derive(Clone, Debug, Default)]
struct KindFirsts {
    /// All of them, by the lowest bits of their letters.
    all: u64,
    /// Those from which a step leads forth along the lines, and forth across them.
    forth: [u64; 2],
    /// Number of bits from the first square of a piece to each other one that it covers.
    others: Vec<u8>,
}

/// Tables of the cliques of a puzzle's packed boards.
#[derive(Clone, Debug)]
pub(crate) struct PackedCliques<const B: usize, const E: usize> {
    metric: Metric,
    /// Number of bits from the letter of a square to that of its neighbour in the next line.
    line: usize,
    /// Whether the mirror takes lines along the scan to lines across it.
    exchanges_lines: bool,
    /// The pieces of each kind, indexed by the piece's letter, then its first square.
    placed: Vec<Placed>,
    /// Indexed by letter.
    firsts: Vec<KindFirsts>,
}

impl<const B: usize, const E: usize> PackedCliques<B, E> {
    /// Bytes of the cliques' tables.
    pub(crate) const BYTES: usize = size_of::<Placed>() << (6 + B);

    /// Builds the tables for packed boards of this layout, in slides or in moves.
    pub(crate) fn of(packed: &PackedLayout<'_, B, E>) -> PackedCliques<B, E> {
        let graph = packed.graph;
        let mirror = Mirror::of(packed, &packed.pieces_of(graph.start()));
        let image = |piece| mirror.as_ref().map_or(piece, |mirror| mirror.image(piece));
        let mut cliques = PackedCliques {
            metric: graph.metric(),
            line: B * packed.line_length(),
            exchanges_lines: mirror.as_ref().is_some_and(Mirror::exchanges_axes),
            placed: vec![Placed::default(); 1 << (6 + B)],
            firsts: vec![KindFirsts::default(); 1 << B],
        };
        let change = |piece: PackedPiece| packed.letter(piece) ^ packed.empty(piece.places);
        let [along, across] = match packed.layout.orientation {
            Orientation::Rows => [Direction::Right, Direction::Down],
            Orientation::Columns => [Direction::Down, Direction::Right],
        };
        for own in packed.pieces.iter().flat_map(|own| own.iter().zip(0..)) {
            let (&Some(piece), cell) = own else { continue };
            let (letter, first) = (piece.kind + 1, packed.first_bit(piece));
            let firsts = &mut cliques.firsts[letter];
            firsts.all |= 1 << first;
            for (forth, direction) in firsts.forth.iter_mut().zip([along, across]) {
                let to = graph.puzzle().board.neighbour(Cell(cell), direction);
                let leads = to.is_some_and(|to| packed.pieces[piece.kind][to.index()].is_some());
                *forth |= u64::from(leads) << first;
            }
            let squares = packed.spread(piece.places) >> first;
            firsts.others = (1..64).filter(|own| squares >> own & 1 == 1).collect();
            cliques.placed[letter << 6 | first] = Placed {
                change: PackedBoard {
                    key: change(piece),
                    mirror: change(image(piece)),
                },
                image: packed.first_bit(image(piece)) as u8,
            };
        }
        cliques
    }

    /// The clique of a board's piece that goes through a passage.
    #[inline(always)]
    pub(crate) fn through(
        &self,
        steps: &PackedSteps<B, E>,
        board: PackedBoard,
        passage: usize,
    ) -> Clique {
        let (letter, first) = steps.stepper().mover(board, passage);
        let lines = match self.metric {
            Metric::Slide if passage.is_multiple_of(B) => Lines::Along,
            Metric::Slide => Lines::Across,
            _ => Lines::Both,
        };
        let placed = &self.placed[letter << 6 | first];
        let rest = PackedBoard {
            key: board.key ^ placed.change.key,
            mirror: board.mirror ^ placed.change.mirror,
        };
        let firsts = self.reached(letter, first, steps.holes(rest), lines);
        Clique {
            rest,
            letter,
            lines,
            first,
            others: firsts & !(1 << first),
        }
    }

    /// The squares where a piece can begin after steps in some lines, if `holes` are empty besides
    /// the squares of the piece.
    #[inline(always)]
    fn reached(&self, letter: usize, first: usize, holes: u64, lines: Lines) -> u64 {
        let kind = &self.firsts[letter];
        let others = kind.others.iter();
        let fitting = others.fold(kind.all & holes, |fitting, &other| {
            fitting & holes.wrapping_shr(other.into())
        });
        let [along, across] = match lines {
            Lines::Along => [kind.forth[0] & fitting, 0],
            Lines::Across => [0, kind.forth[1] & fitting],
            Lines::Both => kind.forth.map(|forth| forth & fitting),
        };
        let mut reached = 1_u64 << first;
        loop {
            let forth = (reached & along) << B | (reached & across).wrapping_shl(self.line as u32);
            let back = reached >> B & along | reached.wrapping_shr(self.line as u32) & across;
            let grown = reached | (forth | back) & fitting;
            if grown == reached {
                return reached;
            }
            reached = grown;
        }
    }

    /// The passages by which a piece that begins at a square leaves it, in some lines.
    ///
    /// On a board where a piece begins there, no other piece can go through them.
    #[inline(always)]
    fn passages_at(&self, first: usize, lines: Lines) -> StepBits {
        let at = 1_u64 << first;
        let along = at | at >> B;
        // The passage to the next line has the bit above that of the same line.
        let across = (at | at.checked_shr(self.line as u32).unwrap_or(0)) << 1;
        match lines {
            Lines::Along => along,
            Lines::Across => across,
            Lines::Both => along | across,
        }
    }

    /// The passages of a clique at the board from which it is followed.
    #[inline(always)]
    pub(crate) fn passages(&self, clique: &Clique) -> StepBits {
        self.passages_at(clique.first, clique.lines)
    }

    /// The board of a clique on which the piece begins at `first`, with the passages of the clique
    /// on it and on its mirror image.
    ///
    /// If `MIRROR` is true, the lesser of the board and its mirror image is returned as the board.
    #[inline(always)]
    pub(crate) fn member<const MIRROR: bool>(
        &self,
        clique: &Clique,
        first: usize,
    ) -> (PackedBoard, [StepBits; 2]) {
        let placed = &self.placed[clique.letter << 6 | (first % 64)];
        let key = clique.rest.key ^ placed.change.key;
        let own = self.passages_at(first, clique.lines);
        if !MIRROR {
            return (PackedBoard { key, mirror: 0 }, [own; 2]);
        }
        let lines = match clique.lines {
            Lines::Along if self.exchanges_lines => Lines::Across,
            Lines::Across if self.exchanges_lines => Lines::Along,
            lines => lines,
        };
        let image = self.passages_at(placed.image.into(), lines);
        let mirror = clique.rest.mirror ^ placed.change.mirror;
        let is_less = mirror < key;
        let either = |one, other| select_unpredictable(is_less, one, other);
        let board = PackedBoard {
            key: either(mirror, key),
            mirror: either(key, mirror),
        };
        (board, [either(image, own), either(own, image)])
    }
}
