//! What is in the folder of a store and was not made by one: links, other kinds of files, and what
//! is missing.

use super::program::Program;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::process::Command;

/// The words that make a store of a kind in part, and those that make all of it.
const KINDS: [&[&str]; 2] = [
    &["explore", "tiles:2x3"],
    &["explore", "tiles:2x3", "--engine", "frontier"],
];

/// The one folder in `generations`.
fn folder(program: &Program) -> PathBuf {
    let names = program.names_in("generations");
    assert_eq!(names.len(), 1, "{names:?}");
    program.path(format!("generations/{}", names[0]))
}

#[test]
fn what_a_link_in_a_store_leads_to_stays_as_it_was() {
    let names = [
        "lock",
        "last.new",
        "sums.new",
        "kept.new",
        "header.new",
        "generation-000004.new",
        "generation-000005.new",
        "spill-000000",
    ];
    for words in KINDS {
        for is_hard in [false, true] {
            for name in names {
                for then in ["go on", "fresh", "remove"] {
                    let program = Program::new();
                    program.text(&[words, &["--max-generation", "3"]].concat());
                    program.write("mine", "mine");
                    let folder = folder(&program);
                    let link = folder.join(name);
                    let _ = fs::remove_file(&link);
                    if is_hard {
                        fs::hard_link(program.path("mine"), &link).unwrap();
                    } else {
                        symlink(program.path("mine"), &link).unwrap();
                    }
                    let ran = match then {
                        "go on" => program.run(words),
                        "fresh" => program.run(&[words, &["--fresh"]].concat()),
                        _ => program.run(&["stores", "--remove", "tiles*"]),
                    };
                    let what = format!("{words:?} {name} {is_hard} {then}: {ran:?}");
                    assert_eq!(fs::read(program.path("mine")).unwrap(), b"mine", "{what}");
                    // A lock that is a link is nothing to write to, and to take it away is not
                    // safe.
                    let is_refused = name == "lock" && !is_hard;
                    assert_eq!(ran.code, Some(i32::from(is_refused)), "{what}");
                    assert_eq!(ran.stderr.contains("is a link"), is_refused, "{what}");
                    if then == "remove" && !is_refused {
                        assert!(!folder.exists(), "{what}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_link_to_nothing_makes_nothing() {
    for words in KINDS {
        for name in [
            "lock",
            "header",
            "log",
            "last.new",
            "kept.new",
            "spill-000000",
        ] {
            let program = Program::new();
            program.text(&[words, &["--max-generation", "3"]].concat());
            let link = folder(&program).join(name);
            let _ = fs::remove_file(&link);
            symlink(program.path("none"), &link).unwrap();
            program.run(words);
            program.run(&[words, &["--fresh"]].concat());
            assert!(!program.path("none").exists(), "{words:?} {name}");
        }
    }
}

#[test]
fn a_file_with_another_name_outside_is_not_written_to() {
    for (words, file) in [(KINDS[0], "marks"), (KINDS[0], "log"), (KINDS[1], "log")] {
        let program = Program::new();
        program.text(&[words, &["--max-generation", "3"]].concat());
        let path = folder(&program).join(file);
        fs::hard_link(&path, program.path("mine")).unwrap();
        let before = fs::read(&path).unwrap();
        let error = program.failure(words, 1);
        assert!(
            error["message"].as_str().unwrap().contains("hard links"),
            "{error}"
        );
        assert_eq!(fs::read(program.path("mine")).unwrap(), before);
        // A copy is gone on with, as the hint says.
        fs::remove_file(&path).unwrap();
        fs::copy(program.path("mine"), &path).unwrap();
        program.text(words);
        assert_eq!(fs::read(program.path("mine")).unwrap(), before);
    }
}

#[test]
fn what_is_no_file_is_refused_at_once() {
    for words in KINDS {
        for name in [
            "header",
            "log",
            "marks",
            "last",
            "sums",
            "kept",
            "lock",
            "generation-000003",
        ] {
            let program = Program::new();
            program.text(&[words, &["--max-generation", "3"]].concat());
            let path = folder(&program).join(name);
            if fs::remove_file(&path).is_err() {
                continue;
            }
            let made = Command::new("mkfifo").arg(&path).status().unwrap();
            assert!(made.success());
            let ran = program.run_or_end(words);
            assert_eq!(ran.code, Some(1), "{name}: {ran:?}");
            assert!(ran.stderr.contains(&format!("{name} is a FIFO")), "{ran:?}");
            let verify = program.run_or_end(&["verify", "tiles:2x3"]);
            let is_lock = name == "lock";
            assert_eq!(verify.code, Some(1), "{name}: {verify:?}");
            assert!(verify.stdout.contains("is a FIFO"), "{name}: {verify:?}");
            program.run_or_end(&["stores"]);
            let fresh = program.run_or_end(&[words, &["--fresh"]].concat());
            assert_eq!(fresh.code, Some(i32::from(is_lock)), "{name}: {fresh:?}");
        }
    }
}

#[test]
fn verify_of_files_finds_what_is_lost_and_what_does_not_belong_and_says_what_it_has_checked() {
    let program = Program::new();
    let explore = ["explore", "tiles:2x3", "--engine", "frontier"];
    program.text(&explore);
    let folder = folder(&program);
    let verified = program.json(&["verify", "tiles:2x3"]);
    assert_eq!(
        verified["checked_files"],
        serde_json::json!({"first": 0, "last": 21, "recorded": true})
    );
    let text = program.text(&["verify", "tiles:2x3"]);
    assert!(text.contains("agree in generations 0 to 21\n"), "{text}");
    let problem = |expected: &str| {
        let ran = program.run(&["verify", "tiles:2x3", "--json"]);
        assert_eq!(ran.code, Some(1), "{expected}: {ran:?}");
        let problems = ran.object()["problems"].to_string();
        assert!(problems.contains(expected), "{expected}: {problems}");
    };
    let name = |number: usize| folder.join(format!("generation-{number:06}"));
    // The first ones, one between, the last one.
    let kept: Vec<Vec<u8>> = (0..22).map(|n| fs::read(name(n)).unwrap()).collect();
    for lost in [0..1, 0..7, 0..20, 7..8, 5..21, 21..22] {
        lost.clone()
            .for_each(|number| fs::remove_file(name(number)).unwrap());
        problem("has lost generation");
        lost.for_each(|number| fs::write(name(number), &kept[number]).unwrap());
    }
    (0..7).for_each(|number| fs::remove_file(name(number)).unwrap());
    problem("has lost generations 0 to 6: their files are missing");
    (0..7).for_each(|number| fs::write(name(number), &kept[number]).unwrap());
    // Links to nothing, to another file and to the right one are no files.
    for number in [0, 6, 21] {
        fs::remove_file(name(number)).unwrap();
        fs::write(program.path("right"), &kept[number]).unwrap();
        for to in ["none", "mine", "right"] {
            symlink(program.path(to), name(number)).unwrap();
            problem("is a link");
            fs::remove_file(name(number)).unwrap();
        }
        fs::write(name(number), &kept[number]).unwrap();
    }
    // What says which ones are kept.
    let says = fs::read(folder.join("kept")).unwrap();
    fs::remove_file(folder.join("kept")).unwrap();
    problem("kept");
    fs::write(folder.join("kept"), says).unwrap();
    // What is not known.
    for stranger in ["notes", "generation-7", "generation-000003.old", "marks"] {
        fs::write(folder.join(stranger), "mine").unwrap();
        problem("is not a file of a store");
        fs::remove_file(folder.join(stranger)).unwrap();
    }
    assert_eq!(program.json(&["verify", "tiles:2x3"]), verified);

    program.text(&[&explore[..], &["--fresh", "--keep-last", "2"]].concat());
    let verified = program.json(&["verify", "tiles:2x3"]);
    assert_eq!(
        verified["checked_files"],
        serde_json::json!({"first": 20, "last": 21, "recorded": true})
    );
    let text = program.text(&["verify", "tiles:2x3"]);
    let expected =
        "agree in generations 20 to 21; the files of generations 0 to 19 were not kept\n";
    assert!(text.contains(expected), "{text}");
    fs::remove_file(name(20)).unwrap();
    problem("has lost generation 20");
}

#[test]
fn verify_of_marks_finds_what_does_not_belong() {
    let program = Program::new();
    program.text(KINDS[0]);
    let folder = folder(&program);
    fs::write(folder.join("notes"), "mine").unwrap();
    let ran = program.run(&["verify", "tiles:2x3"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(
        ran.stdout.contains("notes: is not a file of a store"),
        "{ran:?}"
    );
    fs::remove_file(folder.join("notes")).unwrap();
    program.text(&["verify", "tiles:2x3"]);
}
