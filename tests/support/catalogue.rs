//! The known figures of the built-in catalogue of sliding-block puzzles, from
//! `tests/figures/catalogue.json`.

use super::cores::for_each;
use super::exploration::{MemorySearch, graph_in};
use serde::Deserialize;
use slidewise::unstable::analysis::Goals;
use slidewise::unstable::engine::graph::Metric;
use slidewise::unstable::puzzle::Puzzle;
use slidewise::unstable::puzzle::builtin::{self, BuiltinPuzzle};
use std::cmp::Reverse;
use std::ops::Range;

/// Number of configurations from which a puzzle is explored in slides and moves only by the tool
/// `catalogue`.
pub(crate) const LARGE: u64 = 500_000;
/// Number of configurations from which it is explored in steps only by that tool.
pub(crate) const HUGE: u64 = 2_000_000;

/// The contents of the file.
#[derive(Debug, Deserialize)]
pub(crate) struct CatalogueFigures {
    /// Descriptions of the sources of the layouts.
    pub sources: Vec<String>,
    /// All puzzles with their figures.
    pub puzzles: Vec<CatalogueEntry>,
}

/// A puzzle with its known figures.
#[derive(Debug, Deserialize)]
pub(crate) struct CatalogueEntry {
    /// The puzzle's name in the catalogue.
    pub id: String,
    /// Number of reachable configurations.
    pub states: u64,
    /// Number of reachable goal configurations.
    pub goal_states: u64,
    /// Distances in steps.
    pub step: KnownDistances,
    /// Distances in slides.
    pub slide: KnownDistances,
    /// Distances in moves.
    pub r#move: KnownDistances,
    /// Index of the source.
    pub source: usize,
}

/// The known figures of a puzzle in one metric.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub(crate) struct KnownDistances {
    /// Distance of the nearest goal; `None` if no goal can be reached.
    pub min: Option<u64>,
    /// Number of the last generation.
    pub ecc: u64,
    /// Size of the last generation.
    pub at_ecc: u64,
}

impl CatalogueFigures {
    /// Parses the embedded file.
    pub(crate) fn read() -> CatalogueFigures {
        serde_json::from_str(include_str!("../figures/catalogue.json")).unwrap()
    }
}

impl CatalogueEntry {
    /// The figures in a metric.
    pub(crate) fn distances(&self, metric: Metric) -> KnownDistances {
        match metric {
            Metric::Step => self.step,
            Metric::Slide => self.slide,
            Metric::Move => self.r#move,
            Metric::Line => panic!("the catalogue measures moves of one piece only"),
        }
    }

    /// The built-in puzzle whose name is the id, or the id followed by `-` and more.
    pub(crate) fn puzzle(&self) -> Puzzle {
        let id = self.id.replace('+', "-");
        let own = builtin::list().into_iter().filter(|built_in| {
            let rest = built_in.name.strip_prefix(&id);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        });
        let own: Vec<BuiltinPuzzle> = own.collect();
        assert_eq!(own.len(), 1, "{id} is one built-in puzzle");
        own[0].read().unwrap()
    }
}

/// Explores a puzzle completely and compares the figures; returns the number of goal configurations
/// reached.
pub(crate) fn check_search(
    puzzle: &Puzzle,
    metric: Metric,
    states: u64,
    distances: KnownDistances,
) -> u64 {
    let graph = graph_in(metric, puzzle);
    let found = MemorySearch::from_start(&graph, 1);
    assert_eq!(found.states(), states, "states");
    let goals = Goals::of(&graph);
    let met = goals.reached(found.explored()).unwrap();
    let own = KnownDistances {
        min: met.as_ref().map(|met| met.generation),
        ecc: found.depth(),
        at_ecc: found.at_depth(),
    };
    assert_eq!(own, distances, "in {}s", metric.name());
    met.map_or(0, |met| met.reachable)
}

/// Explores the catalogue's puzzles whose number of configurations is in `states`, and compares all
/// figures.
pub(crate) fn check_entries(states: Range<u64>, metrics: &[Metric]) {
    let catalogue = CatalogueFigures::read();
    let searches = |entry| metrics.iter().map(move |&metric| (entry, metric));
    let mut entries: Vec<(&CatalogueEntry, Metric)> =
        catalogue.puzzles.iter().flat_map(searches).collect();
    entries.retain(|(entry, _)| states.contains(&entry.states));
    // Start the longest searches first, so that all cores finish at about the same time.
    entries.sort_by_key(|(entry, _)| Reverse(entry.states));
    for_each(
        &entries,
        |(entry, metric)| {
            let source = &catalogue.sources[entry.source];
            format!("{} of {source}, in {}s", entry.id, metric.name())
        },
        |&(entry, metric)| {
            let distances = entry.distances(metric);
            let reachable = check_search(&entry.puzzle(), metric, entry.states, distances);
            assert_eq!(reachable, entry.goal_states, "goal configurations");
        },
    );
}
