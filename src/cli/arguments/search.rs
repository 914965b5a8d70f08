//! Arguments of the commands that search, and of `replay` and `verify`, which check results.

#[cfg(feature = "cluster")]
use super::cluster::ClusterArgs;
use super::pack_sizes::{PackSizes, pack};
use super::values::{self, Likeness};
use super::{BatchArgs, KeepArgs, ReplaceArgs, parse_int, position, seconds};
use clap::Args;
use slidewise_app::{EngineName, SolveMethod};
use slidewise_puzzle::SearchOrigin;
use slidewise_render::parse_bytes;
use std::path::PathBuf;
use std::time::Duration;

/// The puzzle of a search, and whether the search uses and saves stores.
#[derive(Debug, Args)]
pub(crate) struct SearchArgs {
    /// The puzzle
    pub puzzle: String,
    /// Start position to use instead of the puzzle's own
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true, value_parser = position)]
    pub start: Option<String>,
    #[command(flatten)]
    pub keeping: KeepArgs,
}

/// Disk limit of searches that keep generations as sorted files.
#[derive(Debug, Args)]
pub(crate) struct DiskArgs {
    /// Disk limit of a search in sorted files, such as 500M or 8G [default for solve and find: 4G]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub disk: Option<u64>,
}

/// The certificate that `solve` and `find` write.
#[derive(Debug, Args)]
pub(crate) struct CertificateArgs {
    /// Write the path with its positions to this file, for `slidewise replay`
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    #[command(flatten)]
    pub replace: ReplaceArgs,
}

/// Arguments of `explore`.
#[derive(Debug, Args)]
pub(crate) struct ExploreArgs {
    #[command(flatten)]
    pub searched: BatchArgs,
    /// Stop after the first generation with a goal configuration
    #[arg(long)]
    pub until_goal: bool,
    /// Stop after this generation
    #[arg(long, value_name = "N", value_parser = parse_int::<u64>(0..))]
    pub max_generation: Option<u64>,
    /// Only count, in less memory; save nothing unless memory is too short for one bit each
    #[arg(long)]
    pub count_only: bool,
    /// With --count-only: of the words that exceed --memory and go to the disk, keep this many
    /// bytes in the file system in memory (Linux)
    #[arg(
        long,
        value_name = "SIZE",
        value_parser = parse_bytes,
        requires = "count_only",
        conflicts_with = "no_store"
    )]
    pub words_in_memory: Option<u64>,
    /// Write checksums of all marks every SECONDS seconds of the run, and at its end
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 60,
        value_parser = parse_int::<u64>(0..)
    )]
    pub checksums: u64,
    /// Append to this file how far the search has come, and when it may end, a line of JSON for
    /// each generation
    #[arg(long, value_name = "FILE", conflicts_with_all = ["batch", "estimate"])]
    pub progress: Option<PathBuf>,
    /// Search method
    #[arg(long, value_parser = values::engine(), default_value = "auto")]
    pub engine: EngineName,
    /// With --engine frontier: keep only the files of the last N generations (find then knows
    /// only these)
    #[arg(long, value_name = "N", value_parser = parse_int::<u64>(2..))]
    pub keep_last: Option<u64>,
    #[command(flatten)]
    pub disk: DiskArgs,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    pub cluster: ClusterArgs,
    /// Sokoban: leave out positions with a box on a cell from which it cannot come to a goal
    #[arg(long, conflicts_with = "batch")]
    pub live: bool,
    /// Print the memory and disk that the search needs, and do not search
    #[arg(long, conflicts_with = "batch")]
    pub estimate: bool,
}

