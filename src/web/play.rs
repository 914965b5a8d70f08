//! Playing: where pieces can go, how far it is, the way to Finish, the farthest positions, the plot.

use super::asked::Asked;
use super::puzzles::{Square, places, square};
use super::refusal::Refusal;
use super::router::{beside, json, svg};
use super::search::Search;
use super::searches::Searches;
use axum::body::Bytes;
use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use slidewise_analysis::{Move, Path};
use slidewise_engine::graph::Metric;
use slidewise_puzzle::{Configuration, Puzzle};
use slidewise_render::json::digits;
use slidewise_render::picture::{PlotStyle, Series, Theme, plot as plotted};
use std::sync::Arc;

/// The most positions in a gallery.
const MOST_SHOWN: usize = 60;

/// A position, and what can be done there.
#[derive(Serialize)]
struct PositionRecord {
    position: String,
    places: Vec<Vec<Square>>,
    solved: bool,
    /// Wherever a single piece can get to, by the fewest steps.
    moves: Vec<MoveRecord>,
    /// Whether distances are known.
    explored: bool,
    from_start: Option<u64>,
    to_finish: Option<u64>,
    hint: Option<MoveRecord>,
}

/// What one piece does.
#[derive(Serialize)]
struct MoveRecord {
    class: usize,
    piece: String,
    from: Square,
    to: Square,
    /// Its steps: U, D, L, R.
    letters: String,
    /// In words: the piece, where it begins, its steps.
    words: String,
    /// The position that it leads to.
    position: String,
}

impl MoveRecord {
    /// A move as it is in this puzzle: the one explored may call its pieces otherwise.
    fn new(puzzle: &Puzzle, before: &Configuration, by: &Move) -> MoveRecord {
        let piece = puzzle.label_of(before, by.class, by.from);
        MoveRecord::called(piece, puzzle, before, by)
    }

    /// A move of a piece with this token.
    fn called(piece: &str, puzzle: &Puzzle, before: &Configuration, by: &Move) -> MoveRecord {
        let board = &puzzle.board;
        let from = board.name_of(board.square_of(by.from));
        MoveRecord {
            class: by.class,
            piece: piece.to_owned(),
            from: square(board, by.from),
            to: square(board, by.to),
            letters: by.letters(),
            words: format!("{piece} {from} {}", by.letters()),
            position: puzzle.write_position(&by.after(puzzle, before)),
        }
    }
}

/// A request about what was found of a puzzle.
struct Question {
    asked: Asked,
    puzzle: Puzzle,
    metric: Metric,
}

impl Question {
    async fn read(body: Bytes) -> Result<Question, Refusal> {
        beside(move || {
            let asked = Asked::read(&body)?;
            Ok(Question {
                puzzle: asked.puzzle()?,
                metric: asked.metric()?,
                asked,
            })
        })
        .await
    }

    /// The exploration that knows the answer.
    fn explored(&self, searches: &Searches) -> Result<Arc<Search>, Refusal> {
        let ready = searches.ready(&self.puzzle, self.metric);
        ready.ok_or_else(|| {
            Refusal::conflict(
                "this is not explored",
                "explore the puzzle first, in this metric",
            )
        })
    }
}

/// A position: what can be done there, and how far it is.
pub async fn position(
    State(searches): State<Arc<Searches>>,
    body: Bytes,
) -> Result<Response, Refusal> {
    let question = Question::read(body).await?;
    let position = question.asked.position(&question.puzzle)?;
    let (explored, place) = match searches.ready(&question.puzzle, question.metric) {
        None => (false, None),
        Some(search) => {
            let own = position.clone();
            let place = search.ask(move |found| found.place(&own)).await?;
            (true, Some(place))
        }
    };
    let place = place.unwrap_or_default();
    let record = beside(move || {
        let puzzle = &question.puzzle;
        let moves = Move::all(puzzle, &position);
        Ok(PositionRecord {
            position: puzzle.write_position(&position),
            places: places(puzzle, &position),
            solved: puzzle.is_solved(&position),
            moves: moves
                .iter()
                .map(|by| MoveRecord::new(puzzle, &position, by))
                .collect(),
            explored,
            from_start: place.from_start,
            to_finish: place.to_finish,
            hint: place.hint.map(|by| MoveRecord::new(puzzle, &position, &by)),
        })
    });
    Ok(json(&record.await?))
}

