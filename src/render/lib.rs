//! Showing: values as text for people and as JSON for scripts.
//!
//! Everything here turns values into strings or serializable records; nothing prints, asks or decides.

mod board;
mod bytes;
mod certificate;
mod columns;
mod fold;
mod group;
mod histogram;
pub mod json;
mod markup;
pub mod network;
mod number;
pub mod palette;
#[cfg(feature = "pictures")]
pub mod picture;
#[cfg(feature = "terminal")]
pub mod screen;
mod solution;
mod unsolvable;
mod visible;

pub use board::{BoardStyle, draw_board};
pub use bytes::{ParseBytesError, human_bytes, parse_bytes};
pub use certificate::{Tokens, certificate};
pub use columns::in_columns;
pub use fold::folded;
pub use group::group_in_words;
pub use histogram::histogram;
pub use number::{counted, with_commas};
pub use solution::move_lines;
pub use unsolvable::{Reason, no_solution, no_way};
pub use visible::visible;
