//! The line of progress on a terminal: it keeps to one row, and Ctrl-C leaves nothing of it.
#![cfg(unix)]

use super::program::Program;
use pty_process::Size;
use pty_process::blocking::{Command, open};
use std::io::{Read, Write};
use std::num::NonZero;
use std::time::{Duration, Instant};
use vt100::Parser;

#[test]
fn a_line_of_progress_keeps_to_one_row_and_goes_with_ctrl_c() {
    // Half a minute of work on one core, or more.
    let words = "explore tiles:3x4 --count-only --engine sparse --threads 1";
    let words: Vec<&str> = words.split(' ').collect();
    check_line_of_progress(&words, "░ generation ", "generation ", STOPPING);
}

#[test]
fn ctrl_c_says_whether_a_search_keeps_what_it_found() {
    let words = "explore tiles:3x4 --engine sparse --threads 1 --store kept";
    let words: Vec<&str> = words.split(' ').collect();
    let program = check_line_of_progress(&words, "░ generation ", "generation ", KEEPING);
    let stores = program.json(&["stores", "--store", "kept"]);
    assert_eq!(stores["stores"][0]["complete"], false);
    let more = ["--max-generation", "2"];
    let resumed = program.json(&[&words[..], &more].concat());
    assert_eq!(resumed["generations"][2], "4");
    let words = [&words[..words.len() - 2], &["--no-store"]].concat();
    check_line_of_progress(&words, "░ generation ", "generation ", STOPPING);
}

#[test]
fn a_search_that_tables_guide_shows_its_bound_on_one_row() {
    // Tables of two tiles are of little help here.
    let to = "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15";
    let start = "15 2 12 11 14 13 9 5 1 3 8 7 0 10 6 4";
    let words = ["solve", "tiles:4x4", "--memory", "100K", "--method=tables"];
    let words = [&words[..], &["--start", start, "--to", to]].concat();
    check_line_of_progress(&words, " at least ", "at least ", STOPPING);
}

#[test]
fn a_terminal_shows_commands_to_begin_with_where_none_is_given() {
    let program = Program::new();
    let (code, shown) = shown_on_terminal(&program, &[]);
    assert_eq!(code, Some(2));
    assert!(shown.contains("slidewise solve checkmate"), "{shown}");
    assert!(shown.contains("slidewise serve --open"), "{shown}");
    assert!(shown.lines().count() < 12, "{shown}");
    // Without a terminal it is the whole help, as before.
    let ran = program.run(&[]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("components"), "{}", ran.stderr);
}

#[test]
fn the_source_of_a_manual_page_says_on_a_terminal_what_shows_it() {
    let program = Program::new();
    let said = "`man DIR/slidewise-solve.1` shows this one";
    let (code, shown) = shown_on_terminal(&program, &["man", "solve"]);
    assert_eq!(code, Some(0));
    assert!(shown.contains(said) && shown.contains(".TH"), "{shown}");
    let (_, quiet) = shown_on_terminal(&program, &["man", "solve", "--quiet"]);
    let ran = program.run(&["man", "solve"]);
    assert!(!quiet.contains(said) && ran.stderr.is_empty(), "{quiet}");
    assert_eq!(quiet.replace('\r', ""), ran.stdout);
}

/// Runs the program in a terminal; its exit code, and what it shows there.
fn shown_on_terminal(program: &Program, words: &[&str]) -> (Option<i32>, String) {
    let (mut pty, pts) = open().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_slidewise"))
        .args(words)
        .current_dir(program.path("."))
        .env_clear()
        .spawn(pts)
        .unwrap();
    let mut shown = Vec::new();
    let mut buffer = [0; 4096];
    // Reading fails once the program has ended.
    while let Ok(read @ 1..) = pty.read(&mut buffer) {
        shown.extend_from_slice(&buffer[..read]);
    }
    let code = child.wait().unwrap().code();
    (code, String::from_utf8(shown).unwrap())
}

/// The line after Ctrl-C if nothing is kept.
const STOPPING: &str = "stopping; Ctrl-C again ends at once";
/// The line after Ctrl-C if the search can go on later.
const KEEPING: &str = "stopping, and keeping what was found; Ctrl-C again ends at once";

/// Runs the program in terminals until the last row has the text `shown`, and interrupts it there,
/// upon which it says `said`; no other row may have the text `once`. Returns the last folder.
fn check_line_of_progress(words: &[&str], shown: &str, once: &str, said: &str) -> Program {
    let mut last_program = Program::new();
    for columns in [120, 80, 40] {
        let program = Program::new();
        let (mut pty, pts) = open().unwrap();
        pty.resize(Size::new(24, columns)).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_slidewise"))
            .args(words)
            .current_dir(program.path("."))
            .env_clear()
            .env("HOME", program.path("home"))
            .env("TERM", "xterm-256color")
            .spawn(pts)
            .unwrap();
        let side = |cells| NonZero::new(cells).unwrap();
        let mut parser = Parser::new(side(24), side(columns), 0);
        let mut buffer = [0; 4096];
        let deadline = Instant::now() + Duration::from_secs(60);
        let mut is_stopped = false;
        // Reading fails once the program has ended.
        while let Ok(read @ 1..) = pty.read(&mut buffer) {
            parser.process(&buffer[..read]);
            let screen = parser.screen();
            let text: Vec<String> = screen.rows(0, columns).collect();
            let row = text.iter().rposition(|row| !row.trim().is_empty());
            let last = row.map_or("", |row| text[row].trim());
            if !is_stopped && last.contains(shown) {
                let others = &text[..row.unwrap()];
                assert!(!others.concat().contains(once), "{text:#?}");
                assert_eq!(screen.cursor_position().0 as usize, others.len());
                assert!(!last.ends_with(','), "{last}");
                pty.write_all(b"\x03").unwrap();
                is_stopped = true;
            }
            assert!(Instant::now() < deadline, "{text:#?}");
        }
        assert!(!child.wait().unwrap().success());
        let text = parser.screen().contents();
        assert!(is_stopped && text.contains("interrupted"), "{text}");
        assert!(
            text.replace('\n', "").contains(said),
            "{columns} columns:\n{text}"
        );
        assert!(!text.contains(['░', '^']), "{columns} columns:\n{text}");
        last_program = program;
    }
    last_program
}
