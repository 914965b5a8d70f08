//! Sweeps and counts against published figures; the tool `rows` compares whole tables.

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
fn rows(family: &Family, metric: Metric) -> BTreeMap<Sizes, u32> {
    let stop = AtomicBool::new(false);
    let means = SweepMeans {
        threads: 2,
        memory: 4 << 30,
        record: None,
        is_fresh: false,
        stop: &stop,
    };
    let asked = Wanted {
        metric,
        ..wanted(SetKind::Sizes)
    };
    let sweep = Sweep::new(family, asked).unwrap();
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
    for (sizes, moves) in rows(&Family::polyominoes(3, 3).unwrap(), Metric::Move) {
        let pieces = sizes.iter().sum::<u32>() as usize;
        most[pieces - 1] = moves.max(most[pieces - 1]);
    }
    assert_eq!(most, published);
}

/// The table of `docs/design.md` for 4x5: rows of one and two pieces, which take the least time.
#[test]
fn polyominoes_on_4x5_are_as_hard_as_the_table_says() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/polyominoes-4x5.csv"
    );
    let table = std::fs::read_to_string(file).unwrap();
    for (metric, column, pieces, sets) in [(Metric::Move, 1, 2, 109), (Metric::Step, 3, 1, 19)] {
        let family = Family::polyominoes(4, 5).unwrap();
        let family = family.with_pieces(1..=pieces).unwrap();
        let mut expected = BTreeMap::new();
        for line in table.lines().skip(1) {
            let fields: Vec<&str> = line.split(',').collect();
            let sizes: Sizes = fields[0]
                .split('-')
                .map(|own| own.parse().unwrap())
                .collect();
            if sizes.iter().sum::<u32>() <= pieces {
                expected.insert(sizes, fields[column].parse::<u32>().unwrap());
            }
        }
        assert_eq!(expected.len(), sets);
        assert_eq!(rows(&family, metric), expected, "{metric:?}");
    }
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
