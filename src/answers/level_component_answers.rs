//! The state graph of a Sokoban level for pages: all positions with places, distances and pushes.

use crate::graph_drawing::{DrawnPositions, GraphDrawing};
use crate::level_answers::{parsed, refused};
use crate::request::layout_request;
use crate::{AnswerError, Limits};
use serde::Deserialize;
use slidewise_app::check_layout_fits;
use slidewise_layout::{GraphLayout, LayoutGraph, LayoutRequest};
use slidewise_sokoban::{
    BoxSpace, Level, LevelComponent, LevelGraph, LevelLimits, LevelMetric, LevelSearchError,
    LevelVertex,
};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// The distance that stands for none.
const NONE: u16 = u16::MAX;

/// A request for the state graph of a level.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LevelNetworkRequest {
    /// The level on one line.
    level: String,
    layout: Option<String>,
    dimensions: Option<usize>,
}

/// All positions that a level's first position leads to, with places, and the pushes between them.
///
/// The record of a position has the player's square, the least of those that he can walk to, then
/// those of the boxes, each as row times columns plus column. `memory` is the most that the search
/// may take, in bytes; `stop` ends it.
///
/// # Errors
/// If the request is wrong, the level has too many positions, or it was stopped.
pub fn drawn_level(
    body: &[u8],
    (memory, threads): (u64, usize),
    stop: &AtomicBool,
) -> Result<Vec<u8>, AnswerError> {
    let asked: LevelNetworkRequest = parsed(body)?;
    let request = layout_request(asked.layout.as_deref(), asked.dimensions)?;
    let level = Level::read(&asked.level).map_err(|error| refused(&error))?;
    let (rows, columns) = level.size();
    if rows * columns > usize::from(u16::MAX) {
        return Err(too_large());
    }
    let limits = LevelLimits {
        memory: memory / 2,
        threads,
        until_solved: false,
        max_generation: u64::MAX,
        stop,
    };
    let graph = LevelGraph::new(&level, LevelMetric::Push, BoxSpace::All);
    let graph = graph.ok_or_else(too_large)?;
    let component = match LevelComponent::of(&graph, limits, Limits::MAX_DRAWN) {
        Ok(Some(component)) => component,
        Ok(None) | Err(LevelSearchError::Memory { .. }) => return Err(too_large()),
        Err(LevelSearchError::Stopped { .. }) => return Err(stopped()),
        Err(LevelSearchError::Store(error)) => return Err(error.into()),
    };
    let order = component.vertices.len();
    let start = component
        .vertices
        .iter()
        .position(|own| own.from_start == 0);
    let request = LayoutRequest {
        root: start.unwrap_or(0) as u32,
        threads,
        ..request
    };
    check_layout_fits(&request, (order, component.edges.len()), memory)?;
    let mut tell = |_: usize, _: usize| {
        if stop.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let laid = LayoutGraph::new(order, &component.edges);
    let layout = GraphLayout::of(&laid, &request, &mut tell).ok_or_else(stopped)?;
    let drawing = GraphDrawing {
        layout: &layout,
        positions: Some(positions(&level, &graph, &component)),
        edges: component.edges,
        root: request.root,
        order: None,
    };
    Ok(drawing.message())
}

/// The positions of a component as records of squares.
fn positions(level: &Level, graph: &LevelGraph<'_>, component: &LevelComponent) -> DrawnPositions {
    let (_, columns) = level.size();
    let square = |cell| {
        let (row, column) = level.row_and_column(cell);
        (row * columns + column) as u16
    };
    let mut records = Vec::new();
    for own in &component.vertices {
        let placing = graph.placing(own.number);
        records.push(square(placing.player));
        records.extend(placing.boxes.iter().map(|&cell| square(cell)));
    }
    let all = |of: &dyn Fn(&LevelVertex) -> Option<u64>| {
        let short = |own: Option<u64>| own.map_or(NONE, |own| own.min(u64::from(NONE) - 1) as u16);
        component
            .vertices
            .iter()
            .map(|own| short(of(own)))
            .collect()
    };
    DrawnPositions {
        length: 1 + level.start().boxes.len(),
        records,
        from_start: all(&|own| Some(own.from_start)),
        to_finish: all(&|own| own.to_solution),
    }
}

fn too_large() -> AnswerError {
    AnswerError::conflict(
        format!(
            "the state graph of this level has more than {} positions",
            Limits::MAX_DRAWN
        ),
        "`slidewise graph LEVEL --max-generation N` writes a part of it",
    )
}

fn stopped() -> AnswerError {
    AnswerError::conflict("the layout was stopped", "ask for it again")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph_drawing::tests::unpacked;

    fn drawn(asked: &str) -> Result<Vec<u8>, AnswerError> {
        drawn_level(asked.as_bytes(), (1 << 30, 1), &AtomicBool::new(false))
    }

    #[test]
    fn a_level_is_drawn_with_its_dead_positions() {
        let level = "#######:#@$--.#:#-----#:#######";
        let asked = format!("{{\"level\":\"{level}\",\"dimensions\":3}}");
        let own = unpacked(&drawn(&asked).unwrap());
        let count = own.header["count"].as_u64().unwrap() as usize;
        assert_eq!(
            (own.places.len(), own.header["length"].as_u64()),
            (3 * count, Some(2))
        );
        let (from_start, rest) = own.rest.split_at(count);
        let (to_finish, records) = rest.split_at(count);
        // Row 1, columns 1 and 2 of a drawing with 7 columns.
        let start = records.chunks(2).position(|own| own == [8, 9]).unwrap();
        assert_eq!((from_start[start], to_finish[start]), (0, 3));
        let level = Level::read(level).unwrap();
        for (number, record) in records.chunks(2).enumerate() {
            // A box at a wall without a goal is dead, and so is one of the lower row.
            let is_dead = record[1] >= 14 || record[1] == 8;
            assert_eq!(to_finish[number] == NONE, is_dead, "{record:?}");
        }
        assert_eq!(level.size(), (4, 7));
        for &(from, to) in &own.edges {
            let [from, to] = [from, to].map(|own| own as usize);
            assert!(from_start[to] <= from_start[from] + 1);
        }
    }

    #[test]
    fn wrong_requests_and_large_levels_are_refused() {
        for asked in [
            "{}",
            "{\"level\":\"#\"}",
            "{\"level\":\"#####:#@$.#:#####\",\"layout\":\"ball\"}",
            "{\"level\":\"#####:#@$.#:#####\",\"dimensions\":4}",
            "{\"level\":\"#####:#@$.#:#####\",\"name\":\"checkmate\"}",
        ] {
            assert_eq!(drawn(asked).unwrap_err().reply().status, 400, "{asked}");
        }
        let (wall, floor) = ("#".repeat(40), "-".repeat(38));
        let row = format!("#{floor}#:");
        let boxes = "#@-$-$-$-$-$-$-----------....--..-------#:";
        let large = format!("{wall}:{row}{boxes}{row}{row}{row}{wall}");
        let asked = format!("{{\"level\":\"{large}\"}}");
        let running = AtomicBool::new(false);
        let refused = drawn_level(asked.as_bytes(), (1 << 20, 1), &running).unwrap_err();
        assert_eq!(refused.reply().status, 409);
        let stop = AtomicBool::new(true);
        let level = b"{\"level\":\"#####:#@$.#:#####\"}";
        assert_eq!(
            drawn_level(level, (1 << 30, 1), &stop)
                .unwrap_err()
                .reply()
                .status,
            409
        );
    }
}
