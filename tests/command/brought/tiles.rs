//! Boards of numbered tiles of other programs: the goal that their kind has, and what is said where
//! parity rules it out.

use crate::command::program::Program;
use crate::command::table::rows;
use serde_json::{Value, json};

const LAST: &str = "row order with the empty cell last";

/// The first line of an answer, and its object.
fn solved(text: &str, words: &[&str]) -> (String, Value) {
    let program = Program::with_files(&[("board.txt", text)]);
    let words = [&["solve", "board.txt", "--no-store"], words].concat();
    let first = program.text(&words);
    let first = first.lines().next().unwrap_or_default().to_owned();
    (first, program.json(&words))
}

/// Checks the length of a solution and its goal, in text and JSON.
fn assert_solved(text: &str, words: &[&str], moves: u64, goal: &str) {
    let (first, answer) = solved(text, words);
    let steps = if moves == 1 { "step" } else { "steps" };
    let length = format!("solved in {moves} {steps}, ");
    assert!(first.contains(&length), "{text}: {first}");
    assert!(first.contains("; the goal is "), "{first}");
    assert_eq!(
        (&answer["moves"], &answer["goal"]),
        (&json!(moves), &json!(goal)),
        "{text}"
    );
}

/// Checks that a board has no solution by parity, and that each command of the hint works.
fn assert_odd(text: &str, words: &[&str], goal: &str, others: &[&str]) {
    let program = Program::with_files(&[("board.txt", text)]);
    let words = [&["solve", "board.txt"], words].concat();
    let error = program.failure(&words, 3);
    assert_eq!(
        (&error["reason"], &error["goal"]),
        (&json!("parity"), &json!(goal)),
        "{text}"
    );
    let hint = error["hint"].as_str().unwrap();
    for other in ["last", "first", "snail"] {
        let command = format!("`slidewise solve board.txt --to {other}`");
        assert_eq!(hint.contains(&command), others.contains(&other), "{hint}");
        let wanted = if others.contains(&other) { 0 } else { 3 };
        if text.len() < 40 {
            let ran = program.run(&["solve", "board.txt", "--to", other]);
            assert_eq!(ran.code, Some(wanted), "{other}: {ran:?}");
        }
    }
}

/// The fields of the rows of a table, by the names in its first line.
fn named_rows(table: &str) -> Vec<serde_json::Map<String, Value>> {
    let mut all = rows(table).into_iter();
    let header = all.next().unwrap();
    all.map(|row| {
        assert_eq!(row.len(), header.len(), "{table}");
        header
            .iter()
            .cloned()
            .zip(row.into_iter().map(Value::from))
            .collect()
    })
    .collect()
}

#[test]
fn all_ways_to_ask_agree_on_the_goal_and_the_reason_of_loyds_board() {
    let text = sample!("loyd.txt");
    let program = Program::with_files(&[("loyd.txt", text)]);
    let error = program.failure(&["solve", "loyd.txt"], 3);
    let message = error["message"].as_str().unwrap();
    assert!(
        message.starts_with("loyd has no solution: ") && message.ends_with(LAST),
        "{message}"
    );
    let is_told = |told: &Value| {
        assert_eq!(
            (&told["reason"], &told["goal"]),
            (&json!("parity"), &json!("last")),
            "{told}"
        );
    };
    is_told(&error);
    for command in [
        &["find", "loyd.txt", "last"][..],
        &["find", "loyd.txt", "--to", "last"],
    ] {
        assert_eq!(program.failure(command, 3)["reason"], "parity");
    }
    for words in [
        &["solve", "--batch", "loyd.txt"][..],
        &["solve", "--batch", "."],
        &["solve", "tiles:4x4", "--starts", "loyd.txt"],
        &["solve", "tiles:4x4", "--starts", "loyd.txt", "--to", "last"],
    ] {
        let ran = program.run(words);
        assert_eq!(ran.code, Some(3), "{ran:?}");
        assert!(
            ran.stdout.contains("parity") && ran.stdout.contains(LAST),
            "{words:?}: {ran:?}"
        );
        let table = program.run(&[words, &["--csv"]].concat());
        assert_eq!(table.code, Some(3), "{table:?}");
        let rows = named_rows(&table.stdout);
        assert_eq!(rows.len(), 1, "{words:?}: {table:?}");
        is_told(&rows[0].clone().into());
        assert!(
            rows[0]["error"].as_str().unwrap().contains("no solution"),
            "{rows:?}"
        );
        let object = program.run(&[words, &["--json"]].concat()).object();
        if words.contains(&"--starts") {
            assert_eq!(object["goal"], "last");
            assert_eq!(object["solutions"][0]["reason"], "parity");
        } else {
            is_told(&object["error"]);
        }
    }
    #[cfg(all(unix, feature = "web"))]
    the_page_agrees(text, &is_told);
}

