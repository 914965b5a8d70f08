//! The method of `solve`.

/// How `solve` finds a solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SolveMethod {
    /// Chosen by the program: an exploration, or tables for many starts.
    Auto,
    /// Generation after generation from Start.
    Explore,
    /// Iterative deepening, guided by tables.
    Tables,
}
