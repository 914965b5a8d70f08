//! Boards of numbers: tiles, trays and cars, with their goals and faults.

use super::*;

#[test]
fn tiles_of_four_columns_are_no_tray() {
    let rows = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 0 15\n";
    let wanted = "1 2 3 4:5 6 7 8:9 10 11 12:13 14 . 15";
    for text in [
        rows.to_owned(),
        format!("4 4\n{rows}"),
        format!("4\n{rows}"),
    ] {
        assert_eq!(SourceFormat::of(&text), SourceFormat::Tiles, "{text}");
        assert_eq!(start(&one(&text)), wanted);
        let faulty = text.replace("11", "12");
        assert!(
            fault(&faulty).contains("each number from 0 to 15 once"),
            "{faulty}"
        );
    }
    assert_eq!(start(&one("2 4\n1 2 3 4\n5 6 0 7\n")), "1234:56.7");
    assert_eq!(start(&one("1 2\n3 0\n")), "12:3.");
    assert_eq!(read("1 2 3 0\n0 1 2 3\n").unwrap().len(), 2);
    // Blocks stay blocks.
    assert_eq!(
        SourceFormat::of("2 4\n1 1 0 0\n1 1 0 1\n"),
        SourceFormat::Tray
    );
    assert_eq!(SourceFormat::of("1 2 0 1\n"), SourceFormat::Tray);
}

#[test]
fn the_goal_of_tiles_may_follow_with_any_size_or_none() {
    for (text, wanted) in [
        ("2 3\n1 2 3\n0 4 5\n\n1 2 3\n4 0 5\n", "123:4_5"),
        ("1 2 3\n0 4 5\n\n1 2 3\n4 0 5\n", "123:4_5"),
        (
            "3\n1 2 3\n4 5 6\n7 8 0\n0 1 2\n3 4 5\n6 7 8\n",
            "_12:345:678",
        ),
        ("1 2 3\n4 5 6\n7 8 0\n0 1 2\n3 4 5\n6 7 8\n", "_12:345:678"),
        ("2 4\n1 2 3 4\n5 6 7 0\n1 2 3 4\n5 6 0 7\n", "1234:56_7"),
        ("2\n1 2\n3 0\n0 1\n2 3\n", "_1:23"),
    ] {
        assert_eq!(goal(&one(text)), wanted, "{text}");
    }
}

#[test]
fn sizes_that_do_not_fit_the_numbers_are_faults_with_their_line() {
    for (text, wanted) in [
        ("# one\n\n4\n1 2 3\n4 5 6\n7 8 0\n", "x.txt:3:1: "),
        ("3 2\n1 2 3\n4 5 0\n", "x.txt:1:1: expected the size `2 3`"),
        ("0\n1 2\n3 0\n", "x.txt:1:1: "),
        ("0 0\n1 2\n3 0\n", "x.txt:1:3: "),
        (
            "2 3\n1 2 3\n4 5\n",
            "x.txt:3:1: expected 3 numbers in this row, found 2",
        ),
        (
            "3\n1 2 3\n4 5\n7 8 0\n",
            "x.txt:3:1: expected 3 numbers in this row, found 2",
        ),
        (
            "3\n1 2 3\n4 5 6\n",
            "x.txt:1:1: expected 3 rows of numbers, found 2",
        ),
        ("18446744073709551615 2\n1 2\n3 0\n", "x.txt:1:1: "),
        ("2 2\n1 2\n3 0\n9223372036854775808 2\n", ""),
    ] {
        let found = fault(text);
        assert!(found.starts_with(wanted), "{text}: {found}");
        assert_eq!(
            SourceFormat::of(text),
            SourceFormat::Tiles,
            "{text}: {found}"
        );
    }
}

