//! The address of the server and its limits.

use slidewise_answers::ListedLevel;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// The address of the server and the limits of its explorations.
#[derive(Clone, Debug)]
pub struct ServerSettings {
    /// The address and port to listen on; port 0 selects any free port.
    pub address: SocketAddr,
    /// Folder of the stores of built-in puzzles.
    ///
    /// The stores of other puzzles are in a temporary folder, which the server removes at its end.
    pub store: PathBuf,
    /// Greatest use of memory by one exploration, in bytes.
    pub memory: u64,
    /// Greatest use of the disk by the stores of all explorations together, in bytes.
    pub disk: u64,
    /// Greatest duration of one exploration, from its start.
    pub time: Duration,
    /// Number of explorations that may run at the same time.
    pub jobs: usize,
    /// Number of threads for one exploration.
    pub threads: usize,
    /// Sokoban levels that the page of levels offers.
    pub levels: Vec<ListedLevel>,
}

impl ServerSettings {
    /// Default port.
    pub const PORT: u16 = 8372;
    /// Default limit of memory for one exploration: 1 GiB.
    pub const MEMORY: u64 = 1 << 30;
    /// Default limit of disk for all explorations: 4 GiB.
    pub const DISK: u64 = 4 << 30;
    /// Default limit of time for one exploration, in seconds.
    pub const SECONDS: u64 = 300;
    /// Default number of explorations that may run at the same time.
    pub const JOBS: usize = 2;
    /// Greatest number of explorations in the queue.
    pub const WAITING: usize = 4;
    /// Greatest size of the body of a request, in bytes.
    pub const MAX_BODY: usize = 256 << 10;
    /// Greatest number of open connections.
    pub const CONNECTIONS: usize = 64;
}

#[cfg(test)]
impl ServerSettings {
    /// Settings for a test: one exploration at a time, with stores in `store`.
    pub(crate) fn of_a_test(store: PathBuf, memory: u64) -> ServerSettings {
        ServerSettings {
            address: ([127, 0, 0, 1], 0).into(),
            store,
            memory,
            disk: ServerSettings::DISK,
            time: Duration::from_secs(60),
            jobs: 1,
            threads: 1,
            levels: Vec::new(),
        }
    }
}
