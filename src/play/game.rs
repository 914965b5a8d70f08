//! The turns of a game, with undo and redo.
//!
//! A turn is one edge of the state graph in the metric of the game. In the slide and move metrics,
//! steps of one piece extend the last turn as long as they amount to one slide or move from the
//! position where this turn began. A piece that returns to where its turn began has made no turn.
//! In the step metric, every step is a turn, even a step back. In the metric `line` every push is a
//! turn: a piece pushes those between it and the next empty cell. The number of turns plus the
//! distance to Finish is therefore never less than the distance from Start to Finish.

use super::GamePieces;
use slidewise_analysis::{Move, Obstacle};
use slidewise_board::Direction;
use slidewise_engine::graph::Metric;
use slidewise_puzzle::Puzzle;

/// One step, slide or move of one piece, or one push.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameTurn {
    /// Number of the piece: its index in [`GamePieces::list`].
    pub piece: usize,
    /// The step, slide or move that the piece made, or its push.
    pub by: Move,
    /// The pieces after the turn.
    pub after: GamePieces,
}

/// A game: the puzzle, the turns, and the turns that were undone.
#[derive(Clone, Debug)]
pub struct Game<'p> {
    puzzle: &'p Puzzle,
    metric: Metric,
    start: GamePieces,
    done: Vec<GameTurn>,
    /// Turns that were undone. The last one is the next to redo.
    undone: Vec<GameTurn>,
}

impl<'p> Game<'p> {
    /// Starts a game at the puzzle's Start; `metric` says what counts as one turn.
    pub fn new(puzzle: &'p Puzzle, metric: Metric) -> Game<'p> {
        Game {
            puzzle,
            metric,
            start: GamePieces::of(puzzle, &puzzle.start),
            done: Vec::new(),
            undone: Vec::new(),
        }
    }

    /// The puzzle of the game.
    pub fn puzzle(&self) -> &'p Puzzle {
        self.puzzle
    }

    /// The metric that counts turns.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The pieces in the current position.
    pub fn pieces(&self) -> &GamePieces {
        self.done.last().map_or(&self.start, |turn| &turn.after)
    }

    /// The pieces before the last turn; `None` if there was no turn.
    pub fn before_last(&self) -> Option<&GamePieces> {
        let last = self.done.len().checked_sub(1)?;
        Some(match last.checked_sub(1) {
            Some(before) => &self.done[before].after,
            None => &self.start,
        })
    }

    /// The turns so far.
    pub fn turns(&self) -> &[GameTurn] {
        &self.done
    }

    /// Number of turns that can be redone.
    pub fn undone(&self) -> usize {
        self.undone.len()
    }

    /// Whether the position meets a goal.
    pub fn is_solved(&self) -> bool {
        self.puzzle
            .is_solved(&self.pieces().configuration(self.puzzle))
    }

    /// The pieces after a piece has gone one cell: alone, or in the metric `line` with the pieces
    /// that it pushes.
    ///
    /// # Errors
    /// The obstacle that prevents it.
    pub fn after_step(&self, piece: usize, direction: Direction) -> Result<GamePieces, Obstacle> {
        match self.metric {
            Metric::Line => self.pieces().push(self.puzzle, piece, direction),
            _ => self.pieces().step(self.puzzle, piece, direction),
        }
    }

    /// Moves a piece by one cell. Turns that were undone can no longer be redone.
    ///
    /// # Errors
    /// The obstacle that prevents the step. The game is then unchanged.
    pub fn step(&mut self, piece: usize, direction: Direction) -> Result<(), Obstacle> {
        let after = self.after_step(piece, direction)?;
        self.undone.clear();
        let is_in_hand = matches!(self.metric, Metric::Slide | Metric::Move)
            && self.done.last().is_some_and(|last| last.piece == piece);
        if let Some(before) = self.before_last().filter(|_| is_in_hand) {
            if after == *before {
                self.done.pop();
                return Ok(());
            }
            if let Some(by) = self.between(before, &after) {
                self.done.pop();
                self.done.push(GameTurn { piece, by, after });
                return Ok(());
            }
        }
        let by = self
            .between(self.pieces(), &after)
            .expect("a step is an edge in every metric");
        self.done.push(GameTurn { piece, by, after });
        Ok(())
    }

    fn between(&self, before: &GamePieces, after: &GamePieces) -> Option<Move> {
        Move::between(
            self.puzzle,
            self.metric,
            &before.configuration(self.puzzle),
            &after.configuration(self.puzzle),
        )
    }

