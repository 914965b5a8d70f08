//! The lengths that the built-in puzzle files state are those of `tests/figures`.

use crate::support::catalogue::CatalogueFigures;
use serde::Deserialize;
use slidewise::unstable::engine::graph::Metric;
use slidewise::unstable::puzzle::presentation::{CustomaryMetric, Presentation};
use slidewise::unstable::puzzle::{Puzzle, builtin};
use std::collections::{BTreeMap, BTreeSet};

/// Lengths of shortest solutions by metric.
type Lengths = BTreeMap<String, u64>;

/// The contents of `published.json`; its head says what the figures mean.
#[derive(Deserialize)]
struct PublishedFigures {
    puzzles: Vec<StatedLengths>,
}

#[derive(Deserialize)]
struct StatedLengths {
    name: String,
    published: Option<StatedLength>,
    shortest: Option<Lengths>,
}

#[derive(Deserialize)]
struct StatedLength {
    moves: u64,
    metric: String,
}

/// The parts of `rush-hour.json` that matter here.
#[derive(Deserialize)]
struct Boards {
    boards: Vec<BoardLengths>,
}

#[derive(Deserialize)]
struct BoardLengths {
    id: String,
    steps: Least,
    moves: Least,
}

#[derive(Deserialize)]
struct Least {
    min: u64,
}

/// The lengths of shortest solutions by the name of the built-in puzzle.
fn known_lengths(stated: &PublishedFigures) -> BTreeMap<String, Lengths> {
    let mut known: BTreeMap<String, Lengths> = BTreeMap::new();
    for entry in CatalogueFigures::read().puzzles {
        let lengths = Metric::OF_ONE_PIECE
            .into_iter()
            .filter_map(|metric| Some((metric.name().to_owned(), entry.distances(metric).min?)));
        known.insert(entry.puzzle().name, lengths.collect());
    }
    let boards: Boards = serde_json::from_str(include_str!("figures/rush-hour.json")).unwrap();
    for board in boards.boards {
        // A car keeps to its line: what it can do in one move it can do in one slide.
        let (steps, moves) = (board.steps.min, board.moves.min);
        let lengths = [("step", steps), ("slide", moves), ("move", moves)];
        let lengths = lengths.map(|(metric, length)| (metric.to_owned(), length));
        known.insert(format!("rush-{}", board.id), lengths.into());
    }
    for entry in &stated.puzzles {
        if let Some(lengths) = &entry.shortest {
            let before = known.insert(entry.name.clone(), lengths.clone());
            assert!(before.is_none(), "{} is stated once", entry.name);
        }
    }
    // The classic start has two names.
    known.insert("lane-rouge".to_owned(), known["tla-klotski"].clone());
    known
}

/// The known lengths of a puzzle, as its file states them.
fn lengths_of(shown: &Presentation) -> Lengths {
    let lengths = shown.shortest.iter();
    lengths
        .map(|&(metric, length)| (metric.name().to_owned(), length))
        .collect()
}

#[test]
fn puzzle_files_state_the_figures() {
    let stated: PublishedFigures =
        serde_json::from_str(include_str!("figures/published.json")).unwrap();
    let known = known_lengths(&stated);
    let published: BTreeMap<&str, &StatedLength> = stated
        .puzzles
        .iter()
        .filter_map(|entry| Some((entry.name.as_str(), entry.published.as_ref()?)))
        .collect();
    let mut unconfirmed = BTreeSet::new();
    for puzzle in builtin::read_all().unwrap() {
        let Puzzle {
            name, presentation, ..
        } = puzzle;
        assert!(presentation.metric.is_some(), "{name} has a metric");
        let lengths = lengths_of(&presentation);
        assert_eq!(
            lengths,
            known.get(&name).cloned().unwrap_or_default(),
            "{name}"
        );
        let own = presentation.published.as_ref();
        let figure = own.map(|own| (own.moves, own.metric.name()));
        let wanted = published.get(name.as_str());
        let wanted = wanted.map(|own| (own.moves, own.metric.as_str()));
        assert_eq!(figure, wanted, "{name}");
        if let Some(own) = own
            && presentation.shortest_in(own.metric) != Some(own.moves)
        {
            unconfirmed.insert(name);
        }
    }
    // docs/catalogue.md says what is known of these.
    let wanted = [
        "hrd-05-bing-fen-san-lu",
        "iba-07-century-and-a-half",
        "iba-43-climb-12",
    ];
    assert_eq!(unconfirmed, BTreeSet::from(wanted.map(str::to_owned)));
}

#[test]
fn metrics_have_the_names_of_the_engine() {
    let own = CustomaryMetric::ALL.map(CustomaryMetric::name);
    assert_eq!(own, Metric::OF_ONE_PIECE.map(Metric::name));
}
