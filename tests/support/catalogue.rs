//! The catalogue of sliding-block puzzles in `figures/catalogue.json`, and its way into puzzle files.
//!
//! Its grids are nearly those of puzzle files. Cells of `-` are a gate that the piece `*` alone may cross, and
//! the letters of one string of `equiv` may stand for each other. A letter that is no token becomes one that is.

use serde::Deserialize;
use slidewise::moves::Metric;
use slidewise::puzzle::Puzzle;
use std::collections::{BTreeMap, BTreeSet};

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
    grid: Vec<String>,
    goal: Vec<String>,
    #[serde(default)]
    equiv: Vec<String>,
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

/// What is no token: what positions are written with, quotes and the backslash.
const FORBIDDEN: &str = "_?:/\"'`\\";
/// Stands in for what is no token.
const STAND_INS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// The gate, and the piece that may cross it.
const GATE: char = '-';
const CROSSING: char = '*';

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

    /// The puzzle file.
    pub fn toml(&self) -> String {
        let used: BTreeSet<char> = self
            .grid
            .iter()
            .chain(&self.goal)
            .flat_map(|row| row.chars())
            .collect();
        let mut free = STAND_INS.chars().filter(|letter| !used.contains(letter));
        let names: BTreeMap<char, char> = used
            .iter()
            .filter(|&&letter| FORBIDDEN.contains(letter))
            .map(|&letter| (letter, free.next().expect("a letter is free")))
            .collect();
        let named = |letter: char| *names.get(&letter).unwrap_or(&letter);
        let board = |rows: &[String]| -> String {
            let rows: Vec<String> = rows
                .iter()
                .map(|row| row.chars().map(named).collect())
                .collect();
            format!("'''\n{}\n'''", rows.join("\n"))
        };
        let mut text = format!("title = '{}'\nstart = {}\n", self.id, board(&self.grid));
        if !self.equiv.is_empty() {
            let lists: Vec<String> = self
                .equiv
                .iter()
                .map(|letters| {
                    let letters: Vec<String> = letters
                        .chars()
                        .map(|letter| format!("'{}'", named(letter)))
                        .collect();
                    format!("[{}]", letters.join(", "))
                })
                .collect();
            text += &format!("alike = [{}]\n", lists.join(", "));
        }
        if used.contains(&GATE) {
            text += &format!("[gates]\n'{GATE}' = ['{CROSSING}']\n");
        }
        text + &format!("[[goal]]\nboard = {}\n", board(&self.goal))
    }

    /// The puzzle.
    pub fn puzzle(&self) -> Puzzle {
        let text = self.toml();
        Puzzle::from_toml(&self.id, &format!("{}.toml", self.id), &text)
            .unwrap_or_else(|error| panic!("{error}\n{text}"))
    }
}
