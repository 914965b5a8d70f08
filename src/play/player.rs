//! Who sits at the board: the piece in hand, what was said last, the hint, the computer's turn.
//!
//! It promises that whatever is asked of it leaves a legal position, and that the distance it tells is that of the
//! position on the board. Of marks that are damaged it tells, and then nothing it shows is to be believed.

use super::{Game, Pieces};
use crate::board::{Cell, CellSet, Direction, Square};
use crate::query::{Guide, Move, Obstacle, QueryError};
use std::collections::VecDeque;

/// Why no distances are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Silence {
    /// The puzzle has no goal.
    NoGoal,
    /// No goal can be reached from Start.
    NoWay,
    /// The search would take more bytes than it may; `None` where the configurations cannot even be numbered.
    NoRoom {
        /// The bytes that are needed, and those that are allowed.
        bytes: Option<(u64, u64)>,
    },
}

/// What is known of the position on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Advice {
    /// How far Finish is.
    pub distance: Option<u64>,
    /// By how much the last turn changed that: negative is nearer.
    pub change: Option<i64>,
}

/// A best move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The number of the piece.
    pub piece: usize,
    /// What it is to do.
    pub by: Move,
    /// The cells that it comes to cover.
    pub onto: CellSet,
}

/// What was said last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Remark {
    /// Nothing was done yet.
    Welcome,
    /// Nothing to say: the board shows it.
    Nothing,
    /// A piece cannot go this way.
    Blocked {
        /// The number of the piece.
        piece: usize,
        /// The way.
        direction: Direction,
        /// What is there.
        obstacle: Obstacle,
        /// The number of the piece that is there, if one is.
        by: Option<usize>,
    },
    /// A piece cannot get to where it was sent.
    NoWayThere {
        /// The number of the piece.
        piece: usize,
    },
    /// There is no piece in hand, and several could be meant, or none.
    ChooseFirst,
    /// No piece has a token like this.
    NoSuchPiece(String),
    /// The begin of a token.
    Typed(String),
    /// There is nothing to take back.
    NothingToUndo,
    /// There is nothing to do again.
    NothingToRedo,
    /// A best move is shown.
    Hint,
    /// The position is solved already.
    AtFinish,
    /// Hints and the computer need distances.
    NeedsDistances,
    /// The computer plays.
    ComputerPlays,
    /// The computer was stopped.
    ComputerStopped,
}

/// A player.
#[derive(Debug)]
pub struct Player<'p> {
    game: Game<'p>,
    guide: Result<Guide<'p>, Silence>,
    /// How far Finish is from Start.
    shortest: Option<u64>,
    advice: Advice,
    in_hand: Option<usize>,
    typed: String,
    hint: Option<Hint>,
    remark: Remark,
    held: Option<Held>,
    /// Whether the computer plays, and the steps of its turn that are to come.
    computer: Option<(usize, VecDeque<Direction>)>,
}

/// A piece that is being dragged.
#[derive(Clone, Copy, Debug)]
struct Held {
    piece: usize,
    /// Where it is held: rows and columns from its first square.
    at: (i32, i32),
    was_in_hand: bool,
    has_moved: bool,
}

