//! Ascending numbers from anywhere, and what two operations make of them: the union of some, less others.
//!
//! Promises each number once and in order, of any number of inputs, with one number of each in memory.
//! Does not know where the numbers come from nor where they go.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

use crate::store::error::StoreError;
use crate::store::runs::run_file::Sorted;

/// Gives numbers one by one, each greater than the one before.
pub trait Ascending {
    /// The next number; `None` at the end, and ever after.
    ///
    /// # Errors
    ///
    /// What keeps it from being read.
    fn next_number(&mut self) -> Result<Option<u64>, StoreError>;
}

/// An ascending list, or a sorted file.
#[derive(Debug)]
pub(crate) enum Input {
    /// A list in memory.
    List(std::vec::IntoIter<u64>),
    /// A file.
    File(Sorted),
}

impl Ascending for Input {
    #[inline]
    fn next_number(&mut self) -> Result<Option<u64>, StoreError> {
        match self {
            Input::List(list) => Ok(list.next()),
            Input::File(file) => file.next_number(),
        }
    }
}

/// The union of ascending inputs: each number once. Costs log2(inputs) comparisons a number taken in.
#[derive(Debug)]
pub(crate) struct Union {
    inputs: Vec<Input>,
    /// The next number of each input that has one, least first.
    heads: BinaryHeap<Reverse<(u64, usize)>>,
}

impl Union {
    /// The union of these.
    ///
    /// # Errors
    ///
    /// If one cannot be read.
    pub fn new(mut inputs: Vec<Input>) -> Result<Union, StoreError> {
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
        // Every input that has it goes on.
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

/// The numbers of one input that are in none of some others.
#[derive(Debug)]
pub(crate) struct Less {
    from: Union,
    /// The others, each with its next number.
    less: Vec<(Option<u64>, Sorted)>,
}

impl Less {
    /// `from` without the members of the files.
    ///
    /// # Errors
    ///
    /// If one of them cannot be read.
    pub fn new(from: Union, less: Vec<Sorted>) -> Result<Less, StoreError> {
        let less = less
            .into_iter()
            .map(|mut file| Ok((file.next_number()?, file)))
            .collect::<Result<_, StoreError>>()?;
        Ok(Less { from, less })
    }
}

impl Ascending for Less {
    fn next_number(&mut self) -> Result<Option<u64>, StoreError> {
        'candidates: while let Some(candidate) = self.from.next_number()? {
            for (head, file) in &mut self.less {
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
        let lists = inputs.map(|list| Input::List(list.into_iter()));
        let mut union = Union::new(lists.into()).unwrap();
        for expected in [0, 1, 4, 5, u64::MAX] {
            assert_eq!(union.next_number().unwrap(), Some(expected));
        }
        assert_eq!(union.next_number().unwrap(), None);
        assert_eq!(union.next_number().unwrap(), None);
        assert_eq!(Union::new(Vec::new()).unwrap().next_number().unwrap(), None);
    }
}
