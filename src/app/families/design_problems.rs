//! Faults of families and sweeps in words for people.

use crate::{Cause, Problem};
use slidewise_design::DesignError;

/// The cause of a sweep that gets too little memory.
const OUT_OF_MEMORY: Cause = Cause::OutOfMemory {
    needed: None,
    allowed: None,
};

impl From<DesignError> for Problem {
    fn from(error: DesignError) -> Problem {
        if let DesignError::Kept(error) = error {
            return error.into();
        }
        let (cause, hint) = match &error {
            DesignError::BoardSize { .. } => (
                Cause::Input,
                "take a board of 2 to 42 cells, such as klotski:5x4",
            ),
            DesignError::TooManyPolyominoes { .. } => (
                Cause::Input,
                "take a smaller board, such as polyominoes:4x4",
            ),
            DesignError::UnknownFamily { .. } => (
                Cause::Input,
                "write rows and columns after the name, as in klotski:5x4",
            ),
            DesignError::NoBoard { .. } => (Cause::Input, "change --empty"),
            DesignError::PieceRange { .. } => (
                Cause::Input,
                "leave out --min-pieces and --max-pieces; a file says how many pieces of each kind",
            ),
            DesignError::EmptyRange { .. } => (Cause::Input, "leave out --empty"),
            DesignError::Components { .. } => (Cause::Input, "leave out --components"),
            DesignError::File { .. } => {
                (Cause::Input, "docs/design.md has an example of such a file")
            }
            DesignError::Puzzle { .. } => (Cause::Input, "describe a family in a file"),
            DesignError::TooLarge { .. } => (
                Cause::TooLarge,
                "take a smaller board, or fewer kinds of pieces",
            ),
            DesignError::WrongCount { .. } => (
                Cause::Failed,
                "this is a fault of the program; `--fresh` searches without the kept results",
            ),
            DesignError::Memory { .. } | DesignError::CountMemory { .. } => {
                (OUT_OF_MEMORY, "raise --memory")
            }
            DesignError::Refused(_) => (
                OUT_OF_MEMORY,
                "close other programs; `--threads 1` takes the least memory",
            ),
            DesignError::Stopped => (
                Cause::Interrupted,
                "run the same command again to go on; what is finished is kept",
            ),
            DesignError::Damaged { .. } => (
                Cause::Damaged,
                "`--fresh` removes the kept results and searches again",
            ),
            DesignError::InUse { .. } => (Cause::InUse, "wait until it has ended"),
            DesignError::Io { .. } | DesignError::Kept(_) => {
                (Cause::Failed, "check the path and the free space")
            }
        };
        Problem::new(cause, &error, hint).caused_by(error)
    }
}
