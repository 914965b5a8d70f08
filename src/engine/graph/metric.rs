//! The metrics: what counts as one.
//!
//! An edge of the state graph joins two configurations, however many ways the piece has from the one to the
//! other. In every metric all configurations on the piece's way must be legal: what a rule forbids is not
//! passed through either. So a slide or a move is a row of steps of one piece, and what can be reached is the
//! same in all three; only the distances differ.

/// What one edge of the state graph is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Metric {
    /// One piece goes one cell.
    Step,
    /// One piece goes any distance in a straight line.
    Slide,
    /// One piece goes any path through free cells (as M. Gardner counted).
    Move,
}

impl Metric {
    /// All three, from the shortest edges to the longest.
    pub const ALL: [Metric; 3] = [Metric::Step, Metric::Slide, Metric::Move];

    /// The name, as outputs and stores have it; also the word for one edge: `step`, `slide` or `move`.
    pub fn name(self) -> &'static str {
        match self {
            Metric::Step => "step",
            Metric::Slide => "slide",
            Metric::Move => "move",
        }
    }
}
