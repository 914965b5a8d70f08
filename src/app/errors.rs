//! The translation of each error of the library into a [`Problem`]: the only one.

use super::{Problem, ProblemKind};
use slidewise_analysis::{
    ComponentsError, CountError, DiameterError, FiledError, NeighborhoodError, OutOfMemory,
    QueryError,
};
use slidewise_engine::index::{Space, SpaceError};
use slidewise_engine::search::{OutOfResources, SearchError};
use slidewise_puzzle::{PositionError, PuzzleError, PuzzleFault};
use slidewise_render::human_bytes;
use slidewise_store::StoreError;
use std::io;

impl From<PuzzleError> for Problem {
    fn from(error: PuzzleError) -> Problem {
        Problem::from(&error)
    }
}

impl From<&PuzzleError> for Problem {
    fn from(error: &PuzzleError) -> Problem {
        let hint = match error {
            PuzzleError::Faults { file, faults } if faults.iter().all(PuzzleFault::is_of_toml) => {
                format!(
                    "a puzzle is a TOML file; slidewise convert {file} makes files of plain \
                     boards, one character a cell"
                )
            }
            PuzzleError::Faults { file, .. } => format!("slidewise check {file} lists every fault"),
            PuzzleError::Word { word, .. } if word.starts_with("rush:") => {
                "after rush: come the 36 cells of the board, row by row: . empty, \
                 a letter for each car"
                    .to_owned()
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
        let (line, column) = first.map(|fault| (fault.line, fault.column)).unzip();
        let problem = Problem::of_input(message, hint).at(line, column);
        match error.file() {
            Some(file) => problem.about(file),
            None => problem,
        }
    }
}

impl From<PositionError> for Problem {
    fn from(error: PositionError) -> Problem {
        let (line, column) = error.place.unzip();
        Problem::of_input(
            format!("not a position of this puzzle: {error}"),
            "slidewise show PUZZLE prints a position; rows are separated by ':' or '/'",
        )
        .at(line, column)
    }
}

impl From<SpaceError> for Problem {
    fn from(error: SpaceError) -> Problem {
        let hint = match &error {
            SpaceError::AutomatonTooLarge { most_nodes } if *most_nodes < Space::MOST_NODES => {
                "raise --memory: the index needs about 128 bytes a node, more with rules"
            }
            _ => "a smaller board, or fewer pieces that are told apart, can be explored",
        };
        Problem::new(ProblemKind::TooLarge, error, hint)
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        Problem::of_store(error, MAKE_AGAIN)
    }
}

impl From<SearchError> for Problem {
    fn from(error: SearchError) -> Problem {
        Problem::of_search(error, MAKE_AGAIN)
    }
}

impl From<FiledError> for Problem {
    fn from(error: FiledError) -> Problem {
        match error {
            FiledError::Store(error) => Problem::of_files(error),
            FiledError::Contradiction { .. } => Problem::of_run(error, MAKE_FILES_AGAIN),
        }
    }
}

/// What helps where the system gives no more memory.
const CLOSE_OTHERS: &str = "close other programs, or take a machine with more memory";

/// What helps where the sorted files of an exploration are of no use.
const MAKE_FILES_AGAIN: &str =
    "slidewise explore PUZZLE --engine frontier --fresh makes the files again";

impl Problem {
    /// The failure where there is too little memory or disk, and no other way.
    pub fn of_bytes(shortage: OutOfResources) -> Problem {
        let hint = match shortage {
            OutOfResources::Memory { .. } => "give more with --memory SIZE",
            OutOfResources::Machine { .. } => "a machine with more memory can do it",
            OutOfResources::Free { .. } => {
                "close other programs; --memory SIZE names an amount, and begins all the same"
            }
            OutOfResources::Disk { .. } => "make room, or give another folder with --store DIR",
        };
        Problem::new(ProblemKind::TooLarge, shortage_in_words(shortage), hint)
    }

    /// The failure of a store of sorted files.
    pub fn of_files(error: impl Into<SearchError>) -> Problem {
        Problem::of_search(error.into(), MAKE_FILES_AGAIN)
    }

    /// The problem of a search; `remedy` is the hint where its store is of no use.
    fn of_search(error: SearchError, remedy: &str) -> Problem {
        match error {
            SearchError::Store(error) => Problem::of_store(error, remedy),
            _ => Problem::of_run(error, remedy),
        }
    }

    /// The failure of a store; `remedy` is what helps where what it has is of no use.
    fn of_store(error: StoreError, remedy: &str) -> Problem {
        if let StoreError::NotAStore { .. } = error {
            return Problem::no_such_thing(error, "slidewise stores lists what there is");
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
                "what was written is in the folder that was moved: give that its name again, and \
                 run the same command"
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
            StoreError::Memory { bytes, .. } => Problem::of_run(sized(&error, [bytes]), hint),
            _ => Problem::of_run(error, hint),
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
pub const MAKE_AGAIN: &str = "slidewise explore PUZZLE --fresh makes the store again; slidewise \
 farthest PUZZLE --from goal --fresh does so for a search from the goals";

/// Whether there was no room, on the disk or within a limit.
fn is_full(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge
    )
}

/// Whether the system lets this program open no more files: EMFILE, which has no name in the
/// standard library.
fn is_for_lack_of_files(error: &io::Error) -> bool {
    cfg!(unix) && error.raw_os_error() == Some(24)
}

impl From<QueryError> for Problem {
    fn from(error: QueryError) -> Problem {
        let hint = match error {
            // Where a configuration was found and then is not, marks have changed in between.
            QueryError::Damaged { .. } | QueryError::Checksum | QueryError::NotThere { .. } => {
                MAKE_AGAIN
            }
            QueryError::Stopped => "what is kept stays: the same command looks again",
            // The search is there already: an exploration of some generations would be no answer.
            QueryError::Memory(shortage) => return Problem::of_bytes(shortage),
        };
        Problem::of_run(error, hint)
    }
}

impl From<OutOfMemory> for Problem {
    fn from(error: OutOfMemory) -> Problem {
        Problem::of_run(sized(error, [error.bytes]), CLOSE_OTHERS)
    }
}

impl From<OutOfResources> for Problem {
    fn from(shortage: OutOfResources) -> Problem {
        let more = Problem::of_bytes(shortage);
        let less = "explore --engine frontier --max-generation N may find the first generations \
         in less, and solve and find answer from them";
        Problem {
            hint: format!("{}; {less}", more.hint),
            ..more
        }
    }
}

impl From<ComponentsError> for Problem {
    fn from(error: ComponentsError) -> Problem {
        match error {
            ComponentsError::Space(error) => error.into(),
            // An exploration of some generations would be no answer here.
            ComponentsError::OutOfResources(shortage) => Problem::of_bytes(shortage),
            ComponentsError::TooManyPatterns { .. } => {
                Problem::of_run(error, "give more with --memory SIZE")
            }
            ComponentsError::Interrupted => Problem::of_nothing_kept(),
            ComponentsError::NoRoom(error) => error.into(),
            ComponentsError::Tiles(error) => Problem::of_run(
                error,
                "slidewise explore PUZZLE --count-only counts the component of Start by searching",
            ),
            ComponentsError::Orders { .. } | ComponentsError::Shares { .. } => Problem::of_run(
                error,
                "slidewise count PUZZLE counts the component of Start",
            ),
        }
    }
}

impl From<CountError> for Problem {
    fn from(error: CountError) -> Problem {
        let hint = match &error {
            CountError::Interrupted => return Problem::of_nothing_kept(),
            // Not the most that there can be: what was given allows this many.
            CountError::Space(SpaceError::AutomatonTooLarge { most_nodes })
                if *most_nodes < Space::MOST_NODES =>
            {
                "give more with --memory SIZE"
            }
            CountError::Space(_) => {
                "fewer shapes, or a narrower board, make a smaller index; a search needs it, too"
            }
            CountError::SeemTooMany { .. } => {
                "--memory SIZE allows for more patterns; fewer empty cells make fewer"
            }
            CountError::TooManyPatterns { .. } => {
                "slidewise explore PUZZLE --count-only counts by searching; --memory SIZE allows \
                 for more patterns"
            }
            CountError::Orders(_) | CountError::Tiles(_) => {
                "slidewise explore PUZZLE --count-only counts by searching, if the space is not \
                 too large"
            }
        };
        Problem::of_run(error, hint)
    }
}

impl From<DiameterError> for Problem {
    fn from(error: DiameterError) -> Problem {
        match error {
            // An exploration of some generations would be no answer here.
            DiameterError::OutOfResources(shortage @ OutOfResources::Memory { .. }) => {
                Problem::of_bytes(shortage)
            }
            DiameterError::OutOfResources(shortage) => {
                let more = Problem::of_bytes(shortage);
                let less = "slidewise explore PUZZLE --engine frontier --max-generation N finds \
                 the positions near Start in less, slidewise count PUZZLE how many there are";
                Problem {
                    hint: format!("{}; {less}", more.hint),
                    ..more
                }
            }
            DiameterError::Search(error) => error.into(),
            DiameterError::Interrupted => Problem::of_nothing_kept(),
            DiameterError::NoRoom(error) => error.into(),
            DiameterError::Component(error) => {
                Problem::of_run(error, "slidewise farthest PUZZLE measures from Start alone")
            }
        }
    }
}

impl From<NeighborhoodError> for Problem {
    fn from(error: NeighborhoodError) -> Problem {
        match error {
            NeighborhoodError::Query(error) => error.into(),
            NeighborhoodError::OutOfResources(shortage) => Problem {
                // How large the generations behind are is not known yet.
                hint: "that is what the first generations take: give much more with --memory \
                 SIZE, or say how many are enough with --max-generation N"
                    .to_owned(),
                ..shortage.into()
            },
        }
    }
}
