//! `GraphPoster`: a state graph on one page, with the boards at its ends.

use super::graph_picture::{FittedGraph, GraphBounds, GraphPicture, ring, style_sheet};
use super::paper::Paper;
use super::theme::Theme;
use crate::xml_escape::escaped;
use slidewise_layout::VertexPlace;
use std::fmt::Write;

/// Short side of a page in units of its drawing, whatever the size of the paper.
const SHORT: f64 = 794.0;
const MARGIN: f64 = 40.0;
/// Height of the title and the two lines below it.
const HEAD: f64 = 92.0;
/// Height of the legend.
const FOOT: f64 = 74.0;
/// Width of the legend.
const LEGEND: f64 = 714.0;
/// Height of the boards below the graph, or their width beside it.
const STRIP: f64 = 196.0;
/// Height of the words above a board.
const WORDS: f64 = 30.0;
/// Space between boards, and between them and the graph.
const GAP: f64 = 24.0;
/// Greatest median length of the edges.
const MAX_LENGTH: f64 = 140.0;
/// Radius of the circle around a letter.
const BADGE: f64 = 10.0;
/// Length of the line from a letter to its dot.
const LEADER: f64 = 34.0;
/// Number of places for a letter around its dot.
const WAYS: u32 = 24;

/// A board on a poster, with a letter that stands beside its dot, too.
#[derive(Clone, Debug)]
pub struct PosterBoard {
    /// Words beside the letter.
    pub words: String,
    /// The board as an SVG file.
    pub svg: String,
    /// Number of the dot.
    pub dot: usize,
}

/// A poster of a state graph.
#[derive(Clone, Debug)]
pub struct GraphPoster<'a> {
    /// The graph, with title, first line below it and legend.
    pub picture: GraphPicture<'a>,
    /// Second line below the title.
    pub figures: &'a str,
    /// Boards of some dots.
    pub boards: &'a [PosterBoard],
    /// The size of the paper.
    pub paper: Paper,
    /// Whether the long side of the paper lies; `None` for the way in which the graph is larger.
    pub is_landscape: Option<bool>,
}

/// Where everything stands on a page.
#[derive(Clone, Copy)]
struct PosterFrame {
    is_landscape: bool,
    /// Whether the graph is turned by 90 degrees.
    is_turned: bool,
    width: f64,
    height: f64,
    /// Corner and size of the room for the graph.
    room: [f64; 4],
    /// Units of the page for each of the layout.
    scale: f64,
}

