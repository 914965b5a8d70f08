//! `WorkLog`: the file of `--progress`, with a line of JSON for each part of a long work.

use super::output::remark;
use super::wait::waiting;
use super::waiting_writer::WaitingWriter;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use slidewise_app::Problem;
use slidewise_render::json::digits;
#[cfg(unix)]
use std::fs::TryLockError;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Least time between two lines within a part of the work.
const BETWEEN: Duration = Duration::from_secs(10);

/// Longest first line that is read of a file that exists, in bytes.
const MAX_LINE: u64 = 4096;

/// How each line begins.
const BEGINNING: &str = "{\"time\":";

/// The file and what is known of the work.
#[derive(Debug)]
pub(crate) struct WorkLog {
    name: PathBuf,
    /// `None` after a line could not be written.
    file: Option<File>,
    begun: Instant,
    /// When a line was last written.
    written: Option<Instant>,
    found: u64,
    of: Option<u64>,
    /// What was found, with the seconds of this run after which each line was written.
    ends: Vec<(u64, f64)>,
}

/// A line of the file.
#[derive(Default, Serialize, Deserialize)]
struct WorkLine {
    /// Seconds since 1970.
    time: u64,
    /// Seconds of this run.
    seconds: f64,
    /// The last complete generation, or with `expanded` the one that is expanded.
    #[serde(skip_serializing_if = "Option::is_none")]
    generation: Option<u64>,
    /// Its size.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<String>,
    /// How many of it have been expanded.
    #[serde(skip_serializing_if = "Option::is_none")]
    expanded: Option<String>,
    /// What was found in all runs.
    found: String,
    /// The most that there can be, if it is known.
    of: Option<String>,
    /// Seconds to the end of the work, if it goes on as for the last half of `found`.
    seconds_left: Option<f64>,
}

impl WorkLog {
    /// Opens the file, whose lines are kept. Pipes and devices are written to as they are.
    ///
    /// # Errors
    /// If the file cannot be opened, is not a log of this kind, or another search writes to it.
    pub(crate) fn open(name: &Path) -> Result<WorkLog, Problem> {
        let file = open_log(name).map_err(|error| {
            Problem::of_input(
                format!("{}: {error}", name.display()),
                "--progress appends to a file of its own; name one that does not exist yet",
            )
        })?;
        Ok(WorkLog {
            name: name.to_owned(),
            file: Some(file),
            begun: Instant::now(),
            written: None,
            found: 0,
            of: None,
            ends: Vec::new(),
        })
    }

    /// Notes that earlier runs have found `found` of at most `of`.
    pub(crate) fn begin(&mut self, found: u64, of: u64) {
        self.found = found;
        self.of = Some(of);
        self.ends.push((found, self.seconds()));
    }

    /// Writes that a generation of this size is complete.
    pub(crate) fn found(&mut self, generation: u64, count: u64) {
        self.found += count;
        self.write(WorkLine {
            generation: Some(generation),
            count: Some(digits(count)),
            ..WorkLine::default()
        });
    }

    /// Writes, if the last line is old enough, how much of a generation has been expanded.
    pub(crate) fn expanded(&mut self, generation: u64, count: u64, expanded: u64) {
        if self.is_due() {
            self.write(WorkLine {
                generation: Some(generation),
                count: Some(digits(count)),
                expanded: Some(digits(expanded)),
                ..WorkLine::default()
            });
        }
    }

    /// Writes, if the last line is old enough or the work is done, that `found` of `of` are done.
    pub(crate) fn done(&mut self, found: u64, of: u64) {
        if self.of.is_none() {
            self.begin(found, of);
        }
        self.found = found;
        if self.is_due() || found == of {
            self.write(WorkLine::default());
        }
    }

    fn seconds(&self) -> f64 {
        self.begun.elapsed().as_secs_f64()
    }

    fn is_due(&self) -> bool {
        let since = self.written.unwrap_or(self.begun);
        since.elapsed() >= BETWEEN
    }

    /// The seconds that the rest takes, if it goes on as for the last half of what was found.
    fn seconds_left(&self, seconds: f64) -> Option<f64> {
        let rest = self.of?.saturating_sub(self.found);
        let half = self.ends.iter().rev().find(|end| end.0 <= self.found / 2);
        let half = half.or(self.ends.first())?;
        let gained = self.found - half.0;
        (gained > 0).then(|| rest as f64 * (seconds - half.1) / gained as f64)
    }

    /// Appends a line. If that fails, the work goes on without further lines.
    fn write(&mut self, line: WorkLine) {
        let seconds = self.seconds();
        self.ends.push((self.found, seconds));
        let in_tenths = |seconds: f64| (seconds * 10.0).round() / 10.0;
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let line = WorkLine {
            time: now.map_or(0, |since| since.as_secs()),
            seconds: in_tenths(seconds),
            found: digits(self.found),
            of: self.of.map(digits),
            seconds_left: self.seconds_left(seconds).map(in_tenths),
            ..line
        };
        self.written = Some(Instant::now());
        let Some(file) = &mut self.file else { return };
        let text = serde_json::to_string(&line).expect("numbers can be written") + "\n";
        if let Err(error) = WaitingWriter(file).write_all(text.as_bytes()) {
            self.file = None;
            let name = self.name.display();
            remark(format!(
                "{name}: {error}; the search goes on without --progress"
            ));
        }
    }
}

