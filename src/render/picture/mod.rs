//! Pictures of boards, paths and graphs as SVG, PNG, GIF and HTML.
//!
//! [`Scene`] draws a position as SVG, [`strip()`] arranges the positions of a path side by side,
//! and [`Film`] animates a path. [`Portrait`] draws a state graph at the places that [`layout()`]
//! computes. Nothing here searches, reads files or prints. Requires the feature `pictures`.

mod film;
mod layout;
mod outline;
mod palette;
mod player;
mod plot;
mod portrait;
mod raster;
mod scene;
mod strip;

pub use film::Film;
pub use layout::{Place, layout};
pub use palette::{Palette, Theme, style_sheet};
pub use player::player_page;
pub use plot::{PlotError, PlotStyle, Series, plot};
pub use portrait::{Dot, Portrait};
pub use raster::{RasterError, gif, lacking, png};
pub use scene::Scene;
pub use strip::strip;
