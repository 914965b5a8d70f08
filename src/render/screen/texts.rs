//! Texts of the game screen.

use super::too_small::NeededSize;
use crate::{counted, human_bytes, no_solution};
use slidewise_analysis::Obstacle;
use slidewise_board::Direction;
use slidewise_play::{NoDistances, Player, PlayerRemark};
use slidewise_puzzle::{Axis, Puzzle};

/// Keys and their actions.
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

/// Lists the keys and their actions in lines of at most `width` characters.
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

/// Message for a window that is too small.
pub fn too_small(needs: NeededSize, (width, height): (u16, u16)) -> String {
    let size = |(width, height)| format!("{width} x {height}");
    let NeededSize { beside, below } = needs;
    let needed = if beside.0 == below.0 {
        size((beside.0, beside.1.min(below.1)))
    } else {
        format!("{} or {}", size(beside), size(below))
    };
    format!(
        "This window is {}. The board needs {needed}. Enlarge the window, or press Esc to quit.",
        size((width, height)),
    )
}

/// Number of turns so far as text, with the word `Solved` if the game is solved.
pub fn count(player: &Player<'_>) -> String {
    let game = player.game();
    let count = counted(game.turns().len(), game.metric().name());
    if game.is_solved() {
        format!("Solved in {count}")
    } else {
        format!("{count} so far")
    }
}

/// Distance to Finish, or the reason why it is unknown.
pub fn distance(player: &Player<'_>) -> Vec<String> {
    let metric = player.game().metric().name();
    let unknown = match player.silence() {
        None => None,
        Some(NoDistances::Searching) => {
            Some("The distance to Finish is being computed. You can play meanwhile.".to_owned())
        }
        Some(NoDistances::NoGoal) => Some(
            "The puzzle has no goal, so no distance is known. `--to POSITION` sets a goal."
                .to_owned(),
        ),
        Some(NoDistances::NoWay(why)) => {
            let why = no_solution(player.game().puzzle(), why);
            Some(format!("{}; {}.", why.message, why.hint))
        }
        Some(NoDistances::NoRoom { bytes: None }) => {
            Some("No distance is known: there are too many positions for a search.".to_owned())
        }
        Some(NoDistances::NoRoom {
            bytes: Some((needed, allowed)),
        }) => Some(format!(
            "No distance is known: the search needs {} of memory, but only {} are allowed. \
             `--memory SIZE` allows more.",
            human_bytes(*needed),
            human_bytes(*allowed)
        )),
        Some(NoDistances::NoDisk { needed, free }) => Some(format!(
            "No distance is known: the search needs {} of disk space, but only {} are free. \
             `--store DIR` chooses another folder.",
            human_bytes(*needed),
            human_bytes(*free)
        )),
    };
    if let Some(unknown) = unknown {
        return vec![unknown];
    }
    let mut lines = Vec::new();
    let Some(distance) = player.advice().distance else {
        if let Some(at_least) = player.advice().at_least {
            lines.push(format!("at least {} to Finish", counted(at_least, metric)));
            lines.extend(player.remedy().map(|remedy| {
                format!("`{remedy}` builds tables, by which a game finds the distance.")
            }));
        }
        return lines;
    };
    if !player.game().is_solved() {
        let change = match player.advice().change {
            None => String::new(),
            Some(0) => " (unchanged)".to_owned(),
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

/// Text of the last remark.
pub fn remark(player: &Player<'_>) -> String {
    let pieces = player.game().pieces().list();
    let token = |piece: usize| &pieces[piece].token;
    match player.remark() {
        PlayerRemark::Welcome => {
            "Type the letter of a piece and move it with the arrow keys, or drag it.".to_owned()
        }
        PlayerRemark::Nothing => solved(player),
        PlayerRemark::Blocked {
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
                        Axis::Vertical => "it moves only up and down".to_owned(),
                        _ => "it moves only left and right".to_owned(),
                    }
                }
                (Obstacle::Gate(_), _) => "the gate is closed to it".to_owned(),
                (Obstacle::Piece(_), Some(by)) => format!("{} is there", token(*by)),
                (Obstacle::Piece(_), None) => "a piece is there".to_owned(),
                (Obstacle::Rule, _) => "a rule forbids it".to_owned(),
            };
            format!("{} cannot go {}: {why}.", token(*piece), direction.name())
        }
        PlayerRemark::NoWayThere { piece } => format!("{} cannot get there.", token(*piece)),
        PlayerRemark::ChooseFirst => {
            "Choose a piece first: type its letter, or click on it.".to_owned()
        }
        PlayerRemark::NoSuchPiece(typed) => format!("There is no piece {typed}."),
        PlayerRemark::Typed(typed) => format!("{typed}..."),
        PlayerRemark::NothingToUndo => "Nothing to undo.".to_owned(),
        PlayerRemark::NothingToRedo => "Nothing to redo.".to_owned(),
        PlayerRemark::Hint => match player.hint() {
            Some(hint) => format!("Hint: {} {}.", token(hint.piece), way(&hint.by.steps)),
            None => String::new(),
        },
        PlayerRemark::AtFinish => "The puzzle is already solved.".to_owned(),
        PlayerRemark::NeedsDistances if player.silence() == Some(&NoDistances::Searching) => {
            "No hints yet: computing the distances.".to_owned()
        }
        PlayerRemark::NeedsDistances => "Without distances there are no hints.".to_owned(),
        PlayerRemark::ComputerPlays => "The computer plays; any key stops it.".to_owned(),
        PlayerRemark::ComputerStopped => "Stopped. It is your turn.".to_owned(),
    }
}

/// Remark on a solved position; empty if the position is not solved or the game has just begun.
fn solved(player: &Player<'_>) -> String {
    let turns = player.game().turns().len() as u64;
    match player.shortest() {
        _ if !player.game().is_solved() || turns == 0 => String::new(),
        Some(shortest) if turns == shortest => "This is a shortest solution.".to_owned(),
        _ => "Ctrl-R restarts the game.".to_owned(),
    }
}

/// Describes steps in words, such as `down 2, left`.
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

/// The first goal as a board, below a heading that counts the other goals.
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

/// Summary of a game when the player leaves it.
pub fn left(player: &Player<'_>) -> String {
    let game = player.game();
    let turns = game.turns().len() as u64;
    let count = counted(turns, game.metric().name());
    match (game.is_solved(), player.shortest()) {
        (true, Some(shortest)) if shortest == turns => {
            format!("solved in {count}, the fewest possible")
        }
        (true, Some(shortest)) => format!("solved in {count}; a shortest solution has {shortest}"),
        (true, None) => format!("solved in {count}"),
        (false, _) => format!("left after {count}"),
    }
}
