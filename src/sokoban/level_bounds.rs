//! `LevelBounds`: lower bounds of the pushes that are left from any position of a level.

use crate::level::{Level, Placing};
use crate::matching::Matching;
use crate::push_distances::PushDistances;

/// Lower bounds for the pushes, and so for the steps, from a position to the solved position.
///
/// The bound is the cheapest assignment of boxes to goals over the pushes that each box alone
/// needs, by the side where the player stands. Along a push it falls by one at most; it may rise by
/// more, since pushes cannot be undone. Time: some microseconds, by the cube of the boxes.
///
/// ```
/// use slidewise_sokoban::{Level, LevelBounds};
///
/// let level = Level::read("#######\n#@ $ .#\n#     #\n#######")?;
/// let bounds = LevelBounds::new(&level);
/// assert_eq!(bounds.bound(level.start()), Some(2));
/// let dead = level.read_position("#######\n#$@  .#\n#     #\n#######")?;
/// assert_eq!(bounds.bound(&dead), None);
/// # Ok::<(), slidewise_sokoban::LevelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct LevelBounds {
    /// `None` if goals and boxes out of the player's reach forbid a solution.
    distances: Option<PushDistances>,
}

impl LevelBounds {
    /// Finds the pushes of single boxes.
    pub fn new(level: &Level) -> LevelBounds {
        let goals = level.goal_cells();
        LevelBounds {
            distances: goals.map(|goals| PushDistances::new(level, &goals, &[])),
        }
    }

    /// Bytes of memory that the bounds of a level take.
    pub fn bytes_for(level: &Level) -> u64 {
        let goals = level.goal_cells();
        goals.map_or(0, |goals| PushDistances::bytes_for(level, goals.len()))
    }

    /// The bound of a position of the level; `None` if no assignment leads all boxes to goals, so
    /// that the position is dead.
    pub fn bound(&self, position: &Placing) -> Option<u32> {
        let distances = self.distances.as_ref()?;
        let rows = position.boxes.iter();
        let mut matching = Matching::default();
        matching.solve(rows.map(|&cell| distances.row(cell, position.player)));
        matching.cost()
    }
}
