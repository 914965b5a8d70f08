//! Damage in the stores that a command reads, which turns its answer into a failure.

use slidewise_store::{CorruptionFlag, Store, StoreError};
use std::sync::{Arc, Mutex, PoisonError};

/// Damage found so far in the stores that a command has opened.
#[derive(Debug, Default)]
pub(crate) struct CorruptionFlags(Mutex<Vec<Arc<CorruptionFlag>>>);

impl CorruptionFlags {
    /// Watches a store, also after it is closed.
    pub(crate) fn watch(&self, store: &Store) {
        let mut alarms = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        alarms.extend(store.alarm());
    }

    /// The first damage found, or `None`; after damage, what the command found is not an answer.
    pub(crate) fn raised(&self) -> Option<StoreError> {
        let alarms = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        alarms.iter().find_map(|alarm| alarm.raised())
    }
}
