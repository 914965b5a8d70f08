//! `ClusterSettings`: how a process joins a search.

use crate::hosts::Hosts;
use sha2::{Digest, Sha256};
use std::net::TcpStream;
use std::time::Duration;

/// How a process joins a search.
#[derive(Clone, Debug)]
pub struct ClusterSettings {
    /// The addresses of all processes.
    pub hosts: Hosts,
    /// Number of this process.
    pub rank: usize,
    /// Hash of what is searched, and how: equal for all processes.
    pub question: [u8; 32],
    /// What all processes must know.
    pub secret: Vec<u8>,
    /// How long a process may take to come, and later may give no sign of life.
    pub patience: Duration,
}

/// Hash of what is searched and how, from its parts.
pub fn question(parts: &[&[u8]]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}

/// The two connections to another process.
pub(crate) type Pair = [Option<TcpStream>; 2];
