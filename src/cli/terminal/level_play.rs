//! `slidewise play LEVEL`: a Sokoban level in the terminal, which says when a position is dead.

use super::level_player::LevelPlayer;
use super::level_screen::{LevelLayout, draw};
use super::play::{check_terminal, terminal_failed};
use super::screen::{Screen, ink};
use crate::arguments::CommonArgs;
use crate::output::{CommandResult, Output};
use crate::setup::threads_of;
use crate::signals::stop_flag;
use crate::sokoban::level_word::{NamedLevel, metric_of};
use crate::sokoban::searches::counted_in;
use ratatui_core::layout::Rect;
use ratatui_crossterm::crossterm::event::{
    self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use slidewise_app::Problem;
use slidewise_board::Direction;
use slidewise_render::counted;
use slidewise_render::screen::ColourDepth;
use slidewise_sokoban::{LevelGuide, LevelLimits, LevelMetric, LevelSearchError, direction_of};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Memory limit in bytes without `--memory`.
const MEMORY: u64 = 1 << 30;
/// Interval at which signals and the search are polled.
const TICK: Duration = Duration::from_millis(50);
/// Time to wait for the search before the first frame.
const FIRST_WAIT: Duration = Duration::from_millis(300);
/// Time in which the computer plays a solution, and the bounds of a step.
const PLAYBACK_TIME: Duration = Duration::from_secs(12);
const PACE: (Duration, Duration) = (Duration::from_millis(30), Duration::from_millis(200));

/// The end of the exploration: the guide, or none where the level is too large.
type Explored = Result<Option<LevelGuide>, Problem>;

/// Plays a level.
pub(super) fn run(common: &CommonArgs, word: &str, named: &NamedLevel) -> CommandResult {
    check_terminal(common)?;
    if metric_of(common)? == LevelMetric::Step {
        return Err(Problem::of_input(
            "a game on a level counts pushes and steps, so --metric step changes nothing",
            "leave out --metric",
        ));
    }
    let stop_search = AtomicBool::new(false);
    let limits = LevelLimits {
        memory: common.memory_or(MEMORY),
        threads: threads_of(common),
        until_solved: false,
        max_generation: u64::MAX,
        stop: &stop_search,
    };
    let level = &named.level;
    thread::scope(|scope| {
        let (sender, pending) = channel();
        scope.spawn(move || {
            let explored = match LevelGuide::search(level, limits) {
                Ok(guide) => Ok(guide),
                Err(LevelSearchError::Store(error)) => Err(error.into()),
                Err(_) => Ok(None),
            };
            // Sending fails if the game is over, because its receiver is gone.
            let _ = sender.send(explored);
        });
        let title = level.title.clone().unwrap_or_else(|| named.name.clone());
        let mut session = LevelSession {
            word,
            player: LevelPlayer::new(title, level),
            pending,
            ink: ink(),
            size: Rect::default(),
            next_step: None,
        };
        let played = session.begin();
        stop_search.store(true, Ordering::Relaxed);
        played.map(|()| session.farewell())
    })
}

/// A game on the screen.
struct LevelSession<'a> {
    word: &'a str,
    player: LevelPlayer<'a>,
    pending: Receiver<Explored>,
    ink: ColourDepth,
    size: Rect,
    /// When the computer's next step is due, and the time between two.
    next_step: Option<(Instant, Duration)>,
}

