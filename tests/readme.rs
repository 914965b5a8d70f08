//! The documents tell the truth: every command in README.md and docs/ is run, and what it prints is
//! compared.
//!
//! The conventions of the documents:
//!
//! - In a block headed `console` or `sh`, a line that begins with `$ ` is a command; the lines up
//!   to the next command are what it prints, on stdout and then on stderr. Without such lines
//!   anything may be printed.
//! - A line `...` stands for any number of lines, `...` inside a line for any characters, and the
//!   seconds of a duration like `0.01 s` for any seconds. Of a command that prints more than is
//!   shown, `...` says so.
//! - A command must succeed, or end with the code of a comment behind it: `# exit 2`.
//! - All commands of one document run in one folder, one after the other, in which there is an
//!   empty folder `generations`. A block headed `toml` that begins with `# NAME.toml` is a file in
//!   that folder from there on.
//! - `cargo run --release --` stands for the command itself. `cargo test` and `cargo install` are
//!   not run here; the former must be, letter by letter, what `.ci/run` calls.

// The commands are run by a shell, and are those of the command with all its features.
#![cfg(all(unix, feature = "default"))]

use crate::support::source_files::files_below;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use syn::visit::{self, Visit};

const SLIDEWISE: &str = env!("CARGO_BIN_EXE_slidewise");

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Pages beside README.md in the root.
const PAGES: [&str; 6] = [
    "README.md",
    "SECURITY.md",
    "CHANGELOG.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "GLOSSARY.md",
];

/// The pages of the root, of docs/ and of docs/maintainers/, by their paths from the root.
fn documents() -> Vec<String> {
    let mut names: Vec<String> = PAGES.map(str::to_owned).into();
    for folder in ["docs", "docs/maintainers"] {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            if name.ends_with(".md") {
                names.push(format!("{folder}/{name}"));
            }
        }
    }
    names.sort();
    names
}

/// Something in a document that the test acts on.
#[derive(Debug)]
enum Item {
    /// A file to be written.
    File { name: String, text: String },
    /// A command, its line in the document, and what it prints according to that.
    Command {
        line: usize,
        words: String,
        printed: Vec<String>,
    },
}

/// The files and commands of a document, in order.
fn items(text: &str) -> Vec<Item> {
    let mut items = Vec::new();
    let mut lines = (1..).zip(text.lines());
    while let Some((_, line)) = lines.next() {
        let Some(language) = line.strip_prefix("```") else {
            continue;
        };
        let block: Vec<(usize, &str)> = lines
            .by_ref()
            .take_while(|(_, line)| !line.starts_with("```"))
            .collect();
        match language {
            "console" | "sh" => items.extend(commands(&block)),
            "toml" => items.extend(file(&block)),
            _ => {}
        }
    }
    items
}

fn commands(block: &[(usize, &str)]) -> Vec<Item> {
    let mut items = Vec::new();
    for &(line, text) in block {
        if let Some(words) = text.strip_prefix("$ ") {
            items.push(Item::Command {
                line,
                words: words.to_owned(),
                printed: Vec::new(),
            });
        } else {
            match items.last_mut() {
                Some(Item::Command { printed, .. }) => printed.push(text.to_owned()),
                _ => panic!("line {line}: a block of commands begins with `$ `"),
            }
        }
    }
    items
}

fn file(block: &[(usize, &str)]) -> Option<Item> {
    let name = block.first()?.1.strip_prefix("# ")?;
    let is_name = name.ends_with(".toml") && !name.contains([' ', '/']);
    is_name.then(|| Item::File {
        name: name.to_owned(),
        text: block
            .iter()
            .map(|(_, line)| format!("{line}\n"))
            .collect::<String>(),
    })
}

/// How a command is run.
enum Way {
    /// By the shell, with this text.
    Run(String),
    /// Not here: it would take long, or call this test.
    Leave,
}

fn way_of(words: &str) -> Way {
    if ["cargo test", "cargo install"]
        .iter()
        .any(|known| words.starts_with(known))
    {
        return Way::Leave;
    }
    if let Some(rest) = words.strip_prefix("cargo run --release -- ") {
        return Way::Run(format!("slidewise {rest}"));
    }
    let first = words.split_whitespace().next().unwrap_or("");
    assert!(
        ["slidewise", "diff", "cp", "mv", "rm", "printf", "ls", "cat"].contains(&first),
        "`{first}` is no command that documents may use; tests/readme.rs lists them"
    );
    Way::Run(words.to_owned())
}

/// The exit code that the comment behind a command asks for.
fn wanted_code(words: &str) -> i32 {
    let Some((_, code)) = words.rsplit_once("# exit ") else {
        return 0;
    };
    code.trim()
        .parse()
        .unwrap_or_else(|_| panic!("no exit code: {words}"))
}

