//! The records that `--json` prints. Counts of configurations and routes are strings of decimal digits.

use super::Reason;
use serde::ser::{SerializeSeq, SerializeStruct};
use serde::{Serialize, Serializer};
use slidewise_analysis::{Move, Path, Routes};
use slidewise_puzzle::{self, Configuration, Puzzle};
use std::cell::Cell;
use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering};

/// A count as a string of decimal digits.
pub fn digits(count: impl Display) -> String {
    count.to_string()
}

/// A built-in puzzle in `list`.
#[derive(Clone, Debug, Serialize)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The family to which it belongs.
    pub family: Option<String>,
    /// Where it comes from.
    pub source: Option<String>,
    /// Rows of its board.
    pub rows: usize,
    /// Columns of its board.
    pub columns: usize,
}

impl From<Puzzle> for Listed {
    fn from(puzzle: Puzzle) -> Listed {
        Listed {
            name: puzzle.name,
            title: puzzle.title,
            family: puzzle.family,
            source: puzzle.source,
            rows: puzzle.board.rows(),
            columns: puzzle.board.columns(),
        }
    }
}

/// What `list` prints.
#[derive(Clone, Debug, Serialize)]
pub struct List {
    /// The built-in puzzles.
    pub puzzles: Vec<Listed>,
}

/// A puzzle that `convert` has made.
#[derive(Clone, Debug, Serialize)]
pub struct Converted {
    /// The puzzle's name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The file written; null where none was.
    pub file: Option<String>,
    /// The text of the puzzle file.
    pub text: String,
}

/// What `convert` prints.
#[derive(Clone, Debug, Serialize)]
pub struct Convert {
    /// The puzzles.
    pub puzzles: Vec<Converted>,
}

/// What `show` prints.
#[derive(Clone, Debug, Serialize)]
pub struct Show {
    /// The puzzle's name.
    pub puzzle: String,
    /// The same.
    pub name: String,
    /// The title.
    pub title: String,
    /// The family to which it belongs.
    pub family: Option<String>,
    /// Where it comes from.
    pub source: Option<String>,
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub columns: usize,
    /// Start, as a position.
    pub start: String,
    /// The classes.
    pub pieces: Vec<Pieces>,
    /// The gates.
    pub gates: Vec<Gate>,
    /// The goals, as boards with `.` for anything and `_` for empty.
    pub goals: Vec<String>,
    /// The rules in words.
    pub rules: Vec<String>,
    /// The symmetries.
    pub symmetry: Symmetry,
    /// How many legal configurations there are; null where the index would be too large to be made.
    pub space: Option<String>,
    /// How many patterns.
    pub patterns: Option<String>,
    /// How many orders a pattern has.
    pub orders: Option<String>,
}

/// A class of pieces in `show`.
#[derive(Clone, Debug, Serialize)]
pub struct Pieces {
    /// Their tokens.
    pub tokens: Vec<String>,
    /// How many cells each covers.
    pub cells: usize,
    /// `free`, `horizontal` or `vertical`.
    pub axis: &'static str,
}

/// A gate in `show`.
#[derive(Clone, Debug, Serialize)]
pub struct Gate {
    /// Its token.
    pub token: String,
    /// The pieces that may stand on it.
    pub pieces: Vec<String>,
}

/// The symmetries of a puzzle in `show`.
#[derive(Clone, Debug, Serialize)]
pub struct Symmetry {
    /// How many there are, with the identity.
    pub count: String,
    /// The turns of the board.
    pub turns: Vec<Turn>,
    /// Pieces that can be exchanged.
    pub exchanges: Vec<Exchange>,
}

/// A turn of the board that leaves the puzzle what it is.
#[derive(Clone, Debug, Serialize)]
pub struct Turn {
    /// Its name: `left-right`, `top-bottom`, `turn-180`, `turn-90`, `turn-270`, `falling-diagonal` or
    /// `rising-diagonal`.
    pub turn: &'static str,
    /// Whether it takes goals to goals too.
    pub goals: bool,
}

/// Classes of pieces of which any two can be exchanged.
#[derive(Clone, Debug, Serialize)]
pub struct Exchange {
    /// The tokens of each class.
    pub pieces: Vec<Vec<String>>,
    /// Whether every exchange takes goals to goals too.
    pub goals: bool,
}

