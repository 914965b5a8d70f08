//! The baseline: breadth-first search with the standard library's hash map, as a good programmer
//! would write it for one puzzle.
//!
//! It takes the puzzle's definition from the crate, but no code that explores: no index, no moves,
//! no store. A board is an array of bytes, by value. A byte says which part of a piece of which
//! class covers a square, so boards with interchangeable pieces are equal. The tables are small and
//! are built for each search.

use slidewise::unstable::board::{Board, Cell, CellSet, Direction};
use slidewise::unstable::puzzle::{Axis, Class, Puzzle};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The byte of a free square.
pub(crate) const FREE: u8 = 0;
/// The byte of a wall.
const WALL: u8 = 1;
/// The first byte that denotes a part of a piece.
const FIRST_PART: u8 = 2;

/// A puzzle on a rectangle of `N` squares, with the tables of the search.
pub struct HashMapSearch<const N: usize> {
    start: [u8; N],
    /// For each square, the neighbouring squares from which a piece could move onto it.
    looks: [Vec<SlideSource<N>>; N],
    kings: Option<KingRules>,
}

/// A neighbour of a free square.
struct SlideSource<const N: usize> {
    behind: usize,
    /// The slide onto the free square, by the byte found at `behind`. A slide that covers several
    /// new squares is listed only at the first of them, so that it is found once.
    slides: Vec<Option<PieceSlide<N>>>,
}

/// A piece that moves by one square.
struct PieceSlide<const N: usize> {
    /// The other squares that must be free.
    ahead: Box<[u8]>,
    /// The exclusive or of the boards before and after.
    change: [u8; N],
    is_king: bool,
}

/// The rules of Checkmate.
struct KingRules {
    white: u8,
    black: u8,
    columns: usize,
}

impl<const N: usize> HashMapSearch<N> {
    /// Builds the tables for a puzzle.
    ///
    /// # Panics
    /// If the puzzle does not have `N` squares, or has rules but no two kings: only Checkmate's
    /// rules are supported.
    pub fn new(puzzle: &Puzzle) -> HashMapSearch<N> {
        let board = &puzzle.board;
        let first_parts = first_parts(&puzzle.classes);
        let part_named = |name: &str| {
            let class = puzzle
                .classes
                .iter()
                .position(|class| class.labels == [name]);
            first_parts[class.unwrap_or_else(|| panic!("no piece is called {name}"))]
        };
        let kings = (!puzzle.rules.is_empty()).then(|| KingRules {
            white: part_named("K"),
            black: part_named("k"),
            columns: board.columns(),
        });
        let mut rival = HashMapSearch {
            start: start_of(puzzle, &first_parts),
            looks: std::array::from_fn(|_| Vec::new()),
            kings,
        };
        rival.add_slides(puzzle, &first_parts);
        rival
    }

    /// Computes the distance of every board reachable from Start; `capacity` is their number.
    ///
    /// # Panics
    /// If a distance exceeds 255.
    pub fn search(&self, capacity: usize) -> HashMap<[u8; N], u8> {
        breadth_first(self, self.start, capacity)
    }

    fn add_slides(&mut self, puzzle: &Puzzle, first_parts: &[u8]) {
        let board = &puzzle.board;
        let bytes = usize::from(FIRST_PART)
            + puzzle
                .classes
                .iter()
                .map(|class| class.shape.size())
                .sum::<usize>();
        for cell in board.cells() {
            self.looks[square_of(board, cell)] = Direction::ALL
                .iter()
                .filter_map(|direction| board.neighbour(cell, direction.opposite()))
                .map(|behind| SlideSource {
                    behind: square_of(board, behind),
                    slides: (0..bytes).map(|_| None).collect(),
                })
                .collect();
        }
        for (class, &first_part) in puzzle.classes.iter().zip(first_parts) {
            let is_king = self
                .kings
                .as_ref()
                .is_some_and(|kings| [kings.white, kings.black].contains(&first_part));
            for first in board.cells() {
                for direction in Direction::ALL {
                    self.add_slide(board, class, first_part, first, direction, is_king);
                }
            }
        }
    }

    fn add_slide(
        &mut self,
        board: &Board,
        class: &Class,
        first_part: u8,
        first: Cell,
        direction: Direction,
        is_king: bool,
    ) {
        let follows_axis = match class.axis {
            Axis::Free => true,
            Axis::Horizontal => direction.is_horizontal(),
            Axis::Vertical => !direction.is_horizontal(),
        };
        let place = |first| class.place(board, first);
        let (Some(before), Some(after)) = (
            place(first),
            board.neighbour(first, direction).and_then(place),
        ) else {
            return;
        };
        if !follows_axis {
            return;
        }
        let mut taken = after.without(before).iter();
        let onto = taken.next().expect("a piece that moves takes a square");
        let mut old = [0; N];
        let mut new = [0; N];
        draw(&mut old, board, before, first_part);
        draw(&mut new, board, after, first_part);
        let behind = board
            .neighbour(onto, direction.opposite())
            .expect("the piece comes from there");
        let behind = square_of(board, behind);
        let look = self.looks[square_of(board, onto)]
            .iter_mut()
            .find(|look| look.behind == behind);
        look.expect("one looks that way").slides[old[behind] as usize] = Some(PieceSlide {
            ahead: taken.map(|cell| square_of(board, cell) as u8).collect(),
            change: std::array::from_fn(|square| old[square] ^ new[square]),
            is_king,
        });
    }
}

