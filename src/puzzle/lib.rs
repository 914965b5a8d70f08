//! Puzzles: board, pieces, classes, rules and goals; puzzle files, and positions as text.
//!
//! A [`Puzzle`] is the checked content of a puzzle file or of another text; other crates rely on
//! the promises in the docs of its fields. This crate knows nothing of indices, moves or searches.

mod any_format;
mod bounded_input;
pub mod builtin;
mod canonical_form;
mod class;
mod class_forming;
mod configuration;
mod document;
mod document_reader;
mod edge_side;
mod error;
mod exit_side;
mod faults;
mod goal;
mod goal_drafts;
mod goal_text;
mod group;
pub mod import;
mod import_remark;
mod model;
mod numbered_tiles;
mod open;
mod permutation;
mod position;
pub mod presentation;
mod presentation_check;
mod presentation_keys;
mod puzzle_draft;
mod puzzle_file;
mod remark;
mod remark_kind;
pub mod rule;
mod rule_drafts;
mod rush_hour;
mod separator;
mod similar_names;
mod start_board;
mod string_spans;
mod symmetry;
mod tile_order;
mod tiles;
mod token;
mod toml_errors;
mod word_grid;

pub use bounded_input::{read_file_within, read_text_within, read_within};
pub use canonical_form::SearchOrigin;
pub use class::{Axis, Class};
pub use configuration::Configuration;
pub use error::{PositionError, PositionErrorKind, PuzzleError, PuzzleFault};
pub use exit_side::ExitSide;
pub use goal::{Demand, Goal};
pub use import_remark::ImportRemark;
pub use model::{Gate, Notation, Puzzle};
pub use permutation::next_permutation;
pub use presentation::{CustomaryMetric, Presentation};
pub use puzzle_draft::ConvertedPuzzle;
pub use puzzle_file::MAX_FILE_BYTES;
pub use puzzle_file::text_of;
pub use remark_kind::{PuzzleRemark, RemarkKind};
pub use rule::{RaySource, Rule};
pub use symmetry::{Symmetry, SymmetryGroup};
pub use tile_order::TileOrder;
