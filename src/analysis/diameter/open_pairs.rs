//! Open pairs: pairs of vertices that may be as far apart as the diameter.

use super::bfs::Bfs;
use super::eccentricity_bounds::EccentricityBounds;
use super::orbits::Orbits;

/// List of open pairs, with the number of open pairs of each orbit.
#[derive(Debug)]
pub(super) struct OpenPairs {
    /// Open pairs; the first vertex of each pair is the least of its orbit.
    pairs: Vec<(u32, u32)>,
    /// Number of open pairs of each orbit, stored at its least vertex; 0 at other vertices.
    degrees: Vec<u32>,
}

impl OpenPairs {
    /// Creates the list for a component of `len` vertices.
    pub(super) fn new(pairs: Vec<(u32, u32)>, orbits: &Orbits, len: usize) -> OpenPairs {
        let mut open = OpenPairs {
            pairs,
            degrees: vec![0; len],
        };
        open.count_degrees(orbits);
        open
    }

    fn count_degrees(&mut self, orbits: &Orbits) {
        self.degrees.fill(0);
        for &(source, target) in &self.pairs {
            self.degrees[source as usize] += 1;
            let target = orbits.least(target);
            if target != source {
                self.degrees[target as usize] += 1;
            }
        }
    }

    /// Number of open pairs.
    pub(super) fn count(&self) -> u64 {
        self.pairs.len() as u64
    }

    /// Number of orbits with open pairs.
    pub(super) fn orbit_count(&self) -> u64 {
        self.degrees.iter().filter(|&&degree| degree > 0).count() as u64
    }

    /// Least vertices of the two orbits with the most open pairs; the orbit with more pairs comes
    /// first.
    ///
    /// The second vertex is `None` if only one orbit has open pairs. The result is `None` if no
    /// pair is open.
    pub(super) fn max_paired(&self) -> Option<[Option<u32>; 2]> {
        let mut best = [None; 2];
        for (vertex, &degree) in (0..).zip(&self.degrees) {
            if degree > 0 {
                let beats = |other: Option<(u32, u32)>| other.is_none_or(|(most, _)| degree > most);
                if beats(best[0]) {
                    best = [Some((degree, vertex)), best[0]];
                } else if beats(best[1]) {
                    best[1] = Some((degree, vertex));
                }
            }
        }
        best[0]?;
        Some(best.map(|found| found.map(|(_, vertex)| vertex)))
    }

    /// Drops the pairs that the last searches have closed.
    ///
    /// A pair is closed if one of its ends has been searched from or has an eccentricity below
    /// `diameter`. It is also closed if the distances in `sweeps`, the last searches, show that the
    /// distance between its ends is below `diameter`.
    pub(super) fn narrow(
        &mut self,
        orbits: &Orbits,
        bounds: &EccentricityBounds<'_>,
        sweeps: &[Bfs],
        diameter: u32,
    ) {
        let may_be_apart = |one: u32, other: u32| {
            sweeps.iter().all(|sweep| {
                let distances = sweep.distances();
                let apart = |one: u32, other: u32| {
                    distances[one as usize] + distances[other as usize] >= diameter
                };
                let mut maps = orbits.maps().iter();
                apart(one, other) && maps.all(|map| apart(map[one as usize], map[other as usize]))
            })
        };
        self.pairs.retain(|&(source, target)| {
            bounds.may_be_far(source, diameter)
                && bounds.may_be_far(orbits.least(target), diameter)
                && may_be_apart(source, target)
        });
        self.count_degrees(orbits);
    }

    /// Selects one end of each open pair to search from, unless an end is selected already.
    ///
    /// An end is selected if `is_wanted` is set for the least vertex of its orbit. The end with
    /// more open pairs is preferred.
    pub(super) fn cover(&self, orbits: &Orbits, is_wanted: &mut [bool]) {
        for &(source, target) in &self.pairs {
            let target = orbits.least(target);
            if !is_wanted[source as usize] && !is_wanted[target as usize] {
                let is_better = self.degrees[target as usize] > self.degrees[source as usize];
                is_wanted[if is_better { target } else { source } as usize] = true;
            }
        }
    }
}
