//! `GraphLayout`: the layout of a state graph, while it is being made and afterwards.

use super::blocking::lock;
use slidewise_answers::AnswerError;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Time after which a layout that no request has asked for is given up.
const PATIENCE: Duration = Duration::from_secs(3);

/// What is known of a layout.
#[derive(Clone, Debug, Default)]
pub(crate) enum LayoutState {
    /// Nobody has asked for it, or it was given up.
    #[default]
    Missing,
    /// It is being made; the number is the part that is done, in percent.
    Running(usize),
    /// Its bytes, as pages receive them.
    Ready(Arc<[u8]>),
    /// Why it cannot be made.
    Failed(AnswerError),
}

/// The layout of a state graph, with the time of the last request for it.
#[derive(Debug, Default)]
pub(crate) struct GraphLayout(Mutex<(LayoutState, Option<Instant>)>);

impl GraphLayout {
    /// The state before this request; a layout that was missing counts as running from now on.
    pub(crate) fn ask(&self) -> LayoutState {
        let mut own = lock(&self.0);
        own.1 = Some(Instant::now());
        let before = own.0.clone();
        if matches!(before, LayoutState::Missing) {
            own.0 = LayoutState::Running(0);
        }
        before
    }

    /// Whether a request has asked for the layout lately.
    pub(crate) fn is_wanted(&self) -> bool {
        let asked = lock(&self.0).1;
        asked.is_some_and(|asked| asked.elapsed() < PATIENCE)
    }

    /// Records which part is done, in percent.
    pub(crate) fn tell(&self, percent: usize) {
        lock(&self.0).0 = LayoutState::Running(percent);
    }

    /// Records the end: the layout, that it was given up, or why it cannot be made.
    pub(crate) fn end(&self, made: Result<Option<Arc<[u8]>>, AnswerError>) {
        lock(&self.0).0 = match made {
            Ok(Some(layout)) => LayoutState::Ready(layout),
            Ok(None) => LayoutState::Missing,
            Err(refusal) => LayoutState::Failed(refusal),
        };
    }
}
