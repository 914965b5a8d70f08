//! Counts with the words on the disk: killed, damaged, on a full disk, and asked again.
#![cfg(target_os = "linux")]

use super::disks::{own_mounts, shell};
use super::interruptions::send;
use super::program::{Program, Ran};
use crate::support::random::SplitMix;
use serde_json::Value;
use std::thread::sleep;
use std::time::Duration;

const WORDS: [&str; 5] = ["explore", "tiles:3x4", "--count-only", "--memory", "8M"];

/// The counts of a search in memory.
fn expected(program: &Program) -> Value {
    program.json(&["explore", "tiles:3x4", "--count-only", "--store", "none"])["generations"]
        .clone()
}

fn is_counted_on_disk(answer: &Value) -> bool {
    let reason = answer["reason"].as_str().unwrap();
    reason.contains("the words lie on the disk")
}

#[test]
fn a_count_killed_at_ten_random_moments_loses_and_repeats_nothing() {
    let program = Program::new();
    let expected = expected(&program);
    let mut random = SplitMix::new(40);
    let (mut kills, mut seen) = (0, 0);
    while kills < 10 {
        let threads = ["1", "2", "3"][kills % 3];
        let words = [&WORDS[..], &["--json", "--threads", threads]].concat();
        let mut child = program.command(&words).spawn().unwrap();
        sleep(Duration::from_millis(50 + random.below(400)));
        if child.try_wait().unwrap().is_some() {
            // Done before the tenth kill: once more from the beginning.
            let ran = Ran::from(child.wait_with_output().unwrap());
            assert_eq!(ran.object()["generations"], expected);
            program.run(&["stores", "--remove", "*"]);
            seen = 0;
            continue;
        }
        send("-KILL", &child);
        child.wait_with_output().unwrap();
        kills += 1;
        let stores = program.json(&["stores"]);
        let Some(store) = stores["stores"]
            .get(0)
            .filter(|store| store["problem"].is_null())
        else {
            // Killed while the store was made.
            assert_eq!(seen, 0, "{stores}");
            continue;
        };
        assert_eq!(store["kind"], "count");
        let generations = store["generations"].as_u64().unwrap();
        assert!(
            generations >= seen,
            "{generations} generations after {seen}"
        );
        seen = generations;
    }
    let answer = program.json(&WORDS);
    assert!(is_counted_on_disk(&answer), "{answer}");
    assert_eq!(answer["generations"], expected);
    assert_eq!(answer["complete"], true);
    assert_eq!(answer["goal"]["generation"], 0);
    assert_eq!(answer["goal_known"], true);
}

