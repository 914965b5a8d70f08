//! Recount of every figure in Walker's article by this program.
//!
//! The figures of the article are in `document.toml`, each with the measurement to make; the
//! program measures and compares. The code itself contains no figure of any puzzle. This crate
//! makes each search that it needs once, in memory. It prints nothing.

mod error;
mod figure;
mod puzzle_variants;
mod recounter;

pub use error::RecountError;
pub use figure::{Figure, FigureValue, Measurand, Recounted, StatedValue, figures};
pub use recounter::Recounter;
