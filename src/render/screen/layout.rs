//! What lies where on the screen: the largest cells with which everything has room.

use super::words;
use crate::board::Square;
use ratatui_core::layout::Rect;
use ratatui_core::text::Span;
use slidewise_play::Game;

/// Where the parts of the screen are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The board with its frame.
    pub board: Rect,
    /// What is known of the position.
    pub panel: Rect,
    /// The keys.
    pub keys: Rect,
    /// How the board is drawn.
    pub grid: Grid,
    rows: u16,
    columns: u16,
}

/// How cells are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    /// How many columns of the screen a cell takes.
    pub width: u16,
    /// How many lines of the screen a cell takes.
    pub height: u16,
    /// Whether there are lines between cells, where pieces end.
    pub has_lines: bool,
}

/// What a screen needs at least, by width and height: with the panel beside the board, or below it. Neither is
/// narrower than the screen is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooSmall {
    /// Beside.
    pub beside: (u16, u16),
    /// Below.
    pub below: (u16, u16),
}

/// The least width and height of what is known of the position.
const PANEL: (u16, u16) = (30, 8);
/// Columns between board and panel.
const GAP: u16 = 2;
/// The most lines that a cell takes.
const TALLEST: u16 = 5;

impl Layout {
    /// The layout in some area.
    ///
    /// # Errors
    /// If there is too little room, how much is needed.
    pub fn of(game: &Game<'_>, area: Rect) -> Result<Layout, TooSmall> {
        let board = &game.puzzle().board;
        let (rows, columns) = (board.rows() as u16, board.columns() as u16);
        let puzzle = game.puzzle();
        let tokens = game.pieces().list().iter().map(|piece| &piece.token);
        let tokens = tokens.chain(puzzle.gates.iter().map(|gate| &gate.token));
        let longest = tokens.map(|token| Span::raw(token).width()).max();
        // A token between the brackets of a piece in hand.
        let narrowest = longest.unwrap_or(1).max(1) as u16 + 2;
        let lined = (1..=TALLEST).rev().map(|height| Grid {
            width: narrowest.max(2 * height + 1),
            height,
            has_lines: true,
        });
        let bare = Grid {
            width: narrowest,
            height: 1,
            has_lines: false,
        };
        let size = |grid: Grid| grid.size(rows, columns);
        for grid in lined.chain([bare]) {
            for is_beside in [true, false] {
                let (width, height) = needed(size(grid), is_beside, area.width);
                if width > area.width || height > area.height {
                    continue;
                }
                let lines = words::keys(area.width.into()).len() as u16;
                let (board_width, board_height) = size(grid);
                let top = area.y + 1;
                let bottom = area.bottom() - lines;
                let panel = if is_beside {
                    let left = area.x + board_width + GAP;
                    Rect::new(left, top, area.right() - left, bottom - top)
                } else {
                    let top = top + board_height;
                    Rect::new(area.x, top, area.width, bottom - top)
                };
                return Ok(Layout {
                    board: Rect::new(area.x, top, board_width, board_height),
                    panel,
                    keys: Rect::new(area.x, bottom, area.width, lines),
                    grid,
                    rows,
                    columns,
                });
            }
        }
        let least = |is_beside| {
            let (width, _) = needed(size(bare), is_beside, u16::MAX);
            let width = width.max(area.width);
            (width, needed(size(bare), is_beside, width).1)
        };
        Err(TooSmall {
            beside: least(true),
            below: least(false),
        })
    }

    /// The square of the board at a place of the screen. A line belongs to the square behind it.
    pub fn square_at(&self, x: u16, y: u16) -> Option<Square> {
        let line = u16::from(self.grid.has_lines);
        let column = x.checked_sub(self.board.x)?.saturating_sub(1) / (self.grid.width + line);
        let row = y.checked_sub(self.board.y)?.saturating_sub(1) / (self.grid.height + line);
        (row < self.rows && column < self.columns).then_some(Square { row, column })
    }
}

impl Grid {
    /// Width and height of a board with its frame.
    fn size(self, rows: u16, columns: u16) -> (u16, u16) {
        let line = u16::from(self.has_lines);
        (
            columns * (self.width + line) + 2 - line,
            rows * (self.height + line) + 2 - line,
        )
    }
}

/// The width and height that a board with all around it takes, where the keys have so much width.
fn needed((width, height): (u16, u16), is_beside: bool, whole_width: u16) -> (u16, u16) {
    let keys = words::keys(whole_width.into()).len() as u16;
    if is_beside {
        (width + GAP + PANEL.0, 1 + height.max(PANEL.1) + keys)
    } else {
        (width.max(PANEL.0), 1 + height + PANEL.1 + keys)
    }
}
