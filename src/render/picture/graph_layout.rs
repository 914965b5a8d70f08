//! Layout of a graph's vertices in the plane.
//!
//! The initial places come from distances to a few pivot vertices (pivot MDS: Brandes and Pich
//! 2007), so the graph has no large folds. A simulation with springs along edges and repelling
//! charges then spreads the vertices (the library fjadra, after d3-force; approximation of
//! many-body forces: Barnes and Hut 1986).
//!
//! The result depends on nothing but the graph.

use fjadra::{Link, ManyBody, Node, SimulationBuilder};
use std::cmp::Reverse;
use std::ops::ControlFlow;

/// A place in the plane: x to the right, y down.
pub type PlanePoint = (f64, f64);

/// Number of pivot vertices.
const PIVOTS: usize = 50;
/// Rounds of the force simulation. More rounds, or stronger forces, crumple large graphs.
const ROUNDS: usize = 100;
/// Strength of the forces in the first and in the last round.
const STRENGTH: (f64, f64) = (0.3, 0.0003);
/// Length of a spring at rest, in units of the plane.
const SPRING: f64 = 30.0;
/// Power iterations for each eigenvector.
const POWERS: usize = 1000;

/// Computes places for the vertices `0..order` of a connected graph, with vertex 0 on the left.
///
/// Before each round of the force simulation, `tell` is called with the number of finished rounds
/// and the number of all rounds. If `tell` returns `Break`, the result is `None`.
///
/// Time: about ten seconds for 25,000 vertices. Memory: 400 bytes a vertex for the distances.
///
/// # Panics
/// If an end of an edge is not a vertex.
pub fn layout(
    order: usize,
    edges: &[(u32, u32)],
    tell: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
) -> Option<Vec<PlanePoint>> {
    let ends = || edges.iter().map(|&(from, to)| (from as usize, to as usize));
    let begin = unfolded(order, edges);
    let nodes = begin
        .iter()
        .map(|&(x, y)| Node::default().position(x * SPRING, y * SPRING));
    let decay = 1.0 - (STRENGTH.1 / STRENGTH.0).powf(1.0 / ROUNDS as f64);
    let mut forces = SimulationBuilder::new()
        .with_alpha(STRENGTH.0)
        .with_alpha_decay(decay)
        .build(nodes)
        .add_force("springs", Link::new(ends()).distance(SPRING).strength(1.0))
        .add_force("charges", ManyBody::new().strength(-SPRING));
    for round in 0..ROUNDS {
        if tell(round, ROUNDS).is_break() {
            return None;
        }
        forces.tick(1);
    }
    Some(turned(forces.positions().map(|[x, y]| (x, y)).collect()))
}

/// Initial places of the vertices by pivot MDS, scaled to a mean edge length of 1.
fn unfolded(order: usize, edges: &[(u32, u32)]) -> Vec<PlanePoint> {
    let columns = squares(order, &AdjacencyList::new(order, edges));
    let count = columns.len();
    let products: Vec<Vec<f64>> = columns
        .iter()
        .map(|one| columns.iter().map(|other| dot(one, other)).collect())
        .collect();
    let first = eigenvector(&products, &[]);
    let second = eigenvector(&products, std::slice::from_ref(&first));
    let along = |axis: &[f64], vertex: usize| -> f64 {
        (0..count)
            .map(|pivot| columns[pivot][vertex] * axis[pivot])
            .sum()
    };
    let mut places: Vec<PlanePoint> = (0..order)
        .map(|vertex| (along(&first, vertex), along(&second, vertex)))
        .collect();
    let length = |&(from, to): &(u32, u32)| {
        let (a, b) = (places[from as usize], places[to as usize]);
        (a.0 - b.0).hypot(a.1 - b.1)
    };
    let mean = edges.iter().map(length).sum::<f64>() / edges.len().max(1) as f64;
    let scale = if mean > 0.0 { 1.0 / mean } else { 1.0 };
    // Deterministic noise separates vertices that have equal distances to all pivots.
    let mut chance = 1_u64;
    let mut shift = || {
        chance = chance
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((chance >> 33) as f64 / f64::from(1_u32 << 31) - 0.5) * 0.1
    };
    for place in &mut places {
        *place = (place.0 * scale + shift(), place.1 * scale + shift());
    }
    places
}

/// Squared distances from each pivot to all vertices, shifted so that rows and columns sum to 0.
fn squares(order: usize, neighbours: &AdjacencyList) -> Vec<Vec<f64>> {
    let pivots = PIVOTS.min(order);
    let mut nearest = vec![u32::MAX; order];
    let mut pivot = 0;
    let mut columns = Vec::with_capacity(pivots);
    for _ in 0..pivots {
        let distances = neighbours.distances(pivot);
        for (nearest, &distance) in nearest.iter_mut().zip(&distances) {
            *nearest = distance.min(*nearest);
        }
        columns.push(
            distances
                .iter()
                .map(|&distance| f64::from(distance).powi(2))
                .collect::<Vec<f64>>(),
        );
        // The next pivot is as far as possible from the nearest earlier pivot.
        let farthest = (0..order).max_by_key(|&vertex| (nearest[vertex], Reverse(vertex)));
        pivot = farthest.unwrap_or(0);
    }
    let means: Vec<f64> = columns.iter().map(|column| mean(column)).collect();
    let all = mean(&means);
    for vertex in 0..order {
        let row = columns.iter().map(|column| column[vertex]).sum::<f64>() / pivots as f64;
        for (column, mean) in columns.iter_mut().zip(&means) {
            column[vertex] = -0.5 * (column[vertex] - row - mean + all);
        }
    }
    columns
}

