//! Permutation groups: their order, and the number of arrangements of letters that they make.
//!
//! A [`PermutationGroup`] keeps a stabiliser chain (Sims 1970): the orbit of a point under the
//! group, the orbit of a second point under the stabiliser of the first point, and so on. The order
//! of the group is the product of the lengths of these orbits.
//!
//! *Sifting* an element multiplies it at each level by a known element, so that the product fixes
//! the base point of the level. A product other than the identity at the end is new to the chain
//! and is added. The chain is filled by sifting random products. While the chain is incomplete, the
//! product of the orbit lengths is less than the order, so the chain is complete once this product
//! reaches the upper bound that orbits and parities give. The groups of sliding tiles nearly always
//! reach this bound (Wilson 1974). Otherwise all Schreier generators are sifted. In both cases the
//! result is proved, not only probable. This module knows neither boards nor tiles.

use super::group_bound::{GroupBound, ParityRows};
use super::permutation::{Permutation, factorial, inverse, is_identity, is_permutation, times};
use num_bigint::BigUint;
use std::collections::HashSet;
use thiserror::Error;

/// Permutation group on at most 256 points, given by generators.
#[derive(Clone, Debug)]
pub struct PermutationGroup {
    /// Number of points.
    degree: usize,
    generators: Vec<Permutation>,
    /// Elements added but not yet sifted; sifting many together takes far less time.
    waiting: Vec<Permutation>,
    /// Levels of the stabiliser chain.
    levels: Vec<StabiliserLevel>,
    /// Upper bound from orbits and parities; `None` unless the group is known to equal this bound.
    whole: Option<GroupBound>,
}

/// Level of the stabiliser chain: the orbit of one point.
#[derive(Clone, Debug)]
struct StabiliserLevel {
    /// Base point of the level, which all later levels fix.
    point: u8,
    /// Points to which the group of this level takes the base point.
    orbit: Vec<u8>,
    /// Element that takes the base point to a point, and the inverse of this element, indexed by
    /// point; `None` outside the orbit.
    ways: Vec<Option<(Permutation, Permutation)>>,
    /// Elements that fix the base points of all earlier levels, but not that of this level.
    strong: Vec<Permutation>,
}

/// No formula gives the number of arrangements that a group makes, and there are too many to list.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "the arrangements cannot be counted: closed tours permute the tiles by a group of {order} \
     permutations, for which no formula is known, \
     and they make more than {most} arrangements, too many to list"
)]
pub struct OrbitError {
    /// Order of the group of permutations that tours make.
    pub order: BigUint,
    /// Maximum number of arrangements that are listed.
    pub most: usize,
}

/// Type of a permutation group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GroupKind {
    /// All permutations of one orbit.
    Symmetric,
    /// All even permutations of one orbit.
    Alternating,
    /// All permutations of several orbits whose parities on these orbits obey certain relations.
    Signed,
    /// Any other group.
    Other,
}

/// Number of useless random products in a row after which Schreier generators are sifted.
const PATIENCE: usize = 24;
/// Number of waiting elements that are processed together.
const TOGETHER: usize = 64;

impl PermutationGroup {
    /// Usual limit on the number of arrangements that are listed one by one.
    pub const MAX_WORDS: usize = 1 << 21;

    /// Creates the trivial group on `degree` points, whose only element is the identity.
    ///
    /// # Panics
    /// If there are more than 256 points.
    pub fn trivial(degree: usize) -> PermutationGroup {
        assert!(degree <= 256, "a group has at most 256 points");
        PermutationGroup {
            degree,
            generators: Vec::new(),
            waiting: Vec::new(),
            levels: Vec::new(),
            whole: None,
        }
    }

    /// Creates the group that `generators` generate, with a complete chain.
    ///
    /// # Panics
    /// If a generator is not a permutation of `degree` points.
    pub fn of(degree: usize, generators: &[Permutation]) -> PermutationGroup {
        let mut group = PermutationGroup::trivial(degree);
        for generator in generators {
            assert!(
                is_permutation(generator, degree),
                "{generator:?} is not a permutation of {degree} points"
            );
            group.add(generator);
        }
        group.complete();
        group
    }

    /// Adds a generator. [`PermutationGroup::complete`] must be called after the last generator.
    ///
    /// Time: at most quadratic in the number of points if the group contains the generator already.
    pub fn add(&mut self, generator: &[u8]) {
        if is_identity(generator) || self.has(generator) {
            return;
        }
        self.waiting.push(generator.into());
        if self.waiting.len() == TOGETHER {
            self.take_in();
        }
    }

