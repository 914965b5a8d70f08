//! Solutions as text (LURD), and a replayer that shares no code with the search.

use crate::level_error::{LevelError, LevelFault};
use crate::rows::is_row;

/// What a replayed solution does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayedLurd {
    /// Number of steps of the player, pushes included.
    pub steps: u64,
    /// Number of pushes.
    pub pushes: u64,
    /// Whether all boxes stand on goals at the end.
    pub is_solved: bool,
    /// The last position, a row a line.
    pub rows: Vec<String>,
}

/// Why a solution cannot be replayed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LurdError {
    /// The text has a character that is no move, with its place.
    #[error("{0}")]
    Text(LevelError),
    /// The rows do not show one player.
    #[error("the level has no player")]
    NoPlayer,
    /// A move runs into a wall, or a box into a wall or another box.
    #[error("move {number} ({letter}) is blocked: {}", blocked(*.is_box))]
    Blocked {
        /// The number of the move, from 1.
        number: u64,
        /// Its letter.
        letter: char,
        /// Whether a box is in the way.
        is_box: bool,
    },
    /// A push is written as a step, or a step as a push.
    #[error("move {number} ({letter}) is a {}: write it so", kind(*.is_push))]
    Kind {
        /// The number of the move, from 1.
        number: u64,
        /// Its letter.
        letter: char,
        /// Whether the move pushes a box.
        is_push: bool,
    },
}

fn blocked(is_box: bool) -> &'static str {
    if is_box {
        "the box has no free square behind it"
    } else {
        "there is a wall"
    }
}

fn kind(is_push: bool) -> &'static str {
    if is_push {
        "push (capital letter)"
    } else {
        "step without a push (small letter)"
    }
}

/// Reads the moves of a solution: letters, each with the number of its repetitions before it where
/// there is one.
///
/// Blanks, comments (`;`), rows of a level and lines of text around the moves are skipped, such as
/// `Solution` and `Moves: 33`; moves may stand behind `Solution:` in the same line.
///
/// # Errors
///
/// [`LevelFault::Letter`], [`LevelFault::Repetition`], [`LevelFault::Size`],
/// [`LevelFault::NoSolution`], [`LevelFault::SecondSolution`].
pub fn read_lurd(text: &str) -> Result<String, LevelError> {
    let mut reader = LurdReader::default();
    for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        reader.line(number, line)?;
    }
    match reader {
        LurdReader { times: Some(_), .. } => Err(LevelError::of_all(LevelFault::Repetition {
            most: MAX_MOVES,
        })),
        LurdReader { moves, .. } if moves.is_empty() => {
            Err(LevelError::of_all(LevelFault::NoSolution))
        }
        LurdReader { moves, .. } => Ok(moves),
    }
}

/// A solution while it is read.
#[derive(Default)]
struct LurdReader {
    moves: String,
    /// The number before the next letter.
    times: Option<usize>,
    /// Whether text stands behind the moves.
    is_behind: bool,
}

impl LurdReader {
    fn line(&mut self, number: usize, line: &str) -> Result<(), LevelError> {
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with(';') || is_row(line) {
            return Ok(());
        }
        let begin = moves_begin(trimmed);
        let Some(begin) = begin else {
            self.is_behind = !self.moves.is_empty();
            return Ok(());
        };
        let skipped = line.len() - line.trim_start().len() + begin;
        let before = line[..skipped].chars().count();
        if self.is_behind {
            let place = (number, before + 1);
            return Err(LevelError::at(place, LevelFault::SecondSolution));
        }
        for (offset, found) in line[skipped..].chars().enumerate() {
            self.character((number, before + offset + 1), found)?;
        }
        Ok(())
    }

    fn character(&mut self, place: (usize, usize), found: char) -> Result<(), LevelError> {
        if found.is_whitespace() || found == ',' {
            return Ok(());
        }
        if let Some(digit) = found.to_digit(10) {
            let before = self.times.unwrap_or(0);
            self.times = Some((before * 10 + digit as usize).min(MAX_MOVES + 1));
            return Ok(());
        }
        if !is_letter(found) {
            return Err(LevelError::at(place, LevelFault::Letter { found }));
        }
        let times = self.times.take().unwrap_or(1);
        if self.moves.len() + times > MAX_MOVES {
            let fault = LevelFault::Size {
                what: "the solution",
                most: MAX_MOVES,
                unit: "moves",
            };
            return Err(LevelError::at(place, fault));
        }
        self.moves.extend(std::iter::repeat_n(found, times));
        Ok(())
    }
}

