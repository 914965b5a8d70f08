//! Joins the cells of the start board: lets edges touch (`wrap`), or joins cells along `lines`.
//!
//! Such boards have pieces of one cell only, which move in every direction, and no rules and exits:
//! all these refer to rows, columns and edges.

use super::document::{Document, WRAPS};
use super::error::{counted, quoted};
use super::faults::FaultCollector;
use super::start_board::{StartBoard, TokenKind};
use super::word_grid::PlacedWord;
use slidewise_board::{Board, CellSet, Direction, JoinError, Wrap};

/// What a board has to be for large pieces, axes, rules and exits.
const SQUARES: &str = "a board without `wrap` and `lines`";

/// Joins the cells of the start board as the file says; adds the faults of the keys.
pub(super) fn join(sheet: &Document, lineup: &mut StartBoard, faults: &mut FaultCollector<'_>) {
    let joined = match (&sheet.wrap, &sheet.lines) {
        (None, None) => return,
        (Some(wrap), Some(_)) => {
            faults.add(wrap.at, "`wrap` or `lines`, not both", "both keys");
            return;
        }
        (Some(wrap), None) => wrapped(wrap, &lineup.board, faults),
        (None, Some(lines)) => with_lines(lines, &lineup.board, faults),
    };
    refuse_what_needs_squares(sheet, lineup, faults);
    if let Some(board) = joined {
        lineup.board = board;
    }
}

/// The board whose edges touch as the word says.
fn wrapped(word: &PlacedWord, board: &Board, faults: &mut FaultCollector<'_>) -> Option<Board> {
    let Some(wrap) = Wrap::ALL.into_iter().find(|wrap| wrap.name() == word.text) else {
        faults.add(word.at, WRAPS, &quoted(&word.text));
        return None;
    };
    match board.clone().wrapped(wrap) {
        Ok(board) => Some(board),
        Err(error) => {
            note(error, &[], word.at, faults);
            None
        }
    }
}

/// The board whose cells are joined along the lines.
fn with_lines(
    words: &[PlacedWord],
    board: &Board,
    faults: &mut FaultCollector<'_>,
) -> Option<Board> {
    let mut lines = Vec::with_capacity(words.len());
    let mut on_lines = CellSet::EMPTY;
    let mut are_cells = true;
    for word in words {
        let mut line = Vec::new();
        for name in word.text.split_whitespace() {
            let cell = board.square_named(name).and_then(|at| board.cell_at(at));
            if cell.is_none() {
                are_cells = false;
                let expected = "cells that are not walls, such as `a1`, between blanks";
                faults.add(word.at, expected, &quoted(name));
            }
            line.extend(cell);
        }
        on_lines |= line.iter().copied().collect();
        lines.push(line);
    }
    if !are_cells {
        return None;
    }
    let at = words.first().map_or(0, |word| word.at);
    if let Some(cell) = board.cells().without(on_lines).first() {
        let name = board.name_of(board.square_of(cell));
        faults.add(
            at,
            "lines through all cells",
            &format!("none through {}", quoted(&name)),
        );
        return None;
    }
    match board.clone().with_lines(lines) {
        Ok(board) => Some(board),
        Err(error) => {
            note(error, words, at, faults);
            None
        }
    }
}

/// Adds the fault of a board that cannot be joined; `at` is its place if no line is at fault.
fn note(error: JoinError, lines: &[PlacedWord], at: usize, faults: &mut FaultCollector<'_>) {
    let line_at = |line: usize| lines.get(line).map_or(at, |word| word.at);
    let name = |line: usize, cell: usize| {
        let name = lines
            .get(line)
            .and_then(|word| word.text.split_whitespace().nth(cell));
        quoted(name.unwrap_or_default())
    };
    match error {
        JoinError::TooNarrow { across, found } => {
            let expected = format!("at least 3 {across} between edges that touch");
            faults.add(at, &expected, &found.to_string());
        }
        JoinError::TooShort { line, found } => {
            faults.add(
                line_at(line),
                "a line of at least 2 cells",
                &counted(found, "cell"),
            );
        }
        JoinError::Returns { line, cell } => {
            let expected = "each cell once in a line (a closed line of at least 3 cells ends \
                            where it begins)";
            faults.add(
                line_at(line),
                expected,
                &format!("{} again", name(line, cell)),
            );
        }
        JoinError::Repeats { line, cell } => {
            let before = name(line, cell.saturating_sub(1));
            let found = format!("{before} beside {} again", name(line, cell));
            faults.add(
                line_at(line),
                "two cells beside each other once only",
                &found,
            );
        }
        JoinError::TooManyCrossings { line } => {
            let most = Direction::MAX_ALONG / 2;
            let expected = format!(
                "lines that can be sorted into {most} families such that no two of a family have \
                 a common cell"
            );
            faults.add(line_at(line), &expected, "too many crossings");
        }
    }
}

