//! The board in the hand, once with a mouse and once with a finger: pieces under the pointer,
//! flicks, taps, the graph and the generations beside the board, starts at a distance, and what
//! stands on the first screen.

use super::browser::{CELL, fits, nothing_went_wrong};
use super::devtools::{Hand, Tab, browser};
use super::server::Server;
use std::time::Duration;

#[test]
fn pieces_follow_the_hand_and_moves_are_counted_by_the_metric() {
    // The test of the pages says that there is none.
    let Some(program) = browser() else { return };
    let server = Server::start(&["--threads", "1"]);
    let mut tab = Tab::open(&program);
    for (hand, (width, height)) in [(Hand::Mouse, (1280, 800)), (Hand::Finger, (375, 667))] {
        tab.resize(width, height, hand == Hand::Finger);
        open_puzzle(&mut tab, &server, "name=lane-rouge&metric=step", "116");
        hold(&mut tab, hand);
        go_round_a_corner(&mut tab, hand);
        flick(&mut tab, hand);
        tap(&mut tab, hand);
        push_a_row(&mut tab, &server, hand);
        walk_through_the_graph(&mut tab, &server, hand);
        walk_through_the_generations(&mut tab, &server, hand);
    }
    tab.resize(667, 375, true);
    open_puzzle(&mut tab, &server, "name=lane-rouge&metric=step", "116");
    hold(&mut tab, Hand::Finger);
    flick(&mut tab, Hand::Finger);
    tap(&mut tab, Hand::Finger);
    stand_on_the_first_screen(&mut tab, &server);
    nothing_went_wrong(&tab, &server);
}

/// Opens a puzzle in its page and waits until it shows the distance that is left.
pub(super) fn open_puzzle(tab: &mut Tab, server: &Server, words: &str, left: &str) {
    tab.go(&format!("http://{}/puzzle#{words}", server.address));
    tab.wait(&format!(
        "document.getElementById('left')?.textContent === '{left}'"
    ));
    tab.wait("!document.getElementById('findings').hidden");
}

fn cell(tab: &mut Tab) -> f64 {
    tab.value(CELL).as_f64().unwrap()
}

fn made(tab: &mut Tab, moves: u64) {
    tab.wait(&format!(
        "document.getElementById('made').textContent === '{moves}'"
    ));
    tab.wait("document.querySelector('.mover.can') !== null");
}

fn again(tab: &mut Tab) {
    tab.click("#restart");
    made(tab, 0);
}

/// The piece is under the pointer midway, and stops where something stops it.
fn hold(tab: &mut Tab, hand: Hand) {
    let cell = cell(tab);
    let from = tab.middle("[aria-label^='G at b2']");
    tab.press(hand, from);
    tab.shift(hand, (from.0, from.1 + 0.5 * cell));
    let held = tab.spot(".mover.held");
    let off = (held.0 - from.0, held.1 - from.1 - 0.5 * cell);
    assert!(off.0.abs() < 2.0 && off.1.abs() < 2.0, "{hand:?}: {off:?}");
    tab.shift(hand, (from.0 - 3.0, from.1 + 2.5 * cell));
    let held = tab.spot(".mover.held");
    let off = (held.0 - from.0, held.1 - from.1 - cell);
    assert!(off.0.abs() < 4.0 && off.1.abs() < 2.0, "{hand:?}: {off:?}");
    std::thread::sleep(Duration::from_millis(120));
    tab.release(hand, (from.0, from.1 + 2.5 * cell));
    made(tab, 1);
    again(tab);
}

/// A piece goes round a corner; its steps count by the metric, and are taken back by it.
fn go_round_a_corner(tab: &mut Tab, hand: Hand) {
    let cell = cell(tab);
    let from = tab.middle("[aria-label^='H at c2']");
    tab.press(hand, from);
    for (x, y) in [(0.0, 0.5), (0.0, 1.0), (-0.5, 1.0), (-1.0, 1.0)] {
        tab.shift(hand, (from.0 + x * cell, from.1 + y * cell));
    }
    std::thread::sleep(Duration::from_millis(120));
    tab.release(hand, (from.0 - cell, from.1 + cell));
    made(tab, 2);
    for (metric, moves) in [("slide", 2), ("move", 1), ("step", 2)] {
        tab.choose("#metric", metric);
        tab.wait(&format!(
            "document.getElementById('made-words').textContent === '{metric}s made'"
        ));
        made(tab, moves);
        tab.wait("!document.getElementById('findings').hidden");
    }
    tab.click("#undo");
    made(tab, 1);
    again(tab);
}

/// A short quick pull takes a piece to the next cell.
///
/// A busy machine may pull too slowly for a flick, so there are several attempts.
fn flick(tab: &mut Tab, hand: Hand) {
    let cell = cell(tab);
    let is_made = (0..20).any(|_| {
        let from = tab.middle("[aria-label^='G at b2']");
        tab.press(hand, from);
        for part in [0.1, 0.3] {
            tab.shift(hand, (from.0, from.1 + part * cell));
        }
        tab.release(hand, (from.0, from.1 + 0.3 * cell));
        tab.wait("document.querySelector('.mover.can') !== null");
        tab.text("#made") == "1"
    });
    assert!(is_made, "{hand:?}");
    made(tab, 1);
    again(tab);
}

