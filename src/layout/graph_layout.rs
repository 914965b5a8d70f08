//! `GraphLayout`: the places of all vertices, and the request for them.

use crate::breadth_first_tree::BreadthFirstTree;
use crate::pivot_distances::{PIVOTS, PivotDistances};
use crate::sparse_stress::{ROUNDS, SparseStress, flattened, raised};
use crate::unfolding::unfolded;
use crate::{LayoutGraph, VertexPlace};
use std::ops::ControlFlow;

/// What the places of a layout show.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum LayoutKind {
    /// Lengths come near to distances: passages, rooms and dead ends are seen. Pivot MDS (Brandes
    /// and Pich 2007), then sparse stress (Ortmann, Klimenta and Brandes 2016).
    #[default]
    Distances,
    /// The tree of a search, with circles around its root: what each first move leads to is seen.
    /// It shows more where most positions are equally far from each other.
    Tree,
}

impl LayoutKind {
    /// All kinds.
    pub const ALL: [LayoutKind; 2] = [LayoutKind::Distances, LayoutKind::Tree];

    /// The name by which commands and pages select it.
    pub fn name(self) -> &'static str {
        match self {
            LayoutKind::Distances => "distances",
            LayoutKind::Tree => "tree",
        }
    }

    /// The kind with a name.
    pub fn named(name: &str) -> Option<LayoutKind> {
        LayoutKind::ALL.into_iter().find(|own| own.name() == name)
    }
}

/// A request for a layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LayoutRequest {
    /// What the places show.
    pub kind: LayoutKind,
    /// Number of dimensions: 2 or 3.
    pub dimensions: usize,
    /// The vertex from which the tree grows; layouts by distances have it on the left.
    pub root: u32,
    /// Start of the numbers by chance that separate vertices with equal distances.
    pub seed: u64,
    /// Number of threads that share the work. They change nothing in the result.
    pub threads: usize,
}

impl LayoutRequest {
    /// A request for the plane, with one thread and seed 1.
    pub fn new(kind: LayoutKind, root: u32) -> LayoutRequest {
        LayoutRequest {
            kind,
            dimensions: 2,
            root,
            seed: 1,
            threads: 1,
        }
    }

    /// The memory in bytes that a layout takes at most, beside the graph and the result.
    pub fn memory(&self, order: usize) -> u64 {
        let each = match self.kind {
            LayoutKind::Distances => 2 * PIVOTS.min(order) + 8 * self.dimensions + 24,
            LayoutKind::Tree => 64,
        };
        order as u64 * each as u64
    }
}

/// The places of all vertices.
#[derive(Clone, PartialEq, Debug)]
pub struct GraphLayout {
    /// What they show.
    pub kind: LayoutKind,
    /// Number of dimensions: 2 or 3.
    pub dimensions: usize,
    /// The place of each vertex.
    pub places: Vec<VertexPlace>,
}

impl GraphLayout {
    /// Places the vertices of a connected graph.
    ///
    /// `tell` is called with the number of finished steps and that of all steps. If it returns
    /// `Break`, the result is `None`. Time: about 10 s for a million vertices on two cores.
    ///
    /// # Panics
    /// If the root is not a vertex.
    pub fn of(
        graph: &LayoutGraph,
        request: &LayoutRequest,
        tell: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
    ) -> Option<GraphLayout> {
        let places = match request.kind {
            _ if graph.order() == 0 => Vec::new(),
            LayoutKind::Distances => by_distances(graph, request, tell)?,
            LayoutKind::Tree => {
                let tree = BreadthFirstTree::of(graph, request.root);
                if tell(1, 2).is_break() {
                    return None;
                }
                tree.places(request.dimensions)
            }
        };
        Some(GraphLayout {
            kind: request.kind,
            dimensions: request.dimensions,
            places,
        })
    }