impl<'p> Player<'p> {
    /// A player at the begin of a game; the guide knows distances, or there is a reason why there is none.
    ///
    /// # Errors
    /// If the marks are damaged.
    pub fn new(
        game: Game<'p>,
        guide: Result<Guide<'p>, Silence>,
    ) -> Result<Player<'p>, QueryError> {
        let mut player = Player {
            game,
            guide,
            shortest: None,
            advice: Advice::default(),
            in_hand: None,
            typed: String::new(),
            hint: None,
            remark: Remark::Welcome,
            held: None,
            computer: None,
        };
        player.look()?;
        player.shortest = player.advice.distance;
        Ok(player)
    }

    /// The game.
    pub fn game(&self) -> &Game<'p> {
        &self.game
    }

    /// Why no distances are known, if they are not.
    pub fn silence(&self) -> Option<Silence> {
        self.guide.as_ref().err().copied()
    }

    /// How far Finish is from Start.
    pub fn shortest(&self) -> Option<u64> {
        self.shortest
    }

    /// What is known of the position.
    pub fn advice(&self) -> Advice {
        self.advice
    }

    /// The number of the piece in hand.
    pub fn in_hand(&self) -> Option<usize> {
        self.in_hand
    }

    /// The hint that is shown.
    pub fn hint(&self) -> Option<&Hint> {
        self.hint.as_ref()
    }

    /// What was said last.
    pub fn remark(&self) -> &Remark {
        &self.remark
    }

    /// Whether the computer plays.
    pub fn is_computer_playing(&self) -> bool {
        self.computer.is_some()
    }

    fn pieces(&self) -> &Pieces {
        self.game.pieces()
    }

    /// How far Finish is from where some pieces are.
    fn distance(&mut self, pieces: &Pieces) -> Result<Option<u64>, QueryError> {
        let Ok(guide) = &mut self.guide else {
            return Ok(None);
        };
        let configuration = pieces.configuration(self.game.puzzle());
        match guide.graph().index_of(&configuration) {
            Some(index) => guide.distance(index),
            None => Ok(None),
        }
    }

    /// Looks at the position anew, after it has changed.
    fn look(&mut self) -> Result<(), QueryError> {
        self.hint = None;
        let distance = self.distance(&self.pieces().clone())?;
        let before = self.game.before_last().cloned();
        let before = before.map(|before| self.distance(&before)).transpose()?;
        let change = match (distance, before.flatten()) {
            (Some(now), Some(before)) => Some(now.cast_signed() - before.cast_signed()),
            _ => None,
        };
        self.advice = Advice { distance, change };
        Ok(())
    }

    /// Takes a letter of a token: chooses the piece, or the next of those that have the token.
    ///
    /// Tokens of several characters are typed one character after the other. Upper and lower case are the same
    /// where no piece tells them apart.
    pub fn choose(&mut self, letter: char) {
        let longer = format!("{}{letter}", self.typed);
        let texts = [(&longer, false), (&letter.into(), false)];
        let caseless = texts.map(|(text, _)| (text, true));
        let tokens = || self.pieces().list().iter().map(|piece| &*piece.token);
        let Some((text, is_caseless)) =
            texts.into_iter().chain(caseless).find(|(text, caseless)| {
                tokens().any(|token| cased(token, *caseless).starts_with(&cased(text, *caseless)))
            })
        else {
            self.typed.clear();
            self.remark = Remark::NoSuchPiece(letter.into());
            return;
        };
        let wanted = cased(text, is_caseless);
        let numbers: Vec<usize> = (0..)
            .zip(tokens())
            .filter(|(_, token)| cased(token, is_caseless) == wanted)
            .map(|(number, _)| number)
            .collect();
        self.remark = match numbers.is_empty() {
            true => Remark::Typed(text.clone()),
            false => Remark::Nothing,
        };
        self.typed = text.clone();
        if !numbers.is_empty() {
            self.take_one_of(numbers, false);
        }
    }

    /// Forgets what was typed of a token; the piece stays in hand.
    pub fn end_of_token(&mut self) {
        self.typed.clear();
    }

    /// Chooses the next piece that looks like the one in hand, or, where there is no other, the next of all; in
    /// reading order, and only among those that can move, if any can.
    pub fn choose_next(&mut self, backward: bool) {
        self.typed.clear();
        self.remark = Remark::Nothing;
        let all: Vec<usize> = (0..self.pieces().list().len()).collect();
        let alike: Vec<usize> = match self.in_hand {
            None => Vec::new(),
            Some(piece) => {
                let list = self.pieces().list();
                let alike = |other: &usize| list[*other].class == list[piece].class;
                all.iter().copied().filter(alike).collect()
            }
        };
        let others = self.able(alike);
        match others.iter().any(|&other| Some(other) != self.in_hand) {
            true => self.take_one_of(others, backward),
            false => self.take_one_of(all, backward),
        }
    }

    /// Those of some pieces that can move; all of them where none can.
    fn able(&self, pieces: Vec<usize>) -> Vec<usize> {
        let puzzle = self.game.puzzle();
        let able = |piece: &usize| self.pieces().can_move(puzzle, *piece);
        let found: Vec<usize> = pieces.iter().copied().filter(able).collect();
        if found.is_empty() { pieces } else { found }
    }

    /// Takes the next of some pieces in hand, in reading order.
    fn take_one_of(&mut self, pieces: Vec<usize>, backward: bool) {
        let mut pieces = self.able(pieces);
        pieces.sort_unstable_by_key(|&piece| self.pieces().list()[piece].first);
        let len = pieces.len();
        let at = pieces.iter().position(|&piece| Some(piece) == self.in_hand);
        let next = match at {
            None => 0,
            Some(at) if backward => (at + len - 1) % len,
            Some(at) => (at + 1) % len,
        };
        self.in_hand = pieces.get(next).copied();
        self.hint = None;
    }

    /// Puts the piece in hand down.
    pub fn put_down(&mut self) {
        self.typed.clear();
        self.in_hand = None;
        self.remark = Remark::Nothing;
    }

    /// Moves the piece in hand by one cell; with none in hand, the only one that can go this way.
    ///
    /// # Errors
    /// If the marks are damaged.
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
                        self.remark = Remark::ChooseFirst;
                        return Ok(());
                    }
                }
            }
        };
        self.go(piece, direction)?;
        Ok(())
    }

    /// Moves a piece; whether it could.
    fn go(&mut self, piece: usize, direction: Direction) -> Result<bool, QueryError> {
        match self.game.step(piece, direction) {
            Ok(()) => {
                self.remark = Remark::Nothing;
                self.look()?;
                Ok(true)
            }
            Err(obstacle) => {
                let by = match obstacle {
                    Obstacle::Piece(cell) => self.pieces().at(cell),
                    _ => None,
                };
                self.remark = Remark::Blocked {
                    piece,
                    direction,
                    obstacle,
                    by,
                };
                Ok(false)
            }
        }
    }

    /// Takes the last turn back.
    ///
    /// # Errors
    /// If the marks are damaged.
    pub fn undo(&mut self) -> Result<(), QueryError> {
        let is_done = self.game.undo();
        self.after_going_back(is_done, Remark::NothingToUndo)
    }

    /// Does again what was taken back last.
    ///
    /// # Errors
    /// If the marks are damaged.
    pub fn redo(&mut self) -> Result<(), QueryError> {
        let is_done = self.game.redo();
        self.after_going_back(is_done, Remark::NothingToRedo)
    }

    /// Takes everything back.
    ///
    /// # Errors
    /// If the marks are damaged.
    pub fn restart(&mut self) -> Result<(), QueryError> {
        let is_done = !self.game.turns().is_empty();
        self.game.restart();
        self.after_going_back(is_done, Remark::NothingToUndo)
    }

    fn after_going_back(&mut self, is_done: bool, otherwise: Remark) -> Result<(), QueryError> {
        self.typed.clear();
        self.held = None;
        self.remark = if is_done { Remark::Nothing } else { otherwise };
        self.look()
    }

    /// A best move from here, or what to say where there is none.
    fn best(&mut self) -> Result<Result<Hint, Remark>, QueryError> {
        if self.game.is_solved() {
            return Ok(Err(Remark::AtFinish));
        }
        let configuration = self.pieces().configuration(self.game.puzzle());
        let Ok(guide) = &mut self.guide else {
            return Ok(Err(Remark::NeedsDistances));
        };
        let index = guide.graph().index_of(&configuration);
        let best = index.map(|index| guide.hint(index)).transpose()?.flatten();
        let Some(by) = best.map(|best| best.by) else {
            return Ok(Err(Remark::NeedsDistances));
        };
        let puzzle = self.game.puzzle();
        let piece = self.pieces().at(by.from).expect("a move moves a piece");
        let after = puzzle.classes[by.class].place(&puzzle.board, by.to);
        let onto = after.unwrap_or_default();
        let onto = onto.without(self.pieces().list()[piece].cells);
        Ok(Ok(Hint { piece, by, onto }))
    }

    /// Shows a best move, and takes its piece in hand.
    ///
    /// # Errors
    /// If the marks are damaged.
    pub fn ask(&mut self) -> Result<(), QueryError> {
        self.typed.clear();
        match self.best()? {
            Ok(hint) => {
                self.in_hand = Some(hint.piece);
                self.hint = Some(hint);
                self.remark = Remark::Hint;
            }
            Err(remark) => self.remark = remark,
        }
        Ok(())
    }

    /// Lets the computer play on from here: each [`Player::beat`] is a step of it.
    pub fn play_on(&mut self) {
        self.typed.clear();
        if self.game.is_solved() {
            self.remark = Remark::AtFinish;
        } else if self.advice.distance.is_none() {
            self.remark = Remark::NeedsDistances;
        } else {
            self.computer = Some((0, VecDeque::new()));
            self.remark = Remark::ComputerPlays;
        }
    }

    /// Stops the computer.
    pub fn stop(&mut self) {
        if self.computer.take().is_some() {
            self.remark = Remark::ComputerStopped;
        }
    }

    /// The next step of the computer, if it plays. It stops at Finish.
    ///
    /// # Errors
    /// If the marks are damaged.
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
            self.go(piece, direction)?;
        }
        if self.game.is_solved() {
            self.remark = Remark::Nothing;
        } else {
            self.computer = Some((piece, steps));
            self.remark = Remark::ComputerPlays;
        }
        Ok(())
    }

    /// The pointer is pressed on a square: takes the piece there in hand, to be dragged; or sends the one in hand.
    ///
    /// # Errors
    /// If the marks are damaged.
    pub fn press(&mut self, square: Square) -> Result<(), QueryError> {
        self.typed.clear();
        self.held = None;
        let board = &self.game.puzzle().board;
        let Some(cell) = board.cell_at(square) else {
            return Ok(());
        };
        if let Some(piece) = self.pieces().at(cell) {
            let first = board.square_of(self.pieces().list()[piece].first);
            self.held = Some(Held {
                piece,
                at: between(first, square),
                was_in_hand: self.in_hand == Some(piece),
                has_moved: false,
            });
            self.in_hand = Some(piece);
            self.remark = Remark::Nothing;
            return Ok(());
        }
        let Some(piece) = self.in_hand else {
            self.remark = Remark::ChooseFirst;
            return Ok(());
        };
        self.send(piece, cell)
    }

    /// Sends a piece onto a cell, by the fewest steps.
    fn send(&mut self, piece: usize, cell: Cell) -> Result<(), QueryError> {
        let way = self.pieces().way_onto(self.game.puzzle(), piece, cell);
        match way {
            None => self.remark = Remark::NoWayThere { piece },
            Some(way) => {
                for direction in way {
                    self.go(piece, direction)?;
                }
            }
        }
        Ok(())
    }

    /// The pointer, still pressed, is on a square: the piece follows as far as it can go straight there.
    ///
    /// # Errors
    /// If the marks are damaged.
    pub fn drag(&mut self, square: Square) -> Result<(), QueryError> {
        let Some(mut held) = self.held else {
            return Ok(());
        };
        loop {
            let first = self.pieces().list()[held.piece].first;
            let first = self.game.puzzle().board.square_of(first);
            let (rows, columns) = between(first, square);
            let way = (rows - held.at.0, columns - held.at.1);
            let mut has_moved = false;
            for direction in toward(way) {
                if self.game.step(held.piece, direction).is_ok() {
                    has_moved = true;
                    break;
                }
            }
            if !has_moved {
                break;
            }
            held.has_moved = true;
            self.remark = Remark::Nothing;
            self.look()?;
        }
        self.held = Some(held);
        Ok(())
    }

    /// The pointer is let go. A piece that was in hand already, and is pressed again without being dragged, goes
    /// the only way that it can, if there is one only.
    ///
    /// # Errors
    /// If the marks are damaged.
    pub fn release(&mut self) -> Result<(), QueryError> {
        let Some(held) = self.held.take() else {
            return Ok(());
        };
        if held.was_in_hand && !held.has_moved {
            let puzzle = self.game.puzzle();
            let mut ways = Direction::ALL
                .into_iter()
                .filter(|&way| self.pieces().step(puzzle, held.piece, way).is_ok());
            if let (Some(direction), None) = (ways.next(), ways.next()) {
                self.go(held.piece, direction)?;
            }
        }
        Ok(())
    }
}

