//! The file of a family: a board with walls, the pieces that may or must be used, the goal piece.

use super::design_error::DesignError;
use super::family::{Family, GoalPiece, MAX_KINDS, Pieces};
use super::field::Field;
use super::listed_piece::ListedPiece;
use serde::Deserialize;
use std::ops::RangeInclusive;

/// A family as its file writes it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FamilyDocument {
    /// The name in answers and titles.
    title: Option<String>,
    /// The board: `.` open, `#` wall.
    board: toml::Spanned<String>,
    /// Pieces move along their length only.
    #[serde(default)]
    lengthwise: bool,
    /// Numbers of empty cells.
    empty: Option<toml::Spanned<CountDocument>>,
    /// Where the goal piece must go.
    goal: Vec<GoalDocument>,
    /// The other pieces.
    #[serde(default)]
    piece: Vec<PieceDocument>,
}

/// One goal.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GoalDocument {
    /// The board with the cells of the goal piece as any letter.
    board: toml::Spanned<String>,
}

/// A kind of pieces.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PieceDocument {
    /// The shape: `.` empty, anything else a cell.
    shape: toml::Spanned<String>,
    /// How many of them.
    count: Option<toml::Spanned<CountDocument>>,
    /// The row that its first cell never leaves, from 1 at the bottom.
    row: Option<toml::Spanned<u32>>,
    /// The column that its first cell never leaves, from 1 on the left.
    column: Option<toml::Spanned<u32>>,
}

/// A number, or the least and the greatest one.
#[derive(Clone, Copy, Deserialize)]
#[serde(
    untagged,
    expecting = "expected a number, or the least and the greatest one as [2, 4]"
)]
enum CountDocument {
    Exactly(u32),
    FromTo([u32; 2]),
}

impl CountDocument {
    fn range(self) -> RangeInclusive<u32> {
        match self {
            CountDocument::Exactly(count) => count..=count,
            CountDocument::FromTo([least, most]) => least..=most,
        }
    }
}

/// Reads one file, and knows where its faults are.
struct FamilyReader<'a> {
    name: &'a str,
    text: &'a str,
}

