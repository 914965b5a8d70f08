//! Capturing checkers: which black piece can capture all white pieces in one move?
//!
//! A piece jumps diagonally over a neighbouring white piece onto the free square behind it, and
//! continues from there. The puzzle comes from the ACM ICPC Pacific Northwest Region, 2015; in the
//! USA Computing Olympiad of December 2008, kings jump, and squares have other characters. The
//! solution is an Eulerian path (Euler, 1736):
//!
//! - A jump changes row and column by two each. The moving piece therefore only reaches squares
//!   whose row and column differ from its own by even numbers, and only captures white pieces for
//!   which both differ by odd numbers. If a white piece is anywhere else, this piece cannot capture
//!   all.
//! - A jump also changes row / 2 + column / 2 by an even number. The moving piece can therefore
//!   jump over a white piece along only one of the two diagonals: each white piece is *one* edge
//!   between two squares.
//! - No white piece is on a square that the moving piece can reach. So only other black pieces and
//!   the border of the board block it; the square that it leaves becomes free. If one end of an
//!   edge is blocked, the white piece on this edge can never be captured.
//! - Otherwise the white pieces are the edges of a graph, and the moving piece must pass each edge
//!   once, beginning at its own square. That is possible if and only if all edges are connected to
//!   this square, and either no square has odd degree, or exactly two squares have odd degree and
//!   this square is one of them.
//!
//! These conditions decide every position without a search. The path itself is built with
//! Hierholzer's algorithm (1873).

use super::file_error::{TabletopError, quoted};
use super::text_file::{FileLine, lines_of, text_of};
use std::collections::BTreeMap;

/// A position: a square board with pieces on the squares of one colour.
#[derive(Clone, Debug)]
pub struct Checkers {
    size: usize,
    pieces: Vec<SquareContent>,
}

/// The contents of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SquareContent {
    None,
    Black,
    White,
}

/// A square: its row from the top and its column from the left, both from 0.
type BoardPosition = (usize, usize);

/// The jumps of a black piece that capture all white pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CaptureTour {
    /// Names of the squares that the piece visits, its own first: column letter and row from the
    /// bottom, as in chess.
    pub squares: Vec<String>,
    /// Names of the squares of the captured white pieces, one for each jump.
    pub taken: Vec<String>,
}

/// The answer of the contest: which black piece can capture all white pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JumpAnswer {
    /// No black piece can capture all white pieces.
    None,
    /// Exactly one black piece can capture all white pieces, and it stands on the named square.
    Only(String),
    /// Several black pieces can capture all white pieces.
    Multiple,
}

/// Numbers of rows that are accepted.
const SIZES: std::ops::RangeInclusive<usize> = 2..=40;

/// The characters of a file for the contents of squares.
///
/// The first square of a file shows which alphabet the file uses; letters are read in both cases.
#[derive(Clone, Copy)]
struct SquareAlphabet {
    /// A square of the unused colour.
    unused: char,
    /// A free square of the other colour.
    free: char,
    black: char,
    white: char,
}

impl SquareAlphabet {
    /// The alphabet of the ACM ICPC Pacific Northwest Region.
    const BLACK_AND_WHITE: SquareAlphabet = SquareAlphabet {
        unused: '.',
        free: '_',
        black: 'B',
        white: 'W',
    };

    /// The alphabet of the USA Computing Olympiad, in which the jumping pieces are kings.
    const KINGS: SquareAlphabet = SquareAlphabet {
        unused: '-',
        free: '+',
        black: 'K',
        white: 'o',
    };

    /// The alphabet of a file whose first square is `c`.
    fn of(c: Option<char>) -> SquareAlphabet {
        let kings = SquareAlphabet::KINGS;
        if c.is_some_and(|c| c == kings.unused || kings.content(c).is_some()) {
            kings
        } else {
            SquareAlphabet::BLACK_AND_WHITE
        }
    }

    /// The content of a square of the used colour; `None` if `c` does not stand for one.
    fn content(self, c: char) -> Option<SquareContent> {
        let is = |letter: char| c.eq_ignore_ascii_case(&letter);
        match c {
            _ if c == self.free => Some(SquareContent::None),
            _ if is(self.black) => Some(SquareContent::Black),
            _ if is(self.white) => Some(SquareContent::White),
            _ => None,
        }
    }
}

