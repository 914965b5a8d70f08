//! Sokoban levels and solutions as people bring them: each form of file, by name and by pipe.

use crate::command::program::Program;
use serde_json::Value;

const ONE: &str = "#####\n#@$.#\n#####\n";

/// The two first levels of Microban, without titles.
const MICROBAN: [&str; 2] = [
    "####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####\n",
    "######\n#    #\n# #@ #\n# $* #\n# .* #\n#    #\n######\n",
];

/// Pushes and steps of the answer of `solve`.
fn lengths(program: &Program, words: &[&str]) -> (u64, u64) {
    lengths_of(&program.json(&[&["solve"], words].concat()))
}

fn lengths_of(object: &Value) -> (u64, u64) {
    let of = |key: &str| {
        let found = object[key].as_u64();
        found.unwrap_or_else(|| panic!("no {key}: {object}"))
    };
    (of("pushes"), of("steps"))
}

fn piped_lengths(program: &Program, text: &str) -> (u64, u64) {
    let ran = program.piped(&["solve", "-", "--json"], text.as_bytes());
    lengths_of(&ran.object())
}

/// The objects of a batch.
fn batch(program: &Program, words: &[&str]) -> Vec<Value> {
    let text = program.run(&[words, &["--json"]].concat()).stdout;
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn levels_are_known_by_their_text() {
    let program = Program::with_files(&[
        ("level.lvl", sample!("level.lvl")),
        ("level.map", ONE),
        ("level", ONE),
        ("level.skb", &format!("; A title\n\n{ONE}")),
        ("board.txt", "#####\n#AB.#\n#####\n"),
        ("puzzle.toml", &format!("start = '''\n{ONE}'''\n")),
    ]);
    for file in ["level.lvl", "level.map", "level", "level.skb"] {
        assert_eq!(lengths(&program, &[file]), (1, 1), "{file}");
        let shown = program.text(&["show", file]);
        assert!(shown.contains("1 box, 3 cells"), "{file}: {shown}");
    }
    for text in [ONE, "5#|#.$@#|5#", "\n\n  #####\n  #@$.#\n  #####\n"] {
        assert_eq!(piped_lengths(&program, text), (1, 1), "{text}");
        let shown = program.piped(&["show", "-"], text.as_bytes());
        assert!(shown.stdout.contains("1 box, 3 cells"), "{shown:?}");
    }
    let faulty = program.piped(&["solve", "-"], b"#####\n@$.##\n#####\n");
    assert!(
        faulty.stderr.contains("-:2:1: the wall has a hole here"),
        "{faulty:?}"
    );
    for file in ["board.txt", "puzzle.toml"] {
        assert!(program.text(&["show", file]).contains("Pieces"), "{file}");
    }
}

#[test]
fn collections_in_xml_are_read() {
    let text = sample!("s4_easy5.slc");
    let typed = text.replace(
        "<SokobanLevels",
        "<!DOCTYPE SokobanLevels SYSTEM \"SokobanLev.dtd\">\n<SokobanLevels",
    );
    let broken = text.replace("</L>\n    </Level>", "\n    </Level>");
    let hostile = text.replace(
        "<SokobanLevels",
        "<!DOCTYPE SokobanLevels [<!ENTITY a SYSTEM \"/etc/passwd\">]>\n<SokobanLevels",
    );
    let program = Program::with_files(&[
        ("s4_easy5.slc", text),
        ("typed.xml", &typed),
        ("broken.slc", &broken),
        ("hostile.slc", &hostile),
    ]);
    assert_eq!(lengths(&program, &["s4_easy5.slc"]), (47, 133));
    let steps = lengths(&program, &["typed.xml", "--metric", "step"]);
    assert_eq!(steps.1, 133);
    assert_eq!(program.json(&["show", "s4_easy5.slc##01"])["title"], "#01");
    let (broken, _) = program.message(&["solve", "broken.slc"], 2);
    assert!(broken.starts_with("broken.slc:17:"), "{broken}");
    let (hostile, _) = program.message(&["solve", "hostile.slc"], 2);
    assert!(hostile.contains("defines entities"), "{hostile}");
}

#[test]
fn a_collection_is_listed_and_solved_whole() {
    let faulty = format!("; A\n{ONE}\n; B\n#####\n#@@.#\n#####\n\n; C\n{ONE}");
    let program = Program::with_files(&[
        ("firststeps.sok", sample!("firststeps.sok")),
        ("faulty.txt", &faulty),
        ("list.txt", "firststeps.sok#2\nmicroban:1\ntiles:2x2\n"),
    ]);
    let listed = program.text(&["show", "firststeps.sok"]);
    for line in [
        "#1    6 x 6, 2 boxes       Level 1 Start",
        "#3    7 x 6, 2 boxes",
    ] {
        assert!(listed.contains(line), "{listed}");
    }
    let expected = [(5, 22), (5, 25), (6, 34)];
    for words in [
        &["solve", "firststeps.sok", "--all-levels"][..],
        &["solve", "--batch", "firststeps.sok"],
        &[
            "solve",
            "firststeps.sok",
            "--all-levels",
            "--metric",
            "step",
        ],
        &[
            "solve",
            "firststeps.sok",
            "--all-levels",
            "--metric",
            "push",
        ],
        &["solve", "--batch", "firststeps.sok", "--metric", "push"],
    ] {
        let all = batch(&program, words);
        let lengths: Vec<_> = all.iter().map(lengths_of).collect();
        assert_eq!(lengths, expected, "{words:?}");
    }
    let table = program.text(&["solve", "firststeps.sok", "--all-levels", "--csv"]);
    let head = "puzzle,metric,pushes,steps,routes,proved,at_least,seconds,error\n\
                firststeps.sok#1,push,5,22,1,true,,";
    assert!(table.starts_with(head), "{table}");
    let lines = program.run(&["solve", "faulty.txt", "--all-levels"]);
    assert_eq!(
        (lines.code, lines.stdout.lines().count()),
        (Some(2), 3),
        "{lines:?}"
    );
    assert!(
        lines
            .stdout
            .contains("faulty.txt#2: faulty.txt:8:3: the level has a second")
    );
    let listed = program.json(&["show", "faulty.txt"]);
    assert_eq!(
        listed["levels"][1]["problem"].as_str().map(|own| &own[..4]),
        Some("8:3:")
    );
    let mixed = batch(&program, &["solve", "--batch", "list.txt"]);
    assert_eq!((mixed.len(), lengths_of(&mixed[1])), (3, (8, 33)));
    let table = program
        .run(&["solve", "--batch", "list.txt", "--csv"])
        .stdout;
    assert!(table.contains("\nmicroban:1,push,,8,1,true,"), "{table}");
    let piped = program.piped(&["solve", "--batch", "-"], faulty.as_bytes());
    assert!(
        piped.stdout.contains("-#3: 1 push, 1 step, 1 shortest way"),
        "{piped:?}"
    );
}

#[test]
fn a_level_is_named_by_number_or_title() {
    let program = Program::with_files(&[
        ("boxoban.txt", sample!("boxoban.txt")),
        ("board.txt", "AA.\n..B\n"),
        ("twice.sok", &format!("; A\n{ONE}\n; A\n{ONE}\n; 1\n{ONE}")),
    ]);
    assert_eq!(lengths(&program, &["boxoban.txt#0"]), (13, 34));
    assert_eq!(lengths(&program, &["boxoban.txt#\"1\""]), (8, 20));
    let first = program.run(&["solve", "boxoban.txt#1"]);
    assert!(first.stdout.contains("13 pushes, 34 steps"), "{first:?}");
    let remark =
        "level 1 of the file, with the title 0; the level with the title 1 is boxoban.txt#2";
    assert!(first.stderr.contains(remark), "{first:?}");
    assert_eq!(lengths(&program, &["boxoban.txt#2"]), (8, 20));
    let twice = program.run(&["show", "twice.sok#A"]).stderr;
    assert!(
        twice.contains("the first with the title A; twice.sok#2 has it too"),
        "{twice}"
    );
    let first = program.run(&["show", "twice.sok#1"]).stderr;
    assert!(
        first.contains("with the title A; the level with the title 1 is twice.sok#3"),
        "{first}"
    );
    let (several, hint) = program.message(&["solve", "microban"], 2);
    assert!(several.contains("155 levels") && hint.len() < 200, "{hint}");
    assert!(hint.contains("`slidewise show microban`"), "{hint}");
    let (_, hint) = program.message(&["solve", "boxoban.txt#9"], 3);
    assert!(hint.contains("boxoban.txt#1 to boxoban.txt#2"), "{hint}");
    let shown = program.json(&["show", "microban"]);
    assert_eq!(shown["levels"].as_array().map(Vec::len), Some(155));
    let (refused, _) = program.message(&["solve", "board.txt", "--all-levels"], 2);
    assert!(refused.contains("no file of Sokoban levels"), "{refused}");
    let pushed = ["solve", "--batch", "board.txt", "--metric", "push"];
    let (refused, _) = program.message(&pushed, 2);
    assert!(
        refused.contains("--metric push is for Sokoban levels"),
        "{refused}"
    );
}

#[test]
fn faults_of_levels_have_their_place_in_the_text() {
    let texts = [
        ("two.xsb", sample!("two.xsb"), "3:2"),
        ("open2.xsb", sample!("open2.xsb"), "2:1"),
        ("more_goals.xsb", sample!("more_goals.xsb"), "1:1"),
        ("none.lvl", "\n#####\n# $.#\n#####\n", "2:1"),
        ("last.txt", "#####\n#@$. \n#####\n", "2:5"),
    ];
    for (file, text, place) in texts {
        let program = Program::with_files(&[(file, text)]);
        let refused = program.failure(&["solve", file], 2);
        let message = refused["message"].as_str().unwrap();
        assert!(
            message.starts_with(&format!("{file}:{place}: ")),
            "{message}"
        );
        assert_eq!(format!("{}:{}", refused["line"], refused["column"]), place);
        let checked = program.run(&["check", file]);
        assert_eq!(checked.code, Some(2));
        assert!(
            checked.stdout.starts_with(&format!("{file}:{place}: ")),
            "{checked:?}"
        );
        let piped = program.piped(&["solve", "-"], text.as_bytes());
        assert!(piped.stderr.contains(&format!("-:{place}: ")), "{piped:?}");
    }
}

#[test]
fn levels_are_checked_and_refused_by_every_command() {
    let program = Program::with_files(&[
        ("r4_microban1.xsb", sample!("r4_microban1.xsb")),
        ("level", ONE),
        ("three", &format!("{ONE}\n{ONE}\n{ONE}")),
    ]);
    let checked = program.text(&["check", "r4_microban1.xsb"]);
    assert_eq!(
        checked,
        "r4_microban1.xsb: a Sokoban level, no fault found\n"
    );
    assert!(
        program
            .text(&["check", "three"])
            .contains("3 Sokoban levels, no fault")
    );
    assert_eq!(program.json(&["check", "three"])["levels"], 3);
    assert_eq!(lengths(&program, &["r4_microban1.xsb"]), (8, 33));
    // One level of a file is checked alone.
    program.write("two", &format!("{ONE}\n#####\n#@@.#\n#####\n"));
    assert_eq!(
        program.text(&["check", "two#1"]),
        "two: a Sokoban level, no fault found\n"
    );
    let faulty = program.run(&["check", "two#2"]);
    assert_eq!(faulty.code, Some(2));
    assert!(faulty.stdout.starts_with("two:6:3: "), "{faulty:?}");
    let (none, hint) = program.message(&["check", "two#3"], 3);
    assert!(none.contains("two has no level 3"), "{none}");
    assert!(hint.contains("two#1 to two#2"), "{hint}");
    for words in [
        &["convert", "level"][..],
        &["export", "level", "--out", "a.html"],
        &["count", "level"],
        &["tables", "level"],
    ] {
        let (refused, _) = program.message(words, 2);
        assert!(refused.starts_with("level is a Sokoban level"), "{refused}");
    }
    program.json(&["draw", "level", "--out", "level.svg"]);
}

#[test]
fn solutions_are_read_as_people_send_them() {
    let capitals = sample!("microban1-capitals.txt");
    let small = capitals.to_lowercase();
    let solved = "dlUrrrdLullddrUluRuulDrddrruLdlUU";
    let program = Program::with_files(&[
        ("r4_microban1.xsb", sample!("r4_microban1.xsb")),
        ("microban1-capitals.txt", capitals),
        ("small.txt", &small),
        (
            "marked.txt",
            &format!("\u{feff}Solution\nMoves: 33\n{solved}\nPushes: 8\n"),
        ),
        ("headed.txt", &format!("Solution: {solved}\r\n")),
        ("runs.txt", "dlU3rdL u2l2drUluR2ulDr2d2ruLdl2U"),
        ("wrong.txt", "rr\nrUx\n"),
        ("mixed.txt", &solved.replacen('U', "u", 1)),
        ("two.txt", &format!("{solved}\nSolution 2\n{solved}\n")),
        ("none.txt", "Moves: 33\n"),
    ]);
    let replay = |file: &str| program.json(&["replay", "r4_microban1.xsb", file]);
    for file in [
        "microban1-capitals.txt",
        "small.txt",
        "marked.txt",
        "headed.txt",
        "runs.txt",
    ] {
        assert_eq!(lengths_of(&replay(file)), (8, 33), "{file}");
    }
    let words = ["replay", "r4_microban1.xsb", "-", "--json"];
    let read = program.piped(&words, capitals.as_bytes());
    assert_eq!(lengths_of(&read.object()), (8, 33));
    for (file, part) in [
        ("wrong.txt", "wrong.txt:2:3: 'x' is no move"),
        ("two.txt", "two.txt:3:1: a second solution begins here"),
        ("none.txt", "none.txt: there is no solution"),
    ] {
        let (refused, _) = program.message(&["replay", "r4_microban1.xsb", file], 2);
        assert!(refused.starts_with(part), "{refused}");
    }
    let mixed = program.run(&["replay", "r4_microban1.xsb", "mixed.txt"]);
    assert!(
        mixed.code == Some(1) && mixed.stdout.contains("is a push"),
        "{mixed:?}"
    );
}

#[test]
fn tabs_and_runs_of_blanks_are_read() {
    let program = Program::with_files(&[
        ("tab.xsb", sample!("tab.xsb")),
        ("tabs.txt", "\t\t #####\n\t\t #@$.#\n\t\t #####\n"),
        ("mixed.txt", "\t#####\n        #@$.#\n\t#####\n"),
        ("rle_sp.xsb", sample!("rle_sp.xsb")),
        ("lines.txt", "4#2 \n#2.3#\n#- 2$ #\n# -@2 #\n6#\n"),
        ("dashes.sok", "4#2-|#2.3#|#-2$-#|#-@--#|6#"),
    ]);
    for file in ["tab.xsb", "tabs.txt"] {
        assert_eq!(lengths(&program, &[file]), (1, 1), "{file}");
    }
    let (mixed, _) = program.message(&["solve", "mixed.txt"], 2);
    assert!(
        mixed.starts_with("mixed.txt:1:1: a tab has no width"),
        "{mixed}"
    );
    for file in ["rle_sp.xsb", "dashes.sok"] {
        assert_eq!(lengths(&program, &[file]), (4, 10), "{file}");
    }
    let wide = program.json(&["show", "lines.txt"])["start"].clone();
    assert_eq!(wide, "####:#..###:#--$$-#:#--@--#:######");
}

#[test]
fn levels_in_another_legend_are_refused_as_such() {
    let begoon = sample!("s5_begoon.txt");
    let program = Program::with_files(&[
        ("s5_begoon.txt", begoon),
        ("s2_tricky.txt", sample!("s2_tricky.txt")),
        ("s3_rg.txt", sample!("s3_rg.txt")),
        ("own.lvl", "Level 1\nWWWWWW\nW@  .W\nW O  W\nWWWWWW\n"),
        ("own.xsb", "%%%%%%\n%& _.%\n%_H__%\n%%%%%%\n"),
        ("my own.txt", "XXXXX\nX@$.X\nXXXXX\n"),
    ]);
    // A shell takes the command of the hint as it stands.
    let (_, hint) = program.message(&["solve", "my own.txt"], 2);
    assert!(
        hint.contains("`tr 'X' '#' < 'my own.txt' | slidewise solve -`"),
        "{hint}"
    );
    for (file, guess) in [
        (
            "s5_begoon.txt",
            "`X` is probably a wall, `*` a box, `.` a goal, `@` the player",
        ),
        (
            "s2_tricky.txt",
            "`#` is probably a wall, `&` the player, `.` a goal, `B` a box",
        ),
        ("s3_rg.txt", "`+` is probably a wall"),
        (
            "own.lvl",
            "`W` is probably a wall, `.` a goal, `@` the player, `O` a box",
        ),
        (
            "own.xsb",
            "`%` is probably a wall, `&` the player, `.` a goal, `H` a box",
        ),
    ] {
        for command in ["solve", "check", "convert"] {
            let (refused, hint) = program.message(&[command, file], 2);
            let part = "looks like a Sokoban level in another legend: ";
            assert!(refused.contains(&format!("{part}{guess}")), "{refused}");
            let known = hint.contains("`tr '") || hint.contains("# for a wall");
            assert!(known, "{hint}");
        }
    }
    for (file, from, to, wanted) in [
        (
            "s5_begoon.txt",
            "X",
            "W",
            "`W` is probably a wall, `*` a box",
        ),
        ("s2_tricky.txt", "B", "O", "`.` a goal, `O` a box"),
        ("s3_rg.txt", "+", "%", "`%` is probably a wall"),
    ] {
        let text = std::fs::read_to_string(program.path(file)).unwrap();
        program.write("varied.txt", &text.replace(from, to));
        let (refused, _) = program.message(&["solve", "varied.txt"], 2);
        assert!(refused.contains(wanted), "{file}: {refused}");
    }
    let (_, hint) = program.message(&["solve", "s5_begoon.txt"], 2);
    assert!(
        hint.contains("`tr '*X' '$#' < s5_begoon.txt | slidewise solve -`"),
        "{hint}"
    );
    let written = begoon.replace('*', "$").replace('X', "#");
    assert_eq!(piped_lengths(&program, &written), (116, 264));
}

#[test]
fn levels_in_json_are_read() {
    let program = Program::with_files(&[
        ("jsonarr.json", sample!("jsonarr.json")),
        ("rows.json", "[\"#####\", \"#@$.#\", \"#####\"]"),
        (
            "titled.json",
            "{\"levels\": [{\"title\": \"A\", \"level\": \"#####\\n#.$@#\\n#####\"}]}",
        ),
        ("whole.json", "{\"levels\": [\"#####\\n#@$.#\\n#####\"]}"),
        ("faulty.json", "[\"#####\",\n \"#@@.#\",\n \"#####\"]"),
    ]);
    for file in ["jsonarr.json", "rows.json", "titled.json", "whole.json"] {
        assert_eq!(lengths(&program, &[file]), (1, 1), "{file}");
    }
    assert_eq!(program.json(&["show", "titled.json"])["title"], "A");
    let (faulty, _) = program.message(&["solve", "faulty.json"], 2);
    assert!(
        faulty.starts_with("faulty.json:2:5: the level has a second"),
        "{faulty}"
    );
}

/// The answers of `show` and `solve`, with the name of the file replaced.
fn answers(program: &Program, file: &str, bytes: &[u8]) -> Vec<String> {
    let mut all = Vec::new();
    for words in [
        &["show", file][..],
        &["solve", "--batch", file],
        &["solve", "--batch", file, "--metric", "step"],
    ] {
        let ran = program.piped(&[words, &["--json"]].concat(), bytes);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let name = format!("\"{file}");
        all.extend(ran.stdout.lines().map(|line| line.replace(&name, "\"FILE")));
    }
    all
}

#[test]
fn levels_are_the_same_in_every_form() {
    let [first, second] = MICROBAN;
    let author = "David Wé Skinner";
    let plain = format!("Author: {author}\n\n; 1\n\n{first}\n; 2\n\n{second}\n");
    let latin: Vec<u8> = plain.chars().map(|own| own as u8).collect();
    let sok = format!("Author: {author}\r\n\r\n{first}Title: 1\r\n\r\n{second}Title: 2\r\n");
    let rows = |text: &str| -> String {
        let lines = text.lines().map(|line| format!("<L>{line}</L>\n"));
        lines.collect()
    };
    let slc = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<SokobanLevels>\n\
         <LevelCollection Copyright=\"{author}\">\n<Level Id=\"1\">{}</Level>\n\
         <Level Id=\"2\">{}</Level>\n</LevelCollection>\n</SokobanLevels>\n",
        rows(first),
        rows(second)
    );
    let program = Program::with_files(&[
        ("levels.txt", &plain),
        ("levels.sok", &sok),
        ("levels.slc", &slc),
        ("plain", &plain),
    ]);
    std::fs::write(program.path("latin.txt"), &latin).unwrap();
    let start = |word: String| program.json(&["show", &word])["start"].clone();
    for number in [1, 2] {
        let built_in = start(format!("microban:{number}"));
        assert_eq!(start(format!("levels.txt#{number}")), built_in);
    }
    let expected = answers(&program, "levels.txt", b"");
    assert_eq!(expected.len(), 5, "{expected:?}");
    assert_eq!(
        lengths_of(&serde_json::from_str(&expected[1]).unwrap()),
        (8, 33)
    );
    for file in ["levels.sok", "levels.slc", "plain", "latin.txt"] {
        assert_eq!(answers(&program, file, b""), expected, "{file}");
    }
    for bytes in [plain.as_bytes(), &latin, sok.as_bytes(), slc.as_bytes()] {
        assert_eq!(answers(&program, "-", bytes), expected);
    }
}
