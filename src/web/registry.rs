//! Registry of the server's explorations: those that run, wait in the queue, or are finished.
//!
//! A limited number of explorations run at the same time, and a limited number wait; further
//! requests are refused. Two requests for the same puzzle and metric share one exploration.
//!
//! Of the finished explorations, the most recently used are kept. Their number is limited, and
//! together they hold no more memory than one exploration may use. The stores of all explorations
//! share a disk limit. The bytes that the stores of an exploration may need are reserved before the
//! stores are created, and released when the stores are removed.

use super::designs::Designs;
use super::exploration::ExplorationJob;
use super::level_guides::LevelGuides;
use super::settings::ServerSettings;
use super::table_guides::TableGuides;
use slidewise_analysis::Path;
use slidewise_answers::{
    AnswerError, Desk, ExplorationState, ExploredPuzzle, LevelKnowledge, Limits, ListedLevel,
    PositionDistances, exploration_id,
};
use slidewise_engine::graph::Metric;
use slidewise_puzzle::{Configuration, Puzzle};
use slidewise_render::human_bytes;
use slidewise_sokoban::Level;
use std::collections::{HashMap, VecDeque};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Greatest number of finished explorations to keep.
const MAX_OVER: usize = 12;
/// Greatest time to wait for explorations to end when the server closes.
const END_TIME: Duration = Duration::from_secs(10);

/// A request to explore a puzzle.
#[derive(Debug)]
pub(crate) struct ExplorationRequest {
    /// The puzzle to explore.
    pub puzzle: Puzzle,
    /// The metric of all distances.
    pub metric: Metric,
    /// Whether the puzzle is built in; the stores of any other puzzle are temporary.
    pub is_built_in: bool,
    /// Whether the request permits a long search.
    pub is_earnest: bool,
}

/// All explorations of a server.
#[derive(Debug)]
pub(crate) struct Explorations {
    settings: ServerSettings,
    /// Temporary folder for the stores of puzzles that are not built in.
    passing: TempDir,
    register: Mutex<ExplorationRegistry>,
    /// The guides for boards of tiles that are too large to explore.
    guides: TableGuides,
    /// The sweeps of the editor.
    designs: Designs,
    /// The explored levels.
    levels: LevelGuides,
}

#[derive(Debug, Default)]
struct ExplorationRegistry {
    searches: HashMap<String, Arc<ExplorationJob>>,
    /// Ids of all explorations, the most recently used last.
    used: Vec<String>,
    waiting: VecDeque<Arc<ExplorationJob>>,
    /// Bytes reserved for stores that outlive the server, indexed by the id of the exploration.
    ///
    /// The bytes stay reserved when the exploration is forgotten.
    kept: HashMap<String, u64>,
    /// Number of temporary folders so far; each folder has this number in its name, to be unique.
    begun: u64,
    running: usize,
    threads: Vec<JoinHandle<()>>,
    is_closed: bool,
}

impl Explorations {
    /// Creates an empty registry.
    ///
    /// # Errors
    /// If the temporary folder cannot be created.
    pub(crate) fn new(settings: ServerSettings) -> io::Result<Explorations> {
        Ok(Explorations {
            settings,
            passing: tempfile::Builder::new().prefix("slidewise-").tempdir()?,
            register: Mutex::default(),
            guides: TableGuides::default(),
            designs: Designs::default(),
            levels: LevelGuides::default(),
        })
    }

    /// The settings of the server, which include the limits.
    pub(crate) fn settings(&self) -> &ServerSettings {
        &self.settings
    }

    /// The sweeps of the editor.
    pub(crate) fn designs(&self) -> &Designs {
        &self.designs
    }

