//! `fill` and `jump` from outside: the documents' boards, fields for scripts, faults, and
//! interruptions.

use super::program::Program;
use std::fs;
use std::path::Path;

fn figure(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/figures/others");
    fs::read_to_string(folder.join(name)).unwrap()
}

fn program_with(names: &[&str]) -> Program {
    let program = Program::new();
    for name in names {
        program.write(name, &figure(name));
    }
    program
}

#[test]
fn the_contests_samples_are_answered_to_the_byte() {
    for number in [1, 2] {
        let name = format!("checkers-{number}.in");
        let program = program_with(&[&name]);
        let ran = program.run(&["jump", &name]);
        assert_eq!(ran.code, Some(0));
        assert_eq!(ran.stdout, figure(&format!("checkers-{number}.ans")));
        assert_eq!(ran.stderr, "");
    }
    let program = program_with(&["checkers-1.in"]);
    let object = program.json(&["jump", "checkers-1.in", "--all"]);
    assert_eq!(object["answer"], "None");
    assert_eq!(object["tours"], serde_json::json!([]));
}

#[test]
fn boards_of_the_documents_are_filled() {
    let names = [
        "stones-4x4.txt",
        "stones-8x8.txt",
        "hidoku-10x10.txt",
        "magic-85.txt",
    ];
    let program = program_with(&names);
    let stones = program.json(&["fill", "stones-8x8.txt", "--first", "B"]);
    assert_eq!(stones["kind"], "stones");
    assert_eq!(stones["solutions"], "104");
    assert_eq!(stones["complete"], true);
    assert_eq!(stones["boards"].as_array().unwrap().len(), 104);
    assert_eq!(stones["boards"][0].as_array().unwrap().len(), 8);
    assert!(stones["boards"][0][0][0].as_str().unwrap().ends_with('B'));
    let error = program.failure(&["fill", "stones-8x8.txt", "--no-flip", "--count"], 3);
    assert!(error["hint"].as_str().unwrap().contains("--no-flip"));
    let both = program.json(&["fill", "stones-4x4.txt", "--unique", "--count"]);
    assert_eq!(both["solutions"], "12");
    assert_eq!(
        both["first"],
        serde_json::json!([{"colour": "B", "solutions": "6"}, {"colour": "W", "solutions": "6"}])
    );
    assert_eq!(both["boards"], serde_json::json!([]));
    for (name, solution) in [
        ("hidoku-10x10.txt", "hidoku-10x10.solution.txt"),
        ("magic-85.txt", "magic-85.solution.txt"),
    ] {
        let object = program.json(&["fill", name]);
        assert_eq!(object["solutions"], "1");
        let rows: Vec<Vec<i64>> = serde_json::from_value(object["boards"][0].clone()).unwrap();
        let wanted: Vec<Vec<i64>> = figure(solution)
            .lines()
            .map(|line| {
                line.split_whitespace()
                    .map(|word| word.parse().unwrap())
                    .collect()
            })
            .collect();
        assert_eq!(rows, wanted);
    }
    let magic = program.json(&["fill", "magic-85.txt", "--count"]);
    assert_eq!((&magic["from"], &magic["sum"]), (&5.into(), &85.into()));
    assert_eq!(magic["deduced"], true);
}

#[test]
fn threads_and_limits_list_the_same_boards() {
    let program = program_with(&["stones-4x4.txt"]);
    let listed = |words: &[&str]| {
        let object = program.json(&[&["fill", "stones-4x4.txt"], words].concat());
        (object["boards"].clone(), object["complete"].clone())
    };
    let (all, complete) = listed(&["--threads", "1"]);
    assert_eq!((all.as_array().unwrap().len(), complete), (48, true.into()));
    assert_eq!(listed(&["--threads", "5"]).0, all);
    let (some, complete) = listed(&["--threads", "3", "--limit", "30"]);
    assert_eq!(some.as_array().unwrap()[..], all.as_array().unwrap()[..30]);
    assert_eq!(complete, false);
}

#[test]
fn a_colour_that_was_not_searched_is_left_out() {
    let program = Program::new();
    program.write("dominoes.txt", "B,W\r\n====\r\nB,W\r\n");
    let two = |letter: &str| serde_json::json!({"colour": letter, "solutions": "2"});
    for (limit, first) in [
        ("9", vec![two("B"), two("W")]),
        (
            "3",
            vec![
                two("B"),
                serde_json::json!({"colour": "W", "solutions": "1"}),
            ],
        ),
        ("2", vec![two("B")]),
    ] {
        let words = ["fill", "dominoes.txt", "--limit", limit];
        let object = program.json(&words);
        assert_eq!(object["first"].as_array(), Some(&first), "{limit}");
        assert_eq!(object["complete"], limit == "9");
        let has_white = program.text(&words).contains("top left square W");
        assert_eq!(has_white, first.len() > 1, "{limit}");
    }
}

