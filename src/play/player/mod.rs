//! The state of play: the piece in hand, which the player has selected, the last remark, the hint
//! and the computer's turn.
//!
//! Every operation leaves a legal position, and the distance shown is that of the position on the
//! board. An operation that meets damaged marks returns an error; distances and hints are then
//! unreliable.

mod pointer;
mod remark;
mod selection;
mod state;

pub use remark::{DistanceInfo, Hint, NoDistances, PlayerRemark};
pub use state::Player;
