//! The thread of an exploration: searches a puzzle from Start and from the goals.
//!
//! Each search keeps its marks and its log in a store. The stores of a built-in puzzle outlive the
//! server, so its exploration can be resumed after it was stopped. Other stores are removed as soon
//! as the exploration stops or fails.

use super::exploration::ExplorationJob;
use super::settings::ServerSettings;
use slidewise_analysis::{Goals, MarkedSearch, QueryError, SearchSources, Unsolvable};
use slidewise_answers::{AnswerError, ExplorationProgress, ExplorationState, ExploredPuzzle};
use slidewise_app::{Explorer, Keep, Limit, Marked, Numbered, Observer, Progress};
use slidewise_engine::search::{EngineChoice, Resources, SearchEnd};
use slidewise_puzzle::SearchOrigin;
use slidewise_store::{Access, Store, check_holds_files};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Instant;

/// Function that reserves disk space, in bytes, for the stores of an exploration.
///
/// If there is too little space, its error states the reason.
pub(crate) type MakeRoom<'a> = dyn Fn(u64) -> Result<(), AnswerError> + Sync + 'a;

/// Ways in which an exploration can end without results.
enum ExplorationEnd {
    Offered,
    Stopped(AnswerError),
    Failed(AnswerError),
}

impl<E: Into<AnswerError>> From<E> for ExplorationEnd {
    fn from(error: E) -> ExplorationEnd {
        ExplorationEnd::Failed(error.into())
    }
}

impl ExplorationJob {
    /// Explores the puzzle, and calls `over` when the exploration has ended.
    ///
    /// Before the stores are created, `make_room` is called with the number of bytes that they may
    /// need.
    pub(crate) fn run(
        self: &Arc<ExplorationJob>,
        settings: &ServerSettings,
        make_room: &MakeRoom<'_>,
        over: impl FnOnce(),
    ) {
        let begun = Instant::now();
        // A panic is caught, so that the next exploration in the queue can still start.
        let work = std::panic::AssertUnwindSafe(|| self.work(settings, make_room, begun));
        let result = std::panic::catch_unwind(work).unwrap_or_else(|_| {
            Err(ExplorationEnd::Failed(AnswerError::failed(
                "the exploration ended with an internal error",
                "see the server's output on its terminal",
            )))
        });
        if let Err(short) = result {
            // Remove the files while the exploration still counts as running: no request can start
            // it again and use the files in the meantime.
            self.remove_files();
            let mut progress = self.told();
            progress.seconds = begun.elapsed().as_secs_f64();
            (progress.state, progress.trouble) = match short {
                ExplorationEnd::Offered => (ExplorationState::Offered, None),
                ExplorationEnd::Stopped(why) => (ExplorationState::Stopped, Some(why)),
                ExplorationEnd::Failed(why) => (ExplorationState::Failed, Some(why)),
            };
        }
        over();
    }

