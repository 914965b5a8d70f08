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

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use flate2::read::ZlibDecoder;
    use serde_json::Value;
    use slidewise_layout::{LayoutGraph, LayoutKind, LayoutRequest};
    use std::io::Read;
    use std::ops::ControlFlow;

    /// What a page unpacks from a message.
    pub(crate) struct Unpacked {
        pub header: Value,
        pub places: Vec<f32>,
        pub edges: Vec<(u32, u32)>,
        /// The two-byte numbers that follow.
        pub rest: Vec<u16>,
    }

    pub(crate) fn unpacked(message: &[u8]) -> Unpacked {
        let (length, rest) = message.split_at(4);
        let length = u32::from_le_bytes(length.try_into().unwrap()) as usize;
        let header: Value = serde_json::from_slice(&rest[..length]).unwrap();
        let mut body = Vec::new();
        ZlibDecoder::new(&rest[length..])
            .read_to_end(&mut body)
            .unwrap();
        let number = |name: &str| header[name].as_u64().unwrap() as usize;
        let (places, rest) = body.split_at(4 * number("count") * number("dimensions"));
        let (edges, rest) = rest.split_at(8 * number("edges"));
        let word = |own: &[u8]| u32::from_le_bytes(own.try_into().unwrap());
        Unpacked {
            places: places
                .chunks(4)
                .map(|own| f32::from_bits(word(own)))
                .collect(),
            edges: edges
                .chunks(8)
                .map(|own| (word(&own[..4]), word(&own[4..])))
                .collect(),
            rest: rest
                .chunks(2)
                .map(|own| u16::from_le_bytes([own[0], own[1]]))
                .collect(),
            header,
        }
    }

    #[test]
    fn a_drawing_is_numbered_as_the_page_numbers_positions() {
        let edges = vec![(2, 0), (0, 1), (1, 2), (2, 3)];
        let graph = LayoutGraph::new(4, &edges);
        let request = LayoutRequest::new(LayoutKind::Tree, 0);
        let layout =
            GraphLayout::of(&graph, &request, &mut |_, _| ControlFlow::Continue(())).unwrap();
        let drawing = GraphDrawing {
            layout: &layout,
            edges,
            root: 0,
            order: Some(&[3, 2, 1, 0]),
            positions: None,
        };
        let own = unpacked(&drawing.message());
        assert_eq!(own.header["tree_edges"], 3);
        assert_eq!(own.edges, [(1, 3), (3, 2), (1, 0), (2, 1)]);
        let places: Vec<&[f32]> = own.places.chunks(2).collect();
        for (own, place) in places.iter().zip(layout.places.iter().rev()) {
            assert_eq!(own, &&place[..2]);
        }
        assert!(own.rest.is_empty());
    }
}
