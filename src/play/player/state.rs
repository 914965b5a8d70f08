//! A player: the operations of a game, the computer's turn and the distance shown.

use super::remark::{DistanceInfo, Hint, NoDistances, PlayerRemark};
use crate::game::Game;
use crate::pieces::GamePieces;
use slidewise_analysis::{Guide, KnownDistance, Obstacle, QueryError};
use slidewise_board::Direction;
use std::collections::VecDeque;

/// A player in a game, with or without known distances.
#[derive(Debug)]
pub struct Player<'p> {
    pub(super) game: Game<'p>,
    pub(super) guide: Result<Box<dyn Guide + 'p>, NoDistances>,
    /// Distance from Start to Finish, if known.
    pub(super) shortest: Option<u64>,
    pub(super) advice: DistanceInfo,
    pub(super) in_hand: Option<usize>,
    pub(super) typed: String,
    pub(super) hint: Option<Hint>,
    pub(super) remark: PlayerRemark,
    pub(super) held: Option<DraggedPiece>,
    /// While the computer plays: number of the piece that it moves, and remaining steps of its
    /// turn.
    pub(super) computer: Option<(usize, VecDeque<Direction>)>,
}

/// A piece that is being dragged.
#[derive(Clone, Copy, Debug)]
pub(super) struct DraggedPiece {
    pub(super) piece: usize,
    /// Rows and columns from the piece's first square to the square where the piece was grabbed.
    pub(super) at: (i32, i32),
    pub(super) was_in_hand: bool,
    pub(super) has_moved: bool,
}

