//! The words that the command understands.

mod graph;
mod whole;

#[cfg(feature = "pictures")]
pub use graph::Scale;
pub use graph::{Graph, NetworkFormat, Table};

use super::alarms::Alarms;
use crate::explore::Machine;
use clap::builder::PossibleValue;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use slidewise_engine::graph::Metric;
use slidewise_puzzle::Sources;
use slidewise_render::parse_bytes;
#[cfg(feature = "pictures")]
use slidewise_render::picture::Theme;
#[cfg(feature = "web")]
use slidewise_web::Settings;
#[cfg(feature = "web")]
use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use whole::whole;

/// The most threads that may be asked for: more than any machine has cores.
const MOST_THREADS: NonZeroUsize = NonZeroUsize::new(4096).expect("some may");

/// Explores the whole state graph of sliding-block puzzles, exactly.
#[derive(Debug, Parser)]
#[command(
    name = "slidewise",
    bin_name = "slidewise",
    version,
    about,
    disable_help_subcommand = true,
    after_help = "PUZZLE is a puzzle file, the name of a built-in puzzle (slidewise list), tiles:RxC, or rush:BOARD.\n\
                  POSITION is a board as text: its rows separated by ':' or '/' or not at all, '.' empty, '#' a wall.\n\n\
                  Exit codes: 0 done; 1 the run failed; 2 the words or the input were wrong; 3 there is no such thing."
)]
pub struct Arguments {
    /// What every command understands.
    #[command(flatten)]
    pub common: Common,
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// Options of every command.
#[derive(Debug, Args)]
pub struct Common {
    /// The unit of distance
    #[arg(long, global = true, value_enum, default_value_t = Metric::Step)]
    pub metric: Metric,
    /// Print exactly one JSON object on stdout
    #[arg(long, global = true)]
    pub json: bool,
    /// How many threads may work [default: one a core]
    #[arg(long, global = true, value_name = "N", value_parser = whole(NonZeroUsize::MIN..=MOST_THREADS))]
    pub threads: Option<NonZeroUsize>,
    /// Where explorations are kept [default: generations/ where that folder exists, else the user's data folder]
    #[arg(long, global = true, value_name = "DIR")]
    pub store: Option<PathBuf>,
    /// The most memory that may be taken, as 500M or 1G
    #[arg(long, global = true, value_name = "SIZE", value_parser = parse_bytes)]
    pub memory: Option<u64>,
    /// No progress and no remarks on stderr
    #[arg(long, global = true)]
    pub quiet: bool,
    /// No words: what the stores that are read have to say of damage
    #[arg(skip)]
    pub alarms: Alarms,
}

impl Common {
    /// The same options for work beside something else on the screen: quiet, with alarms of its own.
    #[cfg(feature = "terminal")]
    pub fn quietly(&self) -> Common {
        Common {
            metric: self.metric,
            json: self.json,
            threads: self.threads,
            store: self.store.clone(),
            memory: self.memory,
            quiet: true,
            alarms: Alarms::default(),
        }
    }

    /// The memory that may be taken: what was said, else a usual amount, of which the machine may have less.
    pub fn memory_or(&self, usual: u64) -> u64 {
        let machine = || Machine::this().map_or(usual, |machine| usual.min(machine.total));
        self.memory.unwrap_or_else(machine)
    }
}

impl ValueEnum for Metric {
    fn value_variants<'a>() -> &'a [Metric] {
        &Metric::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let meaning = match self {
            Metric::Step => "One piece, one cell",
            Metric::Slide => "One piece, any distance in a straight line",
            Metric::Move => "One piece, any path through free cells",
        };
        Some(PossibleValue::new(self.name()).help(meaning))
    }
}

#[cfg(feature = "pictures")]
impl ValueEnum for Theme {
    fn value_variants<'a>() -> &'a [Theme] {
        &[Theme::Auto, Theme::Light, Theme::Dark]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(match self {
            Theme::Auto => "auto",
            Theme::Light => "light",
            Theme::Dark => "dark",
        }))
    }
}

