//! The header of the store of a search: what is searched, in which metric, from where, with which numbers.
//!
//! A kept search is named by this, so that the same question finds the same store. It knows what the
//! puzzle means and how its graph is numbered, and not where stores lie.

use crate::graph::Graph;
use slidewise_puzzle::{Puzzle, Sources};
use slidewise_store::{Header, StoreError};

/// The header of the store of a search of a graph: from Start, or from all goal configurations to which Start leads.
/// Commands that find a store of that name take it as that.
///
/// ```
/// use slidewise_engine::search::header_of;
/// use slidewise_engine::graph::{Graph, Metric};
/// use slidewise_puzzle::{Puzzle, Sources};
///
/// let puzzle = Puzzle::tiles(2, 2)?;
/// let graph = Graph::new(&puzzle, &puzzle.start, Metric::Slide)?;
/// let header = header_of(&graph, Sources::Goals);
/// assert_eq!((header.metric.as_str(), header.direction.as_str()), ("slide", "goal"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn header_of(graph: &Graph, sources: Sources) -> Header {
    let puzzle = graph.puzzle();
    let fingerprint = match *graph.start() == puzzle.start {
        true => puzzle.fingerprint(sources),
        // What is numbered, and what can be reached, depends on where the graph begins.
        false => {
            let start = graph.start().clone();
            let begun_there = Puzzle {
                start,
                ..puzzle.clone()
            };
            begun_there.fingerprint(sources)
        }
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

/// Panics if what has this header is not of a search of this graph, by what it `answers`: its numbers would be taken
/// for those of other configurations.
pub(crate) fn expect_search_of(
    graph: &Graph,
    header: &Header,
    answers: impl FnOnce(&Header) -> Result<(), StoreError>,
) {
    if let Err(error) = answers(&header_in_direction(graph, &header.direction)) {
        panic!("it is asked with another graph than that of its search: {error}");
    }
}

/// The header of the store of a search of a graph in the direction that another header names.
pub(super) fn header_in_direction(graph: &Graph, direction: &str) -> Header {
    let sources = match direction == Sources::Goals.name() {
        true => Sources::Goals,
        false => Sources::Start,
    };
    header_of(graph, sources)
}
