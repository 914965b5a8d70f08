//! The page of a board of tiles that is too large to explore: a lower bound at once, the distance
//! and a hint by tables, random starts; and what the page shows only where it is wanted.

use super::browser::nothing_went_wrong;
use super::devtools::{Tab, browser};
use super::server::Server;
use serde_json::json;
use std::io::{ErrorKind, Write};
use std::net::TcpStream;
use std::time::Duration;

/// A position of the 15-puzzle, and its distance to the goal by `slidewise solve`.
const SCRAMBLED: (&str, u64) = ("10 15 1 11:9 13 3 .:7 2 6 4:14 5 12 8", 46);

/// Keeps all texts that the distance to Finish has while the page is open.
const WATCHED: &str = r#"addEventListener("DOMContentLoaded", () => {
    window.seen = [];
    const left = document.getElementById("left");
    const see = () => seen.push(left.textContent);
    if (left) new MutationObserver(see).observe(left, { childList: true });
});"#;

/// Holds the list of all positions back until `release` is called.
const HELD_BACK: &str = r#"
const released = new Promise((done) => { window.release = done; });
const own = window.fetch;
window.fetch = async (path, options) => {
    if (String(path).includes("/api/book")) await released;
    return own(path, options);
};"#;

#[test]
fn what_is_shown_stays_while_the_page_learns_more_about_the_position() {
    // The test of the pages says that there is none.
    let Some(program) = browser() else { return };
    let server = Server::start(&["--threads", "1"]);
    let mut tab = Tab::open(&program);
    tab.begin_pages_with(HELD_BACK);
    tab.resize(1280, 800, false);
    let page = format!(
        "http://{}/puzzle#name=lane-rouge&metric=step",
        server.address
    );
    // Once the server has explored the puzzle, it knows a hint before the page has the list.
    tab.go(&page);
    tab.value("window.release()");
    tab.wait("document.getElementById('left')?.textContent === '116'");
    ask_for_a_hint(&mut tab, &page);
    let hint = tab.text("#news");
    tab.value("window.release()");
    tab.wait("!document.getElementById('findings').hidden");
    assert_eq!(tab.text("#news"), hint);
    tab.wait("document.querySelector('.advised') !== null");
    tab.click("#hint");
    tab.wait("document.getElementById('made').textContent === '1'");
    tab.wait("document.getElementById('left').textContent === '115'");
    assert_eq!(tab.text("#news"), "");
    ask_for_a_hint(&mut tab, &page);
    tab.click("#hint");
    tab.wait("document.getElementById('left').textContent === '115'");
    assert_eq!(tab.text("#change"), "▼ 1");
    tab.value("window.release()");
    tab.wait("!document.getElementById('findings').hidden");
    assert_eq!(tab.text("#change"), "▼ 1");
    nothing_went_wrong(&tab, &server);
}

/// Opens a page and asks for a hint at its Start.
fn ask_for_a_hint(tab: &mut Tab, page: &str) {
    tab.go(page);
    tab.wait("document.getElementById('left')?.textContent === '116'");
    tab.wait("!document.getElementById('hint').disabled");
    tab.click("#hint");
    tab.wait("document.getElementById('news').textContent.startsWith('Hint: ')");
}

#[test]
fn requests_that_wait_for_tables_keep_no_other_waiting() {
    let server = Server::start(&["--threads", "1"]);
    // A search of many seconds, which the tables of the puzzle make one after the other.
    let far = "24 23 22 21 20:19 18 17 16 15:14 13 12 11 10:9 8 7 6 5:4 3 2 1 .";
    let body = json!({"name": "tiles:5x5", "position": far}).to_string();
    let request = format!(
        "POST /api/solution HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        server.address,
        body.len()
    );
    let waiting: Vec<TcpStream> = (0..20)
        .map(|_| {
            let mut stream = TcpStream::connect(server.address).unwrap();
            stream.write_all(request.as_bytes()).unwrap();
            stream
        })
        .collect();
    // All of them are read before a connection that comes later has its answer.
    std::thread::sleep(Duration::from_secs(1));
    assert_eq!(server.get("/api/start").status, 200);
    for stream in &waiting {
        stream.set_nonblocking(true).unwrap();
        let answered = stream.peek(&mut [0]).map_err(|error| error.kind());
        assert_eq!(answered, Err(ErrorKind::WouldBlock), "the other came first");
    }
}