impl FamilyReader<'_> {
    fn fault(&self, at: usize, fault: impl Into<String>) -> DesignError {
        let before = &self.text[..at.min(self.text.len())];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        DesignError::File {
            place: format!("{}:{line}:{column}", self.name),
            fault: fault.into(),
        }
    }

    /// The rows of a drawing, all of one width.
    fn rows<'t>(&self, drawing: &'t toml::Spanned<String>) -> Result<Vec<&'t str>, DesignError> {
        let rows: Vec<&str> = drawing.get_ref().lines().map(str::trim).collect();
        let rows: Vec<&str> = rows.into_iter().filter(|row| !row.is_empty()).collect();
        let at = drawing.span().start;
        let Some(first) = rows.first() else {
            return Err(self.fault(at, "a drawing without cells; expected rows of characters"));
        };
        let width = first.chars().count();
        match rows.iter().find(|row| row.chars().count() != width) {
            Some(row) => Err(self.fault(
                at,
                format!("the row {row} has another length than the first row, {width} cells"),
            )),
            None => Ok(rows),
        }
    }

    /// The cells of a drawing that `is_set` picks, on a board of `columns` columns.
    fn cells(rows: &[&str], columns: u32, is_set: impl Fn(char) -> bool) -> u64 {
        let mut cells = 0;
        for (row, text) in (0..).zip(rows) {
            for (column, character) in (0..).zip(text.chars()) {
                if is_set(character) {
                    cells |= 1 << (row * columns + column);
                }
            }
        }
        cells
    }

    fn field(&self, board: &toml::Spanned<String>) -> Result<Field, DesignError> {
        let rows = self.rows(board)?;
        let unknown = rows.iter().flat_map(|row| row.chars());
        if let Some(character) = unknown.clone().find(|own| !matches!(own, '.' | '#')) {
            return Err(self.fault(
                board.span().start,
                format!("the board has the character {character}; expected . or #"),
            ));
        }
        let columns = rows[0].chars().count() as u32;
        let field = Field::new(rows.len() as u32, columns)
            .map_err(|error| self.fault(board.span().start, error.to_string()))?;
        Ok(field.with_walls(Self::cells(&rows, columns, |own| own == '#')))
    }

    fn goal(&self, goal: &GoalDocument, field: &Field) -> Result<u64, DesignError> {
        let rows = self.rows(&goal.board)?;
        let at = goal.board.span().start;
        let columns = rows[0].chars().count() as u32;
        if (rows.len() as u32, columns) != (field.rows(), field.columns()) {
            let (rows, columns) = (field.rows(), field.columns());
            return Err(self.fault(at, format!("expected {rows} rows of {columns} cells")));
        }
        let finish = Self::cells(&rows, columns, |own| !matches!(own, '.' | '#'));
        if finish & !field.open() != 0 || !field.is_connected(finish) {
            return Err(self.fault(at, "expected the connected cells of one piece beside walls"));
        }
        Ok(finish)
    }

    fn count(
        &self,
        count: Option<&toml::Spanned<CountDocument>>,
        usual: RangeInclusive<u32>,
    ) -> Result<RangeInclusive<u32>, DesignError> {
        let Some(count) = count else {
            return Ok(usual);
        };
        let range = count.get_ref().range();
        let most = *range.end();
        if range.is_empty() || most > *usual.end() {
            let usual = usual.end();
            return Err(self.fault(
                count.span().start,
                format!("expected numbers from 0 to {usual}, the least one first"),
            ));
        }
        Ok(range)
    }

    fn piece(
        &self,
        piece: &PieceDocument,
        field: &Field,
        is_lengthwise: bool,
    ) -> Result<ListedPiece, DesignError> {
        let rows = self.rows(&piece.shape)?;
        let at = piece.shape.span().start;
        let (height, width) = (rows.len() as u32, rows[0].chars().count() as u32);
        if height > field.rows() || width > field.columns() {
            return Err(self.fault(at, "the piece is larger than the board"));
        }
        let shape = Self::cells(&rows, field.columns(), |own| own != '.');
        if !field.is_connected(shape) {
            return Err(self.fault(at, "expected the cells of a piece, connected side by side"));
        }
        let shape = field.normal_form(shape);
        if is_lengthwise && height > 1 && width > 1 {
            return Err(self.fault(at, "pieces that move lengthwise are one cell wide"));
        }
        let mut placements = field.placements(shape);
        for (place, lines, is_row) in [
            (&piece.row, field.rows(), true),
            (&piece.column, field.columns(), false),
        ] {
            let Some(place) = place else { continue };
            let number = *place.get_ref();
            if number == 0 || number > lines {
                let fault = format!("expected a number from 1 to {lines}");
                return Err(self.fault(place.span().start, fault));
            }
            let wanted = if is_row { lines - number } else { number - 1 };
            placements.retain(|placement| {
                let (row, column) = field.place(placement.trailing_zeros());
                wanted == if is_row { row } else { column }
            });
        }
        let count = self.count(piece.count.as_ref(), 0..=field.cells())?;
        Ok(ListedPiece {
            shape,
            placements,
            keeps_row: piece.row.is_some(),
            keeps_column: piece.column.is_some(),
            count,
        })
    }

    /// Refuses two kinds of one shape with a place in common, where their pieces would look alike.
    fn check_kinds(
        &self,
        pieces: &[PieceDocument],
        kinds: &[ListedPiece],
    ) -> Result<(), DesignError> {
        for (number, (piece, own)) in pieces.iter().zip(kinds).enumerate() {
            let mut placements = kinds[..number].iter().flat_map(|kind| &kind.placements);
            if placements.any(|other| own.placements.contains(other)) {
                return Err(self.fault(
                    piece.shape.span().start,
                    "an earlier [[piece]] of this shape has places in common with this one; \
                     expected one [[piece]] for a shape, or a row or column for each",
                ));
            }
        }
        Ok(())
    }
}

