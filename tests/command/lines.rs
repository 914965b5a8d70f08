//! The metric `line` in every command that has metrics.

use super::program::Program;
use serde_json::{Value, json};
use std::fs;

/// The commands that measure distances, on a puzzle.
fn calls(puzzle: &str, position: &str) -> Vec<Vec<String>> {
    let words = [
        vec!["explore", puzzle],
        vec!["explore", puzzle, "--count-only"],
        vec!["explore", puzzle, "--engine", "sparse", "--no-store"],
        vec!["explore", puzzle, "--engine", "frontier"],
        vec!["explore", puzzle, "--estimate"],
        vec!["solve", puzzle, "--start", position],
        vec!["find", puzzle, position],
        vec!["farthest", puzzle],
        vec!["farthest", puzzle, "--from", "goal"],
        vec!["sample", puzzle, "--distance", "3"],
        vec!["diameter", puzzle],
        vec!["verify", puzzle],
        vec!["graph", puzzle, "--out", "graph.dot", "--force"],
        vec!["graph", puzzle, "--out", "graph.graphml", "--force"],
        vec!["draw", puzzle, "--solution", "--out", "way.svg", "--force"],
        vec!["animate", puzzle, "--out", "film.svg", "--force"],
        vec!["animate", puzzle, "--out", "film.html", "--force"],
        vec![
            "plot",
            puzzle,
            "--metrics",
            "step,line",
            "--out",
            "plot.svg",
            "--force",
        ],
    ];
    let owned = |words: Vec<&str>| words.into_iter().map(str::to_owned).collect();
    words.into_iter().map(owned).collect()
}

const SMALL: &str = "start = '''\n1A\n2.\n3B\n'''\ndistinct = true\ngoal = '''\n..\n.1\n..\n'''\n";

#[test]
fn every_command_counts_in_lines() {
    let program = Program::new();
    program.write("small.toml", SMALL);
    for call in calls("small.toml", "1.:2A:3B") {
        let mut words: Vec<&str> = call.iter().map(String::as_str).collect();
        words.extend(["--metric", "line", "--json"]);
        let ran = program.run(&words);
        assert_eq!(ran.code, Some(0), "{words:?}: {ran:?}");
        let metric = ran.object()["metric"].to_string();
        assert!(
            metric.contains("line") || metric == "null",
            "{words:?}: {metric}"
        );
    }
}

#[test]
fn larger_pieces_are_refused_with_the_reason() {
    let program = Program::new();
    for call in calls("lane-rouge", "BAAC:BAAC:DFFE:DGHE:I..J") {
        if call.contains(&"verify".to_owned()) {
            continue;
        }
        let mut words: Vec<&str> = call.iter().map(String::as_str).collect();
        words.extend(["--metric", "line"]);
        let failed = program.failure(&words, 2);
        let told = failed["message"].as_str().unwrap();
        assert!(told.contains("covers several cells"), "{words:?}: {told}");
    }
    // A piece that cannot move is a wall, whatever its size.
    program.write(
        "wall.toml",
        "start = '''\nXXX\n12.\n'''\nhorizontal = ['X']\ndistinct = ['1', '2']\n",
    );
    let explored = program.json(&["explore", "wall.toml", "--metric", "line"]);
    assert_eq!(explored["states"], "3");
}

#[test]
fn counts_agree_whatever_finds_them() {
    let program = Program::new();
    let counts = |more: &[&str]| {
        let words = ["explore", "tiles:2x4", "--metric", "line", "--no-store"];
        let explored = program.json(&[&words, more].concat());
        (explored["generations"].clone(), explored["engine"].clone())
    };
    let (dense, engine) = counts(&[]);
    assert_eq!(engine, "dense");
    assert_eq!(dense.as_array().unwrap().len(), 26);
    for more in [
        &["--count-only"][..],
        &["--threads", "3"],
        &["--engine", "sparse"],
        &["--engine", "sparse", "--count-only"],
        &["--engine", "frontier"],
    ] {
        assert_eq!(counts(more).0, dense, "{more:?}");
    }
    program.json(&["explore", "tiles:2x4", "--metric", "line"]);
    assert_eq!(
        program.json(&["verify", "tiles:2x4", "--metric", "line"])["ok"],
        true
    );
}

#[test]
fn a_push_names_its_pieces_and_is_replayed() {
    let program = Program::new();
    let row = ["find", "tiles:1x5", ".1234", "--metric", "line"];
    let found = program.json(&[&row[..], &["--certificate", "way.json"]].concat());
    let pieces = ["4", "3", "2", "1"];
    let push = json!({
        "piece": "1", "pieces": pieces, "from": "a1", "to": "b1", "move": "R",
    });
    assert_eq!(found["path"], json!([push]));
    assert!(program.text(&row).contains("4 3 2 1 a1 R"));
    assert_eq!(program.json(&["replay", "way.json"])["ok"], true);
    let way: Value = serde_json::from_slice(&fs::read(program.path("way.json")).unwrap()).unwrap();
    let mut wrong = way.clone();
    wrong["path"][0]["pieces"] = json!(["3", "4", "2", "1"]);
    program.write("wrong.json", &wrong.to_string());
    assert_eq!(program.run(&["replay", "wrong.json"]).code, Some(1));
    let step = program.json(&["find", "tiles:1x5", "123.4"]);
    assert!(step["path"][0].get("pieces").is_none());
}
