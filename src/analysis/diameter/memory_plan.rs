//! Division of the allowed memory among the data structures of a diameter computation.

use super::bfs::Bfs;
use super::csr_graph::ReachableSet;
use super::eccentricity_bounds::EccentricityBounds;
use super::orbits::MAX_MAPS;
use super::query::DiameterQuery;
use slidewise_engine::search::OutOfResources;

/// Maximum number of searches whose distances are kept as landmarks.
const MAX_LANDMARKS: usize = 32;
/// Bytes that are needed for each vertex in any case.
///
/// They hold the bounds, two searches, the orbits with their maps and sizes, the number of open
/// pairs of each orbit, and the flags of ends of pairs. The component, landmarks, pairs and
/// multi-source BFS are counted separately.
const FIXED_BYTES: u64 =
    EccentricityBounds::BYTES + 2 * Bfs::BYTES + 4 * (1 + MAX_MAPS as u64) + 4 + 4 + 1;
/// Bytes for each coordinate of a point while the tree of boxes is built (see
/// [`Landmarks`](super::landmarks::Landmarks)).
const POINT_BYTES: u64 = 6;
/// Maximum number of coordinates of a point, and thus of landmarks that are used to bound pairs.
pub(super) const MAX_COORDINATES: usize = 64;
/// Maximum number of bytes for all points of the trees of boxes.
const MAX_POINT_BYTES: u64 = 1 << 28;

/// Memory of a diameter computation, divided among its data structures.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MemoryPlan {
    /// Maximum number of landmarks.
    pub landmarks: usize,
    /// Maximum number of coordinates of all points in the trees of boxes together.
    pub points: usize,
    /// Maximum number of open pairs that are stored.
    pub pairs: usize,
    /// Bytes that multi-source BFS may take if no pairs are stored.
    pub wave_bytes: u64,
    /// Bytes of all data structures except multi-source BFS, including those of the component.
    pub bytes: u64,
}

impl MemoryPlan {
    /// Divides the memory that the graph and the component leave.
    ///
    /// # Errors
    /// If the bytes that are needed in any case exceed the memory limit.
    pub(super) fn of(
        how: &DiameterQuery<'_>,
        reached: &ReachableSet<'_>,
    ) -> Result<MemoryPlan, OutOfResources> {
        let vertices = reached.len();
        let fixed = how.graph_bytes() + reached.bytes() + vertices * FIXED_BYTES;
        how.check_memory(fixed)?;
        // Landmarks and pairs share the remaining memory. As long as no pairs are stored,
        // multi-source BFS may take all of it.
        let left = how.memory.map_or(u64::MAX, |allowed| allowed - fixed);
        let landmark_bytes = (2 * vertices * MAX_LANDMARKS as u64).min(left / 2);
        let max_point_bytes =
            (vertices * POINT_BYTES * MAX_COORDINATES as u64).min(MAX_POINT_BYTES);
        let point_bytes = max_point_bytes.min(left / 4);
        let pairs = how.effort.max_open_pairs.min((left / 64) as usize);
        Ok(MemoryPlan {
            landmarks: (landmark_bytes / (2 * vertices)) as usize,
            points: (point_bytes / POINT_BYTES) as usize,
            pairs,
            wave_bytes: left,
            bytes: fixed + landmark_bytes + point_bytes + 16 * pairs as u64,
        })
    }
}
