//! The progress of a command on stderr, if that is a terminal.

use super::output::remark;
use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};
use slidewise_engine::search::{Event, Resources};
use slidewise_render::{counted, human_bytes, with_commas};
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// After this a wait has a line.
const BEFORE_LINE: Duration = Duration::from_secs(1);

/// A line is rewritten no sooner: generations may be some microseconds apart.
const BETWEEN: Duration = Duration::from_millis(50);

/// How often a line is rewritten in a second at most.
const HERTZ: u8 = 20;

/// Columns that a line leaves free. Ctrl-C shows as `^C` where the cursor stands; at the edge of the terminal that
/// would begin a line of its own, and the one above would never be cleared. It may be pressed twice.
const SPARE: u16 = 5;

/// How wide a bar is, and how wide a terminal must be for the longer one.
const BAR: usize = 12;
const LONG_BAR: usize = 24;
const WIDE: usize = 100;

/// A terminal that seems some columns narrower than it is.
#[derive(Debug)]
struct Narrower(Term);

impl TermLike for Narrower {
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

/// Where lines are drawn: nowhere if `quiet`, or where stderr is no terminal that can take a line back.
fn target(quiet: bool) -> ProgressDrawTarget {
    if quiet || ProgressDrawTarget::stderr().is_hidden() {
        return ProgressDrawTarget::hidden();
    }
    ProgressDrawTarget::term_like_with_hz(Box::new(Narrower(Term::buffered_stderr())), HERTZ)
}

/// How wide a line may be now.
fn width() -> usize {
    TermLike::width(&Narrower(Term::stderr())).into()
}

fn bar_width() -> usize {
    if width() < WIDE { BAR } else { LONG_BAR }
}

/// A bar that is full at a length, with a message behind it; none if `quiet`, or where stderr is no terminal.
pub fn bar_of(len: u64, quiet: bool) -> ProgressBar {
    let template = format!("{{bar:{}}} {{wide_msg}}", bar_width());
    let style = ProgressStyle::with_template(&template).expect("the template is right");
    ProgressBar::with_draw_target(Some(len), target(quiet)).with_style(style)
}

/// A message up to one of its commas, as far as it fits: half a number would be a wrong one.
fn as_fits(message: &str, width: usize) -> &str {
    let commas = message.match_indices(", ").map(|(at, _)| at);
    let ends = commas.chain([message.len()]);
    let end = ends.enumerate().take_while(|&(number, end)| {
        // Something must be said; what is too long even so is cut when it is drawn.
        number == 0 || message[..end].chars().count() <= width
    });
    end.last().map_or(message, |(_, end)| &message[..end])
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
    /// The last of the generations that are being checked, while they are.
    checked_to: Option<u64>,
    memory: String,
    /// The bytes of sorted files, where there are any.
    disk: Option<u64>,
}

impl Progress {
    /// Nothing on the screen yet; nothing ever if `quiet`, or where stderr is no terminal.
    pub fn new(needs: &Resources, found: u64, quiet: bool) -> Progress {
        let bar = bar_of(needs.configurations, quiet);
        bar.set_position(found);
        Progress {
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

    /// The same for a search in sorted files that have this many bytes.
    pub fn of_files(needs: &Resources, found: u64, bytes: u64, quiet: bool) -> Progress {
        let mut progress = Progress::new(needs, found, quiet);
        progress.disk = Some(bytes);
        progress
    }

    /// Shows what happened.
    pub fn tell(&mut self, event: &Event<'_>) {
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
        let of = match self.checked_to {
            Some(last) => format!(" of {last} that a killed run has left is being checked"),
            None => String::new(),
        };
        let message = format!(
            "generation {generation}{of}{percent}, {}, {}/s, {}{disk}",
            counted(self.found, "configuration"),
            with_commas(rate as u64),
            self.memory,
        );
        self.bar.set_position(self.found);
        let room = width().saturating_sub(bar_width() + 1);
        self.bar.set_message(as_fits(&message, room).to_owned());
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
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
        let style = ProgressStyle::with_template("{spinner} {wide_msg}");
        let bar = ProgressBar::with_draw_target(None, target(quiet));
        Spinner {
            bar: bar.with_style(style.expect("the template is right")),
        }
    }

    /// Shows how far it is.
    pub fn show(&self, message: String) {
        let room = width().saturating_sub(2);
        self.bar.set_message(as_fits(&message, room).to_owned());
        self.bar.tick();
    }

    /// Prints a line that stays.
    pub fn say(&self, message: &str) {
        if !self.bar.is_hidden() {
            self.bar.suspend(|| remark(message));
        }
    }

    /// Takes the line away.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}

/// The line of a [`Waiting`] that is on the screen.
static LINE: Mutex<Option<ProgressBar>> = Mutex::new(None);

fn line() -> MutexGuard<'static, Option<ProgressBar>> {
    LINE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes the line of a [`Waiting`] away, where the program ends while it waits.
pub fn clear_waiting() {
    if let Some(bar) = line().take() {
        bar.finish_and_clear();
    }
}

/// A line that moves while something of unknown length is done: what it is, and for how long it has been done. It
/// comes after a second; dropping the value takes it away.
#[derive(Debug)]
pub struct Waiting {
    ended: Arc<(Mutex<bool>, Condvar)>,
    thread: Option<JoinHandle<()>>,
}

impl Waiting {
    /// Begins to wait; there is no line if `quiet`, or where stderr is no terminal.
    pub fn new(doing: &'static str, quiet: bool) -> Waiting {
        let ended = Arc::new((Mutex::new(false), Condvar::new()));
        let target = target(quiet);
        let thread = (!target.is_hidden()).then(|| {
            let ended = Arc::clone(&ended);
            thread::spawn(move || draw_until(&ended, target, doing))
        });
        Waiting { ended, thread }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let (ended, changed) = &*self.ended;
        *ended.lock().unwrap_or_else(PoisonError::into_inner) = true;
        changed.notify_all();
        if let Some(thread) = self.thread.take() {
            // A line that could not be drawn is no failure.
            let _ = thread.join();
        }
    }
}

/// Draws the line of a [`Waiting`] until that has ended.
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
    let bar = bar.with_style(style.expect("the template is right"));
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
    fn a_line_is_cut_where_a_number_is_whole() {
        let message = "generation 7, 4,000 configurations, 9/s";
        assert_eq!(as_fits(message, 39), message);
        assert_eq!(as_fits(message, 38), "generation 7, 4,000 configurations");
        assert_eq!(as_fits(message, 33), "generation 7");
        assert_eq!(as_fits(message, 3), "generation 7");
    }
}