#[test]
fn a_fifteen_puzzle_has_a_bound_at_once_and_a_hint_by_tables() {
    let server = Server::start(&["--threads", "1"]);
    let (position, distance) = SCRAMBLED;
    // The test of the pages says that there is none.
    let Some(program) = browser() else { return };
    let mut tab = Tab::open(&program);
    tab.begin_pages_with(WATCHED);
    tab.resize(1280, 800, false);
    let at = position.replace(' ', "+");
    tab.go(&format!(
        "http://{}/puzzle#name=tiles:4x4&at={at}",
        server.address
    ));
    tab.wait(&format!(
        "document.getElementById('left')?.textContent === '{distance}'"
    ));
    let seen = tab.value("seen");
    let first = seen[0].as_str().unwrap();
    let bound: u64 = first.strip_prefix("≥ ").unwrap().parse().unwrap();
    assert!(
        bound < distance && (distance - bound).is_multiple_of(2),
        "{seen}"
    );
    take_hints(&mut tab, distance);
    start_at_random(&mut tab);
    show_what_is_wanted(&mut tab);
    offer_what_takes_long(&mut tab, &server);
    nothing_went_wrong(&tab, &server);
}

/// Each hint leads one nearer.
fn take_hints(tab: &mut Tab, distance: u64) {
    for made in 1..=3 {
        tab.click("#hint");
        tab.wait("document.getElementById('news').textContent.startsWith('Hint: ')");
        tab.click("#hint");
        tab.wait(&format!(
            "document.getElementById('left').textContent === '{}'",
            distance - made
        ));
    }
    tab.click("#solve");
    tab.wait(&format!(
        "document.querySelectorAll('#player li').length === {distance}"
    ));
}

/// Without distances a start is the end of a random walk, and the page says so. An exploration that
/// cannot begin is not offered.
fn start_at_random(tab: &mut Tab) {
    tab.wait("!document.getElementById('scramble').hidden");
    let words = tab.text("#scramble");
    assert!(words.contains("random steps from Start"), "{words}");
    tab.write("#distance", "40");
    let before = tab.value("location.hash");
    tab.click("#scramble button");
    tab.wait(&format!("location.hash !== {before}"));
    tab.wait("document.getElementById('made').textContent === '0'");
    // Forty steps lead forty steps away at most.
    tab.wait("/^\\d+$/.test(document.getElementById('left').textContent)");
    let left: u64 = tab.text("#left").parse().unwrap();
    assert!(left <= 40 && left.is_multiple_of(2), "{left}");
    let state = tab.text("#exploration .state");
    assert!(state.starts_with("Not explored: "), "{state}");
    let hidden = "document.getElementById('explore').hidden";
    assert_eq!(tab.value(hidden), true);
}

/// Where an exploration would take long, it is offered.
fn offer_what_takes_long(tab: &mut Tab, server: &Server) {
    for (name, is_long) in [("get-my-goat", true), ("tiles:2x3", false)] {
        tab.go(&format!("http://{}/puzzle#name={name}", server.address));
        let state = if is_long {
            "Not explored yet: "
        } else {
            "Explored: "
        };
        tab.wait(&format!(
            "document.querySelector('#exploration .state')?.textContent.startsWith('{state}')"
        ));
        let explore = tab.value("document.getElementById('explore').hidden");
        assert_eq!(explore, !is_long, "{name}");
        if is_long {
            tab.wait("document.getElementById('news').textContent.includes('offered below')");
        }
    }
}

/// Letters and coordinates are optional, which the browser remembers; a link says whose it is.
fn show_what_is_wanted(tab: &mut Tab) {
    let shown = |what: &str| format!("getComputedStyle(document.querySelector('{what}')).display");
    let (letters, names) = (shown("#board .mover text"), shown("#board .names"));
    assert_ne!(tab.value(&letters), "none");
    tab.click("#show-letters");
    tab.click("#show-coordinates");
    tab.call("Page.reload", &json!({}));
    tab.wait("document.querySelector('.mover.can') !== null");
    tab.wait(&format!("{letters} === 'none' && {names} === 'none'"));
    tab.click("#show-letters");
    tab.wait(&format!("{letters} !== 'none' && {names} === 'none'"));
    tab.click("#copy-link");
    tab.wait("!document.getElementById('link-words').hidden");
    let words = tab.text("#link-words");
    assert!(
        words.contains("another machine cannot reach it") && words.contains("127.0.0.1:"),
        "{words}"
    );
}
