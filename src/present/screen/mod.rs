//! The screen of a game: the board, what is known of the position, the keys, from values into a buffer of cells.
//!
//! The same game gives the same screen. Nothing here reads keys or writes to a terminal. Feature `terminal`.

mod board;
mod ink;
mod layout;
mod panel;
pub mod words;

pub use ink::Ink;
pub use layout::{Layout, TooSmall};

use crate::play::Player;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::{Modifier, Style};

/// Draws a game into the whole of a buffer; where it is too small, what size it takes.
pub fn draw(player: &Player<'_>, ink: Ink, buffer: &mut Buffer) {
    let area = buffer.area;
    match Layout::of(player.game(), area) {
        Ok(layout) => {
            let title = &player.game().puzzle().title;
            let bold = Style::new().add_modifier(Modifier::BOLD);
            buffer.set_stringn(area.x, area.y, title, area.width.into(), bold);
            board::draw(player, ink, &layout, buffer);
            panel::draw(player, &layout, buffer);
            write(buffer, layout.keys, &words::keys(layout.keys.width.into()));
        }
        Err(needs) => {
            let text = words::too_small(needs, (area.width, area.height));
            write(buffer, area, &super::folded(&text, area.width.into(), ""));
        }
    }
}

/// Writes lines into an area, as far as they have room.
fn write(buffer: &mut Buffer, area: Rect, lines: &[String]) {
    for (y, line) in (area.top()..area.bottom()).zip(lines) {
        buffer.set_stringn(area.x, y, line, area.width.into(), Style::new());
    }
}
