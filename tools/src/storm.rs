//! Kills searches at random moments, damages their stores, and checks how they resume.
//!
//! There are two parts, on random and on built-in puzzles. In the first, a search by the command is
//! killed, one mark of its store is changed, and the same command runs again: it must refuse, or
//! finish with the store of an undisturbed search. Any other end counts as wrong. In the second,
//! searches by each engine are killed repeatedly, each time with another number of threads, until
//! one finishes; its store must equal that of an undisturbed search.
//!
//! ```text
//! cargo build --release
//! cargo run --release -p slidewise-tools --bin storm -- [RESUMED] [KILLS] [SEED]
//! ```
//!
//! The defaults are 2,000 resumed runs, 300 kills and seed 1. It runs the binary `slidewise` next
//! to its own, and fails if a search finished wrong.

use slidewise::unstable::engine::graph::{Graph, Metric};
use slidewise::unstable::engine::search::{Dense, EngineChoice, MemorySink, Run, SimdLevel, Sink};
use slidewise::unstable::puzzle::Puzzle;
use slidewise_tools::number_argument::number_argument;
use std::error::Error;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

type StormResult<T = ()> = Result<T, Box<dyn Error>>;

/// The lock file, which is not compared: it depends on interruptions.
const LOCK: &str = "lock";
/// Number of changed marks that are tried on the store of one killed search.
const FLIPS: u64 = 20;
/// Range of the number of configurations of random puzzles.
const SIZES: std::ops::Range<u64> = 3_000..400_000;
/// Least number of generations of random puzzles.
const DEPTH: usize = 7;
/// Puzzles that take longer, for the second part.
const BUILTIN: [&str; 4] = ["lane-rouge", "checkmate", "get-my-goat", "tiles:2x5"];

