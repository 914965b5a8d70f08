//! A configuration: where every piece is, up to swapping pieces of one class.
//!
//! It holds first cells only; shapes, rules and names are the puzzle's.

use slidewise_board::Cell;

/// The first cells of all pieces, class by class in the puzzle's order, ascending within a class.
///
/// Two configurations of one puzzle are equal exactly when they look alike.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Configuration {
    firsts: Box<[Cell]>,
}

impl Configuration {
    /// The configuration with these first cells, given class by class; sorted within each class here.
    pub fn new(mut classes: Vec<Vec<Cell>>) -> Configuration {
        for firsts in &mut classes {
            firsts.sort_unstable();
        }
        Configuration {
            firsts: classes.concat().into(),
        }
    }

    /// All first cells, class by class.
    pub fn firsts(&self) -> &[Cell] {
        &self.firsts
    }
}
