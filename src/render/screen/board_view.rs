//! Drawing of the board on the game screen: outlined, coloured pieces with their tokens.

use super::{ColourDepth, ScreenLayout};
use crate::palette::Palette;
use crate::text_board::{DrawnContent, content_at, corner};
use ratatui_core::buffer::Buffer;
use ratatui_core::style::{Modifier, Style};
use ratatui_core::text::Span;
use slidewise_board::{Direction, Square};
use slidewise_play::Player;

/// A board to draw: the contents of its squares and the styles of its pieces.
struct BoardPainter<'a> {
    player: &'a Player<'a>,
    layout: &'a ScreenLayout,
    contents: Vec<DrawnContent>,
    /// Style of each piece, indexed by piece number.
    styles: Vec<Style>,
}

/// Draws the board of a game.
pub(super) fn draw(
    player: &Player<'_>,
    ink: ColourDepth,
    layout: &ScreenLayout,
    buffer: &mut Buffer,
) {
    let puzzle = player.game().puzzle();
    let board = &puzzle.board;
    let pieces = player.game().pieces().list();
    let palette = Palette::of(puzzle);
    let mut contents = vec![DrawnContent::Wall; board.rows() * board.columns()];
    let at = |square: Square| square.row as usize * board.columns() + square.column as usize;
    for cell in board.cells() {
        contents[at(board.square_of(cell))] = DrawnContent::Empty;
    }
    let mut styles = Vec::new();
    for (number, piece) in (0..).zip(pieces) {
        for cell in piece.cells {
            contents[at(board.square_of(cell))] = DrawnContent::Piece(number);
        }
        let style = ink.of_piece(palette.colour_of(piece.class));
        styles.push(if player.in_hand() == Some(number) {
            style.add_modifier(Modifier::BOLD)
        } else {
            style
        });
    }
    let drawing = BoardPainter {
        player,
        layout,
        contents,
        styles,
    };
    drawing.draw_lines(buffer);
    for row in 0..board.rows() as u16 {
        for column in 0..board.columns() as u16 {
            drawing.draw_cell(Square { row, column }, buffer);
        }
    }
}

impl BoardPainter<'_> {
    fn at(&self, row: isize, column: isize) -> Option<DrawnContent> {
        let board = &self.player.game().puzzle().board;
        content_at(board, &self.contents, row, column)
    }

    /// Draws lines along the outlines of pieces, and fills the gaps inside pieces.
    fn draw_lines(&self, buffer: &mut Buffer) {
        let board = &self.player.game().puzzle().board;
        let area = self.layout.board;
        let grid = self.layout.grid;
        if !grid.has_lines {
            self.draw_frame(buffer);
            return;
        }
        for row in 0..=board.rows() as isize {
            for column in 0..=board.columns() as isize {
                let x = area.x + column as u16 * (grid.width + 1);
                let y = area.y + row as u16 * (grid.height + 1);
                let here = self.at(row, column);
                let left = self.at(row, column - 1);
                let above = self.at(row - 1, column);
                let across = self.at(row - 1, column - 1);
                let sign = corner([across, above], [left, here]);
                let is_inside = [left, above, across].iter().all(|&other| other == here);
                self.put(buffer, (x, y), sign, here.filter(|_| is_inside));
                for x in x + 1..(x + 1 + grid.width).min(area.right()) {
                    let inside = here.filter(|_| above == here);
                    self.put(buffer, (x, y), '─', inside);
                }
                for y in y + 1..(y + 1 + grid.height).min(area.bottom()) {
                    let inside = here.filter(|_| left == here);
                    self.put(buffer, (x, y), '│', inside);
                }
            }
        }
    }

    /// Draws a frame around a board whose squares have no lines between them.
    fn draw_frame(&self, buffer: &mut Buffer) {
        let area = self.layout.board;
        let (right, bottom) = (area.right() - 1, area.bottom() - 1);
        for x in area.x..=right {
            for y in area.y..=bottom {
                let sides = (x == area.x, x == right, y == area.y, y == bottom);
                let sign = match sides {
                    (true, _, true, _) => '╭',
                    (_, true, true, _) => '╮',
                    (true, _, _, true) => '╰',
                    (_, true, _, true) => '╯',
                    (true, ..) | (_, true, ..) => '│',
                    (_, _, true, _) | (_, _, _, true) => '─',
                    _ => ' ',
                };
                self.put(buffer, (x, y), sign, None);
            }
        }
    }

    /// Draws the line character `sign` at a point of the screen, unless `inside` is given.
    ///
    /// If all squares around the point have the same content, `inside` is this content and is drawn
    /// instead.
    fn put(
        &self,
        buffer: &mut Buffer,
        (x, y): (u16, u16),
        sign: char,
        inside: Option<DrawnContent>,
    ) {
        let (sign, style) = match inside {
            None => (sign, Style::new()),
            Some(DrawnContent::Wall) => ('░', Style::new()),
            Some(DrawnContent::Empty) => (' ', Style::new()),
            Some(DrawnContent::Piece(piece)) => (' ', self.styles[piece]),
        };
        buffer[(x, y)].set_char(sign).set_style(style);
    }

    fn draw_cell(&self, square: Square, buffer: &mut Buffer) {
        let grid = self.layout.grid;
        let line = u16::from(grid.has_lines);
        let x = self.layout.board.x + 1 + square.column * (grid.width + line);
        let y = self.layout.board.y + 1 + square.row * (grid.height + line);
        let content = self.at(square.row as isize, square.column as isize);
        for x in x..x + grid.width {
            for y in y..y + grid.height {
                self.put(buffer, (x, y), ' ', content);
            }
        }
        let (text, style) = self.text(square, content);
        let width = Span::raw(&text).width() as u16;
        let x = x + grid.width.saturating_sub(width) / 2;
        let y = y + (grid.height - 1) / 2;
        buffer.set_stringn(x, y, text, grid.width.into(), style);
    }

    /// Text and style of a square: the token of a piece or gate, a dot, or the arrow of a hint.
    fn text(&self, square: Square, content: Option<DrawnContent>) -> (String, Style) {
        let game = self.player.game();
        let puzzle = game.puzzle();
        match content {
            Some(DrawnContent::Piece(piece)) => {
                let token = &game.pieces().list()[piece].token;
                let is_in_hand = self.player.in_hand() == Some(piece);
                let text = if is_in_hand {
                    format!("[{token}]")
                } else {
                    token.clone()
                };
                (text, self.styles[piece].add_modifier(Modifier::BOLD))
            }
            Some(DrawnContent::Empty) => {
                let Some(cell) = puzzle.board.cell_at(square) else {
                    return (String::new(), Style::new());
                };
                let hint = self.player.hint().filter(|hint| hint.onto.contains(cell));
                if let Some(way) = hint.and_then(|hint| hint.by.steps.last()) {
                    let bold = Style::new().add_modifier(Modifier::BOLD);
                    return (arrow(*way).to_owned(), bold);
                }
                let gate = puzzle.gates.iter().find(|gate| gate.cells.contains(cell));
                let token = gate.map_or("·", |gate| &*gate.token);
                let dim = Style::new().add_modifier(Modifier::DIM);
                (token.to_owned(), dim)
            }
            _ => (String::new(), Style::new()),
        }
    }
}

fn arrow(way: Direction) -> &'static str {
    match way {
        Direction::Up => "↑",
        Direction::Down => "↓",
        Direction::Left => "←",
        Direction::Right => "→",
        Direction::Along(_) => "·",
    }
}
