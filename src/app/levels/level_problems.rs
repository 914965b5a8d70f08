//! Faults of levels and of their searches as problems.

use crate::{Cause, Problem, hint_for};
use slidewise_render::human_bytes;
use slidewise_sokoban::{LevelError, LevelFault, LevelSearchError};

impl Problem {
    /// The problem of a level, of a position or of a solution that cannot be read.
    pub fn of_level(file: &str, error: &LevelError) -> Problem {
        let (line, column) = error.place.unzip();
        let hint = match &error.fault {
            LevelFault::Legend { pairs, .. } => legend_hint(file, pairs),
            _ => "docs/sokoban.md describes level files".to_owned(),
        };
        let colon = if error.place.is_some() { ":" } else { ": " };
        Problem::of_input(format!("{file}{colon}{error}"), hint)
            .about(file)
            .at(line, column)
    }
}

/// How a level in another legend is read: by a command that replaces its characters, if they are
/// known and the command takes them as they are.
fn legend_hint(file: &str, pairs: &[(char, char)]) -> String {
    let is_plain = |c: char| c.is_ascii_graphic() && !"-[]\\'".contains(c);
    if pairs.is_empty() || !pairs.iter().all(|(own, _)| is_plain(*own)) {
        return "write it with # for a wall, @ the player, $ a box, . a goal, * a box on a goal"
            .to_owned();
    }
    let own: String = pairs.iter().map(|pair| pair.0).collect();
    let wanted: String = pairs.iter().map(|pair| pair.1).collect();
    let from = match file {
        "-" => String::new(),
        file => hint_for(" < PUZZLE", file),
    };
    format!("if that is right: `tr '{own}' '{wanted}'{from} | slidewise solve -`")
}

impl From<LevelSearchError> for Problem {
    fn from(error: LevelSearchError) -> Problem {
        match error {
            LevelSearchError::Store(error) => error.into(),
            LevelSearchError::Stopped { generation } => Problem::of_stop(
                format!("interrupted in generation {generation}"),
                "the same command goes on from the generations that it has kept, if any",
            ),
            LevelSearchError::Memory { limit } => Problem::new(
                Cause::OutOfMemory {
                    needed: None,
                    allowed: Some(limit),
                },
                format!(
                    "the positions of the level take more than {} of memory",
                    human_bytes(limit)
                ),
                "raise --memory, or leave out boxes on dead cells with --live",
            ),
        }
    }
}
