//! Requests for the layout of a state graph, for a page that holds a whole component, and for the
//! plot of its generations.

use super::blocking::run_blocking;
use super::exploration::ExplorationJob;
use super::layout_state::LayoutState;
use super::layout_watch::LayoutWatch;
use super::registry::Explorations;
use super::response::respond;
use super::take_away::take_away;
use axum::body::Bytes;
use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use slidewise_answers::{AnswerError, PlayRequest, Reply, drawn_component, drawn_level};
use slidewise_app::Explorer;
use slidewise_render::picture::{PlotSeries, PlotStyle, Theme, plot as plotted};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use tokio::sync::Semaphore;

/// Lets one layout or page be made at a time: it uses a core for some seconds.
static LAYOUTS: Semaphore = Semaphore::const_new(1);

/// The state of a layout that is being made.
#[derive(Serialize)]
struct LayoutProgress {
    percent: usize,
}

/// Responds with the places of all positions and the edges, as
/// [`drawn_component`] gives them.
///
/// While the layout is being made, the response is its progress, with the status 202. A layout that
/// nobody asks for any more is given up.
pub(crate) async fn network(State(searches): State<Arc<Explorations>>, body: Bytes) -> Response {
    let own = Arc::clone(&searches);
    let asked = run_blocking(move || {
        let question = PlayRequest::read(&body)?;
        let search = own.ready(&question.puzzle, question.metric);
        let search = search.ok_or_else(AnswerError::not_explored)?;
        let layout = question.layout()?;
        Ok((question, layout, search))
    });
    let (question, layout, search) = match asked.await {
        Ok(asked) => asked,
        Err(refusal) => return respond(Err(refusal)),
    };
    let percent = match search.layout.ask(layout) {
        LayoutState::Ready(drawn) => return respond(Ok(Reply::bytes(&*drawn))),
        LayoutState::Failed(refusal) => return respond(Err(refusal)),
        LayoutState::Running(percent) => percent,
        LayoutState::Missing => {
            tokio::spawn(async move {
                let _turn = LAYOUTS.acquire().await;
                let job = Arc::clone(&search);
                let made = run_blocking(move || {
                    let until = Instant::now() + searches.settings().time;
                    lay_out(&question, &searches, &job, until)
                });
                search.layout.end(layout, made.await);
            });
            0
        }
    };
    respond(Ok(Reply::json(&LayoutProgress { percent }).accepted()))
}

/// Makes a layout; `None` if nobody asks for it any more.
///
/// # Errors
/// If it is not done at `until`, or the positions cannot be listed.
fn lay_out(
    question: &PlayRequest,
    searches: &Explorations,
    search: &ExplorationJob,
    until: Instant,
) -> Result<Option<Arc<[u8]>>, AnswerError> {
    let layout = question.layout()?;
    if !search.layout.is_wanted(layout) {
        return Ok(None);
    }
    let mut watch = LayoutWatch::new(&search.layout, layout, until);
    let tell = &mut |round, rounds| watch.tell(round, rounds);
    match drawn_component(question, &*question.explored(searches)?, tell)? {
        Some(drawn) => Ok(Some(drawn.into())),
        None => watch.ended().map(|()| None),
    }
}

/// A guard that stops a search when nobody waits for it any more.
struct StopAtEnd(Arc<AtomicBool>);

impl Drop for StopAtEnd {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Responds with the state graph of a Sokoban level, as [`drawn_level`] gives it. It is given up
/// when the client closes the connection, or at the time limit.
pub(crate) async fn level_network(
    State(searches): State<Arc<Explorations>>,
    body: Bytes,
) -> Response {
    let turn = LAYOUTS.acquire().await;
    let stop = Arc::new(AtomicBool::new(false));
    let (own, limits) = (StopAtEnd(Arc::clone(&stop)), searches.settings().clone());
    let (memory, threads) = (limits.memory, limits.threads);
    let made = run_blocking(move || {
        // The turn ends with the work, also if the client has gone before.
        let _turn = turn;
        drawn_level(&body, (memory, threads), &stop)
    });
    let made = tokio::time::timeout(limits.time, made).await;
    drop(own);
    let late = |_| {
        Err(AnswerError::conflict(
            "the state graph of the level reached the time limit",
            "start the server with a longer --time-limit",
        ))
    };
    respond(made.unwrap_or_else(late).map(Reply::bytes))
}

/// Responds with a page that plays the puzzle without a server.
pub(crate) async fn export(State(searches): State<Arc<Explorations>>, body: Bytes) -> Response {
    let turn = LAYOUTS.acquire().await;
    let page = run_blocking(move || {
        let _turn = turn;
        let question = PlayRequest::read(&body)?;
        // An exploration that has ended is proof that the searches for the page are within the
        // limits.
        question.explored(&*searches)?;
        let settings = searches.settings();
        let explorer = Explorer::new(&question.puzzle)
            .memory(Some(settings.memory))
            .threads(settings.threads);
        let page = take_away(&explorer, question.metric)?;
        Ok(Reply::of("text/html; charset=utf-8", page))
    });
    respond(page.await)
}

/// Responds with a plot of the sizes of the generations.
pub(crate) async fn plot(State(searches): State<Arc<Explorations>>, body: Bytes) -> Response {
    let picture = run_blocking(move || {
        let question = PlayRequest::read(&body)?;
        let explored = question.explored(&*searches)?;
        let name = format!("{}, in {}s", question.puzzle.title, question.metric.name());
        let series = explored.ask(|found| {
            Ok(PlotSeries {
                name: name.clone(),
                counts: found.generations().to_vec(),
                goal: found.reach().map(|reach| reach.generation),
            })
        })?;
        let (is_logarithmic, is_dark) = question.plot_style();
        let style = PlotStyle {
            is_logarithmic,
            theme: if is_dark { Theme::Dark } else { Theme::Light },
        };
        let picture = plotted(&name, &[series], style).map_err(|error| {
            AnswerError::failed(
                error,
                "the exploration's progress lists the sizes as numbers",
            )
        })?;
        Ok(Reply::svg(picture))
    });
    respond(picture.await)
}

#[cfg(test)]
mod tests {
    use super::super::registry::ExplorationRequest;
    use super::super::settings::ServerSettings;
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_layout_that_is_late_says_so_and_one_that_nobody_asks_for_is_given_up() {
        let folder = tempfile::tempdir().unwrap();
        let settings = ServerSettings::of_a_test(folder.path().to_owned(), 1 << 30);
        let searches = Arc::new(Explorations::new(settings).unwrap());
        let body = br#"{"name": "tiles:2x3", "metric": "step"}"#;
        let question = PlayRequest::read(body).unwrap();
        let begun = searches.begin(ExplorationRequest {
            puzzle: question.puzzle.clone(),
            metric: question.metric,
            is_built_in: true,
            is_earnest: true,
        });
        let search = begun.unwrap();
        while search.state().is_under_way() {
            std::thread::sleep(Duration::from_millis(1));
        }
        let now = Instant::now();
        let later = now + Duration::from_secs(60);

        let unasked = lay_out(&question, &searches, &search, later);
        assert_eq!(unasked.unwrap(), None);
        search.layout.ask(question.layout().unwrap());
        let late = lay_out(&question, &searches, &search, now).unwrap_err();
        assert!(late.error().contains("time limit"), "{late:?}");
        let made = lay_out(&question, &searches, &search, later).unwrap();
        assert!(made.unwrap().len() > 360);
        searches.close();
    }
}
