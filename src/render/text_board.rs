//! Drawings of positions in text: outlined pieces with their tokens, hatched walls.

use anstyle::{AnsiColor, Color, Style};
use slidewise_board::{Board, Square};
use slidewise_puzzle::{Configuration, Puzzle};
use unicode_width::UnicodeWidthStr;

/// Style of a drawn board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardStyle {
    /// Rows of tokens, as in a puzzle file.
    Plain,
    /// Box-drawing characters with ANSI colours. If colours are not wanted, the output stream
    /// removes them.
    Boxes,
}

/// Colours of the classes, used cyclically. Outlines separate the pieces even without colours.
const COLOURS: [AnsiColor; 6] = [
    AnsiColor::Cyan,
    AnsiColor::Yellow,
    AnsiColor::Green,
    AnsiColor::Magenta,
    AnsiColor::Blue,
    AnsiColor::Red,
];

/// Content of a square.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DrawnContent {
    /// A square where no piece can ever be.
    Wall,
    /// A cell without a piece.
    Empty,
    /// A piece, with its number from 0; the pieces of all classes are numbered together.
    Piece(usize),
}

/// Draws a position as lines of text.
pub fn draw_board(
    puzzle: &Puzzle,
    configuration: &Configuration,
    style: BoardStyle,
) -> Vec<String> {
    let tokens = puzzle.rows_of(configuration);
    let width = tokens
        .iter()
        .flatten()
        .map(|token| token.width())
        .max()
        .unwrap_or(1);
    if style == BoardStyle::Plain {
        let padded = |token: &String| blanks(width - token.width()) + token;
        let line = |row: &Vec<String>| {
            if puzzle.notation.blanks {
                row.iter().map(padded).collect::<Vec<_>>().join(" ")
            } else {
                // Each token of this puzzle has a single character, so no blanks are needed.
                row.concat()
            }
        };
        return tokens.iter().map(line).collect();
    }
    let (contents, classes) = contents(puzzle, configuration);
    let board = &puzzle.board;
    let mut lines = Vec::with_capacity(board.rows() * 2 + 1);
    for (row, tokens) in tokens.iter().enumerate() {
        lines.push(border_line(board, &contents, row, width + 2));
        lines.push(content_line(board, &contents, &classes, tokens, row, width));
    }
    lines.push(border_line(board, &contents, board.rows(), width + 2));
    lines
}

fn blanks(count: usize) -> String {
    " ".repeat(count)
}

/// Contents of all squares in reading order, and the class of each piece, indexed by the number in
/// [`DrawnContent::Piece`].
fn contents(puzzle: &Puzzle, configuration: &Configuration) -> (Vec<DrawnContent>, Vec<usize>) {
    let board = &puzzle.board;
    let mut contents = vec![DrawnContent::Wall; board.rows() * board.columns()];
    let at = |square: Square| square.row as usize * board.columns() + square.column as usize;
    for cell in board.cells() {
        contents[at(board.square_of(cell))] = DrawnContent::Empty;
    }
    let mut classes = Vec::new();
    for class in 0..puzzle.classes.len() {
        for piece in puzzle.pieces_of(configuration, class) {
            for cell in piece {
                contents[at(board.square_of(cell))] = DrawnContent::Piece(classes.len());
            }
            classes.push(class);
        }
    }
    (contents, classes)
}

/// Content of the square at a row and column; `None` outside the board.
pub(super) fn content_at(
    board: &Board,
    contents: &[DrawnContent],
    row: isize,
    column: isize,
) -> Option<DrawnContent> {
    let row = usize::try_from(row)
        .ok()
        .filter(|&row| row < board.rows())?;
    let column = usize::try_from(column)
        .ok()
        .filter(|&column| column < board.columns())?;
    Some(contents[row * board.columns() + column])
}

fn border_line(board: &Board, contents: &[DrawnContent], row: usize, width: usize) -> String {
    let row = row as isize;
    let at = |row, column| content_at(board, contents, row, column);
    let mut line = String::new();
    for column in 0..=board.columns() as isize {
        let (above, here) = (at(row - 1, column), at(row, column));
        let (across, left) = (at(row - 1, column - 1), at(row, column - 1));
        line.push(corner([across, above], [left, here]));
        if column < board.columns() as isize {
            let filling = match here {
                _ if above != here => '─',
                Some(DrawnContent::Wall) => '░',
                _ => ' ',
            };
            line.extend(std::iter::repeat_n(filling, width));
        }
    }
    line
}

