//! The store of run files: a sorted file for each generation.
//!
//! | file | holds |
//! |---|---|
//! | `ascending` | `Ascending`: a source of ascending numbers |
//! | `run_format` | the format of run files |
//! | `run_writer` | `RunWriter`: writes a run file |
//! | `run_reader` | `RunReader` and `RunLookup`: read a run file, and look up members in it |
//! | `common` | the members that two run files have in common |
//! | `merge` | the union of ascending inputs, minus the members of other inputs |
//! | `sorter` | `Sorting`: sorts more numbers than memory holds |
//! | `kept` | the file `kept` |
//! | `inventory` | `Inventory`: the generations of a store, and which of them have files |
//! | `run_store` | `RunStore`: the store, open |
//! | `audit` | the audit of a store of run files |

pub(crate) mod ascending;
mod audit;
mod common;
pub(crate) mod inventory;
mod kept;
mod merge;
#[cfg(test)]
mod promises;
pub(crate) mod run_format;
pub(crate) mod run_reader;
pub(crate) mod run_store;
mod run_writer;
pub(crate) mod sorter;