    /// Starts or enqueues an exploration, or returns the existing one.
    ///
    /// # Errors
    /// If the queue is full or the server is closing.
    pub(crate) fn begin(
        self: &Arc<Self>,
        request: ExplorationRequest,
    ) -> Result<Arc<ExplorationJob>, AnswerError> {
        let ExplorationRequest {
            puzzle,
            metric,
            is_built_in,
            is_earnest,
        } = request;
        let id = exploration_id(&puzzle, metric);
        let mut register = self.register();
        register.threads.retain(|thread| !thread.is_finished());
        let search = match register.searches.get(&id) {
            Some(search) => Arc::clone(search),
            None => {
                let root = if is_built_in {
                    self.settings.store.clone()
                } else {
                    register.begun += 1;
                    self.passing.path().join(format!("{id}-{}", register.begun))
                };
                Arc::new(ExplorationJob::new(
                    id.clone(),
                    puzzle,
                    metric,
                    root,
                    is_built_in,
                ))
            }
        };
        match search.state() {
            ExplorationState::Ready => {}
            ExplorationState::Offered if !is_earnest => {}
            // An exploration that waits or runs is not started again, even if it was asked to stop.
            state if state.is_under_way() && register.searches.contains_key(&id) => {}
            _ => {
                if register.is_closed || register.waiting.len() >= ServerSettings::WAITING {
                    return Err(busy());
                }
                search.await_turn(is_earnest);
                register.waiting.push_back(Arc::clone(&search));
            }
        }
        register.searches.insert(id.clone(), Arc::clone(&search));
        register.use_now(&id);
        register.forget_the_oldest(self.settings.memory);
        self.go_on(register);
        Ok(search)
    }

    /// Finds the exploration with this id.
    ///
    /// # Errors
    /// If no exploration has this id, or it has been forgotten.
    pub(crate) fn find(&self, id: &str) -> Result<Arc<ExplorationJob>, AnswerError> {
        let mut register = self.register();
        let Some(search) = register.searches.get(id).map(Arc::clone) else {
            return Err(AnswerError::not_found(
                "the exploration does not exist, or has been forgotten",
                "explore the puzzle again",
            ));
        };
        register.use_now(id);
        Ok(search)
    }

    /// The exploration of a puzzle in a metric, if it is finished and can answer queries.
    pub(crate) fn ready(&self, puzzle: &Puzzle, metric: Metric) -> Option<Arc<ExplorationJob>> {
        let search = self.find(&exploration_id(puzzle, metric)).ok()?;
        (search.state() == ExplorationState::Ready).then_some(search)
    }

    /// Stops an exploration that runs or waits.
    pub(crate) fn stop(&self, id: &str) -> Result<Arc<ExplorationJob>, AnswerError> {
        let search = self.find(id)?;
        // The lock keeps other requests from enqueueing or starting the exploration meanwhile.
        let mut register = self.register();
        register.waiting.retain(|waiting| waiting.id != id);
        if search.state().is_under_way() {
            search.stop();
        }
        Ok(search)
    }

    /// Stops all explorations and waits for them to end, for at most [`END_TIME`].
    pub(crate) fn close(&self) {
        self.guides.close();
        self.designs.close();
        self.levels.close();
        let threads = {
            let mut register = self.register();
            register.is_closed = true;
            register.waiting.clear();
            register.searches.values().for_each(|search| search.close());
            std::mem::take(&mut register.threads)
        };
        let begun = Instant::now();
        while begun.elapsed() < END_TIME && threads.iter().any(|thread| !thread.is_finished()) {
            std::thread::sleep(Duration::from_millis(10));
        }
        // A thread that has not ended in time keeps `self` alive, and with it the temporary folder,
        // so the folder must be removed here.
        let _ = std::fs::remove_dir_all(self.passing.path());
    }

