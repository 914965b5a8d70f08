//! Many puzzles in one process: the lines are those of single calls, in order, and a bad puzzle
//! stops no other.

use super::program::until_it_heeds_signals;
use super::program::{Program, Ran};
use super::table::rows;
#[cfg(unix)]
use serde_json::{Value, json};

const BOARDS: [&str; 4] = [
    "AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.",
    "O..P..O..P..OXXP....AQQQ..A..B..RRRB",
    ".ABBCD.A.ECD.XXE.F..II.F...H.....H..",
    "AA.O.BP..OQBPXXOQGPRRRQGD...EED...FF",
];

/// Words of a list, each of which names a puzzle.
const WORDS: [&str; 10] = [
    "lane-rouge",
    "tiles:2x3",
    "checkmate",
    "corner.toml",
    "rush:AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.",
    "boards.txt#2",
    "boards.txt#4",
    "L'Âne rouge",
    "never.toml",
    "fifteen.toml",
];

fn program() -> Program {
    let program = Program::new();
    let corner = "start = '''\nAAb\nA.c\nd..\n'''\ngoal = '''\n...\n.AA\n.A.\n'''\n";
    program.write("corner.toml", corner);
    let never = "start = 'AB.'\ngoal = 'BA.'\ndistinct = true\n";
    program.write("never.toml", never);
    program.write("boards.txt", &BOARDS.join("\n"));
    program
}

/// The objects of a batch, one a line.
fn objects(ran: &Ran) -> Vec<Value> {
    let lines = ran.stdout.lines();
    let object = |line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}: {ran:?}"));
    lines.map(object).collect()
}

/// An object without what differs from run to run: times, and the bytes of a log that holds times.
fn steady(mut object: Value) -> Value {
    let fields = object.as_object_mut().unwrap();
    fields.remove("seconds");
    fields.remove("bytes");
    object
}

#[test]
fn the_lines_are_the_objects_of_single_calls_in_order() {
    for call in [
        "solve",
        "solve --metric move",
        "explore",
        "explore --max-generation 7 --metric slide",
        "explore --count-only",
        "explore --engine frontier",
        "farthest",
        "farthest --from goal --limit 3",
        "farthest --from goal --everywhere",
    ] {
        let call: Vec<&str> = call.split(' ').collect();
        let single = program();
        let words = WORDS.iter().map(|word| {
            let ran =
                single.run(&[&call[..1], &[word, "--json", "--no-store"], &call[1..]].concat());
            (word, ran.code.unwrap(), steady(ran.object()))
        });
        let wanted: Vec<_> = words.collect();
        for more in [
            &["--no-store", "--threads", "1"][..],
            &["--no-store", "--threads", "4"],
            &["--no-store", "--memory", "1G"],
            &["--threads", "3"],
        ] {
            let batch = program();
            batch.write("list", &WORDS.join("\n"));
            let given = [&call[..], &["--batch", "list", "--json"], more].concat();
            let ran = batch.run(&given);
            let found = objects(&ran);
            assert_eq!(found.len(), wanted.len(), "{given:?}: {ran:?}");
            for ((word, _, wanted), found) in wanted.iter().zip(found) {
                let mut found = steady(found);
                if wanted.get("error").is_some() {
                    let puzzle = found.as_object_mut().unwrap().remove("puzzle");
                    assert!(
                        puzzle.is_some_and(|name| name.is_string()),
                        "{given:?}: {word}"
                    );
                }
                let is_saved = !more.contains(&"--no-store");
                if found.get("searched").is_some() && is_saved {
                    // L'Âne rouge by its name is saved before its title asks for it again.
                    found["searched"] = json!(true);
                }
                if is_saved && call.contains(&"--max-generation") && wanted.get("error").is_none() {
                    // The title resumes the search, which packed boards cannot.
                    for field in ["engine", "reason"] {
                        found[field] = wanted[field].clone();
                    }
                }
                assert_eq!(found, *wanted, "{given:?}: {word}");
            }
            let codes: Vec<i32> = wanted.iter().map(|(_, code, _)| *code).collect();
            let worst = [1, 2, 3].into_iter().find(|code| codes.contains(code));
            assert_eq!(ran.code, Some(worst.unwrap_or(0)), "{given:?}: {codes:?}");
            let kept = batch.names_in("generations").len();
            assert!(kept == 0 || !more.contains(&"--no-store"), "{given:?}");
        }
    }
}

