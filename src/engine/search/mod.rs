//! Exploring: generation after generation, from the sources to the last configuration that can be reached.
//!
//! # Why the last generations suffice
//!
//! What a piece has done in one it can undo in one, in every metric: the way back leads over the same cells,
//! which are free still, and through the same configurations, which are legal still. A neighbour of a
//! configuration at distance n is therefore at distance n - 1, n or n + 1: were it nearer than n - 1, the edge
//! back would lead to the configuration in fewer than n; and the edge on leads to it in n + 1. So what
//! generation n finds that is not in generations n - 1 and n is generation n + 1, and no older generation needs
//! to be looked at (Walker 1999 made the next generation from the last two in this way).
//!
//! In slides and moves all three happen: where a piece can go one cell and two in one line, both places and the
//! one it left are each other's neighbours, so that two of them may lie in one generation. A search must leave
//! out generation n as well as n - 1.
//!
//! In steps it is stronger. A step changes the row or the column of one piece by one, hence the sum of row
//! and column over all pieces by one: the graph is bipartite. From a single source, or from sources of one
//! colour, two neighbours never lie in one generation, and a neighbour of generation n is in n - 1 or n + 1.
//!
//! # Why two bits suffice
//!
//! A configuration's mark is 0 while it is unseen, else 1 + (generation mod 3). The neighbours of generation
//! n have three different residues where they have three different distances, so the mark of a neighbour
//! that has been seen tells which of the three it is, in every metric. Hence
//!
//! - generation n + 1 is exactly the neighbours of generation n that are unseen or marked n + 1 (mod 3);
//! - doing part of a generation twice changes nothing, even where the marks are generations ahead of what
//!   has been counted: every mark that was ever written is right, whenever the run was killed;
//! - from any seen configuration a way back to a source leads from each mark to the mark before it.
//!
//! # Where two bits are too many
//!
//! Generation n + 1 is also the neighbours of generation n less generations n - 1 and n, and for that the two
//! generations are enough, as sorted files, with no array over the whole space: [`Frontier`].
//!
//! # Where there is no index
//!
//! A large board may have few positions that can be reached and no index that can be built: then positions are kept as
//! they are, in a hash table in memory: [`HashSearch`].
//!
//! This layer emits [`Event`]s, prints nothing and answers nothing. It knows numbers and neighbours; what a
//! configuration looks like, and what it is good for, is the affair of others.

mod choice;
mod crew;
mod dense;
mod engine;
mod event;
mod finder;
mod frontier;
mod hash;
mod header;
mod keeper;
mod lanes;
mod machine;
mod method;
mod needs;
mod question;
mod run;
mod slates;
mod sparse;

pub use choice::{Choice, EngineKind};
pub(crate) use crew::{WORTH_THREADS, work_together};
pub use dense::Dense;
pub use engine::{Doubt, Engine, Members, Pass};
pub use event::Event;
pub use finder::Finder;
pub use frontier::{Filed, Frontier};
pub use hash::{HashLimits, HashProgress, HashSearch, PlacedGoals};
pub(crate) use header::expect_search_of;
pub use header::header_of;
pub use keeper::{Counts, Keeper, Memory};
pub use lanes::Lanes;
pub use machine::Machine;
pub use method::{Budget, Method};
pub use needs::{Needs, Shortage};
pub use question::Question;
pub use run::{Ended, NEVER, Outcome, Run};
pub use sparse::Sparse;