/// Arguments of `solve`.
#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub searched: BatchArgs,
    #[command(flatten)]
    pub disk: DiskArgs,
    /// A single position as Finish, instead of the puzzle's goals; for numbered tiles also `last`,
    /// `first` or `snail`
    #[arg(
        long,
        value_name = "POSITION",
        allow_hyphen_values = true,
        value_parser = position
    )]
    pub to: Option<String>,
    /// A file of positions, one a line, as the goals in the place of the puzzle's own
    #[arg(long, value_name = "FILE", conflicts_with_all = ["to", "batch"])]
    pub goals: Option<PathBuf>,
    /// Search method
    #[arg(long, value_parser = values::solve_method(), default_value = "auto")]
    pub method: SolveMethod,
    /// A file of start positions, one a line, or of boards of numbered tiles; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["start", "certificate"])]
    pub starts: Option<PathBuf>,
    /// The tiles of a table that guides the search, separated by blanks, once for each table
    #[arg(long, value_name = "TOKENS", conflicts_with = "batch")]
    pub keep: Vec<String>,
    /// With --starts: print a shortest solution for each start
    #[arg(long, requires = "starts")]
    pub paths: bool,
    /// With --starts: append the table to this file; the same command goes on after its rows
    #[arg(
        long,
        value_name = "FILE",
        requires = "starts",
        conflicts_with = "paths"
    )]
    pub out: Option<PathBuf>,
    /// With --starts: visit at most about this many positions for each start
    #[arg(long, value_name = "N", requires = "starts", value_parser = parse_int::<u64>(1..))]
    pub limit_nodes: Option<u64>,
    /// With --starts: search for at most this many seconds for each start
    #[arg(long, value_name = "S", requires = "starts", value_parser = seconds)]
    pub limit_seconds: Option<Duration>,
    /// Solve all levels of a file of Sokoban levels, a line each, as --batch does
    #[arg(
        long,
        conflicts_with_all = ["batch", "start", "starts", "to", "keep", "all", "certificate"]
    )]
    pub all_levels: bool,
    /// List every shortest solution
    #[arg(long, conflicts_with = "batch")]
    pub all: bool,
    /// With --all: also count and list solutions of up to K moves more
    #[arg(
        long,
        value_name = "K",
        requires = "all",
        default_value_t = 0,
        hide_default_value = true,
        value_parser = parse_int::<u64>(0..)
    )]
    pub extra: u64,
    /// With --all: list one solution of each kind, where solutions are of one kind that have the
    /// same moves in any order, that are images of each other, or both
    #[arg(
        long,
        value_name = "BY",
        requires = "all",
        value_delimiter = ',',
        value_parser = values::likeness()
    )]
    pub distinct: Vec<Likeness>,
    /// With --all: list at most this many
    #[arg(long, value_name = "N", requires = "all", value_parser = parse_int::<usize>(0..))]
    pub limit: Option<usize>,
    #[command(flatten)]
    pub certified: CertificateArgs,
}

/// Arguments of `tables`.
#[derive(Debug, Args)]
pub(crate) struct TablesArgs {
    #[command(flatten)]
    pub searched: SearchArgs,
    /// The goal of the tables, instead of the puzzle's own; for numbered tiles also `last`,
    /// `first` or `snail`
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true, value_parser = position)]
    pub to: Option<String>,
    /// The tiles or pieces of a table, separated by blanks, once for each table [default: by
    /// --memory]
    #[arg(long, value_name = "TOKENS")]
    pub keep: Vec<String>,
    /// List the kept tables of this goal, and build nothing
    #[arg(long, conflicts_with = "keep")]
    pub list: bool,
}

/// Arguments of `find`.
#[derive(Debug, Args)]
pub(crate) struct FindArgs {
    #[command(flatten)]
    pub searched: SearchArgs,
    #[command(flatten)]
    pub disk: DiskArgs,
    /// The position; for numbered tiles also `last`, `first` or `snail`
    #[arg(
        allow_hyphen_values = true,
        value_parser = position,
        required_unless_present = "to"
    )]
    pub position: Option<String>,
    /// The position, as `solve` takes it
    #[arg(
        long,
        value_name = "POSITION",
        allow_hyphen_values = true,
        value_parser = position,
        conflicts_with = "position"
    )]
    pub to: Option<String>,
    #[command(flatten)]
    pub certified: CertificateArgs,
}

impl FindArgs {
    /// The position that is sought, or the name of a usual order.
    pub(crate) fn wanted(&self) -> &str {
        let wanted = self.position.as_deref().or(self.to.as_deref());
        wanted.unwrap_or_default()
    }
}

