//! The terminal in full-screen mode, and its restoration, however the program ends.
//!
//! [`restore`] restores the terminal's lines, cursor and key mode. It is called when a
//! [`Screen`] is dropped, when the program panics, and when a second signal ends the program. When
//! the terminal itself is closed, the program ends.

use crate::io::signals::restore_by;
use anstream::{AutoStream, ColorChoice};
use ratatui_core::buffer::Buffer;
use ratatui_core::terminal::Terminal;
use ratatui_crossterm::CrosstermBackend;
use ratatui_crossterm::crossterm::cursor::Show;
use ratatui_crossterm::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui_crossterm::crossterm::execute;
use ratatui_crossterm::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use slidewise_render::screen::ColourDepth;
use std::io::{self, IsTerminal, Stdout};
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Whether the terminal is in full-screen mode.
static TAKEN: AtomicBool = AtomicBool::new(false);
/// Interval between two checks that the terminal still exists.
const LOOK: Duration = Duration::from_millis(200);

/// The terminal in full-screen mode, restored when the value is dropped.
#[derive(Debug)]
pub(crate) struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    /// Enters full-screen mode: alternate screen, raw keys, mouse events.
    pub(crate) fn take() -> io::Result<Screen> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            restore_by(restore);
            let report = panic::take_hook();
            panic::set_hook(Box::new(move |panic| {
                restore();
                report(panic);
            }));
        });
        TAKEN.store(true, Ordering::SeqCst);
        let taken = || {
            enable_raw_mode()?;
            execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture)?;
            thread::Builder::new()
                .name("terminal".to_owned())
                .spawn(watch)?;
            Terminal::new(CrosstermBackend::new(io::stdout()))
        };
        match taken() {
            Ok(terminal) => Ok(Screen { terminal }),
            Err(error) => {
                restore();
                Err(error)
            }
        }
    }

    /// Draws a frame into a buffer of the terminal's size, and shows it.
    pub(crate) fn show(&mut self, draw: impl FnOnce(&mut Buffer)) -> io::Result<()> {
        self.terminal.draw(|frame| draw(frame.buffer_mut()))?;
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Ends the program when the terminal is closed.
///
/// The main thread cannot end it: once the input of the terminal has ended, crossterm loops for
/// ever, and the stop flag that the system's signal has set is never polled.
fn watch() {
    while TAKEN.load(Ordering::SeqCst) {
        if !io::stdout().is_terminal() {
            std::process::exit(1);
        }
        thread::sleep(LOOK);
    }
}

/// Leaves full-screen mode, if the terminal is in it.
fn restore() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        // Errors are ignored: nothing can be done if the terminal cannot be reached any more.
        let _ = execute!(
            io::stdout(),
            DisableMouseCapture,
            LeaveAlternateScreen,
            Show
        );
        let _ = disable_raw_mode();
    }
}

/// Colour depth of the terminal according to environment variables; respects `NO_COLOR`.
pub(crate) fn ink() -> ColourDepth {
    let names = |variable: &str, names: &[&str]| {
        std::env::var(variable).is_ok_and(|value| names.iter().any(|name| value.contains(name)))
    };
    if AutoStream::choice(&io::stdout()) == ColorChoice::Never {
        ColourDepth::Plain
    } else if names("COLORTERM", &["truecolor", "24bit"]) || cfg!(windows) {
        ColourDepth::Full
    } else if names("TERM", &["256color"]) {
        ColourDepth::Cube
    } else {
        ColourDepth::Sixteen
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use pty_process::blocking::{Command, open};
    use std::io::Read;
    use std::num::NonZero;
    use vt100::Parser;

    const PANICS: &str = "SLIDEWISE_TEST_PANICS";

    /// Runs this test again in a pseudo-terminal, where it enters full-screen mode and panics.
    #[test]
    fn the_terminal_is_given_back_after_a_panic() {
        if std::env::var_os(PANICS).is_some() {
            let mut screen = Screen::take().unwrap();
            screen.show(|_| ()).unwrap();
            panic!("for this test");
        }
        let (mut pty, pts) = open().unwrap();
        pty.resize(pty_process::Size::new(40, 100)).unwrap();
        let script = "stty -g; \"$0\" \"$@\"; echo; stty -g; echo over";
        let name = "terminal::screen::tests::the_terminal_is_given_back_after_a_panic";
        let mut child = Command::new("sh")
            .args(["-c", script])
            .arg(std::env::current_exe().unwrap())
            .args(["--exact", name, "--nocapture"])
            .env(PANICS, "1")
            .env("RUST_BACKTRACE", "0")
            .spawn(pts)
            .unwrap();
        let side = |cells| NonZero::new(cells).unwrap();
        let mut parser = Parser::new(side(40), side(100), 0);
        let mut was_taken = false;
        let mut buffer = [0; 1024];
        while !parser.screen().contents().contains("\nover") {
            let read = pty.read(&mut buffer).unwrap();
            for byte in &buffer[..read] {
                parser.process(&[*byte]);
                was_taken |= parser.screen().alternate_screen();
            }
        }
        child.wait().unwrap();
        let screen = parser.screen();
        let text = screen.contents();
        assert!(was_taken, "{text}");
        assert!(
            !screen.alternate_screen() && !screen.hide_cursor(),
            "{text}"
        );
        assert!(
            text.contains("for this test"),
            "the panic is reported: {text}"
        );
        let settings: Vec<&str> = text
            .lines()
            .filter(|line| line.matches(':').count() > 20)
            .collect();
        assert_eq!(settings.len(), 2, "{text}");
        assert_eq!(settings[0], settings[1]);
    }
}