fn content_line(
    board: &Board,
    contents: &[DrawnContent],
    classes: &[usize],
    tokens: &[String],
    row: usize,
    width: usize,
) -> String {
    let mut line = String::new();
    let mut left = None;
    for (token, &here) in tokens.iter().zip(&contents[row * board.columns()..]) {
        line.push(match here {
            _ if left != Some(here) => '│',
            DrawnContent::Wall => '░',
            _ => ' ',
        });
        left = Some(here);
        let token = if token == "." { "" } else { token };
        let room = width.saturating_sub(token.width());
        let (before, behind) = (blanks(room / 2 + 1), blanks(room.div_ceil(2) + 1));
        match here {
            DrawnContent::Wall => line.extend(std::iter::repeat_n('░', width + 2)),
            DrawnContent::Empty => line += &format!("{before}{token}{behind}"),
            DrawnContent::Piece(piece) => {
                let colour = COLOURS[classes[piece] % COLOURS.len()];
                let style = Style::new().bold().fg_color(Some(Color::Ansi(colour)));
                line += &format!("{before}{style}{token}{style:#}{behind}");
            }
        }
    }
    line.push('│');
    line
}

/// Box-drawing character for the point where four squares meet.
///
/// The squares are given in reading order: the two above the point, then the two below it. A line
/// separates squares of different content.
pub(super) fn corner(
    [above_left, above_right]: [Option<DrawnContent>; 2],
    [below_left, below_right]: [Option<DrawnContent>; 2],
) -> char {
    let up = above_left != above_right;
    let down = below_left != below_right;
    let left = above_left != below_left;
    let right = above_right != below_right;
    match (up, down, left, right) {
        (false, false, false, false) => ' ',
        (true, true, false, false) => '│',
        (false, false, true, true) => '─',
        (false, true, false, true) => '╭',
        (false, true, true, false) => '╮',
        (true, false, false, true) => '╰',
        (true, false, true, false) => '╯',
        (true, true, false, true) => '├',
        (true, true, true, false) => '┤',
        (false, true, true, true) => '┬',
        (true, false, true, true) => '┴',
        (true, true, true, true) => '┼',
        (true, false, false, false) => '╵',
        (false, true, false, false) => '╷',
        (false, false, true, false) => '╴',
        (false, false, false, true) => '╶',
    }
}

#[cfg(test)]
mod tests {
    use super::{BoardStyle, draw_board};
    use slidewise_puzzle::Puzzle;
    use unicode_width::UnicodeWidthStr;

    fn drawn(board: &str, style: BoardStyle) -> Vec<String> {
        let text = format!("start = \"\"\"\n{board}\n\"\"\"");
        let puzzle = Puzzle::from_toml("x", "x.toml", &text).unwrap();
        let lines = draw_board(&puzzle, &puzzle.start, style);
        let strip = |line: String| anstream::adapter::strip_str(&line).to_string();
        lines.into_iter().map(strip).collect()
    }

    #[test]
    fn boxes_are_as_wide_as_the_widest_token_on_a_terminal() {
        let boxes = drawn("日本.\n日AB", BoardStyle::Boxes);
        let expected = [
            "╭────┬────┬────╮",
            "│ 日 │ 本 │    │",
            "│    ├────┼────┤",
            "│ 日 │ A  │ B  │",
            "╰────┴────┴────╯",
        ];
        assert_eq!(boxes, expected);
        assert!(boxes.iter().all(|line| line.width() == 16));
        assert_eq!(drawn("日本.\n日AB", BoardStyle::Plain), ["日本.", "日AB"]);
        assert_eq!(
            drawn("日1 . B\n日1 A C", BoardStyle::Plain),
            ["日1   .   B", "日1   A   C"]
        );
        assert_eq!(
            drawn("A.", BoardStyle::Boxes),
            ["╭───┬───╮", "│ A │   │", "╰───┴───╯"]
        );
    }
}
