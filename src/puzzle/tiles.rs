//! Reads `tiles:RxC`, numbered sliding tiles on a board of R rows and C columns, and `torus:RxC`,
//! the same on a torus.
//!
//! The tiles 1, 2, 3, ... are distinct. In Start they stand in reading order, followed by the empty
//! cell; the goal is this same position. R and C are at least 1, on a torus 3, and the board has 2
//! to 1,024 cells. `tiles:RxC:K` has K tiles, and all other cells are empty.

use super::error::{PuzzleFault, message, quoted};
use super::{Axis, Class, Configuration, Notation, Presentation, Puzzle, PuzzleError};
use slidewise_board::{Board, Cell, Shape, Wrap};

/// Prefix of a text such as `tiles:3x4`, which gives the size of a board of tiles.
const PREFIX: &str = "tiles:";
/// Prefix of a text such as `torus:3x4`, which gives the size of a torus of tiles.
const TORUS: &str = "torus:";

impl Puzzle {
    /// Creates the sliding-tile puzzle on a board of `rows` by `columns` cells, with a name such as
    /// `tiles:3x4`.
    ///
    /// # Errors
    /// If the board has fewer than 2 or more than 1,024 cells, or more than [`Board::MAX_SIDE`]
    /// rows or columns.
    ///
    /// ```
    /// let puzzle = slidewise_puzzle::Puzzle::tiles(2, 3)?;
    /// assert_eq!(puzzle.write_position(&puzzle.start), "123:45.");
    /// # Ok::<(), slidewise_puzzle::PuzzleError>(())
    /// ```
    pub fn tiles(rows: usize, columns: usize) -> Result<Puzzle, PuzzleError> {
        tiles(rows, columns, None, None)
    }
}

/// The puzzle of a size with `count` tiles, one less than cells without it, on a board whose edges
/// touch as `wrap` says.
fn tiles(
    rows: usize,
    columns: usize,
    count: Option<usize>,
    wrap: Option<Wrap>,
) -> Result<Puzzle, PuzzleError> {
    let prefix = if wrap.is_some() { TORUS } else { PREFIX };
    let size = format!("{prefix}{rows}x{columns}");
    let cells = rows.saturating_mul(columns);
    // A board with one empty cell has one name.
    let name = match count {
        Some(count) if count.checked_add(1) != Some(cells) => format!("{size}:{count}"),
        _ => size.clone(),
    };
    let board = match Board::new(rows, columns, |_| false) {
        Ok(board) if cells >= 2 => board,
        _ => {
            let expected = format!("a board of 2 to {} cells", Board::MAX_CELLS);
            return Err(wrong_word(
                &name,
                prefix.len(),
                &expected,
                &cells.to_string(),
            ));
        }
    };
    let board = match wrap.map(|wrap| board.clone().wrapped(wrap)) {
        None => board,
        Some(Ok(torus)) => torus,
        Some(Err(_)) => {
            let found = format!("{rows} and {columns}");
            let expected = "at least 3 rows and 3 columns";
            return Err(wrong_word(&name, prefix.len(), expected, &found));
        }
    };
    let tiles = count.unwrap_or(cells - 1);
    if !(1..cells).contains(&tiles) {
        let expected = format!("1 to {} tiles", cells - 1);
        return Err(wrong_word(
            &name,
            size.len() + 1,
            &expected,
            &tiles.to_string(),
        ));
    }
    let classes = (1..=tiles)
        .map(|number| Class {
            labels: vec![number.to_string()],
            shape: Shape::unit(),
            axis: Axis::Free,
            allowed: board.cells(),
        })
        .collect();
    let start = (0..tiles).map(|tile| vec![Cell(tile as u16)]).collect();
    let mut puzzle = Puzzle {
        name,
        title: {
            let noun = if tiles == 1 { "tile" } else { "tiles" };
            let on = wrap.map_or("", |_| " on a torus");
            format!("{tiles} sliding {noun}{on}, {rows} x {columns}")
        },
        family: None,
        source: None,
        board,
        classes,
        gates: Vec::new(),
        rules: Vec::new(),
        goals: Vec::new(),
        start: Configuration::new(start),
        notation: Notation {
            blanks: tiles >= 10,
            ..Notation::default()
        },
        presentation: Presentation::default(),
        remarks: Vec::new(),
    };
    puzzle.goals = vec![puzzle.goal_of(&puzzle.start)];
    Ok(puzzle)
}

/// Whether a text begins as one that [`read`] reads.
pub(super) fn is_named(word: &str) -> bool {
    word.starts_with(PREFIX) || word.starts_with(TORUS)
}

