//! The number of bits of a letter, and whether packed boards suit a graph.

use super::cliques::CliqueSearch;
use super::generations::{BoardGenerations, MOST_PATTERNS};
use super::search::BoardSearch;
use crate::graph::{Graph, Metric, PackedLayout};

/// A search by packed boards from the graph's Start; `None` if [`is_packable`] is false.
pub(super) fn generations_of(graph: &Graph) -> Option<Box<dyn BoardGenerations>> {
    let format = PackedFormat::of(graph)?;
    ((format.bytes)(graph) <= graph.table_bytes_allowed()).then(|| (format.boards)(graph))?
}

/// Whether packed boards suit a graph, within the bytes allowed for tables. Builds no table.
pub(crate) fn is_packable(graph: &Graph) -> bool {
    PackedFormat::of(graph).is_some_and(|format| {
        let bytes = (format.bytes)(graph);
        bytes > 0 && bytes <= graph.table_bytes_allowed() && (format.is_worth)(graph)
    })
}

/// Most bytes that the packed boards of a graph take; 0 if the graph has no packed boards.
pub(crate) fn packed_bytes(graph: &Graph) -> u64 {
    PackedFormat::of(graph).map_or(0, |format| (format.bytes)(graph))
}

/// Functions of a search by packed boards, for letters of a certain number of bits.
struct PackedFormat {
    kinds: usize,
    boards: fn(&Graph) -> Option<Box<dyn BoardGenerations>>,
    bytes: fn(&Graph) -> u64,
    is_worth: fn(&Graph) -> bool,
}

static FORMATS: [PackedFormat; 4] = [
    PackedFormat::new::<2, 3>(),
    PackedFormat::new::<3, 5>(),
    PackedFormat::new::<3, 7>(),
    PackedFormat::new::<4, 15>(),
];

impl PackedFormat {
    const fn new<const B: usize, const E: usize>() -> PackedFormat {
        PackedFormat {
            kinds: E - 1,
            boards: |graph| match graph.metric() {
                Metric::Step => Some(Box::new(BoardSearch::<B, E>::of(graph)?)),
                _ => Some(Box::new(CliqueSearch::<B, E>::of(graph)?)),
            },
            bytes: |graph| match graph.metric() {
                Metric::Step => BoardSearch::<B, E>::bytes(graph),
                _ => CliqueSearch::<B, E>::bytes(graph),
            },
            is_worth: |graph| {
                let is_small = graph.patterns() <= MOST_PATTERNS[0];
                (is_small && graph.metric() != Metric::Slide)
                    || PackedLayout::<B, E>::of(graph).is_some_and(|packed| packed.has_mirror())
            },
        }
    }

    /// The format with the smallest letters that suit a graph; `None` if half boards are faster.
    fn of(graph: &Graph) -> Option<&'static PackedFormat> {
        let kinds = graph.space().layout().kinds.len();
        let is_worth = graph.metric() != Metric::Line && graph.patterns() <= MOST_PATTERNS[1];
        FORMATS
            .iter()
            .find(|format| is_worth && kinds <= format.kinds)
    }
}
