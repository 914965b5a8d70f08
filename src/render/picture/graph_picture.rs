//! Pictures of state graphs: dots and lines at given places, coloured by distance.
//!
//! The same graph gives the same text, byte for byte.

use super::colour_scale::{GraphColours, SHADES, shade_of};
use super::theme::Theme;
use crate::with_commas;
use crate::xml_escape::escaped;
use slidewise_layout::VertexPlace;
use std::fmt::Write;

/// A configuration in the picture of a graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GraphDot {
    /// Distance that the colour of the dot shows; a dot without a distance is grey.
    pub distance: Option<u64>,
    /// Whether the configuration is Start.
    pub is_start: bool,
    /// Whether the configuration is a goal.
    pub is_goal: bool,
}

/// Contents of a picture of a state graph.
#[derive(Clone, Copy, Debug)]
pub struct GraphPicture<'a> {
    /// Title above the graph.
    pub title: &'a str,
    /// Line below the title.
    pub subtitle: &'a str,
    /// Label of the colour scale in the legend.
    pub scale: &'a str,
    /// The configurations, each drawn as a dot.
    pub dots: &'a [GraphDot],
    /// Edges, as pairs of indices into `dots`.
    pub edges: &'a [(u32, u32)],
    /// Number of the first edges that are drawn strongly; the others are faint.
    pub strong: usize,
    /// Places of the configurations, in the order of `dots`.
    pub places: &'a [VertexPlace],
}

/// Greatest width of the graph in pixels.
const MAX_WIDTH: f64 = 1500.0;
/// Greatest height of the graph in pixels.
const MAX_HEIGHT: f64 = 1200.0;
/// Greatest median length of the edges in pixels.
const MAX_LENGTH: f64 = 90.0;
/// Least width of the picture in pixels; the title and the legend need it.
const MIN_WIDTH: f64 = 760.0;
const MARGIN: f64 = 48.0;
/// Height of the title above the graph in pixels.
const HEAD: f64 = 96.0;
/// Height of the legend below the graph in pixels.
const FOOT: f64 = 84.0;

/// The rectangle around the places of a graph, before they are scaled.
#[derive(Clone, Copy, Debug)]
pub(super) struct GraphBounds {
    /// Least x and least y.
    corner: (f64, f64),
    pub width: f64,
    pub height: f64,
    /// Median length of the edges.
    pub edge: f64,
}

/// Places and sizes of a graph, scaled to units of its picture.
#[derive(Clone, Debug)]
pub(super) struct FittedGraph {
    /// The dots' places in the picture: x to the right, y down.
    pub places: Vec<(f64, f64)>,
    /// Diameter of a dot.
    dot: f64,
    /// Units of the picture in the smallest length that is seen.
    fine: f64,
    /// Digits of places behind the point.
    digits: usize,
}

