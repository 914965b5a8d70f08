//! The command `slidewise`: arguments, terminal, exit codes; one file for each command.
//!
//! Only this crate reads arguments, prints, and ends the process. The answers come from the
//! other crates.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod arguments;
mod atomic_file;
mod batch;
mod check;
mod command;
mod completions;
mod components;
mod convert;
mod corruption_flag;
mod count;
mod design;
mod diameter;
mod estimate;
mod explore;
#[cfg(feature = "web")]
mod export;
mod failure;
mod farthest;
mod fill;
mod fill_record;
mod find;
mod graph;
mod graph_report;
mod graph_walk;
mod grouped;
mod guided;
mod idle_options;
mod input;
mod inspect;
mod jump;
mod list;
mod man;
mod output;
#[cfg_attr(not(feature = "pictures"), path = "without/pictures.rs")]
mod pictures;
mod piped;
mod progress;
mod recount;
mod replay;
mod sample;
mod scratch;
#[cfg_attr(not(feature = "web"), path = "without/serve.rs")]
mod serve;
mod setup;
#[cfg(feature = "cluster")]
mod several_machines;
mod show;
mod signals;
mod sokoban;
mod solution;
mod solve;
mod start_list;
mod starts;
mod stopped;
mod stores;
mod tables;
#[cfg_attr(not(feature = "terminal"), path = "without/terminal.rs")]
mod terminal;
mod unfinished_file;
mod usage;
mod verify;
mod verify_tables;
mod wait;
mod waiting_writer;

pub use command::main;
