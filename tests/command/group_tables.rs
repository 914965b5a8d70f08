//! `tables` and `solve --method tables` for puzzles that are no boards of distinct tiles.

use super::program::Program;
use serde_json::Value;

/// The message of a call that fails.
fn message(program: &Program, words: &[&str], code: i32) -> String {
    let failure = program.failure(words, code);
    failure["message"].as_str().unwrap().to_owned()
}

#[test]
fn solutions_by_tables_of_groups_are_those_of_an_exploration() {
    let program = Program::new();
    for puzzle in [
        "lane-rouge",
        "rush-card-01",
        "tiles:3x3",
        "iba-52-barbell-puzzle",
    ] {
        for metric in ["step", "slide", "move"] {
            let mut asked = vec!["solve", puzzle, "--metric", metric];
            if puzzle == "tiles:3x3" {
                asked.extend(["--start", "1.3:425:786"]);
            }
            let explored = program.json(&asked);
            let guided = program.json(&[&asked[..], &["--method", "tables"]].concat());
            for field in ["moves", "routes", "path", "positions", "proved"] {
                assert_eq!(guided[field], explored[field], "{puzzle} {metric} {field}");
            }
            assert_eq!(guided["method"], "tables");
        }
    }
    let line = [
        "solve",
        "tiles:3x3",
        "--start",
        "867:254:3.1",
        "--metric",
        "line",
    ];
    let explored = program.json(&line);
    let certified = ["--method", "tables", "--certificate", "way.json"];
    let guided = program.json(&[&line[..], &certified].concat());
    assert_eq!(guided["path"], explored["path"]);
    assert_eq!(program.json(&["replay", "way.json"])["ok"], true);
    let all = ["solve", "rush-card-01", "--metric", "slide", "--all"];
    let explored = program.json(&all);
    let guided = program.json(&[&all[..], &["--method", "tables"]].concat());
    assert_eq!(guided["paths"], explored["paths"]);
}

#[test]
fn tables_of_groups_are_kept_and_listed() {
    let program = Program::new();
    let asked = ["tables", "lane-rouge", "--metric", "move"];
    let keep = ["--keep", "A B G", "--keep", "A"];
    let built = program.json(&[&asked[..], &keep].concat());
    let tables = built["tables"].as_array().unwrap();
    assert_eq!(tables.len(), 2);
    // Two cells square on a board of 4 by 5: three columns, four rows.
    assert_eq!(tables[1]["entries"], "12");
    assert_eq!(tables[1]["by_distance"], serde_json::json!(["1", "11"]));
    let listed = program.json(&[&asked[..], &["--list"]].concat());
    // The table of a single piece is too small to keep.
    let listed = listed["tables"].as_array().unwrap();
    assert_eq!(listed.len(), 1);
    assert_eq!(listed[0]["keep"], tables[0]["keep"]);
    assert_eq!(listed[0]["by_distance"], tables[0]["by_distance"]);
    let other = program.json(&["tables", "lane-rouge", "--list"]);
    assert_eq!(other["tables"].as_array().unwrap().len(), 0);
    let stores = program.json(&["stores"]);
    assert_eq!(stores["stores"].as_array().unwrap().len(), 1);
    assert_eq!(stores["stores"][0]["complete"], true);
    let verify = ["verify", "lane-rouge keep A B G", "--metric", "move"];
    let verified = program.json(&[&verify[..], &["--from", "goal"]].concat());
    assert_eq!(verified["ok"], true);
    message(&program, &["show", "lane-rouge keep Z"], 2);
}

#[test]
fn a_search_by_tables_of_groups_keeps_to_its_memory() {
    let program = Program::new();
    let asked = [
        "solve",
        "tiles:4x4",
        "--metric",
        "slide",
        "--method",
        "tables",
    ];
    let start = [
        "--to",
        "15 14 13 12 11 10 9 8 7 6 5 4 3 1 2 0",
        "--memory",
        "3M",
    ];
    let stopped = program.run(&[&asked[..], &start, &["--json"]].concat());
    assert_eq!(stopped.code, Some(1), "{stopped:?}");
    let answer: Value = serde_json::from_str(&stopped.stdout).unwrap();
    assert_eq!(answer["proved"], false);
    assert_eq!(answer["moves"], Value::Null);
    assert!(answer["at_least"].as_u64().unwrap() > 10, "{answer}");
    assert!(answer["hint"].as_str().unwrap().contains("--memory"));
}

#[test]
fn starts_of_several_components_have_tables_of_their_own() {
    let program = Program::new();
    program.write(
        "row.toml",
        "start = 'A.BC..'\ndistinct = true\ngoal = '.A....'\n",
    );
    program.write("starts.txt", "A.BC..\nB.AC..\nCBA...\n..BA.C\n");
    let asked = ["solve", "row.toml", "--metric", "move", "--json"];
    let all = [&asked[..], &["--starts", "starts.txt", "--paths"]].concat();
    let found = program.run(&all);
    assert_eq!(found.code, Some(3), "{found:?}");
    let found: Value = serde_json::from_str(&found.stdout).unwrap();
    for solution in found["solutions"].as_array().unwrap() {
        let start = solution["start"].as_str().unwrap();
        let one = program.run(&[&asked[..], &["--start", start]].concat());
        let one: Value = serde_json::from_str(&one.stdout).unwrap();
        assert_eq!(solution["moves"], one["moves"], "{start}");
        assert_eq!(solution["proved"], true);
        match solution["path"].as_array() {
            Some(path) => assert_eq!(Value::from(path.len()), one["moves"]),
            None => assert_eq!(solution["reason"], one["error"]["reason"]),
        }
    }
}
