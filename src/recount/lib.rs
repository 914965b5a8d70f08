//! Recount of every figure in Walker's article by this program.
//!
//! The figures of the article are in `figures/document.toml`, each with the measurement to make;
//! the program measures and compares. The code contains no numbers of single puzzles. This layer
//! makes the searches that it needs, each once, in memory. It prints nothing.

mod figure;
mod recounter;

pub use figure::{Figure, Measure, Stated, Value, figures};
pub use recounter::{Desk, RecountError};

/// Figure of the article with the measured value.
#[derive(Clone, PartialEq, Debug)]
pub struct Recounted {
    /// Figure as the article states it.
    pub figure: Figure,
    /// Value that the program measured.
    pub value: Value,
    /// Whether the two agree; for a figure in words, whether the words are right.
    pub agrees: bool,
}
