//! `ClusterError`: why the processes of a search did not come together.

use std::io;

/// Why the processes of a search did not come together.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// This process cannot listen on its address.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// The address of this process.
        address: String,
        /// What the system says.
        source: io::Error,
    },

    /// A process did not come in time.
    #[error("{peer} has not come within {seconds} s{last}")]
    Late {
        /// Number and address of the process.
        peer: String,
        /// How long this process has waited.
        seconds: u64,
        /// What the last attempt met, as the end of the sentence.
        last: String,
    },

    /// This process was stopped before all had come.
    #[error("interrupted while waiting for {peer}")]
    Interrupted {
        /// Number and address of a process that has not come.
        peer: String,
    },

    /// A process refuses this one.
    #[error("{peer} refuses this process: {reason}")]
    Refused {
        /// Number and address of the process.
        peer: String,
        /// The reason that it gave.
        reason: String,
    },

    /// What answers at an address is not the process expected.
    #[error("{peer} does not belong to this search: {reason}")]
    Stranger {
        /// Number and address of the process.
        peer: String,
        /// What differs.
        reason: String,
    },

    /// The system refused something that is no fault of a peer.
    #[error("cannot {doing}: {source}")]
    System {
        /// What was to be done.
        doing: &'static str,
        /// What the system says.
        source: io::Error,
    },
}