#[test]
fn faults_of_the_file_of_the_goal_name_its_line() {
    let (tray, tiles) = (
        "2 3\n1 1 0 0\n1 1 0 1\n1 2 1 0\n",
        "3\n1 2 3\n4 5 6\n7 8 0\n",
    );
    let grid = "AAB\n..B\n";
    for (text, goal, wanted) in [
        (
            tray,
            "# the goal\n\n1 2 5 5\n",
            "goal.txt:3:1: expected a place on the board",
        ),
        (
            tray,
            "1 1 0 0\n1 2 0 x\n",
            "goal.txt:2:1: expected numbers alone",
        ),
        (tray, "1 1 0 0\n1 2 0\n", "goal.txt:2:1: expected 4 numbers"),
        (
            tray,
            "1 2 0 0\n1 2 1 0\n",
            "goal.txt:2:1: expected a block of 1 x 2 cells",
        ),
        (
            tray,
            "\u{feff}# none\n",
            "goal.txt:1:1: expected at least one block",
        ),
        (
            tiles,
            "1 2 3\n4 5 6\n7 7 0\n",
            "goal.txt:3:3: expected each number from 0 to 8 once",
        ),
        (
            tiles,
            "1 2 3\n4 5 6\n",
            "goal.txt:1:1: expected 3 rows of numbers, found 2",
        ),
        (
            tiles,
            "3\n1 2 3\n4 5 6 0\n7 8\n",
            "goal.txt:3:1: expected 3 numbers in this row",
        ),
        (
            tiles,
            "4\n1 2 3\n4 5 6\n7 8 0\n",
            "goal.txt:1:1: expected the size of the board",
        ),
        (
            tiles,
            "1 2 3\n4 y 6\n7 8 0\n",
            "goal.txt:2:3: expected numbers alone",
        ),
        (
            grid,
            "..B\nAAB\n\n.AA\n",
            "goal.txt:4:1: expected 2 rows, found 1 row",
        ),
        (
            grid,
            "..B\nACB\n",
            "goal.txt:2:1: expected 2 cells in the shape of `A`",
        ),
        (grid, "\n", "goal.txt:1:1: expected a board, found nothing"),
    ] {
        let error = with_goal(text, goal).unwrap_err();
        assert!(error.to_string().starts_with(wanted), "{text}{goal}{error}");
        assert!(
            error.to_string().contains("(read as the goal of"),
            "{error}"
        );
        assert_eq!(error.file(), Some("goal.txt"));
    }
    // Faults of the text itself come first.
    let error = with_goal("AAB\n..B\nA\n", "..B\n").unwrap_err();
    assert_eq!(error.file(), Some("x.txt"));
}

#[test]
fn a_tray_and_its_goal_are_read_in_the_same_way() {
    // As sizes and corners, the tray has two blocks of 1 x 1; as corners, two of 1 x 1, too.
    let both = "2 3\n1 1 0 0\n1 1 1 1\n";
    let tray = one(both);
    assert!(remarks(&tray).is_empty(), "{:?}", remarks(&tray));
    let open = "3 3\n1 1 1 1\n";
    let by_size = one(open);
    assert_eq!(start(&by_size), "...:.A.:...");
    assert!(
        remarks(&by_size)[0].contains("in the other way, too"),
        "{:?}",
        remarks(&by_size)
    );
    // The goal can be read as corners only, and so is the tray: a block of 1 x 2 cells.
    let open = "3 3\n1 1 1 2\n";
    assert_eq!(start(&one(open)), "...:..A:...");
    let cornered = with_goal(open, "0 0 0 1\n").unwrap();
    assert_eq!(
        (start(&cornered), goal(&cornered)),
        ("...:.AA:...".into(), "AA.:...:...".into())
    );
    let told = remarks(&cornered);
    assert!(
        told[0].contains("two opposite corners, all from 0; the tray can"),
        "{told:?}"
    );
    // Both ways fit both files.
    let sized = with_goal(open, "1 1 0 0\n").unwrap();
    assert_eq!(goal(&sized), "A..:...:...");
    // A tray in corners has no goal in sizes.
    let corners = "5 4\n0 0 1 1\n0 2 0 3\n";
    let error = with_goal(corners, "2 2 3 1\n").unwrap_err().to_string();
    assert!(
        error.starts_with("goal.txt:1:1: expected the rows and columns"),
        "{error}"
    );
    assert!(remarks(&one(corners))[0].ends_with("two opposite corners, all from 0"));
}

