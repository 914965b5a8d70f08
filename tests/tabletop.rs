//! The puzzles beside the way: the documents' own boards, and random ones against searches that
//! share no code with the library.

use crate::support::position::{position, text_of};
use crate::support::random::SplitMix;
use crate::support::source_files::files_below;
use slidewise::unstable::tabletop::{
    BoardOutline, CaptureTour, Checkers, FillKind, Hidoku, JumpAnswer, MagicBoard, MagicRules,
    Neighbourhood, SolutionSearch, SquareColour, Stones, StonesRules,
};
use std::collections::HashSet;
use std::fs;
use std::path::Path;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn figure(name: &str) -> String {
    fs::read_to_string(root().join("tests/figures/others").join(name)).unwrap()
}

fn hunt() -> SolutionSearch<'static> {
    SolutionSearch {
        threads: 2,
        ..SolutionSearch::default()
    }
}

/// The neighbours of a cell in a Hidoku.
const KING: Neighbourhood = Neighbourhood::EdgesAndCorners;

/// The numbers of a filled board without holes.
fn numbers(all: &[i64]) -> Vec<Option<i64>> {
    all.iter().copied().map(Some).collect()
}

/// Solutions for each colour of the top left square.
fn filled(text: &str, rules: &StonesRules) -> Vec<(Option<SquareColour>, u64)> {
    counted(&Stones::read(text.as_bytes(), rules).unwrap())
}

/// Solutions for each colour of the top left square.
fn counted(stones: &Stones) -> Vec<(Option<SquareColour>, u64)> {
    let count = |&first: &Option<SquareColour>| {
        let found = stones.hunt(first, &hunt(), &mut |_| {});
        assert!(found.is_complete);
        assert_eq!(found.boards.len() as u64, found.solutions);
        let different: HashSet<_> = found.boards.iter().collect();
        assert_eq!(different.len(), found.boards.len(), "each solution once");
        (first, found.solutions)
    };
    stones.firsts().iter().map(count).collect()
}

#[test]
fn stones_of_the_documents_have_their_counts() {
    let plain = StonesRules::default();
    let unique = StonesRules {
        unique: true,
        ..plain
    };
    let no_flip = StonesRules {
        no_flip: true,
        ..plain
    };
    let no_colours = StonesRules {
        no_colours: true,
        ..plain
    };
    let no_colours_unique = StonesRules {
        unique: true,
        ..no_colours
    };
    let (black, white) = (Some(SquareColour::Black), Some(SquareColour::White));
    let eight = figure("stones-8x8.txt");
    assert_eq!(filled(&eight, &plain), [(black, 104), (white, 104)]);
    assert_eq!(filled(&eight, &unique), [(black, 26), (white, 26)]);
    assert_eq!(filled(&eight, &no_flip), [(black, 0), (white, 0)]);
    assert_eq!(filled(&eight, &no_colours), [(None, 3648)]);
    assert_eq!(filled(&eight, &no_colours_unique), [(None, 456)]);
    let four = figure("stones-4x4.txt");
    assert_eq!(filled(&four, &plain), [(black, 24), (white, 24)]);
    assert_eq!(filled(&four, &unique), [(black, 6), (white, 6)]);
    let three = figure("stones-3x3.txt");
    assert_eq!(filled(&three, &plain), [(black, 8), (white, 0)]);
    assert_eq!(filled(&three, &unique), [(black, 1), (white, 0)]);
    let only_white = StonesRules {
        first: white,
        ..plain
    };
    assert_eq!(filled(&four, &only_white), [(white, 24)]);
}

/// A stone of the brute force: squares with letters.
type Letters = Vec<(i32, i32, char)>;

/// All images of squares under turns and, if allowed, flips, moved to the origin; with repetitions.
fn images(squares: &Letters, may_flip: bool) -> Vec<Letters> {
    let mut images = Vec::new();
    let mut turned = squares.clone();
    for way in 0..8 {
        if way == 4 {
            turned = turned
                .iter()
                .map(|&(row, column, c)| (row, -column, c))
                .collect();
        }
        turned = turned
            .iter()
            .map(|&(row, column, c)| (column, -row, c))
            .collect();
        if way < 4 || may_flip {
            let top = turned.iter().map(|square| square.0).min().unwrap();
            let left = turned.iter().map(|square| square.1).min().unwrap();
            let moved = turned
                .iter()
                .map(|&(row, column, c)| (row - top, column - left, c));
            let mut moved: Letters = moved.collect();
            moved.sort_unstable();
            images.push(moved);
        }
    }
    images
}

/// A solution: the sets of cells that are covered together, each with what covers it.
type Solution = Vec<(Vec<(i32, i32)>, Letters)>;

/// The cells of a board in reading order, the least row and column being 0.
type Outline = Vec<(i32, i32)>;

/// Covers the first empty cell by any stone, in any way; collects solutions as sets.
fn cover(
    outline: &Outline,
    first: char,
    stones: &[Letters],
    used: &mut Vec<bool>,
    laid: &mut Solution,
    may_flip: bool,
    solutions: &mut HashSet<Solution>,
) {
    let is_empty = |row: i32, column: i32, laid: &Solution| {
        laid.iter()
            .all(|(cells, _)| !cells.contains(&(row, column)))
    };
    let mut cells = outline.iter().copied();
    let Some((row, column)) = cells.find(|&(row, column)| is_empty(row, column, laid)) else {
        let mut solution = laid.clone();
        solution.sort();
        solutions.insert(solution);
        return;
    };
    let colour_at = |row: i32, column: i32| {
        if ((row + column) % 2 == 0) == (first == 'B') {
            'B'
        } else {
            'W'
        }
    };
    for stone in 0..stones.len() {
        if used[stone] {
            continue;
        }
        let mut all = images(&stones[stone], may_flip);
        all.sort();
        all.dedup();
        for image in &all {
            // The first empty cell can only be covered by the first square in reading order.
            let (down, aside, _) = image[0];
            let moved: Letters = image
                .iter()
                .map(|&(r, c, letter)| (r + row - down, c + column - aside, letter))
                .collect();
            let fits = moved.iter().all(|&(r, c, letter)| {
                let is_inside = outline.contains(&(r, c));
                is_inside && is_empty(r, c, laid) && (letter == 'X' || letter == colour_at(r, c))
            });
            if fits {
                let cells: Vec<(i32, i32)> = moved.iter().map(|&(r, c, _)| (r, c)).collect();
                used[stone] = true;
                laid.push((cells, all[0].clone()));
                cover(outline, first, stones, used, laid, may_flip, solutions);
                laid.pop();
                used[stone] = false;
            }
        }
    }
}

