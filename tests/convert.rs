//! Puzzles written in other ways become puzzle files that mean the same.

use crate::support::random::SplitMix;
use slidewise::unstable::board::{CellSet, Square};
use slidewise::unstable::puzzle::import::{ImportOptions, SourceFormat, convert, each};
use slidewise::unstable::puzzle::{Puzzle, SearchOrigin, builtin};
use std::collections::{BTreeMap, BTreeSet};

fn fingerprint(puzzle: &Puzzle) -> [u8; 32] {
    puzzle.fingerprint(SearchOrigin::Goals)
}

#[test]
fn the_catalogue_becomes_the_built_in_puzzles() {
    let mut found = 0;
    for text in [
        include_str!("figures/catalogue.json"),
        include_str!("figures/rush-hour.json")
            .replace("\"boards\"", "\"puzzles\"")
            .as_str(),
    ] {
        for converted in convert(text, "catalogue.json", SourceFormat::of(text)).unwrap() {
            let read = Puzzle::from_toml("x", "x.toml", &converted.text).unwrap();
            assert_eq!(fingerprint(&read), fingerprint(&converted.puzzle));
            let name = &converted.name;
            let own = builtin::list()
                .into_iter()
                .find(|own| own.name.starts_with(name.split("-of-").next().unwrap()))
                .unwrap_or_else(|| panic!("{name} is built in"));
            let own = own.read().unwrap();
            assert_eq!(fingerprint(&own), fingerprint(&converted.puzzle), "{name}");
            found += 1;
        }
    }
    assert_eq!(found, 203);
}

#[test]
fn rush_hour_boards_mean_what_the_word_means() {
    let word = "rush:IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";
    let converted = &convert(word, word, SourceFormat::of(word)).unwrap()[0];
    assert_eq!(
        fingerprint(&converted.puzzle),
        fingerprint(&Puzzle::open(word).unwrap())
    );
    let database = "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\n\n\
                    8 AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR. 1247\n";
    let both = convert(database, "some.txt", SourceFormat::of(database)).unwrap();
    let names: Vec<&str> = both.iter().map(|own| own.name.as_str()).collect();
    assert_eq!(names, ["some-1", "some-2"]);
    assert_eq!(fingerprint(&both[0].puzzle), fingerprint(&converted.puzzle));
}

/// What pieces may be called in the sources: letters, and all that no puzzle file allows.
const LETTERS: &str = "ABCabc019é曹*+=@_?:/\"'`\\|~";

/// The cells of each letter of a grid.
fn cells_of(grid: &[Vec<char>]) -> BTreeMap<char, Vec<Square>> {
    let mut cells: BTreeMap<char, Vec<Square>> = BTreeMap::new();
    for (row, line) in (0..).zip(grid) {
        for (column, &c) in (0..).zip(line) {
            if c != '.' {
                cells.entry(c).or_default().push(Square { row, column });
            }
        }
    }
    cells
}

/// A random grid, and a goal that asks for one of its pieces somewhere.
fn random_grids(random: &mut SplitMix) -> (Vec<Vec<char>>, Vec<Vec<char>>) {
    let (rows, columns) = (1 + random.below(5), 2 + random.below(5));
    let letters: Vec<char> = LETTERS.chars().collect();
    let mut grid: Vec<Vec<char>> = (0..rows)
        .map(|_| {
            (0..columns)
                .map(|_| match random.below(4) {
                    0 => '.',
                    1 => '#',
                    _ => letters[random.below(letters.len() as u64) as usize],
                })
                .collect()
        })
        .collect();
    grid[0][0] = letters[random.below(letters.len() as u64) as usize];
    // In a plain grid without `.`, `_` or `@` is no piece.
    if grid.iter().flatten().any(|&c| c == '_' || c == '@') {
        grid[rows as usize - 1][columns as usize - 1] = '.';
    }
    let goal = grid
        .iter()
        .map(|line| {
            let keeps = |&c: &char| if c == grid[0][0] { c } else { '.' };
            line.iter().map(keeps).collect()
        })
        .collect();
    (grid, goal)
}

