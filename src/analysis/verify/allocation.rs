//! Allocation of large arrays that reports a lack of memory as an error.

use thiserror::Error;

/// The system refused to allocate more memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("out of memory: the system refused to allocate {bytes} more bytes")]
pub struct OutOfMemory {
    /// Size of the refused allocation, in bytes.
    pub bytes: u64,
}

/// Allocates an empty vector with capacity for `len` items.
///
/// # Errors
/// If the system refuses the allocation.
pub(crate) fn with_room<T>(len: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut array = Vec::new();
    array.try_reserve_exact(len).map_err(|_| OutOfMemory {
        bytes: (len as u64).saturating_mul(size_of::<T>() as u64),
    })?;
    Ok(array)
}

/// Allocates a vector of `len` copies of `value`.
///
/// # Errors
/// If the system refuses the allocation.
pub(crate) fn filled<T: Clone>(len: usize, value: T) -> Result<Vec<T>, OutOfMemory> {
    // If memory is short, `vec!` aborts the process. A first allocation, which is freed at once,
    // therefore tests whether there is enough memory. The vector itself is made by `vec!`, because
    // `vec!` gets pages of zeros from the system without writing them.
    drop(with_room::<T>(len)?);
    Ok(vec![value; len])
}