fn is_letter(character: char) -> bool {
    "udlrUDLR".contains(character)
}

/// Where the moves begin in a line, or `None` if it is a line of text: one that begins with a word
/// of solution files, or has a colon behind a word.
fn moves_begin(line: &str) -> Option<usize> {
    let is_moves = |part: &str| {
        let is_known = |c: char| is_letter(c) || c.is_ascii_digit() || c == ',' || c == ' ';
        part.contains(is_letter) && part.chars().all(is_known)
    };
    if let Some((key, value)) = line.split_once([':', '=']) {
        let is_key = key.starts_with(|c: char| c.is_alphabetic());
        let behind = line.len() - value.len();
        let has_moves = is_solution_word(first_word(key)) && is_moves(value.trim());
        return if is_key {
            has_moves.then_some(behind)
        } else {
            Some(0)
        };
    }
    let word = first_word(line);
    let is_text = is_solution_word(word) || is_in(word, &TEXT_WORDS);
    (!is_text).then_some(0)
}

fn first_word(line: &str) -> &str {
    line.split(|c: char| !c.is_alphabetic())
        .next()
        .unwrap_or("")
}

fn is_in(word: &str, words: &[&str]) -> bool {
    words.iter().any(|own| own.eq_ignore_ascii_case(word))
}

/// Whether moves may stand behind a word and a colon.
fn is_solution_word(word: &str) -> bool {
    is_in(word, &["solution", "solutions", "moves", "lurd"])
}

/// Other words at the beginning of lines that are no moves.
const TEXT_WORDS: [&str; 8] = [
    "pushes", "steps", "level", "title", "author", "player", "date", "best",
];

/// The most moves of a solution that is read.
const MAX_MOVES: usize = 10_000_000;

/// Replays a solution on the rows of a level, as [`read_lurd`] gives its moves.
///
/// Where small letters and capitals are mixed, small letters must be steps and capitals pushes.
///
/// # Errors
///
/// [`LurdError`]: the first move that cannot be made.
pub fn replay_lurd(rows: &[String], moves: &str) -> Result<ReplayedLurd, LurdError> {
    let mut grid: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let found = grid.iter().enumerate().find_map(|(row, line)| {
        let column = line.iter().position(|&c| c == '@' || c == '+')?;
        Some((row as i64, column as i64))
    });
    let mut player = found.ok_or(LurdError::NoPlayer)?;
    let mut pushes = 0;
    let mut steps = 0;
    // A solution in capitals alone, or in small letters alone, says nothing of pushes.
    let has = |is_own: fn(&char) -> bool| moves.chars().any(|letter| is_own(&letter));
    let is_mixed = has(char::is_ascii_uppercase) && has(char::is_ascii_lowercase);
    for letter in moves.chars() {
        steps += 1;
        let number = steps;
        let (down, right) = match letter.to_ascii_lowercase() {
            'u' => (-1, 0),
            'd' => (1, 0),
            'l' => (0, -1),
            _ => (0, 1),
        };
        let next = (player.0 + down, player.1 + right);
        let behind = (next.0 + down, next.1 + right);
        let is_push = matches!(at(&grid, next), '$' | '*');
        if at(&grid, next) == '#' {
            let is_box = false;
            return Err(LurdError::Blocked {
                number,
                letter,
                is_box,
            });
        }
        if is_push && !matches!(at(&grid, behind), ' ' | '.' | '-' | '_') {
            let is_box = true;
            return Err(LurdError::Blocked {
                number,
                letter,
                is_box,
            });
        }
        if is_mixed && is_push != letter.is_ascii_uppercase() {
            return Err(LurdError::Kind {
                number,
                letter,
                is_push,
            });
        }
        if is_push {
            pushes += 1;
            carry(&mut grid, next, behind, ('$', '*'));
        }
        carry(&mut grid, player, next, ('@', '+'));
        player = next;
    }
    Ok(ReplayedLurd {
        steps,
        pushes,
        is_solved: !grid.iter().flatten().any(|&c| c == '$'),
        rows: grid.iter().map(|line| line.iter().collect()).collect(),
    })
}

