//! Every kind of failure: its exit code, its message, its hint, its place.

use super::program::Program;
use serde_json::Value;

/// The faults: line 2 names a key that is not there, line 3 a piece.
const BROKEN: &str = "start = 'AB.'\ncolour = 1\nunits = ['C']\n";
const ALL_IN_ORDER: &str = "1 2 3 4:5 6 7 8:9 10 11 12:13 14 15 .";

fn contains(error: &Value, field: &str, words: &[&str]) {
    let text = error[field].as_str().unwrap();
    for word in words {
        assert!(text.contains(word), "{word} is not in the {field}: {error}");
    }
}

#[test]
fn puzzles_that_are_not_there() {
    let program = Program::new();
    let error = program.failure(&["solve", "chekmate"], 2);
    contains(
        &error,
        "message",
        &["chekmate", "did you mean", "checkmate"],
    );
    contains(&error, "hint", &["list"]);
    let error = program.failure(&["explore", "./nothing.toml"], 2);
    contains(&error, "message", &["nothing.toml"]);
    assert_eq!(error["file"], "./nothing.toml");
    let error = program.failure(&["check", "nothing.toml"], 2);
    assert_eq!(error["file"], "nothing.toml");
    program.failure(&["check", "generations"], 2);
    program.failure(&["show", "./generations"], 2);
    program.failure(&["explore", "tiles:3"], 2);
    for command in ["explore", "convert"] {
        let error = program.failure(&[command, "rush:AA"], 2);
        contains(
            &error,
            "message",
            &["`rush:AA`: expected a Rush Hour board of 36 cells"],
        );
        contains(&error, "hint", &["rush:"]);
    }
}

#[test]
fn a_broken_puzzle_file_is_told_with_line_and_column() {
    let program = Program::new();
    program.write("broken.toml", BROKEN);
    for command in ["show", "explore", "solve", "farthest"] {
        let error = program.failure(&[command, "broken.toml"], 2);
        contains(&error, "message", &["broken.toml:2:1:"]);
        contains(&error, "hint", &["slidewise check broken.toml"]);
        assert_eq!(error["file"], "broken.toml");
        assert_eq!(error["line"], 2);
        assert_eq!(error["column"], 1);
    }
}

