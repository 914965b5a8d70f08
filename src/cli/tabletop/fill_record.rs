//! The JSON of `fill`: its record, the boards in it, and the numbers of a magic board.

use serde::{Serialize, Serializer};
use slidewise_tabletop::{FillKind, FilledBoard};

/// The JSON of `fill`.
#[derive(Serialize)]
pub(crate) struct FillRecord<'a> {
    pub file: String,
    pub kind: &'static str,
    pub rows: usize,
    pub columns: usize,
    /// Number of holes in these rows and columns.
    pub holes: usize,
    /// Hidoku: number of neighbours of a cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub neighbours: Option<u8>,
    /// Whether these are all solutions; false if `--limit` ended the search.
    pub complete: bool,
    pub solutions: String,
    /// Stones: whether solutions that differ by a turn or flip of the board were counted once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unique: Option<bool>,
    /// Stones with colours: number of solutions for each searched colour of the top left square.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub first: Vec<ColourRecord>,
    /// Magic board: the smallest number, the sum, and whether these were deduced.
    #[serde(flatten)]
    pub numbers: &'a Option<MagicRecord>,
    pub boards: BoardRecords<'a>,
    pub seconds: f64,
}

/// The solutions as rows of cells, converted one by one while they are written, to save memory.
pub(crate) struct BoardRecords<'a> {
    pub boards: Vec<&'a FilledBoard>,
    pub kind: FillKind,
}

impl Serialize for BoardRecords<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let cells = |filled: &FilledBoard| -> Vec<Vec<CellRecord>> {
            if self.kind == FillKind::Stones {
                let stones = |line: String| {
                    let cells = line.split_whitespace();
                    let stone = |cell: &str| match cell {
                        "#" => CellRecord::Hole,
                        cell => CellRecord::Stone(cell.to_owned()),
                    };
                    cells.map(stone).collect()
                };
                return filled.lines().into_iter().map(stones).collect();
            }
            let rows = filled.numbers.chunks(filled.columns);
            let cell = |number: &Option<i64>| number.map_or(CellRecord::Hole, CellRecord::Number);
            rows.map(|row| row.iter().map(cell).collect()).collect()
        };
        serializer.collect_seq(self.boards.iter().copied().map(cells))
    }
}

/// Number of solutions for a colour of the top left square.
#[derive(Serialize)]
pub(crate) struct ColourRecord {
    pub colour: char,
    pub solutions: String,
}

/// The numbers of a magic board: the smallest one, the sum of each line, and whether both were
/// deduced.
#[derive(Clone, Copy, Serialize)]
pub(crate) struct MagicRecord {
    pub from: i64,
    pub sum: i64,
    pub deduced: bool,
}

#[derive(Serialize)]
#[serde(untagged)]
enum CellRecord {
    /// `null`: a hole.
    Hole,
    Number(i64),
    /// The number of the stone on the cell, followed by the colour's letter if colours count.
    Stone(String),
}