/// The character of a square; a wall outside the rows.
fn at(grid: &[Vec<char>], place: (i64, i64)) -> char {
    let row = usize::try_from(place.0).ok().and_then(|row| grid.get(row));
    let column = usize::try_from(place.1).ok();
    row.zip(column)
        .and_then(|(row, column)| row.get(column))
        .copied()
        .unwrap_or('#')
}

/// Takes a player or a box from one square to a free one; the pair has its characters off and on a
/// goal.
fn carry(grid: &mut [Vec<char>], from: (i64, i64), to: (i64, i64), own: (char, char)) {
    let square = &mut grid[from.0 as usize][from.1 as usize];
    *square = if *square == own.1 { '.' } else { ' ' };
    let square = &mut grid[to.0 as usize][to.1 as usize];
    *square = if *square == '.' { own.1 } else { own.0 };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replayed(moves: &str) -> Result<ReplayedLurd, LurdError> {
        let rows = ["#######", "#@ $ .#", "#######"].map(str::to_owned);
        replay_lurd(&rows, moves)
    }

    #[test]
    fn steps_and_pushes_are_counted() {
        let end = replayed("rRR").unwrap();
        assert_eq!((end.steps, end.pushes, end.is_solved), (3, 2, true));
        assert_eq!(end.rows[1], "#   @*#");
        assert!(!replayed("rR").unwrap().is_solved);
    }

    #[test]
    fn impossible_moves_are_refused_with_their_number() {
        let is_box = true;
        let blocked = LurdError::Blocked {
            number: 4,
            letter: 'R',
            is_box,
        };
        assert_eq!(replayed("rRRR"), Err(blocked));
        let blocked = LurdError::Blocked {
            number: 1,
            letter: 'u',
            is_box: false,
        };
        assert_eq!(replayed("u"), Err(blocked));
        let kind = LurdError::Kind {
            number: 2,
            letter: 'r',
            is_push: true,
        };
        assert_eq!(replayed("rrR"), Err(kind));
    }

    #[test]
    fn letters_of_one_case_say_nothing_of_pushes() {
        for moves in ["rrr", "RRR"] {
            let end = replayed(moves).unwrap();
            assert_eq!((end.steps, end.pushes, end.is_solved), (3, 2, true));
        }
    }

    #[test]
    fn repetitions_are_written_out() {
        assert_eq!(read_lurd("r2R\n ; text\nl").unwrap(), "rRRl");
        assert_eq!(read_lurd("rx").unwrap_err().place, Some((1, 2)));
        assert!(read_lurd("99999999999999r").is_err());
        assert!(read_lurd("r3").is_err());
    }

    #[test]
    fn text_around_the_moves_is_skipped() {
        for text in [
            "\u{feff}Solution\nrR\n",
            "Moves: 33\nrR",
            "Solution: rR",
            "Solution 1 (2 moves)\r\nr\r\nR\r\nPushes: 1\r\n",
            "#####\n#@$.#\n#####\n\nTitle: dull\nLURD = r, R",
        ] {
            assert_eq!(read_lurd(text).unwrap(), "rR", "{text:?}");
        }
        let second = read_lurd("Solution\nrR\nSolution\nrR").unwrap_err();
        assert_eq!(
            (second.place, second.fault),
            (Some((4, 1)), LevelFault::SecondSolution)
        );
        let wrong = read_lurd("Solution: rR\n  rRx\n").unwrap_err();
        assert_eq!(wrong.place, Some((2, 5)));
        assert_eq!(
            read_lurd("Moves: 33").unwrap_err().fault,
            LevelFault::NoSolution
        );
        assert_eq!(read_lurd("").unwrap_err().fault, LevelFault::NoSolution);
    }
}