impl<'p> Player<'p> {
    /// Creates a player at the beginning of a game.
    ///
    /// `guide` gives distances and hints, or the reason why they are unknown.
    ///
    /// # Errors
    /// If the marks that give the distances are damaged.
    pub fn new(
        game: Game<'p>,
        guide: Result<Box<dyn Guide + 'p>, NoDistances>,
    ) -> Result<Player<'p>, QueryError> {
        let mut player = Player {
            game,
            guide,
            shortest: None,
            advice: DistanceInfo::default(),
            in_hand: None,
            typed: String::new(),
            hint: None,
            remark: PlayerRemark::Welcome,
            held: None,
            computer: None,
        };
        player.look()?;
        player.shortest = player.advice.distance;
        Ok(player)
    }

    /// Replaces the guide, which gives distances and hints, or the reason why they are unknown.
    ///
    /// This is possible at any time of the game.
    ///
    /// # Errors
    /// If the marks that give the distances are damaged.
    pub fn set_guide(
        &mut self,
        guide: Result<Box<dyn Guide + 'p>, NoDistances>,
    ) -> Result<(), QueryError> {
        self.guide = guide;
        let puzzle = self.game.puzzle();
        let start = self.distance(&GamePieces::of(puzzle, &puzzle.start))?;
        self.shortest = start.exactly();
        self.look()
    }

    /// The game.
    pub fn game(&self) -> &Game<'p> {
        &self.game
    }

    /// Reason why distances are unknown; `None` if they are known.
    pub fn silence(&self) -> Option<&NoDistances> {
        self.guide.as_ref().err()
    }

    /// The command that gives more distances, if there is one.
    pub fn remedy(&self) -> Option<&str> {
        self.guide.as_ref().ok()?.remedy()
    }

    /// Distance from Start to Finish, if known.
    pub fn shortest(&self) -> Option<u64> {
        self.shortest
    }

    /// Distance from the current position to Finish, and its change by the last turn.
    pub fn advice(&self) -> DistanceInfo {
        self.advice
    }

    /// Number of the piece in hand.
    pub fn in_hand(&self) -> Option<usize> {
        self.in_hand
    }

    /// The hint that is shown.
    pub fn hint(&self) -> Option<&Hint> {
        self.hint.as_ref()
    }

    /// Result of the last operation, for display.
    pub fn remark(&self) -> &PlayerRemark {
        &self.remark
    }

    /// Whether the computer plays.
    pub fn is_computer_playing(&self) -> bool {
        self.computer.is_some()
    }

    pub(super) fn pieces(&self) -> &GamePieces {
        self.game.pieces()
    }

    /// What is known of the distance to Finish from a position.
    fn distance(&mut self, pieces: &GamePieces) -> Result<KnownDistance, QueryError> {
        match &mut self.guide {
            Ok(guide) => guide.distance(&pieces.configuration(self.game.puzzle())),
            Err(_) => Ok(KnownDistance::Unknown),
        }
    }

    /// Updates the distance and its change, and removes the hint, after the position has changed.
    pub(super) fn look(&mut self) -> Result<(), QueryError> {
        self.hint = None;
        let known = self.distance(&self.pieces().clone())?;
        let distance = known.exactly();
        let before = match self.game.before_last().cloned() {
            Some(before) if distance.is_some() => self.distance(&before)?.exactly(),
            _ => None,
        };
        let change = match (distance, before) {
            (Some(now), Some(before)) => Some(now.cast_signed() - before.cast_signed()),
            _ => None,
        };
        self.advice = DistanceInfo {
            distance,
            at_least: known.at_least(),
            change,
        };
        Ok(())
    }

    /// Moves the piece in hand by one cell.
    ///
    /// If no piece is in hand, moves the only piece that can make this step.
    ///
    /// # Errors
    /// If the marks that give the distances are damaged.
    pub fn step(&mut self, direction: Direction) -> Result<(), QueryError> {
        self.typed.clear();
        let piece = match self.in_hand {
            Some(piece) => piece,
            None => {
                let puzzle = self.game.puzzle();
                let all = 0..self.pieces().list().len();
                let mut able =
                    all.filter(|&piece| self.pieces().step(puzzle, piece, direction).is_ok());
                match (able.next(), able.next()) {
                    (Some(piece), None) => piece,
                    _ => {
                        self.remark = PlayerRemark::ChooseFirst;
                        return Ok(());
                    }
                }
            }
        };
        self.move_piece(piece, direction)?;
        Ok(())
    }

    /// Moves a piece by one cell; `false` if an obstacle prevents the step.
    pub(super) fn move_piece(
        &mut self,
        piece: usize,
        direction: Direction,
    ) -> Result<bool, QueryError> {
        match self.game.step(piece, direction) {
            Ok(()) => {
                self.remark = PlayerRemark::Nothing;
                self.look()?;
                Ok(true)
            }
            Err(obstacle) => {
                let by = match obstacle {
                    Obstacle::Piece(cell) => self.pieces().at(cell),
                    _ => None,
                };
                self.remark = PlayerRemark::Blocked {
                    piece,
                    direction,
                    obstacle,
                    by,
                };
                Ok(false)
            }
        }
    }

    /// Undoes the last turn.
    ///
    /// # Errors
    /// If the marks that give the distances are damaged.
    pub fn undo(&mut self) -> Result<(), QueryError> {
        let is_done = self.game.undo();
        self.after_going_back(is_done, PlayerRemark::NothingToUndo)
    }

    /// Redoes the turn that was undone last.
    ///
    /// # Errors
    /// If the marks that give the distances are damaged.
    pub fn redo(&mut self) -> Result<(), QueryError> {
        let is_done = self.game.redo();
        self.after_going_back(is_done, PlayerRemark::NothingToRedo)
    }

    /// Undoes all turns.
    ///
    /// # Errors
    /// If the marks that give the distances are damaged.
    pub fn restart(&mut self) -> Result<(), QueryError> {
        let is_done = !self.game.turns().is_empty();
        self.game.restart();
        self.after_going_back(is_done, PlayerRemark::NothingToUndo)
    }

    fn after_going_back(
        &mut self,
        is_done: bool,
        otherwise: PlayerRemark,
    ) -> Result<(), QueryError> {
        self.typed.clear();
        self.held = None;
        self.remark = if is_done {
            PlayerRemark::Nothing
        } else {
            otherwise
        };
        self.look()
    }

    /// Finds a best move from the position, or the remark that explains why there is none.
    fn best(&mut self) -> Result<Result<Hint, PlayerRemark>, QueryError> {
        if self.game.is_solved() {
            return Ok(Err(PlayerRemark::AtFinish));
        }
        let configuration = self.pieces().configuration(self.game.puzzle());
        let Ok(guide) = &mut self.guide else {
            return Ok(Err(PlayerRemark::NeedsDistances));
        };
        let Some(by) = guide.best(&configuration)? else {
            return Ok(Err(PlayerRemark::NeedsDistances));
        };
        let puzzle = self.game.puzzle();
        let piece = self.pieces().at(by.from).expect("a move starts at a piece");
        let after = puzzle.classes[by.class].place(&puzzle.board, by.to);
        let onto = match by.pushed.first() {
            // A push fills the cell that its first piece enters.
            Some(nearest) => nearest.to.into(),
            None => after.unwrap_or_default(),
        };
        let onto = onto.without(self.pieces().list()[piece].cells);
        Ok(Ok(Hint { piece, by, onto }))
    }

    /// Shows a best move as the hint, and takes its piece in hand.
    ///
    /// # Errors
    /// If the marks that give the distances are damaged.
    pub fn ask(&mut self) -> Result<(), QueryError> {
        self.typed.clear();
        match self.best()? {
            Ok(hint) => {
                self.in_hand = Some(hint.piece);
                self.hint = Some(hint);
                self.remark = PlayerRemark::Hint;
            }
            Err(remark) => self.remark = remark,
        }
        Ok(())
    }

    /// Starts computer play. Each call of [`Player::beat`] then makes one step.
    pub fn play_on(&mut self) {
        self.typed.clear();
        if self.game.is_solved() {
            self.remark = PlayerRemark::AtFinish;
        } else if self.advice.distance.is_none() {
            self.remark = PlayerRemark::NeedsDistances;
        } else {
            self.computer = Some((0, VecDeque::new()));
            self.remark = PlayerRemark::ComputerPlays;
        }
    }

    /// Stops the computer.
    pub fn stop(&mut self) {
        if self.computer.take().is_some() {
            self.remark = PlayerRemark::ComputerStopped;
        }
    }

    /// Makes the next step of the computer, if it plays; the computer stops at Finish.
    ///
    /// # Errors
    /// If the marks that give the distances are damaged.
    pub fn beat(&mut self) -> Result<(), QueryError> {
        let Some((mut piece, mut steps)) = self.computer.take() else {
            return Ok(());
        };
        if steps.is_empty() {
            match self.best()? {
                Ok(hint) => {
                    piece = hint.piece;
                    steps = hint.by.steps.into();
                }
                Err(remark) => {
                    self.remark = remark;
                    return Ok(());
                }
            }
        }
        if let Some(direction) = steps.pop_front() {
            self.in_hand = Some(piece);
            self.move_piece(piece, direction)?;
        }
        if self.game.is_solved() {
            self.remark = PlayerRemark::Nothing;
        } else {
            self.computer = Some((piece, steps));
            self.remark = PlayerRemark::ComputerPlays;
        }
        Ok(())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use slidewise_analysis::{Goals, Hints, MarkedSearch, SearchSources};
    use slidewise_engine::graph::{Graph, Metric};
    use slidewise_engine::search::{MemorySink, Run};
    use slidewise_puzzle::Puzzle;
    use std::ops::ControlFlow;

    pub(crate) fn puzzle(text: &str) -> Puzzle {
        Puzzle::from_toml("x", "x.toml", text).unwrap_or_else(|error| panic!("{error}\n{text}"))
    }

    pub(crate) fn player(puzzle: &Puzzle) -> Player<'_> {
        Player::new(Game::new(puzzle, Metric::Step), Err(NoDistances::NoGoal)).unwrap()
    }

    /// Token of the piece in hand and the name of its first cell.
    pub(crate) fn in_hand(player: &Player<'_>) -> String {
        let Some(piece) = player.in_hand() else {
            return String::new();
        };
        let piece = &player.game().pieces().list()[piece];
        let board = &player.game().puzzle().board;
        format!(
            "{} {}",
            piece.token,
            board.name_of(board.square_of(piece.first))
        )
    }

    #[test]
    fn with_nothing_in_hand_the_only_piece_that_can_goes() {
        let puzzle = Puzzle::tiles(2, 2).unwrap();
        let mut player = player(&puzzle);
        player.step(Direction::Up).unwrap();
        assert_eq!(*player.remark(), PlayerRemark::ChooseFirst);
        player.step(Direction::Down).unwrap();
        player.step(Direction::Right).unwrap();
        let text = puzzle.write_position(&player.game().pieces().configuration(&puzzle));
        assert_eq!((text.as_str(), player.game().turns().len()), (".1:32", 2));
        assert_eq!(in_hand(&player), "");
    }

    #[test]
    fn a_guide_that_comes_during_a_game_knows_what_one_from_its_begin_knows() {
        let mut puzzle = Puzzle::tiles(2, 3).unwrap();
        puzzle.goals = vec![puzzle.goal_of(&puzzle.start)];
        puzzle.start = puzzle.read_position("4 1 2:. 5 3").unwrap();
        let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
        let goals = Goals::of(&graph);
        let mut memory = MemorySink::new(graph.len()).unwrap();
        let sources = goals.all();
        let run = Run::new(&graph, &sources);
        run.explore(&mut memory, &mut |_| ControlFlow::Continue(()))
            .unwrap();
        let guide = || -> Box<dyn Guide + '_> {
            let explored = MarkedSearch::in_memory(&graph, &memory, SearchSources::Goals(&goals));
            Box::new(Hints::new(&graph, Some(explored)))
        };
        let game = || Game::new(&puzzle, Metric::Step);
        let mut early = Player::new(game(), Ok(guide())).unwrap();
        let mut late = Player::new(game(), Err(NoDistances::Searching)).unwrap();
        late.ask().unwrap();
        assert_eq!(*late.remark(), PlayerRemark::NeedsDistances);
        for player in [&mut early, &mut late] {
            player.step(Direction::Down).unwrap();
            player.step(Direction::Left).unwrap();
        }
        assert_eq!(
            (late.shortest(), late.advice()),
            (None, DistanceInfo::default())
        );
        late.set_guide(Ok(guide())).unwrap();
        assert_eq!(late.shortest(), early.shortest());
        assert_eq!(late.advice(), early.advice());
        assert_eq!((late.shortest(), late.advice().change), (Some(4), Some(-1)));
    }
}
