//! Requests that describe a puzzle for drawing and play, validate a text for the editor, or draw a
//! picture.

use crate::answer_error::fault_records;
use crate::reason::reason_for_page;
use crate::request::{PuzzleRequest, is_of_tiles};
use crate::{AnswerError, Desk, Limits, Reply};
use serde::Serialize;
use slidewise_analysis::Unsolvable;
use slidewise_board::{Board, Cell};
use slidewise_engine::graph::{Graph, GraphLimits, Metric};
use slidewise_engine::index::Space;
use slidewise_puzzle::{
    Configuration, CustomaryMetric, NamedGoal, Puzzle, PuzzleError, builtin, import,
};
use slidewise_render::UnsolvableReason;
use slidewise_render::json::{FaultRecord, KnownLengthsRecord};
use slidewise_render::picture::{BoardScene, Palette, Theme};
use std::collections::BTreeMap;

/// Row and column of a square, from the upper left corner, both from 0.
pub(crate) type RowColumn = (u16, u16);

/// A puzzle, as the pages draw and play it.
#[derive(Debug, Serialize)]
pub struct PuzzleDescription {
    name: String,
    title: String,
    source: Option<String>,
    family: Option<String>,
    /// The text of the puzzle file.
    text: String,
    rows: usize,
    columns: usize,
    /// Width and height of the drawing in units; a cell is 64 units wide.
    size: (i64, i64),
    /// The drawing of the empty board, as SVG.
    ground: String,
    classes: Vec<ClassRecord>,
    /// The tokens of the board without pieces, row by row.
    bare: Vec<Vec<String>>,
    /// Whether blanks separate the tokens of a position.
    blanks: bool,
    /// The metric in which the puzzle is customarily counted; `step` if none is customary.
    metric: &'static str,
    /// Known lengths of shortest solutions.
    shortest: KnownLengthsRecord,
    /// The drawing of what a goal demands, as SVG outlines, if there is one goal of few pieces.
    target: Option<String>,
    start: String,
    /// Squares of the first cells of all pieces at Start, indexed by class.
    places: Vec<Vec<RowColumn>>,
    goals: Vec<String>,
    /// The goal of a board of tiles: the name of a usual order, or the board.
    goal: Option<String>,
    /// The reason why there is no solution, if a quick check finds one.
    unsolvable: Option<UnsolvableReason>,
    rules: Vec<String>,
    /// The limits of explorations; absent in a page without a server.
    #[serde(skip_serializing_if = "Option::is_none")]
    limits: Option<Limits>,
}

/// A class of interchangeable pieces.
#[derive(Debug, Serialize)]
struct ClassRecord {
    tokens: Vec<String>,
    colour: usize,
    axis: &'static str,
    /// Rows and columns of the cells of a piece, relative to its first cell.
    cells: Vec<(i32, i32)>,
    /// The drawing of each piece at its Start position, as SVG.
    drawings: Vec<String>,
}

/// Row and column of a cell.
pub(crate) fn square(board: &Board, cell: Cell) -> RowColumn {
    let square = board.square_of(cell);
    (square.row, square.column)
}

/// Squares of the first cells of all pieces in a position, indexed by class.
pub(crate) fn places(puzzle: &Puzzle, position: &Configuration) -> Vec<Vec<RowColumn>> {
    let classes = 0..puzzle.classes.len();
    let firsts = classes.map(|class| puzzle.firsts_of(position, class).iter());
    firsts
        .map(|own| own.map(|&cell| square(&puzzle.board, cell)).collect())
        .collect()
}

/// Answers with the description of a puzzle.
pub(crate) fn puzzle(desk: &dyn Desk, body: &[u8]) -> Result<Reply, AnswerError> {
    let asked = PuzzleRequest::read(body)?;
    let puzzle = asked.puzzle()?;
    let text = text_of(&asked, &puzzle)?;
    Ok(Reply::json(&describe(&puzzle, text, Some(desk.limits()))))
}

