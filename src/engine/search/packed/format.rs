//! The number of bits of a letter, and whether packed boards suit a graph.

use super::cliques::CliqueSearch;
use super::generations::BoardGenerations;
use super::search::BoardSearch;
use crate::graph::{Graph, Metric, PackedLayout};

/// Most patterns of a graph for which packed boards are chosen, without a mirror and with a mirror.
const MAX_PATTERNS: [u64; 2] = [70_000, 280_000];

/// A search by packed boards from the graph's Start; `None` if there is an [`obstacle`].
pub(super) fn generations_of(graph: &Graph) -> Option<Box<dyn BoardGenerations>> {
    let format = PackedFormat::of(graph)?;
    ((format.bytes)(graph) <= graph.table_bytes_allowed()).then(|| (format.boards)(graph))?
}

/// Why a graph cannot be searched by packed boards, within the bytes allowed for tables; `None` if
/// it can. Builds no table.
pub(crate) fn obstacle(graph: &Graph) -> Option<&'static str> {
    if graph.metric() == Metric::Line {
        return Some("a push moves several pieces");
    }
    if !graph.puzzle().rules.is_empty() {
        return Some("the puzzle has rules");
    }
    if !graph.space().layout().groups.is_empty() {
        return Some("it has pieces of one shape that are told apart");
    }
    match packed_bytes(graph) {
        0 => Some("a board does not fit one 64-bit word, or its number 32 bits"),
        bytes if bytes > graph.table_bytes_allowed() => Some("the memory is too small for it"),
        _ => None,
    }
}

/// Whether packed boards are likely faster than half boards.
///
/// Half boards search spaces with more patterns faster, as measured on the puzzles of the
/// catalogue. In slides they are faster wherever there is no mirror.
pub(crate) fn is_faster(graph: &Graph) -> bool {
    let is_small = graph.patterns() <= MAX_PATTERNS[0] && graph.metric() != Metric::Slide;
    let has_mirror = || PackedFormat::of(graph).is_some_and(|format| (format.has_mirror)(graph));
    is_small || graph.patterns() <= MAX_PATTERNS[1] && has_mirror()
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
    has_mirror: fn(&Graph) -> bool,
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
            has_mirror: |graph| {
                PackedLayout::<B, E>::of(graph).is_some_and(|packed| packed.has_mirror())
            },
        }
    }

    /// The format with the smallest letters for the kinds of a graph's pieces.
    fn of(graph: &Graph) -> Option<&'static PackedFormat> {
        let kinds = graph.space().layout().kinds.len();
        let mut formats = FORMATS.iter();
        formats.find(|format| graph.metric() != Metric::Line && kinds <= format.kinds)
    }
}
