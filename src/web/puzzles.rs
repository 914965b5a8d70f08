//! What a puzzle is, for the pages that draw and play it; what a text says, for the editor; pictures.

use super::asked::Asked;
use super::catalogue::Limits;
use super::refusal::{Refusal, fault_records};
use super::router::{beside, json, svg};
use super::searches::Searches;
use axum::body::Bytes;
use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use slidewise_analysis::Unsolvable;
use slidewise_board::{Board, Cell};
use slidewise_engine::graph::{Allowance, Graph, Metric};
use slidewise_engine::index::Space;
use slidewise_puzzle::{Configuration, Puzzle, PuzzleError, builtin, convert};
use slidewise_render::json::Fault;
use slidewise_render::picture::{Palette, Scene, Theme};
use slidewise_render::{Reason, no_solution};
use std::sync::Arc;

/// A square: row and column, from the upper left corner, from 0.
pub type Square = (u16, u16);

/// A puzzle, to be drawn and played.
#[derive(Serialize)]
struct Described {
    name: String,
    title: String,
    source: Option<String>,
    family: Option<String>,
    /// The text of its file.
    text: String,
    rows: usize,
    columns: usize,
    /// Width and height of its drawing, in units of 64 a cell.
    size: (i64, i64),
    /// The drawing of the empty board.
    ground: String,
    classes: Vec<ClassRecord>,
    start: String,
    /// The first cells of all pieces at Start, class by class.
    places: Vec<Vec<Square>>,
    goals: Vec<String>,
    rules: Vec<String>,
    limits: Limits,
}

/// Pieces that look alike.
#[derive(Serialize)]
struct ClassRecord {
    tokens: Vec<String>,
    colour: usize,
    /// The cells of a piece, from its first one.
    cells: Vec<(i32, i32)>,
    /// The drawing of each piece where it stands at Start.
    drawings: Vec<String>,
}

/// The square of a cell.
pub fn square(board: &Board, cell: Cell) -> Square {
    let square = board.square_of(cell);
    (square.row, square.column)
}

/// The first cells of all pieces, class by class.
pub fn places(puzzle: &Puzzle, position: &Configuration) -> Vec<Vec<Square>> {
    let classes = 0..puzzle.classes.len();
    let firsts = classes.map(|class| puzzle.firsts_of(position, class).iter());
    firsts
        .map(|own| own.map(|&cell| square(&puzzle.board, cell)).collect())
        .collect()
}

/// What a puzzle is.
pub async fn puzzle(
    State(searches): State<Arc<Searches>>,
    body: Bytes,
) -> Result<Response, Refusal> {
    let described = beside(move || {
        let asked = Asked::read(&body)?;
        let puzzle = asked.puzzle()?;
        Ok(describe(
            &puzzle,
            text_of(&asked, &puzzle)?,
            Limits::of(&searches),
        ))
    });
    Ok(json(&described.await?))
}

fn describe(puzzle: &Puzzle, text: String, limits: Limits) -> Described {
    let scene = Scene::new(puzzle, Theme::Auto).with_squares();
    let palette = Palette::of(puzzle);
    let classes = puzzle.classes.iter().enumerate().map(|(number, class)| {
        let firsts = puzzle.firsts_of(&puzzle.start, number).iter();
        let offsets = class.shape.offsets().iter();
        ClassRecord {
            tokens: class.labels.clone(),
            colour: palette.colour_of(number),
            cells: offsets.copied().collect(),
            drawings: firsts
                .enumerate()
                .map(|(piece, &first)| scene.piece(number, piece, first, "", ""))
                .collect(),
        }
    });
    Described {
        name: puzzle.name.clone(),
        title: puzzle.title.clone(),
        source: puzzle.source.clone(),
        family: puzzle.family.clone(),
        text,
        rows: puzzle.board.rows(),
        columns: puzzle.board.columns(),
        size: scene.size(),
        ground: scene.ground(),
        classes: classes.collect(),
        start: puzzle.write_position(&puzzle.start),
        places: places(puzzle, &puzzle.start),
        goals: puzzle
            .goals
            .iter()
            .map(|goal| puzzle.write_goal(goal))
            .collect(),
        rules: puzzle
            .rules
            .iter()
            .map(|rule| puzzle.rule_in_words(rule))
            .collect(),
        limits,
    }
}