impl GraphPoster<'_> {
    /// Draws the poster as an SVG file; returns it with its width and height, 96 units an inch.
    ///
    /// # Panics
    /// As [`GraphPicture::svg`], and if a board names a dot that does not exist.
    pub fn svg(&self, theme: Theme) -> (String, (f64, f64)) {
        let frame = self.frame();
        let (short, long) = self.paper.size();
        let (paper_width, paper_height) = if frame.is_landscape {
            (long, short)
        } else {
            (short, long)
        };
        let turned: Vec<VertexPlace>;
        let mut picture = self.picture;
        if frame.is_turned {
            let places = picture.places.iter();
            turned = places.map(|&[x, y, z]| [-y, x, z]).collect();
            picture.places = &turned;
        }
        let bounds = picture.bounds();
        let [x, y, wide, high] = frame.room;
        let corner = (
            x + (wide - bounds.width * frame.scale) / 2.0,
            y + (high - bounds.height * frame.scale) / 2.0,
        );
        let fitted = picture.fitted(bounds, frame.scale, corner, SHORT / short);
        let (width, height) = (frame.width, frame.height);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{paper_width:.2}\" \
             height=\"{paper_height:.2}\" viewBox=\"0 0 {width:.2} {height:.2}\" role=\"img\">\n\
             <title>{}</title>\n<style>{}</style>\n\
             <rect class=\"page\" width=\"{width:.2}\" height=\"{height:.2}\"/>\n",
            escaped(picture.title),
            style_sheet(theme),
        );
        let title_size = (1.8 * (width - 2.0 * MARGIN) / letters(picture.title)).min(30.0);
        text(&mut svg, (MARGIN, MARGIN + 26.0), title_size, picture.title);
        for (line, words) in (0_u8..).zip([picture.subtitle, self.figures]) {
            let y = MARGIN + 52.0 + 20.0 * f64::from(line);
            text(&mut svg, (MARGIN, y), 15.0, words);
        }
        picture.draw_graph(&mut svg, &fitted);
        self.draw_letters(&mut svg, &fitted, &frame);
        self.draw_boards(&mut svg, &frame);
        let zoom = (width - 2.0 * MARGIN).min(LEGEND) / LEGEND;
        let _ = writeln!(
            svg,
            "<g transform=\"translate({MARGIN} {:.2}) scale({zoom:.4})\">",
            height - MARGIN - 34.0
        );
        picture.draw_legend(&mut svg, (0.0, 0.0));
        svg += "</g>\n</svg>\n";
        (svg, (paper_width, paper_height))
    }

    /// Where everything stands, so that the graph is as large as it can be.
    fn frame(&self) -> PosterFrame {
        let bounds = self.picture.bounds();
        let ways = [false, true].into_iter().flat_map(|is_landscape| {
            [false, true].map(|is_turned| self.frame_of(bounds, is_landscape, is_turned))
        });
        let wanted = ways.filter(|own| self.is_landscape.is_none_or(|is| is == own.is_landscape));
        let best = wanted.reduce(|best, own| if own.scale > best.scale { own } else { best });
        best.expect("there are two ways for each way of the paper")
    }

    fn frame_of(&self, bounds: GraphBounds, is_landscape: bool, is_turned: bool) -> PosterFrame {
        let (short, long) = self.paper.size();
        let long = SHORT * long / short;
        let (width, height) = if is_landscape {
            (long, SHORT)
        } else {
            (SHORT, long)
        };
        let strip = if self.boards.is_empty() {
            0.0
        } else {
            STRIP + GAP
        };
        let (beside, below) = if is_landscape {
            (strip, 0.0)
        } else {
            (0.0, strip)
        };
        let room = [
            MARGIN,
            MARGIN + HEAD,
            width - 2.0 * MARGIN - beside,
            height - 2.0 * MARGIN - HEAD - FOOT - below,
        ];
        let (wide, high) = if is_turned {
            (bounds.height, bounds.width)
        } else {
            (bounds.width, bounds.height)
        };
        PosterFrame {
            is_landscape,
            is_turned,
            width,
            height,
            room,
            scale: (room[2] / wide)
                .min(room[3] / high)
                .min(MAX_LENGTH / bounds.edge),
        }
    }

    /// Draws a letter beside the dot of each board, where the fewest dots are hidden.
    fn draw_letters(&self, svg: &mut String, fitted: &FittedGraph, frame: &PosterFrame) {
        let mut taken: Vec<(f64, f64)> = Vec::new();
        for (letter, board) in ('A'..='Z').zip(self.boards) {
            let dot = fitted.places[board.dot];
            let at = free_place(dot, &fitted.places, &taken, frame.room);
            taken.push(at);
            let _ = writeln!(
                svg,
                "<path class=\"start\" stroke-width=\"1\" d=\"M{:.2} {:.2}L{:.2} {:.2}\"/>",
                dot.0, dot.1, at.0, at.1
            );
            badge(svg, at, letter);
        }
    }

    /// Draws the boards with their words, below the graph or beside it.
    fn draw_boards(&self, svg: &mut String, frame: &PosterFrame) {
        let [x, y, wide, high] = frame.room;
        let count = self.boards.len() as f64;
        let (corner, step, cell) = if frame.is_landscape {
            let each = (high + GAP) / count;
            ((x + wide + GAP, y), (0.0, each), (STRIP, each - GAP))
        } else {
            let each = (wide + GAP) / count;
            ((x, y + high + GAP), (each, 0.0), (each - GAP, STRIP))
        };
        for (number, (letter, board)) in (0_u8..).zip(('A'..='Z').zip(self.boards)) {
            let number = f64::from(number);
            let (x, y) = (corner.0 + number * step.0, corner.1 + number * step.1);
            badge(svg, (x + BADGE + 1.0, y + BADGE + 1.0), letter);
            let room = cell.0 - 2.0 * BADGE - 8.0;
            let size = (1.9 * room / letters(&board.words)).min(15.0);
            let at = (x + 2.0 * BADGE + 8.0, y + BADGE + 1.0 + 0.35 * size);
            text(svg, at, size, &board.words);
            let [width, height] = ["width", "height"].map(|name| length_of(&board.svg, name));
            let zoom = (cell.0 / width).min((cell.1 - WORDS) / height);
            let _ = writeln!(
                svg,
                "<g transform=\"translate({x:.2} {:.2}) scale({zoom:.4})\">{}</g>",
                y + WORDS,
                board.svg
            );
        }
    }
}

