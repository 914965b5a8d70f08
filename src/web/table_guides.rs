//! `TableGuides`: distances on boards of tiles that are too large to explore, from tables.
//!
//! Each guide has a thread of its own, which owns its tables and answers one question after the
//! other. Finished tables of the store folder are used; otherwise small ones are built in memory.

use super::error::WebError;
use super::results::PositionDistances;
use super::settings::ServerSettings;
use slidewise_analysis::{Guide, Path};
use slidewise_app::{Explorer, Keep, TileGuide};
use slidewise_engine::graph::Metric;
use slidewise_puzzle::{Configuration, Puzzle, SearchOrigin};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::oneshot;

/// Fewest cells of a board that has a guide; a smaller board is soon explored.
const LEAST_CELLS: usize = 11;
/// Greatest number of guides; the one that was used least recently ends first.
const MOST_GUIDES: usize = 4;
/// Longest search for the distance of a position.
const POSITION_TIME: Duration = Duration::from_millis(600);
/// Longest search for a solution.
const SOLUTION_TIME: Duration = Duration::from_secs(20);

/// A question to the guide of a puzzle.
enum Question {
    Position(
        Configuration,
        oneshot::Sender<Result<PositionDistances, WebError>>,
    ),
    Solution(
        Configuration,
        oneshot::Sender<Result<Option<Path>, WebError>>,
    ),
}

/// The guides of a server.
#[derive(Debug, Default)]
pub(crate) struct TableGuides {
    /// The fingerprints of the puzzles with their guides, the most recently used last.
    guides: Mutex<Vec<([u8; 32], Sender<Question>)>>,
}

impl TableGuides {
    /// What is known of a position; `None` if the puzzle has no guide.
    ///
    /// # Errors
    /// If a table is damaged.
    pub(crate) async fn place(
        &self,
        settings: &ServerSettings,
        (puzzle, metric): (&Puzzle, Metric),
        position: Configuration,
    ) -> Result<Option<PositionDistances>, WebError> {
        let (answer, answered) = oneshot::channel();
        let question = Question::Position(position, answer);
        if !self.ask(settings, puzzle, metric, question) {
            return Ok(None);
        }
        // The thread drops a question if the puzzle has no tables.
        answered.await.map_or(Ok(None), |answer| answer.map(Some))
    }

    /// A shortest solution from a position; `None` if the puzzle has no guide, or none was found in
    /// time.
    ///
    /// # Errors
    /// If a table is damaged.
    pub(crate) async fn solution(
        &self,
        settings: &ServerSettings,
        (puzzle, metric): (&Puzzle, Metric),
        position: Configuration,
    ) -> Result<Option<Path>, WebError> {
        let (answer, answered) = oneshot::channel();
        let question = Question::Solution(position, answer);
        if !self.ask(settings, puzzle, metric, question) {
            return Ok(None);
        }
        answered.await.unwrap_or(Ok(None))
    }

    /// Puts a question to the guide of a puzzle, which is made if it is missing; false if the
    /// puzzle has none.
    fn ask(
        &self,
        settings: &ServerSettings,
        puzzle: &Puzzle,
        metric: Metric,
        question: Question,
    ) -> bool {
        let is_large = puzzle.board.cell_count() >= LEAST_CELLS;
        if metric != Metric::Step || !is_large || puzzle.tiles_obstacle().is_some() {
            return false;
        }
        let id = puzzle.fingerprint(SearchOrigin::Goals);
        let mut guides = self.guides.lock().unwrap_or_else(PoisonError::into_inner);
        let own = guides.iter().position(|(own, _)| *own == id);
        let (id, asked) = match own {
            Some(own) => guides.remove(own),
            None => match begin(settings.clone(), puzzle.clone()) {
                Some(asked) => (id, asked),
                None => return false,
            },
        };
        // The thread of a guide that failed has ended; the next question begins another.
        let is_put = asked.send(question).is_ok();
        if is_put {
            guides.push((id, asked));
        }
        let surplus = guides.len().saturating_sub(MOST_GUIDES);
        guides.drain(..surplus);
        is_put
    }

    /// Lets the threads of all guides end.
    pub(crate) fn close(&self) {
        let mut guides = self.guides.lock().unwrap_or_else(PoisonError::into_inner);
        guides.clear();
    }
}

/// Begins the thread of a guide; `None` if the system refuses it.
fn begin(settings: ServerSettings, puzzle: Puzzle) -> Option<Sender<Question>> {
    let (asked, questions) = channel::<Question>();
    let work = move || {
        let explorer = Explorer::new(&puzzle)
            .keep(Keep::Folder(settings.store))
            .memory(Some(settings.memory))
            .threads(settings.threads);
        // Without tables the questions are dropped, which their senders notice.
        let Ok(tables) = explorer.guide_tables() else {
            return;
        };
        let mut guide = TileGuide::new(&tables, POSITION_TIME);
        for question in questions {
            match question {
                Question::Position(position, answer) => {
                    // An answer is dropped if the client has closed the connection.
                    let _ = answer.send(place(&mut guide, &position));
                }
                Question::Solution(position, answer) => {
                    let path = guide.solution_within(&position, SOLUTION_TIME);
                    let _ = answer.send(path.map_err(WebError::from));
                }
            }
        }
    };
    let spawned = std::thread::Builder::new()
        .name("tables".to_owned())
        .spawn(work);
    spawned.is_ok().then_some(asked)
}

/// What a guide knows of a position.
fn place(
    guide: &mut TileGuide<'_>,
    position: &Configuration,
) -> Result<PositionDistances, WebError> {
    let known = guide.distance(position)?;
    Ok(PositionDistances {
        from_start: None,
        to_finish: known.exactly(),
        at_least: known.at_least(),
        remedy: known.at_least().and(guide.remedy()).map(str::to_owned),
        hint: guide.best(position)?,
    })
}
