//! Sweeps of small families against a slow search that shares no code with them.

mod slow;

use slidewise_design::{Family, PieceSet, SetKind, Sweep, SweepMeans, Wanted};
use slidewise_engine::graph::Metric;
use slow::{CellPlace, Form, SlowFamily, all_forms, form};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

/// Where a mirror image has a cell.
type MirrorImage = fn(CellPlace) -> CellPlace;

/// The greatest lengths by set, and by set among starts with one shortest way; and all lengths.
struct SlowAnswer {
    boards: u64,
    lengths: BTreeMap<Vec<Form>, BTreeSet<u32>>,
    moves: BTreeMap<Vec<Form>, Option<u32>>,
    unique: BTreeMap<Vec<Form>, Option<u32>>,
}

fn slow_answer(family: &SlowFamily, metric: Metric) -> SlowAnswer {
    let boards = family.boards();
    let mut pictures = BTreeSet::new();
    let mut answer = SlowAnswer {
        boards: 0,
        lengths: BTreeMap::new(),
        moves: BTreeMap::new(),
        unique: BTreeMap::new(),
    };
    for grid in boards {
        if !pictures.insert(family.picture(&grid)) {
            continue;
        }
        answer.boards += 1;
        let set = family.set(&grid);
        let is_start = (family.is_start)(&family.cells(&grid, 2));
        let solved = is_start.then(|| family.solve(&grid, metric)).flatten();
        let lengths = answer.lengths.entry(set.clone()).or_default();
        lengths.extend(solved.map(|own| own.0));
        let most = answer.moves.entry(set.clone()).or_default();
        *most = (*most).max(solved.map(|own| own.0));
        let most = answer.unique.entry(set).or_default();
        *most = (*most).max(solved.filter(|own| own.1 == 1).map(|own| own.0));
    }
    answer
}

/// The forms of a set of a sweep on a board with this many columns.
fn forms_of(set: &PieceSet, columns: u32) -> Vec<Form> {
    let cells = |shape: u64| -> Form {
        let own = (0..64).filter(|cell| shape >> cell & 1 == 1);
        own.map(|cell: u32| ((cell / columns) as i32, (cell % columns) as i32))
            .collect()
    };
    let mut forms = Vec::new();
    for &(shape, count) in &set.shapes {
        forms.extend((0..count).map(|_| form(&cells(shape))));
    }
    forms.sort();
    forms.insert(0, form(&cells(set.goal_shape)));
    forms
}

fn sweep(
    family: &Family,
    wanted: Wanted,
    threads: usize,
) -> (u64, BTreeMap<PieceSet, Option<u32>>) {
    let sweep = Sweep::new(family, wanted).unwrap();
    let stop = AtomicBool::new(false);
    let means = SweepMeans {
        threads,
        memory: 1 << 30,
        record: None,
        is_fresh: false,
        stop: &stop,
    };
    let swept = sweep.run(means, &|_| {}).unwrap();
    let moves = swept.starts.by_set.into_iter();
    let moves = moves.map(|(set, start)| (set, start.map(|own| own.moves)));
    (sweep.boards(), moves.collect())
}

fn wanted(metric: Metric, is_unique: bool) -> Wanted {
    Wanted {
        metric,
        by: SetKind::Pieces,
        least: 0,
        most: None,
        is_unique,
        is_minimal: false,
    }
}

/// The sets with the greatest lengths, one of each two mirror images.
fn first_of_mirrors(
    slow: &BTreeMap<Vec<Form>, Option<u32>>,
    mirrors: &[MirrorImage],
) -> BTreeMap<Vec<Form>, Option<u32>> {
    let mut merged: BTreeMap<Vec<Form>, Option<u32>> = BTreeMap::new();
    for (set, moves) in slow {
        let first = mirrors.iter().map(|mirror| {
            let mirrored = set.iter().map(|own| {
                let cells: Vec<_> = own.iter().map(|cell| mirror(*cell)).collect();
                form(&cells)
            });
            let mut mirrored: Vec<Form> = mirrored.collect();
            mirrored[1..].sort();
            mirrored
        });
        let first = first.chain([set.clone()]).min().unwrap();
        let most = merged.entry(first).or_default();
        *most = (*most).max(*moves);
    }
    merged
}

