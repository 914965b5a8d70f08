//! Puzzles: `list`, `convert`, `show` and `check`.

use serde::Serialize;
use slidewise_puzzle::{CustomaryMetric, Presentation, Puzzle};

/// A built-in puzzle in the output of `list`.
#[derive(Clone, Debug, Serialize)]
pub struct BuiltinRecord {
    /// Name of the puzzle.
    pub name: String,
    /// Title of the puzzle.
    pub title: String,
    /// Other names of the puzzle.
    pub names: Vec<String>,
    /// Family that the puzzle belongs to.
    pub family: Option<String>,
    /// Source of the puzzle.
    pub source: Option<String>,
    /// Number of rows of the board.
    pub rows: usize,
    /// Number of columns of the board.
    pub columns: usize,
    /// Number of cells of the board that are not walls.
    pub cells: usize,
    /// Number of pieces.
    pub pieces: usize,
    /// Metric in which the puzzle is customarily counted; null if none is customary.
    pub metric: Option<&'static str>,
    /// Known lengths of shortest solutions.
    pub shortest: KnownLengthsRecord,
    /// Published length of a shortest solution.
    pub published: Option<PublishedRecord>,
}

/// Known lengths of the shortest solutions of a puzzle; null where none is known.
#[derive(Clone, Debug, Serialize)]
pub struct KnownLengthsRecord {
    /// Length in steps.
    pub step: Option<u64>,
    /// Length in slides.
    pub slide: Option<u64>,
    /// Length in moves.
    pub r#move: Option<u64>,
}

impl KnownLengthsRecord {
    /// The lengths that a presentation holds.
    pub fn of(shown: &Presentation) -> KnownLengthsRecord {
        KnownLengthsRecord {
            step: shown.shortest_in(CustomaryMetric::Step),
            slide: shown.shortest_in(CustomaryMetric::Slide),
            r#move: shown.shortest_in(CustomaryMetric::Move),
        }
    }
}

/// A published length of a shortest solution.
#[derive(Clone, Debug, Serialize)]
pub struct PublishedRecord {
    /// Length that the source states.
    pub moves: u64,
    /// Metric in which the source counts.
    pub metric: &'static str,
    /// Source of the figure.
    pub source: Option<String>,
    /// Whether the known length in the same metric equals the published length.
    pub confirmed: bool,
}