/// A fault in `check`.
#[derive(Clone, Debug, Serialize)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

impl From<puzzle::Fault> for Fault {
    fn from(fault: puzzle::Fault) -> Fault {
        Fault {
            line: fault.line,
            column: fault.column,
            message: fault.message,
        }
    }
}

impl From<&puzzle::PuzzleRemark> for Fault {
    fn from(remark: &puzzle::PuzzleRemark) -> Fault {
        Fault {
            line: remark.line,
            column: remark.column,
            message: remark.kind.to_string(),
        }
    }
}

/// What `check` prints.
#[derive(Clone, Debug, Serialize)]
pub struct Check {
    /// The file.
    pub file: String,
    /// Whether there is no fault.
    pub ok: bool,
    /// The faults.
    pub errors: Vec<Fault>,
    /// What is no fault, but hardly meant.
    pub remarks: Vec<Fault>,
}

/// The goals that `explore` has met.
#[derive(Clone, Debug, Serialize)]
pub struct GoalFound {
    /// The first generation with a goal configuration.
    pub generation: u64,
    /// How many goal configurations it has.
    pub states: String,
    /// How many have been reached in all.
    pub reachable: String,
}

/// What `explore` prints.
#[derive(Clone, Debug, Serialize)]
pub struct Explore {
    /// The puzzle's name.
    pub puzzle: String,
    /// The metric.
    pub metric: String,
    /// The engine.
    pub engine: String,
    /// Why that engine.
    pub reason: String,
    /// Whether everything that can be reached has been found.
    pub complete: bool,
    /// The sizes of the generations.
    pub generations: Vec<String>,
    /// Their sum.
    pub states: String,
    /// The number of the last one.
    pub depth: u64,
    /// The first goal; null where none was met.
    pub goal: Option<GoalFound>,
    /// Where no goal was met in the generations that are finished, and others may follow: the least distance of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<u64>,
    /// Whether `goal` is known: not where a run went on whose generations were not kept.
    pub goal_known: bool,
    /// Why there is no solution, where everything has been found and no goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsolvable: Option<Reason>,
    /// How long it took.
    pub seconds: f64,
    /// Whether it went on with a run that had been cut off.
    pub resumed: bool,
    /// Whether it searched at all.
    pub searched: bool,
    /// Of an exploration in sorted files.
    #[serde(flatten)]
    pub files: Option<Files>,
}

/// What an exploration in sorted files adds.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Files {
    /// The bytes on the disk now.
    pub bytes: u64,
    /// The first generation whose file is kept.
    pub first_kept: u64,
    /// What this run has spilled.
    pub spilled: Spilled,
}

/// Sorting that did not fit memory.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Spilled {
    /// How many sorted runs went to the disk.
    pub runs: u64,
    /// How many times runs were merged on the way.
    pub merges: u64,
    /// How many bytes all of them had.
    pub bytes: u64,
}

/// What `--estimate` prints.
#[derive(Clone, Debug, Serialize)]
pub struct Estimate {
    /// The puzzle's name.
    pub puzzle: String,
    /// The metric.
    pub metric: String,
    /// How many configurations are numbered.
    pub configurations: String,
    /// Bytes of memory at most.
    pub memory_bytes: u64,
    /// Bytes of memory without which the run is not begun.
    pub least_memory_bytes: u64,
    /// Bytes of disk at most.
    pub disk_bytes: u64,
    /// Bytes that the disk has free.
    pub disk_free_bytes: Option<u64>,
    /// The engine that would be taken.
    pub engine: String,
    /// Why.
    pub reason: String,
    /// Whether the memory that is allowed, and the disk, are enough to begin.
    pub begins: bool,
}

/// One move of a path.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Step {
    /// The piece's canonical token.
    pub piece: String,
    /// Its first cell before.
    pub from: String,
    /// Its first cell after.
    pub to: String,
    /// One letter a unit step.
    #[serde(rename = "move")]
    pub letters: String,
}

/// The moves of a path.
pub fn steps(puzzle: &Puzzle, moves: &[Move]) -> Vec<Step> {
    let name = |cell| puzzle.board.name_of(puzzle.board.square_of(cell));
    moves
        .iter()
        .map(|step| Step {
            piece: step.piece.clone(),
            from: name(step.from),
            to: name(step.to),
            letters: step.letters(),
        })
        .collect()
}

