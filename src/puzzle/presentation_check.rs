//! Compares the keys on how a puzzle is counted and drawn with its board.

use super::edge_side::{SIDES, SideText};
use super::error::quoted;
use super::faults::FaultCollector;
use super::presentation::{FrameOpening, Presentation};
use super::presentation_keys::PresentationKeys;
use super::start_board::StartBoard;
use super::word_grid::PlacedWord;

/// Compares tokens and sides with the board; what has a fault is left out.
pub(super) fn check(
    keys: PresentationKeys,
    lineup: &StartBoard,
    faults: &mut FaultCollector<'_>,
) -> Presentation {
    let exits = keys.exits.iter();
    let exits = exits
        .filter_map(|word| exit_of(word, lineup, faults))
        .collect();
    Presentation {
        metric: keys.metric,
        published: keys.published,
        shortest: keys.shortest,
        colours: of_pieces(keys.colours, lineup, faults),
        labels: of_pieces(keys.labels, lineup, faults),
        author: keys.author,
        names: keys.names,
        exits,
    }
}

/// Keeps the entries whose tokens are pieces of the start board; adds a fault for each other one.
fn of_pieces<T>(
    entries: Vec<(PlacedWord, T)>,
    lineup: &StartBoard,
    faults: &mut FaultCollector<'_>,
) -> Vec<(String, T)> {
    let entries = entries.into_iter();
    let kept = entries.filter_map(|(word, entry)| {
        lineup.piece(&word, faults)?;
        Some((word.text, entry))
    });
    kept.collect()
}

/// Reads a side of a cell such as `right of f4`.
fn exit_of(
    word: &PlacedWord,
    lineup: &StartBoard,
    faults: &mut FaultCollector<'_>,
) -> Option<FrameOpening> {
    let Some(side) = SideText::split(&word.text) else {
        let [below, above, left, right] = SIDES.map(|(side, _)| side);
        let expected =
            format!("`{below}`, `{above}`, `{left}` or `{right}` a cell, such as `right of f4`");
        faults.add(word.at, &expected, &quoted(&word.text));
        return None;
    };
    let square = side.square(word.at, &lineup.board, faults)?;
    Some(FrameOpening {
        square,
        outward: side.inward.opposite(),
    })
}