/// What the page says of a board, and of its other goal.
#[cfg(all(unix, feature = "web"))]
fn the_page_agrees(text: &str, is_told: &dyn Fn(&Value)) {
    let server = crate::web::server::Server::start(&[]);
    let page = server.answer("/api/puzzle", &json!({ "text": text }));
    is_told(&page["unsolvable"]);
    assert_eq!(page["goal"], "last");
    let hint = page["unsolvable"]["hint"].as_str().unwrap();
    assert!(
        hint.contains("`&to=first`") && !hint.contains("slidewise solve"),
        "{hint}"
    );
    let other = server.answer("/api/puzzle", &json!({ "text": text, "to": "first" }));
    assert_eq!(
        (&other["goal"], &other["unsolvable"]),
        (&json!("first"), &Value::Null)
    );
    let wrong = server.post("/api/puzzle", &json!({ "text": text, "to": "second" }));
    assert_eq!(wrong.status, 400, "{wrong:?}");
}

#[test]
fn boards_that_parity_rules_out_are_told_apart_from_solved_ones() {
    assert_odd(sample!("loyd.txt"), &[], "last", &["first"]);
    assert_odd(sample!("puzzle4x4-unsolvable.txt"), &[], "last", &["first"]);
    assert_odd(sample!("grid3-unsolvable.txt"), &[], "last", &["snail"]);
    assert_odd(sample!("nested.txt"), &[], "last", &["snail"]);
    // A stated goal, Loyd's board on 3 x 3, and the generator's own words.
    assert_odd(
        "1 2 3\n4 5 6\n7 8 0\n\n1 2 3\n4 5 6\n8 7 0\n",
        &[],
        "123:456:87.",
        &["last", "first"],
    );
    assert_odd("1 2 3\n4 5 6\n8 7 0\n", &[], "last", &["snail"]);
    assert_odd(
        "# This puzzle is unsolvable\n3\n1 2 3\n4 5 6\n7 8 0\n",
        &[],
        "snail",
        &["last", "first"],
    );
    // A remark names no goal beside the one that is asked for.
    let program = Program::with_files(&[("board.txt", sample!("grid3-unsolvable.txt"))]);
    for (to, code) in [("1 2 3 4 5 6 7 8 0", 3), ("123:456:78.", 3), ("snail", 0)] {
        let ran = program.run(&["solve", "board.txt", "--to", to]);
        assert_eq!(ran.code, Some(code), "{ran:?}");
        assert!(!ran.stderr.contains("no goal is stated"), "{ran:?}");
    }
}

#[test]
fn boards_in_brackets_bars_and_below_words_are_one_board() {
    assert_solved(sample!("flat15.txt"), &[], 7, "last");
    assert_solved("[[1, 2, 3],\n [4, 0, 6],\n [7, 5, 8]]\n", &[], 2, "last");
    assert_solved("(1, 2, 3, 4, 5, 6, 0, 7, 8)\n", &[], 2, "last");
    assert_solved(sample!("pipe.txt"), &[], 1, "last");
    assert_solved(
        "| 1 | 2 | 3 |\n| 4 |   | 5 |\n| 7 | 8 | 6 |\n",
        &[],
        2,
        "last",
    );
    let framed = "+---+---+---+\n| 1 | 2 | 3 |\n+---+---+---+\n| 4 | 5 | 6 |\n+---+---+---+\n\
                  |   | 7 | 8 |\n+---+---+---+\n";
    assert_solved(framed, &[], 2, "last");
    assert_solved(sample!("labelled.txt"), &[], 1, "last");
    assert_solved(
        "Goal:\n1 2 3\n8 0 4\n7 6 5\nStart:\n1 2 3\n0 8 4\n7 6 5\n",
        &[],
        1,
        "snail",
    );
    assert_solved(
        "initial: 1 0 2 3 4 5 6 7 8\ngoal: 0 1 2 3 4 5 6 7 8\n",
        &[],
        1,
        "first",
    );
    let program = Program::new();
    let ran = program.piped(&["solve", "-"], sample!("pipe.txt").as_bytes());
    assert!(ran.stdout.contains("solved in 1 step, "), "{ran:?}");
}

