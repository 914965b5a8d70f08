//! Orbits of the arrangements of tiles under the group of permutations that tours make.
//!
//! A tour is a closed path through patterns; it permutes the tiles. An arrangement is written as a
//! *word*: the letter of the tile on each slot. The group permutes the slots, so its *points* are
//! slots. A *distribution* gives the number of tiles of each letter on each orbit of points.

use super::permutation_group::{OrbitError, PermutationGroup};
use super::slots::Slots;
use ahash::AHashSet;
use num_bigint::BigUint;
use slidewise_engine::index::word_count;
use slidewise_puzzle::next_permutation;
use std::collections::BTreeMap;

/// Maximum number of arrangements that are listed one by one.
pub(super) const MAX_WORDS: usize = PermutationGroup::MAX_WORDS;
/// Maximum number of tried distributions of tiles over the orbits of points.
pub(super) const MAX_SHARES: usize = 1 << 16;

/// Map from the size of an orbit to the number of orbits of this size and an arrangement of one of
/// them.
///
/// The arrangement is a word: the letter on each slot.
pub(super) type ArrangementOrbits = BTreeMap<BigUint, (BigUint, Vec<u8>)>;

/// Reasons why orbits cannot be counted.
#[derive(Debug)]
pub(super) enum UnknownOrbits {
    /// There are too many arrangements to list, and no formula gives their orbits.
    NoFormula(OrbitError),
    /// There are more than [`MAX_SHARES`] distributions.
    TooManyShares,
}

impl From<OrbitError> for UnknownOrbits {
    fn from(error: OrbitError) -> UnknownOrbits {
        UnknownOrbits::NoFormula(error)
    }
}

/// All arrangements of the tiles in which each kind keeps its own slots.
pub(super) struct TileArrangements {
    /// Letters of the tiles in ascending order, for each kind whose tiles differ.
    letters: Vec<Vec<u8>>,
    /// Number of arrangements.
    total: BigUint,
}

impl TileArrangements {
    pub(super) fn of(letters: &[u8], slots: &Slots) -> TileArrangements {
        let mut by_kind: Vec<Vec<u8>> = Vec::new();
        let mut ranges: Vec<(usize, usize)> = slots.of_kind.iter().copied().flatten().collect();
        ranges.sort_unstable();
        for (first, count) in ranges {
            let mut own = letters[first..first + count].to_vec();
            own.sort_unstable();
            by_kind.push(own);
        }
        let total = by_kind
            .iter()
            .map(|letters| arrangements(letters))
            .product();
        TileArrangements {
            letters: by_kind,
            total,
        }
    }

    /// Counts the orbits of the arrangements under a group, for each orbit size.
    ///
    /// # Errors
    /// If there are too many arrangements to list and no formula gives their orbits, or if there
    /// are too many distributions.
    pub(super) fn orbits(
        &self,
        group: &PermutationGroup,
    ) -> Result<ArrangementOrbits, UnknownOrbits> {
        let order = group.order();
        let one = BigUint::from(1u32);
        let all_differ = self
            .letters
            .iter()
            .all(|letters| letters.windows(2).all(|two| two[0] != two[1]));
        if order == one || all_differ {
            // Only the identity leaves an arrangement unchanged, so each orbit has as many
            // arrangements as the group has elements.
            let count = &self.total / &order;
            return Ok(ArrangementOrbits::from([(
                order,
                (count, self.letters.concat()),
            )]));
        }
        if self.total <= MAX_WORDS.into() {
            return Ok(self.orbits_one_by_one(group));
        }
        self.orbits_by_shares(group)
    }

    fn orbits_one_by_one(&self, group: &PermutationGroup) -> ArrangementOrbits {
        let mut orbits = ArrangementOrbits::new();
        let mut seen: AHashSet<Box<[u8]>> = AHashSet::new();
        let mut kinds = self.letters.clone();
        loop {
            let word: Box<[u8]> = kinds.concat().into();
            if seen.insert(word.clone()) {
                let before = seen.len();
                let first = word.to_vec();
                let mut waiting = vec![word];
                while let Some(word) = waiting.pop() {
                    for element in group.generators() {
                        let next: Box<[u8]> =
                            element.iter().map(|&point| word[point as usize]).collect();
                        if seen.insert(next.clone()) {
                            waiting.push(next);
                        }
                    }
                }
                let known = orbits.entry((seen.len() - before + 1).into());
                known.or_insert_with(|| (BigUint::ZERO, first)).0 += 1u32;
            }
            // Proceeds to the next arrangement; the letters of the last kind change fastest.
            if !kinds
                .iter_mut()
                .rev()
                .any(|letters| next_permutation(letters))
            {
                return orbits;
            }
        }
    }