impl ValueEnum for Sources {
    fn value_variants<'a>() -> &'a [Sources] {
        &[Sources::Start, Sources::Goals]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let meaning = match self {
            Sources::Start => "At Start",
            Sources::Goals => "At all goal configurations at once",
        };
        Some(PossibleValue::new(self.name()).help(meaning))
    }
}

/// The engines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Engine {
    /// The best for the puzzle
    Auto,
    /// One configuration after the other
    Sparse,
    /// Words of configurations at once
    Dense,
    /// Sorted files of indices
    Frontier,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the built-in puzzles, by family
    #[command(after_help = "Example:\n\
        \x20 slidewise list --family layton\n\
        \x20     the puzzles of one family")]
    List {
        /// Only families with this in their name
        #[arg(long, value_name = "NAME")]
        family: Option<String>,
    },
    /// Show a puzzle: board, pieces, goals, rules, size of the space
    #[command(after_help = "Example:\n\
        \x20 slidewise show checkmate\n\
        \x20     its pieces, goals and rules, and how many positions are legal")]
    Show {
        /// The puzzle
        puzzle: String,
    },
    /// Check a puzzle file and report every fault with line and column
    #[command(after_help = "Example:\n\
        \x20 slidewise check puzzles/checkmate.toml\n\
        \x20     every fault of the file, with line and column")]
    Check {
        /// The puzzle file
        file: PathBuf,
    },
    /// Explore all generations, and keep them
    #[command(after_help = "Examples:\n\
        \x20 slidewise explore lane-rouge\n\
        \x20     all 25,955 positions, by their distance from Start\n\
        \x20 slidewise explore tiles:3x4 --count-only\n\
        \x20     239,500,800 positions, only counted")]
    Explore(Explore),
    /// Find a shortest solution from Start to Finish, and count the shortest ones
    #[command(after_help = "Examples:\n\
        \x20 slidewise solve checkmate\n\
        \x20     a shortest solution, and how many there are\n\
        \x20 slidewise solve lane-rouge --metric move --all --limit 3\n\
        \x20     three of the shortest, in moves")]
    Solve(Solve),
    /// Find a position: its generation, the number of shortest ways there, and one of them
    #[command(after_help = "Example:\n\
        \x20 slidewise find tiles:2x3 12.:345\n\
        \x20     how far this position is from Start, and a way there")]
    Find(Find),
    /// Find the farthest positions, or the starts that are hardest to solve
    #[command(after_help = "Examples:\n\
        \x20 slidewise farthest lane-rouge\n\
        \x20     the positions farthest from Start\n\
        \x20 slidewise farthest lane-rouge --from goal\n\
        \x20     the starts that are hardest to solve\n\
        \x20 slidewise farthest lane-rouge --from goal --everywhere\n\
        \x20     the hardest of all legal positions, in whichever component")]
    Farthest(Farthest),
    /// Find the largest distance between any two positions, with all pairs that attain it
    #[command(after_help = "Example:\n\
        \x20 slidewise diameter lane-rouge\n\
        \x20     the two positions farthest from each other")]
    Diameter(Diameter),
    /// Count all connected components of all legal configurations
    #[command(after_help = "Example:\n\
        \x20 slidewise components checkmate\n\
        \x20     how the legal positions fall apart\n\
        \x20 slidewise components lane-rouge --positions --limit 5\n\
        \x20     a position of a component of each size, to be explored with --start")]
    Components(Components),
    /// Write puzzle files from a catalogue in JSON, Rush Hour boards or plain grids
    #[command(after_help = "Example:\n\
        \x20 slidewise convert rush:............AA.B.....B.....B........\n\
        \x20     a puzzle file from a Rush Hour board")]
    Convert(Convert),
    /// Count the configurations that can be reached, without a search
    #[command(after_help = "Example:\n\
        \x20 slidewise count tiles:8x8\n\
        \x20     how many positions there are where no search could count")]
    Count {
        /// The puzzle
        puzzle: String,
        /// Start position to use instead of the puzzle's own
        #[arg(long, value_name = "POSITION", allow_hyphen_values = true, value_parser = position)]
        start: Option<String>,
    },
    /// Recount every figure of Walker's article
    #[command(after_help = "Example:\n\
        \x20 slidewise recount --quick\n\
        \x20     the article's figures against the program's, in a few seconds")]
    Recount {
        /// Leave out what takes long
        #[arg(long)]
        quick: bool,
        /// Take the article's puzzles from files of the same names in this folder, where it has them
        #[arg(long, value_name = "DIR")]
        puzzles: Option<PathBuf>,
    },
    /// Replay the way of a certificate, by a mover that shares nothing with the search
    #[command(after_help = "Example:\n\
        \x20 slidewise replay way.json --puzzle checkmate\n\
        \x20     whether the way of a certificate solves the puzzle")]
    Replay(Replay),
    /// Check a kept exploration: header, log, checksums, marks against counts
    #[command(after_help = "Example:\n\
        \x20 slidewise verify lane-rouge --deep\n\
        \x20     whether every distance that is kept is right")]
    Verify(Verify),
    /// Fill a board in all ways: stones, a Hidoku, a magic number board
    Fill(Fill),
    /// Find the black checker that can take all white ones in one move
    Jump(Jump),
    /// Write the state graph, or a part of it, for other programs or as a picture
    #[command(after_help = "Examples:\n\
        \x20 slidewise graph lane-rouge --out lane-rouge.graphml\n\
        \x20     the whole graph, for networkx or Gephi\n\
        \x20 slidewise graph tiles:4x4 --max-generation 8 --no-finish --format dot\n\
        \x20     what is near Start")]
    Graph(Graph),
    /// Draw a position, a goal or a whole solution as a picture
    #[cfg(feature = "pictures")]
    #[command(after_help = "Examples:\n\
        \x20 slidewise draw checkmate --out checkmate.svg\n\
        \x20     Start as a picture\n\
        \x20 slidewise draw lane-rouge --solution --every 9 --out solution.png\n\
        \x20     the solution, board by board")]
    Draw(Draw),
    /// Show the solution, or the way to a position, in motion: a film, or a page that plays it
    #[cfg(feature = "pictures")]
    #[command(after_help = "Example:\n\
        \x20 slidewise animate lane-rouge --out lane-rouge.html\n\
        \x20     the solution as a page that plays it")]
    Animate(Animate),
    /// Plot the generations of one search or several as a picture
    #[cfg(feature = "pictures")]
    #[command(after_help = "Example:\n\
        \x20 slidewise plot lane-rouge --metrics step,slide,move --out plot.svg\n\
        \x20     the generations in three metrics")]
    Plot(Plot),
    /// Play in the terminal, with the exact distance to Finish, hints, and the computer to take over
    #[cfg(feature = "terminal")]
    #[command(after_help = "Examples:\n\
        \x20 slidewise play lane-rouge --metric move\n\
        \x20     by letters and arrows, or by the mouse\n\
        \x20 slidewise play tiles:3x3 --start 867:254:3.1 --to 123:456:78.\n\
        \x20     to a Finish of your own")]
    Play(Play),
    /// Serve a page in the browser: look at puzzles, play, draw and explore them
    #[cfg(feature = "web")]
    #[command(after_help = "Examples:\n\
        \x20 slidewise serve\n\
        \x20     the address of the first page; Ctrl-C ends the server\n\
        \x20 slidewise serve --port 0 --memory 4G --time-limit 3600\n\
        \x20     on any free port, for larger puzzles")]
    Serve(Serve),
    /// Print the script with which a shell completes the words of this command
    #[command(after_help = "Example:\n\
        \x20 slidewise completions bash\n\
        \x20     the script for bash, to be put where it looks for such")]
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: Shell,
    },
    /// Print a page of the manual, or write all of them into a folder
    #[command(after_help = "Examples:\n\
        \x20 slidewise man solve\n\
        \x20     the page of one command\n\
        \x20 slidewise man --out man\n\
        \x20     all pages, into the folder man")]
    Man(Man),
    /// List the explorations that are kept
    #[command(after_help = "Example:\n\
        \x20 slidewise stores\n\
        \x20     what is kept, and how large it is")]
    Stores {
        /// Remove those of these names; `*` in a name stands for anything
        #[arg(long, value_name = "NAME", num_args = 1..)]
        remove: Vec<String>,
    },
}

