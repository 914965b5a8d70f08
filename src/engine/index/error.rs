//! Errors of the index: reasons why it cannot be built, or cannot number configurations.

use num_bigint::BigUint;
use thiserror::Error;

/// Reason why a puzzle's index cannot be built, or cannot number configurations.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SpaceError {
    /// The pattern automaton would have too many nodes or edges.
    #[error(
        "the index of this puzzle needs more than the allowed {max_nodes} nodes, or more than two \
         edges for each allowed node"
    )]
    AutomatonTooLarge {
        /// Number of nodes that are allowed.
        max_nodes: usize,
    },
    /// The number of configurations does not fit 64 bits.
    #[error("this puzzle has {configurations} configurations: more than 64-bit numbers can index")]
    TooLarge {
        /// Number of configurations of the puzzle.
        configurations: BigUint,
    },
    /// The metric `line` was asked for, but a piece of several cells can move.
    #[error(
        "piece `{piece}` covers several cells, but the metric line pushes rows of pieces of one \
         cell each"
    )]
    LargePiece {
        /// Token of the piece at Start.
        piece: String,
    },
    /// The metric `line` was asked for, but the board runs round or is made of lines.
    #[error(
        "this board runs round or is made of lines, but the metric line pushes rows and columns \
         that end at both sides"
    )]
    NoRows,
}
