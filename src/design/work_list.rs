//! The work of a sweep, divided into parts that do not depend on the machine.

use super::design_error::DesignError;
use super::family::Family;
use super::universe::{CountMeans, Counter, Counts, PieceTally};

/// Boards that a batch lists, unless one unit has more.
const BOARDS_A_BATCH: u64 = 200_000;

/// Most boards that are listed at once, 16 bytes each, or 32 if their words have 128 bits.
const BOARDS_AT_ONCE: u64 = 50_000_000;

/// Bytes that a part of a unit takes at most in the list of batches, while that grows.
const PART_BYTES: u128 = 8 * size_of::<Unit>() as u128;

/// The boards with given numbers of pieces: no move leads out of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Unit {
    /// The number of the goal piece; `None`: any piece may be the goal piece.
    pub goal_piece: Option<usize>,
    /// The pieces beside the goal piece, or all of them.
    pub tally: PieceTally,
    /// Boards that are listed in all parts: the solved ones, or all where any piece may be the goal
    /// piece.
    pub boards: u64,
    /// Which part of the sets of pieces: those whose key leaves this remainder.
    pub part: u64,
    /// The number of parts.
    pub parts: u64,
}

impl Unit {
    /// Whether boards with this key belong to the part.
    #[inline]
    pub(crate) fn has(&self, key: u64) -> bool {
        self.parts == 1 || key % self.parts == self.part
    }
}

/// Units that are searched and recorded together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct WorkBatch {
    /// The units.
    pub units: Vec<Unit>,
    /// Boards that are listed; each part of a divided unit counts an equal share.
    pub boards: u64,
}

/// All work of a sweep.
#[derive(Clone, Debug)]
pub(crate) struct WorkList {
    /// The units, undivided: each stands for all its parts.
    pub units: Vec<Unit>,
    /// Boards of the family by what pieces they have.
    pub universe: Counts,
    /// Boards of the family.
    pub boards: u64,
    /// Boards of the family with the goal piece at its goal.
    pub solved: u64,
    /// Boards that all units list.
    pub listed: u64,
    /// The most boards that one unit lists at once.
    pub largest: u64,
}

impl WorkList {
    /// Counts the boards of the family and lists the work, for all goal pieces at once or for each
    /// of them.
    ///
    /// # Errors
    ///
    /// [`DesignError::TooLarge`] for families that cannot be counted in memory;
    /// [`DesignError::CountMemory`] and [`DesignError::Stopped`].
    pub(crate) fn new(
        family: &Family,
        takes_all_goals: bool,
        means: CountMeans<'_>,
    ) -> Result<WorkList, DesignError> {
        let mut counter = Counter::within(family, means);
        let universe = counter.universe()?;
        let open = family.field.open();
        let mut by_goal = Vec::new();
        for (number, goal_piece) in family.goal_pieces.iter().enumerate() {
            let mut counts = Counts::new();
            for finish in &goal_piece.finishes {
                counts.extend(counter.counts(open & !finish, 1)?);
            }
            by_goal.push((Some(number), family.summed(counts)?));
        }
        let solved = by_goal.iter().flat_map(|(_, counts)| counts);
        let solved = family.total(solved.map(|(_, boards)| *boards))?;
        if takes_all_goals {
            by_goal = vec![(None, universe.clone())];
        }
        let mut units = Vec::new();
        for (goal_piece, counts) in by_goal {
            units.extend(counts.into_iter().map(|(tally, boards)| Unit {
                goal_piece,
                tally,
                boards,
                part: 0,
                parts: boards.div_ceil(BOARDS_AT_ONCE),
            }));
        }
        let at_once = |unit: &Unit| unit.boards / unit.parts;
        Ok(WorkList {
            boards: family.total(universe.iter().map(|(_, boards)| *boards))?,
            universe,
            solved,
            listed: family.total(units.iter().map(|unit| unit.boards))?,
            largest: units.iter().map(at_once).max().unwrap_or(0),
            units,
        })
    }

    /// Divides large units, and puts small ones together; the largest batches first.
    ///
    /// # Errors
    ///
    /// [`DesignError::Memory`] if the list of batches alone takes more than `memory` bytes.
    pub(crate) fn batches(&self, memory: u64) -> Result<Vec<WorkBatch>, DesignError> {
        let parts = self.units.iter().map(|unit| u128::from(unit.parts));
        if parts.sum::<u128>() * PART_BYTES > memory.into() {
            return Err(DesignError::Memory { limit: memory });
        }
        let mut batches = Vec::new();
        let mut open = WorkBatch::default();
        let divided = self.units.iter().flat_map(|unit| {
            let parts = 0..unit.parts;
            parts.map(|part| Unit { part, ..*unit })
        });
        for unit in divided {
            let boards = unit.boards / unit.parts;
            if open.boards > 0 && open.boards + boards > BOARDS_A_BATCH {
                batches.push(std::mem::take(&mut open));
            }
            open.boards += boards;
            open.units.push(unit);
        }
        if !open.units.is_empty() {
            batches.push(open);
        }
        batches.sort_by_key(|batch| std::cmp::Reverse(batch.boards));
        Ok(batches)
    }
}
