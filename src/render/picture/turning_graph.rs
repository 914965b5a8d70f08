//! `TurningGraph`: a layout in space, seen from any side, as frames in pixels.
//!
//! Millions of dots and lines in each of many frames are drawn into pixels at once, without SVG.

use super::canvas::Canvas;
use super::colour_scale::{GraphColours, mixed, shade_of};
use super::gif_palette::GifPalette;
use super::graph_picture::{GraphPicture, style_sheet};
use super::raster::{RasterError, encoded_png, pixels};
use super::theme::Theme;
use crate::xml_escape::escaped;
use gif::{Encoder, Frame, Repeat};
use resvg::tiny_skia::Pixmap;
use slidewise_layout::VertexPlace;
use std::borrow::Cow;
use std::fmt::Write;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::thread;

/// Width and height of a frame, and the heights of the title above and the legend below the graph.
const WIDTH: f32 = 800.0;
const HEIGHT: f32 = 680.0;
const HEAD: f32 = 76.0;
const FOOT: f32 = 70.0;
const MARGIN: f32 = 16.0;
/// Sine and cosine of the angle by which the graph is seen from above.
const TILT: (f32, f32) = (0.26, 0.9656);
/// Distance of the eye, in radii of the graph.
const EYE: f32 = 3.0;
/// Share of the background in the colour of what is farthest.
const HAZE: f32 = 0.72;
/// Least opacity of edges, which those outside the tree have.
const FAINT: f32 = 0.04;
/// Levels of depth, from the farthest to the nearest.
const LEVELS: usize = 96;
/// Hundredths of a second of a whole turn.
const TURN: u32 = 800;

/// A state graph in space.
pub struct TurningGraph<'a> {
    picture: GraphPicture<'a>,
    colours: GraphColours,
    /// The shade of each dot.
    shades: Vec<u8>,
    /// Title and legend.
    ground: Pixmap,
    /// Pixels for each unit of a frame.
    zoom: f32,
    /// Pixels for each unit of the layout at the middle.
    scale: f32,
    /// The middle of what is seen of the graph, in units of the layout.
    middle: [f32; 2],
    /// The place around which the graph turns.
    centre: VertexPlace,
    /// Radius of the graph.
    radius: f32,
    /// Diameter of a dot at the middle.
    dot: f32,
    /// Opacity of the edges that are drawn strongly.
    opacity: f32,
}

/// A place in a frame: x, y, and how near it is, from 0 to 1.
type Seen = [f32; 3];

