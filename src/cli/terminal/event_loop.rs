//! The loop of a game on the screen: frames, keys and mouse, the search that runs meanwhile, and
//! the clock of the computer's moves.

use super::screen::Screen;
use crate::arguments::CommonArgs;
use crate::io::signals::stop_flag;
use ratatui_core::buffer::Buffer;
use ratatui_crossterm::crossterm::event::{
    self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEvent,
};
use slidewise_app::Problem;
use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Interval at which signals and the search are polled.
const TICK: Duration = Duration::from_millis(50);

/// When the computer's next move is due, and the time between two; `None` while it does not play.
pub(crate) type Clock = Option<(Instant, Duration)>;

/// A game that [`run`] shows on the screen.
pub(crate) trait ScreenGame {
    /// Fails if the game cannot go on.
    fn check(&self) -> Result<(), Problem> {
        Ok(())
    }

    /// Draws a frame.
    fn draw(&mut self, buffer: &mut Buffer);

    /// Receives what the search has found, without waiting; returns whether there was anything.
    fn receive(&mut self) -> Result<bool, Problem>;

    /// The clock of the computer's moves.
    fn clock(&mut self) -> &mut Clock;

    /// Makes the computer's next move; returns whether it goes on to play.
    fn beat(&mut self) -> Result<bool, Problem>;

    /// Takes over from the computer.
    fn stop(&mut self);

    /// Handles a key, but for those that every game has.
    fn press_key(&mut self, key: KeyEvent, is_control: bool) -> Result<(), Problem>;

    /// Handles a mouse event.
    fn handle_mouse(&mut self, mouse: MouseEvent) -> Result<(), Problem>;

    /// A sentence with the command that resumes the game from the position on the board.
    fn resume_hint(&self) -> String;
}

/// Shows a game and handles events until the player leaves.
pub(crate) fn run(game: &mut impl ScreenGame) -> Result<(), Problem> {
    let mut screen = Screen::take().map_err(terminal_failed)?;
    // Changes of the window's size are reported only after a poll, so poll before drawing.
    event::poll(Duration::ZERO).map_err(terminal_failed)?;
    loop {
        game.check()?;
        if stop_flag().load(Ordering::Relaxed) {
            return Err(Problem::of_stop(
                "interrupted by a signal",
                game.resume_hint(),
            ));
        }
        let shown = screen.show(|buffer| game.draw(buffer));
        shown.map_err(terminal_failed)?;
        if wait_for_events(game)?.is_break() {
            return Ok(());
        }
    }
}

/// Waits for an event and handles all pending events; breaks when the player leaves.
fn wait_for_events(game: &mut impl ScreenGame) -> Result<ControlFlow<()>, Problem> {
    loop {
        if stop_flag().load(Ordering::Relaxed) {
            return Ok(ControlFlow::Continue(()));
        }
        if step_if_due(game)? || game.receive()? {
            return Ok(ControlFlow::Continue(()));
        }
        let due = game.clock().map(|(due, _)| due);
        let wait = due.map_or(TICK, |due| {
            due.saturating_duration_since(Instant::now()).min(TICK)
        });
        if event::poll(wait).map_err(terminal_failed)? {
            break;
        }
    }
    while event::poll(Duration::ZERO).map_err(terminal_failed)? {
        let event = event::read().map_err(terminal_failed)?;
        if handle(game, event)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Plays the computer's next move if it is due; returns whether the move was due.
fn step_if_due(game: &mut impl ScreenGame) -> Result<bool, Problem> {
    let Some((due, pace)) = *game.clock() else {
        return Ok(false);
    };
    if Instant::now() < due {
        return Ok(false);
    }
    let goes_on = game.beat()?;
    *game.clock() = goes_on.then(|| (Instant::now() + pace, pace));
    Ok(true)
}

/// Handles a key or mouse event; breaks when the player leaves.
fn handle(game: &mut impl ScreenGame, event: Event) -> Result<ControlFlow<()>, Problem> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => {
            let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
            if is_control && key.code == KeyCode::Char('c') {
                return Ok(ControlFlow::Break(()));
            }
            if game.clock().take().is_some() {
                game.stop();
                return Ok(ControlFlow::Continue(()));
            }
            if key.code == KeyCode::Esc {
                return Ok(ControlFlow::Break(()));
            }
            game.press_key(key, is_control)?;
        }
        Event::Mouse(mouse) => game.handle_mouse(mouse)?,
        _ => {}
    }
    Ok(ControlFlow::Continue(()))
}

/// Refuses a game without a terminal.
pub(crate) fn check_terminal(common: &CommonArgs) -> Result<(), Problem> {
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    if io::stdout().is_terminal() && !is_dumb && !common.json {
        return Ok(());
    }
    Err(Problem::of_input(
        "`slidewise play` needs a terminal to draw on",
        "run it in a terminal, not in a pipe, and without --json; \
         `slidewise animate` writes a page that plays the solution",
    ))
}

/// The problem of a terminal that cannot be drawn on or read from.
fn terminal_failed(error: io::Error) -> Problem {
    Problem::of_run(
        format!("the terminal cannot be used: {error}"),
        "`slidewise play` needs a terminal on stdin and stdout",
    )
}
