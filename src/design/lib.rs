//! Sweeps over whole families of sliding-block puzzles: the hardest start of every set of pieces.
//!
//! A family is a board with pieces that may be used and a goal piece. For each set of pieces, all
//! solved boards are listed, and one search backward from them meets every start that can be
//! solved. No move changes the set of pieces, so each board is met once. Where any piece may be the
//! goal piece, all boards are listed, and one search serves all goal pieces. The boards are counted
//! beforehand, without listing them, and a sweep that lists another number fails.
//!
//! | file | holds |
//! |---|---|
//! | `field`, `connected_sets` | the board as bits, connected sets of cells |
//! | `family` | [`Family`]: pieces, goal piece, where it must go |
//! | `family_file` | the file of a family, and families by name |
//! | `puzzle_family` | the family of a puzzle's pieces |
//! | `universe` | the numbers of boards, counted without listing them |
//! | `word`, `board_code`, `mobile_piece`, `board_clique` | a board in a word, and its moves |
//! | `board_mirror` | the mirror image of a board in a word |
//! | `board_lister`, `list_memory` | the list of boards by set of pieces |
//! | `board_set`, `set_search` | the search of one set of pieces with one goal piece |
//! | `clique_graph`, `mark_search`, `all_goals` | that with all goal pieces at once |
//! | `minimal` | whether every piece is needed |
//! | `wanted`, `piece_sets` | what is asked, and the set that pieces make |
//! | `work_list`, `sweep` | [`Sweep`]: the work, divided among threads |
//! | `batch_search`, `batch_result` | the part of one thread |
//! | `components` | the number of components of all boards |
//! | `symmetries` | mirror images |
//! | `sweep_record` | the file that keeps finished work |
//! | `hardest`, `puzzle_text` | [`HardestStarts`]: the answer, and its starts as puzzle files |

mod all_goals;
mod batch_result;
mod batch_search;
mod board_clique;
mod board_code;
mod board_lister;
mod board_mirror;
mod board_set;
mod clique_graph;
mod components;
mod connected_sets;
mod design_error;
mod family;
mod family_file;
mod field;
mod hardest;
mod list_memory;
mod listed_piece;
mod mark_search;
mod minimal;
mod mobile_piece;
mod piece_sets;
mod puzzle_family;
mod puzzle_text;
mod set_search;
mod sweep;
mod sweep_record;
mod symmetries;
mod universe;
mod wanted;
mod word;
mod work_list;

pub use design_error::DesignError;
pub use family::Family;
pub use field::{Field, MAX_CELLS};
pub use hardest::{HardestStart, HardestStarts, PieceSet, SetKind};
pub use sweep::{Sweep, SweepMeans, SweepProgress, Swept};
pub use wanted::Wanted;
