//! Runs that are cut off: they say how to go on, go on, and leave the same bytes as if nothing had
//! been.
#![cfg(unix)]

use super::program::{Program, Ran, until_it_heeds_signals};
use crate::support::random::SplitMix;
use slidewise::unstable::engine::graph::{Graph, Metric};
use slidewise::unstable::engine::search::{EngineChoice, Resources, header_of};
use slidewise::unstable::puzzle::{Puzzle, SearchOrigin};
use slidewise::unstable::store::{Access, Generation, Store};
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// 12!/(2! 2! 2! 3!) = 9,979,200 configurations: about a second of work.
const FENCE: &str =
    "start = '''\nAABB\nCCDD\nDEF.\n'''\nunits = ['A', 'B', 'C', 'D']\ndistinct = ['E', 'F']\n";
const STATES: &str = "9979200";
const WORDS: [&str; 5] = ["explore", "fence.toml", "--json", "--threads", "2"];

/// A folder with the puzzle, and the store of an undisturbed run in `whole`.
fn program_with_whole_run() -> Program {
    let program = Program::new();
    program.write("fence.toml", FENCE);
    let whole = program.json(&[
        "explore",
        "fence.toml",
        "--threads",
        "1",
        "--store",
        "whole",
    ]);
    assert_eq!(whole["states"], STATES);
    assert_eq!(whole["resumed"], false);
    program
}

pub(super) fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status();
    assert!(sent.unwrap().success());
}

/// Starts the exploration, waits until it has its store and then for `delay`, and sends the signal.
fn cut_off(program: &Program, signal: &str, delay: Duration) -> (ExitStatus, Ran) {
    let mut child = program.command(&WORDS).spawn().unwrap();
    let is_made = || {
        let names = program.names_in("generations");
        names
            .first()
            .is_some_and(|name| program.path(format!("generations/{name}/header")).exists())
    };
    while !is_made() && child.try_wait().unwrap().is_none() {
        sleep(Duration::from_millis(5));
    }
    sleep(delay);
    if child.try_wait().unwrap().is_none() {
        send(signal, &child);
    }
    let output = child.wait_with_output().unwrap();
    (output.status, Ran::from(output))
}

#[test]
fn an_interrupted_run_says_how_to_go_on_and_goes_on() {
    let program = program_with_whole_run();
    let (_, ran) = cut_off(&program, "-INT", Duration::from_millis(50));
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let error = &ran.object()["error"];
    assert_eq!(error["code"], 1);
    assert!(
        error["message"].as_str().unwrap().contains("interrupted"),
        "{error}"
    );
    assert!(
        error["hint"].as_str().unwrap().contains("goes on"),
        "{error}"
    );
    let stores = program.json(&["stores"]);
    assert_eq!(stores["stores"][0]["complete"], false);

    let (_, ran) = cut_off(&program, "-TERM", Duration::from_millis(50));
    assert_eq!(ran.code, Some(1), "{ran:?}");

    let finished = program.json(&WORDS[..2]);
    assert_eq!(finished["resumed"], true);
    assert_eq!(finished["states"], STATES);
    assert!(program.store_bytes("whole") == program.store_bytes("generations"));
    assert_eq!(program.json(&["verify", "fence.toml"])["ok"], true);
}

/// Cuts runs off at random moments until one finishes, or for this many times, and finishes it
/// then.
fn check_cut_off_often(signal: &str, number: i32, times: usize, seed: u64) {
    let program = program_with_whole_run();
    let mut random = SplitMix::new(seed);
    let mut cut = 0;
    for _ in 0..times {
        // Longer and longer, so that runs which lose what they had since the last sync get on.
        let delay = Duration::from_millis(20 + random.below(100 + 75 * cut));
        let (status, ran) = cut_off(&program, signal, delay);
        if status.success() {
            break;
        }
        cut += 1;
        let is_told = ran.code == Some(1) && ran.object().get("error").is_some();
        assert!(is_told || status.signal() == Some(number), "{ran:?}");
        let verified = program.run(&["verify", "fence.toml", "--json"]);
        assert!(verified.object().get("panic").is_none());
    }
    assert!(cut > 0, "no run was cut off");
    let finished = program.json(&WORDS[..2]);
    assert_eq!(finished["states"], STATES);
    assert_eq!(finished["complete"], true);
    assert!(
        program.store_bytes("whole") == program.store_bytes("generations"),
        "other bytes after {cut} times {signal}"
    );
    assert_eq!(program.json(&["verify", "fence.toml"])["ok"], true);
}

