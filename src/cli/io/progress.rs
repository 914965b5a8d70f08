//! Progress bars and spinners on stderr, shown only if stderr is a terminal.

use super::output::remark;
use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};
use slidewise_engine::search::{Event, Resources};
use slidewise_render::{counted, human_bytes, with_commas};
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Time after which a [`WaitingLine`] appears.
const BEFORE_LINE: Duration = Duration::from_secs(1);

/// Shortest time between two updates of a search's bar: a generation may take only microseconds.
const BETWEEN: Duration = Duration::from_millis(50);

/// Greatest number of times per second that a bar or spinner is redrawn.
const HERTZ: u8 = 20;

/// Columns left free at the end of a line, enough for `^C` twice.
///
/// The terminal echoes Ctrl-C as `^C` at the cursor. At the right edge that would wrap into a new
/// line, and the line above would never be cleared.
const SPARE: u16 = 5;

/// Width of a bar on a narrow terminal, in columns.
const BAR: usize = 12;
/// Width of a bar on a terminal of at least [`WIDE`] columns.
const LONG_BAR: usize = 24;
/// Width of a terminal from which the longer bar is used.
const WIDE: usize = 100;

/// A terminal that reports [`SPARE`] columns less than it has.
#[derive(Debug)]
struct NarrowTerminal(Term);

impl TermLike for NarrowTerminal {
    fn width(&self) -> u16 {
        TermLike::width(&self.0).saturating_sub(SPARE).max(1)
    }

    fn height(&self) -> u16 {
        TermLike::height(&self.0)
    }

    fn move_cursor_up(&self, lines: usize) -> io::Result<()> {
        self.0.move_cursor_up(lines)
    }

    fn move_cursor_down(&self, lines: usize) -> io::Result<()> {
        self.0.move_cursor_down(lines)
    }

    fn move_cursor_right(&self, columns: usize) -> io::Result<()> {
        self.0.move_cursor_right(columns)
    }

    fn move_cursor_left(&self, columns: usize) -> io::Result<()> {
        self.0.move_cursor_left(columns)
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.0.write_line(text)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.0.write_str(text)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.0.clear_line()
    }

