//! Boards and questions as people bring them: each file, with variations of its kind.

mod levels;
mod lists;
mod tiles;
