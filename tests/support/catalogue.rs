//! The figures of the catalogue of sliding-block puzzles in `figures/catalogue.json`, whose puzzles are built in.

use super::cores::for_each;
use super::exploration::{Exploration, graph_in};
use serde::Deserialize;
use slidewise::analysis::Goals;
use slidewise::engine::graph::Metric;
use slidewise::puzzle::Puzzle;
use slidewise::puzzle::builtin::{self, Builtin};
use std::cmp::Reverse;
use std::ops::Range;

/// From this many configurations on, a puzzle takes too long to be explored in slides and in moves each time.
pub const LARGE: u64 = 500_000;
/// From this many on, in steps too.
pub const HUGE: u64 = 2_000_000;

/// The file.
#[derive(Debug, Deserialize)]
pub struct Catalogue {
    /// Where the layouts come from.
    pub sources: Vec<String>,
    /// The puzzles.
    pub puzzles: Vec<Entry>,
}

/// A puzzle with its figures.
#[derive(Debug, Deserialize)]
pub struct Entry {
    /// Its name in the catalogue.
    pub id: String,
    /// How many configurations can be reached.
    pub states: u64,
    /// How many goal configurations can be reached.
    pub goal_states: u64,
    /// Distances in steps.
    pub step: Distances,
    /// Distances in slides.
    pub slide: Distances,
    /// Distances in moves.
    pub r#move: Distances,
    /// Which of the sources.
    pub source: usize,
}

/// Figures in one metric.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub struct Distances {
    /// The generation of the nearest goal; none where no goal can be reached.
    pub min: Option<u64>,
    /// The number of the last generation.
    pub ecc: u64,
    /// Its size.
    pub at_ecc: u64,
}

impl Catalogue {
    /// Reads the file.
    pub fn read() -> Catalogue {
        serde_json::from_str(include_str!("../figures/catalogue.json")).unwrap()
    }
}

impl Entry {
    /// The figures in a metric.
    pub fn distances(&self, metric: Metric) -> Distances {
        match metric {
            Metric::Step => self.step,
            Metric::Slide => self.slide,
            Metric::Move => self.r#move,
        }
    }

    /// The built-in puzzle: its name is the entry's, or begins with it.
    pub fn puzzle(&self) -> Puzzle {
        let id = self.id.replace('+', "-");
        let own = builtin::list().into_iter().filter(|built_in| {
            let rest = built_in.name.strip_prefix(&id);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        });
        let own: Vec<Builtin> = own.collect();
        assert_eq!(own.len(), 1, "{id} is one built-in puzzle");
        own[0].read().unwrap()
    }
}

/// Explores a puzzle whole, and compares the figures; gives how many goal configurations it reached.
pub fn check_search(puzzle: &Puzzle, metric: Metric, states: u64, distances: Distances) -> u64 {
    let graph = graph_in(metric, puzzle);
    let found = Exploration::from_start(&graph, 1);
    assert_eq!(found.states(), states, "states");
    let goals = Goals::of(&graph);
    let met = goals.reached(found.explored()).unwrap();
    let own = Distances {
        min: met.as_ref().map(|met| met.generation),
        ecc: found.depth(),
        at_ecc: found.at_depth(),
    };
    assert_eq!(own, distances, "in {}s", metric.name());
    met.map_or(0, |met| met.reachable)
}

/// Explores the catalogue's puzzles with this many configurations in some metrics, and compares every figure.
pub fn check_entries(states: Range<u64>, metrics: &[Metric]) {
    let catalogue = Catalogue::read();
    let searches = |entry| metrics.iter().map(move |&metric| (entry, metric));
    let mut entries: Vec<(&Entry, Metric)> = catalogue.puzzles.iter().flat_map(searches).collect();
    entries.retain(|(entry, _)| states.contains(&entry.states));
    // The longest first, so that no core waits for another in the end.
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
