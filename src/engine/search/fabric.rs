//! `Fabric`: how the processes of one search exchange blocks of bytes and agree on numbers.
//!
//! A search over several processes has one driver and one way to expand a generation. What differs
//! is the fabric: [`Alone`] for a single process, and a network for several machines. The engine
//! sends opaque blocks, and the fabric does not look into them.
//!
//! An exchange has rounds. Each process hands over the blocks it has, and receives those that have
//! arrived. A process says once that its blocks are its last. The exchange ends for a process when
//! all processes have said so and every block for it has arrived. All processes must call the same
//! exchanges and reductions in the same order.

/// Number of bytes in the blocks of a process at which they are handed over.
pub(super) const ROUND_BYTES: usize = 1 << 20;

/// Connection between the processes of one search.
pub trait Fabric {
    /// Number of this process, from 0.
    fn rank(&self) -> usize;

    /// Number of processes.
    fn size(&self) -> usize;

    /// Hands over the block `out[process]` for each process, and feeds blocks received to `sink`;
    /// returns whether the exchange is still open.
    ///
    /// The blocks in `out` are taken, so that they are empty afterwards. After a call with `last`,
    /// further calls of the exchange must have `last` and no blocks; they wait a short time for
    /// others.
    ///
    /// # Errors
    /// If the connection to a process is lost.
    fn round(
        &mut self,
        out: &mut [Vec<u8>],
        last: bool,
        sink: &mut dyn FnMut(&[u8]),
    ) -> Result<bool, FabricError>;

    /// Replaces each number by its sum or maximum over all processes. No process goes on before all
    /// have called this.
    ///
    /// # Errors
    /// If the connection to a process is lost.
    fn reduce(&mut self, values: &mut [u64], op: Reduce) -> Result<(), FabricError>;

    /// Number of bytes that this process has sent to others.
    fn sent(&self) -> u64;

    /// Says to all others that this process ends the search, and why.
    fn leave(&mut self, reason: &str);
}

/// How numbers of all processes become one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reduce {
    /// Their sum.
    Sum,
    /// The largest.
    Max,
}

impl Reduce {
    /// Joins the number of another process to `value`.
    pub fn join(self, value: &mut u64, other: u64) {
        *value = match self {
            Reduce::Sum => value.saturating_add(other),
            Reduce::Max => (*value).max(other),
        };
    }
}

/// Why the processes of a search cannot go on together.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FabricError {
    /// The connection to a process broke.
    #[error("{peer} is gone: {reason}")]
    Lost {
        /// Number and address of the process.
        peer: String,
        /// What the system says about the connection.
        reason: String,
    },

    /// A process is connected, but gives no sign of life.
    #[error("{peer} has given no sign of life for {seconds} s")]
    Silent {
        /// Number and address of the process.
        peer: String,
        /// How long nothing came from it.
        seconds: u64,
    },

    /// A process has ended the search for a reason of its own.
    #[error("{peer} has ended the search: {reason}")]
    Ended {
        /// Number and address of the process.
        peer: String,
        /// The reason that it gave.
        reason: String,
    },

    /// This process was stopped while it waited for others.
    #[error("interrupted while waiting for the other processes")]
    Interrupted,

    /// The transport failed, and no process can be named.
    #[error("the connection between the processes failed: {reason}")]
    Transport {
        /// What the transport says.
        reason: String,
    },

    /// Processes disagree about the search, or a block is not what was expected.
    #[error("the processes disagree: {reason}")]
    Disagreement {
        /// What was expected, and what was found.
        reason: String,
    },
}

/// The fabric of a search in a single process.
#[derive(Clone, Copy, Debug, Default)]
pub struct Alone;

impl Fabric for Alone {
    fn rank(&self) -> usize {
        0
    }

    fn size(&self) -> usize {
        1
    }

    fn round(
        &mut self,
        out: &mut [Vec<u8>],
        last: bool,
        sink: &mut dyn FnMut(&[u8]),
    ) -> Result<bool, FabricError> {
        for block in out {
            if !block.is_empty() {
                sink(&std::mem::take(block));
            }
        }
        Ok(!last)
    }

    fn reduce(&mut self, _values: &mut [u64], _op: Reduce) -> Result<(), FabricError> {
        Ok(())
    }

    fn sent(&self) -> u64 {
        0
    }

    fn leave(&mut self, _reason: &str) {}
}
