//! Pairs of vertices that may be far apart, listed by means of distance bounds from landmarks.
//!
//! A landmark is a vertex from which a search has been made. If d(u,s) and d(s,v) are the distances
//! of two vertices u and v from a landmark s, the distance from u to v is at most d(u,s) + d(s,v)
//! (Goldberg and Harrelson 2005 bound distances this way). Each vertex becomes a point whose
//! coordinates are its distances from the landmarks. Two vertices can be at distance D or more only
//! if, for every landmark, their two coordinates add up to D or more.
//!
//! The points are stored in a tree of boxes, each halved along its widest coordinate (Bentley
//! 1975), and pairs of boxes are examined from the root down (Gray and Moore 2001). If the greatest
//! coordinates of two boxes add up to less than D for some landmark, no vertex of one box is at
//! distance D from a vertex of the other, and the pair of boxes is skipped. In state graphs of
//! sliding-block puzzles all eccentricities lie in a narrow band. The landmarks then exclude nearly
//! all pairs that bounds on eccentricities leave open.

use std::ops::Range;

/// Greatest distance that a coordinate can hold; the sum of two such distances fits 16 bits.
pub(super) const MAX_DISTANCE: u32 = i16::MAX as u32;

/// Vertices as points in a tree of boxes.
#[derive(Debug)]
pub(super) struct BoxTree {
    /// Number of landmarks, which is also the number of coordinates of each point.
    landmarks: usize,
    /// Coordinates of all points, point by point. The points of a box follow each other.
    points: Vec<u16>,
    /// Vertex of each point, in the order of `points`.
    vertices: Vec<u32>,
    /// All boxes of the tree; the root is the last.
    boxes: Vec<LandmarkBox>,
    /// Greatest value of each coordinate among the points of a box, box by box.
    greatest: Vec<u16>,
}

/// Box of the tree, which holds a range of the points.
#[derive(Debug)]
struct LandmarkBox {
    range: Range<usize>,
    /// Numbers of the two boxes that are the halves of this box; `None` if it is not halved.
    halves: Option<(usize, usize)>,
}

/// Maximum number of points in a box that is left unhalved because halving takes longer than it
/// saves.
const WORTH_HALVING: usize = 16;

/// There are too many pairs of vertices to list, or too many pairs of boxes to examine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TooManyPairs;

impl BoxTree {
    /// Builds the tree from the distances of `vertices` from each landmark.
    ///
    /// `distances` has one row for each landmark, in the order of `vertices`.
    ///
    /// Time: vertices x landmarks x log(vertices). Memory: four bytes for each vertex and landmark.
    pub(super) fn new(vertices: Vec<u32>, distances: &[Vec<u16>]) -> BoxTree {
        let landmarks = distances.len();
        let mut points = vec![0; landmarks * vertices.len()];
        for (landmark, distances) in distances.iter().enumerate() {
            for (at, &distance) in distances.iter().enumerate() {
                points[at * landmarks + landmark] = distance;
            }
        }
        let mut order: Vec<u32> = (0..vertices.len() as u32).collect();
        let mut tree = BoxTree {
            landmarks,
            points,
            vertices,
            boxes: Vec::new(),
            greatest: Vec::new(),
        };
        if !order.is_empty() {
            tree.build(&mut order, 0);
        }
        let point = |at: &u32| &tree.points[*at as usize * landmarks..][..landmarks];
        tree.points = order.iter().flat_map(point).copied().collect();
        tree.vertices = order.iter().map(|&at| tree.vertices[at as usize]).collect();
        tree
    }

    /// Builds the box of the points in `order`, and its halves; returns the number of the box.
    ///
    /// `begin` is the position of the first of these points in the order of all points.
    fn build(&mut self, order: &mut [u32], begin: usize) -> usize {
        let landmarks = self.landmarks;
        let mut least = vec![u16::MAX; landmarks];
        let mut most = vec![0u16; landmarks];
        for &at in order.iter() {
            let point = &self.points[at as usize * landmarks..][..landmarks];
            for ((least, most), &distance) in least.iter_mut().zip(&mut most).zip(point) {
                *least = distance.min(*least);
                *most = distance.max(*most);
            }
        }
        let widths = most.iter().zip(&least).map(|(most, least)| most - least);
        let (width, widest) = widths.zip(0..).max().unwrap_or((0, 0));
        let halves = (width > 0 && order.len() > WORTH_HALVING).then(|| {
            let middle = order.len() / 2;
            let points = &self.points;
            order.select_nth_unstable_by_key(middle, |&at| {
                (points[at as usize * landmarks + widest], at)
            });
            let (lower, upper) = order.split_at_mut(middle);
            let one = self.build(lower, begin);
            (one, self.build(upper, begin + middle))
        });
        self.greatest.extend(most);
        self.boxes.push(LandmarkBox {
            range: begin..begin + order.len(),
            halves,
        });
        self.boxes.len() - 1
    }

    fn point(&self, at: usize) -> &[u16] {
        &self.points[at * self.landmarks..][..self.landmarks]
    }

    fn greatest(&self, number: usize) -> &[u16] {
        &self.greatest[number * self.landmarks..][..self.landmarks]
    }
}

/// Two trees of boxes: one of sources and one of targets. A pair is a source and a target.
#[derive(Debug)]
pub(super) struct Landmarks {
    sources: BoxTree,
    targets: BoxTree,
}

