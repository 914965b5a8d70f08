//! Presentation: values as text for people and as JSON for scripts.
//!
//! Every function of the crate turns values into text, pictures or serializable records. None of
//! them prints, reads input or makes decisions.

mod bytes;
mod certificate;
mod edge_walk;
pub mod graph_files;
mod group_text;
mod histogram;
mod index_view;
pub mod json;
mod move_list;
mod number;
pub mod palette;
#[cfg(feature = "svg")]
pub mod picture;
#[cfg(feature = "terminal")]
pub mod screen;
mod terminal_escape;
mod text_board;
mod text_columns;
mod unsolvable;
mod wrap;
mod xml_escape;

pub use bytes::{ParseBytesError, human_bytes, parse_bytes};
pub use certificate::{CertificateTokens, certificate};
pub use edge_walk::EdgeWalk;
pub use group_text::group_in_words;
pub use histogram::histogram;
pub use index_view::{
    ArrangementRank, AutomatonLevel, IndexWalk, MAX_DRAWN_NODES, WalkStep, automaton_dot,
    automaton_levels, index_walk,
};
pub use move_list::{move_lines, move_words};
pub use number::{approximation, counted, readable, readably_counted, with_commas};
pub use terminal_escape::visible;
pub use text_board::{BoardStyle, draw_board};
pub use text_columns::in_columns;
pub use unsolvable::{UnsolvableReason, no_solution, no_way, still, with_goals};
pub use wrap::folded;
