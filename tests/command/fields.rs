//! The JSON fields that scripts rely on, each with its type.
//!
//! A form is a JSON value itself: an object names fields that must be there, a list has the form of
//! each of its items, which must not be empty, and a word is a type. `count` is a string of decimal
//! digits.

use super::program::Program;
use serde_json::{Value, json};

/// Fails unless `value` has the form; further fields are welcome.
fn check(value: &Value, form: &Value, place: &str) {
    match form {
        Value::Object(fields) => {
            for (name, form) in fields {
                let field = value.get(name);
                let field = field.unwrap_or_else(|| panic!("{place} has no field {name}: {value}"));
                check(field, form, &format!("{place}.{name}"));
            }
        }
        Value::Array(forms) => {
            let items = value.as_array().map_or(&[][..], Vec::as_slice);
            assert!(!items.is_empty(), "{place} is no list with items: {value}");
            for item in items {
                check(item, &forms[0], &format!("{place}[]"));
            }
        }
        form => {
            let is_right = match form.as_str().unwrap() {
                "text" => value.is_string(),
                "count" => value.as_str().is_some_and(is_count),
                "whole" => value.is_u64(),
                "number" => value.is_number(),
                "bool" => value.is_boolean(),
                "null" => value.is_null(),
                "none" => value.as_array().is_some_and(Vec::is_empty),
                other => panic!("{other} is no type"),
            };
            assert!(is_right, "{place} is no {form}: {value}");
        }
    }
}

pub(super) fn is_count(text: &str) -> bool {
    !text.is_empty()
        && text.bytes().all(|byte| byte.is_ascii_digit())
        && (text == "0" || !text.starts_with('0'))
}

fn step() -> Value {
    json!({"piece": "text", "from": "text", "to": "text", "move": "text"})
}

/// Runs command after command, and checks what each prints.
fn check_all<const N: usize>(forms: [(&str, Value); N]) {
    let program = Program::new();
    for (line, form) in forms {
        let words: Vec<&str> = line.split(' ').collect();
        let object = program.json(&words);
        check(&object, &form, line);
        if form.get("metric").is_some() && form.get("name").is_none() {
            assert_eq!(object["metric"], "step", "{line}");
            assert_eq!(object["puzzle"], words[1], "{line}");
        }
    }
}

#[test]
fn what_is_said_of_puzzles_has_its_fields() {
    check_all([
        (
            "list",
            json!({"puzzles": [{
                "name": "text", "title": "text", "family": "text", "rows": "whole",
                "columns": "whole",
            }]}),
        ),
        (
            "list --family Layton",
            json!({"puzzles": [{"name": "text", "title": "text", "family": "text",
                "source": "text"}]}),
        ),
        (
            "count checkmate",
            json!({
                "puzzle": "text", "reachable": "count", "patterns": "count", "orders": "count",
                "group": "text",
            }),
        ),
        (
            "convert rush:............AA.B.....B.....B........",
            json!({"puzzles": [{"name": "text", "title": "text", "file": "null", "text": "text"}]}),
        ),
        (
            "recount --quick",
            json!({"figures": [{"puzzle": "text", "figure": "text", "agrees": "bool"}],
                "agreeing": "whole"}),
        ),
        (
            "show checkmate",
            json!({
                "puzzle": "text", "name": "text", "title": "text", "start": "text",
                "goals": ["text"], "space": "count",
                "symmetry": {
                    "count": "count", "turns": "none", "exchanges": [{"pieces": [["text"]],
                    "goals": "bool"}],
                },
            }),
        ),
        (
            "show lane-rouge",
            json!({"symmetry": {"count": "count", "turns": [{"turn": "text", "goals": "bool"}],
                "exchanges": "none"}}),
        ),
        (
            "components lane-rouge",
            json!({"puzzle": "text", "configurations": "count", "components": "count",
                "sizes": [["count"]]}),
        ),
        (
            "components lane-rouge --positions",
            json!({"sizes": [["count"]], "positions": ["text"]}),
        ),
    ]);
}

#[test]
fn explorations_and_their_stores_have_their_fields() {
    check_all([
        (
            "explore checkmate",
            json!({
                "puzzle": "text", "metric": "text", "engine": "text", "complete": "bool",
                "generations": ["count"],
                "states": "count", "depth": "whole",
                "goal": {"generation": "whole", "states": "count", "reachable": "count"},
                "seconds": "number", "resumed": "bool",
            }),
        ),
        (
            "explore checkmate --max-generation 5",
            json!({"complete": "bool", "goal": "null"}),
        ),
        (
            "explore tiles:2x3",
            json!({"generations": ["count"], "states": "count", "goal": {"generation": "whole"}}),
        ),
        (
            "explore tiles:2x3 --count-only",
            json!({"generations": ["count"], "states": "count", "goal": {"generation": "whole"}}),
        ),
        (
            "explore lane-rouge --count-only",
            json!({
                "goal": {"generation": "whole", "states": "count", "reachable": "count"},
                "goal_known": "bool",
            }),
        ),
        (
            "explore tiles:2x3 --estimate",
            json!({"puzzle": "text", "metric": "text"}),
        ),
        (
            "verify checkmate",
            json!({"puzzle": "text", "metric": "text", "ok": "bool", "problems": "none"}),
        ),
        (
            "stores",
            json!({
                "stores": [{
                    "name": "text", "metric": "text", "bytes": "whole", "complete": "bool",
                    "generations": "whole",
                }],
            }),
        ),
    ]);
}

