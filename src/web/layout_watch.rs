//! `LayoutWatch`: follows a layout that is being made, and ends it when it is late or not wanted.

use super::layout_state::AskedLayout;
use slidewise_answers::AnswerError;
use slidewise_layout::LayoutRequest;
use std::ops::ControlFlow;
use std::time::Instant;

/// A layout that is being made, with the time at which it must be done.
pub(crate) struct LayoutWatch<'a> {
    asked: &'a AskedLayout,
    request: LayoutRequest,
    until: Instant,
    /// Noted when the layout is ended: whether it is wanted may change with the next request.
    is_late: bool,
}

impl<'a> LayoutWatch<'a> {
    /// Watches a layout that must be done at `until`.
    pub(crate) fn new(
        asked: &'a AskedLayout,
        request: LayoutRequest,
        until: Instant,
    ) -> LayoutWatch<'a> {
        LayoutWatch {
            asked,
            request,
            until,
            is_late: false,
        }
    }

    /// Records how many of all rounds are done; breaks where the layout is to end.
    pub(crate) fn tell(&mut self, round: usize, rounds: usize) -> ControlFlow<()> {
        self.asked.tell(self.request, 100 * round / rounds);
        self.is_late = Instant::now() >= self.until;
        if !self.is_late && self.asked.is_wanted(self.request) {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }

    /// Why the layout was ended.
    ///
    /// # Errors
    /// If it was late; otherwise nobody wanted it any more.
    pub(crate) fn ended(&self) -> Result<(), AnswerError> {
        if !self.is_late {
            return Ok(());
        }
        Err(AnswerError::conflict(
            "the layout of the state graph reached the time limit",
            "start the server with a longer --time-limit",
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use slidewise_layout::LayoutKind;
    use std::time::Duration;

    #[test]
    fn a_layout_that_is_asked_for_again_once_it_is_given_up_is_not_late() {
        let request = LayoutRequest {
            kind: LayoutKind::default(),
            dimensions: 2,
            root: 0,
            seed: 1,
            threads: 1,
        };
        let other = LayoutRequest { seed: 2, ..request };
        let asked = AskedLayout::default();
        let later = Instant::now() + Duration::from_secs(3600);
        let mut watch = LayoutWatch::new(&asked, request, later);
        asked.ask(request);
        assert_eq!(watch.tell(1, 2), ControlFlow::Continue(()));
        asked.ask(other);
        assert_eq!(watch.tell(2, 2), ControlFlow::Break(()));
        asked.ask(request);
        assert!(watch.ended().is_ok());

        let mut late = LayoutWatch::new(&asked, request, Instant::now());
        assert_eq!(late.tell(1, 2), ControlFlow::Break(()));
        assert!(late.ended().is_err());
    }
}
