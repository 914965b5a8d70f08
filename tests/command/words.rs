//! The words of the command line: help, options without effect, names from shells, titles,
//! standard input.

use super::program::Program;
use std::process::Command;

#[test]
fn help_is_the_same_as_a_command_and_as_an_option() {
    let program = Program::new();
    assert_eq!(program.text(&["help"]), program.text(&["--help"]));
    for name in program.commands() {
        let help = program.text(&["help", &name]);
        assert_eq!(help, program.text(&[&name, "--help"]), "{name}");
        for line in help.lines() {
            assert!(line.chars().count() <= 80, "{name}: {line}");
        }
        for (argument, words) in [
            ("<PUZZLE>", "PUZZLE is a puzzle file"),
            ("<POSITION>", "POSITION is a board as text"),
        ] {
            assert!(!help.contains(argument) || help.contains(words), "{name}");
        }
    }
    let inner = program.text(&["help", "inspect", "index"]);
    assert!(inner.contains("PUZZLE is a puzzle file"), "{inner}");
    program.failure(&["help", "nothing"], 2);
}

#[test]
fn options_are_shown_where_they_do_something() {
    let program = Program::new();
    let shown = |name: &str, option: &str| program.text(&["help", name]).contains(option);
    for option in ["--metric", "--threads", "--store", "--memory", "--quiet"] {
        assert!(shown("explore", option), "{option}");
        assert!(!shown("list", option), "{option}");
    }
    assert!(shown("fill", "--threads") && !shown("fill", "--metric"));
    assert!(shown("list", "--json") && shown("man", "--json"));
}

#[test]
fn options_without_effect_are_remarked_on_and_another_metric_is_refused() {
    let program = Program::new();
    let plain = program.text(&["list"]);
    for words in [
        &["list", "--threads", "1"][..],
        &["--memory", "1G", "list"],
        &["list", "--metric", "step"],
    ] {
        let ran = program.run(words);
        assert_eq!((ran.code, &ran.stdout), (Some(0), &plain), "{words:?}");
        assert!(ran.stderr.contains("no effect"), "{words:?}");
        let ran = program.run(&[words, &["--quiet"]].concat());
        assert_eq!((ran.code, &*ran.stderr), (Some(0), ""), "{words:?}");
    }
    let ran = program.run(&["inspect", "automaton", "tiles:2x2", "--store", "here"]);
    assert!(
        ran.stderr.contains("slidewise inspect automaton"),
        "{ran:?}"
    );
    assert_eq!(
        program
            .run(&["explore", "tiles:2x2", "--threads", "1"])
            .stderr,
        ""
    );
    program.json(&["--json", "list"]);
    for name in ["show", "components"] {
        program.failure(&[name, "tiles:2x2", "--metric", "move"], 2);
    }
    let error = program.failure(&["count", "tiles:2x2", "--metric", "move"], 2);
    assert!(
        error["hint"]
            .as_str()
            .unwrap()
            .contains("leave out --metric")
    );
}

#[test]
fn a_puzzle_may_come_from_standard_input() {
    let program = Program::new();
    let text = b"start = 'AB.'\ngoal = '.AB'\ndistinct = true\n";
    let ran = program.piped(&["solve", "-", "--no-store"], text);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.stdout.contains("solved in 2 steps"), "{ran:?}");
    let ran = program.piped(&["check", "-"], text);
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (Some(0), "-: no fault found\n")
    );
    let ran = program.piped(&["check", "-"], b"start = 'AB.'\nnothing = 1\n");
    assert_eq!(ran.code, Some(2));
    assert!(ran.stdout.starts_with("-:2:1: "), "{ran:?}");
    let ran = program.piped(&["show", "-"], b"");
    assert_eq!(ran.code, Some(2), "{ran:?}");
}

#[test]
fn check_takes_several_files() {
    let program = Program::new();
    program.write("one.toml", "start = 'AB.'\n");
    program.write("two.toml", "start = 'AB.'\nnothing = 1\n");
    let ran = program.run(&["check", "one.toml", "two.toml"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.stdout.contains("one.toml: no fault found\n"), "{ran:?}");
    assert!(ran.stdout.ends_with("2 files, 1 with faults\n"), "{ran:?}");
    let both = program
        .run(&["check", "one.toml", "two.toml", "--json"])
        .object();
    assert_eq!(both["ok"], false);
    assert_eq!(both["files"][0], program.json(&["check", "one.toml"]));
    let alone = program.run(&["check", "two.toml", "--json"]).object();
    assert_eq!(both["files"][1], alone);
    assert_eq!(program.json(&["check", "one.toml", "one.toml"])["ok"], true);
    program.failure(&["check", "one.toml", "three.toml"], 2);
}

#[test]
fn very_many_solutions_are_listed_only_with_a_limit() {
    let program = Program::new();
    let words = ["solve", "lane-rouge", "--all"];
    let error = program.failure(&words, 2);
    assert!(
        error["hint"].as_str().unwrap().contains("--limit"),
        "{error}"
    );
    let solved = program.json(&[&words[..], &["--limit", "3"]].concat());
    assert_eq!(solved["paths"].as_array().unwrap().len(), 3);
    assert_eq!(solved["routes"], "4112640000");
}

/// What bash offers for the last of these words, by the script that the program prints.
fn offered(program: &Program, words: &[&str]) -> Option<Vec<String>> {
    let script = program.text(&["completions", "bash"]);
    let commands = format!(
        "{script}\nCOMP_WORDS=({})\nCOMP_CWORD={}\n\
         _slidewise slidewise \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD-1]}}\"\n\
         printf '%s\\n' \"${{COMPREPLY[@]}}\"\n",
        words.join(" "),
        words.len() - 1
    );
    program.write("offer.sh", &commands);
    let output = Command::new("bash")
        .args(["--norc", "offer.sh"])
        .current_dir(program.path("."))
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).unwrap();
    Some(text.lines().map(str::to_owned).collect())
}

#[test]
fn bash_completes_the_names_of_puzzles() {
    let program = Program::new();
    let Some(names) = offered(&program, &["slidewise", "solve", "lane"]) else {
        eprintln!("there is no bash here, so its script was not run");
        return;
    };
    assert_eq!(names, ["lane-rouge", "lane-rouge-175580"]);
    let options = offered(&program, &["slidewise", "solve", "--me"]).unwrap();
    assert_eq!(options, ["--method", "--metric", "--memory"]);
    let commands = offered(&program, &["slidewise", "sol"]).unwrap();
    assert_eq!(commands, ["solve"]);
    for (shell, most) in [("bash", 1), ("zsh", 1), ("fish", 2)] {
        let script = program.text(&["completions", shell]);
        let times = script.matches("tarohs-soap").count();
        assert!(
            (1..=most).contains(&times),
            "{shell}: {times} lists of puzzles"
        );
    }
}