/// The puzzle that a search is made in.
#[derive(Debug, Args)]
pub struct Searched {
    /// The puzzle
    pub puzzle: String,
    /// Start position to use instead of the puzzle's own
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true, value_parser = position)]
    pub start: Option<String>,
    /// Forget what is kept, and search again
    #[arg(long)]
    pub fresh: bool,
    /// Keep nothing: search in a temporary folder, which is removed at the end, and read no store
    #[arg(long, conflicts_with = "store")]
    pub no_store: bool,
}

/// What searches in sorted files may take.
#[derive(Debug, Args)]
pub struct Disk {
    /// The most that a search in sorted files may take of the disk, as 500M or 1G [default for solve and find: 4G]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub disk: Option<u64>,
}

/// In which way puzzles are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Form {
    /// Judged by its content
    Auto,
    /// A catalogue in JSON
    Catalogue,
    /// Rush Hour boards of 36 cells, one a line
    Rush,
    /// A board, and after empty lines its goals
    Grid,
}

/// Words of `convert`.
#[derive(Debug, Args)]
pub struct Convert {
    /// A file, - for stdin, or rush:BOARD
    pub input: String,
    /// How the input is written
    #[arg(long, value_enum, default_value_t = Form::Auto)]
    pub format: Form,
    /// Only the puzzle of this name, else the one whose name begins with it
    #[arg(long, value_name = "NAME")]
    pub only: Option<String>,
    /// Write to this file, or, of several puzzles, to files in this folder [default: stdout]
    #[arg(long, value_name = "PATH")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub replace: Replace,
}

