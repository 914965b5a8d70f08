//! `Level`: the board of a level, its cells, goals and first position.

use crate::level_error::{LevelError, LevelFault};
use crate::rows::{MAX_SIDE, PlacedSquare, ShownSquare, TextRow, part_rows, without_margin};
use slidewise_board::Direction;

/// The number of a cell: a square that the player could reach if there were no boxes, in reading
/// order.
pub type CellNumber = u16;

/// No cell: a wall lies there.
pub const NO_CELL: CellNumber = CellNumber::MAX;

/// Boxes and player.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Placing {
    /// The cells of the boxes, ascending.
    pub boxes: Vec<CellNumber>,
    /// The cell of the player.
    pub player: CellNumber,
}

/// A level: walls, goals, and where boxes and player stand at first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    /// Its title, if the file gives one.
    pub title: Option<String>,
    /// Its author, if the file names one.
    pub author: Option<String>,
    rows: usize,
    columns: usize,
    /// The squares at first, without the boxes and the player on cells.
    ground: Vec<ShownSquare>,
    /// The square of each cell.
    squares: Vec<usize>,
    /// The cell of each square, or `NO_CELL`.
    cells: Vec<CellNumber>,
    /// The neighbours of each cell, in the order of [`Direction::ALL`].
    neighbours: Vec<[CellNumber; 4]>,
    goals: Vec<bool>,
    start: Placing,
}

/// The rectangle of squares that a text shows.
struct Shown {
    rows: usize,
    columns: usize,
    squares: Vec<PlacedSquare>,
}

impl Shown {
    /// Reads rows and trims the empty rows and columns around them.
    fn read(rows: &[TextRow]) -> Result<Shown, LevelError> {
        if rows.len() > MAX_SIDE {
            let fault = LevelFault::Size {
                what: "the level",
                most: MAX_SIDE,
                unit: "rows",
            };
            return Err(LevelError::at(rows[MAX_SIDE].place, fault));
        }
        let lines: Result<Vec<_>, _> = rows.iter().map(TextRow::squares).collect();
        let lines = lines?;
        let is_shown = |own: &PlacedSquare| own.0 != ShownSquare::FLOOR;
        let full = |line: &Vec<PlacedSquare>| line.iter().any(is_shown);
        let first = lines.iter().position(full);
        let (Some(top), Some(bottom)) = (first, lines.iter().rposition(full)) else {
            return Err(LevelError::of_all(LevelFault::NoLevel));
        };
        let used = &lines[top..=bottom];
        let starts = used
            .iter()
            .filter_map(|line| line.iter().position(is_shown));
        let ends = used
            .iter()
            .filter_map(|line| line.iter().rposition(is_shown));
        let left = starts.min().unwrap_or(0);
        let right = ends.max().unwrap_or(0);
        let mut squares = Vec::new();
        for (line, row) in used.iter().zip(&rows[top..]) {
            for column in left..=right {
                let outside = (ShownSquare::FLOOR, (row.place.0, row.place.1 + column));
                squares.push(line.get(column).copied().unwrap_or(outside));
            }
        }
        Ok(Shown {
            rows: used.len(),
            columns: right - left + 1,
            squares,
        })
    }

    /// The square of the one player.
    fn player(&self) -> Result<usize, LevelError> {
        let mut all = (0..self.squares.len()).filter(|&at| self.squares[at].0.has_player);
        let first = all.next().ok_or(LevelError::of_all(LevelFault::NoPlayer))?;
        match all.next() {
            Some(second) => Err(LevelError::at(
                self.squares[second].1,
                LevelFault::SecondPlayer,
            )),
            None => Ok(first),
        }
    }

    fn count(&self, is_counted: fn(&ShownSquare) -> bool) -> usize {
        self.squares.iter().filter(|own| is_counted(&own.0)).count()
    }

    fn neighbour(&self, square: usize, direction: Direction) -> Option<usize> {
        neighbour((self.rows, self.columns), square, direction)
    }

