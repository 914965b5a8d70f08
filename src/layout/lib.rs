//! Layouts of state graphs: a place for each position, in the plane or in space.
//!
//! A [`LayoutGraph`] is a connected graph whose edges have no direction. [`GraphLayout::of`] places
//! its vertices so that distances look as long as they are, or as a tree around one vertex
//! ([`LayoutKind`]). A million vertices take about ten seconds of two cores.
//!
//! The places depend on the graph and the request alone: every machine computes the same bytes.
//! Only operations that IEEE 754 rounds exactly are used, and sines and cosines in software.

mod blocks;
mod breadth_first_tree;
mod graph_layout;
mod layout_graph;
mod pivot_distances;
mod sparse_stress;
mod unfolding;

pub use graph_layout::{GraphLayout, LayoutKind, LayoutRequest};
pub use layout_graph::LayoutGraph;

/// A place: x to the right, y down, z towards the viewer. The last is 0 in the plane.
pub type VertexPlace = [f32; 3];
