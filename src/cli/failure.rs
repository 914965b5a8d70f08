//! A failure as the user is told of it: a sentence, a hint, a place, an exit code.

use super::arguments::Arguments;
use crate::explore::{OutOfResources, SearchError};
use clap::CommandFactory;
use slidewise_analysis::{FiledError, NoRoom, QueryError, Unsolvable};
use slidewise_engine::index::{Space, SpaceError};
use slidewise_puzzle::{Configuration, Fault, PositionError, Puzzle, PuzzleError};
#[cfg(feature = "pictures")]
use slidewise_render::picture::{PlotError, RasterError};
use slidewise_render::{Reason, human_bytes, json, no_solution, no_way};
use slidewise_store::StoreError;
use std::io;

/// What went wrong, and what to do about it.
#[derive(Debug)]
pub struct Failure {
    /// The exit code: 1 the run failed, 2 the words or the input were wrong, 3 there is no such thing.
    pub code: u8,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub hint: String,
    /// The file, line and column, as far as known.
    pub file: Option<Box<str>>,
    pub line: Option<usize>,
    pub column: Option<usize>,
    /// The error with all faults of an input, where no other command lists them.
    pub error: Option<Box<PuzzleError>>,
    /// Why there is no solution, or no way.
    pub unsolvable: Option<Box<Unsolvable>>,
}

impl Failure {
    fn new(code: u8, message: impl ToString, hint: impl ToString) -> Failure {
        Failure {
            code,
            message: message.to_string(),
            hint: hint.to_string(),
            file: None,
            line: None,
            column: None,
            error: None,
            unsolvable: None,
        }
    }

    /// The run failed.
    pub fn of_run(message: impl ToString, hint: impl ToString) -> Failure {
        Failure::new(1, message, hint)
    }

    /// The words or the input were wrong.
    pub fn of_input(message: impl ToString, hint: impl ToString) -> Failure {
        Failure::new(2, message, hint)
    }

    /// There is no such thing.
    pub fn no_such_thing(message: impl ToString, hint: impl ToString) -> Failure {
        Failure::new(3, message, hint)
    }

    /// A puzzle has no solution.
    pub fn of_no_solution(puzzle: &Puzzle, why: &Unsolvable) -> Failure {
        Failure::of_reason(no_solution(puzzle, why), why)
    }

    /// No way leads to a position.
    pub fn of_no_way(puzzle: &Puzzle, position: &Configuration, why: &Unsolvable) -> Failure {
        Failure::of_reason(no_way(&puzzle.write_position(position), why), why)
    }

    fn of_reason(reason: Reason, why: &Unsolvable) -> Failure {
        Failure {
            unsolvable: Some(Box::new(why.clone())),
            ..Failure::no_such_thing(reason.message, reason.hint)
        }
    }

    /// Names the file that is to blame for a failure.
    pub fn about(self, file: impl ToString) -> Failure {
        Failure {
            file: Some(file.to_string().into()),
            ..self
        }
    }

    /// A puzzle has no goal, and the command needs one.
    pub fn of_no_goal(puzzle: &Puzzle, hint: impl ToString) -> Failure {
        Failure::of_input(format!("{} has no goal", puzzle.name), hint)
    }

    /// A computation was stopped of which nothing is kept.
    pub fn of_nothing_kept() -> Failure {
        Failure::of_run(
            "interrupted: nothing is kept of it",
            "the same command begins again",
        )
    }

    /// The arguments were wrong.
    pub fn of_usage(error: &clap::Error) -> Failure {
        // The first paragraph says what is wrong, at times in several lines; the last ones what else there is.
        let text = error.to_string();
        let mut lines = text.lines().map(str::trim);
        let paragraph: Vec<&str> = lines.by_ref().take_while(|line| !line.is_empty()).collect();
        let message = paragraph.join(" ");
        let tip = lines.find_map(|line| line.strip_prefix("tip: "));
        let tip = tip.map(|tip| format!("{tip}; ")).unwrap_or_default();
        let commands = Arguments::command();
        // The value of an option is no command.
        let has_value = |word: &str| {
            let mut options = commands.get_arguments();
            let name = word.strip_prefix("--");
            name.is_some()
                && options.any(|own| own.get_long() == name && own.get_action().takes_values())
        };
        let mut is_value = false;
        let mut words = std::env::args_os().skip(1);
        let command = words.find_map(|word| {
            let word = word.to_str()?;
            let was_value = std::mem::replace(&mut is_value, has_value(word));
            let command = commands.find_subcommand(word).filter(|_| !was_value)?;
            Some(format!("{} ", command.get_name()))
        });
        let command = command.unwrap_or_default();
        Failure::of_input(
            message.trim_start_matches("error: "),
            format!("{tip}slidewise {command}--help says what there is"),
        )
    }

    /// All faults of an input, where no other command lists them.
    pub fn faults(&self) -> &[Fault] {
        self.error.as_ref().map_or(&[], |error| error.faults())
    }