impl<'a> TurningGraph<'a> {
    /// Measures a graph whose places are in space; frames have `zoom` pixels for each unit, and the
    /// graph fits them in all `views`, parts of a turn from 0 to 1.
    ///
    /// # Errors
    /// If title or legend cannot be drawn.
    ///
    /// # Panics
    /// If `places` and `dots` differ in length.
    pub fn new(
        picture: GraphPicture<'a>,
        theme: Theme,
        (zoom, views): (f32, &[f32]),
    ) -> Result<TurningGraph<'a>, RasterError> {
        assert_eq!(
            picture.places.len(),
            picture.dots.len(),
            "`places` and `dots` differ in length"
        );
        let most = picture.most();
        let shades = picture.dots.iter();
        let centre = std::array::from_fn(|axis| {
            let parts = picture.places.iter().map(|own| own[axis]);
            let range = parts.fold((f32::MAX, f32::MIN), |(least, most), own| {
                (least.min(own), most.max(own))
            });
            (range.0 + range.1) / 2.0
        });
        let lengths = picture.places.iter().map(|own| length(*own, centre));
        let mut own = TurningGraph {
            colours: GraphColours::on(theme == Theme::Dark),
            shades: shades
                .map(|dot| shade_of(dot.distance, most) as u8)
                .collect(),
            ground: pixels(&ground(&picture, theme), zoom)?,
            zoom,
            scale: 1.0,
            middle: [0.0; 2],
            centre,
            radius: lengths.fold(1e-6, f32::max),
            dot: 1.0,
            opacity: FAINT,
            picture,
        };
        own.fit(views);
        Ok(own)
    }

    /// Finds the greatest scale with which the graph fits its room in all views.
    fn fit(&mut self, views: &[f32]) {
        let [mut least, mut most] = [[f32::MAX; 2], [f32::MIN; 2]];
        for &view in views {
            let turn = turn_of(view);
            for place in self.picture.places {
                let [x, y, _] = self.projected(*place, turn);
                least = [least[0].min(x), least[1].min(y)];
                most = [most[0].max(x), most[1].max(y)];
            }
        }
        let room = [WIDTH - 2.0 * MARGIN, HEIGHT - HEAD - FOOT - 2.0 * MARGIN];
        let size: [f32; 2] = std::array::from_fn(|axis| (most[axis] - least[axis]).max(1e-6));
        let scale = (room[0] / size[0]).min(room[1] / size[1]);
        self.middle = std::array::from_fn(|axis| (most[axis] + least[axis]) / 2.0);
        self.scale = scale * self.zoom;
        let area = room[0] * room[1];
        let each = (area / self.picture.dots.len() as f32).sqrt();
        let edge = self.picture.bounds().edge as f32 * scale;
        self.dot = (0.4 * edge).min(0.35 * each).clamp(1.4, 12.0) * self.zoom;
        // Where edges cover the room many times, what lies behind them must be seen.
        let layers = self.picture.strong as f32 * edge / area;
        // A line is one pixel wide, whatever the size of a frame.
        let most = (0.5 * self.zoom).min(0.9);
        self.opacity = (0.7 * self.zoom / layers.max(1e-6)).clamp(FAINT, most);
    }

    /// A place as the eye sees it: x and y before they are scaled, and its nearness.
    fn projected(&self, place: VertexPlace, (sine, cosine): (f32, f32)) -> Seen {
        let [x, y, z] = std::array::from_fn(|axis| place[axis] - self.centre[axis]);
        let (x, z) = (x * cosine + z * sine, z * cosine - x * sine);
        let (y, z) = (y * TILT.1 + z * TILT.0, z * TILT.1 - y * TILT.0);
        let eye = EYE * self.radius;
        let nearer = eye / (eye - z);
        [x * nearer, y * nearer, 0.5 + 0.5 * z / self.radius]
    }

    /// Draws the graph after a part of a turn, from 0 to 1.
    fn frame(&self, part: f32) -> Canvas {
        let mut canvas = Canvas::of(&self.ground);
        let turn = turn_of(part);
        let centre = (
            WIDTH / 2.0 * self.zoom,
            (HEAD + (HEIGHT - HEAD - FOOT) / 2.0) * self.zoom,
        );
        let places = self.picture.places.iter().map(|place| {
            let [x, y, near] = self.projected(*place, turn);
            let [x, y] = [x - self.middle[0], y - self.middle[1]].map(|own| own * self.scale);
            [x + centre.0, y + centre.1, near]
        });
        let places: Vec<Seen> = places.collect();
        let level = |near: f32| (near.clamp(0.0, 0.999) * LEVELS as f32) as usize;
        let edges = self.picture.edges;
        let depth_of = |&(from, to): &(u32, u32)| {
            level((places[from as usize][2] + places[to as usize][2]) / 2.0)
        };
        let edges_by_level = by_level(edges.iter().map(depth_of));
        let dots_by_level = by_level(places.iter().map(|own| level(own[2])));
        for (edges_there, dots_there) in edges_by_level.iter().zip(&dots_by_level) {
            for &edge in edges_there {
                let (from, to) = edges[edge as usize];
                let [from, to] = [from, to].map(|end| end as usize);
                let shade = self.shades[from].min(self.shades[to]);
                let is_strong = (edge as usize) < self.picture.strong;
                let opacity = if is_strong { self.opacity } else { FAINT };
                let near = (places[from][2] + places[to][2]) / 2.0;
                let colour = self.in_haze(self.colours.shades[usize::from(shade)], near);
                canvas.line(places[from], places[to], colour, opacity);
            }
            for &dot in dots_there {
                self.draw_dot(&mut canvas, dot as usize, places[dot as usize]);
            }
        }
        // Start is seen through whatever is before it.
        let starts = self.picture.dots.iter().zip(&places);
        for (_, &[x, y, near]) in starts.filter(|(dot, _)| dot.is_start) {
            let inner = self.radius_of(near) + 4.0 * self.zoom;
            let ring = (inner, inner + 2.5 * self.zoom);
            canvas.ring((x, y), ring, self.colours.start.map(f32::from));
        }
        canvas
    }

    /// Radius of a dot at a nearness.
    fn radius_of(&self, near: f32) -> f32 {
        // The eye is EYE radii from the middle.
        0.5 * self.dot * EYE / (EYE + 1.0 - 2.0 * near)
    }

    fn draw_dot(&self, canvas: &mut Canvas, number: usize, [x, y, near]: Seen) {
        let dot = self.picture.dots[number];
        let shade = self.colours.shades[usize::from(self.shades[number])];
        let radius = self.radius_of(near);
        canvas.ring((x, y), (0.0, radius), self.in_haze(shade, near));
        if dot.is_goal {
            let outer = radius + 1.2 * self.zoom;
            canvas.ring(
                (x, y),
                (radius, outer),
                self.in_haze(self.colours.goal, near),
            );
        }
    }

    /// A colour as it is seen from the eye.
    fn in_haze(&self, colour: [u8; 3], near: f32) -> [f32; 3] {
        let haze = HAZE * (1.0 - near.clamp(0.0, 1.0));
        mixed(colour, self.colours.page, haze)
    }

    /// One frame as a PNG file, after a part of a turn from 0 to 1.
    ///
    /// # Errors
    /// If the encoder fails.
    pub fn png(&self, part: f32) -> Result<Vec<u8>, RasterError> {
        let canvas = self.frame(part);
        let mut picture = self.ground.clone();
        for (own, colour) in picture.data_mut().chunks_exact_mut(4).zip(&canvas.pixels) {
            let [r, g, b] = colour.map(|part| part.round() as u8);
            own.copy_from_slice(&[r, g, b, u8::MAX]);
        }
        encoded_png(&picture)
    }

    /// One turn as a GIF file with `count` frames, drawn by some threads; `None` if `tell`, which
    /// hears how many are done, ends it.
    ///
    /// # Errors
    /// If the encoder fails.
    ///
    /// # Panics
    /// If `count` is 0.
    pub fn gif(
        &self,
        (count, threads): (u32, usize),
        tell: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> Result<Option<Vec<u8>>, RasterError> {
        let palette = GifPalette::of(&self.colours);
        let [width, height] = [self.ground.width(), self.ground.height()].map(|own| own as u16);
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, width, height, &palette.colours.concat())?;
        encoder.set_repeat(Repeat::Infinite)?;
        let frame = &|number: u32| -> Vec<u8> {
            let canvas = self.frame(number as f32 / count as f32);
            let pixels = canvas.pixels.iter().map(|own| palette.nearest(*own));
            pixels.collect()
        };
        for first in (0..count).step_by(threads.max(1)) {
            if tell(first).is_break() {
                return Ok(None);
            }
            let numbers = first..count.min(first + threads.max(1) as u32);
            let drawn: Vec<Vec<u8>> = thread::scope(|scope| {
                let drawn: Vec<_> = numbers
                    .map(|number| scope.spawn(move || frame(number)))
                    .collect();
                let drawn = drawn.into_iter().map(|own| own.join());
                drawn
                    .map(|own| own.unwrap_or_else(|panic| resume_unwind(panic)))
                    .collect()
            });
            for buffer in drawn {
                encoder.write_frame(&Frame {
                    width,
                    height,
                    delay: (TURN / count).max(2) as u16,
                    buffer: Cow::Owned(buffer),
                    ..Frame::default()
                })?;
            }
        }
        drop(encoder);
        Ok(Some(bytes))
    }
}