    fn work(
        self: &Arc<ExplorationJob>,
        settings: &ServerSettings,
        make_room: &MakeRoom<'_>,
        begun: Instant,
    ) -> Result<(), ExplorationEnd> {
        if let Some(why) = Unsolvable::of_puzzle(&self.puzzle) {
            self.tell_unsolvable(&why);
        }
        let watch = Arc::new(Watch {
            search: Arc::clone(self),
            settings: settings.clone(),
            begun,
        });
        let root = self.root.clone();
        let explorer = Explorer::new(&self.puzzle)
            .metric(self.metric)
            .keep(if self.is_kept {
                Keep::Folder(root)
            } else {
                Keep::Scratch(root)
            })
            .memory(Some(settings.memory))
            .threads(settings.threads)
            .stop(&self.stop)
            .observer(watch.clone());
        let numbered = explorer.number();
        let numbered = &numbered.map_err(|problem| self.unless_unsolvable(problem))?;
        let graph = &numbered.graph;
        let start = numbered.start();
        let effort = ExplorationRun::new(&watch, numbered, make_room);
        let from_start = effort.store(SearchOrigin::Start, || Ok(vec![start]))?;
        let goals = Goals::of(graph);
        let explored = MarkedSearch::in_store(graph, &from_start, SearchSources::At(start));
        // If the query failed because the store is damaged, report where the damage is instead.
        let named = |short| match from_start.alarm().and_then(|alarm| alarm.raised()) {
            Some(damage) => ExplorationEnd::Failed(damage.into()),
            None => short,
        };
        let reach = effort
            .ask(explored, |explored| goals.reached(explored))
            .map_err(named)?;
        let seen = || {
            effort
                .ask(explored, |explored| goals.seen_by(explored))
                .map_err(named)
        };
        let from_goals = match &reach {
            Some(_) => Some(effort.store(SearchOrigin::Goals, seen)?),
            None => None,
        };
        if reach.is_none() && !self.puzzle.goals.is_empty() {
            let reached = from_start.generations().iter().sum();
            self.tell_unsolvable(&Unsolvable::after_search(graph, &goals, reached));
        }
        let unsolvable = self.told().unsolvable.clone();
        let found = ExploredPuzzle::new(
            numbered.clone(),
            Marked::Store(Box::new(from_start)),
            goals.into_found(),
            from_goals.map(|store| Marked::Store(Box::new(store))),
            reach.ok_or(unsolvable),
        );
        if let Some(damage) = found.damage() {
            return Err(damage.into());
        }
        self.publish(found, begun.elapsed().as_secs_f64());
        Ok(())
    }

    /// The error for an exploration that cannot run because of `obstacle`.
    ///
    /// If it is known that the puzzle has no solution, the error states this instead.
    fn unless_unsolvable(&self, obstacle: impl Into<AnswerError>) -> ExplorationEnd {
        let unsolvable = self.told().unsolvable.clone();
        ExplorationEnd::Failed(match unsolvable {
            Some(why) => AnswerError::conflict(why.message, why.hint),
            None => obstacle.into(),
        })
    }
}

/// Observer of a running exploration: it updates the progress, and stops the search at the time
/// limit.
struct Watch {
    search: Arc<ExplorationJob>,
    settings: ServerSettings,
    begun: Instant,
}

impl Observer for Watch {
    fn progress(&self, progress: &Progress<'_>) {
        if let Progress::Search(event) = progress {
            let seconds = self.begun.elapsed().as_secs_f64();
            self.search.told().hear(event, seconds);
            if self.is_late() {
                self.search.stop.stop();
            }
        }
    }
}

impl Watch {
    fn is_late(&self) -> bool {
        self.begun.elapsed() >= self.settings.time
    }

    /// The error for a search that a request or the time limit has stopped.
    fn stopped(&self) -> ExplorationEnd {
        let why = if self.is_late() {
            format!(
                "the exploration reached its time limit of {} s",
                self.settings.time.as_secs()
            )
        } else {
            "the exploration was stopped".to_owned()
        };
        ExplorationEnd::Stopped(self.search.stopped(why))
    }
}

/// The engine, resources and limits of a running exploration.
struct ExplorationRun<'a> {
    watch: &'a Watch,
    numbered: &'a Numbered,
    limit: Limit,
    needs: Resources,
    make_room: &'a MakeRoom<'a>,
}

