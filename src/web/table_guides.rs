//! `TableGuides`: distances on boards of tiles that are too large to explore, from tables.
//!
//! Each guide has a thread of its own, which owns its tables and answers one question after the
//! other. Finished tables of the store folder are used; otherwise small ones are built in memory.
//! Meanwhile a lower bound is known without tables.

use super::settings::ServerSettings;
use slidewise_analysis::Path;
use slidewise_answers::{AnswerError, PositionDistances, has_guide};
use slidewise_app::{Explorer, Keep, TileGuide, grid_bound};
use slidewise_engine::graph::Metric;
use slidewise_puzzle::{Configuration, Puzzle, SearchOrigin};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

/// Greatest number of guides; the one that was used least recently ends first.
const MAX_GUIDES: usize = 4;
/// Longest search for the distance of a position.
const POSITION_TIME: Duration = Duration::from_millis(600);
/// Longest search for a solution.
const SOLUTION_TIME: Duration = Duration::from_secs(20);

/// A question to the guide of a puzzle.
enum GuideQuestion {
    Position(
        Configuration,
        Sender<Result<PositionDistances, AnswerError>>,
    ),
    Solution(Configuration, Sender<Result<Option<Path>, AnswerError>>),
}

/// The guides of a server.
#[derive(Debug, Default)]
pub(crate) struct TableGuides {
    /// The guides, the most recently used last.
    guides: Mutex<Vec<GuideThread>>,
}

/// The thread of a guide, as others see it.
#[derive(Clone, Debug)]
struct GuideThread {
    /// The fingerprint of the puzzle.
    id: [u8; 32],
    asked: Sender<GuideQuestion>,
    /// Whether the puzzle has tables, once that is known.
    has_tables: Arc<OnceLock<bool>>,
}

impl TableGuides {
    /// What is known of a position; `None` if the puzzle has no guide.
    ///
    /// # Errors
    /// If a table is damaged.
    pub(crate) fn place(
        &self,
        settings: &ServerSettings,
        (puzzle, metric): (&Puzzle, Metric),
        position: &Configuration,
    ) -> Result<Option<PositionDistances>, AnswerError> {
        let Some(guide) = self.guide(settings, puzzle, metric) else {
            return Ok(None);
        };
        if guide.has_tables.get().is_none() {
            return Ok(Some(PositionDistances {
                at_least: grid_bound(puzzle, position),
                is_pending: true,
                ..PositionDistances::default()
            }));
        }
        let (answer, answered) = channel();
        if !self.ask(&guide, GuideQuestion::Position(position.clone(), answer)) {
            return Ok(None);
        }
        answered.recv().map_or(Ok(None), |answer| answer.map(Some))
    }

    /// A shortest solution from a position; `None` if the puzzle has no guide, or none was found in
    /// time.
    ///
    /// # Errors
    /// If a table is damaged.
    pub(crate) fn solution(
        &self,
        settings: &ServerSettings,
        (puzzle, metric): (&Puzzle, Metric),
        position: &Configuration,
    ) -> Result<Option<Path>, AnswerError> {
        let Some(guide) = self.guide(settings, puzzle, metric) else {
            return Ok(None);
        };
        let (answer, answered) = channel();
        if !self.ask(&guide, GuideQuestion::Solution(position.clone(), answer)) {
            return Ok(None);
        }
        // The thread drops a question if the puzzle has no tables.
        answered.recv().unwrap_or(Ok(None))
    }

    /// The guide of a puzzle, which is made if it is missing; `None` if the puzzle has none.
    fn guide(
        &self,
        settings: &ServerSettings,
        puzzle: &Puzzle,
        metric: Metric,
    ) -> Option<GuideThread> {
        if !has_guide(puzzle, metric) {
            return None;
        }
        let id = puzzle.fingerprint(SearchOrigin::Goals);
        let mut guides = self.guides();
        let guide = match guides.iter().position(|own| own.id == id) {
            Some(own) => guides.remove(own),
            None => begin(id, settings.clone(), puzzle.clone())?,
        };
        guides.push(guide.clone());
        let surplus = guides.len().saturating_sub(MAX_GUIDES);
        guides.drain(..surplus);
        Some(guide)
    }

    /// Puts a question to a guide; false if its thread has ended.
    fn ask(&self, guide: &GuideThread, question: GuideQuestion) -> bool {
        let is_put = guide.asked.send(question).is_ok();
        if !is_put {
            // The next question begins another thread.
            self.guides().retain(|own| own.id != guide.id);
        }
        is_put
    }

    /// Lets the threads of all guides end.
    pub(crate) fn close(&self) {
        self.guides().clear();
    }

    fn guides(&self) -> MutexGuard<'_, Vec<GuideThread>> {
        self.guides.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Begins the thread of a guide; `None` if the system refuses it.
fn begin(id: [u8; 32], settings: ServerSettings, puzzle: Puzzle) -> Option<GuideThread> {
    let (asked, questions) = channel::<GuideQuestion>();
    let has_tables = Arc::new(OnceLock::new());
    let known = Arc::clone(&has_tables);
    let work = move || {
        let explorer = Explorer::new(&puzzle)
            .keep(Keep::Folder(settings.store))
            .memory(Some(settings.memory))
            .threads(settings.threads);
        let tables = explorer.guide_tables();
        // No other thread sets it.
        let _ = known.set(tables.is_ok());
        // Without tables the questions are dropped, which their senders notice.
        let Ok(tables) = tables else { return };
        let mut guide = TileGuide::new(Arc::new(tables), POSITION_TIME);
        for question in questions {
            match question {
                GuideQuestion::Position(position, answer) => {
                    // An answer is dropped if the client has closed the connection.
                    let _ = answer.send(PositionDistances::by_tables(&mut guide, &position));
                }
                GuideQuestion::Solution(position, answer) => {
                    let path = guide.solution_within(&position, SOLUTION_TIME);
                    let _ = answer.send(path.map_err(AnswerError::from));
                }
            }
        }
    };
    let spawned = std::thread::Builder::new()
        .name("tables".to_owned())
        .spawn(work);
    spawned.is_ok().then_some(GuideThread {
        id,
        asked,
        has_tables,
    })
}
