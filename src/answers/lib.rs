//! What pages ask, answered as JSON: the same for the server and for the engine in a browser.
//!
//! A request is a path and a body ([`answer()`]). It names a built-in puzzle or contains a text; no
//! path in it is opened. [`Desk`] is what answers need of the program that gives them: finished
//! explorations, tables, limits. The crate starts no thread, and knows nothing of HTTP but the
//! numbers of its statuses, which pages read.

mod answer;
mod answer_error;
mod book;
mod catalogue;
mod component_answers;
mod desk;
mod explored;
mod graph_drawing;
mod hardest;
mod level_answers;
mod level_component_answers;
mod listed_level;
mod play_answers;
mod position_words;
mod progress;
mod puzzle_answers;
mod random_walk;
mod reason;
mod reply;
mod request;

pub use answer::{PATHS, answer};
pub use answer_error::AnswerError;
pub use book::{Book, BookDistances, BookHeader};
pub use catalogue::{catalogue, thumbnail};
pub use component_answers::{drawn_as_book, drawn_component};
pub use desk::{Desk, Limits};
pub use explored::{ExploredPuzzle, PositionDistances, has_guide};
pub use hardest::{
    HardestChange, HardestProgress, HardestRecord, HardestState, hardest_request, hardest_start,
};
pub use level_answers::offered_levels;
pub use level_component_answers::drawn_level;
pub use listed_level::{LevelKnowledge, ListedLevel};
pub use play_answers::PlayRequest;
pub use progress::{ExplorationProgress, ExplorationState, ProgressRecord, exploration_id};
pub use puzzle_answers::{describe, start_puzzle};
pub use reason::reason_for_page;
pub use reply::Reply;
pub use request::PuzzleRequest;