    /// Adds the permutation of the tiles by a tour.
    ///
    /// `there` and `brought` give the label on each slot of one pattern, after two different paths
    /// to this pattern. The tour goes along one path and back along the other.
    pub(super) fn add_tour(&mut self, there: &[u8], brought: &[u8]) {
        let mut permutation = [0u8; 1 << u8::BITS];
        for (&tile, &other) in there.iter().zip(brought) {
            permutation[usize::from(tile)] = other;
        }
        self.add(&permutation[..there.len()]);
    }

    /// Adds the waiting elements that the group lacks; those that raise the upper bound come first.
    fn take_in(&mut self) {
        let before = self.generators.len();
        let mut others = Vec::new();
        for element in std::mem::take(&mut self.waiting) {
            if self.bound().allows(&element) {
                others.push(element);
            } else {
                self.generators.push(element);
            }
        }
        self.fill();
        for number in before..self.generators.len() {
            self.sift_in(self.generators[number].clone());
        }
        for element in others {
            if !self.has(&element) {
                self.generators.push(element.clone());
                self.sift_in(element);
                self.fill();
            }
        }
    }

    /// The largest group with the orbits and parities of the generators.
    fn bound(&self) -> GroupBound {
        GroupBound::of(self.degree, &self.generators)
    }

    /// Elements that generate the group.
    pub fn generators(&self) -> &[Permutation] {
        &self.generators
    }

    /// Completes the stabiliser chain.
    pub fn complete(&mut self) {
        self.take_in();
        self.fill();
        if self.whole.is_none() {
            self.close();
        }
    }

    /// Number of elements of the group.
    pub fn order(&self) -> BigUint {
        self.levels
            .iter()
            .map(|level| BigUint::from(level.orbit.len()))
            .product()
    }

    /// Orbits of the points that the group moves.
    pub fn orbits(&self) -> Vec<Vec<u8>> {
        self.bound().orbits
    }

    /// Whether the group is known to contain an element; if the chain is incomplete, false proves
    /// nothing.
    fn has(&self, element: &[u8]) -> bool {
        match &self.whole {
            Some(frame) => frame.allows(element),
            None => self.sift(element.into(), 0).is_none(),
        }
    }

    /// Sifts an element through the levels of the chain, beginning at level `from`.
    ///
    /// Returns the remainder and the number of the level where sifting stopped; `None` if the chain
    /// contains the element.
    fn sift(&self, mut element: Permutation, from: usize) -> Option<(Permutation, usize)> {
        for (number, level) in self.levels.iter().enumerate().skip(from) {
            match &level.ways[element[level.point as usize] as usize] {
                Some((_, back)) => {
                    for image in &mut element {
                        *image = back[*image as usize];
                    }
                }
                None => return Some((element, number)),
            }
        }
        (!is_identity(&element)).then_some((element, self.levels.len()))
    }

    /// Sifts an element of the group and adds the remainder to the chain; returns whether the chain
    /// has grown.
    fn sift_in(&mut self, element: Permutation) -> bool {
        let Some((rest, number)) = self.sift(element, 0) else {
            return false;
        };
        self.grow(rest, number);
        true
    }

    /// Adds to the chain an element that fixes the base points of all levels before `number`.
    fn grow(&mut self, element: Permutation, number: usize) {
        if number == self.levels.len() {
            let moved = (0..).zip(&element).find(|&(point, &image)| point != image);
            let point = moved.expect("a remainder moves a point").0;
            self.levels.push(StabiliserLevel::new(point, self.degree));
        }
        self.levels[number].strong.push(element.clone());
        for above in 0..=number {
            let (before, behind) = self.levels.split_at_mut(above + 1);
            let behind = behind.iter().flat_map(|level| &level.strong);
            before[above].spread(&element, &behind.collect::<Vec<_>>());
        }
    }

