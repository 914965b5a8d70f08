//! Remarks on puzzle files, and messages that say what is wrong with an input.

use super::program::Program;
use serde_json::{Value, json};

const SAME_LETTER: &str = "title = \"Donkey with shape letters\"\nstart = \"\"\"\nVAAV\nVAAV\n\
                           VHHV\nVSSV\nS..S\n\"\"\"\n\
     goal = \"\"\"\n....\n....\n....\n.AA.\n.AA.\n\"\"\"\n";
const COMMAS: &str = "start = \"\"\"\nAAb,\nA.c,\nd..,\n\"\"\"\n";
const ZERO: &str =
    "start = \"\"\"\n1 2 3\n4 5 6\n7 0 8\n\"\"\"\ngoal = \"\"\"\n1 2 3\n4 5 6\n7 8 0\n\"\"\"\n";
const COLUMN: &str = "start = \"\"\"\nAAB\nA\n.\n\"\"\"\n";

/// The remarks of `check --json`, as `line:column message`.
fn remarks(program: &Program, file: &str) -> Vec<String> {
    let told = program.json(&["check", file]);
    assert_eq!((&told["ok"], &told["errors"]), (&json!(true), &json!([])));
    let remarks = told["remarks"].as_array().unwrap().iter();
    remarks
        .map(|remark| {
            let message = remark["message"].as_str().unwrap();
            format!("{}:{} {message}", remark["line"], remark["column"])
        })
        .collect()
}

#[test]
fn a_board_of_numbers_without_a_goal_is_solved_as_the_one_with_zero() {
    let program = Program::new();
    program.write("zero.txt", "1 2 3\n4 0 6\n7 5 8\n");
    program.write("dots.txt", "1 2 3\n4 . 6\n7 5 8\n");
    program.write("run.txt", "123\n4.6\n758\n");
    let wanted = program.json(&["solve", "zero.txt", "--no-store"]);
    assert_eq!(
        (&wanted["moves"], &wanted["goal"]),
        (&json!(2), &json!("last"))
    );
    let same = |answer: &Value| {
        for field in ["moves", "routes", "goal", "path", "positions"] {
            assert_eq!(answer[field], wanted[field], "{field}");
        }
    };
    for file in ["dots.txt", "run.txt"] {
        same(&program.json(&["solve", file, "--no-store"]));
        let text = std::fs::read(program.path(file)).unwrap();
        same(
            &program
                .piped(&["solve", "-", "--no-store", "--json"], &text)
                .object(),
        );
        let ran = program.run(&["solve", file, "--no-store"]);
        let told = format!("{file}:1:1: remark: no goal is stated; the goal is row order");
        assert!(ran.stderr.contains(&told), "{}", ran.stderr);
        let batch = program.json(&["solve", "--batch", file, "--no-store"]);
        assert_eq!(batch["moves"], 2);
        let starts = ["solve", "tiles:3x3", "--starts", file, "--no-store"];
        assert_eq!(program.json(&starts)["solutions"][0]["moves"], 2);
    }
}

#[test]
fn a_puzzle_file_without_its_lists_gets_a_remark_with_them() {
    let program = Program::new();
    program.write("tiles.toml", "start = '''\n1 2 3\n4 . 6\n7 5 8\n'''\n");
    let told = remarks(&program, "tiles.toml");
    assert!(
        told[0].starts_with("2:1 8 tiles with different numbers"),
        "{told:?}"
    );
    let ran = program.run(&["solve", "tiles.toml"]);
    assert_eq!(ran.code, Some(2));
    for remedy in [
        "[[goal]]",
        "slidewise solve tiles.toml --to POSITION",
        "find",
        "explore",
    ] {
        assert!(ran.stderr.contains(remedy), "{}", ran.stderr);
    }
}

#[test]
fn a_text_that_is_not_closed_is_one_fault_where_it_begins() {
    let program = Program::new();
    let long = "the text that begins here with `\"\"\"` is not closed; add a line `\"\"\"` below \
                its last row";
    let short = "the text that begins here with `\"` is not closed; add `\"` at its end";
    for (text, wanted) in [
        ("start = \"\"\"\nAA.\n", format!("1:9 {long}")),
        (
            "start = '''\nAA.\n",
            format!("1:9 {}", long.replace("\"\"\"", "'''")),
        ),
        (
            "start = \"\"\"\nAA.\n\"\"\ntitle = \"x\"\n",
            format!("1:9 {long}"),
        ),
        (
            "title = \"x\"\nstart = \"\"\"\nAA.\n\n[[goal]]\nboard = \"\"\"\n.AA\n\"\"\"\n",
            format!("2:9 {long}"),
        ),
        ("title = \"x\nstart = \"AA.\"\n", format!("1:9 {short}")),
        ("start = \"AA.\nunits = [\"A\"]\n", format!("1:9 {short}")),
    ] {
        program.write("x.toml", text);
        let checked = program.run(&["check", "x.toml", "--json"]).object();
        let errors = checked["errors"].as_array().unwrap().iter();
        let errors = errors.map(|own| {
            let message = own["message"].as_str().unwrap();
            format!("{}:{} {message}", own["line"], own["column"])
        });
        assert_eq!(errors.collect::<Vec<_>>(), [wanted], "{text}");
        let ran = program.run(&["show", "x.toml"]);
        assert!(ran.stderr.contains("is not closed"), "{}", ran.stderr);
        assert!(!ran.stderr.contains("convert"), "{}", ran.stderr);
    }
}

