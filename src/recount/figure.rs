//! Figures of the article, each with the measurement to compare it with.
//!
//! They are read from a file that is compiled in. This module measures nothing.

use num_bigint::BigUint;
use serde::Deserialize;
use std::fmt;

/// Text of the file of figures.
const FILE: &str = include_str!("document.toml");

/// Figure of the article.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Figure {
    /// Puzzle that the article describes.
    pub puzzle: String,
    /// Description of the figure.
    pub figure: String,
    /// Value that the article states.
    pub document: StatedValue,
    /// Value that independent programs measured.
    pub measured: StatedValue,
    /// Explanation of a difference, or of how the value was found.
    pub note: Option<String>,
    /// Puzzle to measure, if it is another one than `puzzle`.
    pub on: Option<String>,
    /// Measurement to make.
    #[serde(flatten)]
    pub measure: Measurand,
    /// Number of moves that the article counts but the puzzle does not have.
    #[serde(default)]
    pub plus: u64,
    /// Range of measured values for which the article's words are right, both ends included.
    pub between: Option<(f64, f64)>,
    /// Whether the measurement takes long.
    #[serde(default)]
    pub slow: bool,
}

/// Value of a figure as the file states it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(untagged)]
pub enum StatedValue {
    /// A number.
    Number(u64),
    /// A text.
    Words(String),
}

/// Kind of measurement.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "measure", rename_all = "kebab-case")]
pub enum Measurand {
    /// Number of placements of these pieces, whatever the others do, with or without the rules.
    Placings {
        /// Tokens of the pieces.
        pieces: Vec<String>,
        /// Whether the rules apply.
        ruled: bool,
    },
    /// Number of legal configurations.
    Legal,
    /// Number of legal configurations if all pieces differ.
    LegalAllDistinct,
    /// Gigabytes needed for one bit for each legal configuration.
    Gigabytes,
    /// Number of placements of these pieces in reachable configurations.
    PlacingsReached {
        /// Tokens of the pieces.
        pieces: Vec<String>,
    },
    /// Number of legal patterns: configurations that differ only by their tiles count once.
    LegalPatterns,
    /// Number of reachable patterns: configurations that differ only by their tiles count once.
    PatternsReached,
    /// Number of reachable configurations.
    Reached,
    /// Number of legal configurations that cannot be reached.
    NotReached,
    /// Generation of the nearest goal.
    Solution,
    /// Number of shortest paths to the goals of that generation.
    Routes,
    /// Size of the largest generation.
    LargestGeneration,
    /// Number of the largest generation.
    DepthOfLargest,
    /// Number of the last generation.
    Depth,
    /// Number of configurations farther from Start than the nearest goal is.
    BeyondFinish,
    /// Number of configurations on a chequered board that are farther from Finish than Start is.
    Chequered {
        /// Pieces whose first cells have the colour of the upper left corner.
        light: Vec<String>,
        /// Pieces whose first cells have the other colour.
        dark: Vec<String>,
        /// Name of the cell that is empty.
        empty: String,
    },
    /// Largest distance between two reachable configurations.
    Diameter,
    /// Size of the largest component over all sets of dominoes and unit pieces.
    ///
    /// Each set fills the board together with the largest piece and as many empty cells as the
    /// puzzle has.
    LargestOfVariations,
}

/// Value that was stated or measured.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FigureValue {
    /// Number of configurations or paths.
    Count(BigUint),
    /// Any other number.
    Number(u64),
    /// A text.
    Words(String),
}

impl fmt::Display for FigureValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FigureValue::Count(count) => count.fmt(f),
            FigureValue::Number(number) => number.fmt(f),
            FigureValue::Words(words) => f.write_str(words),
        }
    }
}

impl StatedValue {
    /// Converts the value to the variant that `other` has.
    pub fn like(&self, other: &FigureValue) -> FigureValue {
        match (self, other) {
            (StatedValue::Number(number), FigureValue::Count(_)) => {
                FigureValue::Count((*number).into())
            }
            (StatedValue::Number(number), _) => FigureValue::Number(*number),
            (StatedValue::Words(words), _) => FigureValue::Words(words.clone()),
        }
    }
}

/// Figure of the article with the measured value.
#[derive(Clone, PartialEq, Debug)]
pub struct Recounted {
    /// Figure as the article states it.
    pub figure: Figure,
    /// Value that the program measured.
    pub value: FigureValue,
    /// Whether the two agree; for a figure in words, whether the words are right.
    pub agrees: bool,
}

/// Returns all figures, in the order of the article.
///
/// # Panics
/// If the file that is compiled in cannot be read; a test reads it.
pub fn figures() -> Vec<Figure> {
    #[derive(Deserialize)]
    struct FigureFile {
        figure: Vec<Figure>,
    }
    let file: FigureFile = toml::from_str(FILE).expect("the file of figures is valid");
    file.figure
}
