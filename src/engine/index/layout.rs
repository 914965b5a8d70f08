//! The layout of an index: in which order the cells are scanned, what is pattern and what is arrangement.
//!
//! Everything here is in *scan numbers*: the place of a cell in the scan, which is its own number where rows
//! are scanned and all cells are in reach, and another where not. The layout knows the puzzle; the automaton knows
//! only it.

use super::arrangement::word_count;
use super::lanes;
use super::reach::Reach;
use slidewise_board::{Board, Cell, CellSet, Square};
use slidewise_puzzle::{Axis, Class, Configuration, Puzzle};
use std::ops::Range;

/// Which way the cells are scanned. Only the numbers of configurations depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Orientation {
    /// Row by row, in reading order.
    Rows,
    /// Column by column, each from the top.
    Columns,
}

/// A cell more in each line makes an automaton grow about as much as this many pieces that reach a line further.
const LINES_PER_CELL: usize = 2;

impl Orientation {
    /// The orientation in which a puzzle's index is likely to be small.
    ///
    /// Tiles whose order matters are scanned along the shorter side, so that a step across passes few of them. Else
    /// what counts is what a half-scanned board has to remember: it is little where lines are short, walls and all, and
    /// where few pieces reach from one line into the next. On the 206 built-in puzzles of one order an automaton has
    /// 1.04 times as many nodes as the smaller of both, in the geometric mean, where it would have 1.28 times as many
    /// along the shorter side, and up to 17 times.
    pub fn best(puzzle: &Puzzle) -> Orientation {
        Orientation::best_for(puzzle, &Reach::of(puzzle))
    }

