//! Searches and the paths that they find: `explore`, `solve`, `find` and `farthest`.

use super::number::digits;
use super::problem::FailureRecord;
use crate::unsolvable::UnsolvableReason;
use serde::ser::{SerializeSeq, SerializeStruct};
use serde::{Serialize, Serializer};
use slidewise_analysis::{Move, Path, Routes, WayClasses};
use slidewise_engine::graph::Metric;
use slidewise_puzzle::{Configuration, Puzzle};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

/// Goals in the output of `explore`.
#[derive(Clone, Debug, Serialize)]
pub struct GoalFoundRecord {
    /// First generation with a goal configuration.
    pub generation: u64,
    /// Number of goal configurations in `generation`.
    pub states: String,
    /// Number of goal configurations in all finished generations.
    pub reachable: String,
}

/// Output of `explore`.
#[derive(Clone, Debug, Serialize)]
pub struct ExploreRecord {
    /// Name of the puzzle.
    pub puzzle: String,
    /// Metric of the search.
    pub metric: String,
    /// Engine of the search.
    pub engine: String,
    /// Reason for the choice of engine.
    pub reason: String,
    /// Whether the search has found all reachable configurations.
    pub complete: bool,
    /// Sizes of the finished generations 0, 1, ...
    pub generations: Vec<String>,
    /// Number of configurations in all finished generations together.
    pub states: String,
    /// Number of the last finished generation.
    pub depth: u64,
    /// The goals that the search found; null if it found none or `goal_known` is false.
    pub goal: Option<GoalFoundRecord>,
    /// Lower bound on the distance of a goal, if no finished generation contains a goal and further
    /// generations may follow.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<u64>,
    /// Whether the program looked for goals in all finished generations.
    ///
    /// It is false if a search was resumed without its earlier generations, or if `--memory` leaves
    /// no room to look for goals.
    pub goal_known: bool,
    /// Reason why there is no solution, if the search is complete and found no goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsolvable: Option<UnsolvableReason>,
    /// Duration of this run in seconds.
    pub seconds: f64,
    /// Whether an interrupted search was resumed.
    pub resumed: bool,
    /// Whether this run searched; false if a finished search was reused.
    pub searched: bool,
    /// Further fields, only for a search that is stored as sorted files.
    #[serde(flatten)]
    pub files: Option<SortedFilesRecord>,
    /// Further fields, only for a search over several processes.
    #[serde(flatten)]
    pub together: Option<TogetherRecord>,
}

/// Further fields in the output of `explore`, for a search over several processes.
#[derive(Clone, Debug, Serialize)]
pub struct TogetherRecord {
    /// Number of processes.
    pub processes: usize,
    /// Number of bytes that all processes have sent in this run.
    pub sent: String,
}

/// Further fields in the output of `explore`, for a search that is stored as sorted files.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SortedFilesRecord {
    /// Size of the sorted files that are on the disk at the end of this run, in bytes.
    pub bytes: u64,
    /// Number of the first generation whose file is kept.
    pub first_kept: u64,
    /// Sorted runs that this search wrote to the disk because memory was full.
    pub spilled: SpilledRecord,
}

/// Sorted runs that a search wrote to the disk because memory was full.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SpilledRecord {
    /// Number of sorted runs written to the disk.
    pub runs: u64,
    /// Number of intermediate merges of sorted runs.
    pub merges: u64,
    /// Size of all sorted runs together, in bytes.
    pub bytes: u64,
}

/// Output of `explore --estimate`.
#[derive(Clone, Debug, Serialize)]
pub struct EstimateRecord {
    /// Name of the puzzle.
    pub puzzle: String,
    /// Metric of the search.
    pub metric: String,
    /// Number of configurations that the index numbers.
    pub configurations: String,
    /// Upper bound on the memory that the search uses, in bytes.
    pub memory_bytes: u64,
    /// Least memory with which the search starts, in bytes.
    pub least_memory_bytes: u64,
    /// Upper bound on the disk space that the search uses, in bytes.
    pub disk_bytes: u64,
    /// Free bytes on the disk of the store; null if unknown.
    pub disk_free_bytes: Option<u64>,
    /// Engine that the search would use.
    pub engine: String,
    /// Reason for the choice of engine.
    pub reason: String,
    /// Whether the allowed memory and the free disk space suffice to start.
    pub begins: bool,
    /// The modes of an exploration, and what each needs.
    pub modes: Vec<ModeRecord>,
}

