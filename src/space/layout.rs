//! The layout of an index: in which order the cells are scanned, what is pattern and what is arrangement.
//!
//! Everything here is in *scan numbers*: the place of a cell in the scan, which is its own number where rows
//! are scanned and another where columns are. The layout knows the puzzle; the automaton knows only it.

use super::arrangement::word_count;
use crate::board::{Board, Cell, CellSet, Square};
use crate::puzzle::{Axis, Class, Puzzle};

/// Which way the cells are scanned. Only the numbers of configurations depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Orientation {
    /// Row by row, in reading order.
    Rows,
    /// Column by column, each from the top.
    Columns,
}

/// A cell more in each line makes an automaton grow about as much as so many pieces that reach a line further.
const LINES_PER_CELL: usize = 2;

impl Orientation {
    /// The orientation in which a puzzle's index is likely to be small.
    ///
    /// Tiles whose order matters are scanned along the shorter side, so that a step across passes few of them. Else
    /// what counts is what a half-scanned board has to remember: it is little where lines are short, walls and all, and
    /// where few pieces reach from one line into the next. On the 206 built-in puzzles of one order an automaton has 1.04
    /// times as many nodes as the smaller of both, in the geometric mean, where it would have 1.28 times as many
    /// along the shorter side, and up to 17 times.
    pub fn best(puzzle: &Puzzle) -> Orientation {
        let (rows, columns) = (puzzle.board.rows(), puzzle.board.columns());
        let [mut in_rows, mut in_columns] = [columns, rows].map(|line| LINES_PER_CELL * line);
        if tile_groups(puzzle).is_empty() {
            for (class, definition) in puzzle.classes.iter().enumerate() {
                let pieces = puzzle.firsts_of(&puzzle.start, class).len();
                let (high, wide) = definition.shape.extent();
                in_rows += pieces * (high - 1);
                in_columns += pieces * (wide - 1);
            }
        }
        match in_columns < in_rows {
            true => Orientation::Columns,
            false => Orientation::Rows,
        }
    }

    /// The other one.
    pub fn turned(self) -> Orientation {
        match self {
            Orientation::Rows => Orientation::Columns,
            Orientation::Columns => Orientation::Rows,
        }
    }
}

/// Places a cell in the scan and back.
#[derive(Clone, Debug)]
pub struct Scan {
    cell_at: Vec<Cell>,
    place_of: Vec<u8>,
}

impl Scan {
    fn new(board: &Board, orientation: Orientation) -> Scan {
        let mut cell_at: Vec<Cell> = board.cells().iter().collect();
        if orientation == Orientation::Columns {
            cell_at.sort_by_key(|&cell| {
                let Square { row, column } = board.square_of(cell);
                (column, row)
            });
        }
        let mut place_of = vec![0; cell_at.len()];
        for (place, cell) in cell_at.iter().enumerate() {
            place_of[cell.index()] = place as u8;
        }
        Scan { cell_at, place_of }
    }

    /// How many cells are scanned.
    pub fn cell_count(&self) -> usize {
        self.cell_at.len()
    }

    /// The cell scanned at this place.
    pub fn cell_at(&self, place: u8) -> Cell {
        self.cell_at[place as usize]
    }

    /// The place at which a cell is scanned.
    pub fn place_of(&self, cell: Cell) -> u8 {
        self.place_of[cell.index()]
    }

    /// A set of cells in scan numbers.
    pub fn places_of(&self, cells: CellSet) -> CellSet {
        cells.iter().map(|cell| Cell(self.place_of(cell))).collect()
    }
}

/// A way for a piece of a kind to lie.
#[derive(Clone, Copy, Debug)]
pub struct Placement {
    /// The places covered.
    pub places: CellSet,
    /// The piece's first cell in reading order, as configurations name it.
    pub first_cell: Cell,
}

