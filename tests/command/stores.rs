//! What is kept between calls: answers without a search, the same bytes however they came about, no
//! mixing.

use super::program::Program;
use serde_json::Value;
use slidewise::unstable::engine::graph::{Graph, Metric};
use slidewise::unstable::engine::search::header_of;
use slidewise::unstable::puzzle::{Puzzle, SearchOrigin};
use slidewise::unstable::store::{Access, Store};
use std::fs;

#[test]
fn the_second_call_answers_from_what_was_kept() {
    let program = Program::new();
    let first = program.json(&["explore", "checkmate"]);
    assert_eq!(first["searched"], true);
    let second = program.json(&["explore", "checkmate"]);
    assert_eq!(second["searched"], false);
    assert_eq!(second["resumed"], false);
    assert_eq!(first["generations"], second["generations"]);
    assert_eq!(first["goal"], second["goal"]);
    let before = program.store_bytes("generations");
    let fresh = program.json(&["explore", "checkmate", "--fresh"]);
    assert_eq!(fresh["searched"], true);
    assert_eq!(fresh["resumed"], false);
    assert!(
        before == program.store_bytes("generations"),
        "the same bytes again"
    );
}

#[test]
fn what_solving_found_exploring_goes_on_with() {
    let program = Program::new();
    let solved = program.json(&["solve", "checkmate"]);
    let explored = program.json(&["explore", "checkmate"]);
    assert_eq!(explored["resumed"], true);
    assert_eq!(explored["states"], "653940");
    assert_eq!(
        program.json(&["solve", "checkmate"]),
        solved,
        "and the answer stays"
    );
    assert_eq!(program.json(&["solve", "checkmate", "--fresh"]), solved);
    let found = program.json(&["find", "checkmate", "WBWB:BW#K:DDWB:.WBk"]);
    assert_eq!(found["path"], solved["path"]);
}

#[test]
fn threads_leave_the_same_bytes() {
    let program = Program::new();
    for puzzle in ["tiles:2x5", "lane-rouge-175580"] {
        for (threads, folder) in [("1", "one"), ("2", "two"), ("7", "seven")] {
            let folder = format!("{folder}-{}", puzzle.replace(':', "-"));
            program.text(&["explore", puzzle, "--threads", threads, "--store", &folder]);
        }
        let bytes =
            |threads: &str| program.store_bytes(&format!("{threads}-{}", puzzle.replace(':', "-")));
        assert!(bytes("one") == bytes("two"), "{puzzle}");
        assert!(bytes("one") == bytes("seven"), "{puzzle}");
    }
}

#[test]
fn little_memory_leaves_the_same_bytes() {
    let program = Program::new();
    let puzzle = "get-my-goat";
    let explore = |more: &[&str]| program.json(&[&["explore", puzzle], more].concat());
    let estimate = explore(&["--estimate"]);
    let least = estimate["least_memory_bytes"].as_u64().unwrap();
    assert!(least < estimate["memory_bytes"].as_u64().unwrap());
    let (least, less) = (least.to_string(), (least - 1).to_string());
    for (memory, begins) in [(&least, true), (&less, false)] {
        let estimate = explore(&["--estimate", "--memory", memory]);
        assert_eq!(estimate["begins"], begins, "{memory}");
    }
    let whole = explore(&["--store", "whole"]);
    let streamed = explore(&["--store", "streamed", "--memory", &least]);
    let reason = |ran: &Value| ran["reason"].as_str().unwrap().to_owned();
    assert!(reason(&streamed).contains("on the disk"));
    assert!(!reason(&whole).contains("on the disk"));
    assert_eq!(streamed["engine"], "dense");
    assert_eq!(streamed["generations"], whole["generations"]);
    assert!(program.store_bytes("streamed") == program.store_bytes("whole"));
    let refused = program.run(&["explore", puzzle, "--store", "none", "--memory", &less]);
    assert_eq!(refused.code, Some(1), "{refused:?}");
    assert!(refused.stderr.contains(&least), "{refused:?}");
}

#[test]
fn a_run_in_pieces_leaves_the_same_bytes() {
    let program = Program::new();
    program.text(&["explore", "tiles:3x3", "--store", "whole"]);
    for last in ["0", "1", "2", "9", "17", "30", "31", "32"] {
        program.text(&["explore", "tiles:3x3", "--max-generation", last]);
    }
    program.text(&["explore", "tiles:3x3"]);
    assert!(program.store_bytes("whole") == program.store_bytes("generations"));
}

