//! Pairs that may be far apart, as the distances from landmarks bound them.
//!
//! A landmark is a vertex that was searched from. By way of landmark s, u and v are at most d(u,s) + d(s,v) apart
//! (Goldberg and Harrelson 2005 bound distances this way). So a vertex is a point whose coordinates are its
//! distances from the landmarks, and two points are farther apart than D - 1 only if every coordinate adds up
//! to D or more. The points are put into a tree of boxes, halved where they are widest (Bentley 1975), and pairs
//! of boxes are gone through from the whole down (Gray and Moore 2001): two boxes whose greatest coordinates add
//! up to less than D, for any one landmark, hold no pair at all. Where eccentricities lie in a narrow band, as
//! they do in these graphs, this excludes nearly all that bounds on single eccentricities leave open.

use std::ops::Range;

/// The greatest distance that a coordinate can hold, so that two of them can be added.
pub const MOST_DISTANCE: u32 = i16::MAX as u32;

/// Some vertices as points, in a tree of boxes.
#[derive(Debug)]
pub struct Boxes {
    landmarks: usize,
    /// The coordinates of one point after the other, in the order of the boxes.
    points: Vec<u16>,
    vertices: Vec<u32>,
    /// The whole is the last.
    boxes: Vec<Part>,
    /// By box: its greatest coordinates.
    greatest: Vec<u16>,
}

/// A box.
#[derive(Debug)]
struct Part {
    range: Range<usize>,
    /// The two halves, if it has any.
    halves: Option<(usize, usize)>,
}

/// Boxes with fewer points are not halved.
const WORTH_HALVING: usize = 16;

/// Why pairs were not listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooMany;

impl Boxes {
    /// Puts vertices into boxes; `distances` has for each landmark the distance of each of the vertices.
    ///
    /// Time: (vertices) x (landmarks) x log(vertices). Bytes: two for each vertex and landmark, twice over.
    pub fn new(vertices: Vec<u32>, distances: &[Vec<u16>]) -> Boxes {
        let landmarks = distances.len();
        let mut points = vec![0; landmarks * vertices.len()];
        for (landmark, distances) in distances.iter().enumerate() {
            for (at, &distance) in distances.iter().enumerate() {
                points[at * landmarks + landmark] = distance;
            }
        }
        let mut order: Vec<u32> = (0..vertices.len() as u32).collect();
        let mut tree = Boxes {
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

    /// Builds the box of the points in `order`, which begin at `begin` among all, and gives its number.
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
        self.boxes.push(Part {
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

/// Two sets of vertices in boxes, between which far pairs are sought.
#[derive(Debug)]
pub struct Landmarks {
    sources: Boxes,
    targets: Boxes,
}

impl Landmarks {
    /// Sources and targets; for each landmark the distances of all of them.
    pub fn new(sources: (Vec<u32>, &[Vec<u16>]), targets: (Vec<u32>, &[Vec<u16>])) -> Landmarks {
        Landmarks {
            sources: Boxes::new(sources.0, sources.1),
            targets: Boxes::new(targets.0, targets.1),
        }
    }

    /// All pairs of a source and a target that may be `distance` or more apart.
    ///
    /// # Errors
    /// If there are more than `most` of them, or it takes more than `patience` pairs of boxes to tell.
    pub fn far_pairs(
        &self,
        distance: u32,
        most: usize,
        patience: u64,
    ) -> Result<Vec<(u32, u32)>, TooMany> {
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
            left = left.checked_sub(1).ok_or(TooMany)?;
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
                        return Err(TooMany);
                    }
                }
            }
        }
        Ok(found)
    }

    fn pairs_between(&self, one: &Part, other: &Part, wanted: u16, found: &mut Vec<(u32, u32)>) {
        for at in one.range.clone() {
            for to in other.range.clone() {
                if may_be_apart(self.sources.point(at), self.targets.point(to), wanted) {
                    found.push((self.sources.vertices[at], self.targets.vertices[to]));
                }
            }
        }
    }
}

/// Whether all coordinates add up to `distance` or more.
fn may_be_apart(one: &[u16], other: &[u16], distance: u16) -> bool {
    one.iter()
        .zip(other)
        .all(|(one, other)| one + other >= distance)
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
