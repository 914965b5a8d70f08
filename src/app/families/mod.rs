//! Families of puzzles, of which the hardest starts are sought.

pub(crate) mod design_problems;
pub(crate) mod design_request;
pub(crate) mod set_answers;

pub use design_request::{DesignRequest, open_family, sweep_file};
pub use set_answers::SetAnswer;
