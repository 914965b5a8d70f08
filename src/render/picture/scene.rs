//! Drawings of boards as SVG: frame, walls, gates and pieces.
//!
//! The same position gives the same text, byte for byte.

use super::outline::{CELL, outline, parts};
use super::theme::{Palette, Theme, ink_on, style_sheet};
use crate::xml_escape::escaped;
use slidewise_board::{Cell, CellSet, Direction, Joins, LineMap, Square, Wrap};
use slidewise_puzzle::presentation::FrameOpening;
use slidewise_puzzle::{Configuration, Goal, Puzzle};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Width of the frame around a board, in drawing units.
pub(super) const FRAME: i64 = 14;

/// Draws positions of one puzzle as SVG.
#[derive(Clone, Debug)]
pub struct BoardScene<'p> {
    puzzle: &'p Puzzle,
    palette: Palette,
    theme: Theme,
    letters: bool,
    squares: bool,
}

impl<'p> BoardScene<'p> {
    /// Creates a scene with letters on the pieces.
    pub fn new(puzzle: &'p Puzzle, theme: Theme) -> BoardScene<'p> {
        BoardScene {
            puzzle,
            palette: Palette::of(puzzle),
            theme,
            letters: true,
            squares: false,
        }
    }

    /// Omits the letters on the pieces.
    pub fn without_letters(self) -> BoardScene<'p> {
        BoardScene {
            letters: false,
            ..self
        }
    }

