//! The work of a sweep, divided into parts that do not depend on the machine.

use super::design_error::DesignError;
use super::family::Family;
use super::universe::{CountMeans, Counter, Counts, PieceTally, summed};

/// Solved boards in a batch, unless one unit has more.
const BOARDS_A_BATCH: u64 = 200_000;

/// Most solved boards that are listed at once, 24 bytes each.
const BOARDS_AT_ONCE: u64 = 50_000_000;

/// The boards with one goal piece and given numbers of pieces: no move leads out of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Unit {
    /// The number of the goal piece.
    pub goal_piece: usize,
    /// The other pieces.
    pub tally: PieceTally,
    /// Solved boards in all parts.
    pub solved: u64,
    /// Which part of the sets of pieces: those whose key leaves this remainder.
    pub part: u64,
    /// The number of parts.
    pub parts: u64,
}

/// Units that are searched and recorded together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct WorkBatch {
    /// The units.
    pub units: Vec<Unit>,
    /// Solved boards that are to be met; each part of a divided unit counts an equal share.
    pub solved: u64,
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
    /// The most solved boards that one unit lists at once.
    pub largest: u64,
}

impl WorkList {
    /// Counts the boards of the family and divides the work.
    ///
    /// # Errors
    ///
    /// [`DesignError::TooLarge`] for families that cannot be counted in memory;
    /// [`DesignError::Memory`] and [`DesignError::Stopped`].
    pub(crate) fn new(family: &Family, means: CountMeans<'_>) -> Result<WorkList, DesignError> {
        let mut counter = Counter::within(family, means);
        let universe = counter.universe()?;
        let open = family.field.open();
        let mut units = Vec::new();
        for (number, goal_piece) in family.goal_pieces.iter().enumerate() {
            let mut counts = Counts::new();
            for finish in &goal_piece.finishes {
                counts.extend(counter.counts(open & !finish, 1)?);
            }
            for (tally, solved) in summed(counts) {
                let parts = solved.div_ceil(BOARDS_AT_ONCE);
                units.extend((0..parts).map(|part| Unit {
                    goal_piece: number,
                    tally,
                    solved,
                    part,
                    parts,
                }));
            }
        }
        let solved = units.iter().filter(|unit| unit.part == 0);
        let at_once = |unit: &Unit| unit.solved / unit.parts;
        Ok(WorkList {
            universe,
            solved: solved.map(|unit| unit.solved).sum(),
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
        let solved = unit.solved / unit.parts;
        if open.solved > 0 && open.solved + solved > BOARDS_A_BATCH {
            batches.push(std::mem::take(&mut open));
        }
        open.solved += solved;
        open.units.push(unit);
    }
    if !open.units.is_empty() {
        batches.push(open);
    }
    batches.sort_by_key(|batch| std::cmp::Reverse(batch.solved));
    batches
}
