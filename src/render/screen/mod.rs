//! The game screen, drawn into a buffer of screen cells: board, panel and keys.
//!
//! The same game gives the same screen. Nothing here reads keys or writes to a terminal. Requires
//! the feature `terminal`.

mod board_view;
mod colour_depth;
mod draw;
mod layout;
mod lines;
mod panel;
pub mod texts;
mod too_small;

pub use colour_depth::ColourDepth;
pub use draw::draw;
pub use layout::ScreenLayout;
pub use too_small::NeededSize;