/// The positions of a path as texts.
pub fn positions(puzzle: &Puzzle, path: &Path) -> Vec<String> {
    let text = |position: &Configuration| puzzle.write_position(position);
    path.positions.iter().map(text).collect()
}

/// Shortest ways as lists of steps, `paths`, each found when it is written: there may be more than memory holds.
#[derive(Clone, Debug)]
pub struct Ways<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The ways.
    pub routes: &'a Routes<'a>,
    /// The most that are written.
    pub limit: usize,
    /// When this is set no more are listed, and the record says so behind them.
    pub stop: &'a AtomicBool,
    /// What is told then, as `error`.
    pub stopped: Failure,
    /// Whether that ended them.
    pub is_stopped: Cell<bool>,
}

impl Ways<'_> {
    /// The ways, one after the other, until `stop` is set.
    pub fn paths(&self) -> impl Iterator<Item = Path> + '_ {
        let goes_on = |_: &Path| {
            let is_stopped = self.stop.load(Ordering::Relaxed);
            self.is_stopped.set(is_stopped);
            !is_stopped
        };
        self.routes.paths().take(self.limit).take_while(goes_on)
    }
}

impl Serialize for Ways<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut ways = serializer.serialize_struct("Ways", 1)?;
        ways.serialize_field("paths", &Paths(self))?;
        if self.is_stopped.get() {
            ways.serialize_field("error", &self.stopped)?;
        }
        ways.end()
    }
}

/// The list of the ways.
struct Paths<'a>(&'a Ways<'a>);

impl Serialize for Paths<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Paths(ways) = self;
        let mut paths = serializer.serialize_seq(None)?;
        for path in ways.paths() {
            paths.serialize_element(&steps(ways.puzzle, &path.moves))?;
        }
        paths.end()
    }
}

/// What `solve` prints.
#[derive(Clone, Debug, Serialize)]
pub struct Solve<'a> {
    /// The puzzle's name.
    pub puzzle: String,
    /// The metric.
    pub metric: String,
    /// How many moves a shortest solution has.
    pub moves: u64,
    /// How many shortest solutions there are.
    pub routes: String,
    /// The least of them.
    pub path: Vec<Step>,
    /// Its positions.
    pub positions: Vec<String>,
    /// Whether it is certain that none is shorter.
    pub proved: bool,
    /// With `--all`: every one of them.
    #[serde(flatten)]
    pub all: Option<Ways<'a>>,
}

/// What `solve` and `find` print of a search that was stopped before it met its target.
#[derive(Clone, Debug, Serialize)]
pub struct Stopped {
    /// The puzzle's name.
    pub puzzle: String,
    /// The metric.
    pub metric: String,
    /// What was asked for.
    #[serde(flatten)]
    pub unanswered: Unanswered,
    /// Whether the distance is known: it is not.
    pub proved: bool,
    /// The distance is at least this.
    pub at_least: u64,
    /// How many configurations were searched, none of them a target.
    pub searched: String,
    /// Why it was stopped.
    pub reason: String,
    /// What goes on from there.
    pub hint: String,
}

/// What a search that was stopped leaves unanswered.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Unanswered {
    /// How many moves a shortest solution has.
    Solve {
        /// Not known.
        moves: Option<u64>,
    },
    /// The generation of a position.
    Find {
        /// The position in canonical text.
        position: String,
        /// Not known.
        generation: Option<u64>,
    },
}

/// What `find` prints.
#[derive(Clone, Debug, Serialize)]
pub struct Find {
    /// The puzzle's name.
    pub puzzle: String,
    /// The metric.
    pub metric: String,
    /// The position in canonical text.
    pub position: String,
    /// Its generation.
    pub generation: u64,
    /// How many shortest ways lead to it.
    pub routes: String,
    /// The least of them.
    pub path: Vec<Step>,
    /// Its positions.
    pub positions: Vec<String>,
    /// Whether it is certain that none is shorter.
    pub proved: bool,
}

