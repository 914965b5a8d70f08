//! Graphs as GraphML (Brandes et al. 2002), which networkx, igraph, Gephi and yEd read.
//!
//! The id of a node is the index of its configuration. The `source` of an edge is the node before
//! the move, and the `target` is the node after the move.

use super::writer::{EdgeRow, GraphHeader, GraphWriter, NodeRow, PLACE_COLUMNS};
use crate::xml_escape::escaped;
use std::io::{self, Write};

/// Writer of graphs as GraphML.
#[derive(Debug)]
pub struct GraphMlWriter<W> {
    out: W,
}

/// Attributes in the file, each as (element that has the attribute, name, type of the value).
const KEYS: [(&str, &str, &str); 10] = [
    ("graph", "puzzle", "string"),
    ("graph", "metric", "string"),
    ("node", "generation", "long"),
    ("node", "finish", "long"),
    ("node", "position", "string"),
    ("node", "start", "boolean"),
    ("node", "goal", "boolean"),
    ("edge", "piece", "string"),
    ("edge", "cell", "string"),
    ("edge", "move", "string"),
];

impl<W: Write> GraphMlWriter<W> {
    /// Writes the beginning of the file, with the attributes of nodes, edges and graph.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn new(mut out: W, subject: &GraphHeader<'_>) -> io::Result<GraphMlWriter<W>> {
        out.write_all(
            b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
              <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\"\
              \x20xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"\
              \x20xsi:schemaLocation=\"http://graphml.graphdrawing.org/xmlns\
              \x20http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd\">\n",
        )?;
        let places = PLACE_COLUMNS.map(|name| ("node", name, "float"));
        let places = places.into_iter().filter(|_| subject.has_places);
        for (of, name, kind) in KEYS.into_iter().chain(places) {
            writeln!(
                out,
                "<key id=\"{name}\" for=\"{of}\" attr.name=\"{name}\" attr.type=\"{kind}\"/>"
            )?;
        }
        let kind = if subject.is_directed {
            "directed"
        } else {
            "undirected"
        };
        writeln!(out, "<graph edgedefault=\"{kind}\">")?;
        writeln!(
            out,
            "{}{}",
            data("puzzle", subject.puzzle),
            data("metric", subject.metric)
        )?;
        Ok(GraphMlWriter { out })
    }
}

fn data(key: &str, value: &str) -> String {
    format!("<data key=\"{key}\">{}</data>", escaped(value))
}

impl<W: Write> GraphWriter for GraphMlWriter<W> {
    fn node(&mut self, node: &NodeRow<'_>) -> io::Result<()> {
        let out = &mut self.out;
        write!(out, "<node id=\"{}\">", node.index)?;
        for (key, distance) in [("generation", node.generation), ("finish", node.finish)] {
            if let Some(distance) = distance {
                write!(out, "<data key=\"{key}\">{distance}</data>")?;
            }
        }
        write!(out, "{}", data("position", node.position))?;
        write!(out, "<data key=\"start\">{}</data>", node.is_start)?;
        write!(out, "<data key=\"goal\">{}</data>", node.is_goal)?;
        for (key, value) in PLACE_COLUMNS.iter().zip(node.place.iter().flatten()) {
            write!(out, "<data key=\"{key}\">{value}</data>")?;
        }
        writeln!(out, "</node>")
    }

    fn link(&mut self, link: &EdgeRow<'_>) -> io::Result<()> {
        writeln!(
            self.out,
            "<edge source=\"{}\" target=\"{}\">{}{}{}</edge>",
            link.from,
            link.to,
            data("piece", link.piece),
            data("cell", link.cell),
            data("move", link.letters)
        )
    }

    fn finish(&mut self) -> io::Result<()> {
        self.out.write_all(b"</graph>\n</graphml>\n")?;
        self.out.flush()
    }
}
