//! `AskedLayout`: the layout of a state graph that was asked for last, while it is being made and
//! afterwards.

use super::blocking::lock;
use slidewise_answers::AnswerError;
use slidewise_layout::LayoutRequest;
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

/// The layout that was asked for last, with the time of the last request for it.
#[derive(Debug, Default)]
pub(crate) struct AskedLayout(Mutex<Asked>);

#[derive(Debug, Default)]
struct Asked {
    request: Option<LayoutRequest>,
    state: LayoutState,
    at: Option<Instant>,
}

impl AskedLayout {
    /// The state before this request; a layout that was missing counts as running from now on. A
    /// layout of another request is given up.
    pub(crate) fn ask(&self, request: LayoutRequest) -> LayoutState {
        let mut own = lock(&self.0);
        own.at = Some(Instant::now());
        if own.request != Some(request) {
            own.request = Some(request);
            own.state = LayoutState::Missing;
        }
        let before = own.state.clone();
        if matches!(before, LayoutState::Missing) {
            own.state = LayoutState::Running(0);
        }
        before
    }

    /// Whether this layout is the one that was asked for lately.
    pub(crate) fn is_wanted(&self, request: LayoutRequest) -> bool {
        let own = lock(&self.0);
        own.request == Some(request) && own.at.is_some_and(|asked| asked.elapsed() < PATIENCE)
    }

    /// Records which part is done, in percent.
    pub(crate) fn tell(&self, request: LayoutRequest, percent: usize) {
        self.change(request, LayoutState::Running(percent));
    }

    /// Records the end: the layout, that it was given up, or why it cannot be made.
    pub(crate) fn end(&self, request: LayoutRequest, made: Result<Option<Arc<[u8]>>, AnswerError>) {
        let state = match made {
            Ok(Some(layout)) => LayoutState::Ready(layout),
            Ok(None) => LayoutState::Missing,
            Err(refusal) => LayoutState::Failed(refusal),
        };
        self.change(request, state);
    }

    fn change(&self, request: LayoutRequest, state: LayoutState) {
        let mut own = lock(&self.0);
        if own.request == Some(request) {
            own.state = state;
        }
    }
}
