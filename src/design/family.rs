//! A family of puzzles: a board, the pieces that may be used, the goal piece and where it must go.

use super::board_code::BoardCode;
use super::connected_sets::for_each_connected;
use super::design_error::DesignError;
use super::field::{Field, cells_of};
use super::listed_piece::ListedPiece;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// Most kinds of pieces that a list of pieces may have: seven bits count each.
pub(crate) const MAX_KINDS: usize = 18;

/// The fewest cells of the kinds of any polyominoes: units, dominoes, and larger pieces.
pub(crate) const POLYOMINO_KINDS: [u32; 3] = [1, 2, 3];

/// A family of puzzles.
#[derive(Clone, Debug)]
pub struct Family {
    /// The name: `klotski:5x4`, or that of a file.
    pub name: String,
    pub(crate) field: Field,
    pub(crate) pieces: Pieces,
    /// The goal pieces, one at a time on a board.
    pub(crate) goal_pieces: Vec<GoalPiece>,
    /// Numbers of empty cells that a board may have.
    pub(crate) empty: RangeInclusive<u32>,
    /// Pieces move along their length only.
    pub(crate) is_lengthwise: bool,
    /// The universe is counted without a goal piece marked: any piece may be it.
    pub(crate) is_goal_unmarked: bool,
}

/// The pieces beside the goal piece.
#[derive(Clone, Debug)]
pub(crate) enum Pieces {
    /// Any polyominoes, and how many, the goal piece among them.
    AnyPolyominoes(RangeInclusive<u32>),
    /// Pieces of these kinds.
    Listed(Vec<ListedPiece>),
}

/// A goal piece: told apart from all other pieces.
#[derive(Clone, Debug)]
pub(crate) struct GoalPiece {
    /// Where it may lie.
    pub placements: Vec<u64>,
    /// Where it lies in a solved puzzle: any one will do.
    pub finishes: Vec<u64>,
    /// Where it lies at Start; `None`: anywhere.
    pub start: Option<u64>,
}

impl Family {
    /// Any polyominoes with at least one empty cell. The goal piece touches the upper and the left
    /// edge at Start, the lower and the right edge at the end (Bickford, 2012).
    ///
    /// # Errors
    ///
    /// [`DesignError::BoardSize`] for boards of more than 20 cells, whose polyominoes cannot be
    /// counted in memory.
    pub fn polyominoes(rows: u32, columns: u32) -> Result<Family, DesignError> {
        let field = Field::new(rows, columns)?;
        let cells = field.cells();
        if cells > 20 {
            return Err(DesignError::TooManyPolyominoes { rows, columns });
        }
        let mut shapes = BTreeSet::new();
        for cell in cells_of(field.open()) {
            let first = 1 << cell;
            let allowed = field.open() & !(first - 1);
            for_each_connected(&field, first, allowed, cells - 1, &mut |set| {
                shapes.insert(field.normal_form(set));
            });
        }
        let goal_pieces = shapes.into_iter().map(|shape| GoalPiece {
            placements: field.placements(shape),
            finishes: vec![field.lowered(shape)],
            start: Some(shape),
        });
        Ok(Family {
            name: format!("polyominoes:{rows}x{columns}"),
            field,
            pieces: Pieces::AnyPolyominoes(0..=cells),
            goal_pieces: goal_pieces.collect(),
            empty: 1..=cells,
            is_lengthwise: false,
            is_goal_unmarked: true,
        })
    }

    /// One square of 2x2, dominoes and units, with at least two empty cells. The square must reach
    /// the bottom in the middle, or either of two middles.
    ///
    /// # Errors
    ///
    /// [`DesignError::BoardSize`] for boards that hold no square or more than 42 cells.
    pub fn klotski(rows: u32, columns: u32) -> Result<Family, DesignError> {
        let field = Field::new(rows, columns)?;
        if rows < 2 || columns < 2 {
            return Err(DesignError::BoardSize { rows, columns });
        }
        let cells = field.cells();
        let square = 0b11 | 0b11 << columns;
        let middle = |left: u32| square << ((rows - 2) * columns + left);
        let spare = columns - 2;
        let mut finishes = vec![middle(spare / 2)];
        if spare % 2 == 1 {
            finishes.push(middle(spare / 2 + 1));
        }
        let listed = |shape| ListedPiece::anywhere(&field, shape, 0..=cells);
        Ok(Family {
            name: format!("klotski:{rows}x{columns}"),
            field,
            pieces: Pieces::Listed(vec![listed(1), listed(1 | 1 << columns), listed(0b11)]),
            goal_pieces: vec![GoalPiece {
                placements: field.placements(square),
                finishes,
                start: None,
            }],
            empty: 2..=cells,
            is_lengthwise: false,
            is_goal_unmarked: false,
        })
    }

