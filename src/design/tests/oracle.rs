//! Sweeps of small families against a slow search that shares no code with them.
//!
//! The oracle writes a board as rows of letters, makes all boards of a family by filling cells in
//! every way, and searches each of them forward, cell by cell.

use slidewise_design::{Family, PieceSet, SetKind, Sweep, SweepMeans, Wanted};
use slidewise_engine::graph::Metric;
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::atomic::AtomicBool;

/// A board: for each cell 0 (empty), 1 (wall) or the number of its piece; the goal piece is 2.
type Grid = Vec<u8>;

/// A piece as its cells relative to the first row and column of its box.
type Form = Vec<(i32, i32)>;

/// What a family is to the oracle.
struct SlowFamily {
    rows: i32,
    columns: i32,
    walls: BTreeSet<(i32, i32)>,
    /// The forms of the other pieces with their least and greatest numbers; `None`: any.
    forms: Option<Vec<(Form, usize, usize)>>,
    goal_forms: Vec<Form>,
    is_finish: Box<dyn Fn(&[(i32, i32)]) -> bool>,
    is_start: Box<dyn Fn(&[(i32, i32)]) -> bool>,
    may_stand: Box<dyn Fn(&[(i32, i32)]) -> bool>,
    least_empty: usize,
    is_lengthwise: bool,
}

