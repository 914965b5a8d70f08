//! Tests of the guarantees of a store of run files, by a small search of a king's steps on a grid.
//!
//! The tests stop and kill the search at every point, and drop bytes that were not synced.

use crate::journal::files::RunFileName;
use crate::sample::{KingGrid, quick_folder};
use crate::*;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

const GRID: KingGrid = KingGrid {
    rows: 9,
    columns: 23,
};
static GO: AtomicBool = AtomicBool::new(false);

fn header() -> Header {
    GRID.header()
}

/// An [`Ascending`] source that returns its number once, if it has a number.
struct AtMostOne(Option<u64>);

impl Ascending for AtMostOne {
    fn next_number(&mut self) -> Result<Option<u64>, StoreError> {
        Ok(self.0.take())
    }
}

/// Generation 0 of the search: the middle of the grid.
fn middle() -> AtMostOne {
    AtMostOne(Some(GRID.middle()))
}

/// Starts or resumes a search from the middle of the grid, and syncs every `interval` generations.
/// At the first sync for which `stop` returns a number, does only that number of parts of the sync
/// and then stops.
fn explore(
    store: &mut RunStore,
    interval: u64,
    stop: impl Fn(u64) -> Option<u32>,
) -> Result<(), StoreError> {
    if store.generations().is_empty() {
        store.append(&mut middle(), &GO)?;
    }
    loop {
        let number = store.generations().len() as u64 - 1;
        let sorting = store.sorting(0, 1);
        let mut sorter = sorting.sorter();
        let mut members = store.stream(number)?;
        while let Some(index) = members.next_number()? {
            GRID.neighbours(index)
                .for_each(|neighbour| sorter.push(neighbour));
        }
        sorter.finish();
        let earlier = number.saturating_sub(1)..=number;
        let earlier = earlier.map(|earlier| store.stream(earlier));
        let earlier = earlier.collect::<Result<Vec<_>, _>>()?;
        let mut merged = sorting.merge(earlier, &GO)?.expect("nothing stops it");
        let is_end = store
            .append(&mut merged, &GO)?
            .expect("nothing stops it")
            .count
            == 0;
        if is_end || (number + 1).is_multiple_of(interval) {
            match stop(number) {
                Some(parts) => {
                    sync_in_part(store, parts)?;
                    if parts > 4 && is_end {
                        store.journal.sync_end()?;
                    }
                    return Ok(());
                }
                None if is_end => return store.finish(),
                None => store.sync()?,
            }
        }
    }
}

/// Does the first `parts` parts of a sync.
fn sync_in_part(store: &mut RunStore, parts: u32) -> Result<(), StoreError> {
    let new = store.unlogged()?;
    if parts > 0 {
        store.sync_files(new.clone())?;
    }
    if parts > 1 {
        store.journal.sync_log()?;
    }
    if parts > 2 {
        let half = (new.end - new.start) / 2 + u64::from(parts > 3);
        store.name_files(new.clone().take(half as usize))?;
    }
    if parts > 3 {
        store.name_files(new.clone().skip(((new.end - new.start) / 2 + 1) as usize))?;
    }
    Ok(())
}

fn open(root: &Path) -> RunStore {
    RunStore::open(root, &header(), Access::Write { fresh: false }).unwrap()
}

/// The names and bytes of all files of a folder except the lock.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "lock")
        .map(|name| {
            let bytes = fs::read(folder.join(&name)).unwrap();
            (name, bytes)
        })
        .collect();
    files.sort();
    files
}

fn undisturbed() -> Vec<(String, Vec<u8>)> {
    let root = quick_folder();
    let mut store = open(root.path());
    explore(&mut store, 3, |_| None).unwrap();
    assert!(store.is_complete());
    assert_eq!(store.generations().iter().sum::<u64>(), GRID.cells());
    assert_eq!(store.generations().len(), 12);
    assert_eq!(store.verify(), []);
    let files = files(store.folder());
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names.len(), 15);
    assert_eq!(names[..2], ["generation-000000", "generation-000001"]);
    assert_eq!(names[12..], ["header", "kept", "log"]);
    files
}