    /// Undoes the last turn; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let turn = self.done.pop();
        let is_there = turn.is_some();
        self.undone.extend(turn);
        is_there
    }

    /// Redoes the turn that was undone last; `false` if there is none.
    pub fn redo(&mut self) -> bool {
        let turn = self.undone.pop();
        let is_there = turn.is_some();
        self.done.extend(turn);
        is_there
    }

    /// Undoes all turns. All of them can be redone.
    pub fn restart(&mut self) {
        while self.undo() {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Direction::{Down, Left, Right, Up};

    fn puzzle(text: &str) -> Puzzle {
        Puzzle::from_toml("x", "x.toml", text).unwrap_or_else(|error| panic!("{error}\n{text}"))
    }

    /// Number of turns of the game after each of `steps`, all of them made by the first piece.
    fn counts(text: &str, metric: Metric, steps: &[Direction]) -> Vec<usize> {
        let puzzle = puzzle(text);
        let mut game = Game::new(&puzzle, metric);
        let counts = steps.iter().map(|&step| {
            game.step(0, step).unwrap();
            game.turns().len()
        });
        counts.collect()
    }

    #[test]
    fn a_piece_in_hand_goes_on_with_its_turn() {
        let row = "start = 'A....'";
        let there_and_back = [Right, Right, Right, Left, Left, Left];
        for (metric, wanted) in [
            (Metric::Step, [1, 2, 3, 4, 5, 6]),
            (Metric::Slide, [1, 1, 1, 1, 1, 0]),
            (Metric::Move, [1, 1, 1, 1, 1, 0]),
        ] {
            assert_eq!(counts(row, metric, &there_and_back), wanted, "{metric:?}");
        }
        let square = "start = \"\"\"\nA..\n...\n\"\"\"";
        let around = [Right, Down, Right, Up, Left, Left];
        for (metric, wanted) in [
            (Metric::Step, [1, 2, 3, 4, 5, 6]),
            (Metric::Slide, [1, 2, 3, 4, 5, 5]),
            (Metric::Move, [1, 1, 1, 1, 1, 0]),
        ] {
            assert_eq!(counts(square, metric, &around), wanted, "{metric:?}");
        }
    }

    #[test]
    fn a_piece_pushes_those_before_it_in_lines() {
        let puzzle = puzzle("start = 'AB.#'\ndistinct = true");
        let mut game = Game::new(&puzzle, Metric::Line);
        game.step(0, Right).unwrap();
        let text = |game: &Game<'_>| puzzle.write_position(&game.pieces().configuration(&puzzle));
        assert_eq!((text(&game), game.turns().len()), (".AB#".into(), 1));
        let tokens: Vec<&str> = game.turns()[0].by.pieces().collect();
        assert_eq!(tokens, ["B", "A"]);
        assert_eq!(game.step(0, Right), Err(Obstacle::Wall));
        game.step(1, Left).unwrap();
        assert_eq!((text(&game), game.turns().len()), ("AB.#".into(), 2));
        assert!(game.undo());
        assert_eq!(text(&game), ".AB#");
    }

    #[test]
    fn another_piece_begins_another_turn_also_where_both_look_alike() {
        // Two interchangeable pieces make one step each; one piece could make the same change.
        let puzzle = puzzle("start = \"\"\"\na.\nb.\n\"\"\"");
        let mut game = Game::new(&puzzle, Metric::Move);
        game.step(0, Right).unwrap();
        game.step(1, Up).unwrap();
        assert_eq!(game.turns().len(), 2);
        let letters: Vec<&str> = game.turns().iter().map(|turn| &*turn.by.piece).collect();
        assert_eq!(letters, ["a", "b"]);
        game.step(1, Down).unwrap();
        game.step(0, Left).unwrap();
        assert_eq!(game.turns().len(), 0, "both are back");
    }

    #[test]
    fn turns_are_taken_back_and_done_again_whole() {
        let puzzle = puzzle("start = 'A..B.'\ndistinct = true");
        let mut game = Game::new(&puzzle, Metric::Slide);
        for (piece, way) in [(0, Right), (0, Right), (1, Right)] {
            game.step(piece, way).unwrap();
        }
        let text = |game: &Game<'_>| puzzle.write_position(&game.pieces().configuration(&puzzle));
        assert_eq!((text(&game), game.turns().len()), ("..A.B".into(), 2));
        assert!(game.undo());
        assert_eq!(text(&game), "..AB.");
        assert!(game.undo());
        assert_eq!((text(&game), game.undone()), ("A..B.".into(), 2));
        assert!(!game.undo());
        assert!(game.redo());
        assert_eq!(text(&game), "..AB.");
        game.restart();
        assert!(game.redo() && game.redo() && !game.redo());
        assert_eq!(text(&game), "..A.B");
        game.undo();
        // A step discards the turns that were undone; a step that fails does not.
        assert_eq!(
            game.step(0, Right),
            Err(Obstacle::Piece(slidewise_board::Cell(3)))
        );
        assert_eq!(game.undone(), 1);
        game.step(0, Left).unwrap();
        assert_eq!(
            (text(&game), game.undone(), game.turns().len()),
            (".A.B.".into(), 0, 1)
        );
    }

    #[test]
    fn what_is_in_the_way_is_told() {
        let text = "start = \"\"\"\nAB.-\n#.C.\n\"\"\"\nhorizontal = ['B']\n[gates]\n'-' = ['C']\n\
                    [[rule]]\nnever = 'adjacent'\npieces = ['A', 'C']\n";
        let puzzle = puzzle(text);
        let game = Game::new(&puzzle, Metric::Step);
        let [a, b, c] = ["A", "B", "C"].map(|token| {
            let list = game.pieces().list();
            list.iter().position(|piece| piece.token == token).unwrap()
        });
        let tried = |piece, way| game.clone().step(piece, way);
        let cell = |name: &str| {
            let square = puzzle.board.square_named(name).unwrap();
            puzzle.board.cell_at(square).unwrap()
        };
        assert_eq!(tried(a, Up), Err(Obstacle::Edge));
        assert_eq!(tried(a, Down), Err(Obstacle::Wall));
        assert_eq!(tried(a, Right), Err(Obstacle::Piece(cell("b2"))));
        assert_eq!(tried(b, Down), Err(Obstacle::Lane));
        assert_eq!(tried(c, Left), Err(Obstacle::Rule));
        assert_eq!(tried(c, Right), Ok(()));
        let mut game = game.clone();
        game.step(b, Right).unwrap();
        assert_eq!(game.step(b, Right), Err(Obstacle::Gate(cell("d2"))));
    }
}
