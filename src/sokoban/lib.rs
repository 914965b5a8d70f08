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
//! | `level_text` | reads a file as a collection, whatever its form |
//! | `plain_levels`, `slc`, `json_levels` | plain text, XML and JSON with levels |
//! | `level_legend` | what other characters than those of XSB may stand for |
//! | `text_places` | lines and columns |
//! | `level_component` | [`LevelComponent`]: all positions of a level and the edges between them |
//! | `level_edges` | [`LevelEdge`]: edges for files that list them |
//! | `builtin` | the collection that is compiled in |
//! | `level_error` | [`LevelError`]: faults of level files |
//! | `guided_search` | [`GuidedSearch`]: A* on pushes for levels too large to explore |
//! | `push_distances`, `fixed_distances`, `matching` | its bound from each box alone |
//! | `set_bounds`, `box_sets`, `priced_pushes` | its bound from sets of boxes, and dead sets |
//! | `level_bounds` | [`LevelBounds`]: the bound from each box alone, for any position |
//! | `push_reach` | what may lie on a solution of a given number of pushes |
//! | `frozen`, `corrals` | positions and pushes that it leaves out |
//! | `level_symmetries` | mirrored and turned positions, of which it keeps one |
//! | `pushed_way` | the player's moves between pushes |
//! | `player_step` | one step of the player, and what stops it |
//! | `level_game` | [`LevelGame`]: steps, undo and redo |
//! | `level_guide` | [`LevelGuide`]: pushes left, hints, dead positions |
//! | `lurd` | solutions as text, and an independent replayer |

mod box_sets;
mod box_squares;
mod builtin;
mod collection;
mod corrals;
mod fixed_distances;
mod frozen;
mod guided_search;
mod json_levels;
mod key_run;
mod level;
mod level_bounds;
mod level_component;
mod level_edges;
mod level_error;
mod level_game;
mod level_graph;
mod level_guide;
mod level_legend;
mod level_search;
mod level_solution;
mod level_successors;
mod level_symmetries;
mod level_text;
mod lurd;
mod matching;
mod paged_bits;
mod plain_levels;
mod player_step;
mod priced_pushes;
mod push_distances;
mod push_reach;
mod pushed_way;
mod rows;
mod set_bounds;
mod slc;
mod text_places;
mod walk_lengths;

pub use box_squares::{BoxSpace, live_cells};
pub use builtin::builtin;
pub use collection::{Collection, CollectionEntry, MAX_COLLECTION_BYTES};
pub use guided_search::{GuidedEnd, GuidedLimits, GuidedRun, GuidedSearch};
pub use level::{CellNumber, Level, NO_CELL, Placing};
pub use level_bounds::LevelBounds;
pub use level_component::{LevelComponent, LevelVertex};
pub use level_edges::LevelEdge;
pub use level_error::{LevelError, LevelFault};
pub use level_game::LevelGame;
pub use level_graph::{LevelGraph, LevelMetric};
pub use level_guide::LevelGuide;
pub use level_search::{LevelLimits, LevelSearch, LevelSearchError, SolvedLevel};
pub use level_solution::{LevelSolution, positions_along};
pub use level_successors::LevelSuccessor;
pub use level_text::decoded;
pub use lurd::{LurdError, ReplayedLurd, read_lurd, replay_lurd};
pub use player_step::{StepObstacle, after_step, direction_of};
