//! `TileTable`: what is known of a table of tiles, and how tables were chosen.

/// A table of some tiles, as it was built or found.
#[derive(Clone, PartialEq, Debug)]
pub struct TileTable {
    /// Tokens of the kept tiles.
    pub keep: Vec<String>,
    /// Number of entries by distance to the goal's entry.
    pub by_distance: Vec<u64>,
    /// Bytes of the store, or of the memory that holds the table.
    pub bytes: u64,
    /// Time of building or opening it.
    pub seconds: f64,
    /// Whether this run built it, or a part of it.
    pub is_new: bool,
}

impl TileTable {
    /// Number of entries.
    pub fn entries(&self) -> u64 {
        self.by_distance.iter().sum()
    }
}

/// How the groups of tables were chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableChoice {
    /// The caller named them.
    Named,
    /// They are the fewest that the memory limit allows.
    Fewest,
    /// They are of tables in the store folder, which bound better than the fewest.
    Kept,
}
