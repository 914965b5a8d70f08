//! The diameter and the radius of a component, and the pairs of configurations at the greatest
//! distance, proved by a small number of searches.
//!
//! # How it is proved
//!
//! Each search from a chosen configuration bounds the eccentricity of every other configuration
//! ([`EccentricityBounds`](super::eccentricity_bounds::EccentricityBounds)). The bounds hold for
//! all images under the symmetries of the puzzle too ([`Orbits`](super::orbits::Orbits)). Searches
//! alternate between two kinds of sources (Takes and Kosters 2011): a configuration of probably
//! large eccentricity raises the lower bound on the diameter, and a central configuration lowers
//! the upper bounds of others. An orbit is open until a search starts in it, or until its
//! eccentricity is known to be less than the diameter.
//!
//! In state graphs of these puzzles all eccentricities lie in a narrow band. The bounds alone
//! therefore leave many orbits open. After a dozen searches, the distances from their sources are
//! also used to bound the distance of each *pair* of open configurations
//! ([`Landmarks`](super::landmarks::Landmarks)). Usually few pairs remain that may be as far apart
//! as the diameter; these pairs are open. Each further search starts at a configuration with the
//! most open pairs. It closes these pairs, and bounds the distances of other pairs.
//!
//! If too many pairs remain, multi-source BFS
//! ([`MultiSourceBfs`](super::multi_source_bfs::MultiSourceBfs)) searches from all open
//! configurations.
//!
//! The pairs at the greatest distance are found in the last generations of the searches. A search
//! is made from both ends of each pair, or from images of them, so that the list of pairs is
//! complete. Each pair is counted twice, and the count is halved.
//!
//! If all tiles differ, any two arrangements of a pattern are images of each other, and one search
//! for each pattern is enough. Large graphs with such tiles are searched by an engine that needs
//! only a bit for each configuration.

use super::csr_graph::CsrGraphError;
use super::multi_source_bfs::LANES;
use crate::verify::OutOfMemory;
use slidewise_engine::graph::Graph;
use slidewise_engine::search::SearchError;
use slidewise_engine::search::{OutOfResources, StopFlag};
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// Diameter of a component, the pairs that attain it, and how this was proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diameter {
    /// The largest distance between two configurations.
    pub diameter: u64,
    /// The least eccentricity; `None` if it was not requested.
    pub radius: Option<u64>,
    /// Number of pairs of configurations that attain the diameter; 0 in a component of one
    /// configuration.
    pub pair_count: u128,
    /// Pairs that attain the diameter, as texts of positions. The lesser text of each pair comes
    /// first, and the pairs are sorted. If there are more pairs than requested, the list has the
    /// pairs found first.
    pub pairs: Vec<(String, String)>,
    /// Numbers of searches that the proof took, and of orbits that needed no search.
    pub proof: DiameterProof,
}

/// Statistics of the proof of a diameter: numbers of searches of each kind, and of orbits without a
/// search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DiameterProof {
    /// Number of configurations in the component.
    pub configurations: u64,
    /// Number of orbits of configurations under the symmetries.
    pub orbits: u64,
    /// Number of searches from a single source.
    pub single_searches: u64,
    /// Number of sources of multi-source BFS in all batches together.
    pub joint_searches: u64,
    /// Number of orbits that needed no search because of the bounds on their eccentricities.
    pub excluded_by_bounds: u64,
    /// Number of orbits that needed no search because of the bounds on all of their pairs.
    pub excluded_by_pairs: u64,
}

impl DiameterProof {
    /// Number of sources of all searches, single and multi-source.
    pub fn searches(&self) -> u64 {
        self.single_searches + self.joint_searches
    }

    /// Short description of the method.
    pub fn method(&self) -> &'static str {
        if self.excluded_by_bounds + self.excluded_by_pairs == 0 {
            "a search from one configuration of each kind up to symmetry"
        } else if self.joint_searches > 0 {
            "bounds on eccentricities and pairs, then searches from all configurations that the \
             bounds leave open"
        } else if self.excluded_by_pairs > 0 {
            "bounds on eccentricities, then on pairs, from searches chosen one by one"
        } else {
            "bounds on eccentricities from searches chosen one by one"
        }
    }
}

