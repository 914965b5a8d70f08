//! The search of one batch: lists its boards, and searches each set of pieces backward.

use super::all_goals::AllGoalsSearch;
use super::batch_result::BatchResult;
use super::board_code::BoardCode;
use super::board_lister::BoardLister;
use super::board_mirror::BoardMirror;
use super::design_error::DesignError;
use super::family::{Family, GoalPiece};
use super::hardest::{HardestStart, HardestStarts, PieceSet};
use super::list_memory::reserve;
use super::minimal::is_minimal;
use super::piece_sets::piece_set;
use super::set_search::SetSearch;
use super::wanted::Wanted;
use super::word::Word;
use super::work_list::{Unit, WorkBatch};
use std::sync::atomic::AtomicBool;

/// Searches batches one after another, with the same memory.
pub(crate) struct BatchSearch<'a, W> {
    family: &'a Family,
    wanted: Wanted,
    code: BoardCode<'a>,
    search: SetSearch<'a, W>,
    /// The search of puzzles with a piece less.
    reduced: SetSearch<'a, W>,
    /// The search for all goal pieces at once.
    all_goals: AllGoalsSearch<'a>,
}

impl<'a, W: Word> BatchSearch<'a, W> {
    /// A search that may take `limit` bytes.
    pub(crate) fn new(
        family: &'a Family,
        wanted: Wanted,
        limit: u64,
        stop: &'a AtomicBool,
    ) -> BatchSearch<'a, W> {
        let code = family.code();
        BatchSearch {
            family,
            wanted,
            code,
            search: SetSearch::new(code, wanted.metric, limit, stop),
            reduced: SetSearch::new(code, wanted.metric, limit, stop),
            all_goals: AllGoalsSearch::new(family, wanted, limit, stop),
        }
    }

    /// Searches all sets of pieces of a batch.
    ///
    /// # Errors
    ///
    /// [`DesignError::Stopped`], [`DesignError::Memory`].
    pub(crate) fn run(&mut self, batch: &WorkBatch) -> Result<BatchResult, DesignError> {
        let mut result = BatchResult::default();
        let mut starts = HardestStarts::default();
        for unit in &batch.units {
            match unit.goal_piece {
                Some(goal_piece) => self.run_unit(*unit, goal_piece, &mut result, &mut starts)?,
                None => self.all_goals.run(*unit, &mut result, &mut starts)?,
            }
        }
        result.starts = starts.by_set.into_iter().collect();
        Ok(result)
    }

    /// Searches all sets of pieces of a unit with this goal piece.
    fn run_unit(
        &mut self,
        unit: Unit,
        goal_piece: usize,
        result: &mut BatchResult,
        starts: &mut HardestStarts,
    ) -> Result<(), DesignError> {
        let family = self.family;
        let goal_piece = &family.goal_pieces[goal_piece];
        let lister = BoardLister::new(family);
        let mut solved: Vec<(u64, W)> = Vec::new();
        let mut reserved = Ok(());
        for &finish in &goal_piece.finishes {
            lister.for_each_board(finish, unit.tally, &mut |key, board| {
                if unit.has(key) && reserved.is_ok() {
                    reserved = reserve(&mut solved, 1);
                    if reserved.is_ok() {
                        solved.push((key, board));
                    }
                }
            });
        }
        reserved?;
        result.listed += solved.len() as u64;
        result.solved += solved.len() as u64;
        // All boards are needed where ways are counted, and where an image is held elsewhere.
        let mirror = BoardMirror::of(&family.field, self.code, goal_piece);
        let mirror = mirror.filter(|_| !self.wanted.is_unique && !self.code.holds_pieces());
        lister.for_each_set(&mut solved, &mut |set| {
            self.search.clear(set.len())?;
            match &mirror {
                Some(mirror) => self.search.reach_halved(set, mirror, self.wanted.most)?,
                None => self.search.reach(set, self.wanted.most)?,
            };
            result.met += self.search.met();
            let hardest = self.hardest(goal_piece)?;
            starts.add(self.set_of(set[0]), hardest);
            Ok(())
        })
    }

    /// The set of pieces of a board.
    fn set_of(&self, board: W) -> PieceSet {
        let goal = self.code.goal_cells(board);
        let others = self.code.pieces(board).into_iter();
        let others = others.filter(|piece| *piece != goal);
        let pieces: Vec<u64> = std::iter::once(goal).chain(others).collect();
        piece_set(self.family, self.wanted.by, &pieces)
    }

    /// The hardest start that is wanted, of those that the search met.
    fn hardest(&mut self, goal_piece: &GoalPiece) -> Result<Option<HardestStart>, DesignError> {
        let with_one_way = self.wanted.is_unique.then(|| self.search.with_one_way());
        let start_cell = goal_piece.start.map(u64::trailing_zeros);
        for moves in (self.wanted.least..=self.search.depth()).rev() {
            let boards = match &with_one_way {
                Some(boards) => &boards[moves as usize],
                None => self.search.at(moves),
            };
            let is_start =
                |board: &W| start_cell.is_none_or(|own| self.code.goal_cell(*board) == own);
            let starts = boards.iter().copied().filter(is_start);
            if !self.wanted.is_minimal {
                if let Some(board) = starts.min() {
                    return Ok(Some(self.start(board, moves, goal_piece)));
                }
                continue;
            }
            let mut starts: Vec<W> = starts.collect();
            starts.sort_unstable();
            for board in starts {
                let (field, finishes) = (&self.family.field, &goal_piece.finishes);
                let puzzle = (board, moves);
                if is_minimal(field, self.code, puzzle, finishes, &mut self.reduced)? {
                    return Ok(Some(self.start(board, moves, goal_piece)));
                }
            }
        }
        Ok(None)
    }

    fn start(&self, board: W, moves: u32, goal_piece: &GoalPiece) -> HardestStart {
        HardestStart {
            moves,
            pieces: self.code.pieces(board),
            goal_piece: self.code.goal_cells(board),
            finishes: goal_piece.finishes.clone(),
        }
    }
}
