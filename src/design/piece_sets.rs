//! The set that some pieces make.

use super::family::{Family, Pieces};
use super::hardest::{PieceSet, SetKind};
use super::universe::PieceTally;

/// The set of some pieces, the goal piece first.
pub(crate) fn piece_set(family: &Family, by: SetKind, pieces: &[u64]) -> PieceSet {
    let mut set = PieceSet {
        sizes: Vec::new(),
        goal_shape: 0,
        shapes: Vec::new(),
    };
    if by == SetKind::Whole {
        return set;
    }
    for piece in pieces {
        let size = piece.count_ones() as usize;
        if set.sizes.len() < size {
            set.sizes.resize(size, 0);
        }
        set.sizes[size - 1] += 1;
    }
    if by == SetKind::Sizes {
        return set;
    }
    set.goal_shape = family.field.normal_form(pieces[0]);
    let others = pieces[1..].iter();
    let mut others: Vec<u64> = others
        .map(|&piece| family.field.normal_form(piece))
        .collect();
    others.sort_unstable();
    for shapes in others.chunk_by(|a, b| a == b) {
        set.shapes.push((shapes[0], shapes.len() as u32));
    }
    set
}

impl Family {
    /// Shapes of the pieces that a tally counts, the goal piece first; `None` where it does not
    /// name shapes.
    pub(crate) fn pieces_of(&self, goal_piece: u64, tally: PieceTally) -> Option<Vec<u64>> {
        let Pieces::Listed(kinds) = &self.pieces else {
            return None;
        };
        let mut pieces = vec![goal_piece];
        for (kind, listed) in kinds.iter().enumerate() {
            pieces.extend((0..tally.pieces(kind)).map(|_| listed.shape));
        }
        Some(pieces)
    }
}