#[test]
fn faults_of_cars_name_their_line_behind_comments_and_blank_lines() {
    let head = "car,orientation,col,row,length\n";
    let cars = "A,H,1,1,2\n\n# a comment\nX,H,2,3,2\n; another\n\nB,V,4,2,3\n";
    assert_eq!(start(&one(&format!("{head}{cars}"))), "AA..:...B:.XXB:...B");
    for (old, new, wanted) in [
        ("X,H", "X,Q", "x.txt:5:3: expected the orientation H or V"),
        (
            "X,H,2",
            "X,H,z",
            "x.txt:5:5: expected a number for col, found `z`",
        ),
        (
            "X,H,2",
            "X,H,-2",
            "x.txt:5:5: expected a number for col, found `-2`",
        ),
        ("2,3,2", "2,3", "x.txt:5:1: expected 5 fields"),
        (
            "2,3,2",
            "2,3,1",
            "x.txt:5:9: expected a length of 2 to 256 cells, found 1",
        ),
        ("2,3,2", "2,3,257", "x.txt:5:9: expected a length"),
        (
            "X,",
            "A,",
            "x.txt:5:1: expected a different name for each car",
        ),
        (
            "X,H",
            "#,H",
            "x.txt:5:1: expected the name of a car, found `#`",
        ),
        (
            "X,H",
            ".,H",
            "x.txt:5:1: expected the name of a car, found `.`",
        ),
        ("B,V,4,2", "B,V,3,2", "x.txt:8:1: expected a free cell"),
        (
            "2,3,2",
            "99999999999999999999,3,2",
            "x.txt:5:5: expected a number for col",
        ),
        (
            "2,3,2",
            "18446744073709551615,3,2",
            "x.txt:2:1: expected a board of 1 to 1024 cells",
        ),
    ] {
        let found = fault(&format!("{head}{}", cars.replacen(old, new, 1)));
        assert!(found.starts_with(wanted), "{old} {new}: {found}");
    }
}

#[test]
fn numbers_out_of_range_are_faults_in_every_format() {
    let huge = "99999999999999999999";
    for size in [
        huge,
        "4294967296",
        "18446744073709551615",
        "18446744073709551614",
        "0",
        "-1",
    ] {
        for text in [
            format!("{size} {size}\n1 1 0 0\n"),
            format!("{size} 2\n1 1 0 0\n"),
            format!("3 3\n1 1 0 {size}\n1 {size} {size} 0\n{size} 1 1 {size}\n"),
            format!("3 3\n{size} {size} 5 5\n"),
            format!("{size} x {size}\n1 = 1\n1\n1\n"),
            format!("{size}x{size}:1,2,0,3"),
            format!("2x2:1,2,{size},{size}"),
            format!("{size}\n1 2\n3 0\n"),
            format!("{size} {size}\n1 2 3\n4 5 0\n"),
            format!("3\n1 2 3\n4 5 6\n7 {size} 0\n"),
            format!("{size} 1 2 3 0\n2 1 2 3 0\n"),
            format!("A,H,{size},1,2\nB,V,1,1,{size}\n"),
            format!("{size} {size}\nAA.B\nXX.B>\nC...\nC.DD\n"),
        ] {
            let forms = SourceFormat::ALL.into_iter();
            for form in forms.chain([SourceFormat::of(&text)]) {
                let error = match convert(&text, &format!("{size}x{size}.txt"), form) {
                    Ok(all) if all.is_empty() => continue,
                    Ok(all) => panic!("{text}{:?}", start(&all[0].puzzle)),
                    Err(error) => error,
                };
                assert!(!error.faults().is_empty(), "{text}{error}");
            }
        }
    }
    for (text, wanted) in [
        (
            "3 99999999999999999999\n1 1 0 0\n",
            "1:1: expected a board of 1 to 1024 cells",
        ),
        (
            "3 3\n1 1 0 -1\n",
            "2:7: expected a number from 0 to 256, found a number out of range",
        ),
        (
            "3\n1 2 3\n4 -5 6\n7 8 0\n",
            "3:3: expected each number from 0 to 8 once",
        ),
        (
            "4294967296 x 4294967296\n1 = 1\n1\n1\n",
            ": expected a board of 1 to 1024 cells",
        ),
    ] {
        let found = fault(text);
        assert!(found.contains(wanted), "{text}{found}");
    }
}