fn compare(
    family: &Family,
    slow: &SlowFamily,
    metrics: &[Metric],
    mirrors: &[MirrorImage],
    counts_boards: bool,
) {
    for &metric in metrics {
        let answer = slow_answer(slow, metric);
        for is_unique in [false, true] {
            let (boards, moves) = sweep(family, wanted(metric, is_unique), 2);
            if counts_boards {
                assert_eq!(boards, answer.boards, "{}", family.name);
            }
            let expected = if is_unique {
                &answer.unique
            } else {
                &answer.moves
            };
            let mut expected = first_of_mirrors(expected, mirrors);
            let columns = slow.columns as u32;
            let found = moves
                .into_iter()
                .map(|(set, own)| (forms_of(&set, columns), own));
            let mut found = first_of_mirrors(&found.collect(), mirrors);
            // A set without solution is listed or not; a restricted answer leaves it out.
            expected.retain(|_, own| own.is_some());
            found.retain(|_, own| own.is_some());
            assert_eq!(found, expected, "{} {metric:?} {is_unique}", family.name);
        }
    }
}

fn klotski(rows: i32, columns: i32) -> SlowFamily {
    let spare = columns - 2;
    SlowFamily {
        rows,
        columns,
        walls: BTreeSet::new(),
        forms: Some(vec![
            (vec![(0, 0)], 0, 99),
            (vec![(0, 0), (0, 1)], 0, 99),
            (vec![(0, 0), (1, 0)], 0, 99),
        ]),
        goal_forms: vec![vec![(0, 0), (0, 1), (1, 0), (1, 1)]],
        is_finish: Box::new(move |cells| {
            let middles = [spare / 2, (spare + 1) / 2];
            cells[0].0 == rows - 2 && middles.contains(&cells[0].1)
        }),
        is_start: Box::new(|_| true),
        may_stand: Box::new(|_| true),
        least_empty: 2,
        is_lengthwise: false,
    }
}

fn polyominoes(rows: i32, columns: i32) -> SlowFamily {
    SlowFamily {
        rows,
        columns,
        walls: BTreeSet::new(),
        forms: None,
        goal_forms: all_forms(rows, columns),
        is_finish: Box::new(move |cells| {
            cells.iter().any(|own| own.0 == rows - 1)
                && cells.iter().any(|own| own.1 == columns - 1)
        }),
        is_start: Box::new(|cells| {
            cells.iter().any(|own| own.0 == 0) && cells.iter().any(|own| own.1 == 0)
        }),
        may_stand: Box::new(|_| true),
        least_empty: 1,
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
        let lengths = slow_answer(&polyominoes(2, 4), metric).lengths;
        for (least, most) in [(0, 0), (1, 3), (2, 2), (4, 99)] {
            let asked = Wanted {
                least,
                most: Some(most),
                ..wanted(metric, false)
            };
            let (_, found) = sweep(&family, asked, 2);
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
            forms: Some(vec![
                (vec![(0, 0), (0, 1)], 0, 99),
                (vec![(0, 0), (1, 0)], 0, 99),
                (vec![(0, 0), (0, 1), (0, 2)], 0, 99),
                (vec![(0, 0), (1, 0), (2, 0)], 0, 99),
            ]),
            goal_forms: vec![vec![(0, 0), (0, 1)]],
            is_finish: Box::new(move |cells| cells[1].1 == columns - 1),
            is_start: Box::new(|_| true),
            may_stand: Box::new(move |cells| cells[0].0 == row),
            least_empty: 0,
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
        forms: Some(vec![
            (vec![(0, 0), (1, 0), (1, 1)], 1, 1),
            (vec![(0, 0), (0, 1)], 0, 2),
            (vec![(0, 0), (1, 0)], 1, 2),
        ]),
        goal_forms: vec![vec![(0, 0)]],
        is_finish: Box::new(|cells| [(3, 2), (0, 2)].contains(&cells[0])),
        is_start: Box::new(|_| true),
        may_stand: Box::new(|_| true),
        least_empty: 0,
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
    let slow = slow_components();
    assert_eq!(family.components(means).unwrap(), slow);
}

/// The components of the boards of `klotski:3x3`, by searches from one board after another.
fn slow_components() -> u64 {
    let slow = klotski(3, 3);
    let mut seen = BTreeSet::new();
    let mut components = 0;
    for grid in slow.boards() {
        if !seen.insert(slow.picture(&grid)) {
            continue;
        }
        components += 1;
        let mut waiting = vec![grid];
        while let Some(own) = waiting.pop() {
            for next in slow.neighbours(&own, Metric::Step) {
                if seen.insert(slow.picture(&next)) {
                    waiting.push(next);
                }
            }
        }
    }
    components
}
