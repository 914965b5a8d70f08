//! The line of progress on a terminal: it keeps to one row, and Ctrl-C leaves nothing of it.
#![cfg(unix)]

use super::program::Program;
use pty_process::Size;
use pty_process::blocking::{Command, open};
use std::io::{Read, Write};
use std::num::NonZero;
use std::time::{Duration, Instant};
use vt100::Parser;

/// Half a minute of work on one core, or more.
const WORDS: [&str; 7] = [
    "explore",
    "tiles:3x4",
    "--count-only",
    "--engine",
    "sparse",
    "--threads",
    "1",
];

#[test]
fn a_line_of_progress_keeps_to_one_row_and_goes_with_ctrl_c() {
    for columns in [120, 80, 40] {
        let program = Program::new();
        let (mut pty, pts) = open().unwrap();
        pty.resize(Size::new(24, columns)).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_slidewise"))
            .args(WORDS)
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
            if !is_stopped && last.contains("░ generation ") {
                let others = &text[..row.unwrap()];
                assert!(!others.concat().contains("generation "), "{text:#?}");
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
        assert!(!text.contains(['░', '^']), "{columns} columns:\n{text}");
    }
}