fn cased(text: &str, is_caseless: bool) -> String {
    if is_caseless {
        text.to_lowercase()
    } else {
        text.to_owned()
    }
}

/// Rows and columns from one square to another.
fn between(from: Square, to: Square) -> (i32, i32) {
    (
        i32::from(to.row) - i32::from(from.row),
        i32::from(to.column) - i32::from(from.column),
    )
}

/// The directions that lead nearer to where rows and columns are left to go, the longer way first.
fn toward((rows, columns): (i32, i32)) -> Vec<Direction> {
    let vertical = match rows.signum() {
        -1 => Some(Direction::Up),
        1 => Some(Direction::Down),
        _ => None,
    };
    let horizontal = match columns.signum() {
        -1 => Some(Direction::Left),
        1 => Some(Direction::Right),
        _ => None,
    };
    let both = if rows.abs() >= columns.abs() {
        [vertical, horizontal]
    } else {
        [horizontal, vertical]
    };
    both.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::Metric;
    use crate::puzzle::Puzzle;

    fn puzzle(text: &str) -> Puzzle {
        Puzzle::from_toml("x", "x.toml", text).unwrap_or_else(|error| panic!("{error}\n{text}"))
    }

    fn player(puzzle: &Puzzle) -> Player<'_> {
        Player::new(Game::new(puzzle, Metric::Step), Err(Silence::NoGoal)).unwrap()
    }

    /// The token of the piece in hand with the name of its first cell.
    fn in_hand(player: &Player<'_>) -> String {
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
    fn letters_choose_pieces_and_those_that_share_one_by_turns() {
        let puzzle = puzzle(
            "start = \"\"\"\nBxB\nb.B\n.Y.\n\"\"\"\nunits = ['B']\ndistinct = ['b', 'x', 'Y']",
        );
        let mut player = player(&puzzle);
        let mut chosen = |letter| {
            player.choose(letter);
            in_hand(&player)
        };
        // B on a3 is stuck, and passed over.
        assert_eq!(chosen('B'), "B c2");
        assert_eq!(chosen('B'), "B c2");
        assert_eq!(chosen('b'), "b a2");
        assert_eq!(chosen('X'), "x b3", "no piece is called X");
        assert_eq!(chosen('y'), "Y b1");
        assert_eq!(chosen('q'), "Y b1");
        assert_eq!(*player.remark(), Remark::NoSuchPiece("q".to_owned()));
    }

    #[test]
    fn tokens_of_several_characters_are_typed_one_after_the_other() {
        let puzzle = puzzle("start = '1 . 10 . 12 . 2'\ndistinct = true");
        let mut player = player(&puzzle);
        let mut chosen = |letter| {
            player.choose(letter);
            in_hand(&player)
        };
        assert_eq!(chosen('1'), "1 a1");
        assert_eq!(chosen('2'), "12 e1");
        assert_eq!(chosen('2'), "2 g1");
        assert_eq!(chosen('1'), "1 a1");
        player.end_of_token();
        player.choose('2');
        assert_eq!(in_hand(&player), "2 g1");
    }

    #[test]
    fn the_next_is_one_that_looks_alike_else_any() {
        let puzzle = puzzle(
            "start = \"\"\"\nA.a\n.b.\nc.C\n\"\"\"\nalike = [['a', 'b', 'c']]\ndistinct = ['A', 'C']",
        );
        let mut player = player(&puzzle);
        let mut next = |backward| {
            player.choose_next(backward);
            in_hand(&player)
        };
        assert_eq!(next(false), "A a3");
        assert_eq!(next(false), "a c3");
        assert_eq!(next(false), "b b2");
        assert_eq!(next(false), "c a1");
        assert_eq!(next(false), "a c3");
        assert_eq!(next(true), "c a1");
        player.put_down();
        assert_eq!(in_hand(&player), "");
    }

    #[test]
    fn with_nothing_in_hand_the_only_piece_that_can_goes() {
        let puzzle = Puzzle::tiles(2, 2).unwrap();
        let mut player = player(&puzzle);
        player.step(Direction::Up).unwrap();
        assert_eq!(*player.remark(), Remark::ChooseFirst);
        player.step(Direction::Down).unwrap();
        player.step(Direction::Right).unwrap();
        let text = puzzle.write_position(&player.game().pieces().configuration(&puzzle));
        assert_eq!((text.as_str(), player.game().turns().len()), (".1:32", 2));
        assert_eq!(in_hand(&player), "");
    }

    #[test]
    fn a_piece_follows_the_pointer_and_goes_where_it_is_sent() {
        let puzzle = puzzle("start = \"\"\"\n#AA.\n.A..\n..B.\n\"\"\"\ndistinct = true");
        let mut player = player(&puzzle);
        let square = |row, column| Square { row, column };
        player.press(square(1, 1)).unwrap();
        assert_eq!(in_hand(&player), "A b3");
        // Held by its foot.
        player.drag(square(1, 2)).unwrap();
        assert_eq!(in_hand(&player), "A c3");
        player.drag(square(2, 2)).unwrap();
        assert_eq!(in_hand(&player), "A c3", "B is there");
        player.drag(square(2, 0)).unwrap();
        assert_eq!(in_hand(&player), "A a2");
        player.release().unwrap();
        player.drag(square(1, 2)).unwrap();
        assert_eq!(in_hand(&player), "A a2");
        player.press(square(2, 2)).unwrap();
        player.release().unwrap();
        assert_eq!(in_hand(&player), "B c1");
        player.press(square(0, 3)).unwrap();
        assert_eq!(in_hand(&player), "B d3");
        assert_eq!(player.game().turns().len(), 7);
        player.press(square(0, 0)).unwrap();
        assert_eq!(in_hand(&player), "B d3", "a wall");
        let piece = player.in_hand().unwrap();
        player.press(square(1, 1)).unwrap();
        player.press(square(2, 0)).unwrap();
        assert_eq!(*player.remark(), Remark::Nothing);
        assert_ne!(player.in_hand(), Some(piece));
    }

    #[test]
    fn a_piece_pressed_twice_goes_the_only_way_it_can() {
        let puzzle = Puzzle::tiles(2, 2).unwrap();
        let mut player = player(&puzzle);
        for _ in 0..2 {
            player.press(Square { row: 0, column: 1 }).unwrap();
            player.release().unwrap();
        }
        assert_eq!(in_hand(&player), "2 b1");
    }
}
