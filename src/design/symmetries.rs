//! Mirror images: the turns and reflections of the board that keep the family as it is.

use super::family::{Family, GoalPiece, Pieces};
use super::field::cells_of;
use super::hardest::{HardestStarts, PieceSet};
use super::listed_piece::ListedPiece;
use std::collections::BTreeSet;

/// Where a turn or reflection puts each cell.
struct CellMap(Vec<u32>);

impl CellMap {
    fn apply(&self, cells: u64) -> u64 {
        cells_of(cells).fold(0, |mapped, cell| mapped | 1 << self.0[cell as usize])
    }

    fn apply_all(&self, sets: &[u64]) -> Vec<u64> {
        let mut mapped: Vec<u64> = sets.iter().map(|&set| self.apply(set)).collect();
        mapped.sort_unstable();
        mapped
    }
}

impl Family {
    /// The turns and reflections that keep the board, the pieces and the goals.
    fn symmetries(&self) -> Vec<CellMap> {
        let (rows, columns) = (self.field.rows(), self.field.columns());
        let mut maps = Vec::new();
        for number in 0..8 {
            let (swaps, flips_rows, flips_columns) =
                (number & 4 != 0, number & 2 != 0, number & 1 != 0);
            if swaps && rows != columns {
                continue;
            }
            let map = (0..self.field.cells()).map(|cell| {
                let (row, column) = self.field.place(cell);
                let (row, column) = if swaps { (column, row) } else { (row, column) };
                let row = if flips_rows { rows - 1 - row } else { row };
                let column = if flips_columns {
                    columns - 1 - column
                } else {
                    column
                };
                row * columns + column
            });
            maps.push(CellMap(map.collect()));
        }
        maps.retain(|map| self.is_kept_by(map));
        maps
    }

    fn is_kept_by(&self, map: &CellMap) -> bool {
        type GoalForm = (Vec<u64>, Vec<u64>, Option<u64>);
        let identity = CellMap((0..self.field.cells()).collect());
        let goals = |map: &CellMap| -> BTreeSet<GoalForm> {
            let form = |goal: &GoalPiece| {
                let start = goal.start.map(|start| map.apply(start));
                (
                    map.apply_all(&goal.placements),
                    map.apply_all(&goal.finishes),
                    start,
                )
            };
            self.goal_pieces.iter().map(form).collect()
        };
        let kinds = |map: &CellMap| -> Vec<(Vec<u64>, u32, u32)> {
            let form = |kind: &ListedPiece| {
                (
                    map.apply_all(&kind.placements),
                    *kind.count.start(),
                    *kind.count.end(),
                )
            };
            let mut kinds: Vec<_> = match &self.pieces {
                Pieces::AnyPolyominoes(_) => Vec::new(),
                Pieces::Listed(kinds) => kinds.iter().map(form).collect(),
            };
            kinds.sort_unstable();
            kinds
        };
        map.apply(self.field.open()) == self.field.open()
            && kinds(map) == kinds(&identity)
            && goals(map) == goals(&identity)
    }

    /// Keeps one of each two sets of pieces that are mirror images: the first one, with the hardest
    /// start of either.
    pub(crate) fn without_mirror_images(&self, starts: HardestStarts) -> HardestStarts {
        let symmetries = self.symmetries();
        if symmetries.len() == 1 {
            return starts;
        }
        let mut merged = HardestStarts::default();
        let mut mirrored = Vec::new();
        for (set, start) in starts.by_set {
            let first = symmetries.iter().map(|map| self.mapped(&set, map)).min();
            match first {
                Some(first) if first < set => mirrored.push((first, start)),
                _ => merged.add(set, start),
            }
        }
        for (set, start) in mirrored {
            // A mirror image of a set may itself be missing where starts were restricted.
            merged.add(set, start);
        }
        merged
    }

    fn mapped(&self, set: &PieceSet, map: &CellMap) -> PieceSet {
        let shape = |shape: u64| match shape {
            0 => 0,
            shape => self.field.normal_form(map.apply(shape)),
        };
        let shapes = set.shapes.iter();
        let mut shapes: Vec<(u64, u32)> =
            shapes.map(|(own, count)| (shape(*own), *count)).collect();
        shapes.sort_unstable();
        PieceSet {
            sizes: set.sizes.clone(),
            goal_shape: shape(set.goal_shape),
            shapes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_have_the_symmetries_of_their_goals() {
        let count = |family: Family| family.symmetries().len();
        assert_eq!(count(Family::klotski(5, 4).unwrap()), 2);
        assert_eq!(count(Family::polyominoes(3, 3).unwrap()), 2);
        assert_eq!(count(Family::polyominoes(2, 3).unwrap()), 1);
        assert_eq!(count(Family::rush(5, 5).unwrap()), 2);
        assert_eq!(count(Family::rush(4, 5).unwrap()), 1);
    }
}