#[test]
fn progress_is_appended_for_each_generation_and_goes_on_after_an_interruption() {
    let program = Program::new();
    let log = [&WORDS[..], &["--progress", "log"]].concat();
    program.json(&[&log[..], &["--max-generation", "30"]].concat());
    let answer = program.json(&log);
    let text = std::fs::read_to_string(program.path("log")).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    // Lines within a generation depend on the time that it takes.
    let lines: Vec<Value> = lines
        .filter(|line: &Value| line.get("expanded").is_none())
        .collect();
    let counts = answer["generations"].as_array().unwrap();
    assert_eq!(lines.len(), counts.len());
    let mut found = 0;
    for (generation, (line, count)) in lines.iter().zip(counts).enumerate() {
        found += count.as_str().unwrap().parse::<u64>().unwrap();
        assert_eq!(line["generation"], generation);
        assert_eq!(line["count"], *count);
        assert_eq!(line["found"], found.to_string());
        assert_eq!(line["of"], "239500800");
    }
    assert_eq!(lines.last().unwrap()["seconds_left"], 0.0);

    let level = ["explore", "microban:1", "--no-store", "--progress", "level"];
    program.run(&level);
    let text = std::fs::read_to_string(program.path("level")).unwrap();
    assert_eq!(text.lines().count(), 11);
    assert!(text.contains("\"found\":\"56\",\"of\":null"));

    program.write("thesis.txt", "Chapter 1\n");
    let ran = program.run(&["explore", "tiles:2x3", "--progress", "thesis.txt"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("it is not a log of --progress"));
    let text = std::fs::read_to_string(program.path("thesis.txt")).unwrap();
    assert_eq!(text, "Chapter 1\n");
}

#[test]
fn a_count_goes_on_and_knows_its_goals_and_is_answered_again_at_once() {
    let program = Program::new();
    program.write(
        "goal.toml",
        "start = '''\nABCD\nEFGH\nIJK.\n'''\ndistinct = true\n\
         [[goal]]\nboard = '''\n.ABC\nEFGD\nIJKH\n'''\n",
    );
    let words = ["explore", "goal.toml", "--count-only", "--memory", "8M"];
    let whole = program.json(&[&words[..3], &["--store", "none"]].concat());
    assert_eq!(whole["goal"]["generation"], 5);
    let first = program.json(&[&words[..], &["--max-generation", "3"]].concat());
    assert_eq!(first["complete"], false);
    assert_eq!(first["at_least"], 4);
    for until in [1, 2] {
        let met = program.json(&[&words[..], &["--until-goal"]].concat());
        assert_eq!(met["goal"]["generation"], 5, "{until}");
        assert_eq!(met["depth"], 5, "{until}");
    }
    let answer = program.json(&words);
    assert!(is_counted_on_disk(&answer), "{answer}");
    assert_eq!(answer["resumed"], true);
    for field in ["generations", "goal", "goal_known", "states"] {
        assert_eq!(answer[field], whole[field], "{field}");
    }
    for more in [&["--memory", "8M"][..], &[]] {
        let again = program.json(&[&words[..3], more].concat());
        assert_eq!(again["searched"], false);
        assert_eq!(again["generations"], whole["generations"]);
        assert_eq!(again["goal"], whole["goal"]);
    }
    let part = program.json(&[&words[..], &["--max-generation", "7"]].concat());
    assert_eq!(part["depth"], 7);
    assert_eq!(part["complete"], false);
    let fresh = program.json(&[&words[..], &["--fresh", "--max-generation", "7"]].concat());
    assert_eq!(
        (&fresh["searched"], &fresh["resumed"]),
        (&true.into(), &false.into())
    );
    let scratch = program.json(&[&words[..], &["--no-store", "--max-generation", "7"]].concat());
    assert_eq!(scratch["generations"], fresh["generations"]);
}

#[test]
fn goals_that_have_changed_are_not_answered_from_a_kept_count() {
    let program = Program::new();
    let write = |goal: &str| {
        let start = "start = '''\nABCD\nEFGH\nIJK.\n'''\ndistinct = true\n";
        program.write("goal.toml", &format!("{start}{goal}"));
    };
    let words = ["explore", "goal.toml", "--count-only", "--memory", "8M"];
    write("[[goal]]\nboard = '''\n.ABC\nEFGD\nIJKH\n'''\n");
    let whole = program.json(&words);
    assert_eq!(whole["goal"]["generation"], 5);
    write("[[goal]]\nboard = '''\nABCD\nEFGH\nIJ.K\n'''\n");
    for more in [&[][..], &["--max-generation", "9"], &["--until-goal"]] {
        let other = program.json(&[&words[..], more].concat());
        assert_eq!(other["searched"], false);
        assert_eq!(
            (&other["goal"], &other["goal_known"]),
            (&Value::Null, &false.into())
        );
    }
    write("");
    assert_eq!(program.json(&words)["goal"], Value::Null);
    write("[[goal]]\nboard = '''\nABCD\nEFGH\nIJ.K\n'''\n");
    let again = program.json(&[&words[..], &["--fresh"]].concat());
    assert_eq!(again["goal"]["generation"], 1);
    assert_eq!(program.json(&words)["goal"], again["goal"]);
}

#[test]
fn damaged_words_stop_a_count_with_a_sentence() {
    let program = Program::new();
    program.json(&[&WORDS[..], &["--max-generation", "30"]].concat());
    let name = program.names_in("generations").remove(0);
    for file in ["bits-0", "bits-1", "ring", "goals", "log"] {
        let path = program.path(format!("generations/{name}/{file}"));
        let whole = std::fs::read(&path).unwrap();
        let mut bytes = whole.clone();
        // A byte of every chunk, spare or not, or the end of the small files.
        let places = (bytes.len() * 3 / 7..bytes.len()).step_by(100_000);
        places.for_each(|at| bytes[at] ^= 1);
        std::fs::write(&path, bytes).unwrap();
        let error = program.failure(&WORDS, 1);
        let message = error["message"].as_str().unwrap();
        assert!(message.contains("damaged"), "{file}: {error}");
        let hint = error["hint"].as_str().unwrap();
        assert!(hint.contains("--count-only --fresh"), "{file}: {error}");
        std::fs::write(&path, whole).unwrap();
    }
    assert_eq!(program.json(&WORDS)["generations"], expected(&program));
}

#[test]
fn a_full_disk_stops_a_count_with_a_sentence_and_it_goes_on_with_room() {
    let program = Program::new();
    let Some(own) = own_mounts(&program) else {
        return;
    };
    let script = r#"
        mkdir -p m && mount -t tmpfs -o size=20m none m || exit 9
        words="explore tiles:3x4 --count-only --memory 8M --store m/s --json"
        $SLIDEWISE $words > small.json 2>/dev/null
        echo $? > small.code
        $SLIDEWISE $words --estimate > estimate.json || exit 8
        mount -o remount,size=90m m || exit 7
        $SLIDEWISE $words --max-generation 9 > /dev/null || exit 6
        cat /dev/zero > m/filler 2>/dev/null
        $SLIDEWISE $words > full.json 2>/dev/null
        echo $? > full.code
        rm m/filler
        $SLIDEWISE $words > whole.json || exit 5"#;
    let ran = shell(&program, &own, script);
    assert!(ran.status.success(), "{ran:?}");
    let read = |name: &str| std::fs::read_to_string(program.path(name)).unwrap();
    let object = |name: &str| -> Value { serde_json::from_str(&read(name)).unwrap() };
    for (name, words) in [("small", "bytes of disk"), ("full", "No space left")] {
        assert_eq!(read(&format!("{name}.code")).trim(), "1");
        let error = &object(&format!("{name}.json"))["error"];
        assert!(
            error["message"].as_str().unwrap().contains(words),
            "{error}"
        );
        assert!(
            error["hint"].as_str().unwrap().contains("make room"),
            "{error}"
        );
    }
    assert_eq!(object("estimate.json")["begins"], false);
    assert_eq!(object("whole.json")["generations"], expected(&program));
}
