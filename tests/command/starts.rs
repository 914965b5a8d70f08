//! `solve --starts`: limits for each start, tables that a later run goes on with, and goals from a
//! file.

use super::program::Program;
use std::collections::BTreeSet;
use std::fs;

/// Steps to the goal of these positions of `tiles:3x3`: 2, 31, none (parity), 1, 0.
const STARTS: &str = "123:456:.78\n867:254:3.1\n# none\n213:456:78.\n123:456:7.8\n123:456:78.\n";
const ASKED: [&str; 6] = [
    "solve",
    "tiles:3x3",
    "--starts",
    "starts.txt",
    "--out",
    "out.csv",
];

/// The rows of a table without their seconds.
fn rows(text: &str) -> Vec<String> {
    let row = |line: &str| {
        let mut fields: Vec<&str> = line.split(',').collect();
        fields.remove(10);
        fields.join(",")
    };
    text.lines().map(row).collect()
}

#[test]
fn a_run_goes_on_after_the_rows_that_are_there_wherever_an_earlier_one_was_cut_off() {
    let program = Program::with_files(&[("starts.txt", STARTS)]);
    let ran = program.run(&ASKED);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert_eq!(ran.stdout, "out.csv: 5 rows\n");
    let whole = fs::read_to_string(program.path("out.csv")).unwrap();
    let printed = program.run(&["solve", "tiles:3x3", "--starts", "starts.txt", "--csv"]);
    let without_question = rows(&whole).into_iter().map(|row| {
        let (row, question) = row.rsplit_once(',').unwrap();
        assert!(question == "question" || question.len() == 16, "{question}");
        row.to_owned()
    });
    assert!(rows(&printed.stdout).into_iter().eq(without_question));
    let lengths: Vec<String> = rows(&whole)[1..]
        .iter()
        .map(|row| row.split(',').nth(3).unwrap().to_owned())
        .collect();
    assert_eq!(lengths, ["2", "31", "", "1", "0"]);

    for cut in (0..=whole.len()).step_by(7).chain([whole.len()]) {
        fs::write(program.path("out.csv"), &whole[..cut]).unwrap();
        let ran = program.run(&ASKED);
        assert!(matches!(ran.code, Some(0 | 3)), "{cut}: {ran:?}");
        let again = fs::read_to_string(program.path("out.csv")).unwrap();
        assert_eq!(rows(&again), rows(&whole), "{cut}");
        let kept = whole[..cut].rfind('\n').map_or(0, |end| end + 1);
        assert_eq!(again[..kept], whole[..kept], "rows that were there stay");
    }
    let ran = program.run(&ASKED);
    assert_eq!(ran.code, Some(0), "nothing was left to do: {ran:?}");
    assert_eq!(ran.stdout, "out.csv: 5 rows, 5 of them from earlier runs\n");
}

#[test]
fn a_file_of_anything_else_is_left_as_it_is() {
    let program = Program::with_files(&[("starts.txt", STARTS)]);
    assert_eq!(program.run(&ASKED).code, Some(3));
    let whole = fs::read_to_string(program.path("out.csv")).unwrap();
    let other_row = whole.replace("867:254:3.1,step", "867:254:31.,step");
    let more_rows = format!("{whole}123:456:7.8,step,last,1,,true,,,grid,2,0.0,\n");
    let torn = format!("{whole}somebody's own");
    for (text, what) in [
        ("a letter\n", "is no table of starts"),
        ("start,metric\n", "is no table of starts"),
        (other_row.as_str(), "out.csv:3: expected the row of"),
        (more_rows.as_str(), "more rows than there are starts"),
        (torn.as_str(), "more rows than there are starts"),
    ] {
        program.write("out.csv", text);
        let (message, hint) = program.message(&ASKED, 2);
        assert!(message.contains(what), "{message}");
        assert!(hint.contains("--out"), "{hint}");
        assert_eq!(fs::read_to_string(program.path("out.csv")).unwrap(), text);
    }
    program.write("out.csv", &whole);
    let (message, _) = program.message(&[&ASKED[..], &["--to", "first"]].concat(), 2);
    assert!(message.contains("expected the row of"), "{message}");
    // The same starts and the same name of the goal, but other moves; and goals without a name.
    let mut on_a_torus = ASKED;
    on_a_torus[1] = "torus:3x3";
    program.write("goals.txt", "123:456:7.8\n");
    for other in [
        &on_a_torus[..],
        &[&ASKED[..], &["--goals", "goals.txt"]].concat(),
    ] {
        let (message, _) = program.message(other, 2);
        assert!(message.contains("out.csv:2: "), "{message}");
        assert_eq!(fs::read_to_string(program.path("out.csv")).unwrap(), whole);
    }
    fs::write(program.path("out.csv"), b"start,\xff\n").unwrap();
    program.message(&ASKED, 2);
    let same = [
        "solve",
        "tiles:3x3",
        "--starts",
        "starts.txt",
        "--out",
        "starts.txt",
    ];
    let (message, _) = program.message(&same, 2);
    assert!(message.contains("starts.txt"), "{message}");
    assert_eq!(
        fs::read_to_string(program.path("starts.txt")).unwrap(),
        STARTS
    );
}

