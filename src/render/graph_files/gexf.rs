//! Graphs as GEXF 1.3, the format of Gephi, with the places of the nodes.
//!
//! Readers take one list of nodes and one of edges, so all nodes are written before all edges.

use super::writer::{EdgeRow, GraphHeader, GraphWriter, NodeRow, in_viewers};
use crate::xml_escape::escaped;
use std::io::{self, Write};

/// Writer of graphs as GEXF.
#[derive(Debug)]
pub struct GexfWriter<W> {
    out: W,
    /// Number of edges written.
    edges: u64,
}

/// Attributes of the nodes, each with the type of its values.
const NODE_KEYS: [(&str, &str); 5] = [
    ("generation", "long"),
    ("finish", "long"),
    ("position", "string"),
    ("start", "boolean"),
    ("goal", "boolean"),
];
/// Attributes of the edges, all of them texts.
const EDGE_KEYS: [&str; 3] = ["piece", "cell", "move"];

impl<W: Write> GexfWriter<W> {
    /// Writes the beginning of the file, with the attributes of nodes and edges.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn new(mut out: W, subject: &GraphHeader<'_>) -> io::Result<GexfWriter<W>> {
        let kind = if subject.is_directed {
            "directed"
        } else {
            "undirected"
        };
        let about = format!("{}, in {}s", subject.puzzle, subject.metric);
        write!(
            out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <gexf xmlns=\"http://gexf.net/1.3\" xmlns:viz=\"http://gexf.net/1.3/viz\"\
             \x20version=\"1.3\">\n\
             <meta><creator>slidewise</creator><description>{}</description></meta>\n\
             <graph mode=\"static\" defaultedgetype=\"{kind}\">\n\
             <attributes class=\"node\">\n",
            escaped(&about),
        )?;
        for (key, kind) in NODE_KEYS {
            writeln!(
                out,
                "<attribute id=\"{key}\" title=\"{key}\" type=\"{kind}\"/>"
            )?;
        }
        writeln!(out, "</attributes>\n<attributes class=\"edge\">")?;
        for key in EDGE_KEYS {
            writeln!(
                out,
                "<attribute id=\"{key}\" title=\"{key}\" type=\"string\"/>"
            )?;
        }
        writeln!(out, "</attributes>\n<nodes>")?;
        Ok(GexfWriter { out, edges: 0 })
    }
}

fn value(key: &str, value: &str) -> String {
    format!("<attvalue for=\"{key}\" value=\"{}\"/>", escaped(value))
}

impl<W: Write> GraphWriter for GexfWriter<W> {
    fn has_nodes_first(&self) -> bool {
        true
    }

    fn node(&mut self, node: &NodeRow<'_>) -> io::Result<()> {
        let out = &mut self.out;
        let label = escaped(node.position);
        write!(
            out,
            "<node id=\"{}\" label=\"{label}\"><attvalues>",
            node.index
        )?;
        for (key, distance) in [("generation", node.generation), ("finish", node.finish)] {
            if let Some(distance) = distance {
                write!(out, "{}", value(key, &distance.to_string()))?;
            }
        }
        write!(out, "{}", value("position", node.position))?;
        for (key, truth) in [("start", node.is_start), ("goal", node.is_goal)] {
            write!(out, "{}", value(key, &truth.to_string()))?;
        }
        write!(out, "</attvalues>")?;
        if let Some(place) = node.place {
            let [x, y, z] = in_viewers(place);
            write!(
                out,
                "<viz:position x=\"{x:.3}\" y=\"{y:.3}\" z=\"{z:.3}\"/>"
            )?;
        }
        writeln!(out, "</node>")
    }

    fn link(&mut self, link: &EdgeRow<'_>) -> io::Result<()> {
        let out = &mut self.out;
        if self.edges == 0 {
            writeln!(out, "</nodes>\n<edges>")?;
        }
        writeln!(
            out,
            "<edge id=\"{}\" source=\"{}\" target=\"{}\"><attvalues>{}{}{}</attvalues></edge>",
            self.edges,
            link.from,
            link.to,
            value("piece", link.piece),
            value("cell", link.cell),
            value("move", link.letters)
        )?;
        self.edges += 1;
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        if self.edges == 0 {
            self.out.write_all(b"</nodes>\n<edges>\n")?;
        }
        self.out.write_all(b"</edges>\n</graph>\n</gexf>\n")?;
        self.out.flush()
    }
}
