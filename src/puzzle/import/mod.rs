//! Converts boards of other programs into puzzle files: catalogues, parking boards, tiles and more.
//!
//! A **catalogue** is a JSON list of puzzles, or an object with such a list as `puzzles`. A puzzle
//! is an object with these keys; other keys are ignored:
//!
//! - `id`
//! - either `grid`, a list of rows, or `board`, the 36 cells of a Rush Hour board
//! - `goal`, a list of rows, beside `grid`
//! - `equiv`, a list of strings, each with letters that are interchangeable
//! - `primary`, the letter of the goal car of `board`
//! - `name`, `family` and `source`, which have the same meaning as in puzzle files
//! - `known`, `verified`, `check` and `note`, from which comments in the puzzle file are made
//!
//! In a grid `#` is a wall, `.` an empty cell, `-` a gate that only the piece `*` may cross; every
//! other character is a piece, which consists of all cells with this character. In a goal `.`
//! allows anything.
//!
//! **Rush Hour** boards stand one per line. A line has the 36 cells of a board, and may also have
//! numbers before and after the board, as in Michael Fogleman's database.
//!
//! [`SourceFormat`] lists all formats; the file of each describes it. The files of this folder
//! parse the other formats; `puzzle_draft` writes the puzzle file.

mod block_board;
mod board_reader;
mod car_list;
mod catalogue;
mod convert;
mod draft_sink;
mod field_board;
mod foreign;
mod form;
mod frame;
mod grid;
mod heading;
mod import_options;
mod json_error;
mod klotski;
mod knuth;
mod parking;
mod parking_exit;
mod piece_tokens;
mod rush_hour_lines;
mod source_text;
mod table;
mod tile_board;
mod tile_files;
mod tile_lists;
mod tile_reader;
mod tile_text;
mod tray;

pub use convert::{convert, each};
pub(crate) use convert::{puzzle_name, selected};
pub(crate) use draft_sink::Selection;
pub use form::SourceFormat;
pub use import_options::{GoalFile, ImportOptions};
pub use tile_reader::{TileLine, TileReader};

#[cfg(test)]
mod tests;
