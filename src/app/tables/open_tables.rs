//! `TileTables`: the bounds of a goal of tiles that are open, and the searches that they guide.

use super::start_limits::StartLimits;
use super::table_goal::{TableGoal, image_of};
use crate::explore::table_shelf::OpenTables;
use crate::explore::tile_table::{TableChoice, TileTable};
use crate::{Explorer, Problem};
use slidewise_analysis::{
    AdditiveTables, GuidedAnswer, GuidedQuery, GuidedResult, Move, Path, TablesError,
};
use slidewise_engine::graph::Metric;
use slidewise_engine::search::PatternDatabase;
use slidewise_puzzle::{Configuration, Puzzle};
use slidewise_store::CorruptionFlag;
use std::sync::Arc;
use std::time::Duration;

/// Remedy for a damaged table.
pub(crate) const BUILD_AGAIN: &str = "the same command with --fresh builds the tables again";

/// The tables of a goal, ready to guide searches.
#[derive(Debug)]
pub struct TileTables {
    explorer: Explorer,
    open: Arc<OpenTables>,
    /// Number of each tile in the tables: those of the goal ascend from cell to cell.
    numbers: Vec<u8>,
    /// The tables in the order in which they were asked for.
    pub built: Vec<TileTable>,
    /// How the groups were chosen.
    pub choice: TableChoice,
}

impl Explorer {
    /// The bound by the grid alone, in the place of tables.
    pub(crate) fn grid_tables(&self) -> Result<TileTables, Problem> {
        let goal = self.table_goal()?;
        let numbers = ascending_numbers(&goal);
        let own: Vec<u8> = renumbered(&goal.numbers, &numbers);
        let tables = AdditiveTables::of_grid(&self.puzzle.board, &own);
        let open = OpenTables {
            tables: tables.map_err(problem_of_tables)?,
            images: (0..goal.numbers.len()).map(|cell| cell as u8).collect(),
            alarms: Vec::new(),
            built: Vec::new(),
            choice: TableChoice::Fewest,
        };
        Ok(self.with_open(&goal, Arc::new(open)))
    }

    /// Tables of a goal, which searches of the explorer's puzzle use.
    pub(crate) fn with_open(&self, goal: &TableGoal, open: Arc<OpenTables>) -> TileTables {
        TileTables {
            explorer: self.clone(),
            numbers: ascending_numbers(goal),
            built: open.built.clone(),
            choice: open.choice,
            open,
        }
    }
}

impl TileTables {
    /// Finds a shortest way from a position to the goal; with `counts_all`, also how many there
    /// are. Begins no iteration after `max_nodes` nodes, and stops at `limits`.
    ///
    /// `observe` receives the bound that is proved so far, and the number of nodes.
    ///
    /// # Errors
    /// If a table is damaged.
    pub(crate) fn solve_until(
        &self,
        start: &Configuration,
        counts_all: bool,
        (max_nodes, limits): (u64, StartLimits),
        observe: &mut dyn FnMut(u32, u64),
    ) -> Result<GuidedAnswer, Problem> {
        let query = GuidedQuery {
            counts_all,
            threads: self.explorer.threads,
            max_nodes,
            stop: &self.explorer.stop,
            limit: limits.time,
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
        };
        self.answer(start, query, observe)
    }

    fn answer(
        &self,
        start: &Configuration,
        query: GuidedQuery<'_>,
        observe: &mut dyn FnMut(u32, u64),
    ) -> Result<GuidedAnswer, Problem> {
        let answer = self.open.tables.solve(&self.image(start), query, observe);
        check_alarms(&self.open.alarms)?;
        let mut answer = answer.map_err(problem_of_tables)?;
        if let GuidedResult::Solved { path, .. } = &mut answer.result {
            for cell in path {
                let own = self.open.images.iter().position(|image| image == cell);
                *cell = own.map_or(*cell, |own| own as u8);
            }
        }
        Ok(answer)
    }

