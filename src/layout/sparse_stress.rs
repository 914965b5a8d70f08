//! `SparseStress`: places whose lengths come near to the distances (Ortmann, Klimenta and Brandes
//! 2016).
//!
//! The stress of a layout is the sum of the squared differences between length and distance, over
//! all edges and over each vertex with each pivot. A pivot stands for the vertices around it, so
//! its weight is their number. Each round moves every vertex to where its own terms are least,
//! given the places of the round before (localized majorization), so that rounds can be shared by
//! threads.

use crate::blocks::each_block;
use crate::pivot_distances::PivotDistances;
use crate::{LayoutGraph, VertexPlace};

/// Number of rounds. More of them change the picture little.
pub(crate) const ROUNDS: usize = 30;
/// Vertices that a thread takes at a time.
const BLOCK: usize = 2048;
/// Square of the least length, which keeps the direction between equal places defined.
const LEAST: f32 = 1e-12;

/// The terms of the stress.
pub(crate) struct SparseStress<'g> {
    graph: &'g LayoutGraph,
    known: &'g PivotDistances,
    /// For each pivot, the weight of a vertex at each distance from it.
    weights: Vec<Vec<f32>>,
}

impl<'g> SparseStress<'g> {
    pub(crate) fn of(graph: &'g LayoutGraph, known: &'g PivotDistances) -> SparseStress<'g> {
        let depth = known.columns.iter().flatten().max().copied();
        let depth = usize::from(depth.unwrap_or(0));
        let mut around = vec![vec![0_u32; depth + 1]; known.pivots.len()];
        for (vertex, &pivot) in known.nearest.iter().enumerate() {
            let pivot = usize::from(pivot);
            around[pivot][usize::from(known.columns[pivot][vertex])] += 1;
        }
        // A pivot stands for the vertices of its region that are at most half as far from it.
        let weigh = |counts: &Vec<u32>| {
            let mut sums = counts.clone();
            for at in 1..sums.len() {
                sums[at] += sums[at - 1];
            }
            let weight = |far: usize| sums[far / 2] as f32 / (far as f32 * far as f32);
            let mut weights = vec![0.0; depth + 1];
            for (far, own) in weights.iter_mut().enumerate().skip(1) {
                *own = weight(far);
            }
            weights
        };
        SparseStress {
            graph,
            known,
            weights: around.iter().map(weigh).collect(),
        }
    }

    /// Moves every vertex once.
    pub(crate) fn round<const D: usize>(&self, places: &mut Vec<[f32; D]>, threads: usize) {
        let before = &*places;
        let mut after = vec![[0.0; D]; before.len()];
        each_block(threads, &mut after, BLOCK, |begin, block| {
            self.move_block(before, begin, block);
        });
        *places = after;
    }

    /// Computes the new places of the vertices from `begin` on.
    fn move_block<const D: usize>(&self, before: &[[f32; D]], begin: usize, sums: &mut [[f32; D]]) {
        let count = sums.len();
        let own = &before[begin..begin + count];
        let mut weights = vec![0.0_f32; count];
        let pivots = self.known.pivots.iter().zip(&self.known.columns);
        for ((&pivot, column), of_distance) in pivots.zip(&self.weights) {
            let centre = before[pivot as usize];
            let column = &column[begin..begin + count];
            for (at, &distance) in column.iter().enumerate() {
                let weight = of_distance[usize::from(distance)];
                pull(
                    &mut sums[at],
                    own[at],
                    (centre, f32::from(distance)),
                    weight,
                );
                weights[at] += weight;
            }
        }
        for (at, sum) in sums.iter_mut().enumerate() {
            for &next in self.graph.neighbours((begin + at) as u32) {
                pull(sum, own[at], (before[next as usize], 1.0), 1.0);
                weights[at] += 1.0;
            }
            if weights[at] > 0.0 {
                for part in sum {
                    *part /= weights[at];
                }
            } else {
                *sum = own[at];
            }
        }
    }
}

/// Adds the place at a distance from `centre`, in the direction of `own`, with a weight.
#[inline]
fn pull<const D: usize>(
    sum: &mut [f32; D],
    own: [f32; D],
    (centre, distance): ([f32; D], f32),
    weight: f32,
) {
    let mut apart = [0.0; D];
    let mut square = LEAST;
    for axis in 0..D {
        apart[axis] = own[axis] - centre[axis];
        square += apart[axis] * apart[axis];
    }
    let stretch = distance / square.sqrt();
    for axis in 0..D {
        sum[axis] += weight * (centre[axis] + apart[axis] * stretch);
    }
}

/// Places in the plane or in space, as their first coordinates.
pub(crate) fn flattened<const D: usize>(places: &[VertexPlace]) -> Vec<[f32; D]> {
    let first = |place: &VertexPlace| std::array::from_fn(|axis| place[axis]);
    places.iter().map(first).collect()
}

/// The same places with all three coordinates.
pub(crate) fn raised<const D: usize>(places: &[[f32; D]]) -> Vec<VertexPlace> {
    let all =
        |place: &[f32; D]| std::array::from_fn(|axis| place.get(axis).copied().unwrap_or(0.0));
    places.iter().map(all).collect()
}
