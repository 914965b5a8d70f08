//! Drawings of Sokoban levels as SVG: positions, solutions board by board, and films.

use super::animation::key_frames;
use super::outline::CELL;
use super::theme::{Theme, style_sheet};
use crate::xml_escape::escaped;
use slidewise_board::Direction;
use slidewise_sokoban::{CellNumber, Level, Placing, after_step, direction_of};
use std::fmt::Write;

/// Space between boards in drawing units.
const GAP: i64 = 40;
/// Height of the text above each board in drawing units.
const WORDS: i64 = 56;
/// Duration of a step, and the pause at the beginning and at the end, in milliseconds.
const STEP_MS: u32 = 160;
const PAUSE_MS: u32 = 1500;

/// A time in milliseconds, and an offset in drawing units.
type KeyFrame = (u32, (i64, i64));

/// Draws positions of one level as SVG.
#[derive(Clone, Debug)]
pub struct LevelScene<'l> {
    level: &'l Level,
    title: String,
    theme: Theme,
}

impl<'l> LevelScene<'l> {
    /// Creates a scene; `title` is the name of the level.
    pub fn new(level: &'l Level, title: &str, theme: Theme) -> LevelScene<'l> {
        let title = title.to_owned();
        LevelScene {
            level,
            title,
            theme,
        }
    }

    fn size(&self) -> (i64, i64) {
        let (rows, columns) = self.level.size();
        (columns as i64 * CELL, rows as i64 * CELL)
    }

    fn document(&self, (width, height): (i64, i64), cell: u32, drawing: &str) -> String {
        let pixels = |length: i64| (length * i64::from(cell) + CELL / 2) / CELL;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{}</title>\n\
             <style>{}</style>\n<rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n\
             {drawing}</svg>\n",
            pixels(width),
            pixels(height),
            escaped(&self.title),
            style_sheet(self.theme),
        )
    }

    fn corner(&self, cell: CellNumber) -> (i64, i64) {
        let (row, column) = self.level.row_and_column(cell);
        (column as i64 * CELL, row as i64 * CELL)
    }

    /// Draws walls, floor and goals.
    fn ground(&self) -> String {
        let (rows, columns) = self.level.size();
        let square = |row: usize, column: usize| {
            let (x, y) = (column as i64 * CELL, row as i64 * CELL);
            format!("M{x} {y}h{CELL}v{CELL}h-{CELL}z")
        };
        let (mut walls, mut floor, mut goals) = (String::new(), String::new(), String::new());
        for row in 0..rows {
            for column in (0..columns).filter(|&column| self.level.is_wall(row, column)) {
                walls += &square(row, column);
            }
        }
        for cell in 0..self.level.cells() as CellNumber {
            let (row, column) = self.level.row_and_column(cell);
            floor += &square(row, column);
            if self.level.is_goal(cell) {
                let (x, y) = self.corner(cell);
                let _ = writeln!(
                    goals,
                    "<circle class=\"wish\" cx=\"{}\" cy=\"{}\" r=\"12\"/>",
                    x + CELL / 2,
                    y + CELL / 2
                );
            }
        }
        format!(
            "<path class=\"floor\" d=\"{floor}\"/>\n<path class=\"wall\" d=\"{walls}\"/>\n{goals}"
        )
    }

    /// Draws a box; one on a goal has another colour and a ring.
    fn draw_box(&self, cell: CellNumber, (x, y): (i64, i64), inside: &str) -> String {
        let side = CELL - 14;
        let is_home = self.level.is_goal(cell);
        let colour = if is_home { 3 } else { 5 };
        let mut drawing = format!(
            "<g><rect class=\"piece p{colour}\" x=\"{}\" y=\"{}\" width=\"{side}\" \
             height=\"{side}\" rx=\"8\"/>",
            x + 7,
            y + 7
        );
        if is_home {
            let _ = write!(
                drawing,
                "<circle class=\"wish\" cx=\"{}\" cy=\"{}\" r=\"12\"/>",
                x + CELL / 2,
                y + CELL / 2
            );
        }
        drawing + inside + "</g>\n"
    }

    fn draw_player(&self, (x, y): (i64, i64), inside: &str) -> String {
        format!(
            "<g><circle class=\"piece p6\" cx=\"{}\" cy=\"{}\" r=\"22\"/>{inside}</g>\n",
            x + CELL / 2,
            y + CELL / 2
        )
    }

    fn things(&self, placing: &Placing) -> String {
        let boxes = placing.boxes.iter();
        let boxes = boxes.map(|&cell| self.draw_box(cell, self.corner(cell), ""));
        boxes.collect::<String>() + &self.draw_player(self.corner(placing.player), "")
    }

    /// Draws a position as an SVG file whose cells are `cell` pixels wide.
    pub fn svg(&self, placing: &Placing, cell: u32) -> String {
        let drawing = self.ground() + &self.things(placing);
        self.document(self.size(), cell, &drawing)
    }