/// The length of the straight line between two places.
fn length(one: VertexPlace, other: VertexPlace) -> f32 {
    let parts = one.iter().zip(other).map(|(a, b)| (a - b) * (a - b));
    parts.sum::<f32>().sqrt()
}

/// Sine and cosine of a part of a turn.
fn turn_of(part: f32) -> (f32, f32) {
    (part * std::f32::consts::TAU).sin_cos()
}

/// The numbers of things by their levels.
fn by_level(levels: impl Iterator<Item = usize>) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new(); LEVELS];
    for (number, level) in (0..).zip(levels) {
        all[level].push(number);
    }
    all
}

/// Title and legend as an SVG file.
fn ground(picture: &GraphPicture<'_>, theme: Theme) -> String {
    let theme = if theme == Theme::Dark {
        theme
    } else {
        Theme::Light
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\">\n\
         <style>{}</style>\n<rect class=\"page\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>\n\
         <text x=\"32\" y=\"44\" font-size=\"26\">{}</text>\n\
         <text x=\"32\" y=\"68\" font-size=\"15\">{}</text>\n",
        style_sheet(theme),
        escaped(picture.title),
        escaped(picture.subtitle),
    );
    let _ = writeln!(
        svg,
        "<g transform=\"translate(32 {})\">",
        HEIGHT - FOOT + 20.0
    );
    picture.draw_legend(&mut svg, (0.0, 0.0));
    svg + "</g>\n</svg>\n"
}
