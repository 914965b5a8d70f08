//! `slidewise jump FILE`: the checker that can take all white ones in one move.

use super::CommandResult;
use super::arguments::Jump;
use super::fill::{failure_of, read};
use super::output::Output;
use serde::Serialize;
use slidewise_tabletop::{Answer, Checkers, Tour};

/// What `jump` prints for scripts.
#[derive(Serialize)]
struct Record {
    file: String,
    rows: usize,
    columns: usize,
    /// A square, `None` or `Multiple`.
    answer: String,
    /// The squares of all that can.
    squares: Vec<String>,
    /// With `--all`: how they go.
    #[serde(skip_serializing_if = "Option::is_none")]
    tours: Option<Vec<TourRecord>>,
}

#[derive(Serialize)]
struct TourRecord {
    square: String,
    moves: Vec<Move>,
}

#[derive(Serialize)]
struct Move {
    from: String,
    to: String,
    takes: String,
}

/// Answers the contest's question.
pub fn run(words: &Jump) -> CommandResult {
    let bytes = read(&words.file)?;
    let file = words.file.display().to_string();
    let checkers = Checkers::read(&bytes).map_err(|fault| failure_of(&file, &fault, "jump"))?;
    let answer = match checkers.answer() {
        Answer::None => "None".to_owned(),
        Answer::Only(square) => square,
        Answer::Multiple => "Multiple".to_owned(),
    };
    let tours = checkers.tours();
    let mut lines = vec![answer.clone()];
    if words.all {
        lines.extend(tours.iter().map(|tour| tour.squares.join("x")));
    }
    let record = Record {
        file,
        rows: checkers.size(),
        columns: checkers.size(),
        answer,
        squares: tours.iter().map(|tour| tour.squares[0].clone()).collect(),
        tours: words
            .all
            .then(|| tours.into_iter().map(record_of).collect()),
    };
    Ok(Output::new(lines, &record))
}

fn record_of(tour: Tour) -> TourRecord {
    let jumps = tour.squares.windows(2).zip(&tour.taken);
    TourRecord {
        square: tour.squares[0].clone(),
        moves: jumps
            .map(|(squares, taken)| Move {
                from: squares[0].clone(),
                to: squares[1].clone(),
                takes: taken.clone(),
            })
            .collect(),
    }
}
