//! `slidewise play PUZZLE`: a game in the terminal, with the exact distance to Finish.

use super::arguments::PlayArgs;
use super::event_loop::{self, Clock, ScreenGame, check_terminal};
use super::screen::ink;
use crate::arguments::CommonArgs;
use crate::arguments::corruption_flag::CorruptionFlags;
use crate::io::output::{CommandResult, Output};
use crate::io::setup::{explorer, open_puzzle_to};
use crate::io::signals::end_with;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_crossterm::crossterm::event::{
    KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind,
};
use slidewise_analysis::{Goals, Guide, Hints, SearchSources, Unsolvable};
use slidewise_app::{Explorer, Marked, Numbered, Problem, ProblemKind, TileGuide, TileTables};
use slidewise_board::{Direction, Joins};
use slidewise_engine::graph::Metric;
use slidewise_engine::search::{OutOfResources, Resources};
use slidewise_play::{Game, NoDistances, Player};
use slidewise_puzzle::{Puzzle, SearchOrigin};
use slidewise_render::screen::{ColourDepth, ScreenLayout, draw, texts};
use slidewise_store::check_holds_files;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

/// Memory limit in bytes without `--memory`; it admits only searches that end early in the game.
const MEMORY: u64 = 1 << 30;
/// Time to wait for the search before the first frame, so that this frame has distances.
const FIRST_WAIT: Duration = Duration::from_millis(300);
/// Longest search for the distance of one position, if tables guide it.
const POSITION_TIME: Duration = Duration::from_millis(500);
/// Pause between two typed letters after which the second letter begins a new token.
const TOKEN_TIMEOUT: Duration = Duration::from_millis(1200);
/// Time in which the computer plays a whole solution, if its pace stays within the limits below.
const PLAYBACK_TIME: Duration = Duration::from_secs(20);
/// Shortest time between two moves of the computer.
const SHORTEST_PACE: Duration = Duration::from_millis(40);
/// Longest time between two moves of the computer.
const LONGEST_PACE: Duration = Duration::from_millis(350);

/// Plays a game.
pub(crate) fn run(common: &CommonArgs, args: &PlayArgs) -> CommandResult {
    check_terminal(common)?;
    let (start, to) = (args.start.as_deref(), args.to.as_deref());
    let puzzle = open_puzzle_to(common, &args.puzzle, start, to)?;
    common.metric.check(&puzzle)?;
    if let Joins::Lines(_) = puzzle.board.joins() {
        return Err(Problem::of_input(
            "pieces are moved by the arrow keys, but this board is made of lines",
            "`slidewise solve PUZZLE` solves it, and `slidewise animate PUZZLE` plays the solution",
        ));
    }
    let common = &quiet(common);
    // Without a goal, or if the goals are provably unreachable, there is nothing to search.
    if puzzle.goals.is_empty() {
        return play(common, args, &puzzle, Err(NoDistances::NoGoal), None);
    }
    if let Some(why) = Unsolvable::of_puzzle(&puzzle) {
        return play(common, args, &puzzle, Err(NoDistances::NoWay(why)), None);
    }
    let search = GoalSearch::default();
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let (search, puzzle) = (&search, &puzzle);
        scope.spawn(move || {
            // Sending fails if the game is over, because its receiver is gone.
            let found = explorer(common, puzzle).and_then(|explorer| search.run(explorer));
            let _ = sender.send(found);
        });
        let pending = Some((search, receiver));
        play(common, args, puzzle, Err(NoDistances::Searching), pending)
    })
}

/// The search from the goals, which runs while the game is played, and its results.
///
/// If it is too large, tables of a board of tiles give distances.
#[derive(Default)]
struct GoalSearch<'a> {
    found: OnceLock<(Numbered, Marked)>,
    goals: OnceLock<Goals<'a>>,
    tables: OnceLock<Arc<TileTables>>,
}

/// End of a channel that receives the outcome of the search: `Ok(Ok(()))` if distances are known.
type SearchOutcome = Receiver<Result<Result<(), NoDistances>, Problem>>;

