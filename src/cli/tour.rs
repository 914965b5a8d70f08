//! Walks through the state graph of a session, or a part of it, for the commands that show it.

use super::Failure;
use super::arguments::Graph as Words;
use super::progress::Spinner;
use super::session::Session;
use super::wish::stop_flag;
use crate::explore::Machine;
use slidewise_analysis::{Ball, BallError, Gauge, Goals, Met, Vertex};
use slidewise_render::counted;
use slidewise_store::Store;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

/// The searches that tell distances.
pub struct Searches {
    from_start: Option<Store>,
    from_goal: Option<Store>,
}

impl Searches {
    /// Makes those that the words need.
    pub fn of(session: &Session<'_>, words: &Words) -> Result<Searches, Failure> {
        let mut fresh = words.searched.fresh;
        let mut from_goal = None;
        if !words.no_finish {
            // No goal, or none that can be reached: then there is no distance.
            if let Ok(store) = session.search_from_goal(fresh).map_err(without_finish)? {
                from_goal = Some(store);
                fresh = false;
            }
        }
        let from_start = match &words.around {
            // From Start the walk itself tells them.
            None => None,
            Some(_) => Some(session.search_from_start(fresh)?),
        };
        Ok(Searches {
            from_start,
            from_goal,
        })
    }
}

/// The failure of a search that can be done without.
fn without_finish(failure: Failure) -> Failure {
    if stop_flag().load(Ordering::Relaxed) {
        return failure;
    }
    let hint = "--no-finish leaves out the distances to Finish, which need a search of all";
    Failure {
        hint: format!("{}; {hint}", failure.hint),
        ..failure
    }
}

/// A walk through a part of the graph that tells of all it meets.
pub struct Tour<'s> {
    /// The session.
    pub session: &'s Session<'s>,
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

impl From<BallError> for Failure {
    fn from(error: BallError) -> Failure {
        match error {
            BallError::Query(error) => error.into(),
            BallError::OutOfResources(shortage) => Failure {
                // How large the generations behind are is not known yet.
                hint: "that is what the first generations take: give much more with --memory SIZE, or say how many are enough with --max-generation N"
                    .to_owned(),
                ..shortage.into()
            },
        }
    }
}

impl From<Ended> for Failure {
    fn from(ended: Ended) -> Failure {
        match ended {
            Ended::Ball(error) => error.into(),
            Ended::Io(error) => Failure::of_run(
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
        session: &'s Session<'s>,
        words: &Words,
        searches: &'s Searches,
        goals: &'s Goals<'s>,
    ) -> Result<Tour<'s>, Failure> {
        let from_start = searches
            .from_start
            .as_ref()
            .map(|store| session.explored(store));
        let from_goal = searches
            .from_goal
            .as_ref()
            .map(|store| session.explored_from(goals, store));
        let (centre, radius) = match &words.around {
            None => (session.start_index(), words.max_generation),
            Some(text) => {
                let position = session.puzzle.read_position(text)?;
                let centre = session.graph.index_of(&position);
                let is_reached = |index: &u64| from_start.is_none_or(|from| from.has_seen(*index));
                let centre = centre.filter(is_reached);
                (
                    centre.ok_or_else(|| session.unreachable(&position))?,
                    words.radius,
                )
            }
        };
        let gauge = |explored: Option<_>| match explored {
            Some(explored) => Gauge::new(explored, centre),
            None => Ok(None),
        };
        let machine = Machine::this();
        let ball = Ball::new(&session.graph, centre)
            .within(radius)
            .gauged([gauge(from_start)?, gauge(from_goal)?])
            .in_memory(session.common.memory.or(machine.map(|own| own.available)));
        Ok(Tour {
            session,
            goals,
            ball,
            is_from_start: words.around.is_none(),
            stop: stop_flag(),
        })
    }

    /// Whether the user wants it to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Gives `visit` all that is met, showing how far it is.
    pub fn walk(&self, mut visit: impl FnMut(Met) -> Result<(), Ended>) -> Result<Size, Ended> {
        let spinner = Spinner::new(self.session.common.quiet);
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
pub fn interrupted() -> Failure {
    Failure::of_run(
        "interrupted: no file is written",
        "the searches that it needs are kept, the walk begins again",
    )
}
