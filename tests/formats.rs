//! Files of other programs are read as the puzzles that they mean, or refused; never as others.

use slidewise::unstable::puzzle::import::{GoalFile, ImportOptions, SourceFormat, convert, each};
use slidewise::unstable::puzzle::{ConvertedPuzzle, ExitSide, Puzzle, PuzzleError, SearchOrigin};
use std::fs;
use std::path::PathBuf;

/// A sample: its file, its format, and the Starts that its puzzles have.
type Sample = (&'static str, SourceFormat, &'static [&'static str]);

/// Samples of every format, at least three of each but of the word for one Rush Hour board.
const SAMPLES: &[Sample] = &[
    ("ungrid.txt", SourceFormat::Grid, &["A.1:A.2:633:554"]),
    ("grid-goal.txt", SourceFormat::Grid, &["AAB.:AAB.:.CC."]),
    ("grid-commas.txt", SourceFormat::Grid, &["AA.:B.."]),
    ("grid-line-commas.txt", SourceFormat::Grid, &["AAb:A.c:d.."]),
    (
        "cg1.txt",
        SourceFormat::Grid,
        &[
            "########:###00###:###00###:#......#:#.1122.#:##3124##:##3344##:###55###:###..###:\
             ########",
        ],
    ),
    (
        "codechef1.txt",
        SourceFormat::Parking,
        &["b.c..e:b.cdde:fghaal:fghjjl:.giikk:mmm..."],
    ),
    (
        "parking-right.txt",
        SourceFormat::Parking,
        &["AAB..F:..BCDF:GPPCDF:GH.III:GHJ...:LLJMM."],
    ),
    (
        "parking-left.txt",
        SourceFormat::Parking,
        &["AAB..F:..BCDF:GPPCDF:GH.III:GHJ...:LLJMM."],
    ),
    (
        "parking-top.txt",
        SourceFormat::Parking,
        &["AAP...:..PBB.:C.....:C.DDD."],
    ),
    (
        "parking-frame.txt",
        SourceFormat::Parking,
        &["AAB..F:..BCDF:GXXCDF:GH.III:GHJ...:LLJMM."],
    ),
    (
        "parking-9x9.txt",
        SourceFormat::Parking,
        &[
            "BAAA.D...:B..F.DCCC:...F.D..H:EE.F.GGGH:IXXJ....H:I.NJ.KKKP:LLNOMM..P:Q.NOS...P:\
             QRRRSTTUU",
        ],
    ),
    (
        "rush.txt",
        SourceFormat::Rush,
        &[
            "IBB#..:I..LDD:JAAL..:J.KEEM:FFK..M:GGHHHM",
            "AA...O:P..Q.O:PXXQ.O:P..Q..:B...CC:B.RRR.",
        ],
    ),
    (
        "rush-word.txt",
        SourceFormat::Rush,
        &["......:......:AA.B..:...B..:...B..:......"],
    ),
    (
        "cars-6x6.csv",
        SourceFormat::Cars,
        &["AA...C:...B.C:.XXB.C:...B..:......:......"],
    ),
    (
        "cars-plain.csv",
        SourceFormat::Cars,
        &["AA....:...B..:.XXB..:...B.C:.....C:.....C"],
    ),
    (
        "cars-9x9-other-order.csv",
        SourceFormat::Cars,
        &[
            "AA.......:...B.....:.XXB.....:...B.....:.........:.........:.........:.........:\
             .........",
        ],
    ),
    (
        "tray-quzzle.txt",
        SourceFormat::Tray,
        &["AABB:AACD:..CD:EFFG:EHHI"],
    ),
    (
        "tray-corners.txt",
        SourceFormat::Tray,
        &["AABB:AACD:EFCD:EF.G:.HHI"],
    ),
    ("tray-small.txt", SourceFormat::Tray, &["AB.:CC."]),
    ("snail.txt", SourceFormat::Tiles, &["326:14.:875"]),
    (
        "tiles-15.txt",
        SourceFormat::Tiles,
        &["1 2 3 4:5 6 12 7:9 11 14 8:13 . 10 15"],
    ),
    ("tiles-2x3.txt", SourceFormat::Tiles, &["123:.45"]),
    ("tiles-goal.txt", SourceFormat::Tiles, &["123:456:7.8"]),
    ("tiles-rows.txt", SourceFormat::Tiles, &["123:456:.78"]),
    (
        "tiles-korf.txt",
        SourceFormat::Tiles,
        &[
            "14 13 15 7:11 12 9 5:6 . 2 1:4 8 10 3",
            "13 5 4 10:9 12 8 14:2 3 7 1:. 15 11 6",
        ],
    ),
    (
        "tiles-list.txt",
        SourceFormat::Tiles,
        &["123:4.5:678", ".12:345:678"],
    ),
    (
        "sgt.txt",
        SourceFormat::Fifteen,
        &["1 2 3 4:5 6 7 8:9 10 11 12:13 15 14 ."],
    ),
    ("fifteen-3x3.txt", SourceFormat::Fifteen, &["123:456:7.8"]),
    (
        "fifteen-list.txt",
        SourceFormat::Fifteen,
        &["123:.45", ".1:32"],
    ),
    (
        "hrd.txt",
        SourceFormat::Klotski,
        &[".AA.:.AA.:BCCD:BEFD:G..H"],
    ),
    (
        "hrd2.txt",
        SourceFormat::Klotski,
        &["ABBC:ABBC:DEEF:DGHF:I..J"],
    ),
    (
        "hrd-letters.txt",
        SourceFormat::Klotski,
        &["HAAI:HAAI:JBBK:JNOK:P..Q"],
    ),
    (
        "klotski-20.txt",
        SourceFormat::Klotski,
        &["HAAI:HAAI:JBBK:JNOK:P..Q", "ABBC:ABBC:DEEF:DGHF:I..J"],
    ),
    (
        "klotski-units.txt",
        SourceFormat::Klotski,
        &["ABCC:ABCC:DEEF:GHIJ:..KL"],
    ),
    (
        "table-rush.csv",
        SourceFormat::Table,
        &["GBB.L.:GHI.LM:GHIAAM:CCCK.M:..JKDD:EEJFF."],
    ),
    (
        "table-codes.csv",
        SourceFormat::Table,
        &["BAAC:BAAC:DEEF:DGHF:I..J", "BAAC:BAAC:DEEF:DGHF:I..J"],
    ),
    ("table-tiles.tsv", SourceFormat::Table, &["123:456:7.8"]),
    (
        "hrd-code.txt",
        SourceFormat::HrdCode,
        &["BAAC:BAAC:DEEF:DGHF:I..J"],
    ),
    (
        "hrd-codes.txt",
        SourceFormat::HrdCode,
        &["BAAC:BAAC:DEEF:DGHF:I..J", "BAAC:DAAE:FFGG:HHII:J..K"],
    ),
    (
        "knuth-silly.txt",
        SourceFormat::Knuth,
        &["111##:212..:222..:.....:3A..."],
    ),
    ("knuth-short.txt", SourceFormat::Knuth, &["22.:1.."]),
    ("knuth-two.txt", SourceFormat::Knuth, &["aab:..b"]),
    ("catalogue.json", SourceFormat::Catalogue, &["AA.:..B"]),
    (
        "catalogue-rush.json",
        SourceFormat::Catalogue,
        &["......:......:AA.B..:...B..:...B..:......"],
    ),
];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/samples/formats")
}

fn text_of(file: &str) -> String {
    fs::read_to_string(folder().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn starts(puzzles: &[ConvertedPuzzle]) -> Vec<String> {
    let start = |own: &ConvertedPuzzle| own.puzzle.write_position(&own.puzzle.start);
    puzzles.iter().map(start).collect()
}

fn fingerprints(puzzles: &[ConvertedPuzzle]) -> Vec<[u8; 32]> {
    let print = |own: &ConvertedPuzzle| own.puzzle.fingerprint(SearchOrigin::Goals);
    puzzles.iter().map(print).collect()
}

#[test]
fn samples_of_every_format_are_recognized_and_read() {
    for &(file, form, wanted) in SAMPLES {
        let text = text_of(file);
        assert_eq!(SourceFormat::of(&text), form, "{file}");
        let read = convert(&text, file, form).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(starts(&read), wanted, "{file}");
    }
    for form in SourceFormat::ALL {
        let count = SAMPLES.iter().filter(|sample| sample.1 == form).count();
        let is_own = form == SourceFormat::PuzzleFile;
        let least = if form == SourceFormat::Catalogue || form == SourceFormat::Rush {
            2
        } else {
            3
        };
        assert!(
            is_own || count >= least || form == SourceFormat::HrdCode,
            "{form}: {count}"
        );
    }
}

/// Whether a user may say that a text of one format is of another: the text leaves it open.
fn is_open(found: SourceFormat, named: SourceFormat) -> bool {
    matches!(
        (found, named),
        (SourceFormat::Parking, SourceFormat::Grid) | (SourceFormat::Grid, SourceFormat::Parking)
    )
}

#[test]
fn no_text_is_read_as_another_puzzle_in_a_format_that_is_not_its_own() {
    let mut refused = 0;
    let mut files: Vec<(&str, SourceFormat)> = SAMPLES
        .iter()
        .map(|&(file, form, _)| (file, form))
        .collect();
    files.push(("puzzle.toml", SourceFormat::PuzzleFile));
    files.push(("tray-small-goal.txt", SourceFormat::Tray));
    for (file, own) in files {
        let text = text_of(file);
        let meant = convert(&text, file, own).map(|read| fingerprints(&read));
        for named in SourceFormat::ALL {
            if named == own || is_open(own, named) {
                continue;
            }
            match (convert(&text, file, named), &meant) {
                (Err(error), _) => {
                    let PuzzleError::Faults { faults, .. } = error else {
                        panic!("{file} as {named}: {error}");
                    };
                    assert!(!faults.is_empty());
                    refused += 1;
                }
                (Ok(read), Ok(meant)) => {
                    assert_eq!(&fingerprints(&read), meant, "{file} as {named}")
                }
                (Ok(_), Err(error)) => {
                    panic!("{file} is read as {named}, but not as {own}: {error}")
                }
            }
        }
    }
    assert!(refused > 350, "{refused}");
}

/// The length of a shortest solution and the number of shortest ways, by the library.
fn solved(
    puzzle: &Puzzle,
    metric: slidewise::unstable::engine::graph::Metric,
) -> Option<(u64, String)> {
    let search = slidewise::Explorer::new(puzzle)
        .metric(metric)
        .explore()
        .unwrap();
    let solution = search.solve().ok()?;
    Some((solution.len() as u64, solution.routes().to_string()))
}

#[test]
fn imported_puzzles_have_the_published_solutions() {
    use slidewise::unstable::engine::graph::Metric;
    let one = |file: &str| Puzzle::from_text(file, &text_of(file)).unwrap();
    let walled = one("cg1.txt");
    for (metric, length) in [(Metric::Step, 70), (Metric::Slide, 46), (Metric::Move, 31)] {
        assert_eq!(solved(&walled, metric).unwrap().0, length);
    }
    assert_eq!(solved(&one("codechef1.txt"), Metric::Slide).unwrap().0, 5);
    assert_eq!(
        solved(&one("snail.txt"), Metric::Step),
        Some((15, "3".to_owned()))
    );
    // The classic start of L'Ane Rouge.
    for file in ["hrd2.txt", "hrd-code.txt"] {
        assert_eq!(solved(&one(file), Metric::Move).unwrap().0, 81, "{file}");
        assert_eq!(solved(&one(file), Metric::Step).unwrap().0, 116, "{file}");
    }
}

#[test]
fn a_goal_or_an_exit_that_the_text_leaves_unsaid_can_be_given() {
    let read = |file: &str, options: &ImportOptions<'_>| {
        let text = text_of(file);
        let mut all = Vec::new();
        each(&text, file, SourceFormat::of(&text), options, &mut |own| {
            all.push(own)
        })
        .map(|()| all)
    };
    let goal = text_of("tray-small-goal.txt");
    let options = ImportOptions {
        goal: Some(GoalFile {
            file: "goal.txt",
            text: &goal,
        }),
        ..ImportOptions::default()
    };
    let tray = read("tray-small.txt", &options).unwrap().remove(0).puzzle;
    assert_eq!(tray.write_goal(&tray.goals[0]), ".CC:...");
    let error = read("sgt.txt", &options).unwrap_err();
    assert!(
        error.to_string().contains("a tray, tiles or a grid"),
        "{error}"
    );
    let options = ImportOptions {
        exit: Some(ExitSide::Left),
        ..ImportOptions::default()
    };
    let parked = read("codechef1.txt", &options).unwrap().remove(0).puzzle;
    assert_eq!(
        parked.write_goal(&parked.goals[0]),
        "......:......:aa....:......:......:......"
    );
    let error = read("parking-right.txt", &options).unwrap_err();
    assert!(
        error.to_string().contains("an exit marked at the right"),
        "{error}"
    );
}

#[test]
fn the_goals_of_tiles_are_those_of_their_kind_reachable_or_not() {
    let goal = |file: &str, text: &str| {
        let puzzle = Puzzle::from_text(file, text).unwrap();
        let remark = puzzle.remarks.first().map(ToString::to_string);
        (
            puzzle.write_goal(&puzzle.goals[0]),
            remark.unwrap_or_default(),
        )
    };
    let (last, remark) = goal("x.txt", "1 2 3\n4 5 6\n7 0 8\n");
    assert_eq!(last, "123:456:78_");
    assert!(remark.contains("empty cell last"), "{remark}");
    let (odd, remark) = goal("x.txt", "1 0\n2 3\n");
    assert_eq!(odd, "12:3_");
    assert!(remark.contains("empty cell last"), "{remark}");
    let (first, remark) = goal("x.txt", "7 1 0 2 3\n");
    assert_eq!(first, "_1:23");
    assert!(remark.contains("empty cell first"), "{remark}");
    let (snail, remark) = goal("snail.txt", &text_of("snail.txt"));
    assert_eq!(snail, "123:8_4:765");
    assert!(remark.contains("spiral"), "{remark}");
    // Fifteen knows one goal, reachable or not.
    let (fifteen, _) = goal("sgt.txt", &text_of("sgt.txt"));
    assert_eq!(fifteen, "1 2 3 4:5 6 7 8:9 10 11 12:13 14 15 _");
}

#[test]
fn boards_that_were_probably_meant_otherwise_are_refused_with_the_reason() {
    for (text, reason) in [
        ("VAAV\nVAAV\nV..V\n", "give each piece its own character"),
        ("AAB\nCCD\n", "an empty cell, written `.`"),
        ("4x4#1234", "a random seed means nothing"),
        ("3\n1 2 3\n4 5 6\n7 8 8\n", "each number from 0 to 8 once"),
        ("3\n1 2 3\n4 5 6\n", "rows of numbers"),
        ("^.\n<>\n", "`^` with `v` below it"),
        ("1A9BF0CFF\n", "zeros at the end"),
        (
            "5 4\n2 2 0 3\n",
            "a place on the board of 5 rows and 4 columns",
        ),
        ("2 2\n1 1 0 0\n1 1 0 0\n", "a free cell"),
        ("A,H,1,1,2\nX,Q,2,3,2\n", "the orientation H or V"),
        ("2 x 2\n1 = 12\n1\n1\n", "rows of 0 and 1"),
        (
            "2 x 2\n1 = 11\n1\n",
            "a line for Start and a line for the goal",
        ),
        ("1.g\n..g\n0..\n", "marks `g` that the piece `0`"),
    ] {
        let error = Puzzle::from_text("x.txt", text).unwrap_err().to_string();
        assert!(
            error.contains(reason) && error.contains("read as"),
            "{text}: {error}"
        );
    }
}

#[test]
fn commas_in_a_puzzle_file_are_no_pieces() {
    let error = Puzzle::read_file(&folder().join("commas.toml")).unwrap_err();
    assert!(
        error.to_string().contains("without the separator `,`"),
        "{error}"
    );
}

#[test]
fn one_puzzle_of_several_is_named_by_its_number() {
    let path = folder().join("tiles-korf.txt");
    let path = path.to_str().unwrap();
    assert!(matches!(
        Puzzle::open(path),
        Err(PuzzleError::Several { count: 2, .. })
    ));
    let second = Puzzle::open(&format!("{path}#2")).unwrap();
    assert_eq!(second.name, "tiles-korf-2");
    let by_name = Puzzle::open(&format!("{path}#tiles-korf-2")).unwrap();
    assert_eq!(second, by_name);
    let missing = Puzzle::open(&format!("{path}#3"));
    assert!(matches!(
        missing,
        Err(PuzzleError::NoneSuch { count: 2, .. })
    ));
}