/// Whether files may be replaced.
#[derive(Debug, Args)]
pub struct Replace {
    /// Replace files that exist; never one that this command reads
    #[arg(long)]
    pub force: bool,
}

/// Where the certificate of a way goes.
#[derive(Debug, Args)]
pub struct Certified {
    /// Write the way with its positions to this file, to be replayed
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    #[command(flatten)]
    pub replace: Replace,
}

/// Words of `man`.
#[derive(Debug, Args)]
pub struct Man {
    /// The command [default: the page of them all]
    #[arg(conflicts_with = "out")]
    pub command: Option<String>,
    /// Write all pages into this folder
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub replace: Replace,
}

/// Words of `replay`.
#[derive(Debug, Args)]
pub struct Replay {
    /// The certificate, as solve or find --certificate writes it
    pub file: PathBuf,
    /// Accept no other definition than this puzzle's
    #[arg(long, value_name = "PUZZLE")]
    pub puzzle: Option<String>,
}

/// Words of `verify`.
#[derive(Debug, Args)]
pub struct Verify {
    /// The puzzle
    pub puzzle: String,
    /// Another Start
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true, value_parser = position)]
    pub start: Option<String>,
    /// Which search of the puzzle
    #[arg(long, value_enum, default_value_t = Sources::Start)]
    pub from: Sources,
    /// Prove every distance: walk the generations again, and hold every mark against them
    #[arg(long)]
    pub deep: bool,
}

/// Words of `explore`.
#[derive(Debug, Args)]
pub struct Explore {
    #[command(flatten)]
    pub searched: Searched,
    /// Stop after the first generation with a goal configuration
    #[arg(long)]
    pub until_goal: bool,
    /// Stop after this generation
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0..))]
    pub max_generation: Option<u64>,
    /// Keep nothing: only count, in less memory
    #[arg(long)]
    pub count_only: bool,
    /// Take checksums of all marks every SECONDS seconds of the run, and at its end
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = whole::<u64>(0..))]
    pub checksums: u64,
    /// How to search
    #[arg(long, value_enum, default_value_t = Engine::Auto)]
    pub engine: Engine,
    /// With --engine frontier: keep the files of the last N generations alone (find then knows no others)
    #[arg(long, value_name = "N", value_parser = whole::<u64>(2..))]
    pub keep_last: Option<u64>,
    #[command(flatten)]
    pub disk: Disk,
    /// Say what it would take, and stop
    #[arg(long)]
    pub estimate: bool,
}

