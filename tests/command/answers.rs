//! What the commands answer, and how options bend it.

use super::program::Program;
use crate::oracle::search::{Oracle, OracleMetric};
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Stdio;

/// The moves of a path as the oracle wants them.
fn moves_of(path: &Value) -> Vec<(&str, &str)> {
    path.as_array()
        .unwrap()
        .iter()
        .map(|step| {
            (
                step["from"].as_str().unwrap(),
                step["move"].as_str().unwrap(),
            )
        })
        .collect()
}

fn checkmate() -> Oracle {
    let text = slidewise::unstable::puzzle::builtin::find("checkmate")
        .unwrap()
        .text;
    Oracle::read(text)
}

#[test]
fn a_seed_draws_the_same_positions_on_any_threads_from_any_store() {
    let program = Program::new();
    let asked = ["sample", "lane-rouge", "--distance", "40", "--count", "3"];
    let drawn = |more: &[&str]| program.json(&[&asked[..], &["--seed", "1"], more].concat());
    let first = drawn(&["--no-store", "--threads", "1"]);
    assert_eq!(first["positions"].as_array().unwrap().len(), 3);
    assert_eq!(first["seed"], "1");
    for threads in ["2", "4"] {
        assert_eq!(drawn(&["--no-store", "--threads", threads]), first);
    }
    assert_eq!(program.names_in("generations").len(), 0);
    for position in first["positions"].as_array().unwrap() {
        let found = program.json(&["find", "lane-rouge", position.as_str().unwrap()]);
        assert_eq!(found["generation"], 40);
    }
    program.json(&["explore", "lane-rouge"]);
    assert_eq!(drawn(&[]), first);
    let random = program.json(&asked);
    let seed = random["seed"].as_str().unwrap();
    assert_eq!(
        program.json(&[&asked[..], &["--seed", seed]].concat()),
        random
    );
}

#[test]
fn a_sample_from_the_goals_is_as_far_from_them_as_it_says() {
    let program = Program::new();
    let asked = ["sample", "lane-rouge", "--from", "goal", "--distance", "30"];
    let drawn = program.json(&[&asked[..], &["--seed", "5"]].concat());
    let start = drawn["positions"][0].as_str().unwrap();
    assert_eq!(
        program.json(&["solve", "lane-rouge", "--start", start])["moves"],
        30
    );
    let beyond = program.failure(&["sample", "lane-rouge", "--distance", "4000"], 3);
    assert!(beyond["hint"].as_str().unwrap().contains("from 0 to "));
}

#[test]
fn all_five_ways_to_mate_are_walked_by_the_oracle() {
    let program = Program::new();
    let solved = program.json(&["solve", "checkmate", "--all"]);
    let oracle = checkmate();
    let paths = solved["paths"].as_array().unwrap();
    assert_eq!(solved["routes"], "5");
    assert_eq!(paths.len(), 5);
    assert_eq!(paths[0], solved["path"], "the least way is the first");
    let different: BTreeSet<String> = paths.iter().map(Value::to_string).collect();
    assert_eq!(different.len(), 5);
    for path in paths {
        let moves = moves_of(path);
        assert_eq!(moves.len(), 66);
        let positions = oracle.replay(&oracle.start(), &moves);
        assert!(oracle.is_goal(&positions[65]));
        assert!(
            positions[..65]
                .iter()
                .all(|position| !oracle.is_goal(position))
        );
    }
    let least = oracle.replay(&oracle.start(), &moves_of(&solved["path"]));
    let printed: Vec<&str> = solved["positions"].as_array().unwrap()[1..]
        .iter()
        .map(|position| position.as_str().unwrap())
        .collect();
    assert_eq!(least, printed);
}

