//! The pages by keyboard alone: every part is reached by Tab, and worked by keys.

use super::browser::nothing_went_wrong;
use super::devtools::{Tab, browser};
use super::hand::open_puzzle;
use super::server::Server;
use std::time::Duration;

/// The most elements before the one that is wanted.
const MAX_TABS: usize = 80;

/// Whether a piece can move.
const CAN_MOVE: &str = "document.querySelector('.mover.can') !== null";

#[test]
fn a_game_and_a_drawing_need_no_pointer() {
    // The test of the pages says that there is none.
    let Some(program) = browser() else { return };
    let server = Server::start(&["--threads", "1"]);
    let mut tab = Tab::open(&program);
    tab.resize(1280, 800, false);
    play_to_the_end(&mut tab, &server);
    see_a_solution(&mut tab, &server);
    draw_a_random_start(&mut tab);
    walk_through_the_graph(&mut tab);
    draw(&mut tab, &server);
    nothing_went_wrong(&tab, &server);
}

fn made(tab: &mut Tab, moves: usize) {
    tab.wait(&format!(
        "document.getElementById('made').textContent === '{moves}'"
    ));
    tab.wait("document.querySelector('.mover.can') !== null");
}

/// Presses Tab until an element has the focus, which must be seen.
#[track_caller]
fn reach(tab: &mut Tab, selector: &str) {
    for _ in 0..MAX_TABS {
        tab.key("Tab", 0);
        let is_there = format!("document.activeElement.matches({selector:?})");
        if tab.value(&is_there) == true {
            let outline = "getComputedStyle(document.activeElement).outlineStyle";
            assert_ne!(tab.value(outline), "none", "{selector} shows its focus");
            return;
        }
    }
    panic!("Tab never reaches {selector}");
}

/// Letters in either case choose, arrows move, and the end offers another game.
fn play_to_the_end(tab: &mut Tab, server: &Server) {
    open_puzzle(tab, server, "name=lane-rouge&metric=step", "116");
    tab.wait(CAN_MOVE);
    tab.key("h", 0);
    tab.wait("document.activeElement.getAttribute('aria-label')?.startsWith('H at c2')");
    tab.key("ArrowUp", 0);
    assert_eq!(tab.text("#news"), "H cannot go up: F is there.");
    tab.key("ArrowDown", 0);
    made(tab, 1);
    open_puzzle(tab, server, "name=tiles:2x3&at=123:.45", "2");
    tab.wait(CAN_MOVE);
    for moves in 1..=2 {
        tab.key("ArrowLeft", 0);
        made(tab, moves);
    }
    tab.wait("!document.getElementById('ending').hidden");
    let ending = tab.text("#ending");
    assert!(
        ending.contains("Solved in 2 steps, which is the shortest."),
        "{ending}"
    );
    assert!(ending.contains("Your first solution here."), "{ending}");
    reach(tab, "#again");
    tab.key("Enter", 0);
    made(tab, 0);
    // A longer way to the same end is no record.
    let keys = ["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowLeft"];
    for (moves, key) in (1..).zip(keys) {
        tab.key(key, 0);
        made(tab, moves);
    }
    tab.wait("!document.getElementById('ending').hidden");
    let ending = tab.text("#ending");
    assert!(
        ending.contains("Solved in 4 steps; the shortest is 2."),
        "{ending}"
    );
    assert!(ending.contains("Your record is 2."), "{ending}");
}

/// A hint is asked for twice, then the whole solution is played.
fn see_a_solution(tab: &mut Tab, server: &Server) {
    open_puzzle(tab, server, "name=tiles:2x3&at=54.:321", "13");
    tab.wait(CAN_MOVE);
    tab.key("?", 0);
    tab.wait("document.getElementById('news').textContent.startsWith('Hint: 1 c1 U.')");
    tab.key("?", 0);
    made(tab, 1);
    reach(tab, "#solve");
    tab.key("Enter", 0);
    tab.wait("document.querySelectorAll('#player li').length === 13");
    reach(tab, "[aria-label='last position']");
    tab.key("Enter", 0);
    tab.wait("!document.getElementById('ending').hidden");
    let ending = tab.text("#ending");
    assert!(ending.contains("it is no record"), "{ending}");
}

fn draw_a_random_start(tab: &mut Tab) {
    reach(tab, "#distance");
    tab.key("9", 0);
    tab.key("Enter", 0);
    tab.wait("document.getElementById('left').textContent === '9'");
    made(tab, 0);
}

/// Arrows on the graph go along its edges.
fn walk_through_the_graph(tab: &mut Tab) {
    let dot = "document.querySelector('#network canvas')?.dataset.at";
    tab.wait(&format!("Number({dot}) >= 0"));
    reach(tab, "#network canvas");
    let before = tab.value(dot);
    let arrows = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];
    let has_moved = arrows.into_iter().any(|arrow| {
        tab.key(arrow, 0);
        std::thread::sleep(Duration::from_millis(60));
        tab.value(dot) != before
    });
    assert!(has_moved, "no edge goes anywhere");
    tab.wait("['8', '10'].includes(document.getElementById('left').textContent)");
}

fn draw(tab: &mut Tab, server: &Server) {
    tab.go(&format!("http://{}/editor", server.address));
    tab.wait("document.querySelectorAll('#cells .cell').length === 20");
    reach(tab, "#cells");
    tab.key("ArrowRight", 0);
    tab.key(".", 0);
    tab.wait("document.getElementById('text').value.includes('B.AC')");
    tab.key("z", 2);
    tab.wait("document.getElementById('text').value.includes('BAAC\\nBAAC')");
    reach(tab, "#play-it");
    // The link leads nowhere until the text has been checked.
    tab.wait("!document.getElementById('play-it').hasAttribute('aria-disabled')");
    tab.wait("document.getElementById('unsolvable').textContent === 'Solvable in 116 steps.'");
    tab.key("Enter", 0);
    tab.wait("document.getElementById('left')?.textContent === '116'");
}
