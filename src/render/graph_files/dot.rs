//! Graphs in DOT, the language of Graphviz (Gansner and North 2000).
//!
//! The name of a node is the index of its configuration. Of the two nodes of an edge, the node
//! before the move is written first. Places are in points, for `neato -n2`.

use super::writer::{EdgeRow, GraphHeader, GraphWriter, NodeRow, in_viewers};
use std::io::{self, Write};

/// Writer of graphs in DOT.
#[derive(Debug)]
pub struct DotWriter<W> {
    out: W,
    is_directed: bool,
}

impl<W: Write> DotWriter<W> {
    /// Writes the beginning of the file, with the names of puzzle and metric.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn new(mut out: W, subject: &GraphHeader<'_>) -> io::Result<DotWriter<W>> {
        let is_directed = subject.is_directed;
        let kind = if is_directed { "digraph" } else { "graph" };
        writeln!(out, "{kind} {} {{", quoted(subject.puzzle))?;
        writeln!(out, "graph [metric={}];", quoted(subject.metric))?;
        writeln!(out, "node [shape=point];")?;
        Ok(DotWriter { out, is_directed })
    }
}

/// Quotes a string. Backslashes are doubled, so that Graphviz does not read them as escapes.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

impl<W: Write> GraphWriter for DotWriter<W> {
    fn node(&mut self, node: &NodeRow<'_>) -> io::Result<()> {
        let out = &mut self.out;
        write!(out, "{} [", node.index)?;
        for (key, distance) in [("generation", node.generation), ("finish", node.finish)] {
            if let Some(distance) = distance {
                write!(out, "{key}={distance}, ")?;
            }
        }
        write!(out, "position={}", quoted(node.position))?;
        write!(out, ", start={}, goal={}", node.is_start, node.is_goal)?;
        if let Some(place) = node.place {
            let [x, y, z] = in_viewers(place);
            write!(out, ", pos=\"{x:.2},{y:.2},{z:.2}\"")?;
        }
        writeln!(out, "];")
    }

    fn link(&mut self, link: &EdgeRow<'_>) -> io::Result<()> {
        let sign = if self.is_directed { "->" } else { "--" };
        writeln!(
            self.out,
            "{} {sign} {} [piece={}, cell={}, move={}];",
            link.from,
            link.to,
            quoted(link.piece),
            quoted(link.cell),
            quoted(link.letters)
        )
    }

    fn finish(&mut self) -> io::Result<()> {
        writeln!(self.out, "}}")?;
        self.out.flush()
    }
}
