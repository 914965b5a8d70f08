//! The command `slidewise`: arguments, terminal, exit codes; a room for each kind of command.
//!
//! Only this crate reads arguments, prints, and ends the process. The answers come from the
//! other crates. From the bottom up: `arguments` has the options, `io` all that commands read and
//! write; the rooms of the commands follow; `program` reads the command line and calls them.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod arguments;
mod batch;
mod check;
mod convert;
mod design;
mod explore;
mod graph;
mod io;
mod kept;
mod list;
#[cfg_attr(not(feature = "pictures"), path = "without/pictures.rs")]
mod pictures;
mod program;
mod recount;
mod replay;
#[cfg_attr(not(feature = "web"), path = "without/serve.rs")]
mod serve;
mod show;
mod sokoban;
mod solve;
mod tabletop;
#[cfg_attr(not(feature = "terminal"), path = "without/terminal.rs")]
mod terminal;

pub use program::main;
