//! Information shown to a player: distance, hint, and the result of the last operation.

use slidewise_analysis::{Move, Obstacle, Unsolvable};
use slidewise_board::{CellSet, Direction};

/// Reason why distances are unknown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoDistances {
    /// Distances are being computed; [`Player::set_guide`](super::Player::set_guide) supplies them
    /// later.
    Searching,
    /// The puzzle has no goal.
    NoGoal,
    /// No goal can be reached from Start.
    NoWay(Unsolvable),
    /// The search needs more memory than is allowed.
    NoRoom {
        /// Bytes needed and bytes allowed; `None` if even the index cannot be built.
        bytes: Option<(u64, u64)>,
    },
    /// The search needs more disk space than is free.
    NoDisk {
        /// Bytes needed on the disk.
        needed: u64,
        /// Bytes free on the disk.
        free: u64,
    },
}

/// Distance from the current position to Finish, with its last change.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DistanceInfo {
    /// Distance to Finish, if known.
    pub distance: Option<u64>,
    /// Least possible distance to Finish, if only that is known.
    pub at_least: Option<u64>,
    /// Change of the distance by the last turn; negative if Finish is nearer.
    pub change: Option<i64>,
}

/// A move that starts a shortest path to Finish.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// Number of the piece: its index in [`GamePieces::list`](crate::GamePieces::list).
    pub piece: usize,
    /// The move to make.
    pub by: Move,
    /// Cells that the piece covers only after the move.
    pub onto: CellSet,
}

/// Result of the last operation, for display.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerRemark {
    /// The game has just begun.
    Welcome,
    /// No text is needed, because the board shows the result.
    Nothing,
    /// A piece cannot move in a direction.
    Blocked {
        /// Number of the piece: its index in [`GamePieces::list`](crate::GamePieces::list).
        piece: usize,
        /// Direction of the step.
        direction: Direction,
        /// Obstacle that prevents the step.
        obstacle: Obstacle,
        /// Number of the obstructing piece, if the obstacle is a piece.
        by: Option<usize>,
    },
    /// A piece cannot reach the cell that it was sent to.
    NoWayThere {
        /// Number of the piece: its index in [`GamePieces::list`](crate::GamePieces::list).
        piece: usize,
    },
    /// A piece must be selected first: no piece is in hand, and not exactly one piece can make the
    /// step.
    ChooseFirst,
    /// No piece has a token that begins with this text.
    NoSuchPiece(String),
    /// The typed text is the beginning of a longer token.
    Typed(String),
    /// No turn can be undone.
    NothingToUndo,
    /// No turn can be redone.
    NothingToRedo,
    /// A hint is shown.
    Hint,
    /// The position is already solved.
    AtFinish,
    /// Hints and computer play need distances, which are unknown.
    NeedsDistances,
    /// The computer plays.
    ComputerPlays,
    /// The computer was stopped.
    ComputerStopped,
}
