//! Control by mouse: pieces are dragged, or sent to a cell by a click.

use super::remark::PlayerRemark;
use super::state::{DraggedPiece, Player};
use slidewise_analysis::QueryError;
use slidewise_board::{Cell, Direction, Square};
use slidewise_engine::graph::Metric;

impl Player<'_> {
    /// Handles a press of the mouse button on a square.
    ///
    /// If a piece covers the square, it is taken in hand and can be dragged. If the square is an
    /// empty cell, the piece in hand moves there.
    ///
    /// # Errors
    /// If the marks that give the distances are damaged.
    pub fn press(&mut self, square: Square) -> Result<(), QueryError> {
        self.typed.clear();
        self.held = None;
        let board = &self.game.puzzle().board;
        let Some(cell) = board.cell_at(square) else {
            return Ok(());
        };
        if let Some(piece) = self.pieces().at(cell) {
            let first = board.square_of(self.pieces().list()[piece].first);
            self.held = Some(DraggedPiece {
                piece,
                at: between(first, square),
                was_in_hand: self.in_hand == Some(piece),
                has_moved: false,
            });
            self.in_hand = Some(piece);
            self.remark = PlayerRemark::Nothing;
            return Ok(());
        }
        let Some(piece) = self.in_hand else {
            self.remark = PlayerRemark::ChooseFirst;
            return Ok(());
        };
        self.send(piece, cell)
    }

    /// Moves a piece onto a cell by the fewest steps; in the metric `line`, pushes the row that
    /// begins with the piece and ends before the cell.
    fn send(&mut self, piece: usize, cell: Cell) -> Result<(), QueryError> {
        if self.game.metric() == Metric::Line {
            let board = &self.game.puzzle().board;
            let first = board.square_of(self.pieces().list()[piece].first);
            let way = between(first, board.square_of(cell));
            if (way.0 == 0) != (way.1 == 0) {
                for direction in toward(way) {
                    self.move_piece(piece, direction)?;
                }
                return Ok(());
            }
        }
        let way = self.pieces().way_onto(self.game.puzzle(), piece, cell);
        match way {
            None => self.remark = PlayerRemark::NoWayThere { piece },
            Some(way) => {
                for direction in way {
                    self.move_piece(piece, direction)?;
                }
            }
        }
        Ok(())
    }

    /// Moves the dragged piece towards a square, step by step, as far as it can go.
    ///
    /// # Errors
    /// If the marks that give the distances are damaged.
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
            self.remark = PlayerRemark::Nothing;
            self.look()?;
        }
        self.held = Some(held);
        Ok(())
    }

    /// Handles the release of the mouse button.
    ///
    /// The pressed piece makes a step if it was in hand before the press, was not dragged, and can
    /// move in only one direction.
    ///
    /// # Errors
    /// If the marks that give the distances are damaged.
    pub fn release(&mut self) -> Result<(), QueryError> {
        let Some(held) = self.held.take() else {
            return Ok(());
        };
        if held.was_in_hand && !held.has_moved {
            let directions = self.game.puzzle().board.directions().iter().copied();
            let mut ways = directions.filter(|&way| self.game.after_step(held.piece, way).is_ok());
            if let (Some(direction), None) = (ways.next(), ways.next()) {
                self.move_piece(held.piece, direction)?;
            }
        }
        Ok(())
    }
}

/// Number of rows and of columns from one square to another; negative upward and to the left.
fn between(from: Square, to: Square) -> (i32, i32) {
    (
        i32::from(to.row) - i32::from(from.row),
        i32::from(to.column) - i32::from(from.column),
    )
}

/// Directions that reduce a distance of rows and columns; the direction of the larger number first.
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
    use super::super::state::tests::{in_hand, player, puzzle};
    use super::*;
    use slidewise_puzzle::Puzzle;

    #[test]
    fn a_piece_follows_the_pointer_and_goes_where_it_is_sent() {
        let puzzle = puzzle("start = \"\"\"\n#AA.\n.A..\n..B.\n\"\"\"\ndistinct = true");
        let mut player = player(&puzzle);
        let square = |row, column| Square { row, column };
        player.press(square(1, 1)).unwrap();
        assert_eq!(in_hand(&player), "A b3");
        // The piece was grabbed at its lower square, so this drag moves it by one column.
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
        assert_eq!(*player.remark(), PlayerRemark::Nothing);
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
