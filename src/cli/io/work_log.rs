//! `WorkLog`: the file of `--progress`, with a line of JSON for each part of a long work.

use super::output::remark;
use serde::{Deserialize, Serialize};
use slidewise_app::Problem;
use slidewise_render::json::digits;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Least time between two lines within a part of the work.
const BETWEEN: Duration = Duration::from_secs(10);

/// Longest first line that is read of a file that exists, in bytes.
const MAX_LINE: u64 = 4096;

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
    /// Opens the file, whose lines are kept.
    ///
    /// # Errors
    /// If the file cannot be opened, or is not a log of this kind.
    pub(crate) fn open(name: &Path) -> Result<WorkLog, Problem> {
        let wrong = |error: io::Error| {
            Problem::of_input(
                format!("{}: {error}", name.display()),
                "--progress appends to a file of its own; name one that does not exist yet",
            )
        };
        let file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(name)
            .map_err(wrong)?;
        let mut line = String::new();
        let mut head = BufReader::new((&file).take(MAX_LINE));
        head.read_line(&mut line).map_err(wrong)?;
        if !line.is_empty() && serde_json::from_str::<WorkLine>(&line).is_err() {
            return Err(wrong(io::Error::other("it is not a log of --progress")));
        }
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
        if let Err(error) = file.write_all(text.as_bytes()) {
            self.file = None;
            let name = self.name.display();
            remark(format!(
                "{name}: {error}; the search goes on without --progress"
            ));
        }
    }
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
