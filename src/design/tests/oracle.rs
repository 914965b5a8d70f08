//! Sweeps of small families against a slow search that shares no code with them.

mod slow;

use slidewise_design::{Family, Sweep, SweepMeans, Wanted};
use slidewise_engine::graph::Metric;
use slow::answers::{MirrorImage, SlowAnswer, difference, forms_of, sweep, wanted};
use slow::random_family::RandomFamily;
use slow::{Form, SlowFamily, SlowKind, all_forms};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

fn compare(
    family: &Family,
    slow: &SlowFamily,
    metrics: &[Metric],
    mirrors: &[MirrorImage],
    counts_boards: bool,
) {
    for &metric in metrics {
        let found = difference(family, slow, metric, mirrors, counts_boards);
        assert_eq!(found.err(), None);
    }
}

fn klotski(rows: i32, columns: i32) -> SlowFamily {
    let spare = columns - 2;
    SlowFamily {
        rows,
        columns,
        walls: BTreeSet::new(),
        kinds: Some(vec![
            SlowKind::anywhere(vec![(0, 0)], 0..=99),
            SlowKind::anywhere(vec![(0, 0), (0, 1)], 0..=99),
            SlowKind::anywhere(vec![(0, 0), (1, 0)], 0..=99),
        ]),
        goal_forms: vec![vec![(0, 0), (0, 1), (1, 0), (1, 1)]],
        is_finish: Box::new(move |cells| {
            let middles = [spare / 2, (spare + 1) / 2];
            cells[0].0 == rows - 2 && middles.contains(&cells[0].1)
        }),
        is_start: Box::new(|_| true),
        may_stand: Box::new(|_| true),
        empty: 2..=99,
        is_lengthwise: false,
    }
}

fn polyominoes(rows: i32, columns: i32) -> SlowFamily {
    SlowFamily {
        rows,
        columns,
        walls: BTreeSet::new(),
        kinds: None,
        goal_forms: all_forms(rows, columns),
        is_finish: Box::new(move |cells| {
            cells.iter().any(|own| own.0 == rows - 1)
                && cells.iter().any(|own| own.1 == columns - 1)
        }),
        is_start: Box::new(|cells| {
            cells.iter().any(|own| own.0 == 0) && cells.iter().any(|own| own.1 == 0)
        }),
        may_stand: Box::new(|_| true),
        empty: 1..=99,
        is_lengthwise: false,
    }
}

#[test]
fn polyominoes_have_the_hardest_starts_of_the_oracle() {
    compare(
        &Family::polyominoes(2, 3).unwrap(),
        &polyominoes(2, 3),
        &Metric::OF_ONE_PIECE,
        &[],
        false,
    );
    compare(
        &Family::polyominoes(2, 4).unwrap(),
        &polyominoes(2, 4),
        &Metric::OF_ONE_PIECE,
        &[],
        false,
    );
    let transposed: MirrorImage = |(row, column)| (column, row);
    compare(
        &Family::polyominoes(3, 3).unwrap(),
        &polyominoes(3, 3),
        &[Metric::Move],
        &[transposed],
        false,
    );
}

#[test]
fn bounds_of_the_moves_leave_the_hardest_starts_within_them() {
    let family = Family::polyominoes(2, 4).unwrap();
    for metric in Metric::OF_ONE_PIECE {
        let lengths = SlowAnswer::of(&polyominoes(2, 4), metric).lengths;
        for (least, most) in [(0, 0), (1, 3), (2, 2), (4, 99)] {
            let asked = Wanted {
                least,
                most: Some(most),
                ..wanted(metric, false)
            };
            let (_, _, found) = sweep(&family, asked, 2).unwrap();
            let found: BTreeMap<Vec<Form>, Option<u32>> = found
                .into_iter()
                .map(|(set, own)| (forms_of(&set, 4), own))
                .collect();
            let within = |own: &BTreeSet<u32>| own.range(least..=most).next_back().copied();
            let expected = lengths
                .iter()
                .map(|(set, own)| (set.clone(), within(own)))
                .filter(|(_, own)| own.is_some());
            assert_eq!(found, expected.collect(), "{metric:?} {least} {most}");
        }
    }
}

#[test]
fn klotski_sets_have_the_hardest_starts_of_the_oracle() {
    for (rows, columns) in [(3, 3), (4, 2), (3, 4)] {
        let slow = klotski(rows, columns);
        let family = Family::klotski(rows as u32, columns as u32).unwrap();
        compare(&family, &slow, &Metric::OF_ONE_PIECE, &[], true);
    }
}

