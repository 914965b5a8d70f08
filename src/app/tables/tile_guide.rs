//! `TileGuide`: distances and best moves on a board of tiles that is too large to explore.

use super::open_tables::TileTables;
use crate::{Cause, Explorer, Problem, TableChoice};
use slidewise_analysis::{
    AdditiveTables, Guide, GuidedResult, KnownDistance, Move, Path, QueryError,
};
use slidewise_puzzle::{Configuration, Puzzle};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

/// Bytes of memory for tables that are built for a guide.
const MEMORY: u64 = 32 << 20;
/// Most positions whose distances are remembered.
const MAX_KNOWN: usize = 1 << 16;

/// Distances from searches that tables guide, each within a time limit.
#[derive(Debug)]
pub struct TileGuide {
    tables: Arc<TileTables>,
    limit: Duration,
    /// What is known of positions, and the best move of those with an exact distance.
    known: HashMap<Configuration, (KnownDistance, Option<Move>)>,
    remedy: Option<String>,
}

/// A lower bound of the steps from a position to the goal of a board of tiles, without tables: the
/// sum of the distances of all tiles on the grid.
///
/// `None` if the puzzle is no board of distinct tiles, or has not one goal that names all of them.
pub fn grid_bound(puzzle: &Puzzle, position: &Configuration) -> Option<u64> {
    if puzzle.tiles_obstacle().is_some() {
        return None;
    }
    let goal = puzzle.goal_tile_numbers()?;
    let cells_of = |numbers: &[u8]| {
        let mut cells = vec![0; numbers.len()];
        for (cell, &number) in numbers.iter().enumerate() {
            cells[usize::from(number)] = cell;
        }
        cells
    };
    let columns = puzzle.board.columns();
    let apart = |(from, to): (usize, usize)| {
        (from / columns).abs_diff(to / columns) + (from % columns).abs_diff(to % columns)
    };
    // The first of them is the empty cell.
    let from = cells_of(&puzzle.tile_numbers(position)).into_iter();
    let ways = from.zip(cells_of(&goal)).skip(1);
    Some(ways.map(apart).sum::<usize>() as u64)
}

impl Explorer {
    /// The tables for a guide: kept ones if there are good ones, else small ones in memory.
    ///
    /// # Errors
    /// If the puzzle is no board of distinct tiles with one goal, the metric is not steps, or the
    /// tables cannot be opened or built.
    pub fn guide_tables(&self) -> Result<TileTables, Problem> {
        self.tables_of_guide(self.memory.unwrap_or(MEMORY).min(MEMORY))
    }
}

impl TileGuide {
    /// A guide that searches for at most `limit` for each position.
    pub fn new(tables: Arc<TileTables>, limit: Duration) -> TileGuide {
        let puzzle = tables.puzzle();
        // The tables of a goal that was named need its position too, which is left to the player.
        let has_tables = puzzle.board.cell_count() <= AdditiveTables::MAX_CELLS;
        let remedy = (has_tables && tables.choice != TableChoice::Kept)
            .then(|| format!("slidewise tables {}", puzzle.name));
        TileGuide {
            tables,
            limit,
            known: HashMap::new(),
            remedy,
        }
    }

    /// A shortest way from a position to Finish; `None` if it is not found in time.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn solution(&mut self, position: &Configuration) -> Result<Option<Path>, Problem> {
        self.solution_within(position, self.limit)
    }

    /// A shortest way as [`TileGuide::solution`] finds it, with another time limit.
    ///
    /// # Errors
    /// As [`TileGuide::solution`].
    pub fn solution_within(
        &mut self,
        position: &Configuration,
        limit: Duration,
    ) -> Result<Option<Path>, Problem> {
        let answer = self.tables.solve_within(position, limit)?;
        if let GuidedResult::Stopped { at_least } = answer.result {
            let at_least = KnownDistance::AtLeast(at_least.into());
            self.known.insert(position.clone(), (at_least, None));
        }
        let Some(path) = self.tables.path(position, &answer) else {
            return Ok(None);
        };
        if self.known.len() > MAX_KNOWN {
            self.known.clear();
        }
        // The rest of the least way is the least way of each position on it.
        for (at, position) in path.positions.iter().enumerate() {
            let distance = KnownDistance::Exactly((path.moves.len() - at) as u64);
            let best = path.moves.get(at).cloned();
            self.known.insert(position.clone(), (distance, best));
        }
        Ok(Some(path))
    }

    /// What is known of a position after a search, if none was made before.
    fn look(
        &mut self,
        position: &Configuration,
    ) -> Result<(KnownDistance, Option<Move>), QueryError> {
        if let Some(known) = self.known.get(position) {
            return Ok(known.clone());
        }
        match self.solution(position) {
            Ok(_) => Ok(self.known.get(position).cloned().unwrap_or_default()),
            Err(problem) => match problem.cause() {
                Cause::Damaged => Err(QueryError::DamagedTable),
                Cause::Interrupted => Err(QueryError::Stopped),
                _ => Ok((KnownDistance::Unknown, None)),
            },
        }
    }
}

