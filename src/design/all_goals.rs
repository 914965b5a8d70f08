//! The search of one unit for all goal pieces at once: any piece of a board may be the goal piece.

use super::batch_result::BatchResult;
use super::board_code::BoardCode;
use super::board_lister::BoardLister;
use super::clique_graph::CliqueGraph;
use super::design_error::DesignError;
use super::family::Family;
use super::field::cells_of;
use super::hardest::{HardestStart, HardestStarts, PieceSet, SetKind};
use super::list_memory::reserve;
use super::mark_search::{MarkSearch, MarkedBoard};
use super::piece_sets::piece_set;
use super::wanted::Wanted;
use super::work_list::Unit;
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

/// Bits of a key that choose the list in which its boards are gathered.
const LIST_BITS: u32 = 10;

/// Searches the boards of any polyominoes, whichever piece is the goal piece.
///
/// The goal piece touches the upper and the left edge at Start, the lower and the right edge at the
/// end.
pub(crate) struct AllGoalsSearch<'a> {
    family: &'a Family,
    wanted: Wanted,
    code: BoardCode<'a>,
    /// Most bytes that the search of one set may take.
    limit: u64,
    stop: &'a AtomicBool,
    graph: CliqueGraph<'a>,
    search: MarkSearch,
    /// For each board the first cells of the pieces that are at their goals.
    solved: Vec<u32>,
    /// For each board the first cells of the pieces that are where they begin.
    starting: Vec<u32>,
}

/// The hardest start for each shape of the goal piece, of those that one set of pieces has.
#[derive(Default)]
struct StartsByGoal(Vec<StartOfGoal>);

/// A start for one shape of the goal piece.
struct StartOfGoal {
    goal_piece: u64,
    moves: u32,
    /// The board with the goal piece marked.
    board: u64,
}

impl StartsByGoal {
    /// The greatest number of moves of a start.
    fn max_moves(&self) -> u32 {
        self.0.iter().map(|own| own.moves).max().unwrap_or(0)
    }

    /// Adds the starts that a board has with these goal pieces. Of starts with equally many moves
    /// that of the least word is kept.
    fn add(&mut self, code: BoardCode<'_>, moves: u32, board: u64, goal_cells: u32) {
        for cell in cells_of(u64::from(goal_cells)) {
            let board = code.with_goal_cell(board, cell);
            let goal_piece = code.goal_cells(board);
            let start = StartOfGoal {
                goal_piece,
                moves,
                board,
            };
            match self.0.iter_mut().find(|own| own.goal_piece == goal_piece) {
                None => self.0.push(start),
                Some(own) if own.moves < moves => *own = start,
                Some(own) if own.moves == moves && own.board > board => *own = start,
                Some(_) => {}
            }
        }
    }
}

