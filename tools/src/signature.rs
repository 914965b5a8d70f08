//! Prints a signature of stores and answers, to compare before and after a change that must alter
//! neither.
//!
//! It covers the files of finished searches of a quick set of puzzles, in all metrics and with all
//! engines, and the output with `--json` of all calls in tests/transcripts. Texts for people
//! (`message`, `hint`, `reason`, `note`, `remarks`, `problems`) and times are excluded. Each line
//! contains a SHA-256 hash and the call that it belongs to; the last line is the hash of all lines.
//!
//! ```text
//! cargo build --release
//! cargo run --release -p slidewise-tools --bin signature > before
//! ```
//!
//! It runs the binary `slidewise` next to its own and must be started in the root of the
//! repository; it takes a minute.

use serde_json::Value;
use sha2::{Digest, Sha256};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};

type SignatureResult<T = ()> = Result<T, Box<dyn Error>>;

/// The puzzles whose stores are covered.
const PUZZLES: [&str; 10] = [
    "lane-rouge",
    "checkmate",
    "checkmate-rook",
    "rush-card-01",
    "rush-card-40",
    "tarohs-soap",
    "iba-04-puzzle-ii",
    "tiles:3x3",
    "tiles:2x4",
    "tiles:2x5",
];
const METRICS: [&str; 3] = ["step", "slide", "move"];
const ENGINES: [&str; 3] = ["sparse", "dense", "frontier"];
/// Fields with texts for people, and fields that differ from run to run.
const LEFT_OUT: [&str; 9] = [
    "message",
    "hint",
    "reason",
    "note",
    "remarks",
    "problems",
    "seconds",
    "disk_free_bytes",
    "engine",
];

fn main() -> ExitCode {
    match signature() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("signature: {error}");
            ExitCode::FAILURE
        }
    }
}

fn signature() -> SignatureResult {
    let command = std::env::current_exe()?.with_file_name("slidewise");
    if !command.exists() {
        return Err(format!("{} is not built", command.display()).into());
    }
    let mut whole = Sha256::new();
    let mut note = |hash: String, what: &str| {
        let line = format!("{hash}  {what}");
        whole.update(&line);
        println!("{line}");
    };
    for puzzle in PUZZLES {
        for metric in METRICS {
            for engine in ENGINES {
                let what = format!("explore {puzzle} --metric {metric} --engine {engine}");
                note(of_search(&command, &what)?, &what);
            }
        }
    }
    let mut transcripts = files_in(Path::new("tests/transcripts"))?;
    transcripts.retain(|path| path.extension().is_some_and(|end| end == "txt"));
    for transcript in transcripts {
        let folder = tempfile::tempdir()?;
        fs::create_dir(folder.path().join("generations"))?;
        for file in files_in(Path::new("tests/transcripts/files"))? {
            fs::copy(
                &file,
                folder.path().join(file.file_name().unwrap_or_default()),
            )?;
        }
        for call in fs::read_to_string(&transcript)?.lines() {
            if let Some(words) = call.strip_prefix("$ slidewise ") {
                note(of_call(&command, folder.path(), words)?, words);
            }
        }
    }
    println!("{}  all", hex(whole));
    Ok(())
}

/// The hash of the store of a finished search.
fn of_search(command: &Path, words: &str) -> SignatureResult<String> {
    let folder = tempfile::tempdir()?;
    let ran = run(command, folder.path(), &format!("{words} --store kept"))?;
    let mut hash = Sha256::new();
    hash.update(format!("{:?}", ran.status.code()));
    let kept = folder.path().join("kept");
    for store in files_in(&kept).unwrap_or_default() {
        for file in files_in(&store)? {
            // This includes the lock file, which is empty and always has the same name.
            hash.update(file.strip_prefix(&kept)?.to_string_lossy().as_bytes());
            hash.update(fs::read(&file)?);
        }
    }
    Ok(hex(hash))
}

/// The hash of a call's output with `--json`, without texts for people.
fn of_call(command: &Path, folder: &Path, words: &str) -> SignatureResult<String> {
    let words = if words.contains("--json") {
        words.to_owned()
    } else {
        format!("{words} --json")
    };
    let ran = run(command, folder, &words)?;
    let mut hash = Sha256::new();
    hash.update(format!("{:?}", ran.status.code()));
    let text = String::from_utf8_lossy(&ran.stdout);
    let mut has_text = false;
    for line in text.lines() {
        match serde_json::from_str(line) {
            Ok(mut value) => {
                leave_out(&mut value);
                hash.update(value.to_string());
            }
            // Lines that are no record are text for people, however long.
            Err(_) => has_text = true,
        }
    }
    if has_text {
        hash.update("text");
    }
    Ok(hex(hash))
}

fn leave_out(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                if LEFT_OUT.contains(&name.as_str()) {
                    *value = Value::Null
                } else {
                    leave_out(value)
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(leave_out),
        _ => {}
    }
}

fn run(command: &Path, folder: &Path, words: &str) -> SignatureResult<Output> {
    Ok(Command::new(command)
        .args(words_of(words))
        .arg("--quiet")
        .current_dir(folder)
        .env_clear()
        .env("HOME", folder)
        .output()?)
}

/// Splits a line into words at blanks outside single quotes.
fn words_of(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (at, part) in line.split('\'').enumerate() {
        match at % 2 {
            1 => words.push(part.to_owned()),
            _ => words.extend(part.split_whitespace().map(str::to_owned)),
        }
    }
    words
}

/// The paths in a folder, sorted by name.
fn files_in(folder: &Path) -> SignatureResult<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        paths.push(entry?.path());
    }
    paths.sort();
    Ok(paths)
}

fn hex(hash: Sha256) -> String {
    let bytes = hash.finalize();
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
