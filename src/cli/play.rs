//! `slidewise play PUZZLE`: a game in the terminal, with the exact distance to Finish.

use super::CommandResult;
use super::arguments::{Common, Play};
use super::output::Output;
use super::session::{explorer, open_puzzle_to};
use super::terminal::{Screen, ink};
use super::wish::{end_with, stop_flag};
use ratatui_core::layout::Rect;
use ratatui_crossterm::crossterm::event::{
    self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent,
    MouseEventKind,
};
use slidewise_analysis::{Beginning, Goals, Guide, Unsolvable};
use slidewise_app::{Explorer, Marked, Numbered, Problem};
use slidewise_board::Direction;
use slidewise_engine::graph::Metric;
use slidewise_engine::search::{OutOfResources, Resources};
use slidewise_play::{Game, Player, Silence};
use slidewise_puzzle::{Puzzle, Sources};
use slidewise_render::screen::{Ink, Layout, draw, texts};
use slidewise_store::check_holds_files;
use std::io::{self, IsTerminal};
use std::sync::OnceLock;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// The memory that a search may take where nothing else is said: nobody waits long for a game to begin.
const MEMORY: u64 = 1 << 30;
/// How often signals are looked for.
const TICK: Duration = Duration::from_millis(50);
/// How long a game waits for its distances before it begins without them.
const AT_ONCE: Duration = Duration::from_millis(300);
/// How long the next letter of a token may take.
const PATIENCE: Duration = Duration::from_millis(1200);
/// How long the computer may take for all it has to do, and for a step at least and at most.
const SHOW: Duration = Duration::from_secs(20);
const FASTEST: Duration = Duration::from_millis(40);
const SLOWEST: Duration = Duration::from_millis(350);

/// Plays a game.
pub fn run(common: &Common, words: &Play) -> CommandResult {
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    if !io::stdout().is_terminal() || is_dumb || common.json {
        return Err(Problem::of_input(
            "play needs a terminal to draw on",
            "call it in a terminal, without a pipe after it and without --json; slidewise animate makes a page that plays the solution",
        ));
    }
    let (start, to) = (words.start.as_deref(), words.to.as_deref());
    let puzzle = open_puzzle_to(common, &words.puzzle, start, to)?;
    let common = &common.quietly();
    // Without a goal, or without a way to one, nothing is searched.
    if puzzle.goals.is_empty() {
        return play(common, words, &puzzle, Err(Silence::NoGoal), None);
    }
    if let Some(why) = Unsolvable::of_puzzle(&puzzle) {
        return play(common, words, &puzzle, Err(Silence::NoWay(why)), None);
    }
    let search = GoalSearch::default();
    thread::scope(|scope| {
        let (say, hear) = mpsc::channel();
        let (search, puzzle) = (&search, &puzzle);
        scope.spawn(move || {
            // Nobody hears it where the game is over.
            let found = explorer(common, puzzle).and_then(|explorer| search.run(explorer));
            let _ = say.send(found);
        });
        let coming = Some((search, hear));
        play(common, words, puzzle, Err(Silence::Searching), coming)
    })
}

/// The search from the goals, which is done beside the game, with all that it answers from.
#[derive(Default)]
struct GoalSearch<'a> {
    found: OnceLock<(Numbered<'a>, Marked)>,
    goals: OnceLock<Goals<'a>>,
}

/// The outcome of a search: whether there are distances.
type Searching = Receiver<Result<Result<(), Silence>, Problem>>;

impl<'a> GoalSearch<'a> {
    /// Numbers the positions and searches them; why there are no distances, if there are none.
    fn run(&'a self, explorer: Explorer<'a>) -> Result<Result<(), Silence>, Problem> {
        let allowed = explorer.memory_or(MEMORY);
        let Ok(mut numbered) = explorer.number() else {
            return Ok(Err(Silence::NoRoom { bytes: None }));
        };
        Resources::leave_rest_to_cut(&mut numbered.graph, allowed);
        let marked = match search(&numbered, allowed)? {
            Err(silence) => return Ok(Err(silence)),
            Ok(marked) => marked,
        };
        let (numbered, _) = self.found.get_or_init(|| (numbered, marked));
        self.goals.get_or_init(|| Goals::of(&numbered.graph));
        Ok(Ok(()))
    }

