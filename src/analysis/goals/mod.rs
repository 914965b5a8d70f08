//! Goal configurations, the first ones that a search reaches, and reasons why it reaches none.

mod constraints;
mod feasibility;
mod first_hit;
mod goal_set;
mod matcher;
mod pattern_bitmap;
mod unsolvable;

pub use first_hit::Lookout;
pub use goal_set::{GoalReach, Goals};
pub use unsolvable::{ImpossibleGoal, Unsolvable};