#[test]
fn interruptions_at_random_moments_change_no_byte() {
    check_cut_off_often("-INT", 2, 6, 1);
}

#[test]
fn kills_at_random_moments_change_no_byte() {
    check_cut_off_often("-KILL", 9, 6, 2);
}

/// Kills runs of an exploration at this many random moments, each run with another number of
/// threads than the one before, and compares what is left with an undisturbed run whenever one
/// comes to its end.
fn check_killed_at_random_moments(words: &[&str], kills: u32, seed: u64) {
    let program = Program::new();
    let begun = Instant::now();
    program.text(&[words, &["--threads", "1", "--store", "whole"]].concat());
    let whole_run = begun.elapsed();
    let whole = program.store_bytes("whole");
    let mut random = SplitMix::new(seed);
    let mut killed = 0;
    let mut run = 0;
    while killed < kills {
        run += 1;
        let threads = ["1", "2", "3"][run % 3];
        let words = [words, &["--threads", threads]].concat();
        let mut child = program.command(&words).spawn().unwrap();
        sleep(whole_run.mul_f64(random.below(1000) as f64 / 1000.0));
        if child.try_wait().unwrap().is_none() {
            child.kill().unwrap();
        }
        let status = child.wait().unwrap();
        if status.signal() == Some(9) {
            killed += 1;
            continue;
        }
        assert!(status.success(), "{status}");
        assert!(
            whole == program.store_bytes("generations"),
            "{words:?}, run {run}"
        );
        std::fs::remove_dir_all(program.path("generations")).unwrap();
        std::fs::create_dir(program.path("generations")).unwrap();
    }
    program.text(&[words, &["--threads", "2"]].concat());
    assert!(whole == program.store_bytes("generations"), "{words:?}");
    let verified = program.json(&["verify", words[1], "--deep"]);
    assert_eq!(verified["ok"], true);
}

#[test]
fn fifty_kills_of_a_sparse_run_change_no_byte() {
    check_killed_at_random_moments(&["explore", "get-my-goat", "--engine", "sparse"], 50, 3);
}

#[test]
fn fifty_kills_of_a_dense_run_change_no_byte() {
    check_killed_at_random_moments(&["explore", "tiles:2x5", "--engine", "dense"], 50, 4);
}

#[test]
fn what_a_killed_run_had_kept_answers_and_is_gone_on_with() {
    // Much work each; killed as soon as something is kept.
    for engine in ["sparse", "dense", "frontier"] {
        let program = Program::new();
        let puzzle = ["tiles:3x4", "tiles:4x4"][usize::from(engine == "frontier")];
        let words = ["explore", puzzle, "--engine", engine, "--json"];
        let mut child = program.command(&words).spawn().unwrap();
        let kept = || {
            let stores = program.json(&["stores"]);
            stores["stores"][0]["generations"].as_u64().unwrap_or(0)
        };
        let begun = Instant::now();
        while kept() == 0 && begun.elapsed() < Duration::from_secs(60) {
            sleep(Duration::from_millis(50));
        }
        assert!(
            child.try_wait().unwrap().is_none(),
            "{engine}: it has ended"
        );
        child.kill().unwrap();
        child.wait().unwrap();
        let generations = kept();
        // The log of a search that has come to its end, and is about to be finished, has 54.
        assert!((1..54).contains(&generations), "{engine}: {generations}");
        // What was kept answers; what follows is found behind it.
        for (last, searched) in [(generations - 1, false), (generations, true)] {
            let last = last.to_string();
            let words = [&words[..4], &["--max-generation", &last]].concat();
            let explored = program.json(&words);
            let told = (&explored["searched"], &explored["resumed"]);
            assert_eq!(told, (&searched.into(), &searched.into()), "{engine}");
        }
    }
}

