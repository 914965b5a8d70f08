//! The metrics: what one edge of the state graph is.
//!
//! An edge of the state graph joins two configurations, even if the piece has several paths between
//! them. In every metric all configurations along the piece's path must be legal: a piece cannot
//! pass through a position that a rule forbids. A slide or a move is therefore a sequence of steps
//! of one piece, and all three metrics reach the same configurations, at different distances.

/// Metric of the state graph, which defines its edges.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Metric {
    /// One piece moves one cell.
    Step,
    /// One piece moves any distance in a straight line.
    Slide,
    /// One piece moves along any path through free cells (the way M. Gardner counted).
    Move,
}

impl Metric {
    /// All metrics, from the shortest edges to the longest.
    pub const ALL: [Metric; 3] = [Metric::Step, Metric::Slide, Metric::Move];

    /// Name in outputs and stores, and the word for one edge: `step`, `slide` or `move`.
    pub fn name(self) -> &'static str {
        match self {
            Metric::Step => "step",
            Metric::Slide => "slide",
            Metric::Move => "move",
        }
    }
}
