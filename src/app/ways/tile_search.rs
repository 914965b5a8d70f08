//! `TileSearch`: shortest ways on a board of tiles, by the cheapest bound that does.

use super::solve_by::SolutionMethod;
use crate::tables::open_tables::TileTables;
use crate::{Explorer, Problem};
use slidewise_analysis::{AdditiveTables, GuidedAnswer, GuidedResult, Path};
use slidewise_puzzle::{Configuration, Puzzle};
use std::cell::OnceCell;

/// Nodes of a search by the grid after which tables take its place: they take some tenths of a
/// second, and tables that are not kept take seconds or minutes.
const GRID_NODES: u64 = 1 << 19;

/// Searches of one goal, for one start after the other.
///
/// Without a wish for a method, kept tables guide a search. If none are kept, the grid does; only
/// if its nodes are used up, tables are built.
#[derive(Debug)]
pub struct TileSearch<'e> {
    explorer: &'e Explorer<'e>,
    groups: Vec<Vec<String>>,
    method: SolutionMethod,
    grid: OnceCell<TileTables<'e>>,
    tables: OnceCell<TileTables<'e>>,
}

/// The answer for one start.
#[derive(Clone, Debug)]
pub struct TileAnswer {
    /// How the search ended, with the nodes of all bounds that were tried.
    pub guided: GuidedAnswer,
    /// The way; `None` if none was found.
    pub path: Option<Path>,
    /// The bound that guided the search: `Grid` or `Tables`.
    pub method: SolutionMethod,
}

impl Explorer<'_> {
    /// Whether the grid bounds the distances of this puzzle.
    pub fn has_grid(&self) -> bool {
        let cells = self.puzzle.board.cell_count();
        self.metric == slidewise_engine::graph::Metric::Step
            && cells <= AdditiveTables::MOST_GRID_CELLS
            && self.puzzle.tiles_obstacle().is_none()
            && self.puzzle.goal_tile_numbers().is_some()
    }

    /// Searches on a board of tiles by a method; `groups` are lists of tokens of named tables.
    ///
    /// # Errors
    /// If the method is the grid or none, and the grid bounds no distances of this puzzle.
    pub fn tile_search(
        &self,
        method: SolutionMethod,
        groups: &[Vec<String>],
    ) -> Result<TileSearch<'_>, Problem> {
        if method != SolutionMethod::Tables && !self.has_grid() {
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
                _ => SolutionMethod::Tables,
            },
            grid: OnceCell::new(),
            tables: OnceCell::new(),
        })
    }
}

impl<'e> TileSearch<'e> {
    /// Finds a shortest way from a position; with `counts_all`, also how many there are.
    ///
    /// `observe` receives the bound that is proved so far, and the number of nodes.
    ///
    /// # Errors
    /// If tables cannot be opened or built, or one is damaged.
    pub fn solve(
        &self,
        start: &Configuration,
        counts_all: bool,
        observe: &mut dyn FnMut(u32, u64),
    ) -> Result<TileAnswer, Problem> {
        if self.is_odd(start)? {
            return Ok(TileAnswer {
                guided: GuidedAnswer {
                    result: GuidedResult::Unsolvable,
                    nodes: 0,
                },
                path: None,
                method: SolutionMethod::Grid,
            });
        }
        let mut before = 0;
        if !self.begins_with_tables()? {
            let grid = self.grid()?;
            let most_nodes = match self.method {
                SolutionMethod::Auto if self.explorer.has_tile_tables() => GRID_NODES,
                _ => u64::MAX,
            };
            let guided = grid.solve_until(start, counts_all, most_nodes, observe)?;
            let is_over = matches!(guided.result, GuidedResult::Stopped { .. })
                && guided.nodes > most_nodes
                && !self.explorer.is_stopped();
            if !is_over {
                return self.answer(grid, start, guided, SolutionMethod::Grid);
            }
            before = guided.nodes;
        }
        let tables = self.tables()?;
        let mut guided = tables.solve(start, counts_all, observe)?;
        guided.nodes += before;
        self.answer(tables, start, guided, SolutionMethod::Tables)
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &'e Puzzle {
        self.explorer.puzzle()
    }

    /// Whether parity rules out any way from a position, which takes no tables.
    ///
    /// # Errors
    /// If the position has not each tile once.
    pub fn is_odd(&self, start: &Configuration) -> Result<bool, Problem> {
        self.grid()?.is_odd(start)
    }

    /// The tables, if they were opened or built.
    pub fn opened(&self) -> Option<&TileTables<'e>> {
        self.tables.get()
    }

    /// Opens or builds the tables now if the searches begin with them.
    ///
    /// # Errors
    /// If tables cannot be opened or built.
    pub fn prepare(&self) -> Result<(), Problem> {
        if self.begins_with_tables()? {
            self.tables()?;
        }
        Ok(())
    }

    fn answer(
        &self,
        tables: &TileTables<'_>,
        start: &Configuration,
        guided: GuidedAnswer,
        method: SolutionMethod,
    ) -> Result<TileAnswer, Problem> {
        let path = match guided.result {
            GuidedResult::Solved { .. } => Some(tables.way(start, &guided)?),
            _ => None,
        };
        Ok(TileAnswer {
            guided,
            path,
            method,
        })
    }

    /// Whether tables guide the search from the beginning.
    fn begins_with_tables(&self) -> Result<bool, Problem> {
        Ok(match self.method {
            SolutionMethod::Tables => true,
            SolutionMethod::Grid => false,
            _ if !self.explorer.has_tile_tables() => false,
            _ => self.tables.get().is_some() || self.explorer.has_kept_tables()?,
        })
    }

    fn grid(&self) -> Result<&TileTables<'e>, Problem> {
        if let Some(grid) = self.grid.get() {
            return Ok(grid);
        }
        let grid = self.explorer.grid_tables()?;
        Ok(self.grid.get_or_init(|| grid))
    }

    fn tables(&self) -> Result<&TileTables<'e>, Problem> {
        if let Some(tables) = self.tables.get() {
            return Ok(tables);
        }
        let tables = self.explorer.best_tile_tables(&self.groups)?;
        Ok(self.tables.get_or_init(|| tables))
    }
}
