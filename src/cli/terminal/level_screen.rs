//! The screen of a game on a Sokoban level: the board, the numbers, the keys.

use super::level_player::LevelPlayer;
use crate::sokoban::searches::counted_in;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::{Color, Modifier, Style};
use slidewise_render::screen::ColourDepth;
use slidewise_render::{counted, folded};
use slidewise_sokoban::{CellNumber, Level};

/// Keys and their actions.
const KEYS: &str = "arrows or u d l r move   ? hint   Enter computer plays on   Ctrl-Z undo   \
                    Ctrl-Y redo   Ctrl-R restart   Esc quit";
/// Least width of the numbers beside the board.
const PANEL: u16 = 30;
/// Gap between board and numbers.
const GAP: u16 = 2;

/// Where the board of a level stands on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LevelLayout {
    board: Rect,
    panel: Rect,
    keys: Rect,
    /// Columns of the screen for each cell.
    width: u16,
}

impl LevelLayout {
    /// The layout in an area; `None` if the area is too small.
    pub(crate) fn of(level: &Level, area: Rect) -> Option<LevelLayout> {
        let (rows, columns) = level.size();
        let (rows, columns) = (rows as u16, columns as u16);
        let lines = keys(area.width).len() as u16;
        let inner = area.height.checked_sub(1 + lines)?;
        for width in [2, 1] {
            let board_width = columns * width;
            let board = Rect::new(area.x, area.y + 1, board_width, rows);
            let keys = Rect::new(area.x, area.bottom() - lines, area.width, lines);
            let is_beside = board_width + GAP + PANEL <= area.width && rows <= inner;
            if is_beside {
                let left = board.right() + GAP;
                return Some(LevelLayout {
                    board,
                    panel: Rect::new(left, board.y, area.right() - left, inner),
                    keys,
                    width,
                });
            }
            if board_width <= area.width && rows + 6 <= inner {
                return Some(LevelLayout {
                    board,
                    panel: Rect::new(area.x, board.bottom(), area.width, inner - rows),
                    keys,
                    width,
                });
            }
        }
        None
    }

    /// The cell at a point of the screen.
    pub(crate) fn cell_at(&self, level: &Level, x: u16, y: u16) -> Option<CellNumber> {
        let column = x.checked_sub(self.board.x)? / self.width;
        let row = y.checked_sub(self.board.y)?;
        let wanted = (usize::from(row), usize::from(column));
        let mut cells = 0..level.cells() as CellNumber;
        cells.find(|&cell| level.row_and_column(cell) == wanted)
    }
}

