//! Answers from a search: distances, shortest paths, goals, farthest configurations, diameter; and
//! the number of reachable configurations, which needs no search.
//!
//! This layer reads marks and run files and writes none. It unranks configurations only to test
//! goals and to describe the moves of a path.
//!
//! The crate has these folders, each of which uses only folders that are listed before it:
//!
//! - `verify` walks a finished search again and compares every mark.
//! - `distances` reads distances, generations and shortest paths from marks and run files.
//! - `goals` lists goal configurations, finds the first goals that a search reaches, and explains
//!   why a puzzle has no solution.
//! - `counting` counts reachable configurations and components from patterns and tours.
//! - `diameter` proves the largest distance in a component.
//! - `guided` finds shortest ways by pattern databases, without a search of all positions.

mod counting;
mod diameter;
mod distances;
mod goals;
mod guided;
mod verify;

pub use counting::{
    Components, ComponentsError, Count, CountError, Factor, GroupKind, OrbitError, Permutation,
    PermutationGroup, TooManyTiles,
};
pub use diameter::{
    Bfs, CsrGraph, CsrGraphError, Diameter, DiameterError, DiameterProgress, DiameterProof,
    DiameterQuery, ReachableSet, Thresholds,
};
pub use distances::{
    Component, ComponentList, ComponentVertex, DistanceCache, DistanceTracker, FiledError,
    FiledSearch, Guide, Hints, KnownDistance, MarkedSearch, Move, Neighborhood, NeighborhoodError,
    NeighborhoodItem, NextPosition, Obstacle, Path, PathIter, PieceMoves, PieceTrack, PieceTracks,
    PushedPiece, QueryError, Routes, SearchSources, SourceSet, Suggestion, Vertex, WayClasses,
    WayLikeness, counts_up_to,
};
pub use goals::{
    FirstHit, FoundGoals, Goals, ImpossibleGoal, PieceReach, ReachedGoals, Unsolvable,
};
pub use guided::{
    AdditiveTables, BoundGroup, BoundTables, GroupBounds, GroupSearch, GroupSums, GuidedAnswer,
    GuidedQuery, GuidedResult, KeptGroup, SolvedConfigurations, TablesError, cell_images,
};
pub use verify::{Mismatch, OutOfMemory, TableVerification, Verification, Verified};
