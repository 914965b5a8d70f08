//! Measures ready solvers on the inputs of `fill`: every solution, one thread, counted.
//!
//! ```text
//! cargo run --release --manifest-path tools/rivals/Cargo.toml -- FIGURES [SOLVER ...]
//! ```
//!
//! FIGURES is the folder with `octogram.txt`, `hidoku-10x10.txt` and `magic-85.txt`. Each line is a
//! solver, a puzzle, how many solutions it found, and the seconds that took, building the model
//! included. A solver is given no knowledge of symmetry, so that `octogram` is 129,168 solutions
//! for each of them.

use std::env;
use std::error::Error;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

/// Measures one of the solvers: how many solutions it finds.
type Solver = fn(&Puzzles) -> usize;

/// The puzzles as plain data.
struct Puzzles {
    /// Items of the exact cover: the 64 cells, then the stones.
    octogram_items: usize,
    /// Its options.
    octogram: Vec<Vec<usize>>,
    /// Rows of the Hidoku; 0 is empty.
    hidoku: Vec<Vec<usize>>,
    /// Rows of the magic board; 0 is empty.
    magic: Vec<Vec<i32>>,
}

const SOLVERS: [(&str, &str, Solver); 10] = [
    ("exact-covers", "octogram", exact_covers),
    ("xcov", "octogram", xcov),
    ("dlx-rs", "octogram", dlx_rs),
    ("dancing-links", "octogram", dancing_links),
    ("pumpkin", "hidoku-10x10", |puzzles| {
        pumpkin_hidoku(&puzzles.hidoku)
    }),
    ("pumpkin", "hidoku 4x4, empty", |_| {
        pumpkin_hidoku(&vec![vec![0; 4]; 4])
    }),
    ("pumpkin", "magic-85", pumpkin_magic),
    ("selen", "hidoku-10x10", |puzzles| {
        selen_hidoku(&puzzles.hidoku)
    }),
    ("selen", "hidoku 4x4, empty", |_| {
        selen_hidoku(&vec![vec![0; 4]; 4])
    }),
    ("selen", "magic-85", selen_magic),
];

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    let Some((folder, wanted)) = words.split_first() else {
        return Err("usage: rivals FIGURES [SOLVER ...]".into());
    };
    let puzzles = Puzzles::read(Path::new(folder))?;
    for (solver, puzzle, measure) in SOLVERS {
        if !wanted.is_empty()
            && !wanted
                .iter()
                .any(|word| format!("{solver} {puzzle}").contains(word))
        {
            continue;
        }
        let begun = Instant::now();
        let solutions = measure(&puzzles);
        println!(
            "{solver:<20} {puzzle:<18} {solutions:>9} {:>9.3} s",
            begun.elapsed().as_secs_f64()
        );
    }
    Ok(())
}

impl Puzzles {
    fn read(folder: &Path) -> Result<Puzzles, Box<dyn Error>> {
        let stones: Vec<Vec<(i32, i32)>> = fs::read_to_string(folder.join("octogram.txt"))?
            .split_inclusive('\n')
            .collect::<Vec<_>>()
            .split(|line| line.starts_with('='))
            .map(|rows| {
                let rows = (0..).zip(rows);
                rows.flat_map(|(row, line)| {
                    let letters = (0..).zip(line.trim().split(','));
                    letters
                        .filter(|&(_, letter)| letter == "X")
                        .map(move |(column, _)| (row, column))
                })
                .collect()
            })
            .collect();
        let mut octogram = Vec::new();
        for (number, stone) in stones.iter().enumerate() {
            let mut seen = Vec::new();
            for turn in 0..8 {
                let turned = |&(row, column): &(i32, i32)| {
                    let (row, column) = if turn & 1 == 0 {
                        (row, column)
                    } else {
                        (column, row)
                    };
                    (
                        if turn & 2 == 0 { row } else { -row },
                        if turn & 4 == 0 { column } else { -column },
                    )
                };
                let squares: Vec<(i32, i32)> = stone.iter().map(turned).collect();
                for row in -8..16 {
                    for column in -8..16 {
                        let there = squares.iter().map(|&(r, c)| (r + row, c + column));
                        let is_on_board =
                            |(r, c): (i32, i32)| (0..8).contains(&r) && (0..8).contains(&c);
                        if !there.clone().all(is_on_board) {
                            continue;
                        }
                        let mut option: Vec<usize> =
                            there.map(|(r, c)| (8 * r + c) as usize).collect();
                        option.sort_unstable();
                        option.push(64 + number);
                        if !seen.contains(&option) {
                            seen.push(option);
                        }
                    }
                }
            }
            octogram.append(&mut seen);
        }
        let hidoku = fs::read_to_string(folder.join("hidoku-10x10.txt"))?;
        let magic = fs::read_to_string(folder.join("magic-85.txt"))?;
        Ok(Puzzles {
            octogram_items: 64 + stones.len(),
            octogram,
            hidoku: hidoku
                .lines()
                .map(|line| {
                    line.split(',')
                        .map(|word| word.trim().parse().unwrap_or(0))
                        .collect()
                })
                .collect(),
            magic: magic
                .lines()
                .map(|line| {
                    line.split_whitespace()
                        .map(|word| word.parse().unwrap_or(0))
                        .collect()
                })
                .collect(),
        })
    }
}

