//! A configuration: the places of all pieces, up to exchanging pieces of one class.
//!
//! A configuration stores only the first cell of each piece; the shapes belong to the puzzle.

use slidewise_board::Cell;

/// The first cells of all pieces, class by class in the puzzle's order, ascending within a class.
///
/// Two configurations of one puzzle are equal exactly when they look alike on the board.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Configuration {
    firsts: Box<[Cell]>,
}

impl Configuration {
    /// Creates a configuration from the first cells of the pieces, class by class, in any order
    /// within a class.
    pub fn new(mut classes: Vec<Vec<Cell>>) -> Configuration {
        for firsts in &mut classes {
            firsts.sort_unstable();
        }
        Configuration {
            firsts: classes.concat().into(),
        }
    }

    /// The first cells of all pieces, class by class.
    pub fn firsts(&self) -> &[Cell] {
        &self.firsts
    }
}
