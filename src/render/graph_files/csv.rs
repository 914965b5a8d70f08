//! Graphs as two CSV tables with header lines (RFC 4180, except that lines end with a line feed).
//!
//! A missing value is an empty field. Truth values are `true` and `false`.

use super::writer::{EDGE_COLUMNS, EdgeRow, GraphWriter, NODE_COLUMNS, NodeRow, PLACE_COLUMNS};
use std::borrow::Cow;
use std::io::{self, Write};

/// Writer of graphs as CSV: a table of nodes, a table of edges, or both.
#[derive(Debug)]
pub struct CsvWriter<W> {
    nodes: Option<W>,
    edges: Option<W>,
}

impl<W: Write> CsvWriter<W> {
    /// Writes the header line of each table for which an output is given.
    ///
    /// # Errors
    /// If an output cannot be written.
    pub fn new(nodes: Option<W>, edges: Option<W>, has_places: bool) -> io::Result<CsvWriter<W>> {
        let mut own = CsvWriter { nodes, edges };
        if let Some(out) = &mut own.nodes {
            let places = if has_places { &PLACE_COLUMNS[..] } else { &[] };
            writeln!(out, "{}", [&NODE_COLUMNS, places].concat().join(","))?;
        }
        if let Some(out) = &mut own.edges {
            writeln!(out, "{}", EDGE_COLUMNS.join(","))?;
        }
        Ok(own)
    }
}

/// Quotes a field of CSV if it contains a quote, comma or line break.
pub fn csv_field(text: &str) -> Cow<'_, str> {
    if text.contains(['"', ',', '\n', '\r']) {
        Cow::Owned(format!("\"{}\"", text.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(text)
    }
}

fn number(distance: Option<u64>) -> String {
    distance.map_or(String::new(), |distance| distance.to_string())
}

impl<W: Write> GraphWriter for CsvWriter<W> {
    fn node(&mut self, node: &NodeRow<'_>) -> io::Result<()> {
        let Some(out) = &mut self.nodes else {
            return Ok(());
        };
        write!(
            out,
            "{},{},{},{},{},{},{}",
            node.index,
            csv_field(node.position),
            number(node.generation),
            number(node.finish),
            csv_field(node.position),
            node.is_start,
            node.is_goal
        )?;
        if let Some([x, y, z]) = node.place {
            write!(out, ",{x},{y},{z}")?;
        }
        writeln!(out)
    }

    fn link(&mut self, link: &EdgeRow<'_>) -> io::Result<()> {
        let Some(out) = &mut self.edges else {
            return Ok(());
        };
        writeln!(
            out,
            "{},{},{},{},{}",
            link.from,
            link.to,
            csv_field(link.piece),
            csv_field(link.cell),
            csv_field(link.letters)
        )
    }

    fn finish(&mut self) -> io::Result<()> {
        for out in [&mut self.nodes, &mut self.edges].into_iter().flatten() {
            out.flush()?;
        }
        Ok(())
    }
}
