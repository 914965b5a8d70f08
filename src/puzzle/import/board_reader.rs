//! Reads a text that holds boards and nothing else, in a format that is known.

use super::draft_sink::DraftSink;
use super::form::SourceFormat;
use super::grid::grid;
use super::import_options::ImportOptions;
use super::rush_hour_lines::rush_hour_lines;
use super::{car_list, klotski, knuth, parking, tile_files, tray};

/// Passes all puzzles and all faults of a text to `sink`.
///
/// Formats whose boards are parts of records have readers of their own.
pub(super) fn read_boards(
    text: &str,
    form: SourceFormat,
    options: &ImportOptions<'_>,
    sink: &mut DraftSink<'_>,
) {
    match form {
        SourceFormat::PuzzleFile | SourceFormat::Catalogue | SourceFormat::Table => {}
        SourceFormat::Rush => rush_hour_lines(text, sink),
        SourceFormat::Parking => parking::read(text, options, sink),
        SourceFormat::Cars => car_list::read(text, options, sink),
        SourceFormat::Tray => tray::read(text, options, sink),
        SourceFormat::Tiles => tile_files::read(text, options, sink),
        SourceFormat::Fifteen => tile_files::read_fifteen(text, sink),
        SourceFormat::Klotski => klotski::read(text, sink),
        SourceFormat::HrdCode => klotski::read_codes(text, sink),
        SourceFormat::Knuth => knuth::read(text, sink),
        SourceFormat::Grid => grid(text, options, sink),
    }
}