    fn flush(&self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Where progress lines are drawn: nowhere if `quiet`, or if stderr cannot clear a line.
fn target(quiet: bool) -> ProgressDrawTarget {
    if quiet || ProgressDrawTarget::stderr().is_hidden() {
        return ProgressDrawTarget::hidden();
    }
    ProgressDrawTarget::term_like_with_hz(Box::new(NarrowTerminal(Term::buffered_stderr())), HERTZ)
}

/// Current width of a progress line in columns.
fn width() -> usize {
    TermLike::width(&NarrowTerminal(Term::stderr())).into()
}

fn bar_width() -> usize {
    if width() < WIDE { BAR } else { LONG_BAR }
}

/// A bar for `len` units of work, with a message; hidden if `quiet` or without a terminal.
pub(crate) fn bar_of(len: u64, quiet: bool) -> ProgressBar {
    let template = format!("{{bar:{}}} {{wide_msg}}", bar_width());
    let style = ProgressStyle::with_template(&template).expect("the template is valid");
    ProgressBar::with_draw_target(Some(len), target(quiet)).with_style(style)
}

/// The message, shortened to `width` columns; it is cut at a comma, so no number is cut in two.
fn as_fits(message: &str, width: usize) -> &str {
    let commas = message.match_indices(", ").map(|(at, _)| at);
    let ends = commas.chain([message.len()]);
    let end = ends.enumerate().take_while(|&(number, end)| {
        // The text before the first comma is always kept; the terminal cuts it if necessary.
        number == 0 || message[..end].chars().count() <= width
    });
    end.last().map_or(message, |(_, end)| &message[..end])
}

/// The progress bar of a search: generation, configurations so far, rate, memory.
#[derive(Debug)]
pub(crate) struct SearchBar {
    bar: ProgressBar,
    begun: Instant,
    shown: Option<Instant>,
    /// Configurations found in all runs of the search.
    found: u64,
    /// Configurations found in this run.
    found_here: u64,
    /// The last generation to check, while generations of a killed run are checked.
    checked_to: Option<u64>,
    memory: String,
    /// Size of the sorted files in bytes, if the search keeps such files.
    disk: Option<u64>,
}

impl SearchBar {
    /// A bar that appears with the first event; hidden if `quiet` or without a terminal.
    pub(crate) fn new(needs: &Resources, found: u64, quiet: bool) -> SearchBar {
        let bar = bar_of(needs.configurations, quiet);
        bar.set_position(found);
        SearchBar {
            bar,
            begun: Instant::now(),
            shown: None,
            found,
            found_here: 0,
            checked_to: None,
            memory: human_bytes(needs.memory_bytes),
            disk: None,
        }
    }

    /// The bar of a search in sorted files, which have `bytes` bytes so far.
    pub(crate) fn of_files(needs: &Resources, found: u64, bytes: u64, quiet: bool) -> SearchBar {
        let mut progress = SearchBar::new(needs, found, quiet);
        progress.disk = Some(bytes);
        progress
    }

    /// Updates the bar after an event of the search.
    pub(crate) fn show_event(&mut self, event: &Event<'_>) {
        match *event {
            Event::Found {
                generation, count, ..
            } => {
                self.found += count;
                self.found_here += count;
                self.checked_to = None;
                self.show(generation, None);
            }
            Event::Checked { generation, of } => {
                self.checked_to = Some(of - 1);
                self.show(generation, None);
            }
            Event::Working {
                generation,
                count,
                done,
            } => self.show(generation, Some((done, count))),
            Event::Filed { bytes, .. } => self.disk = self.disk.map(|all| all + bytes),
            Event::Begun { .. } => {}
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
        let doing = match self.checked_to {
            Some(last) => format!("checking a killed run: generation {generation} of {last}"),
            None => format!("generation {generation}"),
        };
        let message = format!(
            "{doing}{percent}, {}, {}/s, {}{disk}",
            counted(self.found, "configuration"),
            with_commas(rate as u64),
            self.memory,
        );
        self.bar.set_position(self.found);
        let room = width().saturating_sub(bar_width() + 1);
        self.bar.set_message(as_fits(&message, room).to_owned());
    }
}

impl Drop for SearchBar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// A line with the progress of work of unknown length.
#[derive(Debug)]
pub(crate) struct Spinner {
    bar: ProgressBar,
}

impl Spinner {
    /// A line that appears with the first message; hidden if `quiet` or without a terminal.
    pub(crate) fn new(quiet: bool) -> Spinner {
        let style = ProgressStyle::with_template("{spinner} {wide_msg}");
        let bar = ProgressBar::with_draw_target(None, target(quiet));
        Spinner {
            bar: bar.with_style(style.expect("the template is valid")),
        }
    }

    /// Replaces the message.
    pub(crate) fn show(&self, message: String) {
        let room = width().saturating_sub(2);
        self.bar.set_message(as_fits(&message, room).to_owned());
        self.bar.tick();
    }

    /// Prints a line that stays, above the spinner.
    pub(crate) fn say(&self, message: &str) {
        if !self.bar.is_hidden() {
            self.bar.suspend(|| remark(message));
        }
    }

    /// Clears the spinner's line.
    pub(crate) fn end(&self) {
        self.bar.finish_and_clear();
    }
}

/// The bar of the [`WaitingLine`] on the screen.
static LINE: Mutex<Option<ProgressBar>> = Mutex::new(None);

fn line() -> MutexGuard<'static, Option<ProgressBar>> {
    LINE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Clears the [`WaitingLine`], after the work or before a signal ends the process.
pub(crate) fn clear_waiting() {
    if let Some(bar) = line().take() {
        bar.finish_and_clear();
    }
}

/// A line that names the uncancellable work in progress, and the time that it has taken.
///
/// The line appears after one second, and is cleared when the value is dropped.
#[derive(Debug)]
pub(crate) struct WaitingLine {
    ended: Arc<(Mutex<bool>, Condvar)>,
    thread: Option<JoinHandle<()>>,
}

impl WaitingLine {
    /// Starts the clock; no line appears if `quiet`, or if stderr is not a terminal.
    pub(crate) fn new(doing: &'static str, quiet: bool) -> WaitingLine {
        let ended = Arc::new((Mutex::new(false), Condvar::new()));
        let target = target(quiet);
        let thread = (!target.is_hidden()).then(|| {
            let ended = Arc::clone(&ended);
            thread::spawn(move || draw_until(&ended, target, doing))
        });
        WaitingLine { ended, thread }
    }
}

impl Drop for WaitingLine {
    fn drop(&mut self) {
        let (ended, changed) = &*self.ended;
        *ended.lock().unwrap_or_else(PoisonError::into_inner) = true;
        changed.notify_all();
        if let Some(thread) = self.thread.take() {
            // If the drawing thread has panicked, only the progress line is lost.
            let _ = thread.join();
        }
    }
}

/// Draws the line of a [`WaitingLine`] until the value is dropped.
fn draw_until(ended: &(Mutex<bool>, Condvar), target: ProgressDrawTarget, doing: &'static str) {
    let (ended, changed) = ended;
    let has_ended = |after: Duration| {
        let held = ended.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = changed.wait_timeout_while(held, after, |ended| !*ended);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    };
    if has_ended(BEFORE_LINE) {
        return;
    }
    let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed}");
    let bar = ProgressBar::with_draw_target(None, target);
    let bar = bar.with_style(style.expect("the template is valid"));
    bar.set_elapsed(BEFORE_LINE);
    bar.set_message(doing);
    *line() = Some(bar);
    while !has_ended(BETWEEN * 2) {
        if let Some(bar) = &*line() {
            bar.tick();
        }
    }
    clear_waiting();
}

#[cfg(test)]
mod tests {
    use super::as_fits;

    #[test]
    fn a_line_is_cut_between_numbers() {
        let message = "generation 7, 4,000 configurations, 9/s";
        assert_eq!(as_fits(message, 39), message);
        assert_eq!(as_fits(message, 38), "generation 7, 4,000 configurations");
        assert_eq!(as_fits(message, 33), "generation 7");
        assert_eq!(as_fits(message, 3), "generation 7");
    }
}
