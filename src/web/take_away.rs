//! `take_away`: one HTML file that plays a puzzle, with all distances inside.

use super::assets::{game, text};
use super::script_bundle::bundle;
use serde::Serialize;
use slidewise_analysis::{Component, Goals, SearchSources};
use slidewise_answers::{Book, BookDistances, BookHeader, describe};
use slidewise_app::{Cause, Explorer, Numbered, Problem};
use slidewise_engine::graph::Metric;
use slidewise_puzzle::{Configuration, Puzzle};
use slidewise_render::picture::{BoardScene, Theme, style_sheet};
use slidewise_render::with_commas;

/// Greatest number of positions of a component that a page holds.
const MAX_POSITIONS: u32 = 1_000_000;

/// The modules of the page, each after those that it imports.
const MODULES: [&str; 13] = [
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
/// reaches.
///
/// The page counts in the explorer's metric at first, and in all others that suit the puzzle. It is
/// one file, which needs no server and no network.
///
/// # Errors
/// If more than a million positions can be reached, a distance is 65,535 or more, or a search
/// fails.
pub fn take_away(explorer: &Explorer, metric: Metric) -> Result<String, Problem> {
    let puzzle = explorer.puzzle();
    let mut metrics = vec![metric];
    let others = Metric::ALL.into_iter().filter(|&own| own != metric);
    metrics
        .extend(others.filter(|own| own.check(puzzle).is_ok() && is_same_component(*own, puzzle)));
    let mut positions: Vec<Configuration> = Vec::new();
    let mut distances: Vec<BookDistances> = Vec::new();
    for own in metrics {
        let numbered = explorer.clone().metric(own).number()?;
        let listed = listed(&numbered)?;
        let (own_positions, of) = listed.into_iter().unzip();
        positions = own_positions;
        distances.push(BookDistances {
            metric: own.name(),
            from: "goal",
            of,
        });
    }
    let book = Book::pack(puzzle, &positions, &distances).ok_or_else(|| {
        too_large(
            "the distances of this puzzle are too large for a page",
            "play it with `slidewise serve`",
        )
    })?;
    Ok(page(puzzle, metric, &book))
}

fn too_large(message: impl ToString, hint: impl ToString) -> Problem {
    Problem::new(Cause::TooLarge, message, hint)
}

/// Whether a metric reaches the same positions as the others: pushes may pass positions that a rule
/// forbids.
fn is_same_component(metric: Metric, puzzle: &Puzzle) -> bool {
    metric != Metric::Line || puzzle.rules.is_empty()
}

/// All positions that Start reaches, sorted, each with its distance to the nearest goal.
fn listed(numbered: &Numbered) -> Result<Vec<(Configuration, Option<u64>)>, Problem> {
    let (graph, start) = (&numbered.graph, numbered.start());
    // The component is counted before the searches, which may take long if it is large.
    let limits = (MAX_POSITIONS, false);
    if Component::of(graph, start, None, limits)?.is_none() {
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
    let component = Component::of(graph, start, from_goals, limits)?.unwrap_or_default();
    let vertices = component.vertices.iter();
    let mut listed: Vec<_> = vertices
        .map(|own| (graph.configuration(own.index), own.to_finish))
        .collect();
    listed.sort_unstable();
    Ok(listed)
}

/// The page with its style sheets, its script and its data inside.
fn page(puzzle: &Puzzle, metric: Metric, book: &Book) -> String {
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