impl From<Puzzle> for BuiltinRecord {
    fn from(puzzle: Puzzle) -> BuiltinRecord {
        let shown = &puzzle.presentation;
        let published = shown.published.as_ref().map(|length| PublishedRecord {
            moves: length.moves,
            metric: length.metric.name(),
            source: length.source.clone().or_else(|| puzzle.source.clone()),
            confirmed: shown.shortest_in(length.metric) == Some(length.moves),
        });
        BuiltinRecord {
            cells: puzzle.board.cell_count(),
            pieces: puzzle.piece_count(),
            metric: shown.metric.map(CustomaryMetric::name),
            shortest: KnownLengthsRecord::of(shown),
            published,
            names: puzzle.presentation.names,
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
pub struct ListRecord {
    /// The built-in puzzles.
    pub puzzles: Vec<BuiltinRecord>,
}

/// A puzzle in the output of `convert`.
#[derive(Clone, Debug, Serialize)]
pub struct ConvertedRecord {
    /// Name of the puzzle.
    pub name: String,
    /// Title of the puzzle.
    pub title: String,
    /// Name of the file that was written; null if no file was written.
    pub file: Option<String>,
    /// Text of the puzzle file.
    pub text: String,
}

/// Output of `convert`.
#[derive(Clone, Debug, Serialize)]
pub struct ConvertRecord {
    /// The converted puzzles.
    pub puzzles: Vec<ConvertedRecord>,
}

/// Output of `show`.
#[derive(Clone, Debug, Serialize)]
pub struct ShowRecord {
    /// Name of the puzzle.
    pub puzzle: String,
    /// Name of the puzzle again, under the key that `list` uses.
    pub name: String,
    /// Title of the puzzle.
    pub title: String,
    /// Family that the puzzle belongs to.
    pub family: Option<String>,
    /// Who designed the puzzle.
    pub author: Option<String>,
    /// Source of the puzzle, such as a book or an author.
    pub source: Option<String>,
    /// Number of rows of the board.
    pub rows: usize,
    /// Number of columns of the board.
    pub columns: usize,
    /// Edges of the board that touch: `left-right`, `top-bottom` or `both`; null if none do.
    pub wrap: Option<&'static str>,
    /// Lines of a board of lines, each as the names of its cells; empty for other boards.
    pub lines: Vec<String>,
    /// Text of the Start position.
    pub start: String,
    /// The pieces, one record for each class.
    pub pieces: Vec<PiecesRecord>,
    /// Gates of the board.
    pub gates: Vec<GateRecord>,
    /// Goals as boards, with `.` for any content and `_` for an empty cell.
    pub goals: Vec<String>,
    /// Descriptions of the rules in words.
    pub rules: Vec<String>,
    /// Symmetries of the puzzle.
    pub symmetry: SymmetryRecord,
    /// Number of legal configurations; null if the index would be too large to build.
    pub space: Option<String>,
    /// Number of patterns; null if `space` is null.
    pub patterns: Option<String>,
    /// Number of arrangements of each pattern; null if `space` is null.
    pub orders: Option<String>,
}

/// A class of pieces in the output of `show`.
#[derive(Clone, Debug, Serialize)]
pub struct PiecesRecord {
    /// Tokens of the pieces.
    pub tokens: Vec<String>,
    /// Number of cells that each piece covers.
    pub cells: usize,
    /// Directions in which the pieces move: `free`, `horizontal` or `vertical`.
    pub axis: &'static str,
}

/// A gate in the output of `show`.
#[derive(Clone, Debug, Serialize)]
pub struct GateRecord {
    /// Token of the gate.
    pub token: String,
    /// Tokens of the pieces that may stand on the gate.
    pub pieces: Vec<String>,
}

/// Symmetries of a puzzle in the output of `show`.
#[derive(Clone, Debug, Serialize)]
pub struct SymmetryRecord {
    /// Number of symmetries, including the identity.
    pub count: String,
    /// Turns and reflections of the board that preserve the puzzle.
    pub turns: Vec<TurnRecord>,
    /// Sets of classes in which the pieces can be exchanged.
    pub exchanges: Vec<ExchangeRecord>,
}

/// A turn or reflection of the board that preserves the puzzle.
#[derive(Clone, Debug, Serialize)]
pub struct TurnRecord {
    /// Name of the turn: `left-right`, `top-bottom`, `turn-180`, `turn-90`, `turn-270`,
    /// `falling-diagonal` or `rising-diagonal`.
    pub turn: &'static str,
    /// Whether the turn maps goals to goals.
    pub goals: bool,
}

/// A set of classes: the pieces of any two of its classes can be exchanged.
#[derive(Clone, Debug, Serialize)]
pub struct ExchangeRecord {
    /// Tokens of the pieces of each class in the set.
    pub pieces: Vec<Vec<String>>,
    /// Whether every exchange of two classes maps goals to goals.
    pub goals: bool,
}

/// An error or remark in the output of `check`.
#[derive(Clone, Debug, Serialize)]
pub struct FaultRecord {
    /// Line in the file, from 1.
    pub line: usize,
    /// Column in the line, from 1.
    pub column: usize,
    /// Description of the error or remark.
    pub message: String,
}

impl From<slidewise_puzzle::PuzzleFault> for FaultRecord {
    fn from(fault: slidewise_puzzle::PuzzleFault) -> FaultRecord {
        FaultRecord {
            line: fault.line,
            column: fault.column,
            message: fault.message,
        }
    }
}

impl From<&slidewise_puzzle::PuzzleRemark> for FaultRecord {
    fn from(remark: &slidewise_puzzle::PuzzleRemark) -> FaultRecord {
        FaultRecord {
            line: remark.line,
            column: remark.column,
            message: remark.kind.to_string(),
        }
    }
}

/// Output of `check` for several files.
#[derive(Clone, Debug, Serialize)]
pub struct ChecksRecord {
    /// Whether no file has errors.
    pub ok: bool,
    /// The files in the order of the arguments.
    pub files: Vec<CheckRecord>,
}

/// Output of `check` for one file.
#[derive(Clone, Debug, Serialize)]
pub struct CheckRecord {
    /// Name of the file that was checked.
    pub file: String,
    /// The number of Sokoban levels in it, if it is a file of levels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub levels: Option<usize>,
    /// Whether the file has no errors.
    pub ok: bool,
    /// Errors of the puzzle file.
    pub errors: Vec<FaultRecord>,
    /// Remarks on valid parts of the file that are probably mistakes.
    pub remarks: Vec<FaultRecord>,
}
