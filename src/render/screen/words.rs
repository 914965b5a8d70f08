//! What the screen says.

use super::TooSmall;
use crate::board::Direction;
use crate::{counted, human_bytes, no_solution};
use slidewise_analysis::Obstacle;
use slidewise_play::{Player, Remark, Silence};
use slidewise_puzzle::{Axis, Puzzle};

/// The keys and what they do.
const KEYS: [(&str, &str); 9] = [
    ("letter", "choose"),
    ("arrows", "move"),
    ("Tab", "next"),
    ("?", "hint"),
    ("Enter", "computer plays on"),
    ("Ctrl-Z", "undo"),
    ("Ctrl-Y", "redo"),
    ("Ctrl-R", "restart"),
    ("Esc", "quit"),
];

/// The keys in lines of a width.
pub fn keys(width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (key, what) in KEYS {
        let word = format!("{key} {what}");
        match lines.last_mut() {
            Some(line) if line.chars().count() + 3 + word.chars().count() <= width => {
                *line += &format!("   {word}");
            }
            _ => lines.push(word),
        }
    }
    lines
}

/// That a window is too small.
pub fn too_small(needs: TooSmall, (width, height): (u16, u16)) -> String {
    let size = |(width, height)| format!("{width} x {height}");
    let TooSmall { beside, below } = needs;
    let needed = match beside.0 == below.0 {
        true => size((beside.0, beside.1.min(below.1))),
        false => format!("{} or {}", size(beside), size(below)),
    };
    format!(
        "This window is {}. The board needs {needed}. Enlarge it, or press Esc to quit.",
        size((width, height)),
    )
}

/// How far the game has got.
pub fn count(player: &Player<'_>) -> String {
    let game = player.game();
    let count = counted(game.turns().len(), game.metric().name());
    match game.is_solved() {
        true => format!("Solved in {count}"),
        false => format!("{count} so far"),
    }
}

/// How far Finish is.
pub fn distance(player: &Player<'_>) -> Vec<String> {
    let metric = player.game().metric().name();
    let unknown = match player.silence() {
        None => None,
        Some(Silence::Searching) => {
            Some("The distance to Finish is being computed. The game can begin.".to_owned())
        }
        Some(Silence::NoGoal) => Some(
            "The puzzle has no goal, so no distance is known. --to POSITION gives it one."
                .to_owned(),
        ),
        Some(Silence::NoWay(why)) => {
            let why = no_solution(player.game().puzzle(), why);
            Some(format!("{}; {}.", why.message, why.hint))
        }
        Some(Silence::NoRoom { bytes: None }) => {
            Some("No distance is known: there are too many positions for a search.".to_owned())
        }
        Some(Silence::NoRoom {
            bytes: Some((needed, allowed)),
        }) => Some(format!(
            "No distance is known: the search needs {}, and may take {}. --memory SIZE allows more.",
            human_bytes(*needed),
            human_bytes(*allowed)
        )),
        Some(Silence::NoDisk { needed, free }) => Some(format!(
            "No distance is known: the search needs {} of disk, and {} are free. --store DIR names another folder.",
            human_bytes(*needed),
            human_bytes(*free)
        )),
    };
    if let Some(unknown) = unknown {
        return vec![unknown];
    }
    let Some(distance) = player.advice().distance else {
        return Vec::new();
    };
    let mut lines = Vec::new();
    if !player.game().is_solved() {
        let change = match player.advice().change {
            None => String::new(),
            Some(0) => " (as far as before)".to_owned(),
            Some(change) if change < 0 => format!(" ({} nearer)", -change),
            Some(change) => format!(" ({change} farther)"),
        };
        lines.push(format!("{} to Finish{change}", counted(distance, metric)));
    }
    if let Some(shortest) = player.shortest() {
        lines.push(format!("shortest from Start: {shortest}"));
    }
    lines
}

