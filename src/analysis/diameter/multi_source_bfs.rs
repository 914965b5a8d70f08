//! Breadth-first searches from many vertices at once, with one bit for each source (Then et al.
//! 2014).
//!
//! The sources of up to 256 searches form a batch. Each source has a bit in a row of four words.
//! Each vertex has one row with the bits of the searches that have seen it, and one row with the
//! bits of the searches that have just reached it. One pass along the edges advances all searches
//! by one generation. This pays if the sources are near each other, because all searches then reach
//! a vertex within a few generations.

use super::csr_graph::CsrGraph;
use crate::verify::{OutOfMemory, filled};
use std::sync::atomic::{AtomicBool, Ordering};

/// Number of words of 64 bits in a row, which has one bit for each source of a batch.
const WORDS: usize = 4;
/// Maximum number of sources in a batch.
pub(super) const LANES: usize = WORDS * 64;

/// Row of bits: one bit for each source of a batch.
type LaneRow = [u64; WORDS];

/// Arrays for a batch of searches; further batches reuse them.
#[derive(Debug)]
pub(super) struct MultiSourceBfs {
    /// Bits of the searches that have seen a vertex, indexed by vertex.
    seen: Vec<LaneRow>,
    /// Bits of the searches that have just reached a vertex, indexed by vertex.
    current: Vec<LaneRow>,
    /// Bits of the searches that reach a vertex in the next generation, indexed by vertex.
    next: Vec<LaneRow>,
    /// Distances of a vertex from the nearest and the farthest source, indexed by vertex.
    reach: Vec<(u32, u32)>,
    /// Vertices whose row in `current` is not empty.
    active: Vec<u32>,
    /// Vertices whose row in `next` is not empty.
    touched: Vec<u32>,
}

/// Result of the search from one source of a batch.
#[derive(Clone, Debug, Default)]
pub(super) struct FarthestVertices {
    /// Eccentricity of the source.
    pub eccentricity: u32,
    /// Number of vertices at distance `eccentricity` from the source; 0 if this distance is less
    /// than the wanted distance.
    pub count: u64,
    /// Some of the vertices at distance `eccentricity`, up to a maximum number.
    pub vertices: Vec<u32>,
}

impl MultiSourceBfs {
    /// Bytes that the arrays take for each vertex.
    pub(super) const BYTES: u64 = 3 * (WORDS as u64) * 8 + 8 + 8;

    /// Allocates the arrays for a component of `len` vertices.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(super) fn new(len: usize) -> Result<MultiSourceBfs, OutOfMemory> {
        Ok(MultiSourceBfs {
            seen: filled(len, LaneRow::default())?,
            current: filled(len, LaneRow::default())?,
            next: filled(len, LaneRow::default())?,
            reach: filled(len, (0, 0))?,
            active: Vec::new(),
            touched: Vec::new(),
        })
    }

    /// Searches from at most [`LANES`] different vertices; returns `None` if the stop flag is
    /// raised.
    ///
    /// If the eccentricity of a source is at least `wanted`, its farthest vertices are counted, and
    /// up to `most` of them are listed.
    pub(super) fn search(
        &mut self,
        component: &CsrGraph<'_>,
        sources: &[u32],
        wanted: u32,
        most: usize,
        stop: &AtomicBool,
    ) -> Option<Vec<FarthestVertices>> {
        let MultiSourceBfs {
            seen,
            current,
            next,
            reach,
            active,
            touched,
        } = self;
        assert!(
            sources.len() <= LANES,
            "a batch has at most {LANES} sources"
        );
        seen.fill(LaneRow::default());
        current.fill(LaneRow::default());
        active.clear();
        let mut far: Vec<FarthestVertices> = vec![FarthestVertices::default(); sources.len()];
        let mut alive = LaneRow::default();
        for (lane, &source) in sources.iter().enumerate() {
            let bit = 1 << (lane % 64);
            seen[source as usize][lane / 64] |= bit;
            current[source as usize][lane / 64] |= bit;
            alive[lane / 64] |= bit;
            reach[source as usize] = (0, 0);
            active.push(source);
        }
        let mut distance = 0;
        loop {
            if distance >= wanted {
                note_far(&mut far, active, current, distance, most);
            }
            for_each_lane(&alive, |lane| far[lane].eccentricity = distance);
            if stop.load(Ordering::Relaxed) {
                // The next search expects `next` and `touched` to be empty. A search that is not
                // stopped leaves them empty.
                next.fill(LaneRow::default());
                touched.clear();
                return None;
            }
            distance += 1;
            expand(component, active, (current, next), touched);
            active.clear();
            alive = LaneRow::default();
            for vertex in touched.drain(..) {
                let seen = &mut seen[vertex as usize];
                let mut new = std::mem::take(&mut next[vertex as usize]);
                (0..WORDS).for_each(|word| new[word] &= !seen[word]);
                if new != LaneRow::default() {
                    let reach = &mut reach[vertex as usize];
                    if *seen == LaneRow::default() {
                        reach.0 = distance;
                    }
                    reach.1 = distance;
                    for word in 0..WORDS {
                        seen[word] |= new[word];
                        alive[word] |= new[word];
                    }
                    current[vertex as usize] = new;
                    active.push(vertex);
                }
            }
            if active.is_empty() {
                return Some(far);
            }
        }
    }

    /// Distances of each vertex from the nearest and the farthest source of the last batch.
    pub(super) fn reach(&self) -> &[(u32, u32)] {
        &self.reach
    }
}

/// Adds the row of each active vertex to the rows of its neighbours, and lists these neighbours in
/// `touched`.
fn expand(
    component: &CsrGraph<'_>,
    active: &[u32],
    (current, next): (&mut [LaneRow], &mut [LaneRow]),
    touched: &mut Vec<u32>,
) {
    for &vertex in active {
        let row = std::mem::take(&mut current[vertex as usize]);
        for &neighbour in component.neighbours(vertex) {
            let gathered = &mut next[neighbour as usize];
            if *gathered == LaneRow::default() {
                touched.push(neighbour);
            }
            (0..WORDS).for_each(|word| gathered[word] |= row[word]);
        }
    }
}

/// Records for each search the vertices that it has just reached, which are its farthest so far.
fn note_far(
    far: &mut [FarthestVertices],
    active: &[u32],
    current: &[LaneRow],
    distance: u32,
    most: usize,
) {
    for &vertex in active {
        for_each_lane(&current[vertex as usize], |lane| {
            let far = &mut far[lane];
            if far.eccentricity != distance || far.count == 0 {
                *far = FarthestVertices {
                    eccentricity: distance,
                    ..FarthestVertices::default()
                };
            }
            far.count += 1;
            if far.vertices.len() < most {
                far.vertices.push(vertex);
            }
        });
    }
}

fn for_each_lane(row: &LaneRow, mut visit: impl FnMut(usize)) {
    for (word, &bits) in row.iter().enumerate() {
        let mut rest = bits;
        while rest != 0 {
            visit(word * 64 + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
}