impl LevelSession<'_> {
    fn begin(&mut self) -> Result<(), Problem> {
        // Most levels are explored at once; then the first frame has the distances.
        if let Ok(explored) = self.pending.recv_timeout(FIRST_WAIT) {
            self.player.set_guide(explored?)?;
        }
        let mut screen = Screen::take().map_err(|error| terminal_failed(&error))?;
        // Changes of the window's size are reported only after a poll, so poll before drawing.
        event::poll(Duration::ZERO).map_err(|error| terminal_failed(&error))?;
        loop {
            if stop_flag().load(Ordering::Relaxed) {
                return Err(Problem::of_run(
                    "interrupted by a signal",
                    self.resume_hint(),
                ));
            }
            let LevelSession {
                player, ink, size, ..
            } = self;
            screen
                .show(|buffer| {
                    *size = buffer.area;
                    draw(player, *ink, buffer);
                })
                .map_err(|error| terminal_failed(&error))?;
            if self.wait()?.is_break() {
                return Ok(());
            }
        }
    }

    /// Waits until something changes the screen; breaks when the player leaves.
    fn wait(&mut self) -> Result<ControlFlow<()>, Problem> {
        loop {
            if stop_flag().load(Ordering::Relaxed) || self.step_if_due()? {
                return Ok(ControlFlow::Continue(()));
            }
            if let Ok(explored) = self.pending.try_recv() {
                self.player.set_guide(explored?)?;
                return Ok(ControlFlow::Continue(()));
            }
            let due = self
                .next_step
                .map(|(due, _)| due.saturating_duration_since(Instant::now()));
            let wait = due.map_or(TICK, |due| due.min(TICK));
            if event::poll(wait).map_err(|error| terminal_failed(&error))? {
                break;
            }
        }
        while event::poll(Duration::ZERO).map_err(|error| terminal_failed(&error))? {
            let event = event::read().map_err(|error| terminal_failed(&error))?;
            if self.handle(&event)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Makes the computer's next step if it is due.
    fn step_if_due(&mut self) -> Result<bool, Problem> {
        let Some((due, pace)) = self.next_step else {
            return Ok(false);
        };
        if Instant::now() < due {
            return Ok(false);
        }
        self.player.beat()?;
        let goes_on = self.player.left_to_play() > 0;
        self.next_step = goes_on.then(|| (Instant::now() + pace, pace));
        Ok(true)
    }

    fn handle(&mut self, event: &Event) -> Result<ControlFlow<()>, Problem> {
        let level = self.player.game().level();
        let layout = LevelLayout::of(level, self.size);
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
                if is_control && key.code == KeyCode::Char('c') {
                    return Ok(ControlFlow::Break(()));
                }
                if self.next_step.take().is_some() {
                    self.player.stop();
                    return Ok(ControlFlow::Continue(()));
                }
                if key.code == KeyCode::Esc {
                    return Ok(ControlFlow::Break(()));
                }
                // Without a layout the board is not on the screen, so no key moves anything.
                if layout.is_some() {
                    self.press_key(key, is_control)?;
                }
            }
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                if self.next_step.take().is_some() {
                    self.player.stop();
                } else if let Some(cell) =
                    layout.and_then(|layout| layout.cell_at(level, mouse.column, mouse.row))
                {
                    self.player.go_to(cell)?;
                }
            }
            _ => {}
        }
        Ok(ControlFlow::Continue(()))
    }

    fn press_key(&mut self, key: &KeyEvent, is_control: bool) -> Result<(), Problem> {
        let player = &mut self.player;
        match key.code {
            KeyCode::Char('z') if is_control => player.undo(),
            KeyCode::Char('y') if is_control => player.redo(),
            KeyCode::Char('r') if is_control => player.restart(),
            KeyCode::Char(_) if is_control => Ok(()),
            KeyCode::Backspace => player.undo(),
            KeyCode::Char('?') => player.ask(),
            KeyCode::Char(letter) => match direction_of(letter) {
                Some(direction) => player.step_and_look(direction),
                None => Ok(()),
            },
            KeyCode::Up => player.step_and_look(Direction::Up),
            KeyCode::Down => player.step_and_look(Direction::Down),
            KeyCode::Left => player.step_and_look(Direction::Left),
            KeyCode::Right => player.step_and_look(Direction::Right),
            KeyCode::Enter => {
                player.play_on()?;
                let steps = player.left_to_play();
                if steps > 0 {
                    let pace = PLAYBACK_TIME / steps.min(10_000) as u32;
                    let pace = pace.clamp(PACE.0, PACE.1);
                    self.next_step = Some((Instant::now() + pace, pace));
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// A sentence with the command that goes on from the position on the board.
    fn resume_hint(&self) -> String {
        let game = self.player.game();
        let position = game.level().write_position(game.placing());
        format!(
            "`slidewise play {} --start '{position}'` resumes this game",
            self.word
        )
    }

    /// The output after the player has left.
    fn farewell(&self) -> Output {
        let game = self.player.game();
        let count = format!(
            "{}, {}",
            counted_in(game.pushes(), "push"),
            counted(game.steps(), "step")
        );
        let least = match self.player.least() {
            Some(least) if least == game.pushes() as u64 => ", the fewest pushes possible",
            _ => "",
        };
        let title = self.player.title();
        let mut lines = vec![if game.is_solved() {
            format!("{title}: solved in {count}{least}")
        } else {
            format!("{title}: not solved, {count}")
        }];
        if game.steps() > 0 {
            lines.push(game.lurd());
        }
        if !game.is_solved() && game.steps() > 0 {
            lines.push(self.resume_hint());
        }
        Output::of_lines(lines)
    }
}
