//! Games in a terminal: keys and mouse go in, the screen that comes out is read, and the terminal
//! is as it was.
//!
//! Every test waits for what the screen must come to show, for as long as that takes within a
//! minute.
#![cfg(all(unix, feature = "terminal"))]

use super::program::Program;
use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};
use serde_json::Value;
use std::io::{Read, Write};
use std::num::NonZero;
use std::process::Child;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use vt100::{MouseProtocolMode, Parser, Screen};

/// In 6 steps; each piece has its own letter.
const CORNER: &str =
    "start = '''\nAAb\nA.c\nd..\n'''\ndistinct = true\ngoal = '''\n...\n.AA\n.A.\n'''\n";

const CTRL_C: &str = "\x03";
pub(super) const CTRL_R: &str = "\x12";
pub(super) const CTRL_Y: &str = "\x19";
pub(super) const CTRL_Z: &str = "\x1a";
pub(super) const ESC: &str = "\x1b";

/// A terminal in which the program runs, of a usual size or of another, between two looks at how
/// the terminal is set.
pub(super) struct Desk {
    pty: Arc<Pty>,
    child: Child,
    bytes: Receiver<Vec<u8>>,
    /// All that was printed.
    printed: Vec<u8>,
    parser: Parser,
}

impl Desk {
    /// A terminal of 80 x 24 with 256 colours, in which the program plays in the folder of
    /// `program`.
    pub(super) fn new(program: &Program, words: &[&str]) -> Desk {
        Desk::with(program, words, &[])
    }

    fn with(program: &Program, words: &[&str], variables: &[(&str, &str)]) -> Desk {
        Desk::sized(program, words, variables, (24, 80))
    }

    /// The same so wide that no sentence is broken.
    pub(super) fn wide(program: &Program, words: &[&str]) -> Desk {
        Desk::sized(program, words, &[], (24, 500))
    }