    /// Sifts random products until the chain reaches its bound, or until many products add nothing.
    ///
    /// Orbits and parities give the upper bound. The random products are made by the method of
    /// Celler, Leedham-Green, Murray, Niemeyer and O'Brien (1995).
    fn fill(&mut self) {
        let frame = self.bound();
        let most = frame.order();
        self.whole = None;
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        let mut choose = |end: usize| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            ((u128::from(random) * end as u128) >> 64) as usize
        };
        let mut pool = self.generators.clone();
        if pool.is_empty() {
            self.whole = Some(frame);
            return;
        }
        while pool.len() < 10 {
            pool.push(pool[pool.len() % self.generators.len()].clone());
        }
        let mut product = pool[0].clone();
        let mut idle = 0;
        while idle < PATIENCE {
            if self.order() == most {
                self.whole = Some(frame);
                return;
            }
            let (one, other) = (choose(pool.len()), choose(pool.len()));
            if one == other {
                continue;
            }
            let factor = match choose(2) {
                0 => pool[other].clone(),
                _ => inverse(&pool[other]),
            };
            pool[one] = times(&pool[one], &factor);
            product = times(&product, &pool[one]);
            idle = if self.sift_in(product.clone()) {
                0
            } else {
                idle + 1
            };
        }
    }

    /// Sifts all Schreier generators, from the last level to the first, until they add nothing.
    fn close(&mut self) {
        let mut number = self.levels.len();
        while let Some(above) = number.checked_sub(1) {
            match self.missing_from(above) {
                Some((rest, deeper)) => {
                    self.grow(rest, deeper);
                    number = deeper + 1;
                }
                None => number = above,
            }
        }
    }

    /// Finds a Schreier generator of level `number` that the later levels lack, if there is one.
    /// Returns the remainder of this generator and the number of the level where sifting stopped.
    fn missing_from(&self, number: usize) -> Option<(Permutation, usize)> {
        let level = &self.levels[number];
        let strong = self.levels[number..].iter().flat_map(|own| &own.strong);
        let strong: Vec<&Permutation> = strong.collect();
        for &point in &level.orbit {
            let there = &level.ways[point as usize].as_ref()?.0;
            for element in &strong {
                let back = &level.ways[element[point as usize] as usize].as_ref()?.1;
                let rest = self.sift(times(&times(there, element), back), number + 1);
                if rest.is_some() {
                    return rest;
                }
            }
        }
        None
    }

    /// Restricts the group to some points, which must be a union of orbits.
    fn upon(&self, points: &[u8]) -> PermutationGroup {
        let mut number_of = vec![0; self.degree];
        for (number, &point) in (0..).zip(points) {
            number_of[point as usize] = number;
        }
        let generators: Vec<Permutation> = self
            .generators
            .iter()
            .map(|element| {
                let image = |&point: &u8| number_of[element[point as usize] as usize];
                points.iter().map(image).collect()
            })
            .collect();
        PermutationGroup::of(points.len(), &generators)
    }

    /// Decomposes the group into a direct product of smaller groups, each with the points that it
    /// moves.
    ///
    /// The chain must be complete.
    pub fn factors(&self) -> Vec<(Vec<u8>, PermutationGroup)> {
        let mut rest = self.orbits();
        if rest.len() == 1 && rest[0].len() == self.degree {
            return vec![(rest.remove(0), self.clone())];
        }
        let mut order = self.order();
        let mut factors = Vec::new();
        let mut at = 0;
        while at < rest.len() && rest.len() > 1 {
            let mut others = rest.clone();
            let own = others.remove(at);
            let (one, other) = (self.upon(&own), self.upon(&others.concat()).order());
            if one.order() * &other == order {
                factors.push((own, one));
                (rest, order) = (others, other);
            } else {
                at += 1;
            }
        }
        if !rest.is_empty() {
            let points = rest.concat();
            let last = self.upon(&points);
            factors.push((points, last));
        }
        factors.sort_by(|a, b| a.0.cmp(&b.0));
        factors
    }

    /// Classifies the group. The chain must be complete.
    pub fn sort(&self) -> GroupKind {
        let frame = self.bound();
        if self.order() != frame.order() {
            return GroupKind::Other;
        }
        match (frame.orbits.len(), frame.signs.len()) {
            (1, 1) => GroupKind::Symmetric,
            (1, 0) => GroupKind::Alternating,
            _ => GroupKind::Signed,
        }
    }

    /// Counts the arrangements that the group makes by permuting the letters of `word`. The chain
    /// must be complete. Without a formula, up to `most` arrangements are listed.
    ///
    /// # Errors
    /// If no formula gives the number of arrangements, and there are more than `most`.
    pub fn words_from(&self, word: &[u8], most: usize) -> Result<BigUint, OrbitError> {
        let frame = self.bound();
        // Number of times that each letter occurs in each orbit, indexed by orbit.
        let counts: Vec<Vec<usize>> = frame
            .orbits
            .iter()
            .map(|orbit| {
                let mut letters: Vec<u8> = orbit.iter().map(|&p| word[p as usize]).collect();
                letters.sort_unstable();
                letters.chunk_by(|a, b| a == b).map(<[u8]>::len).collect()
            })
            .collect();
        if counts.iter().flatten().all(|&count| count == 1) {
            return Ok(self.order());
        }
        if self.order() == frame.order() {
            // The stabiliser of the word: all permutations that exchange only equal letters and
            // whose row of parities the group allows. Equal letters allow an orbit both parities.
            let both = (0..).zip(&counts).fold(0u128, |both, (orbit, counts)| {
                both | u128::from(counts.iter().any(|&count| count > 1)) << orbit
            });
            let free = ParityRows::of(frame.signs.iter().map(|row| row & !both)).rank();
            let common = frame.signs.len() - free;
            let mut leaving: BigUint = counts.iter().flatten().map(|&n| factorial(n)).product();
            leaving >>= both.count_ones() as usize - common;
            return Ok(self.order() / leaving);
        }
        let mut seen: HashSet<Box<[u8]>> = HashSet::from([word.into()]);
        let mut waiting: Vec<Box<[u8]>> = vec![word.into()];
        while let Some(word) = waiting.pop() {
            for element in &self.generators {
                let next: Box<[u8]> = element.iter().map(|&point| word[point as usize]).collect();
                if seen.insert(next.clone()) {
                    waiting.push(next);
                }
            }
            if seen.len() > most {
                return Err(OrbitError {
                    order: self.order(),
                    most,
                });
            }
        }
        Ok(seen.len().into())
    }
}

