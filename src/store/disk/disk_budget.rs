//! `DiskBudget`: the bytes of disk that a search in run files may take.
//!
//! A search never gets more bytes than the limit. The budget counts bytes, but does not record
//! which files take them.

use std::sync::atomic::{AtomicU64, Ordering};

/// A limit on bytes of disk, shared by the threads of a search. A thread that writes a block adds
/// its bytes to a shared count by one atomic operation.
#[derive(Debug)]
pub(crate) struct DiskBudget {
    limit: u64,
    used: AtomicU64,
}

impl DiskBudget {
    /// Creates a budget of `limit` bytes; `used` bytes of them are taken already.
    pub(crate) fn new(limit: u64, used: u64) -> DiskBudget {
        DiskBudget {
            limit,
            used: AtomicU64::new(used),
        }
    }

    /// A budget without a limit.
    pub(crate) fn unlimited() -> DiskBudget {
        DiskBudget::new(u64::MAX, 0)
    }

    /// The limit in bytes.
    pub(crate) fn limit(&self) -> u64 {
        self.limit
    }

    /// Takes `bytes` bytes, which are about to be written, from the budget. If fewer bytes are
    /// left, takes none and returns `false`.
    pub(crate) fn take(&self, bytes: u64) -> bool {
        let taken = |used: u64| used.checked_add(bytes).filter(|&used| used <= self.limit);
        let order = Ordering::Relaxed;
        self.used.fetch_update(order, order, taken).is_ok()
    }

    /// Gives the bytes of a removed file back to the budget.
    pub(crate) fn give_back(&self, bytes: u64) {
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
