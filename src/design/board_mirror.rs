//! Mirror images of boards in words: left and right exchanged.

use super::board_clique::BoardClique;
use super::board_code::BoardCode;
use super::family::GoalPiece;
use super::field::Field;
use super::word::Word;

/// The reflection that exchanges left and right, for the boards with one goal piece.
///
/// Of a board and its image the lesser word is the *canonical* one. Where the solved boards are
/// closed under the reflection, a board and its image are equally far from them, so a search needs
/// the canonical boards only.
#[derive(Clone, Debug)]
pub(crate) struct BoardMirror<W> {
    columns: u32,
    /// The first cell of each row, in all planes.
    first_column: W,
    /// The plane of joints to the right.
    right: W,
    goal_shift: u32,
    /// The first cell of the goal piece's image, by that of the goal piece.
    goal_cells: Vec<u32>,
    /// The image of each cell.
    cells: Vec<u32>,
    /// The row of each cell.
    rows: Vec<u64>,
}

impl<W: Word> BoardMirror<W> {
    /// The reflection, if it keeps the open cells, the goal piece and where it must go.
    pub(crate) fn of(
        field: &Field,
        code: BoardCode<'_>,
        goal_piece: &GoalPiece,
    ) -> Option<BoardMirror<W>> {
        let is_kept = |sets: &[u64]| sets.iter().all(|set| sets.contains(&field.reflected(*set)));
        let keeps_goal = is_kept(&goal_piece.placements) && is_kept(&goal_piece.finishes);
        if !keeps_goal || !is_kept(&[field.open()]) || goal_piece.start.is_some() {
            return None;
        }
        let (rows, columns) = (3 * field.rows() - 1, field.columns());
        let cells = 0..field.cells();
        let row = |cell: u32| ((1 << columns) - 1) << (field.place(cell).0 * columns);
        let first = |mask: W, row: u32| mask.with(W::from_low(1).up(row * columns));
        let mut goal_cells = vec![0; field.cells() as usize];
        for &placement in &goal_piece.placements {
            let image = field.reflected(placement).trailing_zeros();
            goal_cells[placement.trailing_zeros() as usize] = image;
        }
        Some(BoardMirror {
            columns,
            first_column: (0..rows).fold(W::ZERO, first),
            right: W::from_low(field.all()).up(field.cells()),
            goal_shift: code.goal_shift(),
            goal_cells,
            rows: cells.clone().map(row).collect(),
            cells: cells
                .map(|cell| field.reflected(1 << cell).trailing_zeros())
                .collect(),
        })
    }

    /// The mirror image of a board.
    #[inline(always)]
    pub(crate) fn image(&self, board: W) -> W {
        let last = self.columns - 1;
        let column = |column: u32| board.down(column).common(self.first_column);
        let image = (0..=last).fold(W::ZERO, |image, own| image.with(column(own).up(last - own)));
        // A joint is noted at the left one of its cells, which was the right one.
        let joints = image.common(self.right);
        let image = image.without(joints).with(joints.down(1));
        let goal_cell = board.down(self.goal_shift).low() as usize;
        let goal_cell = u64::from(self.goal_cells[goal_cell]);
        image.with(W::from_low(goal_cell).up(self.goal_shift))
    }

    /// The lesser one of a board and its image.
    #[inline(always)]
    pub(crate) fn canonical(&self, board: W) -> W {
        board.min(self.image(board))
    }

    /// Number of boards that a canonical board stands for: itself, and its image if that differs.
    pub(crate) fn size(&self, board: W) -> u64 {
        1 + u64::from(self.image(board) != board)
    }

    /// The canonical boards of a set without repetitions; `None` if the set is not closed under
    /// the reflection.
    pub(crate) fn canonical_boards(&self, boards: &[W]) -> Option<Vec<W>> {
        let mut canonical: Vec<W> = boards.iter().map(|&own| self.canonical(own)).collect();
        canonical.sort_unstable();
        canonical.dedup();
        let sizes = canonical.iter().map(|&own| self.size(own));
        (sizes.sum::<u64>() == boards.len() as u64).then_some(canonical)
    }

