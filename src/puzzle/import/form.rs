//! The format of a text with puzzles: named by the user, or recognized by the text.

use super::heading::{Heading, heading};
use super::rush_hour_lines::rush_board;
use super::source_text::{is_list, unmarked};
use super::table::Table;
use super::tile_text::is_in_brackets;
use super::{car_list, klotski, knuth, parking, tile_files, tray};
use crate::document_reader::KEYS;
use crate::rush_hour;
use std::fmt;

/// The format of a text with puzzles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SourceFormat {
    /// A puzzle file of this program.
    PuzzleFile,
    /// A catalogue in JSON.
    Catalogue,
    /// Rush Hour boards of 36 cells, one per line.
    Rush,
    /// A parking board on several lines.
    Parking,
    /// A list of cars in CSV.
    Cars,
    /// The size of a tray, then a block in each line.
    Tray,
    /// Numbered tiles: a board with or without its size, or a board in each line.
    Tiles,
    /// Game ids of Fifteen.
    Fifteen,
    /// A table in CSV with boards in one column.
    Table,
    /// A Klotski board of shape letters, or boards of 20 letters.
    Klotski,
    /// Codes of nine hexadecimal digits.
    HrdCode,
    /// Shape definitions and boards of hexadecimal digits.
    Knuth,
    /// A board, followed by its goals.
    Grid,
}

impl SourceFormat {
    /// All formats; an earlier one is tried first.
    pub const ALL: [SourceFormat; 13] = [
        SourceFormat::PuzzleFile,
        SourceFormat::Catalogue,
        SourceFormat::Fifteen,
        SourceFormat::Rush,
        SourceFormat::HrdCode,
        SourceFormat::Table,
        SourceFormat::Knuth,
        SourceFormat::Cars,
        SourceFormat::Tray,
        SourceFormat::Tiles,
        SourceFormat::Klotski,
        SourceFormat::Parking,
        SourceFormat::Grid,
    ];

    /// Recognizes the format of a text; a text in no other format is a grid.
    ///
    /// If the text is in no other format, a first line with a name is left out.
    pub fn of(text: &str) -> SourceFormat {
        let text = unmarked(text);
        let of_whole = |text: &str| {
            let mut all = SourceFormat::ALL.into_iter();
            all.find(|form| form.fits(text))
                .unwrap_or(SourceFormat::Grid)
        };
        match (of_whole(text), heading(text)) {
            (SourceFormat::Grid, Some(heading)) => of_whole(heading.body),
            (found, _) => found,
        }
    }

    /// The name in the first line of a text in this format, if the format has none there.
    pub(super) fn heading(self, text: &str) -> Option<Heading<'_>> {
        let found = heading(text)?;
        let is_own = match self {
            SourceFormat::PuzzleFile | SourceFormat::Catalogue => true,
            SourceFormat::Grid => !found.is_apart,
            _ => self.fits(text) || !self.fits(found.body),
        };
        (!is_own).then_some(found)
    }

    /// Whether a text in one line is a board, so that a column of a table may hold it.
    pub(super) fn is_field(text: &str) -> bool {
        match SourceFormat::of(text) {
            SourceFormat::Rush
            | SourceFormat::HrdCode
            | SourceFormat::Klotski
            | SourceFormat::Tiles => true,
            // Without its tiles, an id is the beginning of one that was cut at a comma.
            SourceFormat::Fifteen => text.contains(','),
            _ => false,
        }
    }

    /// The name of the format, as in `--format tray`.
    pub fn name(self) -> &'static str {
        match self {
            SourceFormat::PuzzleFile => "puzzle",
            SourceFormat::Catalogue => "catalogue",
            SourceFormat::Rush => "rush",
            SourceFormat::Parking => "parking",
            SourceFormat::Cars => "cars",
            SourceFormat::Tray => "tray",
            SourceFormat::Tiles => "tiles",
            SourceFormat::Fifteen => "fifteen",
            SourceFormat::Table => "table",
            SourceFormat::Klotski => "klotski",
            SourceFormat::HrdCode => "hrd",
            SourceFormat::Knuth => "shapes",
            SourceFormat::Grid => "grid",
        }
    }

    /// What a text in this format is, with an article.
    pub fn in_words(self) -> &'static str {
        match self {
            SourceFormat::PuzzleFile => "a puzzle file",
            SourceFormat::Catalogue => "a catalogue in JSON",
            SourceFormat::Rush => "Rush Hour boards of 36 cells, one per line",
            SourceFormat::Parking => "a parking board on several lines",
            SourceFormat::Cars => "a list of cars in CSV",
            SourceFormat::Tray => "a tray with a block in each line",
            SourceFormat::Tiles => "boards of numbered tiles",
            SourceFormat::Fifteen => "game ids of Fifteen",
            SourceFormat::Table => "a table in CSV with boards in one column",
            SourceFormat::Klotski => "a Klotski board of letters",
            SourceFormat::HrdCode => "Klotski codes of 9 hexadecimal digits",
            SourceFormat::Knuth => "shape definitions with boards of digits",
            SourceFormat::Grid => "a grid of one character a cell",
        }
    }

    /// Whether a text has the marks of this format; every text may be a grid.
    fn fits(self, text: &str) -> bool {
        match self {
            SourceFormat::PuzzleFile => is_puzzle_file(text),
            SourceFormat::Catalogue => {
                let is_tiles = || is_in_brackets(text) && tile_files::is_tile_file(text);
                text.trim_start().starts_with(['{', '[']) && !is_tiles()
            }
            SourceFormat::Rush => {
                let lines = text.lines().filter(|line| !line.trim().is_empty());
                let is_board = |line: &str| rush_board(line, 0).is_some();
                text.starts_with(rush_hour::PREFIX) || is_list(lines, &['#'], is_board)
            }
            SourceFormat::Parking => parking::is_parking(text),
            SourceFormat::Cars => car_list::is_car_list(text),
            SourceFormat::Tray => tray::is_tray(text),
            SourceFormat::Tiles => tile_files::is_tile_file(text),
            SourceFormat::Fifteen => tile_files::is_fifteen(text),
            SourceFormat::Table => Table::of(text, SourceFormat::is_field).is_some(),
            SourceFormat::Klotski => {
                klotski::has_shape_letters(text) || klotski::has_twenty_letters(text)
            }
            SourceFormat::HrdCode => klotski::has_codes(text),
            SourceFormat::Knuth => knuth::is_knuth(text),
            SourceFormat::Grid => true,
        }
    }
}

impl fmt::Display for SourceFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.in_words())
    }
}

/// Whether a text has a line with a key of puzzle files, or a header such as `[[goal]]`.
fn is_puzzle_file(text: &str) -> bool {
    text.lines().any(|line| {
        let line = line.trim();
        let key = line.split_once('=').map_or("", |(key, _)| key.trim());
        let key = key.trim_matches(['"', '\'']);
        let header = line.trim_start_matches('[');
        let header = header.strip_suffix("]]").or(header.strip_suffix(']'));
        let header = header.filter(|_| line.starts_with('['));
        KEYS.contains(&key) || header.is_some_and(|header| KEYS.contains(&header.trim()))
    })
}
