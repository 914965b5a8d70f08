//! Klotski boards: shape letters, boards of 20 letters, and codes of nine hexadecimal digits.
//!
//! **Shape letters**: `^` over `v` is an upright block of two cells, `<` beside `>` a lying one.
//! Another character whose cells form a square of 2 x 2 is a block; each cell of any other
//! character is a block of its own.
//!
//! **Boards of 20 letters** have five rows of four, in one line or in five; each letter is a block,
//! `@` or `.` an empty cell.
//!
//! **Codes** (HRD codes, after Huà Róng Dào) have nine hexadecimal digits. The first is the place
//! of the upper left cell of the 2 x 2 block, in reading order from 0. The others are sixteen pairs
//! of bits for the remaining places in reading order: 00 an empty cell, 01 a lying block, 10 an
//! upright block, 11 a unit; places that are covered already have no pair.
//!
//! Source: the conventions of the Huarong Dao solvers of Simon Huang and Dnomd343, observed in
//! their published boards.
//!
//! Boards may stand within a frame of one or two cells, with an opening of two cells below the
//! middle. `#` within a board is a wall.
//!
//! A board of five rows and four columns with one 2 x 2 block has the goal of Klotski: this block
//! at the bottom in the middle.

use super::block_board::{BlockBoard, rectangle};
use super::draft_sink::DraftSink;
use super::frame::without_frame;
use super::piece_tokens::PieceTokens;
use super::source_text::{GRID_MARKS, SourceLine, is_list, lines};
use crate::error::{counted, message, quoted};
use crate::import_remark::ImportRemark;
use crate::presentation::CustomaryMetric;
use crate::puzzle_draft::{PlacedRows, PuzzleDraft, SourceFault};
use crate::token;
use crate::word_grid::PlacedWord;
use slidewise_board::Board;

/// Rows and columns of a Klotski board.
const ROWS: usize = 5;
const COLUMNS: usize = 4;
/// Cells of the exit in the lower side of a frame.
const EXIT: usize = 2;
/// The character for an empty cell in boards of 20 letters.
const AT: &str = "@";
/// Characters that are halves of blocks in boards of shape letters.
const HALVES: [char; 4] = ['^', 'v', '<', '>'];

/// The lines of a text that are not empty.
fn filled_lines(text: &str) -> Vec<SourceLine<'_>> {
    let trimmed = |line: SourceLine<'_>| {
        let begin = line.text.len() - line.text.trim_start().len();
        line.at + begin
    };
    lines(text)
        .filter(|line| !line.text.trim().is_empty())
        .map(|line| SourceLine {
            at: trimmed(line),
            text: line.text.trim(),
        })
        .collect()
}