    /// The squares that the player could reach if there were no boxes.
    ///
    /// # Errors
    ///
    /// [`LevelFault::Open`] if he could leave the level.
    fn reached(&self, player: usize) -> Result<Vec<bool>, LevelError> {
        let mut origin = vec![None; self.squares.len()];
        origin[player] = Some(player);
        let mut open = std::collections::VecDeque::from([player]);
        while let Some(square) = open.pop_front() {
            for direction in Direction::ALL {
                match self.neighbour(square, direction) {
                    None => {
                        let hole = self.hole(square, &origin);
                        return Err(LevelError::at(self.squares[hole].1, LevelFault::Open));
                    }
                    Some(next) if origin[next].is_none() && !self.squares[next].0.is_wall => {
                        origin[next] = Some(square);
                        open.push_back(next);
                    }
                    Some(_) => {}
                }
            }
        }
        Ok(origin.iter().map(Option::is_some).collect())
    }

    /// The hole on the way to a square at the edge: the last square between two walls, or else the
    /// square at the edge.
    fn hole(&self, edge: usize, origin: &[Option<usize>]) -> usize {
        let is_wall = |square, direction| {
            let next = self.neighbour(square, direction);
            next.is_some_and(|next| self.squares[next].0.is_wall)
        };
        let mut square = edge;
        loop {
            let is_gap = is_wall(square, Direction::Left) && is_wall(square, Direction::Right)
                || is_wall(square, Direction::Up) && is_wall(square, Direction::Down);
            if is_gap {
                return square;
            }
            match origin[square] {
                Some(before) if before != square => square = before,
                _ => return edge,
            }
        }
    }
}

fn neighbour(size: (usize, usize), square: usize, direction: Direction) -> Option<usize> {
    let (row, column) = (square / size.1, square % size.1);
    let (down, right) = direction.offset();
    let row = row.checked_add_signed(down as isize)?;
    let column = column.checked_add_signed(right as isize)?;
    (row < size.0 && column < size.1).then_some(row * size.1 + column)
}

impl Level {
    /// Reads one level; rows are parted by line breaks, `|`, `:` or `/`.
    ///
    /// # Errors
    ///
    /// [`LevelError`]: what is wrong, and where.
    pub fn read(text: &str) -> Result<Level, LevelError> {
        Level::of_rows(&rows_of(text))
    }

    /// Reads one level from its rows.
    pub(crate) fn of_rows(rows: &[TextRow]) -> Result<Level, LevelError> {
        let shown = Shown::read(&without_margin(rows))?;
        let player = shown.player()?;
        let boxes = shown.count(|square| square.has_box);
        let goals = shown.count(|square| square.is_goal);
        if boxes == 0 {
            return Err(LevelError::of_all(LevelFault::NoBox));
        }
        if boxes != goals {
            return Err(LevelError::of_all(LevelFault::Unequal { boxes, goals }));
        }
        let reached = shown.reached(player)?;
        Ok(Level::of_shown(&shown, &reached, player))
    }

    fn of_shown(shown: &Shown, reached: &[bool], player: usize) -> Level {
        let squares: Vec<usize> = (0..reached.len()).filter(|&at| reached[at]).collect();
        let mut cells = vec![NO_CELL; reached.len()];
        for (cell, &square) in squares.iter().enumerate() {
            cells[square] = cell as CellNumber;
        }
        let next = |square, direction| {
            shown
                .neighbour(square, direction)
                .map_or(NO_CELL, |next| cells[next])
        };
        let neighbours = squares
            .iter()
            .map(|&square| Direction::ALL.map(|direction| next(square, direction)))
            .collect();
        let content = |square: &usize| shown.squares[*square].0;
        let boxes = squares.iter().filter(|square| content(square).has_box);
        let start = Placing {
            boxes: boxes.map(|&square| cells[square]).collect(),
            player: cells[player],
        };
        let mut ground: Vec<ShownSquare> = shown.squares.iter().map(|own| own.0).collect();
        for &square in &squares {
            (ground[square].has_box, ground[square].has_player) = (false, false);
        }
        Level {
            title: None,
            author: None,
            rows: shown.rows,
            columns: shown.columns,
            goals: squares
                .iter()
                .map(|square| content(square).is_goal)
                .collect(),
            ground,
            squares,
            cells,
            neighbours,
            start,
        }
    }

