//! `slidewise graph LEVEL`: the directed graph of a level as a file for other programs.

use super::placed_graph::{PlacedGraph, PlacesWanted};
use super::report::{WrittenGraph, report};
use super::walk::WalkError;
use super::{GraphOutputs, destinations_of, format_of, picture, targets_of};
use crate::arguments::{CommonArgs, GraphArgs, NetworkFormat};
use crate::io::level_word::metric_of;
use crate::io::output::{CommandResult, Output};
use crate::io::signals::stop_flag;
use crate::sokoban::searches::{LevelObserver, limits};
use ahash::AHashMap;
use slidewise_app::{NamedLevel, Problem};
use slidewise_board::Direction;
use slidewise_render::graph_files::{EdgeRow, GraphHeader, GraphWriter, NodeRow};
use slidewise_render::with_commas;
use slidewise_sokoban::{BoxSpace, LevelGraph, LevelLimits, LevelSearch};
use std::io;
use std::sync::atomic::Ordering;

/// Greatest number of positions: each is held with its distance to a solution.
const MOST: u64 = 20_000_000;

/// Writes the graph of a level, with all positions or those near the start.
pub(crate) fn run(common: &CommonArgs, args: &GraphArgs, named: &NamedLevel) -> CommandResult {
    let format = format_of(args)?;
    check_suits_levels(format, args)?;
    let targets = targets_of(common, args, format)?;
    let destinations = destinations_of(targets, args)?;
    let metric = metric_of(common)?;
    let graph = named.graph(metric, BoxSpace::All)?;
    // The signal handler removes unfinished files, so install it before the first file is created.
    stop_flag();
    let mut outputs = GraphOutputs::begin(destinations)?;
    let within = LevelLimits {
        max_generation: args.max_generation.unwrap_or(u64::MAX),
        ..limits(common)
    };
    if format.is_picture() {
        let output = outputs.for_picture(common, args, format);
        return picture::draw_level(named, &graph, within, output);
    }
    let observer = LevelObserver::new(common, metric);
    let found = named.search(&graph, None, within, &observer)?;
    if found.positions() > MOST {
        return Err(Problem::of_input(
            format!(
                "the graph has {} positions, and at most {} are written",
                with_commas(found.positions()),
                with_commas(MOST)
            ),
            "write a part with --max-generation N",
        ));
    }
    let wanted = PlacesWanted::of(common, args, format);
    let placed = wanted.map(|wanted| PlacedGraph::of_level(&graph, within, wanted));
    let placed = placed.transpose()?;
    let finish = if args.no_finish {
        None
    } else {
        // A part of the graph does not hold the ways from its rim, so all positions are searched.
        let all = named.search(&graph, None, limits(common), &observer)?;
        Some(distances_to_solutions(&graph, &all, limits(common))?)
    };
    let subject = GraphHeader {
        puzzle: &named.name,
        metric: metric.name(),
        is_directed: true,
        has_places: placed.is_some(),
    };
    let network = LevelNetwork {
        graph: &graph,
        found: &found,
        finish: finish.as_ref(),
        placed: placed.as_ref(),
    };
    let written = outputs
        .writer(format, &subject)
        .and_then(|mut writer| network.write(writer.as_mut()));
    let edges = match written {
        Ok(edges) => edges,
        // The reader of stdout has closed the pipe, which is no error.
        Err(WalkError::Io(error))
            if outputs.is_to_stdout() && error.kind() == io::ErrorKind::BrokenPipe =>
        {
            return Ok(Output::of_text(String::new()));
        }
        Err(WalkError::Io(error)) => return Err(outputs.failure(error)),
        Err(other) => return Err(other.into()),
    };
    let written = WrittenGraph {
        name: &named.name,
        title: named.title(),
        metric: metric.name(),
        nodes: found.positions(),
        edges,
        radius: found.depth(),
    };
    report(&written, format.name(), outputs.keep()?)
}

/// Refuses what the graph of a level does not have.
fn check_suits_levels(format: NetworkFormat, args: &GraphArgs) -> Result<(), Problem> {
    format.check_is_built()?;
    if format == NetworkFormat::Html {
        return Err(Problem::of_input(
            "no page shows the state graph of a Sokoban level outside of `serve`",
            "`slidewise serve LEVELS` shows it, or draw a picture with --out FILE.svg",
        ));
    }
    if args.around.is_some() {
        return Err(Problem::of_input(
            "--around does not exist for Sokoban levels: edges lead one way",
            "give that position with --start, and --max-generation for the radius",
        ));
    }
    Ok(())
}

/// The distance to a solution of each live position; all others are dead.
fn distances_to_solutions(
    graph: &LevelGraph<'_>,
    all: &LevelSearch,
    limits: LevelLimits<'_>,
) -> Result<AHashMap<u64, u64>, Problem> {
    let live = all.live(graph, limits)?;
    if live.positions() > MOST {
        return Err(Problem::of_input(
            format!(
                "distances to solutions are kept for at most {} positions",
                with_commas(MOST)
            ),
            "--no-finish leaves them out",
        ));
    }
    let mut distances = AHashMap::new();
    for generation in 0..live.counts().len() as u64 {
        let members = live.generation(generation)?;
        distances.extend(members.into_iter().map(|number| (number, generation)));
    }
    Ok(distances)
}

/// What is written.
struct LevelNetwork<'a> {
    graph: &'a LevelGraph<'a>,
    found: &'a LevelSearch,
    /// The distances to a solution, unless they are left out.
    finish: Option<&'a AHashMap<u64, u64>>,
    placed: Option<&'a PlacedGraph>,
}

impl LevelNetwork<'_> {
    /// Writes all positions, then all edges between them; returns the number of edges.
    fn write(&self, writer: &mut dyn GraphWriter) -> Result<u64, WalkError> {
        let level = self.graph.level();
        let start = self.graph.number(level.start());
        self.each(|number, generation| {
            let placing = self.graph.placing(number);
            let position = level.write_position(&placing);
            writer.node(&NodeRow {
                index: number,
                generation: Some(generation),
                finish: self.finish.and_then(|finish| finish.get(&number).copied()),
                position: &position,
                is_start: Some(number) == start,
                is_goal: self.graph.is_solved(number),
                place: self.placed.map(|placed| placed.place(number)),
            })
        })?;
        let mut edges = 0;
        self.each(|number, _| {
            for edge in self.graph.edges(number) {
                if !self.found.contains(edge.to) {
                    continue;
                }
                edges += 1;
                writer.link(&EdgeRow {
                    from: number,
                    to: edge.to,
                    piece: if edge.is_push { "$" } else { "@" },
                    cell: &level.name_of(edge.cell),
                    letters: &Direction::letter(edge.direction).to_string(),
                })?;
            }
            Ok(())
        })?;
        writer.finish()?;
        Ok(edges)
    }

    /// Calls `visit` with each position and its generation.
    fn each(&self, mut visit: impl FnMut(u64, u64) -> io::Result<()>) -> Result<(), WalkError> {
        for generation in 0..self.found.counts().len() as u64 {
            if stop_flag().load(Ordering::Relaxed) {
                return Err(WalkError::Interrupted);
            }
            let members = self.found.generation(generation);
            let members = members.map_err(|error| WalkError::Io(io::Error::other(error)))?;
            for number in members {
                visit(number, generation)?;
            }
        }
        Ok(())
    }
}