    fn sized(
        program: &Program,
        words: &[&str],
        variables: &[(&str, &str)],
        (rows, columns): (u16, u16),
    ) -> Desk {
        let (pty, pts) = open().unwrap();
        pty.resize(Size::new(rows, columns)).unwrap();
        // The shell outlives a signal to all that are in the terminal, and the program does not.
        let script = "trap : TERM; stty -g; \"$0\" \"$@\" <&0; echo \"ended $?\"; stty -g; \
                      echo over; read -r _";
        let child = Command::new("sh")
            .args(["-c", script, env!("CARGO_BIN_EXE_slidewise"), "play"])
            .args(words)
            .arg("--quiet")
            .current_dir(program.path("."))
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", program.path("home"))
            .env("TERM", "xterm-256color")
            .envs(variables.iter().copied())
            .spawn(pts)
            .unwrap();
        let pty = Arc::new(pty);
        let (sender, bytes) = channel();
        let reader = Arc::clone(&pty);
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            // Reading fails once nobody has the terminal open any more.
            while let Ok(read @ 1..) = (&*reader).read(&mut buffer) {
                if sender.send(buffer[..read].to_vec()).is_err() {
                    break;
                }
            }
        });
        Desk {
            pty,
            child,
            bytes,
            printed: Vec::new(),
            parser: Parser::new(side(rows), side(columns), 0),
        }
    }

    fn screen(&self) -> &Screen {
        self.parser.screen()
    }

    fn text(&self) -> String {
        self.screen().contents()
    }

    /// Waits until the screen is as it must come to be.
    fn until(&mut self, what: &str, is_so: impl Fn(&Screen) -> bool) {
        let deadline = Instant::now() + Duration::from_secs(60);
        while !is_so(self.screen()) {
            let left = deadline.saturating_duration_since(Instant::now());
            let Ok(bytes) = self.bytes.recv_timeout(left) else {
                panic!("no {what:?} on the screen:\n{}", self.text());
            };
            self.parser.process(&bytes);
            self.printed.extend(bytes);
        }
    }

    /// Waits for a text.
    pub(super) fn shows(&mut self, text: &str) {
        self.until(text, |screen| screen.contents().contains(text));
    }

    pub(super) fn press(&mut self, keys: &str) {
        (&*self.pty).write_all(keys.as_bytes()).unwrap();
    }

    /// Presses keys, and waits for a text.
    pub(super) fn press_for(&mut self, keys: &str, text: &str) {
        self.press(keys);
        self.shows(text);
    }

    fn resize(&mut self, rows: u16, columns: u16) {
        self.parser.screen_mut().set_size(side(rows), side(columns));
        self.pty.resize(Size::new(rows, columns)).unwrap();
    }

    /// Waits for the end, which must come with this exit code, and holds the terminal against what
    /// it was.
    pub(super) fn ends(mut self, code: i32) -> String {
        self.until("the end", |screen| screen.contents().contains("\nover"));
        // The shell waits: a terminal that closes at once may lose the last line.
        let _ = self.child.kill();
        let text = self.text();
        assert!(text.contains(&format!("ended {code}\n")), "{text}");
        let screen = self.screen();
        assert!(!screen.alternate_screen(), "the screen was given back");
        assert!(!screen.hide_cursor(), "the cursor is shown");
        assert_eq!(screen.mouse_protocol_mode(), MouseProtocolMode::None);
        // How `stty -g` says it: numbers between colons. A screen that was small has cut them.
        let printed = String::from_utf8_lossy(&self.printed);
        let settings: Vec<&str> = printed
            .lines()
            .filter(|line| line.matches(':').count() > 20)
            .collect();
        assert_eq!(settings.len(), 2, "{text}");
        assert_eq!(settings[0], settings[1], "the terminal is set as before");
        self.child.wait().unwrap();
        text
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn side(cells: u16) -> NonZero<u16> {
    NonZero::new(cells).unwrap()
}

fn program() -> Program {
    let program = Program::new();
    program.write("corner.toml", CORNER);
    program
}

/// The keys of each step of the shortest solution.
fn solution(program: &Program) -> Vec<String> {
    let solved = program.json(&["solve", "corner.toml"]);
    let path = solved["path"].as_array().unwrap();
    path.iter().map(keys_of).collect()
}

fn keys_of(step: &Value) -> String {
    let arrow = match step["move"].as_str().unwrap() {
        "U" => "\x1b[A",
        "D" => "\x1b[B",
        "R" => "\x1b[C",
        "L" => "\x1b[D",
        other => panic!("{other} is no step"),
    };
    format!("{}{arrow}", step["piece"].as_str().unwrap())
}

#[test]
fn a_solution_is_played_to_the_end_by_keys() {
    let program = program();
    let solution = solution(&program);
    let mut desk = Desk::new(&program, &["corner.toml"]);
    desk.shows("6 steps to Finish");
    assert!(desk.text().contains("0 steps so far"), "{}", desk.text());
    for (done, keys) in (1..).zip(&solution[..5]) {
        let plural = if done == 1 { "" } else { "s" };
        desk.press_for(keys, &format!("{done} step{plural} so far"));
        let left = 6 - done;
        let plural = if left == 1 { "" } else { "s" };
        desk.shows(&format!("{left} step{plural} to Finish (1 nearer)"));
    }
    desk.press_for(&solution[5], "Solved in 6 steps");
    desk.shows("This is a shortest solution.");
    desk.press(ESC);
    let text = desk.ends(0);
    assert!(
        text.contains("corner: solved in 6 steps, the fewest possible"),
        "{text}"
    );
}

#[test]
fn steps_are_undone_hints_are_shown_and_the_computer_plays_on() {
    let program = program();
    let solution = solution(&program);
    let mut desk = Desk::new(&program, &["corner.toml"]);
    desk.shows("6 steps to Finish");
    desk.press_for("A\x1b[C", "A cannot go right: b is there.");
    desk.press_for("x", "There is no piece x.");
    desk.press_for(CTRL_Z, "Nothing to undo.");
    desk.press_for("?", "Hint: d right.");
    assert!(desk.text().contains('→'), "{}", desk.text());
    assert!(desk.text().contains("[d]"), "{}", desk.text());
    // The hint has taken its piece in hand.
    desk.press_for("\x1b[C", "1 step so far");
    desk.press_for("\x1b[D", "6 steps to Finish (1 farther)");
    desk.shows("2 steps so far");
    desk.press_for(CTRL_Z, "5 steps to Finish (1 nearer)");
    desk.press_for("\x7f", "0 steps so far");
    desk.press_for(CTRL_Y, "1 step so far");
    desk.press_for(CTRL_Y, "2 steps so far");
    desk.press_for(CTRL_R, "0 steps so far");
    desk.press_for(&solution[0], "1 step so far");
    desk.press_for(CTRL_Y, "Nothing to redo.");
    desk.press_for("\r", "Solved in 6 steps");
    desk.press_for("\r", "The puzzle is already solved.");
    desk.press(ESC);
    desk.ends(0);
}

#[test]
fn any_key_stops_the_computer_and_the_game_goes_on_elsewhere() {
    let program = program();
    let mut desk = Desk::new(&program, &["lane-rouge", "--metric", "move"]);
    desk.shows("81 moves to Finish");
    desk.press_for("\r", "The computer plays");
    // Its moves come by themselves: who looks late sees a later one.
    desk.shows("moves to Finish (1 nearer)");
    desk.press_for("x", "Stopped. It is your turn.");
    desk.press(ESC);
    let text = desk.ends(0);
    assert!(text.contains("--metric move` resumes this game"), "{text}");
    let (_, position) = text.split_once("--start '").unwrap();
    let position = position.split('\'').next().unwrap().replace('\n', "");
    let words = ["lane-rouge", "--metric", "move", "--start", &*position];
    let mut desk = Desk::new(&program, &words);
    desk.shows("moves to Finish");
    assert!(!desk.text().contains("81 moves"), "{}", desk.text());
    desk.press(CTRL_C);
    desk.ends(0);
}

#[test]
fn the_mouse_drags_pieces_and_sends_them() {
    let program = program();
    let mut desk = Desk::new(&program, &["corner.toml"]);
    desk.shows("6 steps to Finish");
    // A cell takes 11 columns and 5 lines of the screen, with a line before each.
    let at = |row: u16, column: u16| (column * 12 + 6, row * 6 + 5);
    let mouse = |button: u16, (x, y): (u16, u16), end: char| format!("\x1b[<{button};{x};{y}{end}");
    desk.press_for(&mouse(0, at(2, 0), 'M'), "[d]");
    desk.press_for(&mouse(32, at(2, 2), 'M'), "2 steps so far");
    desk.press(&mouse(0, at(2, 2), 'm'));
    desk.press_for(&mouse(0, at(2, 0), 'M'), "4 steps so far");
    desk.press(&mouse(0, at(2, 0), 'm'));
    desk.press(CTRL_C);
    desk.ends(0);
}

#[test]
fn a_window_that_is_too_small_says_what_it_needs() {
    let program = program();
    let mut desk = Desk::new(&program, &["corner.toml"]);
    desk.shows("6 steps to Finish");
    desk.resize(6, 30);
    desk.shows("This window is 30 x 6.");
    desk.shows("needs 43 x 13 or 30 x");
    desk.resize(11, 80);
    desk.shows("0 steps so far");
    desk.resize(10, 80);
    desk.shows("The board needs 80 x 11.");
    desk.resize(19, 30);
    desk.shows("0 steps so far");
    desk.press_for("d\x1b[C", "1 step so far");
    desk.resize(6, 30);
    desk.shows("This window is 30 x 6.");
    // What cannot be seen is not played: of these keys only the last is heeded.
    desk.press(&format!("d\x1b[C{CTRL_C}"));
    // The window stays small; what is left in it is read from a larger one.
    desk.parser.screen_mut().set_size(side(24), side(80));
    let text = desk.ends(0);
    assert!(text.contains("corner: left after 1 step"), "{text}");
}

#[test]
fn the_terminal_is_given_back_after_a_signal() {
    let program = program();
    let mut desk = Desk::new(&program, &["corner.toml"]);
    desk.shows("6 steps to Finish");
    desk.until("the screen taken", |screen| {
        let has_mouse = screen.mouse_protocol_mode() != MouseProtocolMode::None;
        screen.alternate_screen() && screen.hide_cursor() && has_mouse
    });
    let sent = std::process::Command::new("kill")
        .args(["-TERM", "--", &format!("-{}", desk.child.id())])
        .status();
    assert!(sent.unwrap().success());
    let text = desk.ends(1);
    assert!(text.contains("interrupted by a signal"), "{text}");
}

#[test]
fn a_game_ends_when_its_terminal_is_gone() {
    let program = program();
    let (mut pty, pts) = open().unwrap();
    pty.resize(Size::new(24, 80)).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_slidewise"))
        .args(["play", "corner.toml", "--quiet"])
        .current_dir(program.path("."))
        .env_clear()
        .env("HOME", program.path("home"))
        .env("TERM", "xterm")
        .spawn(pts)
        .unwrap();
    let mut parser = Parser::new(side(24), side(80), 0);
    let mut buffer = [0; 4096];
    while !parser.screen().contents().contains("6 steps to Finish") {
        let read = pty.read(&mut buffer).unwrap();
        parser.process(&buffer[..read]);
    }
    drop(pty);
    let deadline = Instant::now() + Duration::from_secs(60);
    while child.try_wait().unwrap().is_none() && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(10));
    }
    let ended = child.try_wait().unwrap();
    let _ = child.kill();
    assert_eq!(ended.and_then(|ended| ended.code()), Some(1));
}