    /// Cars of two cells and trucks of three, which move lengthwise. The red car lies in the middle
    /// row, or in the upper one of two middle rows, and must reach its right end.
    ///
    /// # Errors
    ///
    /// [`DesignError::BoardSize`] for boards narrower than two cells or of more than 42 cells.
    pub fn rush(rows: u32, columns: u32) -> Result<Family, DesignError> {
        let field = Field::new(rows, columns)?;
        if columns < 2 {
            return Err(DesignError::BoardSize { rows, columns });
        }
        let row = ((rows - 1) / 2) * columns;
        let placements: Vec<u64> = (0..columns - 1).map(|left| 0b11 << (row + left)).collect();
        let upright = |length: u32| (0..length).fold(0, |car, below| car | 1 << (below * columns));
        let mut kinds = vec![0b11];
        kinds.extend((rows >= 2).then(|| upright(2)));
        kinds.extend((columns >= 3).then_some(0b111));
        kinds.extend((rows >= 3).then(|| upright(3)));
        let cells = field.cells();
        let listed = |shape| ListedPiece::anywhere(&field, shape, 0..=cells);
        Ok(Family {
            name: format!("rush:{rows}x{columns}"),
            field,
            pieces: Pieces::Listed(kinds.into_iter().map(listed).collect()),
            goal_pieces: vec![GoalPiece {
                finishes: vec![placements[placements.len() - 1]],
                placements,
                start: None,
            }],
            empty: 0..=cells,
            is_lengthwise: true,
            is_goal_unmarked: true,
        })
    }

    /// The same family with these numbers of empty cells only.
    ///
    /// # Errors
    ///
    /// [`DesignError::NoBoard`] if no board has such a number; [`DesignError::EmptyRange`] for
    /// families of any polyominoes.
    pub fn with_empty(mut self, empty: RangeInclusive<u32>) -> Result<Family, DesignError> {
        if matches!(self.pieces, Pieces::AnyPolyominoes(_)) {
            return Err(DesignError::EmptyRange { name: self.name });
        }
        let least = *empty.start().max(self.empty.start());
        let most = *empty.end().min(self.empty.end());
        if least > most {
            return Err(DesignError::NoBoard { name: self.name });
        }
        self.empty = least..=most;
        Ok(self)
    }

    /// The same family with these numbers of pieces only, the goal piece among them.
    ///
    /// # Errors
    ///
    /// [`DesignError::PieceRange`] for families whose pieces are listed.
    pub fn with_pieces(mut self, count: RangeInclusive<u32>) -> Result<Family, DesignError> {
        if !matches!(self.pieces, Pieces::AnyPolyominoes(_)) {
            return Err(DesignError::PieceRange { name: self.name });
        }
        self.pieces = Pieces::AnyPolyominoes(count);
        Ok(self)
    }

    /// Whether its pieces are any polyominoes.
    pub fn is_of_polyominoes(&self) -> bool {
        matches!(self.pieces, Pieces::AnyPolyominoes(_))
    }

    /// How the boards of the family are written.
    pub(crate) fn code(&self) -> BoardCode<'_> {
        let holds = |kind: &ListedPiece| kind.keeps_row || kind.keeps_column;
        let held = match &self.pieces {
            Pieces::Listed(kinds) if kinds.iter().any(holds) => &kinds[..],
            _ => &[],
        };
        BoardCode::new(self.field, self.is_lengthwise, held)
    }

    /// The fewest cells of a piece of this kind.
    pub(crate) fn min_cells(&self, kind: usize) -> u32 {
        match &self.pieces {
            Pieces::AnyPolyominoes(_) => POLYOMINO_KINDS[kind],
            Pieces::Listed(kinds) => kinds[kind].shape.count_ones(),
        }
    }

    /// The number of kinds of pieces beside the goal piece.
    pub(crate) fn kinds(&self) -> usize {
        match &self.pieces {
            Pieces::AnyPolyominoes(_) => POLYOMINO_KINDS.len(),
            Pieces::Listed(kinds) => kinds.len(),
        }
    }

    /// Calls `visit` with each piece beside the goal piece that can cover the first cell of
    /// `undecided` and other cells of it, and the number of its kind. Where any polyomino may lie,
    /// it has at most `most` cells.
    pub(crate) fn for_each_piece(
        &self,
        undecided: u64,
        most: u32,
        visit: &mut impl FnMut(u64, usize),
    ) {
        let first = undecided & undecided.wrapping_neg();
        match &self.pieces {
            Pieces::AnyPolyominoes(_) => {
                for_each_connected(&self.field, first, undecided, most, &mut |set| {
                    visit(
                        set,
                        POLYOMINO_KINDS.len().min(set.count_ones() as usize) - 1,
                    );
                });
            }
            Pieces::Listed(kinds) => {
                for (kind, listed) in kinds.iter().enumerate() {
                    let cell = first.trailing_zeros();
                    let from = listed
                        .placements
                        .partition_point(|own| own.trailing_zeros() < cell);
                    let starting = listed.placements[from..].iter();
                    for &placement in starting.take_while(|own| **own & first != 0) {
                        if placement & !undecided == 0 {
                            visit(placement, kind);
                        }
                    }
                }
            }
        }
    }
}
