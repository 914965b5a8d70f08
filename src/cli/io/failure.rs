//! Problems on the command line: their exit codes and their JSON.

use slidewise_analysis::Unsolvable;
use slidewise_app::{Problem, ProblemKind};
use slidewise_render::json;
use std::io;

/// The exit code of a command that met a problem of this kind.
pub(crate) fn exit_code(kind: ProblemKind) -> u8 {
    match kind {
        ProblemKind::Failed | ProblemKind::TooLarge => 1,
        ProblemKind::Input => 2,
        ProblemKind::NotFound => 3,
    }
}

/// A problem as `--json` prints it.
pub(crate) fn record(problem: Problem) -> json::FailedRecord {
    let code = exit_code(problem.kind());
    let reason = problem.unsolvable().map(Unsolvable::name);
    let faults = problem.faults.into_iter().map(json::FaultRecord::from);
    json::FailedRecord {
        error: json::FailureRecord {
            code,
            message: problem.message,
            hint: problem.hint,
            reason,
            goal: problem.goal,
            file: problem.place.file,
            line: problem.place.line,
            column: problem.place.column,
            faults: faults.collect(),
        },
    }
}

/// Whether a write failed because the disk, the quota or the file size limit is exhausted.
pub(crate) fn is_full(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge
    )
}
