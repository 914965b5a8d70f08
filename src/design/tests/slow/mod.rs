//! A slow search of families, which shares no code with the sweeps.
//!
//! It makes all boards by filling cells in every way, and joins each with the boards that one move
//! leads to. The tool `families` uses it, too.
//!
//! | file | holds |
//! |---|---|
//! | `answers` | the answers of the slow search, and where a sweep differs from them |
//! | `random_family` | random files of families |

pub(crate) mod answers;
pub(crate) mod random_family;

use slidewise_engine::graph::Metric;
use std::collections::{BTreeSet, HashMap};
use std::ops::RangeInclusive;

/// A board: for each cell 0 (empty), 1 (wall) or the number of its piece; the goal piece is 2.
pub(crate) type SlowBoard = Vec<u8>;

/// A piece as its cells relative to the first row and column of its box.
pub(crate) type Form = Vec<(i32, i32)>;

/// Row and column of a cell.
pub(crate) type CellPlace = (i32, i32);

/// Whether a piece that covers these cells passes.
pub(crate) type Test = Box<dyn Fn(&[CellPlace]) -> bool>;

/// A board by the cells of its pieces: alike pieces are not told apart.
type BoardPicture = Vec<Vec<CellPlace>>;

/// A kind of pieces beside the goal piece.
#[derive(Clone)]
pub(crate) struct SlowKind {
    pub form: Form,
    /// How many of them.
    pub count: RangeInclusive<usize>,
    /// The row that the first cell never leaves.
    pub row: Option<i32>,
    /// The column that the first cell never leaves.
    pub column: Option<i32>,
}

impl SlowKind {
    /// Pieces of a form, anywhere.
    pub(crate) fn anywhere(form: Form, count: RangeInclusive<usize>) -> SlowKind {
        SlowKind {
            form,
            count,
            row: None,
            column: None,
        }
    }

    /// Whether a piece that covers these cells may be one of this kind.
    fn has(&self, cells: &[CellPlace]) -> bool {
        let (row, column) = cells[0];
        form(cells) == self.form
            && self.row.is_none_or(|own| own == row)
            && self.column.is_none_or(|own| own == column)
    }
}

/// What a family is to the oracle.
pub(crate) struct SlowFamily {
    pub rows: i32,
    pub columns: i32,
    pub walls: BTreeSet<(i32, i32)>,
    /// The other pieces; `None`: any.
    pub kinds: Option<Vec<SlowKind>>,
    pub goal_forms: Vec<Form>,
    pub is_finish: Test,
    pub is_start: Test,
    pub may_stand: Test,
    pub empty: RangeInclusive<usize>,
    pub is_lengthwise: bool,
}

/// The boards of a family, each once, and those that one move leads to.
pub(crate) struct SlowGraph {
    pub boards: Vec<SlowBoard>,
    neighbours: Vec<Vec<usize>>,
}

pub(crate) fn form(cells: &[(i32, i32)]) -> Form {
    let top = cells.iter().map(|cell| cell.0).min().unwrap();
    let left = cells.iter().map(|cell| cell.1).min().unwrap();
    let mut form: Form = cells
        .iter()
        .map(|cell| (cell.0 - top, cell.1 - left))
        .collect();
    form.sort_unstable();
    form
}

/// All connected forms within a box, by growing them cell by cell.
pub(crate) fn all_forms(rows: i32, columns: i32) -> Vec<Form> {
    let mut known: BTreeSet<Form> = [vec![(0, 0)]].into();
    let mut waiting: Vec<Form> = known.iter().cloned().collect();
    while let Some(own) = waiting.pop() {
        for &(row, column) in &own {
            for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                let cell = (row + down, column + right);
                if own.contains(&cell) {
                    continue;
                }
                let mut cells = own.clone();
                cells.push(cell);
                let grown = form(&cells);
                let fits = grown.iter().all(|own| own.0 < rows && own.1 < columns);
                if fits && known.insert(grown.clone()) {
                    waiting.push(grown);
                }
            }
        }
    }
    known.into_iter().collect()
}

impl SlowFamily {
    fn at(&self, grid: &SlowBoard, (row, column): (i32, i32)) -> u8 {
        grid[(row * self.columns + column) as usize]
    }

    fn put(&self, grid: &mut SlowBoard, cells: &[(i32, i32)], piece: u8) {
        for (row, column) in cells {
            grid[(row * self.columns + column) as usize] = piece;
        }
    }

