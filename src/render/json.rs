//! Records that `--json` prints, each a JSON object.
//!
//! Counts of configurations and of paths are strings of decimal digits, since many readers of JSON
//! lose precision in large numbers.

use super::Reason;
use serde::ser::{SerializeSeq, SerializeStruct};
use serde::{Serialize, Serializer};
use slidewise_analysis::{Move, Path, Routes};
use slidewise_puzzle::{Configuration, Puzzle};
use std::cell::Cell;
use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering};

/// Formats a count as a string of decimal digits.
pub fn digits(count: impl Display) -> String {
    count.to_string()
}

/// A built-in puzzle in the output of `list`.
#[derive(Clone, Debug, Serialize)]
pub struct Listed {
    /// Name of the puzzle.
    pub name: String,
    /// Title of the puzzle.
    pub title: String,
    /// Family that the puzzle belongs to.
    pub family: Option<String>,
    /// Source of the puzzle.
    pub source: Option<String>,
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
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

/// Output of `list`.
#[derive(Clone, Debug, Serialize)]
pub struct List {
    /// The built-in puzzles.
    pub puzzles: Vec<Listed>,
}

/// A puzzle in the output of `convert`.
#[derive(Clone, Debug, Serialize)]
pub struct Converted {
    /// Name of the puzzle.
    pub name: String,
    /// Title of the puzzle.
    pub title: String,
    /// The file written; null if none was.
    pub file: Option<String>,
    /// Text of the puzzle file.
    pub text: String,
}

/// Output of `convert`.
#[derive(Clone, Debug, Serialize)]
pub struct Convert {
    /// The converted puzzles.
    pub puzzles: Vec<Converted>,
}

/// Output of `show`.
#[derive(Clone, Debug, Serialize)]
pub struct Show {
    /// Name of the puzzle.
    pub puzzle: String,
    /// Name of the puzzle, repeated.
    pub name: String,
    /// Title of the puzzle.
    pub title: String,
    /// Family that the puzzle belongs to.
    pub family: Option<String>,
    /// Source of the puzzle.
    pub source: Option<String>,
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub columns: usize,
    /// Text of the Start position.
    pub start: String,
    /// Classes of pieces.
    pub pieces: Vec<Pieces>,
    /// Gates of the board.
    pub gates: Vec<Gate>,
    /// Goals as boards, with `.` for any content and `_` for an empty cell.
    pub goals: Vec<String>,
    /// Rules in words.
    pub rules: Vec<String>,
    /// Symmetries of the puzzle.
    pub symmetry: Symmetry,
    /// Number of legal configurations; null if the index would be too large to build.
    pub space: Option<String>,
    /// Number of patterns; null like `space`.
    pub patterns: Option<String>,
    /// Number of arrangements of each pattern; null like `space`.
    pub orders: Option<String>,
}

/// A class of pieces in the output of `show`.
#[derive(Clone, Debug, Serialize)]
pub struct Pieces {
    /// Tokens of the pieces.
    pub tokens: Vec<String>,
    /// Number of cells that each piece covers.
    pub cells: usize,
    /// Directions of movement: `free`, `horizontal` or `vertical`.
    pub axis: &'static str,
}

/// A gate in the output of `show`.
#[derive(Clone, Debug, Serialize)]
pub struct Gate {
    /// Token of the gate.
    pub token: String,
    /// Tokens of the pieces that may stand on the gate.
    pub pieces: Vec<String>,
}

/// Symmetries of a puzzle in the output of `show`.
#[derive(Clone, Debug, Serialize)]
pub struct Symmetry {
    /// Number of symmetries, including the identity.
    pub count: String,
    /// Turns and reflections of the board.
    pub turns: Vec<Turn>,
    /// Pieces that can be exchanged.
    pub exchanges: Vec<Exchange>,
}

/// A turn or reflection of the board that preserves the puzzle.
#[derive(Clone, Debug, Serialize)]
pub struct Turn {
    /// Name of the turn: `left-right`, `top-bottom`, `turn-180`, `turn-90`, `turn-270`,
    /// `falling-diagonal` or `rising-diagonal`.
    pub turn: &'static str,
    /// Whether the turn maps goals to goals.
    pub goals: bool,
}

/// Classes of pieces, any two of which can be exchanged.
#[derive(Clone, Debug, Serialize)]
pub struct Exchange {
    /// Tokens of each class.
    pub pieces: Vec<Vec<String>>,
    /// Whether every exchange maps goals to goals.
    pub goals: bool,
}

/// An error or remark in the output of `check`.
#[derive(Clone, Debug, Serialize)]
pub struct Fault {
    /// Line in the file, from 1.
    pub line: usize,
    /// Column in the line, from 1.
    pub column: usize,
    /// Description of the problem.
    pub message: String,
}

impl From<slidewise_puzzle::Fault> for Fault {
    fn from(fault: slidewise_puzzle::Fault) -> Fault {
        Fault {
            line: fault.line,
            column: fault.column,
            message: fault.message,
        }
    }
}

impl From<&slidewise_puzzle::PuzzleRemark> for Fault {
    fn from(remark: &slidewise_puzzle::PuzzleRemark) -> Fault {
        Fault {
            line: remark.line,
            column: remark.column,
            message: remark.kind.to_string(),
        }
    }
}

/// Output of `check`.
#[derive(Clone, Debug, Serialize)]
pub struct Check {
    /// The file that was checked.
    pub file: String,
    /// Whether the file has no errors.
    pub ok: bool,
    /// Errors of the puzzle file.
    pub errors: Vec<Fault>,
    /// Valid parts of the file that are probably mistakes.
    pub remarks: Vec<Fault>,
}

/// Goals in the output of `explore`.
#[derive(Clone, Debug, Serialize)]
pub struct GoalFound {
    /// First generation with a goal configuration.
    pub generation: u64,
    /// Number of goal configurations in that generation.
    pub states: String,
    /// Number of goal configurations in all generations so far.
    pub reachable: String,
}

/// Output of `explore`.
#[derive(Clone, Debug, Serialize)]
pub struct Explore {
    /// Name of the puzzle.
    pub puzzle: String,
    /// Metric of the search.
    pub metric: String,
    /// Engine of the search.
    pub engine: String,
    /// Reason for the choice of engine.
    pub reason: String,
    /// Whether all reachable configurations have been found.
    pub complete: bool,
    /// Sizes of generations 0, 1, ...
    pub generations: Vec<String>,
    /// Number of configurations in all generations.
    pub states: String,
    /// Number of the last generation.
    pub depth: u64,
    /// The first goal; null if none was met.
    pub goal: Option<GoalFound>,
    /// Lower bound on the distance of a goal, if no finished generation has one and others may
    /// follow.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<u64>,
    /// Whether `goal` is known. It is unknown if a search was resumed without its earlier
    /// generations, or if `--memory` leaves no room to look for goals.
    pub goal_known: bool,
    /// Reason why there is no solution, if everything was found without a goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsolvable: Option<Reason>,
    /// Duration in seconds.
    pub seconds: f64,
    /// Whether an interrupted search was resumed.
    pub resumed: bool,
    /// Whether this run searched; false if a finished search was reused.
    pub searched: bool,
    /// Further fields of a search in sorted files.
    #[serde(flatten)]
    pub files: Option<Files>,
}

/// Further fields of `explore` for a search in sorted files.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Files {
    /// Bytes on the disk now.
    pub bytes: u64,
    /// First generation whose file is kept.
    pub first_kept: u64,
    /// Sorted runs that this search wrote to the disk.
    pub spilled: Spilled,
}

