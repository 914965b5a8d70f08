//! Searches over threads that stand for processes, compared with searches in one.

use super::{PartOutcome, PartRun};
use crate::graph::{Graph, Metric};
use crate::search::{
    Alone, CountSink, Fabric, FabricError, Reduce, Run, SearchEnd, SearchError, Sink, StopFlag,
};
use slidewise_puzzle::Puzzle;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

/// What the threads of one search exchange.
#[derive(Default)]
struct Hub {
    state: Mutex<HubState>,
    changed: Condvar,
}

#[derive(Default)]
struct HubState {
    /// Blocks by exchange and receiver.
    blocks: BTreeMap<(u64, usize), Vec<Vec<u8>>>,
    /// Number of threads that have handed over their last block, by exchange.
    ended: BTreeMap<u64, usize>,
    values: BTreeMap<u64, Vec<Vec<u64>>>,
    is_lost: bool,
}

/// A fabric among threads.
struct Threads {
    hub: Arc<Hub>,
    rank: usize,
    size: usize,
    exchange: u64,
    has_ended: bool,
    sent: u64,
    /// Number of rounds after which this thread dies.
    life: u64,
}

impl Threads {
    fn lost() -> FabricError {
        FabricError::Transport {
            reason: "a thread has died".to_owned(),
        }
    }

    fn live(&mut self) -> Result<(), FabricError> {
        match self.life.checked_sub(1) {
            Some(life) => self.life = life,
            None => {
                self.hub.state.lock().unwrap().is_lost = true;
                self.hub.changed.notify_all();
                return Err(Threads::lost());
            }
        }
        Ok(())
    }
}

impl Fabric for Threads {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    fn round(
        &mut self,
        out: &mut [Vec<u8>],
        last: bool,
        sink: &mut dyn FnMut(&[u8]),
    ) -> Result<bool, FabricError> {
        self.live()?;
        let mut state = self.hub.state.lock().unwrap();
        for (to, block) in out.iter_mut().enumerate() {
            if !block.is_empty() {
                self.sent += block.len() as u64;
                let block = std::mem::take(block);
                state
                    .blocks
                    .entry((self.exchange, to))
                    .or_default()
                    .push(block);
            }
        }
        if last && !std::mem::replace(&mut self.has_ended, true) {
            *state.ended.entry(self.exchange).or_default() += 1;
            self.hub.changed.notify_all();
        }
        if last {
            while !state.is_lost && state.ended[&self.exchange] < self.size {
                state = self.hub.changed.wait(state).unwrap();
            }
        }
        if state.is_lost {
            return Err(Threads::lost());
        }
        let blocks = state.blocks.remove(&(self.exchange, self.rank));
        drop(state);
        blocks
            .unwrap_or_default()
            .iter()
            .for_each(|block| sink(block));
        if last {
            self.exchange += 1;
            self.has_ended = false;
        }
        Ok(!last)
    }

    fn reduce(&mut self, values: &mut [u64], op: Reduce) -> Result<(), FabricError> {
        self.live()?;
        let mut state = self.hub.state.lock().unwrap();
        let all = state.values.entry(self.exchange).or_default();
        all.push(values.to_vec());
        self.hub.changed.notify_all();
        while !state.is_lost && state.values[&self.exchange].len() < self.size {
            state = self.hub.changed.wait(state).unwrap();
        }
        if state.is_lost {
            return Err(Threads::lost());
        }
        values.fill(0);
        for own in &state.values[&self.exchange] {
            for (value, &own) in values.iter_mut().zip(own) {
                op.join(value, own);
            }
        }
        self.exchange += 1;
        Ok(())
    }

    fn sent(&self) -> u64 {
        self.sent
    }

    fn leave(&mut self, _reason: &str) {}
}

/// How a search of the tests differs from the usual one.
#[derive(Clone, Copy)]
struct Trial<'a> {
    size: usize,
    threads: usize,
    may_be_dense: bool,
    has_marks: bool,
    root: Option<&'a Path>,
    /// A thread that dies, and the number of its rounds until then.
    dies: Option<(usize, u64)>,
    max_generation: Option<u64>,
    every: Duration,
    /// A thread that does not use the dense engine.
    sparse: Option<usize>,
}

const PLAIN: Trial<'static> = Trial {
    size: 1,
    threads: 1,
    may_be_dense: true,
    has_marks: false,
    root: None,
    dies: None,
    max_generation: None,
    every: Duration::from_secs(60),
    sparse: None,
};

fn graph_of(puzzle: &str, metric: Metric) -> Graph {
    let puzzle = Puzzle::open(puzzle).unwrap();
    Graph::new(&puzzle, &puzzle.start, metric).unwrap()
}