/// Pieces that the pattern does not tell apart: a class, the part of a class on one line of an axis, or the
/// tiles of several classes whose order an arrangement holds.
#[derive(Clone, Debug)]
pub struct Kind {
    /// How many pieces there are.
    pub count: usize,
    /// How a piece can lie whose first place is the index.
    pub placements: Vec<Option<Placement>>,
    /// Whose pieces they are.
    pub members: Members,
}

impl Kind {
    /// How many cells a piece of the kind covers.
    pub fn size(&self) -> usize {
        let any = self.placements.iter().flatten().next();
        any.map_or(0, |placement| placement.places.len())
    }
}

/// Whose pieces a kind has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Members {
    /// Those of a class, or of a class on one line.
    Class {
        /// The class.
        class: usize,
        /// The row or column that they keep, if they keep one.
        lane: Option<u16>,
    },
    /// Those of several classes, put in order by the arrangement of this number.
    Tiles {
        /// The arrangement.
        arrangement: usize,
    },
}

/// The classes whose pieces one arrangement puts in order.
#[derive(Clone, Debug)]
pub struct TileGroup {
    /// The classes: the letters of the arrangement's words, in order.
    pub classes: Vec<usize>,
    /// How many pieces each has.
    pub counts: Vec<usize>,
}

/// What is pattern and what is arrangement.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Which way the cells are scanned.
    pub orientation: Orientation,
    /// The order of the cells.
    pub scan: Scan,
    /// The kinds, in the order of their choices.
    pub kinds: Vec<Kind>,
    /// The arrangements.
    pub groups: Vec<TileGroup>,
    /// The kind of each class by lane: (lane, kind), or the arrangement's kind.
    kinds_of_class: Vec<Vec<(Option<u16>, usize)>>,
}

/// The largest arrangement with alike tiles in it: its turns are tabled with 16 bits an entry.
const MOST_WORDS: u64 = 1 << 16;
/// From this many distinct tiles on, the alike ones among them are left to the pattern: then the orders are
/// permutations, whose digits a slide changes only inside its window.
const ENOUGH_DISTINCT: usize = 5;

impl Layout {
    /// The layout of a puzzle's index.
    pub fn new(puzzle: &Puzzle, orientation: Orientation) -> Layout {
        let scan = Scan::new(&puzzle.board, orientation);
        let groups = tile_groups(puzzle);
        let group_of = |class: usize| groups.iter().position(|g| g.classes.contains(&class));
        let mut kinds = Vec::new();
        let mut kinds_of_class = vec![Vec::new(); puzzle.classes.len()];
        for (class, definition) in puzzle.classes.iter().enumerate() {
            match group_of(class) {
                Some(arrangement) => {
                    let group = &groups[arrangement];
                    if group.classes[0] == class {
                        for &member in &group.classes {
                            kinds_of_class[member].push((None, kinds.len()));
                        }
                        kinds.push(Kind {
                            count: group.counts.iter().sum(),
                            placements: placements(puzzle, &scan, definition, None),
                            members: Members::Tiles { arrangement },
                        });
                    }
                }
                None => {
                    for (lane, count) in lanes(puzzle, class) {
                        kinds_of_class[class].push((lane, kinds.len()));
                        kinds.push(Kind {
                            count,
                            placements: placements(puzzle, &scan, definition, lane),
                            members: Members::Class { class, lane },
                        });
                    }
                }
            }
        }
        Layout {
            orientation,
            scan,
            kinds,
            groups,
            kinds_of_class,
        }
    }

    /// The kinds to which the pieces of a class belong: one for each lane.
    pub fn kinds_of(&self, class: usize) -> impl Iterator<Item = usize> + '_ {
        self.kinds_of_class[class].iter().map(|&(_, kind)| kind)
    }

    /// The kind of a piece of a class on a lane; `None` if the class has no piece there.
    pub fn kind_on(&self, class: usize, lane: Option<u16>) -> Option<usize> {
        self.kinds_of_class[class]
            .iter()
            .find(|&&(own, _)| own == lane)
            .map(|&(_, kind)| kind)
    }
}

