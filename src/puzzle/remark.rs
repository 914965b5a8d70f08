//! Remarks: valid parts of a puzzle file that are probably not intended.
//!
//! All remarks are found here; the command line and the web pages only show them. A remark names
//! the token and the likely remedy. A token listed in `distinct` or `alike` is taken as intended.

use super::Goal;
use super::class_forming::FormedClasses;
use super::document::{Document, RuleContent};
use super::likely_kind::{alike_tiles, free_cars};
use super::remark_kind::RemarkKind;
use super::start_board::{StartBoard, TokenKind, TokenRole};
use slidewise_board::Square;
use std::collections::HashSet;

/// A remark with its place in bytes.
pub(super) type PlacedRemark = (usize, RemarkKind);

/// Tokens that other programs use for an empty cell, the most likely first.
const STAND_INS: [&str; 9] = ["0", "@", "-", "*", "~", "+", "=", "o", "O"];

/// Finds all remarks on a file, in file order.
pub(super) fn find(
    sheet: &Document,
    lineup: &StartBoard,
    classes: &FormedClasses,
    goals: &[Goal],
) -> Vec<PlacedRemark> {
    let listed = sheet.alike.iter().flatten().chain(&sheet.distinct);
    let listed: HashSet<&str> = listed.map(|word| word.text.as_str()).collect();
    let pieces = lineup.standings.iter();
    let pieces: Vec<&TokenRole> = pieces
        .filter(|standing| standing.role == TokenKind::Piece)
        .collect();
    let unlisted: Vec<&TokenRole> = pieces
        .iter()
        .copied()
        .filter(|standing| !listed.contains(standing.token.as_str()))
        .collect();
    // If several cells were probably read as one token, all other remarks on pieces would follow
    // from this mistake, so they are left out.
    let mut found = own_shields(sheet, lineup, classes);
    if let Some(long) = long_tokens(lineup, &unlisted) {
        found.push(long);
        found.sort();
        return found;
    }
    let full = nothing_moves(sheet, lineup, &pieces);
    let is_stand_in = |standing: &TokenRole| match &full {
        Some((_, RemarkKind::NothingMoves { stand_in })) => {
            stand_in.as_ref() == Some(&standing.token)
        }
        _ => false,
    };
    let others = unlisted.iter().filter(|standing| !is_stand_in(standing));
    found.extend(others.filter_map(|standing| separate_parts(standing)));
    if full.is_none() {
        found.extend(alike_tiles(sheet, lineup, classes));
        found.extend(free_cars(sheet, lineup, classes, goals));
    }
    found.extend(full);
    found.sort();
    found
}

/// The remark on a piece in separate parts.
///
/// The result is `None` for two parts that touch at a corner, because real puzzles have such
/// pieces.
fn separate_parts(standing: &TokenRole) -> Option<PlacedRemark> {
    if standing.is_units {
        return None;
    }
    let kind = RemarkKind::SeparateParts {
        token: standing.token.clone(),
        cells: standing.squares.len(),
        parts: separate_part_count(&standing.squares)?,
    };
    Some((standing.at, kind))
}

/// Number of separate parts of a piece, if it is probably not one piece.
///
/// The result is `None` for a connected piece, and for two parts that touch at a corner.
pub(super) fn separate_part_count(squares: &[Square]) -> Option<usize> {
    let parts = parts_of(squares);
    let touch =
        |a: &Square, b: &Square| a.row.abs_diff(b.row) <= 1 && a.column.abs_diff(b.column) <= 1;
    let is_one = match &parts[..] {
        [_] => true,
        [one, other] => one.iter().any(|a| other.iter().any(|b| touch(a, b))),
        _ => false,
    };
    (!is_one).then_some(parts.len())
}

/// Splits squares into components that are connected by their sides.
pub(super) fn parts_of(squares: &[Square]) -> Vec<Vec<Square>> {
    let mut rest: HashSet<Square> = squares.iter().copied().collect();
    let mut parts = Vec::new();
    for &square in squares {
        if !rest.remove(&square) {
            continue;
        }
        let mut part = vec![square];
        let mut next = 0;
        while let Some(&Square { row, column }) = part.get(next) {
            let beside = [
                (Some(row), column.checked_add(1)),
                (Some(row), column.checked_sub(1)),
                (row.checked_add(1), Some(column)),
                (row.checked_sub(1), Some(column)),
            ];
            for other in beside {
                if let (Some(row), Some(column)) = other
                    && rest.remove(&Square { row, column })
                {
                    part.push(Square { row, column });
                }
            }
            next += 1;
        }
        parts.push(part);
    }
    parts
}

