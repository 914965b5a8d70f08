//! Stones as lists of squares: parsing and turning stones, and the size of the board they fill.

use super::file_error::{TabletopError, quoted};
use super::filled::SquareColour;
use super::symmetry::BoardSymmetry;
use super::text_file::FileLine;

/// Description of a valid board, for error messages.
pub(super) const LARGEST: &str = "a board of at most 128 squares";

/// Greatest number of squares of the board: a set of cells is one 128-bit word.
pub(super) const MOST: usize = 128;

/// A square of a stone, and the colour that it must lie on, if any.
type StoneSquare = ((usize, usize), Option<SquareColour>);

/// A stone: its squares, with no empty row or column at the top or left.
pub(super) type StoneShape = Vec<StoneSquare>;

/// Parses the stones, each with the line number where it begins.
pub(super) fn stones_of(lines: &[FileLine<'_>]) -> Result<Vec<(usize, StoneShape)>, TabletopError> {
    let mut stones: Vec<(usize, StoneShape)> = Vec::new();
    let mut rows: Vec<FileLine<'_>> = Vec::new();
    let mut area = 0;
    for line in lines {
        let text = line.text.trim();
        if text.is_empty() && rows.is_empty() {
            continue;
        }
        if !text.starts_with('=') {
            rows.push(*line);
            continue;
        }
        if let Some((at, c)) = text.chars().enumerate().find(|&(_, c)| c != '=') {
            let indent = line.text.chars().take_while(|c| c.is_whitespace()).count();
            let place = (line.number, indent + at + 1);
            let found = quoted(c.encode_utf8(&mut [0; 4]));
            return Err(TabletopError::at(place, "a line of `=` alone", found));
        }
        if rows.is_empty() {
            let place = (line.number, 1);
            return Err(TabletopError::at(
                place,
                "a stone before the line of `=`",
                "no stone",
            ));
        }
        stones.push(stone_of(&rows, &mut area)?);
        rows.clear();
    }
    if !rows.is_empty() {
        stones.push(stone_of(&rows, &mut area)?);
    }
    Ok(stones)
}

fn stone_of(rows: &[FileLine<'_>], area: &mut usize) -> Result<(usize, StoneShape), TabletopError> {
    let begin = (rows[0].number, 1);
    let mut spots = Vec::new();
    let columns = rows[0].between_commas().len();
    for (row, line) in rows.iter().enumerate() {
        let words = line.between_commas();
        if words.len() != columns {
            let at = words.get(columns).or(words.last());
            return Err(TabletopError::at(
                at.map_or(begin, |word| word.place),
                format!("a row of {columns} squares, as in the stone's first row"),
                format!("a row of {}", words.len()),
            ));
        }
        for (column, word) in words.iter().enumerate() {
            let colour = match word.text {
                "_" => continue,
                "X" => None,
                "B" => Some(SquareColour::Black),
                "W" => Some(SquareColour::White),
                text => {
                    let found = match text {
                        "" => "nothing".to_owned(),
                        text => quoted(text),
                    };
                    return Err(TabletopError::at(word.place, "`B`, `W`, `X` or `_`", found));
                }
            };
            *area += 1;
            if *area > MOST {
                let expected = format!("at most {} squares in all", MOST);
                return Err(TabletopError::at(word.place, expected, "one more square"));
            }
            spots.push(((row, column), colour));
        }
    }
    if spots.is_empty() {
        return Err(TabletopError::at(
            begin,
            "a stone",
            "a stone that covers no square",
        ));
    }
    Ok((rows[0].number, normal(spots)))
}

/// Moves a stone to the top left corner and sorts its squares in reading order.
fn normal(mut spots: StoneShape) -> StoneShape {
    let top = spots.iter().map(|&((row, _), _)| row).min().unwrap_or(0);
    let left = spots
        .iter()
        .map(|&((_, column), _)| column)
        .min()
        .unwrap_or(0);
    for ((row, column), _) in &mut spots {
        *row -= top;
        *column -= left;
    }
    spots.sort_unstable();
    spots
}

/// Number of rows and columns that a stone spans.
pub(super) fn extent(spots: &StoneShape) -> (usize, usize) {
    let rows = spots.iter().map(|&((row, _), _)| row + 1).max();
    let columns = spots.iter().map(|&((_, column), _)| column + 1).max();
    (rows.unwrap_or(0), columns.unwrap_or(0))
}

/// All distinct orientations of a stone, sorted by their lists of squares.
pub(super) fn all_turned(spots: &StoneShape, may_flip: bool) -> Vec<StoneShape> {
    let size = extent(spots);
    let mut turned: Vec<StoneShape> = BoardSymmetry::all()
        .filter(|symmetry| may_flip || !symmetry.is_flip())
        .map(|symmetry| {
            let spots = spots.iter();
            normal(
                spots
                    .map(|&(square, colour)| (symmetry.image(square, size), colour))
                    .collect(),
            )
        })
        .collect();
    turned.sort_unstable();
    turned.dedup();
    turned
}

/// The area of all stones, as a number and as text, and the place of the last stone.
fn area_of(stones: &[(usize, StoneShape)]) -> (usize, String, (usize, usize)) {
    let area = stones.iter().map(|(_, spots)| spots.len()).sum();
    let found = match area {
        1 => "1 square".to_owned(),
        _ => format!("{area} squares"),
    };
    let last = (stones.last().map_or(1, |&(line, _)| line), 1);
    (area, found, last)
}

/// Refuses stones whose area is not that of a board with holes.
pub(super) fn check_area(
    stones: &[(usize, StoneShape)],
    wanted: usize,
) -> Result<(), TabletopError> {
    let (area, found, last) = area_of(stones);
    if area == wanted {
        return Ok(());
    }
    let expected = format!("stones of {wanted} squares, for the cells of the board");
    Err(TabletopError::at(last, expected, found).of_misfit())
}

/// Columns and rows of the board, as requested or deduced from the area of the stones.
pub(super) fn size_of_board(
    stones: &[(usize, StoneShape)],
    asked: Option<(usize, usize)>,
) -> Result<(usize, usize), TabletopError> {
    let (area, found, last) = area_of(stones);
    if let Some((columns, rows)) = asked {
        let wanted = columns.checked_mul(rows);
        if wanted != Some(area) {
            let expected = match wanted {
                Some(wanted) => {
                    format!("stones of {wanted} squares, for the board {columns}x{rows}")
                }
                None => LARGEST.to_owned(),
            };
            return Err(TabletopError::at(last, expected, found).of_misfit());
        }
        return Ok((columns, rows));
    }
    let side = area.isqrt();
    if side * side != area {
        let expected = format!(
            "stones that fill a square board, of {} or {} squares",
            side * side,
            (side + 1) * (side + 1)
        );
        return Err(TabletopError::at(last, expected, found).of_misfit());
    }
    Ok((side, side))
}
