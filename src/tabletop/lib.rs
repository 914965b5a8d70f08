//! Solvers for four puzzles that do not slide: stones, Hidoku (also as Numbrix), the magic number
//! board and capturing checkers.
//!
//! The solvers share no code with the search of state graphs, except [`slidewise_board`]. Only the
//! commands `fill` and `jump` use this crate. It parses text and returns values; it prints nothing.
//!
//! | file | holds |
//! |---|---|
//! | `text_file` | the text of a file, line by line and entry by entry, with positions |
//! | `all_solutions` | a search for all solutions by several threads: limits, results, stopping |
//! | `exact_cover` | covering each cell once, with a given number of placements of each kind |
//! | `filled` | a filled board, as numbers and as text |
//! | `assignment` | assigning n values to n variables under a rule that narrows their domains |
//! | `outline` | the outline of a board that stones fill |
//! | `stones`, `hidoku`, `magic` | the three puzzles of `fill`: their files, models and boards |
//! | `checkers` | the puzzle of `jump` |
//!
//! ```
//! use slidewise_tabletop::{SolutionSearch, Stones, StonesRules};
//!
//! let stones = Stones::read(b"X,X\n=\nX,X", &StonesRules::default())?;
//! let found = stones.hunt(stones.firsts()[0], &SolutionSearch::default(), &mut |_| {});
//! assert_eq!(found.solutions, 2);
//! assert_eq!(found.boards[0].lines(), ["1 1", "2 2"]);
//! # Ok::<(), slidewise_tabletop::TabletopError>(())
//! ```

mod all_solutions;
mod assignment;
mod checkers;
mod exact_cover;
mod file_error;
mod filled;
mod hidoku;
mod kind;
mod magic;
mod outline;
mod stone_shapes;
mod stones;
mod symmetry;
mod text_file;

pub use all_solutions::{SolutionList, SolutionProgress, SolutionSearch};
pub use checkers::{CaptureTour, Checkers, JumpAnswer};
pub use file_error::TabletopError;
pub use filled::{FilledBoard, SquareColour};
pub use hidoku::{Hidoku, Neighbourhood};
pub use kind::FillKind;
pub use magic::{MagicBoard, MagicRules};
pub use outline::BoardOutline;
pub use stones::{Stones, StonesRules};
pub use text_file::MAX_FILE_BYTES;
