//! Properties of the state graph: `diameter`, `components`, `count` and `recount`.

use serde::Serialize;

/// Output of `diameter`.
#[derive(Clone, Debug, Serialize)]
pub struct DiameterRecord {
    /// Name of the puzzle.
    pub puzzle: String,
    /// Metric of the distances.
    pub metric: String,
    /// Greatest distance between two reachable positions.
    pub diameter: u64,
    /// Least eccentricity of a reachable position; null with `--no-radius`.
    pub radius: Option<u64>,
    /// Number of pairs of positions at the greatest distance.
    pub pair_count: String,
    /// Pairs of positions at the greatest distance, sorted as text; at most `--limit` pairs.
    ///
    /// The two positions of each pair are sorted as text too.
    pub pairs: Vec<(String, String)>,
    /// Number of reachable configurations.
    pub configurations: String,
    /// Number of reachable configurations up to symmetry.
    pub up_to_symmetry: String,
    /// Number of configurations, up to symmetry, from which a search was made.
    pub searches: u64,
    /// Numbers of configurations from which no search was needed, by reason.
    pub excluded: ExcludedRecord,
    /// Description of the method by which the diameter was found.
    pub method: String,
}

/// Numbers of configurations, up to symmetry, from which `diameter` needed no search.
#[derive(Clone, Debug, Serialize)]
pub struct ExcludedRecord {
    /// Number of configurations excluded by bounds on their eccentricities.
    pub by_bounds: String,
    /// Number of configurations excluded by bounds on their distances to all others.
    pub by_pairs: String,
}

/// Output of `components`.
#[derive(Clone, Debug, Serialize)]
pub struct ComponentsRecord {
    /// Name of the puzzle.
    pub puzzle: String,
    /// Number of legal configurations.
    pub configurations: String,
    /// Number of components.
    pub components: String,
    /// Pairs of a component size and the number of components with this size, largest size first.
    pub sizes: Vec<(String, String)>,
    /// Number of configurations in the component of Start.
    pub start: String,
    /// With `--positions`: for each entry of `sizes`, a position in a component of this size.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<Vec<String>>,
}

/// Output of `count`.
#[derive(Clone, Debug, Serialize)]
pub struct CountRecord {
    /// Name of the puzzle.
    pub puzzle: String,
    /// Number of reachable configurations.
    pub reachable: String,
    /// Number of reachable patterns.
    pub patterns: String,
    /// Number of arrangements of the tiles of one pattern.
    pub orders: String,
    /// Description of the permutation group of the tiles.
    pub group: String,
}

/// A published figure, such as a number of positions, in the output of `recount`.
///
/// Numbers of configurations and of paths are strings; other numbers are JSON numbers.
#[derive(Clone, Debug, Serialize)]
pub struct FigureRecord {
    /// Name of the puzzle.
    pub puzzle: String,
    /// Description of the figure.
    pub figure: String,
    /// Value that Walker's article states.
    pub document: serde_json::Value,
    /// Value that this program finds.
    pub recounted: serde_json::Value,
    /// Whether the article and this program have the same value.
    pub agrees: bool,
    /// Note on the figure, if there is one.
    pub note: Option<String>,
}

/// Output of `recount`.
#[derive(Clone, Debug, Serialize)]
pub struct RecountRecord {
    /// Figures that were recounted.
    pub figures: Vec<FigureRecord>,
    /// Number of figures for which the two values are equal.
    pub agreeing: usize,
    /// Puzzles and descriptions of the figures that `--quick` leaves out.
    pub left_out: Vec<String>,
}
