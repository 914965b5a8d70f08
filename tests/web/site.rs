//! The site of `slidewise site` in a browser, from a server of files alone: its pages answer by the
//! engine that they bring, also without a network, and as the program does.

use super::devtools::{Tab, browser};
use super::server::Server;
use crate::oracle::random::PUZZLES;
use crate::support::skipped::skipped;
use serde_json::{Value, json};
use slidewise::unstable::app::Explorer;
use slidewise::unstable::engine::graph::Metric;
use slidewise::unstable::puzzle::{Puzzle, builtin};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The folder below which the site stands, as on a host of many sites.
const BELOW: &str = "/puzzles/of/all";

/// A server that sends the files of a folder and knows nothing else.
struct FileServer {
    address: SocketAddr,
    is_closed: Arc<AtomicBool>,
}

impl FileServer {
    fn start(folder: PathBuf) -> FileServer {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let is_closed = Arc::new(AtomicBool::new(false));
        let closed = Arc::clone(&is_closed);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                if closed.load(Ordering::SeqCst) {
                    return;
                }
                let folder = folder.clone();
                std::thread::spawn(move || {
                    // A browser may close a connection at any moment.
                    let _ = stream.and_then(|stream| send(&stream, &folder));
                });
            }
        });
        FileServer { address, is_closed }
    }

    /// Ends the server: nobody listens any more.
    fn stop(&self) {
        self.is_closed.store(true, Ordering::SeqCst);
        let _ = TcpStream::connect(self.address);
    }

    fn url(&self, page: &str) -> String {
        format!("http://{}{BELOW}/{page}", self.address)
    }
}

/// Answers one request with a file.
fn send(mut stream: &TcpStream, folder: &Path) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    for line in lines.by_ref() {
        if line?.is_empty() {
            break;
        }
    }
    let path = first.split(' ').nth(1).unwrap_or_default();
    let path = path.split('?').next().unwrap_or_default();
    let name = path
        .strip_prefix(BELOW)
        .map(|name| name.trim_start_matches('/'));
    let name = name.map(|name| if name.is_empty() { "index.html" } else { name });
    let found = name.and_then(|name| fs::read(folder.join(name)).ok().map(|bytes| (name, bytes)));
    let (status, kind, bytes) = match found {
        Some((name, bytes)) => ("200 OK", kind_of(name), bytes),
        None => {
            let page = fs::read(folder.join("404.html"))?;
            ("404 Not Found", "text/html", page)
        }
    };
    let length = bytes.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\
         Connection: close\r\n\r\n"
    )?;
    stream.write_all(&bytes)
}

fn kind_of(name: &str) -> &'static str {
    match Path::new(name).extension().and_then(|own| own.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}

/// A browser and a site with the engine that `SLIDEWISE_ENGINE` names; `None` where one is missing.
fn opened() -> Option<(Tab, FileServer, tempfile::TempDir)> {
    let program = browser()?;
    let Some(engine) = std::env::var_os("SLIDEWISE_ENGINE") else {
        skipped(
            "there is no engine for a browser, so the site was NOT opened.\n*** tools/site \
             --engine FILE builds it; SLIDEWISE_ENGINE names it.",
        );
        return None;
    };
    let folder = tempfile::tempdir().unwrap();
    let written = Command::new(env!("CARGO_BIN_EXE_slidewise"))
        .args(["site", "--quiet", "--engine"])
        .arg(engine)
        .arg("--out")
        .arg(folder.path())
        .output()
        .unwrap();
    assert!(written.status.success(), "{written:?}");
    let server = FileServer::start(folder.path().to_owned());
    let mut tab = Tab::open(&program);
    tab.resize(1200, 900, false);
    Some((tab, server, folder))
}

/// Waits until the first board can be played.
fn play_at_once(tab: &mut Tab, server: &FileServer) {
    tab.go(&server.url(""));
    tab.wait("document.getElementById('left')?.textContent === '81'");
    tab.wait("document.querySelectorAll('.families .card').length > 10");
    tab.click("#hint");
    tab.wait("document.getElementById('news').textContent.startsWith('Hint: ')");
    tab.write("#search", "15 puzzle");
    tab.wait("document.querySelector('.card').href.endsWith('puzzle.html#name=tiles%3A4x4')");
}