/// Answers with the puzzle of the first page.
///
/// # Errors
/// If the built-in puzzle cannot be read.
pub fn start_puzzle() -> Result<Reply, AnswerError> {
    let puzzle = Puzzle::named("lane-rouge")?;
    Ok(Reply::json(&describe(&puzzle, String::new(), None)))
}

/// Describes a puzzle for the pages; `text` is its puzzle file.
pub fn describe(puzzle: &Puzzle, text: String, limits: Option<Limits>) -> PuzzleDescription {
    let scene = BoardScene::new(puzzle, Theme::Auto).with_squares();
    let palette = Palette::of(puzzle);
    let classes = puzzle.classes.iter().enumerate().map(|(number, class)| {
        let firsts = puzzle.firsts_of(&puzzle.start, number).iter();
        let offsets = class.shape.offsets().iter();
        ClassRecord {
            tokens: class.labels.clone(),
            colour: palette.colour_of(number),
            axis: class.axis.name(),
            cells: offsets.copied().collect(),
            drawings: firsts
                .enumerate()
                .map(|(piece, &first)| scene.piece(number, piece, first, "", ""))
                .collect(),
        }
    });
    PuzzleDescription {
        name: puzzle.name.clone(),
        title: page_title(puzzle),
        source: puzzle.source.clone(),
        family: puzzle.family.clone(),
        text,
        rows: puzzle.board.rows(),
        columns: puzzle.board.columns(),
        size: scene.size(),
        ground: scene.ground(),
        classes: classes.collect(),
        bare: puzzle.bare_rows(),
        blanks: puzzle.notation.blanks,
        metric: puzzle
            .presentation
            .metric
            .map_or("step", CustomaryMetric::name),
        shortest: KnownLengthsRecord::of(&puzzle.presentation),
        target: target_of(puzzle, &scene),
        start: puzzle.write_position(&puzzle.start),
        places: places(puzzle, &puzzle.start),
        goals: puzzle
            .goals
            .iter()
            .map(|goal| puzzle.write_goal(goal))
            .collect(),
        goal: NamedGoal::of(puzzle).map(|goal| goal.name().to_owned()),
        unsolvable: Unsolvable::of_puzzle(puzzle).map(|why| reason_for_page(puzzle, &why)),
        rules: puzzle
            .rules
            .iter()
            .map(|rule| puzzle.rule_in_words(rule))
            .collect(),
        limits,
    }
}

/// The title; a board of tiles has the name by which visitors know it, as in the catalogue.
fn page_title(puzzle: &Puzzle) -> String {
    let (rows, columns) = (puzzle.board.rows(), puzzle.board.columns());
    if puzzle.name == format!("tiles:{rows}x{columns}") {
        return format!("{} puzzle, {rows} by {columns}", rows * columns - 1);
    }
    puzzle.title.clone()
}

/// The outlines of the only goal; `None` if it demands more than half of the pieces, because the
/// outlines would hide the position.
fn target_of(puzzle: &Puzzle, scene: &BoardScene<'_>) -> Option<String> {
    let [goal] = &puzzle.goals[..] else {
        return None;
    };
    let is_clear = 2 * goal.demands.len() <= puzzle.piece_count();
    is_clear.then(|| scene.outlines(goal))
}

/// The text of the puzzle file; for a puzzle without a file, a text is generated.
fn text_of(asked: &PuzzleRequest, puzzle: &Puzzle) -> Result<String, AnswerError> {
    // A file with another goal is generated, as are the files of boards in other formats.
    let is_other = asked.to.is_some() && NamedGoal::of(puzzle).is_some();
    if let Some(text) = asked
        .text
        .as_ref()
        .filter(|text| !is_other && !is_of_tiles(text))
    {
        return Ok(text.clone());
    }
    if let Some(built_in) = builtin::find(&puzzle.name).filter(|_| !is_other) {
        return Ok(built_in.text.to_owned());
    }
    if puzzle.name.starts_with("rush:") {
        let form = import::SourceFormat::Rush;
        let converted = import::convert(&puzzle.name, &puzzle.name, form)?;
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
        page_title(puzzle),
        rows.join("\n"),
        goals.collect::<String>()
    ))
}

