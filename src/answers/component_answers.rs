//! Whole components of the state graph for pages: all positions with their distances, and their
//! layout in the plane.

use crate::book::{Book, BookDistances, compressed};
use crate::explored::ListedComponent;
use crate::play_answers::PlayRequest;
use crate::{AnswerError, Desk, ExploredPuzzle, Limits, Reply};
use slidewise_render::picture::layout;
use std::ops::ControlFlow;

/// Answers with all positions of the component of Start and their distances.
pub(crate) fn book(desk: &dyn Desk, body: &[u8]) -> Result<Reply, AnswerError> {
    let question = PlayRequest::read(body)?;
    let listed = listed(&*question.explored(desk)?)?;
    Ok(Reply::bytes(packed(&question, &listed)?.message()))
}

/// The places of all positions in the plane, and the edges: four-byte numbers, first the number of
/// positions, then x and y of each, then the ends of each edge, all compressed.
///
/// `tell` is called after each round with its number and that of all rounds; `None` if it ends the
/// layout.
///
/// # Errors
/// If the component is too large.
pub fn drawn_component(
    question: &PlayRequest,
    explored: &ExploredPuzzle,
    tell: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<Option<Vec<u8>>, AnswerError> {
    let listed = listed(explored)?;
    let order = packed(question, &listed)?.order;
    Ok(drawn(&listed, &order, tell))
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
