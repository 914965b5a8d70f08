//! Command-line arguments: the options of the commands, and the values that they take.
//!
//! The arguments of commands that need a feature are defined in the rooms of those commands.

mod batch;
#[cfg(feature = "cluster")]
mod cluster;
mod common;
pub(crate) mod corruption_flag;
mod files;
pub(crate) mod graph;
mod inspect;
mod keep;
mod list;
mod pack_sizes;
mod parse_int;
mod search;
mod seconds;
mod tabletop;
pub(crate) mod values;

pub(crate) use batch::{BatchArgs, Given};
pub(crate) use common::{CommonArgs, ReplaceArgs, ThemeArg, position};
pub(crate) use files::{ConvertArgs, ManArgs};
pub(crate) use graph::{GraphArgs, GraphTable, NetworkFormat, check_parquet_is_built};
pub(crate) use inspect::InspectView;
pub(crate) use keep::KeepArgs;
pub(crate) use list::{ListArgs, ListOrder};
pub(crate) use pack_sizes::PackSizes;
pub(crate) use parse_int::parse_int;
pub(crate) use search::{
    CertificateArgs, ComponentsArgs, DiameterArgs, ExploreArgs, FarthestArgs, FindArgs, ReplayArgs,
    SampleArgs, SearchArgs, SolveArgs, TablesArgs, VerifyArgs,
};
pub(crate) use seconds::seconds;
pub(crate) use tabletop::{BoardArg, ColourArg, FillArgs, JumpArgs};
