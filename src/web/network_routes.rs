//! Requests for a whole component of the state graph: its positions with all distances, and its
//! layout in the plane, or a page that holds them.

use super::blocking::run_blocking;
use super::book::{Book, BookDistances, compressed};
use super::error::WebError;
use super::exploration::ExplorationJob;
use super::layout_state::LayoutState;
use super::play_routes::PlayRequest;
use super::registry::Explorations;
use super::response::{bytes, json};
use super::results::ListedComponent;
use super::settings::ServerSettings;
use super::take_away::take_away;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;
use slidewise_app::Explorer;
use slidewise_render::picture::layout;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::Semaphore;

/// Lets one layout or page be made at a time: it uses a core for some seconds.
static LAYOUTS: Semaphore = Semaphore::const_new(1);

const BYTES: &str = "application/octet-stream";

/// Responds with all positions of the component of Start and their distances.
pub(crate) async fn book(
    State(searches): State<Arc<Explorations>>,
    body: Bytes,
) -> Result<Response, WebError> {
    let question = PlayRequest::read(body).await?;
    let listed = listed(&question, &searches).await?;
    let message = run_blocking(move || Ok(packed(&question, &listed)?.message()));
    Ok(bytes(BYTES, message.await?))
}

/// The state of a layout that is being made.
#[derive(Serialize)]
struct LayoutProgress {
    percent: usize,
}

/// Responds with the places of all positions in the plane, and the edges: four-byte numbers, first
/// the number of positions, then x and y of each, then the ends of each edge, all compressed.
///
/// While the layout is being made, the response is its progress, with the status 202. A layout that
/// nobody asks for any more is given up.
pub(crate) async fn network(
    State(searches): State<Arc<Explorations>>,
    body: Bytes,
) -> Result<Response, WebError> {
    let question = PlayRequest::read(body).await?;
    let search = question.explored(&searches)?;
    let percent = match search.layout.ask() {
        LayoutState::Ready(layout) => return Ok(bytes(BYTES, layout)),
        LayoutState::Failed(refusal) => return Err(refusal),
        LayoutState::Running(percent) => percent,
        LayoutState::Missing => {
            tokio::spawn(async move {
                let made = lay_out(question, searches, &search).await;
                search.layout.end(made);
            });
            0
        }
    };
    let mut response = json(&LayoutProgress { percent });
    *response.status_mut() = StatusCode::ACCEPTED;
    Ok(response)
}

/// Makes a layout; `None` if nobody asks for it any more.
async fn lay_out(
    question: PlayRequest,
    searches: Arc<Explorations>,
    search: &Arc<ExplorationJob>,
) -> Result<Option<Bytes>, WebError> {
    let _turn = LAYOUTS.acquire().await;
    if !search.layout.is_wanted() {
        return Ok(None);
    }
    let listed = listed(&question, &searches).await?;
    let search = Arc::clone(search);
    let until = Instant::now() + searches.settings().time;
    run_blocking(move || {
        let order = packed(&question, &listed)?.order;
        let tell = &mut |round: usize, rounds: usize| {
            search.layout.tell(100 * round / rounds);
            if Instant::now() < until && search.layout.is_wanted() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        match drawn(&listed, &order, tell) {
            Some(drawn) => Ok(Some(Bytes::from(drawn))),
            None if search.layout.is_wanted() => Err(WebError::conflict(
                "the layout of the state graph reached the time limit",
                "start the server with a longer --time-limit",
            )),
            None => Ok(None),
        }
    })
    .await
}

/// Responds with a page that plays the puzzle without a server.
pub(crate) async fn export(
    State(searches): State<Arc<Explorations>>,
    body: Bytes,
) -> Result<Response, WebError> {
    let question = PlayRequest::read(body).await?;
    // An exploration that has ended is proof that the searches for the page are within the limits.
    question.explored(&searches)?;
    let _turn = LAYOUTS.acquire().await;
    let page = run_blocking(move || {
        let settings = searches.settings();
        let explorer = Explorer::new(&question.puzzle)
            .memory(Some(settings.memory))
            .threads(settings.threads);
        Ok(take_away(&explorer, question.metric)?)
    });
    Ok(bytes("text/html; charset=utf-8", page.await?))
}

async fn listed(
    question: &PlayRequest,
    searches: &Explorations,
) -> Result<ListedComponent, WebError> {
    let search = question.explored(searches)?;
    let listed = search
        .ask(|found| found.component(ServerSettings::MAX_DRAWN))
        .await?;
    listed.ok_or_else(|| {
        WebError::conflict(
            format!(
                "the state graph has more than {} positions",
                ServerSettings::MAX_DRAWN
            ),
            "ask for its generations with /api/plot",
        )
    })
}

fn packed(question: &PlayRequest, listed: &ListedComponent) -> Result<Book, WebError> {
    let vertices = &listed.component.vertices;
    let metric = question.metric.name();
    let distances = [
        BookDistances {
            metric,
            from: "goal",
            of: vertices.iter().map(|own| own.to_finish).collect(),
        },
        BookDistances {
            metric,
            from: "start",
            of: vertices.iter().map(|own| Some(own.from_start)).collect(),
        },
    ];
    Book::pack(&question.puzzle, &listed.positions, &distances).ok_or_else(|| {
        WebError::conflict(
            "the distances in this puzzle are too large for a page",
            "ask for those of single positions with /api/position",
        )
    })
}

/// The layout, with positions numbered as in `order`; `None` if `tell` ends it.
fn drawn(
    listed: &ListedComponent,
    order: &[u32],
    tell: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
) -> Option<Vec<u8>> {
    let component = &listed.component;
    // The layout puts vertex 0 on the left, which is Start here.
    let start = component
        .vertices
        .iter()
        .position(|own| own.from_start == 0);
    let start = start? as u32;
    let swapped = |at: u32| match at {
        0 => start,
        at if at == start => 0,
        at => at,
    };
    let ends = component.edges.iter();
    let edges: Vec<(u32, u32)> = ends.map(|&(a, b)| (swapped(a), swapped(b))).collect();
    let places = layout(order.len(), &edges, tell)?;
    let mut rank = vec![0u32; order.len()];
    for (number, &at) in (0..).zip(order) {
        rank[at as usize] = number;
    }
    let mut message = Vec::new();
    message.extend((order.len() as u32).to_le_bytes());
    for &at in order {
        let (x, y) = places[swapped(at) as usize];
        message.extend((x as f32).to_le_bytes());
        message.extend((y as f32).to_le_bytes());
    }
    for &(from, to) in &component.edges {
        message.extend(rank[from as usize].to_le_bytes());
        message.extend(rank[to as usize].to_le_bytes());
    }
    Some(compressed(&message))
}
