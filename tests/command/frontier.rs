//! Generations as sorted files: the same answers as from marks, within little memory, and as hard
//! to destroy.

use super::program::{Program, Ran};
#[cfg(unix)]
use crate::support::random::SplitMix;
use serde_json::Value;
use std::fs;
use std::process::Command;
#[cfg(unix)]
use std::process::Stdio;

/// The first generations of the 15-puzzle (OEIS A089484).
const FIFTEEN: [u64; 23] = [
    1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1948, 3938, 7808, 15544, 30821, 60842, 119000, 231844,
    447342, 859744, 1637383, 3098270, 5802411,
];

fn digits(counts: &[u64]) -> Value {
    counts.iter().map(ToString::to_string).collect()
}

/// All files of the one store in a folder but the lock.
fn files(program: &Program, folder: &str) -> Vec<(String, Vec<u8>)> {
    let stores = program.names_in(folder);
    assert_eq!(stores.len(), 1, "{stores:?}");
    let store = format!("{folder}/{}", stores[0]);
    let names = program.names_in(&store).into_iter();
    let names = names.filter(|name| name != "lock");
    names
        .map(|name| {
            let bytes = fs::read(program.path(format!("{store}/{name}"))).unwrap();
            (name, bytes)
        })
        .collect()
}

/// Runs a command, and gives the most memory it had resident, in KB, as far as one can look from
/// outside.
pub(super) fn run_and_watch(mut command: Command) -> (Ran, u64) {
    let child = command.spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let watcher = std::thread::spawn(move || {
        let mut peak = 0;
        // The high-water mark is gone with the memory, when the process ends.
        while let Ok(text) = fs::read_to_string(&status)
            && let Some(line) = text.lines().find(|line| line.starts_with("VmHWM:"))
        {
            let kilobytes = line.split_whitespace().nth(1).unwrap();
            peak = kilobytes.parse().unwrap();
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        peak
    });
    let ran = Ran::from(child.wait_with_output().unwrap());
    (ran, watcher.join().unwrap())
}

#[test]
fn the_first_generations_of_the_15_puzzle_take_little_memory() {
    let program = Program::new();
    let command = program.command(&[
        "explore",
        "tiles:4x4",
        "--engine",
        "frontier",
        "--max-generation",
        "22",
        "--memory",
        "16M",
        "--json",
    ]);
    let (ran, peak) = run_and_watch(command);
    let explored = ran.object();
    assert_eq!(explored["states"], "12318701");
    assert_eq!(explored["generations"], digits(&FIFTEEN));
    assert_eq!(explored["complete"], false);
    assert_eq!(explored["engine"], "frontier");
    assert!(explored["spilled"]["runs"].as_u64().unwrap() > 5);
    assert!(explored["spilled"]["bytes"].as_u64().unwrap() > 1 << 20);
    assert!(explored["bytes"].as_u64().unwrap() > 1 << 20);
    if cfg!(target_os = "linux") {
        assert!((1000..64 << 10).contains(&peak), "{peak} KB");
    }
    // What is kept answers without a search.
    let found = program.json(&["find", "tiles:4x4", "1 2 3 4:5 6 7 8:9 10 11 12:. 13 14 15"]);
    assert_eq!(found["generation"], 3);
    assert_eq!(found["routes"], "1");
    // What is farther needs more of the disk than this.
    let far = "15 14 13 12:11 10 9 8:7 6 5 4:3 1 2 .";
    let ran = program.run(&[
        "solve",
        "tiles:4x4",
        "--to",
        far,
        "--method",
        "explore",
        "--disk",
        "16M",
        "--json",
    ]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert_eq!(ran.object()["at_least"], 23);
}

#[test]
fn spaces_that_do_not_fit_are_refused_with_the_way_out() {
    let program = Program::new();
    for words in [
        &["explore", "tiles:4x4"][..],
        &["explore", "tiles:4x4", "--memory", "1G"],
    ] {
        let error = program.failure(words, 1);
        let hint = error["hint"].as_str().unwrap();
        assert!(
            hint.contains("--engine frontier --max-generation N"),
            "{error}"
        );
    }
    let estimate = program.json(&["explore", "tiles:4x4", "--engine", "frontier", "--estimate"]);
    assert_eq!(estimate["engine"], "frontier");
    assert_eq!(estimate["configurations"], "10461394944000");
    assert_eq!(estimate["begins"], true, "however much all would take");
    let words = ["explore", "tiles:4x4", "--engine", "frontier", "--estimate"];
    let little = program.json(&[&words[..], &["--memory", "1K"]].concat());
    assert_eq!(little["begins"], false);
    assert_eq!(program.names_in("generations"), [""; 0]);
}

#[test]
fn files_and_marks_give_the_same_answers() {
    let program = Program::new();
    for (puzzle, position) in [
        ("lane-rouge", ".BAA:.BAA:FFCG:DHCE:DIJE"),
        ("checkmate", "WBWB:BW#K:DDWB:.WBk"),
        ("tiles:3x3", "8 6 7:2 5 4:3 . 1"),
    ] {
        let marks = |words: &[&str]| program.json(&[words, &["--store", "marks"]].concat());
        let filed = |words: &[&str]| program.json(&[words, &["--store", "files"]].concat());
        let by_marks = marks(&["explore", puzzle]);
        let little = [
            "explore",
            puzzle,
            "--engine",
            "frontier",
            "--memory",
            "8M",
            "--threads",
            "1",
        ];
        let by_files = filed(&little);
        for field in ["generations", "states", "depth", "goal", "complete"] {
            assert_eq!(by_files[field], by_marks[field], "{puzzle}");
        }
        assert_eq!(by_files["searched"], true);
        let again = filed(&little);
        assert_eq!(again["searched"], false);
        assert_eq!(again["goal"], by_marks["goal"]);
        for words in [
            &["find", puzzle, position][..],
            &["farthest", puzzle],
            &["solve", puzzle],
        ] {
            if words[0] == "solve" && puzzle.starts_with("tiles") {
                continue;
            }
            assert_eq!(filed(words), marks(words), "{words:?}");
        }
        // Nothing was searched again for that.
        let names = program.names_in("files");
        assert!(
            names.iter().all(|name| name.ends_with(".frontier")),
            "{names:?}"
        );
        assert_eq!(filed(&["verify", puzzle])["ok"], true);
    }
    let stores = program.json(&["stores", "--store", "files"]);
    for store in stores["stores"].as_array().unwrap() {
        assert_eq!(store["kind"], "frontier");
        assert_eq!(store["complete"], true);
    }
    program.failure(&["solve", "fifteen", "--store", "files"], 3);
    program.write("barred.toml", "start = 'A.BB'\n[[goal]]\nboard = 'BB.A'\n");
    program.text(&["explore", "barred.toml", "--engine", "frontier"]);
    program.failure(&["solve", "barred.toml"], 3);
    program.failure(&["find", "barred.toml", "BB.A"], 3);
    assert_eq!(program.names_in("generations").len(), 1);
}

#[test]
fn memory_threads_and_pieces_leave_the_same_files() {
    let program = Program::new();
    let words = ["explore", "checkmate", "--engine", "frontier", "--store"];
    program.text(&[&words[..], &["whole", "--threads", "1"]].concat());
    program.text(&[&words[..], &["two", "--threads", "2", "--memory", "3M"]].concat());
    for last in ["0", "1", "30", "31", "95"] {
        program.text(&[&words[..], &["pieces", "--max-generation", last]].concat());
    }
    let met = program.json(&[&words[..], &["pieces", "--until-goal"]].concat());
    assert_eq!(met["searched"], false);
    assert_eq!(met["goal"]["generation"], 66);
    program.text(&[&words[..], &["pieces"]].concat());
    let whole = files(&program, "whole");
    assert!(whole == files(&program, "two"));
    assert!(whole == files(&program, "pieces"));
}

#[test]
fn few_files_can_be_kept() {
    let program = Program::new();
    let words = [
        "explore",
        "lane-rouge",
        "--engine",
        "frontier",
        "--keep-last",
        "3",
    ];
    let explored = program.json(&words);
    assert_eq!(explored["states"], "25955");
    assert_eq!(explored["first_kept"], 165);
    // Goals were seen as they were met.
    assert_eq!(explored["goal"]["generation"], 116);
    assert_eq!(explored["goal"]["reachable"], "964");
    let again = program.text(&words);
    assert!(again.contains("Finish not known"), "{again}");
    assert_eq!(explored["goal_known"], true);
    assert_eq!(program.json(&words)["goal_known"], false);
    assert_eq!(program.json(&["verify", "lane-rouge"])["ok"], true);
    assert_eq!(program.json(&["farthest", "lane-rouge"])["count"], "4");
    let far = "GBHI:.BCD:FFCD:AAEJ:AAE.";
    // The ways to what is kept go through what is not: marks are made for them.
    for (position, generation) in [(far, 167), (".BAA:.BAA:FFCG:DHCE:DIJE", 60)] {
        let found = program.json(&["find", "lane-rouge", position]);
        assert_eq!(found["generation"], generation);
    }
}

#[test]
fn words_that_do_not_go_with_files() {
    let program = Program::new();
    program.write("free.toml", "start = 'A.'\n");
    for line in [
        "explore tiles:2x3 --engine frontier --count-only",
        "explore tiles:2x3 --engine frontier --keep-last 1",
        "explore free.toml --engine frontier --until-goal",
        "explore tiles:2x3 --keep-last 2",
        "explore tiles:2x3 --disk 1M",
    ] {
        program.failure(&line.split(' ').collect::<Vec<_>>(), 2);
    }
    let words = [
        "explore",
        "checkmate",
        "--engine",
        "frontier",
        "--memory",
        "1K",
    ];
    let error = program.failure(&words, 1);
    assert!(
        error["message"].as_str().unwrap().contains("1024"),
        "{error}"
    );
    assert_eq!(program.names_in("generations"), [""; 0]);
}

#[test]
fn verify_names_the_generations_that_are_lost() {
    let program = Program::new();
    program.json(&["explore", "tiles:3x3", "--engine", "frontier"]);
    let store = format!("generations/{}", program.names_in("generations")[0]);
    for number in [9, 20] {
        let lost = format!("{store}/generation-{number:06}");
        fs::remove_file(program.path(lost)).unwrap();
    }
    let ran = program.run(&["verify", "tiles:3x3", "--json"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let verified = ran.object();
    let problems = verified["problems"].as_array().unwrap();
    let told: Vec<&str> = problems.iter().filter_map(|one| one.as_str()).collect();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("has lost generations 9, 20"), "{told:?}");
}

#[test]
fn verify_finds_a_single_wrong_byte_of_files() {
    let program = Program::new();
    program.text(&["explore", "tiles:3x3", "--engine", "frontier"]);
    let places = [
        ("generation-000020", 9000),
        ("generation-000031", 25),
        ("log", 40),
        ("header", 20),
    ];
    program.verify_finds_wrong_bytes("tiles:3x3", &places);
}

/// The 15-puzzle to generation 20, in memory that makes it spill.
#[cfg(unix)]
const WORDS: [&str; 9] = [
    "explore",
    "tiles:4x4",
    "--engine",
    "frontier",
    "--max-generation",
    "20",
    "--memory",
    "3M",
    "--json",
];

#[cfg(unix)]
#[test]
fn files_cut_off_at_random_moments_come_to_the_same_bytes() {
    let program = Program::new();
    program.text(&[&WORDS[..8], &["--store", "whole", "--threads", "1"]].concat());
    let whole = files(&program, "whole");
    let mut random = SplitMix::new(3);
    let mut cut = 0u64;
    for round in 0..12 {
        let threads = ["1", "2", "3"][round % 3];
        let words = [&WORDS[..], &["--threads", threads]].concat();
        let mut child = program.command(&words).spawn().unwrap();
        let delay = 10 + random.below(150 + 60 * cut);
        std::thread::sleep(std::time::Duration::from_millis(delay));
        if child.try_wait().unwrap().is_none() {
            let signal = ["-KILL", "-INT"][usize::from(random.below(3) == 0)];
            let id = child.id().to_string();
            let mut kill = Command::new("kill");
            assert!(kill.args([signal, &id]).status().unwrap().success());
        }
        let ran = Ran::from(child.wait_with_output().unwrap());
        if ran.code == Some(0) {
            break;
        }
        cut += 1;
        if let Some(code) = ran.code {
            assert_eq!(code, 1, "{ran:?}");
            let hint = ran.object()["error"]["hint"].to_string();
            assert!(hint.contains("goes on"), "{hint}");
        }
        // What there is can be read, and is right.
        let verified = program.run(&["verify", "tiles:4x4", "--json"]);
        assert!(matches!(verified.code, Some(0 | 3)), "{verified:?}");
    }
    assert!(cut > 0, "no run was cut off");
    let finished = program.json(&WORDS[..8]);
    assert_eq!(finished["generations"], digits(&FIFTEEN[..21]));
    assert!(
        whole == files(&program, "generations"),
        "other bytes after {cut} cuts"
    );
}

#[cfg(unix)]
#[test]
fn a_disk_that_is_full_keeps_the_last_generation_and_says_how_to_go_on() {
    let program = Program::new();
    program.text(&[&WORDS[..8], &["--store", "whole"]].concat());
    // No file may grow beyond this many blocks of 512 bytes, as on a disk that is full.
    let script = "trap '' XFSZ; ulimit -f 1000; exec \"$0\" \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_slidewise")]);
    command
        .args(WORDS)
        .current_dir(program.path(""))
        .env_clear()
        .stdin(Stdio::null());
    let ran = Ran::from(command.output().unwrap());
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let error = &ran.object()["error"];
    let message = error["message"].as_str().unwrap();
    assert!(message.contains("generations/"), "{error}");
    let hint = error["hint"].as_str().unwrap();
    assert!(
        hint.contains("make room") && hint.contains("goes on"),
        "{error}"
    );
    // No half-made file takes the room that is short.
    let names = files(&program, "generations")
        .into_iter()
        .map(|(name, _)| name);
    let names: Vec<String> = names.collect();
    let is_whole = |name: &String| !name.ends_with(".new") && !name.starts_with("spill");
    assert!(names.iter().all(is_whole), "{names:?}");
    assert!(names.contains(&"generation-000016".to_owned()), "{names:?}");
    let verified = program.json(&["verify", "tiles:4x4"]);
    assert_eq!(verified["ok"], true);

    let finished = program.json(&WORDS[..8]);
    assert_eq!(finished["resumed"], true);
    assert_eq!(finished["generations"], digits(&FIFTEEN[..21]));
    assert!(files(&program, "whole") == files(&program, "generations"));
}