#[test]
fn a_board_with_two_goals_in_reach_says_which_one_was_taken() {
    let program = Program::with_files(&[("p5.txt", sample!("p5.txt"))]);
    let ran = program.run(&["check", "p5.txt"]);
    let told = format!("{}{}", ran.stdout, ran.stderr);
    assert!(
        told.contains(LAST) && told.contains("`--to first`"),
        "{told}"
    );
    for (text, to, moves) in [
        ("1 2 3\n4 5 6\n7 0 8\n", "last", 1),
        ("0 1 2\n3 4 5\n6 7 8\n", "first", 0),
        ("1 2 3\n8 4 0\n7 6 5\n", "snail", 1),
    ] {
        assert_solved(text, &["--to", to], moves, to);
    }
}

#[test]
fn numbered_lists_have_the_empty_cell_first_and_batches_answer_as_single_calls() {
    let program = Program::with_files(&[("korfn.txt", sample!("korfn.txt"))]);
    for number in ["1", "2"] {
        let word = format!("korfn.txt#{number}");
        let goal = program.json(&["tables", &word, "--list"])["to"].clone();
        assert_eq!(goal, ". 1 2 3:4 5 6 7:8 9 10 11:12 13 14 15", "{word}");
    }
    // The same kind, nearer to the goal: Korf's numbers, others, and a known length behind.
    let list = "7 1 5 2 3 4 0 6 7 8 9 10 11 12 13 14 15\n\
                9 1 2 3 7 4 5 6 0 8 9 10 11 12 13 14 15\n";
    let measured = "1: 1 2 5 3 4 0 7 8 6 31\n2: 3 1 2 4 0 5 6 7 8 2\n";
    for (name, text, lengths) in [("list.txt", list, [2, 4]), ("m.txt", measured, [13, 2])] {
        program.write(name, text);
        let ran = program.run(&["solve", "--batch", name, "--json"]);
        let lines: Vec<Value> = ran
            .stdout
            .lines()
            .map(|line| line.parse().unwrap())
            .collect();
        assert_eq!(lines.len(), 2, "{ran:?}");
        let table = named_rows(&program.text(&["solve", "--batch", name, "--csv"]));
        for (number, (line, row)) in (1..).zip(lines.into_iter().zip(table)) {
            let alone = program.json(&["solve", &format!("{name}#{number}")]);
            assert_eq!(alone["goal"], "first", "{name}");
            for field in ["goal", "moves", "routes", "method", "nodes"] {
                let text = alone[field].to_string();
                let text = text.trim_matches('"');
                let own = if alone[field].is_null() { "" } else { text };
                assert_eq!(row[field], own, "{name} {number} {field}");
            }
            assert!(!row["seconds"].as_str().unwrap().is_empty());
            assert_eq!(line["moves"], lengths[number - 1], "{name}");
            assert_eq!(line, alone, "{name} {number}");
        }
    }
    // A batch aims all its boards at one goal.
    let table = named_rows(&program.text(&["solve", "--batch", "m.txt", "--csv", "--to", "first"]));
    assert_eq!(table[1]["goal"], "first");
}

#[test]
fn a_folder_answers_as_its_file_does() {
    let program = Program::new();
    program.write("boards/p5.txt", sample!("p5.txt"));
    let alone = program.json(&["solve", "boards/p5.txt", "--no-store"]);
    assert_eq!(
        (&alone["moves"], &alone["method"]),
        (&json!(46), &json!("grid"))
    );
    let words = ["solve", "--batch", "boards", "--no-store", "--json"];
    assert_eq!(program.run(&words).object(), alone);
    let text = program.text(&["solve", "--batch", "boards", "--no-store"]);
    assert!(
        text.starts_with("p5: 46 steps, ") && text.contains(LAST),
        "{text}"
    );
}