    /// The orientation for the part of a puzzle that is in reach.
    pub(super) fn best_for(puzzle: &Puzzle, reach: &Reach) -> Orientation {
        let (_, [rows, columns]) = extent(&puzzle.board, reach.cells);
        let [mut in_rows, mut in_columns] = [columns, rows].map(|line| LINES_PER_CELL * line);
        if tile_groups(puzzle, reach).is_empty() {
            for (class, definition) in puzzle.classes.iter().enumerate() {
                let pieces = reach.moving(puzzle, class);
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

/// The first square of the smallest rectangle that holds some cells, and its rows and columns.
fn extent(board: &Board, cells: CellSet) -> (Square, [usize; 2]) {
    let squares = || cells.iter().map(|cell| board.square_of(cell));
    let range = |side: fn(Square) -> u16| {
        let least = squares().map(side).min().unwrap_or(0);
        let most = squares().map(side).max().unwrap_or(0);
        (least, usize::from(most - least) + 1)
    };
    let ((row, rows), (column, columns)) = (range(|s| s.row), range(|s| s.column));
    (Square { row, column }, [rows, columns])
}

/// The place of a cell in the scan, from 0.
pub type Place = u16;

/// Places a cell in the scan and back.
///
/// Only cells that movable pieces can cover are scanned. The cells of pieces that cannot move get the places after
/// them, for rules; all other cells have none.
#[derive(Clone, Debug)]
pub struct Scan {
    cell_at: Vec<Cell>,
    scanned: usize,
    /// By cell.
    place_of: Vec<Option<Place>>,
    first: Square,
    sides: [usize; 2],
}

impl Scan {
    fn new(board: &Board, orientation: Orientation, reach: &Reach) -> Scan {
        let mut cell_at: Vec<Cell> = reach.cells.iter().collect();
        if orientation == Orientation::Columns {
            cell_at.sort_by_key(|&cell| {
                let Square { row, column } = board.square_of(cell);
                (column, row)
            });
        }
        let scanned = cell_at.len();
        cell_at.extend(reach.settled_cells);
        let mut place_of = vec![None; board.cell_count()];
        for (place, cell) in cell_at.iter().enumerate() {
            place_of[cell.index()] = Some(place as Place);
        }
        let (first, sides) = extent(board, reach.cells);
        Scan {
            cell_at,
            scanned,
            place_of,
            first,
            sides,
        }
    }

    /// How many cells are scanned.
    pub fn cell_count(&self) -> usize {
        self.scanned
    }

    /// The cell scanned at this place.
    pub fn cell_at(&self, place: Place) -> Cell {
        self.cell_at[place as usize]
    }

    /// The place at which a cell is scanned; `None` if it is not.
    pub fn place_of(&self, cell: Cell) -> Option<Place> {
        self.known_place_of(cell)
            .filter(|&place| usize::from(place) < self.scanned)
    }

    /// A set of cells in scan numbers; `None` if one of them is not scanned.
    pub fn places_of(&self, cells: CellSet) -> Option<CellSet> {
        let places = cells.iter().map(|cell| self.place_of(cell).map(Cell));
        places.collect()
    }

    /// The same as [`Scan::place_of`], but for a cell where a piece is that cannot move: its place behind the others.
    pub(super) fn known_place_of(&self, cell: Cell) -> Option<Place> {
        self.place_of[cell.index()]
    }

    /// The cells that have places, in the order of these: those that are scanned come first.
    pub(super) fn known(&self) -> &[Cell] {
        &self.cell_at
    }

    /// Row and column of a square in the smallest rectangle that holds all cells that are scanned.
    pub fn at(&self, square: Square) -> [usize; 2] {
        let first = self.first;
        [square.row - first.row, square.column - first.column].map(usize::from)
    }

    /// How many rows and columns that rectangle has.
    pub fn sides(&self) -> [usize; 2] {
        self.sides
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

/// Pieces that the pattern does not tell apart: a class, some neighbours of a class on one line of an axis, or the
/// tiles of several classes whose order an arrangement holds.
#[derive(Clone, Debug)]
pub struct Kind {
    /// How many pieces there are.
    pub count: usize,
    /// The kind whose pieces all come before these on their line, if any do: pieces there cannot pass each other.
    pub after: Option<usize>,
    /// How a piece can lie whose first place is the index.
    pub placements: Vec<Option<Placement>>,
    /// Whose pieces they are.
    pub members: Members,
    /// How many cells a piece covers.
    size: usize,
    /// By first place, as many for each: the places that a piece covers.
    covered: Vec<Place>,
}

impl Kind {
    fn new(count: usize, placements: Vec<Option<Placement>>, members: Members) -> Kind {
        let any = placements.iter().flatten().next();
        let size = any.map_or(0, |placement| placement.places.len());
        let mut covered = vec![0; placements.len() * size];
        for (first, placement) in placements.iter().enumerate() {
            if let Some(placement) = placement {
                let own = &mut covered[first * size..][..size];
                own.iter_mut()
                    .zip(placement.places)
                    .for_each(|(own, place)| *own = place.0);
            }
        }
        Kind {
            count,
            after: None,
            placements,
            members,
            size,
            covered,
        }
    }

    /// How many cells a piece of the kind covers.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The places that a piece covers where it lies with its first on a place, ascending; meaningless where it cannot.
    #[inline]
    pub fn covered(&self, first: Place) -> &[Place] {
        &self.covered[usize::from(first) * self.size..][..self.size]
    }
}

/// Whose pieces a kind has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Members {
    /// Those of a class, or of a class on one line, where kinds of other pieces may stand between them.
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
    /// The kinds of each class, by lane and by their order there.
    kinds_of_class: Vec<Vec<LaneKind>>,
    reach: Reach,
    /// Whether numbers depend on where pieces start: not all that the puzzle allows has one.
    is_of_start: bool,
}

/// Some pieces of a class on a lane.
#[derive(Clone, Debug)]
struct LaneKind {
    lane: Option<u16>,
    /// Which of the pieces of the class on that lane they are.
    pieces: Range<usize>,
    kind: usize,
}

/// The largest arrangement with alike tiles in it: its turns are tabled with 16 bits an entry.
const MOST_WORDS: u64 = 1 << 16;
/// From this many distinct tiles on, the alike ones among them are left to the pattern: then the orders are
/// permutations, whose digits a slide changes only inside its window.
const ENOUGH_DISTINCT: usize = 5;

impl Layout {
    /// The layout of a puzzle's index.
    pub fn new(puzzle: &Puzzle, orientation: Orientation) -> Layout {
        Layout::of_reach(puzzle, orientation, Reach::of(puzzle))
    }

    /// The layout of the part of a puzzle that is in reach.
    pub(super) fn of_reach(puzzle: &Puzzle, orientation: Orientation, reach: Reach) -> Layout {
        let scan = Scan::new(&puzzle.board, orientation, &reach);
        let groups = tile_groups(puzzle, &reach);
        let group_of = |class: usize| groups.iter().position(|g| g.classes.contains(&class));
        let runs = lanes::runs(puzzle, &reach);
        let before = lanes::before(puzzle, &runs);
        let mut layout = Layout {
            orientation,
            kinds: Vec::new(),
            kinds_of_class: vec![Vec::new(); puzzle.classes.len()],
            is_of_start: before.iter().any(Option::is_some) || reach.settles(puzzle),
            groups: groups.clone(),
            scan,
            reach,
        };
        // By run: its kind.
        let mut kinds_of_runs = vec![0; runs.len()];
        for (number, run) in runs.iter().enumerate() {
            let (class, lane) = (run.class, run.line);
            let members = match group_of(class) {
                Some(arrangement) if groups[arrangement].classes[0] != class => continue,
                Some(arrangement) => Members::Tiles { arrangement },
                None => Members::Class { class, lane },
            };
            let kind = layout.kinds.len();
            kinds_of_runs[number] = kind;
            let mut own = |class: usize, pieces: Range<usize>| {
                layout.kinds_of_class[class].push(LaneKind { lane, pieces, kind });
            };
            let count = match members {
                Members::Tiles { arrangement } => {
                    let group = &groups[arrangement];
                    for (&member, &count) in group.classes.iter().zip(&group.counts) {
                        own(member, 0..count);
                    }
                    group.counts.iter().sum()
                }
                Members::Class { .. } => {
                    own(class, run.range());
                    run.range().len()
                }
            };
            let placements = layout.placements(puzzle, &puzzle.classes[class], lane);
            layout.kinds.push(Kind::new(count, placements, members));
        }
        for (&before, &kind) in before.iter().zip(&kinds_of_runs) {
            if let Some(before) = before {
                layout.kinds[kind].after = Some(kinds_of_runs[before]);
            }
        }
        layout
    }

    /// Whether numbers depend on where pieces start, since what Start can never reach has none: cells, or another order
    /// of pieces that cannot pass each other.
    pub fn is_of_start(&self) -> bool {
        self.is_of_start
    }

    /// The pieces that cannot move, by class and first cell.
    pub fn settled(&self) -> &[(usize, Cell)] {
        &self.reach.settled
    }

    /// Whether a piece of a class that cannot move covers exactly these cells.
    pub fn is_settled(&self, class: usize, first: Cell) -> bool {
        self.reach.is_settled(class, first)
    }

    /// The cells of the pieces that cannot move.
    pub fn settled_cells(&self) -> CellSet {
        self.reach.settled_cells
    }

    /// The kinds to which the pieces of a class belong: at least one for each lane.
    pub fn kinds_of(&self, class: usize) -> impl Iterator<Item = usize> + '_ {
        self.kinds_of_class[class].iter().map(|own| own.kind)
    }

    /// The kinds of the pieces of a class on a lane, in their order there; none if it has no piece there.
    pub fn kinds_on(&self, class: usize, lane: Option<u16>) -> impl Iterator<Item = usize> + '_ {
        let on_lane = self.kinds_of_class[class].iter();
        on_lane
            .filter(move |own| own.lane == lane)
            .map(|own| own.kind)
    }

    /// The pieces of a configuration that can move, by class, first cell and kind; `None` where one is of no kind.
    pub fn pieces(
        &self,
        puzzle: &Puzzle,
        configuration: &Configuration,
    ) -> Option<Vec<(usize, Cell, usize)>> {
        let mut pieces = Vec::with_capacity(configuration.firsts().len());
        let mut before: Vec<(Option<u16>, usize)> = Vec::new();
        for (class, definition) in puzzle.classes.iter().enumerate() {
            before.clear();
            for &first in puzzle.firsts_of(configuration, class) {
                if self.is_settled(class, first) {
                    continue;
                }
                let lane = definition.lane(&puzzle.board, first);
                let known = before.iter().position(|&(own, _)| own == lane);
                let at = known.unwrap_or_else(|| {
                    before.push((lane, 0));
                    before.len() - 1
                });
                let nth = before[at].1;
                before[at].1 += 1;
                let own = self.kinds_of_class[class].iter();
                let mut own = own.filter(|own| own.lane == lane);
                let own = own.find(|own| own.pieces.contains(&nth))?;
                pieces.push((class, first, own.kind));
            }
        }
        Some(pieces)
    }

    fn placements(
        &mut self,
        puzzle: &Puzzle,
        class: &Class,
        lane: Option<u16>,
    ) -> Vec<Option<Placement>> {
        let mut by_first = vec![None; self.scan.cell_count()];
        for first_cell in puzzle.board.cells() {
            if class.lane(&puzzle.board, first_cell) != lane {
                continue;
            }
            let Some(cells) = class.place(&puzzle.board, first_cell) else {
                continue;
            };
            let Some(places) = self.scan.places_of(cells) else {
                // Where a piece is that cannot move, no other one can be in any case.
                self.is_of_start |= !cells.meets(self.reach.settled_cells);
                continue;
            };
            let first = places.first().expect("a piece covers a cell");
            by_first[first.index()] = Some(Placement { places, first_cell });
        }
        by_first
    }
}

/// Chooses the tiles whose order is taken out of the pattern.
///
/// Candidates are classes of one shape with the same rights, free to move both ways and named by no rule.
/// Five or more distinct tiles: those, alone. Else all tiles of the shape, alike ones too, if their words
/// are few enough to table; else the distinct ones, if there are two.
fn tile_groups(puzzle: &Puzzle, reach: &Reach) -> Vec<TileGroup> {
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
                && reach.moving(puzzle, *other) > 0
        };
        if !fits(&class) {
            continue;
        }
        let alike: Vec<usize> = (class..puzzle.classes.len()).filter(fits).collect();
        for &member in &alike {
            grouped[member] = true;
        }
        let size = |&c: &usize| reach.moving(puzzle, c);
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
