//! Certificates of ways, and a mover that replays them.
//!
//! A [`Certificate`] holds a way together with all that is needed to judge it: the definition of the puzzle as
//! text, the positions as text, the moves in words. [`replay`] plays it on a grid of squares and shares nothing
//! with the rest of this program: neither boards nor puzzles, neither numbers nor neighbours. A sceptical
//! reader may write another in an afternoon; all that it takes is this page.
//!
//! # The definition
//!
//! Lines of words, in this order:
//!
//! | line | says |
//! |---|---|
//! | `slidewise puzzle 1` | which version of this text it is |
//! | `board ..#.:....` | the rows from the top; `#` is a wall, every other square a cell; the cells are numbered 0, 1, 2, ... in reading order, and `cells` below are hexadecimal numbers whose bit i stands for cell i |
//! | `class 0,0 0,1 AXIS on CELLS at 0 4` | pieces of one kind, the classes being numbered 0, 1, 2, ...: squares of the shape as row and column from the first square in reading order; the axis `free`, `horizontal` or `vertical`; the cells it may cover; the cells of the first squares at Start, one a piece |
//! | `rule adjacent 0 3` | no two pieces of these classes touch, not even corner to corner |
//! | `rule exposed 2 from 12 8 4 shields 1` | on a ray through these cells no piece of the class is met before one of the shields |
//! | `rule exposed 2 from class 5 U shields 1` | the same for the rays from each cell of the class upwards (`U`, `D`, `L`, `R`) to the end of the board |
//! | `from the goals` | an end of the part above |
//! | `goal 1 on 60, 0 on 3 empty 8000` | a piece of class 1 covers exactly these cells, one of class 0 those, and the last cells are empty |
//!
//! The fingerprint is the SHA-256 of these lines, each with its line feed; that of the lines before
//! `from the goals` is the one that stores of searches from Start bear.

mod certificate;
mod definition;
mod mover;

pub use certificate::{Certificate, FileFault, Step};
pub use definition::Unclear;
pub use mover::{Fault, Replayed, replay};
