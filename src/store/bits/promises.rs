//! Tests of the guarantees of a store of bits, by a small search of steps on a grid.
//!
//! The tests stop the search after every chunk, tear the chunks that a power loss may tear, and
//! change bytes.

use super::bit_layout::BitLayout;
use super::bit_store::BitStore;
use crate::sample::{WRITE, header_with, quick_folder};
use crate::{Access, Header, Store, StoreError, StoreKind};
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

const ROWS: u64 = 9;
const COLUMNS: u64 = 40;
/// Words of a side: a cell of row r and column c is bit c / 2 of word r.
const LAYOUT_WORDS: [u64; 2] = [ROWS, ROWS];

fn header() -> Header {
    header_with(|header| header.configurations = ROWS * COLUMNS)
}

fn layout() -> BitLayout {
    BitLayout::new(LAYOUT_WORDS, 1).with_spare(4)
}

fn open(root: &Path) -> Result<BitStore, StoreError> {
    BitStore::open(root, &header(), &layout(), WRITE)
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
    let mut run = |pass: &crate::BitPass<'_>| -> Result<(), StoreError> {
        while let Some(row) = pass.take() {
            if *budget == 0 {
                stop.store(true, Ordering::Relaxed);
                return Ok(());
            }
            *budget -= 1;
            if generation == 0 {
                let bits = u64::from(row == 0);
                pass.put(row, &[bits], bits)?;
                continue;
            }
            let read = |row: Option<u64>| -> Result<u64, StoreError> {
                let mut word = [0];
                if let Some(row) = row.filter(|row| *row < ROWS) {
                    pass.read_current(row, &mut word)?;
                }
                Ok(word[0])
            };
            let around = [row.checked_sub(1), Some(row), Some(row + 1)].map(read);
            let [above, own, below] = around;
            let mut old = [0];
            pass.read_old(row, &mut old)?;
            let new = neighbours(above?, own?, below?, row, side) & !old[0];
            pass.put(row, &[new], u64::from(new.count_ones()))?;
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
fn explore(root: &Path, mut budget: u64) -> Result<bool, StoreError> {
    let mut store = open(root)?;
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
    let names = ["bits-0", "bits-1"].map(|name| store.folder().join(name).exists());
    assert_eq!(names, [false; 2]);
}

#[test]
fn a_search_stopped_after_any_number_of_chunks_counts_each_once() {
    let whole = quick_folder();
    assert!(explore(whole.path(), u64::MAX).unwrap());
    check(whole.path());
    for budget in [1, 2, 3, 5, 7, 8, 9, 10, 23, 100] {
        let root = quick_folder();
        while !explore(root.path(), budget).unwrap() {}
        check(root.path());
        let log = |root: &Path| fs::read(root.join(BitStore::folder_name(&header())).join("log"));
        assert_eq!(log(root.path()).unwrap(), log(whole.path()).unwrap());
    }
}

#[test]
fn a_chunk_that_a_power_loss_has_torn_is_made_again() {
    for stopped in [30, 31, 95, 200] {
        let root = quick_folder();
        assert!(!explore(root.path(), stopped).unwrap());
        let folder = root.path().join(BitStore::folder_name(&header()));
        let store = open(root.path()).unwrap();
        let next = store.generations().len() as u64;
        drop(store);
        let side = (next % 2) as usize;
        let path = folder.join(["bits-0", "bits-1"][side]);
        let mut bytes = fs::read(&path).unwrap();
        // The last chunks that were made may not be on the disk whole: their words are torn off.
        let made = stopped % ROWS;
        for chunk in made.saturating_sub(2)..made {
            let at = layout().slot_offset(side, chunk, next) as usize;
            bytes[at + 64..at + 72].fill(0);
        }
        fs::write(&path, bytes).unwrap();
        while !explore(root.path(), 50).unwrap() {}
        check(root.path());
    }
}

#[test]
fn damaged_words_are_an_error_or_change_nothing() {
    let root = quick_folder();
    let stopped = 13 * ROWS + 4;
    assert!(!explore(root.path(), stopped).unwrap());
    let folder = root.path().join(BitStore::folder_name(&header()));
    let mut refused = 0;
    for name in ["bits-0", "bits-1", "ring"] {
        let path = folder.join(name);
        let whole = fs::read(&path).unwrap();
        for at in (0..whole.len()).filter(|at| at % 4096 < 80) {
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << (at % 8);
            fs::write(&path, &bytes).unwrap();
            let loaded = open(root.path()).and_then(|mut store| {
                store.load(&mut |_, _, _| {})?;
                let mut budget = u64::MAX;
                pass(&mut store, &mut budget)
            });
            match loaded {
                Err(StoreError::Checksum { .. } | StoreError::Damaged { .. }) => refused += 1,
                Ok(found) => assert_eq!(found, Some(expected()[13]), "{name} {at}"),
                other => panic!("{name} {at}: {other:?}"),
            }
            // A pass that went on has changed the files.
            fs::remove_dir_all(&folder).unwrap();
            assert!(!explore(root.path(), stopped).unwrap());
        }
        fs::write(&path, &whole).unwrap();
    }
    assert!(refused > 200, "{refused}");
}

#[test]
fn words_that_the_disk_changes_during_the_run_end_it() {
    for side in 0..2 {
        let root = quick_folder();
        let mut store = open(root.path()).unwrap();
        store.load(&mut |_, _, _| {}).unwrap();
        let mut budget = u64::MAX;
        for _ in 0..20 {
            pass(&mut store, &mut budget).unwrap();
        }
        let path = store.folder().join(["bits-0", "bits-1"][side]);
        let generation = 19 - (side as u64 + 1) % 2;
        let at = layout().slot_offset(side, 4, generation) as usize;
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
    }
}

#[test]
fn a_store_of_counts_is_listed_and_removed() {
    let root = quick_folder();
    assert!(!explore(root.path(), 40).unwrap());
    let listed = Store::list(root.path()).unwrap();
    let [summary] = listed.as_slice() else {
        panic!("{listed:?}");
    };
    assert_eq!(
        (summary.kind, summary.complete, summary.generations),
        (StoreKind::Counts, false, 4)
    );
    assert!(summary.bytes > layout().bytes());
    assert!(explore(root.path(), u64::MAX).unwrap());
    assert!(Store::list(root.path()).unwrap()[0].bytes < 4096);
    Store::remove(root.path(), &summary.folder).unwrap();
    assert_eq!(Store::list(root.path()).unwrap(), []);
}

#[test]
fn a_store_of_other_words_is_refused() {
    let root = quick_folder();
    assert!(!explore(root.path(), 40).unwrap());
    let other = BitLayout::new([ROWS, ROWS + 1], 1);
    let opened = BitStore::open(root.path(), &header(), &other, WRITE);
    assert!(
        matches!(opened, Err(StoreError::Numbering { .. })),
        "{opened:?}"
    );
    // Another division goes on with the one that the store has.
    let coarse = BitLayout::new(LAYOUT_WORDS, 5);
    let store = BitStore::open(root.path(), &header(), &coarse, WRITE).unwrap();
    assert_eq!(*store.layout(), layout());
}
