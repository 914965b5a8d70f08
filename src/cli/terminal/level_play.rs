//! `slidewise play LEVEL`: a Sokoban level in the terminal, which says when a position is dead.

use super::event_loop::{self, Clock, ScreenGame, check_terminal};
use super::level_player::LevelPlayer;
use super::level_screen::{LevelLayout, draw};
use super::screen::ink;
use crate::arguments::CommonArgs;
use crate::io::level_word::metric_of;
use crate::io::output::{CommandResult, Output};
use crate::io::setup::threads_of;
use crate::sokoban::searches::counted_in;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_crossterm::crossterm::event::{
    KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind,
};
use slidewise_app::{NamedLevel, Problem};
use slidewise_board::Direction;
use slidewise_render::counted;
use slidewise_render::screen::ColourDepth;
use slidewise_sokoban::{LevelGuide, LevelLimits, LevelMetric, LevelSearchError, direction_of};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Memory limit in bytes without `--memory`.
const MEMORY: u64 = 1 << 30;
/// Time to wait for the search before the first frame.
const FIRST_WAIT: Duration = Duration::from_millis(300);
/// Time in which the computer plays a solution, and the bounds of a step.
const PLAYBACK_TIME: Duration = Duration::from_secs(12);
const PACE: (Duration, Duration) = (Duration::from_millis(30), Duration::from_millis(200));

/// The end of the exploration: the guide, or none where the level is too large.
type Explored = Result<Option<LevelGuide>, Problem>;

/// Plays a level.
pub(crate) fn run(common: &CommonArgs, word: &str, named: &NamedLevel) -> CommandResult {
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
    next_step: Clock,
}

impl ScreenGame for LevelSession<'_> {
    fn draw(&mut self, buffer: &mut Buffer) {
        self.size = buffer.area;
        draw(&self.player, self.ink, buffer);
    }

    fn receive(&mut self) -> Result<bool, Problem> {
        let Ok(explored) = self.pending.try_recv() else {
            return Ok(false);
        };
        self.player.set_guide(explored?)?;
        Ok(true)
    }

    fn clock(&mut self) -> &mut Clock {
        &mut self.next_step
    }

    fn beat(&mut self) -> Result<bool, Problem> {
        self.player.beat()?;
        Ok(self.player.left_to_play() > 0)
    }

    fn stop(&mut self) {
        self.player.stop();
    }

    fn handle_mouse(&mut self, mouse: MouseEvent) -> Result<(), Problem> {
        if mouse.kind != MouseEventKind::Down(MouseButton::Left) {
            return Ok(());
        }
        if self.next_step.take().is_some() {
            self.player.stop();
            return Ok(());
        }
        let level = self.player.game().level();
        let layout = LevelLayout::of(level, self.size);
        match layout.and_then(|layout| layout.cell_at(level, mouse.column, mouse.row)) {
            Some(cell) => self.player.go_to(cell),
            None => Ok(()),
        }
    }

    fn press_key(&mut self, key: KeyEvent, is_control: bool) -> Result<(), Problem> {
        // Without a layout the board is not on the screen, so no key moves anything.
        if LevelLayout::of(self.player.game().level(), self.size).is_none() {
            return Ok(());
        }
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

    fn resume_hint(&self) -> String {
        let game = self.player.game();
        let position = game.level().write_position(game.placing());
        format!(
            "`slidewise play {} --start '{position}'` resumes this game",
            self.word
        )
    }
}

impl LevelSession<'_> {
    /// Waits a moment for the search, and shows the game until the player leaves.
    fn begin(&mut self) -> Result<(), Problem> {
        // Most levels are explored at once; then the first frame has the distances.
        if let Ok(explored) = self.pending.recv_timeout(FIRST_WAIT) {
            self.player.set_guide(explored?)?;
        }
        event_loop::run(self)
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