/// Rows and columns of the rectangle around an outline.
fn size_of(outline: &Outline) -> (i32, i32) {
    let rows = outline.iter().map(|cell| cell.0 + 1).max().unwrap();
    let columns = outline.iter().map(|cell| cell.1 + 1).max().unwrap();
    (rows, columns)
}

/// A rectangle, half of the time with a few holes.
fn outline(random: &mut SplitMix, (rows, columns): (i32, i32)) -> Outline {
    let mut cells: Outline = (0..rows)
        .flat_map(|row| (0..columns).map(move |column| (row, column)))
        .collect();
    if random.below(2) == 0 {
        for _ in 0..1 + random.below(4) {
            if cells.len() > 2 {
                cells.remove(random.below(cells.len() as u64) as usize);
            }
        }
    }
    let top = cells.iter().map(|cell| cell.0).min().unwrap();
    let left = cells.iter().map(|cell| cell.1).min().unwrap();
    let cells = cells
        .iter()
        .map(|&(row, column)| (row - top, column - left));
    cells.collect()
}

/// An outline as a file, with a margin of holes on the right and at the bottom.
fn outline_text(outline: &Outline, margin: i32) -> String {
    let (rows, columns) = size_of(outline);
    let row = |row: i32| {
        let squares = (0..columns + margin).map(|column| {
            if outline.contains(&(row, column)) {
                '.'
            } else {
                '#'
            }
        });
        squares.collect::<String>() + "\n"
    };
    (0..rows + margin).map(row).collect()
}

/// How many classes the symmetries of a board make of solutions.
fn classes(
    solutions: &HashSet<Solution>,
    outline: &Outline,
    keeps_colours: bool,
    may_flip: bool,
) -> usize {
    let (rows, columns) = size_of(outline);
    let mut least: HashSet<Solution> = HashSet::new();
    for solution in solutions {
        let mut all = Vec::new();
        for way in 0..8 {
            let image = |(row, column): (i32, i32)| {
                let (row, column) = if way & 1 == 0 {
                    (row, column)
                } else {
                    (column, row)
                };
                let row = if way & 2 == 0 { row } else { rows - 1 - row };
                (
                    row,
                    if way & 4 == 0 {
                        column
                    } else {
                        columns - 1 - column
                    },
                )
            };
            let mirrors = (way & 1) + (way >> 1 & 1) + (way >> 2);
            let corner = image((0, 0));
            if way & 1 == 1 && rows != columns
                || keeps_colours && (corner.0 + corner.1) % 2 != 0
                || !may_flip && mirrors % 2 == 1
                || !outline.iter().all(|&cell| outline.contains(&image(cell)))
            {
                continue;
            }
            let mut moved: Solution = solution
                .iter()
                .map(|(cells, name)| {
                    let mut cells: Vec<_> = cells.iter().copied().map(image).collect();
                    cells.sort_unstable();
                    (cells, name.clone())
                })
                .collect();
            moved.sort();
            all.push(moved);
        }
        least.insert(all.into_iter().min().unwrap());
    }
    least.len()
}

/// A board cut into random stones, written as a file; most are of few squares, some letters are
/// `X`.
fn cut(random: &mut SplitMix, outline: &Outline) -> (String, Vec<Letters>) {
    let mut free = outline.clone();
    let is_plain = random.below(3) == 0;
    let mut stones = Vec::new();
    while let Some(&begin) = free.first() {
        let mut stone = vec![begin];
        free.remove(0);
        let wanted = 1 + random.below(4);
        while (stone.len() as u64) < wanted {
            let beside = |&(row, column): &(i32, i32)| {
                stone
                    .iter()
                    .any(|&(r, c): &(i32, i32)| (r - row).abs() + (c - column).abs() == 1)
            };
            let near: Vec<(i32, i32)> = free.iter().copied().filter(beside).collect();
            if near.is_empty() {
                break;
            }
            let next = near[random.below(near.len() as u64) as usize];
            free.retain(|&cell| cell != next);
            stone.push(next);
        }
        let letters: Letters = stone
            .iter()
            .map(|&(row, column)| {
                let colour = if (row + column) % 2 == 0 { 'B' } else { 'W' };
                let is_any = is_plain || random.below(4) == 0;
                (row, column, if is_any { 'X' } else { colour })
            })
            .collect();
        stones.push(images(&letters, false)[3].clone());
    }
    let mut text = String::new();
    for stone in &stones {
        let height = stone.iter().map(|square| square.0).max().unwrap();
        let width = stone.iter().map(|square| square.1).max().unwrap();
        for row in 0..=height {
            let letter = |column: i32| {
                let square = stone
                    .iter()
                    .find(|square| (square.0, square.1) == (row, column));
                square.map_or("_".to_owned(), |square| square.2.to_string())
            };
            let line: Vec<String> = (0..=width).map(letter).collect();
            text += &format!("{}\n", line.join(","));
        }
        text += "===\n";
    }
    (text, stones)
}

#[test]
fn random_stones_agree_with_brute_force() {
    let mut random = SplitMix::new(6);
    let mut seen = [[0; 3]; 2];
    for _ in 0..240 {
        let sizes = [(2, 2), (2, 3), (3, 3), (3, 4), (4, 3), (1, 6), (4, 4)];
        let size = sizes[random.below(sizes.len() as u64) as usize];
        let outline = outline(&mut random, size);
        let size = size_of(&outline);
        let (text, stones) = cut(&mut random, &outline);
        // Brute force takes swaps of alike stones one by one.
        if stones.len() > 6 {
            continue;
        }
        let rules = StonesRules {
            board: Some((size.1 as usize, size.0 as usize)),
            no_flip: random.below(2) == 0,
            ..StonesRules::default()
        };
        let is_whole = outline.len() as i32 == size.0 * size.1;
        let board = outline_text(&outline, random.below(2) as i32);
        let read = |rules: &StonesRules| {
            if is_whole {
                return Stones::read(text.as_bytes(), rules).unwrap();
            }
            let board = BoardOutline::read(board.as_bytes()).unwrap();
            Stones::read_on(text.as_bytes(), &board, rules).unwrap()
        };
        let stones_read = read(&rules);
        for &first in stones_read.firsts() {
            let letter = first.map_or('B', SquareColour::letter);
            let mut solutions = HashSet::new();
            let mut used = vec![false; stones.len()];
            let flips = !rules.no_flip;
            cover(
                &outline,
                letter,
                &stones,
                &mut used,
                &mut Vec::new(),
                flips,
                &mut solutions,
            );
            let rules = StonesRules {
                first: Some(if letter == 'B' {
                    SquareColour::Black
                } else {
                    SquareColour::White
                }),
                ..rules
            };
            assert_eq!(
                counted(&read(&rules)),
                [(first, solutions.len() as u64)],
                "{text}{board}"
            );
            let unique = StonesRules {
                unique: true,
                ..rules
            };
            let classes = classes(&solutions, &outline, first.is_some(), flips);
            assert_eq!(
                counted(&read(&unique)),
                [(first, classes as u64)],
                "{text}{board}{rules:?}"
            );
            let kind = usize::from(solutions.len() > 1) + usize::from(solutions.len() > classes);
            seen[usize::from(is_whole)][kind] += 1;
        }
    }
    assert!(seen.iter().flatten().all(|&count| count > 5), "{seen:?}");
}

