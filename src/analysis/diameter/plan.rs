//! Plan of the searches that prove a diameter. It chooses sources until no orbit is open.
//!
//! The plan keeps the bounds that each search gives; [`super::query`] explains how the bounds prove
//! the answer. This module works on a CSR graph, without graph indices or moves.

use super::bfs::Bfs;
use super::csr_graph::CsrGraph;
use super::eccentricity_bounds::{BoundSummary, EccentricityBounds};
use super::farthest_pairs::{FarthestPairs, SourceImage};
use super::landmarks::{Landmarks, MAX_DISTANCE, distances_of};
use super::memory_plan::{MAX_COORDINATES, MemoryPlan};
use super::multi_source_bfs::{FarthestVertices, LANES, MultiSourceBfs};
use super::open_pairs::OpenPairs;
use super::orbits::Orbits;
use super::query::{Diameter, DiameterError, DiameterProgress, DiameterProof, DiameterQuery};
use crate::verify::{OutOfMemory, filled, with_room};
use ahash::AHashMap;
use slidewise_engine::search::{WORTH_THREADS, run_workers};
use slidewise_puzzle::SymmetryGroup;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Number of rounds, with one or two searches each, over which progress is measured.
const SPAN: usize = 8;
/// Maximum number of batches in a round of multi-source BFS.
const ROUND: usize = 8;
/// Maximum number of pairs of boxes to examine, which takes a few seconds.
const MAX_PATIENCE: u64 = 1 << 24;
/// Minimum number of coordinates of a point for bounding pairs, unless there are fewer landmarks.
const FEWEST_COORDINATES: usize = 8;

/// State of a diameter computation on one component.
pub(super) struct SearchPlan<'a, 'o> {
    how: &'a DiameterQuery<'a>,
    component: &'a CsrGraph<'a>,
    orbits: &'a Orbits,
    /// Size of each orbit, stored at its least vertex; 0 at other vertices.
    sizes: Vec<u32>,
    bounds: EccentricityBounds<'a>,
    /// Distances from the sources of the last one or two searches.
    sweeps: [Bfs; 2],
    /// Distances of all vertices from each landmark, a source of one of the first searches.
    landmarks: Vec<Vec<u16>>,
    max_landmarks: usize,
    /// Maximum number of coordinates of all points in the trees of boxes together.
    max_points: usize,
    max_open_pairs: usize,
    bytes_for_waves: u64,
    /// Pairs that may be as far apart as the diameter; `None` until there are few enough to list.
    pairs: Option<OpenPairs>,
    /// Whether each orbit has ends of pairs that attain the diameter, stored at its least vertex.
    is_end: Vec<bool>,
    summary: BoundSummary,
    /// Sources whose eccentricity is the diameter, each with its farthest vertices.
    far: Vec<(u32, FarthestVertices)>,
    single_searches: u64,
    joint_searches: u64,
    observe: &'o mut dyn FnMut(DiameterProgress),
}

