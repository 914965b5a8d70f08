//! A slow search of families, which shares no code with the sweeps.
//!
//! It makes all boards by filling cells in every way, and searches each of them forward.

use slidewise_engine::graph::Metric;
use std::collections::{BTreeSet, HashMap, VecDeque};

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

/// What a family is to the oracle.
pub(crate) struct SlowFamily {
    pub rows: i32,
    pub columns: i32,
    pub walls: BTreeSet<(i32, i32)>,
    /// The forms of the other pieces with their least and greatest numbers; `None`: any.
    pub forms: Option<Vec<(Form, usize, usize)>>,
    pub goal_forms: Vec<Form>,
    pub is_finish: Test,
    pub is_start: Test,
    pub may_stand: Test,
    pub least_empty: usize,
    pub is_lengthwise: bool,
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

    /// All boards of the family.
    pub(crate) fn boards(&self) -> Vec<SlowBoard> {
        let mut bare = vec![0; (self.rows * self.columns) as usize];
        for wall in &self.walls {
            self.put(&mut bare, &[*wall], 1);
        }
        let any = all_forms(self.rows, self.columns);
        let forms: Vec<(Form, usize, usize)> = match &self.forms {
            Some(forms) => forms.clone(),
            None => any.into_iter().map(|own| (own, 0, usize::MAX)).collect(),
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
                        let mut counts = vec![0; forms.len()];
                        self.fill(&mut grid, 0, 3, &forms, &mut counts, &mut boards);
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
        next: u8,
        forms: &[(Form, usize, usize)],
        counts: &mut Vec<usize>,
        boards: &mut Vec<SlowBoard>,
    ) {
        if place == grid.len() {
            let empty = grid.iter().filter(|own| **own == 0).count();
            let counted = forms.iter().zip(counts.iter());
            if empty >= self.least_empty && counted.clone().all(|(own, count)| *count >= own.1) {
                boards.push(grid.clone());
            }
            return;
        }
        self.fill(grid, place + 1, next, forms, counts, boards);
        if grid[place] != 0 {
            return;
        }
        let (row, column) = (place as i32 / self.columns, place as i32 % self.columns);
        for (number, (own, _, most)) in forms.iter().enumerate() {
            // The first cell in reading order stands on `place`.
            let first = own[0];
            let cells: Vec<_> = own
                .iter()
                .map(|cell| (cell.0 - first.0 + row, cell.1 - first.1 + column))
                .collect();
            let is_free = |cell: &(i32, i32)| self.is_inside(*cell) && self.at(grid, *cell) == 0;
            if counts[number] < *most && cells.iter().all(is_free) {
                self.put(grid, &cells, next);
                counts[number] += 1;
                self.fill(grid, place + 1, next + 1, forms, counts, boards);
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

    /// The fewest moves to a finish and the number of shortest ways; `None` if there is none.
    pub(crate) fn solve(&self, start: &SlowBoard, metric: Metric) -> Option<(u32, u64)> {
        let mut known: HashMap<BoardPicture, (u32, u64)> = HashMap::new();
        known.insert(self.picture(start), (0, 1));
        let mut waiting = VecDeque::from([start.clone()]);
        let mut solved: Option<(u32, u64)> = None;
        while let Some(grid) = waiting.pop_front() {
            let (distance, ways) = known[&self.picture(&grid)];
            if solved.is_some_and(|(own, _)| distance > own) {
                break;
            }
            if (self.is_finish)(&self.cells(&grid, 2)) {
                let sum = solved.map_or(0, |(_, sum)| sum);
                solved = Some((distance, sum + ways));
            }
            for next in self.neighbours(&grid, metric) {
                let entry = known.entry(self.picture(&next));
                let is_new = matches!(entry, std::collections::hash_map::Entry::Vacant(_));
                let own = entry.or_insert((distance + 1, 0));
                if own.0 == distance + 1 {
                    own.1 += ways;
                }
                if is_new {
                    waiting.push_back(next);
                }
            }
        }
        solved
    }
}
