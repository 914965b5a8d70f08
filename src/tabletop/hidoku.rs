//! Hidoku and Numbrix: fill a board with 1, 2, 3, ... so that consecutive numbers are neighbours.
//!
//! In a Hidoku, cells that share an edge or a corner are neighbours; in a Numbrix, an edge. A board
//! is a rectangle, of which holes may leave any outline.
//!
//! The variables are the numbers, and their domains are sets of cells. The rule narrows the domains
//! of n and n + 1 by each other: the cell of n + 1 is a neighbour of a cell where n can be, and the
//! other way round. In a Numbrix, odd and even numbers alternate as the colours of a chequered
//! board do, which narrows the domains before the search.

use super::all_solutions::{SolutionList, SolutionProgress, SolutionSearch};
use super::assignment::{Bijection, DomainRule, MOST};
use super::file_error::TabletopError;
use super::filled::FilledBoard;
use super::text_file::{NumberGrid, cells, lines_of, numbers_of, rows_of, text_of};
use slidewise_board::{Board, BoardError, Cell, SmallCellSet, Square};

/// Which cells are neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Neighbourhood {
    /// Cells that share an edge, as in a Numbrix.
    Edges,
    /// Cells that share an edge or a corner, as in a Hidoku.
    #[default]
    EdgesAndCorners,
}

/// A Hidoku or Numbrix puzzle: a board with some numbers given.
#[derive(Clone, Debug)]
pub struct Hidoku {
    board: Board,
    neighbourhood: Neighbourhood,
    /// The neighbours of each cell.
    neighbours: Vec<SmallCellSet>,
    /// The cell of each number, indexed by the number minus 1; `None` if it is not given.
    cell_of: Vec<Option<Cell>>,
}

/// The rule that consecutive numbers are in neighbouring cells.
struct NeighbourRule {
    /// For each byte of a set of cells, the neighbours of the cells that each value of the byte
    /// stands for.
    ///
    /// A table for each byte makes the outline of the board irrelevant for the time.
    tables: Vec<[u128; 256]>,
}

impl Neighbourhood {
    /// Number of neighbours of a cell that has all of them: 4 or 8.
    pub fn count(self) -> u8 {
        match self {
            Neighbourhood::Edges => 4,
            Neighbourhood::EdgesAndCorners => 8,
        }
    }

    /// The neighbours of a cell.
    fn around(self, board: &Board, cell: Cell) -> SmallCellSet {
        let square = board.square_of(cell);
        let steps = (-1..=1).flat_map(|down| (-1..=1).map(move |aside| (down, aside)));
        let steps = steps.filter(|&(down, aside): &(i32, i32)| match self {
            Neighbourhood::Edges => down.abs() + aside.abs() == 1,
            Neighbourhood::EdgesAndCorners => (down, aside) != (0, 0),
        });
        steps
            .filter_map(|step| board.cell_at(board.offset(square, step)?))
            .collect()
    }
}

impl Hidoku {
    /// Parses rows of numbers separated by commas, semicolons or blanks; `_`, `.` and 0 stand for
    /// an empty cell, and `#` for a hole.
    ///
    /// # Errors
    /// If a row is shorter or longer than the first, an entry is not a number, a number is out of
    /// range or given twice, two given numbers are too far apart, there is no cell, or there are
    /// more than 128 cells or 256 rows or columns.
    ///
    /// ```
    /// use slidewise_tabletop::{Hidoku, Neighbourhood, SolutionSearch};
    ///
    /// let hidoku = Hidoku::read(b"1,_\n_,4", Neighbourhood::EdgesAndCorners)?;
    /// let found = hidoku.hunt(&SolutionSearch::default(), &mut |_| {});
    /// assert_eq!(found.solutions, 2);
    /// assert_eq!(found.boards[0].lines(), ["1 2", "3 4"]);
    /// # Ok::<(), slidewise_tabletop::TabletopError>(())
    /// ```
    pub fn read(bytes: &[u8], neighbourhood: Neighbourhood) -> Result<Hidoku, TabletopError> {
        let lines = lines_of(text_of(bytes)?)?;
        let mut numbers = numbers_of(&rows_of(&lines)?)?;
        numbers.clear_zeros();
        let board = board_of(&numbers)?;
        let cell_of = cells_of(&board, &numbers)?;
        numbers.check_distinct()?;
        let all = board.cells().iter();
        let neighbours = all.map(|cell| neighbourhood.around(&board, cell)).collect();
        let hidoku = Hidoku {
            board,
            neighbourhood,
            neighbours,
            cell_of,
        };
        hidoku.check_distances(&numbers)?;
        Ok(hidoku)
    }

