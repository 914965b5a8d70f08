//! What the developers' programs share: the rivals, a search that is timed, the memory it took or may take, and who
//! else was busy.

pub mod group;
pub mod memory;
pub mod others;
pub mod plain;
pub mod rival;
pub mod trial;
pub mod watch;
