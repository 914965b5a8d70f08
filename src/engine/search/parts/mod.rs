//! A search over several processes, each with a part of the numbers.
//!
//! [`PartRun`] is the search; the driver is the one of every search. A [`PartEngine`] holds the
//! generations of the numbers that a process owns, and a [`Fabric`](super::Fabric) connects the
//! processes. The words of a search are cut into groups, which are dealt to processes
//! ([`Division`]). A checkpoint has a file for each group, so that it does not depend on the number
//! of processes.

mod backend;
mod checkpoint;
mod division;
mod exchange;
mod gather;
mod part_engine;
mod run;
mod sparse;
#[cfg(test)]
mod tests;

pub use division::Division;
pub use gather::PartFiles;
pub use run::{PartOutcome, PartRun};

pub(super) use exchange::{Cut, Emit, exchange};
pub(super) use part_engine::{PartEngine, PartLayer, Section};
