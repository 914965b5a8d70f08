//! Records that `--json` prints, each a JSON object.
//!
//! Counts of configurations and of paths are strings of decimal digits, since many readers of JSON
//! lose precision in large numbers.

mod analysis;
mod files;
mod number;
mod problem;
mod puzzle;
mod search;
mod verification;

pub use analysis::{Components, Count, Diameter, Excluded, Figure, Recount};
pub use files::{Completions, Drawn, Network, NetworkFile, Page, Pages, Serve};
pub use number::digits;
pub use problem::{Failed, Failure};
pub use puzzle::{
    Check, Convert, Converted, Exchange, Fault, Gate, List, Listed, Pieces, Show, Symmetry, Turn,
};
pub use search::{
    Estimate, Explore, Farthest, Files, Find, GoalFound, Solve, Spilled, Step, Stopped, Unanswered,
    Ways, positions, steps,
};
pub use verification::{CheckedFiles, Proved, Replay, Stored, Stores, Verify};