    /// The guide, once there are distances.
    fn guide(&'a self) -> Option<Guide<'a>> {
        let ((numbered, marked), goals) = (self.found.get()?, self.goals.get()?);
        let explored = marked.explored(&numbered.graph, Beginning::Goals(goals));
        Some(Guide::new(&numbered.graph, Some(explored)))
    }
}

/// The search from the goals in this much memory, or why there can be none.
fn search(numbered: &Numbered<'_>, allowed: u64) -> Result<Result<Marked, Silence>, Problem> {
    if !matches!(numbered.finished(Sources::Goals), Ok(Some(_))) {
        let needs = numbered.needs(&numbered.whole().engine);
        let shortage = needs.check(Some(allowed), numbered.free_disk(Sources::Goals));
        if let Err(shortage) = shortage {
            // More memory does not help where no goal can be reached.
            if let Some(why) = Unsolvable::of_graph(&numbered.graph) {
                return Ok(Err(Silence::NoWay(why)));
            }
            if let Some(folder) = numbered.folder() {
                check_holds_files(folder)?;
            }
            return Ok(Err(match shortage {
                OutOfResources::Memory { needed, allowed } => Silence::NoRoom {
                    bytes: Some((needed, allowed)),
                },
                OutOfResources::Machine { needed, total } => Silence::NoRoom {
                    bytes: Some((needed, total)),
                },
                OutOfResources::Free {
                    needed, available, ..
                } => Silence::NoRoom {
                    bytes: Some((needed, available)),
                },
                OutOfResources::Disk { needed, free } => Silence::NoDisk { needed, free },
            }));
        }
    }
    match numbered.search_from_goals()? {
        Ok(marked) => Ok(Ok(marked)),
        Err(Problem {
            unsolvable: Some(why),
            ..
        }) => Ok(Err(Silence::NoWay(*why))),
        Err(problem) => Err(problem),
    }
}

fn play<'a>(
    common: &'a Common,
    words: &'a Play,
    puzzle: &'a Puzzle,
    guide: Result<Guide<'a>, Silence>,
    coming: Option<(&'a GoalSearch<'a>, Searching)>,
) -> CommandResult {
    let player = Player::new(Game::new(puzzle, common.metric), guide)?;
    let mut table = Table {
        common,
        words,
        player,
        coming,
        ink: ink(),
        size: Rect::default(),
        typed: Instant::now(),
        beat: None,
    };
    // Most searches are over before anybody looks: then nothing changes on the screen.
    table.listen(AT_ONCE)?;
    let played = table.play();
    let result = played.map(|()| table.farewell());
    match table.coming {
        // The search is of no use any more, and its numbering cannot be stopped.
        Some(_) => end_with(result),
        None => result,
    }
}

/// The table at which is played: the player, and what there is of time and room.
struct Table<'a> {
    common: &'a Common,
    words: &'a Play,
    player: Player<'a>,
    /// The search that goes on beside the game, until it has been heard.
    coming: Option<(&'a GoalSearch<'a>, Searching)>,
    ink: Ink,
    size: Rect,
    /// When the last letter of a token was typed.
    typed: Instant,
    /// When the computer's next step is due, and how long each takes.
    beat: Option<(Instant, Duration)>,
}

/// Whether the game goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goes {
    On,
    Away,
}

