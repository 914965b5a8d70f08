//! The only place that translates errors of the library into [`Problem`]s.

use crate::{Cause, Problem, hint_for};
use slidewise_analysis::{
    ComponentsError, CountError, DiameterError, FiledError, NeighborhoodError, OutOfMemory,
    QueryError,
};
use slidewise_engine::index::{Space, SpaceError};
use slidewise_engine::search::{OutOfResources, SearchError};
use slidewise_puzzle::{PositionError, PuzzleError, PuzzleFault, found_names};
use slidewise_render::{counted, human_bytes};

impl From<PuzzleError> for Problem {
    fn from(error: PuzzleError) -> Problem {
        Problem::from(&error)
    }
}

impl From<&PuzzleError> for Problem {
    fn from(error: &PuzzleError) -> Problem {
        let hint = match error {
            PuzzleError::Faults { file, faults, .. }
                if faults.iter().all(PuzzleFault::is_of_toml) =>
            {
                let hint = "a puzzle file has lines such as `start = 'AB.'`; `slidewise convert \
                            PUZZLE` makes one from a board in plain text, one character a cell";
                hint_for(hint, file)
            }
            PuzzleError::Faults {
                file,
                read_as: None,
                ..
            } => hint_for("`slidewise check PUZZLE` lists every fault", file),
            PuzzleError::Faults { .. } => {
                "`slidewise convert --help` lists the formats; choose one with `slidewise convert \
                 FILE --format FORMAT`"
                    .to_owned()
            }
            PuzzleError::Foreign { .. } => {
                "`slidewise convert --help` lists the formats that are read".to_owned()
            }
            PuzzleError::Several { file, .. } => hint_for(
                "name one as `PUZZLE#N`, or write a puzzle file for each with `slidewise convert \
                 PUZZLE --out FOLDER`",
                file,
            ),
            PuzzleError::NoneSuch { file, .. } => hint_for(
                "give a number from 1, or a name that `slidewise convert PUZZLE --json` lists",
                file,
            ),
            PuzzleError::Word { word, .. } if word.starts_with("rush:") => {
                "write the 36 cells of the board after `rush:`, row by row: `.` for an \
                 empty cell, a letter for each car"
                    .to_owned()
            }
            PuzzleError::Word { .. } => {
                "write rows and columns after `tiles:` or `torus:`, as in `tiles:3x4`".to_owned()
            }
            PuzzleError::Io { .. } => "check the path; a puzzle is a text file".to_owned(),
            PuzzleError::Unknown { name, .. } => hint_for_unknown(name),
        };
        let first = error.faults().first();
        let message = match error {
            PuzzleError::Faults {
                file,
                faults,
                read_as,
            } if faults.len() > 1 => {
                let read_as = read_as.as_ref();
                let read_as = read_as.map_or(String::new(), |what| format!(", read as {what}"));
                let more = faults.len() - 1;
                format!("{file}:{} (and {more} more{read_as})", faults[0])
            }
            _ => error.to_string(),
        };
        let (line, column) = first.map(|fault| (fault.line, fault.column)).unzip();
        let problem = match error {
            PuzzleError::NoneSuch { .. } => Problem::no_such_thing(message, hint),
            _ => Problem::of_input(message, hint).at(line, column),
        };
        match error.file() {
            Some(file) => problem.about(file),
            None => problem,
        }
    }
}

/// The hint on a word that names no puzzle and no file.
fn hint_for_unknown(name: &str) -> String {
    if let Some((tiles, side)) = numbered_tiles(name) {
        return format!("`tiles:{side}x{side}` is the puzzle with {tiles} numbered tiles");
    }
    if is_board(name) {
        return "a board is the text of a file, or of standard input by `-`; `solve tiles:3x3 \
                --start BOARD` takes one of numbered tiles, and `rush:` is followed by the 36 \
                cells of a parking puzzle"
            .to_owned();
    }
    match found_names(name).len() {
        0 => "`slidewise list` names the built-in puzzles; a file is given by its path".to_owned(),
        found => {
            let command = hint_for("`slidewise list PUZZLE`", name);
            let found = counted(found as u64, "built-in puzzle");
            format!("{command} lists {found} with these words; a file is given by its path")
        }
    }
}

/// The numbers of tiles and of rows that a word such as `8-puzzle` names on a square board.
fn numbered_tiles(name: &str) -> Option<(usize, usize)> {
    let number = name.to_lowercase();
    let number = number.strip_suffix("puzzle")?.trim_end_matches(['-', ' ']);
    let tiles: usize = number.parse().ok().filter(|tiles| *tiles < 100)?;
    let side = (tiles + 1).isqrt();
    (tiles > 0 && side * side == tiles + 1).then_some((tiles, side))
}

/// Whether a word has several cells of a board: numbers or empty cells and nothing else, or as many
/// letters and empty cells as a parking puzzle.
fn is_board(word: &str) -> bool {
    let is_number = |c: char| c.is_ascii_digit() || " ._:/,".contains(c);
    let is_car = |c: char| c.is_ascii_alphabetic() || ".o".contains(c);
    word.len() >= 4 && word.contains(|c: char| c.is_ascii_digit()) && word.chars().all(is_number)
        || word.len() == 36 && word.chars().all(is_car)
}