#[test]
fn goals_without_a_name_and_letters_of_several_bytes_are_told_apart_and_completed() {
    let puzzle = "start = \"\"\"\nä.b\n...\n\"\"\"\n";
    let starts = "ä.b:...\n.äb:...\n";
    let files = [
        ("u.toml", puzzle),
        ("starts.txt", starts),
        ("one.txt", "b.ä:...\n...:bä.\n"),
        ("two.txt", "...:ä.b\n...:b.ä\n"),
    ];
    let program = Program::with_files(&files);
    let asked = |goals| {
        let words = [
            "solve",
            "u.toml",
            "--starts",
            "starts.txt",
            "--goals",
            goals,
        ];
        [&words[..], &["--out", "u.csv"]].concat()
    };
    assert_eq!(program.run(&asked("one.txt")).code, Some(0));
    let (message, _) = program.message(&asked("two.txt"), 2);
    assert!(
        message.contains("of another puzzle or other goals"),
        "{message}"
    );
    let whole = fs::read(program.path("u.csv")).unwrap();
    for cut in 0..whole.len() {
        fs::write(program.path("u.csv"), &whole[..cut]).unwrap();
        let ran = program.run(&asked("one.txt"));
        assert_eq!(ran.code, Some(0), "{cut}: {ran:?}");
        let again = fs::read_to_string(program.path("u.csv")).unwrap();
        assert_eq!(rows(&again), rows(str::from_utf8(&whole).unwrap()), "{cut}");
    }
}

#[test]
fn a_line_without_a_position_ends_the_run_and_the_rows_before_it_stay() {
    let wrong = STARTS.replace("123:456:7.8", "123");
    let program = Program::with_files(&[("starts.txt", &wrong)]);
    let ran = program.run(&ASKED);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.stderr.contains("starts.txt:5: "), "{ran:?}");
    let rows_of = |program: &Program| {
        let text = fs::read_to_string(program.path("out.csv")).unwrap();
        rows(&text).len() - 1
    };
    assert_eq!(rows_of(&program), 3);
    program.write("starts.txt", STARTS);
    assert_eq!(program.run(&ASKED).code, Some(0));
    assert_eq!(rows_of(&program), 5);
}

#[test]
fn a_start_at_its_limit_is_a_row_with_a_bound_and_the_next_follows() {
    let near = "1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15";
    let far = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3";
    let program = Program::with_files(&[("starts.txt", &format!("{near}\n{far}\n{near}\n"))]);
    let asked = [
        "solve",
        "tiles:4x4",
        "--to",
        "first",
        "--starts",
        "starts.txt",
    ];
    let asked = [&asked[..], &["--method", "grid", "--limit-nodes", "20000"]].concat();
    let found = program.json(&asked);
    let solutions = found["solutions"].as_array().unwrap();
    let lengths: Vec<_> = solutions.iter().map(|own| own["moves"].as_u64()).collect();
    assert_eq!(lengths, [Some(1), None, Some(1)]);
    assert_eq!(solutions[1]["proved"], false);
    let at_least = solutions[1]["at_least"].as_u64().unwrap();
    assert!((41..=57).contains(&at_least), "{at_least}");
    let reason = solutions[1]["reason"].as_str().unwrap();
    assert_eq!(reason, "the limit of 20,000 positions was reached");
    let text = program.run(&[&asked[..], &["--out", "out.csv"]].concat());
    assert_eq!(text.code, Some(0), "{text:?}");
    let table = fs::read_to_string(program.path("out.csv")).unwrap();
    assert_eq!(rows(&table).len(), 4);
    for wrong in ["0", "-1", "x", "1e99", ""] {
        let words = [
            "solve",
            "tiles:3x3",
            "--starts",
            "starts.txt",
            "--limit-seconds",
            wrong,
        ];
        program.failure(&words, 2);
    }
    for option in ["--limit-nodes", "--limit-seconds", "--out"] {
        program.failure(&["solve", "tiles:3x3", option, "5"], 2);
    }
}