#[test]
fn check_lists_remarks_and_ends_with_their_number() {
    let program = Program::new();
    for (file, text, wanted) in [
        (
            "same.toml",
            SAME_LETTER,
            &[
                "3:1 `V` is one rigid piece of 8 cells",
                "6:2 `S` is one rigid piece of 4 cells",
                "1:1 no piece can move at Start",
            ][..],
        ),
        (
            "zero.toml",
            ZERO,
            &[
                "4:3 no cell of Start is empty, so nothing can move; if `0` is the empty cell, \
                 write `.`",
            ],
        ),
        ("column.toml", COLUMN, &["2:1 `AAB` is one token"]),
        ("plain.toml", "start = 'AB.'", &[]),
    ] {
        program.write(file, text);
        let told = remarks(&program, file);
        assert_eq!(told.len(), wanted.len(), "{told:?}");
        for (told, wanted) in told.iter().zip(wanted) {
            assert!(told.starts_with(wanted), "{told}");
        }
        let ran = program.run(&["check", file]);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
        let lines: Vec<&str> = ran.stdout.lines().collect();
        let end = match wanted.len() {
            0 => format!("{file}: no fault found"),
            1 => format!("{file}: no fault found, 1 remark"),
            count => format!("{file}: no fault found, {count} remarks"),
        };
        assert_eq!(lines.last(), Some(&end.as_str()));
        assert_eq!(lines.len(), wanted.len() + 1);
        for (line, told) in lines.iter().zip(&told) {
            assert_eq!(
                line.replacen(" remark:", "", 1),
                format!("{file}:{}", told.replacen(' ', ": ", 1))
            );
        }
    }
}

#[test]
fn commands_that_open_a_file_print_its_remarks_on_stderr() {
    let program = Program::new();
    program.write("same.toml", SAME_LETTER);
    program.write("zero.toml", ZERO);
    let start = "VAAV:VAAV:VHHV:VSSV:S..S";
    for words in [
        &["solve", "same.toml"][..],
        &["explore", "same.toml"],
        &["find", "same.toml", start],
        &["farthest", "same.toml"],
        &["show", "same.toml"],
        &["count", "same.toml"],
        &["components", "same.toml"],
        &["diameter", "same.toml"],
        &["verify", "same.toml"],
    ] {
        for more in [&[][..], &["--json"], &["--quiet"]] {
            let ran = program.run(&[words, more].concat());
            let told = ran
                .stderr
                .contains("same.toml:3:1: remark: `V` is one rigid piece of 8 cells");
            assert_eq!(
                told,
                more != ["--quiet"],
                "{words:?} {more:?}: {}",
                ran.stderr
            );
            assert!(!ran.stdout.contains("remark"), "{}", ran.stdout);
            if more == ["--json"] {
                let object: Value = ran.object();
                assert!(object.is_object());
            }
        }
    }
    let ran = program.run(&["solve", "zero.toml"]);
    assert!(
        ran.stderr
            .contains("zero.toml:4:3: remark: no cell of Start is empty"),
        "{}",
        ran.stderr
    );
    let ordinary = program.run(&["show", "lane-rouge"]);
    assert_eq!(ordinary.stderr, "");
}

#[test]
fn commas_between_cells_are_faults() {
    let program = Program::new();
    program.write("commas.toml", COMMAS);
    for command in ["check", "solve", "show"] {
        let ran = program.run(&[command, "commas.toml"]);
        assert_eq!(ran.code, Some(2), "{ran:?}");
        let all = format!("{}{}", ran.stdout, ran.stderr);
        assert!(
            all.contains("commas.toml:2:4: expected cells without the separator `,`"),
            "{all}"
        );
    }
}

#[test]
fn convert_remarks_on_places_of_the_source() {
    let program = Program::new();
    for (file, text, wanted) in [
        (
            "ungrid.txt",
            "A_1\nA_2\n633\n554\n",
            "ungrid.txt:1:2: remark: `_` is read as an empty cell",
        ),
        (
            "letters.txt",
            "HAAI\nHAAI\nJBBK\nJNOK\nP@@Q\n",
            "letters.txt:1:1: remark: no goal is stated; the goal is that of Klotski",
        ),
    ] {
        program.write(file, text);
        let ran = program.run(&["convert", file]);
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        assert!(ran.stderr.starts_with(wanted), "{}", ran.stderr);
        assert!(!ran.stdout.contains('_'), "{}", ran.stdout);
        assert_eq!(program.run(&["convert", file, "--quiet"]).stderr, "");
    }
}

