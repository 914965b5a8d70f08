//! Games on Sokoban levels in a terminal: keys, mouse, hints, and dead positions.
#![cfg(all(unix, feature = "terminal"))]

use super::games::{CTRL_R, CTRL_Y, CTRL_Z, Desk, ESC};
use super::program::Program;

/// In 3 pushes and 7 steps; a push to the left is dead.
const LEVEL: &str = "#######\n#     #\n# $@ .#\n#     #\n#######\n";
const LEFT: &str = "\x1b[D";

fn program() -> Program {
    let program = Program::new();
    program.write("one.xsb", LEVEL);
    program
}

/// A click on a row and a column of the level, both from 0.
fn click(row: usize, column: usize) -> String {
    let (x, y) = (2 * column + 1, row + 2);
    format!("\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m")
}

#[test]
fn a_level_is_solved_by_letters_and_a_dead_position_says_so() {
    let program = program();
    let mut desk = Desk::new(&program, &["one.xsb"]);
    desk.shows("3 pushes to a solution");
    desk.shows("fewest from the start: 3 pushes");
    desk.press_for("?", "Hint: ulldR");
    desk.press_for(LEFT, "Dead: the level cannot be solved from here.");
    desk.shows("1 push, 1 step so far");
    desk.press_for("?", "No hint: undo until");
    desk.press_for(LEFT, "The box has a wall behind it.");
    desk.press_for(CTRL_Z, "3 pushes to a solution");
    desk.press_for(CTRL_Z, "Nothing to undo.");
    desk.press_for(CTRL_Y, "Dead");
    desk.press_for(CTRL_R, "0 pushes, 0 steps so far");
    desk.press_for("ulldRR", "1 push to a solution");
    desk.press_for("r", "Solved in 3 pushes, 7 steps");
    desk.shows("No solution has fewer pushes.");
    desk.press(ESC);
    let text = desk.ends(0);
    assert!(
        text.contains("one.xsb: solved in 3 pushes, 7 steps, the fewest pushes possible"),
        "{text}"
    );
    assert!(text.contains("ulldRRR"), "{text}");
}

#[test]
fn clicks_walk_and_push_and_the_computer_plays_on() {
    let program = program();
    let mut desk = Desk::new(&program, &["one.xsb"]);
    desk.shows("3 pushes to a solution");
    desk.press_for(&click(1, 1), "0 pushes, 3 steps so far");
    desk.press_for(&click(2, 2), "Walk beside the box to push it.");
    desk.press_for(&click(2, 1), "0 pushes, 4 steps so far");
    desk.press_for(&click(2, 2), "1 push, 5 steps so far");
    desk.press_for("\r", "Solved in 3 pushes, 7 steps");
    desk.press_for("\r", "The level is already solved.");
    desk.press_for("\x7f", "1 push to a solution");
    desk.press(ESC);
    let text = desk.ends(0);
    assert!(
        text.contains("one.xsb: not solved, 2 pushes, 6 steps"),
        "{text}"
    );
    let line = text.lines().find(|line| line.contains("resumes this game"));
    assert!(line.is_some(), "{text}");
    let start = ["one.xsb", "--start", "7#:#5-#:#--@$.#:#5-#:7#"];
    let mut desk = Desk::new(&program, &start);
    desk.shows("1 push to a solution");
    desk.press("\x03");
    desk.ends(0);
}

#[test]
fn boxes_on_dead_cells_are_seen_where_the_level_is_too_large() {
    let program = program();
    let mut desk = Desk::new(&program, &["one.xsb", "--memory", "1K"]);
    desk.shows("The level is too large to explore");
    desk.press_for("?", "The level is too large for hints.");
    desk.press_for("l", "Dead: the level cannot be solved from here.");
    desk.press(ESC);
    desk.ends(0);
}

#[test]
fn what_a_level_cannot_be_played_with_is_refused() {
    let program = program();
    let refused = |words: &[&str]| {
        let error = program.failure(words, 2);
        error["message"].as_str().unwrap().to_owned()
    };
    assert!(refused(&["play", "one.xsb"]).contains("needs a terminal"));
    let to = "7#:#5-#:#----*#:#5-#:7#";
    assert!(refused(&["play", "one.xsb", "--to", to]).contains("--to"));
}
