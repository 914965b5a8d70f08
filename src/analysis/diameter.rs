//! The diameter: the largest distance between any two configurations that can be reached, with all pairs that
//! attain it, and the radius. Proved, by as few searches as may be.
//!
//! # How it is proved
//!
//! Each search from a chosen configuration bounds the eccentricity of every other ([`super::bounds::Bounds`]), and
//! counts for all its images under the puzzle's symmetries ([`Orbits`]). Searches alternate between one that may be
//! farthest from something, which raises the diameter, and one that may be central, which lowers what others can have
//! (Takes and Kosters 2011). An orbit whose eccentricity is known to be less than the diameter is done with.
//!
//! In these graphs eccentricities lie in a narrow band, and that alone leaves many open. So after a dozen searches
//! all *pairs* of open configurations are bounded by the distances from the searched ones
//! ([`super::landmarks::Landmarks`]); mostly few pairs remain, and each further search, from the end of most of them,
//! settles its own pairs and bounds the others. Where too many remain even so, all open configurations are searched
//! from, many at once ([`super::waves::Waves`]). What a search from an end finds at the greatest distance are the
//! pairs; both ends of each are searched from, so that the pairs are all there, and counted from both sides.
//!
//! Where all tiles differ, any two orders of a pattern are images of each other, and one search a pattern tells
//! all; large graphs of this kind are searched by the engine that explores them, a bit a configuration.

use super::array::{NoRoom, filled};
use super::inquiry::{Inquiry, Room};
use super::orbits::{Orbits, PatternOrbits, has_only_distinct_tiles};
use super::pair_list::{ImageOf, PairList};
use super::waves::LANES;
use super::{ComponentError, Reached};
use ahash::AHashMap;
use slidewise_engine::graph::Graph;
use slidewise_engine::search::{
    CountSink, EngineChoice, EngineKind, Event, OutOfResources, Resources, Run, SearchEnd,
    SearchError, Sink, StopFlag,
};
use slidewise_puzzle::Symmetries;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// What is known of a component's distances.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diameter {
    /// The largest distance between two configurations.
    pub diameter: u64,
    /// The least eccentricity; `None` where it was not asked for.
    pub radius: Option<u64>,
    /// How many pairs of configurations attain the diameter; none where there is but one configuration.
    pub pair_count: u128,
    /// The pairs, each with the lesser text first, in the order of their texts; where there are more than were
    /// asked for, this many of them, whichever were found first.
    pub pairs: Vec<(String, String)>,
    /// How they were found.
    pub proof: Proof,
}

/// How a diameter was proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Proof {
    /// How many configurations there are.
    pub configurations: u64,
    /// How many there are up to symmetry.
    pub orbits: u64,
    /// Searches made one by one.
    pub single_searches: u64,
    /// Sources of searches made many at once.
    pub joint_searches: u64,
    /// Orbits that were not searched from since bounds on their eccentricities excluded them.
    pub excluded_by_bounds: u64,
    /// Orbits that were not searched from since bounds on all of their pairs excluded them.
    pub excluded_by_pairs: u64,
}

impl Proof {
    /// Sources searched from in all.
    pub fn searches(&self) -> u64 {
        self.single_searches + self.joint_searches
    }

    /// The method in words.
    pub fn method(&self) -> &'static str {
        if self.excluded_by_bounds + self.excluded_by_pairs == 0 {
            "a search from one configuration of each kind up to symmetry"
        } else if self.joint_searches > 0 {
            "bounds on eccentricities and pairs, then searches from all that stayed open, many at once"
        } else if self.excluded_by_pairs > 0 {
            "bounds on eccentricities, then on pairs, from searches chosen one by one"
        } else {
            "bounds on eccentricities from searches chosen one by one"
        }
    }
}

/// Why there is no answer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DiameterError {
    /// It needs more memory than it may take.
    #[error(transparent)]
    OutOfResources(#[from] OutOfResources),
    /// The component cannot be laid out.
    #[error(transparent)]
    Component(ComponentError),
    /// There is no memory.
    #[error(transparent)]
    NoRoom(#[from] NoRoom),
    /// A run of an engine failed.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// It was stopped.
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

/// What is going on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Configurations are being found.
    Reaching {
        /// This many so far.
        found: u64,
    },
    /// What is known to be needed, before it is taken.
    Resources {
        /// How many configurations can be reached.
        configurations: u64,
        /// Bytes of memory.
        bytes: u64,
    },
    /// Searches go on.
    Searching {
        /// How many have been made.
        searches: u64,
        /// The diameter is at least this.
        diameter: u64,
        /// The radius is at most this.
        radius: u64,
        /// How many configurations are open, up to symmetry.
        open: u64,
        /// How many pairs are open, where those are known.
        pairs: Option<u64>,
    },
}

/// What is to be measured, and how.
#[derive(Clone, Copy, Debug)]
pub struct Measurement<'a> {
    /// The graph.
    pub graph: &'a Graph,
    /// A vertex of the component.
    pub start: u64,
    /// Whether the radius is wanted.
    pub wants_radius: bool,
    /// How many pairs are to be listed at most.
    pub most_pairs: usize,
    /// The most bytes of memory to be taken; `None` for what the machine has free.
    pub memory: Option<u64>,
    /// How many threads may work. The answer and the searches are the same with any.
    pub threads: usize,
    /// Set from outside to stop soon.
    pub stop: &'a AtomicBool,
    /// When which method takes over.
    pub effort: Effort,
}

