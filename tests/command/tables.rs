//! `tables` and `solve --method tables`.

use super::program::Program;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

/// The goal of Korf's positions, with the empty cell first.
const EMPTY_FIRST: &str = "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15";

/// The message of a call that fails.
fn message(program: &Program, words: &[&str], code: i32) -> String {
    let failure = program.failure(words, code);
    failure["message"].as_str().unwrap().to_owned()
}

fn korf() -> Vec<Value> {
    let figures: Value = serde_json::from_str(include_str!("../figures/korf.json")).unwrap();
    figures["instances"].as_array().unwrap().clone()
}

#[test]
fn korfs_positions_have_their_published_lengths() {
    let program = Program::new();
    let positions = korf();
    let lines = positions.iter().map(|own| {
        let cells = own["state"].as_array().unwrap().iter();
        cells.map(Value::to_string).collect::<Vec<_>>().join(" ")
    });
    let lines: Vec<String> = lines.collect();
    let text = format!("# fourteen\n\n{}\n", lines.join("\n"));
    program.write("starts.txt", &text);
    let asked = ["solve", "tiles:4x4", "--to", EMPTY_FIRST, "--memory", "30M"];
    let asked = [&asked[..], &["--starts", "starts.txt"]].concat();
    let found = program.json(&asked);
    let solutions = found["solutions"].as_array().unwrap();
    assert_eq!(solutions.len(), positions.len());
    for (solution, own) in solutions.iter().zip(&positions) {
        assert_eq!(solution["moves"], own["optimal_single_tile_moves"], "{own}");
        assert_eq!(solution["proved"], true);
    }
    // Five tiles each: the memory limit has no room for larger tables. They are used again.
    assert_eq!(program.names_in("generations").len(), 3);
    let again = program.json(&[&asked[..], &["--threads", "3", "--paths"]].concat());
    assert_eq!(again["nodes"], found["nodes"]);
    for solution in again["solutions"].as_array().unwrap() {
        let path = solution["path"].as_array().unwrap();
        assert_eq!(Value::from(path.len()), solution["moves"]);
    }
}

#[test]
fn a_solution_by_tables_is_that_of_an_exploration() {
    let program = Program::new();
    let asked = ["solve", "tiles:3x3", "--start", "867:254:3.1"];
    let explored = program.json(&asked);
    let guided = program.json(&[&asked[..], &["--method", "tables"]].concat());
    for field in ["moves", "routes", "path", "positions", "proved"] {
        assert_eq!(guided[field], explored[field], "{field}");
    }
    assert_eq!(guided["method"], "tables");
    let certified = ["--method", "tables", "--certificate", "way.json"];
    program.json(&[&asked[..], &certified].concat());
    assert_eq!(program.json(&["replay", "way.json"])["ok"], true);
}

#[test]
fn tables_are_listed_once_they_are_kept() {
    let program = Program::new();
    let list = ["tables", "tiles:3x3", "--list"];
    assert_eq!(program.json(&list)["tables"].as_array().unwrap().len(), 0);
    let built = program.json(&[
        "tables",
        "tiles:3x3",
        "--keep",
        "1 2 3 4 5",
        "--keep",
        "6 7 8",
    ]);
    assert_eq!(
        built["tables"][1]["keep"],
        serde_json::json!(["6", "7", "8"])
    );
    let listed = program.json(&list);
    let listed = listed["tables"].as_array().unwrap();
    assert_eq!(listed.len(), 1);
    assert_eq!(listed[0]["by_distance"], built["tables"][0]["by_distance"]);
    let other = program.json(&[&list[..], &["--to", ".12:345:678"]].concat());
    assert_eq!(other["tables"].as_array().unwrap().len(), 0);
    let stores = program.json(&["stores"]);
    assert_eq!(stores["stores"][0]["complete"], true);
}

#[test]
fn damaged_tables_give_no_answer() {
    let program = Program::new();
    let asked = [
        "solve",
        "tiles:3x3",
        "--start",
        "867:254:3.1",
        "--method",
        "tables",
    ];
    program.json(&asked);
    for name in program.names_in("generations") {
        let marks = program.path(format!("generations/{name}/marks"));
        let mut bytes = std::fs::read(&marks).unwrap();
        bytes.iter_mut().for_each(|byte| *byte ^= 0x10);
        std::fs::write(&marks, bytes).unwrap();
    }
    let failure = message(&program, &asked, 1);
    assert!(failure.contains("damaged"), "{failure}");
}

#[test]
fn groups_that_keep_names_guide_a_search() {
    let program = Program::new();
    let start = ["--start", "867:254:3.1"];
    let groups = ["--keep", "1 2 3 4 5 6", "--keep", "7 8"];
    program.json(&[&["tables", "tiles:3x3"][..], &groups].concat());
    let names = program.names_in("generations");
    let solve = [&["solve", "tiles:3x3"], &start[..], &groups].concat();
    let named = program.json(&solve);
    assert_eq!(
        (&named["method"], &named["moves"]),
        (&"tables".into(), &31.into())
    );
    assert_eq!(program.names_in("generations"), names);
    // Without names, kept tables that bound better are used, and named on stderr.
    let memory = ["--method", "tables", "--memory", "300K"];
    let words = [&["solve", "tiles:3x3"], &start[..], &memory].concat();
    let ran = program.run(&words);
    assert!(
        ran.stderr.contains("kept tables 1 2 3 4 5 6; 7 8"),
        "{ran:?}"
    );
    assert_eq!(program.json(&words)["nodes"], named["nodes"]);
    let turned = [&words[..], &["--to", ".12:345:678"]].concat();
    let ran = program.run(&turned);
    assert!(
        ran.stderr.contains("kept tables 1 2; 3 4 5 6 7 8"),
        "{ran:?}"
    );
    assert!(
        !program
            .run(&[&words[..], &["--quiet"]].concat())
            .stderr
            .contains("kept")
    );
    for (more, told) in [
        (&["--keep", "6 7"][..], "two groups"),
        (&["--keep", "9"], "no tile \"9\""),
        (&["--method", "explore"], "no tables"),
    ] {
        let told_so = message(&program, &[&solve[..], more].concat(), 2);
        assert!(told_so.contains(told), "{told_so}");
    }
    assert_eq!(program.names_in("generations"), names);
}

