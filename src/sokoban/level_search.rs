//! `LevelSearch`: breadth-first search of a level's graph, by pushes or by pulls.
//!
//! The graph is directed: a position that generation n leads to may be in any earlier generation,
//! so every position found is kept in a set of bits. Generations are kept as sorted files or as
//! packed runs in memory; a way back looks for predecessors in the generation before.

use crate::key_run::KeyRun;
use crate::level_graph::{GraphScratch, LevelGraph};
use crate::matching::Matching;
use crate::paged_bits::PagedBits;
use crate::push_reach::PushReach;
use slidewise_store::{Ascending, RunStore, StoreError};
use std::sync::atomic::{AtomicBool, Ordering};

/// Positions that one thread expands at a time.
const BLOCK: usize = 1 << 15;

/// Why a search of a level failed.
#[derive(Debug, thiserror::Error)]
pub enum LevelSearchError {
    /// The positions take more memory than the search may use.
    #[error("the positions of the level take more than {limit} bytes of memory")]
    Memory {
        /// The limit in bytes.
        limit: u64,
    },
    /// The search was interrupted.
    #[error("the search was interrupted in generation {generation}")]
    Stopped {
        /// Generations before this one are whole.
        generation: u64,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// How far and with which means a level is searched.
#[derive(Clone, Copy, Debug)]
pub struct LevelLimits<'a> {
    /// The most bytes of memory.
    pub memory: u64,
    /// Number of threads.
    pub threads: usize,
    /// Whether the search ends with the first generation that has a solved position.
    pub until_solved: bool,
    /// The last generation that is wanted.
    pub max_generation: u64,
    /// Set by a signal: the search ends soon.
    pub stop: &'a AtomicBool,
}

impl<'a> LevelLimits<'a> {
    /// Limits of a search for all generations, by one thread.
    pub fn new(memory: u64, stop: &'a AtomicBool) -> LevelLimits<'a> {
        LevelLimits {
            memory,
            threads: 1,
            until_solved: false,
            max_generation: u64::MAX,
            stop,
        }
    }
}

/// Where the generations are kept.
#[derive(Debug)]
enum Generations {
    Memory(Vec<KeyRun>),
    Files(Box<RunStore>),
}

/// Ascending numbers from a list.
struct Listed<'a>(std::slice::Iter<'a, u64>);

impl Ascending for Listed<'_> {
    fn next_number(&mut self) -> Result<Option<u64>, StoreError> {
        Ok(self.0.next().copied())
    }
}

impl Generations {
    fn count(&self) -> usize {
        match self {
            Generations::Memory(runs) => runs.len(),
            Generations::Files(store) => store.generations().len(),
        }
    }

    fn read(&self, generation: u64) -> Result<Vec<u64>, StoreError> {
        match self {
            Generations::Memory(runs) => Ok(runs[generation as usize].unpack()),
            Generations::Files(store) => {
                let mut reader = store.stream(generation)?;
                let mut numbers = Vec::new();
                while let Some(number) = reader.next_number()? {
                    numbers.push(number);
                }
                Ok(numbers)
            }
        }
    }

    fn append(&mut self, numbers: &[u64]) -> Result<(), StoreError> {
        match self {
            Generations::Memory(runs) => runs.push(KeyRun::pack(numbers)),
            Generations::Files(store) => {
                let never = AtomicBool::new(false);
                store.append(&mut Listed(numbers.iter()), &never)?;
                store.sync()?;
            }
        }
        Ok(())
    }

    fn bytes(&self) -> u64 {
        match self {
            Generations::Memory(runs) => runs.iter().map(KeyRun::bytes).sum(),
            Generations::Files(_) => 0,
        }
    }
}

