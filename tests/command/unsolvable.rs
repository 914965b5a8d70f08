//! Every way in which there is no solution: the reason that the command, its JSON, the pages and
//! the terminal give agree, and a slow search of another program finds that there is none.

use super::games::Desk;
use super::program::Program;
use crate::oracle::search::{Oracle, OracleMetric};
use crate::web::server::Server;
use serde_json::{Value, json};

/// A puzzle file, the reason why it has no solution, and words of it.
struct Case {
    name: &'static str,
    text: &'static str,
    reason: &'static str,
    words: &'static str,
}

const fn case(
    name: &'static str,
    text: &'static str,
    reason: &'static str,
    words: &'static str,
) -> Case {
    Case {
        name,
        text,
        reason,
        words,
    }
}

const CASES: &[Case] = &[
    // Nothing can move.
    case(
        "zero-odd",
        include_str!("../samples/zero-odd.toml"),
        "no-empty-cell",
        "no cell is empty, so nothing can move",
    ),
    case(
        "zero-even",
        include_str!("../samples/zero-even.toml"),
        "no-empty-cell",
        "no cell is empty, so nothing can move",
    ),
    case(
        "full",
        "start = '''\n1 2\n3 4\n'''\ngoal = '''\n2 1\n3 4\n'''\n",
        "no-empty-cell",
        "no cell is empty, so nothing can move",
    ),
    case(
        "full-blocks",
        "start = '''\nAA\nAB\n'''\ngoal = '''\nB.\n..\n'''\n",
        "no-empty-cell",
        "no cell is empty",
    ),
    case(
        "stuck-axis",
        "start = '''\nAA.\nBB.\n'''\nvertical = ['A', 'B']\ngoal = '''\n...\nAA.\n'''\n",
        "nothing-moves",
        "no piece can move at Start",
    ),
    case(
        "stuck-rule",
        "start = 'A.B'\ngoal = 'B.A'\ndistinct = true\n[[rule]]\nnever = 'adjacent'\n\
         pieces = ['A', 'B']\n",
        "nothing-moves",
        "no piece can move at Start",
    ),
    // A goal that cannot be.
    case(
        "line-row",
        "start = '''\nAA.\n...\n'''\nhorizontal = ['A']\ngoal = '''\n...\n.AA\n'''\n",
        "impossible-goal",
        "requires `A` on b1, but no piece like it is in that row, and such pieces move only left",
    ),
    case(
        "line-column",
        "start = '''\nA..\nA..\n...\n'''\nvertical = ['A']\ngoal = '''\n...\n.A.\n.A.\n'''\n",
        "impossible-goal",
        "in that column, and such pieces move only up and down",
    ),
    case(
        "gate",
        "start = '''\nA.-\nB..\n'''\ngoal = '''\n..B\n...\n'''\n[gates]\n'-' = ['A']\n",
        "impossible-goal",
        "requires `B` on the gate c2, which is closed to it",
    ),
    case(
        "gate-on-the-way",
        "start = 'A.-.B.'\ngoal = '...A..'\n[gates]\n'-' = ['B']\n",
        "impossible-goal",
        "requires `A` on d1, which it cannot reach because of walls and gates",
    ),
    case(
        "walls",
        "start = '''\nA.#.\n..#.\n'''\ngoal = '''\n...A\n....\n'''\n",
        "impossible-goal",
        "requires `A` on d2, which it cannot reach because of walls and gates",
    ),
    case(
        "narrow",
        "start = '''\nAA.BB\nAA#BB\n..#..\n'''\ndistinct = true\ngoal = '''\n...AA\n..#AA\n..#..\n\
         '''\n",
        "impossible-goal",
        "requires `A` on d3, which it cannot reach because of walls and gates",
    ),
    case(
        "count-in-a-chamber",
        "start = '''\nA.#A.\n..#..\n'''\nunits = ['A']\ngoal = '''\nA....\n.A...\n'''\n",
        "impossible-goal",
        "requires more pieces like `A` in one place",
    ),
    case(
        "count-in-a-row",
        "start = '''\nAA...\n.....\nBB...\n'''\nhorizontal = ['A', 'B']\nalike = [['A', 'B']]\n\
         goal = '''\nAA.BB\n.....\n.....\n'''\n",
        "impossible-goal",
        "requires more pieces like `A` in one place",
    ),
    case(
        "empty",
        "start = '''\nAB.\nCD.\n'''\ngoal = '''\n__.\n_..\n'''\n",
        "impossible-goal",
        "requires 3 empty cells, but only 2 are empty at any time",
    ),
    case(
        "order-exchanged",
        "start = 'AABB..CC'\nhorizontal = ['A', 'B', 'C']\ngoal = 'BBAA..CC'\n",
        "impossible-goal",
        "requires an impossible arrangement in the row of a1",
    ),
    case(
        "order-in-part",
        "start = 'AABB..CC'\nhorizontal = ['A', 'B', 'C']\ngoal = '.CC..AA.'\n",
        "impossible-goal",
        "pieces that move only left and right keep their order",
    ),
    case(
        "order-room",
        "start = 'AABB..CC'\nhorizontal = ['A', 'B', 'C']\ngoal = 'AACC....'\n",
        "impossible-goal",
        "pieces that move only left and right keep their order",
    ),
    case(
        "order-column",
        "start = '''\nA.\nB.\n..\n'''\nvertical = ['A', 'B']\ndistinct = true\ngoal = '''\n..\nB.\n\
         A.\n'''\n",
        "impossible-goal",
        "in the column of a3: pieces that move only up and down keep their order",
    ),
    case(
        "order-of-tall-pieces",
        "start = '''\nAA.B.\nAA...\n'''\nhorizontal = ['A', 'B']\ngoal = '''\nB....\n.....\n'''\n",
        "impossible-goal",
        "requires an impossible arrangement in the row of a2",
    ),
    case(
        "room",
        "start = '''\nABB\n.CC\n'''\ngoal = '''\n.A.\n...\n'''\n",
        "impossible-goal",
        "leaves no room for the other pieces, or a rule forbids it",
    ),
    case(
        "rule",
        "start = 'A..B'\ngoal = 'AB..'\n[[rule]]\nnever = 'adjacent'\npieces = ['A', 'B']\n",
        "impossible-goal",
        "leaves no room for the other pieces, or a rule forbids it",
    ),
    case(
        "two-goals",
        "start = '''\nAA.\n...\n'''\nhorizontal = ['A']\n[[goal]]\nboard = '''\n...\n.AA\n'''\n\
         [[goal]]\nboard = '''\n...\nAA.\n'''\n",
        "impossible-goal",
        "none of the 2 goals can be met; goal 1 requires `A` on b1",
    ),
    // Parity.
    case(
        "loyd",
        "start = '''\n123\n456\n78.\n'''\ngoal = '''\n123\n456\n87.\n'''\n",
        "parity",
        "each goal has the other parity",
    ),
    case(
        "row",
        "start = 'AB.'\ngoal = 'BA.'\ndistinct = true\n",
        "parity",
        "each goal has the other parity",
    ),
    case(
        "empty-cell-elsewhere",
        "start = '''\n12\n3.\n'''\ngoal = '''\n.1\n23\n'''\n",
        "parity",
        "each goal has the other parity",
    ),
    case(
        "two-odd-goals",
        "start = '''\n123\n45.\n'''\ndistinct = true\n[[goal]]\nboard = '''\n213\n45.\n'''\n\
         [[goal]]\nboard = '''\n123\n54.\n'''\n",
        "parity",
        "each goal has the other parity",
    ),
    // Another component.
    case(
        "narrow-lane",
        "start = '''\nABC..\n'''\ngoal = '''\nBCA..\n'''\ndistinct = true\n",
        "component",
        "that can be reached from Start is a goal",
    ),
    case(
        "locked-among-tiles",
        "start = '''\nAAB\nAAC\nDE.\n'''\ndistinct = true\ngoal = '''\n...\n.AA\n.AA\n'''\n",
        "component",
        "no goal lies in the component of Start",
    ),
    case(
        "locked-block",
        "start = '''\nAAB\nAAC\nDE.\n'''\ngoal = '''\n...\n.AA\n.AA\n'''\n",
        "component",
        "that can be reached from Start is a goal",
    ),
];

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[test]
fn the_reason_why_there_is_no_solution_is_the_same_everywhere() {
    let program = Program::new();
    let server = Server::start(&[]);
    for case in CASES {
        let name = case.name;
        let oracle = Oracle::read(case.text);
        let generations = oracle.generations(OracleMetric::Step, &[oracle.start()]);
        let mut reached = generations.iter().flatten();
        assert!(!reached.any(|position| oracle.is_goal(position)), "{name}");

        let file = format!("{name}.toml");
        program.write(&file, case.text);
        let error = program.failure(&["solve", &file], 3);
        let (message, hint) = (text(&error["message"]), text(&error["hint"]));
        assert_eq!(error["reason"], case.reason, "{name}: {error}");
        assert!(message.contains(case.words), "{name}: {message}");
        let is_of_parity = message.contains("parity") || hint.contains("parity");
        assert_eq!(is_of_parity, case.reason == "parity", "{name}: {error}");
        let told = program.run(&["solve", &file]).stderr;
        assert!(
            told.contains(message) && told.contains(hint),
            "{name}: {told}"
        );

        let explored = program.json(&["explore", &file]);
        assert_eq!(explored["goal"], Value::Null);
        let mut expected = json!({"reason": case.reason, "message": message, "hint": hint});
        if let Some(goal) = error.get("goal") {
            expected["goal"] = goal.clone();
        }
        assert_eq!(explored["unsolvable"], expected, "{name}");
        assert!(
            program.text(&["explore", &file]).contains(message),
            "{name}"
        );
        let farthest = program.failure(&["farthest", &file, "--from", "goal"], 3);
        assert_eq!(
            (&farthest["message"], &farthest["reason"]),
            (&error["message"], &error["reason"])
        );

        // A puzzle that was drawn has no name of its own.
        let drawn = message.replacen(name, "drawn", 1);
        let asked = json!({"text": case.text});
        let told = server.explore(&asked);
        let hint = hint.replace(&file, "PUZZLE");
        // The page takes another goal by its address, not by a command.
        let hint = ["last", "first", "snail"].iter().fold(hint, |hint, name| {
            let command = format!("`slidewise solve PUZZLE --to {name}`");
            hint.replace(&command, &format!("`&to={name}` behind the address"))
        });
        let mut page = json!({"reason": case.reason, "message": drawn, "hint": hint});
        if let Some(goal) = error.get("goal") {
            page["goal"] = goal.clone();
        }
        assert_eq!(told["unsolvable"], page, "{name}: {told}");
        let solution = server.post("/api/solution", &asked);
        assert_eq!(solution.status, 409, "{name}");
        assert_eq!(solution.object()["error"], drawn, "{name}");
        let read = server.answer("/api/read", &asked);
        match case.reason {
            "component" => {}
            _ => assert_eq!(read["unsolvable"], page, "{name}: what the editor shows"),
        }

        let mut desk = Desk::wide(&program, &[&file]);
        desk.shows(message);
        desk.press("\x1b");
        desk.ends(0);
    }
}