#[test]
fn whatever_pieces_are_called_the_file_has_them_where_the_source_has() {
    let mut random = SplitMix::new(3);
    let mut refused = 0;
    for _ in 0..400 {
        let (grid, goal) = random_grids(&mut random);
        let lines = |grid: &[Vec<char>]| -> Vec<String> {
            grid.iter().map(|line| line.iter().collect()).collect()
        };
        let entry = serde_json::json!([{"id": "x-1", "grid": lines(&grid), "goal": lines(&goal)}]);
        let text = serde_json::to_string_pretty(&entry).unwrap();
        let plain = format!(
            "{}\n\n{}\n",
            lines(&grid).join("\n"),
            lines(&goal).join("\n")
        );
        let of_json = convert(&text, "x.json", SourceFormat::Catalogue).unwrap();
        // A plain grid is refused if a character is in separate parts.
        let of_grid = convert(&plain, "x.txt", SourceFormat::Grid).unwrap_or_else(|error| {
            let reasons = ["separate parts", "an empty cell"];
            let error = error.to_string();
            assert!(
                reasons.iter().any(|reason| error.contains(reason)),
                "{error}"
            );
            refused += 1;
            Vec::new()
        });
        for converted in of_json.iter().chain(&of_grid) {
            let puzzle = Puzzle::from_toml("x", "x.toml", &converted.text).unwrap();
            assert_eq!(fingerprint(&puzzle), fingerprint(&converted.puzzle));
            let mut wanted: BTreeSet<CellSet> = BTreeSet::new();
            for (letter, squares) in cells_of(&grid) {
                let cells: Option<CellSet> = squares
                    .iter()
                    .map(|&square| puzzle.board.cell_at(square))
                    .collect();
                match cells {
                    Some(cells) => assert!(letter != '#' && wanted.insert(cells)),
                    None => assert_eq!(letter, '#'),
                }
            }
            let found: BTreeSet<CellSet> = (0..puzzle.classes.len())
                .flat_map(|class| puzzle.pieces_of(&puzzle.start, class))
                .collect();
            assert_eq!(found, wanted, "{plain}");
            let asked = &cells_of(&goal)[&grid[0][0]];
            let asked: CellSet = asked
                .iter()
                .filter_map(|&square| puzzle.board.cell_at(square))
                .collect();
            assert_eq!(puzzle.goals[0].demands[0].cells, asked, "{plain}");
            assert!(puzzle.is_solved(&puzzle.start));
        }
    }
    assert!(refused > 50 && refused < 350, "{refused}");
}

#[test]
fn a_byte_order_mark_is_no_part_of_a_source() {
    for (plain, place) in [
        ("AB.\n...\n", None),
        ("rush:AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.", None),
        ("[{\"id\": \"a\", \"grid\": [\"A.\"]}]", None),
        ("rush:AA...OP..Q.OPX1Q.OP..Q..B...CCB.RRR.", Some((1, 20))),
        ("[{\"note\": 5}]", Some((1, 11))),
    ] {
        let marked = format!("\u{feff}{plain}");
        assert_eq!(
            SourceFormat::of(&marked),
            SourceFormat::of(plain),
            "{plain}"
        );
        match convert(&marked, "x", SourceFormat::of(&marked)) {
            Ok(converted) => {
                assert_eq!(place, None);
                assert_eq!(
                    converted,
                    convert(plain, "x", SourceFormat::of(plain)).unwrap()
                );
            }
            Err(error) => {
                let fault = &error.faults()[0];
                assert_eq!(Some((fault.line, fault.column)), place, "{error}");
            }
        }
    }
}

#[test]
fn a_word_that_is_no_board_is_told_without_a_file() {
    let error = convert("rush:AA", "rush:AA", SourceFormat::Rush).unwrap_err();
    assert_eq!(error.file(), None);
    assert_eq!(
        error.to_string(),
        "`rush:AA`: expected a Rush Hour board of 36 cells, its six rows run together, found 2 \
         cells"
    );
    assert_eq!(error.faults()[0].column, 6);
}