fn main() -> ExitCode {
    match storm(
        number_argument(0, 2000),
        number_argument(1, 300),
        number_argument(2, 1),
    ) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("storm: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs both parts; returns whether no search finished wrong.
fn storm(resumed: u64, kills: u64, seed: u64) -> StormResult<bool> {
    let command = std::env::current_exe()?.with_file_name("slidewise");
    if !command.exists() {
        return Err(format!("{} is not built", command.display()).into());
    }
    let folder = std::env::temp_dir().join(format!("slidewise-storm-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let mut field = StormState {
        command,
        folder: folder.clone(),
        random: XorShift(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1),
    };
    let is_right = field
        .wrong_marks(resumed)
        .and_then(|marks| Ok(field.kills(kills)? && marks));
    fs::remove_dir_all(&folder)?;
    is_right
}

/// A search by the command.
#[derive(Clone, Debug)]
struct StormSearch {
    puzzle: String,
    metric: Metric,
    engine: &'static str,
    /// Number of its generations.
    depth: u64,
    /// Duration when undisturbed.
    time: Duration,
}

/// Outcomes of resumed runs.
#[derive(Clone, Copy, Default)]
struct ResumeTally {
    refused: u64,
    equal: u64,
    wrong: u64,
}

/// The state of a test run.
struct StormState {
    command: PathBuf,
    folder: PathBuf,
    random: XorShift,
}

impl StormState {
    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The command for a search with the store `store`.
    fn explore(&self, search: &StormSearch, store: &str, threads: u64) -> Command {
        let mut command = Command::new(&self.command);
        let metric = search.metric.name();
        let threads = threads.to_string();
        command
            .args(["explore", &search.puzzle, "--metric", metric, "--quiet"])
            .args(["--engine", search.engine, "--threads", &threads])
            .arg("--store")
            .arg(self.path(store))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        command
    }

    /// Runs a command to its end, which must be successful.
    fn finish(&self, mut command: Command) -> StormResult {
        let output = command.output()?;
        if output.status.success() {
            Ok(())
        } else {
            Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr)).into())
        }
    }

    /// Creates the store `whole` with an undisturbed search and measures its duration.
    fn undisturbed(&self, search: &mut StormSearch) -> StormResult {
        clear(&self.path("whole"))?;
        let begun = Instant::now();
        self.finish(self.explore(search, "whole", 1))?;
        search.time = begun.elapsed();
        Ok(())
    }

    /// Clears a store and fills it with some complete generations, `always` or half the time.
    fn begin(&mut self, search: &StormSearch, store: &str, always: bool) -> StormResult {
        clear(&self.path(store))?;
        if always || self.random.below(2) == 0 {
            let last = 1 + self.random.below(search.depth.saturating_sub(3).max(1));
            let mut command = self.explore(search, store, 2);
            command.args(["--max-generation", &last.to_string()]);
            self.finish(command)?;
        }
        Ok(())
    }

    /// Runs a search and kills it at a random moment; `false` if it had finished.
    fn kill(&mut self, search: &StormSearch, store: &str) -> StormResult<bool> {
        let threads = 1 + self.random.below(3);
        let mut child = self.explore(search, store, threads).spawn()?;
        sleep(search.time.mul_f64(self.random.below(1000) as f64 / 1000.0));
        if child.try_wait()?.is_none() {
            child.kill()?;
        }
        let output = child.wait_with_output()?;
        match output.status.code() {
            None => Ok(true),
            Some(0) => Ok(false),
            Some(_) => {
                let told = String::from_utf8_lossy(&output.stderr).into_owned();
                Err(format!("{search:?} failed on an undamaged store: {told}").into())
            }
        }
    }

    /// The first part: resumes `resumed` damaged searches, in slides, moves and steps.
    fn wrong_marks(&mut self, resumed: u64) -> StormResult<bool> {
        let mut tallies = [
            ("step", ResumeTally::default()),
            ("slide", ResumeTally::default()),
            ("move", ResumeTally::default()),
        ];
        let mut done = 0;
        let mut round = 0;
        while done < resumed {
            // Steps are tested too, but do not count towards `resumed`.
            let metric = [
                Metric::Slide,
                Metric::Move,
                Metric::Slide,
                Metric::Move,
                Metric::Step,
            ][round % 5];
            round += 1;
            let mut search = self.random_search(metric)?;
            self.undisturbed(&mut search)?;
            let expected = files(&self.path("whole"))?;
            self.begin(&search, "killed", true)?;
            if !self.kill(&search, "killed")? {
                continue;
            }
            let killed = files(&self.path("killed"))?;
            if killed == expected {
                // The kill came after the end, so there is nothing to resume.
                continue;
            }
            for _ in 0..FLIPS {
                let flipped = self.flip(&killed, &expected);
                clear(&self.path("resumed"))?;
                put(&self.path("resumed"), &flipped)?;
                let threads = 1 + self.random.below(2);
                let output = self.explore(&search, "resumed", threads).output()?;
                let tally = &mut tallies
                    .iter_mut()
                    .find(|(name, _)| *name == metric.name())
                    .ok_or("a metric")?
                    .1;
                match output.status.code() {
                    Some(0) if files(&self.path("resumed"))? == expected => tally.equal += 1,
                    Some(1) => tally.refused += 1,
                    _ => {
                        tally.wrong += 1;
                        let told = String::from_utf8_lossy(&output.stderr).into_owned();
                        println!("wrong: {search:?} {} {told}", output.status);
                    }
                }
                done += u64::from(metric != Metric::Step);
            }
        }
        println!("runs resumed with one wrong mark:");
        for (
            name,
            ResumeTally {
                refused,
                equal,
                wrong,
            },
        ) in tallies
        {
            println!(
                "  {name}: {refused} refused, {equal} equal to undisturbed ones, {wrong} wrong"
            );
        }
        Ok(tallies.iter().all(|(_, tally)| tally.wrong == 0))
    }

    /// Changes one mark of a killed search's store, usually that of a reachable configuration.
    fn flip(&mut self, killed: &StoreFiles, expected: &StoreFiles) -> StoreFiles {
        let mut flipped = killed.clone();
        let is_marks = |(name, _): &&(PathBuf, Vec<u8>)| name.ends_with("marks");
        let whole = expected.iter().find(is_marks).map(|(_, bytes)| bytes);
        let marks = flipped.iter_mut().find(|(name, _)| name.ends_with("marks"));
        if let (Some(whole), Some((_, marks))) = (whole, marks) {
            let reach = self.random.below(4) > 0;
            // 8 bytes hold 32 marks: first their low bits, then their high bits.
            let bit = |bytes: &[u8], at: u64, half: u64| {
                bytes[(at / 32 * 8 + half + at % 32 / 8) as usize] >> (at % 8) & 1
            };
            let len = marks.len() as u64 * 4;
            let at = loop {
                let at = self.random.below(len);
                let is_seen = bit(whole, at, 0) | bit(whole, at, 4) == 1;
                if is_seen || !reach && at + 64 < len {
                    break at;
                }
            };
            let bits = 1 + self.random.below(3);
            for (half, own) in [(0, 1), (4, 2)] {
                if bits & own != 0 {
                    marks[(at / 32 * 8 + half + at % 32 / 8) as usize] ^= 1 << (at % 8);
                }
            }
        }
        flipped
    }

    /// The second part: kills searches `kills` times.
    fn kills(&mut self, kills: u64) -> StormResult<bool> {
        let (mut killed, mut ended, mut wrong) = (0, 0, 0);
        let mut round = 0;
        while killed < kills {
            let metric = [Metric::Step, Metric::Slide, Metric::Move][round % 3];
            let mut search = match round % 2 {
                0 => self.random_search(metric)?,
                _ => {
                    let name = BUILTIN[self.random.below(4) as usize];
                    self.search_of(name.to_owned(), &Puzzle::open(name)?, metric)?
                }
            };
            if round % 4 == 3 || round % 4 == 0 {
                search.engine = "frontier";
            }
            round += 1;
            self.undisturbed(&mut search)?;
            let expected = files(&self.path("whole"))?;
            self.begin(&search, "killed", false)?;
            let most = killed + 10;
            while killed < most && self.kill(&search, "killed")? {
                killed += 1;
            }
            self.finish(self.explore(&search, "killed", 2))?;
            ended += 1;
            if files(&self.path("killed"))? != expected {
                wrong += 1;
                println!("the store differs: {search:?}");
            }
        }
        println!(
            "{killed} kills of {ended} searches; {wrong} left a store unlike that of an \
             undisturbed one"
        );
        Ok(wrong == 0)
    }

    /// A search of a random puzzle.
    fn random_search(&mut self, metric: Metric) -> StormResult<StormSearch> {
        loop {
            let text = self.random.puzzle();
            let Ok(puzzle) = Puzzle::from_toml("storm", "storm.toml", &text) else {
                continue;
            };
            let path = self.path("storm.toml");
            let Ok(search) = self.search_of(path.display().to_string(), &puzzle, metric) else {
                continue;
            };
            fs::write(path, text)?;
            return Ok(search);
        }
    }

    /// A search of a puzzle that the command opens by `word`; an error if its size is unsuitable.
    fn search_of(
        &mut self,
        word: String,
        puzzle: &Puzzle,
        metric: Metric,
    ) -> StormResult<StormSearch> {
        let graph = Graph::new(puzzle, &puzzle.start, metric)?;
        let is_small = word.ends_with(".toml");
        if is_small && graph.len() > 8 * SIZES.end {
            return Err("too large".into());
        }
        let source = [graph.index_of(&puzzle.start).ok_or("Start has no index")?];
        let mut memory = MemorySink::new(graph.len())?;
        let run = Run {
            engine: match Dense::obstacle(&graph) {
                None => EngineChoice::dense(&graph, SimdLevel::best())?,
                Some(_) => EngineChoice::sparse(),
            },
            ..Run::new(&graph, &source)
        };
        run.explore(&mut memory, &mut |_| ControlFlow::Continue(()))?;
        let (depth, size) = (memory.counts().len(), memory.counts().iter().sum::<u64>());
        if is_small && (depth < DEPTH || !SIZES.contains(&size)) {
            return Err("too small, or too large".into());
        }
        let engine = match Dense::obstacle(&graph) {
            None => ["dense", "sparse"][self.random.below(2) as usize],
            Some(_) => "sparse",
        };
        Ok(StormSearch {
            puzzle: word,
            metric,
            engine,
            depth: depth as u64,
            time: Duration::ZERO,
        })
    }
}

