//! Texts with faults, and texts that were read as another puzzle or not at all.

use super::{GoalFile, ImportOptions, SourceFormat, convert, each};
use crate::{ConvertedPuzzle, ExitSide, Puzzle, PuzzleError};

/// The puzzles of a text in the format that is recognized.
fn read(text: &str) -> Result<Vec<Puzzle>, PuzzleError> {
    let all = convert(text, "x.txt", SourceFormat::of(text))?;
    Ok(all.into_iter().map(|own| own.puzzle).collect())
}

/// The only puzzle of a text in the format that is recognized.
fn one(text: &str) -> Puzzle {
    Puzzle::from_text("x.txt", text).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

/// The faults of a text in the format that is recognized, in words.
fn fault(text: &str) -> String {
    match read(text) {
        Ok(_) => panic!("no fault in {text:?}"),
        Err(error) => error.to_string(),
    }
}

/// The puzzle of a text with a goal from the file `goal.txt`.
fn with_goal(text: &str, goal: &str) -> Result<Puzzle, PuzzleError> {
    let options = ImportOptions {
        goal: Some(GoalFile {
            file: "goal.txt",
            text: goal,
        }),
        ..ImportOptions::default()
    };
    let mut all = Vec::new();
    let mut take = |own: ConvertedPuzzle| all.push(own.puzzle);
    each(text, "x.txt", SourceFormat::of(text), &options, &mut take)?;
    Ok(all.remove(0))
}

fn start(puzzle: &Puzzle) -> String {
    puzzle.write_position(&puzzle.start)
}

fn goal(puzzle: &Puzzle) -> String {
    let first = puzzle.goals.first();
    first.map_or("no goal".to_owned(), |goal| puzzle.write_goal(goal))
}

fn remarks(puzzle: &Puzzle) -> Vec<String> {
    puzzle.remarks.iter().map(ToString::to_string).collect()
}

#[test]
fn a_number_counts_the_puzzles_that_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let good = "AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.";
    let letters = "HAAIHAAIJBBKJNOKP@@Q";
    let (tiles, fifteen) = ("1 2 3 4 0 5 6 7 8", "2x2:1,2,0,3");
    let entry = |id: &str, row: &str| format!("{{\"id\": \"{id}\", \"grid\": [\"{row}\"]}}");
    let catalogue =
        |second: &str| format!("[{},\n{second},\n{}]", entry("a", "A."), entry("c", "C."));
    let of_lines = |good: &str, bad: &str| format!("{good}\n{bad}\n{good}\n");
    for (text, place) in [
        (of_lines(good, &good.replace("XX", "X1")), "2:15"),
        (of_lines(good, &good.replace("XX", "Xx")), "2:14"),
        (of_lines(letters, "HAAIHAAIJBBKJNOKP!@Q"), "2:18"),
        (of_lines("1A9BF0C00", "1A9BF0C0"), "2:1"),
        (of_lines("1A9BF0C00", "1A9BF0CFF"), "2:8"),
        (of_lines(tiles, "1 2 3 4 0 5 6 7"), "2:1"),
        (of_lines(tiles, "1 2 3 4 0 5 6 x 8"), "2:15"),
        (of_lines(tiles, "1 2 3 4 0 5 6 6 8"), "2:15"),
        (of_lines(fifteen, "2x2:1,2,0,0"), "2:11"),
        (of_lines(fifteen, "2x2:1,2,0"), "2:5"),
        (catalogue("5"), "2:1"),
        (catalogue(&entry("b", "A?A?")), "2:1"),
    ] {
        let path = folder.path().join("list.txt");
        std::fs::write(&path, &text).unwrap();
        let path = path.to_str().unwrap();
        let third = Puzzle::open(&format!("{path}#3")).unwrap_or_else(|error| panic!("{error}"));
        assert!(third.name.ends_with('3') || third.name == "c", "{text}");
        Puzzle::open(&format!("{path}#1")).unwrap();
        if place != "2:1" || !text.contains("A?A?") {
            let error = Puzzle::open(&format!("{path}#2")).unwrap_err();
            assert!(
                error.to_string().contains(&format!("list.txt:{place}:")),
                "{error}"
            );
        }
        let error = Puzzle::open(&format!("{path}#4")).unwrap_err();
        assert!(
            matches!(error, PuzzleError::NoneSuch { count: 3, .. }),
            "{error}"
        );
        let error = Puzzle::open(path).unwrap_err();
        assert!(
            matches!(error, PuzzleError::Several { count: 3, .. }),
            "{error}"
        );
    }
}