impl Table<'_> {
    /// Takes what the search beside the game came to, if it ends within some time; whether it has.
    fn listen(&mut self, wait: Duration) -> Result<bool, Problem> {
        let Some((search, hear)) = &self.coming else {
            return Ok(false);
        };
        let ended = match hear.recv_timeout(wait) {
            Err(RecvTimeoutError::Timeout) => return Ok(false),
            // It has panicked; the thread that waits for it says so.
            Err(RecvTimeoutError::Disconnected) => Ok(Err(Silence::NoRoom { bytes: None })),
            Ok(ended) => ended,
        };
        let guide = search.guide();
        self.coming = None;
        match (ended?, guide) {
            (Ok(()), Some(guide)) => self.player.set_guide(Ok(guide))?,
            (Err(silence), _) => self.player.set_guide(Err(silence))?,
            (Ok(()), None) => unreachable!("a search that has ended left what it answers from"),
        }
        Ok(true)
    }

    /// Plays until the player leaves.
    fn play(&mut self) -> Result<(), Problem> {
        let stop = stop_flag();
        let mut screen = Screen::take().map_err(|error| lost(&error))?;
        // From now on changes of the window's size are told, also those during the first drawing.
        event::poll(Duration::ZERO).map_err(|error| lost(&error))?;
        loop {
            if let Some(damage) = self.common.alarms.raised() {
                return Err(damage.into());
            }
            if stop.load(Ordering::Relaxed) {
                return Err(Problem::of_run("interrupted by a signal", self.way_back()));
            }
            let Table {
                player, ink, size, ..
            } = self;
            screen
                .show(|buffer| {
                    *size = buffer.area;
                    draw(player, *ink, buffer);
                })
                .map_err(|error| lost(&error))?;
            if self.attend()? == Goes::Away {
                return Ok(());
            }
        }
    }

    /// Waits for what happens next, and heeds all that has happened.
    fn attend(&mut self) -> Result<Goes, Problem> {
        loop {
            if stop_flag().load(Ordering::Relaxed) {
                return Ok(Goes::On);
            }
            if self.beat_if_due()? || self.listen(Duration::ZERO)? {
                return Ok(Goes::On);
            }
            if event::poll(self.patience()).map_err(|error| lost(&error))? {
                break;
            }
        }
        while event::poll(Duration::ZERO).map_err(|error| lost(&error))? {
            let event = event::read().map_err(|error| lost(&error))?;
            if self.heed(event)? == Goes::Away {
                return Ok(Goes::Away);
            }
        }
        Ok(Goes::On)
    }

    /// How long to wait for keys before something else is to be looked at.
    fn patience(&self) -> Duration {
        let due = self
            .beat
            .map(|(due, _)| due.saturating_duration_since(Instant::now()));
        due.map_or(TICK, |due| due.min(TICK))
    }

    /// Lets the computer take its step, if it is time; whether it was.
    fn beat_if_due(&mut self) -> Result<bool, Problem> {
        let Some((due, pace)) = self.beat else {
            return Ok(false);
        };
        if Instant::now() < due {
            return Ok(false);
        }
        self.player.beat()?;
        self.beat = self
            .player
            .is_computer_playing()
            .then(|| (Instant::now() + pace, pace));
        Ok(true)
    }

    fn heed(&mut self, event: Event) -> Result<Goes, Problem> {
        let layout = Layout::of(self.player.game(), self.size);
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
                if is_control && key.code == KeyCode::Char('c') {
                    return Ok(Goes::Away);
                }
                if self.beat.take().is_some() {
                    self.player.stop();
                    return Ok(Goes::On);
                }
                if key.code == KeyCode::Esc {
                    return Ok(Goes::Away);
                }
                // Nobody plays what cannot be seen.
                if layout.is_ok() {
                    self.press(key, is_control)?;
                }
            }
            Event::Mouse(mouse) => {
                if let Ok(layout) = layout {
                    self.point(mouse, &layout)?;
                }
            }
            _ => {}
        }
        Ok(Goes::On)
    }

    /// Heeds a key.
    fn press(&mut self, key: KeyEvent, is_control: bool) -> Result<(), Problem> {
        if self.typed.elapsed() > PATIENCE {
            self.player.end_of_token();
        }
        let player = &mut self.player;
        match key.code {
            KeyCode::Char('z') if is_control => player.undo()?,
            KeyCode::Char('y') if is_control => player.redo()?,
            KeyCode::Char('r') if is_control => player.restart()?,
            KeyCode::Char(_) if is_control => {}
            KeyCode::Char('?') => player.ask()?,
            KeyCode::Char(' ') => player.put_down(),
            KeyCode::Char(letter) => {
                player.choose(letter);
                self.typed = Instant::now();
            }
            KeyCode::Up => player.step(Direction::Up)?,
            KeyCode::Down => player.step(Direction::Down)?,
            KeyCode::Left => player.step(Direction::Left)?,
            KeyCode::Right => player.step(Direction::Right)?,
            KeyCode::Tab => player.choose_next(false),
            KeyCode::BackTab => player.choose_next(true),
            KeyCode::Backspace => player.undo()?,
            KeyCode::Enter => {
                player.play_on();
                if player.is_computer_playing() {
                    let turns = player.advice().distance.unwrap_or(1).clamp(1, 10_000) as u32;
                    let pace = (SHOW / turns).clamp(FASTEST, SLOWEST);
                    self.beat = Some((Instant::now() + pace, pace));
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Heeds the mouse.
    fn point(&mut self, mouse: MouseEvent, layout: &Layout) -> Result<(), Problem> {
        let square = layout.square_at(mouse.column, mouse.row);
        match (mouse.kind, square) {
            (MouseEventKind::Down(MouseButton::Left), square) => {
                if self.beat.take().is_some() {
                    self.player.stop();
                } else if let Some(square) = square {
                    self.player.press(square)?;
                }
            }
            (MouseEventKind::Drag(MouseButton::Left), Some(square)) => self.player.drag(square)?,
            (MouseEventKind::Up(MouseButton::Left), _) => self.player.release()?,
            _ => {}
        }
        Ok(())
    }

    /// How to go on from the position on the board.
    fn way_back(&self) -> String {
        let game = self.player.game();
        let puzzle = game.puzzle();
        let position = puzzle.write_position(&game.pieces().configuration(puzzle));
        let metric = match game.metric() {
            Metric::Step => String::new(),
            other => format!(" --metric {}", other.name()),
        };
        let to = self.words.to.as_ref();
        let to = to.map_or(String::new(), |to| format!(" --to '{to}'"));
        format!(
            "slidewise play {} --start '{position}'{to}{metric} goes on from there",
            self.words.puzzle
        )
    }

    /// What is said when the game is left.
    fn farewell(&self) -> Output {
        let game = self.player.game();
        let left = texts::left(&self.player);
        let mut lines = vec![format!("{}: {left}", game.puzzle().title)];
        if !game.is_solved() && !game.turns().is_empty() {
            lines.push(self.way_back());
        }
        Output::of_lines(lines)
    }
}

/// The failure where the terminal cannot be drawn on or read from.
fn lost(error: &io::Error) -> Problem {
    Problem::of_run(
        format!("the terminal cannot be used: {error}"),
        "play needs a terminal on stdin and stdout",
    )
}
