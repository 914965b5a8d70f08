//! Remarks on boards of a well-known kind whose file lacks what the kind usually has: numbered
//! tiles that count as alike, and cars that move in all directions.

use super::class_forming::FormedClasses;
use super::document::Document;
use super::remark_kind::RemarkKind;
use super::start_board::{StartBoard, TokenKind, TokenRole};
use super::{Axis, Goal};
use slidewise_board::{Board, CellSet};
use std::collections::HashSet;
use std::ops::RangeInclusive;

/// Fewest tiles of a board of numbered tiles.
const FEWEST_TILES: usize = 3;
/// Rows and columns of a parking board.
const PARKING_SIDES: RangeInclusive<usize> = 5..=9;
/// Fewest cars of a parking puzzle.
const FEWEST_CARS: usize = 3;

/// The remark on a board of the tiles 1, 2, 3, ... of which several are of one class.
///
/// The result is `None` if a list in `alike` names one of them.
pub(super) fn alike_tiles(
    sheet: &Document,
    lineup: &StartBoard,
    classes: &FormedClasses,
) -> Option<(usize, RemarkKind)> {
    let mut is_seen = vec![false; lineup.standings.len()];
    for standing in &lineup.standings {
        let is_tile = standing.role == TokenKind::Piece && standing.squares.len() == 1;
        let number: usize = standing.token.parse().ok().filter(|_| is_tile)?;
        let place = number.checked_sub(1)?;
        let seen = is_seen.get_mut(place).filter(|seen| !**seen)?;
        *seen = true;
    }
    let listed: HashSet<&str> = sheet
        .alike
        .iter()
        .flatten()
        .map(|own| own.text.as_str())
        .collect();
    // On a single row or column, tiles keep their order, so that it does not matter.
    let is_lane = lineup.board.rows() == 1 || lineup.board.columns() == 1;
    if is_seen.len() < FEWEST_TILES || is_lane {
        return None;
    }
    // Only tokens that nothing names share a class, apart from those in `alike`.
    let shared =
        |class: &Option<usize>| classes.of_token.iter().filter(|own| *own == class).count();
    let alike = lineup.standings.iter().zip(&classes.of_token);
    let alike =
        alike.filter(|(own, class)| shared(class) > 1 && !listed.contains(own.token.as_str()));
    let alike: Vec<&TokenRole> = alike.map(|(own, _)| own).collect();
    let [first, second, ..] = alike[..] else {
        return None;
    };
    let kind = RemarkKind::AlikeTiles {
        first: first.token.clone(),
        second: second.token.clone(),
        count: alike.len(),
        is_aimless: sheet.goals.is_empty(),
    };
    Some((first.at, kind))
}

/// The remark on a board of blocks that look like cars, without a list of their directions.
///
/// The only goal must ask for nothing but a lying block at an end of its own row.
pub(super) fn free_cars(
    sheet: &Document,
    lineup: &StartBoard,
    classes: &FormedClasses,
    goals: &[Goal],
) -> Option<(usize, RemarkKind)> {
    let board = &lineup.board;
    let is_of_size =
        PARKING_SIDES.contains(&board.rows()) && PARKING_SIDES.contains(&board.columns());
    let cars: Vec<&TokenRole> = lineup
        .standings
        .iter()
        .filter(|own| own.role == TokenKind::Piece)
        .collect();
    let are_cars = cars.iter().all(|own| is_car(own));
    if !is_of_size || cars.len() < FEWEST_CARS || !are_cars || !sheet.rules.is_empty() {
        return None;
    }
    let [Goal { demands, empty }] = goals else {
        return None;
    };
    let [demand] = &demands[..] else {
        return None;
    };
    let mut all = lineup.standings.iter().enumerate();
    let (number, car) = all.find(|(number, _)| classes.of_token[*number] == Some(demand.class))?;
    let is_listed = sheet.distinct.iter().any(|own| own.text == car.token);
    let is_alike = sheet
        .alike
        .iter()
        .flatten()
        .any(|own| own.text == car.token);
    let is_exit = is_at_end_of_row(board, lineup.cells_of(number), demand.cells);
    if is_listed || is_alike || !is_exit || !empty.is_empty() {
        return None;
    }
    let tokens = |wanted: bool| -> Vec<String> {
        let own = cars.iter().filter(|own| is_lying(own) == wanted);
        own.map(|own| own.token.clone()).collect()
    };
    let (horizontal, vertical) = (tokens(true), tokens(false));
    if horizontal.is_empty() || vertical.is_empty() {
        return None;
    }
    let begin = sheet.start.as_ref()?.at;
    let kind = RemarkKind::FreeCars {
        car: car.token.clone(),
        horizontal,
        vertical,
    };
    Some((begin, kind))
}

/// Whether a piece is two or three cells in a line, and free in all directions.
fn is_car(own: &TokenRole) -> bool {
    let shape = own.shape();
    let (rows, columns) = shape.extent();
    let is_line = rows.min(columns) == 1 && rows * columns == shape.size();
    is_line && matches!(shape.size(), 2 | 3) && own.axis == Axis::Free && !own.is_units
}

fn is_lying(own: &TokenRole) -> bool {
    own.shape().extent().0 == 1
}

