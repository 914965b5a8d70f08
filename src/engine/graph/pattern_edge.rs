//! Edges between patterns: the pattern that results, and the rotation of a tile group's
//! arrangement.

use super::move_generator::MoveGenerator;
use super::step_table::Displacement;
use crate::index::{KindMembers, Pattern, Rotation, Space};

/// Edge between two patterns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PatternEdge {
    /// Rank of the resulting pattern.
    pub pattern: u64,
    /// Tile group whose arrangement is rotated, and the rotation; `None` if no arrangement changes.
    pub turn: Option<(usize, Rotation)>,
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
            pattern: step.pattern,
            turn: rotation_of(space, pattern, step),
        });
    });
    slides
}

/// Tile group whose arrangement a displacement rotates, and the rotation; `None` if no arrangement
/// changes.
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
