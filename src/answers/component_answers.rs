//! Whole components of the state graph for pages: all positions with their distances, and their
//! layout in the plane.

use crate::book::{Book, BookDistances, compressed, message};
use crate::explored::ListedComponent;
use crate::play_answers::PlayRequest;
use crate::{AnswerError, Desk, ExploredPuzzle, Limits, Reply};
use flate2::Compression;
use serde::Serialize;
use slidewise_analysis::Component;
use slidewise_layout::GraphLayout;
use std::ops::ControlFlow;

/// Answers with all positions of the component of Start and their distances.
pub(crate) fn book(desk: &dyn Desk, body: &[u8]) -> Result<Reply, AnswerError> {
    let question = PlayRequest::read(body)?;
    let listed = listed(&*question.explored(desk)?)?;
    Ok(Reply::bytes(packed(&question, &listed)?.message()))
}

/// What a page must know to unpack a drawn component.
#[derive(Serialize)]
struct DrawingHeader {
    /// Number of positions.
    count: usize,
    /// Number of edges.
    edges: usize,
    /// Number of the first edges that belong to the tree of a search from Start.
    tree_edges: usize,
    /// Coordinates of each place.
    dimensions: usize,
    /// What the places show.
    layout: &'static str,
}

/// The places of all positions and the edges, as a message: the length of the header, the header
/// as JSON, then compressed the coordinates of each place as four-byte numbers and the two ends of
/// each edge, those of the tree of a search first.
///
/// `tell` is called after each step with its number and that of all steps; `None` if it ends the
/// layout.
///
/// # Errors
/// If the component is too large, or the layout takes too much memory.
pub fn drawn_component(
    question: &PlayRequest,
    explored: &ExploredPuzzle,
    tell: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<Option<Vec<u8>>, AnswerError> {
    let request = question.layout()?;
    let listed = listed(explored)?;
    let layout = explored.ask(|found| found.layout(&listed.component, request, tell))?;
    let order = packed(question, &listed)?.order;
    Ok(layout.map(|layout| drawn(&listed.component, &layout, &order)))
}

fn listed(explored: &ExploredPuzzle) -> Result<ListedComponent, AnswerError> {
    let listed = explored.ask(|found| found.component(Limits::MAX_DRAWN))?;
    listed.ok_or_else(|| {
        AnswerError::conflict(
            format!(
                "the state graph has more than {} positions",
                Limits::MAX_DRAWN
            ),
            "ask for its generations with /api/plot",
        )
    })
}

fn packed(question: &PlayRequest, listed: &ListedComponent) -> Result<Book, AnswerError> {
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
        AnswerError::conflict(
            "the distances in this puzzle are too large for a page",
            "ask for those of single positions with /api/position",
        )
    })
}

/// The message of a layout, with positions numbered as in `order`.
fn drawn(component: &Component, layout: &GraphLayout, order: &[u32]) -> Vec<u8> {
    let start = component
        .vertices
        .iter()
        .position(|own| own.from_start == 0);
    let mut edges = component.edges.clone();
    let tree_edges =
        GraphLayout::tree_edges_first(order.len(), start.unwrap_or(0) as u32, &mut edges);
    let header = DrawingHeader {
        count: order.len(),
        edges: edges.len(),
        tree_edges,
        dimensions: layout.dimensions,
        layout: layout.kind.name(),
    };
    let mut rank = vec![0u32; order.len()];
    for (number, &at) in (0..).zip(order) {
        rank[at as usize] = number;
    }
    let mut body = Vec::with_capacity(12 * order.len() + 8 * edges.len());
    for &at in order {
        for own in &layout.places[at as usize][..layout.dimensions] {
            body.extend(own.to_le_bytes());
        }
    }
    for &(from, to) in &edges {
        body.extend(rank[from as usize].to_le_bytes());
        body.extend(rank[to as usize].to_le_bytes());
    }
    message(&header, &compressed(&body, Compression::fast()))
}