fn form(cells: &[(i32, i32)]) -> Form {
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
fn all_forms(rows: i32, columns: i32) -> Vec<Form> {
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
    fn at(&self, grid: &Grid, (row, column): (i32, i32)) -> u8 {
        grid[(row * self.columns + column) as usize]
    }

    fn put(&self, grid: &mut Grid, cells: &[(i32, i32)], piece: u8) {
        for (row, column) in cells {
            grid[(row * self.columns + column) as usize] = piece;
        }
    }

    fn is_inside(&self, (row, column): (i32, i32)) -> bool {
        (0..self.rows).contains(&row) && (0..self.columns).contains(&column)
    }

    fn cells(&self, grid: &Grid, piece: u8) -> Vec<(i32, i32)> {
        let all = (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (row, column)));
        all.filter(|cell| self.at(grid, *cell) == piece).collect()
    }

    fn pieces(&self, grid: &Grid) -> Vec<Vec<(i32, i32)>> {
        let numbers: BTreeSet<u8> = grid.iter().copied().filter(|own| *own > 1).collect();
        numbers
            .into_iter()
            .map(|own| self.cells(grid, own))
            .collect()
    }

    /// What two boards have in common if alike pieces were swapped: the goal piece, and the others
    /// by their cells.
    fn picture(&self, grid: &Grid) -> Vec<Vec<(i32, i32)>> {
        let mut pieces = self.pieces(grid);
        pieces[1..].sort();
        pieces
    }

    /// The forms of the pieces, the goal piece first.
    fn set(&self, grid: &Grid) -> Vec<Form> {
        let mut forms: Vec<Form> = self.pieces(grid).iter().map(|own| form(own)).collect();
        forms[1..].sort();
        forms
    }

    /// All boards of the family.
    fn boards(&self) -> Vec<Grid> {
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
        grid: &mut Grid,
        place: usize,
        next: u8,
        forms: &[(Form, usize, usize)],
        counts: &mut Vec<usize>,
        boards: &mut Vec<Grid>,
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

    fn neighbours(&self, grid: &Grid, metric: Metric) -> Vec<Grid> {
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
    fn solve(&self, start: &Grid, metric: Metric) -> Option<(u32, u64)> {
        let mut known: HashMap<Vec<Vec<(i32, i32)>>, (u32, u64)> = HashMap::new();
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

/// The greatest lengths by set, and by set among starts with one shortest way.
struct SlowAnswer {
    boards: u64,
    moves: BTreeMap<Vec<Form>, Option<u32>>,
    unique: BTreeMap<Vec<Form>, Option<u32>>,
}

fn slow_answer(family: &SlowFamily, metric: Metric) -> SlowAnswer {
    let boards = family.boards();
    let mut pictures = BTreeSet::new();
    let mut answer = SlowAnswer {
        boards: 0,
        moves: BTreeMap::new(),
        unique: BTreeMap::new(),
    };
    for grid in boards {
        if !pictures.insert(family.picture(&grid)) {
            continue;
        }
        answer.boards += 1;
        let set = family.set(&grid);
        let is_start = (family.is_start)(&family.cells(&grid, 2));
        let solved = is_start.then(|| family.solve(&grid, metric)).flatten();
        let most = answer.moves.entry(set.clone()).or_default();
        *most = (*most).max(solved.map(|own| own.0));
        let most = answer.unique.entry(set).or_default();
        *most = (*most).max(solved.filter(|own| own.1 == 1).map(|own| own.0));
    }
    answer
}

/// The forms of a set of a sweep on a board with this many columns.
fn forms_of(set: &PieceSet, columns: u32) -> Vec<Form> {
    let cells = |shape: u64| -> Form {
        let own = (0..64).filter(|cell| shape >> cell & 1 == 1);
        own.map(|cell: u32| ((cell / columns) as i32, (cell % columns) as i32))
            .collect()
    };
    let mut forms = Vec::new();
    for &(shape, count) in &set.shapes {
        forms.extend((0..count).map(|_| form(&cells(shape))));
    }
    forms.sort();
    forms.insert(0, form(&cells(set.goal_shape)));
    forms
}

fn sweep(
    family: &Family,
    wanted: Wanted,
    threads: usize,
) -> (u64, BTreeMap<PieceSet, Option<u32>>) {
    let sweep = Sweep::new(family, wanted).unwrap();
    let stop = AtomicBool::new(false);
    let means = SweepMeans {
        threads,
        memory: 1 << 30,
        record: None,
        stop: &stop,
    };
    let swept = sweep.run(means, &|_| {}).unwrap();
    let moves = swept.starts.by_set.into_iter();
    let moves = moves.map(|(set, start)| (set, start.map(|own| own.moves)));
    (sweep.boards(), moves.collect())
}

fn wanted(metric: Metric, is_unique: bool) -> Wanted {
    Wanted {
        metric,
        by: SetKind::Pieces,
        least: 0,
        most: None,
        is_unique,
        is_minimal: false,
    }
}

/// The sets with the greatest lengths, one of each two mirror images.
fn first_of_mirrors(
    slow: &BTreeMap<Vec<Form>, Option<u32>>,
    mirrors: &[fn((i32, i32)) -> (i32, i32)],
) -> BTreeMap<Vec<Form>, Option<u32>> {
    let mut merged: BTreeMap<Vec<Form>, Option<u32>> = BTreeMap::new();
    for (set, moves) in slow {
        let first = mirrors.iter().map(|mirror| {
            let mirrored = set.iter().map(|own| {
                let cells: Vec<_> = own.iter().map(|cell| mirror(*cell)).collect();
                form(&cells)
            });
            let mut mirrored: Vec<Form> = mirrored.collect();
            mirrored[1..].sort();
            mirrored
        });
        let first = first.chain([set.clone()]).min().unwrap();
        let most = merged.entry(first).or_default();
        *most = (*most).max(*moves);
    }
    merged
}

fn compare(
    family: &Family,
    slow: &SlowFamily,
    mirrors: &[fn((i32, i32)) -> (i32, i32)],
    counts_boards: bool,
) {
    for metric in Metric::OF_ONE_PIECE {
        let answer = slow_answer(slow, metric);
        for is_unique in [false, true] {
            let (boards, moves) = sweep(family, wanted(metric, is_unique), 2);
            if counts_boards {
                assert_eq!(boards, answer.boards, "{}", family.name);
            }
            let expected = if is_unique {
                &answer.unique
            } else {
                &answer.moves
            };
            let mut expected = first_of_mirrors(expected, mirrors);
            let columns = slow.columns as u32;
            let found = moves
                .into_iter()
                .map(|(set, own)| (forms_of(&set, columns), own));
            let mut found = first_of_mirrors(&found.collect(), mirrors);
            // A set without solution is listed or not; a restricted answer leaves it out.
            expected.retain(|_, own| own.is_some());
            found.retain(|_, own| own.is_some());
            assert_eq!(found, expected, "{} {metric:?} {is_unique}", family.name);
        }
    }
}

fn polyominoes(rows: i32, columns: i32) -> SlowFamily {
    SlowFamily {
        rows,
        columns,
        walls: BTreeSet::new(),
        forms: None,
        goal_forms: all_forms(rows, columns),
        is_finish: Box::new(move |cells| {
            cells.iter().any(|own| own.0 == rows - 1)
                && cells.iter().any(|own| own.1 == columns - 1)
        }),
        is_start: Box::new(|cells| {
            cells.iter().any(|own| own.0 == 0) && cells.iter().any(|own| own.1 == 0)
        }),
        may_stand: Box::new(|_| true),
        least_empty: 1,
        is_lengthwise: false,
    }
}

#[test]
fn polyominoes_have_the_hardest_starts_of_the_oracle() {
    compare(
        &Family::polyominoes(2, 3).unwrap(),
        &polyominoes(2, 3),
        &[],
        false,
    );
    compare(
        &Family::polyominoes(2, 4).unwrap(),
        &polyominoes(2, 4),
        &[],
        false,
    );
    let transposed: fn((i32, i32)) -> (i32, i32) = |(row, column)| (column, row);
    compare(
        &Family::polyominoes(3, 3).unwrap(),
        &polyominoes(3, 3),
        &[transposed],
        false,
    );
}

#[test]
fn klotski_sets_have_the_hardest_starts_of_the_oracle() {
    for (rows, columns) in [(3, 3), (4, 2), (3, 4)] {
        let spare = columns - 2;
        let slow = SlowFamily {
            rows,
            columns,
            walls: BTreeSet::new(),
            forms: Some(vec![
                (vec![(0, 0)], 0, 99),
                (vec![(0, 0), (0, 1)], 0, 99),
                (vec![(0, 0), (1, 0)], 0, 99),
            ]),
            goal_forms: vec![vec![(0, 0), (0, 1), (1, 0), (1, 1)]],
            is_finish: Box::new(move |cells| {
                let middles = [spare / 2, (spare + 1) / 2];
                cells[0].0 == rows - 2 && middles.contains(&cells[0].1)
            }),
            is_start: Box::new(|_| true),
            may_stand: Box::new(|_| true),
            least_empty: 2,
            is_lengthwise: false,
        };
        let family = Family::klotski(rows as u32, columns as u32).unwrap();
        compare(&family, &slow, &[], true);
    }
}

#[test]
fn parking_lots_have_the_hardest_starts_of_the_oracle() {
    for (rows, columns) in [(3, 3), (2, 4)] {
        let row = (rows - 1) / 2;
        let slow = SlowFamily {
            rows,
            columns,
            walls: BTreeSet::new(),
            forms: Some(vec![
                (vec![(0, 0), (0, 1)], 0, 99),
                (vec![(0, 0), (1, 0)], 0, 99),
                (vec![(0, 0), (0, 1), (0, 2)], 0, 99),
                (vec![(0, 0), (1, 0), (2, 0)], 0, 99),
            ]),
            goal_forms: vec![vec![(0, 0), (0, 1)]],
            is_finish: Box::new(move |cells| cells[1].1 == columns - 1),
            is_start: Box::new(|_| true),
            may_stand: Box::new(move |cells| cells[0].0 == row),
            least_empty: 0,
            is_lengthwise: true,
        };
        let family = Family::rush(rows as u32, columns as u32).unwrap();
        compare(&family, &slow, &[], false);
    }
}

#[test]
fn families_of_files_have_the_hardest_starts_of_the_oracle() {
    let text = "board = '''\n...\n.#.\n...\n...\n'''\n\
                [[goal]]\nboard = '''\n...\n.#.\n...\n..X\n'''\n\
                [[goal]]\nboard = '''\n..X\n.#.\n...\n...\n'''\n\
                [[piece]]\nshape = '''\nA.\nAA\n'''\ncount = 1\n\
                [[piece]]\nshape = 'BB'\ncount = [0, 2]\n\
                [[piece]]\nshape = '''\nC\nC\n'''\ncount = [1, 2]\n";
    let family = Family::from_document("file", text).unwrap();
    let slow = SlowFamily {
        rows: 4,
        columns: 3,
        walls: [(1, 1)].into(),
        forms: Some(vec![
            (vec![(0, 0), (1, 0), (1, 1)], 1, 1),
            (vec![(0, 0), (0, 1)], 0, 2),
            (vec![(0, 0), (1, 0)], 1, 2),
        ]),
        goal_forms: vec![vec![(0, 0)]],
        is_finish: Box::new(|cells| [(3, 2), (0, 2)].contains(&cells[0])),
        is_start: Box::new(|_| true),
        may_stand: Box::new(|_| true),
        least_empty: 0,
        is_lengthwise: false,
    };
    compare(&family, &slow, &[], true);
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let family = Family::klotski(4, 4).unwrap();
    let asked = wanted(Metric::Move, false);
    let sweep = Sweep::new(&family, asked).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("record");
    let stop = AtomicBool::new(false);
    let run = |threads, record| {
        let means = SweepMeans {
            threads,
            memory: 1 << 30,
            record,
            stop: &stop,
        };
        sweep.run(means, &|_| {})
    };
    let whole = run(1, None).unwrap();
    assert_eq!(run(2, Some(record.as_path())).unwrap(), whole);
    let bytes = std::fs::read(&record).unwrap();
    // A killed run leaves any beginning of the record.
    let ends = [
        0,
        1,
        40,
        bytes.len() / 3,
        bytes.len() / 2,
        bytes.len() - 1,
        bytes.len(),
    ];
    for end in ends {
        std::fs::write(&record, &bytes[..end]).unwrap();
        assert_eq!(run(2, Some(record.as_path())).unwrap(), whole, "{end}");
    }
    for place in [0, 20, bytes.len() / 2, bytes.len() - 2] {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1;
        std::fs::write(&record, &damaged).unwrap();
        let error = run(2, Some(record.as_path())).unwrap_err().to_string();
        assert!(error.contains("is damaged"), "{place}: {error}");
    }
}

#[test]
fn components_are_counted() {
    let stop = AtomicBool::new(false);
    let means = SweepMeans {
        threads: 2,
        memory: 1 << 30,
        record: None,
        stop: &stop,
    };
    // Two cells must be empty, so that the square is alone: two boards, which one move joins.
    let family = Family::klotski(2, 3).unwrap();
    assert_eq!(family.components(means).unwrap(), 1);
    let family = Family::klotski(3, 3).unwrap();
    let slow = slow_components();
    assert_eq!(family.components(means).unwrap(), slow);
}

/// The components of the boards of `klotski:3x3`, by searches from one board after another.
fn slow_components() -> u64 {
    let slow = SlowFamily {
        rows: 3,
        columns: 3,
        walls: BTreeSet::new(),
        forms: Some(vec![
            (vec![(0, 0)], 0, 99),
            (vec![(0, 0), (0, 1)], 0, 99),
            (vec![(0, 0), (1, 0)], 0, 99),
        ]),
        goal_forms: vec![vec![(0, 0), (0, 1), (1, 0), (1, 1)]],
        is_finish: Box::new(|_| false),
        is_start: Box::new(|_| true),
        may_stand: Box::new(|_| true),
        least_empty: 2,
        is_lengthwise: false,
    };
    let mut seen = BTreeSet::new();
    let mut components = 0;
    for grid in slow.boards() {
        if !seen.insert(slow.picture(&grid)) {
            continue;
        }
        components += 1;
        let mut waiting = vec![grid];
        while let Some(own) = waiting.pop() {
            for next in slow.neighbours(&own, Metric::Step) {
                if seen.insert(slow.picture(&next)) {
                    waiting.push(next);
                }
            }
        }
    }
    components
}
