//! The engine of the search: numbers for configurations, the state graph, and the searches over it.
//!
//! [`index`] numbers configurations, [`graph`] makes their neighbours, and [`search`] explores
//! generation after generation. Each of these modules uses the modules named before it, and none
//! named after it.

pub mod graph;
pub mod index;
pub mod search;
