//! Tests of the guarantees of a store of marks, by a small search of a king's steps on a grid.
//!
//! The search uses the store as an engine must. The tests stop and kill it at every point, and drop
//! bytes that were not synced.

use super::checksums::MarksState;
use crate::sample::{KingGrid, arbitrary};
use crate::*;
use std::fs;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

const FILES: [&str; 5] = ["header", "log", "marks", "last", "sums"];

impl KingGrid {
    /// Starts or resumes a search from the middle of the grid, and syncs every `interval`
    /// generations. At the first sync for which `stop` returns a number, does only that number of
    /// parts of the sync and then stops.
    fn explore(
        &self,
        store: &mut Store,
        interval: u64,
        stop: impl Fn(u64) -> Option<u32>,
    ) -> Result<(), StoreError> {
        store.begin()?;
        let (mut number, mut set) = match store.last()? {
            Some(last) => last,
            None => {
                let set = Generation::new(self.cells())?;
                store.marks().set_alone(self.middle(), 1);
                set.insert_shared(self.middle());
                store.append(0, 1)?;
                (0, set)
            }
        };
        loop {
            let next = Generation::new(set.len())?;
            let mark = Marks::mark_of(number + 1);
            for j in set.iter().flat_map(|i| self.neighbours(i)) {
                let found = store.marks().get(j);
                if found == 0 || found == mark {
                    store.marks().set_alone(j, mark);
                    next.insert_shared(j);
                }
            }
            let is_end = next.is_empty();
            if is_end || (number + 1).is_multiple_of(interval) {
                match stop(number) {
                    Some(parts) => {
                        let state = if is_end {
                            MarksState::AtRest
                        } else {
                            MarksState::InUse
                        };
                        return sync_in_part(store, number, &set, state, parts);
                    }
                    None if is_end => return store.finish(number, &set),
                    None => store.sync(number, &set)?,
                }
            }
            number += 1;
            store.append(number, next.count())?;
            set = next;
        }
    }

    fn open(&self, root: &Path) -> Store {
        Store::open(root, &self.header(), Access::Write { fresh: false }).unwrap()
    }

    /// The content of each file of the store after a search without interruption.
    fn undisturbed(&self) -> Vec<Vec<u8>> {
        let root = tempfile::tempdir().unwrap();
        let mut store = self.open(root.path());
        self.explore(&mut store, 3, |_| None).unwrap();
        assert!(store.is_complete());
        assert_eq!(store.verify(), []);
        files(store.folder())
    }
}

/// Does the first `parts` parts of a sync, with `state` as the state of the marks in `sums`.
fn sync_in_part(
    store: &mut Store,
    number: u64,
    set: &Generation,
    state: MarksState,
    parts: u32,
) -> Result<(), StoreError> {
    if parts > 0 {
        store.sync_marks()?;
    }
    if parts > 1 {
        store.journal.sync_log()?;
    }
    if parts > 2 {
        store.sync_last(number, set)?;
    }
    if parts > 3 {
        store.sync_sums(state)?;
    }
    if parts > 4 && state == MarksState::AtRest {
        store.journal.sync_end()?;
    }
    Ok(())
}

fn files(folder: &Path) -> Vec<Vec<u8>> {
    FILES
        .map(|name| fs::read(folder.join(name)).unwrap())
        .into()
}

const GRID: KingGrid = KingGrid {
    rows: 11,
    columns: 31,
};

#[test]
fn a_finished_store_has_the_same_bytes_however_it_was_made() {
    let expected = GRID.undisturbed();
    for interval in [1, 2, 7, 1000] {
        let root = tempfile::tempdir().unwrap();
        let mut store = GRID.open(root.path());
        GRID.explore(&mut store, interval, |_| None).unwrap();
        assert_eq!(files(store.folder()), expected, "{interval}");
    }
}

#[test]
fn a_run_killed_anywhere_goes_on_to_the_same_bytes() {
    let expected = GRID.undisturbed();
    for interval in [1, 2, 5] {
        for killed in 0..16 {
            for parts in 0..6 {
                let root = tempfile::tempdir().unwrap();
                let mut store = GRID.open(root.path());
                GRID.explore(&mut store, interval, |number| {
                    (number >= killed).then_some(parts)
                })
                .unwrap();
                drop(store);

                let mut store = GRID.open(root.path());
                let last = store.last().unwrap().map(|(number, _)| number);
                assert!(last.is_none_or(|n| n < store.generations().len() as u64));
                assert_eq!(store.verify(), [], "{interval} {killed} {parts}");
                if !store.is_complete() {
                    GRID.explore(&mut store, 4, |_| None).unwrap();
                }
                assert_eq!(store.verify(), []);
                assert_eq!(files(store.folder()), expected);
            }
        }
    }
}

