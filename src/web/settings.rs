//! Where the server listens, and what its explorations may take.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// Where the server listens, and what its explorations may take.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address and port; port 0 stands for any that is free.
    pub address: SocketAddr,
    /// The folder that keeps explorations of built-in puzzles. Those of all others are kept in a folder that goes
    /// away with the server.
    pub store: PathBuf,
    /// The most bytes of memory of one exploration.
    pub memory: u64,
    /// The most bytes of disk of the files of all explorations together.
    pub disk: u64,
    /// The most time of one exploration.
    pub time: Duration,
    /// How many explorations may go on at once.
    pub jobs: usize,
    /// How many threads each may take.
    pub threads: usize,
}

impl Settings {
    /// The port without another word.
    pub const PORT: u16 = 8372;
    /// The memory of an exploration without another word: 1 GB.
    pub const MEMORY: u64 = 1 << 30;
    /// The disk of all explorations without another word: 4 GB.
    pub const DISK: u64 = 4 << 30;
    /// The seconds of an exploration without another word.
    pub const SECONDS: u64 = 300;
    /// The explorations at once without another word.
    pub const JOBS: usize = 2;
    /// The explorations that may wait for those at work.
    pub const WAITING: usize = 4;
    /// The most bytes of a request's body.
    pub const MOST_BODY: usize = 256 << 10;
    /// The most connections at once.
    pub const CONNECTIONS: usize = 64;
}