/// The remark on a board without an empty cell, placed at the token that is probably meant as an
/// empty cell.
fn nothing_moves(
    sheet: &Document,
    lineup: &StartBoard,
    pieces: &[&TokenRole],
) -> Option<PlacedRemark> {
    let covered: usize = pieces.iter().map(|standing| standing.squares.len()).sum();
    if covered < lineup.board.cell_count() {
        return None;
    }
    let named = |token: &str| pieces.iter().find(|standing| standing.token == token);
    let stand_in = STAND_INS.into_iter().find_map(named);
    let begin = sheet.start.as_ref().map_or(0, |start| start.at);
    let kind = RemarkKind::NothingMoves {
        stand_in: stand_in.map(|standing| standing.token.clone()),
    };
    Some((stand_in.map_or(begin, |standing| standing.at), kind))
}

/// The remark on the first token that has several characters, if each character is probably a cell.
fn long_tokens(lineup: &StartBoard, pieces: &[&TokenRole]) -> Option<PlacedRemark> {
    let is_long = |standing: &&&TokenRole| standing.token.chars().nth(1).is_some();
    if lineup.board.columns() == 1 {
        let standing = pieces.iter().find(is_long)?;
        let token = standing.token.clone();
        let is_meant = are_numbered(lineup);
        return (!is_meant).then_some((standing.at, RemarkKind::OneColumn { token }));
    }
    let is_run = |standing: &&&TokenRole| {
        let mut chars = standing.token.chars();
        let first = chars.next();
        first.is_some_and(|first| !first.is_ascii_digit() && chars.all(|other| other == first))
    };
    // If there are tokens such as AB, then AA is probably a token too, not two cells without a
    // blank between them.
    let long: Vec<_> = pieces.iter().filter(is_long).collect();
    let standing = long.first().filter(|_| long.iter().all(is_run))?;
    let token = standing.token.clone();
    Some((standing.at, RemarkKind::RunTogether { token }))
}

/// Whether the tokens are the numbers from 1 to the number of tokens.
fn are_numbered(lineup: &StartBoard) -> bool {
    let tokens = lineup.standings.iter().map(|standing| &standing.token);
    let numbers: HashSet<usize> = tokens.filter_map(|token| token.parse().ok()).collect();
    let count = lineup.standings.len();
    numbers.len() == count && numbers.iter().all(|number| (1..=count).contains(number))
}

