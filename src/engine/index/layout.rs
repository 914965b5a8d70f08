//! The layout of an index: the scan order of the cells, the kinds of the pattern, and the tile
//! groups.
//!
//! All places here are *scan numbers*: positions in the scan, equal to cell numbers if rows are
//! scanned and all cells are in reach. The layout is made from the puzzle; the automaton sees only
//! the layout.

use super::arrangement::word_count;
use super::lanes;
use super::start_reach::Reach;
use slidewise_board::{Board, Cell, CellSet, Square};
use slidewise_puzzle::{Axis, Class, Configuration, Puzzle};
use std::ops::Range;

/// Direction of the scan. Only the numbers of configurations depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Orientation {
    /// Row by row, in reading order.
    Rows,
    /// Column by column, each from the top.
    Columns,
}

/// Growth of an automaton by one more cell a line, in units of one piece that reaches one line
/// further.
const LINES_PER_CELL: usize = 2;

impl Orientation {
    /// Estimates the orientation in which a puzzle's index is smaller.
    ///
    /// If the order of tiles matters, the scan runs along the shorter side, so that a step across
    /// it passes few of them. Otherwise the size depends on what a half-scanned board must
    /// remember: little, if lines are short, walls included, and if few pieces reach from one line
    /// into the next. On the 206 built-in puzzles with one arrangement a pattern, the automaton has
    /// 1.04 times as many nodes as the smaller of both (geometric mean). Always scanning along the
    /// shorter side would give 1.28 times as many on average, and up to 17 times.
    pub fn best(puzzle: &Puzzle) -> Orientation {
        Orientation::best_for(puzzle, &Reach::of(puzzle))
    }

    /// Estimates the better orientation from the part of a puzzle that is in reach.
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
        if in_columns < in_rows {
            Orientation::Columns
        } else {
            Orientation::Rows
        }
    }

    /// Swaps rows and columns.
    pub fn turned(self) -> Orientation {
        match self {
            Orientation::Rows => Orientation::Columns,
            Orientation::Columns => Orientation::Rows,
        }
    }
}

/// Smallest rectangle that contains some cells: its first square, and its numbers of rows and
/// columns.
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

/// Position of a cell in the scan, from 0.
pub type Place = u16;

/// Scan order: maps places to cells and back.
///
/// Only cells that movable pieces can cover are scanned. The cells of pieces that cannot move have
/// places after them, for the rules; all other cells have none.
#[derive(Clone, Debug)]
pub struct Scan {
    cell_at: Vec<Cell>,
    scanned: usize,
    /// Place of a cell, indexed by cell.
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

    /// Number of cells scanned.
    #[inline]
    pub fn cell_count(&self) -> usize {
        self.scanned
    }

    /// Cell scanned at a place.
    #[inline]
    pub fn cell_at(&self, place: Place) -> Cell {
        self.cell_at[place as usize]
    }

    /// Place at which a cell is scanned; `None` if it is not scanned.
    #[inline]
    pub fn place_of(&self, cell: Cell) -> Option<Place> {
        self.known_place_of(cell)
            .filter(|&place| usize::from(place) < self.scanned)
    }

    /// Converts a set of cells to places; `None` if one of them is not scanned.
    pub fn places_of(&self, cells: CellSet) -> Option<CellSet> {
        let places = cells.iter().map(|cell| self.place_of(cell).map(Cell));
        places.collect()
    }

    /// Place of a cell, including the cells of pieces that cannot move, whose places follow the
    /// scanned ones.
    #[inline]
    pub(super) fn known_place_of(&self, cell: Cell) -> Option<Place> {
        self.place_of[cell.index()]
    }

    /// Cells that have places, in the order of the places: the scanned cells come first.
    pub(super) fn known(&self) -> &[Cell] {
        &self.cell_at
    }

    /// Row and column of a square within the smallest rectangle that contains all scanned cells.
    pub fn at(&self, square: Square) -> [usize; 2] {
        let first = self.first;
        [square.row - first.row, square.column - first.column].map(usize::from)
    }

    /// Numbers of rows and columns of the smallest rectangle that contains all scanned cells.
    pub fn sides(&self) -> [usize; 2] {
        self.sides
    }
}

/// Position of a piece of some kind.
#[derive(Clone, Copy, Debug)]
pub struct Placement {
    /// Places covered.
    pub places: CellSet,
    /// First cell of the piece in reading order, as configurations name it.
    pub first_cell: Cell,
}

/// Pieces that the pattern does not tell apart: a class, adjacent pieces of a class in one lane, or
/// all tiles of a tile group.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Number of pieces.
    pub count: usize,
    /// Kind whose pieces all come before these in the lane, if there is one: they cannot pass each
    /// other.
    pub after: Option<usize>,
    /// Placement of a piece, indexed by its first place; `None` if the piece does not fit there.
    pub placements: Vec<Option<Placement>>,
    /// Class or tile group to which the pieces belong.
    pub members: Members,
    /// Number of cells that a piece covers.
    size: usize,
    /// Places that a piece covers, `size` of them for each first place.
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

    /// Number of cells that a piece of the kind covers.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Places that a piece covers if its first place is `first`, ascending; meaningless if it does
    /// not fit there.
    #[inline]
    pub fn covered(&self, first: Place) -> &[Place] {
        &self.covered[usize::from(first) * self.size..][..self.size]
    }
}

