//! The vertices of a component up to symmetry: which are images of each other.
//!
//! A symmetry of the puzzle that takes one vertex of a component to a vertex of the same component takes the
//! whole component to itself, since automorphisms take components to components. Two vertices that are images of
//! each other have the same eccentricity, so one of them is enough.
//!
//! Where all tiles of the arrangements differ, any two orders of one pattern are such images: the renaming of
//! the tiles that takes the one to the other is a symmetry. Then patterns stand for vertices.

use super::array::{NoRoom, filled, with_room};
use super::{Component, ComponentError};
use slidewise_engine::graph::{Graph, Image};
use slidewise_puzzle::{Symmetries, Symmetry};
use std::sync::atomic::{AtomicBool, Ordering};

/// Classes of vertices that are images of each other.
#[derive(Debug)]
pub struct Orbits {
    /// By vertex: the least vertex of its orbit; empty where every vertex is alone.
    least: Vec<u32>,
    /// Symmetries of the component, vertex by vertex; not all of them.
    maps: Vec<Vec<u32>>,
}

/// The most symmetries that are written down vertex by vertex: four bytes a vertex each.
pub const MOST_MAPS: usize = 7;

impl Orbits {
    /// Every vertex alone.
    pub fn trivial() -> Orbits {
        Orbits {
            least: Vec::new(),
            maps: Vec::new(),
        }
    }

    /// The orbits of a component, whose graph has a vertex `start` in it. Every symmetry is checked, edge by
    /// edge, before it is used.
    ///
    /// Time: some hundred nanoseconds a vertex and symmetry. Bytes: four a vertex, and four for each of at most
    /// seven symmetries.
    ///
    /// # Errors
    /// If there is no memory, or it was stopped.
    pub fn of(
        component: &Component<'_>,
        symmetries: &Symmetries,
        start: u64,
        stop: &AtomicBool,
    ) -> Result<Orbits, ComponentError> {
        let graph = component.graph();
        if has_only_distinct_tiles(graph) {
            return Orbits::by_pattern(component, symmetries, stop);
        }
        let mut maps = Vec::new();
        let few = symmetries.len() <= (MOST_MAPS as u32 + 1).into();
        let candidates: Vec<Symmetry> = if few {
            symmetries.elements().skip(1).collect()
        } else {
            symmetries.generators().collect()
        };
        for symmetry in &candidates {
            if maps.len() == MOST_MAPS {
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
        let mut sets = Sets::new(component.len())?;
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
        component: &Component<'_>,
        symmetries: &Symmetries,
        stop: &AtomicBool,
    ) -> Result<Orbits, ComponentError> {
        let graph = component.graph();
        if graph.patterns() > PatternOrbits::MOST_PATTERNS {
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

    /// The least vertex of a vertex's orbit.
    #[inline]
    pub fn least(&self, vertex: u32) -> u32 {
        self.least.get(vertex as usize).copied().unwrap_or(vertex)
    }

    /// Some symmetries of the component, vertex by vertex.
    pub fn maps(&self) -> &[Vec<u32>] {
        &self.maps
    }

    /// By vertex: the size of its orbit if it is the least of it, else 0.
    ///
    /// # Errors
    /// If there is no memory.
    pub fn sizes(&self, len: usize) -> Result<Vec<u32>, NoRoom> {
        let mut sizes = filled(len, 0)?;
        for vertex in 0..len as u32 {
            sizes[self.least(vertex) as usize] += 1;
        }
        Ok(sizes)
    }
}

/// Whether all orders of a pattern are the same up to renaming tiles. The tiles of an arrangement have one
/// shape and the same rights and stand in no rule: if they all differ they can be renamed as one likes.
pub fn has_only_distinct_tiles(graph: &Graph) -> bool {
    let arrangements = graph.space().arrangements();
    !arrangements.is_empty()
        && arrangements
            .iter()
            .all(|arrangement| arrangement.is_distinct())
}

/// The patterns of a graph up to symmetry, whatever can be reached.
#[derive(Debug)]
pub struct PatternOrbits {
    least: Vec<u32>,
}

impl PatternOrbits {
    /// The most patterns that are looked at: some 200 megabytes.
    pub const MOST_PATTERNS: u64 = 1 << 24;

    /// The orbits of the patterns of a graph with at most [`PatternOrbits::MOST_PATTERNS`].
    ///
    /// # Errors
    /// If there is no memory, or it was stopped.
    pub fn new(
        graph: &Graph,
        symmetries: &Symmetries,
        stop: &AtomicBool,
    ) -> Result<PatternOrbits, ComponentError> {
        let mut sets = Sets::new(graph.patterns() as usize)?;
        let groups = &graph.space().layout().groups;
        let is_tile = |class: &usize| groups.iter().any(|group| group.classes.contains(class));
        for symmetry in symmetries.generators() {
            // An exchange of tiles leaves every pattern what it is.
            let mut moved = (0..symmetry.classes.len()).filter(|&c| symmetry.classes[c] != c);
            if symmetry.turn.is_identity() && moved.all(|class| is_tile(&class)) {
                continue;
            }
            let Some(mut image) = Image::new(graph, &symmetry) else {
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

    /// The least pattern of a pattern's orbit.
    pub fn least(&self, pattern: u64) -> u32 {
        self.least[pattern as usize]
    }
}

/// What a symmetry does to each vertex; `None` if it does not take the component to itself.
fn map_of(
    component: &Component<'_>,
    symmetry: &Symmetry,
    start: u64,
    stop: &AtomicBool,
) -> Result<Option<Vec<u32>>, ComponentError> {
    let Some(mut image) = Image::new(component.graph(), symmetry) else {
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

/// Whether a map takes different vertices to different ones, and neighbours to neighbours.
fn is_automorphism(
    component: &Component<'_>,
    map: &[u32],
    stop: &AtomicBool,
) -> Result<bool, ComponentError> {
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

/// Looks now and then whether to stop.
fn check(done: u64, stop: &AtomicBool) -> Result<(), ComponentError> {
    if done.is_multiple_of(1 << 16) && stop.load(Ordering::Relaxed) {
        return Err(ComponentError::Interrupted);
    }
    Ok(())
}

/// Disjoint sets of numbers, each with its least one.
struct Sets {
    parent: Vec<u32>,
}

impl Sets {
    fn new(len: usize) -> Result<Sets, NoRoom> {
        let mut parent = with_room(len)?;
        parent.extend(0..len as u32);
        Ok(Sets { parent })
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

    /// Joins two sets; the lesser of their least numbers stays.
    fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.find(one), self.find(other));
        self.parent[one.max(other) as usize] = one.min(other);
    }

    fn into_least(mut self) -> Vec<u32> {
        // A parent is less than its child, so it is done before.
        for number in 0..self.parent.len() {
            self.parent[number] = self.parent[self.parent[number] as usize];
        }
        self.parent
    }
}
