//! Arguments of a command that answers for one puzzle or for many.

use super::{KeepArgs, position};
use clap::Args;
use slidewise_app::Problem;
use std::path::{Path, PathBuf};

/// The puzzle of a search or the source of many puzzles, and whether stores are used and saved.
#[derive(Debug, Args)]
pub(crate) struct BatchArgs {
    /// The puzzle
    #[arg(required_unless_present = "batch", conflicts_with = "batch")]
    pub puzzle: Option<String>,
    /// Start position to use instead of the puzzle's own
    #[arg(
        long,
        value_name = "POSITION",
        allow_hyphen_values = true,
        value_parser = position,
        conflicts_with = "batch"
    )]
    pub start: Option<String>,
    /// Answer for many puzzles, a line each: those in a folder, or those that a file or standard
    /// input (-) names or holds
    #[arg(long, value_name = "DIR|FILE|-")]
    pub batch: Option<PathBuf>,
    /// With --batch, or with --starts of solve: print a table in CSV
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    #[command(flatten)]
    pub keeping: KeepArgs,
}

/// What a command answers for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Given<'a> {
    /// The puzzle that this word names.
    One(&'a str),
    /// The puzzles of this source.
    Many(&'a Path),
}

impl BatchArgs {
    /// The puzzle or the source of puzzles.
    ///
    /// # Errors
    /// If a table is asked for without a batch. The parser does not see this, because the puzzle
    /// excludes the batch.
    pub(crate) fn given(&self) -> Result<Given<'_>, Problem> {
        if self.csv && self.batch.is_none() {
            return Err(Problem::of_input(
                "--csv is for --batch, which answers for many puzzles",
                "leave out --csv, or name the puzzles with --batch DIR|FILE|-",
            ));
        }
        Ok(self.word_or_source())
    }

    /// The puzzle or the source of puzzles, of a command whose table may be one of starts.
    pub(crate) fn word_or_source(&self) -> Given<'_> {
        match (&self.batch, &self.puzzle) {
            (Some(source), _) => Given::Many(source),
            (None, puzzle) => Given::One(puzzle.as_deref().unwrap_or_default()),
        }
    }
}
