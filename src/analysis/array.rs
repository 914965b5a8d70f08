//! Large arrays for which there may be no room.

use thiserror::Error;

/// The system gives no more memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("there is no room in memory for {bytes} more bytes")]
pub struct NoRoom {
    /// How many bytes were asked for.
    pub bytes: u64,
}

/// An empty array with room for `len` items.
///
/// # Errors
/// If the system has no room for them.
pub fn with_room<T>(len: usize) -> Result<Vec<T>, NoRoom> {
    let mut array = Vec::new();
    array.try_reserve_exact(len).map_err(|_| NoRoom {
        bytes: (len as u64).saturating_mul(size_of::<T>() as u64),
    })?;
    Ok(array)
}

/// An array of `len` times `value`.
///
/// # Errors
/// If the system has no room for it.
pub fn filled<T: Clone>(len: usize, value: T) -> Result<Vec<T>, NoRoom> {
    // Asked first, for what follows would end the program; and of zeros the system has pages without writing them.
    drop(with_room::<T>(len)?);
    Ok(vec![value; len])
}
