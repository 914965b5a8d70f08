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
fn the_generations_of_3x5_are_those_that_are_published() {
    let published = include_str!("../figures/larger-tiles.json");
    let published: Vec<LargerTiles> = serde_json::from_str(published).unwrap();
    let (own, other) = (b_file("tiles-3x5.txt", 0), &published[0]);
    assert!(other.puzzle.starts_with("tiles:3x5"));
    assert_eq!(own, other.generations);
    let all: u64 = own.iter().map(|term| term.parse::<u64>().unwrap()).sum();
    assert_eq!(u128::from(all), arrangements(15, 14));
}

#[test]
fn the_hardest_boxes_are_those_of_new_searches() {
    // The ways to lay polyominoes on two rows, and of them those that leave no cell empty, by
    // recurrences.
    let (mut two_rows, mut full) = ([5_u64, 43, 397, 3693].to_vec(), [2_u64, 12].to_vec());
    for n in 4..10_usize {
        let term = |back| two_rows[n - back];
        two_rows.push(10 * term(1) - 6 * term(2) - 4 * term(3) + term(4));
    }
    for n in 2..10_usize {
        full.push(6 * full[n - 1] + full[n - 2]);
    }
    let mut sizes = BTreeSet::new();
    for row in table("boxes.csv") {
        let size = row["box"].as_str();
        sizes.insert(size.to_owned());
        let (rows, columns) = size.split_once('x').unwrap();
        if let ("2", Ok(columns)) = (rows, columns.parse::<usize>()) {
            let expected = two_rows[columns - 1] - full[columns - 1];
            assert_eq!(row["boards"], expected.to_string(), "{row:?}");
        }
    }
    assert!(sizes.len() >= 10, "{sizes:?}");
    let again = search_again("boxes.csv", |program, row| {
        let family = format!("polyominoes:{}", row["box"]);
        let only = format!("--{}", row["only"]);
        let mut words = vec!["design", &family, "--metric", &row["metric"], "--no-store"];
        if !row["only"].is_empty() {
            words.push(&only);
        }
        let answer = program.json(&words);
        let sets = answer["sets"].as_array().unwrap();
        let hardest = sets.iter().filter_map(|set| set["moves"].as_u64()).max();
        vec![
            ("boards", text(&answer["boards"])),
            ("hardest", hardest.unwrap().to_string()),
        ]
    });
    assert!(again >= 10, "{again}");
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