#[test]
fn files_killed_anywhere_go_on_to_the_same_bytes() {
    let expected = undisturbed();
    for interval in [1, 3, 100] {
        for killed in 0..13 {
            for parts in 0..6 {
                let root = quick_folder();
                let mut store = open(root.path());
                explore(&mut store, interval, |number| {
                    (number >= killed).then_some(parts)
                })
                .unwrap();
                let folder = store.folder().to_path_buf();
                drop(store);
                fs::write(folder.join("spill-000003"), "half of some").unwrap();
                fs::write(folder.join("generation-000099.new"), "likewise").unwrap();
                // The finished generations can be read while a writer is active, or after it was
                // killed.
                let reader = RunStore::open(root.path(), &header(), Access::Read).unwrap();
                assert_eq!(reader.verify(), [], "{interval} {killed} {parts}");
                let mut store = open(root.path());
                assert_eq!(store.verify(), [], "{interval} {killed} {parts}");
                if !store.is_complete() {
                    explore(&mut store, 4, |_| None).unwrap();
                }
                assert_eq!(store.verify(), []);
                assert!(files(&folder) == expected, "{interval} {killed} {parts}");
            }
        }
    }
}

#[test]
fn files_robbed_of_what_was_not_synced_go_on_to_the_same_bytes() {
    let expected = undisturbed();
    for killed in 0..11 {
        for rest in 0..12 {
            let root = quick_folder();
            let mut store = open(root.path());
            let in_log = rest % 2 == 1;
            let interval = 1 + killed % 3;
            explore(&mut store, interval, |number| {
                (number >= killed).then_some(if in_log { 2 } else { 0 })
            })
            .unwrap();
            let folder = store.folder().to_path_buf();
            drop(store);
            if in_log {
                // A power loss may cut the end of the newest record off the log, or leave zeros
                // instead.
                let mut log = fs::read(folder.join("log")).unwrap();
                let kept = log.len() - 2 * rest;
                log.truncate(kept);
                log.resize(kept + rest % 3 * rest, 0);
                fs::write(folder.join("log"), log).unwrap();
            } else {
                // Files that were not synced may lose arbitrary bytes.
                for (name, mut bytes) in files(&folder) {
                    if name.ends_with(".new") {
                        let kept = bytes.len() * rest / 12;
                        bytes[kept..].fill(0);
                        bytes.truncate(kept + rest);
                        fs::write(folder.join(name), bytes).unwrap();
                    }
                }
            }
            let mut store = open(root.path());
            assert_eq!(store.verify(), [], "{killed} {rest}");
            explore(&mut store, 2, |_| None).unwrap();
            assert!(files(&folder) == expected, "{killed} {rest}");
        }
    }
}

#[test]
fn every_flipped_byte_of_finished_files_is_refused_found_or_made_good() {
    let expected = undisturbed();
    let root = quick_folder();
    let mut store = open(root.path());
    explore(&mut store, 100, |_| None).unwrap();
    let folder = store.folder().to_path_buf();
    drop(store);
    for (name, bytes) in &expected {
        for index in 0..bytes.len() {
            let mut flipped = bytes.clone();
            flipped[index] ^= 1 << (index % 8);
            fs::write(folder.join(name), &flipped).unwrap();
            let Ok(store) = RunStore::open(root.path(), &header(), Access::Read) else {
                continue;
            };
            assert_ne!(store.verify(), [], "{name} {index}");
            if !store.is_complete() {
                // If the record of the end is torn, the next run writes it again.
                drop(store);
                let mut store = open(root.path());
                explore(&mut store, 1, |_| None).unwrap();
                assert!(files(&folder) == expected, "{name} {index}");
            }
        }
        fs::write(folder.join(name), bytes).unwrap();
    }
    // The audit reports a lost file, and also a file with the content of another generation.
    for number in 0..12 {
        let path = folder.join(RunFileName::Generation(number).name());
        let bytes = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        let problems = RunStore::open(root.path(), &header(), Access::Read)
            .map_or(1, |store| store.verify().len());
        assert!(problems > 0, "{number}");
        let other = folder.join(RunFileName::Generation((number + 1) % 12).name());
        fs::copy(other, &path).unwrap();
        let problems = RunStore::open(root.path(), &header(), Access::Read)
            .map_or(1, |store| store.verify().len());
        assert!(problems > 0, "{number}");
        fs::write(&path, bytes).unwrap();
    }
}

