//! Sokoban: levels, the graph of all positions, and proved shortest solutions.
//!
//! Pushes cannot be undone, so the graph is directed, and nothing here uses a rule that holds for
//! undirected graphs alone. The crate parses text and returns values; it prints nothing.
//!
//! | file | holds |
//! |---|---|
//! | `rows` | rows of a level as text: characters and run lengths |
//! | `level` | [`Level`]: cells, goals, positions as text |
//! | `collection` | [`Collection`]: the levels of a file with titles and authors |
//! | `level_error` | [`LevelError`]: faults of level files |
//! | `lurd` | solutions as text, and an independent replayer |

mod box_squares;
mod collection;
mod key_run;
mod level;
mod level_error;
mod level_graph;
mod level_search;
mod level_solution;
mod lurd;
mod paged_bits;
mod rows;

pub use box_squares::BoxSpace;
pub use collection::{Collection, CollectionEntry, MAX_COLLECTION_BYTES};
pub use level::{CellNumber, Level, NO_CELL, Placing};
pub use level_error::{LevelError, LevelFault};
pub use level_graph::{LevelGraph, LevelMetric};
pub use level_search::{LevelLimits, LevelSearch, LevelSearchError, SolvedLevel};
pub use level_solution::LevelSolution;
pub use lurd::{LurdError, ReplayedLurd, read_lurd, replay_lurd};
