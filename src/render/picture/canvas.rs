//! `Canvas`: pixels on which lines and dots are drawn without SVG.

use resvg::tiny_skia::Pixmap;

/// Pixels on which lines and dots are drawn.
pub(super) struct Canvas {
    width: i32,
    height: i32,
    /// Red, green and blue of each pixel, row after row.
    pub pixels: Vec<[f32; 3]>,
}

impl Canvas {
    /// The pixels of a picture.
    pub(super) fn of(ground: &Pixmap) -> Canvas {
        let colours = ground.data().chunks_exact(4);
        Canvas {
            width: ground.width() as i32,
            height: ground.height() as i32,
            pixels: colours
                .map(|own| [own[0], own[1], own[2]].map(f32::from))
                .collect(),
        }
    }

    /// Mixes a colour into a pixel, if there is one.
    fn blend(&mut self, x: i32, y: i32, colour: [f32; 3], share: f32) {
        if share > 0.0 && (0..self.width).contains(&x) && (0..self.height).contains(&y) {
            let pixel = &mut self.pixels[(y * self.width + x) as usize];
            for (own, colour) in pixel.iter_mut().zip(colour) {
                *own += (colour - *own) * share;
            }
        }
    }

    /// Draws a line one pixel wide, which shares each step between the two nearest pixels.
    pub(super) fn line(&mut self, from: [f32; 3], to: [f32; 3], colour: [f32; 3], opacity: f32) {
        let (across, down) = (to[0] - from[0], to[1] - from[1]);
        let is_steep = down.abs() > across.abs();
        let steps = across.abs().max(down.abs()).ceil().max(1.0);
        for step in 0..=steps as i32 {
            let part = step as f32 / steps;
            // The middle of a pixel is half a unit from its corner.
            let (x, y) = (from[0] + across * part - 0.5, from[1] + down * part - 0.5);
            let (along, aside) = if is_steep { (y, x) } else { (x, y) };
            let (along, beside) = (along.round() as i32, aside.floor());
            let rest = aside - beside;
            for (aside, share) in [(beside as i32, 1.0 - rest), (beside as i32 + 1, rest)] {
                let (x, y) = if is_steep {
                    (aside, along)
                } else {
                    (along, aside)
                };
                self.blend(x, y, colour, opacity * share);
            }
        }
    }

    /// Draws a ring between two radii, or a disc if the inner one is 0.
    pub(super) fn ring(
        &mut self,
        (x, y): (f32, f32),
        (inner, outer): (f32, f32),
        colour: [f32; 3],
    ) {
        // The middle of a pixel is half a unit from its corner, and a pixel half a unit away is
        // not covered.
        let range = |at: f32| ((at - outer - 1.0).ceil() as i32)..=((at + outer).floor() as i32);
        for row in range(y) {
            for column in range(x) {
                let (across, down) = (column as f32 + 0.5 - x, row as f32 + 0.5 - y);
                let distance = (across * across + down * down).sqrt();
                let within = (outer - distance + 0.5).clamp(0.0, 1.0);
                let without = if inner > 0.0 {
                    (distance - inner + 0.5).clamp(0.0, 1.0)
                } else {
                    1.0
                };
                self.blend(column, row, colour, within * without);
            }
        }
    }
}
