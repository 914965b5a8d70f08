//! A board of any pieces in one word: which cells are occupied, which neighbours belong to one
//! piece, and where the goal piece is.

use super::board_clique::BoardClique;
use super::field::{Field, cells_of};
use super::listed_piece::ListedPiece;
use super::mobile_piece::{DOWN, LEFT, MobilePiece, RIGHT, UP};
use super::word::Word;
use slidewise_engine::graph::Metric;

/// How boards of a [`Field`] are written in a word.
///
/// The word holds three planes of one bit a cell: occupied; joined to the cell on the right; joined
/// to the cell below. Above them stands the first cell of the goal piece. A piece moves by a shift
/// of its own bits in all planes at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardCode<'a> {
    field: Field,
    /// Where the first cell of the goal piece stands: the plane below ends a row early.
    goal_shift: u32,
    /// Pieces move along their length only, as cars do.
    is_lengthwise: bool,
    /// The kinds of pieces beside the goal piece, if some keep to a row or column by themselves.
    held: &'a [ListedPiece],
    /// A piece of each board is marked as the goal piece.
    has_goal_piece: bool,
}

/// The planes of a word.
#[derive(Clone, Copy)]
struct Planes {
    occupied: u64,
    right: u64,
    below: u64,
}

impl<'a> BoardCode<'a> {
    /// How boards are written.
    pub(crate) fn new(field: Field, is_lengthwise: bool, held: &'a [ListedPiece]) -> Self {
        BoardCode {
            field,
            goal_shift: 3 * field.cells() - field.columns(),
            is_lengthwise,
            held,
            has_goal_piece: true,
        }
    }

    /// The same for boards on which no piece is marked.
    pub(crate) fn without_goal_piece(self) -> Self {
        BoardCode {
            has_goal_piece: false,
            ..self
        }
    }

    /// Whether some kinds of pieces keep to a row or column by themselves.
    pub(crate) fn holds_pieces(&self) -> bool {
        !self.held.is_empty()
    }

    /// Whether a piece keeps to its row, and whether it keeps to its column.
    #[inline]
    pub(crate) fn kept_lines(&self, piece: u64, is_goal: bool) -> [bool; 2] {
        let is_car = self.is_lengthwise && piece & (piece - 1) != 0;
        let is_lying = self.field.is_lying(piece);
        let own = [is_car && is_lying, is_car && !is_lying];
        let mut held = self.held.iter().filter(|_| !is_goal);
        match held.find(|kind| kind.placements.binary_search(&piece).is_ok()) {
            Some(kind) => [own[0] || kind.keeps_row, own[1] || kind.keeps_column],
            None => own,
        }
    }

    /// Where the first cell of the goal piece stands.
    pub(crate) fn goal_shift(&self) -> u32 {
        self.goal_shift
    }

    /// Whether the boards fit into 64 bits.
    pub(crate) fn fits_64_bits(field: Field) -> bool {
        let goal_bits = u32::BITS - field.cells().leading_zeros();
        3 * field.cells() - field.columns() + goal_bits <= u64::BITS
    }

    /// The bits of one piece.
    #[inline]
    pub(crate) fn piece<W: Word>(&self, piece: u64) -> W {
        let right = piece & (piece >> 1) & self.field.has_right();
        let below = piece & (piece >> self.field.columns());
        self.joined(piece, right, below)
    }

    #[inline]
    fn joined<W: Word>(&self, piece: u64, right: u64, below: u64) -> W {
        let cells = self.field.cells();
        let low = W::from_low(piece).with(W::from_low(right).up(cells));
        low.with(W::from_low(below).up(2 * cells))
    }

    /// The bits of the goal piece: its own and its place.
    pub(crate) fn goal_piece<W: Word>(&self, piece: u64) -> W {
        let place = u64::from(piece.trailing_zeros());
        self.piece::<W>(piece)
            .with(W::from_low(place).up(self.goal_shift))
    }

    /// The first cell of the goal piece.
    #[inline]
    pub(crate) fn goal_cell<W: Word>(&self, board: W) -> u32 {
        board.down(self.goal_shift).low() as u32
    }

    #[inline]
    fn planes<W: Word>(&self, board: W) -> Planes {
        let cells = self.field.cells();
        let rows_above = cells - self.field.columns();
        Planes {
            occupied: board.low() & self.field.all(),
            right: board.down(cells).low() & self.field.all(),
            below: board.down(2 * cells).low() & ((1 << rows_above) - 1),
        }
    }

