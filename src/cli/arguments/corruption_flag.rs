//! Watches the stores that a command reads: if one of them is damaged, the command fails.

use slidewise_store::{CorruptionFlag, Store, StoreError};
use std::sync::{Arc, Mutex, PoisonError};

/// Corruption flags of all stores that a command has opened.
#[derive(Clone, Debug, Default)]
pub(crate) struct CorruptionFlags(Arc<Mutex<Vec<Arc<CorruptionFlag>>>>);

impl CorruptionFlags {
    /// Watches a store for damage, even after the store is closed.
    pub(crate) fn watch(&self, store: &Store) {
        let mut alarms = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        alarms.extend(store.alarm());
    }

    /// The error of the first damaged store, which makes the command's results invalid.
    pub(crate) fn raised(&self) -> Option<StoreError> {
        let alarms = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        alarms.iter().find_map(|alarm| alarm.raised())
    }
}