#[test]
fn what_a_kill_has_left_is_checked_which_is_told_and_keeps_to_the_memory() {
    let program = Program::new();
    program.write("fence.toml", FENCE);
    let puzzle = Puzzle::from_toml("fence", "fence.toml", FENCE).unwrap();
    let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
    let words = ["explore", "fence.toml", "--engine", "sparse"];
    program.text(&[&words[..], &["--max-generation", "3"]].concat());
    // As a kill leaves it: at work.
    let header = header_of(&graph, SearchOrigin::Start);
    let access = Access::Write { fresh: false };
    let store = Store::open(&program.path("generations"), &header, access);
    store.unwrap().begin().unwrap();

    let sparse = EngineChoice::sparse();
    let [less, enough] = [
        Resources::of(&graph, &sparse),
        Resources::to_check(&graph, &sparse),
    ]
    .map(|needs| needs.min_memory_bytes);
    assert_eq!(enough - less, Generation::bytes_for(graph.len()));
    let [short, memory] = [enough - 1, enough].map(|bytes| bytes.to_string());
    let error = program.failure(&[&words[..], &["--memory", &short]].concat(), 1);
    assert!(
        error["message"].as_str().unwrap().contains(&memory),
        "{error}"
    );
    assert!(
        error["hint"].as_str().unwrap().contains("--fresh"),
        "{error}"
    );
    let told = "resuming an earlier run that was killed; its marks were checked";
    for (last, is_checked) in [("4", true), ("5", false)] {
        let more = ["--memory", &memory, "--max-generation", last];
        let text = program.text(&[&words[..], &more].concat());
        assert_eq!(text.contains(told), is_checked, "{text}");
    }
}

