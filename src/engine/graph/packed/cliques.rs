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
    /// Mask with the lowest bit of the letter of each square that the piece covers.
    squares: u64,
    /// Square where the mirror image of the piece begins.
    image: u8,
    /// Squares where the piece begins after a step: forth and back along the lines, then across
    /// them. It is the own square where there is no such step.
    beside: [u8; 4],
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
        };
        let change = |piece: PackedPiece| packed.letter(piece) ^ packed.empty(piece.places);
        let [along, across] = match packed.layout.orientation {
            Orientation::Rows => [Direction::Right, Direction::Down],
            Orientation::Columns => [Direction::Down, Direction::Right],
        };
        let directions = [along, along.opposite(), across, across.opposite()];
        for own in packed.pieces.iter().flat_map(|own| own.iter().zip(0..)) {
            let (&Some(piece), cell) = own else { continue };
            let (letter, first) = (piece.kind + 1, packed.first_bit(piece));
            let beside = directions.map(|direction| {
                let to = graph.puzzle().board.neighbour(Cell(cell), direction);
                let to = to.and_then(|to| packed.pieces[piece.kind][to.index()]);
                to.map_or(first, |to| packed.first_bit(to)) as u8
            });
            cliques.placed[letter << 6 | first] = Placed {
                change: PackedBoard {
                    key: change(piece),
                    mirror: change(image(piece)),
                },
                squares: packed.spread(piece.places),
                image: packed.first_bit(image(piece)) as u8,
                beside,
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
        let directions = match lines {
            Lines::Along => 0..2,
            Lines::Across => 2..4,
            Lines::Both => 0..4,
        };
        let occupied = !steps.holes(rest);
        let mut firsts = 1_u64 << first;
        let mut open = firsts;
        while open != 0 {
            let at = open.trailing_zeros() as usize;
            open &= open - 1;
            for &to in &self.placed[letter << 6 | at].beside[directions.clone()] {
                let is_free = self.placed[letter << 6 | usize::from(to)].squares & occupied == 0;
                let new = u64::from(is_free) << to & !firsts;
                firsts |= new;
                open |= new;
            }
        }
        Clique {
            rest,
            letter,
            lines,
            first,
            others: firsts & !(1 << first),
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