/// A mode of an exploration.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ModeRecord {
    /// Name of the mode.
    pub mode: &'static str,
    /// Upper bound on its memory, in bytes.
    pub memory_bytes: u64,
    /// Least memory with which it starts, in bytes.
    pub least_memory_bytes: u64,
    /// Upper bound on its disk space, in bytes.
    pub disk_bytes: u64,
    /// Whether the automatic choice takes it.
    pub auto: bool,
}

/// One edge of a path: a step, slide, move or push, depending on the metric.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StepRecord {
    /// Token that the piece has at the beginning of the path; of a push, the piece pushed last.
    pub piece: String,
    /// Tokens of all pieces of a push, nearest to the empty cell first; absent in other metrics.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pieces: Option<Vec<String>>,
    /// Name of the piece's first cell before the move.
    pub from: String,
    /// Name of the piece's first cell after the move.
    pub to: String,
    /// Direction of each step of one cell, as a letter U, D, L or R; along lines `>` and the name
    /// of the cell that the piece enters.
    #[serde(rename = "move")]
    pub letters: String,
}

/// Converts the edges of a path to records.
pub fn steps(puzzle: &Puzzle, metric: Metric, moves: &[Move]) -> Vec<StepRecord> {
    let name = |cell| puzzle.board.name_of(puzzle.board.square_of(cell));
    moves
        .iter()
        .map(|step| StepRecord {
            piece: step.piece.clone(),
            pieces: (metric == Metric::Line).then(|| step.pieces().map(str::to_owned).collect()),
            from: name(step.from),
            to: name(step.to),
            letters: step.letters(&puzzle.board),
        })
        .collect()
}

/// Positions on a path, each as text.
pub fn positions(puzzle: &Puzzle, path: &Path) -> Vec<String> {
    let text = |position: &Configuration| puzzle.write_position(position);
    path.positions.iter().map(text).collect()
}

/// Shortest paths for `solve --all`, computed while they are written.
///
/// The paths together may exceed memory. They are serialized as the field `paths`, a list of lists
/// of steps.
#[derive(Clone, Debug)]
pub struct PathsRecord<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The shortest paths, and longer ones if they are asked for.
    pub routes: &'a Routes<'a>,
    /// With `--distinct`: the kinds of alike paths, of which one path each is written.
    pub kinds: Option<WayClasses>,
    /// Greatest number of paths to write.
    pub limit: usize,
    /// Flag that ends the list of paths early when it is raised.
    pub stop: &'a AtomicBool,
    /// Failure that the field `error` contains if `stop` has ended the list.
    pub stopped: FailureRecord,
    /// Whether `stop` has ended the list.
    pub is_stopped: Cell<bool>,
}

impl PathsRecord<'_> {
    /// Iterates over the paths, up to the limit or until `stop` is raised; each with the number of
    /// the paths of its kind, or 1.
    pub fn paths(&self) -> impl Iterator<Item = (Path, u64)> + '_ {
        let goes_on = |_: &(Path, u64)| {
            let is_stopped = self.stop.load(Ordering::Relaxed);
            self.is_stopped.set(is_stopped);
            !is_stopped
        };
        let all: Box<dyn Iterator<Item = (Path, u64)>> = match &self.kinds {
            Some(kinds) => Box::new(kinds.paths(self.routes)),
            None => Box::new(self.routes.paths().map(|path| (path, 1))),
        };
        all.take(self.limit).take_while(goes_on)
    }
}

impl Serialize for PathsRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut ways = serializer.serialize_struct("Ways", 1)?;
        if let Some(kinds) = &self.kinds {
            ways.serialize_field("kinds", &digits(kinds.firsts.len()))?;
            let sizes = kinds.firsts.iter().take(self.limit);
            let sizes: Vec<String> = sizes.map(|(_, alike)| digits(alike)).collect();
            ways.serialize_field("alike", &sizes)?;
        }
        ways.serialize_field("paths", &PathListRecord(self))?;
        if self.is_stopped.get() {
            ways.serialize_field("error", &self.stopped)?;
        }
        ways.end()
    }
}

/// Value of the field `paths`, which computes each path when it is serialized.
struct PathListRecord<'a>(&'a PathsRecord<'a>);

impl Serialize for PathListRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let PathListRecord(ways) = self;
        let mut paths = serializer.serialize_seq(None)?;
        for (path, _) in ways.paths() {
            paths.serialize_element(&steps(ways.puzzle, ways.routes.metric(), &path.moves))?;
        }
        paths.end()
    }
}

