//! The boards of a poster: Start, the nearest goal, and what is farthest from Start.

use super::placed_graph::PlacedGraph;
use super::report::distance as told;
use slidewise_render::picture::PosterBoard;

/// The boards at the ends of a graph; `draw` draws the configuration of a number as SVG.
pub(crate) fn of(
    placed: &PlacedGraph,
    metric: &str,
    draw: impl Fn(u64) -> String,
) -> Vec<PosterBoard> {
    let vertices = || placed.component.vertices.iter().enumerate();
    let start = vertices().find(|(_, own)| own.index == placed.start);
    let goals = vertices().filter(|(_, own)| placed.is_goal(own.index));
    let nearest = goals.min_by_key(|(_, own)| own.from_start);
    // The first of several, as with the goals.
    let farthest = vertices().rev().max_by_key(|(_, own)| own.from_start);
    let ends = [
        ("Start", start),
        ("Finish", nearest.filter(|(_, own)| own.from_start > 0)),
        ("Farthest", farthest.filter(|(_, own)| own.from_start > 0)),
    ];
    let boards = ends.into_iter().filter_map(|(name, end)| {
        let (dot, vertex) = end?;
        let words = match vertex.from_start {
            0 => name.to_owned(),
            distance => format!("{name}: {}", told(distance, metric)),
        };
        Some(PosterBoard {
            words,
            svg: draw(vertex.index),
            dot,
        })
    });
    boards.collect()
}

/// The distances at the ends, in a sentence.
pub(crate) fn figures(placed: &PlacedGraph, metric: &str, part: Option<String>) -> String {
    let vertices = placed.component.vertices.iter();
    let depth = vertices.clone().map(|own| own.from_start).max();
    let goals = vertices.filter(|own| placed.is_goal(own.index));
    let nearest = goals.map(|own| own.from_start).min();
    let mut figures = match part {
        Some(part) => format!("{part}; the farthest is "),
        None => "The farthest position is ".to_owned(),
    };
    figures += &format!("{} from Start", told(depth.unwrap_or(0), metric));
    if let Some(nearest) = nearest.filter(|&nearest| nearest > 0) {
        figures += &format!(", the nearest Finish {nearest}");
    }
    figures
}