impl Checkers {
    /// Parses a position: a line with the number of rows, then the rows.
    ///
    /// A row consists of `.` (a square of the unused colour), `_` (a free square), `B` (a black
    /// piece) and `W` (a white piece); or, in the same order, of `-`, `+`, `K` (a king that jumps)
    /// and `o` (a piece of the opponent). Letters may be in lower or upper case.
    ///
    /// # Errors
    /// If the number of rows is not between 2 and 40, there are too few or too many rows, a row is
    /// too short or too long, a character is unknown or of the other alphabet, or the `.` squares
    /// are not exactly the squares of one colour.
    ///
    /// ```
    /// use slidewise_tabletop::{JumpAnswer, Checkers};
    ///
    /// let checkers = Checkers::read(b"3\n_._\n.W.\nB._\n")?;
    /// assert_eq!(checkers.answer(), JumpAnswer::Only("a1".to_owned()));
    /// assert_eq!(checkers.tours()[0].squares, ["a1", "c3"]);
    /// # Ok::<(), slidewise_tabletop::TabletopError>(())
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Checkers, TabletopError> {
        let lines = lines_of(text_of(bytes)?)?;
        let size = size_of(lines[0])?;
        // The first square shows which of the two colours is unused.
        let first = lines.get(1).and_then(|line| line.text.chars().next());
        let alphabet = SquareAlphabet::of(first);
        let first_is_out = first == Some(alphabet.unused);
        let mut pieces: Vec<SquareContent> = Vec::new();
        for row in 0..size {
            let Some(&line) = lines.get(row + 1) else {
                let place = (lines.len() + 1, 1);
                let found = format!("{row}");
                return Err(TabletopError::at(place, format!("{size} rows"), found));
            };
            let is_out = |column: usize| (row + column).is_multiple_of(2) == first_is_out;
            pieces.extend(pieces_of(line, size, alphabet, is_out)?);
        }
        if let Some(line) = lines.get(size + 1) {
            let expected = format!("{size} rows");
            return Err(TabletopError::at(
                (line.number, 1),
                expected,
                "a further row",
            ));
        }
        Ok(Checkers { size, pieces })
    }

    /// Number of rows, which is also the number of columns.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Says which black piece can capture all white pieces; [`JumpAnswer::None`] if there is no
    /// white piece.
    pub fn answer(&self) -> JumpAnswer {
        let mut able = self
            .places(SquareContent::Black)
            .filter(|&place| self.can_take_all(place));
        match (able.next(), able.next()) {
            (None, _) => JumpAnswer::None,
            (Some(place), None) => JumpAnswer::Only(self.name(place)),
            (Some(_), Some(_)) => JumpAnswer::Multiple,
        }
    }

    /// One tour for each black piece that can capture all white pieces, ordered by row from the
    /// top, then by column.
    pub fn tours(&self) -> Vec<CaptureTour> {
        self.places(SquareContent::Black)
            .filter_map(|place| {
                let jumps = self.jumps(place)?;
                let squares = walk(&jumps, place);
                // The piece takes every white piece unless it cannot reach some jump.
                let is_whole = squares.len() == jumps.len() + 1;
                let over = |pair: &[BoardPosition]| {
                    let between = |one: usize, other: usize| (one + other) / 2;
                    self.name((between(pair[0].0, pair[1].0), between(pair[0].1, pair[1].1)))
                };
                is_whole.then(|| CaptureTour {
                    taken: squares.windows(2).map(over).collect(),
                    squares: squares.iter().map(|&place| self.name(place)).collect(),
                })
            })
            .collect()
    }

    fn can_take_all(&self, from: BoardPosition) -> bool {
        self.jumps(from)
            .is_some_and(|jumps| walk(&jumps, from).len() == jumps.len() + 1)
    }

    /// The two ends of the jump over each white piece; `None` if there is no tour.
    ///
    /// There is no tour if the piece on `from` cannot make one of the jumps, or if the degrees of
    /// the squares rule out an Eulerian path from there.
    fn jumps(&self, from: BoardPosition) -> Option<Vec<(BoardPosition, BoardPosition)>> {
        let mut jumps = Vec::new();
        let mut degrees: BTreeMap<BoardPosition, usize> = BTreeMap::new();
        for (row, column) in self.places(SquareContent::White) {
            let is_odd = |at: usize, from: usize| !at.abs_diff(from).is_multiple_of(2);
            if !is_odd(row, from.0) || !is_odd(column, from.1) {
                return None;
            }
            let inside = 1..self.size - 1;
            if !inside.contains(&row) || !inside.contains(&column) {
                return None;
            }
            // Of the two squares diagonally above the white piece, the jumper can reach only one.
            let halves = (row - 1).abs_diff(from.0) / 2 + (column - 1).abs_diff(from.1) / 2;
            let ends = if halves.is_multiple_of(2) {
                [(row - 1, column - 1), (row + 1, column + 1)]
            } else {
                [(row - 1, column + 1), (row + 1, column - 1)]
            };
            for end in ends {
                if end != from && self.piece(end) != SquareContent::None {
                    return None;
                }
                *degrees.entry(end).or_default() += 1;
            }
            jumps.push((ends[0], ends[1]));
        }
        let odd: Vec<&BoardPosition> = degrees
            .iter()
            .filter(|(_, degree)| !degree.is_multiple_of(2))
            .map(|(place, _)| place)
            .collect();
        let can_begin = odd.is_empty() || odd.len() == 2 && odd.contains(&&from);
        (can_begin && !jumps.is_empty()).then_some(jumps)
    }