/// Words of `solve`.
#[derive(Debug, Args)]
pub struct Solve {
    #[command(flatten)]
    pub searched: Searched,
    #[command(flatten)]
    pub disk: Disk,
    /// This one position as Finish, in place of the puzzle's goals
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true, value_parser = position)]
    pub to: Option<String>,
    /// List every shortest solution
    #[arg(long)]
    pub all: bool,
    /// With --all: list at most this many
    #[arg(long, value_name = "N", requires = "all", value_parser = whole::<usize>(0..))]
    pub limit: Option<usize>,
    #[command(flatten)]
    pub certified: Certified,
}

/// Words of `find`.
#[derive(Debug, Args)]
pub struct Find {
    #[command(flatten)]
    pub searched: Searched,
    #[command(flatten)]
    pub disk: Disk,
    /// The position
    #[arg(allow_hyphen_values = true, value_parser = position)]
    pub position: String,
    #[command(flatten)]
    pub certified: Certified,
}

/// Words of `farthest`.
#[derive(Debug, Args)]
pub struct Farthest {
    #[command(flatten)]
    pub searched: Searched,
    /// Where to measure from
    #[arg(long, value_enum, default_value_t = Sources::Start)]
    pub from: Sources,
    /// With --from goal: among all legal positions, whether Start leads there or not; nothing is kept
    #[arg(long)]
    pub everywhere: bool,
    /// List at most this many positions
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole::<usize>(0..))]
    pub limit: usize,
}

/// Words of `diameter`.
#[derive(Debug, Args)]
pub struct Diameter {
    /// The puzzle
    pub puzzle: String,
    /// Start position to use instead of the puzzle's own, whose component is meant
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true, value_parser = position)]
    pub start: Option<String>,
    /// Keep nothing, which is always so, as with the other commands that search
    #[arg(long)]
    pub no_store: bool,
    /// Do without the radius, which may save searches
    #[arg(long)]
    pub no_radius: bool,
    /// List at most this many pairs
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole::<usize>(0..))]
    pub limit: usize,
}

/// Words of `components`.
#[derive(Debug, Args)]
pub struct Components {
    /// The puzzle
    pub puzzle: String,
    /// Show a position of a component of each size
    #[arg(long)]
    pub positions: bool,
    /// With --positions: at most this many, of the largest [default: 100]
    #[arg(long, value_name = "N", requires = "positions", value_parser = whole::<usize>(0..))]
    pub limit: Option<usize>,
}

/// Words of `play`.
#[cfg(feature = "terminal")]
#[derive(Debug, Args)]
pub struct Play {
    /// The puzzle
    pub puzzle: String,
    /// Start position to use instead of the puzzle's own
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true, value_parser = position)]
    pub start: Option<String>,
    /// Another Finish than the puzzle's own
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true, value_parser = position)]
    pub to: Option<String>,
}

/// Kinds of boards to be filled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Kind {
    /// Stones that cover the board
    Stones,
    /// Consecutive numbers are neighbours
    Hidoku,
    /// Rows, columns and diagonals have one sum
    Magic,
}

/// Colours of squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Colour {
    /// Black
    #[value(name = "B", alias = "b")]
    Black,
    /// White
    #[value(name = "W", alias = "w")]
    White,
}

