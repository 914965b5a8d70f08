//! An exploration: a thread that finds all generations of a puzzle, from Start and back from the goals, and then
//! answers questions about them until nobody keeps it.
//!
//! Marks and the log are in a store. One of a built-in puzzle is kept, so that an exploration that was stopped goes on
//! where it was; any other is removed as soon as the exploration stops or fails. It knows no requests; the questions
//! are functions that are given what was found.

use super::found::Found;
use super::progress::{Progress, State};
use super::refusal::Refusal;
use super::settings::Settings;
use slidewise_analysis::{Beginning, Explored, Goals, QueryError, Unsolvable};
use slidewise_engine::graph::{Allowance, Graph, Metric};
use slidewise_engine::search::{EngineChoice, Event, Resources, Run, SearchEnd, header_of};
use slidewise_puzzle::{Puzzle, Sources};
use slidewise_render::no_solution;
use slidewise_store::{Access, Store, check_holds_files};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Asks whether the stores of an exploration may take this many bytes of disk.
pub type MakeRoom<'a> = dyn Fn(u64) -> Result<(), Refusal> + Sync + 'a;

/// What is asked of what was found.
type Question = Box<dyn FnOnce(&mut Found<'_>) + Send>;

/// An exploration of a puzzle in a metric.
#[derive(Debug)]
pub struct Search {
    /// What it is called: the same for the same puzzle and metric.
    pub id: String,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// What counts as one.
    pub metric: Metric,
    /// Where its stores are.
    root: PathBuf,
    /// Whether its stores stay when it goes.
    pub is_kept: bool,
    /// The most bytes that its stores may take on the disk, as long as they are there.
    disk: AtomicU64,
    /// Set to end the run.
    stop: AtomicBool,
    /// Whether it may take long.
    is_earnest: AtomicBool,
    /// Whether it is to take no questions any more.
    is_closed: AtomicBool,
    /// Why what was found is of no use any more, once a question has met that.
    spoiled: Mutex<Option<Refusal>>,
    progress: Mutex<Progress>,
    questions: Mutex<Option<Sender<Question>>>,
}

/// The most configurations that are explored without being asked for in earnest.
const MOST_UNASKED: u64 = 3_000_000;

/// Why a run ends without all being found.
enum Short {
    Offered,
    Stopped(Refusal),
    Failed(Refusal),
}

impl<E: Into<Refusal>> From<E> for Short {
    fn from(error: E) -> Short {
        Short::Failed(error.into())
    }
}

impl Search {
    /// An exploration that has not begun, with its stores below `root`.
    pub fn new(id: String, puzzle: Puzzle, metric: Metric, root: PathBuf, is_kept: bool) -> Search {
        Search {
            id,
            progress: Mutex::new(Progress::new(!puzzle.goals.is_empty())),
            puzzle,
            metric,
            root,
            is_kept,
            disk: AtomicU64::new(0),
            stop: AtomicBool::new(false),
            is_earnest: AtomicBool::new(false),
            is_closed: AtomicBool::new(false),
            spoiled: Mutex::new(None),
            questions: Mutex::new(None),
        }
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        self.told().clone()
    }

    /// Where it stands.
    pub fn state(&self) -> State {
        self.told().state
    }

    /// It is to begin when others let it; in earnest, however long it takes.
    pub fn await_turn(&self, is_earnest: bool) {
        self.stop.store(false, Ordering::Relaxed);
        self.is_earnest.store(is_earnest, Ordering::Relaxed);
        *self.told() = Progress::new(!self.puzzle.goals.is_empty());
    }

    /// Its turn has come: it is about to run.
    pub fn take_turn(&self) {
        self.told().state = State::Numbering;
    }

    /// It cannot run.
    pub fn give_up(&self, why: Refusal) {
        let mut progress = self.told();
        (progress.state, progress.trouble) = (State::Failed, Some(why));
    }

    /// The most bytes of memory that it holds while it answers.
    pub fn held(&self) -> u64 {
        let progress = self.told();
        match (progress.state, progress.needs) {
            (State::Ready, Some(needs)) => needs.memory_bytes,
            _ => 0,
        }
    }

    /// The most bytes that its stores may take on the disk; 0 where they are gone.
    pub fn disk(&self) -> u64 {
        self.disk.load(Ordering::Relaxed)
    }

    /// Its stores may take this many bytes on the disk from now on.
    pub fn take_disk(&self, bytes: u64) {
        self.disk.store(bytes, Ordering::Relaxed);
    }

    /// Removes its stores, unless they are kept.
    pub fn remove_files(&self) {
        if !self.is_kept {
            // One that has not begun has none.
            let _ = std::fs::remove_dir_all(&self.root);
            self.take_disk(0);
        }
    }

    /// Ends the run soon.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        let mut progress = self.told();
        if progress.state == State::Waiting {
            progress.state = State::Stopped;
            progress.trouble = Some(self.stopped("it was stopped before it began"));
        }
    }

    /// Takes no more questions; its thread ends.
    pub fn close(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.is_closed.store(true, Ordering::Relaxed);
        self.questions().take();
    }

    /// Puts a question to what was found. One that fails because of what is on the disk ends the exploration: it can
    /// be begun again, from what is there then.
    ///
    /// # Errors
    /// What the question comes to, that nothing is found yet, and that marks were damaged.
    pub async fn ask<T: Send + 'static>(
        self: &Arc<Self>,
        question: impl FnOnce(&mut Found<'_>) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let (answer, answered) = tokio::sync::oneshot::channel();
        let own = Arc::clone(self);
        let put: Question = Box::new(move |found| {
            let result = question(found);
            let result = match found.damage() {
                Some(damage) => Err(damage.into()),
                None => result,
            };
            if let Err(refusal) = &result
                && refusal.is_failure()
            {
                *lock(&own.spoiled) = Some(refusal.clone());
            }
            // The client may have gone.
            let _ = answer.send(result);
        });
        let is_put = match &*self.questions() {
            Some(questions) => questions.send(put).is_ok(),
            None => false,
        };
        let gone = || Refusal::conflict("this is not explored", "explore the puzzle first");
        if !is_put {
            return Err(gone());
        }
        answered.await.unwrap_or_else(|_| Err(gone()))
    }

    /// Explores, and says so as soon as all is found or it ends; then answers until it is closed. `make_room` is asked
    /// before its stores take this many bytes of disk.
    pub fn run(&self, settings: &Settings, make_room: &MakeRoom<'_>, over: impl FnOnce()) {
        let begun = Instant::now();
        let mut over = Some(over);
        let mut say_over = || {
            if let Some(over) = over.take() {
                over();
            }
        };
        // Whatever happens here, others must get their turn.
        let work =
            std::panic::AssertUnwindSafe(|| self.work(settings, make_room, begun, &mut say_over));
        let result = std::panic::catch_unwind(work).unwrap_or_else(|_| {
            Err(Short::Failed(Refusal::failed(
                "the exploration broke off",
                "what the server says on its terminal tells more",
            )))
        });
        self.questions().take();
        if let Err(short) = result {
            // While it still is under way, so that nobody begins it again meanwhile.
            self.remove_files();
            let mut progress = self.told();
            progress.seconds = begun.elapsed().as_secs_f64();
            (progress.state, progress.trouble) = match short {
                Short::Offered => (State::Offered, None),
                Short::Stopped(why) => (State::Stopped, Some(why)),
                Short::Failed(why) => (State::Failed, Some(why)),
            };
        }
        say_over();
    }

    fn work(
        &self,
        settings: &Settings,
        make_room: &MakeRoom<'_>,
        begun: Instant,
        say_over: &mut dyn FnMut(),
    ) -> Result<(), Short> {
        if let Some(why) = Unsolvable::of_puzzle(&self.puzzle) {
            self.tell_unsolvable(&why);
        }
        let allowance = Allowance::of_memory(settings.memory);
        let graph = Graph::within(&self.puzzle, &self.puzzle.start, self.metric, allowance);
        let mut graph = graph.map_err(|error| self.unless_unsolvable(error))?;
        Resources::leave_rest_to_cut(&mut graph, settings.memory);
        let start = graph
            .index_of(&self.puzzle.start)
            .expect("the graph is numbered for Start");
        let effort = Effort::new(self, &graph, settings, make_room, begun);
        let from_start = effort.store(Sources::Start, || Ok(vec![start]))?;
        let goals = Goals::of(&graph);
        let explored = Explored::in_store(&graph, &from_start, Beginning::At(start));
        // Damage is told with its place.
        let named = |short| match from_start.alarm().and_then(|alarm| alarm.raised()) {
            Some(damage) => Short::Failed(damage.into()),
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
            Some(_) => Some(effort.store(Sources::Goals, seen)?),
            None => None,
        };
        if reach.is_none() && !self.puzzle.goals.is_empty() {
            let reached = from_start.generations().iter().sum();
            self.tell_unsolvable(&Unsolvable::after_search(&graph, &goals, reached));
        }
        let unsolvable = self.told().unsolvable.clone();
        let mut found = Found::new(
            explored,
            &from_start,
            &goals,
            from_goals.as_ref(),
            reach.ok_or(unsolvable),
        );
        if let Some(damage) = found.damage() {
            return Err(damage.into());
        }
        let (questions, asked) = channel::<Question>();
        {
            // Looked at under the lock, so that closing either comes before or takes them away again.
            let mut open = self.questions();
            *open = (!self.is_closed.load(Ordering::Relaxed)).then_some(questions);
        }
        {
            let mut progress = self.told();
            progress.state = State::Ready;
            progress.from = "start";
            progress.working = None;
            progress.generations = from_start.generations().to_vec();
            progress.reach = found.reach().cloned();
            progress.seconds = begun.elapsed().as_secs_f64();
        }
        say_over();
        while let Ok(question) = asked.recv() {
            question(&mut found);
            if let Some(why) = lock(&self.spoiled).take() {
                return Err(Short::Failed(why));
            }
        }
        Ok(())
    }

    /// Why it stands still.
    fn stopped(&self, why: impl std::fmt::Display) -> Refusal {
        let hint = match self.is_kept {
            true => "explore again, and it goes on from where it was",
            false => "explore again, and it begins from Start",
        };
        Refusal::conflict(why, hint)
    }

    /// Notes why there is no solution.
    fn tell_unsolvable(&self, why: &Unsolvable) {
        self.told().unsolvable = Some(no_solution(&self.puzzle, why));
    }

    /// Why it is not explored: that there is no solution, where that is known, else what is in the way.
    fn unless_unsolvable(&self, obstacle: impl Into<Refusal>) -> Short {
        let unsolvable = self.told().unsolvable.clone();
        Short::Failed(match unsolvable {
            Some(why) => Refusal::conflict(why.message, why.hint),
            None => obstacle.into(),
        })
    }

    fn told(&self) -> MutexGuard<'_, Progress> {
        lock(&self.progress)
    }

    fn questions(&self) -> MutexGuard<'_, Option<Sender<Question>>> {
        lock(&self.questions)
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How a search explores: by which engine, within which limits.
struct Effort<'a> {
    search: &'a Search,
    graph: &'a Graph,
    engine: EngineChoice,
    needs: Resources,
    settings: &'a Settings,
    make_room: &'a MakeRoom<'a>,
    begun: Instant,
}

