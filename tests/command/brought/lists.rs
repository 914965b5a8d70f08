//! Boards of other programs, alone and in lists, puzzles by the names that people know, and what is
//! said of designs without a solution.

use crate::command::program::Program;
use serde_json::Value;

const HARD: &str = "GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo";
const EASY: &str = "oooooooooooooAAoBoooooBooooooooooooo";

/// What `solve` says behind the title, in its first line.
fn lengths(program: &Program, word: &str) -> String {
    let text = program.text(&["solve", word, "--no-store"]);
    let first = text.lines().next().unwrap_or_default();
    let (_, lengths) = first
        .split_once("solved in ")
        .unwrap_or_else(|| panic!("{word}: {text}"));
    lengths.to_owned()
}

#[test]
fn boards_are_counted_in_the_metric_of_their_kind() {
    let rows = "oooooo\noooooo\noAAoBo\nooooBo\noooooo\noooooo\n";
    let line = format!("3\t{}\t12\n", rows.replace('\n', ""));
    let program = Program::with_files(&[
        ("rush_line.txt", sample!("rush_line.txt")),
        ("rg_rush.txt", sample!("rg_rush.txt")),
        ("line.txt", &line),
        ("rows.txt", rows),
        ("cars-6x6.csv", "A,H,2,3,2\nB,V,5,3,2\n"),
        (
            "board.json",
            &format!("[{{\"id\": \"a\", \"board\": \"{EASY}\"}}]"),
        ),
        ("code.txt", "1A9BF0C00\n"),
        ("letters.txt", "HAAI\nHAAI\nJBBK\nJNOK\nP@@Q\n"),
        ("shapes.txt", ".11.\n.11.\n^<>^\nv22v\n2..2\n"),
    ]);
    let word = |board: &str| format!("rush:{board}");
    let hard = lengths(&program, &word(HARD));
    assert_eq!(hard, "51 slides; 81 steps; 51 moves");
    assert_eq!(lengths(&program, "rush_line.txt"), hard);
    assert_eq!(lengths(&program, "rg_rush.txt"), hard);
    // A batch counts as a single call does: for people in slides, for scripts in steps.
    for (more, wanted) in [
        (&[][..], "rush_line: 51 slides, "),
        (&["--metric", "move"], "rush_line: 51 moves, "),
        (&["--csv"], "\nrush_line,step,,81,"),
    ] {
        program.write("list", "rush_line.txt\n");
        let words = ["solve", "--batch", "list", "--no-store"];
        let printed = program.text(&[&words[..], more].concat());
        assert!(printed.contains(wanted), "{printed}");
    }
    let easy = lengths(&program, &word(&rows.replace('\n', "")));
    assert!(easy.contains("slides; "), "{easy}");
    for file in ["line.txt", "rows.txt", "cars-6x6.csv"] {
        assert_eq!(lengths(&program, file), easy, "{file}");
    }
    assert_eq!(
        lengths(&program, "board.json"),
        lengths(&program, &word(EASY))
    );
    for file in ["code.txt", "letters.txt"] {
        assert_eq!(
            lengths(&program, file),
            "81 moves; 116 steps; 90 slides",
            "{file}"
        );
    }
    assert!(lengths(&program, "shapes.txt").starts_with("11 moves; 20 steps; "));
}

