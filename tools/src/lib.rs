//! What the developers' programs share: the rivals, a search that is timed, the memory it took, and who else was busy.

pub mod memory;
pub mod others;
pub mod plain;
pub mod rival;
pub mod trial;
