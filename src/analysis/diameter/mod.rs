//! Diameter of a component, proved by a small number of searches of its CSR graph.

mod bfs;
mod csr_graph;
mod eccentricity_bounds;
mod engine_searches;
mod farthest_pairs;
mod landmarks;
mod measure;
mod memory_plan;
mod multi_source_bfs;
mod open_pairs;
mod orbits;
mod plan;
mod query;

pub use bfs::Bfs;
pub use csr_graph::{CsrGraph, CsrGraphError, ReachableSet};
pub use query::{
    Diameter, DiameterError, DiameterProgress, DiameterProof, DiameterQuery, Thresholds,
};
