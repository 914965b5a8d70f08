//! A board of any pieces in one word: which cells are occupied, which neighbours belong to one
//! piece, and where the goal piece is.

use super::field::{Field, cells_of};
use super::word::Word;
use slidewise_engine::graph::Metric;

/// How boards of a [`Field`] are written in a word.
///
/// The word holds three planes of one bit a cell: occupied; joined to the cell on the right; joined
/// to the cell below. Above them stands the first cell of the goal piece. A piece moves by a shift
/// of its own bits in all planes at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardCode {
    field: Field,
    /// Where the first cell of the goal piece stands: the plane below ends a row early.
    goal_shift: u32,
    /// Pieces move along their length only, as cars do.
    is_lengthwise: bool,
}

/// The planes of a word.
#[derive(Clone, Copy)]
struct Planes {
    occupied: u64,
    right: u64,
    below: u64,
}

impl BoardCode {
    /// How boards are written.
    pub(crate) fn new(field: Field, is_lengthwise: bool) -> BoardCode {
        BoardCode {
            field,
            goal_shift: 3 * field.cells() - field.columns(),
            is_lengthwise,
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

    /// The pieces in the reading order of their first cells.
    pub(crate) fn pieces<W: Word>(&self, board: W) -> Vec<u64> {
        let planes = self.planes(board);
        let mut left = planes.occupied;
        let mut pieces = Vec::new();
        while left != 0 {
            let piece = self.piece_at(planes, left & left.wrapping_neg());
            left &= !piece;
            pieces.push(piece);
        }
        pieces
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

    /// What all moves of a piece keep: its shape, and its line where pieces keep to theirs.
    #[inline]
    pub(crate) fn kind(&self, piece: u64) -> u64 {
        if !self.is_lengthwise || piece & (piece - 1) == 0 {
            return self.field.normal_form(piece);
        }
        let first = piece.trailing_zeros();
        let (row, column) = self.field.place(first);
        if piece & (piece >> 1) == 0 {
            piece >> (row * self.field.columns())
        } else {
            piece >> column
        }
    }

    /// The cells from which a piece cannot go on in each direction, if it may stand on `room`; all
    /// cells across the length of a piece that keeps to it.
    #[inline(always)]
    fn stuck(&self, piece: u64, right: u64, room: u64) -> [u64; 4] {
        let columns = self.field.columns();
        let mut stuck = [
            !(room << columns),
            !(room >> columns),
            !((room & self.field.has_right()) << 1),
            !((room >> 1) & self.field.has_right()),
        ];
        if self.is_lengthwise && piece & (piece - 1) != 0 {
            let across = if right == 0 {
                [LEFT, RIGHT]
            } else {
                [UP, DOWN]
            };
            for direction in across {
                stuck[direction] = u64::MAX;
            }
        }
        stuck
    }

    /// Calls `visit` with each piece that has an empty cell beside it.
    #[inline(always)]
    fn for_each_mobile<W: Word>(&self, board: W, mut visit: impl FnMut(Mobile<W>)) {
        let planes = self.planes(board);
        let empty = self.field.open() & !planes.occupied;
        let goal_cell = self.goal_cell(board);
        let mut beside_empty = planes.occupied & self.field.beside(empty);
        while beside_empty != 0 {
            let piece = self.piece_at(planes, beside_empty & beside_empty.wrapping_neg());
            beside_empty &= !piece;
            let bits = self.joined(piece, planes.right & piece, planes.below & piece);
            let mut rest = board.without(bits);
            let is_goal = piece.trailing_zeros() == goal_cell;
            if is_goal {
                rest = rest.without(W::from_low(u64::from(goal_cell)).up(self.goal_shift));
            }
            let goal_shift = is_goal.then_some(self.goal_shift);
            visit(Mobile {
                piece,
                bits,
                rest,
                goal_shift,
                stuck: self.stuck(piece, planes.right & piece, empty | piece),
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

    /// Appends the cliques of a board: one for each piece that can move.
    #[inline]
    pub(crate) fn append_cliques<W: Word>(&self, board: W, cliques: &mut Vec<BoardClique<W>>) {
        self.for_each_mobile(board, |mobile| {
            let from = mobile.piece.trailing_zeros();
            let places = self.places(&mobile);
            if places & (places - 1) != 0 {
                cliques.push(BoardClique {
                    rest: mobile.rest,
                    bits: mobile.bits,
                    piece: mobile.piece,
                    from,
                    places,
                    goal_shift: mobile.goal_shift,
                });
            }
        });
    }

    /// The first cells that a piece has on its paths.
    #[inline(always)]
    fn places<W: Word>(&self, mobile: &Mobile<W>) -> u64 {
        let piece = mobile.piece;
        let mut reached = piece & piece.wrapping_neg();
        let fitting = self.fitting(piece, mobile.room);
        let keeps_line = self.is_lengthwise && piece & (piece - 1) != 0;
        let is_lying = piece & (piece >> 1) != 0;
        loop {
            let beside = match keeps_line {
                true if is_lying => self.field.beside_in_row(reached),
                true => self.field.beside_in_column(reached),
                false => self.field.beside(reached),
            };
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

/// The boards that differ from one another by the place of one piece, which any of its paths joins:
/// each is one move from each other.
#[derive(Clone, Copy)]
pub(crate) struct BoardClique<W> {
    /// Its bits without the piece, and without the place of the goal piece if it is that.
    rest: W,
    /// The bits of the piece in all planes.
    bits: W,
    /// The cells of the piece on the board.
    piece: u64,
    /// The first one of them.
    from: u32,
    /// Its possible first cells, that one among them.
    places: u64,
    /// Where the place of the goal piece is written, if it is that.
    goal_shift: Option<u32>,
}

impl<W: Word> BoardClique<W> {
    /// The board of the clique with the piece at its first place, and that place: they name the
    /// clique.
    #[inline]
    pub(crate) fn name(&self) -> (W, u32) {
        let place = self.first_place();
        (self.board_at(place), place)
    }

    /// The possible first cells of the piece.
    #[inline(always)]
    pub(crate) fn places(&self) -> u64 {
        self.places
    }

    /// The first one of them.
    #[inline(always)]
    pub(crate) fn first_place(&self) -> u32 {
        self.places.trailing_zeros()
    }

    /// The cells of the piece when it begins at one of its places.
    #[inline(always)]
    pub(crate) fn piece_at(&self, place: u32) -> u64 {
        self.piece >> self.from << place
    }

    /// The board with the piece at one of its places.
    #[inline(always)]
    pub(crate) fn board_at(&self, to: u32) -> W {
        placed(self.rest, self.bits, self.from, to, self.goal_shift)
    }

    /// The boards of the clique, but for the one that was asked about.
    #[inline]
    pub(crate) fn others(&self) -> impl Iterator<Item = W> {
        let others = self.places & !(1 << self.from);
        cells_of(others).map(|place| self.board_at(place))
    }
}

/// The board with a piece whose first cell was `from` and is now `to`.
#[inline(always)]
fn placed<W: Word>(rest: W, bits: W, from: u32, to: u32, goal_shift: Option<u32>) -> W {
    let shifted = if to > from {
        bits.up(to - from)
    } else {
        bits.down(from - to)
    };
    let board = rest.with(shifted);
    match goal_shift {
        Some(shift) => board.with(W::from_low(u64::from(to)).up(shift)),
        None => board,
    }
}

/// One piece of a board that has an empty cell beside it.
struct Mobile<W> {
    piece: u64,
    /// The bits of the piece in all planes.
    bits: W,
    /// The board without the piece, and without the place of the goal piece if it is that.
    rest: W,
    /// Where the place of the goal piece is written, if it is that.
    goal_shift: Option<u32>,
    /// The empty cells and those of the piece.
    room: u64,
    /// Cells from which a piece cannot go on in each direction.
    stuck: [u64; 4],
}

// The places of the directions in `stuck`.
const UP: usize = 0;
const DOWN: usize = 1;
const LEFT: usize = 2;
const RIGHT: usize = 3;

impl<W: Word> Mobile<W> {
    /// Appends the boards that at most `most` cells in one direction lead to.
    #[inline(always)]
    fn append_in<const DIRECTION: usize>(&self, columns: u32, most: u32, boards: &mut Vec<W>) {
        let from = self.piece.trailing_zeros();
        let mut piece = self.piece;
        for _ in 0..most {
            if piece & self.stuck[DIRECTION] != 0 {
                return;
            }
            piece = match DIRECTION {
                UP => piece >> columns,
                DOWN => piece << columns,
                LEFT => piece >> 1,
                _ => piece << 1,
            };
            let to = piece.trailing_zeros();
            boards.push(placed(self.rest, self.bits, from, to, self.goal_shift));
        }
    }
}