    /// Reserves disk space for the stores of an exploration.
    ///
    /// If too little space is free, the least recently used finished explorations are forgotten.
    fn make_room(&self, search: &ExplorationJob, bytes: u64) -> Result<(), AnswerError> {
        let most = self.settings.disk;
        let mut register = self.register();
        // If the same puzzle and metric were explored earlier and forgotten, space may still be
        // reserved for their store.
        let before = register.kept.remove(&search.id);
        let fixed = register.disk(|other| other.state().is_under_way());
        if fixed.saturating_add(bytes) > most {
            let kept = register.disk(|_| false);
            register
                .kept
                .extend(before.map(|bytes| (search.id.clone(), bytes)));
            return Err(full(bytes, kept, fixed, most));
        }
        while register.disk(|_| true).saturating_add(bytes) > most {
            let is_over = |id: &&String| {
                let other = &register.searches[*id];
                other.disk() > 0 && !other.is_kept && !other.state().is_under_way()
            };
            let Some(oldest) = register.used.iter().find(is_over).cloned() else {
                break;
            };
            register.forget(&oldest);
        }
        if search.is_kept {
            register.kept.insert(search.id.clone(), bytes);
        }
        search.take_disk(bytes);
        Ok(())
    }

    /// Starts explorations from the queue until the limit of running explorations is reached.
    fn go_on(self: &Arc<Self>, mut register: MutexGuard<'_, ExplorationRegistry>) {
        while register.running < self.settings.jobs
            && let Some(search) = register.waiting.pop_front()
        {
            register.running += 1;
            search.take_turn();
            let own = Arc::clone(self);
            let name = format!("exploration {}", &search.id[..8]);
            let begun = Arc::clone(&search);
            let spawned = std::thread::Builder::new().name(name).spawn(move || {
                let make_room = |bytes| own.make_room(&search, bytes);
                search.run(&own.settings, &make_room, || {
                    let mut register = own.register();
                    register.running -= 1;
                    own.go_on(register);
                });
            });
            match spawned {
                Ok(thread) => register.threads.push(thread),
                Err(_) => {
                    register.running -= 1;
                    begun.give_up(AnswerError::no_thread());
                }
            }
        }
    }

    fn register(&self) -> MutexGuard<'_, ExplorationRegistry> {
        self.register.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Desk for Explorations {
    fn limits(&self) -> Limits {
        Limits {
            memory_bytes: self.settings.memory,
            seconds: self.settings.time.as_secs(),
            jobs: self.settings.jobs,
            drawn: Limits::MAX_DRAWN,
        }
    }

    fn explored(&self, puzzle: &Puzzle, metric: Metric) -> Option<Arc<ExploredPuzzle>> {
        self.ready(puzzle, metric)?.found()
    }

    fn place_by_tables(
        &self,
        puzzle: &Puzzle,
        metric: Metric,
        position: &Configuration,
    ) -> Result<Option<PositionDistances>, AnswerError> {
        self.guides
            .place(&self.settings, (puzzle, metric), position)
    }

    fn solution_by_tables(
        &self,
        puzzle: &Puzzle,
        metric: Metric,
        position: &Configuration,
    ) -> Result<Option<Path>, AnswerError> {
        self.guides
            .solution(&self.settings, (puzzle, metric), position)
    }

    fn levels(&self) -> &[ListedLevel] {
        &self.settings.levels
    }

    fn level(&self, level: &Level) -> LevelKnowledge {
        self.levels.of(level, &self.settings)
    }
}

impl ExplorationRegistry {
    fn use_now(&mut self, id: &str) {
        self.used.retain(|own| own != id);
        self.used.push(id.to_owned());
    }

    /// Bytes reserved for all stores that outlive the server, and for the temporary stores of the
    /// explorations that `is_counted` selects.
    fn disk(&self, is_counted: impl Fn(&ExplorationJob) -> bool) -> u64 {
        let passing = self.searches.values().filter(|search| !search.is_kept);
        let passing = passing.filter(|search| is_counted(search));
        let bytes = passing.map(|search| search.disk());
        bytes
            .chain(self.kept.values().copied())
            .fold(0, u64::saturating_add)
    }

    /// Removes a finished exploration and its files.
    fn forget(&mut self, id: &str) {
        self.used.retain(|own| own != id);
        if let Some(gone) = self.searches.remove(id) {
            gone.close();
            // The thread of the exploration may still read the files. The system keeps removed
            // files until the thread closes them.
            gone.remove_files();
        }
    }