#[test]
fn the_empty_cell_that_was_probably_meant_is_named_and_no_other() {
    let program = Program::new();
    for (name, text_of, token) in [
        ("odd", include_str!("../samples/zero-odd.toml"), Some("`0`")),
        (
            "even",
            include_str!("../samples/zero-even.toml"),
            Some("`0`"),
        ),
        (
            "at",
            "start = '''\n12\n3@\n'''\ngoal = '''\n21\n3@\n'''\n",
            Some("`@`"),
        ),
        (
            "letters",
            "start = '''\nab\ncd\n'''\ngoal = '''\nba\ncd\n'''\n",
            None,
        ),
        (
            "block",
            "start = '''\n00\nAB\n'''\ngoal = '''\n00\nBA\n'''\n",
            None,
        ),
    ] {
        let file = format!("{name}.toml");
        program.write(&file, text_of);
        let error = program.failure(&["solve", &file], 3);
        let hint = text(&error["hint"]);
        match token {
            Some(token) => assert_eq!(hint, format!("if {token} is the empty cell, write `.`")),
            None => assert_eq!(hint, "an empty cell is written `.`"),
        }
    }
}

#[test]
fn loyds_puzzle_is_impossible_by_parity_before_room_is_asked_for() {
    let program = Program::new();
    let error = program.failure(&["solve", "fifteen"], 3);
    assert_eq!(error["reason"], "parity");
    let message = text(&error["message"]);
    let server = Server::start(&[]);
    let named = json!({"name": "fifteen"});
    let told = server.explore(&named);
    assert_eq!(told["error"], message, "{told}");
    // The page takes another goal by its address, not by a command.
    let hint = text(&error["hint"]).replace(
        "`slidewise solve fifteen --to first`",
        "`&to=first` behind the address",
    );
    assert_eq!(told["hint"], hint);
    assert_eq!(told["unsolvable"]["message"], message);
    let described = server.answer("/api/puzzle", &named);
    let read = server.answer("/api/read", &json!({"text": described["text"]}));
    assert_eq!(read["unsolvable"]["reason"], "parity");
    let mut desk = Desk::wide(&program, &["fifteen"]);
    desk.shows(message);
    desk.press("\x1b");
    desk.ends(0);
}

