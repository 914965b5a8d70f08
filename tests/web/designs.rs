//! The hardest start of a drawn puzzle's pieces.

use super::server::Server;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// The pieces of L'Âne rouge.
const DRAWN: &str = "title = \"Drawn\"\nstart = \"\"\"\nBAAC\nBAAC\nDEEF\nDGHF\nI..J\n\"\"\"\n\
                     goal = \"\"\"\n....\n....\n....\n.AA.\n.AA.\n\"\"\"\n";

/// As many pieces, and room for a hundred million boards.
const LARGE: &str = "start = \"\"\"\nAABC..\nAABC..\nDEFGG.\nDEFHH.\n......\n......\n\"\"\"\n\
                     goal = \"\"\"\n......\n......\n......\n......\n....AA\n....AA\n\"\"\"\n";

fn ended(server: &Server, mut told: Value) -> Value {
    let begun = Instant::now();
    while told["state"] == "searching" {
        assert!(begun.elapsed() < Duration::from_secs(180), "{told}");
        std::thread::sleep(Duration::from_millis(5));
        let id = told["design"].as_str().unwrap();
        told = server.get(&format!("/api/designs/{id}")).object();
    }
    told
}

#[test]
fn the_hardest_start_of_drawn_pieces_needs_as_many_moves_as_an_exploration_says() {
    let server = Server::start(&[]);
    for metric in ["step", "slide", "move"] {
        let asked = json!({"text": DRAWN, "metric": metric});
        let told = ended(&server, server.answer("/api/hardest", &asked));
        assert_eq!(told["state"], "ready", "{told}");
        assert_eq!(told["boards"], "65880");
        let found = json!({"text": told["text"], "metric": metric});
        let explored = server.explore(&found);
        assert_eq!(explored["goal"]["generation"], told["moves"], "{metric}");
        let first = server.explore(&asked);
        assert!(first["goal"]["generation"].as_u64() < told["moves"].as_u64());
    }
}

#[test]
fn the_hardest_start_on_one_column_is_found_or_refused() {
    let server = Server::start(&[]);
    let drawn = |axis: &str| {
        let start = "start = '''\nA\nA\n.\n.\n'''\ngoal = '''\n.\n.\nA\nA\n'''\n";
        json!({"text": format!("{start}{axis} = ['A']\n"), "metric": "step"})
    };
    let told = ended(&server, server.answer("/api/hardest", &drawn("vertical")));
    assert_eq!(told["boards"], "3", "{told}");
    assert_eq!(told["moves"], 2, "{told}");
    let refused = server.post("/api/hardest", &drawn("horizontal"));
    assert_eq!(refused.status, 400, "{refused:?}");
    let error = refused.object()["error"].to_string();
    assert!(
        error.contains("neither all freely nor all along"),
        "{error}"
    );
}

#[test]
fn designs_keep_to_the_limits_of_the_server() {
    let server = Server::start(&["--jobs", "1"]);
    let large = json!({"text": LARGE, "metric": "step"});
    let running = server.answer("/api/hardest", &large);
    let refused = server.post("/api/hardest", &large);
    assert_eq!(refused.status, 429, "{refused:?}");
    let id = running["design"].as_str().unwrap();
    server.answer(&format!("/api/designs/{id}/stop"), &json!({}));
    assert_eq!(ended(&server, running)["state"], "stopped");

    let server = Server::start(&["--time-limit", "1"]);
    let told = ended(&server, server.answer("/api/hardest", &large));
    assert_eq!(told["state"], "stopped", "{told}");
    assert!(
        told["error"]
            .as_str()
            .unwrap()
            .contains("time limit of 1 s")
    );

    let server = Server::start(&["--memory", "1M"]);
    let told = ended(&server, server.answer("/api/hardest", &large));
    assert_eq!(told["state"], "failed", "{told}");
    assert!(told["text"].is_null());
}

#[test]
fn puzzles_whose_pieces_make_no_family_are_refused() {
    let server = Server::start(&[]);
    for (asked, status) in [
        (json!({"name": "checkmate"}), 400),
        (json!({"text": "start = 'a.'"}), 400),
        (json!({"text": DRAWN, "metric": "line"}), 400),
        (json!({"text": "start = "}), 400),
        (json!({}), 400),
    ] {
        let answer = server.post("/api/hardest", &asked);
        assert_eq!(answer.status, status, "{asked}: {answer:?}");
        let told = answer.object();
        assert!(!told["error"].as_str().unwrap().is_empty() && told["hint"].is_string());
    }
    assert_eq!(server.get("/api/designs/1").status, 404);
    assert_eq!(server.post("/api/designs/x/stop", &json!({})).status, 404);
}
