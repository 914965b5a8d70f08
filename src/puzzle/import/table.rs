//! A table of records, one a line, of which one column holds boards.
//!
//! Commas, semicolons or tabs separate the fields; a field in double quotes may hold separators. A
//! line with the names of the columns may come first.

use super::source_text::{SourceLine, content};

/// The characters that may separate fields.
const SEPARATORS: [char; 3] = [',', ';', '\t'];
/// Names of the column of boards, where several columns could hold them.
const BOARD_NAMES: [&str; 6] = ["board", "start", "puzzle", "position", "layout", "grid"];
/// Number of records by which a table is recognized.
const MAX_COMPARED: usize = 100;

/// The records of a table, without the line with the names of its columns.
pub(super) struct Table<'t> {
    /// The fields of each record.
    pub records: Vec<Vec<SourceLine<'t>>>,
    /// The columns that hold boards: at least one.
    pub columns: Vec<usize>,
}

impl<'t> Table<'t> {
    /// Recognizes a table: in one column, at least half of the fields are boards.
    pub(super) fn of(text: &'t str, is_board: impl Fn(&str) -> bool) -> Option<Table<'t>> {
        let separators = SEPARATORS.into_iter();
        separators
            .filter_map(|mark| Table::separated(text, mark, &is_board))
            .next()
    }

    fn separated(
        text: &'t str,
        separator: char,
        is_board: &impl Fn(&str) -> bool,
    ) -> Option<Table<'t>> {
        content(text).next()?.text.find(separator)?;
        let lines = || content(text).map(|line| fields(line, separator));
        let compared: Vec<Vec<SourceLine<'_>>> = lines().take(MAX_COMPARED).collect();
        // A line that is one field has no column beside it, and may be this field itself.
        let width = compared
            .iter()
            .take(2)
            .map(Vec::len)
            .max()
            .filter(|&most| most > 1)?;
        let fits = |record: &Vec<SourceLine<'_>>, column: usize| {
            let field = record.get(column);
            field.is_some_and(|field| is_board(field.text))
        };
        let holds_boards = |&column: &usize| {
            let is_headed = usize::from(!fits(&compared[0], column));
            let records = &compared[is_headed..];
            let good = records.iter().filter(|own| fits(own, column)).count();
            // Lines of one field below a name with a comma are a list.
            let is_record = |own: &Vec<SourceLine<'_>>| own.len() > 1 && fits(own, column);
            records.first().is_some_and(is_record) && good * 2 >= records.len()
        };
        let mut columns: Vec<usize> = (0..width).filter(holds_boards).collect();
        let is_headed = columns.iter().any(|&column| !fits(&compared[0], column));
        let is_named = |column: &usize| {
            let name = compared[0]
                .get(*column)
                .map(|name| name.text.to_lowercase());
            name.is_some_and(|name| BOARD_NAMES.contains(&name.as_str()))
        };
        if columns.iter().filter(|own| is_named(own)).count() == 1 {
            columns.retain(is_named);
        }
        (!columns.is_empty()).then(|| Table {
            records: lines().skip(usize::from(is_headed)).collect(),
            columns,
        })
    }
}

/// The fields of a line, without blanks and quotes around them.
fn fields(line: SourceLine<'_>, separator: char) -> Vec<SourceLine<'_>> {
    let mut is_quoted = false;
    let parts = line.text.split(|c: char| {
        is_quoted ^= c == '"';
        c == separator && !is_quoted
    });
    parts
        .map(|part| {
            let part = part.trim();
            let bare = part.strip_prefix('"').and_then(|own| own.strip_suffix('"'));
            let text = bare.map_or(part, str::trim);
            let before = text.as_ptr() as usize - line.text.as_ptr() as usize;
            SourceLine {
                at: line.at + before,
                text,
            }
        })
        .collect()
}
