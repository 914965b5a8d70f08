//! The output of a command, and everything that prints.
//!
//! No other module prints, so that file names and other text from outside reach the terminal with
//! their control characters escaped. Only [`TextLine::own`] keeps escape sequences for colours.

use super::failure::{exit_code, record};
use super::wait::waiting;
use super::waiting_writer::WaitingWriter;
use serde::Serialize;
use slidewise_app::Problem;
use slidewise_render::{BoardStyle, visible, with_commas};
use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Write};

/// The answer of a command, as text for people and as JSON for scripts.
#[derive(Debug)]
pub(crate) struct Output {
    /// Text for people; may hold escape sequences for colours.
    text: String,
    /// Text for scripts: one JSON object, or nothing.
    json: String,
    /// The exit code.
    code: u8,
}

/// A line for people; its only control characters are escape sequences for colours.
#[derive(Debug)]
pub(crate) struct TextLine(String);

impl TextLine {
    /// Takes a line as it is, with its escape sequences for colours.
    ///
    /// Only titles and tokens may come from outside, because the parser removes or refuses control
    /// characters in them.
    pub(crate) fn own(line: String) -> TextLine {
        TextLine(line)
    }
}

impl From<String> for TextLine {
    fn from(line: String) -> TextLine {
        match visible(&line) {
            Cow::Borrowed(_) => TextLine(line),
            Cow::Owned(visible) => TextLine(visible),
        }
    }
}

/// Joins lines to a text, each ended by a line feed.
pub(crate) fn text_of(lines: Vec<impl Into<TextLine>>) -> String {
    let lines = lines.into_iter().map(Into::into);
    lines.map(|TextLine(line)| line + "\n").collect()
}

/// The line below a list that shows only the first `shown` of `all` entries.
pub(crate) fn shown_of(shown: usize, all: impl Display) -> String {
    format!(
        "... ({} of {all}; --limit N shows more)",
        with_commas(shown)
    )
}

impl Output {
    /// An output with lines for people and a record for scripts.
    pub(crate) fn new(lines: Vec<impl Into<TextLine>>, record: &impl Serialize) -> Output {
        Output {
            text: text_of(lines),
            json: serde_json::to_string(record).expect("every record fits JSON"),
            code: 0,
        }
    }

    /// An output for people only, without a record for scripts.
    pub(crate) fn of_lines(lines: Vec<String>) -> Output {
        Output::new(lines, &())
    }

    /// An output for scripts only.
    pub(crate) fn of_record(record: &impl Serialize) -> Output {
        Output::new(Vec::<TextLine>::new(), record)
    }

    /// An output of one text, printed as it is; for scripts, an empty JSON object.
    pub(crate) fn of_text(text: String) -> Output {
        Output {
            text,
            json: "{}".to_owned(),
            code: 0,
        }
    }

    /// An empty output, for a command that has printed everything already.
    pub(crate) fn nothing() -> Output {
        Output {
            text: String::new(),
            json: String::new(),
            code: 0,
        }
    }

    /// Adds a line for people, unless `line` is `None`.
    pub(crate) fn with_line(mut self, line: Option<String>) -> Output {
        if let Some(line) = line {
            self.text += &line;
            self.text.push('\n');
        }
        self
    }

    /// The text for scripts.
    pub(crate) fn record(&self) -> &str {
        &self.json
    }

    /// The exit code.
    pub(crate) fn code(&self) -> u8 {
        self.code
    }

    /// Replaces the exit code.
    pub(crate) fn with_code(self, code: u8) -> Output {
        Output { code, ..self }
    }
}