#[test]
fn faults_are_told_where_the_source_has_them() {
    let faults = |text: &str| -> Vec<String> {
        match convert(text, "x", SourceFormat::of(text)) {
            Ok(_) => panic!("no fault in {text:?}"),
            Err(error) => error.faults().iter().map(ToString::to_string).collect(),
        }
    };
    for (text, wanted) in [
        ("", "1:1: expected a board, found nothing"),
        (
            "AB.\nAB\n",
            "2:1: expected 3 cells in this row, found 2 cells",
        ),
        ("AB.\nAB.\n\n.AB\n", "4:1: expected 2 rows, found 1 row"),
        (
            "A?.\nA?.\n\n.A?\n...\n",
            "4:2: expected 2 cells in the shape of `A`, found 1 cell",
        ),
        (
            "10 .\n11 .\n\n. 12\n. .\n",
            "4:3: expected a token of the start board",
        ),
        (
            "rush:AA...OP..Q.OPX1Q.OP..Q..B...CCB.RRR.",
            "1:20: expected a letter or `.`, found `1`",
        ),
        (
            "rush:AA",
            "1:6: expected a Rush Hour board of 36 cells, its six rows run together, found 2 cells",
        ),
        (
            "60 AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR. 1\n60 AA...OP..Q.OPXxQ.OP..Q..B...CCB.RRR. 1",
            "2:17: expected 2 or 3 cells in a line for the car `X`, found 1 cell",
        ),
        (
            "{\"puzzles\": [}",
            "1:14: expected a value in the catalogue's JSON, found `}`",
        ),
        (
            "{\"puzzle\": []}",
            "1:14: expected the key `puzzles` or `board` in this object, found no such key",
        ),
        (
            "[{\"id\": \"a\"",
            "1:12: expected the rest of the catalogue's JSON, found the end of the text",
        ),
        (
            "[{\"id\": \"a\" \"b\"}]",
            "1:13: expected `,` or `}` in the catalogue's JSON, found `\"`",
        ),
        (
            "[{\"id\": \"a\"},]",
            "1:14: expected another item after the comma in the catalogue's JSON, found `]`",
        ),
        (
            "[{id: 1}]",
            "1:3: expected a key in double quotes in the catalogue's JSON, found `i`",
        ),
        (
            "[] x",
            "1:4: expected nothing more in the catalogue's JSON, found `x`",
        ),
        (
            "[{\"id\": 01}]",
            "1:10: expected a catalogue in JSON, found a number that is not valid in JSON",
        ),
        (
            "[{\"id\": \"a\", \"id\": \"b\"}]",
            "1:17: expected each key of an object once, found a second `id`",
        ),
        ("[5]", "1:2: expected a puzzle in `{` and `}`, found `5`"),
        (
            "[[]]",
            "1:3: expected a puzzle in `{` and `}`, found a list in `[` and `]`",
        ),
        (
            "[]",
            "1:1: expected at least one puzzle in the list, found none",
        ),
        (
            "[{\"id\": \"a\"}]",
            "1:2: `a`: expected a board under exactly one key, such as `grid` or `board`, found \
             none or several",
        ),
        (
            "[\n {\"id\": \"a\", \"board\": 5}]",
            "2:23: expected a text in double quotes, found `5`",
        ),
        (
            "[{\"id\": \"a\", \"verified\": \"true\"}]",
            "1:31: expected `true` or `false`, found `\"true\"`",
        ),
        (
            "[{\"id\": \"a\", \"grid\": \"x, expected y\"}]",
            "1:36: expected a list in `[` and `]`, found `\"x, expected y\"`",
        ),
        (
            "[{\"id\": \"\\ud800\"}]",
            "1:16: expected a catalogue in JSON, found an escape that stands for no character",
        ),
        (
            "[{\"id\": \"a\", \"grid\": [\"AB\", \"A\"]}]",
            "1:2: `a`: expected 2 cells in each row, found `A`",
        ),
        (
            "[{\"id\": \"a\", \"grid\": [\"A.\"]},\n {\"id\": \"a\", \"grid\": [\".A\"]}]",
            "2:2: expected a different name for each puzzle, found a second `a`",
        ),
        (
            "[{\"id\": \"a\", \"board\": \"AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.\", \"primary\": \
             \"A\"}]",
            "1:2: `a`: expected the goal car `A`, found `X`",
        ),
    ] {
        let found = faults(text);
        assert!(found[0].starts_with(wanted), "{text}: {found:?}");
    }
}

#[test]
fn cells_that_a_goal_wants_empty_stay_so_and_a_piece_may_be_called_like_them() {
    let converted = convert("AA.\n..B\n\n_..\n..B\n", "x.txt", SourceFormat::Grid).unwrap();
    let goal = &converted[0].puzzle.goals[0];
    let corner = converted[0]
        .puzzle
        .board
        .cell_at(Square { row: 0, column: 0 })
        .unwrap();
    assert_eq!(goal.empty, corner.into());
    assert_eq!(goal.demands.len(), 1);

    let converted = convert("__.\n..B\n\n.__\n..B\n", "x.txt", SourceFormat::Grid).unwrap();
    let goal = &converted[0].puzzle.goals[0];
    assert!(goal.empty.is_empty());
    assert_eq!(goal.demands.len(), 2);
}

#[test]
fn more_goals_than_a_puzzle_file_has_are_refused_before_they_are_read() {
    let goals = |count: usize| format!("AB.\n{}", "\n.AB\n".repeat(count));
    let most = convert(&goals(1000), "x.txt", SourceFormat::Grid).unwrap();
    assert_eq!(most[0].puzzle.goals.len(), 1000);
    // One behind the most; a board that is none, far behind, is not looked at.
    let text = format!("{}\nC\n", goals(32_000));
    let error = convert(&text, "x.txt", SourceFormat::Grid).unwrap_err();
    let told: Vec<String> = error.faults().iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        ["2003:1: expected a board and at most 1000 goals, found one more"]
    );
}

#[test]
fn a_long_list_is_converted_line_by_line_and_a_fault_names_its_line() {
    let good = "AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.";
    let mut lines = vec![""; 30_010];
    for line in lines.iter_mut().step_by(2_000) {
        *line = good;
    }
    lines[30_009] = good;
    let mut names = Vec::new();
    let plain = ImportOptions::default();
    let mut take =
        |converted: slidewise::unstable::puzzle::ConvertedPuzzle| names.push(converted.name);
    each(
        &lines.join("\n"),
        "list.txt",
        SourceFormat::Rush,
        &plain,
        &mut take,
    )
    .unwrap();
    assert_eq!((names[0].as_str(), names.len()), ("list-01", 17));

    let bad = good.replace("XX", "X1");
    lines[29_999] = &bad;
    let mut taken = 0;
    let text = lines.join("\n");
    let error = each(&text, "list.txt", SourceFormat::Rush, &plain, &mut |_| {
        taken += 1
    })
    .unwrap_err();
    assert_eq!(taken, 17);
    assert_eq!(
        error.to_string(),
        "list.txt:30000:15: expected a letter or `.`, found `1` (read as Rush Hour boards of 36 \
         cells, one per line)"
    );
}
