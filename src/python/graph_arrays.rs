//! The state graph as arrays, as lists of nodes and edges, and as Parquet tables.

use crate::distance_table::reserve;
use crate::error::InputError;
use crate::interruptible::interruptible;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use slidewise_analysis::{Component, Goals, Neighborhood, NeighborhoodError, NeighborhoodItem};
use slidewise_app::{Numbered, Problem, Search, StopToken};
use slidewise_layout::{LayoutKind, LayoutRequest};
use slidewise_render::graph_files::parquet::ParquetWriter;
use slidewise_render::graph_files::{GraphWriter, NodeRow};
use slidewise_render::{EdgeWalk, with_commas};
use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Largest number of positions that are laid out.
const MOST_PLACES: u32 = 1_000_000;

/// The numbers of all vertices, ascending.
///
/// # Errors
/// If there is too little memory, or the work is stopped.
pub(crate) fn numbers(search: &Search, stop: &AtomicBool) -> Result<Vec<i64>, Problem> {
    let Numbered {
        graph, explorer, ..
    } = search.numbered();
    let mut found = Vec::new();
    reserve(&mut found, graph.len() as usize, explorer.memory_limit())?;
    for index in (0..graph.len()).filter(|&index| graph.is_vertex(index)) {
        if stop.load(Ordering::Relaxed) {
            return Err(Problem::of_nothing_kept());
        }
        found.push(index as i64);
    }
    Ok(found)
}

/// The neighbours of vertices, ascending, one vertex after the other, and where those of each
/// begin; `None` stands for a row without neighbours.
///
/// # Errors
/// If there is too little memory, or the work is stopped.
pub(crate) fn neighbours(
    search: &Search,
    vertices: impl ExactSizeIterator<Item = Option<u64>>,
    stop: &AtomicBool,
) -> Result<(Vec<i64>, Vec<i64>), Problem> {
    let Numbered {
        graph, explorer, ..
    } = search.numbered();
    let memory = explorer.memory_limit();
    graph.build_half_boards(vertices.len() as u64);
    let mut finder = graph.neighbours();
    let (mut pointers, mut found) = (Vec::new(), Vec::new());
    reserve(&mut pointers, vertices.len() + 1, memory)?;
    pointers.push(0);
    let mut row: Vec<i64> = Vec::new();
    for vertex in vertices {
        if stop.load(Ordering::Relaxed) {
            return Err(Problem::of_nothing_kept());
        }
        if let Some(index) = vertex {
            row.clear();
            finder.for_each(index, |neighbour| row.push(neighbour as i64));
            row.sort_unstable();
            if found.capacity() - found.len() < row.len() {
                let more = row.len().max(found.len());
                reserve(&mut found, more, memory)?;
            }
            found.extend_from_slice(&row);
        }
        pointers.push(found.len() as i64);
    }
    Ok((pointers, found))
}

/// Why a walk through the graph ended early.
enum WalkFault {
    Neighborhood(NeighborhoodError),
    Io(io::Error),
    Stopped,
}

impl From<NeighborhoodError> for WalkFault {
    fn from(error: NeighborhoodError) -> WalkFault {
        WalkFault::Neighborhood(error)
    }
}

impl From<io::Error> for WalkFault {
    fn from(error: io::Error) -> WalkFault {
        WalkFault::Io(error)
    }
}

impl From<WalkFault> for Problem {
    fn from(fault: WalkFault) -> Problem {
        match fault {
            WalkFault::Neighborhood(error) => error.into(),
            WalkFault::Io(error) => Problem::of_run(
                format!("the tables cannot be written: {error}"),
                "write to another folder",
            ),
            WalkFault::Stopped => Problem::of_nothing_kept(),
        }
    }
}

/// The places of a layout, a row for each number.
pub(crate) fn layout<'py>(
    py: Python<'py>,
    search: &Search,
    kind: &str,
    (dimensions, seed): (usize, u64),
) -> PyResult<Bound<'py, PyAny>> {
    let Some(kind) = LayoutKind::named(kind) else {
        let message = format!("there is no layout {kind:?}: it is distances or tree");
        return Err(InputError::new_err(message));
    };
    if !(2..=3).contains(&dimensions) {
        let message = format!("a layout has 2 or 3 dimensions, not {dimensions}");
        return Err(InputError::new_err(message));
    }
    let request = LayoutRequest {
        dimensions,
        seed,
        ..LayoutRequest::new(kind, 0)
    };
    let places = interruptible(py, None, |stop, _| places(search, request, stop))?;
    let rows = places.len() / dimensions;
    let array = PyArray1::from_vec(py, places).reshape([rows, dimensions])?;
    Ok(array.into_any())
}

