//! Tests of the guarantees of a store of bits, by a small search of steps on a grid.
//!
//! The tests stop the search after every chunk, tear the chunks that a power loss may tear, and
//! change bytes.

use super::bit_layout::BitLayout;
use super::bit_store::BitStore;
use super::slot_buffer::SlotBuffer;
use crate::disk::memory_folder::MemoryFolder;
use crate::journal::files::BITS;
use crate::sample::{FRESH, WRITE, header_with, quick_folder};
use crate::{Access, Header, Store, StoreError, StoreKind};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

const ROWS: u64 = 9;
const COLUMNS: u64 = 40;
/// Words of a side: a cell of row r and column c is bit c / 2 of word r.
const LAYOUT_WORDS: [u64; 2] = [ROWS, ROWS];

fn header() -> Header {
    header_with(|header| header.configurations = ROWS * COLUMNS)
}

fn layout() -> BitLayout {
    BitLayout::new(LAYOUT_WORDS, 1, 1).with_spare(4)
}

/// The division with all slots on the disk, and one with a third of them in memory, where the
/// system has files in memory.
fn layouts() -> Vec<BitLayout> {
    let mixed = layout().in_memory(layout().disk_bytes() / 3);
    let mut layouts = vec![layout()];
    layouts.extend(cfg!(target_os = "linux").then_some(mixed));
    layouts
}

fn open(root: &Path, layout: &BitLayout) -> Result<BitStore, StoreError> {
    BitStore::open(root, &header(), layout, WRITE)
}

/// The file of slots, and the offset in it, where a chunk of a generation is or will be.
fn slot_of(root: &Path, layout: &BitLayout, chunk: u64, generation: u64) -> (PathBuf, usize) {
    let side = (generation % 2) as usize;
    let place = layout.place(side, chunk, generation);
    let mut folder = root.join(BitStore::folder_name(&header()));
    if place.is_in_memory {
        folder = memory_folder(root).unwrap();
    }
    (folder.join(BITS[side]), place.offset as usize)
}

/// The folder in memory of the store below a root, if it has one.
fn memory_folder(root: &Path) -> Option<PathBuf> {
    let folder = root.join(BitStore::folder_name(&header()));
    let name = fs::read_to_string(folder.join("memory")).ok()?;
    Some(MemoryFolder::path_of(&name))
}

/// The word of a row that holds the cells of one colour among the neighbours of the other side's
/// rows around it.
fn neighbours(above: u64, own: u64, below: u64, row: u64, side: usize) -> u64 {
    // In a row whose number and side are both even or both odd, the cells of the side are those in
    // even columns. Their neighbours in the row are in odd columns, at the same place and one
    // before.
    let beside = if row % 2 == side as u64 {
        own << 1
    } else {
        own >> 1
    };
    (above | below | own | beside) & ((1 << (COLUMNS / 2)) - 1)
}

/// Sizes of the generations, by distances on the grid from the cell at the top left.
fn expected() -> Vec<u64> {
    let mut counts = vec![0; (ROWS + COLUMNS - 1) as usize];
    for row in 0..ROWS {
        for column in 0..COLUMNS {
            counts[(row + column) as usize] += 1;
        }
    }
    counts
}

/// Makes chunks of the next generation until it is whole or `budget` is used up.
fn pass(store: &mut BitStore, budget: &mut u64) -> Result<Option<u64>, StoreError> {
    let generation = store.generations().len() as u64;
    let side = (generation % 2) as usize;
    let stop = AtomicBool::new(false);
    let mut buffer = SlotBuffer::default();
    let mut run = |pass: &crate::BitPass<'_>| -> Result<(), StoreError> {
        while let Some(rows) = pass.take(1) {
            let row = rows.start;
            if *budget == 0 {
                stop.store(true, Ordering::Relaxed);
                return Ok(());
            }
            *budget -= 1;
            if generation == 0 {
                let bits = u64::from(row == 0);
                buffer.clear(1)?[0] = bits;
                pass.put(row, &mut buffer, bits)?;
                continue;
            }
            let mut read = |row: Option<u64>| -> Result<u64, StoreError> {
                let Some(row) = row.filter(|row| *row < ROWS) else {
                    return Ok(0);
                };
                pass.read_current(row..row + 1, &mut buffer)?;
                Ok(buffer.words()[0])
            };
            let around = [row.checked_sub(1), Some(row), Some(row + 1)].map(&mut read);
            let [above, own, below] = around;
            pass.read_old(row, &mut buffer)?;
            let old = buffer.words()[0];
            let new = neighbours(above?, own?, below?, row, side) & !old;
            buffer.words_mut()[0] = new;
            pass.put(row, &mut buffer, u64::from(new.count_ones()))?;
        }
        Ok(())
    };
    store.pass(&stop, |pass| {
        if let Err(fault) = run(pass) {
            pass.fail(fault);
        }
    })
}

