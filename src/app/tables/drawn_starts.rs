//! Random positions of spaces that nobody can enumerate: all that can be solved, and some at an
//! exact distance.

use super::Tables;
use crate::explore::seeded_draw::SeededDraw;
use crate::{
    Cause, Explorer, Problem, ProblemKind, SampleRequest, Silent, SolveMethod, Target, WantedWays,
};
use num_bigint::BigUint;
use slidewise_engine::graph::Metric;
use slidewise_puzzle::{Configuration, SearchOrigin};
use slidewise_render::{counted, human_bytes};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Draws in a row that give no position after which a distance is given up.
const FRUITLESS: u32 = 500;

/// Bytes of a drawn position beside those of its squares, in the list and in the set of those met.
const DRAWN_BYTES: u64 = 160;
/// Most bytes of drawn positions without a limit.
const USUAL_MEMORY: u64 = 4 << 30;

/// Different positions that were drawn, in the order of the draw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawnStarts {
    /// The positions.
    pub positions: Vec<Configuration>,
    /// Number of all positions from which they were drawn, if it is known.
    pub of: Option<BigUint>,
}

impl DrawnStarts {
    /// Most distances from the first to the last of a pack.
    pub const MAX_DISTANCES: u64 = 10_000;
}

impl Explorer {
    /// Draws different positions, each equally probable, of all that lead to a goal; all of them if
    /// there are no more than `count`.
    ///
    /// On a board of distinct tiles no search is made. Other puzzles are explored from Start.
    ///
    /// # Errors
    /// If no position leads to a goal, or another puzzle is too large to explore.
    pub fn draw_solvable(&self, count: u64, seed: u64) -> Result<DrawnStarts, Problem> {
        let is_of_tiles = self.puzzle.tiles_obstacle().is_none();
        if is_of_tiles && self.puzzle.goal_tile_numbers().is_some() {
            return self.draw_tiles(count, seed);
        }
        if self.puzzle.goals.is_empty() {
            return Err(Problem::of_no_goal(&self.puzzle, "name a goal"));
        }
        let search = self.clone().explore()?;
        let (numbered, explored) = (search.numbered(), search.explored());
        let goals = numbered.goals()?;
        if goals.seen_by(explored)?.is_empty() {
            return Err(numbered.unsolvable(&goals, explored.counts()));
        }
        let of = search.states();
        let mut ranks = SeededDraw::new(seed)
            .distinct(count, of)
            .into_iter()
            .peekable();
        let mut positions = Vec::new();
        for (rank, index) in (0..).zip(explored.seen()) {
            if ranks.next_if_eq(&rank).is_some() {
                positions.push(numbered.graph.configuration(index));
            }
        }
        Ok(DrawnStarts {
            positions,
            of: Some(of.into()),
        })
    }

    /// Draws positions of a board of tiles: half of all orders lead to the goal.
    fn draw_tiles(&self, count: u64, seed: u64) -> Result<DrawnStarts, Problem> {
        let cells = self.puzzle.board.cell_count();
        let of = (3..=cells).map(BigUint::from).product::<BigUint>();
        let count = u64::try_from(&of).map_or(count, |of| count.min(of));
        let needed = count.saturating_mul(DRAWN_BYTES + 4 * cells as u64);
        let allowed = self.memory_or(USUAL_MEMORY);
        if needed > allowed {
            return Err(Problem::new(
                Cause::OutOfMemory {
                    needed: Some(needed),
                    allowed: Some(allowed),
                },
                format!(
                    "{count} positions need {} of memory, and the limit is {}",
                    human_bytes(needed),
                    human_bytes(allowed)
                ),
                "draw fewer with --count, or allow more with --memory",
            ));
        }
        let mut draw = SolvableDraw::new(self, seed)?;
        let (mut met, mut positions) = (BTreeSet::new(), Vec::new());
        while (positions.len() as u64) < count {
            if self.is_stopped() {
                return Err(Problem::of_nothing_kept());
            }
            let position = draw.next()?;
            if met.insert(position.clone()) {
                positions.push(position);
            }
        }
        Ok(DrawnStarts {
            positions,
            of: Some(of),
        })
    }