#[test]
fn a_position_may_begin_with_the_token_of_a_gate() {
    let program = Program::new();
    let gate = "start = '''\n-A.\nb.c\n'''\n[gates]\n'-' = ['A']\n";
    program.write("gate.toml", gate);
    let found = program.json(&["find", "gate.toml", "-.A:b.c"]);
    assert_eq!(found["generation"], 1);
    let back = program.json(&["find", "gate.toml", "--start", "-.A:b.c", "-A.:b.c"]);
    assert_eq!(back["generation"], 1);
    #[cfg(feature = "pictures")]
    {
        program.json(&["draw", "gate.toml", "-A.:b.c", "--out", "gate.svg"]);
        let drawn = std::fs::read_to_string(program.path("gate.svg")).unwrap();
        assert!(drawn.contains("-A.:b.c"), "{drawn}");
        assert!(!drawn.contains("class=\"names\""), "{drawn}");
        let words = ["draw", "gate.toml", "--squares", "--out", "squares.svg"];
        program.json(&words);
        let drawn = std::fs::read_to_string(program.path("squares.svg")).unwrap();
        assert!(drawn.contains("class=\"names\""), "{drawn}");
        program.failure(&["draw", "gate.toml", "--sise=4", "--out", "gate.svg"], 2);
    }
    for wrong in ["--jsno", "--limt=3"] {
        let error = program.failure(&["find", "gate.toml", wrong], 2);
        let message = error["message"].as_str().unwrap();
        assert!(message.contains("no option of this name"), "{message}");
    }
}

#[test]
fn a_limit_shortens_the_list_and_not_the_count() {
    let program = Program::new();
    let solved = program.json(&["solve", "checkmate", "--all", "--limit", "2"]);
    assert_eq!(solved["routes"], "5");
    assert_eq!(solved["paths"].as_array().unwrap().len(), 2);
    let plain = program.json(&["solve", "checkmate"]);
    assert!(plain.get("paths").is_none());
    assert_eq!(plain["path"], solved["paths"][0]);

    let farthest = program.json(&["farthest", "tiles:3x3", "--limit", "1"]);
    assert_eq!(farthest["generation"], 31);
    assert_eq!(farthest["count"], "2");
    assert_eq!(farthest["positions"].as_array().unwrap().len(), 1);
    let both = program.json(&["farthest", "tiles:3x3"]);
    assert_eq!(
        both["positions"][0], farthest["positions"][0],
        "the least as text"
    );
    assert!(both["positions"][0].as_str() < both["positions"][1].as_str());
}

#[test]
fn checkmate_with_the_rook_takes_68() {
    let solved = Program::new().json(&["solve", "checkmate-rook"]);
    assert_eq!(solved["moves"], 68);
    assert_eq!(solved["routes"], "5");
    let path = solved["path"].as_array().unwrap();
    assert_eq!(path[0]["piece"], "R");
    assert_eq!(path[67]["piece"], "R");
}

#[test]
fn checkmates_answers() {
    let program = Program::new();
    let explored = program.json(&["explore", "checkmate"]);
    assert_eq!(explored["states"], "653940");
    assert_eq!(explored["depth"], 114);
    assert_eq!(explored["generations"].as_array().unwrap().len(), 115);
    assert_eq!(explored["generations"][73], "18729");
    assert_eq!(explored["goal"]["generation"], 66);
    assert_eq!(explored["complete"], true);
    let farthest = program.json(&["farthest", "checkmate"]);
    assert_eq!(farthest["generation"], 114);
    assert_eq!(farthest["count"], "1");
    assert_eq!(farthest["positions"][0], "WWWW:KB#W:DDBB:.BkB");
    let hardest = program.json(&["farthest", "checkmate", "--from", "goal"]);
    assert_eq!(hardest["generation"], 116);
    assert_eq!(hardest["count"], "1");
    let hardest = hardest["positions"][0].as_str().unwrap();
    let solved = program.json(&["solve", "checkmate", "--start", hardest]);
    assert_eq!(solved["moves"], 116, "the hardest start is as hard as that");
    assert_eq!(solved["positions"][0], hardest);
    let found = program.json(&["find", "checkmate", hardest]);
    let back = program.json(&[
        "find",
        "checkmate",
        "kBWB:BWFW:KBDD:EWBW",
        "--start",
        hardest,
    ]);
    assert_eq!(found["generation"], back["generation"]);
    assert_eq!(found["routes"], back["routes"], "ways there are ways back");
}

