//! What keeps a command from answering out of damaged marks, whatever the command is.

use slidewise_store::{Alarm, Store, StoreError};
use std::sync::{Arc, Mutex, PoisonError};

/// The alarms of all stores that a command has opened to answer from.
#[derive(Debug, Default)]
pub struct Alarms(Mutex<Vec<Arc<Alarm>>>);

impl Alarms {
    /// Listens to a store from now on, also after it was closed.
    pub fn listen_to(&self, store: &Store) {
        let mut alarms = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        alarms.extend(store.alarm());
    }

    /// The damage that was met, if any was: then what the command found is no answer.
    pub fn raised(&self) -> Option<StoreError> {
        let alarms = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        alarms.iter().find_map(|alarm| alarm.raised())
    }
}
