//! The program in a folder of its own, and what a run of it came to.

use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A folder with an empty `generations`, in which the program runs.
pub(super) struct Program {
    folder: TempDir,
}

/// What a run came to.
#[derive(Debug)]
pub(super) struct Ran {
    /// The exit code; none where a signal ended it.
    pub code: Option<i32>,
    /// What it printed.
    pub stdout: String,
    /// What it printed beside.
    pub stderr: String,
}

impl Program {
    /// An empty folder.
    pub(super) fn new() -> Program {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("generations")).unwrap();
        Program { folder }
    }

    /// A folder with these files.
    pub(super) fn with_files(files: &[(&str, &str)]) -> Program {
        let program = Program::new();
        for (name, text) in files {
            program.write(name, text);
        }
        program
    }

    /// A path in the folder.
    pub(super) fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file into the folder.
    pub(super) fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// The names of all commands, as the help has them.
    pub(super) fn commands(&self) -> Vec<String> {
        self.text(&["--help"])
            .lines()
            .skip_while(|line| !line.starts_with("Usage:"))
            .take_while(|line| *line != "Options:")
            .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect()
    }

    /// Changes one byte after the other in the one store of this folder, at these places of its
    /// files, and lets `verify` name the file each time.
    pub(super) fn verify_finds_wrong_bytes(&self, puzzle: &str, places: &[(&str, usize)]) {
        let store = format!("generations/{}", self.names_in("generations")[0]);
        assert_eq!(self.json(&["verify", puzzle])["ok"], true);
        for &(file, at) in places {
            let path = self.path(format!("{store}/{file}"));
            let right = fs::read(&path).unwrap();
            let mut wrong = right.clone();
            wrong[at] ^= 0x10;
            fs::write(&path, &wrong).unwrap();
            let ran = self.run(&["verify", puzzle, "--json"]);
            assert_eq!(ran.code, Some(1), "{file}: {ran:?}");
            let verified = ran.object();
            assert_eq!(verified["ok"], false, "{file}");
            let problems = verified["problems"].to_string();
            assert!(problems.contains(file), "{problems}");
            fs::write(&path, &right).unwrap();
        }
        assert_eq!(self.json(&["verify", puzzle])["ok"], true);
    }

    /// The program with these words, about to be run in the folder.
    pub(super) fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_slidewise"));
        command
            .args(words)
            .current_dir(self.folder.path())
            .env_clear()
            .env("HOME", self.path("home"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Runs the program.
    pub(super) fn run(&self, words: &[&str]) -> Ran {
        Ran::from(self.command(words).output().unwrap())
    }

    /// Runs the program with bytes as standard input.
    pub(super) fn piped(&self, words: &[&str], bytes: &[u8]) -> Ran {
        let mut child = self.command(words).stdin(Stdio::piped()).spawn().unwrap();
        // A program that refuses its arguments does not read its input.
        let _ = child.stdin.take().unwrap().write_all(bytes);
        Ran::from(child.wait_with_output().unwrap())
    }

    /// Runs the program, and ends it where it hangs.
    pub(super) fn run_or_end(&self, words: &[&str]) -> Ran {
        let child = self.command(words).spawn().unwrap();
        let ran = ended_within(child, Duration::from_secs(120));
        ran.unwrap_or_else(|| panic!("{words:?} hangs"))
    }

    /// Runs the program, which must succeed, and gives what it printed.
    pub(super) fn text(&self, words: &[&str]) -> String {
        let ran = self.run(words);
        assert_eq!(ran.code, Some(0), "{words:?}: {ran:?}");
        ran.stdout
    }

    /// Runs the program with `--json`, which must succeed, and gives the object.
    pub(super) fn json(&self, words: &[&str]) -> Value {
        let ran = self.run(&[words, &["--json"]].concat());
        assert_eq!(ran.code, Some(0), "{words:?}: {ran:?}");
        ran.object()
    }

    /// Runs the program with and without `--json`, which must fail both times with this exit code,
    /// and gives the object `error`.
    pub(super) fn failure(&self, words: &[&str], code: i32) -> Value {
        let ran = self.run(words);
        assert_eq!(ran.code, Some(code), "{words:?}: {ran:?}");
        assert_eq!(ran.stdout, "", "{words:?}: a failure is reported on stderr");
        assert_ne!(ran.stderr, "", "{words:?}: a failure is reported");
        let ran = self.run(&[words, &["--json"]].concat());
        assert_eq!(ran.code, Some(code), "{words:?} --json: {ran:?}");
        let object = ran.object();
        let error = &object["error"];
        assert_eq!(error["code"], code, "{words:?}: {object}");
        for field in ["message", "hint"] {
            let text = error[field].as_str();
            assert!(
                text.is_some_and(|text| !text.is_empty()),
                "{words:?}: {object}"
            );
        }
        error.clone()
    }

    /// The message and the hint of a run that must fail with this exit code.
    pub(super) fn message(&self, words: &[&str], code: i32) -> (String, String) {
        let error = self.failure(words, code);
        let text = |key: &str| error[key].as_str().unwrap_or_default().to_owned();
        (text("message"), text("hint"))
    }

    /// The names in a folder, sorted.
    pub(super) fn names_in(&self, folder: &str) -> Vec<String> {
        let Ok(entries) = fs::read_dir(self.path(folder)) else {
            return Vec::new();
        };
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    /// The bytes of all files of the one store in a folder, but the lock.
    pub(super) fn store_bytes(&self, folder: &str) -> Vec<(String, Vec<u8>)> {
        let stores = self.names_in(folder);
        assert_eq!(stores.len(), 1, "{stores:?}");
        let store = format!("{folder}/{}", stores[0]);
        let files: Vec<String> = self
            .names_in(&store)
            .into_iter()
            .filter(|name| name != "lock")
            .collect();
        assert_eq!(files, ["header", "last", "log", "marks", "sums"]);
        let bytes = |name: String| {
            let bytes = fs::read(self.path(format!("{store}/{name}"))).unwrap();
            (name, bytes)
        };
        files.into_iter().map(bytes).collect()
    }
}

/// What a run came to, or `None`, and the program is killed, if it takes longer than this time.
pub(super) fn ended_within(mut child: Child, time: Duration) -> Option<Ran> {
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > time {
            child.kill().unwrap();
            child.wait().unwrap();
            return None;
        }
        sleep(Duration::from_millis(3));
    }
    Some(Ran::from(child.wait_with_output().unwrap()))
}

/// Waits until a program heeds the signal of Ctrl-C, as far as one can look from outside (Linux),
/// and somewhat longer: before, the signal ends it without a word.
#[cfg(unix)]
pub(super) fn until_it_heeds_signals(child: &Child) {
    const INTERRUPT: u64 = 1 << 1;
    let status = format!("/proc/{}/status", child.id());
    let heeds = || {
        let text = fs::read_to_string(&status).ok()?;
        let caught = text.lines().find_map(|line| line.strip_prefix("SigCgt:"))?;
        Some(u64::from_str_radix(caught.trim(), 16).unwrap() & INTERRUPT != 0)
    };
    let begun = Instant::now();
    while heeds() == Some(false) && begun.elapsed() < Duration::from_secs(60) {
        sleep(Duration::from_millis(5));
    }
    sleep(Duration::from_millis(500));
}

impl Ran {
    /// The one JSON object on stdout; there must be nothing else.
    pub(super) fn object(&self) -> Value {
        let value: Value = serde_json::from_str(&self.stdout)
            .unwrap_or_else(|error| panic!("not one JSON value: {error}: {self:?}"));
        assert!(value.is_object(), "{value}");
        value
    }
}

impl From<Output> for Ran {
    fn from(output: Output) -> Ran {
        Ran {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}