    fn piece(&self, (row, column): BoardPosition) -> SquareContent {
        self.pieces[row * self.size + column]
    }

    fn places(&self, wanted: SquareContent) -> impl Iterator<Item = BoardPosition> {
        let is_wanted = move |(_, piece): &(usize, &SquareContent)| **piece == wanted;
        let pieces = self.pieces.iter().enumerate().filter(is_wanted);
        pieces.map(|(at, _)| (at / self.size, at % self.size))
    }

    /// The name of a square; the 27th column is `aa`, as in a spreadsheet.
    fn name(&self, (row, column): BoardPosition) -> String {
        let letter = |at: usize| char::from(b'a' + (at % 26) as u8);
        let before: String = (column / 26)
            .checked_sub(1)
            .map(letter)
            .into_iter()
            .collect();
        format!("{before}{}{}", letter(column), self.size - row)
    }
}

/// Parses the first line: the number of rows.
fn size_of(line: FileLine<'_>) -> Result<usize, TabletopError> {
    let expected = "the number of rows, from 2 to 40";
    let word = match line.between_blanks()[..] {
        [word] => word,
        [_, other, ..] => {
            let expected = "only the number of rows";
            return Err(TabletopError::at(other.place, expected, quoted(other.text)));
        }
        [] => return Err(TabletopError::at((1, 1), expected, "an empty line")),
    };
    let is_plain = word.text.bytes().all(|byte| byte.is_ascii_digit());
    let size = word.text.parse().ok();
    size.filter(|size| is_plain && SIZES.contains(size))
        .ok_or_else(|| TabletopError::at(word.place, expected, quoted(word.text)))
}

/// Parses a row; `is_out` says whether the square in a column has the unused colour.
fn pieces_of(
    line: FileLine<'_>,
    size: usize,
    alphabet: SquareAlphabet,
    is_out: impl Fn(usize) -> bool,
) -> Result<Vec<SquareContent>, TabletopError> {
    let text = line.text.trim_end();
    let SquareAlphabet {
        unused,
        free,
        black,
        white,
    } = alphabet;
    let used = format!("`{free}`, `{black}` or `{white}`");
    let mut pieces = Vec::with_capacity(size);
    for (column, c) in text.chars().take(size).enumerate() {
        let fault = |expected: String| {
            let found = quoted(c.encode_utf8(&mut [0; 4]));
            Err(TabletopError::at(
                (line.number, column + 1),
                expected,
                found,
            ))
        };
        let is_unused = c == unused;
        let Some(piece) = is_unused
            .then_some(SquareContent::None)
            .or(alphabet.content(c))
        else {
            return fault(format!("`{unused}`, {used}"));
        };
        match (is_unused, is_out(column)) {
            (true, false) => {
                return fault(format!(
                    "{used}, since squares of the two colours alternate"
                ));
            }
            (false, true) => {
                return fault(format!(
                    "`{unused}`, since squares of the two colours alternate"
                ));
            }
            _ => pieces.push(piece),
        }
    }
    let found = text.chars().count();
    if found != size {
        let place = (line.number, found.min(size) + 1);
        let expected = format!("a row of {size} squares");
        return Err(TabletopError::at(
            place,
            expected,
            format!("a row of {found}"),
        ));
    }
    Ok(pieces)
}

/// An Eulerian path or circuit of the part of the graph connected to `from`, by Hierholzer's
/// algorithm.
fn walk(edges: &[(BoardPosition, BoardPosition)], from: BoardPosition) -> Vec<BoardPosition> {
    let mut at: BTreeMap<BoardPosition, Vec<usize>> = BTreeMap::new();
    for (number, &(one, other)) in edges.iter().enumerate() {
        at.entry(one).or_default().push(number);
        at.entry(other).or_default().push(number);
    }
    let mut is_walked = vec![false; edges.len()];
    let mut way = vec![from];
    let mut walked = Vec::new();
    // Extend the path along unused edges; at a dead end, move the path's last square to the result.
    while let Some(&place) = way.last() {
        let open = at.get_mut(&place).and_then(|edges| {
            while let Some(number) = edges.pop() {
                if !is_walked[number] {
                    return Some(number);
                }
            }
            None
        });
        match open {
            Some(number) => {
                is_walked[number] = true;
                let (one, other) = edges[number];
                way.push(if one == place { other } else { one });
            }
            None => {
                walked.push(place);
                way.pop();
            }
        }
    }
    walked.reverse();
    walked
}