#[test]
fn starts_are_answered_as_they_are_read() {
    let program = Program::new();
    let words = ["solve", "tiles:2x3", "--starts", "-"];
    let mut command = program.command(&words);
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for (line, answer) in [
        ("1.3:425", "1.3:425: 2 steps"),
        ("# none\n\n 0 1 2 3 4 5 ", ".12:345: 15 steps"),
        (
            "213:45.",
            "213:45.: no solution: each goal has the other parity (an odd permutation of the \
             tiles); the goal is row order with the empty cell last",
        ),
    ] {
        writeln!(stdin, "{line}").unwrap();
        let mut read = String::new();
        stdout.read_line(&mut read).unwrap();
        assert_eq!(read.trim_end(), answer);
    }
    writeln!(stdin, "123:45x").unwrap();
    let status = child.wait().unwrap();
    let mut stderr = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut stderr)
        .unwrap();
    assert_eq!(status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("-:6: "), "{stderr}");
    assert!(
        stderr.contains("3 starts before it were answered"),
        "{stderr}"
    );
}

#[test]
fn a_line_without_a_position_ends_the_list() {
    let program = Program::new();
    let words = ["solve", "tiles:2x3", "--starts", "starts.txt"];
    program.write(
        "starts.txt",
        "\u{feff}123:45.\r\n1.3:425\r\n12:34\n123:45.\n",
    );
    let ran = program.run(&[&words[..], &["--json"]].concat());
    assert_eq!(ran.code, Some(2), "{ran:?}");
    let solved = ran.object();
    assert_eq!(solved["solutions"].as_array().unwrap().len(), 2);
    assert_eq!(
        (&solved["error"]["line"], &solved["error"]["code"]),
        (&3.into(), &2.into())
    );
    assert_eq!(solved["error"]["file"], "starts.txt");
    // The first line is read before a table is built.
    for (text, told) in [
        ("x\n".to_owned(), "starts.txt:1: "),
        (
            format!("\n{}\n123:45.\n", " ".repeat(70_000)),
            "starts.txt:2: the line is too long",
        ),
        (
            format!("#{}\n123:45.\n", "x".repeat(1 << 20)),
            "starts.txt:1: the line is too long",
        ),
    ] {
        program.write("starts.txt", &text);
        let told_so = message(&program, &words, 2);
        assert!(told_so.contains(told), "{told_so}");
    }
    std::fs::write(program.path("starts.txt"), b"123:45.\n\xff\n").unwrap();
    let ran = program.run(&[&words[..], &["--json"]].concat());
    assert!(
        ran.object()["error"]["message"]
            .as_str()
            .unwrap()
            .contains("not UTF-8")
    );
    assert!(message(&program, &["solve", "-", "--starts", "-"], 2).contains("standard input"));
}

#[test]
fn a_table_takes_no_more_memory_than_is_allowed() {
    let program = Program::new();
    let words = ["tables", "tiles:8x8", "--no-store", "--memory", "1M"];
    let built = program.json(&words);
    let tables = built["tables"].as_array().unwrap();
    let bytes: u64 = tables
        .iter()
        .map(|table| table["bytes"].as_u64().unwrap())
        .sum();
    assert!(tables.len() > 20 && bytes < 1 << 20, "{bytes}");
    let large = ["--keep", "1 2 3", "--keep", "4 5 6"];
    let failure = program.failure(&[&words[..], &large].concat(), 1);
    assert!(
        failure["hint"].as_str().unwrap().contains("--memory"),
        "{failure}"
    );
}

#[test]
fn what_tables_cannot_answer_is_refused() {
    let program = Program::new();
    let free = message(&program, &["tables", "lane-rouge", "--keep", "B"], 2);
    assert!(free.contains("no distances"), "{free}");
    let unknown = message(&program, &["tables", "lane-rouge", "--keep", "Z"], 2);
    assert!(unknown.contains("no piece"), "{unknown}");
    let pushes = ["tables", "tiles:3x3", "--metric", "line", "--keep", "1 2"];
    assert!(message(&program, &pushes, 2).contains("bounds no pushes"));
    program.write("free.toml", "start = 'AB.'\n");
    let aimless = ["solve", "free.toml", "--method", "tables"];
    assert!(message(&program, &aimless, 2).contains("has no goal"));
    let odd = [
        "solve",
        "tiles:4x4",
        "--memory",
        "30M",
        "--method",
        "tables",
    ];
    let start = "2 1 3 4 5 6 7 8 9 10 11 12 13 14 15 0";
    program.failure(&[&odd[..], &["--start", start]].concat(), 3);
    let slides = [&odd[..], &["--start", start, "--metric", "slide"]].concat();
    program.failure(&slides, 3);
    program.write("starts.txt", "123:45.\n213:45.\nx\n");
    let ran = program.run(&["solve", "tiles:2x3", "--starts", "starts.txt"]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert_eq!(ran.stdout.lines().count(), 2, "{ran:?}");
    assert!(ran.stderr.contains("not a position"), "{ran:?}");
}
