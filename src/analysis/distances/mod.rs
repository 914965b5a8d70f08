//! Distances from the sources of a search, shortest paths, and the moves along them.

mod component;
mod distance_tracker;
mod filed_search;
mod guide;
mod hints;
mod line_pushes;
mod longer_ways;
mod marked_search;
mod neighborhood;
mod next_position;
mod path;
mod piece_moves;
mod piece_tracks;
mod search_vertices;
mod shortest_paths;
mod single_move;
mod way_classes;

pub use component::{Component, ComponentList, ComponentVertex};
pub use distance_tracker::DistanceTracker;
pub use filed_search::{FiledError, FiledSearch};
pub use guide::{Guide, KnownDistance};
pub use hints::{Hints, Suggestion};
pub use marked_search::{
    DistanceCache, MarkedSearch, QueryError, SearchSources, SourceSet, counts_up_to,
};
pub use neighborhood::{Neighborhood, NeighborhoodError, NeighborhoodItem, Vertex};
pub use next_position::NextPosition;
pub use path::Path;
pub use piece_moves::{Obstacle, PieceMoves};
pub use piece_tracks::{PieceTrack, PieceTracks};
pub use shortest_paths::{PathIter, Routes};
pub use single_move::{Move, PushedPiece};
pub use way_classes::{WayClasses, WayLikeness};