    /// Adds to the frame the names of columns and rows, which lists of moves use to name cells.
    pub fn with_squares(self) -> BoardScene<'p> {
        BoardScene {
            squares: true,
            ..self
        }
    }

    /// The puzzle of the scene.
    pub fn puzzle(&self) -> &'p Puzzle {
        self.puzzle
    }

    /// Width and height of a board with its frame, in drawing units (64 for a cell).
    pub fn size(&self) -> (i64, i64) {
        let board = &self.puzzle.board;
        (
            board.columns() as i64 * CELL + 2 * FRAME,
            board.rows() as i64 * CELL + 2 * FRAME,
        )
    }

    /// Draws a position as an SVG file whose cells are `cell` pixels wide.
    ///
    /// ```
    /// use slidewise_render::picture::{BoardScene, Theme};
    /// let puzzle = slidewise_puzzle::Puzzle::open("lane-rouge")?;
    /// let svg = BoardScene::new(&puzzle, Theme::Light).svg(&puzzle.start, 48);
    /// assert_eq!(svg.matches("class=\"piece").count(), 10);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn svg(&self, position: &Configuration, cell: u32) -> String {
        let (width, height) = self.size();
        let drawing = format!("{}{}", self.ground(), self.pieces(position));
        self.document(width, height, cell, &self.title_of(position), &drawing)
    }

    /// Draws a goal as an SVG file: the required pieces, and dashed rings in cells that must be
    /// empty.
    pub fn goal_svg(&self, goal: &Goal, cell: u32) -> String {
        let (width, height) = self.size();
        let drawing = format!("{}{}", self.ground(), self.wishes(goal));
        let title = format!("{}: {}", self.puzzle.title, self.puzzle.write_goal(goal));
        self.document(width, height, cell, &title, &drawing)
    }

    fn title_of(&self, position: &Configuration) -> String {
        let text = self.puzzle.write_position(position);
        format!("{}: {text}", self.puzzle.title)
    }

    /// Wraps a drawing in an SVG file whose cells are `cell` pixels wide.
    ///
    /// `width` and `height` are in drawing units (64 for a cell).
    pub fn document(
        &self,
        width: i64,
        height: i64,
        cell: u32,
        title: &str,
        drawing: &str,
    ) -> String {
        let pixels = |length: i64| (length * i64::from(cell) + CELL / 2) / CELL;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\">\n\
             <title>{}</title>\n<style>{}</style>\n\
             <rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n{drawing}</svg>\n",
            pixels(width),
            pixels(height),
            escaped(title),
            style_sheet(self.theme),
        )
    }

    /// Draws frame, floor, walls and gates, and the names of columns and rows if they are enabled.
    pub fn ground(&self) -> String {
        let board = &self.puzzle.board;
        let (width, height) = self.size();
        let mut drawing = format!(
            "<rect class=\"frame\" width=\"{width}\" height=\"{height}\" rx=\"{FRAME}\"/>\n\
             <rect class=\"floor\" x=\"{FRAME}\" y=\"{FRAME}\" width=\"{}\" height=\"{}\"/>\n",
            width - 2 * FRAME,
            height - 2 * FRAME
        );
        for exit in &self.puzzle.presentation.exits {
            drawing += &opening(*exit, 0, CELL);
        }
        if let Joins::Wrap(wrap) = board.joins() {
            drawing += &self.touching_edges(*wrap);
        }
        if self.squares {
            drawing += &self.names();
        }
        if let Joins::Lines(map) = board.joins() {
            drawing += &self.lines(map);
        }
        // All walls form one SVG path, because the floor would show between separate shapes.
        let is_of_lines = matches!(board.joins(), Joins::Lines(_));
        let mut walls = String::new();
        for row in 0..board.rows() as u16 {
            for column in 0..board.columns() as u16 {
                let square = Square { row, column };
                if board.cell_at(square).is_none() && !is_of_lines {
                    let (x, y) = corner_of(square);
                    let _ = write!(walls, "M{x} {y}h{CELL}v{CELL}h-{CELL}z");
                }
            }
        }
        if !walls.is_empty() {
            let _ = writeln!(drawing, "<path class=\"wall\" d=\"{walls}\"/>");
        }
        for gate in &self.puzzle.gates {
            for cell in gate.cells {
                let (x, y) = corner_of(board.square_of(cell));
                let _ = writeln!(
                    drawing,
                    "<rect class=\"gate\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
                    x + 8,
                    y + 8,
                    CELL - 16,
                    CELL - 16
                );
            }
        }
        drawing
    }

    /// Breaks the frame wherever a piece can leave the board and enter it again, between the names
    /// of columns and rows.
    fn touching_edges(&self, wrap: Wrap) -> String {
        let board = &self.puzzle.board;
        let mut drawing = String::new();
        for cell in board.cells().iter() {
            let square = board.square_of(cell);
            for outward in Direction::ALL {
                let ends = board.offset(square, outward.offset()).is_none();
                if ends && wrap.is_across(outward) && board.neighbour(cell, outward).is_some() {
                    for from in [0, CELL * 3 / 4] {
                        drawing += &opening(FrameOpening { square, outward }, from, CELL / 4);
                    }
                }
            }
        }
        drawing
    }

    /// Draws the lines of a board of lines, and a disc for each cell.
    fn lines(&self, map: &LineMap) -> String {
        let board = &self.puzzle.board;
        let centre = |cell: Cell| {
            let (x, y) = corner_of(board.square_of(cell));
            (x + CELL / 2, y + CELL / 2)
        };
        let mut path = String::new();
        for line in map.lines() {
            for (number, &cell) in line.iter().enumerate() {
                let (x, y) = centre(cell);
                let _ = write!(path, "{}{x} {y}", if number == 0 { 'M' } else { 'L' });
            }
        }
        let mut drawing =
            format!("<path class=\"link\" style=\"stroke-dasharray:none\" d=\"{path}\"/>\n");
        for (x, y) in board.cells().iter().map(centre) {
            for (class, radius) in [("frame", CELL * 7 / 16), ("floor", CELL * 3 / 8)] {
                let _ = write!(
                    drawing,
                    "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"
                );
            }
        }
        drawing
    }

    /// The style attributes of a piece and of its letters, if the puzzle gives its token a colour.
    fn styles(&self, token: &str) -> (String, String) {
        let Some(colour) = self.puzzle.presentation.colour_of(token) else {
            return Default::default();
        };
        let letters = ink_on(colour.is_light());
        let style = |fill: &str| format!(" style=\"fill:{fill}\"");
        (style(&colour.to_string()), style(letters))
    }

    /// Draws the names of columns and rows into the lower and left side of the frame.
    fn names(&self) -> String {
        let board = &self.puzzle.board;
        let (_, height) = self.size();
        let mut drawing = "<g class=\"names\" aria-hidden=\"true\">".to_owned();
        let mut name = |name: String, x: i64, y: i64| {
            // Longer names get smaller letters, to fit into the width of the frame.
            let size = [12, 10, 7][name.len().clamp(1, 3) - 1];
            let base = y + size / 3;
            let _ = write!(
                drawing,
                "<text x=\"{x}\" y=\"{base}\" font-size=\"{size}\">{name}</text>"
            );
        };
        let (rows, columns) = (board.rows() as u16, board.columns() as u16);
        for square in (0..columns).map(|column| Square { row: 0, column }) {
            let (x, _) = corner_of(square);
            name(board.column_name(square), x + CELL / 2, height - FRAME / 2);
        }
        for square in (0..rows).map(|row| Square { row, column: 0 }) {
            let (_, y) = corner_of(square);
            name(board.row_name(square), FRAME / 2, y + CELL / 2);
        }
        drawing + "</g>\n"
    }

    /// Draws all pieces of a position, each as an SVG group that animations can move.
    pub fn pieces(&self, position: &Configuration) -> String {
        let mut drawing = String::new();
        for class in 0..self.puzzle.classes.len() {
            let firsts = self.puzzle.firsts_of(position, class);
            for (number, &first) in firsts.iter().enumerate() {
                drawing += &self.piece(class, number, first, "", "");
            }
        }
        drawing
    }

    /// Draws a piece as two nested SVG groups.
    ///
    /// The inner group, which animations move, gets the attributes `attributes` and begins with the
    /// elements `inside`.
    pub fn piece(
        &self,
        class: usize,
        number: usize,
        first: Cell,
        attributes: &str,
        inside: &str,
    ) -> String {
        let puzzle = self.puzzle;
        let cells = puzzle.classes[class]
            .place(&puzzle.board, first)
            .unwrap_or_default();
        let colour = self.palette.colour_of(class);
        let squares = self.squares(cells);
        let parts = parts(&squares);
        let token = &puzzle.classes[class].labels[number];
        let (style, letter_style) = self.styles(token);
        let mut drawing = format!(
            "<g transform=\"translate({FRAME} {FRAME})\"><g{attributes}>{inside}\
             <path class=\"piece p{colour}\"{style} d=\"{}\"/>",
            outline(&squares)
        );
        drawing += &links(&parts);
        if self.letters {
            let label = puzzle.presentation.label_of(token);
            for part in &parts {
                drawing += &letter(label, part, colour, &letter_style);
            }
        }
        drawing += "</g></g>\n";
        drawing
    }

    /// Draws the required pieces of a goal, and rings in the cells that must be empty.
    pub(super) fn wishes(&self, goal: &Goal) -> String {
        let puzzle = self.puzzle;
        let mut drawing = format!("<g transform=\"translate({FRAME} {FRAME})\">");
        let mut given = vec![0; puzzle.classes.len()];
        let mut demands = goal.demands.clone();
        demands.sort_unstable_by_key(|demand| demand.cells.first());
        for demand in demands {
            let colour = self.palette.colour_of(demand.class);
            let token = &puzzle.classes[demand.class].labels[given[demand.class]];
            let label = puzzle.presentation.label_of(token);
            let (style, letter_style) = self.styles(token);
            given[demand.class] += 1;
            for part in parts(&self.squares(demand.cells)) {
                let _ = write!(
                    drawing,
                    "<path class=\"piece p{colour}\"{style} d=\"{}\"/>",
                    outline(&part)
                );
                if self.letters {
                    drawing += &letter(label, &part, colour, &letter_style);
                }
            }
        }
        for cell in goal.empty {
            let square = puzzle.board.square_of(cell);
            let (x, y) = (
                i64::from(square.column) * CELL + CELL / 2,
                i64::from(square.row) * CELL + CELL / 2,
            );
            let _ = write!(
                drawing,
                "<circle class=\"wish\" cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>",
                CELL / 4
            );
        }
        drawing += "</g>\n";
        drawing
    }

    /// Draws what a goal demands as outlines that let the pieces on the board show.
    pub fn outlines(&self, goal: &Goal) -> String {
        let mut drawing = format!("<g class=\"target\" transform=\"translate({FRAME} {FRAME})\">");
        for demand in &goal.demands {
            let colour = self.palette.colour_of(demand.class);
            let _ = write!(
                drawing,
                "<path class=\"o{colour}\" d=\"{}\"/>",
                outline(&self.squares(demand.cells))
            );
        }
        for cell in goal.empty {
            let (x, y) = corner_of(self.puzzle.board.square_of(cell));
            let _ = write!(
                drawing,
                "<circle class=\"wish\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
                x - FRAME + CELL / 2,
                y - FRAME + CELL / 2,
                CELL / 4
            );
        }
        drawing + "</g>\n"
    }

    fn squares(&self, cells: CellSet) -> BTreeSet<Square> {
        cells
            .iter()
            .map(|cell| self.puzzle.board.square_of(cell))
            .collect()
    }
}