/// What `farthest` prints.
#[derive(Clone, Debug, Serialize)]
pub struct Farthest {
    /// The puzzle's name.
    pub puzzle: String,
    /// The metric.
    pub metric: String,
    /// `start` or `goal`.
    pub from: &'static str,
    /// The last generation.
    pub generation: u64,
    /// How many configurations it has.
    pub count: String,
    /// The first of them, sorted as text.
    pub positions: Vec<String>,
    /// With `--everywhere`: how many legal configurations lead to a goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solvable: Option<String>,
}

/// What `diameter` prints.
#[derive(Clone, Debug, Serialize)]
pub struct Diameter {
    /// The puzzle's name.
    pub puzzle: String,
    /// The metric.
    pub metric: String,
    /// The largest distance between two positions that can be reached.
    pub diameter: u64,
    /// The least eccentricity; null where it was not asked for.
    pub radius: Option<u64>,
    /// How many pairs are so far apart.
    pub pair_count: String,
    /// The first of them, each sorted as text, and all.
    pub pairs: Vec<(String, String)>,
    /// How many configurations can be reached.
    pub configurations: String,
    /// How many of them are no images of each other.
    pub up_to_symmetry: String,
    /// How many were searched from.
    pub searches: u64,
    /// How the others were excluded.
    pub excluded: Excluded,
    /// The method in words.
    pub method: String,
}

/// Configurations, up to symmetry, that no search began at.
#[derive(Clone, Debug, Serialize)]
pub struct Excluded {
    /// By bounds on their eccentricities.
    pub by_bounds: String,
    /// By bounds on all their pairs.
    pub by_pairs: String,
}

/// What `components` prints.
#[derive(Clone, Debug, Serialize)]
pub struct Components {
    /// The puzzle's name.
    pub puzzle: String,
    /// How many legal configurations there are.
    pub configurations: String,
    /// How many components.
    pub components: String,
    /// Each size with how many components have it, largest first.
    pub sizes: Vec<(String, String)>,
    /// How many configurations the component of Start has.
    pub start: String,
    /// By size, the largest first: a position of a component that has it. Only where asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<Vec<String>>,
}

/// What `count` prints.
#[derive(Clone, Debug, Serialize)]
pub struct Count {
    /// The puzzle's name.
    pub puzzle: String,
    /// How many configurations can be reached.
    pub reachable: String,
    /// How many patterns can be reached.
    pub patterns: String,
    /// In how many orders the tiles of one pattern can stand.
    pub orders: String,
    /// What tours do to the tiles, in words.
    pub group: String,
}

/// A figure in `recount`: numbers of configurations and ways as strings, other numbers as numbers.
#[derive(Clone, Debug, Serialize)]
pub struct Figure {
    /// The puzzle.
    pub puzzle: String,
    /// What the figure is of.
    pub figure: String,
    /// What the article says.
    pub document: serde_json::Value,
    /// What the program finds.
    pub recounted: serde_json::Value,
    /// Whether the two agree.
    pub agrees: bool,
    /// What there is to say.
    pub note: Option<String>,
}

/// What `recount` prints.
#[derive(Clone, Debug, Serialize)]
pub struct Recount {
    /// The figures.
    pub figures: Vec<Figure>,
    /// How many agree.
    pub agreeing: usize,
    /// The figures that `--quick` leaves out.
    pub left_out: Vec<String>,
}

/// What `replay` prints.
#[derive(Clone, Debug, Serialize)]
pub struct Replay {
    /// The puzzle's name, as the certificate has it.
    pub puzzle: String,
    /// The metric.
    pub metric: String,
    /// The certificate's file.
    pub file: String,
    /// Whether the way can be gone as it says.
    pub ok: bool,
    /// What is wrong with it.
    pub problem: Option<String>,
    /// How many moves it has.
    pub moves: usize,
    /// Whether it begins at Start.
    pub from_start: bool,
    /// Whether it ends at a goal.
    pub at_goal: bool,
    /// The fingerprint of its definition.
    pub fingerprint: String,
}

/// What `verify` prints.
#[derive(Clone, Debug, Serialize)]
pub struct Verify {
    /// The puzzle's name.
    pub puzzle: String,
    /// The metric.
    pub metric: String,
    /// The store's folder.
    pub store: String,
    /// The folders of all that were checked: a search may be kept as marks, and as sorted files.
    pub stores: Vec<String>,
    /// Whether nothing is wrong.
    pub ok: bool,
    /// What is wrong.
    pub problems: Vec<String>,
    /// The generations whose files were checked, where there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked_files: Option<CheckedFiles>,
    /// Blocks of marks that cannot be held against checksums, in a store that is at work or was cut off.
    pub unchecked_blocks: usize,
    /// What `--deep` proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proved: Option<Proved>,
}