/// The text of a puzzle's file, also of one that has none.
fn text_of(asked: &Asked, puzzle: &Puzzle) -> Result<String, Refusal> {
    if let Some(text) = &asked.text {
        return Ok(text.clone());
    }
    if let Some(built_in) = builtin::find(&puzzle.name) {
        return Ok(built_in.text.to_owned());
    }
    if puzzle.name.starts_with("rush:") {
        let form = convert::Form::Rush;
        let converted = convert::convert(&puzzle.name, &puzzle.name, form)?;
        return Ok(converted.into_iter().map(|own| own.text).collect());
    }
    let rows: Vec<String> = puzzle
        .rows_of(&puzzle.start)
        .iter()
        .map(|row| row.join(" "))
        .collect();
    let goals = puzzle.goals.iter().map(|goal| {
        let board = puzzle.write_goal(goal).replace(':', "\n");
        format!("\n[[goal]]\nboard = \"\"\"\n{board}\n\"\"\"\n")
    });
    Ok(format!(
        "title = \"{}\"\ndistinct = true\nstart = \"\"\"\n{}\n\"\"\"\n{}",
        puzzle.title,
        rows.join("\n"),
        goals.collect::<String>()
    ))
}

/// What a text says.
#[derive(Serialize)]
struct Read {
    ok: bool,
    errors: Vec<Fault>,
    remarks: Vec<Fault>,
    /// Why there is no solution, as far as that is known at once.
    unsolvable: Option<Reason>,
    /// The text as a table, if it is one; also one with faults.
    table: Option<toml::Table>,
    limits: Limits,
}

/// Reads a text: its faults, remarks where it has none, and what it says as far as it is TOML.
pub async fn read(State(searches): State<Arc<Searches>>, body: Bytes) -> Result<Response, Refusal> {
    let read = beside(move || {
        let text = Asked::read(&body)?.text.ok_or_else(|| {
            Refusal::wrong(
                "the request brings no text",
                "send the text of a puzzle file",
            )
        })?;
        let (faults, remarks, unsolvable) = match Puzzle::from_toml("drawn", "drawn.toml", &text) {
            Ok(puzzle) => {
                let unsolvable = at_once(&puzzle);
                (Vec::new(), puzzle.remarks, unsolvable)
            }
            Err(PuzzleError::Faults { faults, .. }) => (faults, Vec::new(), None),
            Err(error) => return Err(error.into()),
        };
        Ok(Read {
            ok: faults.is_empty(),
            errors: fault_records(&faults),
            remarks: remarks.iter().map(Fault::from).collect(),
            unsolvable,
            table: toml::from_str(&text).ok(),
            limits: Limits::of(&searches),
        })
    });
    Ok(json(&read.await?))
}

/// The most patterns, and nodes of their index, of a puzzle that is looked at while its text is written.
const QUICK: usize = 1 << 16;

/// Why a puzzle has no solution, as far as that is known at once.
fn at_once(puzzle: &Puzzle) -> Option<Reason> {
    let by_graph = || {
        let space = Space::best(puzzle, QUICK).ok()?;
        if *space.pattern_count() > QUICK.into() {
            return None;
        }
        let allowance = Allowance {
            nodes: QUICK,
            table_bytes: 0,
        };
        let graph = Graph::within(puzzle, &puzzle.start, Metric::Step, allowance).ok()?;
        Unsolvable::of_graph(&graph)
    };
    let why = match puzzle.goals.is_empty() {
        true => None,
        false => Unsolvable::of_puzzle(puzzle).or_else(by_graph),
    };
    why.map(|why| no_solution(puzzle, &why))
}

/// How many pixels a cell of a picture is wide.
const PICTURE_CELL: u32 = 64;

/// A picture of a position, or of a goal.
pub async fn picture(body: Bytes) -> Result<Response, Refusal> {
    let picture = beside(move || {
        let asked = Asked::read(&body)?;
        let puzzle = asked.puzzle()?;
        let scene = Scene::new(&puzzle, Theme::Auto);
        let Some(number) = asked.goal else {
            return Ok(scene.svg(&asked.position(&puzzle)?, PICTURE_CELL));
        };
        let goal = puzzle.goals.get(number).ok_or_else(|| {
            Refusal::not_found("there is no such goal", "goals are counted from 0")
        })?;
        Ok(scene.goal_svg(goal, PICTURE_CELL))
    });
    Ok(svg(picture.await?))
}
