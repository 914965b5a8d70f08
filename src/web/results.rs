//! Queries on a finished exploration: distances, hints, shortest solutions, the farthest positions.

use super::error::WebError;
use slidewise_analysis::{
    Component, Goals, Hints, MarkedSearch, Move, Path, ReachedGoals, SearchSources,
};
use slidewise_app::{Numbered, Problem, SampleRequest};
use slidewise_engine::graph::Graph;
use slidewise_puzzle::Configuration;
use slidewise_render::UnsolvableReason;
use slidewise_store::{CorruptionFlag, Store, StoreError};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The results of an exploration: its stores, and the queries on them.
pub(crate) struct SearchResults<'a> {
    numbered: &'a Numbered,
    graph: &'a Graph,
    explored: MarkedSearch<'a>,
    from_start: &'a Store,
    goals: &'a Goals<'a>,
    from_goals: Option<&'a Store>,
    /// The goals that the search from Start reached, or the reason why no goal was reached.
    ///
    /// The value is `Err(None)` if the puzzle has no goal.
    reach: Result<ReachedGoals, Option<UnsolvableReason>>,
    guide: Hints<'a>,
    /// Number of queries answered so far.
    answered: u64,
}

/// Number of queries after which all cached distances are dropped, to bound the cache.
const FORGETS_AFTER: u64 = 4096;

/// Greatest number of farthest positions to sort as text.
///
/// Up to this number, the positions that come first as text are listed. If there are more, the
/// positions with the least indices are listed.
const MAX_SORTED: u64 = 100_000;

/// Positions of a generation of a search.
#[derive(Clone, Debug)]
pub(crate) struct GenerationPositions {
    /// Distance of the positions from the sources of the search.
    pub generation: u64,
    /// Number of positions in the generation.
    pub count: u64,
    /// Positions of the generation, at most as many as were requested.
    pub positions: Vec<Configuration>,
}

