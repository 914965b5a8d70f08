//! Hidoku: a rectangle is filled with 1, 2, 3, ... so that consecutive numbers are neighbours, also diagonally.
//!
//! A number's values are the cells where it may stand. They are narrowed along the path: n + 1 stands beside a
//! cell where n may stand, and the other way round.

use super::bijection::{Bijection, MOST, Rule};
use super::fault::Fault;
use super::filled::Filled;
use super::hunt::{Found, Hunt, Progress};
use super::sheet::{Line, cells, lines_of, numbers_of, text_of};
use slidewise_board::{Board, Square};

/// A Hidoku.
#[derive(Clone, Debug)]
pub struct Hidoku {
    board: Board,
    /// The cell of each number from 1, where it is given.
    cell_of: Vec<Option<usize>>,
}

/// Steps along the path on the board.
struct Path {
    columns: usize,
    /// All cells, and those that are not in the last or the first column.
    all: u128,
    but_last: u128,
    but_first: u128,
}

impl Hidoku {
    /// Reads rows of numbers with commas between them; underscores stand for an empty cell.
    ///
    /// # Errors
    /// If a row is shorter or longer than the first, a word is no number, a number is out of range or given
    /// twice, or two given numbers stand too far apart; if there are more than 128 cells.
    ///
    /// ```
    /// use slidewise_tabletop::{Hidoku, Hunt};
    ///
    /// let hidoku = Hidoku::read(b"1,_\n_,4")?;
    /// let found = hidoku.hunt(&Hunt::default(), &mut |_| {});
    /// assert_eq!(found.solutions, 2);
    /// assert_eq!(found.boards[0].lines(), ["1 2", "3 4"]);
    /// # Ok::<(), slidewise_tabletop::Fault>(())
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Hidoku, Fault> {
        let lines = lines_of(text_of(bytes)?)?;
        let rows: Vec<_> = lines.into_iter().map(Line::between_commas).collect();
        let numbers = numbers_of(&rows)?;
        let board = Board::new(numbers.rows, numbers.columns, |_| false).ok();
        let board = board.filter(|board| board.cell_count() <= MOST);
        let board = board.ok_or_else(|| {
            let found = format!("one of {}", cells(numbers.words.len()));
            Fault::at((1, 1), "a board of at most 128 cells", found)
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
                    return Err(Fault::at(
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
                return Err(Fault::at(
                    numbers.words[other].place,
                    format!(
                        "{next} at most {steps} from {number}, which stands at {line}:{column}"
                    ),
                    format!("it {apart} away"),
                ));
            }
        }
        Ok(Hidoku { board, cell_of })
    }

    /// How many rows the board has.
    pub fn rows(&self) -> usize {
        self.board.rows()
    }

    /// How many columns the board has.
    pub fn columns(&self) -> usize {
        self.board.columns()
    }

    /// Finds all ways to fill the board.
    ///
    /// A node of the search costs some microseconds; how many there are nobody knows before. On an empty board
    /// the solutions alone are more than anyone can wait for from six by six.
    pub fn hunt(&self, hunt: &Hunt<'_>, tell: &mut dyn FnMut(Progress)) -> Found<Filled> {
        let count = self.board.cell_count();
        let all = u128::MAX >> (MOST - count);
        let column_is = |wanted: usize| {
            (0..count)
                .filter(|cell| cell % self.columns() == wanted)
                .fold(0u128, |set, cell| set | 1 << cell)
        };
        let bijection = Bijection {
            rule: Path {
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
        hunt.go(&bijection, tell).map(|cells| self.filled(cells))
    }

    fn filled(&self, cell_of: &[u8]) -> Filled {
        let mut number_at = vec![0; cell_of.len()];
        for (number, &cell) in (1..).zip(cell_of) {
            number_at[usize::from(cell)] = number;
        }
        Filled {
            numbers: number_at,
            columns: self.columns(),
            first: None,
        }
    }
}

/// How many steps of a king lie between two cells.
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

impl Path {
    /// All cells beside a cell of the set.
    fn beside(&self, set: u128) -> u128 {
        let aside = (set & self.but_last) << 1 | (set & self.but_first) >> 1;
        let around = aside | set;
        // On the longest board the shift is a whole word long, and nothing is left of it.
        let below = around.unbounded_shl(self.columns as u32);
        let above = around.unbounded_shr(self.columns as u32);
        (aside | below | above) & self.all
    }
}

impl Rule for Path {
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