/// Opens a file or a pipe for new lines.
fn open_log(name: &Path) -> io::Result<File> {
    let is_file = name.metadata().map_or(true, |found| found.is_file());
    let mut options = OpenOptions::new();
    options.read(is_file).append(true).create(is_file);
    let mut file = waiting(|| options.open(name))?;
    if is_file {
        // On Windows a lock would keep readers out.
        #[cfg(unix)]
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => io::Error::other("another search writes to it"),
            TryLockError::Error(error) => error,
        })?;
        end_last_line(&mut file)?;
    }
    Ok(file)
}

/// Ends a line that a killed search has left without its end.
///
/// # Errors
/// If the first line is of another kind of file.
fn end_last_line(file: &mut File) -> io::Result<()> {
    let length = file.metadata()?.len();
    if length == 0 {
        return Ok(());
    }
    let mut line = String::new();
    BufReader::new((&*file).take(MAX_LINE)).read_line(&mut line)?;
    let is_cut_off = line.starts_with(BEGINNING) && serde_json::from_str::<Value>(&line).is_err();
    if !is_cut_off && serde_json::from_str::<WorkLine>(&line).is_err() {
        return Err(io::Error::other("it is not a log of --progress"));
    }
    let mut last = [0];
    file.seek(SeekFrom::Start(length - 1))?;
    file.read_exact(&mut last)?;
    if last != *b"\n" {
        file.write_all(b"\n")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_takes_as_long_as_the_last_half() {
        let folder = tempfile::tempdir().unwrap();
        let mut log = WorkLog::open(&folder.path().join("log")).unwrap();
        assert_eq!(log.seconds_left(1.0), None);
        log.begin(0, 1000);
        log.found = 100;
        log.ends = vec![(0, 0.0), (40, 8.0), (50, 10.0), (100, 20.0)];
        assert_eq!(log.seconds_left(20.0), Some(900.0 * 10.0 / 50.0));
        // A run that goes on after most was found measures its own part.
        log.ends = vec![(80, 0.0), (100, 10.0)];
        assert_eq!(log.seconds_left(10.0), Some(900.0 * 10.0 / 20.0));
        log.found = 1000;
        assert_eq!(log.seconds_left(20.0), Some(0.0));
    }

    #[test]
    fn files_of_another_kind_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let name = folder.path().join("thesis.txt");
        std::fs::write(&name, "Chapter 1\n").unwrap();
        let problem = WorkLog::open(&name).err().unwrap();
        assert!(problem.message.contains("not a log of --progress"));
        assert_eq!(std::fs::read_to_string(&name).unwrap(), "Chapter 1\n");
        assert!(WorkLog::open(folder.path()).is_err());
    }

    #[test]
    fn lines_follow_one_that_was_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let name = folder.path().join("log");
        // By the first line alone, and by a later one.
        for before in [
            "{\"time\":17",
            "{\"time\":17,\"seconds\":1.5,\"found\":\"3\"}\n{\"ti",
        ] {
            std::fs::write(&name, before).unwrap();
            WorkLog::open(&name).unwrap().done(10, 10);
            let text = std::fs::read_to_string(&name).unwrap();
            let line = text.strip_prefix(&format!("{before}\n")).unwrap();
            assert!(serde_json::from_str::<WorkLine>(line).is_ok(), "{text}");
            WorkLog::open(&name).unwrap().done(10, 10);
            let longer = std::fs::read_to_string(&name).unwrap();
            assert_eq!(longer.lines().count(), text.lines().count() + 1);
        }
    }

    #[cfg(unix)]
    #[test]
    fn one_search_at_a_time_writes_to_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let name = folder.path().join("log");
        let first = WorkLog::open(&name).unwrap();
        let problem = WorkLog::open(&name).err().unwrap();
        assert!(problem.message.contains("another search"), "{problem:?}");
        drop(first);
        assert!(WorkLog::open(&name).is_ok());
    }

    #[test]
    fn work_that_is_done_has_a_last_line() {
        let folder = tempfile::tempdir().unwrap();
        let name = folder.path().join("log");
        let mut log = WorkLog::open(&name).unwrap();
        for done in [3, 5, 10] {
            log.done(done, 10);
        }
        let text = std::fs::read_to_string(&name).unwrap();
        assert_eq!(text.lines().count(), 1);
        assert!(text.contains("\"found\":\"10\",\"of\":\"10\",\"seconds_left\":0.0"));
    }
}
