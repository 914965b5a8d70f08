//! Whole components of the state graph for pages: all positions with their distances, and their
//! layout in the plane.

use crate::book::{Book, BookDistances};
use crate::explored::ListedComponent;
use crate::graph_drawing::GraphDrawing;
use crate::play_answers::PlayRequest;
use crate::{AnswerError, Desk, ExploredPuzzle, Limits, Reply};
use slidewise_analysis::Component;
use slidewise_layout::GraphLayout;
use std::ops::ControlFlow;

/// Answers with all positions of the component of Start and their distances.
pub(crate) fn book(desk: &dyn Desk, body: &[u8]) -> Result<Reply, AnswerError> {
    let question = PlayRequest::read(body)?;
    let listed = listed(&*question.explored(desk)?, false)?;
    Ok(Reply::bytes(packed(&question, &listed)?.message()))
}

/// The places of all positions and the edges between them, as a page unpacks them.
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
    let listed = listed(explored, true)?;
    let layout = explored.ask(|found| found.layout(&listed.component, request, tell))?;
    let Some(layout) = layout else {
        return Ok(None);
    };
    let order = packed(question, &listed)?.order;
    Ok(Some(drawn_as_book(&listed.component, &layout, &order)))
}

/// A component with places, as a page unpacks it; `order` has the vertex of each of the numbers
/// that the page's book uses.
pub fn drawn_as_book(component: &Component, layout: &GraphLayout, order: &[u32]) -> Vec<u8> {
    let start = component
        .vertices
        .iter()
        .position(|own| own.from_start == 0);
    let drawing = GraphDrawing {
        layout,
        edges: component.edges.clone(),
        root: start.unwrap_or(0) as u32,
        order: Some(order),
        positions: None,
    };
    drawing.message()
}

fn listed(explored: &ExploredPuzzle, has_edges: bool) -> Result<ListedComponent, AnswerError> {
    let listed = explored.ask(|found| found.component((Limits::MAX_DRAWN, has_edges)))?;
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