fn keys(width: u16) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in KEYS.split("   ") {
        match lines.last_mut() {
            Some(line) if line.len() + 3 + word.len() <= width.into() => {
                *line += &format!("   {word}");
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Draws the game.
pub(crate) fn draw(player: &LevelPlayer<'_>, ink: ColourDepth, buffer: &mut Buffer) {
    let area = buffer.area;
    let level = player.game().level();
    let Some(layout) = LevelLayout::of(level, area) else {
        let (rows, columns) = level.size();
        let text = format!(
            "This window is {} x {}. The level has {columns} columns and {rows} rows. Enlarge the \
             window, or press Esc to quit.",
            area.width, area.height
        );
        write(buffer, area, &folded(&text, area.width.into(), ""));
        return;
    };
    let title = Rect::new(area.x, area.y, area.width, 1);
    write(buffer, title, &[player.title().to_owned()]);
    draw_board(player, ink, layout, buffer);
    write(buffer, layout.panel, &panel(player, layout.panel.width));
    write(buffer, layout.keys, &keys(area.width));
}

fn draw_board(
    player: &LevelPlayer<'_>,
    ink: ColourDepth,
    layout: LevelLayout,
    buffer: &mut Buffer,
) {
    let game = player.game();
    let rows = game.level().rows_of(game.placing(), ' ');
    for (y, row) in (layout.board.y..).zip(&rows) {
        for (column, shown) in (0..).zip(row.chars()) {
            let x = layout.board.x + column * layout.width;
            for x in x..x + layout.width {
                let sign = if shown == '#' { '█' } else { shown };
                buffer[(x, y)].set_char(sign).set_style(style(shown, ink));
            }
        }
    }
}

/// The style of a character of a level; the characters say all without it.
fn style(shown: char, ink: ColourDepth) -> Style {
    if ink == ColourDepth::Plain {
        return Style::new();
    }
    let bold = Style::new().add_modifier(Modifier::BOLD);
    match shown {
        '$' => bold.fg(Color::Black).bg(Color::Yellow),
        '*' => bold.fg(Color::Black).bg(Color::Green),
        '@' | '+' => bold.fg(Color::White).bg(Color::Blue),
        '.' => bold.fg(Color::Magenta),
        _ => Style::new().fg(Color::DarkGray),
    }
}

/// The numbers beside the board and the last remark.
fn panel(player: &LevelPlayer<'_>, width: u16) -> Vec<String> {
    let game = player.game();
    let so_far = format!(
        "{}, {}",
        counted_in(game.pushes(), "push"),
        counted(game.steps(), "step")
    );
    let mut texts = vec![if game.is_solved() {
        format!("Solved in {so_far}")
    } else {
        format!("{so_far} so far")
    }];
    texts.push(player.distance());
    if let Some(least) = player.least() {
        texts.push(format!(
            "fewest from the start: {}",
            counted_in(least, "push")
        ));
    }
    texts.push(String::new());
    texts.push(player.remark());
    let texts = texts.iter();
    texts
        .flat_map(|text| match text.as_str() {
            "" => vec![String::new()],
            text => folded(text, width.into(), ""),
        })
        .collect()
}

/// Writes lines into an area, and cuts off what does not fit.
fn write(buffer: &mut Buffer, area: Rect, lines: &[String]) {
    for (y, line) in (area.y..area.bottom()).zip(lines) {
        buffer.set_stringn(area.x, y, line, area.width.into(), Style::new());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use slidewise_board::Direction;

    fn screen(player: &LevelPlayer<'_>, width: u16, height: u16) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        draw(player, ColourDepth::Plain, &mut buffer);
        let lines = (0..height).map(|y| {
            let line: String = (0..width).map(|x| buffer[(x, y)].symbol()).collect();
            format!("{}\n", line.trim_end())
        });
        lines.collect()
    }

    #[test]
    fn board_numbers_and_keys_are_drawn() {
        let level = Level::read("######\n#@$ .#\n######").unwrap();
        let mut player = LevelPlayer::new("One".to_owned(), &level);
        player.step(Direction::Up);
        let shown = [
            "One",
            "████████████  0 pushes, 0 steps so far",
            "██@@$$  ..██  The level is being explored. You can play",
            "████████████  meanwhile.",
            "",
            "              There is a wall.",
            "",
            "arrows or u d l r move   ? hint   Enter computer plays on",
            "Ctrl-Z undo   Ctrl-Y redo   Ctrl-R restart   Esc quit",
        ];
        let shown: String = shown.iter().map(|line| format!("{line}\n")).collect();
        assert_eq!(screen(&player, 58, 9), shown);
        let layout = LevelLayout::of(&level, Rect::new(0, 0, 58, 9)).unwrap();
        assert_eq!(layout.cell_at(&level, 3, 2), Some(level.start().player));
        assert_eq!(layout.cell_at(&level, 0, 2), None);
    }

    #[test]
    fn every_window_has_a_screen() {
        let level = Level::read("######\n#@$ .#\n######").unwrap();
        let player = LevelPlayer::new("One".to_owned(), &level);
        for (width, height) in [(0, 0), (1, 1), (3, 2), (200, 1), (1, 200), (12, 30)] {
            screen(&player, width, height);
        }
        assert!(screen(&player, 20, 6).starts_with("This window is"));
    }
}
