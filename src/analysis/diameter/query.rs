//! The diameter and the radius of a component, with all pairs of configurations at the greatest
//! distance, proved by few searches.
//!
//! # How it is proved
//!
//! Each search from a chosen configuration bounds the eccentricity of every other one
//! ([`super::eccentricity_bounds::Bounds`]), and the bounds hold for all images under the puzzle's symmetries
//! too ([`Orbits`]). The searches alternate between a configuration of probably large eccentricity,
//! which raises the lower bound on the diameter, and a central one, which lowers the upper bounds
//! of others (Takes and Kosters 2011). An orbit is closed when its eccentricity is known to be less
//! than the diameter.
//!
//! In these graphs all eccentricities lie in a narrow band, so that these bounds alone leave many
//! orbits open. After a dozen searches, the distances from their sources therefore bound the
//! distance of all *pairs* of open configurations ([`super::landmarks::Landmarks`]). Usually few
//! pairs remain open. Each further search starts at the configuration with most open pairs; it
//! settles these and bounds others. If too many pairs remain, multi-source BFS
//! ([`super::multi_source_bfs::Waves`]) searches from all open configurations. The pairs at the greatest
//! distance are then read from the last generations of these searches. Both ends of each pair are
//! searched from, so that the list of pairs is complete and each pair is counted from both ends.
//!
//! Where all tiles differ, any two arrangements of a pattern are images of each other, and one
//! search for each pattern is enough. Large graphs of this kind are searched by an engine that
//! needs only a bit for each configuration.

use super::csr_graph::{ComponentError, Reached};
use super::farthest_pairs::{ImageOf, PairList};
use super::multi_source_bfs::LANES;
use super::orbits::{Orbits, PatternOrbits, has_only_distinct_tiles};
use super::plan::{Inquiry, Room};
use crate::verify::{NoRoom, filled};
use ahash::AHashMap;
use slidewise_engine::graph::Graph;
use slidewise_engine::search::{
    Choice, Counts, Ended, EngineKind, Event, Keeper, NEVER, Needs, Run, Shortage,
};
use slidewise_puzzle::Symmetries;
use slidewise_store::StoreError;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// Diameter of a component, the pairs that attain it, and how this was proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diameter {
    /// The largest distance between two configurations.
    pub diameter: u64,
    /// The least eccentricity; `None` if it was not requested.
    pub radius: Option<u64>,
    /// Number of pairs of configurations that attain the diameter; 0 in a component of one
    /// configuration.
    pub pair_count: u128,
    /// Pairs that attain the diameter, as position texts. Each pair begins with the lesser text,
    /// and the pairs are sorted. If there are more pairs than requested, the list has the ones
    /// found first.
    pub pairs: Vec<(String, String)>,
    /// Number of searches that the proof took, by method.
    pub proof: Proof,
}

/// How a diameter was proved: the number of searches, and of orbits that needed none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Proof {
    /// Number of configurations in the component.
    pub configurations: u64,
    /// Number of configurations up to symmetry.
    pub orbits: u64,
    /// Searches from one source at a time.
    pub single_searches: u64,
    /// Sources of multi-source searches.
    pub joint_searches: u64,
    /// Orbits without a search, excluded by bounds on their eccentricities.
    pub excluded_by_bounds: u64,
    /// Orbits without a search, excluded by bounds on all of their pairs.
    pub excluded_by_pairs: u64,
}

impl Proof {
    /// Number of sources of all searches.
    pub fn searches(&self) -> u64 {
        self.single_searches + self.joint_searches
    }

    /// Short description of the method.
    pub fn method(&self) -> &'static str {
        if self.excluded_by_bounds + self.excluded_by_pairs == 0 {
            "a search from one configuration of each kind up to symmetry"
        } else if self.joint_searches > 0 {
            "bounds on eccentricities and pairs, then searches from all that stayed open, \
             many at once"
        } else if self.excluded_by_pairs > 0 {
            "bounds on eccentricities, then on pairs, from searches chosen one by one"
        } else {
            "bounds on eccentricities from searches chosen one by one"
        }
    }
}

