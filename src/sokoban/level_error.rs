//! Faults of level files: what is wrong, where, and what would be right.

use thiserror::Error;

/// A fault of a level or of a collection, with its place.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}{fault}", place_text(*place))]
pub struct LevelError {
    /// Line and column in characters, both from 1; `None` if the fault has no place.
    pub place: Option<(usize, usize)>,
    /// What is wrong.
    pub fault: LevelFault,
}

/// What is wrong with a level or a collection.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LevelFault {
    /// The text has no row of a board.
    #[error("there is no level: a row of a level has walls `#`")]
    NoLevel,
    /// The bytes are no text, or text in UTF-16.
    #[error("the file is neither UTF-8 nor Latin-1 text")]
    Encoding,
    /// A file in XML is damaged, or has what is not read.
    #[error("the XML cannot be read: {what}")]
    Xml {
        /// What is wrong.
        what: String,
    },
    /// The text is a level with other characters than those of XSB.
    #[error("the text looks like a Sokoban level in another legend: {guess}")]
    Legend {
        /// What the characters probably stand for.
        guess: String,
        /// Characters of the text and those of XSB in their place; empty if not all are known.
        pairs: Vec<(char, char)>,
    },
    /// A tab stands in a row.
    #[error("a tab has no width in a row of a level: write blanks")]
    Tab,
    /// The file or the board is too large.
    #[error("{what} has more than {most} {unit}")]
    Size {
        /// What is too large.
        what: &'static str,
        /// The most that is read.
        most: usize,
        /// The unit of the limit.
        unit: &'static str,
    },
    /// A row has a character without meaning.
    #[error(
        "{found:?} has no meaning in a row: `#` is a wall, `@` the player, `$` a box, `.` a goal, \
         `*` a box and `+` the player on a goal, blank, `-` or `_` floor"
    )]
    Character {
        /// The character.
        found: char,
    },
    /// A number in a row is not followed by a character to repeat, or is too large.
    #[error("a number in a row repeats the character behind it, at most {most} times")]
    Repetition {
        /// The most repetitions.
        most: usize,
    },
    /// The level has no player.
    #[error("the level has no player: write `@`, or `+` on a goal")]
    NoPlayer,
    /// The level has several players; the place is that of the second.
    #[error("the level has a second player: a level has one `@` or `+`")]
    SecondPlayer,
    /// The level has no box.
    #[error("the level has no box: write `$`, or `*` on a goal")]
    NoBox,
    /// The numbers of boxes and goals differ.
    #[error("the numbers of boxes ({boxes}) and goals ({goals}) differ, and must be equal")]
    Unequal {
        /// Number of boxes.
        boxes: usize,
        /// Number of goals.
        goals: usize,
    },
    /// The player can leave the level; the place is that of the hole.
    #[error("the wall has a hole here: the player could leave the level")]
    Open,
    /// A position has another outline, other goals or another number of boxes than its level.
    #[error("the position does not belong to the level: {what} differ")]
    Foreign {
        /// What differs.
        what: &'static str,
    },
    /// A solution has a character that is no move.
    #[error("{found:?} is no move: a solution is written with u, d, l, r, in capitals for pushes")]
    Letter {
        /// The character.
        found: char,
    },
    /// A text has moves behind other text that follows moves.
    #[error("a second solution begins here: a text with one solution is needed")]
    SecondSolution,
    /// A text has no moves.
    #[error("there is no solution: it is written with u, d, l, r, in capitals for pushes")]
    NoSolution,
}

impl LevelError {
    /// A fault at a place of the text.
    pub(crate) fn at(place: (usize, usize), fault: LevelFault) -> LevelError {
        LevelError {
            place: Some(place),
            fault,
        }
    }

    /// A fault of the whole text.
    pub(crate) fn of_all(fault: LevelFault) -> LevelError {
        LevelError { place: None, fault }
    }
}

fn place_text(place: Option<(usize, usize)>) -> String {
    place.map_or_else(String::new, |(line, column)| format!("{line}:{column}: "))
}
