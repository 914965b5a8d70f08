//! A figure of the article: what it says, and what is to be measured to compare.
//!
//! It promises that the file of figures that is compiled in reads. It measures nothing.

use num_bigint::BigUint;
use serde::Deserialize;
use std::fmt;

/// The file of figures.
const FILE: &str = include_str!("document.toml");

/// A figure.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Figure {
    /// The puzzle that the article speaks of.
    pub puzzle: String,
    /// What the figure is of.
    pub figure: String,
    /// What the article says.
    pub document: Stated,
    /// What independent programs measured.
    pub measured: Stated,
    /// What is to be said where the two differ, or of how it was found.
    pub note: Option<String>,
    /// The puzzle to be measured, where it is another one.
    pub on: Option<String>,
    /// What is to be measured.
    #[serde(flatten)]
    pub measure: Measure,
    /// Moves that the article counts and the puzzle does not have.
    #[serde(default)]
    pub plus: u64,
    /// The article's words are right from here to there.
    pub between: Option<(f64, f64)>,
    /// Whether it takes long.
    #[serde(default)]
    pub slow: bool,
}

/// A figure as the file has it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(untagged)]
pub enum Stated {
    /// A number.
    Number(u64),
    /// Words.
    Words(String),
}

/// What is to be measured.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "measure", rename_all = "kebab-case")]
pub enum Measure {
    /// How many ways there are to place these pieces, whatever the others do; under the rules, or without.
    Placings {
        /// The tokens of the pieces.
        pieces: Vec<String>,
        /// Whether the rules hold.
        ruled: bool,
    },
    /// How many configurations are legal.
    Legal,
    /// How many are legal, each piece told apart.
    LegalAllDistinct,
    /// Gigabytes for one bit a legal configuration.
    Gigabytes,
    /// How many ways these pieces lie in reachable configurations.
    PlacingsReached {
        /// The tokens of the pieces.
        pieces: Vec<String>,
    },
    /// How many configurations are legal up to the order of tiles.
    LegalPatterns,
    /// How many of these can be reached.
    PatternsReached,
    /// How many configurations can be reached.
    Reached,
    /// How many legal ones cannot.
    NotReached,
    /// The generation of the nearest goal.
    Solution,
    /// How many shortest ways lead there.
    Routes,
    /// The size of the largest generation.
    LargestGeneration,
    /// The number of the largest generation.
    DepthOfLargest,
    /// The number of the last generation.
    Depth,
    /// How many configurations lie farther from Start than the nearest goal does.
    BeyondFinish,
    /// Configurations on a chequered board that are farther from Finish than Start is.
    Chequered {
        /// The pieces whose first cells have the colour of the upper left corner.
        light: Vec<String>,
        /// The pieces whose first cells have the other.
        dark: Vec<String>,
        /// The cell that is empty.
        empty: String,
    },
    /// The largest distance between two configurations that can be reached.
    Diameter,
    /// The most configurations that can be reached from each other, over all sets of dominoes and unit pieces
    /// that fill the board beside the largest piece and as many empty cells.
    LargestOfVariations,
}

/// A figure that was stated or found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// How many configurations or ways.
    Count(BigUint),
    /// Any other number.
    Number(u64),
    /// Words.
    Words(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Count(count) => count.fmt(f),
            Value::Number(number) => number.fmt(f),
            Value::Words(words) => f.write_str(words),
        }
    }
}

impl Stated {
    /// The figure as a value of the same sort as another.
    pub fn like(&self, other: &Value) -> Value {
        match (self, other) {
            (Stated::Number(number), Value::Count(_)) => Value::Count((*number).into()),
            (Stated::Number(number), _) => Value::Number(*number),
            (Stated::Words(words), _) => Value::Words(words.clone()),
        }
    }
}

/// All figures, in the order of the article.
///
/// # Panics
/// If the file that is compiled in has faults; a test reads it.
pub fn figures() -> Vec<Figure> {
    #[derive(Deserialize)]
    struct File {
        figure: Vec<Figure>,
    }
    let file: File = toml::from_str(FILE).expect("the file of figures reads");
    file.figure
}
