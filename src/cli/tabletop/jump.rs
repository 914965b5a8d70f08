//! `slidewise jump FILE`: the checker that can take all white ones in one move.

use super::fill::{failure_of, read};
use crate::arguments::JumpArgs;
use crate::io::output::{CommandResult, Output};
use serde::Serialize;
use slidewise_tabletop::{CaptureTour, Checkers, JumpAnswer};

/// The JSON of `jump`.
#[derive(Serialize)]
struct JumpRecord {
    file: String,
    rows: usize,
    columns: usize,
    /// The square of the only checker that can take all white ones; else `None` or `Multiple`.
    answer: String,
    /// The squares of all checkers that can take all white ones.
    squares: Vec<String>,
    /// With `--all`: the jumps of each checker that can take all white ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    tours: Option<Vec<TourRecord>>,
}

#[derive(Serialize)]
struct TourRecord {
    square: String,
    moves: Vec<JumpMoveRecord>,
}

#[derive(Serialize)]
struct JumpMoveRecord {
    from: String,
    to: String,
    takes: String,
}

/// Finds the checkers that can take all white ones.
pub(crate) fn run(args: &JumpArgs) -> CommandResult {
    let bytes = read(&args.file)?;
    let file = args.file.display().to_string();
    let checkers = Checkers::read(&bytes).map_err(|fault| failure_of(&file, &fault, "jump"))?;
    let answer = match checkers.answer() {
        JumpAnswer::None => "None".to_owned(),
        JumpAnswer::Only(square) => square,
        JumpAnswer::Multiple => "Multiple".to_owned(),
    };
    let tours = checkers.tours();
    let mut lines = vec![answer.clone()];
    if args.all {
        lines.extend(tours.iter().map(|tour| tour.squares.join("x")));
    }
    let record = JumpRecord {
        file,
        rows: checkers.size(),
        columns: checkers.size(),
        answer,
        squares: tours.iter().map(|tour| tour.squares[0].clone()).collect(),
        tours: args.all.then(|| tours.into_iter().map(record_of).collect()),
    };
    Ok(Output::new(lines, &record))
}

fn record_of(tour: CaptureTour) -> TourRecord {
    let jumps = tour.squares.windows(2).zip(&tour.taken);
    TourRecord {
        square: tour.squares[0].clone(),
        moves: jumps
            .map(|(squares, taken)| JumpMoveRecord {
                from: squares[0].clone(),
                to: squares[1].clone(),
                takes: taken.clone(),
            })
            .collect(),
    }
}