#[test]
fn starts_are_read_as_the_boards_of_lists_are() {
    let program = Program::with_files(&[("st_n.txt", sample!("st_n.txt"))]);
    program.write(
        "numbered.txt",
        "9: 8 6 7 2 5 4 3 0 1 31\n10: 6 4 7 8 5 0 3 2 1 31\n",
    );
    program.write("rows.txt", "3\n8 6 7\n2 5 4\n3 _ 1\n");
    program.write(
        "list.txt",
        "[8, 6, 7, 2, 5, 4, 3, -1, 1]\n[[6,4,7],[8,5,x],[3,2,1]]\n",
    );
    for (file, count) in [
        ("st_n.txt", 1),
        ("numbered.txt", 2),
        ("rows.txt", 1),
        ("list.txt", 2),
    ] {
        let told = program.json(&["solve", "tiles:3x3", "--starts", file]);
        let solutions = told["solutions"].as_array().unwrap();
        assert_eq!(solutions.len(), count, "{file}: {told}");
        assert_eq!(told["goal"], "last");
        let table = named_rows(&program.text(&["solve", "tiles:3x3", "--starts", file, "--csv"]));
        for (solution, row) in solutions.iter().zip(table) {
            assert_eq!(solution["moves"], 31, "{file}");
            assert_eq!(
                (&row["moves"], &row["method"]),
                (&json!("31"), &solution["method"])
            );
            assert_eq!(
                (&row["nodes"], &row["goal"]),
                (&solution["nodes"], &json!("last"))
            );
        }
    }
    // The goal of all starts.
    let told = program.json(&["solve", "tiles:3x3", "--starts", "st_n.txt", "--to", "last"]);
    assert_eq!(told["solutions"][0]["moves"], 31);
    let ran = program.run(&[
        "solve",
        "tiles:3x3",
        "--starts",
        "st_n.txt",
        "--to",
        "snail",
    ]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert!(ran.stdout.contains("a clockwise spiral"), "{ran:?}");
    // A line that may be read in two ways is refused, and so is a part of a board.
    for (text, wanted) in [
        ("7 8 6 1 2 5 4 3 0 7\n", "one number too many"),
        ("8 6 7\n2 5 4\n", "lacks rows"),
        ("8 6 7 2 5 4 3 3 1\n", "found 3 again"),
    ] {
        program.write("wrong.txt", text);
        let error = program.failure(&["solve", "tiles:3x3", "--starts", "wrong.txt"], 2);
        assert!(
            error["message"].as_str().unwrap().contains(wanted),
            "{error}"
        );
    }
}

#[test]
fn a_board_of_any_size_is_solved_by_the_grid() {
    assert_solved(sample!("p10.txt"), &[], 30, "last");
    for (rows, columns) in [(9, 9), (12, 12), (5, 20)] {
        let mut tiles: Vec<usize> = (1..rows * columns).chain([0]).collect();
        let (mut empty, mut before, mut draw) = (tiles.len() - 1, usize::MAX, 5_usize);
        for _ in 0..20 {
            let beside = |cell: usize| {
                let down = (cell / columns).abs_diff(empty / columns);
                down + (cell % columns).abs_diff(empty % columns) == 1 && cell != before
            };
            let next: Vec<usize> = (0..tiles.len()).filter(|&cell| beside(cell)).collect();
            draw = draw.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let to = next[(draw >> 33) % next.len()];
            tiles.swap(empty, to);
            (before, empty) = (empty, to);
        }
        let lines = tiles.chunks(columns).map(|row| {
            let row: Vec<String> = row.iter().map(ToString::to_string).collect();
            row.join(" ") + "\n"
        });
        let text: String = lines.collect();
        let (_, answer) = solved(&text, &[]);
        assert_eq!(answer["method"], "grid", "{answer}");
        let moves = answer["moves"].as_u64().unwrap();
        assert!(moves <= 20 && moves.is_multiple_of(2), "{answer}");
        let program = Program::with_files(&[("board.txt", &text)]);
        let found = program.json(&["find", "board.txt", "last", "--no-store"]);
        assert_eq!(
            (&found["generation"], &found["method"]),
            (&json!(moves), &json!("grid"))
        );
        let batch = program.run(&["solve", "--batch", "board.txt", "--no-store", "--json"]);
        assert_eq!(batch.object()["moves"], moves);
    }
}
