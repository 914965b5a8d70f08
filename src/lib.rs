//! Slidewise explores the whole state graph of a sliding-block puzzle, breadth first and exactly.

pub use slidewise_analysis as analysis;
pub use slidewise_board as board;
#[cfg(feature = "cli")]
pub use slidewise_cli as cli;
pub use slidewise_engine as engine;
pub use slidewise_play as play;
pub use slidewise_puzzle as puzzle;
pub use slidewise_recount as recount;
pub use slidewise_render as render;
pub use slidewise_replay as replay;
pub use slidewise_store as store;
pub use slidewise_tabletop as tabletop;
#[cfg(feature = "web")]
pub use slidewise_web as web;
