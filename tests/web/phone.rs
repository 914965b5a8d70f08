//! The pages as somebody meets them on a phone: what stands where, stays there, and is said.

use super::browser::nothing_went_wrong;
use super::devtools::{Tab, browser};
use super::hand::open_puzzle;
use super::server::Server;
use serde_json::{Value, json};

/// Edges of the buttons of the game and of what is above and below them, in the page.
const PLACES: &str = "['undo', 'solve', 'left', 'player'].map((id) => \
                      document.getElementById(id).getBoundingClientRect()) \
                      .map((box) => [box.x, box.y + scrollY].map(Math.round))";

/// Whether an element is in the window as a whole.
fn is_in_sight(tab: &mut Tab, selector: &str) -> Value {
    tab.value(&format!(
        "(() => {{ const box = document.querySelector({selector:?}).getBoundingClientRect(); \
         return box.top >= 0 && box.bottom <= innerHeight + 0.5; }})()"
    ))
}

#[test]
fn a_phone_shows_what_is_next_and_keeps_it_in_place() {
    // The test of the pages says that there is none.
    let Some(program) = browser() else { return };
    let server = Server::start(&["--threads", "1"]);
    let mut tab = Tab::open(&program);
    tab.resize(390, 844, true);
    let media = json!({"features": [
        {"name": "hover", "value": "none"}, {"name": "pointer", "value": "coarse"},
    ]});
    tab.call("Emulation.setEmulatedMedia", &media);
    for page in ["", "puzzle#name=lane-rouge"] {
        tab.go(&format!("http://{}/{page}", server.address));
        tab.wait("document.getElementById('left')?.textContent === '81'");
        keep_the_buttons_in_place(&mut tab);
    }
    put_a_position_of_ones_own(&mut tab);
    choose_the_hardest_start(&mut tab);
    scramble_tiles(&mut tab, &server);
    // A refusal is no failure.
    tab.events.retain(|event| {
        let is_log = event["method"] == "Log.entryAdded";
        !(is_log
            && event["params"]["entry"]["url"]
                .to_string()
                .contains("/api/position"))
    });
    nothing_went_wrong(&tab, &server);
}

/// Moves, playing and a solution leave the buttons where they are.
fn keep_the_buttons_in_place(tab: &mut Tab) {
    let keys = "getComputedStyle(document.querySelector('.by-keys')).display";
    assert_eq!(tab.value(keys), "none");
    let before = tab.value(PLACES);
    let reserved = tab.value("document.getElementById('player').offsetHeight");
    assert!(reserved.as_f64().unwrap() <= 60.0, "{reserved}");
    tab.click("#hint");
    tab.wait("document.getElementById('news').textContent.startsWith('Hint: ')");
    tab.click("#hint");
    tab.wait("document.getElementById('left').textContent === '80'");
    tab.wait("document.getElementById('change').textContent === '▼ 1'");
    assert_eq!(tab.value(PLACES), before, "after a move");
    tab.click("#solve");
    tab.wait("document.querySelectorAll('#player li').length === 81");
    assert_eq!(is_in_sight(tab, "#player"), true);
    assert_eq!(tab.value(PLACES), before, "with a solution");
    let next = "document.querySelector(\"[aria-label='next move']\").getBoundingClientRect().x";
    let place = tab.value(next);
    tab.click("#play");
    tab.wait("document.getElementById('play').textContent === '❚❚'");
    assert_eq!(tab.value(next), place, "while it plays");
    tab.click("#play");
    tab.click("#restart");
    tab.wait("document.getElementById('made').textContent === '0'");
}

/// Buttons write a position, and what is wrong with it is said in plain words.
fn put_a_position_of_ones_own(tab: &mut Tab) {
    tab.wait("!document.getElementById('findings').hidden");
    tab.click("#own summary");
    tab.wait("document.getElementById('own-how').textContent.includes('keeps its shape')");
    let text = "document.getElementById('own-text').value";
    assert_eq!(tab.value(text), "BAAC\nBAAC\nDFFE\nDGHE\nI..J");
    tab.click("#own-tiles [aria-label='empty cell']");
    tab.click("#own-tiles button:nth-child(7)");
    assert_eq!(tab.value(text), ".GAC\nBAAC\nDFFE\nDGHE\nI..J");
    tab.write("#own-text", "BAAC\nBAAC\nDFFE\nDGHE\nIX.J");
    tab.click("#own-form button:not([type])");
    tab.wait("document.getElementById('own-words').textContent !== ''");
    assert_eq!(
        tab.text("#own-words"),
        "Row 5, column 2: X is not a piece of this puzzle."
    );
    tab.write("#own-text", "BAAC\nBAAC\nDFFE\nD.HE\nIG.J");
    tab.click("#own-form button:not([type])");
    your_position_is_shown(tab, "1");
}

/// The page says what the board shows, below the name of the puzzle.
fn your_position_is_shown(tab: &mut Tab, gone: &str) {
    tab.wait(&format!(
        "document.getElementById('gone').textContent === '{gone}'"
    ));
    let words = "The board shows your position. Restart leads back to Start.";
    tab.wait(&format!(
        "document.getElementById('news').textContent === {words:?}"
    ));
    let top = "document.getElementById('title').getBoundingClientRect().top >= 0";
    tab.wait(top);
    tab.click("#restart");
    tab.wait("document.getElementById('gone').textContent === '0'");
    assert_eq!(tab.text("#news"), "");
}

fn choose_the_hardest_start(tab: &mut Tab) {
    tab.wait("document.querySelector('#hardest a') !== null");
    tab.click("#hardest a");
    your_position_is_shown(tab, "47");
}

/// A board of tiles begins with its main button, which is on the first screen.
fn scramble_tiles(tab: &mut Tab, server: &Server) {
    open_puzzle(tab, server, "name=tiles:3x3", "0");
    assert_eq!(tab.text("#title"), "8 puzzle, 3 by 3");
    assert_eq!(is_in_sight(tab, "#mix"), true);
    assert_eq!(tab.text("#news"), "This is Finish. Scramble to play.");
    tab.wait("document.getElementById('scramble-words').textContent.includes('from Finish')");
    tab.write("#distance", "9");
    tab.click("#mix");
    tab.wait("document.getElementById('left').textContent === '9'");
    assert!(
        tab.text("#news")
            .starts_with("The board shows a scrambled position.")
    );
}
