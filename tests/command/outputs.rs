//! What commands write: never over a file that they read, and over another one with `--force`
//! alone.
//!
//! Every command that writes is held against the help, so that none is left out here.
#![cfg(all(unix, feature = "default"))]

use super::program::{Program, Ran};
use crate::support::random::SplitMix;
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use std::thread::{self, JoinHandle, sleep};
use std::time::{Duration, Instant};

/// In 6 steps.
const CORNER: &str = "start = '''\nAAb\nA.c\nd..\n'''\ngoal = '''\n...\n.AA\n.A.\n'''\n";
/// A grid for `convert`.
const GRID: &str = "AAb\nA.c\nd..\n";
/// What a file holds that no command has made.
const FOREIGN: &str = "somebody's own\n";

/// Every way to write one file: the words, `IN` for the input, `OUT` for the output.
const WAYS: [&str; 17] = [
    "solve IN --certificate OUT",
    "solve IN --all --limit 1 --certificate OUT",
    "find IN AAb:A.c:d.. --certificate OUT",
    "graph IN --format dot --out OUT",
    "graph IN --format graphml --no-finish --out OUT",
    "graph IN --format csv --table nodes --out OUT",
    "graph IN --format parquet --table edges --out OUT",
    "graph IN --format gexf --out OUT",
    "graph IN --format svg --out OUT",
    "graph IN --format pdf --out OUT",
    "graph IN --format gif --frames 3 --out OUT",
    "draw IN --out OUT",
    "draw IN --solution --out OUT",
    "animate IN --out OUT",
    "plot tiles:2x2 IN --out OUT",
    "sheet IN --distance 1 --out OUT",
    "convert IN --format grid --out OUT",
];

/// Files in and out have the ending of pictures, with which every command is content.
fn program() -> Program {
    let program = Program::new();
    program.write("folder/in.svg", CORNER);
    program.write("folder/grid.svg", GRID);
    program
}

/// The input that a way takes.
fn input_of(way: &str) -> &'static str {
    if way.starts_with("convert") {
        "grid.svg"
    } else {
        "in.svg"
    }
}

fn run(program: &Program, way: &str, input: &str, out: &str, force: bool) -> Ran {
    let mut words: Vec<&str> = way.split(' ').collect();
    for word in &mut words {
        match *word {
            "IN" => *word = input,
            "OUT" => *word = out,
            _ => {}
        }
    }
    if force {
        words.push("--force");
    }
    program.run(&words)
}

/// Runs the program beside the test, which opens the other end of a pipe: that waits no longer once
/// the program ends.
fn run_beside(mut command: Command, pipe: &Path) -> JoinHandle<Ran> {
    let pipe = pipe.to_owned();
    let child = command.spawn().unwrap();
    thread::spawn(move || {
        let ran = Ran::from(child.wait_with_output().unwrap());
        OpenOptions::new()
            .read(true)
            .write(true)
            .open(pipe)
            .unwrap();
        ran
    })
}

/// Fails unless a run was refused before its work: nothing explored, nothing left beside.
fn was_refused(program: &Program, ran: &Ran, what: &str) {
    assert_eq!(ran.code, Some(2), "{what}: {ran:?}");
    assert!(ran.stderr.contains("hint: "), "{what}: {ran:?}");
    assert_eq!(program.names_in("generations").len(), 0, "{what}: explored");
    for folder in ["", "folder"] {
        let names = program.names_in(folder);
        let is_left = names.iter().any(|name| name.starts_with(".slidewise"));
        assert!(!is_left, "{what}: {names:?}");
    }
}

#[test]
fn no_command_replaces_what_it_reads() {
    let program = program();
    for way in WAYS {
        let name = input_of(way);
        let input = program.path("folder").join(name);
        let right = fs::read(&input).unwrap();
        let (link, chain) = (program.path("link.svg"), program.path("chain.svg"));
        let hard = program.path("hard.svg");
        for path in [&link, &chain, &hard] {
            let _ = fs::remove_file(path);
        }
        symlink(&input, &link).unwrap();
        symlink("link.svg", &chain).unwrap();
        fs::hard_link(&input, &hard).unwrap();
        symlink(".", program.path("folder/here")).ok();
        let names = [
            format!("folder/{name}"),
            format!("./folder/.//{name}"),
            format!("generations/../folder/{name}"),
            format!("folder/here/{name}"),
            input.to_str().unwrap().to_owned(),
            "link.svg".to_owned(),
            "chain.svg".to_owned(),
            "hard.svg".to_owned(),
        ];
        for read in [&names[0], &names[5], &names[7]] {
            for (out, force) in names.iter().flat_map(|out| [(out, false), (out, true)]) {
                let what = format!("{way}: from {read} to {out}, --force {force}");
                let ran = run(&program, way, read, out, force);
                was_refused(&program, &ran, &what);
                assert!(ran.stderr.contains("this command reads"), "{what}: {ran:?}");
                assert_eq!(fs::read(&input).unwrap(), right, "{what}");
                assert_eq!(fs::read(&hard).unwrap(), right, "{what}");
                assert!(link.is_symlink() && chain.is_symlink(), "{what}");
            }
        }
    }
}

