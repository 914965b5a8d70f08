//! The symmetries of a rectangle: the rotations and reflections that map it onto itself.

/// A rotation or reflection: rows and columns may be exchanged, then each may be mirrored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BoardSymmetry {
    swaps: bool,
    mirrors_rows: bool,
    mirrors_columns: bool,
}

impl BoardSymmetry {
    /// All eight symmetries of a square, the identity first.
    pub(crate) fn all() -> impl Iterator<Item = BoardSymmetry> {
        (0..8).map(|bits| BoardSymmetry {
            swaps: bits & 1 != 0,
            mirrors_rows: bits & 2 != 0,
            mirrors_columns: bits & 4 != 0,
        })
    }

    /// Whether the symmetry is a reflection, which reverses orientation.
    pub(crate) fn is_flip(self) -> bool {
        self.swaps ^ self.mirrors_rows ^ self.mirrors_columns
    }

    /// Whether rows become columns.
    pub(crate) fn swaps(self) -> bool {
        self.swaps
    }

    /// The image of a square in a rectangle with the given numbers of rows and columns.
    pub(crate) fn image(
        self,
        (row, column): (usize, usize),
        (rows, columns): (usize, usize),
    ) -> (usize, usize) {
        let ((row, rows), (column, columns)) = if self.swaps {
            ((column, columns), (row, rows))
        } else {
            ((row, rows), (column, columns))
        };
        let mirrored =
            |at: usize, length: usize, mirrors| if mirrors { length - 1 - at } else { at };
        (
            mirrored(row, rows, self.mirrors_rows),
            mirrored(column, columns, self.mirrors_columns),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eight_are_all_different_and_half_of_them_flips() {
        let shape = [(0, 0), (1, 0), (2, 0), (2, 1)];
        let mut images: Vec<Vec<(usize, usize)>> = BoardSymmetry::all()
            .map(|symmetry| {
                let mut image: Vec<_> = shape
                    .iter()
                    .map(|&square| symmetry.image(square, (3, 2)))
                    .collect();
                image.sort_unstable();
                image
            })
            .collect();
        images.sort();
        images.dedup();
        assert_eq!(images.len(), 8);
        assert_eq!(
            BoardSymmetry::all()
                .filter(|symmetry| symmetry.is_flip())
                .count(),
            4
        );
        assert!(
            BoardSymmetry::all()
                .next()
                .is_some_and(|first| !first.swaps())
        );
    }
}
