//! The method of `solve`.

use slidewise_app::Approach;

/// How `solve` finds a solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SolveMethod {
    /// Chosen by the program: an exploration, a search from both ends, or tables for many starts.
    Auto,
    /// Generation after generation from Start.
    Explore,
    /// Generations from Start and from the goals, until they meet.
    Meet,
    /// Iterative deepening, guided by tables.
    Tables,
}

impl SolveMethod {
    /// The name of the method, as `--method` takes it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            SolveMethod::Auto => "auto",
            SolveMethod::Explore => "explore",
            SolveMethod::Meet => "meet",
            SolveMethod::Tables => "tables",
        }
    }

    /// The way in which an explorer searches, if tables do not guide the search.
    pub(crate) fn approach(self) -> Approach {
        match self {
            SolveMethod::Auto | SolveMethod::Tables => Approach::Auto,
            SolveMethod::Explore => Approach::Start,
            SolveMethod::Meet => Approach::BothEnds,
        }
    }
}