/// Reads the puzzle that a text `tiles:RxC` or `torus:RxC` describes, with `:K` for K tiles.
pub(super) fn read(word: &str) -> Result<Puzzle, PuzzleError> {
    const EXPECTED: &str = "rows x columns as in `tiles:3x4`";
    let torus = word.strip_prefix(TORUS);
    let wrap = torus.map(|_| Wrap::Both);
    let size = torus.or_else(|| word.strip_prefix(PREFIX)).unwrap_or(word);
    let at = word.len() - size.len();
    let wrong = || wrong_word(word, at, EXPECTED, &quoted(size));
    let (sides, count) = match size.split_once(':') {
        None => (size, None),
        Some((sides, count)) => (sides, Some(count)),
    };
    let (rows, columns) = sides.split_once('x').ok_or_else(wrong)?;
    // Zeros before a number are refused, because the text is also the puzzle's name and must be
    // unique.
    let number = |digits: &str| match digits.as_bytes() {
        [b'1'..=b'9', rest @ ..] if rest.iter().all(u8::is_ascii_digit) => digits.parse().ok(),
        _ => None,
    };
    let (Some(rows), Some(columns)) = (number(rows), number(columns)) else {
        return Err(wrong());
    };
    let count = count.map(|digits| {
        let at = at + sides.len() + 1;
        let wrong = || {
            wrong_word(
                word,
                at,
                "a number of tiles as in `tiles:3x4:5`",
                &quoted(digits),
            )
        };
        number(digits).ok_or_else(wrong)
    });
    tiles(rows, columns, count.transpose()?, wrap)
}

/// The error for a fault in a text such as `tiles:3x4`; `at` is the number of characters before the
/// fault.
pub(super) fn wrong_word(word: &str, at: usize, expected: &str, found: &str) -> PuzzleError {
    PuzzleError::Word {
        word: word.to_owned(),
        fault: PuzzleFault {
            line: 1,
            column: at + 1,
            message: message(expected, found),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_stand_in_reading_order_with_the_empty_cell_last() {
        for (word, text) in [
            ("tiles:2x2", "12:3."),
            ("tiles:1x2", "1."),
            ("tiles:2x1", "1:."),
            ("tiles:3x4", "1 2 3 4:5 6 7 8:9 10 11 ."),
            ("tiles:2x5", "12345:6789."),
            ("tiles:3x4:5", "1234:5...:...."),
            ("tiles:2x2:1", "1.:.."),
        ] {
            let puzzle = read(word).unwrap();
            assert_eq!(puzzle.name, word);
            assert_eq!(puzzle.write_position(&puzzle.start), text);
            assert_eq!(puzzle.read_position(text).unwrap(), puzzle.start);
            assert!(puzzle.is_solved(&puzzle.start));
        }
        let torus = read("torus:3x4").unwrap();
        assert_eq!(torus.title, "11 sliding tiles on a torus, 3 x 4");
        let plain = read("tiles:3x4").unwrap();
        assert_eq!(torus.start, plain.start);
        assert_ne!(torus.canonical_form(), plain.canonical_form());
        let column = read("tiles:128x1").unwrap();
        assert_eq!(column.piece_count(), 127);
        let text = column.write_position(&column.start);
        assert_eq!(column.read_position(&text).unwrap(), column.start);
    }

    #[test]
    fn wrong_sizes_are_refused() {
        for (word, message) in [
            (
                "tiles:",
                "`tiles:`: expected rows x columns as in `tiles:3x4`, found ``",
            ),
            (
                "tiles:3",
                "`tiles:3`: expected rows x columns as in `tiles:3x4`, found `3`",
            ),
            (
                "tiles:03x4",
                "`tiles:03x4`: expected rows x columns as in `tiles:3x4`, found `03x4`",
            ),
            (
                "tiles:0x4",
                "`tiles:0x4`: expected rows x columns as in `tiles:3x4`, found `0x4`",
            ),
            (
                "tiles:+3x4",
                "`tiles:+3x4`: expected rows x columns as in `tiles:3x4`, found `+3x4`",
            ),
            (
                "tiles:3x4x5",
                "`tiles:3x4x5`: expected rows x columns as in `tiles:3x4`, found `3x4x5`",
            ),
            (
                "tiles:1x1",
                "`tiles:1x1`: expected a board of 2 to 1024 cells, found 1",
            ),
            (
                "tiles:12x86",
                "`tiles:12x86`: expected a board of 2 to 1024 cells, found 1032",
            ),
        ] {
            assert_eq!(read(word).unwrap_err().to_string(), message);
        }
        for (word, message) in [
            (
                "tiles:3x3:9",
                "`tiles:3x3:9`: expected 1 to 8 tiles, found 9",
            ),
            (
                "tiles:3x3:0",
                "`tiles:3x3:0`: expected a number of tiles as in `tiles:3x4:5`, found `0`",
            ),
            (
                "torus:3x3:",
                "`torus:3x3:`: expected a number of tiles as in `tiles:3x4:5`, found ``",
            ),
        ] {
            let error = read(word).unwrap_err();
            assert_eq!(error.to_string(), message);
            assert_eq!(error.faults()[0].column, 11);
        }
        // A board with one empty cell has one name.
        assert_eq!(read("tiles:3x3:8").unwrap().name, "tiles:3x3");
        assert!(read("tiles:99999999999999999999x2").is_err());
        assert_eq!(
            read("torus:2x4").unwrap_err().to_string(),
            "`torus:2x4`: expected at least 3 rows and 3 columns, found 2 and 4"
        );
        assert!(read(&format!("tiles:{0}x{0}", usize::MAX)).is_err());
        assert_eq!(read("tiles:3").unwrap_err().faults()[0].column, 7);
    }
}
