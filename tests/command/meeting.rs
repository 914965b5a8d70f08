//! `solve --method meet`: what both ends find is what an exploration finds, it takes little memory,
//! goes on after a stop, and is kept in stores like any other search.

use super::program::{Program, Ran};
use serde_json::Value;
use std::fs;

/// The goal of Korf's positions, with the empty cell first.
const EMPTY_FIRST: &str = "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15";

/// An object without the fields that say how the answer was found.
fn without_method(mut object: Value) -> Value {
    let fields = object.as_object_mut().unwrap();
    fields.remove("method");
    fields.remove("nodes");
    object
}

#[test]
fn what_both_ends_find_is_what_an_exploration_finds() {
    let program = Program::new();
    for line in [
        "lane-rouge",
        "lane-rouge --metric move --all --limit 30",
        "lane-rouge --metric move --memory 8M --threads 1",
        "checkmate --metric slide --all",
        "tarohs-soap",
        "tiles:2x4 --metric line --start 6754:321.",
        "tiles:3x3 --start 867:254:3.1",
        "tiles:3x3 --to 867:254:3.1",
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let solve = |method, store| {
            let asked = [&["solve", "--method", method, "--store", store], &words[..]];
            program.json(&asked.concat())
        };
        let explored = solve("explore", "marks");
        let met = solve("meet", "files");
        assert_eq!(met["method"], "meet", "{line}");
        let nodes: u64 = met["nodes"].as_str().unwrap().parse().unwrap();
        assert!(nodes > 0, "{line}");
        assert_eq!(explored["method"], "explore", "{line}");
        assert_eq!(
            without_method(met.clone()),
            without_method(explored),
            "{line}"
        );
        // The second time the files answer.
        assert_eq!(solve("meet", "files"), met, "{line}");
    }
    let names = program.names_in("files");
    assert!(names.iter().all(|name| name.ends_with(".frontier")));
    assert_eq!(names.len(), 2 * 7, "{names:?}");
}

#[test]
fn certificates_of_both_ends_are_replayed() {
    let program = Program::new();
    let words = ["solve", "checkmate", "--method", "meet"];
    let text = program.text(&[&words[..], &["--certificate", "way.json"]].concat());
    assert!(text.contains("Checkmate: solved in 66 steps"), "{text}");
    assert_eq!(program.json(&["replay", "way.json"])["ok"], true);
    let scratch = program.json(&[&words[..], &["--no-store"]].concat());
    assert_eq!(scratch["moves"], 66);
}

#[test]
fn both_sides_are_stores_that_are_listed_and_verified() {
    let program = Program::new();
    let to = "867:254:3.1";
    program.json(&["solve", "tiles:3x3", "--to", to, "--method", "meet"]);
    let listed = program.json(&["stores"]);
    let stores = listed["stores"].as_array().unwrap();
    let sides: Vec<&Value> = stores.iter().map(|store| &store["from"]).collect();
    assert_eq!(sides, ["start", "goal"]);
    assert!(stores.iter().all(|store| store["kind"] == "frontier"));
    let words = ["verify", "tiles:3x3", "--from", "goal"];
    let aimed = [&words[..], &["--to", to]].concat();
    assert_eq!(program.json(&aimed)["ok"], true);
    assert_eq!(program.json(&["verify", "tiles:3x3"])["ok"], true);
    // The goal of the puzzle has a search of its own.
    program.failure(&words, 3);
    let goals = stores[1]["name"].as_str().unwrap();
    let file = program.path(format!("generations/{goals}/generation-000003"));
    let mut bytes = fs::read(&file).unwrap();
    bytes[30] ^= 1;
    fs::write(&file, bytes).unwrap();
    let ran = program.run(&[&aimed[..], &["--json"]].concat());
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let again = ["solve", "tiles:3x3", "--to", to, "--method", "meet"];
    program.failure(&again, 1);
    assert_eq!(
        program.json(&[&again[..], &["--fresh"]].concat())["proved"],
        true
    );
}