    /// The failure for `--json`.
    pub fn record(self) -> json::Failed {
        let faults = self.faults().iter().cloned().map(json::Fault::from);
        let faults = faults.collect();
        json::Failed {
            error: json::Failure {
                code: self.code,
                message: self.message,
                hint: self.hint,
                reason: self.unsolvable.map(|why| why.name()),
                file: self.file.map(String::from),
                line: self.line,
                column: self.column,
                faults,
            },
        }
    }
}

#[cfg(feature = "pictures")]
impl From<PlotError> for Failure {
    fn from(error: PlotError) -> Failure {
        Failure::of_run(error, "slidewise explore PUZZLE prints the generations")
    }
}

#[cfg(feature = "pictures")]
impl From<RasterError> for Failure {
    fn from(error: RasterError) -> Failure {
        Failure::of_run(error, "a smaller --cell, or an SVG file instead, may do")
    }
}

impl From<PuzzleError> for Failure {
    fn from(error: PuzzleError) -> Failure {
        Failure::from(&error)
    }
}

impl From<&PuzzleError> for Failure {
    fn from(error: &PuzzleError) -> Failure {
        let hint = match error {
            PuzzleError::Faults { file, faults } if faults.iter().all(Fault::is_of_toml) => format!(
                "a puzzle is a TOML file; slidewise convert {file} makes files of plain boards, one character a cell"
            ),
            PuzzleError::Faults { file, .. } => format!("slidewise check {file} lists every fault"),
            PuzzleError::Word { word, .. } if word.starts_with("rush:") => {
                "after rush: come the 36 cells of the board, row by row: . empty, a letter for each car".to_owned()
            }
            PuzzleError::Word { .. } => "write tiles:RxC as tiles:3x4".to_owned(),
            PuzzleError::Io { .. } => "check the path; a puzzle is a text file".to_owned(),
            PuzzleError::Unknown { .. } => {
                "slidewise list names the built-in puzzles; a file is given by its path".to_owned()
            }
        };
        let first = error.faults().first();
        let message = match error {
            PuzzleError::Faults { file, faults } if faults.len() > 1 => {
                format!("{file}:{} (and {} more)", faults[0], faults.len() - 1)
            }
            _ => error.to_string(),
        };
        Failure {
            file: error.file().map(Box::from),
            line: first.map(|fault| fault.line),
            column: first.map(|fault| fault.column),
            ..Failure::of_input(message, hint)
        }
    }
}

impl From<PositionError> for Failure {
    fn from(error: PositionError) -> Failure {
        let (line, column) = error.place.unzip();
        Failure {
            line,
            column,
            ..Failure::of_input(
                format!("not a position of this puzzle: {error}"),
                "slidewise show PUZZLE prints a position; rows are separated by ':' or '/'",
            )
        }
    }
}

impl From<SpaceError> for Failure {
    fn from(error: SpaceError) -> Failure {
        let hint = match &error {
            SpaceError::AutomatonTooLarge { most_nodes } if *most_nodes < Space::MOST_NODES => {
                "raise --memory: the index needs about 128 bytes a node, more with rules"
            }
            _ => "a smaller board, or fewer pieces that are told apart, can be explored",
        };
        Failure::of_run(error, hint)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        Failure::of_store(error, MAKE_AGAIN)
    }
}

impl From<SearchError> for Failure {
    fn from(error: SearchError) -> Failure {
        Failure::of_search(error, MAKE_AGAIN)
    }
}

impl From<FiledError> for Failure {
    fn from(error: FiledError) -> Failure {
        match error {
            FiledError::Store(error) => Failure::of_files(error),
            FiledError::Contradiction { .. } => Failure::of_run(error, MAKE_FILES_AGAIN),
        }
    }
}

/// What helps where the system gives no more memory.
const CLOSE_OTHERS: &str = "close other programs, or take a machine with more memory";

/// What helps where the sorted files of an exploration are of no use.
const MAKE_FILES_AGAIN: &str =
    "slidewise explore PUZZLE --engine frontier --fresh makes the files again";

impl Failure {
    /// The failure where there is too little memory or disk, and no other way.
    pub fn of_bytes(shortage: OutOfResources) -> Failure {
        let hint = match shortage {
            OutOfResources::Memory { .. } => "give more with --memory SIZE",
            OutOfResources::Machine { .. } => "a machine with more memory can do it",
            OutOfResources::Free { .. } => {
                "close other programs; --memory SIZE names an amount, and begins all the same"
            }
            OutOfResources::Disk { .. } => "make room, or give another folder with --store DIR",
        };
        Failure::of_run(shortage_in_words(shortage), hint)
    }

    /// The failure of a search in sorted files, or of their store.
    pub fn of_files(error: impl Into<SearchError>) -> Failure {
        Failure::of_search(error.into(), MAKE_FILES_AGAIN)
    }

    /// The failure of a search; `remedy` is the hint where its store is of no use.
    fn of_search(error: SearchError, remedy: &str) -> Failure {
        match error {
            SearchError::Store(error) => Failure::of_store(error, remedy),
            _ => Failure::of_run(error, remedy),
        }
    }