#[test]
fn puzzles_of_one_name_and_another_content_do_not_mix() {
    let program = Program::new();
    program.write("one/small.toml", "start = 'AB..'\ndistinct = true\n");
    program.write("two/small.toml", "start = 'ABC..'\n");
    for _ in 0..2 {
        assert_eq!(program.json(&["explore", "one/small.toml"])["states"], "6");
        assert_eq!(program.json(&["explore", "two/small.toml"])["states"], "10");
    }
    let stores = program.json(&["stores"]);
    let names: Vec<&str> = stores["stores"]
        .as_array()
        .unwrap()
        .iter()
        .map(|store| store["name"].as_str().unwrap())
        .collect();
    assert_eq!(names.len(), 2);
    assert!(
        names.iter().all(|name| name.starts_with("small-")),
        "{names:?}"
    );
    // A file that is changed is another puzzle too; what its title says makes no other.
    program.write(
        "two/small.toml",
        "title = 'Another title'\nstart = 'ABC..'\n",
    );
    assert_eq!(
        program.json(&["explore", "two/small.toml"])["searched"],
        false
    );
    program.write("two/small.toml", "start = 'A....'\n");
    assert_eq!(program.json(&["explore", "two/small.toml"])["states"], "5");
    assert_eq!(program.names_in("generations").len(), 3);
}

