//! Stones on a board: polyominoes that fill a chequered rectangle, or one with holes; their squares
//! are black, white or any colour.
//!
//! Identical stones form a kind. In a solution, the stones of a kind are numbered in reading order,
//! so swapping two of them does not give another solution.
//!
//! Rotating or reflecting the whole board turns a solution into others. Therefore the search begins
//! with a stone that is alone in its kind. If symmetries map some placements of this stone to each
//! other, the search tries only one of these placements. A solution that is found stands for its
//! images as well. With eight symmetries, about an eighth of the search remains.

use super::all_solutions::{SearchTree, SolutionList, SolutionProgress, SolutionSearch};
use super::exact_cover::{CoverNode, StonePlacement};
use super::file_error::TabletopError;
use super::filled::{FilledBoard, SquareColour};
use super::outline::BoardOutline;
use super::stone_shapes::{
    LARGEST, MOST, StoneShape, all_turned, check_area, extent, size_of_board, stones_of,
};
use super::symmetry::BoardSymmetry;
use super::text_file::{lines_of, text_of};
use slidewise_board::{Board, SmallCellSet, Square};
use std::ops::ControlFlow;

/// Options: the board, its colours, how stones may be placed, and which solutions count.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct StonesRules {
    /// Columns and rows of the board; `None` for a square board. An outline takes its place.
    pub board: Option<(usize, usize)>,
    /// The colour of the top left square; `None` to try both.
    pub first: Option<SquareColour>,
    /// Whether stones may be rotated but not reflected.
    pub no_flip: bool,
    /// Whether to ignore colours, so that every square of a stone fits both colours.
    pub no_colours: bool,
    /// Whether to count solutions as one if symmetries of the board map them to each other.
    ///
    /// The symmetries are the rotations that keep the board's outline and colours and, unless
    /// `no_flip` is set, the reflections that keep them.
    pub unique: bool,
}

/// A stones puzzle: the stones and the board that they must fill.
#[derive(Clone, Debug)]
pub struct Stones {
    board: Board,
    kinds: Vec<StoneKind>,
    firsts: Vec<Option<SquareColour>>,
    rules: StonesRules,
    count: usize,
}

/// A kind of stones, which are equal up to the allowed rotations and reflections.
#[derive(Clone, Debug)]
struct StoneKind {
    /// All distinct orientations of a stone of this kind, sorted by their lists of squares.
    turned: Vec<StoneShape>,
    /// Indices of the stones of this kind, in ascending order.
    stones: Vec<u8>,
}

/// The search for one colouring of the board.
struct StonesSearch<'a> {
    stones: &'a Stones,
    placements: Vec<StonePlacement>,
    /// For each symmetry that maps solutions to solutions, the image of each cell, indexed by cell;
    /// the identity comes first.
    images: Vec<Vec<u8>>,
    /// The kind whose only stone is placed first, to break symmetry.
    ///
    /// It is `None` if every kind has several stones, or `images` has only the identity.
    pivot: Option<u8>,
}

/// A subtree, with the symmetries to apply to its solutions.
struct StonesPart {
    node: CoverNode,
    /// Indices into `images`: for each image of the first stone's placement, one symmetry that
    /// produces it.
    copies: Vec<usize>,
    /// Indices into `images` of the symmetries that map the first stone's placement to itself.
    fixing: Vec<usize>,
}

/// Target number of subtrees: enough to keep many threads busy, few enough to cost little memory.
const PARTS: usize = 256;

impl Stones {
    /// Parses stones: rows of `B`, `W`, `X` (any colour) and `_` (not covered), separated by
    /// commas; a line of `=` ends a stone.
    ///
    /// # Errors
    /// If rows of a stone differ in length, a letter is unknown, a stone covers no square, the
    /// stones' total area is not that of the board, or the board has more than 128 squares.
    pub fn read(bytes: &[u8], rules: &StonesRules) -> Result<Stones, TabletopError> {
        let stones = stones_of(&lines_of(text_of(bytes)?)?)?;
        let (columns, rows) = size_of_board(&stones, rules.board)?;
        let board = Board::new(rows, columns, |_| false).ok();
        let board = board.filter(|board| board.cell_count() <= MOST);
        let board = board.ok_or_else(|| {
            let found = format!("a board of {rows} rows and {columns} columns");
            TabletopError::of_words(LARGEST, found)
        })?;
        Ok(Stones::on(board, &stones, rules))
    }