#[test]
fn a_puzzle_of_a_list_has_a_name_however_long_that_of_its_file_is() {
    let text = "1 2 3 4 0 5 6 7 8\n0 1 2 3 4 5 6 7 8\n";
    for stem in ["é".repeat(40), "x".repeat(60), ".".repeat(3), String::new()] {
        let all = convert(text, &format!("{stem}.txt"), SourceFormat::Tiles).unwrap();
        assert!(
            all[0].name.ends_with("-1") && all[1].name.ends_with("-2"),
            "{stem}"
        );
        assert!(all[0].name.len() <= 60);
    }
}

#[test]
fn a_number_or_name_in_the_title_of_a_catalogue_opens_its_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a#b.json");
    let text = "[{\"id\": \"7\", \"grid\": [\"A.\"]}, {\"id\": \"c#\", \"name\": \"No #2\", \
                \"grid\": [\"B.\"]}]";
    std::fs::write(&path, text).unwrap();
    let open = |wanted: &str| Puzzle::open(&format!("{}#{wanted}", path.display()));
    assert_eq!(open("7").unwrap().name, "7");
    assert_eq!(open("No #2").unwrap().name, "c");
    assert_eq!(open("2").unwrap().name, "c");
    assert!(matches!(
        open("3"),
        Err(PuzzleError::NoneSuch { count: 2, .. })
    ));
}

#[test]
fn a_puzzle_file_is_recognized_behind_comments_and_holds_one_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    for file in ["x.toml", "board.txt", "a#1.toml", "a#1"] {
        for text in [
            "# 3 x 3\n# AB.\n\nstart = \"AB.\"\n",
            "# 1 2 3\n\"start\" = \"AB.\"",
            "#\n  start=\"\"\"\nAB.\n\"\"\" # all",
        ] {
            let path = folder.path().join(file);
            std::fs::write(&path, text).unwrap();
            let word = path.to_str().unwrap();
            let stem = Puzzle::open(word).unwrap().name;
            for wanted in ["1", stem.as_str()] {
                let found = Puzzle::open(&format!("{word}#{wanted}")).unwrap();
                assert_eq!(start(&found), "AB.");
            }
            let error = Puzzle::open(&format!("{word}#2")).unwrap_err();
            assert!(
                matches!(error, PuzzleError::NoneSuch { count: 1, .. }),
                "{error}"
            );
        }
    }
}

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

/// A parking board of 4 x 4 cells.
const PARKED: [&str; 4] = ["AA.B", "XX.B", "C...", "C.DD"];

/// Lines as a text.
fn joined(lines: &[&str]) -> String {
    lines.join("\n") + "\n"
}

