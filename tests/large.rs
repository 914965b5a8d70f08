//! Paths to the farthest positions of large graphs, walked by the oracle's mover.

use crate::oracle::search::Oracle;
use crate::support::replay::replay;
use num_bigint::BigUint;
use slidewise::unstable::analysis::{Goals, MarkedSearch, Routes, SearchSources};
use slidewise::unstable::engine::graph::{Graph, Metric};
use slidewise::unstable::engine::search::{EngineChoice, Event, MemorySink, Run};
use slidewise::unstable::puzzle::Puzzle;
use std::ops::ControlFlow;

/// Explores a puzzle with the dense engine and two threads, and hands over what was found, with the
/// configurations of the last generation.
fn explored(word: &str, check: impl Fn(&Puzzle, MarkedSearch<'_>, Vec<u64>)) {
    let puzzle = Puzzle::open(word).unwrap();
    let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
    let start = graph.index_of(&puzzle.start).unwrap();
    let mut memory = MemorySink::new(graph.len()).unwrap();
    let sources = [start];
    let run = Run {
        threads: 2,
        ..Run::new(&graph, &sources)
    };
    assert_eq!(EngineChoice::best(&graph).name(), "dense");
    let mut last = Vec::new();
    run.explore(&mut memory, &mut |event| {
        if let Event::Found {
            count,
            configurations,
            ..
        } = event
        {
            last.clear();
            // The last generations are small ones; to list the others would only take time.
            if count < 100_000 {
                configurations.for_each(&mut |index| last.push(index));
            }
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    let found = MarkedSearch::in_memory(&graph, &memory, SearchSources::At(start));
    check(&puzzle, found, last);
}

#[test]
fn get_my_goat_as_it_was_sold() {
    let oracle = Oracle::read(include_str!("../puzzles/get-my-goat-commercial.toml"));
    explored("get-my-goat-commercial", |puzzle, explored, last| {
        assert_eq!(explored.counts().iter().sum::<u64>(), 119_750_400);
        assert_eq!(explored.counts().len(), 50);
        let goals = Goals::of(explored.graph())
            .reached(explored)
            .unwrap()
            .unwrap();
        assert_eq!(goals.generation, 28);
        assert_eq!(last.len() as u64, explored.counts()[49]);
        for index in last {
            let routes = Routes::to(explored, &[index], 49).unwrap();
            assert!(routes.count() > BigUint::ZERO);
            assert_eq!(routes.least().moves.len(), 49);
            replay(puzzle, &routes.least(), |from, moves| {
                oracle.replay(from, moves)
            });
        }
    });
}

#[test]
fn the_eleven_puzzle() {
    let oracle = Oracle::tiles(3, 4);
    explored("tiles:3x4", |puzzle, explored, last| {
        assert_eq!(explored.counts()[53], 18);
        assert_eq!(last.len(), 18);
        for index in last.into_iter().step_by(6) {
            let routes = Routes::to(explored, &[index], 53).unwrap();
            assert_eq!(routes.least().moves.len(), 53);
            replay(puzzle, &routes.least(), |from, moves| {
                oracle.replay(from, moves)
            });
        }
    });
}
