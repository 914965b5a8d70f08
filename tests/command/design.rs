//! `design`: what it finds is confirmed by `solve` from the files that it writes, and faults are
//! refused in words.

#[cfg(target_os = "linux")]
use super::disks::shell;
#[cfg(feature = "parquet")]
use super::graph::{parquet_rows, table};
#[cfg(unix)]
use super::interruptions::send;
use super::program::Program;
#[cfg(target_os = "linux")]
use super::program::Ran;
#[cfg(unix)]
use super::program::{ended_within, until_it_heeds_signals};
use serde_json::Value;
use std::fs;
#[cfg(unix)]
use std::time::Duration;

/// A family of a file.
const FAMILY: &str = "board = '''\n....\n.#..\n....\n'''\nempty = [2, 6]\n\
    [[goal]]\nboard = '''\n....\n.#..\n..XX\n'''\n\
    [[piece]]\nshape = '''\nA.\nAA\n'''\ncount = 1\n\
    [[piece]]\nshape = 'BB'\ncount = [0, 2]\n";

/// Rush Hour cars on 4x4 of which at most one is a truck, in the rows and columns of one start.
const CARS: &str = "lengthwise = true\nboard = '''\n....\n....\n....\n....\n'''\n\
    [[goal]]\nboard = '''\n....\n..XX\n....\n....\n'''\n\
    [[piece]]\nshape = '''\nA\nA\n'''\ncount = [1, 2]\ncolumn = 3\n\
    [[piece]]\nshape = 'BBB'\ncount = [0, 1]\nrow = 1\n\
    [[piece]]\nshape = '''\nC\nC\n'''\ncount = 1\ncolumn = 4\n";

/// One column; the goal piece stands upright.
const COLUMN: &str = "lengthwise = true\nboard = '''\n.\n.\n.\n'''\n\
    [[goal]]\nboard = '''\n.\nX\nX\n'''\n";

/// Pieces of one cell that keep to the lowest row.
const HELD: &str = "board = '''\n..\n..\n..\n'''\n[[goal]]\nboard = '''\n..\n..\n.X\n'''\n\
    [[piece]]\nshape = 'A'\nrow = 1\n";

/// The files of starts, each solved in the metric of the answer.
fn confirm(program: &Program, words: &[&str], metric: &str) -> Value {
    let mut all = vec!["design"];
    all.extend(words);
    all.extend([
        "--metric",
        metric,
        "--out",
        "starts",
        "--force",
        "--no-store",
    ]);
    let answer = program.json(&all);
    let table = fs::read_to_string(program.path("starts/table.csv")).unwrap();
    let sets = answer["sets"].as_array().unwrap();
    assert_eq!(table.lines().count(), sets.len() + 1);
    let mut number = 0;
    for set in sets {
        if set["start"].is_null() {
            assert_eq!(set["moves"], 0);
            continue;
        }
        number += 1;
        let file = format!("starts/{number:05}.toml");
        let solved = program.json(&["solve", &file, "--metric", metric, "--no-store"]);
        assert_eq!(solved["moves"], set["moves"], "{words:?} {set}");
        assert_eq!(solved["positions"][0], set["start"], "{set}");
        if words.contains(&"--unique") {
            assert_eq!(solved["routes"], "1", "{set}");
        }
    }
    assert!(number > 0, "{words:?}");
    answer
}

#[test]
fn starts_need_as_many_moves_as_solve_says() {
    let program = Program::new();
    program.write("family.toml", FAMILY);
    program.write("cars.toml", CARS);
    program.write("column.toml", COLUMN);
    program.write("held.toml", HELD);
    for words in [
        &["klotski:3x4", "--top", "12"][..],
        &["polyominoes:3x3", "--by", "sizes", "--top", "12"],
        &[
            "polyominoes:3x3",
            "--by",
            "pieces",
            "--top",
            "8",
            "--unique",
        ],
        &["rush:4x4", "--top", "6", "--max-moves", "9"],
        &["family.toml"],
        &["cars.toml", "--min-moves", "1"],
        &["column.toml"],
        &["held.toml"],
    ] {
        for metric in ["step", "slide", "move"] {
            let answer = confirm(&program, words, metric);
            let hardest = answer["sets"].as_array().unwrap();
            let hardest = hardest.iter().map(|set| set["moves"].as_u64()).max();
            if !words.contains(&"--max-moves") {
                assert_eq!(hardest.unwrap(), answer["hardest"].as_u64());
            }
        }
    }
}

