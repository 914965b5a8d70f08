//! `graph` as a poster, and as a graph that turns.
#![cfg(feature = "pictures")]

use super::program::Program;
use gif::DecodeOptions;
use roxmltree::{Document, Node};
use std::fs;

fn split(words: &str) -> Vec<&str> {
    words.split(' ').collect()
}

/// The width and the height of a PNG file.
fn png_size(bytes: &[u8]) -> (u32, u32) {
    assert!(bytes.starts_with(b"\x89PNG"));
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn a_poster_has_its_figures_and_the_boards_at_its_ends() {
    let program = Program::new();
    let words = "graph lane-rouge --metric move --size A1 --out l.svg";
    let told = program.json(&split(words));
    assert_eq!(
        (&told["format"], &told["nodes"]),
        (&"svg".into(), &"25955".into())
    );
    let text = fs::read_to_string(program.path("l.svg")).unwrap();
    let document = Document::parse(&text).unwrap();
    let root = document.root_element();
    let [width, height]: [f64; 2] =
        ["width", "height"].map(|name| root.attribute(name).unwrap().parse().unwrap());
    let inches = (width / 96.0 * 25.4, height / 96.0 * 25.4);
    assert!(
        (inches.0 - 594.0).abs() < 0.1 && (inches.1 - 841.0).abs() < 0.1,
        "{inches:?}"
    );
    for words in [
        "L'Âne rouge",
        "25,955 positions and 47,151 edges; each edge is one move",
        "The farthest position is 124 moves from Start, the nearest Finish 81",
        "Start",
        "Finish: 81 moves",
        "Farthest: 124 moves",
        "Finish (964)",
    ] {
        let is_told = |own: &Node<'_, '_>| own.is_element() && own.text() == Some(words);
        assert!(document.descendants().any(|own| is_told(&own)), "{words}");
    }
    // Each letter stands beside its dot and its board.
    let is_board = |own: &Node<'_, '_>| own.tag_name().name() == "svg";
    assert_eq!(root.descendants().filter(is_board).count(), 1 + 3);
    let outside = root
        .children()
        .filter(|own| own.tag_name().name() == "text");
    let letters: Vec<&str> = outside.filter_map(|own| own.text()).collect();
    for letter in ["A", "B", "C"] {
        let count = letters.iter().filter(|own| **own == letter).count();
        assert_eq!(count, 2, "{letter} of {letters:?}");
    }
    // Everything stands on the page.
    let view: Vec<f64> = root
        .attribute("viewBox")
        .unwrap()
        .split(' ')
        .map(|own| own.parse().unwrap())
        .collect();
    for circle in root
        .children()
        .filter(|own| own.tag_name().name() == "circle")
    {
        let [x, y]: [f64; 2] =
            ["cx", "cy"].map(|name| circle.attribute(name).unwrap().parse().unwrap());
        assert!(x > 0.0 && x < view[2] && y > 0.0 && y < view[3], "{x} {y}");
    }
    program.text(&split(
        "graph lane-rouge --metric move --size A1 --out again.svg",
    ));
    assert!(
        text == fs::read_to_string(program.path("again.svg")).unwrap(),
        "the same bytes"
    );
}

#[test]
fn posters_have_the_size_of_their_paper() {
    let program = Program::new();
    for (words, size) in [
        ("--out t.pdf", "595.28 841.89"),
        ("--size a2 --out t.pdf", "1190.55 1683.78"),
        (
            "--size letter --orientation landscape --out t.pdf",
            "792.00 612.00",
        ),
    ] {
        let told = program.json(&[&["graph", "tiles:2x3", "--force"], &split(words)[..]].concat());
        let bytes = fs::read(program.path("t.pdf")).unwrap();
        assert_eq!(
            (&told["format"], &told["files"][0]["bytes"]),
            (&"pdf".into(), &bytes.len().into())
        );
        let text = String::from_utf8_lossy(&bytes);
        assert!(text.starts_with("%PDF-1.4") && text.ends_with("%%EOF\n"));
        assert!(text.contains(&format!("/MediaBox [0 0 {size}]")), "{words}");
        assert!(text.contains("/Count 1"));
    }
    for (orientation, size) in [("portrait", (1240, 1753)), ("landscape", (1753, 1240))] {
        let words = "graph tiles:2x3 --force --size A4 --out t.png --orientation";
        program.text(&[&split(words)[..], &[orientation]].concat());
        let found = png_size(&fs::read(program.path("t.png")).unwrap());
        assert_eq!(found, size, "{orientation}");
    }
}

#[test]
fn a_poster_of_a_part_or_a_level_says_what_it_shows() {
    let program = Program::new();
    let poster =
        |words: &str| program.text(&split(&format!("graph {words} --size A4 --format svg")));
    let part = poster("lane-rouge --max-generation 12");
    assert!(part.contains(">Positions at most 12 steps from Start; the farthest is 12 steps"));
    assert!(!part.contains("Finish:"), "no goal is that near");
    let around = poster("tiles:2x3 --around 123:45. --radius 1");
    assert!(around.contains(">Positions at most 1 step from 123:45."));
    let level = poster("microban:2");
    assert!(level.contains(">Farthest: 11 pushes<") && level.contains(">Finish: 3 pushes<"));
}

/// The frames of a GIF file, and the delay of each.
fn frames(bytes: &[u8]) -> Vec<(Vec<u8>, u16)> {
    let mut reader = DecodeOptions::new().read_info(bytes).unwrap();
    let mut frames = Vec::new();
    while let Some(frame) = reader.read_next_frame().unwrap() {
        assert_eq!((frame.width, frame.height), (800, 680));
        frames.push((frame.buffer.to_vec(), frame.delay));
    }
    frames
}

#[test]
fn a_gif_turns_the_graph_once_around() {
    let program = Program::new();
    let words = "graph classic-hughes --frames 8 --force --out h.gif";
    let told = program.json(&split(words));
    assert_eq!(told["format"], "gif");
    let bytes = fs::read(program.path("h.gif")).unwrap();
    let turn = frames(&bytes);
    assert_eq!(turn.len(), 8);
    for (number, pair) in turn.windows(2).enumerate() {
        assert_ne!(pair[0].0, pair[1].0, "frame {number} differs from the next");
    }
    assert_eq!(turn.iter().map(|own| u32::from(own.1)).sum::<u32>(), 800);
    program.text(&[&split(words)[..], &["--threads", "1"]].concat());
    assert!(
        bytes == fs::read(program.path("h.gif")).unwrap(),
        "threads change nothing"
    );
    let whole = frames(&{
        program.text(&split(
            "graph tiles:2x3 --layout tree --theme dark --out t.gif",
        ));
        fs::read(program.path("t.gif")).unwrap()
    });
    assert_eq!(whole.len(), 60);
    for (name, angle) in [("0.png", "0"), ("90.png", "90"), ("360.png", "360")] {
        program.text(&["graph", "classic-hughes", "--turn", angle, "--out", name]);
    }
    let [at_0, at_90, at_360] =
        ["0.png", "90.png", "360.png"].map(|name| fs::read(program.path(name)).unwrap());
    assert_eq!(png_size(&at_0), (1600, 1360));
    assert!(at_0 != at_90 && png_size(&at_360) == (1600, 1360));
}

#[test]
fn options_of_posters_and_turns_that_mean_nothing_are_refused() {
    let program = Program::new();
    for words in [
        "--out g.csv --size A4",
        "--out g.gif --size A4",
        "--out g.png --size A4 --turn 30",
        "--out g.pdf --size A5",
        "--out g.svg --orientation landscape",
        "--out g.pdf --orientation upright",
        "--out g.png --frames 10",
        "--out g.pdf --frames 10",
        "--out g.gif --frames 0",
        "--out g.gif --frames 401",
        "--out g.gif --turn 30",
        "--out g.svg --turn 30",
        "--out g.png --turn 361",
        "--format pdf",
        "--format gif",
    ] {
        program.failure(&[&["graph", "tiles:2x2"], &split(words)[..]].concat(), 2);
    }
    let large = "graph tiles:2x2 --out g.png --size A0 --memory 64M";
    let error = program.failure(&split(large), 1);
    assert!(
        error["message"].as_str().unwrap().contains("poster need"),
        "{error}"
    );
    assert!(
        error["hint"].as_str().unwrap().contains("smaller --size"),
        "{error}"
    );
    program.write("g.pdf", "somebody's own\n");
    program.failure(&split("graph tiles:2x2 --out g.pdf"), 2);
    assert_eq!(
        fs::read_to_string(program.path("g.pdf")).unwrap(),
        "somebody's own\n"
    );
    assert_eq!(program.names_in(""), ["g.pdf", "generations"]);
}

#[cfg(unix)]
#[test]
fn an_interrupted_turn_leaves_no_file() {
    let program = Program::new();
    let words = "graph lane-rouge --frames 400 --out l.gif";
    program.text(&split(
        "graph lane-rouge --coordinates --dimensions 3 --out l.csv",
    ));
    let child = program.command(&split(words)).spawn().unwrap();
    super::program::until_it_heeds_signals(&child);
    let id = child.id().to_string();
    std::process::Command::new("kill")
        .args(["-INT", &id])
        .status()
        .unwrap();
    let ran = child.wait_with_output().unwrap();
    assert_eq!(ran.status.code(), Some(1), "{ran:?}");
    assert_eq!(
        program.names_in(""),
        ["generations", "l.edges.csv", "l.nodes.csv"]
    );
}
