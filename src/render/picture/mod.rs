//! Pictures of boards, paths and graphs as SVG, PNG, GIF, PDF and HTML.
//!
//! [`BoardScene`] draws a position as SVG, [`strip()`] arranges the positions of a path side by
//! side, and [`Animation`] animates a path; [`LevelScene`] does all this for Sokoban levels.
//! [`GraphPicture`] draws a state graph at the places of a layout. Nothing here searches, reads
//! files or prints. Requires the feature `pictures`.

mod animation;
#[cfg(feature = "pictures")]
mod canvas;
#[cfg(feature = "pictures")]
mod colour_scale;
#[cfg(feature = "pictures")]
mod gif_palette;
#[cfg(feature = "pictures")]
mod graph_picture;
mod level_scene;
mod outline;
#[cfg(feature = "pictures")]
mod paper;
#[cfg(feature = "pictures")]
mod pdf;
#[cfg(feature = "pictures")]
mod player_page;
#[cfg(feature = "pictures")]
mod plot;
#[cfg(feature = "pictures")]
mod poster;
#[cfg(feature = "pictures")]
mod raster;
mod scene;
#[cfg(feature = "pictures")]
mod sheet;
mod strip;
mod theme;
#[cfg(feature = "pictures")]
mod turning_graph;

pub use animation::Animation;
#[cfg(feature = "pictures")]
pub use graph_picture::{GraphDot, GraphPicture};
pub use level_scene::LevelScene;
#[cfg(feature = "pictures")]
pub use paper::Paper;
#[cfg(feature = "pictures")]
pub use pdf::{PDF_SCALE, pdf};
#[cfg(feature = "pictures")]
pub use player_page::player_page;
#[cfg(feature = "pictures")]
pub use plot::{PlotError, PlotSeries, PlotStyle, plot};
#[cfg(feature = "pictures")]
pub use poster::{GraphPoster, PosterBoard};
#[cfg(feature = "pictures")]
pub use raster::{RasterError, gif, lacking, png, png_at};
pub use scene::BoardScene;
#[cfg(feature = "pictures")]
pub use sheet::{SheetBoard, boards_on_pages, joined_pages, sheet};
pub use strip::strip;
pub use theme::{Palette, Theme, style_sheet};
#[cfg(feature = "pictures")]
pub use turning_graph::TurningGraph;