#[test]
fn a_loss_of_power_that_keeps_any_part_of_what_was_not_synced_goes_on_to_the_same_bytes() {
    let expected = GRID.undisturbed();
    let mut state = 0x9e37_79b9_7f4a_7c15;
    let (mut marks_lost, mut logs_torn) = (0, 0);
    for round in 0..300 {
        let root = tempfile::tempdir().unwrap();
        let mut store = GRID.open(root.path());
        let folder = store.folder().to_path_buf();
        let synced = arbitrary(&mut state) % 12;
        GRID.explore(&mut store, 1, |number| (number >= synced).then_some(3))
            .unwrap();
        drop(store);
        // The store has this content on the disk before a power loss.
        let before = files(&folder);

        let mut store = GRID.open(root.path());
        let interval = 1 + arbitrary(&mut state) % 9;
        let in_log = arbitrary(&mut state).is_multiple_of(2);
        GRID.explore(&mut store, interval, |_| Some(if in_log { 2 } else { 0 }))
            .unwrap();
        drop(store);
        let after = files(&folder);
        assert_eq!(before[3], after[3]);

        // After the power loss, any part of the later content may be on the disk: any part of the
        // marks if they were not synced, otherwise any part of the log.
        let mut marks = after[2].clone();
        let mut log = after[1].clone();
        if in_log {
            let kept = before[1].len();
            for byte in &mut log[kept..] {
                if arbitrary(&mut state).is_multiple_of(32) {
                    *byte = 0;
                }
            }
            let grown = (log.len() - kept) as u64;
            log.truncate(kept + (arbitrary(&mut state) % (grown + 1)) as usize);
            logs_torn += u32::from(log != after[1]);
        } else {
            for (new, old) in marks.chunks_mut(8).zip(before[2].chunks(8)) {
                if arbitrary(&mut state).is_multiple_of(2) {
                    new.copy_from_slice(old);
                }
            }
            marks_lost += u32::from(marks != after[2]);
        }
        fs::write(folder.join("marks"), marks).unwrap();
        fs::write(folder.join("log"), log).unwrap();
        fs::write(folder.join("last.new"), "half of some").unwrap();

        let mut store = GRID.open(root.path());
        assert_eq!(store.verify(), [], "round {round}");
        GRID.explore(&mut store, 2, |_| None).unwrap();
        assert_eq!(store.verify(), []);
        assert_eq!(files(&folder), expected, "round {round}");
    }
    assert!(
        marks_lost > 50 && logs_torn > 50,
        "{marks_lost} {logs_torn}"
    );
}

/// The environment variable that makes [`child`] search.
const CHILD: &str = "SLIDEWISE_STORE_TEST_ROOT";

const LARGE: KingGrid = KingGrid {
    rows: 150,
    columns: 1000,
};

/// The search in the process that the next test starts and kills. Without the environment variable
/// [`CHILD`] it does nothing.
#[test]
fn child() {
    if let Some(root) = std::env::var_os(CHILD) {
        let mut store = LARGE.open(Path::new(&root));
        if !store.is_complete() {
            LARGE.explore(&mut store, 7, |_| None).unwrap();
        }
    }
}

#[test]
fn a_process_killed_in_earnest_again_and_again_comes_to_the_same_bytes() {
    let expected = LARGE.undisturbed();
    let root = tempfile::tempdir().unwrap();
    let program = std::env::current_exe().unwrap();
    let test = module_path!().split_once("::").unwrap().1;
    let mut kills = 0u64;
    loop {
        let mut child = std::process::Command::new(&program)
            .args(["--exact", &format!("{test}::child"), "--test-threads=1"])
            .env(CHILD, root.path())
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(5 + 6 * kills));
        if let Some(status) = child.try_wait().unwrap() {
            assert!(status.success());
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        match Store::open(root.path(), &LARGE.header(), Access::Read) {
            Ok(store) => {
                // A kill may leave a torn record. The audit reports it, but it is no fault: the
                // next writer removes it.
                let is_torn = |problem: &StoreProblem| problem.what.contains("unfinished record");
                let mut problems = store.verify();
                problems.retain(|problem| !is_torn(problem));
                assert_eq!(problems, [], "after {kills} kills");
            }
            Err(StoreError::Missing { .. }) => {}
            Err(error) => panic!("after {kills} kills: {error}"),
        }
        assert!(kills < 1000, "a run that is killed must make progress");
    }
    let store = LARGE.open(root.path());
    assert!(store.is_complete());
    assert_eq!(files(store.folder()), expected);
}

