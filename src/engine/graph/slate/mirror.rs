//! The mirror: a turn of the board that takes Start to itself.
//!
//! It takes neighbours to neighbours and Start to Start, so that of each two configurations that are mirror images of
//! each other a search needs one. Kinds of like pieces may be exchanged by it.

use super::{Lettering, Piece};
use slidewise_board::{Cell, CellSet, Direction, SmallSet, Turn, turned};

/// A turn that takes a configuration to itself, and is its own inverse.
#[derive(Clone, Debug)]
pub(super) struct Mirror {
    turn: Turn,
    /// By place: where it comes to lie.
    places: Vec<Cell>,
    /// By kind: the kind of the images of its pieces.
    kinds: Vec<usize>,
}

impl Mirror {
    /// The first one of a board that takes these pieces, which are all there are, to themselves.
    pub fn of<const B: usize, const E: usize>(
        lettering: &Lettering<'_, B, E>,
        pieces: &[Piece],
    ) -> Option<Mirror> {
        let mut turns = Turn::ALL.into_iter().skip(1);
        turns.find_map(|turn| {
            let scan = &lettering.layout.scan;
            let own: CellSet = (0..scan.cell_count() as u16)
                .map(|at| scan.cell_at(at))
                .collect();
            let images = turn.cells_of(&lettering.graph.puzzle().board, own)?;
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
            for kind in 0..lettering.pieces.len() {
                let others = [kind].into_iter().chain(0..lettering.pieces.len());
                let found = others
                    .into_iter()
                    .find(|&other| mirror.takes(lettering, kind, other))?;
                mirror.kinds.push(found);
            }
            let mut images: Vec<Piece> = pieces.iter().map(|&piece| mirror.image(piece)).collect();
            images.sort_unstable();
            let is_inverse = is_inverse
                && (0..)
                    .zip(&mirror.kinds)
                    .all(|(kind, &image)| mirror.kinds[image] == kind);
            (is_inverse && images == pieces).then_some(mirror)
        })
    }

    /// Whether pieces of one kind become those of another, and those again the former, wherever they stand.
    fn takes<const B: usize, const E: usize>(
        &self,
        lettering: &Lettering<'_, B, E>,
        kind: usize,
        other: usize,
    ) -> bool {
        let counts = [kind, other].map(|kind| lettering.layout.kinds[kind].count);
        let all = |kind: usize| {
            lettering.pieces[kind]
                .iter()
                .flatten()
                .map(|piece| piece.places)
        };
        let mut images: Vec<SmallSet> = all(kind)
            .map(|places| turned(places, &self.places))
            .collect();
        let mut own: Vec<SmallSet> = all(other).collect();
        images.sort_unstable();
        own.sort_unstable();
        counts[0] == counts[1] && images == own
    }

    /// The piece that becomes of one.
    pub fn image(&self, piece: Piece) -> Piece {
        Piece {
            kind: self.kinds[piece.kind],
            places: turned(piece.places, &self.places),
        }
    }

    /// Whether rows become columns.
    pub fn exchanges_axes(&self) -> bool {
        !self.turn.direction(Direction::Right).is_horizontal()
    }
}