    /// Draws up to `count` different positions at each of these ascending distances: from
    /// one search where the positions can be explored, each equally probable, or as
    /// [`Explorer::draw_at_distances`] does on a larger board of tiles, where `of` is unknown.
    ///
    /// # Errors
    /// If there are more than [`DrawnStarts::MAX_DISTANCES`] from the first to the last, another
    /// puzzle is too large to explore, no goal can be reached, or the work is stopped.
    pub fn draw_pack(
        &self,
        from: SearchOrigin,
        distances: &[u64],
        (count, seed): (u64, u64),
    ) -> Result<Vec<DrawnStarts>, Problem> {
        let (Some(&first), Some(&last)) = (distances.first(), distances.last()) else {
            return Ok(Vec::new());
        };
        if last - first >= DrawnStarts::MAX_DISTANCES {
            return Err(Problem::of_input(
                format!(
                    "a pack has at most {} distances",
                    DrawnStarts::MAX_DISTANCES
                ),
                "ask for fewer",
            ));
        }
        let by_search = self.clone().number().and_then(|numbered| {
            let request = SampleRequest {
                from,
                distance: 0,
                count,
                seed,
            };
            let mut samples = (first..).zip(numbered.sample_each(request, first..=last)?);
            let drawn = distances.iter().map(|&distance| {
                let sample = samples.find(|own| own.0 == distance).map(|own| own.1);
                let of = sample.as_ref().map_or(0, |sample| sample.of);
                let members = sample.into_iter().flat_map(|sample| sample.members);
                DrawnStarts {
                    positions: members
                        .map(|own| numbered.graph.configuration(own))
                        .collect(),
                    of: Some(of.into()),
                }
            });
            Ok(drawn.collect())
        });
        match by_search {
            Err(problem) if problem.kind() == ProblemKind::TooLarge && self.has_grid() => {
                self.draw_at_distances(from, distances, (count, seed))
            }
            other => other,
        }
    }

    /// Draws different positions of a board of distinct tiles, each with a proof that it is
    /// `distance` steps from Start or from the goal.
    ///
    /// Of a random position that leads there, a shortest way is found by kept tables or by the
    /// grid. The position on it that has `distance` steps left is taken: the rest of a shortest way
    /// is a shortest way. So positions on many shortest ways are more probable than others. There
    /// may be fewer than `count`.
    ///
    /// # Errors
    /// If the puzzle is no board of distinct tiles with one goal, the metric is not steps, or none
    /// of many positions is as far away.
    pub fn draw_at_distance(
        &self,
        from: SearchOrigin,
        distance: u64,
        (count, seed): (u64, u64),
    ) -> Result<DrawnStarts, Problem> {
        let mut drawn = self.draw_at_distances(from, &[distance], (count, seed))?;
        match drawn.pop().filter(|drawn| !drawn.positions.is_empty()) {
            Some(drawn) => Ok(drawn),
            None => Err(Problem::no_such_thing(
                format!(
                    "none of {FRUITLESS} random positions of {} is {} away",
                    self.puzzle.name,
                    counted(distance, Metric::Step.name())
                ),
                "give a smaller --distance",
            )),
        }
    }

    /// Draws positions as [`Explorer::draw_at_distance`] does at each of several distances, in
    /// their order. No random position serves for two distances.
    ///
    /// # Errors
    /// As [`Explorer::draw_at_distance`], but for distances at which there is no position.
    pub fn draw_at_distances(
        &self,
        from: SearchOrigin,
        distances: &[u64],
        (count, seed): (u64, u64),
    ) -> Result<Vec<DrawnStarts>, Problem> {
        let aimed = match from {
            SearchOrigin::Goals => self.clone(),
            SearchOrigin::Start => self.aimed_at(&Target::Position(self.puzzle.start.clone())),
        };
        aimed.table_goal()?;
        let quiet = aimed.clone().observer(Arc::new(Silent));
        let tables = quiet.tables(SolveMethod::Auto, &[])?;
        let mut draw = SolvableDraw::new(&aimed, seed)?;
        let each = distances.iter();
        each.map(|&distance| draw.at_distance(&tables, distance, count))
            .collect()
    }
}

/// A drawing of positions of a board of tiles that lead to its goal.
struct SolvableDraw<'e> {
    explorer: &'e Explorer,
    draw: SeededDraw,
    /// The grid, which knows the parity of positions.
    grid: super::TileTables,
}