impl<'a> ExplorationRun<'a> {
    fn new(
        watch: &'a Watch,
        numbered: &'a Numbered,
        make_room: &'a MakeRoom<'a>,
    ) -> ExplorationRun<'a> {
        let (search, graph) = (&watch.search, &numbered.graph);
        let mut limit = numbered.whole();
        if !search.is_kept {
            // A temporary store must not take more disk than needed, so choose the engine whose
            // working bits stay in memory.
            limit.engine = EngineChoice::best(graph);
        }
        let mut needs = Resources::of(graph, &limit.engine);
        if !search.is_kept {
            needs.min_memory_bytes = needs.memory_bytes;
        }
        let mut progress = search.told();
        progress.needs = Some(needs);
        progress.engine = Some(limit.engine.name());
        drop(progress);
        ExplorationRun {
            watch,
            numbered,
            limit,
            needs,
            make_room,
        }
    }

    /// Opens the finished store of a search from `from`, or runs the search in a new store.
    fn store(
        &self,
        from: SearchOrigin,
        sources: impl FnOnce() -> Result<Vec<u64>, ExplorationEnd>,
    ) -> Result<Store, ExplorationEnd> {
        let search = &self.watch.search;
        if let Some(store) = self.numbered.finished(from)? {
            return Ok(store);
        }
        // Check the limits first: a long search is offered to the user only if it can run.
        self.needs
            .check(self.numbered.explorer.memory_limit(), None)
            .map_err(|shortage| self.short_of(shortage))?;
        let is_long = self.needs.configurations > ExplorationProgress::MAX_UNASKED;
        if is_long && !search.is_earnest.load(Ordering::Relaxed) {
            self.look_for_solution();
            return Err(ExplorationEnd::Offered);
        }
        if search.disk() == 0 {
            check_holds_files(&search.root).map_err(|error| self.short_of(error))?;
            let stores = 1 + u64::from(!search.puzzle.goals.is_empty());
            (self.make_room)(self.needs.disk_bytes.saturating_mul(stores))
                .map_err(|full| self.short_of(full))?;
        }
        let marked = self.numbered.open_marks(&self.limit.engine, from);
        let mut marked = marked.map_err(|problem| self.short_of(problem))?;
        {
            let mut progress = search.told();
            progress.state = ExplorationState::Exploring;
            progress.from = from.name();
            progress.working = None;
            progress.generations = marked.counts().to_vec();
        }
        let sources = sources()?;
        let keeper = marked.keeper();
        let outcome = self
            .numbered
            .run(keeper, &sources, &self.limit, |_, _| false)?;
        if outcome.ended != SearchEnd::Complete {
            return Err(self.watch.stopped());
        }
        // Closing the store releases the lock of its writer; queries only need to read it.
        drop(marked);
        let header = self.numbered.header(from);
        Ok(Store::open(&search.root, &header, Access::Read)?)
    }

    /// The error for an exploration that lacks the resource that `obstacle` names.
    ///
    /// If a quick check finds that the puzzle has no solution, the error states this instead.
    fn short_of(&self, obstacle: impl Into<AnswerError>) -> ExplorationEnd {
        self.look_for_solution();
        self.watch.search.unless_unsolvable(obstacle)
    }

    /// Records why the puzzle has no solution, if a reason is known without a search.
    fn look_for_solution(&self) {
        if let Some(why) = Unsolvable::of_graph(&self.numbered.graph) {
            self.watch.search.tell_unsolvable(&why);
        }
    }

    /// Runs a query that may take long; the stop flag or the time limit ends it like a search.
    fn ask<T>(
        &self,
        explored: MarkedSearch<'_>,
        question: impl FnOnce(MarkedSearch<'_>) -> Result<T, QueryError>,
    ) -> Result<T, ExplorationEnd> {
        let watch = self.watch;
        let explored = explored
            .with_threads(watch.settings.threads, &watch.search.stop)
            .within(Some(watch.settings.memory));
        let left = watch.settings.time.saturating_sub(watch.begun.elapsed());
        let (working, ended) = channel::<()>();
        let until = move || {
            if ended.recv_timeout(left) == Err(RecvTimeoutError::Timeout) {
                watch.search.stop.stop();
            }
        };
        std::thread::scope(|scope| {
            let watching = std::thread::Builder::new().spawn_scoped(scope, until);
            watching.map_err(|_| AnswerError::no_thread())?;
            let answer = question(explored);
            drop(working);
            match answer {
                Err(QueryError::Stopped) => Err(watch.stopped()),
                answer => Ok(answer?),
            }
        })
    }
}
