//! Sheets to print: starts on the first page, their solutions on the pages after it.

use super::animation::Animation;
use super::scene::BoardScene;
use super::theme::{Theme, style_sheet};
use crate::wrap::folded;
use crate::xml_escape::escaped;
use slidewise_analysis::Path;
use slidewise_puzzle::{Axis, Configuration, Puzzle};
use std::fmt::Write;

/// Width and height of a page (A4) at 96 units an inch.
pub(super) const PAGE: (i64, i64) = (794, 1123);
const MARGIN: i64 = 48;
/// Height of the heading of a page, with the goal in it.
const HEADING: i64 = 140;
/// Size of letters and height of a line of the words below the title.
const SMALL: i64 = 14;
/// Most characters of a line beside the goal.
const BESIDE: usize = 72;
/// Space between boards.
const GAP: i64 = 24;
/// Height of the words above a board.
const WORDS: i64 = 22;
/// Size of letters and height of a line of a solution, and most characters in it.
const LETTERS: i64 = 14;
const LINE: i64 = 19;
const COLUMNS: usize = 96;
/// Stands for a blank at which no line breaks.
const TIE: &str = "\0";

/// Draws a sheet: a page with the first positions of all solutions, and pages with the solutions.
///
/// Each page is an SVG drawing of the size of an A4 page, and has the goal, an instruction and the
/// author in its heading. `metric` is the name of one move.
///
/// # Panics
/// If there is no solution.
pub fn sheet(scene: &BoardScene<'_>, solutions: &[Path], metric: &str) -> Vec<String> {
    let title = &scene.puzzle().title;
    let about = about(scene, metric);
    let mut pages = vec![page(title, &about, &boards(scene, solutions, metric))];
    let lines = solution_lines(scene, solutions, metric);
    let most = ((PAGE.1 - 2 * MARGIN - HEADING) / LINE) as usize;
    for lines in lines.chunks(most) {
        let mut drawing = String::new();
        for (number, line) in (0..).zip(lines) {
            let y = MARGIN + HEADING + number * LINE;
            let _ = writeln!(drawing, "{}", text(MARGIN, y, LETTERS, line));
        }
        pages.push(page(&format!("{title}: solutions"), &about, &drawing));
    }
    pages
}

/// Joins pages into one drawing, one below the other.
pub fn joined_pages(pages: &[String]) -> String {
    let (width, height) = PAGE;
    let whole = height * pages.len() as i64;
    let mut drawing = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{whole}\" \
         viewBox=\"0 0 {width} {whole}\">\n"
    );
    for (number, page) in (0..).zip(pages) {
        let inner = format!("<svg y=\"{}\"", number * height);
        drawing += &page.replacen("<svg", &inner, 1);
    }
    drawing + "</svg>\n"
}

/// What stands below the title of each page: author, instruction and, at the right, the goal.
fn about(scene: &BoardScene<'_>, metric: &str) -> String {
    let puzzle = scene.puzzle();
    let author = puzzle.presentation.author.iter();
    let mut lines: Vec<String> = author.map(|own| format!("by {own}")).collect();
    let sentence = instruction(puzzle, metric);
    lines.extend(folded(&sentence, BESIDE, ""));
    let mut drawing = String::new();
    for (number, line) in (0..).zip(&lines) {
        let y = MARGIN + 52 + number * (SMALL + 5);
        drawing += &text(MARGIN, y, SMALL, line);
    }
    if let Some(goal) = puzzle.goals.first() {
        let (width, height) = scene.size();
        let room = (HEADING - GAP) as f64;
        let zoom = (room / height as f64).min(room / width as f64);
        let x = (PAGE.0 - MARGIN) as f64 - width as f64 * zoom;
        let _ = write!(
            drawing,
            "<g class=\"goal\" transform=\"translate({x:.2} {MARGIN}) scale({zoom:.4})\">{}{}</g>",
            scene.ground(),
            scene.wishes(goal),
        );
    }
    drawing
}

/// One sentence that says how to solve the puzzle.
fn instruction(puzzle: &Puzzle, metric: &str) -> String {
    let how = match metric {
        "step" => "Slide one piece at a time by one cell",
        "slide" => "Slide one piece at a time in a straight line",
        "line" => "Push a row of pieces at a time",
        _ => "Slide one piece at a time along free cells",
    };
    let is_lengthwise = puzzle.classes.iter().all(|class| class.axis != Axis::Free);
    let lengthwise = if is_lengthwise {
        ", each only along its row or column"
    } else {
        ""
    };
    let goal = match puzzle.goals.len() {
        0 | 1 => "the pieces on the small board stand where it shows them".to_owned(),
        count => {
            format!("the pieces stand as in one of {count} goals, of which the first is shown")
        }
    };
    format!("{how}{lengthwise}, until {goal}.")
}