#[test]
fn few_files_can_be_kept_and_the_run_goes_on() {
    let expected = undisturbed();
    let root = quick_folder();
    let mut store = open(root.path());
    explore(&mut store, 1, |number| (number == 6).then_some(4)).unwrap();
    drop(store);
    let mut store = open(root.path());
    store.keep_last(0).unwrap();
    assert_eq!(store.first_kept(), 6);
    drop(store);
    let mut store = open(root.path());
    assert_eq!((store.first_kept(), store.generations().len()), (6, 8));
    assert!(matches!(
        store.lookup(5),
        Err(StoreError::NotKept { generation: 5, .. })
    ));
    assert!(matches!(store.lookup(8), Err(StoreError::Order { .. })));
    assert!(store.lookup(7).unwrap().contains(0).is_ok());
    explore(&mut store, 1, |_| None).unwrap();
    assert_eq!(store.verify(), []);
    assert_eq!(store.verify_unless(&AtomicBool::new(true)), None);
    let without_kept = |files: &[(String, Vec<u8>)]| -> Vec<_> {
        let others = files.iter().filter(|(name, _)| name != "kept");
        others.cloned().collect()
    };
    let folder = store.folder().to_path_buf();
    let left = files(&folder);
    assert!(without_kept(&left) == without_kept(&expected[6..]));

    // A kill during the removal of old files leaves some of them, which the next writer removes.
    drop(store);
    for (name, bytes) in &expected[3..5] {
        fs::write(folder.join(name), bytes).unwrap();
    }
    let reader = RunStore::open(root.path(), &header(), Access::Read).unwrap();
    assert_eq!(reader.first_kept(), 6);
    assert_eq!(reader.verify(), []);
    drop(open(root.path()));
    assert!(files(&folder) == left, "the next writer removes them");
}

#[test]
fn a_reader_beside_a_writer_that_keeps_few_is_told_what_was_removed() {
    let root = quick_folder();
    let mut writer = open(root.path());
    explore(&mut writer, 1, |number| (number == 6).then_some(4)).unwrap();
    let reader = RunStore::open(root.path(), &header(), Access::Read).unwrap();
    assert_eq!(reader.first_kept(), 0);
    drop(writer);
    let mut writer = open(root.path());
    writer.keep_last(3).unwrap();
    for number in 0..8 {
        match reader.lookup(number) {
            Ok(_) => assert!(number >= 5, "{number}"),
            Err(StoreError::NotKept { generation, .. }) => assert_eq!(generation, number),
            Err(other) => panic!("{number}: {other}"),
        }
    }
    assert_eq!(reader.verify(), []);
}

#[test]
fn a_store_is_opened_and_sound_at_any_moment_beside_a_writer_that_keeps_few() {
    let root = quick_folder();
    drop(open(root.path()));
    let (has_opened, opened) = std::sync::mpsc::channel();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            // The writer owns this sender and drops it at the end of the block, which ends the loop
            // of the reader.
            let opened = opened;
            let mut store = open(root.path());
            store.append(&mut middle(), &GO).unwrap();
            // One generation is written for each opening of the reader.
            for number in 0..GRID.cells() / 2 {
                store.sync().unwrap();
                store.keep_last(2).unwrap();
                store.append(&mut AtMostOne(Some(number)), &GO).unwrap();
                if opened.recv().is_err() {
                    return;
                }
            }
        });
        let mut is_at_work = true;
        while is_at_work {
            let store = RunStore::open(root.path(), &header(), Access::Read).unwrap();
            assert_eq!(store.verify(), []);
            is_at_work = has_opened.send(()).is_ok();
        }
    });
    let store = open(root.path());
    assert_eq!(store.generations().len() as u64, GRID.cells() / 2);
    assert_eq!(store.first_kept(), store.generations().len() as u64 - 2);
}

