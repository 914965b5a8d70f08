//! Faults of separators of other formats, such as commas, that would be read as pieces.
//!
//! A token in `distinct` or `alike` is a piece, whatever its characters are.

use super::document::Document;
use super::faults::FaultCollector;
use super::start_board::{StartBoard, TokenKind, TokenRole};
use slidewise_board::Square;
use std::collections::HashSet;

/// Characters that separate cells in other formats.
pub(super) const SEPARATORS: [char; 3] = [',', ';', '|'];

/// Reports each separator that stands as a piece on the start board, once.
///
/// A character is taken for a separator in three cases:
///
/// - It fills a column of the board.
/// - The board has one row, in which it alternates with other cells.
/// - It begins or ends a token of several characters.
pub(super) fn check(sheet: &Document, lineup: &StartBoard, faults: &mut FaultCollector<'_>) {
    let listed = sheet.alike.iter().flatten().chain(&sheet.distinct);
    let listed: HashSet<&str> = listed.map(|word| word.text.as_str()).collect();
    let pieces = lineup.standings.iter().filter(|standing| {
        standing.role == TokenKind::Piece && !listed.contains(standing.token.as_str())
    });
    let mut seen = HashSet::new();
    for piece in pieces {
        if let Some(mark) = separator_of(lineup, piece).filter(|&mark| seen.insert(mark)) {
            let expected = format!("cells without the separator `{mark}`");
            let found = format!(
                "`{}` as a piece; remove `{mark}`, or list the token in `distinct` if it is one",
                piece.token
            );
            faults.add(piece.at, &expected, &found);
        }
    }
}

/// The separator that a token has, if it is probably no piece.
fn separator_of(lineup: &StartBoard, piece: &TokenRole) -> Option<char> {
    let (rows, columns) = (lineup.board.rows(), lineup.board.columns());
    let token = &piece.token;
    let mark = SEPARATORS
        .into_iter()
        .find(|&mark| token.starts_with(mark) || token.ends_with(mark))?;
    let is_long = token.chars().nth(1).is_some();
    let mut counts = vec![0; columns];
    for square in &piece.squares {
        counts[square.column as usize] += 1;
    }
    // The last row may lack the separator, so one row without it is allowed.
    let fills_column = rows > 1 && counts.iter().any(|&count| count + 1 >= rows.max(3));
    let is_odd = |square: &Square| square.column % 2 == 1;
    let alternates = rows == 1
        && columns > 2
        && piece.squares.len() == columns / 2
        && piece.squares.iter().all(is_odd);
    (is_long || fills_column || alternates).then_some(mark)
}

#[cfg(test)]
mod tests {
    use crate::Puzzle;

    fn board(rows: &str) -> String {
        format!("start = '''\n{}\n'''\n", rows.replace(' ', "\n"))
    }

    #[test]
    fn separators_between_cells_are_no_pieces() {
        for (text, begin) in [
            (
                board("AAb, A.c, d..,"),
                "2:4: expected cells without the separator `,`",
            ),
            // The separator is missing in the last row, fills several columns, stands at both
            // edges, stands in a single row, or ends tokens.
            (
                board("AAb; A.c; d..."),
                "2:4: expected cells without the separator `;`",
            ),
            (
                board("A,A,b .,c,c"),
                "2:2: expected cells without the separator `,`",
            ),
            (
                board("|A.B| |AC.|"),
                "2:1: expected cells without the separator `|`",
            ),
            (
                "start = 'A,.,B'".to_owned(),
                "1:11: expected cells without the separator `,`",
            ),
            (
                "start = '1, 2, 3, .'".to_owned(),
                "1:10: expected cells without the separator `,`",
            ),
        ] {
            let error = Puzzle::from_toml("x", "x.toml", &text).unwrap_err();
            let fault = error.faults()[0].to_string();
            assert!(
                fault.starts_with(begin) && fault.contains("`distinct`"),
                "{fault}\n{text}"
            );
            assert_eq!(error.faults().len(), 1, "{text}");
        }
        let named = format!("{}distinct = [',']", board("AAb, A.c, d..,"));
        let puzzle = Puzzle::from_toml("x", "x.toml", &named).unwrap();
        assert_eq!(puzzle.remarks, []);
    }
}