fn exact_covers(puzzles: &Puzzles) -> usize {
    use exact_covers::{DlSolver, Solver};
    let items: Vec<usize> = (0..puzzles.octogram_items).collect();
    let mut solver: DlSolver<usize, ()> = DlSolver::new(&items, &[]);
    for option in &puzzles.octogram {
        solver.add_option(option, []);
    }
    let mut found = 0;
    solver.solve(|_| {
        found += 1;
        ControlFlow::Continue(())
    });
    found
}

fn xcov(puzzles: &Puzzles) -> usize {
    use xcov::{DlxBuilder, ExactCoverProblem, MrvExactCoverSearch};
    let mut builder = DlxBuilder::new(puzzles.octogram_items, 0);
    for option in &puzzles.octogram {
        let items: Vec<usize> = option.iter().map(|item| item + 1).collect();
        builder.add_option(&items);
    }
    let mut search = MrvExactCoverSearch::new(builder.build());
    let mut found = 0;
    while search.search() {
        found += 1;
    }
    found
}

fn dlx_rs(puzzles: &Puzzles) -> usize {
    let mut solver = dlx_rs::Solver::new(puzzles.octogram_items);
    for (number, option) in puzzles.octogram.iter().enumerate() {
        let items: Vec<usize> = option.iter().map(|item| item + 1).collect();
        solver.add_option(number, &items);
    }
    solver.count()
}

struct Octogram<'a> {
    options: &'a [Vec<usize>],
    items: Vec<usize>,
}

impl dancing_links::ExactCover for Octogram<'_> {
    type Possibility = Vec<usize>;
    type Constraint = usize;

    fn satisfies(&self, option: &Vec<usize>, item: &usize) -> bool {
        option.contains(item)
    }

    fn is_optional(&self, _item: &usize) -> bool {
        false
    }

    fn possibilities(&self) -> &[Vec<usize>] {
        self.options
    }

    fn constraints(&self) -> &[usize] {
        &self.items
    }
}

fn dancing_links(puzzles: &Puzzles) -> usize {
    use dancing_links::ExactCover;
    let octogram = Octogram {
        options: &puzzles.octogram,
        items: (0..puzzles.octogram_items).collect(),
    };
    octogram.solver().count()
}

fn pumpkin_count(solver: &mut pumpkin_solver::Solver) -> usize {
    use pumpkin_conflict_resolvers::resolvers::ResolutionResolver;
    use pumpkin_solver::core::results::solution_iterator::IteratedSolution;
    use pumpkin_solver::core::termination::Indefinite;
    let mut brancher = solver.default_brancher();
    let mut resolver = ResolutionResolver::default();
    let mut termination = Indefinite;
    let mut solutions =
        solver.get_solution_iterator(&mut brancher, &mut termination, &mut resolver);
    let mut found = 0;
    while let IteratedSolution::Solution(..) = solutions.next_solution() {
        found += 1;
    }
    found
}

fn pumpkin_hidoku(board: &[Vec<usize>]) -> usize {
    use pumpkin_solver::core::variables::TransformableVariable;
    let (rows, columns) = (board.len(), board[0].len());
    let mut solver = pumpkin_solver::Solver::default();
    let mut places = Vec::new();
    let mut cells = Vec::new();
    for number in 1..=rows * columns {
        let given = (0..rows * columns).find(|at| board[at / columns][at % columns] == number);
        let (row, column) = given.map_or(((0, rows - 1), (0, columns - 1)), |at| {
            ((at / columns, at / columns), (at % columns, at % columns))
        });
        let row = solver.new_bounded_integer(row.0 as i32, row.1 as i32);
        let column = solver.new_bounded_integer(column.0 as i32, column.1 as i32);
        let cell = solver.new_bounded_integer(0, (rows * columns - 1) as i32);
        let tag = solver.new_constraint_tag();
        let sum = vec![
            row.scaled(columns as i32),
            column.scaled(1),
            cell.scaled(-1),
        ];
        let _ = solver
            .add_constraint(pumpkin_constraints::equals(sum, 0, tag))
            .post();
        places.push([row, column]);
        cells.push(cell);
    }
    for pair in places.windows(2) {
        for axis in 0..2 {
            for sign in [1, -1] {
                let tag = solver.new_constraint_tag();
                let apart = vec![pair[0][axis].scaled(sign), pair[1][axis].scaled(-sign)];
                let _ = solver
                    .add_constraint(pumpkin_constraints::less_than_or_equals(apart, 1, tag))
                    .post();
            }
        }
    }
    let tag = solver.new_constraint_tag();
    let _ = solver
        .add_constraint(pumpkin_constraints::all_different(cells, tag))
        .post();
    pumpkin_count(&mut solver)
}