#[test]
fn tables_and_json_hold_boards_as_people_keep_them() {
    let headed = format!("id;level;board;moves\n7;\"hard; very\";{HARD};51\n8;easy;{EASY};2\n");
    let program = Program::with_files(&[
        ("rc1.csv", sample!("rc1.csv")),
        ("headed.csv", &headed),
        (
            "codes.tsv",
            "name\tcode\tbest\nHeng dao\t1A9BF0C00\t81\nOther\t4FEA13400\t1\n",
        ),
        (
            "tiles.csv",
            "1,\"1,2,3,4,5,6,7,0,8\",1\n2,1 2 3 4 5 6 0 7 8,2\n",
        ),
        ("rush.jsonl", sample!("rush.jsonl")),
        (
            "key.json",
            &format!("{{\"difficulty\": \"hard\", \"layout\": \"{HARD}\"}}"),
        ),
        (
            "rows.json",
            "{\"title\": \"Two\", \"pieces\": [\"AA.\", \"..B\"], \"n\": 2}",
        ),
        (
            "cells.json",
            "{\"start\": [[1, 1, 2], [3, 0, 2]], \"goal\": [[0, 1, 1], [0, 0, 0]]}",
        ),
        (
            "nested.json",
            "[[\"a\", \"a\", \"b\"], [\"c\", \"\", \"b\"]]",
        ),
        (
            "all.json",
            &format!("{{\"boards\": [\"{HARD}\", \"{EASY}\"]}}"),
        ),
    ]);
    for word in [
        "rc1.csv#1",
        "headed.csv#1",
        "rush.jsonl#1",
        "key.json",
        "all.json#1",
    ] {
        assert_eq!(
            lengths(&program, word),
            "51 slides; 81 steps; 51 moves",
            "{word}"
        );
    }
    let easy = lengths(&program, &format!("rush:{EASY}"));
    for word in ["headed.csv#2", "all.json#2"] {
        assert_eq!(lengths(&program, word), easy, "{word}");
    }
    for word in ["rc1.csv#2", "rush.jsonl#2"] {
        let (message, _) = program.message(&["solve", word], 2);
        assert!(message.contains("36 cells"), "{message}");
        assert!(message.contains("found 37 cells"), "{message}");
    }
    assert!(lengths(&program, "codes.tsv#1").starts_with("81 moves"));
    for (word, steps) in [("tiles.csv#1", "1 step"), ("tiles.csv#2", "2 steps")] {
        assert!(lengths(&program, word).starts_with(steps), "{word}");
    }
    let starts = [
        ("rows.json", "AA.:..B"),
        ("cells.json", "112:3.2"),
        ("nested.json", "aab:c.b"),
    ];
    for (word, start) in starts {
        let shown = program.json(&["show", word]);
        assert_eq!(shown["start"], start, "{word}");
    }
    assert_eq!(program.json(&["show", "rows.json"])["title"], "Two");
    assert_eq!(program.json(&["show", "cells.json"])["goals"][0], ".11:...");
    let (message, hint) = program.message(&["solve", "headed.csv"], 2);
    assert_eq!(message, "headed.csv holds 2 puzzles");
    assert!(hint.contains("headed.csv#N"), "{hint}");
}

#[test]
fn records_without_one_board_are_refused_as_what_they_are() {
    let program = Program::with_files(&[
        ("two.csv", &format!("{HARD},{EASY}\n{HARD},{EASY}\n")),
        (
            "none.jsonl",
            "{\"id\": 1, \"moves\": 3}\n{\"id\": 2, \"moves\": 4}\n",
        ),
        (
            "short.jsonl",
            "{\"id\": 1, \"board\": \"AA\"}\n{\"id\": 2, \"board\": \"AB\"}\n",
        ),
        (
            "cut.jsonl",
            "{\"id\": 1, \"board\": \"AA\"}\n{\"id\": 2}\n{\"id\": \n",
        ),
        ("numbers.json", "[1, 2, 3]\n"),
        ("no board.json", "{\"name\": \"a\", \"moves\": 3}\n"),
        ("rush.jsonl", sample!("rush.jsonl")),
    ]);
    // One puzzle of a list is checked alone.
    assert_eq!(
        program.text(&["check", "rush.jsonl#1"]).lines().last(),
        Some("rush.jsonl#1: no fault found")
    );
    let faulty = program.run(&["check", "rush.jsonl#2"]);
    assert_eq!(faulty.code, Some(2));
    assert!(
        faulty.stdout.contains("a Rush Hour board of 36 cells"),
        "{faulty:?}"
    );
    for (word, wanted) in [
        (
            "numbers.json",
            "numbers.json:1:2: expected a puzzle in `{` and `}`, found `1`",
        ),
        (
            "no board.json",
            "no board.json:1:25: expected the key `puzzles` or `board`",
        ),
        (
            "two.csv",
            "two.csv:1:1: expected one column of boards, or one with the name `board` in \
                     the first line, found boards in the columns 1 and 2",
        ),
        (
            "none.jsonl#2",
            "none.jsonl:2:1: `2`: expected a board under exactly one key",
        ),
        (
            "short.jsonl#1",
            "short.jsonl:1:1: `1`: expected a Rush Hour board of 36 cells",
        ),
        (
            "cut.jsonl",
            "cut.jsonl:3:7: expected the rest of the catalogue's JSON",
        ),
    ] {
        let (message, _) = program.message(&["solve", word], 2);
        assert!(message.starts_with(wanted), "{message}");
        assert!(!message.contains("one character a cell"), "{message}");
    }
}