/// Runs a command in `folder`: its exit code, and what it printed.
fn run(folder: &Path, words: &str) -> (i32, String) {
    let programs = Path::new(SLIDEWISE).parent().unwrap();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let paths = [programs.to_owned()]
        .into_iter()
        .chain(std::env::split_paths(&path));
    let output = Command::new("sh")
        .args(["-c", words])
        .current_dir(folder)
        .env("PATH", std::env::join_paths(paths).unwrap())
        .env("HOME", folder)
        .env("XDG_DATA_HOME", folder.join("data"))
        .env_remove("COLUMNS")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let printed = [output.stdout, output.stderr].concat();
    let code = output.status.code().expect("no command here is killed");
    (code, String::from_utf8(printed).unwrap())
}

/// The line with the digits of every duration in seconds replaced.
fn without_seconds(line: &str) -> String {
    let words: Vec<String> = line
        .split(' ')
        .zip(line.split(' ').skip(1).chain([""]))
        .map(|(word, next)| {
            let is_unit = next == "s" || next == "s,";
            let is_number =
                word.contains('.') && word.chars().all(|c| c.is_ascii_digit() || c == '.');
            if is_unit && is_number { "N" } else { word }.to_owned()
        })
        .collect();
    words.join(" ")
}

/// Whether a printed line is as a line of a document says.
fn line_agrees(pattern: &str, line: &str) -> bool {
    let (pattern, line) = (
        without_seconds(pattern.trim_end()),
        without_seconds(line.trim_end()),
    );
    let mut parts = pattern.split("...");
    let Some(mut rest) = parts.next().and_then(|begin| line.strip_prefix(begin)) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((end, middle)) = parts.split_last() else {
        return rest.is_empty();
    };
    for part in middle {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(end)
}

/// Whether all that was printed is as a document says.
fn agrees(patterns: &[String], lines: &[&str]) -> bool {
    match patterns.split_first() {
        None => lines.is_empty(),
        Some((first, rest)) if first.trim() == "..." => {
            (0..=lines.len()).any(|skipped| agrees(rest, &lines[skipped..]))
        }
        Some((first, rest)) => lines
            .split_first()
            .is_some_and(|(line, others)| line_agrees(first, line) && agrees(rest, others)),
    }
}

/// Runs a document; what is wrong with it, in words.
fn faults(name: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("generations")).unwrap();
    let mut faults = Vec::new();
    for item in items(&read(name)) {
        let (line, words, mut printed) = match item {
            Item::File { name, text } => {
                fs::write(folder.path().join(name), text).unwrap();
                continue;
            }
            Item::Command {
                line,
                words,
                printed,
            } => (line, words, printed),
        };
        let Way::Run(command) = way_of(&words) else {
            continue;
        };
        let (code, found) = run(folder.path(), &command);
        if code != wanted_code(&words) {
            faults.push(format!(
                "{name}:{line}: {words}\nended with {code}:\n{found}"
            ));
            continue;
        }
        while printed.last().is_some_and(|line| line.trim().is_empty()) {
            printed.pop();
        }
        let lines: Vec<&str> = found.trim_end().lines().collect();
        if !printed.is_empty() && !agrees(&printed, &lines) {
            let amiss = printed
                .iter()
                .find(|pattern| {
                    pattern.trim() != "..." && !lines.iter().any(|line| line_agrees(pattern, line))
                })
                .map_or("the order of the lines, or one too many", String::as_str);
            faults.push(format!(
                "{name}:{line}: {words}\nprints something else (amiss: {amiss}):\n{found}"
            ));
        }
    }
    faults
}

#[test]
fn every_command_of_the_documents_does_what_they_say() {
    let faults: Vec<String> = std::thread::scope(|scope| {
        let running: Vec<_> = documents()
            .into_iter()
            .map(|name| scope.spawn(move || faults(&name)))
            .collect();
        let done = running
            .into_iter()
            .flat_map(|thread| thread.join().unwrap());
        done.collect()
    });
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_first_command_solves_and_the_test_command_is_the_gates() {
    let words: Vec<String> = items(&read("README.md"))
        .into_iter()
        .filter_map(|item| match item {
            Item::Command { words, .. } => Some(words),
            Item::File { .. } => None,
        })
        .collect();
    let built = "cargo run --release -- solve checkmate";
    assert_eq!(words[0], "slidewise solve checkmate");
    assert!(words.iter().any(|words| words == built), "{built}");
    let tests: Vec<&String> = words
        .iter()
        .filter(|words| words.starts_with("cargo test"))
        .collect();
    assert_eq!(tests.len(), 1, "one test command");
    // A published package has no gate.
    let gate = root().join(".ci/run");
    if gate.exists() {
        let gate = fs::read_to_string(gate).unwrap();
        // The gate tests all features at once.
        let calls = |line: &str| {
            line.replace(" --features cluster", "")
                .ends_with(&**tests[0])
        };
        assert!(
            gate.lines().any(calls),
            ".ci/run does not call `{}`",
            tests[0]
        );
    }
}

#[test]
fn the_table_of_commands_has_every_command() {
    let (code, help) = run(root(), "slidewise --help");
    assert_eq!(code, 0);
    let page = read("docs/commands.md");
    let commands = help
        .lines()
        .skip_while(|line| !line.starts_with("Usage:"))
        .take_while(|line| *line != "Options:")
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|name| !name.is_empty());
    let mut rest = page.as_str();
    for name in commands {
        let row = rest
            .match_indices(&format!("\n| `{name}"))
            .find(|(at, row)| {
                let after = &rest[at + row.len()..];
                after.starts_with(['`', ' '])
            });
        let Some((at, _)) = row else {
            panic!("docs/commands.md has no row for `{name}`, or not in the order of the help")
        };
        rest = &rest[at + 1..];
    }
}