    /// The piece that covers `seed`, which is one occupied cell.
    #[inline]
    fn piece_at(&self, planes: Planes, seed: u64) -> u64 {
        let columns = self.field.columns();
        let mut piece = seed;
        loop {
            let sideways = ((piece & planes.right) << 1) | ((piece >> 1) & planes.right);
            let upright = ((piece & planes.below) << columns) | ((piece >> columns) & planes.below);
            let grown = piece | sideways | upright;
            if grown == piece {
                return piece;
            }
            piece = grown;
        }
    }

    /// Calls `visit` with the pieces in the reading order of their first cells.
    #[inline(always)]
    pub(crate) fn for_each_piece<W: Word>(&self, board: W, mut visit: impl FnMut(u64)) {
        let planes = self.planes(board);
        let mut left = planes.occupied;
        while left != 0 {
            let piece = self.piece_at(planes, left & left.wrapping_neg());
            left &= !piece;
            visit(piece);
        }
    }

    /// The pieces in the reading order of their first cells.
    pub(crate) fn pieces<W: Word>(&self, board: W) -> Vec<u64> {
        let mut pieces = Vec::new();
        self.for_each_piece(board, |piece| pieces.push(piece));
        pieces
    }

    /// A board without a goal piece, with that piece as the goal piece that begins in this cell.
    pub(crate) fn with_goal_cell<W: Word>(&self, board: W, cell: u32) -> W {
        board.with(W::from_low(u64::from(cell)).up(self.goal_shift))
    }

    /// The first cells of the pieces that touch both of these sets of cells.
    #[inline]
    pub(crate) fn pieces_touching<W: Word>(&self, board: W, one: u64, other: u64) -> u32 {
        let planes = self.planes(board);
        let mut left = planes.occupied & one;
        let mut first_cells = 0;
        while left != 0 {
            let piece = self.piece_at(planes, left & left.wrapping_neg());
            left &= !piece;
            if piece & other != 0 {
                first_cells |= 1 << piece.trailing_zeros();
            }
        }
        first_cells
    }

    /// The goal piece.
    pub(crate) fn goal_cells<W: Word>(&self, board: W) -> u64 {
        self.piece_at(self.planes(board), 1 << self.goal_cell(board))
    }

    /// The board without some cells of one of its pieces; the rest of the piece is connected and
    /// it is not the goal piece.
    pub(crate) fn reduced<W: Word>(&self, board: W, piece: u64, removed: u64) -> W {
        let bare = board.without(self.piece(piece));
        match piece & !removed {
            0 => bare,
            rest => bare.with(self.piece(rest)),
        }
    }

    /// What all moves of a piece keep: its bits in all planes, moved so that its first cell is the
    /// first one; with its line where all pieces keep to theirs.
    #[inline]
    pub(crate) fn kind<W: Word>(&self, piece: u64) -> W {
        let first = piece.trailing_zeros();
        let shape = self.piece::<W>(piece).down(first);
        if !self.is_lengthwise || piece & (piece - 1) == 0 {
            return shape;
        }
        let (row, column) = self.field.place(first);
        let is_lying = self.field.is_lying(piece);
        let line = u64::from(if is_lying { row } else { column });
        shape.with(W::from_low(line).up(self.goal_shift))
    }

    /// The cells from which a piece cannot go on in each direction, if it may stand on `room`; all
    /// cells where it keeps to a line across that direction.
    #[inline(always)]
    fn stuck(&self, piece: u64, is_goal: bool, room: u64) -> [u64; 4] {
        let columns = self.field.columns();
        let mut stuck = [
            !(room << columns),
            !(room >> columns),
            !((room & self.field.has_right()) << 1),
            !((room >> 1) & self.field.has_right()),
        ];
        if self.is_lengthwise || self.holds_pieces() {
            let [keeps_row, keeps_column] = self.kept_lines(piece, is_goal);
            let across = [keeps_row, keeps_row, keeps_column, keeps_column];
            for (cells, _) in stuck.iter_mut().zip(across).filter(|own| own.1) {
                *cells = u64::MAX;
            }
        }
        stuck
    }

    /// Calls `visit` with each piece that has an empty cell beside it.
    #[inline(always)]
    fn for_each_mobile<W: Word>(&self, board: W, mut visit: impl FnMut(MobilePiece<W>)) {
        let planes = self.planes(board);
        let empty = self.field.open() & !planes.occupied;
        let goal_cell = self.goal_cell(board);
        let mut beside_empty = planes.occupied & self.field.beside(empty);
        while beside_empty != 0 {
            let piece = self.piece_at(planes, beside_empty & beside_empty.wrapping_neg());
            beside_empty &= !piece;
            let bits = self.joined(piece, planes.right & piece, planes.below & piece);
            let mut rest = board.without(bits);
            let is_goal = self.has_goal_piece && piece.trailing_zeros() == goal_cell;
            if is_goal {
                rest = rest.without(W::from_low(u64::from(goal_cell)).up(self.goal_shift));
            }
            let goal_shift = is_goal.then_some(self.goal_shift);
            visit(MobilePiece {
                piece,
                bits,
                rest,
                goal_shift,
                stuck: self.stuck(piece, is_goal, empty | piece),
                room: empty | piece,
            });
        }
    }