/// A hole in a board of numbers.
const HOLE: i32 = -1;

/// A board of numbers: a number, 0 or [`HOLE`] for each square, and the rows and columns.
struct NumberBoard<'a> {
    given: &'a [i32],
    rows: i32,
    columns: i32,
    is_numbrix: bool,
}

/// Squares that a king reaches, or in a Numbrix a rook in one step.
fn steps(board: &NumberBoard<'_>, cell: i32) -> Vec<i32> {
    let (row, column) = (cell / board.columns, cell % board.columns);
    let mut found = Vec::new();
    for (down, aside) in [
        (0, 1),
        (1, 0),
        (0, -1),
        (-1, 0),
        (1, 1),
        (1, -1),
        (-1, 1),
        (-1, -1),
    ] {
        let (row, column) = (row + down, column + aside);
        let is_inside = (0..board.rows).contains(&row) && (0..board.columns).contains(&column);
        if is_inside && !(board.is_numbrix && down != 0 && aside != 0) {
            found.push(row * board.columns + column);
        }
    }
    found
}

/// Counts the ways to go on from the number `at` on `cell`; `given` holds a number, or 0, for each
/// cell.
fn walks(board: &NumberBoard<'_>, last: i32, cell: i32, at: i32, is_used: &mut [bool]) -> u64 {
    let wanted = board.given[cell as usize];
    let is_elsewhere = wanted != at && board.given.contains(&at);
    if wanted != 0 && wanted != at || is_elsewhere {
        return 0;
    }
    if at == last {
        return 1;
    }
    is_used[cell as usize] = true;
    let mut next = steps(board, cell);
    next.retain(|&to| !is_used[to as usize]);
    let next = next.into_iter();
    let count = next.map(|to| walks(board, last, to, at + 1, is_used)).sum();
    is_used[cell as usize] = false;
    count
}

fn walks_by_brute_force(board: &NumberBoard<'_>) -> u64 {
    let cells = board.given.iter().filter(|&&given| given != HOLE);
    let last = cells.count() as i32;
    let mut is_used = vec![false; board.given.len()];
    (0..board.rows * board.columns)
        .map(|cell| walks(board, last, cell, 1, &mut is_used))
        .sum()
}

/// The solutions of a file that the brute force counts; `separator` is the file's.
fn walks_in_text(text: &str, separator: char, is_numbrix: bool) -> u64 {
    let number = |word: &str| match word.trim() {
        "#" => HOLE,
        "_" | "." => 0,
        word => word.parse().unwrap(),
    };
    let words = |line: &str| -> Vec<i32> {
        let words = line.split(separator).filter(|word| !word.trim().is_empty());
        words.map(number).collect()
    };
    let rows: Vec<Vec<i32>> = text.lines().map(words).collect();
    walks_by_brute_force(&NumberBoard {
        given: &rows.concat(),
        rows: rows.len() as i32,
        columns: rows[0].len() as i32,
        is_numbrix,
    })
}