#[test]
fn lane_rouge_in_all_three_metrics() {
    let program = Program::new();
    let text = slidewise::unstable::puzzle::builtin::find("lane-rouge")
        .unwrap()
        .text;
    let oracle = Oracle::read(text);
    for (metric, moves, depth, at_depth, hardest, at_hardest) in [
        ("step", 116, 167, "4", 126, "4"),
        ("slide", 90, 133, "8", 101, "2"),
        ("move", 81, 124, "8", 93, "2"),
    ] {
        let answer = |command, options: &[&str]| {
            let words = [command, "lane-rouge", "--metric", metric];
            let answer = program.json(&[&words, options].concat());
            assert_eq!(answer["metric"], metric);
            answer
        };
        let solved = answer("solve", &[]);
        assert_eq!(solved["moves"], moves);
        let way = moves_of(&solved["path"]);
        assert_eq!(way.len(), moves);
        let positions = oracle.replay(&oracle.start(), &way);
        assert!(oracle.is_goal(&positions[moves - 1]));
        let printed = solved["positions"].as_array().unwrap();
        assert!(printed[1..].iter().eq(positions.iter()));

        let explored = answer("explore", &[]);
        assert_eq!(explored["states"], "25955");
        assert_eq!(explored["goal"]["generation"], moves);
        let counted = answer("explore", &["--count-only"]);
        assert_eq!(counted["generations"], explored["generations"]);
        let farthest = answer("farthest", &[]);
        assert_eq!(farthest["generation"], depth);
        assert_eq!(farthest["count"], at_depth);
        let back = answer("farthest", &["--from", "goal"]);
        assert_eq!(back["generation"], hardest);
        assert_eq!(back["count"], at_hardest);
        assert_eq!(answer("verify", &[])["ok"], true);
        let last = positions[moves - 1].as_str();
        let found = answer("find", &[&oracle.start(), "--start", last]);
        assert_eq!(found["generation"], moves, "ways can be gone back");
    }
    let stores = program.json(&["stores"]);
    let names: BTreeSet<&str> = stores["stores"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|store| store["metric"].as_str())
        .collect();
    assert_eq!(names, BTreeSet::from(["move", "slide", "step"]));
}

#[test]
fn start_can_be_anywhere_and_finish_too() {
    let program = Program::new();
    let solved = program.json(&["solve", "checkmate"]);
    let position = |at: usize| solved["positions"][at].as_str().unwrap();
    let later = program.json(&["solve", "checkmate", "--start", position(10)]);
    assert_eq!(later["moves"], 56);
    let last = program.json(&["solve", "checkmate", "--start", position(66)]);
    assert_eq!(last["moves"], 0);
    assert_eq!(last["routes"], "1");
    assert_eq!(last["path"].as_array().unwrap().len(), 0);
    assert_eq!(last["positions"].as_array().unwrap().len(), 1);
    let found = program.json(&["find", "checkmate", position(0)]);
    assert_eq!(found["generation"], 0);
    assert_eq!(found["routes"], "1");
    let whole = program.json(&["explore", "checkmate"]);
    assert_eq!(whole["states"], "653940", "other starts have other stores");
}

#[test]
fn a_search_stops_where_it_is_told_to() {
    let program = Program::new();
    let short = program.json(&["explore", "checkmate", "--max-generation", "10"]);
    assert_eq!(short["depth"], 10);
    assert_eq!(short["generations"].as_array().unwrap().len(), 11);
    assert_eq!(short["complete"], false);
    assert_eq!(short["resumed"], false);
    let goal = program.json(&["explore", "checkmate", "--until-goal"]);
    assert_eq!(goal["depth"], 66);
    assert_eq!(goal["goal"]["generation"], 66);
    assert_eq!(goal["complete"], false);
    assert_eq!(goal["resumed"], true);
    let shorter = program.json(&["explore", "checkmate", "--max-generation", "5"]);
    assert_eq!(shorter["depth"], 5, "no more is shown than was asked for");
    assert_eq!(shorter["searched"], false);
    let whole = program.json(&["explore", "checkmate"]);
    assert_eq!(whole["complete"], true);
    assert_eq!(whole["resumed"], true);
    assert_eq!(whole["states"], "653940");
    let short = short["generations"].as_array().unwrap();
    assert_eq!(whole["generations"].as_array().unwrap()[..11], short[..]);
    let again = program.json(&["explore", "checkmate", "--max-generation", "10"]);
    assert_eq!(again["generations"].as_array().unwrap(), short);
    assert_eq!(again["complete"], false);
}

