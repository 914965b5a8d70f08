//! Converts puzzles of other formats into puzzle files: JSON catalogues, Rush Hour boards, grids.
//!
//! A **catalogue** is a JSON list of puzzles, or an object with such a list as `puzzles`. A puzzle
//! is an object with `id` and either `grid` and `goal`, lists of rows, or `board`, the 36 cells of
//! a Rush Hour board. In a grid `#` is a wall, `.` an empty cell, `-` a gate that only the piece
//! `*` may cross; every other character is a piece, which consists of all cells with this
//! character. In a goal `.` allows anything. Each string of `equiv` lists letters that are
//! interchangeable. `name`, `family`, `source`, `known`, `check` and `note` become titles and
//! remarks; other keys are ignored.
//!
//! **Rush Hour** boards stand one per line: the 36 cells, alone or beside numbers, as in Michael
//! Fogleman's database.
//!
//! A **grid** is a board as in puzzle files; further boards, separated by empty lines, are its
//! goals. If its start has no `.`, each `_` of the start is an empty cell.
//!
//! The files here parse the foreign formats; `puzzle_draft` writes the puzzle file.

mod catalogue;
mod convert;
mod form;
mod grid;
mod json_error;
mod rush_hour_lines;

pub use convert::{convert, each};
pub use form::SourceFormat;
