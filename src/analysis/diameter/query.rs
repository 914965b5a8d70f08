//! The diameter and the radius of a component, with all pairs of configurations at the greatest
//! distance, proved by few searches.
//!
//! # How it is proved
//!
//! Each search from a chosen configuration bounds the eccentricity of every other one
//! ([`EccentricityBounds`](super::eccentricity_bounds::EccentricityBounds)), and the bounds hold
//! for all images under the puzzle's symmetries too ([`Orbits`](super::orbits::Orbits)). The
//! searches alternate between a configuration of probably large eccentricity, which raises the
//! lower bound on the diameter, and a central one, which lowers the upper bounds of others (Takes
//! and Kosters 2011). An orbit is closed when its eccentricity is known to be less than the
//! diameter.
//!
//! In these graphs all eccentricities lie in a narrow band, so that these bounds alone leave many
//! orbits open. After a dozen searches, the distances from their sources therefore bound the
//! distance of all *pairs* of open configurations ([`Landmarks`](super::landmarks::Landmarks)).
//! Usually few pairs remain open. Each further search starts at the configuration with most open
//! pairs; it settles these and bounds others. If too many pairs remain, multi-source BFS
//! ([`MultiSourceBfs`](super::multi_source_bfs::MultiSourceBfs)) searches from all open
//! configurations. The pairs at the greatest distance are then read from the last generations of
//! these searches. Both ends of each pair are searched from, so that the list of pairs is complete
//! and each pair is counted from both ends.
//!
//! Where all tiles differ, any two arrangements of a pattern are images of each other, and one
//! search for each pattern is enough. Large graphs of this kind are searched by an engine that
//! needs only a bit for each configuration.

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
    /// Pairs that attain the diameter, as position texts. Each pair begins with the lesser text,
    /// and the pairs are sorted. If there are more pairs than requested, the list has the ones
    /// found first.
    pub pairs: Vec<(String, String)>,
    /// Number of searches that the proof took, by method.
    pub proof: DiameterProof,
}

/// How a diameter was proved: the number of searches, and of orbits that needed none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DiameterProof {
    /// Number of configurations in the component.
    pub configurations: u64,
    /// Number of configurations up to symmetry.
    pub orbits: u64,
    /// Searches from one source at a time.
    pub single_searches: u64,
    /// Sources of multi-source searches.
    pub joint_searches: u64,
    /// Orbits without a search, excluded by bounds on their eccentricities.
    pub excluded_by_bounds: u64,
    /// Orbits without a search, excluded by bounds on all of their pairs.
    pub excluded_by_pairs: u64,
}

impl DiameterProof {
    /// Number of sources of all searches.
    pub fn searches(&self) -> u64 {
        self.single_searches + self.joint_searches
    }

    /// Short description of the method.
    pub fn method(&self) -> &'static str {
        if self.excluded_by_bounds + self.excluded_by_pairs == 0 {
            "a search from one configuration of each kind up to symmetry"
        } else if self.joint_searches > 0 {
            "bounds on eccentricities and pairs, then searches from all that stayed open, \
             many at once"
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

/// Progress report of a measurement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiameterProgress {
    /// Reachable configurations are being listed.
    Reaching {
        /// Configurations found until now.
        found: u64,
    },
    /// Resources that the measurement will need, reported before it allocates them.
    Resources {
        /// Number of reachable configurations.
        configurations: u64,
        /// Bytes of memory.
        bytes: u64,
    },
    /// Searches are running.
    Searching {
        /// Searches finished until now.
        searches: u64,
        /// Lower bound on the diameter.
        diameter: u64,
        /// Upper bound on the radius.
        radius: u64,
        /// Number of open configurations, up to symmetry.
        open: u64,
        /// Number of open pairs; `None` before pairs are bounded.
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
    /// Largest number of pairs to list.
    pub most_pairs: usize,
    /// Memory limit in bytes; `None` allows what the machine has free.
    pub memory: Option<u64>,
    /// Number of worker threads; it changes neither the answer nor the choice of searches.
    pub threads: usize,
    /// Stops the computation soon when set.
    pub stop: &'a AtomicBool,
    /// Thresholds between the methods.
    pub effort: Thresholds,
}

/// Thresholds at which one method takes over from another. They can be set to measure each method,
/// and to test it on small graphs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thresholds {
    /// Searches before pairs are bounded for the first time.
    pub before_pairs: u64,
    /// Number of open orbits up to which bounding pairs is not worthwhile.
    pub few_open: u64,
    /// Largest number of open pairs that is stored.
    pub most_open_pairs: usize,
    /// Single searches before multi-source BFS is considered.
    pub before_waves: u64,
    /// Progress below which multi-source BFS takes over: the number of orbits closed over a few
    /// rounds.
    pub little: u64,
    /// Number of open orbits from which multi-source BFS is worthwhile.
    pub worth_waves: usize,
    /// Number of configurations from which an engine searches once for each pattern, where all
    /// tiles differ.
    pub before_engines: u64,
}

impl Thresholds {
    /// Thresholds that have proved good in measurements.
    pub const USUAL: Thresholds = Thresholds {
        before_pairs: 12,
        few_open: 32,
        most_open_pairs: 1 << 22,
        before_waves: 64,
        little: 128,
        worth_waves: LANES / 2,
        before_engines: 1 << 20,
    };
}

impl<'a> DiameterQuery<'a> {
    /// A measurement of the component of `start` by one thread, with the radius and at most 100
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
            most_pairs: 100,
            memory: None,
            threads: 1,
            stop: StopFlag::never(),
            effort: Thresholds::USUAL,
        }
    }

    /// Bytes of the graph, including tables of half boards that may still be made.
    pub(super) fn graph_bytes(&self) -> u64 {
        self.graph.bytes() + self.graph.half_board_bytes()
    }

    /// Fails if `needed` bytes exceed the memory limit.
    pub(crate) fn check_memory(&self, needed: u64) -> Result<(), OutOfResources> {
        OutOfResources::of_memory(needed, self.memory)
    }
}