/// The places of all positions that Start leads to, by number; those of others are no numbers.
///
/// # Errors
/// If there are too many, there is too little memory, or the work is stopped.
fn places(search: &Search, request: LayoutRequest, stop: &StopToken) -> Result<Vec<f32>, Problem> {
    let search = search.stopped_by(stop);
    let numbered = search.numbered();
    let (graph, start) = (&numbered.graph, numbered.start());
    let too_many = || {
        Problem::of_input(
            format!(
                "a layout has at most {} positions, but {} has {}",
                with_commas(MOST_PLACES),
                graph.puzzle().name,
                with_commas(search.states())
            ),
            "lay out a part: `slidewise graph` with --max-generation N, or with --around POSITION \
             --radius N, writes it with --coordinates",
        )
    };
    if search.states() > u64::from(MOST_PLACES) {
        return Err(too_many());
    }
    let mut places = Vec::new();
    let length = graph.len() as usize * request.dimensions;
    reserve(&mut places, length, numbered.explorer.memory_limit())?;
    let component = Component::of(graph, start, None, (MOST_PLACES, true))?;
    let component = component.ok_or_else(too_many)?;
    // The explorer of the search that is stopped ends the layout.
    let tell = &mut |_: usize, _: usize| ControlFlow::Continue(());
    let layout = numbered.layout(&component, request, tell)?;
    let layout = layout.ok_or_else(Problem::of_nothing_kept)?;
    places.resize(length, f32::NAN);
    for (vertex, place) in component.vertices.iter().zip(layout.places) {
        let at = vertex.index as usize * request.dimensions;
        places[at..at + request.dimensions].copy_from_slice(&place[..request.dimensions]);
    }
    Ok(places)
}

/// Visits all vertices and edges from Start.
fn walk(
    search: &Search,
    stop: &AtomicBool,
    mut visit: impl FnMut(NeighborhoodItem) -> Result<(), WalkFault>,
) -> Result<(), WalkFault> {
    let numbered = search.numbered();
    let ball = Neighborhood::new(&numbered.graph, numbered.start());
    ball.in_memory(numbered.explorer.memory_limit())
        .walk(|met| {
            if stop.load(Ordering::Relaxed) {
                return Err(WalkFault::Stopped);
            }
            visit(met)
        })
}

/// All nodes with `position` and `distance`, and all edges, as `networkx.Graph`.
pub(crate) fn network<'py>(py: Python<'py>, search: &Search) -> PyResult<Bound<'py, PyAny>> {
    let graph = &search.numbered().graph;
    let (nodes, edges) = interruptible(py, None, |stop, _| {
        let (mut nodes, mut edges) = (Vec::new(), Vec::new());
        walk(search, stop, |met| {
            match met {
                NeighborhoodItem::Vertex(vertex) => {
                    let position = graph.configuration(vertex.index);
                    let text = graph.puzzle().write_position(&position);
                    nodes.push((vertex.index, text, vertex.radius));
                }
                NeighborhoodItem::Edge { from, to } => edges.push((from, to)),
            }
            Ok(())
        })?;
        Ok((nodes, edges))
    })?;
    let network = py.import("networkx")?.call_method0("Graph")?;
    for (index, text, distance) in nodes {
        let about = PyDict::new(py);
        about.set_item("position", text)?;
        about.set_item("distance", distance)?;
        network.call_method("add_node", (index,), Some(&about))?;
    }
    network.call_method1("add_edges_from", (edges,))?;
    Ok(network)
}

/// Writes all nodes and edges as two tables, and returns their files.
pub(crate) fn write_parquet(
    search: &Search,
    stem: &Path,
    stop: &AtomicBool,
) -> Result<(PathBuf, PathBuf), Problem> {
    let file = |table: &str| {
        let mut name = stem.as_os_str().to_owned();
        name.push(format!(".{table}.parquet"));
        PathBuf::from(name)
    };
    let (nodes, edges) = (file("nodes"), file("edges"));
    let unfinished = [&nodes, &edges].map(|own| own.with_extension("parquet.unfinished"));
    let written = write_tables(search, &unfinished, stop).and_then(|()| {
        fs::rename(&unfinished[0], &nodes)?;
        Ok(fs::rename(&unfinished[1], &edges)?)
    });
    if written.is_err() {
        for file in &unfinished {
            // The fault of the tables matters; a file that was never made cannot be removed.
            let _ = fs::remove_file(file);
        }
    }
    written?;
    Ok((nodes, edges))
}

fn write_tables(
    search: &Search,
    [nodes, edges]: &[PathBuf; 2],
    stop: &AtomicBool,
) -> Result<(), WalkFault> {
    let graph = &search.numbered().graph;
    let (puzzle, start) = (graph.puzzle(), search.numbered().start());
    let goals = Goals::of(graph);
    let out = |file: &Path| File::create(file).map(BufWriter::new);
    let mut writer = ParquetWriter::new(Some(out(nodes)?), Some(out(edges)?), false)?;
    let mut edge_walk = EdgeWalk::new(graph);
    walk(search, stop, |met| {
        match met {
            NeighborhoodItem::Vertex(vertex) => writer.node(&NodeRow {
                index: vertex.index,
                generation: Some(vertex.radius),
                finish: None,
                position: &puzzle.write_position(&graph.configuration(vertex.index)),
                is_start: vertex.index == start,
                is_goal: goals.contains(vertex.index),
                place: None,
            })?,
            NeighborhoodItem::Edge { from, to } => edge_walk.write(from, to, &mut writer)?,
        }
        Ok(())
    })?;
    Ok(writer.finish()?)
}
