//! A graph in the language DOT of Graphviz (Gansner and North 2000).
//!
//! The name of a node is its number; an edge begins at the configuration that the piece goes from.

use super::{Link, NetworkWriter, Node, Subject};
use std::io::{self, Write};

/// Writes DOT.
#[derive(Debug)]
pub struct Dot<W> {
    out: W,
}

impl<W: Write> Dot<W> {
    /// Begins a file.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn new(mut out: W, subject: &Subject<'_>) -> io::Result<Dot<W>> {
        writeln!(out, "graph {} {{", quoted(subject.puzzle))?;
        writeln!(out, "graph [metric={}];", quoted(subject.metric))?;
        writeln!(out, "node [shape=point];")?;
        Ok(Dot { out })
    }
}

/// A string in quotes. A backslash is doubled so that it stands for itself.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

impl<W: Write> NetworkWriter for Dot<W> {
    fn node(&mut self, node: &Node<'_>) -> io::Result<()> {
        let out = &mut self.out;
        write!(out, "{} [", node.index)?;
        for (key, distance) in [("generation", node.generation), ("finish", node.finish)] {
            if let Some(distance) = distance {
                write!(out, "{key}={distance}, ")?;
            }
        }
        write!(out, "position={}", quoted(node.position))?;
        writeln!(out, ", start={}, goal={}];", node.is_start, node.is_goal)
    }

    fn link(&mut self, link: &Link<'_>) -> io::Result<()> {
        writeln!(
            self.out,
            "{} -- {} [piece={}, cell={}, move={}];",
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
