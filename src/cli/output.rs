//! What a command prints, and how it reaches the terminal.
//!
//! Nothing else in the command prints, so that names of files and other text from outside reach the terminal with
//! their control characters written out. Only a [`Line::own`] keeps its colours.

use super::{CommandResult, Failure};
use serde::Serialize;
use slidewise_render::{BoardStyle, visible, with_commas};
use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;

/// What a command has found, for people and for scripts.
#[derive(Debug)]
pub struct Output {
    /// For people; may carry colours of its own.
    text: String,
    /// For scripts: one JSON object.
    json: String,
    /// The exit code.
    code: u8,
}

/// A line for people, in which the terminal finds nothing to obey.
#[derive(Debug)]
pub struct Line(String);

impl Line {
    /// A line that holds nothing from outside but checked titles and tokens, and may hold colours.
    pub fn own(line: String) -> Line {
        Line(line)
    }
}

impl From<String> for Line {
    fn from(line: String) -> Line {
        match visible(&line) {
            Cow::Borrowed(_) => Line(line),
            Cow::Owned(visible) => Line(visible),
        }
    }
}

/// The lines as one text, each with its line feed.
pub fn text_of(lines: Vec<impl Into<Line>>) -> String {
    let lines = lines.into_iter().map(Into::into);
    lines.map(|Line(line)| line + "\n").collect()
}

/// The line below a list of which only the first were wanted.
pub fn shown_of(shown: usize, all: impl Display) -> String {
    format!(
        "... ({} of {all}; --limit N shows more)",
        with_commas(shown)
    )
}

impl Output {
    /// Lines for people, a record for scripts.
    pub fn new(lines: Vec<impl Into<Line>>, record: &impl Serialize) -> Output {
        Output {
            text: text_of(lines),
            json: serde_json::to_string(record).expect("the records are plain"),
            code: 0,
        }
    }

    /// Lines for people alone, where there is so much that a record beside them would be a waste.
    pub fn of_lines(lines: Vec<String>) -> Output {
        Output::new(lines, &())
    }

    /// A record for scripts alone.
    pub fn of_record(record: &impl Serialize) -> Output {
        Output::new(Vec::<Line>::new(), record)
    }

    /// A text as it is, for people alone; none where all that there was to be printed has been.
    pub fn of_text(text: String) -> Output {
        Output {
            text,
            json: "{}".to_owned(),
            code: 0,
        }
    }

    /// Nothing: all was said meanwhile.
    pub fn nothing() -> Output {
        Output {
            text: String::new(),
            json: String::new(),
            code: 0,
        }
    }

    /// With a line more for people, if there is one.
    pub fn with_line(mut self, line: Option<String>) -> Output {
        if let Some(line) = line {
            self.text += &line;
            self.text.push('\n');
        }
        self
    }

    /// The exit code.
    #[cfg(feature = "terminal")]
    pub fn code(&self) -> u8 {
        self.code
    }

    /// The same with another exit code.
    pub fn with_code(self, code: u8) -> Output {
        Output { code, ..self }
    }
}

/// Lets `write` write to stdout what is too much to be kept; an output that has been printed then.
pub fn stream(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> CommandResult {
    let mut out = BufWriter::with_capacity(1 << 16, anstream::stdout());
    match write(&mut out).and_then(|()| out.flush()) {
        Ok(()) => Ok(Output::nothing()),
        // Nobody reads on.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Output::nothing()),
        Err(error) => Err(unwritten(&error)),
    }
}

/// Prints what a command came to, and gives its exit code.
pub fn print(result: CommandResult, wants_json: bool) -> ExitCode {
    let (written, code) = match result {
        Ok(output) => (say(&output, wants_json), output.code),
        Err(failure) if wants_json => {
            let code = failure.code;
            let record = serde_json::to_string(&failure.record());
            (print_json(&record.expect("the records are plain")), code)
        }
        Err(failure) => {
            // If stderr is gone too, the exit code must do.
            let _ = print_failure(&failure);
            return ExitCode::from(failure.code);
        }
    };
    match written {
        Ok(()) => ExitCode::from(code),
        Err(error) => write_error(&error, code),
    }
}

/// Prints an output.
pub fn say(output: &Output, wants_json: bool) -> io::Result<()> {
    match wants_json {
        true if output.json.is_empty() => Ok(()),
        true => print_json(&output.json),
        false => print_text(&output.text),
    }
}

/// The exit code where an output could not be written, of a command that else had `code`: a closed pipe is no
/// failure, and hides none.
pub fn write_error(error: &io::Error, code: u8) -> ExitCode {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return ExitCode::from(code);
    }
    print(Err(unwritten(error)), false)
}

/// The failure of an output that cannot be written.
pub fn unwritten(error: &io::Error) -> Failure {
    Failure::of_run(
        format!("the output cannot be written: {error}"),
        "the disk may be full",
    )
}

fn print_text(text: &str) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

fn print_json(record: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(without_late_controls(record).as_bytes())?;
    out.write_all(b"\n")?;
    out.flush()
}

/// The JSON text with DEL and the control characters U+0080 to U+009F escaped, which JSON allows to stand in strings.
fn without_late_controls(record: &str) -> Cow<'_, str> {
    let is_late = |c: char| matches!(c, '\u{7f}'..='\u{9f}');
    if !record.contains(is_late) {
        return Cow::Borrowed(record);
    }
    let mut written = String::new();
    for character in record.chars() {
        match is_late(character) {
            true => written += &format!("\\u{:04x}", u32::from(character)),
            false => written.push(character),
        }
    }
    Cow::Owned(written)
}

fn print_failure(failure: &Failure) -> io::Result<()> {
    let mut lines = vec![format!("slidewise: {}", failure.message)];
    // The message has the first.
    lines.extend(failure.faults().iter().skip(1).map(|fault| {
        let file = failure.file.as_deref().unwrap_or_default();
        format!("  {file}:{fault}")
    }));
    lines.push(format!("  hint: {}", failure.hint));
    print_beside(lines)
}

/// Prints lines on stderr.
fn print_beside(lines: Vec<String>) -> io::Result<()> {
    io::stderr().lock().write_all(text_of(lines).as_bytes())
}

/// Prints a remark on stderr, where it can be printed.
pub fn remark(line: impl Into<String>) {
    let _ = print_beside(vec![line.into()]);
}

/// How wide lines for people may be.
pub fn line_width() -> usize {
    let terminal = terminal_size::terminal_size().map(|(width, _)| width.0 as usize);
    terminal.unwrap_or(80).clamp(40, 120)
}

/// How boards are drawn here: with boxes on a terminal, as plain text in a pipe.
pub fn board_style() -> BoardStyle {
    if io::stdout().is_terminal() {
        BoardStyle::Boxes
    } else {
        BoardStyle::Plain
    }
}
