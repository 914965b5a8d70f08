//! Arguments of `list`.

use clap::{Args, ValueEnum};

/// Arguments of `list`.
#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    /// Only puzzles with all these words in name, title, other names, family, size or length
    #[arg(value_name = "WORD")]
    pub words: Vec<String>,
    /// Only families with this text in their name
    #[arg(long, value_name = "NAME")]
    pub family: Option<String>,
    /// Order of the puzzles
    #[arg(long, value_enum, default_value_t = ListOrder::Family)]
    pub sort: ListOrder,
}

/// Order of the puzzles in the output of `list`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ListOrder {
    /// Walker's puzzles and the classics first
    Family,
    /// By name
    Name,
    /// The fewest cells first
    Size,
    /// The shortest solution first
    Moves,
}
