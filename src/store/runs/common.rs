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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::disk_budget::DiskBudget;
    use crate::disk::folder::StoreFolder;
    use crate::runs::run_format::{BLOCK, RunOwner};
    use crate::runs::run_reader::RunReader;
    use crate::runs::run_writer::RunWriter;
    use std::sync::Arc;

    static GO: AtomicBool = AtomicBool::new(false);

    /// Writes a run file and opens it.
    fn file(folder: &StoreFolder, name: &str, members: &[u64]) -> RunReader {
        let owner = RunOwner {
            seed: 5,
            number: 1,
            most: u64::MAX,
        };
        let path = folder.path_of(name);
        let output = folder.create(name).unwrap();
        let budget = Arc::new(DiskBudget::unlimited());
        let mut writer = RunWriter::new(output, path.clone(), owner, budget).unwrap();
        members
            .iter()
            .for_each(|&member| writer.push(member).unwrap());
        writer.finish().unwrap();
        RunReader::new(folder.read(name).unwrap(), path, owner, BLOCK).unwrap()
    }

    #[test]
    fn merges_and_look_ups_find_the_common_members_of_two_lists() {
        let place = tempfile::tempdir().unwrap();
        let folder = StoreFolder::open(place.path()).unwrap();
        let threes: Vec<u64> = (0..20_000).map(|number| number * 3).collect();
        let pairs: [(Vec<u64>, &[u64]); 5] = [
            ((0..12_000).map(|number| number * 5).collect(), &threes),
            (vec![7], &threes),
            (vec![0, 59_997], &threes),
            (vec![60_000, u64::MAX - 1], &threes),
            (vec![1, 2, 4], &[2, 3, 4]),
        ];
        for (one, other) in pairs {
            let expected: Vec<u64> = one
                .iter()
                .copied()
                .filter(|member| other.contains(member))
                .collect();
            let read = || (file(&folder, "a", &one), file(&folder, "b", other));
            let mut found = Vec::new();
            let mut take = |member| {
                found.push(member);
                ControlFlow::Continue(())
            };
            let (mut first, mut second) = read();
            assert!(merge(&mut first, &mut second, &GO, &mut take).unwrap());
            let (mut few, many) = read();
            assert!(look_up(&mut few, &mut RunLookup::new(many), &GO, &mut take).unwrap());
            assert_eq!(found, [&expected[..], &expected].concat());

            let mut once = None;
            let mut take = |member| {
                once = Some(member);
                ControlFlow::Break(())
            };
            let (mut first, mut second) = read();
            assert!(merge(&mut first, &mut second, &GO, &mut take).unwrap());
            assert_eq!(once.as_ref(), expected.first());
        }
    }

    #[test]
    fn a_stop_ends_both_ways_of_reading() {
        let place = tempfile::tempdir().unwrap();
        let folder = StoreFolder::open(place.path()).unwrap();
        let stop = AtomicBool::new(true);
        let even: Vec<u64> = (0..20_000).map(|number| number * 2).collect();
        let mut none = |_| ControlFlow::Continue(());
        let (mut one, mut other) = (file(&folder, "a", &even), file(&folder, "b", &even));
        assert!(!merge(&mut one, &mut other, &stop, &mut none).unwrap());
        let mut few = file(&folder, "c", &[2]);
        let mut many = RunLookup::new(file(&folder, "d", &even));
        assert!(!look_up(&mut few, &mut many, &stop, &mut none).unwrap());
    }
}
