//! Slidewise explores the whole state graph of a sliding-block puzzle, breadth first and exactly, and answers
//! from it: the shortest solution and how many there are, every position's distance, the farthest positions,
//! how many can be reached.
//!
//! A configuration of the puzzle is a number without holes, what a search knows of it is two bits, and a
//! generation is made from the last one alone. A. N. Walker described such a program in 1999, when he solved
//! Checkmate, L'Âne rouge and Get My Goat with three shell scripts and sorted text files.
//!
//! ```
//! use slidewise::engine::search::{Sink, MemorySink, Run};
//! use slidewise::engine::graph::{Graph, Metric};
//! use slidewise::puzzle::Puzzle;
//! use slidewise::analysis::{Beginning, Explored, Routes};
//! use std::ops::ControlFlow;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let puzzle = Puzzle::open("lane-rouge")?;
//! let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step)?;
//! let mut memory = MemorySink::new(graph.len())?;
//! let start = graph.index_of(&puzzle.start).expect("Start is legal");
//! Run::new(&graph, &[start]).explore(&mut memory, &mut |_event| ControlFlow::Continue(()))?;
//! assert_eq!(memory.counts().iter().sum::<u64>(), 25_955);
//!
//! let explored = Explored::in_memory(&graph, &memory, Beginning::At(start));
//! let far = puzzle.read_position(".BAA:.BAA:FFCG:DHCE:DIJE")?;
//! let index = graph.index_of(&far).expect("the position is legal");
//! let generation = explored.generation_of(index)?.expect("the position can be reached");
//! let routes = Routes::to(explored, &[index], generation)?;
//! assert_eq!(routes.least().moves.len() as u64, generation);
//! # Ok(())
//! # }
//! ```
//!
//! # The map of the house
//!
//! Read in this order; each layer uses those above it and none below.
//!
//! | layer | holds | does not |
//! |---|---|---|
//! | [`board`] | cells, walls, shapes, directions | know names or moves |
//! | [`puzzle`] | the definition, puzzle files, positions as text | know numbers |
//! | [`space`] | configuration to number and back: the essay on the index | know moves |
//! | [`moves`] | slides, and what each does to the number: the state graph | remember anything |
//! | [`store`] | marks or sorted files, header, log and lock on the disk; uses none of the above | know puzzles |
//! | [`mod@explore`] | generation after generation, as events | print or answer |
//! | [`query`] | distances, shortest ways, goals, the farthest | write |
//! | [`recount`] | the figures of Walker's article, measured | print |
//! | [`replay`] | certificates of ways, and a mover that shares nothing with the others; uses none of the above | know numbers |
//! | [`play`] | a game of one player, with distances | know keys or screens |
//! | [`present`] | text, drawings, JSON, from values | print |
//! | [`web`] | a page in the browser, served on loopback; feature `web` | know the terminal |
//! | [`cli`] | arguments, terminal, exit codes | find anything out |
//!
//! Beside the way, and unknown to it, [`tabletop`] holds four puzzles in which nothing slides: stones on a board,
//! Hidoku, the magic number board, capturing checkers. It uses [`board`] alone, and only its two commands in
//! [`cli`] use it.

pub mod board;
pub mod puzzle;
pub mod space;

pub mod moves;

pub mod store;

pub mod explore;
pub mod query;
pub mod recount;

pub mod replay;

pub mod play;

pub mod present;

pub mod tabletop;

#[cfg(feature = "web")]
pub mod web;

#[cfg(feature = "cli")]
pub mod cli;

/// The programs of the documents are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
struct Programs;
