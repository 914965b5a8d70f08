//! Which engine a run takes, and why.

use super::{Dense, Engine, Lanes, Sparse};
use crate::moves::Graph;
use crate::store::StoreError;

/// The engines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineKind {
    /// One configuration after the other.
    Sparse,
    /// Words of configurations at once, permuted in this way.
    Dense(Lanes),
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

    /// The same, unless the sources of a search are not for the engine.
    pub fn for_sources(&self, graph: &Graph, sources: &[u64]) -> Choice {
        match self.kind {
            EngineKind::Dense(_) if !Dense::has_one_colour(graph, sources) => Choice {
                kind: EngineKind::Sparse,
                reason: "sparse, since the sources lie in patterns of both colours".to_owned(),
            },
            _ => self.clone(),
        }
    }

    /// The engine's name.
    pub fn name(&self) -> &'static str {
        match self.kind {
            EngineKind::Sparse => "sparse",
            EngineKind::Dense(_) => "dense",
        }
    }

    /// Makes the engine. `counts_only` where it is to do without marks.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn make<'g>(
        &self,
        graph: &'g Graph,
        counts_only: bool,
    ) -> Result<Box<dyn Engine + 'g>, StoreError> {
        Ok(match self.kind {
            EngineKind::Sparse => Box::new(Sparse::new(graph, counts_only)?),
            EngineKind::Dense(lanes) => Box::new(Dense::new(graph, lanes)),
        })
    }
}