/// Whether cells at the left or right edge are in the row of other cells, which are in one row.
fn is_at_end_of_row(board: &Board, start: CellSet, wanted: CellSet) -> bool {
    let squares =
        |cells: CellSet| -> Vec<_> { cells.iter().map(|own| board.square_of(own)).collect() };
    let (start, wanted) = (squares(start), squares(wanted));
    let Some(first) = start.first() else {
        return false;
    };
    let is_in_row = start.iter().chain(&wanted).all(|own| own.row == first.row);
    let last = board.columns() - 1;
    is_in_row
        && wanted
            .iter()
            .any(|own| own.column == 0 || usize::from(own.column) == last)
}

#[cfg(test)]
mod tests {
    use crate::import::{SourceFormat, convert};
    use crate::{Axis, Puzzle};

    /// The remarks on a file, in words.
    fn remarks(text: &str) -> Vec<String> {
        let puzzle = Puzzle::from_toml("x", "x.toml", text);
        let puzzle = puzzle.unwrap_or_else(|error| panic!("{error}\n{text}"));
        puzzle.remarks.iter().map(ToString::to_string).collect()
    }

    const TILES: &str = "start = '''\n1 2 3\n4 . 6\n7 5 8\n'''\n";

    #[test]
    fn numbered_tiles_that_count_as_alike_are_remarked_on() {
        assert_eq!(
            remarks(TILES),
            [
                "2:1: remark: 8 tiles with different numbers, such as `1` and `2`, count as \
                 alike, because no rule names them; `distinct = true` makes each tile different, \
                 and a list in `alike` says that it is intended; a goal with all numbers makes \
                 them different, too"
            ]
        );
        let row = format!("{TILES}goal = '''\n1 2 3\n. . .\n. . .\n'''\n");
        assert_eq!(
            remarks(&row),
            [
                "3:1: remark: 5 tiles with different numbers, such as `4` and `6`, count as \
                 alike, because no goal or rule names them; `distinct = true` makes each tile \
                 different, and a list in `alike` says that it is intended"
            ]
        );
        let text = "1 2 3\n4 . .\n";
        let converted = &convert(text, "x.txt", SourceFormat::of(text)).unwrap()[0];
        assert_eq!(converted.puzzle.remarks.len(), 1);
        // The remedies of the remark.
        for (text, classes) in [
            (format!("{TILES}distinct = true"), 8),
            (format!("{row}distinct = true"), 8),
            (format!("{TILES}goal = '''\n1 2 3\n4 5 6\n7 8 _\n'''"), 8),
            (
                format!("{TILES}alike = [['1', '2', '3', '4', '5', '6', '7', '8']]"),
                1,
            ),
            (
                row.replace("goal", "alike = [['4', '5', '6', '7', '8']]\ngoal"),
                4,
            ),
        ] {
            assert_eq!(remarks(&text), [] as [String; 0], "{text}");
            let puzzle = Puzzle::from_toml("x", "x.toml", &text).unwrap();
            assert_eq!(puzzle.classes.len(), classes, "{text}");
        }
    }

    #[test]
    fn tiles_without_the_numbers_of_a_board_are_not_remarked_on() {
        for board in [
            "a b c|d . e",
            "1 2 4|5 . .",
            "1 1 2|3 4 .",
            "A A 1|2 3 .",
            "1 2|. .",
            "1|2|3|.",
        ] {
            let text = format!("start = '''\n{}\n'''", board.replace('|', "\n"));
            assert_eq!(remarks(&text), [] as [String; 0], "{text}");
        }
    }

    const CARS: &str = "start = '''\nAA...B\nC..D.B\nCXXD.B\nC..D..\nE...FF\nE.GGG.\n'''\n\
                        goal = '''\n......\n......\n....XX\n......\n......\n......\n'''\n";
    const LISTS: &str =
        "horizontal = [\"A\", \"X\", \"F\", \"G\"]\nvertical = [\"B\", \"C\", \"D\", \"E\"]\n";

    #[test]
    fn cars_that_move_in_all_directions_are_remarked_on() {
        let wanted = format!(
            "1:9: remark: the blocks look like cars, but move in all directions; if they move \
             lengthwise only, add `{}`; if that is intended, list `X` in `distinct`",
            LISTS.trim_end().replace('\n', "` and `")
        );
        assert_eq!(remarks(CARS), [wanted]);
        // The lists of the remark make the cars of the same board in another format.
        let mended = format!("{LISTS}{CARS}");
        assert_eq!(remarks(&mended), [] as [String; 0]);
        let mended = Puzzle::from_toml("x", "x.toml", &mended).unwrap();
        let board = &CARS[12..CARS.find("goal").unwrap() - 5];
        let text = format!("{board}\n");
        let cars = &convert(&text, "x.txt", SourceFormat::Parking).unwrap()[0];
        assert_eq!(mended.classes, cars.puzzle.classes);
        assert!(mended.classes.iter().all(|class| class.axis != Axis::Free));
    }

    #[test]
    fn other_blocks_are_not_remarked_on() {
        for text in [
            CARS.replace("goal", "distinct = ['X']\ngoal"),
            // Another goal, a block that is no car, some cars, a board that is no parking lot.
            CARS.replace("....XX", ".XX..."),
            CARS.replace("......\n....XX\n", "....XX\n......\n"),
            CARS.replace("AA...B", "AAH..B"),
            CARS.replace("goal", "horizontal = ['A']\ngoal"),
            CARS[..CARS.find("goal").unwrap()].to_owned(),
            "start = 'AA.BB.'\ngoal = '...AA.'".to_owned(),
        ] {
            assert_eq!(remarks(&text), [] as [String; 0], "{text}");
        }
    }
}
