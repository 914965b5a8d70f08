//! `docs/json.md` against the objects that are printed: each has the fields of its table, no
//! others, of their types.

use super::fields::is_count;
use super::program::Program;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// By section the calls whose objects have all the fields of its table between them.
const CALLS: [(&str, &[&str]); 43] = [
    (
        "Failures",
        &[
            "solve chekmate",
            "show bad.toml",
            "convert bad.json",
            "solve never.toml",
            "solve fifteen",
            "solve --batch unknown.txt",
        ],
    ),
    ("list", &["list"]),
    (
        "show",
        &[
            "show checkmate-rook",
            "show lane-rouge",
            "show rush-card-01",
            "show corner.toml",
        ],
    ),
    (
        "check",
        &[
            "check bad.toml",
            "check corner.toml",
            "check odd.toml",
            "check one.xsb",
        ],
    ),
    ("check, several files", &["check bad.toml odd.toml one.xsb"]),
    (
        "convert",
        &["convert rush:............AA.B.....B.....B........"],
    ),
    (
        "explore",
        &[
            "explore checkmate",
            "explore checkmate --max-generation 3",
            "explore tiles:2x2",
            "explore lane-rouge --engine frontier",
            "explore lane-rouge --count-only",
            "explore never.toml",
            "explore swapped.toml",
        ],
    ),
    (
        "explore --estimate",
        &[
            "explore tiles:2x2 --estimate",
            "explore tiles:3x3 --estimate --engine frontier",
        ],
    ),
    (
        "solve",
        &[
            "solve corner.toml",
            "solve corner.toml --all --limit 2",
            "solve corner.toml --all --extra 1 --distinct moves,symmetry --limit 2",
            "solve tiles:2x3 --method tables",
            "solve tiles:2x3 --method meet",
        ],
    ),
    (
        "solve --starts",
        &[
            "solve tiles:2x3 --starts starts.txt --paths",
            "solve tiles:2x3 --starts starts.txt --metric slide --limit-nodes 1",
        ],
    ),
    (
        "find",
        &[
            "find tiles:2x2 1.:32",
            "find tiles:4x4 last",
            "find tiles:2x2 1.:32 --metric line",
        ],
    ),
    (
        "solve and find, stopped",
        &[
            "solve lane-rouge --disk 3K --no-store",
            "solve tiles:3x3 --start 867:254:3.1 --method meet --disk 3K --no-store",
            "find lane-rouge .BAA:.BAA:FFCG:DHCE:DIJE --disk 3K --no-store",
        ],
    ),
    (
        "farthest",
        &[
            "farthest tiles:2x2",
            "farthest corner.toml --from goal --everywhere",
        ],
    ),
    (
        "sample",
        &[
            "sample tiles:2x2 --distance 3",
            "sample tiles:6x6 --solvable",
            "sample tiles:3x4 --distance 9 --memory 2M",
        ],
    ),
    (
        "sample --pack",
        &[
            "sample tiles:2x2 --pack 1x5..7",
            "sample tiles:3x4 --pack 1x9..9 --memory 2M",
        ],
    ),
    (
        "tables",
        &[
            "tables tiles:2x3 --keep 1 --keep 2",
            "tables rush-card-01 --metric move",
        ],
    ),
    (
        "design",
        &[
            "design klotski:3x3 --components --out starts",
            "design polyominoes:2x2",
        ],
    ),
    ("design --estimate", &["design polyominoes:3x3 --estimate"]),
    (
        "diameter",
        &["diameter lane-rouge", "diameter tiles:2x2 --no-radius"],
    ),
    (
        "components",
        &["components tiles:2x2", "components tiles:2x2 --positions"],
    ),
    ("count", &["count tiles:2x2"]),
    ("recount", &["recount --quick"]),
    (
        "verify",
        &[
            "explore tiles:2x2 --engine frontier",
            "verify tiles:2x2",
            "verify tiles:2x2 --deep",
        ],
    ),
    (
        "replay",
        &[
            "solve corner.toml --certificate way.json",
            "replay way.json",
        ],
    ),
    (
        "graph",
        &[
            "graph tiles:2x2 --out near.csv",
            "graph tiles:2x2 --out near.graphml",
            "graph tiles:2x2 --out near.gexf",
            "graph tiles:2x2 --out near.pdf",
        ],
    ),
    (
        "draw, animate, plot, sheet, export",
        &[
            "draw corner.toml --out a.svg",
            "draw corner.toml --solution --out b.svg",
            "animate corner.toml --out c.svg",
            "plot corner.toml tiles:2x2 --metrics step,move --out d.svg",
            "sheet tiles:2x2 --distance 3 --out e.svg",
            "export tiles:2x2 --out f.html",
        ],
    ),
    ("inspect automaton", &["inspect automaton tiles:2x2"]),
    ("inspect index", &["inspect index tiles:2x2 1.:32"]),
    (
        "inspect store",
        &[
            "explore tiles:2x2",
            "inspect store generations/tiles-2x2-4a2c5b7e9e56d35b.step",
        ],
    ),
    ("completions", &["completions fish"]),
    ("man", &["man graph", "man --out pages"]),
    ("show a level", &["show one.xsb", "show named.xsb"]),
    ("show, several levels", &["show levels.xsb"]),
    (
        "explore a level",
        &[
            "explore one.xsb",
            "explore one.xsb --max-generation 1",
            "explore one.xsb --live --metric step",
        ],
    ),
    (
        "solve and find, a level",
        &[
            "solve one.xsb",
            "solve one.xsb --metric step",
            "find one.xsb 7#:#@4-#:#$3-.#:#5-#:7#",
        ],
    ),
    (
        "solve a level by tables",
        &[
            "solve one.xsb --method tables",
            "solve microban:93 --method tables --memory 100K",
            "solve large.xsb --memory 100K",
        ],
    ),
    (
        "farthest, a level",
        &["farthest one.xsb", "farthest one.xsb --from goal"],
    ),
    (
        "replay, a level",
        &["replay one.xsb way.lurd", "replay one.xsb wrong.lurd"],
    ),
    ("verify, a level", &["explore one.xsb", "verify one.xsb"]),
    // These have tests of their own, and steps are held within other objects.
    ("site", &["site --engine engine.wasm --out site"]),
    ("serve", &[]),
    ("stores", &[]),
    ("Steps", &[]),
];