impl<'a, 'o> SearchPlan<'a, 'o> {
    /// Creates the state before the first search.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(super) fn new(
        how: &'a DiameterQuery<'a>,
        component: &'a CsrGraph<'a>,
        orbits: &'a Orbits,
        room: &MemoryPlan,
        observe: &'o mut dyn FnMut(DiameterProgress),
    ) -> Result<SearchPlan<'a, 'o>, OutOfMemory> {
        let len = component.len();
        Ok(SearchPlan {
            how,
            component,
            orbits,
            sizes: orbits.sizes(len)?,
            bounds: EccentricityBounds::new(orbits, len)?,
            sweeps: [Bfs::new(component)?, Bfs::new(component)?],
            landmarks: Vec::new(),
            max_landmarks: room.landmarks,
            max_points: room.points,
            max_open_pairs: room.pairs,
            bytes_for_waves: room.wave_bytes,
            pairs: None,
            is_end: filled(len, false)?,
            summary: BoundSummary::UNKNOWN,
            far: Vec::new(),
            single_searches: 0,
            joint_searches: 0,
            observe,
        })
    }

    /// Searches until the diameter, all pairs that attain it, and a requested radius are known.
    ///
    /// # Errors
    /// If there is not enough memory, or the stop flag is raised.
    pub(super) fn run(&mut self) -> Result<(), DiameterError> {
        let start = self.component.vertex(self.how.start);
        let start = start.expect("the component contains its start");
        self.search(&[self.orbits.least(start)])?;
        // Open orbits before each round; cleared after bounding pairs and after multi-source BFS.
        let mut history: Vec<u64> = Vec::new();
        let mut next_try = self.how.effort.before_pairs;
        let mut open_at_last_try = u64::MAX;
        loop {
            let open = self.open();
            (self.observe)(DiameterProgress::Searching {
                searches: self.single_searches + self.joint_searches,
                diameter: self.summary.diameter.into(),
                radius: self.summary.radius.into(),
                open,
                pairs: self.pairs.as_ref().map(OpenPairs::count),
            });
            if open == 0 {
                return Ok(());
            }
            let may_be_far = self.summary.may_be_far;
            if self.pairs.is_none()
                && self.single_searches >= next_try
                && may_be_far > self.how.effort.few_open
                && may_be_far <= open_at_last_try / 2
            {
                next_try = self.single_searches * 2;
                open_at_last_try = may_be_far;
                self.bound_pairs()?;
                history.clear();
                continue;
            }
            history.push(open);
            let before = history.len().checked_sub(SPAN).map(|at| history[at]);
            let tells_little = self.how.effort.before_waves == 0
                || before
                    .is_some_and(|before| before.saturating_sub(open) < self.how.effort.little);
            if self.single_searches >= self.how.effort.before_waves && tells_little {
                let sources = self.all_open();
                let threads = self.wave_threads();
                if sources.len() >= self.how.effort.worth_waves && threads > 0 {
                    self.search_jointly(&sources, threads)?;
                    history.clear();
                    continue;
                }
            }
            let sources = self.choose();
            self.search(&sources)?;
        }
    }

    /// Number of open orbits; an orbit that is open for two reasons counts twice.
    ///
    /// Until pairs are listed, an orbit is open if its eccentricity may reach the diameter. Later,
    /// it is open if it is in an open pair, or has an end of a pair that attains the diameter and
    /// was not searched from. A requested radius keeps orbits open that may be below its bound.
    fn open(&self) -> u64 {
        let far = match &self.pairs {
            None => self.summary.may_be_far,
            Some(pairs) => {
                let ends = (0..)
                    .zip(&self.is_end)
                    .filter(|&(v, &is_end)| is_end && self.bounds.is_open(v));
                pairs.orbit_count() + ends.count() as u64
            }
        };
        far + self.open_for_radius()
    }

    fn open_for_radius(&self) -> u64 {
        if self.how.wants_radius {
            self.summary.may_be_central
        } else {
            0
        }
    }

    /// Chooses one or two vertices to search from next, each the least of its orbit.
    fn choose(&self) -> Vec<u32> {
        let central = self.summary.most_central.filter(|_| self.how.wants_radius);
        let far = match &self.pairs {
            None => self.summary.farthest,
            Some(pairs) => pairs.max_paired().unwrap_or_else(|| self.open_ends()),
        };
        let mut sources: Vec<u32> = far.into_iter().flatten().collect();
        // Until pairs are listed, a search from the most central vertex gives the best bounds.
        let second = match self.pairs {
            None => self.summary.most_central,
            Some(_) => central,
        };
        if let Some(central) = second {
            sources.truncate(1);
            sources.push(central);
        }
        sources.dedup();
        sources
    }

    /// Up to two ends of pairs that attain the diameter and have not been searched from.
    fn open_ends(&self) -> [Option<u32>; 2] {
        let mut ends = (0..self.is_end.len() as u32)
            .filter(|&vertex| self.is_end[vertex as usize] && self.bounds.is_open(vertex));
        [ends.next(), ends.next()]
    }

    /// Searches from one or two vertices, each the least of its orbit.
    fn search(&mut self, sources: &[u32]) -> Result<(), DiameterError> {
        let (component, stop) = (self.component, self.how.stop);
        let searches = Mutex::new(self.sweeps.iter_mut().zip(sources).enumerate());
        let found = Mutex::new([None; 2]);
        let work = |_| {
            let next = || lock(&searches).next();
            while let Some((number, (sweep, &source))) = next() {
                let eccentricity = sweep.search(component, source, stop);
                lock(&found)[number] = eccentricity;
            }
        };
        if self.how.threads > 1 && sources.len() > 1 && component.len() as u64 >= WORTH_THREADS {
            run_workers(0..2, work, &mut || {});
        } else {
            work(0);
        }
        let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        for (number, (&source, eccentricity)) in sources.iter().zip(found).enumerate() {
            let eccentricity = eccentricity.ok_or(DiameterError::Interrupted)?;
            self.single_searches += 1;
            self.bounds.note(source, eccentricity, &self.sweeps[number]);
            self.keep_landmark(number, eccentricity)?;
            let farthest = self.sweeps[number].farthest().to_vec();
            if eccentricity >= self.summary.diameter {
                let listed = farthest.len().min(self.how.max_pairs);
                let far = FarthestVertices {
                    eccentricity,
                    count: farthest.len() as u64,
                    vertices: farthest[..listed].to_vec(),
                };
                self.note_ends(eccentricity, farthest.into_iter());
                self.far.push((source, far));
            }
        }
        self.summary = self.bounds.summary();
        self.drop_pairs(sources.len());
        Ok(())
    }

    /// Records vertices at distance `eccentricity` from a source as ends; a new maximum discards
    /// earlier ends.
    fn note_ends(&mut self, eccentricity: u32, vertices: impl Iterator<Item = u32>) {
        if eccentricity > self.summary.diameter {
            self.summary.diameter = eccentricity;
            self.is_end.fill(false);
            self.far.clear();
        }
        for vertex in vertices {
            self.is_end[self.orbits.least(vertex) as usize] = true;
        }
    }

    fn keep_landmark(&mut self, number: usize, eccentricity: u32) -> Result<(), OutOfMemory> {
        if self.pairs.is_none()
            && self.landmarks.len() < self.max_landmarks
            && eccentricity <= MAX_DISTANCE
        {
            let distances = self.sweeps[number].distances();
            let mut kept = with_room(distances.len())?;
            kept.extend(distances.iter().map(|&distance| distance as u16));
            self.landmarks.push(kept);
        }
        Ok(())
    }

    /// Drops the open pairs that the last `count` searches have closed.
    fn drop_pairs(&mut self, count: usize) {
        if let Some(pairs) = &mut self.pairs {
            let sweeps = &self.sweeps[..count];
            pairs.narrow(self.orbits, &self.bounds, sweeps, self.summary.diameter);
        }
    }

    /// Lists the pairs that may be as far apart as the diameter, unless there are too many pairs.
    fn bound_pairs(&mut self) -> Result<(), OutOfMemory> {
        if self.landmarks.is_empty() {
            return Ok(());
        }
        let diameter = self.summary.diameter;
        let (orbits, bounds) = (self.orbits, &self.bounds);
        let vertices = 0..self.component.len() as u32;
        let targets: Vec<u32> = vertices
            .filter(|&vertex| bounds.may_be_far(orbits.least(vertex), diameter))
            .collect();
        let sources: Vec<u32> = targets
            .iter()
            .copied()
            .filter(|&v| orbits.least(v) == v)
            .collect();
        let coordinates =
            (self.max_points / (targets.len() + sources.len()).max(1)).min(MAX_COORDINATES);
        if coordinates < self.landmarks.len().min(FEWEST_COORDINATES) {
            return Ok(());
        }
        let seen_from =
            |vertices: &[u32]| distances_of(vertices, &self.landmarks, orbits.maps(), coordinates);
        let (from, to) = (seen_from(&sources), seen_from(&targets));
        let patience = MAX_PATIENCE.min(1_000_000 + 4 * self.component.len() as u64);
        let boxes = Landmarks::new((sources, &from), (targets, &to));
        drop((from, to));
        if let Ok(pairs) = boxes.far_pairs(diameter, self.max_open_pairs, patience) {
            self.landmarks = Vec::new();
            self.pairs = Some(OpenPairs::new(pairs, self.orbits, self.component.len()));
        }
        Ok(())
    }

    /// Vertices to search from so that no orbit stays open, each the least of its orbit. They are
    /// sorted so that vertices near each other are in one batch.
    fn all_open(&self) -> Vec<u32> {
        let diameter = self.summary.diameter;
        let mut is_wanted = vec![false; self.component.len()];
        match &self.pairs {
            None => (0..).zip(&mut is_wanted).for_each(|(vertex, is_wanted)| {
                *is_wanted = self.bounds.may_be_far(vertex, diameter);
            }),
            Some(pairs) => pairs.cover(self.orbits, &mut is_wanted),
        }
        for (vertex, is_wanted) in (0..).zip(&mut is_wanted) {
            *is_wanted |= self.is_end[vertex as usize] && self.bounds.is_open(vertex);
            *is_wanted |=
                self.how.wants_radius && self.bounds.may_be_central(vertex, self.summary.radius);
        }
        let mut sources: Vec<u32> = (0..)
            .zip(is_wanted)
            .filter(|&(_, is_wanted)| is_wanted)
            .map(|(v, _)| v)
            .collect();
        let [one, other] = &self.sweeps;
        sources.sort_by_key(|&v| {
            (
                one.distances()[v as usize],
                other.distances()[v as usize],
                v,
            )
        });
        sources
    }

    /// Searches from many vertices, each the least of its orbit, in batches of multi-source BFS.
    fn search_jointly(&mut self, sources: &[u32], threads: usize) -> Result<(), DiameterError> {
        let mut waves: Vec<MultiSourceBfs> = Vec::new();
        for _ in 0..threads.min(sources.len().div_ceil(LANES)) {
            waves.push(MultiSourceBfs::new(self.component.len())?);
        }
        let mut rest = sources.to_vec();
        while !rest.is_empty() {
            // The result is the same for any number of threads: the batches of a round do not use
            // each other's results, and the size of a round does not depend on the threads.
            let (diameter, radius) = (self.summary.diameter, self.summary.radius);
            rest.retain(|&vertex| {
                self.bounds.may_be_far(vertex, diameter)
                    || self.how.wants_radius && self.bounds.may_be_central(vertex, radius)
            });
            let round: Vec<u32> = rest.drain(..rest.len().min(ROUND * LANES)).collect();
            let batches: Vec<&[u32]> = round.chunks(LANES).collect();
            let (component, how) = (self.component, self.how);
            let taken = AtomicUsize::new(0);
            let found = Mutex::new(Vec::<(usize, Vec<FarthestVertices>, Vec<(u32, u32)>)>::new());
            let work = |waves: &mut MultiSourceBfs| {
                while let number = taken.fetch_add(1, Ordering::Relaxed)
                    && let Some(batch) = batches.get(number)
                    && let Some(far) =
                        waves.search(component, batch, diameter, how.max_pairs, how.stop)
                {
                    let reach = waves.reach().to_vec();
                    lock(&found).push((number, far, reach));
                }
            };
            run_workers(waves.iter_mut(), work, &mut || {});
            let mut found = found.into_inner().unwrap_or_default();
            if found.len() < batches.len() {
                return Err(DiameterError::Interrupted);
            }
            found.sort_unstable_by_key(|&(number, ..)| number);
            for (number, far, reach) in found {
                self.note_batch(batches[number], far, &reach);
            }
            self.summary = self.bounds.summary();
            (self.observe)(DiameterProgress::Searching {
                searches: self.single_searches + self.joint_searches,
                diameter: self.summary.diameter.into(),
                radius: self.summary.radius.into(),
                open: rest.len() as u64,
                pairs: None,
            });
        }
        self.drop_pairs(0);
        Ok(())
    }

    fn note_batch(&mut self, batch: &[u32], far: Vec<FarthestVertices>, reach: &[(u32, u32)]) {
        self.joint_searches += batch.len() as u64;
        let greatest = far.iter().map(|far| far.eccentricity).max().unwrap_or(0);
        for (vertex, &(nearest, farthest)) in (0..).zip(reach) {
            self.bounds
                .note_between(vertex, nearest, farthest, greatest);
        }
        if greatest >= self.summary.diameter {
            let ends = (0..)
                .zip(reach)
                .filter(|&(_, &(_, farthest))| farthest == greatest);
            let ends: Vec<u32> = ends.map(|(vertex, _)| vertex).collect();
            self.note_ends(greatest, ends.into_iter());
        }
        for (&source, far) in batch.iter().zip(far) {
            self.bounds.note_exactly(source, far.eccentricity);
            if far.eccentricity == self.summary.diameter {
                self.far.push((source, far));
            }
        }
    }

    /// Number of threads that can run multi-source BFS in the memory that is left; it may be 0.
    fn wave_threads(&self) -> usize {
        let vertices = self.component.len() as u64;
        // A round of multi-source BFS keeps 8 bytes of distances for each vertex and batch.
        let left = self
            .bytes_for_waves
            .saturating_sub(8 * ROUND as u64 * vertices);
        let room = left / (MultiSourceBfs::BYTES * vertices);
        self.how
            .threads
            .min(usize::try_from(room).unwrap_or(usize::MAX))
    }

    /// Returns the diameter with its pairs and its proof.
    ///
    /// # Errors
    /// If the stop flag is raised.
    pub(super) fn answer(self, symmetries: &SymmetryGroup) -> Result<Diameter, DiameterError> {
        let SearchPlan {
            component,
            bounds,
            sizes,
            summary,
            far,
            how,
            orbits,
            ..
        } = self;
        let (orbit_count, searched) = bounds.orbit_counts();
        let excluded_by_pairs = summary.may_be_far;
        // A component of one configuration has no pairs.
        let is_pair = summary.diameter > 0;
        let ends = far
            .iter()
            .filter(|_| is_pair)
            .map(|(source, far)| u128::from(sizes[*source as usize]) * u128::from(far.count));
        let pair_count = ends.sum::<u128>() / 2;
        let sources: AHashMap<u32, usize> = far
            .iter()
            .enumerate()
            .map(|(number, (source, _))| (orbits.least(*source), number))
            .collect();
        let far: Vec<(u64, Vec<u64>)> = far
            .iter()
            .filter(|_| is_pair)
            .map(|(source, far)| {
                let vertices = far.vertices.iter().map(|&vertex| component.index(vertex));
                (component.index(*source), vertices.collect())
            })
            .collect();
        let vertices = (0..component.len() as u32).map(|vertex| {
            let &source = sources.get(&orbits.least(vertex))?;
            let vertex = component.index(vertex);
            Some(SourceImage { source, vertex })
        });
        let list = FarthestPairs {
            graph: component.graph(),
            symmetries,
            most: how.max_pairs,
            stop: how.stop,
        };
        Ok(Diameter {
            diameter: summary.diameter.into(),
            radius: how.wants_radius.then_some(summary.radius.into()),
            pair_count,
            pairs: list.of(&far, vertices, pair_count)?,
            proof: DiameterProof {
                configurations: component.len() as u64,
                orbits: orbit_count,
                single_searches: self.single_searches,
                joint_searches: self.joint_searches,
                excluded_by_bounds: orbit_count - searched - excluded_by_pairs,
                excluded_by_pairs,
            },
        })
    }
}

/// Locks a mutex, also after a panic of another thread.
fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