#[test]
fn one_solution_of_several_is_the_first() {
    let program = program_with(&["stones-4x4.txt"]);
    for (word, told) in [
        ("--count", "4 stones on 4 x 4: the first solution\n"),
        ("--unique", "4 stones on 4 x 4: the first class\n"),
    ] {
        let text = program.text(&["fill", "stones-4x4.txt", "--limit", "1", word]);
        assert!(text.starts_with(told), "{text}");
    }
}

#[test]
fn hints_name_the_options_that_matter() {
    let program = program_with(&["stones-3x3.txt"]);
    program.write("six.txt", "X,X,X\n=\nX,X,X\n");
    program.write("two.txt", "_ _\n_ _\n");
    program.write("nine.txt", "_ 7 _\n_ 5 _\n_ _ 8\n");
    for (line, code, told, other) in [
        ("six.txt", 2, "--board", "--help"),
        ("six.txt --board 4x2", 2, "--board", "--help"),
        ("stones-3x3.txt --first W", 3, "--first", "--no-flip"),
        (
            "stones-3x3.txt --first W --no-flip",
            3,
            "--no-flip",
            "fewer",
        ),
        ("two.txt", 3, "2 x 2", "fewer"),
        ("nine.txt --from 3", 3, "--from", "--first"),
    ] {
        let words = ["fill"].into_iter().chain(line.split(' '));
        let words: Vec<&str> = words.collect();
        let error = program.failure(&words, code);
        let hint = error["hint"].as_str().unwrap();
        assert!(
            hint.contains(told) && !hint.contains(other),
            "{line}: {hint}"
        );
    }
}

#[test]
fn rows_and_columns_are_told_apart() {
    let program = Program::new();
    program.write("six.txt", "X,X,X\n=\nX,X,X\n");
    for (board, told) in [
        ("6x1", "2 stones on 1 row x 6 columns: 1 solution"),
        ("2x3", "2 stones on 3 rows x 2 columns: 1 solution"),
    ] {
        let text = program.text(&["fill", "six.txt", "--board", board]);
        assert_eq!(text.lines().next(), Some(told));
    }
}

#[test]
fn a_colour_is_asked_for_where_colours_count() {
    let program = Program::new();
    program.write("plain.txt", "X,X\n=\nX,X\n");
    program.write("chequered.txt", "B,W\n=\nX,X\n");
    let first_of = |file: &'static str| ["fill", file, "--first", "B"];
    let error = program.failure(&first_of("plain.txt"), 2);
    assert!(error["message"].as_str().unwrap().contains("plain.txt"));
    let words = [&first_of("chequered.txt")[..], &["--no-colours"]].concat();
    program.failure(&words, 2);
    program.json(&first_of("chequered.txt"));
}

#[test]
fn faults_of_boards_are_told_with_line_and_column() {
    let program = Program::new();
    program.write("ragged.txt", "1,_\n_\n");
    program.write("letters.txt", "1,_\n_,y\n");
    program.write("apart.txt", "1,_,2\n");
    program.write("area.txt", "B,W,B\n==\nW\n==\nB\n");
    program.write("board.in", "3\n._.\nW.x\n._.\n");
    fs::write(program.path("bytes.txt"), b"1,\xff").unwrap();
    program.write("empty.txt", "");
    for (command, name, line, column) in [
        ("fill", "ragged.txt", 2, 1),
        ("fill", "letters.txt", 2, 3),
        ("fill", "apart.txt", 1, 5),
        ("fill", "area.txt", 5, 1),
        ("fill", "bytes.txt", 1, 3),
        ("fill", "empty.txt", 1, 1),
        ("jump", "board.in", 3, 3),
        ("jump", "empty.txt", 1, 1),
    ] {
        let error = program.failure(&[command, name], 2);
        assert_eq!(error["file"], name);
        assert_eq!(
            (&error["line"], &error["column"]),
            (&line.into(), &column.into()),
            "{error}"
        );
    }
    program.failure(&["fill", "missing.txt"], 2);
    program.failure(&["jump", "generations"], 2);
}

#[test]
fn a_file_without_end_is_refused() {
    let program = Program::new();
    // A gigabyte that takes no room on the disk.
    let file = fs::File::create(program.path("huge.txt")).unwrap();
    file.set_len(1 << 30).unwrap();
    for command in ["fill", "jump"] {
        let error = program.failure(&[command, "huge.txt"], 2);
        assert!(
            error["message"]
                .as_str()
                .unwrap()
                .contains("more than 1048576 bytes")
        );
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_tells_its_count() {
    use super::program::until_it_heeds_signals;
    use std::process::Command;

    let program = Program::new();
    // Billions of solutions.
    let row = ["_"; 10].join(",");
    program.write("empty.txt", &vec![row; 10].join("\n"));
    for json in [false, true] {
        let words: &[&str] = if json {
            &["fill", "empty.txt", "--count", "--json"]
        } else {
            &["fill", "empty.txt", "--count"]
        };
        let child = program.command(words).spawn().unwrap();
        until_it_heeds_signals(&child);
        let sent = Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status();
        assert!(sent.unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let told = if json { output.stdout } else { output.stderr };
        let told = String::from_utf8(told).unwrap();
        assert!(
            told.contains("interrupted after") && told.contains("solution"),
            "{told}"
        );
    }
}
