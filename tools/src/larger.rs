//! Searches a space larger than the memory limit and checks that the result is the same.
//!
//! A group of processes (Linux, cgroup version 1 or 2) gets a memory limit, which includes the
//! system's cache of their files. A recorded search runs in the group with `--memory` set to three
//! quarters of the limit. The same search runs without a limit, and all files of the two stores are
//! compared byte by byte. The bytes read are those that the search caused to be fetched from the
//! disk (`read_bytes` in proc(5)) in each generation: reads through the memory map, read-ahead, and
//! reads for keeping a generation.
//!
//! ```text
//! cargo run --release -p slidewise-tools --bin larger -- PUZZLE LIMIT [FOLDER] [THREADS]
//! ```
//!
//! for example `larger tiles:3x4 32M`. The stores are created in FOLDER and removed again; it must
//! be on a disk rather than in memory, and is `generations` by default. The user must be allowed to
//! create a group, which usually means root.

use slidewise::unstable::engine::graph::{Graph, Metric};
use slidewise::unstable::engine::search::{
    EngineChoice, EngineKind, Event, Resources, Run, header_of,
};
use slidewise::unstable::puzzle::{Puzzle, SearchOrigin};
use slidewise::unstable::render::{counted, human_bytes, parse_bytes, with_commas};
use slidewise::unstable::store::{Access, Marks, Store};
use slidewise_tools::cgroup::Cgroup;
use std::error::Error;
use std::fs::{self, File};
use std::io::Read;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

type ToolResult = Result<(), Box<dyn Error>>;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["--search", word, folder, memory, threads] => search(word, folder, memory, threads),
        [word, limit] => compare(word, limit, "generations", "2"),
        [word, limit, folder] => compare(word, limit, folder, "2"),
        [word, limit, folder, threads] => compare(word, limit, folder, threads),
        _ => Err("usage: larger PUZZLE LIMIT [FOLDER] [THREADS]".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("larger: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs one search in its own process; `memory` is empty if there is no limit. Prints a line for
/// each generation: number, size, bytes read since the previous one, seconds since the start.
fn search(word: &str, folder: &str, memory: &str, threads: &str) -> ToolResult {
    let puzzle = Puzzle::open(word)?;
    let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step)?;
    let start = graph.index_of(&puzzle.start).ok_or("Start has no index")?;
    let memory = memory.parse().ok();
    let engine = EngineChoice::best(&graph).within(&graph, memory);
    if memory.is_some() && !matches!(engine.kind, EngineKind::Streaming { .. }) {
        return Err(format!(
            "the engine does not stream from the disk: {}",
            engine.reason
        )
        .into());
    }
    Resources::of(&graph, &engine).check(memory, None)?;
    eprintln!("{}", engine.reason);
    let header = header_of(&graph, SearchOrigin::Start);
    let mut store = Store::open(Path::new(folder), &header, Access::Write { fresh: true })?;
    let sources = [start];
    let run = Run {
        engine,
        threads: threads.parse()?,
        ..Run::new(&graph, &sources)
    };
    let begun = Instant::now();
    let mut before = bytes_read()?;
    let mut line = |what: &str, count: u64| {
        let now = bytes_read().unwrap_or(before);
        let seconds = begun.elapsed().as_secs_f64();
        println!("{what} {count} {} {seconds:.2}", now - before);
        before = now;
    };
    run.explore(&mut store, &mut |event| {
        if let Event::Found {
            generation, count, ..
        } = event
        {
            line(&generation.to_string(), count);
        }
        ControlFlow::Continue(())
    })?;
    line("end", 0);
    Ok(())
}

/// Number of bytes that this process caused to be fetched from the disk.
fn bytes_read() -> Result<u64, Box<dyn Error>> {
    let io = fs::read_to_string("/proc/self/io")?;
    let value = io.lines().find_map(|line| line.strip_prefix("read_bytes:"));
    Ok(value
        .ok_or("/proc/self/io has no read_bytes")?
        .trim()
        .parse()?)
}

/// Figures of one layer of a search.
struct LayerFigures {
    count: u64,
    read: u64,
    seconds: f64,
}

fn compare(word: &str, limit: &str, folder: &str, threads: &str) -> ToolResult {
    let limit = parse_bytes(limit)?;
    let puzzle = Puzzle::open(word)?;
    let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step)?;
    let marks = Marks::bytes_for(graph.len());
    let needs = Resources::of(&graph, &EngineChoice::best(&graph));
    let roots = ["limited", "free"].map(|name| Path::new(folder).join(format!("larger-{name}")));
    println!(
        "{}: {} in the index; marks {}; in memory it would need {}; limit {}, including the \
         cache of files; {}",
        puzzle.name,
        counted(graph.vertex_count(), "configuration"),
        human_bytes(marks),
        human_bytes(needs.memory_bytes),
        human_bytes(limit),
        counted(threads, "thread"),
    );
    let group = Cgroup::new(&format!("slidewise-larger-{}", std::process::id()), limit)?;
    let memory = (limit / 4 * 3).to_string();
    let passes = run_search(
        [word, path_text(&roots[0])?, &memory, threads],
        Some(&group),
    )?;
    report(&passes, marks);
    println!(
        "peak {} (including the cache), {} times at the limit",
        group.peak().map_or("unknown".to_owned(), human_bytes),
        group
            .times_at_limit()
            .map_or("unknown".to_owned(), with_commas)
    );
    drop(group);
    let free = run_search([word, path_text(&roots[1])?, "", threads], None)?;
    let seconds = free.last().map_or(0.0, |pass| pass.seconds);
    println!("without a limit: {seconds:.1} s");
    compare_folders(&roots[0], &roots[1])?;
    println!("all files are equal");
    for root in &roots {
        fs::remove_dir_all(root)?;
    }
    Ok(())
}

