//! `Starts`: the start positions of a file, read line by line while earlier ones are solved.

use super::piped::STDIN;
use super::signals::stop_flag;
use super::wait::waiting;
use slidewise_app::Problem;
use slidewise_puzzle::import::{TileLine, TileReader};
use slidewise_puzzle::{Configuration, Puzzle};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

/// Most bytes of a line; no position of 64 cells is longer.
const MAX_BYTES: u64 = 64 << 10;
/// Most lines that are read before they are needed.
const AHEAD: usize = 64;
/// Interval at which a reader that waits for a line looks whether to stop.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// The positions of a file, one a line, or boards of numbered tiles; blank lines and comments
/// behind `#` are skipped.
///
/// A thread reads the lines, since waiting for input cannot be interrupted.
#[derive(Debug)]
pub(crate) struct Starts<'p> {
    puzzle: &'p Puzzle,
    /// Reads what is no position, for a puzzle of numbered tiles.
    tiles: Option<TileReader<'p>>,
    name: String,
    lines: Receiver<io::Result<Vec<u8>>>,
    stop: &'p AtomicBool,
    /// Number of lines read.
    line: usize,
    /// The first start, if it was looked at before the others.
    first: Option<Option<Result<Configuration, Problem>>>,
}

impl<'p> Starts<'p> {
    /// Opens a file; `-` is standard input. Of a file, the first start is checked.
    ///
    /// # Errors
    /// If the file cannot be opened, or its first line with a start has none.
    pub(crate) fn open(
        puzzle: &'p Puzzle,
        file: &Path,
        stop: &'p AtomicBool,
    ) -> Result<Starts<'p>, Problem> {
        let name = file.display().to_string();
        let is_stdin = file.as_os_str() == STDIN;
        let input: Box<dyn BufRead + Send> = if is_stdin {
            Box::new(BufReader::new(io::stdin()))
        } else {
            let opened = waiting(|| File::open(file)).map_err(|error| unreadable(&name, &error))?;
            Box::new(BufReader::new(opened))
        };
        let (sender, lines) = sync_channel(AHEAD);
        thread::spawn(move || send_lines(input, &sender));
        let mut starts = Starts {
            puzzle,
            tiles: TileReader::new(puzzle),
            name,
            lines,
            stop,
            line: 0,
            first: None,
        };
        // Standard input may get its first line late; tables are built meanwhile.
        if !is_stdin {
            match starts.next() {
                Some(Err(problem)) => return Err(problem),
                first => starts.first = Some(first),
            }
        }
        Ok(starts)
    }

    /// The start in a line; `None` if the line has none.
    fn read(&mut self, line: &[u8]) -> Option<Result<Configuration, Problem>> {
        let (name, number) = (self.name.clone(), self.line);
        let at_line = |problem: Problem| {
            let (message, column) = (problem.message, problem.place.column);
            let message = format!("{name}:{number}: {message}");
            let problem = Problem::of_input(message, problem.hint);
            problem.about(&name).at(Some(number), column)
        };
        if line.len() as u64 > MAX_BYTES {
            let problem = Problem::of_input(
                "the line is too long for a position",
                "give one position a line",
            );
            return Some(Err(at_line(problem)));
        }
        let Ok(text) = std::str::from_utf8(line) else {
            let problem = Problem::of_input("the line is not UTF-8", "save the file as UTF-8");
            return Some(Err(at_line(problem)));
        };
        let text = text.trim_start_matches('\u{feff}').trim();
        if text.is_empty() || text.starts_with("# ") || text == "#" {
            return None;
        }
        let error = match self.puzzle.read_position(text) {
            Ok(start) => {
                self.tiles.iter_mut().for_each(TileReader::note_position);
                return Some(Ok(start));
            }
            Err(error) => error,
        };
        let read = self.tiles.as_mut().map(|tiles| tiles.read(text));
        match read.unwrap_or(TileLine::Other) {
            TileLine::Board(start) => Some(Ok(start)),
            TileLine::Part => None,
            TileLine::Other if text.starts_with('#') => None,
            TileLine::Other => Some(Err(at_line(error.into()))),
            TileLine::Fault(fault) => Some(Err(at_line(Problem::of_input(
                fault,
                "give one position a line, or the rows of each board",
            )))),
        }
    }
}

impl Iterator for Starts<'_> {
    type Item = Result<Configuration, Problem>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(first) = self.first.take() {
            return first;
        }
        loop {
            let line = match self.lines.recv_timeout(LOOK_EVERY) {
                Ok(Ok(line)) => line,
                Ok(Err(error)) => return Some(Err(unreadable(&self.name, &error))),
                Err(RecvTimeoutError::Disconnected) => {
                    let is_cut = self.tiles.take().is_some_and(|tiles| tiles.is_within());
                    return is_cut.then(|| {
                        let message = format!("{}: the last board lacks rows", self.name);
                        let hint = "give all rows of each board";
                        Err(Problem::of_input(message, hint).about(&self.name))
                    });
                }
                Err(RecvTimeoutError::Timeout) if self.stop.load(Ordering::Relaxed) => {
                    return Some(Err(Problem::of_stop(
                        "interrupted: not all starts have been read",
                        "the same command begins again",
                    )));
                }
                Err(RecvTimeoutError::Timeout) => continue,
            };
            self.line += 1;
            if let Some(start) = self.read(&line) {
                return Some(start);
            }
        }
    }
}

/// Makes the positions of a file the goals of a puzzle, in the place of its own.
///
/// # Errors
/// If the file cannot be read, or has a line without a position, or none with one.
pub(crate) fn aim_at_file(puzzle: &mut Puzzle, file: &Path) -> Result<(), Problem> {
    let positions = Starts::open(puzzle, file, stop_flag())?.collect::<Result<Vec<_>, _>>()?;
    if positions.is_empty() {
        let message = format!("{} has no position", file.display());
        return Err(Problem::of_input(message, "give one position a line"));
    }
    puzzle.aim_at_each(&positions);
    Ok(())
}

/// Sends each line, up to one that is too long or cannot be read.
fn send_lines(mut input: Box<dyn BufRead + Send>, sender: &SyncSender<io::Result<Vec<u8>>>) {
    loop {
        let mut line = Vec::new();
        // One byte more than allowed shows that the line is too long.
        let mut limited = (&mut input).take(MAX_BYTES + 1);
        let read = limited.read_until(b'\n', &mut line).map(|_| line);
        let is_last = match &read {
            Ok(line) if line.is_empty() => return,
            Ok(line) => line.len() as u64 > MAX_BYTES,
            Err(_) => true,
        };
        if sender.send(read).is_err() || is_last {
            return;
        }
    }
}

fn unreadable(name: &str, error: &io::Error) -> Problem {
    Problem::of_input(
        format!("{name} cannot be read: {error}"),
        "give a file with one position a line",
    )
    .about(name)
}
