//! Solutions as text (LURD), and a replayer that shares no code with the search.

use crate::level_error::{LevelError, LevelFault};

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
/// there is one; blanks and comments (`;`) are skipped.
///
/// # Errors
///
/// [`LevelFault::Letter`], [`LevelFault::Repetition`], [`LevelFault::Size`].
pub fn read_lurd(text: &str) -> Result<String, LevelError> {
    let mut moves = String::new();
    let mut times: Option<usize> = None;
    for (line_number, line) in (1..).zip(text.lines()) {
        if line.trim_start().starts_with(';') {
            continue;
        }
        for (offset, found) in line.chars().enumerate() {
            let place = (line_number, offset + 1);
            if found.is_whitespace() {
                continue;
            }
            if let Some(digit) = found.to_digit(10) {
                times = Some((times.unwrap_or(0) * 10 + digit as usize).min(MOST_MOVES + 1));
                continue;
            }
            if !"udlrUDLR".contains(found) {
                return Err(LevelError::at(place, LevelFault::Letter { found }));
            }
            let times = times.take().unwrap_or(1);
            if moves.len() + times > MOST_MOVES {
                let fault = LevelFault::Size {
                    what: "the solution",
                    most: MOST_MOVES,
                    unit: "moves",
                };
                return Err(LevelError::at(place, fault));
            }
            moves.extend(std::iter::repeat_n(found, times));
        }
    }
    match times {
        Some(_) => Err(LevelError::of_all(LevelFault::Repetition {
            most: MOST_MOVES,
        })),
        None => Ok(moves),
    }
}

/// The most moves of a solution that is read.
const MOST_MOVES: usize = 10_000_000;

/// Replays a solution on the rows of a level, as [`read_lurd`] gives its moves.
///
/// Small letters must be steps, capitals pushes.
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
        if is_push != letter.is_ascii_uppercase() {
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
        assert_eq!(replayed("rr"), Err(kind));
    }

    #[test]
    fn repetitions_are_written_out() {
        assert_eq!(read_lurd("r2R\n ; text\nl").unwrap(), "rRRl");
        assert_eq!(read_lurd("rx").unwrap_err().place, Some((1, 2)));
        assert!(read_lurd("99999999999999r").is_err());
        assert!(read_lurd("r3").is_err());
    }
}