/// Words of `fill`.
#[derive(Debug, Args)]
#[command(
    after_help = "Stones: rows of B, W, X (any colour) and _ (not covered) with commas; a line of = ends a stone.\n\
                  Hidoku: rows of numbers with commas, _ where the board is empty.\n\
                  Magic board: rows of numbers with blanks, __ where the board is empty.\n\n\
                  Example:\n\
                  \x20 slidewise fill pentominoes.txt --board 10x6 --count\n\
                  \x20     how many ways there are"
)]
pub struct Fill {
    /// The file with the board or the stones
    pub file: PathBuf,
    /// What the file holds [default: judged by its content]
    #[arg(long, value_enum)]
    pub kind: Option<Kind>,
    /// Count the solutions, and list none
    #[arg(long)]
    pub count: bool,
    /// Stop after this many solutions
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..))]
    pub limit: Option<u64>,
    /// Stones: columns and rows of the board, as 10x6 [default: the square that the stones make up]
    #[arg(long, value_name = "CxR", value_parser = parse_size)]
    pub board: Option<(usize, usize)>,
    /// Stones: the colour of the top left square [default: both are tried]
    #[arg(long, value_enum, conflicts_with = "no_colours")]
    pub first: Option<Colour>,
    /// Stones: they may be turned, but not flipped over
    #[arg(long)]
    pub no_flip: bool,
    /// Stones: their colours do not count
    #[arg(long)]
    pub no_colours: bool,
    /// Stones: one of each class of solutions that turning or flipping the whole board makes alike
    #[arg(long)]
    pub unique: bool,
    /// Magic board: the least number [default: deduced]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<i64>(..))]
    pub from: Option<i64>,
    /// Magic board: the sum of each line [default: deduced]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<i64>(..))]
    pub sum: Option<i64>,
}

/// Words of `jump`.
#[derive(Debug, Args)]
#[command(
    after_help = "FILE: the number of rows, 2 to 26, on a line; then the rows, of . (never used), _ (free), B and W.\n\
                  The squares alternate as on a chequered board: those of one colour are all .,\n\
                  those of the other _, B or W.\n\n\
                  Example:\n\
                  \x20 slidewise jump position.txt --all\n\
                  \x20     every black checker that can take all white ones, and how"
)]
pub struct Jump {
    /// The file with the position
    pub file: PathBuf,
    /// List every checker that can, and how it goes
    #[arg(long)]
    pub all: bool,
}

/// A position, which may begin with the token of a gate, as `-`; but what looks like an option is none.
fn position(text: &str) -> Result<String, String> {
    let option = text.strip_prefix("--").unwrap_or_default();
    let option = option.split('=').next().unwrap_or_default();
    let is_name = |c: char| c.is_ascii_lowercase() || c == '-';
    match !option.is_empty() && option.chars().all(is_name) {
        true => Err("it is not a position, and there is no such option here".to_owned()),
        false => Ok(text.to_owned()),
    }
}

/// Columns and rows, as in `10x6`.
fn parse_size(text: &str) -> Result<(usize, usize), String> {
    let sides = text.split_once('x');
    let side = |word: &str| word.parse().ok().filter(|&side: &usize| side > 0);
    sides
        .and_then(|(columns, rows)| Some((side(columns)?, side(rows)?)))
        .ok_or_else(|| "expected columns x rows, as 10x6".to_owned())
}

/// How pictures look, and where they go.
#[cfg(feature = "pictures")]
#[derive(Debug, Args)]
pub struct Look {
    /// The file; the end of its name says what it is to be
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    #[command(flatten)]
    pub replace: Replace,
    /// How many pixels a cell is wide
    #[arg(long, value_name = "PIXELS", default_value_t = 64, value_parser = whole::<u32>(4..=512))]
    pub cell: u32,
    /// Dark on light, light on dark, or as the viewer has it
    #[arg(long, value_enum, default_value_t = Theme::Auto)]
    pub theme: Theme,
    /// No letters on the pieces
    #[arg(long)]
    pub no_letters: bool,
    /// The names of columns and rows in the frame, as moves are written with them
    #[arg(long)]
    pub squares: bool,
}

