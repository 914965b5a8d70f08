//! Distances of all vertices of a graph, from a second search that keeps no marks.

use crate::interruptible::{Reporter, interruptible};
use numpy::IntoPyArray;
use pyo3::prelude::*;
use slidewise_app::{Cause, Explorer, Problem};
use slidewise_engine::graph::Graph;
use slidewise_engine::search::{
    CountSink, EngineChoice, Event, OutOfResources, Resources, Run, SearchEnd,
};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

/// Distances by number, in bytes while all are below 255.
pub(crate) enum DistanceTable {
    /// Distances below 255; 255 for what is not reached.
    Bytes(Vec<u8>),
    /// Distances below 65535; 65535 for what is not reached.
    Words(Vec<u16>),
}

/// Limits of the search that fills a table.
#[derive(Clone, Copy)]
pub(crate) struct TableSearch<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) sources: &'a [u64],
    pub(crate) threads: usize,
    pub(crate) memory: Option<u64>,
    pub(crate) stop: &'a AtomicBool,
}

/// The problem of an array for which there is no memory.
fn no_room(entries: u64) -> Problem {
    Problem::new(
        Cause::TooLarge,
        format!("there is no memory for an array of {entries} entries"),
        "distance_of() answers for single positions without an array",
    )
}

/// Asks for room for `more` entries behind those of an array, within a limit and the machine.
///
/// # Errors
/// If there is too little memory.
pub(crate) fn reserve<T>(
    array: &mut Vec<T>,
    more: usize,
    memory: Option<u64>,
) -> Result<(), Problem> {
    let entries = array.len().saturating_add(more);
    let bytes = entries.saturating_mul(size_of::<T>());
    OutOfResources::of_memory(bytes as u64, memory)?;
    let reserved = array.try_reserve_exact(more);
    reserved.map_err(|_| no_room(entries as u64))
}

/// A vector of `entries` equal values, if there is memory for it.
pub(crate) fn filled<T: Clone>(entries: u64, value: T) -> Result<Vec<T>, Problem> {
    let mut array = Vec::new();
    let len = usize::try_from(entries).map_err(|_| no_room(entries))?;
    reserve(&mut array, len, None)?;
    array.resize(len, value);
    Ok(array)
}

impl TableSearch<'_> {
    /// The distances of all vertices from the nearest source.
    ///
    /// # Errors
    /// If there is too little memory, the search is stopped, or a distance exceeds 65534.
    pub(crate) fn table(&self, reporter: &Reporter) -> Result<DistanceTable, Problem> {
        let mut table = DistanceTable::Bytes(filled(self.graph.len(), u8::MAX)?);
        let mut fault = None;
        let ended = self.generations(reporter, &mut |generation, members| {
            if generation == u64::from(u8::MAX) {
                match table.widened() {
                    Ok(wide) => table = wide,
                    Err(problem) => fault = Some(problem),
                }
            }
            if generation >= u64::from(u16::MAX) {
                fault = Some(Problem::new(
                    Cause::TooLarge,
                    "there are distances of 65535 and more, which no array of this kind holds",
                    "distance_of() answers for single positions",
                ));
            }
            if fault.is_some() {
                return ControlFlow::Break(());
            }
            table.put(generation, members);
            ControlFlow::Continue(())
        })?;
        match (fault, ended) {
            (Some(problem), _) => Err(problem),
            (None, SearchEnd::Interrupted) => Err(Problem::of_nothing_kept()),
            (None, _) => Ok(table),
        }
    }

    /// The members of one generation, ascending; none if it is beyond the last.
    ///
    /// # Errors
    /// If there is too little memory, or the search is stopped.
    pub(crate) fn members(&self, wanted: u64, reporter: &Reporter) -> Result<Vec<i64>, Problem> {
        let mut found = Vec::new();
        let ended = self.generations(reporter, &mut |generation, members| {
            if generation < wanted {
                return ControlFlow::Continue(());
            }
            members(&mut |index| found.push(index as i64));
            ControlFlow::Break(())
        })?;
        match ended {
            SearchEnd::Interrupted => Err(Problem::of_nothing_kept()),
            _ => Ok(found),
        }
    }

    /// Searches without marks, and passes each generation to `visit`.
    fn generations(
        &self,
        reporter: &Reporter,
        visit: &mut dyn FnMut(u64, Members<'_>) -> ControlFlow<()>,
    ) -> Result<SearchEnd, Problem> {
        let mut counts = CountSink::default();
        let choice = EngineChoice::best(self.graph).without_marks();
        let engine = choice.for_search(self.graph, self.sources, &counts);
        Resources::to_count(self.graph, &engine).check(self.memory, None)?;
        let run = Run {
            engine,
            threads: self.threads,
            stop: self.stop,
            ..Run::new(self.graph, self.sources)
        };
        let outcome = run.explore(&mut counts, &mut |event| {
            reporter.report(&event);
            match event {
                Event::Found {
                    generation,
                    configurations,
                    ..
                } => visit(generation, &|each| configurations.for_each(each)),
                _ => ControlFlow::Continue(()),
            }
        });
        Ok(outcome?.ended)
    }
}

/// A pass over the members of a generation, ascending.
type Members<'a> = &'a dyn Fn(&mut dyn FnMut(u64));

impl DistanceTable {
    fn put(&mut self, distance: u64, members: Members<'_>) {
        match self {
            DistanceTable::Bytes(table) => {
                members(&mut |index| table[index as usize] = distance as u8);
            }
            DistanceTable::Words(table) => {
                members(&mut |index| table[index as usize] = distance as u16);
            }
        }
    }

    /// The table with an entry of two bytes for each vertex.
    fn widened(&self) -> Result<DistanceTable, Problem> {
        let DistanceTable::Bytes(table) = self else {
            unreachable!("a table is widened once");
        };
        let mut wide = filled(table.len() as u64, u16::MAX)?;
        for (to, &from) in wide.iter_mut().zip(table) {
            if from != u8::MAX {
                *to = u16::from(from);
            }
        }
        Ok(DistanceTable::Words(wide))
    }

    /// The distances as a numpy array.
    pub(crate) fn into_array(self, py: Python<'_>) -> Bound<'_, PyAny> {
        match self {
            DistanceTable::Bytes(table) => table.into_pyarray(py).into_any(),
            DistanceTable::Words(table) => table.into_pyarray(py).into_any(),
        }
    }

    /// The distance of a vertex; `None` if it is not reached.
    #[inline]
    pub(crate) fn of(&self, index: u64) -> Option<u64> {
        match self {
            DistanceTable::Bytes(table) => Some(table[index as usize])
                .filter(|&own| own != u8::MAX)
                .map(u64::from),
            DistanceTable::Words(table) => Some(table[index as usize])
                .filter(|&own| own != u16::MAX)
                .map(u64::from),
        }
    }
}

/// The distances of all positions from Start, from a single search that keeps no marks.
pub(crate) fn of_start(
    py: Python<'_>,
    explorer: Explorer,
    progress: Option<Py<PyAny>>,
) -> PyResult<DistanceTable> {
    interruptible(py, progress, |stop, reporter| {
        let numbered = explorer.number()?;
        let again = TableSearch {
            graph: &numbered.graph,
            sources: &[numbered.start()],
            threads: numbered.explorer.thread_count(),
            memory: numbered.explorer.memory_limit(),
            stop,
        };
        again.table(&reporter)
    })
}
