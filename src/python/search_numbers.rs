//! Numbers of positions that callers give to a search.

use crate::error::{InputError, OrRaise};
use crate::integers::integers;
use crate::position_rows::vertex_of;
use pyo3::prelude::*;
use slidewise_engine::graph::Graph;
use std::collections::BTreeSet;

/// What is expected of numbers of positions, in messages.
pub(crate) const NUMBERS: &str = "numbers of positions";

/// The numbers of a search of a puzzle.
pub(crate) struct SearchNumbers<'s> {
    pub graph: &'s Graph,
    /// The name of the puzzle.
    pub puzzle: &'s str,
}

impl SearchNumbers<'_> {
    /// Numbers below `len(search)` as vertices, `None` for one that is not used.
    ///
    /// # Errors
    /// If they are no such numbers.
    pub(crate) fn vertices(&self, indices: &Bound<'_, PyAny>) -> PyResult<Vec<Option<u64>>> {
        let vertex = |&index: &i64| match vertex_of(self.graph, index) {
            Ok(vertex) => Ok(Some(vertex)),
            Err(_) if (0..self.graph.len() as i64).contains(&index) => Ok(None),
            Err(none) => Err(none.in_words(self.puzzle)),
        };
        let numbers = integers::<i64>(NUMBERS, indices, &[None])?;
        let vertices = numbers.as_array().into_iter().map(vertex);
        vertices.collect::<Result<_, _>>().or_raise(indices.py())
    }

    /// Numbers that are used, ascending and each once.
    ///
    /// # Errors
    /// If there is none, or one is no number of a position.
    pub(crate) fn used_vertices(&self, indices: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
        let vertices: Option<BTreeSet<u64>> = self.vertices(indices)?.into_iter().collect();
        match vertices.filter(|own| !own.is_empty()) {
            Some(own) => Ok(own.into_iter().collect()),
            None => Err(InputError::new_err(format!(
                "expected {NUMBERS}, at least one, each of a position"
            ))),
        }
    }
}
