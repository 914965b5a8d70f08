//! The only crate through which clients use the library: it numbers positions, finds stores,
//! explores and answers.
//!
//! [`Explorer`] holds the puzzle, the metric and the limits; [`Numbered`] is a puzzle with its
//! state graph and its kept searches; [`Search`] is a finished search that answers. [`NamedLevel`]
//! is a Sokoban level that answers, [`DesignRequest`] what is asked of a family. Errors for people
//! are [`Problem`]s. Nothing here reads arguments, prints, or speaks HTTP.

mod counts_on_disk;
mod design_problems;
mod design_request;
mod errors;
mod exploration;
mod explorer;
mod folder;
mod generations;
mod group_choice;
mod group_tables;
mod hashed;
mod kept_tables;
mod lengths;
mod level_answers;
mod level_file;
mod level_problems;
mod level_solutions;
mod marked;
mod meeting;
mod modes;
mod named_level;
mod numbered;
mod observer;
mod open_tables;
mod problem;
mod sample;
mod search;
mod seeded_draw;
mod set_answers;
mod several_processes;
mod shortest;
mod solve_by;
mod sought;
mod table_check;
mod table_goal;
mod table_plan;
mod table_shelf;
mod tile_division;
mod tile_graphs;
mod tile_guide;
mod tile_search;
mod tile_table;
mod tile_tables;
mod together_use;

pub use design_request::{DesignRequest, open_family, sweep_file};
pub use errors::{MAKE_AGAIN, shortage_in_words};
pub use exploration::{EngineName, Exploration, ExploreOptions, ExplorePlan, FileUse, GoalsMet};
pub use explorer::{Approach, Explorer, Keep, Reuse, memory_within};
pub use folder::default_folder;
pub use group_tables::{GroupTables, GuidedFind, GuidedOutcome};
pub use lengths::metric_of;
pub use level_answers::LevelReport;
pub use level_file::{LevelFile, is_level_name, parts_of};
pub use level_solutions::{BoundReport, LevelAnswer, LevelMethod};
pub use marked::Marked;
pub use modes::{Mode, ModeName};
pub use named_level::NamedLevel;
pub use numbered::{Limit, Numbered};
pub use observer::{NumberingStep, Observer, Silent, run_uninterruptible};
pub use open_tables::TileTables;
pub use problem::{Problem, ProblemKind, TextPlace, hint_for};
pub use sample::{Sample, SampleRequest};
pub use search::{Search, Solution};
pub use set_answers::SetAnswer;
pub use solve_by::{MethodSolution, SolutionMethod};
pub use sought::{Sought, Stopped, Target, Ways};
pub use table_check::TableCheck;
pub use table_shelf::TableShelf;
pub use tile_guide::{TileGuide, grid_bound};
pub use tile_search::{TileAnswer, TileSearch};
pub use tile_table::{TableChoice, TileTable};
pub use together_use::TogetherUse;
