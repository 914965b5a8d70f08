//! The figures of `docs/records` equal known terms and new runs of the program.
//!
//! Rows whose search took a second or less are searched again; `SLIDEWISE_RECORDS_SECONDS` says
//! another limit, and `tools/records` runs this with a minute.

use super::program::Program;
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

/// A row of a table: its values by the names of the columns.
type Row = BTreeMap<String, String>;

/// Sizes of generations that another program has found.
#[derive(Deserialize)]
struct LargerTiles {
    puzzle: String,
    generations: Vec<String>,
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs/records")
}

/// The rows of a table of `docs/records`, whose values have no commas.
fn table(name: &str) -> Vec<Row> {
    let text = fs::read_to_string(folder().join(name)).unwrap();
    let mut lines = text.lines();
    let columns: Vec<&str> = lines.next().unwrap().split(',').collect();
    let row = |line: &str| {
        let values: Vec<&str> = line.split(',').collect();
        assert_eq!(values.len(), columns.len(), "{name}: {line}");
        let named = columns.iter().zip(values);
        named
            .map(|(column, value)| ((*column).to_owned(), value.to_owned()))
            .collect()
    };
    lines.map(row).collect()
}

/// The terms of a file in the form of the OEIS's b-files, the first with the number `first`.
fn b_file(name: &str, first: usize) -> Vec<String> {
    let text = fs::read_to_string(folder().join(name)).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .enumerate()
        .map(|(place, line)| {
            let (number, term) = line.split_once(' ').unwrap();
            assert_eq!(number, (first + place).to_string(), "{name}");
            term.to_owned()
        })
        .collect()
}

