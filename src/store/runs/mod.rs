//! The store of run files.

mod audit;
pub(crate) mod inventory;
pub(crate) mod kept;
pub(crate) mod merge;
#[cfg(test)]
mod promises;
pub(crate) mod run_file;
pub(crate) mod run_store;
pub(crate) mod sorter;