#[test]
fn a_foreign_file_is_replaced_with_force_alone() {
    for way in WAYS {
        for (out, link) in [
            ("own.svg", None),
            ("generations/../own.svg", None),
            ("link.svg", Some("link.svg")),
            ("hard.svg", None),
        ] {
            let program = program();
            program.write("own.svg", FOREIGN);
            symlink("own.svg", program.path("link.svg")).unwrap();
            fs::hard_link(program.path("own.svg"), program.path("hard.svg")).unwrap();
            let input = format!("folder/{}", input_of(way));
            let what = format!("{way} to {out}");
            let ran = run(&program, way, &input, out, false);
            was_refused(&program, &ran, &what);
            assert!(ran.stderr.contains("already exists"), "{what}: {ran:?}");
            assert!(ran.stderr.contains("--force"), "{what}: {ran:?}");
            for name in ["own.svg", "hard.svg"] {
                let kept = fs::read_to_string(program.path(name)).unwrap();
                assert_eq!(kept, FOREIGN, "{what}");
            }
            let ran = run(&program, way, &input, out, true);
            assert_eq!(ran.code, Some(0), "{what}: {ran:?}");
            let written = fs::read(program.path(out)).unwrap();
            assert_ne!(written, FOREIGN.as_bytes(), "{what}");
            // A link goes on to lead to the file, and the other name of a replaced one keeps what
            // it had.
            if let Some(link) = link {
                assert!(program.path(link).is_symlink(), "{what}");
                assert_eq!(fs::read(program.path("own.svg")).unwrap(), written);
            }
            let other = if out == "hard.svg" {
                "own.svg"
            } else {
                "hard.svg"
            };
            assert_eq!(fs::read_to_string(program.path(other)).unwrap(), FOREIGN);
        }
    }
}

#[test]
fn a_file_that_appears_during_the_work_is_not_replaced() {
    for way in WAYS {
        let program = program();
        let pipe = program.path("pipe.svg");
        assert!(
            Command::new("mkfifo")
                .arg(&pipe)
                .status()
                .unwrap()
                .success()
        );
        let words: Vec<&str> = way
            .split(' ')
            .map(|word| match word {
                "IN" => "./pipe.svg",
                "OUT" => "out.svg",
                word => word,
            })
            .collect();
        let running = run_beside(program.command(&words), &pipe);
        // The program opens its input after it has looked at where its output goes.
        let mut input = OpenOptions::new().write(true).open(&pipe).unwrap();
        program.write("out.svg", FOREIGN);
        let text = fs::read(program.path("folder").join(input_of(way))).unwrap();
        input.write_all(&text).unwrap();
        drop(input);
        let ran = running.join().unwrap();
        assert_eq!(ran.code, Some(2), "{way}: {ran:?}");
        assert!(
            ran.stderr.contains("out.svg already exists"),
            "{way}: {ran:?}"
        );
        let kept = fs::read_to_string(program.path("out.svg")).unwrap();
        assert_eq!(kept, FOREIGN, "{way}");
        let names = program.names_in("");
        let is_left = names.iter().any(|name| name.starts_with(".slidewise"));
        assert!(!is_left, "{way}: {names:?}");
    }
}