fn hidoku_text(given: &[i32], columns: i32, separator: &str) -> String {
    let rows = given.chunks(columns as usize).map(|row| {
        let words = row.iter().map(|&number| match number {
            0 => "_".to_owned(),
            HOLE => "#".to_owned(),
            number => number.to_string(),
        });
        words.collect::<Vec<_>>().join(separator)
    });
    rows.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_hidoku_of_the_documents_has_its_one_solution() {
    let hidoku = Hidoku::read(figure("hidoku-10x10.txt").as_bytes(), KING).unwrap();
    let found = hidoku.hunt(&hunt(), &mut |_| {});
    assert_eq!((found.solutions, found.is_complete), (1, true));
    let wanted: Vec<i64> = figure("hidoku-10x10.solution.txt")
        .split_whitespace()
        .map(|word| word.parse().unwrap())
        .collect();
    assert_eq!(found.boards[0].numbers, numbers(&wanted));
}

#[test]
fn an_empty_hidoku_has_as_many_solutions_as_brute_force_finds() {
    for (rows, columns) in [(1, 1), (1, 4), (2, 2), (3, 2), (3, 3), (4, 4), (5, 4)] {
        for neighbourhood in [KING, Neighbourhood::Edges] {
            let is_numbrix = neighbourhood == Neighbourhood::Edges;
            if rows == 5 && !is_numbrix {
                continue;
            }
            let given = vec![0; (rows * columns) as usize];
            let text = hidoku_text(&given, columns, ",");
            let hidoku = Hidoku::read(text.as_bytes(), neighbourhood).unwrap();
            let hunt = SolutionSearch { keep: 10, ..hunt() };
            let found = hidoku.hunt(&hunt, &mut |_| {});
            let wanted = walks_by_brute_force(&NumberBoard {
                given: &given,
                rows,
                columns,
                is_numbrix,
            });
            assert_eq!(found.solutions, wanted, "{rows} x {columns}");
        }
    }
}

#[test]
fn random_hidokus_agree_with_brute_force() {
    let mut random = SplitMix::new(7);
    let mut seen = [[0; 3]; 2];
    for _ in 0..500 {
        let is_numbrix = random.below(2) == 0;
        let (rows, columns) = (1 + random.below(4) as i32, 2 + random.below(3) as i32);
        let squares = (rows * columns) as u64;
        let mut given = vec![0; squares as usize];
        for _ in 0..random.below(4) {
            given[random.below(squares) as usize] = HOLE;
        }
        let count = given.iter().filter(|&&given| given != HOLE).count() as u64;
        if count == 0 {
            continue;
        }
        for _ in 0..1 + random.below(4) {
            let (cell, number) = (random.below(squares), 1 + random.below(count) as i32);
            if !given.contains(&number) && given[cell as usize] != HOLE {
                given[cell as usize] = number;
            }
        }
        let board = NumberBoard {
            given: &given,
            rows,
            columns,
            is_numbrix,
        };
        let wanted = walks_by_brute_force(&board);
        seen[usize::from(is_numbrix)][wanted.min(2) as usize] += 1;
        let neighbourhood = if is_numbrix {
            Neighbourhood::Edges
        } else {
            KING
        };
        let separator = [",", ";", " ", " , ", "\t"][random.below(5) as usize];
        let text = hidoku_text(&given, columns, separator);
        let found = match Hidoku::read(text.as_bytes(), neighbourhood) {
            Ok(hidoku) => {
                let found = hidoku.hunt(&hunt(), &mut |_| {});
                for board in &found.boards {
                    let is_hole = board.numbers.iter().map(Option::is_none);
                    assert!(is_hole.eq(given.iter().map(|&given| given == HOLE)));
                }
                found.solutions
            }
            // Numbers that contradict each other are refused at once.
            Err(fault) => {
                assert!(fault.place.is_some(), "{fault}");
                0
            }
        };
        assert_eq!(found, wanted, "{text}");
    }
    assert!(seen.iter().flatten().all(|&count| count > 20), "{seen:?}");
}

/// A puzzle with one solution: its file, the separator, and whether it is a Numbrix.
const SINGLE: [(&str, char, bool); 3] = [
    // https://rosettacode.org/wiki/Solve_a_Hidato_puzzle
    ("hidato-with-holes.csv", ',', false),
    // https://rosettacode.org/wiki/Solve_a_Numbrix_puzzle, both examples
    ("numbrix-1.txt", ' ', true),
    ("numbrix-2.txt", ' ', true),
];

#[test]
fn published_boards_with_holes_and_numbrix_boards_have_one_solution() {
    for (name, separator, is_numbrix) in SINGLE {
        let text = fs::read_to_string(root().join("tests/samples").join(name)).unwrap();
        let neighbourhood = if is_numbrix {
            Neighbourhood::Edges
        } else {
            KING
        };
        let hidoku = Hidoku::read(text.as_bytes(), neighbourhood).unwrap();
        let found = hidoku.hunt(&hunt(), &mut |_| {});
        assert_eq!((found.solutions, found.is_complete), (1, true), "{name}");
        assert_eq!(walks_in_text(&text, separator, is_numbrix), 1, "{name}");
    }
    // The solution of the first Numbrix begins as published.
    let text = fs::read_to_string(root().join("tests/samples/numbrix-1.txt")).unwrap();
    let hidoku = Hidoku::read(text.as_bytes(), Neighbourhood::Edges).unwrap();
    let found = hidoku.hunt(&hunt(), &mut |_| {});
    assert_eq!(found.boards[0].lines()[0], "49 50 51 52 53 54 75 76 81");
}

#[test]
fn a_numbrix_whose_colours_do_not_match_is_left_at_once() {
    // Odd numbers lie on one colour of the chequered board, and there is one more of them.
    for text in [
        "2,_,_,_,_,_,_,_,_\n".to_owned() + &"_,_,_,_,_,_,_,_,_\n".repeat(8),
        "#,_,_,_,_,_,_,_\n".to_owned() + &"_,_,_,_,_,_,_,_\n".repeat(6) + "_,_,_,_,_,_,_,#\n",
    ] {
        let hidoku = Hidoku::read(text.as_bytes(), Neighbourhood::Edges).unwrap();
        let found = hidoku.hunt(&hunt(), &mut |_| {});
        assert_eq!((found.solutions, found.is_complete), (0, true));
    }
}

#[test]
fn magic_boards_have_empty_cells_in_all_spellings() {
    let plain = "_ 7 _\n_ 5 _\n_ _ 8\n";
    let solution = |text: &str, rules: &MagicRules| {
        let magic = MagicBoard::read(text.as_bytes(), rules).unwrap();
        magic.hunt(&hunt(), &mut |_| {}).1.boards
    };
    let wanted = solution(plain, &MagicRules::default());
    for (mark, separator) in [("0", " "), (".", " "), ("__", ","), ("0", ";")] {
        let text = plain.replace('_', mark).replace(' ', separator);
        assert_eq!(solution(&text, &MagicRules::default()), wanted, "{text}");
    }
    // One 0 is a number, unless the smallest number or the sum leaves it out.
    let zero = "_ 0 _\n_ _ _\n_ _ 7\n";
    let fault = MagicBoard::read(zero.as_bytes(), &MagicRules::default());
    let from = |from| MagicRules {
        from: Some(from),
        sum: None,
    };
    assert!(fault.is_ok_and(|magic| magic.hunt(&hunt(), &mut |_| {}).0 == 0));
    assert!(!solution(zero, &from(2)).is_empty());
    assert!(MagicBoard::read(b"# 1\n_ _\n", &from(1)).is_err());
}

/// The twelve pentominoes.
const PENTOMINOES: [&str; 12] = [
    "_XX,XX_,_X_",
    "X,X,X,X,X",
    "X_,X_,X_,XX",
    "_X,_X,XX,X_",
    "XX,XX,X_",
    "XXX,_X_,_X_",
    "X_X,XXX",
    "X__,X__,XXX",
    "X__,XX_,_XX",
    "_X_,XXX,_X_",
    "_X,XX,_X,_X",
    "XX_,_X_,_XX",
];

fn pentominoes() -> String {
    let stone = |stone: &&str| {
        let rows = stone.split(',').map(|row| {
            let letters: Vec<String> = row.chars().map(String::from).collect();
            letters.join(",")
        });
        rows.collect::<Vec<_>>().join("\n")
    };
    PENTOMINOES
        .iter()
        .map(stone)
        .collect::<Vec<_>>()
        .join("\n=\n")
}

#[test]
fn pentominoes_have_their_published_counts() {
    let unique = StonesRules {
        unique: true,
        ..StonesRules::default()
    };
    // D. S. Scott, Programming a combinatorial puzzle, Princeton University, 1958: 65 solutions on
    // the chessboard without its four middle squares.
    let middle = "........\n".repeat(3) + &"...##...\n".repeat(2) + &"........\n".repeat(3);
    let board = BoardOutline::read(middle.as_bytes()).unwrap();
    for (rules, wanted) in [(unique, 65), (StonesRules::default(), 520)] {
        let stones = Stones::read_on(pentominoes().as_bytes(), &board, &rules).unwrap();
        assert_eq!(
            (stones.holes(), counted(&stones)),
            (4, vec![(None, wanted)])
        );
    }
    // C. B. and J. Haselgrove, A computer program for pentominoes, Eureka 23, 1960.
    let rectangle = StonesRules {
        board: Some((20, 3)),
        ..unique
    };
    assert_eq!(filled(&pentominoes(), &rectangle), [(None, 2)]);
}

#[test]
fn faults_of_outlines_say_where() {
    let outline = |text: &str| BoardOutline::read(text.as_bytes()).unwrap_err().to_string();
    assert_eq!(
        outline("..\n...\n"),
        "2:1: expected a row of 2 squares, as in the first row, found a row of 3"
    );
    assert_eq!(
        outline(".#\n.x\n"),
        "2:2: expected `.` for a cell or `#` for a hole, found `x`"
    );
    assert_eq!(
        outline("..\n\n..\n"),
        "2:1: expected a row of the board, found an empty line"
    );
    assert_eq!(
        outline("##\n##\n"),
        "1:1: expected a board with a cell, found only holes"
    );
    assert_eq!(
        outline(&"............\n".repeat(11)),
        "1:1: expected a board of at most 128 squares, found 132 squares in 11 rows and 12 columns"
    );
    let board = BoardOutline::read(b". # .\n.;.;.\n").unwrap();
    assert_eq!(board.cell_count(), 5);
    let fault = Stones::read_on(b"X,X", &board, &StonesRules::default()).unwrap_err();
    assert_eq!(
        fault.to_string(),
        "1:1: expected stones of 5 squares, for the cells of the board, found 2 squares"
    );
    assert!(fault.is_misfit);
}

#[test]
fn the_magic_board_of_the_documents_has_its_one_solution() {
    let text = figure("magic-85.txt");
    let wanted: Vec<i64> = figure("magic-85.solution.txt")
        .split_whitespace()
        .map(|word| word.parse().unwrap())
        .collect();
    for (from, sum) in [
        (Some(5), Some(85)),
        (Some(5), None),
        (None, Some(85)),
        (None, None),
    ] {
        let magic = MagicBoard::read(text.as_bytes(), &MagicRules { from, sum }).unwrap();
        assert_eq!(magic.is_deduced(), from.or(sum).is_none());
        let (from, found) = magic.hunt(&hunt(), &mut |_| {});
        assert_eq!((from, magic.sum_from(from)), (5, 85));
        assert_eq!((found.solutions, found.is_complete), (1, true));
        assert_eq!(found.boards[0].numbers, numbers(&wanted));
    }
    let other = MagicRules {
        from: Some(4),
        sum: None,
    };
    let (from, found) = MagicBoard::read(text.as_bytes(), &other)
        .unwrap()
        .hunt(&hunt(), &mut |_| {});
    assert_eq!((from, found.solutions), (4, 0));
}

#[test]
fn empty_magic_boards_have_the_counts_of_frenicle() {
    // Of order 3 and 4 there are 1 and 880 but for turns and flips (Frenicle de Bessy, 1693); of
    // order 2 none.
    for (side, from, wanted) in [(1, 1, 1), (2, 1, 0), (3, 1, 8), (3, -4, 8), (4, 1, 7040)] {
        let text = vec![vec!["_"; side].join(" "); side].join("\n");
        let rules = MagicRules {
            from: Some(from),
            sum: None,
        };
        let magic = MagicBoard::read(text.as_bytes(), &rules).unwrap();
        let (_, found) = magic.hunt(&hunt(), &mut |_| {});
        assert_eq!(found.solutions, wanted, "side {side}");
        for board in &found.boards {
            let sum = magic.sum_from(from);
            let at = |row: usize, column: usize| board.numbers[row * side + column].unwrap();
            for line in 0..side {
                assert_eq!((0..side).map(|along| at(line, along)).sum::<i64>(), sum);
                assert_eq!((0..side).map(|along| at(along, line)).sum::<i64>(), sum);
            }
            assert_eq!((0..side).map(|along| at(along, along)).sum::<i64>(), sum);
            assert_eq!(
                (0..side)
                    .map(|along| at(along, side - 1 - along))
                    .sum::<i64>(),
                sum
            );
        }
    }
}

/// Whether the piece on a square can take all white pieces, by trying every jump; pieces taken are
/// gone at once.
fn takes_all(board: &mut [Vec<char>], row: i32, column: i32) -> bool {
    if !board.iter().flatten().any(|&c| c == 'W') {
        return true;
    }
    let size = board.len() as i32;
    for (down, aside) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
        let (over, to) = (
            (row + down, column + aside),
            (row + 2 * down, column + 2 * aside),
        );
        if !(0..size).contains(&to.0) || !(0..size).contains(&to.1) {
            continue;
        }
        let is_white = board[over.0 as usize][over.1 as usize] == 'W';
        if is_white && board[to.0 as usize][to.1 as usize] == '_' {
            board[over.0 as usize][over.1 as usize] = '_';
            board[row as usize][column as usize] = '_';
            board[to.0 as usize][to.1 as usize] = 'B';
            let can = takes_all(board, to.0, to.1);
            board[to.0 as usize][to.1 as usize] = '_';
            board[row as usize][column as usize] = 'B';
            board[over.0 as usize][over.1 as usize] = 'W';
            if can {
                return true;
            }
        }
    }
    false
}