#[test]
fn a_part_is_answered_alike_whatever_is_kept() {
    let program = Program::new();
    let told = |words: &[&str]| {
        let told = program.json(&[&["explore", "lane-rouge"], words].concat());
        let fields = ["generations", "states", "depth", "complete", "goal"];
        fields.map(|field| told[field].clone())
    };
    let some = ["--max-generation", "120"];
    let first = told(&[&some[..], &["--count-only"]].concat());
    assert_eq!(first[4]["reachable"], "38");
    let until = told(&["--until-goal", "--count-only"]);
    assert_eq!(until[2], 116);
    assert_eq!(until[4]["reachable"], "2");
    for engine in ["sparse", "frontier"] {
        // Nothing, the part, more than it, all.
        for more in [None, Some("125"), Some("1000")] {
            if let Some(more) = more {
                told(&["--engine", engine, "--max-generation", more]);
            }
            for (part, expected) in [(&["--until-goal"][..], &until), (&some[..], &first)] {
                let words = [&["--engine", engine], part].concat();
                assert_eq!(&told(&words), expected, "{engine}: {part:?} of {more:?}");
            }
        }
    }
}

#[test]
fn counting_only_keeps_nothing_and_counts_the_same() {
    let program = Program::new();
    let counted = program.json(&["explore", "checkmate", "--count-only"]);
    assert_eq!(program.names_in("generations"), [""; 0]);
    let kept = program.json(&["explore", "checkmate"]);
    assert_eq!(program.names_in("generations").len(), 1);
    assert_eq!(counted["generations"], kept["generations"]);
    assert_eq!(counted["states"], kept["states"]);
    assert_eq!(counted["complete"], true);
    let some = program.json(&[
        "explore",
        "tiles:3x3",
        "--count-only",
        "--max-generation",
        "4",
    ]);
    assert_eq!(some["states"], "31");
    assert_eq!(program.names_in("generations").len(), 1);
}

#[test]
fn goals_too_many_to_be_listed_are_counted_as_they_are_met() {
    // The second tile in the first cell, and every order of the others.
    let text = "start = \"\"\"\n1 2 3 4\n5 6 7 8\n9 10 11 .\n\"\"\"\ndistinct = true\n\
                [[goal]]\nboard = \"\"\"\n2 . . .\n. . . .\n. . . .\n\"\"\"\n";
    let program = Program::new();
    program.write("many.toml", text);
    let oracle = Oracle::read(text);
    let mut before = BTreeSet::new();
    let mut generation = BTreeSet::from([oracle.start()]);
    // By generation, how many goals it has: up to three behind the first that has any.
    let mut met = Vec::new();
    while met.iter().filter(|&&goals| goals > 0).count() < 4 {
        let goals = generation.iter().filter(|own| oracle.is_goal(own));
        met.push(goals.count());
        let neighbours = |position: &String| oracle.neighbours(position, OracleMetric::Step);
        let mut next: BTreeSet<String> = generation.iter().flat_map(neighbours).collect();
        next.retain(|neighbour| !before.contains(neighbour));
        before = std::mem::replace(&mut generation, next);
    }
    let first = met.iter().position(|&goals| goals > 0).unwrap();
    let words = ["explore", "many.toml", "--count-only", "--max-generation"];
    let last = (met.len() - 1).to_string();
    for engine in ["dense", "sparse"] {
        let told = program.json(&[&words[..], &[&last, "--engine", engine]].concat());
        assert_eq!(told["goal"]["generation"], first);
        assert_eq!(told["goal"]["states"], met[first].to_string());
        let in_all: usize = met.iter().sum();
        assert_eq!(told["goal"]["reachable"], in_all.to_string());
        assert_eq!(told["goal_known"], true);
    }
}

