//! Walks through the state graph of a session, or a part of it, for the commands that show it.

use super::arguments::Common;
use super::arguments::Graph as Words;
use super::progress::Spinner;
use super::wish::stop_flag;
use slidewise_analysis::{Ball, BallError, Beginning, Gauge, Goals, Met, Vertex};
use slidewise_app::Problem;
use slidewise_app::{Marked, Numbered, Reuse};
use slidewise_engine::search::Machine;
use slidewise_puzzle::Puzzle;
use slidewise_render::counted;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

/// The searches that tell distances.
pub struct Searches<'a> {
    /// The puzzle with its graph.
    pub numbered: Numbered<'a>,
    from_start: Option<Marked>,
    from_goal: Option<Marked>,
}

impl<'a> Searches<'a> {
    /// Makes those that the words need.
    pub fn of(mut numbered: Numbered<'a>, words: &Words) -> Result<Searches<'a>, Problem> {
        let mut from_goal = None;
        if !words.no_finish {
            // No goal, or none that can be reached: then there is no distance.
            if let Ok(store) = numbered.search_from_goals().map_err(without_finish)? {
                from_goal = Some(store);
                // The search from Start has been replaced already where that was wanted.
                numbered.explorer = numbered.explorer.clone().reuse(Reuse::Kept);
            }
        }
        let from_start = match &words.around {
            // From Start the walk itself tells them.
            None => None,
            Some(_) => Some(numbered.search_from_start()?),
        };
        Ok(Searches {
            numbered,
            from_start,
            from_goal,
        })
    }
}

/// The failure of a search that can be done without.
fn without_finish(failure: Problem) -> Problem {
    if stop_flag().load(Ordering::Relaxed) {
        return failure;
    }
    let hint = "--no-finish leaves out the distances to Finish, which need a search of all";
    Problem {
        hint: format!("{}; {hint}", failure.hint),
        ..failure
    }
}

/// A walk through a part of the graph that tells of all it meets.
pub struct Tour<'s> {
    /// The options of every command.
    pub common: &'s Common,
    /// The puzzle with its graph.
    pub numbered: &'s Numbered<'s>,
    goals: &'s Goals<'s>,
    ball: Ball<'s>,
    /// Whether the centre is Start, so that radii are generations.
    is_from_start: bool,
    stop: &'static AtomicBool,
}

/// How much was met.
#[derive(Clone, Copy, Default)]
pub struct Size {
    /// Configurations.
    pub nodes: u64,
    /// Edges between them.
    pub edges: u64,
    /// The largest distance from the centre.
    pub radius: u64,
}

/// Why a walk ended early.
pub enum Ended {
    /// By itself.
    Ball(BallError),
    /// What was met could not be written.
    Io(io::Error),
    /// By the user.
    Interrupted,
    /// More has been met than is wanted.
    #[cfg_attr(not(feature = "pictures"), expect(dead_code))]
    Enough,
}

impl From<BallError> for Ended {
    fn from(error: BallError) -> Ended {
        Ended::Ball(error)
    }
}

impl From<io::Error> for Ended {
    fn from(error: io::Error) -> Ended {
        Ended::Io(error)
    }
}

impl From<Ended> for Problem {
    fn from(ended: Ended) -> Problem {
        match ended {
            Ended::Ball(error) => error.into(),
            Ended::Io(error) => Problem::of_run(
                format!("the output cannot be written: {error}"),
                "--out FILE writes to a file",
            ),
            Ended::Interrupted | Ended::Enough => interrupted(),
        }
    }
}

impl<'s> Tour<'s> {
    /// A walk as the words want it.
    pub fn of(
        common: &'s Common,
        words: &Words,
        searches: &'s Searches<'s>,
        goals: &'s Goals<'s>,
    ) -> Result<Tour<'s>, Problem> {
        let numbered = &searches.numbered;
        let from_start = searches.from_start.as_ref();
        let from_start = from_start.map(|marked| numbered.explored(marked));
        let from_goal = searches.from_goal.as_ref();
        let from_goal =
            from_goal.map(|marked| marked.explored(&numbered.graph, Beginning::Goals(goals)));
        let (centre, radius) = match &words.around {
            None => (numbered.start(), words.max_generation),
            Some(text) => {
                let position = numbered.puzzle().read_position(text)?;
                let centre = numbered.graph.index_of(&position);
                let is_reached = |index: &u64| from_start.is_none_or(|from| from.has_seen(*index));
                let centre = centre.filter(is_reached);
                (
                    centre.ok_or_else(|| numbered.unreachable(&position))?,
                    words.radius,
                )
            }
        };
        let gauge = |explored: Option<_>| match explored {
            Some(explored) => Gauge::new(explored, centre),
            None => Ok(None),
        };
        let machine = Machine::this();
        let ball = Ball::new(&numbered.graph, centre)
            .within(radius)
            .gauged([gauge(from_start)?, gauge(from_goal)?])
            .in_memory(common.memory.or(machine.map(|own| own.available)));
        Ok(Tour {
            common,
            numbered,
            goals,
            ball,
            is_from_start: words.around.is_none(),
            stop: stop_flag(),
        })
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &'s Puzzle {
        self.numbered.puzzle()
    }

    /// Whether the user wants it to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Gives `visit` all that is met, showing how far it is.
    pub fn walk(&self, mut visit: impl FnMut(Met) -> Result<(), Ended>) -> Result<Size, Ended> {
        let spinner = Spinner::new(self.common.quiet);
        let mut size = Size::default();
        let ended = self.ball.walk(|met| {
            if self.is_stopped() {
                return Err(Ended::Interrupted);
            }
            match met {
                Met::Vertex(vertex) => {
                    size.nodes += 1;
                    size.radius = vertex.radius;
                }
                Met::Edge { .. } => size.edges += 1,
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

    /// The distance of a vertex from Start, where it is known.
    pub fn generation_of(&self, vertex: &Vertex) -> Option<u64> {
        match self.is_from_start {
            true => Some(vertex.radius),
            false => vertex.distances[0],
        }
    }

    /// Whether a vertex is a goal.
    pub fn is_goal(&self, vertex: &Vertex) -> bool {
        match vertex.distances[1] {
            Some(distance) => distance == 0,
            None => self.goals.contains(vertex.index),
        }
    }
}

/// The failure of a walk that was stopped.
pub fn interrupted() -> Problem {
    Problem::of_run(
        "interrupted: no file is written",
        "the searches that it needs are kept, the walk begins again",
    )
}