    /// Draws every `every`-th of some positions, and the last, in rows of `columns` boards.
    ///
    /// # Panics
    /// If `columns` or `every` is 0, or there is no position.
    pub fn strip(&self, positions: &[Placing], columns: usize, every: usize, cell: u32) -> String {
        assert!(columns > 0 && every > 0, "`columns` or `every` is 0");
        let last = positions.len().checked_sub(1).expect("a way has positions");
        let shown: Vec<usize> = (0..=last)
            .filter(|&number| number % every == 0 || number == last)
            .collect();
        let columns = columns.min(shown.len());
        let (width, height) = self.size();
        let ground = self.ground();
        let mut drawing = String::new();
        for (place, &number) in shown.iter().enumerate() {
            let x = GAP + (place % columns) as i64 * (width + GAP);
            let y = GAP / 2 + (place / columns) as i64 * (height + WORDS + GAP);
            let words = match number {
                0 => "Start".to_owned(),
                number => number.to_string(),
            };
            let _ = write!(
                drawing,
                "<g transform=\"translate({x} {y})\"><text class=\"word\" x=\"{}\" y=\"{}\" \
                 font-size=\"34\">{words}</text><g transform=\"translate(0 {WORDS})\">\n\
                 {ground}{}</g></g>\n",
                width / 2,
                WORDS - 16,
                self.things(&positions[number])
            );
        }
        let lines = shown.len().div_ceil(columns) as i64;
        let size = (
            GAP + columns as i64 * (width + GAP),
            GAP / 2 + lines * (height + WORDS + GAP),
        );
        self.document(size, cell, &drawing)
    }

    /// Draws steps, given as letters, as an SVG file that plays in a loop.
    pub fn film(&self, lurd: &str, cell: u32) -> String {
        let mut placing = self.level.start().clone();
        // Key frames as times and offsets: those of the player, and of each box with its cells.
        let mut player = vec![(0, (0, 0))];
        let mut boxes: Vec<(CellNumber, CellNumber, Vec<KeyFrame>)> = placing
            .boxes
            .iter()
            .map(|&cell| (cell, cell, vec![(0, (0, 0))]))
            .collect();
        let mut now = PAUSE_MS;
        for direction in lurd.chars().filter_map(direction_of) {
            let Ok((after, is_push)) = after_step(self.level, &placing, direction) else {
                break;
            };
            go(&mut player, now, direction);
            if is_push {
                let pushed = boxes.iter_mut().find(|own| own.1 == after.player);
                if let Some((_, at, keys)) = pushed {
                    *at = self.level.neighbour(*at, direction);
                    go(keys, now, direction);
                }
            }
            placing = after;
            now += STEP_MS;
        }
        let total = now + PAUSE_MS;
        let mut drawing = self.ground();
        let inside = |keys: &[KeyFrame]| match keys {
            [_] => String::new(),
            [.., (_, last)] => {
                let end = [(total, *last)];
                key_frames(&[keys, &end].concat(), total)
            }
            [] => String::new(),
        };
        for (first, _, keys) in &boxes {
            drawing += &self.draw_box(*first, self.corner(*first), &inside(keys));
        }
        let first = self.corner(self.level.start().player);
        drawing += &self.draw_player(first, &inside(&player));
        self.document(self.size(), cell, &drawing)
    }

    /// Draws steps, given as letters, as frames: SVG files, each with its duration in milliseconds.
    pub fn frames(&self, lurd: &str, cell: u32) -> impl Iterator<Item = (String, u32)> {
        let steps: Vec<Direction> = lurd.chars().filter_map(direction_of).collect();
        let mut placing = self.level.start().clone();
        (0..=steps.len()).map(move |done| {
            if let Some(&direction) = done.checked_sub(1).and_then(|last| steps.get(last))
                && let Ok((after, _)) = after_step(self.level, &placing, direction)
            {
                placing = after;
            }
            let is_end = done == 0 || done == steps.len();
            let duration = if is_end { PAUSE_MS } else { STEP_MS };
            (self.svg(&placing, cell), duration)
        })
    }
}

/// Adds the key frames of one step.
fn go(keys: &mut Vec<KeyFrame>, now: u32, direction: Direction) {
    let (_, at) = keys.last().copied().unwrap_or_default();
    let (rows, columns) = direction.offset();
    keys.push((now, at));
    let next = (
        at.0 + i64::from(columns) * CELL,
        at.1 + i64::from(rows) * CELL,
    );
    keys.push((now + STEP_MS, next));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_goals_and_player_are_drawn_and_move() {
        let level = Level::read("#######\n#@$ .*#\n#######").unwrap();
        let scene = LevelScene::new(&level, "A & B", Theme::Light);
        let svg = scene.svg(level.start(), 32);
        assert!(svg.contains("width=\"224\" height=\"96\""), "{svg}");
        assert!(svg.contains("<title>A &amp; B</title>"));
        assert_eq!(svg.matches("class=\"piece").count(), 3);
        assert_eq!(svg.matches("class=\"wish\"").count(), 3);
        let film = scene.film("RR", 32);
        assert_eq!(film.matches("<animateTransform").count(), 2);
        assert!(
            film.contains("values=\"0 0;0 0;64 0;64 0;128 0;128 0\""),
            "{film}"
        );
        let frames: Vec<_> = scene.frames("RR", 32).collect();
        assert_eq!(frames.len(), 3);
        assert_eq!(frames[0], (svg, PAUSE_MS));
        let strip = scene.strip(&[level.start().clone(), level.start().clone()], 8, 1, 32);
        assert_eq!(strip.matches("class=\"word\"").count(), 2);
    }
}