impl From<PositionError> for Problem {
    fn from(error: PositionError) -> Problem {
        let (line, column) = error.place.unzip();
        Problem::of_input(
            format!("not a position of this puzzle: {error}"),
            "`slidewise show PUZZLE` prints a position; rows are separated by ':' or '/'",
        )
        .at(line, column)
    }
}

impl From<SpaceError> for Problem {
    fn from(error: SpaceError) -> Problem {
        let hint = match &error {
            SpaceError::LargePiece { .. } | SpaceError::NoRows => {
                return Problem::of_input(
                    error,
                    "measure in steps, slides or moves: --metric step, slide or move",
                );
            }
            SpaceError::AutomatonTooLarge { max_nodes } if *max_nodes < Space::MAX_NODES => {
                "raise --memory: the index needs about 128 bytes a node, and more if \
                 the puzzle has rules"
            }
            _ => "a smaller board, or one with fewer distinct pieces, can be explored",
        };
        Problem::new(Cause::TooLarge, &error, hint).caused_by(error)
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
            FiledError::Contradiction { .. } => {
                Problem::new(Cause::Damaged, &error, MAKE_FILES_AGAIN).caused_by(error)
            }
        }
    }
}

/// Remedy if the system gives no more memory.
pub(crate) const CLOSE_OTHERS: &str = "close other programs, or use a machine with more memory";

/// Remedy if the sorted files of an exploration are missing or damaged.
const MAKE_FILES_AGAIN: &str =
    "`slidewise explore PUZZLE --engine frontier --fresh` makes the files again";

impl Problem {
    /// A problem of too little memory or disk; its hint names no method that needs less.
    pub fn of_bytes(shortage: OutOfResources) -> Problem {
        let hint = match shortage {
            OutOfResources::Memory { .. } => "raise --memory",
            OutOfResources::Machine { .. } => "use a machine with more memory",
            OutOfResources::Free { .. } => {
                "close other programs, or name an amount with --memory SIZE to begin all the same"
            }
            OutOfResources::Disk { .. } => "make room, or give another folder with --store DIR",
        };
        let cause = match shortage {
            OutOfResources::Memory {
                needed,
                allowed: there,
            }
            | OutOfResources::Machine {
                needed,
                total: there,
            }
            | OutOfResources::Free {
                needed,
                available: there,
                ..
            } => Cause::OutOfMemory {
                needed: Some(needed),
                allowed: Some(there),
            },
            OutOfResources::Disk { needed, free } => Cause::OutOfDisk {
                needed: Some(needed),
                allowed: Some(free),
            },
        };
        Problem::new(cause, shortage_in_words(shortage), hint).caused_by(shortage)
    }

    /// The problem of an error in a store of sorted files.
    pub fn of_files(error: impl Into<SearchError>) -> Problem {
        Problem::of_search(error.into(), MAKE_FILES_AGAIN)
    }

    /// The problem of an error in a store of counts.
    pub(crate) fn of_counts(error: impl Into<SearchError>) -> Problem {
        Problem::of_search(
            error.into(),
            "`slidewise explore PUZZLE --count-only --fresh` counts again",
        )
    }

    /// The problem of an error in a search; `remedy` is the hint if the search's store is damaged
    /// or incomplete.
    pub(crate) fn of_search(error: SearchError, remedy: &str) -> Problem {
        match error {
            SearchError::Store(error) => Problem::of_store(error, remedy),
            _ => Problem::of_run(&error, remedy).caused_by(error),
        }
    }
}
/// Appends the amounts `bytes` to a message, in readable units such as MiB.
pub(crate) fn sized<const N: usize>(message: impl std::fmt::Display, bytes: [u64; N]) -> String {
    format!("{message} ({})", bytes.map(human_bytes).join(" and "))
}

/// Describes a shortage of memory or disk in words.
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
            "this needs {} of memory; this machine has {}, and {} are free",
            human_bytes(needed),
            human_bytes(total),
            human_bytes(available)
        ),
    }
}

/// Remedy if a store is damaged or belongs to another search.
pub const MAKE_AGAIN: &str = "`slidewise explore PUZZLE --fresh` makes the store again; `slidewise \
 farthest PUZZLE --from goal --fresh` does so for a search from the goals";

impl From<QueryError> for Problem {
    fn from(error: QueryError) -> Problem {
        let (cause, hint) = match error {
            // In all three cases marks are damaged: for `NotThere`, a configuration has left its
            // known generation.
            QueryError::Damaged { .. } | QueryError::Checksum | QueryError::NotThere { .. } => {
                (Cause::Damaged, MAKE_AGAIN)
            }
            QueryError::DamagedTable => (
                Cause::Damaged,
                "`slidewise tables PUZZLE --fresh` builds tables again",
            ),
            QueryError::Stopped => (
                Cause::Interrupted,
                "the saved search is unchanged: run the command again",
            ),
            // Questions need the whole finished search, so the hint to explore only the first
            // generations is left out.
            QueryError::Memory(shortage) => return Problem::of_bytes(shortage),
            QueryError::ManyWays { allowed } => (
                Cause::OutOfMemory {
                    needed: None,
                    allowed: Some(allowed),
                },
                "ask for fewer moves more than the least, or raise --memory",
            ),
        };
        Problem::new(cause, error, hint).caused_by(error)
    }
}

