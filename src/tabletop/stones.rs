//! Stones on a board: polyominoes, their squares black, white or of any colour, that fill a chequered rectangle.
//!
//! Stones that are alike are of one kind; they get their numbers in reading order, so that swapping them makes
//! no second solution. Turning or flipping the whole board leads from one solution to others. Hence one stone that
//! has no like is laid only once for all places that such symmetries lead to each other: what is found with it
//! there stands for its images. Of eight symmetries that leaves an eighth of the search.

use super::cover::{Node, Placement};
use super::fault::{Fault, quoted};
use super::filled::{Colour, Filled};
use super::hunt::{Found, Hunt, Progress, Tree};
use super::sheet::{Line, lines_of, text_of};
use super::symmetry::Symmetry;
use slidewise_board::{Board, SmallSet, Square};
use std::ops::ControlFlow;

/// What may be done with the stones, and what counts.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct StonesRules {
    /// Columns and rows of the board; `None` for the square that the stones' squares make up.
    pub board: Option<(usize, usize)>,
    /// The colour of the top left square; `None` for both.
    pub first: Option<Colour>,
    /// Stones may be turned, but not flipped over.
    pub no_flip: bool,
    /// Every square of a stone is of any colour.
    pub no_colours: bool,
    /// Count one of each class of solutions that symmetries of the board lead to each other: turns and, where
    /// stones may be flipped, flips that keep its colours.
    pub unique: bool,
}

/// Stones and a board.
#[derive(Clone, Debug)]
pub struct Stones {
    board: Board,
    kinds: Vec<Kind>,
    firsts: Vec<Option<Colour>>,
    rules: StonesRules,
    count: usize,
}

/// A square of a stone, and the colour that it must lie on.
type Spot = ((usize, usize), Option<Colour>);

/// A stone as read: its spots, with no empty row or column around them.
type Spots = Vec<Spot>;

/// Stones that are alike.
#[derive(Clone, Debug)]
struct Kind {
    /// All ways to lay one down, turned and flipped.
    turned: Vec<Spots>,
    /// The numbers of the stones, from 0, least first.
    stones: Vec<u8>,
}

/// One colouring of the board, and all that follows from it.
struct Laying<'a> {
    stones: &'a Stones,
    placements: Vec<Placement>,
    /// Where each symmetry that may be used takes each cell; the identity first.
    images: Vec<Vec<u8>>,
    /// The kind that is laid first, if symmetries are to save work.
    pivot: Option<u8>,
}

/// A node, and which images of its solutions are to be given.
struct Part {
    node: Node,
    /// Numbers of symmetries: the images of the first stone laid, each by one of them.
    copies: Vec<usize>,
    /// Numbers of symmetries that leave the first stone where it is.
    fixing: Vec<usize>,
}

/// Enough parts to keep many threads busy, few enough to cost nothing.
const PARTS: usize = 256;

/// What is expected of a board.
const LARGEST: &str = "a board of at most 128 squares";
/// As many.
const MOST: usize = 128;

impl Stones {
    /// Reads stones: rows of `B`, `W`, `X` (any colour) and `_` (not covered) with commas between them; a line of
    /// `=` ends a stone.
    ///
    /// # Errors
    /// If rows of a stone differ in length, a letter is unknown, a stone covers nothing, or the stones' squares
    /// are not those of the board; if the board has more than 128.
    pub fn read(bytes: &[u8], rules: &StonesRules) -> Result<Stones, Fault> {
        let lines = lines_of(text_of(bytes)?)?;
        let stones = stones_of(&lines)?;
        let (columns, rows) = size_of_board(&stones, rules.board)?;
        let board = Board::new(rows, columns, |_| false).ok();
        let board = board.filter(|board| board.cell_count() <= MOST);
        let board = board.ok_or_else(|| {
            let found = format!("one of {rows} rows and {columns} columns");
            Fault::of_words(LARGEST, found)
        })?;
        let mut kinds: Vec<Kind> = Vec::new();
        for (number, (_, spots)) in (0..).zip(&stones) {
            let mut spots = spots.clone();
            if rules.no_colours {
                for (_, colour) in &mut spots {
                    *colour = None;
                }
            }
            let turned = all_turned(&spots, !rules.no_flip);
            // The least of all ways to turn it tells whether two stones are alike.
            match kinds.iter_mut().find(|kind| kind.turned[0] == turned[0]) {
                Some(kind) => kind.stones.push(number),
                None => kinds.push(Kind {
                    turned,
                    stones: vec![number],
                }),
            }
        }
        let spots = || kinds.iter().flat_map(|kind| &kind.turned[0]);
        let firsts = match (spots().any(|(_, colour)| colour.is_some()), rules.first) {
            (false, _) => vec![None],
            (true, Some(first)) => vec![Some(first)],
            (true, None) => vec![Some(Colour::Black), Some(Colour::White)],
        };
        Ok(Stones {
            board,
            kinds,
            firsts,
            rules: *rules,
            count: stones.len(),
        })
    }

