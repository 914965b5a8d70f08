//! `Method`: how the shortest ways from Start to a target are searched within a budget.

use super::resources::MIN_WINDOW;
use super::{EngineChoice, EngineKind, Machine, Resources};
use crate::graph::{Graph, Metric};

/// Limits on the memory and disk of a search for a target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Most bytes of memory; `None` for as much as the search needs.
    pub memory: Option<u64>,
    /// Most bytes of disk.
    pub disk: u64,
}

impl Budget {
    /// The default limit of disk: 4 GiB.
    pub const DISK: u64 = 4 << 30;

    /// Bytes of memory for a hash search: the given limit, else 4 GiB or half of the machine's free
    /// memory, whichever is less.
    pub fn hash_bytes(&self) -> u64 {
        let most = 4 << 30;
        let free = Machine::this().map_or(most, |machine| machine.available / 2);
        self.memory.unwrap_or(most.min(free))
    }
}

/// A method of finding the shortest ways to a target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Method {
    /// A search by an engine that keeps marks of all configurations. Once it is complete, the ways
    /// to any other target are found at once.
    Explore(EngineChoice),
    /// A search that keeps generations in sorted files: from Start until one has the target, or
    /// from both ends until they meet.
    Generations,
}

impl Method {
    /// Most nodes of an index that is built before any search; building it takes some tenths of a
    /// second.
    ///
    /// If an index needs more nodes, a [`HashSearch`](super::HashSearch) looks for the target
    /// first, since few positions may lead to it.
    pub const QUICK_NODES: usize = 1 << 18;

    /// Most positions of a hash search before an index is built instead, if possible; they take
    /// about half a minute.
    ///
    /// A search with the index is saved, and takes less time for each position.
    pub const HASHED_FIRST: u64 = 1 << 25;

    /// The method for a graph: marks if they fit the budget, else sorted files.
    pub fn within(graph: &Graph, budget: Budget) -> Method {
        let engine = EngineChoice::best(graph).within(graph, budget.memory);
        let needs = Resources::of(graph, &engine);
        match needs.check(budget.memory, Some(budget.disk)) {
            Ok(()) => Method::Explore(engine),
            Err(_) => Method::Generations,
        }
    }
}

impl EngineChoice {
    /// This choice, fitted to `memory` bytes, or to the machine's free memory.
    ///
    /// If a search by the dense engine would take more memory, and is kept in a store, its words go
    /// to the disk. Any other choice stays as it is; [`Resources::check`] reports if it takes too
    /// much memory.
    pub fn within(&self, graph: &Graph, memory: Option<u64>) -> EngineChoice {
        let needs = Resources::of(graph, self);
        let is_beyond = |free: &u64| needs.resident_bytes > *free;
        let free = || Machine::this().map(|machine| machine.available);
        let memory = memory.or_else(|| free().filter(is_beyond));
        match (self.kind, memory) {
            (EngineKind::Dense(level), Some(memory))
                if graph.metric() != Metric::Line
                    && (needs.min_memory_bytes..needs.memory_bytes).contains(&memory) =>
            {
                let window = memory - Resources::of_tables(graph, self.kind);
                EngineChoice {
                    kind: EngineKind::Streaming { level, window },
                    reason: format!(
                        "{}; the words lie on the disk, since they and the marks take {} bytes",
                        self.reason, needs.memory_bytes
                    ),
                }
            }
            _ => self.clone(),
        }
    }

    /// This choice for a search that only counts, fitted to `memory` bytes, or to the machine's
    /// free memory.
    ///
    /// If the words of the dense engine take more memory, they go to files. Any other choice stays
    /// as it is; [`Resources::check`] reports if it takes too much memory.
    pub fn within_to_count(
        &self,
        graph: &Graph,
        memory: Option<u64>,
        in_memory: u64,
    ) -> EngineChoice {
        let engine = self.without_marks();
        let needs = Resources::to_count(graph, &engine);
        let is_beyond = |free: &u64| needs.resident_bytes > *free;
        let free = || Machine::this().map(|machine| machine.available);
        let (EngineKind::Dense(level), Some(memory)) =
            (engine.kind, memory.or_else(|| free().filter(is_beyond)))
        else {
            return engine;
        };
        if memory >= needs.min_memory_bytes {
            return engine;
        }
        let made = |window| EngineChoice::counting(graph, level, window);
        let Ok(counting) = made(MIN_WINDOW).and_then(|least| {
            let tables = Resources::of_tables(graph, least.kind);
            made(memory.saturating_sub(tables).saturating_sub(in_memory))
        }) else {
            return engine;
        };
        let counting = counting.holding(in_memory);
        if memory < Resources::to_count(graph, &counting).min_memory_bytes {
            return engine;
        }
        EngineChoice {
            reason: format!(
                "{}, since they take {} bytes",
                counting.reason, needs.memory_bytes
            ),
            ..counting
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use slidewise_puzzle::Puzzle;

    #[test]
    fn what_fits_the_budget_is_explored_and_what_does_not_is_searched() {
        let puzzle = Puzzle::open("lane-rouge").unwrap();
        let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
        let needs = Resources::of(&graph, &EngineChoice::best(&graph));
        let within = |memory, disk| match Method::within(&graph, Budget { memory, disk }) {
            Method::Explore(_) => true,
            Method::Generations => false,
        };
        assert!(within(None, Budget::DISK));
        assert!(within(Some(needs.min_memory_bytes), needs.disk_bytes));
        assert!(!within(Some(needs.min_memory_bytes - 1), needs.disk_bytes));
        assert!(!within(None, needs.disk_bytes - 1));
    }
}
