//! Lines of text on the screen.

use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::Style;

/// Writes lines of text into an area; text that does not fit is dropped.
pub(super) fn write(buffer: &mut Buffer, area: Rect, lines: &[String]) {
    for (y, line) in (area.top()..area.bottom()).zip(lines) {
        buffer.set_stringn(area.x, y, line, area.width.into(), Style::new());
    }
}
