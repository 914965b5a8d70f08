//! A graph as two tables of comma-separated values (RFC 4180, with line feeds alone), each with a line of names.
//!
//! What is absent is an empty field; a truth is `true` or `false`.

use super::{EDGE_COLUMNS, Link, NODE_COLUMNS, NetworkWriter, Node};
use std::borrow::Cow;
use std::io::{self, Write};

/// Writes the table of nodes, that of edges, or both.
#[derive(Debug)]
pub struct Csv<W> {
    nodes: Option<W>,
    edges: Option<W>,
}

impl<W: Write> Csv<W> {
    /// Begins the tables that have an output.
    ///
    /// # Errors
    /// If an output cannot be written.
    pub fn new(nodes: Option<W>, edges: Option<W>) -> io::Result<Csv<W>> {
        let mut own = Csv { nodes, edges };
        if let Some(out) = &mut own.nodes {
            writeln!(out, "{}", NODE_COLUMNS.join(","))?;
        }
        if let Some(out) = &mut own.edges {
            writeln!(out, "{}", EDGE_COLUMNS.join(","))?;
        }
        Ok(own)
    }
}

/// A field, in quotes where it needs them.
fn field(text: &str) -> Cow<'_, str> {
    if text.contains(['"', ',', '\n', '\r']) {
        Cow::Owned(format!("\"{}\"", text.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(text)
    }
}

fn number(distance: Option<u64>) -> String {
    distance.map_or(String::new(), |distance| distance.to_string())
}

impl<W: Write> NetworkWriter for Csv<W> {
    fn node(&mut self, node: &Node<'_>) -> io::Result<()> {
        let Some(out) = &mut self.nodes else {
            return Ok(());
        };
        writeln!(
            out,
            "{},{},{},{},{},{}",
            node.index,
            number(node.generation),
            number(node.finish),
            field(node.position),
            node.is_start,
            node.is_goal
        )
    }

    fn link(&mut self, link: &Link<'_>) -> io::Result<()> {
        let Some(out) = &mut self.edges else {
            return Ok(());
        };
        writeln!(
            out,
            "{},{},{},{},{}",
            link.from,
            link.to,
            field(link.piece),
            field(link.cell),
            field(link.letters)
        )
    }

    fn finish(&mut self) -> io::Result<()> {
        for out in [&mut self.nodes, &mut self.edges].into_iter().flatten() {
            out.flush()?;
        }
        Ok(())
    }
}