#[test]
fn what_has_too_little_memory_to_look_further_says_so() {
    let program = Program::new();
    let board = |last: &str| format!("\"\"\"\n1 2 3 4\n5 6 7 8\n9 10 11 12\n{last}\n\"\"\"\n");
    let far = board("14 15 13 .");
    let text = format!(
        "start = {}alike = [['1', '2']]\ngoal = {far}",
        board("13 14 15 .")
    );
    program.write("wide.toml", &text);
    let words = ["explore", "wide.toml", "--engine", "frontier"];
    program.text(&[&words[..], &["--max-generation", "8"]].concat());
    let far = far.trim_matches(['"', '\n']).replace('\n', ":");
    for words in [
        vec!["solve", "wide.toml", "--method", "explore"],
        vec!["find", "wide.toml", &far],
    ] {
        let refused = program.run(&[&words[..], &["--memory", "1M"]].concat());
        assert_eq!(refused.code, Some(1), "{refused:?}");
        assert!(refused.stderr.contains("of memory"), "{refused:?}");
    }
}

#[test]
fn unfinished_files_do_not_say_what_is_farthest() {
    let program = Program::new();
    let words = ["explore", "tiles:3x3", "--engine", "frontier"];
    program.text(&[&words[..], &["--max-generation", "5"]].concat());
    let farthest = program.json(&["farthest", "tiles:3x3"]);
    assert_eq!(farthest["generation"], 31);
    assert_eq!(farthest["count"], "2");
}

