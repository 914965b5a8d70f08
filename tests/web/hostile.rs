//! Requests that nobody in good faith sends: each gets an answer of 4xx or none, and the server
//! goes on.

use super::server::{LONG, Server};
use serde_json::json;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

/// Requests for what the page shows beside the board, and for what can be taken away.
const BESIDE: [&str; 5] = [
    "/api/export",
    "/api/network",
    "/api/book",
    "/api/sample",
    "/api/walk",
];
const JSON: &str = "Content-Type: application/json\r\n";

/// The server is well: it describes a puzzle.
fn is_well(server: &Server) {
    let described = server.answer("/api/puzzle", &json!({"name": "checkmate"}));
    assert_eq!(described["title"], "Checkmate");
}

/// Sends a request of 100 MB, and gives the status and how long that took.
fn send_long(server: &Server, head: &str, chunk: &[u8]) -> String {
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(20)))
        .unwrap();
    stream.write_all(head.as_bytes()).unwrap();
    for _ in 0..100 {
        if stream.write_all(chunk).is_err() {
            break;
        }
    }
    let mut answer = [0; 12];
    // A request that is chunked never ends, so that the server has to.
    let _ = stream.shutdown(Shutdown::Write);
    let _ = stream.read(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn long_bodies_are_refused() {
    let server = Server::start(&[]);
    let head = |more: &str| {
        format!(
            "POST /api/read HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
             {more}\r\n\r\n"
        )
    };
    let million = vec![b' '; 1 << 20];
    let declared = head("Content-Length: 104857600");
    assert_eq!(send_long(&server, &declared, &million), "HTTP/1.1 413");
    let chunk = [b"100000\r\n", &million[..], b"\r\n"].concat();
    let chunked = send_long(&server, &head("Transfer-Encoding: chunked"), &chunk);
    assert!(
        chunked == "HTTP/1.1 413" || chunked == "HTTP/1.1 400",
        "{chunked}"
    );
    let expected =
        server.send(head("Content-Length: 104857600\r\nExpect: 100-continue").as_bytes());
    assert!(expected.starts_with("HTTP/1.1 413"), "{expected}");
    let longest = vec![b' '; (256 << 10) + 1];
    assert_eq!(server.post_text("/api/read", &longest).status, 413);
    for path in BESIDE {
        assert_eq!(server.post_text(path, &longest).status, 413, "{path}");
    }
    // One byte less is read, and is no JSON.
    assert_eq!(server.post_text("/api/read", &longest[1..]).status, 400);
    is_well(&server);
}

#[test]
fn other_names_and_other_sites_are_refused() {
    let server = Server::start(&[]);
    let body = br#"{"name":"checkmate"}"#;
    for host in [
        "evil.example",
        "127.0.0.1.evil.example",
        "10.0.0.1",
        "",
        "localhost@evil.example",
    ] {
        let more = format!("Host: {host}\r\n");
        assert_eq!(server.ask("GET", "/", &more, b"").status, 403, "{host}");
        let more = format!("{more}{JSON}");
        for path in ["/api/puzzle"].into_iter().chain(BESIDE) {
            let answer = server.ask("POST", path, &more, body);
            assert_eq!(answer.status, 403, "{host} {path}");
        }
    }
    let two = "Host: localhost\r\nHost: evil.example\r\n";
    assert!((400..500).contains(&server.ask("GET", "/", two, b"").status));
    let absolute = server.ask("GET", "http://evil.example/", "", b"");
    assert!((400..500).contains(&absolute.status), "{absolute:?}");
    for origin in [
        "http://evil.example",
        "null",
        "http://127.0.0.1:1",
        "https://localhost",
    ] {
        let more = format!("{JSON}Origin: {origin}\r\n");
        for path in ["/api/puzzle"].into_iter().chain(BESIDE) {
            let answer = server.ask("POST", path, &more, body);
            assert_eq!(answer.status, 403, "{origin} {path}");
        }
    }
    let own = format!("{JSON}Origin: http://{}\r\n", server.address);
    assert_eq!(server.ask("POST", "/api/puzzle", &own, body).status, 200);
    let form = "Content-Type: application/x-www-form-urlencoded\r\n";
    for path in ["/api/explore"].into_iter().chain(BESIDE) {
        let answer = server.ask("POST", path, form, body);
        assert_eq!(answer.status, 415, "{path}");
    }
    is_well(&server);
}

#[test]
fn every_answer_says_what_a_browser_may_do_with_it() {
    let server = Server::start(&[]);
    let own = "default-src 'self'";
    for (path, host, policy) in [
        ("/", "localhost", own),
        ("/assets/play.js", "localhost", own),
        ("/api/catalogue", "localhost", own),
        ("/nothing", "localhost", own),
        ("/", "evil.example", own),
        (
            "/thumbnails/checkmate.svg",
            "localhost",
            "default-src 'none'",
        ),
    ] {
        let asked = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        let answer = server.send(asked.as_bytes());
        let (head, _) = answer.split_once("\r\n\r\n").unwrap();
        let head = head.to_lowercase();
        for line in [
            &format!("content-security-policy: {policy}"),
            "x-content-type-options: nosniff",
            "x-frame-options: deny",
            "referrer-policy: no-referrer",
            "cross-origin-resource-policy: same-origin",
        ] {
            assert!(head.contains(line), "{path} of {host}: {line}: {head}");
        }
        assert!(!head.contains("access-control"), "{head}");
    }
}

#[test]
fn no_path_leads_out_and_no_name_is_a_file() {
    let server = Server::start(&[]);
    std::fs::write(server.folder.path().join("mine.toml"), "start = 'AB.'").unwrap();
    let long = format!("/{}", "a".repeat(20_000));
    for path in [
        "/../../etc/passwd",
        "/..",
        "/assets/../../Cargo.toml",
        "/assets/..%2f..%2fCargo.toml",
        "/assets/%2e%2e/x",
        "/assets/%00",
        "/assets/style.css%00.html",
        "/thumbnails/../mine.toml",
        "/thumbnails/..%2fmine.svg",
        "/thumbnails/%2fetc%2fpasswd.svg",
        "/api/explorations/../../mine",
        "/api/explorations/..%2f..",
        "//etc/passwd",
        "/%c0%ae%c0%ae/",
        "/assets/%ff",
        "/assets/",
        &long,
        "/?x=../../etc/passwd/../..",
        "*",
    ] {
        let answer = server.get(path);
        let is_refused = (400..500).contains(&answer.status);
        assert!(is_refused || path.starts_with("/?"), "{path}: {answer:?}");
        assert!(!answer.body.contains("root:"), "{path}");
        if path.starts_with("/a") {
            assert!(answer.object()["hint"].is_string(), "{path}");
        }
    }
    for name in [
        "mine.toml",
        "./mine.toml",
        "/etc/passwd",
        "../../etc/passwd",
        "mine",
        "\0",
        "checkmate/../checkmate",
    ] {
        let others = [
            "/api/puzzle",
            "/api/explore",
            "/api/position",
            "/api/picture",
        ];
        for path in others.into_iter().chain(BESIDE) {
            assert_eq!(
                server.post(path, &json!({"name": name})).status,
                404,
                "{name} {path}"
            );
        }
    }
    is_well(&server);
}

#[test]
fn malformed_puzzles_and_questions_are_refused() {
    let server = Server::start(&[]);
    refuses_malformed_puzzles(&server);
    refuses_malformed_questions(&server);
    refuses_other_methods(&server);
    is_well(&server);
}

fn refuses_malformed_puzzles(server: &Server) {
    let deep = format!("a = {}{}", "[".repeat(50_000), "]".repeat(50_000));
    let wide = format!("start = '{}'", "A".repeat(100_000));
    let tall = format!("start = '''\n{}'''", "A\n".repeat(50_000));
    let tokens = (0..128).map(|n| format!("t{n} ")).collect::<String>();
    let crowded = format!("start = '{tokens}'\n[[rule]]\nnever = 'adjacent'\npieces = []");
    for text in [
        "",
        "start",
        "start = ''",
        "start = 1",
        "\u{0}",
        "[[[[",
        &deep,
        &wide,
        &tall,
        &crowded,
        "start = 'A.'\ngoal = 'AA'",
        "start = 'A.'\n[[goal]]\nboard = 3",
        "start = '\u{202e}A.'",
        "start = 'AB.'\n[[rule]]\nnever = 'exposed'\npiece = 'Z'\nfrom = 'below z9'\ntoward = 'in'",
    ] {
        let others = [
            "/api/puzzle",
            "/api/position",
            "/api/explore",
            "/api/picture",
            "/api/plot",
        ];
        for path in others.into_iter().chain(BESIDE) {
            let answer = server.post(path, &json!({"text": text}));
            assert_eq!(answer.status, 400, "{path}: {text:.60}: {answer:?}");
            assert!(answer.object()["hint"].is_string());
        }
        assert_eq!(
            server.answer("/api/read", &json!({"text": text}))["ok"],
            false
        );
    }
}

fn refuses_malformed_questions(server: &Server) {
    let nested = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    for body in [
        "",
        "{",
        "null",
        "[]",
        "3",
        "{\"name\":3}",
        "{\"nam\":\"checkmate\"}",
        "{\"name\":\"checkmate\",\"text\":\"\"}",
        "{}",
        "{\"name\":\"checkmate\",\"limit\":-1}",
        "{\"name\":\"checkmate\",\"limit\":1e99}",
        &nested,
        "{\"name\":\"\\ud800\"}",
    ] {
        let others = ["/api/puzzle", "/api/explore", "/api/farthest"];
        for path in others.into_iter().chain(BESIDE) {
            assert_eq!(
                server.post_text(path, body.as_bytes()).status,
                400,
                "{path}: {body:.60}"
            );
        }
    }
    assert_eq!(
        server
            .post_text("/api/puzzle", b"{\"name\":\"\xff\xfe\"}")
            .status,
        400
    );
    let wrong = json!({"name": "lane-rouge", "metric": "leap"});
    assert_eq!(server.post("/api/explore", &wrong).status, 400);
    for position in ["", ":", "AAAA", "x".repeat(100_000).as_str()] {
        let asked = json!({"name": "lane-rouge", "position": position});
        assert_eq!(server.post("/api/position", &asked).status, 400);
    }
}

fn refuses_other_methods(server: &Server) {
    for (method, path) in [
        ("DELETE", "/api/puzzle"),
        ("PUT", "/"),
        ("POST", "/"),
        ("GET", "/api/puzzle"),
        ("BREW", "/"),
    ] {
        assert_eq!(
            server.ask(method, path, JSON, b"").status,
            405,
            "{method} {path}"
        );
    }
    for (path, method) in BESIDE
        .into_iter()
        .flat_map(|path| ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"].map(|own| (path, own)))
    {
        let answer = server.ask(method, path, JSON, b"{\"name\":\"checkmate\"}");
        assert_eq!(answer.status, 405, "{method} {path}");
    }
}

#[test]
fn graphs_samples_and_pages_are_of_what_is_explored_and_fits() {
    let server = Server::start(&["--threads", "1"]);
    let tiles = json!({"name": "tiles:2x3"});
    for path in ["/api/export", "/api/network", "/api/book", "/api/sample"] {
        let asked = json!({"name": "tiles:2x3", "distance": 3});
        assert_eq!(server.post(path, &asked).status, 409, "{path}");
    }
    assert_eq!(server.explore(&tiles)["state"], "ready");
    refuses_wrong_numbers(&server);
    // Another metric is not explored, and an id is no field.
    for path in ["/api/export", "/api/network", "/api/book", "/api/sample"] {
        let asked = json!({"name": "tiles:2x3", "metric": "move", "distance": 3});
        assert_eq!(server.post(path, &asked).status, 409, "{path}");
        for id in [json!("../../etc/passwd"), json!(u64::MAX), json!(null)] {
            let asked = json!({"name": "tiles:2x3", "exploration": id});
            assert_eq!(server.post(path, &asked).status, 400, "{path} {id}");
        }
    }
    // Pages are made one after the other, and each of those who ask gets one.
    let pages: Vec<u16> = std::thread::scope(|scope| {
        let asking: Vec<_> = (0..24)
            .map(|_| scope.spawn(|| server.post("/api/export", &tiles).status))
            .collect();
        asking.into_iter().map(|own| own.join().unwrap()).collect()
    });
    assert_eq!(pages, [200; 24]);
    // More positions than are drawn.
    let large = json!({"name": "tiles:2x5"});
    assert_eq!(server.explore(&large)["state"], "ready");
    let refused = server.post("/api/book", &large);
    assert_eq!(refused.status, 409, "{refused:?}");
    let refused = loop {
        let answer = server.post("/api/network", &large);
        if answer.status != 202 {
            break answer;
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    assert_eq!(refused.status, 409, "{refused:?}");
    is_well(&server);
}

/// Numbers that are none, or too large: a wrong request, or positions that do not exist.
fn refuses_wrong_numbers(server: &Server) {
    for distance in ["-1", "1.5", "1e99", "\"9\"", "[]", "18446744073709551616"] {
        let body = format!("{{\"name\":\"tiles:2x3\",\"distance\":{distance}}}");
        let answer = server.post_text("/api/sample", body.as_bytes());
        assert_eq!(answer.status, 400, "{distance}");
    }
    assert_eq!(
        server
            .post("/api/sample", &json!({"name": "tiles:2x3"}))
            .status,
        400
    );
    for distance in [22, 1 << 32, u64::MAX] {
        for from in ["start", "goal"] {
            let asked = json!({"name": "tiles:2x3", "distance": distance, "from": from});
            assert_eq!(server.post("/api/sample", &asked).status, 404, "{asked}");
        }
    }
    let asked = json!({"name": "tiles:2x3", "distance": 3, "from": "nowhere"});
    assert_eq!(server.post("/api/sample", &asked).status, 400);
    // Few are given, however many are asked for.
    let asked = json!({"name": "tiles:2x3", "distance": 12, "limit": u64::MAX});
    let given = server.answer("/api/sample", &asked);
    let given = given["positions"].as_array().unwrap().len();
    assert!((1..=60).contains(&given), "{given}");
    for steps in ["0", "-1", "1001", "18446744073709551615", "1e9", "null"] {
        let body = format!("{{\"name\":\"tiles:2x3\",\"steps\":{steps}}}");
        let answer = server.post_text("/api/walk", body.as_bytes());
        assert_eq!(answer.status, 400, "{steps}");
    }
    let walked = server.answer("/api/walk", &json!({"name": "tiles:4x4", "steps": 1000}));
    assert_eq!(walked["steps"], 1000);
}

#[test]
fn what_is_no_http_ends_its_own_connection_alone() {
    let server = Server::start(&[]);
    let mut noise: Vec<u8> = (0..70_000_u32)
        .map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect();
    let begin = noise.clone();
    noise.extend_from_slice(b"\r\n\r\n");
    let heads = format!(
        "GET / HTTP/1.1\r\nHost: localhost\r\n{}\r\n",
        "X: y\r\n".repeat(5_000)
    );
    let smuggled = "POST /api/read HTTP/1.1\r\nHost: localhost\r\n\
                    Content-Type: application/json\r\n\
                    Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n\
                    GET / HTTP/1.1\r\n\r\n";
    for bytes in [
        &noise[..],
        &begin[..1],
        b"\0\0\0\0\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        heads.as_bytes(),
        smuggled.as_bytes(),
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999999\r\n\r\n",
    ] {
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .unwrap();
        let _ = stream.write_all(bytes);
        let _ = stream.shutdown(Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer);
        assert!(
            answer.is_empty() || answer.starts_with("HTTP/1.1 4"),
            "{answer}"
        );
    }
    // More connections than there may be, none of which says anything; those that wait are let in
    // as others go.
    let silent: Vec<_> = (0..100)
        .map(|_| TcpStream::connect(server.address).unwrap())
        .collect();
    drop(silent);
    is_well(&server);
}

#[test]
fn of_two_hundred_explorations_at_once_few_go_on() {
    let server = Server::start(&["--jobs", "2", "--threads", "1"]);
    // Each of them takes a while, and asks for another goal.
    let puzzle = |number: usize| {
        let (tile, pair) = (number / 132 + 2, number % 132);
        let mut goal = ["."; 12].map(str::to_owned);
        goal[pair % 12] = "1".to_owned();
        goal[(pair % 12 + 1 + pair / 12) % 12] = tile.to_string();
        let goal: Vec<String> = goal.chunks(4).map(|row| row.join(" ")).collect();
        let text = format!("{LONG}goal = '''\n{}\n'''", goal.join("\n"));
        json!({"text": text, "metric": "slide"})
    };
    let statuses: Vec<(u16, Option<String>)> = std::thread::scope(|scope| {
        let server = &server;
        let asking: Vec<_> = (0..200)
            .map(|number| {
                scope.spawn(move || {
                    let answer = server.post("/api/explore", &puzzle(number));
                    let id = (answer.status == 202)
                        .then(|| answer.object()["exploration"].as_str().unwrap().to_owned());
                    (answer.status, id)
                })
            })
            .collect();
        asking.into_iter().map(|own| own.join().unwrap()).collect()
    });
    assert!(
        statuses
            .iter()
            .all(|(status, _)| [202, 429].contains(status)),
        "{statuses:?}"
    );
    let ids: Vec<&String> = statuses.iter().filter_map(|(_, id)| id.as_ref()).collect();
    // Two go on and four wait; where one is done before all have asked, another gets in.
    assert!((2..20).contains(&ids.len()), "{ids:?}");
    is_well(&server);
    for id in ids {
        let path = format!("/api/explorations/{id}/stop");
        assert_eq!(server.post(&path, &json!({})).status, 200);
    }
    // There is room again.
    let told = server.explore(&json!({"name": "lane-rouge"}));
    assert_eq!(told["state"], "ready", "{told}");
}