/// Starts or resumes the search, and stops it after `budget` chunks; true if it is complete.
fn explore(root: &Path, layout: &BitLayout, mut budget: u64) -> Result<bool, StoreError> {
    let mut store = open(root, layout)?;
    if store.is_complete() {
        return Ok(true);
    }
    store.load(&mut |_, _, _| {})?;
    loop {
        match pass(&mut store, &mut budget)? {
            None => {
                store.sync()?;
                return Ok(false);
            }
            Some(0) => {
                store.finish()?;
                return Ok(true);
            }
            Some(_) => {}
        }
    }
}

fn check(root: &Path) {
    let store = BitStore::open(root, &header(), &layout(), Access::Read).unwrap();
    assert!(store.is_complete());
    assert_eq!(store.generations(), expected());
    let names = [BITS[0], BITS[1], "memory"].map(|name| store.folder().join(name).exists());
    assert_eq!(names, [false; 3]);
}

#[test]
fn a_search_stopped_after_any_number_of_chunks_counts_each_once() {
    let whole = quick_folder();
    assert!(explore(whole.path(), &layout(), u64::MAX).unwrap());
    check(whole.path());
    for layout in layouts() {
        for budget in [1, 2, 3, 5, 7, 8, 9, 10, 23, 100] {
            let root = quick_folder();
            assert!(!explore(root.path(), &layout, budget).unwrap());
            let in_memory = memory_folder(root.path());
            assert_eq!(in_memory.is_some(), layout.memory_bytes() > 0);
            while !explore(root.path(), &layout, budget).unwrap() {}
            check(root.path());
            assert!(in_memory.is_none_or(|folder| !folder.exists()));
            let log =
                |root: &Path| fs::read(root.join(BitStore::folder_name(&header())).join("log"));
            assert_eq!(log(root.path()).unwrap(), log(whole.path()).unwrap());
        }
    }
}

#[test]
fn a_chunk_that_a_power_loss_has_torn_is_made_again() {
    for layout in layouts() {
        for stopped in [30, 31, 95, 200] {
            let root = quick_folder();
            assert!(!explore(root.path(), &layout, stopped).unwrap());
            let store = open(root.path(), &layout).unwrap();
            let next = store.generations().len() as u64;
            drop(store);
            // The last chunks that were made may not be on the disk whole: words are torn off.
            let made = stopped % ROWS;
            for chunk in made.saturating_sub(2)..made {
                let (path, at) = slot_of(root.path(), &layout, chunk, next);
                let mut bytes = fs::read(&path).unwrap();
                bytes[at + 64..at + 72].fill(0);
                fs::write(&path, bytes).unwrap();
            }
            while !explore(root.path(), &layout, 50).unwrap() {}
            check(root.path());
        }
    }
}

#[test]
fn damaged_words_are_an_error_or_change_nothing() {
    let stopped = 13 * ROWS + 4;
    for layout in layouts() {
        let root = quick_folder();
        assert!(!explore(root.path(), &layout, stopped).unwrap());
        let folder = root.path().join(BitStore::folder_name(&header()));
        let mut refused = 0;
        let places = [BITS[0], BITS[1], "ring", "memory"].map(|name| (name, false));
        let beside = BITS.map(|name| (name, layout.memory_bytes() > 0));
        for (name, is_in_memory) in places.into_iter().chain(beside) {
            let path_now = || {
                let in_memory = is_in_memory.then(|| memory_folder(root.path()).unwrap());
                in_memory.unwrap_or_else(|| folder.clone()).join(name)
            };
            let Ok(whole) = fs::read(path_now()) else {
                continue;
            };
            for at in (0..whole.len()).filter(|at| at % 4096 < 80) {
                let path = path_now();
                let mut bytes = fs::read(&path).unwrap();
                bytes[at] ^= 1 << (at % 8);
                fs::write(&path, &bytes).unwrap();
                let loaded = open(root.path(), &layout).and_then(|mut store| {
                    store.load(&mut |_, _, _| {})?;
                    let mut budget = u64::MAX;
                    pass(&mut store, &mut budget)
                });
                match loaded {
                    Err(StoreError::Checksum { .. } | StoreError::Damaged { .. }) => refused += 1,
                    Err(StoreError::MemoryLost { .. }) if name == "memory" => {
                        refused += 1;
                        bytes[at] ^= 1 << (at % 8);
                        fs::write(&path, &bytes).unwrap();
                    }
                    Ok(found) => assert_eq!(found, Some(expected()[13]), "{name} {at}"),
                    other => panic!("{name} {at}: {other:?}"),
                }
                // A pass that went on has changed the files.
                Store::remove(root.path(), &BitStore::folder_name(&header())).unwrap();
                assert!(!explore(root.path(), &layout, stopped).unwrap());
            }
        }
        assert!(refused > 200, "{refused}");
        Store::remove(root.path(), &BitStore::folder_name(&header())).unwrap();
    }
}

