//! Transcripts: what a session prints, word for word, in `tests/transcripts`.
//!
//! A file holds lines `$ slidewise ...`, each followed by what that call prints: stdout, then
//! stderr with `! ` before each line, then the exit code where it is not 0. All calls of a file run
//! in one folder, which holds copies of `tests/transcripts/files`. Times and sizes stand as `#`.
//! `SLIDEWISE_BLESS=1` rewrites the files from what the program prints; a new file needs nothing
//! but its `$` lines. They are of the command with all its features.

use super::program::Program;
use std::fmt::Write;
use std::fs;
use std::path::Path;

const UNITS: [&str; 7] = ["s", "B", "KB", "MB", "GB", "TB", "bytes"];

/// Puts `#` for times and sizes, `B` for a size's unit, and one blank for those before it.
fn without_measures(text: &str) -> String {
    let mut lines = Vec::new();
    for line in text.split('\n') {
        let mut words: Vec<&str> = Vec::new();
        for word in line.split(' ') {
            let is_unit = UNITS.contains(&word.trim_end_matches(','));
            match words.last_mut() {
                Some(number) if is_unit && is_measure(number) => {
                    *number = "#";
                    let at = words.len() - 1;
                    let blanks = words[..at].iter().rev().take_while(|word| word.is_empty());
                    let indented = blanks.count();
                    words.drain(at - indented..at);
                    words.push(if word.starts_with('s') { word } else { "B" });
                }
                _ => words.push(word),
            }
        }
        lines.push(words.join(" "));
    }
    lines.join("\n")
}

fn is_measure(word: &str) -> bool {
    word.parse::<f64>().is_ok() && !word.ends_with('.')
}

/// The words of a line; blanks inside single quotes part none.
fn words_of(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (at, part) in line.split('\'').enumerate() {
        if at % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// Runs the calls of a transcript, and gives the transcript as it should be.
fn play(transcript: &str, files: &Path) -> String {
    let program = Program::new();
    for file in fs::read_dir(files).unwrap() {
        let file = file.unwrap();
        let name = file.file_name().into_string().unwrap();
        program.write(&name, &fs::read_to_string(file.path()).unwrap());
    }
    let mut played = String::new();
    for line in transcript.lines().filter(|line| line.starts_with("$ ")) {
        let words = words_of(
            line.strip_prefix("$ slidewise")
                .expect("calls of slidewise only"),
        );
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let ran = program.run(&words);
        if !played.is_empty() {
            played.push('\n');
        }
        writeln!(played, "{line}").unwrap();
        played += &without_measures(&ran.stdout);
        for line in without_measures(&ran.stderr).lines() {
            writeln!(played, "{}", format!("! {line}").trim_end()).unwrap();
        }
        if ran.code != Some(0) {
            writeln!(played, "= {}", ran.code.expect("no signal ends it")).unwrap();
        }
    }
    played
}

#[test]
fn sessions_print_what_they_printed_before() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let bless = std::env::var_os("SLIDEWISE_BLESS").is_some_and(|value| value == "1");
    let mut transcripts: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|suffix| suffix == "txt"))
        // The help that is kept lists the options of all features.
        .filter(|path| cfg!(feature = "cluster") || !path.ends_with("help.txt"))
        .collect();
    transcripts.sort();
    assert!(!transcripts.is_empty());
    let mut differing = Vec::new();
    for path in transcripts {
        let kept = fs::read_to_string(&path).unwrap();
        let played = play(&kept, &folder.join("files"));
        if played == kept {
            continue;
        }
        if bless {
            fs::write(&path, &played).unwrap();
            continue;
        }
        let line = kept
            .lines()
            .zip(played.lines())
            .position(|(old, new)| old != new);
        let line = line.unwrap_or(kept.lines().count().min(played.lines().count()));
        let at = |text: &str| text.lines().nth(line).unwrap_or("(the end)").to_owned();
        differing.push(format!(
            "{}:{}:\n  kept    {}\n  printed {}",
            path.display(),
            line + 1,
            at(&kept),
            at(&played)
        ));
    }
    assert!(
        differing.is_empty(),
        "SLIDEWISE_BLESS=1 rewrites the transcripts:\n{}",
        differing.join("\n")
    );
}

#[test]
fn measures_are_hidden() {
    let text = "searched in 0.12 s, again\ntiles-3x3.step     4.1 KB  32 generations\n37. B a3 D\n";
    let hidden = "searched in # s, again\ntiles-3x3.step # B  32 generations\n37. B a3 D\n";
    assert_eq!(without_measures(text), hidden);
}
