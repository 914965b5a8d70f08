//! Processes that are started together, and what they answer.

use serde_json::Value;
use std::fs;
use std::io::Read;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Longest time for a process to end.
const LONGEST: Duration = Duration::from_secs(600);

/// Addresses on this machine, one for each process, in a file.
pub(crate) struct Hosts {
    pub folder: tempfile::TempDir,
    pub addresses: Vec<String>,
}

impl Hosts {
    pub(crate) fn new(size: usize) -> Hosts {
        // All listeners are open at once, so that no port is drawn twice.
        let listeners: Vec<TcpListener> = (0..size)
            .map(|_| TcpListener::bind("127.0.0.1:0").unwrap())
            .collect();
        let addresses = listeners
            .iter()
            .map(|listener| listener.local_addr().unwrap().to_string());
        Hosts::of(addresses.collect())
    }

    pub(crate) fn of(addresses: Vec<String>) -> Hosts {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("hosts"), addresses.join("\n")).unwrap();
        Hosts { folder, addresses }
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.folder.path().join("hosts")
    }

    /// Starts a process: `words` begin with the puzzle.
    pub(crate) fn start(&self, process: usize, words: &str, store: Option<&Path>) -> Running {
        let mut command = Command::new(env!("CARGO_BIN_EXE_slidewise"));
        command.arg("explore").args(words.split(' '));
        command.arg("--hosts").arg(self.file());
        command.args([
            "--process",
            &process.to_string(),
            "--json",
            "--threads",
            "1",
        ]);
        match store {
            Some(folder) => command.arg("--store").arg(folder),
            None => command.arg("--no-store"),
        };
        Running::start(command)
    }

    /// Starts all processes with the same words.
    pub(crate) fn start_all(&self, words: &str, store: Option<&Path>) -> Vec<Running> {
        (0..self.addresses.len())
            .map(|process| self.start(process, words, store))
            .collect()
    }
}

/// A process that runs.
pub(crate) struct Running(pub Child);

/// What a process has left.
#[derive(Debug)]
pub(crate) struct Ended {
    pub code: Option<i32>,
    pub answer: Value,
    pub remarks: String,
}

impl Running {
    pub(crate) fn start(mut command: Command) -> Running {
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command.env("RUST_BACKTRACE", "0");
        Running(command.spawn().unwrap())
    }

    /// Sends a signal by its name.
    pub(crate) fn signal(&self, name: &str) {
        let id = self.0.id().to_string();
        let sent = Command::new("kill")
            .args(["-s", name, &id])
            .status()
            .unwrap();
        assert!(sent.success(), "kill -s {name}");
    }

    pub(crate) fn has_ended(&mut self) -> bool {
        self.0.try_wait().unwrap().is_some()
    }

    /// Waits for the end.
    pub(crate) fn end(mut self) -> Ended {
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.0.try_wait().unwrap() {
                break status;
            }
            if begun.elapsed() > LONGEST {
                self.0.kill().unwrap();
                panic!("a process does not end");
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        let (mut out, mut remarks) = (String::new(), String::new());
        self.0
            .stdout
            .take()
            .unwrap()
            .read_to_string(&mut out)
            .unwrap();
        self.0
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut remarks)
            .unwrap();
        assert!(!remarks.contains("panicked"), "{remarks}");
        Ended {
            code: status.code(),
            answer: serde_json::from_str(&out).unwrap_or(Value::Null),
            remarks,
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // A process that has ended already cannot be killed.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Ended {
    /// The message of a failed run.
    pub(crate) fn message(&self) -> &str {
        self.answer["error"]["message"].as_str().unwrap_or_default()
    }

    /// Asserts that the run failed with this in its message.
    pub(crate) fn expect_failure(&self, code: i32, part: &str) {
        assert_eq!(self.code, Some(code), "{self:?}");
        assert!(self.message().contains(part), "{self:?}");
    }
}

/// The generations that one process finds, with their goals.
pub(crate) fn alone(words: &str) -> [Value; 3] {
    let mut command = Command::new(env!("CARGO_BIN_EXE_slidewise"));
    command
        .arg("explore")
        .args(words.split(' '))
        .args(["--no-store", "--json"]);
    let ended = Running::start(command).end();
    assert_eq!(ended.code, Some(0), "{ended:?}");
    found(&ended)
}

/// What must be equal for one process and for several.
pub(crate) fn found(ended: &Ended) -> [Value; 3] {
    ["generations", "complete", "goal"].map(|field| ended.answer[field].clone())
}

/// Waits for all processes, and asserts that all have found the same.
pub(crate) fn all_found(running: Vec<Running>, expected: &[Value; 3]) -> Vec<Ended> {
    let ends: Vec<Ended> = running.into_iter().map(Running::end).collect();
    for end in &ends {
        assert_eq!(end.code, Some(0), "{end:?}");
        assert_eq!(found(end), *expected);
        assert_eq!(end.answer["processes"], ends.len());
    }
    ends
}

/// Whether a file is of a group at generation 4 or a later one.
fn is_of_fourth(name: &str) -> bool {
    let generation = name
        .strip_suffix(".part")
        .and_then(|name| name.split_once('-'));
    generation.is_some_and(|(_, generation)| generation.parse::<u64>().unwrap() >= 4)
}

/// Waits until a search has begun its fourth checkpoint, so that earlier ones are complete.
pub(crate) fn wait_for_files(store: &Path) {
    for _ in 0..6000 {
        let folders = std::fs::read_dir(store).into_iter().flatten();
        let has_any = folders.flatten().any(|folder| {
            let files = std::fs::read_dir(folder.path()).into_iter().flatten();
            files
                .flatten()
                .any(|file| is_of_fourth(&file.file_name().to_string_lossy()))
        });
        if has_any {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("no checkpoint comes");
}
