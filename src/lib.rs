//! Slidewise explores the whole state graph of a sliding-block puzzle, breadth first and exactly.
//!
//! It answers from the graph: the shortest solution and how many there are, the distance of each
//! position, the farthest positions, and how many can be reached.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # use slidewise::{Explorer, Metric, Puzzle};
//! let puzzle = Puzzle::open("lane-rouge")?;
//! let search = Explorer::new(&puzzle).metric(Metric::Move).explore()?;
//! let solution = search.solve()?;
//! println!("{} moves, {} ways", solution.len(), solution.routes());
//! # assert_eq!((solution.len(), search.states()), (81, 25_955));
//! # Ok(())
//! # }
//! ```
//!
//! A search gives the positions at each distance, their neighbours, and ways to goals of one's own:
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # use slidewise::{Explorer, PuzzleBuilder};
//! let puzzle = PuzzleBuilder::new("corner", "AAb\nA.c\nd..").all_distinct().build()?;
//! let search = Explorer::new(&puzzle).explore()?;
//! for position in search.positions(3)? {
//!     for next in search.neighbours(&position)? {
//!         println!("{} - {}", puzzle.write_position(&position), puzzle.write_position(&next));
//!     }
//! }
//! let solution = search.solve_where(|position| puzzle.write_position(position).starts_with('.'))?;
//! # assert_eq!((search.states(), search.positions(3)?.len()), (480, 11));
//! # assert_eq!(solution.len(), 2);
//! # Ok(())
//! # }
//! ```
//!
//! Configurations have numbers from 0 up, of which some are unused where five or more tiles differ.
//! A search stores two bits for each number, and each generation is made from the one before it
//! alone. A. N. Walker described such a program in 1999, after solving Checkmate, L'Âne rouge and
//! Get My Goat with three shell scripts and sorted text files.
//!
//! # What stays as it is
//!
//! The names in this root are the library: a version that changes them is a new major version
//! (before 1.0, a new minor one). What they are made of is in [`unstable`], which any version may
//! change.

pub mod unstable {
    //! The crates of which the library is made; any version may change their items.
    //!
    //! Each module is a crate of its own, `slidewise-NAME`, and uses the modules above it.
    //!
    //! | module | holds | knows nothing of |
    //! |---|---|---|
    //! | [`board`] | cells, sets of cells, shapes, directions, turns | names, moves |
    //! | [`puzzle`] | the model, puzzle files, positions as text | numbers |
    //! | [`store`] | marks and sorted files on the disk; uses none of these modules | puzzles |
    //! | [`engine`] | index, state graph, searches | text, answers |
    //! | [`layout`] | places for the positions of a graph | puzzles |
    //! | [`analysis`] | distances, goals, diameter, counting, proofs | terminals |
    //! | [`render`] | text, JSON, pictures, networks, screens | how answers are found |
    //! | [`app`] | [`Explorer`](crate::Explorer), [`Problem`](crate::Problem) | arguments, HTTP |
    //! | [`play`] | a game of one player | keys, screens |
    //! | `recount` | the figures of Walker's article | terminals |
    //! | [`replay`] | certificates and a mover of its own; uses none of these modules | numbers |
    //! | [`sokoban`] | Sokoban levels; uses [`board`] and [`store`] | text of answers |
    //! | `design` | hardest starts of families; uses [`engine`] and [`board`] | text of answers |
    //! | `tabletop` | four puzzles that do not slide; uses [`board`] alone | sliding |
    //! | `answers` | what pages ask, as JSON | HTTP, threads |
    //! | `web` | pages in the browser | the terminal |
    //!
    //! Those without a link are in builds with the feature of their name.

    pub use slidewise_analysis as analysis;
    #[cfg(feature = "web")]
    pub use slidewise_answers as answers;
    pub use slidewise_app as app;
    pub use slidewise_board as board;
    #[cfg(feature = "design")]
    pub use slidewise_design as design;
    pub use slidewise_engine as engine;
    pub use slidewise_layout as layout;
    pub use slidewise_play as play;
    pub use slidewise_puzzle as puzzle;
    #[cfg(feature = "recount")]
    pub use slidewise_recount as recount;
    pub use slidewise_render as render;
    pub use slidewise_replay as replay;
    pub use slidewise_sokoban as sokoban;
    pub use slidewise_store as store;
    #[cfg(feature = "tabletop")]
    pub use slidewise_tabletop as tabletop;
    #[cfg(feature = "web")]
    pub use slidewise_web as web;
}

pub use slidewise_analysis::{Components, Count, Move, Path, Unsolvable};
pub use slidewise_app::{
    Answer, Cause, Explorer, Keep, Observer, Problem, Progress, Question, Reuse, Search, Solution,
    SolveMethod, StopToken, Target, WantedWays,
};
pub use slidewise_engine::graph::Metric;
pub use slidewise_puzzle::{Configuration, Puzzle, PuzzleBuilder};

/// The programs in `docs/library.md`, which `cargo test` compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
struct Programs;
