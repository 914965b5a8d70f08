//! The output of `slidewise graph` after its files are written.

use super::walk::{GraphWalk, WalkSize};
use crate::arguments::graph::GraphTable;
use crate::io::output::{CommandResult, Output};
#[cfg(feature = "pictures")]
use slidewise_render::with_commas;
use slidewise_render::{counted, human_bytes, json};
use std::path::Path;

/// The JSON record of a written file.
pub(crate) fn written(file: &Path, table: Option<GraphTable>, bytes: u64) -> json::GraphFileRecord {
    json::GraphFileRecord {
        file: file.display().to_string(),
        table: table.map(GraphTable::name),
        bytes,
    }
}

/// A graph that was written.
pub(crate) struct WrittenGraph<'a> {
    /// The name of the puzzle.
    pub name: &'a str,
    /// Its title.
    pub title: &'a str,
    /// The metric of the edges.
    pub metric: &'a str,
    /// Number of configurations.
    pub nodes: u64,
    /// Number of edges.
    pub edges: u64,
    /// Greatest distance from the centre.
    pub radius: u64,
}

impl<'a> WrittenGraph<'a> {
    /// The graph that a walk has visited.
    pub(crate) fn of(walk: &'a GraphWalk<'_>, size: WalkSize) -> WrittenGraph<'a> {
        WrittenGraph {
            name: &walk.puzzle().name,
            title: &walk.puzzle().title,
            metric: walk.numbered.graph.metric().name(),
            nodes: size.nodes,
            edges: size.edges,
            radius: size.radius,
        }
    }
}

/// The word for several edges of a metric.
fn several(metric: &str) -> String {
    match metric {
        "push" => "pushes".to_owned(),
        metric => format!("{metric}s"),
    }
}

/// A distance in words.
#[cfg(feature = "pictures")]
pub(crate) fn distance(length: u64, metric: &str) -> String {
    match length {
        1 => format!("1 {metric}"),
        _ => format!("{} {}", with_commas(length), several(metric)),
    }
}

/// The output of a run: the size of the graph, and the written files.
pub(crate) fn report(
    graph: &WrittenGraph<'_>,
    format: &'static str,
    files: Vec<json::GraphFileRecord>,
) -> CommandResult {
    if files.is_empty() {
        return Ok(Output::of_text(String::new()));
    }
    let mut lines = vec![format!(
        "{}, in {}: {}, {}",
        graph.title,
        several(graph.metric),
        counted(graph.nodes, "configuration"),
        counted(graph.edges, "edge")
    )];
    lines.extend(
        files
            .iter()
            .map(|own| format!("{}: {}", own.file, human_bytes(own.bytes))),
    );
    let record = json::GraphRecord {
        puzzle: graph.name.to_owned(),
        metric: graph.metric.to_owned(),
        format,
        nodes: json::digits(graph.nodes),
        edges: json::digits(graph.edges),
        radius: graph.radius,
        files,
    };
    Ok(Output::new(lines, &record))
}
