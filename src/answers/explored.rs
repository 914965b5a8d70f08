//! `ExploredPuzzle`: a finished exploration and its answers: distances, hints, shortest solutions,
//! the farthest positions.

use crate::AnswerError;
use slidewise_analysis::{
    Component, FoundGoals, Goals, Guide, Hints, MarkedSearch, Move, Path, ReachedGoals,
    SearchSources,
};
use slidewise_app::{Marked, Numbered, Problem, SampleRequest, TileGuide};
use slidewise_engine::graph::{Graph, Metric};
use slidewise_layout::{GraphLayout, LayoutRequest};
use slidewise_puzzle::{Configuration, Puzzle};
use slidewise_render::UnsolvableReason;
use slidewise_store::StoreError;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

/// A finished exploration: the searches from Start and from the goals, and the queries on them.
#[derive(Debug)]
pub struct ExploredPuzzle {
    numbered: Numbered,
    from_start: Marked,
    goals: FoundGoals,
    from_goals: Option<Marked>,
    /// The goals that the search from Start reached, or the reason why no goal was reached.
    ///
    /// The value is `Err(None)` if the puzzle has no goal.
    reach: Result<ReachedGoals, Option<UnsolvableReason>>,
    /// The error of a store that a query met; no query is answered after it.
    spoiled: Mutex<Option<AnswerError>>,
}

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

impl ExploredPuzzle {
    /// Combines two finished searches; `from_goals` is present if a goal can be reached.
    pub fn new(
        numbered: Numbered,
        from_start: Marked,
        goals: FoundGoals,
        from_goals: Option<Marked>,
        reach: Result<ReachedGoals, Option<UnsolvableReason>>,
    ) -> ExploredPuzzle {
        ExploredPuzzle {
            numbered,
            from_start,
            goals,
            from_goals,
            reach,
            spoiled: Mutex::default(),
        }
    }

    /// Runs a query, unless one before it has met an error of a store.
    ///
    /// # Errors
    /// If the query fails, or the store is damaged.
    pub fn ask<T>(
        &self,
        query: impl FnOnce(&ExploredPuzzle) -> Result<T, AnswerError>,
    ) -> Result<T, AnswerError> {
        if let Some(refusal) = self.spoiled() {
            return Err(refusal);
        }
        let result = query(self);
        let result = match self.damage() {
            Some(damage) => Err(damage.into()),
            None => result,
        };
        if let Err(refusal) = &result
            && refusal.is_failure()
        {
            let mut spoiled = self.spoiled.lock().unwrap_or_else(PoisonError::into_inner);
            *spoiled = Some(refusal.clone());
        }
        result
    }

    /// The error of a store that a query has met.
    pub fn spoiled(&self) -> Option<AnswerError> {
        let spoiled = self.spoiled.lock().unwrap_or_else(PoisonError::into_inner);
        spoiled.clone()
    }

    /// The goals that the search from Start reached; `None` if no goal was reached.
    pub fn reach(&self) -> Option<&ReachedGoals> {
        self.reach.as_ref().ok()
    }

    /// The sizes of the generations from Start.
    pub fn generations(&self) -> &[u64] {
        self.from_start.counts()
    }

    /// The first damage that was detected in one of the stores.
    pub fn damage(&self) -> Option<StoreError> {
        let searches = [Some(&self.from_start), self.from_goals.as_ref()];
        searches.into_iter().flatten().find_map(Marked::damage)
    }

    fn graph(&self) -> &Graph {
        &self.numbered.graph
    }

