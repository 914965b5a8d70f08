//! The metrics: which change of a configuration counts as one edge of the state graph.
//!
//! If a piece can go from one configuration to another on several paths, only one edge joins the
//! two. In every metric all configurations along the piece's path must be legal: a piece cannot
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

    /// Name of the metric in outputs and stores, which is also the word for one edge: `step`,
    /// `slide` or `move`.
    pub fn name(self) -> &'static str {
        match self {
            Metric::Step => "step",
            Metric::Slide => "slide",
            Metric::Move => "move",
        }
    }
}