impl GraphPicture<'_> {
    /// Draws the picture as an SVG file.
    ///
    /// # Panics
    /// If `places` and `dots` differ in length, an edge has an index out of range, or `strong` is
    /// greater than the number of edges.
    pub fn svg(&self, theme: Theme) -> String {
        assert_eq!(
            self.places.len(),
            self.dots.len(),
            "`places` and `dots` differ in length"
        );
        let bounds = self.bounds();
        let scale = (MAX_WIDTH / bounds.width)
            .min(MAX_HEIGHT / bounds.height)
            .min(MAX_LENGTH / bounds.edge);
        let high = bounds.height * scale;
        let wide = (bounds.width * scale + 2.0 * MARGIN).max(MIN_WIDTH).ceil();
        let (x, y) = ((wide - bounds.width * scale) / 2.0, HEAD + MARGIN / 2.0);
        let height = (y + high + MARGIN / 2.0 + FOOT).ceil();
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{height}\" \
             viewBox=\"0 0 {wide} {height}\" role=\"img\">\n\
             <title>{title}</title>\n<style>{style}</style>\n\
             <rect class=\"page\" width=\"{wide}\" height=\"{height}\"/>\n\
             <text x=\"{MARGIN}\" y=\"52\" font-size=\"30\">{title}</text>\n\
             <text x=\"{MARGIN}\" y=\"80\" font-size=\"18\">{subtitle}</text>\n",
            title = escaped(self.title),
            subtitle = escaped(self.subtitle),
            style = style_sheet(theme),
        );
        self.draw_graph(&mut svg, &self.fitted(bounds, scale, (x, y), 1.0));
        self.draw_legend(&mut svg, (MARGIN, height - FOOT + 20.0));
        svg += "</svg>\n";
        svg
    }

    /// Draws edges, dots and rings.
    pub(super) fn draw_graph(&self, svg: &mut String, fitted: &FittedGraph) {
        let (strong, faint) = self.edges.split_at(self.strong);
        self.draw_edges(svg, ("faint", faint), fitted);
        self.draw_edges(svg, ("edges", strong), fitted);
        self.draw_dots(svg, fitted);
        self.draw_marks(svg, fitted);
    }

    /// The rectangle around the places.
    pub(super) fn bounds(&self) -> GraphBounds {
        let range = |axis: usize| {
            let parts = self.places.iter().map(|place| f64::from(place[axis]));
            parts.fold((f64::MAX, f64::MIN), |(least, most), at| {
                (least.min(at), most.max(at))
            })
        };
        let ((left, right), (top, bottom)) = (range(0), range(1));
        GraphBounds {
            corner: (left, top),
            width: (right - left).max(1e-9),
            height: (bottom - top).max(1e-9),
            edge: self.usual_length(),
        }
    }

    /// Scales the graph, with the corner of its rectangle at `(x, y)`; `fine` is the number of
    /// units in the smallest length that is seen.
    pub(super) fn fitted(
        &self,
        bounds: GraphBounds,
        scale: f64,
        (x, y): (f64, f64),
        fine: f64,
    ) -> FittedGraph {
        let (left, top) = bounds.corner;
        let fit = |&[own_x, own_y, _]: &VertexPlace| {
            let (own_x, own_y) = (f64::from(own_x), f64::from(own_y));
            ((own_x - left) * scale + x, (own_y - top) * scale + y)
        };
        // Dots must not hide the edges or each other. The diameter is at most half a typical edge,
        // and a fraction of the space for each dot.
        let (wide, high) = (bounds.width * scale, bounds.height * scale);
        let room = (wide.max(40.0) * high.max(40.0) / self.dots.len() as f64).sqrt();
        FittedGraph {
            places: self.places.iter().map(fit).collect(),
            dot: (0.5 * bounds.edge * scale)
                .min(0.3 * room)
                .clamp(1.8 * fine, 16.0),
            fine,
            digits: if fine < 1.0 { 2 } else { 1 },
        }
    }

    /// Median length of the edges before scaling.
    fn usual_length(&self) -> f64 {
        let mut lengths: Vec<f64> = self
            .edges
            .iter()
            .map(|&(from, to)| {
                let (a, b) = (self.places[from as usize], self.places[to as usize]);
                f64::from(a[0] - b[0]).hypot(f64::from(a[1] - b[1]))
            })
            .collect();
        lengths.sort_unstable_by(f64::total_cmp);
        let median = lengths.get(lengths.len() / 2).copied();
        median.unwrap_or(1.0).max(1e-9)
    }

    pub(super) fn most(&self) -> u64 {
        let distances = self.dots.iter().filter_map(|dot| dot.distance);
        distances.max().unwrap_or(0)
    }

    fn draw_edges(
        &self,
        svg: &mut String,
        (class, edges): (&str, &[(u32, u32)]),
        FittedGraph {
            places,
            dot,
            fine,
            digits,
        }: &FittedGraph,
    ) {
        let most = self.most();
        let mut paths = vec![String::new(); SHADES + 1];
        for &(from, to) in edges {
            let ends = [from, to].map(|end| self.dots[end as usize].distance);
            let nearer = ends[0].zip(ends[1]).map(|(one, other)| one.min(other));
            let (a, b) = (places[from as usize], places[to as usize]);
            let path = &mut paths[shade_of(nearer, most)];
            let _ = write!(
                path,
                "M{:.digits$} {:.digits$}L{:.digits$} {:.digits$}",
                a.0, a.1, b.0, b.1
            );
        }
        let _ = writeln!(
            svg,
            "<g class=\"{class}\" stroke-width=\"{:.digits$}\">",
            (dot * 0.3).clamp(0.7 * fine, 2.4)
        );
        write_paths(svg, &paths);
        *svg += "</g>\n";
    }

    fn draw_dots(&self, svg: &mut String, fitted: &FittedGraph) {
        let FittedGraph {
            places,
            dot: width,
            digits,
            ..
        } = fitted;
        let most = self.most();
        let mut paths = vec![String::new(); SHADES + 1];
        for (dot, place) in self.dots.iter().zip(places) {
            let path = &mut paths[shade_of(dot.distance, most)];
            let _ = write!(path, "M{:.digits$} {:.digits$}h0", place.0, place.1);
        }
        let _ = writeln!(svg, "<g class=\"dots\" stroke-width=\"{width:.digits$}\">");
        write_paths(svg, &paths);
        *svg += "</g>\n";
    }

    /// Draws rings around the goals and Start.
    fn draw_marks(&self, svg: &mut String, fitted: &FittedGraph) {
        let (places, width, fine) = (&fitted.places, fitted.dot, fitted.fine);
        let line = if width < 4.0 * fine { 0.8 } else { 1.6 } * fine;
        let small = width * 0.5 + line;
        for (_, place) in self.dots.iter().zip(places).filter(|(dot, _)| dot.is_goal) {
            ring(svg, "goal", *place, small, line);
        }
        let starts = self.dots.iter().zip(places).filter(|(dot, _)| dot.is_start);
        for (_, place) in starts {
            ring(svg, "start", *place, (width * 0.5 + 6.0).max(11.0), 3.0);
        }
    }

    /// Draws the scale and the marks, 24 units high and 720 wide, below `(x, y)`.
    pub(super) fn draw_legend(&self, svg: &mut String, (x, y): (f64, f64)) {
        let most = self.most();
        let step = 16.0;
        let _ = writeln!(svg, "<g class=\"scale\" stroke-width=\"18\">");
        for shade in 0..SHADES {
            let at = x + shade as f64 * step;
            let _ = writeln!(svg, "<path class=\"h{shade}\" d=\"M{at} {y}h{step}\"/>");
        }
        *svg += "</g>\n";
        let end = x + SHADES as f64 * step;
        let below = y + 32.0;
        let mut word = |x: f64, y: f64, anchor: &str, text: &str| {
            let _ = writeln!(
                svg,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"18\" style=\"text-anchor:{anchor}\">{}\
                 </text>",
                escaped(text)
            );
        };
        word(x, below, "start", "0");
        word((x + end) / 2.0, below, "middle", self.scale);
        word(end, below, "end", &with_commas(most));
        let mut at = end + 60.0;
        let goals = self.dots.iter().filter(|dot| dot.is_goal).count();
        word(at + 20.0, y + 6.0, "start", "Start");
        if goals > 0 {
            let text = format!("Finish ({})", with_commas(goals));
            word(at + 120.0, y + 6.0, "start", &text);
        }
        ring(svg, "start", (at, y), 9.0, 3.0);
        at += 104.0;
        if goals > 0 {
            ring(svg, "goal", (at, y), 5.0, 1.6);
        }
    }
}

