//! The terminal as a screen: taken as a whole, and given back however the program ends.
//!
//! It promises that after [`give_back`] the terminal is as it was: the lines that were there, the cursor, how keys
//! are read. That is called when a [`Screen`] goes, when the program panics, and when a second signal ends it.

use crate::present::screen::Ink;
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
use std::io::{self, Stdout};
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the terminal is taken.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// The terminal, taken until the value goes.
#[derive(Debug)]
pub struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    /// Takes the terminal: another screen, every key at once, the mouse.
    pub fn take() -> io::Result<Screen> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let tell = panic::take_hook();
            panic::set_hook(Box::new(move |panic| {
                give_back();
                tell(panic);
            }));
        });
        TAKEN.store(true, Ordering::SeqCst);
        let taken = || {
            enable_raw_mode()?;
            execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture)?;
            Terminal::new(CrosstermBackend::new(io::stdout()))
        };
        match taken() {
            Ok(terminal) => Ok(Screen { terminal }),
            Err(error) => {
                give_back();
                Err(error)
            }
        }
    }

    /// Shows what `draw` draws into a buffer of the size of the terminal.
    pub fn show(&mut self, draw: impl FnOnce(&mut Buffer)) -> io::Result<()> {
        self.terminal.draw(|frame| draw(frame.buffer_mut()))?;
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Gives the terminal back, if it is taken.
pub fn give_back() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        // Where it cannot be reached any more nothing can be done.
        let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
}

/// With how many colours the terminal writes, by what its environment says; `NO_COLOR` is heeded.
pub fn ink() -> Ink {
    let names = |variable: &str, words: &[&str]| {
        std::env::var(variable).is_ok_and(|value| words.iter().any(|word| value.contains(word)))
    };
    if AutoStream::choice(&io::stdout()) == ColorChoice::Never {
        Ink::Plain
    } else if names("COLORTERM", &["truecolor", "24bit"]) || cfg!(windows) {
        Ink::Full
    } else if names("TERM", &["256color"]) {
        Ink::Cube
    } else {
        Ink::Sixteen
    }
}