/// Checks the rows of a table that take no longer than the limit against `found`; returns how many
/// there are.
fn search_again(
    name: &str,
    found: impl Fn(&Program, &Row) -> Vec<(&'static str, String)>,
) -> usize {
    let limit =
        std::env::var("SLIDEWISE_RECORDS_SECONDS").map_or(1.0, |text| text.parse().unwrap());
    let program = Program::new();
    let rows = table(name);
    let short = rows
        .iter()
        .filter(|row| row["seconds"].parse::<f64>().unwrap() <= limit);
    short
        .map(|row| {
            for (column, value) in found(&program, row) {
                assert_eq!(row[column], value, "{name}: {column} of {row:?}");
            }
        })
        .count()
}

/// A number of an answer as text.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The number of arrangements of `tiles` distinct tiles on `cells` cells that can be reached, on a
/// board of at least two rows and columns: with one empty cell half of all.
fn arrangements(cells: u128, tiles: u128) -> u128 {
    let all: u128 = (cells - tiles + 1..=cells).product();
    if tiles + 1 == cells { all / 2 } else { all }
}

#[test]
fn boards_of_k_tiles_have_the_positions_of_the_formula_and_of_new_searches() {
    for row in table("tiles.csv") {
        let numbers = row["puzzle"]
            .strip_prefix("tiles:")
            .unwrap()
            .split(['x', ':']);
        let numbers: Vec<u128> = numbers.map(|number| number.parse().unwrap()).collect();
        let cells = numbers[0] * numbers[1];
        let tiles = numbers.get(2).copied().unwrap_or(cells - 1);
        assert_eq!(
            row["positions"],
            arrangements(cells, tiles).to_string(),
            "{row:?}"
        );
    }
    let again = search_again("tiles.csv", |program, row| {
        let words = ["explore", &row["puzzle"], "--metric", &row["metric"]];
        let answer = program.json(&[&words[..], &["--count-only", "--no-store"]].concat());
        let generations = answer["generations"].as_array().unwrap();
        vec![
            ("positions", text(&answer["states"])),
            ("depth", text(&answer["depth"])),
            ("farthest", text(generations.last().unwrap())),
        ]
    });
    assert!(again >= 50, "{again}");
}

#[test]
fn slides_and_moves_are_never_more_than_steps() {
    let depths: BTreeMap<(String, String), u64> = table("tiles.csv")
        .into_iter()
        .map(|row| {
            let depth = row["depth"].parse().unwrap();
            ((row["puzzle"].clone(), row["metric"].clone()), depth)
        })
        .collect();
    let of = |puzzle: &str, metric: &str| depths.get(&(puzzle.to_owned(), metric.to_owned()));
    for (puzzle, _) in depths.keys() {
        let steps = of(puzzle, "step").unwrap();
        if let Some(slides) = of(puzzle, "slide") {
            assert!(slides <= steps, "{puzzle}");
            assert!(
                of(puzzle, "move").is_none_or(|moves| moves <= slides),
                "{puzzle}"
            );
        }
    }
}

#[test]
fn the_generations_of_larger_boards_are_those_that_are_published() {
    let published = include_str!("../figures/larger-tiles.json");
    let published: Vec<LargerTiles> = serde_json::from_str(published).unwrap();
    let (own, other) = (b_file("tiles-3x5.txt", 0), &published[0]);
    assert!(other.puzzle.starts_with("tiles:3x5"));
    assert_eq!(own, other.generations);
    // Those of 4x4 from other cells end where time ended.
    for (name, place) in [("b090164.txt", 1), ("b090165.txt", 2)] {
        let own = b_file(name, 0);
        assert_eq!(own, published[place].generations[..own.len()], "{name}");
    }
    let all: u64 = own.iter().map(|term| term.parse::<u64>().unwrap()).sum();
    assert_eq!(u128::from(all), arrangements(15, 14));
}

/// The numbers of ways to lay polyominoes on two rows of 1, 2, 3, ... columns, some cells empty or
/// none.
fn packings_of_two_rows() -> Vec<u64> {
    let mut all = [5, 43, 397, 3693].to_vec();
    for n in 4..15_usize {
        let term = |back| all[n - back];
        all.push(10 * term(1) - 6 * term(2) - 4 * term(3) + term(4));
    }
    // N. Bickford, Sliding Block Puzzles, Part 4 of 3, 2013.
    assert_eq!(all[14], 168_315_938_005_873);
    all
}

/// The boards of `polyominoes:RxC`: those with an empty cell.
fn boards_of(rows: &str, columns: &str) -> Option<u64> {
    match (rows, columns) {
        ("2", _) => {
            let place: usize = columns.parse().unwrap();
            // The ways without an empty cell, OEIS A110476.
            let mut full = [2, 12].to_vec();
            for n in 2..place {
                full.push(6 * full[n - 1] + full[n - 2]);
            }
            Some(packings_of_two_rows()[place - 1] - full[place - 1])
        }
        // All packings by an independent count, less those without an empty cell, OEIS A145835.
        ("3", "3") => Some(13_329 - 1_434),
        ("4", "4") => Some(55_807_716 - 1_691_690),
        _ => None,
    }
}

/// A puzzle file with this start, whose piece X must come to the corner opposite.
fn to_the_corner(start: &str) -> String {
    let rows: Vec<&[u8]> = start.split(':').map(str::as_bytes).collect();
    let of_x = |(row, column): &(usize, usize)| rows[*row][*column] == b'X';
    let all = (0..rows.len()).flat_map(|row| (0..rows[0].len()).map(move |column| (row, column)));
    let cells: Vec<(usize, usize)> = all.filter(of_x).collect();
    let down = rows.len() - 1 - cells.iter().map(|cell| cell.0).max().unwrap();
    let right = rows[0].len() - 1 - cells.iter().map(|cell| cell.1).max().unwrap();
    let mut goal = vec![vec![b'.'; rows[0].len()]; rows.len()];
    for (row, column) in cells {
        goal[row + down][column + right] = b'X';
    }
    let goal: Vec<String> = goal
        .into_iter()
        .map(|row| String::from_utf8(row).unwrap())
        .collect();
    let start = start.replace(':', "\n");
    let goal = goal.join("\n");
    format!("start = \"\"\"\n{start}\n\"\"\"\n[[goal]]\nboard = \"\"\"\n{goal}\n\"\"\"\n")
}

/// The start of the first set of a design whose start is as hard as the hardest.
fn hardest_start(answer: &Value) -> String {
    let sets = answer["sets"].as_array().unwrap();
    let hardest = sets
        .iter()
        .find(|set| set["moves"] == answer["hardest"] && set["start"].is_string());
    text(&hardest.unwrap()["start"])
}

#[test]
fn the_hardest_boxes_are_solved_as_they_say_and_are_those_of_new_searches() {
    let program = Program::new();
    let mut sizes = BTreeSet::new();
    for row in table("boxes.csv") {
        let (rows, columns) = row["box"].split_once('x').unwrap();
        sizes.insert(row["box"].clone());
        if let Some(boards) = boards_of(rows, columns) {
            assert_eq!(row["boards"], boards.to_string(), "{row:?}");
        }
        program.write("box.toml", &to_the_corner(&row["start"]));
        let words = [
            "solve",
            "box.toml",
            "--no-store",
            "--metric",
            &row["metric"],
        ];
        let solved = program.json(&words);
        assert_eq!(row["hardest"], text(&solved["moves"]), "{row:?}");
        if row["only"] == "unique" {
            assert_eq!(text(&solved["routes"]), "1", "{row:?}");
        }
    }
    assert!(sizes.len() >= 8, "{sizes:?}");
    let again = search_again("boxes.csv", |program, row| {
        let family = format!("polyominoes:{}", row["box"]);
        let only = format!("--{}", row["only"]);
        let mut words = vec!["design", &family, "--metric", &row["metric"], "--no-store"];
        if !row["only"].is_empty() {
            words.push(&only);
        }
        let answer = program.json(&words);
        vec![
            ("boards", text(&answer["boards"])),
            ("sets", text(&answer["sets_in_all"])),
            ("hardest", text(&answer["hardest"])),
            ("start", hardest_start(&answer)),
        ]
    });
    assert!(again >= 10, "{again}");
}

#[test]
fn the_hardest_parking_lots_are_solved_as_they_say_and_are_those_of_new_searches() {
    let program = Program::new();
    for row in table("rush.csv") {
        let puzzle = format!("rush:{}", row["start"].replace(':', ""));
        let solved = program.json(&["solve", &puzzle, "--metric", "slide", "--no-store"]);
        assert_eq!(row["hardest"], text(&solved["moves"]), "{row:?}");
        let empty = row["start"].matches('.').count();
        assert_eq!(row["empty"], empty.to_string(), "{row:?}");
    }
    let again = search_again("rush.csv", |program, row| {
        let words = ["design", "rush:6x6", "--metric", "slide", "--no-store"];
        let answer = program.json(&[&words[..], &["--empty", &row["empty"]]].concat());
        vec![
            ("boards", text(&answer["boards"])),
            ("at_exit", text(&answer["solved_boards"])),
            ("searched", text(&answer["searched"])),
            ("sets", text(&answer["sets_in_all"])),
            ("hardest", text(&answer["hardest"])),
            ("start", hardest_start(&answer)),
        ]
    });
    assert!(again >= 1, "{again}");
}

#[test]
fn the_figures_of_microban_are_those_of_another_program_and_of_new_searches() {
    let other: Value = serde_json::from_str(include_str!("../figures/sokoban.json")).unwrap();
    let rows = table("microban.csv");
    let mut compared = 0;
    for level in other["levels"].as_array().unwrap() {
        let number = level["level"].to_string();
        let proved = &level["proved"];
        let of_level = |row: &&Row| row["set"] == "1" && row["level"] == number;
        let Some(row) = rows.iter().find(of_level) else {
            continue;
        };
        if proved["push_states_complete"] == true && !row["positions"].is_empty() {
            assert_eq!(row["positions"], text(&proved["push_states"]), "{row:?}");
            assert_eq!(row["depth"], text(&proved["push_ecc"]), "{row:?}");
        }
        assert_eq!(row["pushes"], text(&proved["pushes"]), "{row:?}");
        if proved["move_search_complete"] == true && !row["steps"].is_empty() {
            assert_eq!(row["steps"], text(&proved["moves"]), "{row:?}");
        }
        compared += 1;
    }
    assert!(compared >= 50, "{compared}");
    let again = search_again("microban.csv", |program, row| {
        if row["set"] != "1" {
            return Vec::new();
        }
        let level = format!("microban:{}", row["level"]);
        let explored = program.json(&["explore", &level, "--no-store"]);
        let pushes = program.json(&["solve", &level, "--no-store"]);
        let steps = program.json(&["solve", &level, "--metric", "step", "--no-store"]);
        vec![
            ("positions", text(&explored["states"])),
            ("dead", text(&explored["dead"])),
            ("depth", text(&explored["depth"])),
            ("pushes", text(&pushes["pushes"])),
            ("push_ways", text(&pushes["routes"])),
            ("steps", text(&steps["steps"])),
            ("step_ways", text(&steps["routes"])),
        ]
    });
    assert!(again >= 10, "{again}");
}
