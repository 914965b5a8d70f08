//! Arguments of a search over several machines.

use super::parse_int;
use clap::Args;
use std::path::PathBuf;

/// The processes of a search over several machines.
#[derive(Debug, Args)]
pub(crate) struct ClusterArgs {
    /// Search together with the processes in this file, one HOST:PORT a line; give the same command
    /// on each host
    #[arg(
        long,
        value_name = "FILE",
        requires = "process",
        conflicts_with_all = ["batch", "estimate", "live"]
    )]
    pub hosts: Option<PathBuf>,
    /// With --hosts: the number of this process, which is its place in the file, from 0
    #[arg(long, value_name = "N", requires = "hosts", value_parser = parse_int::<usize>(0..))]
    pub process: Option<usize>,
    /// With --hosts: a file whose content all processes must have
    #[arg(long, value_name = "FILE", requires = "hosts")]
    pub secret: Option<PathBuf>,
    /// With --hosts: give up a process that does not come, or gives no sign of life, for so long
    #[arg(
        long,
        value_name = "SECONDS",
        requires = "hosts",
        default_value_t = 60,
        value_parser = parse_int::<u64>(1..=86400)
    )]
    pub patience: u64,
}
