//! `GraphDrawing`: a state graph with places, as a message that pages unpack.

use crate::book::{compressed, message};
use flate2::Compression;
use serde::Serialize;
use slidewise_layout::GraphLayout;

/// A state graph with places.
pub(crate) struct GraphDrawing<'d> {
    /// The places of the vertices.
    pub layout: &'d GraphLayout,
    /// The edges, as pairs of vertices.
    pub edges: Vec<(u32, u32)>,
    /// The vertex of Start.
    pub root: u32,
    /// For each number that the page uses, the vertex; absent where they are the same.
    pub order: Option<&'d [u32]>,
    /// The positions of the vertices, where the page has them from nowhere else.
    pub positions: Option<DrawnPositions>,
}

/// The positions of a graph's vertices, with their distances.
pub(crate) struct DrawnPositions {
    /// Numbers in the record of a position.
    pub length: usize,
    /// The records, one after the other.
    pub records: Vec<u16>,
    /// The distance of each position from Start.
    pub from_start: Vec<u16>,
    /// The distance of each position to the nearest solution; 65,535 if it is dead.
    pub to_finish: Vec<u16>,
}

/// What a page must know to unpack a drawing.
#[derive(Serialize)]
struct DrawingHeader {
    /// Number of positions.
    count: usize,
    /// Number of edges.
    edges: usize,
    /// Number of the first edges that belong to the tree of a search from Start.
    tree_edges: usize,
    /// Coordinates of each place.
    dimensions: usize,
    /// What the places show.
    layout: &'static str,
    /// Numbers in the record of a position; 0 if the drawing has none.
    length: usize,
}

impl GraphDrawing<'_> {
    /// The drawing as a message: the length of the header, the header as JSON, and compressed the
    /// coordinates of each place and the two ends of each edge, as four-byte numbers. Positions, if
    /// there are any, follow as two-byte numbers: the distances from Start, those to the nearest
    /// solution, and the records.
    pub(crate) fn message(mut self) -> Vec<u8> {
        let (layout, count) = (self.layout, self.layout.places.len());
        let tree_edges = GraphLayout::tree_edges_first(count, self.root, &mut self.edges);
        let header = DrawingHeader {
            count,
            edges: self.edges.len(),
            tree_edges,
            dimensions: layout.dimensions,
            layout: layout.kind.name(),
            length: self.positions.as_ref().map_or(0, |own| own.length),
        };
        let vertex = |number: usize| self.order.map_or(number, |order| order[number] as usize);
        let mut numbers = vec![0u32; count];
        for number in 0..count {
            numbers[vertex(number)] = number as u32;
        }
        let mut body = Vec::with_capacity(12 * count + 8 * self.edges.len());
        for number in 0..count {
            for own in &layout.places[vertex(number)][..layout.dimensions] {
                body.extend(own.to_le_bytes());
            }
        }
        for &(from, to) in &self.edges {
            body.extend(numbers[from as usize].to_le_bytes());
            body.extend(numbers[to as usize].to_le_bytes());
        }
        if let Some(positions) = &self.positions {
            let columns = [
                &positions.from_start,
                &positions.to_finish,
                &positions.records,
            ];
            for own in columns.into_iter().flatten() {
                body.extend(own.to_le_bytes());
            }
        }
        message(&header, &compressed(&body, Compression::fast()))
    }
}