impl Guide for TileGuide {
    fn distance(&mut self, position: &Configuration) -> Result<KnownDistance, QueryError> {
        Ok(self.look(position)?.0)
    }

    fn best(&mut self, position: &Configuration) -> Result<Option<Move>, QueryError> {
        Ok(self.look(position)?.1)
    }

    fn remedy(&self) -> Option<&str> {
        self.remedy.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Keep;
    use std::collections::VecDeque;

    #[test]
    fn a_guide_knows_the_distances_of_an_exploration_and_a_way() {
        let folder = tempfile::tempdir().unwrap();
        let mut puzzle = Puzzle::open("tiles:3x3").unwrap();
        puzzle.start = puzzle.read_position("867:254:3.1").unwrap();
        let explorer = Explorer::new(&puzzle).keep(Keep::Folder(folder.path().to_owned()));
        let search = Explorer::new(&puzzle).explore().unwrap();
        let solution = search.solve().unwrap();
        let path = solution.path();
        let tables = explorer.guide_tables().unwrap();
        let mut guide = TileGuide::new(Arc::new(tables), Duration::from_secs(60));
        for (at, position) in path.positions.iter().enumerate() {
            let distance = (path.moves.len() - at) as u64;
            assert_eq!(
                guide.distance(position).unwrap(),
                KnownDistance::Exactly(distance)
            );
            assert_eq!(guide.best(position).unwrap(), path.moves.get(at).cloned());
        }
        assert_eq!(grid_bound(&puzzle, &puzzle.start), Some(21));
        let odd = puzzle.read_position("213:456:78.").unwrap();
        assert_eq!(guide.distance(&odd).unwrap(), KnownDistance::Unknown);
        assert_eq!(guide.best(&odd).unwrap(), None);
        assert_eq!(guide.remedy(), Some("slidewise tables tiles:3x3"));
        // Nothing was kept; kept tables are used, and need no remedy.
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        drop(guide);
        explorer.tile_tables(&[]).unwrap();
        let tables = explorer.guide_tables().unwrap();
        let mut guide = TileGuide::new(Arc::new(tables), Duration::from_secs(60));
        assert_eq!(guide.solution(&puzzle.start).unwrap().as_ref(), Some(path));
    }

    #[test]
    fn the_grid_bound_is_at_most_the_distance_of_each_position() {
        let puzzle = Puzzle::open("tiles:2x3").unwrap();
        // By moves alone, from the goal, which is Start.
        let mut distances = HashMap::from([(puzzle.start.clone(), 0)]);
        let mut waiting = VecDeque::from([puzzle.start.clone()]);
        while let Some(position) = waiting.pop_front() {
            let distance = distances[&position];
            let bound = grid_bound(&puzzle, &position).unwrap();
            // A step changes the bound by one, so that both are even or both odd.
            assert!(bound <= distance && (distance - bound).is_multiple_of(2));
            for by in Move::all(&puzzle, &position) {
                assert_eq!(by.steps.len(), 1);
                let next = by.after(&puzzle, &position);
                if !distances.contains_key(&next) {
                    distances.insert(next.clone(), distance + 1);
                    waiting.push_back(next);
                }
            }
        }
        assert_eq!(distances.len(), 360);
        let klotski = Puzzle::open("lane-rouge").unwrap();
        assert_eq!(grid_bound(&klotski, &klotski.start), None);
    }

    #[test]
    fn without_time_a_bound_is_known() {
        let mut puzzle = Puzzle::open("tiles:4x4").unwrap();
        let far = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3";
        puzzle.start = puzzle.read_position(far).unwrap();
        let goal = puzzle
            .read_position("0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15")
            .unwrap();
        puzzle.goals = vec![puzzle.goal_of(&goal)];
        // Korf gives this distance with the position, and the length of its shortest solution.
        assert_eq!(grid_bound(&puzzle, &puzzle.start), Some(41));
        let explorer = Explorer::new(&puzzle).memory(Some(100 << 10));
        let tables = explorer.guide_tables().unwrap();
        let mut guide = TileGuide::new(Arc::new(tables), Duration::ZERO);
        let known = guide.distance(&puzzle.start).unwrap();
        let at_least = known.at_least().unwrap();
        assert!((41..=57).contains(&at_least), "{at_least}");
        assert_eq!(
            (known.exactly(), guide.best(&puzzle.start).unwrap()),
            (None, None)
        );
    }
}