/// Output of `solve`.
#[derive(Clone, Debug, Serialize)]
pub struct SolveRecord<'a> {
    /// Name of the puzzle.
    pub puzzle: String,
    /// Metric of the solution.
    pub metric: String,
    /// Goal of a board of tiles: the name of a usual order, or the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
    /// Length of a shortest solution.
    pub moves: u64,
    /// Number of shortest solutions.
    pub routes: Option<String>,
    /// A shortest solution: the first in the order that [`Routes::least`] states.
    pub path: Vec<StepRecord>,
    /// Positions on `path`, including both ends.
    pub positions: Vec<String>,
    /// Whether `moves` is proved to be the least length: always true.
    pub proved: bool,
    /// Method that found the solution: `explore`, `meet`, `tables` or `grid`.
    pub method: &'static str,
    /// Number of positions visited, or found from both ends; absent for an exploration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<String>,
    /// With `--extra`: the numbers of the longer solutions, by length.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longer: Option<Vec<LongerRecord>>,
    /// With `--all`: all shortest solutions, and the longer ones that are asked for.
    #[serde(flatten)]
    pub all: Option<PathsRecord<'a>>,
}

/// The solutions of one length that is not the least.
#[derive(Clone, Debug, Serialize)]
pub struct LongerRecord {
    /// Length of the solutions.
    pub moves: u64,
    /// Number of the solutions.
    pub routes: String,
}

/// Output of `solve` and `find` if the search stopped before it reached the target.
#[derive(Clone, Debug, Serialize)]
pub struct StoppedRecord {
    /// Name of the puzzle.
    pub puzzle: String,
    /// Metric of the search.
    pub metric: String,
    /// The target of the search; the distance of the target is null, because it is unknown.
    #[serde(flatten)]
    pub unanswered: UnansweredRecord,
    /// Whether the distance of the target is known: always false.
    pub proved: bool,
    /// Lower bound on the distance of the target.
    pub at_least: u64,
    /// Number of configurations that were searched; none of them is the target.
    pub searched: String,
    /// Reason why the search stopped.
    pub reason: String,
    /// How to resume the search.
    pub hint: String,
}

/// The target of a search that stopped before it reached the target.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum UnansweredRecord {
    /// The target of `solve` is any goal.
    Solve {
        /// Goal of a board of tiles: the name of a usual order, or the board.
        #[serde(skip_serializing_if = "Option::is_none")]
        goal: Option<String>,
        /// Length of a shortest solution, which is unknown: always null.
        moves: Option<u64>,
    },
    /// The target of `find` is a position.
    Find {
        /// Canonical text of the position.
        position: String,
        /// Generation of the position, which is unknown: always null.
        generation: Option<u64>,
    },
}

/// Output of `find`.
#[derive(Clone, Debug, Serialize)]
pub struct FindRecord {
    /// Name of the puzzle.
    pub puzzle: String,
    /// Metric of the path.
    pub metric: String,
    /// Canonical text of the position.
    pub position: String,
    /// Generation of the position: its distance from Start.
    pub generation: u64,
    /// Number of shortest paths to the position.
    pub routes: String,
    /// A shortest path: the first in the order that [`Routes::least`] states.
    pub path: Vec<StepRecord>,
    /// Positions on `path`, including both ends.
    pub positions: Vec<String>,
    /// Whether `generation` is proved to be the distance from Start: always true.
    pub proved: bool,
    /// Method that found the path: `explore`, `meet`, `tables` or `grid`.
    pub method: &'static str,
    /// Number of positions visited, or found from both ends; absent for an exploration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<String>,
}

/// Output of `farthest`.
#[derive(Clone, Debug, Serialize)]
pub struct FarthestRecord {
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
    /// Positions of the last generation, sorted as text; at most `--limit` of them.
    pub positions: Vec<String>,
    /// With `--everywhere`: number of legal configurations from which a goal can be reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solvable: Option<String>,
}

/// Output of `sample`.
#[derive(Clone, Debug, Serialize)]
pub struct SampleRecord {
    /// Name of the puzzle.
    pub puzzle: String,
    /// Metric of the distance.
    pub metric: String,
    /// Sources of the search: `start` or `goal`; `None` of positions at any distance.
    pub from: Option<&'static str>,
    /// Distance of the positions; `None` if it is any.
    pub generation: Option<u64>,
    /// Number of configurations from which they were drawn; `None` if it is not known.
    pub of: Option<String>,
    /// Whether each configuration was equally probable.
    pub uniform: bool,
    /// Seed that gives the same positions again.
    pub seed: String,
    /// The positions that were drawn, in the order of their numbers.
    pub positions: Vec<String>,
}