    fn is_inside(&self, (row, column): (i32, i32)) -> bool {
        (0..self.rows).contains(&row) && (0..self.columns).contains(&column)
    }

    pub(crate) fn cells(&self, grid: &SlowBoard, piece: u8) -> Vec<(i32, i32)> {
        let all = (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (row, column)));
        all.filter(|cell| self.at(grid, *cell) == piece).collect()
    }

    fn pieces(&self, grid: &SlowBoard) -> BoardPicture {
        let numbers: BTreeSet<u8> = grid.iter().copied().filter(|own| *own > 1).collect();
        numbers
            .into_iter()
            .map(|own| self.cells(grid, own))
            .collect()
    }

    /// What two boards have in common if alike pieces were swapped: the goal piece, and the others
    /// by their cells.
    pub(crate) fn picture(&self, grid: &SlowBoard) -> BoardPicture {
        let mut pieces = self.pieces(grid);
        pieces[1..].sort();
        pieces
    }

    /// The forms of the pieces, the goal piece first.
    pub(crate) fn set(&self, grid: &SlowBoard) -> Vec<Form> {
        let mut forms: Vec<Form> = self.pieces(grid).iter().map(|own| form(own)).collect();
        forms[1..].sort();
        forms
    }

    /// All boards of the family, those that look alike as often as they are made; some of them if
    /// they are more than `most`.
    pub(crate) fn boards(&self, most: usize) -> Vec<SlowBoard> {
        let mut bare = vec![0; (self.rows * self.columns) as usize];
        for wall in &self.walls {
            self.put(&mut bare, &[*wall], 1);
        }
        let any = all_forms(self.rows, self.columns);
        let any = any.into_iter();
        let kinds: Vec<SlowKind> = match &self.kinds {
            Some(kinds) => kinds.clone(),
            None => any
                .map(|own| SlowKind::anywhere(own, 0..=usize::MAX))
                .collect(),
        };
        let mut boards = Vec::new();
        for goal in &self.goal_forms {
            for row in 0..self.rows {
                for column in 0..self.columns {
                    let cells: Vec<_> = goal
                        .iter()
                        .map(|own| (own.0 + row, own.1 + column))
                        .collect();
                    let is_free =
                        |cell: &(i32, i32)| self.is_inside(*cell) && self.at(&bare, *cell) == 0;
                    if cells.iter().all(is_free) && (self.may_stand)(&cells) {
                        let mut grid = bare.clone();
                        self.put(&mut grid, &cells, 2);
                        let mut counts = vec![0; kinds.len()];
                        self.fill(&mut grid, 0, most, &kinds, &mut counts, &mut boards);
                    }
                }
            }
        }
        boards
    }

    /// Fills the cells from `place` on in every way.
    fn fill(
        &self,
        grid: &mut SlowBoard,
        place: usize,
        most: usize,
        kinds: &[SlowKind],
        counts: &mut Vec<usize>,
        boards: &mut Vec<SlowBoard>,
    ) {
        if boards.len() > most {
            return;
        }
        if place == grid.len() {
            let empty = grid.iter().filter(|own| **own == 0).count();
            let mut counted = kinds.iter().zip(counts.iter());
            let is_counted = counted.all(|(own, count)| own.count.contains(count));
            if is_counted && self.empty.contains(&empty) {
                boards.push(grid.clone());
            }
            return;
        }
        self.fill(grid, place + 1, most, kinds, counts, boards);
        if grid[place] != 0 {
            return;
        }
        let (row, column) = (place as i32 / self.columns, place as i32 % self.columns);
        for (number, kind) in kinds.iter().enumerate() {
            // The first cell in reading order stands on `place`.
            let first = kind.form[0];
            let cells: Vec<_> = kind
                .form
                .iter()
                .map(|cell| (cell.0 - first.0 + row, cell.1 - first.1 + column))
                .collect();
            let is_free = |cell: &(i32, i32)| self.is_inside(*cell) && self.at(grid, *cell) == 0;
            let is_more = counts[number] < *kind.count.end();
            if is_more && kind.has(&cells) && cells.iter().all(is_free) {
                let next = 3 + counts.iter().sum::<usize>();
                self.put(grid, &cells, next as u8);
                counts[number] += 1;
                self.fill(grid, place + 1, most, kinds, counts, boards);
                counts[number] -= 1;
                self.put(grid, &cells, 0);
            }
        }
    }

    pub(crate) fn neighbours(&self, grid: &SlowBoard, metric: Metric) -> Vec<SlowBoard> {
        let mut found = Vec::new();
        for cells in self.pieces(grid) {
            let piece = self.at(grid, cells[0]);
            let is_lying = cells.iter().all(|cell| cell.0 == cells[0].0);
            let mut directions = vec![(0, 1), (0, -1), (1, 0), (-1, 0)];
            if self.is_lengthwise && cells.len() > 1 {
                directions.retain(|own| (own.0 == 0) == is_lying);
            }
            if piece != 2 {
                let mut kinds = self.kinds.iter().flatten();
                let kind = kinds.find(|kind| kind.has(&cells));
                directions.retain(|own| {
                    kind.is_none_or(|kind| {
                        (own.0 == 0 || kind.row.is_none()) && (own.1 == 0 || kind.column.is_none())
                    })
                });
            }
            let moved = |cells: &[(i32, i32)], by: (i32, i32)| -> Option<Vec<(i32, i32)>> {
                let to: Vec<_> = cells
                    .iter()
                    .map(|own| (own.0 + by.0, own.1 + by.1))
                    .collect();
                let is_free = |cell: &(i32, i32)| {
                    self.is_inside(*cell) && [0, piece].contains(&self.at(grid, *cell))
                };
                to.iter().all(is_free).then_some(to)
            };
            let mut places: BTreeSet<Vec<(i32, i32)>> = BTreeSet::new();
            match metric {
                Metric::Move => {
                    let mut waiting = vec![cells.clone()];
                    while let Some(own) = waiting.pop() {
                        for &by in &directions {
                            if let Some(to) = moved(&own, by)
                                && to != cells
                                && places.insert(to.clone())
                            {
                                waiting.push(to);
                            }
                        }
                    }
                }
                _ => {
                    for &by in &directions {
                        let mut own = cells.clone();
                        while let Some(to) = moved(&own, by) {
                            places.insert(to.clone());
                            own = to;
                            if metric == Metric::Step {
                                break;
                            }
                        }
                    }
                }
            }
            for to in places {
                let mut next = grid.clone();
                self.put(&mut next, &cells, 0);
                self.put(&mut next, &to, piece);
                found.push(next);
            }
        }
        found
    }

    /// All boards, those that look alike once, and what moves join.
    pub(crate) fn graph(&self, metric: Metric) -> SlowGraph {
        let mut numbers: HashMap<BoardPicture, usize> = HashMap::new();
        let mut boards = Vec::new();
        for grid in self.boards(usize::MAX) {
            numbers.entry(self.picture(&grid)).or_insert_with(|| {
                boards.push(grid);
                boards.len() - 1
            });
        }
        let neighbours = boards.iter().map(|grid| {
            let found = self.neighbours(grid, metric).into_iter();
            let found = found.map(|next| numbers[&self.picture(&next)]);
            found.collect()
        });
        SlowGraph {
            neighbours: neighbours.collect(),
            boards,
        }
    }
}