/// Arguments of `farthest`.
#[derive(Debug, Args)]
pub(crate) struct FarthestArgs {
    #[command(flatten)]
    pub searched: BatchArgs,
    /// Where distances are measured from
    #[arg(long, value_parser = values::sources(), default_value = SearchOrigin::Start.name())]
    pub from: SearchOrigin,
    /// A file of positions, one a line, as the goals in the place of the puzzle's own
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    pub goals: Option<PathBuf>,
    /// With --from goal: search all legal positions, reachable from Start or not; saves nothing
    #[arg(long)]
    pub everywhere: bool,
    /// List at most this many positions
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = parse_int::<usize>(0..))]
    pub limit: usize,
}

/// Arguments of `sample`.
#[derive(Debug, Args)]
pub(crate) struct SampleArgs {
    #[command(flatten)]
    pub searched: SearchArgs,
    /// Distance of the positions
    #[arg(long, value_name = "N", value_parser = parse_int::<u64>(0..),
          required_unless_present_any = ["solvable", "pack"])]
    pub distance: Option<u64>,
    /// Pick from all positions that can be solved, at any distance
    #[arg(long, conflicts_with_all = ["distance", "from"])]
    pub solvable: bool,
    /// Pick as many positions at each of several distances: 10x5..50 picks 10 at each from 5 to 50
    #[arg(long, value_name = "KxN..M", value_parser = pack,
          conflicts_with_all = ["distance", "solvable", "count"])]
    pub pack: Option<PackSizes>,
    /// A file of positions, one a line, as the goals in the place of the puzzle's own
    #[arg(long, value_name = "FILE")]
    pub goals: Option<PathBuf>,
    /// Where the distance is measured from
    #[arg(long, value_parser = values::sources(), default_value = SearchOrigin::Start.name())]
    pub from: SearchOrigin,
    /// Number of different positions; all if there are fewer
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = parse_int::<u64>(1..))]
    pub count: u64,
    /// Seed of the draw: the same seed gives the same positions [default: a random one]
    #[arg(long, value_name = "S", value_parser = parse_int::<u64>(0..))]
    pub seed: Option<u64>,
}

/// Arguments of `diameter`.
#[derive(Debug, Args)]
pub(crate) struct DiameterArgs {
    /// The puzzle
    pub puzzle: String,
    /// Start position to use instead of the puzzle's own; its component is measured
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true, value_parser = position)]
    pub start: Option<String>,
    /// No effect: diameter never saves anything
    #[arg(long)]
    pub no_store: bool,
    /// Leave out the radius, which may need fewer searches
    #[arg(long)]
    pub no_radius: bool,
    /// List at most this many pairs
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = parse_int::<usize>(0..))]
    pub limit: usize,
}

/// Arguments of `components`.
#[derive(Debug, Args)]
pub(crate) struct ComponentsArgs {
    /// The puzzle
    pub puzzle: String,
    /// Show a position of a component of each size
    #[arg(long)]
    pub positions: bool,
    /// With --positions: show at most this many, the largest first [default: 100]
    #[arg(long, value_name = "N", requires = "positions", value_parser = parse_int::<usize>(0..))]
    pub limit: Option<usize>,
}

/// Arguments of `replay`.
#[derive(Debug, Args)]
pub(crate) struct ReplayArgs {
    /// The certificate, written by solve or find with --certificate, or a Sokoban level
    pub file: PathBuf,
    /// A solution of the level, - for standard input: letters u, d, l, r, in capitals for pushes
    pub solution: Option<PathBuf>,
    /// Refuse a certificate whose puzzle is not this one
    #[arg(long, value_name = "PUZZLE")]
    pub puzzle: Option<String>,
}

/// Arguments of `verify`.
#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// The puzzle
    pub puzzle: String,
    /// Start position to use instead of the puzzle's own
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true, value_parser = position)]
    pub start: Option<String>,
    /// A single position as the goal, instead of the puzzle's goals; for numbered tiles also
    /// `last`, `first` or `snail`
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true, value_parser = position)]
    pub to: Option<String>,
    /// Which search of the puzzle to check
    #[arg(long, value_parser = values::sources(), default_value = SearchOrigin::Start.name())]
    pub from: SearchOrigin,
    /// Prove every distance: generate all generations again and compare every mark
    #[arg(long)]
    pub deep: bool,
    /// Check the kept tables of the goal instead of a search
    #[arg(long, conflicts_with_all = ["start", "from"])]
    pub tables: bool,
}