    /// The name of a clique and of its mirror image: a canonical board of either, and the first
    /// cell of the piece on it.
    ///
    /// The clique's board with the piece at the first of its places names both, or that which
    /// becomes so in the image; the least of these words and their images counts.
    #[inline]
    pub(crate) fn name(&self, clique: &BoardClique<W>) -> (W, u32) {
        let first = clique.first_place();
        let name = self.least(clique, first);
        // An image begins in the same row, and the further left the further right the piece lies.
        let row = clique.places() & self.rows[first as usize];
        let last = u64::BITS - 1 - row.leading_zeros();
        if last == first {
            return name;
        }
        name.min(self.least(clique, last))
    }

    /// The lesser one of a board of a clique and its image, with the first cell of the piece.
    #[inline(always)]
    fn least(&self, clique: &BoardClique<W>, place: u32) -> (W, u32) {
        let board = clique.board_at(place);
        let piece = clique.piece_at(place);
        // The image begins where the piece's first row ends.
        let first_row = piece & self.rows[place as usize];
        let end = u64::BITS - 1 - first_row.leading_zeros();
        let image = (self.image(board), self.cells[end as usize]);
        image.min((board, place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family::Family;
    use crate::field::cells_of;
    use crate::universe::{CountMeans, Counter};

    /// The image of a board, made piece by piece.
    fn slow_image<W: Word>(field: &Field, code: BoardCode<'_>, board: W) -> W {
        let reflected = |piece: u64| {
            cells_of(piece).fold(0, |image, cell| {
                let (row, column) = field.place(cell);
                image | 1 << ((row + 1) * field.columns() - 1 - column)
            })
        };
        let goal = code.goal_cells(board);
        let others = code.pieces(board).into_iter().filter(|own| *own != goal);
        others.fold(code.goal_piece(reflected(goal)), |image: W, own| {
            image.with(code.piece(reflected(own)))
        })
    }

    fn check<W: Word + std::fmt::Debug>(family: &Family) {
        let code = family.code();
        let goal_piece = &family.goal_pieces[0];
        let mirror = BoardMirror::<W>::of(&family.field, code, goal_piece).unwrap();
        let mut boards = 0;
        for (tally, _) in Counter::within(family, CountMeans::default())
            .universe()
            .unwrap()
        {
            let lister = crate::board_lister::BoardLister::new(family);
            for &placement in &goal_piece.placements {
                lister.for_each_board(placement, tally, &mut |_, board: W| {
                    let image = mirror.image(board);
                    assert_eq!(image, slow_image(&family.field, code, board));
                    assert_eq!(mirror.image(image), board);
                    boards += 1;
                    let mut cliques = Vec::new();
                    code.append_cliques(board, &mut cliques);
                    let mut names: Vec<_> = cliques.iter().map(|own| mirror.name(own)).collect();
                    cliques.clear();
                    code.append_cliques(image, &mut cliques);
                    let mut of_image: Vec<_> = cliques.iter().map(|own| mirror.name(own)).collect();
                    names.sort_unstable();
                    of_image.sort_unstable();
                    assert_eq!(names, of_image);
                });
            }
        }
        assert!(boards > 100, "{boards}");
    }

    #[test]
    fn images_are_those_of_all_pieces_and_cliques_have_the_names_of_their_images() {
        check::<u64>(&Family::klotski(3, 4).unwrap());
        check::<u64>(&Family::klotski(4, 3).unwrap());
        check::<u128>(&Family::klotski(4, 3).unwrap());
    }

    #[test]
    fn families_without_a_reflection_have_none() {
        let has_mirror = |family: Family| {
            let goal_piece = &family.goal_pieces[0];
            BoardMirror::<u128>::of(&family.field, family.code(), goal_piece).is_some()
        };
        assert!(has_mirror(Family::klotski(5, 4).unwrap()));
        assert!(has_mirror(Family::klotski(5, 5).unwrap()));
        assert!(!has_mirror(Family::rush(3, 4).unwrap()));
        assert!(!has_mirror(Family::polyominoes(3, 3).unwrap()));
    }
}