/// When which method takes over: for measuring, and for testing each of them on small graphs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Searches before pairs are bounded first.
    pub before_pairs: u64,
    /// Open orbits that are not worth bounding pairs.
    pub few_open: u64,
    /// The most pairs listed.
    pub most_open_pairs: usize,
    /// Searches before many are made at once where nothing else helps.
    pub before_waves: u64,
    /// Nothing else helps where a few searches together close fewer orbits than this.
    pub little: u64,
    /// Open orbits that are worth searching from at once.
    pub worth_waves: usize,
    /// Configurations from which on one search a pattern is left to the engines.
    pub before_engines: u64,
}

impl Effort {
    /// What has proved good.
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

/// Patterns of a graph that is looked at for the engines.
const MOST_TABLED: u64 = 1 << 16;
/// Patterns that are searched one by one at most.
const MOST_PATTERNS: usize = 4096;
/// Patterns that are searched one by one if the engine takes one configuration after the other.
const FEW_PATTERNS: usize = 64;
/// Configurations of a last generation that is looked into.
const MOST_LOOKED_INTO: u64 = 1 << 20;

impl<'a> Measurement<'a> {
    /// All there is to know of the component of `start`, a vertex of the graph; one thread, at most 100 pairs.
    ///
    /// # Panics
    /// If `start` is none.
    pub fn new(graph: &'a Graph, start: u64) -> Measurement<'a> {
        graph.expect_vertex(start);
        Measurement {
            graph,
            start,
            wants_radius: true,
            most_pairs: 100,
            memory: None,
            threads: 1,
            stop: StopFlag::never(),
            effort: Effort::USUAL,
        }
    }

    /// Measures.
    ///
    /// Time: for most graphs the time of some tens of searches; for a graph whose eccentricities hardly differ
    /// as many as it has vertices up to symmetry. Bytes: about 100 a vertex and 4 an edge and direction.
    ///
    /// # Errors
    /// If it needs too much memory, or was stopped.
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
        observe(Stage::Resources {
            configurations: reached.len(),
            bytes: room.bytes,
        });
        let component = reached.lay_out(self.stop)?;
        let orbits = Orbits::of(&component, &symmetries, self.start, self.stop)?;
        let mut inquiry = Inquiry::new(self, &component, &orbits, &room, observe)?;
        inquiry.run()?;
        inquiry.answer(&symmetries)
    }

    /// Bytes of the graph, with the tables of half boards that it has or may come to make.
    pub(super) fn graph_bytes(&self) -> u64 {
        self.graph.make_quick_cut();
        self.graph.bytes() + self.graph.cut_bytes()
    }

    /// Refuses what needs more memory than may be taken.
    pub(super) fn check_memory(&self, needed: u64) -> Result<(), OutOfResources> {
        OutOfResources::of_memory(needed, self.memory)
    }

    /// A vertex for each pattern that can be reached, up to symmetry, if these are to be searched from by an
    /// engine, one by one.
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
        let is_dense = matches!(EngineChoice::best(graph).kind, EngineKind::Dense(_));
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

    /// Searches from each source. `None` where not all orders of a pattern can be reached that the graph numbers,
    /// so that it is not known which.
    fn by_engine(
        &self,
        symmetries: &Symmetries,
        from: &PatternSources,
        observe: &mut dyn FnMut(Stage),
    ) -> Result<Option<Diameter>, DiameterError> {
        let graph = self.graph;
        let engine = EngineChoice::best(graph);
        let needs = Resources::to_count(graph, &engine);
        needs.check(self.memory, None)?;
        let patterns: u64 = from.sources.iter().map(|&(_, patterns)| patterns).sum();
        let configurations = patterns * graph.orders().order_count();
        observe(Stage::Resources {
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

    /// The sizes of the generations from a source, and the last generation: as many of it as pairs are wanted, and
    /// none where it is large.
    fn search_by_engine(&self, source: u64) -> Result<(CountSink, Vec<u64>), DiameterError> {
        let mut counts = CountSink::default();
        let mut last = Vec::new();
        let sources = [source];
        let run = Run {
            threads: self.threads,
            stop: self.stop,
            ..Run::new(self.graph, &sources)
        };
        let outcome = run.explore(&mut counts, &mut |event| {
            if let Event::Found {
                count,
                configurations,
                ..
            } = event
            {
                last.clear();
                // The last generation is small; to look into each of the large ones would take long.
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
            SearchEnd::Complete => Ok((counts, last)),
            _ => Err(DiameterError::Interrupted),
        }
    }
}

/// The largest and the least eccentricity that searches have found.
struct Extremes {
    diameter: u64,
    radius: u64,
    /// Ends of pairs that attain the diameter: twice as many as pairs, if each end was searched from.
    pair_ends: u128,
    /// The sources whose eccentricity is the diameter, each with its last generation.
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
    /// Notes the sizes of the generations from a source, which stands for this many images, and the last generation.
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

/// A configuration of each pattern that can be reached, up to symmetry.
struct PatternSources {
    /// Their numbers, and how many patterns each stands for.
    sources: Vec<(u64, u64)>,
    /// Which patterns are images of each other.
    patterns: PatternOrbits,
    /// By pattern: whether it can be reached.
    is_met: Vec<bool>,
}

impl PatternSources {
    /// The images of some sources, where every order of a pattern that can be reached can be.
    fn images_of(
        &self,
        far: &[(u64, Vec<u64>)],
        graph: &Graph,
    ) -> impl Iterator<Item = Option<ImageOf>> {
        let orders = graph.orders().len();
        let orbit_of = |pattern: u64| self.patterns.least(pattern);
        // Of a last generation that was not looked into there is nothing to be listed.
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