fn path_text(path: &Path) -> Result<&str, Box<dyn Error>> {
    Ok(path
        .to_str()
        .ok_or("the folder's name is not valid UTF-8")?)
}

/// Runs a search in its own process, inside the group if there is one.
fn run_search(
    words: [&str; 4],
    group: Option<&Cgroup>,
) -> Result<Vec<LayerFigures>, Box<dyn Error>> {
    let mut command = match group {
        // The shell joins the group before it executes the search.
        Some(group) => {
            let mut command = Command::new("sh");
            command.args(["-c", "echo $$ > \"$0\" && exec \"$@\""]);
            command.arg(group.members());
            command.arg(std::env::current_exe()?);
            command
        }
        None => Command::new(std::env::current_exe()?),
    };
    let ran = command
        .arg("--search")
        .args(words)
        .stdout(Stdio::piped())
        .spawn()?
        .wait_with_output()?;
    if !ran.status.success() {
        return Err(format!("the search ended with {}", ran.status).into());
    }
    let text = String::from_utf8(ran.stdout)?;
    let pass = |line: &str| {
        let mut numbers = line.split(' ').skip(1);
        Some(LayerFigures {
            count: numbers.next()?.parse().ok()?,
            read: numbers.next()?.parse().ok()?,
            seconds: numbers.next()?.parse().ok()?,
        })
    };
    let passes: Option<Vec<LayerFigures>> = text.lines().map(pass).collect();
    Ok(passes.ok_or("the search printed an unexpected line")?)
}

fn report(passes: &[LayerFigures], marks: u64) {
    let of_marks = |read: f64| read / marks as f64;
    let read: u64 = passes.iter().map(|pass| pass.read).sum();
    let found: u64 = passes.iter().map(|pass| pass.count).sum();
    let most = passes.iter().map(|pass| pass.read).max().unwrap_or(0);
    println!(
        "{} in {} passes, depth {}, {:.1} s",
        counted(found, "configuration"),
        passes.len() - 1,
        passes.len() - 2,
        passes.last().map_or(0.0, |pass| pass.seconds),
    );
    println!(
        "read a pass: {:.2} times the marks on average, {:.2} times at most (wanted: 4 or less)",
        of_marks(read as f64 / (passes.len() - 1) as f64),
        of_marks(most as f64),
    );
}

/// Fails if the files of two stores differ; lock files, which name processes, are skipped.
fn compare_folders(one: &Path, other: &Path) -> ToolResult {
    let only = |root: &Path| -> Result<PathBuf, Box<dyn Error>> {
        let mut stores = fs::read_dir(root)?;
        Ok(stores.next().ok_or("the folder has no store")??.path())
    };
    let (one, other) = (only(one)?, only(other)?);
    for name in ["header", "log", "last", "marks", "sums"] {
        let mut files = [File::open(one.join(name))?, File::open(other.join(name))?];
        let mut buffers = [vec![0; 1 << 20], vec![0; 1 << 20]];
        loop {
            let mut lengths = [0; 2];
            for ((file, buffer), length) in files.iter_mut().zip(&mut buffers).zip(&mut lengths) {
                *length = file.take(1 << 20).read(buffer)?;
                while *length < buffer.len() {
                    match file.read(&mut buffer[*length..])? {
                        0 => break,
                        more => *length += more,
                    }
                }
            }
            if buffers[0][..lengths[0]] != buffers[1][..lengths[1]] {
                return Err(format!("{name} differs").into());
            }
            if lengths[0] == 0 {
                break;
            }
        }
    }
    Ok(())
}