pub(super) fn ring(svg: &mut String, class: &str, place: (f64, f64), radius: f64, width: f64) {
    let _ = writeln!(
        svg,
        "<circle class=\"{class}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius:.1}\" \
         stroke-width=\"{width}\"/>",
        place.0, place.1
    );
}

fn write_paths(svg: &mut String, paths: &[String]) {
    // What has no distance lies below all others.
    let shades = [SHADES].into_iter().chain(0..SHADES);
    for shade in shades.filter(|&shade| !paths[shade].is_empty()) {
        let path = &paths[shade];
        let _ = writeln!(svg, "<path class=\"h{shade}\" d=\"{path}\"/>");
    }
}

pub(super) fn style_sheet(theme: Theme) -> String {
    let mut sheet = ".edges,.faint,.dots,.scale{fill:none}.edges{opacity:.45}.faint{opacity:.06}\
                     .dots{stroke-linecap:round}.start,.goal{fill:none}\
                     text{font-family:Ubuntu,'DejaVu Sans',Verdana,sans-serif}"
        .to_owned();
    sheet += &ground(theme == Theme::Dark);
    if theme == Theme::Auto {
        let _ = write!(
            sheet,
            "@media (prefers-color-scheme:dark){{{}}}",
            ground(true)
        );
    }
    sheet
}

/// Style rules for a light or dark background.
fn ground(is_dark: bool) -> String {
    let colours = GraphColours::on(is_dark);
    let hex = |[r, g, b]: [u8; 3]| format!("#{r:02x}{g:02x}{b:02x}");
    let mut sheet = format!(
        ".page{{fill:{}}}text{{fill:{}}}.start{{stroke:{}}}.goal{{stroke:{}}}",
        hex(colours.page),
        hex(colours.ink),
        hex(colours.start),
        hex(colours.goal),
    );
    for (shade, colour) in colours.shades.into_iter().enumerate() {
        let _ = write!(sheet, ".h{shade}{{stroke:{}}}", hex(colour));
    }
    sheet
}