    /// Forgets the least recently used of the finished explorations.
    ///
    /// At most [`MAX_OVER`] are left, which together hold at most `memory` bytes. The most
    /// recently used exploration stays even if it holds more.
    fn forget_the_oldest(&mut self, memory: u64) {
        let (mut number, mut bytes) = (0, 0_u64);
        let mut gone = Vec::new();
        for id in self.used.iter().rev() {
            let search = &self.searches[id];
            if search.state().is_under_way() {
                continue;
            }
            number += 1;
            bytes = bytes.saturating_add(search.held());
            if number > MAX_OVER || number > 1 && bytes > memory {
                gone.push(id.clone());
            }
        }
        for id in &gone {
            self.forget(id);
        }
    }
}

/// The error for an exploration whose stores need `bytes` and do not fit in the disk limit `most`.
///
/// Now `fixed` bytes are in use; of these, `kept` bytes never become free.
fn full(bytes: u64, kept: u64, fixed: u64, most: u64) -> AnswerError {
    let (status, hint) = if kept.saturating_add(bytes) > most {
        (409, "start the server with a larger `--disk`")
    } else {
        (
            429,
            "wait until another exploration is finished, or start the server with a larger \
             `--disk`",
        )
    };
    let [bytes, fixed, most] = [bytes, fixed, most].map(human_bytes);
    AnswerError::new(
        status,
        format!(
            "exploring this puzzle may need {bytes} of disk space, \
             but {fixed} of the limit of {most} are in use"
        ),
        hint,
    )
}

fn busy() -> AnswerError {
    AnswerError::busy(
        "too many explorations are running or waiting",
        "wait until an exploration is finished, or stop one of them",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::{Path, PathBuf};

    fn searches(folder: &Path, memory: u64) -> Arc<Explorations> {
        searches_within(folder, memory, ServerSettings::DISK)
    }

    fn searches_within(folder: &Path, memory: u64, disk: u64) -> Arc<Explorations> {
        let settings = ServerSettings {
            disk,
            ..ServerSettings::of_a_test(folder.to_owned(), memory)
        };
        Arc::new(Explorations::new(settings).unwrap())
    }

    /// A request for an exploration with temporary stores, with permission for a long search.
    fn request(puzzle: Puzzle, metric: Metric) -> ExplorationRequest {
        ExplorationRequest {
            puzzle,
            metric,
            is_built_in: false,
            is_earnest: true,
        }
    }

    /// Explores the 3x3 sliding tiles in a metric and waits for the end.
    fn explored(searches: &Arc<Explorations>, metric: Metric) -> Arc<ExplorationJob> {
        let puzzle = Puzzle::tiles(3, 3).unwrap();
        let search = searches.begin(request(puzzle, metric)).unwrap();
        while search.state().is_under_way() {
            std::thread::sleep(Duration::from_millis(1));
        }
        search
    }

    /// The temporary folder of the stores of an exploration, if it exists.
    fn folder_of(searches: &Explorations, id: &str) -> Option<PathBuf> {
        let entries = std::fs::read_dir(searches.passing.path()).unwrap();
        let mut folders = entries.map(|entry| entry.unwrap().path());
        folders.find(|path| path.file_name().unwrap().to_string_lossy().starts_with(id))
    }

    #[test]
    fn what_is_over_gives_way_to_what_needs_its_disk() {
        let folder = tempfile::tempdir().unwrap();
        let roomy = searches(folder.path(), 1 << 30);
        let taken = Metric::OF_ONE_PIECE.map(|metric| explored(&roomy, metric).disk());
        assert!(taken.iter().all(|&bytes| bytes > 0), "{taken:?}");
        roomy.close();

        let narrow = searches_within(folder.path(), 1 << 30, taken[1] + taken[2]);
        let all = Metric::OF_ONE_PIECE.map(|metric| explored(&narrow, metric));
        assert_eq!(all[2].state(), ExplorationState::Ready);
        let is_there = |search: &ExplorationJob| folder_of(&narrow, &search.id).is_some();
        assert_eq!(all.each_ref().map(|own| is_there(own)), [false, true, true]);
        assert_eq!(narrow.register().disk(|_| true), taken[1] + taken[2]);
        narrow.close();

        let tight = searches_within(folder.path(), 1 << 30, taken[0] - 1);
        let failed = explored(&tight, Metric::OF_ONE_PIECE[0]);
        assert_eq!(failed.state(), ExplorationState::Failed);
        let why = failed.progress().trouble.unwrap();
        assert!(
            why.error().contains("disk") && why.hint().contains("--disk"),
            "{why:?}"
        );
        assert_eq!(folder_of(&tight, &failed.id), None);
        tight.close();
    }

    #[test]
    fn what_is_over_holds_no_more_than_one_may_take() {
        let folder = tempfile::tempdir().unwrap();
        let roomy = searches(folder.path(), 1 << 30);
        let held = Metric::OF_ONE_PIECE.map(|metric| explored(&roomy, metric).held());
        assert!(held.iter().all(|&bytes| bytes > 0), "{held:?}");
        roomy.close();

        let narrow = searches(folder.path(), held[1] + held[2]);
        let all = Metric::OF_ONE_PIECE.map(|metric| explored(&narrow, metric));
        // Another request makes the registry forget explorations that hold too much memory.
        let again = explored(&narrow, Metric::OF_ONE_PIECE[2]);
        assert_eq!(again.state(), ExplorationState::Ready);
        let is_there = |search: &ExplorationJob| {
            let is_there = folder_of(&narrow, &search.id).is_some();
            assert_eq!(narrow.find(&search.id).is_ok(), is_there);
            is_there
        };
        assert_eq!(all.each_ref().map(|own| is_there(own)), [false, true, true]);
        narrow.close();

        // With less memory than a single exploration needs, the exploration fails.
        let tight = searches(folder.path(), held[0] - 1);
        assert_eq!(
            explored(&tight, Metric::OF_ONE_PIECE[0]).state(),
            ExplorationState::Failed
        );
        tight.close();
    }

    #[test]
    fn the_last_used_stay() {
        let folder = tempfile::tempdir().unwrap();
        let searches = searches(folder.path(), 1 << 30);
        let explored = |cells: usize| {
            let text = format!("start = 'A{}'", ".".repeat(cells));
            let puzzle = Puzzle::from_toml("row", "row.toml", &text).unwrap();
            let search = searches.begin(request(puzzle, Metric::Step)).unwrap();
            while search.state().is_under_way() {
                std::thread::sleep(Duration::from_millis(1));
            }
            search.id.clone()
        };
        let ids: Vec<String> = (1..=MAX_OVER).map(explored).collect();
        // A lookup counts as a use, so the first exploration is not forgotten next.
        assert!(searches.find(&ids[0]).is_ok());
        for cells in MAX_OVER + 1..=MAX_OVER + 3 {
            explored(cells);
        }
        // When the last of fifteen explorations was requested, the other fourteen were finished, so
        // two were forgotten.
        let is_there = |id: &String| folder_of(&searches, id).is_some();
        let there: Vec<bool> = ids.iter().map(is_there).collect();
        assert_eq!(there[..4], [true, false, false, true], "{there:?}");
        assert!(there[3..].iter().all(|&is_there| is_there), "{there:?}");
        assert!(searches.find(&ids[1]).is_err());
        searches.close();
    }

    #[test]
    fn what_is_stopped_while_it_waits_waits_again_once() {
        let folder = tempfile::tempdir().unwrap();
        let searches = searches(folder.path(), 1 << 30);
        let puzzle = || Puzzle::tiles(3, 3).unwrap();
        for _ in 0..50 {
            let search = searches.begin(request(puzzle(), Metric::Step)).unwrap();
            searches.stop(&search.id).unwrap();
            let again = searches.begin(request(puzzle(), Metric::Step)).unwrap();
            assert!(Arc::ptr_eq(&search, &again));
            let register = searches.register();
            assert!(register.running + register.waiting.len() <= 1);
            if again.state() == ExplorationState::Ready {
                break;
            }
        }
        searches.close();
    }
}