/// The magic square's cells as a solver's own variables, made by their least and greatest values.
fn magic_board<V>(puzzles: &Puzzles, mut variable: impl FnMut(i32, i32) -> V) -> Vec<Vec<V>> {
    let mut cell = |&given: &i32| match given {
        0 => variable(5, 29),
        given => variable(given, given),
    };
    let rows = puzzles.magic.iter();
    rows.map(|row| row.iter().map(&mut cell).collect())
        .collect()
}

/// The lines of such a board that have one sum.
fn magic_lines<V: Copy>(board: &[Vec<V>]) -> Vec<Vec<V>> {
    let cells = |line: &Vec<(usize, usize)>| {
        line.iter()
            .map(|&(row, column)| board[row][column])
            .collect()
    };
    lines().iter().map(cells).collect()
}

fn pumpkin_magic(puzzles: &Puzzles) -> usize {
    let mut solver = pumpkin_solver::Solver::default();
    let board = magic_board(puzzles, |least, greatest| {
        solver.new_bounded_integer(least, greatest)
    });
    for line in magic_lines(&board) {
        let tag = solver.new_constraint_tag();
        let _ = solver
            .add_constraint(pumpkin_constraints::equals(line, 85, tag))
            .post();
    }
    let tag = solver.new_constraint_tag();
    let _ = solver
        .add_constraint(pumpkin_constraints::all_different(board.concat(), tag))
        .post();
    pumpkin_count(&mut solver)
}

/// Rows, columns and diagonals of the magic board.
fn lines() -> Vec<Vec<(usize, usize)>> {
    let mut lines: Vec<Vec<(usize, usize)>> = Vec::new();
    for at in 0..5 {
        lines.push((0..5).map(|along| (at, along)).collect());
        lines.push((0..5).map(|along| (along, at)).collect());
    }
    lines.push((0..5).map(|along| (along, along)).collect());
    lines.push((0..5).map(|along| (along, 4 - along)).collect());
    lines
}

fn selen_hidoku(board: &[Vec<usize>]) -> usize {
    use selen::prelude::*;
    let (rows, columns) = (board.len(), board[0].len());
    let mut model = Model::with_config(SolverConfig {
        timeout_ms: None,
        ..SolverConfig::default()
    });
    let mut places = Vec::new();
    let mut cells = Vec::new();
    for number in 1..=rows * columns {
        let given = (0..rows * columns).find(|at| board[at / columns][at % columns] == number);
        let (row, column) = given.map_or(((0, rows - 1), (0, columns - 1)), |at| {
            ((at / columns, at / columns), (at % columns, at % columns))
        });
        let row = model.int(row.0 as i32, row.1 as i32);
        let column = model.int(column.0 as i32, column.1 as i32);
        let cell = model.int(0, (rows * columns - 1) as i32);
        model.new(row.mul(int(columns as i32)).add(column).eq(cell));
        places.push([row, column]);
        cells.push(cell);
    }
    for pair in places.windows(2) {
        for (one, other) in pair[0].iter().zip(&pair[1]) {
            model.new(one.sub(*other).le(int(1)));
            model.new(other.sub(*one).le(int(1)));
        }
    }
    model.alldiff(&cells);
    model.enumerate().count()
}

fn selen_magic(puzzles: &Puzzles) -> usize {
    use selen::prelude::*;
    let mut model = Model::with_config(SolverConfig {
        timeout_ms: None,
        ..SolverConfig::default()
    });
    let board = magic_board(puzzles, |least, greatest| model.int(least, greatest));
    for line in magic_lines(&board) {
        let sum = model.sum(&line);
        model.new(sum.eq(int(85)));
    }
    model.alldiff(&board.concat());
    model.enumerate().count()
}