impl StabiliserLevel {
    fn new(point: u8, degree: usize) -> StabiliserLevel {
        let mut ways = vec![None; degree];
        let stay: Permutation = (0..=u8::MAX).take(degree).collect();
        ways[point as usize] = Some((stay.clone(), stay));
        StabiliserLevel {
            point,
            orbit: vec![point],
            ways,
            strong: Vec::new(),
        }
    }

    /// Extends the orbit of the level after an element was added.
    ///
    /// The new element is applied to the points reached before. All elements of this level, and the
    /// elements `behind` of later levels, are applied to each new point.
    fn spread(&mut self, new: &Permutation, behind: &[&Permutation]) {
        let before = self.orbit.len();
        for at in 0..before {
            if let Some(reached) = self.beyond(at, new) {
                self.reach(reached);
            }
        }
        let mut at = before;
        while at < self.orbit.len() {
            let own = self.strong.iter().chain(behind.iter().copied());
            let reached: Vec<(u8, Permutation)> =
                own.filter_map(|element| self.beyond(at, element)).collect();
            reached.into_iter().for_each(|reached| self.reach(reached));
            at += 1;
        }
    }

    /// Image under `element` of the orbit's point number `at`; `None` if the orbit has this image
    /// already. Also returns an element that takes the base point to the image.
    fn beyond(&self, at: usize, element: &Permutation) -> Option<(u8, Permutation)> {
        let point = self.orbit[at] as usize;
        let image = element[point];
        if self.ways[image as usize].is_some() {
            return None;
        }
        let (way, _) = self.ways[point].as_ref()?;
        Some((image, times(way, element)))
    }

