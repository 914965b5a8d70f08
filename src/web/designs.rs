//! Sweeps for the editor: the hardest start of a puzzle's pieces. They are few, and forgotten soon.

use super::blocking::lock;
use super::error::WebError;
use super::settings::ServerSettings;
use axum::http::StatusCode;
use serde::Serialize;
use slidewise_design::{DesignError, Family, SetKind, Sweep, SweepMeans, Wanted};
use slidewise_engine::graph::Metric;
use slidewise_render::json::digits;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::Instant;

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
    progress: Mutex<DesignProgress>,
}

/// The state of a sweep.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
enum DesignState {
    #[default]
    Searching,
    Ready,
    Stopped,
    Failed,
}

/// How far a sweep is, and what it has found.
#[derive(Clone, Debug, Default)]
struct DesignProgress {
    state: DesignState,
    percent: u64,
    boards: Option<u64>,
    searched: u64,
    /// The most moves, with the text of a puzzle that needs them; `None` if no board can be solved.
    hardest: Option<(u32, String)>,
    trouble: Option<WebError>,
    seconds: f64,
}

/// The progress of a sweep, as JSON.
#[derive(Debug, Serialize)]
pub(crate) struct HardestRecord {
    design: String,
    metric: &'static str,
    state: DesignState,
    percent: u64,
    boards: Option<String>,
    searched: String,
    moves: Option<u32>,
    text: Option<String>,
    seconds: f64,
    error: Option<String>,
    hint: Option<String>,
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
    ) -> Result<Arc<DesignJob>, WebError> {
        let mut register = lock(&self.register);
        let running = register.jobs.iter().filter(|job| job.is_searching());
        if running.count() >= settings.jobs || register.is_closed {
            return Err(WebError::new(
                StatusCode::TOO_MANY_REQUESTS,
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
            .map_err(|_| WebError::no_thread())?;
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
    pub(crate) fn find(&self, id: &str) -> Result<Arc<DesignJob>, WebError> {
        let register = lock(&self.register);
        let job = register.jobs.iter().find(|job| job.id == id);
        job.map(Arc::clone).ok_or_else(|| {
            WebError::not_found(
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
        lock(&self.progress).state == DesignState::Searching
    }

    /// Asks the sweep to stop.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The progress as a JSON record.
    pub(crate) fn record(&self) -> HardestRecord {
        let progress = lock(&self.progress).clone();
        let seconds = match progress.state {
            DesignState::Searching => self.begun.elapsed().as_secs_f64(),
            _ => progress.seconds,
        };
        let (moves, text) = progress.hardest.unzip();
        HardestRecord {
            design: self.id.clone(),
            metric: self.metric.name(),
            state: progress.state,
            percent: progress.percent,
            boards: progress.boards.map(digits),
            searched: digits(progress.searched),
            moves,
            text,
            seconds,
            error: progress.trouble.as_ref().map(|own| own.error().to_owned()),
            hint: progress.trouble.as_ref().map(|own| own.hint().to_owned()),
        }
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
            let found = self.sweep(settings);
            drop(sender);
            found
        });
        let mut progress = lock(&self.progress);
        progress.seconds = self.begun.elapsed().as_secs_f64();
        match found {
            Ok(hardest) => {
                progress.hardest = hardest;
                progress.state = DesignState::Ready;
            }
            Err(error) => {
                progress.state = match error {
                    DesignError::Stopped => DesignState::Stopped,
                    _ => DesignState::Failed,
                };
                progress.trouble = Some(refused(&error, settings, self.begun.elapsed()));
            }
        }
    }

    /// The most moves, with the text of a puzzle that needs them.
    fn sweep(&self, settings: &ServerSettings) -> Result<Option<(u32, String)>, DesignError> {
        let wanted = Wanted {
            metric: self.metric,
            by: SetKind::Whole,
            least: 0,
            most: None,
            is_unique: false,
            is_minimal: false,
        };
        let sweep = Sweep::within(&self.family, wanted, settings.memory, &self.stop)?;
        lock(&self.progress).boards = Some(sweep.boards());
        let means = SweepMeans {
            threads: settings.threads,
            memory: settings.memory,
            record: None,
            is_fresh: false,
            stop: &self.stop,
        };
        let swept = sweep.run(means, &|told| {
            let mut progress = lock(&self.progress);
            progress.percent = told.listed * 100 / told.to_list.max(1);
            progress.searched = told.met;
        })?;
        let start = swept.starts.by_set.into_values().flatten().next();
        Ok(start.map(|start| {
            let title = &self.family.name;
            let text = self.family.puzzle_text(&start, title, self.metric.name());
            (start.moves, text)
        }))
    }
}

/// The error of a sweep that has not come to its end.
fn refused(error: &DesignError, settings: &ServerSettings, taken: std::time::Duration) -> WebError {
    let seconds = settings.time.as_secs();
    match error {
        DesignError::Stopped if taken >= settings.time => WebError::conflict(
            format!("the search reached its time limit of {seconds} s"),
            "give the server more time, or use the command design",
        ),
        DesignError::Stopped => WebError::conflict(
            "the search was stopped",
            "ask for the hardest start again to search from the beginning",
        ),
        _ => WebError::conflict(error, "take fewer pieces, or use the command design"),
    }
}
