//! Steps on boards that run round or are made of lines, where each piece covers one square.

use super::definition::{DefinedClass, GridSquare, PuzzleDefinition, step_of};
use super::replayer::{GridPiece, ReplayError, ReplayGrid};
use std::collections::BTreeSet;

impl PuzzleDefinition {
    /// Whether edges of the board touch, or lines join its cells.
    pub(super) fn is_joined(&self) -> bool {
        self.wraps != [false; 2] || !self.lines.is_empty()
    }

    /// What is wrong with a board that runs round or is made of lines; `None` if nothing is.
    pub(super) fn joined_fault(&self) -> Option<&'static str> {
        let is_unit =
            |class: &DefinedClass| class.shape.len() == 1 && !class.horizontal && !class.vertical;
        let is_plain = self.classes.iter().all(is_unit) && self.rules.is_empty();
        (self.is_joined() && !is_plain).then_some(
            "a board with `wrap` or `line` has pieces of one square without an axis, and no rules",
        )
    }

    /// The square beside another in the direction of a letter, over an edge if it touches another.
    fn round(&self, at: GridSquare, by: GridSquare) -> GridSquare {
        let (mut row, mut column) = (at.0 + by.0, at.1 + by.1);
        let [across, along] = self.wraps;
        if across {
            column = column.rem_euclid(self.columns);
        }
        if along {
            row = row.rem_euclid(self.rows);
        }
        (row, column)
    }

    /// Whether the squares follow each other on one line, in either sense.
    fn are_on_a_line(&self, squares: &[GridSquare]) -> bool {
        self.lines.iter().any(|line| {
            let mut round = line.clone();
            if line.first() == line.last() {
                round.extend(&line[1..]);
            }
            let mut back = round.clone();
            back.reverse();
            let is_in = |way: &[GridSquare]| way.windows(squares.len()).any(|own| own == squares);
            is_in(&round) || is_in(&back)
        })
    }
}

impl ReplayGrid<'_> {
    /// Makes the steps of a move of the piece `moved`.
    pub(super) fn make_joined_steps(
        &self,
        number: usize,
        moved: usize,
        pieces: &mut [GridPiece],
    ) -> Result<(), ReplayError> {
        let wrong = |what: &str| self.wrong_move(number, what.to_owned());
        let step = &self.certificate.path[number - 1];
        let way = self
            .joined_way(pieces[moved].first(), &step.letters)
            .ok_or_else(|| wrong("the steps are no letters, or no cells along lines"))?;
        let mut letters = step.letters.chars();
        let is_straight = if self.definition.lines.is_empty() {
            letters.all(|own| step.letters.starts_with(own))
        } else {
            self.definition.are_on_a_line(&way)
        };
        let is_one = match self.certificate.metric.as_str() {
            "step" => way.len() == 2,
            "slide" => way.len() > 1 && is_straight,
            "move" => way.len() > 1,
            _ => false,
        };
        if !is_one {
            return Err(wrong(&format!(
                "the move is not one {}",
                self.certificate.metric
            )));
        }
        for &square in &way[1..] {
            let mut others = (0..).zip(pieces.iter()).filter(|&(at, _)| at != moved);
            let is_taken = others.any(|(_, other): (usize, _)| other.squares.contains(&square));
            if is_taken || !self.cells.contains(&square) {
                return Err(wrong("a piece, a wall or the edge is in the way"));
            }
            pieces[moved].squares = BTreeSet::from([square]);
            self.check(pieces).map_err(|what| wrong(&what))?;
        }
        if self.name(pieces[moved].first()) != step.to || step.to == step.from {
            return Err(wrong("the piece does not arrive where the move states"));
        }
        Ok(())
    }

    /// The squares of a piece from `from` on, one after each step of a text; `None` if a step has
    /// no meaning, or there are more steps than cells.
    fn joined_way(&self, from: GridSquare, text: &str) -> Option<Vec<GridSquare>> {
        let definition = self.definition;
        let mut way = vec![from];
        let most = definition.cells.len();
        if definition.lines.is_empty() {
            for letter in text.chars().take(most + 1) {
                way.push(definition.round(*way.last()?, step_of(letter)?));
            }
        } else {
            for name in text.strip_prefix('>')?.split('>').take(most + 1) {
                let to = definition.cells.iter().find(|&&at| self.name(at) == name)?;
                let last = *way.last()?;
                if !definition.are_on_a_line(&[last, *to]) {
                    return None;
                }
                way.push(*to);
            }
        }
        (way.len() <= most + 1).then_some(way)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn definition(lines: &[&str]) -> PuzzleDefinition {
        let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
        PuzzleDefinition::read(&lines).unwrap()
    }

    #[test]
    fn steps_go_over_edges_that_touch() {
        let torus = definition(&["slidewise puzzle 1", "board ...:...:...", "wrap both"]);
        assert_eq!(torus.round((0, 0), (-1, 0)), (2, 0));
        assert_eq!(torus.round((1, 2), (0, 1)), (1, 0));
        let ring = definition(&["slidewise puzzle 1", "board ...:...", "wrap left-right"]);
        assert_eq!(ring.round((0, 0), (-1, 0)), (-1, 0));
        assert_eq!(ring.round((0, 0), (0, -1)), (0, 2));
    }

    #[test]
    fn squares_are_on_a_line_in_either_sense_and_around() {
        let lines = [
            "slidewise puzzle 1",
            "board .....",
            "line 0 1 2 3 0",
            "line 1 4",
        ];
        let board = definition(&lines);
        let on = |columns: &[i32]| {
            let squares: Vec<GridSquare> = columns.iter().map(|&column| (0, column)).collect();
            board.are_on_a_line(&squares)
        };
        assert!(on(&[0, 1, 2]) && on(&[2, 3, 0, 1]) && on(&[1, 0, 3]) && on(&[4, 1]));
        assert!(!on(&[0, 1, 4]) && !on(&[0, 2]) && !on(&[4, 0]));
    }
}