/// Reasons why a diameter cannot be computed.
#[derive(Debug, Error)]
pub enum DiameterError {
    /// More memory is needed than allowed.
    #[error(transparent)]
    Shortage(#[from] Shortage),
    /// The component cannot be stored as a CSR graph.
    #[error(transparent)]
    Component(ComponentError),
    /// The system refused to allocate memory.
    #[error(transparent)]
    NoRoom(#[from] NoRoom),
    /// A run of an engine failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The stop flag was raised.
    #[error("interrupted")]
    Interrupted,
}

impl From<ComponentError> for DiameterError {
    fn from(error: ComponentError) -> DiameterError {
        match error {
            ComponentError::Interrupted => DiameterError::Interrupted,
            ComponentError::NoRoom(no_room) => no_room.into(),
            error => DiameterError::Component(error),
        }
    }
}

/// Progress report of a measurement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Reachable configurations are being listed.
    Reaching {
        /// Configurations found until now.
        found: u64,
    },
    /// Resources that the measurement will need, reported before it allocates them.
    Needs {
        /// Number of reachable configurations.
        configurations: u64,
        /// Bytes of memory.
        bytes: u64,
    },
    /// Searches are running.
    Searching {
        /// Searches finished until now.
        searches: u64,
        /// Lower bound on the diameter.
        diameter: u64,
        /// Upper bound on the radius.
        radius: u64,
        /// Number of open configurations, up to symmetry.
        open: u64,
        /// Number of open pairs; `None` before pairs are bounded.
        pairs: Option<u64>,
    },
}

/// Parameters of a diameter computation.
#[derive(Clone, Copy, Debug)]
pub struct Measurement<'a> {
    /// Graph of the component.
    pub graph: &'a Graph,
    /// A vertex of the component.
    pub start: u64,
    /// Whether to compute the radius.
    pub wants_radius: bool,
    /// Largest number of pairs to list.
    pub most_pairs: usize,
    /// Memory limit in bytes; `None` allows what the machine has free.
    pub memory: Option<u64>,
    /// Number of worker threads; it changes neither the answer nor the choice of searches.
    pub threads: usize,
    /// Stops the computation soon when set.
    pub stop: &'a AtomicBool,
    /// Thresholds between the methods.
    pub effort: Effort,
}

/// Thresholds at which one method takes over from another. They can be set to measure each method,
/// and to test it on small graphs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Searches before pairs are bounded for the first time.
    pub before_pairs: u64,
    /// Number of open orbits up to which bounding pairs is not worthwhile.
    pub few_open: u64,
    /// Largest number of open pairs that is stored.
    pub most_open_pairs: usize,
    /// Single searches before multi-source BFS is considered.
    pub before_waves: u64,
    /// Progress below which multi-source BFS takes over: the number of orbits closed over a few
    /// rounds.
    pub little: u64,
    /// Number of open orbits from which multi-source BFS is worthwhile.
    pub worth_waves: usize,
    /// Number of configurations from which an engine searches once for each pattern, where all
    /// tiles differ.
    pub before_engines: u64,
}

impl Effort {
    /// Thresholds that have proved good in measurements.
    pub const USUAL: Effort = Effort {
        before_pairs: 12,
        few_open: 32,
        most_open_pairs: 1 << 22,
        before_waves: 64,
        little: 128,
        worth_waves: LANES / 2,
        before_engines: 1 << 20,
    };
}

/// Largest number of patterns of a graph that an engine may search, because tables by pattern are
/// needed.
const MOST_TABLED: u64 = 1 << 16;
/// Largest number of sources from which a dense engine searches.
const MOST_PATTERNS: usize = 4096;
/// Largest number of sources from which another engine searches, which expands one configuration
/// after the other.
const FEW_PATTERNS: usize = 64;
/// Largest generation whose configurations are listed for the pairs.
const MOST_LOOKED_INTO: u64 = 1 << 20;

