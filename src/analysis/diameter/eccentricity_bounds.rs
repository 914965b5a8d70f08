//! Bounds on the eccentricity of every vertex, from searches that started at some vertices (Takes
//! and Kosters 2011).
//!
//! Let e be the eccentricity of a vertex s, and d the distance from s to a vertex v. Then the
//! eccentricity of v is at least d, at least e - d, and at most e + d. The bounds are kept for each
//! orbit: all images of a vertex have the same eccentricity, so a bound for one image holds for all
//! of them. An orbit is *open* until a search starts at one of its vertices.

use super::bfs::Bfs;
use super::orbits::Orbits;
use crate::verify::{OutOfMemory, filled};

/// Bounds on the eccentricities of a component, stored at the least vertex of each orbit.
#[derive(Debug)]
pub(super) struct EccentricityBounds<'o> {
    orbits: &'o Orbits,
    /// Lower bound on the eccentricity of a vertex, indexed by vertex; used only for the least
    /// vertex of each orbit.
    lower: Vec<u32>,
    /// Upper bound on the eccentricity of a vertex, indexed by vertex; used only for the least
    /// vertex of each orbit.
    upper: Vec<u32>,
    state: Vec<BoundState>,
}

/// Whether bounds are stored for a vertex, and whether a search has started in its orbit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum BoundState {
    /// The vertex is not the least of its orbit, so no bounds are stored for it.
    Image,
    /// The vertex is the least of its orbit, and no search has started in the orbit.
    Open,
    /// The vertex is the least of its orbit, and a search has started in the orbit.
    Searched,
}

/// Bounds on the diameter and the radius of a component, with the vertices to search from next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BoundSummary {
    /// Lower bound on the diameter.
    pub diameter: u32,
    /// Upper bound on the radius.
    pub radius: u32,
    /// Number of open orbits whose eccentricity may reach the lower bound on the diameter.
    pub may_be_far: u64,
    /// Number of open orbits whose eccentricity may be below the upper bound on the radius.
    pub may_be_central: u64,
    /// The two best vertices to search from next to settle the diameter, best first.
    pub farthest: [Option<u32>; 2],
    /// The best vertex to search from next to settle the radius.
    pub most_central: Option<u32>,
}

impl BoundSummary {
    /// The summary before the first search.
    pub(super) const UNKNOWN: BoundSummary = BoundSummary {
        diameter: 0,
        radius: u32::MAX,
        may_be_far: 0,
        may_be_central: 0,
        farthest: [None; 2],
        most_central: None,
    };
}

impl<'o> EccentricityBounds<'o> {
    /// Bytes that the bounds take for each vertex.
    pub(super) const BYTES: u64 = 9;

    /// Creates trivial bounds for a component of `len` vertices.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(super) fn new(
        orbits: &'o Orbits,
        len: usize,
    ) -> Result<EccentricityBounds<'o>, OutOfMemory> {
        let mut state = filled(len, BoundState::Image)?;
        for (vertex, state) in (0..).zip(&mut state) {
            if orbits.least(vertex) == vertex {
                *state = BoundState::Open;
            }
        }
        Ok(EccentricityBounds {
            orbits,
            lower: filled(len, 0)?,
            upper: filled(len, u32::MAX)?,
            state,
        })
    }

    /// Updates all bounds by a search from `from`, the least vertex of its orbit.
    ///
    /// `sweep` is this search, with the distances of all vertices from `from`.
    pub(super) fn note(&mut self, from: u32, eccentricity: u32, sweep: &Bfs) {
        for (vertex, &distance) in (0..).zip(sweep.distances()) {
            let least = self.orbits.least(vertex) as usize;
            let lower = distance.max(eccentricity.saturating_sub(distance));
            self.lower[least] = self.lower[least].max(lower);
            self.upper[least] = self.upper[least].min(eccentricity.saturating_add(distance));
        }
        self.note_exactly(from, eccentricity);
    }

    /// Records the exact eccentricity of `from`, the least vertex of its orbit.
    pub(super) fn note_exactly(&mut self, from: u32, eccentricity: u32) {
        self.lower[from as usize] = eccentricity;
        self.upper[from as usize] = eccentricity;
        self.state[from as usize] = BoundState::Searched;
    }

    /// Updates the bounds of a vertex by its distances from the nearest and the farthest of several
    /// sources, whose eccentricities are at most `eccentricity`.
    pub(super) fn note_between(
        &mut self,
        vertex: u32,
        nearest: u32,
        farthest: u32,
        eccentricity: u32,
    ) {
        let least = self.orbits.least(vertex) as usize;
        self.lower[least] = self.lower[least].max(farthest);
        self.upper[least] = self.upper[least].min(eccentricity.saturating_add(nearest));
    }

    /// Whether a vertex is open and may have an eccentricity of at least `diameter`.
    pub(super) fn may_be_far(&self, vertex: u32, diameter: u32) -> bool {
        self.is_open(vertex) && self.upper[vertex as usize] >= diameter
    }

    /// Whether a vertex is open and may have an eccentricity below `radius`.
    pub(super) fn may_be_central(&self, vertex: u32, radius: u32) -> bool {
        self.is_open(vertex) && self.lower[vertex as usize] < radius
    }

    /// Whether a vertex is open: it is the least of its orbit, and no search has started in that
    /// orbit.
    pub(super) fn is_open(&self, vertex: u32) -> bool {
        self.state[vertex as usize] == BoundState::Open
    }

    /// Number of all orbits, and number of orbits in which a search has started.
    pub(super) fn orbit_counts(&self) -> (u64, u64) {
        let count =
            |wanted: BoundState| self.state.iter().filter(|&&state| state == wanted).count() as u64;
        let searched = count(BoundState::Searched);
        (count(BoundState::Open) + searched, searched)
    }

    /// Computes the summary from the bounds of all orbits.
    pub(super) fn summary(&self) -> BoundSummary {
        let orbits =
            || (0..self.state.len()).filter(|&vertex| self.state[vertex] != BoundState::Image);
        let diameter = orbits().map(|vertex| self.lower[vertex]).max().unwrap_or(0);
        let radius = orbits().map(|vertex| self.upper[vertex]).min().unwrap_or(0);
        let mut summary = BoundSummary {
            diameter,
            radius,
            may_be_far: 0,
            may_be_central: 0,
            farthest: [None; 2],
            most_central: None,
        };
        let key = |vertex: u32| (self.upper[vertex as usize], self.lower[vertex as usize]);
        let turned = |vertex: u32| (self.lower[vertex as usize], self.upper[vertex as usize]);
        for vertex in orbits().map(|vertex| vertex as u32) {
            if self.may_be_far(vertex, diameter) {
                summary.may_be_far += 1;
                let beats = |other: Option<u32>| other.is_none_or(|other| key(vertex) > key(other));
                let [first, second] = summary.farthest;
                if beats(first) {
                    summary.farthest = [Some(vertex), first];
                } else if beats(second) {
                    summary.farthest = [first, Some(vertex)];
                }
            }
            if self.may_be_central(vertex, radius) {
                summary.may_be_central += 1;
                let best = summary.most_central;
                if best.is_none_or(|best| turned(vertex) < turned(best)) {
                    summary.most_central = Some(vertex);
                }
            }
        }
        summary
    }
}