fn name(size: usize, row: usize, column: usize) -> String {
    let mut letters = ('a'..='z').map(String::from).collect::<Vec<_>>();
    letters.extend(('a'..='z').map(|letter| format!("a{letter}")));
    format!("{}{}", letters[column], size - row)
}

fn place(size: usize, wanted: &str) -> (usize, usize) {
    let number = wanted.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let row = size - number.parse::<usize>().unwrap();
    let column = (0..size).find(|&column| name(size, row, column) == wanted);
    (row, column.unwrap())
}

/// Plays a tour on the board and asserts that every jump is right and that no white piece is left.
fn play(board: &[Vec<char>], tour: &CaptureTour) {
    let mut board = board.to_vec();
    let size = board.len();
    assert_eq!(tour.taken.len() + 1, tour.squares.len());
    for (squares, taken) in tour.squares.windows(2).zip(&tour.taken) {
        let [from, to] = [&squares[0], &squares[1]].map(|name| place(size, name));
        let over = place(size, taken);
        assert_eq!((from.0.abs_diff(to.0), from.1.abs_diff(to.1)), (2, 2));
        assert_eq!(over, ((from.0 + to.0) / 2, (from.1 + to.1) / 2));
        assert_eq!(board[from.0][from.1], 'B');
        assert_eq!(board[over.0][over.1], 'W');
        assert_eq!(board[to.0][to.1], '_');
        board[from.0][from.1] = '_';
        board[over.0][over.1] = '_';
        board[to.0][to.1] = 'B';
    }
    assert!(!board.iter().flatten().any(|&c| c == 'W'));
}

