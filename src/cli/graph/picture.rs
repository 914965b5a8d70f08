//! `slidewise graph PUZZLE --out FILE.svg`: the state graph as a picture, a poster or a film.

use super::picture_output::PictureOutput;
use super::placed_graph::{PlacedGraph, PlacesWanted};
use super::poster_boards;
use super::report::{WrittenGraph, distance, report, written};
use super::walk::{GraphWalk, interrupted};
use crate::arguments::NetworkFormat;
use crate::arguments::graph::{ColourScale, OrientationArg, PaperArg};
use crate::io::output::{CommandResult, Output};
use crate::io::progress::Spinner;
use crate::io::setup::threads_of;
use crate::io::signals::{stop_flag, uncancellable};
use crate::pictures::files::{in_pixels, raster_problem, warn_of_missing_letters};
use slidewise_app::{Cause, NamedLevel, Problem};
use slidewise_engine::search::Machine;
use slidewise_layout::{GraphLayout, LayoutKind};
use slidewise_render::picture::{
    BoardScene, GraphDot, GraphPicture, GraphPoster, LevelScene, PDF_SCALE, Paper, PosterBoard,
    RasterError, TurningGraph, pdf,
};
use slidewise_render::{counted, human_bytes};
use slidewise_sokoban::{LevelGraph, LevelLimits};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

/// Pixels for each unit of a poster as PNG: 150 an inch.
const PNG_SCALE: f32 = 150.0 / 96.0;
/// Pixels for each unit of one view in space.
const VIEW_SCALE: f32 = 2.0;
/// Frames of a turn, unless the user names a number.
const FRAMES: u32 = 60;
/// Bytes of each pixel of a poster while it is drawn and encoded.
const PIXEL_BYTES: f64 = 12.0;
/// Width of the cells of a board in pixels, before it is scaled.
const CELL: u32 = 64;

/// A picture that is drawn but not written.
enum DrawnPicture {
    Svg(String),
    Bytes(Vec<u8>),
}

