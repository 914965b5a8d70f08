//! `BrowserDesk`: the explorations of a page, in one thread and in memory.

use crate::Host;
use serde::Serialize;
use slidewise_analysis::{Goals, Path, Unsolvable};
use slidewise_answers::{
    AnswerError, Desk, ExplorationProgress, ExplorationState, ExploredPuzzle, HardestChange,
    HardestProgress, HardestState, LevelKnowledge, Limits, ListedLevel, PlayRequest,
    PositionDistances, PuzzleRequest, Reply, answer, drawn_component, drawn_level, exploration_id,
    hardest_request, hardest_start, has_guide, reason_for_page,
};
use slidewise_app::{
    Explorer, Keep, Numbered, Observer, Problem, ProblemKind, Progress, TileGuide,
};
use slidewise_design::SweepMeans;
use slidewise_engine::graph::Metric;
use slidewise_engine::search::{EngineChoice, Resources};
use slidewise_puzzle::{Configuration, Puzzle};
use slidewise_sokoban::{Level, LevelGuide, LevelLimits};
use slidewise_store::Stopwatch;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Greatest number of finished explorations that are kept.
const MAX_KEPT: usize = 2;
/// Longest search for the distance of a position by tables.
const POSITION_TIME: Duration = Duration::from_millis(600);
/// Longest search for a solution by tables.
const SOLUTION_TIME: Duration = Duration::from_secs(20);
/// Least time between two reports.
const PULSE: Duration = Duration::from_millis(50);

/// The engine of a page: answers requests, and explores where a request asks for it.
pub struct BrowserDesk {
    memory: u64,
    host: Arc<dyn Host>,
    /// The finished explorations by their id, the last one used last.
    explored: Mutex<Vec<(String, Arc<ExploredPuzzle>)>>,
    /// The level that was explored last.
    level: Mutex<Option<(String, LevelKnowledge)>>,
    /// The guide for the board of tiles that was asked about last, by the id of its puzzle.
    guide: Mutex<Option<(String, Option<TileGuide>)>>,
}

impl BrowserDesk {
    /// A desk without explorations; `memory` is the most that one may take, in bytes.
    pub fn new(memory: u64, host: impl Host) -> BrowserDesk {
        BrowserDesk {
            memory,
            host: Arc::new(host),
            explored: Mutex::default(),
            level: Mutex::default(),
            guide: Mutex::default(),
        }
    }

    /// Answers a request, as the server does. A request to explore is answered at the end of the
    /// exploration; until then its progress is reported.
    pub fn answer(&self, path: &str, body: Option<&[u8]>) -> Reply {
        let given = match (path, body) {
            ("/api/explore", Some(body)) => self.explore(body),
            ("/api/network", Some(body)) => self.network(body),
            ("/api/level/network", Some(body)) => {
                let made = drawn_level(body, (self.memory, 1), &AtomicBool::new(false));
                made.map(Reply::bytes)
            }
            ("/api/hardest", Some(body)) => self.hardest(body),
            _ => answer(self, path, body).unwrap_or_else(|| {
                Err(AnswerError::not_found(
                    format!("a page without a server cannot ask for {path}"),
                    "`slidewise serve` answers it",
                ))
            }),
        };
        given.unwrap_or_else(|refusal| refusal.reply())
    }

    fn kept(&self) -> MutexGuard<'_, Vec<(String, Arc<ExploredPuzzle>)>> {
        self.explored.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Explores a puzzle, unless it is explored.
    fn explore(&self, body: &[u8]) -> Result<Reply, AnswerError> {
        let asked = PuzzleRequest::read(body)?;
        let (puzzle, metric) = (asked.puzzle()?, asked.metric()?);
        metric.check(&puzzle).map_err(Problem::from)?;
        let id = exploration_id(&puzzle, metric);
        let name = puzzle.name.clone();
        let watch = Arc::new(HostReporter {
            host: Arc::clone(&self.host),
            begun: Stopwatch::start(),
            id: id.clone(),
            puzzle: name.clone(),
            metric,
            progress: Mutex::new((
                ExplorationProgress::new(!puzzle.goals.is_empty()),
                Stopwatch::start(),
            )),
        });
        if let Some(explored) = self.explored(&puzzle, metric) {
            watch.progress().0.finish(&explored, 0.0);
        } else {
            self.make_room();
            match self.exploration(puzzle, metric, asked.cautious, &watch) {
                Ok(Some(explored)) => {
                    let seconds = watch.begun.elapsed().as_secs_f64();
                    watch.progress().0.finish(&explored, seconds);
                    self.kept().push((id.clone(), Arc::new(explored)));
                }
                Ok(None) => watch.progress().0.state = ExplorationState::Offered,
                Err(refusal) => {
                    let mut progress = watch.progress();
                    progress.0.state = ExplorationState::Failed;
                    progress.0.trouble = Some(refusal);
                }
            }
        }
        let record = watch.progress().0.record(&id, &name, metric.name());
        Ok(Reply::json(&record))
    }