    /// Parses stones that fill a board of any outline.
    ///
    /// The top left square, whose colour is [`StonesRules::first`], is that of the rectangle around
    /// the outline, even if it is a hole.
    ///
    /// # Errors
    /// If the stones cannot be parsed, as for [`Stones::read`], or their total area is not that of
    /// the outline.
    ///
    /// ```
    /// use slidewise_tabletop::{BoardOutline, SolutionSearch, Stones, StonesRules};
    ///
    /// let outline = BoardOutline::read(b"...\n.#.\n...")?;
    /// let dominoes = b"X,X\n=\nX,X\n=\nX,X\n=\nX,X";
    /// let stones = Stones::read_on(dominoes, &outline, &StonesRules::default())?;
    /// let found = stones.hunt(None, &SolutionSearch::default(), &mut |_| {});
    /// assert_eq!(found.solutions, 2);
    /// assert_eq!(found.boards[0].lines(), ["1 1 2", "3 # 2", "3 4 4"]);
    /// # Ok::<(), slidewise_tabletop::TabletopError>(())
    /// ```
    pub fn read_on(
        bytes: &[u8],
        outline: &BoardOutline,
        rules: &StonesRules,
    ) -> Result<Stones, TabletopError> {
        let stones = stones_of(&lines_of(text_of(bytes)?)?)?;
        check_area(&stones, outline.cell_count())?;
        Ok(Stones::on(outline.board.clone(), &stones, rules))
    }

    /// The puzzle of stones, each with its line in the file, that have the area of the board.
    fn on(board: Board, stones: &[(usize, StoneShape)], rules: &StonesRules) -> Stones {
        let mut kinds: Vec<StoneKind> = Vec::new();
        for (number, (_, spots)) in (0..).zip(stones) {
            let mut spots = spots.clone();
            if rules.no_colours {
                for (_, colour) in &mut spots {
                    *colour = None;
                }
            }
            let turned = all_turned(&spots, !rules.no_flip);
            // Two stones are identical if their least orientations are equal.
            match kinds.iter_mut().find(|kind| kind.turned[0] == turned[0]) {
                Some(kind) => kind.stones.push(number),
                None => kinds.push(StoneKind {
                    turned,
                    stones: vec![number],
                }),
            }
        }
        let spots = || kinds.iter().flat_map(|kind| &kind.turned[0]);
        let firsts = match (spots().any(|(_, colour)| colour.is_some()), rules.first) {
            (false, _) => vec![None],
            (true, Some(first)) => vec![Some(first)],
            (true, None) => vec![Some(SquareColour::Black), Some(SquareColour::White)],
        };
        Stones {
            board,
            kinds,
            firsts,
            rules: *rules,
            count: stones.len(),
        }
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

    /// Number of stones.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The colours of the top left square to try; a single `None` if the stones have no colours.
    pub fn firsts(&self) -> &[Option<SquareColour>] {
        &self.firsts
    }

    /// Searches for all ways to fill the board whose top left square has the colour `first`.
    ///
    /// A node of the search tree costs some nanoseconds for each placement that is still possible.
    pub fn hunt(
        &self,
        first: Option<SquareColour>,
        hunt: &SolutionSearch<'_>,
        tell: &mut dyn FnMut(SolutionProgress),
    ) -> SolutionList<FilledBoard> {
        let laying = StonesSearch::new(self, first);
        hunt.run(&laying, tell)
            .map(|numbers| FilledBoard::on(&self.board, first, |cell| i64::from(numbers[cell]) + 1))
    }
}

impl<'a> StonesSearch<'a> {
    fn new(stones: &'a Stones, first: Option<SquareColour>) -> StonesSearch<'a> {
        let mut laying = StonesSearch {
            stones,
            placements: Vec::new(),
            images: stones.images(first.is_some()),
            pivot: None,
        };
        for (kind, StoneKind { turned, .. }) in (0..).zip(&stones.kinds) {
            let all = turned.iter().flat_map(|spots| stones.places(spots, first));
            let mut cells: Vec<SmallCellSet> = all.collect();
            cells.sort_unstable();
            cells.dedup();
            let placements = cells
                .into_iter()
                .map(|cells| StonePlacement { cells, kind });
            laying.placements.extend(placements);
        }
        if laying.images.len() > 1 {
            let kinds = (0..).zip(&stones.kinds);
            let single = kinds.filter(|(_, kind)| kind.stones.len() == 1);
            laying.pivot = single
                .map(|(kind, _)| kind)
                .min_by_key(|&kind| laying.firsts_of(kind).count());
        }
        laying
    }

    /// One placement of a kind for each set of placements that symmetries map to each other: the
    /// least of the set.
    fn firsts_of(&self, kind: u8) -> impl Iterator<Item = &StonePlacement> {
        self.placements.iter().filter(move |placement| {
            let is_least = |image: &Vec<u8>| placement.cells <= moved(placement.cells, image);
            placement.kind == kind && self.images.iter().all(is_least)
        })
    }

    /// The number of the stone on each cell, indexed by cell, after a symmetry is applied to a
    /// solution.
    fn numbers(&self, taken: &[StonePlacement], image: &[u8]) -> Box<[u8]> {
        let mut moved: Vec<StonePlacement> = taken
            .iter()
            .map(|placement| StonePlacement {
                cells: moved(placement.cells, image),
                kind: placement.kind,
            })
            .collect();
        moved.sort_unstable_by_key(|placement| placement.cells.first());
        let mut used = vec![0; self.stones.kinds.len()];
        let mut numbers = vec![0; image.len()].into_boxed_slice();
        for placement in moved {
            let kind = usize::from(placement.kind);
            let number = self.stones.kinds[kind].stones[used[kind]];
            used[kind] += 1;
            for cell in placement.cells {
                numbers[cell.index()] = number;
            }
        }
        numbers
    }
}

impl Stones {
    /// The symmetries of the board that map solutions to solutions, each as the image of every
    /// cell; a symmetry of the rectangle that maps a cell to a hole is none of the board.
    fn images(&self, has_colours: bool) -> Vec<Vec<u8>> {
        let size = (self.rows(), self.columns());
        let is_good = |symmetry: &BoardSymmetry| {
            let (row, column) = symmetry.image((0, 0), size);
            let keeps_board = !symmetry.swaps() || size.0 == size.1;
            let keeps_colours = !has_colours || (row + column).is_multiple_of(2);
            let keeps_stones = !self.rules.no_flip || !symmetry.is_flip();
            keeps_board && keeps_colours && keeps_stones
        };
        let image = |symmetry: BoardSymmetry| {
            let image = self.board.cells().iter().map(|cell| {
                let square = self.board.square_of(cell);
                let square = (usize::from(square.row), usize::from(square.column));
                let (row, column) = symmetry.image(square, size);
                let square = Square {
                    row: row as u16,
                    column: column as u16,
                };
                Some(self.board.cell_at(square)?.index() as u8)
            });
            image.collect::<Option<Vec<u8>>>()
        };
        BoardSymmetry::all()
            .filter(is_good)
            .filter_map(image)
            .collect()
    }

