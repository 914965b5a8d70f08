//! Disks that fill up, and limits: the run stops with a sentence, what was kept stays, and it goes
//! on.
#![cfg(target_os = "linux")]

use super::program::{Program, Ran};
use crate::support::skipped::skipped;
use serde_json::Value;
use std::process::{Command, Output, Stdio};

/// Runs a script of the shell in the program's folder, with `slidewise` among its words.
pub(super) fn shell(program: &Program, front: &[&str], script: &str) -> Output {
    let words = [front, &["sh", "-c", script]].concat();
    let mut command = Command::new(words[0]);
    command
        .args(&words[1..])
        .current_dir(program.path(""))
        .env("SLIDEWISE", env!("CARGO_BIN_EXE_slidewise"))
        .stdin(Stdio::null());
    command.output().unwrap()
}

/// The front of a command with mounts of its own, gone with its last process; `None`, told as a
/// test that was skipped, where none may be made.
pub(super) fn own_mounts(program: &Program) -> Option<[&'static str; 4]> {
    let own = ["unshare", "--user", "--map-root-user", "--mount"];
    let script = "mkdir m && mount -t tmpfs -o size=64k none m";
    if shell(program, &own, script).status.success() {
        return Some(own);
    }
    skipped("no file system can be mounted here, so runs were NOT tried on one that is full.");
    None
}

/// A finished exploration to compare with.
fn whole(program: &Program) -> Vec<(String, Vec<u8>)> {
    program.text(&["explore", "tiles:3x3", "--store", "whole"]);
    program.store_bytes("whole")
}

fn told(ran: &Ran) -> String {
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let error = &ran.object()["error"];
    for field in ["message", "hint"] {
        assert!(!error[field].as_str().unwrap().is_empty(), "{ran:?}");
    }
    error["message"].as_str().unwrap().to_owned()
}

#[test]
fn a_full_disk_stops_a_run_which_goes_on_when_there_is_room() {
    let program = Program::new();
    let expected = whole(&program);
    let Some(own) = own_mounts(&program) else {
        return;
    };
    // The run is begun with room; then all is filled but this many pages; it fails, or is through.
    let script = r#"
        mkdir -p m copies && mount -t tmpfs -o size=1m none m || exit 9
        for pages in 0 1 2 3 4 6 8; do
            $SLIDEWISE explore tiles:3x3 --max-generation 9 --store m/s --quiet >/dev/null || exit 8
            head -c $((pages * 4096)) /dev/zero > m/spare
            cat /dev/zero > m/filler 2>/dev/null
            rm m/spare
            $SLIDEWISE explore tiles:3x3 --store m/s --json > copies/$pages.json 2>/dev/null
            echo $? > copies/$pages.code
            rm m/filler
            $SLIDEWISE explore tiles:3x3 --store m/s --json > copies/$pages.again || exit 7
            cp -r m/s copies/$pages
            rm -r m/s
        done"#;
    let ran = shell(&program, &own, script);
    assert!(ran.status.success(), "{ran:?}");
    let mut stopped = 0;
    for pages in [0, 1, 2, 3, 4, 6, 8] {
        let read = |name: String| std::fs::read_to_string(program.path(name)).unwrap();
        let code = read(format!("copies/{pages}.code"));
        if code.trim() != "0" {
            stopped += 1;
            let ran = Ran {
                code: code.trim().parse().ok(),
                stdout: read(format!("copies/{pages}.json")),
                stderr: String::new(),
            };
            let message = told(&ran);
            assert!(message.contains("No space left"), "{message}");
        }
        assert!(
            program.store_bytes(&format!("copies/{pages}")) == expected,
            "{pages}"
        );
    }
    assert!(stopped > 0, "no run met a full disk");
}