/// A shortest way to Finish.
#[derive(Serialize)]
struct Solution {
    metric: &'static str,
    moves: usize,
    position: String,
    path: Vec<MoveRecord>,
}

/// A shortest way to Finish from a position.
pub async fn solution(
    State(searches): State<Arc<Searches>>,
    body: Bytes,
) -> Result<Response, Refusal> {
    let question = Question::read(body).await?;
    let position = question.asked.position(&question.puzzle)?;
    let search = question.explored(&searches)?;
    let path = search.ask(move |found| found.solution(&position)).await?;
    let puzzle = &question.puzzle;
    // The puzzle explored may call its pieces otherwise.
    let path = Path::new(puzzle, path.positions, path.moves);
    let steps = path.moves.iter().zip(&path.positions);
    Ok(json(&Solution {
        metric: question.metric.name(),
        moves: path.moves.len(),
        position: puzzle.write_position(&path.positions[0]),
        path: steps
            .map(|(by, before)| MoveRecord::called(&by.piece, puzzle, before, by))
            .collect(),
    }))
}

/// The farthest positions.
#[derive(Serialize)]
struct Gallery {
    metric: &'static str,
    from: &'static str,
    generation: u64,
    count: String,
    positions: Vec<Shown>,
}

#[derive(Serialize)]
struct Shown {
    position: String,
    places: Vec<Vec<Square>>,
}

/// The farthest positions from Start, or the starts that are hardest to solve.
pub async fn farthest(
    State(searches): State<Arc<Searches>>,
    body: Bytes,
) -> Result<Response, Refusal> {
    let question = Question::read(body).await?;
    let from_goals = match question.asked.from.as_deref() {
        None | Some("start") => false,
        Some("goal") => true,
        Some(_) => return Err(Refusal::wrong("from what?", "from is start or goal")),
    };
    let limit = question.asked.limit.unwrap_or(12).min(MOST_SHOWN);
    let search = question.explored(&searches)?;
    let found = search.ask(move |found| found.farthest(from_goals, limit));
    let found = found.await?;
    let puzzle = &question.puzzle;
    let shown = found.positions.iter().map(|position| Shown {
        position: puzzle.write_position(position),
        places: places(puzzle, position),
    });
    Ok(json(&Gallery {
        metric: question.metric.name(),
        from: if from_goals { "goal" } else { "start" },
        generation: found.generation,
        count: digits(found.count),
        positions: shown.collect(),
    }))
}

/// The plot of the generations.
pub async fn plot(State(searches): State<Arc<Searches>>, body: Bytes) -> Result<Response, Refusal> {
    let question = Question::read(body).await?;
    let search = question.explored(&searches)?;
    let name = format!("{}, in {}s", question.puzzle.title, question.metric.name());
    let own = name.clone();
    let series = search.ask(move |found| {
        Ok(Series {
            name: own,
            counts: found.generations().to_vec(),
            goal: found.reach().map(|reach| reach.generation),
        })
    });
    let series = series.await?;
    let style = PlotStyle {
        is_logarithmic: question.asked.logarithmic,
        theme: match question.asked.dark {
            true => Theme::Dark,
            false => Theme::Light,
        },
    };
    let picture = beside(move || {
        plotted(&name, &[series], style)
            .map_err(|error| Refusal::failed(error, "the numbers are in the exploration's answer"))
    });
    Ok(svg(picture.await?))
}