#[test]
fn stores_are_listed_and_removed_by_name() {
    let program = Program::new();
    assert_eq!(
        program.json(&["stores"])["stores"]
            .as_array()
            .unwrap()
            .len(),
        0
    );
    program.text(&["explore", "tiles:3x3"]);
    program.text(&["explore", "tiles:2x3", "--max-generation", "3"]);
    let stores = program.json(&["stores"]);
    let stores = stores["stores"].as_array().unwrap();
    assert_eq!(stores.len(), 2);
    let of = |name: &str| {
        let mut fitting = stores
            .iter()
            .filter(|store| store["name"].as_str().unwrap().starts_with(name));
        fitting.next().unwrap().clone()
    };
    assert_eq!(of("tiles-3x3")["complete"], true);
    assert_eq!(of("tiles-3x3")["generations"], 32);
    assert_eq!(of("tiles-2x3")["complete"], false);
    assert_eq!(of("tiles-2x3")["generations"], 4);
    assert_eq!(of("tiles-2x3")["metric"], "step");
    let name = of("tiles-3x3")["name"].as_str().unwrap().to_owned();
    program.text(&["stores", "--remove", &name]);
    assert_eq!(
        program.json(&["stores"])["stores"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    assert!(!program.path(format!("generations/{name}")).exists());
    assert_eq!(program.json(&["explore", "tiles:3x3"])["searched"], true);

    program.text(&["explore", "lane-rouge"]);
    let refused = program.run(&["stores", "--remove", "tiles-4*"]);
    assert_eq!(refused.code, Some(3));
    let removed = program.json(&["stores", "--remove", "tiles-*"]);
    let removed = removed["removed"].as_str().unwrap().to_owned();
    assert_eq!(removed.split(' ').count(), 2, "{removed}");
    let refused = program.run(&["stores", "--remove", "lane-rouge*", "--remove", "tiles*"]);
    assert_eq!(
        refused.code,
        Some(3),
        "nothing goes where a name is wrong: {refused:?}"
    );
    let left = program.json(&["stores"]);
    let left = left["stores"].as_array().unwrap().clone();
    assert_eq!(left.len(), 1);
    let last = left[0]["name"].as_str().unwrap().to_owned();
    assert!(last.starts_with("lane-rouge"), "{last}");
    program.text(&["explore", "tiles:2x3"]);
    let words = ["stores", "--remove", &last, "--remove", "tiles-2x3*"];
    assert_eq!(program.json(&words)["stores"].as_array().unwrap().len(), 0);
}

#[test]
fn verify_finds_a_single_wrong_byte() {
    let program = Program::new();
    program.text(&["explore", "tiles:3x3"]);
    let places = [("marks", 20_000), ("log", 40), ("last", 30), ("header", 20)];
    program.verify_finds_wrong_bytes("tiles:3x3", &places);
}

#[test]
fn the_store_lies_where_it_is_said_to() {
    let program = Program::new();
    program.text(&["explore", "tiles:2x3", "--store", "deep/down"]);
    assert_eq!(program.names_in("deep/down").len(), 1);
    program.text(&["explore", "tiles:2x3"]);
    assert_eq!(program.names_in("generations").len(), 1);
    // Without a folder `generations` here, the user's data folder it is.
    fs::remove_dir_all(program.path("generations")).unwrap();
    let data = program.path("data");
    let mut command = program.command(&["explore", "tiles:2x3"]);
    let ran = command.env("XDG_DATA_HOME", &data).output().unwrap();
    assert!(ran.status.success());
    assert_eq!(program.names_in("data/slidewise").len(), 1);
    assert!(!program.path("generations").exists());
}

#[test]
fn a_finished_search_is_read_without_a_lock_or_the_memory_of_a_search() {
    let program = Program::new();
    program.text(&["explore", "checkmate"]);
    let store = &program.names_in("generations")[0];
    let lock = program.path(format!("generations/{store}/lock"));
    std::fs::remove_file(&lock).unwrap();
    let solved = program.json(&["solve", "checkmate", "--memory", "100K"]);
    assert_eq!(solved["moves"], 66);
    assert!(!lock.exists());
}

#[test]
fn a_store_that_is_named_twice_is_removed_once() {
    let program = Program::new();
    program.text(&["explore", "tiles:2x3"]);
    program.text(&["stores", "--remove", "tiles-*", "--remove", "*step"]);
    assert_eq!(program.names_in("generations"), [""; 0]);
}

#[cfg(unix)]
#[test]
fn what_was_removed_before_a_store_in_use_is_told() {
    let program = Program::new();
    program.text(&["explore", "lane-rouge"]);
    program.text(&["explore", "tiles:2x3"]);
    let names = program.names_in("generations");
    let lock = program.path(format!("generations/{}/lock", names[1]));
    let lock = std::fs::File::options().write(true).open(lock).unwrap();
    lock.lock().unwrap();
    let ran = program.run(&["stores", "--remove", "*", "--json"]);
    let message = ran.object()["error"]["message"].to_string();
    let told = format!("already removed: {}\"", names[0]);
    assert!(message.ends_with(&told), "{message}");
    assert_eq!(program.names_in("generations"), names[1..]);
}

#[test]
fn a_position_that_was_met_and_has_no_way_back_is_damage() {
    let program = Program::new();
    let far = program.json(&["farthest", "tiles:3x3", "--store", "whole"]);
    let far = far["positions"][0].as_str().unwrap();
    let found = program.json(&["find", "tiles:3x3", far, "--store", "whole"]);
    let position = found["positions"][16].as_str().unwrap();
    // As a kill leaves it: what the marks should be nobody knows.
    program.text(&["explore", "tiles:3x3", "--max-generation", "14"]);
    let puzzle = Puzzle::open("tiles:3x3").unwrap();
    let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
    let header = header_of(&graph, SearchOrigin::Start);
    let root = program.path("generations");
    let access = Access::Write { fresh: false };
    let mut store = Store::open(&root, &header, access).unwrap();
    store.begin().unwrap();
    drop(store);
    let marks = root.join(Store::folder_name(&header)).join("marks");
    let length = fs::metadata(&marks).unwrap().len();
    fs::write(&marks, vec![0; length as usize]).unwrap();
    let error = program.failure(&["find", "tiles:3x3", position], 1);
    assert!(
        error["message"].as_str().unwrap().contains("damaged"),
        "{error}"
    );
}

#[test]
fn a_store_with_the_numbers_of_an_earlier_version_is_refused_and_made_anew_on_demand() {
    let program = Program::new();
    let text = "start = 'AABB..CC'\nhorizontal = ['A', 'B', 'C']\n";
    program.write("lane.toml", text);
    let puzzle = Puzzle::from_toml("lane", "lane.toml", text).unwrap();
    let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
    let now = header_of(&graph, SearchOrigin::Start);
    let before = slidewise::unstable::store::Header {
        configurations: 60,
        layout: "rows, one after the other".to_owned(),
        ..now
    };
    let access = Access::Write { fresh: false };
    drop(Store::open(&program.path("generations"), &before, access).unwrap());
    let refused = program.failure(&["explore", "lane.toml"], 1);
    let message = refused["message"].as_str().unwrap();
    let of_both = [
        "has 60 configurations (rows, one",
        "this version has 10 configurations",
    ];
    assert!(of_both.iter().all(|own| message.contains(own)), "{message}");
    assert!(
        refused["hint"].as_str().unwrap().contains("--fresh"),
        "{refused}"
    );
    let fresh = program.json(&["explore", "lane.toml", "--fresh"]);
    assert_eq!(fresh["states"], "10");
}