/// Use of the disk by sorting that did not fit in memory.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Spilled {
    /// Number of sorted runs written to the disk.
    pub runs: u64,
    /// Number of intermediate merges of runs.
    pub merges: u64,
    /// Total bytes of the runs.
    pub bytes: u64,
}

/// Output of `explore --estimate`.
#[derive(Clone, Debug, Serialize)]
pub struct Estimate {
    /// Name of the puzzle.
    pub puzzle: String,
    /// Metric of the search.
    pub metric: String,
    /// Number of configurations in the index.
    pub configurations: String,
    /// Upper bound on memory, in bytes.
    pub memory_bytes: u64,
    /// Bytes of memory without which the search does not start.
    pub least_memory_bytes: u64,
    /// Upper bound on disk space, in bytes.
    pub disk_bytes: u64,
    /// Free bytes on the disk; null if unknown.
    pub disk_free_bytes: Option<u64>,
    /// Engine that the search would use.
    pub engine: String,
    /// Reason for the choice of engine.
    pub reason: String,
    /// Whether the allowed memory and the disk suffice to start.
    pub begins: bool,
}

/// One edge of a path: a step, slide or move, by the metric.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Step {
    /// Token of the piece, as at the beginning of the path.
    pub piece: String,
    /// Name of the piece's first cell before the edge.
    pub from: String,
    /// Name of the piece's first cell after the edge.
    pub to: String,
    /// Directions of the unit steps, a letter each.
    #[serde(rename = "move")]
    pub letters: String,
}

