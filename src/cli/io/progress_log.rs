//! `ProgressLog`: appends to a file how far a search has come, a line of JSON for each generation.

use super::output::remark;
use serde::{Deserialize, Serialize};
use slidewise_app::{Observer, Problem, Progress};
use slidewise_engine::search::Event;
use slidewise_render::json::digits;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Least time between two lines within a generation.
const BETWEEN: Duration = Duration::from_secs(10);

/// Longest first line that is read of a file that exists, in bytes.
const MAX_LINE: u64 = 4096;

/// An observer that passes everything on and keeps the log of `--progress FILE`.
pub(crate) struct ProgressLog {
    shown: Box<dyn Observer>,
    log: Mutex<GenerationLog>,
}

/// The file and what is known of the search.
struct GenerationLog {
    name: PathBuf,
    /// `None` after a line could not be written.
    file: Option<File>,
    begun: Instant,
    /// When a line was last written within a generation, or a generation ended.
    written: Instant,
    found: u64,
    of: Option<u64>,
    /// The configurations found, with the seconds of this run after which each generation ended.
    ends: Vec<(u64, f64)>,
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
struct GenerationLine {
    /// Seconds since 1970.
    time: u64,
    /// Seconds of this run.
    seconds: f64,
    /// The last complete generation, or with `expanded` the one that is expanded.
    generation: u64,
    /// Its size.
    count: String,
    /// How many of it have been expanded.
    #[serde(skip_serializing_if = "Option::is_none")]
    expanded: Option<String>,
    /// The configurations found in all runs.
    found: String,
    /// The most that there can be, if it is known.
    of: Option<String>,
    /// Seconds to the end of the search, if it goes on as for the last half of `found`.
    seconds_left: Option<f64>,
}

impl ProgressLog {
    /// The observer `shown`, with the log in the file `name` if one is given.
    ///
    /// # Errors
    /// If the file cannot be opened, or is not a log of this kind. Nothing of it is lost: lines are
    /// appended.
    pub(crate) fn beside(
        shown: impl Observer + 'static,
        name: Option<&Path>,
    ) -> Result<Arc<dyn Observer>, Problem> {
        let Some(name) = name else {
            return Ok(Arc::new(shown));
        };
        Ok(Arc::new(ProgressLog {
            shown: Box::new(shown),
            log: Mutex::new(GenerationLog::open(name)?),
        }))
    }

    fn log(&self) -> MutexGuard<'_, GenerationLog> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observer for ProgressLog {
    fn progress(&self, progress: &Progress<'_>) {
        self.shown.progress(progress);
        match *progress {
            Progress::Begun { needs, found, .. } => {
                self.log().begin(found, Some(needs.configurations));
            }
            Progress::Search(&Event::Working {
                generation,
                count,
                done,
            }) => self.log().working(generation, count, done),
            _ => {
                if let Some((generation, count)) = progress.generation_found() {
                    self.log().found(generation, count);
                }
            }
        }
    }
}

impl GenerationLog {
    fn open(name: &Path) -> Result<GenerationLog, Problem> {
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
        let mut head = BufReader::new(io::Read::take(&file, MAX_LINE));
        head.read_line(&mut line).map_err(wrong)?;
        if !line.is_empty() && serde_json::from_str::<GenerationLine>(&line).is_err() {
            return Err(wrong(io::Error::other("it is not a log of a search")));
        }
        let now = Instant::now();
        Ok(GenerationLog {
            name: name.to_owned(),
            file: Some(file),
            begun: now,
            written: now,
            found: 0,
            of: None,
            ends: Vec::new(),
        })
    }

    fn begin(&mut self, found: u64, of: Option<u64>) {
        self.found = found;
        self.of = of;
        let seconds = self.begun.elapsed().as_secs_f64();
        self.ends.push((found, seconds));
    }

    fn found(&mut self, generation: u64, count: u64) {
        self.found += count;
        let seconds = self.begun.elapsed().as_secs_f64();
        self.ends.push((self.found, seconds));
        self.write(generation, count, None);
    }

    fn working(&mut self, generation: u64, count: u64, expanded: u64) {
        if self.written.elapsed() >= BETWEEN {
            self.write(generation, count, Some(expanded));
        }
    }

    /// The seconds that the rest takes, if it goes on as for the last half of what was found.
    fn seconds_left(&self, seconds: f64) -> Option<f64> {
        let rest = self.of?.saturating_sub(self.found);
        let half = self.ends.iter().rev().find(|end| end.0 <= self.found / 2)?;
        let gained = self.found - half.0;
        (gained > 0).then(|| rest as f64 * (seconds - half.1) / gained as f64)
    }

    /// Appends a line. If that fails, the search goes on without further lines.
    fn write(&mut self, generation: u64, count: u64, expanded: Option<u64>) {
        let seconds = self.begun.elapsed().as_secs_f64();
        let in_tenths = |seconds: f64| (seconds * 10.0).round() / 10.0;
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let line = GenerationLine {
            time: now.map_or(0, |since| since.as_secs()),
            seconds: in_tenths(seconds),
            generation,
            count: digits(count),
            expanded: expanded.map(digits),
            found: digits(self.found),
            of: self.of.map(digits),
            seconds_left: self.seconds_left(seconds).map(in_tenths),
        };
        self.written = Instant::now();
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
        let mut log = GenerationLog::open(&folder.path().join("log")).unwrap();
        assert_eq!(log.seconds_left(1.0), None);
        log.begin(0, Some(1000));
        log.found = 100;
        log.ends = vec![(0, 0.0), (40, 8.0), (50, 10.0), (100, 20.0)];
        assert_eq!(log.seconds_left(20.0), Some(900.0 * 10.0 / 50.0));
        log.found = 1000;
        assert_eq!(log.seconds_left(20.0), Some(0.0));
    }

    #[test]
    fn files_of_another_kind_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let name = folder.path().join("thesis.txt");
        std::fs::write(&name, "Chapter 1\n").unwrap();
        let problem = GenerationLog::open(&name).err().unwrap();
        assert!(problem.message.contains("not a log of a search"));
        assert_eq!(std::fs::read_to_string(&name).unwrap(), "Chapter 1\n");
        assert!(GenerationLog::open(folder.path()).is_err());
    }
}