#[test]
fn a_folder_is_its_puzzle_files_by_name() {
    let program = program();
    program.write("many/b.toml", "start = 'A.'\ngoal = '.A'\n");
    program.write("many/a.txt", "AA.\n..B\n\n.AA\n...\n");
    program.write("many/c.txt", &BOARDS[..2].join("\n"));
    program.write("many/notes.md", "# Notes\n\nThese are no boards.\n");
    program.write("many/d.toml", "start = 'A.'\ngaol = '.A'\n");
    program.write("many/below/e.toml", "start = 'A.'\ngoal = '.A'\n");
    let ran = program.run(&["solve", "--batch", "many", "--json", "--no-store"]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    let found = objects(&ran);
    let names: Vec<&str> = found
        .iter()
        .map(|own| own["puzzle"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["a", "b", "c-1", "c-2", "many/d.toml"]);
    assert_eq!(found[1]["moves"], 1);
    assert_eq!(found[4]["error"]["code"], 2);
    assert_eq!(found[4]["error"]["line"], 2);
    assert_eq!(ran.stderr.lines().count(), 1, "{ran:?}");
    assert!(ran.stderr.starts_with("many/notes.md skipped: "), "{ran:?}");
    let quiet = program.run(&["solve", "--batch", "many", "--no-store", "--quiet"]);
    assert_eq!(quiet.stderr, "");
    let starts: Vec<&str> = quiet
        .stdout
        .lines()
        .map(|line| line.split(':').next().unwrap())
        .collect();
    assert_eq!(starts, ["a", "b", "c-1", "c-2", "many/d.toml"]);
}

#[test]
fn a_list_comes_from_a_file_or_from_standard_input() {
    let program = program();
    let list = "# Two puzzles\n\n  tiles:2x3  \n# and\nlane-rouge\r\n";
    program.write("list", list);
    let from_file = program.text(&["farthest", "--batch", "list", "--json", "--no-store"]);
    let words = ["farthest", "--batch", "-", "--json", "--no-store"];
    let from_stdin = program.piped(&words, list.as_bytes());
    assert_eq!(from_stdin.code, Some(0));
    assert_eq!(from_stdin.stdout, from_file);
    assert_eq!(from_file.lines().count(), 2);
    let boards = program.piped(&words, BOARDS.join("\n").as_bytes());
    let names: Vec<Value> = objects(&boards)
        .into_iter()
        .map(|own| own["puzzle"].clone())
        .collect();
    assert_eq!(names, ["stdin-1", "stdin-2", "stdin-3", "stdin-4"]);
}

#[test]
fn a_file_with_several_puzzles_is_all_of_them() {
    let program = program();
    let ran = program.run(&["solve", "--batch", "boards.txt", "--json", "--no-store"]);
    assert_eq!(ran.code, Some(0));
    let found = objects(&ran);
    assert_eq!(found.len(), BOARDS.len());
    for (number, found) in (1..).zip(found) {
        let word = format!("boards.txt#{number}");
        assert_eq!(found, program.json(&["solve", &word, "--no-store"]));
    }
    // One board of the list has a fault, which is reported after all others.
    program.write("faulty.txt", &BOARDS.join("\n").replace("XXQ.", "X.Q."));
    let ran = program.run(&["solve", "--batch", "faulty.txt", "--json", "--no-store"]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    let found = objects(&ran);
    assert_eq!(found.len(), BOARDS.len(), "{ran:?}");
    assert_eq!(found[3]["puzzle"], "faulty.txt");
    assert_eq!(found[3]["error"]["line"], 1);
    let ran = program.run(&["solve", "--batch", "corner.toml", "--no-store"]);
    assert!(
        ran.stdout.starts_with("corner: 6 steps, 4 shortest ways, "),
        "{ran:?}"
    );
}

#[test]
fn a_table_has_the_fields_of_the_objects() {
    let columns = |text: &str| -> Vec<String> { text.split(' ').map(str::to_owned).collect() };
    let no_puzzle = "no \"such\", puzzle";
    for (command, own) in [
        (
            "solve",
            "goal moves routes proved at_least reason method nodes",
        ),
        ("explore", "states depth complete goal.generation engine"),
        ("farthest", "from generation count"),
    ] {
        let program = program();
        program.write("list", &[&WORDS[..9], &[no_puzzle]].concat().join("\n"));
        let table = program.run(&[command, "--batch", "list", "--csv", "--no-store"]);
        let found = objects(&program.run(&[command, "--batch", "list", "--json", "--no-store"]));
        let mut rows = rows(&table.stdout);
        let header = columns(&format!("puzzle metric {own} seconds error"));
        assert_eq!(rows.remove(0), header);
        assert_eq!(rows.len(), found.len());
        assert_eq!(rows[9][0], no_puzzle);
        for (row, object) in rows.iter().zip(&found) {
            assert_eq!(row.len(), header.len(), "{row:?}");
            for (name, field) in header.iter().zip(row) {
                let value = match name.as_str() {
                    "seconds" => {
                        assert!(field.parse::<f64>().unwrap() >= 0.0);
                        continue;
                    }
                    "metric" => &json!("step"),
                    "error" => &object["error"]["message"],
                    "goal.generation" => &object["goal"]["generation"],
                    "goal" | "reason" if !object["error"].is_null() => &object["error"][name],
                    name => &object[name],
                };
                let text = match value {
                    Value::Null => String::new(),
                    Value::String(text) => text.clone(),
                    other => other.to_string(),
                };
                assert_eq!(*field, text, "{command}: {name} of {object}");
            }
        }
    }
}

#[test]
fn equal_puzzles_of_a_batch_share_a_store() {
    let program = program();
    program.write("list", &["lane-rouge"; 8].join("\n"));
    for call in ["explore", "solve", "farthest --from goal"] {
        let call: Vec<&str> = call.split(' ').collect();
        let ran =
            program.run(&[&call[..], &["--batch", "list", "--json", "--threads", "4"]].concat());
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let found: Vec<Value> = objects(&ran).into_iter().map(steady).collect();
        assert_eq!(found.len(), 8);
        if call[0] == "explore" {
            let searched = found.iter().filter(|own| own["searched"] == true);
            assert_eq!(searched.count(), 1, "the first of them searches");
        } else {
            assert!(found.iter().all(|own| *own == found[0]), "{found:?}");
        }
    }
    assert_eq!(program.names_in("generations").len(), 2);
}

#[test]
fn the_exit_code_is_that_of_the_worst_puzzle() {
    for (list, more, code) in [
        ("corner.toml\ntiles:2x2\n", &[][..], 0),
        ("never.toml\ncorner.toml\n", &[], 3),
        ("never.toml\nno-such-puzzle\ncorner.toml\n", &[], 2),
        (
            "never.toml\nno-such-puzzle\nlane-rouge\n",
            &["--disk", "3K"],
            1,
        ),
    ] {
        let program = program();
        program.write("list", list);
        let words = [&["solve", "--batch", "list", "--no-store"], more].concat();
        let ran = program.run(&words);
        assert_eq!(ran.code, Some(code), "{list}: {ran:?}");
        assert_eq!(ran.stdout.lines().count(), list.lines().count(), "{ran:?}");
        assert_eq!(ran.stderr, "");
    }
}

#[test]
fn a_batch_without_puzzles_and_options_of_one_puzzle_are_refused() {
    let program = program();
    program.write("empty", "# nothing\n\n");
    program.write("none/notes.md", "# Notes\n\nThese are no boards.\n");
    program.write("list", "corner.toml\n");
    program.failure(&["solve", "--batch", "empty"], 2);
    program.failure(&["explore", "--batch", "none", "--quiet"], 2);
    program.failure(&["farthest", "--batch", "no-such-file"], 2);
    program.failure(&["solve"], 2);
    program.failure(&["solve", "corner.toml", "--csv"], 2);
    for words in [
        &["solve", "corner.toml"][..],
        &["solve", "--all"],
        &["solve", "--all", "--limit", "3"],
        &["solve", "--to", "AAb:A.c:d.."],
        &["solve", "--start", "AAb:A.c:d.."],
        &["solve", "--certificate", "way.json"],
        &["explore", "--start", "AAb:A.c:d.."],
        &["explore", "--estimate"],
        &["explore", "--engine", "sparse", "--keep-last", "2"],
        &["farthest", "--start", "AAb:A.c:d.."],
        &["farthest", "--everywhere"],
    ] {
        program.failure(&[words, &["--batch", "list"]].concat(), 2);
    }
    let both = program.run(&["solve", "--batch", "list", "--csv", "--json"]);
    assert_eq!(both.code, Some(2));
    assert_eq!(program.names_in("generations").len(), 0);
}

#[cfg(unix)]
#[test]
fn lines_before_a_signal_stay() {
    let program = program();
    let list = ["tiles:2x2"].into_iter().chain(["tiles:3x4"; 60]);
    program.write("list", &list.collect::<Vec<_>>().join("\n"));
    let words = [
        "explore",
        "--batch",
        "list",
        "--no-store",
        "--json",
        "--threads",
        "2",
    ];
    let child = program.command(&words).spawn().unwrap();
    until_it_heeds_signals(&child);
    let sent = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(sent.unwrap().success());
    let ran = Ran::from(child.wait_with_output().unwrap());
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let found = objects(&ran);
    assert_eq!(found[0]["puzzle"], "tiles:2x2", "{ran:?}");
    assert_eq!(found[0]["states"], "12");
    assert!(found.len() < 60);
    let last = found.last().unwrap();
    let message = last["error"]["message"].as_str().unwrap();
    assert!(message.starts_with("interrupted"), "{ran:?}");
}
