//! How long pages take until something is seen, and moves until the board shows them: figures for
//! the reader, of which no test asserts any.

use super::devtools::{Tab, browser};
use super::hand::open_puzzle;
use super::server::Server;
use std::time::Duration;

/// How long the page before has to go away, so that its end delays no other, where pages are
/// opened several times.
const REST: Duration = Duration::from_secs(1);

/// Number of times that each page is opened: once, unless the environment variable
/// `SLIDEWISE_TIMES` asks for more.
fn times() -> usize {
    let times = std::env::var("SLIDEWISE_TIMES").ok();
    times.map_or(1, |times| times.parse().expect("a number"))
}

/// Milliseconds from the request of the page to its first content.
const FIRST_PAINT: &str = "new Promise(then => {
    const find = () => {
        const painted = performance.getEntriesByName('first-contentful-paint')[0];
        if (painted) then(painted.startTime); else setTimeout(find, 5);
    };
    find();
})";

/// Dispatches a key and answers with the milliseconds that the page's own code took until the next
/// frame could be drawn, style and layout among them.
fn key(key: &str) -> String {
    format!(
        "new Promise(then => requestAnimationFrame(() => {{
            const begun = performance.now();
            const target = document.activeElement ?? document.body;
            target.dispatchEvent(new KeyboardEvent('keydown', {{ key: {key:?}, bubbles: true }}));
            document.body.getBoundingClientRect();
            then(performance.now() - begun);
        }}))"
    )
}

fn median(mut times: Vec<f64>) -> (f64, f64) {
    times.sort_by(f64::total_cmp);
    (times[times.len() / 2], times[times.len() - 1])
}

#[test]
fn pages_and_moves_take_these_times() {
    // The test of the pages says that there is none.
    let Some(program) = browser() else { return };
    let server = Server::start(&["--threads", "2"]);
    let mut tab = Tab::open(&program);
    tab.resize(1280, 800, false);
    let often = times();
    // Each page, and what it shows when it is the page that was asked for.
    for (page, shown) in [
        ("", ".card"),
        ("puzzle#name=lane-rouge", "#board"),
        ("puzzle#name=tiles:3x3", "#board"),
        ("editor", "#cells"),
        ("level", "#paste"),
    ] {
        let address = format!("http://{}/{page}", server.address);
        let times = (0..often).map(|_| {
            tab.go("about:blank");
            if often > 1 {
                std::thread::sleep(REST);
            }
            tab.go(&address);
            tab.wait(&format!("document.querySelector('{shown}') !== null"));
            tab.value(FIRST_PAINT).as_f64().unwrap()
        });
        let (median, most) = median(times.collect());
        eprintln!("/{page}: first content after {median:.0} ms (median), {most:.0} ms (most)");
    }
    open_puzzle(&mut tab, &server, "name=lane-rouge&metric=step", "116");
    tab.wait("document.querySelector('.mover.can') !== null");
    tab.key("h", 0);
    let mut times = Vec::new();
    for number in 1..=20 {
        let arrow = ["ArrowUp", "ArrowDown"][number % 2];
        times.push(tab.value(&key(arrow)).as_f64().unwrap());
        tab.wait(&format!(
            "document.getElementById('made').textContent === '{number}'"
        ));
    }
    let (median, most) = median(times);
    eprintln!("a move takes {median:.1} ms (median), {most:.1} ms (most)");
}
