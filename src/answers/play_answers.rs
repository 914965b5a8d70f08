//! Requests of the play page: moves of a position, distances, solutions, farthest positions, the
//! plot.

use crate::explored::GenerationPositions;
use crate::puzzle_answers::{RowColumn, places, square};
use crate::request::PuzzleRequest;
use crate::{AnswerError, Desk, ExploredPuzzle, Reply};
use serde::Serialize;
use slidewise_analysis::{Move, Path};
use slidewise_app::{Problem, SampleRequest};
use slidewise_engine::graph::Metric;
use slidewise_layout::LayoutRequest;
use slidewise_puzzle::{Configuration, Puzzle, SearchOrigin};
use slidewise_render::json::digits;
use slidewise_render::move_words;
use std::sync::Arc;

/// Greatest number of positions that a response lists.
const MAX_SHOWN: usize = 60;

/// A position with its moves and distances.
#[derive(Serialize)]
struct PositionRecord {
    position: String,
    places: Vec<Vec<RowColumn>>,
    solved: bool,
    /// For each position after a move of a single piece, the move with the fewest steps to it; in
    /// the metric `line`, each push.
    moves: Vec<MoveRecord>,
    /// Whether the puzzle is explored, so that distances are known.
    explored: bool,
    from_start: Option<u64>,
    to_finish: Option<u64>,
    /// Least possible distance to Finish, if only that is known.
    at_least: Option<u64>,
    /// The command that builds tables, if they would find the distance.
    remedy: Option<String>,
    /// Whether tables are being built, so that more will soon be known.
    pending: bool,
    hint: Option<MoveRecord>,
}

/// A piece that a push moves beside its own.
#[derive(Serialize)]
struct PushedRecord {
    class: usize,
    from: RowColumn,
    to: RowColumn,
}

/// A move of one piece, or a push.
#[derive(Serialize)]
struct MoveRecord {
    /// The other pieces of a push, nearest to the empty cell first; absent in the other metrics.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pushed: Vec<PushedRecord>,
    class: usize,
    piece: String,
    from: RowColumn,
    to: RowColumn,
    /// The directions of the steps, as letters U, D, L, R.
    letters: String,
    /// The move as text: the tokens of its pieces, the first cell of the last of them, and the
    /// directions of its steps.
    words: String,
    /// The position after the move.
    position: String,
}

impl MoveRecord {
    /// Describes a move with the tokens of `puzzle`.
    ///
    /// The puzzle of the exploration can be the same puzzle with other tokens.
    fn new(puzzle: &Puzzle, before: &Configuration, by: &Move) -> MoveRecord {
        let token = |class, from| puzzle.label_of(before, class, from).to_owned();
        let mut own = by.clone();
        own.piece = token(by.class, by.from);
        for pushed in &mut own.pushed {
            pushed.piece = token(pushed.class, pushed.from);
        }
        MoveRecord::called(puzzle, before, &own)
    }

    /// Describes a move with the tokens that it names.
    fn called(puzzle: &Puzzle, before: &Configuration, by: &Move) -> MoveRecord {
        let board = &puzzle.board;
        let pushed = by.pushed.iter().map(|own| PushedRecord {
            class: own.class,
            from: square(board, own.from),
            to: square(board, own.to),
        });
        MoveRecord {
            pushed: pushed.collect(),
            class: by.class,
            piece: by.piece.clone(),
            from: square(board, by.from),
            to: square(board, by.to),
            letters: by.letters(board),
            words: move_words(board, by),
            position: puzzle.write_position(&by.after(puzzle, before)),
        }
    }
}

/// A request about the results of an exploration.
#[derive(Debug)]
pub struct PlayRequest {
    asked: PuzzleRequest,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The metric of the distances.
    pub metric: Metric,
}

impl PlayRequest {
    /// Parses the body of a request.
    ///
    /// # Errors
    /// If the body is no such request, or the metric does not suit the puzzle.
    pub fn read(body: &[u8]) -> Result<PlayRequest, AnswerError> {
        let asked = PuzzleRequest::read(body)?;
        let (puzzle, metric) = (asked.puzzle()?, asked.metric()?);
        metric.check(&puzzle).map_err(Problem::from)?;
        Ok(PlayRequest {
            puzzle,
            metric,
            asked,
        })
    }

    /// The layout of the state graph that the request asks for.
    ///
    /// # Errors
    /// If there is no such layout.
    pub fn layout(&self) -> Result<LayoutRequest, AnswerError> {
        self.asked.layout()
    }

    /// Whether a plot of it has a logarithmic scale, and whether it is dark.
    pub fn plot_style(&self) -> (bool, bool) {
        (self.asked.logarithmic, self.asked.dark)
    }

    /// Whether distances are measured from the goals instead of Start.
    fn sources(&self) -> Result<bool, AnswerError> {
        match self.asked.from.as_deref() {
            None | Some("start") => Ok(false),
            Some("goal") => Ok(true),
            Some(_) => Err(AnswerError::wrong(
                "unknown value of `from`",
                "`from` must be `start` or `goal`",
            )),
        }
    }

