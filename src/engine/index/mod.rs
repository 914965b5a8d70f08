//! The index: gives a number to each legal configuration, or to each that Start does not rule out,
//! without gaps.
//!
//! # How the number is made
//!
//! A configuration is split in two. The **pattern** says where the pieces stand, without telling
//! the tiles of one shape apart. The **arrangement** is the order in which these tiles stand on the
//! places that the pattern gives them. The number of the configuration is
//!
//! ```text
//! index = pattern rank x (number of arrangements) + arrangement rank
//! ```
//!
//! **Pattern.** The cells are scanned in reading order, or column by column
//! ([`Orientation::best`]). At each cell that is not covered yet there is a choice: leave it empty,
//! or begin a piece of some kind; this cell is then the piece's first cell in the scan. (Pieces of
//! one kind are not told apart.) A node stands for a half-scanned board: its next cell, the number
//! of pieces of each kind that are left, the later cells that are covered, and the memory of the
//! rules. Boards that agree in all this can be completed in the same ways, so they share one node;
//! nodes that cannot be completed are dropped. An edge stands for a choice, and stores how many
//! completions the *earlier* choices of its node have. This makes the graph an acyclic automaton
//! with ranks (after the ordered automata of Lucchesi and Kowaltowski 1993). The **rank** of a
//! pattern is the sum of these counts along its path. **Unrank** walks down from the root and takes
//! at each node the last choice whose count is not greater than the rest of the rank. Each legal
//! pattern has a rank, and each rank a legal pattern.
//!
//! *By hand.* A 2 x 2 board `a b / c d`, one horizontal domino and one unit: scan a, b, c, d.
//!
//! ```text
//! at a: empty (then the domino must begin at c, the unit lies on b)                  1 way
//!       domino on a b, then at c: empty (unit on d) 1 way, unit on c 1 way           2 ways
//!       unit on a (then b stays empty, domino on c d)                                1 way
//! ```
//!
//! The order of the choices is empty, domino, unit, so the four patterns get these numbers:
//!
//! ```text
//! 0  . u    1  D D    2  D D    3  u .
//!    D D       . u       u .       D D
//! ```
//!
//! Pattern 2: at a, "domino" has 1 completion before it; at c, "unit" has 1 before it; 1 + 1 = 2.
//!
//! **What Start rules out.** Cells that no piece can cover, even if it were alone on the board, are
//! not scanned. Pieces that could not move even if they were alone on the board are walls
//! (`start_reach.rs`). Pieces that keep one row or column cannot pass each other, so their order
//! there is fixed: adjacent pieces of one class in a lane form one kind, and a kind may begin only
//! when the kind before it in the lane has no pieces left (`lanes.rs`). All this is known without a
//! search. Any other configuration has a number, even if Start cannot reach it. An index of all
//! legal configurations ([`Space::of_all`]) leaves out nothing.
//!
//! **Arrangement.** Tiles of one shape that are free to move in both directions and that no rule
//! names are one kind for the pattern. An arrangement lists these tiles in scan order, each by a
//! letter that stands for its class. It is ranked among all arrangements of the same letters. If
//! five or more of the tiles are distinct, only these are arranged, and the arrangement is a
//! permutation. Otherwise equal tiles are arranged too, as long as there are at most 65,536
//! arrangements, because one table for each rotation then handles all configurations of a pattern
//! (Checkmate: 2,684 patterns x 252 arrangements). Several shapes give several tile groups. Their
//! arrangement ranks are the digits of one number in mixed radix, least significant last.
//!
//! **Size.** The number of configurations is the number of paths of the automaton, multiplied for
//! each tile group by k! / (m1! m2! ...): the group has k tiles, m1 of one class, m2 of another,
//! and so on. This product is a big integer; only numbering needs it below 2^64.
//!
//! **An edge** of the state graph moves one piece and changes only the choices between the first
//! and the last cell that it touches. After these choices the path runs through the same nodes as
//! before, so the new rank is the old one plus a difference computed over that window
//! ([`Pattern::rank_with_moved`]). In the arrangement one letter moves from a slot to another
//! ([`Rotation`]); a piece that passes no other tile of its group in the scan leaves the
//! arrangement unchanged.
//!
//! **Cost.** Construction takes time in proportion to the automaton's edges: an eighth of a
//! millisecond for L'Âne rouge. The automaton takes 8 bytes a node and 16 an edge: 49 KB for its
//! 1,100 nodes. Ranking and unranking take some nanoseconds a cell. Going from one rank to the next
//! costs time only for the cells from the first change on.

mod arrangement;
mod automaton;
mod automaton_draft;
mod error;
mod lanes;
mod layout;
mod pattern;
mod puzzle_index;
mod rule_set;
mod scan;
mod start_reach;
mod state;
mod state_table;
mod tile_groups;

pub use arrangement::{
    ArrangementSet, Rotation, are_odd, digits_of_rank, digits_of_window, letter_of_digits,
    rank_of_digits, rank_of_window, rotate_digits, word_count,
};
pub use automaton::{Automaton, Choice, EMPTY, Edge, NodeId};
pub use error::SpaceError;
pub use layout::{KindMembers, Layout, PieceKind, Placement};
pub use pattern::{NOBODY, Pattern};
pub use puzzle_index::Space;
pub use scan::{Orientation, Place, Scan};
pub use start_reach::large_mover;
pub use state::hash_of;
pub use tile_groups::TileGroup;
