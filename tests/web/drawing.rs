//! The editor as somebody meets it who draws a first puzzle, on a phone and with a mouse.

use super::browser::{fits, nothing_went_wrong};
use super::devtools::{Tab, browser};
use super::server::Server;

/// The classes of a piece's colour.
fn colour(tab: &mut Tab, token: &str) -> String {
    let classes = tab.value(&format!(
        "[...document.querySelector(\"#palette [data-token='{token}']\").classList]\
         .filter((own) => /^p\\d$/.test(own)).join()"
    ));
    classes.as_str().unwrap().to_owned()
}

fn words(tab: &mut Tab, wanted: &str) {
    tab.wait(&format!(
        "document.getElementById('unsolvable').textContent === {wanted:?}"
    ));
}

/// The upper edge of the board in the page.
fn top(tab: &mut Tab) -> f64 {
    let top = "document.getElementById('cells').getBoundingClientRect().top + scrollY";
    tab.value(top).as_f64().unwrap()
}

fn text_has(tab: &mut Tab, part: &str) {
    tab.wait(&format!(
        "document.getElementById('text').value.includes({part:?})"
    ));
}

#[test]
fn a_goal_is_painted_over_a_faint_start_in_a_browser() {
    // The test of the pages says that there is none.
    let Some(program) = browser() else { return };
    let server = Server::start(&["--threads", "1"]);
    let mut tab = Tab::open(&program);
    for (width, height, is_phone) in [(1280, 800, false), (390, 844, true)] {
        tab.resize(width, height, is_phone);
        tab.go(&format!("http://{}/editor", server.address));
        words(&mut tab, "Solvable in 116 steps.");
        paint_a_goal(&mut tab);
        keep_colours(&mut tab);
        change_the_size(&mut tab);
        fits(&mut tab);
    }
    nothing_went_wrong(&tab, &server);
}

/// A goal that asks for nothing is none, and painting it leaves the board where it is.
fn paint_a_goal(tab: &mut Tab) {
    let before = top(tab);
    tab.click("[role=tab]:nth-child(2)");
    assert_eq!(top(tab), before, "the board stays in its place");
    let is_seen = "getComputedStyle(document.getElementById('goal-words')).visibility";
    assert_eq!(tab.value(is_seen), "visible");
    let faint = "document.querySelectorAll('#cells .faint').length";
    assert_eq!(tab.value(faint), 16);
    assert_eq!(
        tab.value("document.querySelector('[role=radio][aria-checked=true]').textContent"),
        "A"
    );
    let missing = "No goal yet: choose Goal and paint where a piece must end.";
    tab.click("#clear");
    words(tab, missing);
    assert_eq!(tab.text("#play-it"), "Move its pieces");
    assert_eq!(tab.value(faint), 18);
    tab.wait("document.querySelector('#exploration .state').textContent.startsWith('Explored: ')");
    words(tab, missing);
    tab.click("#drop-goal");
    words(tab, missing);
    tab.click("#add-goal");
    text_has(tab, "goal = ");
    words(tab, missing);
    tab.click("#palette [data-token='F']");
    tab.click("#cell-2-3");
    tab.click("#cell-3-3");
    words(
        tab,
        "Start is a position of the goal already: change one of them.",
    );
    assert_eq!(tab.text("#play-it"), "Play it");
    tab.click("#clear");
    tab.click("#cell-0-3");
    tab.click("#cell-1-3");
    tab.wait("document.getElementById('unsolvable').textContent.startsWith('Solvable in ')");
    assert_eq!(tab.value(faint), 16);
}

/// A piece keeps its colour while others are drawn, and while a goal is painted for it.
fn keep_colours(tab: &mut Tab) {
    let before = ["A", "B"].map(|token| colour(tab, token));
    tab.click("#drop-goal");
    tab.click("#clear");
    tab.click("#palette [data-token='A']");
    let first = colour(tab, "A");
    tab.click("#cell-0-0");
    text_has(tab, "A...");
    assert_eq!(first, before[0]);
    tab.click("#palette [data-token='B']");
    tab.click("#cell-0-2");
    text_has(tab, "A.B.");
    tab.click("#palette [data-token='A']");
    tab.click("#cell-0-1");
    text_has(tab, "AAB.");
    tab.wait("document.getElementById('play-it').href.includes('#text=')");
    let after = ["A", "B"].map(|token| colour(tab, token));
    assert_eq!(after, before);
    // A piece that is new has a colour that no other has.
    tab.click("#cell-0-3");
    tab.key("K", 0);
    text_has(tab, "AABK");
    let new = colour(tab, "K");
    assert!(!new.is_empty() && !after.contains(&new), "{new}");
}

/// Rows and columns change at once, and what was cut off comes back.
fn change_the_size(tab: &mut Tab) {
    tab.click("[aria-label='fewer columns']");
    text_has(tab, "\nAAB\n");
    tab.click("[aria-label='fewer columns']");
    text_has(tab, "\nAA\n");
    tab.click("[aria-label='more columns']");
    text_has(tab, "\nAAB\n");
    tab.write("#columns", "4");
    text_has(tab, "\nAABK\n");
    let tops = tab.value(
        "['rows', 'columns'].map((id) => document.getElementById(id).getBoundingClientRect().top)",
    );
    assert_eq!(tops[0], tops[1], "both stand on one line");
    // The walls of Start are those of its goals.
    tab.click("#add-goal");
    tab.click("[role=tab]");
    tab.click("#palette [data-token='#']");
    tab.click("#cell-4-0");
    text_has(tab, "#...\n\"\"\"\ngoal");
    let walls = "document.getElementById('text').value.split('\\n#').length - 1";
    assert_eq!(tab.value(walls), 2);
}