/// A place beside a dot for a letter: of a few around it, that with the fewest dots near it, of
/// several the farthest from the middle; none is near a letter that stands already.
fn free_place(
    (x, y): (f64, f64),
    dots: &[(f64, f64)],
    taken: &[(f64, f64)],
    [left, top, wide, high]: [f64; 4],
) -> (f64, f64) {
    let apart = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).hypot(a.1 - b.1);
    let middle = (left + wide / 2.0, top + high / 2.0);
    let ways = (0..WAYS).map(|way| {
        let angle = f64::from(way) / f64::from(WAYS) * std::f64::consts::TAU;
        (x + LEADER * angle.cos(), y + LEADER * angle.sin())
    });
    let is_on_page = |at: &(f64, f64)| {
        let near = BADGE - MARGIN;
        at.0 > left + near && at.0 < left + wide - near && at.1 > top && at.1 < top + high - near
    };
    let is_apart = |at: &(f64, f64)| taken.iter().all(|other| apart(*at, *other) > 2.5 * BADGE);
    let free = ways.filter(|at| is_on_page(at) && is_apart(at));
    let hidden = |at: &(f64, f64)| {
        let near = dots.iter().filter(|dot| apart(**dot, *at) < BADGE + 2.0);
        (near.count(), -apart(*at, middle) as i64)
    };
    free.min_by_key(hidden).unwrap_or((x, y - LEADER))
}

/// A letter in a circle.
fn badge(svg: &mut String, at: (f64, f64), letter: char) {
    let _ = writeln!(
        svg,
        "<circle class=\"page\" cx=\"{:.2}\" cy=\"{:.2}\" r=\"{BADGE}\"/>",
        at.0, at.1
    );
    ring(svg, "start", at, BADGE, 1.5);
    let _ = writeln!(
        svg,
        "<text x=\"{:.2}\" y=\"{:.2}\" font-size=\"14\" style=\"text-anchor:middle\">\
         {letter}</text>",
        at.0,
        at.1 + 5.0
    );
}

fn text(svg: &mut String, (x, y): (f64, f64), size: f64, words: &str) {
    let _ = writeln!(
        svg,
        "<text x=\"{x:.2}\" y=\"{y:.2}\" font-size=\"{size:.2}\" style=\"text-anchor:start\">{}\
         </text>",
        escaped(words)
    );
}

/// Number of letters, at least 1.
fn letters(words: &str) -> f64 {
    words.chars().count().max(1) as f64
}

/// A length in the first element of an SVG file, such as its width.
fn length_of(svg: &str, name: &str) -> f64 {
    let begin = format!(" {name}=\"");
    let value = svg
        .split(&begin)
        .nth(1)
        .and_then(|own| own.split('"').next());
    value.and_then(|own| own.parse().ok()).unwrap_or(1.0)
}