/// The most lines of README.md, so that it is read in one sitting.
const README_LINES: usize = 200;

#[test]
fn the_readme_is_short_and_links_to_every_page() {
    let text = read("README.md");
    let lines = text.lines().count();
    assert!(lines <= README_LINES, "README.md has {lines} lines");
    for name in documents().iter().filter(|name| *name != "README.md") {
        assert!(
            text.contains(&format!("]({name}")),
            "README.md has no link to {name}"
        );
    }
}

#[test]
fn every_link_leads_to_a_file() {
    for name in documents() {
        let text = read(&name);
        let folder = root().join(&name).parent().unwrap().to_owned();
        for (_, rest) in text
            .match_indices("](")
            .map(|(at, mark)| text.split_at(at + mark.len()))
        {
            let target = rest.split([')', '#']).next().unwrap_or("");
            if target.contains("://") || target.is_empty() {
                continue;
            }
            assert!(folder.join(target).exists(), "{name} links to {target}");
        }
    }
}

/// The names of all functions below a folder of sources.
fn functions(folder: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for path in files_below(&root().join(folder), &["rs"]) {
        let text = fs::read_to_string(&path).unwrap();
        let found = text.split("fn ").skip(1);
        let found = found.filter_map(|rest| rest.split(['(', '<']).next());
        names.extend(found.map(str::to_owned));
    }
    names
}

#[test]
fn every_test_that_the_guarantees_name_exists() {
    let known = &functions("src") | &functions("tests");
    let text = read("docs/maintainers/guarantees.md");
    let named: Vec<&str> = text
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|word| word.matches('_').count() >= 2 && !word.contains(' '))
        .collect();
    assert!(named.len() > 10);
    for name in named {
        assert!(
            known.contains(name),
            "docs/maintainers/guarantees.md names the test {name}"
        );
    }
}

/// Names in documents that look like types of this program and are none.
const NAMES_FROM_OUTSIDE: [&str; 13] = [
    // Rust and Python.
    "ControlFlow",
    "Display",
    "KeyboardInterrupt",
    "MemoryError",
    "None",
    "Result",
    "True",
    // Columns of tables, fields of files and words of answers.
    "Copyright",
    "Id",
    "Label",
    "Multiple",
    "RxC",
    "Source",
];

/// The names of all types that Rust files define.
#[derive(Default)]
struct TypeNames(BTreeSet<String>);

impl<'ast> Visit<'ast> for TypeNames {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        let name = match item {
            syn::Item::Struct(item) => Some(&item.ident),
            syn::Item::Enum(item) => Some(&item.ident),
            syn::Item::Trait(item) => Some(&item.ident),
            syn::Item::Type(item) => Some(&item.ident),
            _ => None,
        };
        self.0.extend(name.map(ToString::to_string));
        visit::visit_item(self, item);
    }
}

/// The names of all types below `src`, the classes of the Python package among them.
fn type_names() -> BTreeSet<String> {
    let mut names = TypeNames::default();
    for path in files_below(&root().join("src"), &["rs"]) {
        let text = fs::read_to_string(&path).unwrap();
        names.visit_file(&syn::parse_file(&text).unwrap());
    }
    for path in files_below(&root().join("src/python"), &["py", "pyi"]) {
        let text = fs::read_to_string(&path).unwrap();
        let classes = text.lines().filter_map(|line| line.strip_prefix("class "));
        let is_end = |letter: char| !letter.is_alphanumeric();
        let classes = classes.filter_map(|rest| rest.split(is_end).next());
        names.0.extend(classes.map(str::to_owned));
    }
    names.0
}