    /// The failure of a store; `remedy` is what helps where what it has is of no use.
    fn of_store(error: StoreError, remedy: &str) -> Failure {
        if let StoreError::NotAStore { .. } = error {
            return Failure::no_such_thing(error, "slidewise stores lists what there is");
        }
        let hint = match &error {
            StoreError::Held { .. } => {
                "wait until it has finished, or give another folder with --store DIR"
            }
            StoreError::NoFiles { .. } => "give a folder that can be written to with --store DIR",
            StoreError::NoSpace { .. } => "make room, or give another folder with --store DIR",
            StoreError::Memory { .. } => CLOSE_OTHERS,
            StoreError::Io { source, .. } if source.kind() == io::ErrorKind::OutOfMemory => {
                CLOSE_OTHERS
            }
            StoreError::Io { source, .. } if is_for_lack_of_files(source) => {
                "ulimit -n 4096 lets the programs of this shell open more files"
            }
            StoreError::Io { doing, source, .. }
                if *doing == "locking" && source.kind() == io::ErrorKind::Unsupported =>
            {
                "this file system has no locks: give a folder on another one with --store DIR"
            }
            StoreError::Io { source, .. } if is_full(source) => {
                "make room: the same command goes on from the last generation that was kept"
            }
            StoreError::Moved { .. } => {
                "what was written is in the folder that was moved: give that its name again, and run the same command"
            }
            StoreError::NotAFile { .. } => {
                "slidewise makes regular files only: move what is there out of the folder"
            }
            StoreError::Linked { .. } => "put a copy of the file in its place",
            StoreError::NotKept { .. } => {
                "without --keep-last, slidewise explore PUZZLE --engine frontier --fresh keeps all"
            }
            // What a store was made with is gone.
            StoreError::Io { doing, source, .. }
                if source.kind() == io::ErrorKind::NotFound
                    && matches!(*doing, "opening" | "reading" | "looking at") =>
            {
                remedy
            }
            StoreError::Io { .. } => "can the folder be written to? --store DIR gives another one",
            _ => remedy,
        };
        match error {
            StoreError::Memory { bytes, .. } => Failure::of_run(sized(&error, [bytes]), hint),
            _ => Failure::of_run(error, hint),
        }
    }
}

/// A message about bytes, with their numbers in larger units.
fn sized<const N: usize>(message: impl std::fmt::Display, bytes: [u64; N]) -> String {
    format!("{message} ({})", bytes.map(human_bytes).join(" and "))
}

/// What there is too little of, in words.
pub fn shortage_in_words(shortage: OutOfResources) -> String {
    match shortage {
        OutOfResources::Memory {
            needed,
            allowed: there,
        }
        | OutOfResources::Disk {
            needed,
            free: there,
        } => sized(shortage, [needed, there]),
        OutOfResources::Machine { needed, total } => format!(
            "this needs {} of memory, and this machine has {}",
            human_bytes(needed),
            human_bytes(total)
        ),
        OutOfResources::Free {
            needed,
            total,
            available,
        } => format!(
            "this needs {} of memory, and of the {} of this machine {} are free",
            human_bytes(needed),
            human_bytes(total),
            human_bytes(available)
        ),
    }
}

/// What helps where a store is damaged, or another's.
const MAKE_AGAIN: &str = "slidewise explore PUZZLE --fresh makes the store again; slidewise farthest PUZZLE --from goal --fresh does so for a search from the goals";

/// Whether there was no room, on the disk or within a limit.
pub fn is_full(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge
    )
}

/// Whether the system lets this program open no more files: EMFILE, which has no name in the standard library.
fn is_for_lack_of_files(error: &io::Error) -> bool {
    cfg!(unix) && error.raw_os_error() == Some(24)
}

impl From<QueryError> for Failure {
    fn from(error: QueryError) -> Failure {
        let hint = match error {
            // Where a configuration was found and then is not, marks have changed in between.
            QueryError::Damaged { .. } | QueryError::Checksum | QueryError::NotThere { .. } => {
                MAKE_AGAIN
            }
            QueryError::Stopped => "what is kept stays: the same command looks again",
            // The search is there already: an exploration of some generations would be no answer.
            QueryError::Memory(shortage) => return Failure::of_bytes(shortage),
        };
        Failure::of_run(error, hint)
    }
}

impl From<NoRoom> for Failure {
    fn from(error: NoRoom) -> Failure {
        Failure::of_run(sized(error, [error.bytes]), CLOSE_OTHERS)
    }
}

impl From<OutOfResources> for Failure {
    fn from(shortage: OutOfResources) -> Failure {
        let more = Failure::of_bytes(shortage);
        let less = "explore --engine frontier --max-generation N may find the first generations in less, and solve and find answer from them";
        Failure {
            hint: format!("{}; {less}", more.hint),
            ..more
        }
    }
}
