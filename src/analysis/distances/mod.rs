//! Distances from the sources of a search, shortest paths, and the moves along them.

mod distance_tracker;
mod filed_search;
mod hints;
mod marked_search;
mod neighborhood;
mod next_position;
mod path;
mod piece_moves;
mod piece_tracks;
mod search_vertices;
mod shortest_paths;
mod single_move;

pub use distance_tracker::Gauge;
pub use filed_search::{FiledError, FiledSearch};
pub use hints::{Guide, Suggestion};
pub use marked_search::{Beginning, Distances, Explored, QueryError, SourceSet, counts_up_to};
pub use neighborhood::{Ball, BallError, Met, Vertex};
pub use next_position::Successor;
pub use path::Path;
pub use piece_moves::{Obstacle, Walk};
pub use piece_tracks::{Track, Tracks};
pub use shortest_paths::{Paths, Routes};
pub use single_move::Move;