#[test]
fn few_patterns_are_counted_however_many_are_legal() {
    // Rooms of a domino and a unit, either way round, and one in which a unit has the only way to
    // go.
    let rooms = |count: usize| {
        let tokens = ('A'..='Z').chain('a'..='t').take(count);
        let rooms: Vec<String> = tokens.map(|token| format!("{token}{token}u")).collect();
        let rows = rooms
            .chunks(6)
            .map(|rooms| format!("{:#<23}", rooms.join("#")));
        let rows: Vec<String> = rows.collect();
        let start = rows.join(&format!("\n{0}\n", "#".repeat(23)));
        let last = format!("{0}\nu.{1}", "#".repeat(23), "#".repeat(21));
        format!("start = '''\n{start}\n{last}\n'''\nunits = ['u']\n")
    };
    let program = Program::new();
    let patterns = |name: &str| -> u64 {
        let shown = program.json(&["show", name]);
        shown["patterns"].as_str().unwrap().parse().unwrap()
    };
    program.write("many.toml", &rooms(36));
    assert!(
        patterns("many.toml") >> 33 > 0,
        "bits do not fit a gigabyte"
    );
    let counted = program.json(&["count", "many.toml"]);
    assert_eq!(counted["reachable"], "2");
    let files = program.json(&["explore", "many.toml", "--engine", "frontier"]);
    assert_eq!(files["states"], "2");
    // As much as bits take, some bytes more, and enough.
    program.write("some.toml", &rooms(12));
    let bits = patterns("some.toml").div_ceil(8);
    for memory in [bits, bits + 20, bits + 40, 1 << 20] {
        let memory = memory.to_string();
        let counted = program.json(&["count", "some.toml", "--memory", &memory]);
        assert_eq!(counted["reachable"], "2", "{memory}");
    }
}

#[test]
fn an_estimate_searches_nothing() {
    let program = Program::new();
    let estimated = program.json(&["explore", "tiles:4x4", "--estimate"]);
    assert_eq!(estimated["configurations"], "10461394944000");
    assert_eq!(program.names_in("generations"), [""; 0]);
}

#[test]
fn a_parking_puzzle_is_given_by_its_board() {
    let program = Program::new();
    let board = "rush:AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.";
    let explored = program.json(&["explore", board]);
    assert_eq!(explored["states"], "1247");
    assert_eq!(explored["goal"]["generation"], 16);
    assert_eq!(program.json(&["solve", board])["moves"], 16);
}

#[test]
fn a_file_wins_over_a_name() {
    let program = Program::new();
    program.write("lane-rouge", "start = 'AB.'\n");
    assert_eq!(program.json(&["explore", "lane-rouge"])["states"], "3");
    program.write(
        "folder/small.toml",
        "start = 'AB..'\n[[goal]]\nboard = '..AB'\n",
    );
    let shown = program.json(&["show", "folder/small.toml"]);
    assert_eq!(shown["name"], "small");
    assert_eq!(shown["space"], "12");
}

#[test]
fn text_has_no_colours_in_a_pipe_and_quiet_says_nothing_beside() {
    let program = Program::new();
    for line in [
        "show checkmate",
        "solve checkmate",
        "explore tiles:3x3",
        "farthest lane-rouge",
        "list",
        "--help",
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let ran = program.run(&[&words[..], &["--quiet"]].concat());
        assert_eq!(ran.code, Some(0), "{line}");
        assert!(!ran.stdout.contains('\x1b'), "{line}");
        assert_eq!(ran.stderr, "", "{line}");
    }
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let program = Program::new();
    program.write("broken.toml", "start = 1\n");
    for (line, code) in [
        ("list", 0),
        ("explore checkmate", 0),
        ("explore checkmate --json", 0),
        ("solve checkmate --all", 0),
        ("--help", 0),
        // What failed has failed, also where nobody listens.
        ("check broken.toml", 2),
        ("solve chekmate --json", 2),
        ("solve fifteen --json", 3),
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let mut child = program
            .command(&words)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{line}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{line}");
    }
}