impl<'e> SolvableDraw<'e> {
    fn new(explorer: &'e Explorer, seed: u64) -> Result<SolvableDraw<'e>, Problem> {
        Ok(SolvableDraw {
            explorer,
            draw: SeededDraw::new(seed),
            grid: explorer.clone().metric(Metric::Step).grid_tables()?,
        })
    }

    /// Up to `count` different positions that are `distance` steps from the goal.
    fn at_distance(
        &mut self,
        tables: &Tables<'_>,
        distance: u64,
        count: u64,
    ) -> Result<DrawnStarts, Problem> {
        let (mut met, mut positions) = (BTreeSet::new(), Vec::new());
        let mut fruitless = 0;
        while (positions.len() as u64) < count && fruitless < FRUITLESS {
            fruitless += 1;
            let answer = tables.solve(&self.next()?, WantedWays::One, &mut |_, _| Ok(()))?;
            let way = match (answer.way, answer.problem) {
                (Some(way), _) => way.positions,
                (None, Some(problem)) => return Err(problem),
                (None, None) => continue,
            };
            let at = (way.len() as u64 - 1).checked_sub(distance);
            if let Some(at) = at
                && met.insert(way[at as usize].clone())
            {
                positions.push(way[at as usize].clone());
                fruitless = 0;
            }
        }
        Ok(DrawnStarts {
            positions,
            of: None,
        })
    }

    /// The next position, each equally probable.
    fn next(&mut self) -> Result<Configuration, Problem> {
        let puzzle = &self.explorer.puzzle;
        let mut numbers = puzzle.tile_numbers(&puzzle.start);
        // In one order for every Start, so that a seed does not depend on it.
        numbers.sort_unstable();
        for last in (1..numbers.len()).rev() {
            let drawn = self.draw.below(last as u64 + 1);
            numbers.swap(last, drawn as usize);
        }
        let position = puzzle.of_tile_numbers(&numbers);
        if !self.grid.is_odd(&position)? {
            return Ok(position);
        }
        // An exchange of two tiles joins each position with one of the other parity.
        let mut tiles = (0..numbers.len()).filter(|&cell| numbers[cell] != 0);
        let first = tiles.next().zip(tiles.next());
        first.inspect(|&(one, other)| numbers.swap(one, other));
        Ok(puzzle.of_tile_numbers(&numbers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use slidewise_puzzle::Puzzle;
    use std::collections::BTreeMap;

    #[test]
    fn each_solvable_position_is_drawn_about_as_often_as_another() {
        for word in ["tiles:2x3", "checkmate-rook"] {
            let puzzle = Puzzle::open(word).unwrap();
            let explorer = Explorer::new(&puzzle);
            let search = explorer.clone().explore().unwrap();
            let drawn = explorer.draw_solvable(200, 7).unwrap();
            assert_eq!(drawn.of, Some(search.states().into()));
            let different: BTreeSet<_> = drawn.positions.iter().collect();
            assert_eq!((drawn.positions.len(), different.len()), (200, 200));
            assert_eq!(drawn, explorer.draw_solvable(200, 7).unwrap());
            assert_ne!(drawn, explorer.draw_solvable(200, 8).unwrap());
            for position in &drawn.positions {
                assert!(search.distance(position).unwrap().is_some());
            }
        }
        let puzzle = Puzzle::open("tiles:2x2").unwrap();
        let explorer = Explorer::new(&puzzle);
        let mut met: BTreeMap<Configuration, u64> = BTreeMap::new();
        for seed in 0..6000 {
            let drawn = explorer.draw_solvable(1, seed).unwrap();
            *met.entry(drawn.positions[0].clone()).or_default() += 1;
        }
        let chi_square: f64 = met
            .values()
            .map(|&n| (n as f64 - 500.0).powi(2) / 500.0)
            .sum();
        // Of 11 degrees of freedom: 31.26 is exceeded with probability 0.001.
        assert!(met.len() == 12 && chi_square < 31.26, "{met:?}");
        assert_eq!(explorer.draw_solvable(50, 1).unwrap().positions.len(), 12);
    }

    #[test]
    fn drawn_positions_are_as_far_away_as_they_are_said_to_be() {
        for (word, from) in [
            ("tiles:3x3", SearchOrigin::Goals),
            ("tiles:3x4", SearchOrigin::Start),
        ] {
            let puzzle = Puzzle::open(word).unwrap();
            let explorer = Explorer::new(&puzzle).memory(Some(1 << 28));
            let search = explorer.clone().explore().unwrap();
            for distance in [0, 1, 9, 22] {
                let drawn = explorer.draw_at_distance(from, distance, (8, 3)).unwrap();
                let least = if distance < 2 { 1 } else { 8 };
                assert!(drawn.positions.len() >= least);
                for position in &drawn.positions {
                    assert_eq!(search.distance(position).unwrap(), Some(distance));
                }
            }
        }
        let puzzle = Puzzle::open("tiles:3x3").unwrap();
        let far = Explorer::new(&puzzle).draw_at_distance(SearchOrigin::Goals, 32, (1, 0));
        assert_eq!(far.unwrap_err().kind(), ProblemKind::NotFound);
        let klotski = Puzzle::open("lane-rouge").unwrap();
        let none = Explorer::new(&klotski).draw_at_distance(SearchOrigin::Goals, 3, (1, 0));
        assert_eq!(none.unwrap_err().kind(), ProblemKind::Input);
    }
}
