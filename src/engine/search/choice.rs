//! Which engine a search uses, and why.

use super::packed::{self, Packed};
use super::sparse::{SeenBy, Sparse};
use super::{Dense, Engine, SimdLevel, Sink};
use crate::graph::Graph;
use slidewise_store::StoreError;
use std::sync::atomic::AtomicBool;

/// The engines of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineKind {
    /// One configuration after the other.
    Sparse,
    /// Boards packed into words, while generations are small; then sparse.
    Packed,
    /// Words of configurations at once, permuted by these instructions.
    Dense(SimdLevel),
    /// The dense engine with its words on the disk beside the marks.
    Streaming {
        /// How words are permuted.
        level: SimdLevel,
        /// Bytes of memory for the words in use; few make it slow, never wrong.
        window: u64,
    },
    /// Each generation a sorted file, without marks.
    External {
        /// Bytes of memory for sorting, all threads together; the least that it needs is taken
        /// anyway.
        memory: u64,
        /// Number of last generations whose files are kept, at least two; `None` for all.
        keep_last: Option<u64>,
    },
}

/// An engine with the reason for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineChoice {
    /// The engine.
    pub kind: EngineKind,
    /// Why it was chosen.
    pub reason: String,
}

impl EngineChoice {
    /// The best engine over marks for a graph.
    pub fn best(graph: &Graph) -> EngineChoice {
        let Some(obstacle) = Dense::obstacle(graph) else {
            return EngineChoice::dense_by(SimdLevel::best());
        };
        EngineChoice::packed(graph).unwrap_or_else(|| EngineChoice::sparse_since(obstacle))
    }

    /// The sparse engine, because it was asked for.
    pub fn sparse() -> EngineChoice {
        EngineChoice {
            kind: EngineKind::Sparse,
            reason: "sparse, as asked for".to_owned(),
        }
    }

    fn sparse_since(obstacle: &str) -> EngineChoice {
        EngineChoice {
            kind: EngineKind::Sparse,
            reason: format!("sparse, since {obstacle}"),
        }
    }

    /// The packed engine; `None` where it cannot explore the graph, or the sparse engine is faster.
    pub fn packed(graph: &Graph) -> Option<EngineChoice> {
        packed::is_packable(graph).then(|| EngineChoice {
            kind: EngineKind::Packed,
            reason: "packed, since a board fits one 64-bit word".to_owned(),
        })
    }

    /// The dense engine.
    ///
    /// # Errors
    /// Why it cannot explore the graph.
    pub fn dense(graph: &Graph, level: SimdLevel) -> Result<EngineChoice, &'static str> {
        match Dense::obstacle(graph) {
            None => Ok(EngineChoice::dense_by(level)),
            Some(obstacle) => Err(obstacle),
        }
    }

    fn dense_by(level: SimdLevel) -> EngineChoice {
        EngineChoice {
            kind: EngineKind::Dense(level),
            reason: format!(
                "dense, since the orders of distinct tiles fill whole words ({})",
                level.name()
            ),
        }
    }

    /// The dense engine with its words on the disk, and some `window` bytes of memory for the words
    /// in use.
    ///
    /// # Errors
    /// Why it cannot explore the graph.
    pub fn streaming(
        graph: &Graph,
        level: SimdLevel,
        window: u64,
    ) -> Result<EngineChoice, &'static str> {
        let dense = EngineChoice::dense(graph, level)?;
        Ok(EngineChoice {
            kind: EngineKind::Streaming { level, window },
            reason: format!("{}; those lie on the disk", dense.reason),
        })
    }

    /// The external engine, which sorts in this many bytes of memory, because it was asked for. All
    /// files are kept.
    pub fn external(memory: u64) -> EngineChoice {
        EngineChoice {
            kind: EngineKind::External {
                memory,
                keep_last: None,
            },
            reason: "frontier, as asked for".to_owned(),
        }
    }

    /// The choice with the files of this many last generations kept, at least two; `None` keeps
    /// all. Other engines than the external one stay as they are.
    pub fn keeping(mut self, last: Option<u64>) -> EngineChoice {
        if let EngineKind::External { keep_last, .. } = &mut self.kind {
            *keep_last = last;
        }
        self
    }

    /// The choice for a search that keeps counts but no marks: the packed engine needs marks.
    pub fn without_marks(&self) -> EngineChoice {
        match self.kind {
            EngineKind::Packed => EngineChoice::sparse_since("packed boards need marks"),
            _ => self.clone(),
        }
    }

    /// The choice for a search from these sources into a sink, which may have found something
    /// already; the sparse engine where this one cannot do that.
    pub fn for_search(&self, graph: &Graph, sources: &[u64], sink: &dyn Sink) -> EngineChoice {
        let start = || graph.index_of(graph.start());
        match self.kind {
            EngineKind::Packed if sink.is_complete() => self.clone(),
            EngineKind::Packed if sink.marks().is_none() => self.without_marks(),
            EngineKind::Packed if !sink.counts().is_empty() || sink.doubtful().is_some() => {
                EngineChoice::sparse_since("packed boards cannot resume a search")
            }
            EngineKind::Packed if start().as_slice() != sources => {
                EngineChoice::sparse_since("packed boards search from Start alone")
            }
            EngineKind::Dense(_) | EngineKind::Streaming { .. }
                if !Dense::has_one_colour(graph, sources) =>
            {
                EngineChoice::sparse_since("the sources lie in patterns of both colours")
            }
            _ => self.clone(),
        }
    }

    /// The engine's name.
    pub fn name(&self) -> &'static str {
        match self.kind {
            EngineKind::Sparse => "sparse",
            EngineKind::Packed => "packed",
            EngineKind::Dense(_) | EngineKind::Streaming { .. } => "dense",
            EngineKind::External { .. } => "frontier",
        }
    }

    /// Makes the engine for a search into a sink, chosen by [`EngineChoice::for_search`]; `stop`
    /// stops it.
    ///
    /// # Errors
    /// If there is no memory for it, or no room on the disk.
    ///
    /// # Panics
    /// If the engine cannot explore the graph, or writes no marks.
    pub fn make<'g>(
        &self,
        graph: &'g Graph,
        sink: &dyn Sink,
        stop: &'g AtomicBool,
    ) -> Result<Box<dyn Engine + 'g>, StoreError> {
        let seen_by = if sink.marks().is_none() || sink.doubtful().is_some() {
            SeenBy::Generations
        } else {
            SeenBy::Marks
        };
        Ok(match self.kind {
            EngineKind::Sparse => Box::new(Sparse::new(graph, seen_by, stop)?),
            EngineKind::Packed => Box::new(Packed::new(graph, stop)?),
            EngineKind::Dense(level) => Box::new(Dense::new(graph, level)?),
            EngineKind::Streaming { level, window } => {
                Box::new(Dense::streaming(graph, level, window, sink)?)
            }
            EngineKind::External { .. } => panic!("the external engine writes no marks"),
        })
    }
}