#[test]
fn checksums_are_as_old_as_was_said_when_a_run_is_killed() {
    for (seconds, is_old) in [("0", false), ("3600", true)] {
        let program = Program::new();
        let words = ["explore", "tiles:3x4", "--engine", "sparse", "--quiet"];
        let words = [&words[..], &["--checksums", seconds]].concat();
        let mut child = program.command(&words).spawn().unwrap();
        let told = "since the last checksums (after 0 generations)";
        let kept = || program.json(&["stores"])["stores"][0]["generations"].as_u64();
        let has_kept = |generations: u64| kept().unwrap_or(0) > generations;
        // Checksums are taken behind what is kept: where it has kept twice, they were due once.
        let mut first = None;
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(60) {
            sleep(Duration::from_millis(50));
            match first {
                None if has_kept(0) => first = kept(),
                Some(first) if has_kept(first) => break,
                _ => {}
            }
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let verified = program.text(&["verify", "tiles:3x4"]);
        assert_eq!(verified.contains(told), is_old, "{seconds}: {verified}");
    }
}

#[test]
fn a_proof_and_a_search_that_keeps_nothing_end_when_the_user_says_so() {
    let program = Program::new();
    program.text(&["explore", "tiles:3x4", "--engine", "dense", "--quiet"]);
    for (words, message, hint) in [
        (
            &["verify", "tiles:3x4", "--deep", "--threads", "1", "--json"][..],
            "interrupted",
            "the store is unchanged",
        ),
        (
            &[
                "explore",
                "tiles:3x4",
                "--engine",
                "sparse",
                "--count-only",
                "--json",
            ],
            "interrupted after generation",
            "nothing was kept",
        ),
    ] {
        let child = program.command(words).spawn().unwrap();
        until_it_heeds_signals(&child);
        send("-INT", &child);
        let ran = Ran::from(child.wait_with_output().unwrap());
        assert_eq!(ran.code, Some(1), "{ran:?}");
        let error = &ran.object()["error"];
        assert!(
            error["message"].as_str().unwrap().starts_with(message),
            "{error}"
        );
        assert!(error["hint"].as_str().unwrap().contains(hint), "{error}");
    }
}

#[test]
fn where_no_thread_can_be_had_the_first_does_all_the_work() {
    let program = Program::new();
    let words = [
        "explore",
        "tiles:3x3",
        "--engine",
        "sparse",
        "--threads",
        "2",
    ];
    let mut command = program.command(&[&words[..], &["--json"]].concat());
    // A stack that no system gives.
    command.env("RUST_MIN_STACK", (1u64 << 62).to_string());
    let ran = Ran::from(command.output().unwrap());
    assert_eq!(ran.object()["states"], "181440");
}

#[test]
fn a_second_run_of_the_same_store_is_refused_while_the_first_one_works() {
    let program = Program::new();
    program.write("fence.toml", FENCE);
    let mut first = program.command(&WORDS).spawn().unwrap();
    // The header is made under the lock; the folder is there before.
    let has_header = || {
        let folders = program.names_in("generations");
        let mut headers = folders
            .iter()
            .map(|name| format!("generations/{name}/header"));
        headers.any(|header| program.path(&header).exists())
    };
    while !has_header() && first.try_wait().unwrap().is_none() {
        sleep(Duration::from_millis(5));
    }
    if first.try_wait().unwrap().is_none() {
        let error = program.failure(&WORDS[..2], 1);
        assert!(
            error["hint"].as_str().unwrap().contains("--store"),
            "{error}"
        );
    }
    send("-KILL", &first);
    first.wait().unwrap();
    assert_eq!(
        program.json(&WORDS[..2])["states"],
        STATES,
        "the lock of a dead run holds nobody up"
    );
}

#[test]
fn what_is_kept_nowhere_is_given_up_when_the_user_says_so() {
    let program = Program::new();
    program.write("fence.toml", FENCE);
    for (signal, command, puzzle) in [
        ("-INT", "diameter", "fence.toml"),
        ("-TERM", "diameter", "fence.toml"),
        ("-INT", "count", "iba-49-mini-climb-pro"),
        // While the index is built, for ten seconds and in vain.
        ("-INT", "count", "gnome-26-american-pie"),
        ("-TERM", "show", "gnome-26-american-pie"),
        ("-INT", "explore", "gnome-26-american-pie"),
    ] {
        let words = [command, puzzle, "--json"];
        let child = program.command(&words).spawn().unwrap();
        until_it_heeds_signals(&child);
        send(signal, &child);
        let ran = Ran::from(child.wait_with_output().unwrap());
        assert_eq!(ran.code, Some(1), "{}", ran.stdout);
        let message = ran.object()["error"]["message"].clone();
        let message = message.as_str().unwrap();
        assert!(message.starts_with("interrupted"), "{message}");
        assert_eq!(program.names_in("generations"), [""; 0]);
    }
}

#[test]
fn a_wish_to_stop_at_any_moment_is_answered_once() {
    let program = Program::new();
    let mut random = SplitMix::new(7);
    let all = [
        ["components", "checkmate", "--json"],
        ["count", "checkmate", "--json"],
        ["show", "layton-05-the-time-machine", "--json"],
    ];
    // How long each takes beside the other tests.
    let whole = all.map(|words| {
        let begun = Instant::now();
        program.run(&words).object();
        begun.elapsed()
    });
    let mut stopped = 0;
    for round in 0..240 {
        let child = program.command(&all[round % 3]).spawn().unwrap();
        let limit = whole[round % 3].as_micros().try_into().unwrap();
        sleep(Duration::from_micros(random.below(limit)));
        send("-INT", &child);
        let output = child.wait_with_output().unwrap();
        if output.status.signal().is_some() {
            // It did not listen yet.
            continue;
        }
        let ran = Ran::from(output);
        // One object, whichever it is, and the exit code that goes with it.
        let is_error = ran.object().get("error").is_some();
        assert_eq!(ran.code, Some(i32::from(is_error)), "{ran:?}");
        stopped += usize::from(is_error);
    }
    eprintln!("stopped: {stopped} of 240");
    assert!(stopped > 0);
}

#[test]
fn a_search_beyond_the_generations_kept_as_files_is_interrupted_as_any_other() {
    let program = Program::new();
    program.write("fence.toml", FENCE);
    let words = ["explore", "fence.toml", "--engine", "frontier"];
    program.text(&[&words[..], &["--max-generation", "3"]].concat());
    let words = ["find", "fence.toml", ".FED:DDCC:BBAA", "--json"];
    let child = program.command(&words).spawn().unwrap();
    until_it_heeds_signals(&child);
    send("-INT", &child);
    let ran = Ran::from(child.wait_with_output().unwrap());
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let stopped = ran.object();
    assert_eq!(stopped["generation"], serde_json::Value::Null, "{stopped}");
    assert!(stopped["at_least"].is_u64(), "{stopped}");
    let reason = stopped["reason"].as_str().unwrap();
    assert!(reason.starts_with("interrupted "), "{reason}");
}

#[cfg(feature = "pictures")]
#[test]
fn an_interrupted_film_leaves_no_file() {
    let program = Program::new();
    program.text(&["solve", "checkmate"]);
    for delay in [100, 300, 900, 2700, 8100] {
        let child = program
            .command(&["animate", "checkmate", "--cell", "128", "--out", "x.gif"])
            .spawn()
            .unwrap();
        sleep(Duration::from_millis(delay));
        send("-INT", &child);
        let output = child.wait_with_output().unwrap();
        let was_too_early = output.status.signal().is_some();
        let ran = Ran::from(output);
        assert_eq!(program.names_in(""), ["generations"], "{ran:?}");
        if !was_too_early {
            assert_eq!(ran.code, Some(1), "{ran:?}");
            assert!(ran.stderr.contains("interrupted"), "{ran:?}");
            return;
        }
    }
    panic!("the film was never begun");
}

#[test]
fn a_wish_to_stop_that_comes_as_two_signals_is_one() {
    let program = Program::new();
    program.write("fence.toml", FENCE);
    let child = program.command(&WORDS).spawn().unwrap();
    until_it_heeds_signals(&child);
    send("-TERM", &child);
    send("-TERM", &child);
    let ran = Ran::from(child.wait_with_output().unwrap());
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let message = &ran.object()["error"]["message"];
    assert!(
        message.as_str().unwrap().contains("interrupted"),
        "{message}"
    );
}

/// Starts a list of 4,112,640,000 ways, and reads how it begins.
fn listing(program: &Program, words: &[&str]) -> (Child, String) {
    let all = ["solve", "lane-rouge", "--all", "--limit", "4112640000"];
    let words = [&all, words].concat();
    let mut child = program.command(&words).spawn().unwrap();
    let mut beginning = vec![0; 1 << 18];
    let stdout = child.stdout.as_mut().unwrap();
    stdout.read_exact(&mut beginning).unwrap();
    (child, String::from_utf8(beginning).unwrap())
}

#[test]
fn ways_are_listed_as_long_as_somebody_reads_and_wants_them() {
    let program = Program::new();
    for words in [&[][..], &["--json"]] {
        let (mut child, _) = listing(&program, words);
        drop(child.stdout.take());
        let ran = Ran::from(child.wait_with_output().unwrap());
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);

        let (child, beginning) = listing(&program, words);
        send("-INT", &child);
        let mut ran = Ran::from(child.wait_with_output().unwrap());
        assert_eq!(ran.code, Some(1), "{}", ran.stderr);
        let told = if words.is_empty() {
            assert!(!ran.stdout.contains("interrupted"));
            ran.stderr
        } else {
            ran.stdout.insert_str(0, &beginning);
            let solved = ran.object();
            assert_eq!(solved["routes"], "4112640000");
            assert!(!solved["paths"].as_array().unwrap().is_empty());
            assert_eq!(solved["error"]["code"], 1);
            solved["error"]["message"].to_string()
        };
        assert!(told.contains("interrupted: not all solutions"), "{told}");
    }
}
