//! The search: generation after generation, from the sources to the last configuration that can be
//! reached.
//!
//! [`Run::explore`] is the driver. An [`Engine`] makes one generation from the last, a [`Sink`]
//! keeps marks and counts, and [`Event`]s report what happens. This layer prints nothing and
//! answers no questions about its results.
//!
//! # Why the last two generations suffice
//!
//! Every edge leads back, in every metric: the way back crosses the same cells, which are still
//! free, and the same configurations, which are still legal. So a neighbour of a configuration at
//! distance n is at distance n - 1, n or n + 1. It cannot be nearer, since the edge back would then
//! reach the configuration in fewer than n edges. It cannot be farther, since one more edge reaches
//! it in n + 1. The neighbours of generation n, without generations n - 1 and n, are therefore
//! generation n + 1, and no older generation matters (Walker 1999 made the next generation from the
//! last two in this way).
//!
//! In slides and moves all three distances occur. If a piece can go one cell and two in one
//! direction, both new configurations and the old one are neighbours of each other, and two of them
//! may lie in one generation. A search must leave out generation n as well as n - 1.
//!
//! Steps allow more. On a board of squares a step changes the row or the column of one piece by
//! one, hence the sum of row and column over all pieces by one: the graph is bipartite. From a
//! single source, or from sources of one colour, two neighbours never lie in one generation, and a
//! neighbour of generation n is in n - 1 or n + 1. Of boards that run round, or are made of lines,
//! this is true only if no ring has an odd number of cells; the dense engine leaves the others out.
//!
//! # Why two bits suffice
//!
//! The mark of a configuration is 0 while it is unseen, else 1 + (generation mod 3). The neighbours
//! of generation n lie in three generations with three different residues, so the mark of a seen
//! neighbour identifies its generation, in every metric. Hence
//!
//! - generation n + 1 is exactly the neighbours of generation n that are unseen or marked n + 1
//!   (mod 3);
//! - expanding part of a generation twice changes nothing, even if marks are generations ahead of
//!   the counts: every mark that was ever written is right, at whatever moment the search was
//!   killed;
//! - from any seen configuration a way back to a source is found, each time along an edge to a
//!   neighbour with the preceding mark.
//!
//! # When two bits are too many
//!
//! The last two generations are enough without marks too. The external engine
//! ([`EngineChoice::external`]) keeps them as sorted files, without an array over the whole space.
//!
//! If only the way to a goal is wanted, [`Meeting`] grows such files from Start and from the goals,
//! until a generation of one side has a member of the other.
//!
//! # When there is no index
//!
//! A large board may have few reachable positions and no index that can be built. [`HashSearch`]
//! keeps the positions of such a board, packed, in a hash table in memory.

mod backend;
mod choice;
mod dense;
mod distance_bytes;
mod engine;
mod error;
mod event;
mod expander;
mod external;
#[cfg(feature = "cluster")]
mod fabric;
mod hash;
mod header;
mod machine;
mod marked;
mod meeting;
mod method;
mod out_of_resources;
mod outcome;
mod packed;
#[cfg(feature = "cluster")]
mod parts;
mod pattern_database;
mod pattern_tree;
mod plan_cells;
mod resources;
mod run;
mod search_id;
mod simd;
mod sink;
mod sparse;
mod stop_flag;
mod threads;

pub use choice::{EngineChoice, EngineKind};
pub use dense::Dense;
pub use distance_bytes::DistanceBytes;
pub use engine::{Engine, GenerationMembers, Layer, MarkCheck};
pub use error::SearchError;
pub use event::Event;
pub use expander::Expander;
pub use external::Filed;
#[cfg(feature = "cluster")]
pub use fabric::{Alone, Fabric, FabricError, Reduce};
pub use hash::{
    BestFirst, BestFirstProgress, HashLimits, HashProgress, HashSearch, LowerBounds, PlacedGoals,
    PositionTable, SuccessorRoom, Successors,
};
pub use header::expect_search_of;
pub use header::header_of;
pub use machine::{Machine, MemoryClaim};
pub use meeting::{Meeting, MeetingEnd, MeetingFiles, MeetingOutcome};
pub use method::{Budget, Method};
pub use out_of_resources::OutOfResources;
pub use outcome::{Outcome, SearchEnd};
pub use packed::Packed;
#[cfg(feature = "cluster")]
pub use parts::{Division, PartFiles, PartOutcome, PartRun};
pub use pattern_database::{DatabaseError, DatabaseSink, PatternDatabase};
pub use resources::Resources;
pub use run::{Run, SearchOutput};
pub use search_id::SearchId;
pub use simd::SimdLevel;
pub use sink::{CountSink, MemorySink, Sink};
pub use sparse::{SeenBy, Sparse};
pub use stop_flag::StopFlag;
pub use threads::{MAX_THREADS, WORTH_THREADS, core_count, run_workers};
