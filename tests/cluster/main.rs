//! Searches over several processes on this machine, by the command.
//!
//! Built with the feature `cluster` alone. No test asserts a time; waits end after minutes, so that
//! a hang fails.

mod failures;
mod generations;
mod kills;
mod namespaces;
mod refusals;
mod stores;
mod together;
