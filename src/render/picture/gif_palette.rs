//! `GifPalette`: the 256 colours that all frames of a turning graph share.

use super::colour_scale::{GraphColours, mixed};

/// Strengths of each colour in the colours of a GIF.
const STRENGTHS: usize = 9;

/// The colours of a GIF: each of the graph in several strengths on the background.
pub(super) struct GifPalette {
    pub colours: Vec<[u8; 3]>,
    /// The nearest of them for each colour with 5 bits a part.
    nearest: Vec<u8>,
}

impl GifPalette {
    /// The colours of pictures of graphs on their background.
    pub(super) fn of(own: &GraphColours) -> GifPalette {
        let strong = own.shades.iter().chain([&own.ink]);
        let mut colours = vec![own.page];
        for &colour in strong.chain((own.start != own.ink).then_some(&own.start)) {
            for strength in 1..=STRENGTHS {
                let share = 1.0 - strength as f32 / STRENGTHS as f32;
                colours.push(mixed(colour, own.page, share).map(|part| part.round() as u8));
            }
        }
        // Rings around goals are thin and few.
        colours.extend(
            [0.6, 0.3, 0.0]
                .map(|share| mixed(own.goal, own.page, share).map(|part| part.round() as u8)),
        );
        let nearest = (0..1_usize << 15).map(|bits| {
            let wanted = [bits >> 10, bits >> 5, bits].map(|part| ((part & 31) * 255 / 31) as i32);
            let apart = |colour: &[u8; 3]| -> i32 {
                let parts = colour.iter().zip(wanted);
                parts
                    .map(|(&own, wanted)| (i32::from(own) - wanted).pow(2))
                    .sum()
            };
            let numbered = (0..=u8::MAX).zip(&colours);
            let best = numbered.min_by_key(|(_, colour)| apart(colour));
            best.map_or(0, |(number, _)| number)
        });
        GifPalette {
            nearest: nearest.collect(),
            colours,
        }
    }

    /// The number of the nearest colour.
    pub(super) fn nearest(&self, colour: [f32; 3]) -> u8 {
        let bits = colour.map(|part| (part / 255.0 * 31.0).round() as usize);
        self.nearest[bits[0] << 10 | bits[1] << 5 | bits[2]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gif_has_room_for_its_colours_and_finds_each_of_them() {
        for is_dark in [false, true] {
            let palette = GifPalette::of(&GraphColours::on(is_dark));
            assert!(palette.colours.len() <= 256, "{}", palette.colours.len());
            for colour in &palette.colours {
                let found = palette.colours[usize::from(palette.nearest(colour.map(f32::from)))];
                let apart = found.iter().zip(colour).map(|(a, b)| a.abs_diff(*b));
                assert!(apart.max() <= Some(10), "{found:?} for {colour:?}");
            }
        }
    }
}
