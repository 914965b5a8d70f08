//! The only crate through which clients use the library: it numbers positions, finds stores,
//! explores and answers.
//!
//! [`Explorer`] holds the puzzle, the metric and the limits; [`Numbered`] is a puzzle with its
//! state graph and its kept searches; [`Search`] is a finished search that answers. [`NamedLevel`]
//! is a Sokoban level that answers, [`DesignRequest`] what is asked of a family. Errors for people
//! are [`Problem`]s. Nothing here reads arguments, prints, or speaks HTTP.

mod explore;
#[cfg(feature = "design")]
mod families;
mod levels;
mod problem;
mod solve;
mod tables;
mod ways;

pub use explore::{
    EngineName, Exploration, ExploreOptions, ExplorePlan, Explorer, FileUse, GoalsMet, Keep, Limit,
    Marked, Mode, ModeName, Numbered, NumberingStep, Observer, Progress, Reuse, Sample,
    SampleRequest, Search, SeededDraw, Silent, Solution, StopToken, TableChoice, TableShelf,
    TileTable, TogetherUse, check_layout_fits, default_folder, memory_within,
};
#[cfg(feature = "design")]
pub use families::{DesignRequest, SetAnswer, open_family, sweep_file};
pub use levels::{LevelAnswer, LevelFile, NamedLevel, is_level_name, parts_of};
pub use problem::errors::{MAKE_AGAIN, shortage_in_words};
pub use problem::{Cause, Problem, ProblemKind, TextPlace, hint_for};
pub use tables::{
    BoundsPlan, DrawnStarts, GroupDistances, GroupTables, PositionBounds, StartLimits,
    StartsQuestion, TableCheck, Tables, TileBounds, TileGuide, TileTables, TimedAnswer, grid_bound,
};
pub use ways::{Answer, Question, SolveMethod, Target, WantedWays, WaysReader, metric_of};
