//! A game: one player at one puzzle, step after step, with advice where Finish is.
//!
//! [`Pieces`] are the pieces on the board, each of which keeps its letter; [`Game`] is the way played, counted as
//! the metric counts, and what can be taken back; [`Player`] is who sits at the board: which piece is in hand, what
//! was said last, the hint, the computer's turn. This layer asks [`slidewise_analysis::Guide`] for distances and knows
//! nothing of keys, screens or clocks.

mod game;
mod pieces;
mod player;

pub use game::{Game, Turn};
pub use pieces::{Piece, Pieces};
pub use player::{Advice, Hint, Player, Remark, Silence};
