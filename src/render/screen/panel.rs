//! The panel beside or below the board: turns, distance, remark and goal.

use super::layout::ScreenLayout;
use super::lines::write;
use super::texts;
use crate::folded;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::{Modifier, Style};
use slidewise_play::Player;

/// Draws the panel: turns, distance, last remark and, if there is room, the goal.
pub(super) fn draw(player: &Player<'_>, layout: &ScreenLayout, buffer: &mut Buffer) {
    let area = layout.panel;
    let width = usize::from(area.width);
    let mut lines = vec![texts::count(player)];
    for text in texts::distance(player) {
        lines.extend(folded(&text, width, ""));
    }
    write(buffer, area, &lines);
    let is_solved = player.game().is_solved();
    if is_solved {
        let rows = Rect {
            height: area.height.min(lines.len() as u16),
            ..area
        };
        buffer.set_style(rows, Style::new().add_modifier(Modifier::BOLD));
    }
    let said = folded(&texts::remark(player), width, "");
    let goal = texts::goal(player.game().puzzle());
    let below = |lines: &[String], gap: u16| {
        let rows = lines.len() as u16;
        move |area: Rect| {
            let used = (rows + gap).min(area.height);
            Rect::new(area.x, area.y + used, area.width, area.height - used)
        }
    };
    let rest = below(&lines, 1)(area);
    write(buffer, rest, &said);
    // Three lines are reserved for remarks, so that the goal below them does not move.
    let rest = Rect {
        height: rest.height.saturating_sub(4),
        y: rest.y + rest.height.min(4),
        ..rest
    };
    let has_room = said.len() <= 3 && goal.len() <= rest.height.into();
    let widest = goal.iter().map(|line| line.chars().count()).max();
    if has_room && widest.is_some_and(|widest| widest <= width) {
        write(buffer, rest, &goal);
    }
}