fn search(graph: &Graph, trial: Trial<'_>) -> Result<PartOutcome, SearchError> {
    let hub = Arc::new(Hub::default());
    let stop = AtomicBool::new(false);
    let one = |rank| {
        let mut fabric = Threads {
            hub: hub.clone(),
            rank,
            size: trial.size,
            exchange: 0,
            has_ended: false,
            sent: 0,
            life: trial
                .dies
                .filter(|dies| dies.0 == rank)
                .map_or(u64::MAX, |dies| dies.1),
        };
        let run = PartRun {
            graph,
            source: graph.index_of(graph.start()).unwrap(),
            may_be_dense: trial.may_be_dense && trial.sparse != Some(rank),
            has_marks: trial.has_marks,
            max_generation: trial.max_generation,
            until_goal: false,
            count_goals: &|_, _| 0,
            threads: trial.threads,
            stop: &stop,
            root: trial.root,
            fresh: false,
            every: trial.every,
        };
        let end = run.explore(&mut fabric, &mut |_| {});
        if let Err(error) = &end {
            hub.state.lock().unwrap().is_lost = true;
            hub.changed.notify_all();
            let error = error.to_string();
            let is_of_another = error.ends_with("a thread has died");
            let is_expected = if trial.sparse.is_some() {
                is_of_another || error.ends_with("in different ways")
            } else {
                trial.dies.is_some() && is_of_another
            };
            assert!(is_expected, "{error}");
        }
        end
    };
    std::thread::scope(|scope| {
        let runs: Vec<_> = (0..trial.size)
            .map(|rank| scope.spawn(move || one(rank)))
            .collect();
        let mut ends: Vec<_> = runs.into_iter().map(|run| run.join().unwrap()).collect();
        let own = |end: &Result<PartOutcome, _>| end.as_ref().ok().map(|end| end.counts.clone());
        assert!(ends.iter().all(|end| own(end) == own(&ends[0])));
        ends.remove(0)
    })
}

/// The sizes of all generations, found by the search in one process.
fn expected(graph: &Graph) -> Vec<u64> {
    let mut counts = CountSink::default();
    let sources = [graph.index_of(graph.start()).unwrap()];
    Run::new(graph, &sources)
        .explore(&mut counts, &mut |_| std::ops::ControlFlow::Continue(()))
        .unwrap();
    counts.counts().to_vec()
}

const PUZZLES: [(&str, Metric); 9] = [
    ("tiles:3x3", Metric::Step),
    ("tiles:2x4", Metric::Step),
    ("tiles:2x5", Metric::Step),
    ("tiles:2x4", Metric::Slide),
    ("tiles:3x3", Metric::Move),
    ("tiles:3x3", Metric::Line),
    ("lane-rouge", Metric::Step),
    ("lane-rouge", Metric::Move),
    ("checkmate", Metric::Slide),
];

#[test]
fn generations_are_those_of_one_process() {
    for (puzzle, metric) in PUZZLES {
        let graph = graph_of(puzzle, metric);
        let counts = expected(&graph);
        for size in [1, 2, 3, 4, 7] {
            for (threads, may_be_dense, has_marks) in [
                (1, true, false),
                (3, true, true),
                (2, false, false),
                (1, false, true),
            ] {
                let trial = Trial {
                    size,
                    threads,
                    may_be_dense,
                    has_marks,
                    ..PLAIN
                };
                let found = search(&graph, trial).unwrap();
                assert_eq!(found.counts, counts, "{puzzle} {metric:?} {size} {threads}");
                assert!(found.is_complete);
            }
        }
    }
}

#[test]
fn processes_that_divide_the_numbers_in_different_ways_are_refused() {
    let graph = graph_of("tiles:2x4", Metric::Step);
    let trial = Trial {
        size: 3,
        sparse: Some(1),
        ..PLAIN
    };
    assert!(search(&graph, trial).is_err());
}

#[test]
fn a_single_process_needs_no_connection() {
    let graph = graph_of("tiles:3x3", Metric::Step);
    let run = PartRun {
        graph: &graph,
        source: graph.index_of(graph.start()).unwrap(),
        may_be_dense: true,
        has_marks: false,
        max_generation: Some(9),
        until_goal: false,
        count_goals: &|_, count| count,
        threads: 1,
        stop: StopFlag::never(),
        root: None,
        fresh: false,
        every: Duration::ZERO,
    };
    let found = run.explore(&mut Alone, &mut |_| {}).unwrap();
    assert_eq!(found.counts, expected(&graph)[..10]);
    assert_eq!(found.goals, found.counts);
    assert_eq!(found.outcome.ended, SearchEnd::Satisfied);
}

#[test]
fn a_search_goes_on_with_any_number_of_processes() {
    for (puzzle, metric, has_marks) in [
        ("tiles:2x4", Metric::Step, true),
        ("tiles:2x4", Metric::Step, false),
        ("lane-rouge", Metric::Move, true),
    ] {
        let graph = graph_of(puzzle, metric);
        let counts = expected(&graph);
        let root = tempfile::tempdir().unwrap();
        let mut state = 5u64;
        let mut is_finished = false;
        for turn in 0..8 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let size = [2, 4, 3, 1][turn % 4];
            let trial = Trial {
                size,
                has_marks,
                root: Some(root.path()),
                every: Duration::ZERO,
                dies: Some(((state >> 40) as usize % size, 10 + (state >> 50) % 40)),
                ..PLAIN
            };
            if let Ok(found) = search(&graph, trial) {
                assert_eq!(found.counts, counts);
                is_finished = true;
            }
        }
        let trial = Trial {
            size: 5,
            has_marks,
            root: Some(root.path()),
            ..PLAIN
        };
        let found = search(&graph, trial).unwrap();
        assert_eq!(found.counts, counts);
        assert!(found.is_complete);
        assert_eq!(found.outcome.resumed, !is_finished, "{puzzle}");
        let again = search(&graph, Trial { size: 2, ..trial }).unwrap();
        assert_eq!((again.counts, again.outcome.searched), (counts, false));
    }
}
