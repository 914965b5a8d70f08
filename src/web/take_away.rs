//! `take_away`: one HTML file that plays a puzzle, with all distances inside.

use super::assets::{game, text};
use super::script_bundle::bundle;
use serde::Serialize;
use slidewise_analysis::{Component, ComponentVertex, Goals, SearchSources};
use slidewise_answers::{Book, BookDistances, BookHeader, describe, drawn_as_book};
use slidewise_app::{Cause, Explorer, Numbered, Problem};
use slidewise_engine::graph::Metric;
use slidewise_layout::{LayoutKind, LayoutRequest};
use slidewise_puzzle::{Configuration, Puzzle};
use slidewise_render::picture::{BoardScene, Theme, style_sheet};
use slidewise_render::with_commas;
use std::ops::ControlFlow;

/// Greatest number of positions of a component that a page holds.
const MAX_POSITIONS: u32 = 1_000_000;
/// Greatest number of positions whose state graph a page of [`take_away`] draws.
const MAX_DRAWN: usize = 200_000;

/// The modules of the page, each after those that it imports.
const MODULES: [&str; 26] = [
    "ask.js",
    "keeping.js",
    "looks.js",
    "moves.js",
    "positions.js",
    "glide.js",
    "player.js",
    "ending.js",
    "board.js",
    "book.js",
    "table.js",
    "aim.js",
    "slices.js",
    "camera.js",
    "colouring.js",
    "graphshaders.js",
    "graphview.js",
    "graphmarks.js",
    "graphhands.js",
    "pointgrid.js",
    "shortestways.js",
    "generations.js",
    "landscape.js",
    "drawing.js",
    "network.js",
    "takeaway.js",
];

/// Width of a cell of the picture of a goal in pixels.
const GOAL_CELL: u32 = 64;

/// What the script of the page must know.
#[derive(Serialize)]
struct PageData<'p, D> {
    puzzle: D,
    metric: &'p str,
    header: &'p BookHeader,
    goals: Vec<String>,
}

/// Makes an HTML page that plays a puzzle, with the exact distances of all positions that Start
/// reaches, and with the state graph if it has at most 200,000 positions.
///
/// The page counts in the explorer's metric at first, and in all others that suit the puzzle. It is
/// one file, which needs no server and no network.
///
/// # Errors
/// If more than a million positions can be reached, a distance is 65,535 or more, or a search
/// fails.
pub fn take_away(explorer: &Explorer, metric: Metric) -> Result<String, Problem> {
    let usual = LayoutRequest::new(LayoutKind::default(), 0);
    made(explorer, metric, usual, MAX_DRAWN)
}

/// Makes the page of [`take_away`] with the state graph, laid out as requested, however large it
/// is.
///
/// # Errors
/// As [`take_away`], or if the layout takes more memory than allowed.
pub fn take_away_graph(
    explorer: &Explorer,
    metric: Metric,
    request: LayoutRequest,
) -> Result<String, Problem> {
    made(explorer, metric, request, usize::MAX)
}

fn made(
    explorer: &Explorer,
    metric: Metric,
    request: LayoutRequest,
    most_drawn: usize,
) -> Result<String, Problem> {
    let puzzle = explorer.puzzle();
    if !puzzle.board.is_plain() {
        return Err(Problem::of_input(
            "a page moves pieces on boards of squares, but this board runs round or is made of \
             lines",
            "`slidewise animate PUZZLE --out FILE.html` plays a solution",
        ));
    }
    let own = ListedPositions::of(explorer.clone().metric(metric).number()?)?;
    let mut distances = vec![BookDistances {
        metric: metric.name(),
        from: "goal",
        of: own.distances(|vertex| vertex.to_finish),
    }];
    let others = Metric::ALL.into_iter().filter(|&other| other != metric);
    for other in others {
        if other.check(puzzle).is_ok() && is_same_component(other, puzzle) {
            let listed = ListedPositions::of(explorer.clone().metric(other).number()?)?;
            distances.push(BookDistances {
                metric: other.name(),
                from: "goal",
                of: listed.distances(|vertex| vertex.to_finish),
            });
        }
    }
    distances.push(BookDistances {
        metric: metric.name(),
        from: "start",
        of: own.distances(|vertex| Some(vertex.from_start)),
    });
    let book = Book::pack(puzzle, &own.positions, &distances).ok_or_else(|| {
        too_large(
            "the distances of this puzzle are too large for a page",
            "play it with `slidewise serve`",
        )
    })?;
    let drawing = (own.positions.len() <= most_drawn).then(|| own.drawing(request, &book));
    let drawing = drawing.transpose()?.unwrap_or_default();
    Ok(page(puzzle, metric, &book, &drawing))
}

fn too_large(message: impl ToString, hint: impl ToString) -> Problem {
    Problem::new(Cause::TooLarge, message, hint)
}

/// Whether a metric reaches the same positions as the others: pushes may pass positions that a rule
/// forbids.
fn is_same_component(metric: Metric, puzzle: &Puzzle) -> bool {
    metric != Metric::Line || puzzle.rules.is_empty()
}

