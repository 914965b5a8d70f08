//! Colour depths of terminals, and the colours of pieces at each depth.

use crate::palette::COLOURS;
use ratatui_core::style::{Color, Style};

/// Colour depth of a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColourDepth {
    /// No colours: letters and lines carry all information.
    Plain,
    /// The 16 named colours of terminals.
    Sixteen,
    /// The colour cube of 6 x 6 x 6 among 256 indexed colours.
    Cube,
    /// All colours of 24 bits.
    Full,
}

/// Named terminal colours nearest to the colours of pieces, in the order of `COLOURS`.
const NAMED: [Color; COLOURS.len()] = [
    Color::Red,
    Color::LightCyan,
    Color::LightYellow,
    Color::Green,
    Color::LightMagenta,
    Color::Yellow,
    Color::Blue,
    Color::Gray,
];

impl ColourDepth {
    /// Style of a piece with the colour `COLOURS[colour]`, at this depth.
    pub fn of_piece(self, colour: usize) -> Style {
        let (hex, has_dark_letters) = COLOURS[colour];
        let [red, green, blue] = [1, 3, 5]
            .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).expect("colours are #rrggbb"));
        let ground = match self {
            ColourDepth::Plain => return Style::new(),
            ColourDepth::Sixteen => NAMED[colour],
            ColourDepth::Cube => {
                let [red, green, blue] = [red, green, blue].map(nearest_level);
                Color::Indexed(16 + 36 * red + 6 * green + blue)
            }
            ColourDepth::Full => Color::Rgb(red, green, blue),
        };
        let letters = match (self, has_dark_letters) {
            (ColourDepth::Sixteen, true) => Color::Black,
            (ColourDepth::Sixteen, false) => Color::White,
            (_, true) => Color::Indexed(16),
            (_, false) => Color::Indexed(231),
        };
        Style::new().bg(ground).fg(letters)
    }
}

/// Index of the level nearest to `brightness` among the levels of the colour cube.
///
/// The levels are 0, 95, 135, 175, 215 and 255.
fn nearest_level(brightness: u8) -> u8 {
    match brightness {
        0..48 => 0,
        48..115 => 1,
        _ => (brightness - 35) / 40,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_of_the_cube_are_the_nearest() {
        let levels = [0i32, 95, 135, 175, 215, 255];
        for brightness in 0..=255u8 {
            let off = |level: i32| (level - i32::from(brightness)).abs();
            let found = levels[nearest_level(brightness) as usize];
            let least = levels.into_iter().map(off).min().unwrap();
            assert_eq!(off(found), least, "{brightness}");
        }
    }

    #[test]
    fn every_colour_is_its_own() {
        for ink in [ColourDepth::Sixteen, ColourDepth::Cube, ColourDepth::Full] {
            for one in 0..COLOURS.len() {
                for other in 0..one {
                    assert_ne!(ink.of_piece(one), ink.of_piece(other), "{ink:?}");
                }
            }
        }
        assert_eq!(ColourDepth::Plain.of_piece(3), Style::new());
    }
}
