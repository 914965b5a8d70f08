//! `Cause`: why a problem arose, for programs that decide by it.

use slidewise_analysis::Unsolvable;

/// Why a problem arose.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Cause {
    /// The work was stopped by a signal, a stop token or a time limit.
    Interrupted,
    /// The work needs more memory than it may take, in bytes as far as both are known.
    OutOfMemory {
        /// Bytes that it needs.
        needed: Option<u64>,
        /// Bytes that it may take, or that the machine has.
        allowed: Option<u64>,
    },
    /// The work needs more of the disk than there is, or than it may take, in bytes as far as both
    /// are known.
    OutOfDisk {
        /// Bytes that it needs.
        needed: Option<u64>,
        /// Bytes that are free, or that it may take.
        allowed: Option<u64>,
    },
    /// The puzzle or its question is too large for the method, whatever the memory.
    TooLarge,
    /// What was read from the disk is not what was written.
    Damaged,
    /// Another process uses the store.
    InUse,
    /// The puzzle has no solution, for this reason.
    Unsolvable(Box<Unsolvable>),
    /// No way leads to the position that was asked for, for this reason.
    Unreachable(Box<Unsolvable>),
    /// The request or the input is wrong.
    Input,
    /// What was asked for does not exist.
    NotFound,
    /// Anything else: the source of the problem says more.
    Failed,
}

/// What a problem means for the caller; decides the exit code and the HTTP status.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProblemKind {
    /// The run failed, for example by a disk error, a damaged store or an interruption.
    Failed,
    /// The puzzle needs more memory or disk than the machine has, or than the limit allows.
    TooLarge,
    /// The request or the input is wrong.
    Input,
    /// What was asked for does not exist: no puzzle of this name, no solution.
    NotFound,
}

impl Cause {
    /// What the cause means for the caller.
    pub fn kind(&self) -> ProblemKind {
        match self {
            Cause::OutOfMemory { .. } | Cause::OutOfDisk { .. } | Cause::TooLarge => {
                ProblemKind::TooLarge
            }
            Cause::Input => ProblemKind::Input,
            Cause::NotFound | Cause::Unsolvable(_) | Cause::Unreachable(_) => ProblemKind::NotFound,
            Cause::Interrupted | Cause::Damaged | Cause::InUse | Cause::Failed => {
                ProblemKind::Failed
            }
        }
    }
}
