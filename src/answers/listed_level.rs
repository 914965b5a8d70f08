//! Sokoban levels as pages have them: the list that is offered, and what is known of one.

use serde::Serialize;
use slidewise_sokoban::{Level, LevelGuide};
use std::sync::Arc;

/// A Sokoban level that a page offers.
#[derive(Clone, Debug, Serialize)]
pub struct ListedLevel {
    /// Its title, if it has one.
    pub title: Option<String>,
    /// Its author, if the file names one.
    pub author: Option<String>,
    /// Its first position on one line.
    pub position: String,
}

impl ListedLevel {
    /// The page's view of a level.
    pub fn of(level: &Level) -> ListedLevel {
        ListedLevel {
            title: level.title.clone(),
            author: level.author.clone(),
            position: level.write_position(level.start()),
        }
    }
}

/// What is known of a level.
#[derive(Clone, Debug)]
pub enum LevelKnowledge {
    /// Too many levels are being explored.
    Busy,
    /// The level is being explored.
    Searching,
    /// All distances are known.
    Ready(Arc<LevelGuide>),
    /// The level does not fit into the limits.
    TooLarge,
}
