//! Searches within a budget: small spaces are explored, of large ones the first generations are
//! searched, and a search that is stopped says what is proved.

use super::program::Program;
use serde_json::Value;
use std::fs;

/// A 15-puzzle ten steps from home.
const NEAR: &str = "start = \"\"\"\n1 2 3 4\n5 6 12 7\n9 11 14 8\n13 . 10 15\n\"\"\"\n\
                    alike = [['1', '2']]\n\
    [[goal]]\nboard = \"\"\"\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 .\n\"\"\"\n";

/// The sizes of all files below a folder of the program's.
fn bytes_below(program: &Program, folder: &str) -> u64 {
    let entries = fs::read_dir(program.path(folder)).unwrap();
    entries
        .map(|entry| {
            let entry = entry.unwrap();
            let metadata = entry.metadata().unwrap();
            let name = format!("{folder}/{}", entry.file_name().into_string().unwrap());
            if metadata.is_dir() {
                bytes_below(program, &name)
            } else {
                metadata.len()
            }
        })
        .sum()
}

/// The sizes of all files of generations, which the limit of the disk holds down.
fn generation_bytes(program: &Program) -> u64 {
    let stores = program.names_in("generations").into_iter();
    let bytes = stores.map(|store| {
        let store = format!("generations/{store}");
        let names = program.names_in(&store).into_iter();
        let names = names.filter(|name| name.starts_with("generation-"));
        let bytes = names.map(|name| {
            let path = program.path(format!("{store}/{name}"));
            fs::metadata(path).unwrap().len()
        });
        bytes.sum::<u64>()
    });
    bytes.sum()
}

#[test]
fn what_cannot_be_explored_is_searched_as_far_as_the_answer() {
    let program = Program::new();
    program.write("near.toml", NEAR);
    let solved = program.json(&["solve", "near.toml"]);
    assert_eq!(
        (&solved["moves"], &solved["proved"]),
        (&10.into(), &true.into())
    );
    let found = program.json(&["find", "near.toml", "1 2 3 4:5 6 12 7:9 11 14 8:13 10 . 15"]);
    assert_eq!(
        (&found["generation"], &found["proved"]),
        (&1.into(), &true.into())
    );
    // The second time the files answer, and nothing is written.
    let before = bytes_below(&program, "generations");
    assert_eq!(program.json(&["solve", "near.toml"]), solved);
    assert_eq!(bytes_below(&program, "generations"), before);
    let text = program.text(&["solve", "near.toml"]);
    let kept = text.lines().last().unwrap();
    assert!(
        kept.starts_with("Kept ") && kept.contains(" in generations; "),
        "{text}"
    );
}

#[test]
fn a_search_that_uses_up_its_budget_says_what_is_proved_and_goes_on_with_more() {
    let program = Program::new();
    let words = ["solve", "lane-rouge", "--metric", "move", "--json"];
    let distance = 81;
    let mut bounds = Vec::new();
    // One byte less than the marks of all need.
    let estimate = program.json(&["explore", "lane-rouge", "--metric", "move", "--estimate"]);
    let most = estimate["disk_bytes"].as_u64().unwrap() - 1;
    let limits = [3_000, most / 2, most];
    for limit in limits {
        let disk = limit.to_string();
        let limited = [&words[..], &["--disk", &disk]].concat();
        let ran = program.run(&limited);
        assert_eq!(ran.code, Some(1), "{ran:?}");
        let stopped: Value = ran.object();
        assert!(stopped["error"].is_null(), "{stopped}");
        assert!(
            stopped["moves"].is_null() && stopped["proved"] == false,
            "{stopped}"
        );
        assert!(
            stopped["hint"].as_str().unwrap().contains("--disk"),
            "{stopped}"
        );
        assert!(generation_bytes(&program) <= limit);
        // The generations of both sides that are kept rule out all that is shorter.
        let explored = program.run(&["stores", "--json"]).object();
        let stores = explored["stores"].as_array().unwrap().iter();
        let generations = stores.map(|store| store["generations"].as_u64().unwrap());
        let sides: Vec<u64> = generations.collect();
        let bound = sides.iter().sum::<u64>() - (sides.len() as u64 - 1);
        assert_eq!(stopped["at_least"], bound);
        bounds.push(bound);
    }
    assert!(bounds.is_sorted() && bounds[0] < bounds[2], "{bounds:?}");
    assert!(bounds[2] <= distance);
    let limit = most.to_string();
    let text = program.run(&["solve", "lane-rouge", "--metric", "move", "--disk", &limit]);
    assert_eq!(text.code, Some(1));
    let bound = format!("Finish is at least {} moves away", bounds[2]);
    assert!(text.stdout.contains(&bound), "{text:?}");
    let position = ".BAA:.BAA:FFCG:DHCE:DIJE";
    let ran = program.run(&["find", "lane-rouge", position, "--disk", "3000", "--json"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let stopped = ran.object();
    assert!(
        stopped["generation"].is_null() && stopped["position"] == position,
        "{stopped}"
    );
    assert!(stopped["at_least"].as_u64().unwrap() > 0);
    // With room for the marks everything is explored.
    let solved = program.json(&words[..4]);
    assert_eq!(solved["moves"], distance);
}

#[test]
fn without_a_store_nothing_stays_and_nothing_is_read() {
    let program = Program::new();
    program.write("near.toml", NEAR);
    fs::create_dir(program.path("passing")).unwrap();
    let run = |words: &[&str]| {
        let mut command = program.command(words);
        command.env("TMPDIR", program.path("passing"));
        command.output().unwrap()
    };
    for words in [
        &["solve", "lane-rouge"][..],
        &["solve", "near.toml"],
        &["solve", "near.toml", "--disk", "1K"],
        &["find", "lane-rouge", ".BAA:.BAA:FFCG:DHCE:DIJE"],
        &["farthest", "lane-rouge", "--from", "goal"],
        &["explore", "lane-rouge"],
        &["explore", "lane-rouge", "--engine", "frontier"],
        &["diameter", "tiles:2x3"],
    ] {
        let output = run(&[words, &["--no-store"]].concat());
        let is_stopped = words.contains(&"--disk");
        assert_eq!(
            output.status.code(),
            Some(i32::from(is_stopped)),
            "{words:?}: {output:?}"
        );
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(!text.contains("Kept "), "{text}");
        for folder in ["passing", "generations"] {
            assert_eq!(
                fs::read_dir(program.path(folder)).unwrap().count(),
                0,
                "{words:?}"
            );
        }
    }
    // A store that is there is not looked at.
    program.json(&["explore", "lane-rouge"]);
    let again = run(&["explore", "lane-rouge", "--no-store", "--json"]);
    let again: Value = serde_json::from_slice(&again.stdout).unwrap();
    assert_eq!(again["searched"], true);
    let ran = program.run(&["solve", "lane-rouge", "--no-store", "--store", "x"]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
}

#[test]
fn generations_without_a_goal_are_a_bound() {
    let program = Program::new();
    let words = ["explore", "lane-rouge", "--max-generation", "14"];
    let text = program.text(&words);
    assert!(text.contains("so at least 15 steps away"), "{text}");
    assert_eq!(program.json(&words)["at_least"], 15);
    // Where a goal was met, or all is found, there is no bound to tell.
    assert!(program.json(&["explore", "lane-rouge"])["at_least"].is_null());
    let text = program.text(&["explore", "tiles:2x3", "--max-generation", "3"]);
    assert!(!text.contains("at least"), "{text}");
}