/// Converts the edges of a path to records.
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

/// Positions of a path as text.
pub fn positions(puzzle: &Puzzle, path: &Path) -> Vec<String> {
    let text = |position: &Configuration| puzzle.write_position(position);
    path.positions.iter().map(text).collect()
}

/// Shortest paths for `solve --all`, computed while they are written.
///
/// The paths together may exceed memory. They are serialized as the field `paths`, a list of lists
/// of steps.
#[derive(Clone, Debug)]
pub struct Ways<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// Source of the paths.
    pub routes: &'a Routes<'a>,
    /// Greatest number of paths that are written.
    pub limit: usize,
    /// Raised to end the list early; the record then gets the field `error`.
    pub stop: &'a AtomicBool,
    /// Content of the field `error`.
    pub stopped: Failure,
    /// Whether `stop` has ended the list.
    pub is_stopped: Cell<bool>,
}

impl Ways<'_> {
    /// Iterates over the paths, up to the limit or until `stop` is raised.
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

/// Serializes the field `paths`.
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

/// Output of `solve`.
#[derive(Clone, Debug, Serialize)]
pub struct Solve<'a> {
    /// Name of the puzzle.
    pub puzzle: String,
    /// Metric of the solution.
    pub metric: String,
    /// Length of a shortest solution.
    pub moves: u64,
    /// Number of shortest solutions.
    pub routes: String,
    /// The least of the shortest solutions.
    pub path: Vec<Step>,
    /// Positions on `path`, including both ends.
    pub positions: Vec<String>,
    /// Whether `moves` is proved to be the least length: always true.
    pub proved: bool,
    /// With `--all`: all shortest solutions.
    #[serde(flatten)]
    pub all: Option<Ways<'a>>,
}

/// Output of `solve` and `find` if the search stopped before it met its target.
#[derive(Clone, Debug, Serialize)]
pub struct Stopped {
    /// Name of the puzzle.
    pub puzzle: String,
    /// Metric of the search.
    pub metric: String,
    /// The target, and null for its unknown distance.
    #[serde(flatten)]
    pub unanswered: Unanswered,
    /// Whether the distance is known: always false.
    pub proved: bool,
    /// Lower bound on the distance.
    pub at_least: u64,
    /// Number of configurations searched without meeting a target.
    pub searched: String,
    /// Reason why the search stopped.
    pub reason: String,
    /// How to resume the search.
    pub hint: String,
}

/// The target of a search that stopped before it met the target.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Unanswered {
    /// A goal, for `solve`.
    Solve {
        /// Length of a shortest solution: null.
        moves: Option<u64>,
    },
    /// A position, for `find`.
    Find {
        /// Canonical text of the position.
        position: String,
        /// Generation of the position: null.
        generation: Option<u64>,
    },
}

/// Output of `find`.
#[derive(Clone, Debug, Serialize)]
pub struct Find {
    /// Name of the puzzle.
    pub puzzle: String,
    /// Metric of the path.
    pub metric: String,
    /// Canonical text of the position.
    pub position: String,
    /// Generation of the position.
    pub generation: u64,
    /// Number of shortest paths to the position.
    pub routes: String,
    /// The least of the shortest paths.
    pub path: Vec<Step>,
    /// Positions on `path`, including both ends.
    pub positions: Vec<String>,
    /// Whether `generation` is proved to be the distance: always true.
    pub proved: bool,
}

/// Output of `farthest`.
#[derive(Clone, Debug, Serialize)]
pub struct Farthest {
    /// Name of the puzzle.
    pub puzzle: String,
    /// Metric of the search.
    pub metric: String,
    /// Sources of the search: `start` or `goal`.
    pub from: &'static str,
    /// Number of the last generation.
    pub generation: u64,
    /// Number of configurations in the last generation.
    pub count: String,
    /// First positions of the last generation, sorted as text.
    pub positions: Vec<String>,
    /// With `--everywhere`: number of legal configurations from which a goal can be reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solvable: Option<String>,
}

