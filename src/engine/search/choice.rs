//! Which engine a run takes, and why.

use super::{Dense, Engine, Keeper, Lanes, Machine, Needs, Sparse};
use crate::graph::Graph;
use slidewise_store::StoreError;
use std::sync::atomic::AtomicBool;

/// The engines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineKind {
    /// One configuration after the other.
    Sparse,
    /// Words of configurations at once, permuted in this way.
    Dense(Lanes),
    /// The dense engine with its words on the disk beside the marks.
    Streaming {
        /// How words are permuted.
        lanes: Lanes,
        /// Bytes of memory for the words that are being worked on; fewer make it slow, and not wrong.
        window: u64,
    },
}

/// An engine with the reason for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The engine.
    pub kind: EngineKind,
    /// Why it was chosen.
    pub reason: String,
}

impl Choice {
    /// The best engine for a graph.
    pub fn best(graph: &Graph) -> Choice {
        match Dense::obstacle(graph) {
            None => Choice::dense_by(Lanes::best()),
            Some(obstacle) => Choice {
                kind: EngineKind::Sparse,
                reason: format!("sparse, since {obstacle}"),
            },
        }
    }

    /// The sparse engine, because it was asked for.
    pub fn sparse() -> Choice {
        Choice {
            kind: EngineKind::Sparse,
            reason: "sparse, as asked for".to_owned(),
        }
    }

    /// The dense engine; an obstacle, where it cannot explore the graph.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn dense(graph: &Graph, lanes: Lanes) -> Result<Choice, &'static str> {
        match Dense::obstacle(graph) {
            None => Ok(Choice::dense_by(lanes)),
            Some(obstacle) => Err(obstacle),
        }
    }

    fn dense_by(lanes: Lanes) -> Choice {
        Choice {
            kind: EngineKind::Dense(lanes),
            reason: format!(
                "dense, since the orders of distinct tiles fill whole words ({})",
                lanes.name()
            ),
        }
    }

    /// The dense engine with its words on the disk and some `window` bytes of memory for those that are being
    /// worked on; an obstacle, where it cannot explore the graph.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn streaming(graph: &Graph, lanes: Lanes, window: u64) -> Result<Choice, &'static str> {
        let dense = Choice::dense(graph, lanes)?;
        Ok(Choice {
            kind: EngineKind::Streaming { lanes, window },
            reason: format!("{}; those lie on the disk", dense.reason),
        })
    }

    /// The same in this many bytes of memory, or in what this machine has free: where a recorded search by the dense
    /// engine would take more, its words go to the disk. Where they would not make the search smaller either, or for
    /// the sparse engine, nothing changes: [`Needs::check`] tells.
    pub fn within(&self, graph: &Graph, memory: Option<u64>) -> Choice {
        let needs = Needs::of(graph, self);
        let is_beyond = |free: &u64| needs.resident_bytes > *free;
        let free = || Machine::this().map(|machine| machine.available);
        let memory = memory.or_else(|| free().filter(is_beyond));
        match (self.kind, memory) {
            (EngineKind::Dense(lanes), Some(memory))
                if (needs.least_memory_bytes..needs.memory_bytes).contains(&memory) =>
            {
                let window = memory - Needs::of_tables(graph, self.kind);
                Choice {
                    kind: EngineKind::Streaming { lanes, window },
                    reason: format!(
                        "{}; those lie on the disk, since they and the marks take {} bytes",
                        self.reason, needs.memory_bytes
                    ),
                }
            }
            _ => self.clone(),
        }
    }

    /// The choice, unless the engine cannot begin at the sources of a search.
    pub fn for_sources(&self, graph: &Graph, sources: &[u64]) -> Choice {
        match self.kind {
            EngineKind::Dense(_) | EngineKind::Streaming { .. }
                if !Dense::has_one_colour(graph, sources) =>
            {
                Choice {
                    kind: EngineKind::Sparse,
                    reason: "sparse, since the sources lie in patterns of both colours".to_owned(),
                }
            }
            _ => self.clone(),
        }
    }

    /// The engine's name.
    pub fn name(&self) -> &'static str {
        match self.kind {
            EngineKind::Sparse => "sparse",
            EngineKind::Dense(_) | EngineKind::Streaming { .. } => "dense",
        }
    }

    /// Makes the engine for a run that `keeper` keeps and `stop` stops.
    ///
    /// # Errors
    /// If there is no memory for it, or no room on the disk.
    ///
    /// # Panics
    /// If the engine is the dense one, and the graph has an [obstacle](Dense::obstacle).
    pub fn make<'g>(
        &self,
        graph: &'g Graph,
        keeper: &dyn Keeper,
        stop: &'g AtomicBool,
    ) -> Result<Box<dyn Engine + 'g>, StoreError> {
        Ok(match self.kind {
            EngineKind::Sparse => {
                let without_marks = keeper.marks().is_none() || keeper.doubtful().is_some();
                Box::new(Sparse::new(graph, without_marks, stop)?)
            }
            EngineKind::Dense(lanes) => Box::new(Dense::new(graph, lanes)?),
            EngineKind::Streaming { lanes, window } => {
                Box::new(Dense::streaming(graph, lanes, window, keeper)?)
            }
        })
    }
}
