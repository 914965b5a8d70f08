//! A position of any content is read or refused; what is read has one canonical text, and if it has
//! a number, the number leads back to it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use slidewise::unstable::engine::graph::{Graph, Metric};
use slidewise::unstable::puzzle::Puzzle;
use std::sync::LazyLock;

static GRAPHS: LazyLock<Vec<Graph>> = LazyLock::new(|| {
    ["checkmate", "lane-rouge", "get-my-goat", "tiles:3x3", "tiles:2x5"]
        .iter()
        .map(|name| {
            let puzzle = Puzzle::open(name).expect("it is built in");
            Graph::new(&puzzle, &puzzle.start, Metric::Step).expect("it is small")
        })
        .collect()
});

fuzz_target!(|text: &str| {
    for graph in GRAPHS.iter() {
        let puzzle = graph.puzzle();
        let Ok(position) = puzzle.read_position(text) else {
            continue;
        };
        let printed = puzzle.write_position(&position);
        assert_eq!(puzzle.read_position(&printed).as_ref(), Ok(&position));
        if let Some(index) = graph.index_of(&position) {
            assert!(graph.is_vertex(index));
            assert_eq!(graph.configuration(index), position);
        }
    }
});
