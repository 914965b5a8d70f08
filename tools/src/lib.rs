//! What the developers' programs share: the rival, a search that is timed, the memory it took.

pub mod memory;
pub mod rival;
pub mod trial;