    /// All places on the board where a stone in a given orientation fits the colours.
    fn places(
        &self,
        spots: &StoneShape,
        first: Option<SquareColour>,
    ) -> impl Iterator<Item = SmallCellSet> {
        let (rows, columns) = extent(spots);
        let downs = (self.rows() + 1).saturating_sub(rows);
        let asides = (self.columns() + 1).saturating_sub(columns);
        let offsets = (0..downs).flat_map(move |down| (0..asides).map(move |aside| (down, aside)));
        offsets.filter_map(move |(down, aside)| {
            spots
                .iter()
                .map(|&((row, column), colour)| {
                    let (row, column) = (row + down, column + aside);
                    let is_right = match (colour, first) {
                        (Some(colour), Some(first)) => first.at((row, column)) == colour,
                        _ => true,
                    };
                    let square = Square {
                        row: row as u16,
                        column: column as u16,
                    };
                    is_right.then(|| self.board.cell_at(square)).flatten()
                })
                .collect()
        })
    }
}

/// The image of a set of cells under a symmetry, which is given as the image of each cell.
fn moved(cells: SmallCellSet, image: &[u8]) -> SmallCellSet {
    cells
        .iter()
        .map(|cell| slidewise_board::Cell(image[cell.index()].into()))
        .collect()
}

impl SearchTree for StonesSearch<'_> {
    type Part = StonesPart;

    fn parts(&self) -> Vec<StonesPart> {
        let wanted = self.stones.kinds.iter().map(|kind| kind.stones.len() as u8);
        let root = CoverNode::new(
            self.stones.board.cells().cast(),
            self.placements.clone(),
            wanted.collect(),
        );
        let all: Vec<usize> = (0..self.images.len()).collect();
        let mut parts = match self.pivot {
            None => vec![StonesPart {
                node: root,
                copies: vec![0],
                fixing: all,
            }],
            Some(pivot) => {
                let begin = |placement: &StonePlacement| {
                    let image = |&at: &usize| moved(placement.cells, &self.images[at]);
                    let mut copies = all.clone();
                    copies.sort_by_key(image);
                    copies.dedup_by_key(|at| image(at));
                    let stays = |at: &usize| image(at) == placement.cells;
                    StonesPart {
                        node: root.with(*placement),
                        copies,
                        fixing: all.iter().copied().filter(stays).collect(),
                    }
                };
                self.firsts_of(pivot).map(begin).collect()
            }
        };
        while parts.len() < PARTS {
            let mut next = Vec::new();
            let mut has_grown = false;
            for part in parts {
                match part.node.children() {
                    None => next.push(part),
                    Some(nodes) => {
                        has_grown = true;
                        next.extend(nodes.into_iter().map(|node| StonesPart {
                            node,
                            copies: part.copies.clone(),
                            fixing: part.fixing.clone(),
                        }));
                    }
                }
            }
            parts = next;
            if !has_grown {
                break;
            }
        }
        parts
    }

    fn search(
        &self,
        part: &StonesPart,
        is_stopped: &dyn Fn() -> bool,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) {
        // The caller itself knows whether `visit` or the stop flag ended the search.
        let _ = part.node.search(is_stopped, &mut |taken| {
            if !self.stones.rules.unique {
                for &copy in &part.copies {
                    visit(&self.numbers(taken, &self.images[copy]))?;
                }
                return ControlFlow::Continue(());
            }
            // Of the solutions of this part that symmetries map to each other, count only the
            // solution with the least numbers.
            let own = self.numbers(taken, &self.images[0]);
            let is_least = |&at: &usize| own <= self.numbers(taken, &self.images[at]);
            if !part.fixing.iter().all(is_least) {
                return ControlFlow::Continue(());
            }
            let images = self.images.iter().map(|image| self.numbers(taken, image));
            visit(&images.min().unwrap_or(own))
        });
    }
}
