//! The letters of pieces along a way, in the library and in certificates.

use crate::support::exploration::{MemorySearch, graph_in};
use crate::support::replay::assert_one_letter_a_piece;
use slidewise::unstable::analysis::{Goals, Path, Routes};
use slidewise::unstable::engine::graph::Metric;
use slidewise::unstable::puzzle::Puzzle;
use slidewise::unstable::render::certificate;
use slidewise::unstable::replay::replay;

/// The first shortest ways to a goal.
fn ways(puzzle: &Puzzle, metric: Metric) -> Vec<Path> {
    let graph = graph_in(metric, puzzle);
    let found = MemorySearch::from_start(&graph, 2);
    let reached = Goals::of(&graph).reached(found.explored()).unwrap();
    let reached = reached.expect("these puzzles have solutions");
    let routes = Routes::to(found.explored(), &reached.nearest, reached.generation).unwrap();
    routes.paths().take(3).collect()
}

#[test]
fn along_a_way_a_piece_keeps_its_letter_and_certificates_are_replayed() {
    let mut exchanged = 0;
    for name in [
        "lane-rouge",
        "lane-rouge-175580",
        "iba-52-barbell-puzzle",
        "hrd-36-bi-yi-heng-kong",
        "layton-07-jewel-swap",
    ] {
        let puzzle = Puzzle::named(name).unwrap();
        for metric in Metric::OF_ONE_PIECE {
            for path in ways(&puzzle, metric) {
                assert_one_letter_a_piece(&puzzle, &path);
                let own = certificate(&puzzle, metric, &path, true);
                assert_eq!(replay(&own).map(|shown| shown.at_goal), Ok(true), "{name}");
                // A certificate may call a piece as the position before its move does.
                let mut canonical = own.clone();
                for (number, step) in path.moves.iter().enumerate() {
                    let before = &path.positions[number];
                    let label = puzzle.label_of(before, step.class, step.from);
                    exchanged += usize::from(label != step.piece);
                    canonical.path[number].piece = label.to_owned();
                }
                assert!(replay(&canonical).is_ok(), "{name}");
                let mut wrong = own;
                wrong.path[0].piece = "?".to_owned();
                assert!(replay(&wrong).is_err(), "{name}");
            }
        }
    }
    assert!(
        exchanged > 0,
        "canonical text exchanges letters on some way"
    );
}
