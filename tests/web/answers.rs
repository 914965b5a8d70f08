//! What the server answers, held against what the commands of the same program say.

use super::server::{LONG, Server};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// What a command says with `--json`, from the same stores.
fn said(server: &Server, words: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_slidewise"))
        .args(words)
        .args(["--json", "--quiet"])
        .current_dir(server.folder.path())
        .output()
        .unwrap();
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn distances_hints_ways_and_farthest_positions_are_those_of_the_commands() {
    let server = Server::start(&[]);
    for (name, metric) in [
        ("lane-rouge", "step"),
        ("lane-rouge", "move"),
        ("rush-card-01", "slide"),
    ] {
        let named = json!({"name": name, "metric": metric});
        let before = server.answer("/api/position", &named);
        assert_eq!(before["explored"], false);
        assert_eq!(before["to_finish"], Value::Null);
        assert_eq!(server.post("/api/solution", &named).status, 409);
        let told = server.explore(&named);
        assert_eq!(told["state"], "ready", "{told}");

        let explored = said(&server, &["explore", name, "--metric", metric]);
        assert_eq!(told["generations"], explored["generations"]);
        assert_eq!(told["goal"]["generation"], explored["goal"]["generation"]);

        let solved = said(&server, &["solve", name, "--metric", metric]);
        let solution = server.answer("/api/solution", &named);
        assert_eq!(solution["moves"], solved["moves"]);
        let mut left = solved["moves"].as_u64().unwrap();
        let mut at = server.answer("/api/position", &named);
        for step in solution["path"].as_array().unwrap() {
            assert_eq!(at["to_finish"], left);
            left -= 1;
            // A hint calls a piece as canonical text of its position does, a way as its beginning
            // does.
            for field in ["class", "from", "to", "letters", "position"] {
                assert_eq!(
                    at["hint"][field], step[field],
                    "the way is that of the hints"
                );
            }
            let asked = json!({"name": name, "metric": metric, "position": step["position"]});
            at = server.answer("/api/position", &asked);
        }
        assert_eq!((&at["to_finish"], &at["solved"]), (&json!(0), &json!(true)));
        let position = at["position"].as_str().unwrap();
        let found = said(&server, &["find", name, position, "--metric", metric]);
        assert_eq!(at["from_start"], found["generation"]);

        for from in ["start", "goal"] {
            let farthest = said(
                &server,
                &[
                    "farthest", name, "--from", from, "--metric", metric, "--limit", "5",
                ],
            );
            let asked = json!({"name": name, "metric": metric, "from": from, "limit": 5});
            let shown = server.answer("/api/farthest", &asked);
            assert_eq!(shown["generation"], farthest["generation"]);
            assert_eq!(shown["count"], farthest["count"]);
            let positions = shown["positions"].as_array().unwrap().iter();
            let positions: Vec<&Value> = positions.map(|own| &own["position"]).collect();
            assert_eq!(json!(positions), farthest["positions"]);
        }
    }
}

#[test]
fn an_exploration_that_met_damage_is_begun_again_from_what_was_made_anew() {
    let server = Server::start(&[]);
    let named = json!({"name": "lane-rouge"});
    let asked = json!({"name": "lane-rouge", "from": "goal", "limit": 5});
    said(&server, &["explore", "lane-rouge"]);
    let expected = said(&server, &["farthest", "lane-rouge", "--from", "goal"]);
    let stores = std::fs::read_dir(server.folder.path().join("generations")).unwrap();
    let mut paths = stores.map(|entry| entry.unwrap().path());
    let kept = |path: &std::path::PathBuf| path.to_string_lossy().ends_with("from-goal");
    let folder = paths.find(kept).unwrap();
    for (name, path, asked) in [
        ("marks", "/api/position", &named),
        ("last", "/api/farthest", &asked),
    ] {
        let file = folder.join(name);
        let mut bytes = std::fs::read(&file).unwrap();
        let at = bytes.len() - 5;
        bytes[at] ^= 1;
        std::fs::write(&file, bytes).unwrap();
        // A finished store is opened without reading its marks.
        assert_eq!(server.explore(&named)["state"], "ready");
        let refused = server.post(path, asked);
        assert_eq!(refused.status, 500, "{refused:?}");
        let told = refused.object();
        let (error, hint) = (told["error"].as_str(), told["hint"].as_str());
        let place = format!("from-goal/{name} is damaged");
        assert!(error.unwrap().contains(&place), "{told}");
        assert!(hint.unwrap().contains("--from goal --fresh"), "{told}");
        // Asked once more it is begun again, and meets the same.
        let again = server.explore(&named);
        assert!(again["state"] == "ready" || again["state"] == "failed");
        // Once it has failed, positions are told without distances.
        let still = server.post(path, asked);
        let is_refused = [409, 500].contains(&still.status);
        assert!(
            is_refused || still.object()["explored"] == false,
            "{still:?}"
        );
        said(
            &server,
            &["farthest", "lane-rouge", "--from", "goal", "--fresh"],
        );
        let mut ready = false;
        for _ in 0..100 {
            server.explore(&named);
            ready = server.post(path, asked).status == 200;
            if ready {
                break;
            }
        }
        assert!(ready, "what was made again is read");
    }
    let shown = server.answer("/api/farthest", &asked);
    assert_eq!(shown["generation"], expected["generation"]);
    assert_eq!(shown["count"], expected["count"]);
}

#[test]
fn whatever_is_told_of_a_puzzle_can_be_sent_back() {
    let server = Server::start(&[]);
    let catalogue = server.get("/api/catalogue").object();
    let puzzles = catalogue["puzzles"].as_array().unwrap();
    assert_eq!(
        json!(puzzles.len()),
        said(&server, &["list"])["puzzles"]
            .as_array()
            .unwrap()
            .len()
    );
    let more = ["tiles:3x4", "rush:............AA.B.....B.....B........"]
        .map(|name| json!({"name": name}));
    for named in puzzles.iter().step_by(9).chain(&more) {
        let name = json!({"name": named["name"]});
        let described = server.answer("/api/puzzle", &name);
        let text = json!({"text": described["text"]});
        let again = server.answer("/api/puzzle", &text);
        for field in [
            "title", "start", "goals", "rules", "classes", "ground", "places",
        ] {
            assert_eq!(again[field], described[field], "{}: {field}", named["name"]);
        }
        let read = server.answer("/api/read", &text);
        assert_eq!(read["ok"], true, "{}", named["name"]);
        let place = server.answer("/api/position", &name);
        assert_eq!(place["position"], described["start"]);
        for by in place["moves"].as_array().unwrap() {
            let there = json!({"name": named["name"], "position": by["position"]});
            let there = server.answer("/api/position", &there);
            let back = there["moves"].as_array().unwrap().iter();
            let mut back = back.filter(|own| own["position"] == described["start"]);
            assert!(
                back.any(|own| own["to"] == by["from"]),
                "{}: {by}",
                named["name"]
            );
        }
    }
}

#[test]
fn a_puzzle_with_other_letters_is_answered_in_its_own() {
    let server = Server::start(&[]);
    let puzzle = |letters: [&str; 3]| {
        let [a, b, c] = letters;
        json!({"text": format!("start = '{a}{b}.:{c}..'\ndistinct = true\n\
                                goal = '...:..{a}'").replace(':', "\\n").replace('\'', "\"")})
    };
    let (one, other) = (puzzle(["A", "B", "C"]), puzzle(["x", "y", "z"]));
    let told = server.explore(&one);
    assert_eq!(server.explore(&other)["exploration"], told["exploration"]);
    let hint = |asked: &Value| server.answer("/api/position", asked)["hint"].clone();
    let way = |asked: &Value| server.answer("/api/solution", asked)["path"].to_string();
    assert_eq!(
        (&hint(&one)["piece"], &hint(&other)["piece"]),
        (&json!("B"), &json!("y"))
    );
    assert!(!way(&other).contains(['A', 'B', 'C']), "{}", way(&other));
}

#[test]
fn a_drawn_puzzle_is_explored_in_passing_and_nothing_is_left_of_it() {
    let mut server = Server::start(&[]);
    let drawn = json!({"text": "start = '''\nAAb\nA.c\nd..\n'''\ngoal = '''\n...\n.AA\n.A.\n'''"});
    let told = server.explore(&drawn);
    assert_eq!(
        (&told["state"], &told["goal"]["generation"]),
        (&json!("ready"), &json!(6))
    );
    let passing = server.folder.path().join("passing");
    assert_eq!(std::fs::read_dir(&passing).unwrap().count(), 1);
    let kept = server.folder.path().join("generations");
    assert_eq!(std::fs::read_dir(kept).unwrap().count(), 0);
    assert_eq!(server.end(), Some(0), "a signal ends the server in order");
    assert_eq!(std::fs::read_dir(passing).unwrap().count(), 0);
}

#[test]
fn the_server_ends_in_order_while_it_explores() {
    let mut server = Server::start(&["--threads", "1"]);
    let long = json!({"text": LONG, "metric": "slide"});
    let id = server.answer("/api/explore", &long)["exploration"].clone();
    let path = format!("/api/explorations/{}", id.as_str().unwrap());
    while server.get(&path).object()["state"] != "exploring" {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert_eq!(server.end(), Some(0));
    let passing = server.folder.path().join("passing");
    assert_eq!(std::fs::read_dir(passing).unwrap().count(), 0);
}

/// The bytes of all files below a folder; what goes away meanwhile has none.
fn bytes_below(folder: &Path) -> u64 {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return 0;
    };
    let bytes = |entry: std::fs::DirEntry| match entry.metadata() {
        Ok(found) if found.is_dir() => bytes_below(&entry.path()),
        found => found.map_or(0, |found| found.len()),
    };
    entries.flatten().map(bytes).sum()
}

#[test]
fn what_was_stopped_is_removed_and_all_together_keep_to_the_disk() {
    const MOST: u64 = 50 << 20;
    let server = Server::start(&["--threads", "1", "--jobs", "1", "--disk", "50M"]);
    let passing = server.folder.path().join("passing");
    let mut seen = 0;
    for number in 1..=8 {
        // Another eight of the eleven, so another puzzle.
        let others = (1..=11).filter(|other| !(number..number + 3).contains(other));
        let others: Vec<String> = others.map(|other| format!("\"{other}\"")).collect();
        let (head, _) = LONG.split_once("distinct").unwrap();
        let text = format!("{head}distinct = [{}]\n", others.join(", "));
        let question = json!({"text": text, "metric": "slide"});
        let mut told = server.answer("/api/explore", &question);
        let id = told["exploration"].as_str().unwrap().to_owned();
        let path = format!("/api/explorations/{id}");
        while told["state"] != "exploring" || told["generation"] == 0 {
            assert!(told["error"].is_null(), "{told}");
            std::thread::sleep(std::time::Duration::from_millis(5));
            told = server.get(&path).object();
        }
        let taken = bytes_below(&passing);
        assert!(taken < MOST, "{taken}");
        seen += taken;
        server.answer(&format!("{path}/stop"), &json!({}));
        while told["state"] == "exploring" {
            std::thread::sleep(std::time::Duration::from_millis(5));
            told = server.get(&path).object();
        }
        assert_eq!(told["state"], "stopped", "{told}");
        assert_eq!(bytes_below(&passing), 0);
    }
    assert!(seen > 2 * MOST, "{seen}");

    let server = Server::start(&["--disk", "1M"]);
    let told = server.explore(&json!({"text": LONG}));
    assert_eq!(told["state"], "failed");
    assert!(told["error"].as_str().unwrap().contains("disk"), "{told}");
    assert!(told["hint"].as_str().unwrap().contains("--disk"), "{told}");
}

#[test]
fn the_address_is_told_in_json_and_has_one_server() {
    let server = Server::start(&["--json"]);
    let port = server.address.port().to_string();
    let second = said(&server, &["serve", "--port", &port]);
    assert_eq!(second["error"]["code"], 1, "{second}");
    assert!(second["error"]["hint"].as_str().unwrap().contains("--port"));
}

#[test]
fn what_is_beyond_the_limits_is_not_explored() {
    let server = Server::start(&["--memory", "1M", "--time-limit", "1"]);
    let told = server.explore(&json!({"name": "get-my-goat"}));
    assert_eq!(told["state"], "failed");
    assert!(told["error"].as_str().unwrap().contains("memory"), "{told}");
    let told = server.explore(&json!({"name": "tiles:9x9"}));
    assert_eq!(told["state"], "failed");
    // One in passing may not do with little memory and the disk.
    let server = Server::start(&["--memory", "20M"]);
    for cautious in [true, false] {
        let told = server.explore(&json!({"name": "tiles:3x4", "cautious": cautious}));
        assert_eq!(told["state"], "failed");
        assert!(told["error"].as_str().unwrap().contains("memory"), "{told}");
    }
}

#[test]
fn faults_of_a_text_come_with_their_places() {
    let server = Server::start(&[]);
    let faulty = json!({"text": "start = 'AB.'\nunits = ['C']\nunit = 1"});
    let refused = server.post("/api/puzzle", &faulty);
    assert_eq!(refused.status, 400);
    let refused = refused.object();
    assert_eq!(
        (&refused["line"], &refused["column"]),
        (&json!(2), &json!(10))
    );
    assert_eq!(refused["faults"].as_array().unwrap().len(), 2);
    assert!(!refused["hint"].as_str().unwrap().is_empty());
    let read = server.answer("/api/read", &faulty);
    assert_eq!(read["errors"], refused["faults"]);
    assert_eq!(read["table"]["start"], "AB.");
    assert_eq!(read["remarks"], json!([]));
    let odd = server.answer("/api/read", &json!({"text": "start = 'AA.AA'"}));
    assert_eq!((&odd["ok"], &odd["errors"]), (&json!(true), &json!([])));
    let remark = &odd["remarks"][0];
    assert_eq!(
        (&remark["line"], &remark["column"]),
        (&json!(1), &json!(10))
    );
    assert!(
        remark["message"].as_str().unwrap().contains("4 cells in 2"),
        "{remark}"
    );
    let position = json!({"name": "lane-rouge", "position": "BAAC:BAAC:DFFE:DGHE:I..K"});
    let refused = server.post("/api/position", &position);
    assert_eq!(refused.status, 400);
    assert_eq!(refused.object()["line"], 5);
}

#[test]
fn a_board_that_is_too_large_to_explore_has_distances_by_tables() {
    let server = Server::start(&[]);
    // Four steps from the goal.
    let near = "1 2 3 4 5 6 7 8 0 10 11 12 9 13 14 15";
    let asked = json!({"name": "tiles:4x4", "metric": "step", "position": near});
    let mut at = server.answer("/api/position", &asked);
    assert_eq!(
        (&at["pending"], &at["at_least"], &at["to_finish"]),
        (&json!(true), &json!(4), &Value::Null),
        "{at}"
    );
    while at["pending"] == true {
        std::thread::sleep(Duration::from_millis(20));
        at = server.answer("/api/position", &asked);
    }
    assert_eq!(
        (&at["explored"], &at["at_least"]),
        (&json!(false), &Value::Null),
        "{at}"
    );
    let solved = said(
        &server,
        &["solve", "tiles:4x4", "--start", near, "--keep", "1 2 3 4 5"],
    );
    assert_eq!(at["to_finish"], solved["moves"]);
    let solution = server.answer("/api/solution", &asked);
    assert_eq!(solution["moves"], solved["moves"]);
    assert_eq!(solution["path"][0]["position"], at["hint"]["position"]);
    for field in ["letters", "position"] {
        assert_eq!(solution["path"][0][field], at["hint"][field]);
    }
    // Korf's first position with another goal needs larger tables than may be built here.
    let far = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3";
    let asked = json!({"name": "tiles:4x4", "metric": "step", "position": far});
    let at = server.answer("/api/position", &asked);
    let known = (at["to_finish"].as_u64(), at["at_least"].as_u64());
    match known {
        (Some(distance), None) => assert!((30..=80).contains(&distance), "{at}"),
        (None, Some(bound)) => {
            assert!((30..=80).contains(&bound), "{at}");
            assert_eq!(at["remedy"], "slidewise tables tiles:4x4");
        }
        _ => assert_eq!(
            (&at["to_finish"], &at["hint"]),
            (&Value::Null, &Value::Null),
            "{at}"
        ),
    }
    // In another metric there are no tables.
    let asked = json!({"name": "tiles:4x4", "metric": "move", "position": near});
    let at = server.answer("/api/position", &asked);
    assert_eq!(
        (&at["to_finish"], &at["at_least"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(server.post("/api/solution", &asked).status, 409);
}
