//! Shortest ways: questions and answers, and the searches that know nothing of bounds.

pub(crate) mod answer;
pub(crate) mod generations;
pub(crate) mod hashed;
pub(crate) mod lengths;
pub(crate) mod meeting;
pub(crate) mod question;
pub(crate) mod shortest;

pub use answer::{Answer, WaysReader};
pub use lengths::metric_of;
pub use question::{Question, SolveMethod, Target, WantedWays};