#[test]
fn parking_lots_have_the_hardest_starts_of_the_oracle() {
    for (rows, columns) in [(3, 3), (2, 4)] {
        let row = (rows - 1) / 2;
        let slow = SlowFamily {
            rows,
            columns,
            walls: BTreeSet::new(),
            kinds: Some(vec![
                SlowKind::anywhere(vec![(0, 0), (0, 1)], 0..=99),
                SlowKind::anywhere(vec![(0, 0), (1, 0)], 0..=99),
                SlowKind::anywhere(vec![(0, 0), (0, 1), (0, 2)], 0..=99),
                SlowKind::anywhere(vec![(0, 0), (1, 0), (2, 0)], 0..=99),
            ]),
            goal_forms: vec![vec![(0, 0), (0, 1)]],
            is_finish: Box::new(move |cells| cells[1].1 == columns - 1),
            is_start: Box::new(|_| true),
            may_stand: Box::new(move |cells| cells[0].0 == row),
            empty: 0..=99,
            is_lengthwise: true,
        };
        let family = Family::rush(rows as u32, columns as u32).unwrap();
        compare(&family, &slow, &Metric::OF_ONE_PIECE, &[], false);
    }
}

#[test]
fn families_of_files_have_the_hardest_starts_of_the_oracle() {
    let text = "board = '''\n...\n.#.\n...\n...\n'''\n\
                [[goal]]\nboard = '''\n...\n.#.\n...\n..X\n'''\n\
                [[goal]]\nboard = '''\n..X\n.#.\n...\n...\n'''\n\
                [[piece]]\nshape = '''\nA.\nAA\n'''\ncount = 1\n\
                [[piece]]\nshape = 'BB'\ncount = [0, 2]\n\
                [[piece]]\nshape = '''\nC\nC\n'''\ncount = [1, 2]\n";
    let family = Family::from_document("file", text).unwrap();
    let slow = SlowFamily {
        rows: 4,
        columns: 3,
        walls: [(1, 1)].into(),
        kinds: Some(vec![
            SlowKind::anywhere(vec![(0, 0), (1, 0), (1, 1)], 1..=1),
            SlowKind::anywhere(vec![(0, 0), (0, 1)], 0..=2),
            SlowKind::anywhere(vec![(0, 0), (1, 0)], 1..=2),
        ]),
        goal_forms: vec![vec![(0, 0)]],
        is_finish: Box::new(|cells| [(3, 2), (0, 2)].contains(&cells[0])),
        is_start: Box::new(|_| true),
        may_stand: Box::new(|_| true),
        empty: 0..=99,
        is_lengthwise: false,
    };
    compare(&family, &slow, &Metric::OF_ONE_PIECE, &[], true);
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let family = Family::klotski(4, 4).unwrap();
    let asked = wanted(Metric::Move, false);
    let sweep = Sweep::new(&family, asked).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("record");
    let stop = AtomicBool::new(false);
    let run = |threads, record| {
        let means = SweepMeans {
            threads,
            memory: 1 << 30,
            record,
            is_fresh: false,
            stop: &stop,
        };
        sweep.run(means, &|_| {})
    };
    let whole = run(1, None).unwrap();
    assert_eq!(run(2, Some(record.as_path())).unwrap(), whole);
    let bytes = std::fs::read(&record).unwrap();
    // A killed run leaves any beginning of the record.
    let ends = [
        0,
        1,
        40,
        bytes.len() / 3,
        bytes.len() / 2,
        bytes.len() - 1,
        bytes.len(),
    ];
    for end in ends {
        std::fs::write(&record, &bytes[..end]).unwrap();
        assert_eq!(run(2, Some(record.as_path())).unwrap(), whole, "{end}");
    }
    for place in [0, 20, bytes.len() / 2, bytes.len() - 2] {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1;
        std::fs::write(&record, &damaged).unwrap();
        let error = run(2, Some(record.as_path())).unwrap_err().to_string();
        assert!(error.contains("is damaged"), "{place}: {error}");
    }
}

#[test]
fn components_are_counted() {
    let stop = AtomicBool::new(false);
    let means = SweepMeans {
        threads: 2,
        memory: 1 << 30,
        record: None,
        is_fresh: false,
        stop: &stop,
    };
    // Two cells must be empty, so that the square is alone: two boards, which one move joins.
    let family = Family::klotski(2, 3).unwrap();
    assert_eq!(family.components(means).unwrap(), 1);
    let family = Family::klotski(3, 3).unwrap();
    let slow = klotski(3, 3).graph(Metric::Step);
    assert_eq!(family.components(means).unwrap(), slow.components());
}

/// Families in the gate; the tool `families` compares more.
const FAMILIES: u64 = 300;

#[test]
fn random_families_have_the_answers_of_the_oracle() {
    let mut refused = 0;
    for seed in 0..FAMILIES {
        let family = RandomFamily::of(seed);
        let compared = family.compare();
        refused += u64::from(compared == Ok(false));
        assert_eq!(compared.err(), None, "seed {seed}: {}", family.text);
    }
    assert!((1..FAMILIES / 4).contains(&refused), "{refused}");
}
