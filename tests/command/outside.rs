//! Text from outside on a terminal: whatever names of files and other words hold, the terminal
//! obeys none of it.
#![cfg(all(unix, feature = "default"))]

use super::program::{Program, Ran};
use pty_process::Size;
use pty_process::blocking::{Command, open};
use slidewise::unstable::engine::graph::{Graph, Metric};
use slidewise::unstable::engine::search::{Run, header_of};
use slidewise::unstable::puzzle::{Puzzle, SearchOrigin};
use slidewise::unstable::store::{Access, Store};
use std::fs;
use std::io::Read;
use std::ops::ControlFlow;
use std::os::unix::process::CommandExt;

/// Colour, title, clearing, bell, a line of its own, a CSI of one character, and text from right to
/// left.
const NAME: &str = "n\u{1b}[31m\u{1b}]0;t\u{7}\u{1b}[2J\nBROKEN\r\u{9b}31m\u{7f}\u{202e}x";

/// Calls that print a word or a name from outside, as `N`; a `+` before one that succeeds.
const CALLS: &str = "\
check N.toml
+check Nfine.toml
check Nfaulty.toml
show N
show ./N
solve Nfaulty.toml
solve N.toml
explore tiles:2x2 --start N
explore N
find tiles:2x2 N
farthest N
diameter N
components N
count N
count tiles:2x2 --start N
list --family N
recount --puzzles N
verify N
verify tiles:2x2 --store N
+explore tiles:2x2 --estimate --store N
explore tiles:2x2 --store Nfine.toml
+stores --store N
stores --remove N
stores --store N --remove N
fill N
fill Nfine.toml
jump N
jump Nfine.toml
replay N
replay Nfine.toml
replay Nway.json --puzzle N
convert N
convert Nfine.toml
convert Nbad.json
convert Ntwo.json
convert Ntwo.json --only N
+convert Ntwo.json --only a --out Nout.toml
convert Ntwo.json --only a --out Nout.toml
convert Ntwo.json --only a --out N/N
+convert Ntwo.json --out Nfolder
+solve Nfine.toml --certificate Nway.json
solve Nfine.toml --certificate Nway.json
solve Nfine.toml --certificate Nfine.toml
solve Nfine.toml --certificate N/N
+replay Nway.json
+replay Nway.json --puzzle Nfine.toml
+draw Nfine.toml --out Nd.svg
draw Nfine.toml --out Nd.svg
draw Nfine.toml --out N.odd
+animate Nfine.toml --out Na.svg
animate Nfine.toml --out N/a.svg
+plot Nfine.toml --out Np.svg
plot Nfine.toml --out N/p.svg
+graph Nfine.toml --out Ng.csv
graph Nfine.toml --out Ng.csv
graph Nfine.toml --out N.odd
graph Nfine.toml --around N --radius 1 --out Ng.dot
man N
+man --out Nman
man --out Nman
man --out Nfine.toml
completions N
play N
serve --bind N
serve --port N
N
--N
solve --N
solve --metric N tiles:2x2
explore tiles:2x2 --memory N
explore tiles:2x2 --threads N
fill Nfine.toml --board N";

/// Fails if a text has a character that a terminal obeys, but for line feeds, or a line that begins
/// as one of [`NAME`] would.
fn is_plain(text: &str, what: &str) {
    let obeyed = |c: char| c != '\n' && (c.is_control() || c == '\u{202e}');
    assert!(!text.contains(obeyed), "{what}: {text:?}");
    assert!(
        !text.lines().any(|line| line.starts_with("BROKEN")),
        "{what}: {text:?}"
    );
}

fn program() -> Program {
    let program = Program::new();
    let named = |rest: &str| format!("{NAME}{rest}");
    program.write(
        &named("fine.toml"),
        "start = '''\nAAb\nA.c\nd..\n'''\ngoal = '''\n...\n.AA\n.A.\n'''\n",
    );
    program.write(
        &named("faulty.toml"),
        "start = 'AB.'\ncolour = 1\nunits = ['C']\n",
    );
    program.write(
        &named("bad.json"),
        r#"{"puzzles": [{"id": 5}, {"id": "x"}]}"#,
    );
    program.write(
        &named("two.json"),
        &fs::read_to_string(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/tests/transcripts/files/two.json"
        ))
        .unwrap(),
    );
    program
}

