//! Hidoku: fill a rectangle with 1, 2, 3, ... so that consecutive numbers are neighbours, also
//! diagonally.
//!
//! The variables are the numbers, and their domains are sets of cells. The rule narrows the domains
//! of n and n + 1 by each other: the cell of n + 1 is a neighbour of a cell where n can be, and the
//! other way round.

use super::all_solutions::{SolutionList, SolutionProgress, SolutionSearch};
use super::assignment::{Bijection, DomainRule, MOST};
use super::file_error::TabletopError;
use super::filled::FilledBoard;
use super::text_file::{FileLine, cells, lines_of, numbers_of, text_of};
use slidewise_board::{Board, Square};

/// A Hidoku puzzle: a board with some numbers given.
#[derive(Clone, Debug)]
pub struct Hidoku {
    board: Board,
    /// The cell of each number, indexed by the number minus 1; `None` if it is not given.
    cell_of: Vec<Option<usize>>,
}

/// The rule that consecutive numbers are in neighbouring cells, with masks of cells for shifts.
struct NeighbourRule {
    columns: usize,
    /// All cells; `but_last` lacks those of the last column, and `but_first` those of the first.
    all: u128,
    but_last: u128,
    but_first: u128,
}

impl Hidoku {
    /// Parses rows of numbers separated by commas; underscores stand for an empty cell.
    ///
    /// # Errors
    /// If a row is shorter or longer than the first, an entry is not a number, a number is out of
    /// range or given twice, two given numbers are too far apart, or there are more than 128 cells.
    ///
    /// ```
    /// use slidewise_tabletop::{Hidoku, SolutionSearch};
    ///
    /// let hidoku = Hidoku::read(b"1,_\n_,4")?;
    /// let found = hidoku.hunt(&SolutionSearch::default(), &mut |_| {});
    /// assert_eq!(found.solutions, 2);
    /// assert_eq!(found.boards[0].lines(), ["1 2", "3 4"]);
    /// # Ok::<(), slidewise_tabletop::TabletopError>(())
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Hidoku, TabletopError> {
        let lines = lines_of(text_of(bytes)?)?;
        let rows: Vec<_> = lines.into_iter().map(FileLine::between_commas).collect();
        let numbers = numbers_of(&rows)?;
        let board = Board::new(numbers.rows, numbers.columns, |_| false).ok();
        let board = board.filter(|board| board.cell_count() <= MOST);
        let board = board.ok_or_else(|| {
            let found = format!("a board of {}", cells(numbers.words.len()));
            TabletopError::at((1, 1), "a board of at most 128 cells", found)
        })?;
        let count = board.cell_count();
        let mut cell_of = vec![None; count];
        for (cell, (word, given)) in numbers.words.iter().zip(&numbers.given).enumerate() {
            let Some(number) = *given else { continue };
            match usize::try_from(number) {
                Ok(number) if (1..=count).contains(&number) => {
                    cell_of[number - 1] = Some(cell);
                }
                _ => {
                    return Err(TabletopError::at(
                        word.place,
                        format!("a number from 1 to {count}, for {}", cells(count)),
                        number.to_string(),
                    ));
                }
            }
        }
        numbers.check_distinct()?;
        let given: Vec<(usize, usize)> = (1..)
            .zip(&cell_of)
            .filter_map(|(number, cell)| Some((number, (*cell)?)))
            .collect();
        for pair in given.windows(2) {
            let [(number, cell), (next, other)] = [pair[0], pair[1]];
            let apart = apart(&board, cell, other);
            if apart > next - number {
                let (line, column) = numbers.words[cell].place;
                let steps = next - number;
                return Err(TabletopError::at(
                    numbers.words[other].place,
                    format!("{next} at most {steps} away from {number}, at {line}:{column}"),
                    format!("a distance of {apart}"),
                ));
            }
        }
        Ok(Hidoku { board, cell_of })
    }

    /// Number of rows of the board.
    pub fn rows(&self) -> usize {
        self.board.rows()
    }

    /// Number of columns of the board.
    pub fn columns(&self) -> usize {
        self.board.columns()
    }

    /// Searches for all ways to fill the board.
    ///
    /// A node of the search tree costs some microseconds. The number of nodes cannot be predicted:
    /// an empty board of six by six cells has more solutions than can be listed.
    pub fn hunt(
        &self,
        hunt: &SolutionSearch<'_>,
        tell: &mut dyn FnMut(SolutionProgress),
    ) -> SolutionList<FilledBoard> {
        let count = self.board.cell_count();
        let all = u128::MAX >> (MOST - count);
        let column_is = |wanted: usize| {
            (0..count)
                .filter(|cell| cell % self.columns() == wanted)
                .fold(0u128, |set, cell| set | 1 << cell)
        };
        let bijection = Bijection {
            rule: NeighbourRule {
                columns: self.columns(),
                all,
                but_last: all & !column_is(self.columns() - 1),
                but_first: all & !column_is(0),
            },
            domains: self
                .cell_of
                .iter()
                .map(|cell| cell.map_or(all, |cell| 1 << cell))
                .collect(),
        };
        hunt.run(&bijection, tell).map(|cells| self.filled(cells))
    }

    fn filled(&self, cell_of: &[u8]) -> FilledBoard {
        let mut number_at = vec![0; cell_of.len()];
        for (number, &cell) in (1..).zip(cell_of) {
            number_at[usize::from(cell)] = number;
        }
        FilledBoard {
            numbers: number_at,
            columns: self.columns(),
            first: None,
        }
    }
}

/// Number of steps between two cells, diagonal steps included, as a chess king moves.
fn apart(board: &Board, cell: usize, other: usize) -> usize {
    let [one, other] = [cell, other].map(|cell| {
        let row = cell / board.columns();
        let column = cell % board.columns();
        Square {
            row: row as u16,
            column: column as u16,
        }
    });
    let rows = one.row.abs_diff(other.row);
    usize::from(rows.max(one.column.abs_diff(other.column)))
}

impl NeighbourRule {
    /// All neighbours of the cells of `set`.
    fn beside(&self, set: u128) -> u128 {
        let aside = (set & self.but_last) << 1 | (set & self.but_first) >> 1;
        let around = aside | set;
        // On a board of one row of 128 cells, the shift is as wide as the word, and the result must
        // be empty.
        let below = around.unbounded_shl(self.columns as u32);
        let above = around.unbounded_shr(self.columns as u32);
        (aside | below | above) & self.all
    }
}

impl DomainRule for NeighbourRule {
    fn narrow(&self, domains: &mut [u128]) -> bool {
        for number in 1..domains.len() {
            domains[number] &= self.beside(domains[number - 1]);
        }
        for number in (1..domains.len()).rev() {
            domains[number - 1] &= self.beside(domains[number]);
        }
        domains.iter().all(|&domain| domain != 0)
    }
}