/// Words of `draw`.
#[cfg(feature = "pictures")]
#[derive(Debug, Args)]
pub struct Draw {
    /// The puzzle
    pub puzzle: String,
    /// A position [default: Start]
    #[arg(allow_hyphen_values = true, value_parser = position)]
    pub position: Option<String>,
    #[command(flatten)]
    pub look: Look,
    /// The goal instead
    #[arg(long, conflicts_with_all = ["position", "solution"])]
    pub goal: bool,
    /// The shortest solution from there, board after board
    #[arg(long)]
    pub solution: bool,
    /// With --solution: how many boards stand in a line
    #[arg(long, value_name = "N", requires = "solution", default_value = "8", value_parser = whole(NonZeroUsize::MIN..))]
    pub columns: NonZeroUsize,
    /// With --solution: only every Nth board
    #[arg(long, value_name = "N", requires = "solution", value_parser = whole(NonZeroUsize::MIN..))]
    pub every: Option<NonZeroUsize>,
}

/// Words of `animate`.
#[cfg(feature = "pictures")]
#[derive(Debug, Args)]
pub struct Animate {
    /// The puzzle
    pub puzzle: String,
    /// Where to go [default: Finish]
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true, value_parser = position)]
    pub to: Option<String>,
    /// Start position to use instead of the puzzle's own
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true, value_parser = position)]
    pub start: Option<String>,
    #[command(flatten)]
    pub look: Look,
}

/// Words of `plot`.
#[cfg(feature = "pictures")]
#[derive(Debug, Args)]
pub struct Plot {
    /// The puzzles
    #[arg(required = true, value_name = "PUZZLE")]
    pub puzzles: Vec<String>,
    /// The file; the end of its name says what it is to be
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    #[command(flatten)]
    pub replace: Replace,
    /// Each puzzle in each of these, as step,slide,move [default: --metric]
    #[arg(long, value_enum, value_delimiter = ',', value_name = "METRICS")]
    pub metrics: Vec<Metric>,
    /// Sizes by their logarithm
    #[arg(long)]
    pub logarithmic: bool,
    /// Dark on light, or light on dark
    #[arg(long, value_enum, default_value_t = Theme::Auto)]
    pub theme: Theme,
}

/// Words of `serve`.
#[cfg(feature = "web")]
#[derive(Debug, Args)]
pub struct Serve {
    /// The port; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = Settings::PORT, value_parser = whole::<u16>(0..=u16::MAX))]
    pub port: u16,
    /// The address; any other than a loopback one lets other machines in
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub bind: IpAddr,
    /// How many puzzles may be explored at once, each in --memory [default there: 1G]
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::new(Settings::JOBS).expect("some may"), value_parser = whole(NonZeroUsize::MIN..))]
    pub jobs: NonZeroUsize,
    /// The most seconds that exploring a puzzle may take
    #[arg(long, value_name = "S", default_value_t = Settings::SECONDS, value_parser = whole::<u64>(0..))]
    pub time_limit: u64,
    /// The most disk of the files of all explorations together, as 500M or 8G [default: 4G]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub disk: Option<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_help_of_each_command_has_examples_that_are_understood() {
        let mut command = Arguments::command();
        command.build();
        for own in command.get_subcommands_mut() {
            let name = own.get_name().to_owned();
            let help = own.render_long_help().to_string();
            let (_, examples) = help
                .split_once("\nExample")
                .unwrap_or_else(|| panic!("{name} has no example"));
            let lines: Vec<&str> = examples.lines().skip(1).collect();
            let calls = lines
                .iter()
                .filter_map(|line| line.strip_prefix("  slidewise "));
            let mut count = 0;
            for call in calls {
                count += 1;
                assert_eq!(call.split(' ').next(), Some(name.as_str()));
                let words = std::iter::once("slidewise").chain(call.split(' '));
                if let Err(error) = Arguments::try_parse_from(words) {
                    panic!("{call}: {error}");
                }
            }
            assert!(count > 0, "{name}: {examples}");
            let answers = lines.iter().filter(|line| line.starts_with("      "));
            assert_eq!(
                answers.count(),
                count,
                "{name} says what each example answers"
            );
        }
    }
}