#[test]
fn nothing_from_outside_reaches_the_terminal_raw() {
    let program = program();
    let mut told = 0;
    let mut ended_otherwise = Vec::new();
    for line in CALLS.lines() {
        let (line, is_fine) = match line.strip_prefix('+') {
            Some(line) => (line, true),
            None => (line, false),
        };
        let words: Vec<String> = line
            .split(' ')
            .map(|word| word.replace('N', NAME))
            .collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let ran = program.run(&words);
        if (ran.code == Some(0)) != is_fine {
            ended_otherwise.push(format!("{line}: {ran:?}"));
        }
        is_plain(&ran.stdout, line);
        is_plain(&ran.stderr, line);
        told += usize::from(
            [&ran.stdout, &ran.stderr]
                .iter()
                .any(|text| text.contains("n\\u{1b}[31m")),
        );
        // In JSON the text is the same, escaped otherwise.
        let ran = program.run(&[&words[..], &["--json"]].concat());
        if ran.stdout.starts_with('{') {
            is_plain(&ran.stdout.replace('\u{202e}', ""), line);
            ran.object();
        }
    }
    assert!(ended_otherwise.is_empty(), "{ended_otherwise:#?}");
    assert!(told > 50, "only {told} calls show the name");
}

#[test]
fn the_name_by_which_the_program_is_called_is_not_printed_raw() {
    let program = Program::new();
    for words in [
        &["--help"][..],
        &[],
        &["solve", "--help"],
        &["solve"],
        &["--version"],
    ] {
        let ran = Ran::from(program.command(words).arg0(NAME).output().unwrap());
        is_plain(&ran.stdout, "stdout");
        is_plain(&ran.stderr, "stderr");
    }
}

#[test]
fn names_in_the_headers_of_stores_are_not_printed_raw() {
    let program = Program::new();
    program.json(&["explore", "tiles:2x2"]);
    program.json(&["explore", "tiles:2x3"]);
    let names = program.names_in("generations");
    // A store of another question with a hostile name comes to stand in the folder of one of them.
    let puzzle = Puzzle::from_toml(NAME, "x", "start = 'AB.'").unwrap();
    let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
    let header = header_of(&graph, SearchOrigin::Start);
    let root = tempfile::tempdir().unwrap();
    let mut store = Store::open(root.path(), &header, Access::Write { fresh: false }).unwrap();
    let start = [graph.index_of(&puzzle.start).unwrap()];
    Run::new(&graph, &start)
        .explore(&mut store, &mut |_| ControlFlow::Continue(()))
        .unwrap();
    drop(store);
    let folder = root.path().join(Store::folder_name(&header));
    let place = program.path("generations").join(&names[0]);
    fs::remove_dir_all(&place).unwrap();
    fs::rename(folder, place).unwrap();
    let mut stored = String::new();
    for words in [
        &["stores"][..],
        &["verify", "tiles:2x2"],
        &["explore", "tiles:2x2"],
        &["find", "tiles:2x2", "1.:32"],
        &["farthest", "tiles:2x2"],
        &["stores", "--json"],
        &["verify", "tiles:2x2", "--json"],
    ] {
        let ran = program.run(words);
        is_plain(&ran.stdout.replace('\u{202e}', ""), &words.join(" "));
        is_plain(&ran.stderr, &words.join(" "));
        stored += &ran.stdout;
    }
    assert!(
        stored.contains("\\u001b"),
        "the header's name is read: {stored}"
    );
}

#[test]
fn on_a_terminal_colours_are_the_programs_own() {
    let program = program();
    let fine = format!("{NAME}fine.toml");
    let printed = |words: &[&str]| {
        let (mut pty, pts) = open().unwrap();
        pty.resize(Size::new(40, 200)).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_slidewise"))
            .args(words)
            .current_dir(program.path("."))
            .env_clear()
            .env("HOME", program.path("home"))
            .env("TERM", "xterm-256color")
            .spawn(pts)
            .unwrap();
        let mut bytes = Vec::new();
        let mut buffer = [0; 4096];
        // Reading fails once the program has ended.
        while let Ok(read @ 1..) = pty.read(&mut buffer) {
            bytes.extend(&buffer[..read]);
        }
        child.wait().unwrap();
        String::from_utf8(bytes).unwrap().replace("\r\n", "\n")
    };
    let board = printed(&["solve", &fine, "--quiet"]);
    assert!(board.contains("\u{1b}["), "colours stay: {board:?}");
    for words in [
        &["check", &fine][..],
        &["show", NAME],
        &["explore", "tiles:2x2", "--estimate", "--store", NAME],
        &["stores", "--store", NAME],
        &["draw", &fine, "--out", &format!("{NAME}.odd")],
        &["man", NAME],
        &["play", NAME],
    ] {
        let text = printed(words);
        assert!(text.contains("n\\u{1b}[31m"), "{words:?}: {text:?}");
        is_plain(&text, &words.join(" "));
    }
    // The remark on what a new store takes goes to a terminal alone.
    let text = printed(&["explore", "tiles:2x2", "--store", NAME]);
    assert!(text.contains("of disk in n\\u{1b}[31m"), "{text:?}");
    assert!(
        !text.contains("\u{1b}[31m") && !text.contains(['\u{7}', '\u{9b}']),
        "{text:?}"
    );
}
