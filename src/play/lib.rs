//! Games of one player: the pieces, the turns, and hints with exact distances to Finish.
//!
//! [`GamePieces`] are the pieces on the board, each of which keeps its token. [`Game`] is the
//! sequence of turns, with undo and redo. [`Player`] is the state of play: the piece in hand (the
//! piece that the player has selected), the last remark, the hint and the computer's turn.
//! Distances come from [`slidewise_analysis::Hints`]. The crate does not depend on keys, screens or
//! clocks.

mod game;
mod pieces;
mod player;

pub use game::{Game, GameTurn};
pub use pieces::{GamePiece, GamePieces};
pub use player::{DistanceInfo, Hint, NoDistances, Player, PlayerRemark};
