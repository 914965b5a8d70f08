//! By which method the ways from Start to a target are found, within a budget.

use super::{Choice, Machine, Needs};
use crate::graph::Graph;

/// The bytes that a search for a target may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Of memory; `None` for as much as it needs.
    pub memory: Option<u64>,
    /// Of the disk.
    pub disk: u64,
}

impl Budget {
    /// What a search may take of the disk where nothing else is said: 4 GiB.
    pub const DISK: u64 = 4 << 30;

    /// What a hash search may take of memory where nothing else is said: 4 GiB, or half of what the machine has free.
    pub fn hash_bytes(&self) -> u64 {
        let most = 4 << 30;
        let free = Machine::this().map_or(most, |machine| machine.available / 2);
        self.memory.unwrap_or(most.min(free))
    }
}

/// A method of finding the shortest ways to a target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Method {
    /// Marks for all configurations, by an engine: the ways to any other target are found at once afterwards.
    Explore(Choice),
    /// The first generations, in sorted files, until one has the target.
    Generations,
}

impl Method {
    /// The most nodes of an index that is built before anything is searched, which takes some tenths of a second. Where
    /// it needs more, few positions may lead to the target: they are searched first, by a
    /// [`HashSearch`](super::HashSearch).
    pub const QUICK_NODES: usize = 1 << 18;

    /// After this many positions without the target, in half a minute or so, the index is built if it can be: then the
    /// search is kept, and takes less for each position.
    pub const HASHED_FIRST: u64 = 1 << 25;

    /// The method for a graph: all of it is explored where the marks fit the budget, and the first generations are
    /// searched where they do not.
    pub fn within(graph: &Graph, budget: Budget) -> Method {
        let engine = Choice::best(graph).within(graph, budget.memory);
        let needs = Needs::of(graph, &engine);
        match needs.check(budget.memory, Some(budget.disk)) {
            Ok(()) => Method::Explore(engine),
            Err(_) => Method::Generations,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Metric;
    use slidewise_puzzle::Puzzle;

    #[test]
    fn what_fits_the_budget_is_explored_and_what_does_not_is_searched() {
        let puzzle = Puzzle::open("lane-rouge").unwrap();
        let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
        let needs = Needs::of(&graph, &Choice::best(&graph));
        let within = |memory, disk| match Method::within(&graph, Budget { memory, disk }) {
            Method::Explore(_) => true,
            Method::Generations => false,
        };
        assert!(within(None, Budget::DISK));
        assert!(within(Some(needs.least_memory_bytes), needs.disk_bytes));
        assert!(!within(
            Some(needs.least_memory_bytes - 1),
            needs.disk_bytes
        ));
        assert!(!within(None, needs.disk_bytes - 1));
    }
}
