//! Four puzzles beside the way: stones on a board, Hidoku, the magic number board, capturing checkers.
//!
//! None of them slides, so nothing of the explorer helps them and nothing of it knows them: this folder uses
//! [`slidewise_board`] alone, and only the two commands `fill` and `jump` use it. It reads texts and gives values;
//! it prints nothing.
//!
//! | file | holds |
//! |---|---|
//! | `sheet` | the text of a file, line by line, with the place of every word |
//! | `hunt` | a search for all solutions on threads: what is counted, kept, and when it stops |
//! | `cover` | filling a set of cells with placements, each taken as often as there are stones of its kind |
//! | `filled` | a board that has been filled, as numbers and as text |
//! | `bijection` | giving each of n places its own of n values, under a rule that narrows |
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
