//! The walk of `graph` through the state graph, or through the part of it near one position.

use crate::arguments::{CommonArgs, GraphArgs};
use crate::io::progress::Spinner;
use crate::io::signals::stop_flag;
use slidewise_analysis::{
    DistanceTracker, Goals, Neighborhood, NeighborhoodError, NeighborhoodItem, SearchSources,
    Vertex,
};
use slidewise_app::{Marked, Numbered, Problem, Reuse};
use slidewise_engine::search::Machine;
use slidewise_puzzle::Puzzle;
use slidewise_render::counted;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

/// The searches whose results give a walk its distances.
pub(crate) struct DistanceSearches {
    /// The puzzle with its numbered state graph.
    pub numbered: Numbered,
    from_start: Option<Marked>,
    from_goal: Option<Marked>,
}

impl DistanceSearches {
    /// Makes the searches that the arguments need, or loads their results if they are saved.
    pub(crate) fn of(
        mut numbered: Numbered,
        args: &GraphArgs,
    ) -> Result<DistanceSearches, Problem> {
        let mut from_goal = None;
        if !args.no_finish {
            // Without a reachable goal there are no distances to Finish.
            if let Ok(store) = numbered.search_from_goals().map_err(without_finish)? {
                from_goal = Some(store);
                // The search from the goals has run the search from Start first, so the latter is
                // not repeated, even with `--fresh`.
                numbered.explorer = numbered.explorer.clone().reuse(Reuse::Kept);
            }
        }
        let from_start = match &args.around {
            // A walk from Start finds the distances from Start by itself, without a search.
            None => None,
            Some(_) => Some(numbered.search_from_start()?),
        };
        Ok(DistanceSearches {
            numbered,
            from_start,
            from_goal,
        })
    }
}

/// Adds a hint to the problem of a failed search from the goals: `--no-finish` avoids this search.
fn without_finish(failure: Problem) -> Problem {
    if stop_flag().load(Ordering::Relaxed) {
        return failure;
    }
    let hint = "--no-finish leaves out the distances to Finish, which need a complete search";
    let hint = format!("{}; {hint}", failure.hint);
    failure.with_hint(hint)
}

/// A walk through a part of the state graph that visits its configurations and edges.
pub(crate) struct GraphWalk<'s> {
    /// The options that all commands share.
    pub common: &'s CommonArgs,
    /// The puzzle with its numbered state graph.
    pub numbered: &'s Numbered,
    goals: &'s Goals<'s>,
    ball: Neighborhood<'s>,
    /// Whether the walk begins at Start, so that distances from its centre are generations.
    is_from_start: bool,
    /// Whether a greatest distance ends the walk.
    has_radius: bool,
    stop: &'static AtomicBool,
}

/// Size of the part of the state graph that a walk visited.
#[derive(Clone, Copy, Default)]
pub(crate) struct WalkSize {
    /// Number of configurations.
    pub nodes: u64,
    /// Number of edges between these configurations.
    pub edges: u64,
    /// Largest distance of a configuration from the centre of the walk.
    pub radius: u64,
}

/// Reason why a walk ended early.
pub enum WalkError {
    /// The neighbourhood could not be computed.
    Ball(NeighborhoodError),
    /// The output cannot be written.
    Io(io::Error),
    /// The user asked the program to stop.
    Interrupted,
    /// The walk met more configurations than its limit.
    Limit,
}

impl From<NeighborhoodError> for WalkError {
    fn from(error: NeighborhoodError) -> WalkError {
        WalkError::Ball(error)
    }
}

impl From<io::Error> for WalkError {
    fn from(error: io::Error) -> WalkError {
        WalkError::Io(error)
    }
}

impl From<WalkError> for Problem {
    fn from(error: WalkError) -> Problem {
        match error {
            WalkError::Ball(error) => error.into(),
            WalkError::Io(error) => Problem::of_run(
                format!("the output cannot be written: {error}"),
                "write to a file with --out FILE",
            ),
            WalkError::Interrupted | WalkError::Limit => interrupted(),
        }
    }
}

