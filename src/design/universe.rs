//! The number of boards of a family, without going through them.

use super::design_error::DesignError;
use super::family::{Family, MAX_KINDS, Pieces};
use super::listed_piece::ListedPiece;
use ahash::AHashMap;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Most sets of undecided cells that are kept while counting.
const MAX_SETS: usize = 1 << 22;

/// Bytes of a set of undecided cells beside its counts: its entry while the table grows, and what
/// the allocator takes for its list.
const SET_BYTES: u64 = 144;

/// Number of bits that count the pieces of one kind.
const KIND_BITS: usize = 7;

/// What the boards of one count have in common: how many pieces of each kind, and whether a cell
/// is empty.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct PieceTally(u128);

impl PieceTally {
    const EMPTY_CELL: u128 = 1 << (KIND_BITS * MAX_KINDS);

    /// The tally with one more piece of this kind.
    pub(crate) fn with_piece(self, kind: usize) -> PieceTally {
        PieceTally(self.0 + (1 << (KIND_BITS * kind)))
    }

    /// The tally without one piece of this kind, if it has one.
    pub(crate) fn without_piece(self, kind: usize) -> Option<PieceTally> {
        (self.pieces(kind) > 0).then(|| PieceTally(self.0 - (1 << (KIND_BITS * kind))))
    }

    fn with_empty_cell(self) -> PieceTally {
        PieceTally(self.0 | Self::EMPTY_CELL)
    }

    /// Whether a cell is empty.
    pub(crate) fn has_empty_cell(self) -> bool {
        self.0 & Self::EMPTY_CELL != 0
    }

    /// Number of pieces of a kind.
    pub(crate) fn pieces(self, kind: usize) -> u32 {
        (self.0 >> (KIND_BITS * kind)) as u32 & ((1 << KIND_BITS) - 1)
    }

    /// Number of pieces of all kinds.
    fn pieces_in_all(self) -> u32 {
        (0..MAX_KINDS).map(|kind| self.pieces(kind)).sum()
    }
}

/// Numbers of boards by tally, in the order of the tallies.
pub(crate) type Counts = Vec<(PieceTally, u64)>;

/// Counts boards by what cells are still undecided: the first one is empty or covered by a piece
/// that begins there.
pub(crate) struct Counter<'a> {
    family: &'a Family,
    means: CountMeans<'a>,
    known: AHashMap<u64, Rc<Counts>>,
    /// Bytes that `known` takes.
    bytes: u64,
}

/// The means of counting.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CountMeans<'a> {
    /// Memory in bytes.
    pub memory: u64,
    /// Ends the count when it becomes true.
    pub stop: &'a AtomicBool,
}

/// The means of a count that nothing ends.
static UNSTOPPED: AtomicBool = AtomicBool::new(false);

impl Default for CountMeans<'_> {
    fn default() -> Self {
        CountMeans {
            memory: u64::MAX,
            stop: &UNSTOPPED,
        }
    }
}

