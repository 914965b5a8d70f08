//! Orbits of the vertices of a component under the symmetries of its puzzle.
//!
//! If a symmetry maps one vertex of a component into the same component, it maps the whole
//! component to itself, because automorphisms map components to components. All vertices of an
//! orbit have the same eccentricity, so one search for each orbit is enough.
//!
//! If all tiles of each tile group differ, any two arrangements of one pattern are in the same
//! orbit: the renaming of tiles that turns one arrangement into the other is a symmetry. The orbits
//! of patterns then determine the orbits of vertices.

use super::csr_graph::{CsrGraph, CsrGraphError};
use crate::verify::{OutOfMemory, filled, with_room};
use slidewise_engine::graph::{Graph, SymmetryMap};
use slidewise_puzzle::{Symmetry, SymmetryGroup};
use std::sync::atomic::{AtomicBool, Ordering};

/// Orbits of the vertices of a component.
#[derive(Debug)]
pub(super) struct Orbits {
    /// Least vertex in the orbit of each vertex, indexed by vertex; empty if every orbit is a
    /// single vertex.
    least: Vec<u32>,
    /// Some symmetries of the component. Each is a list of the images of all vertices, indexed by
    /// vertex.
    maps: Vec<Vec<u32>>,
}

/// Maximum number of symmetries whose images are stored; each takes four bytes for each vertex.
pub(super) const MAX_MAPS: usize = 7;

impl Orbits {
    /// Creates orbits of one vertex each.
    pub(super) fn trivial() -> Orbits {
        Orbits {
            least: Vec::new(),
            maps: Vec::new(),
        }
    }

    /// Finds the orbits of the component that contains the graph index `start`.
    ///
    /// Each symmetry is checked, edge by edge, before it is used.
    ///
    /// Time: some hundred nanoseconds for each vertex and symmetry. Memory: four bytes for each
    /// vertex, and four more for each of at most seven symmetries.
    ///
    /// # Errors
    /// If there is not enough memory, or the stop flag is raised.
    pub(super) fn of(
        component: &CsrGraph<'_>,
        symmetries: &SymmetryGroup,
        start: u64,
        stop: &AtomicBool,
    ) -> Result<Orbits, CsrGraphError> {
        let graph = component.graph();
        if has_only_distinct_tiles(graph) {
            return Orbits::by_pattern(component, symmetries, stop);
        }
        let mut maps = Vec::new();
        let few = symmetries.len() <= (MAX_MAPS as u32 + 1).into();
        let candidates: Vec<Symmetry> = if few {
            symmetries.elements().skip(1).collect()
        } else {
            symmetries.generators().collect()
        };
        for symmetry in &candidates {
            if maps.len() == MAX_MAPS {
                break;
            }
            if let Some(map) = map_of(component, symmetry, start, stop)?
                && is_automorphism(component, &map, stop)?
            {
                maps.push(map);
            }
        }
        if maps.is_empty() {
            return Ok(Orbits::trivial());
        }
        let mut sets = DisjointSets::new(component.len())?;
        for map in &maps {
            (0..)
                .zip(map)
                .for_each(|(vertex, &image)| sets.join(vertex, image));
        }
        Ok(Orbits {
            least: sets.into_least(),
            maps,
        })
    }

    fn by_pattern(
        component: &CsrGraph<'_>,
        symmetries: &SymmetryGroup,
        stop: &AtomicBool,
    ) -> Result<Orbits, CsrGraphError> {
        let graph = component.graph();
        if graph.patterns() > PatternOrbits::MAX_PATTERNS {
            return Ok(Orbits::trivial());
        }
        let orders = graph.orders().len();
        let patterns = PatternOrbits::new(graph, symmetries, stop)?;
        let mut least_of_pattern = filled(graph.patterns() as usize, u32::MAX)?;
        let mut least = with_room(component.len())?;
        for (vertex, index) in (0..).zip(component.indices()) {
            let known = &mut least_of_pattern[patterns.least(index / orders) as usize];
            *known = vertex.min(*known);
            least.push(*known);
        }
        Ok(Orbits {
            least,
            maps: Vec::new(),
        })
    }

    /// Least vertex in the orbit of a vertex.
    #[inline]
    pub(super) fn least(&self, vertex: u32) -> u32 {
        self.least.get(vertex as usize).copied().unwrap_or(vertex)
    }

    /// Some symmetries of the component. Each is a list of the images of all vertices, indexed by
    /// vertex.
    pub(super) fn maps(&self) -> &[Vec<u32>] {
        &self.maps
    }

    /// Size of each orbit, stored at its least vertex; 0 at all other vertices.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(super) fn sizes(&self, len: usize) -> Result<Vec<u32>, OutOfMemory> {
        let mut sizes = filled(len, 0)?;
        for vertex in 0..len as u32 {
            sizes[self.least(vertex) as usize] += 1;
        }
        Ok(sizes)
    }
}

/// Whether all arrangements of a pattern are equal up to renaming of tiles.
///
/// The tiles of a tile group have one shape and may cover the same cells, and no rule names them.
/// If all of them differ, they can therefore be renamed freely.
pub(super) fn has_only_distinct_tiles(graph: &Graph) -> bool {
    let arrangements = graph.space().arrangements();
    !arrangements.is_empty()
        && arrangements
            .iter()
            .all(|arrangement| arrangement.is_distinct())
}

