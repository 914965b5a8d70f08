//! Turns of the puzzles of a batch whose searches are kept in the same folder.

use std::collections::BTreeSet;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The names of the stores in use by puzzles of the batch, which no second puzzle may open.
#[derive(Debug, Default)]
pub(crate) struct StoreTurns {
    names: Mutex<BTreeSet<String>>,
    freed: Condvar,
}

/// The use of some stores by one puzzle, until the value is dropped.
#[derive(Debug)]
pub(crate) struct StoreTurn<'a> {
    turns: &'a StoreTurns,
    names: Vec<String>,
}

impl StoreTurns {
    fn lock(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.names.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until none of the stores is in use, and takes all of them at once.
    pub(crate) fn wait(&self, names: Vec<String>) -> StoreTurn<'_> {
        let is_used = |used: &mut BTreeSet<String>| names.iter().any(|name| used.contains(name));
        let used = self.freed.wait_while(self.lock(), is_used);
        let mut used = used.unwrap_or_else(PoisonError::into_inner);
        used.extend(names.iter().cloned());
        drop(used);
        StoreTurn { turns: self, names }
    }
}

impl Drop for StoreTurn<'_> {
    fn drop(&mut self) {
        let mut used = self.turns.lock();
        for name in &self.names {
            used.remove(name);
        }
        drop(used);
        self.turns.freed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    #[test]
    fn a_store_is_used_by_one_at_a_time() {
        let turns = StoreTurns::default();
        let used = [const { AtomicUsize::new(0) }; 3];
        thread::scope(|scope| {
            for number in 0..12 {
                let (turns, used) = (&turns, &used);
                scope.spawn(move || {
                    // Two stores each, so that every two threads share at least one.
                    let own = [number % 3, (number + 1) % 3];
                    let names = own.map(|store| store.to_string());
                    let _turn = turns.wait(names.to_vec());
                    for store in own {
                        assert_eq!(used[store].fetch_add(1, Ordering::SeqCst), 0);
                    }
                    thread::yield_now();
                    for store in own {
                        used[store].fetch_sub(1, Ordering::SeqCst);
                    }
                });
            }
        });
        assert!(turns.lock().is_empty());
    }
}
