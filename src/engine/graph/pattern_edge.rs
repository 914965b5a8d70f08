//! Edges between patterns: the pattern that results, and the rotation of a tile group's
//! arrangement.

use super::move_generator::MoveGenerator;
use super::step_table::Displacement;
use crate::index::{KindMembers, Pattern, Rotation, Space};

/// Maximum number of patterns in a table.
pub(super) const MAX_PATTERNS: u64 = 1 << 20;
/// Maximum number of edges in a table; they take 201 megabytes.
pub(super) const MAX_EDGES: u64 = 1 << 23;

/// Edge between two patterns.
///
/// In the metric `line` the edges of a pattern come in series. A push of several pieces makes the
/// rotations of the pushes of fewer pieces, which come before it, and then its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PatternEdge {
    /// Rank of the resulting pattern; [`Displacement::FORBIDDEN`] if the edge only belongs to
    /// longer pushes.
    pub pattern: u64,
    /// Tile group whose arrangement is rotated, and the rotation.
    turn: Option<(u32, Rotation)>,
    /// Whether the rotations of the edge before this one in the list come first.
    pub is_onward: bool,
}

impl PatternEdge {
    /// An edge that moves one piece; `turn` is as [`PatternEdge::turn`] returns it.
    pub(super) fn new(pattern: u64, turn: Option<(usize, Rotation)>) -> PatternEdge {
        PatternEdge {
            pattern,
            turn: turn.map(|(group, rotation)| (group as u32, rotation)),
            is_onward: false,
        }
    }

    /// Tile group whose arrangement is rotated, and the rotation; `None` if no arrangement changes.
    #[inline]
    pub fn turn(&self) -> Option<(usize, Rotation)> {
        self.turn
            .map(|(group, rotation)| (group as usize, rotation))
    }

    /// Whether the edge leads to a legal pattern.
    #[inline]
    pub fn is_legal(&self) -> bool {
        self.pattern != Displacement::FORBIDDEN
    }
}

/// Computes the edges of one pattern on the board.
pub(super) fn slides_of(
    space: &Space,
    walks: &MoveGenerator,
    pattern: &Pattern<'_>,
) -> Vec<PatternEdge> {
    let mut slides = Vec::new();
    walks.for_each(pattern, |step| {
        slides.push(PatternEdge {
            is_onward: step.is_onward,
            ..PatternEdge::new(step.pattern, rotation_of(space, pattern, step))
        });
    });
    slides
}

/// Tile group whose arrangement a displacement rotates, and the rotation; `None` if no arrangement
/// changes.
///
/// For a piece of a push, the pieces nearer to the empty place have moved before. That changes
/// neither the slot of the piece nor the tiles between its two places.
fn rotation_of(
    space: &Space,
    pattern: &Pattern<'_>,
    step: Displacement,
) -> Option<(usize, Rotation)> {
    let KindMembers::Tiles { arrangement } = space.layout().kinds[step.kind].members else {
        return None;
    };
    let rotation = pattern.rotation(step.kind, step.from, step.to)?;
    Some((arrangement, rotation))
}
