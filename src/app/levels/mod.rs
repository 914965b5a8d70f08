//! Sokoban levels that answer.

pub(crate) mod level_answers;
pub(crate) mod level_file;
pub(crate) mod level_problems;
pub(crate) mod level_solutions;
pub(crate) mod named_level;

pub use level_file::{LevelFile, is_level_name, parts_of};
pub use level_solutions::LevelAnswer;
pub use named_level::NamedLevel;