impl<'a> GoalSearch<'a> {
    /// Numbers the positions and searches from the goals; `Ok(Err(_))` says why there are no
    /// distances.
    fn run(&'a self, explorer: Explorer) -> Result<Result<(), NoDistances>, Problem> {
        let allowed = explorer.memory_or(MEMORY);
        let Ok(mut numbered) = explorer.clone().number() else {
            return self.open_tables(&explorer, NoDistances::NoRoom { bytes: None });
        };
        numbered.adjust(|graph| Resources::leave_rest_to_cut(graph, allowed));
        let marked = match search(&numbered, allowed)? {
            Err(silence @ (NoDistances::NoRoom { .. } | NoDistances::NoDisk { .. })) => {
                return self.open_tables(&numbered.explorer, silence);
            }
            Err(silence) => return Ok(Err(silence)),
            Ok(marked) => marked,
        };
        let (numbered, _) = self.found.get_or_init(|| (numbered, marked));
        self.goals.get_or_init(|| Goals::of(&numbered.graph));
        Ok(Ok(()))
    }

    /// Opens or builds tables; for a puzzle without tables `silence` says why there are no
    /// distances.
    fn open_tables(
        &'a self,
        explorer: &Explorer,
        silence: NoDistances,
    ) -> Result<Result<(), NoDistances>, Problem> {
        match explorer.guide_tables() {
            Ok(tables) => {
                self.tables.get_or_init(|| Arc::new(tables));
                Ok(Ok(()))
            }
            Err(problem) if problem.kind() == ProblemKind::Failed => Err(problem),
            Err(_) => Ok(Err(silence)),
        }
    }

    /// The distances and hints; `None` before the search has ended.
    fn guide(&'a self) -> Option<Box<dyn Guide + 'a>> {
        if let Some(tables) = self.tables.get() {
            return Some(Box::new(TileGuide::new(Arc::clone(tables), POSITION_TIME)));
        }
        let ((numbered, marked), goals) = (self.found.get()?, self.goals.get()?);
        let explored = marked.explored(&numbered.graph, SearchSources::Goals(goals));
        Some(Box::new(Hints::new(&numbered.graph, Some(explored))))
    }
}

/// Searches from the goals in `allowed` bytes of memory; `Ok(Err(_))` says why that is impossible.
fn search(numbered: &Numbered, allowed: u64) -> Result<Result<Marked, NoDistances>, Problem> {
    if !matches!(numbered.finished(SearchOrigin::Goals), Ok(Some(_))) {
        let needs = numbered.needs(&numbered.whole().engine);
        let shortage = needs.check(Some(allowed), numbered.free_disk(SearchOrigin::Goals));
        if let Err(shortage) = shortage {
            // Without a reachable goal, more memory would not help: do not report the shortage.
            if let Some(why) = Unsolvable::of_graph(&numbered.graph) {
                return Ok(Err(NoDistances::NoWay(why)));
            }
            if let Some(folder) = numbered.folder() {
                check_holds_files(folder)?;
            }
            return Ok(Err(match shortage {
                OutOfResources::Memory { needed, allowed } => NoDistances::NoRoom {
                    bytes: Some((needed, allowed)),
                },
                OutOfResources::Machine { needed, total } => NoDistances::NoRoom {
                    bytes: Some((needed, total)),
                },
                OutOfResources::Free {
                    needed, available, ..
                } => NoDistances::NoRoom {
                    bytes: Some((needed, available)),
                },
                OutOfResources::Disk { needed, free } => NoDistances::NoDisk { needed, free },
            }));
        }
    }
    match numbered.search_from_goals()? {
        Ok(marked) => Ok(Ok(marked)),
        Err(problem) => match problem.unsolvable() {
            Some(why) => Ok(Err(NoDistances::NoWay(why.clone()))),
            None => Err(problem),
        },
    }
}

/// Options for a game and its search: nothing is printed, and the corruption flags are new.
fn quiet(common: &CommonArgs) -> CommonArgs {
    CommonArgs {
        metric: common.metric,
        is_metric_given: common.is_metric_given,
        metric_word: common.metric_word.clone(),
        puzzle_word: common.puzzle_word.clone(),
        json: common.json,
        threads: common.threads,
        store: common.store.clone(),
        memory: common.memory,
        quiet: true,
        corruption: CorruptionFlags::default(),
    }
}

/// Plays the game, with the distances or the pending search for them.
fn play<'a>(
    common: &'a CommonArgs,
    args: &'a PlayArgs,
    puzzle: &'a Puzzle,
    guide: Result<Box<dyn Guide + 'a>, NoDistances>,
    pending: Option<(&'a GoalSearch<'a>, SearchOutcome)>,
) -> CommandResult {
    let player = Player::new(Game::new(puzzle, common.metric), guide)?;
    let mut session = GameSession {
        common,
        args,
        player,
        pending,
        ink: ink(),
        size: Rect::default(),
        typed: Instant::now(),
        next_step: None,
    };
    // Most searches end at once; then the first frame already has the distances.
    session.receive_within(FIRST_WAIT)?;
    let played = event_loop::run(&mut session);
    let result = played.map(|()| session.farewell());
    match session.pending {
        // The search still runs, and building an index cannot be cancelled: end the whole process.
        Some(_) => end_with(result),
        None => result,
    }
}

