//! `tables` and `solve --method tables`.

use super::program::Program;
use serde_json::Value;

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
    let verified = program.json(&[&verify[..], &["--from", "goal", "--deep"]].concat());
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
            None => assert_eq!(solution["reason"], one["error"]["message"]),
        }
    }
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
    let wrong = message(
        &program,
        &["solve", "tiles:2x3", "--starts", "starts.txt"],
        2,
    );
    assert!(wrong.contains("not a position"), "{wrong}");
}
