//! The output of `slidewise graph` after its files are written.

use super::arguments::graph::GraphTable;
use super::graph_walk::{GraphWalk, WalkSize};
use super::output::{CommandResult, Output};
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

/// The output of a run: the size of the graph, and the written files.
pub(crate) fn report(
    walk: &GraphWalk<'_>,
    format: &'static str,
    size: WalkSize,
    files: Vec<json::GraphFileRecord>,
) -> CommandResult {
    if files.is_empty() {
        return Ok(Output::of_text(String::new()));
    }
    let metric = walk.numbered.graph.metric().name();
    let mut lines = vec![format!(
        "{}, in {metric}s: {}, {}",
        walk.puzzle().title,
        counted(size.nodes, "configuration"),
        counted(size.edges, "edge")
    )];
    lines.extend(
        files
            .iter()
            .map(|own| format!("{}: {}", own.file, human_bytes(own.bytes))),
    );
    let record = json::GraphRecord {
        puzzle: walk.puzzle().name.clone(),
        metric: metric.to_owned(),
        format,
        nodes: json::digits(size.nodes),
        edges: json::digits(size.edges),
        radius: size.radius,
        files,
    };
    Ok(Output::new(lines, &record))
}