/// Opens the first of the levels, which is known at once.
fn open_a_level(tab: &mut Tab, server: &FileServer) {
    tab.go(&server.url("level.html"));
    tab.wait("document.querySelectorAll('#choice .card').length === 155");
    tab.value("document.querySelector('#choice .card').click()");
    tab.wait("document.getElementById('least')?.textContent === '8'");
}

/// Opens each kind of page, each of which answers.
fn open_all(tab: &mut Tab, server: &FileServer) {
    play_at_once(tab, server);
    tab.go(&server.url("puzzle.html#name=checkmate"));
    tab.wait("document.getElementById('left')?.textContent === '66'");
    tab.wait("!document.getElementById('findings').hidden");
    tab.wait("document.querySelectorAll('#farthest li').length > 0");
    tab.go(&server.url("puzzle.html?name=tiles:4x4"));
    tab.wait("document.querySelector('.mover.can') !== null");
    // It leads to another address.
    tab.value(&format!(
        "location.href = {:?}; 0",
        server.url("puzzle/lane-rouge")
    ));
    tab.wait(
        "location.pathname.endsWith('/puzzle.html') && \
         document.getElementById('left')?.textContent === '81'",
    );
    tab.go(&server.url("editor.html"));
    tab.wait("document.getElementById('play-it').href.includes('#text=')");
    tab.value("document.getElementById('hardest').click()");
    tab.wait("document.getElementById('hardest-words')?.textContent.includes('needs')");
    open_a_level(tab, server);
}

#[test]
fn a_site_works_in_a_folder_and_without_a_network() {
    let Some((mut tab, server, _folder)) = opened() else {
        return;
    };
    open_all(&mut tab, &server);
    tab.wait("navigator.serviceWorker.controller !== null");
    tab.value("navigator.serviceWorker.ready.then(() => true)");
    server.stop();
    // The address of a page that the site lacks is known to the host alone.
    play_at_once(&mut tab, &server);
    tab.go(&server.url("puzzle.html#name=checkmate&metric=slide"));
    tab.wait("document.getElementById('left')?.textContent === '66'");
    open_a_level(&mut tab, &server);
}

#[test]
fn a_long_search_shows_its_progress_and_stops_at_once() {
    let Some((mut tab, server, _folder)) = opened() else {
        return;
    };
    tab.go(&server.url("puzzle.html#name=get-my-goat-commercial&metric=slide"));
    tab.wait(
        "document.querySelector('#exploration .state')?.textContent.startsWith('Not explored yet')",
    );
    tab.wait("!document.getElementById('scramble').hidden");
    tab.click("#explore");
    tab.wait(
        "document.querySelector('#exploration .state').textContent.startsWith('From Start: ')",
    );
    tab.wait("document.querySelectorAll('#exploration .bars rect').length > 2");
    tab.click("#stop");
    tab.wait("document.querySelector('#exploration .state').textContent.includes('stopped')");
    // The next question has an engine of its own.
    tab.go(&server.url("puzzle.html#name=lane-rouge"));
    tab.wait("document.getElementById('left')?.textContent === '81'");
}

/// What the engine in the browser finds out about a puzzle.
fn told(tab: &mut Tab, puzzle: &Value, metric: Metric) -> Value {
    let mut asked = puzzle.clone();
    asked["metric"] = json!(metric.name());
    let text = tab.value(&format!(
        "import('./assets/source.js').then(async ({{ request }}) => {{\
           let told = await (await request('/api/explore', {asked})).json();\
           while (told.state === 'numbering' || told.state === 'exploring') {{\
             await new Promise((done) => setTimeout(done, 10));\
             told = await (await request(`/api/explorations/${{told.exploration}}`)).json();\
           }}\
           return JSON.stringify(told);\
         }})"
    ));
    serde_json::from_str(text.as_str().unwrap()).unwrap()
}