    /// How many rows the board has.
    pub fn rows(&self) -> usize {
        self.board.rows()
    }

    /// How many columns the board has.
    pub fn columns(&self) -> usize {
        self.board.columns()
    }

    /// How many stones there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The colours of the top left square that are to be tried; one `None` where colours do not count.
    pub fn firsts(&self) -> &[Option<Colour>] {
        &self.firsts
    }

    /// Finds all ways to fill the board whose top left square has the colour `first`.
    ///
    /// A node of the search costs some nanoseconds for each placement that is left.
    pub fn hunt(
        &self,
        first: Option<Colour>,
        hunt: &Hunt<'_>,
        tell: &mut dyn FnMut(Progress),
    ) -> Found<Filled> {
        let laying = Laying::new(self, first);
        hunt.go(&laying, tell).map(|numbers| Filled {
            numbers: numbers
                .iter()
                .map(|&number| i64::from(number) + 1)
                .collect(),
            columns: self.columns(),
            first,
        })
    }
}

/// The stones with the line where each begins.
fn stones_of(lines: &[Line<'_>]) -> Result<Vec<(usize, Spots)>, Fault> {
    let mut stones: Vec<(usize, Spots)> = Vec::new();
    let mut rows: Vec<Line<'_>> = Vec::new();
    let mut area = 0;
    for line in lines {
        let text = line.text.trim();
        if text.is_empty() && rows.is_empty() {
            continue;
        }
        if !text.starts_with('=') {
            rows.push(*line);
            continue;
        }
        if let Some((at, c)) = text.chars().enumerate().find(|&(_, c)| c != '=') {
            let indent = line.text.chars().take_while(|c| c.is_whitespace()).count();
            let place = (line.number, indent + at + 1);
            let found = quoted(c.encode_utf8(&mut [0; 4]));
            return Err(Fault::at(place, "a line of `=` alone", found));
        }
        if rows.is_empty() {
            let place = (line.number, 1);
            return Err(Fault::at(place, "a stone before the line of `=`", "none"));
        }
        stones.push(stone_of(&rows, &mut area)?);
        rows.clear();
    }
    if !rows.is_empty() {
        stones.push(stone_of(&rows, &mut area)?);
    }
    Ok(stones)
}

fn stone_of(rows: &[Line<'_>], area: &mut usize) -> Result<(usize, Spots), Fault> {
    let begin = (rows[0].number, 1);
    let mut spots = Vec::new();
    let columns = rows[0].between_commas().len();
    for (row, line) in rows.iter().enumerate() {
        let words = line.between_commas();
        if words.len() != columns {
            let at = words.get(columns).or(words.last());
            return Err(Fault::at(
                at.map_or(begin, |word| word.place),
                format!("a row of {columns}, as the stone's first has"),
                format!("one of {}", words.len()),
            ));
        }
        for (column, word) in words.iter().enumerate() {
            let colour = match word.text {
                "_" => continue,
                "X" => None,
                "B" => Some(Colour::Black),
                "W" => Some(Colour::White),
                text => {
                    let found = match text {
                        "" => "nothing".to_owned(),
                        text => quoted(text),
                    };
                    return Err(Fault::at(word.place, "B, W, X or _", found));
                }
            };
            *area += 1;
            if *area > MOST {
                let expected = format!("at most {} squares in all", MOST);
                return Err(Fault::at(word.place, expected, "one more"));
            }
            spots.push(((row, column), colour));
        }
    }
    if spots.is_empty() {
        return Err(Fault::at(begin, "a stone", "one that covers no square"));
    }
    Ok((rows[0].number, normal(spots)))
}

/// Moved up and left as far as can be, in reading order.
fn normal(mut spots: Spots) -> Spots {
    let top = spots.iter().map(|&((row, _), _)| row).min().unwrap_or(0);
    let left = spots
        .iter()
        .map(|&((_, column), _)| column)
        .min()
        .unwrap_or(0);
    for ((row, column), _) in &mut spots {
        *row -= top;
        *column -= left;
    }
    spots.sort_unstable();
    spots
}

/// Rows and columns that the spots take.
fn extent(spots: &Spots) -> (usize, usize) {
    let rows = spots.iter().map(|&((row, _), _)| row + 1).max();
    let columns = spots.iter().map(|&((_, column), _)| column + 1).max();
    (rows.unwrap_or(0), columns.unwrap_or(0))
}

/// All different ways to lay a stone down, the least first.
fn all_turned(spots: &Spots, may_flip: bool) -> Vec<Spots> {
    let size = extent(spots);
    let mut turned: Vec<Spots> = Symmetry::all()
        .filter(|symmetry| may_flip || !symmetry.is_flip())
        .map(|symmetry| {
            let spots = spots.iter();
            normal(
                spots
                    .map(|&(square, colour)| (symmetry.image(square, size), colour))
                    .collect(),
            )
        })
        .collect();
    turned.sort_unstable();
    turned.dedup();
    turned
}

/// Columns and rows.
fn size_of_board(
    stones: &[(usize, Spots)],
    asked: Option<(usize, usize)>,
) -> Result<(usize, usize), Fault> {
    let area: usize = stones.iter().map(|(_, spots)| spots.len()).sum();
    let found = match area {
        1 => "1 square".to_owned(),
        _ => format!("{area} squares"),
    };
    let last = (stones.last().map_or(1, |&(line, _)| line), 1);
    if let Some((columns, rows)) = asked {
        let wanted = columns.checked_mul(rows);
        if wanted != Some(area) {
            let expected = match wanted {
                Some(wanted) => {
                    format!("stones of {wanted} squares, for the board {columns}x{rows}")
                }
                None => LARGEST.to_owned(),
            };
            return Err(Fault::at(last, expected, found).of_misfit());
        }
        return Ok((columns, rows));
    }
    let side = area.isqrt();
    if side * side != area {
        let expected = format!(
            "stones that make up a square, of {} or {} squares",
            side * side,
            (side + 1) * (side + 1)
        );
        return Err(Fault::at(last, expected, found).of_misfit());
    }
    Ok((side, side))
}

impl<'a> Laying<'a> {
    fn new(stones: &'a Stones, first: Option<Colour>) -> Laying<'a> {
        let mut laying = Laying {
            stones,
            placements: Vec::new(),
            images: stones.images(first.is_some()),
            pivot: None,
        };
        for (kind, Kind { turned, .. }) in (0..).zip(&stones.kinds) {
            let all = turned.iter().flat_map(|spots| stones.places(spots, first));
            let mut cells: Vec<SmallSet> = all.collect();
            cells.sort_unstable();
            cells.dedup();
            let placements = cells.into_iter().map(|cells| Placement { cells, kind });
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

    /// Of all placements of a kind that symmetries lead to each other, the least.
    fn firsts_of(&self, kind: u8) -> impl Iterator<Item = &Placement> {
        self.placements.iter().filter(move |placement| {
            let is_least = |image: &Vec<u8>| placement.cells <= moved(placement.cells, image);
            placement.kind == kind && self.images.iter().all(is_least)
        })
    }

    /// Which stone covers each cell, after a symmetry.
    fn numbers(&self, taken: &[Placement], image: &[u8]) -> Box<[u8]> {
        let mut moved: Vec<Placement> = taken
            .iter()
            .map(|placement| Placement {
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
    /// Where the symmetries of the board that lead solutions to solutions take each cell.
    fn images(&self, has_colours: bool) -> Vec<Vec<u8>> {
        let size = (self.rows(), self.columns());
        let is_good = |symmetry: &Symmetry| {
            let (row, column) = symmetry.image((0, 0), size);
            let keeps_board = !symmetry.swaps() || size.0 == size.1;
            let keeps_colours = !has_colours || (row + column).is_multiple_of(2);
            let keeps_stones = !self.rules.no_flip || !symmetry.is_flip();
            keeps_board && keeps_colours && keeps_stones
        };
        let image = |symmetry: Symmetry| {
            let cells = 0..self.board.cell_count();
            let image = cells.map(|cell| {
                let square = (cell / size.1, cell % size.1);
                let (row, column) = symmetry.image(square, size);
                (row * size.1 + column) as u8
            });
            image.collect()
        };
        Symmetry::all().filter(is_good).map(image).collect()
    }

    /// All places on the board for a stone as it is turned.
    fn places(&self, spots: &Spots, first: Option<Colour>) -> impl Iterator<Item = SmallSet> {
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

/// A set of cells after a symmetry.
fn moved(cells: SmallSet, image: &[u8]) -> SmallSet {
    cells
        .iter()
        .map(|cell| slidewise_board::Cell(image[cell.index()].into()))
        .collect()
}

impl Tree for Laying<'_> {
    type Part = Part;

    fn parts(&self) -> Vec<Part> {
        let wanted = self.stones.kinds.iter().map(|kind| kind.stones.len() as u8);
        let root = Node::new(
            self.stones.board.cells().cast(),
            self.placements.clone(),
            wanted.collect(),
        );
        let all: Vec<usize> = (0..self.images.len()).collect();
        let mut parts = match self.pivot {
            None => vec![Part {
                node: root,
                copies: vec![0],
                fixing: all,
            }],
            Some(pivot) => {
                let begin = |placement: &Placement| {
                    let image = |&at: &usize| moved(placement.cells, &self.images[at]);
                    let mut copies = all.clone();
                    copies.sort_by_key(image);
                    copies.dedup_by_key(|at| image(at));
                    let stays = |at: &usize| image(at) == placement.cells;
                    Part {
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
                        next.extend(nodes.into_iter().map(|node| Part {
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
        part: &Part,
        is_stopped: &dyn Fn() -> bool,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) {
        // Whether the search was ended matters to nobody here.
        let _ = part.node.search(is_stopped, &mut |taken| {
            if !self.stones.rules.unique {
                for &copy in &part.copies {
                    visit(&self.numbers(taken, &self.images[copy]))?;
                }
                return ControlFlow::Continue(());
            }
            // Of those that symmetries lead to each other and that have the first stone here, one counts.
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