#[test]
fn every_flipped_bit_of_a_finished_store_is_refused_found_or_made_good() {
    let expected = GRID.undisturbed();
    let root = tempfile::tempdir().unwrap();
    let mut store = GRID.open(root.path());
    GRID.explore(&mut store, 100, |_| None).unwrap();
    let folder = store.folder().to_path_buf();
    drop(store);
    for (name, bytes) in FILES.iter().zip(&expected) {
        for index in 0..bytes.len() {
            let mut flipped = bytes.clone();
            flipped[index] ^= 1 << (index % 8);
            fs::write(folder.join(name), &flipped).unwrap();
            let Ok(store) = Store::open(root.path(), &GRID.header(), Access::Read) else {
                continue;
            };
            assert_ne!(store.verify(), [], "{name} {index}");
            if !store.is_complete() {
                // If the record of the end is torn, the next run writes it again.
                drop(store);
                let mut store = GRID.open(root.path());
                GRID.explore(&mut store, 1, |_| None).unwrap();
                assert_eq!(files(&folder), expected, "{name} {index}");
            }
        }
        fs::write(folder.join(name), bytes).unwrap();
    }
}

#[test]
fn bits_behind_the_last_mark_are_cleared_by_the_run_that_goes_on() {
    let expected = GRID.undisturbed();
    assert_ne!(GRID.rows * GRID.columns % 32, 0, "there are spare bits");
    for parts in 0..5 {
        for bit in [21, 31, 53, 63] {
            let root = tempfile::tempdir().unwrap();
            let flip = |folder: &Path| {
                let path = folder.join("marks");
                let mut file = fs::File::options()
                    .read(true)
                    .write(true)
                    .open(path)
                    .unwrap();
                let mut last = [0; 8];
                file.seek(SeekFrom::End(-8)).unwrap();
                file.read_exact(&mut last).unwrap();
                last[bit / 8] ^= 1 << (bit % 8);
                file.seek(SeekFrom::End(-8)).unwrap();
                file.write_all(&last).unwrap();
            };
            let mut store = GRID.open(root.path());
            GRID.explore(&mut store, 1, |number| (number == 3).then_some(parts))
                .unwrap();
            let folder = store.folder().to_path_buf();
            drop(store);
            flip(&folder);
            let mut store = GRID.open(root.path());
            GRID.explore(&mut store, 2, |number| (number == 7).then_some(parts))
                .unwrap();
            drop(store);
            // The bits behind the last mark are also set during a run.
            let mut store = GRID.open(root.path());
            GRID.explore(&mut store, 1, |number| {
                if number == 9 {
                    flip(&folder);
                }
                None
            })
            .unwrap();
            assert!(store.is_complete());
            assert_eq!(store.verify(), [], "{parts} {bit}");
            drop(store);
            assert_eq!(files(&folder), expected, "{parts} {bit}");
        }
    }
}

#[test]
fn a_reader_beside_a_writer_sees_what_is_finished_and_marks_ahead_of_it() {
    let root = tempfile::tempdir().unwrap();
    let mut writer = GRID.open(root.path());
    GRID.explore(&mut writer, 2, |number| (number == 5).then_some(0))
        .unwrap();
    let reader = Store::open(root.path(), &GRID.header(), Access::Read).unwrap();
    assert_eq!(reader.generations().len(), 4);
    assert_eq!(writer.generations().len(), 6);
    let (number, generation) = reader.last().unwrap().unwrap();
    assert_eq!((number, generation.count()), (3, reader.generations()[3]));
    assert_eq!(reader.marks().count(), writer.marks().count());
    drop(writer);

    let mut writer = GRID.open(root.path());
    GRID.explore(&mut writer, 2, |_| None).unwrap();
    // The reader still has the last generation that it opened, although the writer has replaced it.
    assert_eq!(reader.last().unwrap().unwrap().0, 3);
    assert_eq!(reader.verify(), []);
}

#[test]
fn a_reader_keeps_its_marks_when_a_fresh_store_takes_their_place() {
    let root = tempfile::tempdir().unwrap();
    let mut writer = GRID.open(root.path());
    GRID.explore(&mut writer, 2, |_| None).unwrap();
    drop(writer);
    let reader = Store::open(root.path(), &GRID.header(), Access::Read).unwrap();
    let counts = reader.marks().count();
    let fresh = Store::open(root.path(), &GRID.header(), Access::Write { fresh: true }).unwrap();
    assert!(fresh.generations().is_empty() && fresh.last().unwrap().is_none());
    assert_eq!(fresh.marks().count()[0], fresh.marks().len());
    if cfg!(unix) {
        assert_eq!(reader.marks().count(), counts);
    }
}

#[test]
fn a_log_that_contradicts_a_run_going_on_is_told() {
    let root = tempfile::tempdir().unwrap();
    let mut store = GRID.open(root.path());
    GRID.explore(&mut store, 3, |number| (number == 5).then_some(2))
        .unwrap();
    drop(store);
    let mut store = GRID.open(root.path());
    assert_eq!(store.last().unwrap().unwrap().0, 2);
    let known = store.generations()[4];
    store.append(4, known).unwrap();
    match store.append(4, known + 1) {
        Err(StoreError::Count {
            generation: 4,
            expected,
            found,
            ..
        }) => assert_eq!((expected, found), (known, known + 1)),
        other => panic!("{other:?}"),
    }
}