/// A game on the screen: the player, the search that runs meanwhile, and the clock.
struct GameSession<'a> {
    common: &'a CommonArgs,
    args: &'a PlayArgs,
    player: Player<'a>,
    /// The search that runs while the game is played; `None` after its outcome is received.
    pending: Option<(&'a GoalSearch<'a>, SearchOutcome)>,
    ink: ColourDepth,
    size: Rect,
    /// When the last letter of a token was typed.
    typed: Instant,
    /// When the computer's next move is due, and the time between two moves.
    next_step: Clock,
}

impl GameSession<'_> {
    /// Receives the outcome of the search; returns `false` if it does not arrive within `wait`.
    fn receive_within(&mut self, wait: Duration) -> Result<bool, Problem> {
        let Some((search, receiver)) = &self.pending else {
            return Ok(false);
        };
        let ended = match receiver.recv_timeout(wait) {
            Err(RecvTimeoutError::Timeout) => return Ok(false),
            // The search panicked; the scope that joins its thread reports the panic.
            Err(RecvTimeoutError::Disconnected) => Ok(Err(NoDistances::NoRoom { bytes: None })),
            Ok(ended) => ended,
        };
        let guide = search.guide();
        self.pending = None;
        match (ended?, guide) {
            (Ok(()), Some(guide)) => self.player.set_guide(Ok(guide))?,
            (Err(silence), _) => self.player.set_guide(Err(silence))?,
            (Ok(()), None) => unreachable!("a finished search has stored its distances"),
        }
        Ok(true)
    }
}

impl ScreenGame for GameSession<'_> {
    fn check(&self) -> Result<(), Problem> {
        match self.common.corruption.raised() {
            Some(damage) => Err(damage.into()),
            None => Ok(()),
        }
    }

    fn draw(&mut self, buffer: &mut Buffer) {
        self.size = buffer.area;
        draw(&self.player, self.ink, buffer);
    }

    fn receive(&mut self) -> Result<bool, Problem> {
        self.receive_within(Duration::ZERO)
    }

    fn clock(&mut self) -> &mut Clock {
        &mut self.next_step
    }

    fn beat(&mut self) -> Result<bool, Problem> {
        self.player.beat()?;
        Ok(self.player.is_computer_playing())
    }

    fn stop(&mut self) {
        self.player.stop();
    }

    fn press_key(&mut self, key: KeyEvent, is_control: bool) -> Result<(), Problem> {
        // Without a layout the board is not on the screen, so no key moves a piece.
        if ScreenLayout::of(self.player.game(), self.size).is_err() {
            return Ok(());
        }
        if self.typed.elapsed() > TOKEN_TIMEOUT {
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
                    let pace = (PLAYBACK_TIME / turns).clamp(SHORTEST_PACE, LONGEST_PACE);
                    self.next_step = Some((Instant::now() + pace, pace));
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn handle_mouse(&mut self, mouse: MouseEvent) -> Result<(), Problem> {
        let Ok(layout) = ScreenLayout::of(self.player.game(), self.size) else {
            return Ok(());
        };
        let square = layout.square_at(mouse.column, mouse.row);
        match (mouse.kind, square) {
            (MouseEventKind::Down(MouseButton::Left), square) => {
                if self.next_step.take().is_some() {
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

    fn resume_hint(&self) -> String {
        let game = self.player.game();
        let puzzle = game.puzzle();
        let position = puzzle.write_position(&game.pieces().configuration(puzzle));
        let metric = match game.metric() {
            Metric::Step => String::new(),
            other => format!(" --metric {}", other.name()),
        };
        let to = self.args.to.as_ref();
        let to = to.map_or(String::new(), |to| format!(" --to '{to}'"));
        format!(
            "`slidewise play {} --start '{position}'{to}{metric}` resumes this game",
            self.args.puzzle
        )
    }
}

impl GameSession<'_> {
    /// The output after the player has left.
    fn farewell(&self) -> Output {
        let game = self.player.game();
        let left = texts::left(&self.player);
        let mut lines = vec![format!("{}: {left}", game.puzzle().title)];
        if !game.is_solved() && !game.turns().is_empty() {
            lines.push(self.resume_hint());
        }
        Output::of_lines(lines)
    }
}