    /// Forgets the explorations that were not used lately.
    fn make_room(&self) {
        let mut kept = self.kept();
        let surplus = (kept.len() + 1).saturating_sub(MAX_KEPT);
        kept.drain(..surplus);
    }

    /// Searches from Start and from the goals; `None` if that may take long and is only wanted if
    /// it is quick.
    fn exploration(
        &self,
        puzzle: Puzzle,
        metric: Metric,
        is_cautious: bool,
        watch: &Arc<HostReporter>,
    ) -> Result<Option<ExploredPuzzle>, AnswerError> {
        let observer: Arc<dyn Observer> = Arc::clone(watch) as _;
        let explorer = Explorer::new(&puzzle)
            .metric(metric)
            .keep(Keep::Memory)
            .memory(Some(self.memory))
            .threads(1)
            .observer(observer);
        let known = Unsolvable::of_puzzle(&puzzle);
        watch.progress().0.unsolvable = known.as_ref().map(|why| reason_for_page(&puzzle, why));
        let numbered = explorer.number().map_err(|problem| match problem.kind() {
            ProblemKind::TooLarge => too_large(),
            _ => problem.into(),
        })?;
        let engine = EngineChoice::best(&numbered.graph);
        let needs = Resources::of(&numbered.graph, &engine).in_memory();
        watch.progress().0.needs = Some(needs);
        watch.progress().0.engine = Some(engine.name());
        needs
            .check(Some(self.memory), None)
            .map_err(|_| too_large())?;
        if is_cautious && needs.configurations > ExplorationProgress::MAX_UNASKED {
            let why = Unsolvable::of_graph(&numbered.graph);
            let mut progress = watch.progress();
            if let Some(why) = why {
                progress.0.unsolvable = Some(reason_for_page(&puzzle, &why));
            }
            return Ok(None);
        }
        Ok(Some(self.searched(numbered, watch)?))
    }

    fn searched(
        &self,
        numbered: Numbered,
        watch: &HostReporter,
    ) -> Result<ExploredPuzzle, AnswerError> {
        watch.begin("start");
        let from_start = numbered.search_from_start()?;
        let graph = Arc::clone(&numbered.graph);
        let goals = Goals::of(&graph);
        let explored = numbered.explored(&from_start);
        let reach = goals.reached(explored)?;
        let from_goals = match &reach {
            None => None,
            Some(_) => {
                let sources = goals.seen_by(explored)?;
                watch.begin("goal");
                Some(numbered.search_back_from(&sources)?)
            }
        };
        let puzzle = numbered.puzzle();
        let unsolvable = (reach.is_none() && !puzzle.goals.is_empty()).then(|| {
            let reached = from_start.counts().iter().sum();
            reason_for_page(puzzle, &Unsolvable::after_search(&graph, &goals, reached))
        });
        watch.progress().0.unsolvable.clone_from(&unsolvable);
        Ok(ExploredPuzzle::new(
            numbered,
            from_start,
            goals.into_found(),
            from_goals,
            reach.ok_or(unsolvable),
        ))
    }

    /// Asks the guide of a board of tiles that is too large to explore, which is made if it is
    /// missing; `None` if the puzzle has none.
    fn with_guide<T>(
        &self,
        puzzle: &Puzzle,
        metric: Metric,
        ask: impl FnOnce(&mut TileGuide) -> Result<T, AnswerError>,
    ) -> Result<Option<T>, AnswerError> {
        if !has_guide(puzzle, metric) {
            return Ok(None);
        }
        let id = exploration_id(puzzle, metric);
        let mut known = self.guide.lock().unwrap_or_else(PoisonError::into_inner);
        if known.as_ref().is_none_or(|(own, _)| *own != id) {
            let explorer = Explorer::new(puzzle).memory(Some(self.memory)).threads(1);
            let tables = explorer.guide_tables().ok();
            let guide = tables.map(|tables| TileGuide::new(Arc::new(tables), POSITION_TIME));
            *known = Some((id, guide));
        }
        let guide = known.as_mut().and_then(|(_, guide)| guide.as_mut());
        guide.map(ask).transpose()
    }

