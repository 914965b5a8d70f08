//! Commands on Sokoban levels: the built-in ones, pictures and graphs, and the search with a bound
//! for what does not fit.

use super::program::Program;
use super::table::rows;
use serde_json::Value;
use std::fs;

/// In 3 pushes and 7 steps; a push to the left is dead.
const ONE: &str = "#######\n#     #\n# $@ .#\n#     #\n#######\n";
/// In 8 pushes; its positions do not fit into 100 KB.
const LARGE: &str = "########\n#      #\n# $$$$ #\n#@     #\n# .... #\n#      #\n########\n";

/// The player cannot walk behind the box that he would push to the goal.
const BEHIND: &str = "########\n#.  @$ #\n########\n";

fn program() -> Program {
    let program = Program::new();
    program.write("one.xsb", ONE);
    program.write("large.xsb", LARGE);
    program
}

fn message(program: &Program, words: &[&str], code: i32) -> String {
    let error = program.failure(words, code);
    error["message"].as_str().unwrap().to_owned()
}

#[test]
fn live_cells_are_those_of_a_player_who_is_placed_at_will() {
    let program = Program::new();
    program.write("behind.xsb", BEHIND);
    // All but the last cell, from which no player could push.
    let shown = program.json(&["show", "behind.xsb"]);
    assert_eq!(
        (&shown["cells"], &shown["live_cells"]),
        (&6.into(), &5.into())
    );
    let message = message(&program, &["solve", "behind.xsb"], 3);
    assert!(message.contains("has no solution"), "{message}");
}

#[test]
fn a_level_that_does_not_fit_is_solved_with_a_bound() {
    let program = program();
    let within = |memory: &str| program.json(&["solve", "large.xsb", "--memory", memory]);
    let explored = within("64M");
    assert_eq!(explored["method"], Value::Null);
    assert_eq!(
        (&explored["pushes"], &explored["steps"]),
        (&8.into(), &20.into())
    );
    let guided = within("100K");
    assert_eq!(guided["method"], "tables");
    assert_eq!(
        (&guided["pushes"], &guided["proved"]),
        (&8.into(), &true.into())
    );
    // Where the positions on solutions of 8 pushes do not fit, there may be fewer steps.
    assert!(guided["steps"].as_u64() >= explored["steps"].as_u64());
    let text = program.text(&["solve", "large.xsb", "--memory", "100K"]);
    let is_open = text.contains("perhaps not the fewest steps");
    assert_eq!(guided["routes"].is_null(), is_open, "{text}");
    let bounded = program.json(&["solve", "large.xsb", "--method", "tables"]);
    assert_eq!(bounded["method"], "tables");
    for field in ["pushes", "steps", "routes", "lurd"] {
        assert_eq!(bounded[field], explored[field], "{field}");
    }
    program.write("way.lurd", guided["lurd"].as_str().unwrap());
    let replayed = program.json(&["replay", "large.xsb", "way.lurd"]);
    assert_eq!(
        (&replayed["ok"], &replayed["pushes"]),
        (&true.into(), &8.into())
    );
    let words = [
        "solve",
        "large.xsb",
        "--memory",
        "100K",
        "--method",
        "explore",
    ];
    assert!(message(&program, &words, 1).contains("more than 100 KB"));
    let step = ["solve", "large.xsb", "--metric", "step"];
    let explored = program.json(&step);
    let bounded = program.json(&[&step[..], &["--method", "tables"]].concat());
    assert_eq!(
        (&bounded["method"], &bounded["metric"]),
        (&"tables".into(), &"step".into())
    );
    for field in ["pushes", "steps", "routes", "lurd", "proved"] {
        assert_eq!(bounded[field], explored[field], "{field}");
    }
    let words = [&step[..], &["--memory", "100K"]].concat();
    let ran = program.run(&words);
    assert!(ran.stdout.starts_with("large.xsb: "), "{ran:?}");
    assert!(ran.stdout.contains("fewest steps, proved") || ran.stdout.contains(" steps; "));
    // Without a solution there is nothing to bound.
    program.write("stuck.xsb", "#####\n#$@.#\n#   #\n#####\n");
    let words = ["solve", "stuck.xsb", "--method", "tables"];
    assert!(message(&program, &words, 3).contains("no solution"));
}

#[test]
fn a_search_that_fills_the_memory_prints_its_bound() {
    let program = program();
    let words = [
        "solve",
        "microban:93",
        "--method",
        "tables",
        "--memory",
        "100K",
    ];
    let ran = program.run(&[&words[..], &["--json"]].concat());
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let stopped = ran.object();
    assert_eq!(
        (&stopped["proved"], &stopped["pushes"]),
        (&false.into(), &Value::Null)
    );
    let at_least = stopped["at_least"].as_u64().unwrap();
    assert!(at_least > 0);
    let ran = program.run(&words);
    let line = format!("microban:93: at least {at_least} pushes");
    assert!(ran.stdout.starts_with(&line), "{ran:?}");
}

#[test]
fn the_built_in_levels_have_their_author() {
    let program = program();
    let shown = program.json(&["show", "microban:1"]);
    assert_eq!(shown["author"], "David W. Skinner");
    let solved = program.json(&["solve", "microban:1"]);
    assert_eq!(
        (&solved["pushes"], &solved["steps"]),
        (&8.into(), &33.into())
    );
    assert_eq!(program.json(&["show", "microban#44"])["boxes"], 1);
    assert!(message(&program, &["solve", "microban"], 2).contains("155 levels"));
    message(&program, &["show", "microban:156"], 3);
}