/// Compares what the engine in the browser finds with what the library finds; whether the puzzle
/// could be explored.
fn agree(tab: &mut Tab, asked: &Value, puzzle: &Puzzle, metric: Metric) -> bool {
    let told = told(tab, asked, metric);
    let name = &puzzle.name;
    let Ok(search) = Explorer::new(puzzle).metric(metric).explore() else {
        assert_eq!(told["state"], "failed", "{name}: {told}");
        return false;
    };
    let counts: Vec<String> = search.generations().iter().map(u64::to_string).collect();
    assert_eq!(
        told["generations"],
        json!(counts),
        "{name} in {}",
        metric.name()
    );
    let length = search.solve().ok().map(|solution| solution.len());
    let goal = told["goal"]["generation"].as_u64();
    assert_eq!(
        goal,
        length.map(|own| own as u64),
        "{name} in {}",
        metric.name()
    );
    true
}

/// Whether a puzzle has no more than a million numbers or so.
fn is_small(puzzle: &Puzzle) -> bool {
    let numbered = Explorer::new(puzzle).number();
    numbered.is_ok_and(|numbered| numbered.graph.len() <= 3_000_000)
}

#[test]
fn the_engine_in_the_browser_finds_what_the_library_finds() {
    let Some((mut tab, server, _folder)) = opened() else {
        return;
    };
    tab.go(&server.url("level.html"));
    let all = std::env::var("SLIDEWISE_PUZZLES").is_ok();
    let mut compared = 0;
    for (number, found) in builtin::list().iter().enumerate() {
        let puzzle = found.read().unwrap();
        if !all && number % 12 != 0 || !is_small(&puzzle) {
            continue;
        }
        let asked = json!({"name": puzzle.name});
        for metric in Metric::OF_ONE_PIECE {
            compared += u64::from(agree(&mut tab, &asked, &puzzle, metric));
        }
    }
    let count = if all { 200 } else { 12 };
    for (_, text) in PUZZLES.iter().take(count) {
        let puzzle = Puzzle::from_toml("drawn", "drawn.toml", text).unwrap();
        for metric in Metric::OF_ONE_PIECE {
            compared += u64::from(agree(&mut tab, &json!({"text": text}), &puzzle, metric));
        }
    }
    assert!(compared > 40, "{compared}");
}

/// The SHA-256 of the answer to a request, from where a page has its answers.
fn digest(tab: &mut Tab, source: &str, path: &str, asked: &Value) -> Value {
    tab.value(&format!(
        "import({source:?}).then(async ({{ request }}) => {{\
           let told;\
           do told = await request({path:?}, {asked}); while (told.status === 202);\
           if (!told.ok) return told.status;\
           const sum = await crypto.subtle.digest('SHA-256', await told.arrayBuffer());\
           return [...new Uint8Array(sum)].join();\
         }})"
    ))
}

#[test]
fn state_graphs_have_the_same_places_from_the_engine_in_the_browser() {
    let Some((mut tab, server, _folder)) = opened() else {
        return;
    };
    let program = Server::start(&["--threads", "2"]);
    let puzzle = json!({"name": "lane-rouge", "metric": "step"});
    let level = json!({"level": "--####:###--####:#-----$-#:#-#--#$-#:#-.-.#@-#:#########"});
    let asked = [("/api/network", &puzzle), ("/api/level/network", &level)];
    let mut all = Vec::new();
    for (page, source) in [
        (server.url("level.html"), "./assets/source.js"),
        (
            format!("http://{}/level", program.address),
            "/assets/source.js",
        ),
    ] {
        tab.go(&page);
        if source.starts_with('/') {
            assert_eq!(program.explore(&puzzle)["state"], "ready");
        } else {
            assert_eq!(told(&mut tab, &puzzle, Metric::Step)["state"], "ready");
        }
        let mut own = Vec::new();
        for (path, subject) in asked {
            for (layout, dimensions) in [("distances", 3), ("tree", 2)] {
                let mut subject = subject.clone();
                subject["layout"] = json!(layout);
                subject["dimensions"] = json!(dimensions);
                let sum = digest(&mut tab, source, path, &subject);
                assert!(sum.is_string(), "{path}: {sum}");
                own.push(sum);
            }
        }
        all.push(own);
    }
    assert_eq!(all[0], all[1]);
}
