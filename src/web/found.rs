//! What an exploration has found, ready to be asked: distances, hints, ways, the farthest positions.

use super::refusal::Refusal;
use slidewise_analysis::{Beginning, Explored, GoalReach, Goals, Guide, Move, Path};
use slidewise_engine::graph::Graph;
use slidewise_puzzle::Configuration;
use slidewise_render::Reason;
use slidewise_store::{Alarm, Store, StoreError};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What an exploration has found.
#[derive(Debug)]
pub struct Found<'a> {
    graph: &'a Graph,
    explored: Explored<'a>,
    from_start: &'a Store,
    goals: &'a Goals<'a>,
    from_goals: Option<&'a Store>,
    /// Where goals were met, or why none was; neither where there is no goal.
    reach: Result<GoalReach, Option<Reason>>,
    guide: Guide<'a>,
    /// How many questions the guide has answered.
    answered: u64,
}

/// After this many questions the guide forgets what it has met.
const FORGETS_AFTER: u64 = 4096;

/// Of more farthest positions than these the least by number are shown, and not the least as text.
const MOST_SORTED: u64 = 100_000;

/// The farthest positions of a search.
#[derive(Clone, Debug)]
pub struct Farthest {
    /// How far they are.
    pub generation: u64,
    /// How many there are.
    pub count: u64,
    /// Some of them.
    pub positions: Vec<Configuration>,
}

impl<'a> Found<'a> {
    /// What these two finished searches have found; the second is there if a goal was reached.
    pub fn new(
        explored: Explored<'a>,
        from_start: &'a Store,
        goals: &'a Goals<'a>,
        from_goals: Option<&'a Store>,
        reach: Result<GoalReach, Option<Reason>>,
    ) -> Found<'a> {
        let graph = explored.graph();
        Found {
            graph,
            explored,
            from_start,
            goals,
            from_goals,
            reach,
            guide: guide(graph, goals, from_goals),
            answered: 0,
        }
    }

    /// Where goals were met.
    pub fn reach(&self) -> Option<&GoalReach> {
        self.reach.as_ref().ok()
    }

    /// The sizes of the generations from Start.
    pub fn generations(&self) -> &[u64] {
        self.from_start.generations()
    }

    /// The damage that was met in the stores, if any was.
    pub fn damage(&self) -> Option<StoreError> {
        let stores = [Some(self.from_start), self.from_goals];
        let mut alarms = stores.into_iter().flatten().filter_map(Store::alarm);
        alarms.find_map(|alarm: Arc<Alarm>| alarm.raised())
    }

    /// How far a position is from Start and from Finish, and a best move from there.
    pub fn place(&mut self, position: &Configuration) -> Result<Place, Refusal> {
        self.forget();
        let Some(index) = self.graph.index_of(position) else {
            return Ok(Place::default());
        };
        Ok(Place {
            from_start: self.explored.generation_of(index)?,
            to_finish: self.guide.distance(index)?,
            hint: self.guide.hint(index)?.map(|to| to.by),
        })
    }

    /// Forgets what the guide has met, from time to time: it keeps the distance of every configuration.
    fn forget(&mut self) {
        self.answered += 1;
        if self.answered.is_multiple_of(FORGETS_AFTER) {
            self.guide = guide(self.graph, self.goals, self.from_goals);
        }
    }

    /// A shortest way to Finish from a position: of the best moves always the least.
    pub fn solution(&mut self, position: &Configuration) -> Result<Path, Refusal> {
        self.forget();
        let puzzle = self.graph.puzzle();
        let index = self.graph.index_of(position);
        let distance = match index {
            Some(index) => self.guide.distance(index)?,
            None => None,
        };
        let (Some(mut at), Some(distance)) = (index, distance) else {
            // What holds of Start holds of all that can be reached from there.
            let is_reached = index.is_some_and(|index| self.explored.has_seen(index));
            return Err(match &self.reach {
                Err(Some(why)) if is_reached => Refusal::conflict(&why.message, &why.hint),
                _ if puzzle.goals.is_empty() => {
                    Refusal::conflict("this puzzle has no goal", "draw one in the editor")
                }
                _ => Refusal::conflict(
                    "no way leads to Finish from here",
                    "the farthest positions show how far one can go",
                ),
            });
        };
        let mut positions = vec![position.clone()];
        let mut moves = Vec::new();
        for _ in 0..distance {
            let onward = self.guide.hint(at)?.ok_or_else(|| {
                Refusal::failed(
                    "the way breaks off: the marks are damaged",
                    super::refusal::MAKE_AGAIN,
                )
            })?;
            at = onward.index;
            positions.push(onward.configuration);
            moves.push(onward.by);
        }
        Ok(Path::new(puzzle, positions, moves))
    }

    /// The farthest positions from Start, or from the goals: those that are hardest to solve.
    pub fn farthest(&self, from_goals: bool, limit: usize) -> Result<Farthest, Refusal> {
        let store = match from_goals {
            false => Some(self.from_start),
            true => self.from_goals,
        };
        let store = store.ok_or_else(|| match &self.reach {
            Err(Some(why)) => Refusal::conflict(&why.message, &why.hint),
            _ => Refusal::conflict(
                "this puzzle has no goal",
                "the farthest from Start are known",
            ),
        })?;
        let Some((generation, last)) = store.last()? else {
            return Err(Refusal::failed(
                "no generation is kept",
                super::refusal::MAKE_AGAIN,
            ));
        };
        let count = last.count();
        let puzzle = self.graph.puzzle();
        let mut positions = BTreeSet::new();
        let wanted = match count > MOST_SORTED {
            true => limit,
            false => usize::MAX,
        };
        for index in last.iter().take(wanted) {
            let configuration = self.graph.configuration(index);
            positions.insert((puzzle.write_position(&configuration), configuration));
            if positions.len() > limit {
                positions.pop_last();
            }
        }
        Ok(Farthest {
            generation,
            count,
            positions: positions.into_iter().map(|(_, own)| own).collect(),
        })
    }
}

fn guide<'a>(graph: &'a Graph, goals: &'a Goals<'a>, store: Option<&'a Store>) -> Guide<'a> {
    let explored = store.map(|store| Explored::in_store(graph, store, Beginning::Goals(goals)));
    Guide::new(graph, explored)
}

/// Where a position is.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// How far Start is, if a way leads from there.
    pub from_start: Option<u64>,
    /// How far Finish is, if a way leads there.
    pub to_finish: Option<u64>,
    /// A best move.
    pub hint: Option<Move>,
}
