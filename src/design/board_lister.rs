//! The boards of a family with given numbers of pieces, by their sets of pieces.

use super::board_code::BoardCode;
use super::family::{Family, POLYOMINO_KINDS, Pieces};
use super::listed_piece::ListedPiece;
use super::universe::PieceTally;
use super::word::Word;
use std::collections::BTreeMap;

/// Goes through all boards with given pieces.
#[derive(Clone, Copy)]
pub(crate) struct BoardLister<'a> {
    family: &'a Family,
    code: BoardCode<'a>,
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
        let board = self.code.goal_piece::<W>(goal_piece);
        self.lay_all(board, goal_piece, tally, visit);
    }

    /// Calls `visit` with each board that has pieces as `tally` says and no goal piece, and with a
    /// number as [`BoardLister::for_each_board`] does.
    pub(crate) fn for_each_without_goal<W: Word>(
        &self,
        tally: PieceTally,
        visit: &mut impl FnMut(u64, W),
    ) {
        self.lay_all(W::ZERO, 0, tally, visit);
    }

    /// Lays all pieces beside those of `board`, which cover `covered`.
    fn lay_all<W: Word>(
        &self,
        board: W,
        covered: u64,
        tally: PieceTally,
        visit: &mut impl FnMut(u64, W),
    ) {
        let kinds = 0..self.family.kinds();
        let cells = kinds.map(|kind| tally.pieces(kind) * self.family.min_cells(kind));
        let laid = Laid {
            board,
            key: 0,
            undecided: self.family.field.open() & !covered,
            remaining: tally,
            needed: cells.sum(),
            has_empty_cell: false,
        };
        self.lay(laid, visit);
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
        let most = self.max_cells(&laid);
        self.family
            .for_each_piece(laid.undecided, most, &mut |piece, kind| {
                let Some(remaining) = laid.remaining.without_piece(kind) else {
                    return;
                };
                let next = Laid {
                    board: laid.board.with(self.code.piece(piece)),
                    key: laid
                        .key
                        .wrapping_add(self.code.kind::<W>(piece).scrambled()),
                    undecided: laid.undecided & !piece,
                    remaining,
                    needed: laid.needed - self.family.min_cells(kind),
                    ..laid
                };
                self.lay(next, visit);
            });
    }

    /// The most cells of the next polyomino, so that the others find room.
    fn max_cells<W: Word>(&self, laid: &Laid<W>) -> u32 {
        let mut kinds = (0..self.family.kinds()).rev();
        let largest = kinds.find(|kind| laid.remaining.pieces(*kind) > 0);
        let least = largest.map_or(0, |kind| self.family.min_cells(kind));
        if largest == Some(POLYOMINO_KINDS.len() - 1) {
            return laid.undecided.count_ones() - (laid.needed - least);
        }
        least
    }

    /// Replaces `kinds` by the kinds of all pieces of a board, in order.
    fn list_kinds<W: Word>(&self, board: W, kinds: &mut Vec<W>) {
        kinds.clear();
        self.code
            .for_each_piece(board, |piece| kinds.push(self.code.kind(piece)));
        kinds.sort_unstable();
    }

    /// Calls `visit` with the boards of each set of pieces, in order; boards of one set have one
    /// key.
    ///
    /// Boards of two sets with one key are told apart by their pieces.
    pub(crate) fn for_each_set<W: Word, E>(
        &self,
        boards: &mut [(u64, W)],
        visit: &mut impl FnMut(&[W]) -> Result<(), E>,
    ) -> Result<(), E> {
        boards.sort_unstable();
        let mut group = Vec::new();
        let (mut expected, mut kinds) = (Vec::new(), Vec::new());
        for run in boards.chunk_by(|a, b| a.0 == b.0) {
            group.clear();
            group.extend(run.iter().map(|(_, board)| *board));
            self.list_kinds(group[0], &mut expected);
            let mut is_of_set = |board: &W| {
                self.list_kinds(*board, &mut kinds);
                kinds == expected
            };
            if group[1..].iter().all(&mut is_of_set) {
                visit(&group)?;
                continue;
            }
            let mut sets: BTreeMap<Vec<W>, Vec<W>> = BTreeMap::new();
            for &board in &group {
                self.list_kinds(board, &mut kinds);
                sets.entry(kinds.clone()).or_default().push(board);
            }
            for set in sets.values() {
                visit(set)?;
            }
        }
        Ok(())
    }
}