#[test]
fn colours_are_left_out_where_they_are_not_wanted() {
    let program = program();
    let colours = |variables: &[(&str, &str)]| {
        let mut desk = Desk::with(&program, &["corner.toml"], variables);
        desk.shows("6 steps to Finish");
        let printed = String::from_utf8_lossy(&desk.printed).into_owned();
        desk.press(ESC);
        desk.ends(0);
        (printed.contains("48;5;"), printed.contains("48;2;"))
    };
    assert_eq!(colours(&[]), (true, false));
    assert_eq!(colours(&[("COLORTERM", "truecolor")]), (false, true));
    assert_eq!(colours(&[("NO_COLOR", "1")]), (false, false));
}

#[test]
fn without_distances_a_game_says_why() {
    let program = program();
    program.write("aimless.toml", "start = '''\nAB.\n'''\n");
    program.write(
        "never.toml",
        "start = '''\nAB.\n'''\ndistinct = true\ngoal = '''\nBA.\n'''\n",
    );
    for (words, reason) in [
        (&["aimless.toml"][..], "The puzzle has no goal"),
        (&["never.toml"], "never has no solution:"),
        (&["fifteen"], "fifteen has no solution:"),
        (
            &[
                "tiles:4x4",
                "--metric",
                "move",
                "--start",
                "1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15",
            ],
            "--memory SIZE",
        ),
        (&["corner.toml", "--memory", "10"], "--memory SIZE"),
    ] {
        let mut desk = Desk::new(&program, words);
        desk.shows(reason);
        desk.press_for("?", "Without distances there are no hints.");
        desk.press_for("\r", "Without distances there are no hints.");
        desk.press(ESC);
        desk.ends(0);
    }
}