    /// Appends the boards that one step or slide leads to.
    #[inline]
    pub(crate) fn append_straight<W: Word>(&self, board: W, most: u32, successors: &mut Vec<W>) {
        let columns = self.field.columns();
        self.for_each_mobile(board, |mobile| {
            mobile.append_in::<UP>(columns, most, successors);
            mobile.append_in::<DOWN>(columns, most, successors);
            mobile.append_in::<LEFT>(columns, most, successors);
            mobile.append_in::<RIGHT>(columns, most, successors);
        });
    }

    /// Calls `visit` with the cliques of a board whose boards are all one edge apart.
    ///
    /// In moves those of pieces whose first cell is among `followed` are left out.
    #[inline(always)]
    pub(crate) fn for_each_edge_clique<W: Word>(
        &self,
        board: W,
        metric: Metric,
        followed: u64,
        mut visit: impl FnMut(&BoardClique<W>),
    ) {
        let columns = self.field.columns();
        self.for_each_mobile(board, |mobile| {
            let from = mobile.piece.trailing_zeros();
            let mut visit = |places: u64| {
                if places & (places - 1) != 0 {
                    visit(&mobile.clique(places));
                }
            };
            match metric {
                Metric::Move if followed >> from & 1 == 0 => visit(self.places(&mobile)),
                Metric::Move => {}
                Metric::Slide => {
                    visit(mobile.line::<LEFT, RIGHT>(1));
                    visit(mobile.line::<UP, DOWN>(columns));
                }
                Metric::Step | Metric::Line => {
                    visit(mobile.pair::<LEFT>(-1));
                    visit(mobile.pair::<RIGHT>(1));
                    visit(mobile.pair::<UP>(-columns.cast_signed()));
                    visit(mobile.pair::<DOWN>(columns.cast_signed()));
                }
            }
        });
    }

    /// Appends the cliques of a board in moves: one for each piece that can move.
    #[inline]
    pub(crate) fn append_cliques<W: Word>(&self, board: W, cliques: &mut Vec<BoardClique<W>>) {
        self.for_each_edge_clique(board, Metric::Move, 0, |clique| cliques.push(*clique));
    }

    /// The first cells that a piece has on its paths.
    #[inline(always)]
    fn places<W: Word>(&self, mobile: &MobilePiece<W>) -> u64 {
        let piece = mobile.piece;
        let mut reached = piece & piece.wrapping_neg();
        let fitting = self.fitting(piece, mobile.room);
        let mask = |direction: usize| match mobile.stuck[direction] {
            u64::MAX => 0,
            _ => u64::MAX,
        };
        let (in_row, in_column) = (mask(LEFT), mask(UP));
        loop {
            let beside = (self.field.beside_in_row(reached) & in_row)
                | (self.field.beside_in_column(reached) & in_column);
            let grown = (reached | beside) & fitting;
            if grown == reached {
                return reached;
            }
            reached = grown;
        }
    }

    /// The first cells from which a piece would lie in `room`.
    #[inline(always)]
    fn fitting(&self, piece: u64, room: u64) -> u64 {
        let from = piece.trailing_zeros();
        let (_, column) = self.field.place(from);
        let mut fitting = room;
        for cell in cells_of(piece & (piece - 1)) {
            let (_, own) = self.field.place(cell);
            // Where the cell lies that many columns to the side, some first cells would put it
            // into another row.
            let within = match own.checked_sub(column) {
                Some(right) => self.field.with_right(right),
                None => self.field.with_left(column - own),
            };
            fitting &= (room >> (cell - from)) & within;
        }
        fitting
    }

    /// Appends the boards that one edge leads to.
    pub(crate) fn append_successors<W: Word>(
        &self,
        board: W,
        metric: Metric,
        successors: &mut Vec<W>,
    ) {
        match metric {
            Metric::Step | Metric::Line => self.append_straight(board, 1, successors),
            Metric::Slide => self.append_straight(board, u32::MAX, successors),
            Metric::Move => {
                let mut cliques = Vec::new();
                self.append_cliques(board, &mut cliques);
                for clique in cliques {
                    successors.extend(clique.others());
                }
            }
        }
    }
}
