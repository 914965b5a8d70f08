//! The progress of a command on stderr, if that is a terminal.

use crate::explore::{Event, Needs};
use crate::present::{counted, human_bytes, with_commas};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// A line is written anew no sooner: generations may be some microseconds apart.
const BETWEEN: Duration = Duration::from_millis(50);

/// A bar that is full at a length, with a message behind it; none if `quiet`, or where stderr is no terminal.
pub fn bar_of(len: u64, quiet: bool) -> ProgressBar {
    let bar = match quiet || !std::io::stderr().is_terminal() {
        true => ProgressBar::hidden(),
        false => ProgressBar::new(len),
    };
    let style = ProgressStyle::with_template("{bar:24} {msg}").expect("the template is right");
    bar.with_style(style)
}

/// A bar with the generation, the configurations so far, the rate and the memory.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    begun: Instant,
    shown: Option<Instant>,
    /// Configurations found in earlier runs and in this one.
    found: u64,
    found_here: u64,
    memory: String,
    /// The bytes of sorted files, where there are any.
    disk: Option<u64>,
}

impl Progress {
    /// Nothing on the screen yet; nothing ever if `quiet`, or where stderr is no terminal.
    pub fn new(needs: &Needs, found: u64, quiet: bool) -> Progress {
        let bar = bar_of(needs.configurations, quiet);
        bar.set_position(found);
        Progress {
            bar,
            begun: Instant::now(),
            shown: None,
            found,
            found_here: 0,
            memory: human_bytes(needs.memory_bytes),
            disk: None,
        }
    }

    /// The same for a search in sorted files that have so many bytes.
    pub fn of_files(needs: &Needs, found: u64, bytes: u64, quiet: bool) -> Progress {
        Progress {
            disk: Some(bytes),
            ..Progress::new(needs, found, quiet)
        }
    }

    /// Shows what happened.
    pub fn tell(&mut self, event: &Event<'_>) {
        match *event {
            Event::Found {
                generation, count, ..
            } => {
                self.found += count;
                self.found_here += count;
                self.show(generation, None);
            }
            Event::Working {
                generation,
                count,
                done,
            } => self.show(generation, Some((done, count))),
            Event::Filed { bytes, .. } => self.disk = self.disk.map(|all| all + bytes),
            Event::Begun { .. } | Event::Kept { .. } => {}
        }
    }

    fn show(&mut self, generation: u64, part: Option<(u64, u64)>) {
        let now = Instant::now();
        let is_due = self.shown.is_none_or(|shown| now - shown >= BETWEEN);
        if self.bar.is_hidden() || !is_due {
            return;
        }
        self.shown = Some(now);
        let elapsed = (now - self.begun).max(Duration::from_millis(1));
        let done = part.map_or(0, |(done, _)| done);
        let rate = (self.found_here + done) as f64 / elapsed.as_secs_f64();
        let percent = match part {
            Some((done, count)) if count > 0 => format!(" ({} %)", done * 100 / count),
            _ => String::new(),
        };
        let disk = match self.disk {
            Some(bytes) => format!(", {} on disk", human_bytes(bytes)),
            None => String::new(),
        };
        self.bar.set_position(self.found);
        self.bar.set_message(format!(
            "generation {generation}{percent}, {}, {}/s, {}{disk}",
            counted(self.found, "configuration"),
            with_commas(rate as u64),
            self.memory,
        ));
    }

    /// Takes the bar away.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}

/// A line that says how far a command is whose end cannot be foreseen.
#[derive(Debug)]
pub struct Spinner {
    bar: ProgressBar,
}

impl Spinner {
    /// Nothing on the screen yet; nothing ever if `quiet`, or where stderr is no terminal.
    pub fn new(quiet: bool) -> Spinner {
        let bar = if quiet || !std::io::stderr().is_terminal() {
            ProgressBar::hidden()
        } else {
            ProgressBar::new_spinner()
        };
        bar.set_style(
            ProgressStyle::with_template("{spinner} {msg}").expect("the template is right"),
        );
        Spinner { bar }
    }

    /// Shows how far it is.
    pub fn show(&self, message: String) {
        self.bar.set_message(message);
        self.bar.tick();
    }

    /// Prints a line that stays.
    pub fn say(&self, message: &str) {
        self.bar.println(message);
    }

    /// Takes the line away.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}