#[test]
fn a_game_begins_before_its_positions_are_numbered() {
    let program = program();
    // Its index takes long, and this memory does not hold all of it.
    let mut desk = Desk::new(&program, &["gnome-26-american-pie", "--memory", "1G"]);
    desk.shows("is being computed");
    desk.press_for("?", "No hints yet: computing the distances.");
    desk.press(ESC);
    desk.ends(0);
}

#[test]
fn a_game_has_another_finish_where_one_is_given() {
    let program = program();
    let mut desk = Desk::new(&program, &["tiles:2x2", "--to", "1./32"]);
    desk.shows("1 step to Finish");
    desk.press_for("\x1b[C", "1 step so far");
    desk.shows("2 steps to Finish (1 farther)");
    desk.press(ESC);
    let text = desk.ends(0);
    assert!(
        text.contains("--start '12:.3' --to '1./32'` resumes"),
        "{text}"
    );
    let words = ["tiles:2x2", "--start", "12:.3", "--to", "1./32"];
    let mut desk = Desk::new(&program, &words);
    desk.shows("2 steps to Finish");
    desk.press_for("\x1b[D\x1b[B", "Solved in 2 steps");
    desk.press(ESC);
    desk.ends(0);
}

#[test]
fn damaged_marks_end_a_game_before_it_tells_anything() {
    let program = program();
    let mut desk = Desk::new(&program, &["corner.toml"]);
    desk.shows("6 steps to Finish");
    desk.press(ESC);
    desk.ends(0);
    let stores = program.names_in("generations");
    let store = stores.iter().find(|name| name.contains("from-goal"));
    let marks = program.path(format!("generations/{}/marks", store.unwrap()));
    let mut bytes = std::fs::read(&marks).unwrap();
    let length = bytes.len();
    bytes[length / 2] ^= 1;
    bytes[0] ^= 1;
    std::fs::write(&marks, bytes).unwrap();
    let desk = Desk::new(&program, &["corner.toml"]);
    let text = desk.ends(1);
    assert!(!text.contains("steps"), "{text}");
}

#[test]
fn a_game_without_a_terminal_is_refused() {
    let program = program();
    let error = program.failure(&["play", "corner.toml", "--to", "nowhere"], 2);
    assert!(
        error["message"].as_str().unwrap().contains("terminal"),
        "{error}"
    );
}

#[test]
fn a_board_that_is_too_large_to_explore_is_played_with_tables() {
    let program = program();
    let start = "1 2 3 4 5 6 7 8 0 10 11 12 9 13 14 15";
    let words = ["tiles:4x4", "--start", start, "--memory", "64M"];
    let mut desk = Desk::wide(&program, &words);
    let solved = program.json(&[
        "solve",
        "tiles:4x4",
        "--start",
        start,
        "--keep",
        "1 2 3 4 5",
    ]);
    desk.shows(&format!("{} steps to Finish", solved["moves"]));
    desk.press_for("?", "Hint: ");
    desk.press_for("\r", "a shortest solution");
    desk.press(ESC);
    desk.ends(0);
    // With little time and small tables there is a bound, and the command that builds larger ones.
    let far = "14 15 8 12 10 11 9 13 2 6 5 1 3 7 4 0";
    let words = ["tiles:4x4", "--start", far, "--memory", "100K"];
    let mut desk = Desk::wide(&program, &words);
    desk.shows("at least ");
    desk.shows("`slidewise tables tiles:4x4` builds tables");
    desk.press(ESC);
    desk.ends(0);
}
