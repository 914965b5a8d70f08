//! Parking boards and their exits, and boards within frames.

use super::*;

/// A parking board of 4 x 4 cells.
pub(super) const PARKED: [&str; 4] = ["AA.B", "XX.B", "C...", "C.DD"];

/// Lines as a text.
pub(super) fn joined(lines: &[&str]) -> String {
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
}

#[test]
fn rows_of_digits_and_blank_cells_of_parking_boards_are_no_head_and_no_indent() {
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
