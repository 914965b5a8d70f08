//! A small store for the tests of this layer: two generations of a thousand configurations.
//!
//! Promises the same bytes each time. Does not know any puzzle.

use std::path::Path;

use crate::store::{Access, Generation, Header, Marks, Store};

/// Opening for writing, and keeping what is there.
pub(crate) const WRITE: Access = Access::Write { fresh: false };
/// Opening for writing from nothing.
pub(crate) const FRESH: Access = Access::Write { fresh: true };

/// The folder of a store with this header.
pub(crate) const FOLDER: &str = "tiles-4x4-1f1f1f1f1f1f1f1f.step.from-goal";

/// Its header.
pub(crate) fn header() -> Header {
    Header {
        format: Header::FORMAT,
        name: "tiles:4x4".to_owned(),
        fingerprint: [0x1f; 32],
        metric: "step".to_owned(),
        direction: "goal".to_owned(),
        configurations: 1000,
        layout: "rows, 2 bits x 32".to_owned(),
    }
}

/// A folder in which a sync costs nothing, where the system has one: for tests that sync thousands of
/// times and never lose power.
pub(crate) fn quick_folder() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm")
        .or_else(|_| tempfile::tempdir())
        .unwrap()
}

/// The set of these configurations.
pub(crate) fn set(members: &[u64]) -> Generation {
    let set = Generation::new(1000).unwrap();
    for &member in members {
        set.put_alone(member);
    }
    set
}

/// A finished store of two generations; the first has one member, the second three.
pub(crate) fn finish(root: &Path) {
    let mut store = Store::open(root, &header(), WRITE).unwrap();
    store.marks().set_alone(5, Marks::mark_of(0));
    store.append(0, 1).unwrap();
    store.sync(0, &set(&[5])).unwrap();
    for i in [1, 40, 999] {
        store.marks().set_alone(i, Marks::mark_of(1));
    }
    store.append(1, 3).unwrap();
    store.finish(1, &set(&[1, 40, 999])).unwrap();
}
