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
    /// Least eccentricity; null with `--no-radius`.
    pub radius: Option<u64>,
    /// Number of pairs at the greatest distance.
    pub pair_count: String,
    /// These pairs, at most `--limit` of them; sorted as text, like the two positions of each pair.
    pub pairs: Vec<(String, String)>,
    /// Number of reachable configurations.
    pub configurations: String,
    /// Number of reachable configurations up to symmetry.
    pub up_to_symmetry: String,
    /// Number of configurations, up to symmetry, from which a search was made.
    pub searches: u64,
    /// Configurations that needed no search.
    pub excluded: ExcludedRecord,
    /// Description of the method.
    pub method: String,
}

/// Numbers of configurations, up to symmetry, that needed no search.
#[derive(Clone, Debug, Serialize)]
pub struct ExcludedRecord {
    /// Number excluded by bounds on their eccentricities.
    pub by_bounds: String,
    /// Number excluded by bounds on the distances of pairs of configurations.
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
    /// Each size that a component has, with the number of components of this size; largest size
    /// first.
    pub sizes: Vec<(String, String)>,
    /// Number of configurations in the component of Start.
    pub start: String,
    /// With `--positions`: for each size, a position in a component of this size; largest size
    /// first.
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

/// A published figure in the output of `recount`.
///
/// Numbers of configurations and of paths are strings; other numbers are JSON numbers.
#[derive(Clone, Debug, Serialize)]
pub struct FigureRecord {
    /// Name of the puzzle.
    pub puzzle: String,
    /// Description of the figure.
    pub figure: String,
    /// Value in Walker's article.
    pub document: serde_json::Value,
    /// Value that this program finds.
    pub recounted: serde_json::Value,
    /// Whether the two values are equal.
    pub agrees: bool,
    /// Remark on the figure.
    pub note: Option<String>,
}

/// Output of `recount`.
#[derive(Clone, Debug, Serialize)]
pub struct RecountRecord {
    /// Figures that were recounted.
    pub figures: Vec<FigureRecord>,
    /// Number of figures that agree.
    pub agreeing: usize,
    /// Figures that `--quick` leaves out.
    pub left_out: Vec<String>,
}