#[test]
fn texts_that_are_no_puzzles_are_named() {
    let pddl = "; blocks\n(define (problem tiles)\n (:domain npuzzle)\n (:goal (at t1 p1)))\n";
    let robots = "NW,N,N,NE,NW,N,N,N\nW,S,X,X,X,X,SEYH,W\nW,X,X,X,X,X,N,X\n";
    let quoted = "'NW','N','NEBT','NW','N','N','N','N',\n'W','X','X','X','X','X','X','X',\n";
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    for (name, text, kind) in [
        ("a.pddl", pddl, "a planning problem in PDDL"),
        (
            "b.txt",
            "(define (domain sokoban)\n (:predicates (at ?x ?y)))\n",
            "a planning problem in PDDL",
        ),
        ("robots.txt", robots, "a Ricochet Robots board"),
        ("quads.txt", quoted, "a Ricochet Robots board"),
        ("board.fen", fen, "a chess position in FEN"),
        (
            "r.lp",
            "barrier(1,1,east).\npos(red,1,1).\ntarget(green,16,1).\n",
            "the facts of a logic program",
        ),
        (
            "page.htm",
            "<!DOCTYPE html>\n<p>AA.</p>\n",
            "a page in HTML",
        ),
        (
            "list.xml",
            "<?xml version=\"1.0\"?>\n<boards><b>AA.</b></boards>\n",
            "a text in XML",
        ),
    ] {
        let program = Program::with_files(&[(name, text)]);
        for command in ["solve", "check"] {
            let (message, hint) = program.message(&[command, name], 2);
            assert_eq!(
                message,
                format!("{name} is {kind}, which is not read as a puzzle")
            );
            assert!(hint.contains("convert --help"), "{hint}");
        }
    }
}

#[test]
fn puzzles_are_found_by_the_names_that_people_know() {
    let program = Program::new();
    let name = |word: &str| program.json(&["show", word])["name"].clone();
    for (word, wanted) in [
        ("klotski", "lane-rouge"),
        ("Huarong Dao", "lane-rouge"),
        ("hua-rong dao", "lane-rouge"),
        ("華容道", "lane-rouge"),
        ("pennant", "tla-pennant"),
        ("dad's puzzle", "tla-pennant"),
        ("DADS PUZZLE", "tla-pennant"),
        ("15 puzzle", "fifteen"),
    ] {
        assert_eq!(name(word), wanted, "{word}");
    }
    let found = |words: &[&str]| -> Vec<String> {
        let record = program.json(&[&["list"], words].concat());
        let puzzles = record["puzzles"].as_array().expect("a list");
        let names = puzzles.iter().filter_map(|own| own["name"].as_str());
        names.map(str::to_owned).collect()
    };
    assert_eq!(found(&["rush", "hour"]).len(), 110);
    assert_eq!(found(&["RUSH hour"]).len(), 110);
    assert!(found(&["klotski"]).len() > 20, "families count");
    assert_eq!(found(&["dad's", "puzzle", "5x4"]), ["tla-pennant"]);
    assert_eq!(found(&["pennant", "59", "moves"]), ["tla-pennant"]);
    assert_eq!(found(&["klotski", "--family", "walker"]), ["lane-rouge"]);
    let (said, hint) = program.message(&["solve", "rush hour"], 2);
    assert!(
        said.contains("no built-in puzzle `rush hour`; did you mean `rush-"),
        "{said}"
    );
    assert!(
        hint.contains("`slidewise list 'rush hour'` lists 110 built-in puzzles"),
        "{hint}"
    );
    assert_eq!(found(&["Quzzle"]), ["quzzle"]);
    let (said, _) = program.message(&["list", "zyzzyva"], 3);
    assert!(said.contains("zyzzyva"), "{said}");
    let (_, hint) = program.message(&["solve", "zyzzyva"], 2);
    assert!(hint.starts_with("`slidewise list` names"), "{hint}");
}