/// Orbits of all patterns of a graph, reachable or not.
#[derive(Debug)]
pub(super) struct PatternOrbits {
    least: Vec<u32>,
}

impl PatternOrbits {
    /// Maximum number of patterns of a graph whose orbits are found; this takes some 200 megabytes
    /// of memory.
    pub(super) const MAX_PATTERNS: u64 = 1 << 24;

    /// Finds the orbits of the patterns of a graph with at most [`PatternOrbits::MAX_PATTERNS`]
    /// patterns.
    ///
    /// # Errors
    /// If there is not enough memory, or the stop flag is raised.
    pub(super) fn new(
        graph: &Graph,
        symmetries: &SymmetryGroup,
        stop: &AtomicBool,
    ) -> Result<PatternOrbits, CsrGraphError> {
        let mut sets = DisjointSets::new(graph.patterns() as usize)?;
        let groups = &graph.space().layout().groups;
        let is_tile = |class: &usize| groups.iter().any(|group| group.classes.contains(class));
        for symmetry in symmetries.generators() {
            // A symmetry that only exchanges tiles maps every pattern to itself and is skipped.
            let mut moved = (0..symmetry.classes.len()).filter(|&c| symmetry.classes[c] != c);
            if symmetry.turn.is_identity() && moved.all(|class| is_tile(&class)) {
                continue;
            }
            let Some(mut image) = SymmetryMap::new(graph, &symmetry) else {
                continue;
            };
            for pattern in 0..graph.patterns() {
                check(pattern, stop)?;
                if let Some(other) = image.of_pattern(pattern) {
                    sets.join(pattern as u32, other as u32);
                }
            }
        }
        Ok(PatternOrbits {
            least: sets.into_least(),
        })
    }

    /// Least pattern in the orbit of a pattern.
    pub(super) fn least(&self, pattern: u64) -> u32 {
        self.least[pattern as usize]
    }
}

/// Computes the images of all vertices under a symmetry, indexed by vertex.
///
/// Returns `None` if the symmetry does not map the component to itself.
fn map_of(
    component: &CsrGraph<'_>,
    symmetry: &Symmetry,
    start: u64,
    stop: &AtomicBool,
) -> Result<Option<Vec<u32>>, CsrGraphError> {
    let Some(mut image) = SymmetryMap::new(component.graph(), symmetry) else {
        return Ok(None);
    };
    if image
        .of(start)
        .and_then(|image| component.vertex(image))
        .is_none()
    {
        return Ok(None);
    }
    let mut map = with_room(component.len())?;
    for index in component.indices() {
        check(map.len() as u64, stop)?;
        let Some(image) = image.of(index).and_then(|image| component.vertex(image)) else {
            return Ok(None);
        };
        map.push(image);
    }
    Ok(Some(map))
}

/// Whether a map takes different vertices to different vertices, and neighbours to neighbours.
fn is_automorphism(
    component: &CsrGraph<'_>,
    map: &[u32],
    stop: &AtomicBool,
) -> Result<bool, CsrGraphError> {
    let mut is_taken = filled(map.len(), false)?;
    for &image in map {
        if std::mem::replace(&mut is_taken[image as usize], true) {
            return Ok(false);
        }
    }
    let (mut images, mut expected) = (Vec::new(), Vec::new());
    for (vertex, &image) in (0..).zip(map) {
        check(vertex.into(), stop)?;
        images.clear();
        images.extend(
            component
                .neighbours(vertex)
                .iter()
                .map(|&v| map[v as usize]),
        );
        images.sort_unstable();
        expected.clear();
        expected.extend_from_slice(component.neighbours(image));
        expected.sort_unstable();
        if images != expected {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Fails if the stop flag is raised; looks at the flag only if `done` is a multiple of 65,536.
fn check(done: u64, stop: &AtomicBool) -> Result<(), CsrGraphError> {
    if done.is_multiple_of(1 << 16) && stop.load(Ordering::Relaxed) {
        return Err(CsrGraphError::Interrupted);
    }
    Ok(())
}

/// Disjoint sets of numbers, each with its least member as representative (union-find).
struct DisjointSets {
    parent: Vec<u32>,
}

impl DisjointSets {
    fn new(len: usize) -> Result<DisjointSets, OutOfMemory> {
        let mut parent = with_room(len)?;
        parent.extend(0..len as u32);
        Ok(DisjointSets { parent })
    }

    fn find(&mut self, number: u32) -> u32 {
        let mut at = number;
        while self.parent[at as usize] != at {
            let next = self.parent[at as usize];
            self.parent[at as usize] = self.parent[next as usize];
            at = next;
        }
        at
    }

    /// Merges the sets of two numbers; the lesser of their two representatives stays.
    fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.find(one), self.find(other));
        self.parent[one.max(other) as usize] = one.min(other);
    }

    fn into_least(mut self) -> Vec<u32> {
        // A parent is less than its child, so the entry of the parent is final already.
        for number in 0..self.parent.len() {
            self.parent[number] = self.parent[self.parent[number] as usize];
        }
        self.parent
    }
}