#[test]
fn options_that_levels_do_not_have_are_refused() {
    let program = program();
    for words in [
        "explore one.xsb --estimate",
        "explore one.xsb --engine frontier",
        "explore one.xsb --disk 1G",
        "solve one.xsb --method meet",
        "solve one.xsb --all",
        "solve one.xsb --metric slide",
        "graph one.xsb --around x --radius 1 --format dot",
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        let message = message(&program, &words, 2);
        assert!(
            message.contains("does not exist for Sokoban levels"),
            "{message}"
        );
    }
}

#[test]
fn levels_are_drawn_and_animated() {
    let program = program();
    let drawn = program.json(&["draw", "one.xsb", "--out", "one.svg"]);
    assert_eq!(drawn["metric"], Value::Null);
    let read = |name: &str| fs::read_to_string(program.path(name)).unwrap();
    assert_eq!(read("one.svg").matches("class=\"piece").count(), 2);
    let words = ["draw", "one.xsb", "--solution", "--out", "way.svg"];
    assert_eq!(program.json(&words)["metric"], "push");
    assert_eq!(read("way.svg").matches("class=\"word\"").count(), 4);
    program.json(&["animate", "one.xsb", "--out", "film.svg"]);
    assert_eq!(read("film.svg").matches("<animateTransform").count(), 2);
    program.json(&["animate", "one.xsb", "--cell", "8", "--out", "film.gif"]);
    assert!(
        fs::read(program.path("film.gif"))
            .unwrap()
            .starts_with(b"GIF89a")
    );
    let png = [
        "draw",
        "one.xsb",
        "7#:#5-#:#-@$.-#:#5-#:7#",
        "--out",
        "a.png",
    ];
    assert!(message(&program, &png, 2).contains("goals"));
    let png = [
        "draw",
        "one.xsb",
        "7#:#5-#:#-@$-.#:#5-#:7#",
        "--out",
        "a.png",
    ];
    program.json(&png);
    assert!(
        fs::read(program.path("a.png"))
            .unwrap()
            .starts_with(b"\x89PNG")
    );
    for words in [
        vec!["draw", "one.xsb", "--goal", "--out", "b.svg"],
        vec!["draw", "one.xsb", "--squares", "--out", "b.svg"],
        vec!["draw", "one.xsb", "--no-letters", "--out", "b.svg"],
        vec!["animate", "one.xsb", "--to", "x", "--out", "b.svg"],
        vec!["animate", "one.xsb", "--out", "b.html"],
        vec!["plot", "one.xsb", "--out", "b.svg"],
    ] {
        message(&program, &words, 2);
        assert!(!program.path("b.svg").exists());
    }
}

#[test]
fn graphs_of_levels_have_directed_edges() {
    let program = program();
    let explored = program.json(&["explore", "one.xsb", "--no-store"]);
    let words = ["graph", "one.xsb", "--out", "all.csv"];
    let written = program.json(&words);
    assert_eq!(written["nodes"], explored["states"]);
    assert_eq!(written["radius"], explored["depth"]);
    let read = |name: &str| fs::read_to_string(program.path(name)).unwrap();
    let [nodes, edges] = ["nodes", "edges"].map(|table| {
        let mut rows = rows(&read(&format!("all.{table}.csv")));
        rows.remove(0);
        rows
    });
    assert_eq!(nodes.len().to_string(), explored["states"]);
    assert_eq!(edges.len().to_string(), written["edges"]);
    let dead = nodes.iter().filter(|row| row[3].is_empty()).count();
    assert_eq!(dead.to_string(), explored["dead"]);
    // Every edge leads one generation on at most, and the distance to a solution falls by one at
    // most.
    let node = |id: &String| nodes.iter().find(|row| row[0] == *id).unwrap();
    let number = |text: &String| text.parse::<i64>().ok();
    for edge in &edges {
        let (from, to) = (node(&edge[0]), node(&edge[1]));
        assert!(
            number(&to[2]) <= number(&from[2]).map(|own| own + 1),
            "{edge:?}"
        );
        if let Some(later) = number(&to[3]) {
            assert!(
                number(&from[3]).is_some_and(|own| own <= later + 1),
                "{edge:?}"
            );
        }
        assert_eq!(edge[2], "$");
    }
    let start = nodes.iter().find(|row| row[5] == "true").unwrap();
    assert_eq!((&*start[2], &*start[3]), ("0", "3"));
    let words = [
        "graph",
        "one.xsb",
        "--metric",
        "step",
        "--max-generation",
        "1",
    ];
    let near = program.text(&[&words[..], &["--format", "graphml"]].concat());
    assert!(near.contains("edgedefault=\"directed\""), "{near}");
    assert!(near.contains("<data key=\"piece\">@</data>"), "{near}");
    let near = program.text(&[&words[..], &["--format", "dot", "--no-finish"]].concat());
    assert!(
        near.starts_with("digraph") && near.contains(" -> "),
        "{near}"
    );
    // The dead positions are grey, and the distances of the others end at the start's.
    let words = ["graph", "one.xsb", "--out", "a.svg", "--colour", "finish"];
    program.text(&words);
    let drawn = fs::read_to_string(program.path("a.svg")).unwrap();
    assert!(drawn.contains("<path class=\"h24\""), "{drawn}");
    let part = [
        &words[..3],
        &["b.svg", "--max-generation", "2"],
        &words[4..],
    ]
    .concat();
    assert!(message(&program, &part, 2).contains("whole graph"));
    assert!(message(&program, &["graph", "one.xsb", "--out", "a.html"], 2).contains("serve"));
}
