//! Work without the interpreter's lock that Ctrl-C stops and that reports its progress.

use crate::error::OrRaise;
use pyo3::prelude::*;
use slidewise_app::{Observer, Problem, Progress, StopToken};
use slidewise_engine::search::Event;
use std::panic::resume_unwind;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// Interval at which signals are looked for.
const PAUSE: Duration = Duration::from_millis(20);

/// A generation that was found, with its size.
#[derive(Clone, Copy)]
pub(crate) struct GenerationFound {
    generation: u64,
    count: u64,
}

/// Sends the generations that searches find to the thread that waits for them, and `None` when the
/// work is done: a search that stays keeps its reporter.
#[derive(Clone)]
pub(crate) struct Reporter(Sender<Option<GenerationFound>>);

impl Reporter {
    /// Reports what happened in a search.
    pub(crate) fn report(&self, event: &Event<'_>) {
        if let Event::Found {
            generation, count, ..
        } = *event
        {
            self.found(generation, count);
        }
    }

    /// Reports a generation and its size, or what is done of how much.
    pub(crate) fn found(&self, generation: u64, count: u64) {
        // The listener stays until the work has ended.
        let _ = self.0.send(Some(GenerationFound { generation, count }));
    }
}

impl Observer for Reporter {
    fn progress(&self, progress: &Progress<'_>) {
        if let Some((generation, count)) = progress.generation_found() {
            self.found(generation, count);
        }
    }
}

/// Does work on another thread, while this one lets other Python threads go on.
///
/// `progress` is called with the number and the size of each generation found. A signal whose
/// handler raises, or an exception of `progress`, raises the stop flag; the exception is returned
/// after the work has ended.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&StopToken, Reporter) -> Result<T, Problem> + Send,
) -> PyResult<T> {
    let stop = StopToken::default();
    let (news, heard) = mpsc::channel();
    let (done, raised) = py.detach(move || {
        let stop = &stop;
        thread::scope(|scope| {
            let worker = scope.spawn(move || {
                let done = work(stop, Reporter(news.clone()));
                let _ = news.send(None);
                done
            });
            let mut raised: Option<PyErr> = None;
            let mut looked = Instant::now();
            loop {
                let said = heard.recv_timeout(PAUSE);
                let found = match said {
                    Ok(None) => break,
                    Ok(found) => found,
                    Err(RecvTimeoutError::Timeout) => None,
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                let is_due = looked.elapsed() >= PAUSE;
                if raised.is_some() || !is_due && (found.is_none() || progress.is_none()) {
                    continue;
                }
                let told = Python::attach(|py| {
                    if is_due {
                        looked = Instant::now();
                        py.check_signals()?;
                    }
                    if let (Some(found), Some(progress)) = (found, &progress) {
                        progress.call1(py, (found.generation, found.count))?;
                    }
                    Ok(())
                });
                if let Err(error) = told {
                    raised = Some(error);
                    stop.stop();
                }
            }
            let done = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
            (done, raised)
        })
    });
    match raised {
        Some(error) => Err(error),
        None => done.or_raise(py),
    }
}