/// Commands that have no section.
const ELSEWHERE: [&str; 3] = ["fill", "jump", "play"];

/// A section with its table.
struct Section {
    name: String,
    /// Fields, with dots where they are in another, and their types.
    rows: Vec<(String, String)>,
}

/// The sections of the document that have a table.
fn sections() -> Vec<Section> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/json.md");
    let text = fs::read_to_string(file).unwrap();
    let section = |text: &str| {
        let rows = text.lines().filter_map(|line| {
            let (field, rest) = line.strip_prefix("| `")?.split_once("` | ")?;
            let (form, _) = rest.split_once(" | ")?;
            Some((field.to_owned(), form.to_owned()))
        });
        Section {
            name: text.lines().next().unwrap().to_owned(),
            rows: rows.collect(),
        }
    };
    text.split("\n## ").skip(1).map(section).collect()
}

/// Objects held against a section, and the fields that were met in them.
struct Reader<'a> {
    section: &'a Section,
    steps: &'a Section,
    met: BTreeSet<String>,
}

impl<'a> Reader<'a> {
    fn new(sections: &'a [Section], name: &str) -> Reader<'a> {
        let find = |name| sections.iter().find(|section| section.name == name);
        Reader {
            section: find(name).unwrap_or_else(|| panic!("no section {name}")),
            steps: find("Steps").unwrap(),
            met: BTreeSet::new(),
        }
    }

    /// Fails unless an object has the fields whose names begin with `above`, and no others.
    fn read(&mut self, object: &Value, above: &str, place: &str) {
        let known = |name: &str| format!("{above}{name}");
        let rows = &self.section.rows;
        for name in object.as_object().unwrap().keys() {
            let is_known = rows.iter().any(|(field, _)| *field == known(name));
            assert!(is_known, "{place}: docs/json.md has no {}", known(name));
        }
        for (field, form) in rows {
            let Some(name) = field.strip_prefix(above).filter(|name| !name.contains('.')) else {
                continue;
            };
            let mut forms = form.split(" or ");
            let is_right = match object.get(name) {
                None => forms.any(|form| form == "absent"),
                Some(value) => {
                    self.met.insert(field.clone());
                    forms.any(|form| self.is(value, form, &format!("{field}."), place))
                }
            };
            assert!(is_right, "{place}: {field} is no {form}: {object}");
        }
    }

    /// Whether a value is of a type; objects are read.
    fn is(&mut self, value: &Value, form: &str, above: &str, place: &str) -> bool {
        let items = form.strip_prefix("list of ");
        if let Some(form) = items.or_else(|| form.strip_prefix("lists of ")) {
            let items = value.as_array();
            return items
                .is_some_and(|items| items.iter().all(|item| self.is(item, form, above, place)));
        }
        match form {
            "text" => value.is_string(),
            "digits" => value.as_str().is_some_and(is_count),
            "whole" => value.is_u64(),
            "number" => value.is_number(),
            "bool" => value.is_boolean(),
            "null" => value.is_null(),
            "absent" => false,
            "object" | "objects" => {
                if value.is_object() {
                    self.read(value, above, place);
                }
                value.is_object()
            }
            "steps" => {
                let mut reader = Reader {
                    section: self.steps,
                    steps: self.steps,
                    met: BTreeSet::new(),
                };
                reader.read(value, "", place);
                true
            }
            other => panic!("{other} is no type"),
        }
    }

    /// Fails if the document has fields that were never met.
    fn end(self) {
        let name = &self.section.name;
        for (field, _) in &self.section.rows {
            assert!(self.met.contains(field), "{name}: {field} is never printed");
        }
    }
}

fn program() -> Program {
    let program = Program::new();
    program.write("bad.toml", "start = 'AB.'\ncolour = 1\nunits = ['C']\n");
    program.write(
        "swapped.toml",
        "distinct = true\nstart = \"\"\"\n21\n3.\n\"\"\"\ngoal = \"\"\"\n12\n3.\n\"\"\"\n",
    );
    let level = "#######\n#     #\n# $@ .#\n#     #\n#######\n";
    program.write("one.xsb", level);
    // The first bytes of WebAssembly are all that the command looks at.
    program.write("engine.wasm", "\0asm\u{1}\0\0\0");
    program.write(
        "levels.xsb",
        &format!("Collection: All\nAuthor: N. N.\n\n; A\n{level}\n; B\n#####\n#@$ #\n#####\n"),
    );
    program.write("named.xsb", &format!("Author: N. N.\n\n; Named\n\n{level}"));
    let large = "########\n#      #\n# $$$$ #\n#@     #\n# .... #\n#      #\n########\n";
    program.write("large.xsb", large);
    program.write("way.lurd", "ulldRRR\n");
    program.write("wrong.lurd", "uuu\n");
    program.write("starts.txt", "1.3:425\n213:45.\n");
    program.write("odd.toml", "start = 'AA.AA'\n");
    let never = "start = 'AB.'\ngoal = 'BA.'\ndistinct = true\n";
    program.write("never.toml", never);
    program.write("unknown.txt", "chekmate\n");
    program.write("bad.json", r#"{"puzzles": [{"id": 5}, {"id": "x"}]}"#);
    program.write(
        "corner.toml",
        "start = '''\nAAb\nA.c\nd..\n'''\ngoal = '''\n...\n.AA\n.A.\n'''\n",
    );
    program
}

#[test]
fn every_object_has_the_fields_of_its_table_and_no_others() {
    let sections = sections();
    let program = program();
    for (name, calls) in CALLS.iter().filter(|(_, calls)| !calls.is_empty()) {
        let mut reader = Reader::new(&sections, name);
        for call in *calls {
            let words: Vec<&str> = call.split(' ').chain(["--json"]).collect();
            let object = program.run(&words).object();
            // What only prepares another call is of another section.
            if name.contains(words[0]) || *name == "Failures" {
                reader.read(&object, "", call);
            }
        }
        reader.end();
    }
}

#[test]
fn stores_print_the_fields_of_their_table_removed_and_damaged_ones_too() {
    let sections = sections();
    let program = program();
    program.json(&["explore", "tiles:2x2"]);
    program.json(&["explore", "tiles:2x3"]);
    let names = program.names_in("generations");
    program.write(&format!("generations/{}/header", names[0]), "no header");
    let mut reader = Reader::new(&sections, "stores");
    reader.read(&program.json(&["stores"]), "", "stores");
    let removed = program.json(&["stores", "--remove", &names[1]]);
    reader.read(&removed, "", "stores --remove");
    reader.end();
}

#[test]
fn a_server_prints_the_fields_of_its_table() {
    let sections = sections();
    let mut child = program()
        .command(&["serve", "--port", "0", "--json"])
        .spawn()
        .unwrap();
    let mut line = String::new();
    let read = BufReader::new(child.stdout.take().unwrap()).read_line(&mut line);
    child.kill().unwrap();
    child.wait().unwrap();
    read.unwrap();
    let mut reader = Reader::new(&sections, "serve");
    reader.read(&serde_json::from_str(&line).unwrap(), "", "serve");
    reader.end();
}

#[test]
#[cfg(target_os = "linux")]
fn a_server_opens_its_first_page_in_the_browser() {
    use std::os::unix::fs::PermissionsExt;
    let program = program();
    program.write(
        "bin/xdg-open",
        "#!/bin/sh\necho \"$1\" > opened.tmp\nmv opened.tmp opened\n",
    );
    let opener = program.path("bin/xdg-open");
    std::fs::set_permissions(&opener, PermissionsExt::from_mode(0o755)).unwrap();
    let path = format!("{}:/usr/bin:/bin", program.path("bin").display());
    let mut child = program
        .command(&["serve", "--port", "0", "--open"])
        .env("PATH", path)
        .spawn()
        .unwrap();
    let mut line = String::new();
    let read = BufReader::new(child.stdout.take().unwrap()).read_line(&mut line);
    let opened = program.path("opened");
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(60);
    while !opened.exists() && std::time::Instant::now() < deadline {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    read.unwrap();
    assert_eq!(std::fs::read_to_string(opened).unwrap(), line);
}

#[test]
fn every_command_has_a_section_and_every_section_calls() {
    let sections = sections();
    let told: BTreeSet<&str> = sections
        .iter()
        .flat_map(|section| section.name.split(", "))
        .filter_map(|name| name.split(' ').next())
        .collect();
    for command in program().commands() {
        assert!(
            told.contains(command.as_str()) != ELSEWHERE.contains(&command.as_str()),
            "docs/json.md has no section {command}"
        );
    }
    let named: BTreeSet<&str> = sections
        .iter()
        .map(|section| section.name.as_str())
        .collect();
    let called: BTreeSet<&str> = CALLS.iter().map(|(name, _)| *name).collect();
    assert_eq!(named, called);
}

#[test]
fn pictures_name_the_metrics_that_decide_what_is_seen() {
    let program = program();
    for (call, metric) in [
        ("draw corner.toml --out a.svg --metric move", None),
        ("draw corner.toml --solution --out a.svg", Some("step")),
        (
            "animate corner.toml --out a.svg --metric move",
            Some("move"),
        ),
        ("plot corner.toml --out a.svg --metric slide", Some("slide")),
        (
            "plot corner.toml tiles:2x2 --out a.svg --metrics step,move",
            Some("step move"),
        ),
    ] {
        let words: Vec<&str> = call.split(' ').chain(["--force"]).collect();
        assert_eq!(program.json(&words)["metric"].as_str(), metric, "{call}");
    }
}