impl Landmarks {
    /// Builds the two trees, each from vertices and their distances from each landmark.
    pub(super) fn new(
        sources: (Vec<u32>, &[Vec<u16>]),
        targets: (Vec<u32>, &[Vec<u16>]),
    ) -> Landmarks {
        Landmarks {
            sources: BoxTree::new(sources.0, sources.1),
            targets: BoxTree::new(targets.0, targets.1),
        }
    }

    /// Lists the pairs of a source and a target whose distance may be `distance` or more.
    ///
    /// # Errors
    /// If there are more than `most` pairs, or if more than `patience` pairs of boxes must be
    /// examined.
    pub(super) fn far_pairs(
        &self,
        distance: u32,
        most: usize,
        patience: u64,
    ) -> Result<Vec<(u32, u32)>, TooManyPairs> {
        let mut found = Vec::new();
        let (Some(source), Some(target)) = (
            self.sources.boxes.len().checked_sub(1),
            self.targets.boxes.len().checked_sub(1),
        ) else {
            return Ok(found);
        };
        let Ok(wanted) = u16::try_from(distance) else {
            return Ok(found);
        };
        let mut waiting = vec![(source, target)];
        let mut left = patience;
        while let Some((source, target)) = waiting.pop() {
            left = left.checked_sub(1).ok_or(TooManyPairs)?;
            if !may_be_apart(
                self.sources.greatest(source),
                self.targets.greatest(target),
                wanted,
            ) {
                continue;
            }
            let (one, other) = (&self.sources.boxes[source], &self.targets.boxes[target]);
            let halves_target = other.halves.is_some()
                && (one.halves.is_none() || one.range.len() < other.range.len());
            match (one.halves, other.halves) {
                (_, Some((lower, upper))) if halves_target => {
                    waiting.extend([(source, lower), (source, upper)]);
                }
                (Some((lower, upper)), _) => waiting.extend([(lower, target), (upper, target)]),
                (None, _) => {
                    self.pairs_between(one, other, wanted, &mut found);
                    if found.len() > most {
                        return Err(TooManyPairs);
                    }
                }
            }
        }
        Ok(found)
    }

    fn pairs_between(
        &self,
        one: &LandmarkBox,
        other: &LandmarkBox,
        wanted: u16,
        found: &mut Vec<(u32, u32)>,
    ) {
        for at in one.range.clone() {
            for to in other.range.clone() {
                if may_be_apart(self.sources.point(at), self.targets.point(to), wanted) {
                    found.push((self.sources.vertices[at], self.targets.vertices[to]));
                }
            }
        }
    }
}

/// Whether the coordinates of two points add up to `distance` or more for every landmark.
fn may_be_apart(one: &[u16], other: &[u16], distance: u16) -> bool {
    one.iter()
        .zip(other)
        .all(|(one, other)| one + other >= distance)
}

/// Distances of some vertices from at most `most` landmarks, one row for each landmark.
///
/// `rows` holds the distances of all vertices from each landmark. Symmetries give further landmarks
/// without a search: if a symmetry in `maps` takes a vertex p to a landmark, then p is a landmark
/// too, and a vertex is as far from p as its image is from the landmark.
pub(super) fn distances_of(
    vertices: &[u32],
    rows: &[Vec<u16>],
    maps: &[Vec<u32>],
    most: usize,
) -> Vec<Vec<u16>> {
    let maps = || std::iter::once(None).chain(maps.iter().map(Some));
    let rows = rows
        .iter()
        .flat_map(|row| maps().map(move |map| (row, map)));
    let distances = rows.take(most).map(|(row, map)| {
        let image = |&vertex: &u32| match map {
            None => vertex,
            Some(map) => map[vertex as usize],
        };
        let images = vertices.iter().map(image);
        images.map(|vertex| row[vertex as usize]).collect()
    });
    distances.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_the_pairs_that_no_landmark_excludes_are_listed() {
        let mut state = 1u64;
        let mut below = |end: u64| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 33) % end
        };
        for landmarks in [1usize, 3, 9] {
            let (sources, targets) = (120usize, 257usize);
            let mut coordinates = |count: usize| -> Vec<Vec<u16>> {
                let row = |_| (0..count).map(|_| below(40) as u16).collect();
                (0..landmarks).map(row).collect()
            };
            let (of_sources, of_targets) = (coordinates(sources), coordinates(targets));
            let found = Landmarks::new(
                ((0..sources as u32).collect(), &of_sources),
                ((1000..1000 + targets as u32).collect(), &of_targets),
            );
            for distance in [0, 20, 50, 70, 79, 90, 70_000] {
                let mut expected = Vec::new();
                for one in 0..sources {
                    for other in 0..targets {
                        let rows = of_sources.iter().zip(&of_targets);
                        let bound = rows
                            .map(|(a, b)| u32::from(a[one]) + u32::from(b[other]))
                            .min();
                        if bound.unwrap() >= distance {
                            expected.push((one as u32, 1000 + other as u32));
                        }
                    }
                }
                let mut pairs = found.far_pairs(distance, usize::MAX, u64::MAX).unwrap();
                pairs.sort_unstable();
                assert_eq!(
                    pairs, expected,
                    "{landmarks} landmarks, distance {distance}"
                );
                if !expected.is_empty() {
                    assert!(
                        found
                            .far_pairs(distance, expected.len() - 1, u64::MAX)
                            .is_err()
                    );
                    assert!(found.far_pairs(distance, usize::MAX, 0).is_err());
                }
            }
        }
    }
}
