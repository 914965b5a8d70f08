//! Figures of Walker's article, each with the measurement to compare it with.
//!
//! The figures are read from a file that is compiled in. This module measures nothing.

use num_bigint::BigUint;
use serde::Deserialize;
use std::fmt;

/// Text of the file of figures.
const FILE: &str = include_str!("document.toml");

/// Figure of Walker's article, with the measurement to compare it with.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Figure {
    /// Name of the puzzle that the article describes.
    pub puzzle: String,
    /// Description of the figure.
    pub figure: String,
    /// Value that the article states.
    pub document: StatedValue,
    /// Value that independent programs measured.
    pub measured: StatedValue,
    /// Explanation of a difference, or of how the value was found.
    pub note: Option<String>,
    /// Name of the puzzle to measure, if it differs from `puzzle`.
    pub on: Option<String>,
    /// Measurement to make.
    #[serde(flatten)]
    pub measure: Measurand,
    /// Number of moves that the article counts but the puzzle does not have; added to the measured
    /// value.
    #[serde(default)]
    pub plus: u64,
    /// Range, both ends included, of measured values for which a figure in words is right.
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

/// Quantity that is measured for a figure.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "measure", rename_all = "kebab-case")]
pub enum Measurand {
    /// Number of placements of these pieces alone on the board, with or without the puzzle's rules.
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
    /// Memory, in gigabytes, for one bit for each legal configuration.
    Gigabytes,
    /// Number of different placements of these pieces among the reachable configurations.
    PlacingsReached {
        /// Tokens of the pieces.
        pieces: Vec<String>,
    },
    /// Number of legal patterns: configurations that differ only in the order of tiles count once.
    LegalPatterns,
    /// Number of reachable patterns: configurations that differ only in the order of tiles count
    /// once.
    PatternsReached,
    /// Number of reachable configurations.
    Reached,
    /// Number of legal configurations that cannot be reached.
    NotReached,
    /// Distance from Start to the nearest goal.
    Solution,
    /// Number of shortest paths from Start to the nearest goals.
    Routes,
    /// Size of the largest generation.
    LargestGeneration,
    /// Distance of the largest generation from Start.
    DepthOfLargest,
    /// Distance of the last generation from Start.
    Depth,
    /// Number of configurations farther from Start than the nearest goal is.
    BeyondFinish,
    /// Number of configurations that have each listed piece on its colour of a chequered board and
    /// are farther from Finish than Start is.
    Chequered {
        /// Tokens of the pieces with first cells on the colour of the board's upper left corner.
        light: Vec<String>,
        /// Tokens of the pieces with first cells on the other colour.
        dark: Vec<String>,
        /// Name of the cell that is empty.
        empty: String,
    },
    /// Largest distance between two reachable configurations.
    Diameter,
    /// Size of the largest component over all sets of dominoes and unit pieces.
    ///
    /// Each set, the puzzle's largest piece, and as many empty cells as in the puzzle fill the
    /// board together.
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
    /// Converts the value to the variant of [`FigureValue`] that `other` has.
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
    /// Whether the article's value and the measured value agree; for a figure in words, whether the
    /// words are right.
    pub agrees: bool,
}

/// Returns all figures, in the order of the article.
///
/// # Panics
/// If the file of figures is invalid. The file is compiled in and a test reads it, so this does not
/// happen.
pub fn figures() -> Vec<Figure> {
    #[derive(Deserialize)]
    struct FigureFile {
        figure: Vec<Figure>,
    }
    let file: FigureFile = toml::from_str(FILE).expect("the file of figures is valid");
    file.figure
}