    /// Number of rows of the board.
    pub fn rows(&self) -> usize {
        self.board.rows()
    }

    /// Number of columns of the board.
    pub fn columns(&self) -> usize {
        self.board.columns()
    }

    /// Number of holes in the rectangle of the board.
    pub fn holes(&self) -> usize {
        self.rows() * self.columns() - self.board.cell_count()
    }

    /// Which cells are neighbours.
    pub fn neighbourhood(&self) -> Neighbourhood {
        self.neighbourhood
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
        let bijection = Bijection {
            rule: NeighbourRule::of(&self.neighbours),
            domains: self.domains().into(),
        };
        hunt.run(&bijection, tell).map(|cells| self.filled(cells))
    }

    /// The cells where each number can be, before the search.
    fn domains(&self) -> Vec<u128> {
        let count = self.cell_of.len();
        let all = u128::MAX >> (MOST - count);
        let given = |cell: Option<Cell>| cell.map_or(all, |cell| 1 << cell.index());
        let domains = self.cell_of.iter().map(|&cell| given(cell));
        if self.neighbourhood == Neighbourhood::EdgesAndCorners {
            return domains.collect();
        }
        let domains: Vec<u128> = domains.collect();
        let is_even = |cell: &Cell| {
            let square = self.board.square_of(*cell);
            (square.row + square.column).is_multiple_of(2)
        };
        let even: SmallCellSet = self.board.cells().iter().filter(is_even).collect();
        // The odd numbers lie on the squares of one colour, the even ones on those of the other.
        // There are as many odd numbers as even ones, or one more.
        let colours = [(even.0, all & !even.0), (all & !even.0, even.0)];
        let possible: Vec<(u128, u128)> = colours
            .into_iter()
            .filter(|(odd, _)| odd.count_ones() as usize == count.div_ceil(2))
            .filter(|(odd, even)| {
                let mut pairs = domains.chunks(2);
                pairs.all(|pair| {
                    pair[0] & odd != 0 && pair.get(1).is_none_or(|domain| domain & even != 0)
                })
            })
            .collect();
        let of_odd = possible.iter().fold(0, |set, (odd, _)| set | odd);
        let of_even = possible.iter().fold(0, |set, (_, even)| set | even);
        let alternating = [of_odd, of_even].into_iter().cycle();
        let pairs = domains.iter().zip(alternating);
        pairs.map(|(domain, colour)| domain & colour).collect()
    }

    /// Refuses given numbers that are farther apart than the numbers between them allow.
    fn check_distances(&self, numbers: &NumberGrid<'_>) -> Result<(), TabletopError> {
        let word = |cell: Cell| {
            let square = self.board.square_of(cell);
            let at = usize::from(square.row) * self.columns() + usize::from(square.column);
            numbers.words[at].place
        };
        let given: Vec<(usize, Cell)> = (1..)
            .zip(&self.cell_of)
            .filter_map(|(number, cell)| Some((number, (*cell)?)))
            .collect();
        for pair in given.windows(2) {
            let [(number, cell), (next, other)] = [pair[0], pair[1]];
            let steps = next - number;
            let found = match self.distance(cell, other) {
                Some(apart) if apart <= steps => continue,
                Some(apart) => format!("a distance of {apart}"),
                None => "no way between them".to_owned(),
            };
            let (line, column) = word(cell);
            return Err(TabletopError::at(
                word(other),
                format!("{next} at most {steps} away from {number}, at {line}:{column}"),
                found,
            ));
        }
        Ok(())
    }

