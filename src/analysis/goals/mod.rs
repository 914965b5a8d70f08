//! Goal configurations, the first goals that a search reaches, and reasons why it reaches no goal.

mod constraints;
mod feasibility;
mod first_hit;
mod goal_lister;
mod goal_set;
mod matcher;
mod pattern_bitmap;
mod piece_reach;
mod reached;
mod unsolvable;

pub use feasibility::ImpossibleGoal;
pub use first_hit::FirstHit;
pub use goal_set::{FoundGoals, Goals};
pub use piece_reach::PieceReach;
pub use reached::ReachedGoals;
pub use unsolvable::Unsolvable;