/// The lines that the pieces of a class keep, with how many keep each; one `None` for a free class.
fn lanes(puzzle: &Puzzle, class: usize) -> Vec<(Option<u16>, usize)> {
    let mut counts: Vec<(Option<u16>, usize)> = Vec::new();
    for &first in puzzle.firsts_of(&puzzle.start, class) {
        let lane = puzzle.classes[class].lane(&puzzle.board, first);
        match counts.iter_mut().find(|(own, _)| *own == lane) {
            Some((_, count)) => *count += 1,
            None => counts.push((lane, 1)),
        }
    }
    counts.sort_unstable();
    counts
}

fn placements(
    puzzle: &Puzzle,
    scan: &Scan,
    class: &Class,
    lane: Option<u16>,
) -> Vec<Option<Placement>> {
    let mut by_first = vec![None; scan.cell_count()];
    for first_cell in puzzle.board.cells() {
        if class.lane(&puzzle.board, first_cell) != lane {
            continue;
        }
        let Some(cells) = class.place(&puzzle.board, first_cell) else {
            continue;
        };
        let places = scan.places_of(cells);
        let first = places.first().expect("a piece covers a cell");
        by_first[first.index()] = Some(Placement { places, first_cell });
    }
    by_first
}

/// Chooses the tiles whose order is taken out of the pattern.
///
/// Candidates are classes of one shape with the same rights, free to move both ways and named by no rule.
/// Five or more distinct tiles: those, alone. Else all tiles of the shape, alike ones too, if their words
/// are few enough to table; else the distinct ones, if there are two.
fn tile_groups(puzzle: &Puzzle) -> Vec<TileGroup> {
    let ruled: Vec<usize> = puzzle
        .rules
        .iter()
        .flat_map(|rule| rule.classes())
        .collect();
    let mut grouped = vec![false; puzzle.classes.len()];
    let mut groups = Vec::new();
    for class in 0..puzzle.classes.len() {
        if grouped[class] {
            continue;
        }
        let own = &puzzle.classes[class];
        let fits = |other: &usize| {
            let definition = &puzzle.classes[*other];
            definition.axis == Axis::Free
                && definition.shape == own.shape
                && definition.allowed == own.allowed
                && !ruled.contains(other)
        };
        if !fits(&class) {
            continue;
        }
        let alike: Vec<usize> = (class..puzzle.classes.len()).filter(fits).collect();
        for &member in &alike {
            grouped[member] = true;
        }
        let size = |&c: &usize| puzzle.classes[c].size();
        let distinct: Vec<usize> = alike.iter().copied().filter(|c| size(c) == 1).collect();
        let few_words = word_count(alike.iter().map(size)) <= MOST_WORDS.into();
        let chosen = if distinct.len() >= ENOUGH_DISTINCT {
            distinct
        } else if alike.len() >= 2 && few_words {
            alike
        } else {
            distinct
        };
        if chosen.len() >= 2 {
            groups.push(TileGroup {
                counts: chosen.iter().map(size).collect(),
                classes: chosen,
            });
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(word: &str) -> Orientation {
        Orientation::best(&Puzzle::open(word).unwrap())
    }

    #[test]
    fn tiles_are_scanned_along_the_shorter_side_and_by_rows_where_both_are_alike() {
        assert_eq!(best("tiles:2x5"), Orientation::Columns);
        assert_eq!(best("tiles:5x2"), Orientation::Rows);
        assert_eq!(best("tiles:4x4"), Orientation::Rows);
    }

    #[test]
    fn other_pieces_are_scanned_where_few_reach_from_a_line_into_the_next() {
        // Four dominoes stand, one lies: columns, though they are longer.
        assert_eq!(best("lane-rouge"), Orientation::Columns);
        let lying = "rush:AABB..CCDD..XXEE........F.....F.....";
        let standing = "rush:A.C.E.A.C.E.B.XXD.B...D.............";
        assert_eq!(
            [lying, standing].map(best),
            [Orientation::Rows, Orientation::Columns]
        );
    }
}