#[test]
fn pairs_are_as_far_apart_as_the_diameter_says() {
    let program = Program::new();
    for metric in ["step", "slide", "move"] {
        let measured = program.json(&["diameter", "lane-rouge", "--metric", metric]);
        let pairs = measured["pairs"].as_array().unwrap();
        assert_eq!(measured["pair_count"], pairs.len().to_string());
        for pair in pairs {
            let [one, other] = [0, 1].map(|at| pair[at].as_str().unwrap());
            assert!(one < other, "the lesser text comes first");
            let words = [
                "find",
                "lane-rouge",
                other,
                "--start",
                one,
                "--metric",
                metric,
            ];
            assert_eq!(program.json(&words)["generation"], measured["diameter"]);
        }
    }
    // Another start in the same component has the same diameter, and one in another component its
    // own.
    let [here, there] =
        ["2x2", "2x3"].map(|size| program.json(&["diameter", &format!("tiles:{size}")]));
    assert_eq!(
        (&here["diameter"], &here["radius"], &here["pair_count"]),
        (&6.into(), &6.into(), &"6".into())
    );
    assert_eq!(there["diameter"], 21);
    assert_eq!(there["radius"], 21);
    let alone = program.json(&[
        "diameter",
        "lane-rouge",
        "--start",
        "AABC:AABC:DFFE:DGHE:I..J",
    ]);
    assert_eq!(alone["diameter"], 190);
}

#[test]
fn memory_that_does_not_do_is_refused_before_the_search() {
    let program = Program::new();
    for words in [
        ["diameter", "checkmate", "--memory", "1M", "--json"],
        ["components", "lane-rouge", "--memory", "1K", "--json"],
    ] {
        let ran = program.run(&words);
        assert_eq!(ran.code, Some(1), "{words:?}");
        assert!(ran.stdout.contains("bytes of memory"), "{}", ran.stdout);
    }
    let measured = program.json(&["diameter", "lane-rouge", "--memory", "4M"]);
    assert_eq!(measured["diameter"], 190, "less memory takes more searches");
}

#[test]
fn with_little_memory_slides_are_found_without_tables() {
    let program = Program::new();
    let words = ["explore", "lane-rouge", "--memory", "1M"];
    let [usual, little] = [&words[..2], &words[..]].map(|words| {
        let estimate = program.json(&[words, &["--estimate"]].concat());
        estimate["memory_bytes"].as_u64().unwrap()
    });
    assert!(little < 1 << 20 && 1 << 20 < usual, "{little}, {usual}");
    let explored = program.json(&words);
    assert_eq!(explored["states"], "25955");
    assert_eq!(explored["depth"], 167);
}

#[test]
fn the_century_and_a_half_takes_150_moves_on_a_board_of_half_cells() {
    let program = Program::new();
    let text = include_str!("../samples/century-and-a-half-in-half-cells.toml");
    program.write("half.toml", text);
    let solved = program.json(&["solve", "half.toml", "--metric", "move"]);
    assert_eq!(solved["moves"], 150);
}

#[test]
fn parity_is_named_where_it_puts_a_goal_out_of_reach() {
    let program = Program::new();
    let told = |words: &[&str], code: i32| {
        let ran = program.run(words);
        assert_eq!(ran.code, Some(code), "{words:?}");
        ran.stderr
    };
    let loyd = "start = \"\"\"\n123\n456\n78.\n\"\"\"\ngoal = \"\"\"\n123\n456\n87.\n\"\"\"\n";
    program.write("loyd.toml", loyd);
    for word in ["fifteen", "loyd.toml"] {
        let refused = told(&["solve", word], 3);
        assert!(
            refused.contains("the other parity") && refused.contains("`alike`"),
            "{refused}"
        );
    }
    let refused = told(&["find", "tiles:3x3", "123:456:87."], 3);
    assert!(refused.contains("the other parity"), "{refused}");
    // The goal breaks the rule.
    let near =
        "start = 'A..B'\ngoal = 'AB..'\nrule = [{never = 'adjacent', pieces = ['A', 'B']}]\n";
    program.write("near.toml", near);
    let refused = program.run(&["solve", "near.toml"]);
    assert!(!refused.stderr.contains("parity"), "{}", refused.stderr);
}