#[test]
fn ways_and_distances_have_their_fields() {
    check_all([
        (
            "solve checkmate",
            json!({
                "puzzle": "text", "metric": "text", "moves": "whole", "routes": "count",
                "path": [step()],
                "positions": ["text"],
            }),
        ),
        (
            "solve checkmate --all",
            json!({"moves": "whole", "routes": "count", "paths": [[step()]]}),
        ),
        (
            "find checkmate WWWW:KBFW:DDBB:EBkB",
            json!({
                "puzzle": "text", "metric": "text", "generation": "whole", "routes": "count",
                "path": [step()],
                "positions": ["text"],
            }),
        ),
        (
            "farthest checkmate",
            json!({"puzzle": "text", "metric": "text", "generation": "whole", "count": "count",
                "positions": ["text"]}),
        ),
        (
            "farthest checkmate --from goal",
            json!({"puzzle": "text", "metric": "text", "generation": "whole", "count": "count",
                "positions": ["text"]}),
        ),
        (
            "farthest checkmate --from goal --everywhere",
            json!({
                "puzzle": "text", "metric": "text", "generation": "whole", "count": "count",
                "positions": ["text"],
                "solvable": "count",
            }),
        ),
        (
            "sample checkmate --distance 20 --count 2",
            json!({"puzzle": "text", "metric": "text", "generation": "whole", "of": "count",
                "positions": ["text"]}),
        ),
        (
            "diameter lane-rouge",
            json!({
                "puzzle": "text", "metric": "text", "diameter": "whole", "radius": "whole",
                "pairs": [["text"]],
                "searches": "whole", "method": "text", "pair_count": "count",
                "configurations": "count",
                "up_to_symmetry": "count", "excluded": {"by_bounds": "count", "by_pairs": "count"},
            }),
        ),
        (
            "diameter tiles:2x3 --no-radius",
            json!({"diameter": "whole", "radius": "null", "pairs": [["text"]],
                "searches": "whole"}),
        ),
    ]);
}

#[test]
fn what_is_made_has_its_fields() {
    check_all([
        (
            "graph lane-rouge --max-generation 3 --out near.csv",
            json!({
                "puzzle": "text", "metric": "text", "format": "text", "nodes": "count",
                "edges": "count",
                "radius": "whole", "files": [{"file": "text", "table": "text", "bytes": "whole"}],
            }),
        ),
        (
            "completions fish",
            json!({"shell": "text", "script": "text"}),
        ),
        ("man graph", json!({"page": "text", "text": "text"})),
    ]);
}

#[test]
fn faults_have_their_fields() {
    let program = Program::new();
    program.write("bad.toml", "start = 'AB.'\ncolour = 1\nunits = ['C']\n");
    let faulty = program.run(&["check", "bad.toml", "--json"]);
    assert_eq!(faulty.code, Some(2));
    let fault = json!({"line": "whole", "column": "whole", "message": "text"});
    let form = json!({"ok": "bool", "errors": [fault], "remarks": "none"});
    check(&faulty.object(), &form, "check");
    program.write("full.toml", "start = 'AB0'\n");
    let full = program.json(&["check", "full.toml"]);
    assert_eq!((&full["ok"], &full["errors"]), (&json!(true), &json!([])));
    check(&full["remarks"][0], &fault, "remark");
    let remark = full["remarks"][0]["message"].as_str().unwrap();
    assert!(remark.contains("nothing can move"), "{remark}");
}

#[test]
fn a_way_has_one_position_more_than_moves() {
    let program = Program::new();
    let solved = program.json(&["solve", "checkmate"]);
    let (path, positions) = (
        solved["path"].as_array().unwrap(),
        solved["positions"].as_array().unwrap(),
    );
    assert_eq!(solved["moves"], 66);
    assert_eq!(path.len(), 66);
    assert_eq!(positions.len(), 67);
    assert_eq!(positions[0], "kBWB:BW#W:KBDD:.WBW");
    for step in path {
        assert!(
            ["U", "D", "L", "R"].contains(&step["move"].as_str().unwrap()),
            "{step}"
        );
    }
}