    /// Sorts the edges so that those of the tree from `root` come first; returns their number.
    ///
    /// A layout as a tree shows these edges, and the others only faintly.
    pub fn tree_edges_first(order: usize, root: u32, edges: &mut [(u32, u32)]) -> usize {
        if order == 0 {
            return 0;
        }
        let tree = BreadthFirstTree::of(&LayoutGraph::new(order, edges), root);
        let is_own = |&(from, to): &(u32, u32)| {
            tree.parents[from as usize] == to || tree.parents[to as usize] == from
        };
        edges.sort_by_key(|edge| !is_own(edge));
        edges.partition_point(is_own)
    }
}

fn by_distances(
    graph: &LayoutGraph,
    request: &LayoutRequest,
    tell: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
) -> Option<Vec<VertexPlace>> {
    let pivots = PIVOTS.min(graph.order());
    let steps = pivots + ROUNDS;
    let mut done = 0;
    let known = PivotDistances::of(graph, &mut || {
        done += 1;
        tell(done - 1, steps)
    })?;
    let first = unfolded(&known, (request.dimensions, request.seed), request.threads);
    let stress = SparseStress::of(graph, &known);
    let told = &mut |round: usize| tell(pivots + round, steps);
    let places = if request.dimensions == 3 {
        settled::<3>(&stress, &first, request.threads, told)?
    } else {
        settled::<2>(&stress, &first, request.threads, told)?
    };
    Some(turned(places, request))
}

/// The places after all rounds of the stress.
fn settled<const D: usize>(
    stress: &SparseStress<'_>,
    first: &[VertexPlace],
    threads: usize,
    told: &mut dyn FnMut(usize) -> ControlFlow<()>,
) -> Option<Vec<VertexPlace>> {
    let mut places = flattened::<D>(first);
    for round in 0..ROUNDS {
        if told(round).is_break() {
            return None;
        }
        stress.round(&mut places, threads);
    }
    Some(raised(&places))
}