#[cfg(feature = "parquet")]
#[test]
fn the_table_as_parquet_is_that_as_csv() {
    let program = Program::new();
    let words = ["design", "klotski:3x3", "--metric", "move", "--no-store"];
    program.json(&[&words[..], &["--out", "csv"]].concat());
    let out = ["--out", "parquet", "--format", "parquet"];
    let answer = program.json(&[&words[..], &out].concat());
    let files = answer["files"].as_array().unwrap();
    let tables = files
        .iter()
        .filter(|file| file.as_str().unwrap().contains("table"));
    assert_eq!(tables.count(), 1);
    let csv = fs::read_to_string(program.path("csv/table.csv")).unwrap();
    let rows = parquet_rows(&program.path("parquet/table.parquet"));
    assert_eq!(rows, table(&csv));
    assert!(rows.len() > 3);
}

#[test]
fn minimal_starts_become_easier_without_any_piece() {
    let program = Program::new();
    let words = ["klotski:4x3", "--top", "3", "--minimal"];
    let answer = confirm(&program, &words, "move");
    let whole = program.json(&["design", "klotski:4x3", "--metric", "move", "--no-store"]);
    assert!(answer["hardest"].as_u64() <= whole["hardest"].as_u64());
    for (number, set) in (1..).zip(answer["sets"].as_array().unwrap()) {
        let text = fs::read_to_string(program.path(format!("starts/{number:05}.toml"))).unwrap();
        let start = set["start"].as_str().unwrap();
        let mut letters: Vec<char> = start.chars().filter(char::is_ascii_alphabetic).collect();
        letters.retain(|letter| *letter != 'X');
        letters.sort_unstable();
        letters.dedup();
        for letter in letters {
            // Only the part above the goal holds other pieces.
            let without = text.replace(&format!("{letter}"), ".");
            let rows = |text: &str| -> Vec<String> {
                let own = text.split("\"\"\"").nth(1).unwrap();
                own.trim().lines().map(str::to_owned).collect()
            };
            let reduced = text.replace(&rows(&text).join("\n"), &rows(&without).join("\n"));
            program.write("reduced.toml", &reduced);
            let solved = program.json(&["solve", "reduced.toml", "--metric", "move", "--no-store"]);
            assert!(
                solved["moves"].as_u64() < set["moves"].as_u64(),
                "{reduced}"
            );
        }
    }
}

#[test]
fn a_second_run_answers_from_what_is_kept() {
    let program = Program::new();
    let words = ["design", "klotski:4x3", "--metric", "move"];
    let mut first = program.json(&words);
    let names = program.names_in("generations");
    assert_eq!(names.len(), 1, "{names:?}");
    let path = program.path(format!("generations/{}", names[0]));
    let bytes = fs::read(&path).unwrap();
    for threads in ["1", "2"] {
        let mut again = words.to_vec();
        again.extend(["--threads", threads]);
        let mut second = program.json(&again);
        for answer in [&mut first, &mut second] {
            answer["seconds"] = Value::Null;
        }
        assert_eq!(second, first);
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
    fs::write(&path, &bytes[..bytes.len() - 9]).unwrap();
    program.json(&words);
    assert_eq!(fs::read(&path).unwrap(), bytes);
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2] ^= 4;
    fs::write(&path, &damaged).unwrap();
    let ran = program.run(&words);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.stderr.contains("is damaged"), "{ran:?}");
    let mut fresh = words.to_vec();
    fresh.push("--fresh");
    program.json(&fresh);
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

#[test]
fn wrong_words_are_refused() {
    let program = Program::new();
    program.write("empty.toml", "");
    program.write("starts/table.csv", "somebody's own\n");
    for (words, part) in [
        ("klotski:5", "no family of this name"),
        ("klotski:1x9", "outside the sizes"),
        ("polyominoes:5x5", "too many"),
        ("rush:99999999999x2", "no family of this name"),
        ("rush:7x7", "outside the sizes"),
        ("klotski:4x4 --metric line", "--metric line"),
        ("klotski:4x4 --min-moves 3 --max-moves 2", "more than"),
        ("klotski:4x4 --empty 1", "number of empty cells"),
        ("klotski:4x4 --max-pieces 3", "its pieces are listed"),
        ("polyominoes:3x3 --empty 1", "its pieces are any"),
        (
            "polyominoes:3x3 --components --no-store",
            "any piece may be",
        ),
        ("polyominoes:3x3 --min-pieces 3 --max-pieces 2", "more than"),
        ("nowhere.toml", "nowhere.toml"),
        ("empty.toml", "empty.toml:1:1"),
        (".", "."),
        ("klotski:3x3 --out starts --no-store", "table.csv"),
    ] {
        let mut all = vec!["design"];
        all.extend(words.split(' '));
        let ran = program.run(&all);
        assert_eq!(ran.code, Some(2), "{words}: {ran:?}");
        assert!(ran.stderr.contains(part), "{words}: {ran:?}");
        assert!(ran.stderr.contains("hint:"), "{words}: {ran:?}");
    }
    let kept = fs::read_to_string(program.path("starts/table.csv")).unwrap();
    assert_eq!(kept, "somebody's own\n");
}