/// The names and bytes of the files below a folder, without locks, in order.
type StoreFiles = Vec<(PathBuf, Vec<u8>)>;

fn files(folder: &Path) -> StormResult<StoreFiles> {
    let mut files = Vec::new();
    for store in fs::read_dir(folder)? {
        let store = store?;
        for file in fs::read_dir(store.path())? {
            let file = file?;
            if file.file_name() != LOCK {
                let name = Path::new(&store.file_name()).join(file.file_name());
                files.push((name, fs::read(file.path())?));
            }
        }
    }
    files.sort();
    Ok(files)
}

fn put(folder: &Path, files: &StoreFiles) -> StormResult {
    for (name, bytes) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().ok_or("a file lies in a folder")?)?;
        fs::write(path, bytes)?;
    }
    Ok(())
}

/// Creates an empty folder, or empties it.
fn clear(folder: &Path) -> StormResult {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    Ok(fs::create_dir_all(folder)?)
}

/// A deterministic pseudo-random number generator (xorshift64).
struct XorShift(u64);

impl XorShift {
    /// A number below `limit`.
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % limit
    }

    /// Generates a puzzle: a board with walls, two to five empty cells, some pieces of two cells
    /// and many of one.
    fn puzzle(&mut self) -> String {
        let (rows, columns) = (2 + self.below(3) as usize, 3 + self.below(3) as usize);
        let mut board = vec![vec!['.'; columns]; rows];
        for row in &mut board {
            for cell in row {
                if self.below(12) == 0 {
                    *cell = '#';
                }
            }
        }
        let mut letters = 'a'..='z';
        for _ in 0..self.below(4) {
            let (row, column) = (
                self.below(rows as u64) as usize,
                self.below(columns as u64) as usize,
            );
            let (below, right) = if self.below(2) == 0 { (0, 1) } else { (1, 0) };
            let other = (row + below, column + right);
            let is_free = |(row, column): (usize, usize)| {
                row < rows && column < columns && board[row][column] == '.'
            };
            if is_free((row, column))
                && is_free(other)
                && let Some(letter) = letters.next()
            {
                board[row][column] = letter;
                board[other.0][other.1] = letter;
            }
        }
        let mut empty = 2 + self.below(4);
        let mut cells: Vec<(usize, usize)> = (0..rows)
            .flat_map(|row| (0..columns).map(move |column| (row, column)))
            .collect();
        while !cells.is_empty() {
            let (row, column) = cells.swap_remove(self.below(cells.len() as u64) as usize);
            if board[row][column] != '.' {
                continue;
            }
            if empty > 0 {
                empty -= 1;
            } else if let Some(letter) = letters.next() {
                board[row][column] = letter;
            }
        }
        let lines: Vec<String> = board
            .into_iter()
            .map(|row| row.into_iter().collect())
            .collect();
        let distinct = match self.below(3) {
            0 => String::new(),
            _ => "distinct = true\n".to_owned(),
        };
        format!("start = \"\"\"\n{}\n\"\"\"\n{distinct}", lines.join("\n"))
    }
}