/// Turns and mirrors the places so that the layout is wider than high, with the root on the left
/// and not below the middle.
fn turned(mut places: Vec<VertexPlace>, request: &LayoutRequest) -> Vec<VertexPlace> {
    let count = places.len() as f64;
    for axis in 0..request.dimensions {
        let sum: f64 = places.iter().map(|place| f64::from(place[axis])).sum();
        let middle = (sum / count) as f32;
        places.iter_mut().for_each(|place| place[axis] -= middle);
    }
    // The longest direction of the first two axes, without trigonometric functions.
    let product = |one: usize, other: usize| -> f64 {
        let products = places
            .iter()
            .map(|own| f64::from(own[one]) * f64::from(own[other]));
        products.sum()
    };
    let (half, across) = ((product(0, 0) - product(1, 1)) / 2.0, product(0, 1));
    let length = (half * half + across * across).sqrt();
    let (x, y) = if half >= 0.0 {
        (length + half, across)
    } else {
        (across, length - half)
    };
    let norm = (x * x + y * y).sqrt();
    let (cosine, sine) = if norm > 0.0 {
        ((x / norm) as f32, (y / norm) as f32)
    } else {
        (1.0, 0.0)
    };
    for [x, y, _] in &mut places {
        (*x, *y) = (*x * cosine + *y * sine, *y * cosine - *x * sine);
    }
    let root = places[request.root as usize];
    for (axis, own) in root.into_iter().enumerate() {
        if own > 0.0 {
            places
                .iter_mut()
                .for_each(|place| place[axis] = -place[axis]);
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go_on(_: usize, _: usize) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn layout(order: usize, edges: &[(u32, u32)], request: LayoutRequest) -> GraphLayout {
        GraphLayout::of(&LayoutGraph::new(order, edges), &request, &mut go_on).unwrap()
    }

    fn grid(width: u32, height: u32) -> Vec<(u32, u32)> {
        let cells = (0..width * height).map(|at| (at % width, at / width, at));
        cells
            .flat_map(|(x, y, at)| {
                let right = (x + 1 < width).then_some((at, at + 1));
                let down = (y + 1 < height).then_some((at, at + width));
                right.into_iter().chain(down)
            })
            .collect()
    }

    #[test]
    fn a_ring_is_round_and_a_path_is_long() {
        let ring: Vec<(u32, u32)> = (0..12).map(|at| (at, (at + 1) % 12)).collect();
        let by_distances = LayoutRequest::new(LayoutKind::Distances, 0);
        let radii: Vec<f32> = layout(12, &ring, by_distances)
            .places
            .iter()
            .map(|[x, y, _]| x.hypot(*y))
            .collect();
        let least = radii.iter().copied().fold(f32::MAX, f32::min);
        let most = radii.iter().copied().fold(0.0, f32::max);
        assert!(least > 0.95 * most, "{radii:?}");

        let path: Vec<(u32, u32)> = (0..9).map(|at| (at, at + 1)).collect();
        let places = layout(10, &path, by_distances).places;
        let is_ahead = |pair: &[VertexPlace]| (pair[1][0] - pair[0][0] - 1.0).abs() < 0.05;
        assert!(places.windows(2).all(is_ahead), "{places:?}");
    }

    #[test]
    fn lengths_of_a_grid_come_near_to_its_distances() {
        let edges = grid(40, 25);
        let graph = LayoutGraph::new(1000, &edges);
        for dimensions in [2, 3] {
            let request = LayoutRequest {
                dimensions,
                ..LayoutRequest::new(LayoutKind::Distances, 0)
            };
            let places = layout(1000, &edges, request).places;
            let (_, distances) = graph.breadth_first(17);
            let mut stress = 0.0;
            for (place, &distance) in places.iter().zip(&distances) {
                let apart = place
                    .iter()
                    .zip(&places[17])
                    .map(|(a, b)| (a - b) * (a - b));
                let length = apart.sum::<f32>().sqrt();
                stress += ((length - f32::from(distance)) / f32::from(distance).max(1.0)).powi(2);
            }
            // Walks along the axes are up to 1.41 times as long as straight lines.
            assert!(stress / 1000.0 < 0.03, "{dimensions}: {stress}");
            assert_eq!(dimensions == 3, places.iter().any(|place| place[2] != 0.0));
        }
    }

    /// The stress of places: the squared relative differences of lengths and distances, over all
    /// pairs.
    fn stress_of(distances: &[Vec<u16>], places: &[[f64; 2]]) -> f64 {
        let mut sum = 0.0;
        for (one, row) in distances.iter().enumerate() {
            for (other, &distance) in row[..one].iter().enumerate() {
                let (a, b) = (places[one], places[other]);
                let length = (a[0] - b[0]).hypot(a[1] - b[1]);
                sum += (length / f64::from(distance) - 1.0).powi(2);
            }
        }
        sum
    }

    /// Gradient descent on the whole stress, vertex after vertex, from the best of some first
    /// places by chance.
    fn slow_twin(distances: &[Vec<u16>]) -> f64 {
        let order = distances.len();
        let mut chance = 7_u64;
        let mut next = || {
            chance ^= chance << 13;
            chance ^= chance >> 7;
            chance ^= chance << 17;
            (chance % 1000) as f64 / 100.0
        };
        let mut least = f64::MAX;
        for _ in 0..12 {
            let mut places: Vec<[f64; 2]> = (0..order).map(|_| [next(), next()]).collect();
            for round in 0..400 {
                let step = 1.0 / (1.0 + f64::from(round) / 40.0) / order as f64;
                for one in 0..order {
                    for other in 0..order {
                        let distance = f64::from(distances[one][other]);
                        if one == other {
                            continue;
                        }
                        let apart = [0, 1].map(|axis| places[one][axis] - places[other][axis]);
                        let length = apart[0].hypot(apart[1]).max(1e-9);
                        for (axis, apart) in apart.into_iter().enumerate() {
                            let slope = (length - distance) / length * apart;
                            places[one][axis] -= step * slope;
                        }
                    }
                }
            }
            least = least.min(stress_of(distances, &places));
        }
        least
    }

    #[test]
    fn the_stress_is_as_small_as_that_of_a_slow_descent() {
        let ring: Vec<(u32, u32)> = (0..17).map(|at| (at, (at + 1) % 17)).collect();
        let tree: Vec<(u32, u32)> = (1..25).map(|at| ((at - 1) / 2, at)).collect();
        for (order, edges) in [(17, ring), (25, tree), (30, grid(6, 5))] {
            let graph = LayoutGraph::new(order, &edges);
            let all = 0..order as u32;
            let distances: Vec<_> = all.map(|from| graph.breadth_first(from).1).collect();
            let found = layout(order, &edges, LayoutRequest::new(LayoutKind::Distances, 0));
            let places: Vec<_> = found
                .places
                .iter()
                .map(|own| [f64::from(own[0]), f64::from(own[1])])
                .collect();
            let (own, slow) = (stress_of(&distances, &places), slow_twin(&distances));
            assert!(own < 1.2 * slow, "{order}: {own} beside {slow}");
        }
    }

    #[test]
    fn threads_change_nothing_and_the_seed_does() {
        let edges = grid(90, 60);
        for kind in LayoutKind::ALL {
            let request = LayoutRequest {
                dimensions: 3,
                ..LayoutRequest::new(kind, 7)
            };
            let one = layout(5400, &edges, request);
            let shared = LayoutRequest {
                threads: 3,
                ..request
            };
            assert_eq!(one, layout(5400, &edges, shared));
            let other = LayoutRequest { seed: 2, ..request };
            assert_eq!(kind == LayoutKind::Tree, one == layout(5400, &edges, other));
        }
    }

    #[test]
    fn every_machine_computes_the_same_bytes() {
        let request = LayoutRequest {
            dimensions: 3,
            ..LayoutRequest::new(LayoutKind::Distances, 0)
        };
        let edges = grid(20, 15);
        let sum = |places: &[VertexPlace]| -> u32 {
            let bits = places.iter().flatten().map(|own| own.to_bits());
            bits.fold(0_u32, |sum, own| sum.rotate_left(5) ^ own)
        };
        let tree = LayoutRequest::new(LayoutKind::Tree, 0);
        let sums = [request, tree].map(|own| sum(&layout(300, &edges, own).places));
        assert_eq!(sums, [441_745_840, 2_713_520_630]);
    }

    #[test]
    fn a_tree_has_its_generations_on_circles() {
        let mut edges = grid(12, 9);
        let places = layout(108, &edges, LayoutRequest::new(LayoutKind::Tree, 0)).places;
        let (_, distances) = LayoutGraph::new(108, &edges).breadth_first(0);
        for ([x, y, _], &distance) in places.iter().zip(&distances) {
            assert!((x.hypot(*y) - f32::from(distance)).abs() < 1e-4);
        }
        assert_eq!(GraphLayout::tree_edges_first(108, 0, &mut edges), 107);
    }

    #[test]
    fn a_path_longer_than_the_distances_has_places() {
        let path: Vec<(u32, u32)> = (0..69_999).map(|at| (at, at + 1)).collect();
        let places = layout(70_000, &path, LayoutRequest::new(LayoutKind::Tree, 0)).places;
        assert!(places.iter().flatten().all(|own| own.is_finite()));
    }

    #[test]
    fn small_graphs_have_places_and_a_break_ends_it() {
        for kind in LayoutKind::ALL {
            let request = LayoutRequest::new(kind, 0);
            assert!(layout(0, &[], request).places.is_empty());
            for (order, edges) in [(1, vec![]), (2, vec![(0, 1)])] {
                let places = layout(order, &edges, request).places;
                assert_eq!(places.len(), order);
                assert!(places.iter().flatten().all(|own| own.is_finite()));
            }
            let graph = LayoutGraph::new(2, &[(0, 1)]);
            let ended = GraphLayout::of(&graph, &request, &mut |_, _| ControlFlow::Break(()));
            assert_eq!(ended, None);
        }
    }
}