#[test]
fn files_that_are_there_stay() {
    let program = Program::new();
    program.write("starts/00007.toml", FAMILY);
    // Refused before any work: the family would take hours.
    let words = ["design", "polyominoes:4x5", "--out", "starts"];
    let ran = program.run(&words);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.stderr.contains("00007.toml"), "{ran:?}");
    let input = "starts/00007.toml";
    let words = ["design", input, "--out", "starts", "--force", "--no-store"];
    let ran = program.run(&words);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    let kept = fs::read_to_string(program.path(input)).unwrap();
    assert_eq!(kept, FAMILY);
    assert!(!program.path("starts/table.csv").exists());
}

#[test]
fn a_small_memory_is_kept_to() {
    let program = Program::new();
    let ran = program.run(&["design", "polyominoes:4x4", "--memory", "50M", "--no-store"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.stderr.contains("--memory"), "{ran:?}");
}

#[test]
fn a_board_of_one_column_has_its_boards_and_moves() {
    let program = Program::new();
    program.write("c.toml", COLUMN);
    let answer = program.json(&["design", "c.toml", "--metric", "move", "--no-store"]);
    assert_eq!(answer["boards"], "2");
    assert_eq!(answer["hardest"], 1);
}

#[test]
fn pieces_keep_to_their_row_and_shapes_are_listed_once() {
    let program = Program::new();
    let family = "board = '''\n..\n..\n'''\n[[goal]]\nboard = '''\n..\n.X\n'''\n\
                  [[piece]]\nshape = 'A'\nrow = 1\n";
    program.write("r.toml", family);
    let answer = program.json(&["design", "r.toml", "--no-store", "--components"]);
    let sets = answer["sets"].as_array().unwrap();
    let starts: Vec<&str> = sets
        .iter()
        .filter_map(|set| set["start"].as_str())
        .collect();
    assert!(starts.len() > 1, "{answer}");
    for start in starts {
        let upper = start.split(':').next().unwrap();
        assert!(!upper.contains('A'), "{start}");
    }
    let twice = family.to_owned() + "[[piece]]\nshape = 'B'\ncolumn = 1\n";
    program.write("r.toml", &twice);
    let error = program.failure(&["design", "r.toml", "--no-store"], 2);
    let message = error["message"].as_str().unwrap();
    assert!(
        message.contains("r.toml:14:9: an earlier [[piece]]"),
        "{message}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn an_estimate_keeps_to_its_memory_or_says_that_it_does_not_fit() {
    let program = Program::new();
    // These boards are searched in 200 million parts.
    for (memory, code) in [("150M", 0), ("2M", 1)] {
        let words = format!("design klotski:14x3 --estimate --memory {memory} --json");
        let script = format!("ulimit -v 1000000; exec $SLIDEWISE {words}");
        let ran = Ran::from(shell(&program, &[], &script));
        assert_eq!(ran.code, Some(code), "{memory}: {ran:?}");
        let message = ran.object()["error"]["message"].to_string();
        let is_refused = message.contains("cannot be counted within");
        assert_eq!(is_refused, code == 1, "{ran:?}");
    }
}

#[cfg(unix)]
#[test]
fn an_estimate_ends_with_a_signal() {
    let program = Program::new();
    let words = ["design", "polyominoes:4x5", "--estimate", "--json"];
    let child = program.command(&words).spawn().unwrap();
    until_it_heeds_signals(&child);
    send("-TERM", &child);
    let ran = ended_within(child, Duration::from_secs(60)).expect("the signal is heeded");
    // A fast machine has its answer before.
    let is_stopped = ran.object().get("error").is_some();
    assert_eq!(ran.code, Some(i32::from(is_stopped)), "{ran:?}");
}

#[test]
fn the_log_of_a_sweep_ends_with_all_boards() {
    let program = Program::new();
    let words = ["design", "polyominoes:2x4", "--progress", "log"];
    let answer = program.json(&words);
    // The second run finds all done.
    program.run(&words);
    let text = fs::read_to_string(program.path("log")).unwrap();
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(lines.len() >= 2, "{text}");
    // Any piece may be the goal piece, so all boards are listed.
    let last = lines.last().unwrap();
    assert_eq!(last["found"], answer["boards"]);
    assert_eq!(last["of"], answer["boards"]);
}