/// All positions that Start reaches in a metric.
struct ListedPositions {
    numbered: Numbered,
    component: Component,
    /// The positions, sorted, so that they are in the same order in all metrics.
    positions: Vec<Configuration>,
    /// For each of them, its vertex.
    vertices: Vec<u32>,
}

impl ListedPositions {
    fn of(numbered: Numbered) -> Result<ListedPositions, Problem> {
        let (graph, start) = (&numbered.graph, numbered.start());
        // The component is counted before the searches, which may take long if it is large.
        if Component::of(graph, start, None, (MAX_POSITIONS, false))?.is_none() {
            return Err(too_large(
                format!(
                    "more than {} positions of this puzzle can be reached, too many for a page",
                    with_commas(u64::from(MAX_POSITIONS))
                ),
                "play it with `slidewise serve`",
            ));
        }
        // Without a reachable goal there are no distances.
        let marked = numbered.search_from_goals()?.ok();
        let goals = Goals::of(graph);
        let from_goals = marked
            .as_ref()
            .map(|marked| marked.explored(graph, SearchSources::Goals(&goals)));
        let component = Component::of(graph, start, from_goals, (MAX_POSITIONS, true))?;
        let component = component.unwrap_or_default();
        let indices = component.vertices.iter().map(|own| own.index);
        let mut listed: Vec<(Configuration, u32)> = indices
            .map(|index| graph.configuration(index))
            .zip(0..)
            .collect();
        listed.sort_unstable();
        let (positions, vertices) = listed.into_iter().unzip();
        drop(goals);
        drop(marked);
        Ok(ListedPositions {
            numbered,
            component,
            positions,
            vertices,
        })
    }

    /// A distance of each position.
    fn distances(&self, of: impl Fn(&ComponentVertex) -> Option<u64>) -> Vec<Option<u64>> {
        let vertices = self.vertices.iter();
        vertices
            .map(|&own| of(&self.component.vertices[own as usize]))
            .collect()
    }

    /// The state graph as the page unpacks it, numbered as the book.
    fn drawing(&self, request: LayoutRequest, book: &Book) -> Result<Vec<u8>, Problem> {
        let tell = &mut |_: usize, _: usize| ControlFlow::Continue(());
        let layout = self.numbered.layout(&self.component, request, tell)?;
        let layout = layout.ok_or_else(|| {
            Problem::of_stop("the layout was interrupted", "run the command again")
        })?;
        let order = book.order.iter().map(|&at| self.vertices[at as usize]);
        Ok(drawn_as_book(
            &self.component,
            &layout,
            &order.collect::<Vec<u32>>(),
        ))
    }
}

/// The page with its style sheets, its script and its data inside.
fn page(puzzle: &Puzzle, metric: Metric, book: &Book, drawing: &[u8]) -> String {
    let scene = BoardScene::new(puzzle, Theme::Auto);
    let data = PageData {
        puzzle: describe(puzzle, String::new(), None),
        metric: metric.name(),
        header: &book.header,
        goals: puzzle
            .goals
            .iter()
            .take(4)
            .map(|goal| scene.goal_svg(goal, GOAL_CELL))
            .collect(),
    };
    // The data stand inside a script element, which only a `<` could end too early.
    let data = serde_json::to_string(&data).expect("the records are plain");
    let data = data.replace('<', "\\u003c");
    let alone = ("source.js", text("alone.js"));
    let script = bundle(
        [alone]
            .into_iter()
            .chain(MODULES.map(|name| (name, text(name)))),
    );
    // The data are inserted last, so that nothing in them is taken for a placeholder.
    text("takeaway.html")
        .replace(
            "{{style}}",
            &format!("{}\n{}", style_sheet(Theme::Auto), text("style.css")),
        )
        .replace("{{game}}", game())
        .replace("{{script}}", &script)
        .replace("{{book}}", &base64(&book.bytes))
        .replace("{{drawing}}", &base64(drawing))
        .replace("{{data}}", &data)
}

/// Encodes bytes as Base64 (RFC 4648).
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |at: usize| u32::from(group.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * place)) as usize & 63];
            text.push(if place > group.len() {
                '='
            } else {
                char::from(digit)
            });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_the_standard() {
        // The test vectors of RFC 4648, section 10.
        let vectors = [
            "", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy",
        ];
        for (length, wanted) in vectors.into_iter().enumerate() {
            assert_eq!(base64(&b"foobar"[..length]), wanted);
        }
    }

    #[test]
    fn a_page_is_one_file_and_a_large_puzzle_is_refused() {
        let puzzle = Puzzle::open("tiles:2x3").unwrap();
        let page = take_away(&Explorer::new(&puzzle), Metric::Step).unwrap();
        for outside in ["src=", "<link", "@import", "import {", "export ", "{{"] {
            assert!(!page.contains(outside), "{outside}");
        }
        let puzzle = Puzzle::open("tiles:3x4").unwrap();
        let refused = take_away(&Explorer::new(&puzzle), Metric::Step).unwrap_err();
        assert_eq!(refused.cause(), &Cause::TooLarge);
    }
}
