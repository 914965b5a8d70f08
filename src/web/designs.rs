//! Sweeps for the editor: the hardest start of a puzzle's pieces. They are few, and forgotten soon.

use super::blocking::lock;
use super::settings::ServerSettings;
use slidewise_answers::{
    AnswerError, HardestChange, HardestProgress, HardestRecord, HardestState, hardest_start,
};
use slidewise_design::{DesignError, Family, SweepMeans};
use slidewise_engine::graph::Metric;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Greatest number of finished sweeps that are kept.
const MAX_KEPT: usize = 12;

/// A sweep over the boards of a puzzle's pieces.
#[derive(Debug)]
pub(crate) struct DesignJob {
    id: String,
    metric: Metric,
    family: Family,
    begun: Instant,
    stop: AtomicBool,
    progress: Mutex<HardestProgress>,
}

/// The sweeps of a server, the latest last.
#[derive(Debug, Default)]
pub(crate) struct Designs {
    register: Mutex<DesignRegister>,
}

#[derive(Debug, Default)]
struct DesignRegister {
    jobs: Vec<Arc<DesignJob>>,
    /// Number of sweeps so far; each has its own as its id.
    begun: u64,
    is_closed: bool,
}

impl Designs {
    /// Starts a sweep within the limits of the server.
    ///
    /// # Errors
    /// If as many sweeps run as may run at the same time, or the server is closing.
    pub(crate) fn begin(
        &self,
        family: Family,
        metric: Metric,
        settings: &ServerSettings,
    ) -> Result<Arc<DesignJob>, AnswerError> {
        let mut register = lock(&self.register);
        let running = register.jobs.iter().filter(|job| job.is_searching());
        if running.count() >= settings.jobs || register.is_closed {
            return Err(AnswerError::busy(
                "too many designs are being searched",
                "wait until one of them is finished, or stop it",
            ));
        }
        register.begun += 1;
        let job = Arc::new(DesignJob {
            id: register.begun.to_string(),
            metric,
            family,
            begun: Instant::now(),
            stop: AtomicBool::new(false),
            progress: Mutex::default(),
        });
        let (own, settings) = (Arc::clone(&job), settings.clone());
        std::thread::Builder::new()
            .name("design".to_owned())
            .spawn(move || own.run(&settings))
            .map_err(|_| AnswerError::no_thread())?;
        register.jobs.push(Arc::clone(&job));
        let over = register.jobs.iter().filter(|job| !job.is_searching());
        if over.count() > MAX_KEPT
            && let Some(oldest) = register.jobs.iter().position(|job| !job.is_searching())
        {
            register.jobs.remove(oldest);
        }
        Ok(job)
    }

    /// Finds the sweep with this id.
    ///
    /// # Errors
    /// If no sweep has this id, or it has been forgotten.
    pub(crate) fn find(&self, id: &str) -> Result<Arc<DesignJob>, AnswerError> {
        let register = lock(&self.register);
        let job = register.jobs.iter().find(|job| job.id == id);
        job.map(Arc::clone).ok_or_else(|| {
            AnswerError::not_found(
                "the design does not exist, or has been forgotten",
                "ask for the hardest start again",
            )
        })
    }

    /// Stops all sweeps.
    pub(crate) fn close(&self) {
        let mut register = lock(&self.register);
        register.is_closed = true;
        register.jobs.iter().for_each(|job| job.stop());
    }
}

impl DesignJob {
    fn is_searching(&self) -> bool {
        lock(&self.progress).state == HardestState::Searching
    }

    /// Asks the sweep to stop.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The progress as a JSON record.
    pub(crate) fn record(&self) -> HardestRecord {
        lock(&self.progress).record(&self.id, self.metric, self.begun.elapsed().as_secs_f64())
    }

    /// Sweeps until all is searched, or the time of the server is over.
    fn run(&self, settings: &ServerSettings) {
        let found = std::thread::scope(|scope| {
            let (sender, receiver) = channel::<()>();
            scope.spawn(move || {
                if receiver.recv_timeout(settings.time) == Err(RecvTimeoutError::Timeout) {
                    self.stop();
                }
            });
            let means = SweepMeans {
                threads: settings.threads,
                memory: settings.memory,
                record: None,
                is_fresh: false,
                stop: &self.stop,
            };
            let tell = |change: HardestChange<'_>| change(&mut lock(&self.progress));
            let found = hardest_start(&self.family, self.metric, means, &tell);
            drop(sender);
            found
        });
        let mut progress = lock(&self.progress);
        progress.seconds = self.begun.elapsed().as_secs_f64();
        match found {
            Ok(hardest) => {
                progress.hardest = hardest;
                progress.state = HardestState::Ready;
            }
            Err(error) => {
                progress.state = match error {
                    DesignError::Stopped => HardestState::Stopped,
                    _ => HardestState::Failed,
                };
                progress.trouble = Some(refused(&error, settings, self.begun.elapsed()));
            }
        }
    }
}

/// The error of a sweep that has not come to its end.
fn refused(error: &DesignError, settings: &ServerSettings, taken: Duration) -> AnswerError {
    let seconds = settings.time.as_secs();
    match error {
        DesignError::Stopped if taken >= settings.time => AnswerError::conflict(
            format!("the search reached its time limit of {seconds} s"),
            "give the server more time, or use the command design",
        ),
        DesignError::Stopped => AnswerError::conflict(
            "the search was stopped",
            "ask for the hardest start again to search from the beginning",
        ),
        _ => AnswerError::conflict(error, "take fewer pieces, or use the command design"),
    }
}