/// Which edges a search follows.
#[derive(Clone, Copy, Debug)]
enum Way<'a> {
    /// Pushes, from the start, within a bound if there is one.
    Pushes(Option<&'a PushReach>),
    /// Pulls, from the solved positions, inside a set if there is one.
    Pulls(Option<&'a PagedBits>),
}

/// The generations of a level from the start, or back from its solved positions.
#[derive(Debug)]
pub struct LevelSearch {
    generations: Generations,
    found: PagedBits,
    counts: Vec<u64>,
    is_complete: bool,
}

impl LevelSearch {
    /// Searches from the level's first position by pushes; kept generations go on in `store`.
    ///
    /// A start that the space leaves out has no position: the search is empty.
    ///
    /// # Errors
    ///
    /// [`LevelSearchError`].
    pub fn from_start(
        graph: &LevelGraph<'_>,
        store: Option<RunStore>,
        limits: LevelLimits<'_>,
        report: &mut dyn FnMut(u64, u64),
    ) -> Result<LevelSearch, LevelSearchError> {
        let sources = graph.number(graph.level().start());
        let sources: Vec<u64> = sources.into_iter().collect();
        let generations = match store {
            Some(store) => Generations::Files(Box::new(store)),
            None => Generations::Memory(Vec::new()),
        };
        let way = Way::Pushes(None);
        LevelSearch::run(graph, generations, &sources, way, limits, report)
    }

    /// Searches from the level's first position by pushes, but only over positions that may lie on
    /// a solution of `length` pushes or steps, until it is solved: all such solutions are found if
    /// that is the least number. `None` if goals and boxes out of the player's reach forbid a
    /// solution.
    ///
    /// # Errors
    ///
    /// [`LevelSearchError`].
    pub fn of_shortest(
        graph: &LevelGraph<'_>,
        length: u64,
        limits: LevelLimits<'_>,
    ) -> Result<Option<LevelSearch>, LevelSearchError> {
        let Some(reach) = PushReach::new(graph, length) else {
            return Ok(None);
        };
        let sources: Vec<u64> = graph.number(graph.level().start()).into_iter().collect();
        let limits = LevelLimits {
            until_solved: true,
            ..limits
        };
        let (memory, way) = (Generations::Memory(Vec::new()), Way::Pushes(Some(&reach)));
        let found = LevelSearch::run(graph, memory, &sources, way, limits, &mut |_, _| {})?;
        Ok(Some(found))
    }

    /// Searches back from all solved positions by pulls.
    ///
    /// # Errors
    ///
    /// [`LevelSearchError`].
    pub fn from_solved(
        graph: &LevelGraph<'_>,
        limits: LevelLimits<'_>,
        report: &mut dyn FnMut(u64, u64),
    ) -> Result<LevelSearch, LevelSearchError> {
        let sources = graph.solved();
        let memory = Generations::Memory(Vec::new());
        LevelSearch::run(graph, memory, &sources, Way::Pulls(None), limits, report)
    }

    /// Searches back from the solved positions among those of this search, and inside them: the
    /// positions found are live, all others dead.
    ///
    /// # Errors
    ///
    /// [`LevelSearchError`].
    pub fn live(
        &self,
        graph: &LevelGraph<'_>,
        limits: LevelLimits<'_>,
    ) -> Result<LevelSearch, LevelSearchError> {
        let mut sources = graph.solved();
        sources.retain(|&number| self.found.contains(number));
        let memory = Generations::Memory(Vec::new());
        let way = Way::Pulls(Some(&self.found));
        LevelSearch::run(graph, memory, &sources, way, limits, &mut |_, _| {})
    }

    fn run(
        graph: &LevelGraph<'_>,
        generations: Generations,
        sources: &[u64],
        way: Way<'_>,
        limits: LevelLimits<'_>,
        report: &mut dyn FnMut(u64, u64),
    ) -> Result<LevelSearch, LevelSearchError> {
        let mut search = LevelSearch {
            generations,
            found: PagedBits::new(graph.numbers()),
            counts: Vec::new(),
            is_complete: false,
        };
        let mut last = search.resume(graph, sources)?;
        loop {
            let generation = search.counts.len() as u64 - u64::from(!search.counts.is_empty());
            if last.is_empty() {
                search.finish()?;
                return Ok(search);
            }
            report(generation, last.len() as u64);
            let is_solved = || last.iter().any(|&number| graph.is_solved(number));
            if generation >= limits.max_generation || limits.until_solved && is_solved() {
                return Ok(search);
            }
            let next = search.expand(graph, &last, way, limits)?;
            if !next.is_empty() {
                search.append(&next)?;
            }
            last = next;
        }
    }

    /// Takes the kept generations, or the sources where there are none, and returns the last one.
    fn resume(
        &mut self,
        graph: &LevelGraph<'_>,
        sources: &[u64],
    ) -> Result<Vec<u64>, LevelSearchError> {
        if let Generations::Files(store) = &self.generations {
            self.is_complete = store.is_complete();
        }
        let mut last = Vec::new();
        for generation in 0..self.generations.count() as u64 {
            last = self.generations.read(generation)?;
            self.counts.push(last.len() as u64);
            for &number in &last {
                // A store of another level is refused by its header before.
                if number < graph.numbers() {
                    self.found.insert(number);
                }
            }
        }
        if self.is_complete {
            return Ok(Vec::new());
        }
        if self.counts.is_empty() && !sources.is_empty() {
            for &source in sources {
                self.found.insert(source);
            }
            self.append(sources)?;
            last = sources.to_vec();
        }
        Ok(last)
    }

    fn append(&mut self, numbers: &[u64]) -> Result<(), StoreError> {
        self.generations.append(numbers)?;
        self.counts.push(numbers.len() as u64);
        Ok(())
    }

    fn finish(&mut self) -> Result<(), StoreError> {
        if let Generations::Files(store) = &mut self.generations
            && !self.is_complete
        {
            store.finish()?;
        }
        self.is_complete = true;
        Ok(())
    }

    /// The new positions that a generation leads to, ascending.
    fn expand(
        &mut self,
        graph: &LevelGraph<'_>,
        last: &[u64],
        way: Way<'_>,
        limits: LevelLimits<'_>,
    ) -> Result<Vec<u64>, LevelSearchError> {
        let threads = limits.threads.max(1);
        let mut next = Vec::new();
        for blocks in last.chunks(BLOCK * threads) {
            if limits.stop.load(Ordering::Relaxed) {
                let generation = self.counts.len() as u64;
                return Err(LevelSearchError::Stopped { generation });
            }
            let lists = self.candidates(graph, blocks, way, threads);
            for list in lists {
                for number in list {
                    if self.found.insert(number) {
                        next.push(number);
                    }
                }
            }
            let lists = 16 * next.len() as u64;
            if self.found.bytes() + self.generations.bytes() + lists > limits.memory {
                let limit = limits.memory;
                return Err(LevelSearchError::Memory { limit });
            }
        }
        next.sort_unstable();
        Ok(next)
    }

    /// The positions that a block leads to and that were not found before it, a list a thread.
    fn candidates(
        &self,
        graph: &LevelGraph<'_>,
        block: &[u64],
        way: Way<'_>,
        threads: usize,
    ) -> Vec<Vec<u64>> {
        let generation = self.counts.len() as u64;
        let list = |part: &[u64]| {
            let mut list = Vec::new();
            let mut scratch = GraphScratch::new(graph.level());
            for &number in part {
                let mut add = |next| {
                    if !self.found.contains(next) {
                        list.push(next);
                    }
                };
                match way {
                    Way::Pushes(_) => {
                        graph.successors(number, &mut scratch, &mut |next, _| add(next));
                    }
                    Way::Pulls(inside) => {
                        graph.predecessors(number, &mut scratch, &mut |before, _| {
                            if inside.is_none_or(|inside| inside.contains(before)) {
                                add(before);
                            }
                        });
                    }
                }
            }
            if let Way::Pushes(Some(reach)) = way {
                list.sort_unstable();
                list.dedup();
                let mut matching = Matching::default();
                list.retain(|&next| reach.admits(graph, next, generation, &mut matching));
            }
            list
        };
        if threads == 1 || block.len() < 1024 {
            return vec![list(block)];
        }
        std::thread::scope(|scope| {
            let parts = block.chunks(block.len().div_ceil(threads));
            let list = &list;
            let running: Vec<_> = parts.map(|part| scope.spawn(move || list(part))).collect();
            let joined = running.into_iter().map(|thread| match thread.join() {
                Ok(list) => list,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            joined.collect()
        })
    }

    /// The same search, whose generations are read from the store that `open` gives; its own store
    /// is closed before.
    ///
    /// # Errors
    ///
    /// Those of `open`.
    pub fn reopened(
        mut self,
        open: impl FnOnce() -> Result<RunStore, StoreError>,
    ) -> Result<LevelSearch, StoreError> {
        self.generations = Generations::Memory(Vec::new());
        self.generations = Generations::Files(Box::new(open()?));
        Ok(self)
    }

    /// Number of positions of each generation.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Number of positions found.
    pub fn positions(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The number of the last generation; 0 if there is no position.
    pub fn depth(&self) -> u64 {
        (self.counts.len() as u64).saturating_sub(1)
    }

    /// Whether every position that can be reached was found.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Whether a position was found.
    pub fn contains(&self, number: u64) -> bool {
        self.found.contains(number)
    }

    /// The positions of a generation, ascending.
    ///
    /// # Errors
    ///
    /// Those of the store.
    pub fn generation(&self, generation: u64) -> Result<Vec<u64>, StoreError> {
        self.generations.read(generation)
    }

    /// The generation of a position, if it was found.
    ///
    /// # Errors
    ///
    /// Those of the store.
    pub fn generation_of(&self, number: u64) -> Result<Option<u64>, StoreError> {
        if !self.found.contains(number) {
            return Ok(None);
        }
        for generation in 0..self.counts.len() as u64 {
            if self.generation(generation)?.binary_search(&number).is_ok() {
                return Ok(Some(generation));
            }
        }
        Ok(None)
    }

    /// The first generation with solved positions, the solved positions in it, and their number in
    /// all generations.
    ///
    /// # Errors
    ///
    /// Those of the store.
    pub fn solved(&self, graph: &LevelGraph<'_>) -> Result<Option<SolvedLevel>, StoreError> {
        let numbers = graph.solved();
        let found = numbers
            .iter()
            .filter(|&&number| self.found.contains(number));
        let reachable = found.count() as u64;
        if reachable == 0 {
            return Ok(None);
        }
        for generation in 0..self.counts.len() as u64 {
            let mut first = self.generation(generation)?;
            first.retain(|&number| graph.is_solved(number));
            if !first.is_empty() {
                return Ok(Some(SolvedLevel {
                    generation,
                    first,
                    reachable,
                }));
            }
        }
        Ok(None)
    }
}

/// The solved positions of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolvedLevel {
    /// The first generation that has solved positions.
    pub generation: u64,
    /// The solved positions of that generation, ascending.
    pub first: Vec<u64>,
    /// Number of solved positions in all generations.
    pub reachable: u64,
}