/// Computes the dominant eigenvector of a symmetric matrix that is orthogonal to all of `known`.
fn eigenvector(matrix: &[Vec<f64>], known: &[Vec<f64>]) -> Vec<f64> {
    let mut vector: Vec<f64> = (0..matrix.len())
        .map(|at| 1.0 + (at * 7 % 11) as f64 + known.len() as f64 * (at % 3) as f64)
        .collect();
    for _ in 0..POWERS {
        let mut next: Vec<f64> = matrix.iter().map(|row| dot(row, &vector)).collect();
        for other in known {
            let part = dot(&next, other);
            next.iter_mut()
                .zip(other)
                .for_each(|(own, other)| *own -= part * other);
        }
        let length = dot(&next, &next).sqrt();
        if length == 0.0 {
            return vec![0.0; matrix.len()];
        }
        next.iter_mut().for_each(|own| *own /= length);
        vector = next;
    }
    vector
}

/// Rotates and mirrors the places of all vertices, so that the graph is wider than high.
///
/// Vertex 0 ends up on the left, and not below the middle.
fn turned(mut places: Vec<PlanePoint>) -> Vec<PlanePoint> {
    let Some(count) = Some(places.len() as f64).filter(|&count| count > 0.0) else {
        return places;
    };
    let sum = |part: &dyn Fn(&PlanePoint) -> f64, places: &[PlanePoint]| {
        places.iter().map(part).sum::<f64>()
    };
    let middle = (
        sum(&|place| place.0, &places) / count,
        sum(&|place| place.1, &places) / count,
    );
    for place in &mut places {
        *place = (place.0 - middle.0, place.1 - middle.1);
    }
    let across = sum(&|place| place.0 * place.1, &places);
    let apart = sum(&|place| place.0.powi(2) - place.1.powi(2), &places);
    let (sin, cos) = (0.5 * (2.0 * across).atan2(apart)).sin_cos();
    for place in &mut places {
        *place = (place.0 * cos + place.1 * sin, place.1 * cos - place.0 * sin);
    }
    let flip = |along: f64| if along > 0.0 { -1.0 } else { 1.0 };
    let (right, down) = (flip(places[0].0), flip(places[0].1));
    for place in &mut places {
        *place = (place.0 * right, place.1 * down);
    }
    places
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len().max(1) as f64
}

/// Neighbours of all vertices, laid out side by side in one array (compressed sparse row).
struct AdjacencyList {
    first: Vec<usize>,
    list: Vec<u32>,
}

impl AdjacencyList {
    fn new(order: usize, edges: &[(u32, u32)]) -> AdjacencyList {
        let mut first = vec![0; order + 1];
        for &(from, to) in edges {
            first[from as usize] += 1;
            first[to as usize] += 1;
        }
        let mut sum = 0;
        for first in &mut first {
            sum += *first;
            *first = sum;
        }
        let mut list = vec![0; sum];
        for &(from, to) in edges {
            for (one, other) in [(from, to), (to, from)] {
                first[one as usize] -= 1;
                list[first[one as usize]] = other;
            }
        }
        AdjacencyList { first, list }
    }

    /// Distances from the vertex `from` to all vertices, by breadth-first search.
    fn distances(&self, from: usize) -> Vec<u32> {
        let mut distances = vec![u32::MAX; self.first.len() - 1];
        distances[from] = 0;
        let mut met = vec![from];
        let mut at = 0;
        while let Some(&vertex) = met.get(at) {
            at += 1;
            for &next in &self.list[self.first[vertex]..self.first[vertex + 1]] {
                let next = next as usize;
                if distances[next] == u32::MAX {
                    distances[next] = distances[vertex] + 1;
                    met.push(next);
                }
            }
        }
        distances
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_is_round_and_a_path_is_long() {
        let ring: Vec<(u32, u32)> = (0..12).map(|at| (at, (at + 1) % 12)).collect();
        let places = layout(12, &ring, &mut |_, _| ControlFlow::Continue(())).unwrap();
        let radii: Vec<f64> = places.iter().map(|place| place.0.hypot(place.1)).collect();
        let (least, most) = radii
            .iter()
            .fold((f64::MAX, 0.0_f64), |(least, most), &radius| {
                (least.min(radius), most.max(radius))
            });
        assert!(least > 0.9 * most, "{radii:?}");

        let path: Vec<(u32, u32)> = (0..9).map(|at| (at, at + 1)).collect();
        let places = layout(10, &path, &mut |_, _| ControlFlow::Continue(())).unwrap();
        assert!(
            places.windows(2).all(|pair| pair[0].0 < pair[1].0),
            "{places:?}"
        );
        let again = layout(10, &path, &mut |_, _| ControlFlow::Continue(())).unwrap();
        assert_eq!(places, again);
    }

    #[test]
    fn small_graphs_have_places_and_whoever_listens_can_end_it() {
        let go_on = &mut |_, _| ControlFlow::Continue(());
        assert_eq!(layout(0, &[], go_on), Some(Vec::new()));
        for (order, edges) in [(1, vec![]), (2, vec![(0, 1)])] {
            let places = layout(order, &edges, go_on).unwrap();
            assert!(
                places
                    .iter()
                    .all(|place| place.0.is_finite() && place.1.is_finite())
            );
        }
        assert_eq!(
            layout(2, &[(0, 1)], &mut |_, _| ControlFlow::Break(())),
            None
        );
    }
}