    /// Counts the orbits of the arrangements of every distribution by a formula.
    ///
    /// The formula holds if the group contains every permutation that its orbits and parities
    /// allow. In such a group, all orbits of one distribution have the same size.
    fn orbits_by_shares(
        &self,
        group: &PermutationGroup,
    ) -> Result<ArrangementOrbits, UnknownOrbits> {
        let mut places = vec![None; self.letters.iter().map(Vec::len).sum()];
        let orbits = group.orbits();
        for (number, orbit) in orbits.iter().enumerate() {
            orbit
                .iter()
                .for_each(|&point| places[point as usize] = Some(number));
        }
        // Finds the sets of points over which the tiles of each kind are distributed.
        let mut begin = 0;
        let mut sharing = TileDistribution {
            group,
            kinds: Vec::new(),
            word: vec![0; places.len()],
            found: ArrangementOrbits::new(),
            shares: 0,
        };
        for letters in &self.letters {
            let points: Vec<usize> = (begin..begin + letters.len()).collect();
            begin += letters.len();
            let mut sets: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
            for &point in &points {
                // A point that no permutation moves forms a set of its own.
                let set = places[point].unwrap_or(orbits.len() + point);
                sets.entry(set).or_default().push(point);
            }
            let counts: Vec<(u8, usize)> = letters
                .chunk_by(|a, b| a == b)
                .map(|alike| (alike[0], alike.len()))
                .collect();
            sharing.kinds.push((sets.into_values().collect(), counts));
        }
        let first = sharing
            .kinds
            .first()
            .map_or(Vec::new(), |(_, counts)| counts.clone());
        sharing.distribute(0, 0, 0, &first, BigUint::from(1u32))?;
        Ok(sharing.found)
    }
}

/// Sets of points over which the tiles of one kind are distributed, and the number of these tiles
/// for each letter.
type KindSets = (Vec<Vec<usize>>, Vec<(u8, usize)>);

/// Enumeration of the distributions of tiles over sets of points.
struct TileDistribution<'g> {
    group: &'g PermutationGroup,
    kinds: Vec<KindSets>,
    /// Letter on each point in the current distribution; valid only for points filled so far.
    word: Vec<u8>,
    /// Orbits of the arrangements of all distributions so far.
    found: ArrangementOrbits,
    /// Number of distributions tried so far.
    shares: usize,
}

impl TileDistribution<'_> {
    /// Distributes the remaining letters of kind number `kind`, then the letters of all later
    /// kinds.
    ///
    /// All sets of points before set number `set`, and the first `filled` points of this set, have
    /// letters already. `left` has each letter with the number of its tiles still to be placed.
    /// Letters ascend within a set. `ways` is the number of arrangements of the letters in the
    /// earlier sets.
    fn distribute(
        &mut self,
        kind: usize,
        set: usize,
        filled: usize,
        left: &[(u8, usize)],
        ways: BigUint,
    ) -> Result<(), UnknownOrbits> {
        let Some((sets, _)) = self.kinds.get(kind) else {
            if self.shares == MAX_SHARES {
                return Err(UnknownOrbits::TooManyShares);
            }
            self.shares += 1;
            // The limit of 1 allows a formula but no list. A list would give the orbit of one
            // arrangement only, and other orbits of this distribution might have other sizes.
            let size = self.group.words_from(&self.word, 1)?;
            let word = &self.word;
            let known = self.found.entry(size.clone());
            known.or_insert_with(|| (BigUint::ZERO, word.clone())).0 += ways / size;
            return Ok(());
        };
        let Some(points) = sets.get(set).cloned() else {
            let next = self
                .kinds
                .get(kind + 1)
                .map_or(Vec::new(), |(_, counts)| counts.clone());
            return self.distribute(kind + 1, 0, 0, &next, ways);
        };
        if filled == points.len() {
            let mut letters: Vec<u8> = points.iter().map(|&point| self.word[point]).collect();
            letters.sort_unstable();
            return self.distribute(kind, set + 1, 0, left, ways * arrangements(&letters));
        }
        let least = if filled == 0 {
            0
        } else {
            self.word[points[filled - 1]]
        };
        for at in 0..left.len() {
            let (letter, count) = left[at];
            if count > 0 && letter >= least {
                let mut left = left.to_vec();
                left[at].1 -= 1;
                self.word[points[filled]] = letter;
                self.distribute(kind, set, filled + 1, &left, ways.clone())?;
            }
        }
        Ok(())
    }
}

/// Number of different arrangements of `letters`, which must be in ascending order.
fn arrangements(letters: &[u8]) -> BigUint {
    word_count(letters.chunk_by(|a, b| a == b).map(<[u8]>::len))
}
