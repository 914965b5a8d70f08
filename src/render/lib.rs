//! Presentation: values as text for people and as JSON for scripts.
//!
//! Everything here turns values into strings or serializable records. Nothing prints, reads input
//! or makes decisions.

mod board;
mod bytes;
mod certificate;
mod columns;
mod fold;
mod group;
mod histogram;
mod index_view;
pub mod json;
mod markup;
pub mod network;
mod number;
#[cfg(any(feature = "pictures", feature = "terminal"))]
mod palette;
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
pub use index_view::{
    ArrangementRank, AutomatonLevel, IndexWalk, MOST_DRAWN_NODES, WalkStep, automaton_dot,
    automaton_levels, edge_count, index_walk,
};
pub use number::{counted, with_commas};
pub use solution::move_lines;
pub use unsolvable::{Reason, no_solution, no_way};
pub use visible::visible;