    /// Least number of steps from one cell to another; `None` if there is no way.
    fn distance(&self, from: Cell, to: Cell) -> Option<usize> {
        let mut reached: SmallCellSet = from.into();
        let mut steps = 0;
        while !reached.contains(to) {
            let around = reached.iter().map(|cell| self.neighbours[cell.index()]);
            let next = around.fold(reached, |set, cells| set | cells);
            if next == reached {
                return None;
            }
            reached = next;
            steps += 1;
        }
        Some(steps)
    }

    fn filled(&self, cell_of: &[u8]) -> FilledBoard {
        let mut number_at = vec![0; cell_of.len()];
        for (number, &cell) in (1..).zip(cell_of) {
            number_at[usize::from(cell)] = number;
        }
        FilledBoard::on(&self.board, None, |cell| number_at[cell])
    }
}

/// The board of a file: all its entries that are not holes.
fn board_of(numbers: &NumberGrid<'_>) -> Result<Board, TabletopError> {
    let is_hole = |square: Square| {
        let at = usize::from(square.row) * numbers.columns + usize::from(square.column);
        numbers.is_hole[at]
    };
    let count = numbers.is_hole.iter().filter(|&&is_hole| !is_hole).count();
    let fault = |expected: &str, found: String| {
        let place = numbers.words[0].place;
        Err(TabletopError::at(place, expected, found))
    };
    match Board::new(numbers.rows, numbers.columns, is_hole) {
        Ok(board) if count <= MOST => Ok(board),
        Err(BoardError::NoCells) => fault("a board with a cell", "only holes".to_owned()),
        Err(BoardError::TooLong { rows, columns }) if count <= MOST => fault(
            "a board of at most 256 rows and columns",
            format!("a board of {rows} x {columns}"),
        ),
        _ => fault(
            "a board of at most 128 cells",
            format!("a board of {}", cells(count)),
        ),
    }
}

/// The cell of each number, indexed by the number minus 1; `None` if it is not given.
fn cells_of(board: &Board, numbers: &NumberGrid<'_>) -> Result<Vec<Option<Cell>>, TabletopError> {
    let count = board.cell_count();
    let mut cell_of = vec![None; count];
    let is_cell = numbers.is_hole.iter().map(|is_hole| !is_hole);
    let words = numbers.words.iter().zip(&numbers.given).zip(is_cell);
    let words = words.filter(|(_, is_cell)| *is_cell);
    for (cell, ((word, given), _)) in board.cells().iter().zip(words) {
        let Some(number) = *given else { continue };
        match usize::try_from(number) {
            Ok(number) if (1..=count).contains(&number) => cell_of[number - 1] = Some(cell),
            _ => {
                return Err(TabletopError::at(
                    word.place,
                    format!("a number from 1 to {count}, for {}", cells(count)),
                    number.to_string(),
                ));
            }
        }
    }
    Ok(cell_of)
}

impl NeighbourRule {
    /// The rule for cells with these neighbours.
    fn of(neighbours: &[SmallCellSet]) -> NeighbourRule {
        let table = |cells: &[SmallCellSet]| {
            let mut table = [0u128; 256];
            for byte in 1..256usize {
                let rest = table[byte & (byte - 1)];
                let first = cells.get(byte.trailing_zeros() as usize);
                table[byte] = rest | first.map_or(0, |cells| cells.0);
            }
            table
        };
        NeighbourRule {
            tables: neighbours.chunks(8).map(table).collect(),
        }
    }

    /// All neighbours of the cells of `set`.
    fn beside(&self, set: u128) -> u128 {
        let bytes = set.to_le_bytes().into_iter().zip(&self.tables);
        bytes.fold(0, |sets, (byte, table)| sets | table[usize::from(byte)])
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