    /// Finds the hardest start of a puzzle's pieces.
    fn hardest(&self, body: &[u8]) -> Result<Reply, AnswerError> {
        let (family, metric) = hardest_request(body)?;
        let begun = Stopwatch::start();
        let own = Mutex::new((HardestProgress::default(), Stopwatch::start()));
        let lock = || own.lock().unwrap_or_else(PoisonError::into_inner);
        let tell = |change: HardestChange<'_>| {
            let mut own = lock();
            change(&mut own.0);
            if own.1.elapsed() >= PULSE {
                own.1 = Stopwatch::start();
                let seconds = begun.elapsed().as_secs_f64();
                self.report(&own.0.record("", metric, seconds));
            }
        };
        let means = SweepMeans {
            threads: 1,
            memory: self.memory,
            record: None,
            is_fresh: false,
            stop: &AtomicBool::new(false),
        };
        let found = hardest_start(&family, metric, means, &tell);
        let mut progress = lock().0.clone();
        progress.seconds = begun.elapsed().as_secs_f64();
        match found {
            Ok(hardest) => {
                progress.hardest = hardest;
                progress.state = HardestState::Ready;
            }
            Err(error) => {
                progress.state = HardestState::Failed;
                progress.trouble = Some(AnswerError::conflict(error, "take fewer pieces"));
            }
        }
        Ok(Reply::json(&progress.record("", metric, 0.0)))
    }

    fn report(&self, record: &impl Serialize) {
        self.host
            .report(&serde_json::to_string(record).expect("the records are plain"));
    }

    /// Lays out the state graph.
    fn network(&self, body: &[u8]) -> Result<Reply, AnswerError> {
        let question = PlayRequest::read(body)?;
        let explored = question.explored(self)?;
        let tell = &mut |_: usize, _: usize| ControlFlow::Continue(());
        let drawn = drawn_component(&question, &explored, tell)?;
        Ok(Reply::bytes(drawn.unwrap_or_default()))
    }
}

/// The refusal of a puzzle that the memory of a browser does not hold.
fn too_large() -> AnswerError {
    AnswerError::conflict(
        "this puzzle is too large to be explored in a browser",
        "the program on a computer explores larger ones",
    )
}

impl Desk for BrowserDesk {
    fn limits(&self) -> Limits {
        Limits::of_browser(self.memory)
    }

    fn explored(&self, puzzle: &Puzzle, metric: Metric) -> Option<Arc<ExploredPuzzle>> {
        let id = exploration_id(puzzle, metric);
        let mut kept = self.kept();
        let at = kept.iter().position(|(own, _)| *own == id)?;
        let found = kept.remove(at);
        let explored = Arc::clone(&found.1);
        kept.push(found);
        Some(explored)
    }

    fn place_by_tables(
        &self,
        puzzle: &Puzzle,
        metric: Metric,
        position: &Configuration,
    ) -> Result<Option<PositionDistances>, AnswerError> {
        self.with_guide(puzzle, metric, |guide| {
            PositionDistances::by_tables(guide, position)
        })
    }

    fn solution_by_tables(
        &self,
        puzzle: &Puzzle,
        metric: Metric,
        position: &Configuration,
    ) -> Result<Option<Path>, AnswerError> {
        let path = self.with_guide(puzzle, metric, |guide| {
            Ok(guide.solution_within(position, SOLUTION_TIME)?)
        })?;
        Ok(path.flatten())
    }

    fn levels(&self) -> &[ListedLevel] {
        &[]
    }

    fn level(&self, level: &Level) -> LevelKnowledge {
        let text = level.canonical_text();
        let mut known = self.level.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((own, knowledge)) = &*known
            && *own == text
        {
            return knowledge.clone();
        }
        // The memory of the one before is free again.
        *known = None;
        let limits = LevelLimits {
            memory: self.memory / 2,
            threads: 1,
            until_solved: false,
            max_generation: u64::MAX,
            stop: &AtomicBool::new(false),
        };
        let knowledge = match LevelGuide::search(level, limits) {
            Ok(Some(guide)) => LevelKnowledge::Ready(Arc::new(guide)),
            Ok(None) | Err(_) => LevelKnowledge::TooLarge,
        };
        *known = Some((text, knowledge.clone()));
        knowledge
    }

    fn seed(&self) -> u64 {
        self.host.random()
    }
}

/// Observer of an exploration, which reports its progress to the host.
struct HostReporter {
    host: Arc<dyn Host>,
    begun: Stopwatch,
    id: String,
    puzzle: String,
    metric: Metric,
    /// The progress, and the time since the last report.
    progress: Mutex<(ExplorationProgress, Stopwatch)>,
}

