//! Whether symmetries map the goals of a puzzle to its goals.

use super::{Goal, Puzzle, Symmetry, SymmetryGroup};
use slidewise_board::{CellSet, turned};
use std::collections::{BTreeSet, HashSet};

/// The demands and empty cells of a goal, in a form that can be compared.
type ComparedGoal = (BTreeSet<(usize, CellSet)>, CellSet);

impl SymmetryGroup {
    /// Whether exchanging two classes leaves the set of goals unchanged.
    pub fn exchange_keeps_goals(puzzle: &Puzzle, one: usize, other: usize) -> bool {
        let swapped = |class| match class {
            class if class == one => other,
            class if class == other => one,
            class => class,
        };
        keeps_goals(puzzle, |goal| mapped(goal, swapped, |cells| cells))
    }
}

impl Symmetry {
    /// Whether the symmetry maps the set of goals to itself.
    pub fn keeps_goals(&self, puzzle: &Puzzle) -> bool {
        keeps_goals(puzzle, |goal| {
            mapped(
                goal,
                |class| self.classes[class],
                |cells| turned(cells, &self.cells),
            )
        })
    }
}

/// Whether each goal has a goal as its image. Different goals have different images, so these are
/// all goals.
fn keeps_goals(puzzle: &Puzzle, image: impl Fn(&Goal) -> ComparedGoal) -> bool {
    let goals: HashSet<ComparedGoal> = puzzle
        .goals
        .iter()
        .map(|goal| mapped(goal, |class| class, |cells| cells))
        .collect();
    puzzle.goals.iter().all(|goal| goals.contains(&image(goal)))
}

/// The image of a goal whose classes and cells are mapped.
fn mapped(
    goal: &Goal,
    class_of: impl Fn(usize) -> usize,
    cells_of: impl Fn(CellSet) -> CellSet,
) -> ComparedGoal {
    let demands = goal.demands.iter();
    let demands = demands.map(|demand| (class_of(demand.class), cells_of(demand.cells)));
    (demands.collect(), cells_of(goal.empty))
}