/// Reasons why a diameter cannot be computed.
#[derive(Debug, Error)]
pub enum DiameterError {
    /// More memory is needed than allowed.
    #[error(transparent)]
    OutOfResources(#[from] OutOfResources),
    /// The component cannot be stored as a CSR graph.
    #[error(transparent)]
    Component(CsrGraphError),
    /// The system refused to allocate memory.
    #[error(transparent)]
    NoRoom(#[from] OutOfMemory),
    /// A run of an engine failed.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The stop flag was raised.
    #[error("interrupted")]
    Interrupted,
}

impl From<CsrGraphError> for DiameterError {
    fn from(error: CsrGraphError) -> DiameterError {
        match error {
            CsrGraphError::Interrupted => DiameterError::Interrupted,
            CsrGraphError::NoRoom(no_room) => no_room.into(),
            error => DiameterError::Component(error),
        }
    }
}

/// Progress report of a diameter computation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiameterProgress {
    /// Reachable configurations are being listed.
    Reaching {
        /// Number of configurations found so far.
        found: u64,
    },
    /// Resources that the computation will need, reported before it allocates them.
    Resources {
        /// Number of reachable configurations.
        configurations: u64,
        /// Bytes of memory that the computation will need.
        bytes: u64,
    },
    /// Searches are running.
    Searching {
        /// Number of sources searched from so far.
        searches: u64,
        /// Lower bound on the diameter.
        diameter: u64,
        /// Upper bound on the radius.
        radius: u64,
        /// Number of open orbits of configurations.
        open: u64,
        /// Number of open pairs; `None` before pairs are bounded, and while an engine or
        /// multi-source BFS searches.
        pairs: Option<u64>,
    },
}

/// Parameters of a diameter computation.
#[derive(Clone, Copy, Debug)]
pub struct DiameterQuery<'a> {
    /// Graph of the component.
    pub graph: &'a Graph,
    /// A vertex of the component.
    pub start: u64,
    /// Whether to compute the radius.
    pub wants_radius: bool,
    /// Maximum number of pairs to list.
    pub max_pairs: usize,
    /// Memory limit in bytes; `None` allows what the machine has free.
    pub memory: Option<u64>,
    /// Number of worker threads; it changes neither the answer nor the choice of searches.
    pub threads: usize,
    /// Stop flag: if set, it ends the computation soon.
    pub stop: &'a AtomicBool,
    /// Thresholds at which one method takes over from another.
    pub effort: Thresholds,
}

/// Thresholds at which one method takes over from another.
///
/// They can be changed to measure each method, and to test each method on small graphs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thresholds {
    /// Number of searches before pairs are bounded for the first time.
    pub before_pairs: u64,
    /// Maximum number of open orbits for which bounding pairs is not worthwhile.
    pub few_open: u64,
    /// Maximum number of open pairs that are stored.
    pub max_open_pairs: usize,
    /// Number of single searches before multi-source BFS is considered.
    pub before_waves: u64,
    /// Minimum number of orbits that eight rounds of searches must close; if they close fewer,
    /// multi-source BFS takes over.
    pub little: u64,
    /// Minimum number of sources for which multi-source BFS is worthwhile.
    pub worth_waves: usize,
    /// Minimum number of configurations for searches by an engine, one for each pattern, if all
    /// tiles differ.
    pub before_engines: u64,
}

impl Thresholds {
    /// Thresholds that have proved good in measurements.
    pub const USUAL: Thresholds = Thresholds {
        before_pairs: 12,
        few_open: 32,
        max_open_pairs: 1 << 22,
        before_waves: 64,
        little: 128,
        worth_waves: LANES / 2,
        before_engines: 1 << 20,
    };
}

impl<'a> DiameterQuery<'a> {
    /// Creates a query for the component of `start`, with one thread, the radius, and at most 100
    /// pairs.
    ///
    /// # Panics
    /// If `start` is not a vertex of the graph.
    pub fn new(graph: &'a Graph, start: u64) -> DiameterQuery<'a> {
        graph.expect_vertex(start);
        DiameterQuery {
            graph,
            start,
            wants_radius: true,
            max_pairs: 100,
            memory: None,
            threads: 1,
            stop: StopFlag::never(),
            effort: Thresholds::USUAL,
        }
    }

    /// Number of bytes of the graph, including tables of half boards that may still be built.
    pub(super) fn graph_bytes(&self) -> u64 {
        self.graph.bytes() + self.graph.half_board_bytes()
    }

    /// Fails if `needed` bytes exceed the memory limit.
    pub(crate) fn check_memory(&self, needed: u64) -> Result<(), OutOfResources> {
        OutOfResources::of_memory(needed, self.memory)
    }
}