    /// Finds a shortest way from a position to the goal, but searches for at most `limit`.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn solve_within(
        &self,
        start: &Configuration,
        limit: Duration,
    ) -> Result<GuidedAnswer, Problem> {
        let query = GuidedQuery {
            threads: self.explorer.threads,
            stop: &self.explorer.stop,
            limit: Some(limit),
            ..GuidedQuery::default()
        };
        self.answer(start, query, &mut |_, _| {})
    }

    /// A lower bound for the distance from a position to the goal; `None` if no way leads there.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn bound(&self, position: &Configuration) -> Result<Option<u32>, Problem> {
        let bound = self.open.tables.bound(&self.image(position));
        bound.map_err(problem_of_tables)
    }

    /// The tables, in the order in which they were asked for.
    pub(crate) fn databases(&self) -> impl Iterator<Item = &PatternDatabase> {
        let groups = self.open.tables.groups().iter();
        groups.map(|group| &group.database)
    }

    /// Fails if a block of a table that was read is damaged.
    pub(crate) fn check(&self) -> Result<(), Problem> {
        check_alarms(&self.open.alarms)
    }

    /// Whether parity rules out any way from a position.
    pub(crate) fn is_odd(&self, start: &Configuration) -> Result<bool, Problem> {
        let is_solvable = self.open.tables.is_solvable(&self.image(start));
        is_solvable.map(|own| !own).map_err(problem_of_tables)
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.explorer.puzzle
    }

    /// Numbers of the image of a position.
    fn image(&self, position: &Configuration) -> Vec<u8> {
        let tiles = self.explorer.puzzle.tile_numbers(position);
        image_of(&renumbered(&tiles, &self.numbers), &self.open.images)
    }

    /// The way of an answer that has one, from its start.
    ///
    /// # Errors
    /// If the way is none of the puzzle, because a table is damaged.
    pub(crate) fn way(
        &self,
        start: &Configuration,
        answer: &GuidedAnswer,
    ) -> Result<Path, Problem> {
        self.path(start, answer).ok_or_else(|| {
            Problem::of_run(
                "the way that was found is not one of the puzzle",
                "build the tables again with --fresh",
            )
        })
    }

    /// The way of an answer from its start; `None` if the answer has no way.
    pub fn path(&self, start: &Configuration, answer: &GuidedAnswer) -> Option<Path> {
        let GuidedResult::Solved { path, .. } = &answer.result else {
            return None;
        };
        let puzzle: &Puzzle = &self.explorer.puzzle;
        let mut numbers = puzzle.tile_numbers(start);
        let mut positions = vec![start.clone()];
        let mut moves = Vec::new();
        for cells in path.windows(2) {
            numbers.swap(usize::from(cells[0]), usize::from(cells[1]));
            let next = puzzle.of_tile_numbers(&numbers);
            let last = &positions[positions.len() - 1];
            moves.push(Move::between(puzzle, Metric::Step, last, &next)?);
            positions.push(next);
        }
        Some(Path::new(puzzle, positions, moves))
    }
}

/// The number of each tile in tables: those of the goal ascend from cell to cell.
pub(crate) fn ascending_numbers(goal: &TableGoal) -> Vec<u8> {
    let mut numbers = vec![0; goal.numbers.len()];
    let tiles = goal.numbers.iter().filter(|&&tile| tile != 0);
    for (number, &tile) in (1..=u8::MAX).zip(tiles) {
        numbers[usize::from(tile)] = number;
    }
    numbers
}

/// The numbers of tiles in tables.
pub(crate) fn renumbered(tiles: &[u8], numbers: &[u8]) -> Vec<u8> {
    let tiles = tiles.iter();
    tiles.map(|&tile| numbers[usize::from(tile)]).collect()
}

/// Fails if a block of a store that was read is damaged.
pub(crate) fn check_alarms(alarms: &[Arc<CorruptionFlag>]) -> Result<(), Problem> {
    match alarms.iter().find_map(|alarm| alarm.raised()) {
        Some(damage) => Err(Problem::from(damage).with_hint(BUILD_AGAIN)),
        None => Ok(()),
    }
}

/// The problem of tables that cannot guide a search.
pub(crate) fn problem_of_tables(error: TablesError) -> Problem {
    match error {
        TablesError::Damaged | TablesError::OtherGoal => Problem::of_run(error, BUILD_AGAIN),
        TablesError::Shared { .. } => {
            Problem::of_input(error, "name groups that have no tile in common")
        }
        _ => Problem::of_input(error, "name a position of the puzzle"),
    }
}
