//! Layout of the game screen, with the largest cells for which everything fits.

use super::texts;
use super::too_small::NeededSize;
use ratatui_core::layout::Rect;
use ratatui_core::text::Span;
use slidewise_board::Square;
use slidewise_play::Game;

/// Areas of the parts of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScreenLayout {
    /// The board with its frame.
    pub board: Rect,
    /// The panel: turns, distance, remark and goal.
    pub panel: Rect,
    /// The list of keys.
    pub keys: Rect,
    /// Size of a cell on the screen.
    pub grid: CellSize,
    rows: u16,
    columns: u16,
}

/// Size of a cell on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellSize {
    /// Width of a cell in columns of the screen.
    pub width: u16,
    /// Height of a cell in lines of the screen.
    pub height: u16,
    /// Whether lines separate the pieces; such a line fills a column or a line of the screen.
    pub has_lines: bool,
}

/// Least width and height of the panel, in columns and lines of the screen.
const PANEL: (u16, u16) = (30, 8);
/// Width of the gap between board and panel, in columns of the screen.
const GAP: u16 = 2;
/// Greatest height of a cell in lines of the screen.
const TALLEST: u16 = 5;

impl ScreenLayout {
    /// Computes the layout of a game in an area.
    ///
    /// # Errors
    /// If the area is too small; the error contains the sizes that suffice.
    pub fn of(game: &Game<'_>, area: Rect) -> Result<ScreenLayout, NeededSize> {
        let board = &game.puzzle().board;
        let (rows, columns) = (board.rows() as u16, board.columns() as u16);
        let puzzle = game.puzzle();
        let tokens = game.pieces().list().iter().map(|piece| &piece.token);
        let tokens = tokens.chain(puzzle.gates.iter().map(|gate| &gate.token));
        let longest = tokens.map(|token| Span::raw(token).width()).max();
        // The selected piece has brackets around its token, which take two columns.
        let narrowest = longest.unwrap_or(1).max(1) as u16 + 2;
        let lined = (1..=TALLEST).rev().map(|height| CellSize {
            width: narrowest.max(2 * height + 1),
            height,
            has_lines: true,
        });
        let bare = CellSize {
            width: narrowest,
            height: 1,
            has_lines: false,
        };
        let size = |grid: CellSize| grid.size(rows, columns);
        for grid in lined.chain([bare]) {
            for is_beside in [true, false] {
                let (width, height) = needed(size(grid), is_beside, area.width);
                if width > area.width || height > area.height {
                    continue;
                }
                let lines = texts::keys(area.width.into()).len() as u16;
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
                return Ok(ScreenLayout {
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
        Err(NeededSize {
            beside: least(true),
            below: least(false),
        })
    }

    /// Square of the board at a point of the screen.
    ///
    /// A line between two squares belongs to the square on its left or above it.
    pub fn square_at(&self, x: u16, y: u16) -> Option<Square> {
        let line = u16::from(self.grid.has_lines);
        let column = x.checked_sub(self.board.x)?.saturating_sub(1) / (self.grid.width + line);
        let row = y.checked_sub(self.board.y)?.saturating_sub(1) / (self.grid.height + line);
        (row < self.rows && column < self.columns).then_some(Square { row, column })
    }
}

impl CellSize {
    /// Width and height of a board with its frame.
    fn size(self, rows: u16, columns: u16) -> (u16, u16) {
        let line = u16::from(self.has_lines);
        (
            columns * (self.width + line) + 2 - line,
            rows * (self.height + line) + 2 - line,
        )
    }
}

/// Width and height that board, panel and keys need in a screen of width `whole_width`.
fn needed((width, height): (u16, u16), is_beside: bool, whole_width: u16) -> (u16, u16) {
    let keys = texts::keys(whole_width.into()).len() as u16;
    if is_beside {
        (width + GAP + PANEL.0, 1 + height.max(PANEL.1) + keys)
    } else {
        (width.max(PANEL.0), 1 + height + PANEL.1 + keys)
    }
}
