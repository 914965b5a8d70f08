//! Which engine a search uses, and why.

use super::dense::counting;
use super::packed::{self, Packed};
use super::sparse::{SeenBy, Sparse};
use super::{Dense, Engine, SimdLevel, Sink};
use crate::graph::{Graph, Metric};
use slidewise_store::{BitLayout, StoreError};
use std::sync::atomic::AtomicBool;

/// The engines of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineKind {
    /// Expands one configuration after the other.
    Sparse,
    /// Packs boards into words while generations are small; then works as the sparse engine.
    Packed,
    /// Permutes words of 64 configurations at once, by instructions of this SIMD level.
    Dense(SimdLevel),
    /// The dense engine with its words on the disk beside the marks.
    Streaming {
        /// SIMD level by which words are permuted.
        level: SimdLevel,
        /// Bytes of memory for the words in use; a low number makes the engine slow, never wrong.
        window: u64,
    },
    /// The dense engine of a search that only counts, with its words in files.
    Counting {
        /// SIMD level by which words are permuted.
        level: SimdLevel,
        /// Bytes of memory for the words in use, by which a new store is divided into chunks.
        window: u64,
        /// Bytes of the words of a new store that lie in memory instead of on the disk.
        in_memory: u64,
    },
    /// Keeps each generation as a sorted file, without marks.
    External {
        /// Bytes of memory for sorting, all threads together. If sorting needs more, it uses the
        /// least number that it needs.
        memory: u64,
        /// Number of last generations whose files are kept, at least two; `None` for all
        /// generations.
        keep_last: Option<u64>,
    },
}

/// An engine with the reason for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineChoice {
    /// The engine.
    pub kind: EngineKind,
    /// Why the engine was chosen.
    pub reason: String,
}

impl EngineChoice {
    /// The best engine for a graph, if the search keeps marks.
    pub fn best(graph: &Graph) -> EngineChoice {
        let Some(obstacle) = Dense::obstacle(graph) else {
            return EngineChoice::dense_by(SimdLevel::best());
        };
        match EngineChoice::packed(graph) {
            Ok(packed) if packed::is_faster(graph) => packed,
            _ => EngineChoice::sparse_since(obstacle),
        }
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

    /// The packed engine.
    ///
    /// # Errors
    /// The reason why the engine cannot explore the graph.
    pub fn packed(graph: &Graph) -> Result<EngineChoice, &'static str> {
        match packed::obstacle(graph) {
            None => Ok(EngineChoice {
                kind: EngineKind::Packed,
                reason: "packed, since a board fits one 64-bit word".to_owned(),
            }),
            Some(obstacle) => Err(obstacle),
        }
    }

    /// The dense engine.
    ///
    /// # Errors
    /// The reason why the engine cannot explore the graph.
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

    /// The dense engine with its words on the disk, and about `window` bytes of memory for the
    /// words in use.
    ///
    /// # Errors
    /// The reason why the engine cannot explore the graph.
    pub fn streaming(
        graph: &Graph,
        level: SimdLevel,
        window: u64,
    ) -> Result<EngineChoice, &'static str> {
        if graph.metric() == Metric::Line {
            return Err("pushes read words in too many places of a disk");
        }
        let dense = EngineChoice::dense(graph, level)?;
        Ok(EngineChoice {
            kind: EngineKind::Streaming { level, window },
            reason: format!("{}; the words lie on the disk", dense.reason),
        })
    }

    /// The dense engine of a search that only counts, with its words in files, and about `window`
    /// bytes of memory for the words in use.
    ///
    /// # Errors
    /// The reason why the engine cannot explore the graph.
    pub fn counting(
        graph: &Graph,
        level: SimdLevel,
        window: u64,
    ) -> Result<EngineChoice, &'static str> {
        let streaming = EngineChoice::streaming(graph, level, window)?;
        Ok(EngineChoice {
            kind: EngineKind::Counting {
                level,
                window,
                in_memory: 0,
            },
            ..streaming
        })
    }

    /// Lets a new store of an engine that counts in files have this many bytes of its words in
    /// memory, which outlive the process, but not the machine's uptime.
    ///
    /// A choice of another engine stays as it is.
    pub fn holding(mut self, bytes: u64) -> EngineChoice {
        if let EngineKind::Counting { in_memory, .. } = &mut self.kind {
            *in_memory = bytes;
        }
        self
    }

    /// How the words of a search that counts in files are divided; `None` for other engines.
    pub fn bit_layout(&self, graph: &Graph) -> Option<BitLayout> {
        match self.kind {
            EngineKind::Counting {
                window, in_memory, ..
            } => Some(counting::layout_within(graph, window, in_memory)),
            _ => None,
        }
    }

    /// The external engine, because it was asked for. It keeps the files of all generations.
    ///
    /// `memory` is the number of bytes of memory for sorting.
    pub fn external(memory: u64) -> EngineChoice {
        EngineChoice {
            kind: EngineKind::External {
                memory,
                keep_last: None,
            },
            reason: "frontier, as asked for".to_owned(),
        }
    }

    /// Lets the external engine keep the files of only this many last generations, at least two;
    /// `None` for all.
    ///
    /// A choice of another engine stays as it is.
    pub fn keeping(mut self, last: Option<u64>) -> EngineChoice {
        if let EngineKind::External { keep_last, .. } = &mut self.kind {
            *keep_last = last;
        }
        self
    }

    /// The choice for a search that keeps counts but no marks. The packed engine needs marks, so
    /// the sparse engine replaces it; other engines stay.
    pub fn without_marks(&self) -> EngineChoice {
        match self.kind {
            EngineKind::Packed => EngineChoice::sparse_since("packed boards need marks"),
            _ => self.clone(),
        }
    }

    /// The choice for a search from these sources into a sink.
    ///
    /// It is the sparse engine if the engine of this choice needs marks that the sink does not
    /// keep, cannot search from the sources, or cannot resume what the sink holds.
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
            EngineKind::Dense(_) | EngineKind::Streaming { .. } | EngineKind::Counting { .. } => {
                "dense"
            }
            EngineKind::External { .. } => "frontier",
        }
    }

    /// Makes the engine for a search into a sink, as [`EngineChoice::for_search`] chose it.
    ///
    /// The engine stops soon after `stop` is raised.
    ///
    /// # Errors
    /// If there is no memory for the engine, or no room on the disk.
    ///
    /// # Panics
    /// If the engine cannot explore the graph, or works in files and writes no marks.
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
            EngineKind::Counting { .. } | EngineKind::External { .. } => {
                panic!("an engine that works in files writes no marks")
            }
        })
    }
}
