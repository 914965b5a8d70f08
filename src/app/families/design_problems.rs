//! Faults of families and sweeps in words for people.

use crate::{Problem, ProblemKind};
use slidewise_design::DesignError;

impl From<DesignError> for Problem {
    fn from(error: DesignError) -> Problem {
        if let DesignError::Kept(error) = error {
            return error.into();
        }
        let (kind, hint) = match &error {
            DesignError::BoardSize { .. } => (
                ProblemKind::Input,
                "take a board of 2 to 42 cells, such as klotski:5x4",
            ),
            DesignError::TooManyPolyominoes { .. } => (
                ProblemKind::Input,
                "take a smaller board, such as polyominoes:4x4",
            ),
            DesignError::UnknownFamily { .. } => (
                ProblemKind::Input,
                "write rows and columns after the name, as in klotski:5x4",
            ),
            DesignError::NoBoard { .. } => (ProblemKind::Input, "change --empty"),
            DesignError::PieceRange { .. } => (
                ProblemKind::Input,
                "leave out --min-pieces and --max-pieces; a file says how many pieces of each kind",
            ),
            DesignError::EmptyRange { .. } => (ProblemKind::Input, "leave out --empty"),
            DesignError::Components { .. } => (ProblemKind::Input, "leave out --components"),
            DesignError::File { .. } => (
                ProblemKind::Input,
                "docs/design.md has an example of such a file",
            ),
            DesignError::Puzzle { .. } => (ProblemKind::Input, "describe a family in a file"),
            DesignError::TooLarge { .. } => (
                ProblemKind::TooLarge,
                "take a smaller board, or fewer kinds of pieces",
            ),
            DesignError::WrongCount { .. } => (
                ProblemKind::Failed,
                "this is a fault of the program; `--fresh` searches without the kept results",
            ),
            DesignError::Memory { .. } | DesignError::CountMemory { .. } => {
                (ProblemKind::Failed, "give more with --memory SIZE")
            }
            DesignError::Refused(_) => (
                ProblemKind::Failed,
                "close other programs; `--threads 1` takes the least memory",
            ),
            DesignError::Stopped => (
                ProblemKind::Failed,
                "run the same command again to go on; what is finished is kept",
            ),
            DesignError::Damaged { .. } => (
                ProblemKind::Failed,
                "`--fresh` removes the kept results and searches again",
            ),
            DesignError::InUse { .. } => (ProblemKind::Failed, "wait until it has ended"),
            DesignError::Io { .. } | DesignError::Kept(_) => {
                (ProblemKind::Failed, "check the path and the free space")
            }
        };
        Problem::new(kind, error, hint)
    }
}