#[test]
fn random_checkers_agree_with_brute_force() {
    let mut random = SplitMix::new(8);
    let mut seen = [0; 3];
    for _ in 0..2000 {
        let size = 2 + random.below(8) as usize;
        let jumps = random.below(14);
        let board = position(&mut random, size, jumps, false);
        let has_white = board.iter().flatten().any(|&c| c == 'W');
        let mut able = Vec::new();
        for row in 0..size {
            for column in 0..size {
                let is_able = board[row][column] == 'B'
                    && has_white
                    && takes_all(&mut board.clone(), row as i32, column as i32);
                if is_able {
                    able.push(name(size, row, column));
                }
            }
        }
        let text = text_of(&board);
        let checkers = Checkers::read(text.as_bytes()).unwrap();
        let wanted = match &able[..] {
            [] => JumpAnswer::None,
            [only] => JumpAnswer::Only(only.clone()),
            _ => JumpAnswer::Multiple,
        };
        assert_eq!(checkers.answer(), wanted, "{text}");
        let tours = checkers.tours();
        let squares: Vec<String> = tours.iter().map(|tour| tour.squares[0].clone()).collect();
        assert_eq!(squares, able, "{text}");
        for tour in &tours {
            play(&board, tour);
        }
        seen[able.len().min(2)] += 1;
    }
    assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
}

#[test]
fn the_largest_boards_full_of_pieces_are_answered() {
    let mut random = SplitMix::new(10);
    let mut most = 0;
    for _ in 0..50 {
        let board = position(&mut random, 40, 20_000, true);
        let checkers = Checkers::read(text_of(&board).as_bytes()).unwrap();
        let tours = checkers.tours();
        for tour in &tours {
            play(&board, tour);
            most = most.max(tour.taken.len());
        }
        match checkers.answer() {
            JumpAnswer::None => assert_eq!(tours.len(), 0),
            JumpAnswer::Only(square) => {
                assert_eq!((tours.len(), &tours[0].squares[0]), (1, &square))
            }
            JumpAnswer::Multiple => assert!(tours.len() > 1),
        }
    }
    assert!(most > 40, "{most}");
}

/// The board in the letters of the contest in which kings jump.
fn in_letters_of_kings(board: &[Vec<char>], is_other_case: bool) -> String {
    let rows = board.iter().map(|row| {
        let row = row.iter().map(|&c| match (c, is_other_case) {
            ('.', _) => '-',
            ('_', _) => '+',
            ('B', false) => 'K',
            ('B', true) => 'k',
            ('W', false) => 'o',
            ('W', true) => 'O',
            _ => unreachable!("boards have four characters"),
        });
        row.collect::<String>() + "\n"
    });
    format!("{}\n{}", board.len(), rows.collect::<String>())
}

#[test]
fn both_alphabets_of_checkers_and_both_cases_have_the_same_answer() {
    let mut random = SplitMix::new(12);
    let mut most = 0;
    for _ in 0..200 {
        let size = 2 + random.below(39) as usize;
        let jumps = random.below(40);
        let board = position(&mut random, size, jumps, false);
        let tours = |text: &str| Checkers::read(text.as_bytes()).unwrap().tours();
        let wanted = tours(&text_of(&board));
        assert_eq!(tours(&text_of(&board).to_lowercase()), wanted);
        assert_eq!(tours(&in_letters_of_kings(&board, false)), wanted);
        assert_eq!(tours(&in_letters_of_kings(&board, true)), wanted);
        most = most.max(wanted.len());
    }
    assert!(most > 0);
}

/// The board of the problem "Checkers" (USA Computing Olympiad, December 2008), whose text shows
/// this way of three jumps.
#[test]
fn the_king_of_the_olympiad_takes_all_three() {
    let text =
        "8\n-+-+-+-+\n+-+-+-+-\n-+-K-+-+\n+-+-+-+-\n-o-o-+-+\n+-K-+-+-\n-o-+-+-+\n+-K-+-K-\n";
    let checkers = Checkers::read(text.as_bytes()).unwrap();
    assert_eq!(checkers.answer(), JumpAnswer::Only("c1".to_owned()));
    assert_eq!(checkers.tours()[0].squares, ["c1", "a3", "c5", "e3"]);
}

/// All white pieces that a piece in the corner can take stand on the board; nothing is in its way.
#[test]
fn forty_rows_full_of_white_pieces_are_taken_from_the_corner() {
    for size in [39, 40] {
        let mut board = vec![vec!['.'; size]; size];
        for (row, squares) in board.iter_mut().enumerate() {
            for column in (0..size).filter(|column| (row + column) % 2 == 0) {
                let inside = 1..size - 1;
                let is_between = row % 2 == 1 && inside.contains(&row) && inside.contains(&column);
                squares[column] = if is_between { 'W' } else { '_' };
            }
        }
        board[0][0] = 'B';
        let checkers = Checkers::read(text_of(&board).as_bytes()).unwrap();
        // Only the two corners of the way have an odd number of jumps.
        assert_eq!(checkers.answer(), JumpAnswer::Only(format!("a{size}")));
        let tours = checkers.tours();
        assert_eq!(tours[0].taken.len(), 19 * 19);
        play(&board, &tours[0]);
        // Full of black pieces, no square is left to land on.
        for row in &mut board {
            for c in row.iter_mut().filter(|c| **c == '_') {
                *c = 'B';
            }
        }
        let checkers = Checkers::read(text_of(&board).as_bytes()).unwrap();
        assert_eq!(checkers.answer(), JumpAnswer::None);
    }
}

#[test]
fn the_kind_is_told_by_the_content() {
    for (name, kind) in [
        ("stones-3x3.txt", FillKind::Stones),
        ("octogram.txt", FillKind::Stones),
        ("hidoku-10x10.txt", FillKind::Hidoku),
        ("magic-85.txt", FillKind::Magic),
    ] {
        assert_eq!(FillKind::of(figure(name).as_bytes()), Ok(kind));
    }
    for text in ["1 2\n3 #\n", "1;_\n_;4\n", "1,.\n0,4\n"] {
        assert_eq!(FillKind::of(text.as_bytes()), Ok(FillKind::Hidoku));
    }
    assert_eq!(FillKind::of(b"1 .\n. 4\n"), Ok(FillKind::Magic));
    let fault = FillKind::of(b"1 2\n3 x\n").unwrap_err();
    assert_eq!(fault.place, Some((2, 3)));
}

