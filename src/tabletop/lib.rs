//! Solvers for four puzzles that do not slide: stones, Hidoku, the magic number board and capturing
//! checkers.
//!
//! The explorer and these solvers share no code but [`slidewise_board`]. Only the commands `fill` and
//! `jump` use this folder. It parses text and returns values; it prints nothing.
//!
//! | file | holds |
//! |---|---|
//! | `sheet` | the text of a file, line by line, with the position of every word |
//! | `hunt` | a multi-threaded search for all solutions: counting, keeping boards, stopping |
//! | `cover` | exact cover: filling a set of cells with placements, a given number of each kind |
//! | `filled` | a filled board, as numbers and as text |
//! | `bijection` | assigning n values to n variables under a rule that narrows their domains |
//! | `stones`, `hidoku`, `magic` | the three puzzles of `fill`: their files, models and boards |
//! | `checkers` | the puzzle of `jump` |
//!
//! ```
//! use slidewise_tabletop::{Hunt, Stones, StonesRules};
//!
//! let stones = Stones::read(b"X,X\n=\nX,X", &StonesRules::default())?;
//! let found = stones.hunt(stones.firsts()[0], &Hunt::default(), &mut |_| {});
//! assert_eq!(found.solutions, 2);
//! assert_eq!(found.boards[0].lines(), ["1 1", "2 2"]);
//! # Ok::<(), slidewise_tabletop::Fault>(())
//! ```

mod bijection;
mod checkers;
mod cover;
mod fault;
mod filled;
mod hidoku;
mod hunt;
mod kind;
mod magic;
mod sheet;
mod stones;
mod symmetry;

pub use checkers::{Answer, Checkers, Tour};
pub use fault::Fault;
pub use filled::{Colour, Filled};
pub use hidoku::Hidoku;
pub use hunt::{Found, Hunt, Progress};
pub use kind::Kind;
pub use magic::{Magic, MagicRules};
pub use sheet::MAX_FILE_BYTES;
pub use stones::{Stones, StonesRules};