    /// The finished exploration of the puzzle in the metric of the request.
    ///
    /// # Errors
    /// If it is not explored.
    pub fn explored(&self, desk: &dyn Desk) -> Result<Arc<ExploredPuzzle>, AnswerError> {
        let explored = desk.explored(&self.puzzle, self.metric);
        explored.ok_or_else(AnswerError::not_explored)
    }
}

/// Answers with the moves and distances of a position.
pub(crate) fn position(desk: &dyn Desk, body: &[u8]) -> Result<Reply, AnswerError> {
    let question = PlayRequest::read(body)?;
    let (puzzle, metric) = (&question.puzzle, question.metric);
    let position = question.asked.position(puzzle)?;
    let explored = desk.explored(puzzle, metric);
    let place = match &explored {
        None => desk.place_by_tables(puzzle, metric, &position)?,
        Some(explored) => Some(explored.ask(|found| found.place(&position))?),
    };
    let place = place.unwrap_or_default();
    let moves = match metric {
        Metric::Line => Move::pushes(puzzle, &position),
        _ => Move::all(puzzle, &position),
    };
    Ok(Reply::json(&PositionRecord {
        position: puzzle.write_position(&position),
        places: places(puzzle, &position),
        solved: puzzle.is_solved(&position),
        moves: moves
            .iter()
            .map(|by| MoveRecord::new(puzzle, &position, by))
            .collect(),
        explored: explored.is_some(),
        from_start: place.from_start,
        to_finish: place.to_finish,
        at_least: place.at_least,
        remedy: place.remedy,
        pending: place.is_pending,
        hint: place.hint.map(|by| MoveRecord::new(puzzle, &position, &by)),
    }))
}

/// A shortest solution.
#[derive(Serialize)]
struct SolutionResponse {
    metric: &'static str,
    moves: usize,
    position: String,
    path: Vec<MoveRecord>,
}

/// Answers with a shortest solution from a position.
pub(crate) fn solution(desk: &dyn Desk, body: &[u8]) -> Result<Reply, AnswerError> {
    let question = PlayRequest::read(body)?;
    let (puzzle, metric) = (&question.puzzle, question.metric);
    let position = question.asked.position(puzzle)?;
    let path = match desk.explored(puzzle, metric) {
        Some(explored) => explored.ask(|found| found.solution(&position))?,
        None => desk
            .solution_by_tables(puzzle, metric, &position)?
            .ok_or_else(AnswerError::not_explored)?,
    };
    // Write the tokens of the requested puzzle; the exploration may be of the same puzzle with
    // other tokens.
    let path = Path::new(puzzle, path.positions, path.moves);
    let steps = path.moves.iter().zip(&path.positions);
    Ok(Reply::json(&SolutionResponse {
        metric: metric.name(),
        moves: path.moves.len(),
        position: puzzle.write_position(&path.positions[0]),
        path: steps
            .map(|(by, before)| MoveRecord::called(puzzle, before, by))
            .collect(),
    }))
}

/// Positions at a distance from Start or from the goals.
#[derive(Serialize)]
struct GalleryResponse {
    metric: &'static str,
    from: &'static str,
    generation: u64,
    count: String,
    positions: Vec<GalleryPosition>,
}

impl GalleryResponse {
    fn new(
        question: &PlayRequest,
        from_goals: bool,
        found: &GenerationPositions,
    ) -> GalleryResponse {
        let puzzle = &question.puzzle;
        let shown = found.positions.iter().map(|position| GalleryPosition {
            position: puzzle.write_position(position),
            places: places(puzzle, position),
        });
        GalleryResponse {
            metric: question.metric.name(),
            from: if from_goals { "goal" } else { "start" },
            generation: found.generation,
            count: digits(found.count),
            positions: shown.collect(),
        }
    }
}

#[derive(Serialize)]
struct GalleryPosition {
    position: String,
    places: Vec<Vec<RowColumn>>,
}

/// Answers with the positions farthest from Start, or with the positions hardest to solve.
pub(crate) fn farthest(desk: &dyn Desk, body: &[u8]) -> Result<Reply, AnswerError> {
    let question = PlayRequest::read(body)?;
    let from_goals = question.sources()?;
    let limit = question.asked.limit.unwrap_or(12).min(MAX_SHOWN);
    let explored = question.explored(desk)?;
    let found = explored.ask(|found| found.farthest(from_goals, limit))?;
    Ok(Reply::json(&GalleryResponse::new(
        &question, from_goals, &found,
    )))
}

/// Answers with random positions at a distance from the nearest goal, or from Start.
pub(crate) fn sample(desk: &dyn Desk, body: &[u8]) -> Result<Reply, AnswerError> {
    let question = PlayRequest::read(body)?;
    let from_goals = question.sources()?;
    let distance = question.asked.distance.ok_or_else(|| {
        AnswerError::wrong("the request has no `distance`", "send a number of moves")
    })?;
    let request = SampleRequest {
        from: if from_goals {
            SearchOrigin::Goals
        } else {
            SearchOrigin::Start
        },
        distance,
        count: question.asked.limit.unwrap_or(1).clamp(1, MAX_SHOWN) as u64,
        seed: desk.seed(),
    };
    let explored = question.explored(desk)?;
    let found = explored.ask(|found| found.sample(request))?;
    Ok(Reply::json(&GalleryResponse::new(
        &question, from_goals, &found,
    )))
}
