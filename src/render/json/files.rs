//! Files and pages that a command writes: `draw`, `animate`, `plot`, `graph`, `completions`, `man`,
//! and the address of `serve`.

use serde::Serialize;

/// Output of `draw`, `animate` and `plot`.
#[derive(Clone, Debug, Serialize)]
pub struct PictureRecord {
    /// Puzzle as given on the command line; several puzzles are separated by blanks.
    pub puzzle: String,
    /// Metric of the path or search in the picture; several metrics are separated by blanks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metric: Option<String>,
    /// Name of the picture file.
    pub file: String,
    /// Size of the file in bytes.
    pub bytes: u64,
}

/// A file in the output of `graph`.
#[derive(Clone, Debug, Serialize)]
pub struct GraphFileRecord {
    /// Name of the file.
    pub file: String,
    /// Table in the file, `nodes` or `edges`; absent if the format has one file for both.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<&'static str>,
    /// Size of the file in bytes.
    pub bytes: u64,
}

/// Output of `graph`.
#[derive(Clone, Debug, Serialize)]
pub struct GraphRecord {
    /// Name of the puzzle.
    pub puzzle: String,
    /// Metric that defines the edges.
    pub metric: String,
    /// Format of the files.
    pub format: &'static str,
    /// Number of configurations that were written.
    pub nodes: String,
    /// Number of edges that were written.
    pub edges: String,
    /// Greatest distance of a written configuration from Start.
    ///
    /// If only the part of the graph around a position was written, the distances are from this
    /// position.
    pub radius: u64,
    /// The files that were written.
    pub files: Vec<GraphFileRecord>,
}

/// Output of `completions`.
#[derive(Clone, Debug, Serialize)]
pub struct CompletionsRecord {
    /// Name of the shell.
    pub shell: String,
    /// Completion script for the shell.
    pub script: String,
}

/// Output of `man` without `--out`.
#[derive(Clone, Debug, Serialize)]
pub struct ManPageRecord {
    /// Name of the manual page.
    pub page: String,
    /// Text of the manual page, in the language roff.
    pub text: String,
}

/// Output of `man` with `--out`.
#[derive(Clone, Debug, Serialize)]
pub struct ManPagesRecord {
    /// Names of the files that were written.
    pub files: Vec<String>,
}

/// Output of `serve`, printed as soon as the server accepts connections.
#[derive(Clone, Debug, Serialize)]
pub struct ServeRecord {
    /// URL of the first page.
    pub url: String,
    /// Address that the server is bound to.
    pub address: String,
    /// Port that the server is bound to.
    pub port: u16,
}