#[test]
fn usual_keys_are_read_or_answered() {
    let board = "start = 'A.'\ngoal = '.A'\n";
    let good = format!("title = 'Two'\nauthor = 'N. N.'\nnames = ['Pair', 'Duo']\n{board}");
    let program = Program::with_files(&[("good.toml", &good)]);
    let shown = program.text(&["show", "good.toml"]);
    assert!(shown.starts_with("Two\nby N. N.\n"), "{shown}");
    assert_eq!(program.json(&["show", "good.toml"])["author"], "N. N.");
    for (line, wanted) in [
        ("name = 'x'", "the key `title`"),
        ("designer = 'x'", "the key `author`"),
        ("authors = 'x'", "the key `author`"),
        ("board = 'A.'", "the key `start`"),
        ("target = '.A'", "a table `[[goal]]` with the key `board`"),
        ("url = 'x'", "the key `source`"),
        ("par = 3", "the key `published`"),
        ("comment = 'x'", "a comment, which begins with `#`"),
    ] {
        program.write("key.toml", &format!("{board}{line}\n"));
        let (key, _) = line.split_once(' ').expect("a key");
        let (said, _) = program.message(&["solve", "key.toml"], 2);
        let wanted = format!("key.toml:3:1: expected {wanted}, found the unknown key `{key}`");
        assert_eq!(said, wanted);
    }
}

#[test]
fn a_design_without_a_solution_learns_how_near_it_is() {
    // The square never leaves its corner; a piece comes to its place, but not with the other.
    let corner =
        "start = '''\nAAB\nAAC\nDE.\n'''\ngoal = '''\n...\n.AA\n.AA\n'''\ndistinct = true\n";
    let apart = "start = 'AAB..'\ngoal = 'BAA..'\ndistinct = true\n";
    let line = "start = '''\nA.BB.\n'''\ngoal = '''\n....A\n'''\n";
    let program = Program::with_files(&[
        ("my corner.toml", corner),
        ("apart.toml", apart),
        ("line.toml", line),
        ("full.toml", "start = '''\nAB\nCD\n'''\n"),
        (
            "still.toml",
            "start = '''\nAA.\nBB.\n'''\nvertical = ['A', 'B']\n",
        ),
        ("free.toml", "start = 'A.'\n"),
    ]);
    let said = |name: &str| program.message(&["solve", name], 3);
    let (text, hint) = said("my corner.toml");
    assert!(
        text.contains("; `A` comes to a3 b3 a2 b2, of its goal never to c2 b1 c1"),
        "{text}"
    );
    assert!(
        hint.contains("`slidewise farthest 'my corner.toml' --from goal --everywhere`"),
        "{hint}"
    );
    assert!(!hint.contains("PUZZLE"), "{hint}");
    let (text, _) = said("apart.toml");
    for wanted in [
        "; `A` comes to a1 b1 c1 d1, also into its place in a goal, ",
        "but never in all that the goal asks",
        "; `B` comes to c1 d1 e1, of its goal never to a1",
    ] {
        assert!(text.contains(wanted), "{text}");
    }
    let (text, hint) = said("line.toml");
    assert!(text.contains("`A` comes to a1 b1"), "{text}");
    assert!(hint.contains("`slidewise show line.toml`"), "{hint}");
    let explored = program.json(&["explore", "line.toml"]);
    let reason: &Value = &explored["unsolvable"];
    assert!(
        reason["hint"]
            .as_str()
            .is_some_and(|own| !own.contains("PUZZLE")),
        "{explored}"
    );
    for (file, wanted) in [
        (
            "full.toml",
            "remark: no cell of Start is empty, so nothing can move",
        ),
        ("still.toml", "remark: no piece can move at Start"),
    ] {
        let checked = program.text(&["check", file]);
        assert!(checked.contains(wanted), "{checked}");
        let record = program.json(&["check", file]);
        assert_eq!(
            (&record["ok"], record["remarks"].as_array().map(Vec::len)),
            (&Value::Bool(true), Some(1))
        );
    }
    assert_eq!(
        program.text(&["check", "free.toml"]),
        "free.toml: no fault found\n"
    );
}
