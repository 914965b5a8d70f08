//! `TableShelf`: open tables that the searches of several puzzles share.

use super::tile_table::{TableChoice, TileTable};
use crate::Problem;
use slidewise_analysis::AdditiveTables;
use slidewise_store::CorruptionFlag;
use std::sync::{Arc, Mutex, PoisonError};

/// Bytes of all tables on a shelf without a memory limit.
const USUAL_BYTES: u64 = 1 << 30;

/// Tables of a goal, for any puzzle with this goal.
#[derive(Debug)]
pub(crate) struct OpenTables {
    /// The bound.
    pub tables: AdditiveTables,
    /// Image of each cell: the tables are for the image of the goal.
    pub images: Vec<u8>,
    /// Flags of the stores that are read.
    pub alarms: Vec<Arc<CorruptionFlag>>,
    /// The tables.
    pub built: Vec<TileTable>,
    /// How their groups were chosen.
    pub choice: TableChoice,
}

impl OpenTables {
    /// Bytes of all tables.
    fn bytes(&self) -> u64 {
        self.built.iter().map(|table| table.bytes).sum()
    }
}

/// A board with its goal: the number of columns, and the token on each cell of the goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ShelfKey {
    pub columns: usize,
    pub tokens: Vec<String>,
}

/// Open tables of some goals, the most recently used last.
#[derive(Debug)]
pub struct TableShelf {
    tables: Mutex<Vec<(ShelfKey, Arc<OpenTables>)>>,
    /// Threads that build a table.
    pub(crate) threads: usize,
}

impl TableShelf {
    /// A shelf without tables.
    ///
    /// `threads` build each table: those of all searches together, which wait for it.
    pub fn new(threads: usize) -> TableShelf {
        TableShelf {
            tables: Mutex::default(),
            threads,
        }
    }

    /// Whether there are tables of a goal.
    pub(crate) fn has(&self, key: &ShelfKey) -> bool {
        let shelf = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        shelf.iter().any(|(own, _)| own == key)
    }

    /// The tables of a goal, which `make` opens or builds if there are none; meanwhile no other
    /// search opens or builds any.
    pub(crate) fn get(
        &self,
        key: ShelfKey,
        memory: Option<u64>,
        make: impl FnOnce() -> Result<OpenTables, Problem>,
    ) -> Result<Arc<OpenTables>, Problem> {
        let mut shelf = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let found = shelf.iter().position(|(own, _)| *own == key);
        let tables = match found {
            Some(at) => shelf.remove(at).1,
            None => Arc::new(make()?),
        };
        shelf.push((key, Arc::clone(&tables)));
        let most = memory.unwrap_or(USUAL_BYTES);
        let bytes = |(_, tables): &(ShelfKey, Arc<OpenTables>)| tables.bytes();
        while shelf.len() > 1 && shelf.iter().map(bytes).sum::<u64>() > most {
            shelf.remove(0);
        }
        Ok(tables)
    }
}
