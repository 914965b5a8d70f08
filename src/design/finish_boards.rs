//! The solved boards of a family with given numbers of pieces, by their sets of pieces.

use super::board_code::BoardCode;
use super::family::{Family, ListedPiece, Pieces};
use super::universe::PieceTally;
use super::word::{Word, scramble};
use std::collections::BTreeMap;

/// Goes through all boards with given pieces.
#[derive(Clone, Copy)]
pub(crate) struct BoardLister<'a> {
    family: &'a Family,
    code: BoardCode,
}

/// What is laid out so far.
#[derive(Clone, Copy)]
struct Laid<W> {
    board: W,
    /// The sum of the hashes of the pieces' kinds.
    key: u64,
    /// Cells about which nothing is decided.
    undecided: u64,
    /// Pieces that are still to be laid.
    remaining: PieceTally,
    /// Cells that these need at least.
    needed: u32,
    has_empty_cell: bool,
}

impl<'a> BoardLister<'a> {
    /// A lister of the boards of a family.
    pub(crate) fn new(family: &'a Family) -> BoardLister<'a> {
        BoardLister {
            family,
            code: family.code(),
        }
    }

    /// Calls `visit` with each board that has `goal_piece` in this place and pieces as `tally`
    /// says, and with a number that is equal for boards with the same kinds of pieces.
    pub(crate) fn for_each_board<W: Word>(
        &self,
        goal_piece: u64,
        tally: PieceTally,
        visit: &mut impl FnMut(u64, W),
    ) {
        let laid = Laid {
            board: self.code.goal_piece::<W>(goal_piece),
            key: 0,
            undecided: self.family.field.open() & !goal_piece,
            remaining: tally,
            needed: self.needed(tally),
            has_empty_cell: false,
        };
        self.lay(laid, visit);
    }

    /// Cells that pieces need at least.
    fn needed(&self, tally: PieceTally) -> u32 {
        match &self.family.pieces {
            Pieces::AnyPolyominoes(_) => tally.pieces(0),
            Pieces::Listed(kinds) => {
                let kinds = kinds.iter().enumerate();
                kinds
                    .map(|(kind, listed)| tally.pieces(kind) * listed.shape.count_ones())
                    .sum()
            }
        }
    }

    /// Whether a piece that is still to be laid begins before the undecided cells only.
    fn is_too_late<W: Word>(&self, laid: &Laid<W>) -> bool {
        let Pieces::Listed(kinds) = &self.family.pieces else {
            return false;
        };
        let first = laid.undecided.trailing_zeros();
        let is_late = |(kind, listed): (usize, &ListedPiece)| {
            let last = listed.placements.last();
            laid.remaining.pieces(kind) > 0 && last.is_none_or(|own| own.trailing_zeros() < first)
        };
        kinds.iter().enumerate().any(is_late)
    }

    fn lay<W: Word>(&self, laid: Laid<W>, visit: &mut impl FnMut(u64, W)) {
        if laid.needed == 0 {
            let lacks_empty = laid.undecided == 0 && !laid.has_empty_cell;
            if !(lacks_empty && laid.remaining.has_empty_cell()) {
                visit(laid.key, laid.board);
            }
            return;
        }
        let left = laid.undecided.count_ones();
        if left < laid.needed || self.is_too_late(&laid) {
            return;
        }
        self.lay(
            Laid {
                undecided: laid.undecided & (laid.undecided - 1),
                has_empty_cell: true,
                ..laid
            },
            visit,
        );
        let is_any = matches!(self.family.pieces, Pieces::AnyPolyominoes(_));
        let most = left - (laid.needed - 1);
        self.family
            .for_each_piece(laid.undecided, most, &mut |piece, kind| {
                let Some(remaining) = laid.remaining.without_piece(kind) else {
                    return;
                };
                let taken = if is_any { 1 } else { piece.count_ones() };
                let next = Laid {
                    board: laid.board.with(self.code.piece(piece)),
                    key: laid.key.wrapping_add(scramble(self.code.kind(piece))),
                    undecided: laid.undecided & !piece,
                    remaining,
                    needed: laid.needed - taken,
                    ..laid
                };
                self.lay(next, visit);
            });
    }

    /// The kinds of all pieces of a board, in order.
    fn kinds<W: Word>(&self, board: W) -> Vec<u64> {
        let pieces = self.code.pieces(board);
        let mut kinds: Vec<u64> = pieces
            .into_iter()
            .map(|piece| self.code.kind(piece))
            .collect();
        kinds.sort_unstable();
        kinds
    }

    /// Calls `visit` with the boards of each set of pieces; boards of one set have one key.
    ///
    /// Boards of two sets with one key are told apart by their pieces.
    pub(crate) fn for_each_set<W: Word, E>(
        &self,
        mut boards: Vec<(u64, W)>,
        visit: &mut impl FnMut(&[W]) -> Result<(), E>,
    ) -> Result<(), E> {
        boards.sort_unstable();
        let mut group = Vec::new();
        for run in boards.chunk_by(|a, b| a.0 == b.0) {
            group.clear();
            group.extend(run.iter().map(|(_, board)| *board));
            let kinds = self.kinds(group[0]);
            if group.iter().all(|board| self.kinds(*board) == kinds) {
                visit(&group)?;
                continue;
            }
            let mut sets: BTreeMap<Vec<u64>, Vec<W>> = BTreeMap::new();
            for &board in &group {
                sets.entry(self.kinds(board)).or_default().push(board);
            }
            for set in sets.values() {
                visit(set)?;
            }
        }
        Ok(())
    }
}