/// Draws an opening in the frame beside a cell, of a length in drawing units from a place on.
fn opening(FrameOpening { square, outward }: FrameOpening, from: i64, length: i64) -> String {
    let (rows, columns) = outward.offset();
    let beside = |corner: i64, step: i32| match step {
        ..0 => (corner - FRAME, FRAME),
        0 => (corner + from, length),
        1.. => (corner + CELL, FRAME),
    };
    let (x, y) = corner_of(square);
    let ((x, width), (y, height)) = (beside(x, columns), beside(y, rows));
    format!("<rect class=\"floor\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>\n")
}

/// Upper left corner of a square in drawing units.
fn corner_of(square: Square) -> (i64, i64) {
    (
        FRAME + i64::from(square.column) * CELL,
        FRAME + i64::from(square.row) * CELL,
    )
}

/// Draws dotted lines between the parts of a disconnected piece.
fn links(parts: &[BTreeSet<Square>]) -> String {
    let centre = |square: &Square| {
        (
            i64::from(square.column) * CELL + CELL / 2,
            i64::from(square.row) * CELL + CELL / 2,
        )
    };
    let mut drawing = String::new();
    for pair in parts.windows(2) {
        let nearest = pair[0]
            .iter()
            .flat_map(|a| pair[1].iter().map(move |b| (a, b)))
            .min_by_key(|(a, b)| a.row.abs_diff(b.row) + a.column.abs_diff(b.column));
        if let Some((a, b)) = nearest {
            // Each dotted line stops before the middle of the squares, to leave room for letters.
            let ((ax, ay), (bx, by)) = (centre(a), centre(b));
            let (x, y) = ((bx - ax).signum() * CELL / 3, (by - ay).signum() * CELL / 3);
            let ((ax, ay), (bx, by)) = ((ax + x, ay + y), (bx - x, by - y));
            let _ = write!(drawing, "<path class=\"link\" d=\"M{ax} {ay}L{bx} {by}\"/>");
        }
    }
    drawing
}

