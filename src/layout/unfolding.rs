//! First places by pivot MDS (Brandes and Pich 2007), which unfold the graph as a whole.
//!
//! The squares of the distances to the pivots, centred by rows and columns, are the products of
//! the places. Their greatest axes give the coordinates.

use crate::VertexPlace;
use crate::blocks::each_block;
use crate::pivot_distances::PivotDistances;

/// Vertices whose centred squares are in memory at the same time.
const BLOCK: usize = 4096;
/// Power iterations for each axis.
const POWERS: usize = 300;
/// Greatest shift by chance, in lengths of an edge.
const SHIFT: f32 = 0.1;

/// Places of all vertices in the given number of dimensions, as long as the distances are.
///
/// Chance, from `seed`, separates vertices that are equally far from all pivots.
pub(crate) fn unfolded(
    known: &PivotDistances,
    (dimensions, seed): (usize, u64),
    threads: usize,
) -> Vec<VertexPlace> {
    let order = known.nearest.len();
    let squares = CentredSquares::of(known, threads);
    let products = squares.products(threads);
    let mut axes: Vec<Vec<f64>> = Vec::new();
    for _ in 0..dimensions {
        let axis = eigenvector(&products, &axes);
        axes.push(axis);
    }
    let mut places = vec![[0.0; 3]; order];
    each_block(threads, &mut places, BLOCK, |begin, block| {
        let rows = squares.rows(begin, block.len());
        for (at, place) in block.iter_mut().enumerate() {
            for (own, axis) in place.iter_mut().zip(&axes) {
                let parts = rows.iter().zip(axis).map(|(row, part)| row[at] * part);
                *own = parts.sum::<f64>() as f32;
            }
        }
    });
    let scale = scale_to_distances(known, &places);
    let mut chance = Chance(seed);
    for place in &mut places {
        for own in &mut place[..dimensions] {
            *own = *own * scale + chance.next() * SHIFT;
        }
    }
    places
}

/// The factor by which the lengths from the first pivot are nearest to its distances.
fn scale_to_distances(known: &PivotDistances, places: &[VertexPlace]) -> f32 {
    let origin = places.first().copied().unwrap_or_default();
    let (mut both, mut squares) = (0.0, 0.0);
    for (place, &distance) in places.iter().zip(&known.columns[0]) {
        let parts = place.iter().zip(&origin);
        let square: f64 = parts
            .map(|(a, b)| f64::from(a - b) * f64::from(a - b))
            .sum();
        both += f64::from(distance) * square.sqrt();
        squares += square;
    }
    if squares > 0.0 {
        (both / squares) as f32
    } else {
        1.0
    }
}

/// The squares of the distances, shifted so that rows and columns sum to 0, times -1/2.
struct CentredSquares<'k> {
    known: &'k PivotDistances,
    /// The mean of the squares of each pivot.
    means: Vec<f64>,
    mean: f64,
}

impl CentredSquares<'_> {
    fn of(known: &PivotDistances, threads: usize) -> CentredSquares<'_> {
        let mut means = vec![0.0; known.pivots.len()];
        each_block(threads, &mut means, 1, |pivot, mean| {
            let column = &known.columns[pivot];
            let sum: u64 = column
                .iter()
                .map(|&own| u64::from(own) * u64::from(own))
                .sum();
            mean[0] = sum as f64 / column.len() as f64;
        });
        CentredSquares {
            known,
            mean: means.iter().sum::<f64>() / means.len().max(1) as f64,
            means,
        }
    }

    /// The centred squares of `count` vertices from `begin` on, pivot after pivot.
    fn rows(&self, begin: usize, count: usize) -> Vec<Vec<f64>> {
        let square = |own: u16| f64::from(own) * f64::from(own);
        let columns = self.known.columns.iter();
        let mut rows: Vec<Vec<f64>> = columns
            .map(|column| {
                column[begin..begin + count]
                    .iter()
                    .map(|&own| square(own))
                    .collect()
            })
            .collect();
        let pivots = rows.len() as f64;
        for at in 0..count {
            let own = rows.iter().map(|row| row[at]).sum::<f64>() / pivots;
            for (row, mean) in rows.iter_mut().zip(&self.means) {
                row[at] = -0.5 * (row[at] - own - mean + self.mean);
            }
        }
        rows
    }

    /// The products of each two pivots' columns.
    fn products(&self, threads: usize) -> Vec<Vec<f64>> {
        let (order, pivots) = (self.known.nearest.len(), self.means.len());
        let group = 16 * BLOCK;
        let mut parts = vec![Vec::new(); order.div_ceil(group)];
        each_block(threads, &mut parts, 1, |number, part| {
            let mut sums = vec![0.0; pivots * pivots];
            let end = ((number + 1) * group).min(order);
            for begin in (number * group..end).step_by(BLOCK) {
                let rows = self.rows(begin, BLOCK.min(end - begin));
                for (one, row) in rows.iter().enumerate() {
                    for (other, column) in rows[..=one].iter().enumerate() {
                        sums[one * pivots + other] += dot(row, column);
                    }
                }
            }
            part[0] = sums;
        });
        let mut all = vec![vec![0.0; pivots]; pivots];
        for part in parts {
            for one in 0..pivots {
                for other in 0..=one {
                    all[one][other] += part[one * pivots + other];
                }
            }
        }
        for one in 1..pivots {
            let (before, own) = all.split_at_mut(one);
            for (row, product) in before.iter_mut().zip(&own[0]) {
                row[one] = *product;
            }
        }
        all
    }
}

/// The sum of the products, in four sums that the processor adds at the same time.
fn dot(one: &[f64], other: &[f64]) -> f64 {
    let mut sums = [0.0; 4];
    let (ones, others) = (one.chunks_exact(4), other.chunks_exact(4));
    let rest: f64 = ones
        .remainder()
        .iter()
        .zip(others.remainder())
        .map(|(a, b)| a * b)
        .sum();
    for (a, b) in ones.zip(others) {
        for lane in 0..4 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums[0] + sums[1] + sums[2] + sums[3] + rest
}

/// The dominant eigenvector of a symmetric matrix that is orthogonal to all of `known`.
fn eigenvector(matrix: &[Vec<f64>], known: &[Vec<f64>]) -> Vec<f64> {
    let mut vector: Vec<f64> = (0..matrix.len())
        .map(|at| 1.0 + (at * 7 % 11) as f64 + known.len() as f64 * (at % 3) as f64)
        .collect();
    for _ in 0..POWERS {
        let mut next: Vec<f64> = matrix.iter().map(|row| dot(row, &vector)).collect();
        for other in known {
            let part = dot(&next, other);
            for (own, other) in next.iter_mut().zip(other) {
                *own -= part * other;
            }
        }
        let length = dot(&next, &next).sqrt();
        if length == 0.0 {
            return vec![0.0; matrix.len()];
        }
        for own in &mut next {
            *own /= length;
        }
        vector = next;
    }
    vector
}

/// Numbers by chance (linear congruential generator; Knuth's constants).
struct Chance(u64);

impl Chance {
    /// The next number, from -1/2 to 1/2.
    fn next(&mut self) -> f32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 40) as f32) / (1_u32 << 24) as f32 - 0.5
    }
}