#[test]
fn nothing_is_answered_from_a_damaged_last_file() {
    let program = Program::new();
    let words = ["explore", "tiles:3x3", "--engine", "frontier"];
    program.text(&words);
    let store = &program.names_in("generations")[0];
    let last = program.path(format!("generations/{store}/generation-000031"));
    let right = fs::read(&last).unwrap();
    let mut wrong = right.clone();
    wrong[26] ^= 1;
    fs::write(&last, wrong).unwrap();
    program.failure(&["farthest", "tiles:3x3"], 1);
    fs::write(&last, &right[..right.len() - 1]).unwrap();
    program.failure(&words, 1);
    fs::write(&last, right).unwrap();
    assert_eq!(program.json(&words)["searched"], false);
}

#[test]
fn what_few_files_do_not_have_is_searched_for() {
    let program = Program::new();
    let words = ["explore", "lane-rouge", "--engine", "frontier"];
    program.text(&[&words[..], &["--keep-last", "2"]].concat());
    // The goal may well be in a file that was removed: nothing is said of those that are kept.
    let error = program.failure(&["solve", "lane-rouge", "--memory", "1K"], 1);
    let message = error["message"].as_str().unwrap();
    assert!(!message.contains("kept as files"), "{error}");
    assert_eq!(program.json(&["solve", "lane-rouge"])["moves"], 116);
}

#[test]
fn finished_files_are_read_without_a_lock_and_forgotten_where_that_is_asked_for() {
    let program = Program::new();
    let words = ["explore", "lane-rouge", "--engine", "frontier"];
    program.text(&words);
    let store = &program.names_in("generations")[0];
    let lock = program.path(format!("generations/{store}/lock"));
    fs::remove_file(&lock).unwrap();
    program.text(&words);
    assert!(!lock.exists());
    let position = ".BAA:.BAA:FFCG:DHCE:DIJE";
    program.text(&["find", "lane-rouge", position]);
    assert_eq!(program.names_in("generations").len(), 1);
    program.text(&["find", "lane-rouge", position, "--fresh"]);
    assert_eq!(program.names_in("generations").len(), 2);
}