/// The generations whose sorted files `verify` checked: all that are kept.
#[derive(Clone, Debug, Serialize)]
pub struct CheckedFiles {
    /// The first of them.
    pub first: u64,
    /// The last of them.
    pub last: u64,
    /// Whether the store says from which generation on it keeps them; those of an earlier version do not.
    pub recorded: bool,
}

/// What `verify --deep` proved.
#[derive(Clone, Debug, Serialize)]
pub struct Proved {
    /// How many generations.
    pub generations: u64,
    /// How many configurations have the distance that their mark says.
    pub states: String,
    /// How many more are marked, in a store that is not finished: nothing is known of them.
    pub ahead: String,
}

/// A store in `stores`.
#[derive(Clone, Debug, Serialize)]
pub struct Stored {
    /// The folder's name.
    pub name: String,
    /// The puzzle's name.
    pub puzzle: String,
    /// The metric.
    pub metric: String,
    /// `start` or `goal`.
    pub from: String,
    /// `marks` or `frontier`.
    pub kind: &'static str,
    /// Bytes on the disk.
    pub bytes: u64,
    /// Whether everything that can be reached is in it.
    pub complete: bool,
    /// How many generations are finished.
    pub generations: u64,
    /// Why it cannot be used, where it cannot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// What `stores` prints.
#[derive(Clone, Debug, Serialize)]
pub struct Stores {
    /// The folder that holds them.
    pub folder: String,
    /// The stores.
    pub stores: Vec<Stored>,
    /// What `--remove` removed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub removed: Option<String>,
}

/// What `draw`, `animate` and `plot` print.
#[derive(Clone, Debug, Serialize)]
pub struct Drawn {
    /// The puzzle, as it was asked for; several with blanks between them.
    pub puzzle: String,
    /// The metric, where ways or searches are shown; several with blanks between them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metric: Option<String>,
    /// The file.
    pub file: String,
    /// Its size.
    pub bytes: u64,
}

/// A file that `graph` has written.
#[derive(Clone, Debug, Serialize)]
pub struct NetworkFile {
    /// The file.
    pub file: String,
    /// `nodes` or `edges`, where it is one table of two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<&'static str>,
    /// Its size.
    pub bytes: u64,
}

/// What `graph` prints.
#[derive(Clone, Debug, Serialize)]
pub struct Network {
    /// The puzzle's name.
    pub puzzle: String,
    /// What an edge is.
    pub metric: String,
    /// The format of the files.
    pub format: &'static str,
    /// How many configurations were written.
    pub nodes: String,
    /// How many edges.
    pub edges: String,
    /// How far the farthest of them is from Start, or from where the walk began.
    pub radius: u64,
    /// The files.
    pub files: Vec<NetworkFile>,
}

/// What `completions` prints.
#[derive(Clone, Debug, Serialize)]
pub struct Completions {
    /// The shell.
    pub shell: String,
    /// What it is to be told.
    pub script: String,
}

/// What `man` prints where it writes no files.
#[derive(Clone, Debug, Serialize)]
pub struct Page {
    /// The page's name.
    pub page: String,
    /// The page, as roff.
    pub text: String,
}

/// What `man` prints where it writes files.
#[derive(Clone, Debug, Serialize)]
pub struct Pages {
    /// The files.
    pub files: Vec<String>,
}

/// What any command prints instead where it fails.
#[derive(Clone, Debug, Serialize)]
pub struct Failed {
    /// What failed.
    pub error: Failure,
}

/// A failure.
#[derive(Clone, Debug, Serialize)]
pub struct Failure {
    /// The exit code.
    pub code: u8,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub hint: String,
    /// Why there is no solution or no way, by a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// The file, where one is to blame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// All faults of an input that has some, where no other command lists them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Fault>,
}

/// What `serve` prints as soon as it listens.
#[derive(Clone, Debug, Serialize)]
pub struct Serve {
    /// The address of its first page.
    pub url: String,
    /// The address that it is bound to.
    pub address: String,
    /// The port.
    pub port: u16,
}
