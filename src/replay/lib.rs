//! Certificates of paths, and an independent program that replays them.
//!
//! A [`Certificate`] holds a path with everything that is needed to check it: the definition of the
//! puzzle as text, the positions as text, and the moves. [`replay`] plays the path on a grid of
//! squares and shares no code with the rest of this program: neither boards nor puzzles, neither
//! indices nor neighbours. From this page, a sceptical reader can write another replay program in
//! an afternoon.
//!
//! # The definition
//!
//! The definition consists of these lines, in this order:
//!
//! - `slidewise puzzle 1`: version of this format.
//! - `board ..#.:....`: rows of the board from the top; `#` is a wall, every other square a cell.
//!   The cells are numbered 0, 1, 2, ... in reading order. Each `CELLS` below is a hexadecimal
//!   number whose bit i stands for cell i.
//! - `wrap both`, if edges of the board touch: `left-right`, `top-bottom` or `both`. A step over
//!   such an edge enters the board again on the other side.
//! - `line 0 4 8`, for each line of a board of lines: cells that follow each other; a closed line
//!   ends with its first cell. Such a board has no other neighbours. A step along a line is written
//!   as `>` and the name of the cell that it enters, and a slide keeps to one line. With `wrap` or
//!   `line` all pieces have one cell and no axis, and there are no rules.
//! - `class 0,0 0,1 AXIS on CELLS at 0 4`: pieces of one kind; the classes are numbered 0, 1, 2,
//!   ... The line has four parts: the squares of the shape, as row and column relative to its
//!   first square in reading order; the axis `free`, `horizontal` or `vertical`; the cells that the
//!   pieces may cover; and for each piece the number of the cell of its first square at Start.
//! - `rule adjacent 0 3`: no two pieces of these classes touch, not even at corners.
//! - `rule exposed 2 from 12 8 4 shields 1`: the ray through these cells, in this order, never
//!   meets a piece of class 2 before it meets a piece of class 1, the shield.
//! - `rule exposed 2 from class 5 U shields 1`: as above, for the rays that begin beside each cell
//!   of a piece of class 5, go up (`U`; else `D`, `L` or `R`) and end at the board's edge.
//! - `from the goals`: separates the lines above from the goals.
//! - `goal 1 on CELLS, 0 on CELLS empty CELLS`: a piece of class 1 covers exactly the first set of
//!   cells, a piece of class 0 exactly the second set, and the last set of cells is empty.
//!
//! The fingerprint is the SHA-256 of these lines, each with its line feed. Stores of searches from
//! Start have the fingerprint of the lines before `from the goals`.

mod certificate;
mod definition;
mod joined_steps;
mod line_push;
mod replayer;

pub use certificate::{Certificate, CertificateError, CertificateMove};
pub use definition::ParseError;
pub use replayer::{ReplayError, Replayed, replay};