impl<const N: usize> BoardNeighbours<N> for HashMapSearch<N> {
    fn for_each_neighbour(&self, board: &[u8; N], mut visit: impl FnMut([u8; N])) {
        for (looks, &byte) in self.looks.iter().zip(board) {
            if byte != FREE {
                continue;
            }
            for look in looks {
                let Some(slide) = &look.slides[board[look.behind] as usize] else {
                    continue;
                };
                if slide
                    .ahead
                    .iter()
                    .any(|&square| board[square as usize] != FREE)
                {
                    continue;
                }
                let neighbour = std::array::from_fn(|square| board[square] ^ slide.change[square]);
                // Only a king's move can break a rule: no other piece attacks or shields.
                if slide.is_king
                    && self
                        .kings
                        .as_ref()
                        .is_some_and(|kings| kings.is_illegal(&neighbour))
                {
                    continue;
                }
                visit(neighbour);
            }
        }
    }
}

impl KingRules {
    /// Whether the kings touch by a side or corner, or the rook below the first column attacks the
    /// black king: only the white king can block it.
    fn is_illegal<const N: usize>(&self, board: &[u8; N]) -> bool {
        let find = |king: u8| {
            board
                .iter()
                .position(|&byte| byte == king)
                .expect("both kings are on the board")
        };
        let (white, black) = (find(self.white), find(self.black));
        let (white_row, white_column) = (white / self.columns, white % self.columns);
        let (black_row, black_column) = (black / self.columns, black % self.columns);
        let touch = white_row.abs_diff(black_row) <= 1 && white_column.abs_diff(black_column) <= 1;
        let shielded = white_column == 0 && white_row > black_row;
        touch || black_column == 0 && !shielded
    }
}

/// The neighbours of boards.
pub(crate) trait BoardNeighbours<const N: usize> {
    /// Calls `visit` with each neighbour of a board, some of them perhaps more than once.
    fn for_each_neighbour(&self, board: &[u8; N], visit: impl FnMut([u8; N]));
}

/// Searches breadth first from `start`.
///
/// # Panics
/// If a distance exceeds 255.
pub(crate) fn breadth_first<const N: usize>(
    graph: &impl BoardNeighbours<N>,
    start: [u8; N],
    capacity: usize,
) -> HashMap<[u8; N], u8> {
    let mut distances = HashMap::with_capacity(capacity);
    distances.insert(start, 0);
    let mut distance = 0u8;
    let mut current = vec![start];
    let mut next = Vec::new();
    while !current.is_empty() {
        distance = distance.checked_add(1).expect("distances fit a byte");
        for board in &current {
            graph.for_each_neighbour(board, |neighbour| {
                if let Entry::Vacant(entry) = distances.entry(neighbour) {
                    entry.insert(distance);
                    next.push(neighbour);
                }
            });
        }
        std::mem::swap(&mut current, &mut next);
        next.clear();
    }
    distances
}

/// The board of a puzzle's Start.
///
/// # Panics
/// If the puzzle does not have `N` squares.
pub(crate) fn start_of<const N: usize>(puzzle: &Puzzle, first_parts: &[u8]) -> [u8; N] {
    let board = &puzzle.board;
    assert_eq!(board.rows() * board.columns(), N, "squares");
    let mut start = [WALL; N];
    for cell in board.cells() {
        start[square_of(board, cell)] = FREE;
    }
    for (class, &first_part) in first_parts.iter().enumerate() {
        for piece in puzzle.pieces_of(&puzzle.start, class) {
            draw(&mut start, board, piece, first_part);
        }
    }
    start
}

/// For each class, the byte of the first part of its pieces; the other parts follow.
pub(crate) fn first_parts(classes: &[Class]) -> Vec<u8> {
    classes
        .iter()
        .scan(FIRST_PART, |next, class| {
            let first = *next;
            *next += class.shape.size() as u8;
            Some(first)
        })
        .collect()
}

/// Draws a piece onto a board.
pub(crate) fn draw<const N: usize>(
    squares: &mut [u8; N],
    board: &Board,
    piece: CellSet,
    first_part: u8,
) {
    for (cell, byte) in piece.iter().zip(first_part..) {
        squares[square_of(board, cell)] = byte;
    }
}

pub(crate) fn square_of(board: &Board, cell: Cell) -> usize {
    let square = board.square_of(cell);
    usize::from(square.row) * board.columns() + usize::from(square.column)
}