/// The type names in backticks of a document, with their lines: names in capitals and small
/// letters, alone or at the head of what a path, a call or generics follow.
fn named_types(text: &str) -> Vec<(usize, &str)> {
    let mut is_block = false;
    let mut is_word = false;
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.starts_with("```") {
            is_block = !is_block;
        }
        if line.is_empty() || is_block || line.starts_with("```") {
            is_word = false;
            continue;
        }
        for (at, part) in line.split('`').enumerate() {
            // Backticks may hold the end of one line and the beginning of the next.
            is_word ^= at > 0;
            if is_word {
                found.extend(type_of(part).map(|name| (number, name)));
            }
        }
    }
    found
}

/// The type that a word in backticks names, if it names one.
fn type_of(span: &str) -> Option<&str> {
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let modules = span.split("::").take_while(|part| {
        part.starts_with(|letter: char| letter.is_ascii_lowercase()) && part.chars().all(is_name)
    });
    let before: usize = modules.map(|part| part.len() + "::".len()).sum();
    let rest = span.get(before..)?;
    let name = rest.split(|letter| !is_name(letter)).next()?;
    let after = &rest[name.len()..];
    let is_type = name.starts_with(|letter: char| letter.is_ascii_uppercase())
        && name.contains(|letter: char| letter.is_ascii_lowercase())
        && !name.contains('_');
    let is_whole = after.is_empty()
        || ["::", "<", "(", " {"]
            .iter()
            .any(|it| after.starts_with(it));
    (is_type && is_whole).then_some(name)
}

#[test]
fn every_type_that_the_documents_name_exists() {
    let known = type_names();
    assert!(known.len() > 400, "{}", known.len());
    let mut named = BTreeSet::new();
    let mut amiss = Vec::new();
    for document in documents() {
        let text = read(&document);
        for (line, name) in named_types(&text) {
            named.insert(name.to_owned());
            if !known.contains(name) && !NAMES_FROM_OUTSIDE.contains(&name) {
                amiss.push(format!(
                    "{document}:{line}: there is no type `{name}` in src"
                ));
            }
        }
    }
    assert!(amiss.is_empty(), "\n{}", amiss.join("\n"));
    for name in NAMES_FROM_OUTSIDE {
        assert!(named.contains(name), "no document names `{name}`");
    }
}

#[test]
fn types_are_told_from_other_words() {
    for (span, name) in [
        ("Graph", Some("Graph")),
        ("Graph::new", Some("Graph")),
        ("slidewise::app::Explorer", Some("Explorer")),
        ("Run { threads, .. }", Some("Run")),
        ("Result<T>", Some("Result")),
        ("solve PUZZLE", None),
        ("Usage: slidewise", None),
        ("KBDD", None),
        ("README.md", None),
        ("--json", None),
    ] {
        assert_eq!(type_of(span), name, "{span}");
    }
    assert_eq!(
        named_types("`A`\n```\n`Graph`\n```\n`Graph`"),
        [(5, "Graph")]
    );
}

#[test]
fn every_dependency_has_its_reason_and_no_other_crate_is_named() {
    let manifest: toml::Table = read("Cargo.toml").parse().unwrap();
    let dependencies = manifest["workspace"]["dependencies"].as_table().unwrap();
    let needed: BTreeSet<&str> = dependencies
        .keys()
        .map(String::as_str)
        .filter(|name| !name.starts_with("slidewise-"))
        .collect();
    let text = read("docs/maintainers/dependencies.md");
    let table = text
        .lines()
        .skip_while(|line| !line.starts_with("| crate | why |"))
        .take_while(|line| line.starts_with('|'));
    let rows = table.filter_map(|line| line.strip_prefix("| `"));
    let named: BTreeSet<&str> = rows.filter_map(|row| row.split('`').next()).collect();
    assert_eq!(
        named, needed,
        "docs/maintainers/dependencies.md against Cargo.toml"
    );
}

#[test]
fn the_conventions_are_what_the_head_of_this_file_says() {
    assert!(line_agrees("searched in 0.01 s", "searched in 12.50 s"));
    assert!(line_agrees("in 0.01 s, more", "in 3.00 s, more"));
    assert!(!line_agrees("searched in 0.01 s", "searched in 12.50 m"));
    assert!(line_agrees("a...c", "abc") && line_agrees("a ... c", "a b b c"));
    assert!(!line_agrees("a...c", "abcd") && !line_agrees("ab", "abc"));
    let pattern = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    assert!(agrees(&pattern("a\n...\nd"), &["a", "b", "c", "d"]));
    assert!(agrees(&pattern("a\n..."), &["a"]));
    assert!(!agrees(&pattern("a\n...\nd"), &["a", "d", "e"]));
    assert_eq!(wanted_code("slidewise solve x   # exit 2"), 2);
    assert_eq!(wanted_code("slidewise solve x"), 0);
}
