//! Boards of numbered tiles with `.` for the empty cell, or with one character a cell.

use super::*;
use crate::TileOrder;

/// Writes rows of numbers with `mark` for 0 and `between` the cells.
fn written(numbers: &[usize], columns: usize, mark: &str, between: &str) -> String {
    let cell = |number: &usize| match number {
        0 => mark.to_owned(),
        number => number.to_string(),
    };
    let row = |row: &[usize]| row.iter().map(cell).collect::<Vec<_>>().join(between) + "\n";
    numbers.chunks(columns).map(row).collect()
}

#[test]
fn every_small_board_is_the_board_with_zero() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 2)] {
        let mut numbers: Vec<usize> = (0..rows * columns).collect();
        loop {
            let wanted = one(&written(&numbers, columns, "0", " "));
            assert_eq!(wanted.goal_order(), Some(TileOrder::EmptyLast));
            for (mark, between) in [(".", " "), (".", ""), ("0", ""), ("_", ""), (".", ",")] {
                let text = written(&numbers, columns, mark, between);
                assert_eq!(one(&text), wanted, "{text}");
            }
            if !crate::next_permutation(&mut numbers) {
                break;
            }
        }
    }
}

#[test]
fn dots_stand_for_zero_wherever_it_may_stand() {
    for text in [
        "3\n1 2 3\n4 . 6\n7 5 8\n",
        "3 3\n1 2 3\n4 . 6\n7 5 8\n",
        "# a comment\n\n1 2 3\n4 . 6\n7 5 8\n",
        "The last of all\n1 2 3\n4 . 6\n7 5 8\n",
        "1 2 3 4 . 6 7 5 8\n",
        "1 2 3 4 . 6 7 5 8\n1 2 3 4 6 . 7 5 8\n",
        "1: 1 2 3 4 . 6 7 5 8\n2: 1 2 3 4 6 . 7 5 8\n",
        "1 2 3 4 . 6 7 5 8 2\n1 2 3 4 6 . 7 5 8 2\n",
        "+---+\n|1|2|3|\n|4|.|6|\n|7|5|8|\n+---+\n",
        "1 2 3\n4 . 6\n7 5 8\n\n1 2 3\n4 5 6\n7 8 .\n",
        "Start:\n1 2 3\n4 . 6\n7 5 8\nGoal:\n. 1 2\n3 4 5\n6 7 8\n",
        "1\n2\n.\n",
        "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 . 15\n",
    ] {
        let usual = text.replace('.', "0");
        assert_eq!(read(text).unwrap(), read(&usual).unwrap(), "{text}");
    }
    for (text, usual) in [
        ("123\n4.6\n758\n", "1 2 3\n4 0 6\n7 5 8\n"),
        (
            "123\n4.6\n758\n\n123\n456\n78.\n",
            "1 2 3\n4 0 6\n7 5 8\n\n1 2 3\n4 5 6\n7 8 0\n",
        ),
        ("12345\n6789.\n", "1 2 3 4 5\n6 7 8 9 0\n"),
    ] {
        assert_eq!(read(text).unwrap(), read(usual).unwrap(), "{text}");
    }
    let start = "123\n4.6\n758\n";
    for goal in [
        "123\n456\n78.\n",
        "1 2 3\n4 5 6\n7 8 .\n",
        "3\n1 2 3\n4 5 6\n7 8 .\n",
    ] {
        let own = with_goal(start, goal).unwrap();
        assert_eq!(super::goal(&own), "123:456:78_", "{goal}");
    }
    let faulty = with_goal(start, "1 2 3\n4 5 6\n7 7 .\n")
        .unwrap_err()
        .to_string();
    assert!(faulty.starts_with("goal.txt:3:3: expected each number from 0 to 8 once"));
}

#[test]
fn the_assumed_goal_is_remarked_on() {
    let told = remarks(&one("123\n4.6\n758\n"));
    assert_eq!(
        told,
        [
            "1:1: remark: no goal is stated; the goal is row order with the empty cell last; \
          `--to first` takes row order with the empty cell first, which can be reached, too"
        ]
    );
}

#[test]
fn blocks_with_numbers_stay_a_grid() {
    for text in [
        // Some number is missing, or a block has several cells.
        "1 2 3\n4 . 6\n",
        "12.\n3..\n",
        "1 1 .\n2 2 .\n",
        "11.\n22.\n",
        "4 4\n1 2\n3 .\n",
        "2 2\n1 2\n3 .\n",
        "1 2 3 .\n1 2 3 .\n",
        "1 1 . .\n1 1 2 .\n3 3 2 .\n",
        // A goal that does not say where every tile belongs, or several goals.
        "12\n3.\n\n1.\n..\n",
        "1 2\n3 .\n\n1 2\n. 3\n\n2 1\n3 .\n",
        "12#\n3.#\n",
        "1.\n",
    ] {
        assert_eq!(SourceFormat::of(text), SourceFormat::Grid, "{text}");
        read(text).unwrap();
    }
    // Blocks that look alike are for the user to name.
    let own = convert("123\n4.6\n758\n", "x.txt", SourceFormat::Grid).unwrap();
    assert_eq!(own[0].puzzle.classes.len(), 1);
    assert!(convert("1 2\n3 0\n", "x.txt", SourceFormat::Grid).is_err());
}
