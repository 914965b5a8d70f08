//! The recount: every figure of Walker's article against the program.
//!
//! The article's figures stand in `figures/document.toml`, each with what is to be measured; the program measures
//! it and compares. A figure is data, a recount is a run: no number of a puzzle stands in the code. This layer
//! makes the searches that it needs, each once, in memory. It prints nothing.

mod figure;
mod measure;

pub use figure::{Figure, Measure, Stated, Value, figures};
pub use measure::{Desk, RecountError};

/// A figure, recounted.
#[derive(Clone, PartialEq, Debug)]
pub struct Recounted {
    /// What the article says.
    pub figure: Figure,
    /// What the program found.
    pub value: Value,
    /// Whether the two are the same; of figures in words, whether the words are right.
    pub agrees: bool,
}
