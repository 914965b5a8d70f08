//! `Guide`: what helps a player on the way to Finish, from wherever distances are known.

use super::marked_search::QueryError;
use super::single_move::Move;
use slidewise_puzzle::Configuration;
use std::fmt::Debug;

/// Distance from a position to Finish, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum KnownDistance {
    /// Nothing is known, or no way leads to Finish.
    #[default]
    Unknown,
    /// Each way has at least this many moves.
    AtLeast(u64),
    /// A shortest way has this many moves.
    Exactly(u64),
}

impl KnownDistance {
    /// The distance, if it is known exactly.
    pub fn exactly(self) -> Option<u64> {
        match self {
            KnownDistance::Exactly(distance) => Some(distance),
            _ => None,
        }
    }

    /// The lower bound, if only that is known.
    pub fn at_least(self) -> Option<u64> {
        match self {
            KnownDistance::AtLeast(bound) => Some(bound),
            _ => None,
        }
    }
}

/// A source of distances and best moves.
pub trait Guide: Debug {
    /// Distance from a position to Finish.
    ///
    /// # Errors
    /// If the data from which the guide answers is damaged.
    fn distance(&mut self, position: &Configuration) -> Result<KnownDistance, QueryError>;

    /// The first of the moves that lead nearer to Finish; `None` at Finish, or if no distance is
    /// known.
    ///
    /// # Errors
    /// If the data from which the guide answers is damaged.
    fn best(&mut self, position: &Configuration) -> Result<Option<Move>, QueryError>;

    /// The command that gives more distances, if there is one.
    fn remedy(&self) -> Option<&str> {
        None
    }
}
