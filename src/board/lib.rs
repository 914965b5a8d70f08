//! The board: cells, walls, shapes, directions and turns; the ground that every other layer stands on.
//!
//! A board is a rectangle of *squares*, some of which are walls. A *cell* is a square that is no wall;
//! cells are numbered in reading order (top row first, each row from the left), so that a set of cells
//! is a bit mask of at most 1,024 bits. This layer knows nothing of pieces' names, of puzzles or of moves.

mod bits;
mod cell;
mod direction;
mod grid;
mod shape;
mod turn;

pub use bits::{Bits, Wide};
pub use cell::{Cell, CellSet, Cells, Set, SmallSet};
pub use direction::Direction;
pub use grid::{Board, BoardError, Square};
pub use shape::Shape;
pub use turn::{Turn, turned};
