//! Searches over several machines.
//!
//! Each machine runs one process. [`Hosts`] lists the processes. [`connect`] connects each with
//! each, after a handshake that compares version, puzzle, run and secret. The transport of the
//! search is then timely dataflow, as an implementation of the engine's
//! [`Fabric`](slidewise_engine::search::Fabric). A second connection between each two processes
//! carries signs of life, so that a frozen machine or a cut cable ends the search with a sentence.
//!
//! Nothing is encrypted. The handshake keeps strangers and mistakes out; it does not hide what is
//! sent. Use it in private networks only.

mod error;
mod fabric;
mod handshake;
mod handshakes;
mod heartbeat;
mod hosts;
mod mesh;
mod packet;
mod settings;
mod timed_io;

pub use error::ClusterError;
pub use fabric::Cluster;
pub use hosts::{Hosts, HostsError};
pub use mesh::connect;
pub use settings::{ClusterSettings, question};
