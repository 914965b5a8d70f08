//! The work of a sweep, divided into parts that do not depend on the machine.

use super::design_error::DesignError;
use super::family::Family;
use super::universe::{CountMeans, Counter, Counts, PieceTally, summed};

/// Boards that a batch lists, unless one unit has more.
const BOARDS_A_BATCH: u64 = 200_000;

/// Most boards that are listed at once, 16 bytes each, or 32 if their words have 128 bits.
const BOARDS_AT_ONCE: u64 = 50_000_000;

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

/// All work of a sweep, the largest batches first.
#[derive(Clone, Debug)]
pub(crate) struct WorkList {
    /// The batches.
    pub batches: Vec<WorkBatch>,
    /// Boards of the family by what pieces they have.
    pub universe: Counts,
    /// Boards of the family with the goal piece at its goal.
    pub solved: u64,
    /// Boards that all units list.
    pub listed: u64,
    /// The most boards that one unit lists at once.
    pub largest: u64,
}

impl WorkList {
    /// Counts the boards of the family and divides the work, for all goal pieces at once or for
    /// each of them.
    ///
    /// # Errors
    ///
    /// [`DesignError::TooLarge`] for families that cannot be counted in memory;
    /// [`DesignError::Memory`] and [`DesignError::Stopped`].
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
            by_goal.push((Some(number), summed(counts)));
        }
        let sum = |counts: &Counts| counts.iter().map(|(_, boards)| boards).sum::<u64>();
        let solved = by_goal.iter().map(|(_, counts)| sum(counts)).sum();
        if takes_all_goals {
            by_goal = vec![(None, universe.clone())];
        }
        let mut units = Vec::new();
        for (goal_piece, counts) in by_goal {
            for (tally, boards) in counts {
                let parts = boards.div_ceil(BOARDS_AT_ONCE);
                units.extend((0..parts).map(|part| Unit {
                    goal_piece,
                    tally,
                    boards,
                    part,
                    parts,
                }));
            }
        }
        let whole = units.iter().filter(|unit| unit.part == 0);
        let at_once = |unit: &Unit| unit.boards / unit.parts;
        Ok(WorkList {
            universe,
            solved,
            listed: whole.map(|unit| unit.boards).sum(),
            largest: units.iter().map(at_once).max().unwrap_or(0),
            batches: batches(units),
        })
    }

    /// The number of boards of the family.
    pub(crate) fn boards(&self) -> u64 {
        self.universe.iter().map(|(_, boards)| boards).sum()
    }
}

/// Puts small units together.
fn batches(units: Vec<Unit>) -> Vec<WorkBatch> {
    let mut batches = Vec::new();
    let mut open = WorkBatch::default();
    for unit in units {
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
    batches
}
