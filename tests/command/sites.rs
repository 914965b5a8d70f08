//! `slidewise site`: the files that it writes, and what it refuses. `web::site` opens them.

use super::program::Program;
use serde_json::Value;
use std::fs;

/// The first bytes of WebAssembly, which are all that the command looks at.
const ENGINE: &str = "\0asm\u{1}\0\0\0";

#[test]
fn a_site_has_all_pages_pictures_and_the_catalogue() {
    let program = Program::new();
    program.write("engine.wasm", ENGINE);
    let told = program.json(&["site", "--engine", "engine.wasm", "--out", "a/site"]);
    assert_eq!(told["engine_bytes"], ENGINE.len());
    let read = |name: &str| fs::read_to_string(program.path("a/site").join(name)).unwrap();
    for page in ["index", "puzzle", "editor", "level", "learn", "404"] {
        let text = read(&format!("{page}.html"));
        assert!(text.contains("<main") && !text.contains("{{"), "{page}");
    }
    assert_eq!(read("assets/engine.wasm"), ENGINE);
    assert_eq!(read("assets/source.js"), read("assets/engine.js"));
    let catalogue: Value = serde_json::from_str(&read("data/catalogue.json")).unwrap();
    let listed = program.json(&["list"]);
    assert_eq!(catalogue["puzzles"], listed["puzzles"]);
    for puzzle in catalogue["puzzles"].as_array().unwrap() {
        let name = puzzle["name"].as_str().unwrap();
        assert!(
            read(&format!("thumbnails/{name}.svg")).starts_with("<svg"),
            "{name}"
        );
    }
    let levels: Value = serde_json::from_str(&read("data/levels.json")).unwrap();
    assert_eq!(levels["levels"].as_array().unwrap().len(), 155);
    // Each file is among those that the browser keeps, and no other.
    let worker = read("serviceworker.js");
    let kept = worker
        .lines()
        .find_map(|line| line.strip_prefix("const FILES = "));
    let kept: Vec<String> = serde_json::from_str(kept.unwrap().trim_end_matches(';')).unwrap();
    assert_eq!(kept.len() as u64 + 1, told["files"].as_u64().unwrap());
    for name in &kept {
        assert!(program.path("a/site").join(name).exists(), "{name}");
    }
}

#[test]
fn a_site_replaces_nothing_unasked_and_says_what_it_lacks() {
    let program = Program::new();
    program.write("engine.wasm", ENGINE);
    program.write("page.html", "<html>");
    let error = program.failure(&["site", "--out", "site"], 2);
    assert!(
        error["hint"]
            .as_str()
            .unwrap()
            .contains("tools/site --out DIR"),
        "{error}"
    );
    for wrong in ["page.html", "none.wasm", "."] {
        let error = program.failure(&["site", "--engine", wrong, "--out", "site"], 2);
        assert!(
            error["hint"].as_str().unwrap().contains("tools/site"),
            "{error}"
        );
    }
    program.failure(
        &["site", "--engine", "engine.wasm", "--out", "page.html"],
        2,
    );
    assert!(!program.path("site").exists());

    let words = ["site", "--engine", "engine.wasm", "--out", "site"];
    program.write("site/assets/style.css", "mine");
    program.write("site/notes.txt", "mine");
    program.failure(&words, 2);
    let read = |name: &str| fs::read_to_string(program.path(name)).unwrap();
    assert_eq!(read("site/assets/style.css"), "mine");
    assert!(
        !program.path("site/index.html").exists(),
        "nothing is written"
    );
    program.json(&[&words[..], &["--force"]].concat());
    assert_ne!(read("site/assets/style.css"), "mine");
    assert_eq!(read("site/notes.txt"), "mine");
    program.failure(&words, 2);
    program.json(&[&words[..], &["--force"]].concat());
}