/// The cells of a text of lines of one length, without the frame around them; no rows if the lines
/// are of several lengths, or too many for a board.
fn framed_rows(lines: &[SourceLine<'_>]) -> PlacedRows {
    let most = Board::MAX_SIDE + 4;
    let length = |line: &SourceLine<'_>| line.text.chars().take(most + 1).count();
    let columns = lines.first().map_or(0, length);
    let is_board = lines.len() <= most && columns <= most;
    if !is_board || lines.iter().any(|line| length(line) != columns) {
        return Vec::new();
    }
    let rows = lines.iter().map(|line| line.characters()).collect();
    without_frame(rows, EXIT)
}

/// Whether cells are a board of shape letters: both halves of a block, and no blanks.
fn are_shape_letters(rows: &PlacedRows) -> bool {
    let has = |text: &str| rows.iter().flatten().any(|word| word.text == text);
    let is_blank = |word: &PlacedWord| word.text.trim().is_empty();
    (has("<") && has(">") || has("^") && has("v")) && !rows.iter().flatten().any(is_blank)
}

/// Whether a text is a board of shape letters, perhaps within a frame.
pub(super) fn has_shape_letters(text: &str) -> bool {
    are_shape_letters(&framed_rows(&filled_lines(text)))
}

/// Whether a text is a list of boards of 20 letters, or one such board with `@` in five lines,
/// perhaps within a frame.
pub(super) fn has_twenty_letters(text: &str) -> bool {
    let lines = filled_lines(text);
    let is_cell = |c: char| c.is_ascii_alphabetic() || matches!(c, '@' | '.');
    let is_letters = |text: &str| text.len() == ROWS * COLUMNS && text.chars().all(is_cell);
    if is_list(lines.iter().map(|line| line.text), &['#'], is_letters) {
        return true;
    }
    let rows = framed_rows(&lines);
    let words = || rows.iter().flatten().map(|word| word.text.as_str());
    let is_known = |text: &str| text == token::WALL || text.chars().all(is_cell);
    is_klotski_size(&rows) && words().all(is_known) && words().any(|text| text == AT)
}

/// Whether rows have the size of Klotski.
fn is_klotski_size(rows: &PlacedRows) -> bool {
    rows.len() == ROWS && rows.iter().all(|row| row.len() == COLUMNS)
}

/// Whether a text is a list of codes of nine hexadecimal digits, one per line.
///
/// Nine digits from 0 to 8, each once, are a board of tiles.
pub(super) fn has_codes(text: &str) -> bool {
    let lines = filled_lines(text);
    let is_tiles = |text: &str| ('0'..='8').all(|digit| text.contains(digit));
    let is_code = |text: &str| {
        text.len() == 9 && text.bytes().all(|c| c.is_ascii_hexdigit()) && !is_tiles(text)
    };
    is_list(lines.iter().map(|line| line.text), &GRID_MARKS, is_code)
}

/// Reads a board of shape letters or boards of 20 letters, passing each to `sink`.
pub(super) fn read(text: &str, sink: &mut DraftSink<'_>) {
    let lines = filled_lines(text);
    if lines.is_empty() {
        return sink.fail([(0, message("a Klotski board", "nothing"))]);
    }
    let rows = framed_rows(&lines);
    if are_shape_letters(&rows) {
        let columns = rows[0].len();
        let board = || shape_letters(rows.concat(), columns);
        return sink.only(|| board().map_err(|fault| vec![fault]));
    }
    if is_klotski_size(&rows) {
        return sink.only(|| letters(rows.concat()));
    }
    for line in &lines {
        sink.next_of(lines.len(), None, || letters(line.characters()));
    }
}

/// Reads codes, passing each to `sink`.
pub(super) fn read_codes(text: &str, sink: &mut DraftSink<'_>) {
    let lines = filled_lines(text);
    if lines.is_empty() {
        sink.fail([(0, message("a code of 9 hexadecimal digits", "nothing"))]);
    }
    for &line in &lines {
        sink.next_of(lines.len(), None, || {
            code(line).map_err(|fault| vec![fault])
        });
    }
}

/// The draft of a board of shape letters.
fn shape_letters(cells: Vec<PlacedWord>, columns: usize) -> Result<PuzzleDraft, SourceFault> {
    let rows = cells.len() / columns;
    let mut board = BlockBoard::new(rows, columns, cells[0].at)?;
    let mut tokens = PieceTokens::besides([]);
    let at = |row: usize, column: usize| {
        let is_inside = row < rows && column < columns;
        is_inside.then(|| cells[row * columns + column].text.as_str())
    };
    let square = square_block(&cells, columns)?;
    for (place, cell) in cells.iter().enumerate() {
        let (row, column) = (place / columns, place % columns);
        if board.rows[row][column].is_some() {
            continue;
        }
        let text = cell.text.as_str();
        let size = match text {
            token::EMPTY | token::MUST_BE_EMPTY | AT => continue,
            token::WALL => {
                board.put(token::WALL, cell.at, [(row, column)])?;
                continue;
            }
            "^" if at(row + 1, column) == Some("v") => (2, 1),
            "<" if at(row, column + 1) == Some(">") => (1, 2),
            _ if text.starts_with(HALVES) => {
                let expected = "`^` with `v` below it, or `<` with `>` beside it";
                return Err((cell.at, message(expected, &quoted(text))));
            }
            _ if square == Some(place) => (2, 2),
            _ => (1, 1),
        };
        let own = rectangle((row, column), size);
        board.put(&tokens.next(), cell.at, own)?;
    }
    finish(board)
}

/// The place of the only square block of 2 x 2 cells of one character, if there is one.
fn square_block(cells: &[PlacedWord], columns: usize) -> Result<Option<usize>, SourceFault> {
    let is_piece = |text: &str| {
        let is_empty = [token::EMPTY, token::WALL, token::MUST_BE_EMPTY, AT].contains(&text);
        !is_empty && !text.starts_with(HALVES)
    };
    let mut found: Option<usize> = None;
    for (place, cell) in cells
        .iter()
        .enumerate()
        .filter(|(_, cell)| is_piece(&cell.text))
    {
        let same = cells
            .iter()
            .enumerate()
            .filter(|(_, own)| own.text == cell.text);
        let places: Vec<usize> = same.map(|(place, _)| place).collect();
        let is_square = place % columns + 1 < columns
            && places == [place, place + 1, place + columns, place + columns + 1];
        if !is_square {
            continue;
        }
        if let Some(other) = found {
            let expected = format!(
                "one block of 2 x 2 cells beside {}",
                quoted(&cells[other].text)
            );
            let found = format!("{}, which may be four units", quoted(&cell.text));
            return Err((cell.at, message(&expected, &found)));
        }
        found = Some(place);
    }
    Ok(found)
}

/// The draft of a board of 20 letters.
fn letters(cells: Vec<PlacedWord>) -> Result<PuzzleDraft, Vec<SourceFault>> {
    let begin = cells.first().map_or(0, |cell| cell.at);
    if cells.len() != ROWS * COLUMNS {
        let found = counted(cells.len(), "character");
        return Err(vec![(begin, message("a board of 20 letters", &found))]);
    }
    let is_empty = |cell: &PlacedWord| [AT, token::EMPTY].contains(&cell.text.as_str());
    let mut faults = Vec::new();
    if !cells.iter().any(is_empty) {
        faults.push((begin, message("an empty cell, `@` or `.`", "none")));
    }
    let mut board = BlockBoard::new(ROWS, COLUMNS, begin).map_err(|fault| vec![fault])?;
    let mut seen: Vec<&str> = Vec::new();
    for (place, cell) in cells.iter().enumerate() {
        let text = cell.text.as_str();
        if is_empty(cell) || seen.contains(&text) {
            continue;
        }
        let corner = (place / COLUMNS, place % COLUMNS);
        if text == token::WALL {
            if let Err(fault) = board.put(text, cell.at, [corner]) {
                faults.push(fault);
            }
            continue;
        }
        seen.push(text);
        let own = cells
            .iter()
            .enumerate()
            .filter(|(_, own)| own.text == cell.text);
        let own: Vec<(usize, usize)> = own
            .map(|(place, _)| (place / COLUMNS, place % COLUMNS))
            .collect();
        let sizes = [(1, 1), (1, 2), (2, 1), (2, 2)];
        let is_block = sizes
            .into_iter()
            .any(|size| rectangle(corner, size).eq(own.iter().copied()));
        if !text.starts_with(|c: char| c.is_ascii_alphabetic()) {
            faults.push((cell.at, message("a letter, `@` or `.`", &quoted(text))));
        } else if !is_block {
            let expected = format!("a block of at most 2 x 2 cells for {}", quoted(text));
            let found = format!("{} of another shape", counted(own.len(), "cell"));
            faults.push((cell.at, message(&expected, &found)));
        } else if let Err(fault) = board.put(text, cell.at, own) {
            faults.push(fault);
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    finish(board).map_err(|fault| vec![fault])
}

/// The draft of a code.
fn code(line: SourceLine<'_>) -> Result<PuzzleDraft, SourceFault> {
    let value = (line.text.len() == 9)
        .then(|| u64::from_str_radix(line.text, 16).ok())
        .flatten();
    let Some(value) = value else {
        let expected = "a code of 9 hexadecimal digits";
        return Err((line.at, message(expected, &quoted(line.text))));
    };
    let mut board = BlockBoard::new(ROWS, COLUMNS, line.at)?;
    let mut tokens = PieceTokens::besides([]);
    let corner = (value >> 32) as usize;
    let place = |place: usize| (place / COLUMNS, place % COLUMNS);
    board.put(&tokens.next(), line.at, rectangle(place(corner), (2, 2)))?;
    let mut pairs = (0..16).map(|pair| (pair / 2 + 1, value >> (30 - 2 * pair) & 3));
    for own in 0..ROWS * COLUMNS {
        let (row, column) = place(own);
        if board.rows[row][column].is_some() {
            continue;
        }
        let (digit, size) = match pairs.next() {
            None | Some((_, 0)) => continue,
            Some((digit, 1)) => (digit, (1, 2)),
            Some((digit, 2)) => (digit, (2, 1)),
            Some((digit, _)) => (digit, (1, 1)),
        };
        let at = line.at + digit;
        board.put(&tokens.next(), at, rectangle((row, column), size))?;
    }
    if let Some((digit, _)) = pairs.find(|&(_, pair)| pair != 0) {
        let expected = "zeros at the end, since the board is full";
        return Err((line.at + digit, message(expected, &quoted(line.text))));
    }
    finish(board)
}

/// The draft of a board, with the goal of Klotski if it has its size and one block of 2 x 2 cells.
fn finish(board: BlockBoard) -> Result<PuzzleDraft, SourceFault> {
    let at = board.at;
    let is_klotski = board.row_count() == ROWS && board.column_count() == COLUMNS;
    let start = board.into_rows();
    let is_empty = |word: &&PlacedWord| word.text == token::EMPTY;
    if !start.iter().flatten().any(|word| is_empty(&word)) {
        return Err((at, message("an empty cell on the board", "none")));
    }
    let is_piece = |word: &&PlacedWord| !is_empty(word) && word.text != token::WALL;
    let squares = start.iter().flatten().filter(is_piece);
    let mut blocks = squares.filter(|word| {
        let cells = start.iter().flatten().filter(|own| own.text == word.text);
        cells.count() == 4
    });
    let block = blocks.next().map(|word| word.text.clone());
    let is_alone = block
        .as_ref()
        .is_some_and(|block| blocks.all(|word| word.text == *block));
    let is_goal = |row: usize, column: usize| row >= ROWS - 2 && (1..3).contains(&column);
    let is_wall = |(row, column): (usize, usize)| start[row][column].text == token::WALL;
    let has_goal = is_klotski && is_alone && !rectangle((ROWS - 2, 1), (2, 2)).any(is_wall);
    let goal = block.filter(|_| has_goal).map(|block| -> PlacedRows {
        let word = |row: usize, column: usize| PlacedWord {
            text: if is_goal(row, column) {
                block.clone()
            } else {
                token::EMPTY.to_owned()
            },
            at,
        };
        (0..ROWS)
            .map(|row| (0..COLUMNS).map(|column| word(row, column)).collect())
            .collect()
    });
    let doubts = goal
        .iter()
        .map(|_| (at, ImportRemark::KlotskiGoal.into()))
        .collect();
    Ok(PuzzleDraft {
        start,
        goals: goal.into_iter().collect(),
        metric: Some(CustomaryMetric::Move),
        doubts,
        ..PuzzleDraft::default()
    })
}
