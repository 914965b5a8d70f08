//! Options that several commands have in common.

use super::corruption_flag::CorruptionFlags;
use super::{parse_int, values};
use clap::{Args, ValueEnum};
use slidewise_app::memory_within;
use slidewise_engine::graph::Metric;
use slidewise_engine::search;
use slidewise_render::parse_bytes;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Largest accepted number of threads.
pub(crate) const MAX_THREADS: NonZeroUsize =
    NonZeroUsize::new(search::MAX_THREADS).expect("it is not 0");

/// Options of every command.
#[derive(Debug, Args)]
pub(crate) struct CommonArgs {
    /// Unit of distance
    #[arg(
        long,
        global = true,
        value_parser = values::metric(),
        default_value = Metric::Step.name()
    )]
    pub metric: Metric,
    /// Whether `--metric` is among the arguments; not an option.
    #[arg(skip)]
    pub is_metric_given: bool,
    /// The word of `--metric` if it is among the arguments; not an option.
    #[arg(skip)]
    pub metric_word: Option<String>,
    /// The word that names the puzzle, if there is one; not an option.
    #[arg(skip)]
    pub puzzle_word: Option<String>,
    /// Print exactly one JSON object on stdout
    #[arg(long, global = true)]
    pub json: bool,
    /// Number of threads [default: one per core]
    #[arg(
        long,
        global = true,
        value_name = "N",
        value_parser = parse_int(NonZeroUsize::MIN..=MAX_THREADS)
    )]
    pub threads: Option<NonZeroUsize>,
    /// Folder of the saved searches [default: generations/ if that folder exists, else the user's
    /// data folder]
    #[arg(long, global = true, value_name = "DIR")]
    pub store: Option<PathBuf>,
    /// Memory limit, such as 500M or 1.5G
    #[arg(long, global = true, value_name = "SIZE", value_parser = parse_bytes)]
    pub memory: Option<u64>,
    /// Print no progress and no remarks on stderr
    #[arg(long, global = true)]
    pub quiet: bool,
    /// Corruption flags of the stores that the command reads; not an option.
    #[arg(skip)]
    pub corruption: CorruptionFlags,
}

impl CommonArgs {
    /// The memory limit in bytes: `--memory`, else the lesser of `usual` and the machine's memory.
    pub(crate) fn memory_or(&self, usual: u64) -> u64 {
        memory_within(self.memory, usual)
    }
}

/// Options of commands that write files.
#[derive(Debug, Args)]
pub(crate) struct ReplaceArgs {
    /// Replace existing files, but never a file that this command reads
    #[arg(long)]
    pub force: bool,
}

/// Background of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ThemeArg {
    // Documentation comments here would change the help texts.
    Auto,
    Light,
    Dark,
}

/// Parses a position, which may begin with `-` (a gate's token), and refuses misspelt options.
pub(crate) fn position(text: &str) -> Result<String, String> {
    let option = text.strip_prefix("--").unwrap_or_default();
    let option = option.split('=').next().unwrap_or_default();
    let is_name = |c: char| c.is_ascii_lowercase() || c == '-';
    if !option.is_empty() && option.chars().all(is_name) {
        return Err(
            "this text is not a position, and this command has no option of this name".to_owned(),
        );
    }
    Ok(text.to_owned())
}