/// A tap moves what can go only one way, and says why a piece cannot move.
fn tap(tab: &mut Tab, hand: Hand) {
    let piece = tab.middle("[aria-label^='I at a1']");
    tab.press(hand, piece);
    tab.release(hand, piece);
    made(tab, 1);
    let piece = tab.middle("[aria-label^='A at']");
    tab.press(hand, piece);
    tab.release(hand, piece);
    tab.wait("document.getElementById('news').textContent.startsWith('A cannot move: ')");
    let news = tab.text("#news");
    assert!(
        news.contains("the board ends there") && news.contains("B is there"),
        "{news}"
    );
    again(tab);
}

/// In lines a tap pushes the whole row.
fn push_a_row(tab: &mut Tab, server: &Server, hand: Hand) {
    open_puzzle(tab, server, "name=tiles:2x3&metric=line", "0");
    let tile = tab.middle("[aria-label^='4 at a1']");
    tab.press(hand, tile);
    tab.release(hand, tile);
    made(tab, 1);
    tab.wait("location.hash.includes(encodeURIComponent('123:.45'))");
    tab.choose("#metric", "step");
    tab.wait("document.getElementById('made-words').textContent === 'steps made'");
    made(tab, 2);
    // A tile of the row that is dragged takes the others with it.
    tab.choose("#metric", "line");
    tab.wait("document.getElementById('made-words').textContent === 'lines made'");
    made(tab, 1);
    let tile = tab.middle("[aria-label^='5 at c1']");
    let cell = cell(tab);
    tab.pull(hand, tile, (-cell, 0.0));
    made(tab, 2);
    tab.wait("location.hash === '#name=tiles%3A2x3&metric=line&at=123%3A45.'");
}

/// The dot walks as the game does, a point can be chosen, and a start at a distance drawn.
fn walk_through_the_graph(tab: &mut Tab, server: &Server, hand: Hand) {
    open_puzzle(tab, server, "name=tiles:2x3", "0");
    tab.wait("document.querySelector('#network canvas')?.dataset.drawn === 'true'");
    let dot = "document.querySelector('#network canvas').dataset.at";
    let before = tab.value(dot);
    tab.value("document.activeElement.blur()");
    tab.key("ArrowDown", 0);
    made(tab, 1);
    assert_ne!(tab.value(dot), before, "the dot has moved");
    tab.write("#distance", "9");
    tab.click("#scramble button");
    tab.wait("document.getElementById('left').textContent === '9'");
    // The points near the left edge of the graph are far from each other.
    tab.middle("#network canvas");
    let found = tab.value(
        "(() => { const own = document.querySelector('#network canvas'); \
         const box = own.getBoundingClientRect(); \
         const hint = document.querySelector('.network-hint'); \
         for (let x = 10; x < box.width; x += 7) for (let y = 50; y < box.height; y += 7) { \
         const at = { clientX: box.x + x, clientY: box.y + y }; \
         own.dispatchEvent(new PointerEvent('pointermove', at)); \
         if (!hint.hidden) return [at.clientX, at.clientY, hint.textContent]; } })()",
    );
    let at = (found[0].as_f64().unwrap(), found[1].as_f64().unwrap());
    let words = found[2].as_str().unwrap();
    let distance = words.split("steps").next().unwrap_or_default();
    tab.press(hand, at);
    tab.release(hand, at);
    tab.wait("location.hash.includes('at=')");
    tab.wait(&format!(
        "{:?}.includes(document.getElementById('left').textContent + ' step')",
        words
    ));
    assert!(!distance.is_empty(), "{words}");
}

/// The bars of a large graph: that of the position on the board is marked, and one that is chosen
/// shows its positions, which can be played.
fn walk_through_the_generations(tab: &mut Tab, server: &Server, hand: Hand) {
    open_puzzle(tab, server, "name=tiles:2x5", "0");
    let here = "document.querySelector('#chart .here')?.dataset.generation";
    tab.wait(&format!("{here} === '0'"));
    let tile = tab.middle("[aria-label^='5 at']");
    tab.press(hand, tile);
    tab.release(hand, tile);
    made(tab, 1);
    tab.wait(&format!("{here} === '1'"));
    let bar = tab.middle("#chart [data-generation='9']");
    tab.press(hand, bar);
    tab.release(hand, bar);
    tab.wait("document.querySelectorAll('#generation a').length === 12");
    let words = tab.text("#generation-words");
    assert!(
        words.starts_with("112 positions, 9 steps from Start; 12 of them."),
        "{words}"
    );
    tab.click("#generation a");
    tab.wait("document.getElementById('gone').textContent === '9'");
    tab.wait(&format!("{here} === '9'"));
    made(tab, 0);
}

/// Board, goal and the three main buttons stand on the first screen.
fn stand_on_the_first_screen(tab: &mut Tab, server: &Server) {
    let puzzles = ["lane-rouge", "tiles:3x3", "rush-card-01"];
    for (width, height) in [(1280, 800), (375, 667), (667, 375)] {
        tab.resize(width, height, width < 1000);
        for name in puzzles {
            tab.go(&format!("http://{}/puzzle#name={name}", server.address));
            tab.wait("document.querySelector('#goals img')?.naturalWidth > 0");
            tab.wait("document.querySelector('.mover') !== null");
            fits(tab);
            let low = tab.value(
                "Math.max(...[...document.querySelectorAll('#board svg, #goals img, #undo, #hint, \
                 #restart')].filter((own) => own.offsetParent !== null || own.closest('#board')) \
                 .map((own) => own.getBoundingClientRect().bottom))",
            );
            let low = low.as_f64().unwrap();
            assert!(
                low <= f64::from(height),
                "{name} at {width} x {height}: {low}"
            );
        }
    }
}