#[test]
fn a_byte_order_mark_is_no_part_of_a_file() {
    let marked = |text: &str| format!("\u{feff}{text}").into_bytes();
    for (text, kind) in [
        ("B,W\r\n===\r\nB,W\r\n", FillKind::Stones),
        ("1,_\r\n_,4\r\n", FillKind::Hidoku),
        ("_ 7 _\r\n_ 5 _\r\n_ _ 8\r\n", FillKind::Magic),
    ] {
        assert_eq!(FillKind::of(&marked(text)), Ok(kind));
    }
    assert!(Stones::read(&marked("B,W\n=\nB,W"), &StonesRules::default()).is_ok());
    assert!(Hidoku::read(&marked("1,_\n_,4"), KING).is_ok());
    assert!(MagicBoard::read(&marked("1"), &MagicRules::default()).is_ok());
    assert!(Checkers::read(&marked("3\n_._\n.W.\nB._\n")).is_ok());
    // It takes no column.
    let fault = Hidoku::read(&marked("1,x"), KING).unwrap_err();
    assert_eq!(fault.place, Some((1, 3)));
}

#[test]
fn faults_of_stones_say_where() {
    let stones = |text: &str| {
        let fault = Stones::read(text.as_bytes(), &StonesRules::default()).unwrap_err();
        fault.to_string()
    };
    assert_eq!(
        stones("B,W\nB\n"),
        "2:1: expected a row of 2 squares, as in the stone's first row, found a row of 1"
    );
    assert_eq!(
        stones("B,b\n"),
        "1:3: expected `B`, `W`, `X` or `_`, found `b`"
    );
    assert_eq!(
        stones("B\n=-=\n"),
        "2:2: expected a line of `=` alone, found `-`"
    );
    assert_eq!(
        stones("B\n==\n==\n"),
        "3:1: expected a stone before the line of `=`, found no stone"
    );
    assert_eq!(
        stones("B\n==\n_,_\n"),
        "3:1: expected a stone, found a stone that covers no square"
    );
    assert_eq!(
        stones("B\n==\nB,W\n"),
        "3:1: expected stones that fill a square board, of 1 or 4 squares, found 3 squares"
    );
    let line = vec!["X"; 129].join(",");
    assert_eq!(
        stones(&line),
        "1:257: expected at most 128 squares in all, found one more square"
    );
    let board = StonesRules {
        board: Some((2, 2)),
        ..StonesRules::default()
    };
    let fault = Stones::read(b"X,X,X", &board).unwrap_err().to_string();
    assert_eq!(
        fault,
        "1:1: expected stones of 4 squares, for the board 2x2, found 3 squares"
    );
    let is_misfit = |text: &str, rules: &StonesRules| {
        let fault = Stones::read(text.as_bytes(), rules).unwrap_err();
        fault.is_misfit
    };
    assert!(is_misfit("X,X,X", &board) && is_misfit("X,X,X", &StonesRules::default()));
    assert!(!is_misfit("X,b", &board));
}

#[test]
fn faults_of_hidoku_say_where() {
    let fault = |text: &str, neighbourhood| {
        let fault = Hidoku::read(text.as_bytes(), neighbourhood).unwrap_err();
        fault.to_string()
    };
    let hidoku = |text: &str| fault(text, KING);
    assert_eq!(
        hidoku("1,_\n_\n"),
        "2:1: expected a row of 2 cells, as in the first row, found 1 cell"
    );
    assert_eq!(
        hidoku("1,x"),
        "1:3: expected a number, `_` where the cell is empty, or `#` for a hole, found `x`"
    );
    assert_eq!(
        hidoku("1,,2"),
        "1:3: expected a number, `_` where the cell is empty, or `#` for a hole, found nothing"
    );
    assert_eq!(
        hidoku("1,5\n_,_"),
        "1:3: expected a number from 1 to 4, for 4 cells, found 5"
    );
    assert_eq!(
        hidoku("1,_\n1,_"),
        "2:1: expected each number once, found 1 again, first given at 1:1"
    );
    assert_eq!(
        hidoku("1,_,2"),
        "1:5: expected 2 at most 1 away from 1, at 1:1, found a distance of 2"
    );
    assert_eq!(
        fault("1,_\n_,2", Neighbourhood::Edges),
        "2:3: expected 2 at most 1 away from 1, at 1:1, found a distance of 2"
    );
    assert_eq!(
        hidoku("1 # 3\n_ # _"),
        "1:5: expected 3 at most 2 away from 1, at 1:1, found no way between them"
    );
    assert_eq!(
        hidoku("#;#"),
        "1:1: expected a board with a cell, found only holes"
    );
    assert_eq!(
        hidoku("1;2\n3,4"),
        "2:1: expected a row of 2 cells, as in the first row, found 1 cell"
    );
    assert_eq!(
        hidoku("1 2 #\n3 4"),
        "2:3: expected a row of 3 cells, as in the first row, found 2 cells"
    );
    assert_eq!(
        hidoku(&format!("1{}", " #".repeat(256))),
        "1:1: expected a board of at most 256 rows and columns, found a board of 1 x 257"
    );
    assert_eq!(
        hidoku("1,99999999999999999999999"),
        "1:3: expected a number from -1000000000 to 1000000000, found `99999999999999999999999`"
    );
    let wide = vec!["_"; 129].join(",");
    assert_eq!(
        hidoku(&wide),
        "1:1: expected a board of at most 128 cells, found a board of 129 cells"
    );
}

#[test]
fn faults_of_magic_boards_say_where() {
    let magic = |text: &str, from, sum| {
        let rules = MagicRules { from, sum };
        MagicBoard::read(text.as_bytes(), &rules)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        magic("1 _\n", None, None),
        "1:1: expected a square of at most 11 rows, found a board of 1 x 2 cells"
    );
    assert_eq!(
        magic("1 _\n\n2 _", None, None),
        "2:1: expected a row of the board, found an empty line"
    );
    assert_eq!(
        magic("1 _ _\n_ _ _\n_ 20 _", None, None),
        "3:3: expected 9 consecutive numbers, with 1 at 1:1 among them, found 20"
    );
    assert_eq!(
        magic("1 _\n_ 6", None, None),
        "1:1: expected a number from 2 to 5, since the sum is 7, found 1"
    );
    assert_eq!(
        magic("1 2 3\n_ _ _\n_ _ _", Some(1), None),
        "1:1: expected the sum 15, since the numbers begin with 1, found the sum 6"
    );
    assert_eq!(
        magic("1 _\n_ _", Some(2), None),
        "1:1: expected a number from 2 to 5, since the numbers begin with 2, found 1"
    );
    assert_eq!(
        magic("_ _ _\n_ _ _\n_ _ _", None, Some(16)),
        "expected a sum that 9 consecutive numbers can have: 15 or 18, found the sum 16"
    );
    assert_eq!(
        magic("1 2 3\n_ _ _\n_ _ _", None, Some(15)),
        "1:1: expected the sum 15 of every line, found the sum 6"
    );
    assert_eq!(
        magic("_ _\n_ _", Some(i64::MIN), None),
        format!(
            "expected a smallest number from -1000000000 to 1000000000, found {}",
            i64::MIN
        )
    );
}

