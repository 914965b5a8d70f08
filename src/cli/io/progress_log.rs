//! `ProgressLog`: an observer that keeps the log of `--progress` beside what it shows.

use super::work_log::WorkLog;
use slidewise_app::{Observer, Problem, Progress};
use slidewise_engine::search::Event;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// An observer that passes everything on and appends each generation to a file.
pub(crate) struct ProgressLog {
    shown: Box<dyn Observer>,
    log: Mutex<WorkLog>,
}

impl ProgressLog {
    /// The observer `shown`, with the log in the file `name` if one is given.
    ///
    /// # Errors
    /// As for [`WorkLog::open`].
    pub(crate) fn beside(
        shown: impl Observer + 'static,
        name: Option<&Path>,
    ) -> Result<Arc<dyn Observer>, Problem> {
        let Some(name) = name else {
            return Ok(Arc::new(shown));
        };
        Ok(Arc::new(ProgressLog {
            shown: Box::new(shown),
            log: Mutex::new(WorkLog::open(name)?),
        }))
    }

    fn log(&self) -> MutexGuard<'_, WorkLog> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observer for ProgressLog {
    fn progress(&self, progress: &Progress<'_>) {
        self.shown.progress(progress);
        match *progress {
            Progress::Begun { needs, found, .. } => self.log().begin(found, needs.configurations),
            Progress::Search(&Event::Working {
                generation,
                count,
                done,
            }) => self.log().expanded(generation, count, done),
            _ => {
                if let Some((generation, count)) = progress.generation_found() {
                    self.log().found(generation, count);
                }
            }
        }
    }
}
