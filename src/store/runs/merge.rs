//! Merging of ascending numbers: the union of some inputs, minus the members of other inputs.
//!
//! Each number is returned once, in ascending order. Only one number of each input is in memory,
//! besides read buffers.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

use super::ascending::Ascending;
use super::run_reader::RunReader;
use crate::error::StoreError;

/// An input of a merge: a list or a run file.
#[derive(Debug)]
pub(crate) enum MergeInput {
    /// An ascending list in memory.
    List(std::vec::IntoIter<u64>),
    /// A run file.
    File(RunReader),
}

impl Ascending for MergeInput {
    #[inline]
    fn next_number(&mut self) -> Result<Option<u64>, StoreError> {
        match self {
            MergeInput::List(list) => Ok(list.next()),
            MergeInput::File(file) => file.next_number(),
        }
    }
}

/// The union of ascending inputs, in which each number comes once. For i inputs, each number read
/// costs about log2(i) comparisons.
#[derive(Debug)]
pub(crate) struct Union {
    inputs: Vec<MergeInput>,
    /// The next number of each input that is not at its end, with the index of the input. The
    /// smallest number is on top.
    heads: BinaryHeap<Reverse<(u64, usize)>>,
}

impl Union {
    /// Starts the union of some inputs. Fails if an input cannot be read.
    pub(super) fn new(mut inputs: Vec<MergeInput>) -> Result<Union, StoreError> {
        let mut heads = BinaryHeap::with_capacity(inputs.len());
        for (number, input) in inputs.iter_mut().enumerate() {
            if let Some(first) = input.next_number()? {
                heads.push(Reverse((first, number)));
            }
        }
        Ok(Union { inputs, heads })
    }
}

impl Ascending for Union {
    fn next_number(&mut self) -> Result<Option<u64>, StoreError> {
        let Some(&Reverse((least, _))) = self.heads.peek() else {
            return Ok(None);
        };
        // Every input that has this number goes on to its next number.
        while let Some(mut head) = self.heads.peek_mut() {
            let Reverse((value, number)) = *head;
            if value != least {
                break;
            }
            match self.inputs[number].next_number()? {
                Some(next) => *head = Reverse((next, number)),
                None => {
                    PeekMut::pop(head);
                }
            }
        }
        Ok(Some(least))
    }
}

/// The numbers of a union, without the members of some given files.
#[derive(Debug)]
pub(crate) struct Difference {
    from: Union,
    /// The files with the members to be left out, each with its next member; `None` at the end of
    /// the file.
    without: Vec<(Option<u64>, RunReader)>,
}

impl Difference {
    /// Starts the difference of the union `from` and the files `without`. Fails if a file cannot be
    /// read.
    pub(super) fn new(from: Union, without: Vec<RunReader>) -> Result<Difference, StoreError> {
        let without = without
            .into_iter()
            .map(|mut file| Ok((file.next_number()?, file)))
            .collect::<Result<_, StoreError>>()?;
        Ok(Difference { from, without })
    }
}

impl Ascending for Difference {
    fn next_number(&mut self) -> Result<Option<u64>, StoreError> {
        'candidates: while let Some(candidate) = self.from.next_number()? {
            for (head, file) in &mut self.without {
                while head.is_some_and(|value| value < candidate) {
                    *head = file.next_number()?;
                }
                if *head == Some(candidate) {
                    continue 'candidates;
                }
            }
            return Ok(Some(candidate));
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_union_has_every_number_once_and_in_order() {
        let inputs = [vec![1, 4, u64::MAX], vec![], vec![0, 4, 5], vec![4]];
        let lists = inputs.map(|list| MergeInput::List(list.into_iter()));
        let mut union = Union::new(lists.into()).unwrap();
        for expected in [0, 1, 4, 5, u64::MAX] {
            assert_eq!(union.next_number().unwrap(), Some(expected));
        }
        assert_eq!(union.next_number().unwrap(), None);
        assert_eq!(union.next_number().unwrap(), None);
        assert_eq!(Union::new(Vec::new()).unwrap().next_number().unwrap(), None);
    }
}
