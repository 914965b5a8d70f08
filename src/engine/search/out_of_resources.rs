//! `OutOfResources`: too little memory or disk for a search.

use thiserror::Error;

/// Why a search cannot begin: too little memory or disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum OutOfResources {
    /// The memory limit is too low.
    #[error("this needs {needed} bytes of memory, but only {allowed} are allowed")]
    Memory {
        /// Bytes that the search needs.
        needed: u64,
        /// Bytes that the search may take.
        allowed: u64,
    },
    /// The machine, or the control group of this process, has too little memory.
    #[error("this needs {needed} bytes of memory, but this machine has {total}")]
    Machine {
        /// Bytes that the search needs.
        needed: u64,
        /// Bytes of memory of the machine.
        total: u64,
    },
    /// The machine has enough memory, but too little of it is free.
    #[error(
        "this needs {needed} bytes of memory, but {available} of this machine's {total} are free"
    )]
    Free {
        /// Bytes that the search needs.
        needed: u64,
        /// Bytes of memory of the machine.
        total: u64,
        /// Bytes of memory that are free.
        available: u64,
    },
    /// Too little of the disk is free.
    #[error("this needs {needed} bytes of disk, but {free} are free")]
    Disk {
        /// Bytes that the search needs.
        needed: u64,
        /// Bytes that are free on the disk.
        free: u64,
    },
}
