//! Pushes of the metric `line`: the row of single squares between a piece and the next empty
//! square.

use super::definition::step_of;
use super::replayer::{GridPiece, ReplayError, ReplayGrid, shifted};

impl ReplayGrid<'_> {
    /// Makes a push: the piece `moved` and all pieces from there to the next empty square go one
    /// square, at once.
    pub(super) fn make_push(
        &self,
        number: usize,
        moved: usize,
        pieces: &mut [GridPiece],
        before: &[GridPiece],
    ) -> Result<(), ReplayError> {
        let wrong = |what: String| self.wrong_move(number, what);
        let step = &self.certificate.path[number - 1];
        let mut letters = step.letters.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else {
            return Err(wrong("the move is not one line".to_owned()));
        };
        let by = step_of(letter).ok_or_else(|| wrong(format!("`{letter}` is not U, D, L or R")))?;
        let mut row = vec![moved];
        let mut at = pieces[moved].first();
        loop {
            at = (at.0 + by.0, at.1 + by.1);
            let next = pieces.iter().position(|piece| piece.squares.contains(&at));
            let Some(next) = next else { break };
            row.push(next);
        }
        if !self.cells.contains(&at) {
            return Err(wrong("no empty square ends the row".to_owned()));
        }
        row.reverse();
        for &own in &row {
            let class = &self.definition.classes[pieces[own].class];
            if pieces[own].squares.len() > 1 {
                return Err(wrong("a piece of the row has several squares".to_owned()));
            }
            if class.horizontal && by.0 != 0 || class.vertical && by.1 != 0 {
                return Err(wrong(format!(
                    "a piece cannot move {letter}: it keeps its row or column"
                )));
            }
        }
        let is_called = |own: usize, token: &String| {
            let stood = |other: &GridPiece| other.squares == pieces[own].squares;
            pieces[own].token == *token
                || before.iter().any(|old| stood(old) && old.token == *token)
        };
        let mut tokens = row.iter().zip(&step.pieces);
        if row.len() != step.pieces.len() || !tokens.all(|(&own, token)| is_called(own, token)) {
            return Err(wrong("`pieces` are not those of the row".to_owned()));
        }
        for own in row {
            pieces[own].squares = shifted(&pieces[own].squares, by);
        }
        self.check(pieces)
            .map_err(|what| wrong(format!("after the push, {what}")))?;
        let reached = self.name(pieces[moved].first());
        if reached != step.to {
            return Err(wrong(format!(
                "the piece arrives at {reached}, unlike the move states"
            )));
        }
        Ok(())
    }
}
