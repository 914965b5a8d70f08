//! A problem as a person reads it: what kind, what is wrong, what helps, and where.

pub(crate) mod cause;
pub(crate) mod errors;
pub(crate) mod store_problems;

pub use cause::{Cause, ProblemKind};

use slidewise_analysis::Unsolvable;
use slidewise_puzzle::{Configuration, Puzzle, PuzzleFault};
use slidewise_render::{UnsolvableReason, counted, human_bytes, no_solution, no_way};
use std::error::Error;
use std::fmt;
use std::sync::Arc;

/// The place of a problem in an input, as far as it is known. Lines and columns count from 1.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TextPlace {
    /// Name of the file.
    pub file: Option<String>,
    /// Number of the line.
    pub line: Option<usize>,
    /// Number of the column.
    pub column: Option<usize>,
}

/// An error in words for a person: a sentence, a remedy, and the place of the error.
///
/// All errors of the library become problems by `Problem::from` alone.
#[derive(Clone, Debug)]
pub struct Problem {
    origin: Box<Origin>,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// The remedy.
    pub hint: String,
    /// The place of the problem in an input.
    pub place: Box<TextPlace>,
    /// All faults of an input, if `slidewise check` cannot list them; else empty.
    pub faults: Vec<PuzzleFault>,
    /// The goal that a board of tiles does not reach: the name of a usual order, or the board.
    pub goal: Option<String>,
}

/// Why a problem arose, and the error from which it was made.
#[derive(Clone, Debug)]
struct Origin {
    cause: Cause,
    source: Option<Arc<dyn Error + Send + Sync>>,
}

/// A hint whose commands name a puzzle or a file by the word that opened it, in place of PUZZLE and
/// quoted as shells need it.
pub fn hint_for(hint: &str, word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:=@%+,#".contains(c);
    let word = if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    };
    hint.replace("PUZZLE", &word)
}

impl Problem {
    /// A problem of this cause without a place.
    pub fn new(cause: Cause, message: impl ToString, hint: impl ToString) -> Problem {
        Problem {
            origin: Box::new(Origin {
                cause,
                source: None,
            }),
            message: message.to_string(),
            hint: hint.to_string(),
            place: Box::default(),
            faults: Vec::new(),
            goal: None,
        }
    }

    /// Why it arose.
    pub fn cause(&self) -> &Cause {
        &self.origin.cause
    }

    /// What it means for the caller.
    pub fn kind(&self) -> ProblemKind {
        self.origin.cause.kind()
    }

    /// Why there is no solution, or no way to a position; `None` for another cause.
    pub fn unsolvable(&self) -> Option<&Unsolvable> {
        match &self.origin.cause {
            Cause::Unsolvable(why) | Cause::Unreachable(why) => Some(why),
            _ => None,
        }
    }

    /// Adds the error from which the problem was made.
    pub(crate) fn caused_by(mut self, source: impl Error + Send + Sync + 'static) -> Problem {
        self.origin.source = Some(Arc::new(source));
        self
    }

    /// The problem with the word that opened the puzzle in the commands of its hint.
    pub fn about_puzzle(mut self, word: &str) -> Problem {
        self.hint = hint_for(&self.hint, word);
        self
    }

    /// The problem of a run that failed.
    pub fn of_run(message: impl ToString, hint: impl ToString) -> Problem {
        Problem::new(Cause::Failed, message, hint)
    }

    /// The problem of work that was stopped.
    pub fn of_stop(message: impl ToString, hint: impl ToString) -> Problem {
        Problem::new(Cause::Interrupted, message, hint)
    }

    /// The problem of a wrong request or input.
    pub fn of_input(message: impl ToString, hint: impl ToString) -> Problem {
        Problem::new(Cause::Input, message, hint)
    }

    /// The problem of something that does not exist.
    pub fn no_such_thing(message: impl ToString, hint: impl ToString) -> Problem {
        Problem::new(Cause::NotFound, message, hint)
    }

    /// The problem of a puzzle without a solution.
    pub fn of_no_solution(puzzle: &Puzzle, why: &Unsolvable) -> Problem {
        let cause = Cause::Unsolvable(Box::new(why.clone()));
        Problem::of_reason(no_solution(puzzle, why), cause)
    }

    /// The problem of a position to which no way leads from Start.
    pub fn of_no_way(puzzle: &Puzzle, position: &Configuration, why: &Unsolvable) -> Problem {
        let cause = Cause::Unreachable(Box::new(why.clone()));
        Problem::of_reason(no_way(&puzzle.write_position(position), why), cause)
    }

    fn of_reason(reason: UnsolvableReason, cause: Cause) -> Problem {
        Problem {
            goal: reason.goal,
            ..Problem::new(cause, reason.message, reason.hint)
        }
    }

    /// The problem of a puzzle without a goal, if one is needed.
    pub fn of_no_goal(puzzle: &Puzzle, hint: impl ToString) -> Problem {
        Problem::of_input(format!("{} has no goal", puzzle.name), hint)
    }

    /// The problem of a computation that was interrupted and kept nothing.
    pub fn of_nothing_kept() -> Problem {
        Problem::of_stop(
            "interrupted: nothing was kept",
            "the same command begins again",
        )
    }

    /// The problem of an interrupted search; `counts` are the sizes of its finished generations.
    pub fn of_interruption(counts: &[u64], hint: &str) -> Problem {
        let finished = match counts {
            [] => "before the first generation was finished".to_owned(),
            counts => format!(
                "after generation {}, with {} in all",
                counts.len() - 1,
                counted(counts.iter().sum::<u64>(), "configuration")
            ),
        };
        Problem::of_stop(format!("interrupted {finished}"), hint)
    }

    /// The problem of a search in sorted files that would take more than `limit` bytes of the disk.
    ///
    /// `counts` are the sizes of the finished generations.
    pub fn out_of_disk(counts: &[u64], limit: u64, hint: &str) -> Problem {
        let searched = match counts {
            [] => String::new(),
            counts => format!(
                "; generations 0 to {} were searched, {} in all",
                counts.len() - 1,
                counted(counts.iter().sum::<u64>(), "configuration")
            ),
        };
        let message = format!(
            "the next generation would take more than {} of the disk{searched}",
            human_bytes(limit)
        );
        let cause = Cause::OutOfDisk {
            needed: None,
            allowed: Some(limit),
        };
        Problem::new(cause, message, hint)
    }

    /// Adds the file that has the problem.
    pub fn about(mut self, file: impl ToString) -> Problem {
        self.place.file = Some(file.to_string());
        self
    }

    /// Adds the line and column that have the problem.
    pub fn at(mut self, line: Option<usize>, column: Option<usize>) -> Problem {
        (self.place.line, self.place.column) = (line, column);
        self
    }

    /// Replaces the remedy.
    pub fn with_hint(mut self, hint: impl ToString) -> Problem {
        self.hint = hint.to_string();
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (hint: {})", self.message, self.hint)
    }
}

impl Error for Problem {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        let source = self.origin.source.as_deref()?;
        Some(source)
    }
}