#[test]
fn check_lists_every_fault() {
    let program = Program::new();
    program.write("broken.toml", BROKEN);
    let ran = program.run(&["check", "broken.toml"]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    for place in ["broken.toml:2:1:", "broken.toml:3:"] {
        let lines = ran.stdout.lines().filter(|line| line.starts_with(place));
        assert_eq!(lines.count(), 1, "{ran:?}");
    }
    let ran = program.run(&["check", "broken.toml", "--json"]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    let checked = ran.object();
    assert_eq!(checked["ok"], false);
    let places: Vec<(u64, u64)> = checked["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|fault| {
            (
                fault["line"].as_u64().unwrap(),
                fault["column"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(places, [(2, 1), (3, 10)]);

    program.write("good.toml", "start = 'AB.'\n");
    let checked = program.json(&["check", "good.toml"]);
    assert_eq!(checked["ok"], true);
    assert_eq!(checked["errors"], Value::Array(Vec::new()));

    program.write("no.toml", "start = 'AB\n");
    let checked = program.run(&["check", "no.toml", "--json"]).object();
    assert_eq!(
        checked["errors"][0]["line"], 1,
        "what is not TOML has a place too: {checked}"
    );
}

#[test]
fn convert_lists_every_fault_of_its_input() {
    let program = Program::new();
    let entries = ["{\"note\": 5}", "{\"id\": \"b\"}", "{\"id\": \"c\"}"];
    program.write("three.json", &format!("[{}]", entries.join(",\n")));
    let error = program.failure(&["convert", "three.json"], 2);
    contains(
        &error,
        "message",
        &[
            "three.json:1:11:",
            "(and 2 more, read as a catalogue in JSON)",
        ],
    );
    let faults = error["faults"].as_array().unwrap();
    let lines: Vec<&Value> = faults.iter().map(|fault| &fault["line"]).collect();
    assert_eq!(lines, [1, 2, 3]);
    let told = program.run(&["convert", "three.json"]).stderr;
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 4, "{told}");
    assert!(
        lines[0].starts_with("slidewise: three.json:1:11: "),
        "{told}"
    );
    assert!(lines[1].starts_with("  three.json:2:1: `b`: "), "{told}");
    assert!(lines[2].starts_with("  three.json:3:1: `c`: "), "{told}");
    assert!(lines[3].starts_with("  hint: "), "{told}");
    // Puzzle files have `check` for that.
    program.write("broken.toml", BROKEN);
    let error = program.failure(&["solve", "broken.toml"], 2);
    assert_eq!(error["faults"], Value::Null);
}

#[test]
fn the_file_that_is_to_blame_is_named() {
    let program = Program::new();
    program.write("lines.txt", "AB.\n");
    program.write("given.toml", "start = 'AB.'\n");
    for (line, code, file) in [
        ("convert none.txt", 2, "none.txt"),
        ("convert given.toml", 2, "given.toml"),
        ("convert lines.txt --out given.toml", 2, "given.toml"),
        ("convert lines.txt --out none/x.toml", 1, "none/x.toml"),
        ("replay none.json", 2, "none.json"),
        (
            "solve checkmate --certificate none/way.json",
            1,
            "none/way.json",
        ),
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let error = program.failure(&words, code);
        assert_eq!(error["file"], file, "{line}");
        contains(&error, "message", &[file]);
    }
}

#[test]
fn a_text_in_another_encoding_is_named_by_whoever_reads_it() {
    let program = Program::new();
    for (bytes, found) in [
        (&b"\xff\xfeA\0.\0"[..], "found UTF-16"),
        (&b"\xfe\xff\0A\0."[..], "found UTF-16"),
        (&b"A\xe9."[..], "found the byte 0xe9"),
    ] {
        std::fs::write(program.path("other.txt"), bytes).unwrap();
        for command in ["show", "convert", "fill", "jump"] {
            let error = program.failure(&[command, "./other.txt"], 2);
            contains(&error, "message", &["other.txt:1:", found]);
        }
    }
}

#[test]
fn one_puzzle_of_several_is_chosen_by_its_name() {
    let program = Program::new();
    let ids = [
        "x-1", "x-1-up", "x-10", "x-20-a", "x-20-b", "y-2", "y-20", "z-300",
    ];
    let entry = |id: &&str| format!("{{\"id\": \"{id}\", \"grid\": [\"A.\"]}}");
    let entries: Vec<String> = ids.iter().map(entry).collect();
    program.write("all.json", &format!("[{}]", entries.join(",")));
    let words = |only| ["convert", "all.json", "--only", only];
    for (only, name) in [
        // The whole name, then whole words, then a beginning.
        ("x-1", "x-1"),
        ("y-2", "y-2"),
        ("z", "z-300"),
        ("z-3", "z-300"),
        ("x-1-u", "x-1-up"),
    ] {
        assert_eq!(program.json(&words(only))["puzzles"][0]["name"], name);
    }
    let error = program.failure(&words("x-20"), 2);
    contains(&error, "message", &["2 puzzles", "\"x-20\""]);
    contains(&error, "hint", &["x-20-a, x-20-b"]);
    let error = program.failure(&words("x"), 2);
    contains(&error, "message", &["5 puzzles"]);
    contains(&error, "hint", &["x-1, x-1-up, x-10, x-20-a, ..."]);
    let error = program.failure(&words("w"), 3);
    contains(&error, "hint", &["x-1, x-1-up"]);
}

#[test]
fn positions_that_are_none() {
    let program = Program::new();
    for position in [
        "",
        "kBWB",
        "kBWB:BW#W:KBDD:.WBX",
        "kBWB:BW#W:KBDD:BWBW",
        "kBWB:BWWW:KBDD:.WBW",
        "KkWB:BW#W:BBDD:.WBW",
        "kBWB:BW#W:KB.D:DWBW",
    ] {
        let error = program.failure(&["find", "checkmate", position], 2);
        contains(&error, "message", &["expected"]);
        program.failure(&["solve", "checkmate", "--start", position], 2);
    }
    let error = program.failure(&["find", "checkmate", "kBWB:BW#W:KBDD:.WBX"], 2);
    assert_eq!(
        (error["line"].as_u64(), error["column"].as_u64()),
        (Some(4), Some(4))
    );
}

#[test]
fn a_search_from_goals_that_nothing_reaches_leaves_no_store() {
    let program = Program::new();
    // No sign shows it here: the domino bars the way.
    program.write("never.toml", "start = 'A.BB'\ngoal = 'BB.A'\n");
    program.failure(&["farthest", "never.toml", "--from", "goal"], 3);
    let told = program.json(&["stores"]);
    let stores = told["stores"].as_array().unwrap();
    let from: Vec<&Value> = stores.iter().map(|store| &store["from"]).collect();
    assert_eq!(from, ["start"], "{told}");
}

#[test]
fn words_that_are_wrong() {
    let program = Program::new();
    for line in [
        "",
        "nonsense",
        "solve",
        "explore tiles:2x3 --nonsense",
        "explore tiles:2x3 --threads 0",
        "explore tiles:2x3 --threads x",
        "explore tiles:2x3 --memory x",
        "explore tiles:2x3 --metric furlong",
        "explore tiles:2x3 --max-generation -1",
        "explore tiles:2x3 --max-generation x",
        "explore tiles:2x3 --engine steam",
        "solve checkmate --limit 3",
        "farthest checkmate --from nowhere",
        "find checkmate",
    ] {
        let words: Vec<&str> = line.split(' ').filter(|word| !word.is_empty()).collect();
        program.failure(&words, 2);
    }
    assert_eq!(program.run(&["--help"]).code, Some(0));
    assert_eq!(program.run(&["solve", "--help"]).code, Some(0));
    assert_eq!(program.run(&["--version"]).code, Some(0));
}

/// Of the default build, which `.ci/run --full` tests too.
#[cfg(not(feature = "cluster"))]
#[test]
fn the_feature_that_a_search_over_several_machines_needs_is_named() {
    let program = Program::new();
    let error = program.failure(&["explore", "tiles:3x3", "--hosts", "hosts"], 2);
    contains(&error, "message", &["there is no option `--hosts` here"]);
    contains(&error, "hint", &["a build with `--features cluster`"]);
}

#[test]
fn the_hint_for_wrong_words_names_the_command_they_were_for() {
    let program = Program::new();
    for (line, hint) in [
        ("nonsense", "slidewise --help"),
        ("solve tiles:2x3 --nonsense", "slidewise solve --help"),
        (
            "--threads 1 explore tiles:2x3 --nonsense",
            "slidewise explore --help",
        ),
        // Here `solve` is a folder, and `find` a puzzle.
        (
            "--store solve show find --nonsense",
            "slidewise show --help",
        ),
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        contains(&program.failure(&words, 2), "hint", &[hint]);
    }
}

#[test]
fn the_dense_engine_searches_in_steps_only() {
    let program = Program::new();
    let words = ["explore", "tiles:2x3", "--engine", "dense", "--metric"];
    for metric in ["slide", "move"] {
        let error = program.failure(&[&words[..], &[metric]].concat(), 2);
        contains(&error, "message", &["dense", "steps"]);
    }
    assert_eq!(program.json(&[&words[..], &["step"]].concat())["depth"], 21);
}

#[test]
fn where_there_is_no_dense_engine_it_is_said_why() {
    let program = Program::new();
    // Down from the corner a tile passes the four others of the first row.
    let ring = "1 2 3 4 5\n. # # # 6\n7 # # # 8\n9 # # # 10\n11 12 13 14 15\n";
    let field = format!("ABCDE...\n{}", "........\n".repeat(7));
    for (start, why) in [
        (ring, "a step passes too many tiles"),
        (&*field, "the puzzle has too many patterns"),
        ("ABCD.\n", "no set of five or more distinct tiles"),
    ] {
        let text = format!("start = \"\"\"\n{start}\"\"\"\ndistinct = true\n");
        program.write("given.toml", &text);
        let error = program.failure(&["explore", "given.toml", "--engine", "dense"], 2);
        contains(&error, "message", &["the dense engine", why]);
        contains(&error, "hint", &["--engine sparse"]);
    }
}

#[test]
fn without_a_goal_there_is_nothing_to_solve() {
    let program = Program::new();
    program.write("free.toml", "start = 'A.'\n");
    let error = program.failure(&["solve", "free.toml"], 2);
    contains(&error, "hint", &["slidewise find", "slidewise explore"]);
    program.failure(&["explore", "free.toml", "--until-goal"], 2);
    program.failure(&["farthest", "free.toml", "--from", "goal"], 2);
}

#[test]
fn what_cannot_be_reached() {
    let program = Program::new();
    program.failure(&["solve", "fifteen"], 3);
    program.failure(&["find", "fifteen", ALL_IN_ORDER], 3);
    // Neither asks for the room that a search would need.
    program.failure(&["farthest", "fifteen", "--from", "goal"], 3);
    let part = [
        "graph",
        "fifteen",
        "--max-generation",
        "3",
        "--out",
        "part.csv",
    ];
    assert_eq!(program.json(&part)["nodes"], "17");
    program.failure(&["find", "tiles:2x3", "213:45."], 3);
    // No sign shows it here: the domino bars the way.
    program.write("barred.toml", "start = 'A.BB'\n[[goal]]\nboard = 'BB.A'\n");
    program.failure(&["solve", "barred.toml"], 3);
    program.failure(&["find", "barred.toml", "BB.A"], 3);
    program.failure(&["farthest", "barred.toml", "--from", "goal"], 3);
    let explored = program.json(&["explore", "barred.toml"]);
    assert_eq!(explored["goal"], Value::Null);
    assert_eq!(explored["states"], "3");
}

#[test]
fn too_little_memory_is_told_with_the_numbers() {
    let program = Program::new();
    for count_only in [&[][..], &["--count-only"]] {
        let words = [&["explore", "checkmate", "--memory", "1K"], count_only].concat();
        let error = program.failure(&words, 1);
        contains(&error, "message", &["1024"]);
        contains(&error, "hint", &["--memory"]);
        let message = error["message"].as_str().unwrap();
        let needed = message.split(|letter: char| !letter.is_ascii_digit());
        let most = needed.filter_map(|word| word.parse::<u64>().ok()).max();
        assert!(
            most > Some(169_000),
            "two bits a configuration are needed: {error}"
        );
    }
    assert_eq!(program.names_in("generations"), [""; 0]);
    program.json(&["explore", "checkmate", "--memory", "1G"]);
}

#[test]
fn memory_is_kept_to_where_marks_lie_in_it_alone() {
    let program = Program::new();
    program.text(&["explore", "lane-rouge"]);
    let words = ["verify", "lane-rouge", "--deep", "--memory", "1K"];
    contains(&program.failure(&words, 1), "message", &["1024"]);
    let goal = "[[goal]]\nboard = '''\n.12\n345\n678\n'''\n";
    let text = format!("start = '''\n123\n456\n78.\n'''\ndistinct = true\n{goal}");
    program.write("nine.toml", &text);
    let words = ["farthest", "nine.toml", "--from", "goal", "--everywhere"];
    let error = program.failure(&[&words[..], &["--memory", "1K"]].concat(), 1);
    let hint = error["hint"].as_str().unwrap();
    assert!(!hint.contains("frontier"), "{error}");
}

#[test]
fn a_last_generation_beyond_all_numbers_is_as_good_as_none() {
    let program = Program::new();
    let last = u64::MAX.to_string();
    for _ in 0..2 {
        let words = ["explore", "tiles:2x3", "--max-generation", &last];
        assert_eq!(program.json(&words)["states"], "360");
    }
}

#[test]
fn spaces_beyond_64_bits_are_shown_and_not_explored() {
    let program = Program::new();
    let factorial = "15511210043330985984000000";
    let error = program.failure(&["explore", "tiles:5x5"], 1);
    contains(&error, "message", &[factorial]);
    assert_eq!(program.json(&["show", "tiles:5x5"])["space"], factorial);
    let digits = program.json(&["show", "tiles:10x10"])["space"]
        .as_str()
        .unwrap()
        .len();
    assert_eq!(digits, 158);
}

#[test]
fn all_is_shown_but_the_size_where_the_index_is_too_large() {
    let program = Program::new();
    let shown = program.json(&["show", "gnome-22-transeuropa", "--memory", "1M"]);
    for field in ["space", "patterns", "orders"] {
        assert_eq!(shown[field], Value::Null, "{field}");
    }
    assert_eq!(shown["rows"], 8);
    assert_eq!(shown["pieces"].as_array().unwrap().len(), 6);
    let text = program.text(&["show", "gnome-22-transeuropa", "--memory", "1M"]);
    assert!(text.contains("Space   not known"), "{text}");
}

#[test]
fn stores_that_cannot_be() {
    let program = Program::new();
    let goals = ["verify", "tiles:2x2", "--from", "goal"];
    for words in [&goals[..], &[&goals[..], &["--deep"]].concat()] {
        let error = program.failure(words, 3);
        let hint = error["hint"].as_str().unwrap();
        assert!(
            hint.contains("with `slidewise farthest tiles:2x2 --from goal`"),
            "{hint}"
        );
    }
    program.json(&["farthest", "lane-rouge", "--from", "goal"]);
    std::fs::rename(program.path("generations"), program.path("both")).unwrap();
    let kept = std::fs::read_dir(program.path("both")).unwrap();
    for folder in kept.map(|entry| entry.unwrap()) {
        let name = folder.file_name().into_string().unwrap();
        if !name.ends_with("from-goal") {
            std::fs::remove_dir_all(folder.path()).unwrap();
        }
    }
    let error = program.failure(&["verify", "lane-rouge", "--store", "both"], 3);
    let hint = error["hint"].as_str().unwrap();
    assert!(hint.contains("with --from goal, or search"), "{hint}");
    std::fs::create_dir(program.path("generations")).unwrap();
    let error = program.failure(&["verify", "checkmate"], 3);
    contains(&error, "hint", &["slidewise explore"]);
    // Root may write anywhere, but not below a file.
    program.write("file", "");
    for folder in ["file", "file/below"] {
        let error = program.failure(&["explore", "tiles:2x3", "--store", folder], 1);
        contains(&error, "message", &[folder]);
        contains(&error, "hint", &["--store"]);
    }
    // Where no folder can be made no file has been lost.
    #[cfg(target_os = "linux")]
    for engine in ["sparse", "frontier"] {
        let words = [
            "explore",
            "tiles:2x3",
            "--store",
            "/proc/x",
            "--engine",
            engine,
        ];
        contains(&program.failure(&words, 1), "hint", &["--store"]);
    }
    program.text(&["explore", "tiles:2x3"]);
    for name in ["nothing", "..", "", "../generations"] {
        let ran = program.run(&["stores", "--remove", name]);
        assert!(matches!(ran.code, Some(1..=3)), "{ran:?}");
        assert!(ran.stderr.contains(name), "{ran:?}");
    }
    let stores = program.names_in("generations");
    for file in ["sums", "last", "marks"] {
        std::fs::remove_file(program.path(format!("generations/{}/{file}", stores[0]))).unwrap();
        let error = program.failure(&["farthest", "tiles:2x3"], 1);
        contains(&error, "message", &[file]);
        contains(&error, "hint", &["--fresh"]);
        program.text(&["explore", "tiles:2x3", "--fresh"]);
    }
    assert_eq!(
        program.json(&["stores"])["stores"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
}

#[test]
fn puzzles_that_are_far_too_large_are_told_with_the_numbers() {
    let program = Program::new();
    let empty_row = "................\n";
    let dominoes = "AABBCCDDEEFFGGxy\nHHIIJJKKLLMMNN..\n";
    program.write(
        "dominoes.toml",
        &format!("start = \"\"\"\n{dominoes}{empty_row}{empty_row}\"\"\"\ndistinct = ['x', 'y']\n"),
    );
    let patterns = "277473214723320";
    assert_eq!(
        program.json(&["show", "dominoes.toml"])["patterns"],
        patterns
    );
    let error = program.failure(&["explore", "dominoes.toml"], 1);
    // Elsewhere it is not known what memory a machine has.
    let short = if cfg!(target_os = "linux") {
        "of memory, and this machine has"
    } else {
        "bytes of disk"
    };
    contains(&error, "message", &[short]);
    program.failure(&["show", "tiles:1000000x1000000"], 2);
    program.failure(&["show", "tiles:99999999999999999999x2"], 2);
    contains(
        &program.failure(&["explore", "tiles:1x128"], 1),
        "message",
        &["64-bit"],
    );
    let long = "x".repeat(100_000);
    program.failure(&["show", &long], 2);
    program.failure(&["show", &format!("rush:{long}")], 2);
    program.failure(&["find", "tiles:3x3", &long], 2);
    program.failure(&["find", "tiles:3x3", &":".repeat(100_000)], 2);
    program.failure(&["find", "tiles:3x3", "--start", &long, "."], 2);
}

#[cfg(unix)]
#[test]
fn words_that_are_no_text_are_refused_with_a_sentence() {
    use std::os::unix::ffi::OsStrExt;
    let program = Program::new();
    for words in [&[][..], &["--json"], &["solve"]] {
        let mut command = program.command(words);
        command.arg(std::ffi::OsStr::from_bytes(b"\xff"));
        let ran = super::program::Ran::from(command.output().unwrap());
        assert_eq!(ran.code, Some(2), "{words:?}: {ran:?}");
        assert!(!format!("{}{}", ran.stdout, ran.stderr).contains("panicked"));
    }
}