#[test]
fn a_file_that_was_meant_otherwise_is_told_what_helps() {
    let program = Program::new();
    program.write("pair.toml", "start = 'AB.'\n");
    let refused = program.run(&["show", "pair"]);
    assert_eq!(refused.code, Some(2));
    assert!(
        refused.stderr.contains("did you mean `pair.toml`"),
        "{}",
        refused.stderr
    );
    let refused = program.run(&["convert", "pair.toml"]);
    assert_eq!(refused.code, Some(2));
    assert!(
        refused.stderr.contains("already a puzzle file"),
        "{}",
        refused.stderr
    );
    program.write("board.txt", "AB.\nAC.\n");
    let shown = program.run(&["show", "./board.txt"]);
    assert_eq!(shown.code, Some(0), "{shown:?}");
    program.write("board.toml", "AB.\nAC.\n");
    let refused = program.run(&["show", "./board.toml"]);
    assert_eq!(refused.code, Some(2));
    assert!(
        refused.stderr.contains("slidewise convert"),
        "{}",
        refused.stderr
    );
}

#[test]
fn the_hardest_of_all_legal_positions_are_found_where_start_does_not_lead() {
    let program = Program::new();
    let board = |rows: &str| format!("\"\"\"\n{}\n\"\"\"\n", rows.replace(':', "\n"));
    let puzzle = |start: &str, goal: &str| {
        format!(
            "start = {}distinct = true\ngoal = {}",
            board(start),
            board(goal)
        )
    };
    // The right column is full in the goal, so that 3 and 4 can never change places; there are 12
    // such positions.
    program.write("column.toml", &puzzle("12#4:3.#.", "1.#3:2.#4"));
    // Five tiles, and a goal in a pattern to which no way leads.
    program.write("row.toml", &puzzle("12345.#6.", "1234..#65"));
    for (word, solvable, generation, positions) in [
        ("column.toml", "12", 4, vec![".2#3:.1#4", "2.#3:1.#4"]),
        ("row.toml", "15", 8, vec!["..1234#65"]),
    ] {
        let words = ["farthest", word, "--from", "goal", "--everywhere"];
        let found = program.json(&words);
        assert_eq!(found["solvable"], solvable, "{found}");
        assert_eq!(found["generation"], generation, "{found}");
        assert_eq!(found["positions"], serde_json::json!(positions), "{found}");
        let refused = program.run(&words[..4]);
        assert_eq!(refused.code, Some(3), "{refused:?}");
        assert!(!refused.stderr.contains("parity"), "{refused:?}");
    }
    let refused = program.run(&["find", "column.toml", "2.#3:1.#4"]);
    assert_eq!(refused.code, Some(3));
    assert!(!refused.stderr.contains("parity"), "{refused:?}");
    let refused = program.run(&["farthest", "row.toml", "--everywhere"]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
}

#[test]
fn goals_that_take_too_much_memory_to_count_are_not_known() {
    let program = Program::new();
    // A quarter of all configurations are goals: they are counted by another search, not listed.
    let text =
        "start = '''\nAABB\nCC..\n'''\nunits = ['A', 'B', 'C']\ngoal = '''\n....\n...A\n'''\n";
    program.write("many.toml", text);
    let words = ["explore", "many.toml"];
    let explored = program.json(&words);
    assert_eq!(explored["goal_known"], true);
    assert_eq!(explored["goal"]["reachable"], "630");
    let words = [&words[..], &["--memory", "1K"]].concat();
    let again = program.json(&words);
    assert_eq!(again["goal_known"], false);
    assert_eq!(again["goal"], Value::Null);
    let told = program.text(&words);
    assert!(told.contains("Finish not known: this needs"), "{told}");
}
