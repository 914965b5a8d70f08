//! Exploration: the explorer of a puzzle, its numbered positions, and the searches that are kept.

pub(crate) mod counts_on_disk;
pub(crate) mod exploration;
pub(crate) mod explorer;
pub(crate) mod folder;
pub(crate) mod kept_layout;
pub(crate) mod marked;
pub(crate) mod modes;
pub(crate) mod numbered;
pub(crate) mod observer;
pub(crate) mod progress;
pub(crate) mod sample;
pub(crate) mod search;
pub(crate) mod seeded_draw;
#[cfg(feature = "cluster")]
pub(crate) mod several_processes;
pub(crate) mod stop_token;
pub(crate) mod table_shelf;
pub(crate) mod tile_table;
pub(crate) mod together_use;

pub use exploration::{EngineName, Exploration, ExploreOptions, ExplorePlan, FileUse, GoalsMet};
pub use explorer::{Explorer, Keep, Reuse, memory_within};
pub use folder::default_folder;
pub use kept_layout::check_layout_fits;
pub use marked::Marked;
pub use modes::{Mode, ModeName};
pub use numbered::{Limit, Numbered};
pub use observer::{Observer, Silent};
pub use progress::{NumberingStep, Progress};
pub use sample::{Sample, SampleRequest};
pub use search::{Search, Solution};
pub use seeded_draw::SeededDraw;
pub use stop_token::StopToken;
pub use table_shelf::TableShelf;
pub use tile_table::{TableChoice, TileTable};
pub use together_use::TogetherUse;
