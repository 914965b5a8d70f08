//! Arguments that say whether searches are saved and saved ones are used.

use clap::Args;

/// Whether a search uses and saves stores.
#[derive(Debug, Args)]
pub(crate) struct KeepArgs {
    /// Ignore the saved search and search again
    #[arg(long)]
    pub fresh: bool,
    /// Save nothing and read no saved search: use a temporary folder, which is removed at the end
    #[arg(long, conflicts_with = "store")]
    pub no_store: bool,
}