#[test]
fn faults_of_checkers_say_where() {
    let checkers = |text: &str| Checkers::read(text.as_bytes()).unwrap_err().to_string();
    assert_eq!(
        checkers("1\n_\n"),
        "1:1: expected the number of rows, from 2 to 40, found `1`"
    );
    assert_eq!(
        checkers("+2\n_.\n._"),
        "1:1: expected the number of rows, from 2 to 40, found `+2`"
    );
    assert_eq!(
        checkers("2 2\n"),
        "1:3: expected only the number of rows, found `2`"
    );
    assert_eq!(checkers("2\n_.\n"), "3:1: expected 2 rows, found 1");
    assert_eq!(
        checkers("2\n_.\n.\n"),
        "3:2: expected a row of 2 squares, found a row of 1"
    );
    assert_eq!(
        checkers("2\n_.\n._.\n"),
        "3:3: expected a row of 2 squares, found a row of 3"
    );
    assert_eq!(
        checkers("2\n_.\n.x\n"),
        "3:2: expected `.`, `_`, `B` or `W`, found `x`"
    );
    assert_eq!(
        checkers("2\n_.\n_.\n"),
        "3:1: expected `.`, since squares of the two colours alternate, found `_`"
    );
    assert_eq!(
        checkers("2\n_.\n._\n_.\n"),
        "4:1: expected 2 rows, found a further row"
    );
    // The first square decides which letters a file has.
    assert_eq!(
        checkers("3\n-+-\n+B+\n-+-\n"),
        "3:2: expected `-`, `+`, `K` or `o`, found `B`"
    );
    assert_eq!(
        checkers("3\n_._\n.o.\n_._\n"),
        "3:2: expected `.`, `_`, `B` or `W`, found `o`"
    );
    assert_eq!(
        checkers("3\n+-+\n-K-\n-+-\n"),
        "4:1: expected `+`, `K` or `o`, since squares of the two colours alternate, found `-`"
    );
    assert_eq!(
        checkers("41\n"),
        "1:1: expected the number of rows, from 2 to 40, found `41`"
    );
}

#[test]
fn hostile_files_are_refused_and_panic_nowhere() {
    let mut random = SplitMix::new(9);
    let letters = [
        "B",
        "W",
        "X",
        "_",
        ",",
        "=",
        "\n",
        " ",
        "1",
        "26",
        "99999999999",
        "-",
        ".",
        "\t",
        "\r\n",
        "é",
        "\u{202e}",
        "\u{0}",
    ];
    let mut files: Vec<Vec<u8>> = vec![
        Vec::new(),
        b"\n\n".to_vec(),
        vec![0xff; 100],
        vec![b','; 1 << 20],
        vec![b'_'; 1 << 20],
        vec![b'='; 1 << 20],
        vec![b'X'; (1 << 20) + 1],
        "_,".repeat(1 << 19).into_bytes(),
        "_,_\n".repeat(1 << 18).into_bytes(),
        "X\n=\n".repeat(1 << 18).into_bytes(),
        "1 ".repeat(1 << 19).into_bytes(),
        "26\n".repeat(1000).into_bytes(),
    ];
    for _ in 0..2000 {
        let words =
            (0..random.below(30)).map(|_| letters[random.below(letters.len() as u64) as usize]);
        files.push(words.collect::<String>().into_bytes());
    }
    for file in files {
        let _ = FillKind::of(&file);
        // What can be read may have solutions without end; it is not searched here.
        let _ = Stones::read(&file, &StonesRules::default());
        let _ = Hidoku::read(&file, KING);
        let _ = Hidoku::read(&file, Neighbourhood::Edges);
        if let Ok(outline) = BoardOutline::read(&file) {
            let _ = Stones::read_on(b"X,X", &outline, &StonesRules::default());
        }
        let _ = MagicBoard::read(&file, &MagicRules::default());
        if let Ok(checkers) = Checkers::read(&file) {
            checkers.tours();
        }
    }
    for sides in [(0, 0), (usize::MAX, 2), (1, usize::MAX), (1, 300)] {
        let rules = StonesRules {
            board: Some(sides),
            ..StonesRules::default()
        };
        assert!(Stones::read(b"X,X", &rules).is_err());
    }
}

#[test]
fn the_explorer_and_these_puzzles_do_not_know_each_other() {
    let layers = [
        "board", "puzzle", "engine", "store", "analysis", "app", "render", "recount", "replay",
        "cli",
    ];
    let mut seen = 0;
    for file in files_below(&root().join("src"), &["rs", "toml"]) {
        let inside = file.strip_prefix(root().join("src")).unwrap();
        let layer = inside.iter().next().unwrap().to_str().unwrap().to_owned();
        let text = fs::read_to_string(&file).unwrap();
        let is_command = [
            "cli/tabletop/mod.rs",
            "cli/tabletop/fill.rs",
            "cli/tabletop/fill_record.rs",
            "cli/tabletop/jump.rs",
            "cli/lib.rs",
            "cli/program/mod.rs",
            "cli/arguments/mod.rs",
            "cli/arguments/tabletop.rs",
            "cli/arguments/values.rs",
            "cli/Cargo.toml",
        ]
        .iter()
        .any(|name| inside == Path::new(name));
        if layer == "tabletop" {
            seen += 1;
            for other in layers.iter().filter(|&&name| name != "board") {
                assert!(
                    !text.contains(&format!("slidewise_{other}")),
                    "{} uses {other}",
                    inside.display()
                );
            }
        } else if layers.contains(&layer.as_str()) && !is_command {
            assert!(
                !text.contains("tabletop"),
                "{} knows the other puzzles",
                inside.display()
            );
        }
    }
    assert!(seen > 10);
}
