//! Pictures of boards, paths and graphs as SVG, PNG, GIF, PDF and HTML.
//!
//! [`BoardScene`] draws a position as SVG, [`strip()`] arranges the positions of a path side by
//! side, and [`Animation`] animates a path; [`LevelScene`] does all this for Sokoban levels.
//! [`GraphPicture`] draws a state graph at the places that [`layout()`] computes. Nothing here
//! searches, reads files or prints. Requires the feature `pictures`.

mod animation;
mod graph_layout;
mod graph_picture;
mod level_scene;
mod outline;
mod pdf;
mod player_page;
mod plot;
mod raster;
mod scene;
mod sheet;
mod strip;
mod theme;

pub use animation::Animation;
pub use graph_layout::{PlanePoint, layout};
pub use graph_picture::{GraphDot, GraphPicture};
pub use level_scene::LevelScene;
pub use pdf::pdf;
pub use player_page::player_page;
pub use plot::{PlotError, PlotSeries, PlotStyle, plot};
pub use raster::{RasterError, gif, lacking, png};
pub use scene::BoardScene;
pub use sheet::{SheetBoard, boards_on_pages, joined_pages, sheet};
pub use strip::strip;
pub use theme::{Palette, Theme, style_sheet};