#[test]
fn a_copy_with_holes_is_given_room_before_a_run_goes_on_with_it() {
    let program = Program::new();
    let expected = whole(&program);
    let Some(own) = own_mounts(&program) else {
        return;
    };
    let script = r#"
        mkdir -p m && mount -t tmpfs -o size=1m none m || exit 9
        $SLIDEWISE explore tiles:3x3 --max-generation 5 --store m/s --quiet >/dev/null || exit 8
        cp -r --sparse=always m/s m/copy && rm -r m/s || exit 7
        cat /dev/zero > m/filler 2>/dev/null
        $SLIDEWISE explore tiles:3x3 --store m/copy --json > full.json 2>/dev/null
        echo $? > full.code
        rm m/filler
        $SLIDEWISE explore tiles:3x3 --store m/copy --quiet > /dev/null || exit 6
        cp -r m/copy ."#;
    let ran = shell(&program, &own, script);
    assert!(ran.status.success(), "{ran:?}");
    let read = |name| std::fs::read_to_string(program.path(name)).unwrap();
    let ran = Ran {
        code: read("full.code").trim().parse().ok(),
        stdout: read("full.json"),
        stderr: String::new(),
    };
    let message = told(&ran);
    assert!(message.contains("no room for"), "{message}");
    assert!(program.store_bytes("copy") == expected);
}

#[test]
fn on_a_disk_that_is_too_small_no_search_begins_and_from_a_full_one_a_store_is_removed() {
    let program = Program::new();
    let Some(own) = own_mounts(&program) else {
        return;
    };
    let script = r#"
        mkdir -p m && mount -t tmpfs -o size=1m none m || exit 9
        $SLIDEWISE explore tiles:3x3 --store m/s --quiet >/dev/null || exit 8
        $SLIDEWISE explore tiles:3x4 --estimate --store m/other --json > estimate.json || exit 6
        cat /dev/zero > m/filler 2>/dev/null
        $SLIDEWISE stores --store m/s --remove $(ls m/s) > /dev/null || exit 7
        test -z "$(ls m/s)""#;
    let ran = shell(&program, &own, script);
    assert!(ran.status.success(), "{ran:?}");
    let estimate = std::fs::read_to_string(program.path("estimate.json")).unwrap();
    let estimate: Value = serde_json::from_str(&estimate).unwrap();
    assert_eq!(estimate["begins"], false, "{estimate}");
}

#[test]
fn a_limit_on_files_stops_a_run_which_goes_on_without_it() {
    let program = Program::new();
    let expected = whole(&program);
    // Blocks of 512 bytes: the log does not fit, or not even the marks.
    for (signal, is_told) in [("trap '' XFSZ", true), (":", false)] {
        for blocks in [1, 60] {
            program.text(&["explore", "tiles:3x3", "--max-generation", "6", "--fresh"]);
            let fresh = if blocks == 60 { "--fresh" } else { "" };
            let script = format!(
                "{signal}; ulimit -f {blocks}; exec $SLIDEWISE explore tiles:3x3 --json {fresh}"
            );
            let ran = shell(&program, &[], &script);
            assert!(!ran.status.success(), "{blocks}: {ran:?}");
            if is_told {
                let message = told(&Ran::from(ran));
                assert!(message.contains("too large"), "{message}");
            }
            // Whether it was told or ended by the signal: the same command goes on.
            program.text(&["explore", "tiles:3x3"]);
            assert!(program.store_bytes("generations") == expected, "{blocks}");
        }
    }
}

#[test]
fn files_that_may_not_be_opened_stop_a_run_which_goes_on_where_they_may() {
    let program = Program::new();
    let words =
        "explore tiles:4x4 --engine frontier --max-generation 22 --memory 8M --threads 16 --json";
    // What a shell of macOS lets its programs open, 256, is more than enough; ten files are not.
    for (files, is_enough) in [(10, false), (150, true)] {
        let script = format!("ulimit -S -n {files}; exec $SLIDEWISE {words}");
        let ran = Ran::from(shell(&program, &[], &script));
        assert_eq!(ran.code, Some(i32::from(!is_enough)), "{files}: {ran:?}");
        if !is_enough {
            assert!(told(&ran).contains("Too many open files"), "{ran:?}");
            let hint = &ran.object()["error"]["hint"];
            assert!(hint.as_str().unwrap().contains("ulimit -n"), "{hint}");
        }
    }
}

