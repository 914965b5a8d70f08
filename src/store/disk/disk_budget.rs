//! `DiskBudget`: the bytes of disk that a search in sorted files may take.
//!
//! Promises that no more bytes are written than were granted. Does not know which files they go to.

use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes of disk that the threads of a search share. Costs one atomic addition for each block that is written.
#[derive(Debug)]
pub(crate) struct DiskBudget {
    limit: u64,
    used: AtomicU64,
}

impl DiskBudget {
    /// A budget of `limit` bytes, of which `used` are taken already.
    pub fn new(limit: u64, used: u64) -> DiskBudget {
        DiskBudget {
            limit,
            used: AtomicU64::new(used),
        }
    }

    /// A budget that is never used up.
    pub fn unlimited() -> DiskBudget {
        DiskBudget::new(u64::MAX, 0)
    }

    /// The most bytes that may be taken.
    pub fn limit(&self) -> u64 {
        self.limit
    }

    /// Takes bytes that are about to be written; `false`, and none taken, where they exceed what is left.
    pub fn take(&self, bytes: u64) -> bool {
        let taken = |used: u64| used.checked_add(bytes).filter(|&used| used <= self.limit);
        let order = Ordering::Relaxed;
        self.used.fetch_update(order, order, taken).is_ok()
    }

    /// Gives back the bytes of a file that was removed.
    pub fn give_back(&self, bytes: u64) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::DiskBudget;

    #[test]
    fn no_more_is_taken_than_the_limit_and_what_is_given_back_can_be_taken_again() {
        let budget = DiskBudget::new(100, 30);
        assert!(budget.take(70));
        assert!(!budget.take(1));
        budget.give_back(10);
        assert!(!budget.take(11));
        assert!(budget.take(10));
        let endless = DiskBudget::unlimited();
        assert!(endless.take(u64::MAX));
        assert!(!endless.take(1));
    }
}