#[test]
fn a_position_is_out_of_reach_for_the_same_reasons() {
    let program = Program::new();
    program.write("lane.toml", include_str!("../samples/lane.toml"));
    program.write(
        "named.toml",
        "start = 'AABB..CC'\nhorizontal = ['A', 'B', 'C']\ndistinct = true\n",
    );
    program.write(
        "walls.toml",
        "start = '''\nA.#B\n..#.\n'''\ndistinct = true\n",
    );
    program.write("row.toml", "start = 'ABC..'\ndistinct = true\n");
    program.write("full.toml", "start = '''\n12\n34\n'''\ndistinct = true\n");
    for (file, position, reason, words) in [
        (
            "named.toml",
            "BBAA..CC",
            "impossible-goal",
            "it requires an impossible arrangement in the row of a1",
        ),
        (
            "walls.toml",
            "B.#A:..#.",
            "impossible-goal",
            "it requires `A` on d2",
        ),
        (
            "tiles:3x3",
            "123:456:87.",
            "parity",
            "it has the other parity",
        ),
        (
            "row.toml",
            "BCA..",
            "component",
            "it lies in another component",
        ),
        ("full.toml", "21:34", "no-empty-cell", "no cell is empty"),
    ] {
        let error = program.failure(&["find", file, position], 3);
        assert_eq!(error["reason"], reason, "{file}: {error}");
        assert!(text(&error["message"]).contains(words), "{file}: {error}");
        assert_eq!(
            program.json(&["find", file, &start_of(&program, file)])["generation"],
            0
        );
    }
    // All that is legal in the lane is found, and Start itself in any case.
    assert_eq!(program.json(&["explore", "lane.toml"])["states"], "10");
}

