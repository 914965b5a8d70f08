//! Sokoban levels in the browser: by keys, mouse and touch, with what is dead and how many pushes
//! are left; and what the server answers about positions.

use super::browser::{fits, nothing_went_wrong};
use super::devtools::{Hand, Tab, browser};
use super::server::Server;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// In 3 pushes and 7 steps; a push to the left is dead.
pub(super) const ONE: &str = "7#:#5-#:#-$@-.#:#5-#:7#";
const LEVELS: &str = "; One\n\n#######\n#     #\n# $@ .#\n#     #\n#######\n\n\
                      ; Two\n\n#####\n#@$.#\n#####\n\n; Faulty\n\n####\n#@$#\n####\n";

/// A server with levels, and the folder of their file.
pub(super) fn server() -> (Server, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("levels.xsb");
    std::fs::write(&file, LEVELS).unwrap();
    let words = [file.to_str().unwrap(), "--threads", "1"];
    (Server::start(&words), folder)
}

/// What is known of a position once the level is explored.
fn known(server: &Server, asked: &Value) -> Value {
    let begun = Instant::now();
    loop {
        let found = server.answer("/api/level", asked);
        if found["state"] == "ready" || found["state"] == "too_large" {
            return found;
        }
        assert!(begun.elapsed() < Duration::from_secs(180), "{found}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn positions_of_levels_are_answered() {
    let (server, _folder) = server();
    let served = server.get("/api/levels").object();
    let titles: Vec<_> = served["levels"].as_array().unwrap().iter().collect();
    assert_eq!(titles.len(), 2, "the faulty level is left out: {served}");
    assert_eq!(titles[1]["title"], "Two");
    let read = server.answer("/api/levels", &json!({"text": "#####\n#@$.#\n#####"}));
    assert_eq!(read["levels"][0]["position"], "#####:#@$.#:#####");

    let start = known(&server, &json!({"level": ONE}));
    assert_eq!((&start["left"], &start["least"]), (&json!(3), &json!(3)));
    assert_eq!(
        (&start["dead"], &start["lurd"]),
        (&json!(false), &json!(null))
    );
    // A box comes to the goal along its row only, and not from the wall behind it.
    let dead: Vec<_> = (1..4)
        .flat_map(|row| (1..6).map(move |column| json!([row, column])))
        .filter(|square| square[0] != 2 || square[1] == 1)
        .collect();
    assert_eq!(start["dead_squares"], json!(dead));
    let hint = known(&server, &json!({"level": ONE, "want": "hint"}));
    assert_eq!(hint["lurd"], "ulldR");
    let all = known(&server, &json!({"level": ONE, "want": "solution"}));
    assert_eq!(all["lurd"], "ulldRRR");
    let dead = known(&server, &json!({"level": ONE, "moves": "L"}));
    assert_eq!((&dead["dead"], &dead["left"]), (&json!(true), &json!(null)));
    let solved = known(&server, &json!({"level": ONE, "moves": "ulldRRR"}));
    assert_eq!(
        (&solved["solved"], &solved["left"]),
        (&json!(true), &json!(0))
    );
}

#[test]
fn wrong_requests_about_levels_are_refused() {
    let (server, _folder) = server();
    let status = |path: &str, body: Value| server.post(path, &body).status;
    assert_eq!(status("/api/level", json!({"level": "nothing"})), 400);
    assert_eq!(
        status("/api/level", json!({"level": ONE, "moves": "uuuuu"})),
        400
    );
    assert_eq!(
        status("/api/level", json!({"level": ONE, "moves": "x"})),
        400
    );
    let long = "lr".repeat(30_000);
    assert_eq!(
        status("/api/level", json!({"level": ONE, "moves": long})),
        400
    );
    let vast = format!("75#|#@$.70-#|{}75#", "#73-#|".repeat(70));
    assert_eq!(status("/api/level", json!({"level": vast})), 400);
    assert_eq!(status("/api/level", json!({"path": "/etc/passwd"})), 400);
    assert_eq!(
        status("/api/levels", json!({"text": "####\n#@$#\n####"})),
        400
    );
    assert_eq!(server.post_text("/api/levels", b"{").status, 400);
    assert_eq!(server.ask("POST", "/api/level", "", b"{}").status, 415);
    known(&server, &json!({"level": ONE}));
    assert_eq!(
        status("/api/level", json!({"level": ONE, "want": "more"})),
        400
    );
    // A level that does not fit is said to be too large, and dead cells are known all the same.
    let server = Server::start(&["--memory", "1K"]);
    let large = known(
        &server,
        &json!({"level": ONE, "moves": "L", "want": "hint"}),
    );
    assert_eq!(
        (&large["state"], &large["dead"]),
        (&json!("too_large"), &json!(true))
    );
    assert_eq!(large["lurd"], json!(null));
}

#[test]
fn levels_are_played_in_a_browser() {
    // The test of the pages says that there is none.
    let Some(program) = browser() else { return };
    let (server, _folder) = server();
    let mut tab = Tab::open(&program);
    for (hand, (width, height)) in [(Hand::Mouse, (1280, 800)), (Hand::Finger, (375, 667))] {
        tab.resize(width, height, hand == Hand::Finger);
        play_by_hand(&mut tab, &server, hand);
    }
    tab.resize(1280, 800, false);
    play_by_keys(&mut tab, &server);
    nothing_went_wrong(&tab, &server);
    paste(&mut tab);
}

#[test]
fn levels_are_drawn_in_a_browser() {
    let Some(program) = browser() else { return };
    let (server, _folder) = server();
    let mut tab = Tab::open(&program);
    for (hand, (width, height)) in [(Hand::Mouse, (1280, 800)), (Hand::Finger, (375, 667))] {
        tab.resize(width, height, hand == Hand::Finger);
        draw_by_hand(&mut tab, &server, hand);
    }
    tab.resize(1280, 800, false);
    draw_by_keys(&mut tab, &server);
}

/// Chooses the first level.
pub(super) fn open(tab: &mut Tab, server: &Server) {
    tab.go("about:blank");
    tab.go(&format!("http://{}/level", server.address));
    tab.wait("document.querySelectorAll('#levels a').length === 2");
    tab.click("#levels a");
    tab.wait("document.getElementById('least')?.textContent === '3'");
    fits(tab);
}

#[track_caller]
pub(super) fn shows(tab: &mut Tab, id: &str, text: &str) {
    tab.wait(&format!(
        "document.getElementById('{id}').textContent === '{text}'"
    ));
}

fn tap(tab: &mut Tab, hand: Hand, square: &str) {
    let at = tab.middle(&format!("[data-square='{square}']"));
    tab.press(hand, at);
    tab.release(hand, at);
}

/// A tap on a far square walks, one on a box beside the player pushes.
fn play_by_hand(tab: &mut Tab, server: &Server, hand: Hand) {
    open(tab, server);
    assert_eq!(tab.text("#title"), "One");
    tap(tab, hand, "2,1");
    shows(tab, "steps", "4");
    assert_eq!(tab.text("#pushes"), "0");
    tap(tab, hand, "2,2");
    shows(tab, "left", "2");
    tap(tab, hand, "2,5");
    shows(tab, "steps", "10");
    tab.click("#restart");
    shows(tab, "left", "3");
    // A push to the left wall is dead, and that is said at once.
    if hand == Hand::Finger {
        let from = tab.middle("[data-square='2,3']");
        tab.swipe(from, (-60.0, 0.0));
    } else {
        tap(tab, hand, "2,2");
    }
    shows(tab, "left", "dead");
    assert_eq!(tab.value("document.getElementById('dead').hidden"), false);
    tab.click("#hint");
    tab.wait("document.getElementById('news').textContent.startsWith('No hint')");
    tab.click("#undo");
    shows(tab, "left", "3");
    assert_eq!(tab.value("document.getElementById('dead').hidden"), true);
    tab.click("#hint");
    shows(
        tab,
        "news",
        "Hint: push the box in row 3, column 3 to the right. Press Hint again to do this.",
    );
    // The arrow goes with the hint.
    let arrows = "document.querySelectorAll('#board .arrow').length";
    assert_eq!(tab.value(arrows), 1);
    tab.click("#hint");
    shows(tab, "left", "2");
    assert_eq!(tab.value(arrows), 0);
    assert_eq!(tab.value("document.getElementById('lurd').value"), "ulldR");
    tab.click("#undo");
    shows(tab, "left", "3");
    tab.click("#restart");
    shows(tab, "steps", "0");
    tab.click("#solve");
    tab.wait("!document.getElementById('ending').hidden");
    let ending = tab.text("#ending");
    assert!(
        ending.starts_with("Solved in 3 pushes and 7 steps. No solution has fewer pushes."),
        "{ending}"
    );
    assert_eq!(
        tab.value("document.getElementById('lurd').value"),
        "ulldRRR"
    );
    step_through(tab);
}

/// A solution that is shown can be gone through, and what is left follows it.
fn step_through(tab: &mut Tab) {
    let is_seen = "getComputedStyle(document.getElementById('player')).visibility";
    assert_eq!(tab.value(is_seen), "visible");
    tab.click("[aria-label='previous move']");
    shows(tab, "steps", "6");
    shows(tab, "left", "1");
    assert_eq!(tab.text("#pushes"), "2");
    tab.click("[aria-label='first position']");
    shows(tab, "left", "3");
    tab.click("[aria-label='next move']");
    shows(tab, "steps", "1");
    tab.click("#play");
    tab.wait("document.getElementById('ending').hidden === false");
    shows(tab, "pushes", "3");
    tab.click("#restart");
    shows(tab, "left", "3");
    assert_eq!(tab.value(is_seen), "hidden");
}

/// Arrows walk and push; Ctrl+Z and Ctrl+Y undo and redo; the address holds the game.
fn play_by_keys(tab: &mut Tab, server: &Server) {
    open(tab, server);
    tab.value("document.activeElement.blur()");
    for key in [
        "ArrowUp",
        "ArrowLeft",
        "ArrowLeft",
        "ArrowDown",
        "ArrowRight",
    ] {
        tab.key(key, 0);
    }
    shows(tab, "left", "2");
    tab.key("z", 2);
    shows(tab, "left", "3");
    tab.key("y", 2);
    shows(tab, "left", "2");
    tab.key("?", 0);
    shows(
        tab,
        "news",
        "Hint: push the box in row 3, column 4 to the right. Press Hint again to do this.",
    );
    let address = tab.value("location.href");
    let address = address.as_str().unwrap().to_owned();
    assert!(address.contains("moves=ulldR"), "{address}");
    tab.go("about:blank");
    tab.go(&address);
    tab.wait("document.getElementById('steps')?.textContent === '5'");
    shows(tab, "left", "2");
    tab.click("#next");
    shows(tab, "left", "1");
    assert_eq!(tab.text("#title"), "Two");
}

/// Levels that are pasted are played; a faulty text gets a sentence.
fn paste(tab: &mut Tab) {
    tab.write("#text", "####\n#@$#\n####");
    tab.click("#paste button");
    tab.wait("!document.getElementById('trouble').hidden");
    assert_eq!(tab.text("#title"), "Two", "the level before stays");
    tab.write("#text", "Title: Mine\n\n######\n#@$ .#\n######\n");
    tab.click("#paste button");
    shows(tab, "left", "2");
}

/// Opens the drawing, which begins with a room.
fn open_drawing(tab: &mut Tab, server: &Server) {
    open(tab, server);
    tab.click("#draw summary");
    shows(tab, "judgement", "Solvable in 1 push.");
}

fn brush(tab: &mut Tab, token: &str, hand: Hand, square: &str) {
    tab.click(&format!("#brushes [value='{token}']"));
    let at = tab.middle(&format!("#drawing [data-square='{square}']"));
    tab.press(hand, at);
    tab.release(hand, at);
}

/// Squares are painted, what is wrong is said, and what was drawn is played.
fn draw_by_hand(tab: &mut Tab, server: &Server, hand: Hand) {
    open_drawing(tab, server);
    brush(tab, ".", hand, "2,5");
    tab.wait("document.getElementById('judgement').textContent.includes('goals (2)')");
    tab.click("#level-undo");
    shows(tab, "judgement", "Solvable in 1 push.");
    brush(tab, "-", hand, "2,4");
    brush(tab, ".", hand, "2,5");
    shows(tab, "judgement", "Solvable in 2 pushes.");
    // A box takes the place of the player on no goal, and stands on a goal with it.
    brush(tab, "$", hand, "2,5");
    tab.wait("document.getElementById('text').value.includes('#-@$-*#')");
    tab.click("#level-undo");
    brush(tab, "@", hand, "1,1");
    let level = r"#######\n#@----#\n#--$-.#\n#-----#\n#######";
    tab.wait(&format!(
        "document.getElementById('text').value === '{level}'"
    ));
    fits(tab);
    tab.click("#paste button");
    shows(tab, "left", "2");
}

/// Arrows choose a square, its character paints it, and Ctrl+Z takes that back.
fn draw_by_keys(tab: &mut Tab, server: &Server) {
    open_drawing(tab, server);
    tab.value("document.querySelector('#drawing svg').focus()");
    for key in ["ArrowDown", "ArrowDown", "ArrowRight", "$"] {
        tab.key(key, 0);
    }
    tab.wait("document.getElementById('judgement').textContent.includes('boxes (2)')");
    let label = "document.querySelector('#drawing svg').getAttribute('aria-label')";
    assert_eq!(tab.value(label), "drawing, row 3, column 2: box");
    tab.key("z", 2);
    shows(tab, "judgement", "Solvable in 1 push.");
    assert_eq!(
        tab.text("#steps"),
        "0",
        "the game above hears none of the keys"
    );
    tab.write("#text", "####\n#@$#\n####");
    tab.wait("document.getElementById('judgement').textContent.includes('goals (0)')");
    tab.write("#text", "Title: Two\n\n#####\n#@$.#\n#####");
    shows(
        tab,
        "judgement",
        "A text with titles or several levels is not drawn.",
    );
}
