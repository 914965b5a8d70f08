//! Arguments of `inspect`.

use super::position;
use clap::Subcommand;
use std::path::PathBuf;

/// What `inspect` shows.
#[derive(Debug, Subcommand)]
pub(crate) enum InspectView {
    /// Show the pattern automaton: nodes and edges by cell, or all of it in DOT
    #[command(after_help = "Examples:\n\
        \x20 slidewise inspect automaton lane-rouge\n\
        \x20     how many nodes and edges the automaton has at each cell\n\
        \x20 slidewise inspect automaton tiles:2x2 --dot\n\
        \x20     the automaton for Graphviz")]
    Automaton {
        /// The puzzle
        puzzle: String,
        /// Write the automaton in DOT, the language of Graphviz
        #[arg(long)]
        dot: bool,
    },
    /// Show how the rank of a position comes about, choice by choice
    #[command(after_help = "Example:\n\
        \x20 slidewise inspect index tiles:2x2 1.:32\n\
        \x20     the choice at each cell, the patterns before it, and the rank")]
    Index {
        /// The puzzle
        puzzle: String,
        /// The position
        #[arg(allow_hyphen_values = true, value_parser = position)]
        position: String,
    },
    /// Show the header and the log of a saved search in words
    #[command(after_help = "Example:\n\
        \x20 slidewise inspect store generations/lane-rouge-cd5fcf1cf8a10de5.step\n\
        \x20     its puzzle, metric, generations and files")]
    Store {
        /// The folder of the saved search
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}