impl<'a> Counter<'a> {
    /// A counter with these means.
    pub(crate) fn within(family: &'a Family, means: CountMeans<'a>) -> Counter<'a> {
        Counter {
            family,
            means,
            known: AHashMap::new(),
            bytes: 0,
        }
    }

    /// The numbers of boards whose pieces cover cells of `undecided` only.
    fn all_counts(&mut self, undecided: u64) -> Result<Rc<Counts>, DesignError> {
        if undecided == 0 {
            return Ok(Rc::new(vec![(PieceTally::default(), 1)]));
        }
        if let Some(counts) = self.known.get(&undecided) {
            return Ok(Rc::clone(counts));
        }
        let family = self.family;
        let mut parts = Vec::new();
        family.for_each_piece(undecided, u32::MAX, &mut |piece, kind| {
            parts.push((undecided & !piece, kind));
        });
        let mut sums: AHashMap<PieceTally, u64> = AHashMap::new();
        let mut add = |tally: PieceTally, boards: u64| {
            let sum = sums.entry(tally).or_default();
            *sum = sum.checked_add(boards)?;
            Some(())
        };
        let too_large = || family.too_large();
        let rest = self.all_counts(undecided & (undecided - 1))?;
        for &(tally, boards) in rest.iter() {
            add(tally.with_empty_cell(), boards).ok_or_else(too_large)?;
        }
        for (rest, kind) in parts {
            let rest = self.all_counts(rest)?;
            for &(tally, boards) in rest.iter() {
                let tally = tally.with_piece(kind);
                if !family.has_too_many(tally, kind) {
                    add(tally, boards).ok_or_else(too_large)?;
                }
            }
        }
        if self.known.len() >= MAX_SETS {
            return Err(too_large());
        }
        if self.means.stop.load(Ordering::Relaxed) {
            return Err(DesignError::Stopped);
        }
        let mut counts: Counts = sums.into_iter().collect();
        counts.sort_unstable();
        self.bytes += (counts.capacity() * size_of::<(PieceTally, u64)>()) as u64 + SET_BYTES;
        if self.bytes > self.means.memory {
            return Err(DesignError::CountMemory {
                name: family.name.clone(),
                limit: self.means.memory,
            });
        }
        let counts = Rc::new(counts);
        self.known.insert(undecided, Rc::clone(&counts));
        Ok(counts)
    }

    /// The numbers of boards of the family whose pieces cover cells of `undecided` only and whose
    /// other cells are covered by `marked` pieces.
    pub(crate) fn counts(&mut self, undecided: u64, marked: u32) -> Result<Counts, DesignError> {
        if self.means.stop.load(Ordering::Relaxed) {
            return Err(DesignError::Stopped);
        }
        let all = self.all_counts(undecided)?;
        let family = self.family;
        let cells = undecided.count_ones();
        let own = all
            .iter()
            .copied()
            .filter(|(tally, _)| family.admits(*tally, marked, cells));
        Ok(own.collect())
    }

    /// The number of boards of the family.
    pub(crate) fn universe(&mut self) -> Result<Counts, DesignError> {
        let family = self.family;
        let open = family.field.open();
        if family.is_goal_unmarked {
            return self.counts(open, 0);
        }
        let mut sums = Counts::new();
        for goal_piece in &family.goal_pieces {
            for placement in &goal_piece.placements {
                sums.extend(self.counts(open & !placement, 1)?);
            }
        }
        family.summed(sums)
    }
}

impl Family {
    /// The counts with one sum for each tally, in the order of the tallies.
    ///
    /// # Errors
    ///
    /// [`DesignError::TooLarge`] if a sum does not fit.
    pub(crate) fn summed(&self, mut counts: Counts) -> Result<Counts, DesignError> {
        counts.sort_unstable();
        let mut sums: Counts = Vec::new();
        for (tally, boards) in counts {
            match sums.last_mut() {
                Some((last, sum)) if *last == tally => {
                    *sum = sum.checked_add(boards).ok_or_else(|| self.too_large())?;
                }
                _ => sums.push((tally, boards)),
            }
        }
        Ok(sums)
    }

    /// The sum of some numbers of boards.
    ///
    /// # Errors
    ///
    /// [`DesignError::TooLarge`] if it does not fit.
    pub(crate) fn total(&self, mut boards: impl Iterator<Item = u64>) -> Result<u64, DesignError> {
        let sum = boards.try_fold(0, u64::checked_add);
        sum.ok_or_else(|| self.too_large())
    }

    fn too_large(&self) -> DesignError {
        DesignError::TooLarge {
            name: self.name.clone(),
        }
    }

    /// Whether the family has no board with these pieces: that of `kind` was the last one added.
    fn has_too_many(&self, tally: PieceTally, kind: usize) -> bool {
        match &self.pieces {
            Pieces::AnyPolyominoes(count) => tally.pieces_in_all() > *count.end(),
            Pieces::Listed(kinds) => tally.pieces(kind) > *kinds[kind].count.end(),
        }
    }

    /// Whether boards of this tally belong to the family: `marked` goal pieces stand beside its
    /// pieces, which lie in `cells` cells.
    fn admits(&self, tally: PieceTally, marked: u32, cells: u32) -> bool {
        match &self.pieces {
            Pieces::AnyPolyominoes(count) => {
                tally.has_empty_cell() && count.contains(&(tally.pieces_in_all() + marked))
            }
            Pieces::Listed(kinds) => {
                let covered = |(kind, listed): (usize, &ListedPiece)| {
                    tally.pieces(kind) * listed.shape.count_ones()
                };
                let covered: u32 = kinds.iter().enumerate().map(covered).sum();
                let mut counts = kinds.iter().enumerate();
                counts.all(|(kind, listed)| listed.count.contains(&tally.pieces(kind)))
                    && self.empty.contains(&(cells - covered))
            }
        }
    }
}
