//! Progress of an exploration, as the pages show it.

use crate::AnswerError;
use crate::ExploredPuzzle;
use serde::Serialize;
use slidewise_analysis::ReachedGoals;
use slidewise_engine::graph::Metric;
use slidewise_engine::search::{Event, Resources};
use slidewise_puzzle::{Puzzle, SearchOrigin};
use slidewise_render::UnsolvableReason;
use slidewise_render::json::digits;
use std::fmt::Write;

/// The state of an exploration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ExplorationState {
    /// In the queue, until an exploration that runs has ended.
    Waiting,
    /// Building the index of the puzzle's configurations.
    Numbering,
    /// Searching, generation by generation.
    Exploring,
    /// Not searched, because a search would take long and the request did not permit a long search.
    Offered,
    /// Finished; it answers queries.
    Ready,
    /// Stopped before the end of the search. A new request resumes the search, or restarts it if
    /// its stores were temporary.
    Stopped,
    /// Ended by an error.
    Failed,
}

impl ExplorationState {
    /// Whether the exploration waits or runs.
    pub fn is_under_way(self) -> bool {
        matches!(
            self,
            ExplorationState::Waiting | ExplorationState::Numbering | ExplorationState::Exploring
        )
    }
}

/// Progress of an exploration.
#[derive(Clone, Debug)]
pub struct ExplorationProgress {
    /// Whether the exploration waits, runs or has ended.
    pub state: ExplorationState,
    /// Sizes of the generations that the present search, from Start or from the goals, has found.
    ///
    /// Once the exploration is finished, these are the generations from Start.
    pub generations: Vec<u64>,
    /// Sources of the search that found `generations`: `start` or `goal`.
    pub from: &'static str,
    /// The number of the generation that is being expanded, its size, and how many of its
    /// configurations have been expanded.
    pub working: Option<(u64, u64, u64)>,
    /// The resources that the search needs, once the index is built.
    pub needs: Option<Resources>,
    /// Name of the engine.
    pub engine: Option<&'static str>,
    /// The goals that the search from Start reached, once the exploration is finished.
    pub reach: Option<ReachedGoals>,
    /// Whether the puzzle has goals.
    pub has_goals: bool,
    /// The reason why the puzzle has no solution, once a reason is known.
    pub unsolvable: Option<UnsolvableReason>,
    /// The reason why the exploration stopped or failed.
    pub trouble: Option<AnswerError>,
    /// Time that the exploration has taken so far, in seconds.
    pub seconds: f64,
}

/// The id of an exploration: the fingerprint of its puzzle and the name of its metric.
pub fn exploration_id(puzzle: &Puzzle, metric: Metric) -> String {
    let mut id = String::new();
    for byte in puzzle.fingerprint(SearchOrigin::Goals).iter().take(16) {
        let _ = write!(id, "{byte:02x}");
    }
    format!("{id}-{}", metric.name())
}

impl ExplorationProgress {
    /// Greatest number of configurations that are explored without permission for a long search.
    pub const MAX_UNASKED: u64 = 3_000_000;

    /// The progress of an exploration that has not started.
    pub fn new(has_goals: bool) -> ExplorationProgress {
        ExplorationProgress {
            state: ExplorationState::Waiting,
            generations: Vec::new(),
            from: "start",
            working: None,
            needs: None,
            engine: None,
            reach: None,
            has_goals,
            unsolvable: None,
            trouble: None,
            seconds: 0.0,
        }
    }

    /// Hears an event of a search, `seconds` after the beginning.
    pub fn hear(&mut self, event: &Event<'_>, seconds: f64) {
        self.seconds = seconds;
        match *event {
            Event::Found {
                generation, count, ..
            } => {
                self.working = Some((generation, count, 0));
                if self.generations.len() as u64 == generation {
                    self.generations.push(count);
                }
            }
            Event::Working {
                generation,
                count,
                done,
            } => self.working = Some((generation, count, done)),
            Event::Begun { .. } | Event::Checked { .. } | Event::Filed { .. } => {}
        }
    }

    /// The exploration is finished, `seconds` after its beginning.
    pub fn finish(&mut self, explored: &ExploredPuzzle, seconds: f64) {
        self.state = ExplorationState::Ready;
        self.from = "start";
        self.working = None;
        self.generations = explored.generations().to_vec();
        self.reach = explored.reach().cloned();
        self.seconds = seconds;
    }

    /// Whether another attempt may get further: not if the puzzle does not fit the limits.
    fn can_begin(&self) -> bool {
        let refusal = self.trouble.as_ref();
        self.state != ExplorationState::Failed || !refusal.is_some_and(AnswerError::is_lasting)
    }

    /// The progress as a JSON record.
    pub fn record(&self, id: &str, puzzle: &str, metric: &'static str) -> ProgressRecord {
        let found: u64 = self.generations.iter().sum();
        let (generation, count, done) = self.working.unwrap_or((
            (self.generations.len() as u64).saturating_sub(1),
            self.generations.last().copied().unwrap_or(0),
            0,
        ));
        ProgressRecord {
            exploration: id.to_owned(),
            puzzle: puzzle.to_owned(),
            metric,
            state: self.state,
            from: self.from,
            engine: self.engine,
            generation,
            percent: (count > 0).then(|| done * 100 / count),
            found: digits(found),
            configurations: self.needs.map(|needs| digits(needs.configurations)),
            memory_bytes: self.needs.map(|needs| needs.memory_bytes),
            disk_bytes: self.needs.map(|needs| needs.disk_bytes),
            generations: self.generations.iter().map(digits).collect(),
            has_goals: self.has_goals,
            goal: self.reach.as_ref().map(|reach| GoalReachRecord {
                generation: reach.generation,
                states: digits(reach.nearest.len()),
                reachable: digits(reach.reachable),
            }),
            unsolvable: self.unsolvable.clone(),
            can_begin: self.can_begin(),
            seconds: self.seconds,
            error: self.trouble.as_ref().map(|why| why.error().to_owned()),
            hint: self.trouble.as_ref().map(|why| why.hint().to_owned()),
        }
    }
}

/// The goals that the search from Start reached, as JSON.
#[derive(Clone, Debug, Serialize)]
struct GoalReachRecord {
    generation: u64,
    states: String,
    reachable: String,
}

/// Progress of an exploration, as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct ProgressRecord {
    exploration: String,
    puzzle: String,
    metric: &'static str,
    state: ExplorationState,
    from: &'static str,
    engine: Option<&'static str>,
    generation: u64,
    percent: Option<u64>,
    found: String,
    configurations: Option<String>,
    memory_bytes: Option<u64>,
    disk_bytes: Option<u64>,
    generations: Vec<String>,
    has_goals: bool,
    goal: Option<GoalReachRecord>,
    unsolvable: Option<UnsolvableReason>,
    can_begin: bool,
    seconds: f64,
    error: Option<String>,
    hint: Option<String>,
}
