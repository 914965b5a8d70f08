//! Lists whose memory the system may refuse.

use super::design_error::DesignError;
use std::io;

/// Makes room for more items.
///
/// # Errors
///
/// [`DesignError::Refused`].
#[inline]
pub(crate) fn reserve<T>(list: &mut Vec<T>, more: usize) -> Result<(), DesignError> {
    let reserved = list.try_reserve(more);
    reserved.map_err(|_| DesignError::Refused(io::ErrorKind::OutOfMemory.into()))
}

/// Replaces what a list holds.
///
/// # Errors
///
/// [`DesignError::Refused`].
pub(crate) fn refill<T>(
    list: &mut Vec<T>,
    items: impl ExactSizeIterator<Item = T>,
) -> Result<(), DesignError> {
    list.clear();
    reserve(list, items.len())?;
    list.extend(items);
    Ok(())
}