impl HostReporter {
    fn progress(&self) -> MutexGuard<'_, (ExplorationProgress, Stopwatch)> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A search from these sources begins.
    fn begin(&self, from: &'static str) {
        let mut progress = self.progress();
        progress.0.state = ExplorationState::Exploring;
        progress.0.from = from;
        progress.0.working = None;
        progress.0.generations.clear();
    }
}

impl Observer for HostReporter {
    fn progress(&self, progress: &Progress<'_>) {
        let Progress::Search(event) = progress else {
            return;
        };
        let mut own = HostReporter::progress(self);
        own.0.hear(event, self.begun.elapsed().as_secs_f64());
        if own.1.elapsed() < PULSE {
            return;
        }
        own.1 = Stopwatch::start();
        let record = own.0.record(&self.id, &self.puzzle, self.metric.name());
        let text = serde_json::to_string(&record).expect("the records are plain");
        self.host.report(&text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    /// Counts the reports, and knows no chance.
    struct Quiet(Mutex<Vec<Value>>);

    impl Host for Arc<Quiet> {
        fn report(&self, record: &str) {
            let record = serde_json::from_str(record).unwrap();
            self.0.lock().unwrap().push(record);
        }

        fn random(&self) -> u64 {
            1
        }
    }

    fn asked(desk: &BrowserDesk, path: &str, body: &Value) -> (u16, Value) {
        let reply = desk.answer(path, Some(body.to_string().as_bytes()));
        (reply.status, serde_json::from_slice(&reply.body).unwrap())
    }

    #[test]
    fn a_page_is_answered_in_one_thread_and_in_memory() {
        let host = Arc::new(Quiet(Mutex::default()));
        let desk = BrowserDesk::new(64 << 20, Arc::clone(&host));
        let puzzle = json!({"name": "lane-rouge", "metric": "move"});
        assert_eq!(asked(&desk, "/api/solution", &puzzle).0, 409);
        let (status, told) = asked(&desk, "/api/explore", &puzzle);
        assert_eq!((status, &told["state"]), (200, &json!("ready")));
        assert_eq!(told["goal"]["generation"], 81);
        let (_, place) = asked(&desk, "/api/position", &puzzle);
        assert_eq!(
            (&place["to_finish"], &place["from_start"]),
            (&json!(81), &json!(0))
        );
        let (_, solution) = asked(&desk, "/api/solution", &puzzle);
        assert_eq!(solution["moves"], 81);
        // The position after the first move of the way is one move nearer.
        let mut nearer = puzzle.clone();
        nearer["position"] = solution["path"][0]["position"].clone();
        assert_eq!(asked(&desk, "/api/position", &nearer).1["to_finish"], 80);
        let reply = desk.answer("/api/network", Some(puzzle.to_string().as_bytes()));
        assert_eq!(reply.status, 200);

        let (_, hardest) = asked(&desk, "/api/hardest", &json!({"name": "lane-rouge"}));
        assert_eq!(
            (&hardest["boards"], &hardest["moves"]),
            (&json!("65880"), &json!(126))
        );
        let level = json!({"level": "#####:#@$.#:#####"});
        assert_eq!(asked(&desk, "/api/level", &level).1["left"], 1);
        let (status, error) = asked(&desk, "/api/plot", &puzzle);
        assert_eq!(status, 404, "{error}");
    }

    #[test]
    fn what_is_too_large_is_refused_and_what_takes_long_is_offered() {
        let host = Arc::new(Quiet(Mutex::default()));
        let desk = BrowserDesk::new(16 << 20, Arc::clone(&host));
        let large = json!({"name": "tiles:3x4"});
        let (_, told) = asked(&desk, "/api/explore", &large);
        assert_eq!(
            (&told["state"], &told["can_begin"]),
            (&json!("failed"), &json!(false))
        );
        assert!(!told["hint"].as_str().unwrap().contains("--"), "{told}");

        let desk = BrowserDesk::new(64 << 20, Arc::clone(&host));
        let long = json!({"name": "get-my-goat", "cautious": true});
        assert_eq!(asked(&desk, "/api/explore", &long).1["state"], "offered");
        let (_, told) = asked(&desk, "/api/explore", &json!({"name": "get-my-goat"}));
        assert_eq!(told["found"], "5443200");
        // A board of tiles that is too large has a bound, and mostly a distance.
        let near =
            json!({"name": "tiles:4x4", "position": "1 2 3 4:5 6 7 8:9 10 11 12:13 14 . 15"});
        let (_, place) = asked(&desk, "/api/position", &near);
        assert_eq!(place["explored"], false);
        assert!(
            place["to_finish"].is_u64() || place["at_least"].is_u64(),
            "{place}"
        );
    }
}