/// What was said last.
pub fn remark(player: &Player<'_>) -> String {
    let pieces = player.game().pieces().list();
    let token = |piece: usize| &pieces[piece].token;
    match player.remark() {
        Remark::Welcome => {
            "Type the letter of a piece and move it with the arrow keys, or drag it.".to_owned()
        }
        Remark::Nothing => solved(player),
        Remark::Blocked {
            piece,
            direction,
            obstacle,
            by,
        } => {
            let why = match (obstacle, by) {
                (Obstacle::Edge, _) => "the board ends there".to_owned(),
                (Obstacle::Wall, _) => "a wall is there".to_owned(),
                (Obstacle::Lane, _) => {
                    let class = &player.game().puzzle().classes[pieces[*piece].class];
                    match class.axis {
                        Axis::Vertical => "it goes up and down only".to_owned(),
                        _ => "it goes left and right only".to_owned(),
                    }
                }
                (Obstacle::Gate(_), _) => "the gate is closed to it".to_owned(),
                (Obstacle::Piece(_), Some(by)) => format!("{} is there", token(*by)),
                (Obstacle::Piece(_), None) => "a piece is there".to_owned(),
                (Obstacle::Rule, _) => "a rule forbids it".to_owned(),
            };
            format!("{} cannot go {}: {why}.", token(*piece), direction.name())
        }
        Remark::NoWayThere { piece } => format!("{} cannot get there.", token(*piece)),
        Remark::ChooseFirst => "Which piece? Type its letter, or click on it.".to_owned(),
        Remark::NoSuchPiece(typed) => format!("There is no piece {typed}."),
        Remark::Typed(typed) => format!("{typed}..."),
        Remark::NothingToUndo => "Nothing to undo.".to_owned(),
        Remark::NothingToRedo => "Nothing to redo.".to_owned(),
        Remark::Hint => match player.hint() {
            Some(hint) => format!("Hint: {} {}.", token(hint.piece), way(&hint.by.steps)),
            None => String::new(),
        },
        Remark::AtFinish => "This is Finish already.".to_owned(),
        Remark::NeedsDistances if player.silence() == Some(&Silence::Searching) => {
            "Hints come when the distances are computed.".to_owned()
        }
        Remark::NeedsDistances => "Without distances there are no hints.".to_owned(),
        Remark::ComputerPlays => "The computer plays; any key stops it.".to_owned(),
        Remark::ComputerStopped => "Stopped. It is your turn.".to_owned(),
    }
}

/// What is said of a position at Finish.
fn solved(player: &Player<'_>) -> String {
    let turns = player.game().turns().len() as u64;
    match player.shortest() {
        _ if !player.game().is_solved() || turns == 0 => String::new(),
        Some(shortest) if turns == shortest => "Nobody can do it in fewer.".to_owned(),
        _ => "Ctrl-R starts again.".to_owned(),
    }
}

/// Steps in words: `down 2, left`.
fn way(steps: &[Direction]) -> String {
    let runs = steps.chunk_by(|one, other| one == other);
    let words: Vec<String> = runs
        .map(|run| match run.len() {
            1 => run[0].name().to_owned(),
            len => format!("{} {len}", run[0].name()),
        })
        .collect();
    words.join(", ")
}

/// The goal as a board, and how many others there are.
pub fn goal(puzzle: &Puzzle) -> Vec<String> {
    let Some(goal) = puzzle.goals.first() else {
        return Vec::new();
    };
    let others = puzzle.goals.len() - 1;
    let head = match others {
        0 => "Finish:".to_owned(),
        _ => format!("Finish (or {}):", counted(others, "other")),
    };
    let text = puzzle.write_goal(goal);
    let rows = text.split(':').map(|row| format!("  {row}"));
    [head].into_iter().chain(rows).collect()
}

/// What is said of a metric's count when a game is left.
pub fn left(player: &Player<'_>) -> String {
    let game = player.game();
    let turns = game.turns().len() as u64;
    let count = counted(turns, game.metric().name());
    match (game.is_solved(), player.shortest()) {
        (true, Some(shortest)) if shortest == turns => {
            format!("solved in {count}, the fewest possible")
        }
        (true, Some(shortest)) => format!("solved in {count}; the fewest possible are {shortest}"),
        (true, None) => format!("solved in {count}"),
        (false, _) => format!("left after {count}"),
    }
}