fn start_of(program: &Program, file: &str) -> String {
    text(&program.json(&["show", file])["start"]).to_owned()
}

#[test]
fn a_folder_that_cannot_hold_files_is_named_with_the_reason() {
    let program = Program::new();
    program.write("taken", "a file");
    let taken = program.path("taken").to_string_lossy().into_owned();
    let mut folders = vec![taken.clone(), format!("{taken}/below")];
    if cfg!(target_os = "linux") {
        folders.push("/proc/x".to_owned());
    }
    for folder in &folders {
        for words in [
            &["explore", "lane-rouge"][..],
            &["explore", "lane-rouge", "--engine", "frontier"],
            &["solve", "lane-rouge"],
        ] {
            let error = program.failure(&[words, &["--store", folder]].concat(), 1);
            let message = text(&error["message"]);
            assert!(message.contains("cannot hold files"), "{folder}: {error}");
            assert!(text(&error["hint"]).contains("--store DIR"), "{error}");
        }
        let words = ["explore", "lane-rouge", "--estimate", "--store", folder];
        assert_eq!(program.json(&words)["begins"], false);
        assert!(program.text(&words).contains("cannot hold files"));
        let server = Server::start(&["--store", folder]);
        let told = server.explore(&json!({"name": "lane-rouge"}));
        assert!(text(&told["error"]).contains("cannot hold files"), "{told}");
    }
    assert_eq!(
        std::fs::read_to_string(program.path("taken")).unwrap(),
        "a file"
    );
}

#[test]
#[cfg(target_os = "linux")]
fn what_no_machine_like_this_can_hold_is_not_begun() {
    let program = Program::new();
    let total = slidewise::unstable::engine::search::Machine::this()
        .unwrap()
        .total;
    // Where there is more than these need, this looks at nothing.
    if total < 1 << 40 {
        let error = program.failure(&["diameter", "tiles:4x4"], 1);
        let message = text(&error["message"]);
        let has = slidewise::unstable::render::human_bytes(total);
        assert!(message.contains("needs 1.3 TB of memory"), "{message}");
        assert!(
            message.contains(&format!("this machine has {has}")),
            "{message}"
        );
        let hint = text(&error["hint"]);
        assert!(
            hint.contains("--engine frontier") && hint.contains("count"),
            "{hint}"
        );
    }
    // Words that exceed the memory go to the disk, unless not even the tables fit.
    let words = ["explore", "tiles:3x5", "--count-only", "--memory"];
    let estimate = program.text(&[&words[..], &["2G", "--estimate"]].concat());
    assert!(estimate.contains("the words lie on the disk"), "{estimate}");
    let words = [&words[..], &["1M"]].concat();
    let estimate = [&words[..], &["--estimate"]].concat();
    let told = program.text(&estimate);
    assert!(told.contains("memory at most"), "{told}");
    assert!(told.contains("would not begin: this needs"), "{told}");
    assert_eq!(program.json(&estimate)["begins"], false);
    let error = program.failure(&words, 1);
    assert!(text(&error["message"]).contains("are allowed"), "{error}");
    let error = program.failure(&["explore", "tiles:2x3", "--memory", "100000T"], 2);
    assert!(
        text(&error["message"]).contains("this machine has"),
        "{error}"
    );
    program.text(&["explore", "tiles:2x3", "--memory", "100M"]);
}