#[test]
fn words_that_the_disk_changes_during_the_run_end_it() {
    for layout in layouts() {
        for side in 0..2 {
            let root = quick_folder();
            let mut store = open(root.path(), &layout).unwrap();
            store.load(&mut |_, _, _| {}).unwrap();
            let mut budget = u64::MAX;
            for _ in 0..20 {
                pass(&mut store, &mut budget).unwrap();
            }
            let generation = 19 - (side + 1) % 2;
            let (path, at) = slot_of(root.path(), &layout, 4, generation);
            let mut bytes = fs::read(&path).unwrap();
            bytes[at + 64] ^= 1;
            fs::write(&path, &bytes).unwrap();
            let ended = (0..2).find_map(|_| pass(&mut store, &mut budget).err());
            assert!(
                matches!(ended, Some(StoreError::Checksum { .. })),
                "{ended:?}"
            );
            assert!(matches!(
                pass(&mut store, &mut budget),
                Err(StoreError::Failed { .. })
            ));
            drop(store);
            Store::remove(root.path(), &BitStore::folder_name(&header())).unwrap();
        }
    }
}

#[test]
fn words_that_a_restart_has_taken_are_missed_and_the_store_can_be_replaced() {
    for layout in layouts().into_iter().skip(1) {
        let root = quick_folder();
        assert!(!explore(root.path(), &layout, 40).unwrap());
        let in_memory = memory_folder(root.path()).unwrap();
        fs::remove_dir_all(&in_memory).unwrap();
        let opened = open(root.path(), &layout);
        assert!(
            matches!(&opened, Err(StoreError::MemoryLost { lost, .. }) if *lost == in_memory),
            "{opened:?}"
        );
        let listed = Store::list(root.path()).unwrap();
        assert_eq!((listed[0].complete, listed[0].generations), (false, 4));
        let store = BitStore::open(root.path(), &header(), &layout, FRESH).unwrap();
        assert_eq!(store.generations(), []);
        drop(store);
        assert!(explore(root.path(), &layout, u64::MAX).unwrap());
        check(root.path());
    }
}

#[test]
fn a_store_of_counts_is_listed_and_removed() {
    for layout in layouts() {
        let root = quick_folder();
        assert!(!explore(root.path(), &layout, 40).unwrap());
        let listed = Store::list(root.path()).unwrap();
        let [summary] = listed.as_slice() else {
            panic!("{listed:?}");
        };
        assert_eq!(
            (summary.kind, summary.complete, summary.generations),
            (StoreKind::Counts, false, 4)
        );
        assert!(summary.bytes > layout.disk_bytes());
        let in_memory = memory_folder(root.path());
        Store::remove(root.path(), &summary.folder).unwrap();
        assert!(in_memory.is_none_or(|folder| !folder.exists()));
        assert!(explore(root.path(), &layout, u64::MAX).unwrap());
        assert!(Store::list(root.path()).unwrap()[0].bytes < 4096);
        Store::remove(root.path(), &summary.folder).unwrap();
        assert_eq!(Store::list(root.path()).unwrap(), []);
    }
}

#[test]
fn a_store_of_other_words_is_refused() {
    let root = quick_folder();
    assert!(!explore(root.path(), &layout(), 40).unwrap());
    let other = BitLayout::new([ROWS, ROWS + 1], 1, 1);
    let opened = BitStore::open(root.path(), &header(), &other, WRITE);
    assert!(
        matches!(opened, Err(StoreError::Numbering { .. })),
        "{opened:?}"
    );
    // Another division goes on with the one that the store has.
    let coarse = BitLayout::new(LAYOUT_WORDS, 5, 1);
    let store = BitStore::open(root.path(), &header(), &coarse, WRITE).unwrap();
    assert_eq!(*store.layout(), layout());
}