impl SlowGraph {
    /// For each board the fewest moves to a board that `is_finish` picks and the number of ways
    /// that short; `None` if there is none.
    pub(crate) fn distances(
        &self,
        is_finish: impl Fn(&SlowBoard) -> bool,
    ) -> Vec<Option<(u32, u64)>> {
        let mut known: Vec<Option<(u32, u64)>> = vec![None; self.boards.len()];
        let mut order = Vec::new();
        for (number, board) in self.boards.iter().enumerate() {
            if is_finish(board) {
                known[number] = Some((0, 1));
                order.push(number);
            }
        }
        let mut done = 0;
        while let Some(&number) = order.get(done) {
            done += 1;
            let (distance, ways) = known[number].expect("what is in order is known");
            for &next in &self.neighbours[number] {
                match &mut known[next] {
                    Some((own, sum)) if *own == distance + 1 => *sum += ways,
                    Some(_) => {}
                    None => {
                        known[next] = Some((distance + 1, ways));
                        order.push(next);
                    }
                }
            }
        }
        known
    }

    /// The number of components.
    pub(crate) fn components(&self) -> u64 {
        let mut is_seen = vec![false; self.boards.len()];
        let mut components = 0;
        for first in 0..self.boards.len() {
            components += u64::from(!is_seen[first]);
            let mut waiting = vec![first];
            while let Some(own) = waiting.pop() {
                if !std::mem::replace(&mut is_seen[own], true) {
                    waiting.extend(&self.neighbours[own]);
                }
            }
        }
        components
    }
}
