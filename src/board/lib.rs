//! The board: squares, cells, sets of cells, shapes, directions, rotations and reflections.
//!
//! A board is a rectangle of *squares*, some of which are walls. A *cell* is a square that is not a
//! wall. Cells are numbered in reading order (top row first, each row from the left), so a set of
//! cells is a bit mask of at most 1,024 bits. Neighbours are the cells with a common side; on some
//! boards opposite edges touch, and on others lines join the cells instead.
//!
//! This is the lowest layer. It knows nothing of the names of pieces, of puzzles or of moves.

mod bits;
mod cell;
mod direction;
mod grid;
mod joins;
mod neighbours;
mod shape;
mod turn;

pub use bits::{BitMask, WideMask};
pub use cell::{Cell, CellIter, CellMask, CellSet, SmallCellSet};
pub use direction::Direction;
pub use grid::{Board, BoardError, Square};
pub use joins::{JoinError, Joins, LineMap, Wrap};
pub use shape::Shape;
pub use turn::{Isometry, turned};
