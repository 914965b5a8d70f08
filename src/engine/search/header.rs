//! The header of a search's store: puzzle, metric, sources and numbering.
//!
//! The header identifies a saved search, so that a later search for the same question finds the
//! store.

use crate::graph::Graph;
use slidewise_puzzle::{Puzzle, SearchOrigin};
use slidewise_store::{Header, StoreError};

/// The header of a search from Start, or from all goal configurations to which Start leads.
///
/// Commands that find a store with this header assume that its search began at these sources. A
/// store of sorted files from the goals ([`Meeting`](super::Meeting)) begins at all goals that
/// parity does not exclude, since it is not known yet which of them Start leads to.
///
/// ```
/// use slidewise_engine::search::header_of;
/// use slidewise_engine::graph::{Graph, Metric};
/// use slidewise_puzzle::{Puzzle, SearchOrigin};
///
/// let puzzle = Puzzle::tiles(2, 2)?;
/// let graph = Graph::new(&puzzle, &puzzle.start, Metric::Slide)?;
/// let header = header_of(&graph, SearchOrigin::Goals);
/// assert_eq!((header.metric.as_str(), header.direction.as_str()), ("slide", "goal"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn header_of(graph: &Graph, sources: SearchOrigin) -> Header {
    let puzzle = graph.puzzle();
    let fingerprint = if *graph.start() == puzzle.start {
        puzzle.fingerprint(sources)
    } else {
        // The fingerprint is that of a puzzle with this start, since numbers and reachable
        // configurations depend on where the graph begins.
        let begun_there = Puzzle {
            start: graph.start().clone(),
            ..puzzle.clone()
        };
        begun_there.fingerprint(sources)
    };
    Header {
        format: Header::FORMAT,
        name: puzzle.name.clone(),
        fingerprint,
        metric: graph.metric().name().to_owned(),
        direction: sources.name().to_owned(),
        configurations: graph.len(),
        layout: graph.layout(),
    }
}

/// Panics unless a store belongs to a search of this graph.
///
/// With another graph, the numbers in the store would stand for other configurations. `answers`
/// compares the store with a header.
pub fn expect_search_of(
    graph: &Graph,
    header: &Header,
    answers: impl FnOnce(&Header) -> Result<(), StoreError>,
) {
    if let Err(error) = answers(&header_in_direction(graph, &header.direction)) {
        panic!("a store must be read with the graph of its search: {error}");
    }
}

/// The header of a search of a graph; `direction` is the text by which the header names the
/// sources.
pub(super) fn header_in_direction(graph: &Graph, direction: &str) -> Header {
    let sources = if direction == SearchOrigin::Goals.name() {
        SearchOrigin::Goals
    } else {
        SearchOrigin::Start
    };
    header_of(graph, sources)
}