#[test]
fn positions_of_a_file_are_goals() {
    let program = Program::with_files(&[("goals.txt", "# two\n.12:345\n\n12.:345\n12.:345\n")]);
    let single = |to: &str| {
        let words = ["solve", "tiles:2x3", "--start", "125:34.", "--to", to];
        program.json(&words)["moves"].as_u64().unwrap()
    };
    let nearest = single(".12:345").min(single("12.:345"));
    let both = [
        "solve",
        "tiles:2x3",
        "--start",
        "125:34.",
        "--goals",
        "goals.txt",
    ];
    assert_eq!(program.json(&both)["moves"].as_u64(), Some(nearest));
    let far = [
        "farthest",
        "tiles:2x3",
        "--from",
        "goal",
        "--goals",
        "goals.txt",
    ];
    let far = program.json(&far);
    let distance = far["generation"].as_u64().unwrap().to_string();
    let sample = [
        "sample",
        "tiles:2x3",
        "--from",
        "goal",
        "--goals",
        "goals.txt",
        "--distance",
    ];
    let sample = program.json(&[&sample[..], &[&distance, "--count", "999"]].concat());
    let sorted = |own: &serde_json::Value| {
        let texts = own["positions"].as_array().unwrap().iter();
        let texts: BTreeSet<String> = texts.map(|own| own.to_string()).collect();
        texts
    };
    assert_eq!(sorted(&sample), sorted(&far));
    program.write("empty.txt", "# none\n");
    program.write("wrong.txt", "12.:345\n12.:34x\n");
    for (file, what) in [
        ("empty.txt", "empty.txt has no position"),
        ("wrong.txt", "wrong.txt:2: "),
        ("missing.txt", "missing.txt cannot be read"),
    ] {
        let (message, _) = program.message(&["solve", "tiles:2x3", "--goals", file], 2);
        assert!(message.contains(what), "{message}");
    }
}

#[test]
fn a_pack_is_a_file_of_starts_with_as_many_at_each_distance() {
    let program = Program::new();
    let asked = [
        "sample",
        "lane-rouge",
        "--pack",
        "3x(0..12)",
        "--from",
        "goal",
        "--seed",
        "4",
    ];
    let pack = program.json(&asked);
    let parts = pack["pack"].as_array().unwrap();
    assert_eq!(parts.len(), 13);
    let mut all = Vec::new();
    for (distance, part) in (0u64..).zip(parts) {
        assert_eq!(part["generation"], distance);
        let alone = distance.to_string();
        let alone = [
            "sample",
            "lane-rouge",
            "--distance",
            &alone,
            "--from",
            "goal",
            "--seed",
            "4",
        ];
        let alone = program.json(&[&alone[..], &["--count", "3"]].concat());
        assert_eq!(
            (&part["positions"], &part["of"]),
            (&alone["positions"], &alone["of"])
        );
        all.extend(
            part["positions"]
                .as_array()
                .unwrap()
                .iter()
                .map(|_| distance),
        );
    }
    program.write("pack.txt", &program.text(&asked));
    let solved = program.json(&["solve", "lane-rouge", "--starts", "pack.txt"]);
    let lengths: Vec<u64> = solved["solutions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|own| own["moves"].as_u64().unwrap())
        .collect();
    assert_eq!(lengths, all);
    let short = program.json(&["sample", "tiles:2x2", "--pack", "2x5..8"]);
    assert_eq!(short["short"], serde_json::json!([6, 7, 8]));
    for wrong in ["", "3", "0x3", "3x5..2", "3x-1", "3x0..99999"] {
        program.failure(&["sample", "tiles:2x2", "--pack", wrong], 2);
    }
    program.failure(&["sample", "tiles:2x2", "--pack", "2x9..12"], 3);
    program.failure(
        &["sample", "tiles:2x2", "--pack", "2x1", "--distance", "1"],
        2,
    );
    let tiles = [
        "sample",
        "tiles:4x4",
        "--pack",
        "2x20..22",
        "--from",
        "goal",
        "--seed",
        "1",
    ];
    let tiles = program.json(&[&tiles[..], &["--memory", "30M"]].concat());
    assert_eq!(tiles["uniform"], false);
    for part in tiles["pack"].as_array().unwrap() {
        assert_eq!(part["positions"].as_array().unwrap().len(), 2);
        assert!(part["of"].is_null());
    }
}
