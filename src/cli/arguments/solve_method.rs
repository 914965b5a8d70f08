//! The method of `solve`.

use slidewise_app::{Approach, SolutionMethod};

/// How `solve` finds a solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SolveMethod {
    /// Chosen by the program: an exploration, a search from both ends, or bounds of tiles.
    Auto,
    /// Generation after generation from Start.
    Explore,
    /// Generations from Start and from the goals, until they meet.
    Meet,
    /// Iterative deepening, guided by tables.
    Tables,
    /// Iterative deepening, guided by the distances of tiles on the grid.
    Grid,
}

impl From<SolveMethod> for SolutionMethod {
    fn from(method: SolveMethod) -> SolutionMethod {
        match method {
            SolveMethod::Auto => SolutionMethod::Auto,
            SolveMethod::Explore => SolutionMethod::Explore,
            SolveMethod::Meet => SolutionMethod::Meet,
            SolveMethod::Tables => SolutionMethod::Tables,
            SolveMethod::Grid => SolutionMethod::Grid,
        }
    }
}

impl SolveMethod {
    /// The name of the method, as `--method` takes it.
    pub(crate) fn name(self) -> &'static str {
        SolutionMethod::from(self).name()
    }

    /// The way in which an explorer searches, if tables do not guide the search.
    pub(crate) fn approach(self) -> Approach {
        SolutionMethod::from(self).approach()
    }
}