impl From<OutOfMemory> for Problem {
    fn from(error: OutOfMemory) -> Problem {
        let cause = Cause::OutOfMemory {
            needed: Some(error.bytes),
            allowed: None,
        };
        Problem::new(cause, sized(error, [error.bytes]), CLOSE_OTHERS).caused_by(error)
    }
}

impl From<OutOfResources> for Problem {
    fn from(shortage: OutOfResources) -> Problem {
        let more = Problem::of_bytes(shortage);
        let less = "`explore --engine frontier --max-generation N` may find the first \
         generations with less, and `solve` and `find` answer from them";
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
            // Components need all generations, so the hint to explore only the first ones is left
            // out.
            ComponentsError::OutOfResources(shortage) => Problem::of_bytes(shortage),
            ComponentsError::TooManyPatterns { .. } => Problem::of_run(error, "raise --memory"),
            ComponentsError::Interrupted => Problem::of_nothing_kept(),
            ComponentsError::NoRoom(error) => error.into(),
            ComponentsError::Tiles(error) => Problem::of_run(
                error,
                "`slidewise explore PUZZLE --count-only` counts the component of Start by search",
            ),
            ComponentsError::Orders { .. } | ComponentsError::Shares { .. } => Problem::of_run(
                error,
                "`slidewise count PUZZLE` counts the component of Start",
            ),
        }
    }
}

impl From<CountError> for Problem {
    fn from(error: CountError) -> Problem {
        let hint = match &error {
            CountError::Interrupted => return Problem::of_nothing_kept(),
            // `max_nodes` is below the highest possible limit, so it follows from the memory
            // given, and more memory helps.
            CountError::Space(SpaceError::AutomatonTooLarge { max_nodes })
                if *max_nodes < Space::MAX_NODES =>
            {
                "raise --memory"
            }
            CountError::Space(_) => {
                "fewer shapes or a narrower board make the index smaller; a search needs it, too"
            }
            CountError::SeemTooMany { .. } => {
                "raise --memory; a puzzle with fewer empty cells has fewer patterns"
            }
            CountError::TooManyPatterns { .. } => {
                "`slidewise explore PUZZLE --count-only` counts by search; --memory SIZE allows \
                 for more patterns"
            }
            CountError::Orders(_) | CountError::Tiles(_) => {
                "`slidewise explore PUZZLE --count-only` counts by search, if the space is not \
                 too large"
            }
        };
        Problem::of_run(error, hint)
    }
}

impl From<DiameterError> for Problem {
    fn from(error: DiameterError) -> Problem {
        match error {
            // A diameter needs all generations, so the hint to explore only the first ones is left
            // out.
            DiameterError::OutOfResources(shortage @ OutOfResources::Memory { .. }) => {
                Problem::of_bytes(shortage)
            }
            DiameterError::OutOfResources(shortage) => {
                let more = Problem::of_bytes(shortage);
                let less = "`slidewise explore PUZZLE --engine frontier --max-generation N` \
                 needs less memory and disk, and finds only the positions near Start; `slidewise \
                 count PUZZLE` counts all reachable positions without a search";
                Problem {
                    hint: format!("{}; {less}", more.hint),
                    ..more
                }
            }
            DiameterError::Search(error) => error.into(),
            DiameterError::Interrupted => Problem::of_nothing_kept(),
            DiameterError::NoRoom(error) => error.into(),
            DiameterError::Component(error) => Problem::of_run(
                error,
                "`slidewise farthest PUZZLE` finds the positions farthest from Start alone",
            ),
        }
    }
}

impl From<NeighborhoodError> for Problem {
    fn from(error: NeighborhoodError) -> Problem {
        match error {
            NeighborhoodError::Query(error) => error.into(),
            NeighborhoodError::OutOfResources(shortage) => Problem {
                // The sizes of the later generations are unknown, so the hint cannot name a
                // sufficient amount of memory.
                hint: "the first generations alone need this much: raise --memory far above it, \
                       or ask for fewer generations with --max-generation N"
                    .to_owned(),
                ..shortage.into()
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_name_tiles_or_are_boards_get_their_own_hint() {
        for (word, hint) in [
            ("8-puzzle", "`tiles:3x3` is the puzzle with 8 "),
            ("24 Puzzle", "`tiles:5x5` is the puzzle with 24 "),
            ("7-puzzle", "`slidewise list"),
            ("0-puzzle", "`slidewise list"),
            ("1 2 3 4 8 5 7 0 6", "a board is "),
            ("123:485:7.6", "a board is "),
            ("GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo", "a board is "),
            ("fiften", "`slidewise list`"),
            ("....", "`slidewise list`"),
            ("é-puzzle", "`slidewise list"),
        ] {
            let found = hint_for_unknown(word);
            assert!(found.starts_with(hint), "{word}: {found}");
        }
    }
}