impl Family {
    /// Reads the file of a family; `name` is named in faults.
    ///
    /// # Errors
    ///
    /// [`DesignError::File`] with line and column, and what was expected.
    pub fn from_document(name: &str, text: &str) -> Result<Family, DesignError> {
        let reader = FamilyReader { name, text };
        let document: FamilyDocument = toml::from_str(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            reader.fault(at, error.message())
        })?;
        let field = reader.field(&document.board)?;
        let goals = document.goal.iter().map(|goal| reader.goal(goal, &field));
        let finishes: Vec<u64> = goals.collect::<Result<_, _>>()?;
        let Some(&first) = finishes.first() else {
            return Err(reader.fault(text.len(), "expected a [[goal]] with the goal piece"));
        };
        let shape = field.normal_form(first);
        for (finish, goal) in finishes.iter().zip(&document.goal) {
            if field.normal_form(*finish) != shape {
                let at = goal.board.span().start;
                return Err(
                    reader.fault(at, "expected the goal piece in the shape of the first goal")
                );
            }
        }
        let pieces = document.piece.iter();
        let pieces = pieces.map(|piece| reader.piece(piece, &field, document.lengthwise));
        let pieces: Vec<ListedPiece> = pieces.collect::<Result<_, _>>()?;
        if pieces.len() > MAX_KINDS {
            let at = document.piece[MAX_KINDS].shape.span().start;
            return Err(reader.fault(at, format!("more than {MAX_KINDS} kinds of pieces")));
        }
        reader.check_kinds(&document.piece, &pieces)?;
        let mut placements = field.placements(shape);
        if document.lengthwise {
            field.retain_lines_of(&finishes, &mut placements);
        }
        Ok(Family {
            name: document.title.unwrap_or_else(|| name.to_owned()),
            empty: reader.count(document.empty.as_ref(), 0..=field.cells())?,
            field,
            pieces: Pieces::Listed(pieces),
            goal_pieces: vec![GoalPiece {
                placements,
                finishes,
                start: None,
            }],
            is_lengthwise: document.lengthwise,
            is_goal_unmarked: false,
        })
    }

    /// The family of this name: `polyominoes:RxC`, `klotski:RxC` or `rush:RxC`; `None` if the word
    /// names no family.
    ///
    /// # Errors
    ///
    /// [`DesignError::UnknownFamily`] if what follows the name is no size, and the faults of sizes.
    pub fn named(word: &str) -> Option<Result<Family, DesignError>> {
        let (name, size) = word.split_once(':')?;
        let make = match name {
            "polyominoes" => Family::polyominoes,
            "klotski" => Family::klotski,
            "rush" => Family::rush,
            _ => return None,
        };
        let parsed = size.split_once('x').and_then(|(rows, columns)| {
            Some((rows.parse::<u32>().ok()?, columns.parse::<u32>().ok()?))
        });
        Some(match parsed {
            Some((rows, columns)) => make(rows, columns),
            None => Err(DesignError::UnknownFamily {
                word: word.to_owned(),
            }),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "board = '''\n..#\n...\n'''\n[[goal]]\nboard = '''\n..#\n..X\n'''\n\
                         [[piece]]\nshape = 'AA'\ncount = [1, 2]\n";

    #[test]
    fn a_file_is_read() {
        let family = Family::from_document("small.toml", SMALL).unwrap();
        assert_eq!(family.field.open(), 0b11_1011);
        let Pieces::Listed(kinds) = &family.pieces else {
            panic!("listed");
        };
        assert_eq!(kinds[0].placements, [0b11, 0b1_1000, 0b11_0000]);
        assert_eq!(kinds[0].count, 1..=2);
    }

    #[test]
    fn faults_have_a_place() {
        for (from, to, place) in [
            ("..#\n...", "..?\n...", "small.toml:1:9"),
            ("..#\n...", "..#\n..", "small.toml:1:9"),
            ("..X", "X.X", "small.toml:6:9"),
            ("'AA'", "'A.A'", "small.toml:11:9"),
            ("'AA'", "'AAAA'", "small.toml:11:9"),
            ("[1, 2]", "[2, 1]", "small.toml:12:9"),
            ("[1, 2]", "'many'", "small.toml:12:9"),
            ("count", "number", "small.toml:12:1"),
            (
                "count = [1, 2]",
                "row = 2\n[[piece]]\nshape = 'B.'\n[[piece]]\nshape = 'CC'\nrow = 2",
                "small.toml:16:9",
            ),
        ] {
            let text = SMALL.replacen(from, to, 1);
            let error = Family::from_document("small.toml", &text).unwrap_err();
            assert!(error.to_string().starts_with(place), "{to}: {error}");
        }
    }
}