#[test]
fn several_outputs_are_several_files_and_none_is_in_the_way() {
    let program = program();
    let csv = ["graph", "folder/in.svg", "--out", "g.csv"];
    for table in ["g.nodes.csv", "g.edges.csv"] {
        program.write(table, FOREIGN);
        let ran = program.run(&csv);
        was_refused(&program, &ran, table);
        assert!(ran.stderr.contains(table), "{ran:?}");
        assert_eq!(program.names_in("").len(), 3, "nothing was written");
        assert_eq!(fs::read_to_string(program.path(table)).unwrap(), FOREIGN);
        fs::remove_file(program.path(table)).unwrap();
    }
    // One is the input.
    program.write("p.nodes.csv", CORNER);
    let words = ["graph", "./p.nodes.csv", "--out", "p.csv", "--force"];
    was_refused(&program, &program.run(&words), "the puzzle as a table");
    assert_eq!(
        fs::read_to_string(program.path("p.nodes.csv")).unwrap(),
        CORNER
    );
    assert!(!program.path("p.edges.csv").exists());
    // Both lead to one file, which exists or does not.
    for table in ["g.nodes.csv", "g.edges.csv"] {
        symlink("both.csv", program.path(table)).unwrap();
    }
    for force in [&[][..], &["--force"]] {
        let ran = program.run(&[&csv[..], force].concat());
        was_refused(&program, &ran, "two links");
        assert!(ran.stderr.contains("the same file"), "{ran:?}");
        assert!(!program.path("both.csv").exists());
    }
    program.write("both.csv", FOREIGN);
    let ran = program.run(&[&csv[..], &["--force"]].concat());
    was_refused(&program, &ran, "two links to a file");
    assert_eq!(
        fs::read_to_string(program.path("both.csv")).unwrap(),
        FOREIGN
    );
    // Each of several inputs is one.
    let words = ["plot", "tiles:2x2", "tiles:2x3", "folder/in.svg", "--out"];
    let ran = program.run(&[&words[..], &["folder/../folder/in.svg", "--force"]].concat());
    was_refused(&program, &ran, "the last of several inputs");

    // Folders of files: no page and no puzzle is in the way.
    program.write("pages/slidewise-solve.1", FOREIGN);
    let ran = program.run(&["man", "--out", "pages"]);
    was_refused(&program, &ran, "man");
    assert_eq!(program.names_in("pages"), ["slidewise-solve.1"]);
    program.text(&["man", "--out", "pages", "--force"]);
    assert!(program.names_in("pages").len() > 20);
    let board = ".".repeat(12) + "AA" + &".".repeat(22);
    program.write("boards.txt", &format!("{board}\n{board}\n"));
    program.text(&["convert", "boards.txt", "--out", "made"]);
    let names = program.names_in("made");
    assert_eq!(names.len(), 2);
    for name in &names {
        fs::remove_file(program.path("made").join(name)).unwrap();
    }
    let last = program.path("made").join(&names[1]);
    fs::hard_link(program.path("boards.txt"), &last).unwrap();
    for force in [&[][..], &["--force"]] {
        let words = ["convert", "boards.txt", "--out", "made"];
        let ran = program.run(&[&words[..], force].concat());
        was_refused(&program, &ran, "convert");
        assert!(ran.stderr.contains("this command reads"), "{ran:?}");
        assert_eq!(program.names_in("made"), names[1..]);
    }
    fs::remove_file(&last).unwrap();
    fs::write(&last, FOREIGN).unwrap();
    let ran = program.run(&["convert", "boards.txt", "--out", "made"]);
    was_refused(&program, &ran, "convert");
    assert_eq!(program.names_in("made"), names[1..]);
}

#[test]
fn a_dangling_link_is_written_through_and_a_folder_refused() {
    for way in WAYS {
        let program = program();
        symlink("folder/new.svg", program.path("first.svg")).unwrap();
        symlink("first.svg", program.path("link.svg")).unwrap();
        let input = format!("folder/{}", input_of(way));
        let ran = run(&program, way, &input, "link.svg", false);
        assert_eq!(ran.code, Some(0), "{way}: {ran:?}");
        assert!(program.path("link.svg").is_symlink(), "{way}");
        assert!(program.path("first.svg").is_symlink(), "{way}");
        assert!(program.path("folder/new.svg").is_file(), "{way}");
        if !way.starts_with("convert") {
            fs::create_dir(program.path("a.svg")).unwrap();
            for force in [false, true] {
                let ran = run(&program, way, &input, "a.svg", force);
                assert_eq!(ran.code, Some(2), "{way}: {ran:?}");
                assert!(ran.stderr.contains("a.svg is a folder"), "{way}: {ran:?}");
            }
        }
    }
}