/// Draws the letter of a piece at the middle of one of its connected parts.
///
/// If the part does not cover its middle, the letter stands on the nearest square of the part.
/// `style` is a style attribute or nothing.
fn letter(label: &str, part: &BTreeSet<Square>, colour: usize, style: &str) -> String {
    let count = part.len() as i64;
    let (rows, columns) = part.iter().fold((0, 0), |(rows, columns), square| {
        (
            rows + i64::from(square.row),
            columns + i64::from(square.column),
        )
    });
    // The squares around the middle decide whether the part covers its middle.
    let covers = |row: i64, column: i64| match (u16::try_from(row), u16::try_from(column)) {
        (Ok(row), Ok(column)) => part.contains(&Square { row, column }),
        _ => false,
    };
    let up = |sum: i64| (sum + count - 1) / count;
    let middle_is_covered = [rows / count, up(rows)]
        .into_iter()
        .all(|row| covers(row, columns / count) && covers(row, up(columns)));
    let (x, y) = if middle_is_covered {
        (
            columns * CELL / count + CELL / 2,
            rows * CELL / count + CELL / 2,
        )
    } else {
        let far = |square: &&Square| {
            (i64::from(square.row) * count - rows).abs()
                + (i64::from(square.column) * count - columns).abs()
        };
        part.iter().min_by_key(far).map_or((0, 0), |square| {
            (
                i64::from(square.column) * CELL + CELL / 2,
                i64::from(square.row) * CELL + CELL / 2,
            )
        })
    };
    let size = match label.chars().count() {
        1 => 30,
        2 => 26,
        length => (72 / length).max(6),
    };
    format!(
        "<text class=\"t{colour}\"{style} x=\"{x}\" y=\"{}\" font-size=\"{size}\">{}</text>",
        y + (size as i64 * 36) / 100,
        escaped(label)
    )
}
