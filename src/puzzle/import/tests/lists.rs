//! Lists of puzzles, names before boards, and puzzle files.

use super::frames::{PARKED, joined};
use super::*;

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
