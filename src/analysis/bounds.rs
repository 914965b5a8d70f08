//! What searches from some vertices tell of the eccentricity of every other (Takes and Kosters 2011).
//!
//! Let e be the eccentricity of a vertex s, and d the distance of v from s. Then the eccentricity of v is at least
//! d, at least e - d and at most e + d. The bounds are kept by orbit, since images of each other have the same
//! eccentricity: so a search counts for all images of its source.

use super::Sweep;
use super::array::{NoRoom, filled};
use super::orbits::Orbits;

/// Bounds on the eccentricities of a component's orbits; a vertex that is not the least of its orbit has none.
#[derive(Debug)]
pub struct Bounds<'o> {
    orbits: &'o Orbits,
    lower: Vec<u32>,
    upper: Vec<u32>,
    state: Vec<State>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// Another vertex stands for it.
    Image,
    Open,
    Searched,
}

/// What the bounds say of the whole component.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summary {
    /// The diameter is at least this.
    pub diameter: u32,
    /// The radius is at most this.
    pub radius: u32,
    /// How many orbits have not been searched from and may have as great an eccentricity as the diameter.
    pub may_be_far: u64,
    /// How many orbits may have an eccentricity less than the radius is known to be at most.
    pub may_be_central: u64,
    /// Of the first, one that is best searched next, and the next best.
    pub farthest: [Option<u32>; 2],
    /// Of the others, one that is best searched next.
    pub most_central: Option<u32>,
}

impl<'o> Bounds<'o> {
    /// Bytes a vertex.
    pub const BYTES: u64 = 9;

    /// Nothing known yet of a component of `len` vertices.
    ///
    /// # Errors
    /// If there is no memory.
    pub fn new(orbits: &'o Orbits, len: usize) -> Result<Bounds<'o>, NoRoom> {
        let mut state = filled(len, State::Image)?;
        for (vertex, state) in (0..).zip(&mut state) {
            if orbits.least(vertex) == vertex {
                *state = State::Open;
            }
        }
        Ok(Bounds {
            orbits,
            lower: filled(len, 0)?,
            upper: filled(len, u32::MAX)?,
            state,
        })
    }

    /// Notes a search from the least vertex of an orbit.
    pub fn note(&mut self, from: u32, eccentricity: u32, sweep: &Sweep) {
        for (vertex, &distance) in (0..).zip(sweep.distances()) {
            let least = self.orbits.least(vertex) as usize;
            let lower = distance.max(eccentricity.saturating_sub(distance));
            self.lower[least] = self.lower[least].max(lower);
            self.upper[least] = self.upper[least].min(eccentricity.saturating_add(distance));
        }
        self.note_exactly(from, eccentricity);
    }

    /// Notes the eccentricity of the least vertex of an orbit that was searched from.
    pub fn note_exactly(&mut self, from: u32, eccentricity: u32) {
        self.lower[from as usize] = eccentricity;
        self.upper[from as usize] = eccentricity;
        self.state[from as usize] = State::Searched;
    }

    /// Notes how far a vertex is from the nearest and from the farthest of some sources, whose eccentricities are at most
    /// `eccentricity`.
    pub fn note_between(&mut self, vertex: u32, nearest: u32, farthest: u32, eccentricity: u32) {
        let least = self.orbits.least(vertex) as usize;
        self.lower[least] = self.lower[least].max(farthest);
        self.upper[least] = self.upper[least].min(eccentricity.saturating_add(nearest));
    }

    /// Whether a vertex, the least of its orbit, has not been searched from and may have this eccentricity.
    pub fn may_be_far(&self, vertex: u32, diameter: u32) -> bool {
        self.is_open(vertex) && self.upper[vertex as usize] >= diameter
    }

    /// Whether a vertex, the least of its orbit, may have an eccentricity less than this.
    pub fn may_be_central(&self, vertex: u32, radius: u32) -> bool {
        self.is_open(vertex) && self.lower[vertex as usize] < radius
    }

    /// Whether a vertex is the least of its orbit, and nothing was searched from that orbit.
    pub fn is_open(&self, vertex: u32) -> bool {
        self.state[vertex as usize] == State::Open
    }

    /// How many orbits there are, and of how many a vertex was searched from.
    pub fn orbit_counts(&self) -> (u64, u64) {
        let count =
            |wanted: State| self.state.iter().filter(|&&state| state == wanted).count() as u64;
        let searched = count(State::Searched);
        (count(State::Open) + searched, searched)
    }

    /// Goes through all bounds.
    pub fn summary(&self) -> Summary {
        let orbits = || (0..self.state.len()).filter(|&vertex| self.state[vertex] != State::Image);
        let diameter = orbits().map(|vertex| self.lower[vertex]).max().unwrap_or(0);
        let radius = orbits().map(|vertex| self.upper[vertex]).min().unwrap_or(0);
        let mut summary = Summary {
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