impl<'a> AllGoalsSearch<'a> {
    /// A search that may take `limit` bytes.
    pub(crate) fn new(
        family: &'a Family,
        wanted: Wanted,
        limit: u64,
        stop: &'a AtomicBool,
    ) -> AllGoalsSearch<'a> {
        let code = family.code();
        AllGoalsSearch {
            family,
            wanted,
            code,
            limit,
            stop,
            graph: CliqueGraph::new(code, wanted.metric),
            search: MarkSearch::default(),
            solved: Vec::new(),
            starting: Vec::new(),
        }
    }

    /// Searches all sets of pieces of a unit.
    ///
    /// # Errors
    ///
    /// [`DesignError::Stopped`], [`DesignError::Memory`] and [`DesignError::Refused`].
    pub(crate) fn run(
        &mut self,
        unit: Unit,
        result: &mut BatchResult,
        starts: &mut HardestStarts,
    ) -> Result<(), DesignError> {
        let lister = BoardLister::new(self.family);
        let mut lists: Vec<Vec<(u64, u64)>> = vec![Vec::new(); 1 << LIST_BITS];
        let mut reserved = Ok(());
        lister.for_each_without_goal(unit.tally, &mut |key, board| {
            if unit.has(key) && reserved.is_ok() {
                let list = &mut lists[(key >> (u64::BITS - LIST_BITS)) as usize];
                reserved = reserve(list, 1);
                if reserved.is_ok() {
                    result.listed += 1;
                    list.push((key, board));
                }
            }
        });
        reserved?;
        for mut list in lists {
            lister.for_each_set(&mut list, &mut |set| self.run_set(set, result, starts))?;
        }
        Ok(())
    }

    /// Searches one set of pieces, of which these are all boards.
    fn run_set(
        &mut self,
        set: &[u64],
        result: &mut BatchResult,
        starts: &mut HardestStarts,
    ) -> Result<(), DesignError> {
        let (family, code) = (self.family, self.code);
        let mut found = StartsByGoal::default();
        let mut goal_shapes = BTreeSet::new();
        self.graph.clear(set.len(), self.limit)?;
        for &board in set {
            if !self.graph.find_component(board, self.limit, self.stop)? {
                continue;
            }
            let solved = self.list_marks()?;
            result.solved += solved;
            if solved > 0 {
                self.note_goals(&mut goal_shapes);
                result.met += self.search_component(&mut found)?;
            }
        }
        let pieces = code.pieces(set[0]);
        for goal_piece in goal_shapes {
            starts.add(self.set_of(&pieces, goal_piece), None);
        }
        for start in found.0 {
            let pieces = code.pieces(start.board);
            let set = self.set_of(&pieces, start.goal_piece);
            let start = HardestStart {
                moves: start.moves,
                pieces,
                goal_piece: start.goal_piece,
                finishes: vec![family.field.lowered(start.goal_piece)],
            };
            starts.add(set, Some(start));
        }
        Ok(())
    }

    /// Lists the pieces of the component's boards that are at their goals, and those that are where
    /// they begin; returns the number of the former.
    ///
    /// # Errors
    ///
    /// [`DesignError::Refused`].
    fn list_marks(&mut self) -> Result<u64, DesignError> {
        let (code, field) = (self.code, &self.family.field);
        let (first_row, first_column) = (field.first_row(), field.first_column());
        let (last_row, last_column) = (field.last_row(), field.last_column());
        let boards = self.graph.boards();
        self.solved.clear();
        self.starting.clear();
        reserve(&mut self.solved, boards.len())?;
        reserve(&mut self.starting, boards.len())?;
        let mut count = 0;
        for &board in boards {
            let solved = code.pieces_touching(board, last_column, last_row);
            count += u64::from(solved.count_ones());
            self.solved.push(solved);
            self.starting
                .push(code.pieces_touching(board, first_column, first_row));
        }
        Ok(count)
    }

    /// Adds the shapes of the pieces that are at their goals on boards of the component; one shape
    /// where sets do not tell goal pieces apart.
    fn note_goals(&self, goal_shapes: &mut BTreeSet<u64>) {
        for (&board, &solved) in self.graph.boards().iter().zip(&self.solved) {
            for cell in cells_of(u64::from(solved)) {
                if self.wanted.by != SetKind::Pieces && !goal_shapes.is_empty() {
                    return;
                }
                let goal_piece = self.code.goal_cells(self.code.with_goal_cell(board, cell));
                goal_shapes.insert(self.family.field.normal_form(goal_piece));
            }
        }
    }

    /// Searches the component, and adds its starts; returns the number of boards that were met, one
    /// for each goal piece.
    fn search_component(&mut self, found: &mut StartsByGoal) -> Result<u64, DesignError> {
        let (code, wanted) = (self.code, self.wanted);
        let boards = self.graph.boards();
        // The starts of the greatest distance; the others matter where goal pieces are told apart.
        let (mut most, mut last) = (0, Vec::new());
        let mut visit = |moves: u32, met: &[MarkedBoard]| {
            let starting = met.iter().map(|own| MarkedBoard {
                marks: own.marks & self.starting[own.board as usize],
                ..*own
            });
            let mut starting = starting.filter(|own| own.marks != 0).peekable();
            if moves < wanted.least || starting.peek().is_none() {
                return;
            }
            if wanted.by == SetKind::Pieces {
                starting.for_each(|own| {
                    found.add(code, moves, boards[own.board as usize], own.marks);
                });
            } else if moves >= found.max_moves() {
                most = moves;
                last.clear();
                last.extend(starting);
            }
        };
        let sources = &self.solved;
        let (graph, search) = (&self.graph, &mut self.search);
        let met = search.run(graph, sources, wanted.most, self.stop, &mut visit)?;
        for own in last {
            found.add(code, most, boards[own.board as usize], own.marks);
        }
        if self.graph.bytes() + self.search.bytes() > self.limit {
            return Err(DesignError::Memory { limit: self.limit });
        }
        Ok(met)
    }

    /// The set of these pieces with one of this shape as the goal piece.
    fn set_of(&self, pieces: &[u64], goal_piece: u64) -> PieceSet {
        let shape = |piece: u64| self.family.field.normal_form(piece);
        let mut others = pieces.to_vec();
        let goal = others
            .iter()
            .position(|own| shape(*own) == shape(goal_piece));
        let goal = others.remove(goal.expect("the goal piece is one of the pieces"));
        others.insert(0, goal);
        piece_set(self.family, self.wanted.by, &others)
    }
}
