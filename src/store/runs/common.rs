//! The members that two run files have in common.

use std::cmp::Ordering as Order;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use super::ascending::Ascending;
use super::run_reader::RunLookup;
use crate::error::StoreError;

/// Number of members read between two looks at the stop flag.
const STOP_CHECK: u64 = 4096;

/// Ratio of two counts from which members are looked up in the larger file, instead of reading it
/// in order. A look-up reads some blocks, and a block has about this many members.
pub(super) const FAR_MORE: u64 = 4096;

/// Calls `visit` with the common members of two sources, ascending, until `visit` breaks. Returns
/// `false` if `stop` was set before the end.
pub(super) fn merge(
    one: &mut dyn Ascending,
    other: &mut dyn Ascending,
    stop: &AtomicBool,
    visit: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<bool, StoreError> {
    let (mut first, mut second) = (one.next_number()?, other.next_number()?);
    let mut read = 0u64;
    while let (Some(own), Some(others)) = (first, second) {
        match own.cmp(&others) {
            Order::Less => first = one.next_number()?,
            Order::Greater => second = other.next_number()?,
            Order::Equal => {
                if visit(own).is_break() {
                    break;
                }
                (first, second) = (one.next_number()?, other.next_number()?);
            }
        }
        read += 1;
        if read.is_multiple_of(STOP_CHECK) && stop.load(Ordering::Relaxed) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Does what [`merge`] does, but looks the members of `few` up in `many`.
pub(super) fn look_up(
    few: &mut dyn Ascending,
    many: &mut RunLookup,
    stop: &AtomicBool,
    visit: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<bool, StoreError> {
    while let Some(member) = few.next_number()? {
        if stop.load(Ordering::Relaxed) {
            return Ok(false);
        }
        if many.contains(member)? && visit(member).is_break() {
            break;
        }
    }
    Ok(true)
}