/// A page with a heading; `about` is drawn below its title.
fn page(heading: &str, about: &str, drawing: &str) -> String {
    let (width, height) = PAGE;
    // A long title becomes smaller, so that it ends before the goal.
    let letters = heading.chars().count() as i64;
    let size = (2 * (PAGE.0 - 2 * MARGIN - HEADING) / letters.max(1)).clamp(10, 24);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n<style>{}.left{{text-anchor:start}}</style>\n\
         <rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n{}\n{about}\
         {drawing}</svg>\n",
        style_sheet(Theme::Light),
        text(MARGIN, MARGIN + 24, size, heading),
    )
}

fn text(x: i64, y: i64, size: i64, words: &str) -> String {
    format!(
        "<text class=\"word left\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{}</text>",
        escaped(words)
    )
}

/// A board of a page, with the words above it.
pub struct SheetBoard<'p> {
    /// The scene; those of one page have one size.
    pub scene: BoardScene<'p>,
    /// The position on it.
    pub position: Configuration,
    /// The words.
    pub words: String,
}

/// Draws boards of different puzzles on pages, at most `a_page` on each.
///
/// # Panics
/// If `a_page` is 0.
pub fn boards_on_pages(title: &str, boards: &[SheetBoard<'_>], a_page: usize) -> Vec<String> {
    let pages = boards.chunks(a_page);
    pages.map(|own| page(title, "", &in_rows(own))).collect()
}

/// The first positions of solutions in rows.
fn boards(scene: &BoardScene<'_>, solutions: &[Path], metric: &str) -> String {
    let boards = solutions
        .iter()
        .enumerate()
        .map(|(number, path)| SheetBoard {
            scene: scene.clone(),
            position: path.positions[0].clone(),
            words: words(number, path, metric),
        });
    in_rows(&boards.collect::<Vec<_>>())
}

/// Boards of one size in rows, as large as the page allows.
fn in_rows(boards: &[SheetBoard<'_>]) -> String {
    let (width, height) = boards[0].scene.size();
    let count = boards.len() as i64;
    let room = (PAGE.0 - 2 * MARGIN, PAGE.1 - 2 * MARGIN - HEADING);
    let zoom_with = |columns: i64| {
        let rows = (count + columns - 1) / columns;
        let across = ((room.0 + GAP) / columns - GAP) as f64 / width as f64;
        let down = ((room.1 + GAP) / rows - GAP - WORDS) as f64 / height as f64;
        across.min(down).min(1.0)
    };
    let columns = (1..=count).max_by(|&a, &b| zoom_with(a).total_cmp(&zoom_with(b)));
    let columns = columns.expect("there is a board");
    let zoom = zoom_with(columns).max(0.02);
    let mut drawing = String::new();
    for (number, board) in (0..).zip(boards) {
        let x = MARGIN as f64 + (number % columns) as f64 * (width as f64 * zoom + GAP as f64);
        let below = (height as f64).mul_add(zoom, (GAP + WORDS) as f64);
        let y = (MARGIN + HEADING) as f64 + (number / columns) as f64 * below;
        let _ = writeln!(
            drawing,
            "<g transform=\"translate({x:.2} {y:.2})\">{}<g transform=\"translate(0 {WORDS}) \
             scale({zoom:.4})\">{}{}</g></g>",
            text(0, WORDS - 8, 14, &board.words),
            board.scene.ground(),
            board.scene.pieces(&board.position),
        );
    }
    drawing
}

/// The number of a start and the length of its solution.
fn words(number: usize, path: &Path, metric: &str) -> String {
    format!(
        "{}. {}",
        number + 1,
        crate::counted(path.moves.len() as u64, metric)
    )
}

/// The solutions as lines, with the letters that the pieces have on the first page.
fn solution_lines(scene: &BoardScene<'_>, solutions: &[Path], metric: &str) -> Vec<String> {
    let board = &scene.puzzle().board;
    let mut lines = Vec::new();
    for (number, path) in solutions.iter().enumerate() {
        let film = Animation::new(scene, path);
        let moves = film.moves().into_iter().zip(&path.moves);
        let moves = moves.map(|((pieces, letters), step)| {
            let tokens: Vec<&str> = pieces.iter().map(|&piece| film.label(piece)).collect();
            let from = board.name_of(board.square_of(step.from));
            format!("{} {from} {letters}", tokens.join(" "))
        });
        // Lines break between moves alone.
        let moves: Vec<String> = moves.map(|own: String| own.replace(' ', TIE)).collect();
        let told = format!("{}: {}", words(number, path, metric), moves.join(", "));
        let told = folded(&told, COLUMNS, "");
        lines.extend(told.into_iter().map(|line| line.replace(TIE, " ")));
        lines.push(String::new());
    }
    lines
}
