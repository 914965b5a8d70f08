//! The figures of the catalogue of sliding-block puzzles in `figures/catalogue.json`, whose puzzles are built in.

use serde::Deserialize;
use slidewise::moves::Metric;
use slidewise::puzzle::Puzzle;
use slidewise::puzzle::builtin::{self, Builtin};

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