    /// Reads a position of the level: the same walls and goals, boxes and player anywhere.
    ///
    /// # Errors
    ///
    /// [`LevelError`], for example [`LevelFault::Foreign`].
    pub fn read_position(&self, text: &str) -> Result<Placing, LevelError> {
        let shown = Shown::read(&rows_of(text))?;
        let foreign = |what| LevelError::of_all(LevelFault::Foreign { what });
        if (shown.rows, shown.columns) != (self.rows, self.columns) {
            return Err(foreign("the outlines"));
        }
        let player = shown.player()?;
        for (own, (other, place)) in self.ground.iter().zip(&shown.squares) {
            let differ = |what| Err(LevelError::at(*place, LevelFault::Foreign { what }));
            if own.is_wall != other.is_wall {
                return differ("the walls");
            }
            if own.is_goal != other.is_goal {
                return differ("the goals");
            }
        }
        for (square, (other, place)) in shown.squares.iter().enumerate() {
            let is_fixed = self.cells[square] == NO_CELL;
            if is_fixed && (other.has_box != self.ground[square].has_box || other.has_player) {
                let what = "the squares out of the player's reach";
                return Err(LevelError::at(*place, LevelFault::Foreign { what }));
            }
        }
        let on_cells = self
            .squares
            .iter()
            .filter(|&&at| shown.squares[at].0.has_box);
        let boxes: Vec<CellNumber> = on_cells.map(|&square| self.cells[square]).collect();
        if boxes.len() != self.start.boxes.len() {
            return Err(foreign("the numbers of boxes"));
        }
        Ok(Placing {
            boxes,
            player: self.cells[player],
        })
    }

    /// Draws a position, a row a line, with `floor` for empty cells inside the level.
    pub fn rows_of(&self, placing: &Placing, floor: char) -> Vec<String> {
        let mut squares = self.ground.clone();
        for &cell in &placing.boxes {
            squares[self.squares[cell as usize]].has_box = true;
        }
        squares[self.squares[placing.player as usize]].has_player = true;
        let lines = (0..self.rows).map(|row| {
            let line = (0..self.columns).map(|column| {
                let square = row * self.columns + column;
                let is_inside = self.cells[square] != NO_CELL;
                squares[square].character(if is_inside { floor } else { ' ' })
            });
            line.collect::<String>().trim_end().to_owned()
        });
        lines.collect()
    }

    /// Writes a position on one line, rows parted by `:`, floor as `-`.
    pub fn write_position(&self, placing: &Placing) -> String {
        self.rows_of(placing, '-').join(":").replace(' ', "-")
    }

    /// The first position.
    pub fn start(&self) -> &Placing {
        &self.start
    }

    /// The level with another first position.
    pub fn with_start(&self, start: Placing) -> Level {
        Level {
            start,
            ..self.clone()
        }
    }

    /// Number of rows and of columns of the drawing.
    pub fn size(&self) -> (usize, usize) {
        (self.rows, self.columns)
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.squares.len()
    }

    /// Row and column of a cell, both from 0.
    pub fn row_and_column(&self, cell: CellNumber) -> (usize, usize) {
        let square = self.squares[cell as usize];
        (square / self.columns, square % self.columns)
    }

    /// The name of a cell as in chess: `a1` is the bottom left square of the drawing.
    pub fn name_of(&self, cell: CellNumber) -> String {
        let (row, column) = self.row_and_column(cell);
        let mut letters = Vec::new();
        let mut rest = column + 1;
        while rest > 0 {
            letters.push((b'a' + ((rest - 1) % 26) as u8) as char);
            rest = (rest - 1) / 26;
        }
        let letters: String = letters.iter().rev().collect();
        format!("{letters}{}", self.rows - row)
    }

    /// Whether a square of the drawing is a wall.
    pub fn is_wall(&self, row: usize, column: usize) -> bool {
        self.ground[row * self.columns + column].is_wall
    }

