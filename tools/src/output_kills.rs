//! Kills commands that write files at random moments, and checks what is there and what the next
//! run answers.
//!
//! After a kill, each file must be missing or whole. After the same command has run again, its
//! answer and its files must be those of an undisturbed run, and nothing else may be there.
//!
//! ```text
//! cargo build --release
//! cargo run --release -p slidewise-tools --bin output_kills -- [KILLS] [SEED] [WORD]
//! ```
//!
//! The defaults are 500 kills of each kind of output and seed 1; with a word, of the commands that
//! have it. It runs the binary `slidewise` next to its own, and fails if a file or an answer was
//! wrong.

use slidewise_tools::number_argument::number_argument;
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

type KillResult<T = ()> = Result<T, Box<dyn Error>>;

/// The files below a folder, by path.
type WrittenFiles = BTreeMap<PathBuf, Vec<u8>>;

/// Commands that write or keep files.
const WAYS: [&str; 20] = [
    "solve corner.toml --certificate out/way.json",
    "find corner.toml AAb:A.c:d.. --certificate out/way.json",
    "graph corner.toml --out out/g.csv",
    "graph corner.toml --format dot --out out/g.dot",
    "graph corner.toml --format graphml --out out/g.graphml",
    "graph corner.toml --format parquet --out out/g.parquet",
    "graph corner.toml --format svg --out out/g.svg",
    "graph microban:2 --max-generation 9 --no-finish --out out/g.csv",
    "draw corner.toml --solution --out out/d.png",
    "animate corner.toml --out out/a.gif",
    "plot corner.toml --out out/p.svg",
    "sheet corner.toml --distance 3 --out out/s.svg",
    "export corner.toml --out out/page.html",
    "convert boards.txt --out out/boards",
    "man --out out/pages",
    "design klotski:3x3 --out out/starts",
    "tables tiles:3x3 --keep 1,2,3",
    "solve corner.toml --method meet",
    "explore corner.toml --engine frontier",
    "explore microban:1",
];

const CORNER: &str = "start = '''\nAAb\nA.c\nd..\n'''\ngoal = '''\n...\n.AA\n.A.\n'''\n";

fn main() -> ExitCode {
    let word = std::env::args().nth(3).unwrap_or_default();
    match kill_all(number_argument(0, 500), number_argument(1, 1), &word) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("output_kills: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Kills each way that has the word this many times; returns how many were wrong afterwards.
fn kill_all(kills: u64, seed: u64, word: &str) -> KillResult<u64> {
    let program = std::env::current_exe()?.with_file_name("slidewise");
    if !program.exists() {
        return Err(format!("{} is not built", program.display()).into());
    }
    let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut all_wrong = 0;
    for words in WAYS.into_iter().filter(|own| own.contains(word)) {
        let folder = tempfile::tempdir()?;
        let row = ".".repeat(12) + "AA" + &".".repeat(22);
        fs::write(folder.path().join("corner.toml"), CORNER)?;
        fs::write(folder.path().join("boards.txt"), format!("{row}\n{row}\n"))?;
        let way = WrittenWay {
            program: program.clone(),
            folder: folder.path().to_owned(),
            words,
        };
        let expected = way.undisturbed()?;
        let (mut wrong, mut killed) = (0, 0);
        for _ in 0..kills {
            let (was_killed, fault) = way.kill(&expected, &mut random)?;
            killed += u64::from(was_killed);
            if let Some(fault) = fault {
                wrong += 1;
                println!("{words}: {fault}");
            }
        }
        println!("{words}: {killed} of {kills} runs were killed, and {wrong} were wrong");
        all_wrong += wrong;
    }
    Ok(all_wrong)
}

/// A command that writes, in a folder of its own.
struct WrittenWay {
    program: PathBuf,
    folder: PathBuf,
    words: &'static str,
}

/// What an undisturbed run answers and writes, and how long it takes.
struct UndisturbedRun {
    answer: String,
    files: WrittenFiles,
    time: Duration,
}

impl WrittenWay {
    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command
            .args(self.words.split(' ').map(|word| word.replace(',', " ")))
            .args(["--json", "--store", "out/kept", "--quiet"])
            .current_dir(&self.folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if self.words.contains("out/") {
            command.arg("--force");
        }
        command
    }

    /// Runs the command to its end; returns its answer without what differs from run to run.
    fn answer(&self) -> KillResult<String> {
        let ran = self.command().output()?;
        let text = String::from_utf8(ran.stdout)?;
        if !ran.status.success() {
            let beside = String::from_utf8_lossy(&ran.stderr);
            return Err(format!("{}: {text}{beside}", self.words).into());
        }
        let mut value: serde_json::Value = serde_json::from_str(&text)?;
        if let Some(fields) = value.as_object_mut() {
            for field in [
                "seconds", "resumed", "reason", "searched", "tables", "nodes", "bytes",
            ] {
                fields.remove(field);
            }
        }
        Ok(value.to_string())
    }

    fn undisturbed(&self) -> KillResult<UndisturbedRun> {
        let out = self.folder.join("out");
        fs::create_dir_all(&out)?;
        let begun = Instant::now();
        let answer = self.answer()?;
        let time = begun.elapsed();
        let files = files(&out)?;
        Ok(UndisturbedRun {
            answer,
            files,
            time,
        })
    }

    /// Kills a run, and runs the command again; returns whether the run was killed, and what was
    /// wrong.
    fn kill(
        &self,
        expected: &UndisturbedRun,
        random: &mut u64,
    ) -> KillResult<(bool, Option<String>)> {
        let out = self.folder.join("out");
        let mut below = |limit: u64| {
            *random ^= *random << 13;
            *random ^= *random >> 7;
            *random ^= *random << 17;
            (*random >> 11) % limit
        };
        // Half of the runs replace files.
        if below(2) == 0 {
            fs::remove_dir_all(&out)?;
            fs::create_dir_all(&out)?;
        }
        let mut child = self.command().spawn()?;
        sleep(Duration::from_nanos(below(expected.time.as_nanos() as u64)));
        child.kill()?;
        let was_killed = !child.wait()?.success();
        for (path, bytes) in files(&out)? {
            // What is kept may be unfinished; the next run sees to it.
            let is_output = expected.files.contains_key(&path) && !path.starts_with("kept");
            if is_output && expected.files[&path] != bytes {
                return Ok((was_killed, Some(format!("{} is not whole", path.display()))));
            }
        }
        if self.answer()? != expected.answer {
            return Ok((was_killed, Some("the answer differs".to_owned())));
        }
        // What is kept depends on the interruptions: a search that was killed after its last record
        // is finished, and keeps the checksums of before (docs/store-format.md).
        let written = |mut files: WrittenFiles| {
            files.retain(|path, _| !path.starts_with("kept"));
            files
        };
        let (after, right) = (written(files(&out)?), written(expected.files.clone()));
        let fault = (after != right).then(|| {
            let names: Vec<&PathBuf> = after.keys().collect();
            format!("other files, among {names:?}")
        });
        Ok((was_killed, fault))
    }
}

/// The files below a folder but the locks.
fn files(folder: &Path) -> KillResult<WrittenFiles> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if !path.ends_with("lock") {
                let bytes = fs::read(&path)?;
                found.insert(path.strip_prefix(folder)?.to_owned(), bytes);
            }
        }
    }
    Ok(found)
}