impl<'a> Effort<'a> {
    fn new(
        search: &'a Search,
        graph: &'a Graph,
        settings: &'a Settings,
        make_room: &'a MakeRoom<'a>,
        begun: Instant,
    ) -> Effort<'a> {
        let mut engine = EngineChoice::best(graph);
        if search.is_kept {
            // What goes away with the server does not also fill the disk: it has to do with the memory.
            engine = engine.within(graph, Some(settings.memory));
        }
        let mut needs = Resources::of(graph, &engine);
        if !search.is_kept {
            needs.least_memory_bytes = needs.memory_bytes;
        }
        let mut progress = search.told();
        progress.needs = Some(needs);
        progress.engine = Some(engine.name());
        drop(progress);
        Effort {
            search,
            graph,
            engine,
            needs,
            settings,
            make_room,
            begun,
        }
    }

    /// The finished search from somewhere: as it is kept, or explored now.
    fn store(
        &self,
        from: Sources,
        sources: impl FnOnce() -> Result<Vec<u64>, Short>,
    ) -> Result<Store, Short> {
        let header = header_of(self.graph, from);
        let root = &self.search.root;
        if let Some(store) = Store::finished(root, &header)? {
            return Ok(store);
        }
        // What cannot be explored here is not offered either.
        self.needs
            .check(Some(self.settings.memory), None)
            .map_err(|shortage| self.short_of(shortage))?;
        let is_long = self.needs.configurations > MOST_UNASKED;
        if is_long && !self.search.is_earnest.load(Ordering::Relaxed) {
            self.look_for_solution();
            return Err(Short::Offered);
        }
        check_holds_files(root).map_err(|error| self.short_of(error))?;
        if self.search.disk() == 0 {
            let stores = 1 + u64::from(!self.search.puzzle.goals.is_empty());
            (self.make_room)(self.needs.disk_bytes.saturating_mul(stores))?;
        }
        self.needs
            .check(None, Store::free_for(root, &header))
            .map_err(|shortage| self.short_of(shortage))?;
        let mut store = Store::open(root, &header, Access::Write { fresh: false })?;
        if store.is_doubtful() {
            let needs = Resources::to_check(self.graph, &self.engine);
            needs.check(Some(self.settings.memory), None)?;
        }
        self.explore(&mut store, &sources()?, &header.direction)?;
        // Who reads holds nobody up.
        drop(store);
        Ok(Store::open(root, &header, Access::Read)?)
    }

    /// Why it is not explored: that there is no solution, else what there is too little of.
    fn short_of(&self, obstacle: impl Into<Refusal>) -> Short {
        self.look_for_solution();
        self.search.unless_unsolvable(obstacle)
    }

    /// Notes why there is no solution, where that is known without a search.
    fn look_for_solution(&self) {
        if let Some(why) = Unsolvable::of_graph(self.graph) {
            self.search.tell_unsolvable(&why);
        }
    }

    /// Finds all generations.
    fn explore(&self, store: &mut Store, sources: &[u64], from: &str) -> Result<(), Short> {
        let search = self.search;
        {
            let mut progress = search.told();
            progress.state = State::Exploring;
            progress.from = if from == "goal" { "goal" } else { "start" };
            progress.working = None;
            progress.generations = store.generations().to_vec();
        }
        let run = Run {
            graph: self.graph,
            sources,
            engine: self.engine.clone(),
            max_generation: None,
            threads: self.settings.threads,
            stop: &search.stop,
        };
        let outcome = run.explore(store, &mut |event| {
            self.tell(&event);
            if self.is_late() {
                search.stop.store(true, Ordering::Relaxed);
            }
            ControlFlow::Continue(())
        })?;
        match outcome.ended {
            SearchEnd::Complete => Ok(()),
            _ => Err(self.stopped()),
        }
    }

    /// Asks what may take long: it is stopped as a search is.
    fn ask<T>(
        &self,
        explored: Explored<'_>,
        question: impl FnOnce(Explored<'_>) -> Result<T, QueryError>,
    ) -> Result<T, Short> {
        let explored = explored
            .with_threads(self.settings.threads, &self.search.stop)
            .within(Some(self.settings.memory));
        let left = self.settings.time.saturating_sub(self.begun.elapsed());
        let (working, ended) = channel::<()>();
        let watch = move || {
            if ended.recv_timeout(left) == Err(RecvTimeoutError::Timeout) {
                self.search.stop.store(true, Ordering::Relaxed);
            }
        };
        std::thread::scope(|scope| {
            let watching = std::thread::Builder::new().spawn_scoped(scope, watch);
            watching.map_err(|_| Refusal::no_thread())?;
            let answer = question(explored);
            drop(working);
            match answer {
                Err(QueryError::Stopped) => Err(self.stopped()),
                answer => Ok(answer?),
            }
        })
    }

    fn is_late(&self) -> bool {
        self.begun.elapsed() >= self.settings.time
    }

    /// Why it was stopped.
    fn stopped(&self) -> Short {
        let why = match self.is_late() {
            true => format!("its {} s were up", self.settings.time.as_secs()),
            false => "it was stopped".to_owned(),
        };
        Short::Stopped(self.search.stopped(why))
    }

    /// Notes what happened, for the pages that show it.
    fn tell(&self, event: &Event<'_>) {
        let mut progress = self.search.told();
        progress.seconds = self.begun.elapsed().as_secs_f64();
        match *event {
            Event::Found {
                generation, count, ..
            } => {
                progress.working = Some((generation, count, 0));
                if progress.generations.len() as u64 == generation {
                    progress.generations.push(count);
                }
            }
            Event::Working {
                generation,
                count,
                done,
            } => progress.working = Some((generation, count, done)),
            Event::Begun { .. } | Event::Checked { .. } | Event::Filed { .. } => {}
        }
    }
}
