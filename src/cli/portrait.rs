//! `slidewise graph PUZZLE --out FILE.svg`: the state graph as a picture.

use super::arguments::{Graph as Words, Scale};
use super::draft::Draft;
use super::graph::{report, written};
use super::output::Output;
use super::picture::in_pixels;
use super::progress::Spinner;
use super::tour::{Ended, Size, Tour, interrupted};
use super::{CommandResult, Failure};
use ahash::AHashMap;
use slidewise_analysis::Met;
use slidewise_render::picture::{Dot, Portrait, layout};
use slidewise_render::{counted, with_commas};
use std::ops::ControlFlow;

/// The most configurations that a picture shows.
const MOST: u64 = 50_000;
/// Where counting those that are too many ends.
const MOST_COUNTED: u64 = 100 * MOST;

/// Draws what a walk meets, into a file or onto stdout.
pub fn draw(tour: &Tour<'_>, words: &Words, is_png: bool, draft: Option<Draft>) -> CommandResult {
    let session = tour.session;
    let scale = words.colour.unwrap_or(Scale::Generation);
    let Walked { size, dots, edges } = Walked::of(tour, scale)?;
    if scale == Scale::Finish && dots.iter().all(|dot| dot.distance.is_none()) {
        return Err(Failure::of_input(
            format!("no distance to Finish is known in {}", session.puzzle.name),
            "--colour generation shows the distance from Start",
        ));
    }
    let spinner = Spinner::new(session.common.quiet);
    let places = layout(dots.len(), &edges, &mut |done, all| {
        spinner.show(format!(
            "{} are spread, {} %",
            counted(size.nodes, "configuration"),
            done * 100 / all
        ));
        match tour.is_stopped() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    spinner.end();
    let places = places.ok_or_else(interrupted)?;
    let metric = session.common.metric.name();
    let svg = Portrait {
        title: &session.puzzle.title,
        subtitle: &format!(
            "{} and {}: one {metric} leads from one to the other",
            counted(size.nodes, "position"),
            counted(size.edges, "edge")
        ),
        scale: match scale {
            Scale::Generation => "distance from Start",
            Scale::Finish => "distance to Finish",
        },
        dots: &dots,
        edges: &edges,
        places: &places,
    }
    .svg(words.theme);
    let Some(draft) = draft else {
        return Ok(Output::of_text(svg));
    };
    let bytes = match is_png {
        true => in_pixels(session.common, &svg)?,
        false => svg.into_bytes(),
    };
    if let Some(damage) = session.common.alarms.raised() {
        return Err(damage.into());
    }
    let file = draft.name().to_owned();
    let bytes = draft.fill(&bytes)?;
    let format = if is_png { "png" } else { "svg" };
    report(session, format, size, vec![written(&file, None, bytes)])
}

/// What a walk met.
struct Walked {
    size: Size,
    dots: Vec<Dot>,
    /// Between which dots.
    edges: Vec<(u32, u32)>,
}

impl Walked {
    /// Walks; a failure if it meets more than a picture shows.
    fn of(tour: &Tour<'_>, scale: Scale) -> Result<Walked, Failure> {
        let start = tour.session.start_index();
        let mut numbers = AHashMap::new();
        let (mut dots, mut edges) = (Vec::new(), Vec::new());
        let mut met = 0;
        let walked = tour.walk(|found| {
            match found {
                Met::Vertex(vertex) => {
                    met += 1;
                    if met > MOST_COUNTED {
                        return Err(Ended::Enough);
                    }
                    if met <= MOST {
                        numbers.insert(vertex.index, dots.len() as u32);
                        dots.push(Dot {
                            distance: match scale {
                                Scale::Generation => tour.generation_of(&vertex),
                                Scale::Finish => vertex.distances[1],
                            },
                            is_start: vertex.index == start,
                            is_goal: tour.is_goal(&vertex),
                        });
                    }
                }
                Met::Edge { from, to } if met <= MOST => {
                    edges.push((numbers[&from], numbers[&to]));
                }
                Met::Edge { .. } => {}
            }
            Ok(())
        });
        match walked {
            Ok(size) if size.nodes <= MOST => Ok(Walked { size, dots, edges }),
            Ok(size) => Err(too_many(&with_commas(size.nodes))),
            Err(Ended::Enough) => {
                let most = with_commas(MOST_COUNTED);
                Err(too_many(&format!("more than {most}")))
            }
            Err(other) => Err(other.into()),
        }
    }
}

fn too_many(how_many: &str) -> Failure {
    Failure::of_input(
        format!(
            "a picture shows {} configurations at most, and this would be {how_many}",
            with_commas(MOST)
        ),
        "--max-generation N, or --around POSITION --radius N, takes a part; other formats take all",
    )
}