/// Streams an output to stdout, because memory may not hold all of it.
pub(crate) fn stream(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> CommandResult {
    let mut out = BufWriter::with_capacity(1 << 16, WaitingWriter(anstream::stdout()));
    match write(&mut out).and_then(|()| out.flush()) {
        Ok(()) => Ok(Output::nothing()),
        // The reader of stdout has closed the pipe, which is no error.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Output::nothing()),
        Err(error) => Err(unwritten(&error)),
    }
}

/// The output of a command, or why it failed.
pub(crate) type CommandResult = Result<Output, Problem>;

/// Prints the result of a command and returns the exit code.
pub(crate) fn print(result: CommandResult, wants_json: bool) -> u8 {
    let (written, code) = match result {
        Ok(output) => (say(&output, wants_json), output.code),
        Err(failure) if wants_json => {
            let code = exit_code(failure.kind());
            let written = serde_json::to_string(&record(failure));
            (print_json(&written.expect("every record fits JSON")), code)
        }
        Err(failure) => {
            // If stderr cannot be written either, the exit code still reports the failure.
            let _ = print_failure(&failure);
            return exit_code(failure.kind());
        }
    };
    match written {
        Ok(()) => code,
        Err(error) => write_error(&error, code),
    }
}

/// Prints one of several lines on stdout: of JSON as it is, else with control characters escaped.
pub(crate) fn print_line(line: &str, is_json: bool) -> io::Result<()> {
    if is_json {
        return print_json(line);
    }
    print_text(&text_of(vec![line.to_owned()]))
}

/// Prints an output.
pub(crate) fn say(output: &Output, wants_json: bool) -> io::Result<()> {
    if !wants_json {
        return print_text(&output.text);
    }
    if output.json.is_empty() {
        return Ok(());
    }
    print_json(&output.json)
}

/// Reports that the output could not be written and returns the exit code.
///
/// A closed pipe is not a failure: then the exit code is `code`, which the command returned.
pub(crate) fn write_error(error: &io::Error, code: u8) -> u8 {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return code;
    }
    print(Err(unwritten(error)), false)
}

/// The problem of a failed write to stdout.
pub(crate) fn unwritten(error: &io::Error) -> Problem {
    Problem::of_run(
        format!("the output cannot be written: {error}"),
        "the disk may be full",
    )
}

fn print_text(text: &str) -> io::Result<()> {
    waiting(|| {
        let mut out = anstream::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()
    })
}

fn print_json(record: &str) -> io::Result<()> {
    waiting(|| {
        let mut out = io::stdout().lock();
        out.write_all(without_late_controls(record).as_bytes())?;
        out.write_all(b"\n")?;
        out.flush()
    })
}

/// Escapes DEL and the control characters U+0080 to U+009F, which JSON allows in strings.
fn without_late_controls(record: &str) -> Cow<'_, str> {
    let is_late = |c: char| matches!(c, '\u{7f}'..='\u{9f}');
    if !record.contains(is_late) {
        return Cow::Borrowed(record);
    }
    let mut written = String::new();
    for character in record.chars() {
        if is_late(character) {
            written += &format!("\\u{:04x}", u32::from(character));
        } else {
            written.push(character);
        }
    }
    Cow::Owned(written)
}

fn print_failure(failure: &Problem) -> io::Result<()> {
    let mut lines = vec![format!("slidewise: {}", failure.message)];
    // The message already states the first fault, so the list begins with the second.
    lines.extend(failure.faults.iter().skip(1).map(|fault| {
        let file = failure.place.file.as_deref().unwrap_or_default();
        format!("  {file}:{fault}")
    }));
    lines.push(format!("  hint: {}", failure.hint));
    print_beside(lines)
}

/// Prints lines on stderr.
fn print_beside(lines: Vec<String>) -> io::Result<()> {
    waiting(|| io::stderr().lock().write_all(text_of(lines).as_bytes()))
}

/// Prints a remark on stderr; an error is ignored.
pub(crate) fn remark(line: impl Into<String>) {
    let _ = print_beside(vec![line.into()]);
}

/// Width of lines for people: that of the terminal, from 40 to 120 columns; 80 without a terminal.
pub(crate) fn line_width() -> usize {
    let terminal = terminal_size::terminal_size().map(|(width, _)| width.0 as usize);
    terminal.unwrap_or(80).clamp(40, 120)
}

/// Style of boards on stdout: boxes on a terminal, plain text in a pipe.
pub(crate) fn board_style() -> BoardStyle {
    if io::stdout().is_terminal() {
        BoardStyle::Boxes
    } else {
        BoardStyle::Plain
    }
}