    fn reach(&mut self, (point, way): (u8, Permutation)) {
        let known = &mut self.ways[point as usize];
        if known.is_none() {
            let back = inverse(&way);
            *known = Some((way, back));
            self.orbit.push(point);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pseudorandom numbers, the same on every run.
    struct Random(u64);

    impl Random {
        fn below(&mut self, end: usize) -> usize {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % end
        }
    }

    /// The cyclic permutation of some of the points.
    fn cycle(degree: usize, points: &[u8]) -> Permutation {
        let mut element: Vec<u8> = (0..degree as u8).collect();
        for (at, &point) in points.iter().enumerate() {
            element[point as usize] = points[(at + 1) % points.len()];
        }
        element.into()
    }

    /// Number of arrangements that the generators make from a word, by plain enumeration.
    fn all_from(word: &[u8], generators: &[Permutation]) -> usize {
        let mut seen = HashSet::from([word.to_vec()]);
        let mut waiting = vec![word.to_vec()];
        while let Some(word) = waiting.pop() {
            for element in generators {
                let next: Vec<u8> = element.iter().map(|&p| word[p as usize]).collect();
                if seen.insert(next.clone()) {
                    waiting.push(next);
                }
            }
        }
        seen.len()
    }

    #[test]
    fn orders_and_words_are_those_of_closing_by_hand() {
        let mut random = Random(7);
        let mut sorts = HashSet::new();
        for _ in 0..400 {
            let degree = 1 + random.below(8);
            let generators: Vec<Permutation> = (0..random.below(4))
                .map(|_| {
                    let mut element: Vec<u8> = (0..degree as u8).collect();
                    // Few exchanges of two points give small groups and groups with several orbits
                    // too.
                    for _ in 0..1 + random.below(3) {
                        element.swap(random.below(degree), random.below(degree));
                    }
                    if random.below(3) == 0 {
                        element.rotate_left(random.below(degree));
                    }
                    element.into()
                })
                .collect();
            let group = PermutationGroup::of(degree, &generators);
            let points: Vec<u8> = (0..degree as u8).collect();
            assert_eq!(group.order(), all_from(&points, &generators).into());
            let word: Vec<u8> = (0..degree).map(|_| random.below(3) as u8).collect();
            let expected = BigUint::from(all_from(&word, &generators));
            assert_eq!(
                group.words_from(&word, 5040),
                Ok(expected.clone()),
                "{generators:?} {word:?}"
            );
            let mut product = BigUint::from(1u32);
            for (points, factor) in group.factors() {
                let own: Vec<u8> = points.iter().map(|&p| word[p as usize]).collect();
                product *= factor.words_from(&own, 5040).unwrap();
                sorts.insert(format!("{:?}", factor.sort()));
            }
            assert_eq!(product, expected);
        }
        assert_eq!(sorts.len(), 4, "{sorts:?}");
    }

    #[test]
    fn known_groups_have_their_orders() {
        // Wilson's exception: six tiles on a hexagon with a seventh vertex between two opposite
        // vertices. No board of squares has this graph, because squares have two colours and
        // therefore no cycles of length five.
        let theta = [cycle(6, &[0, 1, 2, 3, 4]), cycle(6, &[0, 1, 2, 5])];
        assert_eq!(PermutationGroup::of(6, &theta).order(), 120u32.into());
        // The Mathieu group on 11 points.
        let m11 = [
            cycle(11, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
            times(&cycle(11, &[2, 6, 10, 7]), &cycle(11, &[3, 9, 4, 5])),
        ];
        assert_eq!(PermutationGroup::of(11, &m11).order(), 7_920u32.into());
        assert_eq!(PermutationGroup::of(11, &m11).sort(), GroupKind::Other);
        // Two rings that turn together. The group is one factor with two orbits, not the product of
        // a factor for each orbit.
        let rings = [times(&cycle(9, &[0, 1, 2, 3]), &cycle(9, &[4, 5, 6, 7]))];
        let group = PermutationGroup::of(9, &rings);
        assert_eq!(group.order(), 4u32.into());
        assert_eq!(group.factors().len(), 1);
        assert_eq!(
            group.words_from(&[0, 1, 0, 1, 0, 0, 0, 1, 5], 4),
            Ok(4u32.into())
        );
        assert!(
            PermutationGroup::of(3, &[cycle(3, &[])])
                .factors()
                .is_empty()
        );
    }

    #[test]
    fn large_groups_are_told_at_once_or_refused() {
        let row: Vec<u8> = (0..100).collect();
        let all = PermutationGroup::of(128, &[cycle(128, &row), cycle(128, &[0, 1])]);
        assert_eq!(
            (all.order(), all.sort()),
            (factorial(100), GroupKind::Symmetric)
        );
        let even = PermutationGroup::of(127, &[cycle(127, &row[..99]), cycle(127, &[0, 1, 2])]);
        assert_eq!(
            (even.order(), even.sort()),
            (factorial(99) >> 1, GroupKind::Alternating)
        );
        let word: Vec<u8> = (0..127).map(|point| point / 2).collect();
        let alike: BigUint = (factorial(99) >> 1) / (BigUint::from(1u32) << 48);
        assert_eq!(even.words_from(&word, 1), Ok(alike));
        // Twelve pairs that stay together: a group of 2^12 x 12! elements that has no formula.
        let pairs: Vec<u8> = (0..24).step_by(2).collect();
        let others: Vec<u8> = (1..24).step_by(2).collect();
        let turned = times(&cycle(24, &pairs), &cycle(24, &others));
        let exchanged = times(&cycle(24, &[0, 2]), &cycle(24, &[1, 3]));
        let wreath = PermutationGroup::of(24, &[turned, exchanged, cycle(24, &[0, 1])]);
        assert_eq!(wreath.order(), factorial(12) << 12);
        let word: Vec<u8> = (0..24).map(|point| point % 3).collect();
        assert!(wreath.words_from(&word, 1000).is_err());
    }
}