impl<'s> GraphWalk<'s> {
    /// A walk through the part of the graph that the arguments name.
    pub(crate) fn of(
        common: &'s CommonArgs,
        args: &GraphArgs,
        searches: &'s DistanceSearches,
        goals: &'s Goals<'s>,
    ) -> Result<GraphWalk<'s>, Problem> {
        let numbered = &searches.numbered;
        let from_start = searches.from_start.as_ref();
        let from_start = from_start.map(|marked| numbered.explored(marked));
        let from_goal = searches.from_goal.as_ref();
        let from_goal =
            from_goal.map(|marked| marked.explored(&numbered.graph, SearchSources::Goals(goals)));
        let (centre, radius) = match &args.around {
            None => (numbered.start(), args.max_generation),
            Some(text) => {
                let position = numbered.puzzle().read_position(text)?;
                let centre = numbered.graph.index_of(&position);
                let is_reached = |index: &u64| from_start.is_none_or(|from| from.has_seen(*index));
                let centre = centre.filter(is_reached);
                (
                    centre.ok_or_else(|| numbered.unreachable(&position))?,
                    args.radius,
                )
            }
        };
        let gauge = |explored: Option<_>| match explored {
            Some(explored) => DistanceTracker::new(explored, centre),
            None => Ok(None),
        };
        let machine = Machine::this();
        let ball = Neighborhood::new(&numbered.graph, centre)
            .within(radius)
            .gauged([gauge(from_start)?, gauge(from_goal)?])
            .in_memory(common.memory.or(machine.map(|own| own.available)));
        Ok(GraphWalk {
            common,
            numbered,
            goals,
            ball,
            is_from_start: args.around.is_none(),
            has_radius: radius.is_some(),
            stop: stop_flag(),
        })
    }

    /// The puzzle.
    pub(crate) fn puzzle(&self) -> &'s Puzzle {
        self.numbered.puzzle()
    }

    /// Whether the walk visits everything that Start can reach, from Start on.
    #[cfg_attr(
        not(feature = "pictures"),
        expect(dead_code, reason = "only pictures read it")
    )]
    pub(crate) fn is_whole(&self) -> bool {
        self.is_from_start && !self.has_radius
    }

    /// Whether the user has asked the program to stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Visits all configurations and edges, with the progress on stderr.
    ///
    /// # Errors
    /// If the walk or `visit` fails, the user interrupts the walk, or it meets more than `most`
    /// configurations.
    pub(crate) fn walk(
        &self,
        most: u64,
        mut visit: impl FnMut(NeighborhoodItem) -> Result<(), WalkError>,
    ) -> Result<WalkSize, WalkError> {
        let spinner = Spinner::new(self.common.quiet);
        let mut size = WalkSize::default();
        let ended = self.ball.walk(|met| {
            if self.is_stopped() {
                return Err(WalkError::Interrupted);
            }
            match met {
                NeighborhoodItem::Vertex(vertex) => {
                    size.nodes += 1;
                    size.radius = vertex.radius;
                }
                NeighborhoodItem::Edge { .. } => size.edges += 1,
            }
            if size.nodes > most {
                return Err(WalkError::Limit);
            }
            if (size.nodes + size.edges).is_multiple_of(1 << 12) {
                spinner.show(format!(
                    "distance {}, {}, {}",
                    size.radius,
                    counted(size.nodes, "configuration"),
                    counted(size.edges, "edge")
                ));
            }
            visit(met)
        });
        spinner.end();
        ended.map(|()| size)
    }

    /// The distance of a vertex from Start, if it is known.
    pub(crate) fn generation_of(&self, vertex: &Vertex) -> Option<u64> {
        if self.is_from_start {
            Some(vertex.radius)
        } else {
            vertex.distances[0]
        }
    }

    /// Whether the configuration of a vertex meets a goal.
    pub(crate) fn is_goal(&self, vertex: &Vertex) -> bool {
        match vertex.distances[1] {
            Some(distance) => distance == 0,
            None => self.goals.contains(vertex.index),
        }
    }
}

/// The problem of a walk that the user interrupted.
pub(crate) fn interrupted() -> Problem {
    Problem::of_stop(
        "interrupted: no file was written",
        "run the command again: the searches are saved, only the walk is repeated",
    )
}