impl<'a> Measurement<'a> {
    /// A measurement of the component of `start` by one thread, with the radius and at most 100
    /// pairs.
    ///
    /// # Panics
    /// If `start` is not a vertex of the graph.
    pub fn new(graph: &'a Graph, start: u64) -> Measurement<'a> {
        graph.expect_vertex(start);
        Measurement {
            graph,
            start,
            wants_radius: true,
            most_pairs: 100,
            memory: None,
            threads: 1,
            stop: &NEVER,
            effort: Effort::USUAL,
        }
    }

    /// Computes the diameter. Calls `observe` with progress reports.
    ///
    /// Time: for most graphs that of some tens of searches; if the eccentricities hardly differ,
    /// that of a search from each vertex up to symmetry. Bytes: about 100 for each vertex, and 8
    /// for each edge.
    ///
    /// # Errors
    /// If more memory is needed than allowed, or the stop flag is raised.
    ///
    /// ```
    /// use slidewise_engine::graph::{Graph, Metric};
    /// use slidewise_puzzle::Puzzle;
    /// use slidewise_analysis::Measurement;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let puzzle = Puzzle::tiles(2, 3)?;
    /// let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step)?;
    /// let start = graph.index_of(&puzzle.start).expect("Start is legal");
    /// let found = Measurement::new(&graph, start).go(&mut |_| {})?;
    /// assert_eq!((found.diameter, found.radius), (21, Some(21)));
    /// assert_eq!(found.proof.searches(), 2, "the empty cell in a corner, or between corners");
    /// # Ok(())
    /// # }
    /// ```
    pub fn go(&self, observe: &mut dyn FnMut(Stage)) -> Result<Diameter, DiameterError> {
        let symmetries = Symmetries::of(self.graph.puzzle());
        if let Some(sources) = self.sources_for_engines(&symmetries)?
            && let Some(found) = self.by_engine(&symmetries, &sources, observe)?
        {
            return Ok(found);
        }
        self.check_memory(self.graph_bytes() + Reached::bytes_for(self.graph))?;
        let reached = Reached::from(self.graph, self.start, self.stop, |found| {
            observe(Stage::Reaching { found });
        })?;
        let room = Room::of(self, &reached)?;
        observe(Stage::Needs {
            configurations: reached.len(),
            bytes: room.bytes,
        });
        let component = reached.lay_out(self.stop)?;
        let orbits = Orbits::of(&component, &symmetries, self.start, self.stop)?;
        let mut inquiry = Inquiry::new(self, &component, &orbits, &room, observe)?;
        inquiry.run()?;
        inquiry.answer(&symmetries)
    }

    /// Bytes of the graph, including tables of half boards that may still be made.
    pub(crate) fn graph_bytes(&self) -> u64 {
        self.graph.bytes() + self.graph.cut_bytes()
    }

    /// Fails if `needed` bytes exceed the memory limit.
    pub(crate) fn check_memory(&self, needed: u64) -> Result<(), Shortage> {
        Shortage::of_memory(needed, self.memory)
    }

    /// One vertex for each reachable pattern, up to symmetry; `None` if an engine is not to search
    /// from them one by one.
    fn sources_for_engines(
        &self,
        symmetries: &Symmetries,
    ) -> Result<Option<PatternSources>, DiameterError> {
        let graph = self.graph;
        let orders = graph.orders();
        if !has_only_distinct_tiles(graph)
            || graph.vertex_count() < self.effort.before_engines
            || graph.patterns() > MOST_TABLED
        {
            return Ok(None);
        }
        let patterns = PatternOrbits::new(graph, symmetries, self.stop)?;
        let mut is_met = filled(graph.patterns() as usize, false)?;
        let mut members = filled(graph.patterns() as usize, 0u64)?;
        let mut sources = Vec::new();
        let mut waiting = vec![self.start];
        let mut neighbours = graph.neighbours();
        is_met[(self.start / orders.len()) as usize] = true;
        while let Some(index) = waiting.pop() {
            let orbit = patterns.least(index / orders.len()) as usize;
            if members[orbit] == 0 {
                sources.push(index);
            }
            members[orbit] += 1;
            neighbours.for_each(index, |neighbour| {
                let is_met = &mut is_met[(neighbour / orders.len()) as usize];
                if !std::mem::replace(is_met, true) {
                    waiting.push(neighbour);
                }
            });
        }
        let is_dense = matches!(Choice::best(graph).kind, EngineKind::Dense(_));
        let most = if is_dense {
            MOST_PATTERNS
        } else {
            FEW_PATTERNS
        };
        if sources.len() > most {
            return Ok(None);
        }
        sources.sort_unstable();
        let patterns_of = |index: u64| members[patterns.least(index / orders.len()) as usize];
        let sources = sources
            .into_iter()
            .map(|index| (index, patterns_of(index)))
            .collect();
        Ok(Some(PatternSources {
            sources,
            patterns,
            is_met,
        }))
    }

    /// Searches from each source by an engine.
    ///
    /// Returns `None` if not all arrangements that the graph numbers are reachable: which ones are
    /// is then unknown.
    fn by_engine(
        &self,
        symmetries: &Symmetries,
        from: &PatternSources,
        observe: &mut dyn FnMut(Stage),
    ) -> Result<Option<Diameter>, DiameterError> {
        let graph = self.graph;
        let engine = Choice::best(graph);
        let needs = Needs::to_count(graph, &engine);
        needs.check(self.memory, None)?;
        let patterns: u64 = from.sources.iter().map(|&(_, patterns)| patterns).sum();
        let configurations = patterns * graph.orders().order_count();
        observe(Stage::Needs {
            configurations,
            bytes: needs.memory_bytes,
        });
        let mut proof = Proof {
            configurations,
            orbits: from.sources.len() as u64,
            ..Proof::default()
        };
        let mut extremes = Extremes::default();
        for &(source, patterns) in &from.sources {
            observe(Stage::Searching {
                searches: proof.single_searches,
                diameter: extremes.diameter,
                radius: extremes.radius,
                open: proof.orbits - proof.single_searches,
                pairs: None,
            });
            let (counts, last) = self.search_by_engine(source)?;
            if counts.counts().iter().sum::<u64>() != configurations {
                return Ok(None);
            }
            proof.single_searches += 1;
            let images = u128::from(patterns) * u128::from(graph.orders().order_count());
            extremes.note((source, images), counts.counts(), last);
        }
        let vertices = from.images_of(&extremes.far, graph);
        let list = PairList {
            graph,
            symmetries,
            most: self.most_pairs,
            stop: self.stop,
        };
        let pair_count = extremes.pair_ends / 2;
        Ok(Some(Diameter {
            diameter: extremes.diameter,
            radius: self.wants_radius.then_some(extremes.radius),
            pair_count,
            pairs: list.of(&extremes.far, vertices, pair_count)?,
            proof,
        }))
    }

    /// Sizes of the generations from a source, and up to `most_pairs` members of the last
    /// generation, or none if it is large.
    fn search_by_engine(&self, source: u64) -> Result<(Counts, Vec<u64>), DiameterError> {
        let mut counts = Counts::default();
        let mut last = Vec::new();
        let sources = [source];
        let run = Run {
            threads: self.threads,
            stop: self.stop,
            ..Run::new(self.graph, &sources)
        };
        let outcome = run.go(&mut counts, &mut |event| {
            if let Event::Found {
                count,
                configurations,
                ..
            } = event
            {
                last.clear();
                // The last generation is usually small; listing each large one would take long.
                if count <= MOST_LOOKED_INTO {
                    configurations.for_each(&mut |index| {
                        if last.len() < self.most_pairs {
                            last.push(index);
                        }
                    });
                }
            }
            ControlFlow::Continue(())
        })?;
        match outcome.ended {
            Ended::Complete => Ok((counts, last)),
            _ => Err(DiameterError::Interrupted),
        }
    }
}

/// Largest and least eccentricity among the searches made.
struct Extremes {
    diameter: u64,
    radius: u64,
    /// Ends of pairs that attain the diameter: twice the number of pairs if each end was searched
    /// from.
    pair_ends: u128,
    /// Sources whose eccentricity is the diameter, each with members of its last generation.
    far: Vec<(u64, Vec<u64>)>,
}

impl Default for Extremes {
    fn default() -> Extremes {
        Extremes {
            diameter: 0,
            radius: u64::MAX,
            pair_ends: 0,
            far: Vec::new(),
        }
    }
}

impl Extremes {
    /// Records the generation sizes of a search from a source, which stands for this many images,
    /// and its last generation.
    fn note(&mut self, (source, images): (u64, u128), counts: &[u64], last: Vec<u64>) {
        let eccentricity = counts.len() as u64 - 1;
        self.radius = self.radius.min(eccentricity);
        if eccentricity > self.diameter {
            (self.diameter, self.pair_ends) = (eccentricity, 0);
            self.far.clear();
        }
        if eccentricity == self.diameter {
            self.pair_ends += images * u128::from(counts[eccentricity as usize]);
            self.far.push((source, last));
        }
    }
}

/// One configuration of each reachable pattern, up to symmetry.
struct PatternSources {
    /// Graph index of each source, and the number of patterns that it stands for.
    sources: Vec<(u64, u64)>,
    /// Orbits of the patterns under symmetries of the puzzle.
    patterns: PatternOrbits,
    /// Whether each pattern is reachable, by pattern.
    is_met: Vec<bool>,
}

impl PatternSources {
    /// Vertices that are images of the sources `far`, provided that all arrangements of a reachable
    /// pattern are reachable.
    fn images_of(
        &self,
        far: &[(u64, Vec<u64>)],
        graph: &Graph,
    ) -> impl Iterator<Item = Option<ImageOf>> {
        let orders = graph.orders().len();
        let orbit_of = |pattern: u64| self.patterns.least(pattern);
        // A source without listed farthest configurations has no pairs to show.
        let listed = far
            .iter()
            .zip(0..)
            .filter(|((_, last), _)| !last.is_empty());
        let numbered: AHashMap<u32, usize> = listed
            .map(|(&(source, _), number)| (orbit_of(source / orders), number))
            .collect();
        let met = (0..).zip(&self.is_met).filter(|&(_, &is_met)| is_met);
        let images = met.filter_map(move |(pattern, _)| {
            let &source = numbered.get(&orbit_of(pattern))?;
            Some((pattern, source))
        });
        images.flat_map(move |(pattern, source)| {
            let numbers = pattern * orders..(pattern + 1) * orders;
            numbers.map(move |vertex| {
                let image = ImageOf { source, vertex };
                graph.is_vertex(vertex).then_some(image)
            })
        })
    }
}
