//! One timed search, by the explorer or by the hash map, from the opened puzzle to the last
//! configuration.

use crate::hash_map_moves::HashMapMoves;
use crate::hash_map_search::HashMapSearch;
use crate::memory::PeakMemory;
use slidewise::unstable::engine::graph::{Graph, Metric};
use slidewise::unstable::engine::search::{EngineChoice, Run, SearchEnd, Sink};
use slidewise::unstable::puzzle::Puzzle;
use slidewise::unstable::store::StoreError;
use std::collections::HashMap;
use std::error::Error;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Figures of one search by one engine.
pub struct Trial {
    /// Duration of the search.
    pub time: Duration,
    /// Peak memory in bytes, minus what the process held before.
    pub peak: Option<u64>,
    /// Sizes of the generations.
    pub generations: Vec<u64>,
}

impl Trial {
    /// Number of configurations found, and the greatest distance.
    pub fn answer(&self) -> (u64, usize) {
        (self.generations.iter().sum(), self.generations.len() - 1)
    }
}

/// Runs a search in steps with the hash map.
pub fn hash_map<const N: usize>(puzzle: &Puzzle, capacity: usize) -> Trial {
    hash_map_trial(|| HashMapSearch::<N>::new(puzzle).search(capacity))
}

/// Runs a search in moves with the hash map.
pub fn hash_map_in_moves<const N: usize>(puzzle: &Puzzle, capacity: usize) -> Trial {
    hash_map_trial(|| HashMapMoves::<N>::new(puzzle).search(capacity))
}

fn hash_map_trial<const N: usize>(search: impl FnOnce() -> HashMap<[u8; N], u8>) -> Trial {
    let watch = PeakMemory::begin();
    let begun = Instant::now();
    let distances = search();
    let time = begun.elapsed();
    let peak = watch.growth();
    let mut generations = Vec::new();
    for &distance in distances.values() {
        let distance = usize::from(distance);
        if generations.len() <= distance {
            generations.resize(distance + 1, 0);
        }
        generations[distance] += 1;
    }
    Trial {
        time,
        peak,
        generations,
    }
}

/// Runs a search with the explorer: with the engine that `choose` selects, into the sink that
/// `keep` creates.
///
/// # Errors
/// If memory is short, the engine does not support the puzzle, or the search did not complete.
pub fn explorer<K: Sink>(
    puzzle: &Puzzle,
    metric: Metric,
    choose: impl FnOnce(&Graph) -> Result<EngineChoice, &'static str>,
    threads: usize,
    keep: impl FnOnce(&Graph) -> Result<K, StoreError>,
) -> Result<Trial, Box<dyn Error>> {
    let watch = PeakMemory::begin();
    let begun = Instant::now();
    let graph = Graph::new(puzzle, &puzzle.start, metric)?;
    let mut sink = keep(&graph)?;
    let start = graph.index_of(&puzzle.start).ok_or("Start has no index")?;
    let sources = [start];
    let run = Run {
        engine: choose(&graph)?,
        threads,
        ..Run::new(&graph, &sources)
    };
    let outcome = run.explore(&mut sink, &mut |_| ControlFlow::Continue(()))?;
    let time = begun.elapsed();
    if outcome.ended != SearchEnd::Complete {
        return Err("the explorer stopped before the end".into());
    }
    Ok(Trial {
        time,
        peak: watch.growth(),
        generations: sink.counts().to_vec(),
    })
}

/// The first generation in which two searches differ.
pub fn first_difference(one: &[u64], other: &[u64]) -> Option<usize> {
    let mut both = one.iter().zip(other);
    match both.position(|(one, other)| one != other) {
        None if one.len() != other.len() => Some(one.len().min(other.len())),
        difference => difference,
    }
}

/// The median; the mean of the two middle values if their number is even.
pub fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut sorted: Vec<f64> = values.collect();
    sorted.sort_unstable_by(f64::total_cmp);
    let (low, high) = (sorted[(sorted.len() - 1) / 2], sorted[sorted.len() / 2]);
    (low + high) / 2.0
}
