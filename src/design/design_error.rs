//! What can be wrong with a family, its file, a sweep, or the record of one.

use slidewise_store::StoreError;
use std::path::PathBuf;

/// Why a family cannot be read or swept.
#[derive(Debug, thiserror::Error)]
pub enum DesignError {
    /// The board has no size that a family can have.
    #[error(
        "a board of {rows}x{columns} cells is outside the sizes of families (at most 42 cells)"
    )]
    BoardSize {
        /// Number of rows.
        rows: u32,
        /// Number of columns.
        columns: u32,
    },
    /// Too many polyominoes to count.
    #[error("the polyominoes of {rows}x{columns} are too many: boards of 20 cells are the largest")]
    TooManyPolyominoes {
        /// Number of rows.
        rows: u32,
        /// Number of columns.
        columns: u32,
    },
    /// The word after the family's name is no size.
    #[error("{word}: no family of this name")]
    UnknownFamily {
        /// The word.
        word: String,
    },
    /// No board of the family is like this.
    #[error("{name}: no board has this number of empty cells")]
    NoBoard {
        /// The family.
        name: String,
    },
    /// The number of pieces cannot be restricted.
    #[error("{name}: its pieces are listed, so their number cannot be restricted")]
    PieceRange {
        /// The family.
        name: String,
    },
    /// The number of empty cells cannot be restricted.
    #[error("{name}: its pieces are any, so the number of empty cells cannot be restricted")]
    EmptyRange {
        /// The family.
        name: String,
    },
    /// The components cannot be counted.
    #[error(
        "{name}: any piece may be the goal piece, so its boards have no components of their own"
    )]
    Components {
        /// The family.
        name: String,
    },
    /// A fault in the file of a family.
    #[error("{place}: {fault}")]
    File {
        /// The file with line and column.
        place: String,
        /// What was found, and what was expected.
        fault: String,
    },
    /// A puzzle whose pieces make no family.
    #[error("the pieces of {name} make no family: {fault}")]
    Puzzle {
        /// The puzzle.
        name: String,
        /// Why they make none.
        fault: &'static str,
    },
    /// The universe has too many boards to count.
    #[error("{name}: its boards are too many to count in memory")]
    TooLarge {
        /// The family.
        name: String,
    },
    /// Another number of boards was listed than was counted.
    #[error("{name}: {found} boards were listed, and {expected} counted")]
    WrongCount {
        /// The family.
        name: String,
        /// The number that was counted without listing them.
        expected: u64,
        /// The number that was listed.
        found: u64,
    },
    /// The list of boards or the search of one set of pieces does not fit the memory.
    #[error("the boards that are needed at once take more than {limit} bytes")]
    Memory {
        /// The limit in bytes.
        limit: u64,
    },
    /// The boards cannot be counted within the memory.
    #[error("{name}: its boards cannot be counted within {limit} bytes")]
    CountMemory {
        /// The family.
        name: String,
        /// The limit in bytes.
        limit: u64,
    },
    /// The system refused memory that is within the limit.
    #[error("memory for the boards: {0}")]
    Refused(std::io::Error),
    /// The sweep was stopped; what is finished is recorded.
    #[error("stopped")]
    Stopped,
    /// The record of a sweep is damaged.
    #[error("{}: line {line} is damaged", file.display())]
    Damaged {
        /// The record.
        file: PathBuf,
        /// The line, from 1.
        line: u64,
    },
    /// Another run writes the record.
    #[error("{}: another run writes it", file.display())]
    InUse {
        /// The record.
        file: PathBuf,
    },
    /// The record cannot be opened.
    #[error(transparent)]
    Kept(#[from] StoreError),
    /// A file could not be read or written.
    #[error("{}: {action}: {source}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// What was done.
        action: &'static str,
        /// The fault.
        source: std::io::Error,
    },
}
