//! Pictures of state graphs: dots and lines at given places, coloured by distance.
//!
//! The same graph gives the same text, byte for byte.

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
/// Number of colours in the scale.
const SHADES: usize = 24;

/// Places and sizes of a graph, scaled to pixels of its picture.
struct FittedGraph {
    /// The dots' places in the picture: x to the right, y down.
    places: Vec<(f64, f64)>,
    /// Width of the picture in pixels.
    width: f64,
    /// Height of the picture in pixels.
    height: f64,
    /// Diameter of a dot in pixels.
    dot: f64,
}

/// Samples of the colour map viridis (van der Walt and Smith 2015), which is safe for colour-blind
/// readers.
const VIRIDIS: [[u8; 3]; 11] = [
    [68, 1, 84],
    [72, 36, 117],
    [65, 68, 135],
    [53, 95, 141],
    [42, 120, 142],
    [33, 145, 140],
    [34, 168, 132],
    [68, 191, 112],
    [122, 209, 81],
    [189, 223, 38],
    [253, 231, 37],
];

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
        let FittedGraph {
            places,
            width: wide,
            height,
            dot: width,
        } = self.fitted();
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
        let (strong, faint) = self.edges.split_at(self.strong);
        self.draw_edges(&mut svg, ("faint", faint), &places, width);
        self.draw_edges(&mut svg, ("edges", strong), &places, width);
        self.draw_dots(&mut svg, &places, width);
        self.draw_marks(&mut svg, &places, width);
        self.draw_legend(&mut svg, height - FOOT + 20.0);
        svg += "</svg>\n";
        svg
    }

    /// Scales the graph to the greatest size that fits the picture.
    fn fitted(&self) -> FittedGraph {
        let range = |axis: usize| {
            let parts = self.places.iter().map(|place| f64::from(place[axis]));
            parts.fold((f64::MAX, f64::MIN), |(least, most), at| {
                (least.min(at), most.max(at))
            })
        };
        let ((left, right), (top, bottom)) = (range(0), range(1));
        let (wide, high) = ((right - left).max(1e-9), (bottom - top).max(1e-9));
        let length = self.usual_length();
        let scale = (MAX_WIDTH / wide)
            .min(MAX_HEIGHT / high)
            .min(MAX_LENGTH / length);
        let (wide, high) = (wide * scale, high * scale);
        let width = (wide + 2.0 * MARGIN).max(MIN_WIDTH).ceil();
        let (x, y) = ((width - wide) / 2.0, HEAD + MARGIN / 2.0);
        let fit = |&[own_x, own_y, _]: &VertexPlace| {
            let (own_x, own_y) = (f64::from(own_x), f64::from(own_y));
            ((own_x - left) * scale + x, (own_y - top) * scale + y)
        };
        // Dots must not hide the edges or each other. The diameter is at most half a typical edge,
        // and a fraction of the space for each dot.
        let room = (wide.max(40.0) * high.max(40.0) / self.dots.len() as f64).sqrt();
        FittedGraph {
            places: self.places.iter().map(fit).collect(),
            width,
            height: (y + high + MARGIN / 2.0 + FOOT).ceil(),
            dot: (0.5 * length * scale).min(0.3 * room).clamp(1.8, 16.0),
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

    fn most(&self) -> u64 {
        let distances = self.dots.iter().filter_map(|dot| dot.distance);
        distances.max().unwrap_or(0)
    }

    /// Index of the style class for a distance: a shade, or `SHADES` if the distance is unknown.
    ///
    /// `most` is the greatest distance in the graph.
    fn shade(&self, distance: Option<u64>, most: u64) -> usize {
        match distance {
            None => SHADES,
            Some(_) if most == 0 => 0,
            Some(distance) => {
                (distance as f64 / most as f64 * (SHADES - 1) as f64).round() as usize
            }
        }
    }

    fn draw_edges(
        &self,
        svg: &mut String,
        (class, edges): (&str, &[(u32, u32)]),
        places: &[(f64, f64)],
        width: f64,
    ) {
        let most = self.most();
        let mut paths = vec![String::new(); SHADES + 1];
        for &(from, to) in edges {
            let ends = [from, to].map(|end| self.dots[end as usize].distance);
            let nearer = ends[0].zip(ends[1]).map(|(one, other)| one.min(other));
            let (a, b) = (places[from as usize], places[to as usize]);
            let path = &mut paths[self.shade(nearer, most)];
            let _ = write!(path, "M{:.1} {:.1}L{:.1} {:.1}", a.0, a.1, b.0, b.1);
        }
        let _ = writeln!(
            svg,
            "<g class=\"{class}\" stroke-width=\"{:.1}\">",
            (width * 0.3).clamp(0.7, 2.4)
        );
        write_paths(svg, &paths);
        *svg += "</g>\n";
    }

    fn draw_dots(&self, svg: &mut String, places: &[(f64, f64)], width: f64) {
        let most = self.most();
        let mut paths = vec![String::new(); SHADES + 1];
        for (dot, place) in self.dots.iter().zip(places) {
            let path = &mut paths[self.shade(dot.distance, most)];
            let _ = write!(path, "M{:.1} {:.1}h0", place.0, place.1);
        }
        let _ = writeln!(svg, "<g class=\"dots\" stroke-width=\"{width:.1}\">");
        write_paths(svg, &paths);
        *svg += "</g>\n";
    }

    /// Draws rings around the goals and Start.
    fn draw_marks(&self, svg: &mut String, places: &[(f64, f64)], width: f64) {
        let (small, line) = if width < 4.0 {
            (width * 0.5 + 0.8, 0.8)
        } else {
            (width * 0.5 + 1.6, 1.6)
        };
        for (_, place) in self.dots.iter().zip(places).filter(|(dot, _)| dot.is_goal) {
            ring(svg, "goal", *place, small, line);
        }
        let starts = self.dots.iter().zip(places).filter(|(dot, _)| dot.is_start);
        for (_, place) in starts {
            ring(svg, "start", *place, (width * 0.5 + 6.0).max(11.0), 3.0);
        }
    }

    fn draw_legend(&self, svg: &mut String, y: f64) {
        let most = self.most();
        let (x, step) = (MARGIN, 16.0);
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
                "<text x=\"{x}\" y=\"{y}\" font-size=\"18\" text-anchor=\"{anchor}\">{}</text>",
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

fn ring(svg: &mut String, class: &str, place: (f64, f64), radius: f64, width: f64) {
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

fn style_sheet(theme: Theme) -> String {
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
///
/// The colour scale omits the colours that would be hard to see on the background.
fn ground(dark: bool) -> String {
    let (page, ink, grey, start, goal, from, to) = if dark {
        (
            "#16181d", "#e8e8e8", "#6b7280", "#ffffff", "#ff7f32", 0.16, 1.0,
        )
    } else {
        (
            "#ffffff", "#1b1b1b", "#b4b9c2", "#1b1b1b", "#d55e00", 0.0, 0.9,
        )
    };
    let mut sheet = format!(
        ".page{{fill:{page}}}text{{fill:{ink}}}.start{{stroke:{start}}}\
         .goal{{stroke:{goal}}}.h{SHADES}{{stroke:{grey}}}"
    );
    for shade in 0..SHADES {
        let part = shade as f64 / (SHADES - 1) as f64;
        let [r, g, b] = viridis(from + (to - from) * part);
        let _ = write!(sheet, ".h{shade}{{stroke:#{r:02x}{g:02x}{b:02x}}}");
    }
    sheet
}

/// Colour of the map viridis at the fraction `part`, from 0 to 1.
fn viridis(part: f64) -> [u8; 3] {
    let at = part.clamp(0.0, 1.0) * (VIRIDIS.len() - 1) as f64;
    let before = (at as usize).min(VIRIDIS.len() - 2);
    let rest = at - before as f64;
    let (one, other) = (VIRIDIS[before], VIRIDIS[before + 1]);
    std::array::from_fn(|part| {
        let (one, other) = (f64::from(one[part]), f64::from(other[part]));
        (one + (other - one) * rest).round() as u8
    })
}