#[test]
fn messages_say_what_was_expected_and_what_helps() {
    let program = Program::new();
    let message = |words: &[&str]| {
        let error = program.failure(words, 2);
        let said = |key: &str| error[key].as_str().unwrap().to_owned();
        (said("message"), said("hint"))
    };
    for (position, wanted) in [
        ("BAAC:BAAC:DEEF:DGHF", "expected 5 rows, found 4 rows"),
        (
            "BAAC:BAAC:DEEF:DGHF:I..J:....",
            "expected 5 rows, found 6 rows",
        ),
        ("BAA:BAA:DEE:DGH:I..", "expected 4 columns, found 3 columns"),
        (
            "BAAC.:BAAC.:DEEF.:DGHF.:I..J.",
            "expected 4 columns, found 5 columns",
        ),
    ] {
        let (told, _) = message(&["find", "lane-rouge", position]);
        assert_eq!(told, format!("not a position of this puzzle: {wanted}"));
    }
    program.write("short.toml", "start = \"\nAAB\nA.B\n\"\n");
    let (told, _) = message(&["show", "short.toml"]);
    assert!(
        told.starts_with(
            "short.toml:1:9: not TOML: expected `\"\"\"` or `'''` around a text of several lines"
        ),
        "{told}"
    );
    program.write(
        "twice.toml",
        "start = '12.'\ndistinct = true\ngoal = '1.1'\n",
    );
    let (told, _) = message(&["show", "twice.toml"]);
    assert!(told.contains("`units = [\"1\"]`"), "{told}");
    for (word, found) in [
        ("rush:AAB../......", "11 cells in 2 rows, separated by `/`"),
        (
            "rush:AA..../....../....../....../....../......",
            "36 cells in 6 rows, separated by `/`",
        ),
        ("rush:AA....:......", "12 cells in 2 rows, separated by `:`"),
        ("rush:AAB", "3 cells"),
    ] {
        let (told, hint) = message(&["show", word]);
        assert!(
            told.contains("expected a Rush Hour board of 36 cells"),
            "{told}"
        );
        assert!(told.ends_with(&format!("found {found}")), "{told}");
        assert!(hint.contains("36 cells"), "{hint}");
    }
    for word in ["lane-rouge", "tiles:3x3"] {
        let (told, hint) = message(&["check", word]);
        assert!(told.contains("check reads files"), "{told}");
        assert!(hint.contains(&format!("slidewise show {word}")), "{hint}");
    }
    let (told, _) = message(&["check", "lane-rouge.toml"]);
    assert!(told.contains("lane-rouge.toml: "), "{told}");
}

#[test]
fn a_piece_keeps_its_letter_along_a_way_in_json_and_text() {
    let program = Program::new();
    let solved = program.json(&["solve", "lane-rouge", "--all", "--limit", "3"]);
    let last = solved["positions"].as_array().unwrap().last().unwrap();
    let found = program.json(&["find", "lane-rouge", last.as_str().unwrap()]);
    let mut ways = solved["paths"].as_array().unwrap().clone();
    ways.extend([solved["path"].clone(), found["path"].clone()]);
    let rows: Vec<&str> = solved["positions"][0]
        .as_str()
        .unwrap()
        .split(':')
        .collect();
    for way in &ways {
        // By the first cell of each piece: the letter of a cell that no piece has left is the one
        // at the start.
        let mut letter_at = std::collections::HashMap::new();
        for step in way.as_array().unwrap() {
            let cell = |key: &str| step[key].as_str().unwrap().to_owned();
            let from = cell("from");
            let column = usize::from(from.as_bytes()[0] - b'a');
            let row = rows.len() - from[1..].parse::<usize>().unwrap();
            let at_start = rows[row][column..=column].to_owned();
            let letter = letter_at.remove(&from).unwrap_or(at_start);
            assert_eq!(step["piece"], letter, "{step}");
            letter_at.insert(cell("to"), letter);
        }
    }
    // The text has the same letters.
    let text = program.text(&["solve", "lane-rouge", "--metric", "move"]);
    let solved = program.json(&["solve", "lane-rouge", "--metric", "move"]);
    let moves = solved["path"].as_array().unwrap().iter();
    let listed: String = moves
        .map(|step| {
            format!(
                " {} {} {}",
                step["piece"].as_str().unwrap(),
                step["from"].as_str().unwrap(),
                step["move"].as_str().unwrap()
            )
        })
        .collect();
    let lines = text
        .lines()
        .filter(|line| line.trim_start().starts_with(|c: char| c.is_ascii_digit()));
    let said: String = lines
        .map(|line| {
            format!(
                " {}",
                line.split_once(". ")
                    .unwrap()
                    .1
                    .replace(',', "")
                    .replace("  ", " ")
            )
        })
        .collect();
    assert_eq!(
        said.split_whitespace().collect::<Vec<_>>(),
        listed.split_whitespace().collect::<Vec<_>>()
    );
}