impl<'a> SearchResults<'a> {
    /// Combines two finished searches; `from_goals` is present if a goal can be reached.
    pub(crate) fn new(
        numbered: &'a Numbered,
        explored: MarkedSearch<'a>,
        from_start: &'a Store,
        goals: &'a Goals<'a>,
        from_goals: Option<&'a Store>,
        reach: Result<ReachedGoals, Option<UnsolvableReason>>,
    ) -> SearchResults<'a> {
        let graph = explored.graph();
        SearchResults {
            numbered,
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

    /// The goals that the search from Start reached; `None` if no goal was reached.
    pub(crate) fn reach(&self) -> Option<&ReachedGoals> {
        self.reach.as_ref().ok()
    }

    /// The sizes of the generations from Start.
    pub(crate) fn generations(&self) -> &[u64] {
        self.from_start.generations()
    }

    /// The first damage that was detected in one of the stores.
    pub(crate) fn damage(&self) -> Option<StoreError> {
        let stores = [Some(self.from_start), self.from_goals];
        let mut alarms = stores.into_iter().flatten().filter_map(Store::alarm);
        alarms.find_map(|alarm: Arc<CorruptionFlag>| alarm.raised())
    }

    /// The distances of a position from Start and to the nearest goal, and the best move.
    pub(crate) fn place(
        &mut self,
        position: &Configuration,
    ) -> Result<PositionDistances, WebError> {
        self.forget();
        let Some(index) = self.graph.index_of(position) else {
            return Ok(PositionDistances::default());
        };
        Ok(PositionDistances {
            from_start: self.explored.generation_of(index)?,
            to_finish: self.guide.distance(index)?,
            hint: self.guide.hint(index)?.map(|to| to.by),
            ..PositionDistances::default()
        })
    }

    /// Counts a query, and drops the cached distances after every [`FORGETS_AFTER`] queries.
    ///
    /// The cache keeps every distance that is computed, so it would grow without bound.
    fn forget(&mut self) {
        self.answered += 1;
        if self.answered.is_multiple_of(FORGETS_AFTER) {
            self.guide = guide(self.graph, self.goals, self.from_goals);
        }
    }

    /// Draws positions at random from those at a distance.
    pub(crate) fn sample(&self, request: SampleRequest) -> Result<GenerationPositions, WebError> {
        let sample = self.numbered.sample(request)?;
        let members = sample.members.iter();
        Ok(GenerationPositions {
            generation: request.distance,
            count: sample.of,
            positions: members
                .map(|&index| self.graph.configuration(index))
                .collect(),
        })
    }

    /// The component of Start with the configurations of its vertices; `None` if it has more than
    /// `most` vertices.
    pub(crate) fn component(&self, most: u32) -> Result<Option<ListedComponent>, WebError> {
        let from_goals = from_goals(self.graph, self.goals, self.from_goals);
        let start = self.graph.index_of(self.graph.start());
        let Some(start) = start.filter(|_| self.generations().iter().sum::<u64>() <= most.into())
        else {
            return Ok(None);
        };
        let listed = Component::of(self.graph, start, from_goals, (most, true));
        let listed = listed.map_err(Problem::from)?;
        Ok(listed.map(|component| ListedComponent {
            positions: component
                .vertices
                .iter()
                .map(|own| self.graph.configuration(own.index))
                .collect(),
            component,
        }))
    }

    /// A shortest solution from a position, made of the moves that [`Hints`] recommends.
    pub(crate) fn solution(&mut self, position: &Configuration) -> Result<Path, WebError> {
        self.forget();
        let puzzle = self.graph.puzzle();
        let index = self.graph.index_of(position);
        let distance = match index {
            Some(index) => self.guide.distance(index)?,
            None => None,
        };
        let (Some(mut at), Some(distance)) = (index, distance) else {
            // The reason in `reach` is given only for positions that can be reached from Start,
            // because it need not hold for other positions.
            let is_reached = index.is_some_and(|index| self.explored.has_seen(index));
            return Err(match &self.reach {
                Err(Some(why)) if is_reached => WebError::conflict(&why.message, &why.hint),
                _ if puzzle.goals.is_empty() => {
                    WebError::conflict("this puzzle has no goal", "add a goal in the editor")
                }
                _ => WebError::conflict(
                    "Finish cannot be reached from this position",
                    "go back to Start, or list the farthest positions",
                ),
            });
        };
        let mut positions = vec![position.clone()];
        let mut moves = Vec::new();
        for _ in 0..distance {
            let onward = self.guide.hint(at)?.ok_or_else(|| {
                WebError::failed(
                    "the stored distances are damaged: the solution has a gap",
                    slidewise_app::MAKE_AGAIN,
                )
            })?;
            at = onward.index;
            positions.push(onward.configuration);
            moves.push(onward.by);
        }
        Ok(Path::new(puzzle, positions, moves))
    }

    /// The positions farthest from Start, or the positions farthest from the goals, which are the
    /// hardest to solve.
    pub(crate) fn farthest(
        &self,
        from_goals: bool,
        limit: usize,
    ) -> Result<GenerationPositions, WebError> {
        let store = if !from_goals {
            Some(self.from_start)
        } else {
            self.from_goals
        };
        let store = store.ok_or_else(|| match &self.reach {
            Err(Some(why)) => WebError::conflict(&why.message, &why.hint),
            _ => WebError::conflict(
                "this puzzle has no goal",
                "ask for the positions farthest from Start",
            ),
        })?;
        let Some((generation, last)) = store.last()? else {
            return Err(WebError::failed(
                "the store contains no generation",
                slidewise_app::MAKE_AGAIN,
            ));
        };
        let count = last.count();
        let puzzle = self.graph.puzzle();
        let mut positions = BTreeSet::new();
        let wanted = if count > MAX_SORTED {
            limit
        } else {
            usize::MAX
        };
        for index in last.iter().take(wanted) {
            let configuration = self.graph.configuration(index);
            positions.insert((puzzle.write_position(&configuration), configuration));
            if positions.len() > limit {
                positions.pop_last();
            }
        }
        Ok(GenerationPositions {
            generation,
            count,
            positions: positions.into_iter().map(|(_, own)| own).collect(),
        })
    }
}

fn guide<'a>(graph: &'a Graph, goals: &'a Goals<'a>, store: Option<&'a Store>) -> Hints<'a> {
    Hints::new(graph, from_goals(graph, goals, store))
}

fn from_goals<'a>(
    graph: &'a Graph,
    goals: &'a Goals<'a>,
    store: Option<&'a Store>,
) -> Option<MarkedSearch<'a>> {
    store.map(|store| MarkedSearch::in_store(graph, store, SearchSources::Goals(goals)))
}

/// A component of the state graph with the configurations of its vertices.
#[derive(Clone, Debug)]
pub(crate) struct ListedComponent {
    /// The vertices and edges.
    pub component: Component,
    /// The configuration of each vertex.
    pub positions: Vec<Configuration>,
}

/// The distances of a position.
#[derive(Clone, Debug, Default)]
pub(crate) struct PositionDistances {
    /// Distance from Start; `None` if the position cannot be reached from Start.
    pub from_start: Option<u64>,
    /// Distance to the nearest goal; `None` if no goal can be reached from the position.
    pub to_finish: Option<u64>,
    /// Least possible distance to the goal, if only that is known.
    pub at_least: Option<u64>,
    /// The command that gives more distances, if there is one.
    pub remedy: Option<String>,
    /// A move on a shortest path to the nearest goal; `None` if there is no such path or move.
    pub hint: Option<Move>,
    /// Whether tables that may tell more are being built.
    pub is_pending: bool,
}
