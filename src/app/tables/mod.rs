//! Tables that guide searches: of tiles and of groups of pieces.

pub(crate) mod bounds_plan;
pub(crate) mod drawn_starts;
pub(crate) mod group_choice;
pub(crate) mod group_distances;
pub(crate) mod group_tables;
pub(crate) mod kept_tables;
pub(crate) mod many_starts;
pub(crate) mod open_tables;
pub(crate) mod start_limits;
pub(crate) mod table_check;
pub(crate) mod table_goal;
pub(crate) mod table_plan;
pub(crate) mod tile_bounds;
pub(crate) mod tile_division;
pub(crate) mod tile_graphs;
pub(crate) mod tile_guide;
pub(crate) mod tile_search;
pub(crate) mod tile_tables;

pub use bounds_plan::{BoundsPlan, PositionBounds};
pub use drawn_starts::DrawnStarts;
pub use group_distances::GroupDistances;
pub use group_tables::GroupTables;
pub use many_starts::{StartsQuestion, TimedAnswer};
pub use open_tables::TileTables;
pub use start_limits::StartLimits;
pub use table_check::TableCheck;
pub use tile_bounds::TileBounds;
pub use tile_guide::{TileGuide, grid_bound};

use crate::ways::answer::WaysReader;
use crate::{Answer, Explorer, Problem, SolveMethod, TileTable, WantedWays};
use slidewise_puzzle::{Configuration, Puzzle};
use std::cell::RefCell;
use std::sync::{Mutex, PoisonError};
use tile_search::TileSearch;

/// The bounds that guide searches to the goals of a puzzle, from one start after the other.
///
/// A board of tiles has the distances on the grid and tables of tiles; another puzzle has tables of
/// groups of its pieces. Tables are opened or built when a search needs them.
#[derive(Debug)]
pub struct Tables<'e> {
    explorer: &'e Explorer,
    groups: Vec<Vec<String>>,
    limits: StartLimits,
    /// Held while tables of groups are opened or built, if other threads do so, too.
    building: Option<&'e Mutex<()>>,
    kind: TablesKind<'e>,
}

#[derive(Debug)]
enum TablesKind<'e> {
    Tiles(Box<TileSearch<'e>>),
    Groups(RefCell<Option<Box<GroupTables>>>),
}

impl Explorer {
    /// The bounds for a method; `groups` are the tokens of the pieces of each table, or none, to
    /// let the program choose.
    ///
    /// # Errors
    /// If the method is the grid, and the grid bounds no distances of this puzzle.
    pub fn tables(
        &self,
        method: SolveMethod,
        groups: &[Vec<String>],
    ) -> Result<Tables<'_>, Problem> {
        let takes_grid = method != SolveMethod::Tables && groups.is_empty();
        let is_of_tiles =
            method == SolveMethod::Grid || self.has_tile_tables() || takes_grid && self.has_grid();
        Ok(Tables {
            explorer: self,
            groups: groups.to_vec(),
            limits: StartLimits::default(),
            building: None,
            kind: if is_of_tiles {
                TablesKind::Tiles(Box::new(self.tile_search(method, groups)?))
            } else {
                TablesKind::Groups(RefCell::default())
            },
        })
    }

    /// Opens the tables of groups of pieces, or of groups that the program chooses, and builds
    /// those that are missing.
    ///
    /// # Errors
    /// If the puzzle has no goal or no tables, a group is wrong, there is too little memory or
    /// disk, or the run is interrupted.
    pub fn build_tables(&self, groups: &[Vec<String>]) -> Result<Vec<TileTable>, Problem> {
        if self.has_tile_tables() {
            Ok(self.tile_tables(groups)?.built)
        } else {
            Ok(self.group_tables(groups)?.built)
        }
    }

    /// The tables of the puzzle that the store folder holds, finished ones only.
    ///
    /// # Errors
    /// If the puzzle has no goal or no tables, or the folder cannot be read.
    pub fn kept_tables_of_puzzle(&self) -> Result<Vec<TileTable>, Problem> {
        if self.has_tile_tables() {
            self.kept_tile_tables()
        } else {
            self.kept_group_tables()
        }
    }
}

impl<'e> Tables<'e> {
    /// Limits the search from each start. A search that reaches a limit is answered with a lower
    /// bound, and with a problem whose cause is an interruption.
    #[must_use]
    pub fn within(self, limits: StartLimits) -> Tables<'e> {
        Tables { limits, ..self }
    }

    /// Opens and builds tables of groups while no other thread does.
    pub(crate) fn built_alone(self, building: &'e Mutex<()>) -> Tables<'e> {
        Tables {
            building: Some(building),
            ..self
        }
    }

    /// Finds a shortest way from a position to the nearest goals; `read` receives all of them if
    /// they are to be listed.
    ///
    /// # Errors
    /// If tables cannot be opened or built, one is damaged, or ways of a board of tiles are to be
    /// listed. Errors of `read` are returned, too.
    pub fn solve(
        &self,
        start: &Configuration,
        wanted: WantedWays,
        read: WaysReader<'_>,
    ) -> Result<Answer, Problem> {
        let kept = match &self.kind {
            TablesKind::Tiles(search) => return search.solve(start, wanted, self.limits),
            TablesKind::Groups(kept) => kept,
        };
        // A start in another component has tables of its own.
        let before = kept.take();
        let own = match before {
            Some(own) if own.are_for(start) => own,
            before => match self.group_tables_from(start) {
                Ok(own) => Box::new(own),
                Err(problem) if problem.unsolvable().is_some() => {
                    // The tables of the starts before are kept for those behind.
                    kept.replace(before);
                    return Ok(Answer::without_way(0, problem, SolveMethod::Tables, 0));
                }
                Err(problem) => return Err(problem),
            },
        };
        let answer = own.solve_within(self.limits, start, wanted, read);
        kept.replace(Some(own));
        answer
    }

    /// Opens or builds tables now if the searches begin with tables of tiles.
    ///
    /// # Errors
    /// If tables cannot be opened or built.
    pub fn prepare(&self) -> Result<(), Problem> {
        match &self.kind {
            TablesKind::Tiles(search) => search.prepare(),
            TablesKind::Groups(_) => Ok(()),
        }
    }

    fn group_tables_from(&self, start: &Configuration) -> Result<GroupTables, Problem> {
        let puzzle = Puzzle {
            start: start.clone(),
            ..self.explorer.puzzle.clone()
        };
        let explorer = Explorer {
            puzzle,
            ..self.explorer.clone()
        };
        let alone = self.building;
        let _alone = alone.map(|own| own.lock().unwrap_or_else(PoisonError::into_inner));
        explorer.group_tables(&self.groups)
    }
}
