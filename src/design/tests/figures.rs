//! Sweeps and counts against published figures.
//!
//! `SLIDEWISE_DESIGN_FIGURES=FILE cargo test --release -p slidewise-design --test figures --
//! --ignored` compares with a file of rows by board and numbers of pieces of each size, such as
//! those of N. Bickford's program SBPSearcher (2013), which may not be distributed with a program:
//! `{"rows": {"4x4": {"1-0-2-0-...": 4, ...}, ...}}`.

use serde_json::Value;
use slidewise_design::{Family, SetKind, Sweep, SweepMeans, Wanted};
use slidewise_engine::graph::Metric;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

/// Numbers of pieces of 1, 2, 3 and more cells, without zeros at the end.
type Sizes = Vec<u32>;

fn wanted(by: SetKind) -> Wanted {
    Wanted {
        metric: Metric::Move,
        by,
        least: 0,
        most: None,
        is_unique: false,
        is_minimal: false,
    }
}

/// The most moves by numbers of pieces of each size; 0 where no start can be solved.
fn rows(family: &Family) -> BTreeMap<Sizes, u32> {
    let stop = AtomicBool::new(false);
    let means = SweepMeans {
        threads: 2,
        memory: 4 << 30,
        record: None,
        is_fresh: false,
        stop: &stop,
    };
    let sweep = Sweep::new(family, wanted(SetKind::Sizes)).unwrap();
    let swept = sweep.run(means, &|_| {}).unwrap();
    let rows = swept.starts.by_set.into_iter();
    let moves = rows.map(|(set, start)| (set.sizes, start.map_or(0, |own| own.moves)));
    moves.collect()
}

fn boards(family: &Family) -> u64 {
    Sweep::new(family, wanted(SetKind::Whole)).unwrap().boards()
}

/// N. Bickford, nbickford.wordpress.com, 2013: the hardest puzzles of 1, 2, 3, ... pieces on 3x3.
#[test]
fn polyominoes_on_3x3_are_as_hard_as_published() {
    let published = [1, 2, 5, 10, 14, 22, 18, 13];
    let mut most = [0; 8];
    for (sizes, moves) in rows(&Family::polyominoes(3, 3).unwrap()) {
        let pieces = sizes.iter().sum::<u32>() as usize;
        most[pieces - 1] = moves.max(most[pieces - 1]);
    }
    assert_eq!(most, published);
}

#[test]
fn universes_have_the_known_sizes() {
    let polyominoes = |rows, columns| boards(&Family::polyominoes(rows, columns).unwrap());
    // Bickford's 55,807,716 boards on 4x4 without the 1,691,690 that have no empty cell.
    assert_eq!(polyominoes(4, 4), 54_116_026);
    assert_eq!(polyominoes(3, 3), 11_895);
    assert_eq!(polyominoes(3, 4), 423_771);
    assert_eq!(boards(&Family::klotski(5, 4).unwrap()), 29_334_498);
    let two_empty = |rows, columns| {
        let family = Family::klotski(rows, columns).unwrap();
        boards(&family.with_empty(2..=2).unwrap())
    };
    assert_eq!(two_empty(5, 4), 1_588_914);
    assert_eq!(two_empty(5, 5), 78_399_440);
    assert_eq!(boards(&Family::rush(5, 5).unwrap()), 26_186_015);
}

/// Rows of the published table that a puzzle exceeds; `solve` confirms each: the starts are
/// `XXA.:XBCC:.BDC:EFD.` and `XXX.:XA..:BACC:BDEF`.
const EXCEEDED: [(&str, &[u32], u32, u32); 2] =
    [("4x4", &[3, 2, 2], 62, 66), ("4x4", &[3, 3, 0, 1], 58, 60)];

#[test]
#[ignore = "needs a file of figures, and a minute"]
fn rows_of_a_file_are_reached() {
    let file = std::env::var("SLIDEWISE_DESIGN_FIGURES").expect("names the file of figures");
    let text = std::fs::read_to_string(file).unwrap();
    let figures: Value = serde_json::from_str(&text).unwrap();
    for board in ["3x3", "4x4"] {
        let (rows_of_board, columns) = board.split_once('x').unwrap();
        let family =
            Family::polyominoes(rows_of_board.parse().unwrap(), columns.parse().unwrap()).unwrap();
        let found = rows(&family);
        let published = figures["rows"][board].as_object().unwrap();
        let mut exceeded = Vec::new();
        for (sizes, moves) in published {
            let mut sizes: Sizes = sizes.split('-').map(|own| own.parse().unwrap()).collect();
            while sizes.last() == Some(&0) {
                sizes.pop();
            }
            let moves = moves.as_u64().unwrap() as u32;
            if found[&sizes] != moves {
                exceeded.push((board, sizes.clone(), moves, found[&sizes]));
            }
        }
        let expected = EXCEEDED.iter().filter(|own| own.0 == board);
        let expected: Vec<_> = expected
            .map(|own| (own.0, own.1.to_vec(), own.2, own.3))
            .collect();
        assert_eq!(exceeded, expected);
    }
}