/// The result of checking the text of a puzzle file.
#[derive(Serialize)]
struct TextCheck {
    ok: bool,
    errors: Vec<FaultRecord>,
    remarks: Vec<FaultRecord>,
    /// The reason why the puzzle has no solution, if a quick check finds a reason.
    unsolvable: Option<UnsolvableReason>,
    /// The number of the colour of each token, as the play page has it; empty if there are faults.
    colours: BTreeMap<String, usize>,
    /// The text parsed as TOML, even if it is not a valid puzzle.
    table: Option<toml::Table>,
    limits: Limits,
}

/// Answers with the errors or remarks of a puzzle's text, and its contents as JSON if it is TOML.
pub(crate) fn read(desk: &dyn Desk, body: &[u8]) -> Result<Reply, AnswerError> {
    let text = PuzzleRequest::read(body)?.text.ok_or_else(|| {
        AnswerError::wrong(
            "the request has no `text`",
            "send the text of a puzzle file",
        )
    })?;
    let mut colours = BTreeMap::new();
    let (faults, remarks, unsolvable) = match Puzzle::from_toml("drawn", "drawn.toml", &text) {
        Ok(puzzle) => {
            let unsolvable = at_once(&puzzle);
            let palette = Palette::of(&puzzle);
            for (number, class) in puzzle.classes.iter().enumerate() {
                let colour = palette.colour_of(number);
                colours.extend(class.labels.iter().map(|own| (own.clone(), colour)));
            }
            (Vec::new(), puzzle.remarks, unsolvable)
        }
        Err(PuzzleError::Faults { faults, .. }) => (faults, Vec::new(), None),
        Err(error) => return Err(error.into()),
    };
    Ok(Reply::json(&TextCheck {
        ok: faults.is_empty(),
        errors: fault_records(&faults),
        remarks: remarks.iter().map(FaultRecord::from).collect(),
        unsolvable,
        colours,
        table: toml::from_str(&text).ok(),
        limits: desk.limits(),
    }))
}

/// Greatest number of patterns, and also of nodes of the automaton, with which a check is quick.
const QUICK: usize = 1 << 16;

/// The reason why a puzzle has no solution; `None` if a quick check finds no reason.
fn at_once(puzzle: &Puzzle) -> Option<UnsolvableReason> {
    let by_graph = || {
        let space = Space::best(puzzle, QUICK).ok()?;
        if *space.pattern_count() > QUICK.into() {
            return None;
        }
        let allowance = GraphLimits {
            nodes: QUICK,
            table_bytes: 0,
        };
        let graph = Graph::within(puzzle, &puzzle.start, Metric::Step, allowance).ok()?;
        Unsolvable::of_graph(&graph)
    };
    let why = if puzzle.goals.is_empty() {
        None
    } else {
        Unsolvable::of_puzzle(puzzle).or_else(by_graph)
    };
    why.map(|why| reason_for_page(puzzle, &why))
}

/// Width of a cell of a picture in pixels.
const PICTURE_CELL: u32 = 64;

/// Answers with a picture of a position or of a goal.
pub(crate) fn picture(body: &[u8]) -> Result<Reply, AnswerError> {
    let asked = PuzzleRequest::read(body)?;
    let puzzle = asked.puzzle()?;
    let scene = BoardScene::new(&puzzle, Theme::Auto);
    let Some(number) = asked.goal else {
        return Ok(Reply::svg(
            scene.svg(&asked.position(&puzzle)?, PICTURE_CELL),
        ));
    };
    let goal = puzzle.goals.get(number).ok_or_else(|| {
        AnswerError::not_found(
            "the puzzle has no goal with this number",
            "goals are numbered from 0",
        )
    })?;
    Ok(Reply::svg(scene.goal_svg(goal, PICTURE_CELL)))
}
