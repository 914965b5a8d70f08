//! Searches by an engine from one configuration of each pattern, for puzzles whose tiles differ.
//!
//! If all tiles differ, any two arrangements of a pattern are images of each other under a
//! symmetry. One search for each pattern therefore gives all eccentricities.

use super::farthest_pairs::{FarthestPairs, SourceImage};
use super::orbits::{PatternOrbits, has_only_distinct_tiles};
use super::query::{Diameter, DiameterError, DiameterProgress, DiameterProof, DiameterQuery};
use crate::verify::filled;
use ahash::AHashMap;
use slidewise_engine::graph::Graph;
use slidewise_engine::search::{
    CountSink, EngineChoice, EngineKind, Event, Resources, Run, SearchEnd, Sink,
};
use slidewise_puzzle::SymmetryGroup;
use std::ops::ControlFlow;

/// Maximum number of patterns of a graph that is searched by an engine; it limits the arrays that
/// have an entry for each pattern.
const MAX_TABLED: u64 = 1 << 16;
/// Maximum number of sources for the dense engine.
const MAX_PATTERNS: usize = 4096;
/// Maximum number of sources for other engines, which expand configurations one by one.
const FEW_PATTERNS: usize = 64;
/// Maximum size of a generation whose configurations are listed as ends of pairs.
const MAX_LOOKED_INTO: u64 = 1 << 20;

impl DiameterQuery<'_> {
    /// Finds the sources for searches by an engine: one vertex for each orbit of reachable
    /// patterns.
    ///
    /// Returns `None` if searches by an engine are not possible or not worthwhile.
    pub(super) fn sources_for_engines(
        &self,
        symmetries: &SymmetryGroup,
    ) -> Result<Option<PatternSources>, DiameterError> {
        let graph = self.graph;
        let orders = graph.orders();
        if !has_only_distinct_tiles(graph)
            || graph.vertex_count() < self.effort.before_engines
            || graph.patterns() > MAX_TABLED
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
        let most = if is_dense { MAX_PATTERNS } else { FEW_PATTERNS };
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
    /// Returns `None` if not all arrangements that have an index are reachable, because the images
    /// of the sources are then not known.
    pub(super) fn by_engine(
        &self,
        symmetries: &SymmetryGroup,
        from: &PatternSources,
        observe: &mut dyn FnMut(DiameterProgress),
    ) -> Result<Option<Diameter>, DiameterError> {
        let graph = self.graph;
        let engine = EngineChoice::best(graph);
        let needs = Resources::to_count(graph, &engine);
        needs.check(self.memory, None)?;
        let patterns: u64 = from.sources.iter().map(|&(_, patterns)| patterns).sum();
        let configurations = patterns * graph.orders().order_count();
        observe(DiameterProgress::Resources {
            configurations,
            bytes: needs.memory_bytes,
        });
        let mut proof = DiameterProof {
            configurations,
            orbits: from.sources.len() as u64,
            ..DiameterProof::default()
        };
        let mut extremes = Extremes::default();
        for &(source, patterns) in &from.sources {
            observe(DiameterProgress::Searching {
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
        let list = FarthestPairs {
            graph,
            symmetries,
            most: self.max_pairs,
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

    /// Sizes of all generations from a source, and at most `max_pairs` members of the last
    /// generation.
    ///
    /// No members are listed if the last generation is large.
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
                // Every generation may turn out to be the last. The last generation is usually
                // small, and listing every large generation would take long.
                if count <= MAX_LOOKED_INTO {
                    configurations.for_each(&mut |index| {
                        if last.len() < self.max_pairs {
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

/// Largest and least eccentricity of the sources searched from so far.
struct Extremes {
    diameter: u64,
    radius: u64,
    /// Number of ends of pairs that attain the diameter, counted over the sources searched from so
    /// far and their images. After the last source it is twice the number of pairs.
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
    /// Records a search: its source, the number of images of the source, the sizes of the
    /// generations, and members of the last generation.
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

/// One configuration for each orbit of reachable patterns.
pub(super) struct PatternSources {
    /// Graph index of each source, and the number of reachable patterns in the orbit of its
    /// pattern.
    sources: Vec<(u64, u64)>,
    /// Orbits of the patterns under symmetries of the puzzle.
    patterns: PatternOrbits,
    /// Whether each pattern is reachable, indexed by pattern.
    is_met: Vec<bool>,
}

impl PatternSources {
    /// Enumerates the vertices that are images of the sources in `far`; yields `None` for an index
    /// that stands for no configuration.
    ///
    /// All arrangements of reachable patterns must be reachable.
    fn images_of(
        &self,
        far: &[(u64, Vec<u64>)],
        graph: &Graph,
    ) -> impl Iterator<Item = Option<SourceImage>> {
        let orders = graph.orders().len();
        let orbit_of = |pattern: u64| self.patterns.least(pattern);
        // A source without listed farthest configurations gives no pairs, so its images are left
        // out.
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
                let image = SourceImage { source, vertex };
                graph.is_vertex(vertex).then_some(image)
            })
        })
    }
}
