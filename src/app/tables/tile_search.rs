//! `TileSearch`: shortest ways on a board of tiles, by the cheapest bound that does.

use super::open_tables::TileTables;
use super::start_limits::StartLimits;
use crate::Progress;
use crate::explore::observer::ReportedSearch;
use crate::explore::tile_table::TableChoice;
use crate::{Answer, Explorer, Problem, SolveMethod, WantedWays};
use slidewise_analysis::{AdditiveTables, GuidedAnswer, GuidedResult, Unsolvable};
use slidewise_puzzle::{Configuration, Puzzle};
use slidewise_store::Stopwatch;
use std::cell::OnceCell;
use std::time::Duration;

/// Nodes of a search by the grid after which tables take its place: they take some tenths of a
/// second, and tables that are not kept take seconds or minutes.
const GRID_NODES: u64 = 1 << 19;

/// Searches of one goal, for one start after the other.
///
/// Without a wish for a method, kept tables guide a search. If none are kept, the grid does; only
/// if its nodes are used up, tables are built.
#[derive(Debug)]
pub(crate) struct TileSearch<'e> {
    explorer: &'e Explorer,
    groups: Vec<Vec<String>>,
    method: SolveMethod,
    grid: OnceCell<TileTables>,
    tables: OnceCell<TileTables>,
}

impl Explorer {
    /// Whether the grid bounds the distances of this puzzle.
    pub fn has_grid(&self) -> bool {
        let cells = self.puzzle.board.cell_count();
        self.metric == slidewise_engine::graph::Metric::Step
            && cells <= AdditiveTables::MAX_GRID_CELLS
            && self.puzzle.tiles_obstacle().is_none()
            && self.puzzle.goal_tile_numbers().is_some()
    }

    /// Searches on a board of tiles by a method; `groups` are lists of tokens of named tables.
    ///
    /// # Errors
    /// If the method is the grid or none, and the grid bounds no distances of this puzzle.
    pub(crate) fn tile_search(
        &self,
        method: SolveMethod,
        groups: &[Vec<String>],
    ) -> Result<TileSearch<'_>, Problem> {
        if method != SolveMethod::Tables && !self.has_grid() {
            return Err(Problem::of_input(
                format!(
                    "the grid bounds no distances of {}: it is no board of distinct tiles, or its \
                     metric is not steps",
                    self.puzzle.name
                ),
                "leave --method out",
            ));
        }
        Ok(TileSearch {
            explorer: self,
            groups: groups.to_vec(),
            method: match groups {
                [] => method,
                _ => SolveMethod::Tables,
            },
            grid: OnceCell::new(),
            tables: OnceCell::new(),
        })
    }
}

impl<'e> TileSearch<'e> {
    /// Finds a shortest way from a position, and the number of such ways if it is wanted.
    ///
    /// # Errors
    /// If tables cannot be opened or built, one is damaged, or ways are to be listed.
    pub(crate) fn solve(
        &self,
        start: &Configuration,
        wanted: WantedWays,
        limits: StartLimits,
    ) -> Result<Answer, Problem> {
        if wanted == WantedWays::Listed {
            return Err(Problem::of_input(
                "a search by tables counts the shortest ways, and does not list them",
                "leave out --all, or --method tables and --keep",
            ));
        }
        let counts_all = wanted == WantedWays::Counted;
        if self.is_odd(start)? {
            let problem = self.odd(start);
            return Ok(Answer::without_way(0, problem, SolveMethod::Grid, 0));
        }
        self.prepare()?;
        let reported = ReportedSearch::new(&*self.explorer.observer);
        let mut observe =
            |at_least, nodes| reported.progress(&Progress::Deepened { at_least, nodes });
        let (begun, mut before) = (Stopwatch::start(), 0);
        let mut left = limits;
        if !self.begins_with_tables()? {
            let grid = self.grid()?;
            let max_nodes = match self.method {
                SolveMethod::Auto if self.explorer.has_tile_tables() => GRID_NODES,
                _ => u64::MAX,
            };
            let guided = grid.solve_until(start, counts_all, (max_nodes, limits), &mut observe)?;
            left = limits.after(guided.nodes, begun.elapsed());
            let is_at_limit = left.nodes == Some(0) || left.time == Some(Duration::ZERO);
            let is_over = matches!(guided.result, GuidedResult::Stopped { .. })
                && guided.nodes > max_nodes
                && !is_at_limit
                && !self.explorer.is_stopped();
            if !is_over {
                let how = (SolveMethod::Grid, counts_all, limits);
                return self.answer(grid, start, guided, how);
            }
            before = guided.nodes;
        }
        let tables = self.tables()?;
        let mut guided = tables.solve_until(start, counts_all, (u64::MAX, left), &mut observe)?;
        guided.nodes += before;
        let how = (SolveMethod::Tables, counts_all, limits);
        self.answer(tables, start, guided, how)
    }

    /// The problem of a start that parity separates from the goal.
    fn odd(&self, start: &Configuration) -> Problem {
        let puzzle = Puzzle {
            start: start.clone(),
            ..self.explorer.puzzle.clone()
        };
        Problem::of_no_solution(&puzzle, &Unsolvable::Parity)
    }

    /// Whether parity rules out any way from a position, which takes no tables.
    ///
    /// # Errors
    /// If the position has not each tile once.
    fn is_odd(&self, start: &Configuration) -> Result<bool, Problem> {
        self.grid()?.is_odd(start)
    }

    /// Opens or builds the tables now if the searches begin with them.
    ///
    /// # Errors
    /// If tables cannot be opened or built.
    pub(crate) fn prepare(&self) -> Result<(), Problem> {
        if self.begins_with_tables()? {
            self.tables()?;
        }
        Ok(())
    }

    fn answer(
        &self,
        tables: &TileTables,
        start: &Configuration,
        guided: GuidedAnswer,
        (method, counts_all, limits): (SolveMethod, bool, StartLimits),
    ) -> Result<Answer, Problem> {
        let nodes = guided.nodes;
        let interrupted = || limits.problem(nodes, self.explorer.is_stopped());
        Ok(match guided.result {
            GuidedResult::Unsolvable => Answer::without_way(0, self.odd(start), method, nodes),
            GuidedResult::Stopped { at_least } => {
                Answer::without_way(at_least.into(), interrupted(), method, nodes)
            }
            GuidedResult::Solved { ways, .. } => {
                let way = tables.way(start, &guided)?;
                Answer {
                    problem: (ways.is_none() && counts_all).then(interrupted),
                    ..Answer::of_way(way, ways, method, nodes)
                }
            }
        })
    }

    /// Whether tables guide the search from the beginning.
    fn begins_with_tables(&self) -> Result<bool, Problem> {
        Ok(match self.method {
            SolveMethod::Tables => true,
            SolveMethod::Grid => false,
            _ if !self.explorer.has_tile_tables() => false,
            _ => self.tables.get().is_some() || self.explorer.has_kept_tables()?,
        })
    }

    fn grid(&self) -> Result<&TileTables, Problem> {
        if let Some(grid) = self.grid.get() {
            return Ok(grid);
        }
        let grid = self.explorer.grid_tables()?;
        Ok(self.grid.get_or_init(|| grid))
    }

    fn tables(&self) -> Result<&TileTables, Problem> {
        if let Some(tables) = self.tables.get() {
            return Ok(tables);
        }
        let tables = self.explorer.best_tile_tables(&self.groups)?;
        if tables.choice == TableChoice::Kept {
            let built = Progress::GuidedBy(&tables.built);
            self.explorer.observer.progress(&built);
        }
        Ok(self.tables.get_or_init(|| tables))
    }
}
