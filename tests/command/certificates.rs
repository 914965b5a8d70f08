//! Certificates: written by `solve` and `find`, replayed by `replay`, and refused where anything in
//! them is wrong.

use super::program::Program;
use serde_json::{Value, json};
use std::fs;

fn certificate(program: &Program, words: &[&str]) -> Value {
    program.json(&[words, &["--certificate", "way.json", "--force"]].concat());
    serde_json::from_slice(&fs::read(program.path("way.json")).unwrap()).unwrap()
}

/// Replays what is not right, and gives what is said of it.
fn refused(program: &Program, wrong: &Value) -> String {
    program.write("wrong.json", &wrong.to_string());
    let ran = program.run(&["replay", "wrong.json"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let ran = program.run(&["replay", "wrong.json", "--json"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let record = ran.object();
    assert_eq!(record["ok"], false);
    record["problem"].as_str().unwrap().to_owned()
}

#[test]
fn certificates_are_replayed_in_all_metrics() {
    let program = Program::new();
    for puzzle in ["checkmate", "lane-rouge"] {
        for metric in ["step", "slide", "move"] {
            let way = certificate(&program, &["solve", puzzle, "--metric", metric]);
            assert_eq!(way["metric"], metric);
            let replayed = program.json(&["replay", "way.json", "--puzzle", puzzle]);
            assert_eq!(replayed["ok"], true);
            assert_eq!(replayed["from_start"], true);
            assert_eq!(replayed["at_goal"], true);
            assert_eq!(replayed["moves"], way["moves"]);
        }
    }
    let way = certificate(&program, &["find", "tiles:3x3", "647:85.:321"]);
    assert_eq!(way["solves"], false);
    let text = program.text(&["replay", "way.json"]);
    assert!(
        text.contains("31 steps from Start") && text.contains("legal in tiles:3x3"),
        "{text}"
    );
    assert_eq!(program.json(&["replay", "way.json"])["at_goal"], false);
    // A certificate is about one puzzle.
    let ran = program.run(&["replay", "way.json", "--puzzle", "tiles:2x3"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    program.failure(&["replay", "way.json", "--puzzle", "nothing"], 2);
}

#[test]
fn certificates_with_anything_wrong_are_refused_with_the_place() {
    let program = Program::new();
    let way = certificate(&program, &["solve", "checkmate"]);
    let moves = way["path"].as_array().unwrap().len();
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut wrong = way.clone();
        change(&mut wrong);
        refused(&program, &wrong)
    };
    for number in [1, 2, moves / 2, moves] {
        let at = number - 1;
        let place = format!("move {number} ");
        let letters = way["path"][at]["move"].as_str().unwrap();
        let other = if letters == "U" { "D" } else { "U" };
        let told = changed(&|wrong| wrong["path"][at]["move"] = json!(other));
        assert!(told.starts_with(&place), "{told}");
        let told = changed(&|wrong| wrong["path"][at]["move"] = json!("UU"));
        assert!(told.contains("not one step"), "{told}");
        let told = changed(&|wrong| wrong["path"][at]["from"] = json!("d9"));
        assert!(told.starts_with(&place) && told.contains("d9"), "{told}");
        let told = changed(&|wrong| wrong["path"][at]["to"] = json!("a9"));
        assert!(told.starts_with(&place), "{told}");
        let told = changed(&|wrong| wrong["positions"][number] = wrong["positions"][at].clone());
        assert!(told.starts_with(&place), "{told}");
        let told = changed(&|wrong| {
            let text = wrong["positions"][number].as_str().unwrap();
            wrong["positions"][number] = json!(text.replace('.', "W"));
        });
        assert!(told.starts_with(&format!("position {number} ")), "{told}");
    }
    let told = changed(&|wrong| wrong["metric"] = json!("jump"));
    assert!(told.contains("jump"), "{told}");
    changed(&|wrong| wrong["moves"] = json!(moves - 1));
    changed(&|wrong| wrong["certificate"] = json!("slidewise path 2"));
    changed(&|wrong| wrong["tokens"][0] = json!(["nothing"]));
    changed(&|wrong| wrong["empty"] = json!([]));
    // A shorter one does not end at a goal.
    let told = changed(&|wrong| {
        wrong["moves"] = json!(moves - 1);
        wrong["path"].as_array_mut().unwrap().pop();
        wrong["positions"].as_array_mut().unwrap().pop();
    });
    assert!(told.contains("goal"), "{told}");
    // Nor does one that begins later begin at Start.
    let told = changed(&|wrong| {
        wrong["moves"] = json!(moves - 1);
        wrong["path"].as_array_mut().unwrap().remove(0);
        wrong["positions"].as_array_mut().unwrap().remove(0);
    });
    assert!(told.contains("Start"), "{told}");
    // Another definition has another fingerprint.
    let lines = way["definition"].as_array().unwrap().len();
    for line in 0..lines {
        let told = changed(&|wrong| wrong["definition"][line] = json!(""));
        assert!(told.contains("fingerprint"), "{told}");
    }
}

#[test]
fn with_a_puzzle_tokens_must_be_its_own_too() {
    let program = Program::new();
    let way = certificate(&program, &["solve", "checkmate"]);
    // Two kings exchanged: a way of the definition, whose positions read as others.
    let swapped = |value: &mut Value| {
        let swap = |letter| match letter {
            'k' => 'K',
            'K' => 'k',
            other => other,
        };
        *value = json!(
            value
                .as_str()
                .unwrap()
                .chars()
                .map(swap)
                .collect::<String>()
        );
    };
    let mut exchanged = way.clone();
    for class in exchanged["tokens"].as_array_mut().unwrap() {
        class.as_array_mut().unwrap().iter_mut().for_each(swapped);
    }
    for position in exchanged["positions"].as_array_mut().unwrap() {
        swapped(position);
    }
    for step in exchanged["path"].as_array_mut().unwrap() {
        swapped(&mut step["piece"]);
    }
    let replayed = |certificate: &Value, words: &[&str]| {
        program.write("own.json", &certificate.to_string());
        let ran = program.run(&[&["replay", "own.json"], words].concat());
        (ran.code, ran.stdout)
    };
    let about = ["--puzzle", "checkmate"];
    let (code, text) = replayed(&way, &about);
    assert_eq!(code, Some(0));
    assert!(!text.contains("--puzzle"), "{text}");
    let (code, text) = replayed(&exchanged, &[]);
    assert_eq!(code, Some(0));
    assert!(text.contains("add --puzzle PUZZLE"), "{text}");
    let (code, text) = replayed(&exchanged, &about);
    assert_eq!(code, Some(1));
    assert!(
        text.contains("the certificate has other tokens than checkmate"),
        "{text}"
    );
    let mut more = way.clone();
    more["empty"] = json!([".", "x"]);
    assert_eq!(replayed(&more, &about).0, Some(1));
    // The name is the puzzle's, whatever the certificate says.
    let mut renamed = way.clone();
    renamed["puzzle"] = json!("another");
    let (code, text) = replayed(&renamed, &about);
    assert!(code == Some(0) && text.contains("in checkmate"), "{text}");
}

#[test]
fn what_is_no_certificate_is_refused_with_line_and_column() {
    let program = Program::new();
    let hostile = [
        String::new(),
        "{".to_owned(),
        "[]".to_owned(),
        "{\"certificate\":\"slidewise path 1\"}".to_owned(),
        "[".repeat(100_000),
        "\u{0}".repeat(1000),
        "{\"positions\":".to_owned() + &"[".repeat(1000),
    ];
    for text in hostile {
        program.write("no.json", &text);
        let error = program.failure(&["replay", "no.json"], 2);
        assert_eq!(error["file"], "no.json");
        assert!(error["line"].is_number(), "{error}");
    }
    program.failure(&["replay", "nothing.json"], 2);
    program.failure(&["replay", "generations"], 2);
    let error = program.failure(&["solve", "checkmate", "--certificate", "no/where.json"], 1);
    assert!(error["message"].as_str().unwrap().contains("no/where.json"));
}