    /// The neighbour of a cell in a direction, or [`NO_CELL`].
    #[inline]
    pub fn neighbour(&self, cell: CellNumber, direction: Direction) -> CellNumber {
        self.neighbours[cell as usize][direction.index()]
    }

    /// The neighbours of a cell in the order of [`Direction::ALL`].
    #[inline]
    pub fn neighbours(&self, cell: CellNumber) -> [CellNumber; 4] {
        self.neighbours[cell as usize]
    }

    /// Whether a cell is a goal.
    #[inline]
    pub fn is_goal(&self, cell: CellNumber) -> bool {
        self.goals[cell as usize]
    }

    /// The cells that are goals, if the level can be solved at all: as many as boxes on cells, and
    /// each box out of the player's reach on a goal.
    pub fn goal_cells(&self) -> Option<Vec<CellNumber>> {
        let goals = (0..self.cells() as CellNumber).filter(|&cell| self.is_goal(cell));
        let goals: Vec<CellNumber> = goals.collect();
        let outside = (0..self.ground.len()).filter(|&at| self.cells[at] == NO_CELL);
        let mut outside = outside.map(|at| self.ground[at]);
        let is_settled = outside.all(|square| square.has_box == square.is_goal);
        (is_settled && goals.len() == self.start.boxes.len()).then_some(goals)
    }

    /// Whether all boxes stand on goals, those out of the player's reach included.
    pub fn is_solved(&self, placing: &Placing) -> bool {
        self.goal_cells()
            .is_some_and(|goals| goals == placing.boxes)
    }

    /// The text that identifies the level: the drawing of its first position.
    pub fn canonical_text(&self) -> String {
        self.write_position(&self.start)
    }
}

/// The rows of a text, parted by line breaks, `|`, `:` or `/`; blank lines around are dropped.
fn rows_of(text: &str) -> Vec<TextRow> {
    let lines = (1..).zip(text.lines());
    lines
        .flat_map(|(number, line)| part_rows(line, number, &['|', ':', '/']))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVEL: &str = "####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####";

    fn fault(text: &str) -> LevelError {
        Level::read(text).unwrap_err()
    }

    #[test]
    fn a_level_is_read_and_written() {
        let level = Level::read(LEVEL).unwrap();
        assert_eq!(level.cells(), 14);
        assert_eq!(level.rows_of(level.start(), ' ').join("\n"), LEVEL);
        let text = level.write_position(level.start());
        assert_eq!(text, "####:#-.#:#--###:#*@--#:#--$-#:#--###:####");
        assert_eq!(&level.read_position(&text).unwrap(), level.start());
        assert_eq!(level.goal_cells().unwrap().len(), 2);
        assert!(!level.is_solved(level.start()));
    }

    #[test]
    fn margins_and_run_lengths_make_no_difference() {
        let level = Level::read("\n\n   5#\n   #@$.#/--5#\n  ").unwrap();
        assert_eq!(level.size(), (3, 6));
        let moved = level.read_position("-5#:-#-@*#:5#").unwrap();
        assert!(level.is_solved(&moved));
    }

    #[test]
    fn faults_have_their_place() {
        assert_eq!(fault("####\n#$.#\n####").fault, LevelFault::NoPlayer);
        let second = fault("#####\n#@$.#\n#  @#\n#####");
        assert_eq!(second.place, Some((3, 4)));
        assert_eq!(second.fault, LevelFault::SecondPlayer);
        assert_eq!(fault("####\n#@ #\n####").fault, LevelFault::NoBox);
        let unequal = fault("#####\n#@$ #\n#####");
        assert_eq!(unequal.fault, LevelFault::Unequal { boxes: 1, goals: 0 });
        let open = fault("#####\n#@$. \n#####");
        assert_eq!((open.place, open.fault), (Some((2, 5)), LevelFault::Open));
        let hole = fault("  #####\n###   #\n#@$.  #\n## ####");
        assert_eq!(hole.place, Some((4, 3)));
        let outline = fault("   #####\n   #   #\n#  @$. #\n#  #####");
        assert_eq!(
            (outline.place, outline.fault),
            (Some((3, 4)), LevelFault::Open)
        );
    }
}