impl PictureOutput<'_> {
    fn scale(&self) -> ColourScale {
        self.args.colour.unwrap_or(ColourScale::Generation)
    }

    fn is_in_space(&self) -> bool {
        self.format == NetworkFormat::Gif || self.args.turn.is_some()
    }

    /// The layout that the arguments ask for.
    fn wanted(&self) -> PlacesWanted<'_> {
        PlacesWanted {
            common: self.common,
            args: self.args,
            dimensions: if self.is_in_space() { 3 } else { 2 },
        }
    }

    /// The paper of a poster; `None` if the picture is none.
    fn paper(&self) -> Option<Paper> {
        let usual = (self.format == NetworkFormat::Pdf).then_some(PaperArg::A4);
        Some(match self.args.size.or(usual)? {
            PaperArg::A0 => Paper::A0,
            PaperArg::A1 => Paper::A1,
            PaperArg::A2 => Paper::A2,
            PaperArg::A3 => Paper::A3,
            PaperArg::A4 => Paper::A4,
            PaperArg::Letter => Paper::Letter,
        })
    }

    /// The part of the graph that the arguments select, in words.
    fn part(&self, metric: &str) -> Option<String> {
        let args = self.args;
        let near = args.max_generation.map(|most| (most, "Start"));
        let around = args.radius.zip(args.around.as_deref());
        let (most, centre) = near.or(around)?;
        Some(format!(
            "Positions at most {} from {centre}",
            distance(most, metric)
        ))
    }

    /// Refuses a poster whose pixels need more memory than there is.
    fn check_memory(&self, paper: Paper) -> Result<(), Problem> {
        let scale = match self.format {
            NetworkFormat::Pdf => PDF_SCALE,
            NetworkFormat::Png => PNG_SCALE,
            _ => return Ok(()),
        };
        let (width, height) = paper.size();
        let needed = (width * height * f64::from(scale).powi(2) * PIXEL_BYTES) as u64;
        let machine = Machine::this().map(|own| own.available);
        match self.common.memory.or(machine) {
            Some(limit) if limit < needed => Err(Problem::new(
                Cause::OutOfMemory {
                    needed: Some(needed),
                    allowed: Some(limit),
                },
                format!(
                    "the pixels of the poster need {} of memory, and the limit is {}",
                    human_bytes(needed),
                    human_bytes(limit)
                ),
                "choose a smaller --size, allow more with --memory, or write an SVG file, which \
                 has no pixels",
            )),
            _ => Ok(()),
        }
    }

    /// Draws a graph and writes the picture; `boards` makes those of a poster.
    fn write(
        self,
        graph: &WrittenGraph<'_>,
        placed: &PlacedGraph,
        boards: impl FnOnce() -> Vec<PosterBoard>,
    ) -> CommandResult {
        let dots = placed.dots(self.scale());
        let mut edges = placed.component.edges.clone();
        let tree_edges = GraphLayout::tree_edges_first(dots.len(), placed.root, &mut edges);
        let picture = GraphPicture {
            title: graph.title,
            subtitle: &format!(
                "{} and {}; each edge is one {}",
                counted(graph.nodes, "position"),
                counted(graph.edges, "edge"),
                graph.metric
            ),
            scale: match self.scale() {
                ColourScale::Generation => "distance from Start",
                ColourScale::Finish => "distance to Finish",
            },
            dots: &dots,
            strong: match placed.layout.kind {
                LayoutKind::Distances => edges.len(),
                LayoutKind::Tree => tree_edges,
            },
            edges: &edges,
            places: &placed.layout.places,
        };
        let drawn = match self.paper() {
            Some(paper) => {
                let part = self.part(graph.metric);
                let figures = poster_boards::figures(placed, graph.metric, part);
                self.poster(&GraphPoster {
                    picture,
                    figures: &figures,
                    boards: &boards(),
                    paper,
                    is_landscape: self
                        .args
                        .orientation
                        .map(|own| own == OrientationArg::Landscape),
                })?
            }
            None if self.is_in_space() => self.in_space(picture)?,
            None => {
                let svg = picture.svg(self.args.theme.into());
                match self.format {
                    NetworkFormat::Png => DrawnPicture::Bytes(in_pixels(self.common, &svg, 1.0)?),
                    _ => DrawnPicture::Svg(svg),
                }
            }
        };
        self.save(graph, drawn)
    }

    fn poster(&self, poster: &GraphPoster<'_>) -> Result<DrawnPicture, Problem> {
        let (svg, size) = poster.svg(self.args.theme.into());
        Ok(match self.format {
            NetworkFormat::Pdf => {
                warn_of_missing_letters(self.common, &svg)?;
                let pages = [svg];
                let made = uncancellable(self.common.quiet, "drawing", || pdf(&pages, size));
                DrawnPicture::Bytes(made.map_err(raster_problem)?)
            }
            NetworkFormat::Png => DrawnPicture::Bytes(in_pixels(self.common, &svg, PNG_SCALE)?),
            _ => DrawnPicture::Svg(svg),
        })
    }

    /// One turn of a graph in space, or one view of it.
    fn in_space(&self, picture: GraphPicture<'_>) -> Result<DrawnPicture, Problem> {
        let (theme, quiet) = (self.args.theme.into(), self.common.quiet);
        if let Some(degrees) = self.args.turn {
            let part = degrees as f32 / 360.0;
            let made = uncancellable(quiet, "drawing", || -> Result<Vec<u8>, RasterError> {
                TurningGraph::new(picture, theme, (VIEW_SCALE, &[part]))?.png(part)
            });
            return made.map(DrawnPicture::Bytes).map_err(raster_problem);
        }
        let count = self.args.frames.unwrap_or(FRAMES);
        let views: Vec<f32> = (0..count).map(|own| own as f32 / count as f32).collect();
        let turning = TurningGraph::new(picture, theme, (1.0, &views)).map_err(raster_problem)?;
        let spinner = Spinner::new(quiet);
        let made = turning.gif((count, threads_of(self.common)), &mut |done| {
            spinner.show(format!("drawing frame {} of {count}", done + 1));
            if stop_flag().load(Ordering::Relaxed) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        spinner.end();
        let made = made.map_err(raster_problem)?;
        Ok(DrawnPicture::Bytes(made.ok_or_else(interrupted)?))
    }

    fn save(self, graph: &WrittenGraph<'_>, drawn: DrawnPicture) -> CommandResult {
        let bytes = match (drawn, &self.file) {
            (DrawnPicture::Svg(svg), None) => return Ok(Output::of_text(svg)),
            (DrawnPicture::Svg(svg), Some(_)) => svg.into_bytes(),
            (DrawnPicture::Bytes(bytes), _) => bytes,
        };
        let file = self.file.expect("bytes are not written to stdout");
        if let Some(damage) = self.common.corruption.raised() {
            return Err(damage.into());
        }
        let name = file.name().to_owned();
        let bytes = file.fill(&bytes)?;
        let files = vec![written(&name, None, bytes)];
        report(graph, self.format.name(), files)
    }
}

impl PlacedGraph {
    /// The dots of the picture.
    fn dots(&self, scale: ColourScale) -> Vec<GraphDot> {
        let vertices = self.component.vertices.iter();
        vertices
            .map(|own| GraphDot {
                distance: match scale {
                    ColourScale::Generation => Some(own.from_start),
                    ColourScale::Finish => own.to_finish,
                },
                is_start: own.index == self.start,
                is_goal: self.is_goal(own.index),
            })
            .collect()
    }
}

/// Draws the configurations and edges of a walk, into a file or onto stdout.
pub(crate) fn draw_graph(walk: &GraphWalk<'_>, output: PictureOutput<'_>) -> CommandResult {
    if output.scale() == ColourScale::Finish && !walk.knows_finish() {
        return Err(Problem::of_input(
            format!("no distance to Finish is known in {}", walk.puzzle().name),
            "--colour generation shows the distance from Start",
        ));
    }
    output
        .paper()
        .map_or(Ok(()), |own| output.check_memory(own))?;
    let placed = PlacedGraph::of_walk(walk, output.wanted())?;
    let written = WrittenGraph::of(walk, placed.size());
    let graph = &walk.numbered.graph;
    let scene = BoardScene::new(walk.puzzle(), output.args.theme.into());
    output.write(&written, &placed, || {
        poster_boards::of(&placed, written.metric, |index| {
            scene.svg(&graph.configuration(index), CELL)
        })
    })
}

/// Draws all positions of a Sokoban level and the pushes or steps between them.
///
/// # Errors
/// If the level has more positions than a picture shows, or its search fails.
pub(crate) fn draw_level(
    named: &NamedLevel,
    graph: &LevelGraph<'_>,
    limits: LevelLimits<'_>,
    output: PictureOutput<'_>,
) -> CommandResult {
    if output.scale() == ColourScale::Finish && limits.max_generation != u64::MAX {
        return Err(Problem::of_input(
            "the distances to a solution need the whole graph, not a part of it",
            "leave out --max-generation, or --colour finish",
        ));
    }
    output
        .paper()
        .map_or(Ok(()), |own| output.check_memory(own))?;
    let placed = PlacedGraph::of_level(graph, limits, output.wanted())?;
    let size = placed.size();
    let written = WrittenGraph {
        name: &named.name,
        title: named.title(),
        metric: graph.metric().name(),
        nodes: size.nodes,
        edges: size.edges,
        radius: size.radius,
    };
    let scene = LevelScene::new(graph.level(), named.title(), output.args.theme.into());
    output.write(&written, &placed, || {
        poster_boards::of(&placed, written.metric, |number| {
            scene.svg(&graph.placing(number), CELL)
        })
    })
}