#[test]
fn boards_without_a_goal_have_the_goal_of_their_kind() {
    let korf = "7 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\n9 13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6\n";
    let measured = "8 6 7 2 5 4 3 0 1   31\n6 4 7 8 5 0 3 2 1 31\n";
    for (text, order, count) in [
        ("1 2 3 4\n5 6 7 8\n9 10 11 12\n13 15 14 0\n", "last", 1),
        ("[[1, 2, 6],[4, 0, 5], [8, 3, 7]]", "last", 1),
        (
            "[[[1, 2, 3], [4, 0, 5], [7, 8, 6]],\n[[1, 2, 3], [4, 5, 6], [7, 8, 0]]]",
            "last",
            2,
        ),
        (
            "[1, 2, 3, 4, 0, 5, 7, 8, 6]\n[1, 2, 3, 4, 5, 6, 7, 8, 0]\n",
            "last",
            2,
        ),
        (
            "[1, 0, 2, 4, 5, 7, 3, 8, 9, 6, 11, 12, 13, 10, 14, 15]",
            "last",
            1,
        ),
        ("(1, 2, 3, 4, 0, 5, 7, 8, 6)\n", "last", 1),
        (
            "# This puzzle is unsolvable\n3\n3 2 6\n1 4 0\n8 7 5\n",
            "snail",
            1,
        ),
        (korf, "first", 2),
        (
            &korf.replace("7 14", "7: 14").replace("9 13", "#9. 13"),
            "first",
            2,
        ),
        (measured, "last", 2),
        (
            "3 8 6 7 2 5 4 3 0 1 31\n4 6 4 7 8 5 0 3 2 1 31\n",
            "first",
            2,
        ),
        ("1 2 3\n4 x 5\n7 8 6\n", "last", 1),
        ("1 2 3\n4 -1 5\n7 8 6\n", "last", 1),
        ("1|2|3\n4|5|6\n7| |8\n", "last", 1),
        (
            "+---+---+\n| 1 | 2 |\n+---+---+\n| 3 |   |\n+---+---+\n",
            "last",
            1,
        ),
    ] {
        let form = SourceFormat::of(text);
        let boards = convert(text, "x.txt", form);
        let boards = boards.unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((form, boards.len()), (SourceFormat::Tiles, count), "{text}");
        for board in boards {
            let own = board.puzzle.goal_order().map(crate::TileOrder::name);
            assert_eq!(own, Some(order), "{text}");
        }
    }
}

#[test]
fn words_head_the_rows_of_start_and_of_the_goal() {
    let (start, goal) = ("1 2 3\n4 5 6\n7 0 8\n", "1 2 3\n8 0 4\n7 6 5\n");
    for text in [
        format!("Initial state:\n{start}Goal state:\n{goal}"),
        format!("GOAL\n\n{goal}\nSTART\n\n{start}"),
        format!("{start}goal:\n{goal}"),
        format!("3\n{start}Target:\n3\n{goal}"),
        "start: 1 2 3 4 5 6 7 0 8\ngoal: 1 2 3 8 0 4 7 6 5\n".to_owned(),
    ] {
        let form = SourceFormat::of(&text);
        let boards = convert(&text, "x.txt", form);
        let boards = boards.unwrap_or_else(|error| panic!("{text}: {error}"));
        let [board] = &boards[..] else {
            panic!("{text}: {boards:?}")
        };
        let puzzle = &board.puzzle;
        assert_eq!(super::start(puzzle), "123:456:7.8", "{text}");
        assert_eq!(
            puzzle.goal_order().map(crate::TileOrder::name),
            Some("snail")
        );
        assert!(puzzle.remarks.is_empty(), "{:?}", puzzle.remarks);
    }
}

#[test]
fn a_remark_names_the_other_goals_that_can_be_reached() {
    let text = "5\n2 7 8 4 5\n1 9 3 24 10\n6 13 20 15 0\n11 12 16 17 18\n21 22 19 14 23\n";
    for (text, wanted) in [
        (
            text,
            "no goal is stated; the goal is row order with the empty cell last; `--to first` takes \
             row order with the empty cell first, which can be reached, too",
        ),
        (
            "1 2\n3 0\n",
            "no goal is stated; the goal is row order with the empty cell last",
        ),
    ] {
        let puzzle = &convert(text, "x.txt", SourceFormat::of(text)).unwrap()[0].puzzle;
        let [remark] = &puzzle.remarks[..] else {
            panic!("{:?}", puzzle.remarks);
        };
        assert!(remark.kind.to_string().starts_with(wanted), "{remark}");
    }
}
