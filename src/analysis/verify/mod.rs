//! Verification of a search by a second walk through its generations.

mod allocation;
mod block_row_layout;
mod block_rows;
mod edges;
mod generation_check;
mod row_permutation;
mod set_walk;
mod table_verification;
mod verification;

pub use allocation::OutOfMemory;
pub(crate) use allocation::{filled, with_room};
pub(crate) use generation_check::first_gap;
pub use table_verification::TableVerification;
pub use verification::{Mismatch, Verification, Verified};
