//! Small searches and stores for the tests of this crate; no puzzle is needed.

use std::path::Path;

use crate::{Access, Generation, Header, Marks, Store};

/// The access that opens for writing and keeps an existing store.
pub(crate) const WRITE: Access = Access::Write { fresh: false };
/// The access that opens for writing and replaces an existing store.
pub(crate) const FRESH: Access = Access::Write { fresh: true };

/// The name of the folder of a store with the header [`header`].
pub(crate) const FOLDER: &str = "tiles-4x4-1f1f1f1f1f1f1f1f.step.from-goal";

/// A header with a thousand configurations.
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

/// The header that [`header`] makes, after `change` has changed it.
pub(crate) fn header_with(change: impl FnOnce(&mut Header)) -> Header {
    let mut header = header();
    change(&mut header);
    header
}

/// Creates a temporary folder for tests that sync thousands of times: in memory, if the system
/// allows that.
pub(crate) fn quick_folder() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm")
        .or_else(|_| tempfile::tempdir())
        .unwrap()
}

/// Makes a set of numbers below 1000 that has these members.
pub(crate) fn set(members: &[u64]) -> Generation {
    let set = Generation::new(1000).unwrap();
    for &member in members {
        set.put_alone(member);
    }
    set
}

/// Makes a finished store of two generations: the first has one member, the second three.
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

/// The graph of a king's steps between the cells of a grid. Some steps join two cells of the same
/// generation.
pub(crate) struct KingGrid {
    pub rows: u64,
    pub columns: u64,
}

impl KingGrid {
    /// The header of a search on this grid.
    pub(crate) fn header(&self) -> Header {
        Header {
            format: Header::FORMAT,
            name: "grid:king".to_owned(),
            fingerprint: [0xab; 32],
            metric: "step".to_owned(),
            direction: "start".to_owned(),
            configurations: self.cells(),
            layout: "rows, 2 bits x 32".to_owned(),
        }
    }

    /// Number of cells of the grid.
    pub(crate) fn cells(&self) -> u64 {
        self.rows * self.columns
    }

    /// The number of the cell in the middle of the grid, at which searches start.
    pub(crate) fn middle(&self) -> u64 {
        self.rows / 2 * self.columns + self.columns / 2
    }

    /// The numbers of the neighbours of cell `i`, and `i` itself.
    pub(crate) fn neighbours(&self, i: u64) -> impl Iterator<Item = u64> + '_ {
        let (row, column) = (i / self.columns, i % self.columns);
        (row.saturating_sub(1)..(row + 2).min(self.rows)).flat_map(move |r| {
            (column.saturating_sub(1)..(column + 2).min(self.columns))
                .map(move |c| r * self.columns + c)
        })
    }
}

/// Returns the next pseudo-random number and advances `state` (xorshift; Marsaglia, 2003). Equal
/// states give equal numbers.
pub(crate) fn arbitrary(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}