#[test]
fn pipes_and_devices_need_no_force() {
    let program = program();
    let dot = program.text(&["graph", "tiles:2x2", "--format", "dot"]);
    let to = ["graph", "tiles:2x2", "--format", "dot", "--out"];
    for _ in 0..2 {
        program.text(&[&to[..], &["/dev/null"]].concat());
    }
    for out in ["/dev/stdout", "/dev/fd/1"] {
        let words = [&to[..], &[out]].concat();
        assert!(program.text(&words).starts_with(&dot), "{out}");
        // Sent to a file by the shell, behind what is there.
        program.write("sent.txt", FOREIGN);
        let sent = OpenOptions::new()
            .append(true)
            .open(program.path("sent.txt"));
        let status = program.command(&words).stdout(sent.unwrap()).status();
        assert!(status.unwrap().success());
        let sent = fs::read_to_string(program.path("sent.txt")).unwrap();
        assert!(
            sent.starts_with(&format!("{FOREIGN}{dot}")),
            "{out}: {sent}"
        );
    }
    let pipe = program.path("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    for way in [
        "graph tiles:2x2 --format dot --out pipe",
        "solve folder/in.svg --certificate pipe",
    ] {
        let words: Vec<&str> = way.split(' ').collect();
        let running = run_beside(program.command(&words), &pipe);
        let mut text = String::new();
        File::open(&pipe)
            .unwrap()
            .read_to_string(&mut text)
            .unwrap();
        let ran = running.join().unwrap();
        assert_eq!(ran.code, Some(0), "{way}: {ran:?}");
        assert!(text.ends_with("}\n"), "{way}: {text}");
        assert!(!fs::metadata(&pipe).unwrap().is_file());
    }
}

#[test]
fn standard_input_is_an_input_too() {
    let program = program();
    for (words, input) in [
        ("convert - --format grid --out folder/grid.svg", "grid.svg"),
        ("solve /dev/stdin --certificate folder/in.svg", "in.svg"),
        ("draw /dev/stdin --out folder/in.svg", "in.svg"),
    ] {
        let path = program.path("folder").join(input);
        let right = fs::read(&path).unwrap();
        let words: Vec<&str> = words.split(' ').chain(["--force"]).collect();
        let mut command = program.command(&words);
        let output = command.stdin(File::open(&path).unwrap()).output();
        let ran = Ran::from(output.unwrap());
        was_refused(&program, &ran, words[0]);
        assert_eq!(fs::read(&path).unwrap(), right, "{words:?}");
    }
}

#[test]
fn a_killed_command_leaves_no_part_of_a_file() {
    let program = program();
    let mut random = SplitMix::new(7);
    for way in [WAYS[0], WAYS[3], WAYS[6], WAYS[8], WAYS[10]] {
        let input = format!("folder/{}", input_of(way));
        let begun = Instant::now();
        assert_eq!(
            run(&program, way, &input, "whole.svg", true).code,
            Some(0),
            "{way}"
        );
        let time = begun.elapsed();
        let expected = fs::read(program.path("whole.svg")).unwrap();
        fs::remove_file(program.path("whole.svg")).unwrap();
        let words = way.replace("IN", &input).replace("OUT", "out.svg");
        let words: Vec<&str> = words.split(' ').collect();
        let mut child = program.command(&words).spawn().unwrap();
        sleep(Duration::from_micros(random.below(time.as_micros() as u64)));
        child.kill().unwrap();
        child.wait().unwrap();
        // Either the whole file is there, or nothing of it.
        if let Ok(written) = fs::read(program.path("out.svg")) {
            assert_eq!(written, expected, "{way}");
        }
        assert_eq!(
            run(&program, way, &input, "out.svg", true).code,
            Some(0),
            "{way}"
        );
        assert_eq!(
            fs::read(program.path("out.svg")).unwrap(),
            expected,
            "{way}"
        );
        fs::remove_file(program.path("out.svg")).unwrap();
        let names = program.names_in("");
        assert_eq!(names, ["folder", "generations"], "{way}");
    }
}

#[test]
fn every_command_that_writes_is_tried_and_has_force() {
    let program = Program::new();
    let mut writing: Vec<String> = WAYS
        .iter()
        .filter_map(|way| way.split(' ').next().map(str::to_owned))
        // Manual pages, pages that play, sites and folders of starts have formats of their own.
        .chain(["man", "export", "site", "design"].map(str::to_owned))
        .collect();
    writing.sort();
    writing.dedup();
    let mut found: Vec<String> = program.commands();
    found.retain(|command| {
        let help = program.text(&[command, "--help"]);
        let writes = ["--out", "--certificate", "--output"];
        let is_writing = writes
            .iter()
            .any(|option| help.contains(&format!("{option} <")));
        let page = program.text(&["man", command]);
        assert_eq!(help.contains("--force"), is_writing, "{command}");
        assert_eq!(page.contains("force"), is_writing, "{command}");
        is_writing
    });
    found.sort();
    assert_eq!(found, writing);
}
