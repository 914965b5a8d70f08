//! What a player is shown: distance, hint, and the result of the last operation.

use slidewise_analysis::{Move, Obstacle, Unsolvable};
use slidewise_board::{CellSet, Direction};

/// Reason why distances are unknown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoDistances {
    /// Distances are being computed; [`Player::set_guide`](super::Player::set_guide) sets the
    /// result.
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

/// Distance of the position on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DistanceInfo {
    /// Distance to Finish, if known.
    pub distance: Option<u64>,
    /// Change of the distance by the last turn; negative if Finish is nearer.
    pub change: Option<i64>,
}

/// A move that starts a shortest path to Finish.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// Number of the piece.
    pub piece: usize,
    /// The move to make.
    pub by: Move,
    /// Cells that the piece covers only after the move.
    pub onto: CellSet,
}

/// Result of the last operation, for display.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerRemark {
    /// Nothing was done yet.
    Welcome,
    /// The board shows the result.
    Nothing,
    /// A piece cannot move in a direction.
    Blocked {
        /// Number of the piece.
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
        /// Number of the piece.
        piece: usize,
    },
    /// No piece is in hand, and not exactly one piece can make the step.
    ChooseFirst,
    /// No piece has a token that begins with this text.
    NoSuchPiece(String),
    /// The beginning of a token was typed.
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