#[test]
fn a_search_that_no_memory_can_hold_is_refused_with_a_sentence() {
    let program = Program::new();
    // With 8 GB allowed, the words of a count do not go to the disk.
    for words in [
        "explore tiles:2x7 --count-only --memory 8G",
        "diameter tiles:2x7",
    ] {
        // Addresses for 4 GB of the six that it needs, whatever the machine has.
        let script = format!("ulimit -v 4000000; exec $SLIDEWISE {words} --json");
        let ran = Ran::from(shell(&program, &[], &script));
        let message = told(&ran);
        let is_refused = ["cannot reserve", "this machine"];
        let is_refused = is_refused.iter().any(|words| message.contains(words));
        assert!(is_refused, "{words}: {ran:?}");
    }
}

#[test]
fn what_is_finished_is_answered_on_a_read_only_disk() {
    let program = Program::new();
    let Some(own) = own_mounts(&program) else {
        return;
    };
    program.write("n.toml", "start = 'ab..'\ngoal = '..ab'\n");
    let all = [
        "explore tiles:2x3",
        "find tiles:2x3 12.:453",
        "explore tiles:2x3 --engine frontier --metric slide",
        "explore microban:1",
        "find microban:1 '####:#-.#:#--###:#*@--#:#--$-#:#--###:####'",
        "solve n.toml --method meet",
        "solve n.toml --method tables",
        "design klotski:3x3",
    ];
    let script: String = all.iter().enumerate().fold(
        "mkdir -p m && mount -t tmpfs -o size=20m none m || exit 9\n".to_owned(),
        |script, (number, words)| {
            script + &format!("$SLIDEWISE {words} --store m/s --json > {number}.first || exit 8\n")
        },
    );
    let again = all.iter().enumerate().map(|(number, words)| {
        format!("$SLIDEWISE {words} --store m/s --json > {number}.again || cat {number}.again\n")
    });
    let script = script + "mount -o remount,ro m || exit 7\n" + &again.collect::<String>();
    let ran = shell(&program, &own, &script);
    assert!(ran.status.success() && ran.stdout.is_empty(), "{ran:?}");
    for (number, words) in all.iter().enumerate() {
        let answer = |name: &str| {
            let text = std::fs::read_to_string(program.path(format!("{number}.{name}"))).unwrap();
            let mut answer: Value = serde_json::from_str(&text).unwrap();
            let fields = answer.as_object_mut().unwrap();
            for field in ["seconds", "resumed", "searched", "reason", "nodes", "bytes"] {
                fields.remove(field);
            }
            answer
        };
        assert_eq!(answer("again"), answer("first"), "{words}");
    }
}

#[test]
fn designs_are_written_to_a_full_disk_all_or_none() {
    let program = Program::new();
    let Some(own) = own_mounts(&program) else {
        return;
    };
    let words = "design klotski:3x4 --metric move --no-store --json";
    let script = format!(
        r#"
        mkdir -p m codes && mount -t tmpfs -o size=400k none m || exit 9
        for pages in 0 1 2 5 20 80; do
            mkdir m/out
            head -c $((pages * 4096)) /dev/zero > m/spare
            cat /dev/zero > m/filler 2>/dev/null
            rm m/spare
            $SLIDEWISE {words} --out m/out > codes/$pages.json 2>/dev/null
            echo "$? $(ls -A m/out | wc -l)" > codes/$pages
            rm -r m/out m/filler
        done"#
    );
    let ran = shell(&program, &own, &script);
    assert!(ran.status.success(), "{ran:?}");
    let read = |name: String| std::fs::read_to_string(program.path(name)).unwrap();
    let ends = [0, 1, 2, 5, 20, 80].map(|pages| read(format!("codes/{pages}")));
    let files: Value = serde_json::from_str(&read("codes/80.json".to_owned())).unwrap();
    let files = files["files"].as_array().unwrap().len();
    assert_eq!(ends[5].trim(), format!("0 {files}"));
    for (end, pages) in ends.iter().zip([0, 1, 2, 5, 20]) {
        assert_eq!(end.trim(), "1 0", "{pages}");
        let failed: Value = serde_json::from_str(&read(format!("codes/{pages}.json"))).unwrap();
        let message = failed["error"]["message"].as_str().unwrap();
        assert!(message.contains("No space left"), "{message}");
    }
}