/// Output of `diameter`.
#[derive(Clone, Debug, Serialize)]
pub struct Diameter {
    /// Name of the puzzle.
    pub puzzle: String,
    /// Metric of the distances.
    pub metric: String,
    /// Greatest distance between two reachable positions.
    pub diameter: u64,
    /// Least eccentricity; null with `--no-radius`.
    pub radius: Option<u64>,
    /// Number of pairs at the greatest distance.
    pub pair_count: String,
    /// These pairs, up to `--limit`. Each pair is sorted as text, and so is the list.
    pub pairs: Vec<(String, String)>,
    /// Number of reachable configurations.
    pub configurations: String,
    /// Number of reachable configurations up to symmetry.
    pub up_to_symmetry: String,
    /// Number of configurations, up to symmetry, from which a search was made.
    pub searches: u64,
    /// Configurations that needed no search.
    pub excluded: Excluded,
    /// Description of the method.
    pub method: String,
}

/// Numbers of configurations, up to symmetry, that needed no search.
#[derive(Clone, Debug, Serialize)]
pub struct Excluded {
    /// Number excluded by bounds on eccentricities.
    pub by_bounds: String,
    /// Number excluded by bounds on all pairs.
    pub by_pairs: String,
}

/// Output of `components`.
#[derive(Clone, Debug, Serialize)]
pub struct Components {
    /// Name of the puzzle.
    pub puzzle: String,
    /// Number of legal configurations.
    pub configurations: String,
    /// Number of components.
    pub components: String,
    /// Each size of a component and the number of components that have it, largest first.
    pub sizes: Vec<(String, String)>,
    /// Number of configurations in the component of Start.
    pub start: String,
    /// With `--positions`: for each size, a position in a component that has it, largest size
    /// first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<Vec<String>>,
}

/// Output of `count`.
#[derive(Clone, Debug, Serialize)]
pub struct Count {
    /// Name of the puzzle.
    pub puzzle: String,
    /// Number of reachable configurations.
    pub reachable: String,
    /// Number of reachable patterns.
    pub patterns: String,
    /// Number of arrangements of the tiles of one pattern.
    pub orders: String,
    /// Description of the permutation group of the tiles.
    pub group: String,
}

/// A figure in the output of `recount`.
///
/// Numbers of configurations and of paths are strings; other numbers are JSON numbers.
#[derive(Clone, Debug, Serialize)]
pub struct Figure {
    /// Name of the puzzle.
    pub puzzle: String,
    /// Description of the figure.
    pub figure: String,
    /// Value in the article.
    pub document: serde_json::Value,
    /// Value that this program finds.
    pub recounted: serde_json::Value,
    /// Whether both values agree.
    pub agrees: bool,
    /// Remark on the figure.
    pub note: Option<String>,
}

/// Output of `recount`.
#[derive(Clone, Debug, Serialize)]
pub struct Recount {
    /// All figures that were recounted.
    pub figures: Vec<Figure>,
    /// Number of figures that agree.
    pub agreeing: usize,
    /// Figures that `--quick` leaves out.
    pub left_out: Vec<String>,
}

/// Output of `replay`.
#[derive(Clone, Debug, Serialize)]
pub struct Replay {
    /// Name of the puzzle in the certificate.
    pub puzzle: String,
    /// Metric of the path.
    pub metric: String,
    /// File of the certificate.
    pub file: String,
    /// Whether the path is valid and the certificate's claims are true.
    pub ok: bool,
    /// The first error in the certificate.
    pub problem: Option<String>,
    /// Length of the path.
    pub moves: usize,
    /// Whether the path begins at Start.
    pub from_start: bool,
    /// Whether the path ends at a goal.
    pub at_goal: bool,
    /// Fingerprint of the puzzle definition in the certificate.
    pub fingerprint: String,
}

/// Output of `verify`.
#[derive(Clone, Debug, Serialize)]
pub struct Verify {
    /// Name of the puzzle.
    pub puzzle: String,
    /// Metric of the search.
    pub metric: String,
    /// Folder of the store.
    pub store: String,
    /// Folders that were checked. One search may be stored both as marks and as sorted files.
    pub stores: Vec<String>,
    /// Whether no problem was found.
    pub ok: bool,
    /// Problems found.
    pub problems: Vec<String>,
    /// Generations whose sorted files were checked, if there are such files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked_files: Option<CheckedFiles>,
    /// Number of blocks of marks without checksums, in a store that is in use or was interrupted.
    pub unchecked_blocks: usize,
    /// With `--deep`: what was proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proved: Option<Proved>,
}