#[test]
fn a_disk_that_refuses_leaves_the_last_generation_and_the_next_opening_goes_on() {
    let expected = undisturbed();
    let root = quick_folder();
    let mut store = open(root.path());
    // A folder with the name of the next file makes writing fail, as a failing disk does.
    let obstacle = store.folder().join("generation-000004.new");
    fs::create_dir(&obstacle).unwrap();
    assert!(matches!(
        explore(&mut store, 1, |_| None),
        Err(StoreError::Io { .. })
    ));
    assert_eq!(store.generations().len(), 4);
    fs::remove_dir(&obstacle).unwrap();
    explore(&mut store, 1, |number| (number == 5).then_some(0)).unwrap();
    // After a failed sync nothing more is written, and the generations synced before are whole.
    let lost = store.folder().join("generation-000006.new");
    fs::remove_file(&lost).unwrap();
    assert!(matches!(store.sync(), Err(StoreError::Io { .. })));
    assert!(matches!(store.sync(), Err(StoreError::Failed { .. })));
    assert!(matches!(
        store.append(&mut middle(), &GO),
        Err(StoreError::Failed { .. })
    ));
    drop(store);
    let mut store = open(root.path());
    assert_eq!(store.generations().len(), 6);
    explore(&mut store, 1, |_| None).unwrap();
    assert!(files(store.folder()) == expected);
}

#[test]
fn stores_of_marks_and_of_files_are_not_mistaken_for_each_other() {
    let root = quick_folder();
    drop(open(root.path()));
    let files = RunStore::folder_name(&header());
    let marks = Store::folder_name(&header());
    assert_eq!(files, format!("{marks}.frontier"));
    let of_other = |error: &StoreError| match error {
        StoreError::Foreign { field, .. } => *field == "the kind of store",
        _ => false,
    };
    fs::rename(root.path().join(&files), root.path().join(&marks)).unwrap();
    let error = Store::open(root.path(), &header(), Access::Write { fresh: false }).unwrap_err();
    assert!(of_other(&error), "{error}");
    let listed = Store::list(root.path()).unwrap();
    assert!(listed[0].problem.is_some());
    // A fresh store replaces any existing one.
    drop(Store::open(root.path(), &header(), Access::Write { fresh: true }).unwrap());
    fs::rename(root.path().join(&marks), root.path().join(&files)).unwrap();
    let error = RunStore::open(root.path(), &header(), Access::Read).unwrap_err();
    assert!(of_other(&error), "{error}");
    drop(RunStore::open(root.path(), &header(), Access::Write { fresh: true }).unwrap());
    assert!(!root.path().join(&files).join("marks").exists());
}

#[test]
fn stores_of_files_are_listed_locked_and_removed() {
    let root = quick_folder();
    let mut store = open(root.path());
    explore(&mut store, 3, |_| None).unwrap();
    assert!(matches!(
        RunStore::open(root.path(), &header(), Access::Write { fresh: true }),
        Err(StoreError::Held { .. })
    ));
    let mut reader = RunStore::open(root.path(), &header(), Access::Read).unwrap();
    assert!(matches!(reader.sync(), Err(StoreError::ReadOnly { .. })));
    assert!(matches!(
        store.append(&mut middle(), &GO),
        Err(StoreError::Finished { .. })
    ));
    drop(Store::open(root.path(), &header(), Access::Write { fresh: false }).unwrap());
    let listed = Store::list(root.path()).unwrap();
    let kinds: Vec<StoreKind> = listed.iter().map(|summary| summary.kind).collect();
    assert_eq!(kinds, [StoreKind::Marks, StoreKind::Frontiers]);
    let files = &listed[1];
    assert_eq!(files.folder, RunStore::folder_name(&header()));
    assert_eq!((files.complete, files.generations), (true, 12));
    assert_eq!(files.problem, None);
    assert_eq!(files.bytes, reader.bytes());
    drop(store);
    Store::remove(root.path(), &files.folder).unwrap();
    assert!(!reader.folder().exists());
    assert_eq!(Store::list(root.path()).unwrap().len(), 1);
}