#[test]
fn too_many_goals_leave_the_search_to_the_side_of_start() {
    let program = Program::new();
    let board = "\"\"\"\n5 1 3 4\n. 2 7 8\n9 6 10 12\n13 14 11 15\n\"\"\"\n";
    let goal = "\"\"\"\n1 2 . .\n. . . .\n. . . .\n. . . .\n\"\"\"\n";
    let text = format!("start = {board}distinct = true\ngoal = {goal}");
    program.write("loose.toml", &text);
    let solved = program.json(&["solve", "loose.toml", "--method", "meet"]);
    let explored = ["solve", "loose.toml", "--method", "explore"];
    assert_eq!(
        solved,
        program.json(&[&explored[..], &["--store", "x"]].concat())
    );
    assert_eq!(solved["method"], "explore");
    let names = program.names_in("generations");
    assert_eq!(names.len(), 1, "{names:?}");
    assert!(!names[0].contains("from-goal"), "{names:?}");
}

#[test]
fn without_an_index_the_side_of_start_goes_on_alone() {
    let program = Program::new();
    let start = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 0 23 24";
    let words = ["solve", "tiles:5x5", "--start", start, "--method", "meet"];
    let solved = program.json(&words);
    assert_eq!(solved["moves"], 2);
    assert_eq!(solved["method"], "explore");
    assert_eq!(program.names_in("generations"), [""; 0]);
}

#[test]
fn find_meets_where_marks_do_not_fit() {
    let program = Program::new();
    // Bounds of tiles would guide the search if all of them were distinct.
    let board = |rows: &str| format!("\"\"\"\n{}\n\"\"\"\n", rows.replace(':', "\n"));
    let begin = board("1 2 3 4:5 6 7 8:9 10 11 12:13 14 15 .");
    let named: Vec<String> = (3..16).map(|tile| format!("'{tile}'")).collect();
    let named = named.join(", ");
    program.write(
        "alike.toml",
        &format!("start = {begin}distinct = [{named}]\n"),
    );
    let position = "5 1 3 4:. 2 7 8:9 6 10 12:13 14 11 15";
    let found = program.json(&["find", "alike.toml", position]);
    let solved = program.json(&[
        "solve",
        "alike.toml",
        "--to",
        position,
        "--method",
        "explore",
    ]);
    assert_eq!(found["generation"], solved["moves"]);
    for field in ["routes", "path", "positions"] {
        assert_eq!(found[field], solved[field]);
    }
    let names = program.names_in("generations");
    assert_eq!(names.len(), 2, "{names:?}");
}

#[test]
fn files_without_their_first_generations_are_refused_with_the_way_out() {
    let program = Program::new();
    let few = ["explore", "lane-rouge", "--engine", "frontier"];
    program.text(&[&few[..], &["--keep-last", "2"]].concat());
    let words = ["solve", "lane-rouge", "--method", "meet"];
    let error = program.failure(&words, 1);
    let hint = error["hint"].as_str().unwrap();
    assert!(hint.contains("--keep-last"), "{error}");
    let fresh = program.json(&[&words[..], &["--fresh"]].concat());
    assert_eq!(fresh["moves"], 116);
}

#[test]
fn words_that_do_not_go_with_both_ends() {
    let program = Program::new();
    program.write("starts.txt", "12:3.\n");
    let words = ["solve", "tiles:2x2", "--starts", "starts.txt"];
    let error = program.failure(&[&words[..], &["--method", "meet"]].concat(), 2);
    let message = error["message"].as_str().unwrap();
    assert!(message.contains("--method meet"), "{error}");
    program.failure(&["solve", "fifteen", "--method", "meet"], 3);
    let little = ["solve", "lane-rouge", "--method", "meet", "--memory", "1K"];
    program.failure(&little, 1);
}

/// Where five of fifteen tiles must be; too many positions are goals to search back from them.
const FIVE_TILES: &str = "distinct = true\nstart = \"\"\"\nONML\nKJIH\nGFED\nCBA.\n\"\"\"\n\
                          [[goal]]\nboard = \"\"\"\nABCD\nE...\n....\n....\n\"\"\"\n";