/// Generations whose sorted files `verify` checked: all that are kept.
#[derive(Clone, Debug, Serialize)]
pub struct CheckedFiles {
    /// First generation that was checked.
    pub first: u64,
    /// Last generation that was checked.
    pub last: u64,
    /// Whether the store records its first kept generation. Stores of an earlier format do not.
    pub recorded: bool,
}

/// What `verify --deep` proved.
#[derive(Clone, Debug, Serialize)]
pub struct Proved {
    /// Number of generations.
    pub generations: u64,
    /// Number of configurations whose mark matches their distance.
    pub states: String,
    /// Number of further marks in an unfinished store, which are not verified.
    pub ahead: String,
}

/// A store in the output of `stores`.
#[derive(Clone, Debug, Serialize)]
pub struct Stored {
    /// Name of the folder.
    pub name: String,
    /// Name of the puzzle.
    pub puzzle: String,
    /// Metric of the search.
    pub metric: String,
    /// Sources of the search: `start` or `goal`.
    pub from: String,
    /// Kind of store: `marks` or `frontier`.
    pub kind: &'static str,
    /// Bytes on the disk.
    pub bytes: u64,
    /// Whether the search is complete.
    pub complete: bool,
    /// Number of finished generations.
    pub generations: u64,
    /// Reason why the store cannot be used, if it cannot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// Output of `stores`.
#[derive(Clone, Debug, Serialize)]
pub struct Stores {
    /// Folder that contains the stores.
    pub folder: String,
    /// All stores in the folder.
    pub stores: Vec<Stored>,
    /// Names of the stores that `--remove` removed, separated by blanks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub removed: Option<String>,
}

/// Output of `draw`, `animate` and `plot`.
#[derive(Clone, Debug, Serialize)]
pub struct Drawn {
    /// Puzzle as given on the command line; several are separated by blanks.
    pub puzzle: String,
    /// Metric of a path or search that is shown; several are separated by blanks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metric: Option<String>,
    /// File of the picture.
    pub file: String,
    /// Size of the file in bytes.
    pub bytes: u64,
}

/// A file in the output of `graph`.
#[derive(Clone, Debug, Serialize)]
pub struct NetworkFile {
    /// Name of the file.
    pub file: String,
    /// `nodes` or `edges`, for formats with two tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<&'static str>,
    /// Size of the file in bytes.
    pub bytes: u64,
}

/// Output of `graph`.
#[derive(Clone, Debug, Serialize)]
pub struct Network {
    /// Name of the puzzle.
    pub puzzle: String,
    /// Metric that defines the edges.
    pub metric: String,
    /// Format of the files.
    pub format: &'static str,
    /// Number of configurations written.
    pub nodes: String,
    /// Number of edges written.
    pub edges: String,
    /// Greatest distance of a written configuration from Start, or from the centre of the part
    /// written.
    pub radius: u64,
    /// Files written.
    pub files: Vec<NetworkFile>,
}

/// Output of `completions`.
#[derive(Clone, Debug, Serialize)]
pub struct Completions {
    /// Name of the shell.
    pub shell: String,
    /// Completion script for the shell.
    pub script: String,
}

/// Output of `man` without `--out`.
#[derive(Clone, Debug, Serialize)]
pub struct Page {
    /// Name of the page.
    pub page: String,
    /// Text of the page, as roff.
    pub text: String,
}

/// Output of `man` with `--out`.
#[derive(Clone, Debug, Serialize)]
pub struct Pages {
    /// Files written.
    pub files: Vec<String>,
}

/// Output of any command that fails.
#[derive(Clone, Debug, Serialize)]
pub struct Failed {
    /// The failure.
    pub error: Failure,
}

/// A failure of a command.
#[derive(Clone, Debug, Serialize)]
pub struct Failure {
    /// Exit code of the command.
    pub code: u8,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub hint: String,
    /// Identifier of the reason why there is no solution or no path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// File that caused the failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Line in that file, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Column in that line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// All faults of the input, for commands that list them nowhere else.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Fault>,
}

/// Output of `serve`, printed as soon as it listens.
#[derive(Clone, Debug, Serialize)]
pub struct Serve {
    /// URL of the first page.
    pub url: String,
    /// Address that the server is bound to.
    pub address: String,
    /// Port that the server is bound to.
    pub port: u16,
}