    fn explored(&self) -> MarkedSearch<'_> {
        self.numbered.explored(&self.from_start)
    }

    /// Passes to `query` the hints towards the goals.
    fn with_hints<T>(&self, query: impl FnOnce(&mut Hints<'_>) -> T) -> T {
        let goals = Goals::of_found(self.graph(), &self.goals);
        let marked = self.from_goals.as_ref();
        let from_goals =
            marked.map(|marked| marked.explored(self.graph(), SearchSources::Goals(&goals)));
        query(&mut Hints::new(self.graph(), from_goals))
    }

    /// The distances of a position from Start and to the nearest goal, and the best move.
    pub(crate) fn place(&self, position: &Configuration) -> Result<PositionDistances, AnswerError> {
        let Some(index) = self.graph().index_of(position) else {
            return Ok(PositionDistances::default());
        };
        self.with_hints(|hints| {
            Ok(PositionDistances {
                from_start: self.explored().generation_of(index)?,
                to_finish: hints.distance(index)?,
                hint: hints.hint(index)?.map(|to| to.by),
                ..PositionDistances::default()
            })
        })
    }

    /// Draws positions at random from those at a distance.
    pub(crate) fn sample(
        &self,
        request: SampleRequest,
    ) -> Result<GenerationPositions, AnswerError> {
        let sample = self.numbered.sample(request)?;
        let members = sample.members.iter();
        Ok(GenerationPositions {
            generation: request.distance,
            count: sample.of,
            positions: members
                .map(|&index| self.graph().configuration(index))
                .collect(),
        })
    }

    /// The component of Start with the configurations of its vertices; `None` if it has more than
    /// `most` vertices. Without `has_edges` the list of edges stays empty.
    pub(crate) fn component(
        &self,
        (most, has_edges): (u32, bool),
    ) -> Result<Option<ListedComponent>, AnswerError> {
        let (graph, start) = (self.graph(), self.numbered.start());
        if self.generations().iter().sum::<u64>() > most.into() {
            return Ok(None);
        }
        let goals = Goals::of_found(graph, &self.goals);
        let marked = self.from_goals.as_ref();
        let from_goals = marked.map(|marked| marked.explored(graph, SearchSources::Goals(&goals)));
        let listed = Component::of(graph, start, from_goals, (most, has_edges));
        let listed = listed.map_err(Problem::from)?;
        Ok(listed.map(|component| ListedComponent {
            positions: component
                .vertices
                .iter()
                .map(|own| graph.configuration(own.index))
                .collect(),
            component,
        }))
    }

    /// The places of a component's positions; `None` if `tell` ends the layout.
    pub(crate) fn layout(
        &self,
        component: &Component,
        request: LayoutRequest,
        tell: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
    ) -> Result<Option<GraphLayout>, AnswerError> {
        Ok(self.numbered.layout(component, request, tell)?)
    }

    /// A shortest solution from a position, made of the moves that [`Hints`] recommends.
    pub(crate) fn solution(&self, position: &Configuration) -> Result<Path, AnswerError> {
        self.with_hints(|hints| self.hinted_solution(position, hints))
    }

    fn hinted_solution(
        &self,
        position: &Configuration,
        hints: &mut Hints<'_>,
    ) -> Result<Path, AnswerError> {
        let puzzle = self.graph().puzzle();
        let index = self.graph().index_of(position);
        let distance = match index {
            Some(index) => hints.distance(index)?,
            None => None,
        };
        let (Some(mut at), Some(distance)) = (index, distance) else {
            // The reason in `reach` is given only for positions that can be reached from Start,
            // because it need not hold for other positions.
            let is_reached = index.is_some_and(|index| self.explored().has_seen(index));
            return Err(match &self.reach {
                Err(Some(why)) if is_reached => AnswerError::conflict(&why.message, &why.hint),
                _ if puzzle.goals.is_empty() => {
                    AnswerError::conflict("this puzzle has no goal", "add a goal in the editor")
                }
                _ => AnswerError::conflict(
                    "Finish cannot be reached from this position",
                    "go back to Start, or list the farthest positions",
                ),
            });
        };
        let mut positions = vec![position.clone()];
        let mut moves = Vec::new();
        for _ in 0..distance {
            let onward = hints.hint(at)?.ok_or_else(|| {
                AnswerError::failed(
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
    ) -> Result<GenerationPositions, AnswerError> {
        let marked = if from_goals {
            self.from_goals.as_ref()
        } else {
            Some(&self.from_start)
        };
        let marked = marked.ok_or_else(|| match &self.reach {
            Err(Some(why)) => AnswerError::conflict(&why.message, &why.hint),
            _ => AnswerError::conflict(
                "this puzzle has no goal",
                "ask for the positions farthest from Start",
            ),
        })?;
        let (graph, puzzle) = (self.graph(), self.graph().puzzle());
        let last = marked.counts().last().copied().unwrap_or(0);
        let mut left = if last > MAX_SORTED { limit } else { usize::MAX };
        let mut positions = BTreeSet::new();
        let (generation, count) = marked.visit_last(|index| {
            if left == 0 {
                return;
            }
            left -= 1;
            let configuration = graph.configuration(index);
            positions.insert((puzzle.write_position(&configuration), configuration));
            if positions.len() > limit {
                positions.pop_last();
            }
        })?;
        Ok(GenerationPositions {
            generation,
            count,
            positions: positions.into_iter().map(|(_, own)| own).collect(),
        })
    }
}

/// A component of the state graph with the configurations of its vertices.
#[derive(Clone, Debug)]
pub(crate) struct ListedComponent {
    /// The vertices and edges.
    pub component: Component,
    /// The configuration of each vertex.
    pub positions: Vec<Configuration>,
}

/// Fewest cells of a board of tiles that tables guide; a smaller one is soon explored.
const MIN_GUIDED_CELLS: usize = 11;

/// Whether tables may give the distances of a puzzle that is not explored.
pub fn has_guide(puzzle: &Puzzle, metric: Metric) -> bool {
    let is_large = puzzle.board.cell_count() >= MIN_GUIDED_CELLS;
    metric == Metric::Step && is_large && puzzle.tiles_obstacle().is_none()
}

impl PositionDistances {
    /// What a guide knows of a position.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn by_tables(
        guide: &mut TileGuide,
        position: &Configuration,
    ) -> Result<PositionDistances, AnswerError> {
        let known = guide.distance(position)?;
        Ok(PositionDistances {
            from_start: None,
            to_finish: known.exactly(),
            at_least: known.at_least(),
            remedy: known.at_least().and(guide.remedy()).map(str::to_owned),
            hint: guide.best(position)?,
            is_pending: false,
        })
    }
}

/// The distances of a position.
#[derive(Clone, Debug, Default)]
pub struct PositionDistances {
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