/// Adds a fault for each large piece, axis, rule and exit.
fn refuse_what_needs_squares(
    sheet: &Document,
    lineup: &StartBoard,
    faults: &mut FaultCollector<'_>,
) {
    for standing in &lineup.standings {
        if standing.role == TokenKind::Piece && standing.shape().size() > 1 {
            let token = quoted(&standing.token);
            let cells = counted(standing.squares.len(), "cell");
            let found = format!("the piece {token} of {cells}; in `units` each is a piece");
            faults.add(
                standing.at,
                "pieces of one cell on a board with `wrap` or `lines`",
                &found,
            );
        }
    }
    for word in sheet.horizontal.iter().chain(&sheet.vertical) {
        faults.add(
            word.at,
            SQUARES,
            &format!("an axis for {}", quoted(&word.text)),
        );
    }
    for rule in &sheet.rules {
        faults.add(rule.at, SQUARES, "a rule");
    }
    for word in &sheet.presentation.exits {
        faults.add(word.at, SQUARES, "an exit");
    }
}

#[cfg(test)]
mod tests {
    use crate::Puzzle;
    use slidewise_board::{Joins, Wrap};

    fn faults(text: &str) -> String {
        let error = Puzzle::from_toml("x", "x", text).unwrap_err();
        error.to_string()
    }

    #[test]
    fn boards_are_joined_as_their_files_say() {
        let read = |text| Puzzle::from_toml("x", "x", text).unwrap();
        let ring = read("start = 'AB.'\nwrap = 'left-right'");
        assert_eq!(*ring.board.joins(), Joins::Wrap(Wrap::LeftRight));
        let plain = read("start = 'AB.'");
        assert_ne!(ring.canonical_form(), plain.canonical_form());
        let triangle = read("start = 'AB.'\nlines = ['a1 b1 c1 a1']");
        assert_eq!(triangle.board.line_texts(), ["a1 b1 c1 a1"]);
        assert_ne!(triangle.canonical_form(), ring.canonical_form());
        // Fixed pieces are walls, of any size.
        read("start = '''\nFF\nFF\nA.\n'''\nfixed = ['F']\nwrap = 'top-bottom'");
    }

    #[test]
    fn what_cannot_be_joined_is_reported_with_its_place() {
        for (keys, fault) in [
            (
                "wrap = 'round'",
                "x:2:8: expected `left-right`, `top-bottom` or `both`, found `round`",
            ),
            (
                "wrap = 1",
                "x:2:8: expected `left-right`, `top-bottom` or `both`, found an integer",
            ),
            (
                "wrap = 'both'",
                "x:2:8: expected at least 3 rows between edges that touch, found 1",
            ),
            (
                "wrap = 'both'\nlines = ['a1 b1 c1 d1']",
                "x:2:8: expected `wrap` or `lines`, not both, found both keys",
            ),
            ("lines = []", "x:2:9: expected 1 to 10000 lines, found 0"),
            (
                "lines = ['a1 b1 c1', 'd1']",
                "x:2:22: expected a line of at least 2 cells, found 1 cell",
            ),
            (
                "lines = ['a1 b1 c1', 'c1 e1']",
                "x:2:22: expected cells that are not walls, such as `a1`, between blanks, found \
                 `e1`",
            ),
            (
                "lines = ['a1 b1', 'b1 c1']",
                "x:2:10: expected lines through all cells, found none through `d1`",
            ),
            (
                "lines = ['a1 b1 c1 d1', 'b1 a1']",
                "x:2:25: expected two cells beside each other once only, found `b1` beside `a1` \
                 again",
            ),
            (
                "lines = ['a1 b1 c1 b1 d1']",
                "x:2:10: expected each cell once in a line (a closed line of at least 3 cells \
                 ends where it begins), found `b1` again",
            ),
        ] {
            assert_eq!(faults(&format!("start = 'AB..'\n{keys}\n")), fault);
        }
    }

    #[test]
    fn what_needs_squares_is_refused() {
        let text = "start = 'AA.B'\nwrap = 'left-right'\nhorizontal = ['B']\nexit = 'below a1'\n\
                    [[rule]]\nnever = 'adjacent'\npieces = ['A', 'B']";
        let wanted = "x:1:10: expected pieces of one cell on a board with `wrap` or `lines`, found \
                      the piece `A` of 2 cells; in `units` each is a piece\n\
                      x:3:15: expected a board without `wrap` and `lines`, found an axis for `B`\n\
                      x:4:8: expected a board without `wrap` and `lines`, found an exit\n\
                      x:5:1: expected a board without `wrap` and `lines`, found a rule";
        assert_eq!(faults(text), wanted);
    }
}