/// Class or tile group to which the pieces of a kind belong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Members {
    /// Pieces of a class, or adjacent pieces of a class in one lane.
    Class {
        /// Index of the class.
        class: usize,
        /// Row or column that the pieces keep, if they keep one.
        lane: Option<u16>,
    },
    /// Tiles of several classes, ordered by an arrangement.
    Tiles {
        /// Index of the tile group.
        arrangement: usize,
    },
}

/// Tile group: classes whose pieces are put in order by one arrangement.
#[derive(Clone, Debug)]
pub struct TileGroup {
    /// The classes, in the order of their letters in the arrangement.
    pub classes: Vec<usize>,
    /// Number of pieces of each class.
    pub counts: Vec<usize>,
}

/// Split of a puzzle into pattern and arrangement.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Direction of the scan.
    pub orientation: Orientation,
    /// Scan order of the cells.
    pub scan: Scan,
    /// Kinds, in the order of their choices.
    pub kinds: Vec<Kind>,
    /// Tile groups.
    pub groups: Vec<TileGroup>,
    /// Kinds of each class, by lane and by their order there, indexed by class.
    kinds_of_class: Vec<Vec<LaneKind>>,
    reach: Reach,
    /// Whether numbers depend on the start position, because some legal configurations have none.
    is_of_start: bool,
}

/// Some pieces of a class in a lane, and their kind.
#[derive(Clone, Debug)]
struct LaneKind {
    lane: Option<u16>,
    /// Their positions among the pieces of the class in that lane.
    pieces: Range<usize>,
    kind: usize,
}

/// Maximum number of arrangements of a group with equal tiles: tables of rotations have 16-bit
/// entries.
const MOST_WORDS: u64 = 1 << 16;
/// From this many distinct tiles on, equal tiles are left to the pattern: arrangements are then
/// permutations, and an edge changes only the digits inside its window.
const ENOUGH_DISTINCT: usize = 5;

impl Layout {
    /// Lays out a puzzle's index.
    pub fn new(puzzle: &Puzzle, orientation: Orientation) -> Layout {
        Layout::of_reach(puzzle, orientation, Reach::of(puzzle))
    }

    /// Lays out the part of a puzzle that is in reach.
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
        // Kind of each run, indexed by run.
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

    /// Whether numbers depend on the start position: configurations out of its reach, by their
    /// cells or by the order of pieces that cannot pass each other, have none.
    pub fn is_of_start(&self) -> bool {
        self.is_of_start
    }

    /// Pieces that cannot move, by class and first cell.
    pub fn settled(&self) -> &[(usize, Cell)] {
        &self.reach.settled
    }

    /// Whether a piece of this class that cannot move has this first cell.
    pub fn is_settled(&self, class: usize, first: Cell) -> bool {
        self.reach.is_settled(class, first)
    }

    /// Cells of the pieces that cannot move.
    pub fn settled_cells(&self) -> CellSet {
        self.reach.settled_cells
    }

    /// Kinds of a class's pieces: at least one for each lane.
    pub fn kinds_of(&self, class: usize) -> impl Iterator<Item = usize> + '_ {
        self.kinds_of_class[class].iter().map(|own| own.kind)
    }

    /// Kinds of a class's pieces in a lane, in their order there; none if the class has no piece
    /// there.
    pub fn kinds_on(&self, class: usize, lane: Option<u16>) -> impl Iterator<Item = usize> + '_ {
        let on_lane = self.kinds_of_class[class].iter();
        on_lane
            .filter(move |own| own.lane == lane)
            .map(|own| own.kind)
    }

    /// Movable pieces of a configuration, as (class, first cell, kind); `None` if a piece fits no
    /// kind.
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
                // No piece can ever stand on one that cannot move, so this loses no configuration.
                self.is_of_start |= !cells.meets(self.reach.settled_cells);
                continue;
            };
            let first = places.first().expect("a piece covers a cell");
            by_first[first.index()] = Some(Placement { places, first_cell });
        }
        by_first
    }
}

/// Chooses the tile groups, whose order is taken out of the pattern.
///
/// Candidates are classes of one shape with the same allowed cells, free to move both ways and
/// named by no rule. Five or more distinct tiles form a group of their own. Otherwise all tiles of
/// the shape do, equal ones included, if their arrangements are few enough for a table; else the
/// distinct ones, if there are two.
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
        // Four dominoes stand and one lies: the columns win, although they are longer.
        assert_eq!(best("lane-rouge"), Orientation::Columns);
        let lying = "rush:AABB..CCDD..XXEE........F.....F.....";
        let standing = "rush:A.C.E.A.C.E.B.XXD.B...D.............";
        assert_eq!(
            [lying, standing].map(best),
            [Orientation::Rows, Orientation::Columns]
        );
    }
}