/// The board within a frame of `#`, with some squares replaced.
fn in_frame(replaced: &[((usize, usize), char)]) -> String {
    let mut rows: Vec<Vec<char>> = vec![vec!['#'; 6]; 6];
    for (own, row) in rows[1..].iter_mut().zip(PARKED) {
        own.splice(1..5, row.chars());
    }
    for &((row, column), c) in replaced {
        rows[row][column] = c;
    }
    let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    joined(&rows.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn parking_boards_are_read_whatever_stands_before_their_rows() {
    let [a, b, c, d] = PARKED;
    let marked = format!("{b}>");
    let plain = joined(&[a, &marked, c, d]);
    let wanted = one(&plain);
    assert_eq!(goal(&wanted), "....:..XX:....:....");
    let indented = |text: &str, by: &str| -> String {
        text.lines().map(|line| format!("{by}{line}\n")).collect()
    };
    let spaced: String = plain
        .lines()
        .map(|line| line.chars().flat_map(|c| [c, ' ']).collect::<String>() + "\n")
        .collect();
    let left = joined(&[
        &format!(" {a}"),
        &format!("K{b}"),
        &format!(" {c}"),
        &format!(" {d}"),
    ]);
    let frame = in_frame(&[((2, 5), ' ')]);
    let drawn = joined(&["+----+", "|AA.B|", "|XX.B", "|C...|", "|C.DD|", "+----+"]);
    for text in [
        plain.clone(),
        spaced,
        format!("4 4\n{plain}"),
        format!("4 4\n4\n{plain}"),
        format!("An easy one\n{plain}"),
        format!("An easy one\n4 4\n{plain}"),
        format!("Leicht-01\n\n{plain}"),
        left.replace('K', ">")
            .replace(" AA.B\n>XX.B\n C...\n C.DD", &plain[..plain.len() - 1]),
        frame.clone(),
        in_frame(&[((2, 5), '>')]),
        in_frame(&[((2, 5), '=')]),
        drawn,
        frame.replace("#XX.B ", "#XX.B#>"),
    ] {
        for by in ["", " ", "   ", "\t"] {
            let text = indented(&text, by);
            assert_eq!(SourceFormat::of(&text), SourceFormat::Parking, "{text}");
            let found = one(&text);
            assert_eq!(
                (start(&found), goal(&found)),
                (start(&wanted), goal(&wanted)),
                "{text}"
            );
        }
    }
    assert_eq!(goal(&one(&left)), "....:XX..:....:....");
    assert_eq!(
        one(&format!("An easy one\n4 4\n{plain}")).title,
        "An easy one"
    );
    // Marks above and below stand at their column, however far all lines are moved.
    let upright = ["X.AA", "X.B.", "..B.", "CC.."];
    let below = joined(&[&upright[..], &["v"]].concat());
    let above = joined(&[&["^"], &upright[..]].concat());
    for by in ["", "  "] {
        assert_eq!(goal(&one(&indented(&below, by))), "....:....:X...:X...");
        assert_eq!(goal(&one(&indented(&above, by))), "X...:X...:....:....");
    }
}

#[test]
fn exits_at_odd_places_are_refused_with_the_reason() {
    let [a, b, c, d] = PARKED;
    let upright = ["X.AA", "X.B.", "..B.", "CC.."];
    for (text, wanted) in [
        (
            in_frame(&[((0, 0), ' ')]),
            "x.txt:1:1: expected the exit in a side of the frame",
        ),
        (
            in_frame(&[((5, 5), ' ')]),
            "the exit in a side of the frame",
        ),
        (
            in_frame(&[((2, 5), ' '), ((3, 0), ' ')]),
            "x.txt:3:5: expected one gap of one cell",
        ),
        (
            in_frame(&[((2, 5), ' '), ((3, 5), ' ')]),
            "found 2 open cells",
        ),
        (
            in_frame(&[((3, 5), ' ')]),
            "x.txt:4:5: expected the exit at an end of the row of the car `X`",
        ),
        (
            in_frame(&[((0, 2), '^')]),
            "x.txt:1:3: expected the exit at an end of the row",
        ),
        (
            in_frame(&[((2, 5), '<')]),
            "an arrow that leads out at the right",
        ),
        (
            in_frame(&[((2, 5), 'D')]),
            "a gap in the frame without a car",
        ),
        (
            in_frame(&[((2, 5), '.')]).replace("#C...#", "#C...#>"),
            "x.txt:4:7: expected the mark of the exit at the gap",
        ),
        (
            joined(&[a, b, &format!("{c}>"), d]),
            "the exit at an end of the row of the car `X`",
        ),
        (
            joined(&[a, &format!("{b}<"), c, d]),
            "an arrow that leads out",
        ),
        (
            joined(&[&["v"], &upright[..], &["v"]].concat()),
            "x.txt:6:1: expected one mark of an exit",
        ),
        (
            joined(&[&upright[..], &["     v"]].concat()),
            "x.txt:5:6: expected the mark of the exit above or below a column",
        ),
        (
            joined(&[&upright[..], &[" v"]].concat()),
            "x.txt:5:2: expected the exit at an end of the column of the car `X`",
        ),
        (
            format!("5 4\n{}", joined(&[a, &format!("{b}>"), c, d])),
            "x.txt:1:1: expected a board of 5 x 4 cells, found 4 x 4",
        ),
    ] {
        let found = fault(&text);
        assert!(found.contains(wanted), "{text}{found}");
        assert!(found.contains("read as a parking board"), "{text}{found}");
    }
    // A digit row is a row, and blanks before all rows are no cells if blanks are cells.
    let digits = one("111200\n000200\nXX0233\n000044\n000000\n550000\n");
    assert_eq!(start(&digits), "1112..:...2..:XX.233:....44:......:55....");
    let blanks = " AA B\n XX B\n C CE\n CDDE\n";
    let error = convert(blanks, "x.txt", SourceFormat::Parking)
        .unwrap_err()
        .to_string();
    assert!(error.contains("blanks before the rows"), "{error}");
    // A car `X` that stands upright does not leave at the right.
    let upright = "..X...\n..X...\nAA..B.\n....B.\n......\nCC....\n";
    assert!(fault(upright).contains("`--exit` gives its side"));
}

#[test]
fn a_line_before_the_board_names_the_puzzle() {
    let parked = joined(&[PARKED[0], &format!("{}>", PARKED[1]), PARKED[2], PARKED[3]]);
    for text in [
        "3\n1 2 3\n4 5 6\n7 0 8\n",
        "1 2 3\n4 5 6\n7 0 8\n",
        "1 2 3 4 0 5 6 7 8\n0 1 2 3 4 5 6 7 8\n",
        "2 3\n1 1 0 0\n1 1 0 1\n1 2 1 0\n",
        "3x3:1,2,3,4,5,6,7,0,8\n",
        "AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.\n",
        "60 AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR. 7\n",
        "1A9BF0C00\n1FF55C300\n",
        "HAAI\nHAAI\nJBBK\nJNOK\nP@@Q\n",
        "^11^\nv11v\n^<>^\nv22v\n2..2\n",
        "A,H,1,1,2\nX,H,2,3,2\nB,V,4,2,3\n",
        "\nAAB\n..B\n\nB..\nBAA\n",
        &parked,
        &format!("4 4\n{parked}"),
    ] {
        let plain = read(text).unwrap();
        let name = "The first of a hundred rather easy puzzles, by nobody";
        for text in [format!("{name}\n{text}"), format!("\n  {name}\n\n{text}")] {
            let (form, named) = (SourceFormat::of(&text), read(&text).unwrap());
            assert_eq!(named.len(), plain.len(), "{form}: {text}");
            for (named, plain) in named.iter().zip(&plain) {
                assert_eq!(named.start, plain.start, "{text}");
                assert!(named.title.starts_with(name), "{form}: {}", named.title);
                let line = |puzzle: &Puzzle| puzzle.remarks.first().map_or(0, |own| own.line);
                assert!(line(named) > line(plain) || line(plain) == 0, "{text}");
            }
        }
    }
    // Places count the line of the name; rows of boards are no names.
    assert!(fault("Easy one\n3\n1 2 3\n4 5 6\n7 0 0\n").contains("x.txt:5:5: "));
    assert!(fault("^11\nv11v\n^<>^\nv22v\n2..2\n").contains("x.txt:1:1:"));
    let error = with_goal("Easy one\n2\n1 2\n3 0\n", "1 2\n0 0\n").unwrap_err();
    assert!(error.to_string().starts_with("goal.txt:2:3:"), "{error}");
    assert_eq!(
        one("5 x 5 (a silly example)\n1 = 11\n1\n01\n").title,
        "a silly example"
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.txt");
    std::fs::write(&path, "Easy one\n1A9BF0C00\n1FF55C300\n").unwrap();
    let second = Puzzle::open(&format!("{}#Easy one 2", path.display())).unwrap();
    assert_eq!(second.name, "x-2");
}

/// The text within a frame, with the sides and the corners given.
fn walled(text: &str, [side, across, corner]: [char; 3], exit: &str) -> String {
    let width = text.lines().map(str::len).max().unwrap_or(0);
    let edge = format!("{corner}{}{corner}\n", across.to_string().repeat(width));
    let rows: String = text
        .lines()
        .map(|line| format!("{side}{line}{side}\n"))
        .collect();
    let middle = (width + 2 - exit.len()) / 2;
    let mut lower = edge.clone();
    lower.replace_range(middle..middle + exit.len(), exit);
    edge + &rows + &lower
}

#[test]
fn boards_within_frames_of_one_or_two_cells_are_the_boards() {
    let frames = [['#'; 3], ['|', '-', '+'], ['*'; 3], ['|', '=', '|']];
    for text in [
        "^11^\nv11v\n^<>^\nv22v\n2..2\n",
        "HAAI\nHAAI\nJBBK\nJNOK\nP@@Q\n",
    ] {
        let plain = one(text);
        assert_eq!(
            goal(&plain).split(':').next_back(),
            goal(&plain).split(':').nth(3)
        );
        for frame in frames {
            for exit in ["", "  ", ".."] {
                let once = walled(text, frame, exit);
                for text in [once.clone(), walled(&once, frame, exit)] {
                    assert_eq!(SourceFormat::of(&text), SourceFormat::Klotski, "{text}");
                    let found = one(&text);
                    assert_eq!(
                        (start(&found), goal(&found)),
                        (start(&plain), goal(&plain)),
                        "{text}"
                    );
                }
            }
        }
    }
    // Walls within the board stay, and a goal on them is none.
    assert_eq!(
        start(&one("^11^\nv11v\n^##^\nv22v\n2..2\n")),
        "ABBC:ABBC:D##E:DFGE:H..I"
    );
    assert_eq!(
        start(&one("HAAI\nHAAI\nJ##K\nJNOK\nP@@Q\n")),
        "HAAI:HAAI:J##K:JNOK:P..Q"
    );
    let blocked = one("HAAI\nHAAI\nJ@@K\nJNOK\nP#@Q\n");
    assert!(blocked.goals.is_empty() && remarks(&blocked).is_empty());
    // Grids keep walls, but no drawn frame.
    for frame in &frames[1..] {
        let text = format!(
            "{}\n{}",
            walled("AAB\n..B\n", *frame, ""),
            walled("..B\nAAB\n", *frame, "")
        );
        let found = one(&text);
        assert_eq!(
            (start(&found), goal(&found)),
            ("AAB:..B".into(), "..B:AAB".into())
        );
    }
    let goal_board = with_goal("AAB\n..B\n", &walled("..B\nAAB\n", frames[1], "")).unwrap();
    assert_eq!(goal(&goal_board), "..B:AAB");
    assert_eq!(start(&one("####\n#A.#\n####\n")), "####:#A.#:####");
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
fn long_texts_are_read_without_going_back() {
    let board = "AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.\n";
    let list = board.repeat(20_000);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("list.txt");
    std::fs::write(&path, &list).unwrap();
    let last = Puzzle::open(&format!("{}#20000", path.display())).unwrap();
    assert_eq!(last.name, "list-20000");
    assert!(matches!(
        Puzzle::open(path.to_str().unwrap()),
        Err(PuzzleError::Several { count: 20_000, .. })
    ));
    // A piece that covers most of a large board, with marks for it.
    let wide = |c: &str| format!("{}\n", c.repeat(256));
    let marked = wide("0").repeat(200) + &wide("g").repeat(40) + &wide(".");
    assert!(fault(&marked).contains("at most 1024 cells"));
    for line in [
        "A.",
        "1 ",
        "^v",
        "AB",
        "1A9BF0C00",
        "é.",
        "#",
        "{\"",
        "1,",
        "x",
    ] {
        for text in [line.repeat(200_000), format!("{line}\n").repeat(10_000)] {
            let count = text.lines().count();
            match read(&text) {
                Ok(all) => assert!(all.len() == count || all.len() == 1),
                Err(error) => assert!(error.faults().len() <= PuzzleError::MAX_FAULTS),
            }
        }
    }
}

/// Number of damaged texts that are read.
const DAMAGED: usize = 2_000;

/// A generator of random numbers below a bound (xorshift, Marsaglia 2003).
fn random(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |end| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as usize % end.max(1)
    }
}

/// A text with one to three characters or lines changed, removed, doubled or moved.
fn damaged(text: &str, other: &str, below: &mut impl FnMut(usize) -> usize) -> String {
    const PIECES: [&str; 24] = [
        "99999999999999999999",
        "18446744073709551615",
        "4294967296",
        "-1",
        "0",
        "7",
        " ",
        "\n",
        "\n\n",
        "\t",
        "\r\n",
        ",",
        "#",
        ".",
        "_",
        "x",
        "X",
        ">",
        "^",
        ":",
        "=",
        "é",
        "\u{feff}",
        "\u{0}",
    ];
    let mut text = text.to_owned();
    for _ in 0..=below(3) {
        let places: Vec<usize> = text
            .char_indices()
            .map(|(at, _)| at)
            .chain([text.len()])
            .collect();
        let (one, two) = (places[below(places.len())], places[below(places.len())]);
        let (from, to) = (one.min(two), one.max(two));
        let next = text[from..]
            .chars()
            .next()
            .map_or(from, |c| from + c.len_utf8());
        let lines: Vec<&str> = text.split_inclusive('\n').chain([""]).collect();
        let line = lines[below(lines.len())].to_owned();
        match below(9) {
            0 => text.replace_range(from..next, ""),
            1 => text.replace_range(from..next, PIECES[below(PIECES.len())]),
            2 => text.insert_str(from, PIECES[below(PIECES.len())]),
            3 => text.insert_str(from, &line),
            4 => text = text.replacen(&line, "", 1),
            5 if to - from < 20 => text.replace_range(from..to, ""),
            5 => text.truncate(from),
            6 => text.insert_str(from, &text[from..to].to_owned()),
            7 => text = lines.iter().map(|line| format!(" {line}")).collect(),
            _ => text += &other[..other.char_indices().nth(below(99)).map_or(0, |(at, _)| at)],
        }
    }
    text
}

#[test]
fn damaged_texts_are_read_or_refused_in_every_format() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/samples/formats");
    let mut samples: Vec<(String, String)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read_to_string(path).unwrap())
        })
        .collect();
    samples.sort();
    assert!(samples.len() > 40);
    let mut below = random(0x5eed);
    let mut read = 0;
    for number in 0..DAMAGED {
        let (name, sample) = &samples[number % samples.len()];
        let other = &samples[below(samples.len())].1;
        let text = damaged(sample, other, &mut below);
        let goal = damaged(other, sample, &mut below);
        let (has_exit, has_goal) = (below(6) == 0, below(6) == 0);
        let side = [ExitSide::Top, ExitSide::Left][below(2)];
        let goal_file = GoalFile {
            file: "goal.txt",
            text: &goal,
        };
        let options = ImportOptions {
            exit: has_exit.then_some(side),
            goal: has_goal.then_some(goal_file),
            is_recognized: below(2) == 0,
        };
        let of = SourceFormat::of(&text);
        for form in [of, SourceFormat::ALL[below(SourceFormat::ALL.len())]] {
            let mut take = |own: ConvertedPuzzle| {
                read += 1;
                let again = Puzzle::from_toml(&own.name, "x.toml", &own.text).unwrap();
                assert_eq!(again.start, own.puzzle.start, "{text}");
                let lines = text.lines().count();
                assert!(
                    own.puzzle.remarks.iter().all(|remark| remark.line <= lines),
                    "{text}"
                );
            };
            if let Err(error) = each(&text, name, form, &options, &mut take) {
                let file = if error.file() == Some("goal.txt") {
                    &goal
                } else {
                    &text
                };
                let lines = file.split('\n').count();
                assert!(!error.faults().is_empty(), "{text}");
                assert!(
                    error.faults().iter().all(|own| own.line <= lines),
                    "{text}{error}"
                );
            }
        }
        let _ = Puzzle::from_text(name, &text);
    }
    assert!(read > DAMAGED / 10, "{read}");
}
