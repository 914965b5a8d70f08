//! How far an exploration is, in the words of its page.

use super::refusal::Refusal;
use serde::Serialize;
use slidewise_analysis::GoalReach;
use slidewise_engine::search::Resources;
use slidewise_render::Reason;
use slidewise_render::json::digits;

/// Where an exploration stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Others go first.
    Waiting,
    /// Its configurations are being numbered.
    Numbering,
    /// Generations are being found.
    Exploring,
    /// It would take long, and was not asked for in earnest.
    Offered,
    /// It answers.
    Ready,
    /// It was stopped; it goes on from there when asked for again.
    Stopped,
    /// It failed.
    Failed,
}

impl State {
    /// Whether it is under way.
    pub fn is_under_way(self) -> bool {
        matches!(self, State::Waiting | State::Numbering | State::Exploring)
    }
}

/// How far an exploration is.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Where it stands.
    pub state: State,
    /// The generations of the search that goes on, or of the one from Start once all is found.
    pub generations: Vec<u64>,
    /// From where that search is: `start` or `goal`.
    pub from: &'static str,
    /// The generation whose neighbours are being found, how many it has, and how many of them are done.
    pub working: Option<(u64, u64, u64)>,
    /// What the search needs, once its configurations are numbered.
    pub needs: Option<Resources>,
    /// The engine.
    pub engine: Option<&'static str>,
    /// Where goals were met.
    pub reach: Option<GoalReach>,
    /// Whether the puzzle has goals.
    pub has_goals: bool,
    /// Why there is no solution, once that is known.
    pub unsolvable: Option<Reason>,
    /// Why it stands still.
    pub trouble: Option<Refusal>,
    /// Seconds at work.
    pub seconds: f64,
}

impl Progress {
    /// Nothing done yet.
    pub fn new(has_goals: bool) -> Progress {
        Progress {
            state: State::Waiting,
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

    /// As an answer has it.
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
            goal: self.reach.as_ref().map(|reach| GoalRecord {
                generation: reach.generation,
                states: digits(reach.nearest.len()),
                reachable: digits(reach.reachable),
            }),
            unsolvable: self.unsolvable.clone(),
            seconds: self.seconds,
            error: self.trouble.as_ref().map(|why| why.error().to_owned()),
            hint: self.trouble.as_ref().map(|why| why.hint().to_owned()),
        }
    }
}

/// Where goals were met, as an answer has it.
#[derive(Clone, Debug, Serialize)]
struct GoalRecord {
    generation: u64,
    states: String,
    reachable: String,
}

/// How far an exploration is, as an answer has it.
#[derive(Clone, Debug, Serialize)]
pub struct ProgressRecord {
    exploration: String,
    puzzle: String,
    metric: &'static str,
    state: State,
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
    goal: Option<GoalRecord>,
    unsolvable: Option<Reason>,
    seconds: f64,
    error: Option<String>,
    hint: Option<String>,
}
