//! Mirrors: turns of the board that take Start to itself.
//!
//! A mirror takes neighbours to neighbours, so of two configurations that are mirror images of each
//! other a search needs only one. A mirror may exchange kinds: the images of one kind's pieces may
//! be pieces of another kind.

use super::{PackedLayout, PackedPiece};
use slidewise_board::{Cell, CellSet, Direction, Isometry, SmallCellSet, turned};

/// Turn of the board that takes Start to itself, and is its own inverse.
#[derive(Clone, Debug)]
pub(super) struct Mirror {
    turn: Isometry,
    /// Place to which the mirror takes a place, indexed by place.
    places: Vec<Cell>,
    /// Kind to which the mirror takes the pieces of a kind, indexed by kind.
    kinds: Vec<usize>,
}

impl<const B: usize, const E: usize> PackedLayout<'_, B, E> {
    /// Whether a turn of the board takes Start to itself, so that boards have mirror images.
    pub(crate) fn has_mirror(&self) -> bool {
        Mirror::of(self, &self.pieces_of(self.graph.start())).is_some()
    }
}

impl Mirror {
    /// Finds the first turn of the board, the identity excepted, that takes `pieces` to themselves
    /// and is its own inverse.
    pub(super) fn of<const B: usize, const E: usize>(
        packed: &PackedLayout<'_, B, E>,
        pieces: &[PackedPiece],
    ) -> Option<Mirror> {
        let mut turns = Isometry::ALL.into_iter().skip(1);
        turns.find_map(|turn| {
            let scan = &packed.layout.scan;
            let own: CellSet = (0..scan.cell_count() as u16)
                .map(|at| scan.cell_at(at))
                .collect();
            let images = turn.cells_of(&packed.graph.puzzle().board, own)?;
            let mut places = vec![Cell(0); scan.cell_count()];
            for (cell, image) in own.iter().zip(images) {
                places[usize::from(scan.place_of(cell)?)] = Cell(scan.place_of(image)?);
            }
            let is_inverse = (0..)
                .zip(&places)
                .all(|(place, image)| places[image.index()] == Cell(place));
            let mut mirror = Mirror {
                turn,
                places,
                kinds: Vec::new(),
            };
            for kind in 0..packed.pieces.len() {
                let others = [kind].into_iter().chain(0..packed.pieces.len());
                let found = others
                    .into_iter()
                    .find(|&other| mirror.takes(packed, kind, other))?;
                mirror.kinds.push(found);
            }
            let mut images: Vec<PackedPiece> =
                pieces.iter().map(|&piece| mirror.image(piece)).collect();
            images.sort_unstable();
            let is_inverse = is_inverse
                && (0..)
                    .zip(&mirror.kinds)
                    .all(|(kind, &image)| mirror.kinds[image] == kind);
            (is_inverse && images == pieces).then_some(mirror)
        })
    }

    /// Whether the turn takes all placements of the kind `kind` to those of `other`, and both have
    /// as many pieces.
    fn takes<const B: usize, const E: usize>(
        &self,
        packed: &PackedLayout<'_, B, E>,
        kind: usize,
        other: usize,
    ) -> bool {
        let counts = [kind, other].map(|kind| packed.layout.kinds[kind].count);
        let all = |kind: usize| {
            packed.pieces[kind]
                .iter()
                .flatten()
                .map(|piece| piece.places)
        };
        let mut images: Vec<SmallCellSet> = all(kind)
            .map(|places| turned(places, &self.places))
            .collect();
        let mut own: Vec<SmallCellSet> = all(other).collect();
        images.sort_unstable();
        own.sort_unstable();
        counts[0] == counts[1] && images == own
    }

    /// The mirror image of a piece.
    pub(super) fn image(&self, piece: PackedPiece) -> PackedPiece {
        PackedPiece {
            kind: self.kinds[piece.kind],
            places: turned(piece.places, &self.places),
        }
    }

    /// Whether the mirror takes rows to columns and columns to rows.
    pub(super) fn exchanges_axes(&self) -> bool {
        !self.turn.direction(Direction::Right).is_horizontal()
    }
}