/// The remarks on shields that are the piece that must not be seen, or look like this piece.
fn own_shields(
    sheet: &Document,
    lineup: &StartBoard,
    classes: &FormedClasses,
) -> Vec<PlacedRemark> {
    let class_of = |token: &str| classes.of_token[lineup.number_of(token)?];
    let mut found = Vec::new();
    for rule in &sheet.rules {
        let RuleContent::Exposed { piece, shields, .. } = &rule.content else {
            continue;
        };
        let own = shields
            .iter()
            .filter(|shield| class_of(&shield.text) == class_of(&piece.text));
        found.extend(own.map(|shield| {
            let token = shield.text.clone();
            (shield.at, RemarkKind::OwnShield { token })
        }));
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::import::{SourceFormat, convert};
    use crate::{Puzzle, builtin};

    /// Formats the remarks on a file as `line:column message`.
    fn remarks(text: &str) -> Vec<String> {
        let puzzle = Puzzle::from_toml("x", "x.toml", text);
        let puzzle = puzzle.unwrap_or_else(|error| panic!("{error}\n{text}"));
        let told = puzzle.remarks.iter();
        told.map(|remark| remark.to_string().replacen(": remark:", "", 1))
            .collect()
    }

    /// Asserts that a file has exactly one remark, with this beginning and end.
    fn assert_one(text: &str, begin: &str, end: &str) {
        let told = remarks(text);
        let is_right = matches!(&told[..], [one] if one.starts_with(begin) && one.ends_with(end));
        assert!(is_right, "{told:#?}\n{text}");
    }

    fn board(rows: &str) -> String {
        format!("start = '''\n{}\n'''\n", rows.replace(' ', "\n"))
    }

    #[test]
    fn ordinary_puzzles_get_no_remarks() {
        for own in builtin::list() {
            let puzzle = Puzzle::named(own.name).unwrap();
            assert_eq!(puzzle.remarks, [], "{}", own.name);
        }
        for word in [
            "tiles:2x2",
            "tiles:3x4",
            "tiles:1x9",
            "rush:............AA.B.....B.....B........",
            "rush:oooooooooooooXXxoooooooooooooooooooo",
        ] {
            assert_eq!(Puzzle::named(word).unwrap().remarks, [], "{word}");
            if word.starts_with("rush:") {
                let converted = &convert(word, word, SourceFormat::Rush).unwrap()[0];
                assert_eq!(converted.puzzle.remarks, [], "{word}");
            }
        }
        for text in [
            "start = 'A.B'",
            // A barbell: two cells that touch at a corner.
            &board("A.C .AC"),
            "start = '''\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n.\n'''",
            "start = '''\n10 11 .\n # 12 .\n'''",
            "start = '11 22 33 .'",
            "start = 'king queen yellow .'",
            // Commas and bars that do not separate cells, and a piece with the token 0.
            &board("A,, B|. 00."),
            "start = 'A.@'",
            // In Start the gate is an empty cell, so a piece can move.
            "start = 'A-B'\ngates = { '-' = ['A'] }",
            "start = 'A.A'\nunits = ['A']",
            "start = 'F.F'\nfixed = ['F']\n"
                .replace("F.F", "F.FB")
                .as_str(),
        ] {
            assert_eq!(remarks(text), [] as [String; 0], "{text}");
        }
    }

    #[test]
    fn one_letter_for_several_blocks_is_remarked_on_once() {
        let donkey = "title = \"Donkey with shape letters\"\nstart = \"\"\"\n\
                      VAAV\nVAAV\nVHHV\nVSSV\nS..S\n\"\"\"\n\
                      goal = \"\"\"\n....\n....\n....\n.AA.\n.AA.\n\"\"\"\n";
        let told = remarks(donkey);
        assert_eq!(
            told,
            [
                "3:1 `V` is one rigid piece of 8 cells in 2 separate parts; if they are several \
                 pieces, give each its own letter (pieces of one shape stay interchangeable); if \
                 that is intended, list `V` in `distinct`",
                "6:2 `S` is one rigid piece of 4 cells in 3 separate parts; if they are several \
                 pieces, give each its own letter (pieces of one shape stay interchangeable); if \
                 that is intended, list `S` in `distinct`",
            ]
        );
        assert_one(
            &board("XX..XX"),
            "2:1 `X` is one rigid piece of 4 cells in 2 separate parts; if they are several pieces",
            "list `X` in `distinct`",
        );
        // The remedy for separate single cells is `units`.
        assert_one(
            &board("s.s .A. s.s"),
            "2:1 `s` is one rigid piece of 4 cells in 4 separate parts; if each cell is a piece, \
             add `units = [\"s\"]`",
            "",
        );
        // A list that gives an axis does not show that a piece in separate parts is intended;
        // `distinct` and `alike` do.
        let lane = "start = 'AA..AA.B'\nhorizontal = ['A']\n";
        assert_one(lane, "1:10 `A` is one rigid piece", "");
        for list in ["distinct = ['A']", "alike = [['A']]"] {
            assert_eq!(
                remarks(&format!("{lane}{list}")),
                [] as [String; 0],
                "{list}"
            );
        }
        assert_one(&format!("{lane}distinct = true"), "1:10 `A`", "");
    }

    #[test]
    fn rows_read_as_one_column_are_remarked_on() {
        for (rows, token, place) in [
            ("12 3 45", "12", "2:1"),
            ("AAB A . C", "AAB", "2:1"),
            ("A BB CCC", "BB", "3:1"),
        ] {
            assert_one(
                &board(rows),
                &format!(
                    "{place} `{token}` is one token, because rows of different lengths are read \
                     as a board of one column"
                ),
                &format!("list `{token}` in `distinct`"),
            )
        }
        let named = format!("{}distinct = ['AAB']", board("AAB A . C"));
        assert_eq!(remarks(&named), [] as [String; 0]);
        let alphabet = "start = '''\nAA AA .\nAB AB .\n'''";
        assert_eq!(remarks(alphabet), [] as [String; 0]);
        // Blanks between groups of cells turn each group into one token too.
        for (text, token, place) in [
            ("start = '''\nAA BB\nCC .\n'''", "AA", "2:1"),
            ("start = '''\nx bbb\nx .\n'''", "bbb", "2:3"),
            ("start = 'k 1 ** .'", "**", "1:14"),
        ] {
            let begin =
                format!("{place} `{token}` is one token, because blanks separate the cells");
            assert_one(text, &begin, &format!("list `{token}` in `distinct`"));
        }
    }

    #[test]
    fn boards_on_which_nothing_moves_are_remarked_on() {
        for (text, place, cure) in [
            (
                "start = '''\n1 2 3\n4 5 6\n7 0 8\n'''",
                "4:3",
                "if `0` is the empty cell, write `.`",
            ),
            (
                "start = '''\n1 2 3\n4 5 6\n0 7 8\n'''\ngoal = '''\n1 2 3\n4 5 6\n7 8 0\n'''",
                "4:1",
                "if `0` is the empty cell, write `.`",
            ),
            (
                "start = '''\nHAAI\nHAAI\nP@@Q\n'''",
                "4:2",
                "if `@` is the empty cell, write `.`",
            ),
            (
                "start = 'A*B*'",
                "1:11",
                "if `*` is the empty cell, write `.`",
            ),
            ("start = 'AB#C'", "1:9", "an empty cell is written `.`"),
            (
                "title = 'x'\nstart = 'AB'\ndistinct = true",
                "2:9",
                "an empty cell is written `.`",
            ),
        ] {
            let begin = format!("{place} no cell of Start is empty, so nothing can move; ");
            assert_one(text, &begin, cure);
        }
    }

    #[test]
    fn underscores_of_a_plain_grid_are_empty_cells() {
        for (text, start, place) in [
            ("A_1\nA_2\n633\n554\n", "A.1:A.2:633:554", (1, 2)),
            ("1 2 3\n4 _ 6\n", "123:4.6", (2, 3)),
            ("AB\n__\n", "AB:..", (2, 1)),
        ] {
            let converted = &convert(text, "x.txt", SourceFormat::of(text)).unwrap()[0];
            let puzzle = &converted.puzzle;
            assert_eq!(puzzle.write_position(&puzzle.start), start);
            let [remark] = &puzzle.remarks[..] else {
                panic!("{:?}", puzzle.remarks);
            };
            assert_eq!((remark.line, remark.column), place, "{text}");
            assert!(
                remark
                    .kind
                    .to_string()
                    .starts_with("`_` is read as an empty cell")
            );
        }
        // On a grid with `.` the underscore is a piece; a puzzle file rejects it.
        let both = &convert("__.\nB..\n", "x.txt", SourceFormat::Grid).unwrap()[0];
        assert_eq!(both.puzzle.piece_count(), 2);
        let error = Puzzle::from_toml("x", "x.toml", "start = 'A_B'").unwrap_err();
        assert_eq!(
            error.to_string(),
            "x.toml:1:11: expected a token, or `.` for an empty cell, found `_`, which stands in \
             goals only"
        );
    }

    #[test]
    fn remarks_on_converted_puzzles_have_their_places_in_the_source() {
        for (text, wanted) in [
            (
                "HAAI\nHAAI\nJBBK\nJNOK\nP@@Q\n",
                "1:1: remark: no goal is stated; the goal is that of Klotski",
            ),
            (
                "\nAAb\nA@c\nd@@\n",
                "3:2: remark: `@` is read as an empty cell",
            ),
            ("AA BB .\n. . .\n", "1:1: remark: `AA` is one token"),
        ] {
            let converted = &convert(text, "x.txt", SourceFormat::of(text)).unwrap()[0];
            let told = converted.puzzle.remarks.first().unwrap().to_string();
            assert!(told.starts_with(wanted), "{told}");
        }
        let entries =
            (0..150).map(|number| format!("{{\"id\": \"x-{number}\", \"grid\": [\"V.V\"]}}"));
        let text = format!("[{}]", entries.collect::<Vec<_>>().join(",\n"));
        let all = convert(&text, "x.json", SourceFormat::Catalogue).unwrap();
        let remarks = all.iter().map(|own| own.puzzle.remarks.len());
        assert_eq!((all.len(), remarks.sum::<usize>()), (150, 100));
    }

    #[test]
    fn a_piece_among_its_own_shields_is_remarked_on() {
        let rule =
            "[[rule]]\nnever = 'exposed'\npiece = 'k'\nfrom = 'left of a1'\ntoward = 'right'\n";
        for (front, shields, place) in [
            ("start = 'K.k.'", "['K', 'k']", "7:17"),
            ("start = 'K.k.'", "['k', 'K']", "7:12"),
            // A piece of the same class is no better shield than the piece itself.
            ("start = 'Kjk.'\nalike = [['j', 'k']]", "['K', 'j']", "8:17"),
        ] {
            let text = format!("{front}\n{rule}shields = {shields}\n");
            let begin = format!("{place} `");
            assert_one(&text, &begin, "remove it from `shields`");
        }
        let right = format!("start = 'K.k.'\n{rule}shields = ['K']\n");
        assert_eq!(remarks(&right), [] as [String; 0]);
    }
}