#[cfg(unix)]
#[test]
fn an_interruption_says_the_bound_where_goals_are_too_many_to_meet() {
    use super::interruptions::send;
    use super::program::until_it_heeds_signals;
    use slidewise::unstable::app::{Explorer, Keep, Question, SolveMethod, StopToken};
    use slidewise::unstable::puzzle::Puzzle;

    let program = Program::new();
    program.write("five.toml", FIVE_TILES);
    let words = ["solve", "five.toml", "--method", "meet", "--memory", "16M"];
    let words = [&words[..], &["--json"]].concat();
    let child = program.command(&words).spawn().unwrap();
    until_it_heeds_signals(&child);
    let is_searched = |program: &Program| {
        let stores = std::fs::read_dir(program.path("generations"));
        let mut stores = stores.into_iter().flatten().flatten();
        stores.any(|store| store.path().join("generation-000005").exists())
    };
    while !is_searched(&program) {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    send("-INT", &child);
    let ran = Ran::from(child.wait_with_output().unwrap());
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let stopped = ran.object();
    assert!(stopped["at_least"].as_u64() >= Some(6), "{stopped}");
    let reason = stopped["reason"].as_str().unwrap();
    assert!(
        reason.starts_with("interrupted after generation"),
        "{reason}"
    );

    // The goals are listed again first, and an interruption meanwhile forgets no generation.
    let puzzle = Puzzle::open(program.path("five.toml").to_str().unwrap()).unwrap();
    let stop = StopToken::default();
    stop.stop();
    let explorer = Explorer::new(&puzzle)
        .keep(Keep::Folder(program.path("generations")))
        .memory(Some(16 << 20))
        .stop(&stop);
    let question = Question::default().by(SolveMethod::Meet);
    let again = explorer.solve(&question).unwrap();
    assert!(again.way.is_none() && again.problem.is_some(), "{again:?}");
    assert_eq!(Some(again.at_least), stopped["at_least"].as_u64());
}

/// A position of Korf's that is 41 steps from its goal (number 55 of his hundred).
#[cfg(unix)]
#[test]
fn a_position_of_korf_takes_little_memory_and_goes_on_after_an_interruption() {
    use super::frontier::run_and_watch;
    use super::program::until_it_heeds_signals;
    use std::process::Command;
    use std::time::Duration;

    let program = Program::new();
    let start = "13 8 14 3 9 1 0 7 15 5 4 10 12 2 6 11";
    let words = ["solve", "tiles:4x4", "--start", start, "--to", EMPTY_FIRST];
    let words = [
        &words[..],
        &["--method", "meet", "--memory", "16M", "--json"],
    ]
    .concat();
    let mut bound = 0;
    for _ in 0..3 {
        let child = program.command(&words).spawn().unwrap();
        until_it_heeds_signals(&child);
        std::thread::sleep(Duration::from_millis(300));
        let id = child.id().to_string();
        // The search may have come to its end before.
        let _ = Command::new("kill").args(["-INT", &id]).status().unwrap();
        let ran = Ran::from(child.wait_with_output().unwrap());
        let stopped = ran.object();
        if ran.code == Some(0) {
            break;
        }
        assert_eq!(ran.code, Some(1), "{ran:?}");
        assert_eq!(stopped["proved"], false);
        assert!(stopped["moves"].is_null() && stopped["error"].is_null());
        let hint = stopped["hint"].as_str().unwrap();
        assert!(hint.contains("same command goes on"), "{hint}");
        bound = bound.max(stopped["at_least"].as_u64().unwrap());
        assert!(bound <= 41, "{stopped}");
    }
    let (ran, peak) = run_and_watch(program.command(&words));
    let solved = ran.object();
    assert_eq!(solved["moves"], 41);
    assert_eq!(solved["proved"], true);
    assert_eq!(solved["path"].as_array().unwrap().len(), 41);
    if cfg!(target_os = "linux") {
        assert!((1000..64 << 10).contains(&peak), "{peak} KB");
    }
}
